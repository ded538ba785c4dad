//! New guests and rooms are known without being read, never longer than that is true.

use std::time::Duration;

use bagarre_protocol::room::{Action, Holder, Phase};
use bagarre_protocol::socket::{ClientMessage, Closing};
use bagarre_rules::contract::Seat;
use bagarre_server::store::{Guest, Hash, Write, WriteError};
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{settings, take_seat};
use bagarre_tests::wait::until;
use uuid::Uuid;

use crate::store::{Handle, contract};

contract![
    whoever_has_just_come_is_known,
    a_name_that_changes_is_the_new_one_at_once,
    the_use_of_a_browser_is_seen_at_once,
    a_browser_that_is_signed_out_is_unknown_at_once,
    whoever_goes_is_unknown_at_once,
    browsers_that_are_dropped_together_are_unknown_at_once,
    people_who_are_dropped_together_are_unknown_at_once,
    whoever_was_not_written_is_not_known,
];

const LABEL: &str = "Firefox · Linux";

fn newcomer(token: Hash) -> (Guest, Write) {
    let guest = Guest { id: Uuid::new_v4(), name: "Momo".to_owned(), created: 12 };
    let write = Write::Guest { guest: guest.clone(), token, label: LABEL.to_owned() };
    (guest, write)
}

async fn come(store: &Handle, token: Hash) -> Guest {
    let (guest, write) = newcomer(token);
    assert_eq!(store.commit(&[vec![write]]).await.unwrap(), [Ok(())]);
    guest
}

async fn knows(store: &Handle, token: Hash) -> bool {
    store.guest_by_token(&token).await.unwrap().is_some()
}

async fn whoever_has_just_come_is_known(store: Handle) {
    let guest = come(&store, [1; 32]).await;
    let (known, device) = store.guest_by_token(&[1; 32]).await.unwrap().unwrap();
    assert_eq!(known, guest);
    assert_eq!((device.token, device.made, device.used, &*device.label), ([1; 32], 12, 12, LABEL));
    assert_eq!(store.devices(guest.id).await.unwrap(), [device]);
    assert!(!knows(&store, [2; 32]).await);
}

async fn a_name_that_changes_is_the_new_one_at_once(store: Handle) {
    let guest = come(&store, [1; 32]).await;
    store.rename_guest(guest.id, "Lulu").await.unwrap();
    assert_eq!(store.guest_by_token(&[1; 32]).await.unwrap().unwrap().0.name, "Lulu");
}

async fn the_use_of_a_browser_is_seen_at_once(store: Handle) {
    come(&store, [1; 32]).await;
    store.use_token(&[1; 32], 50, "Safari · iPad").await.unwrap();
    let (_, device) = store.guest_by_token(&[1; 32]).await.unwrap().unwrap();
    assert_eq!((device.used, &*device.label), (50, "Safari · iPad"));
}

async fn a_browser_that_is_signed_out_is_unknown_at_once(store: Handle) {
    come(&store, [1; 32]).await;
    come(&store, [2; 32]).await;
    assert!(store.drop_token(&[1; 32]).await.unwrap());
    assert!(!knows(&store, [1; 32]).await);
    assert!(knows(&store, [2; 32]).await);
}

async fn whoever_goes_is_unknown_at_once(store: Handle) {
    let guest = come(&store, [1; 32]).await;
    assert!(store.go(guest.id, 20).await.unwrap());
    assert!(!knows(&store, [1; 32]).await);
}

async fn browsers_that_are_dropped_together_are_unknown_at_once(store: Handle) {
    come(&store, [1; 32]).await;
    assert_eq!(store.drop_unused(13).await.unwrap(), 1);
    assert!(!knows(&store, [1; 32]).await);
}

async fn people_who_are_dropped_together_are_unknown_at_once(store: Handle) {
    come(&store, [1; 32]).await;
    assert_eq!(store.go_unseen(13, 20, 10).await.unwrap(), 1);
    assert!(!knows(&store, [1; 32]).await);
}

async fn whoever_was_not_written_is_not_known(store: Handle) {
    let (guest, write) = newcomer([1; 32]);
    let twice = Write::Guest { guest, token: [2; 32], label: String::new() };
    let done = store.commit(&[vec![write], vec![twice]]).await.unwrap();
    assert_eq!(done, [Ok(()), Err(WriteError::Conflict)]);
    assert!(knows(&store, [1; 32]).await);
    assert!(!knows(&store, [2; 32]).await);
}

#[tokio::test]
async fn a_room_that_is_dropped_before_anybody_enters_is_unknown() {
    let server = TestServer::with(|config| config.limits.keep_rooms = Some(Duration::from_nanos(1))).await;
    let (host, token) = server.app.new_guest("Raymond").await.unwrap();
    let (other, _) = server.app.new_guest("Momo").await.unwrap();
    let (room, _) = server.app.open_room(&host, settings()).await.unwrap();
    // The upkeep has work, and drops what is old meanwhile.
    server.app.forget_person(&other, "Momo").await.unwrap();
    until("it is dropped", async || server.app.store().room(&room).await.unwrap().is_none()).await;
    assert_eq!(Player::knock(server.addr, &token.0, &room, None, None).await.err(), Some(Closing::Unknown));
}

#[tokio::test]
async fn a_room_that_another_server_woke_first_is_not_written_over() {
    let server = TestServer::start().await;
    let twin = server.twin().await;
    let (guest, token) = server.app.new_guest("Raymond").await.unwrap();
    let (room, _) = server.app.open_room(&guest, settings()).await.unwrap();
    let mut there = Player::join(twin.addr, &token.0, &room, None).await;
    take_seat(&mut there, 1).await;
    let mut here = Player::join(server.addr, &token.0, &room, None).await;
    assert!(here.you.host && here.room.phase == Phase::Lobby);
    let action = Action::Sit { seat: Seat(0) };
    here.send(&ClientMessage::Act { id: Uuid::new_v4(), action }).await;
    assert_eq!(here.until_closed().await, Some(Closing::Rebuilt));
    let stored = server.app.store().room(&room).await.unwrap().unwrap();
    assert_eq!(stored.seats[0].holder, Holder::Open);
    assert!(matches!(stored.seats[1].holder, Holder::Guest { id, .. } if id == guest.id));
    here.come_back(server.addr).await;
    assert_eq!(here.you.seat, Some(Seat(1)));
}
