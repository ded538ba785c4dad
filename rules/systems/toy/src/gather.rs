//! What comes before a game of the toy, and after it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::{ENDLESS, FOLD, Fact, Illegal, MOST, Setup, State, Toy};
use bagarre_kit::appraisal::{Appraisal, Fault, Tally};
use bagarre_kit::contract::{Lang, Seat, Verdict};
use bagarre_kit::gather::{Gather, Legacy, Record, RecordLine, Role, Roster, Terms, WorkKind};
use bagarre_kit::presentation::Presentation;

/// What the house shows of it: nothing of the client knows the toy.
static PRESENTATION: LazyLock<Presentation> =
    LazyLock::new(|| Presentation::of::<Fact>(bagarre_kit::data!("presentation.toml"), &FOLD));

/// The scenario with a game master.
const LED: &str = "led";

/// Turns of a scenario.
fn turns(scenario: &str) -> Option<u32> {
    match scenario {
        "short" => Some(2),
        "long" => Some(5),
        LED => Some(3),
        ENDLESS => Some(MOST),
        _ => None,
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
pub(super) fn sound(band: &Band) -> bool {
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
        ["short", "long", LED].map(str::to_owned).to_vec()
    }

    fn catalogue() -> serde_json::Value {
        serde_json::json!({
            "scenarios": [{ "id": "short", "turns": 2 }, { "id": "long", "turns": 5 }, { "id": LED, "turns": 3 }],
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
        let least = if terms.scenario == LED { 3 } else { 2 };
        if known && more && (least..=6).contains(&terms.seats) { Ok(()) } else { Err(Illegal::Range) }
    }

    fn role(terms: &Terms, seat: Seat) -> Option<Role> {
        let master = terms.scenario == LED && seat.0 + 1 == terms.seats;
        master.then(|| Role { key: "master".to_owned(), wins: false })
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

    fn own_band(terms: &Terms, seat: Seat, from: u8, _: Lang, _: &[Band]) -> Band {
        Band {
            motto: format!("band {}", u16::from(from) + u16::from(seat.0)),
            purse: in_campaign(terms).then(Purse::default),
        }
    }

    fn gather(terms: &Terms, bands: Vec<Band>, youngest: Seat) -> Result<Setup, Illegal> {
        Self::check_terms(terms)?;
        if bands.len() != usize::from(terms.seats) {
            return Err(Illegal::Range);
        }
        let turns = turns(&terms.scenario).ok_or(Illegal::Range)?;
        let bands = if in_campaign(terms) { bands } else { Vec::new() };
        Ok(Setup { seats: terms.seats, turns, bands, youngest, led: terms.scenario == LED })
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
        if band.motto.is_empty() || band.purse.is_some_and(|purse| purse != Purse::default()) {
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
        let won = match state.outcome().verdict(seat) {
            Verdict::Won => Some(state.winners().len() == 1).filter(|alone| *alone),
            Verdict::Lost => (state.winners().len() == 1).then_some(false),
            Verdict::Shared | Verdict::Aside => None,
        };
        let line = RecordLine { member: 0, name: band.motto.clone(), code: "guessed".to_owned(), n: points };
        let record = Record { won, points, lines: vec![line], worth: worth(purse) };
        Some(Legacy { band: Band { purse: Some(purse), ..band.clone() }, record })
    }
}
