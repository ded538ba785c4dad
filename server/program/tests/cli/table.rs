//! A player at a table of the real binary, with secrets about.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase, Settings};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::Seat;
use bagarre_tests::player::Player;
use bagarre_tests::server::token_in;
use bagarre_tests::toy;
use serde_json::{Value, json};

use super::serve::{ask, post};

/// What no operator, log or collector may see: a nickname, words of chat, the name of a room.
const CANARIES: [&str; 3] = ["Canari", "serin jaune", "Chez la Perruche"];

/// What a table is like.
pub(super) fn settings() -> Settings {
    Settings { name: CANARIES[2].to_owned(), ..toy::settings() }
}

/// A request with a cookie and a body.
pub(super) fn post_as(host: &str, token: &str, path: &str, body: &str) -> String {
    let cookie = format!("\r\nCookie: bagarre={token}\r\n");
    ask(host, &post(host, path, body).replacen("\r\n", &cookie, 1))
}

/// The body of an answer.
pub(super) fn body(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or_default()
}

/// The token of a new person.
pub(super) fn enter(host: &str, name: &str) -> String {
    let me = ask(host, &post(host, "/api/me", &json!({ "name": name }).to_string()));
    token_in(&me).unwrap()
}

/// A player against a bot who has given one answer; and the secrets that are about.
pub(super) async fn play(host: &str) -> (Player, Vec<String>) {
    let token = enter(host, CANARIES[0]);
    let opened = body(&post_as(host, &token, "/api/rooms", &serde_json::to_string(&settings()).unwrap()));
    let (room, invite) = (opened["id"].as_str().unwrap(), opened["invite"].as_str().unwrap());
    let mut player = Player::join(host.parse().unwrap(), &token, room, Some(invite)).await;
    player.must(Action::Sit { seat: Seat(0) }).await;
    let band = Payload::of(&json!({ "motto": CANARIES[1] })).unwrap();
    player.must(Action::Bring { band: Some(band) }).await;
    player.must(Action::PutBot { seat: Seat(1), bot: "lucky".to_owned() }).await;
    player.must(Action::Start).await;
    player.until_phase(Phase::Playing).await;
    player.until_asked().await;
    assert!(matches!(player.say(CANARIES[1]).await, Answer::Applied { .. }));
    assert!(matches!(player.command(&json!({ "bid": 4 })).await, Answer::Applied { .. }));
    let secrets = CANARIES.map(str::to_owned).into_iter().chain([invite.to_owned(), token]).collect();
    (player, secrets)
}
