//! What can be written on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::console::ConsoleArgs;
use super::error::CliError;
use super::gtp::GtpArgs;
use super::ladder::LadderArgs;
use super::play_args::PlayArgs;
use super::replay::ReplayArgs;
use crate::process::{MEMORY, SandboxMode};
use crate::suite::Game;
use crate::template::Language;

/// Tests whether a bot keeps to the protocol and rules of its contest.
#[derive(Debug, Parser)]
#[command(name = "botspec", version, propagate_version = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(flatten)]
    pub(super) color: colorchoice_clap::Color,
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  botspec new hex my-bot                 make a bot's folder to begin with
  botspec check linkage ./mybot          test an executable, a script, a source file or a folder
  botspec list linkage                   the cases and rules that check would run
  botspec explain linkage/order/format   what a rule demands, and how to fix a violation
  botspec inspect linkage input.txt      draw a position and list what is legal
  botspec play hex ./mybot ./other       referee a game between bots
  botspec replay games.jsonl             referee recorded games again, or draw them
  botspec gtp hex ./mybot                let HexGui drive a bot
  botspec ladder run season.db           play a week of a contest
  botspec repro some.case.json ./mybot   run a case again that check --save has saved

Exit codes: 0 it conforms, 1 it does not, 2 usage error, or bot not found or not built, 3 botspec or the machine failed, \
4 nothing failed but something could not be judged; 129, 130 or 143 stopped by a signal (HUP, INT or TERM).

Linux 5.10 and newer on x86-64 and arm64 confines bots and accounts for their time. On macOS and Windows bots run \
unconfined and are timed by the wall clock alone: `botspec doctor` says what this machine gives.";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Makes a bot's folder to begin with, from the template of a game
    New(NewArgs),
    /// Runs the scenarios against a bot and reports
    Check(Box<CheckArgs>),
    /// Lists the cases and rules that `check` would run
    List(ListArgs),
    /// Says what a rule demands, why, and how to fix a violation
    Explain(ExplainArgs),
    /// Draws a position, lists what is legal, judges an answer
    Inspect(InspectArgs),
    /// Referees games between bots, and records them
    Play(PlayArgs),
    /// Runs a contest week by week: who plays whom, who stands where
    Ladder(Box<LadderArgs>),
    /// Runs a case again that `check --save` has saved
    Repro(ReproArgs),
    /// Makes the folder to hand in, sources only, with a receipt of what was checked
    Pack(PackArgs),
    /// Says whether a folder is what a receipt was made for
    Verify(VerifyArgs),
    /// Referees recorded games again without bots; draws them
    Replay(ReplayArgs),
    /// The interactive central program
    Console(ConsoleArgs),
    /// Lets a program that speaks GTP, such as HexGui, drive a bot
    Gtp(GtpArgs),
    /// Says what this machine offers: confinement, timing, toolchains
    Doctor(DoctorArgs),
    /// Prints completions for a shell
    Completions(CompletionsArgs),
    /// Writes man pages
    Man(ManArgs),
}

#[derive(Debug, Args)]
#[command(after_help = NEW_EXAMPLES)]
pub(super) struct NewArgs {
    // Their places are said, since an argument that is described anew later goes behind the others.
    /// The contest
    #[arg(index = 1)]
    pub game: Game,
    /// What the folder is called: small letters and digits, with - between words
    #[arg(index = 2)]
    pub name: String,
    /// The language
    #[arg(short, long, value_name = "LANGUAGE", value_enum, default_value = "rust")]
    pub language: Language,
    /// The folder in which the bot's folder is made
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub destination: PathBuf,
    /// What the bot is called [default: like its folder]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub bot_name: Option<String>,
    /// The author's name [default: the name in CARGO_NAME or in git's settings, or your user name]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub author: Option<String>,
    /// The bot's version [default: 1.0]
    #[arg(long, value_name = "VERSION")]
    pub bot_version: Option<String>,
    /// Rust: where the SDK comes from: the folder sdk of a clone of botspec, or a git address [default: the registry]
    #[arg(long, value_name = "PATH|URL")]
    pub sdk: Option<String>,
}

