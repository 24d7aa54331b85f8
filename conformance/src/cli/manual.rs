//! `botspec completions` and `botspec man`: what is made from the command line's own description.

use std::fs;

use super::args::{CompletionsArgs, ManArgs};
use super::error::CliError;
use super::game_options::command;
use super::output;
use crate::exit_code::Exit;

/// Prints the completions for a shell.
pub(super) fn completions(args: &CompletionsArgs) -> Result<Exit, CliError> {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut command(None), "botspec", &mut bytes);
    output::report(&bytes)?;
    Ok(Exit::Success)
}

/// Writes a page for botspec and one for each command.
pub(super) fn man(args: &ManArgs) -> Result<Exit, CliError> {
    let error = |error: std::io::Error| {
        let message = format!(
            "cannot write man pages to {}: {error}; name a folder that you may write to",
            args.folder.display()
        );
        CliError::unwritten(message, &error)
    };
    fs::create_dir_all(&args.folder).map_err(error)?;
    clap_mangen::generate_to(command(None), &args.folder).map_err(error)?;
    Ok(Exit::Success)
}
