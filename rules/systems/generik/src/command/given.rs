//! What a seat says in advance, so that it is not asked.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{Dec, Fig};
use bagarre_kit::plane::Pt;

/// What a watching figure does when another figure acts (standing answer to GEN-DEC-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Stance {
    /// Shoots with the first loaded weapon in range.
    Shoot,
    /// Takes cover where it stands.
    Cover,
    /// Lets it pass.
    Pass,
}

/// An answer given in advance: "shoot if an enemy comes within 20 cm". The first that fits is taken, at the first
/// checkpoint where it fits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Watch {
    /// The figure that watches; any own figure when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fig: Option<Fig>,
    /// The acting figure it is against; any opponent when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Fig>,
    /// Within how many u, edge to edge; any distance when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<i32>,
    /// Shoots only where the chance to hit, against a defence without further dice, is so many percent or better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u8>,
    /// The stance.
    pub stance: Stance,
}

/// Until when a seat lets every opportunity window pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Lull {
    /// Until the turn of this number is over.
    Turn(u8),
    /// Where nothing threatens the seat: none of its figures is shot at, and no enemy comes within reach of one.
    Threat,
    /// Until the seat says otherwise.
    Recalled,
}

/// Standing answers of a seat, so that play is not a chain of questions. Private to the seat: they print nothing, so that
/// no log line can hold them.
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Standing {
    /// Answers to opportunity windows, tried in this order.
    pub watches: Vec<Watch>,
    /// Lets windows pass that no watch fits, instead of being asked.
    pub pass: bool,
    /// Opens the question even where no answer could affect the acting figure.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub every: bool,
    /// Lets every window of the phase of this number pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub calm: Option<u32>,
    /// Lets windows pass for longer than a phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lull: Option<Lull>,
    /// Ends the seat's phase where none of its figures has an action die left.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub spent: bool,
    /// Decisions that take their default at once.
    pub defaults: Vec<Dec>,
    /// Where figures are deployed when their turn comes (GEN-DEC-06), in this order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Post>>"))]
    pub posts: Vec<Post>,
}

/// Where a figure is to be deployed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Post {
    /// The figure.
    pub fig: Fig,
    /// Where.
    pub at: Pt,
    /// Facing; the enemy edge when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facing: Option<Pt>,
}

impl Standing {
    /// Whether there are more watches, defaults or posts than a seat may give: 32 of each.
    pub fn is_too_long(&self) -> bool {
        self.watches.len() > 32 || self.defaults.len() > 32 || self.posts.len() > 32
    }
}

impl fmt::Debug for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
