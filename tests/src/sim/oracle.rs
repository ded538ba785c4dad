//! The legal answers: the journal as it is stored, played again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Json};
use bagarre_rules::contract::Seat;
use bagarre_rules::dice::Seeded;
use bagarre_rules::systems;
use serde_json::json;
use uuid::Uuid;

use crate::chaos::chance::Chance;
use crate::chaos::world::Knows;
use crate::memory::MemoryStore;

/// One answer in so many is nonsense.
const NONSENSE: u64 = 40;
/// Answers among which one is chosen.
const CHOICE: usize = 64;

/// A game as far as it was played again.
struct Played {
    game: AnyGame,
    entry: Option<u32>,
}

/// Plays every journal along.
pub(super) struct Oracle {
    memory: Arc<MemoryStore>,
    games: Mutex<BTreeMap<Uuid, Played>>,
}

impl Oracle {
    pub(super) fn new(memory: Arc<MemoryStore>) -> Self {
        Self { memory, games: Mutex::default() }
    }

    /// Plays what is new.
    fn follow(&self, id: Uuid, played: Option<Played>) -> Option<Played> {
        let begin = || {
            let record = self.memory.record(id)?;
            let ruleset = systems::parse(&record.ruleset).ok()?;
            let game = AnyGame::new(ruleset, record.version, record.setup.text()).ok()?;
            Some(Played { game, entry: None })
        };
        let mut played = played.or_else(begin)?;
        for row in self.memory.rows_after(id, played.entry) {
            let events: Vec<Json> = row.events.read().ok()?;
            for event in &events {
                played.game.apply(event.get(), &mut |_| {}).ok()?;
            }
            played.entry = Some(row.entry);
        }
        Some(played)
    }
}

impl Knows for Oracle {
    fn answer(&self, game: Uuid, entry: u32, seat: Seat, chance: &mut Chance) -> Option<Payload> {
        if chance.one_in(NONSENSE) {
            return Payload::of(&json!({ "nonsense": chance.below(9) })).ok();
        }
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let before = games.remove(&game);
        let played = games.entry(game).insert_entry(self.follow(game, before)?);
        let Played { game, entry: last } = played.get();
        if *last != Some(entry) || !game.asking().contains(seat) {
            return None;
        }
        if chance.one_in(2) {
            let ruleset = game.ruleset();
            let mut bot = ruleset.bot(chance.one_of(ruleset.bots())?)?;
            let answer = bot.answer(game, seat, &mut Seeded::from_number(chance.below(u64::MAX)))?;
            return Some(answer.into());
        }
        let mut options: Vec<Json> = Vec::new();
        let mut count: u64 = 0;
        game.options(seat, &mut |option| {
            count += 1;
            if options.len() < CHOICE {
                options.push(option);
            } else {
                let at = chance.below(count) as usize;
                if let Some(place) = options.get_mut(at) {
                    *place = option;
                }
            }
        });
        chance.one_of(&options).cloned().map(Payload::from)
    }
}
