//! Charges: the straight way, two who charge each other, and what a charge adds (CEL-SPE-03, CEL-SPE-04, CEL-HEX-07).

use super::{Flow, Script};
use crate::command::{Act, Blow, Deed, Go, Goal, March, Pace, Trick};
use crate::event::{Way, What};
use crate::ids::Who;
use crate::scene::Prepared;
use crate::tables::tables;
use bagarre_kit::hex::{Cube, Hex};

/// A charge that a deed declares.
#[derive(Clone, Copy)]
pub(super) struct Charge {
    who: Who,
    blow: Blow,
    march: March,
    to: Hex,
}

impl Charge {
    /// The charge of a deed; `None` for any other deed.
    pub(super) fn of(who: Who, deed: &Deed) -> Option<Self> {
        match (&deed.act, deed.go) {
            (Act::Strike(blow), Some(Go::March(march))) if blow.charge => match march.to {
                Goal::Hex(to) => Some(Self { who, blow: *blow, march, to }),
                Goal::Who(_) | Goal::Off => None,
            },
            _ => None,
        }
    }

    /// Whether two charge each other.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.blow.at == other.who && other.blow.at == self.who
    }
}

/// The least steps of a charge (CEL-SPE-04).
fn least() -> usize {
    tables().hex_rules.steps(tables().charge.min_straight_cm).into()
}

/// Whether a move is straight along one of the six sides, and long enough for a charge.
fn is_straight(way: Cube) -> bool {
    usize::from(way.steps()) >= least() && (way.x == 0 || way.y == 0 || way.z == 0)
}

