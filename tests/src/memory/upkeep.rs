//! Forgetting people, and clearing away what is old.

use std::collections::BTreeSet;

use async_trait::async_trait;
use bagarre_protocol::campaign::CampaignPhase;
use bagarre_protocol::room::{Holder, Phase};
use bagarre_server::store::campaigns::Membership;
use bagarre_server::store::replays::without_name;
use bagarre_server::store::upkeep::{UNNAMED, Upkeep};
use bagarre_server::store::{RoomRecord, StoreError};
use uuid::Uuid;

use super::MemoryStore;
use super::tables::{Rows, Tables};

fn sits(room: &RoomRecord, guest: Uuid) -> bool {
    room.seats.iter().any(|seat| matches!(&seat.holder, Holder::Guest { id, .. } if *id == guest))
}

/// Takes some rows away; how many.
fn drop_some<K: Ord + Clone, V>(table: &mut Rows<K, V>, limit: u32, which: impl Fn(&K, &V) -> bool) -> u64 {
    let keys: Vec<K> = table
        .iter()
        .filter(|(key, row)| which(key, row))
        .take(limit as usize)
        .map(|(key, _)| key.clone())
        .collect();
    for key in &keys {
        table.remove(key);
    }
    keys.len() as u64
}

impl Tables {
    fn say_goodbye(&mut self, guest: Uuid, at: i64) -> bool {
        self.tokens.retain(|_, (of, _)| *of != guest);
        self.device_links.retain(|_, (of, _)| *of != guest);
        self.reaches.remove(&guest);
        self.recoveries.remove(&guest);
        self.pushes.retain(|_, (of, _)| *of != guest);
        self.reminders.retain(|(.., of), _| *of != guest);
        let known = self.guests.contains_key(&guest) && !self.gone.contains_key(&guest);
        if known {
            self.gone.insert(guest, at);
            self.guests.entry(guest).and_modify(|guest| guest.name.clear());
        }
        known
    }

    fn is_referred_to(&self, guest: Uuid) -> bool {
        self.rooms.values().any(|room| room.host == guest || sits(room, guest))
            || self.members.keys().any(|(_, of)| *of == guest)
            || self.holdings.values().any(|of| *of == guest)
            || self.campaigns.values().any(|campaign| campaign.host == guest)
            || self.campaign_members.keys().any(|(_, of)| *of == guest)
            || self.campaign_bands.values().any(|band| band.guest == guest)
    }

    /// Replaces the guest who has held a seat by the nil id.
    fn forget_holdings(&mut self, guest: Uuid) {
        if self.holdings.values().any(|of| *of == guest) {
            let nobody = bagarre_server::store::Guest { id: Uuid::nil(), name: String::new(), created: 0 };
            self.guests.entry(nobody.id).or_insert(nobody);
            self.gone.entry(Uuid::nil()).or_insert(0);
            self.holdings.values_mut().filter(|of| **of == guest).for_each(|of| *of = Uuid::nil());
        }
    }

    /// Takes some of a person's names out of the records of games; how many.
    fn withhold(&mut self, guest: Uuid, limit: u32) -> Result<u64, StoreError> {
        self.forget_holdings(guest);
        let mut withheld = 0;
        for game in self.games.values_mut() {
            for (seat, plate) in game.nameplates.iter_mut().enumerate() {
                if plate.guest != Some(guest) || withheld == u64::from(limit) {
                    continue;
                }
                withheld += 1;
                (plate.guest, plate.name) = (None, None);
                let Some(name) = game.players.get_mut(seat) else { continue };
                name.clear();
                if let Some(replay) = self.replays.get_mut(&game.id) {
                    *replay = without_name(replay, seat)?;
                }
            }
        }
        Ok(withheld)
    }

    /// Drops some rows of a game.
    fn drop_game(&mut self, game: Uuid, limit: u32) {
        if let Some(record) = self.games.get_mut(&game) {
            (record.ended, record.outcome) = (None, None);
            record.quarantined = Some("deleted".to_owned());
        }
        let last: BTreeSet<(Uuid, u32)> = self
            .journal
            .range((game, 0)..=(game, u32::MAX))
            .rev()
            .take(limit as usize)
            .map(|(key, _)| *key)
            .collect();
        for key in &last {
            self.journal.remove(key);
        }
        if last.len() == limit as usize {
            return;
        }
        self.drafts.retain(|(of, _), _| *of != game);
        self.deadlines.retain(|(of, _), _| *of != game);
        self.reminders.retain(|(of, ..), _| *of != game);
        self.holdings.retain(|(of, ..), _| *of != game);
        self.replays.remove(&game);
        self.campaign_games.remove(&game);
        self.campaign_seats.retain(|(of, _), _| *of != game);
        self.campaign_records.retain(|(of, _), _| *of != game);
        self.campaign_bands.retain(|_, band| band.game != Some(game));
        self.games.remove(&game);
    }

