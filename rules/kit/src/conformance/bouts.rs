//! Games between bots, and how strong they are.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use super::TestKit;
use crate::contract::{Actor, Audience, Bot, Lang, Next, Outcome, Ruleset, Seat, advance, submit};
use crate::dice::{Dice, Seeded};
use crate::gather::{Gather, Terms};

/// The name of the naive player among those of bots.
pub const NAIVE: &str = "naive";

/// Whether a seat may say something now.
fn may<R: Ruleset>(state: &R::State, seat: Seat, command: &R::Command) -> bool {
    R::decide(state, Actor::Seat(seat), command).is_ok()
}

/// Returns the first of these commands that is legal for the seat, or its default answer where none is.
pub fn first<R: Ruleset>(
    state: &R::State,
    seat: Seat,
    commands: impl IntoIterator<Item = R::Command>,
) -> R::Command {
    let legal = commands.into_iter().find(|command| may::<R>(state, seat, command));
    legal.unwrap_or_else(|| R::default_answer(state, seat))
}

/// The fight at once of a system with the bands of its number, between two players by seat: bots, or [`NAIVE`].
pub fn fight<R: TestKit>(players: [&str; 2], bands: u64, number: u64) -> (Outcome, R::State) {
    let quick = R::presentation().card.quick.as_ref().expect("every system has a fight at once");
    let terms = quick.terms();
    let mut own: Vec<R::Band> = Vec::new();
    for seat in (0..terms.seats).map(Seat) {
        own.push(R::own_band(&terms, seat, (bands % 16) as u8, Lang::Fr, &own));
    }
    let mut bots: Vec<Option<Box<dyn Bot<R>>>> = players.iter().map(|name| R::bot(name)).collect();
    let all_known = players.iter().zip(&bots).all(|(name, bot)| *name == NAIVE || bot.is_some());
    assert!(all_known, "no such player among {players:?}");
    let state = R::new(&R::gather(&terms, own, Seat(0)).unwrap()).unwrap();
    play_out::<R>(state, number, |state, seat, chance| match &mut bots[usize::from(seat.0)] {
        Some(bot) => answer::<R>(&mut **bot, state, seat, chance),
        None => R::naive(state, seat),
    })
}

/// Returns what a bot answers to what a seat is asked.
pub(super) fn answer<R: Ruleset>(
    bot: &mut dyn Bot<R>,
    state: &R::State,
    seat: Seat,
    chance: &mut dyn Dice,
) -> R::Command {
    let (view, ask) = (R::view(state, Audience::Seat(seat)), R::ask_bot(state, seat).unwrap());
    bot.answer(&view, &ask, seat, chance)
}

/// Plays the game of a number from its start to its end, with what `answer` says for each seat that is asked; returns how it ended, and the state it
/// ended in. Dice and `answer` draw from separate sources made of the number.
pub(super) fn play_out<R: Ruleset>(
    mut state: R::State,
    number: u64,
    mut answer: impl FnMut(&R::State, Seat, &mut dyn Dice) -> R::Command,
) -> (Outcome, R::State) {
    let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
    advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let seat = match R::next(&state) {
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            Next::Over(outcome) => return (outcome, state),
            _ => panic!("game {number} stopped on its way"),
        };
        let command = answer(&state, seat, &mut chance);
        submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
}

/// Fights at once that the first of two players wins alone, of so many from a number on. Two and two have the same bands, and
/// seats swapped.
pub fn won<R: TestKit>(one: &str, other: &str, games: u64, from: u64) -> u64 {
    let wins = |number: &u64| {
        let own = (number % 2) as usize;
        let players = if own == 0 { [one, other] } else { [other, one] };
        let (outcome, _) = fight::<R>(players, number / 2, *number);
        outcome.winners.len() == 1 && outcome.winners.contains(Seat(own as u8))
    };
    (from..from + games).filter(wins).count() as u64
}

/// Shown every command with the question it answers.
pub type See<'a, R> = &'a mut dyn FnMut(Seat, &<R as Ruleset>::Ask, &<R as Ruleset>::Command);

