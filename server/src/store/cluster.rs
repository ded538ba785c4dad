//! Several servers on the same data: each has a row with a lease of its own, and holds rooms one by one. The lease says which servers live; that
//! two servers never write to one room does not depend on it but on the epoch of the room, which a claim raises
//! ([`super::Write::Epoch`]). All moments are in the time of the database.

use std::time::Duration;

use async_trait::async_trait;
use uuid::Uuid;

use super::error::StoreError;
use super::nodes::{Node, NodeRecord};
use super::replays::Rules;
use crate::clock::in_millis;

/// The clock of the database, and all time that was ever lost, at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Milliseconds since 1970.
    pub now: i64,
    /// Time lost, in milliseconds: the time of the tables is `now - lost`.
    pub lost: i64,
}

/// What a server says of itself when it joins the others.
#[derive(Clone, Copy, Debug)]
pub struct Joining<'a> {
    /// The server. Each incarnation has an id of its own.
    pub node: &'a Node,
    /// 1 when its program starts, and one more each time that its lease has lapsed.
    pub incarnation: i64,
    /// See the column `lost` of `nodes`, in milliseconds.
    pub lost: i64,
    /// How long its lease runs.
    pub lease: Duration,
    /// The rules that it plays.
    pub known: &'a [Rules],
}

/// What came of a claim to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The room is held, in this epoch.
    Held(i64),
    /// Another server holds it, whose lease runs.
    Elsewhere,
    /// Its game follows rules that the server does not play; `true` where another one that lives does.
    OtherRules(bool),
    /// There is no such room.
    Missing,
}

/// The server that claims a room.
#[derive(Clone, Copy, Debug)]
pub struct Claimant<'a> {
    /// The server, whose lease runs.
    pub node: Uuid,
    /// How long leases run: that a server has died is known so long after its last sign of life.
    pub lease: Duration,
    /// The rules that it plays; `None` where the room is claimed to be deleted: then any rules do.
    pub known: Option<&'a [Rules]>,
}

/// Servers that work on the same data, and what they hold.
#[async_trait]
pub trait Cluster: Send + Sync {
    /// Adds a server. Time in which no server lived is added to the lost time once, whichever server comes first, and time in which none lived
    /// that plays the rules of a game is given to its clocks; where one lives nothing is given. Rows of servers that have lapsed and hold nothing
    /// go. Returns `None` where a server works on the data alone.
    async fn join(&self, joining: Joining<'_>) -> Result<Option<Beat>, StoreError>;
    /// Renews the lease of a server. Returns `None` where it has lapsed or is gone: a lease that has lapsed is never renewed.
    async fn beat_as(&self, node: Uuid, lease: Duration) -> Result<Option<Beat>, StoreError>;
    /// Returns all servers that have a row, whether their leases run or not, and the time of the database.
    async fn nodes(&self) -> Result<(Vec<NodeRecord>, i64), StoreError>;
    /// Claims a room that is free, held by the claimant, or held by a server whose lease has lapsed: a compare-and-set that begins the next epoch.
    /// In the same transaction the clocks of its game are given the time that they lost ([`lost_time`]).
    async fn claim_room(&self, room: &str, claimant: Claimant<'_>) -> Result<Claimed, StoreError>;
    /// Returns the server that holds a room and whose lease runs; where none does, one that lives, plays the rules of
    /// its game and does not drain, if there is any.
    async fn room_holder(&self, room: &str) -> Result<Option<Uuid>, StoreError>;
    /// Releases a room, if the server still holds it in this epoch.
    async fn release_room(&self, room: &str, node: Uuid, epoch: i64) -> Result<(), StoreError>;
    /// Returns the rooms that a server holds, each with its epoch.
    async fn held_rooms(&self, node: Uuid) -> Result<Vec<(String, i64)>, StoreError>;
    /// Claims rooms with a clock or a pause that is over, which no server holds or one whose lease has lapsed: those that are due first, so many at
    /// most. Rows that another server claims at the same moment are skipped.
    async fn claim_due(&self, claimant: Claimant<'_>, limit: u32) -> Result<Vec<String>, StoreError>;
    /// Gives time in which a server could not write to the clocks of the rooms that it holds, and notes it as `to` in its row, which holds
    /// `from`. Done once, however often it is called. Returns `false` where its lease has lapsed: a claim to its rooms gives the time.
    async fn credit_node(&self, node: Uuid, from: i64, to: i64) -> Result<bool, StoreError>;
    /// Notes whether a server hands its rooms over: others that look for a server to take a room leave it alone.
    async fn set_draining(&self, node: Uuid, draining: bool) -> Result<(), StoreError>;
    /// Claims work that one server at a time does for all, or goes on with it. Returns `false` where another server has it.
    async fn claim_task(&self, task: &str, node: Uuid, span: Duration) -> Result<bool, StoreError>;
}

/// Returns the time that the clocks of a room lost before it is claimed, in milliseconds. `now`: in the time of the tables. `due`: when its first
/// clock is over. `lapsed`: when the lease of the server that held the room ended, if one did.
///
/// For as long as the lease of a dead server ran no socket could come to the room. Afterwards any server takes the room, so its clocks run on until
/// the first one is over; what passes from then on until a claim is lost too.
pub fn lost_time(now: i64, due: Option<i64>, lapsed: Option<i64>, lease: Duration) -> i64 {
    let dead = lapsed.map_or(0, |_| in_millis(lease));
    let overdue = due.map_or(0, |due| {
        let from = (due + dead).max(lapsed.unwrap_or(i64::MIN));
        (now - from).max(0)
    });
    dead + overdue
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE_DURATION: Duration = Duration::from_millis(2500);

    #[test]
    fn a_room_that_no_server_held_loses_what_its_first_clock_is_overdue() {
        assert_eq!(lost_time(1000, None, None, LEASE_DURATION), 0);
        assert_eq!(lost_time(1000, Some(1500), None, LEASE_DURATION), 0, "its clocks run on while it sleeps");
        assert_eq!(lost_time(1000, Some(400), None, LEASE_DURATION), 600);
    }

    #[test]
    fn a_room_whose_server_died_loses_the_lease_and_what_is_overdue_after_it() {
        // The last sign of life was at 7500: no socket could come to the room until 10 000.
        assert_eq!(lost_time(20_000, None, Some(10_000), LEASE_DURATION), 2500);
        assert_eq!(
            lost_time(20_000, Some(30_000), Some(10_000), LEASE_DURATION),
            2500,
            "any server takes it since"
        );
        assert_eq!(
            lost_time(20_000, Some(15_000), Some(10_000), LEASE_DURATION),
            2500 + 2500,
            "due at 17 500"
        );
        assert_eq!(
            lost_time(20_000, Some(7_600), Some(10_000), LEASE_DURATION),
            2500 + 9900,
            "due at 10 100"
        );
        assert_eq!(
            lost_time(20_000, Some(5_000), Some(10_000), LEASE_DURATION),
            2500 + 10_000,
            "overdue when it lapsed"
        );
    }
}
