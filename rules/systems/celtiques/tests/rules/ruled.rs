//! What each ruling of the game master changes (section E, CEL-MJ-02).

use bagarre_celtiques::Ask;
use bagarre_celtiques::testkit::command::{
    Act, Call, Choice, Command, Deed, Go, Goal, March, Minor, Order, Ruling,
};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::figures::Gait;
use bagarre_celtiques::testkit::ids::{Skill, Task, Team, Who, Whos};
use bagarre_celtiques::testkit::scene::{Errand, Labour, Scene, Stage, Status, Trophy};
use bagarre_kit::hex::{Hex, Side};
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, heroes, put};

const C: Who = Who(2);

/// A duel of two heroes with a master, who has said something.
fn duel(pair: [usize; 2], options: &Value, says: &[Ruling], change: impl FnOnce(&mut Scene)) -> Field {
    let mut field = Field::led("cercle", 2, &json!({ "options": options }), |setup| {
        for (seat, n) in pair.into_iter().enumerate() {
            setup["bands"][seat]["heroes"][0] = json!(heroes()[n]);
        }
    })
    .fighting(3, &[1, 0], change);
    for ruling in says {
        field.says(2, &Command::Rule { ruling: *ruling }, "");
        assert!(field.tells("CEL-MJ-02", "spoke"));
    }
    field
}

/// What the last roll of a kind was held against.
fn against(field: &Field, throw: &str) -> Option<i16> {
    field.facts.iter().rev().find_map(|fact| match &fact.what {
        What::Rolled { throw: it, against, .. } if json!(it) == throw => *against,
        _ => None,
    })
}

/// CEL-UND-04, CEL-MJ-02: a reaction to a sudden event at another difficulty, or none.
#[test]
fn cel_und_04_another_difficulty_of_sudden_events() {
    let behind = |says: &[Ruling], dice: &str| {
        let mut field = duel([0, 0], &json!({}), says, |scene| {
            engaged(scene);
            edit(scene, B).pose.facing = Side::E;
        });
        field.act(0, Deed::blow(B), "3 3 3 2");
        field.choose(1, Choice::Dodge { acro: false, slot: false }, dice);
        (against(&field, "sudden"), field.rolled("dodge").map(|it| it.1))
    };
    assert_eq!(behind(&[], "3 3 4 6 6 5 3"), (Some(10), Some(24)));
    assert_eq!(behind(&[Ruling::Sudden(12)], "3 3 4 6 6 5 3"), (Some(12), Some(22)));
    assert_eq!(behind(&[Ruling::Sudden(0)], "6 6 5 3"), (None, Some(24)));
}

/// CEL-RES-01, CEL-SUR-01, CEL-ESQ-06, CEL-TIR-10, CEL-MJ-02: other difficulties that stand for the fight.
#[test]
fn cel_res_01_other_difficulties() {
    let far = |scene: &mut Scene| {
        put(scene, A, 4, 7);
        put(scene, B, 9, 7);
    };
    let mut field = duel([4, 0], &json!({ "respect": true }), &[Ruling::Bay(12)], |scene| {
        far(scene);
        edit(scene, B).turn.slots = 1 << 3;
    });
    field.act(0, Deed::of(Act::Bay(B)), "");
    field.choose(1, Choice::Yes, "");
    // CO 4 and Lames 5: 11.
    let run = Deed { go: Some(Go::March(March::walk(Goal::Who(A)))), ..Deed::of(Act::Pass) };
    field.act(1, run, "2 2 1 1");
    assert_eq!(against(&field, "courage"), Some(12));
    let mut field = duel([0, 0], &json!({}), &[Ruling::Survival(20)], |scene| scene.stage = Stage::Orders);
    field.orders(0, vec![(A, Order { survive: true, ..Order::default() })], "");
    field.orders(1, vec![], "6 6 6");
    assert_eq!(against(&field, "survival"), Some(20));
    let field = duel([0, 3], &json!({}), &[Ruling::Acrobatics(12)], far);
    assert_eq!(field.state.public().acrobatics(B, 15), 12);
    // The hosts around the ring are a dense crowd.
    let crowd = |says: &[Ruling]| {
        let mut field = duel([4, 0], &json!({}), says, far);
        field.edit(|scene| put(scene, B, 0, 7));
        let public = field.state.public();
        public.shot(A, B, public.weapon(A)).unwrap().crowd
    };
    assert_eq!((crowd(&[]), crowd(&[Ruling::Crowd(6)])), (10, 6));
}

