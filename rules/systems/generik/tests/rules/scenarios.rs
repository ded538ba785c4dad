//! How scenarios are won and counted (section 18).

use std::collections::BTreeMap;

use bagarre_generik::testkit::event::What;
use bagarre_generik::testkit::ids::Scenario;
use bagarre_generik::testkit::scene::Marker;
use bagarre_generik::testkit::setup::{Health, Purse};
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;

use crate::harness::{Case, Played};

/// Lines of the count of a seat: how many points for what.
fn count(played: &Played, seat: u8) -> BTreeMap<String, i32> {
    let mut lines = BTreeMap::new();
    for fact in &played.facts {
        if let What::Score { seat: of, lines: told, total } = &fact.what
            && of.0 == seat
        {
            assert_eq!(told.iter().map(|line| line.n).sum::<i32>(), *total);
            for line in told {
                *lines.entry(line.code.clone()).or_insert(0) += line.n;
            }
        }
    }
    lines
}

fn points(list: &[(&str, i32)]) -> BTreeMap<String, i32> {
    list.iter().map(|(code, n)| ((*code).to_owned(), *n)).collect()
}

/// GEN-SCN-10, R-242, R-256: five fielded, chief wounded, three members out: 10 + 30, win 15.
#[test]
fn gen_scn_10_the_worked_count() {
    let played = Case::new(
        "a1 6000,1000; b1 6000,11000 wounded; b2 7000,11000 ooa; b3 8000,11000 ooa; b4 9000,11000 ooa; b5 5000,11000",
    )
    .scenario(Scenario::BastonGenerale)
    .phase('b')
    .act("rout")
    .expect("winner a")
    .check();
    let counted = count(&played, 0);
    assert_eq!(counted.get("wounded_chief"), Some(&10));
    assert_eq!(counted.get("ooa"), Some(&30));
    assert_eq!(counted.get("win"), Some(&15));
    assert_eq!(count(&played, 1).get("win"), None);
}

/// the worst status only; a chief out of action counts instead of a member.
#[test]
fn the_table_of_section_18() {
    for (scenario, wounded, wounded_chief, ooa, ooa_chief, win) in [
        (Scenario::BastonGenerale, 5, 10, 10, 15, 15),
        (Scenario::Ravioli, 0, 5, 5, 10, 15),
        (Scenario::DuelDHonneur, 0, 5, 5, 10, 15),
        (Scenario::Sortie, 0, 5, 5, 10, 15),
        (Scenario::Saccage, 0, 5, 5, 10, 15),
    ] {
        let count_of = |states: &str| {
            let played =
                Case::new(&format!("a1 6000,1000; {states}; b3 9000,11000; b4 5000,11000; b5 4000,11000"))
                    .scenario(scenario)
                    .phase('b')
                    .act("rout")
                    .expect("winner a")
                    .check();
            count(&played, 0)
        };
        let hurt = count_of("b1 6000,11000 wounded; b2 7000,11000 wounded");
        assert_eq!(hurt.get("wounded_chief").copied().unwrap_or(0), wounded_chief, "{scenario:?}");
        assert_eq!(hurt.get("wounded").copied().unwrap_or(0), wounded, "{scenario:?}");
        let gone = count_of("b1 6000,11000 ooa wounded; b2 7000,11000 ooa");
        assert_eq!(gone.get("ooa_chief").copied().unwrap_or(0), ooa_chief, "{scenario:?}");
        assert_eq!(gone.get("ooa").copied().unwrap_or(0), ooa, "{scenario:?}");
        assert_eq!(gone.get("wounded"), None);
        assert_eq!(gone.get("win"), Some(&win), "{scenario:?}");
    }
}

