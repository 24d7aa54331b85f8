//! The central program of Hex, from a pipe and from a terminal.

use std::ffi::OsStr;

use predicates::str::{contains, is_empty};

use super::bench::{Bench, botspec, example};

#[test]
fn the_console_knows_every_command_of_the_spec() {
    let bot = example("hex-python");
    let console = |input: &str| {
        let run = botspec().args(["console", "hex", "3", &bot, &bot]).write_stdin(input).assert().success();
        let output = run.get_output();
        (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
    };
    let long = console("help\nnext\nrun 2\nshow\nshowall\ncheck\nrun 50\nnext\ncheck\nquit\nnext\n");
    let short = console("h\nn\nr 2\ns\nS\nc\nr 50\nn\nc\nq\nn\n");
    assert_eq!(long, short);
    let (out, err) = long;
    assert!(err.is_empty(), "{err}");
    assert!(out.contains("says where they differ"), "{out}");
    assert_eq!(out.matches("the same as the central board").count(), 2, "{out}");
    assert!(out.contains("nobody has won yet"), "{out}");
    assert!(out.contains("the game is over"), "{out}");
    assert_eq!(out.matches(": ended with status 0").count(), 2, "{out}");
    // End of input is quit; what is wrong goes to stderr, and the game goes on.
    let (out, err) = console("nxt\nrun\nrun -1\n\nn");
    assert_eq!(err.matches("error:").count(), 3, "{err}");
    assert_eq!(out.matches(": ended with status 0").count(), 2, "{out}");
}

/// What the console says in a game of these bots on three rows, which ends well.
fn said(bots: [&dyn AsRef<OsStr>; 2], commands: &str) -> String {
    let console = botspec().args(["console", "hex", "3"]).args(bots).write_stdin(commands).assert().success();
    String::from_utf8(console.get_output().stdout.clone()).unwrap()
}

/// A line of its end named a bot by the colour that was the other one's by then.
#[test]
fn the_console_names_both_colours_of_a_bot_after_a_swap() {
    let bench = Bench::new();
    let talk = |name: &str, answers: &str, status: u8| {
        let body = format!(
            "while read -r line; do case \"$line\" in make_move) {answers};; quit) exit {status};; esac; done"
        );
        bench.script(name, &body)
    };
    let first = talk("first", "echo b2", 3);
    let second = talk("second", "echo swap", 0);
    let out = said([&first, &second], "n\nn\n");
    assert!(out.contains("white swap"), "{out}");
    assert!(out.contains("white (started as black): ended with status 3"), "{out}");
    assert!(out.contains("black (started as white): ended with status 0"), "{out}");
}

#[test]
fn the_console_tells_bots_that_go_wrong() {
    let bench = Bench::new();
    let good = example("hex-python");
    // It shows an empty board, whatever has happened.
    let forgetful = bench.script(
        "forgetful",
        "while read -r line; do case \"$line\" in make_move) echo c3;; show_board) echo '...|...|...|';; quit) exit;; esac; done",
    );
    let out = said([&forgetful, &good], "n\nS\n");
    assert!(out.contains("differs: c3 is empty there and black here"), "{out}");
    let illegal = bench.hex("illegal", &["echo z9"]);
    let out = said([&illegal, &good], "n\nn\nc\n");
    assert!(out.contains("white has won: black answered z9"), "{out}");
    botspec()
        .args(["console", "hex", "3", "/no/such/bot"])
        .arg(&good)
        .write_stdin("")
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("no such file"));
}

/// Whatever is printed with a board belongs to the board, also when it comes a little later.
#[test]
fn what_answers_show_board_is_never_taken_for_a_move() {
    let bench = Bench::new();
    let good = example("hex-python");
    let bot = |name: &str, shows: &str| {
        let text = format!(
            "n=0; while read -r line; do case \"$line\" in make_move) n=$((n + 1)); echo a$n;; show_board) {shows};; check_win) echo 0;; quit) exit;; esac; done"
        );
        bench.script(name, &text)
    };
    let talks = bot("talks", "echo '...|...|...|'; echo that was my board; sleep 0.2; echo b3");
    let rows = bot("rows", "printf 'B..\\n...\\n...\\n\\n\\n\\n\\n'");
    for (bot, told) in [
        (&talks, &["printed 2 lines that answer no message", "  that was my board\n  b3\n"][..]),
        (&rows, &["its answer is not a board", "printed 6 lines", "and 1 more"]),
    ] {
        let out = said([bot, &good], "S\nn\nS\nc\n");
        assert!(out.contains("black a1"), "{out}");
        assert!(out.contains("nobody has won yet"), "{out}");
        for told in told {
            assert_eq!(out.matches(told).count(), 2, "{told}: {out}");
        }
    }
}

/// A board that comes too late is not taken for a move either, and a bot without `check_win` is asked for it once.
#[test]
fn a_late_board_is_put_aside() {
    let bench = Bench::new();
    let good = example("hex-python");
    let late = bench.script(
        "late",
        "while read -r line; do case \"$line\" in make_move) echo b2;; show_board) sleep 2.5; echo '...|...|...|';; quit) exit;; esac; done",
    );
    let out = said([&late, &good], "S\nn\nc\n");
    assert!(out.contains("it did not answer within 2 s"), "{out}");
    assert!(out.contains("printed 1 line that answers no message") && out.contains("black b2"), "{out}");
    assert!(out.contains("nobody has won yet"), "{out}");
}
