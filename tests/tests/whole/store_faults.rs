//! Faults inside the store: what was acknowledged is there, what was refused is not, and the table plays on.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase, Settings};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing};
use bagarre_server::config::Config;
use bagarre_server::store::{self, Write, WriteError};
use bagarre_tests::chaos::disk::Disk;
use bagarre_tests::chaos::door;
use bagarre_tests::chaos::faulty::{Failure, FaultyStore};
use bagarre_tests::chaos::program::{Program, Running};
use bagarre_tests::chaos::proxy::{Fault, Proxy};
use bagarre_tests::player::Player;
use bagarre_tests::postgres::{self, Cluster};
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use bagarre_tests::toy::{bid, settings, table, take_seat, turn};
use serde_json::Value;
use uuid::Uuid;

use super::store::{Handle, entry, game_in, room, write};

/// A proxy in front of a new database, whose name comes with it.
async fn proxied(cluster: &Cluster) -> (Proxy, String) {
    let url = cluster.database();
    let proxy = Proxy::start(cluster.folder()).await;
    (proxy, url.rsplit('/').next().unwrap().to_owned())
}

/// A store behind a proxy.
async fn behind(cluster: &Cluster, folder: &Path) -> (Handle, Proxy) {
    let (proxy, database) = proxied(cluster).await;
    (store::open(Some(&proxy.url(&database)), folder).await.unwrap(), proxy)
}

/// Some rooms write at once, and the connection ends in the middle: what the store says it wrote, it wrote.
async fn group(store: &Handle, proxy: &Proxy, rooms: usize, fault: Fault) {
    let mut games = Vec::new();
    for number in 0..rooms {
        let game = game_in(&room(store, &format!("{fault:?}{number}")).await.id);
        write(store, vec![Write::Game(Box::new(game.clone()))]).await.unwrap();
        write(store, vec![Write::Entry(Arc::new(entry(&game, 0)))]).await.unwrap();
        games.push(game);
    }
    proxy.arm(fault, Duration::from_millis(100));
    let jobs: Vec<_> = games.iter().map(|game| vec![Write::Entry(Arc::new(entry(game, 1)))]).collect();
    let written = store.commit(&jobs).await.unwrap_or_default();
    assert_eq!(proxy.struck().get(&fault), Some(&1), "{fault:?} struck");
    for (game, result) in games.iter().zip(&written) {
        let stored = store.journal(game.id).await.unwrap().len() == 2;
        assert!(stored || result.is_err(), "{fault:?}: an acknowledged entry is lost");
    }
    // With every outcome of that group, the next one is written.
    for game in &games {
        let next = loop {
            let next = store.journal(game.id).await.unwrap().len() as u32;
            match write(store, vec![Write::Entry(Arc::new(entry(game, next)))]).await {
                Ok(()) => break next,
                // The database may carry out what was cut off after the journal was read.
                Err(WriteError::Conflict) => {
                    assert!(store.journal(game.id).await.unwrap().len() as u32 > next, "{fault:?}");
                }
                Err(why) => panic!("{fault:?}: {why}"),
            }
        };
        assert_eq!(store.journal(game.id).await.unwrap().len() as u32, next + 1);
    }
}

#[tokio::test]
async fn what_a_group_acknowledged_is_stored_when_the_database_ends_the_connection_between_two_jobs() {
    let (cluster, folder) = (postgres::shared(), tempfile::tempdir().unwrap());
    let (store, proxy) = behind(&cluster, folder.path()).await;
    group(&store, &proxy, 2, Fault::BetweenJobs).await;
    store.close().await;
}

#[tokio::test]
async fn what_a_group_acknowledged_is_stored_wherever_the_connection_is_cut() {
    let (cluster, folder) = (postgres::shared(), tempfile::tempdir().unwrap());
    let (store, proxy) = behind(&cluster, folder.path()).await;
    for fault in Fault::ALL {
        group(&store, &proxy, 3, fault).await;
    }
    store.close().await;
}

