//! Sends the files of the web client. They were compressed when the client was built: a request that accepts a compressed form is sent
//! that, and nothing is compressed here.

use std::borrow::Cow;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum_extra::extract::CookieJar;
use bagarre_protocol::room::Phase;
use rust_embed::EmbeddedFile;
use sha2::{Digest as _, Sha256};
use tokio::time::timeout;

use super::cookies::token;
use super::error::HttpError;
use crate::app::App;
use crate::assets::{HASHED, SharedAssets};
use crate::config::ClientFiles;
use crate::room::{Summary, is_room};
use crate::store::assets::Asset;

/// The page of any address that has none of its own.
const PAGE: &str = "index.html";
/// The page of a room for those whom it does not know.
const STRANGER: &str = "room.html";
/// The forms in which a file may lie beside itself, best first: the coding and the ending of its name.
const PACKED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];
/// First parts of addresses that go on with a name: what stands behind such a name is no ending of a file.
const NAMED: [&str; 7] = ["r", "t", "c", "link", "replay", "rules", "table"];
/// How long a page waits to be told what a room plays; it does without then.
const RULESET_LOOKUP_TIMEOUT: Duration = Duration::from_millis(250);

/// A file of the client, or its page for any address of its own.
pub(crate) async fn serve(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let answer = answer(app.config().client, &method, path, &headers);
    let is_missing = answer.status() == StatusCode::NOT_FOUND && path.starts_with(HASHED);
    match app.assets().filter(|_| is_missing) {
        Some(assets) => shared(assets, path, &headers).await.unwrap_or(answer),
        None => answer,
    }
}

/// A file that servers of another version have; `None` where there is none of that name.
async fn shared(assets: &SharedAssets, path: &str, headers: &HeaderMap) -> Option<Response> {
    match assets.find(path).await {
        Ok(forms) => {
            let form = |name: &str| forms.iter().find(|form| form.name == name).map(ClientFile::from);
            file(form, path, headers)
        }
        Err(why) => {
            tracing::warn!(%why, "a file of the web client could not be looked up");
            Some(HttpError::Away.into_response())
        }
    }
}

fn answer(files: ClientFiles, method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if path == "api" || path.starts_with("api/") || path == "ws" {
        return HttpError::Missing.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return HttpError::Method.into_response();
    }
    if path.is_empty() {
        return page(files, "home.html", headers);
    }
    let form = PACKED.iter().any(|(_, ending)| path.ends_with(ending));
    if let Some(answer) = file(own(files), path, headers).filter(|_| !form) {
        return answer;
    }
    // A file that is gone is gone; anything else is an address of the client.
    if path.starts_with(HASHED) || is_file(path) {
        return HttpError::Missing.into_response();
    }
    page(files, &page_of(path), headers)
}

/// Whether a path names a file. A link that ends a sentence keeps its full stop in many messengers: that makes no file of it.
fn is_file(path: &str) -> bool {
    let named = path.split_once('/').is_some_and(|(first, _)| NAMED.contains(&first));
    let last = path.rsplit('/').next().unwrap_or_default();
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    !named && !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The page that names what an address is going to ask for. Where there is none of that name it is the one of any address.
fn page_of(path: &str) -> String {
    let plain =
        |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    match path.split('/').collect::<Vec<_>>()[..] {
        ["rules", system, ..] if plain(system) => format!("rules.{system}.html"),
        ["replay", _] => "replay.html".to_owned(),
        _ => PAGE.to_owned(),
    }
}

/// The page of a room.
pub(crate) async fn room(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    let room = room_of(uri.path());
    let name = timeout(RULESET_LOOKUP_TIMEOUT, name_of_page(&app, room, &headers))
        .await
        .unwrap_or_else(|_| STRANGER.to_owned());
    let mut answer = page(app.config().client, &name, &headers);
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("cookie"));
    answer
}

/// The name of the room in a path such as `/r/NAME`, without what a messenger has hung on it: a full stop, a bracket, an escaped `#` with
/// the invitation. Read before anything is unescaped, so that no escape makes the path unreadable.
fn room_of(path: &str) -> &str {
    let part = path.split('/').nth(2).unwrap_or_default();
    let end = part.bytes().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(part.len());
    &part[..end]
}

