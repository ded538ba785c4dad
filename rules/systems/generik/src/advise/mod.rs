//! What the engine says of a draft: the tools of the table. All of it follows from what is public.

mod blow;
mod go;
mod look;
mod opening;
mod path;
mod proposal;
mod step;
mod threats;
mod warn;
mod weigh;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Generik;
use super::command::{Act, Ao, Ask, Command, Draft, Fire, Post, Reaction, Window};
use super::decide::{STEPS_AFTER, asked_by};
use super::ids::Fig;
use super::legal;
use super::next::open;
use super::numbers::numbers;
use super::odds::{self, Chance};
use super::placing;
use super::space::Climb;
use super::state::{State, Table};
use crate::refusal::Illegal;
use bagarre_kit::contract::{Actor, Ruleset, Seat};
use bagarre_kit::refusal::Refusal;
use path::{Drawn, at_checkpoint};

pub use blow::BlowAdvice;
#[cfg(feature = "testkit")]
pub use go::Aim;
pub use go::{Against, WayThere};
pub use look::Look;
pub use opening::Opening;
pub use path::PathAdvice;
pub(super) use proposal::proposal;
#[cfg(feature = "testkit")]
pub use step::Faces;
pub use step::{StepAdvice, step};
pub(super) use threats::threats;
pub use weigh::Prospect;

/// What the engine says of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "advice", rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Advice {
    /// The command is legal; the DA it costs.
    Fine {
        /// DA.
        da: u8,
        /// The chance that its die succeeds, where one decides: heroic dice, cards, parrot.
        chance: Option<Chance>,
    },
    /// A move, a run or a friend dragged.
    Path(PathAdvice),
    /// A charge (GEN-SKL-10).
    Charge {
        /// DA.
        da: u8,
        /// The way of each friend, in order.
        paths: Vec<PathAdvice>,
    },
    /// A climb, a descent or a jump.
    Climb(Climb),
    /// A shot or an attack, for each figure that may be struck.
    Blow {
        /// By target.
        blows: Vec<BlowAdvice>,
    },
    /// A figure looks round.
    Look(Box<Look>),
    /// The ways to a place that was pointed at.
    Go {
        /// The figure.
        fig: Fig,
        /// The best first.
        ways: Vec<WayThere>,
    },
    /// The acts against an enemy that was pointed at.
    Against {
        /// The figure.
        fig: Fig,
        /// The enemy.
        target: Fig,
        /// What promises most for its dice first.
        attacks: Vec<Against>,
        /// The ways into contact with it.
        ways: Vec<WayThere>,
    },
    /// What hangs on the answers to the question that is open.
    Weigh {
        /// The number of the question.
        question: u32,
        /// In the order of its options.
        prospects: Vec<Prospect>,
    },
    /// What each of those who may react would best do in the window that is open.
    Openings {
        /// The number of the question.
        question: u32,
        /// The best shot first; who has none to fire comes last, in the order of the window.
        openings: Vec<Opening>,
    },
    /// The choices in the step after the game that is open.
    Step(Box<StepAdvice>),
    /// Where all who wait could be deployed.
    Posts {
        /// Each with a place that is free of the others.
        posts: Vec<Post>,
    },
    /// A legal place to put something down, nearest to the one asked about.
    Near {
        /// The command with that place in it.
        command: Command,
    },
}

/// What would come of a draft; a refusal says what stands in its way.
pub(super) fn advise(state: &State, seat: Seat, draft: &Draft) -> Result<Advice, Illegal> {
    let table = state.table();
    match draft {
        Draft::Try { command: Command::Act { fig, what, .. } } => act(table, seat, *fig, what),
        Draft::Try { command: Command::React { reaction: Some(reaction), .. } } => {
            let window = window(state, seat)?;
            legal::reaction(table, &window, reaction)?;
            react(table, &window, reaction)
        }
        Draft::Try { command } => {
            // The number of the question is not looked at.
            let command = renumbered(state, command.clone());
            Generik::decide(state, Actor::Seat(seat), &command)?;
            match drawn_rest(state, seat, &command) {
                Some(drawn) => drawn.advice(table, false).map(Advice::Path),
                None => Ok(Advice::Fine { da: 0, chance: None }),
            }
        }
        Draft::Walk { command } => walk(state, seat, command),
        Draft::Look { fig, run, facing } => {
            look::look(table, *fig, *run, *facing).map(|look| Advice::Look(Box::new(look)))
        }
        Draft::Near { command } => {
            match open(state) {
                Some(ask) if ask.seats().contains(seat) => {}
                Some(ask) => return Err(Refusal::NotAskedBy(asked_by(&ask)).into()),
                None => return Err(Refusal::NotAsked.into()),
            }
            let command = placing::near(table, seat, renumbered(state, command.clone()))?;
            Generik::decide(state, Actor::Seat(seat), &command).map(|_| Advice::Near { command })
        }
        Draft::Posts { posts } => placing::posts(state, seat, posts).map(|posts| Advice::Posts { posts }),
        Draft::Step { choice, member } => {
            let after = state.scene.after.get(usize::from(seat.0)).ok_or(Refusal::NotAskedBy(STEPS_AFTER))?;
            let options = &state.fixed.setup.options;
            Ok(Advice::Step(Box::new(step(after, options, choice.as_ref(), *member))))
        }
        Draft::Go { fig, to } => go::ways(table, seat, *fig, *to).map(|ways| Advice::Go { fig: *fig, ways }),
        Draft::Against { fig, target } => {
            let (attacks, ways) = go::against(table, seat, *fig, *target)?;
            Ok(Advice::Against { fig: *fig, target: *target, attacks, ways })
        }
        Draft::Openings => {
            let window = window(state, seat)?;
            let openings = opening::openings(table, &window);
            Ok(Advice::Openings { question: window.id, openings })
        }
        Draft::Weigh => {
            weigh::weigh(state).map(|(question, prospects)| Advice::Weigh { question, prospects })
        }
    }
}

