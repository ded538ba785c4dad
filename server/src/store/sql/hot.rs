//! What commands write, for a whole group of jobs at once: entries, clocks and drafts, in as few statements as possible.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::Seat;
use sqlx::{AssertSqlSafe, query};
use uuid::Uuid;

use super::super::{append, parameter};
use super::commit::Fault;
use super::holdings::{self, Seated};
use super::names;
use super::{Conn, Db, text};
use crate::store::records::{DeadlineRow, GameRecord, JournalRow, Nameplate};
use crate::store::write::{Job, Write};

/// A statement that is being bound.
pub(in super::super) type Query = sqlx::query::Query<'static, Db, <Db as sqlx::Database>::Arguments>;

/// The most rows in one statement, and the step between sizes: few texts, so that the database keeps them prepared, and few
/// statements for any number of rows.
const MOST: usize = 128;
const STEP: usize = 16;

static NO_DRAFTS: Rows = Rows::new("DELETE FROM drafts WHERE game_id IN (", "?", ")");
const NO_DRAFT: &str = "DELETE FROM drafts WHERE game_id = $1 AND seat = $2";
static DRAFTS: Rows = Rows::new(
    "INSERT INTO drafts (game_id, seat, draft, at) VALUES ",
    "(?, ?, ?, ?)",
    " ON CONFLICT (game_id, seat) DO UPDATE SET draft = excluded.draft, at = excluded.at",
);

/// A statement for any number of rows.
pub(in super::super) struct Rows {
    head: &'static str,
    row: &'static str,
    tail: &'static str,
    texts: [OnceLock<Arc<str>>; STEP + MOST / STEP],
}

impl Rows {
    /// The statement is `head`, then `row` once for each row, with commas between, then `tail`. Each `?` is a parameter.
    pub(in super::super) const fn new(head: &'static str, row: &'static str, tail: &'static str) -> Self {
        Self { head, row, tail, texts: [const { OnceLock::new() }; STEP + MOST / STEP] }
    }

    /// How many of so many rows one statement takes, and where its text is kept.
    fn size(rows: usize) -> (usize, usize) {
        let steps = rows.min(MOST) / STEP;
        if steps > 0 { (steps * STEP, STEP + steps - 1) } else { (rows, rows) }
    }

    /// The statement for so many rows.
    fn text(&self, many: usize) -> Arc<str> {
        let row = vec![self.row; many].join(", ");
        let sql = format!("{}{row}{}", self.head, self.tail);
        let mut parts = sql.split('?');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.zip(1..).fold(first, |sql, (part, number)| sql + &parameter(number) + part).into()
    }

    /// Carries it out for all of these. Returns how many rows it wrote.
    pub(in super::super) async fn run<T>(
        &self,
        conn: &mut Conn,
        all: Vec<T>,
        bind: impl Fn(Query, T) -> Query,
    ) -> Result<u64, sqlx::Error> {
        let (mut all, mut rows) = (all.into_iter(), 0);
        while all.len() > 0 {
            let (size, place) = Self::size(all.len());
            let Some(known) = self.texts.get(place) else { break };
            let sql = known.get_or_init(|| self.text(size)).clone();
            let statement = all.by_ref().take(size).fold(query(AssertSqlSafe(sql)), &bind);
            rows += statement.execute(&mut *conn).await?.rows_affected();
        }
        Ok(rows)
    }
}

/// A row of the table `journal`.
pub(in super::super) struct Line {
    pub(in super::super) game: String,
    pub(in super::super) entry: i64,
    pub(in super::super) at: i64,
    pub(in super::super) actor: Option<String>,
    pub(in super::super) command_id: Option<String>,
    pub(in super::super) command: Option<String>,
    pub(in super::super) events: String,
    pub(in super::super) drawn: i64,
    pub(in super::super) digest: Option<String>,
    pub(in super::super) salt: Option<Vec<u8>>,
    pub(in super::super) author: Option<String>,
    pub(in super::super) rolls: Option<String>,
    pub(in super::super) hide: Option<Vec<u8>>,
    pub(in super::super) head: Option<Vec<u8>>,
    pub(in super::super) blind: Option<String>,
    /// Whether the entry before is written by the same statement.
    pub(in super::super) sure: bool,
    /// The room, and its epoch that has to be open; for the first of its game in a statement.
    pub(in super::super) epoch: Option<(String, i64)>,
}

impl Line {
    fn new(Appended { row, sure, epoch }: Appended<'_>) -> Result<Self, sqlx::Error> {
        let (digest, salt) = row.seal.as_ref().map(|(digest, salt)| (digest.clone(), salt.to_vec())).unzip();
        let link = row.link.as_ref();
        Ok(Self {
            game: row.game.to_string(),
            entry: row.entry.into(),
            at: row.at,
            actor: row.actor.as_ref().map(text).transpose()?,
            command_id: row.command_id.map(|id| id.to_string()),
            command: row.command.as_ref().map(|command| command.text().to_owned()),
            events: row.events.text().to_owned(),
            drawn: row.drawn as i64,
            digest,
            salt,
            author: link.and_then(|link| link.author.as_ref()).map(text).transpose()?,
            rolls: link.map(|link| text(&link.rolls)).transpose()?,
            hide: link.map(|link| link.salt.to_vec()),
            head: link.map(|link| link.head.to_vec()),
            blind: row.blind.as_ref().map(text).transpose()?,
            sure,
            epoch: epoch.filter(|_| !sure).map(|(room, epoch)| (room.to_owned(), epoch)),
        })
    }
}

/// An entry, with what has to hold for it.
struct Appended<'a> {
    row: &'a JournalRow,
    sure: bool,
    epoch: Option<(&'a str, i64)>,
}

/// The clocks of games, all of each.
#[derive(Default)]
pub(in super::super) struct Clocks {
    /// The games, with a bit for each seat that has a clock.
    pub(in super::super) games: Vec<(String, i64)>,
    pub(in super::super) rows: Vec<(String, DeadlineRow)>,
}

impl Clocks {
    fn of(all: &BTreeMap<Uuid, &[DeadlineRow]>) -> Self {
        let mut clocks = Self::default();
        for (game, rows) in all {
            let game = game.to_string();
            clocks.rows.extend(rows.iter().map(|row| (game.clone(), *row)));
            clocks.games.push((game, rows.iter().fold(0, |seats, row| seats | 1 << (row.seat.0 & 31))));
        }
        clocks
    }
}

/// What a group writes of these kinds. Of several writes to one place the last one counts.
#[derive(Default)]
pub(super) struct Hot<'a> {
    entries: Vec<Appended<'a>>,
    /// The epochs of the jobs; whether an entry or a room sees to it.
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

    /// The epoch of the job that is being taken: an entry or a room sees to it that it is open.
    pub(super) fn see(&mut self) -> Option<(&'a str, i64)> {
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
        let lines = self.entries.into_iter().map(Line::new).collect::<Result<Vec<_>, _>>()?;
        append::append(conn, lines, Clocks::of(&self.clocks)).await?;
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
