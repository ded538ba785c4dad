//! The referee (ENE-MJ).

use super::{Flow, Script};
use crate::command::{Ask, Clause, Meddle, Trial};
use crate::event::{Answer, What};
use crate::ids::{Opponent, Scenario, Who, Zone};
use crate::refusal::Illegal;
use crate::scene::{Boon, Change, LinkNow, Motion, Stage, ZoneNow};
use crate::state::{PublicState, State};
use crate::tables::{opponent, tables};
use bagarre_kit::contract::Seat;

/// Whether what a referee sets for a test is within the limits (ENE-MJ-03, ENE-MJ-07).
pub(crate) fn check_boon(public: PublicState<'_>, trial: Option<Trial>, boon: Boon) -> Result<(), Illegal> {
    let referee = &tables().referee;
    let core = &tables().core;
    let competitive = public.setup.format.sides.len() > 1;
    let most = if competitive { referee.window_req_competitive } else { referee.window_req };
    let attack = trial.is_none_or(|it| matches!(it, Trial::Attack | Trial::Ram));
    let other = trial.is_none_or(|it| !matches!(it, Trial::Attack | Trial::Ram));
    let sound = boon.need.unsigned_abs() <= most.unsigned_abs()
        && (attack || (boon.need == 0 && boon.fp.is_none()))
        && (other || boon.difficulty.is_none())
        && boon.difficulty.is_none_or(|it| (core.req_normal..=core.req_heroic).contains(&it))
        && (-1..=1).contains(&boon.edge)
        && !(competitive && (boon.fp.is_some() || boon.difficulty.is_some()));
    let rule = if competitive { "ENE-MJ-07" } else { "ENE-MJ-03" };
    if sound { Ok(()) } else { Err(Illegal::Meddle { rule }) }
}

/// The rule that lets the referee do something.
fn rule_of(what: Meddle) -> &'static str {
    match what {
        Meddle::Boon(..) => "ENE-MJ-03",
        Meddle::Change(_) | Meddle::Shift(..) => "ENE-MJ-04",
        Meddle::Alone(..) => "ENE-MJ-01",
        Meddle::Calm(_) | Meddle::Rate(..) => "ENE-MJ-06",
        Meddle::Met => "ENE-SCN-07",
    }
}

/// Whether the referee may bring these opponents (ENE-MJ-05).
pub(crate) fn check_bring(public: PublicState<'_>, list: &[(Opponent, Zone)]) -> Result<(), Illegal> {
    let reserve = public.scene.reserve;
    let no = Err(Illegal::Reserve { reserve });
    let price: i32 = list.iter().take(super::begin::MOST_FIGHTERS).map(|(id, _)| opponent(*id).menace).sum();
    if price > reserve || list.len() + public.scene.fighters.len() > super::begin::MOST_FIGHTERS {
        return no;
    }
    for (n, (_, zone)) in list.iter().enumerate() {
        if !public.map.entries.contains(zone) {
            return no;
        }
        let heroes = public.able_in(*zone).any(|who| public.fighter(who).sheet.seat.is_some());
        let capacity = usize::from(public.map.place(*zone).capacity);
        let before = list[..n].iter().filter(|(_, it)| it == zone).count();
        if heroes || (capacity > 0 && public.able_in(*zone).count() + before >= capacity) {
            return no;
        }
    }
    Ok(())
}

