//! The advice on a shot or an attack: the modifiers of the dice of both sides with their reasons, the lines, the exact odds.

use serde::{Deserialize, Serialize};

use super::look::{Sighting, sighting};
use crate::command::{Blow, Fire, Mod};
use crate::ids::{Fig, Skill};
use crate::legal::{self, Hit, Prey};
use crate::odds::{self, Assault, AttackDie, Chance, Guard, Odds};
use crate::state::Table;
use crate::tables;
use bagarre_kit::contract::Rule;

/// A shot or an attack at one figure: what is added to the dice, and the exact odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct BlowAdvice {
    /// DA it takes.
    pub da: u8,
    /// The target.
    pub target: Fig,
    /// Distance edge to edge in u; 0 in close combat.
    pub distance: i32,
    /// At long range.
    pub long: bool,
    /// The modifiers of the attack die, with their reasons (GEN-SHT-03, GEN-CC-04).
    pub mods: Vec<Mod>,
    /// The modifiers of every defence die, with their reasons: in close combat only (GEN-CC-03, 04).
    pub guard: Vec<Mod>,
    /// The modifiers of the wound die of the target, with their reasons (GEN-WND-02).
    pub wound: Vec<Mod>,
    /// The least face on which the armour of the target saves it (GEN-WND-05).
    pub armour: Option<u8>,
    /// The figure whose sword wins a tie (GEN-CC-07).
    pub sword: Option<Fig>,
    /// The skills that may still change a die, each used by its default (section 21.1): it is in the odds.
    pub skills: Vec<Recourse>,
    /// The lines of a shot, and what covers the target; none in close combat.
    pub sight: Option<Sighting>,
    /// The odds, by the DA the defender adds: none first.
    pub odds: Vec<Odds>,
}

/// A skill or a shield that a figure may use in an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Recourse {
    /// The figure that has it.
    pub fig: Fig,
    /// Its rule.
    pub rule: Rule,
}

/// An attack that is spoken of: attacker, target and kind; what may still happen to the die; whether a bad reputation
/// has still to be faced.
#[derive(Clone, Copy)]
pub(super) struct Swing {
    pub(super) fig: Fig,
    pub(super) target: Fig,
    pub(super) how: Assault,
    pub(super) die: AttackDie,
    pub(super) faced: bool,
}

impl Swing {
    /// One that is not begun.
    pub(super) fn fresh(table: Table<'_>, fig: Fig, target: Fig, how: Assault) -> Self {
        Self { fig, target, how, die: AttackDie::fresh(table, fig, target), faced: false }
    }

    /// Returns the skills that may still change a die (GEN-SKL-04, 06, 09, 13, GEN-WPN-M12).
    fn skills(&self, table: Table<'_>) -> Vec<Recourse> {
        let Self { fig, target, how, die, .. } = *self;
        let strikes = matches!(how, Assault::Strike { .. });
        let finishes = strikes && table.scene.figure(target).down && table.profile(fig).has(Skill::Boucher);
        let all = [
            (die.moustache, fig, "GEN-SKL-13"),
            (die.shield, target, "GEN-WPN-M12"),
            (die.luck, target, "GEN-SKL-09"),
            (finishes, fig, "GEN-SKL-06"),
            (!finishes && table.profile(target).has(Skill::MemePasMal), target, "GEN-SKL-04"),
        ];
        let used = all.into_iter().filter(|(has, ..)| *has);
        used.map(|(_, fig, rule)| Recourse { fig, rule: Rule::new(rule) }).collect()
    }

    /// Returns the modifiers of the dice, with the odds against every number of dice that the target may still add.
    pub(super) fn advice(&self, table: Table<'_>, da: u8) -> Option<BlowAdvice> {
        let extra = 0..=table.scene.figure(self.target).da;
        let guards = extra.map(|extra| Guard::by_rule(table, self.fig, self.target, extra));
        self.against(table, da, &guards.collect::<Vec<_>>())
    }

    /// The same against given defences, all of one weapon.
    pub(super) fn against(&self, table: Table<'_>, da: u8, guards: &[Guard]) -> Option<BlowAdvice> {
        let Self { fig, target, how, .. } = *self;
        let balks = if self.faced || matches!(how, Assault::Shot { .. }) {
            Chance::NEVER
        } else {
            odds::balks(table, fig, target)
        };
        let odds = guards.iter().filter_map(|guard| {
            odds::odds(table, (fig, target), how, self.die, *guard).map(|odds| Odds { balks, ..odds })
        });
        let odds: Vec<Odds> = odds.collect();
        let armour = legal::armour_save(table, target);
        let was_down = table.scene.figure(target).down;
        Some(match how {
            Assault::Shot { weapon, fire } => {
                let shot = legal::measure(table, fig, weapon, target, fire)?;
                let hit = Hit::Shot { row: tables::weapon(shot.weapon), long: shot.long };
                BlowAdvice {
                    da,
                    target,
                    distance: shot.distance,
                    long: shot.long,
                    mods: shot.mods,
                    guard: Vec::new(),
                    wound: legal::wound_mods(table, target, hit, was_down),
                    armour,
                    sword: None,
                    skills: self.skills(table),
                    sight: Some(sighting(table, fig, target)),
                    odds,
                }
            }
            Assault::Strike { weapon, blow } => {
                let row = legal::row_of(table, fig, odds::striking(table, (fig, target), weapon, blow));
                let own = legal::row_of(table, target, guards.first()?.weapon);
                let sword = if legal::sword_wins(table, row, target) {
                    Some(fig)
                } else {
                    legal::sword_wins(table, own, fig).then_some(target)
                };
                BlowAdvice {
                    da,
                    target,
                    distance: 0,
                    long: false,
                    mods: legal::strike_mods(table, fig, target, row, blow),
                    guard: legal::guard_mods(table, fig, target, own),
                    wound: legal::wound_mods(table, target, Hit::Strike(row), was_down),
                    armour,
                    sword,
                    skills: self.skills(table),
                    sight: None,
                    odds,
                }
            }
        })
    }
}

/// A shot.
pub(super) fn shot(
    table: Table<'_>,
    (fig, target): (Fig, Fig),
    weapon: u8,
    fire: Fire,
    da: u8,
) -> Vec<BlowAdvice> {
    let swing = Swing::fresh(table, fig, target, Assault::Shot { weapon, fire });
    swing.advice(table, da).into_iter().collect()
}

/// Every figure an attack may fall on: the one chosen, or those the opponent may designate (GEN-CC-03).
pub(super) fn strikes(
    table: Table<'_>,
    fig: Fig,
    target: Option<Fig>,
    (weapon, blow): (Option<u8>, Blow),
    da: u8,
) -> Vec<BlowAdvice> {
    let figs = match (target, legal::prey(table, fig, legal::blow_cost(blow), &[])) {
        (Some(target), _) => vec![target],
        (None, Ok(Prey::Chosen(figs) | Prey::Designated(_, figs))) => figs,
        (None, Err(_)) => Vec::new(),
    };
    let advice =
        |target: Fig| Swing::fresh(table, fig, target, Assault::Strike { weapon, blow }).advice(table, da);
    figs.into_iter().filter_map(advice).collect()
}
