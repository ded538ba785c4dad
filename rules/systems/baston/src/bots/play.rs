//! A bot at a question: who is where, who will be where, and what a blow from there is worth.

use std::cell::{Cell, RefCell};

use super::body::{Row, Strike, stat, test_chance};
use super::map::{Spot, Way, spot_of};
use super::mind::{Foe, Goals, Hands, Lying, Play, Worth};
use super::sight::Sight;
use crate::command::{Ask, Command, Form, Sheet};
use crate::ids::{ItemId, ItemKind, Stat, Who};
use crate::order::{Blow, R1, R2};
use crate::scene::{Figure, Phase, Place};
use crate::space::{Passage, Space};
use crate::state::Sealed;
use crate::tables::Class;
use crate::view::View;
use bagarre_kit::contract::Seat;
use bagarre_kit::dice::Dice;
use bagarre_kit::grid::{Dir, Point};

/// How likely it is, in percent, that an enemy that is free to act is still there in the first, second and third
/// sequence from now.
const STAYS: [i32; 3] = [74, 60, 50];

impl<'a> Play<'a> {
    pub(super) fn new(view: &'a View, sight: &'a Sight, seat: Seat) -> Self {
        let played = if view.phase == Phase::Rewriting { usize::from(view.sequence) } else { 0 };
        let mut play = Self {
            view,
            sight,
            seat,
            blur: 0,
            hesitation: 0,
            hesitates: Cell::new(false),
            foes: Vec::new(),
            friends: Vec::new(),
            goals: Goals::default(),
            played,
            hands: Hands::default(),
            lying: Vec::new(),
            by_row: Vec::new(),
            row_begins: Vec::new(),
            most_gain: 0,
            chairs: Vec::new(),
            smashes: view.scenario == "SCN-02" && seat == Seat(1) && view.plot.called.is_none(),
            cash_box: None,
            known: RefCell::default(),
        };
        for (id, item) in (0u8..).zip(&view.items) {
            match (item.kind, item.place) {
                (ItemKind::Caisse, _) if play.cash_box.is_none() => play.cash_box = Some(ItemId(id)),
                (ItemKind::Chaise, Place::At(p, _)) => play.chairs.push(p),
                _ => {}
            }
        }
        for fighter in &view.fighters {
            if !fighter.now.in_play() {
            } else if fighter.seat == seat {
                play.friends.push((fighter.who, [spot_of(&fighter.now); 3]));
            } else {
                let foe = play.foresee(fighter.who);
                play.foes.push(foe);
            }
        }
        play
    }

    /// The answer of a bot that plans.
    pub(super) fn answer(&mut self, ask: &Ask, dice: &mut dyn Dice) -> Command {
        match ask {
            Ask::Plan { turn, forms } => {
                Command::Programme { turn: *turn, sheets: Sealed(self.sheets(forms, dice)) }
            }
            Ask::Rewrite { turn, sequence, forms, .. } => Command::Rewrite {
                turn: *turn,
                sequence: *sequence,
                sheets: Sealed(self.sheets(forms, dice)),
            },
            Ask::Decide(question) => Command::Answer { question: question.id, choice: self.choose(question) },
        }
    }

    /// The own characters, each planned after those of better rank.
    fn sheets(&mut self, forms: &[Form], dice: &mut dyn Dice) -> Vec<Sheet> {
        self.set_goals();
        let mut order: Vec<&Form> = forms.iter().collect();
        order.sort_by_key(|form| self.figure(form.who).rank);
        let mut sheets = Vec::with_capacity(forms.len());
        for form in order {
            let at = self.figure(form.who).at;
            let near = self.view.items.iter().filter_map(|item| match item.place {
                Place::At(p, layer) if p.distance(at) <= 8 => Some((item.kind, p, layer)),
                _ => None,
            });
            self.lying = near.collect();
            self.hands = self.hands_of(form.who);
            let wanted = self.lying.iter().filter(|(kind, ..)| self.gain_of(*kind) > 0);
            self.by_row = wanted.copied().collect();
            self.by_row.sort_by_key(|(_, p, _)| p.r);
            self.most_gain = self.by_row.iter().map(|(kind, ..)| self.gain_of(*kind)).max().unwrap_or(0);
            let begin = |row: u8| self.by_row.partition_point(|(_, p, _)| p.r < row);
            self.row_begins = (0..=self.sight.board.rows() + 2).map(begin).collect();
            self.known.replace(vec![None; self.foes.len() * 48]);
            let (sheet, spots) = self.plan(form, dice);
            if let Some(friend) = self.friends.iter_mut().find(|(who, _)| *who == form.who) {
                friend.1 = spots;
            }
            sheets.push(sheet);
        }
        sheets
    }

