//! Rulings of section F that no other chapter shows.

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Aim, Command, Standing, Strike};
use bagarre_energie::testkit::event::What;
use bagarre_energie::testkit::ids::{Domain, Kind, Opponent, Scenario, Skill, Tier, Weapon, Who};
use bagarre_energie::testkit::setup::Aggravation;
use bagarre_energie::{Ask, Energie};
use bagarre_kit::contract::{Actor, Ruleset, Seat};

/// ENE-R01, ENE-COR-01, ENE-COR-02: a test has as many dice as the score.
#[test]
fn ene_r01_a_test_has_as_many_dice_as_the_score() {
    let mut play = Fight::duel(hero("A", 4, 2), hero("B", 3, 2)).play();
    play.act(blow(B), "4 2 2 2");
    assert_eq!(play.test(), (1, 4, 1), "Physique");
    let medic = skilled(hero("A", 2, 5), &[Skill::PremiersSoins]);
    let mut play = Fight::duel(medic, hero("B", 3, 2)).who(A, |it| it.pe = 4).play();
    play.act(Act::FirstAid { at: A }, "4 5 2 2 1");
    assert_eq!((play.test().2, play.pe(A)), (2, 6), "Mental");
}

/// ENE-R03, ENE-DMG-03: successes beyond the need or all by the option.
#[test]
fn ene_r03_successes_beyond_the_need_or_all_by_the_option() {
    let shot = |option| {
        let gun = armed(hero("A", 3, 1), &[Weapon::PistoletLeger]);
        let mut play = Fight::duel(gun, hero("B", 4, 2)).options(|it| it.aggravation = option).play();
        play.act(blow(B), "5 6 3").damage()
    };
    assert_eq!((shot(Aggravation::Texte), shot(Aggravation::Exemple)), (Some(3), Some(4)));
}

/// ENE-R06, ENE-R07, ENE-R36: total position out of turn only when attacked and before the dice.
#[test]
fn ene_r06_total_position_out_of_turn_only_when_attacked_and_before_the_dice() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).asking().play();
    let question = play.ask().id();
    let own = Command::Act { question, act: Act::Total };
    assert!(Energie::decide(&play.state, Actor::Seat(Seat(1)), &own).is_err(), "nobody attacks");
    play.act(blow(B), "");
    assert!(matches!(play.ask(), Ask::React { who: B, need: 1, .. }));
    play.yes(true, "4 5 2");
    assert_eq!((play.test().0, play.damage()), (3, None));
}

/// ENE-PLY-06: a reaction tells what it saves and what it costs.
#[test]
fn ene_ply_06_a_reaction_tells_what_it_saves_and_what_it_costs() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).asking().play();
    play.act(blow(B), "");
    let Ask::React { now, then, this_turn, .. } = play.ask() else { panic!("{:?}", play.ask()) };
    // Three dice, half of the faces: 7 throws of 8 hit, 1 of 8 with three successes.
    assert_eq!((now.need, now.hits, now.of), (1, 189, 216));
    assert_eq!((then.need, then.hits, then.of), (3, 27, 216));
    assert!(now.damage > then.damage && this_turn, "its slot is still to come");
    play.yes(false, "4 2 2").act(Act::Pass, "");
    // Now A has had its slot of this turn.
    play.act(blow(A), "");
    assert!(matches!(play.ask(), Ask::React { who: A, this_turn: false, .. }));
    let draft = |play: &Play| {
        let question = play.ask().id();
        Energie::advise(&play.state, Seat(0), &Command::Act { question, act: blow(B) }).unwrap()
    };
    let play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).play();
    let forecast = draft(&play).forecast.unwrap();
    assert_eq!((forecast.hits, forecast.reaction), ((189, 216), Some(then)));
    let play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).who(B, |it| it.debt = true).play();
    assert_eq!(draft(&play).forecast.unwrap().reaction, None, "it is in debt already");
}

/// ENE-R13: one activation a turn.
#[test]
fn ene_r13_one_activation_a_turn() {
    let mut play = Fight::duel(hero("A", 4, 2), hero("B", 3, 2)).play();
    play.act(Act::Pass, "").act(Act::Pass, "");
    assert!(matches!(play.ask(), Ask::Act { who: A, .. }));
    assert_eq!(play.state.scene.turn, 2);
}

/// ENE-R16, ENE-R42: a critical doubles the base before fp and aggravation.
#[test]
fn ene_r16_a_critical_doubles_the_base_before_fp_and_aggravation() {
    let strong = powered(hero("A", 4, 2), Domain::Contact);
    let mut play = Fight::duel(strong, hero("B", 5, 2)).play();
    play.act(blow(B), "6 6 5 1");
    assert_eq!(play.damage(), Some(3 * 2 + 1 + 2));
}

