//! A cache of rooms that were opened seconds ago and not entered yet: what is stored of them is known without a read.
//!
//! A room is put in here once, before it is written and its name is known, and taken out by the first task that it gets, which writes in the epoch that the
//! room was opened in: should another process have woken it meanwhile, that one's epoch is later, and this one's is refused.

use std::time::Duration;

use crate::fresh::Fresh;
use crate::store::RoomRecord;

/// The most that are known.
const MAX_KNOWN_ROOMS: usize = 256;
/// How long they are.
const KNOWN_ROOM_LIFETIME: Duration = Duration::from_secs(10);

/// Such rooms by their names. Their hosts are their only members.
pub(super) struct Opened(Fresh<String, Box<RoomRecord>>);

impl Default for Opened {
    fn default() -> Self {
        Self(Fresh::new(MAX_KNOWN_ROOMS, KNOWN_ROOM_LIFETIME))
    }
}

impl Opened {
    /// A room was opened.
    pub(super) fn put(&mut self, room: RoomRecord) {
        self.0.put(room.id.clone(), Box::new(room));
    }

    /// A room wakes, or goes: from now on it is read.
    pub(super) fn take(&mut self, room: &str) -> Option<Box<RoomRecord>> {
        self.0.take(room)
    }
}
