//! Reading a fact: its rule stands among the fields of what happened. Serde's `flatten` would copy all of them twice before it
//! reads them, and a journal is mostly facts.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::contract::rule::Rule;

const RULE: &str = "rule";

/// Reads a map of `rule`, once, and the fields of `T`, in any order.
///
/// # Errors
/// Those of the reader; no rule, or two; fields that are no `T`.
pub fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<(Rule, T), D::Error> {
    from.deserialize_map(Fact(PhantomData))
}

struct Fact<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fact<T> {
    type Value = (Rule, T);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact with its rule")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let mut rule = None;
        let what = T::deserialize(MapAccessDeserializer::new(Beside { map, rule: &mut rule }))?;
        rule.map(|rule| (rule, what)).ok_or_else(|| A::Error::missing_field(RULE))
    }
}

/// The map without its rule, which is put aside when it comes.
struct Beside<'a, A> {
    map: A,
    rule: &'a mut Option<Rule>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Beside<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key_seed(Key)? {
            if key == RULE {
                if self.rule.replace(self.map.next_value()?).is_some() {
                    return Err(A::Error::duplicate_field(RULE));
                }
                continue;
            }
            return match key {
                Cow::Borrowed(key) => seed.deserialize(BorrowedStrDeserializer::new(key)),
                Cow::Owned(key) => seed.deserialize(StrDeserializer::new(&key)),
            }
            .map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// The name of a field, borrowed where the reader can lend it.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_borrowed_str<E: Error>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::read;
    use crate::contract::rule::Rule;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(tag = "t", rename_all = "snake_case")]
    enum What {
        Fell { from: u8, onto: Option<String> },
        Rose,
    }

    fn fact(text: &str) -> Result<(Rule, What), String> {
        read(&mut serde_json::Deserializer::from_str(text)).map_err(|why| why.to_string())
    }

    #[test]
    fn the_rule_stands_anywhere_among_the_fields() {
        let fell = || What::Fell { from: 2, onto: Some("a".to_owned()) };
        for text in [
            r#"{"rule":"R-1","t":"fell","from":2,"onto":"a"}"#,
            r#"{"t":"fell","from":2,"rule":"R-1","onto":"a"}"#,
            r#"{"from":2,"onto":"a","t":"fell","rule":"R-1"}"#,
            r#"{"from":2,"\u006fnto":"a","t":"fell","ru\u006ce":"R-1"}"#,
        ] {
            assert_eq!(fact(text), Ok((Rule::new("R-1"), fell())), "{text}");
        }
        assert_eq!(fact(r#"{"rule":"R-1","t":"rose"}"#), Ok((Rule::new("R-1"), What::Rose)));
    }

    #[test]
    fn what_is_no_fact_is_refused() {
        for (text, why) in [
            (r#"{"t":"rose"}"#, "missing field `rule`"),
            (r#"{"rule":"R-1","rule":"R-2","t":"rose"}"#, "duplicate field `rule`"),
            (r#"{"rule":"R-1"}"#, "missing field `t`"),
            (r#"{"rule":"R-1","t":"fell"}"#, "missing field `from`"),
            ("[]", "a fact with its rule"),
        ] {
            let told = fact(text).expect_err(text);
            assert!(told.contains(why), "{text}: {told}");
        }
    }
}
