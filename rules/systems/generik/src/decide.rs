//! Commands become events, or are refused.

use super::Generik;
use super::command::{Ask, Command, Standing};
use super::event::{Answer, Event, Unit};
use super::ids::{Dec, Fig};
use super::legal;
use super::next::open;
use super::placing;
use super::resolve::{self, Flow, Notes, Script};
use super::scene::{PhaseEnd, Stage, Status, Step};
use super::state::{Sealed, State, Wait};
use crate::refusal::Illegal;
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
pub(super) fn asked_by(ask: &Ask) -> &'static str {
    match ask {
        Ask::Terrain { .. } => Dec::Terrain.id(),
        Ask::Champions { .. } => Dec::Champion.id(),
        Ask::Marker { .. } => Dec::Marker.id(),
        Ask::Deploy { .. } => Dec::Deployment.id(),
        Ask::Phase { .. } => "GEN-TRN-01",
        Ask::React(_) => Dec::Opportunity.id(),
        Ask::Resume(_) => Dec::Rest.id(),
        Ask::Choose(question) => question.dec.id(),
        Ask::After { .. } => STEPS_AFTER,
    }
}

/// The rule of the steps after a game, which each band takes for itself.
pub(super) const STEPS_AFTER: &str = "GEN-CMP-01";

/// Judges a command.
pub(super) fn decide(
    state: &State,
    by: Actor,
    command: &Command,
    hand: &mut Hand<'_, Generik>,
) -> Result<Event, Illegal> {
    let seat = procedure::admit::<Generik>(state, by)?;
    let by_clock = matches!(by, Actor::Clock(_));
    match command {
        Command::Stand { standing } => stand(seat, standing),
        Command::Concede => concede(state, seat),
        Command::Draw { offer } => draw(state, seat, *offer),
        Command::After { answered, after } => {
            let Some(Wait::After) = state.wait() else { return Err(stale()) };
            let aftermath = state.scene.after.get(usize::from(seat.0));
            let Some(aftermath) = aftermath.filter(|it| it.step != Step::Done) else {
                return Err(Refusal::NotAskedBy(STEPS_AFTER).into());
            };
            if aftermath.answered != *answered {
                return Err(stale());
            }
            resolve::check_after(state, seat, after)?;
            let unit = Unit::After(seat, after.clone());
            Ok(Event::Commanded(procedure::command(state, (seat, by_clock), unit, false, hand)))
        }
        Command::Withdraw { question } => withdraw(state, seat, *question),
        _ => answer(state, (seat, by_clock), command, hand),
    }
}

/// Takes back what a seat has sealed, as long as another seat has not sealed yet.
fn withdraw(state: &State, seat: Seat, question: u32) -> Result<Event, Illegal> {
    let ask = open(state).filter(|ask| ask.id() == question).ok_or_else(stale)?;
    if !procedure::may_withdraw::<Generik>(state, seat) {
        return Err(not_asked(&ask));
    }
    Ok(Event::Withdrawn { seat })
}

/// The number a command answers.
fn number(command: &Command) -> u32 {
    match command {
        Command::Act { question, .. }
        | Command::TakeBack { question }
        | Command::Withdraw { question }
        | Command::End { question }
        | Command::Rout { question }
        | Command::React { question, .. }
        | Command::Resume { question, .. }
        | Command::Choose { question, .. }
        | Command::Place { question, .. }
        | Command::Mark { question, .. }
        | Command::Deploy { question, .. }
        | Command::Champion { question, .. } => *question,
        Command::After { .. } | Command::Stand { .. } | Command::Concede | Command::Draw { .. } => 0,
    }
}