/// How long the server waits for the database: longer than it does for players, so that a busy machine is no fault. To measure what
/// players wait for, `BAGARRE_TEST_DATABASE_MS` sets another time, such as the product's.
fn database_timeout(config: &mut Config) {
    let millis = std::env::var("BAGARRE_TEST_DATABASE_MS").ok().and_then(|millis| millis.parse().ok());
    if let Some(millis) = millis {
        config.limits.database = Duration::from_millis(millis);
    }
}

/// A command whose `COMMIT` meets a fault, sent again for as long as it takes: it is in the journal once. Prints the longest time in which
/// its player heard nothing.
async fn command(fault: Fault) {
    let cluster = postgres::shared();
    let (proxy, database) = proxied(&cluster).await;
    let server = TestServer::on_postgres_with(proxy.url(&database), database_timeout).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.until_asked().await;
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(4)).unwrap());
    proxy.arm(fault, Duration::from_millis(300));
    let (mut told_not_saved, mut longest, mut since) = (false, Duration::ZERO, Instant::now());
    let entry = loop {
        // The room may fall between two messages.
        let heard = one.offer(&ClientMessage::Command { id, command: command.clone() }).await;
        let answer = if heard { one.answer_or_end(id).await } else { None };
        longest = longest.max(since.elapsed());
        since = Instant::now();
        match answer {
            Some(Answer::Applied { entry }) => break entry,
            Some(Answer::Duplicate { first }) => {
                assert!(!told_not_saved, "{fault:?}: it was saved, and its player was told that it was not");
                let Answer::Applied { entry } = *first else { panic!("{fault:?}: {first:?}") };
                break entry;
            }
            Some(Answer::Refused { refusal }) => {
                assert_eq!(refusal.code, "server.store", "{fault:?}");
                told_not_saved = true;
            }
            None => {
                assert!(!heard || one.closed == Some(Closing::Rebuilt), "{fault:?}: {:?}", one.closed);
                one.come_back(server.addr).await;
            }
        }
    };
    println!("{fault:?}: the longest silence was {} ms", longest.as_millis());
    assert_eq!(entry, Some(1));
    if two.reaches(1).await.is_none() {
        two.come_back(server.addr).await;
        two.until_entry(1).await;
    }
    two.until_asked().await;
    assert!(matches!(two.command(&bid(2)).await, Answer::Applied { entry: Some(2) }));
    let rows = server.app.store().journal(one.table.as_ref().unwrap().game).await.unwrap();
    assert_eq!(rows.iter().filter(|row| row.command_id == Some(id)).count(), 1);
    assert_eq!(proxy.struck().get(&fault), Some(&1), "{fault:?} struck");
}

#[tokio::test]
async fn nobody_is_told_that_a_stored_command_was_not_stored() {
    for fault in [Fault::AfterCommit, Fault::TornCommit, Fault::InsideCommit] {
        command(fault).await;
    }
}

#[tokio::test]
async fn a_command_whose_commit_did_not_arrive_is_written_once() {
    for fault in [Fault::AfterBegin, Fault::BeforeEntry, Fault::BeforeCommit, Fault::TornEntry, Fault::Stall]
    {
        command(fault).await;
    }
}

#[tokio::test]
async fn nobody_waits_for_ever_for_a_commit_that_was_swallowed() {
    let cluster = postgres::shared();
    let (server, proxy, mut one, _two) = impatient_table(&cluster).await;
    // The connection stays open and says nothing, for longer than the test lasts.
    proxy.arm(Fault::Stall, Duration::from_hours(1));
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(4)).unwrap());
    send_until_stored(&server, &mut one, id, &command).await;
}

/// A table behind a proxy whose server waits for the database as long as the product does; its first player is asked.
async fn impatient_table(cluster: &Cluster) -> (TestServer, Proxy, Player, Player) {
    let (proxy, database) = proxied(cluster).await;
    let impatient = |config: &mut Config| config.limits.database = store::DEFAULT_DATABASE_TIMEOUT;
    let server = TestServer::on_postgres_with(proxy.url(&database), impatient).await;
    let (mut one, two, _) = table(&server, settings()).await;
    one.until_asked().await;
    (server, proxy, one, two)
}

