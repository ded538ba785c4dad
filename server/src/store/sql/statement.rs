//! Statements for any number of rows.

use std::sync::{Arc, OnceLock};

use sqlx::{AssertSqlSafe, Pool, query};

use super::super::dialect::{Db, parameter};
use super::value::{Conn, Row};

/// A statement that is being bound.
pub(in crate::store) type Query = sqlx::query::Query<'static, Db, <Db as sqlx::Database>::Arguments>;

/// The most rows in one statement, and the step between sizes: few texts, so that the database keeps them prepared, and few
/// statements for any number of rows.
const MAX_STATEMENT_ROWS: usize = 128;
const STATEMENT_ROW_STEP: usize = 16;

/// A statement for any number of rows.
pub(in crate::store) struct Rows {
    head: &'static str,
    row: &'static str,
    tail: &'static str,
    texts: [OnceLock<Arc<str>>; STATEMENT_ROW_STEP + MAX_STATEMENT_ROWS / STATEMENT_ROW_STEP],
}

impl Rows {
    /// The statement is `head`, then `row` once for each row, with commas between, then `tail`. Each `?` is a parameter.
    pub(in crate::store) const fn new(head: &'static str, row: &'static str, tail: &'static str) -> Self {
        Self {
            head,
            row,
            tail,
            texts: [const { OnceLock::new() }; STATEMENT_ROW_STEP + MAX_STATEMENT_ROWS / STATEMENT_ROW_STEP],
        }
    }

    /// How many of so many rows one statement takes, and where its text is kept.
    fn size(rows: usize) -> (usize, usize) {
        let steps = rows.min(MAX_STATEMENT_ROWS) / STATEMENT_ROW_STEP;
        if steps > 0 { (steps * STATEMENT_ROW_STEP, STATEMENT_ROW_STEP + steps - 1) } else { (rows, rows) }
    }

    /// The statement for so many rows.
    fn text(&self, many: usize) -> Arc<str> {
        let row = vec![self.row; many].join(", ");
        let sql = format!("{}{row}{}", self.head, self.tail);
        let mut parts = sql.split('?');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.zip(1..).fold(first, |sql, (part, number)| sql + &parameter(number) + part).into()
    }

    /// The statement for the first of these rows, which are taken.
    fn next<T>(&self, all: &mut std::vec::IntoIter<T>, bind: impl Fn(Query, T) -> Query) -> Query {
        let (size, place) = Self::size(all.len());
        // A text that has no place is made each time: no row is left out.
        let sql = match self.texts.get(place) {
            Some(known) => known.get_or_init(|| self.text(size)).clone(),
            None => self.text(size),
        };
        all.by_ref().take(size).fold(query(AssertSqlSafe(sql)), bind)
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
            rows += self.next(&mut all, &bind).execute(&mut *conn).await?.rows_affected();
        }
        Ok(rows)
    }

    /// Reads with it for all of these.
    pub(super) async fn fetch<T>(
        &self,
        pool: &Pool<Db>,
        all: Vec<T>,
        bind: impl Fn(Query, T) -> Query,
    ) -> Result<Vec<Row>, sqlx::Error> {
        let (mut all, mut rows) = (all.into_iter(), Vec::new());
        while all.len() > 0 {
            rows.extend(self.next(&mut all, &bind).fetch_all(pool).await?);
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_in_a_statement_of_a_few_sizes() {
        let rows = Rows::new("VALUES ", "(?, ?)", "");
        for count in 1..=1_000_usize {
            let (mut all, mut bound) = ((0..count).collect::<Vec<_>>().into_iter(), Vec::new());
            while all.len() > 0 {
                let taken = std::cell::RefCell::new(Vec::new());
                let _: Query = rows.next(&mut all, |statement, row| {
                    taken.borrow_mut().push(row);
                    statement
                });
                let taken = taken.into_inner();
                let places = rows.text(taken.len()).matches("), (").count() + 1;
                assert_eq!((taken.is_empty(), places), (false, taken.len()), "{count}");
                bound.extend(taken);
            }
            assert_eq!(bound, (0..count).collect::<Vec<_>>());
        }
        let sizes = rows.texts.iter().filter(|text| text.get().is_some()).count();
        assert_eq!(sizes, rows.texts.len() - 1, "one place for each size, and none for no row");
    }
}
