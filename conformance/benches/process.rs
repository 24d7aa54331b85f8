//! What running a bot costs, as a ratio to the least it can cost: a referee in
//! C that does nothing else, measured in the same run, round by round in turn.
//!
//! `cargo bench -p botspec --bench process`; needs a C compiler and Linux.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark is a program for the terminal")]

mod floor;

use botspec::channel::{
    Answer, Conversation, Environment, Folder, FolderStyle, InputFile, TurnRequest, WorkingDirectory,
};
use botspec::process::{Host, Launch, Limit, Program, ProgramFile, Protocol, SandboxMode, pin_to_core};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Rounds of every measurement; the median of them counts.
const ROUNDS: usize = 15;
const TURNS: u32 = 60;
const LINES: u32 = 20_000;
const FLIT_TURNS: u32 = 32_768;
const UPDATES: &[u8] = b"10 10 1\n11 11 0\n10 10 1\n11 11 0\n10 10 1\n11 11 0\n";

fn main() {
    let Some(tools) = Tools::build() else {
        println!("skipped: there is no C compiler to measure the floor with");
        return;
    };
    let _pinned = pin_to_core(0);
    let helper = Path::new(env!("CARGO_BIN_EXE_botspec"));
    let off = Host::open_with(helper, SandboxMode::Off).unwrap();
    let auto = Host::open_with(helper, SandboxMode::Auto).unwrap();
    println!("isolation: {}", auto.isolation());
    println!("all on one core; medians of {ROUNDS} interleaved rounds\n");

    let mut bare_off = off.cell(&[]).unwrap();
    let mut bare_auto = auto.cell(&[]).unwrap();
    let mut turn_off = Folder::create(&off, &tools.program(&[]), FolderStyle::Plain).unwrap();
    let mut turn_auto = Folder::create(&auto, &tools.program(&[]), FolderStyle::Plain).unwrap();
    let launches = [&bare_off, &bare_auto].map(|cell| tools.install(cell));
    report(
        "a file turn",
        "the same in C, with posix_spawn",
        &mut [
            ("floor", &mut || tools.floor("turn", TURNS)),
            ("started and reaped, not confined", &mut || spawn(&mut bare_off, &launches[0])),
            ("started and reaped, confined", &mut || spawn(&mut bare_auto, &launches[1])),
            ("whole turn with all looks at files, not confined", &mut || turn(&mut turn_off)),
            ("whole turn with all looks at files, confined", &mut || turn(&mut turn_auto)),
        ],
    );

    let limit = Limit::new(Duration::from_secs(5));
    let cell = auto.cell(&[]).unwrap();
    let mut running = {
        let launch = Launch { args: vec!["echo".into()], ..tools.install(&cell) };
        cell.start(&launch).unwrap()
    };
    let mut conversation = Conversation::open(&auto, &tools.program(&["echo"]), &[]).unwrap();
    report(
        "a line out and a line back",
        "blocking write and read in C",
        &mut [
            ("floor", &mut || tools.floor("talk", LINES)),
            ("with a deadline", &mut || {
                per_turn(LINES, || {
                    let mut watch = running.stopwatch(&limit);
                    running.write(b"M\n").unwrap();
                    let mut line = Vec::with_capacity(64);
                    running.read(&mut line, &mut watch);
                    assert_eq!(line, b"0 0 1 1\n");
                })
            }),
            ("with a deadline and accounts", &mut || per_turn(LINES, || ask(&mut conversation, b""))),
        ],
    );

    let mut bots: Vec<_> =
        (0..4).map(|_| Conversation::open(&auto, &tools.program(&["echo"]), &[]).unwrap()).collect();
    let mut game = Duration::ZERO;
    report(
        "a turn of Flit among four",
        "the same in C",
        &mut [
            ("floor", &mut || tools.floor("flit", FLIT_TURNS)),
            ("with deadlines and accounts", &mut || {
                let before = Instant::now();
                let mut next = (0..4).cycle();
                let cost = per_turn(FLIT_TURNS, || ask(&mut bots[next.next().unwrap()], UPDATES));
                game = before.elapsed();
                cost
            }),
        ],
    );
    println!("a game of {FLIT_TURNS} turns of Flit: {:.2} s", game.as_secs_f64());
}