fn renumbered(state: &State, mut command: Command) -> Command {
    let id = open(state).map_or(0, |ask| ask.id());
    match &mut command {
        Command::Act { question, .. }
        | Command::TakeBack { question }
        | Command::End { question }
        | Command::Rout { question }
        | Command::React { question, .. }
        | Command::Resume { question, .. }
        | Command::Choose { question, .. }
        | Command::Place { question, .. }
        | Command::Mark { question, .. }
        | Command::Deploy { question, .. }
        | Command::Champion { question, .. } => *question = id,
        Command::Withdraw { .. }
        | Command::After { .. }
        | Command::Stand { .. }
        | Command::Concede
        | Command::Draw { .. } => {}
    }
    command
}

fn act(table: Table<'_>, seat: Seat, fig: Fig, what: &Act) -> Result<Advice, Illegal> {
    let da = legal::check(table, seat, fig, what)?.cost;
    if let Some(drawn) = Drawn::act(table, fig, what) {
        return drawn.advice(table, false).map(Advice::Path);
    }
    Ok(match what {
        Act::Charge { moves } => Advice::Charge { da, paths: path::charge(table, moves)? },
        Act::Climb { to, .. } => Advice::Climb(legal::climb(table, fig, *to)?),
        Act::Shoot { weapon, target, fire } => {
            Advice::Blow { blows: blow::shot(table, (fig, *target), *weapon, *fire, da) }
        }
        Act::Attack { target, weapon, blow } => {
            Advice::Blow { blows: blow::strikes(table, fig, *target, (*weapon, *blow), da) }
        }
        Act::Heroic | Act::HeroicReload => Advice::Fine { da, chance: Some(odds::heroic(table, fig)) },
        Act::Distract { target } => Advice::Fine { da, chance: Some(odds::distracts(table, fig, *target)) },
        _ => Advice::Fine { da, chance: None },
    })
}

/// The opportunity window that is open to a seat.
fn window(state: &State, seat: Seat) -> Result<Window, Illegal> {
    match open(state).map(Cow::into_owned) {
        Some(Ask::React(window)) if window.seat == seat => Ok(window),
        _ => Err(Illegal::AoClosed),
    }
}

/// An opportunity action in a window. The actor is on its checkpoint by then, where it may cut a path short.
fn react(table: Table<'_>, window: &Window, reaction: &Reaction) -> Result<Advice, Illegal> {
    let Some(scene) = at_checkpoint(table, window, reaction.at) else {
        return Ok(Advice::Fine { da: numbers().opportunity.da, chance: None });
    };
    let there = Table { scene: &scene, ..table };
    if let Some(drawn) = Drawn::reaction(there, reaction) {
        return drawn.advice(there, false).map(Advice::Path);
    }
    Ok(match &reaction.ao {
        Ao::Shoot { weapon } => {
            let pair = (reaction.fig, window.actor);
            Advice::Blow { blows: blow::shot(there, pair, *weapon, Fire::Normal, 1) }
        }
        _ => Advice::Fine { da: numbers().opportunity.da, chance: None },
    })
}

/// Another path for the move that was interrupted, if that is what a command gives.
fn drawn_rest<'p>(state: &State, seat: Seat, command: &'p Command) -> Option<Drawn<'p>> {
    let asked = open(state);
    let (Some(Ask::Resume(interrupted)), Command::Resume { resume, .. }) = (asked.as_deref(), command) else {
        return None;
    };
    let drawn = Drawn::rest(state.table(), interrupted, resume, state.work().map(|work| &work.unit));
    drawn.filter(|_| interrupted.seat == seat)
}

/// How far a path gets, whether it may be walked as drawn or not.
fn walk(state: &State, seat: Seat, command: &Command) -> Result<Advice, Illegal> {
    let table = state.table();
    let advice = match command {
        Command::Act { fig, what, .. } => {
            legal::own(table, seat, *fig)?;
            Drawn::act(table, *fig, what).map(|drawn| drawn.advice(table, true))
        }
        Command::React { reaction: Some(reaction), .. } => {
            let window = window(state, seat)?;
            legal::own(table, seat, reaction.fig)?;
            let scene = at_checkpoint(table, &window, reaction.at);
            scene.and_then(|scene| {
                let there = Table { scene: &scene, ..table };
                Drawn::reaction(there, reaction).map(|drawn| drawn.advice(there, true))
            })
        }
        _ => drawn_rest(state, seat, command).map(|drawn| drawn.advice(table, true)),
    };
    let no_path = || Err(Illegal::Walk);
    advice.unwrap_or_else(no_path).map(Advice::Path)
}
