//! Refusals name the rule that says why: positions that provoke them, one by one.

use super::harness::*;
use bagarre_energie::testkit::command::{Act, After, Aim, Command, Meddle, Strike};
use bagarre_energie::testkit::ids::{Kind, Link, Protection, Scenario, Scope, Skill, Weapon};
use bagarre_energie::testkit::scene::{Boon, Scene, Turn};
use bagarre_energie::testkit::setup::Purse;
use bagarre_energie::{Ask, Energie};
use bagarre_kit::contract::{Ruleset, Seat};

fn duel() -> Fight {
    Fight::duel(hero("A", 3, 2), hero("B", 3, 2))
}

fn skill(skill: Skill) -> Fight {
    Fight::duel(skilled(hero("A", 3, 3), &[skill]), hero("B", 3, 2))
}

/// A and B against C and D.
fn pairs(skills: &[Skill]) -> Fight {
    let a = skilled(hero("A", 3, 3), skills);
    Fight::pairs(a, hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2))
}

/// With a weapon and things worn.
fn with(weapon: Weapon, protections: &[Protection]) -> Fight {
    Fight::duel(armed(worn(hero("A", 3, 2), protections), &[weapon]), hero("B", 3, 2))
}

/// The activation under way, changed.
fn turn(fight: Fight, change: impl FnOnce(&mut Turn)) -> Fight {
    fight.with(|scene| change(scene.act.as_mut().unwrap()))
}

/// At the wreck, where there is water and something heavy, with a weapon.
fn wreck(weapon: Weapon) -> Fight {
    let bands =
        [vec![armed(hero("A", 3, 2), &[weapon]), hero("B", 3, 2)], vec![hero("C", 3, 2), hero("D", 3, 2)]];
    Fight::of(&setup(Scenario::Epave, "2v2", &bands)).acts(A)
}

/// A drives the van of the pass.
fn van(change: impl FnOnce(&mut Scene)) -> Fight {
    let bands = [vec![hero("A", 3, 2), hero("B", 3, 2)], vec![hero("C", 3, 2), hero("D", 3, 2)]];
    let fight = Fight::of(&setup(Scenario::Embuscade, "2v2", &bands)).at(A, "fourgon").at(B, "fourgon");
    let fight = fight.who(A, |it| it.aboard = Some(0)).with(|scene| {
        scene.vehicles[0].stuck = false;
        scene.vehicles[0].driver = Some(A);
        change(scene);
    });
    fight.at(C, "virage").at(D, "route").acts(A)
}

#[track_caller]
fn refused(fight: Fight, act: Act, code: &str, rule: &str) {
    let told = format!("{act:?}");
    let (its, why) = fight.play().why_not(act);
    assert_eq!((its, why.as_str()), (code, rule), "{told}");
}

/// ENE-DEF-02, ENE-HEA-02, ENE-MAI-03: the rule that asks for two actions where one is left.
#[test]
fn ene_def_02_actions_that_are_not_left() {
    let one = |fight: Fight| turn(fight, |turn| turn.left = 1);
    let code = "energie.act.actions";
    refused(one(duel()), Act::Total, code, "ENE-DEF-02");
    refused(one(pairs(&[])), Act::Care { who: B }, code, "ENE-HEA-02");
    let charge = Act::Charge { arm: 0, at: B, path: vec![Link(0)] };
    refused(one(skill(Skill::Charge)).at(A, "portail"), charge, code, "ENE-MAI-03");
    refused(one(skill(Skill::OndeMentale)), Act::Wave { at: B }, code, "ENE-MAI-03");
}

/// ENE-ACT-02, ENE-MAI-02, ENE-VEH-02: one attack of any kind.
#[test]
fn ene_act_02_a_second_attack() {
    let struck = |fight: Fight| turn(fight, |turn| turn.attacked = true);
    let code = "energie.act.attack";
    refused(struck(duel()), blow(B), code, "ENE-ACT-02");
    let charge = Act::Charge { arm: 0, at: B, path: vec![Link(0)] };
    refused(struck(skill(Skill::Charge).at(A, "portail")), charge, code, "ENE-MAI-02");
    refused(struck(van(|_| {})), Act::Drive { path: vec![Link(0)], ram: Some(C) }, code, "ENE-VEH-02");
}

/// ENE-PRO-04, ENE-MOV-12, ENE-MAP-07: why a weapon takes more hands than there are.
#[test]
fn ene_pro_04_hands() {
    let code = "energie.act.hands";
    refused(with(Weapon::FusilPompe, &[Protection::PetitBouclier]), blow(B), code, "ENE-PRO-04");
    let swims = wreck(Weapon::FusilPompe).at(A, "lagon_ouest").at(C, "lagon_ouest");
    refused(swims, blow(C), code, "ENE-MOV-12");
    let carries = wreck(Weapon::FusilPompe).at(A, "epave").at(C, "epave").who(A, |it| it.items = vec![0]);
    refused(carries.with(|scene| scene.items[0].zone = None), blow(C), code, "ENE-MAP-07");
}

