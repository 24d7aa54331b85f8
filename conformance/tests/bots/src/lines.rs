//! Printing: what a bot says is bytes, right or wrong.

use std::io::{self, Write as _};

/// Prints bytes on stdout as they are.
pub(crate) fn print(bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes.as_ref())?;
    stdout.flush()
}

/// Prints bytes on stderr as they are.
pub(crate) fn complain(bytes: impl AsRef<[u8]>) -> io::Result<()> {
    io::stderr().write_all(bytes.as_ref())
}

/// Prints so many bytes on stdout in lines.
pub(crate) fn flood(total: u64) -> io::Result<()> {
    let block = b"The quick brown fox jumps over the lazy dog, again and again ..\n".repeat(16 * 1024);
    let mut left = total;
    while left > 0 {
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(block.len());
        print(&block[..count])?;
        left -= count as u64;
    }
    Ok(())
}
