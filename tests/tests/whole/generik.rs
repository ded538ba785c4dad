//! GeneriK on the whole server: a campaign of three games in which all seats give the answers of absent players.

use bagarre_protocol::campaign::{CampaignGamePhase, NewCampaign, NewCampaignGame};
use bagarre_protocol::fair::Blind;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase, Settings};
use bagarre_protocol::socket::Answer;
use bagarre_rules::any::RulesetId;
use bagarre_rules::contract::{Lang, Seat};
use bagarre_rules::gather::WorkKind;
use bagarre_rules::systems;
use bagarre_server::campaigns;
use bagarre_server::error::AppError;
use bagarre_server::room::archive;
use bagarre_server::store::Guest;
use bagarre_server::tokens::Token;
use bagarre_server::verify::{self, Known};
use bagarre_tests::blind::{seal, sealing};
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy;
use serde_json::Value;

fn generik() -> RulesetId {
    systems::parse("generik").unwrap()
}

fn settings() -> Settings {
    Settings {
        name: "La rue".to_owned(),
        ruleset: "generik".to_owned(),
        scenario: generik().scenarios().remove(0),
        seats: 2,
        size: 0,
        ..toy::settings()
    }
}

fn band(seat: u8) -> Payload {
    let terms = generik().usual(&settings().scenario, 2).unwrap();
    generik().ready_band(&terms, Seat(seat)).into()
}

async fn member(server: &TestServer, name: &str) -> (Guest, String) {
    let (guest, Token(token)) = server.app.new_guest(name).await.unwrap();
    (guest, token)
}

/// Gives the answer of an absent player for the seat that is asked.
async fn answer_once(players: &mut [Player; 2]) {
    for player in &mut *players {
        let own = player.asking().and_then(|asking| asking.default.clone());
        if let Some(default) = own.filter(|_| player.is_asked()) {
            let answer = player.command(&default.read::<Value>().unwrap()).await;
            assert!(matches!(answer, Answer::Applied { .. }), "{}: {answer:?}", default.text());
            let Answer::Applied { entry: Some(entry) } = answer else { continue };
            player.until_entry(entry).await;
        }
    }
    let last = players.iter().map(Player::last).max().unwrap_or(0);
    for player in &mut *players {
        player.until_entry(last).await;
        player.catch_up().await;
    }
}

/// All seats give the answers of absent players, until the game is over.
async fn drift(players: &mut [Player; 2]) {
    while players[0].room.phase == Phase::Playing {
        answer_once(players).await;
    }
}

#[tokio::test]
async fn a_campaign_of_three_games() {
    let server = TestServer::start().await;
    let (one, two) = (member(&server, "Raymond").await, member(&server, "Lulu").await);
    let chosen = NewCampaign { name: "La rue".to_owned(), ruleset: "generik".to_owned() };
    let (id, invite) = server.app.open_campaign(&one.0, &chosen).await.unwrap();
    server.app.join_campaign(&id, &two.0, &invite).await.unwrap();
    server.app.bring_to_campaign(&id, &one.0, &band(0), Lang::Fr).await.unwrap();
    server.app.bring_to_campaign(&id, &two.0, &band(1), Lang::Fr).await.unwrap();
    let players = vec![one.0.id, two.0.id];
    let game = NewCampaignGame { settings: settings(), players };
    let (room, _) = server.app.open_campaign_game(&id, &one.0, game).await.unwrap();
    let host = Player::join(server.addr, &one.1, &room, None).await;
    let mut players = [host, Player::join(server.addr, &two.1, &room, None).await];
    let mut spectator = server.guest("Momo", &room, &players[0].you.invite.clone().unwrap()).await;
    for number in 1..=3 {
        players[0].must(Action::Start).await;
        for player in &mut players {
            player.until_phase(Phase::Playing).await;
            player.until("the table", |player| player.table.is_some() && player.asking().is_some()).await;
        }
        drift(&mut players).await;
        let campaign = server.app.campaign(&id, None).await.unwrap();
        assert_eq!(campaign.games.len(), number);
        assert!(campaign.games.iter().all(|game| game.phase == CampaignGamePhase::Counted));
        assert!(campaign.bands.iter().all(|band| band.playing.is_none()));
        for (seat, (guest, _)) in (0u8..).zip([&one, &two]) {
            let own = || campaign.bands.iter().filter(|band| band.player == guest.id);
            assert_eq!(own().map(|band| band.games as usize).sum::<usize>(), number);
            // A band that pays no member is soon disbanded; another band may come then (R-228).
            if own().all(|band| band.roster.disbanded) {
                server.app.bring_to_campaign(&id, guest, &band(seat), Lang::Fr).await.unwrap();
            }
        }
        if number < 3 {
            players[0].must(Action::Rematch).await;
            players[1].until_phase(Phase::Lobby).await;
        }
    }
    spectator.until("three ends", |spectator| spectator.room.past.len() == 3).await;
    let campaign = server.app.campaign(&id, None).await.unwrap();
    let catalogue: Value = serde_json::from_str(generik().catalogue().get()).unwrap();
    let words = &catalogue["campaign"]["words"];
    let seats = campaign.games.iter().flat_map(|game| &game.seats);
    for record in seats.map(|seat| seat.record.as_ref().unwrap()) {
        for key in
            record.worth.iter().map(|tally| &tally.key).chain(record.lines.iter().map(|line| &line.code))
        {
            assert!(words[key]["fr"].is_string() && words[key]["en"].is_string(), "no words for {key}");
        }
    }
    let export = campaigns::export(server.app.store(), server.app.signer(), &id, true).await.unwrap();
    assert_eq!(export.matches.len(), 3);
    for game in &export.matches {
        let report = verify::game(game, &Known::unsigned());
        assert!(report.ok, "{:?}", report.faults);
    }
}

