//! Games of the toy ruleset: each turn every seat seals a number, one die is rolled.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Clocks, Phase, Settings};
use bagarre_rules::contract::Seat;
use serde_json::{Value, json};

use crate::player::Player;
use crate::server::TestServer;

/// Two seats, five turns, an hour for each question.
pub fn settings() -> Settings {
    Settings {
        name: "Chez Raymond".to_owned(),
        ruleset: "toy".to_owned(),
        scenario: "long".to_owned(),
        seats: 2,
        size: 1,
        more: None,
        clocks: Clocks::Live { long: 3600, short: 3600, quick: 3600 },
        spectators: true,
        spectator_delay: 0,
        listed: false,
        blind: false,
        exercise: None,
    }
}

/// The same, where numbers stay with their players until all seats have sealed.
pub fn blind() -> Settings {
    Settings { blind: true, ..settings() }
}

/// The same with a second for each question.
pub fn hurried() -> Settings {
    Settings { clocks: Clocks::Live { long: 1, short: 1, quick: 1 }, ..settings() }
}

/// A number.
pub fn bid(number: u8) -> Value {
    json!({ "bid": number })
}

/// Returns the band of a player.
pub fn band(motto: &str) -> Payload {
    Payload::of(&json!({ "motto": motto })).expect("JSON")
}

/// Takes a seat and brings a band.
pub async fn take_seat(player: &mut Player, seat: u8) {
    player.must(Action::Sit { seat: Seat(seat) }).await;
    player.must(Action::Bring { band: Some(band("cogne")) }).await;
}

/// Two people at a table, and a game that has begun. The first is the host. Returns the invitation too.
pub async fn table(server: &TestServer, settings: Settings) -> (Player, Player, String) {
    let (mut one, invite) = server.host("Raymond", settings).await;
    let mut two = server.guest("Lulu", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    for player in [&mut one, &mut two] {
        player.until_phase(Phase::Playing).await;
        player.until("the table", |player| player.table.is_some()).await;
    }
    (one, two, invite)
}

/// Both give a number: one whole turn.
pub async fn turn(one: &mut Player, two: &mut Player) {
    for player in [one, two] {
        player.until_asked().await;
        let answer = player.command(&bid(3)).await;
        assert!(matches!(answer, bagarre_protocol::socket::Answer::Applied { .. }), "{answer:?}");
    }
}
