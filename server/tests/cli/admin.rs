//! What the operator does to a server that runs.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use bagarre_protocol::room::Action;
use bagarre_protocol::socket::{Closing, ServerMessage};
use serde_json::Value;

use super::serve::{ask, get, serve_with};
use super::{Ran, bagarre, table};

fn admin(addr: &str, data: &str, args: &[&str]) -> Ran {
    bagarre().args(["admin", "--admin-addr", addr, "--data", data]).args(args).output().unwrap().into()
}

#[test]
fn the_operator_sees_tells_closes_and_drains_but_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let mut served = serve_with(folder.path(), &[("BAGARRE_ADMIN_ADDR", "127.0.0.1:0")]);
    let (host, addr) = (served.host.clone(), served.line());
    let admin = |args: &[&str]| admin(&addr, data, args);
    // Whoever only reaches the listener sees health and metrics, and nothing else.
    assert!(get(&addr, "/metrics").starts_with("HTTP/1.0 200"));
    for token in ["", "Authorization: Bearer 00\r\n"] {
        let answer = ask(&addr, &format!("GET /admin/rooms HTTP/1.0\r\nHost: {addr}\r\n{token}\r\n"));
        assert!(answer.starts_with("HTTP/1.0 401"), "{answer}");
    }
    let answer = get(&host, "/admin/rooms");
    assert!(!answer.contains("draining") && !answer.contains("401"), "not where players are: {answer}");
    let mode = fs::metadata(folder.path().join("admin.token")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(admin(&["list"]).json()["rooms"], Value::Array(Vec::new()));

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (mut player, secrets) = runtime.block_on(table::play(&host));
    let (room, game) = (player.room.id.clone(), player.table.as_ref().unwrap().game.to_string());
    assert!(get(&addr, "/metrics").contains("# HELP bagarre_sockets Open sockets."));
    let list = admin(&["list"]);
    let (listed, inspected, record) = (list.json(), admin(&["inspect", &room]), admin(&["inspect", &game]));
    assert_eq!((&listed["sockets"], &listed["rooms"][0]["id"]), (&1.into(), &Value::from(&*room)));
    assert_eq!(inspected.json()["game"]["id"], *game);
    assert_eq!(inspected.json()["seats"][1]["holder"], "bot");
    assert!(record.json()["entries"].as_u64().unwrap() > 1);
    for text in [&list.out, &inspected.out, &record.out] {
        for secret in secrets.iter().map(String::as_str).chain(["bid", "seed", "salt", "motto"]) {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
    admin(&["inspect", "nowhere"]).failed(2, "nothing");

    let announced = admin(&["announce", "--fr", "On ferme à minuit.", "--en", "Closing at midnight."]);
    assert_eq!(announced.code, 0, "{}", announced.err);
    let words = runtime.block_on(player.expect("an announcement", |message| match message {
        ServerMessage::Announcement { words } => Some(words.clone()),
        _ => None,
    }));
    assert_eq!(words.unwrap().en, "Closing at midnight.");
    assert!(get(&host, "/api/announcement").contains("On ferme à minuit."));
    admin(&["announce", "--fr", "", "--en", "x"]).failed(2, "300");
    assert_eq!(admin(&["announce"]).code, 0);
    assert!(get(&host, "/api/announcement").ends_with("null"));

    assert_eq!(admin(&["drain"]).code, 0);
    assert!(get(&addr, "/metrics").contains("bagarre_draining 1"));
    let token = player.token.clone();
    let settings = serde_json::to_string(&table::settings()).unwrap();
    let refused = table::body(&table::post_as(&host, &token, "/api/rooms", &settings));
    assert_eq!(refused["code"], "server.draining");
    assert_eq!(admin(&["drain", "--cancel"]).code, 0);
    assert!(table::body(&table::post_as(&host, &token, "/api/rooms", &settings))["id"].is_string());

    assert_eq!(admin(&["close", &room]).code, 0);
    assert_eq!(runtime.block_on(player.until_closed()), Some(Closing::Closed));
    assert_eq!(admin(&["inspect", &room]).json()["phase"], "closed");
    assert_eq!(admin(&["inspect", &game]).json()["quarantined"], "closed by the operator");
    assert_eq!(admin(&["drop-room", &room]).code, 0);
    admin(&["inspect", &game]).failed(2, "nothing");

    // With nobody left, a server that takes nothing new ends by itself.
    assert_eq!(admin(&["drain"]).code, 0);
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
    admin(&["list"]).failed(1, &addr);
}

#[test]
fn while_it_drains_games_go_on_and_none_begins() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve_with(folder.path(), &[("BAGARRE_ADMIN_ADDR", "127.0.0.1:0")]);
    let (host, addr) = (served.host.clone(), served.line());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (mut player, _) = runtime.block_on(table::play(&host));
    assert_eq!(admin(&addr, folder.path().to_str().unwrap(), &["drain"]).code, 0);
    runtime.block_on(async {
        for _ in 0..4 {
            player.until_asked().await;
            let answer = player.command(&serde_json::json!({ "bid": 3 })).await;
            assert!(matches!(answer, bagarre_protocol::socket::Answer::Applied { .. }), "{answer:?}");
        }
        player.until_phase(bagarre_protocol::room::Phase::Finished).await;
        player.must(Action::Rematch).await;
        match player.act(Action::Start).await {
            bagarre_protocol::socket::Answer::Refused { refusal } => {
                assert_eq!(refusal.code, "server.draining");
            }
            other => panic!("{other:?}"),
        }
    });
}
