//! Refusals of a room as they go over the wire; their words are in `words/room.rs`.

use bagarre_protocol::game;
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Lang;

use crate::store::WriteError;
pub(super) use crate::words::room::*;

/// A refusal as one person reads it.
pub(super) fn wire(refusal: &Refusal, lang: Lang) -> game::Refusal {
    game::Refusal {
        code: refusal.code.to_string(),
        rule: refusal.rule.clone(),
        words: refusal.say(lang).to_owned(),
    }
}

impl From<WriteError> for super::trouble::Trouble {
    fn from(why: WriteError) -> Self {
        match why {
            WriteError::Conflict | WriteError::Fenced => Self::Overtaken,
            WriteError::Stale => Self::Refused(campaign_stale()),
            WriteError::Failed(_) => Self::Unsaved,
            WriteError::Unknown => Self::Unknown,
        }
    }
}
