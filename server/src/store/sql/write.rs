//! Writing what is rare, one statement for each.

use bagarre_protocol::socket::ChatLine;
use sqlx::query;
use uuid::Uuid;

use super::fault::Fault;
use super::value::{Conn, text};
use super::{campaigns, replays};
use crate::store::error::WriteError;
use crate::store::records::{Draw, GameRecord};
use crate::store::write::Write;

/// The text of a draw; nothing for a game of before there was one.
fn draw_text(draw: &Draw) -> Result<Option<String>, sqlx::Error> {
    match draw {
        Draw::Before => Ok(None),
        Draw::Asked => text(&None::<()>).map(Some),
        Draw::Drawn(given) => text(given).map(Some),
    }
}

async fn write_game(conn: &mut Conn, game: &GameRecord) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO games (id, room_id, ruleset, version, scenario, players, setup, seed, commitment, started, draw, \
         blind) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(game.id.to_string())
    .bind(&game.room)
    .bind(&game.ruleset)
    .bind(i64::from(game.version))
    .bind(&game.scenario)
    .bind(text(&game.players)?)
    .bind(game.setup.text())
    .bind(&game.secret[..])
    .bind(&game.commitment)
    .bind(game.started)
    .bind(draw_text(&game.draw)?)
    .bind(i64::from(game.blind))
    .execute(conn)
    .await?;
    Ok(())
}

/// Waits for the rows that a commit on its way holds: then what it has written is seen.
async fn upto(conn: &mut Conn, game: Uuid, entry: u32) -> Result<(), Fault> {
    let next = query("SELECT 1 FROM journal WHERE game_id = $1 AND entry = $2")
        .bind(&game.as_bytes()[..])
        .bind(i64::from(entry) + 1)
        .fetch_optional(conn)
        .await?;
    if next.is_none() { Ok(()) } else { Err(Fault::Own(WriteError::Conflict)) }
}

async fn write_chat(conn: &mut Conn, room: &str, line: &ChatLine) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO chat (room_id, id, at, channel, guest_id, name, seat, words) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(room)
    .bind(line.id.to_string())
    .bind(line.at)
    .bind(text(&line.channel)?)
    .bind(line.from.to_string())
    .bind(&line.name)
    .bind(line.seat.map(|seat| i64::from(seat.0)))
    .bind(&line.text)
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes one thing.
pub(super) async fn write(conn: &mut Conn, write: &Write) -> Result<(), Fault> {
    match write {
        Write::Game(game) => Ok(write_game(conn, game).await?),
        Write::Drawn { game, draw } => {
            query("UPDATE games SET draw = $2 WHERE id = $1")
                .bind(game.to_string())
                .bind(text(draw)?)
                .execute(conn)
                .await?;
            Ok(())
        }
        Write::Upto { game, entry } => upto(conn, *game, *entry).await,
        Write::Over { game, at, outcome } => {
            query("UPDATE games SET ended = $2, outcome = $3, replay_pending = 1 WHERE id = $1")
                .bind(game.to_string())
                .bind(at)
                .bind(text(outcome)?)
                .execute(conn)
                .await?;
            Ok(())
        }
        Write::Replay { game, players, format, replay } => {
            replays::write(conn, *game, players, (*format, replay)).await
        }
        Write::NoReplay { game } => Ok(replays::settled(conn, *game).await?),
        Write::Quarantine { game, at, why } => {
            let clocks = query("DELETE FROM clocks WHERE game_id = $1").bind(game.to_string());
            clocks.execute(&mut *conn).await?;
            campaigns::put_aside(conn, *game, *at).await?;
            query("UPDATE games SET quarantined = $2 WHERE id = $1")
                .bind(game.to_string())
                .bind(why)
                .execute(conn)
                .await?;
            Ok(())
        }
        // Taken by [`super::rooms`] or [`super::hot::Hot`].
        Write::ClaimEpoch { .. }
        | Write::Epoch { .. }
        | Write::Guest { .. }
        | Write::Room(_)
        | Write::Member { .. }
        | Write::Nameplate { .. }
        | Write::Holding { .. }
        | Write::Entry(_)
        | Write::Draft { .. }
        | Write::DropDrafts { .. }
        | Write::Deadlines { .. } => Ok(()),
        Write::Chat { room, line } => Ok(write_chat(conn, room, line).await?),
        Write::Muster(muster) => campaigns::muster(conn, muster).await,
        Write::CampaignGameEnd(over) => Ok(campaigns::game_ends(conn, over).await?),
    }
}
