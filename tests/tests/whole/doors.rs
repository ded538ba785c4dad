//! The door: who takes all the places, what is too large, who waits for a room that is busy, names that are none.

use std::net::SocketAddr;
use std::time::Duration;

use bagarre_protocol::room::{Action, Phase};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing, ServerMessage};
use bagarre_rules::contract::Seat;
use bagarre_server::config::Limits;
use bagarre_server::error::AppError;
use bagarre_server::proxy::Proxies;
use bagarre_server::tokens::Token;
use bagarre_server::world::World;
use bagarre_tests::logs;
use bagarre_tests::player::{Player, Wire, open};
use bagarre_tests::postgres;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, table, take_seat, turn};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use uuid::Uuid;

#[tokio::test]
async fn sockets_that_say_nothing_keep_nobody_out() {
    let server = TestServer::with(|config| {
        config.limits.sockets = 20;
        config.limits.hello = Duration::from_hours(1);
    })
    .await;
    let (one, mut two, _) = table(&server, settings()).await;
    let (_, token) = server.app.new_guest("Momo").await.unwrap();
    let own = format!("http://{}", server.addr);
    let mut mute = Vec::new();
    for _ in 0..40 {
        mute.push(open(server.addr, &token.0, &own).await);
    }
    let mut one = Player::join(server.addr, &one.token, &one.room.id.clone(), None).await;
    turn(&mut one, &mut two).await;
    two.until_entry(2).await;
}

