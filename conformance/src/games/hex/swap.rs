//! `hex/swap/…`: the players exchange colours.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `hex/swap/colours`.
pub(super) static COLOURS: Requirement = Requirement {
    id: "hex/swap/colours",
    level: Level::Must,
    demand: "after `make_move` is answered `swap`, and after a `swap` message, the bot's colour is the other one for `sety`, `seto`, `check_win` and `make_move`, and the stones stay as they are",
    why: "The swap changes who plays which colour, nothing else. A bot that recolours the stone, moves it to the mirrored cell, or forgets the exchange for one of the messages, plays for its opponent from then on.",
    source: "Decision H1: the two bots exchange colours, and the stone stays",
    fix: "Keep one variable for the bot's colour, exchange it both at the message swap and when you answer swap, and use it for sety, seto, check_win and your own moves alike. Leave the board alone.",
    right: "as white: seto b2, make_move: swap, then sety a1 puts a black stone there",
    wrong: "as white: seto b2, make_move: swap, and the stone on b2 becomes white",
    applies: Applies::Always,
};
