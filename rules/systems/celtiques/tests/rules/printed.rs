//! Test vectors of the specification (section H) with the very figures and dice that it prints.

use bagarre_celtiques::Celtiques;
use bagarre_celtiques::testkit::command::{Act, Blow, Call, Choice, Command, Deed, Go, Goal, March, Trick};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::figures::{Gait, Sort};
use bagarre_celtiques::testkit::ids::{Attr, Cry, Who, Whos};
use bagarre_celtiques::testkit::scene::{Posture, Scene, Stage, Status};
use bagarre_kit::gather::{Gather, Terms};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, heroes, put};

/// Two heroes of the table against each other, with other values.
fn two(pair: [usize; 2], change: impl FnOnce(&mut [Value; 2])) -> Field {
    let mut both = pair.map(|n| json!(heroes()[n]));
    change(&mut both);
    Field::made("cercle", 2, &Value::Null, |setup| {
        for (seat, hero) in both.into_iter().enumerate() {
            setup["bands"][seat]["heroes"][0] = hero;
        }
    })
}

/// A target that is struck and has one slot, in another segment.
fn struck(scene: &mut Scene) {
    engaged(scene);
    edit(scene, B).turn.slots = 1 << 5;
}

fn trick(trick: Trick) -> Deed {
    Deed::of(Act::Strike(Blow { trick: Some(trick), ..Blow::at(B) }))
}

/// CEL-T07, CEL-ESQ-03: a dodge with two dice, Esquive 4, défense 13, an attack of 15: an échec critique of 7, margin 8.
#[test]
fn cel_t07_a_dodge_that_fails_critically() {
    let mut field =
        two([0, 0], |pair| pair[1]["shields"] = json!(["petit_bouclier"])).fighting(3, &[1, 3], |scene| {
            struck(scene);
            edit(scene, B).body.confiance = 0;
        });
    assert_eq!(field.state.public().defence(B, A, false), 13);
    field.act(0, Deed::blow(B), "3 3 2 2");
    assert_eq!(field.rolled("attack").unwrap().1, 15);
    field.choose(1, Choice::Dodge { acro: false, slot: false }, "1 2 1 1 1 6 6 6");
    assert_eq!(field.rolled("dodge").map(|it| (it.0, it.1)), Some((vec![1, 2], 7)));
    assert!(field.facts.iter().any(|fact| matches!(fact.what, What::Verdict { margin: 8, .. })));
}

/// CEL-T17, CEL-TER-02: a cry with PR 3 and Fureur 4: 17, margin 12, three points.
#[test]
fn cel_t17_a_cry_of_three_points() {
    let mut field = two([0, 4], |pair| pair[0]["attributes"]["PR"] = json!(3));
    field.edit(|scene| scene.stage = Stage::Terror);
    let question = field.ask().id();
    field.says(0, &Command::Cries { question, cries: Sealed(vec![(A, Cry::Cri)]) }, "");
    // Eponina's courage against 13, and the reactions of the turn.
    field.says(1, &Command::Cries { question, cries: Sealed(vec![]) }, "5 4 4 5 4 4 3 3 3 3 3 3");
    assert_eq!(field.rolled("terror").map(|it| (it.0, it.1)), Some((vec![5, 4, 4], 17)));
    assert!(field.facts.iter().any(|fact| matches!(fact.what, What::Cries { points: 3, .. })));
}

/// CEL-T28, CEL-SPE-10: agility 4 and Force 3 against agility 3 and Force 4: 17 against 13, an action lost.
#[test]
fn cel_t28_a_trip_by_agility() {
    let lower = |pair: &mut [Value; 2]| {
        pair[1]["attributes"]["AG"] = json!(3);
        pair[1]["attributes"]["FO"] = json!(4);
    };
    let mut field = two([0, 0], lower).fighting(3, &[1, 2], struck);
    field.act(0, trick(Trick::Trip), "5 3 6 2");
    field.choose(1, Choice::No, "5 4 3 2 2 3 4");
    let rolls: Vec<i16> = field
        .facts
        .iter()
        .filter_map(|fact| match &fact.what {
            What::Rolled { throw, total, .. } if json!(throw) == "agility" => Some(*total),
            _ => None,
        })
        .collect();
    assert_eq!(rolls, [17, 13]);
    assert_eq!((field.of(B).mind.lost, field.of(B).pose.posture), (1, Posture::Standing));
}

