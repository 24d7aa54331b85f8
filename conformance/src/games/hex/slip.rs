//! Ways to be wrong about who has won, told from each other by what they would answer.

use botspec_sdk::games::hex::{Board, Cell, Colour, Size, Standing};

use super::check_win::is_countable;
use crate::record::HintCandidate;

/// A question after who has won, with what a bot that errs may go by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    /// What stands where.
    pub(super) board: &'a Board,
    /// The bot's colour.
    pub(super) own: Colour,
    /// Where the last stone was put, if it is still there.
    pub(super) last: Option<Cell>,
    /// The colour of the stone that was put last, whatever became of it.
    pub(super) last_mover: Option<Colour>,
    /// Who had won first in this game, on this board or on one before.
    pub(super) first_winner: Option<Colour>,
    /// Who would have won if no stone had been taken away.
    pub(super) winner_with_taken: Option<Colour>,
}

/// A way to be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slip {
    SignExchanged,
    BlacksView,
    Joined(Joined),
    EitherColour,
    EdgesExchanged,
    EachLine,
    BothEdges,
    LastStoneOnly,
    WinsStay,
    TakenStonesCount,
    CornerLeftOut(Edges),
    OwnOnly,
    OpponentOnly,
    LastMover,
    FullIsDrawn,
    StonesCounted,
    LongChains,
    NobodyEver,
}

/// Whose edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edges {
    Both,
    Of(Colour),
}

/// A chain of more stones than this is long: most are not.
const LONG: usize = 60;

/// Which cells are taken for neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joined {
    Right,
    WrongDiagonal,
    AllEight,
    Wrapped,
    OnlyFour,
    /// Never back to the edge that the chain comes from.
    Onwards,
    /// All but the one with this number.
    Without(usize),
    /// The same for stones of one colour only.
    WithoutOf(Colour, usize),
}

/// The steps to the six neighbours, by row and column, and what they are called.
const STEPS: [(i8, i8, &str); 6] = [
    (0, -1, "(r, c−1)"),
    (0, 1, "(r, c+1)"),
    (-1, 0, "(r−1, c)"),
    (1, 0, "(r+1, c)"),
    (-1, 1, "(r−1, c+1)"),
    (1, -1, "(r+1, c−1)"),
];

/// A slip that leaves out one of the steps for black only, by its number.
const OF_BLACK: [&str; 6] = [
    "check_win: black's (r, c−1)",
    "check_win: black's (r, c+1)",
    "check_win: black's (r−1, c)",
    "check_win: black's (r+1, c)",
    "check_win: black's (r−1, c+1)",
    "check_win: black's (r+1, c−1)",
];

/// The same for white.
const OF_WHITE: [&str; 6] = [
    "check_win: white's (r, c−1)",
    "check_win: white's (r, c+1)",
    "check_win: white's (r−1, c)",
    "check_win: white's (r+1, c)",
    "check_win: white's (r−1, c+1)",
    "check_win: white's (r+1, c−1)",
];