/// A person who may enter a room is sent the page that names what its table needs, so that the browser fetches that at once. It tells which
/// system the room plays: no other person is sent it.
async fn name_of_page(app: &App, room: &str, headers: &HeaderMap) -> String {
    match expected(app, room, headers).await {
        Some(room) if room.phase == Phase::Lobby => "room.lobby.html".to_owned(),
        Some(room) => format!("room.{}.html", room.settings.ruleset),
        None => STRANGER.to_owned(),
    }
}

/// The room, for a person who is known and may enter it. `None` as well when it cannot be asked for: the page finds out by itself.
async fn expected(app: &App, room: &str, headers: &HeaderMap) -> Option<Summary> {
    let token = token(app, &CookieJar::from_headers(headers)).filter(|_| is_room(room))?;
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    let guest = app.guest_on(&token, agent).await.ok()??;
    app.rooms().peek(room, Some(guest.id), None).await.ok()?
}

const NOT_BUILT: &str = "<!doctype html><meta charset=utf-8><title>Bagarre</title>\
    <p>The web client has not been built: run <code>npm ci &amp;&amp; npm run build</code> in <code>web-client/</code>.</p>\n";

/// A page by its name, or the one of any address.
fn page(files: ClientFiles, name: &str, request: &HeaderMap) -> Response {
    file(own(files), name, request)
        .or_else(|| file(own(files), PAGE, request))
        .unwrap_or_else(|| (StatusCode::SERVICE_UNAVAILABLE, Html(NOT_BUILT)).into_response())
}

/// A file as it is sent.
struct ClientFile {
    kind: String,
    hash: [u8; 32],
    data: Cow<'static, [u8]>,
}

impl From<EmbeddedFile> for ClientFile {
    fn from(file: EmbeddedFile) -> Self {
        let kind = file.metadata.mimetype().to_owned();
        Self { kind, hash: file.metadata.sha256_hash(), data: file.data }
    }
}

impl From<&Asset> for ClientFile {
    fn from(file: &Asset) -> Self {
        let (kind, hash) = (file.kind.clone(), Sha256::digest(&file.body).into());
        Self { kind, hash, data: Cow::Owned(file.body.clone()) }
    }
}

/// The files of this server.
fn own(files: ClientFiles) -> impl Fn(&str) -> Option<ClientFile> {
    move |path| (files.file)(path).map(ClientFile::from)
}

/// A file, in the form that the request likes best.
fn file(files: impl Fn(&str) -> Option<ClientFile>, path: &str, request: &HeaderMap) -> Option<Response> {
    let plain = files(path)?;
    let kind = plain.kind.clone();
    let forms: Vec<_> = PACKED
        .iter()
        .filter_map(|(coding, ending)| Some((*coding, files(&format!("{path}{ending}"))?)))
        .collect();
    let varies = !forms.is_empty();
    // Of two that are liked as much, the first. The plain form goes out when nothing is liked.
    let plain = (quality(request, "identity"), None, plain);
    let (_, coding, chosen) = forms
        .into_iter()
        .rev()
        .map(|(coding, file)| (quality(request, coding), Some(coding), file))
        .filter(|(liked, ..)| *liked > 0)
        .fold(plain, |best, other| if other.0 >= best.0 { other } else { best });
    let mut answer = respond(path, kind, chosen, request);
    if varies {
        answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if let Some(coding) = coding.filter(|_| answer.status() != StatusCode::NOT_MODIFIED) {
        answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    Some(answer)
}

/// How much a request likes a coding, in thousandths: 0 is not at all.
fn quality(request: &HeaderMap, coding: &str) -> u16 {
    let lines = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let (mut named, mut others) = (None, None);
    for one in lines.flat_map(|line| line.split(',')) {
        let (name, parameters) = one.split_once(';').unwrap_or((one, ""));
        let liked = parameters.split(';').find_map(|parameter| {
            let (key, value) = parameter.split_once('=')?;
            key.trim().eq_ignore_ascii_case("q").then(|| thousandths(value.trim()))
        });
        let name = name.trim();
        if name.eq_ignore_ascii_case(coding) || (coding == "gzip" && name.eq_ignore_ascii_case("x-gzip")) {
            named = Some(liked.unwrap_or(1000));
        } else if name == "*" {
            others = Some(liked.unwrap_or(1000));
        }
    }
    match (named.or(others), coding) {
        (Some(liked), _) => liked,
        // Accepted unless it is ruled out, but liked less than what is asked for.
        (None, "identity") => 1,
        (None, _) => 0,
    }
}

/// Whether an answer may go out as gzip.
pub(super) fn likes_gzip(request: &HeaderMap) -> bool {
    quality(request, "gzip") > 0
}

/// A weight such as `0.5`; one that cannot be read is none.
fn thousandths(text: &str) -> u16 {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if !matches!(whole, "0" | "1") || part.len() > 3 {
        return 0;
    }
    format!("{whole}{part:0<3}").parse().map_or(0, |weight: u16| weight.min(1000))
}

fn respond(path: &str, kind: String, file: ClientFile, request: &HeaderMap) -> Response {
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    // Each form is a file with a hash of its own.
    let tag = format!("\"{}\"", hex::encode(&file.hash[..16]));
    let caching = [(header::CACHE_CONTROL, cache.to_owned()), (header::ETAG, tag.clone())];
    let known = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|line| line.split(',')).any(|one| one.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, kind)], file.data).into_response()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]
