//! The answer that the chances shown beside the answers speak for.

use super::command::{Ask, Command};
use super::next::open;
use super::state::State;
use bagarre_kit::contract::Seat;

/// Hundredths of a PE.
const PE: i64 = 100;

/// Total defence as a reaction costs an activation (ENE-DEF-03). It is proposed where it saves a PE on average, or half of those that
/// are left; where it saves nothing, the blow is taken. `None` in between, where it is for the player to weigh.
pub(super) fn proposal(state: &State, seat: Seat) -> Option<Command> {
    let asked = open(state)?;
    let Ask::React { id, seat: asked, who, now, then, .. } = *asked else { return None };
    if asked != seat {
        return None;
    }
    let pe = i64::from(state.scene.fighters.get(who.n())?.pe);
    let saved = i64::from(now.damage) - i64::from(then.damage);
    let better = then.percent() <= now.percent();
    if saved <= 0 && then.percent() >= now.percent() {
        return Some(Command::Say { question: id, yes: false });
    }
    let worth = better && saved > 0 && (saved >= PE || 2 * saved >= PE * pe);
    worth.then_some(Command::Say { question: id, yes: true })
}
