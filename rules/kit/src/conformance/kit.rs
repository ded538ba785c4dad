//! What the suite has to know of a system besides its rules.

use serde_json::Value;

use super::exercises::{Hunt, Poser};
use super::go_on::Weather;
use super::moment::moments;
use super::proposals::Proposals;
use super::storm::storm;
use crate::any::{RulesetId, Typed};
use crate::contract::{Ruleset, Seat};
use crate::deals::Deals;
use crate::dice::Dice;
use crate::gather::{Gather, Terms};

/// What a system tells the tests. It stands in its `testkit.rs`.
pub trait TestKit: Gather {
    /// Set-ups that inputs of fuzzing are played against: each kind of table that the system has. A stored input names its game by
    /// its place in the list.
    fn setups() -> Vec<Self::Setup>;

    /// Set-ups with bands of what no ready-made band has, so that games come to the numbers of every weapon, armour and skill: what
    /// `make mutate` plays besides [`setups`](Self::setups).
    fn outfitted() -> Vec<Self::Setup> {
        Vec::new()
    }

    /// Reads the contents of a data file of the system that no other system has, in the way the system does when it loads the file;
    /// [`read`](super::data::read) reads any data file.
    ///
    /// # Errors
    /// What is wrong with the contents.
    ///
    /// # Panics
    /// When the system has no such file.
    fn read_data(file: &str, _contents: toml::Value) -> Result<(), toml::de::Error> {
        panic!("{} has no data file {file} of its own", Self::ID)
    }

    /// The games on file in `tests/golden`.
    fn golden() -> &'static [Golden];

    /// Switches of its rules that golden games have turned over.
    fn switches() -> &'static [&'static str] {
        &[]
    }

    /// Kinds of facts that its games must tell of, so that the law of the fold is held against them.
    fn telling() -> &'static [&'static str];

    /// Kinds of questions whose answers are sealed until the last one is given, and can be taken back before. Games of absent players
    /// must ask each of them.
    fn sealing() -> &'static [&'static str] {
        &[]
    }

    /// A scenario whose best bots strike blows that make headlines, and English words that some of the headlines hold; `None` where
    /// a system makes no headlines.
    fn headlines() -> Option<(&'static str, &'static [&'static str])> {
        None
    }

    /// The public names of all characters: each headline holds one of them.
    fn names(_: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// Scenarios with their numbers of seats, and how many games of each the best bot plays: questions of these games are kept for
    /// the client's test of words.
    fn questions() -> (&'static [(&'static str, u8)], u64) {
        (&[], 0)
    }

    /// Writes tables of who wins, in Markdown: so many games a cell, whose seeds are the numbers from `first` on. They stand in
    /// `docs/balance.md`.
    fn balance(_games: u64, _first: u64, _out: &mut String) {}

    /// What a new room deals, and the ids of everything that is ready; `None` where nothing is said of it.
    fn deals() -> Option<(&'static Deals, Vec<&'static str>)> {
        None
    }

    /// The kinds of table that a host may choose and for which bands of their own are dealt, such as eras: each with its name, and with what
    /// stands in [`Terms::more`]. The first one is that of a new room.
    fn kinds_of_table() -> Vec<(String, Option<serde_json::Value>)> {
        vec![(String::new(), Self::presentation().card.more.clone())]
    }

    /// How many games of each table that a new room deals are played in tests to see whether it is even: as many as a few seconds allow.
    fn dealt_games() -> u64 {
        24
    }

    /// How moments that make exercises are searched for; `None` where a system has no search.
    fn hunt() -> Option<Hunt> {
        None
    }

    /// How positions of exercises are made of `tests/poses.toml`; `None` where a system has no poses.
    fn poser() -> Option<Poser> {
        None
    }

    /// What it shows beside answers and proposes among them; `None` where a system proposes nothing.
    fn proposals() -> Option<Proposals> {
        None
    }

    /// What a naive player says to what it is asked: it walks to the nearest enemy and strikes with the first legal blow. It knows no
    /// odds and uses nothing that is proposed. Bots are measured by it.
    fn naive(state: &Self::State, seat: Seat) -> Self::Command {
        Self::default_answer(state, seat)
    }

    /// A command of which no other audience is told, if the system has one; legal at any time before the end. It is what a seat sets in
    /// private, besides what it seals.
    fn private(state: &Self::State, seat: Seat, chance: &mut dyn Dice) -> Option<Self::Command>;

    /// Whether a seat is told what another sets so, as one of its side may be.
    fn shared(_state: &Self::State, _seat: Seat, _to: Seat) -> bool {
        false
    }

    /// A public command that answers no question, and its seat; now and then, if the system has one.
    fn unasked(_: &Self::State, _: &mut dyn Dice) -> Option<(Seat, Self::Command)> {
        None
    }

    /// A table of one's own to start from, as the shelf keeps it.
    fn own_table() -> Value {
        serde_json::json!([{ "at": [1, 1] }])
    }

    /// Everything that can be chosen beside the terms of a game, where its usual terms say nothing.
    fn more() -> Value {
        serde_json::json!({ "options": {} })
    }
}

