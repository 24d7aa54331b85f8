//! What the contest says of texts, positions and moves, without a bot.

use botspec::clap::ArgMatches;
use botspec::options::{InspectError, Options};
use botspec::record::{GameName, GameRecord, Inspection, Mark, Move, Variant};
use botspec::referee::Referee as _;
use botspec::scenario::Plan;
use botspec::{Contest as _, Judge};
use contest_four_in_a_row::{FourInARow, Position};

/// What is seen in a field, and of an answer to it, or why it is none.
fn inspect(field: &str, answer: Option<&str>) -> Result<Inspection, String> {
    let seen = FourInARow.inspect(field.as_bytes(), &Options::new(&ArgMatches::default()), answer);
    seen.map_err(|(InspectError::Malformed(error) | InspectError::Lacking(error))| error)
}

#[test]
fn there_are_as_many_games_as_is_known() {
    let count = |depth| botspec_sdk::perft::perft(&Position::default(), depth);
    assert_eq!([1, 2, 3, 4, 5, 6].map(count), [7, 49, 343, 2_401, 16_807, 117_649]);
}

#[test]
fn a_field_that_is_written_is_read_and_a_wrong_one_is_refused_where_it_goes_wrong() {
    let probes = Judge::probes(&FourInARow, &Plan::default());
    assert!(probes.len() > 1);
    for probe in probes {
        let line = probe.given.lines().find(|line| line.starts_with("update game field ")).unwrap();
        let cells = line.rsplit(' ').next().unwrap();
        for field in [line, &format!("{line}\r\n"), cells] {
            assert_eq!(inspect(field, None).unwrap().diagram, probe.diagram, "{field}");
        }
    }
    for (field, message) in [
        ("", "line 1, column 1 (cell): expected one of . 0 1, found the end of the text"),
        (".,2", "line 1, column 3 (cell): expected one of . 0 1, found '2'"),
        (".;.", "line 1, column 2 (field): expected a comma and 41 more cells, found ';'"),
    ] {
        assert_eq!(inspect(field, None).unwrap_err(), message);
    }
}

#[test]
fn a_field_says_whose_turn_it_is_and_why_no_game_leads_to_it() {
    let seen = inspect(&(".,".repeat(41) + "0"), None).unwrap();
    assert_eq!((seen.side.as_deref(), seen.legal_count), (Some("1"), 7));
    let problems = |field: &str| inspect(field, Some("place_disc 0")).unwrap().problems;
    assert_eq!(
        problems(&("0,".to_owned() + &".,".repeat(40) + "1")),
        ["an empty cell is below a disc in column 0"]
    );
    assert!(problems(&(".,".repeat(39) + "0,0,0"))[0].starts_with("player 0 has 3 discs"));
}

#[test]
fn an_answer_is_what_the_engine_of_the_arena_takes() {
    // Columns 3 and 6 are full.
    let field = [".,.,.,0,.,.,1", ".,.,.,1,.,.,0"].repeat(3).join(",");
    assert!(inspect(&field, Some("place_disc 0")).unwrap().answer.unwrap().legal);
    for (answer, rule, message) in [
        ("place_disc 3", "four/answer/open", "column 3 is full"),
        ("place_disc +6  ", "four/answer/open", "column 6 is full"),
        ("place_disc -01", "four/answer/column", "column -1 is none of 0 to 6"),
        ("place_disc 7", "four/answer/column", "column 7 is none of 0 to 6"),
        ("", "four/answer/format", "column 1 (command): expected place_disc, found the end"),
        ("3", "four/answer/format", "column 1 (command): expected place_disc, found '3'"),
        (
            "place_disc  3",
            "four/answer/format",
            "column 12 (column): expected a column, 0 to 6, and nothing behind it, found \" 3\"",
        ),
        ("place_disc 3 best", "four/answer/format", "found \"3 best\""),
        ("place_disc 99999999999", "four/answer/format", "found \"99999999999\""),
    ] {
        let judged = inspect(&field, Some(answer)).unwrap().answer.unwrap();
        let [violation] = judged.violations.as_slice() else { panic!("{answer}: {:?}", judged.violations) };
        assert_eq!((violation.rule.as_str(), judged.legal), (rule, false), "{answer}");
        assert!(violation.message.contains(message), "{}", violation.message);
    }
}

#[test]
fn a_game_ends_with_four_and_takes_no_move_then() {
    let record = GameRecord::new(GameName::new("four").unwrap(), Variant::default());
    let mut rules = FourInARow.open(&record).unwrap();
    let mut refused = |columns: &str| {
        columns
            .split(' ')
            .find_map(|column| rules.play(&Move::Text(column.to_owned())).err())
            .map(|it| (it.rule, it.message))
    };
    assert_eq!(refused("7").unwrap().0, Some("four/answer/column"));
    assert_eq!(refused("x").unwrap(), (Some("four/answer/format"), "\"x\" is no column".to_owned()));
    assert_eq!(refused("3 3 3 3 3 3 3").unwrap(), (Some("four/answer/open"), "column 3 is full".to_owned()));
    assert_eq!(refused("0 0 1 1 2 2").unwrap(), (None, "the game is over".to_owned()));
    let ended = rules.ended().unwrap();
    assert_eq!((ended.result.winner, ended.result.reason.as_str()), (0.into(), "four"));
    assert_eq!(rules.diagram().spots[5][2].mark, Mark::Answer);
}
