//! What to do when a deadline has come and there is no answer.

use super::account::Elapsed;

/// What a look at a bot that has not answered by the deadline gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// It is not late beyond doubt: there is a new deadline. Never, where there are no accounts to look at.
    Moved,
    /// It is late.
    Missed(Elapsed),
    /// Nobody can tell, and the hard cap has come. Never, where there are no accounts to look at.
    HostTooBusy(Elapsed),
}
