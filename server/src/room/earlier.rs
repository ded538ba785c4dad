//! Commands of earlier games of a room. A client that has not heard of one sends it again, and it is not played in another game.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use uuid::Uuid;

/// The most commands that are read or remembered at once.
pub(super) const MAX_EARLIER_COMMANDS: u32 = 512;
/// How far back commands of earlier games are read when a room wakes.
pub(super) const EARLIER_COMMAND_AGE: Duration = Duration::from_mins(10);

/// The entries of commands of earlier games, the newest [`MAX_EARLIER_COMMANDS`] of them. What a client may still have on its way from a game that is longer
/// over is read when it comes back ([`super::actor::Room::recall`]).
#[derive(Default)]
pub(super) struct Earlier {
    entries: BTreeMap<Uuid, u32>,
    order: VecDeque<Uuid>,
}

impl Earlier {
    /// Adds commands, the oldest first.
    pub(super) fn keep(&mut self, commands: impl IntoIterator<Item = (Uuid, u32)>) {
        for (id, entry) in commands {
            if self.entries.insert(id, entry).is_none() {
                self.order.push_back(id);
            }
            if self.order.len() > MAX_EARLIER_COMMANDS as usize
                && let Some(oldest) = self.order.pop_front()
            {
                self.entries.remove(&oldest);
            }
        }
    }

    /// The entry that a command became.
    pub(super) fn entry(&self, id: Uuid) -> Option<u32> {
        self.entries.get(&id).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_commands_are_remembered() {
        let mut earlier = Earlier::default();
        let id = |number: u32| Uuid::from_u128(u128::from(number));
        // Two games of many commands, of which one is told twice.
        earlier.keep((0..2 * MAX_EARLIER_COMMANDS).map(|number| (id(number), number)));
        earlier.keep([(id(2 * MAX_EARLIER_COMMANDS), 7), (id(2 * MAX_EARLIER_COMMANDS), 7)]);
        assert_eq!(
            (earlier.entries.len(), earlier.order.len()),
            (MAX_EARLIER_COMMANDS as usize, MAX_EARLIER_COMMANDS as usize)
        );
        assert_eq!(earlier.entry(id(2 * MAX_EARLIER_COMMANDS)), Some(7));
        assert_eq!(earlier.entry(id(MAX_EARLIER_COMMANDS + 1)), Some(MAX_EARLIER_COMMANDS + 1));
        assert_eq!(earlier.entry(id(MAX_EARLIER_COMMANDS)), None);
    }
}
