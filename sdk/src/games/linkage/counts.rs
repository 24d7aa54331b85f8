//! Eight small counts in one word, a byte each.

/// The lowest bit of every byte. A word times this has in each byte the sum of that byte and those below it.
pub(super) const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

/// Of eight counts, each of which includes those in the bytes below: how many are at most n, and what is left of n after
/// them. All are below 128, and the last one is larger than n.
pub(super) const fn passed(counts: u64, n: u8) -> (u64, u8) {
    const HIGH: u64 = EVERY_BYTE << 7;
    // The high bit of a byte is free to tell whether its count is at most n.
    let at_most = (((HIGH | (EVERY_BYTE * n as u64)) - counts) & HIGH) >> 7;
    let passed = at_most.wrapping_mul(EVERY_BYTE) >> 56;
    let before = (counts << 8) >> (8 * passed);
    (passed, n - before.to_le_bytes()[0])
}
