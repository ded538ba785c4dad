//! Numbers of the rules, read once from `data/tables.toml`. Constant data.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::arena::MapData;
use super::ids::{
    Arena, Class, Doctrine, Domain, Kind, Opponent, Protection, Scenario, Skill, Source, Tier, Weapon,
};
use bagarre_kit::ids::each_once;

mod scenarios;

pub use scenarios::{BringRow, ScenarioRow};

/// How long things last (ENE-TUR-01, ENE-STA-02, ENE-STA-05, ENE-FIN-04).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Time {
    pub faint_turns_at_zero_pe: u8,
    pub critical_wake_turns: u8,
}

/// PE of a tier besides the scores (ENE-COR-09, ENE-EXA-04).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct PeBase {
    pub heros: i16,
}

/// The core (section B, ENE-R01), with the difficulties of tests (ENE-COR-05).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Core {
    pub threshold_normal: u8,
    pub threshold_advantage: u8,
    pub threshold_disadvantage: u8,
    pub critical_success_min_sixes: usize,
    pub critical_failure_min_ones: usize,
    pub req_normal: u8,
    pub req_difficult: u8,
    pub req_heroic: u8,
    pub pe_max_base: PeBase,
    pub weakened_pe: Vec<i16>,
}

/// What an activation holds (ENE-ACT-01).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Actions {
    pub per_activation: u8,
}

/// Positions (ENE-DEF).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Defence {
    pub simple_actions: u8,
    pub simple_req_bonus: u8,
    pub total_actions: u8,
    pub total_req_bonus: u8,
    pub roule_boule_actions: u8,
}

/// Metres of an action (ENE-MOV), which a fight alone counts (ENE-MOV-01).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Movement {
    pub land: u8,
    pub air: u8,
    pub water: u8,
    pub difficult_per_success: u8,
    pub critical_multiplier: u8,
    pub stand_up_actions: u8,
    pub long_reach_link: u8,
    pub door_force_req: u8,
    pub heavy_load_budget: u8,
    pub swimmer_water: u8,
}

/// Help and hindrance (ENE-AID-03).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Aid {
    pub range_zones: u8,
}

/// A circumstance of an attack (ENE-ATT-03).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct CircumstanceRow {
    pub id: String,
    pub req: u8,
}

/// The most that circumstances come to (ENE-ATT-03).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Cap {
    pub max_total: u8,
}

/// A weapon (ENE-DMG-01), with a range (ENE-R25); those of base 5 are mounted (ENE-DMG-05).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
#[allow(clippy::struct_excessive_bools, reason = "the columns of a table")]
pub struct WeaponRow {
    pub id: Weapon,
    #[allow(dead_code, reason = "a column of the specification that is for its readers")]
    pub name: String,
    pub damage: u8,
    pub zones: u8,
    #[serde(default)]
    pub hands: u8,
    pub class: Class,
    pub domain: Domain,
    #[serde(default)]
    pub thrown: u8,
    #[serde(default)]
    pub long: bool,
    #[serde(default)]
    pub area: bool,
    #[serde(default)]
    pub single_use: bool,
    #[serde(default)]
    pub leaves: Option<Source>,
    #[serde(default)]
    pub leaves_turns: u8,
    #[serde(default)]
    pub reload_actions: u8,
    #[serde(default)]
    pub shots: u8,
    #[serde(default)]
    pub triggered: bool,
    #[serde(default)]
    pub mounted: bool,
    #[serde(default)]
    pub water_only: bool,
    #[serde(default)]
    pub ruling: bool,
}

impl WeaponRow {
    /// Shots before it must be loaded again; 0: never (ENE-ACT-08).
    pub fn magazine(&self) -> u8 {
        if self.reload_actions == 0 { 0 } else { self.shots.max(1) }
    }
}

/// Mines (ENE-MAP-08).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct MineRow {
    pub fixed_successes: u8,
}

/// What hurts turn by turn (ENE-DOT-01).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct SourceRow {
    pub id: Source,
    pub per_turn: u8,
    pub affects_robots: bool,
}

/// Where a protection is worn (ENE-PRO-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names of the tables")]
pub enum Worn {
    Armure,
    Bouclier,
    Vehicule,
}

/// What protects (ENE-PRO-02).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct ProtectionRow {
    pub id: Protection,
    pub value: u8,
    pub kind: Worn,
}

/// Vehicles (ENE-DMG-06, ENE-VEH).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct VehicleRow {
    pub immune_base_damage_max: u8,
    pub drive_metres: u8,
    pub drives_per_turn: u8,
    pub ram_base: u8,
    pub crew_cover: u8,
}

/// Points of an enemy out of action, by tier (ENE-FIN-05).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct DownRow {
    pub figurant: i32,
    pub heros: i32,
    pub boss: i32,
}

/// Points (ENE-FIN-05 to 08).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Score {
    pub down: DownRow,
    pub ally_stabilised: i32,
    pub surrendered: i32,
    pub campaign_winner_points: i32,
    pub campaign_loser_points: i32,
    pub campaign_points_max: i32,
}

