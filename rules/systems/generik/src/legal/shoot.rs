//! Whether a shot may be fired, and with which modifiers (GEN-SHT-01 to 03, 09, 10).

use crate::command::{Act, Fire, Mod};
use crate::ids::{ActKind, Fig, Skill, Weapon};
use crate::numbers::{act, numbers};
use crate::refusal::Illegal;
use crate::space::Skirmish as _;
use crate::space::{CONTACT, R, STEP, Stance, near};
use crate::state::Table;
use crate::tables::{self, CM, WeaponRow};
use crate::terrain;
use bagarre_kit::contract::Rule;
use bagarre_kit::plane::csqrt;
use bagarre_kit::refusal::Both;

/// A shot as aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    /// The weapon.
    pub weapon: Weapon,
    /// Distance from edge to edge in u, rounded up, for showing: bands are told by squares (GEN-GEO-04).
    pub distance: i32,
    /// At long range.
    pub long: bool,
    /// The modifiers of the attack die (GEN-SHT-03).
    pub mods: Vec<Mod>,
}

/// A shot in the own phase: the shooter turns to its target first (GEN-ACT-34). The caller tests state, DA and locks of
/// the shooter.
pub(crate) fn aim(table: Table<'_>, fig: Fig, weapon: u8, target: Fig, fire: Fire) -> Result<Shot, Illegal> {
    let row = able(table, fig, weapon, target, fire)?;
    let (eye, seen) = (table.space().stance(fig), table.space().stance(target));
    aim_from(table, (fig, eye.turned_to(seen.at)), row, (target, seen), fire)
}

/// A normal shot as opportunity action (GEN-AO-05): the shooter has to see its target with the facing it has, the
/// target standing as given: where it is, or at a checkpoint of its move.
pub(crate) fn aim_reacting(
    table: Table<'_>,
    fig: Fig,
    weapon: u8,
    target: Fig,
    seen: Stance,
) -> Result<Shot, Illegal> {
    let row = able(table, fig, weapon, target, Fire::Normal)?;
    aim_from(table, (fig, table.space().stance(fig)), row, (target, seen), Fire::Normal)
}

/// Whether a normal shot at a target that the shooter sees, both standing as given, could hit: the weapon is loaded and reaches,
/// and the best face beats the least defence.
pub(crate) fn may_hit(
    table: Table<'_>,
    (fig, eye): (Fig, Stance),
    weapon: u8,
    (target, seen): (Fig, Stance),
) -> bool {
    loaded_for(table, fig, weapon, target)
        .is_some_and(|row| could_hit(table, (fig, eye), row, (target, seen)))
}

/// A weapon of a figure that may be fired at a target as far as that needs no geometry.
#[inline(always)]
pub(super) fn loaded_for(table: Table<'_>, fig: Fig, weapon: u8, target: Fig) -> Option<&'static WeaponRow> {
    able(table, fig, weapon, target, Fire::Normal).ok()
}

/// The same as [`may_hit`] with such a weapon.
#[inline(always)]
pub(super) fn could_hit(
    table: Table<'_>,
    (fig, eye): (Fig, Stance),
    row: &'static WeaponRow,
    (target, seen): (Fig, Stance),
) -> bool {
    if in_reach(eye, row, seen).is_err() {
        return false;
    }
    let mut best = 6i16;
    each_mod(table, (fig, eye), row, (target, seen), Fire::Normal, |_, n| best += i16::from(n));
    best > 1
}

/// Conditions that need no geometry: an enemy on the table, a loaded weapon that fires that way.
#[inline(always)]
fn able(
    table: Table<'_>,
    fig: Fig,
    weapon: u8,
    target: Fig,
    fire: Fire,
) -> Result<&'static WeaponRow, Illegal> {
    let scene = table.scene;
    if !scene.figures.get(target.i()).is_some_and(|it| it.on_table() && it.seat != scene.figure(fig).seat) {
        return Err(Illegal::ShootTarget);
    }
    let row = table.profile(fig).weapons.get(usize::from(weapon)).map(|it| tables::weapon(*it));
    let Some(row) = row.filter(|row| row.ranged()) else {
        return Err(Illegal::ShootWeapon);
    };
    loaded(row, scene.figure(fig).charges[usize::from(weapon & 1)], fire)?;
    Ok(row)
}

#[inline(always)]
fn loaded(row: &WeaponRow, charges: u8, fire: Fire) -> Result<(), Illegal> {
    match fire {
        Fire::Multi if row.multi_shot == 0 => Err(Illegal::ShootMulti),
        Fire::Volley if !row.pair_volley || charges < 2 => Err(Illegal::ShootVolley),
        _ if charges == 0 => Err(Illegal::ShootEmpty),
        _ => Ok(()),
    }
}

/// A refused shot, for who reads the refusal: what hides the target is named (GEN-LOS-04). Bots try much, and are told less.
pub(crate) fn explained(table: Table<'_>, fig: Fig, act: &Act, no: Illegal) -> Illegal {
    let Act::Shoot { target, .. } = act else { return no };
    if no != Illegal::ShootSight {
        return no;
    }
    let space = table.space();
    let seen = space.stance(*target);
    let eye = space.stance(fig).turned_to(seen.at);
    let report = space.sight(fig, eye, *target, seen, table.options().figures_block_los);
    let piece = report.rays.iter().find_map(|ray| ray.pieces.first());
    let row = piece.and_then(|n| table.scene.pieces.get(usize::from(*n))).map(|it| terrain::row(it.piece));
    let Some(row) = row else { return no };
    Illegal::ShootHidden { piece: Both(&row.fr, &row.en) }
}

