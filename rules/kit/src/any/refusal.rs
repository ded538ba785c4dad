//! What the edge says no with.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::contract::{Lang, Refuse, Rule, SubmitError};
use crate::dice::DiceError;

/// Why something that came from outside was not taken, ready for the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{code}: {en}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// Stable dotted code: `bad_json`, `version`, `ruleset`, or one of the ruleset's such as `baston.order.slot`.
    pub code: Cow<'static, str>,
    /// The rule that refuses, if one does.
    pub rule: Option<Rule>,
    /// What happened and what to do, in French.
    pub fr: String,
    /// What happened and what to do, in English.
    pub en: String,
}

impl Refusal {
    /// A refusal that no rule of the game makes.
    pub fn plain(code: &'static str, fr: impl Into<String>, en: impl Into<String>) -> Self {
        Self { code: Cow::Borrowed(code), rule: None, fr: fr.into(), en: en.into() }
    }

    /// The words in one language.
    pub fn say(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }

    pub(super) fn of<I: Refuse>(illegal: &I) -> Self {
        Self {
            code: Cow::Borrowed(illegal.code()),
            rule: illegal.rule(),
            fr: illegal.say(Lang::Fr),
            en: illegal.say(Lang::En),
        }
    }

    /// `path`: the value that cannot be read; empty for the whole text.
    pub(super) fn bad_json(fr: &str, en: &str, path: &str, why: &serde_json::Error) -> Self {
        let at = if path.is_empty() { String::new() } else { format!(" ({path})") };
        Self::plain(
            "bad_json",
            format!("{fr} illisible{at} : {why}"),
            format!("the {en} could not be read{at}: {why}"),
        )
    }

    pub(super) fn no_threats() -> Self {
        Self::plain(
            "threats",
            "Ce personnage n'est pas dans le combat.",
            "This character is not in the fight.",
        )
    }

    pub(super) fn no_place_to_stand() -> Self {
        Self::plain(
            "threats.place",
            "Ce personnage ne peut pas se tenir là.",
            "This character cannot stand there.",
        )
    }

    pub(super) fn version(id: &str, has: u16, wants: u16) -> Self {
        Self::plain(
            "version",
            format!("Cette partie suit la version {wants} de {id} ; ce serveur joue la version {has}."),
            format!("This game follows version {wants} of {id}; this server plays version {has}."),
        )
    }

    /// No system has this name; the known ones are listed.
    pub fn unknown_ruleset(name: &str, known: &[&str]) -> Self {
        let known = known.join(", ");
        Self::plain(
            "ruleset",
            format!("Aucun jeu ne s'appelle « {name} ». Jeux connus : {known}."),
            format!("No game is called \"{name}\". Known games: {known}."),
        )
    }
}

/// Why a command could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Refused: nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Given dice were of another kind, or ran out. The state was left in the middle: throw the copy away.
    #[error(transparent)]
    Dice(DiceError),
    /// A bug in the rules: they never came to a question. Throw the copy away and quarantine the game.
    #[error("the rules did not come to rest")]
    Stuck,
}

impl<I: Refuse> From<SubmitError<I>> for PlayError {
    fn from(error: SubmitError<I>) -> Self {
        match error {
            SubmitError::Illegal(illegal) => Self::Refused(Refusal::of(&illegal)),
            SubmitError::Dice(dice) => Self::Dice(dice),
            SubmitError::Stuck => Self::Stuck,
        }
    }
}
