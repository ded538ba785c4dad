//! Bots: they play a seat from what it may see and what it is asked.

use super::Baston;
use super::command::{Ask, Command, Form, Sheet};
use super::order::{R2, RestAfter, Sequence};
use super::programme::variants;
use super::state::Sealed;
use super::view::View;
use crate::contract::{Bot, Seat};
use crate::dice::Dice;

/// Plays any legal programme and any answer, with no plan at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyBot;

fn pick<T: Clone>(dice: &mut dyn Dice, list: &[T]) -> Option<T> {
    let n = list.len().min(250);
    (n > 0).then(|| list[usize::from(dice.die(n as u8)) - 1].clone())
}

/// Any legal sheet of a form.
fn any_sheet(form: &Form, dice: &mut dyn Dice) -> Sheet {
    let mut sheet =
        Sheet { who: form.who, orders: form.orders, instructions: super::command::Instructions::default() };
    let mut rest = false;
    for n in 0..3 {
        if form.locked[n].is_some() || rest {
            rest = false;
            if form.locked[n] != Some(super::command::Lock::Played) {
                sheet.orders[n] = Sequence::REST;
            }
            continue;
        }
        let Some(head) = pick(dice, &form.heads) else { continue };
        let Some(r1) = pick(dice, &variants(&head)) else { continue };
        let then = R2::ALL.into_iter().filter(|r2| head.then.iter().any(|code| code == r2.code()));
        let r2 = pick(dice, &then.collect::<Vec<_>>()).unwrap_or_default();
        sheet.orders[n] = Sequence { r1, r2 };
        rest =
            head.rest_after == RestAfter::NextSequence || form.resting.iter().any(|code| code == r2.code());
    }
    sheet
}

impl Bot<Baston> for AnyBot {
    fn answer(&mut self, _view: &View, ask: &Ask, _seat: Seat, dice: &mut dyn Dice) -> Command {
        match ask {
            Ask::Plan { turn, forms } => Command::Programme {
                turn: *turn,
                sheets: Sealed(forms.iter().map(|form| any_sheet(form, dice)).collect()),
            },
            Ask::Rewrite { turn, sequence, forms, .. } => Command::Rewrite {
                turn: *turn,
                sequence: *sequence,
                sheets: Sealed(forms.iter().map(|form| any_sheet(form, dice)).collect()),
            },
            Ask::Decide(question) => Command::Answer {
                question: question.id,
                choice: pick(dice, &question.options).unwrap_or_else(|| question.default_choice()),
            },
        }
    }
}

/// Closes in and fights with what it holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Brawler;

impl Bot<Baston> for Brawler {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        AnyBot.answer(view, ask, seat, dice)
    }
}
