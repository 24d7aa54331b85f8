//! Power Connect Four.
