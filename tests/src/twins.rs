//! A game in two copies of the same server: a difference that is hidden from a player must not change a byte of what
//! that player gets.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A frame without what no two servers have in common: moments, ids made up on the way, digests over random salts.
#[derive(Default)]
pub struct Plain(BTreeMap<String, usize>);

impl Plain {
    /// The frame with those replaced, by their kind or by the order in which they came.
    pub fn frame(&mut self, frame: &str) -> String {
        let mut plain = String::with_capacity(frame.len());
        let mut rest = frame;
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|ch: char| !(ch.is_ascii_alphanumeric() || ch == '-')).unwrap_or(rest.len());
            let word = &rest[..word.max(first.len_utf8())];
            rest = &rest[word.len()..];
            if word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                plain.push_str("DIGEST");
            } else if is_id(word) {
                let next = self.0.len();
                let known = *self.0.entry(word.to_owned()).or_insert(next);
                // Writing into a string does not fail.
                let _ = write!(plain, "ID-{known}");
            } else if is_time(word) || plain.ends_with(r#""left":"#) && word.parse::<i64>().is_ok() {
                plain.push_str("TIME");
            } else {
                plain.push_str(word);
            }
        }
        plain
    }
}

fn is_id(word: &str) -> bool {
    word.len() == 36 && [8, 13, 18, 23].iter().all(|at| word.as_bytes()[*at] == b'-')
}

/// Milliseconds since 1970, from 2001 on.
fn is_time(word: &str) -> bool {
    word.len() == 13 && word.starts_with(['1', '2']) && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_random_is_told_from_what_is_said() {
        let mut plain = Plain::default();
        let id = "0a1b2c3d-0000-4000-8000-0123456789ab";
        let other = "ffffffff-0000-4000-8000-0123456789ab";
        assert_eq!(plain.frame(&format!(r#"{{"id":"{id}","n":12}}"#)), r#"{"id":"ID-0","n":12}"#);
        assert_eq!(plain.frame(&format!("[{other},{id}]")), "[ID-1,ID-0]");
        assert_eq!(plain.frame(r#"{"at":1795354224437,"left":3599926}"#), r#"{"at":TIME,"left":TIME}"#);
        assert_eq!(plain.frame(&format!(r#""{}""#, "a0".repeat(32))), r#""DIGEST""#);
        assert_eq!(plain.frame(r#"{"text":"é — M3G/CP"}"#), r#"{"text":"é — M3G/CP"}"#);
    }
}
