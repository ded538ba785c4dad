use std::time::{Duration, Instant};

use bagarre_server::proxy::Proxies;
use futures_util::future::join_all;
use serde_json::Value;

use super::{Browser, site, site_with};

#[tokio::test]
async fn what_can_be_played_is_told_with_its_limits() {
    let site = site().await;
    let list = site.get("/api/rulesets").await.ok();
    assert!(list.header("cache-control").contains("max-age"));
    let baston = &list.json()[0];
    assert_eq!(baston["id"], "baston");
    // The scenario that a form proposes comes first: the one whose sides begin nose to nose.
    let scenarios = baston["scenarios"].as_array().unwrap();
    assert_eq!(scenarios[0]["id"], "SCN-05");
    let free = scenarios.iter().find(|one| one["id"] == "SCN-00").unwrap();
    assert_eq!(free["seats"]["max"], 6);
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
async fn an_origin_is_compared_as_browsers_write_it() {
    for (public, origin, expected) in [
        ("https://bagarre.example:443", "https://bagarre.example", "https://bagarre.example"),
        ("http://lan:80/", "http://lan", "http://lan"),
        ("HTTPS://Bagarre.Example", "https://bagarre.example", "https://bagarre.example"),
        ("https://bagarré.example", "https://xn--bagarr-gva.example", "https://xn--bagarr-gva.example"),
    ] {
        let site = site_with(|config| config.public = Some(public.parse().unwrap())).await;
        let mut browser = Browser::new();
        browser.extra.push(("origin", origin.to_owned()));
        browser.send(&site, "POST", "/api/me", r#"{"name":"Zoé"}"#).await.ok();
        browser.extra = vec![("origin", "http://10.0.0.2:8080".to_owned())];
        let refused = browser.send(&site, "PATCH", "/api/me", r#"{"name":"Zoé"}"#).await;
        refused.refused(403, "http.origin");
        assert!(refused.json()["words"].as_str().unwrap().contains(expected), "{}", refused.text());
    }
    // Behind a proxy that passes its own name on: the words say what to set.
    let site = site().await;
    let mut browser = Browser::new();
    browser.lang = "en";
    browser.extra.push(("origin", "https://bagarre.example".to_owned()));
    let refused = browser.send(&site, "POST", "/api/me", r#"{"name":"Zoé"}"#).await;
    refused.refused(403, "http.origin");
    let words = refused.json()["words"].as_str().unwrap().to_owned();
    assert!(words.contains("BAGARRE_PUBLIC_URL=https://bagarre.example"), "{words}");
}

#[tokio::test]
async fn a_page_whose_name_is_made_to_lead_here_does_nothing_here() {
    let site = site_with(|config| config.hosts = "bagarre.lan".parse().unwrap()).await;
    let at = |host: &'static str| Browser { host, lang: "en", ..Browser::new() };
    for host in ["evil.example:8080", "bagarre.lan.evil.example", "bagarre.test"] {
        let mut browser = at(host);
        browser.extra.push(("origin", format!("http://{host}")));
        browser.send(&site, "POST", "/api/me", r#"{"name":"x"}"#).await.refused(403, "http.host");
        browser.extra.clear();
        let refused = browser.get(&site, "/api/rooms").await;
        refused.refused(403, "http.host");
        let name = host.split(':').next().unwrap();
        let setting = format!("BAGARRE_HOSTS={name}");
        assert!(refused.text().contains(&setting), "{}", refused.text());
        for path in ["/", "/r/abcdefghjk", "/ws"] {
            let page = browser.get(&site, path).await;
            assert_eq!(page.status, 403, "{host}{path}");
            assert!(page.text().contains(&setting), "{}", page.text());
        }
        assert!(browser.get(&site, "/healthz").await.status.is_success());
        assert!(browser.get(&site, "/readyz").await.status.is_success());
    }
    at("evil.example/login Your account").get(&site, "/api/me").await.refused(403, "http.host");
    for host in ["127.0.0.1:8080", "[::1]:8080", "localhost:8080", "bagarre.lan:8080"] {
        let mut browser = at(host);
        browser.extra.push(("origin", format!("http://{host}")));
        browser.send(&site, "POST", "/api/me", r#"{"name":"x"}"#).await.ok();
    }
    // A proxy of one's own may write any name: then the public address decides.
    let site = site_with(|config| config.public = "https://bagarre.example".parse().ok()).await;
    at("upstream").get(&site, "/api/rooms").await.ok();
}

#[tokio::test]
async fn people_behind_a_proxy_that_notes_ports_are_counted_one_by_one() {
    type Note = fn(u8) -> (&'static str, String);
    let noted: [Note; 4] = [
        |number| ("x-forwarded-for", format!("203.0.113.{number}:5{number:03}")),
        |number| ("x-forwarded-for", format!("[2001:db8:{number}::1]:5{number:03}")),
        |number| ("x-forwarded-for", format!("6.6.6.6, \"203.0.113.{number}\"")),
        |number| ("forwarded", format!("for=6.6.6.6, for=\"[2001:db8:{number}::1]:47\";proto=https")),
    ];
    for form in noted {
        let site = site_with(|config| {
            config.proxies = Proxies::one();
            config.limits.http_rate = 1;
            config.limits.http_burst = 1;
        })
        .await;
        let proxy = Browser::new().peer;
        let behind = |number| Browser { peer: proxy, extra: vec![form(number)], ..Browser::new() };
        for number in 1..=30 {
            behind(number).get(&site, "/api/rooms").await.ok();
        }
        // One of them who asks without end is one address: what goes beyond its share waits or is refused.
        let greedy = behind(31);
        let begun = Instant::now();
        let asked = join_all((0..80).map(|_| greedy.get(&site, "/api/rooms"))).await;
        let answered = asked.iter().filter(|one| one.status.is_success()).count();
        let most = 1 + begun.elapsed().as_secs() as usize + 1;
        assert!((1..=most).contains(&answered), "{answered} of {most}");
    }
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
    // The first one as a stranger, two as the person who came of it.
    for _ in 0..3 {
        changes.send(&site, "POST", "/api/me", r#"{"name":"x"}"#).await.ok();
    }
    let refused = changes.send(&site, "POST", "/api/me", r#"{"name":"x"}"#).await;
    refused.refused(429, "http.too_many");
    let wait = refused.header("retry-after").parse::<u64>().unwrap();
    assert!((1..=Duration::from_mins(1).as_secs() + 1).contains(&wait), "{wait}");
    let reader = Browser::new();
    let begun = Instant::now();
    let asked = join_all((0..80).map(|_| reader.get(&site, "/api/rooms"))).await;
    let (answered, refused): (Vec<_>, Vec<_>) = asked.into_iter().partition(|one| one.status.is_success());
    // Five at once; what a stranger waits for comes at one a second.
    let most = 5 + begun.elapsed().as_secs() as usize + 1;
    assert!((5..=most).contains(&answered.len()), "{} of {most}", answered.len());
    for one in refused {
        one.refused(429, "http.too_many");
    }
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
