//! What remains of a game that is over: its replay, with everything shown, and its export, with everything needed to check it.

use std::io::{Read as _, Write as _};

use bagarre_protocol::fair::{Blind, Link};
use bagarre_protocol::game::{Entry, Export, ExportEntry, REPLAY, Replay, Seal};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Refusal};
use bagarre_rules::contract::{Audience, Outcome};
use bagarre_rules::systems;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::chain::maker_and_head;
use super::lapse::{self, is_lapse};
use super::refuse;
use super::step::new_scores;
use crate::error::AppError;
use crate::store::{Draw, GameRecord, JournalRow, Nameplate, Store, Write};
use crate::world::World;

/// Much quicker than the usual level, and not much larger.
const LEVEL: Compression = Compression::new(3);

/// A game that is over, from the store. One that still runs is `Missing`: nothing of it is public.
async fn finished(store: &dyn Store, game: Uuid) -> Result<(GameRecord, Outcome), AppError> {
    let record = store.game(game).await?.ok_or(AppError::Missing)?;
    let outcome = record.outcome.clone().filter(|_| record.ended.is_some()).ok_or(AppError::Missing)?;
    Ok((record, outcome))
}

/// The record of a game that is over.
pub(crate) async fn finished_record(store: &dyn Store, game: Uuid) -> Result<GameRecord, AppError> {
    finished(store, game).await.map(|(record, _)| record)
}

/// The export of a finished game, not yet signed. The same game gives the same export.
pub async fn export(store: &dyn Store, game: Uuid) -> Result<Export, AppError> {
    let (record, outcome) = finished(store, game).await?;
    let rows = store.journal(game).await?;
    let seed = record.seed().ok_or(AppError::Unreadable(game))?;
    let entry = |row: JournalRow| {
        Ok(ExportEntry {
            n: row.entry,
            at: row.at,
            by: row.actor,
            command: row.command,
            events: events(&row.events)
                .map_err(|_| AppError::Unreadable(game))?
                .into_iter()
                .map(Payload::part)
                .collect(),
            seal: row.seal.map(|(digest, salt)| Seal { digest, salt: hex::encode(salt) }),
            blind: row.blind,
            link: row.link.map(|link| Link {
                author: link.author,
                rolls: link.rolls,
                drawn: row.drawn,
                salt: hex::encode(link.salt),
                head: hex::encode(link.head),
            }),
        })
    };
    let nameplates = match &record.draw {
        Draw::Drawn(_) => Some(record.nameplates.into_iter().map(Nameplate::shown).collect()),
        Draw::Before | Draw::Asked => None,
    };
    let (secret, draw) = match record.draw {
        Draw::Drawn(draw) => (Some(hex::encode(record.secret)), Some(draw)),
        Draw::Before | Draw::Asked => (None, None),
    };
    Ok(Export {
        format: "bagarre-game".to_owned(),
        game,
        ruleset: record.ruleset,
        version: record.version,
        scenario: Some(record.scenario),
        players: record.players,
        nameplates,
        setup: record.setup,
        started: Some(record.started),
        seed: hex::encode(seed),
        secret,
        commitment: record.commitment,
        draw,
        blind: record.blind,
        entries: rows.into_iter().map(entry).collect::<Result<_, AppError>>()?,
        outcome,
        key: None,
        signature: None,
    })
}

/// The replay of a finished game: JSON of a [`Replay`], as it was stored when the game ended. This build need not have its rules.
/// One that ended before replays were stored is told by its rules, and refused (`game.rules`) where they are missing.
pub async fn replay(store: &dyn Store, world: &World, game: Uuid) -> Result<String, AppError> {
    let (record, outcome) = finished(store, game).await?;
    let unreadable = |why: String| {
        tracing::error!(%game, why, "a finished game cannot be shown");
        AppError::Unreadable(game)
    };
    let told = match store.replay(game).await? {
        Some(packed) => world.aside(move || unpack(&packed).map_err(|why| why.to_string())).await,
        None if systems::pinned(&record.ruleset, record.version).is_none() => {
            return Err(not_kept(&record).into());
        }
        None => {
            let rows = store.journal(game).await?;
            world.aside(move || text(record, outcome, &rows)).await
        }
    };
    told.map_err(|why| unreadable(why.to_string()))?.map_err(unreadable)
}

/// Keeps the replay of a finished game. Slow: folds the whole game.
pub(super) fn keep(record: GameRecord, outcome: Outcome, rows: &[JournalRow]) -> Result<Write, String> {
    let (game, players) = (record.id, record.players.clone());
    let replay = pack(&text(record, outcome, rows)?).map_err(|why| why.to_string())?;
    Ok(Write::Replay { game, players, format: REPLAY, replay })
}

/// No replay was stored, and there are no rules to tell it.
fn not_kept(record: &GameRecord) -> Refusal {
    let GameRecord { ruleset, version, .. } = record;
    refuse::replay_not_kept(&version.to_string(), ruleset)
}

fn pack(text: &str) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), LEVEL);
    packed.write_all(text.as_bytes())?;
    packed.finish()
}

fn unpack(packed: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text)?;
    Ok(text)
}

/// The events of a row, each as it was written.
fn events(list: &Payload) -> Result<Vec<&RawValue>, serde_json::Error> {
    list.read()
}

fn text(record: GameRecord, outcome: Outcome, rows: &[JournalRow]) -> Result<String, String> {
    let replay = fold(record, outcome, rows).map_err(|why| why.to_string())?;
    serde_json::to_string(&replay).map_err(|why| why.to_string())
}

fn fold(record: GameRecord, outcome: Outcome, rows: &[JournalRow]) -> Result<Replay, Refusal> {
    let mut game = AnyGame::new(systems::parse(&record.ruleset)?, record.version, record.setup.text())?;
    let view = game.view(Audience::Omniscient).into();
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        let events =
            events(&row.events).map_err(|why| Refusal::plain("journal", why.to_string(), why.to_string()))?;
        let lapsed = is_lapse(row).then(|| lapse::question(&game)).flatten();
        let (before, mut notices) = (game.scoreboard(), Vec::new());
        for event in &events {
            game.apply(event.get(), &mut |moment| {
                notices.extend(moment.notice(Audience::Omniscient).map(Payload::from));
            })?;
        }
        let (author, head) = maker_and_head(row);
        entries.push(Entry {
            n: row.entry,
            at: row.at,
            turn: game.turn(),
            notices,
            scores: new_scores(before.as_ref().filter(|_| row.entry > 0), &game),
            seal: row.seal.as_ref().map(|(digest, _)| digest.clone()),
            author,
            head,
            blind: row.blind.as_ref().map(Blind::told),
            lapsed,
        });
    }
    Ok(Replay {
        format: REPLAY,
        game: record.id,
        ruleset: record.ruleset,
        version: record.version,
        scenario: record.scenario,
        players: record.players,
        view,
        entries,
        outcome,
    })
}
