//! Before the first state and after the last: terms, bands, ready-made bands, campaigns.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Generik;
use super::apply::FOLD;
use super::appraise::appraise;
use super::band::{self, check, check_at};
use super::catalogue::{Catalogue, HASARD, catalogue, names};
use super::chronicle;
use super::event::{Event, Fact};
use super::headline::headline;
use super::ids::{Era, Scenario};
use super::library::{bands, dealt_of, lent};
use super::numbers::numbers;
use super::refusal::Illegal;
use super::scene::{Figure, Stage};
use super::setup::{Band, Ground, More, Options, Placed, Setup};
use super::space::place::{kept_table, own_table};
use super::state::State;
use super::tables;
use super::terrain;
use super::words::words;
use super::worth;
use bagarre_kit::appraisal::Appraisal;
use bagarre_kit::contract::{Lang, Seat, Verdict, Worth};
use bagarre_kit::exercise::{self, Exercise};
use bagarre_kit::gather::{Gather, Legacy, Roster, Terms, WorkKind};
use bagarre_kit::names::{Renaming, Taken};
use bagarre_kit::presentation::{Presentation, Words};
use bagarre_kit::refusal::Both;

/// A table of one's own, as kept on the shelf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct OwnTable {
    /// The era it is drawn for.
    pub era: Era,
    /// Its terrain.
    pub pieces: Vec<Placed>,
}

/// Positions with one goal each.
static EXERCISES: LazyLock<Vec<Exercise>> = LazyLock::new(|| {
    exercise::read(bagarre_kit::data!("exercises.toml"), bagarre_kit::data!("exercises.json"))
});

/// What the house shows of it.
pub(super) static PRESENTATION: LazyLock<Presentation> = LazyLock::new(|| {
    let mut shown = Presentation::of::<Fact>(bagarre_kit::data!("presentation.toml"), &FOLD)
        .with_words(bagarre_kit::data!("vocabulary.toml"))
        .with_words(bagarre_kit::data!("facts.toml"));
    shown.words.extend(names());
    shown
});

/// Every ready-made name, in both languages: those of bands and their members, those that are lent, and what clients call a figure
/// after its weapon or its era.
static READY: LazyLock<Taken> = LazyLock::new(|| {
    let made: Vec<Band> =
        bands().iter().flat_map(|ready| [ready.band(Lang::Fr), ready.band(Lang::En)]).collect();
    let lent = lent().iter().flat_map(|lent| lent.folk.iter().chain(&lent.bands)).map(String::as_str);
    let roles = PRESENTATION.words.iter().filter(|(key, _)| key.starts_with("role."));
    let roles = roles.flat_map(|(_, words)| [words.in_lang(Lang::Fr), words.in_lang(Lang::En)]);
    Taken::of(made.iter().flat_map(Band::names).chain(lent).chain(roles))
});

/// Terms as the rules read them.
struct Agreed {
    scenario: Option<Scenario>,
    more: More,
}

fn unreadable(what_fr: &'static str, what_en: &'static str, why: &serde_json::Error) -> Illegal {
    Illegal::Unreadable { what: Both(what_fr, what_en), why: why.to_string() }
}

fn more(terms: &Terms) -> Result<More, Illegal> {
    let given = terms.more.as_ref().map_or(Ok(More::default()), More::deserialize);
    given.map_err(|why| unreadable("Réglage", "The settings", &why))
}

fn scenario(id: &str) -> Result<Option<Scenario>, Illegal> {
    if id == HASARD {
        return Ok(None);
    }
    let found = Scenario::ALL.iter().find(|scenario| scenario.id() == id);
    found.map(|scenario| Some(*scenario)).ok_or(Illegal::Scenario)
}

/// Most seats of a scenario; one that is left to the dice may be any.
fn most_seats(scenario: Option<Scenario>) -> u8 {
    scenario.map_or(2, |scenario| tables::scenario(scenario).most_seats)
}

/// Switches that are numbers stay within what makes a game end and add up.
pub(super) fn check_options(options: &Options) -> Result<(), Illegal> {
    let numbers = [
        ("idle_turns_draw", i32::from(options.idle_turns_draw)),
        ("max_turns", i32::from(options.max_turns)),
        ("down_target_shoot_mod", i32::from(options.down_target_shoot_mod)),
    ];
    for (switch, [least, most]) in words().switch.iter().filter_map(|it| it.range.map(|range| (it, range))) {
        let value = numbers.iter().find(|(key, _)| *key == switch.key).map(|(_, value)| *value);
        if value.is_some_and(|value| !(least..=most).contains(&value)) {
            let key = &switch.key;
            return Err(Illegal::Options { rule: &switch.rule, key, least, most });
        }
    }
    Ok(())
}

/// A ready table that is asked for by name is one of the era (GEN-SETS-02).
pub(super) fn check_named(ground: &Ground, era: Era) -> Result<(), Illegal> {
    match ground {
        Ground::Named(id) if terrain::layout(era, Some(id)).is_none() => Err(Illegal::PlaceUnknown),
        _ => Ok(()),
    }
}

fn agreed(terms: &Terms) -> Result<Agreed, Illegal> {
    let scenario = scenario(&terms.scenario)?;
    let most = most_seats(scenario);
    if !(2..=most).contains(&terms.seats) {
        //
        return Err(Illegal::SeatsMost { most });
    }
    if terms.size != 0 {
        return Err(Illegal::Characters);
    }
    let more = more(terms)?;
    check_options(&more.options)?;
    if let Ground::Own(pieces) = &more.ground {
        own_table(pieces, scenario)?;
    }
    check_named(&more.ground, more.era)?;
    Ok(Agreed { scenario, more })
}

impl Gather for Generik {
    type Band = Band;
    type Catalogue = Catalogue;

