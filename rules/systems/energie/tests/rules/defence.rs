//! Préparer, se défendre, aider et gêner (C5, C6, C8).

use super::harness::*;
use bagarre_energie::Ask;
use bagarre_energie::testkit::command::{Act, GuardWhen};
use bagarre_energie::testkit::event::What;
use bagarre_energie::testkit::ids::{Scope, Skill};
use bagarre_energie::testkit::scene::TokenKind;

fn duel() -> Fight {
    Fight::duel(hero("A", 3, 2), hero("B", 3, 2))
}

/// ENE-PRE-01: an aim gives an advantage.
#[test]
fn ene_pre_01_an_aim_gives_an_advantage() {
    let mut play = duel().play();
    play.act(Act::Prepare, "").act(blow(B), "3 2 5");
    assert_eq!(play.test(), (1, 3, 2));
    assert_eq!(play.f(A).prepared, 0);
}

/// ENE-PRE-02, ENE-R09: an aim lasts into the next activation and no further.
#[test]
fn ene_pre_02_an_aim_lasts_into_the_next_activation_and_no_further() {
    let mut play = duel().play();
    play.act(Act::Defend, "").act(Act::Prepare, "").act(Act::Pass, "");
    assert_eq!(play.f(A).prepared, 1);
    play.act(blow(B), "3 2 5");
    assert_eq!(play.test().1, 3);
    let mut play = duel().play();
    play.act(Act::Defend, "").act(Act::Prepare, "").act(Act::Pass, "").act(Act::Pass, "");
    assert_eq!(play.f(A).prepared, 0, "unused at the end of the next activation");
    let mut play = duel().play();
    play.act(Act::Prepare, "").act(Act::Defend, "");
    assert_eq!(play.f(A).prepared, 0, "another action in between");
}

/// ENE-R10: two advantages are one step.
#[test]
fn ene_r10_two_advantages_are_one_step() {
    let help = |it: &mut bagarre_energie::testkit::scene::Fighter| {
        it.prepared = 1;
        it.tokens
            .push(bagarre_energie::testkit::scene::Token { from: A, kind: TokenKind::Help(Scope::Tout) });
    };
    let mut play = duel().who(A, help).play();
    play.act(blow(B), "3 2 5");
    assert_eq!(play.test().1, 3);
    assert!(play.f(A).tokens.is_empty(), "all are spent by the same test");
}

/// ENE-DEF-04, ENE-DEF-07: positions do not add but two simple ones are total.
#[test]
fn ene_def_04_positions_do_not_add_but_two_simple_ones_are_total() {
    let mut play = duel().play();
    play.act(Act::Defend, "").act(Act::Defend, "");
    assert_eq!(play.f(A).position, 2);
    let mut play = duel().play();
    play.act(Act::Total, "");
    assert_eq!(play.f(A).position, 2);
}

/// ENE-DEF-07, ENE-R07, ENE-R08: no reaction in debt or in total position.
#[test]
fn ene_def_07_no_reaction_in_debt_or_in_total_position() {
    let mut play = duel().asking().who(B, |it| it.debt = true).play();
    play.act(blow(B), "2 2 2");
    let mut play = duel().asking().who(B, |it| it.position = 2).play();
    play.act(blow(B), "2 2 2");
    let mut play = duel().asking().who(B, |it| it.position = 1).play();
    play.act(blow(B), "");
    assert!(matches!(play.ask(), Ask::React { who: B, by: A, .. }), "ENE-DEC-05, from a simple position too");
    play.yes(false, "2 2 2");
}

/// ENE-DEF-08, ENE-R02, ENE-R04: a pool grows doubles and may end on the ground.
#[test]
fn ene_def_08_a_pool_grows_doubles_and_may_end_on_the_ground() {
    let mut play = duel().play();
    play.act(Act::Roll, "4 5 1").act(Act::Roll, "6 6 1");
    assert_eq!(play.f(A).pool, 2 + 4);
    let mut play = duel().play();
    play.act(Act::Roll, "1 1 3");
    assert!(play.f(A).prone && play.f(A).pool == 0);
}