/// Sends a command until it is stored: not for ever, and once.
async fn send_until_stored(server: &TestServer, one: &mut Player, id: Uuid, command: &Payload) {
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < Duration::from_mins(1), "nothing is written any more");
        one.send(&ClientMessage::Command { id, command: command.clone() }).await;
        match one.answer_or_end(id).await {
            // The database is not back yet.
            Some(Answer::Refused { refusal }) => assert_eq!(refusal.code, "server.store"),
            Some(_) => break,
            None => one.come_back(server.addr).await,
        }
    }
    let rows = server.app.store().journal(one.table.as_ref().unwrap().game).await.unwrap();
    assert_eq!(rows.iter().filter(|row| row.command_id == Some(id)).count(), 1);
}

/// A sign of life is a transaction of its own, on the connections that write: one whose `BEGIN` is never answered must not end all writing.
#[tokio::test]
async fn a_sign_of_life_that_is_never_answered_holds_up_writing_for_a_while_only() {
    let cluster = postgres::shared();
    let (server, proxy, mut one, _two) = impatient_table(&cluster).await;
    // The connection stays open and says nothing, for longer than the test lasts.
    proxy.arm(Fault::StallBegin, Duration::from_hours(1));
    assert!(proxy.strikes(DATABASE_TIMEOUT).await, "a sign of life is written");
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(4)).unwrap());
    send_until_stored(&server, &mut one, id, &command).await;
}

/// A server on a store that fails when it is told to.
async fn failing() -> (TestServer, Arc<FaultyStore>) {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let store =
        Arc::new(FaultyStore::new(store::open_with(None, folder.path(), DATABASE_TIMEOUT).await.unwrap()));
    (TestServer::on_store(folder, store.clone(), |_| {}).await, store)
}

/// Sends a command again and again while the store fails in one way after the other.
#[tokio::test]
async fn whatever_the_store_says_a_command_is_written_once() {
    let (server, store) = failing().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let failures =
        [Failure::Before, Failure::UnknownBefore, Failure::UnknownAfter, Failure::Slow, Failure::Before];
    for (turn, failure) in (0u32..).zip(failures) {
        for (seat, player) in (1u32..).zip([&mut one, &mut two]) {
            let entry = turn * 2 + seat;
            if player.reaches(entry - 1).await.is_none() {
                player.come_back(server.addr).await;
                player.until_entry(entry - 1).await;
            }
            store.arm(failure);
            let (id, command) = (Uuid::new_v4(), Payload::of(&bid(3)).unwrap());
            let mut told_not_saved = false;
            let (got, again) = loop {
                if player.offer(&ClientMessage::Command { id, command: command.clone() }).await {
                    match player.answer_or_end(id).await {
                        Some(Answer::Applied { entry }) => break (entry, false),
                        Some(Answer::Duplicate { first }) => match *first {
                            Answer::Applied { entry } => break (entry, true),
                            other => panic!("{failure:?}: {other:?}"),
                        },
                        Some(Answer::Refused { refusal }) => {
                            assert_eq!(refusal.code, "server.store");
                            told_not_saved = true;
                            continue;
                        }
                        None => {}
                    }
                }
                player.come_back(server.addr).await;
            };
            assert_eq!(got, Some(entry), "{failure:?}");
            assert!(!(told_not_saved && again), "{failure:?}: its player was told that it was not saved");
            assert_eq!(again, failure == Failure::UnknownAfter, "{failure:?}");
        }
    }
    assert_eq!(store.struck().values().sum::<u64>(), 10);
    if one.reaches(10).await.is_none() {
        one.come_back(server.addr).await;
    }
    let rows = server.app.store().journal(one.table.as_ref().unwrap().game).await.unwrap();
    assert_eq!(rows.len(), 11);
}

#[tokio::test]
async fn a_room_that_cannot_be_read_is_read_again() {
    let (server, store) = failing().await;
    let (mut one, _two, _) = table(&server, settings()).await;
    one.until_asked().await;
    store.arm(Failure::UnknownAfter);
    store.arm(Failure::Unreadable);
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(3)).unwrap());
    one.send(&ClientMessage::Command { id, command: command.clone() }).await;
    assert_eq!(one.answer_or_end(id).await, None);
    assert_eq!(one.closed, Some(Closing::Rebuilt));
    // The first to come, or the clock that wakes the room, finds a journal that cannot be read; the next one reads it.
    let room = one.room.id.clone();
    let mut back = loop {
        match Player::knock(server.addr, &one.token, &room, None, None).await {
            Ok(back) => break back,
            Err(why) => assert!(why.come_back(), "{why:?}"),
        }
    };
    assert_eq!(store.struck().get(&Failure::Unreadable), Some(&1));
    let first = Box::new(Answer::Applied { entry: Some(1) });
    assert_eq!(back.command_as(id, &bid(3)).await, Answer::Duplicate { first });
}

