//! A bot with no plan at all: every order that may be written gets its chance, and every answer.

use super::{below, pick};
use crate::Baston;
use crate::command::{Arm, Ask, Command, DropPlan, Form, Head, Instructions, Lock, Moment, Sheet};
use crate::ids::{ItemId, ItemKind, Part, Who};
use crate::order::{Pivot, R1, R2, Sequence};
use crate::scene::Place;
use crate::state::Sealed;
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;

/// Plays any legal programme and any answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyBot;

/// A first-round order of a head: any parameter, any pivot.
fn any_first(head: &Head, dice: &mut dyn Dice) -> Option<R1> {
    let param = pick(dice, &head.params).copied();
    let pivot = match dice.die(3) {
        1 if head.pivot => Some(Pivot::Left),
        2 if head.pivot => Some(Pivot::Right),
        _ => None,
    };
    R1::of(&head.code, param, pivot)
}

/// Any two orders. Half the time the first round is drawn first, half the time the second, so that an order that
/// goes with few others has its chance too.
fn any_sequence(form: &Form, dice: &mut dyn Dice) -> Option<Sequence> {
    let second = R2::ALL[below(dice, R2::ALL.len())];
    let heads: Vec<&Head> =
        form.heads.iter().filter(|head| form.then(head).iter().any(|then| then == second.code())).collect();
    if dice.die(2) == 1 && !heads.is_empty() {
        let head = pick(dice, &heads)?;
        return Some(Sequence { r1: any_first(head, dice)?, r2: second });
    }
    let head = pick(dice, &form.heads)?;
    let code = pick(dice, form.then(head))?;
    Some(Sequence { r1: any_first(head, dice)?, r2: R2::of(code)? })
}

/// Any legal sheet of a form.
fn any_sheet(view: &View, form: &Form, dice: &mut dyn Dice) -> Sheet {
    let mut sheet = Sheet { who: form.who, orders: form.orders, instructions: Instructions::default() };
    let mut rest = false;
    for n in 0..3 {
        if form.locked[n] == Some(Lock::Played) {
            continue;
        }
        let order = if form.locked[n].is_some() || rest { None } else { any_sequence(form, dice) };
        sheet.orders[n] = order.unwrap_or_default();
        rest = sheet.orders[n].owes_next();
    }
    if dice.die(4) == 1 {
        sheet.instructions = any_instructions(view, form.who, dice);
    }
    sheet
}

fn any_instructions(view: &View, who: Who, dice: &mut dyn Dice) -> Instructions {
    let mut list = Instructions::default();
    if dice.die(2) == 1 {
        list.weapons = vec![Arm::Item(ItemKind::ALL[below(dice, ItemKind::ALL.len())]), Arm::Fist];
    }
    list.part = (dice.die(2) == 1).then(|| Part::ALL[below(dice, Part::ALL.len())]);
    if dice.die(3) == 1 {
        list.spare = vec![Who(below(dice, view.fighters.len()) as u8)];
    }
    let carried = |(n, item): (usize, &crate::scene::Item)| {
        (item.place == Place::Carried(who)).then_some(ItemId(n as u8))
    };
    let carried: Vec<ItemId> = view.items.iter().enumerate().filter_map(carried).collect();
    if let Some(item) = pick(dice, &carried).copied().filter(|_| dice.die(4) == 1) {
        let moments = [Moment::BeforeRound1, Moment::BetweenRounds, Moment::AfterRound2];
        let when = moments[below(dice, 3)];
        list.drops = vec![DropPlan { item, sequence: dice.die(3), when }];
    }
    list
}

impl Bot<Baston> for AnyBot {
    fn answer(&mut self, view: &View, ask: &Ask, _seat: Seat, dice: &mut dyn Dice) -> Command {
        match ask {
            Ask::Plan { turn, forms } => Command::Programme {
                turn: *turn,
                sheets: Sealed(forms.iter().map(|form| any_sheet(view, form, dice)).collect()),
            },
            Ask::Rewrite { turn, sequence, forms, .. } => Command::Rewrite {
                turn: *turn,
                sequence: *sequence,
                sheets: Sealed(forms.iter().map(|form| any_sheet(view, form, dice)).collect()),
            },
            Ask::Decide(question) => Command::Answer {
                question: question.id,
                choice: pick(dice, &question.options).cloned().unwrap_or_else(|| question.default_choice()),
            },
        }
    }
}
