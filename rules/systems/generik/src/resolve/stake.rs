//! What hangs on the answer to a question.

use crate::ids::Fig;
use crate::legal::Hit;
use crate::odds::Assault;

/// What hangs on the answer to a question, as far as the question does not say it: all of it is public. The odds of
/// each answer follow from it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Stake {
    /// Nothing that dice decide at once.
    #[default]
    Nothing,
    /// The attack under way (GEN-DEC-17, 20, 21).
    Attack {
        /// The attacker.
        fig: Fig,
        /// The target.
        target: Fig,
        /// How.
        how: Assault,
    },
    /// The figure that is attacked next (GEN-DEC-18, 28).
    Target {
        /// The attacker.
        fig: Fig,
        /// How.
        how: Assault,
        /// A bad reputation has been faced in this action.
        tested: bool,
    },
    /// The figure that takes a hit (GEN-DEC-19).
    Victim(Hit),
    /// A wound die that may be rolled again (GEN-DEC-23).
    Wound {
        /// The modifier.
        add: i8,
        /// It comes from a fall.
        fall: bool,
    },
    /// A morale die that may be rolled again (GEN-DEC-24).
    Morale,
    /// A blow at a figure on the ground (GEN-DEC-25).
    Finish(Hit),
}
