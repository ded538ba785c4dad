//! What a system of procedures says to the machine, which makes it a [`Ruleset`].

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::DerefMut;

use super::{Course, Flow, Script, Step, Work, happened, play};
use crate::contract::{
    Actor, Audience, Bot, Data, Hand, Next, Outcome, Pace, Refuse, Roll, Ruleset, Scoreboard, Seat, Seats,
    Threat, Threatened,
};
use crate::notice::Notice;
use crate::refusal::Refusal;
use crate::row::Stated;

/// Data that states and events are made of.
pub trait Part: Data + Eq + Hash {}
impl<T: Data + Eq + Hash> Part for T {}

/// The contents of a fact of a system.
pub type What<P> = <<P as System>::Fact as Stated>::What;

/// A system whose rules are procedures: what it says here makes it a [`Ruleset`]. An item with the name of one of [`Ruleset`] is that
/// one; the others of [`Ruleset`] are written below, for all systems.
pub trait System: Copy + Debug + Eq + Hash + 'static {
    /// See [`Ruleset::ID`].
    const ID: &'static str;
    /// See [`Ruleset::VERSION`].
    const VERSION: u16;
    /// See [`Ruleset::CHAINED_SINCE`].
    const CHAINED_SINCE: u16 = 1;
    /// The work that is played when nothing is suspended.
    const IDLE: Self::Unit;

    /// What a game starts from.
    type Setup: Data;
    /// The whole truth: the system's own data around a [`Course`].
    type State: DerefMut<Target = Course<Self>> + Clone + Debug + PartialEq + Hash + Send + Sync;
    /// Any legal moment of a game, as text.
    type Position: Data;
    /// What a seat can say.
    type Command: Data;
    /// What a seat may ask the engine about without doing it.
    type Draft: Data + From<Self::Command>;
    /// What happened: the system's own events beside those of the machine.
    type Event: Data + From<Step<Self>>;
    /// A question: public data only.
    type Ask: Data;
    /// What one audience sees.
    type View: Data;
    /// What happened, as all audiences are told.
    type Fact: Part + Stated;
    /// What the engine says of a draft.
    type Advice: Data;
    /// Refusals.
    type Illegal: Refuse + From<Refusal>;

    /// The state that moves or changes, all of it public: procedures run on copies.
    type Scene: Part;
    /// A piece of work: the smallest thing that runs from its start each time its tape grows.
    type Unit: Part;
    /// A question between pieces of work, with what has been sealed.
    type Wait: Part;
    /// A question in the middle of a piece of work.
    type Question: Part;
    /// An answer to such a question, as its tape keeps it.
    type Answer: Part;
    /// What a seat has answered in advance.
    type Standing: Part + Default;
    /// What procedures note for themselves while they run.
    type Notes: Default;
    /// What procedures run on, made by [`script!`](crate::script!).
    type Script<'a>: Script<'a, Self>;

    /// See [`Ruleset::new`].
    fn new(setup: &Self::Setup) -> Result<Self::State, Self::Illegal>;
    /// See [`Ruleset::from_position`].
    fn from_position(position: &Self::Position) -> Result<Self::State, Self::Illegal>;
    /// See [`Ruleset::position`].
    fn position(state: &Self::State) -> Self::Position;
    /// See [`Ruleset::misread`].
    fn misread(_: &str) -> Option<Self::Illegal> {
        None
    }

    /// Makes a fact true.
    fn happen(scene: &mut Self::Scene, what: &What<Self>);
    /// Makes facts true of the game: of its scene, and of what the state keeps beside it.
    fn tell(state: &mut Self::State, facts: &[Self::Fact]) {
        happened::<Self>(&mut state.scene, facts);
    }
    /// Makes an event true; those of the machine by its own functions.
    fn apply(state: &mut Self::State, event: &Self::Event);
    /// Plays a piece of work.
    fn play(script: &mut Self::Script<'_>, unit: &Self::Unit) -> Flow<Self>;
    /// Called in a run after each fact: what rules watch for.
    fn after_fact(_: &mut Self::Script<'_>) {}
    /// Says what comes after a piece of work: pushes it on the stack, what is first last.
    fn follow(state: &mut Self::State, unit: &Self::Unit);
    /// How the game ended, once nothing is left to do.
    fn outcome(state: &Self::State) -> Option<&Outcome>;

    /// See [`Ruleset::decide_on`].
    fn decide_on(
        state: &Self::State,
        by: Actor,
        command: &Self::Command,
        hand: &mut Hand<'_, Self>,
    ) -> Result<Self::Event, Self::Illegal>;
    /// Marks the event of a command that no seat gave: the clock or a standing answer did.
    fn silent(event: Self::Event) -> Self::Event {
        event
    }
    /// See [`Ruleset::options`].
    fn options(state: &Self::State, seat: Seat, each: &mut dyn FnMut(Self::Command));
    /// See [`Ruleset::default_answer`].
    fn default_answer(state: &Self::State, seat: Seat) -> Self::Command;
    /// See [`Ruleset::proposal`].
    fn proposal(_: &Self::State, _: Seat) -> Option<Self::Command> {
        None
    }
    /// See [`Ruleset::advise`].
    fn advise(state: &Self::State, seat: Seat, draft: &Self::Draft) -> Result<Self::Advice, Self::Illegal>;
    /// See [`Ruleset::threats`].
    fn threats(_: &Self::State, _: Threatened) -> Option<Vec<Threat>> {
        None
    }
    /// See [`Ruleset::draft_command`].
    fn draft_command(draft: &Self::Draft) -> Option<Self::Command>;

    /// Returns the seats that are asked between pieces of work, and the question.
    fn waiting(state: &Self::State, wait: &Self::Wait) -> (Seats, Self::Ask);
    /// Returns the seats that are asked in the middle of a piece of work, and the question.
    fn asked(question: &Self::Question) -> (Seats, Cow<'_, Self::Ask>);
    /// A question as the seat asked is told it, with what is private to the seat and what is worked out for people to read.
    fn addressed(_state: &Self::State, _seat: Seat, ask: Self::Ask) -> Self::Ask {
        ask
    }
    /// [`System::addressed`] for a bot: without what is worked out for people to read, where that costs something.
    fn addressed_to_bot(state: &Self::State, seat: Seat, ask: Self::Ask) -> Self::Ask {
        Self::addressed(state, seat, ask)
    }
    /// See [`Ruleset::is_window`].
    fn is_window(_: &Self::Ask) -> bool {
        false
    }
    /// Whether an answer settles the question, so that the next one has another number; else the same is asked again.
    fn counts(_: &Self::Answer) -> bool {
        true
    }
    /// The answer that a seat has given in advance, if it has: it goes on the tape like one that was asked for, so that a change
    /// of mind in the middle of a piece of work changes nothing of what was already played.
    fn standing(state: &Self::State, question: &Self::Question) -> Option<(Seat, Self::Answer)>;
    /// The command that a seat has given in advance to what is asked of it between pieces of work, if it has and it may be given.
    fn in_advance(_: &Self::State, _: Seat) -> Option<Self::Command> {
        None
    }
    /// Whether a seat is no longer asked anything: the default counts at once.
    fn has_given_up(_: &Self::State, _: Seat) -> bool {
        false
    }

    /// Whether a seat has sealed something in the phase that is open.
    fn has_sealed(state: &Self::State, seat: Seat) -> bool;
    /// The command that takes back what a seat has sealed in an open phase, which asks this; `None` where nothing is taken back.
    fn withdraw(_: &Self::Ask) -> Option<Self::Command> {
        None
    }
    /// See [`Ruleset::sealed`].
    fn sealed(command: &Self::Command) -> bool;
    /// Called when another person holds a seat, for what the machine does not know of; see [`Ruleset::new_holder`].
    fn taken_over(_: &mut Self::State, _: Seat) {}

    /// See [`Ruleset::view`].
    fn view(state: &Self::State, to: Audience) -> Self::View;
    /// See [`Ruleset::notice`].
    fn notice<'a>(
        after: &Self::State,
        event: &'a Self::Event,
        to: Audience,
    ) -> Option<Notice<'a, Self::Fact>>;
    /// See [`Ruleset::scoreboard`].
    fn scoreboard(_: &Self::State) -> Option<Scoreboard> {
        None
    }
    /// See [`Ruleset::turn`].
    fn turn(state: &Self::State) -> u32;
    /// See [`Ruleset::parts`].
    fn parts(_: &Self::State) -> u32 {
        0
    }
    /// See [`Ruleset::pace`].
    fn pace(state: &Self::State, seat: Seat) -> Pace;
    /// See [`Ruleset::seconds`].
    fn seconds(pace: Pace) -> u32;
    /// See [`Ruleset::time`].
    fn time(state: &Self::State, seat: Seat) -> u32 {
        Self::seconds(Self::pace(state, seat))
    }
    /// See [`Ruleset::bots`].
    fn bots() -> &'static [&'static str];
    /// See [`Ruleset::bot`].
    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>>;

    /// Whether two scenes hold as many of everything: only then can a position's facts be applied to them.
    fn alike(a: &Self::Scene, b: &Self::Scene) -> bool;
    /// Whether an answer on the tape of a position is one to what was asked there, in the scene the work had come to.
    fn suits(
        state: &Self::State,
        work: &Work<Self>,
        question: &Self::Question,
        scene: &Self::Scene,
        answer: &Self::Answer,
    ) -> bool;
}

