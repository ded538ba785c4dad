//! The test vectors of the specification (section H) and its worked example (C15).

use super::harness::*;
use bagarre_energie::testkit::command::{Act, After, Aim, Command, Strike};
use bagarre_energie::testkit::event::What;
use bagarre_energie::testkit::ids::{Domain, Kind, Protection, Scenario, Skill, Source, Weapon};
use bagarre_energie::testkit::scene::Stage;
use bagarre_energie::testkit::setup::{Aggravation, Purse};

fn jules_and_suspect() -> Fight {
    let jules = armed(hero("Jules", 4, 2), &[]);
    Fight::duel(jules, armed(hero("Suspect", 3, 1), &[Weapon::PistoletLeger]))
}

/// ENE-EXA-01, ENE-T01: a roll aside cancels the shot.
#[test]
fn ene_t01_a_roll_aside_cancels_the_shot() {
    let mut play = jules_and_suspect().play();
    play.act(Act::Roll, "4 6 1 5");
    assert_eq!(play.f(A).pool, 3);
    play.act(Act::Pass, "").act(blow(A), "5 6 3");
    assert_eq!((play.f(A).pool, play.damage(), play.pe(A)), (1, None, 9));
}

/// ENE-EXA-02, ENE-DMG-03, ENE-T02: without it the target loses three, and four by the example.
#[test]
fn ene_t02_without_it_the_loss_is_three_and_four_by_the_example() {
    let mut play = jules_and_suspect().acts(B).play();
    play.act(blow(A), "5 6 3");
    assert_eq!(play.pe(A), 9 - 3);
    let mut play = jules_and_suspect().options(|it| it.aggravation = Aggravation::Exemple).acts(B).play();
    play.act(blow(A), "5 6 3");
    assert_eq!(play.pe(A), 9 - 4);
}

/// ENE-DEF-01, ENE-T03: a simple position needs one more.
#[test]
fn ene_t03_a_simple_position_needs_one_more() {
    let guarded = worn(hero("B", 3, 2), &[Protection::Gilet]);
    let mut play = Fight::duel(hero("A", 3, 2), guarded).who(B, |it| it.position = 1).play();
    play.act(blow(B), "4 5 2");
    assert_eq!((play.test(), play.damage()), ((2, 4, 2), Some(2)));
}

/// ENE-DEF-02, ENE-ATT-04, ENE-T04: a total position needs two more.
#[test]
fn ene_t04_a_total_position_needs_two_more() {
    let guarded = worn(hero("B", 3, 2), &[Protection::Gilet]);
    let mut play = Fight::duel(hero("A", 3, 2), guarded).who(B, |it| it.position = 2).play();
    play.act(blow(B), "4 5 2");
    assert_eq!((play.test(), play.damage()), ((3, 4, 2), None));
}

/// ENE-ATT-06, ENE-COR-07, ENE-T05: two sixes double the base alone.
#[test]
fn ene_t05_two_sixes_double_the_base_alone() {
    let shooter = powered(armed(hero("A", 4, 2), &[Weapon::PistoletLeger]), Domain::Tir);
    let mut play = Fight::duel(shooter, hero("B", 3, 2)).play();
    play.act(blow(B), "6 6 1 2");
    assert_eq!(play.damage(), Some(2 * 2 + 1 + 1));
}

/// ENE-ATT-07, ENE-COR-08, ENE-T06: two aces break a machete.
#[test]
fn ene_t06_two_aces_break_a_machete() {
    let mut play = Fight::duel(armed(hero("A", 3, 2), &[Weapon::Machette]), hero("B", 3, 2)).play();
    play.act(blow(B), "1 3 1");
    assert!(play.damage().is_none() && play.f(A).arms[0].broken);
}

/// ENE-COR-04, ENE-T07: an aim and weakness cancel out.
#[test]
fn ene_t07_an_aim_and_weakness_cancel_out() {
    let fight = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).who(A, |it| (it.pe, it.prepared) = (2, 1));
    let mut play = fight.play();
    play.act(blow(B), "4 4 2");
    assert_eq!(play.test(), (1, 4, 2));
}

/// ENE-STA-01, ENE-COR-03, ENE-T08: the weakened need fives.
#[test]
fn ene_t08_the_weakened_need_fives() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).who(A, |it| it.pe = 2).play();
    play.act(blow(B), "4 4 2");
    assert_eq!(play.test(), (1, 5, 0));
    assert!(!play.f(A).arms[0].broken, "a plain miss");
}

