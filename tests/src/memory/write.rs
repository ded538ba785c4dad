//! What one write of a job does.

use bagarre_protocol::campaign::{CampaignGamePhase, CampaignPhase};
use bagarre_protocol::room::Holder;
use bagarre_server::store::campaigns::{CampaignGameEnd, Muster};
use bagarre_server::store::devices::DeviceRecord;
use bagarre_server::store::{
    DeadlineRow, Draw, GameRecord, Guest, Hash, JournalRow, Nameplate, RoomRecord, Write, WriteError,
};
use uuid::Uuid;

use super::tables::{CampaignGameRow, Transaction, refers};

pub(super) fn write(to: &mut Transaction<'_>, write: &Write) -> Result<(), WriteError> {
    match write {
        Write::Guest { guest, token, label } => write_guest(to, guest, token, label),
        Write::Room(room) => write_room(to, room),
        Write::Member { room, member } => {
            refers(to.tables.rooms.contains_key(room), "rooms")?;
            refers(to.tables.guests.contains_key(&member.guest), "guests")?;
            to.set(|tables| &mut tables.members, (room.clone(), member.guest), Some(member.kicked));
            Ok(())
        }
        Write::Game(game) => write_game(to, game),
        Write::Drawn { game, draw } => {
            to.update(|tables| &mut tables.games, game, |game| game.draw = Draw::Drawn(draw.clone()));
            Ok(())
        }
        Write::Nameplate { game, n, plate } => write_nameplate(to, *game, *n, plate),
        Write::Entry(row) => write_entry(to, row),
        Write::ClaimEpoch { room, from, epoch, .. } => claim_epoch(to, room, *from, *epoch),
        Write::Epoch { room, epoch } => in_epoch(to, room, *epoch),
        Write::Upto { game, entry } if to.tables.journal.contains_key(&(*game, entry + 1)) => {
            Err(WriteError::Conflict)
        }
        // These tables are never opened by a program that waits for a replay.
        Write::Upto { .. } | Write::NoReplay { .. } => Ok(()),
        Write::Over { game, at, outcome } => {
            drop_drafts(to, *game);
            drop_deadlines(to, *game);
            let over = |record: &mut GameRecord| {
                (record.ended, record.outcome) = (Some(*at), Some(outcome.clone()));
            };
            to.update(|tables| &mut tables.games, game, over);
            Ok(())
        }
        Write::Replay { game, players, replay, .. } => {
            if to.tables.games.get(game).is_none_or(|game| game.players != *players) {
                return Err(WriteError::Stale);
            }
            if !to.tables.replays.contains_key(game) {
                to.set(|tables| &mut tables.replays, *game, Some(replay.clone()));
            }
            Ok(())
        }
        Write::Quarantine { game, at, why } => {
            drop_deadlines(to, *game);
            end(to, *game, None, CampaignGamePhase::Void, *at);
            to.update(|tables| &mut tables.games, game, |record| record.quarantined = Some(why.clone()));
            Ok(())
        }
        Write::Draft { game, seat, draft, .. } => {
            refers(draft.is_none() || to.tables.games.contains_key(game), "games")?;
            to.set(|tables| &mut tables.drafts, (*game, *seat), draft.clone());
            Ok(())
        }
        Write::Holding { game, holding } => {
            refers(to.tables.games.contains_key(game), "games")?;
            refers(to.tables.guests.contains_key(&holding.guest), "guests")?;
            to.set(|tables| &mut tables.holdings, (*game, holding.entry, holding.seat), Some(holding.guest));
            Ok(())
        }
        Write::DropDrafts { game } => {
            drop_drafts(to, *game);
            Ok(())
        }
        Write::Deadlines { game, rows } => write_deadlines(to, *game, rows),
        Write::Chat { room, line } => {
            refers(to.tables.rooms.contains_key(room), "rooms")?;
            to.insert(|tables| &mut tables.chat, (room.clone(), line.id), line.clone())
        }
        Write::Muster(muster) => begin(to, muster),
        Write::CampaignGameEnd(over) => end_in_campaign(to, over),
    }
}

