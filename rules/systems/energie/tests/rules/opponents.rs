//! Heroes against the game: the Colosse, the wreck, and opponents that come later (ENE-SCN-04, ENE-SCN-05, ENE-MJ-05).

use super::harness::*;
use bagarre_energie::testkit::command::Act;
use bagarre_energie::testkit::ids::{Link, Opponent, Scenario, Who};
use bagarre_energie::testkit::scene::{Fighter, Scene};
use bagarre_kit::contract::{Seat, Verdict};

/// The last slot of a turn without danger, of A, whose Physique 5 makes it the first of the next turn too.
fn table(scenario: Scenario, heroes: u8, home: &str, turn: u8) -> Fight {
    let bands: Vec<_> =
        (0..heroes).map(|n| vec![hero(&format!("H{n}"), if n == 0 { 5 } else { 3 }, 2)]).collect();
    let mut fight = Fight::of(&setup(scenario, &format!("coop{heroes}"), &bands));
    for who in (0..heroes).map(Who) {
        fight = fight.at(who, home);
    }
    let fight = fight.with(|scene| {
        (scene.turn, scene.burnt, scene.order) = (turn, vec![true; 3].into(), vec![A]);
    });
    fight.acts(A)
}

fn colosse(heroes: u8, turn: u8) -> Fight {
    table(Scenario::Colosse, heroes, "entree", turn)
}

fn wreck(heroes: u8, turn: u8) -> Fight {
    table(Scenario::Epave, heroes, "bateau_ouest", turn)
}

/// A passes and the turn ends: the zones of those who have come, and that they have a slot in the next turn, not in this one.
fn came(fight: Fight, id: Opponent) -> Vec<String> {
    let mut play = fight.play();
    let before = play.state.scene.fighters.len();
    play.act(Act::Pass, "");
    let scene = &play.state.scene;
    let map = play.state.public().map;
    let late: Vec<(Who, &Fighter)> = scene.all().skip(before).collect();
    assert!(late.iter().all(|(who, it)| it.sheet.opponent == Some(id) && scene.order.contains(who)));
    late.iter().map(|(_, it)| map.place(it.zone.unwrap()).id.clone()).collect()
}

fn verdict(play: &Play) -> Option<(&str, Verdict)> {
    play.outcome().map(|it| (it.reason.as_str(), it.verdict(Seat(0))))
}

fn down(it: &mut Fighter) {
    (it.pe, it.prone) = (0, true);
}

/// ENE-SCN-04, ENE-MJ-05: from three heroes on a drone joins at the end of turns 3 and 6.
#[test]
fn ene_scn_04_from_three_heroes_on_a_drone_joins_at_the_end_of_turns_3_and_6() {
    for heroes in [3, 4] {
        for turn in 1..=8 {
            let many = usize::from([3, 6].contains(&turn));
            assert_eq!(came(colosse(heroes, turn), Opponent::Drone), vec!["hangar"; many], "turn {turn}");
        }
    }
    assert!([3, 6].iter().all(|turn| came(colosse(2, *turn), Opponent::Drone).is_empty()));
}

/// ENE-SCN-04: the fight is won when the Colosse is down, also with other opponents standing.
#[test]
fn ene_scn_04_he_is_down_whoever_else_stands() {
    // C is the Colosse, D its drone.
    let mut play = colosse(2, 4).who(C, down).play();
    assert!(play.f(D).able());
    play.act(Act::Pass, "");
    assert_eq!(verdict(&play), Some(("boss", Verdict::Won)));
}

/// ENE-SCN-04, ENE-FIN-04: lost without able heroes or when turn 12 is over.
#[test]
fn ene_scn_04_lost_without_able_heroes_or_when_turn_12_is_over() {
    let mut play = colosse(2, 11).play();
    play.act(Act::Pass, "");
    assert_eq!((verdict(&play), play.state.scene.turn), (None, 12));
    let mut play = colosse(2, 12).play();
    play.act(Act::Pass, "");
    assert_eq!(verdict(&play), Some(("turns", Verdict::Lost)));
    let mut play = colosse(2, 4).who(B, down).play();
    play.act(Act::Surrender, "");
    assert_eq!(verdict(&play), Some(("nobody", Verdict::Lost)));
}

