//! The search for a smaller script that shows the same.

use std::collections::HashSet;
use std::ops::Range;

/// A long list is not cut into more parts than this.
const PARTS: usize = 64;

/// Stretches of a list of this length that can be left out of it: all of it, its halves, and so on down to each
/// single item, or to what is a small part of a long list.
#[must_use]
pub fn cuts(len: usize) -> Vec<Range<usize>> {
    let sizes = std::iter::successors(Some(len), |size| Some(size / 2))
        .take_while(|&size| size > 0 && size >= len / PARTS);
    sizes.flat_map(|size| (0..len).step_by(size).map(move |start| start..(start + size).min(len))).collect()
}

/// The list without this stretch.
#[must_use]
pub fn without<T: Clone>(list: &[T], cut: &Range<usize>) -> Vec<T> {
    [&list[..cut.start], &list[cut.end..]].concat()
}

/// A search with a bounded number of tries.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    /// No more tries than this.
    pub most: u32,
}

impl Search {
    /// Goes from `found` to something smaller as long as there is such a thing. `smaller` lists what may be tried,
    /// `name` tells tries apart, and `attempt` returns what came of one if it still shows the same. Returns the
    /// last thing found, and how often something was tried.
    ///
    /// # Errors
    /// That of the first attempt that fails.
    pub fn run<F, S: Clone, E>(
        self,
        mut found: F,
        smaller: impl Fn(&F) -> Vec<S>,
        name: impl Fn(&S) -> String,
        mut attempt: impl FnMut(S) -> Result<Option<F>, E>,
    ) -> Result<(F, u32), E> {
        let mut tried = HashSet::new();
        let mut runs = 0;
        let mut candidates = smaller(&found);
        // It goes on where it was, and once round: what could not be left out before can rarely be left out later.
        let (mut at, mut in_vain) = (0, 0);
        while in_vain < candidates.len() && runs < self.most {
            at %= candidates.len();
            if !tried.insert(name(&candidates[at])) {
                (at, in_vain) = (at + 1, in_vain + 1);
                continue;
            }
            runs += 1;
            match attempt(candidates[at].clone())? {
                Some(smaller_still) => {
                    found = smaller_still;
                    candidates = smaller(&found);
                    in_vain = 0;
                }
                None => (at, in_vain) = (at + 1, in_vain + 1),
            }
        }
        Ok((found, runs))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn search(start: Vec<u32>, most: u32, still: impl Fn(&[u32]) -> bool) -> (Vec<u32>, u32) {
        let smaller =
            |list: &Vec<u32>| cuts(list.len()).iter().map(|cut| without(list, cut)).collect::<Vec<_>>();
        let attempt = |list: Vec<u32>| Ok::<_, Infallible>(still(&list).then_some(list));
        let Ok(found) = Search { most }.run(start, smaller, |list| format!("{list:?}"), attempt);
        found
    }

    #[test]
    fn what_is_not_needed_is_left_out() {
        let needs = |list: &[u32]| list.contains(&17) && list.contains(&80);
        let (found, runs) = search((0..100).collect(), 200, needs);
        assert_eq!(found, [17, 80]);
        assert!(runs < 100, "{runs}");
    }

    #[test]
    fn the_number_of_tries_is_bounded() {
        let (found, runs) = search((0..100).collect(), 5, |list| list.contains(&17));
        assert_eq!(runs, 5);
        assert!(found.len() < 100 && found.contains(&17));
        assert_eq!(search(vec![1, 2], 0, |_| true), (vec![1, 2], 0));
    }

    #[test]
    fn cuts_go_from_everything_to_each_item() {
        assert_eq!(cuts(3), [0..3, 0..1, 1..2, 2..3]);
        assert_eq!(cuts(4), [0..4, 0..2, 2..4, 0..1, 1..2, 2..3, 3..4]);
        assert!(cuts(0).is_empty());
        assert_eq!(cuts(1000).last(), Some(&(990..1000)));
    }
}
