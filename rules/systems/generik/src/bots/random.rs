//! Random acts and reactions: a kind among those that may do, then its parameters; the rules judge, and what they refuse is
//! tried again otherwise.

use super::{below, pick};
use crate::command::{Act, Ao, Blow, Charger, Fire, Reaction, Window};
use crate::ids::{Edge, Fig, Scenario, Skill};
use crate::legal::{self, Going};
use crate::resolve::may_try;
use crate::scene::{Figure, Marker};
use crate::space::Skirmish as _;
use crate::space::{JUMP, R, TABLE, place, touches_edge};
use crate::state::Table;
use crate::tables;
use bagarre_kit::contract::Seat;
use bagarre_kit::dice::Dice;
use bagarre_kit::plane::{Pt, STEPS, at, seglen};

/// Acts tried before the phase is ended.
const TRIES: usize = 8;

/// A kind of act, with what it is about.
#[derive(Clone, Copy)]
enum Kind {
    Shoot(u8),
    Move,
    Run,
    Climb,
    Strike,
    Cover,
    Reload,
    Drag(Fig),
    Sack,
    Distract,
    Hook,
    Drink,
    Charge,
    Insult,
    Pivot,
    Heroic,
    HeroicReload,
    StandUp,
}

/// A seat, the table and chance.
pub(super) struct Random<'a, 'd> {
    pub(super) table: Table<'a>,
    pub(super) seat: Seat,
    pub(super) dice: &'d mut dyn Dice,
}

impl Random<'_, '_> {
    /// What some figure does now; `None` ends the phase.
    pub(super) fn phase(&mut self, heroic: Option<Fig>) -> Option<(Fig, Act)> {
        let able: Vec<Fig> = match heroic {
            Some(fig) => vec![fig],
            None => self.table.scene.fielded(self.seat).filter(|fig| self.able(*fig)).collect(),
        };
        if heroic.is_none() && below(self.dice, 40) == 0 {
            return None;
        }
        let mut kinds = Vec::with_capacity(16);
        for _ in 0..TRIES {
            let fig = pick(self.dice, &able)?;
            let Some(act) = self.act(fig, &mut kinds) else { continue };
            if legal::check(self.table, self.seat, fig, &act).is_ok() {
                return Some((fig, act));
            }
        }
        None
    }

    fn figure(&self, fig: Fig) -> &Figure {
        self.table.scene.figure(fig)
    }

    fn has(&self, fig: Fig, skill: Skill) -> bool {
        self.table.profile(fig).has(skill)
    }

    /// Whether a figure may do anything (GEN-TRN-05).
    fn able(&self, fig: Fig) -> bool {
        if !self.table.options().free_switching && self.table.scene.phase.left.contains(&fig) {
            return false;
        }
        let figure = self.figure(fig);
        let jumps_up = figure.down && self.has(fig, Skill::PoisSauteur);
        figure.da > 0 || jumps_up || self.may_be_heroic(fig)
    }

    fn may_be_heroic(&self, fig: Fig) -> bool {
        let figure = self.figure(fig);
        let tried = figure.heroic_tried || self.table.scene.force(self.seat).heroic_locked;
        !tried && self.table.scene.phase.heroic.is_none() && may_try(self.table, fig)
    }

    /// Something a figure might do. `kinds` is room for the kinds of acts among which it is drawn.
    fn act(&mut self, fig: Fig, kinds: &mut Vec<(Kind, usize)>) -> Option<Act> {
        kinds.clear();
        self.kinds(fig, kinds);
        let mut at = below(self.dice, kinds.iter().map(|(_, weight)| *weight).sum());
        let kind = kinds.iter().find(|(_, weight)| {
            let found = at < *weight;
            at = at.saturating_sub(*weight);
            found
        })?;
        self.make(fig, kind.0)
    }

