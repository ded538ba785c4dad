//! A ruleset small enough to be read at once, for tests of everything that is generic over rulesets: each turn every
//! seat seals a number from 1 to 6, one die is rolled, and each seat that named its face scores. In a campaign the
//! points go into a band's purse, and after the game each player says whether their band goes on.
//!
//! In a game that is led the last seat is a game master's, who cannot win: once all have named their numbers, the
//! master says in a moment what the right one is worth, and without being asked may foretell a number at any time. A
//! dummy, which no player holds, names a number by a doctrine, and a seat that names the same as the dummy scores
//! nothing.

#![allow(missing_docs, reason = "a toy")]

use serde::{Deserialize, Deserializer, Serialize};

use bagarre_kit::any::{Rules, Typed};
use bagarre_kit::contract::{
    Actor, Audience, BETWEEN_SECONDS, Bot, Hand, Lang, Next, Outcome, Pace, Refuse, Roll, Rule, Ruleset,
    Seat, Seats,
};
use bagarre_kit::dice::Dice;
use bagarre_kit::fold::{Index as _, Rows, fold};
use bagarre_kit::notice::{Notice, Set};
use bagarre_kit::row::Stated;

mod gather;
#[cfg(feature = "testkit")]
pub mod testkit;

pub use gather::{Band, Purse};

use gather::sound;

/// The rule that the toy cites.
const RULE: Rule = Rule::new("TOY-BID-01");

/// Turns, points and games go so far.
const MOST: u32 = 1_000_000;

/// A scenario that is not played to its end, for measurements of what is around the rules. It is accepted, not offered.
pub const ENDLESS: &str = "endless";

/// The number on which the toy breaks, as no ruleset may.
pub const FAULT: u8 = 113;

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Toy>::RULES;

/// Sealed numbers against one die.
#[derive(Debug)]
pub struct Toy;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    pub seats: u8,
    pub turns: u32,
    /// In a campaign: the bands, in seat order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<Band>,
    /// The seat of the youngest player.
    #[serde(default)]
    pub youngest: Seat,
    /// The last seat is a game master's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub led: bool,
}

/// What a game that is led has besides; numbers are 0 while they are not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Led {
    /// What the number of the turn is worth.
    worth: u8,
    /// What the dummy has named.
    dummy: u8,
    /// What the master foretold last.
    omen: u8,
}

#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    turns: u32,
    turn: u32,
    bids: Vec<Option<u8>>,
    scores: Vec<i32>,
    /// In a campaign: the bands, and what their players said after the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    after: Vec<(Band, Option<bool>)>,
    /// Seats whose number was sealed by a former holder.
    #[serde(default, skip_serializing_if = "no_seat")]
    inherited: Seats,
    /// In a game that is led.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    led: Option<Led>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Command {
    Bid(u8),
    /// After a game of a campaign: whether the band goes on.
    GoOn(bool),
    /// The master, asked: what the number of the turn is worth.
    Worth(u8),
    /// A number that the master foretells, at any time.
    Omen(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Event {
    Bid {
        seat: Seat,
        bid: u8,
    },
    Rolled {
        facts: Vec<Fact>,
    },
    GoesOn {
        seat: Seat,
        on: bool,
    },
    /// What the master says, and what the dummy does.
    Led {
        facts: Vec<Fact>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ask {
    turn: u32,
    /// The fight is over: does the band go on?
    #[serde(default)]
    after: bool,
    /// Whether the worth of the number is asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    worth: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    turn: u32,
    ready: Seats,
    bids: Vec<Option<u8>>,
    scores: Vec<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    led: Option<Led>,
}

/// What happened, as the value that results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Rows)]
#[serde(tag = "t", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum What {
    /// The die fell.
    Rolled { die: u8 },
    /// A seat had named its face.
    Scored { player: Seat, total: i32 },
    /// The next turn.
    Turn { turn: u32 },
    /// A seat has said whether its band goes on.
    GoesOn { player: Seat, on: bool },
    /// The dummy has named a number.
    Dummy { number: u8 },
    /// What the number of the turn is worth.
    Worth { points: u8 },
    /// The master foretells a number.
    Omen { number: u8 },
}

/// A fact with the rule it follows from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fact {
    rule: Rule,
    #[serde(flatten)]
    what: What,
}

impl Event {
    /// Returns a fact for all audiences.
    fn public(what: What) -> Self {
        Self::Led { facts: vec![Fact::new(what)] }
    }
}

impl Fact {
    fn new(what: What) -> Self {
        Self { rule: RULE, what }
    }
}

impl Stated for Fact {
    type What = What;
    const RULES: &'static str = "TOY-";

    fn of(rule: Rule, what: What) -> Self {
        Self { rule, what }
    }

    fn parts(&self) -> (&Rule, &What) {
        (&self.rule, &self.what)
    }
}

impl<'de> Deserialize<'de> for Fact {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        bagarre_kit::fact::read(from).map(|(rule, what)| Self { rule, what })
    }
}

