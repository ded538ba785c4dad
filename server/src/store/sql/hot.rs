//! What commands write, for a whole group of jobs at once: entries, clocks and drafts, in as few statements as possible.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::Seat;
use sqlx::query;
use uuid::Uuid;

use super::super::append;
use super::entries::{Appended, Clocks, EntryRow};
use super::fault::Fault;
use super::holdings::{self, Seated};
use super::names;
use super::statement::{Query, Rows};
use super::value::Conn;
use crate::store::error::WriteError;
use crate::store::records::{DeadlineRow, GameRecord, Nameplate};
use crate::store::write::{Job, Write};

static NO_DRAFTS: Rows = Rows::new("DELETE FROM drafts WHERE game_id IN (", "?", ")");
const GAME: &str = "SELECT 1 FROM games WHERE id = $1";
const NO_DRAFT: &str = "DELETE FROM drafts WHERE game_id = $1 AND seat = $2";
static DRAFTS: Rows = Rows::new(
    "INSERT INTO drafts (game_id, seat, draft, at) VALUES ",
    "(?, ?, ?, ?)",
    " ON CONFLICT (game_id, seat) DO UPDATE SET draft = excluded.draft, at = excluded.at",
);

/// What a group writes of these kinds. Of several writes to one place the last one counts.
#[derive(Default)]
pub(super) struct Hot<'a> {
    entries: Vec<Appended<'a>>,
    /// The epochs of the jobs; whether an entry sees to it.
    epochs: Vec<(&'a Write, bool)>,
    /// Whether the last of them is that of the job that is being taken.
    within: bool,
    clocks: BTreeMap<Uuid, &'a [DeadlineRow]>,
    /// Games all of whose drafts go, before others are written.
    cleared: BTreeSet<Uuid>,
    drafts: BTreeMap<(Uuid, Seat), Option<(&'a Payload, i64)>>,
    names: Vec<(Uuid, usize, &'a Nameplate)>,
    seated: Seated,
}

impl<'a> Hot<'a> {
    /// All that some jobs write, where that is nothing but entries and clocks.
    pub(super) fn of_all(jobs: &'a [Job]) -> Option<Self> {
        let mut hot = Self::default();
        let all = jobs.iter().all(|job| {
            hot.next_job();
            job.iter().all(|one| hot.take(one))
        });
        let drafts = !hot.drafts.is_empty() || !hot.cleared.is_empty();
        let people = !hot.names.is_empty() || !hot.seated.is_empty();
        let bare = !drafts && !people && hot.epochs().next().is_none();
        (all && bare).then_some(hot)
    }

    /// The epoch of the job that is being taken: an entry sees to it that it is open.
    fn see(&mut self) -> Option<(&'a str, i64)> {
        let (epoch, seen) = self.epochs.last_mut().filter(|_| self.within)?;
        let Write::Epoch { room, epoch } = epoch else { return None };
        *seen = true;
        Some((room, *epoch))
    }

    /// A game begins: its names.
    pub(super) fn begin(&mut self, game: &'a GameRecord) {
        self.names.extend(game.nameplates.iter().enumerate().map(|(n, plate)| (game.id, n, plate)));
    }

    /// A game is over: it has neither drafts nor clocks any more.
    pub(super) fn over(&mut self, game: Uuid) {
        self.drafts.retain(|(of, _), _| *of != game);
        self.cleared.insert(game);
        self.clocks.insert(game, &[]);
    }

    /// What is taken now is of another job.
    pub(super) fn next_job(&mut self) {
        self.within = false;
    }

    /// The epochs that nothing else sees to.
    pub(super) fn epochs(&self) -> impl Iterator<Item = (&'a str, i64)> {
        self.epochs.iter().filter(|(_, seen)| !seen).filter_map(|(one, _)| match one {
            Write::Epoch { room, epoch } => Some((room.as_str(), *epoch)),
            _ => None,
        })
    }

    /// Takes a write; `false` when it is of another kind.
    pub(super) fn take(&mut self, write: &'a Write) -> bool {
        match write {
            Write::Epoch { .. } => {
                self.epochs.push((write, false));
                self.within = true;
            }
            Write::Entry(row) => {
                let before = self.entries.last().map(|last| (last.row.game, last.row.entry + 1));
                let sure = before == Some((row.game, row.entry));
                let epoch = self.see();
                self.entries.push(Appended { row, sure, epoch });
            }
            Write::Deadlines { game, rows } => {
                self.clocks.insert(*game, rows);
            }
            Write::Nameplate { game, n, plate } => self.names.push((*game, *n, plate)),
            Write::Holding { game, holding } => {
                self.seated.insert((*game, holding.seat, holding.entry), holding.guest);
            }
            Write::DropDrafts { game } => {
                self.drafts.retain(|(of, _), _| of != game);
                self.cleared.insert(*game);
            }
            Write::Draft { game, seat, draft, at } => {
                self.drafts.insert((*game, *seat), draft.as_ref().map(|draft| (draft, *at)));
            }
            _ => return false,
        }
        true
    }

    /// Writes everything that was taken.
    pub(super) async fn write(self, conn: &mut Conn) -> Result<(), Fault> {
        names::write(conn, self.names).await?;
        holdings::write(conn, self.seated).await?;
        // No key of the journal refers to its game.
        for entry in self.entries.iter().filter(|entry| entry.row.entry == 0) {
            let game = query(GAME).bind(entry.row.game.to_string());
            if game.fetch_optional(&mut *conn).await?.is_none() {
                return Err(Fault::Own(WriteError::Failed("an entry of no game".to_owned())));
            }
        }
        let rows = self.entries.into_iter().map(EntryRow::new).collect::<Result<Vec<_>, _>>()?;
        if !append::append(conn, rows, Clocks::of(&self.clocks)?).await? {
            return Err(Fault::Own(WriteError::Conflict));
        }
        let game = |statement: Query, game: Uuid| statement.bind(game.to_string());
        NO_DRAFTS.run(conn, self.cleared.into_iter().collect(), game).await?;
        let mut drafts = Vec::new();
        for ((game, seat), draft) in self.drafts {
            if let Some((draft, at)) = draft {
                drafts.push((game, seat, draft, at));
            } else {
                let gone = query(NO_DRAFT).bind(game.to_string()).bind(i64::from(seat.0));
                gone.execute(&mut *conn).await?;
            }
        }
        let draft = |statement: Query, (game, seat, draft, at): (Uuid, Seat, &Payload, i64)| {
            let statement = statement.bind(game.to_string()).bind(i64::from(seat.0));
            statement.bind(draft.text().to_owned()).bind(at)
        };
        DRAFTS.run(conn, drafts, draft).await?;
        Ok(())
    }
}
