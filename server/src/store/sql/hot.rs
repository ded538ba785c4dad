//! What commands write, for a whole group of jobs at once: entries, clocks and drafts, in as few statements as possible.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::Seat;
use sqlx::{AssertSqlSafe, query};
use uuid::Uuid;

use super::super::{append, parameter};
use super::commit::Fault;
use super::{Conn, Db, text};
use crate::store::{DeadlineRow, JournalRow, Write};

/// A statement that is being bound.
pub(in super::super) type Query = sqlx::query::Query<'static, Db, <Db as sqlx::Database>::Arguments>;

/// The most rows in one statement, and the step between sizes: few texts, so that the database keeps them prepared, and few
/// statements for any number of rows.
const MOST: usize = 128;
const STEP: usize = 16;

static NO_CLOCKS: Rows = Rows::new("DELETE FROM deadlines WHERE game_id IN (", "?", ")");
static CLOCKS: Rows = Rows::new(
    "INSERT INTO deadlines (game_id, seat, deadline, total, paused_left) VALUES ",
    "(?, ?, ?, ?, ?)",
    "",
);
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

    /// Carries it out for all of these.
    pub(in super::super) async fn run<T>(
        &self,
        conn: &mut Conn,
        all: Vec<T>,
        bind: impl Fn(Query, T) -> Query,
    ) -> Result<(), sqlx::Error> {
        let mut all = all.into_iter();
        while all.len() > 0 {
            let (size, place) = Self::size(all.len());
            let Some(known) = self.texts.get(place) else { break };
            let sql = known.get_or_init(|| self.text(size)).clone();
            let statement = all.by_ref().take(size).fold(query(AssertSqlSafe(sql)), &bind);
            statement.execute(&mut *conn).await?;
        }
        Ok(())
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
    /// Whether the entry before is written by the same statement, or there is none.
    pub(in super::super) sure: bool,
}

impl Line {
    fn new((row, sure): (&JournalRow, bool)) -> Result<Self, sqlx::Error> {
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
        })
    }
}

/// What a group writes of these kinds. Of several writes to one place the last one counts.
#[derive(Default)]
pub(super) struct Hot<'a> {
    entries: Vec<(&'a JournalRow, bool)>,
    clocks: BTreeMap<Uuid, &'a [DeadlineRow]>,
    /// Games all of whose drafts go, before others are written.
    cleared: BTreeSet<Uuid>,
    drafts: BTreeMap<(Uuid, Seat), Option<(&'a Payload, i64)>>,
}

impl<'a> Hot<'a> {
    /// Takes a write; `false` when it is of another kind.
    pub(super) fn take(&mut self, write: &'a Write) -> bool {
        match write {
            Write::Entry(row) => {
                let before = self.entries.last().map(|(last, _)| (last.game, last.entry + 1));
                let sure = row.entry == 0 || before == Some((row.game, row.entry));
                self.entries.push((row, sure));
            }
            Write::Deadlines { game, rows } => {
                self.clocks.insert(*game, rows);
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
        if !self.entries.is_empty() {
            append::entries(conn, self.entries.into_iter().map(Line::new).collect::<Result<_, _>>()?).await?;
        }
        let game = |statement: Query, game: Uuid| statement.bind(game.to_string());
        NO_CLOCKS.run(conn, self.clocks.keys().copied().collect(), game).await?;
        let clocks = self.clocks.iter().flat_map(|(game, rows)| rows.iter().map(|row| (*game, row)));
        CLOCKS.run(conn, clocks.collect(), clock).await?;
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
        Ok(DRAFTS.run(conn, drafts, draft).await?)
    }
}

fn clock(statement: Query, (game, row): (Uuid, &DeadlineRow)) -> Query {
    let statement = statement.bind(game.to_string()).bind(i64::from(row.seat.0));
    statement.bind(row.deadline).bind(row.total).bind(row.paused_left)
}