impl Slip {
    /// Those that explain much come behind those that explain little.
    const ALL: [Self; 42] = [
        Self::BlacksView,
        Self::SignExchanged,
        Self::LastMover,
        Self::WinsStay,
        Self::TakenStonesCount,
        Self::Joined(Joined::WrongDiagonal),
        Self::Joined(Joined::AllEight),
        Self::Joined(Joined::Wrapped),
        Self::Joined(Joined::OnlyFour),
        Self::EitherColour,
        Self::Joined(Joined::Without(0)),
        Self::Joined(Joined::Without(1)),
        Self::Joined(Joined::Without(2)),
        Self::Joined(Joined::Without(3)),
        Self::Joined(Joined::Without(4)),
        Self::Joined(Joined::Without(5)),
        Self::Joined(Joined::WithoutOf(Colour::Black, 0)),
        Self::Joined(Joined::WithoutOf(Colour::Black, 1)),
        Self::Joined(Joined::WithoutOf(Colour::Black, 2)),
        Self::Joined(Joined::WithoutOf(Colour::Black, 3)),
        Self::Joined(Joined::WithoutOf(Colour::Black, 4)),
        Self::Joined(Joined::WithoutOf(Colour::Black, 5)),
        Self::Joined(Joined::WithoutOf(Colour::White, 0)),
        Self::Joined(Joined::WithoutOf(Colour::White, 1)),
        Self::Joined(Joined::WithoutOf(Colour::White, 2)),
        Self::Joined(Joined::WithoutOf(Colour::White, 3)),
        Self::Joined(Joined::WithoutOf(Colour::White, 4)),
        Self::Joined(Joined::WithoutOf(Colour::White, 5)),
        Self::Joined(Joined::Onwards),
        Self::EdgesExchanged,
        Self::EachLine,
        Self::BothEdges,
        Self::CornerLeftOut(Edges::Both),
        Self::CornerLeftOut(Edges::Of(Colour::Black)),
        Self::CornerLeftOut(Edges::Of(Colour::White)),
        Self::LastStoneOnly,
        Self::FullIsDrawn,
        Self::StonesCounted,
        Self::LongChains,
        Self::OwnOnly,
        Self::OpponentOnly,
        Self::NobodyEver,
    ];

