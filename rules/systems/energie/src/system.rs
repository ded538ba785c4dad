//! What the machine under the procedures asks of énergie.

use std::borrow::Cow;

use super::command::{Act, Ask, Command, Second, Standing};
use super::event::{Answer, Event, Fact, Unit, What};
use super::resolve::{self, Flow, Notes, Script};
use super::scene::{Scene, Stage};
use super::state::{State, Table, Wait, Work};
use super::tables::tables;
use super::{Energie, legal, next, options, standing};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::procedure::System;

/// Activations in a row that run out before doctrine plays for a seat (ENE-PLY-08).
const PATIENCE: u8 = 2;

impl System for Energie {
    type Scene = Scene;
    type Unit = Unit;
    type Wait = Wait;
    type Question = Ask;
    type Answer = Answer;
    type Standing = Standing;
    type Notes = Notes;
    type Script<'a> = Script<'a>;

    const IDLE: Unit = Unit::NextTurn;

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

    /// The second action that was ordered in advance (ENE-PLY-07), or the only answer that there is (ENE-R60).
    fn in_advance(state: &State, seat: Seat) -> Option<Command> {
        if let Some(only) = options::only(state, seat) {
            return Some(only);
        }
        let Some(Wait::Act) = state.wait() else { return None };
        let act = state.scene.act?;
        if act.left >= tables().actions.per_activation {
            return None;
        }
        let orders = state.standing.get(usize::from(seat.0))?.of(act.who)?;
        let wish = match orders.second {
            Second::Ask => return None,
            Second::Defend => Act::Defend,
            Second::Roll => Act::Roll,
            Second::Prepare => Act::Prepare,
        };
        let may = legal::check(state.table(), act.who, &wish).is_ok();
        may.then(|| Command::Act { question: state.questions + 1, act: wish })
    }

    /// Whoever is away is played by doctrine; a referee too, until he is back (ENE-PLY-08, ENE-MJ-08).
    fn has_given_up(state: &State, seat: Seat) -> bool {
        state.scene.stage == Stage::Fight
            && state.missed.get(usize::from(seat.0)).is_some_and(|missed| *missed >= PATIENCE)
    }

    fn silent(mut event: Event) -> Event {
        if let Event::Answered(answered) = &mut event {
            answered.silent = true;
        }
        if let Event::Commanded(commanded) = &mut event {
            // Nobody spoke: whoever is away stays away.
            commanded.by_clock = true;
        }
        event
    }

    fn has_sealed(state: &State, seat: Seat) -> bool {
        matches!(state.wait(), Some(Wait::Deploy(seals)) if seals.has(seat))
    }

    fn alike(a: &Scene, b: &Scene) -> bool {
        a.fighters.len() <= b.fighters.len()
            && a.zones.len() == b.zones.len()
            && a.links.len() == b.links.len()
            && a.items.len() == b.items.len()
            && a.vehicles.len() == b.vehicles.len()
            && a.consoles.len() == b.consoles.len()
            && a.points.len() == b.points.len()
            && a.shifts.len() == b.shifts.len()
            && a.burnt.len() == b.burnt.len()
            && a.fighters.iter().zip(&b.fighters).all(|(a, b)| a.sheet == b.sheet)
    }

    fn suits(state: &State, _: &Work, question: &Ask, scene: &Scene, answer: &Answer) -> bool {
        let table = Table::new(&state.fixed.setup, scene);
        match (question, answer) {
            (
                Ask::Guard { .. }
                | Ask::React { .. }
                | Ask::Stabilise { .. }
                | Ask::Death { .. }
                | Ask::Vote { .. },
                Answer::Yes(_),
            ) => true,
            (Ask::Clause { clause, .. }, Answer::Rule(value)) => {
                resolve::check_clause(*clause, *value).is_ok()
            }
            (Ask::Order { tied, .. }, Answer::Order(order)) => {
                let (mut a, mut b) = (tied.clone(), order.clone());
                a.sort_unstable();
                b.sort_unstable();
                a == b
            }
            (Ask::Window { trial, .. }, Answer::Boon(boon)) => {
                resolve::check_boon(table, Some(*trial), *boon).is_ok()
            }
            _ => false,
        }
    }
}
