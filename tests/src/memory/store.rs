//! People, rooms, games and time.

use async_trait::async_trait;
use bagarre_protocol::http::PlayedGame;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{PastGame, Phase};
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::Seat;
use bagarre_server::store::replays::Rules;
use bagarre_server::store::{
    Credit, DeadlineRow, GameRecord, Guest, Holding, Job, JournalRow, Leap, Member, RoomRecord, Store,
    StoreError, WriteError,
};
use uuid::Uuid;

use super::MemoryStore;

#[async_trait]
impl Store for MemoryStore {
    async fn rename_guest(&self, guest: Uuid, name: &str) -> Result<(), StoreError> {
        if let Some(guest) = self.tables().guests.get_mut(&guest) {
            name.clone_into(&mut guest.name);
        }
        Ok(())
    }

    async fn guests(&self, ids: &[Uuid]) -> Result<Vec<Guest>, StoreError> {
        let tables = self.tables();
        Ok(ids.iter().filter_map(|id| tables.guests.get(id).cloned()).collect())
    }

    async fn room(&self, id: &str) -> Result<Option<RoomRecord>, StoreError> {
        let tables = self.tables();
        Ok(tables.rooms.get(id).map(|room| tables.room(room)))
    }

    async fn listed_rooms(&self, limit: u32) -> Result<Vec<RoomRecord>, StoreError> {
        let open = |room: &RoomRecord| {
            room.settings.listed && matches!(room.phase, Phase::Lobby | Phase::Playing | Phase::Paused)
        };
        Ok(self.tables().rooms(open, limit))
    }