/// A link of the building site is a bush here: no character is in the way.
fn bush(physique: u8) -> Fight {
    let setup = setup(Scenario::Colosse, "coop2", &[vec![hero("A", physique, 2)], vec![hero("B", 3, 2)]]);
    let mut fight = Fight::of(&setup).at(A, "console_sud").at(B, "entree");
    // No other character acts before them.
    fight.position.scene.order.truncate(2);
    fight.acts(A)
}

/// ENE-MOV-03, ENE-T09: a critical success doubles the metres.
#[test]
fn ene_t09_a_critical_success_doubles_the_metres() {
    let mut play = bush(3).play();
    // Six metres to the mud, then two of the six metres behind it.
    play.act(walk(&[9, 10]), "6 2 6");
    assert_eq!(play.f(A).en_route.map(|it| it.metres), Some(2));
}

/// ENE-MOV-07, ENE-R11, ENE-T10: difficult ground never speeds up.
#[test]
fn ene_t10_difficult_ground_never_speeds_up() {
    let mut play = bush(4).play();
    play.act(walk(&[9, 10]), "6 6 4 4");
    assert_eq!(play.f(A).en_route.map(|it| it.metres), Some(4), "ten metres, not sixteen");
}

/// ENE-STA-04, ENE-T11: below zero is critical.
#[test]
fn ene_t11_below_zero_is_critical() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 2, 2)).who(B, |it| it.pe = 3).play();
    play.act(blow(B), "4 5 2");
    assert_eq!((play.damage(), play.pe(B)), (Some(4), -1));
    assert!(play.has_rule("ENE-STA-04") && play.f(B).marks.sequel);
}

/// ENE-HEA-02, ENE-HEA-04, ENE-T12: stabilised is awake without a sequel.
#[test]
fn ene_t12_stabilised_is_awake_without_a_sequel() {
    let fight = Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let mut play = fight.who(B, |it| (it.pe, it.prone, it.marks.sequel) = (-1, true, true)).play();
    play.act(Act::Care { who: B }, "");
    assert_eq!(play.pe(B), 0);
    assert!(play.f(B).marks.awake && !play.f(B).marks.sequel && !play.f(B).able());
    assert_eq!(play.state.scene.points, [1, 0], "ENE-FIN-05");
}

/// ENE-HEA-03, ENE-DEC-10, ENE-T13: one try to stabilise oneself.
#[test]
fn ene_t13_one_try_to_stabilise_oneself() {
    let fight = Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let mut play = fight.who(B, |it| (it.pe, it.prone) = (-3, true)).play();
    play.act(Act::Pass, "").yes(true, "5 1 3");
    assert_eq!((play.pe(B), play.f(B).marks.tried), (-3, true));
    // The turn goes round: no second try.
    play.act(Act::Pass, "").act(Act::Pass, "").act(Act::Pass, "");
    assert_eq!((play.pe(B), play.state.scene.turn), (-3, 2));
    assert_eq!(play.f(B).slots_down, 2, "ENE-STA-05");
}

/// After a fight of a campaign: a healer and a patient of the same side.
fn infirmary(
    healer: bagarre_energie::testkit::setup::Hero,
    patient: bagarre_energie::testkit::setup::Hero,
    pe: i16,
) -> Play {
    let mut setup =
        setup(Scenario::Entrepot, "2v2", &[vec![healer, patient], vec![hero("C", 3, 2), hero("D", 3, 2)]]);
    setup.campaign = true;
    setup.bands.iter_mut().for_each(|band| band.purse = Some(Purse::default()));
    let fight = Fight::of(&setup).who(B, |it| it.pe = pe);
    // The others have given up.
    let mut fight = fight.who(C, |it| it.pe = 0).who(D, |it| it.pe = 0);
    fight.position.scene.stage = Stage::After;
    fight.position.scene.outcome = Some(bagarre_kit::contract::Outcome {
        winners: bagarre_kit::contract::Seats::one(bagarre_kit::contract::Seat(0)),
        scores: vec![6, 0],
        reason: "last_side".to_owned(),
        sides: [0, 1].map(|n| bagarre_kit::contract::Seats::one(bagarre_kit::contract::Seat(n))).to_vec(),
    });
    fight.position.scene.act = None;
    fight.play()
}

fn heal(play: &mut Play, faces: &str) {
    play.say(&Command::After { after: After::Heal { by: A, who: B } }, faces);
}

