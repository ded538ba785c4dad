//! The hand on the table: what a figure would do about a place or an enemy that is pointed at. The results are commands
//! that may be given as they are.

use crate::space::Skirmish as _;
use serde::{Deserialize, Serialize};

use super::blow::BlowAdvice;
use super::path::{Drawn, PathAdvice};
use super::{Advice, act};
use crate::command::{Act, Blow, Fire};
use crate::ids::Fig;
use crate::legal::{self, Going};
use crate::odds::{Chance, Fate};
use crate::refusal::Illegal;
use crate::space::{
    CONTACT, Climb, Course, Goal, Obstacle, R, R_MARKER, STEP, TABLE, depth, place, touches_edge,
};
use crate::state::Table;
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::{Pt, STEPS, at, seglen};

/// A finger this near to an enemy, to an edge or to cover means it, in u.
const GRASP: i32 = 150;
const EDGE: i32 = 400;
const SHELTER: [i32; 4] = [50, 100, 150, 200];
/// How far from a place that is not free another one is looked for.
const ROUND: i32 = 600;
/// How far a base stands from the wall at whose foot it is, and how far from its corners.
const FOOT: i32 = R + 4;
const INSIDE: i32 = 100;

/// What a way leads to, where it is not just the place that was pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Aim {
    /// Contact with an enemy.
    Contact(Fig),
    /// The foot of a piece, by number: from there it can be climbed, jumped or vaulted.
    Foot(u8),
    /// A place where it may take cover.
    Cover,
    /// The objective, by number.
    Marker(u8),
    /// The edge by which it leaves.
    Edge,
}

/// A way to where was pointed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct WayThere {
    /// The action to take.
    pub act: Act,
    /// DA it takes.
    pub da: u8,
    /// The aim that it leads to.
    pub aim: Option<Aim>,
    /// It gets there; else as far as its dice pay.
    pub whole: bool,
    /// Where it ends.
    pub end: Pt,
    /// The advice on the path, when it is walked.
    pub path: Option<PathAdvice>,
    /// The advice on the climb, when it is climbed or jumped.
    pub climb: Option<Climb>,
}

/// Something that may be done to an enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Against {
    /// The action to take.
    pub act: Act,
    /// DA it takes.
    pub da: u8,
    /// The odds of each figure it may fall on: first the one pointed at.
    pub blows: Vec<BlowAdvice>,
    /// The chance of a die that is no attack: cards, parrot.
    pub chance: Option<Chance>,
}

/// The ways of a figure to a place: the best first, then the cheaper one.
pub(super) fn ways(table: Table<'_>, seat: Seat, fig: Fig, to: Pt) -> Result<Vec<WayThere>, Illegal> {
    legal::own(table, seat, fig)?;
    let to = Pt::new(to.x.clamp(R, TABLE - R), to.y.clamp(R, TABLE - R));
    if let Some(climb) = climb(table, seat, fig, to) {
        return Ok(vec![climb]);
    }
    let (goal, aim) = goal(table, fig, to);
    let found = walks(table, seat, fig, goal, aim);
    if found.is_empty() {
        // What stands in the way of the straight one says why.
        let straight = Act::Move { path: vec![to], run: false, facing: None, exit: false };
        legal::check(table, seat, fig, &straight)?;
    }
    Ok(found)
}