const NEW_EXAMPLES: &str = "\
Examples:
  botspec new hex my-bot --language python
  botspec new linkage my-bot --sdk ../botspec/sdk
  botspec new power4 my-bot -l java --team-id Co0023 --author 'Ada Lovelace'

The folder is the same as `cargo generate` makes of these templates. It conforms as it comes; the \
README in it says which file is yours to write. Either the whole folder is written or nothing.";

#[derive(Debug, Args)]
pub(super) struct Filters {
    /// Only cases that serve rules with this prefix, and only violations of those (repeatable)
    #[arg(long = "rule", value_name = "PREFIX", help_heading = "Selection")]
    pub rules: Vec<String>,
    /// Only cases with this prefix (repeatable)
    #[arg(long = "case", value_name = "PREFIX", help_heading = "Selection")]
    pub only: Vec<String>,
    /// No rules and no cases with this prefix (repeatable)
    #[arg(long = "skip", value_name = "PREFIX", help_heading = "Selection")]
    pub skip: Vec<String>,
    /// Seed of everything generated
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Selection")]
    pub seed: u64,
    /// Number of random positions each generator makes
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=100_000), help_heading = "Selection")]
    pub cases: u32,
    /// The variant
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    pub variant: Option<String>,
    /// A folder with scenario files (*.toml) of your own, run as well
    #[arg(long, value_name = "DIR", help_heading = "Selection")]
    pub scenarios: Option<PathBuf>,
    /// The bot is a folder as it will be handed in: the submission rules apply
    #[arg(long, help_heading = "Selection")]
    pub submission: bool,
}

#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(super) struct CheckArgs {
    /// The contest
    pub game: Game,
    /// The bot: an executable, a script (.py .jar .js .mjs .cjs), a source file (.c .cpp .cc .cxx .java .rs), or a folder
    /// with bot.toml, Cargo.toml, or exactly one source or script
    pub bot: PathBuf,
    /// Arguments passed to the bot before any others
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
    #[command(flatten)]
    pub filters: Filters,
    /// Warnings fail the bot too
    #[arg(long)]
    pub strict: bool,
    /// Stop at the first failing case
    #[arg(long)]
    pub fail_fast: bool,
    /// How many bots run at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Limit for one turn instead of the contest's, such as 500ms or 2s
    #[arg(long, value_name = "DURATION", value_parser = limit)]
    pub time_limit: Option<Duration>,
    /// Try every case that --max-time leaves time for; without it, where each turn starts the bot anew, a slow bot is tried on
    /// those that find most, and on others only in the first ten seconds
    #[arg(long)]
    pub thorough: bool,
    /// Start no more cases once the run has taken this long; the report says how many were tried
    #[arg(long, value_name = "DURATION", default_value = "50s", value_parser = limit)]
    pub max_time: Duration,
    /// The bot's team id, with which its help files begin [default: the bot's file name]
    #[arg(long, value_name = "ID", value_parser = team_id)]
    pub team_id: Option<String>,
    /// Fail the bot if its slowest turn takes more than this share of the limit, such as 60%
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub budget: Option<u8>,
    /// Also say what the bot's times would be on the machine of this profile, which `botspec doctor --profile` has
    /// written there: a prediction; the verdict and the exit code stay those of this machine
    #[arg(long = "as", value_name = "PROFILE")]
    pub other: Option<PathBuf>,
    #[command(flatten)]
    pub confined: Confined,
    /// How the report looks (repeatable, each with its own --output)
    #[arg(long = "format", value_name = "FORMAT", value_enum)]
    pub formats: Vec<ReportFormat>,
    /// Where the report goes; `-` is stdout (in the order of --format)
    #[arg(long = "output", value_name = "FILE")]
    pub outputs: Vec<PathBuf>,
    /// Cases that are known to fail, one id a line
    #[arg(long, value_name = "FILE")]
    pub known_failing: Option<PathBuf>,
    /// Write such a list: the cases that fail now
    #[arg(long, value_name = "FILE", conflicts_with = "fail_fast")]
    pub write_known_failing: Option<PathBuf>,
    /// Show generated cases that fail as they are, and do not look for smaller ones
    #[arg(long)]
    pub no_shrink: bool,
    /// Save each failing case as a file in this folder, for `botspec repro`
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// Also put some positions to the bot again, later, elsewhere and on a busy machine, and say whether it
    /// answers the same; for information, the exit code stays what it is
    #[arg(long)]
    pub audit: bool,
    /// Check again whenever the bot's files change, previously failing cases first, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// Show every case and every violation
    #[arg(short, long)]
    pub verbose: bool,
    /// Show the verdict and the broken rules only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  botspec check linkage ./mybot
  botspec check linkage bot.py --strict
  botspec check linkage bot.py --thorough
  botspec check linkage ./mybot --rule linkage/order
  botspec check linkage ./mybot --case linkage/opening/as-more -v
  botspec check linkage ./mybot --format html --output report.html --format pretty
  botspec check linkage my-bot/ --watch --fail-fast
  botspec check linkage ./mybot --as judge.json
  botspec check linkage my-submission/ --submission";

