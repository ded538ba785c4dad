//! Before the first state and after the last: terms, bands, ready-made bands, campaigns.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use super::Celtiques;
use super::apply::FOLD;
use super::catalogue::{Catalogue, catalogue};
use super::event::{Event, Fact, What};
use super::hero;
use super::ids::{ArenaId, Attr, Foe, Item, Scenario};
use super::refusal::Illegal;
use super::scene::{Stage, Status, Trophy};
use super::setup::{Band, Hero, More, Setup};
use super::state::State;
use super::tables::{Character, tables};
use super::{appraise, create, library, worth};
use bagarre_kit::appraisal::{Appraisal, tally};
use bagarre_kit::contract::{Lang, Seat, Verdict, Worth};
use bagarre_kit::deals::dealt_order;
use bagarre_kit::exercise::{self, Exercise};
use bagarre_kit::gather::{Gather, Legacy, Record, RecordLine, Role, Roster, Terms, WorkKind};
use bagarre_kit::names::Taken;
use bagarre_kit::presentation::{Presentation, Words};
use bagarre_kit::refusal::Both;

/// What the house shows of it.
pub(super) static PRESENTATION: LazyLock<Presentation> = LazyLock::new(|| {
    Presentation::of::<Fact>(bagarre_kit::data!("presentation.toml"), &FOLD)
        .with_words(bagarre_kit::data!("facts.toml"))
        .with_words(bagarre_kit::data!("vocabulary.toml"))
});

/// Positions with one goal each.
static EXERCISES: LazyLock<Vec<Exercise>> = LazyLock::new(|| {
    exercise::read(bagarre_kit::data!("exercises.toml"), bagarre_kit::data!("exercises.json"))
});

fn terms_fault(fr: &'static str, en: &'static str) -> Illegal {
    Illegal::Terms { why: Both(fr, en) }
}

/// Whether a scenario takes so many seats with so many fighters each (CEL-PLY-01, CEL-SCN).
pub(super) fn check_format(scenario: Scenario, coop: bool, players: u8, size: u8) -> Result<(), Illegal> {
    let fighters = u16::from(players) * u16::from(size);
    let wrong = || {
        terms_fault("ce scénario ne se joue pas dans ce format", "this scenario is not played in this format")
    };
    let format = if coop { format!("coop{fighters}") } else { format!("{0}v{0}", fighters / 2) };
    let even = coop || players.is_multiple_of(2) && players <= 8;
    let known = match tables().scenario(scenario) {
        Some(row) => row.formats.contains(&format),
        None if coop => (1..=4).contains(&fighters),
        None => (2..=12).contains(&fighters),
    };
    if even && known && (1..=3).contains(&size) && players > 0 { Ok(()) } else { Err(wrong()) }
}

fn scenario(id: &str) -> Result<Scenario, Illegal> {
    let found = Scenario::ALL.iter().copied().find(|scenario| scenario.id() == id);
    found.ok_or_else(|| terms_fault("ce scénario n’existe pas", "there is no such scenario"))
}

fn more(terms: &Terms) -> Result<More, Illegal> {
    let given = terms.more.as_ref().map_or(Ok(More::default()), More::deserialize);
    given.map_err(|why| Illegal::Unreadable { what: Both("Réglage", "The settings"), why: why.to_string() })
}

/// Terms as the rules read them.
struct Agreed {
    scenario: Scenario,
    more: More,
    coop: bool,
    players: u8,
    size: u8,
}

/// Whether all stand together in a scenario: against its opponents, unless two sides are wanted where it may be either.
fn is_coop(scenario: Scenario, more: &More) -> bool {
    match scenario {
        Scenario::HautRoi | Scenario::Sanglier => true,
        Scenario::Chemin => !more.versus,
        Scenario::Libre => !more.adversaires.is_empty() && !more.versus,
        Scenario::Cercle | Scenario::Gue | Scenario::Etendard => false,
    }
}

fn agreed(terms: &Terms) -> Result<Agreed, Illegal> {
    let scenario = scenario(&terms.scenario)?;
    let more = more(terms)?;
    let coop = is_coop(scenario, &more);
    let players = terms.seats.saturating_sub(u8::from(more.mj));
    let size = terms.size.max(1);
    check_format(scenario, coop, players, size)?;
    let agreed = Agreed { scenario, more, coop, players, size };
    // Everything else is judged on the game itself, with ready-made bands.
    create::check(&setup(&agreed, ready_bands(&agreed, players)))?;
    Ok(agreed)
}

