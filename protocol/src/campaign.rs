//! Campaigns and the shelf, over plain HTTP. A campaign ties games together: bands go from one to the next. What happens
//! to a band after a fight is played inside the game; a campaign only keeps what comes out.
//!
//! A person who has the address of a campaign may read it; the invitation lets one in.

use bagarre_kit::contract::Seat;
use bagarre_kit::gather::{Record, Roster, WorkKind};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::Export;
use crate::http::RoomCard;
use crate::payload::Payload;
use crate::room::Settings;

/// Whether a campaign goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum CampaignPhase {
    /// People join, bring bands, and play.
    Open,
    /// It is over: no person joins and no game begins. Games that run are played to their end, and count.
    Closed,
}

/// What a campaign is opened with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct NewCampaign {
    /// 1 to 60 characters.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 60)))]
    pub name: String,
    /// Id of a ruleset that has campaigns.
    pub ruleset: String,
}

/// What lets a person into a campaign.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct JoinCampaign {
    /// The invitation: what the link carries behind the `#`. Never logged.
    pub invite: String,
}

/// The band that a player brings to a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct BringBand {
    /// The ruleset's type for it, as it would be brought to a single game.
    pub band: Payload,
}

/// What a game of a campaign is opened with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct NewCampaignGame {
    /// The settings of the room. The ruleset must be the campaign's; the server adds to the terms what a game inside a
    /// campaign needs.
    pub settings: Settings,
    /// The members whose seats are kept for them, in seat order. Seats beyond them are for whichever member sits down
    /// first.
    #[serde(default)]
    pub players: Vec<Uuid>,
}

/// A campaign as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct CampaignCard {
    /// Id, as in its address.
    pub id: String,
    /// Name.
    pub name: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Public id of the host.
    pub host: Uuid,
    /// Whether it goes on.
    pub phase: CampaignPhase,
    /// When it was opened, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    /// How many take part.
    pub members: u32,
    /// How many games were played to their end.
    pub games: u32,
}

/// A person who takes part, or took part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct CampaignMember {
    /// Public id.
    pub id: Uuid,
    /// Nickname.
    pub name: String,
    /// Whether this person still takes part.
    pub here: bool,
}

/// A band of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct CampaignBand {
    /// Its number in the campaign, from 0.
    pub n: u32,
    /// Public id of its player.
    pub player: Uuid,
    /// Its name and what it is worth.
    pub roster: Roster,
    /// Games it played to their end.
    pub games: u32,
    /// Games it won.
    pub won: u32,
    /// Games it lost.
    pub lost: u32,
    /// Points it made in all.
    pub points: i32,
    /// The unfinished game it is in: it can be in one only.
    pub playing: Option<Uuid>,
    /// The ruleset's type for it, as it would enter the next game.
    pub band: Payload,
}

/// What becomes of a game of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum CampaignGamePhase {
    /// It is played; its bands are in no other game.
    Playing,
    /// It is over, and counts.
    Counted,
    /// It does not count: its bands are as they were before it.
    Void,
}

/// What a seat of a game of a campaign played with, and what came out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct CampaignSeat {
    /// The seat.
    pub seat: Seat,
    /// The number of the band.
    pub band: u32,
    /// What history says of it, once the game counts.
    pub record: Option<Record>,
}

/// A game of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct CampaignGame {
    /// Id of the game: opens its replay once it is over.
    pub game: Uuid,
    /// Id of the room it is played in.
    pub room: String,
    /// Id of the scenario.
    pub scenario: String,
    /// What becomes of it.
    pub phase: CampaignGamePhase,
    /// When it began, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub started: i64,
    /// When it ended or was declared void.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub ended: Option<i64>,
    /// Its seats, in order.
    pub seats: Vec<CampaignSeat>,
}

/// A campaign with its standings and its history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Campaign {
    /// Id, as in its address.
    pub id: String,
    /// Name.
    pub name: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Public id of the host.
    pub host: Uuid,
    /// Whether it goes on.
    pub phase: CampaignPhase,
    /// When it was opened, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    /// All who take part or took part, in the order they came.
    pub members: Vec<CampaignMember>,
    /// The standings: every band, disbanded ones last, the first number of `roster.worth` ranking them.
    pub bands: Vec<CampaignBand>,
    /// Its games, oldest first.
    pub games: Vec<CampaignGame>,
    /// Rooms of the campaign in which people gather or play, last touched first.
    pub rooms: Vec<RoomCard>,
    /// The invitation, for those who take part.
    pub invite: Option<String>,
}

/// A whole campaign as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(optional_fields)]
pub struct CampaignExport {
    /// Version of this format, from 1.
    pub format: u16,
    /// The campaign, without its invitation and its open rooms.
    pub campaign: Campaign,
    /// The games that are over, each as `bagarre verify` reads it: in the file that `bagarre export --campaign` writes. Empty
    /// over HTTP, where each game has its own address.
    pub matches: Vec<Export>,
    /// The key that signed the file, 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Ed25519 signature of everything else that the file says, 128 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// Own work to be put on the shelf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct NewWork {
    /// What it is.
    pub kind: WorkKind,
    /// Id of the ruleset it is for.
    pub ruleset: String,
    /// 1 to 60 characters.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 60)))]
    pub name: String,
    /// What the ruleset reads: for a band, its band.
    pub content: Payload,
}

/// Own work in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct WorkCard {
    /// Id, as in its address: to have it is to be allowed to read the work.
    pub id: String,
    /// What it is.
    pub kind: WorkKind,
    /// Id of the ruleset it is for.
    pub ruleset: String,
    /// Name.
    pub name: String,
    /// When it was last written, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub touched: i64,
}

/// Own work, or that of a person who passed its address on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Work {
    /// Id, as in its address.
    pub id: String,
    /// What it is.
    pub kind: WorkKind,
    /// Id of the ruleset it is for.
    pub ruleset: String,
    /// Name.
    pub name: String,
    /// When it was last written, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub touched: i64,
    /// Nickname of its owner.
    pub by: String,
    /// Whether it is yours: only then you may change it.
    pub mine: bool,
    /// What the ruleset reads.
    pub content: Payload,
}
