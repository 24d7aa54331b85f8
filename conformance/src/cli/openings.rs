//! `--openings`: how games begin, for `play` and `ladder init`.

use std::path::{Path, PathBuf};

use super::error::CliError;
use super::input;
use crate::record::{GameRecord, Variant};
use crate::referee::openings::{MAX_DRAWN, OpeningError, Openings};
use crate::suite::Game;

/// A file with openings is no larger than this.
const MAX_OPENINGS: u64 = 16 << 20;

/// How games begin, as it is written on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Opening {
    /// With so many moves drawn at random.
    Drawn(u32),
    /// With those of this file.
    Listed(PathBuf),
}

impl Opening {
    /// Reads `random:2` or the name of a file.
    pub(super) fn from_word(text: &str) -> Result<Self, String> {
        let Some(count) = text.strip_prefix("random:") else { return Ok(Self::Listed(text.into())) };
        let count = count.parse().ok().filter(|count| (1..=MAX_DRAWN).contains(count)).map(Self::Drawn);
        count.ok_or_else(|| format!("write random:N, where N is the number of moves, 1 to {MAX_DRAWN}"))
    }
}

/// How games begin, as far as this contest has openings and the file's can be played. `name` is the variant's.
pub(super) fn openings(
    asked: Option<&Opening>,
    game: Game,
    name: Option<&str>,
    variant: &Variant,
) -> Result<Openings, CliError> {
    if let (Some(why), true) = (game.referee().without_openings(variant), asked.is_some()) {
        let of_variant = name.map(|name| format!(" ({name})")).unwrap_or_default();
        return Err(CliError::usage(format!("--openings is not for {game}{of_variant}: {why}")));
    }
    Ok(match asked {
        Some(Opening::Drawn(plies)) => Openings::Drawn(*plies),
        Some(Opening::Listed(path)) => listed(path, game, variant)?,
        None => Openings::None,
    })
}

/// The openings of a file.
fn listed(path: &Path, game: Game, variant: &Variant) -> Result<Openings, CliError> {
    let bytes = input::file(path, MAX_OPENINGS)?;
    let wrong = |error: OpeningError| CliError::usage(format!("{}: {error}", path.display()));
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let last = before.rsplit('\n').next().unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        wrong(OpeningError {
            line,
            column: last.chars().count() + 1,
            message: "this is not UTF-8 text".into(),
        })
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (referee, record) = (game.referee(), GameRecord::new(game.id(), variant.clone()));
    Openings::from_text(text, &|| referee.open(&record), &|mv| referee.no_opening_move(mv)).map_err(wrong)
}
