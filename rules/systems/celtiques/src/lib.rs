//! Celtiques: skirmish of a few warriors on a map of hexagons, in turns of five heartbeats. Rules in `docs/rules/celtiques.md`,
//! numbers in `data/`.

mod apply;
mod appraise;
mod create;
mod decide;
mod doctrine;
mod gathering;
mod hero;
mod legal;
mod next;
mod options;
mod paths;
mod proposal;
pub mod refusal;
mod resolve;
mod system;
#[cfg(feature = "testkit")]
pub mod testkit;
mod threats;
#[cfg(feature = "ts")]
mod types;

// The parts, for the tests of the rules alone: everybody else goes by what stands below.
#[doc(hidden)]
pub mod ahead;
#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod bots;
#[doc(hidden)]
pub mod catalogue;
#[doc(hidden)]
pub mod command;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod figures;
#[doc(hidden)]
pub mod ids;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod profile;
#[doc(hidden)]
pub mod save;
#[doc(hidden)]
pub mod scene;
#[doc(hidden)]
pub mod setup;
#[doc(hidden)]
pub mod state;
#[doc(hidden)]
pub mod tables;
#[doc(hidden)]
pub mod view;

#[doc(hidden)]
pub use next::batches;
#[doc(hidden)]
pub use resolve::{Parts, bystander, falling, melee_malus, movement, stray};

pub use catalogue::{Catalogue, catalogue};
pub use command::{Ask, Command};
pub use event::{Event, Fact};
pub use odds::Advice;
pub use save::Position;
pub use setup::{More, Setup};
pub use state::State;
pub use view::View;

use command::Choice;
use refusal::Illegal;
use state::Phase;
use tables::tables;

use bagarre_kit::any::{Rules, Typed};
use bagarre_kit::contract::{
    Actor, Audience, Bot, Hand, Next, Pace, Roll, Ruleset, Scoreboard, Seat, Threat, Threatened,
};
use bagarre_kit::notice::Notice;
use bagarre_kit::procedure;

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Celtiques>::RULES;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Celtiques;

impl Ruleset for Celtiques {
    const ID: &'static str = "celtiques";
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
        procedure::next::<Celtiques>(state, hand)
    }

    fn rolled_on(state: &State, _: &Roll, faces: &[u8], hand: &mut Hand<'_, Self>) -> Event {
        procedure::rolled::<Celtiques>(state, faces, hand)
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
        options::options(state, seat, each);
    }

    fn scoreboard(state: &State) -> Option<Scoreboard> {
        Some(state.table().scoreboard())
    }

    fn withdrawal(state: &State, seat: Seat) -> Option<Command> {
        let question = procedure::open::<Self>(state).map(|(_, ask)| ask.id())?;
        procedure::may_withdraw::<Self>(state, seat).then_some(Command::Withdraw { question })
    }

    fn default_answer(state: &State, seat: Seat) -> Command {
        options::default_answer(state, seat)
    }

    fn proposal(state: &State, seat: Seat) -> Option<Command> {
        proposal::proposal(state, seat)
    }

    fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
        let mut ask = next::told(state, seat, procedure::ask_for::<Celtiques>(state, seat)?);
        if let Ask::Choose(asked) = &mut ask
            && options::hopeless(state.table(), asked)
        {
            let no = asked.options.iter().position(|choice| *choice == Choice::No);
            asked.default = no.map_or(asked.default, |no| no as u8);
        }
        Some(ask)
    }

    fn is_window(ask: &Ask) -> bool {
        matches!(ask, Ask::Choose(question) if question.dec == 29)
    }

    fn ask_bot(state: &State, seat: Seat) -> Option<Ask> {
        // Without `later`: a bot announces each fighter at its place, knowing what was announced before.
        procedure::ask_for::<Celtiques>(state, seat)
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
        odds::advise(state, seat, draft)
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
        procedure::new_holder::<Celtiques>(state, seat);
    }

    fn sealed(command: &Command) -> bool {
        matches!(
            command,
            Command::Plan { .. } | Command::Cries { .. } | Command::Orders { .. } | Command::Deeds { .. }
        )
    }

    fn seats(state: &State) -> u8 {
        state.seats()
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.scene.turn)
    }

    fn parts(state: &State) -> u32 {
        u32::from(state.scene.segment)
    }

    fn pace(state: &State, _: Seat) -> Pace {
        let phase = state.wait().map(|wait| wait.phase);
        match (phase, state.question().map(|(_, ask)| ask)) {
            (Some(Phase::Plan), _) => Pace::Long(1),
            (Some(_), _) | (None, Some(Ask::Act { .. })) => Pace::Short,
            (None, Some(Ask::Choose(question))) if question.dec == 29 => Pace::Window,
            (None, Some(Ask::Choose(question))) if question.dec == 22 => Pace::Long(1),
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
            Pace::Between => bagarre_kit::contract::BETWEEN_SECONDS,
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
                times.answer(question.dec).saturating_mul(next::together(state.table(), question))
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
}