/// Champions are the one thing that GeneriK asks for in secret: they are sealed blindly, all else is given in the open.
#[tokio::test]
async fn champions_are_sealed_blindly() {
    let server = TestServer::start().await;
    let settings = Settings { scenario: "duel_d_honneur".to_owned(), blind: true, ..settings() };
    let (host, invite) = server.host("Raymond", settings).await;
    let guest = server.guest("Lulu", &host.room.id.clone(), &invite).await;
    let mut players = [host, guest];
    for (seat, player) in (0u8..).zip(&mut players) {
        player.must(Action::Sit { seat: Seat(seat) }).await;
        player.must(Action::Bring { band: Some(band(seat)) }).await;
    }
    players[0].must(Action::Start).await;
    for player in &mut players {
        player.until_phase(Phase::Playing).await;
        player.until("a question", |player| player.asking().is_some()).await;
    }
    while players.iter().any(|player| sealing(player).is_none()) {
        answer_once(&mut players).await;
    }
    let [one, two] = &mut players;
    let mut devices = Vec::new();
    for player in [&mut *one, &mut *two] {
        let champion: Value = player.asking().unwrap().default.as_ref().unwrap().read().unwrap();
        assert_eq!(champion["do"], "champion");
        let answer = player.command(&champion).await;
        assert!(
            matches!(&answer, Answer::Refused { refusal } if refusal.code == "blind.sheet"),
            "{answer:?}"
        );
        devices.push(seal(player, &champion).await);
    }
    devices[0].open(one).await;
    devices[1].open(two).await;
    one.until("both stand at the centre", |one| sealing(one).is_none()).await;
    let opened = |entry: &&bagarre_protocol::game::Entry| matches!(entry.blind, Some(Blind::Opened { .. }));
    assert_eq!(one.entries.iter().filter(opened).count(), 2);
    two.until_entry(one.last()).await;
    // The fight goes on in the open, drafts and all.
    drift(&mut players).await;
    let report = verify::game(
        &archive::export(server.app.store(), players[0].table.as_ref().unwrap().game).await.unwrap(),
        &Known::unsigned(),
    );
    assert!(report.ok, "{:?}", report.faults);
}

#[test]
fn ready_made_bands_fit_on_the_shelf() {
    for seat in 0..4 {
        let kept = generik().check_shelf(WorkKind::Band, band(seat).text()).unwrap();
        let same: Value = serde_json::from_str(kept.get()).unwrap();
        assert_eq!(same, band(seat).read::<Value>().unwrap());
    }
}

/// What a campaign game leaves behind is only kept by its campaign: an ordinary room cannot hold one.
#[tokio::test]
async fn an_ordinary_room_holds_no_game_of_a_campaign() {
    let server = TestServer::start().await;
    let (guest, _) = member(&server, "Lulu").await;
    let more = Payload::parse(r#"{"campaign":true}"#).unwrap();
    let refused = server.app.open_room(&guest, Settings { more: Some(more), ..settings() }).await;
    let Err(AppError::Refused(refusal)) = refused else { panic!("the room is refused") };
    assert_eq!(refusal.code, "room.settings.campaign");
    assert!(server.app.open_room(&guest, settings()).await.is_ok());
}
