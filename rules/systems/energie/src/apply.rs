//! Events become the state, and facts the scene: the only writer. Nothing here decides anything.

use super::Energie;
use super::event::{Event, Fact, Unit, What};
use super::ids::{Link, Who, Zone};
use super::next::push_after;
use super::scene::{Fighter, LinkNow, Scene, Status, ZoneNow};
use super::scores;
use super::state::{Frame, Sealed, State, Wait};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::fold::{Index as _, Put as _, Sorted as _, fold};
use bagarre_kit::procedure;

impl State {
    /// Makes an event true.
    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::Commanded(commanded) => {
                let first = self
                    .scene
                    .act
                    .is_some_and(|act| act.left == super::tables::tables().actions.per_activation);
                match commanded.unit {
                    Unit::Act(..) if commanded.by_clock && first => self.note_absent(commanded.seat),
                    _ if commanded.by_clock => {}
                    _ => self.note_here(commanded.seat),
                }
                let answers = !matches!(commanded.unit, Unit::After(..) | Unit::Met);
                procedure::apply_commanded(self, commanded, answers);
            }
            Event::Began(began) => procedure::apply_began(self, began),
            Event::Rolled(rolled) => procedure::apply_rolled(self, rolled),
            Event::Answered(answered) => {
                if !answered.silent && !answered.by_clock {
                    self.note_here(answered.seat);
                }
                procedure::apply_answered(self, answered);
            }
            Event::Deployed { seat, places, .. } => self.seal_places(*seat, places),
            Event::Withdrawn { seat } => self.unseal_places(*seat),
            Event::Stood { seat, standing } => {
                self.note_here(*seat);
                self.stand(*seat, standing);
            }
            Event::Said { facts } => {
                procedure::apply_facts::<Energie>(self, facts);
                if self.scene.outcome.is_some() {
                    self.stack.clear();
                    push_after(self);
                }
            }
        }
    }

    /// An activation ran out (ENE-PLY-08).
    fn note_absent(&mut self, seat: Seat) {
        if let Some(missed) = self.missed.get_mut(usize::from(seat.0)) {
            *missed = missed.saturating_add(1);
        }
    }

    fn note_here(&mut self, seat: Seat) {
        if let Some(missed) = self.missed.get_mut(usize::from(seat.0)) {
            *missed = 0;
        }
    }

    /// Makes facts true; mines that were met are hidden no more (ENE-MAP-08).
    pub(super) fn tell(&mut self, facts: &[Fact]) {
        for fact in facts {
            self.scene.apply(&fact.what);
            match &fact.what {
                What::Mine { side, zone } => self.mines.retain(|mine| mine != &(*side, *zone)),
                What::Points { side, change, .. } => {
                    self.tally.add(*side, &fact.rule, fact.rule.id(), *change);
                }
                What::Ended { .. } => self.tally.close(scores::live(self)),
                _ => {}
            }
        }
    }

    fn unseal_places(&mut self, seat: Seat) {
        self.scene.sealed = self.scene.sealed.without(seat);
        if let Some(Wait::Deploy(seals)) = self.wait_mut() {
            seals.set(seat, None);
        }
    }

    fn seal_places(&mut self, seat: Seat, places: &Sealed<super::command::Places>) {
        self.scene.sealed = self.scene.sealed.with(seat);
        let Some(Wait::Deploy(seals)) = self.wait_mut() else { return };
        seals.set(seat, Some(places.clone()));
        let all: Option<Vec<_>> = seals.iter().map(|(_, places)| places.cloned()).collect();
        if let Some(places) = all {
            self.questions += 1;
            self.inherited.answer = Seats::NONE;
            self.stack.pop();
            let sides = self.fixed.setup.plan();
            let mines = sides
                .iter()
                .zip(&places)
                .flat_map(|((side, _), it)| it.mines.iter().map(|zone| (*side, *zone)));
            let mut mines: Vec<_> = mines.collect();
            mines.sort_unstable();
            self.mines = mines;
            self.stack.push(Frame::Todo(Unit::Reveal(
                places.into_iter().map(|it| super::command::Places { mines: Vec::new(), ..it }).collect(),
            )));
        }
    }
}

#[fold(table = FOLD, what = What, at = "scene")]
impl Scene {
    fn of(&mut self, who: Who) -> &mut Fighter {
        &mut self.fighters[who.i()]
    }

    fn zone(&mut self, zone: Zone) -> &mut ZoneNow {
        &mut self.zones[zone.i()]
    }

    fn link(&mut self, link: Link) -> &mut LinkNow {
        &mut self.links[link.i()]
    }