fn write_guest(to: &mut Transaction<'_>, guest: &Guest, token: &Hash, label: &str) -> Result<(), WriteError> {
    let made = guest.created;
    let device = DeviceRecord { token: *token, made, used: made, label: label.to_owned() };
    to.insert(|tables| &mut tables.guests, guest.id, guest.clone())?;
    to.insert(|tables| &mut tables.tokens, *token, (guest.id, device))
}

/// Refuses where a room is in another epoch, or where the lease of the server that holds it has lapsed.
fn in_epoch(to: &Transaction<'_>, room: &str, epoch: i64) -> Result<(), WriteError> {
    let open = to.tables.rooms.get(room).is_some_and(|room| room.epoch == epoch);
    let lives = |node| to.tables.nodes.get(node).is_some_and(|row| row.record.until >= to.tables.now);
    if open && to.tables.holders.get(room).is_none_or(lives) { Ok(()) } else { Err(WriteError::Fenced) }
}

fn claim_epoch(to: &mut Transaction<'_>, room: &String, from: i64, epoch: i64) -> Result<(), WriteError> {
    if to.tables.rooms.get(room).is_none_or(|room| room.epoch != from) {
        return Err(WriteError::Fenced);
    }
    to.update(|tables| &mut tables.rooms, room, |room| room.epoch = epoch);
    Ok(())
}

fn write_room(to: &mut Transaction<'_>, room: &RoomRecord) -> Result<(), WriteError> {
    refers(to.tables.guests.contains_key(&room.host), "guests")?;
    let campaign = room.campaign.as_ref();
    refers(campaign.is_none_or(|campaign| to.tables.campaigns.contains_key(campaign)), "campaigns")?;
    for seat in &room.seats {
        if let Holder::Guest { id, .. } = &seat.holder {
            refers(to.tables.guests.contains_key(id), "guests")?;
        }
    }
    let mut room = room.clone();
    if let Some(before) = to.tables.rooms.get(&room.id) {
        if before.epoch != room.epoch {
            return Err(WriteError::Fenced);
        }
        (room.created, room.campaign) = (before.created, before.campaign.clone());
    }
    to.set(|tables| &mut tables.rooms, room.id.clone(), Some(room));
    Ok(())
}

fn write_game(to: &mut Transaction<'_>, game: &GameRecord) -> Result<(), WriteError> {
    refers(to.tables.rooms.contains_key(&game.room), "rooms")?;
    let fresh = GameRecord { ended: None, outcome: None, quarantined: None, ..game.clone() };
    to.insert(|tables| &mut tables.games, game.id, fresh)
}

/// Appends an entry, where the one before it is stored.
fn write_entry(to: &mut Transaction<'_>, row: &JournalRow) -> Result<(), WriteError> {
    if row.entry > 0 && !to.tables.journal.contains_key(&(row.game, row.entry - 1)) {
        return Err(WriteError::Conflict);
    }
    refers(to.tables.games.contains_key(&row.game), "games")?;
    to.insert(|tables| &mut tables.journal, (row.game, row.entry), row.clone())
}

fn write_nameplate(
    to: &mut Transaction<'_>,
    game: Uuid,
    n: usize,
    plate: &Nameplate,
) -> Result<(), WriteError> {
    let record = to.tables.games.get(&game);
    refers(record.is_some(), "games")?;
    if record.is_some_and(|record| record.nameplates.len() > n) {
        return Err(WriteError::Conflict);
    }
    to.update(|tables| &mut tables.games, &game, |record| record.nameplates.push(plate.clone()));
    Ok(())
}