/// What bots and their builds are kept from.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Confined {
    /// How bots and their builds are confined: with all that the machine offers, with nothing less than everything, or
    /// not at all [default: auto]
    #[arg(long, value_enum)]
    pub sandbox: Option<SandboxName>,
    /// Let builds use the network; without it they have what cargo fetches beforehand
    #[arg(long)]
    pub build_network: bool,
    /// Memory of one bot with all its processes, such as 512MiB
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2GiB")]
    pub memory: u64,
}

impl Confined {
    /// How, if nothing else was asked for.
    pub(super) fn sandbox(&self) -> SandboxName {
        self.sandbox.unwrap_or(SandboxName::Auto)
    }

    /// What was asked for, as it is written behind a command.
    pub(super) fn as_options(&self) -> String {
        let sandbox = self.sandbox.filter(|sandbox| *sandbox != SandboxName::Auto);
        let mut options = sandbox.map_or(String::new(), |sandbox| format!(" --sandbox {}", sandbox.name()));
        if self.build_network {
            options.push_str(" --build-network");
        }
        if self.memory != MEMORY {
            options.push_str(&format!(" --memory {}KiB", self.memory >> 10));
        }
        options
    }
}

/// How bots are asked for moves where somebody else says when.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Driven {
    /// Limit for one move instead of the contest's
    #[arg(long, value_name = "DURATION", value_parser = limit)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    pub confined: Confined,
}

