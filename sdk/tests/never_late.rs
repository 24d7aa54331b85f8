//! Bots that never come to an end still answer in time, every turn, by the loops that cut them short.
//!
//! This program is its own bots: started with `BOT` in its environment it is one of them.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test: a panic is the failure, and people read it"
)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, hint, panic};

use botspec_sdk::games::power4::{self, Power4, TeamId};
use botspec_sdk::games::{flit, hex};
use botspec_sdk::run::best::BestSoFar;
use botspec_sdk::run::{conversation, file_turn};
use botspec_sdk::stream_game::{Heard, StreamGame};
use botspec_sdk::{Deadline, Game, Position as _};

/// Hex with so many milliseconds to think, so that the test is short.
#[derive(Debug)]
struct HexIn<const MS: u64>;

type FastHex = HexIn<100>;

impl<const MS: u64> Game for HexIn<MS> {
    const NAME: &'static str = "hex";
    type Position = hex::Position;
}

impl<const MS: u64> StreamGame for HexIn<MS> {
    type Memory = hex::Memory;
    const ARGUMENTS: &'static str = "black|white";

    fn start(args: &[String]) -> Option<hex::Memory> {
        hex::Hex::start(args)
    }

    fn hear(memory: &mut hex::Memory, line: &[u8]) -> Heard<hex::Position> {
        match hex::Hex::hear(memory, line) {
            Heard::Choose { position, .. } => Heard::Choose { position, budget: Duration::from_millis(MS) },
            other => other,
        }
    }

    fn answer(memory: &mut hex::Memory, mv: hex::Move) -> Result<String, hex::Reason> {
        hex::Hex::answer(memory, mv)
    }
}

/// Computes without end, and looks at nothing meanwhile.
fn for_ever() -> ! {
    let mut i = 0_u64;
    loop {
        i = hint::black_box(i.wrapping_add(1));
    }
}

/// Offers the first move and then the last one.
fn last_then_for_ever(position: &hex::Position, _: &Deadline, best: &BestSoFar<hex::Move>) -> hex::Move {
    let moves = position.legal_moves();
    best.offer(moves[0]);
    best.offer(moves[moves.len() - 1]);
    for_ever()
}

/// How long [`slowly_anew`] takes to begin anew.
const SLOW: Duration = Duration::from_millis(80);

/// Never ends, but if it has begun anew, which takes long: then it plays the second legal move if the deadline is counted
/// from before that, and else the first.
fn slowly_anew() -> ExitCode {
    let is_anew = env::vars().any(|(name, _)| name.starts_with("BOTSPEC_SDK_"));
    if is_anew {
        std::thread::sleep(SLOW);
    }
    conversation::run_anytime::<HexIn<700>, _>(move || {
        move |position: &hex::Position, deadline: &Deadline, _: &BestSoFar<hex::Move>| {
            if !is_anew {
                for_ever();
            }
            position.legal_moves()[usize::from(deadline.elapsed() >= SLOW)]
        }
    })
}

fn main() -> ExitCode {
    match env::var("BOT").as_deref() {
        Ok("hex") => return conversation::run_anytime::<FastHex, _>(|| last_then_for_ever),
        Ok("hex-silent") => {
            return conversation::run_anytime::<FastHex, _>(|| {
                |_: &hex::Position, _: &Deadline, _: &BestSoFar<hex::Move>| for_ever()
            });
        }
        Ok("hex-panics") => {
            return conversation::run_anytime::<FastHex, _>(|| {
                |position: &hex::Position, _: &Deadline, best: &BestSoFar<hex::Move>| {
                    best.offer(position.legal_moves()[1]);
                    panic!("on purpose")
                }
            });
        }
        Ok("flit") => {
            return conversation::run_anytime::<flit::Flit, _>(|| {
                |position: &flit::Position, _: &Deadline, best: &BestSoFar<flit::Move>| {
                    best.offer(position.legal_moves()[1]);
                    for_ever()
                }
            });
        }
        Ok("hex-never-made") => {
            return conversation::run_anytime::<FastHex, fn(&_, &_, &_) -> _>(|| for_ever());
        }
        Ok("hex-slowly-made") => {
            return conversation::run_anytime::<FastHex, _>(|| {
                std::thread::sleep(Duration::from_millis(300));
                |position: &hex::Position, _: &Deadline, _: &BestSoFar<hex::Move>| {
                    *position.legal_moves().last().unwrap()
                }
            });
        }
        Ok("hex-slowly-anew") => return slowly_anew(),
        Ok("power4") => {
            return file_turn::run_anytime::<Power4>(
                &TeamId::OfProgram,
                |position: &power4::Position, _: &Deadline, best: &BestSoFar<power4::Drop>| {
                    best.offer(position.drops().last().unwrap());
                    for_ever()
                },
            );
        }
        _ => {}
    }
    harness(&[
        ("a_stream_bot_that_loops_for_ever_answers_every_turn", a_stream_bot_that_loops_for_ever),
        ("it_does_not_compute_in_others_turns", it_does_not_compute_in_others_turns),
        ("what_was_sent_ahead_is_not_lost", what_was_sent_ahead_is_not_lost),
        ("beginning_anew_takes_from_the_time_to_think", beginning_anew_takes_from_the_time_to_think),
        ("without_an_offer_the_first_legal_move_is_played", without_an_offer),
        ("it_does_not_compute_after_a_long_game_of_flit_either", it_does_not_compute_after_a_long_game),
        ("a_helper_of_a_bot_that_began_anew_plays_its_own_game", a_helper_of_a_bot_that_began_anew),
        ("a_bot_that_is_made_for_ever_is_never_late_either", a_bot_that_is_made_for_ever),
        ("a_bot_that_takes_long_to_make_is_made_once", a_bot_that_takes_long_to_make),
        ("without_room_for_a_thread_the_first_legal_move_is_played", without_room_for_a_thread),
        ("a_bot_that_panics_plays_what_it_offered", a_bot_that_panics),
        ("a_file_bot_that_loops_for_ever_answers_and_ends", a_file_bot_that_loops_for_ever),
    ])
}