#[fold(table = FOLD, what = What)]
impl State {
    /// Makes the state what the fact says it is.
    fn apply(&mut self, what: &What) {
        match what {
            What::Scored { player, total } => self.scores[player.i()] = *total,
            What::Turn { turn } => self.turn = *turn,
            What::Rolled { .. } => {
                if let Some(led) = &mut self.led {
                    led.worth = 0;
                    led.dummy = 0;
                }
            }
            What::Dummy { number } => {
                if let Some(led) = &mut self.led {
                    led.dummy = *number;
                }
            }
            What::Worth { points } => {
                if let Some(led) = &mut self.led {
                    led.worth = *points;
                }
            }
            What::Omen { number } => {
                if let Some(led) = &mut self.led {
                    led.omen = *number;
                }
            }
            What::GoesOn { .. } => {}
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("a number is from 1 to 6")]
    Range,
    #[error("nothing is asked of this seat")]
    NotAsked,
}

impl Refuse for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::Range => "toy.range",
            Self::NotAsked => "toy.not_asked",
        }
    }

    fn rule(&self) -> Option<Rule> {
        Some(RULE)
    }

    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Self::Range, Lang::Fr) => "Un nombre va de 1 à 6.".to_owned(),
            (Self::NotAsked, Lang::Fr) => "Rien n'est demandé à cette place.".to_owned(),
            (_, Lang::En) => self.to_string(),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "what serde hands over")]
fn no_seat(seats: &Seats) -> bool {
    seats.is_empty()
}

/// Whether what a game that is led has besides can be so: the dummy names its number when all have named theirs, and the number is
/// worth something for that moment alone in which the die falls.
fn leads(state: &State, led: Led) -> bool {
    let named = state.bids.iter().take(state.bids.len() - 1).all(Option::is_some);
    let dummy = led.dummy == 0 || (named && !state.fought() && led.dummy == state.doctrine());
    let worth = led.worth == 0 || (led.dummy > 0 && led.worth <= 3);
    let silent = state.bids.last().is_some_and(Option::is_none);
    state.bids.len() >= 3 && dummy && worth && silent && state.scores.last() == Some(&0) && led.omen <= 6
}

impl State {
    /// The seat of the game master.
    fn master(&self) -> Option<Seat> {
        self.led.map(|_| Seat(self.bids.len() as u8 - 1))
    }

    /// Whether the master has to say what the number is worth: all have named theirs, the dummy too.
    fn weighs(&self) -> bool {
        self.led.is_some_and(|led| led.dummy > 0 && led.worth == 0) && !self.fought()
    }

    fn waiting(&self) -> Seats {
        let silent = |open: &mut dyn Iterator<Item = bool>| -> Seats {
            (0u8..).map(Seat).zip(open).filter(|(_, open)| *open).map(|(seat, _)| seat).collect()
        };
        let master = self.master();
        if self.fought() {
            silent(&mut self.after.iter().map(|(_, on)| on.is_none()))
        } else if self.weighs() {
            master.map_or(Seats::NONE, Seats::one)
        } else {
            let bidders = silent(&mut self.bids.iter().map(Option::is_none));
            master.map_or(bidders, |master| bidders.without(master))
        }
    }

