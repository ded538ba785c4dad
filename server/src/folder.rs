//! The data folder: for its owner alone, whoever made it and however it was left.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

/// The file that says who is at work in a data folder.
const LOCK: &str = "bagarre.lock";

/// Makes a folder for its owner alone, and closes one that was open to others.
pub(crate) fn private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    close(folder, 0o700)
}

/// Makes an empty file for its owner alone when there is none, and closes one that was open to others.
pub(crate) fn private_file(file: &Path) -> io::Result<()> {
    options().create(true).truncate(false).open(file)?;
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
    let mut out = options().create_new(true).open(file)?;
    out.write_all(bytes)?;
    out.sync_all()
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
    if fs::metadata(path)?.permissions().mode() & 0o777 == mode {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn close(path: &Path, _: u32) -> io::Result<()> {
    fs::metadata(path).map(|_| ())
}

/// Says that somebody is at work in a data folder, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Lock {
    /// A server works in the folder; others may be starting, to take its place.
    pub(crate) fn shared(folder: &Path) -> io::Result<Self> {
        Self::take(folder, File::try_lock_shared)
    }

    /// Nobody else may.
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
}
