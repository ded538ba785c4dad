//! A seat changes hands in the middle of a question: the new holder learns nothing of what was sealed or drafted there
//! before, by whichever way the seat came.

use std::time::Duration;

use bagarre_protocol::room::{Action, Holder, Settings};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing, Since};
use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use bagarre_server::room::archive;
use bagarre_server::telemetry;
use bagarre_tests::logs;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, table};
use serde_json::{Value, json};

const SEAT: Seat = Seat(1);
/// A draft that is not written by chance.
const CANARY: &str = "poulpe-du-voisin";

fn code(answer: &Answer) -> &str {
    match answer {
        Answer::Refused { refusal } => &refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

fn applied(answer: &Answer) {
    assert!(matches!(answer, Answer::Applied { .. }), "{answer:?}");
}

/// A server on which a lost seat is free at once, so that only what is shown protects it.
async fn hasty() -> TestServer {
    logs::gathered();
    TestServer::with(|config| config.limits.grace = Duration::ZERO).await
}

/// The host, a player who has sealed a five, and an accomplice of the host who watches.
async fn sealed(server: &TestServer) -> (Player, Player, Player, String) {
    let (host, mut lulu, invite) = table(server, settings()).await;
    let momo = server.guest("Momo", &host.room.id.clone(), &invite).await;
    applied(&lulu.command(&bid(5)).await);
    (host, lulu, momo, invite)
}

/// The host, a player who has only drafted, and an accomplice of the host who watches.
async fn drafted(server: &TestServer) -> (Player, Player, Player) {
    let (host, mut lulu, invite) = table(server, settings()).await;
    let momo = server.guest("Momo", &host.room.id.clone(), &invite).await;
    assert!(lulu.draft(Some(&json!({ "bid": CANARY }))).await.0);
    (host, lulu, momo)
}

async fn until_free(player: &mut Player) {
    player.until("a free seat", |player| player.room.seats[1].holder == Holder::Open).await;
}

fn bot() -> Action {
    Action::PutBot { seat: SEAT, bot: "lucky".to_owned() }
}

/// The bot holds the seat for a moment while its player is away, and goes again.
async fn bot_in_and_out(host: &mut Player, lulu: Player) {
    lulu.vanish();
    host.until("an empty chair", |host| !host.room.seats[1].online).await;
    host.must(bot()).await;
    host.must(Action::RemoveBot { seat: SEAT }).await;
}

/// Sits down, and is shown no number.
async fn sits_blind(momo: &mut Player) {
    momo.must(Action::Sit { seat: SEAT }).await;
    momo.until("the seat", |momo| momo.you.seat == Some(SEAT)).await;
    momo.catch_up().await;
    blind(momo);
}

fn blind(momo: &Player) {
    for frame in &momo.frames {
        assert!(!frame.contains(r#""bids":[null,5]"#) && !frame.contains(r#""bid":5"#), "told: {frame}");
    }
    assert!(!momo.has_heard(CANARY), "the draft of another was told");
    let table = momo.table.as_ref().expect("a table");
    assert_eq!(table.draft, None, "the draft of another");
    let view: Value = table.view.as_ref().expect("a view").read().unwrap();
    assert_eq!(view["bids"], json!([null, null]));
}

#[tokio::test]
async fn who_sits_on_the_seat_of_somebody_kicked_reads_nothing_sealed() {
    let server = hasty().await;
    let (mut host, mut lulu, mut momo, _) = sealed(&server).await;
    host.must(Action::Kick { guest: lulu.you.id }).await;
    assert_eq!(lulu.until_closed().await, Some(Closing::Kicked));
    until_free(&mut momo).await;
    sits_blind(&mut momo).await;
    assert!(!momo.is_asked(), "what was sealed stands");
    assert!(matches!(momo.command(&bid(1)).await, Answer::Refused { .. }));
    assert_eq!(momo.room.seats[1].sheet, bagarre_protocol::room::Sheet::Confirmed, "shown as sealed");
    // The number that was sealed counts at the reveal.
    for _ in 0..5 {
        applied(&host.command(&bid(1)).await);
        if host.last() >= 9 {
            break;
        }
        momo.until_asked().await;
        if momo.is_asked() {
            applied(&momo.command(&bid(2)).await);
        }
        host.until_asked().await;
    }
    host.until("the end", |host| host.room.phase == bagarre_protocol::room::Phase::Finished).await;
    let export = archive::export(server.app.store(), host.table.as_ref().unwrap().game).await.unwrap();
    assert_eq!(export.entries[1].command.as_ref().unwrap().text(), r#"{"bid":5}"#);
}

#[tokio::test]
async fn who_sits_where_a_bot_was_put_in_and_out_reads_nothing_sealed() {
    let server = hasty().await;
    let (mut host, lulu, mut momo, _) = sealed(&server).await;
    bot_in_and_out(&mut host, lulu).await;
    until_free(&mut momo).await;
    sits_blind(&mut momo).await;
}

#[tokio::test]
async fn who_sits_where_somebody_stood_up_reads_nothing_sealed() {
    let server = hasty().await;
    let (_host, mut lulu, mut momo, _) = sealed(&server).await;
    lulu.must(Action::Stand).await;
    until_free(&mut momo).await;
    sits_blind(&mut momo).await;
}

#[tokio::test]
async fn nor_after_a_restart_by_resync_or_with_what_he_says_he_has() {
    let server = hasty().await;
    let (mut host, lulu, mut momo, _) = sealed(&server).await;
    host.must(Action::Kick { guest: lulu.you.id }).await;
    let server = server.restart().await;
    momo.come_back(server.addr).await;
    sits_blind(&mut momo).await;
    let server = server.crash().await;
    let room = momo.room.id.clone();
    let game = momo.table.as_ref().unwrap().game;
    for entry in [0, 1, 7] {
        let since = Since { game, entry, seat: Some(SEAT), head: None };
        let mut back = Player::knock(server.addr, &momo.token, &room, None, Some(since)).await.unwrap();
        back.catch_up().await;
        if back.table.as_ref().is_some_and(|table| table.view.is_some()) {
            blind(&back);
        }
        assert!(!back.frames.iter().any(|frame| frame.contains("[null,5]") || frame.contains(r#""bid":5"#)));
        for entry in [0, 1, 7] {
            back.send(&ClientMessage::Resync { entry }).await;
        }
        back.catch_up_unchecked().await;
        assert!(!back.frames.iter().any(|frame| frame.contains("[null,5]") || frame.contains(r#""bid":5"#)));
    }
}

#[tokio::test]
async fn a_draft_is_for_nobody_else() {
    for way in ["kick", "bot", "stand"] {
        let server = hasty().await;
        let (mut host, mut lulu, mut momo) = drafted(&server).await;
        match way {
            "kick" => host.must(Action::Kick { guest: lulu.you.id }).await,
            "bot" => {
                host.must(Action::Pause).await;
                bot_in_and_out(&mut host, lulu).await;
                host.must(Action::Resume).await;
            }
            _ => lulu.must(Action::Stand).await,
        }
        until_free(&mut momo).await;
        sits_blind(&mut momo).await;
        let server = server.restart().await;
        momo.come_back(server.addr).await;
        momo.catch_up().await;
        assert!(!momo.has_heard(CANARY), "{way}: after a restart");
        assert!(!logs::gathered().contains(CANARY));
    }
}

#[tokio::test]
async fn a_draft_dies_when_its_writer_leaves_the_seat() {
    let server = hasty().await;
    let (mut host, mut lulu, mut momo) = drafted(&server).await;
    assert_eq!(lulu.draft(Some(&bid(6))).await, (true, None));
    lulu.must(Action::Stand).await;
    until_free(&mut momo).await;
    let game = host.table.as_ref().unwrap().game;
    host.catch_up().await;
    assert!(server.app.store().drafts(game).await.unwrap().is_empty(), "nor is it stored");
}

#[tokio::test]
async fn a_lost_seat_is_kept_for_its_player_until_the_question_turns() {
    let server = TestServer::start().await;
    let (mut host, lulu, mut momo, _) = sealed(&server).await;
    let token = lulu.vanish();
    host.until("an empty chair", |host| !host.room.seats[1].online).await;
    assert_eq!(code(&host.act(bot()).await), "room.seat.kept");
    assert!(host.room.seats[1].kept.is_some(), "everybody sees until when");
    let room = host.room.id.clone();
    let mut lulu = Player::join(server.addr, &token, &room, None).await;
    let view: Value = lulu.table.as_ref().unwrap().view.as_ref().unwrap().read().unwrap();
    assert_eq!(view["bids"], json!([null, 5]), "who comes back finds what he sealed");
    host.until("he is back", |host| host.room.seats[1].online && host.room.seats[1].kept.is_none()).await;

    // The question turns while the player is away: the seat is free for a bot.
    lulu.catch_up().await;
    lulu.vanish();
    host.until("an empty chair", |host| !host.room.seats[1].online).await;
    applied(&host.command(&bid(1)).await);
    host.must(bot()).await;
    host.must(Action::RemoveBot { seat: SEAT }).await;
    until_free(&mut momo).await;
    momo.must(Action::Sit { seat: SEAT }).await;
}

#[tokio::test]
async fn a_seat_whose_player_was_kicked_is_only_deserted() {
    let server = TestServer::start().await;
    let (mut host, lulu, mut momo, _) = sealed(&server).await;
    host.must(Action::Kick { guest: lulu.you.id }).await;
    until_free(&mut momo).await;
    assert_eq!(code(&momo.act(Action::Sit { seat: SEAT }).await), "room.seat.kept");
    assert_eq!(code(&host.act(bot()).await), "room.seat.kept");
    applied(&host.command(&bid(1)).await);
    momo.until("the reveal", |momo| momo.last() >= 2).await;
    momo.must(Action::Sit { seat: SEAT }).await;
}

#[tokio::test]
async fn who_stands_up_gives_the_seat_away_at_once() {
    let server = TestServer::start().await;
    let (mut host, mut lulu, mut momo, _) = sealed(&server).await;
    lulu.must(Action::Stand).await;
    until_free(&mut momo).await;
    sits_blind(&mut momo).await;
    momo.must(Action::Stand).await;
    host.must(bot()).await;
}

#[tokio::test]
async fn who_comes_back_to_his_own_seat_reads_what_he_sealed() {
    let server = hasty().await;
    let (mut host, lulu, ..) = sealed(&server).await;
    let (addr, room, token) = (server.addr, host.room.id.clone(), lulu.token.clone());
    bot_in_and_out(&mut host, lulu).await;
    let mut lulu = Player::join(addr, &token, &room, None).await;
    lulu.must(Action::Sit { seat: SEAT }).await;
    lulu.catch_up().await;
    let view: Value = lulu.table.as_ref().unwrap().view.as_ref().unwrap().read().unwrap();
    assert_eq!(view["bids"], json!([null, 5]));
}

#[tokio::test]
async fn a_kick_renews_the_invitation() {
    let server = TestServer::start().await;
    let (mut host, lulu, invite) = table(&server, settings()).await;
    host.must(Action::Kick { guest: lulu.you.id }).await;
    host.until("another invitation", |host| host.you.invite.as_ref().is_some_and(|it| *it != invite)).await;
    let (_, token) = server.app.new_guest("Lulu encore").await.unwrap();
    let room = host.room.id.clone();
    let late = Player::knock(server.addr, &token.0, &room, Some(&invite), None).await;
    assert_eq!(late.err(), Some(Closing::Denied), "the link he knew is void");
    let fresh = host.you.invite.clone();
    Player::join(server.addr, &token.0, &room, fresh.as_deref()).await;
}

fn of(ruleset: &str, scenario: &str) -> Settings {
    Settings {
        ruleset: ruleset.to_owned(),
        scenario: scenario.to_owned(),
        size: if ruleset == "baston" { 3 } else { 0 },
        ..settings()
    }
}

/// Three people, two of them players, with the ready-made bands.
async fn real_table(server: &TestServer, settings: Settings) -> (Player, Player, Player) {
    let ruleset = systems::parse(&settings.ruleset).unwrap();
    let mut terms = ruleset.usual(&settings.scenario, 2).unwrap();
    let settings = Settings { size: terms.size, ..settings };
    terms.more = None;
    let (mut host, invite) = server.host("Raymond", settings).await;
    let room = host.room.id.clone();
    let mut lulu = server.guest("Lulu", &room, &invite).await;
    let momo = server.guest("Momo", &room, &invite).await;
    for (player, seat) in [(&mut host, 0), (&mut lulu, 1)] {
        player.must(Action::Sit { seat: Seat(seat) }).await;
        let band = ruleset.ready_band(&terms, Seat(seat));
        player.must(Action::Bring { band: Some(band.into()) }).await;
    }
    host.must(Action::Start).await;
    for player in [&mut host, &mut lulu] {
        player.until("the table", |player| player.table.is_some()).await;
    }
    (host, lulu, momo)
}

fn mine(player: &Player) -> Value {
    player.asking().unwrap().mine.as_ref().unwrap().read().unwrap()
}

fn default(player: &Player) -> Value {
    player.asking().unwrap().default.as_ref().unwrap().read().unwrap()
}

/// All seats answer by default until a condition holds for the question put to the second seat.
async fn play_until(host: &mut Player, lulu: &mut Player, ask: &str) {
    loop {
        for player in [&mut *host, &mut *lulu] {
            player.catch_up().await;
        }
        if lulu.is_asked() && mine(lulu)["ask"] == ask {
            return;
        }
        for player in [&mut *host, &mut *lulu] {
            player.catch_up().await;
            if player.is_asked() && mine(player)["ask"] != ask {
                let answer = default(player);
                applied(&player.command(&answer).await);
            }
        }
    }
}

#[tokio::test]
async fn a_sealed_programme_is_not_for_the_next_player_of_the_seat() {
    let metrics = telemetry::metrics().unwrap();
    let server = hasty().await;
    let (mut host, mut lulu, mut momo) = real_table(&server, of("baston", "SCN-00")).await;
    play_until(&mut host, &mut lulu, "plan").await;
    let stand = json!({ "do": "stand", "standing": { "defaults": ["DEC-07"] } });
    applied(&lulu.command(&stand).await);
    let ask = mine(&lulu);
    let heads = ask["forms"][0]["heads"].as_array().unwrap();
    let head = heads.iter().find(|head| head["code"] == "M").unwrap();
    let order = format!("M{}/-", head["params"].as_array().unwrap().last().unwrap());
    let sheet = json!({ "who": ask["forms"][0]["who"], "orders": [order, "-/-", "-/-"] });
    applied(&lulu.command(&json!({ "do": "programme", "turn": ask["turn"], "sheets": [sheet] })).await);
    host.must(Action::Kick { guest: lulu.you.id }).await;
    until_free(&mut momo).await;
    momo.must(Action::Sit { seat: SEAT }).await;
    momo.until("the seat", |momo| momo.you.seat == Some(SEAT)).await;
    momo.catch_up().await;
    let view: Value = momo.table.as_ref().unwrap().view.as_ref().unwrap().read().unwrap();
    assert_eq!(view["mine"]["sheets"], json!([]));
    assert_eq!(view["mine"]["sealed"], json!(true));
    assert_eq!(view["mine"]["standing"]["defaults"], json!([]), "nor what he set in private");
    assert_eq!(code(&momo.command(&json!({ "do": "withdraw", "turn": 1 })).await), "baston.inherited");
    momo.draft(Some(&json!({ "do": "programme", "turn": 1, "sheets": [] }))).await;
    assert!(!momo.has_heard(&order), "{order} was told to the next player");
    let server = server.restart().await;
    momo.come_back(server.addr).await;
    momo.catch_up().await;
    assert!(!momo.has_heard(&order), "{order} was told after a restart");
    assert!(!logs::gathered().contains(&order) && !metrics.render().contains(&order));
    host.come_back(server.addr).await;
    host.until_asked().await;
    let rest = default(&host);
    applied(&host.command(&rest).await);
    momo.until("the reveal", |momo| momo.has_heard(&order)).await;
}

#[tokio::test]
async fn a_sealed_champion_is_not_for_the_next_player_of_the_seat() {
    let server = hasty().await;
    let scenario = "duel_d_honneur";
    let (mut host, mut lulu, mut momo) = real_table(&server, of("generik", scenario)).await;
    play_until(&mut host, &mut lulu, "champions").await;
    let champion = default(&lulu);
    applied(&lulu.command(&champion).await);
    lulu.catch_up().await;
    host.must(Action::Kick { guest: lulu.you.id }).await;
    until_free(&mut momo).await;
    momo.must(Action::Sit { seat: SEAT }).await;
    momo.until("the seat", |momo| momo.you.seat == Some(SEAT)).await;
    momo.catch_up().await;
    let view: Value = momo.table.as_ref().unwrap().view.as_ref().unwrap().read().unwrap();
    assert_eq!(view["mine"]["champion"], Value::Null);
    assert_eq!(view["mine"]["sealed"], json!(true));
    assert!(!momo.has_heard(r#""champion":{"question"#) && !momo.has_heard(&champion.to_string()));
}

#[tokio::test]
async fn nobody_sits_down_while_the_game_waits_for_its_rules() {
    let server = hasty().await;
    let (_host, mut lulu, mut momo, _) = sealed(&server).await;
    lulu.must(Action::Stand).await;
    let server = server
        .changed(async |store| {
            let newer = sqlx::query("UPDATE games SET version = version + 900");
            newer.execute(store).await.expect("a version that nobody knows");
        })
        .await;
    momo.come_back(server.addr).await;
    assert_eq!(code(&momo.act(Action::Sit { seat: SEAT }).await), "room.phase");
    let server = server
        .changed(async |store| {
            let known = sqlx::query("UPDATE games SET version = version - 900");
            known.execute(store).await.expect("the version it was");
        })
        .await;
    momo.come_back(server.addr).await;
    sits_blind(&mut momo).await;
}
