//! What the machine under the procedures asks of GeneriK.

use std::borrow::Cow;

use super::advise::{self, Advice};
use super::command::{Ask, Command, Draft, Standing};
use super::event::{Answer, Event, Fact, Unit, What};
use super::numbers::numbers;
use super::refusal::Illegal;
use super::resolve::{Flow, Notes, Script};
use super::save::{self, Position};
use super::scene::{Scene, Stage};
use super::setup::Setup;
use super::state::{State, Table, Wait, Work};
use super::view::{self, View};
use super::{Generik, bots, create, decide, defaults, legal, next, options, placing, scores, standing};
use bagarre_kit::contract::{
    Actor, Audience, Bot, Hand, Outcome, Pace, Scoreboard, Seat, Seats, Threat, Threatened,
};
use bagarre_kit::notice::Notice;
use bagarre_kit::procedure::System;

impl System for Generik {
    const ID: &'static str = "generik";
    const VERSION: u16 = 3;
    // Games of version 1 were played before there was a chain.
    const CHAINED_SINCE: u16 = 2;
    const IDLE: Unit = Unit::Begin;

    type Setup = Setup;
    type State = State;
    type Position = Position;
    type Command = Command;
    type Draft = Draft;
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
            .inspect_err(|why| debug_assert!(why.is_reasoned(), "{why:?} is not in the table of reasons"))
    }

    fn silent(mut event: Event) -> Event {
        if let Event::Answered(answered) = &mut event {
            answered.silent = true;
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
        advise::proposal(state, seat)
    }

    fn advise(state: &State, seat: Seat, draft: &Draft) -> Result<Advice, Illegal> {
        advise::advise(state, seat, draft)
    }

    fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
        advise::threats(state, about)
    }

    fn draft_command(_draft: &Draft) -> Option<Command> {
        None
    }

    fn waiting(state: &State, wait: &Wait) -> (Seats, Ask) {
        let ask = next::waiting(state, wait);
        (ask.seats(), ask)
    }

    fn asked(question: &Ask) -> (Seats, Cow<'_, Ask>) {
        (question.seats(), Cow::Borrowed(question))
    }

    fn is_window(ask: &Ask) -> bool {
        matches!(ask, Ask::React(_))
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

    fn has_sealed(state: &State, seat: Seat) -> bool {
        matches!(state.wait(), Some(Wait::Champions(seals)) if seals.has(seat))
    }

    fn withdraw(ask: &Ask) -> Option<Command> {
        Some(Command::Withdraw { question: ask.id() })
    }

    fn sealed(command: &Command) -> bool {
        matches!(command, Command::Champion { .. })
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
        state.scene.phase.number.saturating_sub(1)
    }

    fn pace(state: &State, _seat: Seat) -> Pace {
        match state.wait() {
            Some(Wait::Phase) => Pace::Long(1),
            Some(Wait::After) => Pace::Between,
            None => Pace::Quick,
            Some(_) => Pace::Short,
        }
    }

    fn seconds(pace: Pace) -> u32 {
        let times = &numbers().decision_timeout;
        match pace {
            Pace::Window | Pace::Quick => times.interrupt,
            Pace::Short => times.setup,
            Pace::Long(_) => times.command,
            Pace::Between => times.campaign,
        }
    }

    fn bots() -> &'static [&'static str] {
        &["any", "novice", "skirmisher"]
    }

    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "any" => Some(Box::new(bots::AnyBot::default())),
            "novice" => Some(Box::new(bots::Novice::default())),
            "skirmisher" => Some(Box::new(bots::Skirmisher::default())),
            _ => None,
        }
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
