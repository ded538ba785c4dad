//! What looks like a pooler of transactions that keeps prepared statements apart: connections that say that they share a process of the
//! database. It notes what it is asked for.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::StreamExt;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio_util::codec::FramedRead;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::chaos::wire::Frames;

/// What each connection was asked for, in order.
type Statements = Arc<Mutex<Vec<Vec<String>>>>;

/// A running pooler; it ends when this is dropped.
pub struct Sharing {
    addr: SocketAddr,
    statements: Statements,
    _end: DropGuard,
}

impl Sharing {
    /// Listens on a free port for a cluster whose Unix socket is in a folder.
    pub async fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let addr = listener.local_addr().expect("its address");
        let (statements, end) = (Statements::default(), CancellationToken::new());
        let (socket, noting) = (folder.join(".s.PGSQL.5432"), statements.clone());
        tokio::spawn(end.clone().run_until_cancelled_owned(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, socket.clone(), noting.clone()));
            }
        }));
        Self { addr, statements, _end: end.drop_guard() }
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The URL of a database of the cluster by way of this pooler.
    pub fn url(&self, direct: &str) -> String {
        let name = direct.rsplit('/').next().expect("a name after the last slash");
        format!("postgres://postgres@{}/{name}?sslmode=disable", self.addr)
    }

    /// What each connection was asked for, in order.
    pub fn statements(&self) -> Vec<Vec<String>> {
        self.statements.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Carries a connection until one side hangs up.
async fn carry(client: TcpStream, socket: PathBuf, statements: Statements) {
    let Ok(server) = UnixStream::connect(socket).await else { return };
    let number = {
        let mut statements = statements.lock().unwrap_or_else(PoisonError::into_inner);
        statements.push(Vec::new());
        statements.len() - 1
    };
    let (from_client, to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let to_client = Arc::new(tokio::sync::Mutex::new(to_client));
    let back = to_client.clone();
    let answers = tokio::spawn(async move {
        let mut bytes = [0; 8192];
        while let Ok(count @ 1..) = tokio::io::AsyncReadExt::read(&mut from_server, &mut bytes).await {
            if back.lock().await.write_all(&bytes[..count]).await.is_err() {
                break;
            }
        }
    });
    let mut frames = FramedRead::new(from_client, Frames::of_client());
    while let Some(Ok(frame)) = frames.next().await {
        let sql = frame.sql().map(str::to_owned);
        let asks = sql.as_ref().is_some_and(|sql| sql.contains("pg_backend_pid"));
        if let Some(sql) = sql {
            statements.lock().unwrap_or_else(PoisonError::into_inner)[number].push(sql);
        }
        let sent = if asks {
            to_client.lock().await.write_all(&shared_process()).await
        } else {
            to_server.write_all(&frame.bytes).await
        };
        if sent.is_err() {
            break;
        }
    }
    drop(to_server);
    answers.abort();
}

/// One row with one number, the same for every connection.
fn shared_process() -> Vec<u8> {
    fn frame(kind: u8, body: &[u8]) -> Vec<u8> {
        let length = (body.len() as u32 + 4).to_be_bytes();
        [&[kind], &length[..], body].concat()
    }
    let (none, int4) = ([0; 6], 23_i32);
    let column = [
        b"process\0",
        &none[..],
        &int4.to_be_bytes(),
        &4_i16.to_be_bytes(),
        &(-1_i32).to_be_bytes(),
        &[0, 0],
    ];
    let one = 1_i16.to_be_bytes();
    [
        frame(b'T', &[&one[..], &column.concat()].concat()),
        frame(b'D', &[&one[..], &4_i32.to_be_bytes(), b"4711"].concat()),
        frame(b'C', b"SELECT 1\0"),
        frame(b'Z', b"I"),
    ]
    .concat()
}
