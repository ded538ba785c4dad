//! The turn: announcements, S0, slots, priority, survival (CEL-SEG, CEL-ACT, CEL-DCL, CEL-SUR, CEL-PRI, CEL-PLY).

use bagarre_celtiques::testkit::command::{Act, Choice, Command, Deed, Habit, Order, Plan, Standing};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::ids::Whos;
use bagarre_celtiques::testkit::scene::{Intent, Labour, Stage, Survival};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::Value;

use super::harness::{A, B, Field, edit, engaged, put};

/// CEL-PLY-09, CEL-DEC-01, CEL-ALG-01: plans then terror then turns.
#[test]
fn cel_ply_09_plans_then_terror_then_turns() {
    let mut field = Field::made("gue", 2, &Value::Null, |_| {});
    let own =
        Plan { chief: Some(A), intent: Intent::Attack, places: vec![(A, Hex::new(3, 5))], ..Plan::default() };
    assert_eq!(
        field.refused(
            0,
            &Command::Plan {
                question: 1,
                plan: Sealed(Plan { chief: Some(A), successor: Some(A), ..Plan::default() })
            }
        ),
        "celtiques.chief"
    );
    assert_eq!(
        field.refused(
            0,
            &Command::Plan {
                question: 1,
                plan: Sealed(Plan { places: vec![(A, Hex::new(9, 9))], ..Plan::default() })
            }
        ),
        "celtiques.place"
    );
    field.plan(0, own, "");
    assert_eq!(field.state.scene.stage, Stage::Plan);
    field.plan(
        1,
        Plan {
            undressed: Whos::NONE
                .with(super::harness::B)
                .with(bagarre_celtiques::testkit::ids::Who(3))
                .without(B),
            ..Plan::default()
        },
        "",
    );
    assert_eq!(field.state.scene.stage, Stage::Terror);
    assert_eq!(field.of(A).pose.at, Hex::new(3, 5));
    assert_eq!(
        (field.state.scene.camps[0].chief, field.state.scene.camps[0].intent),
        (Some(A), Intent::Attack)
    );
    // CEL-CMD-05: every fighter follows a chief at the start.
    assert!(field.state.scene.fighters.iter().all(|it| it.ties.commanded));
}

/// CEL-DCL-01, CEL-DEC-03: announcements are open and in turn.
#[test]
fn cel_dcl_01_announcements_are_open_and_in_turn() {
    let mut field = Field::duel().fighting(3, &[1, 1], |scene| {
        scene.stage = Stage::Announce;
        scene.segment = 0;
        scene.order = vec![B, A];
        for who in [A, B] {
            let fighter = edit(scene, who);
            (fighter.turn.announced, fighter.turn.slots) = (None, 0);
        }
    });
    field.choose(1, Choice::Actions(3), "");
    assert_eq!((field.of(B).turn.announced, field.of(B).turn.slots), (Some(3), 0b10_1010));
    field.choose(0, Choice::Actions(0), "");
    // CEL-R05: none may be announced; then the orders of segment 1.
    assert_eq!((field.state.scene.stage, field.state.scene.segment), (Stage::Orders, 1));
}

/// CEL-DCL-05, CEL-DCL-06: a delay shifts what is left.
#[test]
fn cel_dcl_05_a_delay_shifts_what_is_left() {
    let mut field = Field::duel().fighting(1, &[3, 0], |_| {});
    // CEL-T03, CEL-R06.
    field.act(0, Deed::of(Act::Delay), "");
    assert_eq!(field.of(A).turn.slots, 0b1_0100);
    let mut field = Field::duel().fighting(1, &[3, 0], |_| {});
    field.act(0, Deed::of(Act::Pass), "");
    assert_eq!(field.of(A).turn.slots, 0b10_1000, "a slot that is let go is lost");
}

/// CEL-COR-15: lost actions skip slots.
#[test]
fn cel_cor_15_lost_actions_skip_slots() {
    let field = Field::duel().fighting(2, &[2, 0], |scene| {
        engaged(scene);
        (edit(scene, A).mind.lost, edit(scene, A).mind.stunned) = (2, true);
    });
    // Both slots go by without a question, and the last one takes the stun with it.
    assert_eq!(field.of(A).mind.lost, 1);
    assert!(field.tells("CEL-COR-15", "skipped"));
}