impl Script<'_> {
    /// A charger goes along its straight way and nowhere else: as far as it said, else to the first place after three steps that is in
    /// reach of its target, else to the first one in reach, else as far as it can.
    pub(super) fn charges(&mut self, charge: &Charge) -> Flow {
        if !self.may_charge(charge) {
            return Ok(());
        }
        self.charge_runs(charge)?;
        let (way, open) = self.straight(charge);
        let at = self.of(charge.blow.at).pose.at;
        let ends = |n: &usize| self.strikes_from(charge, way[n - 1], at);
        let steps = if open == way.len() && ends(&open) {
            open
        } else if self.strikes_from(charge, self.of(charge.who).pose.at, at) && open < least() {
            0
        } else {
            let long = (least()..=open).find(ends);
            long.or_else(|| (1..=open).find(ends)).unwrap_or(way.len())
        };
        self.charge_walks(charge, &way[..steps]);
        Ok(())
    }

    /// Two who charge each other come on step by step, the faster first, until both have made three steps and reach the other. Where
    /// there is no room for that, each goes in its turn.
    pub(super) fn charge_each_other(&mut self, first: &Charge, second: &Charge) -> Flow {
        let pair = [first, second];
        for charge in pair {
            if self.may_charge(charge) {
                self.charge_runs(charge)?;
            }
        }
        if pair.iter().all(|charge| self.may_charge(charge))
            && let Some(steps) = self.meeting(pair)
        {
            for (charge, steps) in pair.into_iter().zip(steps) {
                let (way, _) = self.straight(charge);
                self.charge_walks(charge, &way[..steps]);
            }
            return Ok(());
        }
        self.charges(first)?;
        self.charges(second)
    }

    /// How many steps each of two makes who charge each other; `None` where they do not both come to a charge.
    fn meeting(&self, pair: [&Charge; 2]) -> Option<[usize; 2]> {
        let lines = pair.map(|charge| {
            let (way, open) = self.straight(charge);
            let from = self.of(charge.who).pose.at;
            [from].into_iter().chain(way.into_iter().take(open)).collect::<Vec<_>>()
        });
        let mut steps = [0; 2];
        let there = |n: usize, steps: [usize; 2]| {
            let (own, other) = (lines[n][steps[n]], lines[1 - n][steps[1 - n]]);
            steps[n] >= least() && self.strikes_from(pair[n], own, other)
        };
        loop {
            let before = steps;
            for n in [0, 1] {
                let next = lines[n].get(steps[n] + 1);
                let free = next.is_some_and(|next| *next != lines[1 - n][steps[1 - n]]);
                if free && !there(n, steps) {
                    steps[n] += 1;
                }
            }
            if steps == before {
                return (there(0, steps) && there(1, steps)).then_some(steps);
            }
        }
    }

    /// Whether a charger can still come on: it is able, free to move and not engaged.
    fn may_charge(&self, charge: &Charge) -> bool {
        self.of(charge.who).ties.engaged.is_empty() && self.public().can_move(charge.who)
    }

    /// The fast move of a charge, rolled where it is one.
    fn charge_runs(&mut self, charge: &Charge) -> Flow {
        if charge.march.pace == Pace::Walk { Ok(()) } else { self.runs(charge.who, &charge.march, false) }
    }

    /// The straight way of a charge to where it is said to end, and how many of its steps can be made.
    fn straight(&self, charge: &Charge) -> (Vec<Hex>, usize) {
        let mut hex = self.of(charge.who).pose.at;
        let Some((side, steps)) = hex.straight(charge.to) else { return (Vec::new(), 0) };
        let mut way = Vec::new();
        for _ in 0..steps {
            hex = hex.beside(side);
            way.push(hex);
        }
        let public = self.public();
        let gait = public.gait(charge.who, &charge.march);
        let open = public.walked(charge.who, &way, gait, public.units(charge.who)).0.len();
        (way, open)
    }

    /// Whether the blow of a charge reaches from one hexagon to another, and the charger may stand there.
    fn strikes_from(&self, charge: &Charge, from: Hex, to: Hex) -> bool {
        let public = self.public();
        let steps = from.distance(to);
        let reach = crate::state::PublicState::steps(self.arm(charge.who, &charge.blow));
        public.free(charge.who, from, true)
            && steps <= reach
            && (steps <= 1 || self.fixed().board.sees(from, to))
    }

    fn charge_walks(&mut self, charge: &Charge, way: &[Hex]) {
        let gait = self.public().gait(charge.who, &charge.march);
        let kind = match charge.march.pace {
            Pace::Walk => (Way::Walk, "CEL-MOV-01"),
            Pace::Run | Pace::Zigzag => (Way::Run, "CEL-MOV-02"),
        };
        self.go_along(charge.who, way, gait, kind);
    }

    /// The blow that is made of one that was declared. A charge without its straight move is a plain blow (CEL-SPE-04), without the
    /// shield too (CEL-SPE-05); so is a prepared blow whose author was wounded since (CEL-SPE-07, CEL-SPE-08).
    pub(super) fn as_made(&self, who: Who, blow: &Blow) -> Blow {
        let charge = blow.charge && self.has_charged(who);
        let prepared = self.of(who).mind.prepared;
        let trick = blow.trick.filter(|trick| match trick {
            Trick::Shield => charge,
            Trick::Force => prepared == Some(Prepared::Force),
            Trick::Acrobatic => prepared == Some(Prepared::Acrobatic),
            Trick::Trip | Trick::Throw | Trick::Seize => true,
        });
        Blow { trick, charge, ..*blow }
    }

    fn has_charged(&self, who: Who) -> bool {
        let beat = &self.of(who).beat;
        beat.moved && is_straight(beat.way)
    }

    /// What a charge adds to the damage (CEL-SPE-03): all of it for the charger, half for the charged one, even if it strikes first
    /// (CEL-R71); more when both charge, each the same (CEL-R31).
    pub(super) fn charge_bonus(&self, who: Who, blow: &Blow) -> i16 {
        let rows = &tables().charge;
        let public = self.public();
        match (blow.charge, self.met_by_charge(who, blow.at)) {
            (true, true) => match (public.charges_mounted(who), public.charges_mounted(blow.at)) {
                (true, true) => rows.both_mounted,
                (false, false) => rows.both_foot,
                _ => rows.both_mixed,
            },
            (true, false) => public.charge_bonus(who),
            (false, true) => public.charge_bonus(blow.at) / 2,
            (false, false) => 0,
        }
    }

    /// Whether a fighter was charged by another in this segment: the facts of the work tell who declared it, and the scene who did
    /// before; the move tells whether it came to one (CEL-SPE-04).
    pub(super) fn met_by_charge(&self, who: Who, by: Who) -> bool {
        let declared = self.facts.iter().any(|fact| {
            matches!(&fact.what, What::Acts { who: actor, deed } if *actor == by
                && matches!(&deed.act, Act::Strike(blow) if blow.charge && blow.at == who))
        });
        (declared || self.of(by).beat.charge == Some(who)) && self.has_charged(by)
    }
}