/// GEN-SCN-41: a champion out of action counts 20, one who is chief too the higher value.
#[test]
fn gen_scn_41_champions_count() {
    let played = |champion: usize| {
        let case = Case::new(
            "a1 6000,1000; b1 6000,11000 ooa; b2 7000,11000 ooa; b3 8000,11000; b4 9000,11000; b5 5000,11000",
        )
        .scenario(Scenario::DuelDHonneur)
        .tweak(move |it| {
            it.scene.forces[1].champion = Some(bagarre_generik::testkit::ids::Fig(champion as u8));
        })
        .phase('b')
        .act("rout");
        count(&case.play(), 0)
    };
    let chief = played(1);
    assert_eq!(
        (chief.get("ooa_champion"), chief.get("ooa_chief"), chief.get("ooa")),
        (Some(&20), None, Some(&5))
    );
    let member = played(2);
    assert_eq!((member.get("ooa_champion"), member.get("ooa_chief")), (Some(&20), Some(&10)));
}

/// 5 for the band of lower value, in every scenario.
#[test]
fn the_weaker_band_gets_five_in_every_scenario() {
    for scenario in Scenario::ALL {
        let played = Case::new("a1 6000,1000; b1 6000,11000")
            .scenario(*scenario)
            .tweak(|it| (it.scene.forces[0].value, it.scene.forces[1].value) = (40, 50))
            .phase('b')
            .act("rout")
            .check();
        assert_eq!(count(&played, 0).get("weaker"), Some(&5), "{scenario:?}");
        assert_eq!(count(&played, 1).get("weaker"), None, "{scenario:?}");
    }
}

/// a draw has no winner; the band of lower value gets 5, none if they are equal.
#[test]
fn draws_and_weaker_bands() {
    let end = |values: [i32; 2]| {
        let case = Case::new("a1 6000,1000 wounded; b1 6000,11000")
            .scenario(Scenario::BastonGenerale)
            .tweak(move |it| {
                for (force, value) in it.scene.forces.iter_mut().zip(values) {
                    force.value = value;
                }
                it.scene.turn = 20;
            })
            .act("end")
            .act("end")
            .expect("draw");
        case.check()
    };
    let equal = end([40, 40]);
    assert_eq!(count(&equal, 1), points(&[("wounded_chief", 10)]));
    assert_eq!(count(&equal, 0), points(&[]));
    let unequal = end([40, 50]);
    assert_eq!(count(&unequal, 0), points(&[("weaker", 5)]));
}

fn objective(x: i32, y: i32, owner: Option<u8>) -> Marker {
    Marker { at: Pt::new(x, y), owner: owner.map(Seat), sacked: false }
}

/// GEN-SCN-30, GEN-SCN-31, R-246: control at three turn ends in a row wins, and 15 on top of the 15; who is down neither holds
/// nor contests; a gap begins the count anew.
#[test]
fn gen_scn_31_control() {
    let case = |figures: &str, turns: usize| {
        let case = Case::new(figures).scenario(Scenario::Ravioli).tweak(|it| {
            it.scene.markers = vec![objective(6000, 6000, None)];
        });
        // Two empty phases end a turn; three turns without an act would be a draw, which comes after control.
        (0..2 * turns).fold(case.options(|it| it.idle_turns_draw = 20), |case, _| case.act("end"))
    };
    let won = case("a1 6000,5750; b1 6000,11000", 3)
        .expect("winner a; reason control; turn 3; told GEN-SCN-31")
        .check();
    assert_eq!(count(&won, 0), points(&[("control", 15), ("win", 15)]));
    case("a1 6000,5750; b1 6000,11000", 2).expect("playing").check();
    // Contested, by a standing figure; not by one that is down.
    case("a1 6000,5750; b1 6000,6250", 4).expect("playing").check();
    case("a1 6000,5750; b1 6000,6250 down", 3).expect("winner a").check();
    case("a1 6000,5750 down; b1 6000,11000", 4).expect("playing").check();
    // Two turn ends of control before: the other band takes over and counts from one.
    let taken = case("a1 6000,11000; b1 6000,5750", 2)
        .tweak(|it| it.scene.control = Some((Seat(0), 2)))
        .expect("playing")
        .check();
    assert_eq!(taken.state.scene.control, Some((Seat(1), 2)));
}

