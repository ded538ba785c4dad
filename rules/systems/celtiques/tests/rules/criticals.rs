//! The rows of the critical table from 15 on, the face, and what a critical impales (CEL-CRI, CEL-EMP).

use bagarre_celtiques::testkit::command::{Act, Blow, Deed};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::figures::Sort;
use bagarre_celtiques::testkit::ids::{Cry, Task, Who};
use bagarre_celtiques::testkit::scene::{Dodge, Labour, Stage, Status};
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, heroes, put};

/// Drustan's axe takes so many levels of Litavis; what follows are the dice of the critical.
fn hewn(levels: u8, faces: &str) -> Field {
    let mut field = Field::pair(2, 3).fighting(3, &[1, 2], |scene| {
        engaged(scene);
        edit(scene, B).turn.slots = 1 << 5;
        edit(scene, B).beat.dodge = Some(Dodge { total: 0, failed: false });
    });
    // FO 5 and 7 against EN 3 and 2, five points for each level after the first.
    let damage = match levels {
        4 => "4 4 4 3 3 2 2 2",
        5 => "5 5 4 4 4 2 2 2",
        6 => "6 6 6 6 6 2 2 2",
        _ => "6 6 6 6 6 1 1 1",
    };
    // 20 against 13.
    field.act(0, Deed::blow(B), &format!("5 5 4 {damage} {faces}"));
    assert_eq!(field.of(B).body.blessure, levels, "{faces}");
    field
}

/// CEL-CRI-01, CEL-CRI-02: 15: the hand drops what it held and is useless, that of the weapon on an even first die.
#[test]
fn cel_cri_01_fifteen_is_a_hand() {
    let weapon = hewn(4, "6 5");
    assert!(weapon.of(B).body.arm && weapon.of(B).gear.hand.is_none() && weapon.of(B).gear.shield);
    let shield = hewn(4, "5 6");
    assert!(shield.of(B).body.shield_arm && !shield.of(B).gear.shield);
    assert!(shield.tells("CEL-CRI-01", "critical") && shield.of(B).able());
}

/// CEL-CRI-01, CEL-CRI-02: 16: a foot: half the speed, no run, five less on dodges.
#[test]
fn cel_cri_01_sixteen_is_a_foot() {
    use bagarre_celtiques::testkit::figures::Gait;
    use bagarre_kit::hex::Hex;
    let field = hewn(4, "6 6");
    let public = field.state.public();
    assert!(field.of(B).body.leg);
    assert_eq!((public.malus(B, true), public.malus(B, false)), (-5, 0));
    let step = (Hex::new(7, 7), Hex::new(8, 7));
    assert_eq!(public.speed(B, step, Gait { fast: Some(23), ..Gait::default() }), Some(250));
}

/// CEL-CRI-01, CEL-CRI-02, CEL-CRI-03: 17: the face, by a die of its own, though the levels have put out already.
#[test]
fn cel_cri_01_seventeen_is_the_face() {
    let scar = |die: &str| {
        let field = hewn(5, &format!("6 6 {die}"));
        let scar = field.facts.iter().find_map(|fact| match &fact.what {
            What::Scar { scar, .. } => Some(json!(scar)),
            _ => None,
        });
        let body = &field.of(B).body;
        assert_eq!(body.status, Status::Out);
        (scar.unwrap().as_str().unwrap().to_owned(), body.eye, body.jaw)
    };
    let rows = ["1", "2", "3", "4", "5", "6"].map(scar);
    let names = rows.each_ref().map(|(name, ..)| name.as_str());
    assert_eq!(names, ["balafre", "balafre", "oreille", "oeil", "nez", "machoire"]);
    assert_eq!(rows.each_ref().map(|(_, eye, _)| *eye), [false, false, false, true, false, false]);
    assert_eq!(rows.each_ref().map(|(.., jaw)| *jaw), [false, false, false, false, false, true]);
}

