//! énergie: comic-strip fights on a map of zones. Rules in `docs/rules/energie.md`, numbers in `data/`.

mod apply;
mod appraise;
mod decide;
mod defaults;
mod gathering;
mod headline;
mod next;
mod options;
mod proposal;
pub mod refusal;
mod resolve;
mod scores;
mod standing;
mod system;
#[cfg(feature = "testkit")]
pub mod testkit;
mod threats;
#[cfg(feature = "ts")]
mod types;
mod view;

// The parts, for the tests of the rules alone: everybody else goes by what stands below.
#[doc(hidden)]
pub mod advise;
#[doc(hidden)]
pub mod arena;
#[doc(hidden)]
pub mod band;
#[doc(hidden)]
pub mod bots;
#[doc(hidden)]
pub mod catalogue;
#[doc(hidden)]
pub mod command;
#[doc(hidden)]
pub mod create;
#[doc(hidden)]
pub mod doctrine;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod ids;
#[doc(hidden)]
pub mod legal;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod placing;
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
pub mod tables;

pub use advise::Advice;
pub use catalogue::{Catalogue, catalogue};
pub use command::{Ask, Command};
pub use event::{Event, Fact};
pub use save::Position;
pub use setup::{More, Setup};
pub use state::State;
pub use view::View;

use crate::refusal::Illegal;
use crate::scene::Motion;
use bagarre_kit::any::{Rules, Typed};
use bagarre_kit::contract::{
    Actor, Audience, BETWEEN_SECONDS, Bot, Hand, Next, Pace, Roll, Ruleset, Scoreboard, Seat, Threat,
    Threatened,
};
use bagarre_kit::notice::Notice;
use bagarre_kit::procedure;

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Energie>::RULES;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Energie;

impl Ruleset for Energie {
    const ID: &'static str = "energie";
    const VERSION: u16 = 2;

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
        procedure::next::<Energie>(state, hand)
    }

    fn rolled_on(state: &State, _: &Roll, faces: &[u8], hand: &mut Hand<'_, Self>) -> Event {
        procedure::rolled::<Energie>(state, faces, hand)
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
        proposal::proposal(state, seat)
    }

    fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
        procedure::ask_for::<Energie>(state, seat)
    }

    fn is_window(ask: &Ask) -> bool {
        matches!(ask, Ask::Window { .. })
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
        advise::advise(state, seat, draft)
    }

    fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
        threats::threats(state, about)
    }

    fn kept(draft: &Command) -> Option<Command> {
        Some(draft.clone())
    }

    fn view(state: &State, to: Audience) -> View {
        view::view(state, to)
    }

    fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
        view::notice(after, event, to)
    }

    fn new_holder(state: &mut State, seat: Seat) {
        procedure::new_holder::<Energie>(state, seat);
    }

    fn sealed(command: &Command) -> bool {
        matches!(command, Command::Deploy { .. })
    }

    fn seats(state: &State) -> u8 {
        state.seats()
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
        let times = &tables::tables().timeouts;
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
        let tables = tables::tables();
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
}
