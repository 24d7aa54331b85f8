//! What `botspec gtp` needs of a contest: a bot of it, driven by a program that speaks GTP, the Go Text Protocol,
//! version 2.
//!
//! ```text
//! request = [id] command *(" " argument)      behind # stands a comment
//! answer  = ("=" / "?") [id] " " text LF LF
//! ```

use super::reask::Asking;
use super::seats::Stop;
use crate::process::SandboxError;

/// A contest whose bots can be driven by GTP.
pub trait GtpFace: Sync {
    /// A game on an empty board, in which the bot can be asked in each of these seats.
    fn open<'a>(&self, askings: &'a [Asking<'a>]) -> Box<dyn GtpGame + 'a>;
}

/// A game that is driven by GTP.
pub trait GtpGame {
    /// The commands that are this game's own.
    fn commands(&self) -> &'static [&'static str];

    /// Does one of them, and returns what it answers, or why it cannot be done.
    ///
    /// # Errors
    /// If the bot cannot be started or judged, the run is interrupted, or the machine fails.
    fn run(&mut self, command: &str, args: &[&str]) -> Result<Result<String, String>, Stop>;

    /// Ends the bot.
    ///
    /// # Errors
    /// If the machine fails.
    fn close(self: Box<Self>) -> Result<(), SandboxError>;
}

/// The commands that every game has.
const COMMANDS: [&str; 6] = ["known_command", "list_commands", "name", "protocol_version", "quit", "version"];

/// A game, and what is the same in all.
pub struct Session<'a> {
    game: Box<dyn GtpGame + 'a>,
    name: String,
}

/// What came of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    /// What is to be printed; nothing for a blank line or a comment.
    pub text: String,
    /// Whether the session is over.
    pub is_over: bool,
}

impl<'a> Session<'a> {
    /// A session with a bot of this name.
    #[must_use]
    pub fn new(game: Box<dyn GtpGame + 'a>, name: String) -> Self {
        Self { game, name }
    }

    /// Does what a line says.
    ///
    /// # Errors
    /// As of a [`GtpGame`].
    pub fn react(&mut self, line: &str) -> Result<Reaction, Stop> {
        let Some(request) = Request::from_line(line) else {
            return Ok(Reaction { text: String::new(), is_over: false });
        };
        let args: Vec<&str> = request.args.iter().map(String::as_str).collect();
        let is_over = request.command == "quit" && args.is_empty();
        let answer = self.answer(&request.command, &args)?;
        let (sign, text) = match &answer {
            Ok(text) => ('=', text),
            Err(why) => ('?', why),
        };
        // An empty line would end it.
        let mut lines = text.lines().map(|line| if line.is_empty() { " " } else { line });
        let first = lines.next().unwrap_or_default();
        let text = lines.fold(format!("{sign}{} {first}\n", request.id), |text, line| text + line + "\n");
        Ok(Reaction { text: text + "\n", is_over })
    }

    /// Ends the bot.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn close(self) -> Result<(), SandboxError> {
        self.game.close()
    }

    fn commands(&self) -> Vec<&'static str> {
        let mut all = [&COMMANDS, self.game.commands()].concat();
        all.sort_unstable();
        all
    }

    fn answer(&mut self, command: &str, args: &[&str]) -> Result<Result<String, String>, Stop> {
        Ok(match (command, args) {
            ("known_command", [asked]) => Ok(self.commands().contains(asked).to_string()),
            ("list_commands", []) => Ok(self.commands().join("\n")),
            ("name", []) => Ok(self.name.clone()),
            ("protocol_version", []) => Ok("2".to_owned()),
            ("quit", []) => Ok(String::new()),
            ("version", []) => Ok(format!("by botspec {}", env!("CARGO_PKG_VERSION"))),
            _ if self.game.commands().contains(&command) => return self.game.run(command, args),
            _ if COMMANDS.contains(&command) => Err("syntax error: wrong number of arguments".to_owned()),
            _ => Err("unknown command".to_owned()),
        })
    }
}

/// A line that is one.
struct Request {
    /// Empty if there is none.
    id: String,
    command: String,
    args: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if there is no command on it.
    fn from_line(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
        Some(Self { id, command: words.next()?, args: words.collect() })
    }
}
