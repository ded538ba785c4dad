//! Plain HTTP, through the router that the server serves.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode, header};
use bagarre_server::app::App;
use bagarre_server::config::{Config, Limits};
use bagarre_server::http;
use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

mod games;
mod guests;
mod outside;
mod rooms;
mod shelf;

/// An application with its data in a folder of its own.
struct Site {
    app: App,
    router: Router,
    _data: TempDir,
}

/// What came back.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Refused with this status and code, in words.
    fn refused(&self, status: u16, code: &str) {
        let body = self.json();
        assert_eq!((self.status.as_u16(), &body["code"]), (status, &Value::from(code)), "{body}");
        assert!(body["words"].as_str().is_some_and(|words| words.len() > 5), "{body}");
    }

    fn ok(self) -> Self {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        self
    }
}

fn config(data: &TempDir) -> Config {
    let hosts = "bagarre.test".parse().unwrap();
    Config { hosts, ..Config::local(data.path(), Limits::default()) }
}

async fn site() -> Site {
    site_with(|_| {}).await
}

async fn site_with(change: impl FnOnce(&mut Config)) -> Site {
    let data = tempfile::tempdir().unwrap();
    let mut config = config(&data);
    change(&mut config);
    let app = App::start(config, CancellationToken::new()).await.unwrap();
    let router = http::router(&app);
    Site { app, router, _data: data }
}

impl Site {
    async fn ask(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 16 * 1024 * 1024).await.unwrap().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    async fn get(&self, path: &str) -> Answer {
        Browser::new().get(self, path).await
    }
}

/// A browser: an address, a cookie, a language.
struct Browser {
    peer: SocketAddr,
    host: &'static str,
    cookie: Option<String>,
    lang: &'static str,
    extra: Vec<(&'static str, String)>,
}

impl Browser {
    fn new() -> Self {
        static NEXT: AtomicU8 = AtomicU8::new(1);
        let peer = SocketAddr::from(([10, 0, 0, NEXT.fetch_add(1, Ordering::Relaxed)], 1234));
        Self { peer, host: "bagarre.test", cookie: None, lang: "fr", extra: Vec::new() }
    }

    /// A browser that has come in under a nickname.
    async fn known(site: &Site, name: &str) -> Self {
        let mut browser = Self::new();
        browser.send(site, "POST", "/api/me", &format!(r#"{{"name":"{name}"}}"#)).await.ok();
        browser
    }

    fn request(&self, method: &str, path: &str, body: Option<&str>) -> Request<Body> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.host)
            .header(header::ACCEPT_LANGUAGE, self.lang)
            .extension(ConnectInfo(self.peer));
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in &self.extra {
            request = request.header(*name, value);
        }
        match body {
            Some(body) => {
                request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_owned()))
            }
            None => request.body(Body::empty()),
        }
        .unwrap()
    }

    async fn get(&self, site: &Site, path: &str) -> Answer {
        site.ask(self.request("GET", path, None)).await
    }

    /// Keeps the cookies of an answer, as browsers do: one of each name, and none that is taken back.
    fn keep(&mut self, answer: &Answer) {
        let held = self.cookie.take();
        let mut kept: BTreeMap<String, String> = held
            .iter()
            .flat_map(|line| line.split("; "))
            .filter_map(|cookie| cookie.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        for set in answer.headers.get_all(header::SET_COOKIE) {
            let (name, value) = set.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            if value.is_empty() {
                kept.remove(name);
            } else {
                kept.insert(name.to_owned(), value.to_owned());
            }
        }
        let line = kept.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ");
        self.cookie = Some(line).filter(|line| !line.is_empty());
    }

    async fn send(&mut self, site: &Site, method: &str, path: &str, body: &str) -> Answer {
        let answer = site.ask(self.request(method, path, Some(body).filter(|body| !body.is_empty()))).await;
        self.keep(&answer);
        answer
    }
}
