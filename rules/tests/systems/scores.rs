//! The public score during a game: one count, with its parts, in words, and a warning before a game ends by itself.

use std::collections::BTreeSet;

use bagarre_rules::contract::scores::{Countdown, Scoreboard};
use bagarre_rules::contract::{Actor, Audience, Next, Outcome, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::for_offered;
use bagarre_rules::gather::Gather;
use bagarre_rules::generik::Generik;

/// A game whose bots do not come to an end is cut off here.
const LONG: u32 = 3000;

/// The author of the answers.
#[derive(Clone, Copy)]
enum Players {
    /// A bot in every seat.
    Bot(&'static str),
    /// No player: the default answers count.
    Absent,
    /// Players who are there and do nothing: they give the default answers themselves.
    Idle,
}

/// A game as its score was told: the scores in order, with the turn of each, and how it ended.
struct ScoredGame {
    boards: Vec<(u32, Scoreboard)>,
    outcome: Option<Outcome>,
}

fn play<R: Gather>(scenario: &str, players: Players, seed: u64) -> ScoredGame {
    let terms = (1..=4).find_map(|seats| R::usual(scenario, seats)).unwrap();
    let bands = (0..terms.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
    let setup = R::gather(&terms, bands, Seat(0)).unwrap();
    let mut state = R::new(&setup).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(seed + 1));
    let mut boards = Vec::new();
    advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    for _ in 0..LONG {
        boards.push((R::turn(&state), R::scoreboard(&state).unwrap()));
        let seats = match R::next(&state) {
            Next::Ask { seats, .. } => seats,
            Next::Over(outcome) => return ScoredGame { boards, outcome: Some(outcome) },
            Next::Do(_) | Next::Roll(_) => panic!("the game stopped on its way"),
        };
        let seat = seats.iter().next().unwrap();
        let (by, command) = match players {
            Players::Absent => (Actor::Clock(seat), R::default_answer(&state, seat)),
            Players::Idle => (Actor::Seat(seat), R::default_answer(&state, seat)),
            Players::Bot(name) => {
                let (view, ask) = (R::view(&state, Audience::Seat(seat)), R::ask_bot(&state, seat).unwrap());
                (Actor::Seat(seat), R::bot(name).unwrap().answer(&view, &ask, seat, &mut chance))
            }
        };
        submit::<R>(&mut state, by, &command, &mut dice, &mut |_, _| {}).unwrap();
    }
    ScoredGame { boards, outcome: None }
}

/// Every scenario of a system, played by the best bot and by absent players.
fn games<R: Gather>() -> Vec<(String, ScoredGame)> {
    let scenarios = R::scenarios();
    let best = *R::bots().last().unwrap();
    let mut games = Vec::new();
    for scenario in &scenarios {
        for (players, seed) in [(Players::Bot(best), 3), (Players::Absent, 5)] {
            games.push((scenario.clone(), play::<R>(scenario, players, seed)));
        }
    }
    games
}

fn check<R: Gather>() {
    let words = &R::presentation().words;
    let mut missing = BTreeSet::new();
    let mut need = |key: String| {
        if !words.contains_key(&key) {
            missing.insert(key);
        }
    };
    let mut scored = false;
    for (scenario, game) in games::<R>() {
        let (_, last) = game.boards.last().unwrap();
        for (turn, board) in &game.boards {
            for side in &board.sides {
                let sum: i32 = side.parts.iter().map(|part| part.n).sum();
                assert_eq!(side.total, sum, "{scenario}, turn {turn}: {side:?}");
                scored |= !side.parts.is_empty();
                side.parts.iter().for_each(|part| need(format!("score.{}", part.code)));
                side.out.iter().for_each(|out| need(format!("out.{out}")));
                assert!(side.parts.iter().all(|part| part.code != "earlier"), "{scenario}: {side:?}");
            }
            board.countdown.iter().for_each(|soon| need(format!("countdown.{}", soon.code)));
        }
        let Some(outcome) = game.outcome else { continue };
        need(format!("end.{}", outcome.reason));
        for side in &last.sides {
            for seat in side.seats.iter() {
                let score = outcome.scores[usize::from(seat.0)];
                assert_eq!(score, side.total, "{scenario}: {outcome:?} and {last:?}");
            }
        }
        if ["idle", "turns"].contains(&outcome.reason.as_str()) {
            // Where no question was asked in the last turn, no seat could be warned.
            let (turn, before) = &game.boards[game.boards.len() - 2];
            let asked = *turn == game.boards.last().unwrap().0;
            assert!(
                !asked || before.countdown.as_ref().is_some_and(|soon| soon.turns == 1),
                "{scenario}: {before:?}"
            );
        }
        assert_eq!(last.countdown, None, "{scenario}");
    }
    assert!(scored, "no game of {} was worth a point", R::ID);
    assert!(missing.is_empty(), "{} has no words for {missing:?}", R::ID);
}

#[test]
fn scores_are_one_count_with_its_parts() {
    for_offered!(check());
}

/// Three turns without an act end a fight in a draw (GEN-TRN-09): that is told after the first of them.
#[test]
fn a_draw_by_idle_turns_is_announced_turn_by_turn() {
    let game = play::<Generik>("baston_generale", Players::Idle, 7);
    assert_eq!(game.outcome.unwrap().reason, "idle");
    let mut soon: Vec<(u32, Option<Countdown>)> = game
        .boards
        .into_iter()
        .filter(|(turn, _)| *turn > 0)
        .map(|(turn, board)| (turn, board.countdown))
        .collect();
    soon.dedup();
    let left: Vec<_> = soon.iter().map(|(turn, soon)| (*turn, soon.as_ref().map(|it| it.turns))).collect();
    assert_eq!(left, [(1, None), (2, Some(2)), (3, Some(1)), (3, None)]);
}
