//! What a figure does in the phase: the best blow or shot there is, else a way that leads to one, else cover, and heroic tries
//! once nothing is left.

use super::ways::Ways;
use super::worth::{Idea, Mind, better};
use crate::command::Act;
use crate::ids::{Fig, Skill};
use crate::legal;
use crate::resolve::may_try;
use crate::space::Skirmish as _;
use crate::tables;

/// The worth from which an act is done before any figure walks.
pub(super) const AT_ONCE: i32 = 8;
/// What a way must be worth.
const WAY: i32 = 3;
/// What a heroic die must promise.
const HEROIC: i32 = 10;
/// Turns after which a standstill is broken.
const LATE: u8 = 7;
/// What an attack may lose when nothing else is left.
const IMPASSE: i32 = -40;
/// Standing up again.
const STAND_UP: i32 = 60;
/// Sacking a marker.
const SACK: i32 = 500;
/// Forgetting a wound.
const DRINK: i32 = 45;
/// Loading when nothing else is loaded, and otherwise.
const RELOAD: (i32, i32) = (24, 2);
/// An action die that an enemy loses.
const DIE: i32 = 9;

impl Mind<'_> {
    /// What some figure does now; `None` ends the phase, or gives a heroic die up.
    pub(super) fn phase(&self, heroic: Option<Fig>) -> Option<(Fig, Act)> {
        if let Some(fig) = heroic {
            let idea = self.at_hand(fig, 1).or_else(|| Ways::new(*self, fig, 1).best());
            return idea.map(|idea| (fig, idea.act));
        }
        // GEN-TRN-02 with the option of R-022: a figure that was left is not returned to.
        let (free, left) = (self.table.options().free_switching, &self.table.scene.phase.left);
        let own: Vec<Fig> =
            self.table.scene.fielded(self.seat).filter(|fig| free || !left.contains(fig)).collect();
        let mut best: Option<(Fig, Idea)> = None;
        for fig in &own {
            // Whether an act is legal is only looked at where it would be the best.
            if let Some(idea) = self.at_hand_if(*fig, self.figure(*fig).da)
                && best.as_ref().is_none_or(|(_, it)| idea.worth > it.worth)
                && legal::check(self.table, self.seat, *fig, &idea.act).is_ok()
            {
                best = Some((*fig, idea));
            }
        }
        if let Some((fig, idea)) = best
            && idea.worth >= AT_ONCE
        {
            return Some((fig, idea.act));
        }
        let walk = self.walkers(&own).into_iter().find_map(|fig| self.onward(fig).map(|act| (fig, act)));
        walk.or_else(|| self.heroic_try(&own)).or_else(|| self.impasse(&own))
    }

    /// When the opponents have just passed and nothing was done in this phase either, a figure in contact strikes
    /// though it promises little: else locked figures would stand there until the game is drawn.
    fn impasse(&self, own: &[Fig]) -> Option<(Fig, Act)> {
        let scene = self.table.scene;
        if scene.turn < LATE || scene.empty_run == 0 || scene.phase.acted {
            return None;
        }
        let strikes = own.iter().filter(|fig| self.figure(**fig).stands()).filter_map(|fig| {
            let idea = self.best_strike(*fig, self.figure(*fig).da)?;
            Some((*fig, idea))
        });
        let (fig, idea) = strikes.max_by_key(|(fig, idea)| (idea.worth, std::cmp::Reverse(*fig)))?;
        let daring = idea.worth > IMPASSE && legal::check(self.table, self.seat, fig, &idea.act).is_ok();
        daring.then_some((fig, idea.act))
    }

    /// Figures that may walk, those nearest to an enemy first.
    fn walkers(&self, own: &[Fig]) -> Vec<Fig> {
        let space = self.table.space();
        let free = |fig: &Fig| self.figure(*fig).stands() && self.figure(*fig).da > 0 && !space.locked(*fig);
        let mut walkers: Vec<Fig> = own.iter().copied().filter(free).collect();
        let nearest = |fig: Fig| space.enemies(fig).map(|(enemy, _)| space.distance2(fig, enemy)).min();
        walkers.sort_by_cached_key(|fig| (nearest(*fig), *fig));
        walkers
    }

    /// The best way of a figure, or cover where it stands.
    fn onward(&self, fig: Fig) -> Option<Act> {
        let mut best = Ways::new(*self, fig, self.figure(fig).da).best();
        if let Some(cover) = self.cover(fig) {
            better(&mut best, cover);
        }
        best.filter(|idea| idea.worth >= WAY).map(|idea| idea.act)
    }

    /// Cover against the nearest enemy: a third of the shots that would hit do not.
    pub(super) fn cover(&self, fig: Fig) -> Option<Idea> {
        let figure = self.figure(fig);
        if figure.in_cover {
            return None;
        }
        let danger = self.danger(fig);
        let space = self.table.space();
        let nearest = space.nearest(figure.at, space.enemies(fig).map(|(enemy, _)| enemy))?;
        let act = Act::Cover { facing: space.cover_facing(figure.at, figure.z, self.figure(nearest).at) };
        let idea = Idea { worth: danger / 3, act };
        (danger > 0 && legal::check(self.table, self.seat, fig, &idea.act).is_ok()).then_some(idea)
    }

    /// A heroic try, for the figure to which a die more promises most; it costs nothing once no other figure has
    /// anything to do.
    fn heroic_try(&self, own: &[Fig]) -> Option<(Fig, Act)> {
        if self.table.scene.force(self.seat).heroic_locked {
            return None;
        }
        let may = |fig: &&Fig| {
            let figure = self.figure(**fig);
            figure.da == 0 && !figure.heroic_tried && may_try(self.table, **fig)
        };
        let promise = |fig: Fig| self.at_hand_if(fig, 1).map_or(0, |idea| idea.worth);
        let tries = own.iter().filter(may).map(|fig| (promise(*fig), std::cmp::Reverse(*fig)));
        let (promised, std::cmp::Reverse(best)) = tries.max()?;
        let allowed = promised >= HEROIC && legal::check(self.table, self.seat, best, &Act::Heroic).is_ok();
        allowed.then_some((best, Act::Heroic))
    }

    /// The best act of a figure that needs no way, with so many action dice.
    fn at_hand(&self, fig: Fig, da: u8) -> Option<Idea> {
        let idea = self.at_hand_if(fig, da)?;
        legal::check(self.table, self.seat, fig, &idea.act).is_ok().then_some(idea)
    }

    /// The same, independent of the dice it holds.
    fn at_hand_if(&self, fig: Fig, da: u8) -> Option<Idea> {
        let figure = self.figure(fig);
        if figure.down {
            let free =
                self.table.profile(fig).has(Skill::PoisSauteur) && self.table.scene.phase.heroic.is_none();
            return (da > 0 || free).then_some(Idea { worth: STAND_UP, act: Act::StandUp { facing: None } });
        }
        if da == 0 {
            return None;
        }
        let mut best = self.best_strike(fig, da).filter(|idea| idea.worth > 0);
        self.hook(fig, &mut best);
        if self.table.space().locked(fig) {
            return best;
        }
        if let Some(shot) = self.best_shot(fig, da) {
            better(&mut best, shot);
        }
        self.reload(fig, da, &mut best);
        if figure.wounded && !figure.flask_used && self.table.profile(fig).has(Skill::SacAGnole) {
            better(&mut best, Idea { worth: DRINK, act: Act::Drink });
        }
        for (marker, it) in (0u8..).zip(&self.table.scene.markers) {
            let enemy = it.owner.is_some_and(|owner| owner != self.seat);
            if enemy && self.table.space().touches_marker(fig, it) {
                better(&mut best, Idea { worth: SACK, act: Act::Sack { marker } });
            }
        }
        self.words(fig, &mut best);
        self.drag(fig, &mut best);
        self.charge(fig, da, &mut best);
        best
    }

    fn hook(&self, fig: Fig, best: &mut Option<Idea>) {
        let hooks = self.table.profile(fig).weapons.iter().any(|it| tables::weapon(*it).hook_da_loss > 0);
        if !hooks {
            return;
        }
        let touched = self.table.space().touching_enemies(fig);
        for target in touched.filter(|it| self.figure(*it).da > 0 && !self.figure(*it).down) {
            better(best, Idea { worth: 2 * DIE, act: Act::Hook { target } });
        }
    }

    fn reload(&self, fig: Fig, da: u8, best: &mut Option<Idea>) {
        let charges = self.figure(fig).charges;
        let empty = self.guns(fig).all(|(n, _)| charges[usize::from(n & 1)] == 0);
        let worth = if empty { RELOAD.0 } else { RELOAD.1 };
        // One die if it will do, two if it must.
        let set = |all| legal::reload_set(self.table, fig, all) != [false; 2];
        if set(false) {
            better(best, Idea { worth, act: Act::Reload { all: false } });
        } else if da > 1 && set(true) {
            better(best, Idea { worth, act: Act::Reload { all: true } });
        } else if da == 1 && set(true) && empty && self.may_reload_bravely(fig) {
            better(best, Idea { worth: worth / 2, act: Act::HeroicReload });
        }
    }

    /// Whether a figure may reload with heroism (GEN-HER-05).
    fn may_reload_bravely(&self, fig: Fig) -> bool {
        let figure = self.figure(fig);
        let barred = figure.heroic_tried || self.table.scene.force(self.seat).heroic_locked;
        figure.wounded && figure.da == 1 && !barred && self.table.scene.phase.heroic.is_none()
    }

    /// Cards, a parrot, foul words: dice that enemies lose.
    fn words(&self, fig: Fig, best: &mut Option<Idea>) {
        let profile = self.table.profile(fig);
        let rows = || profile.weapons.iter().map(|it| tables::weapon(*it));
        let cards = rows().find(|row| row.distract.is_some() && !self.figure(fig).distract_used);
        let insults = profile.has(Skill::ProposOrduriers);
        if cards.is_none() && !insults {
            return;
        }
        let space = self.table.space();
        for (target, enemy) in space.enemies(fig).filter(|(_, enemy)| enemy.da > 0) {
            let sees = |reach| space.within(fig, target, reach) && self.sees(fig, target);
            let lost = |n: i32| DIE * n.min(i32::from(enemy.da));
            if let Some(row) = cards
                && sees(row.distract_range)
            {
                let sum: i32 = row.distract.iter().flatten().map(|n| lost(i32::from(*n))).sum();
                better(best, Idea { worth: sum / 6, act: Act::Distract { target } });
            }
            if insults && sees(tables::skill(Skill::ProposOrduriers).range) {
                let worth = lost(i32::from(tables::skill(Skill::ProposOrduriers).da_loss));
                better(best, Idea { worth, act: Act::Insult { target } });
            }
        }
    }
}
