//! What the numbers of a system come to: games of bots, and what players are shown in them.

use std::hash::{DefaultHasher, Hash, Hasher};

use bagarre_rules::conformance::TestKit;
use bagarre_rules::contract::{Actor, Audience, Next, Seat, advance, submit};
use bagarre_rules::dice::{Dice, Seeded};
use serde::Serialize;

/// How many options of a question are asked about.
const ADVISED: usize = 3;

/// How many commands a game is played for: several times what the longest needs.
const COMMANDS_PER_GAME: usize = 20_000;

/// Returns how many games are played: `games` in every set-up of a system, with each of its bots.
pub(super) fn count<R: TestKit>(games: usize) -> usize {
    games * setups::<R>().len()
}

fn setups<R: TestKit>() -> Vec<R::Setup> {
    let mut setups = R::setups();
    setups.extend(R::outfitted());
    setups
}

/// Passes on a digest of each of these games, counted from 0, once it has been played. A digest holds all events, what each seat is asked with
/// the odds that are shown beside the answers, advice, proposals and the score. Two builds with the same numbers and rules pass on the same
/// digests.
pub(super) fn digests<R: TestKit>(games: usize, which: &[usize], found: &mut dyn FnMut(u64)) {
    let setups = setups::<R>();
    for number in which {
        let (n, game) = (number % setups.len(), number / setups.len());
        let mut digest = DefaultHasher::new();
        play::<R>(&setups[n], (n * games + game) as u64, &mut digest);
        found(digest.finish());
    }
}

fn play<R: TestKit>(setup: &R::Setup, number: u64, digest: &mut DefaultHasher) {
    let mut state = R::new(setup).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
    let bots = R::bots();
    let first = number as usize;
    let mut players: Vec<_> = (0..usize::from(R::seats(&state)))
        .map(|seat| R::bot(bots[(first + seat) % bots.len()]).unwrap())
        .collect();
    advance::<R>(&mut state, &mut dice, &mut |_, event| add(digest, event)).unwrap();
    let mut commands = 0;
    while let Next::Ask { seats, .. } = R::next(&state) {
        commands += 1;
        if commands > COMMANDS_PER_GAME {
            return;
        }
        let seat = seats.iter().next().unwrap();
        show::<R>(&state, seat, digest);
        let (view, ask) = (R::view(&state, Audience::Seat(seat)), R::ask_bot(&state, seat).unwrap());
        let command = players[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, event| add(digest, event))
            .unwrap();
    }
    add(digest, &R::scoreboard(&state));
}

/// Adds what a seat is shown at its question.
fn show<R: TestKit>(state: &R::State, seat: Seat, digest: &mut DefaultHasher) {
    add(digest, &R::ask_for(state, seat));
    add(digest, &R::proposal(state, seat));
    let mut options = Vec::new();
    R::options(state, seat, &mut |command| options.push(command));
    options.len().hash(digest);
    // Not the first ones alone: they are often of one kind.
    let mut which = Seeded::from_number(options.len() as u64);
    for _ in 0..ADVISED.min(options.len()) {
        let at = usize::from(which.die(100)) % options.len();
        let draft = R::Draft::from(options[at].clone());
        add(digest, &R::advise(state, seat, &draft).ok());
    }
}

fn add(digest: &mut DefaultHasher, value: &impl Serialize) {
    serde_json::to_vec(value).unwrap().hash(digest);
}