/// The referee (ENE-MJ, ENE-PLY-09).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Referee {
    pub reserve_per_hero: i32,
    pub reserve_per_turn: i32,
    pub reserve_from_turn: u8,
    pub window_req: i8,
    pub window_req_competitive: i8,
    pub free_table_menace_per_hero: i32,
    pub opponent_reaction_percent: u8,
}

/// Healing (ENE-HEA): by nature too, in hours that pass between fights (ENE-HEA-01, ENE-STA-03).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Healing {
    pub natural_living_pe: i16,
    pub natural_living_hours: u16,
    pub natural_robot_pe: i16,
    pub natural_robot_hours: u16,
    pub stabilise_actions: u8,
    pub self_stabilise_req: u8,
    pub care_pe_per_success: i16,
    pub repair_pe_times_physique: i16,
    pub critical_multiplier: i16,
    pub calm_zones: u8,
}

/// A row of the sequels (ENE-COR-12).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct SequelRow {
    pub die: u8,
    #[serde(default)]
    pub land: u8,
    #[serde(default)]
    pub disadvantage: Option<String>,
    #[serde(default)]
    pub pe_max: i16,
}

/// Maitrise or prodige (ENE-COR-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names of the tables")]
pub enum SkillKind {
    Maitrise,
    Prodige,
}

/// A maitrise or a prodige (ENE-MAI-03).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct SkillRow {
    pub id: Skill,
    #[serde(default)]
    pub actions: u8,
    #[serde(default)]
    pub pe_cost: i16,
    pub kind: SkillKind,
    #[serde(default, rename = "move")]
    pub metres: u8,
    #[serde(default)]
    pub damage_bonus: u8,
    #[serde(default)]
    pub req_reduction: u8,
    #[serde(default)]
    pub net_needed: u8,
    #[serde(default)]
    pub zones: u8,
    #[serde(default)]
    pub max_targets: usize,
    #[serde(default)]
    pub robot_only: bool,
    #[serde(default)]
    pub automatic_damage: u8,
    #[serde(default)]
    pub protection: u8,
}

/// Prices (ENE-CRE), which follow simulated duels (ENE-CRE-05).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Creation {
    pub budget: i32,
    pub physique_cost: Vec<i32>,
    pub mental_cost: Vec<i32>,
    pub human_score_max: u8,
    pub weapon_cost_by_damage: Vec<i32>,
    pub thrown_surcharge: i32,
    pub range_surcharge_short: i32,
    pub range_surcharge_long: i32,
    pub secondary_weapon_cost: i32,
    pub single_use_cost: BTreeMap<Weapon, i32>,
    pub single_use_max: usize,
    pub protection_cost: Vec<i32>,
    pub protection_total_max: u8,
    pub protection_total_max_with_prodige: u8,
    pub pe_bonus_cost: i32,
    pub pe_bonus_max: u8,
    pub maitrise_cost: i32,
    pub prodige_cost: i32,
    pub maitrises_max: usize,
    pub fp_cost: i32,
    pub fp_max: u8,
    pub fp_domains: Vec<Domain>,
    pub robot_cost: i32,
    pub flight_cost: i32,
}

/// A facteur de puissance (ENE-COR-10).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct FpRow {
    pub domain: Domain,
    pub value: u8,
}

/// A ready-made hero (G3).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct CharacterRow {
    pub id: String,
    pub name: String,
    pub kind: Kind,
    pub physique: u8,
    pub mental: u8,
    pub pe_bonus: u8,
    #[cfg_attr(
        not(feature = "testkit"),
        allow(dead_code, reason = "tests compare it with what the rules work out")
    )]
    pub pe_max: i16,
    pub weapons: Vec<Weapon>,
    pub protections: Vec<Protection>,
    pub maitrises: Vec<Skill>,
    #[serde(default)]
    pub fp: Vec<FpRow>,
    #[cfg_attr(
        not(feature = "testkit"),
        allow(dead_code, reason = "tests compare it with what the rules work out")
    )]
    pub cost: i32,
}

/// An opponent (ENE-OPP).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct OpponentRow {
    pub id: Opponent,
    pub kind: Kind,
    pub tier: Tier,
    pub physique: u8,
    pub mental: u8,
    pub pe_max: i16,
    pub weapons: Vec<Weapon>,
    pub protections: Vec<Protection>,
    pub maitrises: Vec<Skill>,
    #[serde(default)]
    pub onde_actions: u8,
    #[serde(default)]
    pub vol: bool,
    #[serde(default)]
    pub water_only: bool,
    pub doctrine: Doctrine,
    pub menace: i32,
}

