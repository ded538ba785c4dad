//! Campaigns in the store: who takes part, the bands, the games, and what came out of them.

use async_trait::async_trait;
use bagarre_protocol::campaign::{CampaignCard, CampaignGame, CampaignPhase};
use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Record;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::StoreError;
use super::records::{Guest, RoomRecord};

/// A campaign as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignRecord {
    /// Its public id.
    pub id: String,
    /// Public id of the host.
    pub host: Uuid,
    /// Its name.
    pub name: String,
    /// The ruleset.
    pub ruleset: String,
    /// Whether it goes on.
    pub phase: CampaignPhase,
    /// Number of the invitation that is valid, as for rooms.
    pub invite: i64,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// Goes up with each change of it, its members, its bands and its games.
    pub version: i64,
}

/// Whether a person takes part in a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Membership {
    /// Takes part.
    Here,
    /// Left, and may come back with the invitation.
    Left,
    /// Was sent away by the host, and may not.
    SentAway,
}

/// A person who takes part in a campaign, or took part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRecord {
    /// The person.
    pub guest: Guest,
    /// Whether the member still takes part.
    pub membership: Membership,
}

/// A band of a campaign as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandRecord {
    /// Its number in the campaign, from 0.
    pub n: u32,
    /// Its player.
    pub guest: Uuid,
    /// The ruleset's type for it.
    pub band: Payload,
    /// Counts the changes of `band`.
    pub version: i64,
    /// The unfinished game it is in.
    pub game: Option<Uuid>,
    /// It plays no more.
    pub disbanded: bool,
}

/// The beginning of a game in a campaign: its bands are in no other from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// The campaign.
    pub campaign: String,
    /// The game.
    pub game: Uuid,
    /// When.
    pub at: i64,
    /// For each seat, the number of its band and the version it enters with.
    pub seats: Vec<(Seat, u32, i64)>,
}

/// The end of a game in a campaign: its bands as they come out are free for the next one. Does nothing when the game was
/// declared void.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignGameEnd {
    /// The campaign.
    pub campaign: String,
    /// The game.
    pub game: Uuid,
    /// When.
    pub at: i64,
    /// What each seat takes out of it.
    pub seats: Vec<Return>,
}

/// What one seat takes out of a game of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Return {
    /// The seat.
    pub seat: Seat,
    /// The band.
    pub band: Payload,
    /// It plays no more.
    pub disbanded: bool,
    /// What history says of it.
    pub record: Record,
}

/// What outlives the process, of campaigns. How games begin and end in them is written by [`super::Write::Muster`] and
/// [`super::Write::CampaignGameEnd`].
#[async_trait]
pub trait Campaigns: Send + Sync + 'static {
    /// A new campaign; its host takes part.
    async fn create_campaign(&self, campaign: &CampaignRecord) -> Result<(), StoreError>;
    /// A campaign.
    async fn campaign(&self, id: &str) -> Result<Option<CampaignRecord>, StoreError>;
    /// The versions of campaigns; those that do not exist are left out.
    async fn campaign_versions(&self, ids: &[String]) -> Result<Vec<(String, i64)>, StoreError>;
    /// Campaigns a person takes part in, last opened first.
    async fn campaigns_of(&self, guest: Uuid, limit: u32) -> Result<Vec<CampaignCard>, StoreError>;
    /// Campaigns opened by a person since a moment, for limits.
    async fn campaigns_opened(&self, guest: Uuid, since: i64) -> Result<u32, StoreError>;
    /// Closes a campaign: no game begins in it and no person joins it any more.
    async fn close_campaign(&self, id: &str) -> Result<(), StoreError>;
    /// Voids the invitation: the number of the next one; `None` when there is no such campaign.
    async fn renew_campaign_invite(&self, id: &str) -> Result<Option<i64>, StoreError>;
    /// The people who take part or took part, in the order they came.
    async fn campaign_members(&self, id: &str) -> Result<Vec<MemberRecord>, StoreError>;
    /// A person joins a campaign, or leaves it.
    async fn set_campaign_member(
        &self,
        id: &str,
        guest: Uuid,
        membership: Membership,
        at: i64,
    ) -> Result<(), StoreError>;
    /// Every band there ever was in it, by number.
    async fn campaign_bands(&self, id: &str) -> Result<Vec<BandRecord>, StoreError>;
    /// The band of a player who has none, or one that has not yet played. Returns `false` when the player has another
    /// one, or the campaign is closed; nothing changed.
    async fn bring_band(&self, id: &str, guest: Uuid, band: &Payload) -> Result<bool, StoreError>;
    /// Its games, oldest first.
    async fn campaign_games(&self, id: &str) -> Result<Vec<CampaignGame>, StoreError>;
    /// The numbers of the bands that play a game, by seat; none when it is no game of a campaign.
    async fn campaign_seats(&self, game: Uuid) -> Result<Vec<(Seat, u32)>, StoreError>;
    /// Its rooms, last touched first.
    async fn campaign_rooms(&self, id: &str, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
    /// A game that is played will not count, and its bands are free. `false`: no such game is played.
    async fn void_campaign_game(&self, id: &str, game: Uuid, at: i64) -> Result<bool, StoreError>;
}
