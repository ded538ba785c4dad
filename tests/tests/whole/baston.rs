//! Baston on real sockets: whole games, sealed programmes, taking a sheet back.

use bagarre_protocol::fair::Blind;
use bagarre_protocol::game::Replay;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Clocks, Phase, Settings, Sheet};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Terms;
use bagarre_rules::systems;
use bagarre_server::room::archive;
use bagarre_server::world::World;
use bagarre_server::{telemetry, verify};
use bagarre_tests::blind::{seal, sealing};
use bagarre_tests::logs;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use serde_json::{Value, json};

use crate::secrecy::stays_unheard;

fn settings() -> Settings {
    Settings {
        name: "Le Troquet".to_owned(),
        ruleset: "baston".to_owned(),
        scenario: "SCN-00".to_owned(),
        seats: 2,
        size: 2,
        more: None,
        clocks: Clocks::Live { long: 3600, short: 3600, quick: 3600 },
        spectators: true,
        spectator_delay: 0,
        listed: true,
        blind: false,
        exercise: None,
    }
}

async fn take_seat(player: &mut Player, seat: u8) {
    let chosen = &player.room.settings;
    let terms =
        Terms { scenario: chosen.scenario.clone(), seats: chosen.seats, size: chosen.size, more: None };
    let band = systems::parse("baston").unwrap().ready_band(&terms, Seat(seat));
    player.must(Action::Sit { seat: Seat(seat) }).await;
    player.must(Action::Bring { band: Some(Payload::from(band)) }).await;
}

async fn table(server: &TestServer) -> (Player, Player, String) {
    table_of(server, settings()).await
}

