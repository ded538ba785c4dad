//! A `PgBouncer` in front of a throw-away PostgreSQL.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::postgres::{Cluster, as_postgres, id, root};

/// How long it may take to start.
const START: Duration = Duration::from_secs(30);

/// A pooler that runs until it is dropped.
pub struct PgBouncer {
    child: Child,
    addr: SocketAddr,
    _folder: TempDir,
}

impl PgBouncer {
    /// Starts one that pools in a mode: `session` or `transaction`.
    pub fn start(cluster: &Cluster, mode: &str) -> Self {
        let folder =
            tempfile::Builder::new().prefix("bagarre-pgbouncer-").tempdir().expect("a temporary folder");
        if root() {
            // The program refuses to run as root.
            chown(folder.path(), Some(id("-u")), Some(id("-g"))).expect("the folder changes hands");
        }
        // Another program may take the port before PgBouncer has it: then it ends, and another port is tried.
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < START, "PgBouncer does not start: {}", log(folder.path()));
            let free = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
            let addr = free.local_addr().expect("its address");
            drop(free);
            let settings = format!(
                "[databases]\n* = host={} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {}\n\
                 unix_socket_dir =\nauth_type = any\npool_mode = {mode}\ndefault_pool_size = 30\nlogfile = {}\n",
                cluster.folder().display(),
                addr.port(),
                folder.path().join("log").display(),
            );
            let file = folder.path().join("pgbouncer.ini");
            fs::write(&file, settings).expect("its settings");
            let mut command = as_postgres(&program());
            let mut child = command
                .arg(&file)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("PgBouncer runs");
            while matches!(child.try_wait(), Ok(None)) && start.elapsed() < START {
                if TcpStream::connect(addr).is_ok() {
                    return Self { child, addr, _folder: folder };
                }
                sleep(Duration::from_millis(10));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// The URL of a database of the cluster by way of this pooler.
    pub fn url(&self, direct: &str) -> String {
        let name = direct.rsplit('/').next().expect("a name after the last slash");
        format!("postgres://postgres@{}/{name}?sslmode=disable", self.addr)
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn log(folder: &Path) -> String {
    fs::read_to_string(folder.join("log")).unwrap_or_default()
}

/// Debian keeps it off the path of people.
fn program() -> PathBuf {
    let places = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
    let found = places.map(PathBuf::from).into_iter().find(|place| place.exists());
    found.expect("PgBouncer is installed (scripts/prepare does it)")
}
