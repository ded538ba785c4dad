//! The tables of the rules, from `data/tables.toml`: every number that a rule reads (CEL-R01, CEL-R12, CEL-R13, CEL-R22, CEL-R36, CEL-R42, CEL-R60, CEL-R95,
//! CEL-R97, CEL-R98).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::board::MapData;
use super::ids::{
    ArenaId, Armour, Attr, Cry, Dec, Doctrine, Foe, Ground, Item, Kind, Scenario, Shield, Size, Skill, Task,
    Weapon, Zone,
};

use super::scene::Errand;

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    toml::from_str(bagarre_kit::data!("tables.toml"))
        .expect("the tables are part of the program and are tested")
});

/// All tables.
pub fn tables() -> &'static Tables {
    &TABLES
}

/// Declares structs that read tables.
macro_rules! rows {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$own:meta])* $field:ident: $Type:ty),+ $(,)? })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[allow(missing_docs, reason = "the names of the tables")]
            pub struct $Name { $($(#[$own])* pub $field: $Type),+ }
        )+
    };
}

rows! {
    /// Everything.
    Tables {
        time: Time, core: Core, declared: Vec<Declared>, blessure: Track, fatigue: Track, skill: Vec<SkillRow>,
        fast_movement: Fast, terrain: Vec<GroundRow>, movement: Movement, reach: Reach, defence: Defence,
        melee_modifiers: Melee, double_action: Double, charge: Charge, aimed_zone: Vec<ZoneRow>, eye_lost: EyeLost,
        special: SpecialTable, impale: Impale, terror: Vec<CryRow>, terror_common: Terror, heads: Heads,
        range_difficulty: Ranges, size: Vec<SizeRow>, target_movement: TargetMove, fall: Vec<FallRow>,
        cover: Vec<CoverRow>, melee_shot: MeleeShot, visibility: Vec<Visibility>, dodge: DodgeTable,
        sudden_event: Sudden, damage_kind: Vec<KindRow>, critical: Vec<CriticalRow>, critical_care: Care, face: Face,
        command: CommandTable, tactics_modifier: Vec<Tactic>, held_at_bay: Bay, task: Vec<TaskRow>,
        weapon: Vec<WeaponRow>, shield: Vec<ShieldRow>, armour: Vec<ArmourRow>, item: Vec<ItemRow>, mount: Mount,
        creation: Creation, character: Vec<Character>, hex: Vec<HexRow>, hex_rules: HexRules, breath: Breath,
        score: Score, opponent: Vec<Opponent>, arena: Vec<MapData>, scenario: Vec<ScenarioRow>, referee: Referee, reserve: Reserve,
        engagement: Engagement, two_handed: TwoHanded, campaign: Campaign, duel: Duel, patience: Patience,
        doctrine: DoctrineTable,
        timeouts: Timeouts,
    }
    Time { segments_per_turn: u8, turn_limit: u8 }
    Core {
        die_faces: u8, confiance_max: u8, confiance_lost_per_wounding_blow: u8, confiance_back_per_enemy_out: u8, level_step: i16,
        extra_die_step: i16, critical_damage_levels: u8, critical_failure_max_face: u8, critical_success_bonus: i16,
        initiative_gap: i16, survival_difficulty: i16, survival_actions: u8,
    }
    Declared { actions: u8, slots: Vec<u8>, penalty_dice: u8 }
    Track { penalty_dice: Vec<u8>, hors_de_combat: u8, #[serde(default)] dead: u8 }
    SkillRow { id: Skill, attribute: Attr, #[serde(default)] social_attribute: Option<Attr> }
    Fast { bands: Vec<[i16; 2]> }
    GroundRow {
        id: Ground, #[serde(default)] base_fixed: u32, #[serde(default)] base_divisor: u32, roll: Vec<Roller>, bonus: [u32; 5],
    }
    Movement {
        evasive_cost: u32, stand_crouched_segments: u8, stand_prone_segments: u8, prone_dodge_malus: i16, jump_base: i32,
        jump_per_point: i32, jump_run_up: u32, jump_height_per_point: i32, jump_height_per_point_acrobatic: i32,
    }
    Reach { hexes: [u16; 5] }
    Defence { immobile: i16, fleeing_from_cm: u16 }
    Engagement { parts_cm: u16, chariot_cm: u16 }
    TwoHanded { from_actions: u8, penalty_dice: u8 }
    Melee {
        per_assailant: i16, attacker_higher: i16, defender_from_behind: i16, defender_higher: i16, higher_cm: i16,
        disengage_attack_bonus: i16, mounted_attack: i16, mounted_defence: i16,
    }
    Double {
        extra_penalty_dice: u8, two_weapons_main: i16, two_weapons_off: i16, two_weapons_length: u8, draw_belt_or_hip: i16,
        draw_sheath_or_sleeve: i16, draw_pocket: i16,
    }
    Charge { foot: i16, mounted: i16, both_foot: i16, both_mounted: i16, both_mixed: i16, min_straight_cm: u16 }
    ZoneRow {
        id: Zone, malus: i16, min_wound: u8, effect: ZoneEffect, #[serde(default)] test_difficulty: i16,
        #[serde(default)] actions_lost: u8,
    }
    EyeLost { combat_penalty_dice: u8 }
    SpecialTable {
        coup_en_force_hit_dice: i8, coup_en_force_fatigue_difficulty: i16, acrobatic_min: u16, acrobatic_max: u16,
        acrobatic_difficulty: i16, trip_fall_difficulty: i16, trip_fallen_malus: i16, escape_base_difficulty: i16,
        throw_min_entrave: u8, entrave_max: u8, fall_base_difficulty: i16, fall_per_metre: i16,
        fall_least_metres: i16, thrown_cm: u16, bash_actions_lost: u8, trip_actions_lost: u8, freed_by_wound: u8,
    }
    Impale { pull_harpon: i16, pull_long: i16, pull_couteau: i16, pull_poignard: i16, inert_reduction: i16 }
    CryRow { id: Cry, difficulty: i16, points_per_level: i16, #[serde(default)] needs_item: Option<Item> }
    Terror {
        per_head: i16, per_undressed: i16, courage_base: i16, uninvolved_bonus: i16, uninvolved_distance: u16,
        flee_missed_by: i16, decay_per_turn: u8, faint_turns_dice: u8, waking_fear: u8,
    }
    Heads { difficulty: i16 }
    Ranges { courte: i16, moyenne: i16, longue: i16, extreme: i16 }
    SizeRow { id: Size, modifier: i16 }
    TargetMove {
        walk: i16, run: i16, sprint: i16, in_axis: i16, across: i16, zigzag: i16, run_from: u16, sprint_from: u16,
    }
    FallRow { segment: u8, total: u16, modifier: i16 }
    CoverRow { modifier: i16 }
    MeleeShot {
        per_participant: i16, friend_courage_difficulty: i16, crowd: i16, crowd_dense: i16, aim_per_segment: i16,
        aim_max: i16,
    }
    Visibility { id: Light, base: i16, factor: i16 }
    DodgeTable { acrobatic_difficulty: i16, acrobatic_free_hexes: usize }
    Sudden { rear: i16, unseen: i16, no_reaction_missed_by: i16 }
    KindRow { id: Kind, first: TrackName, first_percent: u8 }
    CriticalRow { min: i16, max: i16, effect: Critical, #[serde(default)] actions_lost: u8, #[serde(default)] impale: bool }
    Care { first_aid_turns: u8 }
    Face { die: [Scar; 6] }
    CommandTable {
        at_the_head: i16, behind_high: i16, behind_low: i16, courage_difficulty: i16, tactics_difficulty: i16,
        retake_difficulty: i16, galvanise_fatigue: i16, galvanise_blessure: i16, loss_of_chief_courage: i16,
        chief_courage_success: i16, chief_flees_or_faints: i16, voice_range: u16, mounted_capacity: u8,
        chariot_capacity: u8,
    }
    Tactic { id: String, modifier: i16 }
    Bay { base_difficulty: i16, per_extra_holder: i16, holder_busy: i16, reaction_lead: i16 }
    TaskRow { id: Task, skill: Skill, difficulty: i16, levels: u8 }
    WeaponRow {
        id: Weapon, skill: Skill, #[serde(default)] attack: i16, #[serde(default)] defence: i16, #[serde(default)] damage: i16,
        #[serde(default)] length: u8, kind: Kind, flags: Vec<Flag>, #[serde(default)] hands: u8,
        /// Of polearms alone: what keeps them from breaking in a charge (CEL-SPE-06).
        #[serde(default)] encombrement: i16,
        #[serde(default)] cost: i32, #[serde(default)] carry: Option<Carry>,
        #[serde(default)] throw: Option<[u16; 4]>, #[serde(default)] fixed_range: Option<[u16; 4]>,
        #[serde(default, rename = "min_FO")] min_fo: u8, #[serde(default)] reload_segments: u8, #[serde(default)] ammo: u8,
    }
    ShieldRow { id: Shield, defence: i16, bash: i16, cost: i32 }
    ArmourRow { id: Armour, zones: BTreeMap<Zone, i16>, cost: i32 }
    ItemRow { id: Item, cost: i32 }
    Mount { base: u32, base_rough: u32, bonus: [u32; 5] }
    Creation {
        attribute_start: u8, attribute_points: i32, attribute_step_cost: Vec<i32>, attribute_max: u8, skill_points: i32, most_weapons: usize, most_javelins: usize,
        skill_step_cost: Vec<i32>, confiance_cost: Vec<i32>, speciality_max: usize, speciality_cost: i32,
        equipment_points: i32,
    }
    Character {
        id: String, name: String, attributes: BTreeMap<Attr, u8>, #[serde(default)] confiance: u8, skills: BTreeMap<Skill, u8>,
        weapons: Vec<Weapon>, shields: Vec<Shield>, armours: Vec<Armour>, items: Vec<Item>, undressed: bool,
        #[cfg_attr(not(feature = "testkit"), allow(dead_code, reason = "tests compare it with what the rules work out"))]
        defence_armed: i16,
        #[cfg_attr(not(feature = "testkit"), allow(dead_code, reason = "tests compare it with what the rules work out"))]
        skill_points: i32,
        #[cfg_attr(not(feature = "testkit"), allow(dead_code, reason = "tests compare it with what the rules work out"))]
        equipment_points: i32,
    }
    HexRow {
        letter: char, terrain: String, #[serde(default)] percent: u32, #[serde(default)] cover: usize, #[serde(default)] height: i16, r#move: bool, sight: bool,
    }
    HexRules { step_cm: u16, segment_units: u32, wall_jump_height: i32, trees_hide_from: u8 }
    Breath { from_turn: u8, difficulty: i16, step: i16, fatigue: u8 }
    Score {
        enemy_out: i32, figurant_out: i32, chief_or_boss_out: i32, enemy_fled: i32, head: i32, own_out: i32,
    }
    Opponent {
        id: Foe, name: String, tier: Tier, attributes: BTreeMap<Attr, u8>, #[serde(default)] confiance: u8, skills: BTreeMap<Skill, u8>,
        weapons: Vec<Weapon>, shields: Vec<Shield>, armours: Vec<Armour>,
        #[cfg_attr(not(feature = "testkit"), allow(dead_code, reason = "tests compare it with what the rules work out"))]
        defence_armed: i16,
        #[cfg_attr(not(feature = "testkit"), allow(dead_code, reason = "tests compare it with what the rules work out"))]
        #[serde(default)] protection_torso: i16,
        doctrine: Doctrine, reserve: u8, hors_de_combat: Threshold, #[serde(default)] size: Option<Size>,
        #[serde(default)] natural_protection: i16, #[serde(default)] charge_as_mounted: bool,
        #[serde(default)] announces: u8, #[serde(default)] scale: Vec<Scale>,
    }
    Threshold { blessure: u8, fatigue: u8 }
    Scale {
        heroes: u8, #[serde(default, rename = "AG")] ag: Option<u8>, #[serde(default, rename = "FO")] fo: Option<u8>,
        #[serde(default)] esquive: Option<u8>, #[serde(default)] blessure: Option<u8>,
        #[serde(default)] announces: Option<u8>, #[serde(default)] count: Option<u8>,
    }
    ScenarioRow {
        id: Scenario, arena: ArenaId, formats: Vec<String>, turn_limit: u8, terror: bool,
        #[serde(default)] surprised: Vec<u8>, #[serde(default)] points_per_exit: i32, #[serde(default)] opponents: Vec<Cast>,
        #[serde(default)] escort: Vec<Escort>, #[serde(default)] turns_on_hunters_at_levels: u8,
        #[serde(default)] front: Vec<Front>,
    }
    Cast {
        id: Foe, #[serde(default)] per_hero: u8, #[serde(default)] count: u8, #[serde(default)] from_heroes: u8,
    }
    Escort { heroes: u8, id: Foe, count: u8 }
    Front { heroes: u8, cols: [i16; 2] }
    Campaign { won_skill_points: u8, lost_skill_points: u8 }
    Duel { seconds: u8 }
    Patience { questions: u8 }
    DoctrineTable {
        usual_actions: u8, hurt_actions: u8, hurt_dice: u8, figurant_actions: u8, figurant_crowd: usize, boss_actions: u8,
        boss_bold_actions: u8, boss_bold_defence: i16, afraid_men: u8, chief_distance: u16,
    }
    Reserve { per_hero: u8, per_turn: u8 }
    Referee {
        result: i16, result_versus: i16, sudden: [i16; 2], survival: [i16; 2], innate: [i16; 2], acrobatics: [i16; 2],
        bay: [i16; 2], crowd: [i16; 2], tactics: [i16; 2], songs: [i16; 2], embalming: [i16; 2],
        task_difficulty: [i16; 2], task_levels: [u8; 2], slow_percent: Vec<u8>, slow_places: usize,
    }
    Timeouts {
        deployment: u32, terror: u32, announce: u32, segment_orders: u32, survival: u32, action: u32,
        engagement: u32, dodge: u32, answer_disengage: u32, long_action: u32, first_strike: u32, hold: u32, duel: u32,
        take_head: u32, agree: u32, manual_batch: u32, referee_action: u32, referee_window: u32,
    }
}

impl Referee {
    /// The most that a game master changes a result by (CEL-MJ-03); between two sides of players (CEL-MJ-06).
    pub fn most(&self, coop: bool) -> i16 {
        if coop { self.result } else { self.result_versus }
    }

    /// Whether a task may be asked for so (CEL-LNG-02).
    pub fn has_task(&self, errand: Errand) -> bool {
        let [least, most] = self.task_levels;
        within(errand.difficulty, self.task_difficulty) && (least..=most).contains(&errand.levels)
    }
}

/// Whether a number lies between two, both included.
pub fn within(n: i16, [least, most]: [i16; 2]) -> bool {
    (least..=most).contains(&n)
}

impl Timeouts {
    /// Seconds of a short answer, by its decision.
    pub fn answer(&self, dec: Dec) -> u32 {
        match dec {
            Dec::Announce => self.announce,
            Dec::Survive => self.survival,
            Dec::Refuse => self.engagement,
            Dec::Dodge => self.dodge,
            Dec::Answer => self.answer_disengage,
            Dec::Bay => self.hold,
            Dec::Duel => self.duel,
            Dec::GoOn => self.long_action,
            Dec::Head => self.take_head,
            Dec::Window => self.referee_window,
            Dec::StrikeFirst => self.first_strike,
            Dec::Agree => self.agree,
        }
    }
}

/// Names that occur in a table alone.
macro_rules! words {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$own:meta])* $Member:ident),+ $(,)? })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            #[bagarre_kit::wire(export_to = "celtiques/")]
            #[allow(missing_docs, reason = "the names of the tables")]
            pub enum $Name { $($(#[$own])* $Member),+ }
        )+
    };
}

