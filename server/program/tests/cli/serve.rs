use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::{Ran, bagarre, run};

/// A server of its own: free ports, its own data; ended when the test ends.
pub(super) struct Served {
    pub(super) child: Child,
    pub(super) host: String,
    lines: RefCell<BufReader<ChildStdout>>,
    log: NamedTempFile,
}

impl Drop for Served {
    fn drop(&mut self) {
        // Already gone when the test ended it.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            eprintln!("the server logged:\n{}", fs::read_to_string(self.log.path()).unwrap_or_default());
        }
    }
}

pub(super) fn serve(data: &Path) -> Served {
    serve_with(data, &[])
}

/// A server with more in its environment.
pub(super) fn serve_with(data: &Path, more: &[(&str, &str)]) -> Served {
    Served::of(start(data, more))
}

/// A process of a server, whose log goes to a file.
pub(super) struct Started {
    pub(super) child: Child,
    log: NamedTempFile,
}

/// The process of a server with more in its environment.
pub(super) fn start(data: &Path, more: &[(&str, &str)]) -> Started {
    start_by(&mut bagarre(), data, more)
}

/// The same by a command, such as one that runs the program through another.
fn start_by(command: &mut Command, data: &Path, more: &[(&str, &str)]) -> Started {
    command.env("BAGARRE_DATA", data).env("BAGARRE_ADDR", "127.0.0.1:0").env("DATABASE_URL", "");
    launch(command.envs(more.iter().copied()))
}

/// Starts a server that a command describes.
pub(super) fn launch(command: &mut Command) -> Started {
    let log = NamedTempFile::new().unwrap();
    let child = command.stdout(Stdio::piped()).stderr(log.reopen().unwrap()).spawn().unwrap();
    Started { child, log }
}

impl Served {
    /// A process that was started, once it says where it listens.
    pub(super) fn of(started: Started) -> Self {
        Self::try_of(started).unwrap()
    }

    /// The same; none when it ends before that.
    pub(super) fn try_of(started: Started) -> Option<Self> {
        let Started { mut child, log } = started;
        let lines = RefCell::new(BufReader::new(child.stdout.take().unwrap()));
        let mut served = Self { child, host: String::new(), lines, log };
        served.host = served.next_line()?;
        Some(served)
    }

    /// Host and port in the next line that it prints.
    pub(super) fn line(&self) -> String {
        self.next_line().unwrap()
    }

    fn next_line(&self) -> Option<String> {
        let mut line = String::new();
        self.lines.borrow_mut().read_line(&mut line).unwrap();
        Some(line.split("http://").nth(1)?.split('/').next()?.to_owned())
    }

    /// Everything that it has logged up to now.
    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.log.path()).unwrap()
    }

    /// Tells it to end, as a service manager does.
    pub(super) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Sends it a signal.
    pub(super) fn signal(&self, signal: &str) {
        send_signal(self.child.id(), signal);
    }

    /// Waits until it has ended; one that has not after `most` is killed, and the test fails.
    pub(super) fn ends_within(&mut self, most: Duration) -> ExitStatus {
        let (id, (told, ended)) = (self.child.id(), mpsc::channel());
        thread::scope(|scope| {
            scope.spawn(|| told.send(self.child.wait()));
            let status = ended.recv_timeout(most);
            if status.is_err() {
                send_signal(id, "-KILL");
            }
            status.expect("it does not end").unwrap()
        })
    }
}

fn send_signal(process: u32, signal: &str) {
    let told = Command::new("kill").args([signal, &process.to_string()]).status().unwrap();
    assert!(told.success());
}

pub(super) fn get(host: &str, path: &str) -> String {
    ask(host, &format!("GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n"))
}

/// The answer to a request as it is.
pub(super) fn ask(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The text of a request with a body of JSON.
pub(super) fn post(host: &str, path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

#[test]
fn without_a_word_it_serves_and_ends_in_order_when_told() {
    let data = tempfile::tempdir().unwrap();
    let mut served = serve(data.path());
    assert!(get(&served.host, "/healthz").starts_with("HTTP/1.0 200"));
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    assert!(!get(&served.host, "/metrics").contains("# TYPE"), "metrics are for the operator alone");
    served.terminate();
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
    assert!(data.path().join("bagarre.db").exists());
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn what_is_kept_is_for_its_owner_alone_also_where_it_was_open_before() {
    let parent = tempfile::tempdir().unwrap();
    let (new, old) = (parent.path().join("new"), parent.path().join("old"));
    fs::create_dir(&old).unwrap();
    fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["bagarre.db", "bagarre.db-wal", "bagarre.db-shm"] {
        fs::write(old.join(name), "").unwrap();
        fs::set_permissions(old.join(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    fs::write(old.join("secret.key"), [7; 32]).unwrap();
    fs::set_permissions(old.join("secret.key"), fs::Permissions::from_mode(0o644)).unwrap();
    for data in [&new, &old] {
        let served = serve(data);
        assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
        assert_eq!(mode(data), 0o700, "{}", data.display());
        for name in ["bagarre.db", "bagarre.db-wal", "bagarre.db-shm", "secret.key"] {
            assert_eq!(mode(&data.join(name)), 0o600, "{name} in {}", data.display());
        }
    }
}

#[test]
fn the_end_of_its_terminal_ends_it_in_order() {
    for signal in ["-HUP", "-INT"] {
        let data = tempfile::tempdir().unwrap();
        let mut served = serve(data.path());
        served.signal(signal);
        assert_eq!(served.child.wait().unwrap().code(), Some(0), "{signal}: {}", served.log());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_was_started_to_survive_its_terminal_does() {
    let data = tempfile::tempdir().unwrap();
    let mut nohup = Command::new("nohup");
    let mut served =
        Served::of(start_by(nohup.args([env!("CARGO_BIN_EXE_bagarre"), "serve"]), data.path(), &[]));
    served.signal("-HUP");
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    served.terminate();
    assert_eq!(served.child.wait().unwrap().code(), Some(0), "{}", served.log());
}

#[test]
fn an_address_in_use_is_one_line_and_code_2() {
    let data = tempfile::tempdir().unwrap();
    let served = serve(data.path());
    let folder = tempfile::tempdir().unwrap();
    let second: Ran = bagarre()
        .env("BAGARRE_DATA", folder.path())
        .args(["serve", "--addr", &served.host])
        .output()
        .unwrap()
        .into();
    second.failed(2, &served.host);
}

#[test]
fn migrate_makes_the_tables_and_export_knows_what_is_not_there() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let migrated = run(&["migrate", "--data", folder]);
    assert_eq!(migrated.code, 0, "{}", migrated.err);
    assert!(data.path().join("bagarre.db").exists());
    let game = "79e03c70-8550-4573-b081-add2fdff0559";
    run(&["export", game, "--data", folder]).failed(2, game);
}

#[test]
fn a_database_that_cannot_be_opened_is_told_without_its_password() {
    let ran = run(&["migrate", "--database-url", "postgres://bagarre:hunter2@127.0.0.1:nowhere/bagarre"]);
    ran.failed(1, "database");
    assert!(!ran.err.contains("hunter2"), "{}", ran.err);
}
