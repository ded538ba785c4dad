//! What the answers to short questions mean. Each question has the type of its own answers: what comes of it is matched on that, and
//! no answer to another question can stand in its place. On the wire and in journals all of them are [`Choice`]s.

use crate::command::{Choice, Trick};
use crate::ids::{Dec, Who};

/// What a question is about. See [`Question`](crate::command::Question).
pub(crate) struct Asked<T> {
    pub(crate) dec: Dec,
    pub(crate) who: Who,
    pub(crate) about: Option<Who>,
    pub(crate) total: i16,
    pub(crate) against: i16,
    pub(crate) options: Vec<T>,
    /// The one that counts without an answer.
    pub(crate) usual: T,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assent {
    No,
    Yes,
}

impl From<Assent> for Choice {
    fn from(assent: Assent) -> Self {
        match assent {
            Assent::No => Self::No,
            Assent::Yes => Self::Yes,
        }
    }
}

impl Asked<Assent> {
    /// Returns a question that is answered with yes or no; `about`: the fighter that it concerns.
    pub(crate) fn yes_no(dec: Dec, who: Who, about: Option<Who>, yes: bool) -> Self {
        let usual = if yes { Assent::Yes } else { Assent::No };
        Self { dec, who, about, total: 0, against: 0, options: vec![Assent::No, Assent::Yes], usual }
    }
}

/// How many actions are announced (CEL-DEC-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Actions(pub(crate) u8);

impl From<Actions> for Choice {
    fn from(Actions(n): Actions) -> Self {
        Self::Actions(n)
    }
}

/// Whether and how a fighter dodges (CEL-DEC-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dodges {
    No,
    Dodge { acro: bool, slot: bool },
}

impl From<Dodges> for Choice {
    fn from(dodges: Dodges) -> Self {
        match dodges {
            Dodges::No => Self::No,
            Dodges::Dodge { acro, slot } => Self::Dodge { acro, slot },
        }
    }
}

/// The answer to a fighter that leaves (CEL-DEC-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    No,
    Strike(Option<Trick>),
    Follow,
}

impl From<Reply> for Choice {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::No => Self::No,
            Reply::Strike(trick) => Self::Strike(trick),
            Reply::Follow => Self::Follow,
        }
    }
}

/// What the game master does in the window for it (CEL-DEC-29).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// So much on the result.
    Shift(i16),
    /// Whether the fighter that is attacked is surprised.
    Surprise { who: Who, on: bool },
}

impl From<Step> for Choice {
    fn from(step: Step) -> Self {
        match step {
            Step::Shift(n) => Self::Shift(n),
            Step::Surprise { on, .. } => Self::Surprise(on),
        }
    }
}
