//! The log of PostgreSQL itself: it may be kept longer, and be read by more people, than the database. Nothing that is
//! sealed, drafted, said or secret is in it, also when the database refuses a statement.

use std::sync::Arc;

use std::time::Duration;

use bagarre_protocol::campaign::CampaignPhase;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Holder};
use bagarre_protocol::socket::{Answer, Channel, ChatLine, ClientMessage};
use bagarre_rules::contract::{Lang, Seat};
use bagarre_rules::gather::WorkKind;
use bagarre_server::store::campaigns::{CampaignRecord, Muster};
use bagarre_server::store::reminders::{Mail, PushRecord, Reach, Reminder};
use bagarre_server::store::shelf::WorkRecord;
use bagarre_server::store::{
    self, DeadlineRow, GameRecord, Guest, Holding, JournalRow, Member, Nameplate, RoomRecord, SeatRecord,
    Write, WriteError,
};
use bagarre_tests::blind::seal;
use bagarre_tests::player::Player;
use bagarre_tests::postgres::{self, Cluster};
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use bagarre_tests::toy::{bid, blind, settings, table};
use sqlx::{Connection as _, Executor as _, PgConnection};
use uuid::Uuid;

use super::store::{Handle, entry, game_in, guest, room, take_over, write};

/// Stands in every column that holds what others may not read.
const CANARY: &str = "poulpe";
/// Stands in a row that a statement of this test has the database print.
const CONTROL: &str = "calamar";

/// The digest of a token or a code, as stored: a key that is taken is printed, and it is no secret.
const DIGEST: [u8; 32] = [3; 32];

fn payload() -> Payload {
    Payload::of(&serde_json::json!({ "bid": CANARY })).unwrap()
}

/// So many bytes with the canary in them.
fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [b'.'; N];
    bytes[..CANARY.len()].copy_from_slice(CANARY.as_bytes());
    bytes
}

/// An entry whose every column holds a canary.
fn sealed(game: &GameRecord, number: u32) -> JournalRow {
    let mut row = entry(game, number);
    row.command = Some(payload());
    row.events = Payload::of(&serde_json::json!([CANARY])).unwrap();
    row.seal = Some((CANARY.to_owned(), bytes()));
    let mut link = row.link.unwrap();
    (link.salt, link.head) = (bytes(), bytes());
    row.link = Some(link);
    row
}

fn append(game: &GameRecord, number: u32) -> Vec<Write> {
    vec![Write::Entry(Arc::new(sealed(game, number)))]
}

fn secret_game(room: &str) -> GameRecord {
    let plate = Nameplate::new(None, CANARY, bytes());
    GameRecord {
        setup: payload(),
        secret: bytes(),
        players: vec![CANARY.to_owned(), CANARY.to_owned()],
        nameplates: vec![plate.clone(), plate],
        ..game_in(room)
    }
}

fn nobody() -> Guest {
    Guest { id: Uuid::new_v4(), name: CANARY.to_owned(), created: 1 }
}

/// Whether nothing of this test is in the log of the cluster, neither as text nor as bytes.
fn assert_silent(cluster: &Cluster, canaries: &[&str]) {
    let log = cluster.log();
    for canary in canaries {
        for shape in [(*canary).to_owned(), hex::encode(canary)] {
            let line = log.lines().find(|line| line.contains(&shape));
            assert!(line.is_none(), "the log of the database holds a canary: {line:?}");
        }
    }
}

/// The log is what is looked into, and the database prints rows into it as it does by default.
async fn assert_rows_would_be_seen(cluster: &Cluster, url: &str) {
    let mut conn = PgConnection::connect(url).await.unwrap();
    let printed = sqlx::query("INSERT INTO drafts (game_id, seat, draft, at) VALUES ('none', 0, $1, NULL)");
    printed.bind(CONTROL).execute(&mut conn).await.unwrap_err();
    assert!(cluster.log().contains("Failing row contains") && cluster.log().contains(CONTROL));
}

/// Entries that come late, twice, from nowhere, or from an epoch that is over.
async fn refused_entries(store: &Handle, room: &RoomRecord, game: &GameRecord) {
    let epoch = Write::Epoch { room: room.id.clone(), epoch: 7 };
    for number in [3, 0] {
        assert_eq!(write(store, append(game, number)).await, Err(WriteError::Conflict));
    }
    let fenced = [vec![epoch.clone()], append(game, 1)].concat();
    assert_eq!(write(store, fenced.clone()).await, Err(WriteError::Fenced));
    let other = [append(game, 3), append(game, 0), fenced, vec![epoch], append(game, 1)];
    let done = store.commit(&other).await.unwrap();
    assert_eq!(done.iter().filter(|one| one.is_err()).count(), 4, "{done:?}");
    assert!(write(store, append(&secret_game(&room.id), 0)).await.is_err(), "there is no such game");
}

