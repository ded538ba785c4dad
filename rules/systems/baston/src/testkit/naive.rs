//! A naive way to play Baston.

use crate::Baston;
use crate::command::{Ask, Command, Form, Instructions, Sheet};
use crate::ids::Who;
use crate::order::{Blow, R1, R2, Sequence};
use crate::scene::Figure;
use crate::state::{Sealed, State};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::grid::{Dir, Point};

impl Baston {
    /// What a naive player says to what it is asked.
    pub(super) fn naive_answer(state: &State, seat: Seat) -> Command {
        match Self::ask_for(state, seat) {
            Some(Ask::Plan { turn, forms }) => {
                let sheets = Sealed(forms.iter().map(|form| sheet(state, seat, form)).collect());
                Command::Programme { turn, sheets }
            }
            Some(Ask::Rewrite { turn, sequence, forms, .. }) => {
                let sheets = Sealed(forms.iter().map(|form| sheet(state, seat, form)).collect());
                Command::Rewrite { turn, sequence, sheets }
            }
            _ => Self::default_answer(state, seat),
        }
    }
}

/// Writes a sheet: get up, walk to the nearest enemy, and strike in each sequence, as if the enemy stood still.
fn sheet(state: &State, seat: Seat, form: &Form) -> Sheet {
    let own = state.scene.figure(form.who);
    let (mut at, mut facing, mut prone) = (own.at, own.facing, own.prone);
    let mut sheet = Sheet { who: form.who, orders: form.orders, instructions: Instructions::default() };
    let foes = |who: &Who| state.seat_of(*who) != seat;
    let all = (0u8..).zip(&state.scene.figures).map(|(n, it)| (Who(n), it));
    let foes: Vec<&Figure> = all.filter(|(who, it)| it.in_play() && foes(who)).map(|(_, it)| it).collect();
    for (order, lock) in sheet.orders.iter_mut().zip(form.locked) {
        if lock.is_some() {
            continue;
        }
        *order = Sequence::default();
        let Some(foe) = foes.iter().min_by_key(|foe| foe.at.distance(at)) else { continue };
        let r1 = if prone {
            prone = false;
            R1::Rise(None)
        } else if foe.at.distance(at) <= 1 {
            let dir = at.dir_to(foe.at).unwrap_or(facing);
            if facing == dir {
                R1::Rest
            } else {
                facing = dir;
                R1::Face(dir)
            }
        } else {
            let dir = towards(at, foe.at);
            at = at.step(dir);
            R1::Walk(dir, None)
        };
        let wish = Sequence { r1, r2: R2::Blow(Blow::CP) };
        let fits = |it: &Sequence| may(form, *it);
        let fallback = [wish, Sequence { r1, r2: R2::Rest }, Sequence { r1: R1::Rest, r2: wish.r2 }];
        *order = fallback.into_iter().find(fits).unwrap_or_default();
    }
    sheet
}

/// Straight to a point, or nearly.
fn towards(from: Point, to: Point) -> Dir {
    Dir::ALL.into_iter().min_by_key(|dir| from.step(*dir).distance(to)).unwrap_or(Dir::N)
}

/// Whether a form takes a sequence.
fn may(form: &Form, order: Sequence) -> bool {
    let number = match order.r1 {
        R1::Walk(dir, _) | R1::Face(dir) => Some(dir.number()),
        _ => None,
    };
    form.heads.iter().any(|head| {
        head.code == order.r1.head()
            && number.is_none_or(|number| head.params.contains(&number))
            && form.then(head).iter().any(|code| code == order.r2.code())
    })
}
