//! Where in a JSON text something could not be read.
//!
//! A library that tracks the path while it reads (`serde_path_to_error`) would compile the reader of every type of every system a second
//! time. The place is found in the text instead, once it is known that it cannot be read.

/// The longest path that is told, in bytes: names of fields come from outside.
const PATH_LENGTH: usize = 200;

/// The kind of value that is open at a byte of the text.
enum Open<'a> {
    /// An object, and the name of the field whose value is read, once it is known.
    Object(Option<&'a str>),
    /// An array, and the number of the element.
    Array(usize),
}

/// Returns the path of the value at which reading failed, such as `bands[0].characters[2].FOR`; empty if that is the whole text.
pub fn path_of(text: &str, why: &serde_json::Error) -> String {
    let before: usize = text.split_inclusive('\n').take(why.line().saturating_sub(1)).map(str::len).sum();
    path_at(text, (before + why.column()).saturating_sub(1))
}

/// Returns the path of the innermost value in which a byte of the text stands.
fn path_at(text: &str, at: usize) -> String {
    let mut open = Vec::new();
    let mut bytes = text.bytes().enumerate().take(at.saturating_add(1));
    while let Some((here, byte)) = bytes.next() {
        match byte {
            b'"' => {
                let end = string_end(&mut bytes);
                // Only a name stands in an object whose field is not known yet.
                if let (Some(end), Some(Open::Object(name @ None))) = (end, open.last_mut()) {
                    *name = text.get(here + 1..end);
                }
            }
            b'{' => open.push(Open::Object(None)),
            b'[' => open.push(Open::Array(0)),
            b'}' | b']' => drop(open.pop()),
            b',' => match open.last_mut() {
                Some(Open::Object(name)) => *name = None,
                Some(Open::Array(number)) => *number += 1,
                None => {}
            },
            _ => {}
        }
    }
    path_through(&open)
}

/// Goes past the rest of a string; returns where its closing quote stands, if it is reached.
fn string_end(bytes: &mut impl Iterator<Item = (usize, u8)>) -> Option<usize> {
    loop {
        match bytes.next()? {
            (_, b'\\') => drop(bytes.next()),
            (end, b'"') => return Some(end),
            _ => {}
        }
    }
}

fn path_through(open: &[Open<'_>]) -> String {
    let mut path = String::new();
    for one in open {
        match one {
            Open::Object(Some(name)) if path.is_empty() => path.push_str(name),
            Open::Object(Some(name)) => path.extend([".", name]),
            Open::Object(None) => {}
            Open::Array(number) => path.extend(["[", &number.to_string(), "]"]),
        }
    }
    if path.len() > PATH_LENGTH {
        path.truncate(path.floor_char_boundary(PATH_LENGTH));
        path.push('…');
    }
    path
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Band {
        name: String,
        heroes: Vec<Hero>,
        #[serde(default)]
        notes: BTreeMap<String, u8>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Hero {
        force: u8,
        arms: (u8, u8),
    }

    fn path_in(text: &str) -> String {
        let why = serde_json::from_str::<Band>(text).unwrap_err();
        path_of(text, &why)
    }

    #[test]
    fn the_innermost_value_that_cannot_be_read_is_named() {
        for (text, path) in [
            (r#"{"name":3,"heroes":[]}"#, "name"),
            (
                r#"{"name":"a","heroes":[{"force":1,"arms":[1,2]},{"force":"x","arms":[1,2]}]}"#,
                "heroes[1].force",
            ),
            (r#"{"name":"a","heroes":[{"force":300,"arms":[1,2]}]}"#, "heroes[0].force"),
            (r#"{"name":"a","heroes":[{"force":1,"arms":[1,null]}]}"#, "heroes[0].arms[1]"),
            (r#"{"name":"a","heroes":[{"force":1,"arms":[1]}]}"#, "heroes[0].arms"),
            (r#"{"name":"a","heroes":[{"force":1}]}"#, "heroes[0]"),
            (r#"{"name":"a","heroes":[{"force":1,"arms":[1,2],"x":1}]}"#, "heroes[0].x"),
            (r#"{"name":"a"}"#, ""),
            ("[]", ""),
            ("", ""),
            ("{\n \"name\": \"a \\\" { [ ,\",\n \"heroes\": {}\n}", "heroes"),
            (r#"{"name":"a","heroes":[],"notes":{"é":1,"b c":-1}}"#, "notes.b c"),
        ] {
            assert_eq!(path_in(text), path, "{text}");
        }
    }

    #[test]
    fn a_path_is_cut_where_it_is_too_long() {
        let name = "é".repeat(PATH_LENGTH);
        let path = path_in(&format!(r#"{{"name":"a","heroes":[],"notes":{{"{name}":-1}}}}"#));
        assert!(path.ends_with("é…") && path.len() <= PATH_LENGTH + '…'.len_utf8(), "{path}");
    }

    #[test]
    fn any_byte_of_any_text_has_a_path() {
        for text in ["{\"a\":[1,{\"b\\\"\":\"c\\", "}]],{{\"", "\"é", ",,,"] {
            for at in 0..=text.len() + 1 {
                let _ = path_at(text, at);
            }
        }
    }
}
