//! Before the first state and after the last: terms, bands, ready-made heroes, campaigns.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use super::Energie;
use super::apply::FOLD;
use super::appraise::appraise;
use super::band;
use super::catalogue::{Catalogue, catalogue};
use super::event::{Event, Fact};
use super::headline::headline;
use super::ids::{Opponent, Scenario};
use super::library;
use super::refusal::Illegal;
use super::setup::{Band, Bring, Format, Free, Hero, More, Options, Purse, Setup};
use super::state::State;
use super::tables::{opponent, scenario, tables};
use super::worth;
use bagarre_kit::appraisal::{Appraisal, tally};
use bagarre_kit::contract::{Lang, Seat, Verdict, Worth};
use bagarre_kit::exercise::{self, Exercise};
use bagarre_kit::gather::{Gather, Legacy, Record, RecordLine, Role, Roster, Terms, WorkKind};
use bagarre_kit::names::Taken;
use bagarre_kit::presentation::{Presentation, Words};
use bagarre_kit::refusal::Both;

/// What the house shows of it.
pub(super) static PRESENTATION: LazyLock<Presentation> = LazyLock::new(|| {
    Presentation::of::<Fact>(bagarre_kit::data!("presentation.toml"), &FOLD)
        .with_words(bagarre_kit::data!("facts.toml"))
        .with_words(bagarre_kit::data!("names.toml"))
});

/// Positions with one goal each.
static EXERCISES: LazyLock<Vec<Exercise>> = LazyLock::new(|| {
    exercise::read(bagarre_kit::data!("exercises.toml"), bagarre_kit::data!("exercises.json"))
});

/// The longest objective of a free table.
const OBJECTIVE: usize = 200;
/// Opponents of one kind on a free table.
const MOST_OF_A_KIND: u8 = 12;

/// Terms as the rules read them.
struct Agreed {
    scenario: Scenario,
    format: Format,
    more: More,
}

fn unreadable(what_fr: &'static str, what_en: &'static str, why: &serde_json::Error) -> Illegal {
    Illegal::Unreadable { what: Both(what_fr, what_en), why: why.to_string() }
}

fn more(terms: &Terms) -> Result<More, Illegal> {
    match &terms.more {
        None => Ok(More { mj: terms.scenario == Scenario::Libre.id(), ..More::default() }),
        Some(value) => More::deserialize(value).map_err(|why| unreadable("Choix", "The choices", &why)),
    }
}

/// The format of a scenario for so many players: the one that is asked for, else the first that takes them.
fn format(id: Scenario, wanted: Option<&str>, players: u8) -> Result<Format, Illegal> {
    let names = scenario(id).formats.iter().map(String::as_str);
    let refused = || Illegal::Format { format: wanted.unwrap_or("?").chars().take(16).collect() };
    let fits = |name: &&str| {
        wanted.is_none_or(|it| it == *name)
            && Format::parse(name).is_some_and(|it| it.seats(players).is_some())
    };
    // Where nothing is asked for, each player runs a single hero if that can be.
    let mut fitting: Vec<&str> = names.filter(fits).collect();
    fitting.sort_by_key(|name| {
        let heroes: u8 = Format::parse(name).map_or(0, |it| it.sides.iter().sum());
        heroes != players
    });
    fitting.first().and_then(|name| Format::parse(name)).ok_or_else(refused)
}

fn agreed(terms: &Terms) -> Result<Agreed, Illegal> {
    let id = Scenario::of(&terms.scenario).ok_or(Illegal::Scenario)?;
    if terms.size != 0 {
        return Err(Illegal::Size);
    }
    let more = more(terms)?;
    let players = terms.seats.checked_sub(u8::from(more.mj)).filter(|it| (1..=6).contains(it));
    let players = players.ok_or_else(|| Illegal::Format { format: String::new() })?;
    let format = format(id, more.format.as_deref(), players)?;
    check_free(id, &format, more.mj, more.free.as_ref())?;
    Ok(Agreed { scenario: id, format, more })
}

