//! The contract of the store, on both databases and in memory.

use std::sync::Arc;

use bagarre_protocol::fair::{Author, Blind, Given, Why};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Clocks, Holder, PastGame, Phase, Settings};
use bagarre_protocol::socket::{Channel, ChatLine};
use bagarre_rules::contract::{Actor, Outcome, Seat, Seats};
use bagarre_server::fair::Link;
use bagarre_server::store::devices::DeviceRecord;
use bagarre_server::store::replays::Rules;
use bagarre_server::store::writer::Writer;
use bagarre_server::store::{
    Asked, DeadlineRow, Draw, GameRecord, Guest, Holding, JournalRow, Leap, Member, Nameplate, RoomRecord,
    SeatRecord, Store, Write, WriteError, open, open_with,
};
use bagarre_server::world::World;
use bagarre_tests::postgres;
use bagarre_tests::server::DATABASE_TIMEOUT;
use bagarre_tests::toy::settings;
use futures_util::future::join_all;
use uuid::Uuid;

macro_rules! contract {
    ($($name:ident),+ $(,)?) => {
        mod on_sqlite {
            $(#[tokio::test]
            async fn $name() {
                let folder = tempfile::tempdir().unwrap();
                let store = bagarre_server::store::open_with(None, folder.path(), bagarre_tests::server::DATABASE_TIMEOUT).await.unwrap();
                super::$name(store.clone()).await;
                store.close().await;
            })+
        }
        mod in_memory {
            $(#[tokio::test]
            async fn $name() {
                super::$name(std::sync::Arc::new(bagarre_tests::memory::MemoryStore::default())).await;
            })+
        }
        mod on_postgres {
            $(#[tokio::test]
            async fn $name() {
                let cluster = bagarre_tests::postgres::shared();
                let folder = tempfile::tempdir().unwrap();
                let store = bagarre_server::store::open_with(Some(&cluster.database()), folder.path(), bagarre_tests::server::DATABASE_TIMEOUT).await.unwrap();
                super::$name(store.clone()).await;
                store.close().await;
            })+
        }
    };
}

pub(crate) use contract;

contract![
    guests_tokens_and_links,
    rooms_seats_and_members,
    rooms_are_listed_while_they_live,
    a_journal_keeps_its_order_and_refuses_a_second_writer,
    what_another_epoch_of_a_room_sent_is_refused,
    a_room_that_is_gone_is_not_made_again_by_its_task,
    people_are_read_in_the_order_that_is_asked_for,
    a_job_is_written_whole_or_not_at_all,
    a_game_ends_with_its_drafts_and_clocks,
    chat_is_kept_in_order_and_once,
    time_spent_down_is_credited,
    a_wait_for_rules_is_credited_as_a_whole,
    a_pause_has_an_alarm,
    who_held_a_seat_and_what_he_was_called_is_kept_until_he_is_forgotten,
    many_writers_share_one_flush,
    odd_texts_come_back_as_they_were,
];

/// What a server of these tests plays.
pub(crate) const TOY: [Rules; 1] = [Rules { ruleset: "toy", version: 3 }];

pub(crate) type Handle = Arc<dyn Store>;

pub(crate) async fn guest(store: &Handle, name: &str) -> Guest {
    let guest = Guest { id: Uuid::new_v4(), name: name.to_owned(), created: 12 };
    let token = hash_of(&guest.id);
    let come = Write::Guest { guest: guest.clone(), token, label: String::new() };
    write(store, vec![come]).await.unwrap();
    guest
}

/// A hash of its own for each id.
fn hash_of(id: &Uuid) -> [u8; 32] {
    let mut hash = [7; 32];
    hash[..16].copy_from_slice(id.as_bytes());
    hash
}

fn room_of(host: &Guest, id: &str) -> RoomRecord {
    let empty = SeatRecord { holder: Holder::Open, band: None, absent: false };
    RoomRecord {
        id: id.to_owned(),
        host: host.id,
        phase: Phase::Lobby,
        settings: settings(),
        invite: 0,
        game: None,
        campaign: None,
        created: 100,
        touched: 100,
        paused_until: None,
        paused_entry: None,
        seats: vec![empty; 2],
        epoch: 0,
    }
}

pub(crate) async fn write(store: &Handle, job: Vec<Write>) -> Result<(), WriteError> {
    store.commit(&[job]).await.unwrap().remove(0)
}

pub(crate) async fn room(store: &Handle, id: &str) -> RoomRecord {
    let host = guest(store, "Raymond").await;
    let room = room_of(&host, id);
    write(store, vec![Write::Room(Box::new(room.clone()))]).await.unwrap();
    room
}

