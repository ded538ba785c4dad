//! What remains of a game that is over: its replay, with everything shown, and its export, with everything needed to check it.

use bagarre_protocol::game::{Entry, Export, ExportEntry, Replay, Seal};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Json, Refusal, RulesetId};
use bagarre_rules::contract::{Audience, Outcome};
use uuid::Uuid;

pub use super::play::seal;
use crate::app::AppError;
use crate::store::{GameRecord, JournalRow, Store};

/// A game that is over, from the store. One that still runs is `Missing`: nothing of it is public.
async fn finished(store: &dyn Store, game: Uuid) -> Result<(GameRecord, Outcome, Vec<JournalRow>), AppError> {
    let record = store.game(game).await?.ok_or(AppError::Missing)?;
    let outcome = record.outcome.clone().filter(|_| record.ended.is_some()).ok_or(AppError::Missing)?;
    let rows = store.journal(game).await?;
    Ok((record, outcome, rows))
}

/// The export of a finished game.
pub async fn export(store: &dyn Store, game: Uuid) -> Result<Export, AppError> {
    let (record, outcome, rows) = finished(store, game).await?;
    let entry = |row: JournalRow| {
        Ok(ExportEntry {
            n: row.entry,
            at: row.at,
            by: row.actor,
            command: row.command,
            events: events(&row.events).map_err(|_| AppError::Unreadable(game))?,
            seal: row.seal.map(|(digest, salt)| Seal { digest, salt: hex::encode(salt) }),
        })
    };
    Ok(Export {
        format: "bagarre-game".to_owned(),
        game,
        ruleset: record.ruleset,
        version: record.version,
        players: record.players,
        setup: record.setup,
        seed: hex::encode(record.seed),
        commitment: record.commitment,
        entries: rows.into_iter().map(entry).collect::<Result<_, AppError>>()?,
        outcome,
    })
}

/// The replay of a finished game.
pub async fn replay(store: &dyn Store, game: Uuid) -> Result<Replay, AppError> {
    let (record, outcome, rows) = finished(store, game).await?;
    let folded = tokio::task::spawn_blocking(move || fold(record, outcome, &rows)).await;
    folded.map_err(|_| AppError::Unreadable(game))?.map_err(|why| {
        tracing::error!(%game, code = %why.code, "a finished game does not fold");
        AppError::Unreadable(game)
    })
}

fn events(list: &Payload) -> Result<Vec<Payload>, serde_json::Error> {
    let events: Vec<Json> = list.read()?;
    Ok(events.into_iter().map(Payload::from).collect())
}

fn fold(record: GameRecord, outcome: Outcome, rows: &[JournalRow]) -> Result<Replay, Refusal> {
    let mut game = AnyGame::new(RulesetId::parse(&record.ruleset)?, record.version, record.setup.text())?;
    let view = game.view(Audience::Omniscient).into();
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        let events =
            events(&row.events).map_err(|why| Refusal::plain("journal", why.to_string(), why.to_string()))?;
        let mut notices = Vec::new();
        for event in &events {
            game.apply(event.text(), &mut |moment| {
                notices.extend(moment.notice(Audience::Omniscient).map(Payload::from));
            })?;
        }
        entries.push(Entry {
            n: row.entry,
            at: row.at,
            turn: game.turn(),
            notices,
            seal: row.seal.as_ref().map(|(digest, _)| digest.clone()),
            asking: None,
            outcome: game.outcome(),
        });
    }
    Ok(Replay {
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
