//! The one way in which JSON is written before it goes into a digest: sorted keys, no blanks, as `serde_json` writes a value.

use std::ops::Range;

use serde::Serialize;
use serde_json::Value;

/// Objects and lists inside each other that the quick way follows.
const MAX_QUICK_DEPTH: u32 = 64;
/// Digits that surely fit a number of 64 bits.
const MAX_QUICK_DIGITS: usize = 18;

/// JSON with sorted keys and no blanks: the same text for the same content.
pub fn canonical<T: Serialize + ?Sized>(content: &T) -> Result<String, serde_json::Error> {
    canonical_text(&serde_json::to_string(content)?)
}

/// The same for content that is JSON already.
pub fn canonical_text(json: &str) -> Result<String, serde_json::Error> {
    match sorted(json) {
        Some(text) => Ok(text),
        None => Ok(serde_json::from_str::<Value>(json)?.to_string()),
    }
}

/// Only the keys have to be sorted in what this program wrote itself; that needs no tree of values. Nothing where anything could be
/// written in another way: blanks, escapes, fractions, keys that come twice.
fn sorted(json: &str) -> Option<String> {
    let json = json.as_bytes();
    let mut sorter = Sorter { json, at: 0, sorted: Vec::with_capacity(json.len()), ..Sorter::default() };
    sorter.value(MAX_QUICK_DEPTH)?;
    // Whole texts were moved, never parts of them.
    if sorter.at == json.len() { String::from_utf8(sorter.sorted).ok() } else { None }
}

/// A member of an object that is being read: its key, without quotes, and where it was written.
struct Member<'a> {
    key: &'a [u8],
    written: Range<usize>,
}

#[derive(Default)]
struct Sorter<'a> {
    json: &'a [u8],
    at: usize,
    sorted: Vec<u8>,
    /// Those of all objects that are open, the innermost last.
    members: Vec<Member<'a>>,
    /// An object as it was written, while it is sorted.
    unsorted: Vec<u8>,
}

impl<'a> Sorter<'a> {
    fn peek(&self) -> Option<u8> {
        self.json.get(self.at).copied()
    }