/// ENE-R17: a critical that is cancelled is a miss.
#[test]
fn ene_r17_a_critical_that_is_cancelled_is_a_miss() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).who(B, |it| it.pool = 2).play();
    play.act(blow(B), "6 6 2");
    assert_eq!(play.damage(), None);
}

/// ENE-R24: an animal of a player acts before the opponents like it.
#[test]
fn ene_r24_an_animal_of_a_player_acts_before_the_opponents_like_it() {
    let mut panther = armed(hero("Nyx", 4, 1), &[Weapon::Griffes]);
    panther.kind = Kind::Animal;
    let setup = setup(Scenario::Embuscade, "coop1", &[vec![panther]]);
    let mut play = Fight::of(&setup).at(A, "fourgon").acts(A).with(|scene| scene.order = vec![A]).play();
    play.act(Act::Pass, "");
    let order = &play.state.scene.order;
    assert_eq!(order[0], A);
    let second = play.f(order[1]);
    assert_eq!((second.sheet.kind, second.sheet.physique), (Kind::Animal, 4), "the mastiff");
}

/// ENE-R25: ranges are counted in zones.
#[test]
fn ene_r25_ranges_are_counted_in_zones() {
    let gun = || armed(hero("A", 3, 2), &[Weapon::Taser]);
    let near = Fight::duel(gun(), hero("B", 3, 2)).at(A, "portail").at(B, "allee").play();
    assert_eq!(near.ask().id(), 1);
    let mut far = Fight::duel(gun(), hero("B", 3, 2)).at(A, "caisses").at(B, "quai").play();
    let code = far.refused(blow(B));
    assert!(["energie.act.range", "energie.act.sight"].contains(&code), "{code}");
}

/// ENE-R28, ENE-R41: a wave has no test to weaken and meets only what is supernatural.
#[test]
fn ene_r28_a_wave_has_no_test_to_weaken_and_meets_only_what_is_supernatural() {
    let mage = skilled(hero("A", 2, 5), &[Skill::OndeMentale]);
    let mut play = Fight::duel(mage, hero("B", 3, 2)).who(A, |it| it.pe = 2).play();
    play.act(Act::Wave { at: B }, "");
    assert_eq!((play.pe(A), play.pe(B)), (1, 8 - 3), "weakened, and as strong as ever");
}

/// ENE-R29: a plain whip is improvised and long.
#[test]
fn ene_r29_a_plain_whip_is_improvised_and_long() {
    let whip = armed(hero("A", 3, 2), &[Weapon::Fouet]);
    let mut play = Fight::duel(whip, hero("B", 3, 2)).play();
    play.act(blow(B), "4 2 2");
    assert_eq!(play.damage(), Some(1));
}

/// ENE-R32, ENE-R43: a robot is no vehicle.
#[test]
fn ene_r32_a_robot_is_no_vehicle() {
    let mut robot = armed(hero("R", 3, 2), &[Weapon::LameBras]);
    robot.kind = Kind::Robot;
    let mut play = Fight::duel(armed(hero("A", 3, 2), &[Weapon::Machette]), robot).play();
    play.act(blow(B), "4 2 2");
    assert!(play.damage().is_some_and(|damage| damage > 0));
}

/// ENE-R35: a hold is told by a hindrance.
#[test]
fn ene_r35_a_hold_is_told_by_a_hindrance() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).play();
    play.act(Act::Hinder { who: B }, "").act(Act::Pass, "");
    play.act(blow(A), "4 4 2");
    assert_eq!(play.test(), (1, 5, 0));
}

/// ENE-R37: a character that has lost a slot may react again.
#[test]
fn ene_r37_whoever_has_lost_a_slot_may_react_again() {
    let fight = Fight::duel(hero("A", 4, 2), hero("B", 3, 2)).who(B, |it| it.marks.lost_last = true).asking();
    let mut play = fight.play();
    play.act(blow(B), "");
    assert!(matches!(play.ask(), Ask::React { who: B, .. }));
}

