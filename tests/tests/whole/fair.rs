//! Dice that no party chooses, and the chain of the journal, in a running server.

use bagarre_protocol::fair::{Author, Maker, Why};
use bagarre_protocol::game::Table;
use bagarre_protocol::room::{Action, Clocks, Phase, Settings};
use bagarre_protocol::socket::{ClientMessage, ServerMessage, Since};
use bagarre_rules::contract::Seat;
use bagarre_server::fair::{self, unhex};
use bagarre_server::room::archive;
use bagarre_server::store::{Draw, Nameplate};
use bagarre_server::verify::{self, Known, Part};
use bagarre_tests::player::{Player, nonce};
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, hurried, settings, table, take_seat, turn};
use bagarre_tests::wait::until;
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

fn short() -> Settings {
    Settings { scenario: "short".to_owned(), ..settings() }
}

fn game(player: &Player) -> Uuid {
    player.table.as_ref().unwrap().game
}

/// A table whose dice are being mixed: the second seat is asked, and gives nothing by itself.
async fn mixing(server: &TestServer, settings: Settings) -> (Player, Player) {
    let (mut one, invite) = server.host("Raymond", settings).await;
    let mut two = server.guest("Lulu", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    two.silent();
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    two.until("she is asked", |two| two.room.draw.is_some()).await;
    (one, two)
}

async fn refused(player: &mut Player) -> String {
    player
        .expect("a refusal", |message| match message {
            ServerMessage::Unreadable { refusal } => Some(refusal.code.clone()),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn everybody_has_a_hand_in_the_dice_and_sees_it() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, short()).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let game = game(&one);
    // The commitment is out before the first question, and no number before every promise is known.
    let draws: Vec<Value> = one
        .frames
        .iter()
        .map(|frame| serde_json::from_str::<Value>(frame).unwrap())
        .filter(|frame| frame["t"] == "room" && !frame["room"]["draw"].is_null())
        .map(|frame| frame["room"]["draw"].clone())
        .collect();
    assert_eq!(draws[0]["promises"], serde_json::json!([null, null]));
    assert_eq!(draws.last().unwrap()["open"], true);
    let numbers = [&one, &two].map(|player| hex::encode(nonce(&player.token, game)));
    let told = |frame: &&String| numbers.iter().any(|number| frame.contains(number));
    let first = one.frames.iter().position(|frame| told(&frame)).unwrap();
    assert!(
        one.frames[first].contains(r#""t":"table""#),
        "numbers are told with the first entry: {}",
        one.frames[first]
    );
    for player in [&one, &two, &watcher] {
        let table = player.table.as_ref().unwrap();
        assert_eq!(table.commitment, draws[0]["commitment"]);
        let given: Vec<_> =
            table.draw.as_ref().unwrap().iter().map(|given| given.nonce.clone().unwrap()).collect();
        assert_eq!(given, numbers);
    }
    for _ in 0..2 {
        turn(&mut one, &mut two).await;
    }
    watcher.until_phase(Phase::Finished).await;
    let export = archive::export(server.app.store(), game).await.unwrap();
    let secret = unhex::<32>(export.secret.as_ref().unwrap()).unwrap();
    assert_eq!(hex::encode(Sha256::digest(secret)), export.commitment);
    let report = verify::game(&export, &Known::unsigned());
    assert!(report.ok, "{:?}", report.faults);
    assert_eq!((report.draw, report.chain), (Part::Holds, Part::Holds));
    // The heads that the players were told are those of the export.
    for player in [&one, &two, &watcher] {
        for entry in &player.entries {
            let link = export.entries[entry.n as usize].link.as_ref().unwrap();
            let author = link.author.as_ref().map(Maker::from);
            assert_eq!((entry.head.as_ref(), &entry.author), (Some(&link.head), &author));
        }
    }
    let again = archive::export(server.app.store(), game).await.unwrap();
    let signer = server.app.signer();
    let bytes = |export| serde_json::to_string(&signer.game(export).unwrap()).unwrap();
    assert_eq!(bytes(export), bytes(again), "the same game gives the same bytes");
}

#[tokio::test]
async fn a_start_waits_for_nobody_who_is_away_or_silent() {
    let server = TestServer::start().await;
    let (mut one, invite) = server.host("Raymond", short()).await;
    let mut two = server.guest("Lulu", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    let token = two.vanish();
    one.until("Lulu is away", |one| !one.room.seats[1].online).await;
    one.must(Action::Start).await;
    one.until("the table", |one| one.table.is_some()).await;
    let draw = one.table.as_ref().unwrap().draw.clone().unwrap();
    assert!(draw[0].nonce.is_some() && draw[1].promise.is_none() && draw[1].nonce.is_none());
    // Too late is too late, and it is said.
    let mut two = Player::join(server.addr, &token, &one.room.id.clone(), None).await;
    let (game, promise) = (game(&one), "ab".repeat(32));
    two.send(&ClientMessage::Promise { game, promise }).await;
    assert_eq!(refused(&mut two).await, "draw.over");
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn a_number_must_be_the_one_that_was_promised() {
    let server = TestServer::start().await;
    let (mut one, mut two) = mixing(&server, short()).await;
    let game = two.room.draw.as_ref().unwrap().game;
    let mine: fair::Hash = [3; 32];
    two.send(&ClientMessage::Nonce { game, nonce: hex::encode(mine) }).await;
    assert_eq!(refused(&mut two).await, "draw.nonce", "a number without a promise");
    two.send(&ClientMessage::Promise { game, promise: "soup".to_owned() }).await;
    assert_eq!(refused(&mut two).await, "draw.nonce");
    let promise = hex::encode(fair::promise(game, Seat(1), &mine));
    two.send(&ClientMessage::Promise { game, promise: promise.clone() }).await;
    two.until("numbers are asked for", |two| two.room.draw.as_ref().is_some_and(|draw| draw.open)).await;
    two.send(&ClientMessage::Nonce { game, nonce: hex::encode([4; 32]) }).await;
    assert_eq!(refused(&mut two).await, "draw.nonce", "another number than the promised one");
    // The second player keeps the number secret: the game begins all the same, and all see that it was promised.
    one.until("the table", |one| one.table.is_some()).await;
    let draw = one.table.as_ref().unwrap().draw.clone().unwrap();
    assert_eq!((draw[1].promise.as_ref(), &draw[1].nonce), (Some(&promise), &None));
    assert!(draw[0].nonce.is_some());
}

#[tokio::test]
async fn a_crash_while_the_dice_are_mixed_asks_again_for_the_same_secret() {
    let server = TestServer::start().await;
    let (mut one, mut two) = mixing(&server, short()).await;
    let before = two.room.draw.clone().unwrap();
    let server = server.crash().await;
    let record = server.app.store().game(before.game).await.unwrap().unwrap();
    assert!(record.draw == Draw::Asked && server.app.store().journal(before.game).await.unwrap().is_empty());
    one.come_back(server.addr).await;
    assert_eq!(one.room.draw.as_ref().map(|draw| &draw.commitment), Some(&before.commitment));
    two.come_back(server.addr).await;
    one.until("the table", |one| one.table.is_some()).await;
    assert_eq!(game(&one), before.game);
    two.until_asked().await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn a_crash_while_the_dice_are_mixed_stalls_no_table_that_everybody_has_left() {
    let server = TestServer::start().await;
    let (one, two) = mixing(&server, Settings { scenario: "short".to_owned(), ..hurried() }).await;
    let game = two.room.draw.as_ref().unwrap().game;
    drop((one, two));
    let server = server.crash().await;
    let store = server.app.store();
    until("it is played to its end", async || store.game(game).await.unwrap().unwrap().ended.is_some()).await;
}

#[tokio::test]
async fn the_journal_names_who_made_each_entry() {
    let server = TestServer::start().await;
    // Long enough for a draft to be saved in time on a busy machine.
    let clocks = Clocks::Live { long: 6, short: 6, quick: 6 };
    let (mut one, mut two, _) = table(&server, Settings { clocks, ..short() }).await;
    assert_eq!(one.draft(Some(&bid(6))).await, (true, None));
    one.until_phase(Phase::Finished).await;
    two.until_phase(Phase::Finished).await;
    let game = server.app.store().game(game(&one)).await.unwrap().unwrap();
    let clock = |seat, name: &str, why| {
        let called = |plate: &&Nameplate| plate.name.as_ref().is_some_and(|(called, _)| called == name);
        let nameplate = game.nameplates.iter().find(called).map(|plate| plate.digest.clone());
        Author::Clock { seat: Seat(seat), nameplate, why }
    };
    let rows = server.app.store().journal(game.id).await.unwrap();
    let authors: Vec<_> = rows[1..].iter().map(|row| row.link.clone().unwrap().author.unwrap()).collect();
    let makers: Vec<_> = two.entries.iter().map(|entry| entry.author.clone().unwrap()).collect();
    assert_eq!(makers, authors.iter().map(Maker::from).collect::<Vec<_>>(), "as everybody is told");
    let wanted = [
        clock(0, "Raymond", Why::Draft),
        clock(1, "Lulu", Why::Default),
        clock(0, "Raymond", Why::Default),
        clock(1, "Lulu", Why::Default),
    ];
    assert_eq!(authors, wanted);
}

#[tokio::test]
async fn a_journal_that_was_changed_is_put_aside_with_the_entry_that_is_wrong() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    for _ in 0..2 {
        turn(&mut one, &mut two).await;
    }
    one.until_entry(4).await;
    let game = game(&one);
    // The events of a bid are those of another one: they fold, but the chain does not follow.
    let rows = server.app.store().journal(game).await.unwrap();
    let events = rows[2].events.text().replace(r#""bid":3"#, r#""bid":4"#);
    assert_ne!(events, rows[2].events.text());
    server.break_journal(game, 2, &events).await;
    let server = server.restart().await;
    one.come_back(server.addr).await;
    assert_eq!(one.room.phase, Phase::Quarantined);
    let record = server.app.store().game(game).await.unwrap().unwrap();
    let why = record.quarantined.unwrap();
    assert!(why.contains("entry 2 does not follow"), "{why}");
}

#[tokio::test]
async fn who_sits_down_later_is_named_in_the_chain_and_may_be_forgotten() {
    let server = TestServer::start().await;
    let (mut host, mut lulu, invite) = table(&server, short()).await;
    let mut momo = server.guest("Momo", &host.room.id.clone(), &invite).await;
    turn(&mut host, &mut lulu).await;
    lulu.must(Action::Stand).await;
    momo.must(Action::Sit { seat: Seat(1) }).await;
    momo.until("the seat", |momo| momo.you.seat == Some(Seat(1))).await;
    turn(&mut host, &mut momo).await;
    let server = server.restart().await;
    for player in [&mut host, &mut momo] {
        player.come_back(server.addr).await;
    }
    while host.room.phase == Phase::Playing {
        turn(&mut host, &mut momo).await;
        host.catch_up().await;
    }
    let (store, game) = (server.app.store(), game(&host));
    let names = |export: &bagarre_protocol::game::Export| -> Vec<Option<String>> {
        export.nameplates.iter().flatten().map(|plate| plate.name.clone()).collect()
    };
    let named = |name: &str| Some(name.to_owned());
    let export = archive::export(store, game).await.unwrap();
    assert_eq!(names(&export), [named("Raymond"), named("Lulu"), named("Momo")]);
    assert_eq!(verify::game(&export, &Known::unsigned()).faults, Vec::<String>::new());
    while store.unname(momo.you.id, 1).await.unwrap() > 0 {}
    let export = archive::export(store, game).await.unwrap();
    assert_eq!((names(&export), &*export.players[1]), (vec![named("Raymond"), named("Lulu"), None], "Lulu"));
    let report = verify::game(&export, &Known::unsigned());
    assert!(report.ok && report.chain == Part::Holds, "{:?}", report.faults);
}

/// Returns what a player has who comes back, without what is known of the chain where `head` is false.
fn since(player: &Player, head: bool) -> Since {
    let head = player.known_head().filter(|_| head);
    Since { game: game(player), entry: player.last(), seat: player.you.seat, head }
}

/// Returns the table that a player gets who comes back with what is known.
async fn back(server: &TestServer, player: &Player, since: Since) -> Table {
    let room = player.room.id.clone();
    let back = Player::knock(server.addr, &player.token, &room, None, Some(since)).await;
    back.ok().unwrap().table.unwrap()
}

#[tokio::test]
async fn a_client_that_saw_lost_entries_gets_a_fresh_view_and_is_told() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    // The server goes on from a backup that holds entry 2 and nothing later.
    let (first, restored) = server.fork().await;
    for player in [&mut one, &mut two] {
        player.come_back(first.addr).await;
    }
    turn(&mut one, &mut two).await;
    two.until_entry(4).await;
    let (lost, unaware) = (since(&two, true), since(&two, false));
    let table = back(&restored, &two, lost.clone()).await;
    assert_eq!((table.entry, table.lost, table.view.is_some()), (2, Some(4), true));
    for player in [&mut one, &mut two] {
        player.come_back(restored.addr).await;
    }
    turn(&mut one, &mut two).await;
    two.until_entry(4).await;
    // Both branches have an entry 4 now: only its head tells them apart.
    let table = back(&restored, &two, lost.clone()).await;
    assert_eq!((table.entry, table.lost, table.view.is_some()), (4, Some(4), true));
    let behind = Since { entry: 2, ..lost.clone() };
    let table = back(&restored, &two, behind).await;
    assert_eq!((table.lost, table.view.is_some()), (Some(4), true), "its page is older than what it knows");
    let table = back(&restored, &two, since(&two, true)).await;
    assert_eq!((table.lost, table.view.is_some()), (None, false), "nothing is lost for who saw this branch");
    let table = back(&restored, &two, unaware).await;
    assert_eq!(
        (table.lost, table.view.is_some()),
        (None, false),
        "a client that tells no head is served as ever"
    );
    let other = Since { game: Uuid::new_v4(), ..lost };
    let table = back(&restored, &two, other).await;
    assert_eq!(
        (table.lost, table.view.is_some()),
        (None, true),
        "heads of another game say nothing of this one"
    );
}
