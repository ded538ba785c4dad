//! A ruleset small enough to be read at once, for tests of everything that is generic over rulesets: each turn
//! every seat seals a number from 1 to 6, one die is rolled, and whoever named its face scores. In a campaign the points
//! go into a band's purse, and after the game each player says whether his band goes on.

#![allow(missing_docs, reason = "a toy")]

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize};

use crate::appraisal::{Appraisal, Fault};
use crate::contract::{
    Actor, Audience, BETWEEN_SECONDS, Bot, Hand, Lang, Next, Outcome, Pace, Refuse, Roll, Rule, Ruleset,
    Seat, Seats,
};
use crate::dice::Dice;
use crate::gather::{Gather, Legacy, Record, RecordLine, Roster, Tally, Terms, WorkKind};
use crate::kit;
use crate::kit::fold::{Index as _, Rows, fold};
use crate::notice::{Notice, Set};
use crate::presentation::Presentation;
use crate::row::Stated;

/// The rule that the toy cites.
const RULE: Rule = Rule::new("TOY-BID-01");

/// Turns, points and games go so far.
const MOST: u32 = 1_000_000;

/// A scenario that nobody plays to its end, for whoever measures what is around the rules. It is accepted, not offered.
pub const ENDLESS: &str = "endless";

/// What the house shows of it: nothing of the client knows the toy.
static PRESENTATION: LazyLock<Presentation> =
    LazyLock::new(|| Presentation::of::<Fact>(include_str!("toy.toml"), &FOLD));

/// Turns of a scenario.
fn turns(scenario: &str) -> Option<u32> {
    match scenario {
        "short" => Some(2),
        "long" => Some(5),
        ENDLESS => Some(MOST),
        _ => None,
    }
}

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
    /// In a campaign: the bands, in seat order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<Band>,
    /// The seat of the youngest player.
    #[serde(default)]
    pub youngest: Seat,
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
    /// Seats whose number was sealed by somebody who held them before.
    #[serde(default, skip_serializing_if = "no_seat")]
    inherited: Seats,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Command {
    Bid(u8),
    /// After a game of a campaign: whether the band goes on.
    GoOn(bool),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Event {
    Bid { seat: Seat, bid: u8 },
    Rolled { facts: Vec<Fact> },
    GoesOn { seat: Seat, on: bool },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ask {
    turn: u32,
    /// The fight is over: does the band go on?
    #[serde(default)]
    after: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    turn: u32,
    ready: Seats,
    bids: Vec<Option<u8>>,
    scores: Vec<i32>,
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
}

/// A fact with the rule it follows from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fact {
    rule: Rule,
    #[serde(flatten)]
    what: What,
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
        kit::fact::read(from).map(|(rule, what)| Self { rule, what })
    }
}

