//! Conformance tests for contest bots.
