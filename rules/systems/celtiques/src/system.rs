//! What the machine under the procedures asks of Celtiques.

use std::borrow::Cow;

use super::command::{Ask, Choice, Command, Dodging, Question, Standard, Standing};
use super::event::{Answer, Event, Fact, Unit, What};
use super::resolve::{Flow, Notes, Script};
use super::scene::{Scene, Stage};
use super::state::{Phase, Sealed, State, Table, Wait, Work};
use super::{Celtiques, apply, legal, next};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::procedure::System;

impl System for Celtiques {
    type Scene = Scene;
    type Unit = Unit;
    type Wait = Wait;
    type Question = Ask;
    type Answer = Answer;
    type Standing = Standing;
    type Notes = Notes;
    type Script<'a> = Script<'a>;

    const IDLE: Unit = Unit::Finish;

    fn happen(scene: &mut Scene, what: &What) {
        scene.apply(what);
    }

    fn tell(state: &mut State, facts: &[Fact]) {
        state.tell(facts);
    }

    fn play(script: &mut Script<'_>, unit: &Unit) -> Flow {
        script.play(unit)
    }

    fn follow(state: &mut State, _: &Unit) {
        next::follow(state);
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
        match question {
            Ask::Choose(question) => {
                answered(state, question).map(|choice| (question.seat, Answer::Choice(choice)))
            }
            // CEL-PLY-11.
            Ask::Act { seat, who, .. } => next::intended(state, *who).map(|deed| (*seat, Answer::Deed(deed))),
            _ => None,
        }
    }

    fn in_advance(state: &State, seat: Seat) -> Option<Command> {
        let wait = state.wait()?;
        if wait.phase == Phase::Batch {
            // CEL-PLY-11.
            let question = next::waiting(state, wait).id();
            let deeds = Sealed(next::intended_batch(state, seat)?);
            return Some(Command::Deeds { question, deeds });
        }
        if wait.phase != Phase::Orders {
            return None;
        }
        // CEL-PLY-04, CEL-PLY-07, CEL-R67, CEL-R86: "rien d'autre", said once for the turn, at its first segment.
        let quiet = state.standing.get(usize::from(seat.0)).is_some_and(|standing| standing.quiet);
        let question = next::waiting(state, wait).id();
        (quiet && state.scene.segment == 1).then(|| Command::Orders {
            question,
            orders: Sealed(Vec::new()),
            quiet: true,
        })
    }

    fn has_given_up(state: &State, seat: Seat) -> bool {
        let missed = state.missed.get(usize::from(seat.0)).is_some_and(|missed| *missed >= apply::PATIENCE);
        missed || state.scene.camp(state.fixed.setup.side(seat)).yielding.contains(seat)
    }

    fn silent(mut event: Event) -> Event {
        match &mut event {
            Event::Answered(answered) => answered.silent = true,
            Event::Sealed { silent, .. } => *silent = true,
            _ => {}
        }
        event
    }

    fn has_sealed(state: &State, seat: Seat) -> bool {
        state.wait().is_some_and(|wait| wait.seals.has(seat))
    }

    fn alike(a: &Scene, b: &Scene) -> bool {
        a.fighters.len() == b.fighters.len()
    }

    fn suits(state: &State, _: &Work, question: &Ask, scene: &Scene, answer: &Answer) -> bool {
        let table = Table { fixed: &state.fixed, scene };
        match (question, answer) {
            (Ask::Choose(question), Answer::Choice(choice)) => question.options.contains(choice),
            (Ask::Act { who, .. }, Answer::Deed(deed)) => legal::deed(table, *who, deed).is_ok(),
            _ => false,
        }
    }
}

/// The answer that a seat has given in advance to a short question (CEL-PLY-07).
fn answered(state: &State, question: &Question) -> Option<Choice> {
    let standing = state.standing.get(usize::from(question.seat.0))?;
    let habit = standing.of(question.who);
    let offers = |choice: Choice| question.options.contains(&choice).then_some(choice);
    match question.dec {
        next::ANNOUNCES => {
            // CEL-PLY-10.
            let actions = standing.preset(question.who, state.scene.turn)?;
            offers(Choice::Actions(actions))
        }
        5 => {
            let fighter = state.scene.fighters.get(question.who.n())?;
            let hurt = habit.and_then(|habit| habit.survive_at).is_some_and(|at| fighter.body.blessure >= at);
            if hurt || fighter.busy() && habit.is_none_or(|habit| habit.survival != Standard::Ask) {
                // CEL-PLY-07: by default Mode Survie when attacked in a long action.
                let never = !hurt
                    && habit
                        .is_some_and(|habit| habit.survival == Standard::No && habit.survive_at == Some(0));
                return offers(if never { Choice::No } else { Choice::Yes });
            }
            match habit.map_or(Standard::No, |habit| habit.survival) {
                Standard::Ask => None,
                Standard::Yes => offers(Choice::Yes),
                Standard::No => offers(Choice::No),
            }
        }
        9 => match habit?.refuse {
            Standard::Ask => None,
            Standard::Yes => offers(Choice::Yes),
            Standard::No => offers(Choice::No),
        },
        10 => {
            let habit = habit?;
            let slot = Choice::Dodge { acro: false, slot: true };
            let plain = if habit.slot && question.options.contains(&slot) {
                slot
            } else {
                Choice::Dodge { acro: false, slot: false }
            };
            let dodges = match habit.dodge {
                Dodging::Ask => return None,
                Dodging::Never => false,
                Dodging::From(margin) => question.total.saturating_sub(question.against) >= margin,
                Dodging::While(dice) => state.scene.fighters.get(question.who.n())?.turn.undeclared <= dice,
            };
            offers(if dodges { plain } else { Choice::No })
        }
        _ => None,
    }
}
