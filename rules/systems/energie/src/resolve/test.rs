//! Tests (section B), with what a referee adds before the dice (ENE-MJ-03).

use super::{Flow, Script};
use crate::command::{Ask, Trial};
use crate::event::{Answer, Critical, Edge, What};
use crate::ids::{Scope, Who};
use crate::legal;
use crate::odds::{net, threshold};
use crate::scene::{Boon, TokenKind};
use crate::state::Input;
use crate::tables::tables;

/// A test that is to be made.
pub(super) struct Try {
    /// The character that rolls.
    pub(super) who: Who,
    /// What for.
    pub(super) trial: Trial,
    /// The character that it is against.
    pub(super) against: Option<Who>,
    /// How many dice.
    pub(super) score: u8,
    /// Successes that it takes.
    pub(super) need: u8,
    /// Advantages.
    pub(super) good: Vec<Edge>,
    /// Disadvantages.
    pub(super) bad: Vec<Edge>,
    /// The rule that asks for it.
    pub(super) rule: &'static str,
}

/// What a test came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thrown {
    /// Dice that reached the threshold.
    pub(super) successes: u8,
    /// The need, with what the referee added.
    pub(super) need: u8,
    /// Net successes (ENE-COR-06); of an attack before any pool.
    pub(super) net: u8,
    /// Two sixes (ENE-COR-07).
    pub(super) sixes: bool,
    /// A critical failure (ENE-COR-08).
    pub(super) fumble: bool,
    /// Whether the referee grants or refuses the FP.
    pub(super) fp: Option<bool>,
}

impl Thrown {
    /// A critical success of a test that is no attack.
    pub(super) fn critical(self) -> bool {
        self.sixes && self.net > 0
    }
}

/// The scope of helps that a test spends (ENE-AID-04).
pub(super) fn scope(trial: Trial) -> Option<Scope> {
    match trial {
        Trial::Attack | Trial::Ram => Some(Scope::Attaque),
        Trial::Roll => Some(Scope::Defense),
        Trial::FirstAid | Trial::Heal => Some(Scope::Soin),
        Trial::Move => Some(Scope::Deplacement),
        Trial::Door | Trial::Console | Trial::Stabilise => None,
    }
}

impl Script<'_> {
    /// Edges of a test that is no attack: tokens and states (ENE-COR-04, ENE-STA-10).
    pub(super) fn common_edges(&self, who: Who, trial: Trial) -> (Vec<Edge>, Vec<Edge>) {
        let fighter = self.f(who);
        if trial == Trial::Stabilise {
            // ENE-HEA-03: no token of either kind applies to the inert.
            let bad = if fighter.numb > 0 { vec![Edge::Numb] } else { Vec::new() };
            return (Vec::new(), bad);
        }
        let (good, mut bad) = legal::tokens(fighter, scope(trial));
        if fighter.weakened() {
            bad.push(Edge::Weakened);
        }
        if fighter.numb > 0 {
            bad.push(Edge::Numb);
        }
        (good, bad)
    }

    /// What the referee sets for this test: in the pause before it, or in advance (ENE-MJ-03).
    fn boon(&mut self, test: &Try) -> Flow<Boon> {
        let Some(seat) = self.state.fixed.setup.master() else { return Ok(Boon::default()) };
        if let Some(at) = self.scene.boons.iter().position(|(who, _)| *who == test.who) {
            let mut boons = self.scene.boons.clone();
            let (_, boon) = boons.remove(at);
            let meddled = self.scene.meddled.clone();
            self.tell("ENE-MJ-03", What::Boons { boons, meddled });
            return Ok(boon);
        }
        if !self.state.fixed.setup.options.fenetre {
            return Ok(Boon::default());
        }
        let (who, trial, need) = (test.who, test.trial, test.need);
        // An answer on the tape was asked while the referee might still step in.
        let asked = matches!(self.peek(), Some(Input::Answer(Answer::Boon(_))));
        if !asked && !self.may_meddle(who) {
            return Ok(Boon::default());
        }
        let boon = self.put(
            |id| Ask::Window { id, seat, who, trial, need },
            |answer| if let Answer::Boon(boon) = answer { Some(*boon) } else { None },
        )?;
        if boon != Boon::default() {
            let meddled = self.count_meddling(who);
            let boons = self.scene.boons.clone();
            self.tell("ENE-MJ-02", What::Meddled { who: Some(who), boon: Some(boon) });
            self.tell("ENE-MJ-07", What::Boons { boons, meddled });
        }
        Ok(boon)
    }

    /// Makes a test (ENE-COR-02 to 08).
    pub(super) fn test(&mut self, mut test: Try) -> Flow<Thrown> {
        let boon = self.boon(&test)?;
        match test.trial {
            Trial::Attack | Trial::Ram => {
                let need = i16::from(test.need) + i16::from(boon.need);
                test.need = need.max(i16::from(tables().core.req_normal)) as u8;
            }
            _ => test.need = boon.difficulty.unwrap_or(test.need),
        }
        match boon.edge.signum() {
            1 => test.good.push(Edge::Master),
            -1 => test.bad.push(Edge::Master),
            _ => {}
        }
        let threshold = threshold(test.good.len(), test.bad.len());
        let faces = self.roll(test.score, 6, test.rule, test.trial.label())?;
        let core = &tables().core;
        let successes = faces.iter().filter(|face| **face >= threshold).count() as u8;
        let shown = |side: u8| faces.iter().map(|face| usize::from(*face == side)).sum::<usize>();
        let sixes = shown(6) >= core.critical_success_min_sixes;
        let ones = shown(1) >= core.critical_failure_min_ones;
        let net = net(successes, test.need);
        let fumble = successes == 0 && ones;
        let critical = match (fumble, sixes && net > 0) {
            (true, _) => Critical::Failure,
            (false, true) if !matches!(test.trial, Trial::Attack | Trial::Ram) => Critical::Success,
            _ => Critical::None,
        };
        self.tell(
            test.rule,
            What::Test {
                who: test.who,
                trial: test.trial,
                against: test.against,
                faces: faces.to_vec(),
                threshold,
                need: test.need,
                successes,
                good: test.good,
                bad: test.bad,
                critical,
            },
        );
        self.spend_tokens(test.who, test.trial);
        Ok(Thrown { successes, need: test.need, net, sixes, fumble, fp: boon.fp })
    }

    /// Every token that counted is spent, and the aim of an attack (ENE-AID-04, ENE-PRE-01).
    fn spend_tokens(&mut self, who: Who, trial: Trial) {
        if trial == Trial::Stabilise {
            return;
        }
        let scope = scope(trial);
        let mut tokens = self.f(who).tokens.clone();
        tokens.retain(|token| match token.kind {
            TokenKind::Help(Scope::Tout) | TokenKind::Hinder => false,
            TokenKind::Help(own) => Some(own) != scope,
        });
        if tokens != self.f(who).tokens {
            self.tell("ENE-AID-04", What::Tokens { who, tokens });
        }
        if matches!(trial, Trial::Attack | Trial::Ram) && self.f(who).prepared > 0 {
            self.tell("ENE-PRE-01", What::Prepared { who, prepared: 0 });
        }
    }
}