/// Returns the acts against an enemy, the one that promises most for its dice first, and the ways into contact with it.
pub(super) fn against(
    table: Table<'_>,
    seat: Seat,
    fig: Fig,
    target: Fig,
) -> Result<(Vec<Against>, Vec<WayThere>), Illegal> {
    legal::own(table, seat, fig)?;
    let foe = table.scene.figures.get(target.i()).filter(|it| it.on_table() && it.seat != seat);
    if foe.is_none() {
        return Err(Illegal::ShootTarget);
    }
    let mut refused = None;
    let mut found: Vec<Against> = Vec::new();
    for what in aimed(table, fig, target) {
        match act(table, seat, fig, &what) {
            Ok(advice) => found.extend(judged(what, target, advice)),
            Err(why) => {
                refused.get_or_insert_with(|| legal::explained(table, fig, &what, why));
            }
        }
    }
    // Where the opponent can designate no other figure, an attack that names none is the same as one on the figure pointed at.
    let named = found.iter().any(|it| matches!(it.act, Act::Attack { target: Some(_), .. }));
    found.retain(|it| !(named && matches!(it.act, Act::Attack { target: None, .. })));
    found.sort_by_key(|it| std::cmp::Reverse(worth(it)));
    let near = table.space().contact(fig, target);
    let ways = if near {
        Vec::new()
    } else {
        walks(table, seat, fig, Goal::Touch(target), Some(Aim::Contact(target)))
    };
    match refused {
        Some(why) if found.is_empty() && ways.is_empty() => Err(why),
        _ => Ok((found, ways)),
    }
}

/// Returns all acts that can be aimed at the target.
fn aimed(table: Table<'_>, fig: Fig, target: Fig) -> Vec<Act> {
    let mut acts = Vec::new();
    for weapon in 0..table.profile(fig).weapons.len() as u8 {
        let fires = [Fire::Normal, Fire::Powerful, Fire::Multi, Fire::Volley];
        acts.extend(fires.map(|fire| Act::Shoot { weapon, target, fire }));
    }
    for target in [Some(target), None] {
        let blows = [Blow::Normal, Blow::Powerful, Blow::Multi];
        acts.extend(blows.map(|blow| Act::Attack { target, weapon: None, blow }));
    }
    acts.extend([Act::Distract { target }, Act::Hook { target }, Act::Insult { target }]);
    acts
}

fn judged(act: Act, target: Fig, advice: Advice) -> Option<Against> {
    match advice {
        Advice::Blow { mut blows } => {
            // An attack that cannot fall on this one is none against it.
            let at = blows.iter().position(|blow| blow.target == target)?;
            blows.swap(0, at);
            Some(Against { act, da: blows[0].da, blows, chance: None })
        }
        Advice::Fine { da, chance } => Some(Against { act, da, blows: Vec::new(), chance }),
        _ => None,
    }
}

/// Returns the promise of an attack for each of its dice, in shares of a million: out of action counts most, and a
/// wound of the attacker counts against it. Other acts come after all attacks.
fn worth(it: &Against) -> i64 {
    let harm = |fate: &Fate| {
        let share = |chance: Chance, weight: i64| {
            i64::from(chance.n) * weight * 1_000_000 / i64::from(chance.d.max(1))
        };
        share(fate.out_of_action, 4) + share(fate.wounded, 2) + share(fate.knocked_down, 1)
    };
    let Some(odds) = it.blows.first().and_then(|blow| blow.odds.first()) else { return i64::MIN };
    (harm(&odds.target) - harm(&odds.own)) / i64::from(it.da.max(1))
}

/// The climb or jump that ends nearest to the place, where one leads to the top or over the wall that was pointed at.
fn climb(table: Table<'_>, seat: Seat, fig: Fig, to: Pt) -> Option<WayThere> {
    let space = table.space();
    let from = space.figure(fig);
    if !from.stands() || space.locked(fig) {
        return None;
    }
    let level = space.board.support(to, i32::MAX);
    let piece = piece_at(table, to);
    if (level - from.z).abs() <= STEP && piece.is_none() {
        return None;
    }
    let there = |climb: &Climb| (climb.z - level).abs() <= STEP && (piece.is_none_or(|it| it == climb.piece));
    let mut climbs: Vec<Climb> = space.climbs_near(fig).into_iter().filter(there).collect();
    climbs.sort_by_key(|climb| climb.to.dist2(to));
    climbs.into_iter().find_map(|climb| {
        let act = Act::Climb { to: climb.to, facing: None };
        let da = legal::check(table, seat, fig, &act).ok()?.cost;
        let (aim, path) = (None, None);
        Some(WayThere { act, da, aim, whole: true, end: climb.to, path, climb: Some(climb) })
    })
}

