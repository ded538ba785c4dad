//! What the engine says of a draft: the tools of the table. All of it follows from what is public.

use serde::{Deserialize, Serialize};

use super::command::{Act, Ao, Ask, Blow, Command, Draft, Fire, Mod, Reaction, Reactor};
use super::decide;
use super::ids::Fig;
use super::legal::{self, Going, Prey};
use super::next::open;
use super::odds::{self, Odds};
use super::space::{Climb, R, Reach, SightReport, Trip};
use super::state::{State, Table};
use crate::contract::{Actor, Seat};
use crate::illegal::Illegal;
use crate::kit::plane::{Pt, csqrt};

/// A path as it would be walked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct PathAdvice {
    /// DA it takes.
    pub da: u8,
    /// Where it ends.
    pub end: Pt,
    /// Its length in u, up to there.
    pub length: i32,
    /// What that costs, in u of clear ground (GEN-GEO-12).
    pub cost: i32,
    /// What it may cost.
    pub budget: i32,
    /// The standing enemy whose contact ends it (GEN-ACT-32).
    pub cut: Option<Fig>,
    /// Places at which it may be interrupted, in order (GEN-AO-06).
    pub checkpoints: Vec<Pt>,
    /// Enemies who could answer, and at which of those places.
    pub watchers: Vec<Reactor>,
}

/// A shot or an attack at one figure: what is added to the die, and the exact odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct BlowAdvice {
    /// DA it takes.
    pub da: u8,
    /// At whom.
    pub target: Fig,
    /// Distance edge to edge in u; 0 in close combat.
    pub distance: i32,
    /// At long range.
    pub long: bool,
    /// What is added to the attack die, and why.
    pub mods: Vec<Mod>,
    /// The odds, by the DA the defender adds: none first.
    pub odds: Vec<Odds>,
}

/// How one figure stands to another: distance, sight, cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Sighting {
    /// The other figure.
    pub fig: Fig,
    /// Distance edge to edge in u, rounded up.
    pub distance: i32,
    /// The lines to it, once turned to it.
    pub lines: SightReport,
    /// It is in cover against a shot from here (GEN-COV-02).
    pub covered: bool,
    /// It sees this figure as it stands (GEN-AO-04).
    pub sees_back: bool,
}

/// What a figure can see, reach and do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Look {
    /// The figure.
    pub fig: Fig,
    /// Locked in close combat (GEN-STA-09).
    pub locked: bool,
    /// Where a move or a run may take it.
    pub reach: Reach,
    /// Where it may climb, descend, jump or vault to.
    pub climbs: Vec<Climb>,
    /// Enemies on the table.
    pub sightings: Vec<Sighting>,
    /// Rays of its cover test that meet something, of 16, as it faces (GEN-GEO-10).
    pub cover_rays: u8,
    /// Facings in which it may take cover against an enemy.
    pub cover: Vec<Pt>,
    /// What it may do now, one example of each kind of action.
    pub acts: Vec<Act>,
}

/// What the engine says of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "advice", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum Advice {
    /// The command is legal; the DA it costs.
    Fine {
        /// DA.
        da: u8,
    },
    /// A move or a run.
    Path(PathAdvice),
    /// A climb, a descent or a jump.
    Climb(Climb),
    /// A shot or an attack, for each figure that may be struck.
    Blow {
        /// By target.
        blows: Vec<BlowAdvice>,
    },
    /// A figure looks round.
    Look(Box<Look>),
}

/// What would come of a draft; a refusal says what stands in its way.
pub(super) fn advise(state: &State, seat: Seat, draft: &Draft) -> Result<Advice, Illegal> {
    let table = state.table();
    match draft {
        Draft::Try { command: Command::Act { fig, what, .. } } => act(table, seat, *fig, what),
        Draft::Try { command: Command::React { reaction: Some(reaction), .. } } => {
            react(state, seat, reaction)
        }
        Draft::Try { command } => {
            // The number of the question is not looked at.
            let command = renumbered(state, command.clone());
            decide::decide(state, Actor::Seat(seat), &command).map(|_| Advice::Fine { da: 0 })
        }
        Draft::Look { fig, run } => look(table, *fig, *run),
    }
}

