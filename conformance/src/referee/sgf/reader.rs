//! Reads collections of games in SGF.
//!
//! ```text
//! (;FF[4]GM[11]SZ[11]PB[a]PW[b];B[a1];W[c3](;B[d4])(;B[e5]))
//!
//! collection = 1*game
//! game       = "(" 1*node *game ")"
//! node       = ";" *property
//! property   = 1*letter 1*("[" value "]")        "\" in a value stands before what is not to end it
//! ```
//! Of each game the main line is kept: at a fork, the first way. Leniencies: small letters in a property's name are
//! passed over, as in older versions of the format; blanks anywhere between the parts; a byte order mark.

use botspec_sdk::text::{Cursor, Place};

use super::SgfError;
use super::value;

/// The games of a file, one after the other.
pub struct Games<'a> {
    cursor: Cursor<'a>,
    /// How many have been read; none any more once there was an error.
    read: Option<usize>,
}

/// The main line of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// Where the game begins.
    pub place: Place,
    /// Its nodes, the root first.
    pub nodes: Vec<Node>,
    /// How many other lines were passed over.
    pub variations: usize,
}

/// One node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Where it begins.
    pub place: Place,
    /// Its properties, in their order.
    pub properties: Vec<Property>,
}

/// A property with its first value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Where it begins.
    pub place: Place,
    /// Its name: capital letters.
    pub name: String,
    /// Its first value as it is written.
    raw: Vec<u8>,
    /// How many values it has.
    pub values: usize,
}

impl Tree {
    /// The node that tells of the whole game.
    #[must_use]
    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }
}

impl Node {
    /// The first property of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

impl Property {
    /// The value as a text on one line, without blanks around it.
    #[must_use]
    pub fn simple(&self) -> String {
        value::simple(&self.raw).trim().to_owned()
    }

    /// The value as a text on one line, with all its blanks.
    #[must_use]
    pub fn text(&self) -> String {
        value::simple(&self.raw)
    }
}

impl<'a> Games<'a> {
    /// At the beginning of a file.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Self { cursor: Cursor::new(bytes), read: Some(0) }
    }

    fn error(&self, field: &'static str, expected: &'static str) -> SgfError {
        let found = self.cursor.found();
        SgfError::new(self.cursor.place(), format!("{field}: expected {expected}, found {found}"))
    }

