//! Ends a bot that does not come to an end by itself: the process begins anew, with the conversation so far in its
//! environment.

#[cfg(unix)]
pub(super) use unix::converse;

#[cfg(not(unix))]
pub(super) use elsewhere::converse;

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    use crate::game::Position;
    use crate::run::best::AnytimeBot;
    use crate::run::conversation::{self, Failure};
    use crate::stream_game::StreamGame;

    pub(in crate::run) fn converse<G, B>(
        new_bot: impl FnMut() -> B + Send + 'static,
        args: &[String],
    ) -> Result<(), Failure>
    where
        G: StreamGame<Position: Position<Move: Send> + Send + 'static>,
        B: AnytimeBot<G> + 'static,
    {
        let (input, output, notes) = (io::stdin().lock(), io::stdout().lock(), io::stderr());
        conversation::converse_anytime(new_bot, args, input, output, notes)
    }
}

#[cfg(unix)]
mod unix {
    use std::env;
    use std::ffi::{OsStr, OsString};
    use std::fs::File;
    use std::io::{self, BufReader, Cursor, Read as _};
    use std::os::fd::AsFd as _;
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    use std::os::unix::process::CommandExt as _;
    use std::process::{self, Command};
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    use crate::game::Position;
    use crate::run::best::AnytimeBot;
    use crate::run::conversation::{self, Failure, Past};
    use crate::run::log::Log;
    use crate::stream_game::StreamGame;

    /// The variable that holds the number of the process that the others are of, which stays the same when it begins anew. A
    /// process that it has started inherits them, and may be a bot too.
    const PROCESS: &str = "BOTSPEC_SDK_PROCESS";
    /// Names of variables: what was heard and played, in numbered pieces, and what was read but not heard yet.
    const LOG: &str = "BOTSPEC_SDK_LOG_";
    const UNHEARD: &str = "BOTSPEC_SDK_UNHEARD";
    /// When the last answer was given: nanoseconds since 1970.
    const ANSWERED: &str = "BOTSPEC_SDK_ANSWERED";
    /// Going through a conversation again takes less. If more has passed the clock has been set.
    const SOON: Duration = Duration::from_secs(1);
    /// Bytes of one variable: Linux takes no more than 128 KiB.
    const PIECE: usize = 64 << 10;

    /// What was read in an earlier life of the process, then what comes.
    type Input = BufReader<io::Chain<Cursor<Vec<u8>>, File>>;

    pub(in crate::run) fn converse<G, B>(
        new_bot: impl FnMut() -> B + Send + 'static,
        args: &[String],
    ) -> Result<(), Failure>
    where
        G: StreamGame<Position: Position<Move: Send> + Send + 'static>,
        B: AnytimeBot<G> + 'static,
    {
        // Not through `io::stdin()`, which does not tell what it has read ahead.
        let stdin = io::stdin().as_fd().try_clone_to_owned().map_err(Failure::Input)?;
        let unheard = Cursor::new(own(UNHEARD).map(OsString::into_vec).unwrap_or_default());
        let input = BufReader::new(unheard.chain(File::from(stdin)));
        let (output, notes) = (io::stdout().lock(), io::stderr());
        let log = Log::from_bytes(pieces().flat_map(OsString::into_vec).collect());
        let past = Past { log: Some(log), answered: answered() };
        conversation::converse_logged::<G, B, _>(new_bot, args, past, input, output, notes, begin_anew)
    }

    /// When the last answer was given; in a process that has not begun anew, now.
    fn answered() -> Instant {
        let now = Instant::now();
        let since = || {
            let nanoseconds = own(ANSWERED)?.to_str()?.parse().ok()?;
            let answered = UNIX_EPOCH.checked_add(Duration::from_nanos(nanoseconds))?;
            let ago = SystemTime::now().duration_since(answered).ok()?;
            now.checked_sub(ago).filter(|_| ago < SOON)
        };
        since().unwrap_or(now)
    }

    fn pieces() -> impl Iterator<Item = OsString> {
        (0..).map_while(|i| own(&format!("{LOG}{i}")))
    }

    /// What this process has left for itself under this name.
    fn own(name: &str) -> Option<OsString> {
        let of = env::var(PROCESS).ok()?;
        env::var_os(name).filter(|_| of == process::id().to_string())
    }

    /// Puts this program in the place of the process, at the point to which the conversation has come. Where that cannot
    /// be done it returns, and all goes on as it is.
    fn begin_anew(input: &mut Input, log: &Log, answered: Instant) {
        let (Some(log), Ok(program)) = (log.bytes(), env::current_exe()) else { return };
        let (earlier, _) = input.get_ref().get_ref();
        let left = usize::try_from(earlier.position()).map_or(&[][..], |at| &earlier.get_ref()[at..]);
        let unheard = [input.buffer(), left].concat();

        let mut arguments = env::args_os();
        let mut command = Command::new(program);
        if let Some(name) = arguments.next() {
            command.arg0(name);
        }
        command.args(arguments);
        for (i, piece) in log.chunks(PIECE).enumerate() {
            command.env(format!("{LOG}{i}"), OsStr::from_bytes(piece));
        }
        // An earlier log may have been longer, or that of a process which has started this one.
        let others = (log.chunks(PIECE).len()..).map(|i| format!("{LOG}{i}"));
        for other in others.take_while(|name| env::var_os(name).is_some()) {
            command.env_remove(other);
        }
        command.env(PROCESS, process::id().to_string());
        command.env(UNHEARD, OsString::from_vec(unheard));
        let answered = SystemTime::now().checked_sub(answered.elapsed());
        if let Some(answered) = answered.and_then(|at| at.duration_since(UNIX_EPOCH).ok()) {
            command.env(ANSWERED, answered.as_nanos().to_string());
        }
        // It returns only if it fails.
        let _ = command.exec();
    }
}
