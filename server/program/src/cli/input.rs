//! What commands are given.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use bagarre_rules::any::RulesetId;
use bagarre_rules::systems;

use super::failure::Failure;

/// Bytes that a command reads at most. The file of a long game has about 300 KB.
const MAX_INPUT_BYTES: u64 = 64 * 1024 * 1024;

/// The text of a file, or of standard input when the path is `-`. Refuses what is longer than [`MAX_INPUT_BYTES`].
pub(super) fn read_input(path: &Path) -> Result<String, Failure> {
    let read = if path == Path::new("-") {
        bounded(io::stdin().lock(), MAX_INPUT_BYTES)
    } else {
        File::open(path).and_then(|file| bounded(file, MAX_INPUT_BYTES))
    };
    read.map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// Reads text to its end, and refuses it as soon as it is longer than so many bytes.
fn bounded(from: impl Read, limit: u64) -> io::Result<String> {
    let mut text = String::new();
    let read = from.take(limit + 1).read_to_string(&mut text)?;
    if read as u64 > limit {
        let why = format!("longer than {limit} bytes, the most that is read");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(text)
}

/// For clap: a ruleset by name.
pub(super) fn ruleset(name: &str) -> Result<RulesetId, String> {
    systems::parse(name).map_err(|refusal| refusal.en)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_without_end_is_refused_at_the_limit() {
        let why = bounded(io::repeat(b'x'), 1000).unwrap_err();
        assert_eq!(why.to_string(), "longer than 1000 bytes, the most that is read");
        assert_eq!(bounded(io::repeat(b'x').take(1000), 1000).unwrap().len(), 1000);
    }
}
