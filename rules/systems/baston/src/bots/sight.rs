//! What a bot makes of a view: the board with everything on it, and the ways over it.

use std::cell::RefCell;
use std::ops::DerefMut as _;
use std::sync::{Arc, LazyLock};

use super::body::Weighed;
use super::map::{Map, Spot};
use super::outlook::Outlook;
use crate::board::Board;
use crate::create::as_built;
use crate::drawing::Drawing;
use crate::ids::{ItemKind, Who};
use crate::library;
use crate::scene::{Place, Scene};
use crate::space::{Passage, Space};
use crate::tables::BlowRow;
use crate::view::View;

/// A board with what stands on it, and the ways over it.
#[derive(Clone, Debug, Default)]
struct Ground {
    drawing: Drawing,
    map: Map,
}

impl Ground {
    /// Draws again what has changed.
    fn follow(&mut self, board: &Board, scene: &Scene) {
        let space = Space::new(board, scene);
        let clear = |p, dir, low| space.line_clear(p, dir, if low { Passage::Run } else { Passage::Walk });
        let again = self.drawing.follow(board, scene, clear);
        if !again.is_empty() {
            self.map.follow(Space { board, scene, drawing: Some(&self.drawing) }, &again);
        }
    }
}

/// The board of the game before any of it has been touched: every game on it begins so.
static TROQUET: LazyLock<Ground> = LazyLock::new(|| {
    let (board, mut ground) = (library::troquet(), Ground::default());
    ground.follow(&board, &as_built(&board));
    ground
});

/// A body as far as the worth of strikes at it goes.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    left: [u8; 5],
    /// Rows that have been weighed since it was another one.
    pub(super) weighed: Vec<(&'static BlowRow, Weighed)>,
}

/// What a bot knows of the table.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub(super) board: Arc<Board>,
    pub(super) scene: Scene,
    ground: Ground,
    /// Bodies by number.
    pub(super) bodies: RefCell<Vec<Body>>,
    /// What is worn, and by which character.
    worn: Vec<(Who, ItemKind)>,
    /// What places promise the character being planned in the sequence being planned: forgotten before each.
    pub(super) outlook: RefCell<Outlook>,
}

impl Sight {
    /// Looks at a table for the first time. `None` for a view whose board cannot be built, which no game has.
    pub(super) fn new(view: &View) -> Option<Self> {
        let troquet = library::troquet();
        let (board, ground) = if view.board == troquet.spec {
            (troquet, TROQUET.clone())
        } else {
            (Arc::new(Board::new((*view.board).clone()).ok()?), Ground::default())
        };
        let mut sight = Self {
            board,
            scene: Scene::default(),
            ground,
            bodies: RefCell::default(),
            worn: Vec::new(),
            outlook: RefCell::default(),
        };
        sight.look(view);
        Some(sight)
    }

