//! The four contests. Each folder has the same files: reading one teaches the others.

pub mod flit;
pub mod hex;
pub mod linkage;
pub mod power4;