/// ENE-R17: a blow that is wholly cancelled is no critical.
#[test]
fn ene_r17_a_blow_that_is_wholly_cancelled_is_no_critical() {
    let mut play = duel().who(B, |it| it.pool = 3).play();
    play.act(blow(B), "6 6 4");
    let Some(What::Struck { critical, net, .. }) = play.last(|what| matches!(what, What::Struck { .. }))
    else {
        panic!()
    };
    assert_eq!((*critical, *net, play.damage()), (false, 0, None));
}

fn pairs() -> Fight {
    Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2))
}

/// ENE-AID-01, ENE-AID-02, ENE-AID-04: help waits for its scope.
#[test]
fn ene_aid_01_help_waits_for_its_scope() {
    let mut play = pairs().play();
    play.act(Act::Help { who: B, scope: Scope::Defense }, "").act(Act::Hinder { who: C }, "");
    assert_eq!(play.f(B).tokens.len(), 1);
    // B attacks: help in defence is not spent by that, but by the roll.
    play.act(blow(C), "4 2 2");
    assert_eq!((play.test().1, play.f(B).tokens.len()), (4, 1));
    play.act(Act::Roll, "3 2 2");
    assert_eq!((play.test().1, play.f(B).tokens.len()), (3, 0));
    // C is hindered on its very next test.
    play.act(blow(B), "4 4 4");
    assert_eq!((play.test().1, play.f(C).tokens.len()), (5, 0));
}

/// ENE-AID-03, ENE-R30: near in sight another and until the giver is up again.
#[test]
fn ene_aid_03_near_in_sight_another_and_until_the_giver_is_up_again() {
    let mut play = pairs().play();
    assert_eq!(play.refused(Act::Help { who: A, scope: Scope::Tout }), "energie.act.ally");
    assert_eq!(play.refused(Act::Hinder { who: B }), "energie.act.target");
    play.act(Act::Help { who: B, scope: Scope::Tout }, "").act(Act::Pass, "");
    for _ in 0..3 {
        play.act(Act::Pass, "");
    }
    assert!(play.f(B).tokens.is_empty(), "it expires at the start of the giver's next slot");
    let mut play = pairs().at(B, "quai").play();
    assert_eq!(play.refused(Act::Help { who: B, scope: Scope::Tout }), "energie.act.range");
}

/// ENE-MAI-03: esquive feline rolls with an advantage.
#[test]
fn ene_mai_03_esquive_feline_rolls_with_an_advantage() {
    let cat = skilled(hero("A", 3, 2), &[Skill::EsquiveFeline]);
    let mut play = Fight::duel(cat, hero("B", 3, 2)).play();
    play.act(Act::Roll, "3 3 1");
    assert_eq!((play.test().1, play.f(A).pool), (3, 2));
}

/// ENE-PLY-07, ENE-DEC-17: standing orders answer at once.
#[test]
fn ene_ply_07_standing_orders_answer_at_once() {
    use bagarre_energie::testkit::command::{Command, Orders, ReactWhen, Second, Standing};
    let orders =
        Orders { who: B, react: ReactWhen::Percent(90), guard: GuardWhen::default(), second: Second::Defend };
    let mut play = duel().asking().play();
    let standing = Standing { orders: vec![orders], order: vec![] };
    play.say_as(bagarre_kit::contract::Seat(1), &Command::Stand { standing }, "");
    play.act(blow(B), "2 2 2");
    assert!(!play.f(B).debt, "88 percent is not enough");
    play.act(Act::Pass, "");
    // The second action of B is a simple position, without a question.
    play.act(Act::Prepare, "");
    assert!(matches!(play.ask(), Ask::Act { who: A, .. }));
    assert_eq!(play.f(B).position, 1);
}
