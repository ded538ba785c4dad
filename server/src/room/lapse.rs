//! Answers that the clock gave because the time was over: all audiences are told which question they answered.

use bagarre_protocol::fair::{Author, Why};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Rest};

use crate::store::JournalRow;

/// Returns whether the clock made an entry because the time of its seat was over. What it says of a seal tells that already.
pub(super) fn is_lapse(row: &JournalRow) -> bool {
    let author = row.link.as_ref().and_then(|link| link.author.as_ref());
    let over = matches!(author, Some(Author::Clock { why: Why::Draft | Why::Default, .. }));
    over && row.blind.is_none()
}

/// The question that was open in a game, as far as it is public.
pub(super) fn question(before: &AnyGame) -> Option<Payload> {
    match before.rest() {
        Rest::Ask { ask, .. } => Some(ask.into()),
        Rest::Over(_) | Rest::Moving => None,
    }
}
