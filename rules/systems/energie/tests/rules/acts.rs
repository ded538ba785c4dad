//! Decisions and their defaults (section E).

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Command};
use bagarre_energie::{Ask, Energie};
use bagarre_kit::contract::{Actor, Next, Outcome, Ruleset, Seat, submit};
use bagarre_kit::dice::Seeded;

fn duel() -> Fight {
    Fight::duel(hero("A", 3, 2), hero("B", 3, 2))
}

/// Returns the command of the clock for the seat that is asked.
fn clock(play: &mut Play) -> Command {
    let seat = play.ask().seats().iter().next().unwrap();
    let command = Energie::default_answer(&play.state, seat);
    chance(play, Actor::Clock(seat), &command);
    command
}

/// Plays a command of an actor, with dice by chance.
fn chance(play: &mut Play, by: Actor, command: &Command) {
    let mut dice = Seeded::from_number(1);
    submit::<Energie>(&mut play.state, by, command, &mut dice, &mut |_, _| {}).unwrap();
}

/// ENE-DEC-02, ENE-DEC-03, ENE-DEC-09: an absent player strikes then guards.
#[test]
fn ene_dec_02_an_absent_player_strikes_then_guards() {
    let mut play = duel().play();
    let Command::Act { act, .. } = clock(&mut play) else { panic!() };
    assert_eq!(act, blow(B), "ENE-DEC-04");
    let Command::Act { act, .. } = clock(&mut play) else { panic!() };
    assert_eq!(act, Act::Defend);
}

/// ENE-DEC-07: without an enemy near, the character goes toward the nearest one.
#[test]
fn ene_dec_07_without_anybody_near_he_goes_toward_the_nearest() {
    let mut play = duel().at(B, "quai").play();
    let Command::Act { act, .. } = clock(&mut play) else { panic!() };
    assert_eq!(act, walk(&[4]));
}

/// ENE-DEC-11, ENE-DOC-06: a jammed weapon is cleared first.
#[test]
fn ene_dec_11_a_jammed_weapon_is_cleared_first() {
    let gun = armed(hero("A", 3, 2), &[bagarre_energie::testkit::ids::Weapon::PistoletLeger]);
    let fight = Fight::duel(gun, hero("B", 3, 2)).who(A, |it| it.arms[0].jammed = true);
    let mut play = fight.play();
    let Command::Act { act, .. } = clock(&mut play) else { panic!() };
    assert_eq!(act, Act::Clear { arm: 0 });
}

/// ENE-PLY-08: two activations that run out are played by doctrine until the seat speaks.
#[test]
fn ene_ply_08_two_activations_that_run_out_are_played_by_doctrine_until_the_seat_speaks() {
    let mut play = duel().who(A, |it| it.pe = 8).who(B, |it| it.pe = 8).play();
    for _ in 0..2 {
        while matches!(play.ask(), Ask::Act { who: A, .. }) {
            clock(&mut play);
        }
        let question = play.ask().id();
        chance(&mut play, Actor::Seat(Seat(1)), &Command::Act { question, act: Act::Total });
    }
    assert!(matches!(play.ask(), Ask::Act { who: B, .. }), "A is not asked any more");
    assert!(play.state.missed[0] >= 2);
    let standing = Command::Stand { standing: bagarre_energie::testkit::command::Standing::default() };
    play.say_as(Seat(0), &standing, "");
    assert_eq!(play.state.missed[0], 0);
}

/// ENE-FIN-06, ENE-DEC-13: surrender is worth two points.
#[test]
fn ene_fin_06_surrender_is_worth_two_points() {
    let mut play = duel().play();
    play.act(Act::Surrender, "");
    let outcome: &Outcome = play.outcome().unwrap();
    assert_eq!((outcome.scores.clone(), outcome.winners.contains(Seat(1))), (vec![0, 2], true));
    let bands = ["A", "B", "C", "D"].map(|name| vec![hero(name, 3, 2)]);
    let setup = setup(bagarre_energie::testkit::ids::Scenario::Entrepot, "2v2", &bands);
    let mut play = Fight::of(&setup).acts(A).play();
    play.act(Act::SurrenderSide, "");
    assert!(matches!(play.ask(), Ask::Vote { seat: Seat(1), .. }));
    play.yes(true, "");
    assert_eq!(play.outcome().unwrap().scores, [0, 0, 4, 4]);
    assert!(matches!(Energie::next(&play.state), Next::Over(_)));
}

/// ENE-PLY-06, ENE-DEC-08: a draft is told its chances exactly.
#[test]
fn ene_ply_06_a_draft_is_told_its_chances_exactly() {
    let play = duel().play();
    let question = play.ask().id();
    let advice = Energie::advise(&play.state, Seat(0), &Command::Act { question, act: blow(B) }).unwrap();
    let forecast = advice.forecast.unwrap();
    assert_eq!((forecast.need, forecast.threshold, forecast.hits), (1, 4, (189, 216)));
    // Three dice, base three: counted over all throws.
    let mut damage = 0;
    for throw in 0..216u32 {
        let faces = [throw % 6 + 1, throw / 6 % 6 + 1, throw / 36 + 1];
        let net = faces.iter().filter(|face| **face >= 4).count() as u32;
        let sixes = faces.iter().filter(|face| **face == 6).count();
        if net > 0 {
            damage += if sixes >= 2 { 6 } else { 3 } + net - 1;
        }
    }
    assert_eq!(forecast.damage, damage * 100 / 216);
}

/// ENE-DEC-14, ENE-DEC-12: in a match no seat is asked about death.
#[test]
fn ene_dec_14_a_match_asks_no_seat_about_death() {
    let mut play = duel().who(B, |it| it.pe = 1).play();
    play.act(blow(B), "6 6 6").act(Act::Pass, "");
    assert!(matches!(Energie::next(&play.state), Next::Over(_)));
}
