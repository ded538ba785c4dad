//! A proxy in front of PostgreSQL that breaks connections at chosen moments of a transaction.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use sqlx::{Connection, PgConnection};
use tokio::io::AsyncWriteExt;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::unix;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};
use tokio_util::codec::FramedRead;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::line::Weather;
use super::wire::{Frame, Frames, Script, Statement};

/// A fault of a connection. Each strikes once for each time it is armed, at the next moment that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The connection ends at the first statement of a transaction.
    AfterBegin,
    /// The connection ends before an entry is written.
    BeforeEntry,
    /// The database ends the connection, and says so, before the second job of a group.
    BetweenJobs,
    /// `COMMIT` does not arrive.
    BeforeCommit,
    /// `COMMIT` is sent, and the connection ends at once: its outcome is unknown.
    InsideCommit,
    /// `COMMIT` is done, its answer is lost.
    AfterCommit,
    /// `COMMIT` is done, half of its answer arrives.
    TornCommit,
    /// Half of the answer to a written entry arrives.
    TornEntry,
    /// The answer to `COMMIT` comes late.
    SlowCommit,
    /// `COMMIT` is swallowed; the connection stays open for a while, then ends.
    Stall,
    /// `BEGIN` is swallowed; the connection stays open for a while, then ends.
    StallBegin,
    /// `COMMIT` is held back, and arrives when no writer waits for it any more.
    LateCommit,
}

impl Fault {
    /// Every one of them.
    pub const ALL: [Self; 12] = [
        Self::AfterBegin,
        Self::BeforeEntry,
        Self::BetweenJobs,
        Self::BeforeCommit,
        Self::InsideCommit,
        Self::AfterCommit,
        Self::TornCommit,
        Self::TornEntry,
        Self::SlowCommit,
        Self::Stall,
        Self::StallBegin,
        Self::LateCommit,
    ];

    /// How a report names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AfterBegin => "cut after BEGIN",
            Self::BeforeEntry => "cut before an entry",
            Self::BetweenJobs => "ended between jobs",
            Self::BeforeCommit => "cut before COMMIT",
            Self::InsideCommit => "cut inside COMMIT",
            Self::AfterCommit => "cut after COMMIT",
            Self::TornCommit => "torn answer to COMMIT",
            Self::TornEntry => "torn answer to an entry",
            Self::SlowCommit => "slow COMMIT",
            Self::Stall => "stalled COMMIT",
            Self::StallBegin => "stalled BEGIN",
            Self::LateCommit => "late COMMIT",
        }
    }
}

#[derive(Default)]
struct Book {
    armed: Vec<(Fault, Duration)>,
    struck: BTreeMap<Fault, u64>,
}

struct Inner {
    socket: PathBuf,
    admin: String,
    weather: watch::Sender<Weather>,
    book: Mutex<Book>,
    strikes: Notify,
}

/// A running proxy; it ends when this is dropped.
pub struct Proxy {
    addr: SocketAddr,
    inner: Arc<Inner>,
    _end: DropGuard,
}

impl Proxy {
    /// Listens on a free port for a cluster whose Unix socket is in a folder.
    pub async fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let addr = listener.local_addr().expect("its address");
        let host = folder.to_str().expect("a plain path").replace('/', "%2F");
        let inner = Arc::new(Inner {
            socket: folder.join(".s.PGSQL.5432"),
            admin: format!("postgres://postgres@{host}/postgres"),
            weather: watch::channel(Weather::Fair).0,
            book: Mutex::default(),
            strikes: Notify::new(),
        });
        let end = CancellationToken::new();
        tokio::spawn(end.clone().run_until_cancelled_owned(inner.clone().listen(listener, end.clone())));
        Self { addr, inner, _end: end.drop_guard() }
    }

    /// The URL of a database of the cluster, by way of this proxy.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@{}/{database}?sslmode=disable", self.addr)
    }

    /// Arms a fault. `span` is how long it lasts, for those that last.
    pub fn arm(&self, fault: Fault, span: Duration) {
        self.inner.book().armed.push((fault, span));
    }

    /// Takes back what has not struck yet.
    pub fn disarm(&self) {
        self.inner.book().armed.clear();
    }

    /// How often each fault has struck.
    pub fn struck(&self) -> BTreeMap<Fault, u64> {
        self.inner.book().struck.clone()
    }

    /// Waits until everything that is armed has struck. `false`: it has not within `span`.
    pub async fn strikes(&self, span: Duration) -> bool {
        let all = async {
            loop {
                let struck = self.inner.strikes.notified();
                if self.inner.book().armed.is_empty() {
                    return;
                }
                struck.await;
            }
        };
        timeout(span, all).await.is_ok()
    }

    /// The database is away: every connection ends, every new one too.
    pub async fn outage(&self, span: Duration) {
        self.weather(Weather::Refusing, span).await;
    }

    /// Nothing gets through for a while, in either direction; connections stay open.
    pub async fn silence(&self, span: Duration) {
        self.weather(Weather::Silent, span).await;
    }

    async fn weather(&self, weather: Weather, span: Duration) {
        self.inner.weather.send_replace(weather);
        sleep(span).await;
        self.inner.weather.send_replace(Weather::Fair);
    }

    /// The database ends every connection of one of its databases, as an operator might.
    pub async fn terminate(&self, database: &str) {
        let mut admin = PgConnection::connect(&self.inner.admin).await.expect("the cluster runs");
        sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1")
            .bind(database)
            .execute(&mut admin)
            .await
            .expect("connections can be ended");
    }
}

