//! The referee's files as text, in every form they may have.

use botspec_sdk::games::power4::{BoardText, Column, TeamText};

use super::script::{Layout, TeamEnd};

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
