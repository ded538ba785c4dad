//! Rooms before a game: doors, seats, bands, the powers of the host.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Clocks, Holder, Phase, Settings};
use bagarre_protocol::socket::{Answer, Closing};
use bagarre_rules::contract::{Pace, Seat};
use bagarre_rules::systems;
use bagarre_server::error::AppError;
use bagarre_server::store::{Guest, Write};
use bagarre_server::tokens::Token;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{band, bid, settings, table, take_seat};
use serde_json::Value;
use uuid::Uuid;

fn code(answer: &Answer) -> &str {
    match answer {
        Answer::Refused { refusal } => &refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn a_private_room_opens_by_invitation_once_and_for_all() {
    let server = TestServer::start().await;
    let (mut host, invite) = server.host("Raymond", settings()).await;
    let room = host.room.id.clone();
    let (_, token) = server.app.new_guest("Lulu").await.unwrap();
    let knock = |invite: Option<&str>| {
        let (token, room, invite) = (token.0.clone(), room.clone(), invite.map(str::to_owned));
        async move { Player::knock(server.addr, &token, &room, invite.as_deref(), None).await.map(|_| ()) }
    };
    assert_eq!(knock(None).await, Err(Closing::Denied));
    assert_eq!(knock(Some("0123456789abcdef0123456789abcdef")).await, Err(Closing::Denied));
    assert_eq!(knock(Some(&invite)).await, Ok(()));
    assert_eq!(knock(None).await, Ok(()), "a member needs no invitation any more");
    host.must(Action::NewInvite).await;
    host.until("another invitation", |host| host.you.invite.as_ref() != Some(&invite)).await;
    assert_eq!(knock(None).await, Ok(()), "members stay");
    let (_, stranger) = server.app.new_guest("Momo").await.unwrap();
    let old = Player::knock(server.addr, &stranger.0, &room, Some(&invite), None).await;
    assert_eq!(old.err(), Some(Closing::Denied), "the old link is void");
    let new = host.you.invite.clone().unwrap();
    assert!(Player::knock(server.addr, &stranger.0, &room, Some(&new), None).await.is_ok());
    let unknown = Player::knock(server.addr, &stranger.0, "nosuchroom", None, None).await;
    assert_eq!(unknown.err(), Some(Closing::Unknown));
}

#[tokio::test]
async fn a_listed_room_is_open_to_all_and_shown() {
    let server = TestServer::start().await;
    let (host, _) = server.host("Raymond", Settings { listed: true, ..settings() }).await;
    let (private, _) = server.host("Lulu", settings()).await;
    let listed = server.app.rooms().listed(10).await.unwrap();
    assert_eq!(listed.iter().map(|room| &room.id).collect::<Vec<_>>(), [&host.room.id]);
    let (guest, token) = server.app.new_guest("Momo").await.unwrap();
    let momo = Player::join(server.addr, &token.0, &host.room.id, None).await;
    assert_eq!(momo.you.invite, None, "who only watches has nothing to pass on");
    let rooms = server.app.rooms();
    assert!(rooms.peek(&host.room.id, None, None).await.unwrap().is_some());
    assert!(rooms.peek(&private.room.id, Some(guest.id), None).await.unwrap().is_none());
    assert!(rooms.of(private.you.id, 10).await.unwrap().iter().any(|room| room.id == private.room.id));
    assert_eq!(rooms.invitation(&private.room.id, guest.id).await.unwrap(), None);
}

#[tokio::test]
async fn seats_are_taken_left_and_exchanged() {
    let server = TestServer::start().await;
    let (mut host, invite) = server.host("Raymond", settings()).await;
    let mut lulu = server.guest("Lulu", &host.room.id.clone(), &invite).await;
    host.must(Action::Stand).await;
    assert_eq!(code(&host.act(Action::Bring { band: None }).await), "room.seat.none");
    take_seat(&mut host, 0).await;
    assert_eq!(code(&lulu.act(Action::Sit { seat: Seat(0) }).await), "room.seat.taken");
    assert_eq!(code(&lulu.act(Action::Sit { seat: Seat(7) }).await), "room.seat.unknown");
    take_seat(&mut lulu, 1).await;
    lulu.until("my band", |lulu| lulu.you.band == Some(band("cogne"))).await;
    assert_eq!(code(&lulu.act(Action::Swap { a: Seat(0), b: Seat(1) }).await), "room.host");
    host.must(Action::Swap { a: Seat(0), b: Seat(1) }).await;
    lulu.until("the other seat", |lulu| lulu.you.seat == Some(Seat(0))).await;
    assert!(lulu.room.seats.iter().all(|seat| seat.ready));
    lulu.must(Action::Stand).await;
    lulu.must(Action::Sit { seat: Seat(0) }).await;
    host.until("a seat that is not ready", |host| !host.room.seats[0].ready && host.room.seats[0].online)
        .await;
    assert_eq!(code(&host.act(Action::Start).await), "room.start.ready");
}

#[tokio::test]
async fn bands_are_checked_by_the_ruleset() {
    let server = TestServer::start().await;
    let (mut host, _) = server.host("Raymond", settings()).await;
    assert_eq!(host.you.seat, Some(Seat(0)), "whoever opens a room sits in it");
    host.must(Action::Sit { seat: Seat(0) }).await;
    assert_eq!(code(&host.act(Action::Bring { band: Some(band("")) }).await), "toy.range");
    assert!(!host.room.seats[0].ready);
    host.must(Action::Bring { band: Some(band("cogne")) }).await;
    host.until("ready", |host| host.room.seats[0].ready).await;
    host.must(Action::Bring { band: None }).await;
    host.until("not ready", |host| !host.room.seats[0].ready).await;
}

#[tokio::test]
async fn the_host_chooses_and_the_room_follows() {
    let server = TestServer::start().await;
    let (mut host, invite) = server.host("Raymond", Settings { seats: 3, ..settings() }).await;
    let mut lulu = server.guest("Lulu", &host.room.id.clone(), &invite).await;
    take_seat(&mut lulu, 2).await;
    let choose = |settings| Action::Settings { settings };
    assert_eq!(code(&lulu.act(choose(settings())).await), "room.host");
    let bad = [
        (Settings { name: " ".to_owned(), ..settings() }, "room.settings.name"),
        (Settings { name: "Chez Ray\u{200d}mond".to_owned(), ..settings() }, "room.settings.name"),
        (Settings { seats: 7, ..settings() }, "toy.range"),
        (Settings { scenario: "none".to_owned(), ..settings() }, "toy.range"),
        (Settings { spectator_delay: 11, ..settings() }, "room.settings.delay"),
        (
            Settings { clocks: Clocks::Live { long: 0, short: 9, quick: 9 }, ..settings() },
            "room.settings.clocks",
        ),
        (Settings { clocks: Clocks::Slow { long: 337, quick: 1 }, ..settings() }, "room.settings.clocks"),
        (Settings { ruleset: "baston".to_owned(), ..settings() }, "room.settings.ruleset"),
    ];
    for (wrong, why) in bad {
        assert_eq!(code(&host.act(choose(wrong)).await), why);
    }
    host.must(choose(Settings { name: "  Chez   Lulu ".to_owned(), ..settings() })).await;
    lulu.until("fewer seats", |lulu| lulu.room.seats.len() == 2).await;
    assert_eq!(lulu.room.settings.name, "Chez Lulu");
    lulu.until("no seat any more", |lulu| lulu.you.seat.is_none()).await;
}

#[tokio::test]
async fn the_host_sends_somebody_away_for_good() {
    let server = TestServer::start().await;
    let (mut host, mut lulu, invite) = table(&server, settings()).await;
    assert_eq!(code(&lulu.act(Action::Kick { guest: host.you.id }).await), "room.host");
    assert_eq!(code(&host.act(Action::Kick { guest: host.you.id }).await), "room.guest.self");
    assert_eq!(code(&host.act(Action::Kick { guest: Uuid::new_v4() }).await), "room.guest.unknown");
    host.must(Action::Kick { guest: lulu.you.id }).await;
    assert_eq!(lulu.until_closed().await, Some(Closing::Kicked));
    host.until("a deserted seat", |host| host.room.seats[1].holder == Holder::Open).await;
    let room = host.room.id.clone();
    let back = Player::knock(server.addr, &lulu.token, &room, Some(&invite), None).await;
    assert_eq!(back.err(), Some(Closing::Kicked));
    let server = server.restart().await;
    let back = Player::knock(server.addr, &lulu.token, &room, Some(&invite), None).await;
    assert_eq!(back.err(), Some(Closing::Kicked));
}

#[tokio::test]
async fn the_host_hands_the_room_over() {
    let server = TestServer::start().await;
    let (mut host, mut lulu, _) = table(&server, settings()).await;
    host.must(Action::HandOver { guest: lulu.you.id }).await;
    lulu.until("the keys", |lulu| lulu.you.host).await;
    assert_eq!(code(&host.act(Action::Pause).await), "room.host");
    lulu.must(Action::Pause).await;
    host.until_phase(Phase::Paused).await;
}

#[tokio::test]
async fn a_room_without_spectators_keeps_them_out_once_the_game_runs() {
    let server = TestServer::start().await;
    let closed = Settings { spectators: false, ..settings() };
    let (mut host, invite) = server.host("Raymond", closed).await;
    let room = host.room.id.clone();
    let mut watcher = server.guest("Momo", &room, &invite).await;
    let mut lulu = server.guest("Lulu", &room, &invite).await;
    take_seat(&mut host, 0).await;
    take_seat(&mut lulu, 1).await;
    host.must(Action::Start).await;
    assert_eq!(watcher.until_closed().await, Some(Closing::Full));
    let again = Player::knock(server.addr, &watcher.token, &room, None, None).await;
    assert_eq!(again.err(), Some(Closing::Full));
    lulu.come_back(server.addr).await;
}

#[tokio::test]
async fn an_action_sent_again_is_done_once() {
    let server = TestServer::start().await;
    let (mut host, _) = server.host("Raymond", settings()).await;
    let id = Uuid::new_v4();
    for turn in 0..2 {
        let action = Action::NewInvite;
        host.send(&bagarre_protocol::socket::ClientMessage::Act { id, action }).await;
        let answer = host.answer(id).await;
        assert_eq!(matches!(answer, Answer::Duplicate { .. }), turn == 1);
    }
    let told = host.frames.iter().filter(|frame| frame.contains(r#""t":"you""#)).count();
    assert_eq!(told, 1);
}

#[tokio::test]
async fn people_are_known_by_a_secret_and_not_by_a_name() {
    let server = TestServer::start().await;
    let (one, token) = server.app.new_guest("  Ray   mond ").await.unwrap();
    assert_eq!(one.name, "Ray mond");
    let (two, other) = server.app.new_guest("Ray mond").await.unwrap();
    assert_ne!((one.id, &token.0), (two.id, &other.0));
    assert_eq!(server.app.guest(&token).await.unwrap().unwrap(), one);
    assert_eq!(server.app.guest(&Token("00".repeat(32))).await.unwrap(), None);
    for name in ["", "   ", &"x".repeat(25), "a\u{0}b", "Ray\u{200b}mond", "\u{202e}dnomyaR", "\u{3164}"] {
        assert!(matches!(server.app.new_guest(name).await, Err(AppError::Refused(_))), "{name:?}");
    }
    let link = server.app.device_link(&one).await.unwrap();
    let (same, phone) = server.app.redeem(&link).await.unwrap();
    assert_eq!(same.id, one.id);
    assert!(matches!(server.app.redeem(&link).await, Err(AppError::Missing)), "a link works once");
    server.app.forget(&token).await.unwrap();
    assert_eq!(server.app.guest(&token).await.unwrap(), None);
    let renamed = server.app.rename_guest(&one, "Lulu").await.unwrap();
    assert_eq!(server.app.guest(&phone).await.unwrap(), Some(renamed));
}

#[tokio::test]
async fn the_rules_are_told_whose_account_is_the_youngest() {
    let server = TestServer::start().await;
    let (mut host, invite) = server.host("Raymond", Settings { seats: 3, ..settings() }).await;
    let room = host.room.id.clone();
    take_seat(&mut host, 1).await;
    host.must(Action::PutBot { seat: Seat(0), bot: "lucky".to_owned() }).await;
    let token = Token("ab".repeat(32));
    let young = Guest { id: Uuid::new_v4(), name: "Momo".to_owned(), created: i64::MAX };
    let come = vec![Write::Guest { guest: young, token: token.hash(), label: String::new() }];
    assert_eq!(server.app.store().commit(&[come]).await.unwrap(), [Ok(())]);
    let mut momo = Player::join(server.addr, &token.0, &room, Some(&invite)).await;
    take_seat(&mut momo, 2).await;
    host.must(Action::Start).await;
    host.until("a game", |host| host.room.game.is_some()).await;
    let game = server.app.store().game(host.room.game.unwrap()).await.unwrap().unwrap();
    let setup: serde_json::Value = game.setup.read().unwrap();
    assert_eq!(setup["youngest"], 2);
}

#[tokio::test]
async fn a_game_master_brings_no_band_speaks_unasked_and_has_a_moment_to_weigh() {
    let server = TestServer::start().await;
    let led = Settings { scenario: "led".to_owned(), seats: 3, ..settings() };
    let (mut one, invite) = server.host("Raymond", led).await;
    let mut two = server.guest("Lulu", &one.room.id.clone(), &invite).await;
    let mut master = server.guest("Momo", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    master.must(Action::Sit { seat: Seat(2) }).await;
    master.until("a seat", |master| master.you.seat == Some(Seat(2))).await;
    let roles: Vec<_> =
        one.room.roles.iter().map(|role| role.as_ref().map(|role| (&*role.key, role.wins))).collect();
    assert_eq!(roles, [None, None, Some(("master", false))]);
    assert!(master.room.seats[2].ready, "there is nothing to bring");
    one.must(Action::Start).await;
    for player in [&mut one, &mut two, &mut master] {
        player.until("the table", |player| player.table.is_some()).await;
    }
    one.until_asked().await;
    assert!(!master.is_asked());
    let omen = serde_json::json!({ "omen": 4 });
    let text = omen.to_string();
    assert!(master.options().await.unwrap().iter().any(|option| option.text() == text));
    assert!(matches!(master.command(&omen).await, Answer::Applied { .. }));
    assert_eq!(code(&one.command(&omen).await), "toy.not_asked");
    for player in [&mut one, &mut two] {
        player.until_asked().await;
        assert!(matches!(player.command(&bid(5)).await, Answer::Applied { .. }));
    }
    master.until_asked().await;
    let clock = master.asking().unwrap().clocks[0];
    assert_eq!(
        (clock.pace, clock.total),
        (Pace::Window, 6_000),
        "as the rules say, however long the room thinks"
    );
    assert!(matches!(master.command(&serde_json::json!({ "worth": 2 })).await, Answer::Applied { .. }));
}

/// Every name in a band: its own, and those of its members.
fn names(band: &Value, found: &mut Vec<String>) {
    match band {
        Value::Object(fields) => {
            found.extend(fields.get("name").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| names(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

/// A band is told to its own seat alone before the start: the second seat keeps its names in the room, and has others in the game.
#[tokio::test]
async fn two_who_bring_the_same_ready_made_band_play_under_different_names() {
    let server = TestServer::start().await;
    for id in ["baston", "generik", "energie", "celtiques"] {
        let ruleset = systems::parse(id).unwrap();
        let scenario = ruleset.scenarios().remove(0);
        let terms = ruleset.usual(&scenario, 2).unwrap();
        let chosen = Settings { ruleset: id.to_owned(), scenario, size: terms.size, ..settings() };
        let (mut host, invite) = server.host("Raymond", chosen).await;
        let mut lulu = server.guest("Lulu", &host.room.id.clone(), &invite).await;
        let band = Payload::from(ruleset.ready_band(&terms, Seat(0)));
        for (seat, player) in (0u8..).zip([&mut host, &mut lulu]) {
            player.must(Action::Sit { seat: Seat(seat) }).await;
            player.must(Action::Bring { band: Some(band.clone()) }).await;
            let own = |player: &Player| player.you.band.as_ref().map(|band| band.read::<Value>().unwrap());
            let brought = Some(band.read::<Value>().unwrap());
            player.until("my band", |player| own(player) == brought).await;
        }
        host.must(Action::Start).await;
        host.until_phase(Phase::Playing).await;
        let game = server.app.store().game(host.room.game.unwrap()).await.unwrap().unwrap();
        let bands = game.setup.read::<Value>().unwrap()["bands"].clone();
        assert_eq!(bands[0], band.read::<Value>().unwrap(), "{id}: the first seat keeps its names");
        let [mut first, mut second] = [Vec::new(), Vec::new()];
        names(&bands[0], &mut first);
        names(&bands[1], &mut second);
        assert!(!second.is_empty() && second.iter().all(|name| !first.contains(name)), "{id}: {second:?}");
    }
}
