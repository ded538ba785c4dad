//! The tables are whole.

use bagarre_celtiques::testkit::board::Board;
use bagarre_celtiques::testkit::ids::{
    ArenaId, Armour, Cry, Foe, Ground, Kind, Scenario, Shield, Size, Skill, Task, Team, Weapon, Zone,
};
use bagarre_celtiques::testkit::profile::Profile;
use bagarre_celtiques::testkit::tables::tables;
use bagarre_kit::hex::Hex;

use super::harness::{A, Field};

#[test]
fn every_name_has_its_row() {
    let rows = tables();
    assert!(Skill::ALL.iter().all(|it| rows.skill(*it).id == *it));
    assert!(Weapon::ALL.iter().all(|it| rows.weapon(*it).id == *it));
    assert!(Shield::ALL.iter().all(|it| rows.shield(*it).id == *it));
    assert!(Armour::ALL.iter().all(|it| rows.armour(*it).id == *it));
    assert!(Zone::ALL.iter().all(|it| rows.zone(*it).id == *it));
    assert!(Kind::ALL.iter().all(|it| rows.kind(*it).id == *it));
    assert!(Ground::ALL.iter().all(|it| rows.ground(*it).id == *it));
    assert!(Size::ALL.iter().all(|it| rows.size(*it).id == *it));
    assert!(Cry::ALL.iter().all(|it| rows.cry(*it).id == *it));
    assert!(Task::ALL.iter().all(|it| rows.task(*it).id == *it));
    assert!(Foe::ALL.iter().all(|it| rows.foe(*it).id == *it));
    let with_row = Scenario::ALL.iter().filter(|it| rows.scenario(**it).is_some()).count();
    assert_eq!(with_row, 6, "the free table has no row (CEL-SCN-07)");
    for total in 0..=99 {
        let row = rows.critical(total);
        assert!((row.min..=row.max).contains(&total), "CEL-CRI-01: {total}");
    }
}

/// CEL-HEX-05: every letter of every map is known.
#[test]
fn cel_hex_05_every_letter_of_every_map_is_known() {
    for id in ArenaId::ALL {
        let board = Board::of(*id);
        let (width, height) = board.size();
        assert_eq!(
            board.all().filter(|hex| board.cell(*hex).is_some()).count(),
            usize::try_from(width * height).unwrap()
        );
        assert_eq!(board.letter(Hex::new(width, 0)), ' ');
    }
    // CEL-HEX-09: the ring's own edge is the crowd around it; else the first and the last column.
    let ring = Board::of(ArenaId::Cercle);
    assert!(
        ring.is_outside(Hex::new(0, 0))
            && ring.is_edge(Team::First, Hex::new(0, 0))
            && !ring.is_outside(Hex::new(7, 7))
    );
    let ford = Board::of(ArenaId::Gue);
    assert!(
        ford.is_edge(Team::First, Hex::new(0, 3))
            && ford.is_edge(Team::Second, Hex::new(31, 3))
            && !ford.is_edge(Team::First, Hex::new(31, 3))
    );
}

/// CEL-R98, CEL-SCN-06: the mound is the same from either side.
#[test]
fn cel_r98_the_mound_is_the_same_from_either_side() {
    let mound = Board::of(ArenaId::Tertre);
    let climbed = |hex: Hex| Some(mound.letter(hex)).filter(|letter| "#e/^".contains(*letter));
    for hex in mound.all() {
        let mirrored = Hex::new(30 - (hex.row & 1) - hex.col, hex.row);
        assert_eq!(climbed(hex), climbed(mirrored), "{hex:?}");
    }
}

/// CEL-R96, CEL-SCN-03: the more march the farther they have come or not.
#[test]
fn cel_r96_the_more_march_the_farther_they_have_come_or_not() {
    for (heroes, cols) in [(1, [0, 3]), (2, [10, 16]), (3, [0, 6]), (4, [4, 10])] {
        let field = Field::made("chemin", heroes, &serde_json::Value::Null, |_| {});
        let [from, _, to, _] = field.state.fixed.zone(Team::First);
        assert_eq!([from, to], cols);
        // In file from the front on.
        assert_eq!(field.of(A).pose.at.col, to);
    }
}

/// CEL-HEX-06: trees hide from the third on and huts at once.
#[test]
fn cel_hex_06_trees_hide_from_the_third_on_and_huts_at_once() {
    let road = Board::of(ArenaId::Chemin);
    assert!(!road.sees(Hex::new(13, 5), Hex::new(16, 5)), "a palisade");
    assert!(road.sees(Hex::new(0, 6), Hex::new(20, 6)));
    let wood = Board::of(ArenaId::Bois);
    assert!(wood.sees(Hex::new(2, 1), Hex::new(4, 1)), "two hexagons of trees");
    assert!(
        !wood.sees(Hex::new(1, 1), Hex::new(5, 1)) || wood.cell(Hex::new(5, 1)).is_some(),
        "the third hides"
    );
    // CEL-HEX-06, CEL-TIR-07: the best cover beside the target on the line.
    let ford = Board::of(ArenaId::Gue);
    assert_eq!(ford.cover(Hex::new(8, 5), Hex::new(13, 5)), 3, "the low wall");
    assert_eq!(ford.cover(Hex::new(13, 5), Hex::new(20, 7)), 0);
}

