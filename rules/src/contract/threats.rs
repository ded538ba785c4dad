//! Who threatens a character where it stands: a question that a seat may ask in every system. The answer follows from what is
//! public, so it is the same for every seat and does not change with what others have sealed.

use serde::{Deserialize, Serialize};

/// A draft of every system that asks who threatens a character. It is no command: it is answered and not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ThreatsDraft {
    /// About whom.
    pub threats: Threatened,
}

/// The character that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Threatened {
    /// Its number.
    pub who: u8,
}

/// What the rules answer to a [`ThreatsDraft`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ThreatsAdvice {
    /// Opponents that can come to blows with the character or shoot at it, by number; those that can do neither are left out.
    pub foes: Vec<Threat>,
}

/// What one opponent can do to the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
    pub(crate) fn of(who: u8, reach: bool, shots: impl Iterator<Item = u8>) -> Option<Self> {
        let hit = shots.max();
        (reach || hit.is_some()).then_some(Self { who, reach, shoot: hit.is_some(), hit })
    }
}