/// Everything else that a job may hold, each referring to what is not there, or there already.
async fn refused_jobs(store: &Handle, room: &RoomRecord, game: &GameRecord) {
    let (known, missing) = (guest(store, CANARY).await, nobody());
    let nowhere = Uuid::new_v4();
    let clock =
        DeadlineRow { seat: Seat(0), deadline: 900, total: 60, paused_left: None, asked: None, bank: None };
    let band = Some(payload());
    let seats = vec![SeatRecord {
        holder: Holder::Guest { id: missing.id, name: CANARY.to_owned() },
        band,
        absent: false,
    }];
    let line = ChatLine {
        id: Uuid::new_v4(),
        at: 1,
        channel: Channel::Room,
        from: known.id,
        name: CANARY.to_owned(),
        seat: None,
        text: CANARY.to_owned(),
    };
    let say = |room: &str| Write::Chat { room: room.to_owned(), line: line.clone() };
    write(store, vec![say(&room.id)]).await.unwrap();
    let holding = Holding { seat: Seat(0), entry: 0, guest: missing.id };
    let come = |guest: &Guest| Write::Guest { guest: guest.clone(), token: DIGEST, label: CANARY.to_owned() };
    write(store, vec![come(&nobody())]).await.unwrap();
    let campaign = |game| Muster { campaign: CANARY.to_owned(), game, at: 1, seats: vec![(Seat(0), 0, 0)] };
    let refused = vec![
        Write::Draft { game: nowhere, seat: Seat(0), draft: Some(payload()), at: 1 },
        Write::Deadlines { game: nowhere, rows: vec![clock] },
        say("nowhere"),
        say(&room.id),
        Write::Holding { game: game.id, holding },
        Write::Nameplate { game: game.id, n: 0, plate: game.nameplates[0].clone() },
        Write::Room(Box::new(RoomRecord { host: missing.id, id: "xyz".to_owned(), ..room.clone() })),
        Write::Room(Box::new(RoomRecord { seats, id: "xyz".to_owned(), ..room.clone() })),
        Write::Member { room: room.id.clone(), member: Member { guest: missing.id, kicked: false } },
        Write::Game(Box::new(game.clone())),
        Write::Game(Box::new(secret_game("nowhere"))),
        Write::Replay { game: nowhere, players: vec![], format: 1, replay: bytes::<32>().to_vec() },
        come(&known),
        come(&nobody()),
        Write::Muster(campaign(nowhere)),
        Write::Muster(campaign(game.id)),
    ];
    for one in refused {
        assert!(write(store, vec![one]).await.is_err());
    }
}

/// Writes outside of jobs.
async fn refused_writes(store: &Handle) {
    let (known, missing) = (guest(store, CANARY).await, nobody().id);
    store.add_token(known.id, &DIGEST, 1).await.unwrap_err();
    store.add_token(missing, &[8; 32], 1).await.unwrap_err();
    store.add_link(missing, &bytes(), 1).await.unwrap_err();
    store.set_recovery(known.id, Some(&DIGEST), 1).await.unwrap();
    store.set_recovery(guest(store, CANARY).await.id, Some(&DIGEST), 1).await.unwrap_err();
    let mail = Mail { address: CANARY.to_owned(), code: Some(bytes()), asked: 1, tries: 0 };
    let reach = Reach {
        guest: missing,
        lang: Lang::Fr,
        zone: CANARY.to_owned(),
        quiet: None,
        page: CANARY.to_owned(),
        mail: Some(mail),
        hook: Some((CANARY.to_owned(), bytes())),
    };
    store.set_reach(&reach).await.unwrap_err();
    let (endpoint, public_key) = (CANARY.to_owned(), bytes::<65>().to_vec());
    let push = PushRecord { token: [9; 32], endpoint, public_key, auth: bytes() };
    store.set_push(known.id, &push).await.unwrap_err();
    let (game, seat, channels) = (Uuid::new_v4(), Seat(0), Some(vec![CANARY.to_owned()]));
    let reminder = Reminder { game, seat, guest: known.id, entry: 0, next: None, tries: 0, channels };
    store.remind(&reminder).await.unwrap_err();
    let work = WorkRecord {
        id: "w".to_owned(),
        owner: missing,
        by: String::new(),
        kind: WorkKind::Band,
        ruleset: "toy".to_owned(),
        name: CANARY.to_owned(),
        content: payload(),
        created: 1,
        touched: 1,
    };
    store.add_work(&work, 9).await.unwrap_err();
    let campaign = CampaignRecord {
        id: "c".to_owned(),
        host: missing,
        name: CANARY.to_owned(),
        ruleset: "toy".to_owned(),
        phase: CampaignPhase::Open,
        invite: 0,
        created: 1,
        version: 0,
    };
    store.create_campaign(&campaign).await.unwrap_err();
    // A character that the database takes in no text.
    store.rename_guest(known.id, &format!("{CANARY}\0")).await.unwrap_err();
}

