//! Terror, command, tasks (CEL-TER, CEL-CMD, CEL-LNG).

use bagarre_celtiques::testkit::command::{Act, Call, Command, Deed};
use bagarre_celtiques::testkit::ids::{Cry, Task, Who, Whos};
use bagarre_celtiques::testkit::scene::{Labour, Stage};
use bagarre_kit::procedure::Sealed;
use serde_json::Value;

use super::harness::{A, B, Field, edit, put};

/// Two against two: Ambiomaros and Drustan, Viridovix and Litavis.
fn four() -> Field {
    Field::made("gue", 2, &Value::Null, |_| {})
}

/// CEL-TER-01, CEL-TER-06, CEL-TER-10, CEL-DEC-02: the phase of terror.
#[test]
fn cel_ter_01_to_the_phase_of_terror() {
    // CEL-R26.
    let mut field = Field::duel();
    field.edit(|scene| scene.stage = Stage::Terror);
    let question = field.ask().id();
    field.says(0, &Command::Cries { question, cries: Sealed(vec![(A, Cry::Cri)]) }, "");
    assert_eq!(
        field.refused(1, &Command::Cries { question, cries: Sealed(vec![(B, Cry::Carnix)]) }),
        "celtiques.cry"
    );
    // CEL-T17 in its kind: PR 4 and Fureur 4: 17, margin 12, three levels. Viridovix makes none, but for his head and
    // his skin: 2 (CEL-TER-03). Courage: Ambiomaros against 12 with his own three points, Viridovix against 13; then
    // the first turn.
    field.says(
        1,
        &Command::Cries { question, cries: Sealed(vec![]) },
        "5 4 3 1 5 4 1 2 3 4 1 1 2 2 2 3 3 3 3",
    );
    assert!(field.tells("CEL-TER-02", "cries") && field.tells("CEL-TER-04", "terror"));
    // 3 + 4 + 1 + 1 = 9 is missed by 4: a die of fear, before the turn takes none of it (CEL-TER-08 begins with turn 2).
    assert_eq!((field.of(A).body.fear, field.of(B).body.fear), (0, 1));
    assert_eq!(field.state.scene.stage, Stage::Announce);
}

/// CEL-CMD-02, CEL-CMD-04, CEL-CMD-06, CEL-CMD-07, CEL-CMD-15: redonner du courage.
#[test]
fn cel_cmd_02_redonner_du_courage() {
    // CEL-R48, CEL-R50.
    let mut field = four().fighting(3, &[1, 0, 0, 0], |scene| {
        scene.camps[0].chief = Some(A);
        put(scene, A, 5, 8);
        put(scene, Who(1), 4, 8);
        edit(scene, Who(1)).body.fear = 2;
    });
    let call = Deed::of(Act::Call(Call::Rally, Whos::NONE.with(Who(1))));
    // Commandement 5 with four dice against 10; then courage 4 against 10: 15 is two levels (CEL-R83).
    field.act(0, call, "3 3 3 2 4 4 4 3");
    assert_eq!(field.of(Who(1)).body.fear, 0);
}

/// CEL-CMD-08, CEL-CMD-09, CEL-R51: changement tactique.
#[test]
fn cel_cmd_08_changement_tactique() {
    let mut field = four().fighting(3, &[1, 0, 0, 0], |scene| {
        scene.camps[0].chief = Some(A);
        put(scene, A, 5, 8);
        put(scene, Who(1), 4, 8);
        scene.camps[1].bonus = 1;
        scene.camps[1].chief = Some(Who(2));
        scene.camps[1].to = Whos::NONE.with(Who(2)).with(Who(3));
    });
    let call = Deed::of(Act::Call(Call::Tactics(true), Whos::NONE.with(Who(1))));
    // CEL-T32 in its kind: level 2 by 21 against 15: the enemy's 1 goes, 1 is left.
    field.act(0, call, "3 3 3 2 6 6 5");
    assert_eq!((field.state.scene.camps[0].bonus, field.state.scene.camps[1].bonus), (1, 0));
}

/// CEL-CMD-05, CEL-CMD-13, CEL-CMD-14: the chief is lost and a man takes over.
#[test]
fn cel_cmd_05_the_chief_is_lost_and_a_man_takes_over() {
    let mut field = four().fighting(3, &[0, 1, 0, 0], |scene| {
        scene.camps[0].chief = Some(A);
        scene.camps[0].headless = true;
        edit(scene, Who(1)).ties.commanded = false;
    });
    // Drustan has no Commandement: no man takes over.
    let call = Deed::of(Act::Call(Call::TakeOver, Whos::NONE.with(A)));
    assert_eq!(field.no_act(0, call), "celtiques.call");
    field.act(0, Deed::of(Act::Pass), "");
}

/// CEL-LNG-01, CEL-LNG-02, CEL-LNG-04: first aid is a task.
#[test]
fn cel_lng_01_first_aid_is_a_task() {
    let (drustan, litavis) = (Who(2), Who(3));
    let mut field = four().fighting(3, &[0, 0, 1, 0], |scene| {
        put(scene, drustan, 29, 8);
        put(scene, litavis, 30, 8);
        edit(scene, litavis).body.blessure = 2;
    });
    field.act(1, Deed::of(Act::Task(Task::PremiersSoins, litavis)), "");
    assert_eq!(
        field.of(drustan).mind.task,
        Some(Labour { task: Task::PremiersSoins, on: litavis, levels: 0 })
    );
    assert_eq!(field.state.public().defence(drustan, A, false), -10);
    field.play_on(|state| state.scene.turn == 2);
}
