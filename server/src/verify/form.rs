//! What an exported game must have, and how much of it is read.

use std::fmt;

use bagarre_protocol::game::Export;
use bagarre_rules::any::RulesetId;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::report::Report;

/// JSON values in one file. A long game has about 30,000 of them.
const MAX_VALUES: u32 = 2_000_000;
/// Dice in one game. A long game rolls some hundreds.
pub(super) const MAX_DICE: usize = 20_000;

/// Refuses text that is no JSON, and text with more values than are ever checked, before any of it is kept in memory.
pub(super) fn bounded(text: &str) -> Result<(), serde_json::Error> {
    let mut left = MAX_VALUES;
    let mut reader = serde_json::Deserializer::from_str(text);
    Count(&mut left).deserialize(&mut reader)?;
    reader.end()
}

/// Whether every exported game of these rules has a draw, a chain and salted names. Only versions that were played before there
/// was a chain are free of them: a ruleset that this build does not know is not.
fn must_be_chained(export: &Export) -> bool {
    RulesetId::parse(&export.ruleset).map_or(true, |ruleset| export.version >= ruleset.chained_since())
}

/// Reports each part that the version of the game says must be there, and is not.
pub(super) fn complete(export: &Export, report: &mut Report) {
    if !must_be_chained(export) {
        return;
    }
    let parts = [
        ("draw", export.draw.is_none()),
        ("secret", export.secret.is_none()),
        ("nameplates", export.nameplates.is_none()),
        ("scenario", export.scenario.is_none()),
        ("started", export.started.is_none()),
    ];
    for (part, missing) in parts {
        if missing {
            report.first_wrong = Some(0);
            report.faults.push(format!(
                "entry 0: `{part}` is missing: every game of version {} of {} has it",
                export.version, export.ruleset
            ));
        }
    }
}

/// Counts values down to nothing.
struct Count<'a>(&'a mut u32);

impl<'de> DeserializeSeed<'de> for Count<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        *self.0 = self.0.checked_sub(1).ok_or_else(|| {
            D::Error::custom(format_args!("it holds more than {MAX_VALUES} values, far more than any game"))
        })?;
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Count<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Count(&mut *self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while fields.next_key::<serde::de::IgnoredAny>()?.is_some() {
            fields.next_value_seed(Count(&mut *self.0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_at_any_depth_and_refused_past_the_limit() {
        let many = |count: u32| format!("{{\"a\":[[1{}]]}}", ",null".repeat(count as usize - 4));
        assert!(bounded(&many(MAX_VALUES)).is_ok());
        let refused = bounded(&many(MAX_VALUES + 1)).unwrap_err().to_string();
        assert!(refused.contains("more than 2000000 values"), "{refused}");
        assert!(bounded("[1] 2").is_err() && bounded("{").is_err());
        assert!(bounded(&"[".repeat(1_000_000)).unwrap_err().to_string().contains("recursion limit"));
    }
}
