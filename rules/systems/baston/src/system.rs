//! What the machine under the procedures asks of Baston.

use std::borrow::Cow;

use super::command::{Ask, Choice, Question, Standing};
use super::event::{Answer, Fact, Unit, What};
use super::resolve::{Flow, Notes, Script};
use super::scene::Scene;
use super::state::{State, Wait, Work};
use super::{Baston, decide, next};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::procedure::System;

impl System for Baston {
    type Scene = Scene;
    type Unit = Unit;
    type Wait = Wait;
    type Question = Question;
    type Answer = Answer;
    type Standing = Standing;
    type Notes = Notes;
    type Script<'a> = Script<'a>;

    const IDLE: Unit = Unit::EndTurn;

    fn happen(scene: &mut Scene, what: &What) {
        scene.apply(what);
    }

    fn tell(state: &mut State, facts: &[Fact]) {
        for fact in facts {
            state.scene.apply(&fact.what);
            if let What::Score { seat, points, reason, .. } = &fact.what {
                state.tally.add(seat.0, &fact.rule, reason, *points);
            }
        }
    }

    fn play(script: &mut Script<'_>, unit: &Unit) -> Flow {
        script.play(*unit)
    }

    fn told(script: &mut Script<'_>) {
        script.watch(script.facts.len() - 1);
    }

    fn follow(state: &mut State, unit: &Unit) {
        next::follow(state, *unit);
    }

    fn outcome(state: &State) -> Option<&Outcome> {
        state.scene.outcome.as_ref()
    }

    fn waiting(state: &State, wait: &Wait) -> (Seats, Ask) {
        next::waiting(state, wait)
    }

    fn asked(question: &Question) -> (Seats, Cow<'_, Ask>) {
        (Seats::one(question.seat), Cow::Owned(Ask::Decide(question.clone())))
    }

    fn counts(answer: &Answer) -> bool {
        !matches!(answer, Answer::Drop(..))
    }

    fn standing(state: &State, question: &Question) -> Option<(Seat, Answer)> {
        let standing = state.standing.get(usize::from(question.seat.0))?;
        let mut usual = standing.answers.iter().filter(|usual| usual.dec == question.dec);
        let own = usual.find_map(|usual| {
            let suits = |choice: &&Choice| choice.habit(&state.scene) == Some(usual.answer);
            question.options.iter().find(suits).cloned()
        });
        let default = || standing.defaults.contains(&question.dec).then(|| question.default_choice());
        own.or_else(default).map(|choice| (question.seat, Answer::Standing(choice)))
    }

    fn has_given_up(state: &State, seat: Seat) -> bool {
        state.scene.gave_up.contains(&seat)
    }

    fn has_sealed(state: &State, seat: Seat) -> bool {
        state.has_sealed(seat)
    }

    fn alike(a: &Scene, b: &Scene) -> bool {
        a.figures.len() == b.figures.len()
            && a.items.len() == b.items.len()
            && a.pieces.len() == b.pieces.len()
            && a.doors.len() == b.doors.len()
            && a.windows.len() == b.windows.len()
            && a.panels.len() == b.panels.len()
            && a.phones.len() == b.phones.len()
            && a.scores.len() == b.scores.len()
    }

    fn suits(state: &State, _: &Work, question: &Question, scene: &Scene, answer: &Answer) -> bool {
        match answer {
            Answer::Choice(choice) | Answer::Standing(choice) => question.options.contains(choice),
            Answer::Drop(who, item) => decide::may_drop(state, scene, question.seat, *who, *item),
        }
    }
}
