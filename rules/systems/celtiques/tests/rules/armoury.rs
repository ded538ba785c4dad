//! What each weapon of the table does in a fight (CEL-MEL-01, CEL-MEL-03, CEL-DOM-02, CEL-DOM-04, CEL-HEX-03, CEL-TIR-02, CEL-TIR-15, CEL-CRE-03).

use bagarre_celtiques::Celtiques;
use bagarre_celtiques::testkit::command::{Act, Choice, Command, Deed};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::ids::Weapon;
use bagarre_celtiques::testkit::scene::Scene;
use bagarre_celtiques::testkit::setup::Setup;
use bagarre_celtiques::testkit::tables::tables;
use bagarre_kit::contract::{Actor, Ruleset, Seat};
use serde_json::{Value, json};

use super::harness::{A, B, Field, armed, engaged, put};

/// A weapon of a fighter's hand as the book prints it.
struct Printed {
    id: &'static str,
    skill: &'static str,
    attack: i16,
    /// Its addition to the défense; nothing for one that flies.
    defence: i16,
    damage: i16,
    /// How many steps it reaches.
    steps: i16,
    hands: u8,
    /// Of two levels lost: those of Blessure and of Fatigue.
    hurts: [u8; 2],
}

const WOUNDS: [u8; 2] = [2, 0];
const BRUISES: [u8; 2] = [1, 1];

const fn printed(
    id: &'static str,
    skill: &'static str,
    [attack, defence, damage]: [i16; 3],
    steps: i16,
    hands: u8,
    hurts: [u8; 2],
) -> Printed {
    Printed { id, skill, attack, defence, damage, steps, hands, hurts }
}

const ARMOURY: [Printed; 12] = [
    printed("couteau", "lames", [0, 0, 1], 1, 1, WOUNDS),
    printed("poignard", "lames", [0, 1, 2], 1, 1, WOUNDS),
    printed("epee", "lames", [0, 2, 4], 2, 1, WOUNDS),
    printed("lance", "hast", [0, 2, 4], 2, 1, WOUNDS),
    printed("epieu", "hast", [0, 2, 5], 2, 2, WOUNDS),
    printed("javelot", "hast", [-1, 0, 3], 2, 1, WOUNDS),
    printed("harpon", "hast", [-1, 0, 4], 2, 1, WOUNDS),
    printed("hache", "haches_masses", [0, 0, 5], 1, 1, WOUNDS),
    printed("grande_hache", "haches_masses", [0, 2, 7], 2, 2, WOUNDS),
    printed("masse", "haches_masses", [0, 1, 4], 1, 1, BRUISES),
    printed("matraque", "haches_masses", [0, 0, 2], 1, 1, BRUISES),
    printed("baton", "haches_masses", [1, 3, 2], 2, 2, BRUISES),
];

/// Ranges: the multiples of Force of what is thrown, or metres.
const FLYING: [(&str, [u16; 4]); 8] = [
    ("couteau", [1, 2, 4, 6]),
    ("poignard", [1, 2, 4, 6]),
    ("lance", [1, 3, 5, 7]),
    ("javelot", [2, 5, 8, 12]),
    ("harpon", [1, 3, 5, 8]),
    ("hache", [1, 2, 3, 5]),
    ("pierre", [2, 4, 7, 10]),
    ("fronde", [6, 12, 20, 35]),
];

/// The level of the skill of the weapon.
const LEVEL: i16 = 3;
/// The other skills that count in a melee.
const ESQUIVE: i16 = 4;
const FUREUR: i16 = 4;

/// A hero with one weapon, and the skill for it.
fn fighter(weapon: &str, skill: &str) -> Value {
    let mut skills = json!({ "esquive": ESQUIVE, "fureur": FUREUR });
    skills[skill] = json!(LEVEL);
    armed(weapon, &skills)
}

/// A fighter with a weapon against one with a sword, who has nothing declared.
fn duel(weapon: &str, skill: &str, change: impl FnOnce(&mut Scene)) -> Field {
    Field::made("cercle", 2, &Value::Null, |setup| {
        setup["bands"][0]["heroes"][0] = fighter(weapon, skill);
        setup["bands"][1]["heroes"][0] = fighter("epee", "lames");
    })
    .fighting(3, &[1, 0], change)
}

fn weapon(id: &str) -> Weapon {
    serde_json::from_value(json!(id)).unwrap()
}

/// Four steps apart.
fn apart(scene: &mut Scene) {
    put(scene, A, 6, 7);
    put(scene, B, 2, 7);
}

/// Three dice with a sum.
fn three(sum: i16) -> String {
    let first = (sum - 2).min(6);
    let second = (sum - first - 1).min(6);
    format!("{first} {second} {}", sum - first - second)
}

/// CEL-MEL-01, CEL-MEL-03, CEL-DOM-02, CEL-DOM-04: attack, défense, damage and what is lost by it.
#[test]
fn cel_mel_01_every_weapon_strikes_as_printed() {
    for it in &ARMOURY {
        let mut field = duel(it.id, it.skill, engaged);
        assert_eq!(field.state.public().defence(A, B, false), LEVEL + ESQUIVE + it.defence, "{}", it.id);
        field.act(0, Deed::blow(B), "4 3 3 2");
        assert_eq!(field.rolled("attack").unwrap().1, 12 + LEVEL + it.attack, "{}", it.id);
        // Seven more than is resisted: two levels.
        let resistance = three(14 + it.damage - 7);
        field.choose(1, Choice::No, &format!("5 5 4 {resistance}"));
        assert_eq!(field.rolled("damage").unwrap().1, 14 + it.damage, "{}", it.id);
        let hurt = field.facts.iter().find_map(|fact| match fact.what {
            What::Hurt { blessure, fatigue, .. } => Some([blessure, fatigue]),
            _ => None,
        });
        assert_eq!(hurt, Some(it.hurts), "{}", it.id);
    }
}