    fn blanks(&mut self) {
        while self.cursor.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == 0x0b) {
            self.cursor.bump();
        }
    }

    fn tree(&mut self) -> Result<Tree, SgfError> {
        let place = self.cursor.place();
        let mut tree = Tree { place, nodes: Vec::new(), variations: 0 };
        if self.cursor.peek() != Some(b'(') {
            return Err(self.error("game", "( at its beginning"));
        }
        self.cursor.bump();
        // Each open parenthesis needs a node before the next one.
        let (mut depth, mut is_main, mut is_fresh) = (1_usize, true, true);
        while depth > 0 {
            self.blanks();
            match self.cursor.peek() {
                Some(b';') => {
                    let node = self.node(is_main)?;
                    tree.nodes.extend(is_main.then_some(node));
                    is_fresh = false;
                }
                Some(b'(') if !is_fresh => {
                    self.cursor.bump();
                    tree.variations += usize::from(!is_main);
                    (depth, is_fresh) = (depth + 1, true);
                }
                Some(b')') if !is_fresh => {
                    self.cursor.bump();
                    (depth, is_main) = (depth - 1, false);
                }
                _ if is_fresh => return Err(self.error("game", "; and a node")),
                _ => return Err(self.error("node", "a property, the next node or the end of the game")),
            }
        }
        Ok(tree)
    }

    fn node(&mut self, is_kept: bool) -> Result<Node, SgfError> {
        let place = self.cursor.place();
        self.cursor.bump();
        let mut properties = Vec::new();
        loop {
            self.blanks();
            if !self.cursor.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
                return Ok(Node { place, properties });
            }
            let property = self.property()?;
            properties.extend(is_kept.then_some(property));
        }
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let place = self.cursor.place();
        let mut name = String::new();
        while let Some(letter) = self.cursor.peek().filter(u8::is_ascii_alphabetic) {
            name.extend(letter.is_ascii_uppercase().then_some(char::from(letter)));
            self.cursor.bump();
        }
        let mut property = Property { place, name, raw: Vec::new(), values: 0 };
        loop {
            self.blanks();
            match self.cursor.peek() {
                Some(b'[') => {
                    let raw = self.value()?;
                    if property.values == 0 {
                        property.raw = raw;
                    }
                    property.values += 1;
                }
                _ if property.values == 0 => return Err(self.error("property", "[ and a value")),
                _ => return Ok(property),
            }
        }
    }

    /// A value, with its escapes.
    fn value(&mut self) -> Result<Vec<u8>, SgfError> {
        let begin = self.cursor.place();
        self.cursor.bump();
        let mut raw = Vec::new();
        loop {
            match self.cursor.bump() {
                Some(b']') => return Ok(raw),
                Some(b'\\') => {
                    raw.push(b'\\');
                    raw.extend(self.cursor.bump());
                }
                Some(byte) => raw.push(byte),
                None => {
                    return Err(SgfError::new(
                        begin,
                        "value: expected ] at its end, found the end of the file",
                    ));
                }
            }
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Tree, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.read?;
        self.blanks();
        if read > 0 && self.cursor.at_end() {
            return None;
        }
        let tree = self.tree();
        self.read = tree.is_ok().then_some(read + 1);
        Some(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Result<Tree, SgfError>> {
        Games::new(text.as_bytes()).collect()
    }

    #[test]
    fn the_first_way_at_each_fork_is_the_main_line() {
        let text = "\u{feff}\n( ;GaMe[11] C[a(b;c\\]] ;B[a1](;W[b1](;B[c1])(;B[d1]))(;W[e1];B[f1])) \n";
        let mut found = all(text);
        let tree = found.remove(0).unwrap();
        assert!(found.is_empty());
        let told: Vec<String> = tree
            .nodes
            .iter()
            .flat_map(|node| node.properties.iter().map(|it| it.name.clone() + &it.simple()))
            .collect();
        assert_eq!(told, ["GM11", "Ca(b;c]", "Ba1", "Wb1", "Bc1"]);
        assert_eq!(tree.variations, 2);
        assert_eq!(tree.nodes[1].place, Place { line: 2, column: 24 });
    }

    #[test]
    fn what_is_no_game_is_refused_where_it_goes_wrong() {
        for (text, line, column, message) in [
            ("", 1, 1, "game: expected ( at its beginning, found the end"),
            ("b a1,B", 1, 1, "found 'b'"),
            ("()", 1, 2, "game: expected ; and a node, found ')'"),
            ("(;A)", 1, 4, "property: expected [ and a value, found ')'"),
            ("(;A[x", 1, 4, "value: expected ] at its end"),
            ("(;A[x\\]", 1, 4, "value: expected ] at its end"),
            ("(;A[x]\n(;B[y]) 5)", 2, 9, "node: expected a property, the next node or the end of the game"),
            ("(;A[x]\n;B[y]", 2, 6, "found the end"),
            ("(;A[x]((;B[y])))", 1, 8, "game: expected ; and a node, found '('"),
        ] {
            let error = all(text).pop().unwrap().unwrap_err();
            assert_eq!((error.place.line, error.place.column), (line, column), "{text}: {error:?}");
            assert!(error.message.contains(message), "{text}: {error:?}");
        }
        let two = all("(;A[x]) (;B[y]) (;C");
        assert!(two.len() == 3 && two[1].is_ok() && two[2].is_err());
    }

    #[test]
    fn no_depth_is_too_much() {
        let deep = "(;".repeat(1_000_000);
        assert!(all(&deep).pop().unwrap().is_err());
        let closed = deep + &")".repeat(1_000_000);
        assert_eq!(all(&closed).pop().unwrap().unwrap().nodes.len(), 1_000_000);
    }
}
