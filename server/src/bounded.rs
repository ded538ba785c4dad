//! Reading what others made in bounded memory: lines, and the values in JSON.

use std::fmt;
use std::io::{self, BufRead, Read as _};

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Refuses text that is no JSON, and text with more than so many values at all depths together. Keeps nothing of it in memory, where the
/// same text as a tree of values would take up to a hundred times its length.
pub(crate) fn values(text: &str, most: u32) -> Result<(), serde_json::Error> {
    let mut left = most;
    let mut reader = serde_json::Deserializer::from_str(text);
    Count { most, left: &mut left }.deserialize(&mut reader)?;
    reader.end()
}

/// The next line with its end, of at most so many bytes. Reads no more than that of a longer one, and refuses it as
/// [`io::ErrorKind::FileTooLarge`].
pub(crate) fn line(from: &mut impl BufRead, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_until(b'\n', &mut bytes)?;
    if read as u64 > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Counts values down to nothing.
struct Count<'a> {
    most: u32,
    left: &'a mut u32,
}

impl Count<'_> {
    fn inside(&mut self) -> Count<'_> {
        Count { most: self.most, left: &mut *self.left }
    }
}

impl<'de> DeserializeSeed<'de> for Count<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let none_left = || D::Error::custom(format_args!("it holds more than {} values", self.most));
        *self.left = self.left.checked_sub(1).ok_or_else(none_left)?;
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

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(self.inside())?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        while fields.next_key::<IgnoredAny>()?.is_some() {
            fields.next_value_seed(self.inside())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn values_are_counted_at_any_depth_and_refused_past_the_limit() {
        let five = r#"{"a":[[1,null]],"b":"x"}"#;
        assert!(values(five, 6).is_ok());
        assert_eq!(
            values(five, 5).unwrap_err().to_string(),
            "it holds more than 5 values at line 1 column 20"
        );
        assert!(values("[1] 2", 9).is_err() && values("{", 9).is_err());
        assert!(
            values(&"[".repeat(1_000_000), 9_000_000).unwrap_err().to_string().contains("recursion limit")
        );
    }

    #[test]
    fn a_line_without_end_is_read_no_further_than_the_limit() {
        let mut endless = BufReader::with_capacity(64, io::repeat(b'x'));
        assert_eq!(line(&mut endless, 1000).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        let mut lines = &b"abc\nabcd\nab"[..];
        assert_eq!(line(&mut lines, 4).unwrap(), "abc\n");
        assert_eq!(line(&mut lines, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(line(&mut &b"ab"[..], 4).unwrap(), "ab", "the end of the text ends a line");
        assert_eq!(line(&mut &b"\xff\n"[..], 4).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
