//! Storing what is shown of games that are over, while this build has their rules: a task makes it after the end, one game after the other
//! and when no consultation waits, so that no end of a game waits for it. Who opens a replay earlier has it made on the spot
//! ([`super::archive::replay`]).

use std::sync::Arc;
use std::time::Duration;

use bagarre_rules::systems;
use tokio::sync::mpsc;
use tokio::time::sleep;
use uuid::Uuid;

use super::archive;
use super::shared::Shared;
use crate::store::replays::Untold;
use crate::store::{StoreError, Write, WriteError};

/// The name under which one of several servers claims to look for games without a replay, and how long a claim runs that is not renewed.
const TASK: &str = "replays";
const CLAIM_DURATION: Duration = Duration::from_mins(2);
/// How often one of several servers looks for them again.
const CATCH_UP_INTERVAL: Duration = Duration::from_mins(5);
/// Games looked for at once.
const REPLAY_BATCH: u32 = 16;
/// How long the machine is left to others after each game.
const REPLAY_PAUSE: Duration = Duration::from_millis(20);
/// How long the task waits when the store could not answer.
const RETRY_DELAY: Duration = Duration::from_secs(30);

/// Games that have just ended.
pub(super) type Ended = mpsc::UnboundedReceiver<Uuid>;

/// Stores replays until the server stops: first those of games that ended without one, then those of games that end. When the server
/// stops, those of games that have ended by then are stored before the task ends. One of several servers looks again now and then for what a server
/// has left that died.
pub(super) async fn store_replays(shared: Arc<Shared>, mut ended: Ended) {
    catch_up(&shared, &mut ended).await;
    loop {
        match next(&shared, &mut ended).await {
            Next::Ended(game) => store_one(&shared, game).await,
            Next::Look => catch_up(&shared, &mut ended).await,
            Next::Stop => return,
        }
    }
}

/// What the task does next.
enum Next {
    /// A game has ended.
    Ended(Uuid),
    /// Others may have ended at a server that died.
    Look,
    /// The server stops, and no game has ended.
    Stop,
}

async fn next(shared: &Shared, ended: &mut Ended) -> Next {
    tokio::select! {
        biased;
        game = ended.recv() => game.map_or(Next::Stop, Next::Ended),
        () = shared.stop.cancelled() => Next::Stop,
        () = sleep(CATCH_UP_INTERVAL), if shared.lease.is_several() => Next::Look,
    }
}

/// Stores the replay of a game that has ended. Tries again while the store does not answer, unless the server stops: then the replay stays
/// pending.
async fn store_one(shared: &Shared, game: Uuid) {
    while let Err(why) = make(shared, game).await {
        tracing::warn!(%game, why, "the replay of a finished game could not be stored; trying again");
        if !pause(shared, RETRY_DELAY).await {
            return;
        }
    }
    pause(shared, REPLAY_PAUSE).await;
}

/// Waits. Returns `false` where the server stops.
async fn pause(shared: &Shared, length: Duration) -> bool {
    shared.stop.run_until_cancelled(sleep(length)).await.is_some()
}

/// Stores the replays of games that ended without one, and those of games that end meanwhile first. Of several servers one at a time does this.
async fn catch_up(shared: &Shared, ended: &mut Ended) {
    let mut after = None;
    loop {
        let found = async {
            if shared.claim_task(TASK, CLAIM_DURATION).await? {
                shared.ask_store(shared.store.untold(after, REPLAY_BATCH)).await
            } else {
                Ok(Vec::new())
            }
        };
        match found.await {
            Ok(found) if found.is_empty() => return,
            Ok(found) => {
                for Untold { game, ruleset, version } in found {
                    while let Ok(game) = ended.try_recv() {
                        store_one(shared, game).await;
                    }
                    if shared.stop.is_cancelled() {
                        return;
                    }
                    if systems::pinned(&ruleset, version).is_some() {
                        store_one(shared, game).await;
                    }
                    after = Some(game);
                }
            }
            Err(why) => {
                tracing::warn!(%why, "finished games without a replay could not be read; trying again");
                if !pause(shared, RETRY_DELAY).await {
                    return;
                }
            }
        }
    }
}

/// Makes the replay of a game and stores it. One that is stored stays as it is.
async fn make(shared: &Shared, game: Uuid) -> Result<(), String> {
    loop {
        let Some(replay) = replay_of(shared, game).await? else { return Ok(()) };
        match shared.writer.write(vec![replay]).await {
            Ok(()) | Err(WriteError::Conflict) => return Ok(()),
            // A name was taken out of the game while its replay was made.
            Err(WriteError::Stale) => {}
            Err(why) => return Err(why.to_string()),
        }
    }
}

/// Returns what is written of a game: its replay, or that it cannot be made, which is logged. `None` where the game is gone.
async fn replay_of(shared: &Shared, game: Uuid) -> Result<Option<Write>, String> {
    let read = async { Ok((shared.store.game(game).await?, shared.store.journal(game).await?)) };
    let impossible = |why: &str| {
        tracing::error!(%game, why, "the replay of a finished game cannot be made");
        Write::NoReplay { game }
    };
    let (record, rows) = match shared.ask_store(read).await {
        Ok((Some(record), rows)) => (record, rows),
        Ok((None, _)) => return Ok(None),
        Err(why @ StoreError::Row { .. }) => return Ok(Some(impossible(&why.to_string()))),
        Err(why) => return Err(why.to_string()),
    };
    let Some(outcome) = record.outcome.clone() else { return Ok(None) };
    // No person: the task waits in a queue of its own.
    let turn = match shared.turns.take(Uuid::nil()) {
        Ok(turn) => turn,
        Err(waiting) => waiting.await.map_err(|why| why.to_string())?,
    };
    let made = turn.run(move || archive::keep(record, outcome, &rows)).await;
    let replay = made.map_err(|why| why.to_string()).flatten();
    Ok(Some(replay.unwrap_or_else(|why| impossible(&why))))
}
