//! The answers that count when a seat gives none (section E).

use super::Energie;
use super::command::{Act, After, Ask, Command};
use super::doctrine;
use super::legal;
use super::next::open;
use super::placing;
use super::scene::Boon;
use super::state::{Sealed, State};
use super::tables::tables;
use bagarre_kit::contract::Seat;
use bagarre_kit::procedure::System as _;

/// The default of what a seat is asked; of a seat that is not there, an answer that is refused.
pub(super) fn default_answer(state: &State, seat: Seat) -> Command {
    let question = state.questions + 1;
    let nothing = Command::Say { question, yes: false };
    if seat.0 >= state.seats() {
        return nothing;
    }
    let away = Energie::has_given_up(state, seat);
    match open(state).as_deref() {
        // ENE-DEC-16.
        Some(Ask::Deploy { .. }) => {
            Command::Deploy { question, places: Sealed(placing::usual(&state.fixed.setup, seat)) }
        }
        Some(Ask::Act { id, who, left, .. }) => {
            // ENE-DEC-02, ENE-DEC-03: doctrine first, then a simple position; who is away or a referee plays by doctrine.
            let second = *left < tables().actions.per_activation;
            let own = state.scene.fighter(*who).sheet.seat.is_some();
            let defends = second && own && !away && legal::check(state.public(), *who, &Act::Defend).is_ok();
            let act = if defends { Act::Defend } else { doctrine::act(state.public(), *who) };
            Command::Act { question: *id, act }
        }
        // ENE-DEC-01: ascending id.
        Some(Ask::Order { id, tied, .. }) => Command::Order { question: *id, order: tied.clone() },
        // ENE-DEC-05; of who is away by doctrine (ENE-PLY-08).
        Some(Ask::React { id, who, percent, .. }) => {
            let yes = away && doctrine::reacts(state.public(), *who, *percent);
            Command::Say { question: *id, yes }
        }
        // ENE-DEC-10.
        Some(Ask::Stabilise { id, .. }) => Command::Say { question: *id, yes: true },
        // ENE-MJ-06: as by default.
        Some(Ask::Clause { id, .. }) => Command::Rule { question: *id, value: None },
        // ENE-DEC-06, ENE-DEC-12, ENE-DEC-13, ENE-DEC-19.
        Some(Ask::Guard { id, .. } | Ask::Death { id, .. } | Ask::Vote { id, .. }) => {
            Command::Say { question: *id, yes: false }
        }
        // ENE-DEC-18.
        Some(Ask::Window { id, .. }) => Command::Window { question: *id, boon: Boon::default() },
        Some(Ask::Bring { id, .. }) => Command::Bring { question: *id, opponents: Vec::new() },
        Some(Ask::After { .. }) => Command::After { after: After::Done },
        None => nothing,
    }
}
