//! How facts fold over a view: the table that clients run. It is made from the methods that make facts true
//! ([`bagarre_rules_derive::fold`]); what these need beyond plain Rust is here too.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::contract::seat::{Seat, Seats};

pub use bagarre_rules_derive::{Rows, fold};

/// A step into a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[bagarre_kit::wire(rename = "FoldSeg", export_to = "Fold.ts")]
pub enum Seg {
    /// A field.
    Name(String),
    /// A place of a list.
    Nth(Read),
}

/// Something that is read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(rename = "FoldRead", export_to = "Fold.ts")]
pub enum Read {
    /// A constant.
    Is(#[cfg_attr(feature = "ts", ts(type = "unknown"))] Value),
    /// A field of the fact, and what is in it.
    Fact(Vec<Seg>),
    /// A place of the view.
    View(Vec<Seg>),
    /// How often a loop has turned before; 0 is the outermost loop.
    Turn(usize),
    /// The place of a value in a list, by the value.
    Rank(Box<Read>, BTreeMap<String, usize>),
    /// The last of a list; nothing when it is empty.
    Last(Box<Read>),
    /// Whether a list holds a value.
    Has(Box<Read>, Box<Read>),
    /// Whether there is something.
    Some(Box<Read>),
    /// The opposite.
    Not(Box<Read>),
    /// Whether both are true.
    Both(Box<Read>, Box<Read>),
    /// Whether one is true.
    Either(Box<Read>, Box<Read>),
    /// Whether two are the same.
    Same(Box<Read>, Box<Read>),
    /// A value with other values in some of its fields.
    With(Box<Read>, Vec<(String, Read)>),
    /// A list.
    List(Vec<Read>),
}

/// Something that is done to a place of the view.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(rename = "FoldOp", export_to = "Fold.ts")]
pub enum Op {
    /// It holds a value.
    Set(Vec<Seg>, Read),
    /// A value comes at the end of the list.
    Push(Vec<Seg>, Read),
    /// A value comes into the sorted list, unless it is there: see [`Sorted`].
    Add(Vec<Seg>, Read),
    /// A value leaves the sorted list.
    Drop(Vec<Seg>, Read),
    /// A value takes a place of the list, or comes at its end.
    Put(Vec<Seg>, Read, Read),
    /// The first are done if something holds, the second if not.
    If(Read, Vec<Op>, Vec<Op>),
    /// Done for each place of a list; with a second list, for as many places as that has.
    Each(Vec<Seg>, Option<Read>, Vec<Op>),
}

/// What each kind of fact does; a kind that is missing only tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
#[bagarre_kit::wire(export_to = "Fold.ts")]
pub struct FoldTable(BTreeMap<String, Vec<Op>>);

impl FoldTable {
    /// The table of these kinds; those that do nothing are left out.
    pub fn of(kinds: impl IntoIterator<Item = (String, Vec<Op>)>) -> Self {
        Self(kinds.into_iter().filter(|(_, ops)| !ops.is_empty()).collect())
    }

    /// The kinds that do something.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// The names of the fields of facts, from [`bagarre_rules_derive::Rows`].
pub trait Rows {
    /// For each kind, in the order in which rows hold their values.
    const ROWS: &'static [(&'static str, &'static [&'static str])];
}

/// A constant of the rules as clients know it.
///
/// # Panics
/// When it is no JSON: the table is made at start, and by the first test.
pub fn value<T: Serialize>(constant: &T) -> Value {
    serde_json::to_value(constant).unwrap_or_else(|why| panic!("a constant of a fold: {why}"))
}

/// A field of a fact as a place in a list; the second argument is there for its type.
pub fn rank<W, T: Index>(field: Read, _: fn(&W) -> Option<&T>) -> Read {
    match T::ranks() {
        Some(ranks) => Read::Rank(Box::new(field), ranks),
        None => field,
    }
}

impl Read {
    /// A value with others in some of its fields; constants come together.
    pub fn with(base: Self, fields: Vec<(String, Self)>) -> Self {
        let Self::Is(Value::Object(mut known)) = base else { return Self::With(Box::new(base), fields) };
        let mut open = Vec::new();
        for (name, field) in fields {
            match field {
                Self::Is(value) => drop(known.insert(name, value)),
                field => open.push((name, field)),
            }
        }
        Self::With(Box::new(Self::Is(Value::Object(known))), open)
    }
}

/// A value that names a place in a list.
pub trait Index {
    /// The place.
    fn i(&self) -> usize;

    /// The place of each value, by the value; `None` when the value is the number of the place.
    fn ranks() -> Option<BTreeMap<String, usize>> {
        None
    }
}

/// Implements [`Index`](crate::fold::Index) for numbers in a wrapper.
#[macro_export]
macro_rules! numbers {
    ($($Name:ty),+) => {
        $(impl $crate::fold::Index for $Name {
            fn i(&self) -> usize {
                usize::from(self.0)
            }
        })+
    };
}
pub use crate::numbers;

numbers!(Seat);

impl Index for u8 {
    fn i(&self) -> usize {
        usize::from(*self)
    }
}

/// Implements [`Index`](crate::fold::Index) for an enum whose values are written as words, in the order of a list of all of them.
#[macro_export]
macro_rules! words {
    ($Name:ty, $all:expr) => {
        impl $crate::fold::Index for $Name {
            fn i(&self) -> usize {
                *self as usize
            }

            fn ranks() -> Option<std::collections::BTreeMap<String, usize>> {
                let words = $all.iter().filter_map(|it| match $crate::fold::value(it) {
                    serde_json::Value::String(word) => Some((word, $crate::fold::Index::i(it))),
                    _ => None,
                });
                Some(words.collect())
            }
        }
    };
}
pub use crate::words;

/// A list without doubles that is kept in order. Clients order numbers, and lists of numbers, as Rust does.
pub trait Sorted<T> {
    /// Puts a value in its place, unless it is there.
    fn keep_sorted(&mut self, value: T);
    /// Takes a value out, if it is there.
    fn drop_sorted(&mut self, value: T);
}

impl<T: Ord> Sorted<T> for Vec<T> {
    fn keep_sorted(&mut self, value: T) {
        if let Err(at) = self.binary_search(&value) {
            self.insert(at, value);
        }
    }

    fn drop_sorted(&mut self, value: T) {
        if let Ok(at) = self.binary_search(&value) {
            self.remove(at);
        }
    }
}

impl Sorted<Seat> for Seats {
    fn keep_sorted(&mut self, value: Seat) {
        *self = self.with(value);
    }

    fn drop_sorted(&mut self, value: Seat) {
        *self = self.without(value);
    }
}

/// A list that grows as its places are named.
pub trait Put<T> {
    /// The value takes its place, or comes at the end.
    fn put(&mut self, at: usize, value: T);
}

impl<T> Put<T> for Vec<T> {
    fn put(&mut self, at: usize, value: T) {
        match self.get_mut(at) {
            Some(place) => *place = value,
            None => self.push(value),
        }
    }
}