fn write_deadlines(to: &mut Transaction<'_>, game: Uuid, rows: &[DeadlineRow]) -> Result<(), WriteError> {
    drop_deadlines(to, game);
    refers(rows.is_empty() || to.tables.games.contains_key(&game), "games")?;
    rows.iter().try_for_each(|row| to.insert(|tables| &mut tables.deadlines, (game, row.seat), *row))
}

fn drop_drafts(to: &mut Transaction<'_>, game: Uuid) {
    to.delete(|tables| &mut tables.drafts, |key, _| key.0 == game);
}

fn drop_deadlines(to: &mut Transaction<'_>, game: Uuid) {
    to.delete(|tables| &mut tables.deadlines, |key, _| key.0 == game);
}

/// A game begins in a campaign.
fn begin(to: &mut Transaction<'_>, muster: &Muster) -> Result<(), WriteError> {
    let campaign = to.tables.campaigns.get(&muster.campaign);
    if campaign.is_none_or(|campaign| campaign.phase != CampaignPhase::Open) {
        return Err(WriteError::Stale);
    }
    refers(to.tables.games.contains_key(&muster.game), "games")?;
    let row = CampaignGameRow {
        campaign: muster.campaign.clone(),
        phase: CampaignGamePhase::Playing,
        started: muster.at,
        ended: None,
    };
    to.insert(|tables| &mut tables.campaign_games, muster.game, row)?;
    to.raise_version(&muster.campaign);
    for (seat, n, version) in &muster.seats {
        to.insert(|tables| &mut tables.campaign_seats, (muster.game, *seat), *n)?;
        let key = (muster.campaign.clone(), *n);
        let free = |band: &bagarre_server::store::campaigns::BandRecord| {
            band.version == *version && band.game.is_none() && !band.disbanded
        };
        if !to.tables.campaign_bands.get(&key).is_some_and(free) {
            return Err(WriteError::Stale);
        }
        to.update(|tables| &mut tables.campaign_bands, &key, |band| band.game = Some(muster.game));
    }
    Ok(())
}

/// A game that is played becomes another. `false`: it was not.
pub(super) fn end(
    to: &mut Transaction<'_>,
    game: Uuid,
    campaign: Option<&str>,
    phase: CampaignGamePhase,
    at: i64,
) -> bool {
    let played = |row: &CampaignGameRow| {
        row.phase == CampaignGamePhase::Playing && campaign.is_none_or(|campaign| row.campaign == campaign)
    };
    if !to.tables.campaign_games.get(&game).is_some_and(played) {
        return false;
    }
    let campaign = to.tables.campaign_games.get(&game).map(|row| row.campaign.clone());
    to.raise_version(&campaign.unwrap_or_default());
    to.update(
        |tables| &mut tables.campaign_games,
        &game,
        |row| {
            (row.phase, row.ended) = (phase, Some(at));
        },
    );
    let bound: Vec<(String, u32)> = to
        .tables
        .campaign_bands
        .iter()
        .filter(|(_, band)| band.game == Some(game))
        .map(|(key, _)| key.clone())
        .collect();
    for key in bound {
        to.update(|tables| &mut tables.campaign_bands, &key, |band| band.game = None);
    }
    true
}

/// A game ends in a campaign, unless it was declared void.
fn end_in_campaign(to: &mut Transaction<'_>, over: &CampaignGameEnd) -> Result<(), WriteError> {
    if !end(to, over.game, Some(&over.campaign), CampaignGamePhase::Counted, over.at) {
        return Ok(());
    }
    for back in &over.seats {
        to.insert(|tables| &mut tables.campaign_records, (over.game, back.seat), back.record.clone())?;
        let Some(n) = to.tables.campaign_seats.get(&(over.game, back.seat)).copied() else { continue };
        to.update(
            |tables| &mut tables.campaign_bands,
            &(over.campaign.clone(), n),
            |band| {
                band.band = back.band.clone();
                band.disbanded = back.disbanded;
                band.version += 1;
            },
        );
    }
    Ok(())
}
