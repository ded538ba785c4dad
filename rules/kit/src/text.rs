//! Texts with placeholders, as `web-client/src/text/fill.ts` fills and explains them; both pass `tests/fixtures/texts.json`. Here are values,
//! plurals, choices with comparisons, and what French joins. The client has more: lists, words about names, and all that the texts of a
//! system need.

use std::borrow::Cow;
use std::fmt::{self, Display};

use crate::contract::Lang;

/// A value of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number, which may be counted and compared.
    Number(i64),
    /// A name, or anything else in words.
    Text(Cow<'a, str>),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

/// A number below nought has a minus sign, not a hyphen.
impl Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) if *n < 0 => write!(f, "−{}", n.unsigned_abs()),
            Self::Number(n) => write!(f, "{n}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Returns a text with its placeholders filled from values by name. One without a value stays as it is written, so that a mistake shows.
pub fn fill(text: &str, lang: Lang, values: &[(&str, Value<'_>)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        filled.push_str(&rest[..open]);
        let (pieces, end) = pieces(&rest[open..]);
        let whole = &rest[open..open + end];
        let next = replaced(&pieces, lang, values).unwrap_or_else(|| whole.to_owned());
        match lang {
            Lang::Fr => join(&mut filled, &next),
            Lang::En => filled.push_str(&next),
        }
        rest = &rest[open + end..];
    }
    filled + rest
}

/// Returns the pieces of the placeholder at the beginning of a text, which bars divide that belong to no inner placeholder, and its length.
fn pieces(text: &str) -> (Vec<&str>, usize) {
    let (mut pieces, mut from, mut depth) = (Vec::new(), 1, 0);
    for (at, sign) in text.bytes().enumerate().skip(1) {
        match sign {
            b'|' | b'}' if depth == 0 => {
                pieces.push(&text[from..at]);
                from = at + 1;
                if sign == b'}' {
                    return (pieces, from);
                }
            }
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    pieces.push(&text[from..]);
    (pieces, text.len())
}

/// Returns what stands for a placeholder; `None`: its value is not known.
fn replaced(pieces: &[&str], lang: Lang, values: &[(&str, Value<'_>)]) -> Option<String> {
    let (first, branches) = pieces.split_first()?;
    let (chosen, no) = match (first.split_once('?'), branches) {
        (Some((question, yes)), branches) => {
            (if holds(question, values)? { Some(yes) } else { None }, branches.first())
        }
        (None, []) => return value(first, values).map(|value| value.to_string()),
        (None, [one, many @ ..]) => {
            let Value::Number(n) = value(first, values)? else { return None };
            let singular = n.unsigned_abs() == 1 || (n == 0 && lang == Lang::Fr);
            (if singular { Some(*one) } else { None }, many.first())
        }
    };
    Some(fill(chosen.or(no.copied()).unwrap_or_default(), lang, values))
}

/// Returns what an expression is: a number, a word in quotes, or a value by its name.
fn value<'a>(expression: &'a str, values: &'a [(&str, Value<'_>)]) -> Option<Value<'a>> {
    if let Ok(n) = expression.parse() {
        return Some(Value::Number(n));
    }
    if let Some(word) = expression.strip_prefix('\'') {
        return Some(word.strip_suffix('\'').unwrap_or(word).into());
    }
    let (_, value) = values.iter().find(|(name, _)| *name == expression)?;
    Some(match value {
        Value::Number(n) => Value::Number(*n),
        Value::Text(text) => Value::Text(Cow::Borrowed(text)),
    })
}

/// Returns whether something is so; `None`: a value is not known.
fn holds(question: &str, values: &[(&str, Value<'_>)]) -> Option<bool> {
    let Some(at) = question.find(['=', '<', '>']) else {
        return Some(match value(question, values)? {
            Value::Number(n) => n != 0,
            Value::Text(text) => !text.is_empty(),
        });
    };
    let other = value(&question[at + 1..], values)?;
    Some(match (value(&question[..at], values)?, other, question.as_bytes()[at]) {
        (Value::Text(one), Value::Text(others), b'=') => others.split('/').any(|other| one == other),
        (Value::Number(one), Value::Number(other), b'=') => one == other,
        (Value::Number(one), Value::Number(other), b'<') => one < other,
        (Value::Number(one), Value::Number(other), _) => one > other,
        _ => false,
    })
}

/// Appends to a French text what a placeholder puts behind it: `de` and `que` are shortened before a vowel, `de` and `à` are joined with
/// an article.
fn join(text: &mut String, next: &str) {
    let word = ["de", "que", "à"].into_iter().find(|word| {
        let begun = text.strip_suffix(' ').and_then(|text| {
            let at = text.len().checked_sub(word.len())?;
            text.get(at..).filter(|end| end.to_lowercase() == *word).map(|_| &text[..at])
        });
        begun.is_some_and(|begun| !begun.ends_with(|ch: char| ch.is_alphabetic() || ch == '’'))
    });
    let Some(word) = word else { return text.push_str(next) };
    let vowel = |ch: char| "aeiouyhàâéèêëîïôùûœ".contains(ch) || "AEIOUYHÀÂÉÈÊËÎÏÔÙÛŒ".contains(ch);
    if word != "à" && next.starts_with(vowel) {
        text.truncate(text.len() - "e ".len());
        text.push('’');
        return text.push_str(next);
    }
    let joined = next.split_once(' ').and_then(|(article, rest)| {
        Some(match (word, article) {
            ("de", "le" | "Le") => (["du", "Du"], rest),
            ("de", "les" | "Les") => (["des", "Des"], rest),
            ("à", "le" | "Le") => (["au", "Au"], rest),
            ("à", "les" | "Les") => (["aux", "Aux"], rest),
            _ => return None,
        })
    });
    let Some(([small, large], rest)) = joined else { return text.push_str(next) };
    let at = text.len() - word.len() - 1;
    let begins = text[at..].starts_with(char::is_uppercase);
    text.truncate(at);
    text.push_str(if begins { large } else { small });
    text.push(' ');
    text.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_fill_the_same() {
        type Case = (String, String, serde_json::Map<String, serde_json::Value>, String);
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../tests/fixtures/texts.json")).unwrap();
        for (lang, text, given, filled) in &cases {
            let lang = if lang == "fr" { Lang::Fr } else { Lang::En };
            let value = |value: &'_ serde_json::Value| match value.as_i64() {
                Some(n) => Value::Number(n),
                None => Value::Text(value.as_str().unwrap().to_owned().into()),
            };
            let values: Vec<_> = given.iter().map(|(name, given)| (name.as_str(), value(given))).collect();
            assert_eq!(fill(text, lang, &values), *filled, "{text}");
        }
        assert!(cases.len() > 30);
    }
}
