//! The contract of the store as far as replays go, on both databases and in memory.

use bagarre_rules::contract::{Outcome, Seats};
use bagarre_server::store::replays::Untold;
use bagarre_server::store::{Nameplate, Write, WriteError};
use uuid::Uuid;

use crate::store::{Handle, game_in, guest, room, write};

crate::store::contract![
    replays_are_kept_as_they_were_first_written,
    a_replay_with_a_name_that_was_taken_out_is_not_stored
];

async fn replays_are_kept_as_they_were_first_written(store: Handle) {
    let room = room(&store, "abc").await;
    let (over, untold, running) = (game_in(&room.id), game_in(&room.id), game_in(&room.id));
    let outcome = Outcome::alone(Seats::NONE, Vec::new(), "turns");
    let end = |game: Uuid| Write::Over { game, at: 950, outcome: outcome.clone() };
    let replay = |bytes: &[u8]| Write::Replay {
        game: over.id,
        players: over.players.clone(),
        format: 1,
        replay: bytes.to_vec(),
    };
    let games = [&over, &untold, &running].map(|game| Write::Game(Box::new(game.clone())));
    write(&store, games.into_iter().chain([end(over.id), end(untold.id)]).collect()).await.unwrap();
    assert_eq!(store.untold(None, 9).await.unwrap().len(), 2);
    write(&store, vec![replay(b"\x1f\x8b\0one")]).await.unwrap();
    write(&store, vec![replay(b"two")]).await.unwrap();
    assert_eq!(store.replay(over.id).await.unwrap().as_deref(), Some(&b"\x1f\x8b\0one"[..]));
    assert_eq!(store.replay(untold.id).await.unwrap(), None);
    let left = Untold { game: untold.id, ruleset: "toy".to_owned(), version: 3 };
    assert_eq!(store.untold(None, 9).await.unwrap(), [left]);
    assert!(store.untold(Some(untold.id), 9).await.unwrap().is_empty());
}

async fn a_replay_with_a_name_that_was_taken_out_is_not_stored(store: Handle) {
    let (room, lulu) = (room(&store, "abc").await, guest(&store, "Lulu").await);
    let mut game = game_in(&room.id);
    game.players[0].clone_from(&lulu.name);
    game.nameplates[0] = Nameplate::new(Some(lulu.id), &lulu.name, [3; 16]);
    let outcome = Outcome::alone(Seats::NONE, Vec::new(), "turns");
    let end = Write::Over { game: game.id, at: 950, outcome };
    write(&store, vec![Write::Game(Box::new(game.clone())), end]).await.unwrap();
    while store.unname(lulu.id, 1).await.unwrap() > 0 {}
    let replay = |players| Write::Replay { game: game.id, players, format: 1, replay: b"told".to_vec() };
    assert_eq!(write(&store, vec![replay(game.players.clone())]).await, Err(WriteError::Stale));
    assert_eq!(store.replay(game.id).await.unwrap(), None);
    let left = store.game(game.id).await.unwrap().unwrap().players;
    assert_ne!(left, game.players);
    assert_eq!(write(&store, vec![replay(left)]).await, Ok(()));
}
