//! Exact odds of one blow: every die is played, and what comes out is held against the tables as they are printed in
//! the rules (sections 19.1 and 19.2), read from the page itself.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Choice, Command, Sheet};
use bagarre_baston::testkit::ids::{ItemId, ItemKind, Part, Stat, Who};
use bagarre_baston::testkit::save::Position;
use bagarre_baston::testkit::scene::{Fate, Phase, Place};
use bagarre_baston::testkit::setup::{Band, Character, Options, Purchase, Setup};
use bagarre_baston::testkit::state::{Sealed, State};
use bagarre_baston::testkit::tables::{Class, RowId, Sector, Stance, tables};
use bagarre_kit::contract::{Actor, Next, Ruleset, Seat};
use bagarre_kit::dice::{Dice, Enumerating};
use bagarre_kit::grid::{Dir, Point};

const PAGE: &str = include_str!("../../../../../docs/rules/baston.md");

/// Cells of the rows of the tables of a section.
fn rows(section: &str) -> Vec<Vec<String>> {
    let (_, text) = PAGE.split_once(&format!("### {section} ")).unwrap();
    let text = text.split("\n### ").next().unwrap().split("\n## ").next().unwrap();
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    text.lines()
        .filter(|line| line.starts_with('|') && !line.starts_with("|---"))
        .skip(1)
        .map(cells)
        .collect()
}

fn part(name: &str) -> Part {
    match name {
        "T" => Part::T,
        "TR" => Part::Tr,
        "BD" => Part::Bd,
        "BG" => Part::Bg,
        "J" => Part::J,
        other => panic!("“{other}” is no part"),
    }
}

/// The final rolls that a result needs: for 1, 2, 3… wounds, and for 1, 2, 3… stuns.
#[derive(Clone, Debug, Default)]
struct Needs {
    wounds: Vec<u8>,
    stuns: Vec<u8>,
}

impl Needs {
    fn parse(cell: &str) -> Self {
        let list = |text: &str| text.split('/').filter_map(|n| n.trim().parse().ok()).collect();
        let Some((wounds, stuns)) = cell.split_once('·') else { return Self::default() };
        Self { wounds: list(wounds), stuns: list(stuns) }
    }

    /// Wounds and stuns of a final roll; above 32 reads 32.
    fn of(&self, total: i32) -> (u8, u8) {
        let reached =
            |list: &[u8]| list.iter().filter(|need| i32::from(**need) <= total.min(32)).count() as u8;
        if total < 13 { (0, 0) } else { (reached(&self.wounds), reached(&self.stuns)) }
    }
}

/// A row of section 19.2.
#[derive(Debug)]
struct Row {
    stat: Stat,
    class: String,
    /// T, TR, arm, J.
    needs: [Needs; 4],
}

fn printed_rows() -> BTreeMap<String, Row> {
    let read = |cells: Vec<String>| {
        let stat = match cells[1].as_str() {
            "FOR" => Stat::For,
            "DEX" => Stat::Dex,
            "COM" => Stat::Com,
            other => panic!("“{other}” is no characteristic of a blow"),
        };
        let needs = [3, 4, 5, 6].map(|n| Needs::parse(&cells[n]));
        (cells[0].clone(), Row { stat, class: cells[2].clone(), needs })
    };
    rows("19.2").into_iter().map(read).collect()
}

fn column(part: Part) -> usize {
    match part {
        Part::T => 0,
        Part::Tr => 1,
        Part::Bd | Part::Bg => 2,
        Part::J => 3,
    }
}

/// Section 19.1: the parts of faces 1 to 8, by target, class and sector; left lists mirror right ones.
fn printed_locations() -> BTreeMap<(String, String, Sector), [Part; 8]> {
    let mut map = BTreeMap::new();
    for cells in rows("19.1") {
        let class = cells[1].split_whitespace().next().unwrap().to_owned();
        let parts = |cell: &str| {
            let list: Vec<Part> = cell.split_whitespace().map(part).collect();
            <[Part; 8]>::try_from(list).unwrap()
        };
        let mirror = |parts: [Part; 8]| {
            parts.map(|part| match part {
                Part::Bd => Part::Bg,
                Part::Bg => Part::Bd,
                other => other,
            })
        };
        let right = parts(&cells[3]);
        let sectors = [
            (Sector::Front, parts(&cells[2])),
            (Sector::Right, right),
            (Sector::Left, mirror(right)),
            (Sector::Back, parts(&cells[4])),
        ];
        for (sector, parts) in sectors {
            map.insert((cells[0].clone(), class.clone(), sector), parts);
        }
    }
    map
}