fn renumbered(state: &State, mut command: Command) -> Command {
    let id = open(state).map_or(0, |ask| ask.id());
    match &mut command {
        Command::Act { question, .. }
        | Command::End { question }
        | Command::Rout { question }
        | Command::React { question, .. }
        | Command::Resume { question, .. }
        | Command::Choose { question, .. }
        | Command::Place { question, .. }
        | Command::Mark { question, .. }
        | Command::Deploy { question, .. }
        | Command::Champion { question, .. } => *question = id,
        Command::After { .. } | Command::Stand { .. } | Command::Concede | Command::Draw { .. } => {}
    }
    command
}

fn act(table: Table<'_>, seat: Seat, fig: Fig, what: &Act) -> Result<Advice, Illegal> {
    let da = legal::check(table, seat, fig, what)?;
    match what {
        Act::Move { path, run, .. } => {
            let going = if *run { Going::Run } else { Going::Move };
            path_advice(table, fig, path, going, da).map(Advice::Path)
        }
        Act::Climb { to, .. } => Ok(Advice::Climb(legal::climb(table, fig, *to)?)),
        Act::Shoot { weapon, target, fire } => {
            Ok(Advice::Blow { blows: shot(table, fig, *weapon, *target, *fire, da).into_iter().collect() })
        }
        Act::Attack { target, weapon, blow } => {
            Ok(Advice::Blow { blows: strikes(table, fig, *target, *weapon, *blow, da) })
        }
        _ => Ok(Advice::Fine { da }),
    }
}

/// An opportunity action in the window that is open.
fn react(state: &State, seat: Seat, reaction: &Reaction) -> Result<Advice, Illegal> {
    let window = match open(state) {
        Some(Ask::React(window)) if window.seat == seat => Some(window),
        _ => None,
    };
    let Some(window) = window else {
        return Err(Illegal::plain(
            "generik.ao.closed",
            "Aucune occasion de réagir en ce moment.",
            "There is no opportunity to react at the moment.",
        ));
    };
    let table = state.table();
    legal::reaction(table, &window, reaction)?;
    // The actor is on its checkpoint by then, where it may cut a path short.
    let Some(stop) = window.checkpoints.get(usize::from(reaction.at)) else {
        return Ok(Advice::Fine { da: 1 });
    };
    let scene = legal::stopped_at(table, &window, *stop);
    let there = Table { scene: &scene, ..table };
    match &reaction.ao {
        Ao::Move { path, .. } => path_advice(there, reaction.fig, path, Going::Ao, 1).map(Advice::Path),
        Ao::Shoot { weapon } => {
            let blows = shot(there, reaction.fig, *weapon, window.actor, Fire::Normal, 1);
            Ok(Advice::Blow { blows: blows.into_iter().collect() })
        }
        Ao::Cover { .. } => Ok(Advice::Fine { da: 1 }),
    }
}

fn path_advice(table: Table<'_>, fig: Fig, path: &[Pt], going: Going, da: u8) -> Result<PathAdvice, Illegal> {
    let space = table.space();
    let gait = legal::gait(table.profile(fig), going);
    let trip = Trip::new(space, fig, path, gait);
    let walked = space.walk(&trip)?;
    let checkpoints: Vec<Pt> = space.checkpoints(&trip, &walked).into_iter().map(|it| it.at).collect();
    let own = table.scene.figure(fig).seat;
    let others = table.scene.playing().filter(|seat| *seat != own && going != Going::Ao);
    let watchers = others.flat_map(|seat| legal::reactors(table, seat, fig, &checkpoints)).collect();
    Ok(PathAdvice {
        da,
        end: walked.end,
        length: walked.length,
        cost: walked.cost,
        budget: gait.budget,
        cut: walked.cut,
        checkpoints,
        watchers,
    })
}

fn shot(table: Table<'_>, fig: Fig, weapon: u8, target: Fig, fire: Fire, da: u8) -> Option<BlowAdvice> {
    let measured = legal::measure(table, fig, weapon, target, fire)?;
    let extra = 0..=table.scene.figure(target).da;
    let odds = extra.filter_map(|n| odds::shot_odds(table, fig, weapon, target, fire, n)).collect();
    let (distance, long) = (measured.distance, measured.long);
    Some(BlowAdvice { da, target, distance, long, mods: measured.mods, odds })
}

