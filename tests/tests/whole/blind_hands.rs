//! Blind seals when something comes between: crashes, pauses, clocks, seats that change hands, bots, campaigns, spectators.

use std::time::Duration;

use bagarre_protocol::campaign::{NewCampaign, NewCampaignGame};
use bagarre_protocol::fair::Blind;
use bagarre_protocol::room::{Action, Clocks, Holder, Phase, Settings};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::{Lang, Seat, Seats};
use bagarre_server::room::archive;
use bagarre_server::world::World;
use bagarre_tests::blind::{is_open, seal, sealing, unreadable};
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{band, bid, blind, settings, table};
use serde_json::json;

use super::blind::{blind_turn, blinds, code, game, holds, hurried_server, played_out, short};

#[tokio::test]
async fn a_crash_between_seal_and_opening_loses_nothing() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, short()).await;
    let first = seal(&mut one, &bid(5)).await;
    let server = server.crash().await;
    for player in [&mut one, &mut two] {
        player.come_back(server.addr).await;
        assert_eq!(sealing(player).unwrap().seals[0].digest, first.digest());
    }
    let second = seal(&mut two, &bid(6)).await;
    first.open(&mut one).await;
    two.until("one has opened", |two| sealing(two).is_some_and(|it| !it.opened.is_empty())).await;
    // Opened seals were in memory alone: both are asked again.
    let server = server.crash().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    let stands = sealing(&one).unwrap();
    assert_eq!((stands.open, stands.seals.len(), stands.opened), (true, 2, Seats::NONE));
    second.open(&mut two).await;
    first.open(&mut one).await;
    one.until_entry(4).await;
    assert!(blinds(&one)[2..].iter().all(|step| matches!(step, Blind::Opened { .. })));
    played_out(&server, &mut one, &mut two).await;
}

#[tokio::test]
async fn a_room_in_which_somebody_has_opened_stays_awake() {
    let server = TestServer::with(|config| {
        config.limits.idle = Duration::from_millis(20);
        config.limits.opening = Duration::from_millis(100);
    })
    .await;
    let clocks = Clocks::Slow { long: 1, quick: 1 };
    let (mut one, mut two, _) = table(&server, Settings { clocks, ..short() }).await;
    let first = seal(&mut one, &bid(5)).await;
    let second = seal(&mut two, &bid(6)).await;
    first.open(&mut one).await;
    two.until("one has opened", |two| sealing(two).is_some_and(|it| !it.opened.is_empty())).await;
    drop(one);
    let token = two.token.clone();
    let room = two.room.id.clone();
    drop(two);
    // Another room that all players leave later is asleep by now.
    let (other, _) = server.host("Momo", settings()).await;
    drop(other);
    let rooms = server.app.rooms().clone();
    let asleep = async {
        while rooms.awake() > 1 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), asleep).await.expect("the other room falls asleep");
    let mut two = Player::join(server.addr, &token, &room, None).await;
    assert_eq!(sealing(&two).unwrap().opened, Seats::one(Seat(0)), "what he opened is still there");
    second.open(&mut two).await;
    two.until_entry(4).await;
    assert!(blinds(&two).iter().all(|step| matches!(step, Blind::Opened { .. })));
}

#[tokio::test]
async fn a_room_that_waits_for_its_seals_to_be_opened_sleeps_and_is_woken_by_the_clock() {
    let server = TestServer::with(|config| {
        config.limits.idle = Duration::from_millis(20);
        config.limits.opening = Duration::from_millis(100);
        config.limits.opening_away = Duration::from_secs(2);
    })
    .await;
    let (mut one, two, _) = table(&server, short()).await;
    let (room, id) = (one.room.id.clone(), game(&one));
    let token = two.vanish();
    one.until("she is away", |one| !one.room.seats[1].online).await;
    let first = seal(&mut one, &bid(5)).await;
    let mut two = Player::join(server.addr, &token, &room, None).await;
    seal(&mut two, &bid(6)).await;
    drop((one, two, first));
    let moved = async {
        while server.app.store().journal(id).await.unwrap().len() < 5 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), moved).await.expect("no table is stalled");
    let steps: Vec<_> =
        server.app.store().journal(id).await.unwrap().iter().map(|row| row.blind.clone()).collect();
    let unopened = |seal| Some(Blind::Unopened { seal, wrong: false });
    assert_eq!(steps[3..], [unopened(1), unopened(2)]);
}

