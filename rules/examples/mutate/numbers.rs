//! The numbers and switches of a TOML text.

/// A whole number, `true` or `false` that stands as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The line, counted from 1.
    pub(super) line: usize,
    /// Where its digits or letters begin in the text, in bytes, and where they end. A sign stands before them.
    pub(super) digits: (usize, usize),
}

impl Number {
    /// Returns the text with this number moved up by one, so that -1 becomes -2, or this switch turned over.
    pub(super) fn moved(self, text: &str) -> String {
        let (from, to) = self.digits;
        let value = match &text[from..to] {
            "true" => "false".to_owned(),
            "false" => "true".to_owned(),
            digits => (digits.parse::<u64>().expect("digits that fit in 64 bits") + 1).to_string(),
        };
        format!("{}{value}{}", &text[..from], &text[to..])
    }
}

/// Returns every number and switch that stands as a value, from top to bottom: no key, no header, no comment and nothing inside a string.
pub(super) fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let header = depth == 0 && line.trim_start().starts_with('[');
        if !header {
            for digits in values(line, &mut depth) {
                found.push(Number { line: n + 1, digits: (start + digits.0, start + digits.1) });
            }
        }
        start += line.len();
    }
    found
}

/// The places of the numbers of a line. `depth` counts the arrays and inline tables that are open.
fn values(line: &str, depth: &mut usize) -> Vec<(usize, usize)> {
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
                if !is_key && (is_switch || word.bytes().all(|byte| byte.is_ascii_digit())) {
                    found.push((from, at));
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
    fn values_are_found_and_moved_by_one() {
        let text = "# 1\n[table.2]\na = 3 # 4\n5 = -6\nb = [\n  7, \"8\",\n  { c = 9, d = 'it is \"10\"' },\n]\ne = true\nf12 = \"x\\\"13\"\n";
        let found: Vec<(usize, String)> =
            numbers(text).iter().map(|it| (it.line, text[it.digits.0..it.digits.1].to_owned())).collect();
        let expected = [(3, "3"), (4, "6"), (6, "7"), (7, "9"), (9, "true")];
        assert_eq!(found, expected.map(|(line, digits)| (line, digits.to_owned())));
        let moved = |n: usize| numbers(text)[n].moved(text);
        assert!(moved(1).contains("5 = -7\n") && moved(1).len() == text.len(), "{}", moved(1));
        assert!(moved(4).contains("e = false\n"), "{}", moved(4));
    }
}
