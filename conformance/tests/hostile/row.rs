//! One attack, and what is to come of it.

use std::fs;
use std::sync::{OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use botspec::process::wait_until_quiet;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::bots::{Afterwards, FLIT, Game, HELD, HEX, LINKAGE, POWER4};
use crate::ground::{Ground, Scene, code_of};

/// An attack.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) who: Who,
    /// It is tried on machines only that give namespaces.
    pub(crate) needs_namespaces: bool,
    /// It wants all of the processor, so nothing else is tried at the same time.
    pub(crate) is_alone: bool,
    pub(crate) expected: Expected,
    /// In Python, with what `prelude.py` offers.
    pub(crate) attack: String,
}

/// Who plays an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// A bot that is started for every turn.
    File,
    /// A bot that is talked with.
    Stream,
    /// Either.
    Both,
}

/// What is to come of an attack. In all but the last two it is the bot's first turn of a game, which it loses; the
/// exit code is 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Nothing: the bot comes to the end of its turn.
    Held,
    /// It is late.
    Late,
    /// It has ended, or ends otherwise than it should.
    Crash,
    /// Its answer is not there, or is no regular file.
    Missing,
    /// Its answer is no move.
    Malformed,
    /// Nothing: the bot plays a game that somebody wins.
    Plays,
    /// A check finds that it breaks these rules and no others, without the name of the game; the exit code is 1.
    Checked(Vec<String>),
}

impl Expected {
    /// The reason in the result of a game.
    const fn reason(&self) -> &'static str {
        match self {
            Self::Late => "timeout",
            Self::Crash => "crash",
            Self::Missing => "missing",
            _ => "malformed",
        }
    }

    /// The rule that is named for it, if there is one.
    fn rule(&self, game: Game) -> Value {
        match self {
            Self::Late => format!("{}/time/turn", game.name).into(),
            Self::Crash => Value::Null,
            Self::Missing => game.rules[1].into(),
            _ => game.rules[0].into(),
        }
    }
}

impl Row {
    /// What a bot has for a turn: enough for one that comes to its end, on any machine.
    pub(crate) const fn limit(&self) -> &'static str {
        if matches!(self.expected, Expected::Late) { "300ms" } else { "5s" }
    }

    fn afterwards(&self) -> Afterwards {
        match self.expected {
            Expected::Plays | Expected::Checked(_) => Afterwards::Plays,
            _ => Afterwards::Answers,
        }
    }

    /// The contests in which it is played: those of file bots, and those of stream bots.
    pub(crate) fn games(&self) -> [&'static [Game]; 2] {
        let files: &[Game] = if self.who == Who::Stream { &[] } else { &[LINKAGE, POWER4] };
        let streams: &[Game] = if self.who == Who::File { &[] } else { &[HEX, FLIT] };
        [files, streams]
    }

    /// The words of a command line that lets this bot attack, and files for what is found.
    pub(crate) fn command(&self, game: Game, scene: &Scene) -> Result<Vec<String>, Failed> {
        let afterwards = self.afterwards();
        let bot = game.attacker(scene, &self.attack, afterwards)?.display().to_string();
        let common = ["--jobs", "1", "--format", "json", "--time-limit", self.limit()];
        let words: Vec<String> = if matches!(self.expected, Expected::Checked(_)) {
            ["check", game.name, &bot, "--case", game.case].map(str::to_owned).into()
        } else {
            let opponent = game.opponent(scene, afterwards)?.display().to_string();
            let record = scene.at("record").display().to_string();
            let words = ["play", game.name, &bot, &opponent, "--record", &record];
            words.into_iter().chain(game.options.iter().copied()).map(str::to_owned).collect()
        };
        Ok(words.into_iter().chain(common.map(str::to_owned)).collect())
    }
}

