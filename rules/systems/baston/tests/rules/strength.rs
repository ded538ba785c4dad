//! The bots: one plays anything, a beginner can be beaten, the best plays to win.

use std::collections::BTreeSet;

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::Command;
use bagarre_baston::testkit::order::R2;
use bagarre_kit::conformance::{
    dice_to_hand_change_nothing, is_a_beginner, play, remembers_nothing, won_by_the_best,
};

#[test]
fn the_brawler_beats_any_in_eighty_games_of_a_hundred_on_both_sides() {
    let won = won_by_the_best::<Baston>("SCN-00", 2, 100);
    assert!(won >= 80, "the brawler won {won} games of 100");
}

#[test]
fn the_brawler_wins_the_scenarios_with_goals_too() {
    for (scenario, seats) in [("SCN-01", 2), ("SCN-02", 2), ("SCN-03", 2), ("SCN-04", 3)] {
        let won = won_by_the_best::<Baston>(scenario, seats, 20);
        assert!(won >= 14, "{scenario}: the brawler won {won} games of 20");
    }
}

/// The orders a command writes.
fn orders(command: &Command, each: &mut dyn FnMut(&str, &str)) {
    if let Command::Programme { sheets, .. } | Command::Rewrite { sheets, .. } = command {
        for order in sheets.0.iter().flat_map(|sheet| sheet.orders) {
            each(order.r1.head(), order.r2.code());
        }
    }
}

#[test]
fn the_beginner_of_baston_writes_nothing_silly() {
    let (mut firsts, mut seconds) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..20 {
        play::<Baston>("SCN-05", &["novice", "novice"], seed, &mut |_, _, command| {
            orders(command, &mut |r1, r2| {
                firsts.insert(r1.to_owned());
                seconds.insert(r2.to_owned());
            });
        });
    }
    for silly in ["F", "TER", "BRI"] {
        assert!(!firsts.contains(silly), "the beginner writes {silly}: {firsts:?}");
    }
    for silly in ["DES", "MET", "FER"] {
        assert!(!seconds.contains(silly), "the beginner writes {silly}: {seconds:?}");
    }
    assert!(firsts.contains("M") && seconds.contains("CP"), "{firsts:?} {seconds:?}");
}

#[test]
fn any_order_gets_its_chance() {
    let (mut firsts, mut seconds) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..12 {
        play::<Baston>("SCN-00", &["any", "any"], seed, &mut |_, _, command| {
            orders(command, &mut |r1, r2| {
                firsts.insert(r1.to_owned());
                seconds.insert(r2.to_owned());
            });
        });
    }
    for code in ["-", "M", "R", "S", "F", "C", "LEV", "TER", "G", "D", "P", "PRE", "BRI"] {
        assert!(firsts.contains(code), "{code} is never written in a first round");
    }
    for order in R2::ALL {
        assert!(seconds.contains(order.code()), "{} is never written in a second round", order.code());
    }
}

#[test]
fn the_brawler_uses_what_the_bar_has() {
    let mut used = BTreeSet::new();
    for seed in 0..60 {
        play::<Baston>("SCN-00", &["brawler", "brawler"], seed, &mut |_, _, command| {
            orders(command, &mut |r1, r2| {
                used.insert(format!("{r1}/"));
                used.insert(format!("/{r2}"));
            });
        });
    }
    for code in ["C/", "S/", "LEV/", "PRE/", "/CP", "/CS", "/CT", "/OUV", "/LAN", "/POU", "/REN"] {
        assert!(used.contains(code), "the brawler never writes {code}; it writes {used:?}");
    }
}

#[test]
fn the_beginner_loses_to_a_naive_player_and_beats_chance_in_the_fight_at_once() {
    is_a_beginner::<Baston>(60);
}

#[test]
fn a_bot_made_anew_answers_as_the_old_one_would() {
    remembers_nothing::<Baston>("SCN-00");
}

#[test]
fn dice_to_hand_change_no_event() {
    dice_to_hand_change_nothing::<Baston>();
}
