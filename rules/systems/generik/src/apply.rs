//! Events become the state, and facts the scene: the only writer. Nothing here decides anything.

use super::Generik;
use super::event::{Event, Fact, Mark, Unit, What};
use super::ids::Fig;
use super::next::push_after;
use super::scene::{Back, Figure, Force, Marker, PhaseNow, Scene};
use super::scores;
use super::state::{Frame, Sealed, State, Wait};
use crate::space::board_of;
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::fold::{Index as _, Put as _, Sorted as _, fold};
use bagarre_kit::procedure;

impl State {
    /// Makes an event true.
    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::Commanded(commanded) => {
                self.note_clock(commanded.seat, commanded.by_clock);
                let answers = !matches!(commanded.unit, Unit::After(..));
                procedure::apply_commanded(self, commanded, answers);
            }
            Event::Began(began) => procedure::apply_began(self, began),
            Event::Rolled(rolled) => procedure::apply_rolled(self, rolled),
            Event::Answered(answered) => {
                if !answered.silent {
                    self.note_clock(answered.seat, answered.by_clock);
                }
                procedure::apply_answered(self, answered);
            }
            Event::Championed { seat, by_clock, fig } => {
                self.note_clock(*seat, *by_clock);
                self.seal_champion(*seat, *fig);
            }
            Event::Withdrawn { seat } => {
                self.note_clock(*seat, false);
                self.unseal_champion(*seat);
            }
            Event::Stood { seat, standing } => self.stand(*seat, standing),
            Event::Said { facts } => {
                procedure::apply_facts::<Generik>(self, facts);
                if self.scene.outcome.is_some() {
                    self.stack.clear();
                    push_after(self);
                }
            }
        }
    }

    fn note_clock(&mut self, seat: Seat, by_clock: bool) {
        let missed = &mut self.missed[usize::from(seat.0)];
        *missed = if by_clock { missed.saturating_add(1) } else { 0 };
    }

    /// Makes facts true; the terrain is built again when there is more of it.
    pub(super) fn tell(&mut self, facts: &[Fact]) {
        let pieces = self.scene.pieces.len();
        for fact in facts {
            self.scene.apply(&fact.what);
            if let What::Ended { outcome } = &fact.what {
                self.tally.close(scores::closing(self, outcome));
            }
        }
        if self.scene.pieces.len() != pieces {
            self.board = board_of(&self.scene.pieces).into();
        }
    }

    fn unseal_champion(&mut self, seat: Seat) {
        self.scene.sealed = self.scene.sealed.without(seat);
        if let Some(Wait::Champions(seals)) = self.wait_mut() {
            seals.set(seat, None);
        }
    }

    fn seal_champion(&mut self, seat: Seat, fig: Sealed<Fig>) {
        self.scene.sealed = self.scene.sealed.with(seat);
        let Some(Wait::Champions(seals)) = self.wait_mut() else { return };
        seals.set(seat, Some(fig));
        let figs: Option<Vec<Fig>> = seals.iter().map(|(_, fig)| fig.copied()).collect();
        if let Some(figs) = figs {
            self.questions += 1;
            self.inherited.answer = Seats::NONE;
            self.stack.pop();
            self.stack.push(Frame::Todo(Unit::Champions(figs)));
        }
    }
}

/// Nothing may be taken back.
const NOTHING: Vec<Back> = Vec::new();

#[fold(table = FOLD, what = What, at = "scene")]
impl Scene {
    fn fig(&mut self, fig: Fig) -> &mut Figure {
        &mut self.figures[fig.i()]
    }

    fn of(&mut self, seat: Seat) -> &mut Force {
        &mut self.forces[seat.i()]
    }

    /// Makes the scene what the fact says it is.
    pub(super) fn apply(&mut self, what: &What) {
        match what {
            What::Turn { turn, da, idle } => self.open_turn(*turn, da, *idle),
            What::Phase { number, seat } => {
                self.phase = PhaseNow { number: *number, seat: *seat, ..PhaseNow::default() };
                for figure in &mut self.figures {
                    figure.distract_used = false;
                }
            }
            What::PhaseOver { why, empty_run, .. } => {
                (self.phase.end, self.empty_run) = (Some(*why), *empty_run);
                self.phase.heroic = None;
            }
            What::Ending { why } => self.phase.end = Some(*why),
            What::Acted { fig } => self.note_act(*fig),
            What::Ledger { seat, fig } => self.phase.ledger.push((*seat, *fig)),
            What::Kept { back } => self.phase.back.push(back.clone()),
            What::Settled => self.phase.back = NOTHING,
            What::HeroicDie { fig } => self.phase.heroic = *fig,
            What::HeroicLocked { seat } => self.of(*seat).heroic_locked = true,
            What::Beaten { seat, why } => self.of(*seat).beaten = Some(*why),
            What::Conceding { seat } => self.of(*seat).conceding = true,
            What::DrawOffer { seat, offer } => self.of(*seat).offers_draw = *offer,
            What::Control { control } => self.control = *control,
            What::Sacked { marker, .. } => self.markers[marker.i()].sacked = true,
            What::Ended { outcome } => self.outcome = Some(outcome.clone()),
            What::After { seat, aftermath } => self.after.put(seat.i(), (**aftermath).clone()),
            _ => self.apply_to_figures(what),
        }
    }

