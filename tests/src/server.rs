//! A real server in a runtime of its own.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::room::Settings;
use bagarre_server::app::App;
use bagarre_server::config::{Config, Limits, NodeConfig, NodeMode};
use bagarre_server::error::AppError;
use bagarre_server::http::TOKEN;
use bagarre_server::store::{Store, packed};
use serde_json::Value;
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::player::Player;
use crate::{logs, serve};

/// A server that listens on a free port. Dropped, it dies as in a crash.
pub struct TestServer {
    runtime: Option<Runtime>,
    /// Its app, for what people do outside of rooms.
    pub app: App,
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where it listens to its operator.
    admin: SocketAddr,
    data: Arc<TempDir>,
    database_url: Option<String>,
    tune: fn(&mut Config),
}

/// How long a test waits for a database on a machine that does many other things.
pub const DATABASE_TIMEOUT: Duration = Duration::from_secs(30);

/// What the tests start from: no limit that a test on a busy machine would meet by accident.
fn config(data: &Path, database_url: Option<String>) -> Config {
    let limits = Limits {
        shortest_clock: 1,
        hello: Duration::from_mins(1),
        database: DATABASE_TIMEOUT,
        head: Duration::from_mins(1),
        rate: 1_000,
        burst: 1_000,
        http_rate: 100_000,
        http_burst: 100_000,
        http_change_rate: 100_000,
        http_change_burst: 100_000,
        connections_per_address: 10_000,
        sockets_per_person: 1_000,
        silent_per_address: 1_000,
        ..Limits::default()
    };
    let config = serve::config(data.to_owned(), database_url, limits);
    // A crash is no end of a process here, and two servers at once are what some tests ask for: see `tests/whole/nodes.rs` for leases.
    Config { node: NodeConfig { mode: NodeMode::Unleased, ..config.node.clone() }, ..config }
}

/// A listener on a free port. Its sockets have small buffers, so that a reader who takes nothing is soon noticed.
fn listen() -> std::io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.set_send_buffer_size(16 * 1024)?;
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    socket.listen(64)
}

impl TestServer {
    /// A server with an empty SQLite file.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// A server with an empty SQLite file and other settings.
    pub async fn with(tune: fn(&mut Config)) -> Self {
        let data = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        Self::on(data, None, tune).await
    }

    /// A server on a PostgreSQL database.
    pub async fn on_postgres(url: String) -> Self {
        Self::on_postgres_with(url, |_| {}).await
    }

    /// A server on a PostgreSQL database, with other settings.
    pub async fn on_postgres_with(url: String, tune: fn(&mut Config)) -> Self {
        let data = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        Self::on(data, Some(url), tune).await
    }

    /// A server on a store of the test's, with its data folder. Its twins and successors stand on the SQLite file there.
    pub async fn on_store(data: Arc<TempDir>, store: Arc<dyn Store>, tune: fn(&mut Config)) -> Self {
        Self::begin(data, None, tune, Some(store)).await
    }

    /// A server on a data folder that something is in, and on a PostgreSQL database if one is given.
    pub async fn at(data: TempDir, database_url: Option<String>) -> Self {
        Self::tuned(data, database_url, |_| {}).await
    }

    /// The same with other settings.
    pub async fn tuned(data: TempDir, database_url: Option<String>, tune: fn(&mut Config)) -> Self {
        Self::on(Arc::new(data), database_url, tune).await
    }

    /// Its data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// Its PostgreSQL database, if it has one.
    pub fn database_url(&self) -> Option<&str> {
        self.database_url.as_deref()
    }

    async fn on(data: Arc<TempDir>, database_url: Option<String>, tune: fn(&mut Config)) -> Self {
        Self::begin(data, database_url, tune, None).await
    }

    async fn begin(
        data: Arc<TempDir>,
        database_url: Option<String>,
        tune: fn(&mut Config),
        store: Option<Arc<dyn Store>>,
    ) -> Self {
        logs::show_on_failure();
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
        let mut config = config(data.path(), database_url.clone());
        tune(&mut config);
        let started = runtime.spawn(async move {
            let stop = CancellationToken::new();
            let listener = listen().expect("a free port");
            let addr = listener.local_addr().expect("its address");
            if config.mail.is_some() {
                // Links in mails lead to the public address, and only its pages may open sockets.
                config.public = Some(format!("http://{addr}").parse().expect("an origin"));
            }
            let app = match store {
                Some(store) => App::start_with(store, config, stop).await,
                None => App::start(config, stop).await,
            };
            let app = app.expect("the server starts");
            let operator = listen().expect("a free port");
            let admin = operator.local_addr().expect("its address");
            tokio::spawn(bagarre_server::serve(listener, Some(operator), app.clone()));
            (app, addr, admin)
        });
        let (app, addr, admin) = started.await.expect("the server starts");
        Self { runtime: Some(runtime), app, addr, admin, data, database_url, tune }
    }

