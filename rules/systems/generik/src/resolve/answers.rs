//! What the answers to listed decisions mean. Each decision has the type of its own answers: what comes of it is matched on that, and no
//! answer to another decision can stand in its place. On the wire and in journals all of them are [`Choice`]s.

use crate::command::Choice;
use crate::ids::{Edge, Fig};
use crate::odds::Guard;

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assent {
    No,
    Yes,
}

impl Assent {
    /// Both, as they are listed.
    pub(super) fn both() -> Vec<Self> {
        vec![Self::No, Self::Yes]
    }
}

impl From<Assent> for Choice {
    fn from(assent: Assent) -> Self {
        match assent {
            Assent::No => Self::No,
            Assent::Yes => Self::Yes,
        }
    }
}

/// The choices about an attack die (GEN-DEC-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parry {
    Nothing,
    Shield,
    Lucky,
}

impl From<Parry> for Choice {
    fn from(parry: Parry) -> Self {
        match parry {
            Parry::Nothing => Self::No,
            Parry::Shield => Self::Shield,
            Parry::Lucky => Self::Lucky,
        }
    }
}

/// Which figure is attacked next (GEN-DEC-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// This figure.
    Figure(Fig),
    /// One that an opponent designates.
    Designated,
    /// No figure.
    Enough,
}

impl From<Next> for Choice {
    fn from(next: Next) -> Self {
        match next {
            Next::Figure(fig) => Self::Figure(fig),
            Next::Designated => Self::Yes,
            Next::Enough => Self::No,
        }
    }
}

/// Which figure is shot at next (GEN-DEC-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    Figure(Fig),
    Enough,
}

impl From<Aim> for Choice {
    fn from(aim: Aim) -> Self {
        match aim {
            Aim::Figure(fig) => Self::Figure(fig),
            Aim::Enough => Self::No,
        }
    }
}

impl From<Guard> for Choice {
    fn from(Guard { extra, weapon }: Guard) -> Self {
        Self::Defend { extra, weapon }
    }
}

impl From<Edge> for Choice {
    fn from(edge: Edge) -> Self {
        Self::Edge(edge)
    }
}

impl From<Fig> for Choice {
    fn from(fig: Fig) -> Self {
        Self::Figure(fig)
    }
}
