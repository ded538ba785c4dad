//! The beginner: it shoots and strikes at the enemies that it can, walks to those that it cannot, and weighs little.

use super::random::Random;
use super::ways::Ways;
use super::worth::Mind;
use super::{Memory, any};
use crate::Generik;
use crate::command::{Act, Ask, Blow, Cause, Command, Fire, Resume};
use crate::ids::Fig;
use crate::legal;
use crate::space::Skirmish as _;
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;
use bagarre_kit::looks::{Looks, chance};

/// The most that chance adds to a look. Measured: see `docs/balance.md`.
const BLUR: u8 = 40;
/// How often in a hundred it ends its phase early, once no enemy has a die left: what it has left itself is lost if the turn ends.
const HESITATES: u8 = 25;

/// Looks, in about the points that a shot is worth.
mod look {
    pub(super) const SACK: i32 = 200;
    pub(super) const STAND_UP: i32 = 150;
    pub(super) const BLOW: i32 = 60;
    pub(super) const RELOAD: i32 = 70;
    pub(super) const WAY: i32 = 40;
    pub(super) const COVER: i32 = 20;
}

/// Uses its weapons, mostly on the enemies that they suit, and does not think ahead.
#[derive(Debug, Default)]
pub struct Novice {
    memory: Memory,
}

impl Bot<Generik> for Novice {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let mind = self.memory.mind(view, seat);
        let question = ask.id();
        match ask {
            Ask::Phase { heroic, .. } => match phase(&mind, *heroic, dice) {
                Some((fig, what)) => Command::Act { question, fig, what },
                None => Command::End { question },
            },
            Ask::React(window) => {
                // It shoots out of turn at a figure that moves, and never returns fire.
                let reaction = if window.cause == Cause::Shot { None } else { mind.reaction(window) };
                Command::React { question, reaction }
            }
            Ask::Resume(rest) => {
                let resume = if rest.free { Resume::Declared } else { Resume::Stop };
                Command::Resume { question, resume }
            }
            Ask::Choose(asked) => Command::Choose { question, choice: asked.default_choice() },
            Ask::After { .. } => any::after(view, seat, dice),
            Ask::Terrain { .. } | Ask::Champions { .. } | Ask::Marker { .. } | Ask::Deploy { .. } => {
                mind.before(ask, dice)
            }
        }
    }
}

/// What some figure does now; `None` ends the phase, or gives a heroic die up.
fn phase(mind: &Mind<'_>, heroic: Option<Fig>, dice: &mut dyn Dice) -> Option<(Fig, Act)> {
    let table = mind.table;
    let (free, left) = (table.options().free_switching, &table.scene.phase.left);
    let able: Vec<Fig> = match heroic {
        Some(fig) => vec![fig],
        None => table.scene.fielded(mind.seat).filter(|fig| free || !left.contains(fig)).collect(),
    };
    // Once no enemy can act it ends its phase now and then, though it could go on.
    if heroic.is_none() && !mind.is_faced() && chance(dice, HESITATES) {
        return None;
    }
    let mut looks = Looks::new(BLUR);
    for fig in able.into_iter().filter(|fig| mind.figure(*fig).da > 0) {
        deeds(mind, fig, dice, &mut looks);
    }
    looks.best(|(fig, act)| legal::check(table, mind.seat, *fig, act).is_ok())
}

/// What a figure may think of.
fn deeds(mind: &Mind<'_>, fig: Fig, dice: &mut dyn Dice, looks: &mut Looks<(Fig, Act)>) {
    let (figure, space) = (mind.figure(fig), mind.table.space());
    if figure.down {
        looks.add(dice, look::STAND_UP, (fig, Act::StandUp { facing: None }));
        return;
    }
    let touched: Vec<Fig> = space.touching_enemies(fig).collect();
    // Where a standing one is among several, the opponent designates (GEN-CC-03).
    let named = touched.len() < 2 || touched.iter().all(|it| mind.figure(*it).down);
    for target in &touched {
        let act = Act::Attack { target: named.then_some(*target), weapon: None, blow: Blow::Normal };
        looks.add(dice, look::BLOW, (fig, act));
    }
    if space.locked(fig) {
        return;
    }
    let markers = (0u8..).zip(&mind.table.scene.markers);
    for (marker, it) in markers.filter(|(_, it)| it.owner.is_some_and(|owner| owner != mind.seat)) {
        if space.touches_marker(fig, it) {
            looks.add(dice, look::SACK, (fig, Act::Sack { marker }));
        }
    }
    let loaded = |n: u8| figure.charges[usize::from(n & 1)] > 0;
    let mut in_reach = false;
    for (weapon, row) in mind.guns(fig).filter(|(n, _)| loaded(*n)) {
        for (target, _) in space.enemies(fig).filter(|(target, _)| mind.reaches(fig, row, *target)) {
            let worth = mind.shot(fig, weapon, target, Fire::Normal);
            if worth > 0 {
                in_reach = true;
                let act = Act::Shoot { weapon, target, fire: Fire::Normal };
                looks.add(dice, look::BLOW + worth.min(60), (fig, act));
            }
        }
    }
    if mind.guns(fig).next().is_some() && !mind.guns(fig).any(|(n, _)| loaded(n)) {
        let all = legal::reload_set(mind.table, fig, false) == [false; 2];
        looks.add(dice, look::RELOAD, (fig, Act::Reload { all }));
    }
    if let Some(way) = Ways::new(*mind, fig, figure.da).best() {
        looks.add(dice, look::WAY, (fig, way.act));
    } else if !in_reach {
        let walk = Random { table: mind.table, seat: mind.seat, dice: &mut *dice }.walk(fig, figure.da > 1);
        looks.add(dice, look::WAY, (fig, walk));
    }
    if let Some(cover) = mind.cover(fig) {
        looks.add(dice, look::COVER, (fig, cover.act));
    }
}
