//! What a wound roll comes to (GEN-WND-01 to 03, 05).

use crate::command::Mod;
use crate::event::Wound;
use crate::ids::{Fig, Skill};
use crate::numbers::numbers;
use crate::state::Table;
use crate::tables::{self, WeaponRow};
use bagarre_kit::contract::Rule;

/// What a wound roll comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hit {
    /// A shot.
    Shot {
        /// The weapon.
        row: &'static WeaponRow,
        /// At long range.
        long: bool,
    },
    /// Close combat, with a weapon or without.
    Strike(Option<&'static WeaponRow>),
    /// A fall (GEN-KND-07).
    Fall,
}

impl Hit {
    /// Whether it is a fall, which a low result does not harm (GEN-KND-07).
    pub(crate) fn is_fall(self) -> bool {
        matches!(self, Self::Fall)
    }
}

/// Returns the modifiers of the wound die (GEN-WND-02, GEN-SHT-14). `was_down`: it was down before the attack.
pub(crate) fn wound_mods(table: Table<'_>, victim: Fig, hit: Hit, was_down: bool) -> Vec<Mod> {
    let mut mods = Vec::new();
    each_wound_mod(table, victim, hit, was_down, |rule, n| mods.push(Mod { rule: Rule::new(rule), n }));
    mods
}

/// The sum of [`wound_mods`]: for who weighs many.
pub(crate) fn wound_bonus(table: Table<'_>, victim: Fig, hit: Hit, was_down: bool) -> i8 {
    let mut sum = 0;
    each_wound_mod(table, victim, hit, was_down, |_, n| sum += n);
    sum
}

/// Each of them with its rule.
fn each_wound_mod(
    table: Table<'_>,
    victim: Fig,
    hit: Hit,
    was_down: bool,
    mut each: impl FnMut(&'static str, i8),
) {
    let mut add = |rule: &'static str, n: i8| {
        if n != 0 {
            each(rule, n);
        }
    };
    match hit {
        Hit::Shot { row, long } => {
            add(&row.rule, row.wound + if long { row.wound_long } else { row.wound_short });
        }
        Hit::Strike(Some(row)) => add(&row.rule, row.wound + row.wound_cc),
        // a fall is an event of its own.
        Hit::Strike(None) | Hit::Fall => {}
    }
    if was_down {
        add("GEN-WND-02", numbers().wound.down_bonus);
    }
    if table.profile(victim).has(Skill::MortVivant) {
        add("GEN-SKL-12", tables::skill(Skill::MortVivant).wound_mod_against);
    }
}

/// What a total does to a figure (GEN-WND-01, 03, R-160, R-163), and by which rule.
pub(crate) fn wound_of(total: i8, wounded: bool, fall: bool) -> (Wound, &'static str) {
    let table = &numbers().wound;
    if total >= table.out_of_action_min {
        (Wound::OutOfAction, "GEN-WND-01")
    } else if total < table.wounded_min {
        if fall { (Wound::Nothing, "GEN-KND-07") } else { (Wound::KnockedDown, "GEN-WND-01") }
    } else if wounded {
        (Wound::OutOfAction, "GEN-WND-03")
    } else {
        (Wound::Wounded, "GEN-WND-01")
    }
}

/// The least face that armour saves on; `None` without armour (GEN-WND-05).
pub(crate) fn armour_save(table: Table<'_>, victim: Fig) -> Option<u8> {
    table.profile(victim).armour.map(|armour| tables::weapon(armour).armour_save).filter(|save| *save > 0)
}
