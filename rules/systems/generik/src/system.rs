//! What the machine under the procedures asks of GeneriK.

use std::borrow::Cow;

use super::command::{Ask, Command, Standing};
use super::event::{Answer, Event, Fact, Unit, What};
use super::resolve::{Flow, Notes, Script};
use super::scene::{Scene, Stage};
use super::state::{State, Table, Wait, Work};
use super::{Generik, legal, next, placing, standing};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::procedure::System;

impl System for Generik {
    type Scene = Scene;
    type Unit = Unit;
    type Wait = Wait;
    type Question = Ask;
    type Answer = Answer;
    type Standing = Standing;
    type Notes = Notes;
    type Script<'a> = Script<'a>;

    const IDLE: Unit = Unit::Begin;

    fn happen(scene: &mut Scene, what: &What) {
        scene.apply(what);
    }

    fn tell(state: &mut State, facts: &[Fact]) {
        state.tell(facts);
    }

    fn play(script: &mut Script<'_>, unit: &Unit) -> Flow {
        script.play(unit)
    }

    fn follow(state: &mut State, unit: &Unit) {
        next::follow(state, unit);
    }

    fn outcome(state: &State) -> Option<&Outcome> {
        state.scene.outcome.as_ref().filter(|_| state.scene.stage == Stage::Over)
    }

    fn waiting(state: &State, wait: &Wait) -> (Seats, Ask) {
        let ask = next::waiting(state, wait);
        (ask.seats(), ask)
    }

    fn asked(question: &Ask) -> (Seats, Cow<'_, Ask>) {
        (question.seats(), Cow::Borrowed(question))
    }

    fn standing(state: &State, question: &Ask) -> Option<(Seat, Answer)> {
        standing::answer(state, question)
    }

    fn in_advance(state: &State, seat: Seat) -> Option<Command> {
        placing::posted(state, seat).or_else(|| standing::ended(state, seat))
    }

    fn has_given_up(state: &State, seat: Seat) -> bool {
        state.scene.stage < Stage::After && state.scene.force(seat).conceding
    }

    fn silent(mut event: Event) -> Event {
        if let Event::Answered(answered) = &mut event {
            answered.silent = true;
        }
        event
    }

    fn has_sealed(state: &State, seat: Seat) -> bool {
        matches!(state.wait(), Some(Wait::Champions(seals)) if seals.has(seat))
    }

    fn alike(a: &Scene, b: &Scene) -> bool {
        a.figures.len() == b.figures.len()
            && a.forces.len() == b.forces.len()
            && a.markers.len() == b.markers.len()
            && a.after.len() == b.after.len()
            && a.pieces == b.pieces
    }

    fn suits(state: &State, work: &Work, question: &Ask, scene: &Scene, answer: &Answer) -> bool {
        let table = Table { fixed: &state.fixed, board: &state.board, scene };
        match (question, answer) {
            (Ask::React(window), Answer::React(reaction)) => {
                reaction.as_ref().is_none_or(|it| legal::reaction(table, window, it).is_ok())
            }
            (Ask::Resume(rest), Answer::Resume(resume)) => {
                legal::rest(table, rest, resume, Some(&work.unit)).is_ok()
            }
            (Ask::Choose(question), Answer::Choice(choice)) => question.options.contains(choice),
            _ => false,
        }
    }
}