/// CEL-CRI-02, CEL-COR-14: an eye costs a die of every action, a jaw cries and orders.
#[test]
fn cel_cri_02_an_eye_and_a_jaw() {
    let field = Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        edit(scene, A).body.eye = true;
        edit(scene, B).body.jaw = true;
    });
    let public = field.state.public();
    assert_eq!([Sort::Action, Sort::Offensive, Sort::Test].map(|sort| public.penalty(A, sort)), [1, 1, 0]);
    let mut field = Field::pair(0, 0);
    field.edit(|scene| {
        scene.stage = Stage::Terror;
        edit(scene, A).body.jaw = true;
    });
    let cries = bagarre_celtiques::Command::Cries {
        question: field.ask().id(),
        cries: bagarre_kit::procedure::Sealed(vec![(A, Cry::Cri)]),
    };
    assert_eq!(field.refused(0, &cries), "celtiques.cry");
}

/// CEL-CRI-01, CEL-CRI-02: 18: out, and dead in twelve turns.
#[test]
fn cel_cri_01_eighteen_bleeds() {
    let body = &hewn(6, "6 6").of(B).body.clone();
    assert_eq!((body.status, body.until, body.dead), (Status::Out, 1 + 12, false));
}

/// CEL-CRI-02: a fighter that bleeds is dead at the end of that turn, unless first aid has stopped it.
#[test]
fn cel_cri_02_who_bleeds_dies_unless_somebody_helps() {
    let bled = |task: Option<Task>| {
        let mut field = Field::made("gue", 2, &Value::Null, |_| {}).fighting(5, &[], |scene| {
            scene.stage = Stage::Orders;
            put(scene, A, 2, 8);
            put(scene, B, 3, 8);
            let body = &mut edit(scene, B).body;
            (body.status, body.blessure, body.until) = (Status::Out, 6, 1);
            edit(scene, A).mind.task = task.map(|task| Labour { task, on: B, levels: 4 });
        });
        field.play_on(|state| state.scene.turn == 2);
        (field.of(B).body.dead, field.of(B).body.until)
    };
    assert_eq!(bled(None), (true, 0));
    // The task is rolled before the end of the turn takes its toll (CEL-ALG-02).
    assert_eq!(bled(Some(Task::PremiersSoins)), (false, 0));
}

/// CEL-CRI-01, CEL-COR-12: 19 and more: dead at once, as are seven levels.
#[test]
fn cel_cri_01_nineteen_is_death() {
    let field = hewn(7, "6 6");
    let told = |it: &What| matches!(it, What::Critical { total: 19, .. });
    assert!(field.facts.iter().any(|fact| told(&fact.what)));
    assert_eq!((field.of(B).body.status, field.of(B).body.dead), (Status::Out, true));
    assert!(!hewn(6, "1 1").of(B).body.dead, "six levels put out");
}

/// Viridovix's lance in Ambiomaros: three or four levels and the dice of the critical.
fn speared(levels: u8, faces: &str) -> Field {
    let mut field = Field::pair(1, 0).fighting(3, &[1, 2], |scene| {
        engaged(scene);
        edit(scene, B).turn.slots = 1 << 5;
        edit(scene, B).beat.dodge = Some(Dodge { total: 0, failed: false });
    });
    // 24 against 15; FO 4 and 4 against EN 3 and 4.
    let damage = if levels == 3 { "4 4 4 3 2 1 1" } else { "5 5 5 4 1 1 1" };
    field.act(0, Deed::blow(B), &format!("5 5 5 4 {damage} {faces}"));
    assert_eq!(field.of(B).body.blessure, levels, "{faces}");
    field
}

/// CEL-T11, CEL-EMP-01, CEL-CRI-01: 14 with a thrusting weapon: out, and impaled.
#[test]
fn cel_t11_fourteen_impales_with_the_point() {
    let field = speared(4, "5 5");
    assert!(field.tells("CEL-EMP-01", "impaled"));
    assert_eq!((field.of(B).body.status, field.of(A).gear.stuck), (Status::Out, Some(B)));
    // CEL-EMP-05: a fighter that is down binds none.
    assert!(field.of(A).ties.engaged.is_empty());
}