/// Seconds of the decisions (section E).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Timeouts {
    pub deployment: u32,
    pub order: u32,
    pub first_action: u32,
    pub second_action: u32,
    pub reaction: u32,
    pub bodyguard: u32,
    pub self_stabilise: u32,
    pub referee_action: u32,
    pub referee_window: u32,
    pub surrender_side: u32,
    pub objective_assent: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    time: Time,
    core: Core,
    actions: Actions,
    defence: Defence,
    movement: Movement,
    aid: Aid,
    circumstance: Vec<CircumstanceRow>,
    circumstance_cap: Cap,
    weapon: Vec<WeaponRow>,
    mine: MineRow,
    damage_over_time: Vec<SourceRow>,
    protection: Vec<ProtectionRow>,
    vehicle: VehicleRow,
    score: Score,
    referee: Referee,
    healing: Healing,
    infirme: Vec<SequelRow>,
    maitrise: Vec<SkillRow>,
    creation: Creation,
    character: Vec<CharacterRow>,
    opponent: Vec<OpponentRow>,
    arena: Vec<MapData>,
    scenario: Vec<ScenarioRow>,
    timeouts: Timeouts,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HouseFile {
    campaign: Campaign,
    scenario: Vec<ScenarioRow>,
}

/// What the specification leaves to the house: the days between two fights of a campaign, and what a referee may set.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Half-days between two fights (ENE-FIN-07).
    pub half_days: u8,
    /// PE that a referee may have a source cost each turn (ENE-MJ-06).
    pub rates: Vec<u8>,
}

/// Everything of the tables.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Tables {
    pub time: Time,
    pub core: Core,
    pub actions: Actions,
    pub defence: Defence,
    pub movement: Movement,
    pub aid: Aid,
    pub circumstances: Vec<CircumstanceRow>,
    pub cap: u8,
    pub weapons: Vec<WeaponRow>,
    pub mine: MineRow,
    pub sources: Vec<SourceRow>,
    pub protections: Vec<ProtectionRow>,
    pub vehicle: VehicleRow,
    pub score: Score,
    pub campaign: Campaign,
    pub referee: Referee,
    pub healing: Healing,
    pub sequels: Vec<SequelRow>,
    pub skills: Vec<SkillRow>,
    pub creation: Creation,
    pub characters: Vec<CharacterRow>,
    pub opponents: Vec<OpponentRow>,
    pub arenas: Vec<MapData>,
    pub scenarios: Vec<ScenarioRow>,
    pub timeouts: Timeouts,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let file: File = toml::from_str(bagarre_kit::data!("tables.toml"))
        .unwrap_or_else(|why| panic!("the tables of énergie: {why}"));
    let house: HouseFile = toml::from_str(bagarre_kit::data!("house.toml"))
        .unwrap_or_else(|why| panic!("the house tables of énergie: {why}"));
    let scenarios = file.scenario.into_iter().chain(house.scenario).collect();
    Tables {
        time: file.time,
        core: file.core,
        actions: file.actions,
        defence: file.defence,
        movement: file.movement,
        aid: file.aid,
        circumstances: file.circumstance,
        cap: file.circumstance_cap.max_total,
        weapons: each_once(file.weapon, Weapon::ALL, |it| it.id),
        mine: file.mine,
        sources: each_once(file.damage_over_time, Source::ALL, |it| it.id),
        protections: each_once(file.protection, Protection::ALL, |it| it.id),
        vehicle: file.vehicle,
        score: file.score,
        campaign: house.campaign,
        referee: file.referee,
        healing: file.healing,
        sequels: file.infirme,
        skills: each_once(file.maitrise, Skill::ALL, |it| it.id),
        creation: file.creation,
        characters: file.character,
        opponents: each_once(file.opponent, Opponent::ALL, |it| it.id),
        arenas: each_once(file.arena, Arena::ALL, |it| arena_of(&it.id)),
        scenarios: each_once(scenarios, Scenario::ALL, |it| it.id),
        timeouts: file.timeouts,
    }
});

/// Returns the map of the tables with an id.
fn arena_of(id: &str) -> Arena {
    Arena::of(id).unwrap_or_else(|| panic!("no map is called {id}"))
}

/// All tables.
pub fn tables() -> &'static Tables {
    &TABLES
}

/// A weapon.
pub fn weapon(id: Weapon) -> &'static WeaponRow {
    &TABLES.weapons[id.i()]
}

/// A protection.
pub fn protection(id: Protection) -> &'static ProtectionRow {
    &TABLES.protections[id.i()]
}

/// A source of damage.
pub fn source(id: Source) -> &'static SourceRow {
    &TABLES.sources[id.i()]
}

/// A maitrise.
pub fn skill(id: Skill) -> &'static SkillRow {
    &TABLES.skills[id.i()]
}

/// An opponent.
pub fn opponent(id: Opponent) -> &'static OpponentRow {
    &TABLES.opponents[id.i()]
}

/// A scenario.
pub fn scenario(id: Scenario) -> &'static ScenarioRow {
    &TABLES.scenarios[id.i()]
}

/// The successes that a circumstance adds (ENE-ATT-03).
///
/// # Panics
/// When there is no such circumstance: the names are those of the code.
pub fn circumstance(id: &str) -> u8 {
    let row = TABLES.circumstances.iter().find(|it| it.id == id);
    row.unwrap_or_else(|| panic!("no circumstance is called {id}")).req
}
