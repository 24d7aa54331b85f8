//! The command line with the options of the contest that it names: nobody reads of those of the others.

use std::ffi::OsString;
use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, CommandFactory as _, FromArgMatches as _};

use super::args::Cli;
use crate::options::CommandName;
use crate::referee::console::Console;
use crate::suite::Game;
use crate::template;

/// The commands that a contest is named to, with what it may have options of its own for.
const COMMANDS: [(&str, Option<CommandName>); 5] = [
    ("new", Some(CommandName::New)),
    ("check", None),
    ("list", None),
    ("inspect", Some(CommandName::Inspect)),
    ("play", Some(CommandName::Play)),
];

/// A command whose own command `init` names a contest, and plays it as `play` does.
const LADDER: &str = "ladder";

/// Reads a command line; the second value holds what its command was told.
pub(super) fn parse(words: Vec<OsString>) -> Result<(Cli, ArgMatches), clap::Error> {
    let game = named(&words);
    let matches = command(game).try_get_matches_from(&words);
    let matches = matches.map_err(|error| {
        let error = of_a_file(error, &words);
        match game {
            Some(game) => of_another(error, game),
            None => error,
        }
    })?;
    let cli = Cli::from_arg_matches(&matches)?;
    let own = innermost(&matches).cloned().unwrap_or_default();
    Ok((cli, own))
}

/// What a command was told, or the ladder's own command.
fn innermost(matches: &ArgMatches) -> Option<&ArgMatches> {
    match matches.subcommand()? {
        (LADDER, ladder) => ladder.subcommand().map(|(_, own)| own),
        (_, own) => Some(own),
    }
}

/// Says of an option that is unknown, and the name of a file, how to name that.
fn of_a_file(error: clap::Error, words: &[OsString]) -> clap::Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    // An argument such as `-bot.py` is complained of as `-b`.
    let options = words.iter().skip(1).take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let mut files =
        options.filter(|word| word.len() > 1 && word.starts_with('-') && Path::new(word).exists());
    match files.next() {
        Some(file) => {
            let file = file.escape_debug();
            let message = format!("{file} is taken for options: for the file of that name write ./{file}\n");
            clap::Error::raw(ErrorKind::UnknownArgument, message)
        }
        None => error,
    }
}

/// Says of an option that is unknown here which contests it is for.
fn of_another(error: clap::Error, game: Game) -> clap::Error {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return error };
    let long = option.trim_start_matches("--").split('=').next().unwrap_or_default();
    let takes = |game: &Game| {
        let kinds = COMMANDS.into_iter().filter_map(|(_, kind)| kind);
        kinds.flat_map(|kind| game.options(kind)).any(|own| own.get_long() == Some(long))
    };
    let others: Vec<&str> = Game::all().iter().filter(|game| takes(game)).map(|game| game.name()).collect();
    if error.kind() != ErrorKind::UnknownArgument || others.is_empty() {
        return error;
    }
    let message = format!("--{long} is for {}; leave it out for {game}\n", others.join(" and "));
    clap::Error::raw(ErrorKind::UnknownArgument, message)
}

/// The command line's description for this contest, or for all.
pub(super) fn command(only: Option<Game>) -> Command {
    let games = only.map_or_else(|| Game::all().to_vec(), |game| vec![game]);
    let all = Cli::command()
        .mut_subcommand("console", |command| with_arguments(command, &games))
        .mut_subcommand("new", |command| only_for(command, |game| template::exists(*game)));
    let all = all.mut_subcommand(LADDER, |ladder| {
        ladder.mut_subcommand("init", |init| with_own(fitted(init, &games), CommandName::Play, &games))
    });
    let all = COMMANDS.into_iter().fold(all, |all, (name, kind)| {
        all.mut_subcommand(name, |command| {
            let command = fitted(command, &games);
            match kind {
                Some(kind) => with_own(command, kind, &games),
                None => command,
            }
        })
    });
    taking_negatives(all)
}

/// A negative number after an option is its value, and refused as such: it is no option of its own.
fn taking_negatives(command: Command) -> Command {
    command.mut_subcommands(taking_negatives).mut_args(|argument| {
        let is_option = !argument.is_positional() && argument.get_action().takes_values();
        if is_option { argument.allow_negative_numbers(true) } else { argument }
    })
}