/// CEL-EMP-01, CEL-EMP-05, CEL-CRI-01: 8 leaves the victim alive: the weapon sticks, and both are bound; rows of other
/// places do not impale.
#[test]
fn cel_emp_01_eight_binds_both() {
    let field = speared(3, "3 2");
    assert_eq!((field.of(B).mind.lost, field.of(A).gear.stuck), (2, Some(B)));
    assert!(
        field.of(A).ties.engaged.contains(B)
            && !field.state.public().can_move(A)
            && !field.state.public().can_move(B)
    );
    for (faces, row) in [("1 1", 5), ("2 2", 7), ("3 3", 9), ("4 3", 10), ("4 4", 11)] {
        let field = speared(3, faces);
        assert!(!field.tells("CEL-EMP-01", "impaled") && field.of(A).gear.stuck.is_none(), "{row}");
    }
    // 12, a leg.
    assert_eq!(speared(3, "5 4").of(A).gear.stuck, Some(B));
}

/// CEL-R24, CEL-EMP-01: a sword impales with its point and not with its edge.
#[test]
fn cel_r24_a_sword_impales_with_its_point() {
    let thrust = |estoc: bool| {
        let mut field = Field::pair(0, 1).fighting(3, &[1, 2], |scene| {
            engaged(scene);
            edit(scene, B).turn.slots = 1 << 5;
            edit(scene, B).beat.dodge = Some(Dodge { total: 0, failed: false });
        });
        // 20 against 14; FO 3 and 4 against EN 3 and no armour: 17 against 6, three levels, and 8.
        let blow = Blow { estoc, ..Blow::at(B) };
        field.act(0, Deed::of(Act::Strike(blow)), "4 4 4 3 5 4 4 2 2 2 3 2");
        assert_eq!(field.of(B).body.blessure, 3);
        field.of(A).gear.stuck
    };
    assert_eq!((thrust(true), thrust(false)), (Some(B), None));
}

/// CEL-EMP-05, CEL-TIR-15: a thrown weapon that impales binds no fighter.
#[test]
fn cel_emp_05_a_thrown_weapon_binds_no_fighter() {
    let mut field = Field::pair(1, 0).fighting(3, &[1, 0], |scene| {
        put(scene, A, 5, 7);
        put(scene, B, 9, 7);
        edit(scene, A).gear.hand = Some(1);
        edit(scene, B).beat.dodge = Some(Dodge { total: 0, failed: false });
    });
    // Pe 2 and Jet 4 against 5, a margin of 9; FO 4 and 3 against EN 3 and 4: 19 against 7: three levels, and 8.
    let shot = Deed::of(Act::Shoot { at: B, with: 1, draw: false });
    field.act(0, shot, "5 5 5 5 4 2 1 1 1 3 2");
    assert!(field.tells("CEL-EMP-01", "impaled"));
    assert!(field.of(A).gear.stuck.is_none() && field.of(A).ties.engaged.is_empty());
    assert_eq!(field.state.scene.things.len(), 1);
}

/// CEL-EMP-02: five less to pull it out of a fighter that lies inert.
#[test]
fn cel_emp_02_five_less_from_the_inert() {
    let against = |inert: bool| {
        let other = Who(2);
        let mut field = Field::made("gue", 2, &Value::Null, |setup| {
            setup["bands"][0]["heroes"][0] = json!(heroes()[1]);
        })
        .fighting(3, &[1], |scene| {
            put(scene, A, 6, 8);
            put(scene, other, 7, 8);
            edit(scene, A).gear.stuck = Some(other);
            if inert {
                (edit(scene, other).body.status, edit(scene, other).body.blessure) = (Status::Out, 5);
            }
        });
        field.act(0, Deed::of(Act::Pull), "1 1 1 3");
        let pull = field.facts.iter().find_map(|fact| match &fact.what {
            What::Rolled { throw, against, .. } if json!(throw) == "pull" => *against,
            _ => None,
        });
        (pull, field.of(A).gear.stuck.is_none())
    };
    assert_eq!((against(false), against(true)), ((Some(10), true), (Some(5), true)));
}
