//! Baston (1985/87): a bar brawl. Rules in `docs/rules/baston.md`, numbers in `data/`.

mod advise;
mod apply;
mod appraise;
mod create;
mod decide;
mod drawing;
mod gangs;
mod gathering;
mod headline;
mod next;
mod options;
mod programme;
mod proposal;
pub mod refusal;
mod resolve;
mod scores;
mod space;
mod system;
#[cfg(feature = "testkit")]
pub mod testkit;
mod threats;
#[cfg(feature = "ts")]
mod types;
mod view;

// The parts, for the tests of the rules alone: everybody else goes by what stands below.
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
pub mod ids;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod order;
#[doc(hidden)]
pub mod printed;
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

pub use catalogue::{Catalogue, catalogue};
pub use command::{Advice, Ask, Command};
pub use event::{Event, Fact};
pub use save::Position;
pub use setup::Setup;
pub use state::State;
pub use view::View;

use refusal::Illegal;
use state::Wait;

use bagarre_kit::any::{Rules, Typed};
use bagarre_kit::contract::{
    Actor, Audience, BETWEEN_SECONDS, Bot, Hand, Next, Pace, Roll, Ruleset, Scoreboard, Seat, Threat,
    Threatened,
};
use bagarre_kit::notice::Notice;
use bagarre_kit::procedure;

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Baston>::RULES;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Baston;

impl Ruleset for Baston {
    const ID: &'static str = "baston";
    const VERSION: u16 = 4;
    // Games of version 1 were played before there was a chain.
    const CHAINED_SINCE: u16 = 2;

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

    fn misread(text: &str) -> Option<Illegal> {
        programme::ungrammatical(text)
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
        procedure::next::<Baston>(state, hand)
    }

    fn rolled_on(state: &State, _: &Roll, faces: &[u8], hand: &mut Hand<'_, Self>) -> Event {
        procedure::rolled::<Baston>(state, faces, hand)
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
        procedure::may_withdraw::<Self>(state, seat).then_some(Command::Withdraw { turn: state.scene.turn })
    }

    fn default_answer(state: &State, seat: Seat) -> Command {
        next::default_answer(state, seat)
    }

    fn proposal(state: &State, seat: Seat) -> Option<Command> {
        proposal::proposal(state, seat)
    }

    fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
        next::ask_for(state, seat)
    }

    fn ask_bot(state: &State, seat: Seat) -> Option<Ask> {
        next::ask_bot(state, seat)
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
        advise::advise(state, seat, draft)
    }

    fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
        threats::threats(state, about)
    }

    fn kept(draft: &Command) -> Option<Command> {
        // A sheet that names nobody is a question about where everybody stands.
        let asks = matches!(draft, Command::Programme { sheets, .. } | Command::Rewrite { sheets, .. } if sheets.0.is_empty());
        (!asks).then(|| draft.clone())
    }

    fn view(state: &State, to: Audience) -> View {
        view::view(state, to)
    }

    fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
        view::notice(after, event, to)
    }

    fn new_holder(state: &mut State, seat: Seat) {
        procedure::new_holder::<Baston>(state, seat);
        state.inherited.opened = state.inherited.opened.with(seat);
    }

    fn sealed(command: &Command) -> bool {
        matches!(command, Command::Programme { .. } | Command::Rewrite { .. })
    }

    fn seats(state: &State) -> u8 {
        state.seats()
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.scene.turn)
    }

    fn parts(state: &State) -> u32 {
        u32::from(save::sequences_over(state))
    }

    fn pace(state: &State, seat: Seat) -> Pace {
        match state.wait() {
            Some(Wait::Programming(_)) => Pace::Long(decide::writing(state, seat).len() as u8),
            Some(Wait::Rewriting(_)) => Pace::Short,
            None => Pace::Quick,
        }
    }

    fn seconds(pace: Pace) -> u32 {
        let times = tables::tables().times();
        match pace {
            Pace::Window | Pace::Quick => times.decision,
            Pace::Short => times.rewrite,
            Pace::Long(characters) => times.programming + times.per_character * u32::from(characters),
            Pace::Between => BETWEEN_SECONDS,
        }
    }

    fn bots() -> &'static [&'static str] {
        &["any", "novice", "brawler"]
    }

    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "any" => Some(Box::new(bots::AnyBot)),
            "novice" => Some(Box::new(bots::Novice::default())),
            "brawler" => Some(Box::new(bots::Brawler::default())),
            _ => None,
        }
    }
}
