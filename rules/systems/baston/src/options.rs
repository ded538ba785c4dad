//! What a seat may answer: all of it, or a fair sample where there is too much.

use super::command::{Command, Lock, Sheet};
use super::decide::{rewriting, writing};
use super::ids::Who;
use super::next;
use super::order::{R2, Sequence};
use super::programme;
use super::state::{Sealed, State, Wait};
use bagarre_kit::contract::Seat;

/// Calls `each` with legal answers. Programmes are sampled: for each character every pair of orders in its first open
/// sequence, while the others rest.
pub(super) fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
    let turn = state.scene.turn;
    if let Some((_, question)) = state.question() {
        if question.seat == seat {
            for choice in &question.options {
                each(Command::Answer { question: question.id, choice: choice.clone() });
            }
        }
        return;
    }
    let Some(wait) = state.wait() else { return };
    if wait.seals().has(seat) {
        return each(Command::Withdraw { turn });
    }
    // Rest, or the orders as they are, may be all that is left.
    each(next::default_answer(state, seat));
    match wait {
        Wait::Programming(_) => {
            for sheet in sheets(state, &writing(state, seat)) {
                each(Command::Programme { turn, sheets: Sealed(vec![sheet]) });
            }
        }
        Wait::Rewriting(_) => {
            let sequence = state.scene.sequence;
            for sheet in sheets(state, &rewriting(state, seat)) {
                each(Command::Rewrite { turn, sequence, sheets: Sealed(vec![sheet]) });
            }
        }
    }
}

fn sheets(state: &State, whos: &[Who]) -> Vec<Sheet> {
    let mut list = Vec::new();
    for who in whos {
        let form = programme::form(state, *who);
        let Some(open) = form.locked.iter().position(Option::is_none) else { continue };
        let mut rest = programme::known(state, *who);
        for n in 0..3 {
            if form.locked[n] != Some(Lock::Played) {
                rest.orders[n] = Sequence::REST;
            }
        }
        for head in form.heads.iter() {
            let then = form.then(head);
            let seconds: Vec<R2> =
                R2::ALL.into_iter().filter(|r2| then.iter().any(|code| code == r2.code())).collect();
            for r1 in programme::variants(head) {
                for r2 in &seconds {
                    let mut sheet = rest.clone();
                    sheet.orders[open] = Sequence { r1, r2: *r2 };
                    list.push(sheet);
                }
            }
        }
    }
    list
}
