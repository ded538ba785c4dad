use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use serde_json::{Value, json};

use super::{Browser, site, site_with};

fn band() -> Value {
    let ruleset = systems::parse("baston").unwrap();
    let terms = ruleset.usual("SCN-00", 2).unwrap();
    serde_json::from_str(ruleset.ready_band(&terms, Seat(0)).get()).unwrap()
}

fn work(name: &str, content: &Value) -> String {
    json!({ "kind": "band", "ruleset": "baston", "name": name, "content": content }).to_string()
}

#[tokio::test]
async fn own_work_is_kept_and_read_by_its_address() {
    let site = site().await;
    let mut owner = Browser::known(&site, "Dédé").await;
    let put = owner.send(&site, "POST", "/api/shelf", &work("  Les  durs ", &band())).await.ok();
    assert_eq!((put.status.as_u16(), &put.json()["name"]), (201, &json!("Les durs")));
    let id = put.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(id.len(), 16);
    let at = format!("/api/shelf/{id}");
    let stranger = Browser::new().get(&site, &at).await.ok();
    assert_eq!((&stranger.json()["content"], &stranger.json()["mine"]), (&band(), &json!(false)));
    assert_eq!((&stranger.json()["by"], stranger.header("cache-control")), (&json!("Dédé"), "no-store"));
    let mut other = Browser::known(&site, "Suzy").await;
    other.send(&site, "PUT", &at, &work("à moi", &band())).await.refused(404, "http.not_found");
    other.send(&site, "DELETE", &at, "").await.refused(404, "http.not_found");
    assert_eq!(other.get(&site, "/api/shelf").await.ok().json(), json!([]));
    owner.send(&site, "PUT", &at, &work("Les doux", &band())).await.ok();
    let mine = owner.get(&site, "/api/shelf").await.ok().json();
    assert_eq!((&mine[0]["name"], mine[0].get("content")), (&json!("Les doux"), None));
    assert_eq!(owner.send(&site, "DELETE", &at, "").await.ok().status.as_u16(), 204);
    site.get(&at).await.refused(404, "http.not_found");
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused() {
    let site = site_with(|config| config.limits.works = 1).await;
    Browser::new().send(&site, "POST", "/api/shelf", &work("x", &band())).await.refused(401, "guest.unknown");
    let mut owner = Browser::known(&site, "Dédé").await;
    let mut too_strong = band();
    too_strong["characters"][0]["strength"] = json!(99);
    for (body, status, code) in [
        (work("", &band()), 422, "shelf.name"),
        (work("x", &json!({ "name": "x" })), 422, "baston.band"),
        (work("x", &json!("x".repeat(40_000))), 422, "payload.size"),
        (work("x", &band()).replace("\"band\"", "\"table\""), 422, "baston.table"),
        (work("x", &band()).replace("\"baston\"", "\"chess\""), 422, "ruleset"),
        (work("x", &band()).replace("\"band\"", "\"poem\""), 400, "bad_json"),
    ] {
        owner.send(&site, "POST", "/api/shelf", &body).await.refused(status, code);
    }
    let illegal = owner.send(&site, "POST", "/api/shelf", &work("x", &too_strong)).await;
    assert_eq!(illegal.status.as_u16(), 422, "{}", illegal.text());
    owner.send(&site, "POST", "/api/shelf", &work("x", &band())).await.ok();
    owner.send(&site, "POST", "/api/shelf", &work("y", &band())).await.refused(422, "shelf.full");
}

#[tokio::test]
async fn a_system_without_campaigns_opens_none() {
    let site = site().await;
    let mut host = Browser::known(&site, "Dédé").await;
    let body = json!({ "name": "Été", "ruleset": "baston" }).to_string();
    host.send(&site, "POST", "/api/campaigns", &body).await.refused(422, "campaign.none");
    let baston = site.get("/api/rulesets").await.ok().json()[0].clone();
    assert_eq!((&baston["campaigns"], &baston["seconds"]["between"]), (&json!(false), &json!(86_400)));
}