/// How a golden game was made: who played where, with which house options, from which seed.
#[derive(Clone, Copy, Debug)]
pub struct Golden {
    /// The name of its file.
    pub name: &'static str,
    /// The scenario.
    pub scenario: &'static str,
    /// One for each seat; `absent` leaves everything to the clock.
    pub players: &'static [&'static str],
    /// Switches of the rules that are turned over.
    pub options: &'static [&'static str],
    /// What only the system knows of its terms, as JSON; empty for nothing.
    pub more: &'static str,
    /// The seed of its dice.
    pub seed: u64,
}

impl Golden {
    /// A game on the usual terms.
    pub const fn game(
        name: &'static str,
        scenario: &'static str,
        players: &'static [&'static str],
        options: &'static [&'static str],
        seed: u64,
    ) -> Self {
        Self { name, scenario, players, options, more: "", seed }
    }

    /// A game with terms of the system's own.
    pub const fn with(
        name: &'static str,
        scenario: &'static str,
        players: &'static [&'static str],
        options: &'static [&'static str],
        more: &'static str,
        seed: u64,
    ) -> Self {
        Self { name, scenario, players, options, more, seed }
    }
}

/// Plays bytes against the set-ups of a system.
pub type Play = Box<dyn Fn(&[u8]) -> Weather + Send + Sync>;

/// A system with its [`TestKit`], for tests that do not know its types.
pub trait Tested: Sync {
    /// The system.
    fn ruleset(&self) -> RulesetId;
    /// See [`TestKit::setups`].
    fn setups(&self) -> Vec<Value>;
    /// See [`TestKit::telling`].
    fn telling(&self) -> &'static [&'static str];
    /// See [`TestKit::hunt`].
    fn hunt(&self) -> Option<Hunt>;
    /// See [`TestKit::poser`].
    fn poser(&self) -> Option<Poser>;
    /// See [`storm`].
    fn storm(&self) -> Play;
    /// See [`moments`].
    fn moments(&self) -> Play;
    /// See [`TestKit::own_table`].
    fn own_table(&self) -> Value;
    /// See [`TestKit::more`].
    fn more(&self) -> Value;
}

impl<R: TestKit> Tested for Typed<R> {
    fn ruleset(&self) -> RulesetId {
        Self::ID
    }

    fn setups(&self) -> Vec<Value> {
        R::setups().iter().map(crate::fold::value).collect()
    }

    fn telling(&self) -> &'static [&'static str] {
        R::telling()
    }

    fn hunt(&self) -> Option<Hunt> {
        R::hunt()
    }

    fn poser(&self) -> Option<Poser> {
        R::poser()
    }

    fn storm(&self) -> Play {
        let setups = R::setups();
        Box::new(move |data| storm::<R>(&setups, data))
    }

    fn moments(&self) -> Play {
        let setups = R::setups();
        Box::new(move |data| moments::<R>(&setups, data))
    }

    fn own_table(&self) -> Value {
        R::own_table()
    }

    fn more(&self) -> Value {
        R::more()
    }
}

/// Every scenario with every number of seats it takes.
pub fn tables<R: Gather>() -> Vec<Terms> {
    let seats = |scenario: String| (2..=6).filter_map(move |seats| R::usual(&scenario, seats));
    R::scenarios().into_iter().flat_map(seats).collect()
}

/// A game with ready-made bands.
///
/// # Panics
/// When the bands do not fit, as no ready-made ones may.
pub fn ready<R: Gather>(terms: &Terms) -> <R as Ruleset>::Setup {
    let bands = (0..terms.seats).map(|seat| R::ready_band(terms, Seat(seat))).collect();
    R::gather(terms, bands, Seat(0)).unwrap_or_else(|illegal| panic!("ready-made bands fit: {illegal}"))
}

/// Shows the tests in a system's `tests/`, its benches and its examples what they need of its private modules: each module named is one
/// of the system's `testkit`, with its public items.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the modules are those of the system")]
macro_rules! chapters {
    ($($module:ident),+ $(,)?) => {
        $(
            #[doc = concat!("What stands in `src/", stringify!($module), "`.")]
            pub mod $module {
                pub use crate::$module::*;
            }
        )+
    };
}
