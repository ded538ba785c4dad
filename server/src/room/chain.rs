//! The chain of a game's journal, as its room knows it.

use bagarre_protocol::fair::{Author, Maker};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Outcome;

use super::refuse;
use super::trouble::Trouble;
use crate::fair;
use crate::store::{GameRecord, JournalRow};
use crate::world::World;

/// The chain of the journal, if it is one.
#[derive(Default)]
pub(super) struct Chain {
    /// The head before entry 0.
    genesis: Option<fair::Hash>,
    /// The head after each entry.
    heads: Vec<fair::Hash>,
}

impl Chain {
    /// The chain of a game before its first entry.
    pub(super) fn of(record: &GameRecord) -> Result<Self, Refusal> {
        let genesis = record.genesis().map(|genesis| genesis.head()).transpose();
        Ok(Self { genesis: genesis.map_err(|why| broken(&why.to_string()))?, heads: Vec::new() })
    }

    /// The head that the next entry is tied to; none in a game that has no chain.
    pub(super) fn last(&self) -> Option<&fair::Hash> {
        self.heads.last().or(self.genesis.as_ref())
    }

    /// The head after an entry, as it is published.
    pub(super) fn head(&self, entry: u32) -> Option<String> {
        self.heads.get(usize::try_from(entry).ok()?).map(hex::encode)
    }

    /// Takes a stored row in, if it follows.
    pub(super) fn follow(&mut self, row: &JournalRow, outcome: Option<&Outcome>) -> Result<(), Refusal> {
        let Some(last) = self.last() else { return Ok(()) };
        let head = row
            .follows(last, outcome)
            .ok_or_else(|| broken(&format!("entry {} does not follow from the one before", row.entry)))?;
        self.heads.push(head);
        Ok(())
    }

    /// A row that was tied is durable.
    pub(super) fn grow(&mut self, row: &JournalRow) {
        self.heads.extend(row.link.as_ref().map(|link| link.head));
    }
}

/// Ties a new row to the head before it, if the game has a chain.
pub(super) fn tie(
    world: &World,
    last: Option<&fair::Hash>,
    row: &mut JournalRow,
    outcome: Option<&Outcome>,
    author: Option<Author>,
    rolls: fair::Rolls,
) -> Result<(), Trouble> {
    let Some(last) = last else { return Ok(()) };
    let salt = world.salt::<16>().map_err(|why| Trouble::Poisoned(why.to_string()))?;
    let link = row.tied_to(last, outcome, author, rolls, salt);
    row.link = Some(link.map_err(|why| Trouble::Poisoned(why.to_string()))?);
    Ok(())
}

/// Who made a row, and its head, as they are published.
pub(super) fn maker_and_head(row: &JournalRow) -> (Option<Maker>, Option<String>) {
    let link = row.link.as_ref();
    (link.and_then(|link| link.author.as_ref().map(Maker::from)), link.map(|link| hex::encode(link.head)))
}

/// A journal that is not what a room wrote.
pub(super) fn broken(why: &str) -> Refusal {
    refuse::journal(why)
}
