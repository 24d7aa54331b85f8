//! The boards that a bot believes in which has missed something: what an illegal answer may be explained by.

use botspec_sdk::Position as _;
use botspec_sdk::games::flit::{Answer, Board, Contents, Move, Player, Position, Update};

use crate::record::HintCandidate;
use crate::slip::{self, Slip};

/// Boards that differ from the real one by what a bot may have left out, or taken for granted.
#[derive(Debug, Clone)]
pub(super) struct Stale {
    player: Player,
    /// As it was at the first request; none before it.
    at_first: Option<Board>,
    /// As it was at the last request; none before the first.
    at_last: Option<Board>,
    /// What has changed since the last request.
    since: Vec<Update>,
    /// Boards on which a kind of change has been left out since the first request.
    without: [(Kind, Board); 5],
    /// With each of its own moves made as soon as it was answered.
    own_made: Board,
    /// The same, with the piece still on the square that it came from.
    own_doubled: Board,
    /// The same as `own_made`, with the neutral pieces at the corners of the destination converted as well.
    own_spread: Board,
}

/// Something that a bot seems to have missed, or taken for granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Missed {
    /// What, for the report, the likeliest first.
    pub candidates: Vec<HintCandidate>,
    /// What it is about.
    pub belief: Belief,
}

/// What a bot is wrong about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Belief {
    /// What it was told of others.
    Others,
    /// That its own moves are made. It believes so again whenever a move of its own is not.
    OwnMove,
    /// What its own moves convert. It believes so again at every move.
    OwnConversion,
}

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Other,
    Conversion,
    /// A conversion, taken for the removal of the neutral piece.
    Removal,
    Neutral,
    Cleared,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Other, Self::Conversion, Self::Removal, Self::Neutral, Self::Cleared];

    const fn slip(self) -> &'static str {
        match self {
            Self::Other => "update: of others",
            Self::Conversion => "update: conversions",
            Self::Removal => "update: conversions as removals",
            Self::Neutral => "update: neutral pieces",
            Self::Cleared => "update: cleared squares",
        }
    }

    const fn hint(self) -> &'static str {
        match self {
            Self::Other => {
                "it would be legal if the other bots had not moved: are the updates about their moves applied?"
            }
            Self::Conversion => {
                "it would be legal if no neutral piece had been converted: are updates applied that give one to a bot?"
            }
            Self::Removal => {
                "it would be legal if neutral pieces left the board when they are converted: they go to the bot that moved"
            }
            Self::Neutral => "it would be legal if no neutral piece had appeared: is colour 5 handled?",
            Self::Cleared => {
                "it would be legal if no piece had left its square: is colour 0, which empties a square, handled?"
            }
        }
    }
}

impl Stale {
    /// Of a bot that has been told nothing.
    #[must_use]
    pub(super) fn new(board: &Board, player: Player) -> Self {
        let without = Kind::ALL.map(|kind| (kind, board.clone()));
        Self {
            player,
            at_first: None,
            at_last: None,
            since: Vec::new(),
            without,
            own_made: board.clone(),
            own_doubled: board.clone(),
            own_spread: board.clone(),
        }
    }

    /// Whether this is a slip about updates.
    #[must_use]
    pub(super) fn is_about(slip: &str) -> bool {
        slip.starts_with("update: ")
    }

    /// A square changes. `board` is the real one before.
    pub(super) fn tell(&mut self, board: &Board, update: Update) {
        let Some(square) = update.at.on(board.variant()) else { return };
        let before = board.get(square);
        let kind = match (before, update.contents) {
            (Contents::Neutral, Contents::Piece(_)) => Some(Kind::Conversion),
            (_, Contents::Neutral) => Some(Kind::Neutral),
            (Contents::Piece(player), Contents::Empty) | (_, Contents::Piece(player))
                if player != self.player =>
            {
                Some(Kind::Other)
            }
            _ => None,
        };
        for (left_out, shadow) in &mut self.without {
            let left_out_here = match *left_out {
                Kind::Cleared => update.contents == Contents::Empty,
                Kind::Removal => false,
                left_out => kind == Some(left_out),
            };
            let removed = *left_out == Kind::Removal && kind == Some(Kind::Conversion);
            if self.at_first.is_none() {
                shadow.set(square, update.contents);
            } else if !left_out_here {
                shadow.set(square, if removed { Contents::Empty } else { update.contents });
            }
        }
        self.own_made.set(square, update.contents);
        self.own_doubled.set(square, update.contents);
        self.own_spread.set(square, update.contents);
        self.since.push(update);
    }