    /// Adds the kinds of acts that a figure may be able to do, by weight.
    fn kinds(&self, fig: Fig, kinds: &mut Vec<(Kind, usize)>) {
        let figure = *self.figure(fig);
        if figure.da == 0 {
            let up = figure.down && self.has(fig, Skill::PoisSauteur);
            kinds.push((if up { Kind::StandUp } else { Kind::Heroic }, 1));
            return;
        }
        if figure.down {
            kinds.push((Kind::StandUp, 1));
            return;
        }
        let space = self.table.space();
        let rows = || (0u8..).zip(&self.table.profile(fig).weapons).map(|(n, it)| (n, tables::weapon(*it)));
        // A figure is rarely in contact with anybody, so that one search mostly answers for enemies and friends.
        let touched = space.touches_any(fig);
        if touched && space.touching_enemies(fig).next().is_some() {
            kinds.push((Kind::Strike, 12));
            if rows().any(|(_, row)| row.hook_da_loss > 0) {
                kinds.push((Kind::Hook, 3));
            }
            if space.locked(fig) {
                if self.table.options().allow_disengage {
                    kinds.push((Kind::Move, 2));
                }
                return;
            }
        }
        let walks = 6;
        kinds.extend([(Kind::Move, walks), (Kind::Cover, 1), (Kind::Pivot, 1)]);
        if figure.da > 1 {
            kinds.push((Kind::Run, walks));
        }
        for (n, row) in rows() {
            if row.reach() == 0 {
                continue;
            }
            let charges = figure.charges[usize::from(n & 1)];
            if charges > 0 {
                kinds.push((Kind::Shoot(n), 14));
            }
            if charges < row.charges {
                let weight = if charges > 0 { 1 } else { 8 };
                kinds.push((Kind::Reload, weight));
                if figure.wounded && figure.da == 1 && self.may_be_heroic(fig) {
                    kinds.push((Kind::HeroicReload, 4));
                }
            }
        }
        if space.beside_a_climb(fig) {
            kinds.push((Kind::Climb, 2));
        }
        if touched && let Some(friend) = space.touching_friends(fig).find(|it| self.figure(*it).down) {
            kinds.push((Kind::Drag(friend), 3));
        }
        self.gear(fig, kinds);
    }

    /// Kinds that only some figures or scenarios have.
    fn gear(&self, fig: Fig, kinds: &mut Vec<(Kind, usize)>) {
        let figure = self.figure(fig);
        if self.table.scene.markers.iter().any(|marker| self.may_sack(fig, marker)) {
            kinds.push((Kind::Sack, 20));
        }
        let cards = |row: &tables::WeaponRow| row.distract.is_some();
        if self.table.profile(fig).weapons.iter().any(|it| cards(tables::weapon(*it)))
            && !figure.distract_used
        {
            kinds.push((Kind::Distract, 4));
        }
        if figure.wounded && !figure.flask_used && self.has(fig, Skill::SacAGnole) {
            kinds.push((Kind::Drink, 6));
        }
        if self.has(fig, Skill::Chargez) && figure.da > 1 {
            kinds.push((Kind::Charge, 4));
        }
        if self.has(fig, Skill::ProposOrduriers) {
            kinds.push((Kind::Insult, 4));
        }
    }

    /// Whether a figure touches a marker of an enemy.
    fn may_sack(&self, fig: Fig, marker: &Marker) -> bool {
        marker.owner.is_some_and(|owner| owner != self.seat) && self.table.space().touches_marker(fig, marker)
    }