fn answer(
    state: &State,
    (seat, by_clock): (Seat, bool),
    command: &Command,
    hand: &mut Hand<'_, Generik>,
) -> Result<Event, Illegal> {
    let Some(ask) = open(state) else { return Err(stale()) };
    if ask.id() != number(command) {
        return Err(stale());
    }
    if !ask.seats().contains(seat) {
        return Err(not_asked(&ask));
    }
    let unit = match (&*ask, command) {
        (Ask::Phase { .. }, Command::Act { fig, what, .. }) => {
            let table = state.table();
            let judged = legal::check(table, seat, *fig, what)
                .map_err(|no| legal::explained(table, *fig, what, no))?;
            let (unit, notes) = (Unit::Act(*fig, what.clone()), Notes::of(judged));
            let commanded = procedure::command_noting(state, (seat, by_clock), unit, true, notes, hand);
            return Ok(Event::Commanded(commanded));
        }
        (Ask::Phase { .. }, Command::TakeBack { .. }) => {
            if state.scene.phase.back.is_empty() {
                return Err(Illegal::TakeBack);
            }
            Unit::TakeBack
        }
        (Ask::Phase { .. }, Command::End { .. }) => Unit::End(PhaseEnd::Chosen),
        (Ask::Phase { may_rout, .. }, Command::Rout { .. }) => {
            may_rout.then_some(()).ok_or_else(too_late_to_rout)?;
            Unit::Rout(seat)
        }
        (Ask::Terrain { .. }, Command::Place { piece, .. }) => {
            placing::piece(state.table(), *piece)?;
            Unit::Place(seat, *piece)
        }
        (Ask::Marker { .. }, Command::Mark { at, .. }) => {
            placing::marker(state.table(), seat, *at)?;
            Unit::Mark(seat, *at)
        }
        (Ask::Deploy { .. }, Command::Deploy { fig, at, facing, .. }) => {
            legal::facing_is_vector(*facing)?;
            placing::figure(state.table(), seat, *fig, *at)?;
            Unit::Deploy(seat, *fig, *at, facing.unwrap_or_else(|| placing::inward(state, seat)))
        }
        (Ask::Champions { .. }, Command::Champion { fig, .. }) => {
            return champion(state, seat, by_clock, *fig);
        }
        (Ask::React(window), Command::React { reaction, .. }) => {
            if let Some(reaction) = reaction {
                legal::reaction(state.table(), window, reaction)?;
            }
            return on_the_tape(state, (seat, by_clock), Answer::React(reaction.clone()), hand);
        }
        (Ask::Resume(interrupted), Command::Resume { resume, .. }) => {
            legal::rest(state.table(), interrupted, resume, state.work().map(|work| &work.unit))?;
            return on_the_tape(state, (seat, by_clock), Answer::Resume(resume.clone()), hand);
        }
        (Ask::Choose(question), Command::Choose { choice, .. }) => {
            if !question.options.contains(choice) {
                return Err(Refusal::ChoiceBy(question.dec.id()).into());
            }
            return on_the_tape(state, (seat, by_clock), Answer::Choice(*choice), hand);
        }
        _ => return Err(Illegal::Other { rule: asked_by(&ask) }),
    };
    Ok(Event::Commanded(procedure::command(state, (seat, by_clock), unit, true, hand)))
}

fn too_late_to_rout() -> Illegal {
    Illegal::Rout
}

fn on_the_tape(
    state: &State,
    (seat, by_clock): (Seat, bool),
    answer: Answer,
    hand: &mut Hand<'_, Generik>,
) -> Result<Event, Illegal> {
    let work = state.work().ok_or_else(stale)?;
    let answered = procedure::go_on(state, work, seat, answer, hand);
    Ok(Event::Answered(Answered { by_clock, ..answered }))
}

fn stand(seat: Seat, standing: &Standing) -> Result<Event, Illegal> {
    if standing.is_too_long() {
        return Err(Illegal::Standing);
    }
    Ok(Event::Stood { seat, standing: standing.clone() })
}

fn in_the_game(state: &State, seat: Seat) -> Result<(), Illegal> {
    let force = state.scene.force(seat);
    if state.scene.stage >= Stage::After || force.beaten.is_some() || force.conceding {
        return Err(Illegal::Out);
    }
    Ok(())
}

fn concede(state: &State, seat: Seat) -> Result<Event, Illegal> {
    in_the_game(state, seat)?;
    Ok(play_aside(state, |script| script.concede(seat)))
}

fn draw(state: &State, seat: Seat, offer: bool) -> Result<Event, Illegal> {
    in_the_game(state, seat)?;
    if state.scene.force(seat).offers_draw == offer {
        return Err(Illegal::Draw);
    }
    Ok(play_aside(state, |script| script.offer_draw(seat, offer)))
}

/// A concession or the acceptance of a draw. Neither rolls dice or asks anything: a stop can only mean that the game is decided.
fn play_aside(state: &State, play: impl FnOnce(&mut Script<'_>) -> Flow) -> Event {
    Event::Said { facts: procedure::aside::<Generik>(state, play).facts }
}

fn champion(state: &State, seat: Seat, by_clock: bool, fig: Sealed<Fig>) -> Result<Event, Illegal> {
    let own = state.scene.figures.get(fig.0.i());
    if own.is_some_and(|figure| figure.seat == seat && figure.status == Status::Waiting) {
        return Ok(Event::Championed { seat, by_clock, fig });
    }
    Err(Illegal::Champion)
}
