//! The files that a bot keeps between its turns, and what is done to them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::record::HintCandidate;
use crate::recorder::Folder;
use crate::run_context::Observations;

/// The name and the content of one of them.
pub(crate) type KeptFile = (String, Vec<u8>);

/// So long another side may take from one turn of the bot to the next.
const AGE: Duration = Duration::from_secs(5);

/// What happens to the files that a bot keeps, before each of its turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Damage {
    /// Nothing: they live from turn to turn.
    #[default]
    #[serde(rename = "kept")]
    None,
    /// They are older, as they are once the other side has thought for long.
    Aged,
    /// They are deleted.
    Deleted,
    /// Nothing is left in them.
    Emptied,
    /// Their first half is left.
    Truncated,
    /// Other bytes stand in their place.
    Garbage,
    /// They are those of another game.
    Foreign,
    /// They are those of a game as the other side.
    OtherSide,
}

impl Damage {
    /// Does it to files of these names before this turn of the bot (from 0), and says whether that has changed anything.
    /// `foreign` are those of another game after each turn. Files that the bot has made such that they cannot be changed,
    /// and those of a folder that is not there yet, are let be.
    pub(crate) fn inflict(
        self,
        folder: &mut Folder,
        names: Vec<String>,
        foreign: &[Vec<KeptFile>],
        own_turn: usize,
    ) -> bool {
        let mut changed = false;
        let mut replace = |folder: &mut Folder, name: &str, bytes: &[u8]| {
            let differs = folder.read(name).ok().as_deref() != Some(bytes);
            changed |= differs && folder.replace(name, bytes).is_ok();
        };
        match self {
            Self::None => {}
            Self::Aged => {
                for name in names {
                    changed |= folder.age(&name, AGE).is_ok();
                }
            }
            Self::Foreign | Self::OtherSide => {
                for (name, bytes) in foreign_before(foreign, own_turn) {
                    replace(folder, name, bytes);
                }
            }
            Self::Deleted => {
                for name in names {
                    changed |= folder.take_away(&name).is_ok();
                }
            }
            Self::Emptied => names.iter().for_each(|name| replace(folder, name, b"")),
            Self::Truncated | Self::Garbage => {
                for name in names {
                    let bytes = folder.read(&name).unwrap_or_default();
                    let damaged = if self == Self::Truncated {
                        bytes[..bytes.len() / 2].to_vec()
                    } else {
                        garbage(&bytes, own_turn)
                    };
                    replace(folder, &name, &damaged);
                }
            }
        }
        changed
    }

