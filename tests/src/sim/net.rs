//! The network of a simulation: bytes in memory that come late, in pieces, or not at all.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_server::Listener;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, ReadBuf, duplex, split};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::chaos::chance::Chance;
use crate::chaos::door::{Road, Stream};

/// Bytes that are on their way at once, in each direction.
const WINDOW: usize = 16 * 1024;
/// One connection in so many has trouble, while there is any.
const TROUBLED: u64 = 4;
/// How long a connection that carries nothing stands before it ends.
const HOLE: Duration = Duration::from_secs(90);

/// The fate of a connection.
#[derive(Clone, Copy, Debug)]
enum Fate {
    /// It ends after so many bytes up.
    CutUp(u64),
    /// It ends after so many bytes down.
    CutDown(u64),
    /// It ends after a while.
    CutLater(Duration),
    /// After a while nothing comes up any more, but things still come down.
    HalfClosed(Duration),
    /// After a while nothing comes through, without a notice to either end.
    Hole(Duration),
    /// Things come down slowly.
    Slow,
    /// After a while nothing comes down, for another while.
    Stalled(Duration, Duration),
}

impl Fate {
    fn draw(chance: &mut Chance) -> Self {
        let later = chance.span(5_000, 120_000);
        match chance.below(7) {
            0 => Self::CutUp(chance.below(4_000)),
            1 => Self::CutDown(chance.below(40_000)),
            2 => Self::CutLater(later),
            3 => Self::HalfClosed(later),
            4 => Self::Hole(later),
            5 => Self::Slow,
            _ => Self::Stalled(later, chance.span(10_000, 70_000)),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::CutUp(_) => "connection cut upwards",
            Self::CutDown(_) => "connection cut downwards",
            Self::CutLater(_) => "connection cut",
            Self::HalfClosed(_) => "connection half closed",
            Self::Hole(_) => "connection silent",
            Self::Slow => "connection slow",
            Self::Stalled(..) => "connection stalled",
        }
    }
}

/// The end of a connection that the server holds.
type Arrival = (DuplexStream, SocketAddr);

struct Book {
    chance: Chance,
    /// Where connections arrive at each server that listens, and what ends with it.
    doors: BTreeMap<usize, (UnboundedSender<Arrival>, CancellationToken)>,
    /// Ends with the trouble.
    trouble: Option<CancellationToken>,
    port: u16,
    struck: BTreeMap<&'static str, u64>,
}

/// The network. Cheap to clone.
#[derive(Clone)]
pub(super) struct Network(Arc<Mutex<Book>>);

impl Network {
    pub(super) fn new(chance: Chance) -> Self {
        let book = Book {
            chance,
            doors: BTreeMap::new(),
            trouble: Some(CancellationToken::new()),
            port: 1024,
            struck: BTreeMap::new(),
        };
        Self(Arc::new(Mutex::new(book)))
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new server listens; `alive` ends with it, and every connection to it.
    pub(super) fn listen(&self, server: usize, alive: CancellationToken) -> Door {
        let (door, arrivals) = unbounded_channel();
        self.book().doors.insert(server, (door, alive));
        Door(arrivals)
    }

    /// A server does not listen any more.
    pub(super) fn shut(&self, server: usize) {
        self.book().doors.remove(&server);
    }

    /// How many servers listen.
    pub(super) fn open_doors(&self) -> usize {
        self.book().doors.len()
    }

    /// From now on every connection holds; those in trouble end.
    pub(super) fn heal(&self) {
        if let Some(trouble) = self.book().trouble.take() {
            trouble.cancel();
        }
    }

    /// What happened to connections, and how often.
    pub(super) fn struck(&self) -> BTreeMap<&'static str, u64> {
        self.book().struck.clone()
    }

    fn count(&self, fate: Fate, troubled: &AtomicBool) {
        if !troubled.swap(true, Ordering::Relaxed) {
            *self.book().struck.entry(fate.name()).or_default() += 1;
        }
    }

    /// Opens a connection to a server: to any of several, as a balancer without sticky sessions does.
    fn connect(&self, from: Ipv4Addr) -> io::Result<Connection> {
        let mut book = self.book();
        let open = book.doors.len() as u64;
        let which = if open > 1 { book.chance.below(open) as usize } else { 0 };
        let (door, alive) =
            book.doors.values().nth(which).cloned().ok_or(io::ErrorKind::ConnectionRefused)?;
        book.port = book.port.wrapping_add(1).max(1024);
        let peer = SocketAddr::from((from, book.port));
        let (near, near_end) = duplex(WINDOW);
        let (far_end, far) = duplex(WINDOW);
        door.send((far, peer)).map_err(|_| io::ErrorKind::ConnectionRefused)?;
        let fate = book.trouble.clone().and_then(|trouble| {
            book.chance.one_in(TROUBLED).then(|| (Fate::draw(&mut book.chance), trouble))
        });
        let seed = book.chance.below(u64::MAX);
        let (up, down) = (Chance::new(seed, 0), Chance::new(seed, 1));
        let over = alive.child_token();
        drop(book);
        let troubled = Arc::new(AtomicBool::new(false));
        let (fate, healed) = fate.unzip();
        let leg = |chance, upwards| Leg {
            network: self.clone(),
            chance,
            upwards,
            fate,
            start: Instant::now(),
            carried: 0,
            troubled: troubled.clone(),
            over: over.clone(),
        };
        let (up, down) = (leg(up, true), leg(down, false));
        tokio::spawn(stand(up, down, near_end, far_end, healed));
        Ok(Connection { near, troubled })
    }
}