impl Driven {
    /// How long one move may take.
    pub(super) fn limit(&self, game: Game) -> Duration {
        self.time_limit.unwrap_or_else(|| game.time_limit(None))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SandboxName {
    /// All that the machine offers; the report names what it does not
    Auto,
    /// Refuse to run with anything missing
    Strict,
    /// Nothing: the bot can do what you can
    Off,
}

impl From<SandboxName> for SandboxMode {
    fn from(name: SandboxName) -> Self {
        match name {
            SandboxName::Auto => Self::Auto,
            SandboxName::Strict => Self::Strict,
            SandboxName::Off => Self::Off,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Pretty,
    /// For programs
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// For people
    Pretty,
    /// For programs
    Json,
    /// XML for Jenkins, GitLab and other servers
    Junit,
    /// Annotations for GitHub Actions, and a step summary
    Github,
    /// For comments and wikis
    Markdown,
    /// One page for browsers, with boards and times drawn
    Html,
    /// JSON for a badge by shields.io
    Badge,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  botspec list linkage\n  botspec list linkage --rule linkage/files --format json"
)]
pub(super) struct ListArgs {
    /// The contest
    pub game: Game,
    #[command(flatten)]
    pub filters: Filters,
    /// How the list looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: Format,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  botspec explain linkage/order/written\n  botspec explain linkage/order\n  botspec explain linkage --format markdown\n  botspec explain linkage/order --format json"
)]
pub(super) struct ExplainArgs {
    /// The rule's id, or the beginning of several
    pub rule: String,
    /// How it looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: ExplainFormat,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  botspec inspect linkage input.txt\n  botspec inspect linkage input.txt --answer RA1B1\n  botspec inspect linkage - --format json < input.txt\n  botspec inspect flit updates.txt --bot 1 --answer '5 5 9 8'\n  botspec inspect hex board.txt --side white --answer swap\n  botspec inspect power4 board.txt --team 2 --used 1,4 --turn 7 --answer '5 4'"
)]
pub(super) struct InspectArgs {
    /// The contest
    pub game: Game,
    /// The position as the bot is given it; `-` is stdin
    pub file: PathBuf,
    /// An answer to judge
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    pub answer: Option<String>,
    /// The variant
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// How the result looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = PACK_EXAMPLES)]
pub(super) struct PackArgs {
    /// The bot's folder
    pub folder: PathBuf,
    /// The contest [default: the game in bot.toml]
    #[arg(long, value_name = "GAME")]
    pub game: Option<Game>,
    /// The folder to make [default: FOLDER-submission, beside FOLDER]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Where the receipt goes [default: DIR.receipt.json, beside DIR]
    #[arg(long, value_name = "FILE")]
    pub receipt: Option<PathBuf>,
    /// Options of `botspec check`, such as --strict or --cases 50; those that choose cases are refused
    #[arg(last = true, value_name = "OPTIONS")]
    pub options: Vec<String>,
}

const PACK_EXAMPLES: &str = "\
Examples:
  botspec pack my-bot                    makes my-bot-submission and my-bot-submission.receipt.json
  botspec pack . -o ../handed-in -- --strict
  botspec pack . -- --sandbox auto       where the strict sandbox is not available
  botspec pack . -- --as judge.json      the receipt has the bot's times as of that machine, too

Files named in .gitignore, compiled code and links are left out. Archives that hold, or might hold, compiled code are \
refused. The copy is checked as `botspec check --submission --thorough` does; if it fails nothing is written. It is built \
and checked in the strict sandbox: on a machine that does not give all of that (botspec doctor says), pack with \
`-- --sandbox auto`.

Exit codes: 0 packed, 1 the submission does not conform, 2 usage error, or bot not found or not built, 3 botspec or \
the machine failed, 4 not packed, since something could not be judged.";

#[derive(Debug, Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub(super) struct VerifyArgs {
    /// The receipt that `botspec pack` wrote
    pub receipt: PathBuf,
    /// The submission's folder
    pub folder: PathBuf,
    /// How the result looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: Format,
}

const VERIFY_EXAMPLES: &str = "\
Examples:
  botspec verify my-bot-submission.receipt.json my-bot-submission
  botspec check linkage my-bot-submission --submission   to check it again

A receipt is not signed: it says what its writer wants, so check again what matters. What version control keeps in .git,
.hg and .svn is no part of a submission and is passed over; no bot is started from there.

Exit codes: 0 every file is the one that was packed, and none is compiled code; 1 not so; 2 the receipt or the \
folder cannot be read.";

#[derive(Debug, Args)]
#[command(after_help = DOCTOR_EXAMPLES)]
pub(super) struct DoctorArgs {
    /// Also measure how fast the machine is, and write that to this file, for `botspec check --as`
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// How the result looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: Format,
}

const DOCTOR_EXAMPLES: &str = "\
Examples:
  botspec doctor
  botspec doctor --format json
  botspec doctor --profile judge.json            on the machine that will judge, as it is then
  botspec check linkage ./mybot --as judge.json  on yours

A profile holds the processor time of three pieces of work and of the start of a program, of Python and of Java, with \
the spread of each, and how often a program that wants a core has to wait, for a quota or for other programs. It works only \
with the same build of botspec. docs/other-machine.md says what it cannot tell: other load than there was, caches, heat, \
other kernels and compilers, a GPU.";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ExplainFormat {
    /// For people
    Pretty,
    /// A reference page
    Markdown,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = REPRO_EXAMPLES)]