/// CEL-SUR-01, CEL-SUR-02, CEL-SUR-03: survival at the start of a segment.
#[test]
fn cel_sur_01_survival_at_the_start_of_a_segment() {
    let fight = || {
        Field::duel().fighting(5, &[1, 1], |scene| {
            scene.stage = Stage::Orders;
            engaged(scene);
        })
    };
    let survive = vec![(A, Order { survive: true, ..Order::default() })];
    let mut field = fight();
    field.orders(0, survive.clone(), "");
    // CEL-T25: 12 is not enough: from the first segment of the next turn (CEL-R09).
    field.orders(1, vec![], "4 5 3 2 2 2 3 3 3 3");
    assert_eq!(field.rolled("survival").unwrap().2, Some(false));
    assert_eq!((field.state.scene.turn, field.of(A).turn.survival), (2, Survival::On));
    let mut field = fight();
    field.orders(0, survive, "");
    field.orders(1, vec![], "6 5 4");
    // CEL-SUR-06: the slots that are left.
    assert_eq!((field.of(A).turn.survival, field.of(A).turn.slots), (Survival::On, 1 << 5));
}

/// CEL-SUR-05, CEL-DEC-05: a fighter at work may go into survival when attacked.
#[test]
fn cel_sur_05_a_fighter_at_work_may_go_into_survival_when_attacked() {
    let mut field = Field::duel().fighting(3, &[1, 0], |scene| {
        put(scene, A, 6, 7);
        put(scene, B, 7, 7);
        edit(scene, B).mind.task =
            Some(Labour { task: bagarre_celtiques::testkit::ids::Task::PremiersSoins, on: B, levels: 0 });
    });
    // CEL-PLY-07: by default it does, before the attack is rolled; CEL-LNG-04: défense -10 otherwise.
    assert_eq!(field.state.public().defence(B, A, false), -10);
    field.act(0, Deed::blow(B), "5 5 5 6");
    assert_eq!(field.of(B).turn.survival, Survival::On);
    assert!(field.of(B).mind.task.is_none());
}

/// CEL-PRI-05, CEL-DEC-06: who has the initiative may let the other go first.
#[test]
fn cel_pri_05_who_has_the_initiative_may_let_the_other_go_first() {
    let mut field = Field::duel().fighting(3, &[1, 1], engaged);
    field.act(0, Deed::of(Act::Yield(B)), "");
    assert!(matches!(field.ask(), bagarre_celtiques::Ask::Act { who, .. } if who == B));
    field.act(1, Deed::of(Act::Pass), "");
    // Just after the fighter that it named (CEL-PRI-07).
    assert!(matches!(field.ask(), bagarre_celtiques::Ask::Act { who, .. } if who == A));
}

/// CEL-DEC-27, CEL-ALG-03, CEL-R84: a batch of several is sealed and simultaneous.
#[test]
fn cel_dec_27_a_batch_of_several_is_sealed_and_simultaneous() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        edit(scene, B).turn.reaction = 18;
    });
    let question = field.ask().id();
    let blow =
        |at| Command::Deeds { question, deeds: Sealed(vec![(if at == B { A } else { B }, Deed::blow(at))]) };
    field.says(0, &blow(B), "");
    assert!(field.state.scene.sealed.contains(bagarre_kit::contract::Seat(0)));
    // Both attacks first, then what they did: two dice each are not enough to hit.
    field.says(1, &blow(A), "1 2 3 4 2 2 3 4");
    assert_eq!(field.facts.iter().filter(|fact| matches!(fact.what, What::Strikes { .. })).count(), 2);
}

/// CEL-PLY-04, CEL-PLY-07: quiet seats and standing orders.
#[test]
fn cel_ply_04_quiet_seats_and_standing_orders() {
    let mut field = Field::duel().fighting(3, &[1, 1], |scene| scene.stage = Stage::Orders);
    let question = field.ask().id();
    field.says(0, &Command::Orders { question, orders: Sealed(vec![]), quiet: true }, "");
    field.orders(1, vec![], "");
    assert!(field.state.scene.quiet.contains(bagarre_kit::contract::Seat(0)));
    // CEL-PLY-03: standing orders are the seat's own.
    let habits = vec![Habit { refuse: bagarre_celtiques::testkit::command::Standard::No, ..Habit::none(B) }];
    assert_eq!(
        field.refused(
            0,
            &Command::Stand { standing: Standing { habits: habits.clone(), ..Standing::default() } }
        ),
        "celtiques.standing"
    );
    field.says(1, &Command::Stand { standing: Standing { habits, quiet: true, ..Standing::default() } }, "");
}