    const fn key(self) -> &'static str {
        match self {
            Self::SignExchanged => "check_win: sign",
            Self::BlacksView => "check_win: black's view",
            Self::Joined(Joined::WrongDiagonal) => "check_win: wrong diagonal",
            Self::Joined(Joined::AllEight) => "check_win: eight neighbours",
            Self::Joined(Joined::Wrapped) => "check_win: rows run on",
            Self::Joined(Joined::OnlyFour) => "check_win: four neighbours",
            Self::Joined(Joined::Onwards) => "check_win: onwards",
            Self::Joined(Joined::Without(step)) => STEPS[step].2,
            Self::Joined(Joined::WithoutOf(Colour::Black, step)) => OF_BLACK[step],
            Self::Joined(Joined::WithoutOf(Colour::White, step)) => OF_WHITE[step],
            Self::Joined(Joined::Right) => "check_win: right",
            Self::EitherColour => "check_win: either colour",
            Self::EdgesExchanged => "check_win: edges",
            Self::EachLine => "check_win: each line",
            Self::BothEdges => "check_win: both edges",
            Self::LastStoneOnly => "check_win: last stone",
            Self::WinsStay => "check_win: wins stay",
            Self::TakenStonesCount => "check_win: taken stones count",
            Self::CornerLeftOut(Edges::Both) => "check_win: corners",
            Self::CornerLeftOut(Edges::Of(Colour::Black)) => "check_win: black's corners",
            Self::CornerLeftOut(Edges::Of(Colour::White)) => "check_win: white's corners",
            Self::OwnOnly => "check_win: own only",
            Self::OpponentOnly => "check_win: opponent only",
            Self::LastMover => "check_win: last mover",
            Self::FullIsDrawn => "check_win: full",
            Self::StonesCounted => "check_win: stones counted",
            Self::LongChains => "check_win: long chains",
            Self::NobodyEver => "check_win: nobody ever",
        }
    }

    fn hint(self) -> String {
        let text = match self {
            Self::SignExchanged => {
                "1 and -1 are exchanged: 1 means that this bot has won, -1 that its opponent has"
            }
            Self::BlacksView => {
                "that would be right from black's point of view: 1 means that this bot has won, whatever its colour"
            }
            Self::Joined(Joined::WrongDiagonal) => {
                "that would be right if (r−1, c−1) and (r+1, c+1) were neighbours instead of (r−1, c+1) and (r+1, c−1)"
            }
            Self::Joined(Joined::AllEight) => {
                "that would be right if all cells that touch at a corner were neighbours: (r−1, c−1) and (r+1, c+1) are none"
            }
            Self::Joined(Joined::Wrapped) => {
                "that would be right if the end of a row were next to the beginning of the next one"
            }
            Self::Joined(Joined::OnlyFour | Joined::Right) => {
                "that would be right without diagonal neighbours: (r−1, c+1) and (r+1, c−1) are neighbours too"
            }
            Self::Joined(Joined::Onwards) => {
                "that would be right if a chain never turned back towards the edge it comes from"
            }
            Self::Joined(Joined::Without(step)) => {
                return format!("that would be right if {} were no neighbour", STEPS[step].2);
            }
            Self::Joined(Joined::WithoutOf(colour, step)) => {
                let name = STEPS[step].2;
                return format!("that would be right if {name} were no neighbour in chains of {colour}");
            }
            Self::EitherColour => {
                "that would be right if a chain went on over stones of the other colour: does the search look at their colour?"
            }
            Self::EdgesExchanged => {
                "that would be right if black had to join left and right: black joins top and bottom"
            }
            Self::EachLine => {
                "that would be right if a stone in each row (black) or in each column (white) were enough: they must be joined"
            }
            Self::BothEdges => {
                "that would be right if a stone at either edge were enough: they must be joined"
            }
            Self::LastStoneOnly => {
                "that would be right if only the chain with the last stone in it counted: any chain does"
            }
            Self::WinsStay => {
                "that would be right if a win stayed one: a stone of that chain has been taken away since"
            }
            Self::TakenStonesCount => {
                "that would be right if stones still counted that have been taken away: are chains built anew after `unset`?"
            }
            Self::CornerLeftOut(_) => {
                "that would be right if the last cell of an edge did not belong to it: does a loop end one too early?"
            }
            Self::OwnOnly => {
                "that would be right if only the bot's own stones counted: when the opponent has won, the answer is -1"
            }
            Self::OpponentOnly => {
                "that would be right if only the opponent's stones counted: when the bot has won, the answer is 1"
            }
            Self::LastMover => {
                "that would be right if whoever put the last stone had won: it is the colour of the chain that counts"
            }
            Self::FullIsDrawn => {
                "that would be right if a full board were a draw: on a full board somebody has won"
            }
            Self::StonesCounted => {
                "that would be right if nobody could have won where stones do not alternate: any chain counts"
            }
            Self::LongChains => {
                "that would be right if long chains were given up: does the search end after so many stones, or so deep?"
            }
            Self::NobodyEver => "that is what the bot always says: it never finds that somebody has won",
        };
        text.to_owned()
    }

    /// Whether a bot with this slip answers this.
    fn answers(self, asked: Asked<'_>, given: Standing) -> bool {
        let Asked { board, own, .. } = asked;
        let right = board.winner();
        let is = |winner: Option<Colour>| Standing::of(own, winner) == given;
        match self {
            Self::SignExchanged => Standing::of(own.other(), right) == given,
            Self::BlacksView => Standing::of(Colour::Black, right) == given,
            Self::Joined(joined) => winners(|colour| chain(board, colour, joined, false)).any(is),
            Self::EitherColour => winners(|colour| chain_over_any(board, colour)).any(is),
            Self::EdgesExchanged => winners(|colour| chain(board, colour, Joined::Right, true)).any(is),
            Self::EachLine => winners(|colour| stands_in(board, colour, |_, _| true)).any(is),
            Self::BothEdges => {
                winners(|colour| stands_in(board, colour, |line, last| line == 0 || line == last)).any(is)
            }
            Self::LastStoneOnly => asked.last.map_or_else(
                || is(right),
                |last| {
                    let alone = group(board, last);
                    winners(|colour| chain(&alone, colour, Joined::Right, false)).any(is)
                },
            ),
            Self::WinsStay => is(asked.first_winner),
            // One that is told of a win may begin anew.
            Self::TakenStonesCount => {
                is(asked.winner_with_taken) || asked.first_winner.is_some() && is(right)
            }
            // Of an edge with one cell nothing can be left out.
            Self::CornerLeftOut(_) if board.size().get() == 1 => is(right),
            Self::CornerLeftOut(edges) => {
                let joins = |colour| match edges {
                    Edges::Of(short) if short != colour => chain(board, colour, Joined::Right, false),
                    _ => chain_without_corner(board, colour),
                };
                winners(joins).any(is)
            }
            Self::LastMover => match (right, asked.last_mover) {
                (Some(_), mover @ Some(_)) => is(mover),
                (winner, _) => is(winner),
            },
            Self::FullIsDrawn => {
                is(right.filter(|_| usize::from(board.stone_count()) < board.size().cell_count()))
            }
            Self::StonesCounted => is(right.filter(|_| is_countable(board))),
            Self::LongChains => {
                is(right)
                    || given == Standing::Open
                        && right.is_some_and(|winner| chain_length(board, winner) > LONG)
            }
            Self::NobodyEver => given == Standing::Open,
            Self::OwnOnly => is(right.filter(|&winner| winner == own)),
            Self::OpponentOnly => is(right.filter(|&winner| winner != own)),
        }
    }
}

