//! The seven scenarios (G8).

use super::harness::*;
use bagarre_energie::Energie;
use bagarre_energie::testkit::command::Act;
use bagarre_energie::testkit::ids::{Link, Opponent, Scenario};
use bagarre_energie::testkit::placing;
use bagarre_energie::testkit::setup::{Format, Setup};
use bagarre_kit::contract::{Ruleset, Seat, Verdict};
use bagarre_kit::gather::{Gather, Terms};

fn ready(scenario: &str, seats: u8, more: serde_json::Value) -> Setup {
    let terms = Terms { scenario: scenario.to_owned(), seats, size: 0, more: Some(more) };
    let bands = (0..seats).map(|seat| Energie::ready_band(&terms, Seat(seat))).collect();
    Energie::gather(&terms, bands, Seat(0)).unwrap()
}

/// ENE-PLY-01: formats give each seat its heroes.
#[test]
fn ene_ply_01_formats_give_each_seat_its_heroes() {
    let seats = |name: &str, players| Format::parse(name).unwrap().seats(players);
    assert_eq!(seats("2v2", 2), Some(vec![(0, 2), (1, 2)]));
    assert_eq!(seats("2v2", 4), Some(vec![(0, 1), (0, 1), (1, 1), (1, 1)]));
    assert_eq!(seats("2v1", 3), Some(vec![(0, 1), (0, 1), (1, 1)]));
    assert_eq!(seats("coop4", 2), Some(vec![(0, 2), (0, 2)]));
    assert_eq!(seats("coop4", 1), None, "three characters a seat at most");
    assert_eq!(seats("ffa5", 5).map(|it| it.len()), Some(5));
    assert_eq!(seats("3v3", 4), None);
}

/// ENE-SCN-01, ENE-SCN-02: every scenario takes its seats.
#[test]
fn ene_scn_01_every_scenario_takes_its_seats() {
    let takes = |id: &str| (1..=6).filter(|seats| Energie::usual(id, *seats).is_some()).collect::<Vec<u8>>();
    assert_eq!(takes("entrepot"), [2, 4]);
    assert_eq!(takes("docks"), [2, 3, 4, 5, 6]);
    assert_eq!(takes("embuscade"), [1, 2, 3, 4, 6]);
    assert_eq!(takes("colosse"), [1, 2, 3, 4]);
    assert_eq!(takes("epave"), [1, 2, 3, 4, 6]);
    assert_eq!(takes("poursuite"), [1, 2, 3]);
    assert_eq!(takes("libre"), [2, 3, 4, 5]);
}

/// ENE-SCN-02: the barge scores for the side that holds it alone.
#[test]
fn ene_scn_02_the_barge_scores_for_whoever_holds_it_alone() {
    let setup = ready("docks", 2, serde_json::json!({ "format": "2v2" }));
    let fight = Fight::of(&setup).at(A, "peniche").with(|scene| scene.turn = 3);
    let mut play = fight.acts(D).play();
    play.act(Act::Pass, "");
    assert_eq!(play.state.scene.points, [1, 0]);
}

/// ENE-R55: for themselves all choose among the same panels.
#[test]
fn ene_r55_for_themselves_all_choose_among_the_same_panels() {
    let setup = ready("docks", 6, serde_json::json!({ "format": "ffa6" }));
    let lists: Vec<_> = (0..6).map(|side| placing::zones(&setup, side)).collect();
    let sorted = |list: &Vec<_>| {
        let mut list = list.clone();
        list.sort();
        list
    };
    assert!(lists.iter().all(|list| sorted(list) == sorted(&lists[0])));
    let first: std::collections::BTreeSet<_> = lists.iter().map(|list| list[0]).collect();
    assert_eq!(first.len(), 6, "each begins with another");
}