/// CEL-MEL-02, CEL-DOM-02, CEL-DOM-04: bare hands, and the défense of a fighter who holds what flies.
#[test]
fn cel_mel_02_bare_hands() {
    for id in ["pierre", "fronde", "arc"] {
        let field = duel(id, "jet", engaged);
        assert_eq!(field.state.public().defence(A, B, false), FUREUR + ESQUIVE, "{id}");
    }
    let mut field = duel("couteau", "lames", |scene| {
        engaged(scene);
        scene.fighters[0].gear.hand = None;
    });
    assert_eq!(field.state.public().defence(A, B, false), FUREUR + ESQUIVE);
    field.act(0, Deed::blow(B), "4 3 3 2");
    assert_eq!(field.rolled("attack").unwrap().1, 12 + FUREUR);
    field.choose(1, Choice::No, "5 5 4 3 3 1");
    assert_eq!(field.rolled("damage").unwrap().1, 14);
    assert!(field.facts.iter().any(|fact| matches!(fact.what, What::Hurt { blessure: 0, fatigue: 2, .. })));
}

/// CEL-HEX-03: long weapons reach two steps.
#[test]
fn cel_hex_03_long_weapons_reach_two_steps() {
    for it in &ARMOURY {
        let reached = |steps: i16| {
            let field = duel(it.id, it.skill, |scene| {
                put(scene, A, 6, 7);
                put(scene, B, 6 + steps, 7);
            });
            field.state.public().in_reach(A, B)
        };
        assert_eq!(
            (1..=3).map(reached).collect::<Vec<_>>(),
            (1..=3).map(|n| n <= it.steps).collect::<Vec<_>>(),
            "{}",
            it.id
        );
    }
}

/// CEL-TIR-02: weapons fly as far as printed; a bow needs Force 3.
#[test]
fn cel_tir_02_weapons_fly_as_far_as_printed() {
    let bands = |id: &str, force: u8, fars: [u16; 4]| {
        let field = Field::made("cercle", 2, &Value::Null, |setup| {
            let hero = &mut setup["bands"][0]["heroes"][0];
            *hero = fighter(id, "jet");
            hero["attributes"]["FO"] = json!(force);
        });
        let row = tables().weapon(weapon(id));
        let range = |steps: u16| field.state.public().range(A, steps, row);
        for (band, far) in fars.into_iter().enumerate() {
            assert_eq!(
                (range(far), range(far + 1)),
                (Some(band), Some(band + 1).filter(|it| *it < 4)),
                "{id}: {far}"
            );
        }
    };
    for (id, multiples) in FLYING {
        for force in [2, 3] {
            bands(id, force, multiples.map(|n| n * u16::from(force)));
        }
    }
    bands("arc", 3, [20, 50, 90, 150]);
    let weak = Field::made("cercle", 2, &Value::Null, |setup| {
        setup["bands"][0]["heroes"][0] = fighter("arc", "tir");
        setup["bands"][0]["heroes"][0]["attributes"]["FO"] = json!(2);
    });
    assert_eq!(weak.state.public().range(A, 1, tables().weapon(weapon("arc"))), None);
}

/// CEL-TIR-02, CEL-DOM-02, CEL-TIR-15: what a shot rolls with and does, and how many there are.
#[test]
fn cel_tir_02_slings_and_bows() {
    for (id, skill, damage, shots) in [("fronde", "jet", 3, 20), ("arc", "tir", 4, 12)] {
        let deed = || Deed::of(Act::Shoot { at: B, with: 0, draw: false });
        let loaded = |shot: u8| {
            let field = duel(id, skill, |scene| {
                apart(scene);
                scene.fighters[0].gear.shot = shot;
            });
            let command = Command::Act { question: field.ask().id(), deed: deed() };
            Celtiques::decide(&field.state, Actor::Seat(Seat(0)), &command).is_ok()
        };
        assert!(loaded(shots - 1) && !loaded(shots), "{id}");
        // A difficulty of 5. Two sixes are ten more, and a margin of twenty is two more dice of damage.
        let mut field = duel(id, skill, apart);
        field.act(0, deed(), "6 6 5 5 2 1 1 6 6 5");
        assert_eq!(field.rolled("shot").unwrap().1, 12 + 10 + LEVEL, "{id}");
        assert_eq!(field.rolled("damage").unwrap().1, 14 + damage, "{id}");
    }
}

/// CEL-CRE-03: a weapon of two hands forbids the shield.
#[test]
fn cel_cre_03_two_hands_leave_none_for_a_shield() {
    for it in &ARMOURY {
        let shielded = |shields: &Value| {
            let mut setup = serde_json::to_value(&duel(it.id, it.skill, engaged).state.fixed.setup).unwrap();
            setup["bands"][0]["heroes"][0]["shields"] = shields.clone();
            let setup: Setup = serde_json::from_value(setup).unwrap();
            Celtiques::new(&setup).is_ok()
        };
        assert!(shielded(&json!([])), "{}", it.id);
        assert_eq!(shielded(&json!(["petit_bouclier"])), it.hands == 1, "{}", it.id);
    }
}
