//! The printed tables, read once from `data/tables.toml`. Constant data: nothing here ever changes.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::ids::{ItemKind, OrderId, Part, Stat, StunLine};
use bagarre_kit::data::by_number;
use bagarre_kit::ids::each_once;

/// One row of damage points (BAS-SET-04).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DamageRow {
    #[serde(rename = "T")]
    t: u8,
    #[serde(rename = "TR")]
    tr: u8,
    #[serde(rename = "BD")]
    bd: u8,
    #[serde(rename = "BG")]
    bg: u8,
    #[serde(rename = "J")]
    j: u8,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
struct StunTable {
    a: [u8; 8],
    b: [u8; 8],
    c: [u8; 8],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Glass {
    wounds: u8,
    d8: [Part; 8],
}

/// A row of the slide rule: what strikes or is thrown (section 19.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the names of the table")]
pub enum RowId {
    CbNu,
    CbCasque,
    CpNu,
    CpPoing,
    CpMatraque,
    CpChaine,
    CpCran,
    CpRasoir,
    CpCanette,
    CpTesson,
    CpChaise,
    CsBasket,
    CsSantiags,
    LanCran,
    LanCanette,
    LanChaise,
}

impl RowId {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::CbNu,
        Self::CbCasque,
        Self::CpNu,
        Self::CpPoing,
        Self::CpMatraque,
        Self::CpChaine,
        Self::CpCran,
        Self::CpRasoir,
        Self::CpCanette,
        Self::CpTesson,
        Self::CpChaise,
        Self::CsBasket,
        Self::CsSantiags,
        Self::LanCran,
        Self::LanCanette,
        Self::LanChaise,
    ];

    /// As the tables and the facts spell it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::CbNu => "CB_NU",
            Self::CbCasque => "CB_CASQUE",
            Self::CpNu => "CP_NU",
            Self::CpPoing => "CP_POING",
            Self::CpMatraque => "CP_MATRAQUE",
            Self::CpChaine => "CP_CHAINE",
            Self::CpCran => "CP_CRAN",
            Self::CpRasoir => "CP_RASOIR",
            Self::CpCanette => "CP_CANETTE",
            Self::CpTesson => "CP_TESSON",
            Self::CpChaise => "CP_CHAISE",
            Self::CsBasket => "CS_BASKET",
            Self::CsSantiags => "CS_SANTIAGS",
            Self::LanCran => "LAN_CRAN",
            Self::LanCanette => "LAN_CANETTE",
            Self::LanChaise => "LAN_CHAISE",
        }
    }

    /// A head-butt.
    pub const fn by_head(self) -> bool {
        matches!(self, Self::CbNu | Self::CbCasque)
    }

    /// Whether the right arm counts: a punch or a throw (BAS-WND-06).
    pub const fn by_arm(self) -> bool {
        !self.by_head() && !matches!(self, Self::CsBasket | Self::CsSantiags)
    }
}

/// An object of the tables (chapter 2).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "the columns of the table")]
pub struct ItemRow {
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// Purchase points; 0 for what is not for sale.
    pub cost: u8,
    /// `clothing`, `weapon`, `bottle`, `chair`.
    pub kind: String,
    /// Parts protected.
    pub covers: Vec<Part>,
    /// Wounds taken off on those parts.
    pub wound_reduction: u8,
    /// Stuns taken off on those parts.
    pub stun_reduction: u8,
    /// Row of a blow with it, if it is a weapon.
    pub blow_row: Option<RowId>,
    /// Row of a throw of it, if it can be thrown at a character.
    pub throw_row: Option<RowId>,
    /// A tool for DES.
    pub destroy_tool: bool,
    /// Rank for default choices.
    pub value: u8,
}

