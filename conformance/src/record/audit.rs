//! Whether a bot answers the same, whatever should make no difference.

use serde::Serialize;

use super::{At, Diagram};

/// The same positions, put to a bot again and again. This is information: no rule asks a bot to repeat itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Audit {
    /// How many positions the bot answered in the usual circumstances.
    pub positions: usize,
    /// What was found over all.
    pub finding: Finding,
    /// One for each thing that was changed.
    pub comparisons: Vec<Comparison>,
}

impl Audit {
    /// The one that says most: the first that differs.
    #[must_use]
    pub fn first_difference(&self) -> Option<(&Comparison, &Difference)> {
        let differing = self.comparisons.iter().filter(|it| it.finding == Finding::Differs);
        differing.filter_map(|it| Some((it, it.first_difference.as_ref()?))).next()
    }
}

/// One changed circumstance against the usual ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// What was changed.
    pub circumstance: Circumstance,
    /// What that means, in a few words.
    pub description: String,
    /// What was found.
    pub finding: Finding,
    /// How many positions were compared.
    pub positions: usize,
    /// How many of them were answered otherwise.
    pub differing: usize,
    /// What has to be known to read the finding.
    pub remark: Option<String>,
    /// The first other answer.
    pub first_difference: Option<Difference>,
}

/// What is changed while everything else stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Circumstance {
    /// Nothing but the time.
    Again,
    /// The folder that the bot lies in.
    Folder,
    /// The locale.
    Locale,
    /// The time zone.
    TimeZone,
    /// How busy the machine is.
    Load,
}

impl Circumstance {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Again, Self::Folder, Self::Locale, Self::TimeZone, Self::Load];

    /// A few words that go on after "it answers differently".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Again => "when asked again",
            Self::Folder => "in another folder",
            Self::Locale => "in another locale",
            Self::TimeZone => "in another time zone",
            Self::Load => "under load",
        }
    }

    /// What a difference usually comes from.
    #[must_use]
    pub const fn usual_cause(self) -> &'static str {
        match self {
            Self::Again => {
                "chance or the clock decides: a random generator seeded with the time, threads that race, or a \
                 hash map whose order changes with each start; a fixed seed makes a lost game one that can be \
                 played again"
            }
            Self::Folder => {
                "the path decides: is it part of a seed, or is a file opened by a path that is cut at a blank?"
            }
            Self::Locale => {
                "the language of the machine decides: sorting, case (i and I), or the decimal sign; fix the locale \
                 where numbers are read and written"
            }
            Self::TimeZone => "the local time decides: is it part of a seed, or of a date that is parsed?",
            Self::Load => {
                "the time that is left decides: the search goes as deep as it gets, so on a slower machine the bot \
                 plays otherwise"
            }
        }
    }
}

/// What came of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Every answer was the same.
    Same,
    /// An answer was another one, and was so again when it was tried once more.
    Differs,
    /// An answer was another one, but so it is when nothing is changed.
    Unclear,
    /// There was nothing to compare.
    NotCompared,
}

impl Finding {
    /// As it stands in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Differs => "differs",
            Self::Unclear => "unclear",
            Self::NotCompared => "not compared",
        }
    }
}

/// Two answers to one position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Which position, in a few words.
    pub position: String,
    /// What the bot was given, as text.
    pub given: String,
    /// What it answers usually, as text (invalid UTF-8 escaped).
    pub usually: String,
    /// What it answered here, as text (invalid UTF-8 escaped).
    pub here: String,
    /// The first character of `here` that is another one.
    pub at: At,
    /// The position, for people; so not in JSON.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
}