#[tokio::test]
async fn the_clock_rests_for_who_does_not_seal_and_the_others_open() {
    let server = TestServer::start().await;
    let clocks = Clocks::Live { long: 4, short: 4, quick: 4 };
    let (mut one, mut two, _) = table(&server, Settings { clocks, ..short() }).await;
    let first = seal(&mut one, &bid(5)).await;
    one.until("he alone has sealed", is_open).await;
    assert_eq!(one.asking().unwrap().seats, Seats::one(Seat(0)));
    assert_eq!(one.entries[1].blind, None, "nothing was sealed there");
    first.open(&mut one).await;
    one.until_entry(3).await;
    assert_eq!(blinds(&one)[1], Blind::Opened { seal: 1, salt: None, sheet: None });
    let id = game(&one);
    // Then no seat seals at all.
    two.until_phase(Phase::Finished).await;
    holds(&server, id).await;
}

#[tokio::test]
async fn a_pause_stops_sealing_and_opening() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, short()).await;
    let first = seal(&mut one, &bid(5)).await;
    one.must(Action::Pause).await;
    assert_eq!(code(&first.unseal(&mut one).await), "room.paused");
    one.must(Action::Resume).await;
    let second = seal(&mut two, &bid(6)).await;
    one.until("everybody has sealed", is_open).await;
    first.open(&mut one).await;
    one.must(Action::Pause).await;
    two.until_phase(Phase::Paused).await;
    two.send(&second.opened()).await;
    assert_eq!(unreadable(&mut two).await, "room.paused");
    one.must(Action::Resume).await;
    two.until_phase(Phase::Playing).await;
    second.open(&mut two).await;
    one.until_entry(4).await;
    played_out(&server, &mut one, &mut two).await;
}

#[tokio::test]
async fn who_takes_a_seat_over_may_seal_anew_while_others_still_write() {
    let server = hurried_server().await;
    let (mut one, mut two, invite) = table(&server, short()).await;
    let room = one.room.id.clone();
    seal(&mut two, &bid(5)).await;
    two.must(Action::Stand).await;
    let mut momo = server.guest("Momo", &room, &invite).await;
    momo.must(Action::Sit { seat: Seat(1) }).await;
    momo.until("a table of his own", |momo| sealing(momo).is_some() && momo.you.seat == Some(Seat(1))).await;
    assert!(!momo.is_asked(), "it is sealed");
    let held = sealing(&momo).unwrap().seals[0].clone();
    assert_eq!((held.seat, held.entry), (Seat(1), 1));
    let mine = bagarre_tests::blind::Device::write(&momo, &bid(4));
    assert_eq!(code(&mine.seal(&mut momo).await), "blind.sealed");
    assert_eq!(mine.unseal(&mut momo).await, Answer::Applied { entry: Some(2) });
    momo.until_asked().await;
    let mine = seal(&mut momo, &bid(4)).await;
    let first = seal(&mut one, &bid(3)).await;
    first.open(&mut one).await;
    mine.open(&mut momo).await;
    one.until_entry(6).await;
    // In the next turn Momo leaves when all seats have sealed: the next holder has nothing to open.
    let first = seal(&mut one, &bid(3)).await;
    let his = seal(&mut momo, &bid(4)).await;
    his.open(&mut momo).await;
    momo.until("he has opened", |momo| sealing(momo).is_none_or(|it| !it.opened.is_empty())).await;
    momo.must(Action::Stand).await;
    two.must(Action::Sit { seat: Seat(1) }).await;
    two.send(&his.opened()).await;
    let id = game(&one);
    first.open(&mut one).await;
    one.until_phase(Phase::Finished).await;
    holds(&server, id).await;
}

#[tokio::test]
async fn bots_give_way() {
    let server = TestServer::start().await;
    let (mut one, _) = server.host("Raymond", settings()).await;
    let bot = |seat| Action::PutBot { seat: Seat(seat), bot: "lucky".to_owned() };
    one.must(bot(1)).await;
    one.must(Action::Settings { settings: blind() }).await;
    one.until("the bot has gone", |one| one.room.seats[1].holder == Holder::Open).await;
    assert_eq!(code(&one.act(bot(1)).await), "blind.bot");
    let (mut one, mut two, _) = table(&server, short()).await;
    two.must(Action::Stand).await;
    assert_eq!(code(&one.act(bot(1)).await), "blind.bot", "nor in a deserted seat");
}

