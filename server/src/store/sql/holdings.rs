//! Who has held which seat of a game, and since when.

use sqlx::{Row as _, query};
use uuid::Uuid;

use super::{Conn, Sql, id, number};
use crate::store::{Holding, StoreError};
use bagarre_rules::contract::Seat;

/// Somebody sat down; of several at the same entry the last one counts.
pub(super) async fn write(conn: &mut Conn, game: Uuid, holding: &Holding) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO holdings (game_id, seat, entry, guest_id) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (game_id, seat, entry) DO UPDATE SET guest_id = excluded.guest_id",
    )
    .bind(game.to_string())
    .bind(i64::from(holding.seat.0))
    .bind(i64::from(holding.entry))
    .bind(holding.guest.to_string())
    .execute(conn)
    .await?;
    Ok(())
}

impl Sql {
    /// All holdings of a game, in the order of entries.
    pub(super) async fn read_holdings(&self, game: Uuid) -> Result<Vec<Holding>, StoreError> {
        const T: &str = "holdings";
        let rows =
            query("SELECT seat, entry, guest_id FROM holdings WHERE game_id = $1 ORDER BY entry, seat")
                .bind(game.to_string())
                .fetch_all(&self.pool)
                .await?;
        let holding = |row: &super::Row| {
            Ok(Holding {
                seat: Seat(number(T, row.try_get(0)?)?),
                entry: number(T, row.try_get(1)?)?,
                guest: id(T, row.try_get(2)?)?,
            })
        };
        rows.iter().map(holding).collect()
    }
}
