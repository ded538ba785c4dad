//! The printed tables: armouries, skills and scenarios, read once from `data/`. Constant data.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::ids::{Era, Scenario, Skill, Weapon};
use super::numbers::{Source, numbers};
use bagarre_kit::ids::each_once;
use bagarre_kit::plane::Pt;

/// A centimetre in u (GEN-GEO-01).
pub const CM: i32 = 100;

/// Where a weapon is carried (GEN-BND-02, R-199).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum Slot {
    /// One of the two weapons; shields too.
    Weapon,
    /// The slot of armour.
    Armour,
}

/// An entry of an armoury (section 20) with its effects.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
#[allow(clippy::struct_excessive_bools, reason = "the effects of the tables")]
pub struct WeaponRow {
    /// Which.
    pub id: Weapon,
    /// `GEN-WPN-W1`.
    pub rule: String,
    /// The era of the armoury.
    pub era: Era,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// Effect in words.
    pub text_fr: String,
    /// Effect in words.
    pub text_en: String,
    /// Reach of the short band in u; 0 for a weapon that cannot be fired.
    #[serde(rename(deserialize = "short_cm"))]
    pub short: i32,
    /// Reach of the long band in u; 0 when there is none.
    #[serde(rename(deserialize = "long_cm"))]
    pub long: i32,
    /// Points.
    pub cost: i32,
    /// Where the price comes from.
    pub cost_source: Source,
    /// Where it is carried.
    pub slot: Slot,
    /// A close-combat weapon.
    #[serde(default)]
    pub cc: bool,
    /// Added to own close-combat dice, attack and defence.
    #[serde(default)]
    pub cc_die: i8,
    /// The same, only against an enemy that carries no close-combat weapon.
    #[serde(default)]
    pub cc_die_vs_no_cc_weapon: i8,
    /// A sword: wins ties (GEN-CC-07).
    #[serde(default)]
    pub sword: bool,
    /// Added to every wound die.
    #[serde(default)]
    pub wound: i8,
    /// Added to the wound die at short range.
    #[serde(default)]
    pub wound_short: i8,
    /// Added to the wound die at long range.
    #[serde(default)]
    pub wound_long: i8,
    /// Added to the wound die in close combat.
    #[serde(default)]
    pub wound_cc: i8,
    /// Added to the attack die at short range.
    #[serde(default)]
    pub hit_short: i8,
    /// Shots of the action for several shots; 0 when it has none.
    #[serde(default)]
    pub multi_shot: u8,
    /// Attacks of the action for several attacks; 0 when it has none.
    #[serde(default)]
    pub multi_attack: u8,
    /// Can fire both barrels (GEN-SHT-10).
    #[serde(default)]
    pub pair_volley: bool,
    /// Loads when full; 0 for what cannot be fired (GEN-STA-05).
    #[serde(default)]
    pub charges: u8,
    /// Each shot takes a load (GEN-SHT-07).
    #[serde(default)]
    pub empties: bool,
    /// Never empty.
    #[serde(default)]
    pub no_reload: bool,
    /// DA to reload this weapon alone; `None` when only the reload of everything will do.
    #[serde(default)]
    pub reload_da: Option<u8>,
    /// Push of a knock-down, in u (GEN-KND-01).
    #[serde(default)]
    pub push: i32,
    /// May not fire within its short reach.
    #[serde(default)]
    pub no_short: bool,
    /// Added to the bonus of powerful shots.
    #[serde(default)]
    pub powerful_extra: i8,
    /// Radius of its blast in u; 0 for none (GEN-SHT-12).
    #[serde(default)]
    pub blast_radius: i32,
    /// Least face that knocks down in the blast.
    #[serde(default)]
    pub blast_need: u8,
    /// DA lost by the face of the die (GEN-WPN-X1); `None` when it does not distract.
    #[serde(default)]
    pub distract: Option<[u8; 6]>,
    /// Reach of that, in u.
    #[serde(default)]
    pub distract_range: i32,
    /// DA lost by who is hooked (GEN-CC-12).
    #[serde(default)]
    pub hook_da_loss: u8,
    /// Attack dice against the bearer that it may have rolled again in a turn.
    #[serde(default)]
    pub force_attack_reroll_per_turn: u8,
    /// Least face that cancels a wound roll; 0 for no armour (GEN-WND-05).
    #[serde(default)]
    pub armour_save: u8,
    /// Bars climbing, descending, jumping and vaulting.
    #[serde(default)]
    pub no_climb: bool,
    /// Cost factor of clear ground that it forces.
    #[serde(default)]
    pub cost_clear: Option<i32>,
    /// Cost factor of difficult ground that it forces.
    #[serde(default)]
    pub cost_difficult: Option<i32>,
}

impl WeaponRow {
    /// Whether it can be fired.
    pub fn ranged(&self) -> bool {
        self.short > 0
    }

    /// Its greatest reach in u; 0 when it cannot be fired.
    pub fn reach(&self) -> i32 {
        self.short.max(self.long)
    }

