//! Whether a figure may be attacked in close combat, which side decides on the target, and which weapons count
//! (GEN-CC-01 to 07).

use crate::command::{Blow, Mod};
use crate::ids::{ActKind, Fig, Skill};
use crate::numbers::{act, numbers};
use crate::refusal::Illegal;
use crate::state::Table;
use crate::tables::{self, WeaponRow};
use bagarre_kit::contract::{Rule, Seat};

/// The targets that an attack may strike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Prey {
    /// The attacker chooses among these.
    Chosen(Vec<Fig>),
    /// An opponent designates one of these (GEN-CC-03, GEN-DEC-18).
    Designated(Seat, Vec<Fig>),
}

/// The DA of an attack as declared. It includes the surcharge of a figure that is down and defenceless, when it is
/// known that this one is struck; else that is due when it is designated (GEN-CC-02, 03, GEN-SKL-19).
///
/// `target` names the figure that is struck where the attacker chooses; it is left out where an opponent designates,
/// and may be where there is only one.
pub(crate) fn strike_cost(
    table: Table<'_>,
    fig: Fig,
    target: Option<Fig>,
    weapon: Option<u8>,
    blow: Blow,
) -> Result<u8, Illegal> {
    let base = super::blow_cost(blow);
    usable(table, fig, weapon, blow)?;
    match (prey(table, fig, base, &[])?, target) {
        (Prey::Designated(..), Some(_)) => Err(Illegal::AttackDesignate),
        (Prey::Designated(..), None) => Ok(base),
        (Prey::Chosen(list), None) => match list[..] {
            [only] if table.space().touching_enemies(fig).nth(1).is_none() => Ok(base + extra(table, only)),
            _ => Err(Illegal::AttackChoose),
        },
        (Prey::Chosen(list), Some(target)) if list.contains(&target) => Ok(base + extra(table, target)),
        (Prey::Chosen(_), Some(_)) => Err(Illegal::AttackTarget),
    }
}

/// The named weapon is a close-combat weapon the figure carries (GEN-CC-05), and several attacks need a weapon for
/// them (GEN-CC-10).
fn usable(table: Table<'_>, fig: Fig, weapon: Option<u8>, blow: Blow) -> Result<(), Illegal> {
    let fits = |row: &WeaponRow| row.cc && (blow != Blow::Multi || row.multi_attack > 0);
    let ok = match weapon {
        Some(n) => carried(table, fig, n).is_some_and(fits),
        None => blow != Blow::Multi || multi_weapon(table, fig).is_some(),
    };
    if ok {
        return Ok(());
    }
    Err(if blow == Blow::Multi { Illegal::AttackMulti } else { Illegal::AttackWeapon })
}

/// The weapon with several attacks that a figure carries, by number.
pub(crate) fn multi_weapon(table: Table<'_>, fig: Fig) -> Option<u8> {
    cc_weapons(table, fig).find(|(_, row)| row.multi_attack > 0).map(|(n, _)| n)
}

/// Returns the enemies in contact, and which side says which one is attacked (GEN-CC-03, R-144). A down and defenceless
/// figure for which the DA do not suffice is left out: `base` DA are due for every target, and the surcharge of this
/// one unless it is among `paid`. Refused when no target is left.
pub(crate) fn prey(table: Table<'_>, fig: Fig, base: u8, paid: &[Fig]) -> Result<Prey, Illegal> {
    let space = table.space();
    let touched: Vec<Fig> = space.touching_enemies(fig).collect();
    let standing = touched.iter().filter(|enemy| !table.scene.figure(**enemy).down).count();
    let da = table.scene.figure(fig).da;
    let (several, nobody) = (touched.len() >= 2, touched.is_empty());
    let by = if several && standing > 0 { Some(designator(table, &touched)) } else { None };
    let mut payable = touched;
    payable.retain(|enemy| {
        let extra = extra(table, *enemy);
        extra == 0 || paid.contains(enemy) || da >= base + extra
    });
    match (by, payable.is_empty()) {
        (_, true) if nobody => Err(Illegal::AttackContact),
        (_, true) => Err(Illegal::AttackDefenceless),
        (Some(seat), false) => Ok(Prey::Designated(seat, payable)),
        (None, false) => Ok(Prey::Chosen(payable)),
    }
}

/// DA that an attack on this figure costs more as it now is (GEN-SKL-19, R-271).
pub(crate) fn extra(table: Table<'_>, target: Fig) -> u8 {
    if table.scene.figure(target).down && table.profile(target).has(Skill::PovrePtiteChose) {
        tables::skill(Skill::PovrePtiteChose).cc_attack_da_extra_while_down
    } else {
        0
    }
}

/// Returns the seat that designates: the owner of most of the standing enemies in contact, ties by seat order after the
/// player of the phase (GEN-CC-03).
fn designator(table: Table<'_>, touched: &[Fig]) -> Seat {
    let scene = table.scene;
    let held = |seat: Seat| {
        touched.iter().filter(|fig| scene.figure(**fig).seat == seat && !scene.figure(**fig).down).count()
    };
    let at = scene.order.iter().position(|seat| *seat == scene.phase.seat).unwrap_or(0);
    let after = scene.order.iter().cycle().skip(at + 1).take(scene.order.len());
    let mut best = (0, scene.figure(touched[0]).seat);
    for seat in after {
        if held(*seat) > best.0 {
            best = (held(*seat), *seat);
        }
    }
    best.1
}

