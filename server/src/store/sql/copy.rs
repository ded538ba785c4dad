//! Copying whole tables out and in.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Row as _, query};

use super::super::dialect::{COLUMNS, PARENTS, migrator};
use super::programs::refuse_newer;
use super::value::{Conn, Row};
use crate::store::copy::{CopyError, Kind, Piece, Sink, Source, SqlTable, Value, in_order, tables_of};

/// What belongs to a database and to the program that works on it, and not to a copy.
const OWN: [&str; 4] = ["assets", "nodes", "programs", "tasks"];

/// The number of the last migration of a database; none when it has no tables.
pub(in crate::store) async fn migration(conn: &mut Conn) -> Result<Option<i64>, CopyError> {
    if columns(conn, "_sqlx_migrations").await?.is_empty() {
        return Ok(None);
    }
    let row = query("SELECT MAX(version) AS version FROM _sqlx_migrations").fetch_one(conn).await?;
    Ok(row.try_get("version")?)
}

async fn columns(conn: &mut Conn, table: &str) -> Result<Vec<(String, String)>, CopyError> {
    let rows = query(COLUMNS).bind(table).fetch_all(conn).await?;
    Ok(rows
        .iter()
        .map(|row| Ok((row.try_get("name")?, row.try_get("type")?)))
        .collect::<Result<_, sqlx::Error>>()?)
}

/// Our tables that are in a database.
async fn tables(conn: &mut Conn) -> Result<Vec<SqlTable>, CopyError> {
    let mut found = BTreeMap::new();
    let mut parents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in tables_of(&migrator()).into_iter().filter(|name| !OWN.contains(&name.as_str())) {
        let mut kinds = Vec::new();
        for (column, declared) in columns(conn, &name).await? {
            let kind = Kind::of(&declared)
                .ok_or_else(|| CopyError::Broken(format!("a column of type {declared} in {name}")))?;
            kinds.push((column, kind));
        }
        if kinds.is_empty() {
            continue;
        }
        let rows = query(PARENTS).bind(&name).fetch_all(&mut *conn).await?;
        let of = rows.iter().map(|row| row.try_get("parent")).collect::<Result<_, sqlx::Error>>()?;
        parents.insert(name.clone(), of);
        found.insert(name.clone(), SqlTable { table: name, columns: kinds });
    }
    Ok(in_order(parents)?.iter().filter_map(|name| found.remove(name)).collect())
}

/// Whether the database knows no person: all other rows refer to people, or describe the server.
pub(in crate::store) async fn is_empty(conn: &mut Conn) -> Result<bool, CopyError> {
    if columns(conn, "guests").await?.is_empty() {
        return Ok(true);
    }
    Ok(query("SELECT 1 FROM guests LIMIT 1").fetch_optional(conn).await?.is_none())
}

fn names(table: &SqlTable) -> String {
    table.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

fn value(row: &Row, at: usize, kind: Kind) -> Result<Value, sqlx::Error> {
    Ok(match kind {
        Kind::Text => row.try_get::<Option<String>, _>(at)?.map_or(Value::Null, Value::Text),
        Kind::Number => row.try_get::<Option<i64>, _>(at)?.map_or(Value::Null, Value::Number),
        Kind::Bytes => row.try_get::<Option<Vec<u8>>, _>(at)?.map_or(Value::Null, Value::Bytes),
    })
}

/// Copies everything out. The connection is in a transaction that sees one moment.
pub(in crate::store) async fn copy_out(conn: &mut Conn, sink: &mut dyn Sink) -> Result<(), CopyError> {
    refuse_newer(conn).await?;
    let migration = migration(conn).await?;
    sink.begin(migration.ok_or_else(|| CopyError::Broken("there are no tables to copy".to_owned()))?)?;
    for table in tables(conn).await? {
        let sql = format!("SELECT {} FROM {}", names(&table), table.table);
        let kinds: Vec<Kind> = table.columns.iter().map(|(_, kind)| *kind).collect();
        sink.piece(Piece::Table(table))?;
        let mut rows = query(AssertSqlSafe(sql)).fetch(&mut *conn);
        while let Some(row) = rows.try_next().await? {
            let values = kinds.iter().enumerate().map(|(at, kind)| value(&row, at, *kind));
            sink.piece(Piece::Row(values.collect::<Result<_, _>>()?))?;
        }
    }
    Ok(())
}

/// Makes the tables as they were when the copy was made, fills them, and brings them up to date. There are none yet,
/// and the connection is in a transaction, or no other process knows of the database.
pub(in crate::store) async fn copy_in(conn: &mut Conn, source: &mut dyn Source) -> Result<(), CopyError> {
    let migrator = migrator();
    if !migrator.version_exists(source.migration()) {
        return Err(CopyError::Broken(format!(
            "it was made by another version of the server (migration {})",
            source.migration()
        )));
    }
    migrator.run_to(source.migration(), &mut *conn).await?;
    let made = tables(conn).await?;
    let mut insert = None;
    while let Some(piece) = source.next()? {
        match (piece, &insert) {
            (Piece::Table(table), _) => {
                if !made.contains(&table) {
                    return Err(CopyError::Broken(format!("its table {} is not one of ours", table.table)));
                }
                let places: Vec<String> = (1..=table.columns.len()).map(|n| format!("${n}")).collect();
                let sql =
                    format!("INSERT INTO {} ({}) VALUES ({})", table.table, names(&table), places.join(", "));
                insert = Some((sql, table));
            }
            (Piece::Row(values), Some((sql, table))) => insert_row(conn, sql, table, values).await?,
            (Piece::Row(_), None) => return Err(CopyError::Broken("a row without a table".to_owned())),
        }
    }
    migrator.run(conn).await?;
    Ok(())
}

async fn insert_row(
    conn: &mut Conn,
    sql: &str,
    table: &SqlTable,
    values: Vec<Value>,
) -> Result<(), CopyError> {
    let odd = || CopyError::Broken(format!("a row of {} does not fit its columns", table.table));
    if values.len() != table.columns.len() {
        return Err(odd());
    }
    let mut insert = query(AssertSqlSafe(sql.to_owned()));
    for (value, (_, kind)) in values.into_iter().zip(&table.columns) {
        insert = match (kind, value) {
            (Kind::Text, Value::Null) => insert.bind(None::<String>),
            (Kind::Number, Value::Null) => insert.bind(None::<i64>),
            (Kind::Bytes, Value::Null) => insert.bind(None::<Vec<u8>>),
            (Kind::Text, Value::Text(text)) => insert.bind(text),
            (Kind::Number, Value::Number(number)) => insert.bind(number),
            (Kind::Bytes, Value::Bytes(bytes)) => insert.bind(bytes),
            _ => return Err(odd()),
        };
    }
    insert.execute(conn).await?;
    Ok(())
}
