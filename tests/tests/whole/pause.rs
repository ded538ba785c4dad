//! No table is stalled by a host: pauses end, and the powers of a host who stays away pass on.

use std::time::Duration;

use bagarre_protocol::room::{Action, Clocks, Phase, Settings};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::{Seat, Seats};
use bagarre_server::world::World;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, table, take_seat, turn};
use bagarre_tests::wait::until;

fn code(answer: &Answer) -> &str {
    match answer {
        Answer::Refused { refusal } => &refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

/// A server on which pauses, and the absence of a host, take a moment.
async fn hurried_server() -> TestServer {
    TestServer::with(|config| {
        config.limits.live_pause = Duration::from_millis(300);
        config.limits.host_away = Duration::from_millis(100);
        config.limits.idle = Duration::from_millis(20);
    })
    .await
}

#[tokio::test]
async fn a_pause_ends_by_itself() {
    let server = hurried_server().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.must(Action::Pause).await;
    two.until_phase(Phase::Paused).await;
    two.until_phase(Phase::Playing).await;
    assert_eq!(two.room.pause, None);
    two.until("clocks", |two| {
        two.asking().is_some_and(|asking| asking.clocks.iter().all(|clock| clock.deadline.is_some()))
    })
    .await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn a_pause_ends_while_everybody_sleeps_and_after_a_restart() {
    let server = hurried_server().await;
    let (mut one, two, _) = table(&server, settings()).await;
    one.must(Action::Pause).await;
    let (room, token) = (one.room.id.clone(), one.token.clone());
    drop((one, two));
    let phase = async |server: &TestServer| server.app.store().room(&room).await.unwrap().unwrap().phase;
    let ends = async |server: &TestServer| {
        until("the pause ends", async || phase(server).await != Phase::Paused).await;
    };
    ends(&server).await;
    let mut one = Player::join(server.addr, &token, &room, None).await;
    assert!(matches!(one.command(&bid(1)).await, Answer::Applied { .. }));
    one.must(Action::Pause).await;
    drop(one);
    let server = server.crash().await;
    ends(&server).await;
    assert_eq!(phase(&server).await, Phase::Playing);
}

#[tokio::test]
async fn a_pause_lasts_a_quarter_of_an_hour_or_three_days() {
    let server = TestServer::start().await;
    let slow = Settings { clocks: Clocks::Slow { long: 24, quick: 24 }, ..settings() };
    for (settings, minutes) in [(settings(), 15), (slow, 3 * 24 * 60)] {
        let (mut one, mut two, _) = table(&server, settings).await;
        one.must(Action::Pause).await;
        two.until_phase(Phase::Paused).await;
        let left = two.room.pause.unwrap().until.unwrap() - World::system().now();
        assert!((minutes * 60_000 - 60_000..=minutes * 60_000).contains(&left), "{left}");
    }
}

#[tokio::test]
async fn a_game_is_not_paused_twice_at_the_same_entry() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.must(Action::Pause).await;
    one.must(Action::Resume).await;
    assert_eq!(code(&one.act(Action::Pause).await), "room.pause.again");
    one.must(Action::HandOver { guest: two.you.id }).await;
    assert_eq!(code(&two.act(Action::Pause).await), "room.pause.again", "another host is no other pause");
    let server = server.restart().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    assert_eq!(code(&two.act(Action::Pause).await), "room.pause.again");
    one.command(&bid(1)).await;
    two.must(Action::Pause).await;
}

#[tokio::test]
async fn a_pause_ends_when_everybody_else_wants_to_go_on() {
    let server = TestServer::start().await;
    let (mut host, invite) = server.host("Raymond", Settings { seats: 4, ..settings() }).await;
    let room = host.room.id.clone();
    let mut others = Vec::new();
    take_seat(&mut host, 0).await;
    for (name, seat) in [("Lulu", 1), ("Momo", 2), ("Zaza", 3)] {
        let mut other = server.guest(name, &room, &invite).await;
        take_seat(&mut other, seat).await;
        others.push(other);
    }
    let mut watcher = server.guest("Jojo", &room, &invite).await;
    host.must(Action::Start).await;
    host.until("the table", |host| host.table.is_some()).await;
    host.must(Action::Pause).await;
    watcher.until_phase(Phase::Paused).await;
    assert_eq!(code(&watcher.act(Action::Resume).await), "room.host");
    others[0].must(Action::Resume).await;
    others[0].must(Action::Resume).await;
    host.until("a wish", |host| host.room.pause.is_some_and(|pause| pause.wishes == Seats::one(Seat(1))))
        .await;
    assert_eq!(host.room.phase, Phase::Paused);
    others[1].must(Action::Resume).await;
    host.until("wishes", |host| host.room.pause.is_some_and(|pause| pause.wishes.len() == 2)).await;
    host.catch_up().await;
    assert_eq!(host.room.phase, Phase::Paused, "one has not asked");
    // An absent player is not waited for.
    drop(others.pop());
    host.until_phase(Phase::Playing).await;
    assert_eq!(host.room.pause, None);
}

#[tokio::test]
async fn a_lobby_without_its_host_is_not_stuck() {
    let server = hurried_server().await;
    let (mut host, invite) = server.host("Raymond", settings()).await;
    let room = host.room.id.clone();
    host.must(Action::Stand).await;
    host.must(Action::PutBot { seat: Seat(0), bot: "lucky".to_owned() }).await;
    let mut watcher = server.guest("Momo", &room, &invite).await;
    let mut two = server.guest("Lulu", &room, &invite).await;
    take_seat(&mut two, 1).await;
    assert_eq!(code(&two.act(Action::Start).await), "room.host");
    let former = host.vanish();
    watcher.until("another host", |watcher| watcher.room.host == two.you.id).await;
    two.until("the keys", |two| two.you.host).await;
    two.must(Action::Start).await;
    two.until_phase(Phase::Playing).await;
    let mut former = Player::join(server.addr, &former, &room, None).await;
    assert!(!former.you.host);
    assert_eq!(former.room.host, two.you.id, "who comes back sees who is the host");
    assert_eq!(code(&former.act(Action::Pause).await), "room.host");
    let server = server.restart().await;
    two.come_back(server.addr).await;
    assert!(two.you.host, "it is written down");
}

#[tokio::test]
async fn the_powers_pass_on_during_a_game_a_pause_and_after_the_end() {
    let server = TestServer::with(|config| config.limits.host_away = Duration::from_millis(100)).await;
    let short = Settings { scenario: "short".to_owned(), ..settings() };
    let (mut one, mut two, _) = table(&server, short).await;
    one.must(Action::Pause).await;
    let (room, token) = (one.room.id.clone(), one.vanish());
    two.until("the keys", |two| two.you.host).await;
    two.must(Action::Resume).await;
    let mut one = Player::join(server.addr, &token, &room, None).await;
    let token = two.vanish();
    one.until("the keys again", |one| one.you.host).await;
    let mut two = Player::join(server.addr, &token, &room, None).await;
    for _ in 0..2 {
        turn(&mut one, &mut two).await;
    }
    two.until_phase(Phase::Finished).await;
    one.vanish();
    two.until("the keys at the end", |two| two.you.host).await;
    two.must(Action::Rematch).await;
}

#[tokio::test]
async fn nothing_passes_on_while_the_host_is_here_or_nobody_else_is() {
    let server = hurried_server().await;
    let (mut host, invite) = server.host("Raymond", settings()).await;
    let room = host.room.id.clone();
    let mut two = server.guest("Lulu", &room, &invite).await;
    take_seat(&mut two, 1).await;
    let token = two.vanish();
    // As long as it would take to pass on, told by a pause of the same server that ends after it.
    let (mut clock, _other, _) = table(&server, settings()).await;
    clock.must(Action::Pause).await;
    clock.until_phase(Phase::Paused).await;
    clock.until_phase(Phase::Playing).await;
    host.catch_up().await;
    assert!(host.you.host);
    host.vanish();
    while server.app.rooms().awake() > 1 {
        tokio::task::yield_now().await;
    }
    let record = server.app.store().room(&room).await.unwrap().unwrap();
    let two = Player::join(server.addr, &token, &room, None).await;
    assert_eq!(two.room.host, record.host, "an absence is counted while somebody else is here");
}