/// GEN-SCN-50, R-250: 10 for each own member that left; the second one wins.
#[test]
fn gen_scn_50_exits_count() {
    let played = Case::new("a1 6000,11500; a2 9000,9000 exited; a3 3000,3000; b1 2000,6000 da=0")
        .scenario(Scenario::Sortie)
        .tweak(|it| {
            it.scene.forces[0].edge = Some(bagarre_generik::testkit::ids::Edge::S);
            it.scene.forces[1].edge = Some(bagarre_generik::testkit::ids::Edge::N);
        })
        .act("a1 move 6000,11875 exit")
        .expect("winner a; a1 exited")
        .check();
    let counted = count(&played, 0);
    assert_eq!((counted.get("exit"), counted.get("win")), (Some(&20), Some(&15)));
}

/// GEN-SCN-60: 10 for each objective sacked.
#[test]
fn gen_scn_60_sacking_counts() {
    let played = Case::new("a1 6000,11000; b1 2000,2000")
        .scenario(Scenario::Saccage)
        .tweak(|it| {
            let mut first = objective(5000, 11_250, Some(1));
            first.sacked = true;
            it.scene.markers = vec![first, objective(6000, 11_250, Some(1)), objective(3000, 500, Some(0))];
        })
        .act("a1 sack 1")
        .expect("winner a; reason sacked")
        .check();
    let counted = count(&played, 0);
    assert_eq!((counted.get("sack"), counted.get("win")), (Some(&20), Some(&15)));
}

/// GEN-SET-10, GEN-ROU-05, R-252: in every scenario a band that routs or has no figure left has lost.
#[test]
fn gen_set_10_rout_and_elimination() {
    for scenario in Scenario::ALL {
        Case::new("a1 6000,1000; b1 6000,11000")
            .scenario(*scenario)
            .act("rout")
            .expect("winner b; over")
            .check();
    }
}

/// GEN-SCN-20, T34: the enemy chief out of action: 30 and the win of 10, not 10 as a member.
#[test]
fn gen_scn_20_the_chief_counts() {
    let played = Case::new("a1 6000,6000 colt; b1 6000,7250 down da=0; b2 9000,11000; b3 8000,11000")
        .scenario(Scenario::TeteDuChef)
        .act("a1 shoot b1")
        .dice("A6 D1 W5")
        .expect("winner a; reason scenario")
        .check();
    let counted = count(&played, 0);
    assert_eq!(
        (counted.get("ooa_chief"), counted.get("ooa"), counted.get("win")),
        (Some(&30), None, Some(&10))
    );
}

/// with the option a wound that was brought from an earlier game scores nothing; one that was dealt in this game
/// does, and so does a figure that is put out of action or wounded again after the flask. As printed every wounded
/// member counts.
#[test]
fn r_351_wounds_of_earlier_games() {
    let case = |figures, free: bool| {
        Case::new(figures).scenario(Scenario::BastonGenerale).tweak(move |it| {
            it.setup.options.old_wounds_free = free;
            it.setup.campaign = true;
            for band in &mut it.setup.bands {
                let next_id = 1 + band.members.iter().map(|member| member.id).max().unwrap_or(0);
                band.purse = Some(Purse { next_id, ..Purse::default() });
            }
            it.setup.bands[1].members[0].health = Health::Wounded;
            it.setup.bands[1].members[1].health = Health::Wounded;
        })
    };
    let all = |figures| count(&case(figures, false).act("rout").expect("winner b").check(), 0);
    let rout = |figures| count(&case(figures, true).act("rout").expect("winner b").check(), 0);
    let old = "a1 6000,1000; b1 6000,11000 wounded; b2 7000,11000 wounded; b3 8000,11000";
    assert_eq!(rout(old), points(&[]));
    assert_eq!(all(old), points(&[("wounded_chief", 10), ("wounded", 5)]));
    let new = "a1 6000,1000; b1 6000,11000 wounded; b2 7000,11000 wounded; b3 8000,11000 wounded";
    assert_eq!(rout(new), points(&[("wounded", 5)]));
    let worse = "a1 6000,1000; b1 6000,11000 ooa; b2 7000,11000 wounded; b3 8000,11000; b4 9000,11000";
    assert_eq!(rout(worse), points(&[("ooa_chief", 15)]));
    let again = "a1 6000,1000; b1 6000,11000 wounded; b2 7000,11000 wounded flask_used; b3 8000,11000";
    assert_eq!(rout(again), points(&[("wounded", 5)]));
}
