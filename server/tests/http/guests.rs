use serde_json::{Value, json};

use super::{Browser, Site, site, site_with};

#[tokio::test]
async fn a_nickname_and_a_cookie_are_all_it_takes() {
    let site = site().await;
    let mut browser = Browser::new();
    assert_eq!(browser.get(&site, "/api/me").await.ok().json(), Value::Null);
    let entered = browser.send(&site, "POST", "/api/me", r#"{"name":"  Dédé   la  Cogne "}"#).await.ok();
    assert_eq!(entered.json()["name"], "Dédé la Cogne");
    let cookie = entered.header("set-cookie").to_owned();
    for part in ["bagarre-", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{part}: {cookie}");
    }
    assert!(!cookie.contains("Secure"), "this server is not behind HTTPS");
    let me = browser.get(&site, "/api/me").await.ok();
    assert_eq!(me.json(), entered.json());
    assert_eq!(me.header("cache-control"), "no-store");
    assert_eq!(browser.get(&site, "/api/me/rooms").await.ok().json(), json!([]));
}

#[tokio::test]
async fn a_new_name_is_the_same_person() {
    let site = site().await;
    let mut browser = Browser::known(&site, "Ginette").await;
    let before = browser.get(&site, "/api/me").await.json();
    let renamed = browser.send(&site, "PATCH", "/api/me", r#"{"name":"Suzy"}"#).await.ok().json();
    assert_eq!((&renamed["id"], &renamed["name"]), (&before["id"], &json!("Suzy")));
    let again = browser.send(&site, "POST", "/api/me", r#"{"name":"Zaza"}"#).await.ok().json();
    assert_eq!(again["id"], before["id"], "whoever is known is not made anew");
}

#[tokio::test]
async fn two_people_of_one_name_are_two_people() {
    let site = site().await;
    let (one, two) = (Browser::known(&site, "Momo").await, Browser::known(&site, "Momo").await);
    assert_ne!(one.get(&site, "/api/me").await.json()["id"], two.get(&site, "/api/me").await.json()["id"]);
}

#[tokio::test]
async fn a_link_lets_the_same_person_in_from_another_device_once() {
    let site = site().await;
    let mut first = Browser::known(&site, "Riton").await;
    let link = first.send(&site, "POST", "/api/me/links", "").await.ok();
    assert_eq!(link.status, 201);
    let link = link.text();
    let mut second = Browser::new();
    let me = second.send(&site, "POST", "/api/links", &link).await.ok().json();
    assert_eq!(me, first.get(&site, "/api/me").await.json());
    assert_eq!(second.get(&site, "/api/me").await.json(), me);
    assert_ne!(first.cookie, second.cookie, "each device has a cookie of its own");
    let mut third = Browser::new();
    third.send(&site, "POST", "/api/links", &link).await.refused(404, "http.not_found");
    third.send(&site, "POST", "/api/links", r#"{"token":"soup"}"#).await.refused(404, "http.not_found");
}

#[tokio::test]
async fn a_browser_can_forget() {
    let site = site().await;
    let mut browser = Browser::known(&site, "Paulo").await;
    let kept = browser.cookie.clone();
    let left = browser.send(&site, "DELETE", "/api/me", "").await;
    assert_eq!(left.status, 204);
    browser.cookie = kept;
    assert_eq!(browser.get(&site, "/api/me").await.json(), Value::Null, "the old cookie opens nothing");
}

#[tokio::test]
async fn who_is_unknown_is_told_so_in_both_languages() {
    let site = site().await;
    let mut browser = Browser::new();
    let french = browser.send(&site, "PATCH", "/api/me", r#"{"name":"x"}"#).await;
    french.refused(401, "guest.unknown");
    browser.lang = "en";
    let english = browser.send(&site, "PATCH", "/api/me", r#"{"name":"x"}"#).await;
    english.refused(401, "guest.unknown");
    assert_ne!(french.json()["words"], english.json()["words"]);
    browser.cookie = Some("bagarre=0000; lang=fr".to_owned());
    let chosen = browser.send(&site, "PATCH", "/api/me", r#"{"name":"x"}"#).await;
    assert_eq!(chosen.json()["words"], french.json()["words"], "the cookie decides");
}

#[tokio::test]
async fn bad_bodies_are_refused_with_a_reason() {
    let site = site().await;
    let mut browser = Browser::new();
    for (body, status, code) in [
        (r#"{"name":""}"#.to_owned(), 422, "guest.name"),
        (format!(r#"{{"name":"{}"}}"#, "x".repeat(25)), 422, "guest.name"),
        ("{}".to_owned(), 400, "bad_json"),
        (r#"{"nom":"x"}"#.to_owned(), 400, "bad_json"),
        ("{".to_owned(), 400, "bad_json"),
        (r#"{"name":"x","admin":true}"#.to_owned(), 400, "bad_json"),
        (format!(r#"{{"name":"{}"}}"#, "x".repeat(100_000)), 413, "http.too_large"),
    ] {
        browser.send(&site, "POST", "/api/me", &body).await.refused(status, code);
    }
    let quiet = r#"{"zone":"UTC","quiet":{"from":519.5,"to":135}}"#;
    let mut known = Browser::new();
    known.send(&site, "POST", "/api/me", r#"{"name":"Lulu"}"#).await;
    known.send(&site, "PUT", "/api/me/reach", quiet).await.refused(400, "bad_json");
    known.send(&site, "PUT", "/api/me/reach", &quiet.replace(".5", ".0")).await;
    let whole = known.send(&site, "GET", "/api/me/reach", "").await;
    assert_eq!(
        whole.json()["rhythm"]["quiet"],
        serde_json::json!({ "from": 519, "to": 135 }),
        "a whole number"
    );
    browser.send(&site, "POST", "/api/me", "").await.refused(415, "http.media_type");
    assert_eq!(browser.cookie, None);
}

#[tokio::test]
async fn behind_https_the_cookie_stays_there() {
    let site = site_with(|config| config.public = "https://bagarre.test".parse().ok()).await;
    let mut browser = Browser::new();
    let entered = browser.send(&site, "POST", "/api/me", r#"{"name":"Lulu"}"#).await.ok();
    assert!(entered.header("set-cookie").contains("Secure"));
    assert!(entered.header("strict-transport-security").contains("max-age"));
}

#[tokio::test]
async fn devices_are_listed_and_signed_out_by_their_owner() {
    let site = site().await;
    let mut first = Browser::known(&site, "Riton").await;
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
    first.extra.push(("user-agent", agent.to_owned()));
    let mut others = Vec::new();
    for _ in 0..3 {
        let link = first.send(&site, "POST", "/api/me/links", "").await.ok().text();
        let mut other = Browser::new();
        other.send(&site, "POST", "/api/links", &link).await.ok();
        others.push(other);
    }
    let listed = first.get(&site, "/api/me/devices").await.ok().json();
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 4);
    let own: Vec<&Value> = listed.iter().filter(|device| device["this"] == true).collect();
    assert_eq!((own.len(), &own[0]["label"]), (1, &json!("Firefox · Linux")));
    assert!(
        listed.iter().all(|device| device["made"].as_i64() > Some(0) && device["used"].as_i64() > Some(0))
    );
    let name = |device: &Value| format!("/api/me/devices/{}", device["id"].as_str().unwrap());
    let mut stranger = Browser::known(&site, "Momo").await;
    stranger.send(&site, "DELETE", &name(own[0]), "").await.refused(404, "http.not_found");
    let known = others[0].get(&site, "/api/me/devices").await.ok().json();
    let known = known.as_array().unwrap().iter().find(|device| device["this"] == true).unwrap();
    assert_eq!(first.send(&site, "DELETE", &name(known), "").await.status, 204);
    assert_eq!(others[0].get(&site, "/api/me").await.ok().json(), Value::Null);
    first.send(&site, "DELETE", &name(known), "").await.refused(404, "http.not_found");
    assert_eq!(first.send(&site, "DELETE", "/api/me/devices", "").await.status, 204);
    for other in &others {
        other.get(&site, "/api/me/devices").await.refused(401, "guest.unknown");
    }
    assert_eq!(first.get(&site, "/api/me/devices").await.ok().json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_cookie_of_somebody_who_comes_back_is_set_again() {
    let site = site().await;
    let browser = Browser::known(&site, "Suzy").await;
    let me = browser.get(&site, "/api/me").await.ok();
    assert!(
        me.header("set-cookie").starts_with(&browser.cookie.clone().unwrap()),
        "{}",
        me.header("set-cookie")
    );
    assert_eq!(site.get("/api/me").await.ok().header("set-cookie"), "", "nobody gets none");
}

#[tokio::test]
async fn servers_on_one_host_do_not_take_a_person_from_each_other() {
    // Cookies know no port: one browser sends what it keeps to both.
    let (one, two) = (site().await, site().await);
    let mut browser = Browser::known(&one, "Zoé").await;
    let zoe = browser.get(&one, "/api/me").await.ok().json();
    assert_eq!(browser.get(&two, "/api/me").await.ok().json(), Value::Null);
    let other = browser.send(&two, "POST", "/api/me", r#"{"name":"Zoé"}"#).await.ok().json();
    assert_eq!(browser.get(&one, "/api/me").await.ok().json(), zoe);
    assert_eq!(browser.get(&two, "/api/me").await.ok().json(), other);
    browser.send(&two, "DELETE", "/api/me", "").await.ok();
    assert_eq!(browser.get(&two, "/api/me").await.ok().json(), Value::Null);
    assert_eq!(browser.get(&one, "/api/me").await.ok().json(), zoe, "who leaves one stays at the other");
    browser.send(&one, "POST", "/api/me/forget", r#"{"name":"Zoé"}"#).await.ok();
    assert_eq!(browser.cookie, None);
}

/// A browser that knows a person of a site by the old name of the cookie.
async fn of_old(site: &Site, name: &str) -> Browser {
    let mut browser = Browser::known(site, name).await;
    let token = browser.cookie.as_ref().unwrap().split_once('=').unwrap().1;
    browser.cookie = Some(format!("bagarre={token}"));
    browser
}

#[tokio::test]
async fn the_cookie_of_an_earlier_version_is_read_and_moved() {
    let site = site().await;
    let mut browser = of_old(&site, "Suzy").await;
    let me = browser.send(&site, "GET", "/api/me", "").await.ok().json();
    assert_eq!(me["name"], "Suzy");
    assert!(browser.cookie.as_ref().unwrap().starts_with(&format!("{}=", site.app.cookie())));
    assert_eq!(browser.get(&site, "/api/me").await.ok().json(), me);
    // Who leaves without having been moved is gone under the old name too.
    let mut browser = of_old(&site, "Momo").await;
    let kept = browser.cookie.clone();
    browser.send(&site, "DELETE", "/api/me", "").await.ok();
    assert_eq!(browser.cookie, None);
    browser.cookie = kept;
    assert_eq!(browser.get(&site, "/api/me").await.ok().json(), Value::Null);
    // The old cookie of another server on the same host stays where it is, and makes no person known here.
    let other = self::site().await;
    let mut browser = of_old(&other, "Lulu").await;
    let old = browser.cookie.clone().unwrap();
    assert_eq!(browser.send(&site, "GET", "/api/me", "").await.ok().json(), Value::Null);
    browser.send(&site, "POST", "/api/me", r#"{"name":"Lulu"}"#).await.ok();
    browser.send(&site, "DELETE", "/api/me", "").await.ok();
    assert_eq!(browser.cookie, Some(old));
    assert_eq!(browser.get(&other, "/api/me").await.ok().json()["name"], "Lulu");
}

#[tokio::test]
async fn who_comes_back_by_code_or_link_is_not_mixed_up_with_an_old_cookie() {
    let site = site().await;
    let mut first = Browser::known(&site, "Riton").await;
    let riton = first.get(&site, "/api/me").await.ok().json();
    let code = first.send(&site, "POST", "/api/me/recovery", "").await.ok().text();
    let link = first.send(&site, "POST", "/api/me/links", "").await.ok().text();
    for (path, body) in [("/api/recover", code), ("/api/links", link)] {
        let mut browser = of_old(&site, "Paulo").await;
        assert_eq!(browser.send(&site, "POST", path, &body).await.ok().json(), riton);
        assert_eq!(browser.get(&site, "/api/me").await.ok().json(), riton);
        browser.send(&site, "DELETE", "/api/me", "").await.ok();
        assert_eq!(browser.cookie, None, "{path}: nobody is left under another name");
    }
}
