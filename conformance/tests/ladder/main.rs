//! The weekly contest, as its organizer meets it: `botspec ladder`.

#![cfg(unix)]

mod bench;
mod faults;
mod kills;
mod season;
mod shards;
