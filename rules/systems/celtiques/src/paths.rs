//! Ways over the map: where a fighter can go, and by which hexagons (CEL-HEX, CEL-MOV).

use std::cell::RefCell;

use super::command::{Blow, Goal, March, Pace};
use super::figures::Gait;
use super::ids::{Doctrine, Scenario, Team, Who};
use super::legal;
use super::scene::Status;
use super::state::PublicState;
use super::tables::tables;
use bagarre_kit::hex::{Hex, Ways, way, ways};

/// The cost up to which the nearest place to one that cannot be reached is looked for: a few segments.
const NEAR: u32 = 3_000;
/// What a step costs at the highest speed there is.
const FASTEST: u32 = 40;

/// What steps cost a fighter: looked up once for each kind of hexagon.
struct Walker<'a> {
    public: PublicState<'a>,
    who: Who,
    gait: Gait,
    /// Hexagons where a fighter stands, and whether they may be stepped over.
    taken: Vec<(Hex, bool)>,
    known: RefCell<Vec<(char, bool, Option<u32>)>>,
    /// Hexagons out of the fight may be entered.
    out: bool,
}

impl Walker<'_> {
    fn cost(&self, from: Hex, to: Hex) -> Option<u32> {
        let board = &self.public.fixed.board;
        let cell = board.cell(to).filter(|cell| cell.r#move)?;
        if !self.out && board.is_outside(to) {
            return None;
        }
        let taken = self.taken.iter().find(|(hex, _)| *hex == to);
        if taken.is_some_and(|(_, over)| !over) {
            return None;
        }
        if taken.is_some() || !self.public.scene.rulings.slow.is_empty() {
            return self.public.cost(self.who, (from, to), self.gait);
        }
        let rises = cell.height > board.height(from);
        if let Some((.., cost)) =
            self.known.borrow().iter().find(|(letter, up, _)| (*letter, *up) == (cell.letter, rises))
        {
            return *cost;
        }
        let cost = self.public.cost(self.who, (from, to), self.gait);
        self.known.borrow_mut().push((cell.letter, rises, cost));
        cost
    }
}

