//! What a command comes to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Json, PlayError};
use bagarre_rules::contract::{Outcome, Scoreboard, Seat};
use bagarre_rules::gather::Legacy;

use super::audience::AudienceKey;
use super::question::{OpenQuestion, Turned};
use super::trouble::Trouble;
use crate::frame::Frame;
use crate::store::JournalRow;

/// An entry that was thought out and waits to become durable.
pub(super) struct Step {
    pub(super) game: AnyGame,
    /// Shared with the job that writes it: another command that joins the job copies no row.
    pub(super) row: Arc<JournalRow>,
    pub(super) question: OpenQuestion,
    pub(super) turned: Turned,
    pub(super) outcome: Option<Outcome>,
    pub(super) notices: BTreeMap<AudienceKey, Vec<Payload>>,
    /// The question that the clock answered, if the time was over.
    pub(super) lapsed: Option<Payload>,
    /// The clock answered because nothing came from the player.
    pub(super) absent: bool,
}

impl Step {
    /// Returns what a seat takes out of a game of a campaign that ends with this step.
    pub(super) fn after(&self, seat: Seat) -> Option<Legacy<Json>> {
        self.game.after(seat)
    }
}

/// What a game has to tell each audience.
#[derive(Default)]
pub(super) struct Broadcast {
    pub(super) frames: Vec<(AudienceKey, Frame)>,
    /// Audiences without a socket when some of it was judged: nothing was written down for them.
    pub(super) unheard: BTreeSet<AudienceKey>,
}

/// Returns the trouble that a room has with a command which the rules did not play.
pub(super) fn stumble(error: PlayError) -> Trouble {
    match error {
        PlayError::Refused(refusal) => Trouble::Refused(refusal),
        PlayError::Dice(why) => Trouble::Poisoned(why.to_string()),
        PlayError::Stuck => Trouble::Poisoned("the rules did not come to rest".to_owned()),
    }
}

/// Returns the score of a game, where it is another one than before.
pub(super) fn new_scores(before: Option<&Scoreboard>, after: &AnyGame) -> Option<Scoreboard> {
    after.scoreboard().filter(|now| before != Some(now))
}

/// Returns events as they stand in a row.
pub(super) fn list(events: &[Json]) -> Result<Payload, Trouble> {
    Payload::of(events).map_err(|why| Trouble::Poisoned(why.to_string()))
}