words! {
    /// What an aimed blow does (CEL-SPE-02).
    ZoneEffect { Desequilibre, Chute, Lache, Sonne, OeilInutilisable }
    /// One of the two tracks.
    TrackName { Blessure, Fatigue }
    /// What the critical table says (CEL-CRI-01).
    Critical {
        Rien, Desequilibre, MainLache, Sonne, JambeEsquiveMalus, ProjeteATerreLache, BrasInutilisable,
        JambeInutilisable, #[serde(rename = "inconscient_1d6_heures")] InconscientHeures, InconscientHemorragie,
        MainAmputation, PiedAmputation, Visage, MortSansPremiersSoins, MortImmediate,
    }
    /// Scars of a face (CEL-CRI-01, result 17).
    Scar { Balafre, Oreille, Oeil, Nez, Machoire }
    /// Families of weapons.
    Flag { Estoc, Taille, Long, Hast, Projectile }
    /// Where a weapon is carried (CEL-DEG-03).
    Carry { Belt, Sheath, Pocket }
    /// How good an opponent is (CEL-OPP).
    Tier { Hero, Figurant, Boss }
    /// How dark it is (CEL-TIR-11).
    Light { Reduite, Faible, TresFaible }
}

/// With what a fast move is rolled: a skill, or the best of two attributes (CEL-R14).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Roller {
    Skill(Skill),
    Attr(Attr),
}

