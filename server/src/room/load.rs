//! Waking a room from the store.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{OtherRules, PastGame, Phase};
use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use tokio::try_join;
use uuid::Uuid;

use super::actor::Room;

use super::drawing::Drawing;
use super::earlier::{self, Earlier};
use super::game::CurrentGame;
use super::inbox::Inbox;
use super::pen::Pen;
use super::people::People;
use super::people::chat::{Chat, MAX_SHOWN_LINES};
use super::place::Place;
use super::play::Play;
use super::seating::Seating;
use super::shared::Shared;
use crate::clock::in_millis;
use crate::store::cluster::{Claimant, Claimed};
use crate::store::replays::Rules;
use crate::store::{
    DeadlineRow, Draw, GameRecord, Holding, JournalRow, RoomRecord, SeatRecord, Store, StoreError, WriteError,
};
use crate::world::World;

/// How often a room is read that changes while it is read.
const MAX_READ_ATTEMPTS: u32 = 5;

/// Games that are over which a room shows, the newest.
pub(super) const MAX_SHOWN_GAMES: u32 = 100;

/// Why a room does not wake here.
pub(super) enum Unloaded {
    /// There is none of that name.
    Missing,
    /// Another server holds it.
    Elsewhere,
    /// Its game waits for rules that no server plays.
    OtherRules,
    /// It could not be read.
    Fault(StoreError),
}

impl From<StoreError> for Unloaded {
    fn from(why: StoreError) -> Self {
        Self::Fault(why)
    }
}

/// What is read of a room before it lives.
struct Read {
    record: RoomRecord,
    /// See [`Pen::new`].
    claims: Option<i64>,
    members: BTreeMap<Uuid, bool>,
    past: Vec<PastGame>,
    earlier: Earlier,
    chat: Chat,
    seed: [u8; 32],
    game: Game,
}

/// What is read of its game.
enum Game {
    /// There is none that goes on, or that has just ended.
    None,
    /// It should be there.
    Missing,
    /// A row cannot be read.
    Unreadable(String),
    /// It follows rules that this build does not have.
    Other(Box<GameRecord>, Vec<Holding>),
    Known(Box<GameRecord>, Rows),
}

struct Rows {
    journal: Vec<JournalRow>,
    holdings: Vec<Holding>,
    deadlines: Vec<DeadlineRow>,
    drafts: Vec<(Seat, Payload)>,
    /// See [`Pen::carry_over`].
    in_old_table: bool,
}

fn seed(world: &World) -> Result<[u8; 32], StoreError> {
    world.luck().map_err(|why| StoreError::Row { table: "rooms", why: why.to_string() })
}

impl Read {
    /// Returns what is known of a room that has just been opened and not entered: its first task goes on in the epoch in which it was opened.
    fn new_room(record: RoomRecord, world: &World) -> Result<Self, StoreError> {
        let members = BTreeMap::from([(record.host, false)]);
        let (past, earlier, chat) = (Vec::new(), Earlier::default(), Chat::new(Vec::new()));
        Ok(Self { record, claims: None, members, past, earlier, chat, seed: seed(world)?, game: Game::None })
    }
}

impl Game {
    async fn read(store: &dyn Store, room: &RoomRecord) -> Result<Self, StoreError> {
        let asleep = matches!(room.phase, Phase::Lobby | Phase::Quarantined | Phase::Closed);
        let Some(id) = room.game.filter(|_| !asleep) else { return Ok(Self::None) };
        let read = async {
            let Some(game) = store.game(id).await?.map(Box::new) else { return Ok(Self::Missing) };
            if systems::pinned(&game.ruleset, game.version).is_none() {
                let holdings = store.holdings(id).await?;
                return Ok(Self::Other(game, holdings));
            }
            let (journal, holdings, deadlines, drafts, in_old_table) = try_join!(
                store.journal(id),
                store.holdings(id),
                store.deadlines(id),
                store.drafts(id),
                async {
                    match game.ended {
                        None => store.has_old_journal(id).await,
                        // What is over is not written to any more.
                        Some(_) => Ok(false),
                    }
                },
            )?;
            Ok(Self::Known(game, Rows { journal, holdings, deadlines, drafts, in_old_table }))
        };
        match read.await {
            Err(StoreError::Row { table, why }) => {
                Ok(Self::Unreadable(format!("a row of `{table}` cannot be read: {why}")))
            }
            read => read,
        }
    }