impl ItemRow {
    /// Whether it can be bought; the rest is found in the bar (BAS-EQP-05).
    pub fn sold(&self) -> bool {
        self.cost > 0
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Equipment {
    budget: u8,
    carry_slots: u8,
    items: BTreeMap<ItemKind, ItemRow>,
}

/// Class of a blow: a column set of `hit_location`. Weapons are short or long (BAS-CP-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names of the table")]
pub enum Class {
    Head,
    Short,
    Long,
    Foot,
    Throw,
}

/// How attacker and target stand to each other: a table of `hit_location`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names of the table")]
pub enum Stance {
    Standing,
    Prone,
    Under,
    AttackerAbove,
    AttackerBelow,
}

/// Where the attacker stands around the target (BAS-CBT-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names of the table")]
pub enum Sector {
    Front,
    Right,
    Left,
    Back,
}

/// A row of the slide rule as it is printed: one column for both arms.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PrintedRow {
    stat: Stat,
    class: Class,
    #[serde(rename = "wounds_T")]
    wounds_head: [u8; 20],
    #[serde(rename = "wounds_TR")]
    wounds_trunk: [u8; 20],
    #[serde(rename = "wounds_B")]
    wounds_arm: [u8; 20],
    #[serde(rename = "wounds_J")]
    wounds_legs: [u8; 20],
    #[serde(rename = "stun_T")]
    stun_head: [u8; 20],
    #[serde(rename = "stun_TR")]
    stun_trunk: [u8; 20],
    #[serde(rename = "stun_B")]
    stun_arm: [u8; 20],
    #[serde(rename = "stun_J")]
    stun_legs: [u8; 20],
}

/// A row of the slide rule (section 19.2): index is the final roll less 13.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "PrintedRow")]
pub struct BlowRow {
    /// The characteristic added to the die.
    pub stat: Stat,
    /// Its column set for the location.
    pub class: Class,
    wounds: [[u8; 20]; 5],
    stuns: [[u8; 20]; 5],
}

impl From<PrintedRow> for BlowRow {
    fn from(row: PrintedRow) -> Self {
        let (mut wounds, mut stuns) = ([[0; 20]; 5], [[0; 20]; 5]);
        for part in Part::ALL {
            (wounds[part.i()], stuns[part.i()]) = match part {
                Part::T => (row.wounds_head, row.stun_head),
                Part::Tr => (row.wounds_trunk, row.stun_trunk),
                Part::Bd | Part::Bg => (row.wounds_arm, row.stun_arm),
                Part::J => (row.wounds_legs, row.stun_legs),
            };
        }
        Self { stat: row.stat, class: row.class, wounds, stuns }
    }
}

impl BlowRow {
    fn index(total: u8) -> usize {
        usize::from(total.clamp(13, 32)) - 13
    }

    /// Wounds of a hit on a part with a final roll of 13 or more; above 32 reads 32 (BAS-CBT-09, 10).
    pub fn wounds(&self, part: Part, total: u8) -> u8 {
        self.wounds[part.i()][Self::index(total)]
    }

    /// Stuns of a hit on a part.
    pub fn stuns(&self, part: Part, total: u8) -> u8 {
        self.stuns[part.i()][Self::index(total)]
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeBand {
    max: u8,
    r#mod: i8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThrowRange {
    bands: Vec<RangeBand>,
    chair_max: u8,
}

/// The roll to hit (BAS-CBT-06 to 09, BAS-CBT-11).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToHit {
    /// The least total that hits.
    pub hit_from: u8,
    /// What the state of the target adds.
    pub target: TargetMods,
    /// What the state of the attacker adds.
    pub attacker: AttackerMods,
}

/// What the target adds to a roll to hit; the largest alone counts (BAS-CBT-07).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetMods {
    /// It lies.
    pub prone: i8,
    /// The target holds another character.
    pub grappling_someone: i8,
    /// The attacker is behind it.
    pub attacker_behind: i8,
    /// It is stunned.
    pub stunned: i8,
    /// It is held.
    pub grappled: i8,
}

/// What the attacker adds to a roll to hit, all together (BAS-CBT-08, BAS-WND-06, BAS-LAN-08).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackerMods {
    /// The right arm is at 0, for CP and throws.
    pub right_arm_lost: i8,
    /// It lies.
    pub prone: i8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dice {
    strength_tie: StrengthTie,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrengthTie {
    mover_or_actor_is_weaker_on: Vec<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    turns_default: u8,
}

/// What characteristics a character may have (BAS-SET-02).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Characteristics {
    /// What FOR, DEX, VIT and CON make together.
    pub points: u8,
    /// The least of one.
    pub min: u8,
    /// The most of one.
    pub max: u8,
    /// The same where the option allows more.
    pub max_optional: u8,
}

impl Characteristics {
    /// COM (BAS-SET-03).
    pub const fn combat(strength: u8, dexterity: u8) -> u8 {
        (strength + dexterity).div_ceil(2)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_field_names, reason = "the names of the data file")]
struct Defaults {
    timeout_s: u32,
    timeout_reprogram_s: u32,
    timeout_programming_s: u32,
    timeout_per_character_s: u32,
}

/// Seconds players have (section 18).
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// One decision.
    pub decision: u32,
    /// A rewriting window.
    pub rewrite: u32,
    /// A programme, before the characters are counted.
    pub programming: u32,
    /// For each character of a programme.
    pub per_character: u32,
}

