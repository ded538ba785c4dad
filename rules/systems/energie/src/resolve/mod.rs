//! Resolution: every piece of work is one procedure, written in the order of the rules (see [`bagarre_kit::procedure`]).

mod acts;
mod after;
mod area;
mod attack;
mod begin;
mod end;
mod hurt;
mod master;
mod moves;
mod skills;
mod slot;
mod test;
mod turn;
mod vehicles;

use super::Energie;
use super::arena::Map;
use super::command::Ask;
use super::event::{Answer, Unit, What};
use super::ids::{Who, Zone};
use super::scene::{Fighter, Marks, Turn};
use super::state::PublicState;
use bagarre_kit::contract::Seat;
use bagarre_kit::procedure;

pub(super) use acts::{MOST_POOL, MOST_TOKENS};
pub(super) use after::check_after;
pub(super) use begin::{MOST_FIGHTERS, joiner, sheet_of_hero, sheet_of_opponent, starting};
pub(super) use end::beaten;
pub(super) use hurt::{LEAST_PE, MOST_COUNTED, MOST_LITTER};
pub(super) use master::{
    MOST_BOONS, MOST_PENDING, check_boon, check_bring, check_clause, check_meddle, rulings,
};

/// The result of a step of work: a value, or a stop because the tape ended.
pub(super) type Flow<T = ()> = procedure::Flow<Energie, T>;

procedure::script! {
    /// One run of a piece of work.
    pub Script of Energie
}

/// What procedures note for themselves.
#[derive(Default)]
pub struct Notes {
    /// Mines that went off in this run.
    blown: Vec<(u8, Zone)>,
}

impl<'a> Script<'a> {
    /// The map.
    fn map(&self) -> &'a Map {
        self.state.fixed.setup.map()
    }
}

impl Script<'_> {
    /// All that is public, at this point of the work.
    pub(super) fn public(&self) -> PublicState<'_> {
        PublicState::new(&self.state.fixed.setup, &self.scene)
    }

    /// A character at this point of the work.
    fn f(&self, who: Who) -> &Fighter {
        self.scene.fighter(who)
    }

    /// Changes what is remembered of a character.
    fn mark(&mut self, rule: &'static str, who: Who, change: impl FnOnce(&mut Marks)) {
        let mut marks = self.f(who).marks;
        change(&mut marks);
        if marks != self.f(who).marks {
            self.tell(rule, What::Marks { who, marks });
        }
    }

    /// Changes the activation that is open.
    fn turn(&mut self, rule: &'static str, change: impl FnOnce(&mut Turn)) {
        if let Some(mut act) = self.scene.act {
            change(&mut act);
            if Some(act) != self.scene.act {
                self.tell(rule, What::Activation { act: Some(act) });
            }
        }
    }

    /// The player of a character who is asked things about it.
    fn player(&self, who: Who) -> Option<Seat> {
        self.f(who).sheet.seat
    }

    /// Asks something that is answered with yes or no.
    fn ask(&mut self, make: impl FnOnce(u32) -> Ask) -> Flow<bool> {
        self.put(make, |answer| if let Answer::Yes(yes) = answer { Some(*yes) } else { None })
    }

    pub(super) fn play(&mut self, unit: &Unit) -> Flow {
        match unit {
            Unit::Begin => self.begin(),
            Unit::Reveal(places) => self.reveal(places),
            Unit::Pas => return self.draw_pas(),
            Unit::Turn => return self.open_turn(),
            Unit::Slot(who) => return self.open_slot(*who),
            Unit::Act(who, act) => return self.act(*who, act),
            Unit::EndSlot(who) => return self.end_slot(*who),
            Unit::EndTurn => return self.end_turn(),
            Unit::Bring(list) => self.bring(list),
            Unit::NextTurn => return self.limit(),
            Unit::Met => return self.met(),
            Unit::After(seat, after) => return self.step_after(*seat, *after),
        }
        Ok(())
    }
}