/// The slips that lead to a wrong answer.
#[must_use]
pub(super) fn candidates(asked: Asked<'_>, given: Standing) -> Vec<HintCandidate> {
    let fitting = Slip::ALL.into_iter().filter(|slip| slip.answers(asked, given));
    fitting.map(|slip| HintCandidate { slip: slip.key(), hint: slip.hint() }).collect()
}

/// The slips that an answer speaks against, of those that nothing has spoken against so far.
pub(super) fn ruled_out(
    asked: Asked<'_>,
    given: Standing,
    is_plausible: impl Fn(&'static str) -> bool,
) -> impl Iterator<Item = &'static str> {
    Slip::ALL
        .into_iter()
        .filter(move |slip| is_plausible(slip.key()) && !slip.answers(asked, given))
        .map(Slip::key)
}

/// Who would have won, if this told it: either, if it holds for both, since it does not say who is looked at first.
fn winners(wins: impl Fn(Colour) -> bool) -> impl Iterator<Item = Option<Colour>> {
    let found = Colour::ALL.map(|colour| wins(colour).then_some(colour));
    let nobody = found == [None, None];
    let first = nobody.then_some(None);
    found.into_iter().filter(Option::is_some).chain(first)
}

/// How far a cell is from the edge that a colour starts from.
const fn along(cell: Cell, downwards: bool) -> u8 {
    if downwards { cell.row() } else { cell.column() }
}

/// Whether a colour has a stone in each of these of its lines: rows for black, columns for white.
fn stands_in(board: &Board, colour: Colour, wanted: fn(line: u8, last: u8) -> bool) -> bool {
    let size = board.size().get();
    let has = |line: u8| {
        board.stones().any(|(cell, of)| of == colour && along(cell, colour == Colour::Black) == line)
    };
    (0..size).filter(|&line| wanted(line, size - 1)).all(has)
}

/// Whether a colour joins its edges, with other neighbours or with the other colour's edges.
fn chain(board: &Board, colour: Colour, joined: Joined, edges_exchanged: bool) -> bool {
    let downwards = (colour == Colour::Black) != edges_exchanged;
    reaches(board, colour, joined, downwards, |_| true)
}

/// Whether stones of either colour lead from a colour's own on one of its edges to the other edge.
fn chain_over_any(board: &Board, colour: Colour) -> bool {
    let downwards = colour == Colour::Black;
    let mut all = Board::empty(board.size());
    for (cell, _) in board.stones() {
        all.place(cell, colour);
    }
    let starts = board.stones().filter(|&(cell, of)| of == colour && along(cell, downwards) == 0);
    let reached = spread(&all, starts.map(|(cell, _)| cell).collect(), Joined::Right);
    reached.into_iter().any(|cell| along(cell, downwards) + 1 == board.size().get())
}

