//! The long phase other than pushes (BAS-EXE-04).

use super::{Flow, Script};
use crate::event::{What, Why};
use crate::ids::Who;
use crate::order::R2;

impl Script<'_> {
    /// Begins the long phase: an author that was stunned or seized since has lost its action already.
    pub(super) fn open_long(&mut self) {
        let sequence = self.scene.sequence;
        self.tell("BAS-EXE-04", What::Enter { phase: crate::scene::Phase::Long, sequence });
    }

    /// Plays a queued REN, DES, TAX or MET.
    pub(super) fn long_action(&mut self, who: Who) -> Flow {
        if !self.fig(who).queued {
            return Ok(());
        }
        self.begin_long(who);
        let order = self.order_of(who).r2;
        if !self.playable(who, 2, order.id())? {
            return Ok(());
        }
        match order {
            R2::Overturn => self.overturn(who),
            R2::Destroy => self.destroy(who),
            R2::Rob => self.rob(who),
            R2::Dress => self.dress(who),
            // No long action of this chapter: pushes are played together (BAS-EXE-04).
            R2::Rest | R2::Blow(_) | R2::Open | R2::Shut | R2::Take | R2::Throw | R2::Break | R2::Push => {
                Ok(())
            }
        }
    }

    /// A long action leaves the queue and counts as played from now on (BAS-STN-02).
    pub(super) fn begin_long(&mut self, who: Who) {
        self.notes.actor = Some(who);
        self.tell("BAS-EXE-04", What::Acts { who });
        self.tell("BAS-EXE-04", What::Queued { who, queued: false });
        self.tell("BAS-STN-02", What::Done { who, done: true });
        let order = self.order_of(who).r2.code().to_owned();
        self.tell("BAS-EXE-04", What::Plays { who, round: 2, order });
    }

    /// An order of round 2 that comes to nothing (BAS-EXE-07).
    pub(super) fn lost(&mut self, who: Who, round: u8, why: Why, rule: &'static str) {
        self.tell(rule, What::Lost { who, round, why });
    }
}
