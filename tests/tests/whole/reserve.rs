//! The reserve of time that each seat has beside the time of a question, and what is told when both are used up.

use std::time::Duration;

use bagarre_protocol::fair::{Maker, Why};
use bagarre_protocol::game::{Entry, Replay};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Clocks, Phase, Settings};
use bagarre_protocol::socket::{Answer, ClientMessage};
use bagarre_rules::contract::Seat;
use bagarre_server::room::archive;
use bagarre_server::store;
use bagarre_server::world::World;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, table, turn};
use tokio::time::sleep;
use uuid::Uuid;

/// A second for each question and a reserve beside it.
fn with_reserve(bank: u32, increment: u32) -> Settings {
    Settings { clocks: Clocks::Reserve { long: 1, short: 1, quick: 1, bank, increment }, ..settings() }
}

fn banks(player: &Player) -> Vec<i64> {
    player.asking().map(|asking| asking.banks.clone()).unwrap_or_default()
}

/// Waits until the reserve of the first clock has run for a while.
async fn think(player: &Player) {
    let clock = player.asking().expect("a question").clocks[0];
    let (over, bank) = (clock.deadline.expect("a clock that runs"), clock.bank.expect("a reserve"));
    while World::system().now() < over - bank + 300 {
        sleep(Duration::from_millis(20)).await;
    }
}

/// The first turn of a game: the second player draws on the reserve. Returns what all are told of the reserves then.
async fn slow_turn(one: &mut Player, two: &mut Player) -> Vec<i64> {
    assert_eq!(banks(two), [60_000, 60_000]);
    one.play(&bid(2)).await;
    think(two).await;
    two.play(&bid(2)).await;
    one.until_entry(2).await;
    one.until_asked().await;
    let left = banks(one);
    assert_eq!(left[0], 60_000);
    assert!((40_000..60_000).contains(&left[1]), "{left:?}");
    left
}

#[tokio::test]
async fn a_reserve_is_what_it_was_on_a_reload_and_after_a_restart() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, with_reserve(60, 0)).await;
    let left = slow_turn(&mut one, &mut two).await;
    two.until_asked().await;
    assert_eq!(banks(&two), left, "it is public");
    one.must(Action::Pause).await;
    one.come_back(server.addr).await;
    assert_eq!(banks(&one), left);
    let server = server.crash().await;
    for player in [&mut one, &mut two] {
        player.come_back(server.addr).await;
        assert_eq!(banks(player), left);
    }
    let clock =
        two.asking().unwrap().clocks.iter().find(|clock| clock.seats.contains(Seat(1))).copied().unwrap();
    assert_eq!((clock.total, clock.bank), (1000, Some(left[1])));
    assert!(clock.left > 0 && clock.left <= 1000 + left[1]);
    one.must(Action::Resume).await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn when_both_are_used_up_the_clock_answers_and_all_are_told_which_question() {
    let server = TestServer::start().await;
    let settings = Settings { scenario: "short".to_owned(), spectator_delay: 0, ..with_reserve(2, 0) };
    let (mut one, mut two, invite) = table(&server, settings).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let begun = World::system().now();
    let question = one.asking().unwrap().ask.clone();
    let game = one.table.as_ref().unwrap().game;
    one.play(&bid(2)).await;
    watcher.until_entry(2).await;
    assert!(
        World::system().now() - begun >= 2_500,
        "its second, and the reserve: {} ms",
        World::system().now() - begun
    );
    assert_eq!(banks(&watcher), [2_000, 0]);
    watcher.until_phase(Phase::Finished).await;
    two.until_phase(Phase::Finished).await;
    let told = |entries: &[Entry]| -> Vec<(u32, Option<Payload>)> {
        let lapsed = entries.iter().filter(|entry| entry.lapsed.is_some());
        lapsed.map(|entry| (entry.n, entry.lapsed.clone())).collect()
    };
    let seen = told(&watcher.entries);
    assert_eq!(seen.first(), Some(&(2, Some(question))), "what the player gave is no such answer");
    let by_clock = |entry: &&Entry| matches!(entry.author, Some(Maker::Clock { why: Why::Default, .. }));
    assert_eq!(seen.len(), watcher.entries.iter().filter(by_clock).count());
    assert_eq!(told(&two.entries), seen, "everybody is told the same");
    let replay: Replay =
        serde_json::from_str(&archive::replay(server.app.store(), &World::system(), game).await.unwrap())
            .unwrap();
    assert_eq!(told(&replay.entries), seen, "and so is the replay");
}

#[tokio::test]
async fn whoever_watches_late_is_told_late_of_a_time_that_was_over() {
    let server = TestServer::start().await;
    let late = Settings { spectator_delay: 1, ..with_reserve(2, 0) };
    let (mut one, _two, invite) = table(&server, late).await;
    let question = one.asking().unwrap().ask.clone();
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    assert!(banks(&watcher).is_empty());
    one.play(&bid(2)).await;
    watcher.until_entry(2).await;
    let entry = watcher.entries.iter().find(|entry| entry.n == 2).unwrap();
    assert_eq!(entry.lapsed, Some(question));
}

#[tokio::test]
async fn a_stall_costs_no_reserve() {
    let server = TestServer::with(|config| config.limits.database = store::DEFAULT_DATABASE_TIMEOUT).await;
    let (mut one, mut two, _) = table(&server, with_reserve(60, 0)).await;
    slow_turn(&mut one, &mut two).await;
    two.until_asked().await;
    let over =
        |player: &Player| player.asking().unwrap().clocks.iter().filter_map(|clock| clock.deadline).max();
    let before = over(&two).expect("a clock that runs");
    let lock = server.lock_database().await;
    let id = Uuid::new_v4();
    one.send(&ClientMessage::Command { id, command: Payload::of(&bid(2)).unwrap() }).await;
    two.until("clocks that stand still", |two| over(two).is_none()).await;
    let bank = banks(&two);
    // The stall is the time that the command waited for the database, until the server gave it up: it must cost no reserve.
    assert!(matches!(one.answer(id).await, Answer::Refused { .. }), "nothing could be written");
    drop(lock);
    two.until("clocks that run", |two| over(two).is_some()).await;
    assert!(over(&two).unwrap() - before >= 1_500, "{:?} then {:?}", before, over(&two));
    assert_eq!(banks(&two), bank);
    assert!(matches!(one.command_as(id, &bid(2)).await, Answer::Applied { .. }));
}