    async fn rooms_of(&self, guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError> {
        let tables = self.tables();
        let his = |room: &RoomRecord| tables.members.get(&(room.id.clone(), guest)) == Some(&false);
        Ok(tables.rooms(his, limit))
    }

    async fn rooms_opened(&self, guest: Uuid, since: i64) -> Result<u32, StoreError> {
        let tables = self.tables();
        Ok(tables.rooms.values().filter(|room| room.host == guest && room.created >= since).count() as u32)
    }

    async fn members(&self, room: &str) -> Result<Vec<Member>, StoreError> {
        let tables = self.tables();
        let here = tables.members.iter().filter(|((of, _), _)| of == room);
        Ok(here.map(|((_, guest), kicked)| Member { guest: *guest, kicked: *kicked }).collect())
    }

    async fn chat(&self, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        let tables = self.tables();
        let mut lines: Vec<ChatLine> =
            tables.chat.iter().filter(|((of, _), _)| of == room).map(|(_, line)| line.clone()).collect();
        lines.sort_by_key(|line| (line.at, line.id));
        Ok(lines.split_off(lines.len().saturating_sub(limit as usize)))
    }

    async fn said_by(&self, room: &str, line: Uuid) -> Result<Option<Uuid>, StoreError> {
        Ok(self.tables().chat.get(&(room.to_owned(), line)).map(|line| line.from))
    }

    async fn game(&self, id: Uuid) -> Result<Option<GameRecord>, StoreError> {
        Ok(self.record(id))
    }

    async fn past_games(&self, room: &str, limit: u32) -> Result<Vec<PastGame>, StoreError> {
        let tables = self.tables();
        let mut past: Vec<(i64, PastGame)> = tables
            .games
            .values()
            .filter(|game| game.room == room)
            .filter_map(|game| Some((game.started, PastGame { game: game.id, ended: game.ended? })))
            .collect();
        past.sort_by_key(|(started, _)| *started);
        past.drain(..past.len().saturating_sub(limit as usize));
        Ok(past.into_iter().map(|(_, game)| game).collect())
    }

    async fn played(&self, guest: Uuid, limit: u32) -> Result<Vec<PlayedGame>, StoreError> {
        let tables = self.tables();
        let game = |record: &GameRecord| {
            let seat = record.nameplates.iter().position(|plate| plate.guest == Some(guest))?;
            Some(PlayedGame {
                game: record.id,
                ruleset: record.ruleset.clone(),
                scenario: record.scenario.clone(),
                players: record.players.clone(),
                seat: (seat < record.players.len()).then_some(Seat(seat as u8)),
                outcome: record.outcome.clone()?,
                ended: record.ended?,
            })
        };
        let mut played: Vec<PlayedGame> = tables.games.values().filter_map(game).collect();
        played.sort_by_key(|game| (std::cmp::Reverse(game.ended), game.game));
        played.truncate(limit as usize);
        Ok(played)
    }

    async fn journal(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        Ok(self.rows(game))
    }

    /// These tables never had another journal.
    async fn has_old_journal(&self, _: Uuid) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn journal_end(&self, game: Uuid, most: u32) -> Result<Vec<JournalRow>, StoreError> {
        Ok(self.rows(game).into_iter().rev().take(most as usize).collect())
    }

    async fn last_entry(&self, game: Uuid) -> Result<Option<u32>, StoreError> {
        let tables = self.tables();
        Ok(tables.journal.range((game, 0)..=(game, u32::MAX)).next_back().map(|((_, entry), _)| *entry))
    }

    async fn recent_commands(
        &self,
        room: &str,
        but: Option<Uuid>,
        since: i64,
        limit: u32,
    ) -> Result<Vec<(Uuid, u32)>, StoreError> {
        let tables = self.tables();
        let earlier =
            |game: &Uuid| Some(*game) != but && tables.games.get(game).is_some_and(|game| game.room == room);
        let rows = tables.journal.values().filter(|row| row.at >= since && earlier(&row.game));
        let mut rows: Vec<&JournalRow> = rows.filter(|row| row.command_id.is_some()).collect();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.at), row.game, std::cmp::Reverse(row.entry)));
        rows.truncate(limit as usize);
        Ok(rows.into_iter().filter_map(|row| Some((row.command_id?, row.entry))).collect())
    }

    async fn commands_after(
        &self,
        room: &str,
        game: Uuid,
        entry: u32,
        limit: u32,
    ) -> Result<Vec<(Uuid, u32)>, StoreError> {
        if self.record(game).is_none_or(|game| game.room != room) {
            return Ok(Vec::new());
        }
        let rows = self.rows_after(game, Some(entry)).into_iter();
        let commands = rows.filter_map(|row| Some((row.command_id?, row.entry)));
        Ok(commands.take(limit as usize).collect())
    }

    async fn drafts(&self, game: Uuid) -> Result<Vec<(Seat, Payload)>, StoreError> {
        let tables = self.tables();
        let drafts = tables.drafts.iter().filter(|((of, _), _)| *of == game);
        Ok(drafts.map(|((_, seat), draft)| (*seat, draft.clone())).collect())
    }

    async fn holdings(&self, game: Uuid) -> Result<Vec<Holding>, StoreError> {
        let tables = self.tables();
        let holdings = tables.holdings.iter().filter(|((of, ..), _)| *of == game);
        Ok(holdings
            .map(|((_, entry, seat), guest)| Holding { seat: *seat, entry: *entry, guest: *guest })
            .collect())
    }

    async fn deadlines(&self, game: Uuid) -> Result<Vec<DeadlineRow>, StoreError> {
        let tables = self.tables();
        Ok(tables.deadlines.iter().filter(|((of, _), _)| *of == game).map(|(_, row)| *row).collect())
    }

    async fn due_rooms(
        &self,
        until: i64,
        known: &[Rules],
        after: Option<&(String, i64)>,
        limit: u32,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let mut due = self.known_alarms(known);
        let behind =
            |(room, at): &(String, i64)| after.is_none_or(|(last, then)| (*at, room) > (*then, last));
        due.retain(|alarm| alarm.1 <= until && behind(alarm));
        due.sort_by(|(room, at), (other, then)| (at, room).cmp(&(then, other)));
        due.truncate(limit as usize);
        Ok(due)
    }

    async fn beat(&self, now: i64, known: &[Rules]) -> Result<(), StoreError> {
        let lost = {
            let mut tables = self.tables();
            tables.meta.insert("alive", now);
            tables.meta.get("lost").copied().unwrap_or(0)
        };
        self.alive(now - lost, known);
        Ok(())
    }

    async fn credit(
        &self,
        since: Option<i64>,
        now: &(dyn Fn() -> i64 + Send + Sync),
    ) -> Result<Credit, StoreError> {
        let now = now();
        let mut tables = self.tables();
        let alive = tables.meta.get("alive").copied().unwrap_or(now);
        let added = now - since.unwrap_or(alive).max(alive);
        let total = tables.meta.get("lost").copied().unwrap_or(0) + added;
        tables.meta.insert("lost", total);
        tables.meta.insert("alive", now);
        Ok(Credit { added, total, now })
    }

    async fn credit_leap(&self, leap: Leap) -> Result<i64, StoreError> {
        let mut tables = self.tables();
        let lost = tables.meta.get("lost").copied().unwrap_or(0);
        if lost != leap.before {
            return Ok(lost);
        }
        tables.meta.insert("lost", lost + leap.millis);
        if let Some(alive) = tables.meta.get_mut("alive") {
            *alive += leap.millis;
        }
        Ok(lost + leap.millis)
    }

    async fn commit(&self, jobs: &[Job]) -> Result<Vec<Result<(), WriteError>>, StoreError> {
        Ok(self.write(jobs))
    }

    async fn ping(&self, now: i64) -> Result<(), StoreError> {
        self.tables().meta.insert("ready", now);
        Ok(())
    }

    async fn close(&self) {}
}
