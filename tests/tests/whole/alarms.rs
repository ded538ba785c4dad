//! Rooms that sleep are woken when their clocks are over, also those that a server has never had awake.

use std::sync::Arc;
use std::time::Duration;

use bagarre_rules::contract::Seat;
use bagarre_server::app::App;
use bagarre_server::config::{Config, Limits};
use bagarre_server::store::{Asked, DeadlineRow, Store, Write};
use bagarre_server::world::World;
use bagarre_tests::memory::MemoryStore;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::store::{Handle, TOY, contract, game_in, room, write};

contract![rooms_are_told_when_their_clocks_are_over_in_order_and_in_pieces];

async fn rooms_are_told_when_their_clocks_are_over_in_order_and_in_pieces(store: Handle) {
    let mut all = Vec::new();
    for (n, due) in [5000, 100, 700, 700, 700, 9000].into_iter().enumerate() {
        let room = room(&store, &format!("room {n}")).await;
        let game = game_in(&room.id);
        let clock = DeadlineRow {
            seat: Seat(0),
            deadline: due,
            total: 60,
            paused_left: None,
            asked: None,
            bank: None,
        };
        let job =
            vec![Write::Game(Box::new(game.clone())), Write::Deadlines { game: game.id, rows: vec![clock] }];
        write(&store, job).await.unwrap();
        all.push((room.id, due));
    }
    let due = async |until, after: Option<&(String, i64)>, limit| {
        store.due_rooms(until, &TOY, after, limit).await.unwrap()
    };
    let [late, first, two, three, four, last] = <[_; 6]>::try_from(all).unwrap();
    assert!(due(99, None, 10).await.is_empty());
    assert_eq!(due(700, None, 2).await, [first.clone(), two.clone()]);
    assert_eq!(due(700, Some(&two), 2).await, [three.clone(), four.clone()]);
    assert!(due(700, Some(&four), 2).await.is_empty());
    assert_eq!(due(i64::MAX, Some(&four), 10).await, [late, last]);
    assert!(store.due_rooms(700, &[], None, 10).await.unwrap().is_empty(), "no rules, no rooms");
}

/// Stores a room with a game whose only clock is over in an hour. The game has no journal: once its room is woken it is put aside.
async fn stored_game(store: &Handle, world: &World) -> uuid::Uuid {
    let mut room = room(store, "abc").await;
    let game = game_in(&room.id);
    room.game = Some(game.id);
    room.phase = bagarre_protocol::room::Phase::Playing;
    let clock = |seat, minutes: i64, asked| DeadlineRow {
        seat: Seat(seat),
        deadline: world.now() + minutes * 60_000,
        total: 3_600_000,
        paused_left: None,
        asked,
        bank: None,
    };
    let asked = Asked { entry: 0, at: world.now() };
    let id = game.id;
    // The first seat has answered: its clock wakes no room.
    let rows = vec![clock(0, 5, None), clock(1, 60, Some(asked))];
    let job =
        vec![Write::Room(Box::new(room)), Write::Game(Box::new(game)), Write::Deadlines { game: id, rows }];
    assert_eq!(store.commit(&[job]).await.unwrap(), [Ok(())]);
    id
}

#[test]
fn a_room_that_no_server_has_had_awake_is_woken_by_its_clock() {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let world = World::simulated(1);
        let memory = Arc::new(MemoryStore::new(world.clone()));
        let handle: Handle = memory.clone();
        let game = stored_game(&handle, &world).await;
        let data = tempfile::tempdir().unwrap();
        let config = Config { world, ..Config::local(data.path(), Limits::default()) };
        let stop = CancellationToken::new();
        let app = App::start_with(handle, config, stop).await.unwrap();
        let woken = async || memory.game(game).await.unwrap().unwrap().quarantined.is_some();
        sleep(Duration::from_mins(59)).await;
        assert!(!woken().await, "its clock runs");
        sleep(Duration::from_secs(62)).await;
        assert!(woken().await, "its clock is over");
        app.close().await;
    });
}
