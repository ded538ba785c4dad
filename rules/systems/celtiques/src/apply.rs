//! The only writer: facts become true.

use super::event::{Event, Fact, What};
use super::ids::Who;
use super::scene::{Fighter, Scene};
use super::state::State;
use super::tables::tables;
use bagarre_kit::contract::Seat;
use bagarre_kit::fold::{Index as _, fold};
use bagarre_kit::procedure;

/// Questions in a row after which a seat is played by its doctrine (CEL-PLY-08).
pub(super) fn patience() -> u8 {
    tables().patience.questions
}

impl State {
    /// Makes the state what the event says it is.
    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::Began(began) => procedure::apply_began(self, began),
            Event::Rolled(rolled) => procedure::apply_rolled(self, rolled),
            Event::Answered(answered) => {
                if !answered.silent {
                    self.note_answer(answered.seat, answered.by_clock);
                }
                procedure::apply_answered(self, answered);
            }
            Event::Sealed { seat, by_clock, silent, seal } => {
                if !silent {
                    self.note_answer(*seat, *by_clock);
                }
                super::next::set_apart(self, *seat, seal.clone());
            }
            Event::Withdrawn { seat } => {
                self.note_answer(*seat, false);
                super::next::take_back(self, *seat);
            }
            Event::Stood { seat, standing } => {
                self.note_answer(*seat, false);
                self.stand(*seat, standing);
            }
            Event::Preset { seat, presets } => {
                self.note_answer(*seat, false);
                if let Some(standing) = self.standing.get_mut(usize::from(seat.0)) {
                    standing.presets.clone_from(&presets.0);
                }
            }
            Event::Said { seat, facts } => {
                self.note_answer(*seat, false);
                procedure::apply_facts::<super::Celtiques>(self, facts);
                super::next::moved_on(self);
            }
        }
    }

    /// A seat has spoken, or the clock for it.
    fn note_answer(&mut self, seat: Seat, by_clock: bool) {
        if let Some(missed) = self.missed.get_mut(usize::from(seat.0)) {
            *missed = if by_clock { missed.saturating_add(1).min(patience()) } else { 0 };
        }
    }

    /// Makes facts true of the game.
    pub(super) fn tell(&mut self, facts: &[Fact]) {
        for fact in facts {
            if matches!(fact.what, What::Turn { .. }) {
                self.missed.iter_mut().filter(|missed| **missed < patience()).for_each(|missed| *missed = 0);
            }
            self.course.scene.apply(&fact.what);
        }
    }
}

#[fold(table = FOLD, what = What, at = "scene")]
impl Scene {
    fn who(&mut self, who: Who) -> &mut Fighter {
        &mut self.fighters[who.i()]
    }

    /// Makes the scene what the fact says it is.
    #[allow(clippy::assigning_clones, reason = "assignments are what clients fold")]
    pub(super) fn apply(&mut self, what: &What) {
        match what {
            What::Stage { stage } => self.stage = *stage,
            What::Turn { turn, order } => (self.turn, self.order) = (*turn, order.clone()),
            What::Segment { segment } => self.segment = *segment,
            What::Pose { who, pose } => self.who(*who).pose = (**pose).clone(),
            What::Body { who, body } => self.who(*who).body = (**body).clone(),
            What::Gear { who, gear } => self.who(*who).gear = (**gear).clone(),
            What::Count { who, count } => self.who(*who).turn = (**count).clone(),
            What::Beat { who, beat } => self.who(*who).beat = (**beat).clone(),
            What::Mind { who, mind } => self.who(*who).mind = (**mind).clone(),
            What::Ties { who, ties } => self.who(*who).ties = (**ties).clone(),
            What::Camp { side, camp } => self.camps[side.i()] = (**camp).clone(),
            What::Yields { side, seats, all } => {
                self.camps[side.i()].yielding = *seats;
                self.camps[side.i()].conceded = *all;
            }
            What::Quiet { seats } => self.quiet = *seats,
            What::Sealed { seats } => self.sealed = *seats,
            What::Things { things } => self.things = things.clone(),
            What::Standard { at } => self.standard = *at,
            What::Rulings { rulings } => self.rulings = (**rulings).clone(),
            What::Ended { outcome } => self.outcome = Some(outcome.clone()),
            _ => {}
        }
    }
}
