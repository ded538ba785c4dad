//! The members of a campaign, its bands and its games.

use std::cmp::Reverse;

use async_trait::async_trait;
use bagarre_protocol::campaign::{
    CampaignCard, CampaignGame, CampaignGamePhase, CampaignPhase, CampaignSeat,
};
use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::Seat;
use bagarre_server::store::campaigns::{BandRecord, CampaignRecord, Campaigns, MemberRecord, Membership};
use bagarre_server::store::{RoomRecord, StoreError};
use uuid::Uuid;

use super::tables::{CampaignGameRow, Tables, Transaction, failed, refers};
use super::{MemoryStore, write};

fn set_member(to: &mut Transaction<'_>, id: &str, guest: Uuid, membership: Membership, at: i64) {
    let key = (id.to_owned(), guest);
    let joined = to.tables.campaign_members.get(&key).map_or(at, |(_, joined)| *joined);
    to.set(|tables| &mut tables.campaign_members, key, Some((membership, joined)));
}

impl Tables {
    fn card(&self, campaign: &CampaignRecord) -> CampaignCard {
        let members = self
            .campaign_members
            .iter()
            .filter(|((of, _), (membership, _))| *of == campaign.id && *membership == Membership::Here);
        let counted = |game: &&CampaignGameRow| {
            game.campaign == campaign.id && game.phase == CampaignGamePhase::Counted
        };
        CampaignCard {
            id: campaign.id.clone(),
            host: campaign.host,
            name: campaign.name.clone(),
            ruleset: campaign.ruleset.clone(),
            phase: campaign.phase,
            created: campaign.created,
            members: members.count() as u32,
            games: self.campaign_games.values().filter(counted).count() as u32,
        }
    }

    /// Whether something that a band did is counted.
    fn has_played(&self, campaign: &str, n: u32) -> bool {
        let of_it = |game: &Uuid| self.campaign_games.get(game).is_some_and(|row| row.campaign == campaign);
        let played = |key: &(Uuid, Seat)| self.campaign_records.contains_key(key);
        self.campaign_seats.iter().any(|(key, band)| *band == n && of_it(&key.0) && played(key))
    }

    fn seats_of(&self, game: Uuid) -> impl Iterator<Item = (Seat, u32)> {
        self.campaign_seats.iter().filter(move |((of, _), _)| *of == game).map(|((_, seat), n)| (*seat, *n))
    }
}

#[async_trait]
impl Campaigns for MemoryStore {
    async fn create_campaign(&self, campaign: &CampaignRecord) -> Result<(), StoreError> {
        self.transaction(|to| {
            refers(to.tables.guests.contains_key(&campaign.host), "guests")?;
            to.insert(|tables| &mut tables.campaigns, campaign.id.clone(), campaign.clone())?;
            set_member(to, &campaign.id, campaign.host, Membership::Here, campaign.created);
            Ok(())
        })
        .map_err(|why| failed(&why))
    }

    async fn campaign(&self, id: &str) -> Result<Option<CampaignRecord>, StoreError> {
        Ok(self.tables().campaigns.get(id).cloned())
    }

    async fn campaign_versions(&self, ids: &[String]) -> Result<Vec<(String, i64)>, StoreError> {
        let tables = self.tables();
        let version = |id: &String| Some((id.clone(), tables.campaigns.get(id)?.version));
        Ok(ids.iter().filter_map(version).collect())
    }

    async fn campaigns_of(&self, guest: Uuid, limit: u32) -> Result<Vec<CampaignCard>, StoreError> {
        let tables = self.tables();
        let here = |campaign: &&CampaignRecord| {
            let member = tables.campaign_members.get(&(campaign.id.clone(), guest));
            member.is_some_and(|(membership, _)| *membership == Membership::Here)
        };
        let mut cards: Vec<CampaignCard> =
            tables.campaigns.values().filter(here).map(|campaign| tables.card(campaign)).collect();
        cards.sort_by_key(|card| Reverse(card.created));
        cards.truncate(limit as usize);
        Ok(cards)
    }

    async fn campaigns_opened(&self, guest: Uuid, since: i64) -> Result<u32, StoreError> {
        let tables = self.tables();
        let his = |campaign: &&CampaignRecord| campaign.host == guest && campaign.created >= since;
        Ok(tables.campaigns.values().filter(his).count() as u32)
    }

    async fn close_campaign(&self, id: &str) -> Result<(), StoreError> {
        if let Some(campaign) = self.tables().campaigns.get_mut(id) {
            campaign.phase = CampaignPhase::Closed;
            campaign.version += 1;
        }
        Ok(())
    }

