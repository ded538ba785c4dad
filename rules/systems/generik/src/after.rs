//! What a player may choose in the steps after a game of a campaign (section 16, GEN-DEC-40 to 46).

use serde::{Deserialize, Serialize};

use super::ids::{Skill, Weapon};
use super::setup::Member;

/// A choice of a step after a game. Members are named by their number in the band.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum After {
    /// The members that go for money (GEN-CMP-02, GEN-DEC-40); the list may be empty.
    Money(Vec<u8>),
    /// The members that go for reputation (GEN-CMP-03, GEN-DEC-41); the list may be empty.
    Reputation(Vec<u8>),
    /// The member that is cared for next; `None` when no further one is (GEN-CMP-04, GEN-DEC-42).
    Care(Option<u8>),
    /// The members that are not paid and leave with their gear; all the others are paid (GEN-CMP-05, GEN-DEC-43).
    Pay {
        /// Those who leave.
        dismissed: Vec<u8>,
    },
    /// One purchase; `None` when the shopping is done (GEN-CMP-06, GEN-DEC-44).
    Buy(Option<Purchase>),
    /// A skill of a threshold for a member; `None` gives up the rights that are left (GEN-CMP-07, GEN-DEC-45).
    Skill(Option<(u8, Skill)>),
    /// The new chief (GEN-CMP-08, GEN-DEC-46).
    Chief(u8),
}

/// One purchase after a game (GEN-CMP-06, R-225, R-226).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Purchase {
    /// A weapon at list price.
    Arm {
        /// The member that it is for.
        member: u8,
        /// Which.
        weapon: Weapon,
        /// A weapon it carries that is thrown away for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<Weapon>,
    },
    /// Armour at list price; what was worn is thrown away.
    Armour {
        /// The member that it is for.
        member: u8,
        /// Which.
        armour: Weapon,
    },
    /// A weapon or an armour is thrown away, without refund.
    Discard {
        /// The member.
        member: u8,
        /// Which.
        weapon: Weapon,
    },
    /// A new member with its gear and at most one skill. The number written in it is not read: the band gives it.
    Recruit(Member),
}
