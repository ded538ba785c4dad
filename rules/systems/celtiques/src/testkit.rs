//! What the tests have to know of the system besides its rules.

mod balance;
mod exercises;
mod naive;
mod proposals;

pub use crate::next::batches;
pub use crate::refusal::{reasoned, reasons};
pub use crate::resolve::{Parts, bystander, falling, melee_malus, movement, stray};

use bagarre_kit::any::Typed;
use bagarre_kit::conformance::data::{further_words, parsed};
use bagarre_kit::conformance::exercises::{Hunt, Poser};
use bagarre_kit::conformance::proposals::Proposals;
use bagarre_kit::conformance::{Golden, TestKit, Tested, below, ready};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::deals::Deals;
use bagarre_kit::dice::Dice;
use bagarre_kit::gather::{Gather, Terms};

use crate::Celtiques;
use crate::command::{Act, Deed, Dodging, Goal, Habit, Intention, March, Pace, Preset, Standard};
use crate::ids::Who;
use crate::setup::Setup;
use crate::state::State;

bagarre_kit::chapters! {
    ahead, board, bots, catalogue, command, event, figures, ids, library, odds, profile, save, scene, setup, state, tables, view,
}

/// The system, for tests that do not know its types.
pub static TESTED: &dyn Tested = &Typed::<Celtiques>::NEW;

const LED: &str = r#"{"mj":true,"options":{"fenetre":true}}"#;
const NIGHT: &str = r#"{"options":{"lumiere":"faible","respect":true,"duel":true}}"#;
const WOODS: &str = r#"{"arena":"bois","adversaires":["chien","frondeur"]}"#;

const GOLDEN: &[Golden] = &[
    Golden::with("celtiques-duel", "cercle", &["any", "any"], &[], "", 1),
    Golden::with("celtiques-champions", "cercle", &["champion", "champion"], &[], "", 2),
    Golden::with("celtiques-absent", "cercle", &["champion", "absent"], &[], "", 3),
    Golden::with("celtiques-ford", "gue", &["champion", "any"], &[], NIGHT, 4),
    Golden::with("celtiques-road", "chemin", &["champion", "champion"], &[], "", 5),
    Golden::with("celtiques-king", "haut_roi", &["champion", "champion", "any"], &[], LED, 6),
    Golden::with("celtiques-boar", "sanglier", &["champion", "any"], &[], "", 7),
    Golden::with("celtiques-standard", "etendard", &["champion", "any"], &[], "", 8),
    Golden::with("celtiques-free", "libre", &["champion", "any"], &[], WOODS, 9),
];

impl TestKit for Celtiques {
    /// Every table; with a game master who steps in, and with every switch of the room, in turn.
    fn setups() -> Vec<Setup> {
        let mut setups = Vec::new();
        for terms in (1..=4).flat_map(|seats| {
            Celtiques::scenarios().into_iter().filter_map(move |id| Celtiques::usual(&id, seats))
        }) {
            let n = setups.len();
            setups.push(ready::<Celtiques>(&terms));
            let switches = serde_json::json!({
                "fenetre": n % 2 == 0, "respect": true, "duel": true, "montures": n % 3 == 0, "longue_marche": true,
                "lumiere": "reduite", "tactique": ["soleil_en_face"],
            });
            let mut more = terms.more.clone().unwrap_or_else(|| serde_json::json!({}));
            more["mj"] = true.into();
            more["options"] = switches;
            let led = Terms { more: Some(more), seats: terms.seats + 1, ..terms };
            if Celtiques::check_terms(&led).is_ok() {
                setups.push(ready::<Celtiques>(&led));
            }
        }
        setups
    }

    fn read_data(file: &str, contents: toml::Value) -> Result<(), toml::de::Error> {
        match file {
            "tables.toml" => parsed::<crate::tables::Tables>(contents),
            "facts.toml" | "vocabulary.toml" => further_words(contents),
            _ => panic!("there is no data file {file}"),
        }
    }

