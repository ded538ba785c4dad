//! The data files of the systems, embedded in the program.
//!
//! A struct that a data file is read into refuses keys that it does not have (`deny_unknown_fields`): a number that no rule reads cannot stand in
//! the data. `rules/tests/systems/data.rs` adds a key to each table of each file.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error};

/// Returns the text of a file in the `data` folder of the system that calls the macro, as `&'static str`. The text is embedded when the
/// system is compiled. A build with `testkit` can be given another text, see [`text`].
#[macro_export]
macro_rules! data {
    ($file:literal) => {
        $crate::data::text(env!("CARGO_PKG_NAME"), $file, include_str!(concat!("../data/", $file)))
    };
}

/// Returns the embedded text of a data file. In builds with `testkit` it returns the text of `PACKAGE/FILE` in the folder that
/// the variable `BAGARRE_CHANGED_DATA` names, where that file exists: `make mutate` plays with changed numbers without compiling each of them.
#[cfg_attr(
    not(feature = "testkit"),
    allow(unused_variables, reason = "only builds for tests read changed files")
)]
pub fn text(package: &str, file: &str, embedded: &'static str) -> &'static str {
    #[cfg(feature = "testkit")]
    if let Some(changed) = crate::conformance::changed_data(package, file) {
        return changed.leak();
    }
    embedded
}

/// Reads a table whose keys are values of another type than text, in the order of the keys' texts; `key` returns `None` for a text that is no key.
///
/// # Errors
/// When a text is no key, or a value is not of its type.
pub fn keyed<'de, D: Deserializer<'de>, K, V: Deserialize<'de>>(
    from: D,
    key: impl Fn(&str) -> Option<K>,
) -> Result<Vec<(K, V)>, D::Error> {
    let table = BTreeMap::<String, V>::deserialize(from)?;
    let read = |(text, value): (String, V)| {
        let known = key(&text).ok_or_else(|| D::Error::custom(format_args!("unknown key `{text}`")))?;
        Ok((known, value))
    };
    table.into_iter().map(read).collect()
}

/// Reads a table whose keys are small whole numbers, such as numbers of heroes.
///
/// # Errors
/// When a key is no such number, or a value is not of its type.
pub fn by_number<'de, D: Deserializer<'de>, V: Deserialize<'de>>(
    from: D,
) -> Result<BTreeMap<u8, V>, D::Error> {
    Ok(keyed(from, |text| text.parse().ok())?.into_iter().collect())
}