/// The faults of `COMMIT`.
const COMMIT: [Fault; 7] = [
    Fault::BeforeCommit,
    Fault::InsideCommit,
    Fault::AfterCommit,
    Fault::TornCommit,
    Fault::SlowCommit,
    Fault::Stall,
    Fault::LateCommit,
];

/// The faults of entries that are no transaction, before they arrive or where they are done.
const ALONE: [Fault; 8] = [
    Fault::AfterBegin,
    Fault::BeforeEntry,
    Fault::BetweenJobs,
    Fault::TornEntry,
    Fault::BeforeCommit,
    Fault::Stall,
    Fault::StallBegin,
    Fault::LateCommit,
];

/// The faults of them when they become durable.
const SYNC: [Fault; 4] = [Fault::InsideCommit, Fault::AfterCommit, Fault::TornCommit, Fault::SlowCommit];

/// Both ends of a connection.
struct Relay {
    client: FramedRead<OwnedReadHalf, Frames>,
    to_client: OwnedWriteHalf,
    server: FramedRead<unix::OwnedReadHalf, Frames>,
    to_server: unix::OwnedWriteHalf,
    script: Script,
    /// Whether a transaction has begun.
    open: bool,
    /// Statements since it began.
    statements: u32,
    /// Savepoints since it began.
    savepoints: u32,
    /// Entries since it began: each is of another job.
    entries: u32,
    /// Whether entries are on their way outside a transaction.
    alone: bool,
    /// The process at the server's end.
    process: i32,
    /// The fault of the answer that is awaited.
    answer: Option<(Fault, Duration)>,
}

/// Whether a connection goes on.
enum Goes {
    On,
    Ended,
}

impl Inner {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first armed fault of some kinds, which strikes now.
    fn strike(&self, kinds: &[Fault]) -> Option<(Fault, Duration)> {
        let mut book = self.book();
        let at = book.armed.iter().position(|(fault, _)| kinds.contains(fault))?;
        let struck = book.armed.remove(at);
        *book.struck.entry(struck.0).or_default() += 1;
        drop(book);
        self.strikes.notify_waiters();
        Some(struck)
    }

    async fn listen(self: Arc<Self>, listener: TcpListener, end: CancellationToken) {
        while let Ok((client, _)) = listener.accept().await {
            if *self.weather.borrow() == Weather::Refusing {
                continue;
            }
            let relay = self.clone().carry(client);
            tokio::spawn(end.clone().run_until_cancelled_owned(async move {
                // However a connection ends, both ends of it are dropped.
                let _ = relay.await;
            }));
        }
    }

    async fn carry(self: Arc<Self>, client: TcpStream) -> io::Result<()> {
        client.set_nodelay(true)?;
        let server = UnixStream::connect(&self.socket).await?;
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        let mut relay = Relay {
            client: FramedRead::new(from_client, Frames::of_client()),
            to_client,
            server: FramedRead::new(from_server, Frames::of_server()),
            to_server,
            script: Script::default(),
            open: false,
            statements: 0,
            savepoints: 0,
            entries: 0,
            alone: false,
            process: 0,
            answer: None,
        };
        let mut weather = self.weather.subscribe();
        loop {
            let now = *weather.borrow_and_update();
            let goes = match now {
                Weather::Refusing => return Ok(()),
                Weather::Silent => {
                    weather.changed().await.map_err(io::Error::other)?;
                    Goes::On
                }
                Weather::Fair => tokio::select! {
                    changed = weather.changed() => {
                        changed.map_err(io::Error::other)?;
                        Goes::On
                    }
                    frame = relay.client.next() => match frame {
                        Some(frame) => self.up(&mut relay, frame?).await?,
                        None => Goes::Ended,
                    },
                    frame = relay.server.next() => match frame {
                        Some(frame) => self.down(&mut relay, frame?).await?,
                        None => Goes::Ended,
                    },
                },
            };
            if matches!(goes, Goes::Ended) {
                return Ok(());
            }
        }
    }

