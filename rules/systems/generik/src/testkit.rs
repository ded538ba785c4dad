//! What the tests have to know of the system besides its rules.

mod balance;
mod exercises;
mod naive;
mod proposals;

use bagarre_kit::any::Typed;
use bagarre_kit::conformance::data::{further_words, parsed};
use bagarre_kit::conformance::exercises::Hunt;
use bagarre_kit::conformance::proposals::Proposals;
use bagarre_kit::conformance::{Golden, TestKit, Tested, below, ready, tables};
use bagarre_kit::contract::Seat;
use bagarre_kit::deals::Deals;
use bagarre_kit::dice::Dice;
use bagarre_kit::gather::{Gather as _, Terms};
use bagarre_kit::plane::Pt;
use serde_json::{Value, json};

use crate::command::{Lull, Post, Stance, Watch};
use crate::ids::{Dec, Era, Fig};
use crate::setup::{Ground, Options, Setup};
use crate::state::State;
use crate::{Generik, View};

bagarre_kit::chapters! {
    advise, after, aftermath, band, bots, catalogue, chronicle, command, event, ids, library, numbers, odds, refusal, save, scene, setup, space, state, survivors, tables, terrain, usual, words,
}

/// The system, for tests that do not know its types.
pub static TESTED: &dyn Tested = &Typed::<Generik>::NEW;

/// Switches of the rulings.
const RULINGS: &[&str] = &[
    "free_switching",
    "allow_disengage",
    "heroic_after_da_removed",
    "figures_block_los",
    "defence_blind",
    "down_defender_can_wound",
    "chain_knockdown_loses_da",
    "blast_knockdown_loses_da",
    "armour_uses_weapon_slot",
    "mixed_eras",
];

const WESTERN: &str = r#"{"era":"western"}"#;
const PIRATES: &str = r#"{"era":"pirates","ground":"in_turn"}"#;
const WW2: &str = r#"{"era":"ww2"}"#;
const MEDIEVAL: &str = r#"{"era":"medieval"}"#;
const CAMPAIGN: &str = r#"{"era":"medieval","campaign":true}"#;

const GOLDEN: &[Golden] = &[
    Golden::with("generik-baston", "baston_generale", &["skirmisher", "any"], &[], WESTERN, 1),
    Golden::with("generik-four", "baston_generale", &["any", "any", "any", "any"], &[], MEDIEVAL, 2),
    Golden::with("generik-absent", "baston_generale", &["any", "absent"], &[], WW2, 3),
    Golden::with("generik-chief", "tete_du_chef", &["any", "skirmisher"], &["allow_disengage"], PIRATES, 4),
    Golden::with(
        "generik-ravioli",
        "ravioli",
        &["any", "any"],
        &["figures_block_los", "defence_blind"],
        WW2,
        5,
    ),
    Golden::with(
        "generik-duel",
        "duel_d_honneur",
        &["skirmisher", "skirmisher"],
        &["down_defender_can_wound"],
        MEDIEVAL,
        6,
    ),
    Golden::with("generik-exit", "sortie", &["any", "skirmisher"], &["free_switching"], WESTERN, 7),
    Golden::with(
        "generik-sack",
        "saccage",
        &["skirmisher", "any"],
        &["chain_knockdown_loses_da"],
        PIRATES,
        8,
    ),
    Golden::with("generik-dice", "hasard", &["any", "any"], &["blast_knockdown_loses_da"], WW2, 9),
    Golden::with("generik-campaign", "baston_generale", &["any", "any"], &[], CAMPAIGN, 10),
    Golden::with(
        "generik-mixed",
        "tete_du_chef",
        &["any", "any"],
        &["mixed_eras", "heroic_after_da_removed", "armour_uses_weapon_slot"],
        WESTERN,
        11,
    ),
];

impl TestKit for Generik {
    /// Every table in every era, as printed, and as a game of a campaign with terrain in turn and most rulings switched.
    fn setups() -> Vec<Setup> {
        let options = Options {
            free_switching: false,
            allow_disengage: true,
            figures_block_los: true,
            defence_blind: true,
            down_defender_can_wound: true,
            chain_knockdown_loses_da: true,
            blast_knockdown_loses_da: true,
            ..Options::default()
        };
        let mut setups = Vec::new();
        for terms in tables::<Generik>() {
            for (era, campaign) in Era::ALL.iter().flat_map(|era| [(era, false), (era, true)]) {
                let more = serde_json::json!({ "era": era, "campaign": campaign });
                let setup = ready::<Generik>(&Terms { more: Some(more), ..terms.clone() });
                setups.push(if campaign {
                    Setup { options, ground: Ground::InTurn, ..setup }
                } else {
                    setup
                });
            }
        }
        setups
    }