/// No run keeps more than this in memory for each bot that it runs at once, beyond what it needs for any bot.
const MAX_KIB: u64 = 64 * 1024;
/// What leaves time in doubt gets so many tries, when the machine has come to rest within this time.
const TRIES: usize = 3;
const QUIET_WITHIN: Duration = Duration::from_secs(5);

/// The trials of a row: each in one contest of its kind here, and in the long form everywhere.
pub(crate) fn trials(row: &'static Row) -> Vec<Trial> {
    let grounds = Ground::all().into_iter().filter(|it| !(row.needs_namespaces && it.has_no_namespaces));
    let grounds: Vec<Ground> = grounds.collect();
    let users = grounds.iter().filter(|ground| !ground.has_no_namespaces).count();
    let mut trials = Vec::new();
    for (kind, games) in row.games().into_iter().enumerate() {
        for (at, &game) in games.iter().enumerate() {
            for &ground in &grounds {
                // Which contest and which user it is in the short form changes from row to row.
                let turn = (row.name.len() + kind) % 2;
                let is_users_turn = ground == grounds[turn % users];
                let is_short = !ground.has_no_namespaces && at == turn && is_users_turn;
                let name = format!("{}::{}::{}", row.name, game.name, ground.name());
                let trial = Trial::test(name, move || judge(row, game, ground));
                trials.push(trial.with_ignored_flag(!is_short));
            }
        }
    }
    trials
}

/// Runs an attack and holds what comes of it against the row.
fn judge(row: &Row, game: Game, ground: Ground) -> Result<(), Failed> {
    if row.needs_namespaces && !ground.gives_namespaces()? {
        eprintln!("skipped, for lack of namespaces: {}", row.name);
        return Ok(());
    }
    static ALONE: RwLock<()> = RwLock::new(());
    let _alone = row.is_alone.then(|| ALONE.write().unwrap_or_else(PoisonError::into_inner));
    let _together = (!row.is_alone).then(|| ALONE.read().unwrap_or_else(PoisonError::into_inner));
    for attempt in 1.. {
        let found = run(row, game, ground)?;
        if !found.left.is_empty() {
            return Err(format!("left behind: {:#?}", found.left).into());
        }
        let most = usual_peak()? + MAX_KIB;
        if found.peak_kib > most {
            return Err(format!("the tester had {} KiB of memory, not {most} at most", found.peak_kib).into());
        }
        match found.differs(row, game) {
            None => break,
            // Time cannot be judged on a busy machine, if it is not the bot that makes it busy.
            Some(_) if found.code == 4 && !is_quiet(row) => {
                eprintln!("not judged, since the machine is busy with other things: {}", row.name);
                break;
            }
            Some(_) if found.code == 4 && attempt < TRIES => {}
            Some(wanted) => return Err(format!("wanted {wanted}; found {found:#?}").into()),
        }
    }
    Ok(())
}

/// Whether time can be judged here, soon. A bot of several processes is blamed only at a moment at which nobody else wants a
/// core, which a machine with one core to spare need not have: that counts where nothing else is tried at the same time.
fn is_quiet(row: &Row) -> bool {
    let deadline = Instant::now() + QUIET_WITHIN;
    let others = || fs::read_to_string("/proc/loadavg").is_ok_and(|text| running(&text) > 1);
    let stays = || {
        // As long as the tester looks.
        (0..4).all(|_| {
            std::thread::sleep(Duration::from_millis(1));
            others()
        })
    };
    while row.is_alone && stays() {
        if Instant::now() >= deadline {
            return false;
        }
    }
    wait_until_quiet(QUIET_WITHIN, || false)
}

/// How many threads run or wait for a core, this one among them, by what the kernel says of its load.
fn running(loadavg: &str) -> usize {
    let count = loadavg.split_ascii_whitespace().nth(3).and_then(|counts| counts.split('/').next());
    count.and_then(|count| count.parse().ok()).unwrap_or(0)
}

