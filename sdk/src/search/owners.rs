//! Who took which place in a random game.

use crate::seat::Seat;

/// Who took which place in a game, by the numbers that [`Searchable::place_of`](super::Searchable::place_of) gives places.
///
/// # Examples
///
/// ```
/// use botspec_sdk::search::Owners;
/// use botspec_sdk::seat::Seat;
/// let [first, second] = [0, 1].map(Seat::from_index);
/// let mut owners = Owners::default();
/// owners.note(7, first);
/// assert!(owners.has(7, first));
/// assert!(!owners.has(7, second) && !owners.has(8, first));
/// owners.clear();
/// assert!(!owners.has(7, first));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Owners(Vec<Option<Seat>>);

impl Owners {
    /// Notes that this player took a place. A place that is taken again has the last owner. Memory is needed for all numbers
    /// up to the highest place.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::search::Owners;
    /// use botspec_sdk::seat::Seat;
    /// let mut owners = Owners::default();
    /// owners.note(3, Seat::from_index(0));
    /// owners.note(3, Seat::from_index(1));
    /// assert!(owners.has(3, Seat::from_index(1)), "the last who took it");
    /// ```
    #[inline]
    pub fn note(&mut self, place: usize, seat: Seat) {
        if place >= self.0.len() {
            self.0.resize(place + 1, None);
        }
        self.0[place] = Some(seat);
    }

    /// Whether this player was the last to take that place.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::search::Owners;
    /// use botspec_sdk::seat::Seat;
    /// let owners = Owners::default();
    /// assert!(!owners.has(3, Seat::from_index(0)));
    /// ```
    #[must_use]
    #[inline]
    pub fn has(&self, place: usize, seat: Seat) -> bool {
        self.0.get(place) == Some(&Some(seat))
    }

    /// Forgets it all.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::search::Owners;
    /// use botspec_sdk::seat::Seat;
    /// let mut owners = Owners::default();
    /// owners.note(3, Seat::from_index(0));
    /// owners.clear();
    /// assert!(!owners.has(3, Seat::from_index(0)));
    /// ```
    pub fn clear(&mut self) {
        self.0.fill(None);
    }
}
