//! Standing answers.

use super::command::Ask;
use super::event::Input;
use super::state::State;
use crate::contract::Seat;

pub(super) fn answer(_state: &State, _ask: &Ask) -> Option<(Seat, Input)> {
    None
}
