//! Features of one person: the games that wait for them, the way out of a game, and the way back after losing every browser.

use bagarre_protocol::room::{Action, Holder, Phase};
use bagarre_protocol::socket::{Answer, Closing};
use bagarre_rules::contract::Seat;
use bagarre_server::world::World;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, blind, settings, table, take_seat};
use serde_json::{Value, json};

async fn games(server: &TestServer, token: &str) -> Value {
    let (status, games) = server.ask("GET", "/api/me/games".to_owned(), token.to_owned(), Value::Null).await;
    assert_eq!(status, 200);
    games
}

#[tokio::test]
async fn my_games_tell_whose_move_it_is_without_waking_a_room() {
    let server = TestServer::with(|config| config.limits.idle = std::time::Duration::from_millis(20)).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let (room, token, other) = (one.room.id.clone(), one.token.clone(), two.token.clone());
    let (_, lobby) = server.host("Momo", settings()).await;
    assert!(!lobby.is_empty());
    let mine = games(&server, &token).await;
    assert_eq!(mine.as_array().unwrap().len(), 1);
    assert_eq!((&mine[0]["room"]["id"], &mine[0]["seat"]), (&json!(room), &json!(0)));
    assert_eq!((&mine[0]["waited"], &mine[0]["host"]), (&json!([0, 1]), &json!(true)));
    assert_eq!(mine[0]["players"][1]["name"], "Lulu");
    assert!(mine[0]["deadline"].as_i64().unwrap() > World::system().now());
    one.until_asked().await;
    assert!(matches!(one.command(&bid(2)).await, Answer::Applied { .. }));
    two.until_entry(1).await;
    drop((one, two));
    // The rooms go to sleep, and still all players are told.
    tokio::time::timeout(bagarre_tests::player::NEWS_TIMEOUT, async {
        while server.app.rooms().awake() > 1 {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("asleep");
    for (token, seat) in [(&token, 0), (&other, 1)] {
        let game = games(&server, token).await[0].clone();
        assert_eq!((&game["waited"], &game["seat"]), (&json!([1]), &json!(seat)));
        assert_eq!((&game["last"]["seat"], &game["last"]["clock"]), (&json!(0), &json!(false)));
    }
    assert_eq!(games(&server, &token).await[0]["deletable"], false);
}

/// Opens a fight at once.
async fn fight(server: &TestServer, token: &str, ruleset: &str) -> Player {
    let wanted = json!({ "ruleset": ruleset });
    let (_, opened) = server.ask("POST", "/api/fights".to_owned(), token.to_owned(), wanted).await;
    let mut player = Player::join(server.addr, token, opened["id"].as_str().unwrap(), None).await;
    player.must(Action::Start).await;
    player.until_asked().await;
    player
}

/// A table may begin with standing orders: a player who sits there then has them from the table alone.
#[tokio::test]
async fn who_sits_at_a_table_when_it_begins_sees_the_standing_orders_it_begins_with() {
    let server = TestServer::start().await;
    let (_, token) = server.enter("Raymond").await;
    let mut player = fight(&server, &token, "celtiques").await;
    let standing = |player: &Player| {
        let view: Value = player.table.as_ref().unwrap().view.as_ref().unwrap().read().unwrap();
        view["mine"]["standing"].clone()
    };
    let first = standing(&player);
    assert_eq!((&first["quiet"], first["habits"].as_array().unwrap().len()), (&json!(true), 1), "{first}");
    let (room, addr) = (player.room.id.clone(), server.addr);
    drop(player);
    player = Player::join(addr, &token, &room, None).await;
    player.until_asked().await;
    assert_eq!(standing(&player), first);
}

/// Returns the newest blow of the game that a player is in, as the player's list of games tells it.
async fn blow_of(server: &TestServer, player: &Player) -> Value {
    let games = games(server, &player.token).await;
    let here = |game: &&Value| game["room"]["id"] == json!(player.room.id);
    games.as_array().unwrap().iter().find(here).unwrap()["blow"].clone()
}

/// Rests until a blow has landed: it, or nothing when the game ended without one.
async fn until_hit(server: &TestServer, player: &mut Player) -> Option<Value> {
    loop {
        let over = |player: &Player| player.room.phase == Phase::Finished;
        player.until("asked, or over", |player| player.is_asked() || over(player)).await;
        let blow = blow_of(server, player).await;
        if !blow.is_null() || over(player) {
            return Some(blow).filter(|blow| !blow.is_null());
        }
        let default: Value = player.asking().unwrap().default.as_ref().unwrap().read().unwrap();
        assert!(matches!(player.command(&default).await, Answer::Applied { .. }));
        player.catch_up().await;
    }
}

/// A list does not tell of a blow before its reader could see it: a host without a seat may be behind the players.
#[tokio::test]
async fn my_games_tell_the_newest_blow_to_whoever_plays() {
    let server = TestServer::start().await;
    let (_, token) = server.enter("Raymond").await;
    let mut player = fight(&server, &token, "baston").await;
    assert_eq!(blow_of(&server, &player).await, Value::Null, "nobody has been hit yet");
    let blow = loop {
        if let Some(blow) = until_hit(&server, &mut player).await {
            break blow;
        }
        player = fight(&server, &token, "baston").await;
    };
    let view: Value = player.table.as_ref().unwrap().view.as_ref().unwrap().read().unwrap();
    let names: Vec<&str> =
        view["fighters"].as_array().unwrap().iter().filter_map(|fighter| fighter["name"].as_str()).collect();
    for lang in ["fr", "en"] {
        let text = blow[lang].as_str().unwrap();
        assert!(names.iter().any(|name| text.contains(name)) && !text.contains('{'), "{text}");
    }
    player.must(Action::Stand).await;
    player.until("he has no seat", |player| player.you.seat.is_none()).await;
    assert_eq!(blow_of(&server, &player).await, Value::Null);
}

#[tokio::test]
async fn who_leaves_for_good_leaves_a_bot_and_the_room_to_another_player() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.must(Action::Leave).await;
    two.until("the room is his", |two| two.you.host).await;
    assert!(matches!(&two.room.seats[0].holder, Holder::Bot { .. }), "{:?}", two.room.seats[0].holder);
    one.until("he sits nowhere", |one| one.you.seat.is_none()).await;
    assert!(games(&server, &one.token).await.as_array().unwrap().is_empty());
    // The game goes on at once.
    for _ in 0..5 {
        two.play(&bid(3)).await;
    }
    two.until_phase(Phase::Finished).await;
    for (token, seat) in [(&one.token, 0), (&two.token, 1)] {
        let (status, played) =
            server.ask("GET", "/api/me/played".to_owned(), token.clone(), Value::Null).await;
        assert_eq!((status, played.as_array().unwrap().len()), (200, 1), "who left took part as well");
        assert_eq!((&played[0]["seat"], &played[0]["players"]), (&json!(seat), &json!(["Raymond", "Lulu"])));
        assert_eq!(played[0]["game"], two.table.as_ref().unwrap().game.to_string());
    }
    assert!(matches!(one.act(Action::Leave).await, Answer::Refused { .. }), "he has no seat");
}

#[tokio::test]
async fn where_sheets_are_sealed_blindly_the_clock_goes_on() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, blind()).await;
    two.must(Action::Leave).await;
    one.until("the seat is empty", |one| one.room.seats[1].holder == Holder::Open).await;
    assert!(one.you.host);
}

