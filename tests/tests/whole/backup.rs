//! A backup taken while people play, read back into either database: the game goes on.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::str::FromStr as _;

use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::Answer;
use bagarre_server::backup::{CopyError, backup, restore};
use bagarre_tests::player::Player;
use bagarre_tests::postgres;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, table, turn};
use flate2::read::MultiGzDecoder;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;

/// Backs a server up in the middle of a turn, and plays the game to its end on what was read back.
async fn goes_on(server: TestServer, to: Option<String>) {
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    one.say("Santé !").await;
    let (sealed, draft) = (bid(2), bid(4));
    one.until_asked().await;
    assert!(matches!(one.command(&sealed).await, Answer::Applied { .. }));
    one.until_entry(3).await;
    assert_eq!(two.draft(Some(&draft)).await, (true, None));
    let (rest, file) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = file.path().join("bagarre.backup");
    let busy = async {
        for n in 0..20 {
            assert_eq!(two.draft(Some(&bid(n % 6 + 1))).await, (true, None));
        }
        assert_eq!(two.draft(Some(&draft)).await, (true, None));
    };
    let (made, ()) = tokio::join!(backup(server.database_url(), server.data(), &file), busy);
    assert!(made.unwrap().rows > 10);
    let (room, last) = (one.room.id.clone(), one.last());
    // What comes after the backup is not in it.
    assert!(matches!(two.command(&draft).await, Answer::Applied { .. }));
    let tokens = [one.vanish(), two.vanish()];
    drop(server);

    restore(&file, to.as_deref(), rest.path(), false).await.unwrap();
    let server = TestServer::at(rest, to).await;
    let mut one = Player::join(server.addr, &tokens[0], &room, None).await;
    let mut two = Player::join(server.addr, &tokens[1], &room, None).await;
    assert_eq!((one.last(), two.last()), (last, last));
    assert_eq!(one.chat.len(), 1);
    assert!(two.table.as_ref().unwrap().draft.is_some(), "what was being written is there");
    assert!(matches!(two.command(&draft).await, Answer::Applied { .. }));
    for _ in 0..3 {
        turn(&mut one, &mut two).await;
    }
    one.until_phase(Phase::Finished).await;
}

#[tokio::test]
async fn from_sqlite_to_sqlite() {
    goes_on(TestServer::start().await, None).await;
}

#[tokio::test]
async fn from_sqlite_to_postgres() {
    let cluster = postgres::shared();
    goes_on(TestServer::start().await, Some(cluster.database())).await;
}

#[tokio::test]
async fn from_postgres_to_sqlite() {
    let cluster = postgres::shared();
    goes_on(TestServer::on_postgres(cluster.database()).await, None).await;
}

#[tokio::test]
async fn from_postgres_to_postgres() {
    let cluster = postgres::shared();
    goes_on(TestServer::on_postgres(cluster.database()).await, Some(cluster.database())).await;
}

/// A backup of a server with one guest of this name, who is known by the token.
async fn backed_up(name: &str, folder: &Path) -> (std::path::PathBuf, String) {
    let server = TestServer::start().await;
    let (_, token) = server.app.new_guest(name).await.unwrap();
    let file = folder.join(name);
    backup(None, server.data(), &file).await.unwrap();
    (file, token.0)
}

async fn name_of(server: &TestServer, token: &str) -> serde_json::Value {
    server.ask("GET", "/api/me".to_owned(), token.to_owned(), serde_json::Value::Null).await.1["name"].take()
}

async fn refused(file: &Path, to: Option<&str>, data: &Path, force: bool, word: &str) {
    match restore(file, to, data, force).await {
        Err(why @ (CopyError::Broken(_) | CopyError::Taken(_))) => {
            let line = why.to_string();
            assert!(line.contains(word) && line.lines().count() == 1, "{line}");
        }
        other => panic!("{word}: {other:?}"),
    }
}