/// Whether a colour joins its edges when the last cell of either is not looked at.
fn chain_without_corner(board: &Board, colour: Colour) -> bool {
    let downwards = colour == Colour::Black;
    let last = board.size().get() - 1;
    reaches(board, colour, Joined::Right, downwards, |cell| along(cell, !downwards) != last)
}

/// How many stones hang together with those that a colour has on the edge that it starts from.
fn chain_length(board: &Board, colour: Colour) -> usize {
    let downwards = colour == Colour::Black;
    let starts = board.stones().filter(|&(cell, of)| of == colour && along(cell, downwards) == 0);
    spread(board, starts.map(|(cell, _)| cell).collect(), Joined::Right).len()
}

fn reaches(
    board: &Board,
    colour: Colour,
    joined: Joined,
    downwards: bool,
    edge: impl Fn(Cell) -> bool,
) -> bool {
    let size = board.size();
    let starts =
        board.stones().filter(|&(cell, of)| of == colour && along(cell, downwards) == 0 && edge(cell));
    let reached = spread(board, starts.map(|(cell, _)| cell).collect(), joined);
    reached.into_iter().any(|cell| along(cell, downwards) + 1 == size.get() && edge(cell))
}

/// A board with nothing but the group that a stone belongs to.
fn group(board: &Board, stone: Cell) -> Board {
    let mut alone = Board::empty(board.size());
    if let Some(colour) = board.get(stone) {
        for cell in spread(board, vec![stone], Joined::Right) {
            alone.place(cell, colour);
        }
    }
    alone
}

/// All cells that stones of one colour lead to.
fn spread(board: &Board, mut reached: Vec<Cell>, joined: Joined) -> Vec<Cell> {
    let Some(colour) = reached.first().and_then(|&cell| board.get(cell)) else { return reached };
    let mut seen = Board::empty(board.size());
    for &cell in &reached {
        seen.place(cell, colour);
    }
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for neighbour in neighbours(cell, board.size(), joined, colour) {
            if board.get(neighbour) == Some(colour) && seen.place(neighbour, colour).is_some() {
                reached.push(neighbour);
            }
        }
    }
    reached
}

