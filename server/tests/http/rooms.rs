use bagarre_protocol::room::{Clocks, Holder, Phase};
use bagarre_server::store::Write;
use serde_json::{Value, json};

use super::{Browser, site, site_with};

pub(super) fn settings() -> Value {
    json!({
        "name": "Le Troquet",
        "ruleset": "baston",
        "scenario": "SCN-00",
        "seats": 2,
        "size": 2,
        "clocks": { "kind": "rules" },
        "spectators": true,
        "spectator_delay": 0,
        "listed": true,
    })
}

#[tokio::test]
async fn a_listed_room_is_in_the_lobby_and_a_private_one_is_not() {
    let site = site().await;
    let mut host = Browser::known(&site, "Dédé").await;
    let opened = host.send(&site, "POST", "/api/rooms", &settings().to_string()).await.ok();
    assert_eq!(opened.status, 201);
    let (id, invite) = (opened.json()["id"].clone(), opened.json()["invite"].clone());
    assert!(id.as_str().unwrap().len() >= 8 && invite.as_str().unwrap().len() >= 16, "{}", opened.text());
    let mut private = settings();
    private["listed"] = json!(false);
    host.send(&site, "POST", "/api/rooms", &private.to_string()).await.ok();

    let lobby = site.get("/api/rooms").await.ok();
    let rooms = lobby.json();
    assert_eq!(rooms.as_array().unwrap().len(), 1);
    assert_eq!(rooms[0]["id"], id);
    assert_eq!(
        (&rooms[0]["seats"], &rooms[0]["taken"], &rooms[0]["phase"]),
        (&json!(2), &json!(1), &json!("lobby"))
    );
    assert!(!lobby.text().contains(invite.as_str().unwrap()), "a list carries no invitation");

    assert_eq!(host.get(&site, "/api/me/rooms").await.ok().json().as_array().unwrap().len(), 2);
    let stranger = Browser::known(&site, "Suzy").await;
    assert_eq!(stranger.get(&site, "/api/me/rooms").await.ok().json(), json!([]));
}

