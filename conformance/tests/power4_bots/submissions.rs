//! Folders as the team Co0023 may hand them in, good and bad.

use std::fs;
use std::path::Path;

use botspec::record::Level::Must;

use crate::harness::{Earned, Entry, Hint, Pace};

/// A submitted folder.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Submission {
    /// The source under its name.
    Clean,
    /// The source and a text.
    WithText,
    /// The source under a name that says what it is.
    OtherName,
    /// The source with its name in small letters.
    SmallLetters,
    /// The source of another team.
    OtherTeam,
    /// A language that the contest does not take.
    OtherLanguage,
    /// Source that does not compile.
    NotCompiling,
    /// An empty file.
    Empty,
}

const GOOD: &str = include_str!("../bots/power4/tally.c");

impl Submission {
    /// All of them.
    pub(crate) const ALL: &[Self] = &[
        Self::Clean,
        Self::WithText,
        Self::OtherName,
        Self::SmallLetters,
        Self::OtherTeam,
        Self::OtherLanguage,
        Self::NotCompiling,
        Self::Empty,
    ];

    /// What is to be seen when it is checked.
    pub(crate) fn entry(self) -> Entry {
        let options = vec!["--submission", "--team-id", "Co0023", "--cases", "1", "--skip", "power4/match"];
        Entry {
            name: format!("{self:?}"),
            earned: self.earned(),
            hint: Hint::None,
            options,
            pace: Pace::Works,
        }
    }

    /// What it must be reported for.
    const fn earned(self) -> &'static [Earned] {
        match self {
            Self::Clean | Self::WithText => &[],
            _ => &[("power4/submission/name", Must)],
        }
    }

    /// Puts its files into an empty folder.
    pub(crate) fn fill(self, folder: &Path) {
        let put = |name: &str, content: &str| {
            fs::write(folder.join(name), content).expect("the folder is writable")
        };
        // Its help file bears the name of the team, whatever the source is called.
        let good = GOOD.replace("\"%s_tally.txt\", slash", "\"Co0023_%s\", slash");
        match self {
            Self::Clean | Self::WithText => put("Co0023.c", GOOD),
            Self::OtherName => put("main.c", &good),
            Self::SmallLetters => put("co0023.c", &good),
            Self::OtherTeam => put("Co0024.c", &good),
            Self::OtherLanguage => put("Co0023.rs", RUST),
            Self::NotCompiling => put("Co0023.c", "int main(void) { return }\n"),
            Self::Empty => put("Co0023.c", ""),
        }
        if matches!(self, Self::WithText) {
            put("README.txt", "A bot in C.\n");
        }
    }
}

/// Drops its dual disk on a board that is nearly empty, and needs no memory.
const RUST: &str = r#"
fn main() {
    let text = std::fs::read_to_string("board.txt").unwrap();
    let board: Vec<u8> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let column = (0..7).find(|column| board[35 + column] == 0).unwrap() + 1;
    let kind = if board.iter().filter(|&&disk| disk != 0).count() <= 1 { 4 } else { 5 };
    std::fs::write("output.txt", format!("{kind} {column}")).unwrap();
}
"#;
