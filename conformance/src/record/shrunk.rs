//! What a failing case was reduced from.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A case was reduced, and breaks the same rules as before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shrunk {
    /// What the bot was given in the generated case.
    pub from: Extent,
    /// What it is given in the one that is shown.
    pub to: Extent,
    /// How many further runs it took.
    pub runs: u32,
}

/// How much a bot is given in a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extent {
    /// In words.
    pub text: String,
    /// In turns and pieces, or in messages: what counts in this game.
    pub size: usize,
}

impl Extent {
    /// So many of each thing, called so if it is one and so if not; those of which there is none are left out.
    #[must_use]
    pub fn of(parts: &[(usize, &str, &str)]) -> Self {
        let counted = |&(count, one, many): &(usize, &str, &str)| {
            (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
        };
        let words: Vec<String> = parts.iter().filter_map(counted).collect();
        let text = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
        Self { text, size: parts.iter().map(|(count, ..)| count).sum() }
    }
}

impl fmt::Display for Shrunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, runs } = self;
        let s = if *runs == 1 { "" } else { "s" };
        write!(f, "from {} to {}, in {runs} further run{s}", from.text, to.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extent_leaves_out_what_there_is_none_of() {
        let extent = Extent::of(&[(1, "turn", "turns"), (0, "disk", "disks"), (12, "stone", "stones")]);
        assert_eq!((extent.text.as_str(), extent.size), ("1 turn, 12 stones", 13));
        assert_eq!(Extent::of(&[]).text, "nothing");
    }
}