/// Whether an intervention is within the limits of the referee (ENE-MJ-03, ENE-MJ-04).
pub(crate) fn check_meddle(state: &State, what: Meddle) -> Result<(), Illegal> {
    let public = state.public();
    let scene = public.scene;
    let rule = rule_of(what);
    let ensure = |so: bool| if so { Ok(()) } else { Err(Illegal::Meddle { rule }) };
    let (zones, links) = (public.map.places.len(), public.map.ways.len());
    // Work that is under way goes on as it began: the intervention waits until it is done.
    ensure(state.work().is_none())?;
    match what {
        Meddle::Boon(who, boon) => {
            let known = scene.fighters.get(who.n()).is_some_and(crate::scene::Fighter::in_play);
            let waits = scene.boons.iter().any(|(it, _)| *it == who);
            ensure(known && !waits && boon != Boon::default() && scene.boons.len() < MOST_BOONS)?;
            check_boon(public, None, boon)?;
            let side = usize::from(scene.fighter(who).side());
            let used = scene.meddled.get(side).copied().unwrap_or(0);
            let once = Err(Illegal::Meddle { rule: "ENE-MJ-07" });
            if public.setup.format.sides.len() < 2 || used == 0 { Ok(()) } else { once }
        }
        Meddle::Change(change) => {
            ensure(scene.stage == Stage::Fight && scene.pending.len() < MOST_PENDING)?;
            match change {
                Change::Dark(zone, _) | Change::Smoke(zone, _) | Change::Danger(zone, _) => {
                    ensure(zone.n() < zones)
                }
                Change::Difficult(link, _) => ensure(link.n() < links),
                Change::Door(link, _) => ensure(link.n() < links && scene.links[link.n()].door.is_some()),
            }
        }
        Meddle::Shift(line, by) => {
            let n = usize::from(line);
            let open = scene.burnt.get(n) == Some(&false) && scene.shifts.get(n) == Some(&0);
            ensure(open && by.abs() == 1)
        }
        Meddle::Alone(who, alone) => {
            let fighter = scene.fighters.get(who.n());
            ensure(scene.act.is_none_or(|act| act.who != who))?;
            ensure(fighter.is_some_and(|it| it.sheet.seat.is_none() && it.left_alone != alone))
        }
        Meddle::Calm(calm) => ensure(scene.calm != calm),
        Meddle::Rate(id, rate) => ensure(tables().campaign.rates.contains(&rate) && public.rate(id) != rate),
        Meddle::Met => {
            let open = matches!(state.wait(), Some(crate::state::Wait::Act)) && state.stack.len() == 1;
            ensure(public.setup.scenario == Scenario::Libre && open)
        }
    }
}

/// Every ruling of a clause (ENE-MJ-06, ENE-DMG-06, ENE-STA-06).
pub(crate) fn rulings(clause: Clause) -> std::ops::RangeInclusive<u8> {
    match clause {
        Clause::Vehicle { most, .. } => 0..=most,
        Clause::Sequel { .. } => 0..=tables().sequels.len() as u8,
    }
}

/// Whether a ruling is one of a clause.
pub(crate) fn check_clause(clause: Clause, value: Option<u8>) -> Result<(), Illegal> {
    let sound = value.is_none_or(|it| rulings(clause).contains(&it));
    if sound { Ok(()) } else { Err(Illegal::Meddle { rule: "ENE-MJ-06" }) }
}

/// What waits to be changed, and what waits for tests.
pub(crate) const MOST_PENDING: usize = 16;
pub(crate) const MOST_BOONS: usize = 16;

