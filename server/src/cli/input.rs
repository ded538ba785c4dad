//! What commands are given.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use bagarre_rules::any::RulesetId;

use super::failure::Failure;

/// The text of a file, or of standard input when the path is `-`.
pub(super) fn read_input(path: &Path) -> Result<String, Failure> {
    let read = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    read.map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// For clap: a ruleset by name.
pub(super) fn ruleset(name: &str) -> Result<RulesetId, String> {
    RulesetId::parse(name).map_err(|refusal| refusal.en)
}