impl Tables {
    /// The row of a weapon.
    pub fn weapon(&self, id: Weapon) -> &WeaponRow {
        at(&self.weapon, id.i(), |row| row.id == id)
    }

    /// The row of a shield.
    pub fn shield(&self, id: Shield) -> &ShieldRow {
        at(&self.shield, id.i(), |row| row.id == id)
    }

    /// The row of a piece of armour.
    pub fn armour(&self, id: Armour) -> &ArmourRow {
        at(&self.armour, id.i(), |row| row.id == id)
    }

    /// The row of the table of moves.
    pub fn ground(&self, id: Ground) -> &GroundRow {
        at(&self.terrain, id.i(), |row| row.id == id)
    }

    /// The row of a zone.
    pub fn zone(&self, id: Zone) -> &ZoneRow {
        at(&self.aimed_zone, id.i(), |row| row.id == id)
    }

    /// The row of a skill.
    pub fn skill(&self, id: Skill) -> &SkillRow {
        at(&self.skill, id.i(), |row| row.id == id)
    }

    /// The row of a way to make terror.
    pub fn cry(&self, id: Cry) -> &CryRow {
        at(&self.terror, id.i(), |row| row.id == id)
    }

    /// The row of a kind of damage.
    pub fn kind(&self, id: Kind) -> &KindRow {
        at(&self.damage_kind, id.i(), |row| row.id == id)
    }

