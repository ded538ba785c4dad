//! Identifiers that systems declare alike: lists of the names of their tables, and sets of small numbers.

/// Declares closed lists of names of the tables: for each an enumeration, its members in the order of the tables, and their ids there.
/// In front stands the folder of the TypeScript that is generated for them.
///
/// ```ignore
/// bagarre_kit::names! { "generik/";
///     /// An era: a style, an armoury and a set of terrain.
///     Era { Western = "western", Pirates = "pirates" }
/// }
/// ```
#[macro_export]
macro_rules! names {
    (
        $folder:literal;
        $($(#[$doc:meta])* $Name:ident { $($Member:ident = $id:literal),+ $(,)? })+
    ) => {
        $(
            $(#[$doc])*
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
            )]
            #[$crate::wire(export_to = $folder)]
            #[allow(missing_docs, reason = "the names of the tables")]
            pub enum $Name {
                $(#[serde(rename = $id)] $Member,)+
            }

            #[allow(dead_code, reason = "no list is asked for everything")]
            impl $Name {
                /// Every member, in the order of the tables.
                pub const ALL: &'static [Self] = &[$(Self::$Member),+];

                /// Its id in the data files.
                pub const fn id(self) -> &'static str {
                    match self { $(Self::$Member => $id,)+ }
                }

                /// The member of an id.
                pub fn of(id: &str) -> Option<Self> {
                    Self::ALL.iter().copied().find(|it| it.id() == id)
                }

                /// As an index into [`Self::ALL`].
                pub const fn i(self) -> usize {
                    self as usize
                }
            }
        )+
    };
}

/// Declares a set of numbers below 16 in a wrapper, which keeps one bit for each. How it is written is told by attributes: as a sorted list,
/// `#[serde(from = "Vec<Item>", into = "Vec<Item>")]`. Numbers from 16 on are left out of what is read.
#[macro_export]
macro_rules! bits {
    ($(#[$meta:meta])* $vis:vis $Set:ident of $Item:ident) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        $vis struct $Set(u16);

        #[allow(dead_code, reason = "no set is asked for everything")]
        impl $Set {
            /// The empty set.
            pub const NONE: Self = Self(0);

            /// The set of one.
            pub const fn one(item: $Item) -> Self {
                Self::NONE.with(item)
            }

            /// Whether one is in the set.
            pub const fn contains(self, item: $Item) -> bool {
                item.0 < 16 && self.0 & (1 << item.0) != 0
            }

            /// The set with one more.
            pub const fn with(self, item: $Item) -> Self {
                Self(self.0 | (1 << (item.0 & 15)))
            }

            /// The set with one less.
            pub const fn without(self, item: $Item) -> Self {
                Self(self.0 & !(1 << (item.0 & 15)))
            }

            /// Whether none is in the set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many are in the set.
            pub const fn len(self) -> u8 {
                self.0.count_ones() as u8
            }

            /// Those in the set, in increasing order.
            pub fn iter(self) -> impl Iterator<Item = $Item> {
                (0..16).map($Item).filter(move |item| self.contains(*item))
            }
        }

        impl From<Vec<$Item>> for $Set {
            fn from(list: Vec<$Item>) -> Self {
                list.into_iter().collect()
            }
        }

        impl From<$Set> for Vec<$Item> {
            fn from(set: $Set) -> Self {
                set.iter().collect()
            }
        }

        impl FromIterator<$Item> for $Set {
            fn from_iter<I: IntoIterator<Item = $Item>>(list: I) -> Self {
                list.into_iter().filter(|item| item.0 < 16).fold(Self::NONE, Self::with)
            }
        }
    };
}
pub use crate::bits;

/// The rows of a table in the order of its names, each of which has one row and no other.
///
/// # Panics
/// A row is missing, or there twice: the tables are part of the program and are tested.
pub fn each_once<T, I: Copy + Ord + std::fmt::Debug>(
    mut rows: Vec<T>,
    names: &[I],
    name: impl Fn(&T) -> I,
) -> Vec<T> {
    rows.sort_by_key(&name);
    assert_eq!(rows.iter().map(name).collect::<Vec<_>>(), names, "a table has a row for each name");
    rows
}

#[cfg(test)]
mod tests {
    use super::each_once;
    use crate::contract::{Seat, Seats};

    #[test]
    fn rows_are_put_in_order() {
        assert_eq!(each_once(vec![2, 1], &[1, 2], |it| *it), [1, 2]);
    }

    #[test]
    #[should_panic(expected = "a row for each name")]
    fn a_row_that_is_missing_stops_the_start() {
        each_once(vec![1], &[1, 2], |it| *it);
    }

    #[test]
    #[should_panic(expected = "a row for each name")]
    fn a_row_that_is_there_twice_stops_the_start() {
        each_once(vec![1, 1], &[1, 2], |it| *it);
    }

    #[test]
    fn a_set_is_written_as_a_sorted_list_without_numbers_from_16_on() {
        let set: Seats = serde_json::from_str("[3,16,0,255]").expect("a list");
        assert_eq!(set, Seats::one(Seat(0)).with(Seat(3)));
        assert_eq!((set.len(), set.contains(Seat(16)), set.without(Seat(0)).is_empty()), (2, false, false));
        assert_eq!(serde_json::to_string(&set).expect("a list"), "[0,3]");
    }
}
