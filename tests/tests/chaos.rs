//! A server is killed and its database broken while people play: no player loses anything. `make chaos` does the same
//! for longer.

use std::path::PathBuf;
use std::time::Duration;

use bagarre_tests::chaos::lane::{self, Database, Plan};
use bagarre_tests::chaos::ledger::Count;
use bagarre_tests::chaos::several;

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

/// Two processes on one PostgreSQL: rooms go from one to the other when it is killed, frozen past its lease, or ended, and no entry is written by a
/// server that does not hold the room.
#[tokio::test(flavor = "multi_thread")]
async fn rooms_go_from_server_to_server_and_nothing_is_lost() {
    let plan = several::Plan {
        bin: PathBuf::from(env!("CARGO_BIN_EXE_chaos")),
        args: ["serve", "--cluster"].map(str::to_owned).to_vec(),
        servers: 2,
        span: SPAN,
        seed: 1,
        tables: 3,
    };
    let report = several::run(plan).await;
    println!("{report}");
    assert!(report.clean(), "{report}");
    assert!(report.faults() > 0, "nothing was broken");
    assert!(report.counted(Count::Commands) > 0, "nobody played");
}
