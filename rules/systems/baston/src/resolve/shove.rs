//! What POU and REN have in common: furniture that comes one point further, those in its way, edges (BAS-POU-06 to
//! 13, BAS-REN-04, 05, 07).

use super::jostle::Pushed;
use super::{Flow, Script};
use crate::event::{Way, What};
use crate::ids::{ItemId, ItemKind, PieceId, PieceKind, StunLine, Who};
use crate::scene::{Cells, Fate, Layer, Place};
use crate::space::Passage;
use bagarre_kit::grid::{Dir, Point};

/// A piece of furniture about to come one point further, with nothing solid in its way.
#[derive(Clone, Debug)]
pub(super) struct Advance {
    /// Which.
    pub(super) id: PieceId,
    /// Its kind.
    pub(super) kind: PieceKind,
    /// Where it goes.
    pub(super) dir: Dir,
    /// The points that it covers.
    pub(super) old: Cells,
    /// The points that it would cover.
    pub(super) new: Cells,
    /// Newly covered points on its own level.
    pub(super) fresh: Vec<Point>,
    /// Newly covered points on lower ground.
    pub(super) low: Vec<Point>,
    /// A newly covered point is off the grid.
    pub(super) off: bool,
}

impl Advance {
    /// Whether it falls over an edge or off the grid (BAS-POU-12, 13).
    pub(super) fn falls(&self) -> bool {
        self.off || !self.low.is_empty()
    }
}

/// What those who cannot move out of the way risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Squeeze {
    /// Pushed furniture: DEX test or fall, and line C; it comes over the character once that one lies (BAS-POU-11).
    Push,
    /// A table that flips: line C, then DEX test or fall (BAS-REN-05).
    Flip,
}

/// The surroundings behind a character that is pushed, in the order in which they are settled (BAS-POU-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Beyond {
    Barred,
    Contested,
    Free,
}