    /// What it pays to keep of all that lies near the character being planned, on the row of a point and on those beside it.
    pub(super) fn lying_beside(&self, at: Point) -> &[Lying] {
        let row = usize::from(at.r);
        &self.by_row[self.row_begins[row - 1]..self.row_begins[row + 2]]
    }

    /// The number of a place: a spot, a facing, on the ground or not.
    pub(super) fn stand(&self, spot: Spot, facing: Dir, prone: bool) -> usize {
        (self.sight.map().index(spot) * 8 + usize::from(facing.number() - 1)) * 2 + usize::from(prone)
    }

    pub(super) fn figure(&self, who: Who) -> &Figure {
        self.sight.scene.figure(who)
    }

    pub(super) fn stat(&self, who: Who, which: Stat) -> i32 {
        stat(&self.view.fighters[who.i()], which)
    }

    pub(super) fn space(&self) -> Space<'a> {
        self.sight.space()
    }

    /// Returns where an enemy will be: where it is, unless orders are known that move it.
    fn foresee(&self, who: Who) -> Foe {
        let figure = *self.figure(who);
        let mut foe = Foe {
            who,
            spots: [spot_of(&figure); 3],
            levels: [0; 3],
            facing: [figure.facing; 3],
            stunned: [false; 3],
            sure: [100; 3],
        };
        let (mut spot, mut facing) = (spot_of(&figure), figure.facing);
        let told = self.played > 0 && !self.view.options.reveal_by_sequence && !figure.shaken;
        for n in self.played..3 {
            let ahead = n - self.played;
            foe.stunned[n] = ahead < usize::from(figure.stun);
            let idle = foe.stunned[n] || (ahead == 0 && figure.owes) || figure.held_by.is_some();
            if told && !idle {
                (spot, facing) = self.moved(spot, facing, figure.orders[n].r1);
            }
            (foe.spots[n], foe.facing[n]) = (spot, facing);
            foe.sure[n] = match (idle, told) {
                (true, _) => 100,
                (false, true) => 88,
                (false, false) if figure.prone => 84,
                _ => STAYS[ahead],
            };
        }
        foe.levels = foe.spots.map(|spot| self.sight.level(spot));
        foe
    }

    /// Where a first-round order leads if nothing is in the way.
    fn moved(&self, spot: Spot, facing: Dir, order: R1) -> (Spot, Dir) {
        let to = match order {
            R1::Walk(dir, _) => self.sight.map().way(spot, dir).filter(|(way, _)| *way == Way::Walk),
            R1::Jump(dir, _) => {
                self.sight.map().way(spot, dir).filter(|(way, _)| matches!(way, Way::Climb | Way::Jump))
            }
            _ => None,
        };
        let mut at = to.map_or(spot, |(_, to)| to);
        if let R1::Run(n, _) = order {
            for _ in 0..n {
                match self.sight.map().way(at, facing) {
                    Some((Way::Walk, next)) => at = next,
                    _ => break,
                }
            }
        }
        let turned = match order {
            R1::Face(dir) => dir,
            R1::Turn(pivot) => facing.turn(pivot.eighths()),
            _ => order.suffix().map_or(facing, |pivot| facing.turn(pivot.eighths())),
        };
        (at, turned)
    }

    /// Whether a spot will be taken by another character than `but`.
    pub(super) fn taken(&self, spot: Spot, n: usize, but: Who) -> bool {
        self.foes.iter().any(|foe| foe.spots[n] == spot)
            || self.friends.iter().any(|(who, spots)| *who != but && spots[n] == spot)
    }

    /// The best blow from a spot, over the random choice of the target among all who stand in front, friends being
    /// spared; doubts about where they will be are in.
    pub(super) fn best_blow(
        &self,
        who: Who,
        from: Spot,
        facing: Dir,
        prone: bool,
        n: usize,
        aimed: bool,
    ) -> Worth {
        let Some(first) = self.foes.iter().position(|foe| foe.is_near(from, n)) else {
            return Worth::default();
        };
        let level = self.sight.level(from);
        let mut found: [Option<Worth>; 6] = [None; 6];
        let mut count = 0;
        for dir in [facing.turn(-1), facing, facing.turn(1)] {
            let at = from.at.step(dir);
            let there = |foe: &Foe| foe.spots[n].at == at && foe.levels[n] == level;
            for (k, foe) in self.foes.iter().enumerate().skip(first).filter(|(_, foe)| there(foe)) {
                if count < 6 && self.space().line_clear(from.at, dir, Passage::Blow) {
                    let mut worth = self.worth_on(who, from, prone, (k, foe), n, aimed, dir);
                    worth.points = worth.points * foe.sure[n] / 100;
                    found[count] = Some(worth);
                    count += 1;
                }
            }
        }
        let Some(best) = found.into_iter().flatten().max_by_key(|worth| worth.points) else {
            return Worth::default();
        };
        let sum: i32 = found.iter().flatten().map(|worth| worth.points).sum();
        let in_front = |spot: &Spot| {
            let dir = from.at.dir_to(spot.at);
            dir.is_some_and(|dir| matches!(facing.eighths_to(dir), 7 | 0 | 1))
                && self.sight.level(*spot) == level
        };
        let shared =
            self.friends.iter().filter(|(other, spots)| *other != who && in_front(&spots[n])).count();
        Worth { points: sum / (count + shared) as i32, blow: best.blow }
    }

    #[allow(clippy::too_many_arguments, reason = "one blow: who, from where, how, whom, when")]
    fn worth_on(
        &self,
        who: Who,
        from: Spot,
        prone: bool,
        (k, foe): (usize, &Foe),
        n: usize,
        aimed: bool,
        dir: Dir,
    ) -> Worth {
        let key = ((k * 3 + n) * 8 + dir as usize - 1) * 2 + usize::from(aimed);
        if let Some(worth) = self.known.borrow().get(key).copied().flatten() {
            return worth;
        }
        let mut best = Worth::default();
        let (there, facing) = (foe.spots[n], foe.facing[n]);
        let target = (foe.who, there, facing, foe.stunned[n]);
        for own in self.hands.blows.iter().filter(|own| !(prone && own.upright)) {
            if let Some(points) = self.strike(who, from, prone, target, own.row, aimed)
                && points - own.price > best.points
            {
                best = Worth { points: points - own.price, blow: Some(own.blow) };
            }
        }
        if let Some(points) = self.seizing(who, from, prone, foe, n)
            && points > best.points
        {
            best = Worth { points, blow: Some(Blow::CT) };
        }
        if let Some(slot) = self.known.borrow_mut().get_mut(key) {
            *slot = Some(best);
        }
        best
    }

    /// Returns the mean worth of one kind of blow against a target.
    fn strike(
        &self,
        who: Who,
        from: Spot,
        prone: bool,
        (target, there, facing, stunned): (Who, Spot, Dir, bool),
        (name, table): Row,
        aimed: bool,
    ) -> Option<i32> {
        let his = self.figure(target);
        if self.space().is_under(his) && table.class != Class::Foot && !prone {
            return None;
        }
        let bonus = self.stat(who, table.stat)
            + self.sight.target_bonus(from, target, there, facing, stunned)
            + self.sight.own_bonus(who, name, prone);
        let strike = Strike { row: (name, table), bonus, aimed, sure: his.held_by.is_some() };
        self.sight.worth(from, target, there, facing, strike).map(|(points, _)| points)
    }

    /// Worth of a grapple from behind (BAS-CT-01, 02): it pays when a friend stands by to hit.
    fn seizing(&self, who: Who, from: Spot, prone: bool, foe: &Foe, n: usize) -> Option<i32> {
        let (own, his) = (self.figure(who), self.figure(foe.who));
        let dir = foe.spots[n].at.dir_to(from.at)?;
        let possible = !prone
            && !his.prone
            && own.arms() == 2
            && his.held_by.is_none()
            && Space::is_rear(foe.facing[n], dir);
        let helpers = self
            .friends
            .iter()
            .filter(|(friend, spots)| {
                let helper = self.figure(*friend);
                *friend != who && !helper.stunned() && spots[n].at.distance(foe.spots[n].at) == 1
            })
            .count() as i32;
        if !possible || helpers == 0 {
            return None;
        }
        let chance = if foe.stunned[n] { 20 } else { (self.stat(who, Stat::For) + 10).clamp(0, 20) };
        let keeps = 8 - test_chance(self.stat(foe.who, Stat::Com), 0);
        Some(chance * (10 + keeps * 5 * helpers) / 20)
    }

    /// Whether an order may be written in a form at all.
    pub(super) fn may(form: &Form, code: &str) -> bool {
        !form.barred.iter().any(|bar| bar.code == code)
    }

    /// Whether a second-round order may be written in a form.
    pub(super) fn may_second(form: &Form, order: R2) -> bool {
        Self::may(form, order.code())
    }
}
