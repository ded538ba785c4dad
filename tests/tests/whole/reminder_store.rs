//! The contract of the store as far as reminders and recovery codes go, on both databases and in memory.

use std::sync::Arc;

use bagarre_protocol::room::{Holder, Phase};
use bagarre_rules::contract::{Lang, Seat};
use bagarre_server::store::reminders::{Mail, PushRecord, Reach, Reminder};
use bagarre_server::store::{Asked, DeadlineRow, RoomRecord, Write};
use bagarre_tests::toy::settings;

use crate::store::{Handle, entry, game_in, guest, room, write};

crate::store::contract![
    whose_turn_it_is_is_told_once,
    how_people_want_to_hear_is_kept,
    codes_to_come_back_with
];

fn reach(guest: uuid::Uuid) -> Reach {
    Reach {
        guest,
        lang: Lang::En,
        zone: "Europe/Paris".to_owned(),
        quiet: Some((1320, 480)),
        page: "https://bagarre.example".to_owned(),
        mail: None,
        hook: Some(("https://hooks.example/x".to_owned(), [3; 32])),
    }
}

/// The clock of the second seat.
fn clock(asked: Option<u32>, paused_left: Option<i64>) -> DeadlineRow {
    let asked = asked.map(|entry| Asked { entry, at: 300 + i64::from(entry) });
    DeadlineRow { seat: Seat(1), deadline: 9000, total: 60, paused_left, asked, bank: None }
}

async fn whose_turn_it_is_is_told_once(store: Handle) {
    let lulu = guest(&store, "Lulu").await;
    let mut room: RoomRecord = room(&store, "abc").await;
    let game = game_in("abc");
    room.game = Some(game.id);
    room.phase = Phase::Playing;
    room.seats[1].holder = Holder::Guest { id: lulu.id, name: lulu.name.clone() };
    let clocks = |row: DeadlineRow| Write::Deadlines { game: game.id, rows: vec![row] };
    let first = vec![
        Write::Game(Box::new(game.clone())),
        Write::Room(Box::new(room)),
        Write::Entry(Arc::new(entry(&game, 0))),
        clocks(clock(Some(0), None)),
    ];
    write(&store, first).await.unwrap();
    let asked = entry(&game, 0).at;
    assert!(store.unreminded(i64::MAX, 9).await.unwrap().is_empty(), "nobody wants to hear of it");
    assert!(store.turn(game.id, Seat(1), lulu.id).await.unwrap().is_some());
    store.set_reach(&reach(lulu.id)).await.unwrap();
    assert!(store.unreminded(asked - 1, 9).await.unwrap().is_empty(), "not yet");
    let turn = store.unreminded(asked, 9).await.unwrap().remove(0);
    assert_eq!((turn.game, turn.seat, turn.entry, turn.guest), (game.id, Seat(1), 0, lulu.id));
    assert_eq!((turn.at, turn.deadline, &*turn.room), (asked, 9000, "abc"));
    assert_eq!(turn.settings, settings());
    assert_eq!(store.turn(game.id, Seat(1), lulu.id).await.unwrap(), Some(turn));
    assert_eq!(store.turn(game.id, Seat(0), lulu.id).await.unwrap(), None);

    let begun = Reminder {
        game: game.id,
        seat: Seat(1),
        guest: lulu.id,
        entry: 0,
        next: Some(500),
        tries: 0,
        channels: None,
    };
    assert!(store.remind(&begun).await.unwrap());
    assert!(!store.remind(&begun).await.unwrap(), "once a move");
    assert!(store.unreminded(i64::MAX, 9).await.unwrap().is_empty());
    assert!(store.reminders_due(499, 9).await.unwrap().is_empty());
    assert_eq!(store.reminders_due(500, 9).await.unwrap(), std::slice::from_ref(&begun));
    // A page that tells of it takes the place of what was not tried yet; then no other channel does.
    let done = Reminder { next: None, ..begun.clone() };
    assert!(store.remind(&done).await.unwrap());
    assert!(!store.remind(&done).await.unwrap());
    assert!(store.reminders_due(i64::MAX, 9).await.unwrap().is_empty());
    let later =
        Reminder { next: Some(700), tries: 1, channels: Some(vec!["mail".to_owned()]), ..begun.clone() };
    assert!(!store.set_reminder(&later, Some(500)).await.unwrap(), "somebody else was here");
    assert!(store.set_reminder(&later, None).await.unwrap());
    assert_eq!(store.reminders_due(700, 9).await.unwrap(), [later]);
    assert!(!store.remind(&done).await.unwrap(), "it was tried");

    // Paused, answered, asked again.
    write(&store, vec![clocks(clock(Some(0), Some(7)))]).await.unwrap();
    assert_eq!(store.turn(game.id, Seat(1), lulu.id).await.unwrap(), None);
    write(&store, vec![clocks(clock(None, None))]).await.unwrap();
    assert_eq!(store.turn(game.id, Seat(1), lulu.id).await.unwrap(), None);
    write(&store, vec![Write::Entry(Arc::new(entry(&game, 1))), clocks(clock(Some(1), None))]).await.unwrap();
    assert_eq!(store.unreminded(i64::MAX, 9).await.unwrap().len(), 1);
    assert!(store.remind(&Reminder { entry: 1, ..begun }).await.unwrap());
    let end = store.journal_end(game.id, 1).await.unwrap();
    assert_eq!(end.iter().map(|row| row.entry).collect::<Vec<_>>(), [1]);
    let entries: Vec<u32> =
        store.journal_end(game.id, 9).await.unwrap().into_iter().map(|row| row.entry).collect();
    assert_eq!(entries, [1, 0]);

    assert!(store.go(lulu.id, 9).await.unwrap());
    assert!(store.reach(lulu.id).await.unwrap().is_none());
    assert!(store.reminders_due(i64::MAX, 9).await.unwrap().is_empty());
}