    /// Kills the server in the middle of its work, and starts another on the same data.
    pub async fn crash(mut self) -> Self {
        let (data, database_url, tune) = (self.data.clone(), self.database_url.clone(), self.tune);
        self.die();
        drop(self);
        Self::on(data, database_url, tune).await
    }

    /// A second server on the same data, while this one runs.
    pub async fn twin(&self) -> Self {
        Self::on(self.data.clone(), self.database_url.clone(), self.tune).await
    }

    /// Starts a second server on the same data while this one runs, in the runtime of the test. It may be refused.
    pub async fn second(&self, tune: impl FnOnce(&mut Config)) -> Result<App, AppError> {
        let mut config = config(self.data.path(), self.database_url.clone());
        (self.tune)(&mut config);
        tune(&mut config);
        App::start(config, CancellationToken::new()).await
    }

    /// Stops the server in order, and starts another on the same data.
    pub async fn restart(mut self) -> Self {
        let (data, database_url, tune) = (self.data.clone(), self.database_url.clone(), self.tune);
        self.app.close().await;
        self.die();
        drop(self);
        Self::on(data, database_url, tune).await
    }

    /// Stops the server in order, changes what is stored in its SQLite file, and starts another on the same data.
    pub async fn changed(mut self, change: impl AsyncFnOnce(&mut SqliteConnection)) -> Self {
        let (data, tune) = (self.data.clone(), self.tune);
        self.app.close().await;
        change(&mut self.database().await).await;
        self.die();
        drop(self);
        Self::on(data, None, tune).await
    }

    /// Stops the server in order and gives its data folder away.
    pub async fn empty_handed(mut self) -> TempDir {
        self.app.close().await;
        if let Some(runtime) = self.runtime.take() {
            tokio::task::spawn_blocking(move || runtime.shutdown_timeout(Duration::from_secs(10)))
                .await
                .expect("the runtime ends");
        }
        let data = self.data.clone();
        drop(self);
        Arc::into_inner(data).expect("nobody else holds the folder")
    }

    /// Stops the server in order, and starts two others: one on its data, one on a copy of it.
    pub async fn fork(mut self) -> (Self, Self) {
        let (data, tune) = (self.data.clone(), self.tune);
        assert!(self.database_url.is_none(), "a file can be copied");
        self.app.close().await;
        self.die();
        drop(self);
        let copy = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        for file in std::fs::read_dir(data.path()).expect("the folder").map(|file| file.expect("a file")) {
            std::fs::copy(file.path(), copy.path().join(file.file_name())).expect("a copy");
        }
        (Self::on(data, None, tune).await, Self::on(copy, None, tune).await)
    }

