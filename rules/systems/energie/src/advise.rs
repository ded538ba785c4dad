//! What the engine says of a draft before it is sent (ENE-PLY-06).

use serde::{Deserialize, Serialize};

use super::command::{Act, Aim, Chance, Command, Strike};
use super::decide;
use super::event::{Circumstance, Edge};
use super::ids::{Link, Skill, Who, Zone};
use super::legal::{self, Force, Reach, Shown};
use super::placing;
use super::refusal::Illegal;
use super::scene::{Fighter, Scene};
use super::state::{PublicState, State};
use super::tables::skill;
use bagarre_kit::contract::{Actor, Hand, Seat};

/// What an attack comes to as things stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Forecast {
    /// Successes that it needs.
    pub need: u8,
    /// Why more than one, part by part.
    pub why: Vec<(Circumstance, u8)>,
    /// Of these, those of the position of the target.
    pub position: u8,
    /// What a die must show.
    pub threshold: u8,
    /// Advantages.
    pub good: Vec<Edge>,
    /// Disadvantages.
    pub bad: Vec<Edge>,
    /// Throws that hit, of how many.
    pub hits: (u32, u32),
    /// PE that are lost on average, in hundredths.
    pub damage: u32,
    /// The chance that is left if the target reacts, at the price of its next slot (ENE-DEF-03); nothing: it cannot.
    pub reaction: Option<Chance>,
    /// The slot that a reaction costs is still to come in this turn (ENE-DEF-06).
    pub this_turn: bool,
}

/// Where a seat may place what it has (ENE-DEC-16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Allowed {
    /// Zones for its characters.
    pub zones: Vec<Zone>,
    /// Zones for its mines (ENE-MAP-08).
    pub mines: Vec<Zone>,
}

/// What the engine says of a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Advice {
    /// Actions that it takes.
    pub actions: u8,
    /// An attack's chances.
    pub forecast: Option<Forecast>,
    /// Chances against each target that a weapon of area strikes, with one test for all (ENE-ATT-08).
    pub area: Vec<(Who, Forecast)>,
    /// Zones of a path, in order.
    pub path: Vec<Zone>,
    /// Whether a test decides how far it leads.
    pub difficult: bool,
    /// One action does not reach its end: the last link is left unfinished (ENE-MOV-08).
    pub unfinished: bool,
    /// Where one may place what one has.
    pub ground: Option<Allowed>,
}

/// An attack as it is shown, with what a reaction would leave of it.
fn forecast(public: PublicState<'_>, who: Who, target: Option<Who>, shown: Shown, force: Force) -> Forecast {
    let reaction = target.and_then(|it| legal::reacting(public, (who, it), &shown, force));
    let Shown { need, threshold, good, bad, odds } = shown;
    Forecast {
        need: need.total,
        why: need.why,
        position: need.position,
        threshold,
        good,
        bad,
        hits: (odds.hits, odds.of),
        damage: odds.hundredths(),
        reaction,
        this_turn: target.is_some_and(|it| legal::slot_to_come(public, it)),
    }
}

/// What a blow comes to, at one or at all that it strikes.
fn blow(public: PublicState<'_>, who: Who, reach: Reach, at: Aim, force: Force, advice: &mut Advice) {
    match at {
        Aim::Who(target) => {
            let shown = legal::shown_with(public, (who, target), reach, force, false);
            advice.forecast = Some(forecast(public, who, Some(target), shown, force));
        }
        Aim::Vehicle(n) => {
            let shown = legal::shown_on_vehicle(public, who, reach, n, force);
            advice.forecast = Some(forecast(public, who, None, shown, force));
        }
        Aim::Zone(zone) => {
            for target in public.able_in(zone) {
                let shown = legal::shown_with(public, (who, target), reach, force, false);
                advice.area.push((target, forecast(public, who, Some(target), shown, force)));
            }
        }
    }
}

/// Judges a draft like a command, and says what it comes to.
pub(super) fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
    decide::decide(state, Actor::Seat(seat), draft, &mut Hand::new(&mut |_| None))?;
    if let Command::Deploy { .. } = draft {
        let setup = &state.fixed.setup;
        let side = setup.side(seat).unwrap_or_default();
        let ground = Allowed { zones: placing::zones(setup, side), mines: placing::mine_zones(setup, side) };
        return Ok(Advice { ground: Some(ground), ..Advice::default() });
    }
    let (Command::Act { act, .. }, Some(turn)) = (draft, state.scene.act) else {
        return Ok(Advice::default());
    };
    let (public, who) = (state.public(), turn.who);
    let mut advice = Advice { actions: legal::price(public, who, act), ..Advice::default() };
    match act {
        Act::Attack { arm, at, strike } => {
            let reach = legal::reach(public, who, *arm, *at, *strike)?;
            blow(public, who, reach, *at, legal::force(public, who, reach, 0), &mut advice);
        }
        Act::Fire { at } => {
            let reach = legal::reach_mounted(public, who, *at)?;
            blow(public, who, reach, *at, legal::force_aboard(public, who, reach, false), &mut advice);
        }
        Act::Charge { arm, at, path } => {
            // As if the charge had led there.
            let there = moved(state, who, |it| (it.zone, it.prepared) = (public.zone(*at), 0));
            let there = PublicState::new(public.setup, &there);
            if let Ok(reach) = legal::reach(there, who, *arm, Aim::Who(*at), Strike::Normal) {
                let force = legal::force(there, who, reach, skill(Skill::Charge).damage_bonus);
                blow(there, who, reach, Aim::Who(*at), force, &mut advice);
            }
            advice.path = legal::entered(public, who, path, true)?.iter().map(|it| it.to).collect();
        }
        Act::Drive { path, ram } => {
            advice.path = driven(public, who, path);
            if let (Some(target), Some(zone)) = (ram, advice.path.last()) {
                let there = moved(state, who, |it| it.zone = Some(*zone));
                let there = PublicState::new(public.setup, &there);
                let reach = legal::aim_ram(*zone);
                let force = legal::force_aboard(there, who, reach, true);
                let shown = legal::shown_with(there, (who, *target), reach, force, true);
                advice.forecast = Some(forecast(there, who, Some(*target), shown, force));
            }
        }
        Act::Move { path, .. } => {
            let links = legal::entered(public, who, path, false)?;
            advice.difficult = links.iter().any(|it| it.step.difficult);
            let water = links.first().is_some_and(|it| it.step.water);
            let cost: u32 = links.iter().map(|it| u32::from(it.metres) * u32::from(it.step.per_metre)).sum();
            advice.unfinished = cost > u32::from(public.budget(who, water));
            advice.path = links.iter().map(|it| it.to).collect();
        }
        _ => {}
    }
    Ok(advice)
}

/// Returns the scene as it would be with a change to one character.
fn moved(state: &State, who: Who, change: impl FnOnce(&mut Fighter)) -> Scene {
    let mut scene = state.scene.clone();
    change(&mut scene.fighters[who.n()]);
    scene
}

/// Zones that a vehicle comes through.
fn driven(public: PublicState<'_>, who: Who, path: &[Link]) -> Vec<Zone> {
    let car = public.fighter(who).aboard.and_then(|n| public.scene.vehicles.get(usize::from(n)));
    let mut at = car.map(|it| it.zone);
    let mut zones = Vec::new();
    for link in path {
        at = at.and_then(|zone| public.map.zones.beyond(link.0, zone.0)).map(Zone);
        zones.extend(at);
    }
    zones
}
