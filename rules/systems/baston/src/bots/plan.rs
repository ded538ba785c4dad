//! Writing a programme: a narrow search over the three sequences, in which every other character does what is most likely.

use super::beam::{Best, First, Next, Node};
use super::map::{FAR, Field, Spot, Way, spot_of};
use super::mind::{Errand, Play};
use super::outlook::Found;
use crate::command::{Form, Instructions, Lock, Sheet};
use crate::ids::{Stat, Who};
use crate::order::{Pivot, R1, R2, Sequence};
use crate::space::{Passage, Space, Step};
use bagarre_kit::dice::Dice;
use bagarre_kit::grid::Dir;
use bagarre_kit::looks::{blurred, chance};

/// Worth of one sequence of the way to the goal.
const STEP: i32 = 5;
/// Worth of leaving the board with what one came for.
const LEAVE: i32 = 300;
/// Worth of facing where the way goes on.
const AHEAD: i32 = 2;
/// Worth of a sequence on the telephone.
const TALK: i32 = 40;

const PIVOTS: [(Option<Pivot>, i8); 3] = [(None, 0), (Some(Pivot::Left), -1), (Some(Pivot::Right), 1)];

/// A plan that is carried on by one sequence more.
struct Onward<'a> {
    play: &'a Play<'a>,
    form: &'a Form,
    node: &'a Node,
    /// Its number.
    from: usize,
    n: usize,
    best: &'a mut Best,
    dice: &'a mut dyn Dice,
    /// The spot that was looked at last, and whether an enemy will be on it or beside it.
    near: (Spot, bool),
}

impl Onward<'_> {
    /// Every sequence from a node, each first round with its best second.
    fn expand(&mut self) {
        let (play, form, node, n) = (self.play, self.form, self.node, self.n);
        play.firsts(form, node, n, &mut |first| self.try_out(first));
        let combined = if play.hesitates.get() { Vec::new() } else { play.combinations(form, node, n) };
        for (r2, points) in combined {
            self.write(First::still(node, R1::Take), r2, points);
        }
        if let Some(points) = play.talk(form.who, node) {
            self.write(First::still(node, R1::Rest), R2::Rest, points);
        }
    }

    /// A first round with its best second.
    fn try_out(&mut self, first: First) {
        let play = self.play;
        if let Some(r2) = first.forced {
            return self.write(first, r2, 0);
        }
        let key = play.stand(first.spot, first.facing, first.prone);
        let known = play.sight.outlook.borrow().known(key).second.filter(|_| first.r1 != R1::Rest);
        if known.is_none() && self.is_hopeless(&first) {
            return self.best.pass_over();
        }
        let (r2, points) = known.unwrap_or_else(|| play.second(self.form, &first, self.n));
        self.write(first, r2, points);
    }

    /// Returns whether no second round can make a plan with this first round good enough to be kept. Only where chance has no part.
    fn is_hopeless(&mut self, first: &First) -> bool {
        let Some(bar) = self.best.bar().filter(|_| self.play.blur == 0) else { return false };
        if self.near.0 != first.spot {
            self.near = (first.spot, self.play.is_near_foes(first.spot, self.n));
        }
        if self.near.1 || first.gone {
            return false;
        }
        let before = self.node.points + first.points;
        self.play.most_apart(self.form.who, first, self.n).is_some_and(|most| before + most <= bar)
    }

    fn write(&mut self, first: First, r2: R2, points: i32) {
        self.add(first, Some(Sequence { r1: first.r1, r2 }), first.points + points);
    }

    fn add(&mut self, first: First, order: Option<Sequence>, points: i32) {
        let points = self.node.points + points;
        let mut next = Next { from: self.from, first, order, points, score: points };
        next.score += self.play.prospect(self.form.who, &next.first, next.owes(), self.n);
        next.score += blurred(self.dice, self.play.blur);
        self.best.add(next);
    }
}

