//! What the referee is asked for, and what comes between two fights (G6, C14, ENE-FIN-07).

use super::harness::*;
use bagarre_energie::testkit::command::{Act, After, Aim, Clause, Command, Meddle, Strike};
use bagarre_energie::testkit::event::{Verdict, What};
use bagarre_energie::testkit::ids::{Kind, Scenario, Source, Weapon};
use bagarre_energie::testkit::setup::{Hero, Purse, Setup};
use bagarre_energie::{Ask, Energie};
use bagarre_kit::contract::{Actor, Next, Pace, Ruleset, Seat};
use bagarre_kit::gather::Gather;

const MJ: Seat = Seat(2);

/// A duel of a campaign; the second hero has one PE left.
fn campaign(a: Hero, b: Hero, mj: bool) -> Fight {
    let mut setup = setup(Scenario::Entrepot, "1v1", &[vec![a], vec![b]]);
    setup.campaign = true;
    setup.bands.iter_mut().for_each(|band| band.purse = Some(Purse::default()));
    let mut setup = if mj { led(setup) } else { setup };
    if let Some(band) = setup.bands.get_mut(2) {
        band.purse = Some(Purse::default());
    }
    Fight::of(&setup).who(B, |it| it.pe = 1).acts(A)
}

/// The fight is over: the second hero is in critical state, and no ally has helped.
fn felled(mj: bool) -> Play {
    let mut play = campaign(hero("A", 3, 2), hero("B", 3, 2), mj).play();
    play.act(blow(B), "5 5 2").act(Act::Pass, if mj { "" } else { "3" });
    play
}

fn rule(play: &mut Play, value: Option<u8>, faces: &str) {
    let question = play.ask().id();
    play.say(&Command::Rule { question, value }, faces);
}

fn after(play: &mut Play, seat: u8, after: After) {
    play.say_as(Seat(seat), &Command::After { after }, "");
}

/// ENE-DEC-12, ENE-STA-07, ENE-R49: a hero dies if its player and the referee agree.
#[test]
fn ene_dec_12_a_hero_dies_if_player_and_referee_agree() {
    let mut play = felled(true);
    let Ask::Death { seat: Seat(1), who: B, .. } = play.ask() else { panic!("{:?}", play.ask()) };
    assert_eq!(Energie::pace(&play.state, Seat(1)), Pace::Between, "it may stay open");
    play.yes(true, "");
    let Ask::Death { seat: MJ, who: B, .. } = play.ask() else { panic!("{:?}", play.ask()) };
    play.yes(true, "");
    assert_eq!((play.state.scene.dead.clone(), play.state.scene.sequels.len()), (vec![B], 0));
    assert!(play.has_rule("ENE-STA-07") && play.has_rule("ENE-DEC-12"));
    after(&mut play, 0, After::Done);
    after(&mut play, 1, After::Done);
    let legacy = Energie::after(&play.state, Seat(1)).unwrap();
    assert_eq!(legacy.record.lines[0].code, "dead");
    assert_ne!(legacy.band.heroes[0].name, "B", "a newcomer takes his place");
    assert_eq!(legacy.band.heroes.len(), 1);
}

/// ENE-STA-07: who takes the place of the dead is no hero of another band of the game.
#[test]
fn ene_sta_07_a_newcomer_is_no_hero_of_another_band() {
    let mut play = campaign(hero("Jules", 3, 2), hero("B", 3, 2), true).play();
    play.act(blow(B), "5 5 2").act(Act::Pass, "").yes(true, "").yes(true, "");
    after(&mut play, 0, After::Done);
    after(&mut play, 1, After::Done);
    let legacy = Energie::after(&play.state, Seat(1)).unwrap();
    assert_eq!(legacy.band.heroes[0].name, "Alma Ferrand");
}

/// ENE-DEC-12: either may refuse and refusal is the default.
#[test]
fn ene_dec_12_either_may_refuse_and_refusal_is_the_default() {
    let mut play = felled(true);
    let default = Energie::default_answer(&play.state, Seat(1));
    assert!(matches!(default, Command::Say { yes: false, .. }));
    play.say(&default, "");
    assert!(matches!(play.ask(), Ask::Clause { seat: MJ, clause: Clause::Sequel { who: B }, .. }));
    let mut play = felled(true);
    play.yes(true, "").yes(false, "");
    assert!(matches!(play.ask(), Ask::Clause { .. }) && play.state.scene.dead.is_empty());
}