/// Contact, reach, then sight, which costs most.
#[inline(always)]
fn aim_from(
    table: Table<'_>,
    (fig, eye): (Fig, Stance),
    row: &'static WeaponRow,
    (target, seen): (Fig, Stance),
    fire: Fire,
) -> Result<Shot, Illegal> {
    in_reach(eye, row, seen)?;
    if !table.space().sees_as(fig, eye, target, seen, table.options().figures_block_los) {
        return Err(Illegal::ShootSight);
    }
    Ok(measured(table, (fig, eye), row, (target, seen), fire))
}

/// Contact and reach.
#[inline(always)]
fn in_reach(eye: Stance, row: &WeaponRow, seen: Stance) -> Result<(), Illegal> {
    if near(eye.at, seen.at, CONTACT) && (eye.z - seen.z).abs() <= STEP {
        return Err(Illegal::ShootContact);
    }
    let short = near(eye.at, seen.at, row.short);
    // a boundary belongs to the nearer band. R-128: a mortar has no short one.
    if (short && row.no_short) || !(short || near(eye.at, seen.at, row.reach())) {
        return Err(out_of_range(row, short));
    }
    Ok(())
}

#[inline(always)]
fn out_of_range(row: &WeaponRow, too_near: bool) -> Illegal {
    if too_near {
        Illegal::ShootTooNear { cm: row.short / CM }
    } else {
        Illegal::ShootTooFar { cm: row.reach() / CM }
    }
}

/// A shot whose legality is known: its band and modifiers (GEN-SHT-03; height makes none, GEN-SHT-13), without a test of sight. `None` when the figure has no such
/// ranged weapon.
pub(crate) fn measure(table: Table<'_>, fig: Fig, weapon: u8, target: Fig, fire: Fire) -> Option<Shot> {
    let row = table.profile(fig).weapons.get(usize::from(weapon)).map(|it| tables::weapon(*it))?;
    let (eye, seen) = (table.space().stance(fig), table.space().stance(target));
    row.ranged().then(|| measured(table, (fig, eye), row, (target, seen), fire))
}

fn measured(
    table: Table<'_>,
    (fig, eye): (Fig, Stance),
    row: &'static WeaponRow,
    (target, seen): (Fig, Stance),
    fire: Fire,
) -> Shot {
    let distance = (csqrt(eye.at.dist2(seen.at) as u64) as i32 - 2 * R).max(0);
    let mut mods = Vec::new();
    let long = each_mod(table, (fig, eye), row, (target, seen), fire, |rule, n| {
        mods.push(Mod { rule: Rule::new(rule), n });
    });
    Shot { weapon: row.id, distance, long, mods }
}

/// Returns the modifiers of the attack die of a shot whose legality is known, and whether it is one at long range: for
/// callers that weigh many. `None` as in [`measure`].
pub(crate) fn attack(
    table: Table<'_>,
    fig: Fig,
    weapon: u8,
    target: Fig,
    fire: Fire,
) -> Option<(&'static WeaponRow, bool, i16)> {
    let row = table.profile(fig).weapons.get(usize::from(weapon)).map(|it| tables::weapon(*it))?;
    let (eye, seen) = (table.space().stance(fig), table.space().stance(target));
    let mut sum = 0;
    let add = |_: &'static str, n: i8| sum += i16::from(n);
    let long = row.ranged().then(|| each_mod(table, (fig, eye), row, (target, seen), fire, add))?;
    Some((row, long, sum))
}

/// Each modifier of a shot with its rule (GEN-SHT-03), and whether the shot is one at long range.
fn each_mod(
    table: Table<'_>,
    (fig, eye): (Fig, Stance),
    row: &'static WeaponRow,
    (target, seen): (Fig, Stance),
    fire: Fire,
    mut each: impl FnMut(&'static str, i8),
) -> bool {
    let long = !near(eye.at, seen.at, row.short);
    let mut add = |rule: &'static str, n: i8| {
        if n != 0 {
            each(rule, n);
        }
    };
    let shooter = table.profile(fig);
    if long {
        if shooter.has(Skill::Tremblote) {
            add("GEN-SKL-16", tables::skill(Skill::Tremblote).long_range_mod);
        } else {
            add("GEN-SHT-03", numbers().shooting.long_range_mod);
        }
    } else {
        add(&row.rule, row.hit_short);
    }
    // The first shot of a pair volley is a powerful one (GEN-SHT-10).
    if matches!(fire, Fire::Powerful | Fire::Volley) {
        if shooter.has(Skill::TirDElite) {
            add("GEN-SKL-07", tables::skill(Skill::TirDElite).powerful_shot_bonus);
        } else {
            add("GEN-ACT-39", act(ActKind::PowerfulShot).attack_bonus);
        }
        add(&row.rule, row.powerful_extra);
    }
    if seen.down {
        add("GEN-KND-08", table.options().down_target_shoot_mod);
    }
    // GEN-COV-02, R-107: all shots from the front half-plane.
    if table.scene.figure(target).in_cover && seen.front(eye.at) {
        add("GEN-COV-02", numbers().cover.attack_mod);
    }
    long
}

/// The victim when the owner of the aimed figure names none: the first figure of the shooter's side that touches it,
/// else the aimed one itself (GEN-DEC-19).
pub(crate) fn stray(table: Table<'_>, fig: Fig, aimed: Fig) -> Fig {
    let seat = table.scene.figure(fig).seat;
    let melee = table.space().melee(aimed);
    let mut touching = table.space().touching_enemies(aimed);
    touching
        .find(|it| *it != fig && table.scene.figure(*it).seat == seat && melee.contains(it))
        .unwrap_or(aimed)
}
