//! What depends on the rules that a server plays.

use async_trait::async_trait;
use bagarre_protocol::room::Phase;
use bagarre_server::store::replays::{Replays, Rules, Untold};
use bagarre_server::store::{GameRecord, StoreError};
use uuid::Uuid;

use super::MemoryStore;

fn follows(game: &GameRecord, rules: &Rules) -> bool {
    game.ruleset == rules.ruleset && game.version == rules.version
}

impl MemoryStore {
    pub(super) fn alive(&self, now: i64, known: &[Rules]) {
        let mut tables = self.tables();
        for rules in known {
            tables.rules_alive.insert((rules.ruleset.to_owned(), rules.version), now);
        }
    }

    pub(super) fn known_alarms(&self, known: &[Rules]) -> Vec<(String, i64)> {
        let tables = self.tables();
        let is_known = |game: &GameRecord| known.iter().any(|rules| follows(game, rules));
        let mut alarms = Vec::new();
        for game in tables.games.values().filter(|game| game.quarantined.is_none() && is_known(game)) {
            alarms.extend(tables.first_clock(game.id).map(|at| (game.room.clone(), at)));
        }
        for room in tables.rooms.values().filter(|room| room.phase == Phase::Paused) {
            let game = room.game.and_then(|game| tables.games.get(&game));
            if game.is_some_and(is_known) {
                alarms.extend(room.paused_until.map(|at| (room.id.clone(), at)));
            }
        }
        alarms
    }
}

#[async_trait]
impl Replays for MemoryStore {
    async fn credit_rules(&self, now: i64, known: &[Rules]) -> Result<(), StoreError> {
        {
            let mut guard = self.tables();
            let tables = &mut *guard;
            for rules in known {
                let alive = tables.rules_alive.get(&(rules.ruleset.to_owned(), rules.version));
                let down = alive.map_or(0, |alive| (now - alive).max(0));
                let waits = |game: &Uuid| {
                    tables.games.get(game).is_some_and(|game| follows(game, rules) && game.ended.is_none())
                };
                for ((game, _), row) in &mut tables.deadlines {
                    if row.paused_left.is_none() && waits(game) {
                        row.deadline += down;
                    }
                }
                for room in tables.rooms.values_mut() {
                    if room.game.as_ref().is_some_and(waits) {
                        room.paused_until = room.paused_until.map(|until| until + down);
                    }
                }
            }
        }
        self.alive(now, known);
        Ok(())
    }

    async fn replay(&self, game: Uuid) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.tables().replays.get(&game).cloned())
    }

    async fn untold(&self, after: Option<Uuid>, limit: u32) -> Result<Vec<Untold>, StoreError> {
        let tables = self.tables();
        let untold = tables.games.values().filter(|game| {
            game.ended.is_some()
                && after.is_none_or(|after| game.id > after)
                && !tables.replays.contains_key(&game.id)
        });
        let told = |game: &GameRecord| Untold {
            game: game.id,
            ruleset: game.ruleset.clone(),
            version: game.version,
        };
        Ok(untold.take(limit as usize).map(told).collect())
    }
}
