//! Backups: everything the server keeps, in one file. It is made while the server runs and read back into SQLite or PostgreSQL,
//! whichever it came from. What holds sealed orders, seeds and keys is for its owner alone.

mod file;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tokio::time::sleep;

use crate::config::NodeConfig;
use crate::folder::{cannot, if_missing, sync_folder};
use crate::lease::{LOOK_INTERVAL, Sight, Watch, describe};
use crate::secrets::Secrets;
pub use crate::store::copy::CopyError;
use crate::store::restored::{READY, finish};
use crate::{folder, store};
pub use file::Contents;
use file::{KEY, Reader, SECRET, Writer};

/// Where a copy is made ready before it takes the place of what was there.
const STAGE: &str = "restore.unfinished";
/// Writes everything into a new file, for its owner alone. The server may run meanwhile: what is copied is one moment.
pub async fn backup(database_url: Option<&str>, data: &Path, to: &Path) -> Result<Contents, CopyError> {
    backup_with(database_url, &Secrets::Folder, data, to).await
}

/// As [`backup`], of a server whose secrets come from elsewhere.
pub async fn backup_with(
    database_url: Option<&str>,
    secrets: &Secrets,
    data: &Path,
    to: &Path,
) -> Result<Contents, CopyError> {
    if to.exists() {
        return Err(CopyError::Taken(format!("{} exists already", to.display())));
    }
    let mut keys = keys(data)?;
    if let Some(shared) = secrets.shared() {
        keys.retain(|(name, _)| name != SECRET);
        keys.push((SECRET.to_owned(), shared.to_vec()));
    }
    let has_secret = keys.iter().any(|(name, _)| name == SECRET);
    let no_server = || {
        let why = format!("no {SECRET} in {}: this is the data folder of no server", data.display());
        CopyError::Taken(why)
    };
    // One that is shared may be in the database.
    if !has_secret && database_url.is_none() && !data.join(store::FILE).exists() {
        return Err(no_server());
    }
    let part = part_of(to)?;
    let done = async {
        let mut writer = Writer::create(&part, keys)?;
        store::copy_out(database_url, data, &mut writer).await?;
        if !has_secret && !writer.has_sealed() {
            return Err(no_server());
        }
        let contents = writer.finish()?;
        // A link, unlike a name given anew, never replaces a file that another process has just put there.
        fs::hard_link(&part, to)?;
        sync_folder(to)?;
        Ok(contents)
    };
    let done = done.await;
    fs::remove_file(&part).or_else(if_missing)?;
    done
}

fn part_of(file: &Path) -> io::Result<PathBuf> {
    let mut name = file.file_name().ok_or_else(|| io::Error::other("name a file"))?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    Ok(file.with_file_name(name))
}

fn at_work(which: &str) -> CopyError {
    CopyError::Taken(format!("a server is at work on this data: stop it first ({which})"))
}

/// Waits until it is known that no server works on the data: one that has died holds its lease for a while. Fails where
/// one does; at once where a server is known to be there (`busy`).
async fn until_free(database_url: Option<&str>, data: &Path, busy: bool) -> Result<(), CopyError> {
    let config = NodeConfig::default();
    let mut watch = Watch::new(config.lease, config.margin);
    loop {
        match watch.look(store::holder(database_url, data).await?) {
            Sight::Free | Sight::Dead(_) => return Ok(()),
            Sight::Unknown(_) if !busy => sleep(LOOK_INTERVAL).await,
            Sight::Alive(node) | Sight::Unknown(node) => return Err(at_work(&describe(&node))),
        }
    }
}

/// The keys in a data folder, by name.
fn keys(data: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut keys = Vec::new();
    for entry in fs::read_dir(data).map_err(cannot("read the data folder", data))? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.filter(|_| path.extension().is_some_and(|end| end == KEY)) {
            keys.push((name.to_owned(), fs::read(&path).map_err(cannot("read", &path))?));
        }
    }
    keys.sort();
    Ok(keys)
}

/// Reads a backup back, whole or not at all. The file is checked from end to end before anything is touched. Without
/// `force` the database must be empty and the data folder without other keys. No server may be at work.
pub async fn restore(
    from: &Path,
    database_url: Option<&str>,
    data: &Path,
    force: bool,
) -> Result<Contents, CopyError> {
    let contents = Reader::check(from)?;
    let mut reader = Reader::open(from)?;
    folder::private(data)?;
    let lock = folder::Lock::alone(data);
    let busy = lock.as_ref().is_err_and(|why| why.kind() == io::ErrorKind::ResourceBusy);
    until_free(database_url, data, busy).await?;
    let _lock = match lock {
        Ok(lock) => lock,
        Err(_) if busy => return Err(at_work("it has not said where it runs")),
        Err(why) => return Err(why.into()),
    };
    finish(data)?;
    let stage = data.join(STAGE);
    fs::remove_dir_all(&stage).or_else(if_missing)?;
    if !force {
        for (name, key) in reader.keys() {
            if fs::read(data.join(name)).is_ok_and(|held| held != *key) {
                let why = format!("the data folder has another {name} (--force replaces it)");
                return Err(CopyError::Taken(why));
            }
        }
        if database_url.is_none() && !store::is_empty_sqlite(&data.join(store::FILE)).await? {
            let why = "the database is not empty (--force replaces what is there)";
            return Err(CopyError::Taken(why.to_owned()));
        }
    }
    folder::private(&stage)?;
    for (name, key) in reader.keys() {
        folder::write_new(&stage.join(name), key)?;
    }
    let filled = match database_url {
        Some(url) => store::copy_in_postgres(url, force, &mut reader).await,
        None => store::copy_in_sqlite(&stage.join(store::FILE), &mut reader).await,
    };
    if let Err(why) = filled {
        fs::remove_dir_all(&stage)?;
        return Err(why);
    }
    sync_folder(&stage.join(SECRET))?;
    fs::rename(&stage, data.join(READY))?;
    sync_folder(&stage)?;
    finish(data)?;
    Ok(contents)
}