#[fold(table = FOLD, what = What)]
impl State {
    /// Makes the state what the fact says it is.
    fn apply(&mut self, what: &What) {
        match what {
            What::Scored { player, total } => self.scores[player.i()] = *total,
            What::Turn { turn } => self.turn = *turn,
            _ => {}
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

impl State {
    fn waiting(&self) -> Seats {
        let silent = |open: &mut dyn Iterator<Item = bool>| {
            (0u8..).map(Seat).zip(open).filter(|(_, open)| *open).map(|(seat, _)| seat).collect()
        };
        if self.fought() {
            silent(&mut self.after.iter().map(|(_, on)| on.is_none()))
        } else {
            silent(&mut self.bids.iter().map(Option::is_none))
        }
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
        let best = self.scores.iter().max().copied().unwrap_or(0);
        (0u8..)
            .map(Seat)
            .zip(&self.scores)
            .filter(|(_, score)| **score == best)
            .map(|(seat, _)| seat)
            .collect()
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
        if !own || setup.turns > MOST || !setup.bands.iter().all(sound) {
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
        })
    }

    fn from_position(position: &State) -> Result<State, Illegal> {
        let seats = position.bids.len();
        let sizes = seats == position.scores.len()
            && (2..=6).contains(&seats)
            && (position.after.is_empty() || position.after.len() == seats);
        // Whoever bids does so while there are turns, and says whether he goes on once there are none.
        let fought = position.fought();
        let stage = position.bids.iter().all(|bid| bid.is_none() || !fought)
            && position.after.iter().all(|(_, on)| on.is_none() || fought);
        let legal = sizes
            && stage
            && (1..=position.turns.saturating_add(1)).contains(&position.turn)
            && position.turns <= MOST
            && position.scores.iter().all(|score| score.unsigned_abs() <= MOST)
            && position.bids.iter().flatten().all(|bid| (1..=6).contains(bid))
            && position.after.iter().all(|(band, _)| sound(band));
        if legal { Ok(position.clone()) } else { Err(Illegal::Range) }
    }

    fn position(state: &State) -> State {
        state.clone()
    }

    fn next_on(state: &State, _: &mut Hand<'_, Self>) -> Next<Self> {
        if state.over() {
            let (winners, scores) = (state.winners(), state.scores.clone());
            return Next::Over(Outcome::alone(winners, scores, "turns"));
        }
        let seats = state.waiting();
        if seats.is_empty() {
            Next::Roll(Roll { count: 1, sides: 6, rule: RULE, what: "the number of the turn".into() })
        } else {
            Next::Ask { seats, ask: Ask { turn: state.turn, after: state.fought() } }
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
        if !state.waiting().contains(seat) {
            return Err(Illegal::NotAsked);
        }
        match *command {
            Command::Bid(bid) if !state.fought() && (1..=6).contains(&bid) => Ok(Event::Bid { seat, bid }),
            Command::Bid(_) if !state.fought() => Err(Illegal::Range),
            Command::GoOn(on) if state.fought() => Ok(Event::GoesOn { seat, on }),
            Command::Bid(_) | Command::GoOn(_) => Err(Illegal::NotAsked),
        }
    }

    fn rolled_on(state: &State, _: &Roll, faces: &[u8], _: &mut Hand<'_, Self>) -> Event {
        let face = faces.first().copied().unwrap_or(1);
        let mut facts = vec![Fact::new(What::Rolled { die: face })];
        let bids = (0u8..).map(Seat).zip(&state.bids).zip(&state.scores);
        facts.extend(
            bids.filter(|((_, bid), _)| **bid == Some(face))
                .map(|((seat, _), score)| Fact::new(What::Scored { player: seat, total: score + 1 })),
        );
        facts.push(Fact::new(What::Turn { turn: state.turn + 1 }));
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
                state.bids.fill(None);
                state.inherited = Seats::NONE;
            }
            &Event::GoesOn { seat, on } => {
                if let Some((_, said)) = state.after.get_mut(usize::from(seat.0)) {
                    *said = Some(on);
                }
            }
        }
    }

    fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
        if !state.waiting().contains(seat) {
            return;
        }
        if state.fought() {
            [true, false].map(Command::GoOn).into_iter().for_each(each);
        } else {
            (1..=6).map(Command::Bid).for_each(each);
        }
    }

    fn default_answer(state: &State, _: Seat) -> Command {
        if state.fought() { Command::GoOn(true) } else { Command::Bid(1) }
    }

    fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
        let ask = Ask { turn: state.turn, after: state.fought() };
        state.waiting().contains(seat).then_some(ask)
    }

    fn advise(state: &State, seat: Seat, draft: &Command) -> Result<bool, Illegal> {
        Self::decide(state, Actor::Seat(seat), draft).map(|_| true)
    }

    fn kept(draft: &Command) -> Option<Command> {
        Some(draft.clone())
    }

    fn view(state: &State, to: Audience) -> View {
        View { turn: state.turn, ready: state.ready(), bids: state.bids(to), scores: state.scores.clone() }
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
        if state.fought() { Pace::Between } else { Pace::Quick }
    }

    fn seconds(pace: Pace) -> u32 {
        if pace == Pace::Between { BETWEEN_SECONDS } else { 30 }
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
        if ask.after { Command::GoOn(true) } else { Command::Bid(dice.die(6)) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Band {
    pub motto: String,
    /// In a campaign: what it owns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purse: Option<Purse>,
}

/// What a band owns in a campaign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Purse {
    pub points: i32,
    pub games: u16,
    pub disbanded: bool,
}

/// Whether terms are those of a game inside a campaign.
fn in_campaign(terms: &Terms) -> bool {
    terms.more.as_ref().is_some_and(|more| more["campaign"] == true)
}

/// What a band is worth.
fn worth(purse: Purse) -> Vec<Tally> {
    let tally = |key: &str, n| Tally { key: key.to_owned(), n };
    vec![tally("points", purse.points), tally("games", i32::from(purse.games))]
}

/// A band has a motto, and owns what a campaign can give.
fn sound(band: &Band) -> bool {
    let purse = band.purse.unwrap_or_default();
    !band.motto.is_empty() && purse.points.unsigned_abs() <= MOST && u32::from(purse.games) <= MOST / 100
}

impl Gather for Toy {
    type Band = Band;
    type Catalogue = serde_json::Value;

    fn usual(scenario: &str, seats: u8) -> Option<Terms> {
        let terms = Terms { scenario: scenario.to_owned(), seats, size: 1, more: None };
        Self::check_terms(&terms).is_ok().then_some(terms)
    }

    fn scenarios() -> Vec<String> {
        vec!["short".to_owned(), "long".to_owned()]
    }

    fn catalogue() -> serde_json::Value {
        serde_json::json!({
            "scenarios": [{ "id": "short", "turns": 2 }, { "id": "long", "turns": 5 }],
            "campaign": { "words": {
                "points": { "fr": "Points", "en": "Points" },
                "games": { "fr": "Parties", "en": "Games" },
                "guessed": { "fr": "{name} a deviné {n} fois.", "en": "{name} guessed {n} times." },
            } },
        })
    }

    fn presentation() -> &'static Presentation {
        &PRESENTATION
    }

    fn check_terms(terms: &Terms) -> Result<(), Illegal> {
        let known = turns(&terms.scenario).is_some();
        let more = terms.more.is_none() || in_campaign(terms);
        if known && more && (2..=6).contains(&terms.seats) { Ok(()) } else { Err(Illegal::Range) }
    }

    fn seals(_: &Terms) -> bool {
        true
    }

    fn check_band(terms: &Terms, _: Seat, band: &Band) -> Result<(), Illegal> {
        let fits = sound(band) && band.purse.is_some() == in_campaign(terms);
        if fits { Ok(()) } else { Err(Illegal::Range) }
    }

    fn appraise(terms: &Terms, seat: Seat, band: &Band, _: Option<u8>) -> Result<Appraisal, Illegal> {
        Self::check_terms(terms)?;
        let fault = Self::check_band(terms, seat, band).err();
        Ok(Appraisal { faults: fault.iter().map(|it| Fault::of(None, it)).collect(), ..Appraisal::default() })
    }

    fn ready_band(terms: &Terms, seat: Seat) -> Band {
        Band { motto: format!("band {}", seat.0), purse: in_campaign(terms).then(Purse::default) }
    }

    fn gather(terms: &Terms, bands: Vec<Band>, youngest: Seat) -> Result<Setup, Illegal> {
        Self::check_terms(terms)?;
        if bands.len() != usize::from(terms.seats) {
            return Err(Illegal::Range);
        }
        let turns = turns(&terms.scenario).ok_or(Illegal::Range)?;
        let bands = if in_campaign(terms) { bands } else { Vec::new() };
        Ok(Setup { seats: terms.seats, turns, bands, youngest })
    }

    fn check_shelf(kind: WorkKind, content: &serde_json::Value) -> Result<serde_json::Value, Illegal> {
        let motto = content["motto"].as_str().filter(|motto| !motto.is_empty());
        match (kind, motto) {
            (WorkKind::Band, Some(motto)) => Ok(serde_json::json!({ "motto": motto })),
            (WorkKind::Table, _) if content.is_array() => Ok(content.clone()),
            _ => Err(Illegal::Range),
        }
    }

    fn enlist(band: &Band) -> Result<Option<Band>, Illegal> {
        if band.motto.is_empty() || band.purse.is_some() {
            return Err(Illegal::Range);
        }
        Ok(Some(Band { purse: Some(Purse::default()), ..band.clone() }))
    }

    fn for_campaign(terms: &Terms) -> Terms {
        Terms { more: Some(serde_json::json!({ "campaign": true })), ..terms.clone() }
    }

    fn in_campaign(terms: &Terms) -> bool {
        terms.more.is_some()
    }

    fn roster(band: &Band) -> Roster {
        let purse = band.purse.unwrap_or_default();
        Roster { name: band.motto.clone(), disbanded: purse.disbanded, worth: worth(purse) }
    }

    fn after(state: &State, seat: Seat) -> Option<Legacy<Band>> {
        let (band, on) = state.after.get(usize::from(seat.0))?;
        let (points, on) = (*state.scores.get(usize::from(seat.0))?, (*on)?);
        let before = band.purse.unwrap_or_default();
        let purse = Purse { points: before.points + points, games: before.games + 1, disbanded: !on };
        let winners = state.winners();
        let won = (winners.len() == 1).then(|| winners.contains(seat));
        let line = RecordLine { member: 0, name: band.motto.clone(), code: "guessed".to_owned(), n: points };
        let record = Record { won, points, lines: vec![line], worth: worth(purse) };
        Some(Legacy { band: Band { purse: Some(purse), ..band.clone() }, record })
    }
}