fn setup(agreed: &Agreed, bands: Vec<Band>) -> Setup {
    let Agreed { scenario, more, coop, .. } = agreed;
    let arena = tables().scenario(*scenario).map_or(more.arena.unwrap_or(ArenaId::Gue), |row| row.arena);
    Setup {
        scenario: *scenario,
        arena,
        coop: *coop,
        mj: more.mj,
        adversaires: if *scenario == Scenario::Libre { more.adversaires.clone() } else { Vec::new() },
        objectif: more.objectif.clone(),
        map: None,
        options: more.options.clone(),
        campagne: more.campagne,
        bands,
    }
}

/// Characters in the order in which the format of the scenario deals them to the seats: those of each side, then the others of the table.
fn dealt(agreed: &Agreed) -> Vec<&'static Character> {
    let all = &tables().character;
    let format = format!("{0}v{0}", u16::from(agreed.players) * u16::from(agreed.size) / 2);
    let sides = if agreed.coop { &[] } else { library::DEALS.sides(agreed.scenario.id(), &format) };
    let seats = (0..usize::from(agreed.players)).filter_map(|seat| {
        // Seats of the two sides come in turn (CEL-PLY-01).
        sides.get(seat % 2)?.chunks(usize::from(agreed.size)).nth(seat / 2)
    });
    let listed: Vec<&str> = all.iter().map(|it| it.id.as_str()).collect();
    dealt_order(&listed, seats.flatten()).into_iter().map(|place| &all[place]).collect()
}

/// The ready-made band of a seat (CEL-DEC-26): characters in the order in which they are dealt, others than those already taken.
/// They are looked for from a place of this order on, counted round.
fn ready(agreed: &Agreed, seat: u8, from: u8, others: &[Band]) -> Band {
    let all = dealt(agreed);
    let first = usize::from(from) + usize::from(seat) * usize::from(agreed.size);
    let taken = Taken::of(others.iter().flat_map(|it| &it.heroes).map(|it| it.name.as_str()));
    // There are fewer heroes than places at a large table: heroes whose names are free come first, then they are numbered.
    let mut heroes: Vec<Hero> = (0..all.len()).map(|n| all[(first + n) % all.len()].hero()).collect();
    heroes.sort_by_key(|hero| taken.has(&hero.name));
    heroes.truncate(usize::from(agreed.size));
    for hero in &mut heroes {
        hero.name = taken.numbered(&hero.name);
    }
    let name = Taken::of(others.iter().map(|it| it.name.as_str())).numbered(&heroes[0].name);
    Band { name, heroes, campaign: agreed.more.campagne.then_some(0) }
}

/// A ready-made band for each of the first seats.
fn ready_bands(agreed: &Agreed, seats: u8) -> Vec<Band> {
    let mut bands = Vec::new();
    for seat in 0..seats {
        bands.push(ready(agreed, seat, 0, &bands));
    }
    bands
}

/// Returns the terms, as far as they can be read.
fn half_agreed(terms: &Terms) -> Agreed {
    let size = terms.size.clamp(1, 3);
    let more = more(terms).unwrap_or_default();
    let scenario = scenario(&terms.scenario).unwrap_or(Scenario::Cercle);
    let players = terms.seats.saturating_sub(u8::from(more.mj));
    Agreed { scenario, coop: is_coop(scenario, &more), more, players, size }
}

impl Gather for Celtiques {
    type Band = Band;
    type Catalogue = Catalogue;

    fn usual(scenario_id: &str, seats: u8) -> Option<Terms> {
        let free = scenario_id == Scenario::Libre.id();
        let foes = free.then(|| serde_json::json!({ "adversaires": [Foe::Guerrier.id(), Foe::Levee.id()] }));
        let sides = |more: Option<Value>| {
            (1..=3u8).map(move |size| Terms {
                scenario: scenario_id.to_owned(),
                seats,
                size,
                more: more.clone(),
            })
        };
        let mut found = sides(foes).find(|terms| agreed(terms).is_ok());
        found = found.or_else(|| sides(None).find(|terms| agreed(terms).is_ok()));
        found
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
        let facts = events.iter().flat_map(Event::facts);
        let names = || {
            let heroes = setup.bands.iter().flat_map(|band| &band.heroes).map(|hero| hero.name.clone());
            heroes
                .chain(create::cast(setup).iter().map(|foe| tables().foe(*foe).name.clone()))
                .collect::<Vec<_>>()
        };
        facts.rev().find_map(|fact| match &fact.what {
            What::Status { who, status: Status::Out, .. } => {
                PRESENTATION.naming("headline.out", &[("who", names().get(who.n())?)])
            }
            What::Hurt { who, by: Some(by), blessure, .. } if *blessure > 0 => {
                let names = names();
                PRESENTATION
                    .naming("headline.hurt", &[("who", names.get(who.n())?), ("by", names.get(by.n())?)])
            }
            _ => None,
        })
    }