/// A free table has its referee and its objective; opponents are worth so much at most (ENE-SCN-07).
fn check_free(id: Scenario, format: &Format, mj: bool, free: Option<&Free>) -> Result<(), Illegal> {
    if id != Scenario::Libre {
        return if free.is_none() { Ok(()) } else { Err(Illegal::Free) };
    }
    if !mj {
        return Err(Illegal::Free);
    }
    let Some(free) = free else { return Ok(()) };
    let heroes: u8 = format.sides.iter().sum();
    let most = tables().referee.free_table_menace_per_hero * i32::from(heroes);
    let small = free.opponents.iter().all(|it| it.count <= MOST_OF_A_KIND) && free.opponents.len() <= 11;
    let menace: i32 = free.opponents.iter().map(|it| opponent(it.id).menace * i32::from(it.count)).sum();
    if !small || menace > most {
        return Err(Illegal::Menace { most });
    }
    let versus = !format.coop() && !free.opponents.is_empty();
    let map = super::arena::map(free.arena);
    let narrow = map.deploy.len() < format.sides.len().max(2);
    if free.objective.chars().count() > OBJECTIVE || versus || narrow { Err(Illegal::Free) } else { Ok(()) }
}

/// What a free table is about when its host has not said: a brawl on the quays.
fn usual_table(format: &Format) -> Free {
    let heroes: u8 = format.sides.iter().sum();
    let crowd = [Opponent::Docker, Opponent::Voyou].map(|id| Bring { id, count: heroes });
    let opponents = if format.coop() { crowd.to_vec() } else { Vec::new() };
    Free { arena: scenario(Scenario::Libre).arena, opponents, objective: String::new() }
}

/// Whether a set-up holds together, besides its bands.
pub(super) fn check_setup(setup: &Setup) -> Result<(), Illegal> {
    let players = setup.players();
    let known = scenario(setup.scenario)
        .formats
        .iter()
        .any(|name| Format::parse(name).as_ref() == Some(&setup.format));
    if !known || !(1..=6).contains(&players) || setup.format.seats(players).is_none() {
        return Err(Illegal::Format { format: String::new() });
    }
    check_free(setup.scenario, &setup.format, setup.mj, setup.free.as_ref())
}

/// A hero plays only once on a side (ENE-PLY-05).
pub(super) fn check_sides(setup: &Setup) -> Result<(), Illegal> {
    let plan = setup.plan();
    let mut seen: Vec<(u8, &str)> = Vec::new();
    for ((side, _), band) in plan.iter().zip(&setup.bands) {
        for hero in &band.heroes {
            if seen.contains(&(*side, hero.name.as_str())) {
                return Err(Illegal::HeroTwice { name: hero.name.clone() });
            }
            seen.push((*side, hero.name.as_str()));
        }
    }
    Ok(())
}

/// How many heroes a seat brings on these terms; none for the referee.
fn heroes_of(agreed: &Agreed, terms: &Terms, seat: Seat) -> u8 {
    let players = terms.seats - u8::from(agreed.more.mj);
    let plan = agreed.format.seats(players).unwrap_or_default();
    plan.get(usize::from(seat.0)).map_or(0, |(_, many)| *many)
}

/// Returns the hero that takes the place of one that has died: the first ready-made one that no band of the game has,
/// with a number of its own.
fn newcomer(band: &Band, bands: &[Band]) -> Hero {
    let id = band.heroes.iter().map(|it| it.id).max().map_or(0, |id| id.saturating_add(1));
    let known = Taken::of(bands.iter().chain([band]).flat_map(|it| &it.heroes).map(|it| it.name.as_str()));
    let mut ready = (0..library::many()).map(|n| library::ready(n, id));
    ready.find(|it| !known.has(&it.name)).unwrap_or_else(|| {
        let first = library::ready(0, id);
        Hero { name: known.numbered(&first.name), ..first }
    })
}

/// What a band is called: after its first hero; a referee, who brings none, by the role.
fn called_after(heroes: &[Hero], lang: Lang) -> String {
    let role = || PRESENTATION.words["role.mj"].in_lang(lang);
    heroes.first().map_or_else(role, |hero| &hero.name).to_owned()
}

impl Gather for Energie {
    type Band = Band;
    type Catalogue = Catalogue;

    fn usual(scenario_id: &str, seats: u8) -> Option<Terms> {
        let terms = Terms { scenario: scenario_id.to_owned(), seats, size: 0, more: None };
        agreed(&terms).is_ok().then_some(terms)
    }

    fn scenarios() -> Vec<String> {
        Scenario::ALL.iter().map(|scenario| scenario.id().to_owned()).collect()
    }

    fn catalogue() -> Catalogue {
        catalogue()
    }

