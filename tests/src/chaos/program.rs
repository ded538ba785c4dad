//! A server as a process of its own, which can be killed.

use std::fs::OpenOptions;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

use super::door;

/// How long a server may take to start.
const START: Duration = Duration::from_mins(1);

/// How long one question whether it answers may take, and the wait before the next.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(2);
const AGAIN: Duration = Duration::from_millis(20);

/// The program that is started, and its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub bin: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its data folder.
    pub data: PathBuf,
    /// PostgreSQL instead of a file.
    pub database_url: Option<String>,
    /// Where its log goes.
    pub log: PathBuf,
}

/// A server that runs.
pub struct Running {
    child: Child,
    /// Where it listens.
    pub addr: SocketAddr,
    /// Its process.
    pub process: u32,
    /// Lines it prints after it has said where it listens.
    pub lines: mpsc::UnboundedReceiver<String>,
    _log: ShownLog,
}

/// Prints the log of a program when the test that runs it fails.
struct ShownLog(PathBuf);

impl Drop for ShownLog {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = std::fs::read_to_string(&self.0).unwrap_or_default();
            eprintln!("the log of a server, {}:\n{log}", self.0.display());
        }
    }
}

impl Program {
    /// Starts it, and waits until it answers. `None` when it ends before that, as it does when its database is away.
    pub async fn start(&self) -> Option<Running> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log).expect("a log");
        // A file that may not grow is an error to handle, not a signal to die of.
        let mut child = Command::new("sh")
            .args(["-c", r#"trap "" XFSZ; exec "$@""#, "sh"])
            .arg(&self.bin)
            .args(&self.args)
            .env("BAGARRE_ADDR", "127.0.0.1:0")
            .env("BAGARRE_DATA", &self.data)
            .env("DATABASE_URL", self.database_url.as_deref().unwrap_or_default())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("the server can be run");
        let process = child.id()?;
        let mut out = BufReader::new(child.stdout.take()?).lines();
        let first = timeout(START, out.next_line()).await.expect("the server starts").ok()??;
        let host = first.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let addr = host.and_then(|host| host.parse().ok()).expect("the server says where it listens");
        let (said, lines) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok(Some(line)) = out.next_line().await {
                // The lines may have no reader.
                let _ = said.send(line);
            }
        });
        let log = ShownLog(self.log.clone());
        let mut running = Running { child, addr, process, lines, _log: log };
        let start = Instant::now();
        while running.lives() {
            if running.answers().await {
                return Some(running);
            }
            assert!(start.elapsed() < START, "the server says that it is open, and does not answer");
            sleep(AGAIN).await;
        }
        None
    }
}

impl Running {
    /// Ends it at once, in the middle of its work.
    pub async fn kill(mut self) {
        let _ = self.child.kill().await;
    }

    /// Asks it to end, and waits. `false`: it had to be killed.
    pub async fn end(mut self, patience: Duration) -> bool {
        self.signal("-TERM").await;
        let ended = timeout(patience, self.child.wait()).await.is_ok();
        self.kill().await;
        ended
    }

    /// Stops it for a while, as a machine does that has other things to do.
    pub async fn freeze(&self, span: Duration) {
        self.signal("-STOP").await;
        tokio::time::sleep(span).await;
        self.signal("-CONT").await;
    }

    /// Whether it still runs.
    pub fn lives(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Whether it answers at all.
    async fn answers(&self) -> bool {
        let asked =
            door::ask(&door::Tcp, (Ipv4Addr::LOCALHOST, self.addr), "GET", "/healthz", "", &Value::Null);
        matches!(timeout(HEALTH_TIMEOUT, asked).await, Ok(Ok((200, ..))))
    }

    async fn signal(&self, name: &str) {
        // It may be gone by now.
        let _ = Command::new("kill").args([name, &self.process.to_string()]).status().await;
    }
}
