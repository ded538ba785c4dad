//! What the server does for strangers and for people who ask too much: it counts, refuses, and goes on with what runs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::room::{Action, Phase};
use bagarre_protocol::socket::{Answer, Closing};
use bagarre_server::store::{self, Job, JournalRow, Store, StoreError};
use bagarre_tests::blind::{Device, seal};
use bagarre_tests::chaos::between::{Between, Committed};
use bagarre_tests::player::Player;
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use bagarre_tests::stand_between;
use bagarre_tests::toy::{bid, blind, settings, table, turn};
use bagarre_tests::wait::until;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::blind::code;

/// Counts what a store is asked.
struct CountingStore {
    inner: Arc<dyn Store>,
    calls: Mutex<BTreeMap<&'static str, u32>>,
}

impl CountingStore {
    async fn open(folder: &TempDir) -> Arc<Self> {
        let inner = store::open(None, folder.path()).await.unwrap();
        Arc::new(Self { inner, calls: Mutex::default() })
    }

    fn count(&self, call: &'static str) {
        *self.calls.lock().unwrap().entry(call).or_default() += 1;
    }

    fn counted(&self, call: &str) -> u32 {
        self.calls.lock().unwrap().get(call).copied().unwrap_or(0)
    }
}

#[async_trait]
impl Between for CountingStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    async fn before(&self, call: &'static str) -> Result<(), StoreError> {
        self.count(call);
        Ok(())
    }

    async fn journal_read(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        self.count("journal");
        self.inner.journal(game).await
    }

    async fn jobs_written(&self, jobs: &[Job]) -> Committed {
        self.inner.commit(jobs).await
    }
}

stand_between!(CountingStore);

/// A server whose store counts what it is asked.
async fn counting() -> (TestServer, Arc<CountingStore>) {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let store = CountingStore::open(&folder).await;
    let server = TestServer::on_store(folder, store.clone(), |config| {
        config.limits.idle = Duration::from_millis(20);
    })
    .await;
    (server, store)
}

async fn asleep(server: &TestServer) {
    until("every room sleeps", async || server.app.rooms().awake() == 0).await;
}

#[tokio::test]
async fn whoever_asks_whether_the_server_is_ready_makes_few_writes() {
    let (server, store) = counting().await;
    let begun = std::time::Instant::now();
    for _ in 0..10 {
        let asked = (0..60).map(|_| server.ask("GET", "/readyz".to_owned(), String::new(), Value::Null));
        assert!(join_all(asked).await.into_iter().all(|(status, _)| status == 200));
    }
    let most = begun.elapsed().as_secs() + 2;
    let writes = store.counted("ping");
    assert!(writes >= 1 && u64::from(writes) <= most, "{writes} writes for 600 who ask, {most} allowed");
}

#[tokio::test]
async fn a_stranger_wakes_no_room_and_no_game_is_read_for_one() {
    let (server, store) = counting().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    let room = one.room.id.clone();
    let token = one.vanish();
    two.vanish();
    asleep(&server).await;
    let (_, stranger) = server.app.new_guest("Momo").await.unwrap();
    let read = store.counted("journal");
    for invite in [None, Some("nothing"), Some("aaaaaaaaaaaaaaaa")] {
        let refused = Player::knock(server.addr, &stranger.0, &room, invite, None).await;
        assert!(matches!(refused, Err(Closing::Denied)));
    }
    let nowhere = Player::knock(server.addr, &stranger.0, "aaaaaaaaaa", None, None).await;
    assert!(matches!(nowhere, Err(Closing::Unknown)));
    assert_eq!(server.ask("GET", format!("/r/{room}"), stranger.0.clone(), Value::Null).await.0, 200);
    assert_eq!((store.counted("journal"), server.app.rooms().awake()), (read, 0));
    let mut back = Player::join(server.addr, &token, &room, None).await;
    back.until("the table", |back| back.table.is_some()).await;
    let invited = Player::join(server.addr, &stranger.0, &room, Some(&invite)).await;
    assert!(store.counted("journal") > read);
    // A player who was sent away stays away, also while the room sleeps.
    let out = invited.you.id;
    back.must(Action::Kick { guest: out }).await;
    drop((back, invited));
    asleep(&server).await;
    let read = store.counted("journal");
    let kicked = Player::knock(server.addr, &stranger.0, &room, Some(&invite), None).await;
    assert!(matches!(kicked, Err(Closing::Kicked)));
    assert_eq!((store.counted("journal"), server.app.rooms().awake()), (read, 0));
}