async fn how_people_want_to_hear_is_kept(store: Handle) {
    let lulu = guest(&store, "Lulu").await;
    assert!(store.reach(lulu.id).await.unwrap().is_none());
    let first = reach(lulu.id);
    store.set_reach(&first).await.unwrap();
    assert!(store.reach(lulu.id).await.unwrap() == Some(first.clone()));
    let mail = Mail { address: "lulu@example.org".to_owned(), code: Some([9; 32]), asked: 12, tries: 3 };
    let second = Reach { mail: Some(mail), hook: None, quiet: None, ..first };
    store.set_reach(&second).await.unwrap();
    assert!(store.reach(lulu.id).await.unwrap() == Some(second));

    store.add_token(lulu.id, &[1; 32], 5).await.unwrap();
    let push = |endpoint: &str| PushRecord {
        token: [1; 32],
        endpoint: endpoint.to_owned(),
        public_key: vec![4; 65],
        auth: [2; 16],
    };
    store.set_push(lulu.id, &push("https://push.example/1")).await.unwrap();
    store.set_push(lulu.id, &push("https://push.example/2")).await.unwrap();
    assert!(store.pushes(lulu.id).await.unwrap() == [push("https://push.example/2")]);
    assert!(store.drop_push(&[1; 32]).await.unwrap());
    assert!(!store.drop_push(&[1; 32]).await.unwrap());
    store.set_push(lulu.id, &push("https://push.example/3")).await.unwrap();
    assert!(store.drop_token(&[1; 32]).await.unwrap());
    assert!(store.pushes(lulu.id).await.unwrap().is_empty(), "it goes with its browser");
    let gone = PushRecord { token: [8; 32], ..push("https://push.example/4") };
    assert!(store.set_push(lulu.id, &gone).await.is_err(), "nobody is known by that browser");
}

async fn codes_to_come_back_with(store: Handle) {
    let lulu = guest(&store, "Lulu").await;
    assert_eq!(store.recovery(lulu.id).await.unwrap(), None);
    store.set_recovery(lulu.id, Some(&[1; 32]), 5).await.unwrap();
    store.set_recovery(lulu.id, Some(&[2; 32]), 6).await.unwrap();
    assert_eq!(store.recovery(lulu.id).await.unwrap(), Some(6));
    assert_eq!(store.guest_by_recovery(&[1; 32]).await.unwrap(), None);
    assert_eq!(store.guest_by_recovery(&[2; 32]).await.unwrap(), Some(lulu.clone()));
    store.set_recovery(lulu.id, None, 7).await.unwrap();
    assert_eq!(store.guest_by_recovery(&[2; 32]).await.unwrap(), None);
    store.set_recovery(lulu.id, Some(&[3; 32]), 8).await.unwrap();
    assert!(store.go(lulu.id, 9).await.unwrap());
    assert_eq!(store.guest_by_recovery(&[3; 32]).await.unwrap(), None, "he is forgotten");
}
