//! The clocks of a game as they are stored: one row, with the clocks of all seats in its body.

use bagarre_rules::contract::Seat;
use serde::{Deserialize, Serialize};

use super::error::StoreError;
use super::records::{Asked, DeadlineRow};

/// The clock of a seat in a body: seat, deadline, total, what is left while it is paused, entry and time of the question, reserve.
#[derive(Serialize, Deserialize)]
struct Packed(u8, i64, i64, Option<i64>, Option<(u32, i64)>, Option<i64>);

/// A row of the table `clocks`, without its game.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClockRow {
    /// When the first clock that runs and is waited for is over, in the time of the tables. Where no question is open (the dice are mixed),
    /// the first one that runs.
    pub(super) due: Option<i64>,
    /// When the oldest question was put whose answer is waited for while the clock runs, in milliseconds since 1970.
    pub(super) asked_at: Option<i64>,
    /// All clocks, as JSON.
    pub(super) body: String,
}

impl ClockRow {
    pub(super) fn pack(rows: &[DeadlineRow]) -> Result<Self, serde_json::Error> {
        let running = || rows.iter().filter(|row| row.paused_left.is_none());
        let first = |rows: &mut dyn Iterator<Item = &DeadlineRow>| rows.map(|row| row.deadline).min();
        let packed = rows.iter().map(|row| {
            let asked = row.asked.map(|asked| (asked.entry, asked.at));
            Packed(row.seat.0, row.deadline, row.total, row.paused_left, asked, row.bank)
        });
        Ok(Self {
            due: first(&mut running().filter(|row| row.asked.is_some())).or_else(|| first(&mut running())),
            asked_at: running().filter_map(|row| row.asked).map(|asked| asked.at).min(),
            body: serde_json::to_string(&packed.collect::<Vec<_>>())?,
        })
    }
}

/// Returns the clocks of a body, in the order of seats; `lost` milliseconds are added to those that run.
pub(super) fn unpack(body: &str, lost: i64) -> Result<Vec<DeadlineRow>, StoreError> {
    let packed: Vec<Packed> = serde_json::from_str(body)
        .map_err(|why| StoreError::Row { table: "clocks", why: why.to_string() })?;
    let row = |Packed(seat, deadline, total, paused_left, asked, bank)| DeadlineRow {
        seat: Seat(seat),
        deadline: if paused_left.is_none() { deadline + lost } else { deadline },
        total,
        paused_left,
        asked: asked.map(|(entry, at)| Asked { entry, at }),
        bank,
    };
    let mut rows: Vec<DeadlineRow> = packed.into_iter().map(row).collect();
    rows.sort_unstable_by_key(|row| row.seat);
    Ok(rows)
}