#[tokio::test]
async fn an_export_is_made_once_and_anew_when_a_name_is_forgotten() {
    let (server, store) = counting().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    for _ in 0..5 {
        turn(&mut one, &mut two).await;
    }
    one.until_phase(Phase::Finished).await;
    let game = one.table.as_ref().unwrap().game;
    let get = || server.ask("GET", format!("/api/games/{game}/export"), String::new(), Value::Null);
    let (status, first) = get().await;
    assert_eq!(status, 200);
    let read = store.counted("journal");
    for (status, again) in join_all((0..20).map(|_| get())).await {
        assert!(status == 200 && again == first);
    }
    assert_eq!(store.counted("journal"), read, "nothing is read again");
    let name = json!({ "name": two.you.name });
    assert_eq!(server.ask("POST", "/api/me/forget".to_owned(), two.token.clone(), name).await.0, 204);
    let changed = async {
        loop {
            let (status, export) = get().await;
            assert_eq!(status, 200);
            if export != first {
                return export;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    let export = timeout(DATABASE_TIMEOUT, changed).await.expect("the name is gone from the export");
    assert!(!export.to_string().contains("Lulu"));
}

#[tokio::test]
async fn an_answer_is_taken_back_so_often_and_no_more() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, blind()).await;
    for _ in 0..10 {
        let sealed = seal(&mut one, &bid(3)).await;
        assert!(matches!(sealed.unseal(&mut one).await, Answer::Applied { .. }));
    }
    let sealed = seal(&mut one, &bid(3)).await;
    assert_eq!(code(&sealed.unseal(&mut one).await), "question.withdrawn");
    // The count is in the journal, and it is one of the seat.
    let other = Device::write(&two, &bid(2));
    let server = server.restart().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    assert_eq!(code(&sealed.unseal(&mut one).await), "question.withdrawn");
    assert!(matches!(other.seal(&mut two).await, Answer::Applied { .. }));
}

#[tokio::test]
async fn who_has_too_much_written_is_refused_and_others_play_on() {
    let server = TestServer::with(|config| config.limits.bytes_per_person = 2500).await;
    let (mut one, mut two, _) = table(&server, blind()).await;
    let refused = loop {
        let sealed = Device::write(&one, &bid(3));
        match sealed.seal(&mut one).await {
            Answer::Applied { .. } => {}
            Answer::Refused { refusal } => break refusal.code,
            other @ Answer::Duplicate { .. } => panic!("{other:?}"),
        }
        match sealed.unseal(&mut one).await {
            Answer::Applied { .. } => {}
            Answer::Refused { refusal } => break refusal.code,
            other @ Answer::Duplicate { .. } => panic!("{other:?}"),
        }
    };
    assert_eq!(refused, "quota.bytes");
    assert_eq!(code(&one.say("encore").await), "quota.bytes");
    let room = serde_json::to_value(settings()).unwrap();
    let opened = server.ask("POST", "/api/rooms".to_owned(), one.token.clone(), room.clone()).await;
    assert_eq!((opened.0, opened.1["code"].as_str()), (429, Some("quota.bytes")));
    seal(&mut two, &bid(2)).await;
    assert_eq!(server.ask("POST", "/api/rooms".to_owned(), two.token.clone(), room).await.0, 201);
}

#[tokio::test]
async fn on_a_full_disk_nothing_new_begins_and_what_runs_goes_on() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    let (mut waiting, _) = server.host("Momo", settings()).await;
    let server = TestServer::tuned(server.empty_handed().await, None, |config| {
        config.limits.min_free_disk = Some(u64::MAX);
    })
    .await;
    for player in [&mut one, &mut two, &mut waiting] {
        player.come_back(server.addr).await;
    }
    let room = serde_json::to_value(settings()).unwrap();
    let refused = async {
        loop {
            let ask = server.ask("POST", "/api/rooms".to_owned(), one.token.clone(), room.clone());
            match ask.await {
                (201, _) => sleep(Duration::from_millis(10)).await,
                refused => return refused,
            }
        }
    };
    let (status, refusal) = timeout(DATABASE_TIMEOUT, refused).await.expect("the disk is looked at");
    assert_eq!((status, refusal["code"].as_str()), (422, Some("server.disk")));
    assert_eq!(code(&waiting.act(Action::Start).await), "server.disk");
    turn(&mut one, &mut two).await;
    assert!(matches!(one.say("on continue").await, Answer::Applied { .. }));
}
