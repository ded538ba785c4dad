//! A system small enough to be read at once, on the machine as the real ones are. In each of two rounds both seats seal a stake;
//! then dice are thrown into a pot for as long as the first seat dares, and the second one says that the game goes on.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize};

use super::super::{
    self as procedure, Answered, Began, Commanded, Course, Flow, Frame, Inherited, Moment, Rolled, Sealed,
    Seals, Step, System, Work, script,
};
use crate::contract::{Actor, Audience, Bot, Hand, Outcome, Pace, Rule, Ruleset, Seat, Seats};
use crate::fact;
use crate::fold::Rows;
use crate::notice::Notice;
use crate::refusal::{Refusal, refusals};
use crate::row::Stated;

/// The seat that dares.
pub(super) const DARING: Seat = Seat(0);
/// The seat that says that it goes on.
pub(super) const OTHER: Seat = Seat(1);
/// From this number on a dare fails.
const BRIM: u32 = 20;

refusals! {
    /// A refusal.
    pub(super) enum Illegal of "tiny" {
        Brim { brim: u32 } = "tiny.brim", Some("TNY-POT-02"),
            "À {brim}, le pot déborde.",
            "At {brim} the pot flows over.";
        Other = "tiny.other", None, "On te demande autre chose.", "You are asked something else.";
    }
}

/// Data of the tiny system.
macro_rules! data {
    ($($item:item)+) => {
        $(
            #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            $item
        )+
    };
}

data! {
    #[derive(Copy, Default)]
    pub(super) struct Scene {
        /// What lies in the pot.
        pub(super) pot: u32,
        pub(super) round: u8,
        pub(super) cheers: u8,
    }

    #[derive(Copy)]
    pub(super) enum Unit {
        Open,
        Round,
    }

    pub(super) enum Wait {
        Stakes(Seals<u8>),
        GoOn,
    }

    #[derive(Copy)]
    pub(super) enum Ask {
        Stake { id: u32 },
        Dare { id: u32, pot: u32 },
        GoOn { id: u32 },
    }

    #[derive(Copy)]
    pub(super) enum Answer {
        /// Two dice more.
        More,
        /// No more.
        Stop,
        /// Let me think: the same is asked again.
        Think,
    }

    #[derive(Copy, Default)]
    pub(super) struct Standing {
        /// Stop from so much on.
        pub(super) stop: Option<u32>,
    }

    #[derive(Copy)]
    pub(super) enum Command {
        Stake { question: u32, stake: u8 },
        Dare { question: u32, answer: Answer },
        GoOn { question: u32 },
        Stand(Standing),
        /// At any time.
        Cheer,
        GiveUp,
    }

    pub(super) enum Event {
        Staked { seat: Seat, stake: Sealed<u8> },
        Stood { seat: Seat, standing: Standing },
        Said { facts: Vec<Fact> },
        GaveUp { seat: Seat },
        Began(Began<Tiny>),
        Commanded(Commanded<Tiny>),
        Rolled(Rolled<Tiny>),
        Answered(Answered<Tiny>),
    }

    pub(super) struct Position {
        pub(super) scene: Scene,
        pub(super) stack: Vec<Frame<Tiny>>,
        pub(super) standing: Vec<Standing>,
        pub(super) questions: u32,
        pub(super) inherited: Inherited,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Rows)]
#[serde(tag = "t", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum What {
    Fell { pot: u32 },
    Thought { pot: u32 },
    Ended { round: u8 },
    Cheered { cheers: u8 },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Fact {
    rule: Rule,
    #[serde(flatten)]
    pub(super) what: What,
}

impl<'de> Deserialize<'de> for Fact {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        fact::read(from).map(|(rule, what)| Self { rule, what })
    }
}

impl Stated for Fact {
    type What = What;
    const RULES: &'static str = "TNY-";

    fn of(rule: Rule, what: What) -> Self {
        Self { rule, what }
    }

    fn parts(&self) -> (&Rule, &What) {
        (&self.rule, &self.what)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) course: Course<Tiny>,
    given_up: Seats,
    outcome: Option<Outcome>,
}

