//! The `botspec` program.
fn main() {}
