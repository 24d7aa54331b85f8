//! Conformance tests for contest bots.
pub mod process;
