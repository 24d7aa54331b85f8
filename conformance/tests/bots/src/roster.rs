//! Lists of bots: an enum whose variants are names and behaviours at once.

/// Declares a roster: a documented enum, `ALL`, `name` and `behaviour`.
macro_rules! roster {
    (
        $(#[$about:meta])*
        $roster:ident: $behaviour:ty {
            $( $(#[$doc:meta])* $variant:ident => $what:expr, )+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $roster {
            $( $(#[$doc])* $variant, )+
        }

        impl $roster {
            /// All of them, in the order in which they are declared.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The file name under which the executable behaves like this: words joined by hyphens.
            #[must_use]
            pub fn name(self) -> String {
                $crate::roster::hyphenated(&format!("{self:?}"))
            }

            pub(super) fn behaviour(self) -> $behaviour {
                match self {
                    $( Self::$variant => $what, )+
                }
            }
        }
    };
}

pub(crate) use roster;

/// `OrderAppended` as `order-appended`.
pub(crate) fn hyphenated(name: &str) -> String {
    let mut text = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_words_with_hyphens() {
        assert_eq!(super::hyphenated("OrderWithBom"), "order-with-bom");
    }
}
