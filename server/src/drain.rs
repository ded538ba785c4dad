//! Draining one of several servers: it hands its rooms over to the others one after the other, and closes its sockets over a while, so that they do not all
//! reconnect at once. What is left at the deadline is closed as at any other end.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::app::App;
use crate::lease;
use crate::store::StoreError;

/// How long a server that is told to end may look for others that take its rooms.
const LOOK_TIMEOUT: Duration = Duration::from_secs(2);
/// How long `/readyz` has failed before the first socket is closed: proxies look at it now and then.
const PROXY_NOTICE_DURATION: Duration = Duration::from_secs(1);
/// How long the release of one room may take before the next room is released.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(1);
/// How long after each other sockets are closed, unless there are too many for the time that is left.
const SOCKET_INTERVAL: Duration = Duration::from_millis(5);
/// How long the last sockets may take to end, once they are closed.
const SOCKET_END_TIMEOUT: Duration = Duration::from_secs(1);
/// How often the drain checks for rooms that have woken meanwhile, and for sockets that are still open.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The drain of a server.
#[derive(Default)]
pub(crate) struct Drain {
    /// Ends the drain that goes on.
    cancel: Mutex<Option<CancellationToken>>,
}

impl Drain {
    /// Begins a drain. Returns what cancels it; `None` where one goes on.
    fn begin(&self) -> Option<CancellationToken> {
        let mut cancel = self.cancel.lock().unwrap_or_else(PoisonError::into_inner);
        if cancel.is_some() {
            return None;
        }
        Some(cancel.insert(CancellationToken::new()).clone())
    }

    fn cancel(&self) -> bool {
        let cancel = self.cancel.lock().unwrap_or_else(PoisonError::into_inner).take();
        cancel.is_some_and(|cancel| {
            cancel.cancel();
            true
        })
    }
}

impl App {
    /// Begins to hand the rooms of this server over to others, after which the server ends. Returns `false` where no other server can take them: then
    /// nothing is done.
    pub async fn hand_over(&self) -> Result<bool, StoreError> {
        if self.others().await?.is_empty() {
            return Ok(false);
        }
        if let Some(cancelled) = self.drain().begin() {
            tracing::info!("handing rooms over to other servers");
            self.rooms().house().set_takes_rooms(false);
            tokio::spawn(drain(self.clone(), cancelled));
        }
        Ok(true)
    }

    /// Takes rooms again. Those that were handed over stay where they are.
    pub(crate) async fn cancel_hand_over(&self) {
        if self.drain().cancel() {
            self.rooms().house().set_takes_rooms(true);
            self.note_draining(false).await;
        }
    }

    /// Ends the server: at once, or once its rooms are handed over to other servers.
    pub async fn retire(&self) {
        let handed = timeout(LOOK_TIMEOUT, self.hand_over()).await;
        if !matches!(handed, Ok(Ok(true))) {
            self.stop().cancel();
        }
    }

    /// Returns the other servers that can take rooms: they live, and are reached over the bus.
    async fn others(&self) -> Result<Vec<Uuid>, StoreError> {
        let Some(own) = self.node().filter(|_| self.has_links()) else { return Ok(Vec::new()) };
        let living = lease::living(self.store()).await?;
        let takes = living.into_iter().filter(|node| !node.draining && node.id != own);
        Ok(takes.map(|node| node.id).collect())
    }

    /// Notes for the other servers whether this one hands its rooms over.
    async fn note_draining(&self, draining: bool) {
        let Some(node) = self.node() else { return };
        if let Err(why) = self.store().set_draining(node, draining).await {
            tracing::warn!(%why, "the other servers could not be told of the drain");
        }
    }
}

/// Hands everything over, and ends the server at the deadline at the latest.
async fn drain(app: App, cancelled: CancellationToken) {
    let deadline = Instant::now() + app.config().node.drain;
    let work = timeout_at(deadline, hand_all_over(&app, deadline));
    let Some(done) = cancelled.run_until_cancelled(work).await else {
        return tracing::info!("rooms are taken again");
    };
    if done.is_err() {
        tracing::warn!("not everything was handed over in time");
    }
    app.stop().cancel();
}

async fn hand_all_over(app: &App, deadline: Instant) {
    app.note_draining(true).await;
    // Proxies and other servers lead clients that reconnect after this to other servers.
    sleep(PROXY_NOTICE_DURATION).await;
    let (rooms, sockets) = (app.rooms(), u32::try_from(app.open_sockets()).unwrap_or(u32::MAX));
    // The last third of the time is for what takes longer.
    let longest = deadline.saturating_duration_since(Instant::now()) * 2 / 3;
    let window = (SOCKET_INTERVAL * sockets).min(longest);
    let sockets_end = Instant::now() + window + SOCKET_END_TIMEOUT;
    let (pause, mut span, mut turn) = (window / sockets.max(1), window, 0);
    loop {
        let awake = rooms.awake_rooms();
        let are_gone = app.open_sockets() == 0 || Instant::now() >= sockets_end;
        if awake.is_empty() && are_gone {
            return;
        }
        let others = app.others().await.unwrap_or_default();
        let interval = span / u32::try_from(awake.len()).unwrap_or(u32::MAX).max(1);
        for room in awake {
            let next = Instant::now() + interval;
            // The other servers take turns.
            let to = others.get(turn % others.len().max(1)).copied();
            turn += 1;
            if timeout(RELEASE_TIMEOUT, rooms.hand_over(&room, to, pause)).await.is_err() {
                tracing::debug!(room, "a room was not released in time");
            }
            sleep_until(next).await;
        }
        // Rooms that have woken meanwhile are not waited for again.
        span = Duration::ZERO;
        // Rooms whose claim or release had an unknown outcome.
        if let Some(node) = app.node()
            && let Err(why) = rooms.release_unused(node).await
        {
            tracing::debug!(%why, "rooms that are not awake could not be released");
        }
        sleep(CHECK_INTERVAL).await;
    }
}