    /// Copies this byte, if it is the next one.
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| {
            self.at += 1;
            self.sorted.push(byte);
        })
    }

    /// Copies as much as this.
    fn copy(&mut self, length: usize) -> Option<&'a [u8]> {
        let text = self.json.get(self.at..self.at + length)?;
        self.at += length;
        self.sorted.extend_from_slice(text);
        Some(text)
    }

    fn value(&mut self, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => self.string().map(|_| ()),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        (self.copy(word.len())? == word).then_some(())
    }

    /// A text without escapes; with its quotes.
    fn string(&mut self) -> Option<&'a [u8]> {
        let inside = self.json.get(self.at + 1..)?;
        let length = inside.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))?;
        (inside.get(length) == Some(&b'"')).then_some(())?;
        self.copy(length + 2)
    }

    fn number(&mut self) -> Option<()> {
        let rest = self.json.get(self.at..)?;
        let sign = usize::from(rest.first() == Some(&b'-'));
        let digits = rest.iter().skip(sign).take_while(|byte| byte.is_ascii_digit()).count();
        let more = matches!(rest.get(sign + digits), Some(b'.' | b'e' | b'E'));
        let zero = rest.get(sign) == Some(&b'0') && (digits > 1 || sign == 1);
        if digits == 0 || digits > MAX_QUICK_DIGITS || more || zero {
            return None;
        }
        self.copy(sign + digits).map(|_| ())
    }

    fn list(&mut self, depth: u32) -> Option<()> {
        self.take(b'[')?;
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            self.value(depth)?;
            if self.take(b',').is_none() {
                return self.take(b']');
            }
        }
    }

    fn object(&mut self, depth: u32) -> Option<()> {
        self.take(b'{')?;
        if self.take(b'}').is_some() {
            return Some(());
        }
        let (first, own) = (self.sorted.len(), self.members.len());
        loop {
            let start = self.sorted.len();
            let key = self.string()?;
            self.take(b':')?;
            self.value(depth)?;
            let key = key.get(1..key.len() - 1)?;
            self.members.push(Member { key, written: start..self.sorted.len() });
            if self.take(b',').is_none() {
                break;
            }
        }
        self.sort(first, own)?;
        self.take(b'}')
    }

    /// Sorts the members of the object that begins at `first`, and lets go of them.
    fn sort(&mut self, first: usize, own: usize) -> Option<()> {
        let members = self.members.get_mut(own..)?;
        if !members.is_sorted_by(|one, next| one.key < next.key) {
            members.sort_unstable_by_key(|member| member.key);
            if members.windows(2).any(|two| matches!(two, [one, next] if one.key == next.key)) {
                return None;
            }
            self.unsorted.clear();
            self.unsorted.extend_from_slice(self.sorted.get(first..)?);
            self.sorted.truncate(first);
            for (number, Member { written, .. }) in members.iter().enumerate() {
                if number > 0 {
                    self.sorted.push(b',');
                }
                let as_it_was = self.unsorted.get(written.start - first..written.end - first)?;
                self.sorted.extend_from_slice(as_it_was);
            }
        }
        self.members.truncate(own);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use bagarre_rules::dice::{Dice as _, Seeded};

    use super::*;

    /// Some JSON, with keys in any order, now and then with what the quick way leaves to others.
    fn some(dice: &mut Seeded, depth: u8) -> String {
        let key =
            |dice: &mut Seeded| ["a", "b", "é", "A", "ab", "", "😀", "z9"][usize::from(dice.die(8)) - 1];
        match dice.die(if depth == 0 { 6 } else { 10 }) {
            1 => "null".to_owned(),
            2 => ["true", "false"][usize::from(dice.die(2)) - 1].to_owned(),
            3 => ["0", "-1", "17", "-0", "1.5", "1e3", "123456789012345678", "18446744073709551615"]
                [usize::from(dice.die(8)) - 1]
                .to_owned(),
            4 => ["\"\"", "\"é\"", "\"\\n\"", "\"\\u00e9\"", "\"a b\""][usize::from(dice.die(5)) - 1]
                .to_owned(),
            5 => "[]".to_owned(),
            6 => "{}".to_owned(),
            7 | 8 => {
                let all: Vec<String> = (0..dice.die(4)).map(|_| some(dice, depth - 1)).collect();
                format!("[{}]", all.join(if dice.die(20) == 1 { " , " } else { "," }))
            }
            _ => {
                let all: Vec<String> = (0..dice.die(5))
                    .map(|_| format!("\"{}\":{}", key(dice), some(dice, depth - 1)))
                    .collect();
                format!("{{{}}}", all.join(","))
            }
        }
    }

    #[test]
    fn the_quick_way_says_what_a_tree_of_values_says_or_nothing() {
        let mut dice = Seeded::new([7; 32], 0);
        let (mut quick, mut not) = (0, 0);
        for _ in 0..20_000 {
            let json = some(&mut dice, 4);
            let value: Value = serde_json::from_str(&json).unwrap();
            match sorted(&json) {
                Some(text) => {
                    assert_eq!(text, value.to_string(), "{json}");
                    quick += 1;
                }
                None => not += 1,
            }
            assert_eq!(canonical_text(&json).unwrap(), value.to_string());
        }
        assert!(quick > 5000 && not > 1000, "{quick} {not}");
    }

    #[test]
    fn what_is_no_json_is_none_in_either_way() {
        for bad in
            ["", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "nul", "-", "01", "\"", "1 2", "[1}", "{\"a\":1]"]
        {
            assert_eq!(sorted(bad), None, "{bad}");
            assert!(canonical_text(bad).is_err(), "{bad}");
        }
        assert_eq!(sorted(&"[".repeat(1000)), None);
    }
}
