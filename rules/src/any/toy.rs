//! A ruleset small enough to be read at once, for tests of everything that is generic over rulesets: each turn
//! every seat seals a number from 1 to 6, one die is rolled, and whoever named its face scores.

#![allow(missing_docs, reason = "a toy")]

use serde::{Deserialize, Serialize};

use crate::contract::{
    Actor, Audience, Bot, Lang, Next, Outcome, Pace, Refuse, Roll, Rule, Ruleset, Seat, Seats,
};
use crate::dice::Dice;
use crate::gather::{Gather, Terms};

/// The rule that the toy cites.
const RULE: Rule = Rule::new("TOY-BID-01");

/// The number on which the toy breaks, as no ruleset may.
pub const FAULT: u8 = 113;

/// Sealed numbers against one die.
#[derive(Debug)]
pub struct Toy;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    pub seats: u8,
    pub turns: u32,
}

#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    turns: u32,
    turn: u32,
    bids: Vec<Option<u8>>,
    scores: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Command {
    Bid(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Event {
    Bid { seat: Seat, bid: u8 },
    Rolled { face: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ask {
    turn: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    turn: u32,
    ready: Seats,
    bids: Vec<Option<u8>>,
    scores: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Notice {
    Ready { seat: Seat },
    Rolled { face: u8, scores: Vec<i32> },
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

impl State {
    fn waiting(&self) -> Seats {
        (0u8..).map(Seat).zip(&self.bids).filter(|(_, bid)| bid.is_none()).map(|(seat, _)| seat).collect()
    }

    fn over(&self) -> bool {
        self.turn > self.turns
    }
}

impl Ruleset for Toy {
    const ID: &'static str = "toy";
    const VERSION: u16 = 3;

    type Setup = Setup;
    type State = State;
    type Position = State;
    type Command = Command;
    type Event = Event;
    type Ask = Ask;
    type View = View;
    type Notice = Notice;
    type Advice = bool;
    type Illegal = Illegal;

    fn new(setup: &Setup) -> Result<State, Illegal> {
        if !(2..=6).contains(&setup.seats) {
            return Err(Illegal::Range);
        }
        let seats = usize::from(setup.seats);
        Ok(State { turns: setup.turns, turn: 1, bids: vec![None; seats], scores: vec![0; seats] })
    }

    fn from_position(position: &State) -> Result<State, Illegal> {
        let legal = position.bids.len() == position.scores.len() && (2..=6).contains(&position.bids.len());
        if legal { Ok(position.clone()) } else { Err(Illegal::Range) }
    }

    fn position(state: &State) -> State {
        state.clone()
    }

    fn next(state: &State) -> Next<Self> {
        if state.over() {
            let best = state.scores.iter().max().copied().unwrap_or(0);
            let winners = (0u8..).map(Seat).zip(&state.scores).filter(|(_, score)| **score == best);
            let winners = winners.map(|(seat, _)| seat).collect();
            return Next::Over(Outcome { winners, scores: state.scores.clone(), reason: "turns".to_owned() });
        }
        let seats = state.waiting();
        if seats.is_empty() {
            Next::Roll(Roll { count: 1, sides: 6, rule: RULE, what: "the number of the turn".into() })
        } else {
            Next::Ask { seats, ask: Ask { turn: state.turn } }
        }
    }

    fn decide(state: &State, by: Actor, command: &Command) -> Result<Event, Illegal> {
        let Command::Bid(bid) = *command;
        assert_ne!(bid, FAULT, "a fault of the rules, for the tests of what runs them");
        let seat = by.seat();
        if state.over() || !state.waiting().contains(seat) {
            return Err(Illegal::NotAsked);
        }
        if !(1..=6).contains(&bid) {
            return Err(Illegal::Range);
        }
        Ok(Event::Bid { seat, bid })
    }

    fn rolled(_: &State, _: &Roll, faces: &[u8]) -> Event {
        Event::Rolled { face: faces.first().copied().unwrap_or(1) }
    }

    fn apply(state: &mut State, event: &Event) {
        match *event {
            Event::Bid { seat, bid } => {
                if let Some(place) = state.bids.get_mut(usize::from(seat.0)) {
                    *place = Some(bid);
                }
            }
            Event::Rolled { face } => {
                for (bid, score) in state.bids.iter_mut().zip(&mut state.scores) {
                    *score += i32::from(*bid == Some(face));
                    *bid = None;
                }
                state.turn += 1;
            }
        }
    }

    fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
        if !state.over() && state.waiting().contains(seat) {
            (1..=6).map(Command::Bid).for_each(each);
        }
    }

    fn default_answer(_: &State, _: Seat) -> Command {
        Command::Bid(1)
    }

    fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
        (!state.over() && state.waiting().contains(seat)).then_some(Ask { turn: state.turn })
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<bool, Illegal> {
        Self::decide(state, Actor::Seat(seat), draft).map(|_| true)
    }

    fn view(state: &State, to: Audience) -> View {
        let ready =
            (0..state.bids.len() as u8).map(Seat).filter(|seat| !state.waiting().contains(*seat)).collect();
        let bids =
            (0u8..).map(Seat).zip(&state.bids).map(|(seat, bid)| bid.filter(|_| to.may_see(seat))).collect();
        View { turn: state.turn, ready, bids, scores: state.scores.clone() }
    }

    fn notice(after: &State, event: &Event, _: Audience) -> Option<Notice> {
        Some(match *event {
            Event::Bid { seat, .. } => Notice::Ready { seat },
            Event::Rolled { face } => Notice::Rolled { face, scores: after.scores.clone() },
        })
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

    fn pace(_: &State, _: Seat) -> Pace {
        Pace::Decision
    }

    fn seconds(_: Pace) -> u32 {
        30
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
    fn answer(&mut self, _: &View, _: &Ask, _: Seat, dice: &mut dyn Dice) -> Command {
        Command::Bid(dice.die(6))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Band {
    pub motto: String,
}

impl Gather for Toy {
    type Band = Band;

    fn usual(scenario: &str, seats: u8) -> Option<Terms> {
        let terms = Terms { scenario: scenario.to_owned(), seats, characters: 1 };
        Self::check_terms(&terms).is_ok().then_some(terms)
    }

    fn scenarios() -> Vec<String> {
        vec!["short".to_owned(), "long".to_owned()]
    }

    fn catalogue() -> serde_json::Value {
        serde_json::json!({ "scenarios": [{ "id": "short", "turns": 2 }, { "id": "long", "turns": 5 }] })
    }

    fn check_terms(terms: &Terms) -> Result<(), Illegal> {
        let known = matches!(terms.scenario.as_str(), "short" | "long");
        if known && (2..=6).contains(&terms.seats) { Ok(()) } else { Err(Illegal::Range) }
    }

    fn check_band(_: &Terms, _: Seat, band: &Band) -> Result<(), Illegal> {
        if band.motto.is_empty() { Err(Illegal::Range) } else { Ok(()) }
    }

    fn ready_band(_: &Terms, seat: Seat) -> Band {
        Band { motto: format!("band {}", seat.0) }
    }

    fn gather(terms: &Terms, bands: Vec<Band>) -> Result<Setup, Illegal> {
        Self::check_terms(terms)?;
        if bands.len() != usize::from(terms.seats) {
            return Err(Illegal::Range);
        }
        Ok(Setup { seats: terms.seats, turns: if terms.scenario == "short" { 2 } else { 5 } })
    }
}
