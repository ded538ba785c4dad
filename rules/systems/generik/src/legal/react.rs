//! Opportunity actions and interrupted moves: who may answer, how, and how a move goes on (section 6, GEN-DEC-15, 16).

use super::moves::{Going, drag_gait, gait, halted, walk};
use super::{able, facing_is_vector, shoot, simple};
use crate::command::{Act, Ao, Cause, Interrupted, Reaction, Reactor, Resume, Window};
use crate::event::Unit;
use crate::ids::{ActKind, Fig};
use crate::numbers::numbers;
use crate::refusal::Illegal;
use crate::scene::Scene;
use crate::setup::Quota;
use crate::space::Skirmish as _;
use crate::space::{CONTACT, Gait, Lookout, STEP, Stance, Trip, near};
use crate::state::Table;
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::{Pt, Track};

/// Figures of a seat that may answer a figure if it is at one of these places, each with the numbers of the places where
/// it can (GEN-AO-04). Places are at the level of the acting figure.
pub(crate) fn reactors(table: Table<'_>, seat: Seat, actor: Fig, stops: &[Pt]) -> Vec<Reactor> {
    let (space, seen) = (table.space(), table.space().stance(actor));
    let (track, blocks) = (Track::new(stops), table.options().figures_block_los);
    let mut found = Vec::new();
    // A place has a number below 256.
    let mut numbers = [0; 256];
    for fig in ready(table, seat, actor) {
        let figure = space.figure(fig);
        // A figure that the actor holds does not answer (GEN-AO-04).
        let meets = !seen.down && (seen.z - figure.z).abs() <= STEP;
        let held = |at: Pt| meets && near(at, figure.at, CONTACT);
        let mut count = 0;
        Lookout::new(space, fig, seen, &track, blocks).each_seen(actor, seen, |n| {
            if !held(stops[usize::from(n)]) {
                numbers[count] = n;
                count += 1;
            }
        });
        if count > 0 {
            found.push(Reactor { fig, at: numbers[..count].to_vec() });
        }
    }
    found
}

/// Opponents still in the game, in the order of phases after a seat (GEN-AO-10).
pub(crate) fn opponents(table: Table<'_>, seat: Seat) -> Vec<Seat> {
    let playing = || table.scene.playing();
    let after = playing().position(|it| it == seat).map_or(0, |at| at + 1);
    let mut turned = Vec::with_capacity(table.scene.forces.len());
    turned.extend(playing().skip(after).chain(playing().take(after)).filter(|it| *it != seat));
    turned
}

/// Whether the opportunity actions of the phase leave an opponent one against a figure, whose heroic acts count like any
/// other (GEN-AO-03, GEN-HER-07, R-081). With one for each action that is for the action itself to know.
pub(crate) fn quota_left(table: Table<'_>, seat: Seat, actor: Fig) -> bool {
    let ledger = &table.scene.phase.ledger;
    match table.options().ao_quota {
        Quota::PerActor => !ledger.contains(&(seat, actor)),
        Quota::PerPhase => !ledger.iter().any(|(opponent, _)| *opponent == seat),
        Quota::PerAction => true,
    }
}

/// Whether a seat has a figure that could react, wherever the actor is.
pub(crate) fn somebody_ready(table: Table<'_>, seat: Seat, actor: Fig) -> bool {
    ready(table, seat, actor).next().is_some()
}

