//! The bots: one plays anything, the other plays to win.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;

use bagarre_rules::baston::Baston;
use bagarre_rules::baston::command::{Ask, Command};
use bagarre_rules::baston::order::R2;
use bagarre_rules::contract::{Actor, Audience, Bot, Next, Outcome, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::Gather;

/// Plays a game between bots by seat; every command is shown.
fn play(scenario: &str, bots: &[&str], seed: u64, see: &mut dyn FnMut(Seat, &Ask, &Command)) -> Outcome {
    let seats = bots.len() as u8;
    let terms = Baston::usual(scenario, seats).unwrap();
    let bands = (0..seats).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
    let mut state = Baston::new(&Baston::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
    let mut players: Vec<Box<dyn Bot<Baston>>> = bots.iter().map(|name| Baston::bot(name).unwrap()).collect();
    advance::<Baston>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let seat = match Baston::next(&state) {
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            Next::Over(outcome) => return outcome,
            _ => panic!("the game stopped on its way"),
        };
        let ask = Baston::ask_for(&state, seat).unwrap();
        let view = Baston::view(&state, Audience::Seat(seat));
        let command = players[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        see(seat, &ask, &command);
        submit::<Baston>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
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
fn the_brawler_beats_any_in_eighty_games_of_a_hundred_on_both_sides() {
    let mut won = 0;
    for seed in 0..100 {
        let own = seed as usize % 2;
        let bots = if own == 0 { ["brawler", "any"] } else { ["any", "brawler"] };
        let outcome = play("SCN-00", &bots, seed, &mut |_, _, _| {});
        won += usize::from(outcome.winners.len() == 1 && outcome.winners.contains(Seat(own as u8)));
    }
    assert!(won >= 80, "the brawler won {won} games of 100");
}

#[test]
fn the_brawler_wins_the_scenarios_with_goals_too() {
    for (scenario, seats, least) in
        [("SCN-01", 2, 14), ("SCN-02", 2, 14), ("SCN-03", 2, 14), ("SCN-04", 3, 14)]
    {
        let mut won = 0;
        for seed in 0..20 {
            let own = seed as usize % seats;
            let bots: Vec<&str> =
                (0..seats).map(|seat| if seat == own { "brawler" } else { "any" }).collect();
            let outcome = play(scenario, &bots, seed, &mut |_, _, _| {});
            won += usize::from(outcome.winners.len() == 1 && outcome.winners.contains(Seat(own as u8)));
        }
        assert!(won >= least, "{scenario}: the brawler won {won} games of 20");
    }
}

#[test]
fn any_order_gets_its_chance() {
    let (mut firsts, mut seconds) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..12 {
        play("SCN-00", &["any", "any"], seed, &mut |_, _, command| {
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
    for seed in 0..24 {
        play("SCN-00", &["brawler", "brawler"], seed, &mut |_, _, command| {
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
fn a_bot_made_anew_answers_as_the_old_one_would() {
    for name in Baston::bots() {
        let terms = Baston::usual("SCN-00", 2).unwrap();
        let bands = (0..2).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
        let mut state = Baston::new(&Baston::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
        let (mut dice, mut chance) = (Seeded::from_number(5), Seeded::from_number(6));
        let mut old = Baston::bot(name).unwrap();
        advance::<Baston>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        while let Next::Ask { seats, .. } = Baston::next(&state) {
            let seat = seats.iter().next().unwrap();
            let ask = Baston::ask_for(&state, seat).unwrap();
            let view = Baston::view(&state, Audience::Seat(seat));
            let mut same_chance = chance.clone();
            let command = old.answer(&view, &ask, seat, &mut chance);
            let anew = Baston::bot(name).unwrap().answer(&view, &ask, seat, &mut same_chance);
            assert_eq!(command, anew, "{name} remembers what a restart would lose");
            submit::<Baston>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
    }
}
