//! What the tests have to know of the system besides its rules.

use bagarre_kit::any::Typed;
use bagarre_kit::conformance::{Golden, TestKit, Tested, ready, tables};
use bagarre_kit::contract::Seat;
use bagarre_kit::dice::Dice;
use bagarre_kit::gather::{Gather, Terms};

use crate::{Command, Setup, Toy};

/// The system, for tests that do not know its types.
pub static TESTED: &dyn Tested = &Typed::<Toy>::NEW;

impl TestKit for Toy {
    /// Every table, alone and in a campaign.
    fn setups() -> Vec<Setup> {
        let both = |terms: Terms| [Toy::for_campaign(&terms), terms];
        tables::<Toy>().into_iter().flat_map(both).map(|terms| ready::<Toy>(&terms)).collect()
    }

    fn golden() -> &'static [Golden] {
        &[]
    }

    fn telling() -> &'static [&'static str] {
        &["rolled", "scored", "turn", "goes_on", "dummy", "worth", "omen"]
    }

    fn private(_: &Self::State, _: Seat, _: &mut dyn Dice) -> Option<Self::Command> {
        None
    }

    fn unasked(state: &Self::State, chance: &mut dyn Dice) -> Option<(Seat, Self::Command)> {
        let master = state.foretells()?;
        (chance.die(3) == 1).then(|| (master, Command::Omen(chance.die(6))))
    }
}