#[tokio::test]
async fn what_is_there_is_replaced_only_by_force() {
    let files = tempfile::tempdir().unwrap();
    let (file, token) = backed_up("Raymond", files.path()).await;
    let cluster = postgres::shared();
    for database in [None, Some(cluster.database())] {
        let data = tempfile::tempdir().unwrap();
        let kept = data.path().to_owned();
        let server = TestServer::at(data, database.clone()).await;
        let (_, other) = server.app.new_guest("Lulu").await.unwrap();
        refused(&file, database.as_deref(), &kept, true, "at work").await;
        assert_eq!(name_of(&server, &other.0).await, "Lulu");
        let server = server.empty_handed().await;
        refused(&file, database.as_deref(), server.path(), false, "--force").await;
        let server = TestServer::at(server, database.clone()).await;
        assert_eq!(name_of(&server, &other.0).await, "Lulu", "nothing was touched");
        let data = server.empty_handed().await;
        restore(&file, database.as_deref(), data.path(), true).await.unwrap();
        let server = TestServer::at(data, database).await;
        assert_eq!(name_of(&server, &token).await, "Raymond");
        assert_eq!(name_of(&server, &other.0).await, serde_json::Value::Null);
    }
}

#[tokio::test]
async fn a_connection_that_outlives_its_server_is_no_server_at_work() {
    let files = tempfile::tempdir().unwrap();
    let (file, _) = backed_up("Raymond", files.path()).await;
    let cluster = postgres::shared();
    let (database, data) = (cluster.database(), tempfile::tempdir().unwrap());
    // What a pooler keeps of a server for as long as it lives.
    let options = PgConnectOptions::from_str(&database).unwrap().application_name("bagarre");
    let left = options.connect().await.unwrap();
    restore(&file, Some(&database), data.path(), false).await.unwrap();
    left.close().await.unwrap();
}

fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    MultiGzDecoder::new(bytes).read_to_end(&mut text).ok()?;
    Some(text)
}

#[tokio::test]
async fn a_torn_or_bent_file_is_refused_and_nothing_is_touched() {
    let files = tempfile::tempdir().unwrap();
    let (file, _) = backed_up("Raymond", files.path()).await;
    let whole = fs::read(&file).unwrap();
    let target = tempfile::tempdir().unwrap();
    let bent = files.path().join("bent");
    for length in (0..whole.len()).step_by(7) {
        fs::write(&bent, &whole[..length]).unwrap();
        refused(&bent, None, target.path(), true, "this backup cannot be used").await;
    }
    for at in (20..whole.len()).step_by(11) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        // Where blocks end there are bits that mean nothing.
        if unpacked(&bytes).is_some_and(|text| Some(text) == unpacked(&whole)) {
            continue;
        }
        fs::write(&bent, &bytes).unwrap();
        refused(&bent, None, target.path(), true, "this backup cannot be used").await;
    }
    fs::write(&bent, [&whole[..], b"more"].concat()).unwrap();
    refused(&bent, None, target.path(), true, "this backup cannot be used").await;
    assert_eq!(fs::read_dir(target.path()).unwrap().count(), 0);
    restore(&file, None, target.path(), false).await.unwrap();
}

#[tokio::test]
async fn a_restore_that_was_cut_off_at_its_end_is_finished_at_the_next_start() {
    let files = tempfile::tempdir().unwrap();
    let (file, token) = backed_up("Raymond", files.path()).await;
    let from = tempfile::tempdir().unwrap();
    restore(&file, None, from.path(), false).await.unwrap();
    let data = TempDir::new().unwrap();
    // Only the key had found its place.
    let ready = data.path().join("restore.ready");
    fs::create_dir(&ready).unwrap();
    fs::rename(from.path().join("bagarre.db"), ready.join("bagarre.db")).unwrap();
    fs::rename(from.path().join("secret.key"), data.path().join("secret.key")).unwrap();
    let server = TestServer::at(data, None).await;
    assert_eq!(name_of(&server, &token).await, "Raymond");
    assert!(!server.data().join("restore.ready").exists());
}

#[tokio::test]
async fn what_is_only_in_the_log_of_a_killed_server_is_in_the_backup() {
    let server = TestServer::start().await;
    let (guest, _) = server.app.new_guest("Raymond").await.unwrap();
    let (data, file) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // What a kill leaves behind: the file and its log as they are.
    for name in ["bagarre.db", "bagarre.db-wal", "secret.key"] {
        fs::copy(server.data().join(name), data.path().join(name)).unwrap();
    }
    assert!(fs::metadata(data.path().join("bagarre.db-wal")).unwrap().len() > 0);
    let file = file.path().join("bagarre.backup");
    backup(None, data.path(), &file).await.unwrap();
    let rest = tempfile::tempdir().unwrap();
    restore(&file, None, rest.path(), false).await.unwrap();
    let back = TestServer::at(rest, None).await;
    assert_eq!(back.app.store().guests(&[guest.id]).await.unwrap().len(), 1);
}
