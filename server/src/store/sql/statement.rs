//! Statements for any number of rows.

use std::sync::{Arc, OnceLock};

use sqlx::{AssertSqlSafe, query};

use super::super::dialect::{Db, parameter};
use super::value::Conn;

/// A statement that is being bound.
pub(in crate::store) type Query = sqlx::query::Query<'static, Db, <Db as sqlx::Database>::Arguments>;

/// The most rows in one statement, and the step between sizes: few texts, so that the database keeps them prepared, and few
/// statements for any number of rows.
const MOST: usize = 128;
const STEP: usize = 16;

/// A statement for any number of rows.
pub(in crate::store) struct Rows {
    head: &'static str,
    row: &'static str,
    tail: &'static str,
    texts: [OnceLock<Arc<str>>; STEP + MOST / STEP],
}

impl Rows {
    /// The statement is `head`, then `row` once for each row, with commas between, then `tail`. Each `?` is a parameter.
    pub(in crate::store) const fn new(head: &'static str, row: &'static str, tail: &'static str) -> Self {
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
    pub(in crate::store) async fn run<T>(
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