    /// Returns the people who hold a seat, or have held one since the game began.
    fn players(&self, room: &RoomRecord) -> BTreeSet<Uuid> {
        let (record, holdings) = match self {
            Self::Known(game, rows) => (Some(game), &*rows.holdings),
            Self::Other(game, holdings) => (Some(game), &**holdings),
            Self::None | Self::Missing | Self::Unreadable(_) => (None, [].as_slice()),
        };
        // Who sat there at the start stands in the record, also before the dice are mixed and in games from before holdings were kept.
        let named =
            record.into_iter().flat_map(|game| game.nameplates.iter().filter_map(|plate| plate.guest));
        let seated = room.seats.iter().filter_map(SeatRecord::person);
        named.chain(holdings.iter().map(|holding| holding.guest)).chain(seated).collect()
    }

    /// Returns whether it is still stored like this.
    async fn stands(&self, store: &dyn Store) -> Result<bool, StoreError> {
        let Self::Known(game, rows) = self else { return Ok(true) };
        let last = rows.journal.last().map(|row| row.entry);
        let (stored, end) = try_join!(store.game(game.id), store.last_entry(game.id))?;
        Ok(stored.as_ref() == Some(&**game) && end == last)
    }
}

impl Room {
    /// Wakes a room from the store, which one of several servers claims first. Gives the inbox back where the room cannot be entered here.
    pub(super) async fn load(
        shared: Arc<Shared>,
        id: &str,
        inbox: Inbox,
        opened: Option<Box<RoomRecord>>,
        place: Arc<Place>,
    ) -> Result<Box<Self>, (Inbox, Unloaded)> {
        let node = shared.lease.node();
        let read = match opened.map(|record| Read::new_room(*record, &shared.config.world)) {
            Some(read) => read.map_err(Unloaded::Fault),
            None => Self::claim_and_read(&shared, id, node).await,
        };
        let read = match read {
            Ok(read) => read,
            Err(why) => return Err((inbox, why)),
        };
        let Read { record, claims, members, past, earlier, chat, seed, game } = read;
        let participants = game.players(&record);
        let pen = Pen::new(shared.writer.clone(), &record, node, claims);
        let mut room = Box::new(Self {
            shared,
            seating: Seating::new(record, members, past),
            pen,
            inbox,
            game: CurrentGame::new(earlier, participants, seed),
            people: People::new(chat),
            place,
            handover: None,
            trace: None,
        });
        room.seating.refresh_camp(&room.shared).await;
        match room.load_game(game).await {
            Ok(()) => Ok(room),
            Err(why) => Err((room.inbox, Unloaded::Fault(why.into()))),
        }
    }

    /// Claims a room, where this server is one of several, and reads it.
    async fn claim_and_read(shared: &Shared, id: &str, node: Option<Uuid>) -> Result<Read, Unloaded> {
        if node.is_some() && !shared.house.takes_rooms() {
            return Err(Unloaded::Elsewhere);
        }
        let epoch = match node {
            Some(node) => {
                let known = Rules::known();
                let claimant = Claimant { node, lease: shared.config.node.lease, known: Some(&known) };
                match shared.ask_store(shared.store.claim_room(id, claimant)).await? {
                    Claimed::Held(epoch) => Some(epoch),
                    Claimed::Elsewhere | Claimed::OtherRules(true) => return Err(Unloaded::Elsewhere),
                    Claimed::OtherRules(false) => return Err(Unloaded::OtherRules),
                    Claimed::Missing => return Err(Unloaded::Missing),
                }
            }
            None if shared.lease.is_several() => {
                let why = "the lease of this server has lapsed".to_owned();
                return Err(Unloaded::Fault(StoreError::Away(why)));
            }
            None => None,
        };
        let mut read = shared.ask_store(Self::read(shared, id)).await?.ok_or(Unloaded::Missing)?;
        let in_old_table = matches!(&read.game, Game::Known(_, rows) if rows.in_old_table);
        match epoch {
            Some(epoch) if read.record.epoch != epoch => return Err(Unloaded::Elsewhere),
            // The epoch of the claim is open already. A journal is carried over in one that begins with the first job.
            Some(_) if !in_old_table => {}
            _ => {
                read.claims = Some(read.record.epoch);
                read.record.epoch += 1;
            }
        }
        Ok(read)
    }