type Printed = (BTreeMap<String, Row>, BTreeMap<(String, String, Sector), [Part; 8]>);

static PRINTED: LazyLock<Printed> = LazyLock::new(|| (printed_rows(), printed_locations()));

fn class(name: &str) -> Class {
    match name {
        "head" => Class::Head,
        "short" => Class::Short,
        "long" => Class::Long,
        "foot" => Class::Foot,
        "throw" => Class::Throw,
        other => panic!("“{other}” is no class"),
    }
}

fn row_id(name: &str) -> RowId {
    RowId::ALL.into_iter().find(|row| row.id() == name).unwrap_or_else(|| panic!("no row {name} in the data"))
}

#[test]
fn bas_cbt_10_the_data_is_the_printed_slide_rule() {
    let printed = printed_rows();
    assert_eq!(printed.len(), 16, "section 19.2 has sixteen rows");
    for (name, row) in &printed {
        let data = tables().blow(row_id(name));
        assert_eq!((data.stat, data.class), (row.stat, class(&row.class)), "{name}");
        for part in Part::ALL {
            for total in 13..=40 {
                let (wounds, stuns) = row.needs[column(part)].of(i32::from(total));
                let found = (data.wounds(part, total), data.stuns(part, total));
                assert_eq!(found, (wounds, stuns), "{name}, {part:?}, final {total}");
            }
        }
    }
}

#[test]
fn bas_cbt_05_the_data_is_the_printed_location_table() {
    let printed = printed_locations();
    assert_eq!(printed.len(), 18 * 4, "section 19.1 has eighteen rows");
    for ((target, class_name, sector), parts) in &printed {
        let stance = match target.as_str() {
            "standing, same level" => Stance::Standing,
            "prone in the open" => Stance::Prone,
            "prone under furniture" => Stance::Under,
            "standing, attacker higher" => Stance::AttackerAbove,
            "standing, attacker lower" => Stance::AttackerBelow,
            other => panic!("“{other}” is no target"),
        };
        let data = tables().locations(stance, class(class_name), *sector);
        assert_eq!(data, Some(parts), "{target}, {class_name}, {sector:?}");
    }
    // A missing combination is out of reach.
    let all = [Stance::Standing, Stance::Prone, Stance::Under, Stance::AttackerAbove, Stance::AttackerBelow];
    let classes = [Class::Head, Class::Short, Class::Long, Class::Foot, Class::Throw];
    let listed = all.iter().flat_map(|stance| classes.iter().map(move |class| (*stance, *class)));
    let listed =
        listed.filter(|(stance, class)| tables().locations(*stance, *class, Sector::Front).is_some());
    assert_eq!(listed.count(), 18);
}

/// One duel on the pavement: who strikes what, from which side of the other.
struct Duel {
    row: &'static str,
    /// FOR, DEX, VIT, CON of the attacker.
    stats: [u8; 4],
    sector: Sector,
    stunned: bool,
}

/// The attacker stands here and faces north, where the target is: so far for a throw, beside it for a blow.
const HERE: Point = Point::new(12, 1);

