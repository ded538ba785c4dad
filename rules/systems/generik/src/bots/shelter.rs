//! Places beside terrain that screen from the nearest enemy, and places from which the enemy's own cover does not help it.

use super::ways::{Aim, TO_SHOTS, Ways};
use super::worth::Idea;
use crate::ids::Fig;
use crate::legal::{self, Going};
use crate::space::{Goal, Part, R, TABLE};
use bagarre_kit::plane::{Pt, STEPS, Shelter, at, seglen};

/// Shelters that are looked at, the farthest on first.
const MOST: usize = 4;
/// From the edge of a piece to the middle of who stands behind it; as far inside where one stands in it.
const BESIDE: i32 = R + 4;
/// Turns by 15 degrees from the facing of a figure in cover to a side on which it is open.
const OPEN: u8 = 8;

impl Ways<'_> {
    /// To where something stands between the figure and the nearest enemy.
    pub(super) fn shelters(&mut self, aims: &[Aim], best: &mut Option<Idea>) {
        let (mind, fig, figure) = (self.mind, self.fig, *self.mind.figure(self.fig));
        let space = mind.table.space();
        let nearest = space.nearest(figure.at, space.enemies(fig).map(|(enemy, _)| enemy));
        let (Some(nearest), Some(aim), 0) = (nearest, aims.first(), figure.z) else { return };
        let (against, goal) = (mind.figure(nearest).at, self.place(aim));
        let reach = |run| self.gait(run).budget / self.gait(run).speed.clear.max(1);
        let (walk, run) = (reach(false), if self.da > 1 { reach(true) } else { 0 });
        let near = |to: &Pt| (R..=walk.max(run)).contains(&seglen(figure.at, *to));
        let parts = space.board.near(figure.at, figure.at, walk.max(run) + 2 * BESIDE);
        let parts = parts.filter(|part| part.cover != Shelter::None);
        let mut places: Vec<Pt> =
            parts.flat_map(|part| behind(part, figure.at, against)).filter(near).collect();
        places.sort_by_cached_key(|to| (to.dist2(goal), to.x, to.y));
        let screened =
            |to: &Pt| space.legal_point(fig, *to, 0).is_ok() && space.cover_facing(*to, 0, against).is_some();
        let places: Vec<Pt> = places.into_iter().filter(screened).take(MOST).collect();
        for to in places {
            let running = seglen(figure.at, to) > walk;
            let going = if running { Going::Run } else { Going::Move };
            if legal::walk(mind.table, fig, &[to], going).is_ok_and(|walked| walked.cut.is_none()) {
                let progress = aim.progress(seglen(figure.at, goal), seglen(to, goal));
                self.judge(vec![to], running, to, progress, best);
            }
        }
    }

    /// To the flank of an enemy in cover, to the nearer of the sides on which the cover does not count (GEN-COV-02).
    pub(super) fn flank(&self, enemy: Fig, reach: i32) -> Option<Aim> {
        let (from, his) = (self.mind.figure(self.fig).at, *self.mind.figure(enemy));
        if !his.in_cover || his.facing.dot(from - his.at) < 0 {
            return None;
        }
        let long = seglen(Pt::default(), his.facing).max(1);
        let side = |turn| at(his.at, his.facing.turned(turn), reach / 2, long);
        let on_the_table = |to: &Pt| (R..=TABLE - R).contains(&to.x) && (R..=TABLE - R).contains(&to.y);
        let sides = [side(OPEN), side(STEPS - OPEN)].into_iter().filter(on_the_table);
        let nearer = sides.min_by_key(|to| to.dist2(from))?;
        Some(Aim::at(Goal::Place(nearer), TO_SHOTS))
    }
}

/// Where one may stand so that a piece is between oneself and a point: at the edges that look away from it; inside, where
/// that is what covers.
fn behind(part: &Part, from: Pt, against: Pt) -> impl Iterator<Item = Pt> + use<'_> {
    let inside = part.cover == Shelter::Inside;
    part.poly.edges().filter_map(move |(a, b)| {
        let (along, long) = (b - a, seglen(a, b).max(1));
        let out = Pt::new(along.y, -along.x);
        let past = (from - a).dot(along) / i64::from(long);
        let wall = at(a, along, (past as i32).clamp(0, long), long);
        let away = (against - wall).dot(out) < 0;
        (away || inside).then(|| at(wall, out, if inside { -BESIDE } else { BESIDE }, long))
    })
}
