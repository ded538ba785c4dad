//! Who has held which seat of a game, and since when.

use std::collections::BTreeMap;

use sqlx::{Row as _, query};
use uuid::Uuid;

use super::pools::Sql;
use super::statement::{Query, Rows};
use super::value::{Conn, Row, id, number};
use crate::store::error::StoreError;
use crate::store::records::Holding;
use bagarre_rules::contract::Seat;

static HOLDINGS: Rows = Rows::new(
    "INSERT INTO holdings (game_id, seat, entry, guest_id) VALUES ",
    "(?, ?, ?, ?)",
    " ON CONFLICT (game_id, seat, entry) DO UPDATE SET guest_id = excluded.guest_id",
);

/// Who sat down, by game, seat and entry.
pub(super) type Seated = BTreeMap<(Uuid, Seat, u32), Uuid>;

/// Some people sat down.
pub(super) async fn write(conn: &mut Conn, seated: Seated) -> Result<(), sqlx::Error> {
    let one = |statement: Query, ((game, seat, entry), guest): ((Uuid, Seat, u32), Uuid)| {
        let statement = statement.bind(game.to_string()).bind(i64::from(seat.0));
        statement.bind(i64::from(entry)).bind(guest.to_string())
    };
    HOLDINGS.run(conn, seated.into_iter().collect(), one).await?;
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
        let holding = |row: &Row| {
            Ok(Holding {
                seat: Seat(number(T, row.try_get("seat")?)?),
                entry: number(T, row.try_get("entry")?)?,
                guest: id(T, row.try_get("guest_id")?)?,
            })
        };
        rows.iter().map(holding).collect()
    }
}
