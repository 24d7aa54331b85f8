//! Sparring partners: bots that are part of this program, which is started again to play.
//!
//! A partner is prepared like any executable: its [`Program`] is a copy of this one, told by its first arguments to play.
//! So it is confined, timed and ended as every other bot.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::marker::PhantomData;
use std::path::PathBuf;
use std::process::ExitCode;

use botspec_sdk::run::{conversation, file_turn};
use botspec_sdk::sparring::{Level, Partner, SparringGame};
use botspec_sdk::{Deadline, FileGame, StreamGame};

use crate::nearest::nearest;
use crate::process::{Program, ProgramFile, Protocol};
use crate::suite::Game;

/// The first argument of a process that is to play.
const ASKED: &str = "sparring";
/// What the copy of this program is called.
const COPY: &str = if cfg!(windows) { "botspec-partner.exe" } else { "botspec-partner" };

/// The sparring partners of a contest.
pub trait Sparring: Sync {
    /// How strong they are, the weakest first.
    fn levels(&self) -> Vec<&'static str>;

    /// Plays as a bot of the contest does, in this process: `arguments` are those that the contest gives its bots. What is
    /// played is to depend on the level, the seed and what the referee says alone.
    fn play(&self, level: &str, seed: u64, arguments: &[String]) -> ExitCode;
}

fn levels_of<G: SparringGame>() -> Vec<&'static str> {
    G::LEVELS.iter().map(|level| level.name()).collect()
}

/// The SDK's partners of a game whose bots talk.
pub struct StreamPartners<G>(PhantomData<fn() -> G>);

impl<G> StreamPartners<G> {
    pub(crate) const NEW: Self = Self(PhantomData);
}

impl<G: StreamGame + SparringGame> Sparring for StreamPartners<G> {
    fn levels(&self) -> Vec<&'static str> {
        levels_of::<G>()
    }

    fn play(&self, level: &str, seed: u64, arguments: &[String]) -> ExitCode {
        let Some(level) = Level::from_name(level) else { return failed("no such level") };
        let (input, output) = (io::stdin().lock(), io::stdout().lock());
        let mut partner = Partner::<G>::new(level, seed);
        match conversation::converse::<G>(&mut partner, arguments, input, output, io::stderr()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failed(failure),
        }
    }
}

/// The SDK's partners of a game whose bots are started for each turn.
pub struct FilePartners<G: FileGame> {
    /// Who they are, for contests that ask.
    pub entrant: G::Entrant,
}

impl<G: FileGame<Entrant: Sync> + SparringGame> Sparring for FilePartners<G> {
    fn levels(&self) -> Vec<&'static str> {
        levels_of::<G>()
    }

    fn play(&self, level: &str, seed: u64, arguments: &[String]) -> ExitCode {
        let Some(level) = Level::from_name(level) else { return failed("no such level") };
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let deadline = Deadline::of_process(G::TIME_LIMIT, G::SAFETY_MARGIN);
        let own = match std::env::current_exe() {
            Ok(own) => own,
            Err(error) => return failed(error),
        };
        let partner = Partner::<G>::new(level, seed);
        match file_turn::turn::<G>(&self.entrant, partner, &own, &arguments, &deadline) {
            Ok(None) => ExitCode::SUCCESS,
            Ok(Some(line)) => match writeln!(io::stdout(), "{line}") {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => failed(error),
            },
            Err(error) => failed(error),
        }
    }
}

fn failed(why: impl std::fmt::Display) -> ExitCode {
    // If stderr is closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: {why}");
    ExitCode::FAILURE
}

/// Plays, if this process was started for that.
pub(crate) fn serve_if_asked() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    if words.next()?.to_str() != Some(ASKED) {
        return None;
    }
    let mut words = words.map(|word| word.to_string_lossy().into_owned());
    let [game, level, seed] = [(); 3].map(|()| words.next().unwrap_or_default());
    let arguments: Vec<String> = words.collect();
    Some(match (Game::find(&game).and_then(|game| game.contest().sparring()), seed.parse()) {
        (Some(partners), Ok(seed)) => partners.play(&level, seed, &arguments),
        _ => failed("write botspec play GAME BOT --sparring LEVEL: this is how botspec starts its own bots"),
    })
}

/// The level of this name.
///
/// # Errors
/// Which ones the contest has, if it is none of them.
pub(crate) fn level(game: Game, name: &str) -> Result<&'static str, String> {
    let partners =
        game.contest().sparring().ok_or_else(|| format!("{game} has no sparring partners: name two bots"))?;
    let levels = partners.levels();
    levels.iter().copied().find(|level| *level == name).ok_or_else(|| {
        let known = levels.join(", ");
        format!(
            "unknown sparring level `{}`, expected one of {known}{}",
            name.escape_debug(),
            nearest(name, levels.iter().copied())
        )
    })
}

/// The partner of this level, which is told its seed by one more argument: see [`with_seed`].
pub(crate) fn program(game: Game, level: &str) -> io::Result<Program> {
    // The file that runs, even if another one has taken its name.
    let linux = cfg!(target_os = "linux").then(|| PathBuf::from("/proc/self/exe"));
    let source = linux.filter(|link| link.exists()).map_or_else(std::env::current_exe, Ok)?;
    Ok(Program {
        name: format!("sparring:{level}"),
        command: [COPY, ASKED, game.name(), level].map(str::to_owned).to_vec(),
        files: vec![ProgramFile { source, name: COPY.to_owned(), executable: true }],
        readable: Vec::new(),
        left_behind: Vec::new(),
        protocol: Protocol::Contest,
        kept: None,
    })
}

/// The same program with a seed.
pub(crate) fn with_seed(program: &Program, seed: u64) -> Program {
    let mut seeded = program.clone();
    seeded.command.push(seed.to_string());
    seeded
}