impl<'a> PublicState<'a> {
    fn walker(self, who: Who, gait: Gait, out: bool) -> Walker<'a> {
        let over = |it: Who| self.side(it) == self.side(who) && self.of(it).lies();
        let taken = self.able().filter(|it| *it != who).map(|it| (self.of(it).pose.at, over(it))).collect();
        Walker { public: self, who, gait, taken, known: RefCell::default(), out }
    }

    /// The ways of a fighter within a cost.
    pub fn ways(self, who: Who, gait: Gait, most: u32) -> Ways {
        let walker = self.walker(who, gait, false);
        ways(self.of(who).pose.at, most, |a, b| walker.cost(a, b))
    }

    /// How a march goes, with the fast move roll in force.
    pub fn gait(self, who: Who, march: &March) -> Gait {
        let fast = self.of(who).turn.fast.filter(|_| march.pace != Pace::Walk);
        Gait { fast, zigzag: march.pace == Pace::Zigzag, evasive: march.evasive }
    }

    /// The way of a march as far as its goal, or as near to it as can be; empty when there is none.
    pub fn way(self, who: Who, goal: Goal, gait: Gait) -> Vec<Hex> {
        let from = self.of(who).pose.at;
        let walker = self.walker(who, gait, goal == Goal::Off);
        let cost = |a: Hex, b: Hex| walker.cost(a, b);
        let stops = |at: Hex| self.free(who, at, true);
        // No fighter is faster than this: a lower bound for what is left of a way.
        let least = |steps: u16| u32::from(steps) * FASTEST;
        let found = match goal {
            Goal::Hex(hex) => way(from, |at| at == hex && stops(at), |at| least(at.distance(hex)), cost),
            Goal::Who(other) => {
                let to = self.of(other).pose.at;
                let reach = Self::steps(self.guard(who));
                let there = |at: Hex| {
                    let steps = at.distance(to);
                    steps <= reach && (steps <= 1 || self.fixed.board.sees(at, to)) && stops(at)
                };
                way(from, there, |at| least(at.distance(to).saturating_sub(reach)), cost)
            }
            Goal::Off => {
                let out = self.ways_out(who);
                return way(from, |at| out(at) && stops(at), |_| 0, cost).unwrap_or_default();
            }
        };
        let to = match goal {
            Goal::Who(other) => self.of(other).pose.at,
            Goal::Hex(hex) => hex,
            Goal::Off => from,
        };
        found.unwrap_or_else(|| {
            // There is no way: as near as can be.
            let known = self.ways(who, gait, NEAR);
            let near = |(at, cost): &(Hex, u32)| (at.distance(to), *cost, *at);
            let best = known.all().filter(|(at, _)| stops(*at)).min_by_key(near);
            best.map_or(Vec::new(), |(at, _)| known.to(at))
        })
    }

    /// Whether a fighter may leave the map from a hexagon: its exit, or its own edge (CEL-HEX-09).
    pub fn leaves_at(self, who: Who, at: Hex) -> bool {
        let (board, side) = (&self.fixed.board, self.side(who));
        // CEL-SCN-05: a beast that crosses the wood does not turn back over the edge it came from.
        let beast =
            self.fixed.setup.scenario == Scenario::Sanglier && self.profile(who).doctrine == Doctrine::Bete;
        self.exits_at(who, at) || !beast && board.is_edge(side, at)
    }

    /// Returns where "off the map" leads (CEL-R99): by the exit that counts, if there is one; a fighter that stands on
    /// its own edge is there already.
    fn ways_out(self, who: Who) -> impl Fn(Hex) -> bool + use<'a> {
        let exit = self.fixed.board.all().any(|at| self.exits_at(who, at));
        let counts = exit && !self.leaves_at(who, self.of(who).pose.at);
        move |at| if counts { self.exits_at(who, at) } else { self.leaves_at(who, at) }
    }

    /// Whether leaving from there is by the exit of the scenario, and no flight.
    pub fn exits_at(self, who: Who, at: Hex) -> bool {
        let (board, side) = (&self.fixed.board, self.side(who));
        match self.fixed.setup.scenario {
            Scenario::Chemin => side == Team::First && board.is_exit(side, at) && !self.of(who).body.fleeing,
            Scenario::Sanglier => side == Team::Second && board.is_exit(side, at),
            Scenario::Etendard => self.of(who).gear.standard && board.is_edge(side, at),
            _ => false,
        }
    }

    /// The part of a way that a budget is enough for, and what is left of it: the walker stops on a free hexagon (CEL-HEX-04).
    pub fn walked(self, who: Who, way: &[Hex], gait: Gait, units: u32) -> (Vec<Hex>, u32) {
        let (mut left, mut at, mut path) = (units, self.of(who).pose.at, Vec::new());
        for hex in way {
            let cost = self.cost(who, (at, *hex), gait).filter(|_| self.free(who, *hex, false));
            let Some(rest) = cost.and_then(|cost| left.checked_sub(cost)) else { break };
            (left, at) = (rest, *hex);
            path.push(*hex);
        }
        while path.last().is_some_and(|at| !self.free(who, *at, true)) {
            path.pop();
        }
        (path, left)
    }

    /// Returns the straight ways of a charge to a target (CEL-SPE-04, CEL-HEX-07, CEL-R30): at least so many steps
    /// along one of the six sides, ending in reach of the weapon of the blow. All such ways that the ground allows.
    pub fn charges(self, who: Who, blow: &Blow) -> Vec<Vec<Hex>> {
        let from = self.of(who).pose.at;
        let to = self.of(blow.at).pose.at;
        let reach = Self::steps(legal::arm(self, who, blow));
        let least = tables().hex_rules.steps(tables().charge.min_straight_cm);
        let mut found = Vec::new();
        for side in bagarre_kit::hex::Side::ALL {
            let (mut hex, mut way) = (from, Vec::new());
            for n in 1..=16u16 {
                let next = hex.beside(side);
                if !self.free(who, next, false)
                    || self.fixed.board.is_outside(next)
                    || self.cost(who, (hex, next), Gait::default()).is_none()
                {
                    break;
                }
                hex = next;
                way.push(hex);
                let steps = hex.distance(to);
                let there = steps <= reach && (steps <= 1 || self.fixed.board.sees(hex, to));
                if there && n >= least && self.free(who, hex, true) {
                    found.push(way.clone());
                }
            }
        }
        found
    }

    /// The units a fighter has for a segment (CEL-HEX-04).
    pub fn units(self, who: Who) -> u32 {
        tables().hex_rules.segment_units + u32::from(self.of(who).turn.kept)
    }

    /// Whether a fighter may move at all now (CEL-MOV-09, CEL-MOV-11).
    pub fn can_move(self, who: Who) -> bool {
        self.bound(who).is_none()
    }

    /// The rule that says why a fighter may not move at all now.
    pub fn bound(self, who: Who) -> Option<&'static str> {
        let fighter = self.of(who);
        let pinned = || self.whos().any(|it| self.of(it).gear.stuck == Some(who));
        match () {
            () if !fighter.able() => Some("CEL-COR-17"),
            () if fighter.beat.moved => Some("CEL-MOV-11"),
            () if fighter.pose.rising > 0 => Some("CEL-MOV-09"),
            () if fighter.ties.holds.is_some() || fighter.ties.held.is_some() => Some("CEL-SPE-17"),
            () if fighter.gear.stuck.is_some() || pinned() => Some("CEL-EMP-05"),
            () => None,
        }
    }

    /// The hexagons an engaged fighter may shift to (CEL-MOV-11): one step, in reach of every fighter it is engaged with.
    pub fn shifts(self, who: Who) -> Vec<Hex> {
        let fighter = self.of(who);
        let near = |hex: &Hex| {
            fighter.ties.engaged.iter().filter(|it| self.of(*it).able()).all(|other| {
                let steps = hex.distance(self.of(other).pose.at);
                let reach = Self::steps(self.guard(who)).max(Self::steps(self.guard(other)));
                steps <= reach && (steps <= 1 || self.fixed.board.sees(*hex, self.of(other).pose.at))
            })
        };
        let around = fighter.pose.at.around().into_iter();
        around
            .filter(|hex| {
                self.free(who, *hex, true)
                    && !self.fixed.board.is_outside(*hex)
                    && self.cost(who, (fighter.pose.at, *hex), Gait::default()).is_some()
            })
            .filter(near)
            .collect()
    }

    /// The nearest free hexagon, ties in the order of the sides (CEL-HEX-01, CEL-HEX-07).
    pub fn nearest_free(self, who: Who, at: Hex) -> Hex {
        let free =
            |hex: &Hex| self.fixed.board.stands(*hex) && self.at(*hex).is_none_or(|other| other == who);
        if free(&at) {
            return at;
        }
        let rank = |hex: Hex| at.around().iter().position(|it| *it == hex).unwrap_or(6);
        let all = self.fixed.board.all().filter(free);
        all.min_by_key(|hex| (at.distance(*hex), rank(*hex), *hex)).unwrap_or(at)
    }

    /// Whether a fighter has left the map for good or is out.
    pub fn gone(self, who: Who) -> bool {
        matches!(
            self.of(who).body.status,
            Status::Fled | Status::Exited | Status::Surrendered | Status::Waiting
        )
    }
}
