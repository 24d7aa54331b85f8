//! Linkage, the 2012 ongoing challenge.
