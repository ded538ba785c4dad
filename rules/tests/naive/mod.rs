//! A naive player, by which bots are measured: it walks to the nearest enemy and strikes with the first legal blow. It knows no
//! odds and uses nothing that is proposed. And the games by which bots are measured: fights at once, seats swapped.

mod baston;
mod celtiques;
mod energie;
mod generik;

use bagarre_rules::contract::{Actor, Audience, Bot, Lang, Next, Outcome, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::Gather;

/// The name of the naive player among those of bots.
pub(crate) const NAIVE: &str = "naive";

/// A system that can be played naively.
pub(crate) trait Naive: Gather {
    /// What a naive player says to what it is asked.
    fn naive(state: &Self::State, seat: Seat) -> Self::Command;
}

/// Whether a seat may say something now.
fn may<R: Ruleset>(state: &R::State, seat: Seat, command: &R::Command) -> bool {
    R::decide(state, Actor::Seat(seat), command).is_ok()
}

/// The first of these that a seat may say; what somebody says who is not there, where there is none.
fn first<R: Ruleset>(
    state: &R::State,
    seat: Seat,
    commands: impl IntoIterator<Item = R::Command>,
) -> R::Command {
    let legal = commands.into_iter().find(|command| may::<R>(state, seat, command));
    legal.unwrap_or_else(|| R::default_answer(state, seat))
}

/// The fight at once of a system with the bands of its number, between two players by seat: bots, or [`NAIVE`].
pub(crate) fn fight<R: Naive>(players: [&str; 2], bands: u64, number: u64) -> (Outcome, R::State) {
    let quick = R::presentation().card.quick.as_ref().expect("every system has a fight at once");
    let terms = quick.terms();
    let mut own: Vec<R::Band> = Vec::new();
    for seat in (0..terms.seats).map(Seat) {
        own.push(R::own_band(&terms, seat, (bands % 16) as u8, Lang::Fr, &own));
    }
    let mut state = R::new(&R::gather(&terms, own, Seat(0)).unwrap()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
    let mut bots: Vec<Option<Box<dyn Bot<R>>>> = players.iter().map(|name| R::bot(name)).collect();
    let all_known = players.iter().zip(&bots).all(|(name, bot)| *name == NAIVE || bot.is_some());
    assert!(all_known, "no such player among {players:?}");
    advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let seat = match R::next(&state) {
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            Next::Over(outcome) => return (outcome, state),
            _ => panic!("game {number} stopped on its way"),
        };
        let command = match &mut bots[usize::from(seat.0)] {
            Some(bot) => {
                let (view, ask) = (R::view(&state, Audience::Seat(seat)), R::ask_bot(&state, seat).unwrap());
                bot.answer(&view, &ask, seat, &mut chance)
            }
            None => R::naive(&state, seat),
        };
        submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
}

/// Fights at once that the first of two players wins alone, of so many from a number on. Two and two have the same bands, and
/// seats swapped.
pub(crate) fn won<R: Naive>(one: &str, other: &str, games: u64, from: u64) -> u64 {
    let wins = |number: &u64| {
        let own = (number % 2) as usize;
        let players = if own == 0 { [one, other] } else { [other, one] };
        let (outcome, _) = fight::<R>(players, number / 2, *number);
        outcome.winners.len() == 1 && outcome.winners.contains(Seat(own as u8))
    };
    (from..from + games).filter(wins).count() as u64
}