mod tests {
    use axum::body::to_bytes;
    use rust_embed::RustEmbed;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::config::{Config, Limits};
    use crate::store::Write;
    use crate::tokens::Token;

    /// A built client of three files: a page, a script in all its forms, and a picture that nothing makes smaller.
    #[derive(RustEmbed)]
    #[folder = "src/http/testdata/client/"]
    struct Built;

    const BUILT: ClientFiles = ClientFiles { file: Built::get, paths: Vec::new };

    const SCRIPT: &str = "assets/app-1a2b3c4d.js";

    fn asking(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    fn sent(path: &str, accepted: &str) -> Response {
        file(own(BUILT), path, &asking(&[(header::ACCEPT_ENCODING, accepted)])).unwrap()
    }

    fn header_of<'a>(answer: &'a Response, name: &header::HeaderName) -> &'a str {
        answer.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[test]
    fn a_script_comes_in_the_form_that_is_liked_best() {
        for (accepted, coding) in [
            ("", ""),
            ("gzip", "gzip"),
            ("gzip, deflate, br, zstd", "br"),
            ("BR;Q=1.0", "br"),
            ("br;q=0.4, gzip;q=0.8", "gzip"),
            ("br;q=0, gzip", "gzip"),
            ("br ; q=0.000 , x-gzip ; q=0.001", "gzip"),
            ("*", "br"),
            ("*;q=0.5, br;q=0", "gzip"),
            ("gzip;q=0.5, identity", ""),
            ("identity;q=0.5, gzip;q=0.5", "gzip"),
            ("identity;q=0, gzip", "gzip"),
            ("zstd, deflate", ""),
            ("*;q=0", ""),
            ("br;q=2, gzip;q=nonsense", ""),
        ] {
            let answer = sent(SCRIPT, accepted);
            assert_eq!(header_of(&answer, &header::CONTENT_ENCODING), coding, "{accepted}");
            assert_eq!(header_of(&answer, &header::CONTENT_TYPE), "text/javascript", "{accepted}");
            assert_eq!(header_of(&answer, &header::VARY), "accept-encoding", "{accepted}");
            assert!(header_of(&answer, &header::CACHE_CONTROL).contains("immutable"), "{accepted}");
        }
        assert_eq!(
            header_of(&file(own(BUILT), SCRIPT, &HeaderMap::new()).unwrap(), &header::CONTENT_ENCODING),
            ""
        );
    }