/// ENE-HEA-05, ENE-HEA-07, ENE-T14: a doctor heals and doubles on two sixes.
#[test]
fn ene_t14_a_doctor_heals_and_doubles_on_two_sixes() {
    let mut play = infirmary(hero("A", 2, 4), hero("B", 3, 3), -1);
    heal(&mut play, "6 6 4 2");
    assert_eq!(play.pe(B), 5);
    let mut play = infirmary(hero("A", 2, 4), hero("B", 3, 3), 6);
    heal(&mut play, "6 6 4 2");
    assert_eq!(play.pe(B), 9, "never above what it has when whole");
}

/// ENE-COR-12, ENE-STA-06, ENE-T15: bad care leaves a sequel.
#[test]
fn ene_t15_bad_care_leaves_a_sequel() {
    let mut play = infirmary(hero("A", 2, 3), hero("B", 3, 3), 2);
    heal(&mut play, "1 1 2 4");
    assert_eq!(play.state.scene.sequels, [(B, 4)]);
}

/// ENE-HEA-06, ENE-R22, ENE-T16: a robot gets twice its physique.
#[test]
fn ene_t16_a_robot_gets_twice_its_physique() {
    let mut robot = armed(hero("R", 4, 3), &[Weapon::LameBras]);
    robot.kind = Kind::Robot;
    robot.pe_bonus = 0;
    let mut play = infirmary(hero("A", 2, 3), robot, -3);
    heal(&mut play, "5 2 1");
    assert_eq!(play.pe(B), 5);
}

/// ENE-DEF-03, ENE-DEF-05, ENE-DEF-06, ENE-T17: a reaction costs the next slot.
#[test]
fn ene_t17_a_reaction_costs_the_next_slot() {
    let fight = Fight::duel(hero("A", 4, 2), hero("B", 3, 2)).asking();
    let mut play = fight.play();
    play.act(blow(B), "").yes(true, "4 5 2 1");
    assert_eq!((play.test().0, play.f(B).position, play.f(B).debt), (3, 2, true));
    play.act(Act::Pass, "");
    assert!(play.has_rule("ENE-DEF-06"), "its slot of this turn is lost");
    assert_eq!(play.state.scene.turn, 2);
    assert!(!play.f(B).debt && play.f(B).position == 0);
}

/// ENE-DEF-09, ENE-T18: the pool first then the need.
#[test]
fn ene_t18_the_pool_first_then_the_need() {
    let fight = Fight::duel(hero("A", 4, 2), hero("B", 3, 2));
    let mut play = fight.who(B, |it| (it.pool, it.position) = (2, 1)).play();
    play.act(blow(B), "4 4 5 6");
    assert_eq!((play.f(B).pool, play.damage()), (0, Some(3)));
}

/// ENE-AUT-01, ENE-AUT-02, ENE-T19: a wave passes mail but not a shield of the mind.
#[test]
fn ene_t19_a_wave_passes_mail_but_not_a_shield_of_the_mind() {
    let mage = skilled(armed(hero("A", 2, 4), &[]), &[Skill::OndeMentale]);
    let mailed = worn(hero("B", 3, 2), &[Protection::Maille]);
    let mut play = Fight::duel(mage.clone(), mailed.clone()).play();
    play.act(Act::Wave { at: B }, "");
    assert_eq!((play.pe(A), play.pe(B)), (8, 8 - 3));
    let mut play = Fight::duel(mage, mailed).who(B, |it| it.shielded = Some(B)).play();
    play.act(Act::Wave { at: B }, "");
    assert_eq!(play.pe(B), 8 - 1);
}

/// ENE-EXA-03, ENE-EXA-04, ENE-T21: the punch of the example.
#[test]
fn ene_t21_the_punch_of_the_example() {
    let jules = armed(hero("Jules", 4, 2), &[]);
    let suspect = worn(armed(hero("Suspect", 3, 1), &[Weapon::PistoletLeger]), &[Protection::Cuir]);
    let mut play = Fight::duel(jules, suspect).who(B, |it| it.pe = 2).play();
    play.act(blow(B), "4 5 6 2");
    assert_eq!((play.damage(), play.pe(B)), (Some(2), 0));
    assert!(play.has_rule("ENE-STA-02"), "gravely wounded, not critical");
}

