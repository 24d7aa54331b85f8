//! `linkage/id/…`: the identification line.

use std::fmt;

use crate::record::Level;
use crate::requirement::{Applies, Requirement};
use crate::stderr;

/// `linkage/id/one-line`.
pub(super) static ONE_LINE: Requirement = Requirement {
    id: "linkage/id/one-line",
    level: Level::Must,
    demand: "with an argument it prints exactly one non-blank line on stdout",
    why: "The game runner starts every bot once with an argument and takes what it prints as the bot's details. With no line, or several, it cannot tell who you are.",
    source: "contest text, \"Your Bot\": \"If there is any input parameter it should output id information (below) on one line\"",
    fix: "At the start of main, if there is any argument, print one line on stdout (not stderr), flush, and end.",
    right: "Cplus. David Bolton, UK, 53, August 12,2012, V1.0",
    wrong: "nothing, or name and version on two lines",
    applies: Applies::Always,
};

/// `linkage/id/any-argument`.
pub(super) static ANY_ARGUMENT: Requirement = Requirement {
    id: "linkage/id/any-argument",
    level: Level::Must,
    demand: "it identifies itself for any argument: `id`, `x`, `-h`, `--help`, the empty string, three arguments at once",
    why: "The contest does not say which argument the runner uses. A bot that knows only some words plays a turn, prints a usage text or stops with an error instead.",
    source: "contest text, \"Your Bot\": \"If there is any input parameter it should output id information\"",
    fix: "Test only whether there is an argument (argc > 1, len(sys.argv) > 1), never what it says; do not hand the arguments to an options parser.",
    right: "if len(sys.argv) > 1: print(IDENTITY)",
    wrong: "if \"id\" in sys.argv: print(IDENTITY)",
    applies: Applies::Always,
};

/// `linkage/id/no-input`.
pub(super) static NO_INPUT: Requirement = Requirement {
    id: "linkage/id/no-input",
    level: Level::Must,
    demand: "identification works with no `input.txt` in the folder",
    why: "The runner asks for the details before the first game, when there is no position yet. A bot that reads input.txt first fails then.",
    source: "contest text, \"Your Bot\" and \"Playing a Turn\": input.txt belongs to playing a turn only",
    fix: "Look at the arguments before anything else; open input.txt only when there are none.",
    right: "arguments first, then input.txt",
    wrong: "FileNotFoundError: input.txt",
    applies: Applies::Always,
};

/// `linkage/id/no-turn`.
pub(super) static NO_TURN: Requirement = Requirement {
    id: "linkage/id/no-turn",
    level: Level::Should,
    demand: "identification writes or changes no `order.txt`",
    why: "A runner that asks for the details between two turns would take the order for an answer to a question it has not asked.",
    source: "contest text, \"Your Bot\": with an argument the bot identifies itself, without one it plays a turn: one or the other",
    fix: "End right after printing the line.",
    right: "the line on stdout, and no file touched",
    wrong: "the line on stdout, and a new order.txt",
    applies: Applies::Always,
};

/// `linkage/id/fields`.
pub(super) static FIELDS: Requirement = Requirement {
    id: "linkage/id/fields",
    level: Level::Should,
    demand: "the line has at least four parts (at commas, semicolons, bars, or a period followed by a blank), and somewhere in it a version-like token and a four-digit year",
    why: "The details go on the ladder's page: name, author, date of creation and version. If some are missing, nobody can tell which of your bots played.",
    source: "contest text, \"Your Bot\": \"Bot Name, Bot Author (Country and age are optional), Date of creation and Bot Version\"",
    fix: "Print name, author, date with a four-digit year and version, separated by commas.",
    right: "Cplus. David Bolton, UK, 53, August 12,2012, V1.0",
    wrong: "My bot by me",
    applies: Applies::Always,
};

/// What is on stdout instead of exactly one non-blank line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misprint {
    /// Nothing.
    Nothing,
    /// Blanks and line ends.
    Blanks,
    /// So many lines.
    Lines(usize),
}

impl Misprint {
    /// By what it is remembered that the bot always says so who it is.
    #[must_use]
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Nothing => "identification prints nothing",
            Self::Blanks => "identification prints blanks",
            Self::Lines(_) => "identification prints lines",
        }
    }
}

impl fmt::Display for Misprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("it printed nothing on stdout"),
            Self::Blanks => f.write_str("it printed nothing but blanks and line ends on stdout"),
            Self::Lines(count) => write!(f, "it printed {count} lines on stdout, not one"),
        }
    }
}

