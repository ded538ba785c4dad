//! The queries of the names in the records of games.

use sqlx::{Row as _, query};
use uuid::Uuid;

use super::super::dialect::Db;
use super::statement::{Query, Rows};
use super::value::{Conn, Row, bad, bytes, from_text, id, number, text};
use crate::store::error::StoreError;
use crate::store::records::Nameplate;
use crate::store::replays::without_name;

const OF: &str = "SELECT n, guest_id, digest, name, salt FROM game_names WHERE game_id = $1 AND digest IS NOT NULL ORDER BY n";

static NAMES: Rows = Rows::new(
    "INSERT INTO game_names (game_id, n, guest_id, digest, name, salt) VALUES ",
    "(?, ?, ?, ?, ?, ?)",
    "",
);

/// Writes names of games, each with its number in the game.
pub(super) async fn write(conn: &mut Conn, names: Vec<(Uuid, usize, &Nameplate)>) -> Result<(), sqlx::Error> {
    NAMES.run(conn, names, name).await?;
    Ok(())
}

fn name(statement: Query, (game, n, plate): (Uuid, usize, &Nameplate)) -> Query {
    let (name, salt) = plate.name.as_ref().map(|(name, salt)| (name.clone(), salt.to_vec())).unzip();
    let statement = statement.bind(game.to_string()).bind(n as i64);
    let statement = statement.bind(plate.guest.map(|guest| guest.to_string())).bind(plate.digest.clone());
    statement.bind(name).bind(salt)
}

fn nameplate(row: &Row) -> Result<Nameplate, StoreError> {
    const T: &str = "game_names";
    let (guest, name): (Option<String>, Option<String>) = (row.try_get("guest_id")?, row.try_get("name")?);
    let salt = row.try_get::<Option<Vec<u8>>, _>("salt")?.map(|salt| bytes(T, &salt)).transpose()?;
    Ok(Nameplate {
        guest: guest.map(|guest| id(T, &guest)).transpose()?,
        digest: row.try_get("digest")?,
        name: name.zip(salt),
    })
}

/// The names of a game; nothing for one of before there was a chain.
pub(super) async fn of<'c>(
    from: impl sqlx::Executor<'c, Database = Db>,
    game: Uuid,
) -> Result<Vec<Nameplate>, StoreError> {
    let rows = query(OF).bind(game.to_string()).fetch_all(from).await?;
    rows.iter().map(nameplate).collect()
}

/// Replaces the number of a former holder by one of no person, which still differs from that of the next holder.
async fn forget_holdings(conn: &mut Conn, guest: &str) -> Result<(), sqlx::Error> {
    let nobody = Uuid::nil().to_string();
    query(
        "INSERT INTO guests (id, name, created, gone) SELECT $1, '', 0, 0 \
         WHERE EXISTS (SELECT 1 FROM holdings WHERE guest_id = $2) ON CONFLICT (id) DO NOTHING",
    )
    .bind(&nobody)
    .bind(guest)
    .execute(&mut *conn)
    .await?;
    query("UPDATE holdings SET guest_id = $1 WHERE guest_id = $2")
        .bind(&nobody)
        .bind(guest)
        .execute(conn)
        .await?;
    Ok(())
}

/// Takes some of a person's names out of the records of games; how many.
pub(super) async fn withhold(conn: &mut Conn, guest: &str, limit: u32) -> Result<u64, StoreError> {
    forget_holdings(conn, guest).await?;
    let rows = query("SELECT game_id, n FROM game_names WHERE guest_id = $1 LIMIT $2")
        .bind(guest)
        .bind(i64::from(limit))
        .fetch_all(&mut *conn)
        .await?;
    for row in &rows {
        let (game, n): (String, i64) = (row.try_get("game_id")?, row.try_get("n")?);
        unname_seat(conn, &game, number("game_names", n)?).await?;
        query(
            "UPDATE game_names SET guest_id = NULL, name = NULL, salt = NULL WHERE game_id = $1 AND n = $2",
        )
        .bind(game)
        .bind(n)
        .execute(&mut *conn)
        .await?;
    }
    Ok(rows.len() as u64)
}

/// Takes one seat's name out of what is shown of a game. Nothing when there is no such seat: who sat down later is not shown.
async fn unname_seat(conn: &mut Conn, game: &str, seat: usize) -> Result<(), StoreError> {
    let row = query("SELECT players FROM games WHERE id = $1").bind(game).fetch_optional(&mut *conn).await?;
    let Some(row) = row else { return Ok(()) };
    let mut players: Vec<String> = from_text("games", row.try_get("players")?)?;
    let Some(name) = players.get_mut(seat) else { return Ok(()) };
    name.clear();
    query("UPDATE games SET players = $2 WHERE id = $1")
        .bind(game)
        .bind(text(&players)?)
        .execute(&mut *conn)
        .await?;
    let stored = query("SELECT replay FROM replays WHERE game_id = $1").bind(game).fetch_optional(&mut *conn);
    if let Some(row) = stored.await? {
        let bare = without_name(row.try_get("replay")?, seat).map_err(|why| bad("replays", why))?;
        query("UPDATE replays SET replay = $2 WHERE game_id = $1")
            .bind(game)
            .bind(bare)
            .execute(conn)
            .await?;
    }
    Ok(())
}