/// A posture that an order is given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Posture {
    Standing,
    Prone,
}

/// A row of the order table (BAS-PRG-02, BAS-POS-08, BAS-WND-03 to 07, BAS-OBJ-05).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderRow {
    /// Which order.
    pub code: OrderId,
    postures: Vec<Posture>,
    /// Least number of usable arms.
    pub arms: u8,
    /// Legal while a chair is in hand.
    #[serde(default)]
    pub with_chair: bool,
    /// Legal with the legs at 0.
    #[serde(default)]
    pub legs_at_0: bool,
    /// `G` or `D` may follow (BAS-PRG-04).
    #[serde(default)]
    pub pivot: bool,
}

impl OrderRow {
    /// Whether the posture allows it.
    pub fn suits(&self, prone: bool) -> bool {
        self.postures.contains(if prone { &Posture::Prone } else { &Posture::Standing })
    }

    /// Whether only a standing character can do it.
    pub fn standing_only(&self) -> bool {
        !self.suits(true)
    }
}

type Locations = BTreeMap<Stance, BTreeMap<Class, BTreeMap<Sector, [Part; 8]>>>;

/// All tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    game: Game,
    characteristics: Characteristics,
    #[serde(deserialize_with = "by_number")]
    damage_points: BTreeMap<u8, DamageRow>,
    stun_table: StunTable,
    glass_table: Glass,
    equipment: Equipment,
    hit_location: Locations,
    blow_result: BTreeMap<RowId, BlowRow>,
    throw_range: ThrowRange,
    to_hit: ToHit,
    dice: Dice,
    order: Vec<OrderRow>,
    decision_defaults: Defaults,
    #[serde(skip)]
    items: Vec<ItemRow>,
    /// `blow_result` by number of its row.
    #[serde(skip)]
    blows: Vec<BlowRow>,
    /// `hit_location` by number of stance, class and sector.
    #[serde(skip)]
    located: [[[Option<[Part; 8]>; 4]; 5]; 5],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables: Tables = toml::from_str(bagarre_kit::data!("tables.toml"))
        .expect("the tables are part of the program and are tested");
    let blows = RowId::ALL.map(|row| tables.blow_result.remove(&row));
    tables.blows = blows
        .into_iter()
        .collect::<Option<_>>()
        .expect("every row of the slide rule is in the tables, which are tested");
    tables.order = each_once(std::mem::take(&mut tables.order), OrderId::ALL, |row| row.code);
    tables.items = ItemKind::ALL
        .iter()
        .map(|kind| tables.equipment.items.get(kind).cloned().unwrap_or_default())
        .collect();
    for (stance, classes) in &tables.hit_location {
        for (class, sectors) in classes {
            for (sector, parts) in sectors {
                tables.located[*stance as usize][*class as usize][*sector as usize] = Some(*parts);
            }
        }
    }
    tables
});

/// The tables.
pub fn tables() -> &'static Tables {
    &TABLES
}

impl Tables {
    /// What characteristics a character may have.
    pub fn characteristics(&self) -> Characteristics {
        self.characteristics
    }

    /// Damage points in T, TR, BD, BG, J for a constitution of 1 to 8 (BAS-SET-04).
    pub fn damage_points(&self, con: u8) -> Option<[u8; 5]> {
        self.damage_points.get(&con).map(|row| [row.t, row.tr, row.bd, row.bg, row.j])
    }