impl Duel {
    fn order(&self) -> &'static str {
        match self.row.split_once('_').unwrap().0 {
            "CB" => "P1/CB",
            "CS" => "P1/CS",
            "LAN" => "P1/LAN",
            _ => "P1/CP",
        }
    }

    fn distance(&self) -> u8 {
        if self.row.starts_with("LAN") { 3 } else { 1 }
    }

    /// What the attacker holds or wears for the row.
    fn thing(&self) -> Option<ItemKind> {
        Some(match self.row {
            "CB_CASQUE" => ItemKind::Casque,
            "CP_POING" => ItemKind::PoingAmericain,
            "CP_MATRAQUE" => ItemKind::Matraque,
            "CP_CHAINE" => ItemKind::Chaine,
            "CP_CRAN" | "LAN_CRAN" => ItemKind::Cran,
            "CP_RASOIR" => ItemKind::Rasoir,
            "CP_CANETTE" | "LAN_CANETTE" => ItemKind::Canette,
            "CP_TESSON" => ItemKind::Tesson,
            "CP_CHAISE" | "LAN_CHAISE" => ItemKind::Chaise,
            "CS_SANTIAGS" => ItemKind::Santiags,
            _ => return None,
        })
    }

    fn facing(&self) -> Dir {
        // The attacker is south of the target.
        match self.sector {
            Sector::Front => Dir::S,
            Sector::Back => Dir::N,
            Sector::Right => Dir::E,
            Sector::Left => Dir::W,
        }
    }

    fn position(&self) -> Position {
        let character = |name: &str, [strength, dexterity, speed, constitution]: [u8; 4], kit| Character {
            name: name.to_owned(),
            strength,
            dexterity,
            speed,
            constitution,
            kit,
            look: 0,
        };
        let bought = self.thing().filter(|kind| tables().item(*kind).cost > 0);
        let kit = bought.map(|item| Purchase { item, carried: false }).into_iter().collect();
        let band = |name: &str, one| Band { name: name.to_owned(), characters: vec![one] };
        let bands = vec![
            band("A", character("Attacker", self.stats, kit)),
            band("B", character("Target", [3, 3, 3, 7], Vec::new())),
        ];
        let setup = Setup {
            scenario: "SCN-00".to_owned(),
            board: None,
            turns: None,
            options: Options::default(),
            bands,
        };
        let mut position = Baston::position(&Baston::new(&setup).unwrap());
        let scene = &mut position.scene;
        (scene.turn, scene.phase) = (1, Phase::Programming);
        for (n, figure) in scene.figures.iter_mut().enumerate() {
            figure.fate = Fate::In;
            figure.rank = n as u8 + 1;
        }
        (scene.figures[0].at, scene.figures[0].facing) = (HERE, Dir::N);
        scene.figures[1].at = HERE.steps(Dir::N, self.distance()).unwrap();
        scene.figures[1].facing = self.facing();
        scene.figures[1].stun = if self.stunned { 3 } else { 0 };
        if let Some(kind) = self.thing().filter(|_| bought.is_none()) {
            let found = if kind == ItemKind::Tesson { ItemKind::Canette } else { kind };
            let item = scene.items.iter_mut().find(|item| item.kind == found).unwrap();
            (item.kind, item.place) = (kind, Place::Carried(Who(0)));
        }
        position.stack = None;
        position
    }

    /// The game just before the first die of the blow.
    fn before_the_dice(&self) -> State {
        let mut state = Baston::from_position(&self.position()).unwrap();
        let orders = [self.order(), "-/-", "-/-"].map(|order| order.parse().unwrap());
        let sheet = Sheet {
            who: Who(0),
            orders,
            instructions: bagarre_baston::testkit::command::Instructions::default(),
        };
        for (seat, sheets) in [(0, vec![sheet]), (1, Vec::new())] {
            let command = Command::Programme { turn: 1, sheets: Sealed(sheets) };
            let event = Baston::decide(&state, Actor::Seat(Seat(seat)), &command).unwrap();
            Baston::apply(&mut state, &event);
        }
        loop {
            let event = match Baston::next(&state) {
                Next::Do(event) => event,
                Next::Ask { .. } => {
                    let choice = self.answer(&state);
                    let question = open_question(&state);
                    let command = Command::Answer { question, choice };
                    Baston::decide(&state, Actor::Seat(Seat(0)), &command).unwrap()
                }
                Next::Roll(roll) => {
                    assert_eq!((roll.what.as_ref(), roll.sides), ("hit location", 8), "{}", self.row);
                    return state;
                }
                Next::Over(_) => panic!("over before it began"),
            };
            Baston::apply(&mut state, &event);
        }
    }

    /// The weapon of the row, or the throw of it at the target.
    fn answer(&self, state: &State) -> Choice {
        let (id, _) = state.scene.carried(Who(0)).next().unwrap();
        if self.row.starts_with("LAN") {
            Choice::Throw { item: id, aggressive: true, to: state.scene.figures[1].at }
        } else {
            Choice::Item(ItemId(id.0))
        }
    }

    /// What the printed tables say: chances in 160ths of (part, wounds, stuns).
    fn printed(&self) -> BTreeMap<(Option<Part>, u8, u8), u64> {
        let (rows, locations) = &*PRINTED;
        let row = &rows[self.row];
        let key = ("standing, same level".to_owned(), row.class.clone(), self.sector);
        let [strength, dexterity, ..] = self.stats.map(i32::from);
        let stat = match row.stat {
            Stat::For => strength,
            Stat::Dex => dexterity,
            _ => (strength + dexterity + 1) / 2,
        };
        let target = match (self.stunned, self.sector) {
            (true, _) => 3,
            (false, Sector::Back) => 2,
            _ => 0,
        };
        let range = i32::from(self.row.starts_with("LAN"));
        let left = tables().damage_points(7).unwrap();
        let mut odds = BTreeMap::new();
        for part in locations[&key] {
            for die in 1..=20 {
                let total = die + stat + target + range;
                let (wounds, stuns) = row.needs[column(part)].of(total);
                let wounds = wounds.min(left[part.i()]);
                let hit = (total >= 13 && wounds + stuns > 0).then_some(part);
                *odds.entry((hit, wounds, stuns)).or_default() += 1;
            }
        }
        odds
    }

    /// What the engine does, every face of every die played: chances in 160ths of (part, wounds, stuns).
    fn played(&self) -> BTreeMap<(Option<Part>, u8, u8), u64> {
        let start = self.before_the_dice();
        let before = start.scene.figures[1];
        let mut dice = Enumerating::new();
        let mut odds: BTreeMap<_, u64> = BTreeMap::new();
        loop {
            let mut state = start.clone();
            // The blow is one piece of work: it ends where the next consequence would begin another.
            while let Next::Roll(roll) = Baston::next(&state) {
                let faces = dice.roll(&roll).unwrap();
                let event = Baston::rolled(&state, &roll, &faces);
                Baston::apply(&mut state, &event);
            }
            let after = state.scene.figures[1];
            let wounds = Part::ALL.map(|part| before.left[part.i()] - after.left[part.i()]);
            let stuns = after.stun - before.stun;
            let part = Part::ALL.into_iter().find(|part| wounds[part.i()] > 0);
            let own = u8::from(self.row == "CB_NU" && stuns >= 2);
            assert_eq!(state.scene.figures[0].stun, own, "BAS-CB-02, {}", self.row);
            // A CON test of three stuns or more comes after and splits the chance in eight.
            let weight = dice.weight();
            *odds.entry((part, wounds.iter().sum(), stuns)).or_default() += 160 * 8 * 8 * 20 / weight;
            if !dice.advance() {
                break;
            }
        }
        for chance in odds.values_mut() {
            assert_eq!(*chance % (8 * 8 * 20), 0, "{}: chances do not add up", self.row);
            *chance /= 8 * 8 * 20;
        }
        odds
    }
}