/// What has come of an attack.
#[derive(Debug)]
struct Found {
    code: i32,
    /// Of a check.
    report: Value,
    /// Of a game.
    record: Value,
    peak_kib: u64,
    left: Vec<String>,
    #[expect(dead_code, reason = "it is shown where something else was wanted")]
    said: String,
}

fn run(row: &Row, game: Game, ground: Ground) -> Result<Found, Failed> {
    let scene = Scene::new(ground)?;
    let mut run = scene.start(ground, &row.command(game, &scene)?)?;
    let status = run.wait()?;
    let (report, said) = run.output()?;
    let json = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap_or_default();
    let mut record = json(&fs::read(scene.at("record")).unwrap_or_default());
    // All of them are too many to be shown.
    if let Some(moves) = record.get_mut("moves").and_then(Value::as_array_mut) {
        moves.truncate(2);
    }
    if let Some(record) = record.as_object_mut() {
        record.remove("times_ms");
    }
    let report = if row.afterwards() == Afterwards::Plays { json(&report) } else { Value::Null };
    let (peak_kib, left) = (run.peak_kib(), run.remains());
    Ok(Found { code: code_of(status), report, record, peak_kib, left, said })
}

impl Found {
    /// What was wanted, if it is something else.
    fn differs(&self, row: &Row, game: Game) -> Option<String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match &row.expected {
            Expected::Checked(rules) => {
                let wanted: Vec<String> = rules.iter().map(|rule| format!("{}/{rule}", game.name)).collect();
                let cases = self.report["cases"].as_array().into_iter().flatten();
                let violations = cases.flat_map(|case| case["violations"].as_array().into_iter().flatten());
                let mut broken: Vec<String> = violations.map(|violation| text(&violation["rule"])).collect();
                broken.sort();
                broken.dedup();
                let is_so = self.code == 1 && self.report["verdict"] == "fail" && broken == wanted;
                (!is_so).then(|| format!("fail, 1, {wanted:?}"))
            }
            Expected::Plays => {
                let reason = text(&self.record["result"]["reason"]);
                let is_so = self.code == 0 && ["connection", "turns", "dominance"].contains(&reason.as_str());
                (!is_so).then(|| "a game that somebody wins, 0".to_owned())
            }
            // Nobody loses a game of Flit by one answer.
            expected if game.name == FLIT.name => {
                let answer = &self.record["moves"][0]["answer"];
                let is_so = self.code == 0
                    && match expected {
                        Expected::Held => answer == HELD,
                        Expected::Malformed => answer.is_string() && answer != HELD,
                        _ => answer.is_null(),
                    };
                (!is_so).then(|| format!("{expected:?}, 0"))
            }
            expected => {
                let (fault, reason) = (&self.record["fault"], expected.reason());
                let was_held = fault["answer"].as_str().is_some_and(|answer| answer.trim_end() == HELD);
                let is_so = self.code == 0
                    && self.record["result"]["reason"] == reason
                    && fault["rule"] == expected.rule(game)
                    && was_held == (*expected == Expected::Held);
                (!is_so).then(|| format!("{expected:?}, 0, {reason}, {}", expected.rule(game)))
            }
        }
    }
}

/// The memory of the tester with a bot that means no harm, in KiB.
fn usual_peak() -> Result<u64, Failed> {
    static USUAL: OnceLock<u64> = OnceLock::new();
    if let Some(usual) = USUAL.get() {
        return Ok(*usual);
    }
    let harmless = Row {
        name: "harmless".to_owned(),
        who: Who::File,
        needs_namespaces: false,
        is_alone: false,
        expected: Expected::Held,
        attack: "pass".to_owned(),
    };
    let found = run(&harmless, LINKAGE, Ground::HERE)?;
    match found.differs(&harmless, LINKAGE) {
        None => Ok(*USUAL.get_or_init(|| found.peak_kib)),
        Some(wanted) => Err(format!("of no attack: wanted {wanted}; found {found:#?}").into()),
    }
}