    /// Reads a room as it was at one moment: a commit of unknown outcome may land in between, and what is read in two pieces is a
    /// game that never was. Moments are those of the tables of this server.
    async fn read(shared: &Shared, id: &str) -> Result<Option<Read>, StoreError> {
        let clock = shared.writer.clock();
        for _ in 0..MAX_READ_ATTEMPTS {
            let ahead = clock.ahead();
            let Some(mut read) = Self::read_once(shared, id).await? else { return Ok(None) };
            let (record, game_stands) =
                try_join!(shared.store.room(id), read.game.stands(shared.store.as_ref()))?;
            if game_stands && record.as_ref() == Some(&read.record) && clock.ahead() == ahead {
                read.record.move_pause(-ahead);
                if let Game::Known(_, rows) = &mut read.game {
                    rows.deadlines.iter_mut().for_each(|row| row.move_by(-ahead));
                }
                return Ok(Some(read));
            }
            tracing::info!(room = id, "a room changed while it was read");
        }
        Err(StoreError::Unknown("the room changes all the time".to_owned()))
    }

    async fn read_once(shared: &Shared, id: &str) -> Result<Option<Read>, StoreError> {
        let (store, world) = (shared.store.as_ref(), &shared.config.world);
        let Some(record) = store.room(id).await? else { return Ok(None) };
        let (game, members, past, mut recent, chat) = try_join!(
            Game::read(store, &record),
            store.members(id),
            store.past_games(id, MAX_SHOWN_GAMES),
            store.recent_commands(
                id,
                record.game,
                world.now() - in_millis(earlier::EARLIER_COMMAND_AGE),
                earlier::MAX_EARLIER_COMMANDS
            ),
            store.chat(id, MAX_SHOWN_LINES),
        )?;
        let members = members.iter().map(|one| (one.guest, one.kicked)).collect();
        let (mut earlier, chat) = (Earlier::default(), Chat::new(chat));
        recent.reverse();
        earlier.keep(recent);
        Ok(Some(Read { record, claims: None, members, past, earlier, chat, seed: seed(world)?, game }))
    }

    /// Folds the journal of the room's game. One that follows rules which this build does not have stays as it is, and
    /// nothing is written. A game that does not fold, or that made this room fall again and again, is put aside; fails where that
    /// could not be written.
    async fn load_game(&mut self, game: Game) -> Result<(), WriteError> {
        let (game, rows) = match game {
            Game::None => return Ok(()),
            Game::Known(game, rows) => (*game, rows),
            Game::Other(game, _) => {
                let has = systems::parse(&game.ruleset).ok().map(|id| id.version());
                tracing::warn!(room = %self.seating.record().id, game = %game.id, ruleset = %game.ruleset, needs = game.version, has, "a game waits for its rules");
                let GameRecord { ruleset, version: needs, outcome, .. } = *game;
                self.game.await_rules(OtherRules { ruleset, needs, has, outcome });
                return Ok(());
            }
            Game::Missing => return self.put_aside("its record is missing").await,
            Game::Unreadable(why) => return self.put_aside(&why).await,
        };
        if rows.in_old_table {
            self.pen.carry_over(game.id);
        }
        if self.shared.is_poisoned(&self.seating.record().id) {
            return self.put_aside("its rules panicked again and again").await;
        }
        if game.draw == Draw::Asked && rows.journal.is_empty() {
            self.game.resume_drawing(Drawing::new(
                game,
                &self.seating.record().seats,
                self.seating.held_seats(),
                self.shared.config.limits.draw,
            ));
            return Ok(());
        }
        let (clocks, delay) =
            (self.seating.record().settings.clocks, self.seating.record().settings.spectator_delay);
        match Play::restore(&game, &rows.journal, &rows.holdings, clocks, delay, &self.shared) {
            Ok(mut play) => {
                play.recall(&rows.deadlines, rows.drafts);
                let least = in_millis(self.shared.config.limits.opening);
                play.question.open_again(self.shared.time().table, least);
                self.game.resume(play, &self.seating, self.time().table);
                Ok(())
            }
            Err(refusal) => self.put_aside(&refusal.en).await,
        }
    }
}
