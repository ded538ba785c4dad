//! A server is killed and its database broken while people play: no player loses anything. `make chaos` does the same
//! for longer.

use std::path::PathBuf;
use std::time::Duration;

use bagarre_tests::chaos::cluster;
use bagarre_tests::chaos::lane::{self, Database, Plan};
use bagarre_tests::chaos::ledger::Count;

/// How long faults come. With the start, the calm at the end and the check it is about a minute.
const SPAN: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_whatever_breaks() {
    let plan = Plan {
        bin: PathBuf::from(env!("CARGO_BIN_EXE_chaos")),
        args: ["serve", "--fail-one-in", "60"].map(str::to_owned).to_vec(),
        span: SPAN,
        seed: 1,
        tables: 4,
        shortest_clock: 1,
    };
    let lanes =
        tokio::join!(lane::run(plan.clone(), Database::Sqlite, 0), lane::run(plan, Database::Postgres, 1));
    for report in [lanes.0, lanes.1] {
        println!("{report}");
        assert!(report.clean(), "{report}");
        assert!(report.faults() > 0, "nothing was broken");
        assert!(report.counted(Count::Commands) > 0, "nobody played");
    }
}

/// Several processes are killed, frozen past their lease, ended and cut off, and what they stand on is restarted: rooms go from one to the other, and no entry
/// is written by a server that does not hold the room.
async fn rooms_go_from_server_to_server(servers: usize, with_bus: bool, tables: u32, sockets: u32) {
    let bin = PathBuf::from(env!("CARGO_BIN_EXE_chaos"));
    let plan = cluster::Plan { bin, servers, with_bus, span: SPAN, seed: 1, tables, sockets };
    let cluster::Outcome { report, waits } = cluster::run(plan).await;
    println!("{report}{waits}");
    assert!(report.clean(), "{report}");
    assert!(report.faults() > 0, "nothing was broken");
    assert!(report.counted(Count::Commands) > 0, "nobody played");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_between_several_servers() {
    rooms_go_from_server_to_server(2, false, 3, 12).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_between_several_servers_with_a_bus() {
    rooms_go_from_server_to_server(3, true, 10, 80).await;
}