    fn read_data(file: &str, contents: toml::Value) -> Result<(), toml::de::Error> {
        match file {
            "rules.toml" => parsed::<crate::numbers::Numbers>(contents),
            "weapons.toml" => parsed::<crate::tables::Weapons>(contents),
            "skills.toml" => parsed::<crate::tables::Skills>(contents),
            "scenarios.toml" => parsed::<crate::tables::Scenarios>(contents),
            "terrain.toml" => parsed::<crate::terrain::File>(contents),
            "bands.toml" => parsed::<crate::library::File>(contents),
            "names.toml" => parsed::<crate::library::Names>(contents),
            "words.toml" => parsed::<crate::words::AllWords>(contents),
            "facts.toml" | "vocabulary.toml" => further_words(contents),
            _ => panic!("there is no data file {file}"),
        }
    }

    fn golden() -> &'static [Golden] {
        GOLDEN
    }

    fn switches() -> &'static [&'static str] {
        RULINGS
    }

    fn telling() -> &'static [&'static str] {
        &["turn", "phase", "acted", "ledger", "used", "after", "champion", "sacked", "ended", "piece"]
    }

    fn sealing() -> &'static [&'static str] {
        &["champions"]
    }

    fn headlines() -> Option<(&'static str, &'static [&'static str])> {
        Some(("baston_generale", &[" wounds ", " out of action"]))
    }

    fn names(view: &View) -> Vec<String> {
        view.setup.bands.iter().flat_map(|band| &band.members).map(|member| member.name.clone()).collect()
    }

    fn questions() -> (&'static [(&'static str, u8)], u64) {
        (&[("baston_generale", 2), ("duel_d_honneur", 2), ("saccage", 2)], 3)
    }

    fn balance(games: u64, first: u64, out: &mut String) {
        balance::tables(games, first, out);
    }

    fn deals() -> Option<(&'static Deals, Vec<&'static str>)> {
        Some((
            &crate::library::DEALS,
            crate::library::bands().iter().map(|ready| ready.id.as_str()).collect(),
        ))
    }

    /// One for each era.
    fn kinds_of_table() -> Vec<(String, Option<Value>)> {
        let usual = Self::presentation().card.more.clone();
        let of_era = |era: &Era| {
            let mut more = usual.clone().unwrap_or_else(|| json!({}));
            more["era"] = json!(era);
            (era.id().to_owned(), Some(more))
        };
        Era::ALL.iter().map(of_era).collect()
    }

    fn dealt_games() -> u64 {
        20
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

    fn private(state: &Self::State, _: Seat, chance: &mut dyn Dice) -> Option<Self::Command> {
        let figures = state.scene.figures.len();
        let mut watch = || Watch {
            fig: (chance.die(2) == 1).then(|| Fig(below(chance, figures) as u8)),
            against: (chance.die(3) == 1).then(|| Fig(below(chance, figures) as u8)),
            within: (chance.die(2) == 1).then(|| i32::from(chance.die(200)) * 20),
            at_least: (chance.die(2) == 1).then(|| chance.die(100)),
            stance: [Stance::Shoot, Stance::Cover, Stance::Pass][below(chance, 3)],
        };
        let watches = vec![watch(), watch()];
        let defaults = (0..below(chance, 4)).map(|_| Dec::ALL[below(chance, Dec::ALL.len())]).collect();
        let calm = (chance.die(3) == 1).then_some(state.scene.phase.number);
        let lull = match chance.die(6) {
            1 => Some(Lull::Turn(state.scene.turn)),
            2 => Some(Lull::Threat),
            3 => Some(Lull::Recalled),
            _ => None,
        };
        let spent = chance.die(3) == 1;
        let (pass, every) = (chance.die(2) == 1, chance.die(2) == 1);
        let posts = (chance.die(2) == 1).then(|| Post {
            fig: Fig(below(chance, figures) as u8),
            at: Pt::new(i32::from(chance.die(120)) * 100, i32::from(chance.die(10)) * 100),
            facing: None,
        });
        let posts = posts.into_iter().collect();
        let standing = command::Standing { watches, pass, every, calm, lull, spent, defaults, posts };
        Some(command::Command::Stand { standing })
    }

    fn own_table() -> Value {
        serde_json::json!({ "era": "western", "pieces": pieces() })
    }

    fn more() -> Value {
        serde_json::json!({
            "era": "western", "campaign": false, "ground": { "own": pieces() }, "options": {},
        })
    }
}

fn pieces() -> Value {
    serde_json::json!([
        { "piece": "W1", "at": [6000, 6000], "turn": 0 },
        { "piece": "W5", "at": [2500, 3000], "turn": 3 },
        { "piece": "W7", "at": [9000, 8000], "turn": 6 },
    ])
}
