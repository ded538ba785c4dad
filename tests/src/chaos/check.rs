//! Compares what clients were told with what is stored.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_rules::any::{AnyGame, Json, Refusal};
use bagarre_rules::contract::{Audience, Seat};
use bagarre_rules::systems;
use bagarre_server::store::{GameRecord, Holding, JournalRow, Store};
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
        chain(ledger, &record, &rows);
        let holdings = store.holdings(game).await.expect("the database answers");
        compare(ledger, &record, &rows, &holdings);
    }
    commands(ledger, &written);
    lines(ledger, store).await;
}

/// The heads of the journal follow one from another, and are those that were shown.
fn chain(ledger: &Ledger, record: &GameRecord, rows: &[JournalRow]) {
    let game = record.id;
    let begins = match record.genesis().map(|genesis| genesis.head()) {
        Some(Ok(head)) => head,
        Some(Err(why)) => return ledger.wrong(Wrong::Broken, format!("{game} has no beginning: {why}")),
        None => return,
    };
    let mut head = begins;
    for (number, row) in rows.iter().enumerate() {
        let outcome = record.outcome.as_ref().filter(|_| number + 1 == rows.len());
        match row.follows(&head, outcome) {
            Some(next) => head = next,
            None => {
                return ledger
                    .wrong(Wrong::Diverged, format!("entry {} of {game} does not follow", row.entry));
            }
        }
        let head_shown = ledger.state().heads.get(&(game, row.entry)).cloned();
        if head_shown.is_some_and(|shown| shown != hex::encode(head)) {
            ledger
                .wrong(Wrong::Diverged, format!("entry {} of {game} was shown with another head", row.entry));
        }
    }
}

/// Returns every game that a player was told of.
fn games(ledger: &Ledger) -> BTreeSet<Uuid> {
    let state = ledger.state();
    let commands = state.commands.values().map(|(game, _)| *game);
    let shown = state.shown.keys().map(|(game, _, _)| *game);
    let heads = state.heads.keys().map(|(game, _)| *game);
    let marks = state.marks.values().filter_map(|(game, _, _)| *game);
    commands.chain(shown).chain(heads).chain(marks).collect()
}

