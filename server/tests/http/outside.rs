use std::time::Duration;

use serde_json::Value;

use super::{Browser, site, site_with};

#[tokio::test]
async fn what_can_be_played_is_told_with_its_limits() {
    let site = site().await;
    let list = site.get("/api/rulesets").await.ok();
    assert!(list.header("cache-control").contains("max-age"));
    let baston = &list.json()[0];
    assert_eq!(baston["id"], "baston");
    assert_eq!(baston["scenarios"][0]["id"], "SCN-00");
    assert_eq!(baston["scenarios"][0]["seats"]["max"], 6);
    assert!(!baston["bots"].as_array().unwrap().is_empty());
    let catalogue = site.get("/api/rulesets/baston").await.ok().json();
    for part in ["scenarios", "wares", "gangs", "boards"] {
        assert!(!catalogue[part].is_null(), "{part}");
    }
    site.get("/api/rulesets/chess").await.refused(404, "http.not_found");
}

#[tokio::test]
async fn every_operation_of_the_description_is_answered_by_the_router() {
    let site = site().await;
    let document = site.get("/api/openapi.json").await.ok().json();
    assert_eq!(document["openapi"], "3.1.0");
    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let parts = path.split('/').map(|part| match part {
                "{ruleset}" => "baston",
                part if part.starts_with('{') => "nothing",
                part => part,
            });
            let path = parts.collect::<Vec<_>>().join("/");
            let mut browser = Browser::new();
            let answer = browser.send(&site, &method.to_uppercase(), &path, "").await;
            let known =
                answer.json()["code"] != "http.method" && (answer.status != 404 || path.contains("nothing"));
            assert!(known, "{method} {path}: {}", answer.status);
            operations += 1;
        }
    }
    assert!(operations >= 32, "{operations}");
}

#[tokio::test]
async fn answers_carry_the_headers_that_keep_strangers_out() {
    let site = site().await;
    for path in ["/healthz", "/api/rulesets", "/api/nothing", "/"] {
        let answer = site.get(path).await;
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert!(!answer.header("content-security-policy").contains("script-src 'self' 'unsafe"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
    }
}

#[tokio::test]
async fn other_sites_change_nothing() {
    let site = site().await;
    let mut browser = Browser::new();
    browser.extra.push(("origin", "https://evil.test".to_owned()));
    browser.send(&site, "POST", "/api/me", r#"{"name":"x"}"#).await.refused(403, "http.origin");
    assert_eq!(browser.cookie, None);
    browser.extra = vec![("origin", "http://bagarre.test".to_owned())];
    browser.send(&site, "POST", "/api/me", r#"{"name":"x"}"#).await.ok();
}

#[tokio::test]
async fn wrong_addresses_and_methods_are_told_apart() {
    let site = site().await;
    site.get("/api/nothing").await.refused(404, "http.not_found");
    site.get("/api").await.refused(404, "http.not_found");
    site.get("/assets/gone.js").await.refused(404, "http.not_found");
    Browser::new().send(&site, "PUT", "/api/me", "{}").await.refused(405, "http.method");
    Browser::new().send(&site, "POST", "/rules", "{}").await.refused(405, "http.method");
}

#[tokio::test]
async fn one_address_cannot_use_the_server_up() {
    let site = site_with(|config| {
        config.limits.http_burst = 5;
        config.limits.http_rate = 1;
        config.limits.http_change_burst = 2;
        config.limits.http_change_rate = 1;
    })
    .await;
    let mut changes = Browser::new();
    for _ in 0..2 {
        changes.send(&site, "POST", "/api/me", r#"{"name":"x"}"#).await.ok();
    }
    let refused = changes.send(&site, "POST", "/api/me", r#"{"name":"x"}"#).await;
    refused.refused(429, "http.too_many");
    let wait = refused.header("retry-after").parse::<u64>().unwrap();
    assert!((1..=Duration::from_mins(1).as_secs() + 1).contains(&wait), "{wait}");
    let reader = Browser::new();
    for _ in 0..5 {
        reader.get(&site, "/api/rooms").await.ok();
    }
    reader.get(&site, "/api/rooms").await.refused(429, "http.too_many");
    assert!(reader.get(&site, "/healthz").await.status.is_success(), "health is not limited");
    Browser::new().get(&site, "/api/rooms").await.ok();
}

#[tokio::test]
async fn a_server_that_stops_is_alive_but_not_ready() {
    let site = site().await;
    assert!(site.get("/readyz").await.status.is_success());
    site.app.stop().cancel();
    site.get("/readyz").await.refused(503, "http.away");
    assert!(site.get("/healthz").await.status.is_success());
}

#[tokio::test]
async fn large_answers_are_compressed_for_who_can_read_that() {
    let site = site().await;
    let mut browser = Browser::new();
    let plain = browser.get(&site, "/api/openapi.json").await.ok();
    browser.extra.push(("accept-encoding", "gzip".to_owned()));
    let packed = browser.get(&site, "/api/openapi.json").await.ok();
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() * 3 < plain.body.len());
    assert_ne!(plain.json(), Value::Null);
}
