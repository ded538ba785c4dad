//! What shots, blows and places are worth, in points: about 100 for a usual figure put out of action.

use super::sights::Sights;
use crate::command::{Act, Blow, Fire};
use crate::event::Wound;
use crate::ids::{Fig, Scenario};
use crate::legal;
use crate::odds::{Aimed, Cases, balks, count_strike};
use crate::scene::Figure;
use crate::space::Skirmish as _;
use crate::space::{CONTACT, R, depth, near};
use crate::state::Table;
use crate::tables::{self, WeaponRow};
use bagarre_kit::contract::Seat;

/// A seat that looks at a table, real or supposed.
#[derive(Clone, Copy)]
pub(super) struct Mind<'a> {
    pub(super) table: Table<'a>,
    pub(super) seat: Seat,
    pub(super) sights: &'a Sights,
}

/// An act and what it is worth.
#[derive(Clone, Debug)]
pub(super) struct Idea {
    pub(super) worth: i32,
    pub(super) act: Act,
}

/// The better of two ideas; the first when they are worth the same.
pub(super) fn better(best: &mut Option<Idea>, idea: Idea) {
    if best.as_ref().is_none_or(|it| idea.worth > it.worth) {
        *best = Some(idea);
    }
}

impl<'a> Mind<'a> {
    pub(super) fn figure(&self, fig: Fig) -> &'a Figure {
        self.table.scene.figure(fig)
    }

    /// Whether an enemy on the table has an action die left this turn.
    pub(super) fn is_faced(&self) -> bool {
        let figures = self.table.scene.figures.iter();
        figures.filter(|it| it.seat != self.seat && it.on_table()).any(|it| it.da > 0)
    }

    /// Returns the worth of having a figure out of action.
    pub(super) fn value(&self, fig: Fig) -> i32 {
        let (profile, figure) = (self.table.profile(fig), self.figure(fig));
        let value = 80 + profile.cost;
        let champion = self.table.scene.force(figure.seat).champion == Some(fig);
        match self.table.scene.scenario {
            Some(Scenario::TeteDuChef) if profile.chief => value * 4,
            Some(Scenario::DuelDHonneur) if champion => value * 3 / 2,
            Some(Scenario::Ravioli) if self.holds(fig) => value * 2,
            Some(Scenario::Sortie) if self.near_its_exit(fig) => value * 2,
            Some(Scenario::Saccage) if self.near_its_prey(fig) => value * 3 / 2,
            _ => value,
        }
    }

    /// Whether a figure touches the marker in the middle.
    fn holds(&self, fig: Fig) -> bool {
        self.table.scene.markers.iter().any(|marker| self.table.space().touches_marker(fig, marker))
    }

    /// Whether a run brings a figure to the edge it may leave by.
    fn near_its_exit(&self, fig: Fig) -> bool {
        legal::exit_edge(self.table, fig).is_some_and(|edge| depth(edge, self.figure(fig).at) < 4_000)
    }

    /// Whether a run brings a figure to a marker it may sack.
    fn near_its_prey(&self, fig: Fig) -> bool {
        let figure = self.figure(fig);
        let mut markers = self.table.scene.markers.iter();
        markers.any(|it| !it.sacked && it.owner != Some(figure.seat) && near(it.at, figure.at, 3_000))
    }

    /// What the fate of a figure is worth to its enemies.
    fn harm(&self, fate: &Cases, fig: Fig) -> i32 {
        let (value, da) = (self.value(fig), i32::from(self.figure(fig).da));
        let per_mille = |wound| fate.per_mille(wound) as i32;
        // A figure that is hit has no action die left for the turn.
        let down = value / 5 + 8 * da;
        let wounded = value / 2 + 8 * da;
        (per_mille(Wound::OutOfAction) * value
            + per_mille(Wound::Wounded) * wounded
            + per_mille(Wound::KnockedDown) * down)
            / 1_000
    }

    /// What one shot is worth, its sight and reach aside.
    pub(super) fn shot(&self, fig: Fig, weapon: u8, target: Fig, fire: Fire) -> i32 {
        let aimed = Aimed::new(self.table, (fig, target), weapon);
        aimed.map_or(0, |aimed| self.fired(&aimed, fig, target, fire))
    }

    /// The same, aimed already.
    fn fired(&self, aimed: &Aimed<'_>, fig: Fig, target: Fig, fire: Fire) -> i32 {
        let dice = u8::from(self.figure(target).da > 1);
        let odds = aimed.fresh(fire, dice);
        let stray = odds.stray.map_or(0, |(other, fate)| {
            let harm = self.harm(&fate, other);
            if self.figure(other).seat == self.figure(fig).seat { -harm } else { harm }
        });
        self.harm(&odds.target, target) + stray
    }

    /// What one attack is worth, what the attacker risks taken off.
    pub(super) fn strike(&self, fig: Fig, target: Fig, blow: Blow) -> i32 {
        let held_back = balks(self.table, fig, target).per_mille() as i32;
        let with = |dice: u8| {
            let odds = count_strike(self.table, (fig, target), (None, blow), dice);
            let gain = self.harm(&odds.target, target) - self.harm(&odds.own, fig) * 4 / 5;
            gain * (1_000 - held_back) / 1_000
        };
        if self.figure(target).da > 0 { with(0).midpoint(with(1)) } else { with(0) }
    }

    /// Weapons of a figure that can be fired, by number.
    pub(super) fn guns(&self, fig: Fig) -> impl Iterator<Item = (u8, &'static WeaponRow)> + use<'a> {
        let weapons = &self.table.profile(fig).weapons;
        (0u8..).zip(weapons).map(|(n, it)| (n, tables::weapon(*it))).filter(|(_, row)| row.reach() > 0)
    }

    /// Whether a target is within the reach of a weapon.
    pub(super) fn reaches(&self, fig: Fig, row: &WeaponRow, target: Fig) -> bool {
        let far = self.figure(fig).at.dist2(self.figure(target).at);
        let near = |k: i32| far <= i64::from(k + 2 * R).pow(2);
        near(row.reach()) && !(row.no_short && near(row.short)) && !near(CONTACT)
    }

    /// The best shot of a figure with so many action dice.
    pub(super) fn best_shot(&self, fig: Fig, da: u8) -> Option<Idea> {
        let mut best = None;
        let space = self.table.space();
        let loaded = |n: u8| self.figure(fig).charges[usize::from(n & 1)];
        let guns: Vec<(u8, &WeaponRow)> = self.guns(fig).filter(|(n, _)| loaded(*n) > 0).collect();
        if guns.is_empty() {
            return None;
        }
        for (target, _) in space.enemies(fig) {
            let mut seen = None;
            for (weapon, row) in guns.iter().copied() {
                if !self.reaches(fig, row, target) {
                    continue;
                }
                if !*seen.get_or_insert_with(|| self.sees(fig, target)) {
                    break;
                }
                let Some(aimed) = Aimed::new(self.table, (fig, target), weapon) else { continue };
                let one = self.fired(&aimed, fig, target, Fire::Normal);
                let act = |fire| Act::Shoot { weapon, target, fire };
                // A second shot of the same kind is to come.
                let again = if da > 1 && (loaded(weapon) > 1 || !row.empties) { one * 3 / 4 } else { 0 };
                better(&mut best, Idea { worth: one + again, act: act(Fire::Normal) });
                if da < 2 {
                    continue;
                }
                let powerful = self.fired(&aimed, fig, target, Fire::Powerful);
                better(&mut best, Idea { worth: powerful, act: act(Fire::Powerful) });
                if row.multi_shot > 0 {
                    let worth = one * (i32::from(row.multi_shot) * 3 + 1) / 4;
                    better(&mut best, Idea { worth, act: act(Fire::Multi) });
                }
                if row.pair_volley && loaded(weapon) > 1 {
                    better(&mut best, Idea { worth: powerful + one * 3 / 4, act: act(Fire::Volley) });
                }
            }
        }
        best
    }

    /// The best attack of a figure with so many action dice. Where an opponent designates, it is the worst for the attacker
    /// (GEN-CC-03).
    pub(super) fn best_strike(&self, fig: Fig, da: u8) -> Option<Idea> {
        let touched: Vec<Fig> = self.table.space().touching_enemies(fig).collect();
        let designated = touched.len() > 1 && touched.iter().any(|it| !self.figure(*it).down);
        let mut best = None;
        for blow in [Blow::Normal, Blow::Powerful, Blow::Multi] {
            if da < legal::blow_cost(blow)
                || (blow == Blow::Multi && legal::multi_weapon(self.table, fig).is_none())
            {
                continue;
            }
            let worth = |target: &Fig| {
                let one = self.strike(fig, *target, blow);
                let times = if blow == Blow::Multi {
                    9
                } else if blow == Blow::Normal && da > 1 {
                    6
                } else {
                    4
                };
                if one > 0 { one * times / 4 } else { one }
            };
            let act = |target| Act::Attack { target, weapon: None, blow };
            if designated {
                if let Some(worth) = touched.iter().map(worth).min() {
                    better(&mut best, Idea { worth, act: act(None) });
                }
            } else {
                for target in
                    touched.iter().filter(|it| da >= legal::blow_cost(blow) + legal::extra(self.table, **it))
                {
                    better(&mut best, Idea { worth: worth(target), act: act(Some(*target)) });
                }
            }
        }
        best
    }

    /// What enemies may do to a figure where it stands: their best shots and blows, the worst whole and the others half.
    pub(super) fn danger(&self, fig: Fig) -> i32 {
        let space = self.table.space();
        let (mut worst, mut others) = (0, 0);
        for (enemy, figure) in space.enemies(fig).filter(|(_, enemy)| !enemy.down) {
            let touching = space.contact(fig, enemy);
            let strike = if touching { self.strike(enemy, fig, Blow::Normal).max(0) } else { 0 };
            let loaded = |(n, _): &(u8, &WeaponRow)| figure.charges[usize::from(*n & 1)] > 0;
            let mut guns = self.guns(enemy).filter(loaded).filter(|(_, row)| self.reaches(enemy, row, fig));
            let gun = guns.next().filter(|_| !space.locked(enemy) && self.sees(enemy, fig));
            let shot = gun.map_or(0, |(weapon, _)| self.shot(enemy, weapon, fig, Fire::Normal).max(0));
            let one = strike.max(shot);
            others += worst.min(one);
            worst = worst.max(one);
        }
        worst + others / 2
    }
}