/// Carries both ways until the connection ends.
async fn stand(up: Leg, down: Leg, near: DuplexStream, far: DuplexStream, healed: Option<CancellationToken>) {
    let ((near_out, near_in), (far_out, far_in)) = (split(near), split(far));
    let (over, cut) = (up.over.clone(), up.cut_later());
    let healed = async {
        match healed {
            Some(healed) => healed.cancelled().await,
            None => std::future::pending().await,
        }
    };
    let both = async { tokio::join!(biased; up.carry(near_out, far_in), down.carry(far_out, near_in)) };
    tokio::select! {
        biased;
        () = over.cancelled() => {}
        () = healed => {}
        () = cut => {}
        _ = both => {}
    }
}

/// Carries bytes one way.
struct Leg {
    network: Network,
    chance: Chance,
    upwards: bool,
    fate: Option<Fate>,
    start: Instant,
    carried: u64,
    troubled: Arc<AtomicBool>,
    /// The whole connection ends.
    over: CancellationToken,
}

/// How much of a piece still comes through.
enum Through {
    All,
    /// So much, and then the connection ends.
    Last(usize),
    /// Nothing, and the other side hears that nothing more comes.
    Closed,
}

impl Leg {
    /// Carries until the sender has closed its end, or longer than the connection stands.
    async fn carry(mut self, mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin) {
        let mut piece = vec![0; 1 << (9 + self.chance.below(4))];
        loop {
            let size = match from.read(&mut piece).await {
                Ok(0) | Err(_) => break,
                Ok(size) => size,
            };
            sleep(self.chance.span(8, 150)).await;
            let (size, last) = match self.suffer(size).await {
                Through::All => (size, false),
                Through::Last(size) => (size, true),
                Through::Closed => break,
            };
            self.carried += size as u64;
            if to.write_all(&piece[..size]).await.is_err() {
                break;
            }
            if last {
                self.over.cancel();
            }
        }
        // The reader may be gone.
        let _ = to.shutdown().await;
    }

    /// Applies faults to a piece on its way.
    async fn suffer(&mut self, size: usize) -> Through {
        let past = |after: Duration| self.start.elapsed() >= after;
        match self.fate {
            Some(Fate::CutUp(end)) if self.upwards && self.carried + size as u64 >= end => {
                self.strike();
                Through::Last(end.saturating_sub(self.carried) as usize)
            }
            Some(Fate::CutDown(end)) if !self.upwards && self.carried + size as u64 >= end => {
                self.strike();
                Through::Last(end.saturating_sub(self.carried) as usize)
            }
            Some(Fate::HalfClosed(after)) if self.upwards && past(after) => {
                self.strike();
                Through::Closed
            }
            Some(Fate::Hole(after)) if past(after) => {
                self.strike();
                sleep(HOLE).await;
                Through::Last(0)
            }
            Some(Fate::Stalled(after, span)) if !self.upwards && past(after) => {
                self.strike();
                self.fate = None;
                sleep(span).await;
                Through::All
            }
            Some(Fate::Slow) if !self.upwards => {
                self.strike();
                sleep(self.chance.millis(20, 120)).await;
                Through::All
            }
            _ => Through::All,
        }
    }

    /// Ends a connection that is to end after a while.
    fn cut_later(&self) -> impl Future<Output = ()> + use<> {
        let (fate, start, network, troubled) =
            (self.fate, self.start, self.network.clone(), self.troubled.clone());
        async move {
            let Some(fate @ Fate::CutLater(after)) = fate else { return std::future::pending().await };
            sleep_until(start + after).await;
            network.count(fate, &troubled);
        }
    }

    fn strike(&self) {
        if let Some(fate) = self.fate {
            self.network.count(fate, &self.troubled);
        }
    }
}

/// The end of a connection that a person holds.
struct Connection {
    near: DuplexStream,
    troubled: Arc<AtomicBool>,
}

impl Stream for Connection {
    fn is_troubled(&self) -> bool {
        self.troubled.load(Ordering::Relaxed)
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.near).poll_read(context, into)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.near).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.near).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.near).poll_shutdown(context)
    }
}

#[async_trait]
impl Road for Network {
    async fn connect(&self, from: Ipv4Addr, _to: SocketAddr) -> io::Result<Box<dyn Stream>> {
        let late = self.book().chance.span(8, 60);
        sleep(late).await;
        Ok(Box::new(self.connect(from)?))
    }
}

/// Where a server hears of connections.
pub(super) struct Door(UnboundedReceiver<Arrival>);

impl Listener for Door {
    type Stream = DuplexStream;

    async fn accept(&mut self) -> io::Result<(DuplexStream, SocketAddr)> {
        match self.0.recv().await {
            Some(arrival) => Ok(arrival),
            // No connection reaches a server that was taken from the network.
            None => std::future::pending().await,
        }
    }
}
