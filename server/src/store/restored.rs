//! The files of a data folder that a restore replaces: it makes them ready beside the old ones, and the next process to
//! open the store puts in place what is ready.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::folder::{if_missing, sync_folder};

/// The name of the SQLite file in the data folder.
pub const FILE: &str = "bagarre.db";

/// Where a copy is once it is whole: what is in it counts.
pub(crate) const READY: &str = "restore.ready";

/// The files that SQLite keeps beside its own.
pub(crate) fn beside(file: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|part| {
        let mut name = file.as_os_str().to_owned();
        name.push(part);
        name.into()
    })
}

/// Puts in place what a restore has made ready, also one that was cut off in the middle of this.
pub(crate) fn finish(data: &Path) -> io::Result<()> {
    let ready = data.join(READY);
    if !ready.exists() {
        return Ok(());
    }
    let mut files: Vec<PathBuf> =
        fs::read_dir(&ready)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    for file in files {
        let Some(name) = file.file_name() else { continue };
        let place = data.join(name);
        if name == FILE {
            for part in beside(&place) {
                fs::remove_file(part).or_else(if_missing)?;
            }
        }
        fs::rename(&file, place)?;
    }
    sync_folder(&ready)?;
    fs::remove_dir(&ready)
}