    fn die(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Writes over the events of an entry in the SQLite file, as a fault of the disk might.
    pub async fn break_journal(&self, game: Uuid, entry: u32, events: &str) {
        let rows = self.app.store().journal(game).await.expect("the journal");
        let row = rows.into_iter().find(|row| row.entry == entry).expect("the entry");
        let body = packed(&row, events).expect("a body");
        let mut file = self.database().await;
        let broken = sqlx::query("UPDATE journal SET body = $1 WHERE game_id = $2 AND entry = $3")
            .bind(body)
            .bind(&game.as_bytes()[..])
            .bind(i64::from(entry))
            .execute(&mut file)
            .await
            .expect("a broken journal");
        assert_eq!(broken.rows_affected(), 1);
    }

    /// A connection of a test's own to the SQLite file.
    pub async fn database(&self) -> SqliteConnection {
        let file = self.data.path().join("bagarre.db");
        SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.expect("the file")
    }

    /// Locks the SQLite file as another program might, until what comes back is dropped.
    pub async fn lock_database(&self) -> SqliteConnection {
        let mut file = self.database().await;
        sqlx::query("BEGIN IMMEDIATE").execute(&mut file).await.expect("the lock");
        file
    }

    /// Everything that stands in the SQLite file and its log.
    pub fn stored_bytes(&self) -> Vec<u8> {
        let file = |name| std::fs::read(self.data.path().join(name)).unwrap_or_default();
        [file("bagarre.db"), file("bagarre.db-wal")].concat()
    }

    /// The address of the SQLite file, for a test that wants to be a second writer.
    pub fn sqlite_url(&self) -> String {
        format!("sqlite://{}", self.data.path().join("bagarre.db").display())
    }

    /// Comes in under a nickname, as a browser does. Returns the status and the secret of the cookie.
    pub async fn enter(&self, name: &str) -> (u16, String) {
        let body = serde_json::json!({ "name": name }).to_string();
        let answer = self.exchange("POST", "/api/me", "", &body).await;
        (status_of(&answer), token_in(&answer).unwrap_or_default())
    }

    /// The answer to a plain request, head and body.
    pub async fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.addr).await.expect("a connection");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.addr);
        stream.write_all(request.as_bytes()).await.expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a plain request of a guest, known by a token unless it is empty; no body when it is null. Returns the
    /// status and the body.
    pub async fn ask(&self, method: &str, path: String, token: String, body: Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.exchange(method, &path, &token, &body).await;
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        (status_of(&answer), serde_json::from_str(body).unwrap_or_default())
    }

    /// A request of the operator; no body when it is null. Returns the status and the body.
    pub async fn administer(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let token = std::fs::read_to_string(self.data.path().join(TOKEN)).expect("the token of the operator");
        let token = format!("Authorization: Bearer {}", token.trim());
        let answer = exchange(self.admin, method, path, &token, &body).await;
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        (status_of(&answer), serde_json::from_str(body).unwrap_or_default())
    }

    async fn exchange(&self, method: &str, path: &str, token: &str, body: &str) -> String {
        exchange(self.addr, method, path, &format!("Cookie: bagarre={token}"), body).await
    }

    /// A new person with a room, who has opened it. Returns the invitation too.
    pub async fn host(&self, name: &str, settings: Settings) -> (Player, String) {
        let (guest, token) = self.app.new_guest(name).await.expect("a new guest");
        let (room, invite) = self.app.open_room(&guest, settings).await.expect("a new room");
        (Player::join(self.addr, &token.0, &room, None).await, invite)
    }

    /// A new person who comes to a room by invitation.
    pub async fn guest(&self, name: &str, room: &str, invite: &str) -> Player {
        let (_, token) = self.app.new_guest(name).await.expect("a new guest");
        Player::join(self.addr, &token.0, room, Some(invite)).await
    }
}

/// The token that a browser is told to keep, in the head of an answer. The cookie has another name on each server; tests send it under
/// the old name, which every server still reads.
pub fn token_in(head: &str) -> Option<String> {
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    let mut set = headers.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    let (_, cookie) = set.find(|(_, cookie)| cookie.starts_with("bagarre-"))?;
    let (_, token) = cookie.split(';').next()?.split_once('=')?;
    Some(token.to_owned())
}

/// Sends a request, with a header that says who asks. Returns the whole answer.
async fn exchange(addr: SocketAddr, method: &str, path: &str, who: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(addr).await.expect("a connection");
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {addr}\r\n{who}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    String::from_utf8(answer).expect("text")
}

fn status_of(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
}

/// Every row of the tables in which rooms and games are kept, as text.
pub async fn dump(file: &mut SqliteConnection) -> Vec<String> {
    const TABLES: [&str; 10] = [
        "rooms",
        "seats",
        "members",
        "games",
        "journal",
        "old_journal",
        "drafts",
        "clocks",
        "chat",
        "replays",
    ];
    let mut rows = Vec::new();
    for table in TABLES {
        let columns = sqlx::query_scalar::<_, String>("SELECT name FROM pragma_table_info($1)").bind(table);
        let columns = columns.fetch_all(&mut *file).await.expect("its columns");
        let quoted: Vec<String> = columns.iter().map(|name| format!("quote({name})")).collect();
        let sql = format!("SELECT {} FROM {table} ORDER BY rowid", quoted.join(" || ',' || "));
        let found = sqlx::query_scalar::<_, String>(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *file).await;
        rows.extend(found.expect("its rows").into_iter().map(|row| format!("{table}: {row}")));
    }
    rows
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.die();
    }
}
