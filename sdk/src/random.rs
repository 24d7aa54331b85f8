//! Randomness that is the same on every machine.
//!
//! The generator is **PCG32** (`XSH RR 64/32`, O'Neill 2014, as in the crate `rand_pcg`) with the
//! stream constant `0xa02bdbf7bb3c0a7` and the seed as its initial state. Every draw below says how
//! many 32-bit words it takes and how it uses them, so that a game can be reproduced elsewhere.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

/// The stream constant; with it, one number is a whole seed.
const STREAM: u64 = 0x0a02_bdbf_7bb3_c0a7;

/// A seeded source of random numbers.
///
/// # Examples
///
/// ```
/// use botspec_sdk::random::Random;
/// let mut random = Random::seeded(1);
/// let die = 1 + random.below(6);
/// assert!((1..=6).contains(&die));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(Pcg32);

impl Random {
    /// A generator that yields the same stream for the same seed, everywhere and always.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::random::Random;
    /// assert_eq!(Random::seeded(7).word(), Random::seeded(7).word());
    /// assert_ne!(Random::seeded(7).word(), Random::seeded(8).word());
    /// ```
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Pcg32::new(seed, STREAM))
    }

    /// The next 32-bit word of the stream.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::random::Random;
    /// let mut random = Random::seeded(7);
    /// assert_ne!(random.word(), random.word());
    /// ```
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Uniform in `0..bound`.
    ///
    /// Takes words until one is below the largest multiple of `bound` that fits in 32 bits, and
    /// returns that word modulo `bound`: exact, and one word for any power of two.
    ///
    /// # Panics
    /// If `bound` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::random::Random;
    /// let mut random = Random::seeded(7);
    /// assert!((0..100).all(|_| random.below(3) < 3));
    /// assert_eq!(random.below(1), 0);
    /// ```
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a draw from nothing");
        loop {
            let word = self.word();
            // 2^32 mod bound words at the top would favour small results. There are fewer of them than `bound`, so most words
            // need no division to tell that they are none of these.
            if word <= u32::MAX - bound || word <= u32::MAX - (u32::MAX % bound + 1) % bound {
                return word % bound;
            }
        }
    }

    /// Uniform among the indices of a slice of this length.
    ///
    /// # Panics
    /// If `len` is 0 or does not fit in 32 bits.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::random::Random;
    /// let moves = ["a1", "a2", "b1"];
    /// let drawn = Random::seeded(7).index(moves.len());
    /// assert!(moves.get(drawn).is_some());
    /// ```
    pub fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("slices drawn from are short")) as usize
    }

    /// Uniform among the elements; `None` of an empty slice, taking no word.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::random::Random;
    /// let mut random = Random::seeded(7);
    /// assert_eq!(random.pick(&["a1"]), Some(&"a1"));
    /// assert_eq!(random.pick::<u8>(&[]), None);
    /// ```
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }

    /// True with probability `numerator / denominator`: whether `below(denominator) < numerator`.
    ///
    /// # Panics
    /// If `denominator` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::random::Random;
    /// let mut random = Random::seeded(7);
    /// assert!(random.chance(3, 3));
    /// assert!(!random.chance(0, 3));
    /// ```
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(denominator) < numerator
    }

    /// Shuffles in place (Fisher–Yates from the back: `below(i + 1)` for `i` from `len - 1` to 1).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::random::Random;
    /// let mut seats = [1, 2, 3, 4];
    /// Random::seeded(7).shuffle(&mut seats);
    /// let shuffled = seats;
    /// seats.sort();
    /// assert_eq!(seats, [1, 2, 3, 4], "{shuffled:?} holds the same");
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.index(i + 1);
            items.swap(i, j);
        }
    }

    /// A seed for an independent stream of its own; takes two words, high half first.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::random::Random;
    /// let mut of_game = Random::seeded(7);
    /// let mut of_first_bot = of_game.fork();
    /// let mut of_second_bot = of_game.fork();
    /// assert_ne!(of_first_bot.word(), of_second_bot.word());
    /// ```
    pub fn fork(&mut self) -> Self {
        let high = u64::from(self.word()) << 32;
        Self::seeded(high | u64::from(self.word()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_documented_one() {
        // PCG32 by its own definition, written out: the crate may not change under us.
        const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
        let increment = (STREAM << 1) | 1;
        let step = |state: u64| state.wrapping_mul(MULTIPLIER).wrapping_add(increment);
        let mut state = step(7_u64.wrapping_add(increment));
        let mut random = Random::seeded(7);
        for _ in 0..100 {
            let xorshifted = ((((state >> 18) ^ state) >> 27) & 0xffff_ffff) as u32;
            let expected = xorshifted.rotate_right((state >> 59) as u32);
            state = step(state);
            assert_eq!(random.word(), expected);
        }
    }

    /// A word is used if it is below the largest multiple of the bound that fits.
    #[test]
    fn below_uses_the_words_that_are_documented() {
        let bounds = [1, 2, 3, 7, 1_024, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, 3_000_000_000, u32::MAX];
        for bound in bounds {
            let [mut random, mut words] = [0; 2].map(|_| Random::seeded(3));
            let usable = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
            for _ in 0..300 {
                let word = std::iter::repeat_with(|| words.word()).find(|word| u64::from(*word) < usable);
                assert_eq!(Some(random.below(bound)), word.map(|word| word % bound), "below {bound}");
            }
        }
    }

    #[test]
    fn below_stays_below_and_reaches_every_value() {
        let mut random = Random::seeded(1);
        let mut seen = [false; 7];
        for _ in 0..1_000 {
            seen[random.below(7) as usize] = true;
        }
        assert!(seen.iter().all(|&s| s));
        assert_eq!(random.below(1), 0);
    }
}