async fn table_of(server: &TestServer, settings: Settings) -> (Player, Player, String) {
    let (mut one, invite) = server.host("Raymond", settings).await;
    let mut two = server.guest("Lulu", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    one.until_phase(Phase::Playing).await;
    two.until_phase(Phase::Playing).await;
    // Where a character enters, or which way it faces, may be asked before the first programme.
    while !(plans(&one) && plans(&two)) {
        for player in [&mut one, &mut two] {
            player.catch_up().await;
            if player.is_asked() && !plans(player) {
                let answer = default(player);
                applied(&player.command(&answer).await);
            }
        }
    }
    (one, two, invite)
}

/// Whether a programme is asked of the player.
fn plans(player: &Player) -> bool {
    player.is_asked() && mine(player)["ask"] == "plan"
}

fn mine(player: &Player) -> Value {
    player.asking().unwrap().mine.as_ref().unwrap().read().unwrap()
}

fn default(player: &Player) -> Value {
    player.asking().unwrap().default.as_ref().unwrap().read().unwrap()
}

/// A programme whose first order walks somewhere, and that order as it is written.
fn walk(player: &Player) -> (Value, String) {
    let ask = mine(player);
    let form = &ask["forms"][0];
    let heads = form["heads"].as_array().unwrap();
    let head = heads.iter().find(|head| head["code"] == "M").expect("everybody can walk");
    let order = format!("M{}/-", head["params"].as_array().unwrap().last().unwrap());
    let sheet = json!({ "who": form["who"], "orders": [order, "-/-", "-/-"] });
    (json!({ "do": "programme", "turn": ask["turn"], "sheets": [sheet] }), order)
}

fn applied(answer: &Answer) {
    assert!(matches!(answer, Answer::Applied { .. }), "{answer:?}");
}

#[tokio::test]
async fn sealed_programmes_are_revealed_to_all_at_the_same_moment_and_not_before() {
    logs::gathered();
    let metrics = telemetry::metrics().unwrap();
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let (programme, order) = walk(&one);
    assert_eq!(one.draft(Some(&programme)).await, (true, None));
    applied(&one.command(&programme).await);
    for other in [&mut two, &mut watcher] {
        other.until("ready", |other| other.room.seats[0].sheet == Sheet::Confirmed).await;
        other.catch_up().await;
        assert!(!other.has_heard(&order), "{order} was told too early");
    }
    let game = one.table.as_ref().unwrap().game;
    let pages = ["/api/rooms", "/api/rulesets", "/healthz", "/readyz", "/metrics"].map(str::to_owned);
    for page in pages.into_iter().chain([format!("/api/games/{game}"), format!("/api/games/{game}/export")]) {
        assert!(!server.get(&page).await.contains(&order), "{page} tells {order}");
    }
    assert!(!metrics.render().contains(&order));
    let server = server.restart().await;
    for other in [&mut two, &mut watcher] {
        other.come_back(server.addr).await;
        other.catch_up().await;
        assert!(!other.has_heard(&order), "{order} was told after a restart");
    }
    one.come_back(server.addr).await;
    assert!(!logs::gathered().contains(&order), "{order} was logged");

    let rest = default(&two);
    applied(&two.command(&rest).await);
    for other in [&mut two, &mut watcher] {
        other.until("the reveal", |other| other.has_heard(&order)).await;
    }
}

#[tokio::test]
async fn a_confirmed_sheet_can_be_taken_back_until_the_last_one_is_confirmed() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server).await;
    let (programme, _) = walk(&one);
    let clock = |player: &Player| {
        let clocks = &player.asking().unwrap().clocks;
        clocks.iter().find(|clock| clock.seats.contains(Seat(0))).map(|clock| clock.deadline)
    };
    let before = clock(&one);
    applied(&one.command(&programme).await);
    two.until("confirmed", |two| two.room.seats[0].sheet == Sheet::Confirmed).await;
    let server = server.crash().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    let back = one.asking().unwrap().take_back.clone().expect("what takes it back");
    assert_eq!(back.read::<serde_json::Value>().unwrap(), json!({ "do": "withdraw", "turn": 1 }));
    assert_eq!(two.asking().unwrap().take_back, None);
    applied(&one.command(&json!({ "do": "withdraw", "turn": 1 })).await);
    one.until_asked().await;
    assert_eq!(one.asking().unwrap().take_back, None);
    let after = clock(&one).flatten().unwrap() - before.flatten().unwrap();
    assert!((0..60_000).contains(&after), "no time is won but the time the server was down: {after} ms");
    two.until("taken back", |two| two.room.seats[0].sheet == Sheet::None).await;
    applied(&one.command(&programme).await);
    let rest = default(&two);
    applied(&two.command(&rest).await);
    let late = one.command(&json!({ "do": "withdraw", "turn": 1 })).await;
    assert!(matches!(late, Answer::Refused { .. }), "{late:?}");
}

#[tokio::test]
async fn bots_play_a_whole_game_that_anybody_can_check() {
    let server = TestServer::start().await;
    let (mut host, _) = server.host("Raymond", settings()).await;
    host.must(Action::Stand).await;
    for (seat, bot) in [(0, "brawler"), (1, "any")] {
        host.must(Action::PutBot { seat: Seat(seat), bot: bot.to_owned() }).await;
    }
    host.must(Action::Start).await;
    host.until_phase(Phase::Finished).await;
    let game = host.table.as_ref().unwrap().game;
    let export = archive::export(server.app.store(), game).await.unwrap();
    let report = verify::game(&export, &verify::Known::unsigned());
    assert!(report.ok, "{:?}", report.faults);
    let replay = archive::replay(server.app.store(), &World::system(), game).await.unwrap();
    let replay: Replay = serde_json::from_str(&replay).unwrap();
    assert_eq!(replay.entries.len(), export.entries.len());
    assert_eq!(host.last() as usize, export.entries.len() - 1, "who watched saw every entry");
}

#[tokio::test]
async fn two_people_who_take_every_default_come_to_the_end() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server).await;
    while one.room.phase == Phase::Playing {
        let mut moved = false;
        for player in [&mut one, &mut two] {
            player.catch_up().await;
            if player.is_asked() {
                let answer = default(player);
                applied(&player.command(&answer).await);
                moved = true;
            }
        }
        one.catch_up().await;
        assert!(moved || one.room.phase != Phase::Playing, "nobody is asked");
    }
    assert_eq!(one.room.phase, Phase::Finished);
    assert!(one.asking().is_none());
}

