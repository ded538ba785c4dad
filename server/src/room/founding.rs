//! A game that begins: what is settled before its dice, and its first entry.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Clocks, Holder, Settings};
use bagarre_rules::any::{AnyGame, Json, Refusal, RulesetId};
use bagarre_rules::systems;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::chain::{Chain, broken, tie};
use super::question::{Made, OpenQuestion, put};
use super::seals::Spans;
use super::step::{list, stumble};
use super::trouble::Trouble;
use crate::clock::Time;
use crate::fair::Noted;
use crate::store::{Draw, GameRecord, JournalRow, Nameplate, SeatRecord};
use crate::world::World;

/// Whom the record of a game names as the holder of a seat.
pub(super) fn named(holder: &Holder) -> (Option<Uuid>, &str) {
    match holder {
        Holder::Guest { id, name } => (Some(*id), name),
        Holder::Bot { bot } => (None, bot),
        Holder::Open => (None, ""),
    }
}

/// What the chain of a game covers of a name.
pub(super) fn nameplate(world: &World, guest: Option<Uuid>, name: &str) -> Result<Nameplate, Trouble> {
    let salt = world.salt::<16>().map_err(|why| Trouble::Poisoned(why.to_string()))?;
    Ok(Nameplate::new(guest, name, salt))
}

/// A new game, whose dice are still to be mixed. The secret is made here, before any seat is asked.
pub(super) fn found(
    world: &World,
    (room, settings): (&str, &Settings),
    ruleset: RulesetId,
    seats: &[SeatRecord],
    setup: Json,
    time: Time,
) -> Result<GameRecord, Trouble> {
    AnyGame::new(ruleset, ruleset.version(), setup.get())?;
    let (mut players, mut nameplates) = (Vec::new(), Vec::new());
    for seat in seats {
        let (guest, name) = named(&seat.holder);
        nameplates.push(nameplate(world, guest, name)?);
        players.push(name.to_owned());
    }
    let what = format!("{} {} {}", ruleset.name(), settings.scenario, players.join(" "));
    let (id, secret) = world.new_game(&what).map_err(|why| Trouble::Poisoned(why.to_string()))?;
    Ok(GameRecord {
        id,
        room: room.to_owned(),
        ruleset: ruleset.name().to_owned(),
        version: ruleset.version(),
        scenario: settings.scenario.clone(),
        players,
        nameplates,
        setup: Payload::from(setup),
        secret,
        commitment: hex::encode(Sha256::digest(secret)),
        draw: Draw::Asked,
        blind: settings.blind,
        started: time.wall,
        ended: None,
        outcome: None,
        quarantined: None,
    })
}

/// The first entry of a game whose dice are mixed.
pub(super) fn open(
    world: &World,
    record: &GameRecord,
    clocks: Clocks,
    time: Time,
) -> Result<(JournalRow, OpenQuestion), Trouble> {
    let ruleset = systems::parse(&record.ruleset)?;
    let mut game = AnyGame::new(ruleset, record.version, record.setup.text())?;
    let mut dice = Noted::new(seed(record)?, 0);
    let mut events = Vec::new();
    game.advance(&mut dice, &mut |moment| events.push(moment.event())).map_err(stumble)?;
    let (drawn, rolls) = dice.done();
    let mut row = JournalRow {
        game: record.id,
        entry: 0,
        at: time.wall.max(record.started),
        actor: None,
        command_id: None,
        command: None,
        events: list(&events)?,
        drawn,
        seal: None,
        blind: None,
        link: None,
    };
    tie(world, Chain::of(record)?.last(), &mut row, game.outcome().as_ref(), None, rolls)?;
    let mut question = OpenQuestion::default();
    let made = Made {
        by: None,
        by_clock: false,
        entry: 0,
        at: row.at,
        now: time.table,
        grace: 0,
        spans: Spans::STORED,
    };
    question.turn(made, game.asking(), record.blind && game.asks_sealed(), put(&game, clocks));
    Ok((row, question))
}

pub(super) fn seed(record: &GameRecord) -> Result<[u8; 32], Refusal> {
    record.seed().ok_or_else(|| broken("its dice were not mixed"))
}
