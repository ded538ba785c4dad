//! A data folder whose disk can be full, and a file that another process has locked.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;

/// Bytes of the small disk: some hours of games.
const SIZE: u64 = 192 * 1024 * 1024;

/// How a disk becomes full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A file system of its own, filled up.
    Tmpfs,
    /// No file of the server may grow (`RLIMIT_FSIZE`): what remains where nothing may be mounted.
    Limit,
}

/// A data folder on a disk of its own.
pub struct Disk {
    folder: TempDir,
    way: Way,
}

fn done(command: &mut Command) -> bool {
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

impl Disk {
    /// A small `tmpfs` where one may be mounted, otherwise a folder whose files can be kept from growing.
    pub fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("bagarre-disk-").tempdir().expect("a temporary folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={SIZE},mode=0700"), "bagarre"]).arg(folder.path());
        let way = if done(&mut mount) { Way::Tmpfs } else { Way::Limit };
        Self { folder, way }
    }

    /// The data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How this disk becomes full, for a report.
    pub fn how(&self) -> &'static str {
        match self.way {
            Way::Tmpfs => "a small tmpfs, filled",
            Way::Limit => "RLIMIT_FSIZE of the server",
        }
    }

    /// The disk is full until what this returns is dropped. `process` is the server's.
    pub async fn fill(&self, process: u32) -> Full {
        // An empty log has to grow at the next write. A reader may keep it from being emptied.
        if let Ok(mut file) = self.open().await {
            let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut file).await;
            let _ = file.close().await;
        }
        match self.way {
            Way::Tmpfs => {
                let filler = self.folder.path().join("filler");
                fill(&filler);
                Full::Filler(filler)
            }
            Way::Limit => {
                limit(process, "0");
                Full::Limit(process)
            }
        }
    }

    async fn open(&self) -> Result<SqliteConnection, sqlx::Error> {
        let file = self.folder.path().join("bagarre.db");
        SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_millis(200)).connect().await
    }

    /// Holds the write lock of the file for a while, as another process would. Returns `false` when it could not be had.
    pub async fn lock(&self, span: Duration) -> bool {
        let Ok(mut file) = self.open().await else { return false };
        let locked = sqlx::query("BEGIN IMMEDIATE").execute(&mut file).await.is_ok();
        if locked {
            tokio::time::sleep(span).await;
            let _ = sqlx::query("ROLLBACK").execute(&mut file).await;
        }
        let _ = file.close().await;
        locked
    }
}

impl Default for Disk {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.way == Way::Tmpfs {
            done(Command::new("umount").arg("--lazy").arg(self.folder.path()));
        }
    }
}

/// A disk that is full for as long as this lives.
pub enum Full {
    /// A file takes all that was free.
    Filler(PathBuf),
    /// A process may write no file.
    Limit(u32),
}

impl Drop for Full {
    fn drop(&mut self) {
        match self {
            Self::Filler(file) => {
                let _ = fs::remove_file(file);
            }
            Self::Limit(process) => limit(*process, "unlimited"),
        }
    }
}

/// Takes every free byte of a file system.
fn fill(file: &Path) {
    let Ok(mut file) = File::create(file) else { return };
    for block in [1024 * 1024, 4096] {
        let zeros = vec![0; block];
        let most = SIZE / block as u64 + 1;
        // The error is what was wanted: there is no room any more.
        let _ = (0..most).try_for_each(|_| file.write_all(&zeros));
    }
}

/// Sets how large a file a process may write. It may be gone by now.
fn limit(process: u32, soft: &str) {
    done(Command::new("prlimit").args(["--pid", &process.to_string(), &format!("--fsize={soft}:unlimited")]));
}
