//! Flit, king of the hill.
