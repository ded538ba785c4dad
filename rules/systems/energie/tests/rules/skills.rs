//! Maitrises and prodiges (C4).

use super::harness::*;
use bagarre_energie::Ask;
use bagarre_energie::testkit::command::{Act, Aim, Strike};
use bagarre_energie::testkit::event::Circumstance;
use bagarre_energie::testkit::event::What;
use bagarre_energie::testkit::ids::{Kind, Link, Scenario, Scope, Skill, Weapon};
use bagarre_energie::testkit::scene::TokenKind;

fn with(skill: Skill) -> Fight {
    Fight::duel(skilled(hero("A", 3, 3), &[skill]), hero("B", 3, 2))
}

/// ENE-MAI-01, ENE-MAI-02: a charge takes both actions and is the attack.
#[test]
fn ene_mai_01_a_charge_takes_both_actions_and_is_the_attack() {
    let mut play = with(Skill::Charge).at(A, "portail").play();
    let charge = Act::Charge { arm: 0, at: B, path: vec![Link(0)] };
    play.act(charge.clone(), "5 2 3");
    assert_eq!((play.damage(), play.f(A).zone.map(|it| it.0)), (Some(3 + 1), Some(2)));
    let mut play = with(Skill::Charge).at(A, "portail").who(A, |it| it.prone = true).play();
    assert_eq!(play.refused(charge), "energie.act.prone");
}

/// ENE-MAI-03: a charge goes by free ground from another zone.
#[test]
fn ene_mai_03_a_charge_goes_by_free_ground_from_another_zone() {
    let mut play = with(Skill::Charge).at(A, "caisses").play();
    assert_eq!(play.refused(Act::Charge { arm: 0, at: B, path: vec![Link(2)] }), "energie.move.charge");
    let mut play = Fight::duel(hero("A", 3, 3), hero("B", 3, 2)).at(A, "portail").play();
    assert_eq!(play.refused(Act::Charge { arm: 0, at: B, path: vec![Link(0)] }), "energie.act.skill");
}

/// ENE-MAI-03: tireur d elite ignores a circumstance of an aimed shot.
#[test]
fn ene_mai_03_tireur_d_elite_ignores_a_circumstance_of_an_aimed_shot() {
    let sniper = skilled(armed(hero("A", 3, 2), &[Weapon::FusilSniper]), &[Skill::TireurElite]);
    let mut play = Fight::duel(sniper, hero("B", 3, 2)).at(A, "portail").at(B, "rayonnages").play();
    play.act(Act::Prepare, "").act(blow(B), "3 3 3");
    assert_eq!(play.test(), (2, 3, 3), "cover and dark, one less");
    let Some(What::Aims { why, .. }) = play.last(|what| matches!(what, What::Aims { .. })) else { panic!() };
    assert!(why.iter().any(|(why, _)| *why == Circumstance::Marksman));
}

/// ENE-MAI-03, ENE-DEC-06: a bodyguard takes the blow each time its player chooses so.
#[test]
fn ene_mai_03_a_bodyguard_takes_the_blow_each_time_it_is_chosen() {
    let guard = skilled(hero("A", 3, 2), &[Skill::GardeDuCorps]);
    let fight = Fight::pairs(guard, hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let mut play = fight.play();
    play.act(Act::Bodyguard, "").act(Act::Pass, "").act(Act::Pass, "");
    play.act(blow(B), "");
    assert!(matches!(play.ask(), Ask::Guard { who: A, by: C, target: B, .. }));
    play.yes(true, "5 2 3");
    assert_eq!((play.pe(A), play.pe(B)), (8 - 3, 8));
    play.act(Act::Pass, "").act(blow(B), "").yes(false, "5 2 3");
    assert_eq!((play.pe(A), play.pe(B)), (5, 8 - 3));
}

/// ENE-MAI-03: desarmement takes the weapon in the place of damage.
#[test]
fn ene_mai_03_desarmement_takes_the_weapon_in_the_place_of_damage() {
    let strike = Act::Attack { arm: 0, at: Aim::Who(B), strike: Strike::Disarm };
    let mut play = with(Skill::Desarmement).play();
    play.act(strike.clone(), "5 5 2");
    assert_eq!((play.pe(B), play.f(B).arms[0].gone), (8, true));
    assert_eq!(play.state.scene.zones[2].weapons, [Weapon::Epee]);
    let mut play = with(Skill::Desarmement).play();
    play.act(strike, "5 2 2");
    assert_eq!(play.damage(), Some(3), "one net success strikes as usual");
}

/// ENE-MAI-03: a feint opens the simple position and the pool.
#[test]
fn ene_mai_03_a_feint_opens_the_simple_position_and_the_pool() {
    let mut play = with(Skill::Feinte).who(B, |it| (it.position, it.pool) = (1, 2)).play();
    play.act(Act::Feint { at: B }, "").act(blow(B), "5 2 2");
    assert_eq!((play.test().0, play.damage()), (1, Some(3)));
    assert!(play.last(|what| matches!(what, What::Pool { .. })).is_none(), "the pool is left whole");
    assert!(play.f(A).feint.is_none());
}

/// ENE-MAI-03: a rallying cry helps two friends to attack.
#[test]
fn ene_mai_03_a_rallying_cry_helps_two_friends_to_attack() {
    let leader = skilled(hero("A", 3, 2), &[Skill::Ralliement]);
    let mut play = Fight::pairs(leader, hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2)).play();
    assert_eq!(play.refused(Act::Rally { at: vec![] }), "energie.act.ally");
    assert_eq!(play.refused(Act::Rally { at: vec![B, B] }), "energie.act.ally");
    play.act(Act::Rally { at: vec![B] }, "");
    assert_eq!(play.f(B).tokens[0].kind, TokenKind::Help(Scope::Attaque));
}