/// What a run with arguments printed, as its one line.
///
/// # Errors
/// Says what is there instead of exactly one non-blank line.
pub(super) fn one_line(stdout: &[u8]) -> Result<String, Misprint> {
    let text = String::from_utf8_lossy(stdout);
    // What Java says of the options that it is given here, a wrapper may send to stdout.
    let is_of_bot = |line: &&str| !line.is_empty() && !stderr::is_of_tester(line);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(is_of_bot).collect();
    match lines.as_slice() {
        [one] => Ok((*one).to_owned()),
        [] if stdout.is_empty() => Err(Misprint::Nothing),
        [] => Err(Misprint::Blanks),
        many => Err(Misprint::Lines(many.len())),
    }
}

/// What the line lacks, if it lacks anything.
#[must_use]
pub(super) fn lacks(line: &str) -> Vec<&'static str> {
    let mut lacking = Vec::new();
    if parts(line) < 4 {
        lacking.push("four parts (name, author, date, version)");
    }
    if !has_version(line) {
        lacking.push("a version, such as V1.0");
    }
    if !has_year(line) {
        lacking.push("a year of four digits");
    }
    lacking
}

/// Whether a line is meant to say who the bot is: it has most of what it should.
#[must_use]
pub(super) fn is_identity(line: &str) -> bool {
    lacks(line).len() <= 1
}

/// How many parts that are not blank stand between commas, semicolons, bars, and periods before a blank.
fn parts(line: &str) -> usize {
    let sentences = line.replace(". ", ",").replace(".\t", ",");
    sentences.split([',', ';', '|']).filter(|part| !part.trim().is_empty()).count()
}

/// Whether there is a number of four digits that can be a year, alone or at the head of a date such as
/// 20120812.
fn has_year(line: &str) -> bool {
    let year = |digits: &str| digits.get(..2).is_some_and(|century| ["19", "20", "21"].contains(&century));
    line.split(|c: char| !c.is_ascii_digit()).any(|digits| match digits.len() {
        4 => year(digits),
        8 => year(digits) || year(&digits[4..]),
        _ => false,
    })
}

/// Whether there is something like V1.0, v2, 1.0.3, version 7, rev. 3, r12 or 1.0-beta.
fn has_version(line: &str) -> bool {
    let words: Vec<String> = line
        .split(|c: char| c.is_whitespace() || ",;|()[]:#=".contains(c))
        .map(|word| word.trim_matches(|c: char| c == '.' || c == '"' || c == '\'').to_ascii_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let digit_first = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let dotted = |word: &str| {
        let mut numbers = word.split('.');
        digit_first(word)
            && numbers.next().is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
            && numbers.next().is_some_and(digit_first)
            && !is_date(word)
    };
    let named = ["version", "ver", "v", "release", "rel", "revision", "rev", "r", "build", "b"];
    words.iter().enumerate().any(|(at, word)| {
        dotted(word)
            || named.iter().any(|name| {
                word.strip_prefix(name)
                    .is_some_and(|rest| digit_first(rest.trim_start_matches(['.', '-', '_'])))
            })
            || (named.contains(&word.as_str()) && words.get(at + 1).is_some_and(|next| digit_first(next)))
    })
}

/// Whether a dotted word is a date such as 12.08.2012 or 2012.08.12.
fn is_date(word: &str) -> bool {
    let numbers: Vec<&str> = word.split('.').collect();
    numbers.len() == 3 && (numbers[0].len() == 4 || numbers[2].len() == 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_free_form_are_understood() {
        for line in [
            "Cplus. David Bolton, UK, 53, August 12,2012, V1.0",
            "Chainer | Ada Lovelace | 2026-11-21 | version 3",
            "Chainer; Ada; 21.11.2026; 0.9.1-beta",
            "Chainer, Ada, 20261121, rev 7",
            "Chainer. Ada. 21 Nov 2026. r12",
            "name=Chainer, author=Ada, date=2026/11/21, version=2",
        ] {
            assert_eq!(lacks(line), Vec::<&str>::new(), "{line}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(lacks("My bot by me").len(), 3);
        assert_eq!(lacks("Chainer, Ada, 2026, nothing"), ["a version, such as V1.0"]);
        assert_eq!(lacks("Chainer, Ada, V1.0, today"), ["a year of four digits"]);
        assert_eq!(lacks("Chainer V1.0 2026"), ["four parts (name, author, date, version)"]);
        assert_eq!(lacks("Chainer, Ada, UK, 12.08.2012"), ["a version, such as V1.0"]);
    }

    #[test]
    fn one_line_is_one_line() {
        assert_eq!(one_line(b"\n  me, 1.0 \r\n\n"), Ok("me, 1.0".to_owned()));
        assert!(one_line(b" \n").is_err());
        assert!(one_line(b"a\nb\n").is_err());
        assert!(one_line(b"\xff\xfe, V1").is_ok());
    }
}
