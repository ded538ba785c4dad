//! The test vectors of the specification (section H) that the other chapters leave, with the dice that it prints.

use bagarre_celtiques::Celtiques;
use bagarre_celtiques::testkit::command::{Act, Blow, Call, Choice, Command, Deed};
use bagarre_celtiques::testkit::figures::level;
use bagarre_celtiques::testkit::ids::{Cry, Who, Whos};
use bagarre_celtiques::testkit::scene::{Dodge, Stage, Status};
use bagarre_celtiques::testkit::{Parts, bystander};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, heroes, put};

/// A duel of two heroes of the table, in the phase of terror.
fn afraid(one: usize, other: usize) -> Field {
    let mut field = Field::pair(one, other);
    field.edit(|scene| scene.stage = Stage::Terror);
    field
}

#[test]
fn cel_t18_a_carnix_brings_two_points_a_level() {
    let mut field = afraid(5, 0);
    let question = field.ask().id();
    field.says(0, &Command::Cries { question, cries: Sealed(vec![(A, Cry::Carnix)]) }, "");
    // PR 5 and Fureur 5: 21, margin 11, three levels; courage against 10 + 6, then the reactions of the turn.
    let none = Command::Cries { question, cries: Sealed(vec![]) };
    field.says(1, &none, "4 3 3 3 3 6 6 5 1 3 3 3 3 3");
    let told = |key: &str| field.facts.iter().map(|it| json!(it.what)).find(|it| it["t"] == key).unwrap();
    assert_eq!((told("cries")["points"].as_i64(), told("terror")["score"].as_i64()), (Some(6), Some(6)));
    assert_eq!(field.of(B).body.fear, 0);
}

/// CEL-TER-06, CEL-T19: courage that is missed by four.
#[test]
fn cel_t19_courage_that_is_missed_by_four() {
    assert_eq!(14 / 4, 3);
    let mut field = afraid(0, 4);
    let question = field.ask().id();
    field.says(0, &Command::Cries { question, cries: Sealed(vec![(A, Cry::Cri)]) }, "");
    // Three points against one: 13, and CO 3 makes 9: a die.
    let none = Command::Cries { question, cries: Sealed(vec![]) };
    field.says(1, &none, "5 4 3 1 3 4 2 3 3 3 3 3 3");
    assert_eq!(field.of(B).body.fear, 1);
}

/// CEL-TER-05, CEL-T20: ones own cry helps courage.
#[test]
fn cel_t20_ones_own_cry_helps_courage() {
    let mut field = afraid(0, 4);
    let question = field.ask().id();
    field.says(0, &Command::Cries { question, cries: Sealed(vec![(A, Cry::Cri)]) }, "");
    // Ambiomaros brings three points; Eponina two sixes: 22, four levels. Ambiomaros: 14 + 3 against 14; Eponina: 9 + 4
    // against 13.
    let hers = Command::Cries { question, cries: Sealed(vec![(B, Cry::Cri)]) };
    field.says(1, &hers, "5 4 3 1 6 6 6 6 1 1 3 4 2 3 3 3 3 3 3");
    assert_eq!(field.facts.iter().filter(|it| json!(it.what)["t"] == "afraid").count(), 0);
    let mut courage = field.facts.iter().filter(|it| json!(it.what)["throw"] == "courage");
    let last = courage.next_back().map(|it| json!(it.what)).unwrap();
    assert_eq!((last["total"].as_i64(), last["against"].as_i64()), (Some(13), Some(13)));
}

/// CEL-R37, CEL-T24: a bystander of a crowd.
#[test]
fn cel_t24_a_bystander_of_a_crowd() {
    // The example of the source: head and shoulders, a walk, the crowd.
    let parts = Parts { base: 5, cover: 7, movement: 1, crowd: 5, ..Parts::default() };
    assert_eq!(parts.total(), 18);
    assert!(bystander(parts, 18 - 15));
    assert!(!bystander(parts, 6) && !bystander(Parts { crowd: 0, ..parts }, 1));
}