/// ENE-R57: face to face, two sides begin in the two panels in the middle of the way between them.
#[test]
fn ene_r57_face_to_face_two_sides_begin_next_to_each_other() {
    let starts = |id: &str, format: &str, close: bool| {
        let more = serde_json::json!({ "format": format, "options": { "close": close } });
        let setup = ready(id, 2, more);
        let map = bagarre_energie::testkit::arena::map(setup.arena());
        let ids = |side| {
            placing::zones(&setup, side).iter().map(|zone| map.place(*zone).id.as_str()).collect::<Vec<_>>()
        };
        [ids(0), ids(1)]
    };
    assert_eq!(starts("entrepot", "1v1", false), [["portail"], ["quai"]]);
    assert_eq!(starts("entrepot", "1v1", true), [["caisses"], ["passerelle"]]);
    // The second of four links.
    assert_eq!(starts("docks", "2v2", true), [["terrasse"], ["quai_est"]]);
    assert_eq!(starts("docks", "2v2", false)[0], ["bar", "terrasse"]);
    // Against the game no character is moved.
    assert_eq!(starts("colosse", "coop2", true), starts("colosse", "coop2", false));
}

/// ENE-R54: in the ambush between players the second side starts by the format.
#[test]
fn ene_r54_in_the_ambush_between_players_the_second_side_starts_by_the_format() {
    let starts = |format: &str| {
        let setup = ready("embuscade", 2, serde_json::json!({ "format": format }));
        let map = bagarre_energie::testkit::arena::map(setup.arena());
        placing::zones(&setup, 1).iter().map(|zone| map.place(*zone).id.as_str()).collect::<Vec<_>>()
    };
    assert_eq!((starts("2v2"), starts("3v3")), (vec!["route"], vec!["talus"]));
}

/// ENE-R54, ENE-SCN-03: more than half by the pass.
#[test]
fn ene_r54_more_than_half_by_the_pass() {
    let setup = ready("embuscade", 2, serde_json::json!({ "format": "coop2" }));
    let state = Energie::new(&setup).unwrap();
    let kinds: Vec<_> = state.scene.fighters.iter().filter_map(|it| it.sheet.opponent).collect();
    assert_eq!(kinds, [Opponent::Garde, Opponent::Voyou, Opponent::Molosse], "ENE-R54");
    let out = |it: &mut bagarre_energie::testkit::scene::Fighter| {
        it.status = bagarre_energie::testkit::scene::Status::Left;
    };
    let fight = Fight::of(&setup).who(B, out).at(A, "col").acts(A);
    let mut play = fight.play();
    play.act(Act::Move { path: vec![], leave: true }, "");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.reason.as_str(), outcome.verdict(Seat(0))), ("exit", Verdict::Won));
    assert_eq!(play.state.scene.points[0], 2);
}

/// ENE-SCN-03: one of two is not more than half.
#[test]
fn ene_scn_03_one_of_two_is_not_more_than_half() {
    let setup = ready("embuscade", 2, serde_json::json!({ "format": "coop2" }));
    let fight = Fight::of(&setup).who(B, |it| (it.pe, it.prone) = (0, true)).at(A, "col").acts(A);
    let mut play = fight.play();
    play.act(Act::Move { path: vec![], leave: true }, "");
    assert_eq!(play.outcome().unwrap().verdict(Seat(0)), Verdict::Lost, "the table has lost together");
}

/// ENE-SCN-04: the boss grows with the heroes and consoles weaken it.
#[test]
fn ene_scn_04_the_boss_grows_with_the_heroes_and_consoles_weaken_him() {
    for (heroes, pe, worn, drones) in [(2, 18, 2, 1), (3, 36, 2, 2), (4, 44, 3, 3)] {
        let setup = ready("colosse", heroes, serde_json::json!({}));
        let state = Energie::new(&setup).unwrap();
        let boss =
            state.scene.fighters.iter().find(|it| it.sheet.opponent == Some(Opponent::Colosse)).unwrap();
        let many =
            state.scene.fighters.iter().filter(|it| it.sheet.opponent == Some(Opponent::Drone)).count();
        assert_eq!((boss.pe, boss.worn, many), (pe, worn, drones), "{heroes} heroes");
    }
    let setup = setup(Scenario::Colosse, "coop2", &[vec![hero("A", 3, 4)], vec![hero("B", 3, 2)]]);
    let mut fight = Fight::of(&setup).at(A, "console_nord").at(B, "entree");
    fight.position.scene.order.truncate(2);
    let mut play = fight.acts(A).play();
    play.act(Act::Console { console: 0 }, "4 2 2 2");
    assert_eq!(play.f(C).worn, 2);
    play.act(Act::Console { console: 0 }, "4 5 2 2");
    assert_eq!((play.f(C).worn, play.state.scene.consoles.to_vec()), (1, vec![true, false]));
}

