//! The weekly contest, as its organizer meets it: `botspec ladder`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod bench;
mod faults;
mod kills;
mod meetings;
mod season;
mod shards;