    /// Returns the question to the seats that are waited for.
    fn ask(&self) -> Ask {
        Ask { turn: Toy::turn(self), after: self.fought(), worth: self.weighs() }
    }

    /// Returns the seat that may foretell a number now.
    fn foretells(&self) -> Option<Seat> {
        self.master().filter(|_| !self.fought())
    }

    /// What the dummy names: its doctrine knows the turn and nothing else.
    fn doctrine(&self) -> u8 {
        (self.turn % 6) as u8 + 1
    }

    /// Seats that have answered, or have nothing to.
    fn ready(&self) -> Seats {
        let seats = (0..self.bids.len() as u8).map(Seat);
        seats.filter(|seat| !self.waiting().contains(*seat)).collect()
    }

    /// The numbers that an audience may see.
    fn bids(&self, to: Audience) -> Vec<Option<u8>> {
        let may_see = |seat: Seat| match to {
            Audience::Seat(own) => own == seat && !self.inherited.contains(seat),
            Audience::Spectator | Audience::Omniscient => to.may_see(seat),
        };
        (0u8..).map(Seat).zip(&self.bids).map(|(seat, bid)| bid.filter(|_| may_see(seat))).collect()
    }

    fn fought(&self) -> bool {
        self.turn > self.turns
    }

    fn over(&self) -> bool {
        self.fought() && self.waiting().is_empty()
    }

    fn winners(&self) -> Seats {
        let master = self.master();
        let players = || (0u8..).map(Seat).zip(&self.scores).filter(move |(seat, _)| Some(*seat) != master);
        let best = players().map(|(_, score)| *score).max().unwrap_or(0);
        players().filter(|(_, score)| **score == best).map(|(seat, _)| seat).collect()
    }

    fn outcome(&self) -> Outcome {
        let alone = Outcome::alone(self.winners(), self.scores.clone(), "turns");
        match self.master() {
            Some(Seat(players)) => {
                Outcome { sides: (0..players).map(Seat).map(Seats::one).collect(), ..alone }
            }
            None => alone,
        }
    }
}

impl Ruleset for Toy {
    const ID: &'static str = "toy";
    const VERSION: u16 = 3;

    type Setup = Setup;
    type State = State;
    type Position = State;
    type Command = Command;
    type Draft = Command;
    type Event = Event;
    type Ask = Ask;
    type View = View;
    type Fact = Fact;
    type Advice = bool;
    type Illegal = Illegal;

    fn new(setup: &Setup) -> Result<State, Illegal> {
        if !(2..=6).contains(&setup.seats) {
            return Err(Illegal::Range);
        }
        let seats = usize::from(setup.seats);
        let own = setup.bands.is_empty() || setup.bands.len() == seats;
        let few = setup.led && seats < 3;
        if !own || few || setup.turns > MOST || !setup.bands.iter().all(sound) {
            return Err(Illegal::Range);
        }
        let after = setup.bands.iter().map(|band| (band.clone(), None)).collect();
        Ok(State {
            turns: setup.turns,
            turn: 1,
            bids: vec![None; seats],
            scores: vec![0; seats],
            after,
            inherited: Seats::NONE,
            led: setup.led.then(Led::default),
        })
    }

    fn from_position(position: &State) -> Result<State, Illegal> {
        let seats = position.bids.len();
        let sizes = seats == position.scores.len()
            && (2..=6).contains(&seats)
            && (position.after.is_empty() || position.after.len() == seats);
        // Seats bid while there are turns, and say whether they go on once there are none.
        let fought = position.fought();
        let stage = position.bids.iter().all(|bid| bid.is_none() || !fought)
            && position.after.iter().all(|(_, on)| on.is_none() || fought);
        let legal = sizes
            && stage
            && (1..=position.turns.saturating_add(1)).contains(&position.turn)
            && position.turns <= MOST
            && position.scores.iter().all(|score| score.unsigned_abs() <= MOST)
            && position.bids.iter().flatten().all(|bid| (1..=6).contains(bid))
            && position.after.iter().all(|(band, _)| sound(band))
            && position.led.is_none_or(|led| leads(position, led));
        if legal { Ok(position.clone()) } else { Err(Illegal::Range) }
    }

