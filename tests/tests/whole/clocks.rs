//! Clocks that must ring, and clocks that must not: a full house, a database that is away.

use std::time::Duration;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::{Answer, ClientMessage, Closing, ServerMessage};
use bagarre_server::store;
use bagarre_server::world::World;
use bagarre_tests::player::{NEWS_TIMEOUT, Player};
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, hurried, settings, table, turn};
use bagarre_tests::wait::until;
use tokio::time::timeout;
use uuid::Uuid;

#[tokio::test]
async fn a_clock_rings_though_the_house_is_full() {
    let server = TestServer::with(|config| {
        config.limits.idle = Duration::from_millis(20);
        config.limits.rooms = 1;
    })
    .await;
    let (one, two, _) = table(&server, hurried()).await;
    let game = one.table.as_ref().unwrap().game;
    drop((one, two));
    let (guest, token) = server.app.new_guest("Momo").await.unwrap();
    let (room, _) = server.app.open_room(&guest, settings()).await.unwrap();
    // The only place is taken as soon as the room of the game sleeps.
    let other = timeout(NEWS_TIMEOUT, async {
        loop {
            match Player::knock(server.addr, &token.0, &room, None, None).await {
                Ok(player) => return player,
                Err(why) => assert_eq!(why, Closing::Busy),
            }
        }
    })
    .await
    .expect("a place");
    let stored = server.app.store();
    until("the clocks ring", async || {
        assert_eq!(other.closed, None);
        stored.game(game).await.unwrap().unwrap().ended.is_some()
    })
    .await;
}

#[tokio::test]
async fn too_many_rooms_have_an_answer_of_their_own() {
    let server = TestServer::with(|config| config.limits.rooms = 1).await;
    let (_one, _two, _) = table(&server, settings()).await;
    let (guest, token) = server.app.new_guest("Momo").await.unwrap();
    let (room, _) = server.app.open_room(&guest, settings()).await.unwrap();
    let refused = Player::knock(server.addr, &token.0, &room, None, None).await;
    assert_eq!(refused.err(), Some(Closing::Busy));
    assert!(Closing::Busy.come_back());
}

#[tokio::test]
async fn while_nothing_can_be_written_nobody_loses_time_and_the_door_stays_open() {
    let server = TestServer::with(|config| config.limits.database = store::DEFAULT_DATABASE_TIMEOUT).await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let mut momo = server.guest("Momo", &one.room.id.clone(), &invite).await;
    turn(&mut one, &mut two).await;
    two.until_asked().await;
    let before = two.asking().unwrap().clocks[0].deadline.unwrap();
    let lock = server.lock_database().await;
    let id = Uuid::new_v4();
    one.until_asked().await;
    one.send(&ClientMessage::Command { id, command: Payload::of(&bid(2)).unwrap() }).await;
    // A player who comes back meanwhile is let in at once.
    momo.come_back(server.addr).await;
    let away = |message: &ServerMessage| match message {
        ServerMessage::Away { since } => Some(*since),
        _ => None,
    };
    let since = two.expect("that nothing can be written", away).await.expect("since when");
    two.expect("clocks that stand still", |message| match message {
        ServerMessage::Clocks { asking } => asking.as_ref()?.clocks[0].deadline.is_none().then_some(()),
        _ => None,
    })
    .await;
    match one.answer(id).await {
        Answer::Refused { refusal } => assert_eq!(refusal.code, "server.store"),
        other => panic!("not refused: {other:?}"),
    }
    momo.come_back(server.addr).await;
    assert_eq!(momo.expect("that nothing can be written", away).await, Some(since));
    let released = World::system().now();
    drop(lock);
    assert_eq!(two.expect("that it is over", away).await, None);
    two.until("clocks that run", |two| two.asking().unwrap().clocks[0].deadline.is_some()).await;
    let after = two.asking().unwrap().clocks[0].deadline.unwrap();
    assert!(after - before >= released - since, "{} ms of {}", after - before, released - since);
    assert_eq!(one.command_as(id, &bid(2)).await, Answer::Applied { entry: Some(3) });
}

/// When the first clock is over, as a player was told.
fn deadline(player: &Player) -> i64 {
    player.asking().and_then(|asking| asking.clocks[0].deadline).expect("a clock that runs")
}

async fn shown(player: &mut Player, entry: u32) {
    let game = player.table.as_ref().expect("a table").game;
    player.send(&ClientMessage::Shown { game, entry }).await;
}

/// Both say that they have shown everything, and give a number: the next question waits for them.
async fn watched(server: &TestServer) -> (Player, Player) {
    let (mut one, mut two, _) = table(server, settings()).await;
    for player in [&mut one, &mut two] {
        let last = player.last();
        shown(player, last).await;
        // A player who is answered was heard before.
        player.options().await.expect("options");
    }
    turn(&mut one, &mut two).await;
    one.until_entry(2).await;
    two.until_entry(2).await;
    (one, two)
}

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn time_begins_when_the_slowest_page_has_shown_what_came_before() {
    let server = TestServer::with(|_| {}).await;
    let (mut one, mut two) = watched(&server).await;
    let latest = deadline(&two);
    assert!(latest > World::system().now() + HOUR + 10_000, "it waits for what is shown");
    assert!(latest <= World::system().now() + HOUR + 20_000, "and not for ever");
    assert_eq!(two.asking().unwrap().clocks[0].left, HOUR, "nobody is shown more than there is to think");
    let last = one.last();
    shown(&mut one, last).await;
    one.options().await.expect("options");
    assert_eq!(deadline(&one), latest, "the other page is not there yet");
    // Entries that are not the last one change nothing.
    shown(&mut two, last - 1).await;
    two.options().await.expect("options");
    assert_eq!(deadline(&two), latest);
    shown(&mut two, last).await;
    for player in [&mut one, &mut two] {
        player.until("the clock that begins", |player| deadline(player) < latest).await;
        assert!(deadline(player) <= World::system().now() + HOUR);
    }
}

#[tokio::test]
async fn who_leaves_is_not_waited_for_and_who_never_tells_neither() {
    let server = TestServer::with(|_| {}).await;
    let (mut one, two) = watched(&server).await;
    let latest = deadline(&one);
    let last = one.last();
    shown(&mut one, last).await;
    drop(two);
    one.until("the clock that begins", |one| deadline(one) < latest).await;
    // Pages that say nothing have clocks that begin at once.
    let (one, _two, _) = table(&server, settings()).await;
    assert!(deadline(&one) <= World::system().now() + HOUR);
}

#[tokio::test]
async fn nobody_stalls_a_table_by_showing_nothing() {
    let server = TestServer::with(|_| {}).await;
    let (mut one, mut two, _) = table(&server, hurried()).await;
    for player in [&mut one, &mut two] {
        shown(player, 0).await;
    }
    // Neither ever shows anything again: a second to think, and no more than a second to wait, for each of the turns.
    one.until("the end", |one| one.outcome.is_some()).await;
}
