//! Audiences: those who see the same of a game.

use bagarre_rules::contract::{Audience, Seat};

/// What audiences are told apart by: a seat, or all who watch.
pub(super) type AudienceKey = Option<Seat>;

/// The audience of the rules that a key stands for.
pub(super) fn audience(key: AudienceKey) -> Audience {
    key.map_or(Audience::Spectator, Audience::Seat)
}