    fn position(state: &State) -> State {
        state.clone()
    }

    fn next_on(state: &State, _: &mut Hand<'_, Self>) -> Next<Self> {
        if state.over() {
            return Next::Over(state.outcome());
        }
        let seats = state.waiting();
        if seats.is_empty() && state.led.is_some_and(|led| led.dummy == 0) {
            Next::Do(Event::public(What::Dummy { number: state.doctrine() }))
        } else if seats.is_empty() {
            Next::Roll(Roll { count: 1, sides: 6, rule: RULE, what: "the number of the turn".into() })
        } else {
            Next::Ask { seats, ask: state.ask() }
        }
    }

    fn decide_on(
        state: &State,
        by: Actor,
        command: &Command,
        _: &mut Hand<'_, Self>,
    ) -> Result<Event, Illegal> {
        assert_ne!(command, &Command::Bid(FAULT), "a fault of the rules, for the tests of what runs them");
        let seat = by.seat();
        if let Command::Omen(number) = *command {
            let may = state.foretells() == Some(seat);
            return match number {
                1..=6 if may => Ok(Event::public(What::Omen { number })),
                _ if may => Err(Illegal::Range),
                _ => Err(Illegal::NotAsked),
            };
        }
        if !state.waiting().contains(seat) {
            return Err(Illegal::NotAsked);
        }
        match *command {
            Command::Worth(points) if state.weighs() && (1..=3).contains(&points) => {
                Ok(Event::public(What::Worth { points }))
            }
            Command::Worth(_) if state.weighs() => Err(Illegal::Range),
            _ if state.weighs() => Err(Illegal::NotAsked),
            Command::Bid(bid) if !state.fought() && (1..=6).contains(&bid) => Ok(Event::Bid { seat, bid }),
            Command::Bid(_) if !state.fought() => Err(Illegal::Range),
            Command::GoOn(on) if state.fought() => Ok(Event::GoesOn { seat, on }),
            _ => Err(Illegal::NotAsked),
        }
    }

