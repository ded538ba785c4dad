//! Data of an older program (`tests/fixtures/data`): its games go on, stay readable and are copied, on both databases. The data was written
//! by the program of migration 14, at a table where the third bid of one seat is sealed and the other has a draft, at one whose game is over,
//! and at one of blind seals.

use std::path::{Path, PathBuf};

use bagarre_protocol::game::Export;
use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::Answer;
use bagarre_server::backup::{backup, restore};
use bagarre_server::room::archive;
use bagarre_server::verify::{self, Known};
use bagarre_tests::blind::seal;
use bagarre_tests::player::Player;
use bagarre_tests::postgres;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, turn};
use serde::Deserialize;
use sqlx::{Connection as _, PgConnection, query_scalar};
use uuid::Uuid;

/// A table of the data.
#[derive(Deserialize)]
struct OldTable {
    room: String,
    game: Uuid,
    tokens: [String; 2],
    /// The last entry.
    last: u32,
}

#[derive(Deserialize)]
struct Tables {
    running: OldTable,
    over: OldTable,
    blind: OldTable,
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/data/migration-14").join(name)
}

fn tables() -> Tables {
    serde_json::from_str(&std::fs::read_to_string(fixture("told.json")).unwrap()).unwrap()
}

/// The data of the older program, in a database that this one has brought up to date.
async fn restored(file: &Path, to: Option<String>) -> TestServer {
    let data = tempfile::tempdir().unwrap();
    restore(file, to.as_deref(), data.path(), false).await.unwrap();
    TestServer::at(data, to).await
}

async fn come_back(server: &TestServer, table: &OldTable) -> [Player; 2] {
    let one = Player::join(server.addr, &table.tokens[0], &table.room, None).await;
    let two = Player::join(server.addr, &table.tokens[1], &table.room, None).await;
    [one, two]
}

/// How many entries of a game stand in the old table, and in that of today.
async fn entries(server: &TestServer, game: Uuid) -> (i64, i64) {
    macro_rules! count {
        ($conn:expr) => {{
            let mut conn = $conn;
            let old =
                query_scalar("SELECT COUNT(*) FROM old_journal WHERE game_id = $1").bind(game.to_string());
            let today =
                query_scalar("SELECT COUNT(*) FROM journal WHERE game_id = $1").bind(&game.as_bytes()[..]);
            (old.fetch_one(&mut conn).await.unwrap(), today.fetch_one(&mut conn).await.unwrap())
        }};
    }
    if let Some(url) = server.database_url() {
        count!(PgConnection::connect(url).await.unwrap())
    } else {
        count!(server.database().await)
    }
}

async fn export_of(server: &TestServer, game: Uuid) -> Export {
    let export = archive::export(server.app.store(), game).await.unwrap();
    let report = verify::game(&export, &Known::unsigned());
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    export
}

async fn goes_on(to: Option<String>, copied_to: Option<String>) {
    let Tables { running, over, blind } = tables();
    let server = restored(&fixture("backup"), to).await;
    assert_eq!(entries(&server, running.game).await, (i64::from(running.last) + 1, 0), "nothing has woken");

    // Sealed and drafted answers are there, and the clocks have not rung while no server ran.
    let [mut one, mut two] = come_back(&server, &running).await;
    assert_eq!((one.last(), two.last()), (running.last, running.last));
    assert_eq!(two.table.as_ref().unwrap().draft.as_ref().unwrap().text(), r#"{"bid":4}"#);
    let clock = two.asking().unwrap().clocks[0];
    assert!(clock.left > clock.total / 2, "{clock:?}");
    assert!(matches!(two.command(&bid(4)).await, Answer::Applied { .. }));
    one.until_entry(running.last + 1).await;
    assert_eq!(entries(&server, running.game).await, (0, i64::from(running.last) + 2), "carried over whole");

    // A backup in the middle carries both tables, into either database.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup");
    turn(&mut one, &mut two).await;
    backup(server.database_url(), server.data(), &file).await.unwrap();
    let copy = restored(&file, copied_to).await;
    let before = export_of(&server, over.game).await;
    assert_eq!(
        serde_json::to_string(&export_of(&copy, over.game).await).unwrap(),
        serde_json::to_string(&before).unwrap()
    );
    for server in [server, copy] {
        assert_eq!(entries(&server, over.game).await, (i64::from(over.last) + 1, 0), "what is over stays");
        let [mut one, mut two] = come_back(&server, &running).await;
        turn(&mut one, &mut two).await;
        one.until_phase(Phase::Finished).await;
        export_of(&server, running.game).await;

        let [mut five, mut six] = come_back(&server, &blind).await;
        assert_eq!(five.last(), blind.last);
        let (first, second) = (seal(&mut five, &bid(3)).await, seal(&mut six, &bid(6)).await);
        first.open(&mut five).await;
        second.open(&mut six).await;
        five.until_entry(blind.last + 4).await;
        assert_eq!(entries(&server, blind.game).await.0, 0);
    }
}

#[tokio::test]
async fn old_data_on_sqlite() {
    Box::pin(goes_on(None, Some(postgres::shared().database()))).await;
}

#[tokio::test]
async fn old_data_on_postgres() {
    Box::pin(goes_on(Some(postgres::shared().database()), None)).await;
}
