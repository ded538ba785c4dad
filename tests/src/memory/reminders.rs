//! Reminders.

use async_trait::async_trait;
use bagarre_protocol::room::{Holder, Phase};
use bagarre_rules::contract::Seat;
use bagarre_server::store::reminders::{PushRecord, Reach, Reminder, Reminders, Turn};
use bagarre_server::store::{Hash, StoreError};
use uuid::Uuid;

use super::MemoryStore;
use super::tables::{Tables, failed, refers};

/// Those whose answer is waited for.
fn turns(tables: &Tables) -> impl Iterator<Item = Turn> {
    let playing = tables.rooms.values().filter(|room| room.phase == Phase::Playing);
    playing.flat_map(|room| {
        let seats = (0u8..).map(Seat).zip(&room.seats);
        seats.filter_map(|(seat, held)| {
            let (game, Holder::Guest { id, .. }) = (room.game?, &held.holder) else { return None };
            let clock = tables.deadlines.get(&(game, seat)).filter(|clock| clock.paused_left.is_none())?;
            let asked = clock.asked?;
            Some(Turn {
                game,
                seat,
                entry: asked.entry,
                at: asked.at,
                deadline: clock.deadline,
                guest: *id,
                room: room.id.clone(),
                settings: room.settings.clone(),
            })
        })
    })
}

#[async_trait]
impl Reminders for MemoryStore {
    async fn reach(&self, guest: Uuid) -> Result<Option<Reach>, StoreError> {
        Ok(self.tables().reaches.get(&guest).cloned())
    }

    async fn set_reach(&self, reach: &Reach) -> Result<(), StoreError> {
        self.transaction(|to| {
            refers(to.tables.guests.contains_key(&reach.guest), "guests")?;
            to.set(|tables| &mut tables.reaches, reach.guest, Some(reach.clone()));
            Ok(())
        })
        .map_err(|why| failed(&why))
    }

    async fn pushes(&self, guest: Uuid) -> Result<Vec<PushRecord>, StoreError> {
        let tables = self.tables();
        let his = tables.pushes.values().filter(|(of, _)| *of == guest);
        Ok(his.map(|(_, push)| push.clone()).collect())
    }

    async fn set_push(&self, guest: Uuid, push: &PushRecord) -> Result<(), StoreError> {
        self.transaction(|to| {
            refers(to.tables.tokens.contains_key(&push.token), "tokens")?;
            to.set(|tables| &mut tables.pushes, push.token, Some((guest, push.clone())));
            Ok(())
        })
        .map_err(|why| failed(&why))
    }

    async fn drop_push(&self, token: &Hash) -> Result<bool, StoreError> {
        Ok(self.tables().pushes.remove(token).is_some())
    }

    async fn unreminded(&self, before: i64, limit: u32) -> Result<Vec<Turn>, StoreError> {
        let tables = self.tables();
        let news = |turn: &Turn| {
            let known = tables.reminders.get(&(turn.game, turn.seat, turn.guest));
            turn.at <= before
                && tables.reaches.contains_key(&turn.guest)
                && known.is_none_or(|known| known.entry != turn.entry)
        };
        let mut found: Vec<Turn> = turns(&tables).filter(news).collect();
        found.sort_by_key(|turn| (turn.at, turn.game, turn.seat));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn turn(&self, game: Uuid, seat: Seat, guest: Uuid) -> Result<Option<Turn>, StoreError> {
        let tables = self.tables();
        Ok(turns(&tables).find(|turn| (turn.game, turn.seat, turn.guest) == (game, seat, guest)))
    }

    async fn remind(&self, reminder: &Reminder) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let key = (reminder.game, reminder.seat, reminder.guest);
        let begun = |known: &Reminder| {
            let untried = known.next.is_some() && known.channels.is_none();
            known.entry == reminder.entry && !(reminder.next.is_none() && untried)
        };
        if tables.reminders.get(&key).is_some_and(begun) {
            return Ok(false);
        }
        tables.reminders.insert(key, Reminder { tries: 0, channels: None, ..reminder.clone() });
        Ok(true)
    }

    async fn set_reminder(&self, reminder: &Reminder, seen: Option<i64>) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let known = tables.reminders.get_mut(&(reminder.game, reminder.seat, reminder.guest));
        let Some(known) = known.filter(|known| known.entry == reminder.entry && known.next == seen) else {
            return Ok(false);
        };
        *known = reminder.clone();
        Ok(true)
    }

    async fn reminders_due(&self, now: i64, limit: u32) -> Result<Vec<Reminder>, StoreError> {
        let tables = self.tables();
        let due = tables.reminders.values().filter(|one| one.next.is_some_and(|next| next <= now));
        let mut due: Vec<Reminder> = due.cloned().collect();
        due.sort_by_key(|one| one.next);
        due.truncate(limit as usize);
        Ok(due)
    }
}