impl Script<'_> {
    /// Whether the referee has a reserve: against the game only (ENE-MJ-05, ENE-MJ-07).
    pub(super) fn has_reserve(&self) -> bool {
        let setup = &self.state.fixed.setup;
        setup.mj && setup.format.coop()
    }

    /// Whether the referee may still step in before a test of a character in this turn (ENE-MJ-07).
    pub(super) fn may_meddle(&self, who: Who) -> bool {
        let competitive = self.state.fixed.setup.format.sides.len() > 1;
        let side = usize::from(self.f(who).side());
        !competitive || self.scene.meddled.get(side).is_none_or(|many| *many == 0)
    }

    /// Interventions of the turn by side, with one more for the side of a character.
    pub(super) fn count_meddling(&self, who: Who) -> Vec<u8> {
        let mut meddled = self.scene.meddled.clone();
        if let Some(many) = meddled.get_mut(usize::from(self.f(who).side())) {
            *many = many.saturating_add(1);
        }
        meddled
    }

    /// Plays an intervention that the referee makes without being asked: an entry that all can read (ENE-MJ-02).
    pub(crate) fn meddle(&mut self, what: Meddle) {
        match what {
            Meddle::Boon(who, boon) => {
                let mut boons = self.scene.boons.clone();
                boons.push((who, boon));
                let meddled = self.count_meddling(who);
                self.tell("ENE-MJ-02", What::Meddled { who: Some(who), boon: Some(boon) });
                self.tell("ENE-MJ-03", What::Boons { boons, meddled });
            }
            Meddle::Change(change) => {
                let mut pending = self.scene.pending.clone();
                pending.push(change);
                self.tell("ENE-MJ-04", What::Pending { pending });
            }
            Meddle::Shift(line, by) => {
                let mut shifts = self.scene.shifts.clone();
                shifts[usize::from(line)] = by;
                self.tell("ENE-MJ-04", What::Shifted { line, shifts });
            }
            Meddle::Alone(who, alone) => self.tell("ENE-MJ-01", What::Alone { who, alone }),
            Meddle::Calm(calm) => self.tell("ENE-HEA-05", What::Calm { calm }),
            Meddle::Rate(id, rate) => {
                let mut rates = self.scene.rates.clone();
                rates.retain(|(it, _)| *it != id);
                rates.push((id, rate));
                rates.sort_unstable();
                self.tell("ENE-MJ-06", What::Rates { rates });
            }
            Meddle::Met => {}
        }
    }

    /// Returns what the referee rules of a clause that is asked; `None`: as by default, or there is no referee
    /// (ENE-MJ-06, ENE-R48).
    pub(super) fn ruled(&mut self, clause: Clause) -> Flow<Option<u8>> {
        let Some(seat) = self.state.fixed.setup.master() else { return Ok(None) };
        let ruling = self.put(
            |id| Ask::Clause { id, seat, clause },
            |answer| if let Answer::Rule(value) = answer { Some(*value) } else { None },
        )?;
        if let Some(value) = ruling {
            self.tell("ENE-MJ-06", What::Ruled { clause, value });
        }
        Ok(ruling)
    }

    /// Changes of the referee come true with the next slot (ENE-MJ-04).
    pub(super) fn settle_changes(&mut self) {
        if self.scene.pending.is_empty() {
            return;
        }
        let changes = self.scene.pending.clone();
        self.tell("ENE-MJ-04", What::Pending { pending: Vec::new() });
        for change in changes {
            match change {
                Change::Dark(zone, dark) => self.change_zone(zone, |now| now.dark = dark),
                Change::Smoke(zone, smoke) => self.change_zone(zone, |now| now.smoke = smoke),
                Change::Danger(zone, source) => self.change_zone(zone, |now| match source {
                    Some(id) if !now.dangers.contains(&id) => {
                        now.dangers.push(id);
                        now.dangers.sort_unstable();
                    }
                    Some(_) => {}
                    None => now.dangers.clear(),
                }),
                Change::Difficult(link, difficult) => {
                    let now = LinkNow { difficult, ..self.link_now(link) };
                    self.tell("ENE-MJ-04", What::Link { link, now });
                }
                Change::Door(link, door) => self.tell("ENE-MJ-04", What::Door { link, who: None, door }),
            }
        }
    }

    fn change_zone(&mut self, zone: Zone, change: impl FnOnce(&mut ZoneNow)) {
        let mut now = self.scene.zones[zone.n()].clone();
        change(&mut now);
        if now != self.scene.zones[zone.n()] {
            self.tell("ENE-MJ-04", What::Zone { zone, now });
        }
    }

    /// Brings opponents that the referee pays for by their menace (ENE-MJ-05).
    pub(super) fn bring(&mut self, list: &[(Opponent, Zone)]) {
        for (id, zone) in list {
            self.join(*id, *zone, "ENE-MJ-05");
            let reserve = self.scene.reserve - opponent(*id).menace;
            self.tell("ENE-MJ-05", What::Reserve { reserve });
        }
    }

    /// The referee declares the objective met: more than half of all player seats must agree (ENE-DEC-19).
    pub(super) fn met(&mut self) -> Flow {
        let players = self.state.fixed.setup.players();
        let mut agreed = 0;
        for seat in (0..players).map(Seat) {
            let yes = self.ask(|id| Ask::Vote { id, seat, motion: Motion::Objective })?;
            self.tell("ENE-DEC-19", What::Voted { seat, yes });
            agreed += u8::from(yes);
        }
        let carried = agreed * 2 > players;
        self.tell("ENE-SCN-07", What::Motion { motion: Motion::Objective, carried });
        if carried { self.objective_met() } else { Ok(()) }
    }
}