    fn usual(scenario_id: &str, seats: u8) -> Option<Terms> {
        let most = most_seats(scenario(scenario_id).ok()?);
        let terms = Terms { scenario: scenario_id.to_owned(), seats, size: 0, more: None };
        (2..=most).contains(&seats).then_some(terms)
    }

    fn scenarios() -> Vec<String> {
        Scenario::ALL.iter().map(|scenario| scenario.id()).chain([HASARD]).map(str::to_owned).collect()
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
        agreed(terms).map(drop)
    }

    /// Champions are named in secret (GEN-SCN-40); dice may choose that scenario.
    fn seals(terms: &Terms) -> bool {
        [Scenario::DuelDHonneur.id(), HASARD].contains(&terms.scenario.as_str())
    }

    fn check_band(terms: &Terms, _seat: Seat, band: &Band) -> Result<(), Illegal> {
        let More { era, options, campaign, .. } = agreed(terms)?.more;
        check_at(band, era, &options, campaign)
    }

    fn appraise(terms: &Terms, _: Seat, band: &Band, open: Option<u8>) -> Result<Appraisal, Illegal> {
        Ok(appraise(band, &agreed(terms)?.more, open))
    }

    fn own_band(terms: &Terms, seat: Seat, from: u8, lang: Lang, others: &[Band]) -> Band {
        let more = more(terms).unwrap_or_default();
        let mut taken = Taken::of(others.iter().flat_map(Band::names));
        let all = dealt_of(&terms.scenario, more.era);
        let first = usize::from(from) + usize::from(seat.0);
        let ready = (0..all.len()).map(|n| {
            let mut band = all[(first + n) % all.len()].band(lang);
            if more.close {
                band.members.truncate(numbers().setup.close_members);
            }
            band
        });
        let shared = |band: &Band| band.names().filter(|name| taken.has(name)).count();
        let mut band = ready.min_by_key(shared).expect("every era has ready-made bands, which a test counts");
        if let Some(lent) = lent().iter().find(|lent| lent.era == more.era) {
            taken.rename(&mut band.name, &lent.bands);
            band.members.iter_mut().for_each(|it| taken.rename(&mut it.name, &lent.folk));
        }
        // A ready-made band is legal, so that it can be enlisted.
        if more.campaign { band::enlist(&band).unwrap_or(band) } else { band }
    }

    fn renamed(mut band: Band, _: Lang, others: &[Band]) -> Band {
        let mut renaming = Renaming::new(&READY, band.names(), others.iter().flat_map(Band::names));
        if let Some(lent) = lent().iter().find(|lent| lent.era == band.era) {
            band.members.iter_mut().for_each(|it| renaming.apply(&mut it.name, &lent.folk));
            renaming.apply(&mut band.name, &lent.bands);
        }
        band
    }

    fn gather(terms: &Terms, bands: Vec<Band>, youngest: Seat) -> Result<Setup, Illegal> {
        let Agreed { scenario, more } = agreed(terms)?;
        if bands.len() != usize::from(terms.seats) {
            return Err(Illegal::Bands { seats: terms.seats, n: bands.len() });
        }
        let More { era, ground, options, campaign, close } = more;
        bands.iter().try_for_each(|band| check_at(band, era, &options, campaign))?;
        let options = Options { no_empty_windows: true, ..options };
        Ok(Setup { era, scenario, ground, options, close, campaign, youngest, bands })
    }

    fn check_shelf(kind: WorkKind, content: &Value) -> Result<Value, Illegal> {
        match kind {
            WorkKind::Band => {
                let band = Band::deserialize(content).map_err(|why| unreadable("Bande", "The band", &why))?;
                check(&band, &Options::default(), false)?;
                serde_json::to_value(&band).map_err(|why| unreadable("Bande", "The band", &why))
            }
            WorkKind::Table => {
                let table =
                    OwnTable::deserialize(content).map_err(|why| unreadable("Table", "The table", &why))?;
                kept_table(&table.pieces, table.era)?;
                serde_json::to_value(&table).map_err(|why| unreadable("Table", "The table", &why))
            }
        }
    }

    fn enlist(band: &Band) -> Result<Option<Band>, Illegal> {
        band::enlist(band).map(Some)
    }

    fn for_campaign(terms: &Terms) -> Terms {
        // What cannot be read stays as it is and is refused with the terms.
        let campaign =
            more(terms).ok().and_then(|more| serde_json::to_value(More { campaign: true, ..more }).ok());
        Terms { more: campaign.or_else(|| terms.more.clone()), ..terms.clone() }
    }

    fn in_campaign(terms: &Terms) -> bool {
        more(terms).is_ok_and(|more| more.campaign)
    }

    fn roster(band: &Band) -> Roster {
        chronicle::roster(band)
    }

    fn worths(state: &State) -> Vec<Worth> {
        worth::worths(&state.fixed)
    }

    fn after(state: &State, seat: Seat) -> Option<Legacy<Band>> {
        let setup = &state.fixed.setup;
        let over = setup.campaign && state.scene.stage == Stage::Over;
        let outcome = state.scene.outcome.as_ref().filter(|_| over)?;
        let index = usize::from(seat.0);
        let before = setup.bands.get(index)?;
        let Some(after) = state.scene.after.get(index) else { return Some(chronicle::unfought(before)) };
        let won = match outcome.verdict(seat) {
            Verdict::Won => Some(true),
            Verdict::Lost => Some(false),
            Verdict::Shared | Verdict::Aside => None,
        };
        let points = outcome.scores.get(index).copied().unwrap_or(0);
        let figures = state.scene.figures.iter().filter(|figure| figure.seat == seat);
        let ended: Vec<_> = figures.map(Figure::health).collect();
        Some(chronicle::legacy(before, &ended, after, won, points))
    }
}
