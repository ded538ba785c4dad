//! Commands become events, or are refused.

use super::Energie;
use super::command::{Ask, Command, Meddle, Places, Standing};
use super::event::{Answer, Event, Unit};
use super::legal;
use super::next::{open, players};
use super::placing;
use super::refusal::Illegal;
use super::resolve;
use super::scene::{Motion, Stage};
use super::state::{Sealed, State, Wait};
use bagarre_kit::contract::{Actor, Hand, Seat};
use bagarre_kit::procedure::{self, Answered};
use bagarre_kit::refusal::Refusal;

fn stale() -> Illegal {
    Refusal::Stale.into()
}

fn not_asked(ask: &Ask) -> Illegal {
    Refusal::NotAskedBy(asked_by(ask)).into()
}

/// Returns the rule by which a question is asked.
fn asked_by(ask: &Ask) -> &'static str {
    match ask {
        Ask::Deploy { .. } => "ENE-DEC-16",
        Ask::Act { .. } => "ENE-ORD-01",
        Ask::Order { .. } => "ENE-DEC-01",
        Ask::Guard { .. } => "ENE-DEC-06",
        Ask::React { .. } => "ENE-DEC-05",
        Ask::Stabilise { .. } => "ENE-DEC-10",
        Ask::Window { .. } => "ENE-MJ-03",
        Ask::Bring { .. } => "ENE-MJ-05",
        Ask::Clause { .. } => "ENE-MJ-06",
        Ask::Death { .. } => "ENE-DEC-12",
        Ask::Vote { motion: Motion::Surrender(_), .. } => "ENE-DEC-13",
        Ask::Vote { motion: Motion::Objective, .. } => "ENE-DEC-19",
        Ask::After { .. } => "ENE-FIN-07",
    }
}

/// Judges a command.
pub(super) fn decide(
    state: &State,
    by: Actor,
    command: &Command,
    hand: &mut Hand<'_, Energie>,
) -> Result<Event, Illegal> {
    let seat = procedure::admit::<Energie>(state, by)?;
    let by_clock = matches!(by, Actor::Clock(_));
    match command {
        Command::Stand { standing } => stand(state, seat, standing),
        Command::Meddle { what } => meddle(state, (seat, by_clock), *what, hand),
        Command::After { after } => {
            if !matches!(state.wait(), Some(Wait::After)) || state.stack.len() != 1 {
                return Err(stale());
            }
            if !players(state).contains(seat) || state.scene.finished.contains(seat) {
                return Err(Refusal::NotAskedBy("ENE-FIN-07").into());
            }
            resolve::check_after(state.public(), seat, *after)?;
            let unit = Unit::After(seat, *after);
            Ok(Event::Commanded(procedure::command(state, (seat, by_clock), unit, false, hand)))
        }
        Command::Withdraw { question } => withdraw(state, seat, *question),
        _ => answer(state, (seat, by_clock), command, hand),
    }
}

/// Takes back what a seat has sealed, as long as another seat has not sealed yet.
fn withdraw(state: &State, seat: Seat, question: u32) -> Result<Event, Illegal> {
    let ask = open(state).filter(|ask| ask.id() == question).ok_or_else(stale)?;
    if !procedure::may_withdraw::<Energie>(state, seat) {
        return Err(not_asked(&ask));
    }
    Ok(Event::Withdrawn { seat })
}

/// The number a command answers.
fn number(command: &Command) -> u32 {
    match command {
        Command::Deploy { question, .. }
        | Command::Act { question, .. }
        | Command::Order { question, .. }
        | Command::Say { question, .. }
        | Command::Window { question, .. }
        | Command::Rule { question, .. }
        | Command::Bring { question, .. }
        | Command::Withdraw { question } => *question,
        Command::After { .. } | Command::Stand { .. } | Command::Meddle { .. } => 0,
    }
}

