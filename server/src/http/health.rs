//! Health and readiness, for monitoring.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use super::error::HttpError;
use crate::app::App;

/// How long an answer is good for.
const ANSWER_LIFETIME: Duration = Duration::from_secs(1);

/// One look at the database: when it began, and whether the database takes writes.
struct Probe {
    since: Instant,
    task: AbortHandle,
    answer: Shared<BoxFuture<'static, bool>>,
}

/// Whether the database takes writes. Finding out is a write, so at most one is made a second, however many ask: all who ask
/// meanwhile share its answer.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<Probe>>);

impl Readiness {
    /// Returns the answer of the probe that runs or that began less than a second ago; begins another otherwise.
    pub(crate) async fn ask<P>(&self, probe: impl FnOnce() -> P) -> bool
    where
        P: Future<Output = bool> + Send + 'static,
    {
        let answer = {
            // Nothing under this lock can be left half done.
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let fresh = |known: &&Probe| !known.task.is_finished() || known.since.elapsed() < ANSWER_LIFETIME;
            if let Some(known) = known.as_ref().filter(fresh) {
                known.answer.clone()
            } else {
                // A task of its own: it goes on when the one who asked first is gone.
                let running = tokio::spawn(probe());
                let task = running.abort_handle();
                let answer = async move { running.await.unwrap_or(false) }.boxed().shared();
                *known = Some(Probe { since: Instant::now(), task, answer: answer.clone() });
                answer
            }
        };
        answer.await
    }
}

/// The process runs.
pub(crate) async fn alive() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], "ok\n").into_response()
}

/// The server can do its work: the database takes writes, the bus between several servers can be reached, it has a lease where there is a bus, and it neither stops nor hands
/// its rooms over.
pub(crate) async fn ready(State(app): State<App>) -> Result<Response, HttpError> {
    if app.stop().is_cancelled() || !app.rooms().takes_people() {
        return Err(HttpError::Away);
    }
    let asked = app.clone();
    let takes_writes = app.readiness().ask(move || async move {
        if !asked.rooms().reach_others() {
            tracing::warn!("the bus between the servers cannot be reached");
            return false;
        }
        let patience = asked.config().limits.database;
        match timeout(patience, asked.store().ping(asked.world().now())).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the database takes no writes");
                false
            }
            Err(_) => {
                tracing::warn!("the database does not answer");
                false
            }
        }
    });
    if takes_writes.await { Ok(alive().await) } else { Err(HttpError::Away) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::time::{advance, sleep};

    use super::*;

    /// Counts probes, each of which takes a while.
    #[derive(Clone, Default)]
    struct Probes(Arc<AtomicU32>);

    impl Probes {
        async fn ask(&self, readiness: &Readiness, takes: Duration) -> bool {
            let count = self.0.clone();
            let probe = move || async move {
                sleep(takes).await;
                count.fetch_add(1, Ordering::Relaxed).is_multiple_of(2)
            };
            readiness.ask(probe).await
        }

        fn count(&self) -> u32 {
            self.0.load(Ordering::Relaxed)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn all_who_ask_within_a_second_share_one_probe() {
        let (readiness, probes) = (Readiness::default(), Probes::default());
        let asked: Vec<_> = (0..60).map(|_| probes.ask(&readiness, Duration::from_millis(300))).collect();
        assert!(futures_util::future::join_all(asked).await.into_iter().all(|ready| ready));
        assert_eq!(probes.count(), 1);
        advance(Duration::from_millis(600)).await;
        assert!(probes.ask(&readiness, Duration::ZERO).await);
        assert_eq!(probes.count(), 1, "900 ms old");
        advance(Duration::from_millis(101)).await;
        assert!(!probes.ask(&readiness, Duration::ZERO).await, "true again within a second");
        assert_eq!(probes.count(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_probe_that_takes_long_is_shared_and_outlives_who_asked() {
        let (readiness, probes) = (Readiness::default(), Probes::default());
        for _ in 0..30 {
            let asked = timeout(Duration::from_millis(100), probes.ask(&readiness, Duration::from_secs(4)));
            assert!(asked.await.is_err());
        }
        assert!(probes.ask(&readiness, Duration::from_secs(4)).await);
        assert_eq!(probes.count(), 1);
        let _ = timeout(Duration::from_millis(1), probes.ask(&readiness, Duration::from_millis(2))).await;
        advance(Duration::from_secs(9)).await;
        tokio::task::yield_now().await;
        assert!(probes.ask(&readiness, Duration::ZERO).await, "an old answer that nobody heard is no answer");
        assert_eq!(probes.count(), 3);
    }
}
