//! The main of a stream bot: the message loop.
