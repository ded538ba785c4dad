//! The load generator for a moment, on both databases: nothing is lost, doubled or out of order, all audiences see the
//! same, and what was acknowledged is stored. Durations are not judged.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bagarre_load::crowd::{Crowd, Game, Shape};
use bagarre_load::hall::{Hall, Pace};
use bagarre_load::serve;
use bagarre_tests::chaos::check::check;
use bagarre_tests::chaos::ledger::Count;
use bagarre_tests::chaos::report::Report;
use bagarre_tests::postgres;
use bagarre_tests::server::TestServer;

/// Turns of each table.
const TURNS: u64 = 4;

async fn crowded(server: TestServer) {
    let hall = Arc::new(Hall::new(true, false));
    hall.last_turn.store(TURNS, Ordering::Relaxed);
    let mut crowds = Vec::new();
    for game in [Game::Baston, Game::Toy] {
        let shape = Shape { game, rooms: 4, seats: 4, watchers: 3 };
        crowds.push(Crowd::come(hall.clone(), server.addr, shape).await.unwrap());
    }
    for crowd in &crowds {
        crowd.wait_for_games().await;
    }
    hall.pace.send_replace(Pace::Closed);
    for crowd in &crowds {
        crowd
            .until("everybody heard of the turns", |table| {
                table.turns_seen.load(Ordering::Relaxed) >= 7 * TURNS
            })
            .await;
    }
    for crowd in crowds {
        crowd.leave().await;
    }
    let url = server.database_url().map(str::to_owned);
    let data = server.empty_handed().await;
    let store = bagarre_server::store::open(url.as_deref(), data.path()).await.unwrap();
    check(&hall.ledger, store.as_ref()).await;
    store.close().await;
    let report = Report::new("a crowd".to_owned(), BTreeMap::new(), &hall.ledger);
    assert!(report.clean(), "{report}");
    // What players of Baston say in advance may come before those who watch; all else is shown to all seven at a table.
    let orders = report.counted(Count::Commands) - 4 * 4;
    assert!(orders >= 2 * 4 * 2 * TURNS, "{report}");
    assert!(report.counted(Count::Shown) >= 7 * orders, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_on_sqlite_loses_nothing() {
    crowded(TestServer::with(|config| config.limits = serve::limits()).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_on_postgres_loses_nothing() {
    let cluster = postgres::shared();
    let server =
        TestServer::on_postgres_with(cluster.database(), |config| config.limits = serve::limits()).await;
    crowded(server).await;
}
