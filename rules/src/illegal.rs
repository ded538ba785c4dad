//! Refusals of the rules: a stable code, the rule, and words in both languages. The same for every system.

use std::borrow::Cow;

use crate::contract::{Lang, Refuse, Rule};

/// A refused set-up, position or command.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{code}: {}", self.say(Lang::En))]
pub struct Illegal {
    code: &'static str,
    rule: Option<&'static str>,
    words: Words,
}

/// Words about two numbers, in a language.
pub(crate) type Say = fn([i32; 2], Lang) -> String;

#[derive(Clone, Debug)]
enum Words {
    Said {
        fr: Cow<'static, str>,
        en: Cow<'static, str>,
    },
    /// Put together for who reads them: bots try much that is refused, and read nothing.
    Later {
        say: Say,
        about: [i32; 2],
    },
}

impl Illegal {
    /// A refusal by a rule.
    pub(crate) fn rule(
        code: &'static str,
        rule: &'static str,
        fr: impl Into<Cow<'static, str>>,
        en: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { code, rule: Some(rule), words: Words::Said { fr: fr.into(), en: en.into() } }
    }

    /// A refusal by a rule in words about two numbers.
    pub(crate) fn about(code: &'static str, rule: &'static str, about: [i32; 2], say: Say) -> Self {
        Self { code, rule: Some(rule), words: Words::Later { say, about } }
    }

    /// A refusal that no rule of the game makes: stale, unknown, not yours.
    pub(crate) fn plain(
        code: &'static str,
        fr: impl Into<Cow<'static, str>>,
        en: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { code, rule: None, words: Words::Said { fr: fr.into(), en: en.into() } }
    }
}

impl PartialEq for Illegal {
    fn eq(&self, other: &Self) -> bool {
        let same = |lang| self.say(lang) == other.say(lang);
        (self.code, self.rule) == (other.code, other.rule) && same(Lang::Fr) && same(Lang::En)
    }
}

impl Eq for Illegal {}

impl Refuse for Illegal {
    fn code(&self) -> &'static str {
        self.code
    }

    fn rule(&self) -> Option<Rule> {
        self.rule.map(Rule::new)
    }

    fn say(&self, lang: Lang) -> String {
        match (&self.words, lang) {
            (Words::Said { fr, .. }, Lang::Fr) => fr.clone().into_owned(),
            (Words::Said { en, .. }, Lang::En) => en.clone().into_owned(),
            (Words::Later { say, about }, lang) => say(*about, lang),
        }
    }
}
