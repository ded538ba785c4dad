//! Campaigns with people on sockets: three games in a row, crashes, bands in two places, people who go and come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use async_trait::async_trait;
use bagarre_protocol::campaign::{Campaign, CampaignGamePhase, NewCampaign, NewCampaignGame};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase, Settings};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing};
use bagarre_rules::contract::{Lang, Seat};
use bagarre_rules::systems;
use bagarre_rules::toy::FAULT;
use bagarre_server::campaigns;
use bagarre_server::error::AppError;
use bagarre_server::store::{Guest, Job, JournalRow, Store, StoreError, open_with};
use bagarre_server::tokens::Token;
use bagarre_tests::chaos::between::{Between, Committed};
use bagarre_tests::player::Player;
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use bagarre_tests::toy::{band, bid, settings, turn};
use bagarre_tests::{logs, postgres, stand_between};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use uuid::Uuid;

/// A member of a campaign.
struct Fellow {
    guest: Guest,
    token: String,
}

async fn fellow(server: &TestServer, name: &str) -> Fellow {
    let (guest, Token(token)) = server.app.new_guest(name).await.unwrap();
    Fellow { guest, token }
}

/// Two turns for two seats.
fn short() -> Settings {
    Settings { scenario: "short".to_owned(), ..settings() }
}

/// A campaign of two people, each with a band. Returns its id and its invitation too.
async fn pair(server: &TestServer) -> (Fellow, Fellow, String, String) {
    let (one, two) = (fellow(server, "Raymond").await, fellow(server, "Lulu").await);
    let chosen = NewCampaign { name: " L'été   1951 ".to_owned(), ruleset: "toy".to_owned() };
    let (id, invite) = server.app.open_campaign(&one.guest, &chosen).await.unwrap();
    server.app.join_campaign(&id, &two.guest, &invite).await.unwrap();
    server.app.bring_to_campaign(&id, &one.guest, &band("les Mouettes"), Lang::Fr).await.unwrap();
    server.app.bring_to_campaign(&id, &two.guest, &band("les Goélands"), Lang::Fr).await.unwrap();
    (one, two, id, invite)
}

async fn read(server: &TestServer, id: &str) -> Campaign {
    server.app.campaign(id, None).await.unwrap()
}

/// A room for a game of the campaign, with both in their seats. The first is its host.
async fn room(server: &TestServer, id: &str, one: &Fellow, two: &Fellow) -> (Player, Player) {
    let players = vec![one.guest.id, two.guest.id];
    let chosen = NewCampaignGame { settings: short(), players };
    let (room, _) = server.app.open_campaign_game(id, &one.guest, chosen).await.unwrap();
    let host = Player::join(server.addr, &one.token, &room, None).await;
    (host, Player::join(server.addr, &two.token, &room, None).await)
}

async fn start(one: &mut Player, two: &mut Player) {
    one.must(Action::Start).await;
    for player in [one, two] {
        player.until_phase(Phase::Playing).await;
        player.until_asked().await;
    }
}

async fn fight(one: &mut Player, two: &mut Player) {
    turn(one, two).await;
    turn(one, two).await;
}

/// The steps after the fight: each band goes on, or not.
async fn go_home(one: &mut Player, two: &mut Player, second_goes_on: bool) {
    one.play(&json!({ "go_on": true })).await;
    two.play(&json!({ "go_on": second_goes_on })).await;
    one.until_phase(Phase::Finished).await;
    two.until_phase(Phase::Finished).await;
}