/// The piece on which a place is, or into which a base there would reach.
fn piece_at(table: Table<'_>, to: Pt) -> Option<u8> {
    let mut parts = table.space().board.parts().iter();
    parts.find(|part| (part.surface || part.thin) && part.poly.contains(to)).map(|part| part.piece)
}

/// Returns the goal of a figure for a place that a player points at: to contact, to the foot of what cannot be entered,
/// to what shelters, beside an objective, to the edge.
fn goal(table: Table<'_>, fig: Fig, to: Pt) -> (Goal, Option<Aim>) {
    let (space, from) = (table.space(), table.space().figure(fig));
    let near = |enemy: &Fig| {
        let other = space.figure(*enemy);
        !other.down
            && (other.z - from.z).abs() <= STEP
            && other.at.dist2(to) <= i64::from(2 * R + GRASP).pow(2)
    };
    let enemies: Vec<Fig> = space.enemies(fig).map(|(enemy, _)| enemy).collect();
    if let Some(enemy) = space.nearest(to, enemies.iter().copied().filter(near)) {
        return (Goal::Touch(enemy), Some(Aim::Contact(enemy)));
    }
    if let Some(edge) = legal::exit_edge(table, fig).filter(|edge| depth(*edge, to) <= EDGE) {
        let along = if matches!(edge, crate::ids::Edge::S | crate::ids::Edge::N) { to.x } else { to.y };
        return (Goal::Place(place::spot(edge, along.clamp(R, TABLE - R), R)), Some(Aim::Edge));
    }
    if let Some(marker) = space.covers_marker(to, from.z)
        && let Some(beside) = beside(table, fig, space.markers[usize::from(marker)].at)
    {
        return (Goal::Place(beside), Some(Aim::Marker(marker)));
    }
    match space.legal_point(fig, to, from.z) {
        Ok(()) => match shelter(table, fig, to, &enemies) {
            Some(place) => (Goal::Place(place), Some(Aim::Cover)),
            None => (Goal::Place(to), None),
        },
        Err(Obstacle::Piece(piece)) => match foot(table, fig, piece, to) {
            Some(foot) => (Goal::Place(foot), Some(Aim::Foot(piece))),
            None => (Goal::Place(free(table, fig, to)), None),
        },
        Err(_) => (Goal::Place(free(table, fig, to)), None),
    }
}

/// A place in contact with an objective, on the side the figure comes from.
fn beside(table: Table<'_>, fig: Fig, marker: Pt) -> Option<Pt> {
    let (space, from) = (table.space(), table.space().figure(fig));
    let towards = if from.at == marker { Pt::new(1, 0) } else { from.at - marker };
    let first = at(Pt::default(), towards, R + R_MARKER + CONTACT - 4, seglen(Pt::default(), towards).max(1));
    let turns = (0..=STEPS / 2).flat_map(|n| [n, (STEPS - n) % STEPS]);
    let mut places = turns.map(|n| marker + first.turned(n));
    places.find(|place| {
        space.legal_point(fig, *place, from.z).is_ok() && space.covers_marker(*place, from.z).is_none()
    })
}

/// The nearest place to one in which cover could be taken against the nearest enemy; none where it could be there already.
fn shelter(table: Table<'_>, fig: Fig, to: Pt, enemies: &[Fig]) -> Option<Pt> {
    let (space, z) = (table.space(), table.space().figure(fig).z);
    let foe = space.nearest(to, enemies.iter().copied())?;
    let covers = |place: Pt| space.cover_facing(place, z, space.figure(foe).at).is_some();
    if covers(to) {
        return None;
    }
    let ring = |by: i32| (0..STEPS).map(move |n| to + Pt::new(by, 0).turned(n));
    let mut places = SHELTER.into_iter().flat_map(ring);
    places.find(|place| {
        space.legal_point(fig, *place, z).is_ok()
            && space.covers_marker(*place, z).is_none()
            && covers(*place)
    })
}