/// ENE-R44: equal opponents act in the order that the referee gave.
#[test]
fn ene_r44_equal_opponents_act_in_the_order_that_the_referee_gave() {
    let setup = led(setup(Scenario::Embuscade, "coop1", &[vec![hero("A", 5, 2)]]));
    let (first, second) = {
        let play = Fight::of(&setup).acts(A).play();
        let thugs = play.state.scene.all().filter(|(_, it)| it.sheet.opponent == Some(Opponent::Voyou));
        let thugs: Vec<Who> = thugs.map(|(who, _)| who).collect();
        (thugs[0], thugs[1])
    };
    let order = |said: Vec<Who>| {
        let fight = Fight::of(&setup).with(|scene| scene.order = vec![A]).acts(A);
        let mut play = fight.play();
        let standing = Standing { orders: Vec::new(), order: said };
        play.say_as(Seat(1), &Command::Stand { standing }, "").act(Act::Pass, "");
        let place = |who| play.state.scene.order.iter().position(|it| *it == who).unwrap();
        place(first) < place(second)
    };
    assert!(order(Vec::new()) && !order(vec![second, first]));
}

/// ENE-ATT-08, ENE-PLY-06: an area weapon is reckoned against each.
#[test]
fn ene_att_08_an_area_weapon_is_reckoned_against_each() {
    let thrower = armed(hero("A", 2, 2), &[Weapon::Epee, Weapon::Molotov]);
    let fight = Fight::pairs(thrower, hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let fight = fight.at(A, "portail").at(B, "portail").at(C, "allee").at(D, "allee");
    let play = fight.who(D, |it| it.position = 1).play();
    let at = Aim::Zone(bagarre_energie::testkit::ids::Zone(2));
    let question = play.ask().id();
    let act = Act::Attack { arm: 1, at, strike: Strike::Normal };
    let advice = Energie::advise(&play.state, Seat(0), &Command::Act { question, act }).unwrap();
    let needs: Vec<(Who, u8, (u32, u32))> =
        advice.area.iter().map(|(who, it)| (*who, it.need, it.hits)).collect();
    assert_eq!(needs, [(C, 1, (27, 36)), (D, 2, (9, 36))]);
    assert!(play.last(|what| matches!(what, What::Test { .. })).is_none());
}

/// ENE-R51: opponents react by their doctrine, also when a referee runs them.
#[test]
fn ene_r51_opponents_react_by_their_doctrine_whoever_runs_them() {
    let setup = led(setup(Scenario::Colosse, "coop2", &[vec![hero("A", 5, 2), hero("B", 5, 1)]]));
    let fight = Fight::of(&setup);
    let boss =
        fight.position.scene.all().find(|(_, it)| it.sheet.tier == Tier::Boss).map(|(who, _)| who).unwrap();
    let zone = fight.position.scene.fighter(boss).zone;
    let fight = fight.who(A, |it| it.zone = zone).who(boss, |it| it.pe = 4).acts(A);
    let mut play = fight.play();
    play.act(blow(boss), "4 5 2 2 2");
    assert_eq!((play.test().0, play.f(boss).debt), (3, true));
}

/// ENE-R52: sides are numbered by the seats.
#[test]
fn ene_r52_sides_are_numbered_by_the_seats() {
    let setup = setup(
        Scenario::Entrepot,
        "2v2",
        &[vec![hero("A", 3, 2), hero("B", 3, 2)], vec![hero("C", 3, 2), hero("D", 3, 2)]],
    );
    assert_eq!((setup.side(Seat(0)), setup.side(Seat(1))), (Some(0), Some(1)));
    let mut play = Fight::of(&setup).acts(C).play();
    play.act(blow(A), "4 2 2");
    assert_eq!(play.damage(), Some(3), "an enemy of the other seat");
}

/// ENE-R53: a vehicle sets off a mine.
#[test]
fn ene_r53_a_vehicle_sets_off_a_mine() {
    let bands = [vec![hero("A", 3, 2), hero("B", 3, 2)], vec![hero("C", 3, 2), hero("D", 3, 2)]];
    let setup = setup(Scenario::Embuscade, "2v2", &bands);
    let fight = Fight::of(&setup).at(A, "fourgon").at(B, "route").at(C, "rocher").at(D, "rocher").acts(A);
    let fight = fight.with(|scene| {
        scene.vehicles[0].stuck = false;
        scene.vehicles[0].driver = Some(A);
    });
    let mut fight = fight.who(A, |it| it.aboard = Some(0));
    let route = fight.position.scene.fighter(B).zone.unwrap();
    fight.position.mines = vec![(1, route)];
    let mut play = fight.play();
    let before = play.pe(A);
    play.act(Act::Drive { path: vec![bagarre_energie::testkit::ids::Link(1)], ram: None }, "");
    assert!(play.pe(A) < before && play.has_rule("ENE-MAP-08"));
}