fn code(answer: &Answer) -> &str {
    match answer {
        Answer::Refused { refusal } => &refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

fn why<T: std::fmt::Debug>(done: Result<T, AppError>) -> String {
    match done {
        Err(AppError::Refused(refusal)) => refusal.code.into_owned(),
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn three_games_in_a_row_make_standings_and_a_history() {
    logs::gathered();
    let server = TestServer::start().await;
    let (one, two, id, invite) = pair(&server).await;
    let (mut host, mut lulu) = room(&server, &id, &one, &two).await;
    assert_eq!(host.room.campaign.as_ref().map(|campaign| &*campaign.name), Some("L'été 1951"));
    let bands: Vec<_> = host.room.seats.iter().map(|seat| (seat.ready, seat.band.clone().unwrap())).collect();
    assert_eq!(
        bands.iter().map(|(ready, band)| (*ready, band.n, &*band.name)).collect::<Vec<_>>(),
        [(true, 0, "les Mouettes"), (true, 1, "les Goélands")]
    );
    assert_eq!(code(&host.act(Action::Bring { band: Some(band("autre")) }).await), "campaign.band.fixed");
    let room = host.room.id.clone();
    let mut watcher = server.guest("Momo", &room, host.you.invite.as_deref().unwrap()).await;
    assert_eq!(code(&watcher.act(Action::Sit { seat: Seat(0) }).await), "campaign.member");
    for number in 1..=3 {
        start(&mut host, &mut lulu).await;
        let game = host.table.as_ref().unwrap().game;
        let running = read(&server, &id).await;
        assert!(running.bands.iter().all(|band| band.playing == Some(game)));
        fight(&mut host, &mut lulu).await;
        go_home(&mut host, &mut lulu, true).await;
        let campaign = read(&server, &id).await;
        assert_eq!((campaign.games.len(), campaign.games[number - 1].game), (number, game));
        assert!(campaign.bands.iter().all(|band| band.games == number as u32 && band.playing.is_none()));
        if number < 3 {
            host.must(Action::Rematch).await;
        }
    }
    let campaign = read(&server, &id).await;
    assert!(campaign.games.iter().all(|game| game.phase == CampaignGamePhase::Counted && game.room == room));
    for band in &campaign.bands {
        let records: Vec<_> = campaign
            .games
            .iter()
            .flat_map(|game| &game.seats)
            .filter(|seat| seat.band == band.n)
            .map(|seat| seat.record.as_ref().unwrap())
            .collect();
        assert_eq!(records.len(), 3);
        let mut points = 0;
        for record in records {
            points += record.points;
            assert_eq!(record.worth[0].n, points, "each game builds on the one before");
            assert_eq!((&*record.lines[0].code, record.lines[0].n), ("guessed", record.points));
        }
        assert_eq!((band.points, band.roster.worth[0].n), (points, points));
    }
    let ranks: Vec<i32> = campaign.bands.iter().map(|band| band.roster.worth[0].n).collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    watcher.until_phase(Phase::Finished).await;
    watcher.until("the last end", |watcher| watcher.room.past.len() == 3).await;
    let export = campaigns::export(server.app.store(), server.app.signer(), &id, true).await.unwrap();
    assert_eq!((export.matches.len(), export.campaign.games), (3, campaign.games));
    for export in &export.matches {
        let report = bagarre_server::verify::game(export, &bagarre_server::verify::Known::unsigned());
        assert!(report.ok, "{:?}", report.faults);
    }
    let secrets = [&invite, &one.token, &two.token];
    let frames = host.frames.iter().chain(&lulu.frames).chain(&watcher.frames);
    assert!(frames.clone().all(|frame| secrets.iter().all(|secret| !frame.contains(*secret))));
    let logged = logs::gathered();
    assert!(secrets.iter().all(|secret| !logged.contains(*secret)), "no secret is logged");
    let stored = String::from_utf8_lossy(&server.stored_bytes()).into_owned();
    assert!(secrets.iter().all(|secret| !stored.contains(*secret)), "nor stored");
}

/// Kills the server while the last command of the game, and of each step after it, is on its way.
async fn counts_once(mut server: TestServer) {
    let (one, two, id, _) = pair(&server).await;
    let (mut host, mut lulu) = room(&server, &id, &one, &two).await;
    for number in 1..=3 {
        start(&mut host, &mut lulu).await;
        fight(&mut host, &mut lulu).await;
        host.play(&json!({ "go_on": true })).await;
        lulu.until_asked().await;
        let (last, command) = (Uuid::new_v4(), json!({ "go_on": true }));
        lulu.send(&ClientMessage::Command { id: last, command: Payload::of(&command).unwrap() }).await;
        if number == 2 {
            // It is written, and no client has been told.
            while read(&server, &id).await.games[1].phase != CampaignGamePhase::Counted {
                tokio::task::yield_now().await;
            }
        }
        server = server.crash().await;
        host.come_back(server.addr).await;
        lulu.come_back(server.addr).await;
        let answer = lulu.command_as(last, &command).await;
        assert!(matches!(answer, Answer::Applied { .. } | Answer::Duplicate { .. }), "{answer:?}");
        host.until_phase(Phase::Finished).await;
        let campaign = read(&server, &id).await;
        assert!(campaign.bands.iter().all(|band| band.games == number && band.playing.is_none()));
        for band in &campaign.bands {
            let purse: Value = band.band.read().unwrap();
            assert_eq!(
                (purse["purse"]["games"].clone(), purse["purse"]["points"].clone()),
                (json!(number), json!(band.points))
            );
        }
        host.must(Action::Rematch).await;
    }
}

#[tokio::test]
async fn nothing_is_counted_twice_after_a_crash_on_sqlite() {
    counts_once(TestServer::start().await).await;
}

#[tokio::test]
async fn nothing_is_counted_twice_after_a_crash_on_postgres() {
    let cluster = postgres::shared();
    counts_once(TestServer::on_postgres(cluster.database()).await).await;
}

#[tokio::test]
async fn a_second_server_counts_nothing_again() {
    let server = TestServer::start().await;
    let (one, two, id, _) = pair(&server).await;
    let (mut host, mut lulu) = room(&server, &id, &one, &two).await;
    start(&mut host, &mut lulu).await;
    fight(&mut host, &mut lulu).await;
    host.play(&json!({ "go_on": true })).await;
    lulu.until_asked().await;
    let twin = server.twin().await;
    let mut other = Player::join(twin.addr, &two.token, &host.room.id.clone(), None).await;
    lulu.play(&json!({ "go_on": true })).await;
    let command = Payload::of(&json!({ "go_on": false })).unwrap();
    other.send(&ClientMessage::Command { id: Uuid::new_v4(), command }).await;
    assert_eq!(other.until_closed().await, Some(Closing::Rebuilt));
    let campaign = read(&server, &id).await;
    assert!(campaign.bands.iter().all(|band| band.games == 1 && !band.roster.disbanded));
}

#[tokio::test]
async fn a_band_is_in_one_game_at_a_time() {
    let server = TestServer::start().await;
    let (one, two, id, _) = pair(&server).await;
    let (mut host, mut lulu) = room(&server, &id, &one, &two).await;
    let (mut again, mut there) = room(&server, &id, &one, &two).await;
    again.until("bands at hand", |again| again.room.seats.iter().all(|seat| seat.ready)).await;
    start(&mut host, &mut lulu).await;
    again.until("bands elsewhere", |again| again.room.seats.iter().all(|seat| !seat.ready)).await;
    assert_eq!(code(&again.act(Action::Start).await), "campaign.band.busy");
    assert_eq!(
        why(server.app.bring_to_campaign(&id, &one.guest, &band("bis"), Lang::Fr).await),
        "campaign.band.kept"
    );
    assert_eq!(why(server.app.leave_campaign(&id, &two.guest, two.guest.id).await), "campaign.band.busy");
    fight(&mut host, &mut lulu).await;
    go_home(&mut host, &mut lulu, true).await;
    again.until("bands at hand again", |again| again.room.seats.iter().all(|seat| seat.ready)).await;
    start(&mut again, &mut there).await;
    host.must(Action::Rematch).await;
    assert_eq!(code(&host.act(Action::Start).await), "campaign.band.busy");
    fight(&mut again, &mut there).await;
    go_home(&mut again, &mut there, true).await;
    start(&mut host, &mut lulu).await;
    assert_eq!(read(&server, &id).await.games.len(), 3);
}

#[tokio::test]
async fn a_game_that_does_not_count_leaves_the_bands_free() {
    let server = TestServer::start().await;
    let (one, two, id, _) = pair(&server).await;
    let before = read(&server, &id).await.bands;
    let (mut host, mut lulu) = room(&server, &id, &one, &two).await;
    start(&mut host, &mut lulu).await;
    let game = host.table.as_ref().unwrap().game;
    host.must(Action::Pause).await;
    assert_eq!(why(server.app.void_campaign_game(&id, &two.guest, game).await), "campaign.host");
    server.app.void_campaign_game(&id, &one.guest, game).await.unwrap();
    assert_eq!(why(server.app.void_campaign_game(&id, &one.guest, game).await), "campaign.game");
    assert_eq!(read(&server, &id).await.bands, before);
    let (mut again, mut there) = room(&server, &id, &one, &two).await;
    start(&mut again, &mut there).await;
    host.must(Action::Resume).await;
    fight(&mut host, &mut lulu).await;
    go_home(&mut host, &mut lulu, false).await;
    let campaign = read(&server, &id).await;
    assert_eq!(campaign.games[0].phase, CampaignGamePhase::Void);
    assert!(campaign.bands.iter().all(|band| band.games == 0 && !band.roster.disbanded));
    // A game that breaks the engine again and again does not count either.
    let fault = Payload::of(&bid(FAULT)).unwrap();
    while again.room.phase != Phase::Quarantined {
        again.send(&ClientMessage::Command { id: Uuid::new_v4(), command: fault.clone() }).await;
        again.until_closed().await;
        again.come_back(server.addr).await;
    }
    assert_eq!(read(&server, &id).await.bands, before);
}

#[tokio::test]
async fn people_leave_come_back_and_are_sent_away() {
    let server = TestServer::start().await;
    let (one, two, id, invite) = pair(&server).await;
    let (mut host, mut lulu) = room(&server, &id, &one, &two).await;
    start(&mut host, &mut lulu).await;
    fight(&mut host, &mut lulu).await;
    go_home(&mut host, &mut lulu, true).await;
    let app = &server.app;
    assert_eq!(why(app.leave_campaign(&id, &one.guest, one.guest.id).await), "campaign.host_stays");
    assert_eq!(why(app.leave_campaign(&id, &two.guest, one.guest.id).await), "campaign.host");
    app.leave_campaign(&id, &two.guest, two.guest.id).await.unwrap();
    host.must(Action::Rematch).await;
    assert_eq!(code(&host.act(Action::Start).await), "campaign.member");
    assert_eq!(app.campaign(&id, Some(&two.guest)).await.unwrap().invite, None);
    assert_eq!(why(app.join_campaign(&id, &two.guest, "00").await), "campaign.invite");
    app.join_campaign(&id, &two.guest, &invite).await.unwrap();
    start(&mut host, &mut lulu).await;
    let campaign = read(&server, &id).await;
    assert_eq!(campaign.bands.len(), 2, "the same band");
    fight(&mut host, &mut lulu).await;
    go_home(&mut host, &mut lulu, false).await;
    let campaign = read(&server, &id).await;
    assert!(campaign.bands[1].roster.disbanded && campaign.bands[1].games == 2, "{:?}", campaign.bands);
    host.must(Action::Rematch).await;
    assert_eq!(code(&host.act(Action::Start).await), "room.start.ready");
    app.bring_to_campaign(&id, &two.guest, &band("les Cormorans"), Lang::Fr).await.unwrap();
    host.until("the new band", |host| host.room.seats[1].band.as_ref().is_some_and(|band| band.n == 2)).await;
    start(&mut host, &mut lulu).await;
    fight(&mut host, &mut lulu).await;
    go_home(&mut host, &mut lulu, true).await;
    let renewed = app.renew_campaign_invite(&id, &one.guest).await.unwrap();
    app.leave_campaign(&id, &one.guest, two.guest.id).await.unwrap();
    assert_eq!(why(app.join_campaign(&id, &two.guest, &renewed).await), "campaign.sent_away");
    let momo = fellow(&server, "Momo").await;
    assert_eq!(
        why(app.join_campaign(&id, &momo.guest, &invite).await),
        "campaign.invite",
        "the old one is void"
    );
    app.join_campaign(&id, &momo.guest, &renewed).await.unwrap();
    app.close_campaign(&id, &one.guest).await.unwrap();
    assert_eq!(code(&host.act(Action::Rematch).await), "campaign.closed");
    let zaza = fellow(&server, "Zaza").await;
    assert_eq!(why(app.join_campaign(&id, &zaza.guest, &renewed).await), "campaign.closed");
    assert_eq!(
        why(app.bring_to_campaign(&id, &momo.guest, &band("tard"), Lang::Fr).await),
        "campaign.closed"
    );
    let chosen = NewCampaignGame { settings: short(), players: Vec::new() };
    assert_eq!(why(app.open_campaign_game(&id, &one.guest, chosen).await), "campaign.closed");
}

#[tokio::test]
async fn seats_are_for_those_who_take_part() {
    let server = TestServer::start().await;
    let (one, two, id, invite) = pair(&server).await;
    let open = |settings, players| {
        server.app.open_campaign_game(&id, &one.guest, NewCampaignGame { settings, players })
    };
    let (one_id, two_id) = (one.guest.id, two.guest.id);
    let other = Settings { ruleset: "baston".to_owned(), scenario: "SCN-00".to_owned(), ..short() };
    assert_eq!(why(open(other, Vec::new()).await), "campaign.ruleset");
    assert_eq!(why(open(short(), vec![one_id, one_id]).await), "campaign.players");
    assert_eq!(why(open(short(), vec![Uuid::new_v4()]).await), "campaign.member");
    let (room, open_room) = open(short(), vec![one_id]).await.unwrap();
    let mut host = Player::join(server.addr, &one.token, &room, None).await;
    let mut momo = server.guest("Momo", &room, &open_room).await;
    assert_eq!(code(&momo.act(Action::Sit { seat: Seat(1) }).await), "campaign.member");
    assert_eq!(
        code(&host.act(Action::PutBot { seat: Seat(1), bot: "lucky".to_owned() }).await),
        "campaign.bot"
    );
    // A member needs no invitation to the room.
    let mut lulu = Player::join(server.addr, &two.token, &room, None).await;
    lulu.must(Action::Sit { seat: Seat(1) }).await;
    lulu.until("my band", |lulu| lulu.you.band.is_some()).await;
    start(&mut host, &mut lulu).await;
    server
        .app
        .join_campaign(&id, &server.app.guest(&Token(momo.token.clone())).await.unwrap().unwrap(), &invite)
        .await
        .unwrap();
    lulu.must(Action::Stand).await;
    assert_eq!(code(&momo.act(Action::Sit { seat: Seat(1) }).await), "campaign.seat");
    host.until("a deserted seat", |host| host.room.seats[1].holder == bagarre_protocol::room::Holder::Open)
        .await;
    assert_eq!(host.room.seats[1].band.as_ref().map(|band| band.n), Some(1), "its band plays on");
    host.must(Action::PutBot { seat: Seat(1), bot: "lucky".to_owned() }).await;
    host.play(&bid(1)).await;
    host.play(&bid(1)).await;
    host.play(&json!({ "go_on": true })).await;
    host.until_phase(Phase::Finished).await;
    let campaign = read(&server, &id).await;
    assert!(campaign.bands.iter().all(|band| band.games == 1 && [one_id, two_id].contains(&band.player)));
}

/// Two of énergie's heroes, and a game master who brings nothing and takes nothing home.
#[tokio::test]
async fn a_game_of_a_campaign_is_led_by_somebody_without_a_band() {
    let server = TestServer::start().await;
    let [one, two, three] =
        [fellow(&server, "Raymond").await, fellow(&server, "Lulu").await, fellow(&server, "Momo").await];
    let chosen = NewCampaign { name: "L’été 1951".to_owned(), ruleset: "energie".to_owned() };
    let (id, invite) = server.app.open_campaign(&one.guest, &chosen).await.unwrap();
    let rules = systems::ENERGIE;
    let duel = rules.usual("entrepot", 2).unwrap();
    for (fellow, seat) in [(&one, 0), (&two, 1)] {
        if seat > 0 {
            server.app.join_campaign(&id, &fellow.guest, &invite).await.unwrap();
        }
        let band = rules.ready_band(&duel, Seat(seat)).into();
        server.app.bring_to_campaign(&id, &fellow.guest, &band, Lang::Fr).await.unwrap();
    }
    server.app.join_campaign(&id, &three.guest, &invite).await.unwrap();
    let settings = Settings {
        ruleset: "energie".to_owned(),
        scenario: "entrepot".to_owned(),
        seats: 3,
        size: 0,
        more: Some(Payload::of(&json!({ "mj": true })).unwrap()),
        ..settings()
    };
    let players = vec![one.guest.id, two.guest.id];
    let led = NewCampaignGame { settings, players };
    let (room, _) = server.app.open_campaign_game(&id, &one.guest, led).await.unwrap();
    let mut host = Player::join(server.addr, &one.token, &room, None).await;
    let mut lulu = Player::join(server.addr, &two.token, &room, None).await;
    let mut master = Player::join(server.addr, &three.token, &room, None).await;
    master.must(Action::Sit { seat: Seat(2) }).await;
    host.must(Action::Start).await;
    for player in [&mut host, &mut lulu, &mut master] {
        player.until_phase(Phase::Playing).await;
        player.until("the table", |player| player.table.is_some()).await;
    }
    assert!(master.room.seats[2].band.is_none());
    let wish = |options: Vec<Payload>| -> Value {
        let options: Vec<Value> =
            options.iter().map(|option| serde_json::from_str(option.text()).unwrap()).collect();
        let wished =
            |option: &&Value| option["act"]["act"] == "surrender" || option["after"]["after"] == "done";
        options.iter().find(wished).unwrap_or(&options[0]).clone()
    };
    while host.room.phase != Phase::Finished {
        for player in [&mut host, &mut lulu, &mut master] {
            player.catch_up().await;
            if player.is_asked() {
                let command = wish(player.options().await.unwrap());
                player.play(&command).await;
            }
        }
    }
    let campaign = read(&server, &id).await;
    assert_eq!(campaign.games[0].phase, CampaignGamePhase::Counted);
    let played: Vec<_> = campaign.bands.iter().map(|band| (band.player, band.games)).collect();
    assert_eq!(played, [(one.guest.id, 1), (two.guest.id, 1)], "the master has no band");
    assert!(campaign.bands.iter().all(|band| band.roster.worth[0].n > 0), "{:?}", campaign.bands);
}

#[tokio::test]
async fn campaigns_are_refused_with_a_reason() {
    let server = TestServer::with(|config| {
        config.limits.campaigns_per_day = 1;
        config.limits.campaign_members = 1;
    })
    .await;
    let one = fellow(&server, "Raymond").await;
    let open = |name: &str, ruleset: &str| {
        let chosen = NewCampaign { name: name.to_owned(), ruleset: ruleset.to_owned() };
        let (app, guest) = (server.app.clone(), one.guest.clone());
        async move { app.open_campaign(&guest, &chosen).await }
    };
    assert_eq!(why(open(" ", "toy").await), "campaign.name");
    assert_eq!(why(open("x", "chess").await), "ruleset");
    assert_eq!(why(open("x", "baston").await), "campaign.none");
    let (id, invite) = open("x", "toy").await.unwrap();
    assert_eq!(why(open("x", "toy").await), "campaign.limit");
    let two = fellow(&server, "Lulu").await;
    assert_eq!(why(server.app.join_campaign(&id, &two.guest, &invite).await), "campaign.full");
    assert_eq!(
        why(server.app.bring_to_campaign(&id, &two.guest, &band("x"), Lang::Fr).await),
        "campaign.member"
    );
    assert_eq!(why(server.app.bring_to_campaign(&id, &one.guest, &band(""), Lang::Fr).await), "toy.range");
    let long = band(&"x".repeat(40_000));
    assert_eq!(why(server.app.bring_to_campaign(&id, &one.guest, &long, Lang::Fr).await), "payload.size");
    assert!(matches!(server.app.campaign("nowhere", None).await, Err(AppError::Missing)));
}

#[tokio::test]
async fn a_campaign_over_plain_http() {
    let server = TestServer::start().await;
    let (one, two) = (fellow(&server, "Raymond").await, fellow(&server, "Lulu").await);
    let ask =
        |method, path: String, token: &str, body: Value| server.ask(method, path, token.to_owned(), body);
    let none = Value::Null;
    let chosen = json!({ "name": "Été", "ruleset": "toy" });
    let (status, opened) = ask("POST", "/api/campaigns".to_owned(), &one.token, chosen).await;
    assert_eq!(status, 201);
    let at = format!("/api/campaigns/{}", opened["id"].as_str().unwrap());
    let wrong = json!({ "invite": "0".repeat(32) });
    let (status, refused) = ask("POST", format!("{at}/join"), &two.token, wrong).await;
    assert_eq!((status, &refused["code"]), (422, &json!("campaign.invite")));
    let invite = json!({ "invite": opened["invite"] });
    let (status, joined) = ask("POST", format!("{at}/join"), &two.token, invite).await;
    assert_eq!((status, &joined["invite"]), (200, &opened["invite"]), "whoever takes part may pass it on");
    let (_, told) = ask("GET", at.clone(), "", none.clone()).await;
    assert_eq!((&told["invite"], told["members"].as_array().unwrap().len()), (&none, 2));
    for token in [&one.token, &two.token] {
        let (status, told) =
            ask("PUT", format!("{at}/band"), token, json!({ "band": { "motto": "hop" } })).await;
        assert_eq!(status, 200, "{told}");
    }
    let game = json!({ "settings": short(), "players": [two.guest.id] });
    let (status, room) = ask("POST", format!("{at}/games"), &two.token, game).await;
    assert_eq!(status, 201, "{room}");
    let (_, told) = ask("GET", at.clone(), &one.token, none.clone()).await;
    assert_eq!((&told["rooms"][0]["id"], &told["rooms"][0]["taken"]), (&room["id"], &json!(1)));
    let (_, mine) = ask("GET", "/api/campaigns".to_owned(), &two.token, none.clone()).await;
    assert_eq!((&mine[0]["members"], &mine[0]["name"]), (&json!(2), &json!("Été")));
    let void = format!("{at}/games/{}/void", Uuid::nil());
    let (status, refused) = ask("POST", void, &one.token, none.clone()).await;
    assert_eq!((status, &refused["code"]), (422, &json!("campaign.game")));
    let (_, renewed) = ask("POST", format!("{at}/invite"), &one.token, none.clone()).await;
    assert_ne!(renewed["invite"], opened["invite"]);
    let (status, _) = ask("DELETE", format!("{at}/members/{}", two.guest.id), &two.token, none.clone()).await;
    assert_eq!(status, 204);
    let (status, closed) = ask("POST", format!("{at}/close"), &one.token, none.clone()).await;
    assert_eq!((status, &closed["phase"]), (200, &json!("closed")));
    let (status, export) = ask("GET", format!("{at}/export"), "", none.clone()).await;
    assert_eq!((status, &export["format"], &export["campaign"]["invite"]), (200, &json!(2), &none));
    for (method, path) in [("GET", "/api/campaigns"), ("POST", "/api/campaigns")] {
        let (status, refused) =
            ask(method, path.to_owned(), "", json!({ "name": "x", "ruleset": "toy" })).await;
        assert_eq!((status, &refused["code"]), (401, &json!("guest.unknown")));
    }
    let (status, _) = ask("GET", "/api/campaigns/nowhere".to_owned(), "", none).await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn the_shelf_over_plain_http() {
    let server = TestServer::with(|config| config.limits.works = 2).await;
    let (one, two) = (fellow(&server, "Raymond").await, fellow(&server, "Lulu").await);
    let ask = |method, path: &str, token: &str, body: Value| {
        server.ask(method, path.to_owned(), token.to_owned(), body)
    };
    let none = Value::Null;
    let work = |name: &str, content: Value| json!({ "kind": "table", "ruleset": "toy", "name": name, "content": content });
    let (status, put) = ask("POST", "/api/shelf", &one.token, work(" Le  port ", json!([1]))).await;
    assert_eq!((status, &put["name"], &put["mine"]), (201, &json!("Le port"), &json!(true)));
    let at = format!("/api/shelf/{}", put["id"].as_str().unwrap());
    let (_, seen) = ask("GET", &at, "", none.clone()).await;
    assert_eq!(
        (&seen["by"], &seen["mine"], &seen["content"]),
        (&json!("Raymond"), &json!(false), &json!([1]))
    );
    let (status, _) = ask("PUT", &at, &two.token, work("x", json!([]))).await;
    assert_eq!(status, 404, "somebody else's");
    let (status, _) = ask("PUT", &at, &one.token, work("Le quai", json!([2]))).await;
    assert_eq!(status, 200);
    let band = json!({ "kind": "band", "ruleset": "toy", "name": "x", "content": { "motto": "hop" } });
    let (_, refused) = ask("PUT", &at, &one.token, band.clone()).await;
    assert_eq!(refused["code"], "shelf.kind");
    let (_, refused) = ask("POST", "/api/shelf", &one.token, work("x", json!({}))).await;
    assert_eq!(refused["code"], "toy.range");
    let (_, refused) = ask("POST", "/api/shelf", &one.token, work("x", json!(["x".repeat(33_000)]))).await;
    assert_eq!(refused["code"], "payload.size");
    let (_, refused) = ask("POST", "/api/shelf", &one.token, work("", json!([]))).await;
    assert_eq!(refused["code"], "shelf.name");
    let (status, _) = ask("POST", "/api/shelf", &one.token, band.clone()).await;
    assert_eq!(status, 201);
    let (_, refused) = ask("POST", "/api/shelf", &one.token, band).await;
    assert_eq!(refused["code"], "shelf.full");
    let (_, mine) = ask("GET", "/api/shelf", &one.token, none.clone()).await;
    assert_eq!((mine.as_array().unwrap().len(), &mine[0]["content"]), (2, &none), "lists are short");
    let (status, _) = ask("DELETE", &at, &two.token, none.clone()).await;
    assert_eq!(status, 404);
    let (status, _) = ask("DELETE", &at, &one.token, none.clone()).await;
    assert_eq!(status, 204);
    let (status, _) = ask("GET", &at, &one.token, none).await;
    assert_eq!(status, 404);
}

/// A store whose answers about the members of campaigns wait, once it is told so.
struct Reluctant {
    inner: Arc<dyn Store>,
    waits: AtomicBool,
    given_up: AtomicU32,
    go: Semaphore,
}

/// A question that waits; counted when its answer is no longer waited for.
struct Waiting<'a>(&'a AtomicU32);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl Between for Reluctant {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    async fn before(&self, call: &'static str) -> Result<(), StoreError> {
        if call == "campaign_members" && self.waits.load(Ordering::SeqCst) {
            let waiting = Waiting(&self.given_up);
            self.go.acquire().await.expect("it is never closed").forget();
            std::mem::forget(waiting);
        }
        Ok(())
    }

    async fn journal_read(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        self.inner.journal(game).await
    }

    async fn jobs_written(&self, jobs: &[Job]) -> Committed {
        self.inner.commit(jobs).await
    }
}

stand_between!(Reluctant);

#[tokio::test]
async fn the_end_of_a_game_is_told_before_its_campaign_is_read_again() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let inner = open_with(None, folder.path(), DATABASE_TIMEOUT).await.unwrap();
    let (waits, given_up, go) = (AtomicBool::new(false), AtomicU32::new(0), Semaphore::new(0));
    let store = Arc::new(Reluctant { inner, waits, given_up, go });
    let server = TestServer::on_store(folder, store.clone(), |_| {}).await;
    let (one, two, id, _) = pair(&server).await;
    let (mut host, mut lulu) = room(&server, &id, &one, &two).await;
    let (mut again, _there) = room(&server, &id, &one, &two).await;
    start(&mut host, &mut lulu).await;
    again.until("bands elsewhere", |again| again.room.seats.iter().all(|seat| !seat.ready)).await;
    fight(&mut host, &mut lulu).await;
    host.play(&json!({ "go_on": true })).await;
    lulu.until_asked().await;
    store.waits.store(true, Ordering::SeqCst);
    let answer = lulu.command(&json!({ "go_on": true })).await;
    assert!(matches!(answer, Answer::Applied { .. }), "{answer:?}");
    host.until("the end", |host| host.outcome.is_some()).await;
    assert_eq!(store.given_up.load(Ordering::SeqCst), 0, "the answer waited for the campaign");
    store.waits.store(false, Ordering::SeqCst);
    store.go.add_permits(9);
    again.until("bands at hand again", |again| again.room.seats.iter().all(|seat| seat.ready)).await;
}

/// Bands of a campaign are public: who enlists the band that another has sees its new names at once.
#[tokio::test]
async fn the_same_ready_made_band_is_enlisted_under_other_names() {
    let server = TestServer::start().await;
    for (ruleset, members) in [("generik", "members"), ("energie", "heroes"), ("celtiques", "heroes")] {
        let (one, two) = (fellow(&server, "Raymond").await, fellow(&server, "Lulu").await);
        let chosen = NewCampaign { name: "L'été".to_owned(), ruleset: ruleset.to_owned() };
        let (id, invite) = server.app.open_campaign(&one.guest, &chosen).await.unwrap();
        server.app.join_campaign(&id, &two.guest, &invite).await.unwrap();
        let rules = systems::parse(ruleset).unwrap();
        let scenario = rules.scenarios().remove(0);
        let ready = Payload::from(rules.ready_band(&rules.usual(&scenario, 2).unwrap(), Seat(0)));
        // Brought again, a band keeps its names: it stands in its own place.
        for guest in [&one.guest, &two.guest, &one.guest] {
            server.app.bring_to_campaign(&id, guest, &ready, Lang::Fr).await.unwrap();
        }
        let campaign = read(&server, &id).await;
        let names = |player: Uuid| -> Vec<String> {
            let of = campaign.bands.iter().find(|band| band.player == player).unwrap();
            let band = of.band.read::<Value>().unwrap();
            assert_eq!(band["name"], of.roster.name);
            let members = band[members].as_array().unwrap().iter();
            members.chain([&band]).map(|it| it["name"].as_str().unwrap().to_owned()).collect()
        };
        let [first, second] = [&one, &two].map(|fellow| names(fellow.guest.id));
        let brought = ready.read::<Value>().unwrap();
        assert_eq!(first.last().unwrap(), &brought["name"], "{ruleset}: the first keeps its names");
        assert!(second.iter().all(|name| !first.contains(name)), "{ruleset}: {second:?} beside {first:?}");
    }
}