    fn rolled_on(state: &State, _: &Roll, faces: &[u8], _: &mut Hand<'_, Self>) -> Event {
        let face = faces.first().copied().unwrap_or(1);
        let mut facts = vec![Fact::new(What::Rolled { die: face })];
        let (worth, dummy) = state.led.map_or((1, 0), |led| (i32::from(led.worth), led.dummy));
        let bids = (0u8..).map(Seat).zip(&state.bids).zip(&state.scores);
        facts.extend(
            bids.filter(|((_, bid), _)| **bid == Some(face) && dummy != face)
                .map(|((seat, _), score)| Fact::new(What::Scored { player: seat, total: score + worth })),
        );
        let next = (state.turn < state.turns).then(|| Fact::new(What::Turn { turn: state.turn + 1 }));
        facts.extend(next);
        Event::Rolled { facts }
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            &Event::Bid { seat, bid } => {
                if let Some(place) = state.bids.get_mut(usize::from(seat.0)) {
                    *place = Some(bid);
                }
            }
            Event::Rolled { facts } => {
                for fact in facts {
                    state.apply(&fact.what);
                }
                // No turn begins after the last one, and none is told.
                if !facts.iter().any(|fact| matches!(fact.what, What::Turn { .. })) {
                    state.turn = state.turns + 1;
                }
                state.bids.fill(None);
                state.inherited = Seats::NONE;
            }
            Event::Led { facts } => facts.iter().for_each(|fact| state.apply(&fact.what)),
            &Event::GoesOn { seat, on } => {
                if let Some((_, said)) = state.after.get_mut(usize::from(seat.0)) {
                    *said = Some(on);
                }
            }
        }
    }

    fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
        if state.waiting().contains(seat) {
            match state.ask() {
                Ask { after: true, .. } => [true, false].map(Command::GoOn).into_iter().for_each(&mut *each),
                Ask { worth: true, .. } => (1..=3).map(Command::Worth).for_each(&mut *each),
                Ask { .. } => (1..=6).map(Command::Bid).for_each(&mut *each),
            }
        }
        if state.foretells() == Some(seat) {
            (1..=6).map(Command::Omen).for_each(each);
        }
    }

    fn default_answer(state: &State, _: Seat) -> Command {
        match state.ask() {
            Ask { after: true, .. } => Command::GoOn(true),
            Ask { worth: true, .. } => Command::Worth(1),
            Ask { .. } => Command::Bid(1),
        }
    }

    fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
        state.waiting().contains(seat).then(|| state.ask())
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<bool, Illegal> {
        Self::decide(state, Actor::Seat(seat), draft).map(|_| true)
    }

    fn draft_command(draft: &Command) -> Option<Command> {
        Some(draft.clone())
    }

    fn view(state: &State, to: Audience) -> View {
        let (turn, scores, led) = (Self::turn(state), state.scores.clone(), state.led);
        View { turn, ready: state.ready(), bids: state.bids(to), scores, led }
    }

    fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
        let ready = Set::to("ready", &after.ready());
        match event {
            Event::Bid { seat, .. } => {
                let mut set = vec![ready];
                if to.may_see(*seat) {
                    let bid = after.bids(to).get(usize::from(seat.0)).copied().flatten();
                    set.push(Set::to(format!("bids.{}", seat.0), &bid));
                }
                Notice::set(set)
            }
            Event::Rolled { facts } => {
                let set = vec![ready, Set::to("bids.*", &None::<u8>)];
                Some(Notice { set, ..Notice::facts(facts)? })
            }
            Event::Led { facts } => Some(Notice { set: vec![ready], ..Notice::facts(facts)? }),
            Event::GoesOn { seat, on } => {
                let facts = vec![Fact::new(What::GoesOn { player: *seat, on: *on })];
                Some(Notice { facts: facts.into(), set: vec![ready] })
            }
        }
    }

    fn new_holder(state: &mut State, seat: Seat) {
        if state.bids.get(usize::from(seat.0)).is_some_and(Option::is_some) {
            state.inherited = state.inherited.with(seat);
        }
    }

    fn sealed(command: &Command) -> bool {
        matches!(command, Command::Bid(_))
    }

    fn seats(state: &State) -> u8 {
        state.bids.len() as u8
    }

    fn turn(state: &State) -> u32 {
        state.turn.min(state.turns)
    }

    fn pace(state: &State, _: Seat) -> Pace {
        match state.ask() {
            Ask { after: true, .. } => Pace::Between,
            Ask { worth: true, .. } => Pace::Window,
            Ask { .. } => Pace::Quick,
        }
    }

    fn seconds(pace: Pace) -> u32 {
        match pace {
            Pace::Between => BETWEEN_SECONDS,
            Pace::Window => 6,
            Pace::Quick | Pace::Short | Pace::Long(_) => 30,
        }
    }

    fn bots() -> &'static [&'static str] {
        &["lucky"]
    }

    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        (name == "lucky").then(|| Box::new(Lucky) as Box<dyn Bot<Self>>)
    }
}

struct Lucky;

impl Bot<Toy> for Lucky {
    fn answer(&mut self, _: &View, ask: &Ask, _: Seat, dice: &mut dyn Dice) -> Command {
        match ask {
            Ask { after: true, .. } => Command::GoOn(true),
            Ask { worth: true, .. } => Command::Worth(dice.die(3)),
            Ask { .. } => Command::Bid(dice.die(6)),
        }
    }
}
