//! The contests that come with botspec. A game is a folder; it stands in the list here.

pub mod flit;
pub mod hex;
pub mod linkage;
pub mod power4;

use crate::contest::Contest;

/// All of them.
pub static STANDARD: [&dyn Contest; 4] = [&linkage::Linkage, &hex::Hex, &flit::Flit, &power4::Power4];