    /// Whether it goes into the slot of armour.
    pub fn armour(&self) -> bool {
        self.slot == Slot::Armour
    }
}

/// What skill 17 makes of its die (GEN-SKL-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum Whim {
    /// Nothing.
    None,
    /// All DA are lost.
    LoseAllDa,
    /// A free move at the nearest enemy.
    FreeMoveNearestEnemy,
}

/// A skill (section 19) with its numbers; those that are not its own are 0.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct SkillRow {
    /// Number in the book.
    pub number: u8,
    /// Which.
    pub id: Skill,
    /// `GEN-SKL-01`.
    pub rule: String,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// Effect in words.
    pub text_fr: String,
    /// Effect in words.
    pub text_en: String,
    /// Points; negative for a drawback.
    pub cost: i32,
    /// Cost factor of clear ground (GEN-SKL-01).
    #[serde(default)]
    pub cost_clear: i32,
    /// Cost factor of difficult ground (GEN-SKL-15).
    #[serde(default)]
    pub cost_difficult: i32,
    /// Bonus of powerful shots, instead of the normal one (GEN-SKL-07).
    #[serde(default)]
    pub powerful_shot_bonus: i8,
    /// Bonus of powerful attacks, instead of the normal one (GEN-SKL-08).
    #[serde(default)]
    pub powerful_attack_bonus: i8,
    /// Added to the heroic die (GEN-SKL-11).
    #[serde(default)]
    pub heroic_bonus: i8,
    /// Added to wound dice against the bearer (GEN-SKL-12).
    #[serde(default)]
    pub wound_mod_against: i8,
    /// Length of a drag in u (GEN-SKL-14).
    #[serde(default)]
    pub drag_budget: i32,
    /// Modifier of long range, instead of the normal one (GEN-SKL-16).
    #[serde(default)]
    pub long_range_mod: i8,
    /// Within which friends charge, in u (GEN-SKL-10).
    #[serde(default)]
    pub radius: i32,
    /// Length of the free move in u (GEN-SKL-10, 17).
    #[serde(default)]
    pub distance: i32,
    /// Reach in u (GEN-SKL-20).
    #[serde(default)]
    pub range: i32,
    /// DA the target loses (GEN-SKL-20).
    #[serde(default)]
    pub da_loss: u8,
    /// By the face of the die (GEN-SKL-17).
    #[serde(default)]
    pub activation_roll: Option<[Whim; 6]>,
    /// More DA for attacks on the bearer while down (GEN-SKL-19).
    #[serde(default)]
    pub cc_attack_da_extra_while_down: u8,
    /// DA of a turn (GEN-SKL-21).
    #[serde(default)]
    pub max_da: u8,
    /// DA of a turn when wounded (GEN-SKL-21).
    #[serde(default)]
    pub max_da_wounded: u8,
}

/// The objective of scenario 3.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Objective {
    /// Centre.
    pub at: Pt,
    /// Radius in u.
    pub radius: i32,
}

/// A scenario (section 18); numbers that are not its own are 0.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct ScenarioRow {
    /// Face of the scenario die.
    pub number: u8,
    /// Which.
    pub id: Scenario,
    /// `GEN-SCN-10`.
    pub rule: String,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// In words, how it is won.
    pub text_fr: String,
    /// In words, how it is won.
    pub text_en: String,
    /// Most players.
    pub most_seats: u8,
    /// Points for each wounded enemy.
    pub score_wounded: i32,
    /// Instead, for a wounded chief.
    pub score_wounded_chief: i32,
    /// Instead, for a wounded champion.
    #[serde(default)]
    pub score_wounded_champion: i32,
    /// Points for each enemy out of action.
    pub score_ooa: i32,
    /// Instead, for the chief.
    pub score_ooa_chief: i32,
    /// Instead, for a champion.
    #[serde(default)]
    pub score_ooa_champion: i32,
    /// Points of the winner.
    pub score_win: i32,
    /// More points for a victory by control.
    #[serde(default)]
    pub score_win_by_control_extra: i32,
    /// Points of the band of lower value.
    pub score_weaker_band: i32,
    /// Points for each own member that left by the enemy edge.
    #[serde(default)]
    pub score_per_exit: i32,
    /// Points for each objective sacked.
    #[serde(default)]
    pub score_per_sack: i32,
    /// Reputation of the winner.
    pub reputation_win: i32,
    /// Reputation of the loser.
    pub reputation_lose: i32,
    /// Turn ends in a row of control that win.
    #[serde(default)]
    pub control_turns: u8,
    /// The objective.
    #[serde(default)]
    pub objective: Option<Objective>,
    /// Played with champions (GEN-SCN-40).
    #[serde(default)]
    pub champions: bool,
    /// Members that must leave.
    #[serde(default)]
    pub exits_needed: u8,
    /// Markers each band places (GEN-SCN-60).
    #[serde(default)]
    pub objectives_per_band: u8,
}

