//! Hex, UAIS tournament protocol.
