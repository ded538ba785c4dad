//! What the tests have to know of the system besides its rules.

mod balance;
mod exercises;
mod naive;
mod proposals;

use bagarre_kit::any::Typed;
use bagarre_kit::conformance::data::parsed;
use bagarre_kit::conformance::exercises::Hunt;
use bagarre_kit::conformance::proposals::Proposals;
use bagarre_kit::conformance::{Golden, TestKit, Tested, below, ready, tables};
use bagarre_kit::contract::Seat;
use bagarre_kit::deals::Deals;
use bagarre_kit::dice::Dice;

use crate::ids::Dec;
use crate::setup::{Options, Setup};
use crate::state::State;
use crate::{Baston, View};

bagarre_kit::chapters! {
    board, bots, catalogue, command, event, ids, library, order, printed, refusal, save, scene, setup, state, tables,
}

/// The system, for tests that do not know its types.
pub static TESTED: &dyn Tested = &Typed::<Baston>::NEW;

const ALL: &[&str] = &[
    "characteristic_8",
    "corner_test",
    "melee_one_step",
    "glass_from_windows",
    "thrown_breaks_window",
    "jostle_test",
    "reveal_by_sequence",
];

const GOLDEN: &[Golden] = &[
    Golden::game("brawl-any", "SCN-00", &["any", "any"], &[], 1),
    Golden::game("brawl-brawlers", "SCN-00", &["brawler", "brawler"], &[], 2),
    Golden::game("brawl-absent", "SCN-00", &["brawler", "absent"], &[], 3),
    Golden::game("brawl-four", "SCN-00", &["brawler", "any", "brawler", "any"], &[], 4),
    Golden::game("brawl-six", "SCN-00", &["any", "brawler", "any", "any", "brawler", "any"], &[], 5),
    Golden::game("brawl-house", "SCN-00", &["any", "any", "any"], ALL, 6),
    Golden::game("brawl-sealed", "SCN-00", &["brawler", "brawler"], &["reveal_by_sequence"], 7),
    Golden::game("brawl-released", "SCN-00", &["brawler", "brawler", "brawler"], &[], 2),
    Golden::game("last-round", "SCN-01", &["brawler", "any"], &["melee_one_step"], 8),
    Golden::game("phone-call", "SCN-02", &["brawler", "any"], &[], 9),
    Golden::game("phone-destroyed", "SCN-02", &["any", "brawler"], &["glass_from_windows"], 10),
    Golden::game("cash-box-two", "SCN-03", &["brawler", "any"], &[], 11),
    Golden::game(
        "cash-box-three",
        "SCN-03",
        &["any", "brawler", "brawler"],
        &["corner_test", "jostle_test"],
        12,
    ),
    Golden::game("encore-three", "SCN-04", &["brawler", "any", "brawler"], &[], 13),
    Golden::game("encore-four", "SCN-04", &["any", "any", "any", "any"], &["thrown_breaks_window"], 14),
    Golden::game("nose-to-nose", "SCN-05", &["brawler", "any"], &[], 15),
];

impl TestKit for Baston {
    /// Every table, with and without house options.
    fn setups() -> Vec<Setup> {
        let options = Options {
            characteristic_8: true,
            corner_test: true,
            melee_one_step: true,
            glass_from_windows: true,
            thrown_breaks_window: true,
            jostle_test: true,
            reveal_by_sequence: true,
            one_question: false,
        };
        tables::<Baston>()
            .into_iter()
            .map(|terms| ready::<Baston>(&terms))
            .flat_map(|setup| [Setup { options, ..setup.clone() }, setup])
            .collect()
    }

    fn read_data(file: &str, contents: toml::Value) -> Result<(), toml::de::Error> {
        match file {
            "tables.toml" => parsed::<crate::tables::Tables>(contents),
            "scenarios.toml" => parsed::<crate::library::File>(contents),
            "gangs.toml" => parsed::<crate::gangs::File>(contents),
            "names.toml" => parsed::<crate::gangs::Names>(contents),
            "board-troquet.toml" => parsed::<crate::board::BoardSpec>(contents),
            _ => panic!("there is no data file {file}"),
        }
    }

    fn golden() -> &'static [Golden] {
        GOLDEN
    }

    fn switches() -> &'static [&'static str] {
        ALL
    }

    fn telling() -> &'static [&'static str] {
        &["released", "seized", "left_board", "glass", "score", "working", "over", "lost", "cancelled"]
    }

    fn sealing() -> &'static [&'static str] {
        &["plan"]
    }

    fn headlines() -> Option<(&'static str, &'static [&'static str])> {
        Some(("SCN-00", &[" hits ", " knocks "]))
    }

    fn names(view: &View) -> Vec<String> {
        view.fighters.iter().map(|fighter| fighter.name.clone()).collect()
    }

    fn questions() -> (&'static [(&'static str, u8)], u64) {
        (&[("SCN-00", 3), ("SCN-01", 2), ("SCN-02", 2), ("SCN-03", 2), ("SCN-05", 2)], 5)
    }

    fn balance(games: u64, first: u64, out: &mut String) {
        balance::tables(games, first, out);
    }

    fn deals() -> Option<(&'static Deals, Vec<&'static str>)> {
        Some((&crate::gangs::DEALS, crate::gangs::GANGS.iter().map(|gang| gang.id.as_str()).collect()))
    }

    fn hunt() -> Option<Hunt> {
        Some(exercises::hunt())
    }

    fn naive(state: &State, seat: Seat) -> command::Command {
        Self::naive_answer(state, seat)
    }

    fn proposals() -> Option<Proposals> {
        Some(proposals::proposals())
    }

    fn private(_: &Self::State, _: Seat, chance: &mut dyn Dice) -> Option<Self::Command> {
        let defaults = (0..below(chance, 5)).map(|_| Dec::ALL[below(chance, Dec::ALL.len())]).collect();
        Some(command::Command::Stand { standing: command::Standing { defaults, ..Default::default() } })
    }
}
