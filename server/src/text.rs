//! Text that people write for others to read. What cannot be seen (controls, marks that turn the direction of writing
//! round, blanks of no width) lets one name pass for another, or a line say something else than it shows: names and
//! everything else that is typed into a game refuse it, chat shows it as what it is.

mod letters;

use std::fmt::Write as _;

use bagarre_protocol::payload::Payload;
use bagarre_rules::any::Refusal;
pub(crate) use letters::composed;
use letters::{has_few_marks, mixes_nothing_alike};
use serde_json::Value;
use unicode_properties::{GeneralCategory, UnicodeEmoji, UnicodeGeneralCategory};

use crate::words::guest::{invisible, marks, scripts};

const ZWNJ: char = '\u{200c}';
const ZWJ: char = '\u{200d}';
/// Asks for the coloured form of an emoji.
const COLOURED: char = '\u{fe0f}';

/// Whether a character shows nothing of its own: categories Cc, Cf, Zl and Zp, and what Unicode calls ignorable
/// (`DerivedCoreProperties.txt`, `Default_Ignorable_Code_Point`) or draws empty in other categories.
fn is_invisible(ch: char) -> bool {
    let empty = matches!(ch,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2065}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
        | '\u{e0000}'..='\u{e0fff}');
    empty
        || matches!(
            ch.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
}

fn is_emoji(ch: char) -> bool {
    !ch.is_ascii() && ch.is_emoji_char()
}

/// Whether the mark asks for the coloured form of the emoji before it: phones type it with every other heart.
fn colours(before: Option<char>, ch: char) -> bool {
    ch == COLOURED && before.is_some_and(is_emoji)
}

/// Whether a joiner stands where scripts and emoji need one: between two letters that are not Latin, or two emoji.
fn joins(before: Option<char>, ch: char, after: Option<char>) -> bool {
    let letter = |ch: char| !ch.is_ascii() && ch as u32 >= 0x590 && (ch.is_alphabetic() || is_mark(ch));
    let emoji = |ch: char| is_emoji(ch) || ch == COLOURED;
    let both = |is: &dyn Fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
    match ch {
        ZWNJ => both(&letter),
        ZWJ => both(&letter) || both(&emoji),
        _ => false,
    }
}

fn is_mark(ch: char) -> bool {
    matches!(ch.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark)
}

/// Whether every character of a text can be seen. Joiners are refused here even where a script uses them: two names that
/// look alike must be alike.
pub(crate) fn is_plain(text: &str) -> bool {
    let mut before = None;
    text.chars().all(|ch| {
        let plain = !is_invisible(ch) || colours(before, ch);
        before = Some(ch);
        plain
    })
}

