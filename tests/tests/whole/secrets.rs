//! Servers on the same data that share their secrets.

use std::path::Path;

use bagarre_server::backup::{CopyError, backup, backup_with, restore};
use bagarre_server::config::Config;
use bagarre_server::error::AppError;
use bagarre_server::secrets::{SecretError, Secrets};
use bagarre_tests::postgres;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{settings, table};

use super::store::{Handle, contract};

contract![a_sealed_secret_is_kept_once];

/// What must be found nowhere.
const CANARY: &str = "canary-9b1f44c0e2d84c6a-of-a-secret";
const OTHER: &str = "another-secret-of-32-bytes-or-more";

fn sealed(config: &mut Config) {
    config.secrets = Secrets::read(None, Some(CANARY.to_owned())).unwrap();
}

fn shared(config: &mut Config) {
    config.secrets = Secrets::read(Some(CANARY.to_owned()), None).unwrap();
}

fn otherwise(config: &mut Config) {
    config.secrets = Secrets::read(None, Some(OTHER.to_owned())).unwrap();
}

async fn a_sealed_secret_is_kept_once(store: Handle) {
    assert_eq!(store.sealed("a").await.unwrap(), None);
    assert_eq!(store.keep_sealed("a", &[1]).await.unwrap(), [1]);
    assert_eq!(store.keep_sealed("a", &[2]).await.unwrap(), [1], "another server was quicker");
    assert_eq!(store.keep_sealed("b", &[3]).await.unwrap(), [3]);
    assert_eq!(store.sealed("a").await.unwrap().unwrap(), [1]);
}

/// What players and readers of exports see of the secret of a server.
fn known(server: &TestServer) -> (String, String) {
    (server.app.cookie().to_owned(), server.app.signer().key())
}

fn has_secret(data: &Path) -> bool {
    data.join("secret.key").exists()
}

#[tokio::test]
async fn servers_with_one_secret_in_their_environment_are_one_to_everybody() {
    let (one, two) = (TestServer::with(shared).await, TestServer::with(shared).await);
    assert_eq!(known(&one), known(&two));
    assert!(!has_secret(one.data()) && !has_secret(two.data()), "it stays in the environment");
    let alone = TestServer::start().await;
    assert_ne!(known(&alone), known(&one));
    assert!(has_secret(alone.data()));
}

#[tokio::test]
async fn servers_share_a_secret_in_the_database_that_is_sealed() {
    let cluster = postgres::shared();
    let url = cluster.database();
    let one = TestServer::on_postgres_with(url.clone(), sealed).await;
    // On a machine of its own, with a data folder of its own.
    let two = TestServer::on_postgres_with(url.clone(), sealed).await;
    assert_eq!(known(&one), known(&two));
    assert!(!has_secret(one.data()) && !has_secret(two.data()));
    // An invitation from one of them opens the room at the other.
    let (mut host, _, invite) = table(&one, settings()).await;
    let room = host.room.id.clone();
    one.app.close().await;
    host.until_closed().await;
    two.guest("Momo", &room, &invite).await;
    let dump = cluster.dump(&url);
    assert!(dump.contains("secrets") && !dump.contains(CANARY), "the key is not in the database");
}

/// Why a server with these settings does not start on the data of another one.
async fn refused(server: &TestServer, tune: fn(&mut Config)) -> String {
    match server.second(tune).await.map(|_| ()) {
        Err(AppError::Secrets(why @ (SecretError::OtherKey | SecretError::NoKey))) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_server_without_the_key_that_the_others_have_is_refused_with_what_to_do() {
    let cluster = postgres::shared();
    for server in
        [TestServer::with(sealed).await, TestServer::on_postgres_with(cluster.database(), sealed).await]
    {
        let other = refused(&server, otherwise).await;
        assert!(other.contains("another key") && other.contains("BAGARRE_CLUSTER_KEY"), "{other}");
        for without in [shared as fn(&mut Config), |config| config.secrets = Secrets::Folder] {
            let why = refused(&server, without).await;
            assert!(why.contains("give this one their BAGARRE_CLUSTER_KEY too"), "{why}");
        }
        let known = known(&server);
        let again = server.restart().await;
        assert_eq!(known, self::known(&again));
    }
}

#[tokio::test]
async fn a_server_that_begins_to_share_brings_its_own_secret_along() {
    let alone = TestServer::start().await;
    let before = known(&alone);
    let data = alone.empty_handed().await;
    let server = TestServer::tuned(data, None, sealed).await;
    assert_eq!(known(&server), before);
    let body = server.app.store().sealed("server").await.unwrap().unwrap();
    let own = std::fs::read(server.data().join("secret.key")).unwrap();
    assert!(!body.windows(8).any(|part| part == &own[..8]), "it is sealed");
}

#[tokio::test]
async fn a_backup_of_servers_that_share_their_secret_brings_it_back() {
    let files = tempfile::tempdir().unwrap();
    for (number, tune) in [shared as fn(&mut Config), sealed].into_iter().enumerate() {
        let server = TestServer::with(tune).await;
        let file = files.path().join(number.to_string());
        let mut config = Config::local(server.data(), bagarre_server::config::Limits::default());
        tune(&mut config);
        backup_with(None, &config.secrets, server.data(), &file).await.unwrap();
        let fresh = tempfile::tempdir().unwrap();
        restore(&file, None, fresh.path(), false).await.unwrap();
        let restored = TestServer::tuned(fresh, None, tune).await;
        assert_eq!(known(&restored), known(&server));
    }
    // Where neither the folder nor the database has a secret, the folder is the wrong one.
    let server = TestServer::with(shared).await;
    let made = backup(None, server.data(), &files.path().join("none")).await;
    let Err(CopyError::Taken(why)) = made else { panic!("it is made") };
    assert!(why.contains("this is the data folder of no server"), "{why}");
    assert!(!files.path().join("none").exists());
}

#[tokio::test]
async fn a_secret_is_in_no_description_of_a_server() {
    let (one, two) = (TestServer::with(shared).await, TestServer::with(sealed).await);
    for server in [one, two] {
        let config = format!("{:?}", server.app.config());
        assert!(!config.contains(CANARY) && !config.contains("canary"), "{config}");
        let bytes = server.stored_bytes();
        assert!(!bytes.windows(CANARY.len()).any(|part| part == CANARY.as_bytes()));
    }
}