/// The foot of the walls of a piece: the nearest, counting both the way there and what is left to the place pointed at.
fn foot(table: Table<'_>, fig: Fig, piece: u8, to: Pt) -> Option<Pt> {
    let (space, from) = (table.space(), table.space().figure(fig));
    let parts = space.board.parts().iter().filter(|part| part.piece == piece && (part.surface || part.thin));
    let walls = parts.flat_map(|part| part.poly.edges());
    let feet = walls.flat_map(|(a, b)| {
        let (along, long) = (b - a, seglen(a, b).max(1));
        let out = Pt::new(along.y, -along.x);
        [to, from.at].map(|near| {
            let past = ((near - a).dot(along) / i64::from(long)) as i32;
            let wall = at(a, along, past.clamp(INSIDE, (long - INSIDE).max(INSIDE)), long);
            at(wall, out, FOOT, long)
        })
    });
    let may = |foot: &Pt| {
        space.legal_point(fig, *foot, from.z).is_ok() && space.covers_marker(*foot, from.z).is_none()
    };
    feet.filter(may).min_by_key(|foot| (seglen(from.at, *foot) + seglen(*foot, to), foot.x, foot.y))
}

/// The nearest free place to one that is not.
fn free(table: Table<'_>, fig: Fig, to: Pt) -> Pt {
    let (space, z) = (table.space(), table.space().figure(fig).z);
    let rings =
        (50..=ROUND).step_by(50).flat_map(|by| (0..STEPS).map(move |n| to + Pt::new(by, 0).turned(n)));
    let may =
        |place: &Pt| space.legal_point(fig, *place, z).is_ok() && space.covers_marker(*place, z).is_none();
    std::iter::once(to).chain(rings).find(may).unwrap_or(to)
}

/// The ways on foot to a goal: the one that gets farthest for what the dice pay, then a cheaper one that falls short.
fn walks(table: Table<'_>, seat: Seat, fig: Fig, goal: Goal, aim: Option<Aim>) -> Vec<WayThere> {
    let (space, profile) = (table.space(), table.profile(fig));
    let from = space.figure(fig).at;
    let walk = legal::gait(profile, Going::Move);
    let straight = match goal {
        Goal::Place(to) => to,
        Goal::Touch(other) => space.figure(other).at,
    };
    let way = space.route(fig, goal, walk.speed).unwrap_or_else(|| vec![straight]);
    let course = Course::new(space, fig, &way, walk);
    let mut found: Vec<WayThere> = Vec::new();
    for (run, going) in [(false, Going::Move), (true, Going::Run)] {
        if found.first().is_some_and(|it| it.whole) {
            break;
        }
        let Some((path, walked)) = course.along(legal::gait(profile, going).budget) else { continue };
        let whole = match goal {
            Goal::Place(to) => walked.end.dist2(to) <= i64::from(CONTACT).pow(2),
            Goal::Touch(other) => walked.cut == Some(other),
        };
        let exit = aim == Some(Aim::Edge)
            && walked.cut.is_none()
            && legal::exit_edge(table, fig).is_some_and(|edge| touches_edge(edge, walked.end));
        let act = Act::Move { path, run, facing: None, exit };
        let Ok(judged) = legal::check(table, seat, fig, &act) else { continue };
        let da = judged.cost;
        let said = Drawn::act(table, fig, &act).and_then(|drawn| drawn.advice(table, false).ok());
        let farther =
            found.first().is_none_or(|it| seglen(from, it.end) + R < seglen(from, walked.end) || whole);
        let way = WayThere { act, da, aim, whole, end: walked.end, path: said, climb: None };
        found.insert(if farther { 0 } else { found.len() }, way);
    }
    found
}
