//! The numbers and switches of a TOML text.

/// A whole number, `true` or `false` that stands as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The line, counted from 1.
    pub(super) line: usize,
    /// Where its digits or letters begin in the text, in bytes, and where they end. A sign stands before them.
    pub(super) digits: (usize, usize),
    /// Where the header of its table stands, likewise; empty before the first.
    table: (usize, usize),
    /// Where the key before it stands, likewise.
    key: (usize, usize),
}

impl Number {
    /// Returns what the number stands among, from the narrowest to the widest: the same key of the file, its table, the file.
    pub(super) fn places(self, file: &str, text: &str) -> [String; 3] {
        let (table, key) = (&text[self.table.0..self.table.1], &text[self.key.0..self.key.1]);
        [format!("{file} {key} ="), format!("{file} {table}"), file.to_owned()]
    }

    /// Returns the text with this number doubled and one more, so that -1 becomes -3, or this switch turned over: what is rounded, or compared
    /// with a roll, shows in games sooner than if it was moved by one.
    pub(super) fn doubled(self, text: &str) -> String {
        self.changed(text, |value| 2 * value + 1)
    }

    /// Returns the text with this number moved up by one, so that -1 becomes -2, or this switch turned over.
    pub(super) fn moved(self, text: &str) -> String {
        self.changed(text, |value| value + 1)
    }

    fn changed(self, text: &str, change: impl FnOnce(u64) -> u64) -> String {
        let (from, to) = self.digits;
        let value = match &text[from..to] {
            "true" => "false".to_owned(),
            "false" => "true".to_owned(),
            digits => change(digits.parse().expect("digits that fit in 64 bits")).to_string(),
        };
        format!("{}{value}{}", &text[..from], &text[to..])
    }
}

/// Returns every number and switch that stands as a value, from top to bottom: no key, no header, no comment and nothing inside a string.
pub(super) fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    let (mut table, mut key) = ((0, 0), (0, 0));
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let header = depth == 0 && line.trim_start().starts_with('[');
        if header {
            table = (start, start + line.rfind(']').map_or(line.len(), |at| at + 1));
        } else {
            for (is_key, (from, to)) in words(line, &mut depth) {
                let place = (start + from, start + to);
                if is_key {
                    key = place;
                } else {
                    found.push(Number { line: n + 1, digits: place, table, key });
                }
            }
        }
        start += line.len();
    }
    found
}

/// The places of the keys (`true`) and numbers of a line. `depth` counts the arrays and inline tables that are open.
fn words(line: &str, depth: &mut usize) -> Vec<(bool, (usize, usize))> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'#' => break,
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += if quote == b'"' && bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'[' | b'{' => *depth += 1,
            b']' | b'}' => *depth = depth.saturating_sub(1),
            byte if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let from = at;
                while bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(byte))
                {
                    at += 1;
                }
                let word = &line[from..at];
                let is_key = line[at..].trim_start().starts_with('=');
                let is_switch = matches!(word, "true" | "false");
                if is_key || is_switch || word.bytes().all(|byte| byte.is_ascii_digit()) {
                    found.push((is_key, (from, at)));
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn values_are_found_and_changed() {
        let text = "# 1\n[table.2]\na = 3 # 4\n5 = -6\nb = [\n  7, \"8\",\n  { c = 9, d = 'it is \"10\"' },\n]\ne = true\nf12 = \"x\\\"13\"\n";
        let found: Vec<(usize, String)> =
            numbers(text).iter().map(|it| (it.line, text[it.digits.0..it.digits.1].to_owned())).collect();
        let expected = [(3, "3"), (4, "6"), (6, "7"), (7, "9"), (9, "true")];
        assert_eq!(found, expected.map(|(line, digits)| (line, digits.to_owned())));
        let places = |n: usize| numbers(text)[n].places("f.toml", text);
        assert_eq!(places(0), ["f.toml a =", "f.toml [table.2]", "f.toml"]);
        assert_eq!(places(3)[0], "f.toml c =");
        let moved = |n: usize| numbers(text)[n].moved(text);
        assert!(moved(1).contains("5 = -7\n") && moved(1).len() == text.len(), "{}", moved(1));
        assert!(numbers(text)[1].doubled(text).contains("5 = -13\n"));
        assert!(moved(4).contains("e = false\n"), "{}", moved(4));
    }
}
