//! Compares what clients were told with what is stored.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_rules::any::{AnyGame, Json, Refusal, RulesetId};
use bagarre_rules::contract::{Audience, Seat};
use bagarre_server::store::{GameRecord, JournalRow, Store};
use uuid::Uuid;

use super::ledger::{Ledger, Wrong, digest};

/// The most lines of chat that are looked at in one room.
const CHAT: u32 = 1_000_000;

/// Looks for everything that clients were told in the store, and notes what is wrong.
pub async fn check(ledger: &Ledger, store: &dyn Store) {
    let games = games(ledger);
    let mut written: BTreeMap<Uuid, Vec<(Uuid, u32)>> = BTreeMap::new();
    for game in games {
        let record = store.game(game).await.expect("the database answers");
        let rows = store.journal(game).await.expect("the database answers");
        let Some(record) = record else {
            ledger.wrong(Wrong::Lost, format!("game {game} was shown and is not stored"));
            continue;
        };
        for (number, row) in (0u32..).zip(&rows) {
            if row.entry != number {
                ledger.wrong(Wrong::Lost, format!("entry {number} of {game} is missing"));
                break;
            }
        }
        for row in &rows {
            if let Some(id) = row.command_id {
                written.entry(id).or_default().push((game, row.entry));
            }
        }
        compare(ledger, &record, &rows);
    }
    commands(ledger, &written);
    lines(ledger, store).await;
}

/// Every game that anybody was told of.
fn games(ledger: &Ledger) -> BTreeSet<Uuid> {
    let told = ledger.told();
    let commands = told.commands.values().map(|(game, _)| *game);
    let shown = told.shown.keys().map(|(game, _, _)| *game);
    let marks = told.marks.values().filter_map(|(game, _, _)| *game);
    commands.chain(shown).chain(marks).collect()
}

/// What was acknowledged is written once, at the entry that was told; what was not saved is not written.
fn commands(ledger: &Ledger, written: &BTreeMap<Uuid, Vec<(Uuid, u32)>>) {
    let (acknowledged, given_up) = {
        let told = ledger.told();
        (told.commands.clone(), told.given_up.clone())
    };
    for (id, places) in written.iter().filter(|(_, places)| places.len() > 1) {
        ledger.wrong(Wrong::Doubled, format!("{id} is written {} times: {places:?}", places.len()));
    }
    for (id, (game, entry)) in acknowledged {
        let places = written.get(&id).map(Vec::as_slice).unwrap_or_default();
        if !places.iter().any(|(_, stored)| *stored == entry) {
            ledger
                .wrong(Wrong::Lost, format!("{id} was entry {entry} of {game} and is stored as {places:?}"));
        }
    }
    for id in given_up.iter().filter(|id| written.contains_key(id)) {
        ledger.wrong(Wrong::Belied, format!("{id} was said not to be saved, and is stored"));
    }
}

/// What was said is stored. That it is stored once is what the key of the table says.
async fn lines(ledger: &Ledger, store: &dyn Store) {
    let mut rooms: BTreeMap<String, Vec<Uuid>> = BTreeMap::new();
    for (line, room) in &ledger.told().lines {
        rooms.entry(room.clone()).or_default().push(*line);
    }
    for (room, lines) in rooms {
        let stored = store.chat(&room, CHAT).await.expect("the database answers");
        let stored: BTreeSet<Uuid> = stored.iter().map(|line| line.id).collect();
        for line in lines.iter().filter(|line| !stored.contains(line)) {
            ledger
                .wrong(Wrong::Lost, format!("line {line} of room {room} was acknowledged and is not stored"));
        }
    }
}

/// Plays the journal of a game again, and compares what each audience was shown of it.
fn compare(ledger: &Ledger, record: &GameRecord, rows: &[JournalRow]) {
    let game = record.id;
    let audiences: BTreeSet<Option<Seat>> =
        ledger.told().shown.keys().filter(|key| key.0 == game).map(|key| key.1).collect();
    let notices = match fold(record, rows, &audiences) {
        Ok(notices) => notices,
        Err(why) => {
            ledger.wrong(Wrong::Broken, format!("game {game} does not fold: {}", why.code));
            return;
        }
    };
    let mut wrong = Vec::new();
    for (&(_, seat, n), shown) in ledger.told().shown.iter().filter(|(key, _)| key.0 == game) {
        let Some(row) = rows.get(n as usize) else {
            wrong.push((Wrong::Lost, format!("entry {n} of {game} was shown to {seat:?} and is not stored")));
            continue;
        };
        let seal = row.seal.as_ref().map(|(digest, _)| digest);
        if shown.at != row.at
            || shown.seal.as_ref() != seal
            || notices.get(&(seat, n)) != Some(&shown.notices)
        {
            wrong.push((Wrong::Diverged, format!("entry {n} of {game} was shown to {seat:?} as another")));
        }
    }
    for (what, example) in wrong {
        ledger.wrong(what, example);
    }
}

/// The digest of the notices for each audience and entry.
type Heard = BTreeMap<(Option<Seat>, u32), [u8; 32]>;

/// What each audience hears when a journal is played again.
fn fold(
    record: &GameRecord,
    rows: &[JournalRow],
    audiences: &BTreeSet<Option<Seat>>,
) -> Result<Heard, Refusal> {
    let mut game = AnyGame::new(RulesetId::parse(&record.ruleset)?, record.version, record.setup.text())?;
    let mut found = BTreeMap::new();
    for row in rows {
        let events: Vec<Json> =
            row.events.read().map_err(|why| Refusal::plain("journal", why.to_string(), why.to_string()))?;
        let mut heard: BTreeMap<Option<Seat>, Vec<String>> =
            audiences.iter().map(|seat| (*seat, Vec::new())).collect();
        for event in &events {
            game.apply(event.get(), &mut |moment| {
                for (seat, notices) in &mut heard {
                    let audience = seat.map_or(Audience::Spectator, Audience::Seat);
                    // As a client reads and keeps it.
                    let notice = moment.notice(audience).map(|json| {
                        let value: serde_json::Value = serde_json::from_str(json.get()).unwrap_or_default();
                        value.to_string()
                    });
                    notices.extend(notice);
                }
            })?;
        }
        for (seat, notices) in heard {
            found.insert((seat, row.entry), digest(notices.iter().map(String::as_str)));
        }
    }
    Ok(found)
}
