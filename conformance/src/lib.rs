//! Conformance tests for contest bots.
pub mod channel;
pub mod process;
