//! Refusals: what every system refuses in the same words, and the macro that makes the enum of a system from one list of codes,
//! rules and words. A refusal is ids and numbers; it becomes words when it is read.

use std::fmt::Display;

use crate::contract::Lang;
use crate::text::{Value, fill};

/// What every system refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has moved on since.
    Stale,
    /// Another seat is asked, or none.
    NotAsked,
    /// The same where a rule says who is asked.
    NotAskedBy(&'static str),
    /// No such seat.
    NoSeat,
    /// The game is over.
    Over,
    /// Not one of the options of the question.
    Choice,
    /// The same where a rule says what may be chosen.
    ChoiceBy(&'static str),
    /// A position with these faults.
    Position(Vec<String>),
}

impl Refusal {
    /// The rule that says why, where one does.
    pub const fn rule(&self) -> Option<&'static str> {
        match self {
            Self::NotAskedBy(rule) | Self::ChoiceBy(rule) => Some(rule),
            Self::Stale | Self::NotAsked | Self::NoSeat | Self::Over | Self::Choice | Self::Position(_) => {
                None
            }
        }
    }

    /// What happened and what to do.
    pub fn say(&self, lang: Lang) -> String {
        let [fr, en] = match self {
            Self::Stale => [
                "Trop tard : la partie a avancé depuis. Regarde la table et recommence si besoin.",
                "Too late: the game has moved on since. Look at the table and try again if need be.",
            ],
            Self::NotAsked | Self::NotAskedBy(_) => {
                ["On ne te demande rien en ce moment.", "Nothing is asked of you at the moment."]
            }
            Self::NoSeat => ["Cette place n’existe pas.", "There is no such seat."],
            Self::Over => ["La partie est finie.", "The game is over."],
            Self::Choice | Self::ChoiceBy(_) => [
                "Cette réponse n’est pas parmi celles qui sont proposées.",
                "This answer is not among those that are offered.",
            ],
            Self::Position(_) => ["Cette position est impossible :", "This position is impossible:"],
        };
        let words = Both(fr, en).in_lang(lang);
        match self {
            Self::Position(faults) => format!("{words}\n{}", faults.join("\n")),
            _ => words.to_owned(),
        }
    }
}

/// What a refusal is about, as it is written in a sentence.
pub trait InLang {
    /// In a language.
    fn in_lang(&self, lang: Lang) -> impl Display + '_;

    /// In a text of that language.
    fn value(&self, lang: Lang) -> Value<'_> {
        Value::Text(self.in_lang(lang).to_string().into())
    }
}

/// The same thing in French and in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Both(pub &'static str, pub &'static str);

impl Both {
    /// In a language.
    pub const fn in_lang(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Fr => self.0,
            Lang::En => self.1,
        }
    }
}

impl InLang for Both {
    fn in_lang(&self, lang: Lang) -> impl Display + '_ {
        Both::in_lang(*self, lang)
    }
}

macro_rules! same_in_both {
    ($($kind:ty)* | $($number:ty)*) => {
        $(impl InLang for $kind {
            fn in_lang(&self, _: Lang) -> impl Display + '_ {
                self
            }
        })*
        $(impl InLang for $number {
            fn in_lang(&self, _: Lang) -> impl Display + '_ {
                self
            }

            fn value(&self, _: Lang) -> Value<'_> {
                Value::Number(i64::from(*self))
            }
        })*
    };
}
same_in_both!(usize char String &'static str | u8 u16 u32 i32);

/// The refusals of a system: its name, then for each variant with what it is about its code, its rule and its words in French and
/// in English, which name the fields they speak of (`text::fill`). Makes the enum with `Refuse`.
#[macro_export]
macro_rules! refusals {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident of $system:literal {
            $($variant:ident $({ $($field:ident: $kind:ty),+ })? = $code:expr, $rule:expr, $fr:literal, $en:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each says itself what it is, in two languages")]
        $vis enum $name {
            Kit($crate::refusal::Refusal),
            $($variant $({ $($field: $kind),+ })?,)+
        }

        impl From<$crate::refusal::Refusal> for $name {
            fn from(refusal: $crate::refusal::Refusal) -> Self {
                Self::Kit(refusal)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                use $crate::contract::Refuse;
                write!(f, "{}: {}", self.code(), self.say($crate::contract::Lang::En))
            }
        }

        impl std::error::Error for $name {}

        #[allow(unused_variables, reason = "a field may be about the rule alone")]
        impl $crate::contract::Refuse for $name {
            fn code(&self) -> &'static str {
                match self {
                    Self::Kit(refusal) => $crate::refusal::kit_code!($system, refusal),
                    $(Self::$variant $({ $($field),+ })? => $code,)+
                }
            }

            fn rule(&self) -> Option<$crate::contract::Rule> {
                let id: Option<&'static str> = match self {
                    Self::Kit(refusal) => refusal.rule(),
                    $(Self::$variant $({ $($field),+ })? => $rule,)+
                };
                id.map($crate::contract::Rule::new)
            }

            fn say(&self, lang: $crate::contract::Lang) -> String {
                match self {
                    Self::Kit(refusal) => refusal.say(lang),
                    $(Self::$variant $({ $($field),+ })? => $crate::text::fill(
                        $crate::refusal::Both($fr, $en).in_lang(lang),
                        lang,
                        &[$($((stringify!($field), $crate::refusal::InLang::value($field, lang))),+)?],
                    ),)+
                }
            }
        }

        /// Code, rule and words of each as they are written.
        #[cfg(test)]
        pub(super) const WRITTEN: &[[&str; 4]] =
            &[$([stringify!($code), stringify!($rule), $fr, $en]),+];

        #[cfg(test)]
        #[test]
        fn words_name_fields_alone() {
            $($crate::refusal::check_names([$fr, $en], &[$($(stringify!($field)),+)?]);)+
        }
    };
}
pub use crate::refusals;

