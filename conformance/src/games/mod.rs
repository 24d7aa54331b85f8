//! The contests as the tester sees them. A game is a folder; its name stands in the list here.

pub mod flit;
pub mod hex;
pub mod linkage;
pub mod power4;

use crate::decision::Decision;
use crate::requirement::Requirement;

/// The games, by name, with their rules.
pub static GAMES: [(&str, &[&Requirement]); 4] = [
    ("linkage", &linkage::REQUIREMENTS),
    ("hex", &hex::REQUIREMENTS),
    ("flit", &flit::REQUIREMENTS),
    ("power4", &power4::REQUIREMENTS),
];

/// The same games, with what was decided where their texts are silent.
pub static DECISIONS: [(&str, &[Decision]); 4] = [
    ("linkage", &linkage::DECISIONS),
    ("hex", &hex::DECISIONS),
    ("flit", &flit::DECISIONS),
    ("power4", &power4::DECISIONS),
];

/// Does something with the contest of a name: the one place where a name becomes a type.
#[macro_export]
macro_rules! with_contest {
    ($name:expr, |$contest:ident| $body:expr) => {
        match $name {
            $crate::record::GameKind::Linkage => {
                let $contest = $crate::games::linkage::Linkage;
                $body
            }
            $crate::record::GameKind::Hex => {
                let $contest = $crate::games::hex::Hex;
                $body
            }
            $crate::record::GameKind::Flit => {
                let $contest = $crate::games::flit::Flit;
                $body
            }
            $crate::record::GameKind::Power4 => {
                let $contest = $crate::games::power4::Power4;
                $body
            }
        }
    };
}
