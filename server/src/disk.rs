//! Free space on the disk of the data folder. Below a floor nothing new begins, so that running games can go on to their end.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::statvfs;
use tokio_util::sync::CancellationToken;

use crate::room::Rooms;

/// How often the disk is looked at.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);
/// The usual floor: a gibibyte, or a twentieth of a small disk.
const DEFAULT_FLOOR_BYTES: u64 = 1 << 30;
const FLOOR_DISK_DIVISOR: u64 = 20;
const BYTES_OF_MEBIBYTE: f64 = 1_048_576.0;

/// Bytes of a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Space {
    free: u64,
    all: u64,
}

impl Space {
    fn of(folder: &Path) -> io::Result<Self> {
        let disk = statvfs(folder)?;
        let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
        // What only the administrator of the machine may use is not free.
        Ok(Self { free: bytes(disk.f_bavail), all: bytes(disk.f_blocks) })
    }

    /// Exact enough for a metric, which has no whole numbers of 64 bits.
    fn free_mebibytes(self) -> f64 {
        f64::from(u32::try_from(self.free >> 20).unwrap_or(u32::MAX))
    }

    fn is_below(self, floor: Option<u64>) -> bool {
        self.free < floor.unwrap_or_else(|| DEFAULT_FLOOR_BYTES.min(self.all / FLOOR_DISK_DIVISOR))
    }
}

/// Looks at the disk of the data folder until the server stops. The database of PostgreSQL may be elsewhere: its disk is not seen.
pub(crate) async fn watch(folder: PathBuf, floor: Option<u64>, rooms: Rooms, stop: CancellationToken) {
    let mut look = tokio::time::interval(LOOK_INTERVAL);
    let mut known = true;
    while stop.run_until_cancelled(look.tick()).await.is_some() {
        match Space::of(&folder) {
            Ok(space) => {
                metrics::gauge!("bagarre_disk_free_bytes").set(space.free_mebibytes() * BYTES_OF_MEBIBYTE);
                rooms.house().set_disk_low(space.is_below(floor));
                known = true;
            }
            Err(why) => {
                if std::mem::replace(&mut known, false) {
                    tracing::warn!(folder = %folder.display(), %why, "the free space of the disk is not known");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_floor_is_a_gibibyte_or_a_twentieth() {
        let (large, small) = (100 << 30, 200 << 20);
        for (free, all, floor, below) in [
            (2 << 30, large, None, false),
            ((1 << 30) - 1, large, None, true),
            (11 << 20, small, None, false),
            (9 << 20, small, None, true),
            (3 << 30, large, Some(4 << 30), true),
            (0, small, Some(0), false),
        ] {
            assert_eq!(Space { free, all }.is_below(floor), below, "{free} of {all}, {floor:?}");
        }
    }

    #[test]
    fn the_disk_of_a_folder_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let space = Space::of(folder.path()).unwrap();
        assert!(space.all > 0 && space.free <= space.all, "{space:?}");
        assert!(Space::of(Path::new("/nowhere/at/all")).is_err());
    }
}