/// Methods of [`Ruleset`] that are those of [`System`].
macro_rules! same {
    ($(fn $name:ident($($argument:ident: $of:ty),*) $(-> $out:ty)?;)+) => {
        $(fn $name($($argument: $of),*) $(-> $out)? {
            P::$name($($argument),*)
        })+
    };
}

impl<P: System> Ruleset for P {
    const ID: &'static str = P::ID;
    const VERSION: u16 = P::VERSION;
    const CHAINED_SINCE: u16 = P::CHAINED_SINCE;

    type Setup = P::Setup;
    type State = P::State;
    type Position = P::Position;
    type Command = P::Command;
    type Event = P::Event;
    type Ask = P::Ask;
    type View = P::View;
    type Fact = P::Fact;
    type Draft = P::Draft;
    type Advice = P::Advice;
    type Illegal = P::Illegal;

    same! {
        fn new(setup: &P::Setup) -> Result<P::State, P::Illegal>;
        fn from_position(position: &P::Position) -> Result<P::State, P::Illegal>;
        fn position(state: &P::State) -> P::Position;
        fn misread(text: &str) -> Option<P::Illegal>;
        fn decide_on(state: &P::State, by: Actor, command: &P::Command, hand: &mut Hand<'_, P>) -> Result<P::Event, P::Illegal>;
        fn options(state: &P::State, seat: Seat, each: &mut dyn FnMut(P::Command));
        fn default_answer(state: &P::State, seat: Seat) -> P::Command;
        fn proposal(state: &P::State, seat: Seat) -> Option<P::Command>;
        fn is_window(ask: &P::Ask) -> bool;
        fn advise(state: &P::State, seat: Seat, draft: &P::Draft) -> Result<P::Advice, P::Illegal>;
        fn threats(state: &P::State, about: Threatened) -> Option<Vec<Threat>>;
        fn draft_command(draft: &P::Draft) -> Option<P::Command>;
        fn view(state: &P::State, to: Audience) -> P::View;
        fn sealed(command: &P::Command) -> bool;
        fn scoreboard(state: &P::State) -> Option<Scoreboard>;
        fn turn(state: &P::State) -> u32;
        fn parts(state: &P::State) -> u32;
        fn pace(state: &P::State, seat: Seat) -> Pace;
        fn seconds(pace: Pace) -> u32;
        fn time(state: &P::State, seat: Seat) -> u32;
        fn bots() -> &'static [&'static str];
        fn bot(name: &str) -> Option<Box<dyn Bot<P>>>;
    }

