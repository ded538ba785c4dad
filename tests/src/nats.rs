//! A throw-away NATS server on a free port.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// The name and the password that clients need.
const USER: &str = "bagarre:hunter2";

/// A NATS server that runs until it is dropped.
pub struct Nats {
    process: Process,
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
            let mut process = Process::start(addr, folder.path());
            while matches!(process.child.try_wait(), Ok(None)) && start.elapsed() < START_TIMEOUT {
                if TcpStream::connect(addr).is_ok() {
                    return Self { process, addr, folder };
                }
                sleep(Duration::from_millis(10));
            }
        }
    }

    /// The address for a client, with name and password.
    pub fn url(&self) -> String {
        self.url_by_way_of(self.addr)
    }

    /// Its process.
    pub fn process(&self) -> u32 {
        self.process.child.id()
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The address for a client that comes by another way, with name and password.
    pub fn url_by_way_of(&self, addr: SocketAddr) -> String {
        format!("nats://{USER}@{addr}")
    }

    /// Returns a client of a test's own.
    pub async fn client(&self) -> async_nats::Client {
        let (user, password) = credentials();
        let options = async_nats::ConnectOptions::with_user_and_password(user, password);
        options.connect(self.addr.to_string()).await.expect("a client of NATS")
    }

    /// Stops the server, as a fall of its machine would.
    pub fn kill(&mut self) {
        self.process.end();
    }

    /// Starts it again on the same port.
    pub fn resume(&mut self) {
        let start = Instant::now();
        self.process = Process::start(self.addr, self.folder.path());
        while TcpStream::connect(self.addr).is_err() {
            assert!(start.elapsed() < START_TIMEOUT, "NATS does not start: {}", log(self.folder.path()));
            sleep(Duration::from_millis(10));
        }
    }
}

fn credentials() -> (String, String) {
    let (user, password) = USER.split_once(':').expect("a name and a password");
    (user.to_owned(), password.to_owned())
}

/// The process of a server. The kernel ends it with the thread that has started it, which lives as long as this value: the thread of a test would be
/// gone before the others that share the server.
struct Process {
    child: Child,
    stop: Option<mpsc::Sender<()>>,
    keeper: Option<JoinHandle<()>>,
}

impl Process {
    fn start(addr: SocketAddr, folder: &Path) -> Self {
        let (user, password) = credentials();
        let mut command = Command::new("setpriv");
        command
            .arg("--pdeathsig=KILL")
            .arg(program())
            .args(["--addr", "127.0.0.1", "--port", &addr.port().to_string()])
            .args(["--user", &user, "--pass", &password, "--log"])
            .arg(folder.join("log"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let (stop, stopped) = mpsc::channel();
        let (started, child) = mpsc::channel();
        let keeper = thread::spawn(move || {
            started.send(command.spawn()).expect("the child is waited for");
            // The other end is dropped when the server may end.
            let _ = stopped.recv();
        });
        let child = child.recv().expect("the keeper lives").expect("NATS runs");
        Self { child, stop: Some(stop), keeper: Some(keeper) }
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.stop = None;
        if let Some(keeper) = self.keeper.take() {
            // A keeper that panicked has nothing left to end.
            let _ = keeper.join();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
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
