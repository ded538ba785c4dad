//! A throw-away PostgreSQL: its own cluster in a temporary folder, reached by a Unix socket in it, so that it needs no port. Tests
//! that run at the same time share it; it ends with the last of them, or with this process.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the cluster may take to start.
const START: Duration = Duration::from_mins(1);

/// How long a cluster may take to stop in order (SIGINT), and then at once (SIGQUIT: processes that do not end are killed after five seconds).
const FAST_SHUTDOWN: Duration = Duration::from_secs(10);
const IMMEDIATE_SHUTDOWN: Duration = Duration::from_secs(10);
/// How often it is looked whether it has stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A running cluster.
pub struct Cluster {
    folder: TempDir,
    bin: PathBuf,
    /// Its settings at start.
    settings: Vec<&'static str>,
    server: Option<Server>,
    databases: AtomicU32,
}

/// The thread that keeps a server, and how it is told to end it: at once where something is sent, in order where the end is dropped.
struct Server {
    stop: mpsc::Sender<()>,
    keeper: JoinHandle<()>,
}

/// The cluster that all tests of this process share.
pub fn shared() -> Arc<Cluster> {
    static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let cluster = Arc::new(Cluster::start(&HURRIED));
        *shared = Arc::downgrade(&cluster);
        cluster
    })
}

/// What tests give up for speed. Nothing that they look at depends on it.
const HURRIED: [&str; 2] = ["fsync=off", "full_page_writes=off"];

impl Cluster {
    /// A cluster that keeps what it promises, as a real one does.
    pub fn durable() -> Self {
        Self::start(&[])
    }

    /// A cluster of a test's own, which may be stopped and followed by replicas.
    pub fn own() -> Self {
        Self::start(&HURRIED)
    }

