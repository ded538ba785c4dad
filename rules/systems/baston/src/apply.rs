//! Events become the state, and facts the scene: the only writer. Nothing here decides anything.

use super::Baston;
use super::decide::{rewriters, writers};
use super::event::{Event, Unit, What};
use super::ids::Who;
use super::order::Sequence;
use super::scene::{DoorState, Fate, Figure, Phase, Scene, Task};
use super::state::{Frame, Sealed, State, Wait};
use bagarre_kit::contract::Seats;
use bagarre_kit::fold::{Index as _, Sorted as _, fold};
use bagarre_kit::procedure;

impl State {
    /// Makes an event true.
    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::Programmed { seat, sheets, .. } | Event::Rewrote { seat, sheets, .. } => {
                if let Some(wait) = self.wait_mut() {
                    wait.seals_mut().set(*seat, Some(sheets.clone()));
                }
                self.open_seals();
            }
            Event::Withdrawn { seat } => {
                if let Some(wait) = self.wait_mut() {
                    wait.seals_mut().set(*seat, None);
                }
            }
            Event::Stood { seat, standing } => self.stand(*seat, standing),
            Event::Dropped { facts } => procedure::apply_facts::<Baston>(self, facts),
            Event::Conceded { facts } => {
                procedure::apply_facts::<Baston>(self, facts);
                if self.scene.outcome.is_some() {
                    self.stack.clear();
                }
                self.open_seals();
            }
            Event::Began(began) => procedure::apply_began(self, began),
            Event::Rolled(rolled) => procedure::apply_rolled(self, rolled),
            Event::Answered(answered) => procedure::apply_answered(self, answered),
        }
    }

    /// Once the last one has confirmed, sealed sheets become those of the turn and are revealed.
    fn open_seals(&mut self) {
        let (asked, then) = match self.wait() {
            Some(Wait::Programming(_)) => (writers(self), Unit::Reveal),
            Some(Wait::Rewriting(_)) => (rewriters(self), Unit::Rewritten),
            None => return,
        };
        if self.wait().is_none_or(|wait| !wait.seals().missing(asked).is_empty()) {
            return;
        }
        let Some(Frame::Wait(wait)) = self.stack.pop() else { return };
        if then == Unit::Reveal {
            self.inherited.opened = self.inherited.answer;
            self.sheets.fill(None);
        }
        self.inherited.answer = Seats::NONE;
        for sheet in wait.seals().iter().filter_map(|(_, sheets)| sheets).flatten() {
            self.sheets[sheet.who.i()] = Some(Sealed(sheet.clone()));
        }
        self.stack.push(Frame::Todo(then));
    }
}

#[fold(table = FOLD, what = What, places(figures = "fighters.*.now", scores = "bands.*.score"))]
impl Scene {
    fn fig(&mut self, who: Who) -> &mut Figure {
        &mut self.figures[who.i()]
    }

    /// Makes the scene what the fact says it is.
    pub(super) fn apply(&mut self, what: &What) {
        match *what {
            What::Turn { turn } => self.open_turn(turn),
            What::Enter { phase, sequence } => self.enter(phase, sequence),
            What::Revealed { who, orders } => self.fig(who).orders = orders,
            What::Acts { who } => self.active = Some(who),
            What::Cancelled { who, rounds, .. } => {
                let figure = self.fig(who);
                figure.cancelled[0] |= rounds[0];
                figure.cancelled[1] |= rounds[1];
            }
            What::Lost { who, round, .. } => match round {
                1 => self.fig(who).cancelled[0] = true,
                2 => self.fig(who).cancelled[1] = true,
                _ => {}
            },
            What::Done { who, done } => self.fig(who).done = done,
            What::Queued { who, queued } => self.fig(who).queued = queued,
            What::Owes { who, owes } => self.fig(who).owes = owes,
            What::Rests { who, resting } => self.fig(who).resting = resting,
            What::Shaken { who, shaken } => self.fig(who).shaken = shaken,
            What::Ranked { who, rank } => self.fig(who).rank = rank,
            What::Moved { who, to, top, .. } => {
                let figure = self.fig(who);
                (figure.at, figure.top) = (to, top);
                if figure.fate == Fate::Waiting {
                    figure.fate = Fate::In;
                }
            }
            What::OnTop { who, top } => self.fig(who).top = top,
            What::Faced { who, dir } => self.fig(who).facing = dir,
            What::Posture { who, prone } => self.fig(who).prone = prone,
            What::Wounded { who, part, left, .. } => self.fig(who).left[part.i()] = left,
            What::Stunned { who, stun, fresh, .. } => {
                let figure = self.fig(who);
                (figure.stun, figure.fresh) = (stun, fresh);
            }
            What::Out { who, by } => self.take_out(who, by, Fate::Out),
            What::LeftBoard { who, by, .. } => self.take_out(who, by, Fate::Left),
            What::Seized { who, victim } => {
                self.fig(who).holding = Some(victim);
                self.fig(victim).held_by = Some(who);
            }
            What::Released { who, victim } => {
                self.fig(who).holding = None;
                let victim = self.fig(victim);
                victim.held_by = None;
                // The victim plays its orders of this sequence after all (BAS-CT-06).
                if !victim.done && victim.stun == 0 {
                    victim.cancelled = [false; 2];
                }
            }
            What::Working { who, task } => self.fig(who).task = task,
            _ => self.apply_to_things(what),
        }
    }