fn answer(
    state: &State,
    (seat, by_clock): (Seat, bool),
    command: &Command,
    hand: &mut Hand<'_, Energie>,
) -> Result<Event, Illegal> {
    let Some(ask) = open(state) else { return Err(stale()) };
    if ask.id() != number(command) {
        return Err(stale());
    }
    let unit = match (&*ask, command) {
        (Ask::Deploy { .. }, Command::Deploy { places, .. }) => {
            return deploy(state, (seat, by_clock), places, &ask);
        }
        _ if !ask.seats().contains(seat) => return Err(not_asked(&ask)),
        (Ask::Act { who, .. }, Command::Act { act, .. }) => {
            legal::check(state.public(), *who, act)?;
            Unit::Act(*who, act.clone())
        }
        (Ask::Bring { .. }, Command::Bring { opponents, .. }) => {
            resolve::check_bring(state.public(), opponents)?;
            Unit::Bring(opponents.clone())
        }
        (Ask::Order { tied, .. }, Command::Order { order, .. }) => {
            let (mut a, mut b) = (tied.clone(), order.clone());
            a.sort_unstable();
            b.sort_unstable();
            if a != b {
                return Err(Illegal::OrderOf);
            }
            return on_the_tape(state, (seat, by_clock), Answer::Order(order.clone()), hand);
        }
        (Ask::Window { trial, .. }, Command::Window { boon, .. }) => {
            resolve::check_boon(state.public(), Some(*trial), *boon)?;
            return on_the_tape(state, (seat, by_clock), Answer::Boon(*boon), hand);
        }
        (Ask::Clause { clause, .. }, Command::Rule { value, .. }) => {
            resolve::check_clause(*clause, *value)?;
            return on_the_tape(state, (seat, by_clock), Answer::Rule(*value), hand);
        }
        (
            Ask::Guard { .. }
            | Ask::React { .. }
            | Ask::Stabilise { .. }
            | Ask::Death { .. }
            | Ask::Vote { .. },
            Command::Say { yes, .. },
        ) => return on_the_tape(state, (seat, by_clock), Answer::Yes(*yes), hand),
        _ => return Err(Illegal::Other { rule: asked_by(&ask) }),
    };
    Ok(Event::Commanded(procedure::command(state, (seat, by_clock), unit, true, hand)))
}

fn on_the_tape(
    state: &State,
    (seat, by_clock): (Seat, bool),
    answer: Answer,
    hand: &mut Hand<'_, Energie>,
) -> Result<Event, Illegal> {
    let work = state.work().ok_or_else(stale)?;
    let answered = procedure::go_on(state, work, seat, answer, hand);
    Ok(Event::Answered(Answered { by_clock, ..answered }))
}

/// Places are sealed, once (ENE-DEC-16).
fn deploy(
    state: &State,
    (seat, by_clock): (Seat, bool),
    places: &Sealed<Places>,
    ask: &Ask,
) -> Result<Event, Illegal> {
    let Some(Wait::Deploy(seals)) = state.wait() else { return Err(stale()) };
    if !players(state).contains(seat) || seals.has(seat) {
        return Err(not_asked(ask));
    }
    placing::check(&state.fixed.setup, seat, &places.0)?;
    Ok(Event::Deployed { seat, by_clock, places: places.clone() })
}

fn stand(state: &State, seat: Seat, standing: &Standing) -> Result<Event, Illegal> {
    let own = |n: usize| state.scene.fighters.get(n).is_some_and(|it| it.sheet.seat == Some(seat));
    let master = state.fixed.setup.master() == Some(seat);
    let known = standing.orders.iter().all(|it| own(it.who.n()));
    let listed =
        standing.order.iter().all(|it| own(it.n()) || (master && it.n() < state.scene.fighters.len()));
    if standing.is_too_long() || !known || !listed {
        return Err(Illegal::StandingLong);
    }
    Ok(Event::Stood { seat, standing: standing.clone() })
}

fn meddle(
    state: &State,
    (seat, by_clock): (Seat, bool),
    what: Meddle,
    hand: &mut Hand<'_, Energie>,
) -> Result<Event, Illegal> {
    if state.fixed.setup.master() != Some(seat) {
        return Err(Illegal::NotMaster);
    }
    if state.scene.stage == Stage::Over {
        return Err(Refusal::Over.into());
    }
    resolve::check_meddle(state, what)?;
    if what == Meddle::Met {
        return Ok(Event::Commanded(procedure::command(state, (seat, by_clock), Unit::Met, false, hand)));
    }
    let facts = procedure::aside::<Energie>(state, |script| {
        script.meddle(what);
        Ok(())
    });
    Ok(Event::Said { facts: facts.facts })
}