/// CEL-T29, CEL-SPE-15, CEL-SPE-18: Force 5 against Force 3: 20 against 6: an entrave of three dice, and the victim may
/// be thrown.
#[test]
fn cel_t29_an_entrave_of_three_dice() {
    let mut field = two([2, 0], |_| {}).fighting(3, &[1, 0], struck);
    field.act(0, trick(Trick::Seize), "5 4 6");
    field.choose(1, Choice::No, "6 5 4 3 2 2 3 1");
    assert_eq!((field.of(A).ties.holds, field.of(B).ties.entrave), (Some(B), 3));
    assert_eq!(field.state.public().penalty(B, Sort::Action), 3);
    field.edit(|scene| {
        (scene.stage, scene.segment) = (Stage::Act, 4);
        edit(scene, A).turn.slots = 1 << 4;
        (edit(scene, A).beat.spent, edit(scene, A).beat.done) = (false, false);
    });
    // FO 5 and Fureur 4 against EN 3 and the mail.
    field.act(0, Deed::of(Act::Hurl), "2 2 2 2 2 6 6 6");
    assert_eq!((field.of(B).ties.held, field.of(B).pose.posture), (None, Posture::Fallen));
}

/// CEL-T32, CEL-CMD-09, CEL-R51: the enemy has 2 and the own side wins by three levels: the enemy is left with nothing,
/// the own side with 1 on the attack.
#[test]
fn cel_t32_three_levels_of_tactics_against_two() {
    let mut field = Field::made("gue", 2, &Value::Null, |setup| {
        let attributes = &mut setup["bands"][0]["heroes"][0]["attributes"];
        for (attr, n) in [("ES", 5), ("CO", 2), ("RE", 2)] {
            attributes[attr] = json!(n);
        }
    })
    .fighting(3, &[1], |scene| {
        scene.camps[0].chief = Some(A);
        put(scene, A, 5, 8);
        put(scene, B, 4, 8);
        let other = &mut scene.camps[1];
        (other.bonus, other.chief) = (2, Some(Who(2)));
        other.to = Whos::NONE.with(Who(2)).with(Who(3));
    });
    // Art de la guerre 4 and 21: 25 against 15.
    field.act(0, Deed::of(Act::Call(Call::Tactics(true), Whos::NONE.with(B))), "3 3 3 2 5 5 4 4 3");
    let [mine, his] = &field.state.scene.camps;
    assert_eq!((mine.bonus, mine.attack, his.bonus), (1, true, 0));
    // It is on the attack of the man, and no part of its défense.
    let public = field.state.public();
    assert_eq!((public.tactics(B, true), public.tactics(B, false), public.tactics(Who(2), false)), (1, 0, 0));
}

/// CEL-T33, CEL-TIR-11: poor light, thirty metres, Pe 4: six more.
#[test]
fn cel_t33_thirty_metres_in_poor_light() {
    let far = Who(2);
    let field = Field::made("gue", 2, &json!({ "options": { "lumiere": "faible" } }), |setup| {
        setup["bands"][0]["heroes"][0] = json!(heroes()[4]);
        setup["bands"][0]["heroes"][0]["attributes"]["Pe"] = json!(4);
    })
    .fighting(3, &[1], |scene| {
        put(scene, A, 0, 0);
        put(scene, far, 30, 0);
    });
    let public = field.state.public();
    assert_eq!(public.shot(A, far, public.weapon(A)).unwrap().light, 6);
}

/// CEL-T36, CEL-SPE-12: prone, Lames 5, Esquive 4, a sword and no shield: 7.
#[test]
fn cel_t36_the_defence_of_the_prone() {
    let field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, B).gear.shield = false;
        edit(scene, B).pose.posture = Posture::Fallen;
    });
    assert_eq!(field.state.public().defence(B, A, false), 7);
}

/// CEL-T38, CEL-HEX-04: up the stairs with 600 units: a hexagon of 451, and 149 are kept for the next segment.
#[test]
fn cel_t38_units_are_kept_on_the_stairs() {
    let (foot, step) = (Hex::new(10, 8), Hex::new(11, 8));
    let mut field = Field::made("etendard", 2, &Value::Null, |_| {}).fighting(3, &[1], |scene| {
        put(scene, A, 10, 8);
        // The slope beside the steps is taken.
        put(scene, B, 10, 7);
        put(scene, Who(2), 10, 9);
    });
    assert_eq!(field.state.public().cost(A, (foot, step), Gait::default()), Some(451));
    let go = Some(Go::March(March::walk(Goal::Hex(Hex::new(13, 8)))));
    field.act(0, Deed { go, ..Deed::of(Act::Pass) }, "");
    assert_eq!((field.of(A).pose.at, field.of(A).turn.kept, field.state.public().units(A)), (step, 149, 749));
    assert_eq!(749 / 451, 1);
}

