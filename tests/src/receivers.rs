//! Those who are told things outside of the server: a push service and a webhook, and a mail server, each on a port of its own in the
//! test's process.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::connection::NEWS_TIMEOUT;

/// A post that a receiver got.
#[derive(Clone, Debug)]
pub struct Posted {
    /// Where.
    pub path: String,
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
}

/// Takes everything that is posted.
pub struct Receiver {
    /// Where it listens.
    pub addr: SocketAddr,
    status: Arc<AtomicU16>,
    posted: mpsc::UnboundedReceiver<Posted>,
}

type Taking = (Arc<AtomicU16>, mpsc::UnboundedSender<Posted>);

async fn take(State((status, out)): State<Taking>, uri: Uri, headers: HeaderMap, body: Bytes) -> StatusCode {
    let text = |value: &axum::http::HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let headers = headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    // The test may be over.
    let _ = out.send(Posted { path: uri.path().to_owned(), headers, body: body.to_vec() });
    StatusCode::from_u16(status.load(Ordering::SeqCst)).unwrap_or(StatusCode::OK)
}

impl Receiver {
    /// On a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let addr = listener.local_addr().expect("its address");
        let (out, posted) = mpsc::unbounded_channel();
        let status = Arc::new(AtomicU16::new(201));
        let app = Router::new().fallback(take).with_state((status.clone(), out));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { addr, status, posted }
    }

    /// Answers with this status from now on.
    pub fn answer(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// The next thing that is posted.
    pub async fn next(&mut self) -> Posted {
        timeout(NEWS_TIMEOUT, self.posted.recv()).await.expect("something is posted").expect("it listens")
    }

    /// Whether every post was looked at.
    pub fn is_quiet(&mut self) -> bool {
        self.posted.try_recv().is_err()
    }
}

/// Takes mail.
pub struct MailSink {
    /// Where it listens.
    pub addr: SocketAddr,
    mails: mpsc::UnboundedReceiver<String>,
}

/// Listens to one client: every mail is sent on as it came, its envelope before it.
async fn listen(stream: TcpStream, out: mpsc::UnboundedSender<String>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sink\r\n").await?;
    let (mut line, mut mail) = (String::new(), String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let word = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match &*word {
            "EHLO" | "HELO" => b"250 sink\r\n",
            "MAIL" | "RCPT" => {
                mail.push_str(&line);
                b"250 ok\r\n"
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                loop {
                    line.clear();
                    if stream.read_line(&mut line).await? == 0 || line == ".\r\n" {
                        break;
                    }
                    mail.push_str(&line);
                }
                // The test may be over.
                let _ = out.send(std::mem::take(&mut mail));
                b"250 taken\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 ok\r\n",
        };
        stream.write_all(answer).await?;
    }
}

impl MailSink {
    /// On a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let addr = listener.local_addr().expect("its address");
        let (out, mails) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(listen(stream, out.clone()));
            }
        });
        Self { addr, mails }
    }

    /// The next mail: envelope, head and body.
    pub async fn next(&mut self) -> String {
        timeout(NEWS_TIMEOUT, self.mails.recv()).await.expect("a mail").expect("it listens")
    }

    /// Whether every mail was looked at.
    pub fn is_quiet(&mut self) -> bool {
        self.mails.try_recv().is_err()
    }
}