/// CEL-CRE-04, CEL-OPP-02, CEL-OPP-03: the défense and the protection of the tables follow from the rules.
#[test]
fn cel_opp_02_opponents_are_as_written() {
    for row in &tables().opponent {
        let profile = Profile::of_foe(row.id, 5, Team::Second, 0);
        assert_eq!(profile.protection(None), row.protection_torso, "{:?}", row.id);
        let skill = tables().weapon(if row.weapons[0] == Weapon::Arc || row.weapons[0] == Weapon::Fronde {
            row.weapons[1]
        } else {
            row.weapons[0]
        });
        let shield = row.shields.first().map_or(0, |it| tables().shield(*it).defence);
        let defence = profile.level(skill.skill) + profile.level(Skill::Esquive) + skill.defence + shield;
        assert_eq!(defence, row.defence_armed, "{:?}", row.id);
        assert_eq!(profile.is_extra(), row.hors_de_combat.blessure == 3, "CEL-OPP-01");
    }
    let king = |heroes| Profile::of_foe(Foe::Brennos, heroes, Team::Second, 0);
    // CEL-R97: AG, FO and Esquive against two, three and four.
    let measure = |heroes| {
        let king = king(heroes);
        (king.attrs[1], king.attrs[0], king.level(Skill::Esquive), king.out)
    };
    let kings = [2, 3, 4].map(measure);
    assert_eq!(kings, [(3, 3, 1, [3, 7]), (4, 3, 2, [5, 7]), (4, 4, 3, [5, 7])]);
    let boar = |heroes| Profile::of_foe(Foe::Sanglier, heroes, Team::Second, 0);
    let boars = [2, 3, 4].map(|heroes| (boar(heroes).attrs[0], boar(heroes).out[0], boar(heroes).announces));
    assert_eq!(boars, [(7, 6, 3), (7, 10, 2), (6, 4, 3)]);
    assert!(boar(3).heavy && boar(3).size == Size::Cheval);
}

/// The text of every file of a folder, folders in it included.
fn all_of(folder: &str) -> String {
    let mut text = String::new();
    let mut open = vec![std::path::PathBuf::from(folder)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|it| it.unwrap().path()));
        } else if path.extension().is_some_and(|it| it == "rs") {
            text += &std::fs::read_to_string(path).unwrap();
        }
    }
    text.to_uppercase().replace('_', "-")
}

#[test]
fn every_rule_and_every_ruling_is_cited_by_code_and_by_a_test() {
    let root = env!("CARGO_MANIFEST_DIR");
    let page = std::fs::read_to_string(format!("{root}/../../../docs/rules/celtiques.md")).unwrap();
    let (code, tests) = (all_of(&format!("{root}/src")), all_of(&format!("{root}/tests/rules")));
    let cites = |text: &str, id: &str| {
        let next = |at: usize| text[at + id.len()..].chars().next();
        text.match_indices(id).any(|(at, _)| !next(at).is_some_and(|it| it.is_ascii_digit()))
    };
    let mut ids = std::collections::BTreeSet::new();
    for (at, _) in page.match_indices("CEL-") {
        let id: String = page[at..]
            .chars()
            .take_while(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || *it == '-')
            .collect();
        let whole = id.chars().filter(char::is_ascii_digit).count() == 2 && !id.ends_with('-');
        if whole {
            ids.insert(id);
        }
    }
    assert!(ids.len() > 350, "{}", ids.len());
    let missing = |text: &str| ids.iter().filter(|id| !cites(text, id)).cloned().collect::<Vec<_>>();
    // Vectors are for tests alone.
    let uncited: Vec<String> =
        missing(&code).into_iter().filter(|id| !id.starts_with("CEL-T0") && !vector(id)).collect();
    assert_eq!((uncited, missing(&tests)), (vec![], vec![]));
}

/// Whether an id is that of a test vector: `CEL-T07`.
fn vector(id: &str) -> bool {
    id.strip_prefix("CEL-T").is_some_and(|rest| rest.chars().all(|it| it.is_ascii_digit()))
}

/// CEL-DEC: a decision is written as its number, and a number that no question has is refused.
#[test]
fn cel_dec_numbers_are_those_of_the_catalogue() {
    use bagarre_celtiques::testkit::ids::Dec;
    for dec in Dec::ALL {
        assert_eq!(serde_json::to_string(dec).unwrap(), dec.n().to_string());
        assert_eq!(serde_json::from_str::<Dec>(&dec.n().to_string()).unwrap(), *dec);
    }
    for n in [0, 1, 4, 7, 32, 255] {
        let why = serde_json::from_str::<Dec>(&n.to_string()).unwrap_err().to_string();
        assert!(why.contains(&format!("CEL-DEC-{n:02}")), "{why}");
    }
}