/// Standing enemies in contact with the attacker other than the attacked figure: each adds to the defence dice
/// (GEN-CC-03). The number of friends of the attacker changes nothing.
fn helpers(table: Table<'_>, fig: Fig, target: Fig) -> u8 {
    let others = table.space().touching_enemies(fig);
    others.filter(|enemy| *enemy != target && !table.scene.figure(*enemy).down).count() as u8
}

fn carried(table: Table<'_>, fig: Fig, n: u8) -> Option<&'static WeaponRow> {
    table.profile(fig).weapons.get(usize::from(n)).map(|it| tables::weapon(*it))
}

/// Close-combat weapons a figure carries, by number.
fn cc_weapons(table: Table<'_>, fig: Fig) -> impl Iterator<Item = (u8, &'static WeaponRow)> {
    let rows = table.profile(fig).weapons.iter().map(|it| tables::weapon(*it));
    (0u8..).zip(rows).filter(|(_, row)| row.cc)
}

/// The close-combat weapons a figure may use as it is, by number: a down one none with the option of R-317.
pub(crate) fn at_hand(table: Table<'_>, fig: Fig) -> impl Iterator<Item = (u8, &'static WeaponRow)> {
    let unarmed = is_unarmed(table, fig);
    cc_weapons(table, fig).filter(move |_| !unarmed)
}

/// Whether a figure is down and, with the option, without its weapons and shield.
fn is_unarmed(table: Table<'_>, fig: Fig) -> bool {
    table.options().down_unarmed && table.scene.figure(fig).down
}

/// The weapon a figure uses when nothing is said (bare hands do without any, GEN-CC-13, R-203), by number: the best of, in order, +1 on its dice now, a sword that
/// counts now, +1 to the wound, the first carried (section 21.1). `None` when it has none at hand.
pub(crate) fn best_weapon(table: Table<'_>, fig: Fig, enemy: Fig) -> Option<u8> {
    let worth = |row: &WeaponRow| {
        (die_bonus(table, row, enemy), row.sword && !carries_sword(table, enemy), row.wound_cc)
    };
    let mut best: Option<(u8, &WeaponRow)> = None;
    for (n, row) in at_hand(table, fig) {
        if best.is_none_or(|(_, so_far)| worth(row) > worth(so_far)) {
            best = Some((n, row));
        }
    }
    best.map(|(n, _)| n)
}

fn die_bonus(table: Table<'_>, row: &WeaponRow, enemy: Fig) -> i8 {
    let unarmed = row.cc_die_vs_no_cc_weapon != 0 && cc_weapons(table, enemy).next().is_none();
    row.cc_die + if unarmed { row.cc_die_vs_no_cc_weapon } else { 0 }
}

/// What the weapon in use adds to the dice of its bearer, attack or defence (GEN-CC-04, R-281).
fn weapon_bonus(table: Table<'_>, row: Option<&'static WeaponRow>, enemy: Fig) -> Option<Mod> {
    let row = row?;
    let n = die_bonus(table, row, enemy);
    (n != 0).then(|| Mod { rule: Rule::new(&row.rule), n })
}

/// Whether a weapon in use wins ties: a sword, against an enemy that carries none (GEN-CC-07, R-146).
pub(crate) fn sword_wins(table: Table<'_>, row: Option<&'static WeaponRow>, enemy: Fig) -> bool {
    row.is_some_and(|row| row.sword) && !carries_sword(table, enemy)
}

fn carries_sword(table: Table<'_>, fig: Fig) -> bool {
    cc_weapons(table, fig).any(|(_, row)| row.sword)
}

/// The row of a weapon in use.
pub(crate) fn row_of(table: Table<'_>, fig: Fig, weapon: Option<u8>) -> Option<&'static WeaponRow> {
    weapon.and_then(|n| carried(table, fig, n))
}

/// Returns the modifiers of the attack die in close combat (GEN-CC-04).
pub(crate) fn strike_mods(
    table: Table<'_>,
    fig: Fig,
    target: Fig,
    row: Option<&'static WeaponRow>,
    blow: Blow,
) -> Vec<Mod> {
    let mut mods = Vec::new();
    if blow == Blow::Powerful {
        let (rule, n) = if table.profile(fig).has(Skill::ExpertCc) {
            ("GEN-SKL-08", tables::skill(Skill::ExpertCc).powerful_attack_bonus)
        } else {
            ("GEN-ACT-39", act(ActKind::PowerfulAttack).attack_bonus)
        };
        mods.push(Mod { rule: Rule::new(rule), n });
    }
    mods.extend(weapon_bonus(table, row, target));
    mods
}

/// Returns the modifiers of every defence die in close combat (GEN-CC-03, 04, R-142).
pub(crate) fn guard_mods(
    table: Table<'_>,
    fig: Fig,
    target: Fig,
    row: Option<&'static WeaponRow>,
) -> Vec<Mod> {
    let mut mods = Vec::new();
    let others = helpers(table, fig, target);
    if others > 0 {
        let n = numbers().close_combat.multiple_bonus_per_extra * others as i8;
        mods.push(Mod { rule: Rule::new("GEN-CC-03"), n });
    }
    mods.extend(weapon_bonus(table, row, fig));
    mods
}

/// Whether a figure may have an attack die rolled again with its shield: once a turn, and with the option of R-317 not while it is
/// down (GEN-WPN-M12, R-289).
pub(crate) fn has_shield(table: Table<'_>, fig: Fig) -> bool {
    let figure = table.scene.figure(fig);
    let carried = &table.profile(fig).weapons;
    !figure.shield_used
        && !is_unarmed(table, fig)
        && carried.iter().any(|weapon| tables::weapon(*weapon).force_attack_reroll_per_turn > 0)
}
