//! What a figure can see, reach and do now.

use crate::space::Skirmish as _;
use serde::{Deserialize, Serialize};

use crate::command::Act;
use crate::ids::Fig;
use crate::legal::{self, Going};
use crate::options;
use crate::refusal::Illegal;
use crate::space::{Climb, CoverReport, R, Reach, SightReport, Stance};
use crate::state::Table;
use bagarre_kit::plane::{Pt, csqrt};

/// How one figure stands to another: distance, sight, cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Sighting {
    /// The other figure.
    pub fig: Fig,
    /// Distance edge to edge in u, rounded up.
    pub distance: i32,
    /// The lines to it, once turned to it (GEN-ACT-34).
    pub lines: SightReport,
    /// It is in cover against a shot from here (GEN-COV-02).
    pub covered: bool,
    /// Pieces that cover it then, by number.
    pub covered_by: Vec<u8>,
    /// It sees this figure as it stands (GEN-AO-04).
    pub sees_back: bool,
}

/// What a figure can see, reach and do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
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
    /// Its cover test, as it faces or with the facing asked about (GEN-GEO-10).
    pub screen: CoverReport,
    /// Enemies in front of it with that facing: against their shots cover would count (GEN-COV-02).
    pub against: Vec<Fig>,
    /// Facings in which it may take cover against an enemy, but for the one it is in cover with.
    pub cover: Vec<Pt>,
    /// Its possible acts now, one example of each kind of action.
    pub acts: Vec<Act>,
}

/// What a figure can see, reach and do. Of an enemy too: everything is public.
pub(super) fn look(table: Table<'_>, fig: Fig, run: bool, facing: Option<Pt>) -> Result<Look, Illegal> {
    let space = table.space();
    let Some(figure) = table.scene.figures.get(fig.i()).filter(|figure| figure.on_table()) else {
        return Err(Illegal::Look);
    };
    legal::facing_is_vector(facing)?;
    let going = if run { Going::Run } else { Going::Move };
    let walks = figure.stands() && !space.locked(fig);
    let gait = legal::gait(table.profile(fig), going);
    let reach = if walks { space.reach(fig, gait) } else { Reach::default() };
    let enemies: Vec<Fig> = space.enemies(fig).map(|(enemy, _)| enemy).collect();
    let cover = enemies.iter().filter_map(|enemy| {
        space
            .cover_facing(figure.at, figure.z, space.figure(*enemy).at)
            .filter(|facing| walks && !(figure.in_cover && same_way(*facing, figure.facing)))
    });
    let faces = Stance { facing: facing.unwrap_or(figure.facing), ..space.stance(fig) };
    let mut acts: Vec<Act> = Vec::new();
    options::acts(table, figure.seat, fig, &mut |act| {
        if !acts.iter().any(|known| alike(known, &act)) {
            acts.push(act);
        }
    });
    Ok(Look {
        fig,
        locked: space.locked(fig),
        reach,
        climbs: if walks { space.climbs_near(fig) } else { Vec::new() },
        sightings: enemies.iter().map(|enemy| sighting(table, fig, *enemy)).collect(),
        screen: space.cover(figure.at, figure.z, faces.facing),
        against: enemies.iter().copied().filter(|enemy| faces.front(space.figure(*enemy).at)).collect(),
        cover: cover.collect(),
        acts,
    })
}

pub(super) fn sighting(table: Table<'_>, fig: Fig, enemy: Fig) -> Sighting {
    let space = table.space();
    let (own, other) = (space.stance(fig), space.stance(enemy));
    let block = table.options().figures_block_los;
    let covered = space.cover_counts(enemy, own.at);
    Sighting {
        fig: enemy,
        distance: (csqrt(own.at.dist2(other.at) as u64) as i32 - 2 * R).max(0),
        lines: space.sight(fig, own.turned_to(other.at), enemy, other, block),
        covered,
        covered_by: if covered { space.cover(other.at, other.z, other.facing).pieces() } else { Vec::new() },
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

/// Whether two vectors point the same way.
fn same_way(a: Pt, b: Pt) -> bool {
    a.cross(b) == 0 && a.dot(b) > 0
}
