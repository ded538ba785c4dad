//! Jostles, chains of jostles, and bodies that are pushed (chapter 8).

use super::{Flow, Script};
use crate::event::{Draw, Way, What};
use crate::ids::{Stat, StunLine, Who};
use crate::space::{Passage, Step};
use crate::tables::tables;
use bagarre_kit::grid::Dir;

/// What became of a body that was to be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pushed {
    /// The character is on another point now (or off the board).
    Away,
    /// The character could not be displaced; nothing has been rolled for it yet.
    Stuck,
}

/// What a pushed body finds in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    /// Room, lower ground or the border.
    Free,
    /// A character that can be jostled in turn.
    Occupied(Who),
    /// An open leaf, met from its hinge: door, leaf (BAS-OUV-08).
    Leaf(u8, u8),
    /// An obstacle, or a character that cannot be displaced.
    Barred,
}

impl Lane {
    /// When a body that is pushed aside goes this way (BAS-BOU-07): a free point before an occupied one; a leaf gives
    /// way last.
    const fn order(self) -> Option<usize> {
        match self {
            Self::Free => Some(0),
            Self::Occupied(_) => Some(1),
            Self::Leaf(..) => Some(2),
            Self::Barred => None,
        }
    }
}

/// The rule that picks among two ways of the same order.
const ASIDE: [&str; 3] = ["BAS-BOU-05", "BAS-BOU-07", "BAS-OUV-08"];