    fn apply(state: &mut P::State, event: &P::Event) {
        P::apply(state, event);
        // What a system keeps beside its course has changed too.
        state.forget();
    }
    fn notice<'a>(after: &P::State, event: &'a P::Event, to: Audience) -> Option<Notice<'a, P::Fact>> {
        P::notice(after, event, to)
    }
    fn seats(state: &P::State) -> u8 {
        state.seats()
    }
    fn next_on(state: &P::State, hand: &mut Hand<'_, P>) -> Next<P> {
        play::next(state, hand)
    }
    fn rolled_on(state: &P::State, _: &Roll, faces: &[u8], hand: &mut Hand<'_, P>) -> P::Event {
        play::rolled(state, faces, hand)
    }
    fn ask_for(state: &P::State, seat: Seat) -> Option<P::Ask> {
        play::ask_for::<P>(state, seat).map(|ask| P::addressed(state, seat, ask))
    }
    fn ask_bot(state: &P::State, seat: Seat) -> Option<P::Ask> {
        play::ask_for::<P>(state, seat).map(|ask| P::addressed_to_bot(state, seat, ask))
    }
    fn withdrawal(state: &P::State, seat: Seat) -> Option<P::Command> {
        let (_, ask) = play::open::<P>(state).filter(|_| play::may_withdraw::<P>(state, seat))?;
        P::withdraw(&ask)
    }
    fn new_holder(state: &mut P::State, seat: Seat) {
        play::new_holder::<P>(state, seat);
        P::taken_over(state, seat);
        state.forget();
    }
}