#[tokio::test]
async fn a_table_that_never_began_can_be_deleted_by_its_host_alone() {
    let server = TestServer::start().await;
    let (mut host, invite) = server.host("Raymond", settings()).await;
    let room = host.room.id.clone();
    let mut lulu = server.guest("Lulu", &room, &invite).await;
    let path = format!("/api/rooms/{room}");
    assert_eq!(games(&server, &host.token).await[0]["deletable"], true);
    assert_eq!(server.ask("DELETE", path.clone(), lulu.token.clone(), Value::Null).await.0, 404);
    assert_eq!(server.ask("DELETE", path.clone(), host.token.clone(), Value::Null).await.0, 204);
    assert_eq!(lulu.until_closed().await, Some(Closing::Closed));
    assert_eq!(host.until_closed().await, Some(Closing::Closed));
    assert!(server.app.store().room(&room).await.unwrap().is_none(), "nothing is left of it");
    assert_eq!(server.ask("DELETE", path, host.token.clone(), Value::Null).await.0, 404);

    let (one, _two, _) = table(&server, settings()).await;
    let path = format!("/api/rooms/{}", one.room.id);
    let (status, why) = server.ask("DELETE", path, one.token.clone(), Value::Null).await;
    assert_eq!((status, why["code"].as_str()), (422, Some("room.begun")));
}

#[tokio::test]
async fn a_recovery_code_brings_somebody_back_who_has_lost_every_browser() {
    let server = TestServer::start().await;
    let (mut one, _) = server.host("Raymond", settings()).await;
    take_seat(&mut one, 0).await;
    let (guest, token) = (one.you.id, one.token.clone());
    let ask = async |method: &str, path: &str, token: &str, body: Value| {
        server.ask(method, path.to_owned(), token.to_owned(), body).await
    };
    assert_eq!(ask("GET", "/api/me/recovery", &token, Value::Null).await.1, json!({ "made": null }));
    let first = ask("POST", "/api/me/recovery", &token, Value::Null).await.1["code"].clone();
    let (status, made) = ask("POST", "/api/me/recovery", &token, Value::Null).await;
    let code = made["code"].as_str().unwrap().to_owned();
    assert_eq!((status, code.len()), (201, 24));
    assert_ne!(first, made["code"]);
    let stored = String::from_utf8_lossy(&server.stored_bytes()).into_owned();
    assert!(!stored.contains(&code) && !stored.contains(&code.replace('-', "")), "only its digest is kept");
    assert_eq!(ask("DELETE", "/api/me", &token, Value::Null).await.0, 204);
    assert_eq!(ask("GET", "/api/me", &token, Value::Null).await.1, Value::Null);
    for wrong in [first.as_str().unwrap(), "", "0000-0000-0000-0000-0000"] {
        assert_eq!(ask("POST", "/api/recover", "", json!({ "code": wrong })).await.0, 404, "{wrong}");
    }
    // However it is typed.
    let typed = code.to_uppercase().replace('-', " ").replace('0', "O").replace('1', "l");
    let (back, token) = server.app.recover(&typed).await.unwrap();
    assert_eq!((back.id, &*back.name), (guest, "Raymond"));
    let again = Player::join(server.addr, &token.0, &one.room.id, None).await;
    assert_eq!(again.you.seat, Some(Seat(0)), "his seat waited");
    assert_eq!(
        ask("POST", "/api/recover", "", json!({ "code": code })).await.0,
        200,
        "good until he makes another"
    );
    assert_eq!(ask("DELETE", "/api/me/recovery", &token.0, Value::Null).await.0, 204);
    assert_eq!(ask("POST", "/api/recover", "", json!({ "code": code })).await.0, 404);
}