/// ENE-SCN-05, ENE-MJ-05: a shark per hero comes at the end of turn 4, at the entries in turn.
#[test]
fn ene_scn_05_a_shark_per_hero_comes_at_the_end_of_turn_4_at_the_entries_in_turn() {
    let entries = ["lagon_ouest", "lagon_est", "lagon_ouest", "lagon_est"];
    for heroes in [2, 3, 4] {
        for turn in 1..=8 {
            let many = if turn == 4 { usize::from(heroes) } else { 0 };
            assert_eq!(came(wreck(heroes, turn), Opponent::Requin), entries[..many], "turn {turn}");
        }
    }
}

/// ENE-MJ-05: no entry where a hero is, and at the end of the next turn when there is none.
#[test]
fn ene_mj_05_no_entry_where_a_hero_is_and_at_the_end_of_the_next_turn_when_there_is_none() {
    assert_eq!(came(wreck(2, 4).at(B, "lagon_ouest"), Opponent::Requin), ["lagon_est"; 2]);
    let barred = |fight: Fight| fight.at(A, "lagon_est").at(B, "lagon_ouest");
    let mut play = barred(wreck(2, 4)).play();
    let before = play.state.scene.fighters.len();
    play.act(Act::Pass, "");
    assert_eq!(
        (play.state.scene.fighters.len(), play.state.scene.late.clone()),
        (before, vec![Opponent::Requin; 2])
    );
    let waiting = |scene: &mut Scene| (scene.late, scene.entry) = (vec![Opponent::Requin; 2], 1);
    assert!(came(barred(wreck(2, 5)).with(waiting), Opponent::Requin).is_empty(), "still barred");
    // The second entry is the next in turn.
    assert_eq!(came(wreck(2, 5).with(waiting), Opponent::Requin), ["lagon_est", "lagon_ouest"]);
    let mut play = wreck(2, 5).with(waiting).play();
    assert!(play.act(Act::Pass, "").state.scene.late.is_empty(), "they come once");
    // The only entry of the building site.
    let mut play = colosse(3, 3).at(A, "hangar").play();
    play.act(Act::Pass, "");
    assert_eq!(play.state.scene.late, [Opponent::Drone]);
}

/// ENE-SCN-05: together it is won by bringing the case back and not otherwise.
#[test]
fn ene_scn_05_together_it_is_won_by_bringing_the_case_back_and_not_otherwise() {
    let bearer = |fight: Fight| {
        let fight = fight.at(A, "lagon_ouest").who(A, |it| it.items = vec![0]);
        fight.with(|scene| scene.items[0].zone = None)
    };
    let mut play = bearer(wreck(2, 3)).play();
    play.act(Act::Move { path: vec![Link(0)], leave: false }, "").act(Act::Pass, "");
    assert_eq!(verdict(&play), Some(("case", Verdict::Won)));
    // Three sharks down, and the case still out: it goes on to turn 12.
    let alone = |fight: Fight| (2..5).map(Who).fold(fight, |fight, shark| fight.who(shark, down));
    let mut play = alone(wreck(2, 3)).play();
    play.act(Act::Pass, "");
    assert_eq!((verdict(&play), play.state.scene.turn), (None, 4));
    let mut play = alone(wreck(2, 12)).play();
    play.act(Act::Pass, "");
    assert_eq!(verdict(&play), Some(("turns", Verdict::Lost)));
    let mut play = bearer(wreck(2, 12)).play();
    play.act(Act::Pass, "");
    assert_eq!(verdict(&play), Some(("turns", Verdict::Lost)), "the case on its way is not at home");
    let mut play = wreck(2, 3).who(B, down).play();
    play.act(Act::Surrender, "");
    assert_eq!(verdict(&play), Some(("nobody", Verdict::Lost)));
}
