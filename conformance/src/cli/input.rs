//! Files that are named on the command line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::CliError;

/// What a file holds, if that is no more than `most` bytes.
pub(super) fn file(path: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    whole(path, File::open(path), most)
}

/// What a file holds or, for `-`, what comes on stdin, if that is no more than `most` bytes.
pub(super) fn file_or_stdin(path: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    if path == Path::new("-") { whole(path, Ok(io::stdin().lock()), most) } else { file(path, most) }
}

pub(super) fn whole(path: &Path, opened: io::Result<impl Read>, most: u64) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    opened
        .and_then(|input| input.take(most.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|error| CliError::usage(format!("cannot read {}: {error}", path.display())))?;
    if bytes.len() as u64 > most {
        let message = format!("{}: longer than {most} bytes: is it the right file?", path.display());
        return Err(CliError::usage(message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_refused_beyond() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eight");
        std::fs::write(&path, "12345678").unwrap();
        assert_eq!(file(&path, 8).unwrap(), b"12345678");
        assert_eq!(file_or_stdin(&path, u64::MAX).unwrap(), b"12345678");
        let refused = file(&path, 7).unwrap_err();
        assert!(refused.message.contains("eight: longer than 7 bytes"), "{refused}");
        let missing = file(&folder.path().join("nothing"), 8).unwrap_err();
        assert!(missing.message.contains("cannot read"), "{missing}");
    }
}