/// ENE-ACT-04, ENE-VEH-02, ENE-MAI-03: not twice.
#[test]
fn ene_act_04_once_only() {
    let code = "energie.act.again";
    refused(turn(duel(), |turn| turn.dropped = true), Act::Drop, code, "ENE-ACT-04");
    let drive = Act::Drive { path: vec![Link(0)], ram: None };
    refused(van(|scene| scene.vehicles[0].drives = 2), drive, code, "ENE-VEH-02");
    let mut robot = skilled(hero("A", 3, 2), &[Skill::Autoreparation]);
    robot.kind = Kind::Robot;
    let repaired = Fight::duel(robot, hero("B", 3, 2)).who(A, |it| it.marks.repaired = true);
    refused(repaired, Act::Repair, code, "ENE-MAI-03");
}

/// ENE-AID-03, ENE-ATT-01, ENE-MAI-03, ENE-HEA-02: the characters that an act may be done on.
#[test]
fn ene_aid_03_the_wrong_person() {
    let help = |who| Act::Help { who, scope: Scope::Tout };
    refused(pairs(&[]), help(C), "energie.act.ally", "ENE-AID-03");
    refused(pairs(&[Skill::BouclierPsychique]), Act::Shield { at: C }, "energie.act.ally", "ENE-MAI-03");
    refused(pairs(&[Skill::Ralliement]), Act::Rally { at: vec![C] }, "energie.act.ally", "ENE-MAI-03");
    refused(pairs(&[]), Act::Hinder { who: B }, "energie.act.target", "ENE-AID-03");
    refused(pairs(&[]), blow(B), "energie.act.target", "ENE-ATT-01");
    refused(pairs(&[Skill::OndeMentale]), Act::Wave { at: B }, "energie.act.target", "ENE-MAI-03");
    refused(pairs(&[]), Act::Care { who: B }, "energie.act.patient", "ENE-HEA-02");
    refused(pairs(&[Skill::PremiersSoins]), Act::FirstAid { at: B }, "energie.act.patient", "ENE-MAI-03");
}

/// ENE-AID-03, ENE-MAI-03, ENE-MAP-05, ENE-ATT-09: too far away, or out of sight.
#[test]
fn ene_aid_03_out_of_reach() {
    let help = Act::Help { who: B, scope: Scope::Tout };
    refused(pairs(&[]).at(B, "quai"), help, "energie.act.range", "ENE-AID-03");
    let shield = Act::Shield { at: B };
    refused(pairs(&[Skill::BouclierPsychique]).at(B, "quai"), shield, "energie.act.range", "ENE-MAI-03");
    let unseen = |fight: Fight| fight.at(A, "caisses").at(B, "rayonnages");
    refused(unseen(skill(Skill::OndeMentale)), Act::Wave { at: B }, "energie.act.sight", "ENE-MAI-03");
    refused(unseen(with(Weapon::PistoletLeger, &[])), blow(B), "energie.act.sight", "ENE-MAP-05");
    refused(duel().at(B, "portail"), blow(B), "energie.act.contact", "ENE-ATT-09");
    refused(skill(Skill::Feinte).at(B, "portail"), Act::Feint { at: B }, "energie.act.contact", "ENE-MAI-03");
}

/// ENE-MOV-08, ENE-MAP-02, ENE-MAI-03, ENE-VEH-01, ENE-VEH-02: ways that do not lead there.
#[test]
fn ene_mov_08_ways() {
    refused(duel(), walk(&[9]), "energie.move.path", "ENE-MOV-08");
    refused(duel(), walk(&[5]), "energie.move.barred", "ENE-MAP-02");
    refused(duel(), walk(&[4, 7]), "energie.move.far", "ENE-MOV-08");
    let far = Act::Charge { arm: 0, at: B, path: vec![Link(0), Link(4)] };
    refused(skill(Skill::Charge).at(A, "portail").at(B, "rayonnages"), far, "energie.move.far", "ENE-MAI-03");
    refused(van(|_| {}), Act::Drive { path: Vec::new(), ram: None }, "energie.move.path", "ENE-VEH-02");
    let full = van(|scene| scene.vehicles[0].places = 1).acts(B);
    refused(full, Act::Board { vehicle: 0 }, "energie.move.full", "ENE-VEH-01");
}