/// Measures all ways in turn and prints their medians; the first is the floor.
fn report(what: &str, floor: &str, ways: &mut [(&str, &mut dyn FnMut() -> f64)]) {
    let mut costs = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for (cost, (_, way)) in costs.iter_mut().zip(ways.iter_mut()) {
            cost.push(way());
        }
    }
    let median = |cost: &mut Vec<f64>| {
        cost.sort_by(f64::total_cmp);
        cost[cost.len() / 2]
    };
    let medians: Vec<f64> = costs.iter_mut().map(median).collect();
    println!("{what}: {:.2} µs at least ({floor})", medians[0] / 1000.0);
    for ((name, _), median) in ways.iter().zip(&medians).skip(1) {
        println!("  {:.3} × {name}", median / medians[0]);
    }
    println!();
}

fn per_turn(turns: u32, mut turn: impl FnMut()) -> f64 {
    let before = Instant::now();
    for _ in 0..turns {
        turn();
    }
    before.elapsed().as_secs_f64() * 1e9 / f64::from(turns)
}

fn spawn(cell: &mut botspec::process::Sandbox, launch: &Launch) -> f64 {
    let folder = launch.current_dir.strip_prefix(cell.area().bot_path()).unwrap();
    let folder = cell.area().host_path().join(folder);
    per_turn(TURNS, || {
        let input = folder.join("input.txt");
        let _ = std::fs::remove_file(&input);
        std::fs::write(&input, "the input\n").unwrap();
        let finished = cell.run(launch, &Limit::new(Duration::from_secs(5))).unwrap();
        assert!(finished.ending.is_success(), "{finished:?}");
        assert_eq!(std::fs::read(folder.join("order.txt")).unwrap().len(), 10);
    })
}

fn turn(folder: &mut Folder) -> f64 {
    let request = TurnRequest {
        args: Vec::new(),
        cwd: WorkingDirectory::BotFolder,
        env: Environment::Normal,
        inputs: vec![InputFile {
            name: "input.txt".into(),
            bytes: b"the input\n".to_vec(),
            read_only: false,
        }],
        output: "order.txt".into(),
        limit: Limit::new(Duration::from_secs(5)),
    };
    per_turn(TURNS, || assert!(folder.turn(&request).unwrap().finished.ending.is_success()))
}

fn ask(conversation: &mut Conversation, updates: &[u8]) {
    assert!(conversation.unsolicited().is_empty());
    conversation.queue(updates);
    match conversation.ask(b"M\n", &Limit::new(Duration::from_millis(50))) {
        Answer::Line(line) => assert_eq!(line.bytes, b"0 0 1 1"),
        other => panic!("{other:?}"),
    }
}

/// The C programs.
struct Tools {
    folder: tempfile::TempDir,
}

impl Tools {
    fn build() -> Option<Self> {
        Some(Self { folder: floor::compiled(["bot", "floor"])? })
    }

    fn bot(&self) -> PathBuf {
        self.folder.path().join("bot")
    }

    fn floor(&self, mode: &str, turns: u32) -> f64 {
        let mut floor = Command::new(self.folder.path().join("floor"));
        floor.args([mode, &turns.to_string()]).arg(self.bot()).current_dir(self.folder.path());
        let output = floor.output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
    }

    fn program(&self, args: &[&str]) -> Program {
        let command = std::iter::once("bot").chain(args.iter().copied()).map(str::to_owned).collect();
        let files = vec![ProgramFile { source: self.bot(), name: "bot".into(), executable: true }];
        Program {
            name: "bot".into(),
            command,
            files,
            readable: Vec::new(),
            left_behind: Vec::new(),
            protocol: Protocol::Contest,
            kept: None,
        }
    }

    /// Puts the bot into a cell by hand.
    fn install(&self, cell: &botspec::process::Sandbox) -> Launch {
        let folder = cell.area().host_path().join("game");
        std::fs::copy(self.bot(), folder.join("bot")).unwrap();
        let seen = cell.area().seen("game");
        Launch { program: seen.join("bot"), args: Vec::new(), current_dir: seen, env: Vec::new() }
    }
}
