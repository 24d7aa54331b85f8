//! What the sandbox may have refused a bot that ends with a complaint: nobody knows what it would do elsewhere.

use crate::process::{Isolation, Layer};
use crate::stderr;

/// What a layer refuses, and how programs complain about that.
struct Refusal {
    layer: Layer,
    complaints: &'static [&'static str],
    /// What to do, in an imperative.
    advice: &'static str,
}

static REFUSALS: [Refusal; 2] = [
    Refusal {
        layer: Layer::Seccomp,
        complaints: &["Operation not permitted", "EPERM"],
        advice: "try --sandbox off",
    },
    Refusal {
        layer: Layer::Limits,
        // The second is what a program says that was compiled with -fsanitize=address: it needs terabytes of addresses. The
        // last ones are what C++, Python, Rust, Java and Node say that had no more memory, of which no contest speaks.
        complaints: &[
            "Cannot allocate memory",
            "ReserveShadowMemoryRange failed",
            "ENOMEM",
            "std::bad_alloc",
            "MemoryError",
            "memory allocation of ",
            "java.lang.OutOfMemoryError",
            "heap out of memory",
        ],
        advice: "try --memory or --sandbox off",
    },
];

/// Why a fault proves nothing whose hint is this; none if it quotes no complaint about what these layers refuse.
#[must_use]
pub(crate) fn behind(hint: &str, isolation: &Isolation) -> Option<String> {
    let complaint = stderr::told(hint)?;
    let complains = |refusal: &&Refusal| refusal.complaints.iter().any(|text| complaint.contains(text));
    let refusal = REFUSALS.iter().find(|refusal| complains(refusal) && isolation.holds(refusal.layer))?;
    Some(format!("the sandbox may be in its way: {} ({hint})", refusal.advice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Held;

    #[test]
    fn only_a_layer_that_holds_has_refused_anything() {
        let layers =
            vec![(Layer::Seccomp, Held::Yes(String::new())), (Layer::Limits, Held::No(String::new()))];
        let isolation = Isolation { layers, risks: Vec::new() };
        let behind = |complaint: &str| behind(&stderr::hint(complaint), &isolation);
        assert!(
            behind("PermissionError: [Errno 1] Operation not permitted")
                .unwrap()
                .contains("try --sandbox off")
        );
        assert_eq!(behind("mmap: Cannot allocate memory"), None);
        assert_eq!(behind("there is no centre"), None);
        assert_eq!(super::behind("Operation not permitted is what this hint is about", &isolation), None);
    }
}