/// CEL-INN-02, CEL-MJ-02: another malus on innate rolls.
#[test]
fn cel_inn_02_another_malus_on_innate_rolls() {
    let look = |says: Option<Ruling>| {
        let more = json!({ "arena": "bois" });
        let mut field = Field::led("libre", 2, &more, |_| {}).fighting(3, &[1, 0], |scene| {
            put(scene, A, 2, 1);
            put(scene, B, 6, 1);
            edit(scene, A).beat.handled = true;
        });
        if let Some(ruling) = says {
            field.says(2, &Command::Rule { ruling }, "");
        }
        field.act(0, Deed { minor: Some(Minor::Look(B)), ..Deed::of(Act::Pass) }, "6 5");
        field.rolled("look").unwrap().1
    };
    assert_eq!([None, Some(Ruling::Innate(0)), Some(Ruling::Innate(10))].map(look), [6, 11, 1]);
}

/// CEL-CMD-08, CEL-CMD-09, CEL-MJ-02: tactics are easier or harder, and a bonus ends.
#[test]
fn cel_cmd_08_tactics() {
    let tried = |n: i16| {
        let mut field = Field::led("gue", 2, &json!({}), |_| {}).fighting(3, &[1], |scene| {
            scene.camps[0].chief = Some(A);
            put(scene, A, 5, 8);
            put(scene, B, 4, 8);
        });
        if n != 0 {
            field.says(2, &Command::Rule { ruling: Ruling::Tactics(n) }, "");
        }
        field.act(0, Deed::of(Act::Call(Call::Tactics(true), Whos::NONE.with(B))), "3 3 3 2 4 4 3");
        (against(&field, "tactics"), field)
    };
    assert_eq!([0, 2, -5].map(|n| tried(n).0), [Some(15), Some(17), Some(10)]);
    let (_, mut field) = tried(-5);
    assert_eq!(field.state.scene.camps[0].bonus, 2);
    field.edit(|scene| {
        scene.stage = Stage::Act;
        edit(scene, C).turn.slots = 1 << scene.segment;
    });
    field.says(2, &Command::Rule { ruling: Ruling::EndBonus(Team::First) }, "");
    assert_eq!(field.state.scene.camps[0].bonus, 2, "it lasts for the segment");
    field.act(1, Deed::of(Act::Pass), "");
    assert_eq!(field.state.scene.camps[0].bonus, 0);
    assert!(field.tells("CEL-CMD-09", "tactics"));
}

/// CEL-MOV-04, CEL-MJ-02: slower ground.
#[test]
fn cel_mov_04_slower_ground() {
    let to = Hex::new(5, 8);
    let mut field = Field::led("haut_roi", 2, &json!({}), |_| {});
    field.says(2, &Command::Rule { ruling: Ruling::Slow(to, 75) }, "");
    let speed = |field: &Field| field.state.public().speed(A, (Hex::new(4, 8), to), Gait::default());
    assert_eq!(speed(&field), Some(300));
    // The last word counts.
    field.says(2, &Command::Rule { ruling: Ruling::Slow(to, 50) }, "");
    assert_eq!((speed(&field), field.state.scene.rulings.slow.len()), (Some(200), 1));
}

