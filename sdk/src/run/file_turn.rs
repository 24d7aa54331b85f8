//! The main of a file bot: one file in, one file out.
