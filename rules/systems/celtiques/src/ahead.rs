//! What a seat decides before it is asked: announcements whose place has not come, and deeds of slots to come.

use serde::{Deserialize, Serialize};

use super::command::{Act, Deed, Standing, data, told};
use super::ids::Who;

told! {
    /// An announcement that is decided before its place in the order comes (CEL-PLY-10).
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Preset {
        /// The fighter.
        pub who: Who,
        /// The turn it is for.
        pub turn: u8,
        /// How many actions.
        pub actions: u8,
    }

    /// A deed that is decided before its slot comes (CEL-PLY-11).
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Intention {
        /// The fighter.
        pub who: Who,
        /// The turn it is for.
        pub turn: u8,
        /// The segment of the slot.
        pub segment: u8,
        /// The deed.
        pub deed: Deed,
        /// Levels of Blessure that the fighter had when this was decided; written by the rules.
        #[serde(default)]
        pub blessure: u8,
        /// Levels of Fatigue that the fighter had then.
        #[serde(default)]
        pub fatigue: u8,
        /// The weapon that the fighter had in hand then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        pub hand: Option<u8>,
    }

    /// An own fighter that announces after the one asked for (CEL-PLY-10).
    #[derive(Copy)]
    pub struct Later {
        /// The fighter.
        pub who: Who,
        /// No other fighter announces before it: it belongs to the same question.
        pub joint: bool,
        /// How many actions it announces where nothing is said.
        pub usual: u8,
    }
}

impl Intention {
    /// A deed for a slot of a turn.
    pub const fn of(who: Who, turn: u8, segment: u8, deed: Deed) -> Self {
        Self { who, turn, segment, deed, blessure: 0, fatigue: 0, hand: None }
    }

    /// The target of the deed, if it has one.
    pub const fn target(&self) -> Option<Who> {
        match self.deed.act {
            Act::Strike(blow) => Some(blow.at),
            Act::Shoot { at, .. } | Act::Aim(at) | Act::Acrobatic(at) | Act::Bay(at) | Act::Duel(at) => {
                Some(at)
            }
            _ => None,
        }
    }
}

impl Standing {
    /// The announcement that is preset for a fighter in a turn.
    pub fn preset(&self, who: Who, turn: u8) -> Option<u8> {
        let preset = self.presets.iter().find(|preset| (preset.who, preset.turn) == (who, turn));
        preset.map(|preset| preset.actions)
    }

    /// What a fighter intends to do at a slot of a turn.
    pub fn intention(&self, who: Who, turn: u8, segment: u8) -> Option<&Intention> {
        self.intentions.iter().find(|it| (it.who, it.turn, it.segment) == (who, turn, segment))
    }
}
