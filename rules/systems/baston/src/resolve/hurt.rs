//! Wounds, stuns, knock-outs and leaving the board (chapters 10, 11, 17).

use super::{Flow, Script};
use crate::event::{Waived, What, Why};
use crate::ids::{Part, Stat, Who};
use crate::scene::Place;

impl Script<'_> {
    /// Stuns a character for `n` sequences (BAS-STN-01 to 06): stuns add up, end what the character was doing, and a
    /// single result of 3 or more may make it collapse.
    pub(super) fn stun(&mut self, who: Who, n: u8, rule: &'static str) -> Flow {
        if n == 0 || !self.fig(who).in_play() {
            return Ok(());
        }
        let figure = *self.fig(who);
        // BAS-STN-03: counting starts with the next sequence when this one is already played.
        let fresh = figure.fresh || (figure.stun == 0 && figure.done);
        // BAS-STN-04: new stuns add to those pending.
        let stun = figure.stun.saturating_add(n);
        self.tell(rule, What::Stunned { who, stun, fresh, gained: n, saved: 0 });
        if !figure.shaken {
            self.tell("BAS-RPG-01", What::Shaken { who, shaken: true });
        }
        self.release_by("BAS-STN-06", who);
        self.interrupt("BAS-STN-06", who);
        self.cancel_rest_of_sequence(who, Why::Stunned, "BAS-STN-02");
        if n < 3 || !self.fig(who).in_play() {
            return Ok(());
        }
        if self.fig(who).prone {
            self.tell("BAS-STN-05", What::NoTest { who, stat: Stat::Con, why: Waived::Prone });
        } else if !self.test(who, Stat::Con, "BAS-STN-05")? {
            self.fall(who, false)?;
        }
        Ok(())
    }

    /// The stun of a blow, of which protection takes `saved` off (BAS-EQP-02): told even when nothing is left of it.
    pub(super) fn stun_through(&mut self, who: Who, n: u8, saved: u8, rule: &'static str) -> Flow {
        if saved == 0 || !self.fig(who).in_play() {
            return self.stun(who, n, rule);
        }
        let figure = *self.fig(who);
        let what = What::Stunned { who, stun: figure.stun, fresh: figure.fresh, gained: 0, saved };
        self.tell("BAS-EQP-02", what);
        self.stun(who, n, rule)
    }

    /// Cancels the rounds of this sequence that a character has not begun.
    pub(super) fn cancel_rest_of_sequence(&mut self, who: Who, why: Why, rule: &'static str) {
        let figure = *self.fig(who);
        if figure.done || self.scene.sequence == 0 {
            return;
        }
        let first = !figure.queued && self.scene.active != Some(who);
        let rounds = [first && !figure.cancelled[0], !figure.cancelled[1]];
        if rounds != [false; 2] {
            self.tell(rule, What::Cancelled { who, rounds, why });
        }
        if figure.queued {
            self.tell(rule, What::Queued { who, queued: false });
        }
    }

    /// Ends a robbery or a change of clothes under way (BAS-TAX-02, RUL-71).
    pub(super) fn interrupt(&mut self, rule: &'static str, who: Who) {
        if self.fig(who).task.is_some() {
            self.tell(rule, What::Working { who, task: None });
        }
    }

    /// Ends the hold of a grappler, if it has one (BAS-CT-07).
    pub(super) fn release_by(&mut self, rule: &'static str, who: Who) {
        if let Some(victim) = self.fig(who).holding {
            self.tell(rule, What::Released { who, victim });
        }
    }

    /// Ends the hold on a character, if there is one.
    pub(super) fn free(&mut self, rule: &'static str, who: Who) {
        if let Some(grappler) = self.fig(who).held_by {
            self.tell(rule, What::Released { who: grappler, victim: who });
        }
    }

    /// What being displaced against one's will ends: one's own hold (BAS-BOU-09, BAS-CT-07), a robbery or a change
    /// of clothes (BAS-TAX-02).
    pub(super) fn jolt(&mut self, who: Who) {
        self.release_by("BAS-CT-07", who);
        self.interrupt("BAS-TAX-02", who);
    }

    /// Wounds a part, protection already taken off (`saved`, for the log). What follows at once: knock-out, fall,
    /// the chair dropped (BAS-WND-01 to 05). Points only ever go down: there is no healing (BAS-WND-08).
    pub(super) fn wound(&mut self, who: Who, part: Part, wounds: u8, saved: u8, rule: &'static str) -> Flow {
        let before = self.fig(who).left[part.i()];
        if wounds + saved == 0 || !self.fig(who).in_play() {
            return Ok(());
        }
        if before == 0 {
            // An arm or the legs already at 0 take no more.
            self.tell("BAS-WND-04", What::Wounded { who, part, wounds: 0, saved: 0, left: 0 });
            return Ok(());
        }
        if wounds == 0 {
            self.tell("BAS-EQP-02", What::Wounded { who, part, wounds, saved, left: before });
            return Ok(());
        }
        let left = before.saturating_sub(wounds);
        self.tell(rule, What::Wounded { who, part, wounds, saved, left });
        if left > 0 {
            return Ok(());
        }
        match part {
            Part::T | Part::Tr => self.knock_out(who),
            Part::J => {
                if self.fig(who).prone {
                    Ok(())
                } else {
                    self.fall(who, true)
                }
            }
            Part::Bd | Part::Bg => self.drop_chair(who),
        }
    }

    /// HS (BAS-WND-02): holds and pending orders vanish, the chair in hand falls, the body stays.
    pub(super) fn knock_out(&mut self, who: Who) -> Flow {
        let by = self.notes.actor.filter(|actor| *actor != who);
        self.release_by("BAS-CT-07", who);
        self.tell("BAS-WND-02", What::Out { who, by });
        self.free("BAS-CT-07", who);
        self.drop_chair(who)
    }

    /// Removes a character from the board with all that it carries (BAS-OFF-01). `by` is the character that caused it;
    /// none when it left by itself.
    pub(super) fn leave_board(&mut self, who: Who, by: Option<Who>) {
        self.release_by("BAS-CT-07", who);
        self.free("BAS-CT-07", who);
        let from = self.fig(who).at;
        self.plot_left(who);
        let gone: Vec<_> = self.scene.carried(who).chain(self.scene.items_in(Place::Worn(who))).collect();
        for (id, kind) in gone {
            self.tell("BAS-OFF-01", What::Item { id, kind, place: Place::Gone });
        }
        self.tell("BAS-OFF-01/RUL-29", What::LeftBoard { who, from, by });
    }
}