impl Play<'_> {
    /// Returns the sheet of a character, and the spots where it leads the character.
    pub(super) fn plan(&self, form: &Form, dice: &mut dyn Dice) -> (Sheet, [Spot; 3]) {
        let who = form.who;
        let figure = *self.figure(who);
        let mut orders = form.orders;
        for (order, lock) in orders.iter_mut().zip(form.locked) {
            if lock != Some(Lock::Played) {
                *order = Sequence::REST;
            }
        }
        let root = Node {
            spot: spot_of(&figure),
            facing: figure.facing,
            prone: figure.prone,
            owes: false,
            unlatched: None,
            gone: false,
            points: 0,
            orders,
            spots: [spot_of(&figure); 3],
        };
        let mut beam = vec![root];
        let mut best = Best::default();
        for n in 0..3 {
            if form.locked[n] == Some(Lock::Played) {
                continue;
            }
            self.sight.outlook.borrow_mut().forget(self.sight.map().len() * 16);
            self.hesitates.set(self.hesitation > 0 && chance(dice, self.hesitation));
            best.clear();
            for (from, node) in beam.iter().enumerate() {
                let near = (node.spot, self.is_near_foes(node.spot, n));
                let (best, dice) = (&mut best, &mut *dice);
                let mut onward = Onward { play: self, form, node, from, n, best, dice, near };
                if node.owes || node.gone || form.locked[n].is_some() {
                    let rest = First::still(node, R1::Rest);
                    let first = First { unlatched: node.unlatched, gone: node.gone, ..rest };
                    onward.add(first, None, 0);
                } else {
                    onward.expand();
                }
            }
            // Plans of equal worth are told apart by chance, so that an opponent cannot rely on one of them.
            let set_back = usize::from(dice.die(8));
            beam = best.chosen(set_back).map(|next| next.after(&beam, n)).collect();
        }
        let best = beam[0];
        (Sheet { who, orders: best.orders, instructions: Instructions::default() }, best.spots)
    }

    /// Points of a sequence spent on the telephone.
    fn talk(&self, who: Who, node: &Node) -> Option<i32> {
        let (Errand::Call(face), Some(field)) = self.goals.of(who) else { return None };
        (field.at(node.spot) == 0 && node.facing == face && !node.prone).then_some(TALK)
    }

    /// First rounds that will not run into anything.
    fn firsts(&self, form: &Form, node: &Node, n: usize, add: &mut dyn FnMut(First)) {
        let who = form.who;
        add(First::still(node, R1::Rest));
        for (pivot, turn) in PIVOTS {
            if let Some(pivot) = pivot {
                add(First { facing: node.facing.turn(turn), ..First::still(node, R1::Turn(pivot)) });
            }
        }
        if node.prone {
            self.rising(form, node, n, add);
            return;
        }
        for turn in [2, 3, 4, 5, 6] {
            let facing = node.facing.turn(turn);
            add(First { facing, ..First::still(node, R1::Face(facing)) });
        }
        let leaves = self.goals.of(who).0 == Errand::Leave;
        let chair = self.hands.chair;
        for dir in Dir::ALL {
            if leaves && !node.spot.top && !self.sight.board.contains(node.spot.at.step(dir)) {
                add(First { gone: true, points: LEAVE, ..First::still(node, R1::Walk(dir, None)) });
            }
            let Some((way, spot)) = self.sight.map().way(node.spot, dir) else { continue };
            let taken = self.taken(spot, n, who);
            match way {
                Way::Walk if !taken => {
                    for (pivot, turn) in PIVOTS {
                        let facing = node.facing.turn(turn);
                        add(First { spot, facing, ..First::still(node, R1::Walk(dir, pivot)) });
                    }
                }
                Way::Climb | Way::Jump if !taken && !chair => {
                    let rear = Space::is_rear(node.facing, dir);
                    if !(rear && way == Way::Climb) {
                        for (pivot, turn) in PIVOTS {
                            let facing = node.facing.turn(turn);
                            let points = if rear { -9 } else { -1 };
                            add(First { spot, facing, points, ..First::still(node, R1::Jump(dir, pivot)) });
                        }
                    }
                }
                Way::Open | Way::Unlatch if Self::may_second(form, R2::Open) && !chair => {
                    let through = way == Way::Open || node.unlatched == Some(dir);
                    let first = First::still(node, R1::Walk(dir, None));
                    let forced = Some(R2::Open);
                    add(if through && !taken {
                        First { spot, forced, ..first }
                    } else {
                        First { unlatched: Some(dir), forced, points: STEP, ..first }
                    });
                }
                _ => {}
            }
        }
        self.runs(form, node, n, add);
    }

    /// Adds runs along the facing: they pay over a distance, and where no enemy is near to punish the rest (BAS-PRG-07).
    fn runs(&self, form: &Form, node: &Node, n: usize, add: &mut dyn FnMut(First)) {
        let who = form.who;
        if node.spot.top || self.hands.cash_box || !Self::may(form, "C") {
            return;
        }
        let mut spot = node.spot;
        for steps in 1..=self.stat(who, Stat::Vit) as u8 {
            let step = self.space().step_from((spot.at, false, false), node.facing, Passage::Run);
            if step != (Step::Level { top: false }) {
                return;
            }
            spot = Spot { at: spot.at.step(node.facing), top: false };
            if self.taken(spot, n, who) || self.chairs.contains(&spot.at) {
                return;
            }
            if steps < 2 {
                continue;
            }
            let near = self.foes.iter().any(|foe| !foe.stunned[n] && foe.spots[n].at.distance(spot.at) <= 2);
            let points = if near { -14 } else { 0 } - if n == 2 { STEP } else { 0 };
            for (pivot, turn) in PIVOTS {
                let facing = node.facing.turn(turn);
                add(First { spot, facing, points, ..First::still(node, R1::Run(steps, pivot)) });
            }
        }
    }

    /// Getting up, or crawling from under furniture and where the legs are gone.
    fn rising(&self, form: &Form, node: &Node, n: usize, add: &mut dyn FnMut(First)) {
        let who = form.who;
        let under = self.space().shelter_at(node.spot.at).is_some();
        if !under && Self::may(form, "LEV") {
            for (pivot, turn) in PIVOTS {
                let facing = node.facing.turn(turn);
                add(First { facing, prone: false, points: 6, ..First::still(node, R1::Rise(pivot)) });
            }
            return;
        }
        for dir in Dir::ALL {
            let spot = Spot { at: node.spot.at.step(dir), top: false };
            let step = self.space().step_from((node.spot.at, false, true), dir, Passage::Crawl);
            let free = step == (Step::Level { top: false })
                && !self.taken(spot, n, who)
                && !self.sight.scene.has_glass(spot.at);
            if !free {
                continue;
            }
            let out = self.space().shelter_at(spot.at).is_none();
            for (pivot, turn) in PIVOTS {
                let facing = node.facing.turn(turn);
                let points = if under && out { 4 } else { 0 };
                add(First { spot, facing, points, ..First::still(node, R1::Crawl(dir, pivot)) });
            }
        }
    }

    /// The promise of a plan beyond its blows: the way that is left, the facing, and the enemies that could hit. The
    /// values of the same place are not computed again.
    fn prospect(&self, who: Who, first: &First, owes: bool, n: usize) -> i32 {
        if first.gone {
            return 0;
        }
        let (spot, facing, prone) = (first.spot, first.facing, first.prone);
        let key = self.stand(spot, facing, prone);
        let Found { prospect, blow, .. } = self.sight.outlook.borrow().known(key);
        if let (Some(prospect), Some(blow)) = (prospect, blow) {
            return prospect + if owes { 0 } else { blow / 6 };
        }
        let prospect = prospect.unwrap_or_else(|| self.prospect_of(who, first, n));
        let blow =
            blow.or_else(|| (!owes).then(|| self.best_blow(who, spot, facing, prone, n, false).points));
        let mut outlook = self.sight.outlook.borrow_mut();
        let found = outlook.of(key);
        (found.prospect, found.blow) = (Some(prospect), blow);
        prospect + blow.filter(|_| !owes).unwrap_or(0) / 6
    }

    /// The same without the blow that may follow.
    fn prospect_of(&self, who: Who, first: &First, n: usize) -> i32 {
        let (mut points, field) = self.way_on(who, first);
        if let Some(field) = field {
            points += Self::looks_ahead(field, first);
        }
        let level = self.sight.level(first.spot);
        for foe in self.foes.iter().filter(|foe| foe.is_near(first.spot, n)) {
            let Some(dir) = foe.spots[n].at.dir_to(first.spot.at) else { continue };
            if foe.stunned[n] || foe.levels[n] != level {
                continue;
            }
            let in_front = matches!(foe.facing[n].eighths_to(dir), 7 | 0 | 1);
            let behind_me = Space::is_rear(first.facing, dir.back());
            points -= if in_front { 3 } else { 0 } + if behind_me { 4 } else { 0 };
        }
        points
    }

    /// What the way that is left promises, and the field in which it pays to look ahead.
    fn way_on(&self, who: Who, first: &First) -> (i32, Option<&Field<'_>>) {
        let (errand, field) = self.goals.of(who);
        let weight = match errand {
            Errand::Go(weight) => weight,
            Errand::Leave | Errand::Call(_) | Errand::Smash(_) | Errand::Fetch => 400,
            Errand::Fight => 100,
        };
        let far = field.map_or(0, |field| i32::from(field.at(first.spot).min(FAR / 10)));
        let way = -far * STEP * weight / 1000;
        let mut points = way - if first.prone { 5 } else { 0 };
        if let (Errand::Call(face) | Errand::Smash(face), 0) = (errand, far)
            && first.facing == face
        {
            points += 12;
        }
        (points, field.filter(|_| far > 8))
    }

    /// Whether an enemy will be on a spot or beside it.
    fn is_near_foes(&self, spot: Spot, n: usize) -> bool {
        self.foes.iter().any(|foe| foe.is_near(spot, n))
    }

    /// The most that a place apart from the enemies promises together with the best second round there, where that is soon told.
    fn most_apart(&self, who: Who, first: &First, n: usize) -> Option<i32> {
        let found = self.most_beyond_blows(first, n)?;
        let (points, field) = self.way_on(who, first);
        Some(points + field.map_or(0, |_| AHEAD) + found)
    }

    /// Facing where the way goes on: straight ahead is best.
    fn looks_ahead(field: &Field<'_>, first: &First) -> i32 {
        let gain = |turn: i8| field.leads_on(first.spot, first.facing.turn(turn));
        if gain(0) { AHEAD } else { i32::from(gain(1) || gain(-1)) }
    }
}