/// Returns the figures that can react wherever the actor is: standing, a DA left, held by no enemy but perhaps the actor.
fn ready(table: Table<'_>, seat: Seat, actor: Fig) -> impl Iterator<Item = Fig> + use<'_> {
    let least = numbers().opportunity.da;
    let figures = (0u8..).zip(&table.scene.figures);
    let ready = figures.filter(move |(_, figure)| {
        let held = || table.space().is_held(figure, Some(actor));
        figure.seat == seat && figure.stands() && figure.da >= least && !held()
    });
    ready.map(|(n, _)| Fig(n))
}

/// The scene with the actor, and the friend it drags, on a checkpoint of the window.
pub(crate) fn stopped_at(table: Table<'_>, window: &Window, checkpoint: Pt) -> Scene {
    let mut scene = table.scene.clone();
    let actor = &mut scene.figures[window.actor.i()];
    let shift = checkpoint - actor.at;
    (actor.at, actor.z) = (checkpoint, window.z);
    if let Some(friend) = window.drags {
        let friend = &mut scene.figures[friend.i()];
        friend.at = friend.at + shift;
    }
    scene
}

/// Whether a reaction is one that the window allows, judged with the acting figure on the checkpoint (GEN-AO-04, 05).
pub(crate) fn reaction(table: Table<'_>, window: &Window, reaction: &Reaction) -> Result<(), Illegal> {
    let listed = window.reactors.iter().any(|it| it.fig == reaction.fig && it.at.contains(&reaction.at));
    let Some(checkpoint) = window.checkpoints.get(usize::from(reaction.at)).filter(|_| listed) else {
        return Err(Illegal::AoReactor);
    };
    let (fig, actor) = (reaction.fig, window.actor);
    match &reaction.ao {
        Ao::Shoot { weapon } => {
            let seen = Stance { at: *checkpoint, z: window.z, ..table.space().stance(actor) };
            shoot::aim_reacting(table, fig, *weapon, actor, seen)?;
        }
        Ao::Move { path, facing } => {
            facing_is_vector(*facing)?;
            let scene = stopped_at(table, window, *checkpoint);
            walk(Table { scene: &scene, ..table }, fig, path, Going::Ao)?;
        }
        Ao::Cover { facing } => {
            let scene = stopped_at(table, window, *checkpoint);
            let then = Table { scene: &scene, ..table };
            able(then, fig, ActKind::TakeCover)?;
            simple::cover(then, fig, *facing)?;
        }
    }
    Ok(())
}

/// Whether an answer could do anything about the acting figure: a shot that may hit, cover that is not taken yet from
/// a shot of its own, or a move that can come into contact with it.
pub(crate) fn tells(table: Table<'_>, window: &Window) -> bool {
    let (space, actor) = (table.space(), window.actor);
    let there = |at: u8| {
        let place = window.checkpoints.get(usize::from(at))?;
        Some(Stance { at: *place, z: window.z, ..space.stance(actor) })
    };
    let of = |reactor: &Reactor| {
        let (fig, eye) = (reactor.fig, space.stance(reactor.fig));
        let arms = |by: Fig, of: Fig| [0, 1].map(|weapon| shoot::loaded_for(table, by, weapon, of));
        let (own, others) = (arms(fig, actor), arms(actor, fig));
        let hits = |seen: Stance| {
            own.iter().flatten().any(|row| shoot::could_hit(table, (fig, eye), row, (actor, seen)))
        };
        let threatens = |from: Stance| {
            others.iter().flatten().any(|row| shoot::could_hit(table, (actor, from), row, (fig, eye)))
        };
        let step = gait(table.profile(fig), Going::Ao).budget + CONTACT;
        let does = |at: u8| there(at).is_some_and(|seen| hits(seen) || near(eye.at, seen.at, step));
        let covers =
            |at: u8| there(at).is_some_and(threatens) && opportune_cover(table, window, fig, at).is_some();
        // The end of a way comes first: most that can be done can be done there.
        let places = || reactor.at.iter().rev().copied();
        places().any(does) || places().any(covers)
    };
    window.reactors.iter().any(of)
}

/// Whether the acting figure of a window comes within reach of a figure of its seat: on a checkpoint its shot may hit it, or a move
/// brings it into contact, and from where its way began the same was not so.
pub(crate) fn comes_within_reach(table: Table<'_>, window: &Window) -> bool {
    let start = table.space().stance(window.actor);
    // Where it came from is not known once it has arrived by a climb, or was stopped on its way: to be there is enough.
    let known = window.cause == Cause::Move && window.checkpoints.first() != Some(&start.at);
    let places = || window.checkpoints.iter().map(|place| Stance { at: *place, z: window.z, ..start });
    let comes = |reached: &dyn Fn(Stance) -> bool| !(known && reached(start)) && places().any(reached);
    table.scene.fielded(window.seat).any(|fig| {
        let seen = table.space().stance(fig);
        let step = gait(table.profile(window.actor), Going::Move).budget + CONTACT;
        let shoots = |eye: Stance| {
            (0..=1).any(|weapon| shoot::may_hit(table, (window.actor, eye), weapon, (fig, seen)))
        };
        comes(&|eye| near(eye.at, seen.at, step)) || comes(&shoots)
    })
}

/// The cover that a figure may take at a checkpoint of a window, where it is in none yet: as it faces, or turned to the
/// acting figure.
pub(crate) fn opportune_cover(table: Table<'_>, window: &Window, fig: Fig, at: u8) -> Option<Ao> {
    let (figure, place) = (table.scene.figure(fig), *window.checkpoints.get(usize::from(at))?);
    let space = table.space();
    let allowed = |facing: Option<Pt>| {
        let ao = Ao::Cover { facing };
        reaction(table, window, &Reaction { fig, at, ao: ao.clone() }).is_ok().then_some(ao)
    };
    // Mostly nothing covers it, whichever way it turns.
    let as_it_faces = space.can_cover(figure.at, figure.z, figure.facing).then_some(None);
    let turned = || space.cover_facing(figure.at, figure.z, place).map(Some);
    as_it_faces.and_then(allowed).or_else(|| turned().and_then(allowed))
}

/// Whether an interrupted figure may go on so (GEN-AO-08, GEN-DEC-16). `unit` is the work its move belongs to.
pub(crate) fn rest(
    table: Table<'_>,
    interrupted: &Interrupted,
    resume: &Resume,
    unit: Option<&Unit>,
) -> Result<(), Illegal> {
    let (space, fig) = (table.space(), interrupted.fig);
    let figure = table.scene.figure(fig);
    match resume {
        Resume::Declared if interrupted.free => Ok(()),
        Resume::Declared => Err(Illegal::RestBlocked),
        // where the declared way is barred an opportunity action has left the figure there.
        Resume::Stop if interrupted.free && space.covers_marker(figure.at, figure.z).is_some() => {
            Err(Illegal::RestMarker)
        }
        Resume::Stop => Ok(()),
        Resume::Path { path, facing } => {
            facing_is_vector(*facing)?;
            let limits = rest_gait(table, fig, unit).filter(|_| interrupted.other);
            let Some(limits) = limits else {
                return Err(Illegal::RestOther);
            };
            let gait = Gait { budget: interrupted.budget, ..limits };
            space
                .walk(&Trip::new(space, fig, path, gait))
                .map_err(|halt| halted(halt, gait, table.profile(fig)))?;
            Ok(())
        }
    }
}

/// The limits that a new path keeps from its action (GEN-AO-08); `None` where none may be given.
pub(crate) fn rest_gait(table: Table<'_>, fig: Fig, unit: Option<&Unit>) -> Option<Gait> {
    let Some(Unit::Act(acting, act)) = unit else { return None };
    let profile = table.profile(fig);
    match act {
        Act::Move { run, .. } if *acting == fig => {
            Some(gait(profile, if *run { Going::Run } else { Going::Move }))
        }
        Act::Drag { friend, .. } if *acting == fig => Some(drag_gait(profile, *friend)),
        Act::Charge { .. } if *acting != fig => Some(gait(profile, Going::Charge)),
        _ => None,
    }
}
