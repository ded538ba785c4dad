//! Whether a shot may be fired, and with which modifiers (GEN-SHT-01 to 03, 09, 10).

use crate::contract::{Lang, Rule};
use crate::generik::command::{Fire, Mod};
use crate::generik::ids::{ActKind, Fig, Skill, Weapon};
use crate::generik::numbers::{act, numbers};
use crate::generik::space::{CONTACT, R, STEP, Stance, near};
use crate::generik::state::Table;
use crate::generik::tables::{self, WeaponRow};
use crate::illegal::{Illegal, Say};
use crate::kit::plane::csqrt;

/// A shot as aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::generik) struct Shot {
    /// The weapon.
    pub weapon: Weapon,
    /// Distance from edge to edge in u, rounded up, for showing: bands are told by squares (GEN-GEO-04).
    pub distance: i32,
    /// At long range.
    pub long: bool,
    /// What is added to the attack die (GEN-SHT-03).
    pub mods: Vec<Mod>,
}

/// DA of a shooting action (GEN-ACT-01, 08, 13, 15).
pub(in crate::generik) fn fire_cost(fire: Fire) -> u8 {
    act(match fire {
        Fire::Normal => ActKind::Shoot,
        Fire::Powerful => ActKind::PowerfulShot,
        Fire::Multi => ActKind::MultiShot,
        Fire::Volley => ActKind::PairVolley,
    })
    .da
}

/// A shot in the own phase: the shooter turns to its target first (GEN-ACT-34). State, DA and locks of the shooter
/// are tested by whoever asks.
pub(in crate::generik) fn aim(
    table: Table<'_>,
    fig: Fig,
    weapon: u8,
    target: Fig,
    fire: Fire,
) -> Result<Shot, Illegal> {
    let row = able(table, fig, weapon, target, fire)?;
    let (eye, seen) = (table.space().stance(fig), table.space().stance(target));
    aim_from(table, (fig, eye.turned_to(seen.at)), row, (target, seen), fire)
}

/// A normal shot as opportunity action (GEN-AO-05): the shooter has to see its target with the facing it has, the
/// target standing as given: where it is, or at a checkpoint of its move.
pub(in crate::generik) fn aim_reacting(
    table: Table<'_>,
    fig: Fig,
    weapon: u8,
    target: Fig,
    seen: Stance,
) -> Result<Shot, Illegal> {
    let row = able(table, fig, weapon, target, Fire::Normal)?;
    aim_from(table, (fig, table.space().stance(fig)), row, (target, seen), Fire::Normal)
}

/// Conditions that need no geometry: an enemy on the table, a loaded weapon that fires that way.
fn able(
    table: Table<'_>,
    fig: Fig,
    weapon: u8,
    target: Fig,
    fire: Fire,
) -> Result<&'static WeaponRow, Illegal> {
    let scene = table.scene;
    if !scene.figures.get(target.i()).is_some_and(|it| it.on_table() && it.seat != scene.figure(fig).seat) {
        return Err(Illegal::rule(
            "generik.shoot.target",
            "GEN-SHT-01",
            "On ne tire que sur un adversaire présent sur la table.",
            "Only an enemy on the table can be shot at.",
        ));
    }
    let row = table.profile(fig).weapons.get(usize::from(weapon)).map(|it| tables::weapon(*it));
    let Some(row) = row.filter(|row| row.ranged()) else {
        return Err(Illegal::rule(
            "generik.shoot.weapon",
            "GEN-SHT-02",
            "Cette figurine ne porte pas cette arme de tir.",
            "This figure carries no such ranged weapon.",
        ));
    };
    loaded(row, scene.figure(fig).charges[usize::from(weapon & 1)], fire)?;
    Ok(row)
}