/// ENE-DMG-06, ENE-R26, ENE-T22: a machete does nothing to a car.
#[test]
fn ene_t22_a_machete_does_nothing_to_a_car() {
    let setup = setup(
        Scenario::Embuscade,
        "2v2",
        &[
            vec![armed(hero("A", 4, 2), &[Weapon::Machette]), hero("B", 3, 2)],
            vec![hero("C", 3, 2), hero("D", 3, 2)],
        ],
    );
    let fight = Fight::of(&setup).at(A, "fourgon").acts(A);
    let mut play = fight.play();
    play.act(Act::Attack { arm: 0, at: Aim::Vehicle(0), strike: Strike::Normal }, "5 5 5 2");
    assert_eq!(play.state.scene.vehicles[0].pe, 6);
    assert!(play.has_rule("ENE-DMG-06"));
}

/// ENE-ORD-06, ENE-T24: the side that lacks the pas is on guard.
#[test]
fn ene_t24_the_side_without_the_pas_is_on_guard() {
    let fight = Fight::duel(hero("A", 3, 2), hero("B", 3, 2));
    let mut play = fight.who(B, |it| (it.position, it.marks.begun) = (2, false)).play();
    play.act(blow(B), "4 5 2");
    assert_eq!((play.test().0, play.damage(), play.f(B).debt), (3, None, false));
    play.act(Act::Pass, "");
    assert_eq!(play.f(B).position, 0, "until the start of its first slot");
}

/// ENE-ATT-03, ENE-T25: circumstances are capped.
#[test]
fn ene_t25_circumstances_are_capped() {
    let shooter = armed(hero("A", 3, 2), &[Weapon::PistoletLeger]);
    let fight = Fight::duel(shooter, hero("B", 3, 2)).at(A, "caisses").at(B, "quai");
    // Two links: the shelves and the aisle are farther.
    let fight = fight.at(A, "portail").at(B, "rayonnages").with(|scene| scene.zones[4].smoke = true);
    let mut play = fight.play();
    play.act(blow(B), "4 5 2");
    // Cover of the shelves and smoke: two; the range is two links.
    assert_eq!(play.test().0, 3);
    let Some(What::Aims { why, .. }) = play.last(|what| matches!(what, What::Aims { .. })) else { panic!() };
    assert!(why.len() >= 2);
}

/// ENE-MOV-05, ENE-T26: ten metres of water take two actions.
#[test]
fn ene_t26_ten_metres_of_water_take_two_actions() {
    let bands = [vec![hero("A", 3, 2), hero("B", 3, 2)], vec![hero("C", 3, 2), hero("D", 3, 2)]];
    let setup = setup(Scenario::Epave, "2v2", &bands);
    let mut play = Fight::of(&setup).at(A, "lagon_ouest").acts(A).play();
    play.act(walk(&[1]), "");
    assert_eq!(play.f(A).en_route.map(|it| it.metres), Some(5));
    play.act(walk(&[1]), "");
    assert_eq!(play.f(A).zone.map(|zone| zone.0), Some(2));
}

/// ENE-DOT-03, ENE-T27: a character that starts in the fire may never act.
#[test]
fn ene_t27_a_character_that_starts_in_the_fire_may_never_act() {
    let fight = Fight::duel(hero("A", 4, 2), hero("B", 3, 2));
    let fight = fight.at(B, "quai").who(B, |it| it.pe = 2);
    let mut play = fight.with(|scene| scene.zones[6].dangers = vec![Source::FeuCamp]).play();
    play.act(Act::Pass, "");
    assert_eq!(play.pe(B), 0);
    assert_eq!(play.outcome().map(|it| it.reason.as_str()), Some("last_side"));
}

/// ENE-ATT-08, ENE-MAP-08, ENE-T28: a molotov strikes all and burns.
#[test]
fn ene_t28_a_molotov_strikes_all_and_burns() {
    let thrower = armed(hero("A", 2, 2), &[Weapon::Epee, Weapon::Molotov]);
    let fight = Fight::pairs(thrower, hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let fight = fight.at(A, "portail").at(B, "portail").at(C, "allee").at(D, "allee");
    let mut play = fight.who(D, |it| it.position = 1).play();
    let zone = bagarre_energie::testkit::ids::Zone(2);
    play.act(Act::Attack { arm: 1, at: Aim::Zone(zone), strike: Strike::Normal }, "4 2");
    assert_eq!((play.pe(C), play.pe(D)), (8 - 2, 8));
    assert_eq!(play.state.scene.zones[2].fire_until, 3);
    assert!(play.f(A).arms[1].gone);
}
