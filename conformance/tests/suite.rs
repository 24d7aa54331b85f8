//! What is tested by running botspec, all in one program: it is linked once, and no core is idle while one test of many
//! waits for its bot. What counts on its own process has one of its own: `process`, `isolation`, `soak`, and those whose
//! trials depend on what is installed.

mod harness;
mod random_choice;

mod audit;
mod bot_room;
mod channel;
mod ci;
mod cli;
mod confined_builds;
mod coverage;
mod documents;
mod elsewhere;
mod ending;
mod false_alarms;
mod flit_bots;
mod fuzz;
mod hex_bots;
mod ladder;
mod linkage_bots;
mod new;
mod pack;
mod play;
mod portable;
mod power4_bots;
mod power4_cli;
mod referee;
mod reports;
mod saved_cases;
mod schemas;
mod shrinking;
mod verdicts;
mod watch;
mod wheel;
