//! Facts as notices carry them: a row `[rule, kind, value, …]`, with the values of the kind in the order of its fields, and the rule
//! without what begins the ids of its system. In the journal they are written in full; readers of rows know names by the kind.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::ser::{Error as _, Impossible, SerializeSeq, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::contract::rule::Rule;
use crate::fold::Rows;

/// Stands before a rule that is not the system's own.
const OTHER: char = '*';

/// What happened, with the rule it follows from.
pub trait Stated: Sized {
    /// An enum that is tagged by a field of its own, and of which no variant leaves a field out.
    type What: Serialize + DeserializeOwned + Rows;
    /// How ids of its rules begin: rows leave it out.
    const RULES: &'static str;
    /// From its parts.
    fn of(rule: Rule, what: Self::What) -> Self;
    /// Its parts.
    fn parts(&self) -> (&Rule, &Self::What);
}

/// Declares the facts of a system. In front stand the folder of the TypeScript that is generated for them, and how ids of its rules begin.
///
/// ```ignore
/// bagarre_kit::facts! { "generik/", "GEN-";
///     /// A fact with the rule it follows from.
///     Fact {
///         /// The rule.
///         rule,
///         /// What happened.
///         what: What,
///     }
/// }
/// ```
#[macro_export]
macro_rules! facts {
    (
        $folder:literal, $rules:literal;
        $(#[$meta:meta])*
        $Fact:ident { $(#[$of_rule:meta])* rule, $(#[$of_what:meta])* what: $What:ty $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
        #[$crate::wire(export_to = $folder)]
        pub struct $Fact {
            $(#[$of_rule])*
            pub rule: $crate::contract::Rule,
            $(#[$of_what])*
            #[serde(flatten)]
            pub what: $What,
        }

        impl $crate::row::Stated for $Fact {
            type What = $What;
            const RULES: &'static str = $rules;

            fn of(rule: $crate::contract::Rule, what: $What) -> Self {
                Self { rule, what }
            }

            fn parts(&self) -> (&$crate::contract::Rule, &$What) {
                (&self.rule, &self.what)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Fact {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::fact::read(from).map(|(rule, what)| Self { rule, what })
            }
        }
    };
}

/// Reads a row.
pub fn read<F: Stated>(row: Value) -> Result<F, serde_json::Error> {
    serde_json::from_value::<Read<F>>(row).map(|read| read.0)
}

/// A fact as a row.
pub struct Row<'a, F>(pub(crate) &'a F);

impl<F: Stated> Serialize for Row<'_, F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut row = to.serialize_seq(None)?;
        let (rule, what) = self.0.parts();
        match rule.cited().strip_prefix(F::RULES) {
            Some(own) => row.serialize_element(own)?,
            None => row.serialize_element(&format!("{OTHER}{}", rule.cited()))?,
        }
        what.serialize(Values(&mut row))?;
        row.end()
    }
}

struct Read<F>(F);

impl<'de, F: Stated> Deserialize<'de> for Read<F> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OfRow<F>(PhantomData<F>);
        impl<'de, F: Stated> Visitor<'de> for OfRow<F> {
            type Value = F;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a row: a rule, a kind and its values")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<F, A::Error> {
                let rule: Option<Cow<'_, str>> = row.next_element()?;
                let rule = rule.ok_or_else(|| serde::de::Error::invalid_length(0, &self))?;
                let rule = match rule.strip_prefix(OTHER) {
                    Some(whole) => whole.to_owned(),
                    None => format!("{}{rule}", F::RULES),
                };
                let rule = Rule(Cow::Owned(rule));
                Ok(F::of(rule, F::What::deserialize(SeqAccessDeserializer::new(row))?))
            }
        }
        from.deserialize_seq(OfRow(PhantomData)).map(Self)
    }
}

/// Puts the fields of a struct into a row, its tag first, without their names.
struct Values<'a, R>(&'a mut R);

impl<R: SerializeSeq> SerializeStruct for Values<'_, R> {
    type Ok = ();
    type Error = R::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), R::Error> {
        self.0.serialize_element(value)
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), R::Error> {
        Err(R::Error::custom(format!("{name} would be missing in a row")))
    }

    fn end(self) -> Result<(), R::Error> {
        Ok(())
    }
}

/// What only a field can be.
macro_rules! no_row {
    ($($method:ident($($arg:ty),*) $(-> $result:ty)?;)+) => {
        $(fn $method(self $(, _: $arg)*) -> Result<no_row!(@ $($result)?), R::Error> {
            Err(R::Error::custom("only what has fields makes a row"))
        })+
    };
    (@) => { () };
    (@ $result:ty) => { $result };
}

type No<R> = Impossible<(), <R as SerializeSeq>::Error>;

impl<R: SerializeSeq> Serializer for Values<'_, R> {
    type Ok = ();
    type Error = R::Error;
    type SerializeSeq = No<R>;
    type SerializeTuple = No<R>;
    type SerializeTupleStruct = No<R>;
    type SerializeTupleVariant = No<R>;
    type SerializeMap = No<R>;
    type SerializeStruct = Self;
    type SerializeStructVariant = No<R>;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, R::Error> {
        Ok(self)
    }

    no_row! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
        serialize_seq(Option<usize>) -> No<R>;
        serialize_tuple(usize) -> No<R>;
        serialize_tuple_struct(&'static str, usize) -> No<R>;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> No<R>;
        serialize_map(Option<usize>) -> No<R>;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> No<R>;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), R::Error> {
        self.serialize_none()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, _: &T) -> Result<(), R::Error> {
        self.serialize_none()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), R::Error> {
        self.serialize_none()
    }
}
