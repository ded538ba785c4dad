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

/// Reads of a room and its game, in both forms, holds what the operator asks for and no secret.
fn reads_no_secret(admin: &dyn Fn(&[&str]) -> Ran, room: &str, game: &str, secrets: &[String]) {
    let list = admin(&["list", "--json"]);
    let inspected = admin(&["inspect", room, "--json"]);
    let (listed, record) = (list.json(), admin(&["inspect", game, "--json"]));
    let (table, fields) = (admin(&["list"]), admin(&["inspect", game]));
    let heads = table.out.lines().nth(1).unwrap();
    assert!(heads.starts_with("room ") && heads.contains(" touched "), "{}", table.out);
    assert!(table.out.contains(room) && table.out.contains(game), "{}", table.out);
    assert!(fields.out.contains(&format!("room: {room}\n")) && fields.out.contains("Z\n"), "{}", fields.out);
    assert_eq!((&listed["sockets"], &listed["rooms"][0]["id"]), (&1.into(), &Value::from(room)));
    assert_eq!(inspected.json()["game"]["id"], game);
    assert_eq!(inspected.json()["seats"][1]["holder"], "bot");
    assert!(record.json()["entries"].as_u64().unwrap() > 1);
    for text in [&list.out, &inspected.out, &record.out, &table.out, &fields.out] {
        for secret in secrets.iter().map(String::as_str).chain(["bid", "seed", "salt", "motto"]) {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
}

#[test]
fn the_operator_sees_tells_closes_and_drains_but_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let mut served = serve_with(folder.path(), &[("BAGARRE_ADMIN_ADDR", "127.0.0.1:0")]);
    let (host, addr) = (served.host.clone(), served.line());
    let admin = |args: &[&str]| admin(&addr, data, args);
    // A client that only reaches the listener sees health and metrics, and nothing else.
    assert!(get(&addr, "/metrics").starts_with("HTTP/1.0 200"));
    for token in ["", "Authorization: Bearer 00\r\n"] {
        let answer = ask(&addr, &format!("GET /admin/rooms HTTP/1.0\r\nHost: {addr}\r\n{token}\r\n"));
        assert!(answer.starts_with("HTTP/1.0 401"), "{answer}");
    }
    let answer = get(&host, "/admin/rooms");
    assert!(!answer.contains("draining") && !answer.contains("401"), "not where players are: {answer}");
    let mode = fs::metadata(folder.path().join("admin.token")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(admin(&["list", "--json"]).json()["rooms"], Value::Array(Vec::new()));

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (mut player, secrets) = runtime.block_on(table::play(&host));
    let (room, game) = (player.room.id.clone(), player.table.as_ref().unwrap().game.to_string());
    assert!(get(&addr, "/metrics").contains("# HELP bagarre_sockets Open sockets."));
    reads_no_secret(&admin, &room, &game, &secrets);
    admin(&["inspect", "nowhere"]).failed(2, "nothing");

    let announced = admin(&["announce", "--fr", "On ferme à minuit.", "--en", "Closing at midnight."]);
    assert!(
        announced.code == 0 && announced.out.starts_with("Announced"),
        "{}{}",
        announced.out,
        announced.err
    );
    let words = runtime.block_on(player.expect("an announcement", |message| match message {
        ServerMessage::Announcement { words } => Some(words.clone()),
        _ => None,
    }));
    assert_eq!(words.unwrap().en, "Closing at midnight.");
    assert!(get(&host, "/api/announcement").contains("On ferme à minuit."));
    admin(&["announce", "--fr", "", "--en", "x"]).failed(2, "300");
    assert!(admin(&["announce"]).out.contains("taken back"));
    assert!(get(&host, "/api/announcement").ends_with("null"));

    let drained = admin(&["drain"]);
    assert!(
        drained.code == 0 && drained.out.contains("Nothing new begins"),
        "{}{}",
        drained.out,
        drained.err
    );
    assert!(get(&addr, "/metrics").contains("bagarre_draining 1"));
    let token = player.token.clone();
    let settings = serde_json::to_string(&table::settings()).unwrap();
    let refused = table::body(&table::post_as(&host, &token, "/api/rooms", &settings));
    assert_eq!(refused["code"], "server.draining");
    assert!(admin(&["drain", "--cancel"]).out.contains("begin again"));
    assert!(table::body(&table::post_as(&host, &token, "/api/rooms", &settings))["id"].is_string());

    assert_eq!(
        admin(&["close", &room]).out,
        format!("Room {room} is closed for good. A game that ran in it is put aside.\n")
    );
    assert_eq!(runtime.block_on(player.until_closed()), Some(Closing::Closed));
    assert_eq!(admin(&["inspect", &room, "--json"]).json()["phase"], "closed");
    assert_eq!(admin(&["inspect", &game, "--json"]).json()["quarantined"], "closed by the operator");
    assert!(admin(&["drop-room", &room, "--json"]).json()["done"].as_str().unwrap().contains("dropped"));
    admin(&["inspect", &game]).failed(2, "nothing");

    // Without players, a server that takes nothing new ends by itself.
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
