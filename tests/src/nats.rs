//! A throw-away NATS server on a free port.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// The name and the password that clients need.
const USER: &str = "bagarre:hunter2";

/// A NATS server that runs until it is dropped.
pub struct Nats {
    child: Child,
    addr: SocketAddr,
    folder: TempDir,
}

/// The server that all tests of this process share.
pub fn shared() -> Arc<Nats> {
    static SHARED: Mutex<Weak<Nats>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let nats = Arc::new(Nats::start());
        *shared = Arc::downgrade(&nats);
        nats
    })
}

impl Nats {
    /// Starts a server.
    pub fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("bagarre-nats-").tempdir().expect("a temporary folder");
        let start = Instant::now();
        // Another program may take the port before the server has it: then it ends, and another port is tried.
        loop {
            assert!(start.elapsed() < START_TIMEOUT, "NATS does not start: {}", log(folder.path()));
            let free = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
            let addr = free.local_addr().expect("its address");
            drop(free);
            let mut child = spawn(addr, folder.path());
            while matches!(child.try_wait(), Ok(None)) && start.elapsed() < START_TIMEOUT {
                if TcpStream::connect(addr).is_ok() {
                    return Self { child, addr, folder };
                }
                sleep(Duration::from_millis(10));
            }
            end(&mut child);
        }
    }

    /// The address for a client, with name and password.
    pub fn url(&self) -> String {
        format!("nats://{USER}@{}", self.addr)
    }

    /// Returns a client of a test's own.
    pub async fn client(&self) -> async_nats::Client {
        let (user, password) = credentials();
        let options = async_nats::ConnectOptions::with_user_and_password(user, password);
        options.connect(self.addr.to_string()).await.expect("a client of NATS")
    }

    /// Stops the server, as a fall of its machine would.
    pub fn kill(&mut self) {
        end(&mut self.child);
    }

    /// Starts it again on the same port.
    pub fn resume(&mut self) {
        let start = Instant::now();
        self.child = spawn(self.addr, self.folder.path());
        while TcpStream::connect(self.addr).is_err() {
            assert!(start.elapsed() < START_TIMEOUT, "NATS does not start: {}", log(self.folder.path()));
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn credentials() -> (String, String) {
    let (user, password) = USER.split_once(':').expect("a name and a password");
    (user.to_owned(), password.to_owned())
}

fn spawn(addr: SocketAddr, folder: &Path) -> Child {
    let (user, password) = credentials();
    // It ends with this process, also where that is killed.
    Command::new("setpriv")
        .arg("--pdeathsig=KILL")
        .arg(program())
        .args(["--addr", "127.0.0.1", "--port", &addr.port().to_string()])
        .args(["--user", &user, "--pass", &password, "--log"])
        .arg(folder.join("log"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("NATS runs")
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn log(folder: &Path) -> String {
    fs::read_to_string(folder.join("log")).unwrap_or_default()
}

/// Debian keeps it off the path of people.
fn program() -> PathBuf {
    let places = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];
    let found = places.map(PathBuf::from).into_iter().find(|place| place.exists());
    found.expect("nats-server is installed (scripts/prepare does it)")
}