    fn start(settings: &[&'static str]) -> Self {
        let mut cluster = Self::empty(settings);
        let made = run(as_postgres(&cluster.bin.join("initdb"))
            .args(["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "-D"])
            .arg(cluster.folder.path().join("data")));
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        cluster.resume();
        cluster
    }

    /// A folder for a cluster.
    fn empty(settings: &[&'static str]) -> Self {
        let folder = tempfile::Builder::new().prefix("bagarre-pg-").tempdir().expect("a temporary folder");
        if root() {
            // The programs refuse to run as root.
            let (user, group) = (id("-u"), id("-g"));
            chown(folder.path(), Some(user), Some(group)).expect("the folder changes hands");
        }
        let databases = AtomicU32::new(0);
        Self { folder, bin: programs(), settings: settings.to_vec(), server: None, databases }
    }

    /// Starts its server, which does not run.
    pub fn resume(&mut self) {
        let folder = self.folder.path();
        let mut command = as_postgres(&self.bin.join("postgres"));
        command.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
        for setting in ["listen_addresses=", "max_connections=200"].iter().chain(&self.settings) {
            command.args(["-c", *setting]);
        }
        let log = fs::File::create(folder.join("log")).expect("a log");
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let (stop, stopped) = mpsc::channel();
        // The thread that starts the server lives as long as the cluster: the kernel ends the server with it.
        let keeper = thread::spawn(move || keep(&mut command, &stopped));
        self.server = Some(Server { stop, keeper });
        self.wait();
    }

    /// Stops its server at once, as a fall of its machine would: nothing more is sent to replicas.
    pub fn kill(&mut self) {
        let Some(Server { stop, keeper }) = self.server.take() else { return };
        stop.send(()).expect("the server runs");
        keeper.join().expect("the server ends");
    }

    /// A replica that follows this cluster.
    pub fn replica(&self) -> Self {
        let mut replica = Self::empty(&self.settings);
        let copied = run(as_postgres(&self.bin.join("pg_basebackup"))
            .args(["--username=postgres", "--checkpoint=fast", "--no-sync", "--write-recovery-conf"])
            .arg("--host")
            .arg(self.folder.path())
            .arg("--pgdata")
            .arg(replica.folder.path().join("data")));
        assert!(copied.status.success(), "pg_basebackup: {}", String::from_utf8_lossy(&copied.stderr));
        replica.resume();
        self.until("SELECT COUNT(*) = 1 FROM pg_stat_replication WHERE state = 'streaming'");
        replica
    }

    /// Makes a replica the one that takes writes.
    pub fn promote(&self) {
        assert_eq!(self.sql("SELECT pg_promote(true)"), "t", "{}", self.log());
        self.until("SELECT NOT pg_is_in_recovery()");
    }

    /// Changes a setting of the server.
    pub fn set(&self, name: &str, value: &str) {
        self.sql(&format!("ALTER SYSTEM SET {name} = '{value}'"));
        self.sql("SELECT pg_reload_conf()");
        self.until(&format!("SELECT current_setting('{name}') = '{value}'"));
    }

    /// What a statement answers.
    pub fn sql(&self, statement: &str) -> String {
        let done = run(Command::new(self.bin.join("psql"))
            .args(["--no-psqlrc", "--tuples-only", "--no-align", "--username=postgres", "--host"])
            .arg(self.folder.path())
            .args(["--command", statement, "postgres"]));
        assert!(done.status.success(), "{statement}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    /// Waits until a statement answers that it is so.
    pub fn until(&self, statement: &str) {
        let start = Instant::now();
        while self.sql(statement) != "t" {
            assert!(start.elapsed() < START, "{statement}: {}", self.log());
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// The address of a database of this cluster and of others, in this order, in one.
    pub fn with_others(&self, others: &[&Self], url: &str) -> String {
        let host = |cluster: &Self| cluster.folder.path().to_str().expect("a plain path").replace('/', "%2F");
        let hosts: Vec<String> = std::iter::once(self).chain(others.iter().copied()).map(host).collect();
        let name = url.rsplit('/').next().expect("a name after the last slash");
        format!("postgres://postgres@{}/{name}?target_session_attrs=read-write", hosts.join(","))
    }

    fn wait(&self) {
        let start = Instant::now();
        loop {
            let ready = run(Command::new(self.bin.join("pg_isready"))
                .arg("-h")
                .arg(self.folder.path())
                .args(["-U", "postgres"]));
            if ready.status.success() {
                return;
            }
            assert!(start.elapsed() < START, "PostgreSQL does not start: {}", self.log());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The folder with its Unix socket.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What the server has logged. A statement that has failed is in it before its error reaches the client.
    pub fn log(&self) -> String {
        let log = fs::read(self.folder.path().join("log")).expect("a log");
        String::from_utf8_lossy(&log).into_owned()
    }

    /// The URL of a new, empty database. Its name is what comes after the last slash.
    pub fn database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let made = run(Command::new(self.bin.join("createdb"))
            .arg("-h")
            .arg(self.folder.path())
            .args(["-U", "postgres", &name]));
        assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
        let host = self.folder.path().to_str().expect("a plain path").replace('/', "%2F");
        format!("postgres://postgres@{host}/{name}")
    }

    /// Everything that stands in a database of this cluster, as text.
    pub fn dump(&self, url: &str) -> String {
        let name = url.rsplit('/').next().expect("a name after the last slash");
        let dumped = run(Command::new(self.bin.join("pg_dump"))
            .arg("-h")
            .arg(self.folder.path())
            .args(["-U", "postgres", name]));
        assert!(dumped.status.success(), "pg_dump: {}", String::from_utf8_lossy(&dumped.stderr));
        String::from_utf8_lossy(&dumped.stdout).into_owned()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(Server { stop, keeper }) = self.server.take() {
            drop(stop);
            // A keeper that panicked has nothing left to end.
            let _ = keeper.join();
        }
    }
}

/// Runs the server until the other end lets go.
fn keep(command: &mut Command, stopped: &mpsc::Receiver<()>) {
    let mut server = command.spawn().expect("PostgreSQL starts");
    let order: &[_] = if stopped.recv().is_ok() { &[AT_ONCE] } else { &[IN_ORDER, AT_ONCE] };
    end(&mut server, order);
}

/// How a server is told to end, and how long it may take.
type Order = (&'static str, Duration);
const IN_ORDER: Order = ("-INT", FAST_SHUTDOWN);
const AT_ONCE: Order = ("-QUIT", IMMEDIATE_SHUTDOWN);

/// Stops a server: in order, and after a while without waiting for its processes. One of them can block for ever in the handlers of its
/// exit, when the signal interrupts it while it words a message: those handlers then wait for a lock that it holds itself.
fn end(server: &mut Child, orders: &[Order]) {
    for (signal, patience) in orders.iter().copied() {
        // `setpriv` became the server itself, so this is its own id.
        let asked = Command::new("kill").args([signal, &server.id().to_string()]).status();
        let start = Instant::now();
        while asked.as_ref().is_ok_and(ExitStatus::success) && start.elapsed() < patience {
            if matches!(server.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
    let _ = server.kill();
    let _ = server.wait();
}

pub(crate) fn root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

pub(crate) fn id(flag: &str) -> u32 {
    let found = run(Command::new("id").args([flag, "postgres"]));
    String::from_utf8_lossy(&found.stdout).trim().parse().expect("there is a user `postgres`")
}

/// A program as the user `postgres` when this is root, which ends with the thread that started it.
pub(crate) fn as_postgres(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig=INT");
    if root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.arg(program);
    command
}

fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap_or_else(|why| panic!("{command:?}: {why}"))
}

/// The folder of the programs: Debian keeps it off the path.
fn programs() -> PathBuf {
    let mut versions: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    versions.sort();
    let on_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    versions.pop().or_else(on_path).expect("PostgreSQL is installed (scripts/prepare does it)")
}
