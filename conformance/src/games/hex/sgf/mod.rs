//! Hex in SGF: `GM[11]`, as HexGui, benzene and Little Golem write it.
//!
//! ```text
//! (;FF[4]CA[UTF-8]GM[11]SZ[3]PB[a]PW[b]RE[W+];B[b2];W[swap-pieces];B[a1])
//! ```
//! B begins and joins top and bottom. There are two ways to swap. By `swap-sides` the players exchange colours and the
//! stone stays: this is the contest's. By `swap-pieces` they keep their colours, and the stone is exchanged for one of
//! the other colour in the mirrored cell: the same game, mirrored. Most programs know this one only, so it is written.
//!
//! Source: red-bean.com/sgf/hex.html; HexGui's reader and writer.

mod outcome;
mod read;
mod write;

use super::Hex;
use crate::record::GameRecord;
use crate::referee::sgf::{SgfError, SgfForm, SgfGame, Tree};

/// What SGF has no property for, as JSON: fields of the record.
const OWN: &str = "BOTSPEC";

impl SgfForm for Hex {
    fn number(&self) -> u32 {
        11
    }

    fn read(&self, tree: &Tree) -> Result<SgfGame, SgfError> {
        read::read(tree)
    }

    fn write(&self, record: &GameRecord) -> Result<String, String> {
        write::write(record)
    }
}
