//! Danger, end and score (G4).

use super::harness::*;
use bagarre_energie::testkit::command::Act;
use bagarre_energie::testkit::event::What;
use bagarre_energie::testkit::ids::{Scenario, Source};
use bagarre_kit::contract::Seat;

fn duel() -> Fight {
    Fight::duel(hero("A", 3, 2), hero("B", 3, 2))
}

fn winners(play: &Play) -> Vec<u8> {
    play.outcome().unwrap().winners.iter().map(|seat| seat.0).collect()
}

/// ENE-FIN-01, ENE-R38: the danger rises at the end of its turn for good.
#[test]
fn ene_fin_01_the_danger_rises_at_the_end_of_its_turn_for_good() {
    let mut play = duel().with(|scene| scene.turn = 5).play();
    play.act(Act::Pass, "").act(Act::Pass, "");
    assert_eq!(
        (play.state.scene.turn, &play.state.scene.zones[4].dangers[..]),
        (6, &[Source::FeuTorche][..])
    );
    assert!(play.facts.iter().any(|fact| matches!(fact.what, What::Burns { line: 0, .. })));
}

/// ENE-FIN-03: one side alone or none.
#[test]
fn ene_fin_03_one_side_alone_or_none() {
    let mut play = duel().who(B, |it| it.pe = 1).play();
    play.act(blow(B), "5 2 2").act(Act::Pass, "");
    assert_eq!(winners(&play), [0]);
    let both =
        |scene: &mut bagarre_energie::testkit::scene::Scene| scene.zones[2].dangers = vec![Source::FeuCamp];
    let mut play = duel().who(B, |it| it.pe = 1).who(A, |it| it.pe = 1).with(both).play();
    play.act(Act::Pass, "").yes(false, "");
    assert_eq!(play.outcome().map(|it| it.reason.as_str()), Some("last_side"), "B falls in its own slot");
}

/// ENE-FIN-04, ENE-FIN-05: at the limit the score then the strength left.
#[test]
fn ene_fin_04_at_the_limit_the_score_then_the_strength_left() {
    let mut play = duel()
        .with(|scene| (scene.turn, scene.burnt) = (12, vec![true; 3].into()))
        .who(B, |it| it.pe = 5)
        .play();
    play.act(Act::Pass, "").act(Act::Pass, "");
    assert_eq!((play.outcome().unwrap().reason.as_str(), winners(&play)), ("turns", vec![0]));
    let mut play = duel().with(|scene| (scene.turn, scene.burnt) = (12, vec![true; 3].into())).play();
    play.act(Act::Pass, "").act(Act::Pass, "");
    assert!(winners(&play).is_empty(), "a draw");
}

/// ENE-FIN-08: in a free-for-all only the side that hurt last scores.
#[test]
fn ene_fin_08_for_oneself_only_whoever_hurt_last_scores() {
    let bands = ["A", "B", "C"].map(|name| vec![hero(name, 3, 2)]);
    let setup = setup(Scenario::Docks, "ffa3", &bands);
    let wounded = |it: &mut bagarre_energie::testkit::scene::Fighter| (it.pe, it.hurt_by) = (1, Some(0));
    let fight = Fight::of(&setup).who(C, wounded).at(C, "bar").acts(B);
    let mut play = fight.with(|scene| scene.zones[0].dangers = vec![Source::FeuCamp]).play();
    play.act(Act::Pass, "").yes(false, "");
    let scores = bagarre_energie::testkit::state::PublicState::new(&setup, &play.state.scene).scores();
    assert_eq!(scores, [3, 0, 0], "A wounded C, the fire felled C");
    let last = |it: &mut bagarre_energie::testkit::scene::Fighter| (it.pe, it.hurt_by) = (0, Some(1));
    let mut play = Fight::of(&setup).who(A, last).who(C, |it| it.pe = 1).acts(B).play();
    play.act(blow(C), "5 2 2").act(Act::Pass, "");
    assert_eq!(play.outcome().unwrap().scores, [0, 3 + 3 + 2, 0]);
}

/// ENE-FIN-07: winners earn four points and losers two.
#[test]
fn ene_fin_07_winners_earn_four_points_and_losers_two() {
    use bagarre_energie::Energie;
    use bagarre_energie::testkit::command::{After, Command};
    use bagarre_energie::testkit::setup::Purse;
    use bagarre_kit::contract::Ruleset;
    use bagarre_kit::gather::Gather;
    let mut setup = setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]]);
    setup.campaign = true;
    setup.bands.iter_mut().for_each(|band| band.purse = Some(Purse::default()));
    let mut play = Fight::of(&setup).who(B, |it| it.pe = 1).acts(A).play();
    // A critical state is not left without a sequel.
    play.act(blow(B), "5 5 2").act(Act::Pass, "3");
    assert_eq!(play.state.scene.sequels, [(B, 3)]);
    for seat in [0, 1] {
        play.say_as(Seat(seat), &Command::After { after: After::Done }, "");
    }
    assert!(matches!(Energie::next(&play.state), bagarre_kit::contract::Next::Over(_)));
    let one = Energie::after(&play.state, Seat(0)).unwrap();
    let two = Energie::after(&play.state, Seat(1)).unwrap();
    assert_eq!((one.band.purse.unwrap().points, two.band.purse.unwrap().points), (4, 2));
    assert_eq!(two.band.heroes[0].sequels, [3], "ENE-R20");
}