    fn apply_to_figures(&mut self, what: &What) {
        match *what {
            What::Da { fig, da, taken } => {
                let figure = self.fig(fig);
                (figure.da, figure.da_removed) = (da, figure.da_removed || taken);
            }
            What::Moved { fig, ref path, z, .. } => {
                let figure = self.fig(fig);
                figure.z = z;
                if let Some(at) = path.last() {
                    figure.at = *at;
                }
            }
            What::Faced { fig, facing } => self.fig(fig).facing = facing,
            What::Cover { fig, in_cover } => self.fig(fig).in_cover = in_cover,
            What::Down { fig, down } => self.fig(fig).down = down,
            What::Wounded { fig, wounded } => self.fig(fig).wounded = wounded,
            What::Status { fig, status } => self.fig(fig).status = status,
            What::Charges { fig, charges } => self.fig(fig).charges = charges,
            What::Used { fig, mark } => {
                let figure = self.fig(fig);
                match mark {
                    Mark::HeroicTried => figure.heroic_tried = true,
                    Mark::Shield => figure.shield_used = true,
                    Mark::Dim => figure.dim_rolled = true,
                    Mark::Distract => figure.distract_used = true,
                    Mark::Flask => figure.flask_used = true,
                    Mark::Lucky => figure.lucky_used = true,
                    Mark::Moustache => figure.moustache_used = true,
                }
            }
            _ => self.apply_to_setup(what),
        }
    }

    fn apply_to_setup(&mut self, what: &What) {
        match what {
            What::Stage { stage } => self.stage = *stage,
            What::Scenario { scenario } => self.scenario = Some(*scenario),
            What::Due { pieces } => self.pieces_due = *pieces,
            What::Piece { piece, .. } => self.pieces.push(*piece),
            What::Attacker { seat, order } => (self.attacker, self.order) = (Some(*seat), order.clone()),
            What::Edge { seat, edge } => self.of(*seat).edge = Some(*edge),
            What::Sealed { seat } => self.sealed.keep_sorted(*seat),
            What::Champion { seat, fig } => self.of(*seat).champion = Some(*fig),
            What::Marker { at, owner, .. } => {
                self.markers.push(Marker { at: *at, owner: *owner, sacked: false });
            }
            What::TakenBack { fig, at, z, facing, da, in_cover, last, left, acted, turn_acted, back } => {
                let figure = self.fig(*fig);
                (figure.at, figure.z, figure.facing) = (*at, *z, *facing);
                (figure.da, figure.in_cover) = (*da, *in_cover);
                (self.phase.last, self.phase.left) = (*last, left.clone());
                self.turn_acted = *turn_acted;
                (self.phase.acted, self.phase.back) = (*acted, back.clone());
            }
            What::Fielded { seat, count, value } => {
                let force = self.of(*seat);
                (force.initial_count, force.value) = (*count, *value);
            }
            _ => {}
        }
    }

    /// A turn begins: full DA, and what the turn remembered is gone (GEN-TRN-07).
    fn open_turn(&mut self, turn: u8, da: &[u8], idle: u8) {
        (self.turn, self.idle_turns, self.turn_acted, self.empty_run) = (turn, idle, false, 0);
        for (figure, da) in self.figures.iter_mut().zip(da) {
            figure.da = *da;
            (figure.heroic_tried, figure.shield_used, figure.dim_rolled) = (false, false, false);
            figure.da_removed = false;
        }
        for force in &mut self.forces {
            force.heroic_locked = false;
        }
    }

    /// The phase is not empty any more (GEN-TRN-06); a figure that is left for another one is noted.
    fn note_act(&mut self, fig: Fig) {
        (self.phase.acted, self.turn_acted) = (true, true);
        if let Some(last) = self.phase.last
            && last != fig
            && !self.phase.left.contains(&last)
        {
            self.phase.left.push(last);
        }
        self.phase.last = Some(fig);
    }
}
