//! Commands become events, or are refused.

use super::Generik;
use super::command::{Ask, Command, Standing};
use super::event::{Event, Fact, Input, Need, Unit};
use super::ids::Fig;
use super::legal;
use super::next::open;
use super::placing;
use super::resolve;
use super::scene::{PhaseEnd, Stage, Status, Step};
use super::state::{Frame, Sealed, State, Work};
use crate::contract::{Actor, Hand, Seat};
use crate::illegal::Illegal;

fn stale() -> Illegal {
    Illegal::plain(
        "generik.stale",
        "Trop tard : la partie a avancé depuis. Regarde la table et recommence si besoin.",
        "Too late: the game has moved on since. Look at the table and try again if need be.",
    )
}

pub(super) fn not_asked() -> Illegal {
    Illegal::plain(
        "generik.not_asked",
        "On ne te demande rien en ce moment.",
        "Nothing is asked of you at the moment.",
    )
}

fn not_this() -> Illegal {
    Illegal::plain("generik.other", "Ce n’est pas la question posée.", "This is not what was asked.")
}

/// Judges a command.
pub(super) fn decide(
    state: &State,
    by: Actor,
    command: &Command,
    hand: &mut Hand<'_, Generik>,
) -> Result<Event, Illegal> {
    let seat = by.seat();
    if seat.0 >= state.seats() {
        return Err(Illegal::plain("generik.seat", "Cette place n’existe pas.", "There is no such seat."));
    }
    if state.scene.stage == Stage::Over {
        return Err(Illegal::plain("generik.over", "La partie est finie.", "The game is over."));
    }
    let by_clock = matches!(by, Actor::Clock(_));
    match command {
        Command::Stand { standing } => stand(seat, standing),
        Command::Concede => concede(state, seat),
        Command::Draw { offer } => draw(state, seat, *offer),
        Command::After { answered, after } => {
            let Some(Frame::After) = state.stack.last() else { return Err(stale()) };
            let Some(aftermath) = state.scene.after.get(usize::from(seat.0)) else { return Err(not_asked()) };
            if aftermath.step == Step::Done {
                return Err(not_asked());
            }
            if aftermath.answered != *answered {
                return Err(stale());
            }
            resolve::check_after(state, seat, after)?;
            Ok(command_unit(state, (seat, by_clock), Unit::After(seat, after.clone()), hand))
        }
        _ => answer(state, (seat, by_clock), command, hand),
    }
}

/// The number a command answers.
fn number(command: &Command) -> u32 {
    match command {
        Command::Act { question, .. }
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
        return Err(not_asked());
    }
    let unit = match (&*ask, command) {
        (Ask::Phase { .. }, Command::Act { fig, what, .. }) => {
            let table = state.table();
            legal::check(table, seat, *fig, what).map_err(|no| legal::explained(table, *fig, what, no))?;
            Unit::Act(*fig, what.clone())
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
            return on_the_tape(state, (seat, by_clock), Input::React(reaction.clone()), hand);
        }
        (Ask::Resume(interrupted), Command::Resume { resume, .. }) => {
            legal::rest(state.table(), interrupted, resume, work_unit(state))?;
            return on_the_tape(state, (seat, by_clock), Input::Resume(resume.clone()), hand);
        }
        (Ask::Choose(question), Command::Choose { choice, .. }) => {
            if !question.options.contains(choice) {
                return Err(Illegal::plain(
                    "generik.choice",
                    "Cette réponse n’est pas parmi celles qui sont proposées.",
                    "This answer is not among those that are offered.",
                ));
            }
            return on_the_tape(state, (seat, by_clock), Input::Choice(*choice), hand);
        }
        _ => return Err(not_this()),
    };
    Ok(command_unit(state, (seat, by_clock), unit, hand))
}

fn too_late_to_rout() -> Illegal {
    Illegal::rule(
        "generik.rout",
        "GEN-ROU-04",
        "On ne peut fuir qu’au début de sa phase, avant d’agir.",
        "A band routs at the start of its phase only, before it acts.",
    )
}

/// The piece of work that waits, for the limits of the move it interrupted.
pub(super) fn work_unit(state: &State) -> Option<&Unit> {
    match state.stack.last() {
        Some(Frame::Work(work)) => Some(&work.unit),
        _ => None,
    }
}