/// CEL-TIR-09, CEL-MJ-02: courage before a shot into a melee is waived, or asked where no friend is in it.
#[test]
fn cel_tir_09_scruples_are_waived_or_asked() {
    let shot = |friend: bool, says: Option<bool>, dice: &str| {
        let mut field = Field::led("gue", 2, &json!({}), |setup| {
            setup["bands"][0]["heroes"][0] = json!(heroes()[4]);
        })
        .fighting(3, &[1], |scene| {
            put(scene, A, 0, 0);
            put(scene, C, 10, 0);
            if friend {
                put(scene, B, 11, 0);
                for (one, at) in [(B, C), (C, B)] {
                    edit(scene, one).ties.engaged = Whos::NONE.with(at);
                }
            }
        });
        if let Some(on) = says {
            field.says(2, &Command::Rule { ruling: Ruling::Scruples(on) }, "");
        }
        field.act(0, Deed::of(Act::Shoot { at: C, with: 0, draw: false }), dice);
        against(&field, "courage")
    };
    assert_eq!(shot(true, None, "1 1 1"), Some(10));
    // Five dice and 6 against 11: a hit that does nothing.
    let loosed = "1 1 1 1 3 1 1 1 6 6 6 6";
    assert_eq!(shot(true, Some(false), loosed), None);
    assert_eq!(shot(true, Some(true), "1 1 1"), Some(10));
    assert_eq!(shot(false, Some(true), loosed), None, "there is no melee");
}

/// CEL-LNG-02, CEL-TET-04, CEL-MJ-02: a task is another one than that of the table.
#[test]
fn cel_lng_02_other_tasks() {
    let worked = |task: Task, says: Ruling| {
        let mut field = Field::led("gue", 2, &json!({}), |_| {}).fighting(5, &[], |scene| {
            scene.stage = Stage::Orders;
            put(scene, C, 4, 6);
            put(scene, B, 4, 7);
            (edit(scene, C).body.status, edit(scene, C).body.blessure) = (Status::Out, 5);
            edit(scene, A).gear.heads = 1;
            edit(scene, A).gear.trophies = vec![Trophy { of: C, days: Some(1) }];
            edit(scene, B).mind.task = Some(Labour { task, on: C, levels: 0 });
        });
        field.says(2, &Command::Rule { ruling: says }, "");
        field.orders(0, vec![], "");
        field.play_on(|state| state.scene.turn == 2);
        against(&field, "task")
    };
    assert_eq!(worked(Task::Embaumer, Ruling::Embalming(21)), Some(21));
    assert_eq!(
        worked(
            Task::ArreterHemorragie,
            Ruling::Task(Errand {
                task: Task::ArreterHemorragie,
                skill: Skill::Soins,
                difficulty: 7,
                levels: 3,
            })
        ),
        Some(7)
    );
}

/// CEL-PRI-06, CEL-MJ-02: surprise for one fighter and segment.
#[test]
fn cel_pri_06_surprise_is_granted_for_a_segment() {
    let mut field =
        Field::led("cercle", 2, &json!({}), |_| {}).fighting(3, &[1, 1], |scene| scene.stage = Stage::Orders);
    field.says(2, &Command::Rule { ruling: Ruling::Surprise(A, true) }, "");
    field.orders(0, vec![], "");
    field.orders(1, vec![], "");
    // A is the faster by six, and comes after all the same.
    assert!(matches!(field.ask(), Ask::Act { who, .. } if who == B));
    field.act(1, Deed::of(Act::Pass), "");
    field.act(0, Deed::of(Act::Pass), "");
    assert_eq!((field.state.scene.segment, field.of(A).beat.surprised), (4, false));
}

/// CEL-PRI-03, CEL-MJ-02: another reaction roll stands for one segment; then that of the turn counts again.
#[test]
fn cel_pri_03_another_reaction_roll_is_for_one_segment() {
    let mut field =
        Field::led("cercle", 2, &json!({}), |_| {}).fighting(2, &[0, 0], |scene| scene.stage = Stage::Orders);
    let reactions = |field: &Field| [A, B].map(|who| field.of(who).turn.reaction);
    assert_eq!(reactions(&field), [20, 14]);
    field.says(2, &Command::Rule { ruling: Ruling::Reroll }, "");
    let pass = |field: &mut Field, dice: &str| {
        field.orders(0, vec![], "");
        field.orders(1, vec![], dice);
    };
    // RE 3 and 4.
    pass(&mut field, "1 1 2 6 6 5 5");
    assert_eq!((field.state.scene.segment, reactions(&field)), (3, [4, 22]));
    pass(&mut field, "");
    assert_eq!((field.state.scene.segment, reactions(&field)), (4, [20, 14]));
}