/// ENE-STA-11: without a referee no seat is asked.
#[test]
fn ene_sta_11_without_a_referee_nobody_is_asked() {
    let play = felled(false);
    assert!(matches!(play.ask(), Ask::After { .. }));
    assert_eq!((play.state.scene.dead.len(), play.state.scene.sequels.clone()), (0, vec![(B, 3)]));
}

/// ENE-MJ-06, ENE-STA-06: the referee chooses a sequel or waives it or leaves it to the die.
#[test]
fn ene_mj_06_the_referee_chooses_a_sequel_or_waives_it_or_rolls() {
    let ends = |value: Option<u8>, faces: &str| {
        let mut play = felled(true);
        play.yes(false, "");
        rule(&mut play, value, faces);
        play.state.scene.sequels.clone()
    };
    assert_eq!(ends(Some(4), ""), [(B, 4)]);
    assert_eq!(ends(Some(0), ""), []);
    assert_eq!(ends(None, "2"), [(B, 2)]);
    let mut play = felled(true);
    play.yes(false, "");
    let question = play.ask().id();
    let seven = Command::Rule { question, value: Some(7) };
    assert!(Energie::decide(&play.state, Actor::Seat(MJ), &seven).is_err());
    let default = Energie::default_answer(&play.state, MJ);
    assert!(matches!(default, Command::Rule { value: None, .. }));
    play.say(&default, "6");
    assert_eq!(play.state.scene.sequels, [(B, 6)]);
}

/// ENE-MJ-06, ENE-DMG-06: the referee says what a hit costs a vehicle.
#[test]
fn ene_mj_06_the_referee_says_what_a_hit_costs_a_vehicle() {
    let bands = [
        vec![hero("A", 3, 2), hero("B", 3, 2)],
        vec![armed(hero("C", 3, 2), &[Weapon::FusilAssaut]), hero("D", 3, 2)],
    ];
    let setup: Setup = led(setup(Scenario::Embuscade, "2v2", &bands));
    let fight = || Fight::of(&setup).at(A, "fourgon").at(B, "fourgon").at(C, "fourgon").at(D, "fourgon");
    let hit = |who, value: Option<u8>| {
        let mut play = fight().acts(who).play();
        let act = Act::Attack { arm: 0, at: Aim::Vehicle(0), strike: Strike::Normal };
        play.act(act, "5 5 2");
        let Ask::Clause { seat, clause, .. } = play.ask() else { panic!("{:?}", play.ask()) };
        assert_eq!(seat, MJ);
        rule(&mut play, value, "");
        let Some(What::Struck { verdict, .. }) = play.last(|what| matches!(what, What::Struck { .. })) else {
            panic!("no blow")
        };
        (clause, *verdict, play.state.scene.vehicles[0].pe)
    };
    let sword = Clause::Vehicle { vehicle: 0, usual: 0, most: 5 };
    assert_eq!(hit(A, None), (sword, Verdict::NoEffect, 6), "a light weapon does nothing");
    assert_eq!(hit(A, Some(2)), (sword, Verdict::Hit, 4));
    let rifle = Clause::Vehicle { vehicle: 0, usual: 1, most: 6 };
    assert_eq!(hit(C, None), (rifle, Verdict::Hit, 5));
    assert_eq!(hit(C, Some(6)), (rifle, Verdict::Hit, 0));
    assert_eq!(hit(C, Some(0)), (rifle, Verdict::Hit, 6));
}

/// ENE-MJ-06, ENE-R48, ENE-DOT-01: the referee sets what a source costs.
#[test]
fn ene_mj_06_the_referee_sets_what_a_source_costs() {
    let setup = led(setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]]));
    let mut play = Fight::of(&setup).who(B, |it| it.sources = vec![Source::FeuTorche]).acts(A).play();
    let rate = |n: u8| Command::Meddle { what: Meddle::Rate(Source::FeuTorche, n) };
    assert!(Energie::decide(&play.state, Actor::Seat(MJ), &rate(4)).is_err());
    assert!(Energie::decide(&play.state, Actor::Seat(Seat(0)), &rate(3)).is_err(), "he alone");
    play.say_as(MJ, &rate(3), "");
    let before = play.pe(B);
    play.act(Act::Pass, "");
    assert_eq!(play.pe(B), before - 3);
}