fn command_unit(
    state: &State,
    (seat, by_clock): (Seat, bool),
    unit: Unit,
    hand: &mut Hand<'_, Generik>,
) -> Event {
    let answered = state.questions + u32::from(!matches!(unit, Unit::After(..)));
    let outcome = resolve::run(state, &unit, &state.scene, &[], answered, hand.throw);
    let (facts, then) = outcome.part(0, &mut hand.rolled);
    Event::Commanded { seat, by_clock, unit, facts, then }
}

fn on_the_tape(
    state: &State,
    (seat, by_clock): (Seat, bool),
    input: Input,
    hand: &mut Hand<'_, Generik>,
) -> Result<Event, Illegal> {
    let Some(Frame::Work(work)) = state.stack.last() else { return Err(stale()) };
    let mut event = go_on(state, work, seat, input, hand);
    if let Event::Answered { by_clock: clock, .. } = &mut event {
        *clock = by_clock;
    }
    Ok(event)
}

/// The event of an answer that the work under way was waiting for.
pub(super) fn go_on(
    state: &State,
    work: &Work,
    seat: Seat,
    input: Input,
    hand: &mut Hand<'_, Generik>,
) -> Event {
    let (facts, then) = resume(state, work, input.clone(), hand);
    Event::Answered { seat, silent: false, by_clock: false, input, facts, then }
}

/// The same event, told as one that nobody was asked about.
pub(super) fn quietly(mut event: Event) -> Event {
    if let Event::Answered { silent, .. } = &mut event {
        *silent = true;
    }
    event
}

/// Runs the work under way with one input more: the new facts, and what it needs now.
pub(super) fn resume(
    state: &State,
    work: &Work,
    input: Input,
    hand: &mut Hand<'_, Generik>,
) -> (Vec<Fact>, Need) {
    let answered = state.questions + u32::from(!matches!(input, Input::Faces(_)));
    let mut tape = work.tape.clone();
    tape.push(input);
    let outcome = resolve::run(state, &work.unit, &work.base, &tape, answered, hand.throw);
    outcome.part(work.told as usize, &mut hand.rolled)
}

fn stand(seat: Seat, standing: &Standing) -> Result<Event, Illegal> {
    if standing.is_too_long() {
        return Err(Illegal::plain(
            "generik.standing",
            "Trop de consignes : 32 au plus.",
            "Too many standing answers: 32 at most.",
        ));
    }
    Ok(Event::Stood { seat, standing: standing.clone() })
}

fn in_the_game(state: &State, seat: Seat) -> Result<(), Illegal> {
    let force = state.scene.force(seat);
    if state.scene.stage >= Stage::After || force.beaten.is_some() || force.conceding {
        return Err(Illegal::rule(
            "generik.out",
            "GEN-DEC-32",
            "Ta bande n’est plus en jeu.",
            "Your band is out of the game.",
        ));
    }
    Ok(())
}

fn concede(state: &State, seat: Seat) -> Result<Event, Illegal> {
    in_the_game(state, seat)?;
    Ok(Event::Said { facts: resolve::said(state, |script| script.concede(seat)) })
}

fn draw(state: &State, seat: Seat, offer: bool) -> Result<Event, Illegal> {
    in_the_game(state, seat)?;
    if state.scene.force(seat).offers_draw == offer {
        return Err(Illegal::plain("generik.draw", "C’est déjà dit.", "That is said already."));
    }
    Ok(Event::Said { facts: resolve::said(state, |script| script.offer_draw(seat, offer)) })
}

fn champion(state: &State, seat: Seat, by_clock: bool, fig: Sealed<Fig>) -> Result<Event, Illegal> {
    let own = state.scene.figures.get(fig.0.i());
    if own.is_some_and(|figure| figure.seat == seat && figure.status == Status::Waiting) {
        return Ok(Event::Championed { seat, by_clock, fig });
    }
    Err(Illegal::rule(
        "generik.champion",
        "GEN-SCN-40",
        "Le champion est un membre de ta bande présent à la partie.",
        "The champion is a member of your band that is in the game.",
    ))
}
