//! An answer that is sealed with those of others may be taken back until the last one is given, in every system.

use std::collections::BTreeSet;

use bagarre_rules::conformance::TestKit;
use bagarre_rules::contract::{Actor, Audience, Next, Ruleset, Seat, Seats, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::for_offered;
use bagarre_rules::gather::{Gather, Terms};

/// Answers that are given at one table at most.
const ANSWERS: usize = 120;

fn tables<R: Gather>() -> Vec<Terms> {
    R::scenarios().into_iter().filter_map(|scenario| R::usual(&scenario, 2)).collect()
}

fn asked<R: Ruleset>(state: &R::State) -> Option<(Seats, String)> {
    let Next::Ask { seats, ask } = R::next(state) else { return None };
    let ask = serde_json::to_value(&ask).unwrap();
    let tag = ask["ask"].as_str().map(str::to_owned);
    Some((seats, tag.unwrap_or_else(|| ask.as_object().unwrap().keys().next().unwrap().clone())))
}

fn says<R: Ruleset>(state: &mut R::State, seat: Seat, command: &R::Command, dice: &mut Seeded) -> usize {
    let mut events = 0;
    submit::<R>(state, Actor::Seat(seat), command, dice, &mut |_, _| events += 1).unwrap();
    events
}

/// What a seat has just sealed is taken back: everything is as it was before.
fn takes_back<R: Ruleset>(before: &R::State, after: &R::State, seat: Seat, dice: &Seeded) {
    let back = R::withdrawal(after, seat).expect("what it has sealed can be taken back");
    let others = (0..R::seats(after)).map(Seat).filter(|other| *other != seat);
    assert!(others.into_iter().all(|other| R::withdrawal(after, other).is_none()), "and nothing of others");
    let (mut again, mut dice) = (after.clone(), dice.clone());
    assert_eq!(says::<R>(&mut again, seat, &back, &mut dice), 1, "nothing follows from it");
    assert_eq!(&again, before);
    let seats = (0..R::seats(before)).map(|seat| Audience::Seat(Seat(seat)));
    for to in seats.chain([Audience::Spectator, Audience::Omniscient]) {
        assert_eq!(R::view(&again, to), R::view(before, to), "{to:?}");
    }
    assert!(R::decide(&again, Actor::Seat(seat), &back).is_err(), "not twice");
    let mut heir = after.clone();
    R::new_holder(&mut heir, seat);
    assert!(R::withdrawal(&heir, seat).is_none(), "another person does not take it back");
    assert!(R::decide(&heir, Actor::Seat(seat), &back).is_err());
}

/// The questions of which an answer could be taken back, in games of absent players.
fn withdrawn<R: Gather>() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for terms in tables::<R>() {
        let bands = (0..terms.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
        let mut state = R::new(&R::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
        let mut dice = Seeded::new([7; 32], 0);
        advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        for _ in 0..ANSWERS {
            let Some((seats, tag)) = asked::<R>(&state) else { break };
            let seat = seats.iter().next().unwrap();
            assert!(R::withdrawal(&state, seat).is_none(), "{tag}: nothing is sealed");
            let (before, answer) = (state.clone(), R::default_answer(&state, seat));
            says::<R>(&mut state, seat, &answer, &mut dice);
            let waits = asked::<R>(&state).is_some_and(|(now, _)| now == seats.without(seat));
            if R::sealed(&answer) && waits {
                takes_back::<R>(&before, &state, seat, &dice);
                found.insert(tag);
            }
        }
    }
    found
}

fn every_kind_is_withdrawn<R: TestKit>() {
    let found = withdrawn::<R>();
    assert!(R::sealing().iter().all(|kind| found.contains(*kind)), "{}: {found:?}", R::ID);
}

#[test]
fn an_answer_is_taken_back_until_the_last_is_sealed() {
    for_offered!(every_kind_is_withdrawn());
}
