//! What leads people to any of several servers, as a balancer without sticky sessions does.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{sleep, timeout};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use crate::chaos::chance::Chance;
use crate::chaos::door::{self, Road, Stream, Tcp};

/// How often the servers are asked how they are, and how long an answer may take.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);
const CHECK_TIMEOUT: Duration = Duration::from_secs(1);
/// A server that has not answered so many times is down.
const MISSES: u32 = 2;

/// Leads each connection to a server by chance. One that checks its servers leads to those that are ready, if any is, and ends the connections to one
/// that does not answer at all.
pub(super) struct Balancer {
    servers: Mutex<BTreeMap<usize, Backend>>,
    chance: Mutex<Chance>,
    checks: bool,
}

#[derive(Clone)]
struct Backend {
    addr: SocketAddr,
    is_ready: bool,
    /// Ends the connections to it.
    down: CancellationToken,
}

impl Balancer {
    /// Leads nowhere yet.
    pub(super) fn new(chance: Chance, checks: bool) -> Arc<Self> {
        Arc::new(Self { servers: Mutex::default(), chance: Mutex::new(chance), checks })
    }

    fn servers(&self) -> MutexGuard<'_, BTreeMap<usize, Backend>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leads to a server that has started.
    pub(super) fn add(self: &Arc<Self>, server: usize, addr: SocketAddr) {
        let backend = Backend { addr, is_ready: true, down: CancellationToken::new() };
        self.servers().insert(server, backend);
        if self.checks {
            tokio::spawn(self.clone().check(server, addr));
        }
    }

    /// Leads there no more. Connections stay.
    pub(super) fn remove(&self, server: usize) {
        self.servers().remove(&server);
    }

    /// Asks a server how it is, until it is gone.
    async fn check(self: Arc<Self>, server: usize, addr: SocketAddr) {
        let mut misses = 0;
        loop {
            sleep(CHECK_INTERVAL).await;
            let (alive, ready) = tokio::join!(ask(addr, "/healthz"), ask(addr, "/readyz"));
            misses = if alive.is_some() { 0 } else { misses + 1 };
            let mut servers = self.servers();
            let Some(backend) = servers.get_mut(&server).filter(|backend| backend.addr == addr) else {
                return;
            };
            backend.is_ready = ready == Some(200);
            if misses >= MISSES {
                std::mem::take(&mut backend.down).cancel();
            }
        }
    }

    /// Returns the servers to try, in this order.
    fn candidates(&self) -> Vec<Backend> {
        let servers = self.servers();
        let mut candidates: Vec<Backend> = servers.values().filter(|one| one.is_ready).cloned().collect();
        if candidates.is_empty() {
            candidates = servers.values().cloned().collect();
        }
        drop(servers);
        self.chance.lock().unwrap_or_else(PoisonError::into_inner).shuffle(&mut candidates);
        candidates
    }
}

/// Asks a server something. Returns the status of its answer.
async fn ask(addr: SocketAddr, path: &str) -> Option<u16> {
    let asked = door::ask(&Tcp, (Ipv4Addr::LOCALHOST, addr), "GET", path, "", &Value::Null);
    Some(timeout(CHECK_TIMEOUT, asked).await.ok()?.ok()?.0)
}

#[async_trait]
impl Road for Balancer {
    async fn connect(&self, from: Ipv4Addr, _to: SocketAddr) -> io::Result<Box<dyn Stream>> {
        for Backend { addr, down, .. } in self.candidates() {
            if let Ok(stream) = Tcp.connect(from, addr).await {
                return Ok(Box::new(Session { stream, down: Box::pin(down.cancelled_owned()) }));
            }
        }
        Err(io::ErrorKind::ConnectionRefused.into())
    }
}

/// A connection that the balancer may end.
struct Session {
    stream: Box<dyn Stream>,
    down: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl Session {
    fn is_down(&mut self, context: &mut Context<'_>) -> bool {
        self.down.as_mut().poll(context).is_ready()
    }
}

impl Stream for Session {}

impl AsyncRead for Session {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_down(context) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        Pin::new(&mut *self.stream).poll_read(context, bytes)
    }
}

impl AsyncWrite for Session {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.is_down(context) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        Pin::new(&mut *self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream).poll_shutdown(context)
    }
}