/// CEL-DUE-01, CEL-R88, CEL-T30: a second of a duel.
#[test]
fn cel_t30_a_second_of_a_duel() {
    assert_eq!(level(18 - 12), 2);
    let more = json!({ "options": { "duel": true } });
    let mut field = Field::made("cercle", 2, &more, |setup| {
        let heroes = heroes();
        for (seat, n) in [4, 4].into_iter().enumerate() {
            setup["bands"][seat]["heroes"][0] = json!(heroes[n]);
        }
    })
    .fighting(4, &[2, 2], |scene| {
        put(scene, A, 4, 7);
        put(scene, B, 10, 7);
    });
    assert_eq!(field.no_act(0, Deed::blow(B)), "celtiques.target");
    // CEL-DEC-17: it is refused unless it is accepted.
    field.act(0, Deed::of(Act::Duel(B)), "");
    let refusal = Celtiques::default_answer(&field.state, Seat(1));
    assert!(matches!(refusal, Command::Choose { choice: Choice::No, .. }));
    // The next second: courage and Jet 6, 18 against 12: two more for Eponina.
    field.choose(1, Choice::Yes, "4 4 4 2 2 2");
    assert_eq!((field.of(A).ties.duel, field.of(A).mind.nerve, field.of(B).mind.nerve), (Some(B), 2, 0));
    // CEL-DUE-02, CEL-R47: A breaks; reaction 9 + 6 + 2 against 9 + 6: A fires first, B after.
    field.choose(0, Choice::No, "");
    field.choose(1, Choice::Yes, "3 3 3 3 3 3 3 2 1 1 1 1 1 6 6 6 2 2 1 3 1 1 1 6 6 6");
    let shots = field.facts.iter().map(|it| json!(it.what)).filter(|it| it["t"] == "shoots");
    assert_eq!(shots.map(|it| it["who"].as_u64()).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert!(field.of(A).ties.duel.is_none() && field.of(B).ties.duel.is_none());
}

/// CEL-CMD-04, CEL-T31: more men than the voice reaches take two actions.
#[test]
fn cel_t31_more_men_than_the_voice_reaches_take_two_actions() {
    // Four together; the chief has Commandement 2 and three men.
    let mut field = Field::made("chemin", 4, &Value::Null, |setup| {
        setup["bands"][0]["heroes"][0]["skills"]["commandement"] = json!(2);
    })
    .fighting(2, &[2], |scene| {
        scene.camps[0].chief = Some(A);
        put(scene, A, 9, 6);
        for (n, who) in (5i16..).zip([Who(1), Who(2), Who(3)]) {
            put(scene, who, n, 6);
            edit(scene, who).body.fear = 1;
        }
    });
    let men: Whos = [Who(1), Who(2), Who(3)].into_iter().collect();
    let call = Deed::of(Act::Call(Call::Rally, men));
    field.act(0, call, "");
    assert_eq!(field.of(A).mind.ordering, 2, "nothing is rolled yet");
    field.play_on(|state| state.scene.segment == 4 && state.question().is_some());
    field.act(0, call, "4 4 4 4 4 4 4");
    assert!(field.rolled("command").is_some() && field.of(A).mind.ordering == 0);
}

#[test]
fn cel_t34_out_of_a_hold() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        (edit(scene, A).ties.held, edit(scene, A).ties.entrave) = (Some(B), 1);
        edit(scene, B).ties.holds = Some(A);
    });
    // AG 4 less one for the entrave, Esquive 4: 16 against 10 and Fureur 4.
    field.act(0, Deed::of(Act::Escape { acro: false }), "3 5 4");
    assert_eq!(field.rolled("escape").unwrap().1, 16);
    assert!(field.of(A).ties.held.is_none());
}

/// CEL-DEG-02, CEL-R62, CEL-T41: an axe from the belt.
#[test]
fn cel_t41_an_axe_from_the_belt() {
    let mut field = Field::made("cercle", 2, &Value::Null, |setup| {
        let heroes = heroes();
        for seat in 0..2 {
            setup["bands"][seat]["heroes"][0] = json!(heroes[2]);
        }
        setup["bands"][0]["heroes"][0]["weapons"] = json!(["couteau", "hache"]);
    })
    .fighting(2, &[2, 0], engaged);
    let deed = Deed::of(Act::Strike(Blow { draw: Some(1), ..Blow::at(B) }));
    let draft = Command::Act { question: field.ask().id(), deed };
    let advice = Celtiques::advise(&field.state, Seat(0), &draft).unwrap();
    // AG 3, two declared, a double action: one die, and three less with Haches & masses 6.
    assert_eq!((advice.dice, advice.flat), (1, 6 - 3));
    field.act(0, deed, "4");
    assert_eq!(field.rolled("attack").unwrap().1, 7);
    assert_eq!(field.of(A).turn.double, 1);
}

/// CEL-CMD-14, CEL-DEC-28, CEL-T42: a man takes over.
#[test]
fn cel_t42_a_man_takes_over() {
    // CEL-R64.
    let mut field = Field::made("gue", 2, &Value::Null, |setup| {
        setup["bands"][0]["heroes"][1]["skills"] = json!({ "hast": 5, "commandement": 3 });
    })
    .fighting(3, &[0, 1], |scene| {
        (scene.camps[0].chief, scene.camps[0].successor) = (Some(A), Some(B));
        scene.camps[0].headless = true;
        edit(scene, A).body.status = Status::Out;
        edit(scene, B).ties.commanded = false;
    });
    let Command::Act { deed, .. } = Celtiques::default_answer(&field.state, Seat(0)) else { panic!() };
    assert_eq!(deed, Deed::of(Act::Call(Call::TakeOver, Whos::NONE)), "the named successor tries");
    field.act(0, deed, "4 3 2");
    assert_eq!(field.rolled("command").unwrap().1, 12);
    assert_eq!((field.state.scene.camps[0].chief, field.state.scene.camps[0].headless), (Some(B), false));
}

/// CEL-OPP-01, CEL-T43: a figurant is out without a critical.
#[test]
fn cel_t43_a_figurant_is_out_without_a_critical() {
    let mut field = Field::made("chemin", 1, &Value::Null, |_| {}).fighting(3, &[1, 0, 0], |scene| {
        engaged(scene);
        edit(scene, B).beat.dodge = Some(Dodge { total: 0, failed: false });
    });
    // The margin of 14 brings a die: 24 against 6: four levels, and no 2d6.
    field.act(0, Deed::blow(B), "5 3 6 2 6 6 6 2 2 2 2");
    assert_eq!(field.of(B).body.status, Status::Out);
    assert!(field.rolled("critical").is_none());
}