/// The final status of an enemy member, as it scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// Wounded.
    Wounded,
    /// Out of action.
    Ooa,
}

impl ScenarioRow {
    /// Points for one enemy member: its worst status only, special values instead of the normal one; a champion who
    /// is chief too scores the higher one (GEN-SCN-41).
    pub fn worth(&self, harm: Harm, chief: bool, champion: bool) -> i32 {
        let (normal, of_chief, of_champion) = match harm {
            Harm::Wounded => (self.score_wounded, self.score_wounded_chief, self.score_wounded_champion),
            Harm::Ooa => (self.score_ooa, self.score_ooa_chief, self.score_ooa_champion),
        };
        match (chief, champion && self.champions) {
            (false, false) => normal,
            (true, false) => of_chief,
            (false, true) => of_champion,
            (true, true) => of_chief.max(of_champion),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weapons {
    weapon: Vec<WeaponRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Skills {
    skill: Vec<SkillRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenarios {
    scenario: Vec<ScenarioRow>,
}

static WEAPONS: LazyLock<Vec<WeaponRow>> = LazyLock::new(|| {
    let mut file: Weapons = toml::from_str(bagarre_kit::data!("weapons.toml"))
        .expect("the armouries are part of the program and are tested");
    for row in &mut file.weapon {
        // Printed in cm (GEN-GEO-01).
        row.short *= CM;
        row.long *= CM;
        if row.ranged() {
            row.charges = row.charges.max(1);
        }
        if row.push == 0 {
            row.push = numbers().knockdown.push;
        }
    }
    each_once(file.weapon, Weapon::ALL, |row| row.id)
});

static SKILLS: LazyLock<Vec<SkillRow>> = LazyLock::new(|| {
    let file: Skills = toml::from_str(bagarre_kit::data!("skills.toml"))
        .expect("the skills are part of the program and are tested");
    each_once(file.skill, Skill::ALL, |row| row.id)
});

static SCENARIOS: LazyLock<Vec<ScenarioRow>> = LazyLock::new(|| {
    let file: Scenarios = toml::from_str(bagarre_kit::data!("scenarios.toml"))
        .expect("the scenarios are part of the program and are tested");
    each_once(file.scenario, Scenario::ALL, |row| row.id)
});

/// Every entry of every armoury, in the order of [`Weapon::ALL`].
pub fn weapons() -> &'static [WeaponRow] {
    &WEAPONS
}

/// Every skill, in the order of [`Skill::ALL`].
pub fn skills() -> &'static [SkillRow] {
    &SKILLS
}

/// Every scenario, in the order of [`Scenario::ALL`].
pub fn scenarios() -> &'static [ScenarioRow] {
    &SCENARIOS
}

/// An entry of an armoury.
pub fn weapon(weapon: Weapon) -> &'static WeaponRow {
    &WEAPONS[weapon.i()]
}

/// A skill.
pub fn skill(skill: Skill) -> &'static SkillRow {
    &SKILLS[skill.i()]
}

/// A scenario.
pub fn scenario(scenario: Scenario) -> &'static ScenarioRow {
    &SCENARIOS[scenario.i()]
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::{Scenarios, Skills, Weapons};

    const WEAPONS_TEXT: &str = include_str!("../data/weapons.toml");
    const SKILLS_TEXT: &str = include_str!("../data/skills.toml");
    const SCENARIOS_TEXT: &str = include_str!("../data/scenarios.toml");

    /// Whether the table is refused when a word of it is mistyped, and read when it is not.
    fn refuses<F: DeserializeOwned>(text: &str, word: &str, mistyped: &str) {
        assert!(toml::from_str::<F>(text).is_ok());
        let bent = text.replacen(word, mistyped, 1);
        assert_ne!(bent, text, "{word} is in the table");
        assert!(toml::from_str::<F>(&bent).is_err(), "{mistyped}");
    }

    #[test]
    fn a_mistyped_row_is_refused() {
        refuses::<Weapons>(WEAPONS_TEXT, "id = \"w_couteau\"", "id = \"w_couteaux\"");
        refuses::<Weapons>(WEAPONS_TEXT, "\narmour_save = ", "\narmor_save = ");
        refuses::<Weapons>(WEAPONS_TEXT, "slot = \"armour\"", "slot = \"armor\"");
        refuses::<Weapons>(WEAPONS_TEXT, "[[weapon]]", "[[weapons]]");
        refuses::<Skills>(SKILLS_TEXT, "id = \"veinard\"", "id = \"vainard\"");
        refuses::<Skills>(SKILLS_TEXT, "\nheroic_bonus = ", "\nheroic_bonuss = ");
        refuses::<Skills>(SKILLS_TEXT, "\"lose_all_da\"", "\"lose_all\"");
        refuses::<Scenarios>(SCENARIOS_TEXT, "id = \"sortie\"", "id = \"sorties\"");
        refuses::<Scenarios>(SCENARIOS_TEXT, "\nexits_needed = ", "\nexit_needed = ");
    }
}
