//! Standing orders: what a seat has said in advance, so that play is not a chain of questions (ENE-PLY-07).

use super::command::{Ask, GuardWhen, ReactWhen};
use super::event::Answer;
use super::ids::Who;
use super::state::State;
use bagarre_kit::contract::Seat;

/// The answer that a seat has given in advance to a question in the middle of an act, if it has.
pub(super) fn answer(state: &State, ask: &Ask) -> Option<(Seat, Answer)> {
    let of = |seat: Seat| state.standing.get(usize::from(seat.0));
    match ask {
        Ask::React { seat, who, percent, .. } => {
            let yes = match of(*seat)?.of(*who)?.react {
                ReactWhen::Ask => return None,
                ReactWhen::Never => false,
                ReactWhen::Pe(most) => state.scene.fighters.get(who.n())?.pe <= most,
                ReactWhen::Percent(least) => *percent >= least,
            };
            Some((*seat, Answer::Yes(yes)))
        }
        Ask::Guard { seat, who, .. } => {
            let yes = match of(*seat)?.of(*who)?.guard {
                GuardWhen::Ask => return None,
                GuardWhen::Yes => true,
                GuardWhen::No => false,
            };
            Some((*seat, Answer::Yes(yes)))
        }
        Ask::Order { seat, tied, .. } => {
            let said = &of(*seat)?.order;
            let rank = |who: &Who| said.iter().position(|it| it == who);
            if !tied.iter().all(|who| rank(who).is_some()) {
                return None;
            }
            let mut order = tied.clone();
            order.sort_by_key(rank);
            Some((*seat, Answer::Order(order)))
        }
        Ask::Deploy { .. }
        | Ask::Act { .. }
        | Ask::Stabilise { .. }
        | Ask::Clause { .. }
        | Ask::Death { .. }
        | Ask::Vote { .. }
        | Ask::Window { .. }
        | Ask::Bring { .. }
        | Ask::After { .. } => None,
    }
}
