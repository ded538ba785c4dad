//! What a command comes to.

use std::collections::BTreeMap;

use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Json};
use bagarre_rules::contract::{Outcome, Seat};
use bagarre_rules::gather::Legacy;

use super::audience::AudienceKey;
use super::question::{OpenQuestion, Turned};
use crate::store::JournalRow;

/// An entry that was thought out and waits to become durable.
pub(super) struct Step {
    pub(super) game: AnyGame,
    pub(super) row: JournalRow,
    pub(super) question: OpenQuestion,
    pub(super) turned: Turned,
    pub(super) outcome: Option<Outcome>,
    pub(super) notices: BTreeMap<AudienceKey, Vec<Payload>>,
    /// The clock answered because nothing came from the player.
    pub(super) absent: bool,
}

impl Step {
    /// What a seat takes out of a game of a campaign that ends with this step.
    pub(super) fn after(&self, seat: Seat) -> Option<Legacy<Json>> {
        self.game.after(seat)
    }
}
