//! The game as those see it who watch some turns late.

use std::collections::VecDeque;

use bagarre_protocol::fair::{Blind, Maker};
use bagarre_protocol::game::Entry;
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Refusal};
use bagarre_rules::contract::Audience;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::chain::{broken, maker_and_head};
use super::lapse::{self, is_lapse};
use super::step::new_scores;
use crate::store::JournalRow;

/// Spectators who see the game some turns late: their own game, which lags behind.
pub(super) struct Floor {
    delay: u32,
    pub(super) game: AnyGame,
    /// The last entry that was shown.
    pub(super) entry: u32,
    held: VecDeque<LateEntry>,
    /// Its game could not follow an entry: it stays where it was.
    lost: bool,
}

/// An entry that late spectators may not see yet.
struct LateEntry {
    entry: u32,
    at: i64,
    turn: u32,
    events: Payload,
    digest: Option<String>,
    author: Option<Maker>,
    head: Option<String>,
    blind: Option<Blind>,
    /// See [`is_lapse`].
    lapse: bool,
}

impl LateEntry {
    fn new(row: &JournalRow, turn: u32) -> Self {
        let digest = row.seal.as_ref().map(|(digest, _)| digest.clone());
        let (author, head) = maker_and_head(row);
        let blind = row.blind.as_ref().map(Blind::told);
        Self {
            entry: row.entry,
            at: row.at,
            turn,
            events: row.events.clone(),
            digest,
            author,
            head,
            blind,
            lapse: is_lapse(row),
        }
    }
}

impl Floor {
    /// Of a game that has just begun.
    pub(super) fn new(delay: u8, game: &AnyGame) -> Self {
        Self { delay: delay.into(), game: game.clone(), entry: 0, held: VecDeque::new(), lost: false }
    }

    /// Goes on by one entry: what those who watch get of it. An entry that cannot be followed to its end is not shown, and nothing
    /// after it.
    fn show(&mut self, held: &LateEntry) -> Result<Entry, Refusal> {
        let events: Vec<&RawValue> = held.events.read().map_err(|why| broken(&why.to_string()))?;
        let (mut game, mut notices) = (self.game.clone(), Vec::new());
        for event in &events {
            game.apply(event.get(), &mut |moment| {
                notices.extend(moment.notice(Audience::Spectator).map(Payload::from));
            })?;
        }
        let lapsed = held.lapse.then(|| lapse::question(&self.game)).flatten();
        let scores = new_scores(self.game.scoreboard().as_ref(), &game);
        (self.game, self.entry) = (game, held.entry);
        Ok(Entry {
            n: held.entry,
            at: held.at,
            turn: self.game.turn(),
            notices,
            scores,
            seal: held.digest.clone(),
            author: held.author.clone(),
            head: held.head.clone(),
            blind: held.blind.clone(),
            lapsed,
        })
    }

    /// An entry that is shown later, of a game that has come to this turn with it.
    pub(super) fn hold(&mut self, row: &JournalRow, turn: u32) {
        self.held.push_back(LateEntry::new(row, turn));
    }

    /// The next entry that may be seen, in a game that has come to a turn. The spectators of a game that is lost here see no more of it
    /// before its replay.
    pub(super) fn next(&mut self, turn: u32, over: bool, game: Uuid) -> Option<Entry> {
        let seen =
            |held: &mut LateEntry| over || held.entry == 0 || held.turn.saturating_add(self.delay) <= turn;
        let held = self.held.pop_front_if(seen).filter(|_| !self.lost)?;
        let shown = self.show(&held);
        self.lost = shown.is_err();
        let lost = |why: &Refusal| {
            tracing::error!(code = %why.code, why = %why.en, %game, entry = held.entry, "those who watch late have lost a game");
        };
        shown.inspect_err(lost).ok()
    }
}

#[cfg(test)]
mod tests {
    use bagarre_rules::contract::{Lang, Seat};
    use bagarre_rules::systems;

    use super::*;

    fn row(entry: u32, events: &str) -> JournalRow {
        JournalRow {
            game: Uuid::from_u128(7),
            entry,
            at: 0,
            actor: None,
            command_id: None,
            command: None,
            events: Payload::parse(events.to_owned()).unwrap(),
            drawn: 0,
            seal: None,
            blind: None,
            link: None,
        }
    }

    #[test]
    fn an_entry_that_cannot_be_followed_is_never_shown_as_empty() {
        let toy = systems::parse("toy").unwrap();
        let setup = toy.gather(&toy.usual("short", 2).unwrap(), &[None, None], Seat(0), Lang::Fr).unwrap();
        let game = AnyGame::new(toy, toy.version(), setup.get()).unwrap();
        for wrong in [r#"{"no":"list"}"#, r#"[{"no":"event"}]"#] {
            let mut floor = Floor::new(1, &game);
            floor.hold(&row(0, "[]"), 0);
            floor.hold(&row(1, wrong), 0);
            floor.hold(&row(2, "[]"), 0);
            assert_eq!(floor.next(9, false, Uuid::nil()).map(|entry| entry.n), Some(0));
            assert_eq!(floor.next(9, false, Uuid::nil()).map(|entry| entry.n), None, "{wrong}");
            assert_eq!(floor.next(9, true, Uuid::nil()).map(|entry| entry.n), None, "nor what follows it");
            assert_eq!(floor.entry, 0);
        }
    }
}
