//! The writing of a room: jobs, the epoch that each of them is fenced with, and the wait after one that could not be saved.

use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;

use crate::signal;
use crate::store::writer::{Pending, Writer};
use crate::store::{Job, RoomRecord, Write, WriteError};

/// How long bots and clocks wait before they try again what could not be saved.
const WRITE_RETRY_DELAY: Duration = Duration::from_secs(1);

/// The right of one task of a room to write for it, and whether it can at the moment.
pub(super) struct Pen {
    writer: Writer,
    /// The id of the room.
    room: String,
    /// The epoch in which the task writes ([`RoomRecord::epoch`]).
    epoch: i64,
    /// The epoch that was read, until the first write of the task has begun its own.
    claims: Option<i64>,
    /// The game whose journal is carried over from the old table with the first job; see [`crate::store::Store::has_old_journal`].
    carry_over: Option<Uuid>,
    /// The incarnation under which this server holds the room, where it is one of several.
    node: Option<Uuid>,
    /// Since when nothing can be written at all, in milliseconds since 1970.
    away: signal::Receiver<Option<i64>>,
    /// Until when bots and clocks wait after something could not be saved.
    retry_at: Option<Instant>,
}

impl Pen {
    /// Returns the pen of a room whose record was read; with `claims`, the first job begins the epoch of the record.
    pub(super) fn new(writer: Writer, record: &RoomRecord, node: Option<Uuid>, claims: Option<i64>) -> Self {
        let away = writer.away();
        let (room, epoch) = (record.id.clone(), record.epoch);
        Self { writer, room, epoch, claims, carry_over: None, node, away, retry_at: None }
    }

    /// Carries the journal of a game over from the old table with the first job.
    pub(super) fn carry_over(&mut self, game: Uuid) {
        self.carry_over = Some(game);
    }

    /// Returns the incarnation under which this server holds the room, where it is one of several.
    pub(super) fn node(&self) -> Option<Uuid> {
        self.node
    }

    /// Returns the epoch that is stored, as far as this task knows: that of the claim, where no job has begun another since.
    pub(super) fn stored_epoch(&self) -> i64 {
        self.claims.unwrap_or(self.epoch)
    }

    /// Returns what every job of the room begins with: the first job begins the epoch.
    pub(super) fn epoch(&self) -> Write {
        let (room, epoch) = (self.room.clone(), self.epoch);
        match self.claims {
            Some(from) => Write::ClaimEpoch { room, from, epoch, carry_over: self.carry_over },
            None => Write::Epoch { room, epoch },
        }
    }

    /// Returns a job as it is written: fenced with the epoch, and refused where it changes the room and more of its game is stored than the
    /// last entry that is known, which is given.
    pub(super) fn fence(&self, mut job: Job, last: Option<(Uuid, u32)>) -> Job {
        // A commit of unknown outcome may have landed since: what it has written is not overwritten. An entry sees that by
        // its number.
        let changes = |write: &Write| matches!(write, Write::Room(_));
        let plays = |write: &Write| matches!(write, Write::Entry(_));
        if let Some((game, entry)) = last.filter(|_| job.iter().any(changes) && !job.iter().any(plays)) {
            job.push(Write::Upto { game, entry });
        }
        if !matches!(job.first(), None | Some(Write::ClaimEpoch { .. } | Write::Epoch { .. })) {
            job.insert(0, self.epoch());
        }
        job
    }

    /// Writes a fenced job. The caller confirms one that is durable.
    pub(super) fn write(&self, job: Job) -> impl Future<Output = Result<(), WriteError>> + Send + use<> {
        let writer = self.writer.clone();
        async move { writer.write(job).await }
    }

    /// Queues a fenced job that can be replaced until the writer takes it. The caller confirms one that is durable.
    pub(super) fn offer(&self, job: Job) -> Pending {
        self.writer.offer(job)
    }

    /// Notes that a fenced job is durable: the epoch has begun.
    pub(super) fn confirm(&mut self) {
        self.claims = None;
    }

    /// Returns since when nothing can be written, in milliseconds since 1970.
    pub(super) fn away_since(&self) -> Option<i64> {
        self.away.get()
    }

    /// Returns since when nothing can be written, which counts as seen.
    pub(super) fn read_away(&mut self) -> Option<i64> {
        self.away.look()
    }

    /// Returns when it has changed since when nothing can be written.
    pub(super) async fn away_changed(&mut self) {
        self.away.changed().await;
    }

    /// Returns whether bots and clocks may act: something can be written, as far as is known.
    pub(super) fn may_write(&self) -> bool {
        self.away.get().is_none() && self.retry_at.is_none()
    }

    /// Makes bots and clocks wait, because something could not be saved.
    pub(super) fn delay_retry(&mut self) {
        self.retry_at = Some(Instant::now() + WRITE_RETRY_DELAY);
    }

    /// Returns until when bots and clocks wait.
    pub(super) fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }

    /// Ends the wait of bots and clocks if its time is over.
    pub(super) fn end_delay(&mut self, now: Instant) {
        self.retry_at = self.retry_at.filter(|at| *at > now);
    }
}