fn neighbours(cell: Cell, size: Size, joined: Joined, colour: Colour) -> Vec<Cell> {
    let step = |row: i8, column: i8| {
        let to = Cell::at(cell.row().checked_add_signed(row)?, cell.column().checked_add_signed(column)?)?;
        to.is_on(size).then_some(to)
    };
    let taken = |number: usize, row: i8, column: i8| match joined {
        Joined::WrongDiagonal | Joined::OnlyFour => number < 4,
        Joined::Onwards => {
            if colour == Colour::Black {
                row >= 0
            } else {
                column >= 0
            }
        }
        Joined::Without(other) => number != other,
        Joined::WithoutOf(short, other) => short != colour || number != other,
        Joined::Right | Joined::AllEight | Joined::Wrapped => true,
    };
    let steps = STEPS.iter().enumerate().filter(|&(number, &(row, column, _))| taken(number, row, column));
    let mut found: Vec<Cell> = steps.filter_map(|(_, &(row, column, _))| step(row, column)).collect();
    if matches!(joined, Joined::WrongDiagonal | Joined::AllEight) {
        found.extend([step(-1, -1), step(1, 1)].into_iter().flatten());
    }
    if joined == Joined::Wrapped {
        let last = size.get() - 1;
        if cell.column() == last {
            found.extend(Cell::at(cell.row() + 1, 0).filter(|cell| cell.is_on(size)));
        }
        if cell.column() == 0 && cell.row() > 0 {
            found.extend(Cell::at(cell.row() - 1, last));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::hex::BoardText;

    use super::*;

    fn board(text: &str) -> Board {
        BoardText::from_bytes(text.as_bytes()).unwrap().to_board()
    }

    fn asked(board: &Board, own: Colour) -> Asked<'_> {
        let winner = board.winner();
        Asked { board, own, last: None, last_mover: None, first_winner: winner, winner_with_taken: winner }
    }

    fn hints(text: &str, own: Colour, given: Standing) -> String {
        let board = board(text);
        let hints = candidates(asked(&board, own), given);
        hints.into_iter().map(|candidate| candidate.hint).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_slip_is_named_by_what_it_answers() {
        let black = Colour::Black;
        for (text, own, given, hint) in [
            ("B.W|.B.|W.B|", black, Standing::Won, "(r−1, c−1) and (r+1, c+1) were neighbours"),
            ("B.W|.B.|W.B|", black, Standing::Won, "touch at a corner"),
            ("W.B|WB.|B..|", black, Standing::Lost, "1 and -1 are exchanged"),
            ("W.B|WB.|B..|", Colour::White, Standing::Won, "black's point of view"),
            ("W.B|WB.|B..|", black, Standing::Open, "without diagonal neighbours"),
            ("W.B|WB.|B..|", black, Standing::Open, "(r+1, c−1) were no neighbour"),
            ("W.B|WB.|B..|", black, Standing::Open, "last cell of an edge"),
            ("W.B|WB.|B..|", Colour::White, Standing::Open, "own stones counted"),
            ("WW.|BBB|W..|", black, Standing::Won, "top and bottom"),
            ("B.W|W.B|..B|", Colour::White, Standing::Won, "end of a row"),
            ("B.B|.WW|B..|", black, Standing::Won, "at either edge"),
            ("B..|W.B|.B.|", black, Standing::Won, "in each row"),
            ("BW|WB|", black, Standing::Open, "full board"),
            ("B..|W..|B..|", black, Standing::Won, "stones of the other colour"),
            ("BW|WB|", black, Standing::Won, "stones of the other colour"),
        ] {
            let found = hints(text, own, given);
            assert!(found.contains(hint), "{text} {given}: {found}");
        }
        // A chain that goes down, up and down again.
        let winding = "BWWWW|BWBBW|BBWBW|WWWBW|WWWBW|";
        assert!(board(winding).winner() == Some(black), "{winding}");
        assert!(hints(winding, black, Standing::Open).contains("never turned back"));
    }

    #[test]
    fn what_happened_before_explains_an_answer() {
        let position = board("B..|B..|W..|");
        let base = asked(&position, Colour::Black);
        let named = |asked: Asked<'_>, given: Standing, hint: &str| {
            candidates(asked, given).iter().any(|candidate| candidate.hint.contains(hint))
        };
        assert!(named(Asked { first_winner: Some(Colour::Black), ..base }, Standing::Won, "stayed one"));
        assert!(!named(base, Standing::Won, "stayed one"));
        let taken = Asked { winner_with_taken: Some(Colour::Black), ..base };
        assert!(named(taken, Standing::Won, "taken away: are chains"));
        assert!(!named(base, Standing::Won, "taken away: are chains"));
        let position = board("B.W|B..|B..|");
        let base = asked(&position, Colour::Black);
        let late = Asked { last: Cell::at(0, 2), last_mover: Some(Colour::White), ..base };
        assert!(named(late, Standing::Open, "the last stone in it"));
        assert!(named(late, Standing::Lost, "put the last stone"));
        assert!(!named(Asked { last: Cell::at(1, 0), ..base }, Standing::Open, "the last stone in it"));
    }

    #[test]
    fn an_answer_speaks_against_all_slips_that_lead_to_another() {
        let position = board("W.B|WB.|B..|");
        let against: Vec<&str> =
            ruled_out(asked(&position, Colour::Black), Standing::Won, |_| true).collect();
        assert!(against.contains(&Slip::Joined(Joined::OnlyFour).key()), "{against:?}");
        assert!(against.contains(&Slip::NobodyEver.key()), "{against:?}");
        assert!(!against.contains(&Slip::BlacksView.key()), "{against:?}");
    }
}