    /// Stunned sequences for a die on a line; above 8 reads 8.
    pub fn stun(&self, line: StunLine, die: u8) -> u8 {
        let row = match line {
            StunLine::A => &self.stun_table.a,
            StunLine::B => &self.stun_table.b,
            StunLine::C => &self.stun_table.c,
        };
        row[usize::from(die.clamp(1, 8)) - 1]
    }

    /// Wounds of glass, and the part for a die (BAS-FAL-07).
    pub fn glass(&self, die: u8) -> (u8, Part) {
        (self.glass_table.wounds, self.glass_table.d8[usize::from(die.clamp(1, 8)) - 1])
    }

    /// An object. The cash box of a scenario has an empty row.
    pub fn item(&self, kind: ItemKind) -> &ItemRow {
        &self.items[kind as usize]
    }

    /// Purchase points of a character (BAS-EQP-01).
    pub fn budget(&self) -> u8 {
        self.equipment.budget
    }

    /// Objects a character can carry (BAS-EQP-03).
    pub fn slots(&self) -> usize {
        usize::from(self.equipment.carry_slots)
    }

    /// The parts for faces 1 to 8; `None` when the blow cannot reach (section 19.1).
    pub fn locations(&self, stance: Stance, class: Class, sector: Sector) -> Option<&[Part; 8]> {
        self.located[stance as usize][class as usize][sector as usize].as_ref()
    }

    /// A row of the slide rule.
    pub fn blow(&self, row: RowId) -> &BlowRow {
        &self.blows[row as usize]
    }

    /// The row of an order.
    pub fn order(&self, id: OrderId) -> &OrderRow {
        &self.order[id.i()]
    }

    /// Modifier of a throw over a distance in points (BAS-LAN-05).
    pub fn range(&self, distance: u8) -> i8 {
        let bands = &self.throw_range.bands;
        bands.iter().find(|band| distance <= band.max).or(bands.last()).map_or(0, |band| band.r#mod)
    }

    /// How far a chair flies (BAS-LAN-02).
    pub fn chair_range(&self) -> u8 {
        self.throw_range.chair_max
    }

    /// The roll to hit (BAS-CBT-06 to 09).
    pub fn to_hit(&self) -> &ToHit {
        &self.to_hit
    }

    /// Whether the face of the die between equals is in favour of the character that moves or acts (RUL-34).
    pub fn wins_tie(&self, face: u8) -> bool {
        !self.dice.strength_tie.mover_or_actor_is_weaker_on.contains(&face)
    }

    /// Seconds players have.
    pub fn times(&self) -> Times {
        let Defaults { timeout_s, timeout_reprogram_s, timeout_programming_s, timeout_per_character_s } =
            self.decision_defaults;
        Times {
            decision: timeout_s,
            rewrite: timeout_reprogram_s,
            programming: timeout_programming_s,
            per_character: timeout_per_character_s,
        }
    }

    /// Turns of a game (BAS-END-01).
    pub fn turns(&self) -> u8 {
        self.game.turns_default
    }
}

#[cfg(test)]
mod tests {
    use super::{RowId, Tables};

    const TEXT: &str = include_str!("../data/tables.toml");

    #[test]
    fn a_mistyped_row_is_refused_with_its_place() {
        for (right, wrong) in [
            ("blow_row = \"CP_MATRAQUE\"", "blow_row = \"CP_MATRAK\""),
            ("throw_row = \"LAN_CRAN\"", "throw_row = \"LAN_CRANE\""),
            ("[blow_result.CS_BASKET]", "[blow_result.CS_BASKETS]"),
            ("postures = [\"standing\"]", "postures = [\"standin\"]"),
        ] {
            let line = TEXT.lines().position(|text| text.contains(right)).expect(right) + 1;
            let mistyped = TEXT.replacen(right, wrong, 1);
            let why = toml::from_str::<Tables>(&mistyped).expect_err(wrong).to_string();
            assert!(why.contains(&format!("line {line}")), "{wrong}: {why}");
        }
    }

    #[test]
    fn rows_are_spelt_as_in_the_tables() {
        for row in RowId::ALL {
            assert!(TEXT.contains(&format!("[blow_result.{}]", row.id())), "{row:?}");
        }
    }
}