pub(super) struct ReproArgs {
    /// The file that `check --save` has written
    pub file: PathBuf,
    /// The bot, as for `check`
    pub bot: Option<PathBuf>,
    /// Arguments passed to the bot before any others
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
    /// Run the bot that the file names, with the arguments it gives: only for files of your own
    #[arg(long, conflicts_with = "bot")]
    pub trust: bool,
    /// No time limit, for use with a debugger
    #[arg(long, conflicts_with = "time_limit")]
    pub no_limit: bool,
    /// Limit for one turn instead of the saved one
    #[arg(long, value_name = "DURATION", value_parser = limit)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub confined: Confined,
    /// Show the saved transcript without running anything
    #[arg(long)]
    pub show: bool,
    /// How the result looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: Format,
}

const REPRO_EXAMPLES: &str = "\
Examples:
  botspec check linkage ./mybot --save failing
  botspec repro failing/linkage.opening.as-more.json ./mybot
  botspec repro failing/linkage.opening.as-more.json ./mybot --no-limit --sandbox off
  botspec repro failing/linkage.opening.as-more.json --trust
  botspec repro failing/linkage.opening.as-more.json --show

A file may come from anybody: it never chooses what is run, nor how it is confined.

Exit codes: 0 the case passes now, 1 a rule is broken, 4 it could not be judged.";

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  botspec completions bash > ~/.local/share/bash-completion/completions/botspec\n  botspec completions zsh > ~/.zfunc/_botspec"
)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  botspec man ~/.local/share/man/man1")]
pub(super) struct ManArgs {
    /// The folder for the pages
    pub folder: PathBuf,
}

impl SandboxName {
    /// As it is written.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Strict => "strict",
            Self::Off => "off",
        }
    }
}

/// Whether the contest has the variant that was asked for.
///
/// # Errors
/// If it does not.
pub(super) fn check_variant(game: Game, asked: Option<&str>) -> Result<(), CliError> {
    let Some(variant) = asked else { return Ok(()) };
    let known = game.variants();
    if known.contains(&variant) {
        return Ok(());
    }
    Err(CliError::usage(if known.is_empty() {
        format!("--variant {variant}: {game} has no variants; leave the option out")
    } else {
        format!("--variant {variant}: {game} has no such variant; choose one of {}", known.join(", "))
    }))
}

fn percent(text: &str) -> Result<u8, String> {
    let number = text.trim_end_matches('%').parse().map_err(|_| "write a share such as 60%".to_owned())?;
    if (1..=100).contains(&number) { Ok(number) } else { Err("must be from 1% to 100%".to_owned()) }
}

/// How many bots run at once: as many as were asked for, else as there are cores.
pub(super) fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(cores, usize::from)
}

/// The cores of this machine.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// What the name of a file can begin with.
fn team_id(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if text.is_empty() || text.len() > 100 || !text.chars().all(fits) || text.starts_with('.') {
        return Err("write a team id such as Co0023: letters, digits, _ and -".to_owned());
    }
    Ok(text.to_owned())
}

/// A size in bytes, from 64 MiB to 1 TiB.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || "write a size such as 512MiB or 2GiB".to_owned();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let shift = match unit.trim().to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(wrong()),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let bytes = number.checked_mul(1 << shift).filter(|bytes| (64 << 20..=1 << 40).contains(bytes));
    bytes.ok_or_else(|| "must be at least 64MiB and at most 1TiB".to_owned())
}

pub(super) fn limit(text: &str) -> Result<Duration, String> {
    let duration =
        humantime::parse_duration(text).map_err(|error| format!("{error}; write 500ms, 2s or 1m"))?;
    if duration < Duration::from_millis(1) || duration > Duration::from_secs(86_400) {
        return Err("must be at least 1ms and at most 1day".to_owned());
    }
    Ok(duration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        for (text, bytes) in [("64MiB", 64 << 20), ("2GiB", 2 << 30), ("2g", 2 << 30), ("65536 KB", 64 << 20)]
        {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in
            ["", "2", "63MiB", "2TiB", "-1GiB", "2XiB", "99999999999999999999G", "18446744073709551615T"]
        {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