#[tokio::test]
async fn one_person_has_so_many_sockets() {
    let server = TestServer::with(|config| config.limits.sockets_per_person = 3).await;
    let (one, invite) = server.host("Raymond", settings()).await;
    let guest = server.app.guest(&Token(one.token.clone())).await.unwrap().unwrap();
    let mut open_rooms = Vec::new();
    for _ in 0..2 {
        let (room, _) = server.app.open_room(&guest, settings()).await.unwrap();
        open_rooms.push(Player::join(server.addr, &one.token, &room, None).await);
    }
    let own = format!("http://{}", server.addr);
    let refused = open(server.addr, &one.token, &own).await.map_err(|error| *error);
    assert!(matches!(refused, Err(Error::Http(response)) if response.status() == 429));
    let mut lulu = server.guest("Lulu", &one.room.id.clone(), &invite).await;
    lulu.catch_up().await;
    drop(open_rooms);
    while open(server.addr, &one.token, &own).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn behind_a_proxy_each_noted_address_has_its_own_share() {
    let server = TestServer::with(|config| {
        config.proxies = Proxies::one();
        config.limits.connections_per_address = 2;
        config.limits.silent_per_address = 2;
        config.limits.hello = Duration::from_hours(1);
    })
    .await;
    let (_, token) = server.app.new_guest("Raymond").await.unwrap();
    let knock = |noted: &'static str| open_from(server.addr, token.0.clone(), noted);
    let mut first = knock("10.0.0.1").await.unwrap();
    let mut others = Vec::new();
    for noted in ["10.0.0.2", "10.0.0.3", "10.0.0.1", "2001:db8::1", "2001:db8::2"] {
        others.push(knock(noted).await.unwrap());
    }
    others.push(knock("10.0.0.1").await.unwrap());
    assert_eq!(
        last_words(&mut first).await,
        (Some("crowded".to_owned()), Some(4006)),
        "the oldest of its address"
    );
    others.push(knock("2001:db8::3").await.unwrap());
    assert_eq!(last_words(&mut others[3]).await.1, Some(4006), "one line of IPv6 is one address");
}

#[tokio::test]
async fn too_many_rooms_awake_have_an_answer_of_their_own() {
    let server = TestServer::with(|config| config.limits.rooms = 1).await;
    let (mut one, ..) = table(&server, settings()).await;
    let (momo, token) = server.app.new_guest("Momo").await.unwrap();
    let (room, _) = server.app.open_room(&momo, settings()).await.unwrap();
    assert_eq!(Player::knock(server.addr, &token.0, &room, None, None).await.err(), Some(Closing::Busy));
    let own = format!("http://{}", server.addr);
    let mut wire = open(server.addr, &token.0, &own).await.unwrap();
    let hello = json!({"t": "hello", "protocol": 2, "room": room});
    wire.send(Message::text(hello.to_string())).await.unwrap();
    let Some(Ok(Message::Text(text))) = wire.next().await else { panic!("no words") };
    let said: Value = serde_json::from_str(&text).unwrap();
    assert!(said["wait"].as_u64().is_some_and(|wait| wait >= 5), "{said}");
    one.catch_up().await;
}

/// Opens a room as a new guest; returns the player, or why it was closed.
async fn another(server: &TestServer, name: &str) -> Result<Player, Closing> {
    let (guest, token) = server.app.new_guest(name).await.unwrap();
    let (room, _) = server.app.open_room(&guest, settings()).await.unwrap();
    Player::knock(server.addr, &token.0, &room, None, None).await
}

#[tokio::test]
async fn silent_lobbies_give_way_then_finished_games_and_games_that_go_on_do_not() {
    let server = TestServer::with(|config| config.limits.rooms = 4).await;
    let (mut over, mut other, _) = table(&server, settings()).await;
    for _ in 0..5 {
        turn(&mut over, &mut other).await;
    }
    over.until_phase(Phase::Finished).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let mut silent = another(&server, "Momo").await.unwrap();
    let mut talks = another(&server, "Zaza").await.unwrap();
    assert!(matches!(silent.say("personne ?").await, Answer::Applied { .. }));
    assert!(matches!(talks.say("si").await, Answer::Applied { .. }));
    // A player who comes now has a place, and the lobby that has been silent for longest has none.
    let mut honest = another(&server, "Lulu").await.unwrap();
    assert_eq!(silent.until_closed().await, Some(Closing::Crowded));
    assert!(Closing::Crowded.come_back());
    assert!(matches!(honest.say("bonsoir").await, Answer::Applied { .. }));
    // The player who gave way comes back, and takes the place of the next.
    silent.come_back(server.addr).await;
    assert_eq!(talks.until_closed().await, Some(Closing::Crowded));
    turn(&mut one, &mut two).await;
    // Lobbies become games; then the room of the game that is over has to go, and no other after it.
    for player in [&mut honest, &mut silent] {
        take_seat(player, 0).await;
        let bot = Action::PutBot { seat: Seat(1), bot: "lucky".to_owned() };
        player.must(bot).await;
        player.must(Action::Start).await;
        player.until_phase(Phase::Playing).await;
    }
    let mut last = another(&server, "Gaston").await.unwrap();
    assert_eq!(over.until_closed().await, Some(Closing::Crowded));
    take_seat(&mut last, 0).await;
    last.must(Action::PutBot { seat: Seat(1), bot: "lucky".to_owned() }).await;
    last.must(Action::Start).await;
    last.until_phase(Phase::Playing).await;
    assert_eq!(another(&server, "Ginette").await.err(), Some(Closing::Busy));
    turn(&mut one, &mut two).await;
    assert_eq!(one.closed.or(two.closed), None);
}

#[tokio::test]
async fn a_person_who_holds_his_share_of_rooms_takes_no_more_from_others() {
    let server = TestServer::with(|config| config.limits.rooms_per_person = 2).await;
    let (_, token) = server.app.new_guest("Raymond").await.unwrap();
    let guest = server.app.guest(&token).await.unwrap().unwrap();
    let open = async || {
        let (room, _) = server.app.open_room(&guest, settings()).await.unwrap();
        Player::knock(server.addr, &token.0, &room, None, None).await
    };
    let mut other = another(&server, "Momo").await.unwrap();
    let (mut first, mut second) = (open().await.unwrap(), open().await.unwrap());
    let mut third = open().await.unwrap();
    assert_eq!(first.until_closed().await, Some(Closing::Crowded));
    for player in [&mut second, &mut third] {
        take_seat(player, 0).await;
        player.must(Action::PutBot { seat: Seat(1), bot: "lucky".to_owned() }).await;
        player.must(Action::Start).await;
        player.until_phase(Phase::Playing).await;
    }
    assert_eq!(open().await.err(), Some(Closing::Busy), "his games go on: he is refused, and nobody else");
    assert!(another(&server, "Zaza").await.is_ok());
    other.catch_up().await;
}

#[tokio::test]
async fn a_browser_that_is_signed_out_is_out_everywhere() {
    let server = TestServer::start().await;
    let (mut one, _) = server.host("Raymond", settings()).await;
    let here = Token(one.token.clone());
    let guest = server.app.guest(&here).await.unwrap().unwrap();
    let (room, _) = server.app.open_room(&guest, settings()).await.unwrap();
    let link = server.app.device_link(&guest).await.unwrap();
    let (_, phone) = server.app.redeem(&link).await.unwrap();
    let mut there = Player::join(server.addr, &phone.0, &room, None).await;
    let own = format!("http://{}", server.addr);
    let mut mute = open(server.addr, &phone.0, &own).await.unwrap();
    let devices = server.app.devices(&guest, &here).await.unwrap();
    assert_eq!(devices.iter().filter(|device| device.this).count(), 1);
    let other = devices.iter().find(|device| !device.this).unwrap();
    server.app.revoke(&guest, &other.id).await.unwrap();
    assert_eq!(there.until_closed().await, Some(Closing::Revoked));
    assert_eq!(last_words(&mut mute).await, (Some("revoked".to_owned()), Some(4012)));
    assert!(matches!(server.app.revoke(&guest, &other.id).await, Err(AppError::Missing)));
    let refused = open(server.addr, &phone.0, &own).await.map_err(|error| *error);
    assert!(matches!(refused, Err(Error::Http(response)) if response.status() == 401));
    one.catch_up().await;
    server.app.forget(&here).await.unwrap();
    assert_eq!(one.until_closed().await, Some(Closing::Revoked));
}

#[tokio::test]
async fn a_browser_that_nobody_uses_is_forgotten() {
    let server = TestServer::start().await;
    let (guest, token) = server.app.new_guest("Raymond").await.unwrap();
    let day = 24 * 3600 * 1000;
    let now = World::system().now();
    let store = server.app.store();
    store.use_token(&token.hash(), now - 399 * day, "Firefox · Linux").await.unwrap();
    assert_eq!(server.app.guest(&token).await.unwrap(), Some(guest.clone()));
    let (_, device) = store.guest_by_token(&token.hash()).await.unwrap().unwrap();
    assert!(device.used >= now, "being used is noted");
    assert_eq!(device.label, "Firefox · Linux");
    store.use_token(&token.hash(), now - day / 2, "").await.unwrap();
    server.app.guest(&token).await.unwrap();
    assert_eq!(
        store.guest_by_token(&token.hash()).await.unwrap().unwrap().1.used,
        now - day / 2,
        "once a day"
    );
    store.use_token(&token.hash(), now - 401 * day, "").await.unwrap();
    assert_eq!(server.app.guest(&token).await.unwrap(), None);
    assert!(server.app.devices(&guest, &token).await.unwrap().is_empty());
}

#[tokio::test]
async fn forty_people_behind_one_address_play() {
    let server = TestServer::with(|config| config.limits = Limits::default()).await;
    let mut tokens = Vec::new();
    for number in 0..40 {
        let (status, token) = server.enter(&format!("Joueur {number}")).await;
        assert_eq!(status, 200, "person {number}");
        let work = json!({"kind": "table", "ruleset": "generik", "name": "x", "content": {}});
        let (status, _) = server.ask("POST", "/api/shelf".to_owned(), token.clone(), work).await;
        assert_ne!(status, 429, "person {number} puts something on the shelf");
        tokens.push(token);
    }
    let mut tables = Vec::new();
    for pair in tokens.chunks(2) {
        let body = serde_json::to_value(settings()).unwrap();
        let (status, opened) = server.ask("POST", "/api/rooms".to_owned(), pair[0].clone(), body).await;
        assert_eq!(status, 201, "{opened}");
        let (room, invite) = (opened["id"].as_str().unwrap(), opened["invite"].as_str());
        let mut one = Player::join(server.addr, &pair[0], room, None).await;
        let mut two = Player::join(server.addr, &pair[1], room, invite).await;
        take_seat(&mut one, 0).await;
        take_seat(&mut two, 1).await;
        one.must(Action::Start).await;
        two.until_phase(Phase::Playing).await;
        tables.push((one, two));
    }
    for (one, two) in &mut tables {
        turn(one, two).await;
        one.until_entry(2).await;
    }
}

/// Opens a socket through a proxy that has noted an address.
async fn open_from(addr: SocketAddr, token: String, noted: &str) -> Result<Wire, Box<Error>> {
    let mut request = format!("ws://{addr}/ws").into_client_request()?;
    for (name, value) in [
        ("cookie", format!("bagarre={token}")),
        ("origin", format!("http://{addr}")),
        ("x-forwarded-for", noted.to_owned()),
    ] {
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    Ok(connect_async(request).await?.0)
}

/// Everything that still comes on a socket: the code of `closing`, and the number of the close frame.
async fn last_words(wire: &mut Wire) -> (Option<String>, Option<u16>) {
    let (mut why, mut number) = (None, None);
    while let Some(Ok(message)) = wire.next().await {
        match message {
            Message::Text(text) => {
                let said: Value = serde_json::from_str(&text).unwrap();
                if said["t"] == "closing" {
                    why = said["code"].as_str().map(str::to_owned);
                }
            }
            Message::Close(frame) => number = frame.map(|frame| frame.code.into()),
            _ => {}
        }
    }
    (why, number)
}

#[tokio::test]
async fn a_frame_that_is_too_large_is_told_so_before_the_end() {
    let server = TestServer::start().await;
    let (mut one, ..) = table(&server, settings()).await;
    one.send_text("x".repeat(70_000)).await;
    while one.next().await.is_some() {}
    assert!(one.frames.last().unwrap().contains(r#""code":"too_large""#), "{:?}", one.frames.last());
    let own = format!("http://{}", server.addr);
    for size in [70_000, 900_000] {
        let mut wire = open(server.addr, &one.token, &own).await.unwrap();
        // A client that is cut off while it still writes may not get to the end of it.
        let _ = wire.send(Message::text("x".repeat(size))).await;
        assert_eq!(last_words(&mut wire).await, (Some("too_large".to_owned()), Some(4024)), "{size}");
    }
}

#[tokio::test]
async fn a_pong_does_not_wait_for_what_is_being_written() {
    let server = TestServer::start().await;
    let (mut one, ..) = table(&server, settings()).await;
    let mut lock = SqliteConnection::connect(&server.sqlite_url()).await.unwrap();
    lock.execute("BEGIN IMMEDIATE").await.unwrap();
    let said = Uuid::new_v4();
    one.send(&ClientMessage::Chat { id: said, text: "il y a quelqu'un ?".to_owned() }).await;
    one.send(&ClientMessage::Ping { n: 77 }).await;
    let pong = one
        .expect("a pong", |message| match message {
            ServerMessage::Pong { n: 77, .. } => Some(true),
            ServerMessage::Answer { id, .. } if *id == said => Some(false),
            _ => None,
        })
        .await;
    lock.execute("ROLLBACK").await.unwrap();
    assert!(pong, "the answer to what could not be written yet came first");
    assert!(matches!(one.answer(said).await, Answer::Applied { .. }));
}

#[tokio::test]
async fn what_is_no_name_reaches_no_query_and_no_log() {
    logs::gathered();
    let canary = "poulpe-sans-nom";
    let cluster = postgres::shared();
    let server = TestServer::on_postgres(cluster.database()).await;
    let (_, token) = server.app.new_guest("Raymond").await.unwrap();
    let nothing = Value::Null;
    for bad in ["%00", "%ff", "a%00b", "%C3%28", canary, "%2e%2e", "ABCDEFGHIJ", "0123456789%00"] {
        for (method, path) in [
            ("GET", format!("/api/campaigns/{bad}")),
            ("GET", format!("/api/campaigns/{bad}/export")),
            ("POST", format!("/api/campaigns/{bad}/close")),
            ("POST", format!("/api/campaigns/{bad}/invite")),
            ("POST", format!("/api/campaigns/{bad}/games/{bad}/void")),
            ("DELETE", format!("/api/campaigns/{bad}/members/{bad}")),
            ("GET", format!("/api/shelf/{bad}")),
            ("DELETE", format!("/api/shelf/{bad}")),
            ("GET", format!("/api/games/{bad}/replay")),
            ("GET", format!("/api/games/{bad}/export")),
            ("GET", format!("/api/rulesets/{bad}")),
        ] {
            let (status, body) = server.ask(method, path.clone(), token.0.clone(), nothing.clone()).await;
            assert_eq!((status, &body["code"]), (404, &json!("http.not_found")), "{method} {path}");
        }
    }
    let (status, body) = server
        .ask("POST", "/api/campaigns/%00/join".to_owned(), token.0.clone(), json!({"invite": "x"}))
        .await;
    assert_eq!((status, &body["code"]), (404, &json!("http.not_found")));
    for room in [format!("{canary}\u{0}"), canary.to_owned(), String::new(), "0123456789a".to_owned()] {
        let refused = Player::knock(server.addr, &token.0, &room, None, None).await;
        assert_eq!(refused.err(), Some(Closing::Unknown), "{room:?}");
    }
    assert!(!logs::gathered().contains(canary));
    // Servers of other tests log as well.
    let ours = |line: &str| line.contains("a room could not be loaded") && line.contains("room=0123456789a");
    assert!(!logs::gathered().lines().any(ours), "no query was made");
}

#[tokio::test]
async fn a_seat_is_still_there_after_a_socket_that_said_too_much() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.send_text("x".repeat(70_000)).await;
    while one.next().await.is_some() {}
    one.come_back(server.addr).await;
    assert!(matches!(one.command(&bid(1)).await, Answer::Applied { .. }));
    two.until_entry(1).await;
}

#[tokio::test]
async fn a_room_takes_no_more_members_than_it_can_keep() {
    let server = TestServer::start().await;
    let (one, _two, invite) = table(&server, settings()).await;
    let room = one.room.id.clone();
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1990) ";
    let server = server
        .changed(async |file| {
            let id = "printf('00000000-0000-0000-0000-%012d', i)";
            let guests =
                format!("{many} INSERT INTO guests (id, name, created) SELECT {id}, 'Momo', 0 FROM n");
            let members = format!("{many} INSERT INTO members SELECT '{room}', {id}, 0 FROM n");
            for rows in [guests, members] {
                file.execute(sqlx::AssertSqlSafe(rows)).await.unwrap();
            }
        })
        .await;
    let mut answers = Vec::new();
    for _ in 0..20 {
        let (_, token) = server.app.new_guest("Zoé").await.unwrap();
        answers.push(Player::knock(server.addr, &token.0, &room, Some(&invite), None).await.err());
    }
    assert_eq!(answers.first(), Some(&None), "there is a place left");
    assert_eq!(answers.last(), Some(&Some(Closing::Full)));
    // A member still comes in.
    let mut one = Player::join(server.addr, &one.token, &room, None).await;
    one.until_asked().await;
}
