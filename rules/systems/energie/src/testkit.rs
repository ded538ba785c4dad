//! What the tests have to know of the system besides its rules.

mod balance;
mod exercises;
mod naive;
mod outfits;
mod proposals;

use bagarre_kit::any::Typed;
use bagarre_kit::conformance::data::{further_words, parsed};
use bagarre_kit::conformance::exercises::{Hunt, Poser};
use bagarre_kit::conformance::proposals::Proposals;
use bagarre_kit::conformance::{Golden, TestKit, Tested, below, ready, tables};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::deals::Deals;
use bagarre_kit::dice::Dice;
use bagarre_kit::gather::{Gather, Terms};

use crate::command::{GuardWhen, ReactWhen, Second};
use crate::ids::Who;
use crate::setup::{Aggravation, Options, Setup};
use crate::state::State;
use crate::{Energie, View};

bagarre_kit::chapters! {
    advise, arena, band, bots, catalogue, command, create, doctrine, event, ids, legal, library, odds, placing, save, scene, setup, space, state, tables,
}

/// The system, for tests that do not know its types.
pub static TESTED: &dyn Tested = &Typed::<Energie>::NEW;

const LED: &str = r#"{"mj":true,"options":{"fenetre":true}}"#;
const FREE: &str = r#"{"mj":true,"format":"coop2","free":{"arena":"ruelles","opponents":[{"id":"docker","count":3}],"objective":"Tenir la place."}}"#;
const EARNED: &str = r#"{"campaign":true}"#;
const BRAWL: &str = r#"{"format":"3v3"}"#;
const APART: &str = r#"{"format":"ffa4"}"#;
const HUNT: &str = r#"{"format":"coop2"}"#;

const GOLDEN: &[Golden] = &[
    Golden::with("energie-duel", "entrepot", &["daredevil", "any"], &[], "", 1),
    Golden::with("energie-absent", "entrepot", &["daredevil", "absent"], &[], "", 2),
    Golden::with("energie-quays", "docks", &["daredevil", "any"], &[], BRAWL, 3),
    Golden::with("energie-alone", "docks", &["any", "daredevil", "any", "daredevil"], &[], APART, 4),
    Golden::with("energie-ambush", "embuscade", &["daredevil", "any", "daredevil"], &[], "", 5),
    Golden::with("energie-colosse", "colosse", &["daredevil", "daredevil"], &[], "", 6),
    Golden::with("energie-wreck", "epave", &["any", "daredevil"], &[], "", 7),
    Golden::with("energie-sharks", "epave", &["daredevil", "daredevil"], &[], HUNT, 8),
    Golden::with("energie-chase", "poursuite", &["daredevil", "any"], &[], "", 9),
    Golden::with("energie-led", "colosse", &["daredevil", "any", "any"], &[], LED, 10),
    Golden::with("energie-free", "libre", &["daredevil", "any", "any"], &[], FREE, 11),
    Golden::with("energie-campaign", "entrepot", &["any", "any"], &[], EARNED, 12),
];

impl TestKit for Energie {
    /// Every table as printed; led by a referee with pauses before tests, and as a game of a campaign.
    fn setups() -> Vec<Setup> {
        let mut setups: Vec<Setup> =
            tables::<Energie>().into_iter().map(|terms| ready::<Energie>(&terms)).collect();
        for terms in tables::<Energie>() {
            let more =
                serde_json::json!({ "mj": true, "options": { "fenetre": true, "aggravation": "exemple" } });
            let led = Terms { seats: terms.seats + 1, more: Some(more), ..terms.clone() };
            if led.seats <= 6 && Energie::check_terms(&led).is_ok() {
                setups.push(ready::<Energie>(&led));
            }
            let campaign = ready::<Energie>(&Energie::for_campaign(&terms));
            let options =
                Options { aggravation: Aggravation::Exemple, finishing_blows: true, ..Options::default() };
            setups.push(Setup { options, ..campaign });
        }
        setups
    }

    fn outfitted() -> Vec<Setup> {
        outfits::outfitted(Self::setups())
    }

    fn read_data(file: &str, contents: toml::Value) -> Result<(), toml::de::Error> {
        match file {
            "tables.toml" => parsed::<crate::tables::File>(contents),
            "house.toml" => parsed::<crate::tables::HouseFile>(contents),
            "facts.toml" | "names.toml" => further_words(contents),
            _ => panic!("there is no data file {file}"),
        }
    }

    fn golden() -> &'static [Golden] {
        GOLDEN
    }

    fn telling() -> &'static [&'static str] {
        &["turn", "slot", "placed", "pe", "fell", "arms", "tokens", "position", "burns", "joined", "ended"]
    }

    fn sealing() -> &'static [&'static str] {
        &["deploy"]
    }

    fn headlines() -> Option<(&'static str, &'static [&'static str])> {
        Some(("entrepot", &[" hits ", " out of action"]))
    }

    fn names(view: &View) -> Vec<String> {
        view.scene.fighters.iter().map(|fighter| fighter.sheet.name.clone()).collect()
    }

    fn questions() -> (&'static [(&'static str, u8)], u64) {
        (&[("docks", 2), ("entrepot", 2), ("embuscade", 2)], 6)
    }

    fn balance(games: u64, first: u64, out: &mut String) {
        balance::tables(games, first, out);
    }

    fn deals() -> Option<(&'static Deals, Vec<&'static str>)> {
        Some((
            &crate::library::DEALS,
            crate::tables::tables().characters.iter().map(|row| row.id.as_str()).collect(),
        ))
    }

    fn dealt_games() -> u64 {
        80
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
        let own = state.scene.all().filter(|(_, it)| it.sheet.seat == Some(seat)).map(|(who, _)| who);
        let own: Vec<Who> = own.collect();
        let react = [ReactWhen::Ask, ReactWhen::Never, ReactWhen::Pe(4), ReactWhen::Percent(60)];
        let second = [Second::Ask, Second::Defend, Second::Roll, Second::Prepare];
        let orders = own.iter().map(|who| command::Orders {
            who: *who,
            react: react[below(chance, 4)],
            guard: [GuardWhen::Ask, GuardWhen::Yes, GuardWhen::No][below(chance, 3)],
            second: second[below(chance, 4)],
        });
        let orders = orders.collect();
        let order = if chance.die(2) == 1 { own } else { Vec::new() };
        Some(command::Command::Stand { standing: command::Standing { orders, order } })
    }

    fn unasked(state: &Self::State, chance: &mut dyn Dice) -> Option<(Seat, Self::Command)> {
        let master = state.fixed.setup.master()?;
        if chance.die(9) > 1 {
            return None;
        }
        let mut list = Vec::new();
        Self::options(state, master, &mut |command| {
            if matches!(command, command::Command::Meddle { .. }) {
                list.push(command);
            }
        });
        let n = below(chance, list.len());
        list.into_iter().nth(n).map(|command| (master, command))
    }
}