/// ENE-HEA-01, ENE-STA-03: half a day gives a pe and the next fight begins with what is lost.
#[test]
fn ene_hea_01_half_a_day_gives_a_pe_and_the_next_fight_begins_with_what_is_lost() {
    let mut play = felled(false);
    assert_eq!(play.pe(B), -3);
    after(&mut play, 1, After::Rest);
    assert_eq!(play.pe(B), 1, "from critical state half a day leads to 1 PE");
    after(&mut play, 1, After::Rest);
    assert_eq!(play.pe(B), 2);
    assert!(play.has_rule("ENE-STA-03") && play.has_rule("ENE-HEA-01"));
    after(&mut play, 0, After::Done);
    after(&mut play, 1, After::Done);
    assert!(matches!(Energie::next(&play.state), Next::Over(_)));
    assert_eq!(play.pe(B), 6, "six half-days in all");
    let legacy = Energie::after(&play.state, Seat(1)).unwrap();
    assert_eq!(legacy.band.heroes[0].lost, 2);
    let mut setup = (*play.state.fixed.setup).clone();
    setup.bands[1] = legacy.band;
    let next = Energie::new(&setup).unwrap();
    let fighter = next.scene.fighter(B);
    assert_eq!((fighter.pe, fighter.sheet.pe_max), (6, 8));
}

/// ENE-HEA-01, ENE-R23: a robot that is plugged in wins one an hour.
#[test]
fn ene_hea_01_a_robot_that_is_plugged_in_wins_one_an_hour() {
    let mut robot = armed(hero("R", 3, 2), &[Weapon::LameBras]);
    robot.kind = Kind::Robot;
    let mut play = campaign(hero("A", 3, 2), robot, false).play();
    play.act(blow(B), "5 5 2").act(Act::Pass, "3");
    after(&mut play, 1, After::Rest);
    assert_eq!(play.pe(B), 8, "twelve hours, and never above what it has when whole");
}

/// ENE-HEA-01, ENE-R23: in half a day a robot wins twelve.
#[test]
fn ene_hea_01_a_robot_wins_twelve_in_half_a_day() {
    let mut robot = Hero { pe_bonus: 4, ..armed(hero("R", 5, 4), &[Weapon::Poing]) };
    robot.kind = Kind::Robot;
    let mut play = campaign(hero("A", 3, 2), robot, false).play();
    play.act(blow(B), "5 5 2").act(Act::Pass, "3");
    after(&mut play, 1, After::Rest);
    assert_eq!((play.pe(B), play.f(B).sheet.pe_max), (12, 16));
}

/// ENE-HEA-05, ENE-R50: one treatment for each half day.
#[test]
fn ene_hea_05_one_treatment_for_each_half_day() {
    let mut setup = setup(
        Scenario::Entrepot,
        "2v2",
        &[vec![hero("A", 3, 2), hero("B", 3, 2)], vec![hero("C", 3, 2), hero("D", 3, 2)]],
    );
    setup.campaign = true;
    setup.bands.iter_mut().for_each(|band| band.purse = Some(Purse::default()));
    let fight = Fight::of(&setup).who(B, |it| it.pe = 1).who(C, |it| it.pe = 1);
    let mut play = fight.who(D, |it| it.pe = 0).acts(A).play();
    play.act(blow(C), "5 2 2").act(Act::Pass, "3");
    let care = Command::After { after: After::Heal { by: A, who: B } };
    play.say_as(Seat(0), &care, "4 2");
    assert_eq!(play.pe(B), 2);
    assert!(Energie::decide(&play.state, Actor::Seat(Seat(0)), &care).is_err());
    after(&mut play, 0, After::Rest);
    play.say_as(Seat(0), &care, "4 4");
    assert_eq!(play.pe(B), 5);
    for _ in 1..6 {
        after(&mut play, 0, After::Rest);
    }
    let more = Command::After { after: After::Rest };
    assert!(Energie::decide(&play.state, Actor::Seat(Seat(0)), &more).is_err(), "the next fight begins");
}