    /// An answer has been judged on this board. `mv` is the move, if it was legal.
    pub(super) fn answered(&mut self, board: &Board, mv: Option<Move>) {
        self.at_first.get_or_insert_with(|| board.clone());
        self.at_last = Some(board.clone());
        self.since.clear();
        if let Some(mv) = mv {
            for believed in [&mut self.own_made, &mut self.own_spread] {
                if let Ok(next) = Position::new(believed.clone(), self.player).play(mv) {
                    *believed = next.board().clone();
                }
            }
            if !mv.is_stay() {
                self.own_doubled.set(mv.destination, Contents::Piece(self.player));
                self.spread(mv);
            }
        }
    }

    /// Converts what is at the corners of the destination, too.
    fn spread(&mut self, mv: Move) {
        let variant = self.own_spread.variant();
        let beside = mv.destination.neighbours(variant);
        for square in beside.into_iter().flat_map(|square| square.neighbours(variant)) {
            let corner = square.x() != mv.destination.x() && square.y() != mv.destination.y();
            if corner && self.own_spread.neutral().contains(square) {
                self.own_spread.set(square, Contents::Piece(self.player));
            }
        }
    }

    /// What the bot seems to have missed, if the answer would be legal on a board that misses it.
    #[must_use]
    pub(super) fn explains(&self, answer: &Answer) -> Option<Missed> {
        self.own_move(answer).or_else(|| {
            let candidates = slip::candidates(self.slips(answer));
            (!candidates.is_empty()).then_some(Missed { candidates, belief: Belief::Others })
        })
    }

    /// The ways to miss something, in the light of an answer that is no stay.
    #[must_use]
    pub(super) fn slips(&self, answer: &Answer) -> Vec<Slip> {
        let slip = |(key, boards): (_, Vec<(Board, String)>)| {
            let hint = boards.into_iter().find(|(board, _)| self.legal(board, answer)).map(|(_, hint)| hint);
            Slip { key, fits: hint.is_some(), hint }
        };
        self.beliefs().into_iter().map(slip).collect()
    }

    fn legal(&self, board: &Board, answer: &Answer) -> bool {
        Position::new(board.clone(), self.player).judge(answer).is_ok_and(|mv| !mv.is_stay())
    }

    fn own_move(&self, answer: &Answer) -> Option<Missed> {
        self.at_first.as_ref()?;
        let (slip, text, belief) = if self.legal(&self.own_made, answer)
            || self.legal(&self.own_doubled, answer)
        {
            let text = "it would be legal if its own last answer had been made: a move is made only when updates say so";
            ("update: own move", text, Belief::OwnMove)
        } else if self.legal(&self.own_spread, answer) {
            let text = "it would be legal if its own moves had converted neutral pieces at the corners of their destinations: what is converted, updates say";
            ("update: own conversion", text, Belief::OwnConversion)
        } else {
            return None;
        };
        Some(Missed { candidates: vec![HintCandidate { slip, hint: text.to_owned() }], belief })
    }

    /// What a bot may believe that has missed something: by what it has missed the boards that it may see, each with
    /// the hint that goes with it.
    fn beliefs(&self) -> Vec<(&'static str, Vec<(Board, String)>)> {
        let (Some(at_first), Some(at_last)) = (&self.at_first, &self.at_last) else { return Vec::new() };
        let first = "it was legal at the first request: are updates still applied after the first M?";
        let before = "it was legal at the request before: is the bot still looking at the old board?";
        let hint = |left: usize| match left {
            1 => "it was legal before the last update: is each one applied before the next line is read?"
                .to_owned(),
            left => format!(
                "it was legal {left} updates before the request: are all of them applied before the answer is chosen?"
            ),
        };
        let mut beliefs = vec![
            ("update: all after the first", vec![(at_first.clone(), first.to_owned())]),
            ("update: request before", vec![(at_last.clone(), before.to_owned())]),
        ];
        let mut board = at_last.clone();
        let mut prefixes = vec![(board.clone(), hint(self.since.len()))];
        for (told, update) in self.since.iter().enumerate() {
            if let Some(square) = update.at.on(board.variant()) {
                board.set(square, update.contents);
            }
            prefixes.push((board.clone(), hint(self.since.len() - told - 1)));
        }
        // With all of them it is the board as it is.
        if let [.., behind, _] = prefixes.as_slice() {
            beliefs.push(("update: the last one", vec![behind.clone()]));
        }
        beliefs.extend(
            self.without
                .iter()
                .map(|(kind, board)| (kind.slip(), vec![(board.clone(), kind.hint().to_owned())])),
        );
        beliefs.push(("update: the last ones", prefixes));
        beliefs
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Setup, Variant};

