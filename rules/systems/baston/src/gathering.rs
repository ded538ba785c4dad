//! Before the first state: scenarios, terms, ready-made gangs, and the catalogue that clients show.

use std::sync::LazyLock;

use serde::Deserialize as _;
use serde_json::Value;

use super::Baston;
use super::apply::FOLD;
use super::appraise::appraise;
use super::catalogue::{Catalogue, catalogue};
use super::create;
use super::event::{Event, Fact};
use super::gangs;
use super::headline::headline;
use super::library;
use super::refusal::{Illegal, Players};
use super::setup::{Band, Options, Setup};
use bagarre_kit::appraisal::Appraisal;
use bagarre_kit::contract::{Lang, Seat};
use bagarre_kit::exercise::{self, Exercise};
use bagarre_kit::gather::{Gather, Terms, WorkKind};
use bagarre_kit::presentation::{Presentation, Words};
use bagarre_kit::refusal::Both;

/// Positions with one goal each.
static EXERCISES: LazyLock<Vec<Exercise>> = LazyLock::new(|| {
    exercise::read(bagarre_kit::data!("exercises.toml"), bagarre_kit::data!("exercises.json"))
});

/// What the house shows of it.
pub(super) static PRESENTATION: LazyLock<Presentation> =
    LazyLock::new(|| Presentation::of::<Fact>(bagarre_kit::data!("presentation.toml"), &FOLD));

/// The sizes a band may have on these terms: exactly what the host chose, within the scenario's limits.
fn sizes(terms: &Terms) -> Result<[u8; 3], Illegal> {
    if terms.more.is_some() {
        return Err(Illegal::Terms);
    }
    let scenario = library::scenario(&terms.scenario).ok_or(Illegal::Scenario)?;
    let Some(variant) = scenario.variant(usize::from(terms.seats)) else {
        return Err(Illegal::Players {
            scenario: Both(&scenario.fr, &scenario.en),
            players: Players(&scenario.id),
        });
    };
    let [_, least, most] = variant.size;
    if !(least..=most).contains(&terms.size) {
        return Err(Illegal::TermsSize { least, most });
    }
    Ok([terms.size, least, terms.size])
}

impl Gather for Baston {
    type Band = Band;
    type Catalogue = Catalogue;

    fn usual(scenario: &str, seats: u8) -> Option<Terms> {
        let variant = library::scenario(scenario)?.variant(usize::from(seats))?;
        Some(Terms { scenario: scenario.to_owned(), seats, size: variant.size[0], more: None })
    }

    fn scenarios() -> Vec<String> {
        library::scenarios().iter().map(|scenario| scenario.id.clone()).collect()
    }

    fn catalogue() -> Catalogue {
        catalogue()
    }

    fn exercises() -> &'static [Exercise] {
        &EXERCISES
    }

    fn presentation() -> &'static Presentation {
        &PRESENTATION
    }

    fn headline(setup: &Setup, events: &[Event]) -> Option<Words> {
        headline(setup, events)
    }

    fn check_terms(terms: &Terms) -> Result<(), Illegal> {
        sizes(terms).map(drop)
    }

    fn seals(_: &Terms) -> bool {
        true
    }

    fn check_band(terms: &Terms, _seat: Seat, band: &Band) -> Result<(), Illegal> {
        let faults = create::brought_faults(band, sizes(terms)?);
        faults.into_iter().next().map_or(Ok(()), |(_, fault)| Err(fault))
    }

    fn appraise(terms: &Terms, _: Seat, band: &Band, open: Option<u8>) -> Result<Appraisal, Illegal> {
        Ok(appraise(band, sizes(terms)?, open))
    }

    fn own_band(terms: &Terms, seat: Seat, from: u8, lang: Lang, others: &[Band]) -> Band {
        gangs::own_band(terms, usize::from(from) + usize::from(seat.0), lang, others)
    }

    fn renamed(band: Band, _: Lang, others: &[Band]) -> Band {
        gangs::renamed(band, others)
    }

    fn gather(terms: &Terms, bands: Vec<Band>, _youngest: Seat) -> Result<Setup, Illegal> {
        sizes(terms)?;
        Ok(Setup {
            scenario: terms.scenario.clone(),
            board: None,
            turns: None,
            options: Options { one_question: true, ..Options::default() },
            bands,
        })
    }

    fn check_shelf(kind: WorkKind, content: &Value) -> Result<Value, Illegal> {
        let unreadable = |why: serde_json::Error| Illegal::BandUnreadable { why: why.to_string() };
        match kind {
            WorkKind::Band => {
                let band = Band::deserialize(content).map_err(unreadable)?;
                let most = library::scenarios().iter().flat_map(|it| &it.variants).map(|it| it.size[2]).max();
                create::check_band(&band, [1, 1, most.unwrap_or(1)], Options::default())?;
                serde_json::to_value(&band).map_err(unreadable)
            }
            WorkKind::Table => Err(Illegal::Table),
        }
    }
}