    /// Which files of another game it puts there.
    pub(crate) fn puts(self, foreign: &[Vec<KeptFile>], own_turn: usize) -> Vec<String> {
        let is_foreign = matches!(self, Self::Foreign | Self::OtherSide);
        let files = if is_foreign { foreign_before(foreign, own_turn) } else { &[] };
        files.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Whether a bot can still rely on the files.
    pub(crate) const fn keeps_files(self) -> bool {
        matches!(self, Self::None | Self::Aged)
    }

    /// Whether the files are broken by it.
    pub(crate) const fn breaks_files(self) -> bool {
        matches!(self, Self::Emptied | Self::Truncated | Self::Garbage)
    }

    /// The slip of a bot that fails for any damage of this kind, and that of one that fails for this alone.
    const fn slips(self) -> [&'static str; 2] {
        match self {
            Self::None | Self::Deleted => ["kept files: deleted"; 2],
            Self::Aged => ["kept files: aged"; 2],
            Self::Emptied => ["kept files: broken", "kept files: emptied"],
            Self::Truncated => ["kept files: broken", "kept files: cut in half"],
            Self::Garbage => ["kept files: broken", "kept files: garbage"],
            Self::Foreign => ["kept files: foreign", "kept files: of another game"],
            Self::OtherSide => ["kept files: foreign", "kept files: of the other side"],
        }
    }

    /// Notes that a bot has kept to the rules although this was done to its files.
    pub(crate) fn note_withstood(self, observations: &Observations) {
        self.slips().into_iter().for_each(|slip| observations.rule_out(slip));
    }
}

/// Which files of another game are found before a turn: first those that are left at its end, and then, in turn, those
/// that lay there before the same turn, which fit by whatever counts the turns, and those from after it.
fn foreign_before(foreign: &[Vec<KeptFile>], own_turn: usize) -> &[KeptFile] {
    let by_turn = foreign.get(own_turn - own_turn % 2).filter(|_| own_turn > 0);
    by_turn.or(foreign.last()).map_or(&[], Vec::as_slice)
}

/// What stands in a file's place before a turn: bytes of another number, as many bytes, or as many with one half as it
/// was, which whoever asks for the length, for the beginning or for the end takes for its own.
fn garbage(bytes: &[u8], own_turn: usize) -> Vec<u8> {
    const GARBAGE: &[u8] = b"\x00\xff{]garbage\r\n-1 999999999999999999999 ";
    let middle = bytes.len() / 2;
    let overwritten = match own_turn % 4 {
        0 => return GARBAGE.repeat(1 + bytes.len() / 64),
        1 => 0..bytes.len(),
        2 => middle..bytes.len(),
        _ => 0..middle,
    };
    let mut damaged = bytes.to_vec();
    for (byte, other) in damaged[overwritten].iter_mut().zip(GARBAGE.iter().cycle()) {
        *byte = *other;
    }
    damaged
}

/// What a contest calls the files that a bot keeps, and games.
#[derive(Debug)]
pub(crate) struct Wording {
    /// The files, with the verb: `its cache file was`.
    pub(crate) files_were: &'static str,
    /// The same of another game: `that of another game`.
    pub(crate) foreign: &'static str,
    /// The same of a game as the other side.
    pub(crate) other_side: &'static str,
    /// What is done with the files: `is it`.
    pub(crate) are_they: &'static str,
    /// What they must fit.
    pub(crate) input: &'static str,
}

impl Wording {
    /// What was done to the files, as a clause.
    pub(crate) fn done(&self, damage: Damage) -> String {
        let were = self.files_were;
        match damage {
            Damage::None => format!("{were} kept"),
            Damage::Aged => format!("{were} made {} s older", AGE.as_secs()),
            Damage::Deleted => format!("{were} deleted"),
            Damage::Emptied => format!("{were} emptied"),
            Damage::Truncated => format!("{were} cut in half"),
            Damage::Garbage => format!("{were} overwritten with garbage"),
            Damage::Foreign => format!("{were} replaced by {}", self.foreign),
            Damage::OtherSide => format!("{were} replaced by {}", self.other_side),
        }
    }

    /// What to say of a bot that does not withstand it: for any damage of this kind, and for this alone.
    pub(crate) fn candidates(&self, damage: Damage) -> Vec<HintCandidate> {
        let (were, are_they, input) = (self.files_were, self.are_they, self.input);
        let of_any = match damage {
            Damage::Emptied | Damage::Truncated | Damage::Garbage => format!("{were} damaged"),
            Damage::Foreign | Damage::OtherSide => self.done(Damage::Foreign),
            Damage::None | Damage::Aged | Damage::Deleted => self.done(damage),
        };
        let question = match damage {
            Damage::Aged => {
                format!("an opponent may think for so long, so {are_they} taken for {}?", self.foreign)
            }
            Damage::None | Damage::Deleted => format!("{are_they} relied on?"),
            Damage::Foreign | Damage::OtherSide => format!("{are_they} held against {input} before use?"),
            Damage::Emptied | Damage::Truncated | Damage::Garbage => {
                format!("{are_they} checked before use?")
            }
        };
        let hint = |done: &str| format!("before this turn {done}: {question}");
        let hints = [hint(&of_any), hint(&self.done(damage))];
        damage.slips().into_iter().zip(hints).map(|(slip, hint)| HintCandidate { slip, hint }).collect()
    }
}

/// What the bot keeps, of files of these names.
pub(crate) fn kept_files(folder: &Folder, names: Vec<String>) -> Vec<KeptFile> {
    let read = |name: String| folder.read(&name).ok().map(|bytes| (name, bytes));
    names.into_iter().filter_map(read).collect()
}
