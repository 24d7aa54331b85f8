//! The referee's files as text, in every form they may have.

use botspec_sdk::games::power4::{BoardText, Column, TeamText};

use super::script::{Layout, TeamEnd};
use crate::slip::Slip;

impl Layout {
    /// The content of `board.txt`.
    #[must_use]
    pub(super) fn board(self, text: &BoardText) -> String {
        let text = text.to_string();
        let words: Vec<&str> = text.split_whitespace().collect();
        let in_rows = |blank: &str, end: &str| -> String {
            words.chunks(usize::from(Column::COUNT)).map(|row| row.join(blank) + end).collect()
        };
        match self {
            Self::Usual => words.iter().map(|word| format!("{word} ")).collect(),
            Self::Bare => words.join(" "),
            Self::Line => words.join(" ") + "\n",
            Self::LineCrlf => words.join(" ") + "\r\n",
            Self::Rows => in_rows(" ", "\n"),
            Self::RowsCrlf => in_rows(" ", "\r\n"),
            Self::RowsBlank => in_rows(" ", " \n"),
            Self::Double => words.join("  ") + "  ",
            Self::Aligned => words
                .chunks(usize::from(Column::COUNT))
                .map(|row| row.iter().map(|word| format!("{word:>3}")).collect::<String>() + "\n")
                .collect(),
            Self::Tabs => words.join("\t") + "\n",
            Self::Padded => format!("   {}    ", words.join(" ")),
            Self::Column => words.join("\n") + "\n",
            Self::EmptyLines => in_rows(" ", "\n\n"),
        }
    }

    /// All of them.
    #[cfg(test)]
    pub(super) const ALL: [Self; 13] = [
        Self::Usual,
        Self::Bare,
        Self::Line,
        Self::LineCrlf,
        Self::Rows,
        Self::RowsCrlf,
        Self::RowsBlank,
        Self::Double,
        Self::Aligned,
        Self::Tabs,
        Self::Padded,
        Self::Column,
        Self::EmptyLines,
    ];
}

/// What may be unusual about the text of a board: a key, whether it is, and what to say of it.
type Unusual = (&'static str, fn(&str) -> bool, &'static str);

/// The narrower ones first. That a bot is right on one such board tells nothing: where most columns are open, whoever
/// misreads it may be.
const UNUSUAL: [Unusual; 7] = [
    (
        "layout: CRLF",
        |text| text.contains('\r'),
        "the line ends of board.txt are CRLF here: is a CR a blank like the others?",
    ),
    (
        "layout: tabs",
        |text| text.contains('\t'),
        "tabs stand between the integers of board.txt here: is a tab a blank like the others?",
    ),
    (
        "layout: several blanks",
        |text| text.trim().contains("  "),
        "several blanks stand between two integers of board.txt here: do they count as one?",
    ),
    (
        "layout: lines",
        |text| text.trim().contains('\n'),
        "board.txt has several lines here: are all 42 integers read, on whatever line they are?",
    ),
    (
        "layout: begins with blanks",
        |text| text.starts_with(char::is_whitespace),
        "board.txt begins with blanks here: are they left out?",
    ),
    (
        "layout: last integer",
        |text| !text.ends_with(' '),
        "no blank stands behind the last integer of board.txt here: is it read all the same?",
    ),
    (
        "layout: blanks",
        |text| text.trim().split(' ').any(|word| word.is_empty() || word.contains(char::is_whitespace)),
        "other blanks than single spaces stand between the integers of board.txt here: do any number of them, tabs and line ends among them, separate two integers?",
    ),
];

/// What a bot may stumble over in the text of a board, as far as it is unusual.
pub(super) fn slips(text: &str) -> Vec<Slip> {
    let slip = |(key, is_so, hint): Unusual| Slip { key, fits: is_so(text), hint: Some(hint.to_owned()) };
    UNUSUAL.into_iter().map(slip).collect()
}

impl TeamEnd {
    /// The content of `team_no.txt`.
    #[must_use]
    pub(super) fn team(self, text: TeamText) -> String {
        let end = match self {
            Self::Bare => "",
            Self::Lf => "\n",
            Self::Crlf => "\r\n",
        };
        format!("{text}{end}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use botspec_sdk::games::power4::{Board, Cell, Disk, Team};
    use std::collections::BTreeSet;

    #[test]
    fn what_is_unusual_about_a_layout_is_named() {
        let text = BoardText { board: Board::EMPTY };
        let named = |layout: Layout| -> Vec<&str> {
            slips(&layout.board(&text)).into_iter().filter(|slip| slip.fits).map(|slip| slip.key).collect()
        };
        assert_eq!(named(Layout::Usual), [""; 0]);
        assert_eq!(named(Layout::Bare), ["layout: last integer"]);
        assert_eq!(named(Layout::LineCrlf), ["layout: CRLF", "layout: last integer"]);
        assert_eq!(named(Layout::Double), ["layout: several blanks", "layout: blanks"]);
        assert_eq!(named(Layout::Tabs), ["layout: tabs", "layout: last integer", "layout: blanks"]);
        assert_eq!(
            named(Layout::RowsCrlf),
            ["layout: CRLF", "layout: lines", "layout: last integer", "layout: blanks"]
        );
        assert_eq!(named(Layout::Padded), ["layout: begins with blanks"]);
    }

    #[test]
    fn every_layout_says_the_same_in_another_way() {
        let mut board = Board::EMPTY;
        for (number, disk) in
            [(1, Disk::Of(Team::One)), (7, Disk::Dual), (8, Disk::Of(Team::Two)), (42, Disk::Dual)]
        {
            board.set(Cell::new(number).unwrap(), Some(disk));
        }
        let text = BoardText { board };
        let mut written = BTreeSet::new();
        for layout in Layout::ALL {
            let bytes = layout.board(&text);
            assert_eq!(BoardText::from_bytes(bytes.as_bytes()), Ok(text), "{layout:?}");
            assert!(written.insert(bytes), "{layout:?}");
        }
        assert_eq!(Layout::Usual.board(&text), text.to_string());
        for end in [TeamEnd::Bare, TeamEnd::Lf, TeamEnd::Crlf] {
            let bytes = end.team(TeamText { team: Team::Two });
            assert_eq!(TeamText::from_bytes(bytes.as_bytes()), Ok(TeamText { team: Team::Two }));
        }
    }
}