    fn golden() -> &'static [Golden] {
        GOLDEN
    }

    fn telling() -> &'static [&'static str] {
        &[
            "turn", "segment", "pose", "body", "gear", "count", "beat", "mind", "ties", "camp", "rolled",
            "ended",
        ]
    }

    fn sealing() -> &'static [&'static str] {
        &["plan", "terror", "orders"]
    }

    fn questions() -> (&'static [(&'static str, u8)], u64) {
        (&[("cercle", 2), ("gue", 2)], 4)
    }

    fn balance(games: u64, first: u64, out: &mut String) {
        balance::tables(games, first, out);
    }

    fn deals() -> Option<(&'static Deals, Vec<&'static str>)> {
        Some((
            &crate::library::DEALS,
            crate::tables::tables().character.iter().map(|row| row.id.as_str()).collect(),
        ))
    }

    fn hunt() -> Option<Hunt> {
        Some(exercises::hunt())
    }

    fn poser() -> Option<Poser> {
        Some(exercises::poser())
    }

    fn naive(state: &State, seat: Seat) -> command::Command {
        Self::naive_answer(state, seat)
    }

    fn proposals() -> Option<Proposals> {
        Some(proposals::proposals())
    }

    fn private(state: &Self::State, seat: Seat, chance: &mut dyn Dice) -> Option<Self::Command> {
        let own = (0u8..).zip(&state.fixed.profiles).filter(|(_, profile)| profile.seat == Some(seat));
        let own: Vec<Who> = own.map(|(n, _)| Who(n)).collect();
        let fighters = state.fixed.profiles.len();
        let mut habit = |who: Who| Habit {
            dodge: [Dodging::Ask, Dodging::Never, Dodging::From(3), Dodging::While(2)][below(chance, 4)],
            slot: chance.die(2) == 1,
            survival: [Standard::No, Standard::Ask, Standard::Yes][below(chance, 3)],
            survive_at: (chance.die(3) == 1).then_some(2),
            refuse: [Standard::No, Standard::Ask, Standard::Yes][below(chance, 3)],
            march: (chance.die(2) == 1).then(|| {
                let to = Goal::Who(Who(below(chance, fighters) as u8));
                (March { pace: [Pace::Walk, Pace::Run][below(chance, 2)], ..March::walk(to) }, 0)
            }),
            ..Habit::none(who)
        };
        let habits = own.iter().copied().map(&mut habit).collect();
        let turn = state.scene.turn;
        let mut presets = Vec::new();
        let mut intentions = Vec::new();
        for who in own {
            if chance.die(2) == 1 {
                presets.push(Preset { who, turn, actions: below(chance, 6) as u8 });
            }
            for segment in 1..=5 {
                let at = Who(below(chance, fighters) as u8);
                let deed = [Deed::blow(at), Deed::of(Act::Pass), Deed::of(Act::Aim(at))][below(chance, 3)];
                if chance.die(2) == 1 {
                    intentions.push(Intention::of(who, turn, segment, deed));
                }
            }
        }
        let quiet = chance.die(2) == 1;
        Some(command::Command::Stand { standing: command::Standing { habits, quiet, presets, intentions } })
    }

    fn shared(state: &Self::State, seat: Seat, to: Seat) -> bool {
        state.fixed.setup.are_mates(seat, to)
    }

    fn unasked(state: &Self::State, chance: &mut dyn Dice) -> Option<(Seat, Self::Command)> {
        let master = state.fixed.setup.master().filter(|_| chance.die(4) == 1)?;
        let mut list = Vec::new();
        Self::options(state, master, &mut |command| {
            if matches!(command, command::Command::Rule { .. }) {
                list.push(command);
            }
        });
        let n = below(chance, list.len());
        list.into_iter().nth(n).map(|command| (master, command))
    }
}
