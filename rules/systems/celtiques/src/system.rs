//! What the machine under the procedures asks of Celtiques.

use std::borrow::Cow;

use super::command::{Ask, Choice, Command, Dodging, Question, Standard, Standing};
use super::event::{Answer, Event, Fact, Unit, What};
use super::ids::Dec;
use super::odds::{self, Advice};
use super::refusal::Illegal;
use super::resolve::{Flow, Notes, Script};
use super::save::{self, Position};
use super::scene::{Scene, Stage};
use super::setup::Setup;
use super::state::{Phase, PublicState, Sealed, State, Wait, Work};
use super::tables::tables;
use super::view::{self, View};
use super::{Celtiques, apply, bots, create, decide, legal, next, options, proposal, threats};
use bagarre_kit::contract::{
    Actor, Audience, BETWEEN_SECONDS, Bot, Hand, Outcome, Pace, Scoreboard, Seat, Seats, Threat, Threatened,
};
use bagarre_kit::notice::Notice;
use bagarre_kit::procedure::System;

impl System for Celtiques {
    const ID: &'static str = "celtiques";
    const VERSION: u16 = 3;
    const IDLE: Unit = Unit::Finish;

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

    fn follow(state: &mut State, _: &Unit) {
        next::follow(state);
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
        match &mut event {
            Event::Answered(answered) => answered.silent = true,
            Event::Sealed { silent, .. } => *silent = true,
            _ => {}
        }
        event
    }

    fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
        options::options(state, seat, each);
    }

    fn default_answer(state: &State, seat: Seat) -> Command {
        options::default_answer(state, seat)
    }

    fn proposal(state: &State, seat: Seat) -> Option<Command> {
        proposal::proposal(state, seat)
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
        odds::advise(state, seat, draft)
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

    fn addressed(state: &State, seat: Seat, ask: Ask) -> Ask {
        let mut ask = next::address(state, seat, ask);
        if let Ask::Choose(asked) = &mut ask
            && options::hopeless(state.public(), asked)
        {
            let no = asked.options.iter().position(|choice| *choice == Choice::No);
            asked.default = no.map_or(asked.default, |no| no as u8);
        }
        ask
    }

    /// Without `later`: a bot announces each fighter at its place, knowing what was announced before.
    fn addressed_to_bot(_: &State, _: Seat, ask: Ask) -> Ask {
        ask
    }

    fn is_window(ask: &Ask) -> bool {
        matches!(ask, Ask::Choose(question) if question.dec == Dec::Window)
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
        let missed = state.missed.get(usize::from(seat.0)).is_some_and(|missed| *missed >= apply::patience());
        missed || state.scene.camp(state.fixed.setup.side(seat)).yielding.contains(seat)
    }

    fn has_sealed(state: &State, seat: Seat) -> bool {
        state.wait().is_some_and(|wait| wait.seals.has(seat))
    }

    fn withdraw(ask: &Ask) -> Option<Command> {
        Some(Command::Withdraw { question: ask.id() })
    }

    fn sealed(command: &Command) -> bool {
        matches!(
            command,
            Command::Plan { .. } | Command::Cries { .. } | Command::Orders { .. } | Command::Deeds { .. }
        )
    }

    fn view(state: &State, to: Audience) -> View {
        view::view(state, to)
    }

    fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
        view::notice(after, event, to)
    }

    fn scoreboard(state: &State) -> Option<Scoreboard> {
        Some(state.public().scoreboard())
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.scene.turn)
    }

    fn parts(state: &State) -> u32 {
        u32::from(state.scene.segment.saturating_sub(1))
    }

    fn pace(state: &State, _: Seat) -> Pace {
        let phase = state.wait().map(|wait| wait.phase);
        match (phase, state.question().map(|(_, ask)| ask)) {
            (Some(Phase::Plan), _) => Pace::Long(1),
            (Some(_), _) | (None, Some(Ask::Act { .. })) => Pace::Short,
            (None, Some(Ask::Choose(question))) if question.dec == Dec::Window => Pace::Window,
            (None, Some(Ask::Choose(question))) if question.dec == Dec::Head => Pace::Long(1),
            _ => Pace::Quick,
        }
    }

    fn seconds(pace: Pace) -> u32 {
        let times = &tables().timeouts;
        match pace {
            Pace::Window => times.referee_window,
            Pace::Quick => times.dodge,
            Pace::Short => times.action,
            Pace::Long(_) => times.deployment,
            Pace::Between => BETWEEN_SECONDS,
        }
    }

    /// The column of section E.
    fn time(state: &State, seat: Seat) -> u32 {
        let times = &tables().timeouts;
        let master = state.fixed.setup.master() == Some(seat);
        match (state.wait().map(|wait| wait.phase), state.question().map(|(_, ask)| ask)) {
            (Some(Phase::Plan), _) => times.deployment,
            (Some(Phase::Terror), _) => times.terror,
            (Some(Phase::Orders), _) => times.segment_orders,
            (Some(Phase::Batch), _) | (None, Some(Ask::Act { .. })) if master => times.referee_action,
            (Some(Phase::Batch), _) => times.manual_batch,
            (None, Some(Ask::Act { .. })) => times.action,
            (None, Some(Ask::Choose(question))) => {
                times.answer(question.dec).saturating_mul(next::together(state.public(), question))
            }
            (None, _) => Self::seconds(Self::pace(state, seat)),
        }
    }

    fn bots() -> &'static [&'static str] {
        &["any", "novice", "champion"]
    }

    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "any" => Some(Box::new(bots::AnyBot::default())),
            "novice" => Some(Box::new(bots::Novice::default())),
            "champion" => Some(Box::new(bots::Champion::default())),
            _ => None,
        }
    }

    fn alike(a: &Scene, b: &Scene) -> bool {
        a.fighters.len() == b.fighters.len()
    }

    fn suits(state: &State, _: &Work, question: &Ask, scene: &Scene, answer: &Answer) -> bool {
        let public = PublicState { fixed: &state.fixed, scene };
        match (question, answer) {
            (Ask::Choose(question), Answer::Choice(choice)) => question.options.contains(choice),
            (Ask::Act { who, .. }, Answer::Deed(deed)) => legal::deed(public, *who, deed).is_ok(),
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
        Dec::Announce => {
            // CEL-PLY-10.
            let actions = standing.preset(question.who, state.scene.turn)?;
            offers(Choice::Actions(actions))
        }
        Dec::Survive => {
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
        Dec::Refuse => match habit?.refuse {
            Standard::Ask => None,
            Standard::Yes => offers(Choice::Yes),
            Standard::No => offers(Choice::No),
        },
        Dec::Dodge => {
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
        Dec::Answer
        | Dec::Bay
        | Dec::Duel
        | Dec::GoOn
        | Dec::Head
        | Dec::Window
        | Dec::StrikeFirst
        | Dec::Agree => None,
    }
}
