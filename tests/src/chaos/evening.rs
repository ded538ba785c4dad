//! How an evening ends: all faults are over, everything is answered, and all clients leave.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::ledger::{Mark, Wrong};
use super::world::World;

/// How often the tables are looked at.
const LOOK: Duration = Duration::from_millis(100);

/// Waits, with all faults over, until every table goes on in time, or is stalled.
pub async fn calm(world: &World, patience: Duration) {
    let marks = || -> BTreeMap<String, Mark> { world.ledger.state().marks.clone() };
    let before = marks();
    let moved = async {
        loop {
            let now = marks();
            if before.iter().all(|(room, mark)| now.get(room) != Some(mark)) {
                return;
            }
            sleep(LOOK).await;
        }
    };
    if timeout(patience, moved).await.is_err() {
        let now = marks();
        for (room, mark) in before.iter().filter(|(room, mark)| now.get(*room) == Some(mark)) {
            world.ledger.state().stalled.push(room.clone());
            world.wrong(Wrong::Stalled, format!("room {room} stands at {mark:?} since {patience:?}"));
        }
    }
}

/// Waits until everything that was sent is answered in time; then all clients leave.
pub async fn all_answered(world: &World, clients: &mut JoinSet<usize>, patience: Duration) {
    let all_gone = async |clients: &mut JoinSet<usize>| {
        while let Some(left) = clients.join_next().await {
            match left {
                Ok(0) => {}
                Ok(left) => world.wrong(Wrong::Silent, format!("{left} messages were never answered")),
                Err(why) => world.wrong(Wrong::Broken, format!("a client fell: {why}")),
            }
        }
    };
    if timeout(patience, all_gone(clients)).await.is_err() {
        world.closed.cancel();
        all_gone(clients).await;
    }
}
