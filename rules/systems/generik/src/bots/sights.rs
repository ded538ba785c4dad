//! A cache of which figure sees which: most figures stand where they stood when they were last looked at.

use std::cell::{Cell, OnceCell};

use super::worth::Mind;
use crate::ids::Fig;
use bagarre_kit::plane::Pt;

/// How many looks the cache holds.
const MOST: usize = 2_048;

/// The key of the cache: all that a look depends on where no figure hides another, that is place and level of the figure that turns and of the
/// one it turns to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    from: (Pt, i32),
    to: (Pt, i32),
    down: bool,
}

impl Look {
    /// Returns the number of its slot: a later look with the same number evicts it.
    fn slot(self) -> usize {
        let numbers = [
            self.from.0.x,
            self.from.0.y,
            self.from.1,
            self.to.0.x,
            self.to.0.y,
            self.to.1,
            i32::from(self.down),
        ];
        let mix = |sum: u64, n: i32| (sum ^ u64::from(n.unsigned_abs())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (numbers.into_iter().fold(0, mix) >> 32) as usize % MOST
    }
}

/// Looks over one board and their results; allocated with the first look.
#[derive(Debug, Default)]
pub(super) struct Sights(OnceCell<Vec<Kept>>);

/// A slot of the cache.
type Kept = Cell<Option<(Look, bool)>>;

impl Sights {
    /// Returns the slot of a look.
    fn of(&self, look: Look) -> &Kept {
        &self.0.get_or_init(|| vec![Cell::new(None); MOST])[look.slot()]
    }
}

impl Mind<'_> {
    /// Whether a figure sees another one once turned to it.
    pub(super) fn sees(&self, viewer: Fig, target: Fig) -> bool {
        let (space, blocks) = (self.table.space(), self.table.options().figures_block_los);
        let (eye, seen) = (space.stance(viewer), space.stance(target));
        // What figures hide changes with all of them.
        if blocks || eye.down || eye.at == seen.at {
            return space.sees_turned(viewer, target, blocks);
        }
        let look = Look { from: (eye.at, eye.z), to: (seen.at, seen.z), down: seen.down };
        let kept = self.sights.of(look);
        if let Some((known, sees)) = kept.get()
            && known == look
        {
            return sees;
        }
        let sees = space.sees_turned(viewer, target, blocks);
        kept.set(Some((look, sees)));
        sees
    }
}