    /// An act of a kind, its parameters at random.
    fn make(&mut self, fig: Fig, kind: Kind) -> Option<Act> {
        let figure = *self.figure(fig);
        let rich = figure.da > 1;
        Some(match kind {
            Kind::Shoot(weapon) => {
                let target = self.foe(fig)?;
                let fires = [Fire::Normal, Fire::Normal, Fire::Powerful, Fire::Multi, Fire::Volley];
                let fire = if rich { pick(self.dice, &fires)? } else { Fire::Normal };
                Act::Shoot { weapon, target, fire }
            }
            Kind::Move => self.walk(fig, false),
            Kind::Run => self.walk(fig, true),
            Kind::Climb => {
                let wind = self.wind();
                let places = (130..=JUMP + 2 * R).step_by(40).map(|far| at(figure.at, wind, far, 1_000));
                let mut climbs = places.filter(|to| legal::climb(self.table, fig, *to).is_ok());
                Act::Climb { to: climbs.next()?, facing: None }
            }
            Kind::Strike => {
                let blows = [Blow::Normal, Blow::Normal, Blow::Powerful, Blow::Multi];
                let blow = if rich { pick(self.dice, &blows)? } else { Blow::Normal };
                let touched: Vec<Fig> = self.table.space().touching_enemies(fig).collect();
                // Where a standing one is among several, the opponent designates (GEN-CC-03).
                let named = touched.len() < 2 || touched.iter().all(|it| self.figure(*it).down);
                let target = if named { pick(self.dice, &touched) } else { None };
                Act::Attack { target, weapon: None, blow }
            }
            Kind::Cover => Act::Cover { facing: Some(self.wind()) },
            Kind::Reload => Act::Reload { all: rich },
            Kind::Drag(friend) => {
                let wind = self.wind();
                Act::Drag { friend, to: at(figure.at, wind, 250, 1_000), facing: None }
            }
            Kind::Sack => {
                let enemy = self.table.scene.markers.iter().position(|it| self.may_sack(fig, it));
                Act::Sack { marker: enemy? as u8 }
            }
            Kind::Distract => Act::Distract { target: self.foe(fig)? },
            Kind::Insult => Act::Insult { target: self.foe(fig)? },
            Kind::Hook => {
                let touched: Vec<Fig> = self.table.space().touching_enemies(fig).collect();
                Act::Hook { target: pick(self.dice, &touched)? }
            }
            Kind::Drink => Act::Drink,
            Kind::Charge => Act::Charge { moves: self.chargers(fig) },
            Kind::Pivot => Act::Pivot { facing: self.wind() },
            Kind::Heroic => Act::Heroic,
            Kind::HeroicReload => Act::HeroicReload,
            Kind::StandUp => Act::StandUp { facing: None },
        })
    }

    /// A random direction, of length about 1000.
    fn wind(&mut self) -> Pt {
        Pt::new(1_000, 0).turned(below(self.dice, usize::from(STEPS)) as u8)
    }

    /// A random enemy on the table.
    #[inline(always)]
    fn foe(&mut self, fig: Fig) -> Option<Fig> {
        let mut enemies = [Fig(0); 256];
        let mut count = 0;
        for (enemy, _) in self.table.space().enemies(fig) {
            enemies[count] = enemy;
            count += 1;
        }
        let at = below(self.dice, count);
        enemies[..count].get(at).copied()
    }

    /// Where a random enemy is.
    #[inline(always)]
    fn at_somebody(&mut self, fig: Fig) -> Option<Pt> {
        self.foe(fig).map(|enemy| self.figure(enemy).at)
    }

    /// Straight on: mostly to a random enemy or to where the scenario is played, else anywhere.
    pub(super) fn walk(&mut self, fig: Fig, run: bool) -> Act {
        let from = self.figure(fig).at;
        let limits = legal::gait(self.table.profile(fig), if run { Going::Run } else { Going::Move });
        let most = limits.budget / limits.speed.clear.max(1);
        let exit = legal::exit_edge(self.table, fig);
        let to = match below(self.dice, 6) {
            0 => None,
            1 | 2 => self.aim_of_the_scenario(fig).or_else(|| self.at_somebody(fig)),
            _ => self.at_somebody(fig),
        };
        let towards = match to {
            Some(to) if to != from => to - from,
            _ => self.wind(),
        };
        let length = seglen(Pt::default(), towards);
        let far = if to.is_some() { length } else { most };
        // The whole way mostly, for difficult ground half of it.
        let most = if below(self.dice, 3) == 0 { most / 2 } else { most };
        let end = at(from, towards, far.min(most), length.max(1));
        let within = |n: i32| n.clamp(R, TABLE - R);
        let end = Pt::new(within(end.x), within(end.y));
        let leaves = exit.is_some_and(|edge| touches_edge(edge, end));
        Act::Move { path: vec![end], run, facing: None, exit: leaves && below(self.dice, 4) > 0 }
    }

