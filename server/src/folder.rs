//! The data folder: for its owner alone, however it was made and left.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
#[cfg(unix)]
use std::sync::LazyLock;

#[cfg(unix)]
use crate::notices::Notices;

/// The file that is made and removed to see whether a folder can be written to.
const PROBE: &str = ".bagarre-probe";

/// What the operator was told of already.
#[cfg(unix)]
static WARNED: LazyLock<Notices> = LazyLock::new(Notices::default);

/// The file that says who is at work in a data folder.
const LOCK: &str = "bagarre.lock";

/// Says what could not be done, and with which file or folder.
pub(crate) fn cannot(action: &str, path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |why| io::Error::new(why.kind(), format!("cannot {action} {}: {why}", path.display()))
}

/// Makes a folder for its owner alone, and closes one that was open to others, as far as the system lets this process. Fails where it
/// cannot be written to.
pub(crate) fn private(folder: &Path) -> io::Result<()> {
    if folder.exists() && !folder.is_dir() {
        let why = format!("{} is a file where a folder has to be", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotADirectory, why));
    }
    fs::create_dir_all(folder).map_err(cannot("make the folder", folder))?;
    probe(folder).or_else(|why| {
        // One of ours may be closed to ourselves.
        set_mode(folder, 0o700).map_err(|_| why)?;
        probe(folder)
    })?;
    close(folder, 0o700)
}

/// Fails where a folder cannot be written to.
fn probe(folder: &Path) -> io::Result<()> {
    let probe = folder.join(PROBE);
    options().create(true).truncate(true).open(&probe).map_err(cannot("write in the folder", folder))?;
    // Another server that starts at the same moment may have removed it.
    fs::remove_file(&probe).or_else(if_missing).map_err(cannot("remove", &probe))
}

/// Makes an empty file for its owner alone when there is none, and closes one that was open to others.
pub(crate) fn private_file(file: &Path) -> io::Result<()> {
    options().create(true).truncate(false).open(file).map_err(cannot("write", file))?;
    close(file, 0o600)
}

/// Closes a file that was open to others, if there is one.
pub(crate) fn close_if_there(file: &Path) -> io::Result<()> {
    match close(file, 0o600) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Writes a new file for its owner alone, down to the disk. Fails when there is one.
pub(crate) fn write_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let write = || {
        let mut out = options().create_new(true).open(file)?;
        out.write_all(bytes)?;
        out.sync_all()
    };
    write().map_err(cannot("make the file", file))
}

/// A file that is not there is gone already.
pub(crate) fn if_missing(why: io::Error) -> io::Result<()> {
    if why.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(why) }
}

/// The names in the folder of a file reach the disk.
pub(crate) fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::File::open(folder)?.sync_all()
}

/// How files for their owner alone are written.
pub(crate) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(unix)]
fn close(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let open = fs::metadata(path).map_err(cannot("look at", path))?.permissions().mode() & 0o777;
    if open == mode {
        return Ok(());
    }
    unless_foreign(set_mode(path, mode).map_err(cannot("close to others", path)), path, open)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))
}

/// Only its owner may change who may read a file: one of another user (a volume of a cluster, a network drive) is used as it is. What
/// is written there is closed to others file by file.
#[cfg(unix)]
fn unless_foreign(closed: io::Result<()>, path: &Path, open: u32) -> io::Result<()> {
    match closed {
        Err(why) if why.kind() == io::ErrorKind::PermissionDenied => {
            if WARNED.is_new(path.display().to_string()) {
                tracing::warn!(
                    path = %path.display(),
                    mode = format!("{open:o}"),
                    "it belongs to another user, so it cannot be closed to others: look yourself that nobody else can read it"
                );
            }
            Ok(())
        }
        closed => closed,
    }
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn close(path: &Path, _: u32) -> io::Result<()> {
    fs::metadata(path).map(|_| ()).map_err(cannot("look at", path))
}

/// A lock: says that a process is at work in a data folder, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Lock {
    /// A server works in the folder; others may be starting, to take its place.
    pub(crate) fn shared(folder: &Path) -> io::Result<Self> {
        Self::take(folder, File::try_lock_shared)
    }

    /// No other process may.
    pub(crate) fn alone(folder: &Path) -> io::Result<Self> {
        Self::take(folder, File::try_lock)
    }

    fn take(folder: &Path, lock: fn(&File) -> Result<(), fs::TryLockError>) -> io::Result<Self> {
        let file = options().create(true).truncate(false).open(folder.join(LOCK))?;
        match lock(&file) {
            Ok(()) => Ok(Self(file)),
            // Some file systems of networks have no locks: the lease in the database keeps servers apart (see `crate::lease`).
            Err(fs::TryLockError::Error(why)) => {
                tracing::warn!(%why, file = %folder.join(LOCK).display(), "the file system has no locks");
                Ok(Self(file))
            }
            Err(fs::TryLockError::WouldBlock) => {
                Err(io::Error::new(io::ErrorKind::ResourceBusy, "the data folder is in use"))
            }
        }
    }
}

impl Drop for Lock {
    /// A program that is being started holds what is open here until it is under way, and closing would wait for it: the lock is let go by
    /// name.
    fn drop(&mut self) {
        if let Err(why) = self.0.unlock() {
            tracing::warn!(%why, "the data folder's lock is not let go before its file is closed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_free_when_who_worked_in_it_is_gone_whatever_a_program_that_was_started_has_inherited() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::alone(folder.path()).unwrap();
        assert_eq!(Lock::shared(folder.path()).unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        let inherited = lock.0.try_clone().unwrap();
        drop(lock);
        assert!(Lock::shared(folder.path()).is_ok());
        drop(inherited);
    }

    #[cfg(unix)]
    #[test]
    fn what_belongs_to_another_user_is_used_as_it_is() {
        let denied = || Err(io::Error::from(io::ErrorKind::PermissionDenied));
        assert!(unless_foreign(denied(), Path::new("/volume"), 0o770).is_ok());
        let read_only =
            unless_foreign(Err(io::ErrorKind::ReadOnlyFilesystem.into()), Path::new("/volume"), 0o770);
        assert_eq!(read_only.unwrap_err().kind(), io::ErrorKind::ReadOnlyFilesystem);
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [&file, &file.join("below")] {
            let why = private(path).unwrap_err().to_string();
            assert!(
                why.contains(&path.display().to_string()) && why.len() > path.as_os_str().len() + 10,
                "{why}"
            );
        }
        assert!(private_file(folder.path()).unwrap_err().to_string().contains("cannot write"));
        private(&folder.path().join("new")).unwrap();
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 0, "the probe is gone");
    }
}
