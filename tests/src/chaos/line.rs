//! Lines between servers and what they stand on, which can be cut and healed.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

/// How a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weather {
    /// Everything gets through.
    Fair,
    /// Connections end, new ones too.
    Refusing,
    /// Nothing gets through; it does when this is over.
    Silent,
}

/// Where a line leads to.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// A line by way of a port of its own; it ends when this is dropped.
pub(super) struct Line {
    addr: SocketAddr,
    weather: watch::Sender<Weather>,
    _end: DropGuard,
}

impl Line {
    /// Listens on a free port.
    pub(super) async fn start(target: Target) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let addr = listener.local_addr().expect("its address");
        let (weather, changes) = watch::channel(Weather::Fair);
        let end = CancellationToken::new();
        tokio::spawn(end.clone().run_until_cancelled_owned(listen(listener, target, changes, end.clone())));
        Self { addr, weather, _end: end.drop_guard() }
    }

    /// Returns where it listens.
    pub(super) fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Changes how the line is.
    pub(super) fn set(&self, weather: Weather) {
        self.weather.send_replace(weather);
    }
}

async fn listen(
    listener: TcpListener,
    target: Target,
    weather: watch::Receiver<Weather>,
    end: CancellationToken,
) {
    while let Ok((client, _)) = listener.accept().await {
        let carrying = carry(client, target.clone(), weather.clone());
        tokio::spawn(end.clone().run_until_cancelled_owned(async move {
            // However a connection ends, both ends of it are dropped.
            let _ = carrying.await;
        }));
    }
}

async fn carry(client: TcpStream, target: Target, weather: watch::Receiver<Weather>) -> io::Result<()> {
    let mut refusing = weather.clone();
    let passing = async {
        client.set_nodelay(true)?;
        until_heard(&mut weather.clone()).await?;
        match target {
            Target::Tcp(to) => {
                let server = TcpStream::connect(to).await?;
                server.set_nodelay(true)?;
                pass_both(client, server, weather).await
            }
            Target::Unix(to) => pass_both(client, UnixStream::connect(to).await?, weather).await,
        }
    };
    tokio::select! {
        passed = passing => passed,
        refused = refusing.wait_for(|weather| *weather == Weather::Refusing) => {
            refused.map(drop).map_err(io::Error::other)
        }
    }
}

/// Waits while nothing gets through.
async fn until_heard(weather: &mut watch::Receiver<Weather>) -> io::Result<()> {
    let heard = weather.wait_for(|weather| *weather != Weather::Silent).await;
    heard.map(drop).map_err(io::Error::other)
}

/// Passes bytes on in both directions until one of them ends.
async fn pass_both(
    client: TcpStream,
    server: impl AsyncRead + AsyncWrite,
    weather: watch::Receiver<Weather>,
) -> io::Result<()> {
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = tokio::io::split(server);
    tokio::select! {
        ended = pass(from_client, to_server, weather.clone()) => ended,
        ended = pass(from_server, to_client, weather) => ended,
    }
}

async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut weather: watch::Receiver<Weather>,
) -> io::Result<()> {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut bytes).await?;
        // That a side has hung up is not heard before either.
        until_heard(&mut weather).await?;
        if count == 0 {
            return Ok(());
        }
        to.write_all(&bytes[..count]).await?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line to a server that sends back what it gets, and a connection by way of it.
    async fn echo() -> (Line, TcpStream) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let line = Line::start(Target::Tcp(listener.local_addr().unwrap())).await;
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (mut from, mut to) = stream.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut from, &mut to).await });
            }
        });
        let client = TcpStream::connect(line.addr()).await.unwrap();
        (line, client)
    }

    #[tokio::test]
    async fn what_is_sent_in_silence_arrives_when_it_is_over() {
        let (line, mut client) = echo().await;
        let mut heard = [0; 3];
        client.write_all(b"one").await.unwrap();
        client.read_exact(&mut heard).await.unwrap();
        line.set(Weather::Silent);
        client.write_all(b"two").await.unwrap();
        let mut other = TcpStream::connect(line.addr()).await.unwrap();
        other.write_all(b"six").await.unwrap();
        line.set(Weather::Fair);
        client.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"two");
        other.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"six");
    }

    #[tokio::test]
    async fn connections_end_when_the_line_refuses() {
        let (line, mut client) = echo().await;
        let mut heard = [0; 3];
        client.write_all(b"one").await.unwrap();
        client.read_exact(&mut heard).await.unwrap();
        line.set(Weather::Refusing);
        assert!(!matches!(client.read(&mut heard).await, Ok(1..)));
        let mut other = TcpStream::connect(line.addr()).await.unwrap();
        assert!(!matches!(other.read(&mut heard).await, Ok(1..)));
        line.set(Weather::Fair);
        let mut again = TcpStream::connect(line.addr()).await.unwrap();
        again.write_all(b"one").await.unwrap();
        again.read_exact(&mut heard).await.unwrap();
    }
}
