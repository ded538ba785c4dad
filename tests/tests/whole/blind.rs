//! Blind seals: sheets stay on the devices of their players until all seats have sealed.

use std::time::Duration;

use bagarre_protocol::fair::{Author, Blind, Maker, Why};
use bagarre_protocol::room::{Action, Phase, Settings, Sheet};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::{Actor, Seat, Seats};
use bagarre_server::room::archive;
use bagarre_server::verify::{self, Known};
use bagarre_tests::blind::{Device, is_open, seal, sealing, unreadable};
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, blind, table};
use bagarre_tests::{logs, postgres};
use uuid::Uuid;

pub(crate) fn code(answer: &Answer) -> &str {
    match answer {
        Answer::Refused { refusal } => &refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

/// Two turns.
pub(crate) fn short() -> Settings {
    Settings { scenario: "short".to_owned(), ..blind() }
}

/// A server that waits only briefly for players to open.
pub(crate) async fn hurried_server() -> TestServer {
    TestServer::with(|config| {
        config.limits.opening = Duration::from_millis(500);
        config.limits.opening_away = Duration::from_millis(500);
        config.limits.idle = Duration::from_millis(20);
        config.limits.grace = Duration::ZERO;
    })
    .await
}

pub(crate) fn game(player: &Player) -> Uuid {
    player.table.as_ref().unwrap().game
}

/// Both seal a number, and their clients open.
pub(crate) async fn blind_turn(one: &mut Player, two: &mut Player, numbers: [u8; 2]) {
    let first = seal(one, &bid(numbers[0])).await;
    let second = seal(two, &bid(numbers[1])).await;
    first.open(one).await;
    second.open(two).await;
}

/// Plays the game to its end, and checks what remains of it.
pub(crate) async fn played_out(server: &TestServer, one: &mut Player, two: &mut Player) {
    let game = game(one);
    while one.room.phase == Phase::Playing {
        one.until("a question, or the end", |one| one.is_asked() || one.room.phase != Phase::Playing).await;
        if one.is_asked() {
            blind_turn(one, two, [2, 3]).await;
        }
    }
    holds(server, game).await;
}

/// The export of a finished game holds, and every entry of it that says something of a seal is as it was told.
pub(crate) async fn holds(server: &TestServer, game: Uuid) -> verify::Report {
    let export = archive::export(server.app.store(), game).await.unwrap();
    let report = verify::game(&export, &Known::unsigned());
    assert!(report.ok, "{:?}", report.faults);
    report
}

/// What the entries say of seals, as a player was told.
pub(crate) fn blinds(player: &Player) -> Vec<Blind> {
    player.entries.iter().filter_map(|entry| entry.blind.clone()).collect()
}

#[tokio::test]
async fn a_turn_is_sealed_then_opened_and_played_at_once() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, short()).await;
    assert!(one.table.as_ref().unwrap().blind);
    let first = seal(&mut one, &bid(5)).await;
    two.until_entry(1).await;
    let held = &sealing(&two).unwrap().seals;
    assert_eq!((held.len(), held[0].seat, held[0].entry), (1, Seat(0), 1));
    assert_eq!(held[0].digest, first.digest());
    assert_eq!(two.asking().unwrap().seats, Seats::one(Seat(1)));
    two.until("it shows", |two| two.room.seats[0].sheet == Sheet::Confirmed).await;
    two.send(&first.opened()).await;
    assert_eq!(unreadable(&mut two).await, "blind.early");
    // Thought better of it.
    assert_eq!(code(&first.seal(&mut one).await), "blind.sealed");
    assert_eq!(first.unseal(&mut one).await, Answer::Applied { entry: Some(2) });
    assert_eq!(code(&first.unseal(&mut one).await), "blind.none");
    let first = seal(&mut one, &bid(6)).await;
    let second = seal(&mut two, &bid(2)).await;
    for player in [&mut one, &mut two] {
        player.until("everybody has sealed", is_open).await;
        assert_eq!(player.asking().unwrap().seats.len(), 2);
        assert!(!player.is_asked());
    }
    assert_eq!(code(&second.unseal(&mut two).await), "blind.open");
    assert_eq!(code(&second.seal(&mut two).await), "blind.open");
    assert_eq!(code(&two.command(&serde_json::json!({ "go_on": true })).await), "blind.open");
    first.open(&mut one).await;
    two.until("one has opened", |two| sealing(two).is_some_and(|it| it.opened == Seats::one(Seat(0)))).await;
    assert_eq!(two.last(), 4, "nothing is played before all have opened");
    second.open(&mut two).await;
    two.until_entry(6).await;
    one.until_entry(6).await;
    let open = |seal| Blind::Opened { seal, salt: None, sheet: None };
    assert_eq!(blinds(&one)[1..2], [Blind::Withdrawn { seal: 1 }]);
    assert_eq!(blinds(&one)[4..], [open(3), open(4)]);
    assert!(one.entries.iter().all(|entry| entry.seal.is_none()), "the digest was told before");
    let question = sealing(&one).unwrap().question;
    assert_eq!(question, 6, "the next question has its own number");
    let stale = Device { question: 0, ..Device::write(&one, &bid(1)) };
    assert_eq!(code(&stale.seal(&mut one).await), "blind.question");
    let stale = Device { game: Uuid::new_v4(), ..Device::write(&one, &bid(1)) };
    assert_eq!(code(&stale.seal(&mut one).await), "blind.question");
    let id = game(&one);
    played_out(&server, &mut one, &mut two).await;
    let export = archive::export(server.app.store(), id).await.unwrap();
    assert!(export.blind);
    let by = export.entries[5].by;
    assert_eq!(
        (by, export.entries[5].command.as_ref().unwrap().text()),
        (Some(Actor::Seat(Seat(0))), r#"{"bid":6}"#)
    );
    let Some(Blind::Opened { salt, sheet, .. }) = &export.entries[5].blind else { panic!("it was opened") };
    assert_eq!((salt.as_deref(), sheet), (Some(&*hex::encode(first.salt)), &None));
}

/// Whether a sheet of number 5 or its salt is somewhere.
fn found(text: &[u8], device: &Device) -> bool {
    let holds = |what: &[u8]| text.windows(what.len()).any(|window| window == what);
    let hexed = hex::encode(device.salt);
    // A dump writes the bodies of journal rows as hex digits.
    let body = hex::encode(br#""bid":5"#);
    holds(body.as_bytes())
        || holds(br#""bid":5"#)
        || holds(br#""bid\":5"#)
        || holds(&device.salt)
        || holds(hexed.as_bytes())
}

/// One seals a five and opens it; until the other has opened too it is nowhere but on the device of the first.
async fn nothing_before_the_reveal(server: TestServer, stored: impl Fn(&TestServer) -> Vec<u8>) {
    logs::gathered();
    let (mut one, mut two, invite) = table(&server, short()).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let first = seal(&mut one, &bid(5)).await;
    let look = async |two: &mut Player, watcher: &mut Player, one: &mut Player| {
        assert!(!found(&stored(&server), &first), "in the database");
        for player in [two, watcher, one] {
            player.catch_up().await;
            let frames = player.frames.join("\n");
            assert!(!found(frames.as_bytes(), &first), "in what {} gets", player.you.name);
        }
        // Other tests of this process log too: what is looked for here is the salt.
        assert!(!logs::gathered().contains(&hex::encode(first.salt)), "in the logs");
    };
    look(&mut two, &mut watcher, &mut one).await;
    let second = seal(&mut two, &bid(2)).await;
    first.open(&mut one).await;
    two.until("one has opened", |two| sealing(two).is_some_and(|it| !it.opened.is_empty())).await;
    look(&mut two, &mut watcher, &mut one).await;
    second.open(&mut two).await;
    two.until_entry(4).await;
    assert!(found(&stored(&server), &first), "what is looked for can be found");
    assert!(!logs::gathered().contains(&hex::encode(first.salt)), "in the logs");
    // The salt stays in the journal until the end: others could guess what the rules do not reveal.
    for player in [&mut two, &mut watcher] {
        player.catch_up().await;
        assert!(!player.frames.join("\n").contains(&hex::encode(first.salt)));
    }
}

#[tokio::test]
async fn no_sheet_is_in_the_file_before_the_reveal() {
    let server = TestServer::start().await;
    nothing_before_the_reveal(server, TestServer::stored_bytes).await;
}

#[tokio::test]
async fn no_sheet_is_in_postgres_before_the_reveal() {
    let cluster = postgres::shared();
    let url = cluster.database();
    let server = TestServer::on_postgres(url.clone()).await;
    nothing_before_the_reveal(server, |_| cluster.dump(&url).into_bytes()).await;
}

#[tokio::test]
async fn sheets_and_drafts_are_not_taken_in_the_open() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, short()).await;
    assert_eq!(code(&one.command(&bid(5)).await), "blind.sheet");
    assert_eq!(one.draft(Some(&bid(5))).await, (false, Some("blind.draft".to_owned())));
    assert_eq!(one.draft(None).await, (true, None), "there is nothing to throw away");
    let device = seal(&mut one, &bid(5)).await;
    assert_eq!(one.draft(Some(&bid(5))).await, (false, Some("blind.draft".to_owned())));
    assert!(!found(&server.stored_bytes(), &device));
    two.catch_up().await;
    assert!(server.app.store().drafts(game(&one)).await.unwrap().is_empty());
}

#[tokio::test]
async fn who_does_not_open_in_time_rests_and_it_is_said() {
    let server = hurried_server().await;
    let (mut one, mut two, _) = table(&server, short()).await;
    let first = seal(&mut one, &bid(5)).await;
    let second = seal(&mut two, &bid(6)).await;
    first.open(&mut one).await;
    // What comes is not what was sealed.
    two.until("everybody has sealed", is_open).await;
    two.send(&Device { sheet: bid(4), ..second.clone() }.opened()).await;
    assert_eq!(unreadable(&mut two).await, "blind.digest");
    one.until_entry(4).await;
    assert_eq!(blinds(&one)[3], Blind::Unopened { seal: 2, wrong: true });
    // In the name of the player who sealed.
    assert_eq!(one.entries[3].author, Some(Maker::Clock { seat: Seat(1), why: Why::Default }));
    let rows = server.app.store().journal(game(&one)).await.unwrap();
    let author = |row: usize| rows[row].link.as_ref().and_then(|link| link.author.clone());
    let Some(Author::Player { nameplate, .. }) = author(2) else { panic!("she sealed") };
    let wanted = Author::Clock { seat: Seat(1), nameplate: Some(nameplate), why: Why::Default };
    assert_eq!(author(4), Some(wanted));
    one.until("he is absent", |one| one.room.seats[1].sheet == Sheet::Absent).await;
    // Too late, and nothing can be opened twice.
    two.until_entry(4).await;
    two.send(&second.opened()).await;
    assert_eq!(unreadable(&mut two).await, "blind.question");
    // Now no player opens.
    seal(&mut one, &bid(5)).await;
    seal(&mut two, &bid(6)).await;
    let id = game(&one);
    one.until_phase(Phase::Finished).await;
    let unopened = |seal| Blind::Unopened { seal, wrong: false };
    assert_eq!(blinds(&one)[6..], [unopened(5), unopened(6)]);
    holds(&server, id).await;
    let export = archive::export(server.app.store(), id).await.unwrap();
    assert_eq!(export.entries[4].command.as_ref().unwrap().text(), r#"{"bid":1}"#, "the rules' rest");
}

#[tokio::test]
async fn a_sheet_that_the_rules_refuse_rests_and_can_be_checked() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, short()).await;
    blind_turn(&mut one, &mut two, [7, 3]).await;
    one.until_entry(4).await;
    assert_eq!(blinds(&one)[2], Blind::Refused { seal: 1, salt: None, sheet: None });
    one.until("he was there", |one| one.room.seats[0].sheet == Sheet::None).await;
    let id = game(&one);
    played_out(&server, &mut one, &mut two).await;
    let report = holds(&server, id).await;
    assert_eq!(report.seals, 5, "four sheets that were sealed, and the rest of the clock");
    // What does not even read as a command.
    one.must(Action::Rematch).await;
    one.must(Action::Start).await;
    for player in [&mut one, &mut two] {
        player.until("another game", |player| player.table.as_ref().is_some_and(|it| it.game != id)).await;
    }
    let first = seal(&mut one, &serde_json::json!(["soup"])).await;
    let second = seal(&mut two, &bid(3)).await;
    first.open(&mut one).await;
    second.open(&mut two).await;
    one.until_entry(4).await;
    assert!(matches!(blinds(&one)[2], Blind::Refused { .. }));
    played_out(&server, &mut one, &mut two).await;
}

#[tokio::test]
async fn an_id_that_comes_twice_seals_once_also_after_a_crash() {
    let server = TestServer::start().await;
    let (mut one, _two, _) = table(&server, short()).await;
    let (device, id) = (Device::write(&one, &bid(5)), Uuid::new_v4());
    one.send(&device.sealed_as(id)).await;
    let first = Answer::Applied { entry: Some(1) };
    assert_eq!(one.answer(id).await, first);
    let server = server.crash().await;
    one.come_back(server.addr).await;
    one.send(&device.sealed_as(id)).await;
    assert_eq!(one.answer(id).await, Answer::Duplicate { first: Box::new(first) });
    assert_eq!(one.last(), 1);
}
