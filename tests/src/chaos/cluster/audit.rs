//! The database itself notes which server wrote each entry, and whether it held the room.

use std::collections::BTreeMap;

use sqlx::{Connection as _, PgConnection, Row as _};

use crate::chaos::ledger::Wrong;
use crate::chaos::world::World;

/// Notes for each entry which server holds its room at that moment, whether its lease runs, and which role wrote it; and each server that says that it
/// hands its rooms over.
const AUDIT: &str = "
CREATE TABLE audit (entry BIGINT NOT NULL, node TEXT, holder TEXT, live BOOLEAN, writer TEXT NOT NULL);
CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit
        SELECT NEW.entry, r.node, n.address, n.until >= EXTRACT(EPOCH FROM clock_timestamp()) * 1000 - 1000, session_user
        FROM games g JOIN rooms r ON r.id = g.room_id LEFT JOIN nodes n ON n.id = r.node
        WHERE g.id = encode(NEW.game_id, 'hex')::uuid::text;
    RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER INSERT ON journal FOR EACH ROW EXECUTE FUNCTION note_writer();
CREATE TABLE drains (node TEXT NOT NULL);
CREATE FUNCTION note_drain() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO drains VALUES (NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER drain AFTER UPDATE OF draining ON nodes FOR EACH ROW WHEN (NEW.draining <> 0) EXECUTE FUNCTION note_drain();
";

/// The role under which a server comes to the database.
pub(super) fn role(server: usize) -> String {
    format!("server_{server}")
}

/// Prepares a database whose tables are there already, for so many servers.
pub(super) async fn prepare(url: &str, servers: usize) {
    let mut database = PgConnection::connect(url).await.expect("the database");
    sqlx::raw_sql(AUDIT).execute(&mut database).await.expect("an audit");
    for server in 0..servers {
        let create = format!("CREATE ROLE {} SUPERUSER LOGIN", role(server));
        sqlx::raw_sql(sqlx::AssertSqlSafe(create)).execute(&mut database).await.expect("a role");
    }
}

/// Compares the writer of each entry with the holder of its room. `processes` are the servers of all processes that ever ran.
pub(super) async fn compare(url: &str, servers: usize, processes: &BTreeMap<u32, usize>, world: &World) {
    let mut database = PgConnection::connect(url).await.expect("the database");
    let rows = sqlx::query("SELECT node, holder, live, writer FROM audit");
    let rows = rows.fetch_all(&mut database).await.expect("the audit");
    let mut writers: BTreeMap<String, u64> = BTreeMap::new();
    for row in &rows {
        let (node, holder): (Option<String>, Option<String>) = (row.get("node"), row.get("holder"));
        let (live, writer): (Option<bool>, String) = (row.get("live"), row.get("writer"));
        let process = holder.as_deref().and_then(process_of);
        let held = process.and_then(|process| processes.get(&process)).map(|server| role(*server));
        if live != Some(true) || held.as_ref() != Some(&writer) {
            let what =
                format!("{writer} wrote an entry; {holder:?} ({node:?}) held the room, live: {live:?}");
            world.wrong(Wrong::Broken, what);
        }
        *writers.entry(writer).or_default() += 1;
    }
    println!("entries by writer, each with the lease on its room: {writers:?}");
    if writers.len() < servers {
        world.wrong(Wrong::Broken, format!("not every server wrote: {writers:?}"));
    }
}

/// Checks that most servers handed their rooms over, of which so many ended in order while others could take them.
pub(super) async fn check_drains(url: &str, ended: i64, world: &World) {
    let mut database = PgConnection::connect(url).await.expect("the database");
    let count = sqlx::query("SELECT COUNT(*) AS count FROM drains").fetch_one(&mut database);
    let drained: i64 = count.await.expect("the drains").get("count");
    println!(
        "of {ended} servers that ended in order while others were there, {drained} handed their rooms over"
    );
    // Where it or the others have no lease at that moment, a server ends at once.
    if drained * 2 < ended {
        let what = format!("of {ended} servers that ended only {drained} handed their rooms over");
        world.wrong(Wrong::Broken, what);
    }
}

/// The process in the address of a server, such as `127.0.0.1:0 (process 12 host)`.
fn process_of(address: &str) -> Option<u32> {
    address.split_once("process ")?.1.split([' ', ')']).next()?.parse().ok()
}