    /// Where the scenario draws a figure.
    fn aim_of_the_scenario(&mut self, fig: Fig) -> Option<Pt> {
        let own = self.seat;
        if let Some(edge) = legal::exit_edge(self.table, fig) {
            let from = self.figure(fig).at;
            let along = if matches!(edge, Edge::S | Edge::N) { from.x } else { from.y };
            return Some(place::spot(edge, along, R));
        }
        let markers = &self.table.scene.markers;
        let enemy = markers.iter().filter(|it| !it.sacked && it.owner != Some(own));
        let places: Vec<Pt> = enemy.map(|it| it.at).collect();
        if self.table.plays(Scenario::TeteDuChef) {
            let chief = |it: &Fig| self.table.profile(*it).chief;
            let mut enemies = self.table.space().enemies(fig).map(|(enemy, _)| enemy);
            return enemies.find(chief).map(|enemy| self.figure(enemy).at);
        }
        // Beside the marker: no figure may stop on it (GEN-SCN-32).
        let wind = self.wind();
        pick(self.dice, &places).map(|place| at(place, wind, 2 * R, 1_000))
    }

    /// Friends sent forward by Chargez!!! (GEN-SKL-10): some of those near, each straight at an enemy.
    fn chargers(&mut self, fig: Fig) -> Vec<Charger> {
        let radius = tables::skill(Skill::Chargez).radius;
        let space = self.table.space();
        let near: Vec<Fig> = (self.table.scene.fielded(self.seat))
            .filter(|it| *it != fig && self.figure(*it).stands() && space.within(fig, *it, radius))
            .collect();
        let mut moves = Vec::new();
        for friend in near {
            if below(self.dice, 3) == 0 {
                continue;
            }
            let Some(enemy) = self.foe(fig) else { continue };
            let (from, aim) = (self.figure(friend).at, self.figure(enemy).at);
            let reach = seglen(from, aim).min(tables::skill(Skill::Chargez).distance);
            let to = at(from, aim - from, reach, seglen(from, aim).max(1));
            moves.push(Charger { fig: friend, to, facing: None });
            // Half of the time one friend will do: many ways are barred by the ones before.
            if below(self.dice, 2) == 0 {
                break;
            }
        }
        moves
    }

    /// Mostly nothing; now and then what a random reactor can do.
    pub(super) fn reaction(&mut self, window: &Window) -> Option<Reaction> {
        if below(self.dice, 3) > 0 {
            return None;
        }
        for _ in 0..2 {
            let reactor = window.reactors.get(below(self.dice, window.reactors.len()))?;
            let fig = reactor.fig;
            let at = pick(self.dice, &reactor.at)?;
            let ao = match below(self.dice, 6) {
                0 => Ao::Cover { facing: Some(self.wind()) },
                1 => {
                    let Act::Move { path, .. } = self.walk(fig, false) else { return None };
                    Ao::Move { path, facing: None }
                }
                _ => Ao::Shoot { weapon: self.loaded(fig) },
            };
            let reaction = Reaction { fig, at, ao };
            if legal::reaction(self.table, window, &reaction).is_ok() {
                return Some(reaction);
            }
        }
        None
    }

    /// One of the weapons of a figure, a loaded one if there is any.
    fn loaded(&mut self, fig: Fig) -> u8 {
        let charges = self.figure(fig).charges;
        match (charges[0] > 0, charges[1] > 0) {
            (true, true) => below(self.dice, 2) as u8,
            (false, true) => 1,
            _ => 0,
        }
    }
}
