//! `inspect`: what can be said about one board, told by its updates.

use botspec_sdk::Position as _;
use botspec_sdk::games::flit::{Contents, Player, Position, Setup, Variant, rules};
use clap::{Arg, value_parser};
use serde_json::json;

use super::draw::draw;
use super::{hint, identity, moves, reply};
use crate::options::{InspectError, Options};
use crate::record::{Answer, Inspection};

/// What updates do not say.
pub(super) fn options() -> Vec<Arg> {
    let bot = Arg::new("bot").long("bot").value_name("N").value_parser(value_parser!(u8));
    vec![bot.help("The number of the bot to move, 1 to 4")]
}

/// Reads updates, and judges an answer of the bot to move.
pub(super) fn inspect(
    bytes: &[u8],
    options: &Options<'_>,
    answer: Option<&str>,
) -> Result<Inspection, InspectError> {
    // Malformed updates are named before what the command line lacks.
    let read = |player, variant| Setup::from_bytes(bytes, variant, player).map_err(InspectError::malformed);
    read(Player::One, Variant::Standard)?;
    let (player, variant) = seat(options).map_err(InspectError::Lacking)?;
    let setup = read(player, variant)?;
    let mut inspection = Inspection::of("flit", player.to_string());
    match setup.board() {
        Err(inconsistent) => {
            inspection.refuse(&inconsistent.problems, answer);
        }
        Ok(board) => {
            // What is legal is clear even where no game leads to it.
            inspection.doubt(&board.problems());
            let position = Position::new(board, player);
            inspection.list(&position.legal_moves());
            inspection.result = dominance(&position);
            inspection.diagram = Some(draw(&position, None, &[]));
            inspection.answer = answer.map(|answer| judge(&position, answer));
        }
    }
    Ok(inspection)
}

/// Which bot of which variant is to move.
fn seat(options: &Options<'_>) -> Result<(Player, Variant), String> {
    let variant = options.text("variant").and_then(Variant::from_name).unwrap_or_default();
    let number = options
        .get("bot")
        .copied()
        .ok_or("updates do not say whose turn it is: add --bot N, the number of the bot to move")?;
    let player = Player::from_number(number).filter(|player| variant.seats(*player)).ok_or_else(|| {
        format!("--bot {number}: the bots of {variant} are 1 to {}", variant.players().len())
    })?;
    Ok((player, variant))
}

fn judge(position: &Position, text: &str) -> Answer {
    let violations = match reply::read(text.as_bytes()) {
        Err(violation) => vec![*violation],
        Ok(answer) => {
            let another = identity::judge(position, &answer, true).map(|(_, violation)| violation.message);
            let miswritten = || hint::miswritten(position, &answer).into_iter().find_map(|slip| slip.hint);
            let guess = another.or_else(miswritten);
            let mut violations = moves::judge(position, &answer);
            for violation in &mut violations {
                violation.hint = violation.hint.take().or_else(|| guess.clone());
            }
            violations
        }
    };
    Answer::judged(text, violations)
}

/// The one end that a board alone can tell of, in the form of a game record's. How many turns it took is not
/// on the board.
fn dominance(position: &Position) -> Option<serde_json::Value> {
    let board = position.board();
    let counts = board.piece_counts();
    rules::dominance(counts, board.count(Contents::Neutral), board.count(Contents::Empty))?;
    let winner = rules::leader(counts).map(Player::number);
    Some(json!({ "winner": winner, "reason": "dominance", "counts": counts, "turns": null }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspected(text: &str, answer: Option<&str>) -> Inspection {
        let command = clap::Command::new("inspect").args(options()).arg(Arg::new("variant").long("variant"));
        let matches = command.get_matches_from(["inspect", "--bot", "1", "--variant", "duel"]);
        inspect(text.as_bytes(), &Options::new(&matches), answer).unwrap()
    }

    #[test]
    fn stays_are_legal_but_not_listed() {
        let inspection = inspected("5 5 1\n9 9 1\n", Some("3 3 3 3"));
        assert_eq!(inspection.legal_count, 8);
        assert_eq!(inspection.legal[0], "5 5 8 9");
        assert!(inspection.answer.unwrap().legal);
        assert_eq!(inspection.result, None);
    }

    #[test]
    fn an_answer_is_judged_like_a_bots() {
        let rules = |answer: &str| -> Vec<String> {
            let violations = inspected("5 5 1\n9 9 1\n", Some(answer)).answer.unwrap().violations;
            violations.into_iter().map(|violation| violation.rule).collect()
        };
        assert_eq!(rules("5 5 16 9"), [reply::RANGE.id]);
        assert_eq!(rules("5,5,8,9"), [reply::FORMAT.id]);
        assert_eq!(rules("6 6 8 9"), [moves::ORIGIN.id]);
    }

    #[test]
    fn a_bot_that_plays_no_duel_is_a_problem() {
        let inspection = inspected("5 5 3\n20 9 1\n", None);
        assert!(!inspection.consistent);
        assert_eq!(inspection.problems.len(), 2);
        assert_eq!(inspection.legal, Vec::<String>::new());
    }

    #[test]
    fn dominance_is_a_result() {
        let text: String = (0..14).flat_map(|y| (0..16).map(move |x| format!("{x} {y} 1\n"))).collect();
        let result = inspected(&text, None).result.unwrap();
        assert_eq!(result["winner"], 1);
        assert_eq!(result["reason"], "dominance");
        assert_eq!(result["counts"], json!([224, 0]));
    }
}