/// Runs the tests that were asked for, one after the other, and says what came of them as other tests do.
fn harness(tests: &[(&str, fn())]) -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_set = |option: &str| arguments.iter().any(|argument| argument == option);
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let is_asked_for = |name: &str| {
        !is_set("--ignored") && (names.is_empty() || names.iter().any(|part| name.contains(part.as_str())))
    };
    let mut failed = 0;
    for (name, test) in tests.iter().filter(|(name, _)| is_asked_for(name)) {
        if is_set("--list") {
            println!("{name}: test");
            continue;
        }
        let result = panic::catch_unwind(test);
        println!("test {name} ... {}", if result.is_ok() { "ok" } else { "FAILED" });
        failed += i32::from(result.is_err());
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(101) }
}

struct Bot {
    process: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Bot {
    fn start(name: &str) -> Self {
        Self::start_by(Command::new(env::current_exe().unwrap()), name)
    }

    fn start_by(mut command: Command, name: &str) -> Self {
        command
            .arg(if name == "flit" { "1" } else { "white" })
            .env("BOT", name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut process = command.stderr(Stdio::null()).spawn().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Self { process, answers }
    }

    fn send(&mut self, lines: &str) {
        self.process.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        line
    }

    fn quit(mut self) {
        self.send("quit\n");
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // Where an assertion failed it is still there.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn a_stream_bot_that_loops_for_ever() {
    let mut bot = Bot::start("hex");
    bot.send("init_board 3\nseto a1\n");
    for (heard, answer) in
        [("", "swap\n"), ("seto b2\n", "c3\n"), ("seto b1\n", "c2\n"), ("seto c1\n", "b3\n")]
    {
        bot.send(&format!("{heard}make_move\n"));
        let asked = Instant::now();
        assert_eq!(bot.answer(), answer);
        // Far more than it takes: what is tested is that it is not for ever.
        assert!(asked.elapsed() < Duration::from_secs(10));
    }
    bot.send("check_win\nshow_board\n");
    // After the swap it is black: what it answers shows that it forgot nothing.
    assert_eq!(bot.answer(), "0\n");
    assert_eq!(bot.answer(), "B..|WWB|WBB|\n");
    bot.quit();
}

/// The time that a process has computed, in hundredths of a second.
fn cpu_time(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat[stat.rfind(')').unwrap() + 2..].split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

fn it_does_not_compute_in_others_turns() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut bot = Bot::start("hex");
    bot.send("init_board 5\nseto a1\nmake_move\n");
    bot.answer();
    // Answered after it has begun anew.
    bot.send("check_win\n");
    bot.answer();
    let before = cpu_time(bot.process.id());
    std::thread::sleep(Duration::from_millis(300));
    assert!(cpu_time(bot.process.id()) - before <= 2, "it computes while others move");
    bot.quit();
}

fn it_does_not_compute_after_a_long_game() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut bot = Bot::start("flit");
    bot.send("5 5 1\n9 9 1\n");
    // Twice as much as is kept of a conversation.
    bot.send(&"20 20 2\n20 20 0\n".repeat(32 << 10));
    for _ in 0..3 {
        bot.send("M\n");
        assert!(bot.answer().ends_with('\n'));
    }
    let answered = Instant::now();
    loop {
        let before = cpu_time(bot.process.id());
        std::thread::sleep(Duration::from_millis(300));
        if cpu_time(bot.process.id()) - before <= 2 {
            break;
        }
        // On a busy machine it may take long to begin anew.
        assert!(answered.elapsed() < Duration::from_secs(20), "it computes while others move");
    }
    drop(bot.process.stdin.take());
    assert!(bot.process.wait().unwrap().success());
}

fn what_was_sent_ahead_is_not_lost() {
    let mut bot = Bot::start("hex");
    bot.send("init_board 3\nseto a1\nmake_move\nseto b1\nmake_move\nshow_board\nmake_move\nshow_board\n");
    assert_eq!(bot.answer(), "swap\n");
    assert_eq!(bot.answer(), "c3\n");
    assert_eq!(bot.answer(), "B..|W..|..B|\n");
    assert_eq!(bot.answer(), "c2\n");
    assert_eq!(bot.answer(), "B..|W..|.BB|\n");
    bot.quit();
}

fn beginning_anew_takes_from_the_time_to_think() {
    if !cfg!(unix) {
        return;
    }
    let mut bot = Bot::start("hex-slowly-anew");
    bot.send("init_board 3\nseto a1\nmake_move\nseto c3\nmake_move\n");
    assert_eq!(bot.answer(), "a2\n");
    assert_eq!(bot.answer(), "b1\n", "the first legal move is a3");
    bot.quit();
}

fn without_an_offer() {
    let mut bot = Bot::start("hex-silent");
    bot.send("init_board 3\nseto a1\nmake_move\nseto c3\nmake_move\n");
    assert_eq!(bot.answer(), "a2\n");
    assert_eq!(bot.answer(), "a3\n");
    bot.quit();
}

fn a_helper_of_a_bot_that_began_anew() {
    let mut command = Command::new(env::current_exe().unwrap());
    // This test is not the bot's own process.
    command.env("BOTSPEC_SDK_PROCESS", std::process::id().to_string());
    command.env("BOTSPEC_SDK_UNHEARD", "make_move\n");
    for (i, heard) in ["<init_board 3\n", "<init_board 4\n", "<seto a1\n"].into_iter().enumerate() {
        command.env(format!("BOTSPEC_SDK_LOG_{i}"), heard);
    }
    let mut bot = Bot::start_by(command, "hex");
    bot.send("init_board 2\nseto a1\nshow_board\nmake_move\n");
    assert_eq!(bot.answer(), "B.|..|\n");
    assert!(bot.answer().len() > 2, "a move");
    // Answered after it has begun anew.
    bot.send("show_board\n");
    assert_eq!(bot.answer().len(), "B.|..|\n".len());
    bot.quit();
}

/// The process began anew meanwhile, and the making with it: it played the first legal move for the whole game.
fn a_bot_that_takes_long_to_make() {
    let mut bot = Bot::start("hex-slowly-made");
    bot.send("init_board 3\nmake_move\n");
    assert_eq!(bot.answer(), "a1\n");
    let later = (0..600).find(|_| {
        std::thread::sleep(Duration::from_millis(50));
        bot.send("init_board 3\nmake_move\n");
        bot.answer() == "c3\n"
    });
    assert!(later.is_some());
    bot.quit();
}

fn a_bot_that_is_made_for_ever() {
    let mut bot = Bot::start("hex-never-made");
    bot.send("init_board 3\nseto a1\nmake_move\nseto c3\nmake_move\n");
    assert_eq!(bot.answer(), "a2\n");
    assert_eq!(bot.answer(), "a3\n");
    bot.quit();
}

fn without_room_for_a_thread() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -d 1024 && exec \"$0\" \"$@\""]).arg(env::current_exe().unwrap());
    let mut bot = Bot::start_by(shell, "hex");
    bot.send("init_board 3\nseto a1\nmake_move\nseto c3\nmake_move\n");
    assert_eq!(bot.answer(), "a2\n");
    assert_eq!(bot.answer(), "a3\n");
    bot.quit();
}

fn a_bot_that_panics() {
    let mut bot = Bot::start("hex-panics");
    bot.send("init_board 3\nseto a1\nmake_move\nseto c3\nmake_move\n");
    assert_eq!(bot.answer(), "a3\n");
    assert_eq!(bot.answer(), "b1\n");
    bot.quit();
}

fn a_file_bot_that_loops_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join(format!("bot{}", env::consts::EXE_SUFFIX));
    fs::copy(env::current_exe().unwrap(), &program).unwrap();
    write(folder.path(), "team_no.txt", "1");
    write(folder.path(), "board.txt", &"0 ".repeat(42));
    for turn in 0..2 {
        let start = Instant::now();
        let status = Command::new(&program).env("BOT", "power4").status().unwrap();
        assert!(status.success());
        assert!(start.elapsed() < Duration::from_secs(10), "turn {turn}");
        assert_eq!(fs::read_to_string(folder.path().join("output.txt")).unwrap(), "5 7");
    }
}

fn write(folder: &Path, name: &str, content: &str) {
    fs::write(folder.join(name), content).unwrap();
}