    async fn renew_campaign_invite(&self, id: &str) -> Result<Option<i64>, StoreError> {
        let mut tables = self.tables();
        Ok(tables.campaigns.get_mut(id).map(|campaign| {
            campaign.invite += 1;
            campaign.version += 1;
            campaign.invite
        }))
    }

    async fn campaign_members(&self, id: &str) -> Result<Vec<MemberRecord>, StoreError> {
        let tables = self.tables();
        let mut members: Vec<(i64, MemberRecord)> = tables
            .campaign_members
            .iter()
            .filter(|((of, _), _)| of == id)
            .filter_map(|((_, guest), (membership, joined))| {
                let guest = tables.guests.get(guest)?.clone();
                Some((*joined, MemberRecord { guest, membership: *membership }))
            })
            .collect();
        members.sort_by_key(|(joined, _)| *joined);
        Ok(members.into_iter().map(|(_, member)| member).collect())
    }

    async fn set_campaign_member(
        &self,
        id: &str,
        guest: Uuid,
        membership: Membership,
        at: i64,
    ) -> Result<(), StoreError> {
        self.transaction(|to| {
            refers(to.tables.campaigns.contains_key(id), "campaigns")?;
            refers(to.tables.guests.contains_key(&guest), "guests")?;
            set_member(to, id, guest, membership, at);
            to.raise_version(id);
            Ok(())
        })
        .map_err(|why| failed(&why))
    }

    async fn campaign_bands(&self, id: &str) -> Result<Vec<BandRecord>, StoreError> {
        let tables = self.tables();
        Ok(tables
            .campaign_bands
            .iter()
            .filter(|((of, _), _)| of == id)
            .map(|(_, band)| band.clone())
            .collect())
    }

    async fn bring_band(&self, id: &str, guest: Uuid, band: &Payload) -> Result<bool, StoreError> {
        self.transaction(|to| {
            let open = |campaign: &CampaignRecord| campaign.phase == CampaignPhase::Open;
            if !to.tables.campaigns.get(id).is_some_and(open) {
                return Ok(false);
            }
            let bands = || to.tables.campaign_bands.iter().filter(|((of, _), _)| of == id);
            let his = bands().find(|(_, band)| band.guest == guest && !band.disbanded);
            if let Some((key, kept)) = his.map(|(key, band)| (key.clone(), band)) {
                if kept.game.is_some() || to.tables.has_played(id, key.1) {
                    return Ok(false);
                }
                to.update(
                    |tables| &mut tables.campaign_bands,
                    &key,
                    |kept| {
                        kept.band = band.clone();
                        kept.version += 1;
                    },
                );
                to.raise_version(id);
                return Ok(true);
            }
            let n = bands().map(|((_, n), _)| n + 1).max().unwrap_or(0);
            refers(to.tables.guests.contains_key(&guest), "guests")?;
            let fresh = BandRecord { n, guest, band: band.clone(), version: 0, game: None, disbanded: false };
            to.insert(|tables| &mut tables.campaign_bands, (id.to_owned(), n), fresh)?;
            to.raise_version(id);
            Ok(true)
        })
        .map_err(|why| failed(&why))
    }

    async fn campaign_games(&self, id: &str) -> Result<Vec<CampaignGame>, StoreError> {
        let tables = self.tables();
        let shown = |(game, row): (&Uuid, &CampaignGameRow)| {
            let record = tables.games.get(game)?;
            let seat = |(seat, band)| CampaignSeat {
                seat,
                band,
                record: tables.campaign_records.get(&(*game, seat)).cloned(),
            };
            Some(CampaignGame {
                game: *game,
                room: record.room.clone(),
                scenario: record.scenario.clone(),
                phase: row.phase,
                started: row.started,
                ended: row.ended,
                seats: tables.seats_of(*game).map(seat).collect(),
            })
        };
        let of_it = tables.campaign_games.iter().filter(|(_, row)| row.campaign == id);
        let mut games: Vec<CampaignGame> = of_it.filter_map(shown).collect();
        games.sort_by_key(|game| game.started);
        Ok(games)
    }

    async fn campaign_seats(&self, game: Uuid) -> Result<Vec<(Seat, u32)>, StoreError> {
        Ok(self.tables().seats_of(game).collect())
    }

    async fn campaign_rooms(&self, id: &str, limit: u32) -> Result<Vec<RoomRecord>, StoreError> {
        Ok(self.tables().rooms(|room| room.campaign.as_deref() == Some(id), limit))
    }

    async fn void_campaign_game(&self, id: &str, game: Uuid, at: i64) -> Result<bool, StoreError> {
        self.transaction(|to| Ok(write::end(to, game, Some(id), CampaignGamePhase::Void, at)))
            .map_err(|why| failed(&why))
    }
}