    fn presentation() -> &'static Presentation {
        &PRESENTATION
    }

    fn headline(setup: &Setup, events: &[Event]) -> Option<Words> {
        headline(setup, events)
    }

    fn exercises() -> &'static [Exercise] {
        &EXERCISES
    }

    fn check_terms(terms: &Terms) -> Result<(), Illegal> {
        agreed(terms).map(drop)
    }

    /// The referee cannot win (ENE-MJ-01). Where several share a side, each seat tells its own (ENE-PLY-04).
    fn role(terms: &Terms, seat: Seat) -> Option<Role> {
        let mj = more(terms).is_ok_and(|more| more.mj);
        if mj && seat.0 + 1 == terms.seats {
            return Some(Role { key: "mj".to_owned(), wins: false });
        }
        let agreed = agreed(terms).ok()?;
        let players = terms.seats - u8::from(mj);
        let shared = !agreed.format.coop() && usize::from(players) > agreed.format.sides.len();
        let (side, _) = *agreed.format.seats(players)?.get(usize::from(seat.0)).filter(|_| shared)?;
        Some(Role { key: format!("side.{side}"), wins: true })
    }

    /// Places are chosen in secret (ENE-DEC-16).
    fn seals(_: &Terms) -> bool {
        true
    }

    fn check_band(terms: &Terms, seat: Seat, band: &Band) -> Result<(), Illegal> {
        let agreed = agreed(terms)?;
        let campaign = agreed.more.campaign;
        band::check(band, heroes_of(&agreed, terms, seat), campaign)
    }

    fn appraise(terms: &Terms, seat: Seat, band: &Band, open: Option<u8>) -> Result<Appraisal, Illegal> {
        let agreed = agreed(terms)?;
        Ok(appraise(band, heroes_of(&agreed, terms, seat), agreed.more.campaign, open))
    }

    /// The next free ready-made heroes, in the order in which the scenario deals them (ENE-DEC-15).
    fn own_band(terms: &Terms, seat: Seat, from: u8, lang: Lang, others: &[Band]) -> Band {
        let agreed = agreed(terms).ok();
        let of = |seat: u8| agreed.as_ref().map_or(0, |it| heroes_of(it, terms, Seat(seat)));
        let first = usize::from(from) + (0..seat.0).map(|it| usize::from(of(it))).sum::<usize>();
        let order = agreed
            .as_ref()
            .map_or_else(|| (0..library::many()).collect(), |it| library::dealt(it.scenario, &it.format));
        let place = |n: u8| order[(first + usize::from(n)) % order.len()];
        let mut heroes: Vec<Hero> = (0..of(seat.0)).map(|n| library::ready(place(n), n)).collect();
        let taken = Taken::of(others.iter().flat_map(Band::names));
        let own = Taken::of(heroes.iter().map(|it| it.name.as_str()));
        let ready = order.iter().map(|place| library::ready(*place, 0));
        let mut free = ready.filter(|it| !taken.has(&it.name) && !own.has(&it.name));
        for hero in heroes.iter_mut().filter(|it| taken.has(&it.name)) {
            // There are fewer heroes than places at a large table: then one comes twice, under a name with a number.
            *hero = match free.next() {
                Some(other) => Hero { id: hero.id, ..other },
                None => Hero { name: taken.numbered(&hero.name), ..hero.clone() },
            };
        }
        let campaign = agreed.is_some_and(|it| it.more.campaign);
        Band {
            name: taken.numbered(&called_after(&heroes, lang)),
            heroes,
            purse: campaign.then(Purse::default),
        }
    }

    fn renamed(mut band: Band, lang: Lang, others: &[Band]) -> Band {
        let heroes = band.heroes.iter_mut().map(|hero| &mut hero.name).collect();
        library::LENT.rename(lang, &mut band.name, heroes, others.iter().flat_map(Band::names));
        band
    }

    fn gather(terms: &Terms, bands: Vec<Band>, _youngest: Seat) -> Result<Setup, Illegal> {
        let agreed = agreed(terms)?;
        if bands.len() != usize::from(terms.seats) {
            return Err(Illegal::Bands { seats: terms.seats, n: bands.len() });
        }
        for (seat, band) in (0u8..).map(Seat).zip(&bands) {
            Self::check_band(terms, seat, band)?;
        }
        let Agreed { scenario, format, more } = agreed;
        let More { mj, free, options, campaign, .. } = more;
        let free = free.or_else(|| (scenario == Scenario::Libre).then(|| usual_table(&format)));
        let options = Options { only_choice: true, ..options };
        let setup = Setup { scenario, format, mj, free, map: None, options, campaign, bands };
        check_sides(&setup)?;
        Ok(setup)
    }

    fn check_shelf(kind: WorkKind, content: &Value) -> Result<Value, Illegal> {
        match kind {
            WorkKind::Band => {
                let band =
                    Band::deserialize(content).map_err(|why| unreadable("Groupe", "The party", &why))?;
                let many = u8::try_from(band.heroes.len()).unwrap_or(u8::MAX);
                if !(1..=3).contains(&many) {
                    return Err(Illegal::Heroes { many: 3 });
                }
                band::check(&band, many, false)?;
                serde_json::to_value(&band).map_err(|why| unreadable("Groupe", "The party", &why))
            }
            WorkKind::Table => Err(Illegal::Shelf),
        }
    }

    fn enlist(band: &Band) -> Result<Option<Band>, Illegal> {
        let many = u8::try_from(band.heroes.len()).unwrap_or(u8::MAX);
        // A band that is changed before its first game comes with the purse that it was given.
        let new = Band { purse: band.purse.filter(|purse| *purse != Purse::default()), ..band.clone() };
        band::check(&new, many, false)?;
        Ok(Some(Band { purse: Some(Purse::default()), ..new }))
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
        Roster { name: band.name.clone(), disbanded: false, worth: worth(band) }
    }

    fn worths(state: &State) -> Vec<Worth> {
        worth::worths(state.public())
    }

    fn after(state: &State, seat: Seat) -> Option<Legacy<Band>> {
        legacy(state, seat)
    }
}

