//! A game that goes on from wherever it was taken up, and what came of it.

use super::{audiences, options, pick, text};
use crate::contract::{Actor, Audience, Next, Ruleset, Seat, SubmitError, advance, submit};
use crate::dice::{Dice, Seeded};

/// What a run of bytes came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weather {
    /// Commands that were played.
    pub accepted: u32,
    /// Commands that were refused.
    pub refused: u32,
    /// Positions that were taken up.
    pub positions: u32,
}

/// One of the seats that have to answer.
pub(super) fn asked<R: Ruleset>(state: &R::State) -> Option<Seat> {
    match R::next(state) {
        Next::Ask { seats, .. } => seats.iter().next(),
        _ => None,
    }
}

/// Plays on for a while from a moment that was accepted, and looks at it from everywhere.
pub(super) fn go_on_from<R: Ruleset>(
    mut state: R::State,
    position: &R::Position,
    commands: usize,
    chance: &mut dyn Dice,
    dice: &mut Seeded,
) {
    let stuck = |why: SubmitError<R::Illegal>| {
        panic!("from an accepted position the game does not go on: {why}\n{}", text(position))
    };
    look_around::<R>(&state, chance);
    advance::<R>(&mut state, dice, &mut |_, _| {}).unwrap_or_else(stuck);
    for _ in 0..commands {
        look_around::<R>(&state, chance);
        let Next::Ask { seats, .. } = R::next(&state) else { return };
        let Some(seat) = seats.iter().next() else { panic!("asks nobody:\n{}", text(position)) };
        let list = options::<R>(&state, seat);
        let command = match pick(chance, &list) {
            Some(command) => command.clone(),
            None => R::default_answer(&state, seat),
        };
        let mut sink = |after: &R::State, event: &R::Event| {
            R::notice(after, event, Audience::Spectator);
        };
        submit::<R>(&mut state, Actor::Seat(seat), &command, dice, &mut sink).unwrap_or_else(stuck);
    }
}

/// Everything that may be asked of a moment: views, questions, options, advice, the answers of the absent and of a bot.
pub(super) fn look_around<R: Ruleset>(state: &R::State, chance: &mut dyn Dice) {
    for to in audiences::<R>(state) {
        R::view(state, to);
    }
    // There is no seat beyond the last.
    for seat in (0..=R::seats(state)).map(Seat) {
        R::pace(state, seat);
        R::time(state, seat);
        let default = R::default_answer(state, seat);
        let list = options::<R>(state, seat);
        for command in pick(chance, &list).into_iter().chain([&default]) {
            // Advice on what was not asked may be a refusal.
            let _ = R::advise(state, seat, &R::Draft::from(command.clone()));
        }
        if let Some(ask) = R::ask_for(state, seat)
            && let Some(mut bot) = pick(chance, R::bots()).and_then(|name| R::bot(name))
        {
            let answer = bot.answer(&R::view(state, Audience::Seat(seat)), &ask, seat, chance);
            if let Err(illegal) = R::decide(state, Actor::Seat(seat), &answer) {
                panic!("the answer of a bot is refused: {illegal}\n{}", text(&R::position(state)));
            }
        }
    }
}