/// ENE-MAI-03: a rallying cry reaches two friends, not three.
#[test]
fn ene_mai_03_a_rallying_cry_reaches_two_friends() {
    let leader = skilled(hero("A", 3, 2), &[Skill::Ralliement]);
    let others = ["B", "C", "D"].map(|name| vec![hero(name, 3, 2)]);
    let bands: Vec<_> = std::iter::once(vec![leader]).chain(others).collect();
    let fight = || Fight::of(&setup(Scenario::Colosse, "coop4", &bands)).acts(A);
    assert_eq!(fight().play().refused(Act::Rally { at: vec![B, C, D] }), "energie.act.ally");
    fight().play().act(Act::Rally { at: vec![C, D] }, "");
}

/// ENE-MAI-03: first aid once with sources stopped and a hindrance for bad luck.
#[test]
fn ene_mai_03_first_aid_once_with_sources_stopped_and_a_hindrance_for_bad_luck() {
    let mut play = with(Skill::PremiersSoins).who(A, |it| it.pe = 5).play();
    play.act(Act::FirstAid { at: A }, "6 6 4").act(Act::Pass, "");
    assert_eq!(play.pe(A), 9, "doubled, up to what it has when whole");
    assert_eq!(play.refused(Act::FirstAid { at: A }), "energie.act.patient");
    let mut play = with(Skill::PremiersSoins).who(A, |it| it.pe = 5).play();
    play.act(Act::FirstAid { at: A }, "1 1 2");
    assert_eq!(play.f(A).tokens[0].kind, TokenKind::Hinder);
}

/// ENE-MAI-03: a robot repairs itself once.
#[test]
fn ene_mai_03_a_robot_repairs_itself_once() {
    let mut robot = skilled(armed(hero("A", 4, 1), &[Weapon::LameBras]), &[Skill::Autoreparation]);
    robot.kind = Kind::Robot;
    let mut play = Fight::duel(robot, hero("B", 3, 2)).who(A, |it| it.pe = 2).play();
    play.act(Act::Repair, "").act(Act::Pass, "");
    assert_eq!(play.pe(A), 6);
    assert_eq!(play.refused(Act::Repair), "energie.act.again");
}

/// ENE-MAI-03, ENE-COR-11: a price may not bring the user down.
#[test]
fn ene_mai_03_a_price_may_not_bring_the_user_down() {
    let mut play = with(Skill::OndeMentale).who(A, |it| it.pe = 1).play();
    assert_eq!(play.refused(Act::Wave { at: B }), "energie.act.weak");
    let mut play = with(Skill::BouclierPsychique).play();
    play.act(Act::Shield { at: A }, "").act(Act::Pass, "").act(blow(A), "5 2 3");
    assert_eq!((play.damage(), play.pe(A)), (Some(1), 9 - 1 - 1), "supernatural protection of two");
    play.act(Act::Pass, "");
    assert!(play.f(A).shielded.is_none(), "until its own next slot");
}
