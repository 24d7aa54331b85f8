//! The roster of bots that break no rule, and leave something undone that rules are about.

use super::behaviour::Behaviour::{self, Reply, Run};
use super::idlers;
use crate::roster::roster;

roster! {
    /// A bot that breaks no rule, and of which nobody can say that it keeps them all.
    Idler: Behaviour {
        /// Takes nothing in, and answers the same stay always.
        AlwaysTheSame => Run(idlers::always_the_same),
        /// Never moves.
        Stays => Reply(idlers::stays),
        /// Never moves, and names another square each time.
        StaysAnywhere => Reply(idlers::stays_anywhere),
        /// Never moves, and names a square of another bot.
        StaysOnAnother => Reply(idlers::stays_on_another),
        /// Never moves after its first answer.
        MovesOnce => Reply(idlers::moves_once),
        /// Moves as bot 1, and never as any other.
        MovesAsOneOnly => Reply(idlers::moves_as_one_only),
    }
}
