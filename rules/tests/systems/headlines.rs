//! The newest blow in one line, for players that were away: told of recorded games, from their set-up and one entry at a time.

use bagarre_rules::conformance::TestKit;
use bagarre_rules::contract::{Actor, Audience, Next, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::for_offered;
use bagarre_rules::presentation::Words;
use bagarre_rules::systems;

/// Returns the headlines of a game between two of the best bots, with the names as they are shown.
fn headlines<R: TestKit>(scenario: &str) -> (Vec<Words>, Vec<String>) {
    let bot = R::bots().last().unwrap();
    let terms = R::usual(scenario, 2).unwrap();
    let bands = (0..2).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
    let setup = R::gather(&terms, bands, Seat(0)).unwrap();
    let mut state = R::new(&setup).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(5), Seeded::from_number(6));
    let mut bots: Vec<_> = (0..2).map(|_| R::bot(bot).unwrap()).collect();
    let ruleset = systems::parse(R::ID).unwrap();
    let text = serde_json::to_string(&setup).unwrap();
    let mut lines = Vec::new();
    advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    while let Next::Ask { seats, .. } = R::next(&state) {
        let seat = seats.iter().next().unwrap();
        let (view, ask) = (R::view(&state, Audience::Seat(seat)), R::ask_for(&state, seat).unwrap());
        let command = bots[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        let mut entry = Vec::new();
        let mut keep = |_: &R::State, event: &R::Event| entry.push(event.clone());
        submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut keep).unwrap();
        let line = R::headline(&setup, &entry);
        assert_eq!(ruleset.headline(&text, &serde_json::to_string(&entry).unwrap()), line);
        lines.extend(line);
    }
    (lines, R::names(&R::view(&state, Audience::Spectator)))
}

fn are_told<R: TestKit>() {
    let Some((scenario, some)) = R::headlines() else { return };
    let (lines, names) = headlines::<R>(scenario);
    for line in &lines {
        for text in [&line.fr, &line.en] {
            assert!(!text.contains('{') && names.iter().any(|name| text.contains(name)), "{text}");
        }
    }
    for words in some {
        assert!(lines.iter().any(|line| line.en.contains(words)), "{}: {words}: {lines:?}", R::ID);
    }
}

#[test]
fn blows_are_told_by_name() {
    for_offered!(are_told());
}

#[test]
fn what_cannot_be_read_is_no_headline() {
    for ruleset in systems::ALL {
        for (setup, events) in [("{}", "[]"), ("", ""), ("{}", "[{}]"), ("null", "{")] {
            assert_eq!(ruleset.headline(setup, events), None, "{ruleset}");
        }
    }
}