/// Every figure the attack may fall on: the one chosen, or those the opponent may designate (GEN-CC-03).
fn strikes(
    table: Table<'_>,
    fig: Fig,
    target: Option<Fig>,
    weapon: Option<u8>,
    blow: Blow,
    da: u8,
) -> Vec<BlowAdvice> {
    let figs = match (target, legal::prey(table, fig, legal::blow_cost(blow), &[])) {
        (Some(target), _) => vec![target],
        (None, Ok(Prey::Chosen(figs) | Prey::Designated(_, figs))) => figs,
        (None, Err(_)) => Vec::new(),
    };
    let advice = |target: Fig| {
        let chosen = weapon.or_else(|| legal::best_weapon(table, fig, target));
        let mods = legal::strike_mods(table, fig, target, legal::row_of(table, fig, chosen), blow);
        let extra = 0..=table.scene.figure(target).da;
        let odds = extra.map(|n| odds::strike_odds(table, fig, target, weapon, blow, n)).collect();
        BlowAdvice { da, target, distance: 0, long: false, mods, odds }
    };
    figs.into_iter().map(advice).collect()
}

/// What a figure can see, reach and do. Of an enemy too: everything is public.
fn look(table: Table<'_>, fig: Fig, run: bool) -> Result<Advice, Illegal> {
    let space = table.space();
    let Some(figure) = table.scene.figures.get(fig.i()).filter(|figure| figure.on_table()) else {
        return Err(Illegal::plain(
            "generik.look",
            "Cette figurine n’est pas sur la table.",
            "This figure is not on the table.",
        ));
    };
    let going = if run { Going::Run } else { Going::Move };
    let walks = figure.stands() && !space.locked(fig);
    let gait = legal::gait(table.profile(fig), going);
    let reach = if walks { space.reach(fig, gait) } else { Reach::default() };
    let enemies: Vec<Fig> = space.enemies(fig).map(|(enemy, _)| enemy).collect();
    let cover = enemies.iter().filter_map(|enemy| {
        space.cover_facing(figure.at, figure.z, space.figure(*enemy).at).filter(|_| walks)
    });
    let mut acts: Vec<Act> = Vec::new();
    super::options::acts(table, figure.seat, fig, &mut |act| {
        if !acts.iter().any(|known| alike(known, &act)) {
            acts.push(act);
        }
    });
    Ok(Advice::Look(Box::new(Look {
        fig,
        locked: space.locked(fig),
        reach,
        climbs: if walks { space.climbs_near(fig) } else { Vec::new() },
        sightings: enemies.iter().map(|enemy| sighting(table, fig, *enemy)).collect(),
        cover_rays: space.covered(figure.at, figure.z, figure.facing),
        cover: cover.collect(),
        acts,
    })))
}

fn sighting(table: Table<'_>, fig: Fig, enemy: Fig) -> Sighting {
    let space = table.space();
    let (own, other) = (space.stance(fig), space.stance(enemy));
    let block = table.options().figures_block_los;
    Sighting {
        fig: enemy,
        distance: (csqrt(own.at.dist2(other.at) as u64) as i32 - 2 * R).max(0),
        lines: space.sight(fig, own.turned_to(other.at), enemy, other, block),
        covered: space.figure(enemy).in_cover && space.cover_counts(enemy, own.at),
        sees_back: space.sees(enemy, fig, block),
    }
}

/// Whether two actions are of one kind against one target: places and facings aside.
fn alike(a: &Act, b: &Act) -> bool {
    match (a, b) {
        (Act::Move { run, exit, .. }, Act::Move { run: other, exit: leaves, .. }) => {
            (run, exit) == (other, leaves)
        }
        (Act::Climb { .. }, Act::Climb { .. })
        | (Act::Cover { .. }, Act::Cover { .. })
        | (Act::Pivot { .. }, Act::Pivot { .. }) => true,
        (Act::Drag { friend, .. }, Act::Drag { friend: other, .. }) => friend == other,
        _ => a == b,
    }
}