    #[tokio::test]
    async fn every_form_is_sent_as_it_was_built() {
        for (accepted, ending) in [("br", ".br"), ("gzip", ".gz"), ("", "")] {
            let body = to_bytes(sent(SCRIPT, accepted).into_body(), usize::MAX).await.unwrap();
            assert_eq!(*body, *Built::get(&format!("{SCRIPT}{ending}")).unwrap().data, "{accepted}");
        }
        let picture = sent("icon.png", "gzip, br");
        assert_eq!(header_of(&picture, &header::CONTENT_ENCODING), "");
        assert_eq!(header_of(&picture, &header::VARY), "");
        assert_eq!(header_of(&picture, &header::CONTENT_TYPE), "image/png");
    }

    #[test]
    fn what_is_known_is_not_sent_again() {
        let tags =
            ["br", "gzip", ""].map(|accepted| header_of(&sent(SCRIPT, accepted), &header::ETAG).to_owned());
        assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2], "{tags:?}");
        for (accepted, known, status) in [
            ("br", tags[0].clone(), StatusCode::NOT_MODIFIED),
            ("br", format!("\"other\", W/{}", tags[0]), StatusCode::NOT_MODIFIED),
            ("gzip", tags[0].clone(), StatusCode::OK),
            ("", tags[0].clone(), StatusCode::OK),
        ] {
            let headers = asking(&[(header::ACCEPT_ENCODING, accepted), (header::IF_NONE_MATCH, &known)]);
            let answer = file(own(BUILT), SCRIPT, &headers).unwrap();
            assert_eq!(answer.status(), status, "{accepted} {known}");
            assert_eq!(header_of(&answer, &header::VARY), "accept-encoding");
            if status == StatusCode::NOT_MODIFIED {
                assert_eq!(header_of(&answer, &header::ETAG), tags[0]);
                assert_eq!(header_of(&answer, &header::CONTENT_ENCODING), "");
            }
        }
    }

    #[test]
    fn files_pages_and_nothing_are_told_apart() {
        for (method, path, status, kind) in [
            (Method::GET, "", 200, "text/html"),
            (Method::HEAD, SCRIPT, 200, "text/javascript"),
            (Method::GET, "rules/baston", 200, "text/html"),
            (Method::GET, "assets/app-1a2b3c4d.js.br", 404, ""),
            (Method::GET, "assets/app-1a2b3c4d.js.gz", 404, ""),
            (Method::GET, "assets/gone", 404, ""),
            (Method::GET, "gone.txt", 404, ""),
            (Method::GET, "wp-admin/setup.php", 404, ""),
            // Links that a messenger has bent.
            (Method::GET, "c/k3v9t2wq7h.", 200, "text/html"),
            (Method::GET, "c/k3v9t2wq7h.Viens", 200, "text/html"),
            (Method::GET, "link/0f0e.)", 200, "text/html"),
            (Method::GET, "replay/0f0e...", 200, "text/html"),
            (Method::GET, "rules/baston/BAS-MOV-03.", 200, "text/html"),
            (Method::GET, "exercices.", 200, "text/html"),
            (Method::GET, "new.%22%3E", 200, "text/html"),
            (Method::GET, "api/gone", 404, ""),
            (Method::POST, "rules", 405, ""),
        ] {
            let answer = answer(BUILT, &method, path, &HeaderMap::new());
            let told = (answer.status().as_u16(), header_of(&answer, &header::CONTENT_TYPE));
            assert_eq!(told, (status, kind), "{method} {path}");
        }
    }

    #[test]
    fn a_book_and_a_replay_have_pages_of_their_own() {
        for (path, name) in [
            ("rules/baston", "rules.baston.html"),
            ("rules/baston/BAS-MOV-03", "rules.baston.html"),
            ("rules/..%2f..", "index.html"),
            ("rules/a.b", "index.html"),
            ("rules", "index.html"),
            ("replay/0f0e", "replay.html"),
            ("replay/0f0e/strip", "index.html"),
            ("t/0f0e", "index.html"),
        ] {
            assert_eq!(page_of(path), name, "{path}");
        }
    }

    #[test]
    fn the_name_of_a_room_is_read_from_a_bent_link() {
        for tail in [
            "",
            "/",
            ".",
            ")",
            "%20",
            "%23abc",
            "%2523abc",
            "%",
            "%FF",
            "%E2%80%8B",
            "%22%3E",
            "\"",
            "…",
            "?",
        ] {
            for head in ["r", "t"] {
                assert_eq!(room_of(&format!("/{head}/k3v9t2wq7h{tail}")), "k3v9t2wq7h", "{tail}");
            }
        }
        for nothing in ["", "/", "/r", "/r/", "/r/%23", "/r/.k3v9t2wq7h"] {
            assert_eq!(room_of(nothing), "", "{nothing}");
        }
    }

    /// A server answers for files of another version, in the form that the request likes best.
    #[tokio::test]
    async fn files_of_another_version_come_from_the_database() {
        let data = tempfile::tempdir().unwrap();
        let store = crate::store::open(None, data.path()).await.unwrap();
        let world = crate::world::World::system();
        let other = ClientFiles {
            file: Built::get,
            paths: || Built::iter().map(std::borrow::Cow::into_owned).collect(),
        };
        let assets = |files| SharedAssets::new(store.clone(), world.clone(), files, Duration::from_mins(1));
        let own = assets(ClientFiles::NONE);
        own.publish().await.unwrap();
        assert!(shared(&own, SCRIPT, &HeaderMap::new()).await.is_none(), "no server has it yet");
        assets(other).publish().await.unwrap();
        assets(other).publish().await.unwrap();
        // Another server: this one knows for a moment that it is missing.
        let own = assets(ClientFiles::NONE);
        for (accepted, coding, ending) in [("br", "br", ".br"), ("gzip", "gzip", ".gz"), ("", "", "")] {
            let headers = asking(&[(header::ACCEPT_ENCODING, accepted)]);
            let answer = shared(&own, SCRIPT, &headers).await.unwrap();
            let direct = sent(SCRIPT, accepted);
            assert_eq!(answer.headers(), direct.headers(), "{accepted}");
            assert_eq!(header_of(&answer, &header::CONTENT_ENCODING), coding);
            let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            assert_eq!(*body, *Built::get(&format!("{SCRIPT}{ending}")).unwrap().data);
        }
        for nothing in ["assets/gone-1a2b3c4d.js", "icon.png", "assets/../icon.png", "assets/%00"] {
            assert!(shared(&own, nothing, &HeaderMap::new()).await.is_none(), "{nothing}");
        }
        store.close().await;
        let away = shared(&own, "assets/other-1a2b3c4d.js", &HeaderMap::new()).await.unwrap();
        assert_eq!(away.status(), StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn only_who_may_enter_a_room_is_told_what_it_plays() {
        let data = tempfile::tempdir().unwrap();
        let config = Config::local(data.path(), Limits::default());
        let app = App::start(config, CancellationToken::new()).await.unwrap();
        let (host, token) = app.new_guest("Dédé").await.unwrap();
        let (_, other) = app.new_guest("Momo").await.unwrap();
        let with = |token: &Token| asking(&[(header::COOKIE, &format!("{}={}", app.cookie(), token.0))]);
        let settings = serde_json::from_value(serde_json::json!({
            "name": "Chez Dédé", "ruleset": "baston", "scenario": "SCN-00", "seats": 2, "size": 1,
            "clocks": { "kind": "rules" }, "spectators": true, "spectator_delay": 0, "listed": false,
        }));
        let (id, _) = app.open_room(&host, settings.unwrap()).await.unwrap();
        assert_eq!(name_of_page(&app, &id, &with(&token)).await, "room.lobby.html");
        let mut room = app.store().room(&id).await.unwrap().unwrap();
        room.phase = Phase::Playing;
        let written = app.store().commit(&[vec![Write::Room(Box::new(room))]]).await.unwrap();
        assert!(written.iter().all(Result::is_ok), "{written:?}");
        assert_eq!(name_of_page(&app, &id, &with(&token)).await, "room.baston.html");
        for headers in [with(&other), with(&Token("nobody".to_owned())), HeaderMap::new()] {
            assert_eq!(name_of_page(&app, &id, &headers).await, STRANGER, "{headers:?}");
        }
        for nothing in ["", "zzzzzzzzzz", "../../etc/passwd"] {
            assert_eq!(name_of_page(&app, nothing, &with(&token)).await, STRANGER, "{nothing}");
        }
    }
}