impl Script<'_> {
    /// A piece that would come one point further; `None` where it is refused (BAS-POU-06, BAS-REN-04): a barrier,
    /// other furniture, the bar, stairs from below or higher ground.
    pub(super) fn advance(&self, id: PieceId, dir: Dir) -> Option<Advance> {
        let piece = *self.scene.piece(id);
        let board = &self.state.board;
        let level = board.base(piece.cells.at);
        let new = piece.cells.step(dir);
        let (fresh, off): (Vec<Point>, Vec<Point>) =
            new.iter().filter(|p| !piece.cells.contains(*p)).partition(|p| board.contains(*p));
        let barrier = fresh.iter().any(|q| !self.space().edge_passes(q.step(dir.back()), dir, Passage::Push));
        let occupied = fresh.iter().any(|q| self.scene.piece_at(*q).is_some() || board.is_bar(*q));
        let higher = fresh.iter().any(|q| board.base(*q) > level);
        // BRD-06: no barrier between its points either.
        let split = off.is_empty()
            && [Dir::E, Dir::S].into_iter().any(|side| {
                let inner = |p: &Point| new.contains(p.step(side)) && new.contains(*p);
                new.iter().filter(inner).any(|p| !self.space().edge_passes(p, side, Passage::Push))
            });
        // BAS-POU-06: a character cannot lie under a video game.
        let body = piece.kind == PieceKind::Video
            && fresh.iter().any(|q| self.scene.figures_at(*q).any(|who| self.fig(who).prone));
        if barrier || occupied || higher || split || body {
            return None;
        }
        let (low, fresh) = fresh.into_iter().partition(|q| board.base(*q) < level);
        Some(Advance { id, kind: piece.kind, dir, old: piece.cells, new, fresh, low, off: !off.is_empty() })
    }

    /// Pushes standing characters off the newly covered points (BAS-POU-10); those who lie end up underneath
    /// (BAS-POU-08). The stuck ones roll first, then those who must jostle, by rank. `true` when the way is free.
    pub(super) fn make_way(&mut self, step: &Advance, squeeze: Squeeze) -> Flow<bool> {
        let mut standing: Vec<(Beyond, Who)> = self
            .scene
            .by_rank()
            .into_iter()
            .filter(|who| self.fig(*who).stands() && step.fresh.contains(&self.fig(*who).at))
            .map(|who| (self.beyond(who, step.dir), who))
            .collect();
        standing.sort_by_key(|(beyond, _)| *beyond);
        let mut stays = false;
        for (beyond, who) in standing {
            if stays && beyond != Beyond::Barred {
                // BAS-POU-11: the furniture stays, so the others are untouched.
                break;
            }
            if !self.fig(who).stands() || !step.fresh.contains(&self.fig(who).at) {
                continue;
            }
            // BAS-POU-13, RUL-55: a character that is held is released first.
            self.free("BAS-POU-13/RUL-55", who);
            if self.push_body(who, step.dir, false)? == Pushed::Stuck {
                let by = self.obstacle(who, step.dir, Passage::Walk);
                self.tell_barred(who, by, if squeeze == Squeeze::Push { "BAS-POU-11" } else { "BAS-REN-05" });
                self.sandwich(who, squeeze)?;
                stays |= match squeeze {
                    // A table comes over the character once it lies, a video game does not (RUL-66).
                    Squeeze::Push => {
                        self.fig(who).in_play() && (self.fig(who).stands() || step.kind == PieceKind::Video)
                    }
                    Squeeze::Flip => true,
                };
            } else if self.fig(who).in_play() {
                self.stun_line(who, StunLine::A, 0, "BAS-POU-10")?;
                self.test_or_fall(who, "BAS-POU-10")?;
            }
        }
        Ok(!stays)
    }

    /// Crushes a character between the furniture and what bars its way (BAS-POU-11, BAS-REN-05).
    fn sandwich(&mut self, who: Who, squeeze: Squeeze) -> Flow {
        match squeeze {
            Squeeze::Push => {
                self.test_or_fall(who, "BAS-POU-11")?;
                self.stun_line(who, StunLine::C, 0, "BAS-POU-11")?;
            }
            Squeeze::Flip => {
                self.stun_line(who, StunLine::C, 0, "BAS-REN-05")?;
                self.test_or_fall(who, "BAS-REN-05")?;
            }
        }
        Ok(())
    }

    /// Returns what is behind a standing character that is pushed straight on (BAS-BOU-05).
    fn beyond(&self, who: Who, dir: Dir) -> Beyond {
        let space = self.space();
        let board = &self.state.board;
        let at = self.fig(who).at;
        let q = at.step(dir);
        if !space.line_clear(at, dir, Passage::Walk) {
            // BAS-OUV-08: an open leaf may give way.
            let leaf = space.resting_leaf(at, dir).is_some_and(|(d, l)| board.leaf(d, l).hinge == at);
            return if leaf { Beyond::Contested } else { Beyond::Barred };
        }
        let higher = board.base(q) > board.base(at) && !board.on_stair_axis(at, q);
        if space.is_furnished(q) || higher {
            Beyond::Barred
        } else if self.scene.figure_at(q, false).is_some() {
            Beyond::Contested
        } else {
            Beyond::Free
        }
    }

    /// Objects on top of a piece, and bodies that lie there like objects (BAS-WND-02), by number.
    fn load(&self, cells: Cells) -> (Vec<(ItemId, ItemKind, Point)>, Vec<Who>) {
        let items = self.scene.items.iter().enumerate().filter_map(|(n, item)| match item.place {
            Place::At(p, Layer::Top) if cells.contains(p) => Some((ItemId(n as u8), item.kind, p)),
            _ => None,
        });
        let bodies = self.scene.whos().filter(|who| {
            let figure = self.fig(*who);
            figure.fate == Fate::Out && figure.top && cells.contains(figure.at)
        });
        (items.collect(), bodies.collect())
    }

    /// Those who stand on top of a piece, by rank (BAS-POU-07).
    pub(super) fn riders(&self, cells: Cells) -> Vec<Who> {
        let on_top = |who: &Who| self.fig(*who).top && cells.contains(self.fig(*who).at);
        self.scene.by_rank().into_iter().filter(on_top).collect()
    }

    /// The piece slides one point: objects on top travel along, things on the ground end up under it (BAS-POU-02,
    /// 08), riders test DEX or fall beside it (BAS-POU-07).
    pub(super) fn slide(&mut self, step: &Advance) -> Flow {
        let (items, bodies) = self.load(step.old);
        let riders = self.riders(step.old);
        let piece = What::Piece { id: step.id, cells: step.new, overturned: false, gone: false };
        self.tell("BAS-POU-02", piece);
        for (id, kind, p) in items {
            let place = Place::At(p.step(step.dir), Layer::Top);
            self.tell("BAS-POU-08", What::Item { id, kind, place });
        }
        for who in bodies {
            self.ride(who, step.dir, "BAS-POU-08");
        }
        for who in &riders {
            self.free("BAS-POU-13", *who);
            self.jolt(*who);
            self.ride(*who, step.dir, "BAS-POU-07");
        }
        for who in riders {
            if self.fig(who).in_play() && self.fig(who).top {
                self.test_or_fall(who, "BAS-POU-07")?;
            }
        }
        Ok(())
    }

    fn ride(&mut self, who: Who, dir: Dir, rule: &'static str) {
        let from = self.fig(who).at;
        self.tell(rule, What::Moved { who, from, to: from.step(dir), top: true, way: Way::Ride });
    }

    /// The piece goes over an edge or off the grid (BAS-POU-12, 13, BAS-REN-07): it is destroyed, what was on it
    /// drops to the points it had come to, those below take line C, riders fall.
    pub(super) fn tip_over(&mut self, step: &Advance) -> Flow {
        let (items, bodies) = self.load(step.old);
        let riders = self.riders(step.old);
        let rule = if step.off { "BAS-POU-13" } else { "BAS-POU-12" };
        self.free_trapped(step.id);
        let overturned = self.scene.piece(step.id).overturned;
        self.tell(rule, What::Piece { id: step.id, cells: step.old, overturned, gone: true });
        for (id, _, p) in items {
            self.come_to_rest("BAS-POU-12", id, p.step(step.dir), Layer::Ground);
        }
        for who in bodies {
            let from = self.fig(who).at;
            let there = from.step(step.dir);
            let to = if self.state.board.contains(there) { there } else { from };
            self.tell(rule, What::Moved { who, from, to, top: false, way: Way::Fall });
        }
        self.hit_below(&step.low, StunLine::C)?;
        for who in riders {
            if !self.fig(who).in_play() || !self.fig(who).top {
                continue;
            }
            let from = self.fig(who).at;
            self.drop_rider(who, from.step(step.dir))?;
        }
        Ok(())
    }

    /// A rider comes down on a point (BAS-FAL-03), or leaves the board (BAS-OFF-01).
    pub(super) fn drop_rider(&mut self, who: Who, to: Point) -> Flow {
        if !self.state.board.contains(to) {
            let by = self.notes.actor.filter(|actor| *actor != who);
            self.leave_board(who, by);
            return Ok(());
        }
        let height = self.space().top_level(self.fig(who).at);
        self.fall_from(who, to, height.saturating_sub(self.state.board.base(to)))
    }

    /// Objects trapped under an overturned table stay where they lay and become free; bottles are debris by then
    /// (BAS-REN-02, 03).
    pub(super) fn free_trapped(&mut self, piece: PieceId) {
        let trapped: Vec<(ItemId, Point)> = (0u8..)
            .zip(&self.scene.items)
            .filter_map(|(n, item)| match item.place {
                Place::At(p, Layer::Trapped(under)) if under == piece => Some((ItemId(n), p)),
                _ => None,
            })
            .collect();
        for (id, p) in trapped {
            self.come_to_rest("BAS-REN-03", id, p, Layer::Ground);
        }
    }
}