#[tokio::test]
async fn only_what_asks_for_something_sealed_can_be_sealed_blindly() {
    let server = TestServer::start().await;
    let (host, _) = server.app.new_guest("Raymond").await.unwrap();
    let settings = |scenario: &str| Settings {
        ruleset: "generik".to_owned(),
        scenario: scenario.to_owned(),
        size: 0,
        ..blind()
    };
    let refused = server.app.open_room(&host, settings("ravioli")).await;
    let why = format!("{:?}", refused.map(drop));
    assert!(why.contains("room.settings.blind"), "{why}");
    server.app.open_room(&host, settings("duel_d_honneur")).await.unwrap();
    let told = server.get("/api/rulesets").await;
    let body = told.split_once("\r\n\r\n").unwrap().1;
    let rulesets: serde_json::Value = serde_json::from_str(body).unwrap();
    for ruleset in rulesets.as_array().unwrap() {
        for scenario in ruleset["scenarios"].as_array().unwrap() {
            let champions = ["duel_d_honneur", "hasard"].contains(&scenario["id"].as_str().unwrap());
            assert_eq!(scenario["seals"], json!(ruleset["id"] != "generik" || champions), "{scenario}");
        }
    }
}

#[tokio::test]
async fn spectators_who_are_late_see_seals_late_and_replays_tell_them() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, Settings { spectator_delay: 1, ..short() }).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    blind_turn(&mut one, &mut two, [5, 6]).await;
    one.until_entry(4).await;
    watcher.until_entry(3).await;
    let first = seal(&mut one, &bid(5)).await;
    one.until_entry(5).await;
    watcher.catch_up().await;
    assert_eq!(watcher.last(), 3, "what belongs to the turn under way is not told yet");
    assert!(watcher.asking().unwrap().blind.is_none());
    let second = seal(&mut two, &bid(2)).await;
    first.open(&mut one).await;
    second.open(&mut two).await;
    one.until_phase(Phase::Finished).await;
    watcher.until_entry(8).await;
    assert_eq!(blinds(&watcher), blinds(&one), "late, and all of it");
    holds(&server, game(&one)).await;
}

#[tokio::test]
async fn a_campaign_game_is_sealed_blindly_and_comes_home() {
    let server = TestServer::start().await;
    let mut people = Vec::new();
    for name in ["Raymond", "Lulu"] {
        people.push(server.app.new_guest(name).await.unwrap());
    }
    let chosen = NewCampaign { name: "L'été".to_owned(), ruleset: "toy".to_owned() };
    let (id, invite) = server.app.open_campaign(&people[0].0, &chosen).await.unwrap();
    server.app.join_campaign(&id, &people[1].0, &invite).await.unwrap();
    for (guest, _) in &people {
        server.app.bring_to_campaign(&id, guest, &band(&guest.name), Lang::Fr).await.unwrap();
    }
    let players = people.iter().map(|(guest, _)| guest.id).collect();
    let chosen = NewCampaignGame { settings: short(), players };
    let (room, _) = server.app.open_campaign_game(&id, &people[0].0, chosen).await.unwrap();
    let mut one = Player::join(server.addr, &people[0].1.0, &room, None).await;
    let mut two = Player::join(server.addr, &people[1].1.0, &room, None).await;
    one.must(Action::Start).await;
    blind_turn(&mut one, &mut two, [5, 6]).await;
    blind_turn(&mut one, &mut two, [1, 2]).await;
    // Questions after the fight are not sealed: they are answered in the open.
    for player in [&mut one, &mut two] {
        player.until("a question in the open", |player| player.is_asked() && sealing(player).is_none()).await;
        let answer = player.command(&json!({ "go_on": true })).await;
        assert!(matches!(answer, Answer::Applied { .. }), "{answer:?}");
    }
    one.until_phase(Phase::Finished).await;
    holds(&server, game(&one)).await;
    let campaign = server.app.campaign(&id, None).await.unwrap();
    assert!(campaign.bands.iter().all(|band| band.games == 1));
}

#[tokio::test]
async fn the_last_reveal_ends_the_game_and_its_replay_is_stored() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, short()).await;
    let id = game(&one);
    played_out(&server, &mut one, &mut two).await;
    let replay = archive::replay(server.app.store(), &World::system(), id).await.unwrap();
    let replay: bagarre_protocol::game::Replay = serde_json::from_str(&replay).unwrap();
    let steps: Vec<_> = replay.entries.iter().filter_map(|entry| entry.blind.as_ref()).collect();
    assert_eq!(steps.len(), 8, "two seals and two openings a turn");
    assert!(!serde_json::to_string(&replay).unwrap().contains("salt"));
}