/// ENE-SCN-05: the case in ones own boat wins at once.
#[test]
fn ene_scn_05_the_case_in_ones_own_boat_wins_at_once() {
    let setup = ready("epave", 2, serde_json::json!({ "format": "2v2" }));
    let fight = Fight::of(&setup).at(A, "lagon_ouest").who(A, |it| it.items = vec![0]);
    let mut play = fight.with(|scene| scene.items[0].zone = None).acts(A).play();
    play.act(Act::Move { path: vec![Link(0)], leave: false }, "").act(Act::Pass, "");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.reason.as_str(), outcome.winners.contains(Seat(0))), ("case", true));
}

/// ENE-R54, ENE-SCN-06: the runner starts hurt and gets away or does not.
#[test]
fn ene_r54_the_runner_starts_hurt_and_gets_away_or_does_not() {
    let setup = setup(Scenario::Poursuite, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 3)]]);
    let state = Energie::new(&setup).unwrap();
    assert_eq!((state.scene.fighters[0].pe, state.scene.fighters[1].pe), (8, 5), "55 % of 9, rounded up");
    assert_eq!(placing::zones(&setup, 1).len(), 1);
    let hunters = vec![hero("A", 3, 2), hero("C", 3, 2)];
    let two = self::setup(Scenario::Poursuite, "2v1", &[hunters, vec![hero("B", 3, 3)]]);
    let runner = &Energie::new(&two).unwrap().scene.fighters[2];
    assert_eq!((runner.pe, runner.sheet.pe_max), (9, 9), "whole against two");
    let out = Act::Move { path: vec![], leave: true };
    let mut play = Fight::of(&setup).at(B, "gare").acts(B).play();
    play.act(out.clone(), "");
    assert_eq!(play.outcome().unwrap().verdict(Seat(1)), Verdict::Won);
    let mut play = Fight::of(&setup).at(B, "gare").who(B, |it| it.pe = 2).acts(B).play();
    play.act(out, "");
    assert_eq!(play.outcome().unwrap().verdict(Seat(1)), Verdict::Shared, "out with less: a draw");
    let fight = Fight::of(&setup).with(|scene| (scene.turn, scene.burnt) = (8, vec![true; 3].into()));
    let mut play = fight.acts(B).play();
    play.act(Act::Pass, "");
    assert_eq!(
        (play.outcome().unwrap().reason.as_str(), play.outcome().unwrap().verdict(Seat(0))),
        ("runner_held", Verdict::Won)
    );
}

/// ENE-SCN-07: a free table has its limits.
#[test]
fn ene_scn_07_a_free_table_has_its_limits() {
    let terms =
        |more: serde_json::Value| Terms { scenario: "libre".to_owned(), seats: 3, size: 0, more: Some(more) };
    let free = |count| {
        serde_json::json!({ "mj": true, "format": "coop2",
        "free": { "arena": "ruelles", "opponents": [{ "id": "docker", "count": count }], "objective": "Tenir." } })
    };
    assert!(Energie::check_terms(&terms(free(6))).is_ok());
    assert!(Energie::check_terms(&terms(free(7))).is_err(), "six points of menace a hero");
    assert!(Energie::check_terms(&terms(serde_json::json!({ "mj": false }))).is_err());
}

/// ENE-PLY-05, ENE-DEC-15: a hero plays once on a side.
#[test]
fn ene_ply_05_a_hero_plays_once_on_a_side() {
    let terms = Terms { scenario: "entrepot".to_owned(), seats: 4, size: 0, more: None };
    let band = Energie::ready_band(&terms, Seat(0));
    let bands = vec![band.clone(), band.clone(), Energie::ready_band(&terms, Seat(2)), band];
    assert!(Energie::gather(&terms, bands, Seat(0)).is_err());
    let bands = (0..4).map(|seat| Energie::ready_band(&terms, Seat(seat))).collect();
    let setup = Energie::gather(&terms, bands, Seat(0)).unwrap();
    let held = Energie::new(&setup).unwrap().scene.fighters[1].arms.clone();
    assert!(held[0].held && held[1].held, "a pistol and a tonfa: two hands");
}