/// The contest that a command line names, as far as it can be read without its options.
fn named(words: &[OsString]) -> Option<Game> {
    let lenient = |command: Command| command.disable_help_flag(true).ignore_errors(true);
    let commands = COMMANDS.into_iter().map(|(name, _)| name).chain(["console", LADDER]);
    let command = commands.fold(lenient(command(None)), |all, name| all.mut_subcommand(name, lenient));
    let command = command.mut_subcommand(LADDER, |ladder| ladder.mut_subcommand("init", lenient));
    let matches = command.try_get_matches_from(words).ok()?;
    innermost(&matches)?.try_get_one::<Game>("game").ok()?.copied()
}

/// What the first contest of these that has a central program takes before the bots.
fn with_arguments(command: Command, games: &[Game]) -> Command {
    let own = games.iter().find_map(|game| game.console()).map(Console::arguments).unwrap_or_default();
    // Behind the contest.
    let first = 2;
    let command = only_for(command, |game| game.console().is_some())
        .mut_arg("bots", |bots| bots.index(first + own.len()));
    own.into_iter()
        .enumerate()
        .fold(command, |command, (at, argument)| command.arg(argument.index(first + at).required(true)))
}

/// A command that not all contests have.
fn only_for(command: Command, has: impl Fn(&Game) -> bool) -> Command {
    let names = Game::all().iter().filter(|game| has(game)).map(|game| game.name());
    let known = PossibleValuesParser::new(names.collect::<Vec<&str>>());
    let known = known.map(|name| Game::find(&name).expect("it is one of those that are registered"));
    command.mut_arg("game", |game| game.value_parser(known))
}

/// What all contests have in common, as far as it concerns these.
fn fitted(command: Command, games: &[Game]) -> Command {
    let concerns = |id: &str, game: &Game| match id {
        "variant" => !game.variants().is_empty(),
        "team_id" => game.has_team_ids(),
        "orders" => game.is_written_out(),
        "openings" => game.has_openings(),
        "sparring" => game.sparring().is_some(),
        _ => true,
    };
    let command = with_examples_of(command, games);
    let ids: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    ids.into_iter().fold(command, |command, id| {
        let concerned: Vec<&str> =
            games.iter().filter(|game| concerns(&id, game)).map(|game| game.name()).collect();
        command.mut_arg(&id, |arg| match concerned.len() {
            0 => arg.hide(true),
            _ if id == "variant" => {
                let variants = listed(games, |game| game.variants().to_vec());
                arg.help(format!("The variant ({variants})"))
            }
            _ if id == "sparring" => {
                let levels = listed(games, |game| {
                    game.sparring().map(|partners| partners.levels()).unwrap_or_default()
                });
                let help = help_of(&arg);
                arg.help(format!("{help} ({levels})"))
            }
            count if count < games.len() => {
                let help = help_of(&arg);
                arg.help(format!("{}: {help}", concerned.join(", ")))
            }
            _ => arg,
        })
    })
}

/// The examples of a command that are not of another contest, if one of them is of this one.
fn with_examples_of(command: Command, games: &[Game]) -> Command {
    let ([game], Some(help)) = (games, command.get_after_help()) else { return command };
    let start = format!("  botspec {} ", command.get_name());
    let named = |line: &str| {
        let name = line.strip_prefix(&start)?.split(' ').next()?;
        Game::find(name)
    };
    let help = help.to_string();
    if !help.lines().any(|line| named(line) == Some(*game)) {
        return command;
    }
    let own: Vec<&str> = help.lines().filter(|line| named(line).is_none_or(|named| named == *game)).collect();
    command.after_help(own.join("\n"))
}

/// What the only one of these contests has, or what each one has that has any.
fn listed<N: AsRef<str>>(games: &[Game], names: impl Fn(&Game) -> Vec<N>) -> String {
    let joined = |game: &Game| names(game).iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(", ");
    match games {
        [game] => joined(game),
        several => {
            let some = several.iter().filter(|game| !names(game).is_empty());
            some.map(|game| format!("{game}: {}", joined(game))).collect::<Vec<String>>().join("; ")
        }
    }
}

/// The options that these contests have for this command.
fn with_own(command: Command, kind: CommandName, games: &[Game]) -> Command {
    games.iter().fold(command, |command, game| {
        game.options(kind).into_iter().fold(command, |command, option| {
            if command.get_arguments().any(|known| known.get_id() == option.get_id()) {
                return command;
            }
            let help = help_of(&option);
            command.arg(if games.len() > 1 { option.help(format!("{game}: {help}")) } else { option })
        })
    })
}

fn help_of(arg: &Arg) -> String {
    arg.get_help().map(ToString::to_string).unwrap_or_default()
}
