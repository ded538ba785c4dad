//! What the machine under the procedures asks of énergie.

use std::borrow::Cow;

use super::advise::{self, Advice};
use super::command::{Act, Ask, Command, Second, Standing};
use super::event::{Answer, Event, Fact, Unit, What};
use super::refusal::Illegal;
use super::resolve::{self, Flow, Notes, Script};
use super::save::{self, Position};
use super::scene::{Motion, Scene, Stage};
use super::setup::Setup;
use super::state::{PublicState, State, Wait, Work};
use super::tables::tables;
use super::view::{self, View};
use super::{
    Energie, bots, create, decide, defaults, legal, next, options, proposal, scores, standing, threats,
};
use bagarre_kit::contract::{
    Actor, Audience, BETWEEN_SECONDS, Bot, Hand, Outcome, Pace, Scoreboard, Seat, Seats, Threat, Threatened,
};
use bagarre_kit::notice::Notice;
use bagarre_kit::procedure::System;

/// Activations in a row that run out before doctrine plays for a seat (ENE-PLY-08).
const MAX_MISSED_ACTIVATIONS: u8 = 2;

impl System for Energie {
    const ID: &'static str = "energie";
    const VERSION: u16 = 2;
    const IDLE: Unit = Unit::NextTurn;

    type Setup = Setup;
    type State = State;
    type Position = Position;
    type Command = Command;
    type Draft = Command;
    type Event = Event;
    type Ask = Ask;
    type View = View;
    type Fact = Fact;
    type Advice = Advice;
    type Illegal = Illegal;

    type Scene = Scene;
    type Unit = Unit;
    type Wait = Wait;
    type Question = Ask;
    type Answer = Answer;
    type Standing = Standing;
    type Notes = Notes;
    type Script<'a> = Script<'a>;

    fn new(setup: &Setup) -> Result<State, Illegal> {
        create::create(setup)
    }

    fn from_position(position: &Position) -> Result<State, Illegal> {
        save::load(position)
    }

    fn position(state: &State) -> Position {
        save::position(state)
    }

    fn happen(scene: &mut Scene, what: &What) {
        scene.apply(what);
    }

    fn tell(state: &mut State, facts: &[Fact]) {
        state.tell(facts);
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
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

    fn decide_on(
        state: &State,
        by: Actor,
        command: &Command,
        hand: &mut Hand<'_, Self>,
    ) -> Result<Event, Illegal> {
        decide::decide(state, by, command, hand)
    }

    fn silent(mut event: Event) -> Event {
        if let Event::Answered(answered) = &mut event {
            answered.silent = true;
        }
        if let Event::Commanded(commanded) = &mut event {
            // The clock spoke for the seat: a seat that is away stays away.
            commanded.by_clock = true;
        }
        event
    }

    fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
        options::options(state, seat, each);
    }

    fn default_answer(state: &State, seat: Seat) -> Command {
        defaults::default_answer(state, seat)
    }

    fn proposal(state: &State, seat: Seat) -> Option<Command> {
        proposal::proposal(state, seat)
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
        advise::advise(state, seat, draft)
    }

    fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
        threats::threats(state, about)
    }

    fn draft_command(draft: &Command) -> Option<Command> {
        Some(draft.clone())
    }

    fn waiting(state: &State, wait: &Wait) -> (Seats, Ask) {
        let ask = next::waiting(state, wait);
        (ask.seats(), ask)
    }

    fn asked(question: &Ask) -> (Seats, Cow<'_, Ask>) {
        (question.seats(), Cow::Borrowed(question))
    }

    fn is_window(ask: &Ask) -> bool {
        matches!(ask, Ask::Window { .. })
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
        let may = legal::check(state.public(), act.who, &wish).is_ok();
        may.then(|| Command::Act { question: state.questions + 1, act: wish })
    }

    /// A seat whose player is away is played by doctrine; a referee's too, until the player is back (ENE-PLY-08, ENE-MJ-08).
    fn has_given_up(state: &State, seat: Seat) -> bool {
        state.scene.stage == Stage::Fight
            && state.missed.get(usize::from(seat.0)).is_some_and(|missed| *missed >= MAX_MISSED_ACTIVATIONS)
    }

    fn has_sealed(state: &State, seat: Seat) -> bool {
        matches!(state.wait(), Some(Wait::Deploy(seals)) if seals.has(seat))
    }

    fn withdraw(ask: &Ask) -> Option<Command> {
        Some(Command::Withdraw { question: ask.id() })
    }

    fn sealed(command: &Command) -> bool {
        matches!(command, Command::Deploy { .. })
    }

    fn view(state: &State, to: Audience) -> View {
        view::view(state, to)
    }

    fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
        view::notice(after, event, to)
    }

    fn scoreboard(state: &State) -> Option<Scoreboard> {
        Some(scores::scoreboard(state))
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.scene.turn)
    }

    fn parts(state: &State) -> u32 {
        u32::from(state.scene.slot.saturating_sub(1))
    }

    /// The clocks of section E.
    fn pace(state: &State, _seat: Seat) -> Pace {
        match next::open(state).as_deref() {
            Some(Ask::Deploy { .. }) => Pace::Long(1),
            Some(Ask::Act { .. } | Ask::Bring { .. } | Ask::Clause { .. }) => Pace::Short,
            Some(Ask::Window { .. }) => Pace::Window,
            // ENE-DEC-12: it may stay open.
            Some(Ask::After { .. } | Ask::Death { .. }) => Pace::Between,
            _ => Pace::Quick,
        }
    }

    fn seconds(pace: Pace) -> u32 {
        let times = &tables().timeouts;
        match pace {
            Pace::Window => times.referee_window,
            Pace::Quick => times.reaction,
            Pace::Short => times.first_action,
            Pace::Long(_) => times.deployment,
            Pace::Between => BETWEEN_SECONDS,
        }
    }

    /// The column of section E.
    fn time(state: &State, seat: Seat) -> u32 {
        let tables = tables();
        let times = &tables.timeouts;
        let Some(ask) = next::open(state) else { return Self::seconds(Pace::Quick) };
        match &*ask {
            Ask::Deploy { .. } => times.deployment,
            Ask::Act { .. } if state.fixed.setup.master() == Some(seat) => times.referee_action,
            Ask::Act { left, .. } if *left < tables.actions.per_activation => times.second_action,
            Ask::Act { .. } => times.first_action,
            Ask::Order { .. } => times.order,
            Ask::Guard { .. } => times.bodyguard,
            Ask::React { .. } => times.reaction,
            Ask::Stabilise { .. } => times.self_stabilise,
            Ask::Window { .. } => times.referee_window,
            Ask::Bring { .. } | Ask::Clause { .. } => times.referee_action,
            Ask::Vote { motion: Motion::Surrender(_), .. } => times.surrender_side,
            Ask::Vote { motion: Motion::Objective, .. } => times.objective_assent,
            Ask::Death { .. } | Ask::After { .. } => BETWEEN_SECONDS,
        }
    }

    fn bots() -> &'static [&'static str] {
        &["any", "novice", "daredevil"]
    }

    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "any" => Some(Box::new(bots::AnyBot)),
            "novice" => Some(Box::new(bots::Novice)),
            "daredevil" => Some(Box::new(bots::Daredevil)),
            _ => None,
        }
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
        let public = PublicState::new(&state.fixed.setup, scene);
        match answer {
            Answer::Yes(_) => matches!(
                question,
                Ask::Guard { .. }
                    | Ask::React { .. }
                    | Ask::Stabilise { .. }
                    | Ask::Death { .. }
                    | Ask::Vote { .. }
            ),
            Answer::Rule(value) => {
                matches!(question, Ask::Clause { clause, .. } if resolve::check_clause(*clause, *value).is_ok())
            }
            Answer::Order(order) => {
                let Ask::Order { tied, .. } = question else { return false };
                let (mut a, mut b) = (tied.clone(), order.clone());
                a.sort_unstable();
                b.sort_unstable();
                a == b
            }
            Answer::Boon(boon) => {
                let Ask::Window { trial, .. } = question else { return false };
                resolve::check_boon(public, Some(*trial), *boon).is_ok()
            }
        }
    }
}