/// The number of the question that is open.
fn open_question(state: &State) -> u32 {
    match Baston::ask_for(state, Seat(0)) {
        Some(bagarre_baston::testkit::command::Ask::Decide(question)) => question.id,
        other => panic!("another question: {other:?}"),
    }
}

/// Stuns without wounds are told by no part: both sides count them alike.
fn without_part_where_unhurt(
    odds: BTreeMap<(Option<Part>, u8, u8), u64>,
) -> BTreeMap<(Option<Part>, u8, u8), u64> {
    let mut sum = BTreeMap::new();
    for ((part, wounds, stuns), chance) in odds {
        *sum.entry((part.filter(|_| wounds > 0), wounds, stuns)).or_default() += chance;
    }
    sum
}

#[test]
fn bas_cbt_06_every_die_of_one_blow_gives_the_printed_odds() {
    let rows: Vec<String> = printed_rows().into_keys().collect();
    let mut duels = 0;
    for row in rows {
        let row = row_id(&row).id();
        for sector in [Sector::Front, Sector::Right, Sector::Left, Sector::Back] {
            for (stats, stunned) in [([7, 4, 1, 4], false), ([2, 7, 3, 4], false), ([7, 7, 1, 1], true)] {
                let duel = Duel { row, stats, sector, stunned };
                let printed = without_part_where_unhurt(duel.printed());
                let played = without_part_where_unhurt(duel.played());
                assert_eq!(printed.values().sum::<u64>(), 160);
                assert_eq!(played, printed, "{row}, {sector:?}, {stats:?}, stunned {stunned}");
                duels += 1;
            }
        }
    }
    assert_eq!(duels, 16 * 4 * 3);
}
