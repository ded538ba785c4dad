//! Whole games between bots come to an end.
use bagarre_rules::baston::Baston;
use bagarre_rules::contract::{Actor, Audience, Bot, Next, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::Gather;

#[test]
fn bots_play_whole_games() {
    for scenario in Baston::scenarios() {
        for seats in 2..=4 {
            let Some(terms) = Baston::usual(&scenario, seats) else { continue };
            let bands = (0..seats).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
            let setup = Baston::gather(&terms, bands).unwrap();
            let mut state = Baston::new(&setup).unwrap();
            let mut dice = Seeded::from_number(7);
            let mut own = Seeded::from_number(8);
            let mut events = 0;
            let mut bot = bagarre_rules::baston::bots::AnyBot;
            advance::<Baston>(&mut state, &mut dice, &mut |_, _| events += 1).unwrap();
            while let Next::Ask { seats, .. } = Baston::next(&state) {
                let seat = seats.iter().next().unwrap();
                let view = Baston::view(&state, Audience::Seat(seat));
                let ask = Baston::ask_for(&state, seat).unwrap();
                let command = bot.answer(&view, &ask, seat, &mut own);
                submit::<Baston>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| events += 1)
                    .unwrap();
            }
            println!(
                "{scenario} {seats}: {events} events, turn {}, {:?}",
                state.scene.turn, state.scene.outcome
            );
        }
    }
}
