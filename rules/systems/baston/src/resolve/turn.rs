//! The course of a turn: ranks, placement, reveal, rounds, end of sequence (chapters 1, 3, 5).

use super::{Flow, Script};
use crate::command::{Choice, Moment};
use crate::event::{Draw, What, Why};
use crate::ids::{Dec, ItemId, ItemKind, OrderId, Stat, Who};
use crate::order::{R1, R2, Sequence};
use crate::scene::{Layer, Phase, Place};
use crate::tables::tables;
use bagarre_kit::contract::Seat;

impl Script<'_> {
    /// The orders of the current sequence of a character.
    pub(super) fn order_of(&self, who: Who) -> Sequence {
        self.fig(who).orders[usize::from(self.scene.sequence.clamp(1, 3)) - 1]
    }

    /// Ranks: higher VIT, then higher DEX, then a random pick, place by place (BAS-RNK-01). They never change
    /// (BAS-RNK-02).
    pub(super) fn draw_ranks(&mut self) -> Flow {
        let mut left: Vec<Who> = self.scene.whos().collect();
        let mut rank = 1;
        while !left.is_empty() {
            let key = |who: &Who| (self.stat(*who, Stat::Vit), self.stat(*who, Stat::Dex));
            let best = left.iter().map(key).max();
            let tied: Vec<Who> = left.iter().copied().filter(|who| Some(key(who)) == best).collect();
            let who = tied[self.pick(tied.len(), "BAS-RNK-01", Draw::Rank, None)?];
            self.tell("BAS-RNK-01", What::Ranked { who, rank });
            left.retain(|other| *other != who);
            rank += 1;
        }
        Ok(())
    }

    /// A turn begins: programmes are written for it (BAS-PRG-01).
    pub(super) fn open_turn(&mut self) {
        self.see_off();
        let turn = self.scene.turn + 1;
        self.tell("BAS-EXE-00", What::Turn { turn });
    }

    /// Makes a seat give up. Between pieces of work its characters leave at once; `between` says whether it is such a
    /// moment. Otherwise the seat is asked no more, and they leave at the end of the sequence.
    pub(crate) fn concede(&mut self, seat: Seat, between: bool) {
        self.tell("RUL-109", What::GaveUp { seat });
        if between {
            self.see_off();
            self.end_with_one_band();
        }
    }

    /// The characters of bands that have given up leave the board; the cash box stays where its carrier stood (RUL-109).
    fn see_off(&mut self) {
        for who in self.scene.by_rank() {
            if !self.scene.gave_up.contains(&self.seat(who)) {
                continue;
            }
            let place = Place::At(self.fig(who).at, Layer::Ground);
            let kept: Vec<_> =
                self.scene.carried(who).filter(|(_, kind)| *kind == ItemKind::Caisse).collect();
            for (id, kind) in kept {
                self.tell("RUL-109", What::Item { id, kind, place });
            }
            self.leave_board(who, None);
        }
    }

    /// The game ends when at most one band is left.
    fn end_with_one_band(&mut self) -> bool {
        let over = self.scene.bands_in_play(|who| self.state.seat_of(who)) <= 1;
        if over {
            self.finish("BAS-END-02", "last_band");
        }
        over
    }

    /// All programmes are revealed at once, or their first sequence (BAS-EXE-01).
    pub(super) fn reveal(&mut self) {
        self.show_orders("BAS-EXE-01", 1);
    }

    /// Shows what the sheets hold up to a sequence, where that is news.
    fn show_orders(&mut self, rule: &'static str, sequence: usize) {
        let upto = if self.state.setup.options.reveal_by_sequence { sequence.min(3) } else { 3 };
        for who in self.scene.by_rank() {
            let Some(sheet) = &self.state.sheets[who.i()] else { continue };
            let mut orders = self.fig(who).orders;
            orders[..upto].copy_from_slice(&sheet.0.orders[..upto]);
            if orders != self.fig(who).orders {
                self.tell(rule, What::Revealed { who, orders });
            }
        }
    }

    /// A sequence begins with its rank phase (BAS-EXE-02).
    pub(super) fn open_sequence(&mut self) {
        let sequence = self.scene.sequence + 1;
        if self.state.setup.options.reveal_by_sequence {
            self.show_orders("BAS-EXE-01", usize::from(sequence));
        }
        self.tell("BAS-EXE-02", What::Enter { phase: Phase::Rank, sequence });
    }

    /// Drops what the instructions say for this moment (BAS-PRG-11, BAS-OBJ-02, DEC-19).
    fn instructed_drops(&mut self, who: Who, when: Moment) -> Flow {
        let Some(sheet) = &self.state.sheets[who.i()] else { return Ok(()) };
        let sequence = self.scene.sequence;
        let planned = sheet.0.instructions.drops.iter();
        let items: Vec<ItemId> = planned
            .filter(|plan| plan.sequence == sequence && plan.when == when)
            .map(|plan| plan.item)
            .collect();
        for item in items {
            if self.fig(who).in_play() && self.scene.carried(who).any(|(id, _)| id == item) {
                self.instructed(who, Dec::Drop, "BAS-PRG-11", Choice::Item(item));
                self.drop_item(who, item)?;
            }
        }
        Ok(())
    }

    /// Plays a round of a character (BAS-EXE-03, BAS-EXE-06).
    pub(super) fn round(&mut self, who: Who, round: u8) -> Flow {
        self.notes.actor = Some(who);
        if !self.can_go_on(who) {
            return Ok(());
        }
        if round == 1 {
            self.instructed_drops(who, Moment::BeforeRound1)?;
            self.first_round(who)?;
            if !self.can_go_on(who) {
                // BAS-EXE-06: stunned, HS or gone: the second round is cancelled.
                if self.fig(who).in_play() && !self.fig(who).done {
                    self.tell("BAS-EXE-06", What::Done { who, done: true });
                }
            }
            return Ok(());
        }
        self.instructed_drops(who, Moment::BetweenRounds)?;
        self.second_round(who)?;
        if self.fig(who).in_play() {
            self.instructed_drops(who, Moment::AfterRound2)?;
        }
        Ok(())
    }

    fn can_go_on(&self, who: Who) -> bool {
        let figure = self.fig(who);
        figure.in_play() && !figure.stunned() && figure.held_by.is_none()
    }

    fn first_round(&mut self, who: Who) -> Flow {
        let Sequence { r1, r2 } = self.order_of(who);
        self.tell("BAS-EXE-03", What::Plays { who, round: 1, order: r1.to_string() });
        if self.fig(who).holding.is_some() {
            return self.first_round_holding(who, r1);
        }
        match r1 {
            // BAS-RST-01: nothing; aiming shows in the second round.
            R1::Rest => Ok(()),
            R1::Take | R1::Break => self.combination(who, r1, r2),
            R1::Walk(dir, _) if r2 == R2::Open && self.opens_on_the_way(who, dir) => {
                if self.playable(who, 1, OrderId::Walk)? && self.playable(who, 1, OrderId::Open)? {
                    self.walk_through(who, dir)?;
                    if self.can_go_on(who) {
                        self.tell(
                            "BAS-OUV-04",
                            What::Cancelled { who, rounds: [false, true], why: Why::Together },
                        );
                    }
                }
                self.turn_suffix(who, r1);
                Ok(())
            }
            R1::Walk(..)
            | R1::Crawl(..)
            | R1::Jump(..)
            | R1::Leap(_)
            | R1::Run(..)
            | R1::Rise(_)
            | R1::LieDown(_)
            | R1::Turn(_)
            | R1::Face(_) => {
                if self.playable(who, 1, r1.id())? {
                    self.play_move(who, r1)
                } else {
                    self.turn_suffix(who, r1);
                    Ok(())
                }
            }
        }
    }

    /// The turn written behind a move: even when the move was refused (BAS-PRG-04).
    pub(super) fn turn_suffix(&mut self, who: Who, order: R1) {
        if let Some(pivot) = order.suffix()
            && self.can_go_on(who)
            && self.fig(who).holding.is_none()
        {
            let dir = self.fig(who).facing.turn(pivot.eighths());
            self.tell("BAS-PRG-04", What::Faced { who, dir });
        }
    }

    /// PRE/LAN, PRE/CP, PRE/BRI and BRI/CP: both rounds in one piece of work (BAS-PRG-03).
    fn combination(&mut self, who: Who, r1: R1, r2: R2) -> Flow {
        let first = if !self.playable(who, 1, r1.id())? {
            None
        } else if r1 == R1::Take {
            self.take(who, 1, Some(r2))?
        } else {
            self.break_bottle(who, 1, None)?
        };
        self.instructed_drops(who, Moment::BetweenRounds)?;
        if !self.can_go_on(who) {
            return Ok(());
        }
        self.tell("BAS-EXE-06", What::Done { who, done: true });
        self.tell("BAS-EXE-03", What::Plays { who, round: 2, order: r2.code().to_owned() });
        match (r2, first) {
            (R2::Throw | R2::Break, None) => self.lost(who, 2, Why::FirstHalf, "BAS-PRG-03"),
            (R2::Throw, Some(item)) => {
                if self.playable(who, 2, r2.id())? {
                    self.throw(who, Some(item), false)?;
                }
            }
            (R2::Break, Some(item)) => {
                if self.playable(who, 2, r2.id())? {
                    self.break_bottle(who, 2, Some(item))?;
                }
            }
            // BRI/CP is given with the bottle just broken; PRE/CP leaves the weapon free (RUL-12).
            (R2::Blow(blow), item) => {
                if self.playable(who, 2, r2.id())? {
                    self.play_blow(who, blow, item.filter(|_| r1 == R1::Break))?;
                }
            }
            // No combination ends so (BAS-PRG-03).
            (
                R2::Rest
                | R2::Open
                | R2::Shut
                | R2::Take
                | R2::Push
                | R2::Overturn
                | R2::Destroy
                | R2::Rob
                | R2::Dress,
                _,
            ) => {}
        }
        if self.fig(who).in_play() { self.instructed_drops(who, Moment::AfterRound2) } else { Ok(()) }
    }

    fn second_round(&mut self, who: Who) -> Flow {
        let order = self.order_of(who);
        if order.r2.is_long() {
            self.tell("BAS-EXE-04", What::Queued { who, queued: true });
            return Ok(());
        }
        self.tell("BAS-EXE-06", What::Done { who, done: true });
        if self.fig(who).cancelled[1] && order.r2 == R2::Open {
            return Ok(());
        }
        self.tell("BAS-EXE-03", What::Plays { who, round: 2, order: order.r2.code().to_owned() });
        if order.r2 == R2::Rest || !self.playable(who, 2, order.r2.id())? {
            return Ok(());
        }
        match order.r2 {
            R2::Blow(blow) => self.play_blow(who, blow, None),
            R2::Open => self.work_opening(who, true),
            R2::Shut => self.work_opening(who, false),
            R2::Take => self.take(who, 2, None).map(drop),
            R2::Throw => self.throw(who, None, order.aims()),
            R2::Break => self.break_bottle(who, 2, None).map(drop),
            // A rest is nothing; a long action has been queued.
            R2::Rest | R2::Push | R2::Overturn | R2::Destroy | R2::Rob | R2::Dress => Ok(()),
        }
    }

    /// Whether posture, limbs and hands allow an order; otherwise it is lost (BAS-EXE-07, BAS-POS-08, BAS-WND-03 to
    /// 07, BAS-OBJ-05). The chair in hand may be dropped to free it (DEC-07).
    pub(super) fn playable(&mut self, who: Who, round: u8, order: OrderId) -> Flow<bool> {
        let row = tables().order(order);
        let figure = *self.fig(who);
        let carries_box = || self.scene.carried(who).any(|(_, kind)| kind == ItemKind::Caisse);
        let fault = if !row.suits(figure.prone) {
            Some((Why::Posture, "BAS-POS-08"))
        } else if figure.left[4] == 0 && !row.legs_at_0 {
            Some((Why::Limb, "BAS-WND-03"))
        } else if figure.arms() < row.arms {
            Some((Why::Limb, if figure.arms() == 0 { "BAS-WND-07" } else { "BAS-WND-05" }))
        } else if order == OrderId::Run && carries_box() {
            Some((Why::Loaded, "BAS-END-01"))
        } else {
            None
        };
        if let Some((why, rule)) = fault {
            self.lost(who, round, why, rule);
            return Ok(false);
        }
        if !row.with_chair && self.scene.chair_of(who).is_some() {
            return self.make_hands_free(who, round);
        }
        Ok(true)
    }

    /// The end of a sequence begins (BAS-EXE-05).
    pub(super) fn open_closing(&mut self) {
        let sequence = self.scene.sequence;
        self.tell("BAS-EXE-05", What::Enter { phase: Phase::Closing, sequence });
    }

    /// Stuns go down (BAS-STN-03), the game may end (BAS-END-02), the rewriting window opens (BAS-RPG-01).
    pub(super) fn close_sequence(&mut self) {
        self.plot_sequence();
        for who in self.scene.by_rank() {
            let figure = *self.fig(who);
            if figure.held_by.is_some() && !figure.shaken {
                self.tell("BAS-RPG-01", What::Shaken { who, shaken: true });
            }
            if figure.fresh {
                self.tell(
                    "BAS-STN-03",
                    What::Stunned { who, stun: figure.stun, fresh: false, gained: 0, saved: 0 },
                );
            } else if figure.stun > 0 {
                let stun = figure.stun - 1;
                self.tell("BAS-STN-03", What::Stunned { who, stun, fresh: false, gained: 0, saved: 0 });
            }
        }
        self.see_off();
        if self.end_with_one_band() {
            return;
        }
        let sequence = self.scene.sequence;
        if sequence < 3 && self.scene.whos().any(|who| may_rewrite(self.fig(who), sequence)) {
            self.tell("BAS-RPG-01", What::Enter { phase: Phase::Rewriting, sequence });
        }
    }

    /// All rewrites of the window are revealed together (BAS-RPG-01, RUL-20).
    pub(super) fn rewritten(&mut self) {
        self.show_orders("BAS-RPG-01/RUL-20", usize::from(self.scene.sequence));
    }

    /// The turn ends; the game after its last one (BAS-END-01).
    pub(super) fn end_turn(&mut self) {
        self.plot_turn();
        let plot = &self.scene.plot;
        if plot.carried_out.is_some() || plot.last_turn.is_some_and(|last| self.scene.turn >= last) {
            self.finish("BAS-END-01", "plot");
        } else if self.scene.turn >= self.state.turns {
            self.finish("BAS-END-01", "turns");
        }
    }
}

/// Whether a character may be rewritten after a sequence: shaken, in play, and with a sequence left that is neither
/// lost nor a forced rest (BAS-RPG-01, BAS-RPG-02).
pub(crate) fn may_rewrite(figure: &crate::scene::Figure, sequence: u8) -> bool {
    let lost = sequence.saturating_add(figure.stun.max(u8::from(figure.owes)));
    figure.shaken && figure.in_play() && lost < 3
}
