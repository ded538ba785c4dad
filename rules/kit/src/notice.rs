//! What an audience learns from one event: facts, and places of its view that have another value now.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::row::{Row, Stated};

/// Stands where a row of a fact has its rule.
const SET: &str = "=";

/// A place of a view, and what it holds from now on: what is of the view alone, and no fact, such as who is ready.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// Names and numbers joined by dots, such as `bands.0.ready`; `*` stands for each place of a list.
    pub path: Cow<'static, str>,
    /// Its value.
    pub value: Value,
}

impl Set {
    /// A place now holds this.
    ///
    /// # Panics
    /// When the value is no JSON, as nothing of a view may be.
    pub fn to<T: Serialize>(path: impl Into<Cow<'static, str>>, value: &T) -> Self {
        Self { path: path.into(), value: crate::fold::value(value) }
    }
}

/// What an audience learns from one event. Facts come first; then the places are set, in order. On the wire both are rows of one
/// list: those of facts begin with their rule, the others are `["=", path, value]`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Vec<Value>>"))]
pub struct Notice<'a, F: Clone> {
    /// What happened.
    pub facts: Cow<'a, [F]>,
    /// What else is another value now.
    pub set: Vec<Set>,
}

impl<'a, F: Clone> Notice<'a, F> {
    /// What facts tell; `None` when there are none.
    pub fn facts(facts: &'a [F]) -> Option<Self> {
        (!facts.is_empty()).then_some(Self { facts: Cow::Borrowed(facts), set: Vec::new() })
    }

    /// Places that have another value; `None` when there are none.
    pub fn set(set: Vec<Set>) -> Option<Self> {
        (!set.is_empty()).then_some(Self { facts: Cow::Borrowed(&[]), set })
    }
}

impl<F: Stated + Clone> Serialize for Notice<'_, F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut rows = to.serialize_seq(Some(self.facts.len() + self.set.len()))?;
        for fact in self.facts.iter() {
            rows.serialize_element(&Row(fact))?;
        }
        for Set { path, value } in &self.set {
            rows.serialize_element(&(SET, path, value))?;
        }
        rows.end()
    }
}

impl<'de, F: Stated + Clone> Deserialize<'de> for Notice<'_, F> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (mut facts, mut set) = (Vec::new(), Vec::new());
        for row in Vec::<Value>::deserialize(from)? {
            if row.get(0).is_some_and(|first| first == SET) {
                let (_, path, value): (String, String, Value) =
                    serde_json::from_value(row).map_err(D::Error::custom)?;
                set.push(Set { path: path.into(), value });
            } else if set.is_empty() {
                facts.push(crate::row::read(row).map_err(D::Error::custom)?);
            } else {
                return Err(D::Error::custom("facts come first"));
            }
        }
        Ok(Self { facts: facts.into(), set })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Rule;
    use crate::fold::Rows;

    #[derive(Clone, Debug, PartialEq)]
    struct Fact {
        rule: Rule,
        what: What,
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Rows)]
    #[serde(tag = "t", rename_all = "snake_case")]
    enum What {
        Plays { who: u8, round: u8, order: String },
        Acts { who: u8 },
    }

    impl Stated for Fact {
        type What = What;
        const RULES: &'static str = "BAS-";

        fn of(rule: Rule, what: What) -> Self {
            Self { rule, what }
        }

        fn parts(&self) -> (&Rule, &What) {
            (&self.rule, &self.what)
        }
    }

    #[test]
    fn a_row_says_what_its_fact_does() {
        let what = What::Plays { who: 0, round: 1, order: "M7".to_owned() };
        for (rule, row) in [
            ("BAS-EXE-03", r#"[["EXE-03","plays",0,1,"M7"]]"#),
            ("SCN-01", r#"[["*SCN-01","plays",0,1,"M7"]]"#),
            ("", r#"[["*","plays",0,1,"M7"]]"#),
            ("BAS-MOV-05/RUL-99", r#"[["MOV-05/RUL-99","plays",0,1,"M7"]]"#),
        ] {
            let facts = [Fact { rule: Rule::new(rule), what: what.clone() }];
            let notice = Notice::facts(&facts).unwrap();
            assert_eq!(serde_json::to_string(&notice).unwrap(), row);
            assert_eq!(serde_json::from_str::<Notice<'_, Fact>>(row).unwrap(), notice);
        }
    }

    #[test]
    fn places_are_set_after_the_facts() {
        let facts = [Fact { rule: Rule::new("BAS-EXE-03"), what: What::Acts { who: 1 } }];
        let set = vec![Set::to("bands.*.ready", &false), Set::to("mine", &None::<u8>)];
        let notice = Notice { set, ..Notice::facts(&facts).unwrap() };
        let row = r#"[["EXE-03","acts",1],["=","bands.*.ready",false],["=","mine",null]]"#;
        assert_eq!(serde_json::to_string(&notice).unwrap(), row);
        assert_eq!(serde_json::from_str::<Notice<'_, Fact>>(row).unwrap(), notice);
    }

    #[test]
    fn what_is_no_row_is_refused() {
        for bent in [
            "[[]]",
            "[1]",
            r#"[["EXE-03"]]"#,
            r#"[["EXE-03","plays",0]]"#,
            r#"[[1,"plays",0,1,"M7"]]"#,
            r#"[["="]]"#,
            r#"[["=","turn"]]"#,
            r#"[["=","turn",1],["EXE-03","acts",1]]"#,
        ] {
            assert!(serde_json::from_str::<Notice<'_, Fact>>(bent).is_err(), "{bent}");
        }
    }
}
