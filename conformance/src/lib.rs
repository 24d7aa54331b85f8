//! Conformance tests for contest bots.
//!
//! Data walks one way: a [`scenario`] and a [`bot`] come in, the [`runner`] plays one on the other through
//! [`channel`] and [`process`], the rules of a game in [`games`] judge what is seen, and a [`report`] is made of
//! the [`record`]. Only [`cli`] prints.

pub mod any_judge;
pub mod audit;
pub mod bot;
pub mod channel;
pub mod cli;
pub mod contest;
pub mod control;
mod counted;
pub mod decision;
pub mod ending;
pub mod evidence;
pub mod exit_code;
mod file_session;
pub mod games;
mod kept_files;
pub mod ladder;
pub mod machine;
mod nearest;
pub mod no_answer;
pub mod options;
pub mod process;
pub mod quick;
pub mod record;
pub mod recorder;
pub mod referee;
mod refusal;
pub mod report;
pub mod requirement;
pub mod run_context;
pub mod runner;
pub mod scenario;
pub mod selection;
pub mod shrinker;
mod slip;
pub mod sparring;
pub mod stderr;
pub mod stream_session;
pub mod suite;
mod template;
pub mod timing;
mod urgency;
pub mod watch;

// What stands in the signatures of traits that contests implement.
pub use {clap, serde_json};

pub use contest::{Contest, Judge};
pub use suite::Suite;