    /// Looks at a table again, or for the first time; what is kept of it is at hand the next time.
    pub(super) fn again<'a>(kept: &'a mut Option<Self>, view: &View) -> Option<&'a Self> {
        *kept = match kept.take().filter(|sight| sight.is_of(view)) {
            Some(mut sight) => {
                sight.look(view);
                Some(sight)
            }
            None => Self::new(view),
        };
        kept.as_ref()
    }

    /// Looks again.
    pub(super) fn look(&mut self, view: &View) {
        let scene = &mut self.scene;
        scene.turn = view.turn;
        scene.sequence = view.sequence;
        scene.phase = view.phase;
        scene.figures.clear();
        scene.figures.extend(view.fighters.iter().map(|fighter| fighter.now));
        scene.items.deref_mut().clone_from(&view.items);
        scene.pieces.deref_mut().clone_from(&view.pieces);
        scene.doors.deref_mut().clone_from(&view.doors);
        scene.windows.deref_mut().clone_from(&view.windows);
        scene.panels.deref_mut().clone_from(&view.panels);
        scene.phones.deref_mut().clone_from(&view.phones);
        self.ground.follow(&self.board, &self.scene);
        self.look_at_bodies();
    }

    /// Forgets what strikes are worth at bodies that have changed.
    fn look_at_bodies(&mut self) {
        let worn = self.scene.items.iter().filter_map(|item| match item.place {
            Place::Worn(who) => Some((who, item.kind)),
            _ => None,
        });
        let bodies = self.bodies.get_mut();
        if !worn.clone().eq(self.worn.iter().copied()) {
            bodies.clear();
            self.worn = worn.collect();
        }
        bodies.resize_with(self.scene.figures.len(), Body::default);
        for (body, figure) in bodies.iter_mut().zip(&self.scene.figures) {
            if body.left != figure.left {
                body.left = figure.left;
                body.weighed.clear();
            }
        }
    }

    /// Whether this is the table it looked at before.
    pub(super) fn is_of(&self, view: &View) -> bool {
        self.board.spec == view.board
    }

    /// The board with what stands on it.
    pub(super) fn space(&self) -> Space<'_> {
        Space { board: &self.board, scene: &self.scene, drawing: Some(&self.ground.drawing) }
    }

    /// The ways over it.
    pub(super) fn map(&self) -> &Map {
        &self.ground.map
    }

    /// Level of the surface of a spot.
    pub(super) fn level(&self, spot: Spot) -> u8 {
        self.space().level_at(spot.at, spot.top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::below;
    use crate::scene::WindowState;
    use crate::space::Passage;
    use bagarre_kit::dice::Seeded;
    use bagarre_kit::grid::Dir;

    /// Moves, overturns or removes furniture, or changes an opening.
    fn disturb(board: &Board, scene: &mut Scene, dice: &mut Seeded) {
        match below(dice, 6) {
            0 => {
                let n = below(dice, scene.doors.len());
                let leaves = board.spec.doors[n].leaves.len();
                scene.doors[n].open[below(dice, leaves)] ^= true;
            }
            1 => {
                let n = below(dice, scene.doors.len());
                (scene.doors[n].bolted, scene.doors[n].destroyed) =
                    (below(dice, 2) == 0, below(dice, 4) == 0);
            }
            2 => {
                let n = below(dice, scene.windows.len());
                scene.windows[n] =
                    [WindowState::Shut, WindowState::Open, WindowState::Destroyed][below(dice, 3)];
            }
            3 => {
                let n = below(dice, scene.panels.len());
                scene.panels[n] ^= true;
            }
            _ => {
                let n = below(dice, scene.pieces.len());
                let piece = &mut scene.pieces[n];
                let to = piece.cells.step(Dir::ALL[below(dice, 8)]);
                if to.iter().all(|p| board.contains(p)) {
                    piece.cells = to;
                }
                (piece.overturned, piece.gone) = (below(dice, 4) == 0, below(dice, 8) == 0);
            }
        }
    }

    /// A bot draws again what has changed; drawn from nothing, the table must look the same.
    #[test]
    fn what_is_drawn_again_is_what_would_be_drawn_anew() {
        let board = library::troquet();
        let (mut scene, mut ground) = (as_built(&board), TROQUET.clone());
        let (mut dice, mut changes) = (Seeded::from_number(1), 0);
        for _ in 0..400 {
            let before = ground.map.clone();
            for _ in 0..=below(&mut dice, 2) {
                disturb(&board, &mut scene, &mut dice);
            }
            ground.follow(&board, &scene);
            let mut anew = Ground::default();
            anew.follow(&board, &scene);
            assert_eq!(ground.drawing, anew.drawing);
            assert_eq!(ground.map, anew.map);
            changes += u32::from(before != ground.map);
        }
        assert!(changes > 200, "{changes} changes are too few to tell");
    }

    /// A drawing gives the same answers as the board.
    #[test]
    fn a_drawing_shows_what_is_there() {
        use Passage::{Blow, Crawl, Jump, Push, Run, Throw, Walk};
        let board = library::troquet();
        let (mut scene, mut ground) = (as_built(&board), TROQUET.clone());
        let mut dice = Seeded::from_number(2);
        for _ in 0..40 {
            disturb(&board, &mut scene, &mut dice);
            ground.follow(&board, &scene);
            let plain = Space::new(&board, &scene);
            let drawn = Space { drawing: Some(&ground.drawing), ..plain };
            for p in board.points() {
                assert_eq!(drawn.upright_at(p), plain.upright_at(p), "{p:?}");
                for (dir, passage) in Dir::ALL
                    .into_iter()
                    .flat_map(|d| [Walk, Crawl, Run, Jump, Blow, Throw, Push].map(|it| (d, it)))
                {
                    let clear = (drawn.line_clear(p, dir, passage), plain.line_clear(p, dir, passage));
                    assert_eq!(clear.0, clear.1, "{p:?} {dir:?} {passage:?}");
                }
            }
        }
    }
}