/// Checks that every acknowledged command is written once, at the entry that was told, and that a command that was not
/// saved is not written.
fn commands(ledger: &Ledger, written: &BTreeMap<Uuid, Vec<(Uuid, u32)>>) {
    let (acknowledged, given_up) = {
        let state = ledger.state();
        (state.commands.clone(), state.given_up.clone())
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

/// Checks that every line of chat is stored. That it is stored once is ensured by the key of the table.
async fn lines(ledger: &Ledger, store: &dyn Store) {
    let mut rooms: BTreeMap<String, Vec<Uuid>> = BTreeMap::new();
    for (line, room) in &ledger.state().lines {
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
fn compare(ledger: &Ledger, record: &GameRecord, rows: &[JournalRow], holdings: &[Holding]) {
    let game = record.id;
    let (audiences, views) = {
        let state = ledger.state();
        let audiences: BTreeSet<Option<Seat>> =
            state.shown.keys().filter(|key| key.0 == game).map(|key| key.1).collect();
        let views: BTreeSet<(u32, Option<Seat>)> =
            state.views.keys().filter(|key| key.0 == game).map(|key| (key.2, key.1)).collect();
        (audiences, views)
    };
    let played = match fold(record, rows, holdings, &audiences, &views) {
        Ok(played) => played,
        Err(why) => {
            ledger.wrong(Wrong::Broken, format!("game {game} does not fold: {}", why.code));
            return;
        }
    };
    let mut wrong = Vec::new();
    let state = ledger.state();
    for (&(_, seat, n), shown) in state.shown.iter().filter(|(key, _)| key.0 == game) {
        let Some(row) = rows.get(n as usize) else {
            wrong.push((Wrong::Lost, format!("entry {n} of {game} was shown to {seat:?} and is not stored")));
            continue;
        };
        let seal = row.seal.as_ref().map(|(digest, _)| digest);
        if shown.at != row.at
            || shown.seal.as_ref() != seal
            || played.notices.get(&(seat, n)) != Some(&shown.notices)
        {
            wrong.push((Wrong::Diverged, format!("entry {n} of {game} was shown to {seat:?} as another")));
        }
    }
    for (&(_, seat, n), views) in state.views.iter().filter(|(key, _)| key.0 == game) {
        if n as usize >= rows.len() {
            wrong.push((Wrong::Lost, format!("{seat:?} saw {game} after entry {n}, which is not stored")));
        } else if !played.views.get(&(seat, n)).is_some_and(|known| views.is_subset(known)) {
            wrong.push((Wrong::Diverged, format!("{seat:?} saw {game} after entry {n} as it never was")));
        }
    }
    drop(state);
    for (what, example) in wrong {
        ledger.wrong(what, example);
    }
}

/// The result of a journal that was played again, for each audience and entry.
#[derive(Default)]
struct Played {
    /// The digest of the notices.
    notices: BTreeMap<(Option<Seat>, u32), [u8; 32]>,
    /// The digests of the views: more than one where another player took the seat after that entry.
    views: BTreeMap<(Option<Seat>, u32), BTreeSet<[u8; 32]>>,
}

/// What audiences hear, and see where they looked, when a journal is played again.
fn fold(
    record: &GameRecord,
    rows: &[JournalRow],
    holdings: &[Holding],
    audiences: &BTreeSet<Option<Seat>>,
    viewed: &BTreeSet<(u32, Option<Seat>)>,
) -> Result<Played, Refusal> {
    let mut game = AnyGame::new(systems::parse(&record.ruleset)?, record.version, record.setup.text())?;
    let mut played = Played::default();
    let mut holders = BTreeMap::new();
    for row in rows {
        let events: Vec<Json> =
            row.events.read().map_err(|why| Refusal::plain("journal", why.to_string(), why.to_string()))?;
        let mut heard: BTreeMap<Option<Seat>, Vec<String>> =
            audiences.iter().map(|seat| (*seat, Vec::new())).collect();
        for event in &events {
            game.apply(event.get(), &mut |moment| {
                for (seat, notices) in &mut heard {
                    notices.extend(moment.notice(audience(*seat)).map(|json| as_read(&json)));
                }
            })?;
        }
        for (seat, notices) in heard {
            played.notices.insert((seat, row.entry), digest(notices.iter().map(String::as_str)));
        }
        // Of several players who sat down at the same entry the last one is kept, so that one who came back may have
        // been a new one.
        let sat_down = holdings.iter().filter(|holding| holding.entry == row.entry);
        let mut anew = game.clone();
        for holding in std::iter::once(None).chain(sat_down.map(Some)) {
            if let Some(holding) = holding {
                let another = holders.insert(holding.seat, holding.guest) != Some(holding.guest);
                // A player who sits down before the first entry finds nothing of a former holder there.
                if row.entry > 0 {
                    anew.new_holder(holding.seat);
                    if another {
                        game.new_holder(holding.seat);
                    }
                }
            }
            for (_, seat) in viewed.range((row.entry, None)..(row.entry + 1, None)) {
                let known = played.views.entry((*seat, row.entry)).or_default();
                for game in [&game, &anew] {
                    let view = as_read(&game.view(audience(*seat)));
                    known.insert(digest(std::iter::once(view.as_str())));
                }
            }
        }
    }
    Ok(played)
}

fn audience(seat: Option<Seat>) -> Audience {
    seat.map_or(Audience::Spectator, Audience::Seat)
}

/// As a client reads and keeps it.
fn as_read(json: &Json) -> String {
    let value: serde_json::Value = serde_json::from_str(json.get()).unwrap_or_default();
    value.to_string()
}