/// What a band is worth in a campaign.
fn worth(band: &Band) -> Vec<bagarre_kit::appraisal::Tally> {
    let purse = band.purse.unwrap_or_default();
    vec![tally("points", purse.points), tally("games", i32::from(purse.games))]
}

/// Winners earn points of creation, losers fewer; sequels stay, and what is not healed (ENE-FIN-07, ENE-STA-06). A hero
/// that has died leaves its place to a newcomer (ENE-STA-07).
fn legacy(state: &State, seat: Seat) -> Option<Legacy<Band>> {
    let setup = &state.fixed.setup;
    let over = setup.campaign && state.scene.stage == super::scene::Stage::Over;
    let outcome = state.scene.outcome.as_ref().filter(|_| over)?;
    let mut band = setup.bands.get(usize::from(seat.0))?.clone();
    let verdict = outcome.verdict(seat);
    let won = match verdict {
        Verdict::Won => Some(true),
        Verdict::Lost => Some(false),
        Verdict::Shared | Verdict::Aside => None,
    };
    let score = &tables().score;
    let gain =
        if verdict == Verdict::Won { score.campaign_winner_points } else { score.campaign_loser_points };
    let mut lines = Vec::new();
    for (who, fighter) in state.scene.all().filter(|(_, it)| it.sheet.seat == Some(seat)) {
        let at = usize::from(fighter.sheet.member);
        let Some(hero) = band.heroes.get_mut(at) else { continue };
        let (member, name) = (hero.id, hero.name.clone());
        let mut line = |code: &str, n: i32| {
            lines.push(RecordLine { member, name: name.clone(), code: code.to_owned(), n });
        };
        if state.scene.dead.contains(&who) {
            line("dead", 0);
            let newcomer = newcomer(&band, &setup.bands);
            band.heroes[at] = newcomer;
            continue;
        }
        for (_, die) in state.scene.sequels.iter().filter(|(it, _)| *it == who) {
            if !hero.sequels.contains(die) {
                hero.sequels.push(*die);
            }
            line("sequel", i32::from(*die));
        }
        hero.lost = (fighter.sheet.pe_max - fighter.pe.max(1)).max(0);
        if hero.lost > 0 {
            line("hurt", i32::from(hero.lost));
        }
    }
    let most = tables().score.campaign_points_max - tables().creation.budget;
    if let Some(purse) = band.purse.as_mut().filter(|_| verdict != Verdict::Aside) {
        purse.points = (purse.points + gain).min(most);
        purse.games = purse.games.saturating_add(1);
    }
    let points = outcome.scores.get(usize::from(seat.0)).copied().unwrap_or(0);
    let record = Record { won, points, lines, worth: worth(&band) };
    Some(Legacy { band, record })
}