    /// A guest leaves a campaign; another member takes over one that the guest owned.
    fn leave(&mut self, id: &str, guest: Uuid) {
        self.campaign_members.remove(&(id.to_owned(), guest));
        let heir = self
            .campaign_members
            .iter()
            .filter(|((of, _), (membership, _))| of == id && *membership == Membership::Here)
            .min_by_key(|((_, guest), (_, joined))| (*joined, *guest))
            .map(|((_, guest), _)| *guest);
        let Some(campaign) = self.campaigns.get_mut(id) else { return };
        campaign.version += 1;
        if campaign.host != guest {
            return;
        }
        UNNAMED.clone_into(&mut campaign.name);
        match heir {
            Some(heir) => campaign.host = heir,
            None => campaign.phase = CampaignPhase::Closed,
        }
    }
}

#[async_trait]
impl Upkeep for MemoryStore {
    async fn go(&self, guest: Uuid, at: i64) -> Result<bool, StoreError> {
        Ok(self.tables().say_goodbye(guest, at))
    }

    async fn go_unseen(&self, before: i64, at: i64, limit: u32) -> Result<u64, StoreError> {
        let mut tables = self.tables();
        let seen: BTreeSet<Uuid> = tables
            .tokens
            .values()
            .filter(|(_, device)| device.used >= before)
            .map(|(guest, _)| *guest)
            .collect();
        let unseen: Vec<Uuid> = tables
            .guests
            .values()
            .filter(|guest| {
                guest.created < before && !tables.gone.contains_key(&guest.id) && !seen.contains(&guest.id)
            })
            .take(limit as usize)
            .map(|guest| guest.id)
            .collect();
        for guest in &unseen {
            tables.say_goodbye(*guest, at);
        }
        Ok(unseen.len() as u64)
    }

    async fn going(&self, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        let tables = self.tables();
        let mut going: Vec<(i64, Uuid)> =
            tables.gone.iter().filter(|(_, at)| **at > 0).map(|(guest, at)| (*at, *guest)).collect();
        going.sort_unstable();
        Ok(going.into_iter().take(limit as usize).map(|(_, guest)| guest).collect())
    }

    async fn rooms_about(&self, guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError> {
        let tables = self.tables();
        let about = |room: &RoomRecord| {
            tables.members.contains_key(&(room.id.clone(), guest))
                || sits(room, guest)
                || room.host == guest && room.phase != Phase::Closed
        };
        Ok(tables.rooms(about, limit))
    }

    async fn drop_member(&self, room: &str, guest: Uuid) -> Result<(), StoreError> {
        self.tables().members.remove(&(room.to_owned(), guest));
        Ok(())
    }

    async fn unname(&self, guest: Uuid, limit: u32) -> Result<u64, StoreError> {
        let mut tables = self.tables();
        let lines = drop_some(&mut tables.chat, limit, |_, line| line.from == guest);
        Ok(lines + tables.withhold(guest, limit)?)
    }

    async fn leave_all(&self, guest: Uuid) -> Result<Vec<String>, StoreError> {
        let mut tables = self.tables();
        let member = tables.campaign_members.keys().filter(|(_, of)| *of == guest).map(|(id, _)| id.clone());
        let host = tables.campaigns.values().filter(|one| one.host == guest).map(|one| one.id.clone());
        let campaigns: BTreeSet<String> = member.chain(host).collect();
        for id in &campaigns {
            tables.leave(id, guest);
        }
        tables.works.retain(|_, work| work.owner != guest);
        Ok(campaigns.into_iter().collect())
    }

    async fn gone(&self, guest: Uuid) -> Result<(), StoreError> {
        let mut tables = self.tables();
        if let Some(known) = tables.guests.get_mut(&guest) {
            known.created = 0;
            tables.gone.insert(guest, 0);
        }
        Ok(())
    }

    async fn drop_ghosts(&self, limit: u32) -> Result<u64, StoreError> {
        let mut tables = self.tables();
        let ghosts: Vec<Uuid> = tables
            .gone
            .iter()
            .filter(|(guest, at)| **at == 0 && !tables.is_referred_to(**guest))
            .take(limit as usize)
            .map(|(guest, _)| *guest)
            .collect();
        for guest in &ghosts {
            tables.guests.remove(guest);
            tables.gone.remove(guest);
        }
        Ok(ghosts.len() as u64)
    }

    async fn drop_chat(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        Ok(drop_some(&mut self.tables().chat, limit, |_, line| line.at < before))
    }

    async fn idle_rooms(&self, before: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let tables = self.tables();
        let young: BTreeSet<&str> = tables
            .journal
            .values()
            .filter(|row| row.at >= before)
            .filter_map(|row| tables.games.get(&row.game))
            .map(|game| &*game.room)
            .collect();
        let idle = tables
            .rooms
            .values()
            .filter(|room| room.touched < before && room.campaign.is_none() && !young.contains(&*room.id));
        Ok(idle.take(limit as usize).map(|room| room.id.clone()).collect())
    }

    async fn drop_room(&self, room: &str, limit: u32) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        if let Some(record) = tables.rooms.get_mut(room) {
            (record.phase, record.game, record.settings.listed) = (Phase::Closed, None, false);
        }
        let game = tables.games.values().find(|game| game.room == room).map(|game| game.id);
        if let Some(game) = game {
            tables.drop_game(game, limit);
            return Ok(false);
        }
        if drop_some(&mut tables.chat, limit, |(of, _), _| of == room) == u64::from(limit) {
            return Ok(false);
        }
        tables.members.retain(|(of, _), _| of != room);
        tables.rooms.remove(room);
        Ok(true)
    }
}
