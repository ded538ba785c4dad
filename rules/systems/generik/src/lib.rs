//! GeneriK: skirmish with miniatures on a table of 120 × 120 cm. Rules in `docs/rules/generik.md`, numbers in `data/`.

mod apply;
mod appraise;
mod create;
mod decide;
mod defaults;
mod gathering;
mod headline;
mod legal;
mod next;
mod options;
mod placing;
pub mod refusal;
mod resolve;
mod scores;
mod shop;
mod standing;
mod system;
#[cfg(feature = "testkit")]
pub mod testkit;
#[cfg(feature = "ts")]
mod types;
mod view;

// The parts, for the tests of the rules alone: everybody else goes by what stands below.
#[doc(hidden)]
pub mod advise;
#[doc(hidden)]
pub mod after;
#[doc(hidden)]
pub mod aftermath;
#[doc(hidden)]
pub mod band;
#[doc(hidden)]
pub mod bots;
#[doc(hidden)]
pub mod catalogue;
#[doc(hidden)]
pub mod chronicle;
#[doc(hidden)]
pub mod command;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod ids;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod numbers;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod save;
#[doc(hidden)]
pub mod scene;
#[doc(hidden)]
pub mod setup;
#[doc(hidden)]
pub mod space;
#[doc(hidden)]
pub mod state;
#[doc(hidden)]
pub mod survivors;
#[doc(hidden)]
pub mod tables;
#[doc(hidden)]
pub mod terrain;
#[doc(hidden)]
pub mod usual;
#[doc(hidden)]
pub mod words;

pub use advise::Advice;
pub use catalogue::{Catalogue, catalogue};
pub use command::{Ask, Command, Draft};
pub use event::{Event, Fact};
pub use gathering::OwnTable;
pub use save::Position;
pub use setup::{More, Setup};
pub use state::State;
pub use view::View;

use state::Wait;

use crate::refusal::Illegal;
use bagarre_kit::any::{Rules, Typed};
use bagarre_kit::contract::{
    Actor, Audience, Bot, Hand, Next, Pace, Roll, Ruleset, Scoreboard, Seat, Threat, Threatened,
};
use bagarre_kit::notice::Notice;
use bagarre_kit::procedure;

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Generik>::RULES;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Generik;

impl Ruleset for Generik {
    const ID: &'static str = "generik";
    const VERSION: u16 = 3;
    // Games of version 1 were played before there was a chain.
    const CHAINED_SINCE: u16 = 2;

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

    fn new(setup: &Setup) -> Result<State, Illegal> {
        create::create(setup)
    }

    fn from_position(position: &Position) -> Result<State, Illegal> {
        save::load(position)
    }

    fn position(state: &State) -> Position {
        save::position(state)
    }

    fn decide_on(
        state: &State,
        by: Actor,
        command: &Command,
        hand: &mut Hand<'_, Self>,
    ) -> Result<Event, Illegal> {
        decide::decide(state, by, command, hand)
    }

    fn next_on(state: &State, hand: &mut Hand<'_, Self>) -> Next<Self> {
        procedure::next::<Generik>(state, hand)
    }

    fn rolled_on(state: &State, _: &Roll, faces: &[u8], hand: &mut Hand<'_, Self>) -> Event {
        procedure::rolled::<Generik>(state, faces, hand)
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
        options::options(state, seat, each);
    }

    fn scoreboard(state: &State) -> Option<Scoreboard> {
        Some(scores::scoreboard(state))
    }

    fn withdrawal(state: &State, seat: Seat) -> Option<Command> {
        let question = next::open(state).map(|ask| ask.id())?;
        procedure::may_withdraw::<Self>(state, seat).then_some(Command::Withdraw { question })
    }

    fn default_answer(state: &State, seat: Seat) -> Command {
        defaults::default_answer(state, seat)
    }

    fn proposal(state: &State, seat: Seat) -> Option<Command> {
        advise::proposal(state, seat)
    }

    fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
        procedure::ask_for::<Generik>(state, seat)
    }

    fn is_window(ask: &Ask) -> bool {
        matches!(ask, Ask::React(_))
    }

    fn advise(state: &State, seat: Seat, draft: &Draft) -> Result<Advice, Illegal> {
        advise::advise(state, seat, draft)
    }

    fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
        advise::threats(state, about)
    }

    fn kept(_draft: &Draft) -> Option<Command> {
        None
    }

    fn view(state: &State, to: Audience) -> View {
        view::view(state, to)
    }

    fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
        view::notice(after, event, to)
    }

    fn new_holder(state: &mut State, seat: Seat) {
        procedure::new_holder::<Generik>(state, seat);
    }

    fn sealed(command: &Command) -> bool {
        matches!(command, Command::Champion { .. })
    }

    fn seats(state: &State) -> u8 {
        state.seats()
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
        let times = &numbers::numbers().decision_timeout;
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
}
