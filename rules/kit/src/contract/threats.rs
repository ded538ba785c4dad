//! The opponents that threaten a character where it stands, or where it would stand: a question that a seat may ask in
//! every system. The answer follows from what is public, so it is the same for every seat and does not change with what
//! others have sealed.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A draft of every system that asks who threatens a character, where it stands or somewhere else. It is no command: it is answered and not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct ThreatsDraft {
    /// The character, where it stands or would stand.
    pub threats: Threatened,
}

/// The character that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Threatened {
    /// Its number.
    pub who: u8,
    /// Where it would stand; without it, where it stands now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<Place>,
}

impl Threatened {
    /// A character where it stands.
    pub const fn here(who: u8) -> Self {
        Self { who, at: None }
    }

    /// A character as if it stood somewhere else.
    pub const fn there(who: u8, at: Place) -> Self {
        Self { who, at: Some(at) }
    }

    /// What the question is about: what is there now, or the same with the character moved to the place, if it can be there.
    pub fn scene<S: Clone>(self, now: &S, moved: impl FnOnce(Place) -> Option<S>) -> Option<Cow<'_, S>> {
        self.at.map_or(Some(Cow::Borrowed(now)), |at| moved(at).map(Cow::Owned))
    }
}

/// A place of a system, written as the system writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[bagarre_kit::wire]
pub enum Place {
    /// A zone, by number.
    Zone(u8),
    /// A point of a grid, a hexagon, or a point of a plane.
    At([i32; 2]),
}

impl Place {
    /// The number of a zone.
    pub const fn zone(self) -> Option<u8> {
        match self {
            Self::Zone(zone) => Some(zone),
            Self::At(_) => None,
        }
    }

    /// Both coordinates, if the system has places of two coordinates that are so large.
    pub fn pair<N: TryFrom<i32>>(self) -> Option<[N; 2]> {
        let Self::At([a, b]) = self else { return None };
        Some([N::try_from(a).ok()?, N::try_from(b).ok()?])
    }
}

/// What the rules answer to a [`ThreatsDraft`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct ThreatsAdvice {
    /// Opponents that can come to blows with the character or shoot at it, by number; those that can do neither are left out.
    pub foes: Vec<Threat>,
}

/// What one opponent can do to the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Threat {
    /// The number of the opponent.
    pub who: u8,
    /// It can strike it hand to hand: where it stands, or after one movement.
    pub reach: bool,
    /// It can shoot or throw at it from where it stands.
    pub shoot: bool,
    /// The chance that its best shot hits, in percent, rounded down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hit: Option<u8>,
}

impl Threat {
    /// A threat, unless the opponent can neither strike nor shoot; `shots` are the chances of its shots, in percent.
    pub fn of(who: u8, reach: bool, shots: impl Iterator<Item = u8>) -> Option<Self> {
        let hit = shots.max();
        (reach || hit.is_some()).then_some(Self { who, reach, shoot: hit.is_some(), hit })
    }
}
