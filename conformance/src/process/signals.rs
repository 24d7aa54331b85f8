//! What this process does about signals.

/// Whether a signal is ignored, as whoever started this process may have asked for.
#[cfg(unix)]
#[must_use]
pub(crate) fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    #[expect(
        unsafe_code,
        reason = "sigaction has no safe wrapper in our crates; it changes nothing here, and fills the struct it is given"
    )]
    // SAFETY: the pointer is to a whole sigaction, which is plain data and valid when zeroed.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

/// Sees to it that a write beyond the largest size that a file may have (`ulimit -f`) fails, instead of ending this
/// process. For the beginning of `main`; programs that are started from here are ended as usual.
pub(crate) fn survive_file_limit() {
    #[cfg(unix)]
    {
        let passed = std::sync::Arc::default();
        // Where it cannot be caught, it is as it was.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, passed);
    }
}