impl Deref for State {
    type Target = Course<Tiny>;
    fn deref(&self) -> &Course<Tiny> {
        &self.course
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Course<Tiny> {
        &mut self.course
    }
}

impl State {
    fn set_apart(&mut self, seat: Seat, stake: Sealed<u8>) {
        let Some(Wait::Stakes(seals)) = self.wait_mut() else { return };
        seals.set(seat, Some(stake));
        if seals.missing(both()).is_empty() {
            self.questions += 1;
            self.stack.pop();
            self.stack.push(Frame::Todo(Unit::Round));
        }
    }
}

/// Both seats.
pub(super) fn both() -> Seats {
    Seats::one(DARING).with(OTHER)
}

impl From<Step<Tiny>> for Event {
    fn from(step: Step<Tiny>) -> Self {
        match step {
            Step::Began(began) => Self::Began(began),
            Step::Rolled(rolled) => Self::Rolled(rolled),
            Step::Answered(answered) => Self::Answered(answered),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tiny;

script! {
    /// One run of a piece of work.
    pub(super) Script of Tiny
}

/// Plays a round.
fn round(script: &mut Script<'_>) -> Flow<Tiny> {
    throw(script, 1)?;
    loop {
        match dare(script)? {
            Answer::More => throw(script, 2)?,
            Answer::Think => script.tell("TNY-POT-03", What::Thought { pot: script.scene.pot }),
            Answer::Stop => break,
        }
    }
    script.tell("TNY-POT-04", What::Ended { round: script.scene.round + 1 });
    Ok(())
}

fn throw(script: &mut Script<'_>, count: u8) -> Flow<Tiny> {
    let faces = script.roll(count, 6, "TNY-POT-01", "the pot")?;
    let pot = script.scene.pot + faces.iter().copied().map(u32::from).sum::<u32>();
    script.tell("TNY-POT-01", What::Fell { pot });
    Ok(())
}

fn dare(script: &mut Script<'_>) -> Flow<Tiny, Answer> {
    let pot = script.scene.pot;
    script.put(|id| Ask::Dare { id, pot }, |answer| Some(*answer))
}

fn may(answer: Answer, pot: u32) -> Result<(), Illegal> {
    match answer {
        Answer::More if pot >= BRIM => Err(Illegal::Brim { brim: BRIM }),
        Answer::More | Answer::Stop | Answer::Think => Ok(()),
    }
}

impl System for Tiny {
    const ID: &'static str = "tiny";
    const VERSION: u16 = 1;
    const IDLE: Unit = Unit::Open;

    type Setup = Scene;
    type State = State;
    type Position = Position;
    type Command = Command;
    type Draft = Command;
    type Event = Event;
    type Ask = Ask;
    type View = Standing;
    type Fact = Fact;
    type Advice = bool;
    type Illegal = Illegal;

    type Scene = Scene;
    type Unit = Unit;
    type Wait = Wait;
    type Question = Ask;
    type Answer = Answer;
    type Standing = Standing;
    type Notes = u32;
    type Script<'a> = Script<'a>;

    fn new(setup: &Scene) -> Result<State, Illegal> {
        Ok(State { course: Course::new(*setup, 2, Unit::Open), given_up: Seats::NONE, outcome: None })
    }

    fn from_position(position: &Position) -> Result<State, Illegal> {
        let Position { scene, stack, standing, questions, inherited } = position.clone();
        let course = Moment { scene, stack, standing, questions, inherited }.into();
        let state = State { course, given_up: Seats::NONE, outcome: None };
        let sound = state.work().is_none_or(|work| procedure::replays::<Self>(&state, work));
        sound.then_some(state).ok_or_else(|| Refusal::Position(vec!["the work".to_owned()]).into())
    }

    fn position(state: &State) -> Position {
        let Moment { scene, stack, standing, questions, inherited } = Moment::clone(&state.course);
        Position { scene, stack, standing, questions, inherited }
    }

    fn happen(scene: &mut Scene, what: &What) {
        match *what {
            What::Fell { pot } => scene.pot = pot,
            What::Ended { round } => scene.round = round,
            What::Cheered { cheers } => scene.cheers = cheers,
            What::Thought { .. } => {}
        }
    }

    fn play(script: &mut Script<'_>, unit: &Unit) -> Flow<Self> {
        match unit {
            Unit::Open => Ok(()),
            Unit::Round => round(script),
        }
    }

    fn after_fact(script: &mut Script<'_>) {
        script.notes += 1;
    }

    fn follow(state: &mut State, unit: &Unit) {
        match unit {
            Unit::Open => state.stack.push(Frame::Wait(Wait::Stakes(Seals::none(2)))),
            Unit::Round if state.scene.round < 2 => state.stack.push(Frame::Wait(Wait::GoOn)),
            Unit::Round => {
                state.outcome = Some(Outcome::alone(both(), vec![state.scene.pot as i32; 2], "rounds"));
            }
        }
    }

    fn outcome(state: &State) -> Option<&Outcome> {
        state.outcome.as_ref()
    }

    fn waiting(state: &State, wait: &Wait) -> (Seats, Ask) {
        let id = state.questions + 1;
        match wait {
            Wait::Stakes(seals) => (seals.missing(both()), Ask::Stake { id }),
            Wait::GoOn => (Seats::one(OTHER), Ask::GoOn { id }),
        }
    }

    fn asked(question: &Ask) -> (Seats, Cow<'_, Ask>) {
        (Seats::one(DARING), Cow::Borrowed(question))
    }

    fn counts(answer: &Answer) -> bool {
        *answer != Answer::Think
    }

    fn standing(state: &State, question: &Ask) -> Option<(Seat, Answer)> {
        let Ask::Dare { pot, .. } = question else { return None };
        let stop = state.standing[usize::from(DARING.0)].stop?;
        Some((DARING, if *pot < stop { Answer::More } else { Answer::Stop }))
    }

    fn has_given_up(state: &State, seat: Seat) -> bool {
        state.given_up.contains(seat)
    }

    fn silent(mut event: Event) -> Event {
        if let Event::Answered(answered) = &mut event {
            answered.silent = true;
        }
        event
    }

    fn has_sealed(state: &State, seat: Seat) -> bool {
        matches!(state.wait(), Some(Wait::Stakes(seals)) if seals.has(seat))
    }

    fn alike(_: &Scene, _: &Scene) -> bool {
        true
    }

    fn suits(_: &State, _: &Work<Self>, question: &Ask, scene: &Scene, answer: &Answer) -> bool {
        matches!(question, Ask::Dare { .. }) && may(*answer, scene.pot).is_ok()
    }

    fn decide_on(
        state: &State,
        by: Actor,
        command: &Command,
        hand: &mut Hand<'_, Self>,
    ) -> Result<Event, Illegal> {
        let seat = procedure::admit::<Self>(state, by)?;
        let by_clock = matches!(by, Actor::Clock(_));
        let (id, own) = match *command {
            Command::Stand(standing) => return Ok(Event::Stood { seat, standing }),
            Command::GiveUp => return Ok(Event::GaveUp { seat }),
            Command::Cheer => {
                let ran = procedure::aside::<Self>(state, |script| {
                    script.tell("TNY-POT-05", What::Cheered { cheers: script.scene.cheers + 1 });
                    Ok(())
                });
                return Ok(Event::Said { facts: ran.facts });
            }
            Command::Stake { question, .. } | Command::Dare { question, .. } | Command::GoOn { question } => {
                (question, procedure::open::<Self>(state))
            }
        };
        let (seats, ask) = own.ok_or(Refusal::Stale)?;
        let (Ask::Stake { id: open } | Ask::Dare { id: open, .. } | Ask::GoOn { id: open }) = *ask;
        if open != id {
            return Err(Refusal::Stale.into());
        }
        if !seats.contains(seat) {
            return Err(Refusal::NotAsked.into());
        }
        match (*ask, *command, state.work()) {
            (Ask::Stake { .. }, Command::Stake { stake, .. }, _) => {
                Ok(Event::Staked { seat, stake: Sealed(stake) })
            }
            (Ask::GoOn { .. }, Command::GoOn { .. }, _) => {
                Ok(Event::Commanded(procedure::command(state, (seat, by_clock), Unit::Round, true, hand)))
            }
            (Ask::Dare { pot, .. }, Command::Dare { answer, .. }, Some(work)) => {
                may(answer, pot)?;
                let answered = procedure::go_on(state, work, seat, answer, hand);
                Ok(Event::Answered(Answered { by_clock, ..answered }))
            }
            _ => Err(Illegal::Other),
        }
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Staked { seat, stake } => state.set_apart(*seat, *stake),
            Event::Stood { seat, standing } => state.stand(*seat, standing),
            Event::Said { facts } => procedure::apply_facts::<Self>(state, facts),
            Event::GaveUp { seat } => state.given_up = state.given_up.with(*seat),
            Event::Began(began) => procedure::apply_began(state, began),
            Event::Commanded(commanded) => procedure::apply_commanded(state, commanded, true),
            Event::Rolled(rolled) => procedure::apply_rolled(state, rolled),
            Event::Answered(answered) => procedure::apply_answered(state, answered),
        }
    }

    fn options(_: &State, _: Seat, _: &mut dyn FnMut(Command)) {}

    fn default_answer(state: &State, _: Seat) -> Command {
        match procedure::open::<Self>(state).map(|(_, ask)| *ask) {
            Some(Ask::Stake { id }) => Command::Stake { question: id, stake: 1 },
            Some(Ask::GoOn { id }) => Command::GoOn { question: id },
            Some(Ask::Dare { id, .. }) => Command::Dare { question: id, answer: Answer::Stop },
            None => Command::Cheer,
        }
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<bool, Illegal> {
        Self::decide(state, Actor::Seat(seat), draft).map(|_| true)
    }

    fn draft_command(draft: &Command) -> Option<Command> {
        Some(*draft)
    }

    fn view(state: &State, to: Audience) -> Standing {
        let Audience::Seat(seat) = to else { return Standing::default() };
        state.standing_shown(seat).unwrap_or_default()
    }

    fn notice<'a>(_: &State, _: &'a Event, _: Audience) -> Option<Notice<'a, Fact>> {
        None
    }

    fn sealed(command: &Command) -> bool {
        matches!(command, Command::Stake { .. })
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.scene.round)
    }

    fn pace(_: &State, _: Seat) -> Pace {
        Pace::Quick
    }

    fn seconds(_: Pace) -> u32 {
        30
    }

    fn bots() -> &'static [&'static str] {
        &[]
    }

    fn bot(_: &str) -> Option<Box<dyn Bot<Self>>> {
        None
    }
}