    /// Makes the scene what the fact says it is.
    #[allow(clippy::assigning_clones, reason = "the table of the fold knows assignments")]
    pub(super) fn apply(&mut self, what: &What) {
        match what {
            What::Turn { turn, order, meddled } => {
                (self.turn, self.slot) = (*turn, 0);
                self.order = order.clone();
                self.meddled = meddled.clone();
                for fighter in &mut self.fighters {
                    fighter.marks.attacked = false;
                }
                for vehicle in &mut self.vehicles {
                    vehicle.drives = 0;
                }
            }
            What::Slot { who, slot } => {
                self.slot = *slot;
                let fighter = self.of(*who);
                (fighter.position, fighter.pool, fighter.guard) = (0, 0, false);
                fighter.marks.begun = true;
            }
            What::Activation { act } => self.act = *act,
            What::Lost { who } => {
                let fighter = self.of(*who);
                fighter.debt = false;
                fighter.marks.lost_last = true;
            }
            What::Pe { who, pe, hurt_by, .. } => {
                let fighter = self.of(*who);
                fighter.pe = *pe;
                if hurt_by.is_some() {
                    fighter.hurt_by = *hurt_by;
                }
            }
            What::Fell { who, fell } => {
                self.falls = *fell;
                let fighter = self.of(*who);
                (fighter.position, fighter.pool, fighter.prepared, fighter.slots_down) = (0, 0, 0, 0);
                (fighter.prone, fighter.debt, fighter.guard) = (true, false, false);
                fighter.en_route = None;
                fighter.feint = None;
                fighter.fell = *fell;
                fighter.marks.awake = false;
                fighter.marks.tried = false;
            }
            What::Rose { who } => self.of(*who).slots_down = 0,
            What::Reacted { who, position } => {
                let fighter = self.of(*who);
                (fighter.position, fighter.debt, fighter.prepared) = (*position, true, 0);
            }
            What::OnGuard { who, position } => self.of(*who).position = *position,
            What::Ended { outcome } => self.outcome = Some(outcome.clone()),
            _ => self.apply_to_fighters(what),
        }
    }

    #[allow(
        clippy::assigning_clones,
        clippy::match_same_arms,
        reason = "the table of the fold knows assignments, one for each fact"
    )]
    fn apply_to_fighters(&mut self, what: &What) {
        match what {
            What::Placed { who, zone } => self.of(*who).zone = Some(*zone),
            What::Joined { who, fighter } => self.fighters.put(who.i(), (**fighter).clone()),
            What::Prone { who, prone } => self.of(*who).prone = *prone,
            What::Position { who, position } => self.of(*who).position = *position,
            What::Pool { who, pool } => self.of(*who).pool = *pool,
            What::Prepared { who, prepared } => self.of(*who).prepared = *prepared,
            What::Numb { who, numb } => self.of(*who).numb = *numb,
            What::Moved { who, zone, .. } => self.of(*who).zone = Some(*zone),
            What::EnRoute { who, en_route } => self.of(*who).en_route = *en_route,
            What::Arms { who, arms } => self.of(*who).arms = arms.clone(),
            What::Tokens { who, tokens } => self.of(*who).tokens = tokens.clone(),
            What::Feint { who, feint } => self.of(*who).feint = *feint,
            What::Guard { who, guard } => self.of(*who).guard = *guard,
            What::Shielded { who, by } => self.of(*who).shielded = *by,
            What::Sources { who, sources } => self.of(*who).sources = sources.clone(),
            What::Count { who, slots_down } => self.of(*who).slots_down = *slots_down,
            What::Marks { who, marks } => self.of(*who).marks = *marks,
            What::Worn { who, worn } => self.of(*who).worn = *worn,
            What::Left { who } => self.of(*who).status = Status::Left,
            What::Surrendered { who } => self.of(*who).status = Status::Surrendered,
            What::Items { who, items } => self.of(*who).items = items.clone(),
            What::Aboard { who, aboard } => self.of(*who).aboard = *aboard,
            What::Alone { who, alone } => self.of(*who).left_alone = *alone,
            _ => self.apply_to_map(what),
        }
    }

    #[allow(clippy::assigning_clones, reason = "the table of the fold knows assignments")]
    fn apply_to_map(&mut self, what: &What) {
        match what {
            What::Stage { stage } => self.stage = *stage,
            What::Sealed { seat } => self.sealed.keep_sorted(*seat),
            What::Pas { side } => self.pas = *side,
            What::Litter { zone, weapons } => self.zone(*zone).weapons = weapons.clone(),
            What::Item { item, now } => self.items[item.i()] = *now,
            What::Door { link, door, .. } => self.link(*link).door = Some(*door),
            What::Link { link, now } => self.links[link.i()] = *now,
            What::Console { console, done, .. } => self.consoles[console.i()] = *done,
            What::Zone { zone, now } => self.zones[zone.i()] = now.clone(),
            What::Burns { line, .. } => self.burnt[line.i()] = true,
            What::Vehicle { vehicle, now } => self.vehicles[vehicle.i()] = *now,
            What::Points { side, points, .. } => self.points[side.i()] = *points,
            What::Reserve { reserve } => self.reserve = *reserve,
            What::Entry { entry, late } => {
                self.entry = *entry;
                self.late = late.clone();
            }
            What::Boons { boons, meddled } => {
                self.boons = boons.clone();
                self.meddled = meddled.clone();
            }
            What::Pending { pending } => self.pending = pending.clone(),
            What::Shifted { shifts, .. } => self.shifts = shifts.clone(),
            What::Calm { calm } => self.calm = *calm,
            What::Sequel { sequels, .. } => self.sequels = sequels.clone(),
            What::Rates { rates } => self.rates = rates.clone(),
            What::Died { dead, .. } => self.dead = dead.clone(),
            What::Rested { rests, .. } => self.rests = rests.clone(),
            What::Treated { treated } => self.treated = treated.clone(),
            What::Finished { finished } => self.finished = *finished,
            _ => {}
        }
    }
}
