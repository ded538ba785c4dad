//! Reads data files of a system from other contents than those that are embedded.

use serde::de::DeserializeOwned;
use toml::Value;
use toml::de::Error;

use super::TestKit;
use crate::{deals, exercise, names, presentation};

/// Reads the contents of a data file of a system in the way the system does when it loads the file.
///
/// # Errors
/// What is wrong with the contents: a key that the system does not know, for one.
///
/// # Panics
/// When the system has no such file.
pub fn read<R: TestKit>(file: &str, contents: Value) -> Result<(), Error> {
    match file {
        "presentation.toml" => parsed::<presentation::File>(contents),
        "exercises.toml" => parsed::<exercise::File>(contents),
        "dealt.toml" => parsed::<deals::Deals>(contents),
        "lent.toml" => parsed::<names::Lent>(contents),
        _ => R::read_data(file, contents),
    }
}

/// Reads the words of a further data file, see [`Presentation::with_words`](presentation::Presentation::with_words).
///
/// # Errors
/// What is wrong with the contents.
pub fn further_words(contents: Value) -> Result<(), Error> {
    parsed::<presentation::FurtherWords>(contents)
}

/// Reads the contents of a data file into its type.
///
/// # Errors
/// What is wrong with the contents.
pub fn parsed<T: DeserializeOwned>(contents: Value) -> Result<(), Error> {
    T::deserialize(contents).map(drop)
}