pub(crate) fn game_in(room: &str) -> GameRecord {
    GameRecord {
        id: Uuid::new_v4(),
        room: room.to_owned(),
        ruleset: "toy".to_owned(),
        version: 3,
        scenario: "short".to_owned(),
        players: vec!["Raymond".to_owned(), "lucky".to_owned()],
        nameplates: vec![
            Nameplate::new(Some(Uuid::from_u128(5)), "Raymond", [1; 16]),
            Nameplate::new(None, "lucky", [2; 16]),
        ],
        setup: Payload::parse(r#"{"seats":2,"turns":5}"#).unwrap(),
        secret: [9; 32],
        draw: Draw::Before,
        blind: true,
        commitment: "ab".repeat(32),
        started: 200,
        ended: None,
        outcome: None,
        quarantined: None,
    }
}

pub(crate) fn entry(game: &GameRecord, entry: u32) -> JournalRow {
    JournalRow {
        game: game.id,
        entry,
        at: 300 + i64::from(entry),
        actor: Some(Actor::Clock(Seat(1))),
        command_id: Some(Uuid::new_v4()),
        command: Some(Payload::parse(r#"{"bid":3}"#).unwrap()),
        events: Payload::parse(r#"[{"bid":{"seat":1,"bid":3}}]"#).unwrap(),
        drawn: 5,
        seal: Some(("cd".repeat(32), [4; 16])),
        blind: Some(Blind::Unopened { seal: 2, wrong: true }),
        link: Some(Link {
            author: Some(Author::Clock { seat: Seat(1), nameplate: None, why: Why::Default }),
            rolls: vec![(20, 3), (8, 8)],
            salt: [5; 16],
            head: [6; 32],
        }),
    }
}

async fn guests_tokens_and_links(store: Handle) {
    let one = guest(&store, "Raymond").await;
    let token = hash_of(&one.id);
    assert_eq!(store.guest_by_token(&token).await.unwrap().unwrap().0, one);
    assert_eq!(store.guest_by_token(&[1; 32]).await.unwrap(), None);
    store.add_token(one.id, &[2; 32], 13).await.unwrap();
    assert!(store.add_token(one.id, &[2; 32], 14).await.is_err(), "a token belongs to one person");
    assert!(store.drop_token(&token).await.unwrap());
    assert!(!store.drop_token(&token).await.unwrap(), "gone already");
    assert_eq!(store.guest_by_token(&token).await.unwrap(), None);
    store.rename_guest(one.id, "Lulu").await.unwrap();
    assert_eq!(store.guest_by_token(&[2; 32]).await.unwrap().unwrap().0.name, "Lulu");

    store.add_token(one.id, &[6; 32], 20).await.unwrap();
    store.use_token(&[2; 32], 50, "Firefox · Linux").await.unwrap();
    let known = |devices: Vec<DeviceRecord>| {
        devices.into_iter().map(|one| (one.token[0], one.made, one.used, one.label)).collect::<Vec<_>>()
    };
    let devices = known(store.devices(one.id).await.unwrap());
    assert_eq!(devices, [(2, 13, 50, "Firefox · Linux".to_owned()), (6, 20, 20, String::new())]);
    assert_eq!(store.devices(Uuid::new_v4()).await.unwrap(), []);
    assert_eq!(store.drop_unused(20).await.unwrap(), 0);
    assert_eq!(store.drop_unused(21).await.unwrap(), 1);
    assert_eq!(known(store.devices(one.id).await.unwrap()).len(), 1);

    store.add_link(one.id, &[3; 32], 1000).await.unwrap();
    store.add_link(one.id, &[4; 32], 1000).await.unwrap();
    assert_eq!(store.take_link(&[5; 32], 999).await.unwrap(), None);
    assert_eq!(store.take_link(&[3; 32], 999).await.unwrap().unwrap().id, one.id);
    assert_eq!(store.take_link(&[3; 32], 999).await.unwrap(), None, "once");
    assert_eq!(store.take_link(&[4; 32], 1000).await.unwrap(), None, "in time");
    store.ping(5).await.unwrap();
}

async fn rooms_seats_and_members(store: Handle) {
    let mut room = room(&store, "abc").await;
    assert_eq!(store.room("abc").await.unwrap(), Some(room.clone()));
    assert_eq!(store.room("abd").await.unwrap(), None);
    let lulu = guest(&store, "Lulu").await;
    room.phase = Phase::Paused;
    room.invite = 4;
    room.game = Some(Uuid::new_v4());
    room.touched = 500;
    room.settings = Settings {
        listed: true,
        spectator_delay: 2,
        clocks: Clocks::Slow { long: 24, quick: 12 },
        ..room.settings
    };
    room.seats = vec![
        SeatRecord {
            holder: Holder::Guest { id: lulu.id, name: "Lulu".to_owned() },
            band: Some(Payload::parse(r#"{"motto":"é\"'\\"}"#).unwrap()),
            absent: true,
        },
        SeatRecord { holder: Holder::Bot { bot: "lucky".to_owned() }, band: None, absent: false },
        SeatRecord { holder: Holder::Open, band: None, absent: false },
    ];
    let kicked = Member { guest: lulu.id, kicked: true };
    let job = vec![
        Write::Room(Box::new(room.clone())),
        Write::Member { room: "abc".to_owned(), member: Member { kicked: false, ..kicked } },
        Write::Member { room: "abc".to_owned(), member: kicked },
    ];
    write(&store, job).await.unwrap();
    assert_eq!(store.room("abc").await.unwrap(), Some(room.clone()));
    assert_eq!(store.members("abc").await.unwrap(), vec![kicked]);
    store.rename_guest(lulu.id, "Lucienne").await.unwrap();
    let named = store.room("abc").await.unwrap().unwrap().seats.remove(0).holder;
    assert_eq!(named, Holder::Guest { id: lulu.id, name: "Lucienne".to_owned() });
}

async fn rooms_are_listed_while_they_live(store: Handle) {
    let host = guest(&store, "Raymond").await;
    for (number, (id, phase, listed)) in [
        ("lobby", Phase::Lobby, true),
        ("playing", Phase::Playing, true),
        ("over", Phase::Finished, true),
        ("private", Phase::Lobby, false),
    ]
    .into_iter()
    .enumerate()
    {
        let touched = 100 + number as i64;
        let room = RoomRecord {
            phase,
            touched,
            created: touched,
            settings: Settings { listed, ..settings() },
            ..room_of(&host, id)
        };
        let member = Member { guest: host.id, kicked: id == "private" };
        let job = vec![Write::Room(Box::new(room)), Write::Member { room: id.to_owned(), member }];
        write(&store, job).await.unwrap();
    }
    let ids = |rooms: Vec<RoomRecord>| rooms.into_iter().map(|room| room.id).collect::<Vec<_>>();
    assert_eq!(ids(store.listed_rooms(10).await.unwrap()), ["playing", "lobby"]);
    assert_eq!(ids(store.listed_rooms(1).await.unwrap()), ["playing"]);
    assert_eq!(ids(store.rooms_of(host.id, 10).await.unwrap()), ["over", "playing", "lobby"]);
    assert_eq!(ids(store.rooms_of(Uuid::new_v4(), 10).await.unwrap()), Vec::<String>::new());
    assert_eq!(store.rooms_opened(host.id, 102).await.unwrap(), 2);
}

async fn a_journal_keeps_its_order_and_refuses_a_second_writer(store: Handle) {
    let room = room(&store, "abc").await;
    let game = game_in(&room.id);
    let start = JournalRow { actor: None, command_id: None, command: None, seal: None, ..entry(&game, 0) };
    let rows = vec![start, entry(&game, 1), entry(&game, 2)];
    write(&store, vec![Write::Game(Box::new(game.clone())), Write::Entry(Arc::new(rows[0].clone()))])
        .await
        .unwrap();
    for row in &rows[1..] {
        write(&store, vec![Write::Entry(Arc::new(row.clone()))]).await.unwrap();
    }
    let again = Write::Entry(Arc::new(entry(&game, 2)));
    assert_eq!(write(&store, vec![again]).await, Err(WriteError::Conflict), "the entry is taken");
    let late = Write::Entry(Arc::new(entry(&game, 4)));
    assert_eq!(write(&store, vec![late]).await, Err(WriteError::Conflict), "the one before is missing");
    assert_eq!(store.journal(game.id).await.unwrap(), rows);
    assert!(store.game(game.id).await.unwrap() == Some(game.clone()));
    // Rows of before there was a chain stay readable, and what the seats gave comes after the game.
    let old = GameRecord { draw: Draw::Asked, ..game_in(&room.id) };
    let row = JournalRow { link: None, ..entry(&old, 0) };
    let job = vec![Write::Game(Box::new(old.clone())), Write::Entry(Arc::new(row.clone()))];
    write(&store, job).await.unwrap();
    assert_eq!(store.journal(old.id).await.unwrap(), [row]);
    assert!(store.game(old.id).await.unwrap() == Some(old.clone()));
    let draw = vec![Given { promise: Some("ab".repeat(32)), nonce: None }, Given::default()];
    write(&store, vec![Write::Drawn { game: old.id, draw: draw.clone() }]).await.unwrap();
    assert!(store.game(old.id).await.unwrap() == Some(GameRecord { draw: Draw::Drawn(draw), ..old.clone() }));
    assert!(store.journal(Uuid::new_v4()).await.unwrap().is_empty());
    assert_eq!(store.last_entry(game.id).await.unwrap(), Some(2));
    assert_eq!(store.last_entry(Uuid::new_v4()).await.unwrap(), None);
    // A writer that knows less than is stored writes nothing.
    for (entry, done) in [(1, Err(WriteError::Conflict)), (2, Ok(()))] {
        let renamed = RoomRecord { touched: 700 + i64::from(entry), ..room.clone() };
        let job = vec![Write::Room(Box::new(renamed)), Write::Upto { game: game.id, entry }];
        assert_eq!(write(&store, job).await, done);
        let touched = store.room(&room.id).await.unwrap().unwrap().touched;
        assert_eq!(touched, if done.is_ok() { 702 } else { room.touched });
    }
    let ids = |rows: &[JournalRow]| rows.iter().filter_map(|row| row.command_id).collect::<Vec<_>>();
    let known: Vec<(Uuid, u32)> = ids(&rows).into_iter().zip(1..).collect();
    let newest: Vec<(Uuid, u32)> = known.iter().copied().rev().collect();
    let recent = async |but, since, limit| store.recent_commands(&room.id, but, since, limit).await.unwrap();
    assert_eq!(recent(Some(old.id), 0, 9).await, newest);
    assert_eq!(recent(None, 0, 9).await.len(), 3);
    assert_eq!(recent(Some(old.id), rows[2].at, 9).await, newest[..1], "since a moment");
    assert_eq!(recent(Some(old.id), 0, 1).await, newest[..1], "so many at most");
    assert!(store.recent_commands("elsewhere", None, 0, 9).await.unwrap().is_empty());
    let after =
        async |room: &str, entry, limit| store.commands_after(room, game.id, entry, limit).await.unwrap();
    assert_eq!(after(&room.id, 0, 9).await, known);
    assert_eq!(after(&room.id, 0, 1).await, known[..1]);
    assert_eq!(after(&room.id, 1, 9).await, known[1..]);
    assert!(after("elsewhere", 0, 9).await.is_empty(), "a game of another room");
    let outcome = Outcome::alone(Seats::NONE, Vec::new(), "turns");
    write(&store, vec![Write::Over { game: game.id, at: rows[2].at, outcome }]).await.unwrap();
    assert_eq!(recent(Some(old.id), rows[2].at, 9).await, newest[..1], "of a game that ended just then");
    assert!(recent(Some(old.id), rows[2].at + 1, 9).await.is_empty());
}

fn in_epoch(room: &RoomRecord, epoch: i64) -> Write {
    Write::Epoch { room: room.id.clone(), epoch }
}

/// The task that has read an epoch begins the next.
pub(crate) fn claim(room: &str, from: i64) -> Write {
    Write::ClaimEpoch { room: room.to_owned(), from, epoch: from + 1, carry_over: None }
}

/// Another task of the room has begun: everything that this one sends is refused.
pub(crate) async fn take_over(store: &dyn Store, room: &str) {
    let read = store.room(room).await.unwrap().unwrap().epoch;
    assert_eq!(store.commit(&[vec![claim(room, read)]]).await.unwrap(), [Ok(())]);
}

async fn what_another_epoch_of_a_room_sent_is_refused(store: Handle) {
    let room = room(&store, "abc").await;
    let game = game_in(&room.id);
    let row = |number| Write::Entry(Arc::new(entry(&game, number)));
    let append = |by, number| vec![in_epoch(&room, by), row(number)];
    let renamed = |epoch| Write::Room(Box::new(RoomRecord { touched: 700, epoch, ..room.clone() }));
    let clocks = |rows| Write::Deadlines { game: game.id, rows };
    let clock = DeadlineRow {
        seat: Seat(0),
        deadline: 900,
        total: 60,
        paused_left: None,
        asked: Some(Asked { entry: 0, at: 700 }),
        bank: None,
    };
    write(&store, vec![in_epoch(&room, 0), Write::Game(Box::new(game.clone())), row(0)]).await.unwrap();
    // The first job of a task begins its epoch, with every kind of content.
    write(&store, vec![claim(&room.id, 0), row(1)]).await.unwrap();
    write(&store, append(1, 2)).await.unwrap();
    assert_eq!(store.room(&room.id).await.unwrap().unwrap().epoch, 1);
    let draft =
        Write::Draft { game: game.id, seat: Seat(0), draft: Some(Payload::parse("1").unwrap()), at: 1 };
    let member = Member { guest: room.host, kicked: true };
    // An earlier epoch is refused, as is a later one that no task has begun.
    for other in [0, 2] {
        let late: [Vec<Write>; 7] = [
            vec![row(3)],
            vec![renamed(other)],
            vec![clocks(vec![clock])],
            vec![draft.clone()],
            vec![Write::Chat { room: room.id.clone(), line: line(&room, 1) }],
            vec![row(3), renamed(other), clocks(vec![clock])],
            vec![Write::Member { room: room.id.clone(), member }],
        ];
        for job in late {
            let job = [vec![in_epoch(&room, other)], job].concat();
            assert_eq!(write(&store, job).await, Err(WriteError::Fenced));
        }
        assert_eq!(
            write(&store, vec![renamed(other)]).await,
            Err(WriteError::Fenced),
            "a room knows its epoch"
        );
        assert_eq!(write(&store, vec![claim(&room.id, other), row(3)]).await, Err(WriteError::Fenced));
    }
    assert_eq!(store.journal(game.id).await.unwrap().len(), 3);
    assert!(
        store.deadlines(game.id).await.unwrap().is_empty() && store.drafts(game.id).await.unwrap().is_empty()
    );
    assert!(
        store.chat(&room.id, 9).await.unwrap().is_empty()
            && store.members(&room.id).await.unwrap().is_empty()
    );
    // One that is late costs the others of its group nothing, and is told apart from what was written already.
    let next = vec![claim(&room.id, 1), renamed(2), clocks(vec![clock])];
    let jobs = [append(1, 3), append(0, 4), append(1, 3), append(1, 5), next, append(1, 4), append(2, 4)];
    let (conflict, fenced) = (Err(WriteError::Conflict), Err(WriteError::Fenced));
    let done = store.commit(&jobs).await.unwrap();
    assert_eq!(done, [Ok(()), fenced.clone(), conflict.clone(), conflict, Ok(()), fenced, Ok(())]);
    assert_eq!(store.journal(game.id).await.unwrap().len(), 5);
    assert_eq!(store.deadlines(game.id).await.unwrap(), [clock]);
    let after = store.room(&room.id).await.unwrap().unwrap();
    assert_eq!((after.touched, after.epoch), (700, 2));
}

async fn a_room_that_is_gone_is_not_made_again_by_its_task(store: Handle) {
    let room = room(&store, "abc").await;
    assert!(store.drop_room(&room.id, 9).await.unwrap());
    let changed = || Write::Room(Box::new(room.clone()));
    for begin in [in_epoch(&room, 0), claim(&room.id, 0)] {
        assert_eq!(write(&store, vec![begin.clone(), changed()]).await, Err(WriteError::Fenced));
        assert_eq!(write(&store, vec![begin]).await, Err(WriteError::Fenced));
    }
    assert_eq!(store.room(&room.id).await.unwrap(), None);
}

async fn people_are_read_in_the_order_that_is_asked_for(store: Handle) {
    let people: Vec<Guest> =
        (0..1000).map(|n| Guest { id: Uuid::new_v4(), name: format!("Momo {n}"), created: n }).collect();
    let come = |guest: &Guest| Write::Guest {
        guest: guest.clone(),
        token: hash_of(&guest.id),
        label: String::new(),
    };
    write(&store, people.iter().map(come).collect()).await.unwrap();
    let mut ids: Vec<Uuid> = people.iter().map(|guest| guest.id).rev().collect();
    ids.insert(500, Uuid::new_v4());
    ids.push(people[7].id);
    let mut expected: Vec<Guest> = people.iter().rev().cloned().collect();
    expected.push(people[7].clone());
    assert!(store.guests(&ids).await.unwrap() == expected, "unknown ones are left out, and twice is twice");
    assert_eq!(store.guests(&[]).await.unwrap(), []);
}

async fn a_job_is_written_whole_or_not_at_all(store: Handle) {
    let room = room(&store, "abc").await;
    let game = game_in(&room.id);
    let orphan = Write::Entry(Arc::new(entry(&game_in(&room.id), 0)));
    let jobs = vec![
        vec![Write::Game(Box::new(game.clone())), Write::Entry(Arc::new(entry(&game, 0)))],
        vec![Write::Entry(Arc::new(entry(&game, 1))), Write::Entry(Arc::new(entry(&game, 0)))],
        vec![orphan],
        vec![Write::Entry(Arc::new(entry(&game, 1)))],
    ];
    let done = store.commit(&jobs).await.unwrap();
    assert_eq!((&done[0], &done[1], &done[3]), (&Ok(()), &Err(WriteError::Conflict), &Ok(())));
    assert!(matches!(done[2], Err(WriteError::Failed(_))), "an entry of no game: {:?}", done[2]);
    assert_eq!(store.journal(game.id).await.unwrap().len(), 2);
}

async fn a_game_ends_with_its_drafts_and_clocks(store: Handle) {
    let room = room(&store, "abc").await;
    let game = game_in(&room.id);
    let draft = |seat, text: Option<&str>| Write::Draft {
        game: game.id,
        seat: Seat(seat),
        draft: text.map(|text| Payload::parse(text).unwrap()),
        at: 1,
    };
    let clock = |seat, paused_left| DeadlineRow {
        seat: Seat(seat),
        deadline: 900,
        total: 60,
        paused_left,
        asked: None,
        bank: paused_left.map(|left| left + 1),
    };
    let rows = vec![clock(0, None), clock(1, Some(12))];
    let job = vec![
        Write::Game(Box::new(game.clone())),
        draft(0, Some("1")),
        draft(1, Some("2")),
        draft(0, Some(r#"{"bid":3}"#)),
        Write::Deadlines { game: game.id, rows: vec![clock(3, None)] },
        Write::Deadlines { game: game.id, rows: rows.clone() },
    ];
    write(&store, job).await.unwrap();
    let drafts = store.drafts(game.id).await.unwrap();
    assert_eq!(
        drafts.iter().map(|(seat, draft)| (seat.0, draft.text())).collect::<Vec<_>>(),
        [(0, r#"{"bid":3}"#), (1, "2")]
    );
    assert_eq!(store.deadlines(game.id).await.unwrap(), rows);
    assert_eq!(alarms(&store, &TOY).await, [("abc".to_owned(), 900)]);
    write(&store, vec![draft(1, None)]).await.unwrap();
    assert_eq!(store.drafts(game.id).await.unwrap().len(), 1);
    let winners = Seats::one(Seat(1));
    let outcome = Outcome::alone(winners, vec![1, -2], "turns");
    let over = Write::Over { game: game.id, at: 950, outcome: outcome.clone() };
    write(&store, vec![over]).await.unwrap();
    assert!(store.drafts(game.id).await.unwrap().is_empty());
    assert!(store.deadlines(game.id).await.unwrap().is_empty());
    let ended = store.game(game.id).await.unwrap().unwrap();
    assert_eq!((ended.ended, ended.outcome), (Some(950), Some(outcome)));
    assert_eq!(store.past_games("abc", 9).await.unwrap(), [PastGame { game: game.id, ended: 950 }]);
    let later = GameRecord { started: game.started + 1, ..game_in(&room.id) };
    let job = vec![
        Write::Game(Box::new(later.clone())),
        Write::Over { game: later.id, at: 960, outcome: Outcome::alone(Seats::NONE, Vec::new(), "turns") },
    ];
    write(&store, job).await.unwrap();
    assert_eq!(
        store.past_games("abc", 1).await.unwrap(),
        [PastGame { game: later.id, ended: 960 }],
        "the newest"
    );
    assert_eq!(store.past_games("abc", 2).await.unwrap()[1].game, later.id, "the oldest first");
    write(&store, vec![Write::Quarantine { game: game.id, at: 1, why: "broken".to_owned() }]).await.unwrap();
    assert_eq!(store.game(game.id).await.unwrap().unwrap().quarantined.as_deref(), Some("broken"));
}

fn line(room: &RoomRecord, number: u32) -> ChatLine {
    ChatLine {
        id: Uuid::from_u128(u128::from(number)),
        at: i64::from(number),
        channel: if number.is_multiple_of(2) { Channel::Floor } else { Channel::Room },
        from: room.host,
        name: "Raymond".to_owned(),
        seat: (number > 2).then_some(Seat(1)),
        text: format!("ligne {number} '; DROP TABLE chat; --"),
    }
}

async fn chat_is_kept_in_order_and_once(store: Handle) {
    let room = room(&store, "abc").await;
    let line = |number| line(&room, number);
    for number in 1..=5 {
        write(&store, vec![Write::Chat { room: "abc".to_owned(), line: line(number) }]).await.unwrap();
    }
    let again = Write::Chat { room: "abc".to_owned(), line: line(3) };
    assert_eq!(write(&store, vec![again]).await, Err(WriteError::Conflict));
    assert_eq!(store.chat("abc", 3).await.unwrap(), [line(3), line(4), line(5)]);
    assert_eq!(store.said_by("abc", line(3).id).await.unwrap(), Some(room.host));
    assert_eq!(store.said_by("abc", line(6).id).await.unwrap(), None);
    assert_eq!(store.said_by("abd", line(3).id).await.unwrap(), None);
}

async fn time_spent_down_is_credited(store: Handle) {
    let room = room(&store, "abc").await;
    let game = game_in(&room.id);
    let running = DeadlineRow {
        seat: Seat(0),
        deadline: 5000,
        total: 60,
        paused_left: None,
        asked: Some(Asked { entry: 0, at: 700 }),
        bank: None,
    };
    let paused = DeadlineRow { seat: Seat(1), paused_left: Some(7), ..running };
    let rows = vec![running, paused];
    write(&store, vec![Write::Game(Box::new(game.clone())), Write::Deadlines { game: game.id, rows }])
        .await
        .unwrap();
    let credit = async |since, now: fn() -> i64| {
        let credit = store.credit(since, &now).await.unwrap();
        (credit.added, credit.total)
    };
    assert_eq!(credit(None, || 1000).await, (0, 0), "the first start");
    store.beat(2000, &TOY).await.unwrap();
    assert_eq!(credit(None, || 10_000).await, (8000, 8000));
    assert_eq!(credit(None, || 10_000).await, (0, 8000), "once");
    store.beat(12_000, &TOY).await.unwrap();
    assert_eq!(credit(Some(13_000), || 15_000).await, (2000, 10_000), "from when nothing could be written");
    assert_eq!(credit(Some(13_000), || 16_000).await, (1000, 11_000), "what was noted is not noted again");
    assert_eq!(
        credit(None, || 14_500).await,
        (-1500, 9500),
        "the wall clock was set back while the server was down"
    );
    let leap = Leap { millis: -3000, before: 9500 };
    for _ in 0..2 {
        assert_eq!(store.credit_leap(leap).await.unwrap(), 6500, "once");
    }
    assert_eq!(credit(None, || 12_500).await, (1000, 7500), "the last sign of life moves with a leap");
    let kept = store.deadlines(game.id).await.unwrap();
    assert_eq!(kept, [running, paused], "the clocks stand in the time of the tables, which stood still");
}

async fn a_wait_for_rules_is_credited_as_a_whole(store: Handle) {
    const OTHER: [Rules; 1] = [Rules { ruleset: "toy", version: 4 }];
    let mut room = room(&store, "abc").await;
    let game = game_in(&room.id);
    let clock = DeadlineRow {
        seat: Seat(0),
        deadline: 5000,
        total: 60,
        paused_left: None,
        asked: Some(Asked { entry: 0, at: 700 }),
        bank: None,
    };
    room.game = Some(game.id);
    room.phase = Phase::Paused;
    room.paused_until = Some(4000);
    let job = vec![
        Write::Room(Box::new(room)),
        Write::Game(Box::new(game.clone())),
        Write::Deadlines { game: game.id, rows: vec![clock] },
    ];
    write(&store, job).await.unwrap();
    store.credit(None, &|| 500).await.unwrap();
    store.beat(1000, &TOY).await.unwrap();
    // A server with other rules starts a second later and runs for a while.
    assert_eq!(store.credit(None, &|| 2000).await.unwrap().total, 1000);
    store.credit_rules(1000, &OTHER).await.unwrap();
    store.beat(9000, &OTHER).await.unwrap();
    assert_eq!(store.deadlines(game.id).await.unwrap(), [clock], "it leaves them as they are");
    assert!(alarms(&store, &OTHER).await.is_empty(), "and nothing rings");
    // The time of the tables stood at 1000 when these rules were played last, and at 8000 when the other server ended.
    assert_eq!(store.credit(None, &|| 10_000).await.unwrap().total, 2000);
    for _ in 0..2 {
        store.credit_rules(8000, &TOY).await.unwrap();
        assert_eq!(
            store.deadlines(game.id).await.unwrap(),
            [DeadlineRow { deadline: 12_000, ..clock }],
            "once"
        );
    }
    assert_eq!(store.room("abc").await.unwrap().unwrap().paused_until, Some(11_000));
    store.beat(13_000, &TOY).await.unwrap();
    let down = store.credit(None, &|| 99_000).await.unwrap();
    assert_eq!(down.now, 99_000);
    store.credit_rules(down.now - down.total, &TOY).await.unwrap();
    assert_eq!(store.deadlines(game.id).await.unwrap()[0].deadline, 12_000, "time spent down is no wait");
}

/// All that rings for rules, however late.
async fn alarms(store: &Handle, known: &[Rules]) -> Vec<(String, i64)> {
    store.due_rooms(i64::MAX, known, None, 100).await.unwrap()
}

async fn a_pause_has_an_alarm(store: Handle) {
    let mut room = room(&store, "abc").await;
    let game = game_in(&room.id);
    room.game = Some(game.id);
    room.phase = Phase::Paused;
    (room.paused_until, room.paused_entry) = (Some(700), Some(3));
    let paused =
        DeadlineRow { seat: Seat(1), deadline: 1, total: 60, paused_left: Some(7), asked: None, bank: None };
    let job = vec![
        Write::Room(Box::new(room.clone())),
        Write::Game(Box::new(game.clone())),
        Write::Deadlines { game: game.id, rows: vec![paused] },
    ];
    write(&store, job).await.unwrap();
    assert_eq!(store.room("abc").await.unwrap().unwrap(), room);
    assert_eq!(alarms(&store, &TOY).await, [("abc".to_owned(), 700)]);
    (room.phase, room.paused_until) = (Phase::Playing, None);
    write(&store, vec![Write::Room(Box::new(room))]).await.unwrap();
    assert!(alarms(&store, &TOY).await.is_empty());
}

async fn who_held_a_seat_and_what_he_was_called_is_kept_until_he_is_forgotten(store: Handle) {
    let room = room(&store, "abc").await;
    let (lulu, momo) = (guest(&store, "Lulu").await, guest(&store, "Momo").await);
    let mut game = game_in(&room.id);
    game.nameplates[0].guest = Some(lulu.id);
    let sits = |guest: &Guest, seat, entry| Holding { seat: Seat(seat), entry, guest: guest.id };
    let holding = |holding| Write::Holding { game: game.id, holding };
    let plate = Nameplate::new(Some(momo.id), "Momo", [3; 16]);
    let job = vec![
        Write::Game(Box::new(game.clone())),
        holding(sits(&lulu, 1, 0)),
        holding(sits(&momo, 0, 2)),
        holding(sits(&momo, 1, 2)),
        // Of several at one entry the last one counts.
        holding(sits(&lulu, 0, 2)),
        Write::Nameplate { game: game.id, n: 2, plate: plate.clone() },
    ];
    write(&store, job).await.unwrap();
    let held = store.holdings(game.id).await.unwrap();
    assert_eq!(held, [sits(&lulu, 1, 0), sits(&lulu, 0, 2), sits(&momo, 1, 2)]);
    assert_eq!(store.holdings(Uuid::new_v4()).await.unwrap(), []);
    let mut named = game.nameplates.clone();
    named.push(plate);
    assert!(store.game(game.id).await.unwrap().unwrap().nameplates == named);
    let again = Write::Nameplate { game: game.id, n: 2, plate: named[0].clone() };
    assert_eq!(write(&store, vec![again]).await, Err(WriteError::Conflict));
    while store.unname(lulu.id, 1).await.unwrap() > 0 {}
    // Lulu is unnamed now, and still not the next one.
    let held: Vec<Uuid> = store.holdings(game.id).await.unwrap().iter().map(|one| one.guest).collect();
    assert_eq!(held, [Uuid::nil(), Uuid::nil(), momo.id]);
    let left = store.game(game.id).await.unwrap().unwrap();
    (named[0].guest, named[0].name) = (None, None);
    assert!(left.nameplates == named, "the digest stays");
    assert_eq!(left.players, ["", "lucky"]);
}

async fn many_writers_share_one_flush(store: Handle) {
    let room = room(&store, "abc").await;
    let (writer, task) =
        Writer::start(store.clone(), World::system(), 0, bagarre_tests::server::DATABASE_TIMEOUT);
    let games: Vec<GameRecord> = (0..100).map(|_| game_in(&room.id)).collect();
    // Each game writes two entries, then the second one again, and one that has none before it.
    let play = async |game: &GameRecord| {
        let begin = vec![Write::Game(Box::new(game.clone())), Write::Entry(Arc::new(entry(game, 0)))];
        let mut done = vec![writer.write(begin).await];
        for number in [1, 1, 3] {
            done.push(writer.write(vec![Write::Entry(Arc::new(entry(game, number)))]).await);
        }
        done
    };
    for done in join_all(games.iter().map(play)).await {
        assert_eq!(done, [Ok(()), Ok(()), Err(WriteError::Conflict), Err(WriteError::Conflict)]);
    }
    for game in games {
        assert_eq!(store.journal(game.id).await.unwrap().len(), 2);
    }
    drop(writer);
    task.await.unwrap();
}

async fn odd_texts_come_back_as_they_were(store: Handle) {
    let name = "é 🥊 ' \" \\ ; --";
    let one = guest(&store, name).await;
    assert_eq!(store.guest_by_token(&hash_of(&one.id)).await.unwrap().unwrap().0.name, name);
    let big = format!("[{}1]", "1234567890,".repeat(20_000));
    let room = room(&store, "abc").await;
    let game = GameRecord { setup: Payload::parse(big.clone()).unwrap(), ..game_in(&room.id) };
    write(&store, vec![Write::Game(Box::new(game.clone()))]).await.unwrap();
    assert_eq!(store.game(game.id).await.unwrap().unwrap().setup.text(), big);
}

/// Two processes wake one room at once, again and again: each epoch belongs to one of them, and the other writes nothing.
async fn epochs_are_never_shared(one: Handle, two: Handle) {
    let room = room(&one, "abc").await;
    for read in 0..20 {
        let wakes = |touched| {
            let changed = RoomRecord { touched, epoch: read + 1, ..room.clone() };
            vec![claim(&room.id, read), Write::Room(Box::new(changed))]
        };
        let (first, second) = tokio::join!(write(&one, wakes(1000 + read)), write(&two, wakes(2000 + read)));
        let (won, lost) = match (&first, &second) {
            (Ok(()), Err(lost)) => (1000 + read, lost),
            (Err(lost), Ok(())) => (2000 + read, lost),
            both => panic!("epoch {}: {both:?}", read + 1),
        };
        assert_eq!(lost, &WriteError::Fenced);
        let stored = one.room(&room.id).await.unwrap().unwrap();
        assert_eq!((stored.epoch, stored.touched), (read + 1, won));
    }
}

#[tokio::test]
async fn two_processes_never_share_an_epoch() {
    let cluster = postgres::shared();
    for url in [None, Some(cluster.database())] {
        let folder = tempfile::tempdir().unwrap();
        let opened = async || open_with(url.as_deref(), folder.path(), DATABASE_TIMEOUT).await.unwrap();
        let (one, two) = (opened().await, opened().await);
        epochs_are_never_shared(one.clone(), two.clone()).await;
        one.close().await;
        two.close().await;
    }
    let memory: Handle = Arc::new(bagarre_tests::memory::MemoryStore::default());
    epochs_are_never_shared(memory.clone(), memory).await;
}

#[tokio::test]
async fn a_store_is_opened_again_with_what_is_in_it() {
    let cluster = postgres::shared();
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("not").join("yet");
    for url in [None, Some(cluster.database())] {
        let store = open(url.as_deref(), &deep).await.unwrap();
        room(&store, "abc").await;
        store.close().await;
        let store = open(url.as_deref(), &deep).await.unwrap();
        assert!(store.room("abc").await.unwrap().is_some());
        store.close().await;
    }
    assert!(open(Some("postgres://nobody@127.0.0.1:1/none"), &deep).await.is_err());
}