    fn apply_to_things(&mut self, what: &What) {
        match *what {
            What::Item { id, kind, place } => {
                let item = &mut self.items[id.i()];
                (item.kind, item.place) = (kind, place);
            }
            What::Piece { id, cells, overturned, gone } => {
                let piece = &mut self.pieces[id.i()];
                (piece.cells, piece.overturned, piece.gone) = (cells, overturned, gone);
            }
            What::Leaf { door, leaf, open } => self.doors[door.i()].open[leaf.i()] = open,
            What::Bolt { door, bolted } => self.doors[door.i()].bolted = bolted,
            What::DoorDestroyed { door } => {
                self.doors[door.i()] = DoorState { destroyed: true, ..DoorState::default() };
            }
            What::Window { window, state } => self.windows[window.i()] = state,
            What::PanelDestroyed { panel } => self.panels[panel.i()] = true,
            What::PhoneDestroyed { phone } => self.phones[phone.i()] = true,
            What::Glass { at, present } => {
                if present {
                    self.glass.keep_sorted(at);
                } else {
                    self.glass.drop_sorted(at);
                }
            }
            What::GaveUp { seat } => self.gave_up.keep_sorted(seat),
            What::Score { seat, total, .. } => self.scores[seat.i()] = total,
            What::Plot { ref plot } => self.plot = plot.clone(),
            What::Over { ref outcome } => {
                self.outcome = Some(outcome.clone());
                (self.phase, self.active) = (Phase::Over, None);
            }
            _ => {}
        }
    }

    /// A turn begins: last turn's orders are gone.
    fn open_turn(&mut self, turn: u8) {
        (self.turn, self.sequence, self.phase, self.active) = (turn, 0, Phase::Programming, None);
        for figure in &mut self.figures {
            figure.orders = [Sequence::REST; 3];
        }
    }

    /// A phase begins. Entering the rank phase opens a sequence: what is owed becomes this sequence's rest.
    fn enter(&mut self, phase: Phase, sequence: u8) {
        (self.phase, self.sequence, self.active) = (phase, sequence, None);
        if phase == Phase::Rank {
            for figure in &mut self.figures {
                figure.resting = figure.owes;
                figure.owes = false;
                (figure.done, figure.shaken, figure.queued) = (false, false, false);
                figure.cancelled = [false; 2];
                if let Some(Task::Rob { resting, .. } | Task::Dress { resting, .. }) = &mut figure.task {
                    *resting = true;
                }
            }
        }
    }

    /// Takes a character out of play with the fate given, and clears all that is pending for it.
    fn take_out(&mut self, who: Who, by: Option<Who>, fate: Fate) {
        let figure = self.fig(who);
        (figure.fate, figure.by) = (fate, by);
        (figure.stun, figure.fresh) = (0, false);
        (figure.owes, figure.resting, figure.queued, figure.shaken) = (false, false, false, false);
        figure.task = None;
    }
}