fn loaded(row: &WeaponRow, charges: u8, fire: Fire) -> Result<(), Illegal> {
    match fire {
        Fire::Multi if row.multi_shot == 0 => Err(Illegal::rule(
            "generik.shoot.multi",
            "GEN-SHT-09",
            "Cette arme ne tire pas en rafale.",
            "This weapon has no multi-shot.",
        )),
        Fire::Volley if !row.pair_volley || charges < 2 => Err(Illegal::rule(
            "generik.shoot.volley",
            "GEN-SHT-10",
            "Il faut deux pistolets à poudre, chargés tous les deux.",
            "This takes two powder pistols, both of them loaded.",
        )),
        _ if charges == 0 => Err(Illegal::rule(
            "generik.shoot.empty",
            "GEN-SHT-01",
            "Cette arme est vide : il faut la recharger.",
            "This weapon is empty: it must be reloaded.",
        )),
        _ => Ok(()),
    }
}

/// Contact, reach, then sight, which costs most.
fn aim_from(
    table: Table<'_>,
    (fig, eye): (Fig, Stance),
    row: &'static WeaponRow,
    (target, seen): (Fig, Stance),
    fire: Fire,
) -> Result<Shot, Illegal> {
    if near(eye.at, seen.at, CONTACT) && (eye.z - seen.z).abs() <= STEP {
        return Err(Illegal::rule(
            "generik.shoot.contact",
            "GEN-SHT-01",
            "On ne tire pas sur un adversaire au contact (R-124).",
            "An enemy in contact cannot be shot at (R-124).",
        ));
    }
    let short = near(eye.at, seen.at, row.short);
    // a boundary belongs to the nearer band. R-128: a mortar has no short one.
    if (short && row.no_short) || !(short || near(eye.at, seen.at, row.reach())) {
        return Err(out_of_range(row, short));
    }
    if !table.space().sees_as(fig, eye, target, seen, table.options().figures_block_los) {
        return Err(Illegal::rule(
            "generik.shoot.sight",
            "GEN-LOS-01",
            "D’ici, cette figurine ne voit pas sa cible.",
            "This figure does not see its target from here.",
        ));
    }
    Ok(measured(table, (fig, eye), row, (target, seen), fire))
}

fn out_of_range(row: &WeaponRow, too_near: bool) -> Illegal {
    let (limit, say): (i32, Say) = if too_near {
        (row.short, |[cm, _], lang| match lang {
            Lang::Fr => format!("Trop près : cette arme tire à plus de {cm} cm."),
            Lang::En => format!("Too near: it fires beyond {cm} cm."),
        })
    } else {
        (row.reach(), |[cm, _], lang| match lang {
            Lang::Fr => format!("Trop loin : cette arme porte à {cm} cm."),
            Lang::En => format!("Too far: this weapon reaches {cm} cm."),
        })
    };
    Illegal::about("generik.shoot.range", "GEN-SHT-02", [limit / 100, 0], say)
}

/// A shot whose legality is known: its band and modifiers (GEN-SHT-03; height makes none, GEN-SHT-13), without a test of sight. `None` when the figure has no such
/// ranged weapon.
pub(in crate::generik) fn measure(
    table: Table<'_>,
    fig: Fig,
    weapon: u8,
    target: Fig,
    fire: Fire,
) -> Option<Shot> {
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

/// What is added to the attack die of a shot whose legality is known, and whether it is one at long range: for who weighs many.
/// `None` as in [`measure`].
pub(in crate::generik) fn attack(
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

/// The victim that the owner of the aimed figure names when he says nothing: the first figure of the shooter's side that
/// touches it, else the aimed one itself (GEN-DEC-19).
pub(in crate::generik) fn stray(table: Table<'_>, fig: Fig, aimed: Fig) -> Fig {
    let seat = table.scene.figure(fig).seat;
    let melee = table.space().melee(aimed);
    let mut touching = table.space().touching_enemies(aimed);
    touching
        .find(|it| *it != fig && table.scene.figure(*it).seat == seat && melee.contains(it))
        .unwrap_or(aimed)
}