/// A server as a process of its own, on a small disk.
async fn on_a_small_disk(disk: &Disk) -> (Running, tempfile::TempDir) {
    let logs = tempfile::tempdir().unwrap();
    let program = Program {
        bin: PathBuf::from(env!("CARGO_BIN_EXE_chaos")),
        args: vec!["serve".to_owned()],
        data: disk.folder().to_owned(),
        database_url: None,
        log: logs.path().join("log"),
    };
    (program.start().await.expect("the server starts"), logs)
}

/// A game of two on a server that is a process of its own.
async fn seated(server: &Running) -> (Player, Player) {
    seated_with(server, &settings()).await
}

/// A game of two with some settings, on a server that is a process of its own.
pub(super) async fn seated_with(server: &Running, settings: &Settings) -> (Player, Player) {
    let host = door::enter(&door::Tcp, door::address(0), server.addr, "Raymond").await.unwrap();
    let guest = door::enter(&door::Tcp, door::address(1), server.addr, "Lulu").await.unwrap();
    let room = door::open_room(&door::Tcp, &host, server.addr, settings).await.unwrap();
    let mut one = Player::join(server.addr, &host.token, &room.id, None).await;
    let mut two = Player::join(server.addr, &guest.token, &room.id, Some(&room.invite)).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    for player in [&mut one, &mut two] {
        player.until_phase(Phase::Playing).await;
        player.until("the table", |player| player.table.is_some()).await;
    }
    (one, two)
}

/// Sends a command until it is taken, and comes back as often as it must. Returns how often it was refused.
async fn insist(player: &mut Player, server: &Running, entry: u32) -> u32 {
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(3)).unwrap());
    let start = Instant::now();
    let mut refused = 0;
    loop {
        assert!(
            start.elapsed() < Duration::from_secs(40),
            "nothing is written any more ({refused} refusals)"
        );
        player.send(&ClientMessage::Command { id, command: command.clone() }).await;
        match player.answer_or_end(id).await {
            Some(Answer::Applied { entry: got }) => {
                assert_eq!(got, Some(entry));
                return refused;
            }
            Some(Answer::Duplicate { first }) => {
                assert_eq!(*first, Answer::Applied { entry: Some(entry) });
                return refused;
            }
            Some(Answer::Refused { refusal }) => {
                assert_eq!(refusal.code, "server.store");
                refused += 1;
            }
            None => player.come_back(server.addr).await,
        }
    }
}

#[tokio::test]
async fn a_disk_that_was_full_for_a_moment_is_written_on_again() {
    let disk = Disk::new();
    println!("the disk becomes full by: {}", disk.how());
    let (server, _logs) = on_a_small_disk(&disk).await;
    let (mut one, mut two) = seated(&server).await;
    one.until_asked().await;
    let full = disk.fill(server.process).await;
    // While it is full, players are told so; none waits in silence.
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(3)).unwrap());
    one.send(&ClientMessage::Command { id, command }).await;
    let refused = match one.answer_or_end(id).await {
        Some(Answer::Refused { refusal }) => refusal.code == "server.store",
        None => false,
        Some(other) => panic!("a full disk took a command: {other:?}"),
    };
    assert!(refused || matches!(one.closed, Some(Closing::Rebuilt | Closing::Away)), "{:?}", one.closed);
    let ready = |server: &Running| {
        let addr = server.addr;
        async move {
            door::ask(&door::Tcp, (door::address(0), addr), "GET", "/readyz", "", &serde_json::Value::Null)
                .await
        }
    };
    let ready_while_full = ready(&server).await.unwrap().0;
    drop(full);
    if one.closed.is_some() {
        one.come_back(server.addr).await;
    }
    insist(&mut one, &server, 1).await;
    if two.reaches(1).await.is_none() {
        two.come_back(server.addr).await;
    }
    for entry in 2..=8 {
        let (player, other) = if entry % 2 == 0 { (&mut two, &mut one) } else { (&mut one, &mut two) };
        let refused = insist(player, &server, entry).await;
        assert_eq!(refused, 0, "no connection remembers the moment when the disk was full");
        other.until_entry(entry).await;
    }
    // The answer of the last second is shared.
    let start = Instant::now();
    while ready(&server).await.unwrap().0 != 200 {
        assert!(start.elapsed() < DATABASE_TIMEOUT, "a server that can write again is ready");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(ready_while_full, 503, "a server that cannot write is not ready");
    server.kill().await;
    let store = store::open(None, disk.folder()).await.unwrap();
    let rows = store.journal(one.table.as_ref().unwrap().game).await.unwrap();
    assert!(
        rows.len() >= 3 && rows.iter().all(|row| row.command_id != Some(id)),
        "what was refused is not there"
    );
    store.close().await;
}