/// Blanks trimmed and joined, letters and their marks put together: the form in which names are compared.
pub(crate) fn tidy(given: &str) -> String {
    composed(&given.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// The name of something people see, [tidied](tidy): 1 to `most` characters that can all be seen, with few marks on each, in words
/// that mix no scripts whose letters look alike.
pub(crate) fn name(given: &str, most: usize) -> Option<String> {
    let name = tidy(given);
    let fits = (1..=most).contains(&name.chars().count())
        && is_plain(&name)
        && has_few_marks(&name)
        && mixes_nothing_alike(&name);
    fits.then_some(name)
}

/// A line of talk: trimmed, without controls, and with other characters that cannot be seen shown as their numbers.
pub(crate) fn line(given: &str) -> String {
    let chars: Vec<char> = given.trim().chars().filter(|ch| !ch.is_control() || *ch == '\n').collect();
    let mut shown = String::with_capacity(given.len());
    for (n, ch) in chars.iter().copied().enumerate() {
        let before = n.checked_sub(1).map(|n| chars[n]);
        let seen = !is_invisible(ch)
            || ch == '\n'
            || colours(before, ch)
            || joins(before, ch, chars.get(n + 1).copied());
        if seen {
            shown.push(ch);
        } else {
            // Writing into a string does not fail.
            let _ = write!(shown, "‹U+{:04X}›", ch as u32);
        }
    }
    shown
}

/// The field of a payload that holds a name.
const NAME: &str = "name";

/// Whether a payload may hold anything but plain letters.
fn is_ascii(payload: &Payload) -> bool {
    let text = payload.text();
    let escaped = || text.contains(r"\u") || text.contains(r"\b") || text.contains(r"\f");
    text.is_ascii() && !escaped()
}

/// Refuses a payload (a band, an order, own work) with text in it that cannot be seen or that has too many marks, and with names in
/// words of scripts that look alike. Line ends are text.
pub(crate) fn check(payload: &Payload) -> Result<(), Refusal> {
    if is_ascii(payload) {
        return Ok(());
    }
    payload.read::<Value>().map_err(|_| invisible()).and_then(|value| check_value(&value))
}

/// [Checks](check) a payload, and returns it with letters and their marks put together.
pub(crate) fn checked(payload: &Payload) -> Result<Payload, Refusal> {
    if is_ascii(payload) {
        return Ok(payload.clone());
    }
    let mut value = payload.read::<Value>().map_err(|_| invisible())?;
    compose(&mut value);
    check_value(&value)?;
    Payload::of(&value).map_err(|_| invisible())
}

fn compose(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let std::borrow::Cow::Owned(one) = composed(text) {
                *text = one;
            }
        }
        Value::Array(list) => list.iter_mut().for_each(compose),
        Value::Object(map) => map.values_mut().for_each(compose),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn check_text(text: &str) -> Result<(), Refusal> {
    if !text.split(['\n', '\r', '\t']).all(is_plain) {
        return Err(invisible());
    }
    if has_few_marks(text) { Ok(()) } else { Err(marks()) }
}

fn check_value(value: &Value) -> Result<(), Refusal> {
    match value {
        Value::String(text) => check_text(text),
        Value::Array(list) => list.iter().try_for_each(check_value),
        Value::Object(map) => map.iter().try_for_each(|(key, value)| {
            check_text(key)?;
            check_value(value)?;
            let name = value.as_str().filter(|_| key == NAME);
            if name.is_none_or(mixes_nothing_alike) { Ok(()) } else { Err(scripts()) }
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_what_can_be_seen() {
        for name in
            ["Zoé", "Łukasz", "陳大文", "محمد", "नमिता", "Lulu 🥊", "Max ❤️", "Élodie d’Albret", "a\u{301}"]
        {
            assert!(is_plain(name), "{name:?}");
        }
        let hidden = [
            '\u{0}',
            '\u{7}',
            '\u{7f}',
            '\u{85}',
            '\u{ad}',
            '\u{61c}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{2800}',
            '\u{3164}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{e0041}',
            '\u{e0100}',
        ];
        for ch in hidden {
            assert!(!is_plain(&format!("Ray{ch}mond")), "{ch:?}");
            assert_eq!(name(&format!("Ray{ch}mond"), 24).is_some(), ch.is_whitespace(), "{ch:?}");
        }
        assert_eq!(name("  Ray \u{a0} mond ", 24).as_deref(), Some("Ray mond"));
        assert_eq!((name("", 24), name(&"x".repeat(25), 24)), (None, None));
        assert!(!is_plain("👩\u{200d}🚒"), "a joined emoji is no name");
    }

    #[test]
    fn names_that_look_alike_are_alike_or_refused() {
        assert_eq!(name("Zoe\u{301}", 24).as_deref(), Some("Zoé"));
        assert_eq!(name("Zoe\u{301}", 3).as_deref(), Some("Zoé"), "counted as it is kept");
        for refused in ["аdmin", "Raymоnd", &format!("e{}", "\u{301}\u{323}".repeat(11)), "\u{301}"] {
            assert_eq!(name(refused, 24), None, "{refused:?}");
        }
    }

    #[test]
    fn names_in_a_band_are_names() {
        let payload = |text: &str| Payload::parse(text.to_owned()).unwrap();
        let band =
            payload(r#"{"name":"Zoe\u0301","characters":[{"name":"Anna"}],"note":"аdmin, à peu près"}"#);
        let kept: Value = checked(&band).unwrap().read().unwrap();
        assert_eq!(kept["name"], "Zoé");
        assert_eq!(kept["note"], "аdmin, à peu près", "what is no name may mix");
        for (text, code) in [
            (r#"{"characters":[{"name":"аdmin"}]}"#, "text.scripts"),
            (r#"{"characters":[{"note":"x\u0301\u0323\u0302"}]}"#, "text.marks"),
            (r#"{"a":"x\u0301\u0301"}"#, "text.marks"),
        ] {
            assert_eq!(checked(&payload(text)).unwrap_err().code, code, "{text}");
            assert_eq!(check(&payload(text)).unwrap_err().code, code, "{text}");
        }
    }

    #[test]
    fn talk_shows_what_hides() {
        assert_eq!(line("  salut\u{7} \u{202e}egarrab "), "salut ‹U+202E›egarrab");
        assert_eq!(line("a\u{200b}b"), "a‹U+200B›b");
        for kept in ["👩\u{200d}🚒 et ❤️", "می\u{200c}خواهم", "deux\nlignes", "क्\u{200d}ष"]
        {
            assert_eq!(line(kept), kept);
        }
        assert_eq!(line("é\u{200d}é"), "é‹U+200D›é", "a joiner between Latin letters only hides");
    }

    #[test]
    fn what_is_brought_is_looked_through_to_its_keys() {
        let payload = |text: &str| Payload::parse(text.to_owned()).unwrap();
        for text in [r#"{"name":"Zoé","n":[1,"x\ny"]}"#, r#"{"name":"plain"}"#, "7", r#""❤️""#] {
            assert_eq!(check(&payload(text)), Ok(()), "{text}");
        }
        let hidden =
            [r#"{"name":"a\u202eb"}"#, "{\"name\":\"a\u{200b}b\"}", "[[\"\u{feff}\"]]", r#"{"a\u0000":1}"#];
        for text in hidden {
            assert_eq!(check(&payload(text)).unwrap_err().code, "text.invisible", "{text}");
        }
    }
}