/// Answers what is asked in the open, until something is asked that is sealed blindly, and both know it.
async fn until_both_write(one: &mut Player, two: &mut Player) {
    let sealed = |player: &Player| sealing(player).is_some_and(|it| !it.open);
    loop {
        for player in [&mut *one, &mut *two] {
            player.until("nothing is being opened", |player| sealing(player).is_none_or(|it| !it.open)).await;
            player.catch_up().await;
        }
        if sealed(one) && sealed(two) && one.last() == two.last() {
            return;
        }
        for player in [&mut *one, &mut *two] {
            if player.is_asked() && !sealed(player) {
                let answer = default(player);
                player.command(&answer).await;
            }
        }
    }
}

#[tokio::test]
async fn programmes_are_sealed_blindly() {
    // Both ask again and again whether anything has changed.
    let server = TestServer::with(|config| config.limits.burst = 100_000).await;
    // However they stand, two characters that walk over the border leave others to go on.
    let settings = Settings { blind: true, size: 3, ..settings() };
    let (mut one, mut two, _) = table_of(&server, settings).await;
    let game = one.table.as_ref().unwrap().game;
    for turn in 1..=2 {
        let mark = two.frames.len();
        let seen = |two: &Player, order: &str| two.frames[mark..].iter().any(|frame| frame.contains(order));
        let (sheet, order) = walk(&one);
        assert_eq!(sheet["turn"], turn);
        let first = seal(&mut one, &sheet).await;
        let (other, _) = walk(&two);
        let second = seal(&mut two, &other).await;
        first.open(&mut one).await;
        two.until("one has opened", |two| sealing(two).is_some_and(|it| !it.opened.is_empty())).await;
        assert!(!seen(&two, &order) && !seen(&two, &hex::encode(first.salt)));
        second.open(&mut two).await;
        two.until("both are revealed", |two| sealing(two).is_none_or(|it| !it.open)).await;
        two.catch_up().await;
        assert!(seen(&two, &order), "{order} is played");
        until_both_write(&mut one, &mut two).await;
        // A character that was shaken may be rewritten: that is sealed blindly too.
        while !(plans(&one) && plans(&two)) {
            let mut devices = Vec::new();
            for player in [&mut one, &mut two] {
                let asked = player.is_asked().then(|| default(player));
                devices.push(match asked {
                    Some(sheet) => Some(seal(player, &sheet).await),
                    None => None,
                });
            }
            for (player, device) in [&mut one, &mut two].into_iter().zip(devices) {
                if let Some(device) = device {
                    device.open(player).await;
                }
            }
            until_both_write(&mut one, &mut two).await;
        }
    }
    let rows = server.app.store().journal(game).await.unwrap();
    let opened: Vec<_> = rows
        .iter()
        .filter_map(|row| match &row.blind {
            Some(Blind::Opened { sheet, .. }) => Some((row.command.clone().unwrap(), sheet.clone())),
            _ => None,
        })
        .collect();
    assert!(opened.len() >= 4);
    let (command, sheet) = &opened[0];
    assert!(command.text().contains("instructions"), "the rules write more than was sealed");
    assert!(!sheet.as_ref().unwrap().text().contains("instructions"), "which is kept as it was sealed");
}

#[tokio::test]
async fn a_place_that_somebody_asks_about_stays_with_him() {
    logs::gathered();
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let (programme, _) = walk(&one);
    assert_eq!(one.draft(Some(&programme)).await, (true, None));
    let canary = "31415,27182";
    let asked = json!({ "threats": { "who": 0, "at": [31_415, 27_182] } });
    assert_eq!(one.draft(Some(&asked)).await, (false, Some("threats.place".to_owned())));
    let server = stays_unheard(server, [&mut two, &mut watcher], canary).await;
    one.come_back(server.addr).await;
    let kept = one.table.as_ref().unwrap().draft.clone().unwrap();
    assert_eq!(kept.read::<Value>().unwrap(), programme, "a question takes the place of no draft");
    assert!(!logs::gathered().contains(canary));
}