    /// The row of a size.
    pub fn size(&self, id: Size) -> &SizeRow {
        at(&self.size, id.i(), |row| row.id == id)
    }

    /// The row of a task.
    pub fn task(&self, id: Task) -> &TaskRow {
        at(&self.task, id.i(), |row| row.id == id)
    }

    /// The row of an opponent.
    pub fn foe(&self, id: Foe) -> &Opponent {
        at(&self.opponent, id.i(), |row| row.id == id)
    }

    /// The row of a map.
    pub fn arena(&self, id: ArenaId) -> &MapData {
        at(&self.arena, id.i(), |row| row.id == id.id())
    }

    /// The row of a scenario; `None` for the free table, which has none.
    pub fn scenario(&self, id: Scenario) -> Option<&ScenarioRow> {
        self.scenario.iter().find(|row| row.id == id)
    }

    /// What the critical table says of a total (CEL-CRI-01).
    pub fn critical(&self, total: i16) -> &CriticalRow {
        row(&self.critical, |row| (row.min..=row.max).contains(&total.clamp(0, 99)))
    }

    /// The slots of so many declared actions (CEL-DCL-04), one bit for each segment: bit 1 is the first.
    pub fn slots(&self, actions: u8) -> u8 {
        let row = self.declared.iter().find(|row| row.actions == actions);
        row.map_or(0, |row| row.slots.iter().fold(0, |mask, slot| mask | 1 << slot))
    }