    /// A frame of the client.
    async fn up(&self, relay: &mut Relay, frame: Frame) -> io::Result<Goes> {
        if frame.wants_encryption() {
            relay.to_client.write_all(b"N").await?;
            return Ok(Goes::On);
        }
        let Some((fault, span)) = self.meets(relay, &frame) else {
            relay.to_server.write_all(&frame.bytes).await?;
            return Ok(Goes::On);
        };
        match fault {
            Fault::AfterBegin | Fault::BeforeEntry | Fault::BeforeCommit => return Ok(Goes::Ended),
            Fault::BetweenJobs => {
                self.end(relay.process).await;
                while let Some(frame) = relay.server.next().await {
                    relay.to_client.write_all(&frame?.bytes).await?;
                }
                return Ok(Goes::Ended);
            }
            Fault::InsideCommit => {
                relay.to_server.write_all(&frame.bytes).await?;
                return Ok(Goes::Ended);
            }
            Fault::Stall | Fault::StallBegin => {
                sleep(span).await;
                return Ok(Goes::Ended);
            }
            Fault::LateCommit => sleep(span).await,
            Fault::AfterCommit | Fault::TornCommit | Fault::TornEntry | Fault::SlowCommit => {
                relay.answer = Some((fault, span));
            }
        }
        relay.to_server.write_all(&frame.bytes).await?;
        Ok(Goes::On)
    }

    /// The fault that strikes at a frame of the client.
    fn meets(&self, relay: &mut Relay, frame: &Frame) -> Option<(Fault, Duration)> {
        let statement = relay.script.runs(frame)?;
        relay.statements += 1;
        if relay.open && relay.statements == 1 {
            let struck = self.strike(&[Fault::AfterBegin]);
            if struck.is_some() {
                return struck;
            }
        }
        match statement {
            Statement::Begin => {
                (relay.open, relay.statements, relay.savepoints, relay.entries) = (true, 0, 0, 0);
                self.strike(&[Fault::StallBegin])
            }
            Statement::Savepoint => {
                relay.savepoints += 1;
                if relay.savepoints == 2 { self.strike(&[Fault::BetweenJobs]) } else { None }
            }
            Statement::Entry if !relay.open => {
                relay.alone = true;
                self.strike(&ALONE)
            }
            // A statement outside of a transaction becomes durable at the end of its round trip.
            Statement::Sync => {
                if std::mem::take(&mut relay.alone) {
                    self.strike(&SYNC)
                } else {
                    None
                }
            }
            Statement::Entry => {
                relay.entries += 1;
                let between = if relay.entries == 2 { self.strike(&[Fault::BetweenJobs]) } else { None };
                between.or_else(|| self.strike(&[Fault::BeforeEntry, Fault::TornEntry]))
            }
            Statement::Rollback => {
                relay.open = false;
                None
            }
            Statement::Commit => {
                relay.open = false;
                // All entries of a group may be one statement: then what comes next is the commit.
                let between = if relay.entries == 1 { self.strike(&[Fault::BetweenJobs]) } else { None };
                between.or_else(|| self.strike(&COMMIT))
            }
            Statement::Other => None,
        }
    }

    /// A frame of the server.
    async fn down(&self, relay: &mut Relay, frame: Frame) -> io::Result<Goes> {
        if let Some(process) = frame.process() {
            relay.process = process;
        }
        let strikes = match (relay.answer, frame.completes()) {
            (Some((Fault::TornEntry, _)), Some(tag)) => tag.starts_with("INSERT"),
            (Some(_), Some(tag)) => tag == "COMMIT",
            (Some(_), None) => !relay.open && frame.is_ready(),
            _ => false,
        };
        if let Some((fault, span)) = relay.answer.take_if(|_| strikes) {
            match fault {
                Fault::AfterCommit => return Ok(Goes::Ended),
                Fault::TornCommit | Fault::TornEntry => {
                    let half = frame.bytes.len() / 2;
                    relay.to_client.write_all(&frame.bytes[..half]).await?;
                    return Ok(Goes::Ended);
                }
                _ => sleep(span).await,
            }
        }
        relay.to_client.write_all(&frame.bytes).await?;
        Ok(Goes::On)
    }

    /// The database ends a connection, as an operator might.
    async fn end(&self, process: i32) {
        let mut admin = PgConnection::connect(&self.admin).await.expect("the cluster runs");
        sqlx::query("SELECT pg_terminate_backend($1)")
            .bind(process)
            .execute(&mut admin)
            .await
            .expect("a connection can be ended");
    }
}