/// Checks that words of a refusal have a field for each placeholder.
///
/// # Panics
/// When they name anything else.
pub fn check_names(words: [&str; 2], fields: &[&str]) {
    for n in 0..3 {
        let values: Vec<_> = fields.iter().map(|&field| (field, Value::Number(n))).collect();
        for text in words.map(|text| fill(text, Lang::Fr, &values)) {
            assert!(!text.contains('{'), "{text}");
        }
    }
}

/// The code of a common refusal, which begins with the name of the system.
#[macro_export]
macro_rules! kit_code {
    ($system:literal, $refusal:expr) => {{
        use $crate::refusal::Refusal;
        match $refusal {
            Refusal::Stale => concat!($system, ".stale"),
            Refusal::NotAsked | Refusal::NotAskedBy(_) => concat!($system, ".not_asked"),
            Refusal::NoSeat => concat!($system, ".seat"),
            Refusal::Over => concat!($system, ".over"),
            Refusal::Choice | Refusal::ChoiceBy(_) => concat!($system, ".choice"),
            Refusal::Position(_) => concat!($system, ".position"),
        }
    }};
}
pub use crate::kit_code;

/// The list of the refusals of a system as its file `tests/refusals.txt` has it: a line for each with code, rule, French and English,
/// `{}` in the place of what it is about, `*` for a rule that depends on it. `common`: what the system says of questions and choices in the words
/// of every system. `more` is already in words.
#[cfg(feature = "testkit")]
pub fn listed(
    system: &str,
    written: &[[&str; 4]],
    common: &[Refusal],
    more: impl IntoIterator<Item = [String; 4]>,
) -> String {
    let unquoted = |text: &str| text.trim_start_matches("Some(").trim_end_matches(')').replace('"', "");
    let own = written.iter().map(|[code, rule, fr, en]| {
        let rule = match *rule {
            "None" => "-".to_owned(),
            "Some(*rule)" => "*".to_owned(),
            rule => unquoted(rule),
        };
        [unquoted(code), rule, (*fr).to_owned(), (*en).to_owned()]
    });
    let every = [Refusal::Stale, Refusal::NoSeat, Refusal::Over, Refusal::Position(vec!["{}".to_owned()])];
    let common = every.iter().chain(common).map(|refusal| {
        let code = kit_code!("", refusal);
        let rule = if refusal.rule().is_some() { "*" } else { "-" };
        [format!("{system}{code}"), rule.to_owned(), refusal.say(Lang::Fr), refusal.say(Lang::En)]
    });
    let lines = own.chain(common).chain(more).map(|row| row.map(|text| blanked(&text)).join("\t"));
    let lines: std::collections::BTreeSet<String> = lines.collect();
    lines.into_iter().map(|line| line + "\n").collect()
}

/// A text with `{}` in the place of each field, on one line.
#[cfg(feature = "testkit")]
fn blanked(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| format!("{{}}{}", part.split_once('}').map_or("", |(_, after)| after)));
    (first + &rest.collect::<String>()).replace('\n', "\\n")
}