    /// The most declared actions of a turn (CEL-DCL-03).
    pub fn most_actions(&self) -> u8 {
        self.declared.iter().map(|row| row.actions).max().unwrap_or(0)
    }

    /// The dice that so many declared actions cost (CEL-DCL-03).
    pub fn declared_penalty(&self, actions: u8) -> u8 {
        self.declared.iter().find(|row| row.actions == actions).map_or(0, |row| row.penalty_dice)
    }
}

impl HexRules {
    /// A length in steps.
    pub fn steps(&self, cm: u16) -> u16 {
        cm / self.step_cm.max(1)
    }
}

impl Track {
    /// The dice lost at a level; beyond the last one its penalty holds (CEL-COR-12, CEL-COR-13).
    pub fn penalty(&self, level: u8) -> u8 {
        let last = self.penalty_dice.len().saturating_sub(1);
        self.penalty_dice.get(usize::from(level).min(last)).copied().unwrap_or(0)
    }
}

impl WeaponRow {
    /// Whether it is of a family.
    pub fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }
}

/// The row of a name: at its place, where the table is in the order of the names.
fn at<T>(rows: &[T], place: usize, is: impl Fn(&T) -> bool) -> &T {
    rows.get(place).filter(|it| is(it)).unwrap_or_else(|| row(rows, is))
}

fn row<T>(rows: &[T], is: impl Fn(&T) -> bool) -> &T {
    rows.iter().find(|it| is(it)).expect("a table has a row for each name, which a test counts")
}
