//! Refusals of the rules: a stable code, the rule, and words in both languages. The same for every system.

use std::borrow::Cow;

use crate::contract::{Lang, Refuse, Rule};

/// A refused set-up, position or command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {en}")]
pub struct Illegal {
    code: &'static str,
    rule: Option<&'static str>,
    fr: Cow<'static, str>,
    en: Cow<'static, str>,
}

impl Illegal {
    /// A refusal by a rule.
    pub(crate) fn rule(
        code: &'static str,
        rule: &'static str,
        fr: impl Into<Cow<'static, str>>,
        en: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { code, rule: Some(rule), fr: fr.into(), en: en.into() }
    }

    /// A refusal that no rule of the game makes: stale, unknown, not yours.
    pub(crate) fn plain(
        code: &'static str,
        fr: impl Into<Cow<'static, str>>,
        en: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { code, rule: None, fr: fr.into(), en: en.into() }
    }
}

impl Refuse for Illegal {
    fn code(&self) -> &'static str {
        self.code
    }

    fn rule(&self) -> Option<Rule> {
        self.rule.map(Rule::new)
    }

    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::Fr => self.fr.clone().into_owned(),
            Lang::En => self.en.clone().into_owned(),
        }
    }
}
