//! Names that cannot be told apart: letters that are put together in one form only, few marks on each, and no word of scripts whose
//! letters look alike.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, ScriptExtension, UnicodeScript};

/// Marks of every script (accents, dots) on one letter.
const MAX_MARKS: usize = 2;
/// Marks on one letter with those that belong to its script: vowels, tones, letters that are written below others.
const MAX_OWN_MARKS: usize = 4;
/// Scripts that are written together with Latin letters and with each other. None has letters that pass for those of another.
const TOGETHER: [&[Script]; 3] = [
    &[Script::Latin, Script::Han, Script::Hiragana, Script::Katakana],
    &[Script::Latin, Script::Han, Script::Bopomofo],
    &[Script::Latin, Script::Han, Script::Hangul],
];
/// Scripts with letters that pass for Latin ones.
const ALIKE: [Script; 3] = [Script::Armenian, Script::Cyrillic, Script::Greek];

/// The text in the form in which letters and their marks are one character where there is one (NFC).
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// Whether every mark stands on a letter, and none on too many others.
pub(super) fn has_few_marks(text: &str) -> bool {
    let (mut before, mut marks, mut common) = (None, 0, 0);
    text.chars().all(|ch| {
        let last = before.replace(ch);
        match ch.general_category() {
            // It asks for the coloured form of the emoji before it, and is judged elsewhere.
            _ if ch == super::COLOURED => true,
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark => {
                marks += 1;
                common += usize::from(ch.script() == Script::Inherited);
                let stands = last.is_some_and(|last| last != ch && !last.is_whitespace());
                stands && marks <= MAX_OWN_MARKS && common <= MAX_MARKS
            }
            // Part of the letter before it.
            GeneralCategory::SpacingMark => last.is_some(),
            _ => {
                (marks, common) = (0, 0);
                true
            }
        }
    })
}

fn all(scripts: &[Script]) -> ScriptExtension {
    let none = ScriptExtension::from(Script::Unknown);
    scripts.iter().fold(none, |all, script| all.union(ScriptExtension::from(*script)))
}

/// Whether every character of a word may belong to one of these scripts.
fn is_of(word: &str, scripts: ScriptExtension) -> bool {
    word.chars().all(|ch| !ch.script_extension().intersection(scripts).is_empty())
}

/// Whether no word mixes scripts whose letters look alike. A word may mix Latin letters with one script that has none of them.
pub(super) fn mixes_nothing_alike(text: &str) -> bool {
    text.split_whitespace().all(|word| {
        let one = !ScriptExtension::for_str(word).is_empty();
        let latin = || {
            let foreign = word.chars().find(|ch| !ch.script_extension().contains_script(Script::Latin));
            let scripts = foreign.map(char_scripts).unwrap_or_default();
            let fits = |script: &Script| {
                script.is_recommended()
                    && !ALIKE.contains(script)
                    && is_of(word, all(&[Script::Latin, *script]))
            };
            scripts.iter().any(fits)
        };
        one || TOGETHER.iter().any(|scripts| is_of(word, all(scripts))) || latin()
    })
}

fn char_scripts(ch: char) -> Vec<Script> {
    ch.script_extension().iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names as people write them, in many scripts.
    const NAMES: [&str; 40] = [
        "Zoé",
        "Łukasz",
        "Élodie d’Albret",
        "Jean-Luc",
        "O'Neill",
        "Nguyễn Thị Ánh",
        "Trần Đức Lương",
        "Søren",
        "Ğürkan",
        "Max ❤️",
        "Lulu 🥊",
        "Player_1",
        "Дмитрий",
        "Анна Smith",
        "Ёлка",
        "Παναγιώτης",
        "Արամ",
        "გიორგი",
        "محمد",
        "محمّد",
        "أحمد",
        "فاطِمة",
        "دَاوُود",
        "דוד",
        "שָׁלוֹם",
        "नमिता",
        "श्रीकृष्ण",
        "অমৃতা",
        "தமிழ்",
        "ප්‍රියා",
        "สมชาย",
        "น้ำฝน",
        "ສົມສັກ",
        "မြွေ",
        "སངས་རྒྱས",
        "ភូមិ",
        "陳大文",
        "たなかさん",
        "テスト太郎A",
        "김철수Kim",
    ];

    #[test]
    fn names_of_all_scripts_are_possible() {
        for name in NAMES {
            // Sinhala joins letters by a character that names refuse for other reasons.
            let name = name.replace('\u{200d}', "");
            assert!(has_few_marks(&composed(&name)), "marks of {name:?}");
            assert!(mixes_nothing_alike(&composed(&name)), "scripts of {name:?}");
        }
        for name in [
            "ㄅㄆㄇ台灣",
            "東京Tokyo",
            "らーめん食堂",
            "ラーメンRamen",
            "한국어Korea漢字",
            "ไทยThai",
            "हिन्दी2024",
            "abcعربي",
        ] {
            assert!(mixes_nothing_alike(name), "{name}");
        }
    }

    #[test]
    fn words_of_scripts_that_look_alike_are_refused() {
        for name in ["аdmin", "Raymоnd", "Ρaul", "Chez аdmin", "раypаl-x", "Սam", "ТeстTест", "日本Я", "αβв"]
        {
            assert!(!mixes_nothing_alike(name), "{name}");
        }
    }

    #[test]
    fn few_marks_stand_on_one_letter() {
        let (acute, dot) = ('\u{301}', '\u{323}');
        for (name, few) in [
            (format!("e{acute}"), true),
            (format!("e{dot}{acute}"), true),
            (format!("e{acute}{acute}"), false),
            (format!("e{dot}{acute}{}", '\u{302}'), false),
            (format!("e{}", "\u{301}\u{323}".repeat(11)), false),
            (format!("{acute}e"), false),
            (format!("a {acute}e"), false),
            ("e\u{20dd}".to_owned(), true),
            ("ש\u{5b8}\u{5bc}\u{5c1}\u{5b9}\u{5ba}".to_owned(), false),
        ] {
            assert_eq!(has_few_marks(&name), few, "{name:?}");
        }
    }

    #[test]
    fn one_name_has_one_form() {
        assert_eq!(composed("Zoe\u{301}"), "Zoé");
        assert_eq!(composed("\u{1112}\u{1161}\u{11ab}"), "한");
        assert!(matches!(composed("Zoé"), Cow::Borrowed(_)));
    }
}