/// CEL-T40, CEL-FIN-02: at the end of turn 8, with EN 3: 17 against 20 costs a level of Fatigue.
#[test]
fn cel_t40_short_of_breath() {
    let mut field =
        Field::pair(0, 0).fighting(5, &[], |scene| (scene.stage, scene.turn) = (Stage::Orders, 8));
    field.orders(0, vec![], "");
    // The other has 23 with all sixes and ten; then the reactions of turn 9.
    field.orders(1, vec![], "6 5 6 6 6 6 3 3 3 3 3 3");
    assert!(field.tells("CEL-FIN-02", "rolled"));
    assert_eq!((field.of(A).body.fatigue, field.of(B).body.fatigue), (1, 0));
}

/// CEL-T23, CEL-TIR-08: three in a melee, base 5, a result of 8: 14 is missed by 6, and another is hit.
#[test]
fn cel_t23_another_of_the_melee_is_hit() {
    let (target, other) = (Who(2), Who(3));
    let shot = |dice: &str| {
        let mut field = Field::made("gue", 2, &Value::Null, |setup| {
            setup["bands"][0]["heroes"][0] = json!(heroes()[4]);
            setup["bands"][0]["heroes"][0]["skills"]["jet"] = json!(1);
        })
        .fighting(3, &[1], |scene| {
            put(scene, A, 0, 0);
            put(scene, target, 10, 0);
            put(scene, B, 11, 0);
            put(scene, other, 12, 0);
            edit(scene, B).ties.engaged = Whos::NONE.with(target).with(other);
            for it in [target, other] {
                edit(scene, it).ties.engaged = Whos::NONE.with(B);
            }
        });
        // Courage 9 and 1 against 10.
        field.act(0, Deed::of(Act::Shoot { at: target, with: 0, draw: false }), &format!("3 3 3 {dice}"));
        let told = field.facts.iter().filter_map(|fact| match &fact.what {
            What::Shoots { difficulty, .. } => Some((A, *difficulty)),
            What::Verdict { at, margin, .. } => Some((*at, *margin)),
            _ => None,
        });
        told.collect::<Vec<_>>()
    };
    // The others are B and D: a friend on 1; FO 3 and 3 do nothing to the EN of the target.
    let en = |who: usize| {
        let field = Field::made("gue", 2, &Value::Null, |_| {});
        "6 ".repeat(usize::from(field.state.fixed.profiles[who].attr(Attr::En)))
    };
    assert_eq!(shot(&format!("1 1 1 1 3 1 1 1 1 {}", en(1))), [(A, 14), (target, -6), (B, 0)]);
    assert_eq!(shot(&format!("1 1 1 1 3 4 1 1 1 {}", en(3))), [(A, 14), (target, -6), (other, 0)]);
}

/// CEL-T42, CEL-CMD-14, CEL-CMD-11: who takes over with Commandement 3 has the courage of three men rolled, and of no more.
#[test]
fn cel_t42_three_men_follow_the_new_chief() {
    let terms = Terms { seats: 4, size: 3, more: None, ..Celtiques::usual("libre", 2).unwrap() };
    let men = [Who(2), Who(6), Who(7), Who(8)];
    let mut field = Field::on(&terms, |setup| {
        let hero = &mut setup["bands"][0]["heroes"][1];
        hero["skills"] = json!({ "hast": 5, "commandement": 3 });
        hero["attributes"]["PR"] = json!(3);
    })
    .fighting(3, &[0, 1], |scene| {
        (scene.camps[0].chief, scene.camps[0].headless) = (Some(A), true);
        (edit(scene, A).body.status, edit(scene, A).body.blessure) = (Status::Out, 5);
        for who in scene.whos() {
            edit(scene, who).ties.commanded = false;
        }
    });
    let courage = |field: &Field, who: Who| usize::from(field.state.fixed.profiles[who.n()].attr(Attr::Co));
    // 12 against 10; then fours against 10, but for the second, who has threes and twos of too little courage.
    let dice = [4, 2, 4].iter().zip(&men).map(|(face, who)| format!("{face} ").repeat(courage(&field, *who)));
    let dice = dice.collect::<String>();
    let call = Deed::of(Act::Call(Call::TakeOver, men.into_iter().collect()));
    field.act(0, call, &format!("4 3 2 {dice}"));
    assert_eq!(field.rolled("command").map(|it| (it.1, it.2)), Some((12, Some(true))));
    assert_eq!(field.state.scene.camps[0].chief, Some(B));
    assert_eq!(men.map(|who| field.of(who).ties.commanded), [true, false, true, false]);
}