    use super::*;

    fn update(text: &str) -> Update {
        Update::from_bytes(text.as_bytes()).unwrap()
    }

    fn answer(text: &str) -> Answer {
        Answer::from_bytes(text.as_bytes()).unwrap()
    }

    /// A board, the shadows of a bot that has answered once on it, and what then changes.
    fn after(start: &str, first: Option<&str>, changes: &[&str]) -> (Board, Stale) {
        let setup = Setup::from_bytes(start.as_bytes(), Variant::Standard, Player::One).unwrap();
        let mut board = setup.board().unwrap();
        let mut stale = Stale::new(&board, Player::One);
        let mv = first.map(|text| Position::new(board.clone(), Player::One).judge(&answer(text)).unwrap());
        stale.answered(&board, mv);
        for text in changes {
            stale.tell(&board, update(text));
            let update = update(text);
            board.set(update.at.on(Variant::Standard).unwrap(), update.contents);
        }
        (board, stale)
    }

    #[test]
    fn each_thing_that_can_be_missed_is_named() {
        let start = "5 5 1\n9 9 1\n20 20 2\n22 22 2\n";
        let explained = |first: Option<&str>, changes: &[&str], text: &str| {
            let (board, stale) = after(start, first, changes);
            assert!(Position::new(board, Player::One).judge(&answer(text)).is_err(), "{text} is legal");
            stale
                .explains(&answer(text))
                .into_iter()
                .flat_map(|missed| missed.candidates)
                .map(|candidate| candidate.hint + "\n")
                .collect::<String>()
        };
        // Its own move was refused.
        assert!(explained(Some("5 5 9 8"), &[], "9 8 9 10").contains("had been made"));
        // Another bot came to the square.
        assert!(explained(None, &["20 20 0", "9 8 2"], "5 5 9 8").contains("request before"));
        // It moved, was told, and another bot came to a square beside its new one.
        assert!(
            explained(Some("5 5 9 8"), &["5 5 0", "9 8 1", "20 20 0", "9 7 2"], "9 9 9 7")
                .contains("before the last update")
        );
        assert!(
            explained(None, &["5 5 0", "3 3 1", "20 20 0", "3 4 2"], "9 9 3 4")
                .contains("before the last update")
        );
        assert!(
            explained(None, &["5 5 0", "3 3 1", "20 20 0", "3 4 2", "30 30 5"], "9 9 3 4")
                .contains("3 updates before")
        );
        // It converted a neutral piece at a corner by itself.
        let (_, stale) = after("5 5 1\n9 9 1\n20 20 2\n22 22 2\n10 7 5\n", Some("5 5 9 8"), &[]);
        let missed = stale.explains(&answer("9 9 10 6")).unwrap();
        assert_eq!(missed.belief, Belief::OwnConversion, "{missed:?}");
        assert!(explained(None, &["5 5 0", "3 4 5", "3 3 1"], "9 9 3 4").contains("neutral"));
        assert_eq!(explained(None, &["20 20 0", "9 8 2"], "5 5 30 30"), "");
    }

    #[test]
    fn nothing_can_be_missed_before_the_first_answer() {
        let board = Board::empty(Variant::Standard);
        let mut stale = Stale::new(&board, Player::One);
        stale.tell(&board, update("5 5 1"));
        assert_eq!(stale.explains(&answer("5 5 5 6")), None);
    }
}