impl Script<'_> {
    /// A contest of strength of `mover` against `other` (BAS-BOU-02). Returns `true` when the mover is the stronger: by
    /// FOR, or because it stands and the other is prone; a prone mover is judged on FOR (RUL-35); equal FOR is settled
    /// by 1D8, 1-4 against the mover (RUL-34).
    pub(super) fn stronger(&mut self, mover: Who, other: Who) -> Flow<bool> {
        let (mover_for, other_for) = (self.stat(mover, Stat::For), self.stat(other, Stat::For));
        let towers = self.fig(mover).stands() && self.fig(other).prone;
        let die = if !towers && mover_for == other_for {
            Some(self.die(8, "BAS-BOU-02", "strength tie")?)
        } else {
            None
        };
        let mover_wins = towers || die.map_or(mover_for > other_for, |die| tables().wins_tie(die));
        let rule = match die {
            Some(_) => "BAS-BOU-02/RUL-34",
            None if towers => "BAS-BOU-02/RUL-35",
            None => "BAS-BOU-02",
        };
        self.tell(rule, What::Strength { mover, other, mover_for, other_for, die, mover_wins });
        Ok(mover_wins)
    }

    /// `mover` tries to take the place of the character on its layer of the next point: a contest, then the loser is
    /// pushed on (BAS-BOU-01 to 07, 09). Returns `true` when the point is free for the mover now; `jostled` collects
    /// the characters displaced, for [`Self::jostle_tests`].
    pub(super) fn jostle(&mut self, mover: Who, other: Who, dir: Dir, jostled: &mut Vec<Who>) -> Flow<bool> {
        // BAS-BOU-09: a character that is held cannot be jostled. BAS-BOU-07: nor one that was displaced already.
        if self.is_fixed(other) {
            return Ok(false);
        }
        // BAS-BOU-03: the mover stays on its point, the other character is untouched.
        if !self.stronger(mover, other)? {
            return Ok(false);
        }
        self.give_way(other, dir, jostled)
    }

    /// Pushes a body one point in `dir`, or `dir±1` when `sideways` (BAS-BOU-05, 07): falls over edges, leaves the
    /// board, glass when prone. Includes the chains of jostles. Returns what became of it.
    pub(super) fn push_body(&mut self, who: Who, dir: Dir, sideways: bool) -> Flow<Pushed> {
        let mut jostled = Vec::new();
        let pushed = self.push_on(who, dir, sideways, &mut jostled)?;
        self.jostle_tests(&jostled)?;
        Ok(pushed)
    }

    fn push_on(&mut self, who: Who, dir: Dir, sideways: bool, jostled: &mut Vec<Who>) -> Flow<Pushed> {
        if self.is_fixed(who) {
            return Ok(Pushed::Stuck);
        }
        // While the character looks for room, it is a link of the chain itself: the chain never comes back to it (RUL-32).
        self.notes.displaced.push(who);
        if self.shift(who, dir, "BAS-BOU-04", jostled)? {
            return Ok(Pushed::Away);
        }
        if sideways {
            let at = self.fig(who).at;
            let mut sides = [dir.turn(-1), dir.turn(1)];
            sides.sort_by_key(|side| at.step(*side));
            let mut sides = sides.to_vec();
            for (order, rule) in ASIDE.into_iter().enumerate() {
                loop {
                    let fits = |side: &Dir| self.lane(who, *side).order() == Some(order);
                    let open: Vec<Dir> = sides.iter().copied().filter(fits).collect();
                    if open.is_empty() {
                        break;
                    }
                    let side = open[self.pick(open.len(), rule, Draw::Direction, Some(who))?];
                    if self.shift(who, side, "BAS-BOU-05", jostled)? {
                        return Ok(Pushed::Away);
                    }
                    sides.retain(|other| *other != side);
                }
            }
        }
        self.notes.displaced.retain(|other| *other != who);
        Ok(Pushed::Stuck)
    }

    /// The loser of a jostle is pushed out of the way (BAS-BOU-04). If it cannot be: line A, and when that stuns it a
    /// DEX test or a fall (BAS-BOU-06, RUL-31). Returns `true` when it is gone.
    pub(super) fn give_way(&mut self, other: Who, dir: Dir, jostled: &mut Vec<Who>) -> Flow<bool> {
        if self.is_fixed(other) {
            return Ok(false);
        }
        if self.push_on(other, dir, true, jostled)? == Pushed::Away {
            jostled.push(other);
            return Ok(true);
        }
        let passage = if self.fig(other).prone { Passage::Crawl } else { Passage::Walk };
        let by = self.obstacle(other, dir, passage);
        self.tell_barred(other, by, "BAS-BOU-06");
        self.release_by("BAS-BOU-09", other);
        let stunned = self.stun_line(other, StunLine::A, 0, "BAS-BOU-06/RUL-31")? > 0;
        if stunned && self.fig(other).stands() && !self.test(other, Stat::Dex, "BAS-BOU-06")? {
            self.fall(other, true)?;
        }
        Ok(false)
    }

    /// A character that was simply displaced needs no test (BAS-BOU-08, RUL-33), unless the option says so: DEX or a
    /// fall, by rank, once the mover has entered (BAS-EXE-08).
    pub(super) fn jostle_tests(&mut self, jostled: &[Who]) -> Flow {
        if !self.state.setup.options.jostle_test {
            return Ok(());
        }
        for who in self.scene.by_rank() {
            if jostled.contains(&who) && self.fig(who).stands() && !self.test(who, Stat::Dex, "BAS-BOU-08")? {
                self.fall(who, true)?;
            }
        }
        Ok(())
    }

    /// Whether no character can push this one: held (BAS-BOU-09), or displaced by this event already (BAS-BOU-07).
    pub(super) fn is_fixed(&self, who: Who) -> bool {
        self.fig(who).held_by.is_some() || self.notes.displaced.contains(&who)
    }

    /// Returns what a pushed body meets in a direction (BAS-BOU-05). A standing character is stopped by lines that are
    /// not clear, furniture, the bar, higher ground and corners; a prone one as if it crawled.
    fn lane(&self, who: Who, dir: Dir) -> Lane {
        let figure = self.fig(who);
        let to = figure.at.step(dir);
        let passage = if figure.prone { Passage::Crawl } else { Passage::Walk };
        let top = match self.space().step(figure, dir, passage) {
            Step::Off => return Lane::Free,
            Step::Level { top } => top,
            Step::Down(_) => false,
            Step::Barred | Step::Corner { .. } => return self.leaf_in_the_way(who, dir),
        };
        match self.scene.figure_at(to, top) {
            None => Lane::Free,
            Some(other) if self.is_fixed(other) => Lane::Barred,
            Some(other) => Lane::Occupied(other),
        }
    }

    /// Returns the open leaf that bars the way from its hinge to its swept point (BAS-OUV-08), as a lane.
    fn leaf_in_the_way(&self, who: Who, dir: Dir) -> Lane {
        let figure = self.fig(who);
        if !dir.is_orthogonal() || figure.top {
            return Lane::Barred;
        }
        match self.space().resting_leaf(figure.at, dir) {
            Some((door, leaf)) if self.state.board.leaf(door, leaf).hinge == figure.at => {
                Lane::Leaf(door, leaf)
            }
            _ => Lane::Barred,
        }
    }

    /// Pushes a body one point in exactly this direction, if it can go there.
    fn shift(&mut self, who: Who, dir: Dir, rule: &'static str, jostled: &mut Vec<Who>) -> Flow<bool> {
        let mut lane = self.lane(who, dir);
        if let Lane::Leaf(door, leaf) = lane {
            if !self.shut_leaf_by_push(who, door, leaf)? {
                return Ok(false);
            }
            lane = self.lane(who, dir);
        }
        match lane {
            Lane::Free => {}
            // BAS-BOU-07: a chain; the pushed one is the mover now.
            Lane::Occupied(other) => {
                if !self.jostle(who, other, dir, jostled)? {
                    return Ok(false);
                }
            }
            Lane::Leaf(..) | Lane::Barred => return Ok(false),
        }
        self.displace(who, dir, rule)?;
        Ok(true)
    }

    /// The body goes. Over an edge it falls (BAS-FAL-03, RUL-36), over the border it leaves the board (BAS-OFF-01),
    /// and prone it finds the glass of its new point (BAS-BOU-10).
    fn displace(&mut self, who: Who, dir: Dir, rule: &'static str) -> Flow {
        let figure = *self.fig(who);
        let (from, to) = (figure.at, figure.at.step(dir));
        let passage = if figure.prone { Passage::Crawl } else { Passage::Walk };
        self.jolt(who);
        match self.space().step(&figure, dir, passage) {
            Step::Off => {
                let by = self.notes.actor.filter(|actor| *actor != who);
                self.leave_board(who, by);
                Ok(())
            }
            Step::Down(levels) => self.fall_from(who, to, levels),
            Step::Level { top } | Step::Corner { top } => {
                self.tell(rule, What::Moved { who, from, to, top, way: Way::Pushed });
                if figure.prone { self.glass(who) } else { Ok(()) }
            }
            Step::Barred => Ok(()),
        }
    }
}