/// Plays a game between bots by seat.
pub fn play<R: Gather>(scenario: &str, bots: &[&str], seed: u64, see: See<'_, R>) -> Outcome {
    let terms = R::usual(scenario, bots.len() as u8).unwrap();
    let bands = (0..terms.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
    play_with::<R>(&terms, bands, bots, seed, see)
}

/// The same on these terms, with these bands.
pub fn play_with<R: Gather>(
    terms: &Terms,
    bands: Vec<R::Band>,
    bots: &[&str],
    seed: u64,
    see: See<'_, R>,
) -> Outcome {
    let mut state = R::new(&R::gather(terms, bands, Seat(0)).unwrap()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
    let mut players: Vec<Box<dyn Bot<R>>> = bots.iter().map(|name| R::bot(name).unwrap()).collect();
    advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let seat = match R::next(&state) {
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            Next::Over(outcome) => return outcome,
            _ => panic!("the game stopped on its way"),
        };
        let ask = R::ask_for(&state, seat).unwrap();
        let view = R::view(&state, Audience::Seat(seat));
        let command = players[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        see(seat, &ask, &command);
        submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
}

/// Games of the best bot among random ones, its seat changing from game to game, that it wins alone.
pub fn won_by_the_best<R: Gather>(scenario: &str, seats: usize, games: u64) -> u64 {
    let best = *R::bots().last().unwrap();
    let won = |seed: &u64| {
        let own = *seed as usize % seats;
        let bots: Vec<&str> = (0..seats).map(|seat| if seat == own { best } else { "any" }).collect();
        let outcome = play::<R>(scenario, &bots, *seed, &mut |_, _, _| {});
        outcome.winners.len() == 1 && outcome.winners.contains(Seat(own as u8))
    };
    (0..games).filter(won).count() as u64
}

/// The beginner can be beaten by a player that walks up and strikes, and beats one that chooses at random. Over 400 games the naive player
/// wins 60 to 80 % and chance at most 35 (`make balance`); the bounds here leave room for what few games may be off by.
pub fn is_a_beginner<R: TestKit>(games: u64) {
    let [naive, chance] = [NAIVE, "any"].map(|player| won::<R>(player, "novice", games, 9_000) * 100 / games);
    let best = won::<R>(R::bots().last().unwrap(), "novice", games, 9_000) * 100 / games;
    assert!((48..=90).contains(&naive), "{}: a naive player wins {naive} % against the beginner", R::ID);
    assert!(chance <= 47, "{}: chance wins {chance} % against the beginner", R::ID);
    assert!(best >= 50, "{}: the best bot wins {best} % against the beginner", R::ID);
}

/// A bot that is made anew answers as the old one would: none remembers what a restart would lose.
pub fn remembers_nothing<R: Gather>(scenario: &str) {
    for name in R::bots() {
        let terms = R::usual(scenario, 2).unwrap();
        let bands = (0..2).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
        let mut state = R::new(&R::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
        let (mut dice, mut chance) = (Seeded::from_number(5), Seeded::from_number(6));
        let mut old = R::bot(name).unwrap();
        advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        while let Next::Ask { seats, .. } = R::next(&state) {
            let seat = seats.iter().next().unwrap();
            let ask = R::ask_for(&state, seat).unwrap();
            let view = R::view(&state, Audience::Seat(seat));
            let mut same_chance = chance.clone();
            let command = old.answer(&view, &ask, seat, &mut chance);
            let anew = R::bot(name).unwrap().answer(&view, &ask, seat, &mut same_chance);
            assert_eq!(command, anew, "{name} remembers what a restart would lose");
            submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
    }
}

/// The events of a game, its dice thrown one after the other, or while the work runs on. Commands come from `bot`.
fn events<R: Gather>(scenario: &str, bot: &str, seed: u64, at_once: bool) -> Vec<R::Event> {
    let terms = (2..=6).find_map(|seats| R::usual(scenario, seats)).unwrap();
    let bands = (0..terms.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
    let mut state = R::new(&R::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
    let mut players: Vec<Box<dyn Bot<R>>> = (0..terms.seats).map(|_| R::bot(bot).unwrap()).collect();
    let mut events = Vec::new();
    if at_once {
        advance::<R>(&mut state, &mut dice, &mut |_, event| events.push(event.clone())).unwrap();
    }
    loop {
        let event = match R::next(&state) {
            Next::Ask { seats, .. } => {
                let seat = seats.iter().next().unwrap();
                let (ask, view) = (R::ask_for(&state, seat).unwrap(), R::view(&state, Audience::Seat(seat)));
                let command = players[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
                if at_once {
                    let sink = &mut |_: &R::State, event: &R::Event| events.push(event.clone());
                    submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, sink).unwrap();
                    continue;
                }
                R::decide(&state, Actor::Seat(seat), &command).unwrap()
            }
            Next::Roll(roll) => R::rolled(&state, &roll, &dice.roll(&roll).unwrap()),
            Next::Do(event) => event,
            Next::Over(_) => return events,
        };
        R::apply(&mut state, &event);
        events.push(event);
    }
}

/// Dice that are to hand change no event: in every scenario, with every bot.
pub fn dice_to_hand_change_nothing<R: Gather>() {
    for scenario in &R::scenarios() {
        for (bot, seed) in R::bots().iter().flat_map(|bot| (0..3).map(move |seed| (bot, seed))) {
            let (apart, at_once) =
                (events::<R>(scenario, bot, seed, false), events::<R>(scenario, bot, seed, true));
            assert!(apart == at_once, "{scenario}, {bot}, game {seed}");
        }
    }
}
