//! The user's umask, as far as it may keep this process from its own files.

/// Sees to it that this process may use the files that it makes, whatever the user's umask says. For the beginning of
/// `main`: it holds for the whole process.
pub fn keep_own_rights() {
    #[cfg(unix)]
    {
        use rustix::fs::Mode;
        let others = Mode::RWXG | Mode::RWXO;
        let users = rustix::process::umask(others);
        rustix::process::umask(users & others);
    }
}