/// ENE-ACT-04, ENE-ACT-07, ENE-ACT-08, ENE-ATT-01, ENE-VEH-01, ENE-VEH-03: weapons.
#[test]
fn ene_act_04_weapons() {
    let none = "energie.act.weapon";
    let shot = Act::Attack { arm: 9, at: Aim::Who(B), strike: Strike::Normal };
    refused(duel(), shot, none, "ENE-ATT-01");
    refused(duel(), Act::Clear { arm: 9 }, none, "ENE-ACT-08");
    refused(duel(), Act::Draw { arm: 9 }, none, "ENE-ACT-04");
    refused(duel(), Act::Gather { weapon: Weapon::Epee }, none, "ENE-ACT-07");
    refused(van(|_| {}), Act::Fire { at: Aim::Who(C) }, none, "ENE-VEH-03");
    let unready = "energie.act.unready";
    refused(duel().who(A, |it| it.arms[0].broken = true), blow(B), unready, "ENE-ACT-08");
    refused(van(|_| {}), Act::Drop, "energie.act.aboard", "ENE-VEH-01");
}

/// ENE-ORD-01, ENE-DEC-05, ENE-DEC-16, ENE-FIN-07, ENE-R50: a seat that is not asked hears by which rule another one is.
#[test]
fn ene_ord_01_whose_turn_it_is() {
    let not_asked = |rule: &str| ("energie.not_asked", rule.to_owned());
    let mut play = duel().asking().play();
    let question = play.ask().id();
    let passes = Command::Act { question, act: Act::Pass };
    assert_eq!(play.why_not_said(Seat(1), &passes), not_asked("ENE-ORD-01"));
    let says = Command::Say { question, yes: true };
    assert_eq!(play.why_not_said(Seat(0), &says), ("energie.other", "ENE-ORD-01".to_owned()));
    play.act(blow(B), "");
    let Ask::React { id: question, seat: Seat(1), .. } = play.ask() else { panic!("{:?}", play.ask()) };
    assert_eq!(play.why_not_said(Seat(0), &Command::Say { question, yes: true }), not_asked("ENE-DEC-05"));
    // Nothing is sealed that could be taken back.
    let bands = [vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]];
    let state = Energie::new(&setup(Scenario::Entrepot, "1v1", &bands)).unwrap();
    let mut play = Play { state, facts: Vec::new() };
    play.go_on("");
    if let Ask::Deploy { id: question, .. } = play.ask() {
        assert_eq!(play.why_not_said(Seat(0), &Command::Withdraw { question }), not_asked("ENE-DEC-16"));
    }
    let mut campaign = setup(Scenario::Entrepot, "1v1", &bands);
    campaign.campaign = true;
    campaign.bands.iter_mut().for_each(|band| band.purse = Some(Purse::default()));
    let mut play = Fight::of(&campaign).who(B, |it| it.pe = 1).acts(A).play();
    play.act(blow(B), "5 5 2").act(Act::Pass, "3");
    for _ in 0..6 {
        play.say_as(Seat(0), &Command::After { after: After::Rest }, "");
    }
    let rest = Command::After { after: After::Rest };
    let rested = ("energie.after.rest", "ENE-FIN-07/ENE-R50".to_owned());
    assert_eq!(play.why_not_said(Seat(0), &rest), rested);
    play.say_as(Seat(0), &Command::After { after: After::Done }, "");
    assert_eq!(play.why_not_said(Seat(0), &rest), not_asked("ENE-FIN-07"));
}

/// ENE-MJ-01, ENE-MJ-03, ENE-MJ-04, ENE-MJ-06, ENE-MJ-07, ENE-SCN-07: how far the referee may go.
#[test]
fn ene_mj_01_the_referee() {
    let bands = [vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]];
    let mut between = Fight::of(&led(setup(Scenario::Entrepot, "1v1", &bands))).acts(A).play();
    let mut alone = Fight::of(&led(setup(Scenario::Poursuite, "coop1", &bands[..1]))).acts(A).play();
    let meddle = |what| Command::Meddle { what };
    let boon = |need| meddle(Meddle::Boon(A, Boon { need, ..Boon::default() }));
    let refused = |rule: &str| ("energie.meddle", rule.to_owned());
    assert_eq!(between.why_not_said(Seat(0), &boon(1)), ("energie.master", "ENE-MJ-01".to_owned()));
    assert_eq!(between.why_not_said(Seat(2), &boon(2)), refused("ENE-MJ-07"));
    assert_eq!(alone.why_not_said(Seat(1), &boon(3)), refused("ENE-MJ-03"));
    assert_eq!(alone.why_not_said(Seat(1), &meddle(Meddle::Shift(99, 1))), refused("ENE-MJ-04"));
    assert_eq!(alone.why_not_said(Seat(1), &meddle(Meddle::Alone(A, true))), refused("ENE-MJ-01"));
    assert_eq!(alone.why_not_said(Seat(1), &meddle(Meddle::Calm(None))), refused("ENE-MJ-06"));
    assert_eq!(alone.why_not_said(Seat(1), &meddle(Meddle::Met)), refused("ENE-SCN-07"));
}