#[tokio::test]
async fn an_invitation_says_who_invites_to_what_and_only_to_invited_readers() {
    let site = site().await;
    let mut host = Browser::known(&site, "Ginette-canari").await;
    let mut private = settings();
    private["listed"] = json!(false);
    private["name"] = json!("Chez le canari");
    let opened = host.send(&site, "POST", "/api/rooms", &private.to_string()).await.ok().json();
    let (id, invite) = (opened["id"].as_str().unwrap().to_owned(), opened["invite"].clone());
    let door = format!("/api/rooms/{id}/door");
    let with = |invite: &Value| json!({ "invite": invite }).to_string();

    // A browser that the server does not know holds the link: it is told what an invited person may know, and nothing else.
    let mut stranger = Browser::new();
    let told = stranger.send(&site, "POST", &door, &with(&invite)).await.ok();
    assert_eq!(
        told.json(),
        json!({
            "host": "Ginette-canari",
            "room": {
                "id": id, "name": "Chez le canari", "ruleset": "baston", "scenario": "SCN-00", "phase": "lobby",
                "seats": 2, "taken": 1, "spectators": true,
            },
        })
    );
    assert!(stranger.cookie.is_none(), "looking at the door makes nobody known");
    assert!(!told.text().contains(invite.as_str().unwrap()), "the answer repeats no invitation");
    assert_eq!(told.header("cache-control"), "no-store");

    // Without it, with a wrong one, or with the one of another room, a private room cannot be told from one that does not exist.
    let other = host.send(&site, "POST", "/api/rooms", &private.to_string()).await.ok().json();
    let missing = stranger.send(&site, "POST", "/api/rooms/zzzzzzzzzz/door", &with(&invite)).await;
    missing.refused(404, "http.not_found");
    let mut known = Browser::known(&site, "Suzy").await;
    for body in
        ["{}".to_owned(), with(&json!("0".repeat(32))), with(&json!("no hex")), with(&other["invite"])]
    {
        for reader in [&mut stranger, &mut known] {
            let refused = reader.send(&site, "POST", &door, &body).await;
            refused.refused(404, "http.not_found");
            assert!(!refused.text().contains("canari"), "{}", refused.text());
        }
        assert_eq!(stranger.send(&site, "POST", &door, &body).await.body, missing.body);
    }
    stranger.send(&site, "POST", &door, r#"{"invite":"x","more":1}"#).await.refused(400, "bad_json");

    // A member needs no invitation, a listed room shows its host to all, a closed one shows nothing.
    host.send(&site, "POST", &door, "{}").await.ok();
    let listed = host.send(&site, "POST", "/api/rooms", &settings().to_string()).await.ok().json();
    let listed = format!("/api/rooms/{}/door", listed["id"].as_str().unwrap());
    assert_eq!(stranger.send(&site, "POST", &listed, "{}").await.ok().json()["host"], "Ginette-canari");
    let mut room = site.app.store().room(&id).await.unwrap().unwrap();
    room.phase = Phase::Closed;
    let written = site.app.store().commit(&[vec![Write::Room(Box::new(room))]]).await.unwrap();
    assert!(written.iter().all(Result::is_ok), "{written:?}");
    stranger.send(&site, "POST", &door, &with(&invite)).await.refused(404, "http.not_found");
}

#[tokio::test]
async fn settings_that_cannot_be_played_are_refused() {
    let site = site().await;
    let mut host = Browser::known(&site, "Dédé").await;
    for (field, value, status, code) in [
        ("name", json!("  "), 422, "room.settings.name"),
        ("ruleset", json!("chess"), 422, "ruleset"),
        ("spectator_delay", json!(99), 422, "room.settings.delay"),
        (
            "clocks",
            json!({ "kind": "live", "long": 1, "short": 60, "quick": 30 }),
            422,
            "room.settings.clocks",
        ),
        ("clocks", json!({ "kind": "never" }), 400, "bad_json"),
        ("seats", json!("two"), 400, "bad_json"),
        ("password", json!("x"), 400, "bad_json"),
    ] {
        let mut settings = settings();
        settings[field] = value;
        host.send(&site, "POST", "/api/rooms", &settings.to_string()).await.refused(status, code);
    }
    let mut settings = settings();
    settings["size"] = json!(9);
    let answer = host.send(&site, "POST", "/api/rooms", &settings.to_string()).await;
    answer.refused(422, "baston.band.size");
    assert_eq!(answer.json()["rule"], "BAS-SET-01");
    assert_eq!(site.get("/api/rooms").await.json(), json!([]), "nothing was half opened");
}

#[tokio::test]
async fn strangers_open_no_rooms_and_nobody_opens_too_many() {
    let site = site_with(|config| config.limits.rooms_per_day = 2).await;
    let body = settings().to_string();
    Browser::new().send(&site, "POST", "/api/rooms", &body).await.refused(401, "guest.unknown");
    let mut host = Browser::known(&site, "Dédé").await;
    host.send(&site, "POST", "/api/rooms", &body).await.ok();
    host.send(&site, "POST", "/api/rooms", &body).await.ok();
    host.send(&site, "POST", "/api/rooms", &body).await.refused(429, "room.limit");
    Browser::known(&site, "Suzy").await.send(&site, "POST", "/api/rooms", &body).await.ok();
}

#[tokio::test]
async fn a_fight_at_once_seats_whoever_asks_and_a_bot_with_a_band_of_its_own() {
    let site = site().await;
    for ruleset in ["baston", "generik"] {
        let mut newcomer = Browser::new();
        let wanted = json!({ "ruleset": ruleset, "name": "Zaza" }).to_string();
        let opened = newcomer.send(&site, "POST", "/api/fights", &wanted).await.ok();
        assert_eq!(opened.status, 201);
        let me = newcomer.get(&site, "/api/me").await.ok().json();
        assert_eq!(me["name"], "Zaza", "the browser is known from now on");
        let room = site.app.store().room(opened.json()["id"].as_str().unwrap()).await.unwrap().unwrap();
        assert_eq!(room.host.to_string(), me["id"].as_str().unwrap());
        assert!(!room.settings.listed && room.settings.clocks == Clocks::Untimed);
        assert!(matches!(room.seats[0].holder, Holder::Guest { id, .. } if id == room.host));
        assert!(matches!(room.seats[1].holder, Holder::Bot { .. }));
        let [one, two] =
            [0, 1].map(|seat: usize| room.seats[seat].band.as_ref().unwrap().read::<Value>().unwrap());
        assert_ne!(one["name"], two["name"]);
        // A known person keeps the name, and may ask for another opponent.
        let bot = if ruleset == "baston" { "brawler" } else { "skirmisher" };
        let again = json!({ "ruleset": ruleset, "bot": bot, "name": "Momo" }).to_string();
        let opened = newcomer.send(&site, "POST", "/api/fights", &again).await.ok();
        let room = site.app.store().room(opened.json()["id"].as_str().unwrap()).await.unwrap().unwrap();
        assert_eq!(room.seats[1].holder, Holder::Bot { bot: bot.to_owned() });
        assert_eq!(newcomer.get(&site, "/api/me").await.ok().json()["name"], "Zaza");
    }
    let mut nobody = Browser::new();
    for (wanted, status, code) in [
        (json!({ "ruleset": "chess", "name": "Zaza" }), 422, "ruleset"),
        (json!({ "ruleset": "baston", "bot": "hal", "name": "Zaza" }), 422, "room.bot.unknown"),
        (json!({ "ruleset": "baston" }), 422, "guest.name"),
    ] {
        nobody.send(&site, "POST", "/api/fights", &wanted.to_string()).await.refused(status, code);
    }
    assert_eq!(nobody.get(&site, "/api/me").await.ok().json(), Value::Null, "nobody came in for nothing");
}
