//! Waiting for what a test is not told of.

use std::time::Duration;

use tokio::time::{sleep, timeout};

/// How often it is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// How long it may take on a machine that does many other things.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Waits until something holds. Panics where it never does.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waits = async {
        while !holds().await {
            sleep(POLL_INTERVAL).await;
        }
    };
    timeout(TIMEOUT, waits).await.unwrap_or_else(|_| panic!("never: {what}"));
}