#[tokio::test]
async fn a_file_that_somebody_else_has_locked_is_waited_for_or_refused_and_then_written() {
    let disk = Disk::new();
    let (server, _logs) = on_a_small_disk(&disk).await;
    let (mut one, mut two) = seated(&server).await;
    one.until_asked().await;
    let (locked, _) = tokio::join!(disk.lock(Duration::from_secs(5)), insist(&mut one, &server, 1));
    assert!(locked);
    if two.reaches(1).await.is_none() {
        two.come_back(server.addr).await;
    }
    insist(&mut two, &server, 2).await;
    assert!(server.end(Duration::from_secs(10)).await);
}

#[tokio::test]
async fn a_database_that_never_answers_a_question_holds_no_table_up() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let store =
        Arc::new(FaultyStore::new(store::open_with(None, folder.path(), DATABASE_TIMEOUT).await.unwrap()));
    let hasty: fn(&mut Config) = |config| config.limits.database = Duration::from_millis(300);
    let server = TestServer::on_store(folder, store.clone(), hasty).await;
    let (mut one, mut two, _) = table(&server, Settings { scenario: "short".to_owned(), ..settings() }).await;
    turn(&mut one, &mut two).await;
    one.until_asked().await;
    assert!(matches!(one.command(&bid(2)).await, Answer::Applied { .. }));
    // The journal is read once more after a game has ended, for its replay: no end waits for that.
    store.arm(Failure::Silent);
    two.until_asked().await;
    assert!(matches!(two.command(&bid(3)).await, Answer::Applied { .. }));
    one.until_phase(Phase::Finished).await;
    let deadline = Instant::now() + DATABASE_TIMEOUT;
    while store.struck().get(&Failure::Silent) != Some(&1) {
        assert!(Instant::now() < deadline, "the journal is read");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    one.must(Action::Rematch).await;
    let game = one.room.past[0].game;
    let (status, _) =
        server.ask("GET", format!("/api/games/{game}/replay"), String::new(), Value::Null).await;
    assert_eq!(status, 200, "made on the spot");
}

#[tokio::test]
async fn a_game_that_could_not_be_put_aside_lets_nobody_in_until_it_is() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    let game = one.table.as_ref().unwrap().game;
    server.break_journal(game, 1, "[]").await;
    let folder = Arc::new(server.empty_handed().await);
    let stored = store::open_with(None, folder.path(), DATABASE_TIMEOUT).await.unwrap();
    let store = Arc::new(FaultyStore::new(stored));
    // No game goes on yet: the first thing that this server writes is that the game is put aside.
    store.arm(Failure::UnknownBefore);
    let server = TestServer::on_store(folder, store.clone(), |_| {}).await;
    one.come_back(server.addr).await;
    assert_eq!(store.struck().get(&Failure::UnknownBefore), Some(&1));
    assert_eq!(one.room.phase, Phase::Quarantined);
    let record = server.app.store().game(game).await.unwrap().unwrap();
    assert!(record.quarantined.is_some(), "what is shown is stored");
}
