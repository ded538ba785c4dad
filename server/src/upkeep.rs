//! The task that clears away what is old and people who want to be forgotten, piece by piece.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::clock::in_millis;
use crate::config::Limits;
use crate::error::AppError;
use crate::room::Rooms;
use crate::store::{Store, StoreError};
use crate::world::World;

/// The name under which one of several servers claims a pass.
const TASK: &str = "upkeep";
/// How often it looks for what is old.
const UPKEEP_INTERVAL: Duration = Duration::from_hours(1);
/// How long it waits after something could not be done.
const RETRY_DELAY: Duration = Duration::from_secs(5);
/// How long one pass may take: a database that says nothing any more would end all of them. What a pass has done stays done.
const PASS_TIMEOUT: Duration = Duration::from_mins(30);
/// Rows in one piece: few enough that players do not notice.
const ROW_BATCH: u32 = 200;
/// How long it lets others go first after each piece.
const BATCH_PAUSE: Duration = Duration::from_millis(20);

/// What the task works on.
pub(crate) struct Upkeep {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Rooms,
    pub(crate) limits: Limits,
    pub(crate) world: World,
    pub(crate) wake: Arc<Notify>,
}

impl Upkeep {
    /// Works until the server stops.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let passes = async {
            loop {
                let pass = timeout(PASS_TIMEOUT, self.pass_of_one()).await;
                let silent = || Err(AppError::from(StoreError::Away("no answer to a pass".to_owned())));
                let wait = match pass.unwrap_or_else(|_| silent()) {
                    Ok(true) => UPKEEP_INTERVAL,
                    Ok(false) => RETRY_DELAY,
                    Err(why) => {
                        tracing::warn!(%why, "upkeep will be tried again");
                        RETRY_DELAY
                    }
                };
                tokio::select! {
                    biased;
                    () = self.wake.notified() => {}
                    () = sleep(wait) => {}
                }
            }
        };
        stop.run_until_cancelled(passes).await;
    }

    /// Does everything that there is to do now. Returns `false` where another of several servers is at it.
    async fn pass_of_one(&self) -> Result<bool, AppError> {
        if !self.rooms.claim_task(TASK, PASS_TIMEOUT).await? {
            return Ok(false);
        }
        let done = self.pass().await;
        // The claim ends; where that cannot be said it ends by itself.
        let _ = self.rooms.claim_task(TASK, Duration::ZERO).await;
        done.map(|()| true)
    }

    /// Everything that there is to do now.
    async fn pass(&self) -> Result<(), AppError> {
        let before = |age: Duration| self.world.now() - in_millis(age);
        if let Some(age) = self.limits.keep_guests {
            while self.store.go_unseen(before(age), self.world.now(), ROW_BATCH).await? > 0 {
                sleep(BATCH_PAUSE).await;
            }
        }
        self.let_go().await?;
        if let Some(age) = self.limits.keep_chat {
            loop {
                let dropped = self.store.drop_chat(before(age), ROW_BATCH).await?;
                count("chat", dropped);
                if dropped < u64::from(ROW_BATCH) {
                    break;
                }
                sleep(BATCH_PAUSE).await;
            }
        }
        if let Some(age) = self.limits.keep_rooms {
            self.drop_rooms(before(age)).await?;
        }
        while self.store.drop_ghosts(ROW_BATCH).await? > 0 {
            sleep(BATCH_PAUSE).await;
        }
        self.store.drop_assets(self.world.now()).await?;
        Ok(())
    }

    async fn drop_rooms(&self, before: i64) -> Result<(), AppError> {
        loop {
            let mut dropped = 0;
            // Rooms with people in them stay: they must not hide the others.
            let most = ROW_BATCH + u32::try_from(self.rooms.awake()).unwrap_or(u32::MAX / 2);
            for room in self.store.idle_rooms(before, most).await? {
                dropped += u64::from(self.rooms.drop_room(&room, ROW_BATCH, BATCH_PAUSE).await?);
            }
            count("rooms", dropped);
            if dropped == 0 {
                return Ok(());
            }
        }
    }

    /// The people who are to be forgotten.
    async fn let_go(&self) -> Result<(), AppError> {
        loop {
            let going = self.store.going(ROW_BATCH).await?;
            if going.is_empty() {
                return Ok(());
            }
            for guest in going {
                self.forget(guest).await?;
                count("guests", 1);
            }
        }
    }

    async fn forget(&self, guest: Uuid) -> Result<(), AppError> {
        loop {
            let rooms = self.store.rooms_about(guest, ROW_BATCH).await?;
            if rooms.is_empty() {
                break;
            }
            for room in rooms {
                self.rooms.leave(&room, guest).await?;
                sleep(BATCH_PAUSE).await;
            }
        }
        while self.store.unname(guest, ROW_BATCH).await? > 0 {
            sleep(BATCH_PAUSE).await;
        }
        for campaign in self.store.leave_all(guest).await? {
            self.rooms.campaign_changed(&campaign).await;
        }
        Ok(self.store.gone(guest).await?)
    }
}

/// Drops a room on request. Returns `false` when it is awake.
pub(crate) async fn drop_room(rooms: &Rooms, room: &str) -> Result<bool, AppError> {
    let dropped = rooms.drop_room(room, ROW_BATCH, BATCH_PAUSE).await?;
    count("rooms", u64::from(dropped));
    Ok(dropped)
}

fn count(what: &'static str, many: u64) {
    if many > 0 {
        metrics::counter!("bagarre_deleted_total", "what" => what).increment(many);
    }
}