/// Another session holds the row that has to be written, for longer than the timeout.
async fn refused_by_a_lock(url: &str, game: &GameRecord) {
    let folder = tempfile::tempdir().unwrap();
    let store = store::open_with(Some(url), folder.path(), Duration::from_millis(100)).await.unwrap();
    let mut conn = PgConnection::connect(url).await.unwrap();
    conn.execute("BEGIN; LOCK TABLE journal, drafts IN ACCESS EXCLUSIVE MODE").await.unwrap();
    store.commit(&[append(game, 2)]).await.unwrap_err();
    let draft = Write::Draft { game: game.id, seat: Seat(0), draft: Some(payload()), at: 1 };
    store.commit(&[vec![draft]]).await.unwrap_err();
    conn.execute("ROLLBACK").await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn the_log_of_the_database_holds_no_row_that_it_refused() {
    let (cluster, folder) = (postgres::shared(), tempfile::tempdir().unwrap());
    let url = cluster.database();
    let store = store::open_with(Some(&url), folder.path(), DATABASE_TIMEOUT).await.unwrap();
    let room = room(&store, "abc").await;
    let game = secret_game(&room.id);
    let begin = [vec![Write::Game(Box::new(game.clone()))], append(&game, 0)].concat();
    write(&store, begin).await.unwrap();
    refused_entries(&store, &room, &game).await;
    refused_jobs(&store, &room, &game).await;
    refused_writes(&store).await;
    refused_by_a_lock(&url, &game).await;
    store.close().await;
    assert_silent(&cluster, &[CANARY]);
    assert!(cluster.log().contains("duplicate key"), "the database logs what it refuses");
    assert_rows_would_be_seen(&cluster, &url).await;
}

/// A player answers until it is stored, and comes back as often as the room is rebuilt; the other hears of it.
async fn insist(player: &mut Player, other: &mut Player, number: u8) {
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(number)).unwrap());
    player.until_asked().await;
    let entry = loop {
        let heard = player.offer(&ClientMessage::Command { id, command: command.clone() }).await;
        match if heard { player.answer_or_end(id).await } else { None } {
            Some(Answer::Applied { entry: Some(entry) }) => break entry,
            Some(answer) => panic!("{answer:?}"),
            None => player.come_back(player.addr()).await,
        }
    };
    if other.reaches(entry).await.is_none() {
        other.come_back(other.addr()).await;
        other.until_entry(entry).await;
    }
}

#[tokio::test]
async fn games_whose_rooms_are_rebuilt_leave_nothing_in_the_log_of_the_database() {
    let cluster = postgres::shared();
    let server = TestServer::on_postgres(cluster.database()).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    insist(&mut one, &mut two, 5).await;
    two.until_asked().await;
    assert_eq!(two.draft(Some(&bid(4))).await.1, None);
    // The first entry after a restart, and of a task whose room was taken over.
    let server = server.crash().await;
    let folder = tempfile::tempdir().unwrap();
    let second = store::open_with(server.database_url(), folder.path(), DATABASE_TIMEOUT).await.unwrap();
    for player in [&mut one, &mut two] {
        player.come_back(server.addr).await;
    }
    insist(&mut two, &mut one, 6).await;
    for number in [3, 2] {
        take_over(second.as_ref(), &one.room.id).await;
        insist(&mut one, &mut two, number).await;
        insist(&mut two, &mut one, number).await;
    }
    // A blind room: its sheets reach the server when all seats have sealed.
    let (mut one, mut two, _) = table(&server, blind()).await;
    let first = seal(&mut one, &bid(5)).await;
    let device = seal(&mut two, &bid(6)).await;
    first.open(&mut one).await;
    take_over(second.as_ref(), &one.room.id).await;
    device.open(&mut two).await;
    for player in [&mut one, &mut two] {
        player.until_closed().await;
        player.come_back(server.addr).await;
    }
    first.open(&mut one).await;
    device.open(&mut two).await;
    one.until("the turn is played", |one| one.entries.len() >= 4 || one.last() >= 4).await;
    one.must(Action::Pause).await;
    let salts = [hex::encode(first.salt), hex::encode(device.salt)];
    second.close().await;
    assert_silent(&cluster, &["{\"bid\":", "[{\"bid\":", &salts[0], &salts[1]]);
}