    fn exercises() -> &'static [Exercise] {
        &EXERCISES
    }

    fn check_terms(terms: &Terms) -> Result<(), Illegal> {
        agreed(terms).map(drop)
    }

    /// The master cannot win. Where several share a side, each seat tells its own (CEL-PLY-01).
    fn role(terms: &Terms, seat: Seat) -> Option<Role> {
        let more = more(terms).ok()?;
        if more.mj && seat.0 + 1 == terms.seats {
            return Some(Role { key: "master".to_owned(), wins: false });
        }
        let coop = is_coop(scenario(&terms.scenario).ok()?, &more);
        let shared = !coop && terms.seats - u8::from(more.mj) > 2;
        shared.then(|| Role { key: format!("side.{}", seat.0 % 2), wins: true })
    }

    /// Plans, terror, orders and batches are sealed (CEL-PLY-02).
    fn seals(_: &Terms) -> bool {
        true
    }

    fn check_band(terms: &Terms, seat: Seat, band: &Band) -> Result<(), Illegal> {
        let agreed = agreed(terms)?;
        if seat.0 >= agreed.players {
            // A game master brings no band (CEL-MJ-01).
            return Ok(());
        }
        hero::check(band, agreed.more.campagne)?;
        let (n, needs) = (band.heroes.len(), agreed.size);
        if n == usize::from(needs) { Ok(()) } else { Err(Illegal::Size { n, needs }) }
    }

    fn appraise(terms: &Terms, seat: Seat, band: &Band, open: Option<u8>) -> Result<Appraisal, Illegal> {
        let agreed = agreed(terms)?;
        if seat.0 >= agreed.players {
            return Ok(Appraisal::default());
        }
        Ok(appraise::appraise(band, agreed.more.campagne, agreed.size, open))
    }

    fn own_band(terms: &Terms, seat: Seat, from: u8, _: Lang, others: &[Band]) -> Band {
        ready(&half_agreed(terms), seat.0, from, others)
    }

    fn ready_band(terms: &Terms, seat: Seat) -> Band {
        let agreed = half_agreed(terms);
        ready(&agreed, seat.0, 0, &ready_bands(&agreed, seat.0))
    }

    fn renamed(mut band: Band, lang: Lang, others: &[Band]) -> Band {
        let heroes = band.heroes.iter_mut().map(|hero| &mut hero.name).collect();
        library::LENT.rename(lang, &mut band.name, heroes, others.iter().flat_map(Band::names));
        band
    }

    fn gather(terms: &Terms, mut bands: Vec<Band>, _: Seat) -> Result<Setup, Illegal> {
        let agreed = agreed(terms)?;
        let n = bands.len();
        if n != usize::from(terms.seats) {
            return Err(Illegal::Bands { seats: terms.seats, n });
        }
        bands.truncate(usize::from(agreed.players));
        for (seat, band) in (0..).zip(&bands) {
            Self::check_band(terms, Seat(seat), band)?;
        }
        let setup = setup(&agreed, bands);
        create::check(&setup)?;
        Ok(setup)
    }

    fn check_shelf(kind: WorkKind, content: &Value) -> Result<Value, Illegal> {
        if kind == WorkKind::Table {
            return Err(Illegal::Other { rule: "CEL-PLY-09" });
        }
        let read = |why: serde_json::Error| Illegal::Unreadable {
            what: Both("Bande", "The band"),
            why: why.to_string(),
        };
        let band = Band::deserialize(content).map_err(read)?;
        hero::check(&band, false)?;
        serde_json::to_value(&band).map_err(read)
    }

    fn enlist(band: &Band) -> Result<Option<Band>, Illegal> {
        // A band that is changed before its first game comes with the count that it was given.
        let new = Band { campaign: band.campaign.filter(|games| *games > 0), ..band.clone() };
        hero::check(&new, false)?;
        Ok(Some(Band { campaign: Some(0), ..new }))
    }

    fn for_campaign(terms: &Terms) -> Terms {
        let more =
            more(terms).ok().and_then(|more| serde_json::to_value(More { campagne: true, ..more }).ok());
        Terms { more: more.or_else(|| terms.more.clone()), ..terms.clone() }
    }

    fn in_campaign(terms: &Terms) -> bool {
        more(terms).is_ok_and(|more| more.campagne)
    }

    fn roster(band: &Band) -> Roster {
        let heads: i32 = band.heroes.iter().map(|hero| i32::from(hero.heads())).sum();
        let won: i32 = band.heroes.iter().map(|hero| i32::from(hero.won)).sum();
        let worth = vec![
            tally("won", won),
            tally("heads", heads),
            tally("games", i32::from(band.campaign.unwrap_or(0))),
        ];
        Roster { name: band.name.clone(), disbanded: band.heroes.is_empty(), worth }
    }

    fn worths(state: &State) -> Vec<Worth> {
        worth::worths(state.public())
    }

    fn after(state: &State, seat: Seat) -> Option<Legacy<Band>> {
        let setup = &state.fixed.setup;
        let outcome =
            state.scene.outcome.as_ref().filter(|_| setup.campagne && state.scene.stage == Stage::Over)?;
        let before = setup.bands.get(usize::from(seat.0))?;
        let won = match outcome.verdict(seat) {
            Verdict::Won => Some(true),
            Verdict::Lost => Some(false),
            Verdict::Shared | Verdict::Aside => None,
        };
        let points = outcome.scores.get(usize::from(seat.0)).copied().unwrap_or(0);
        let (band, lines) = healed(state, seat, before, won == Some(true));
        let worth = Self::roster(&band).worth;
        Some(Legacy { band, record: Record { won, points, lines, worth } })
    }
}

