//! What a seat may say now.

use super::Energie;
use super::command::{After, Ask, Command, Meddle};
use super::event::Unit;
use super::ids::{Opponent, Source, Who};
use super::legal;
use super::next::open;
use super::placing;
use super::resolve;
use super::scene::{Boon, Stage};
use super::state::{Sealed, State, Wait};
use super::tables::tables;
use bagarre_kit::contract::{Ruleset as _, Seat};

/// Ways to place that are listed.
const MOST_PLACES: usize = 64;

/// What the seat may say, asked or of its own accord.
pub(super) fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
    if seat.0 >= state.seats() || state.scene.stage == Stage::Over {
        return;
    }
    let open = open(state);
    if let Some(ask) = open.as_deref().filter(|ask| ask.seats().contains(seat)) {
        asked(state, seat, ask, each);
    }
    Energie::withdrawal(state, seat).into_iter().for_each(&mut *each);
    if state.fixed.setup.master() == Some(seat) && open.is_some() {
        meddling(state, each);
    }
}

fn asked(state: &State, seat: Seat, ask: &Ask, each: &mut dyn FnMut(Command)) {
    let question = ask.id();
    match ask {
        Ask::Deploy { .. } => {
            for places in placing::options(&state.fixed.setup, seat, MOST_PLACES) {
                each(Command::Deploy { question, places: Sealed(places) });
            }
        }
        Ask::Act { who, .. } => {
            legal::all(state.public(), *who, &mut |act| each(Command::Act { question, act }));
        }
        Ask::Order { tied, .. } => {
            for order in permutations(tied) {
                each(Command::Order { question, order });
            }
        }
        Ask::Guard { .. }
        | Ask::React { .. }
        | Ask::Stabilise { .. }
        | Ask::Death { .. }
        | Ask::Vote { .. } => {
            for yes in [true, false] {
                each(Command::Say { question, yes });
            }
        }
        Ask::Clause { clause, .. } => {
            each(Command::Rule { question, value: None });
            for value in resolve::rulings(*clause) {
                each(Command::Rule { question, value: Some(value) });
            }
        }
        Ask::Window { trial, .. } => {
            let boons = [
                Boon::default(),
                Boon { need: 1, ..Boon::default() },
                Boon { need: -1, ..Boon::default() },
                Boon { edge: 1, ..Boon::default() },
                Boon { edge: -1, ..Boon::default() },
                Boon { difficulty: Some(2), ..Boon::default() },
            ];
            for boon in boons {
                if resolve::check_boon(state.public(), Some(*trial), boon).is_ok() {
                    each(Command::Window { question, boon });
                }
            }
        }
        Ask::Bring { .. } => {
            each(Command::Bring { question, opponents: Vec::new() });
            for id in Opponent::ALL {
                for zone in &state.public().map.entries {
                    let opponents = vec![(*id, *zone)];
                    if resolve::check_bring(state.public(), &opponents).is_ok() {
                        each(Command::Bring { question, opponents });
                    }
                }
            }
        }
        Ask::After { .. } => {
            each(Command::After { after: After::Done });
            if resolve::check_after(state.public(), seat, After::Rest).is_ok() {
                each(Command::After { after: After::Rest });
            }
            let all = || (0..state.scene.fighters.len() as u8).map(Who);
            for (by, who) in all().flat_map(|by| all().map(move |who| (by, who))) {
                let after = After::Heal { by, who };
                if resolve::check_after(state.public(), seat, after).is_ok() {
                    each(Command::After { after });
                }
            }
        }
    }
}

/// What the referee may do unasked: a fair sample.
fn meddling(state: &State, each: &mut dyn FnMut(Command)) {
    let mut offer = |what: Meddle| {
        if resolve::check_meddle(state, what).is_ok() {
            each(Command::Meddle { what });
        }
    };
    for (who, fighter) in state.scene.all() {
        if fighter.in_play() {
            offer(Meddle::Boon(who, Boon { edge: 1, ..Boon::default() }));
            offer(Meddle::Boon(who, Boon { edge: -1, ..Boon::default() }));
            offer(Meddle::Boon(who, Boon { need: 1, ..Boon::default() }));
        }
        offer(Meddle::Alone(who, !fighter.left_alone));
    }
    for id in Source::ALL {
        for rate in &tables().campaign.rates {
            offer(Meddle::Rate(*id, *rate));
        }
    }
    for line in 0..state.scene.burnt.len() as u8 {
        offer(Meddle::Shift(line, 1));
        offer(Meddle::Shift(line, -1));
    }
    // A declaration is asked of all: one that is under way is not made again.
    if !matches!(state.work().map(|work| &work.unit), Some(Unit::Met)) {
        offer(Meddle::Met);
    }
}

/// Every order of a few.
fn permutations(list: &[Who]) -> Vec<Vec<Who>> {
    if list.len() <= 1 {
        return vec![list.to_vec()];
    }
    let firsts = (0..list.len()).flat_map(|n| {
        let rest: Vec<Who> = list.iter().enumerate().filter(|(k, _)| *k != n).map(|(_, who)| *who).collect();
        permutations(&rest).into_iter().map(move |rest| std::iter::once(list[n]).chain(rest).collect())
    });
    firsts.collect()
}

/// The only way to place what a seat has, where there is one and the game asks for no choice that is none (ENE-R60).
pub(super) fn only(state: &State, seat: Seat) -> Option<Command> {
    let setup = &state.fixed.setup;
    let Some(Wait::Deploy(seals)) = state.wait().filter(|_| setup.options.only_choice) else { return None };
    if seals.has(seat) || placing::mines(setup, seat) > 0 {
        return None;
    }
    match &placing::options(setup, seat, 2)[..] {
        [places] => Some(Command::Deploy { question: state.questions + 1, places: Sealed(places.clone()) }),
        _ => None,
    }
}