/// Heads at a belt after a game (CEL-TET-05, CEL-TET-06): each keeps for as many games as its margin, one that was embalmed for good.
fn keeps_heads(hero: &mut Hero, taken: &[Trophy]) {
    hero.trophies =
        hero.trophies.iter().map(|games| games.saturating_sub(1)).filter(|games| *games > 0).collect();
    for head in taken {
        if hero.heads() >= hero.attr(Attr::Pr) {
            break;
        }
        match head.days {
            None if hero.items.len() < 10 => hero.items.push(Item::Tete),
            Some(days) if days > 0 => hero.trophies.push(days),
            _ => {}
        }
    }
    hero.trophies.truncate(9);
}

/// A band after a game of a campaign (CEL-FIN-05): one level of Blessure heals, Fatigue at once; heads and skill points stay.
fn healed(state: &State, seat: Seat, before: &Band, won: bool) -> (Band, Vec<RecordLine>) {
    let mut band = before.clone();
    band.campaign = Some(before.campaign.unwrap_or(0).saturating_add(1).min(hero::MOST_GAMES));
    let mut lines = Vec::new();
    let rules = &tables().campaign;
    let gained = if won { rules.won_skill_points } else { rules.lost_skill_points };
    let own = state
        .fixed
        .profiles
        .iter()
        .zip(&state.scene.fighters)
        .filter(|(profile, _)| profile.seat == Some(seat));
    for ((n, hero), (profile, fighter)) in (0u8..).zip(&mut band.heroes).zip(own) {
        let lost = fighter.body.blessure.saturating_add(fighter.body.lent[0]);
        let most = profile.out[0].saturating_sub(1);
        hero.blessure = lost.saturating_sub(1).min(most);
        hero.won = hero.won.saturating_add(gained).min(hero::MOST_WON);
        keeps_heads(hero, &fighter.gear.trophies);
        let code = match fighter.body.status {
            Status::Out if fighter.body.dead => "dead",
            Status::Out => "out",
            Status::Fled | Status::Surrendered => "fled",
            _ => "stood",
        };
        let member = n;
        lines.push(RecordLine {
            member,
            name: hero.name.clone(),
            code: code.to_owned(),
            n: i32::from(hero.blessure),
        });
    }
    let fallen = |n: usize| {
        let of = state
            .fixed
            .profiles
            .iter()
            .zip(&state.scene.fighters)
            .filter(|(profile, _)| profile.seat == Some(seat));
        of.map(|(_, fighter)| fighter.body.dead).nth(n).unwrap_or(false)
    };
    // CEL-R90: the dead are replaced by a hero of the same name line, unhurt and untrained: the band stays playable.
    for (n, hero) in band.heroes.iter_mut().enumerate() {
        if fallen(n) {
            let all = &tables().character;
            let name = hero.name.clone();
            *hero = all[n % all.len()].hero();
            hero.name = name.chars().take(28).collect::<String>() + " II";
        }
    }
    (band, lines)
}
