//! Decisions at execution time (section 18).

use super::body::{Strike, row};
use super::map::FAR;
use super::map::spot_of;
use super::mind::Play;
use crate::command::{Choice, Question};
use crate::ids::{Dec, ItemId, ItemKind, Part, Who};
use crate::order::{R2, Sequence};
use crate::resolve::answers::{self, Armed, Joint, Swing, Taking, Throwing};
use crate::resolve::towards;
use crate::space::Passage;
use crate::tables::{RowId, tables};
use bagarre_kit::grid::{Dir, Point};

impl Play<'_> {
    /// The answer to a decision.
    pub(super) fn choose(&mut self, question: &Question) -> Choice {
        let who = question.who;
        let choice = match question.dec {
            Dec::Facing => self.face_the_enemy(question),
            Dec::Start => self.start(question),
            Dec::Take => self.best_of(question, Taking::read, |play, taking| play.taking(who, taking)),
            Dec::Surplus => self.least_of(question),
            Dec::Weapon => self.weapon_and_place(question),
            Dec::Chain => self.several(question),
            Dec::Miss | Dec::Prone => self.spare_friends(question),
            Dec::Location => self.best_part(question, self.row_in_play(who)).map(Choice::from),
            Dec::Throw => self.best_of(question, Throwing::read, |play, it| play.throwing(who, it)),
            // A bolt would only keep the enemy out.
            Dec::Bolt => Some(Choice::No),
            Dec::Loot => self.best_of(question, answers::item, |play, id| value_of(play.kind(id))),
            Dec::Leaf
            | Dec::Chair
            | Dec::Destroy
            | Dec::Tool
            | Dec::Dress
            | Dec::Rewrite
            | Dec::Drop
            | Dec::Push
            | Dec::Victim => None,
        };
        choice.filter(|choice| question.options.contains(choice)).unwrap_or_else(|| question.default_choice())
    }

    /// The option worth most, the first of those that are worth the same. `read` says what it means as an answer to the decision.
    fn best_of<T>(
        &self,
        question: &Question,
        read: impl Fn(&Choice) -> Option<T>,
        worth: impl Fn(&Self, T) -> i32,
    ) -> Option<Choice> {
        let mut best: Option<(i32, &Choice)> = None;
        for choice in &question.options {
            let Some(answer) = read(choice) else { continue };
            let points = worth(self, answer);
            if best.is_none_or(|(most, _)| points > most) {
                best = Some((points, choice));
            }
        }
        best.map(|(_, choice)| choice.clone())
    }

    fn kind(&self, id: ItemId) -> ItemKind {
        self.sight.scene.item(id).kind
    }

    /// The order that is being played.
    fn order(&self, who: Who) -> Sequence {
        self.figure(who).orders[usize::from(self.view.sequence.clamp(1, 3)) - 1]
    }

    /// Towards the nearest enemy who is on the board already.
    fn face_the_enemy(&self, question: &Question) -> Option<Choice> {
        let at = self.figure(question.who).at;
        let near =
            self.foes.iter().map(|foe| foe.spots[0].at).min_by_key(|there| (there.distance(at), *there))?;
        Some(Choice::Facing(towards(at, near)))
    }

    /// The start point that is nearest to what the character will go for.
    fn start(&mut self, question: &Question) -> Option<Choice> {
        self.friends.push((question.who, [spot_of(self.figure(question.who)); 3]));
        self.set_goals();
        let (_, field) = self.goals.of(question.who);
        let field = field?;
        self.best_of(question, answers::start, |_, at| {
            -i32::from(field.at(super::map::Spot { at, top: false }).min(FAR))
        })
    }

    /// What to take depends on what comes next.
    fn taking(&self, who: Who, taking: Taking) -> i32 {
        let kind = match taking {
            Taking::Item(id) => self.kind(id),
            Taking::Nothing => return 0,
        };
        let figure = *self.figure(who);
        let order = self.order(who);
        let n = usize::from(self.view.sequence.clamp(1, 3)) - 1;
        match order.r2 {
            _ if kind == ItemKind::Caisse => 2_000,
            R2::Throw => self.best_throw(who, spot_of(&figure), figure.facing, n, kind, false) * 10 + 1,
            R2::Blow(_) => {
                self.blow_with(who, spot_of(&figure), figure.facing, n, kind) * 10 + value_of(kind)
            }
            R2::Break if kind == ItemKind::Canette => 100,
            _ if kind == ItemKind::Chaise => 1,
            _ => value_of(kind) + 1,
        }
    }

    fn least_of(&self, question: &Question) -> Option<Choice> {
        self.best_of(question, answers::item, |play, id| -value_of(play.kind(id)))
    }

    /// Enemies on the front points that a blow with a weapon can reach, as they are now.
    fn in_front(&self, who: Who) -> impl Iterator<Item = Who> + use<'_> {
        let figure = *self.figure(who);
        let level = self.sight.level(spot_of(&figure));
        self.foes.iter().map(|foe| foe.who).filter(move |foe| {
            let his = self.figure(*foe);
            let dir = figure.at.dir_to(his.at);
            dir.is_some_and(|dir| {
                matches!(figure.facing.eighths_to(dir), 7 | 0 | 1)
                    && self.space().line_clear(figure.at, dir, Passage::Blow)
            }) && self.sight.level(spot_of(his)) == level
        })
    }

    /// Returns the mean worth of a row against a target as things are now.
    fn now(&self, who: Who, target: Who, name: RowId, aimed: bool, range: i32) -> i32 {
        let (name, table) = row(name);
        let (own, his) = (*self.figure(who), *self.figure(target));
        let (from, there) = (spot_of(&own), spot_of(&his));
        let bonus = self.stat(who, table.stat)
            + self.sight.target_bonus(from, target, there, his.facing, his.stunned())
            + self.sight.own_bonus(who, name, own.prone)
            + range;
        let strike = Strike { row: (name, table), bonus, aimed, sure: his.held_by.is_some() };
        self.sight.worth(from, target, there, his.facing, strike).map_or(0, |(points, _)| points)
    }

    fn hitting_with(&self, who: Who, Armed(item): Armed) -> i32 {
        let (name, price) = match item {
            Some(id) => (tables().item(self.kind(id)).blow_row.unwrap_or(RowId::CpNu), 0),
            None => (RowId::CpNu, 1),
        };
        let aimed = self.order(who).aims();
        let sum: i32 = self.in_front(who).map(|foe| self.now(who, foe, name, aimed, 0)).sum();
        sum * 10 - price
    }

    /// As many enemies and as few friends as can be.
    fn several(&self, question: &Question) -> Option<Choice> {
        let friend = |who: Who| self.friends.iter().any(|(friend, _)| *friend == who);
        let near: Vec<Who> = self.in_front(question.who).collect();
        let friends_near = self.friends.iter().any(|(friend, _)| {
            let (own, his) = (self.figure(question.who), self.figure(*friend));
            own.at.dir_to(his.at).is_some_and(|dir| matches!(own.facing.eighths_to(dir), 7 | 0 | 1))
        });
        self.best_of(question, Swing::read, |_, swing| match swing {
            Swing::Several(spared) => {
                let friends = spared.iter().filter(|who| friend(**who)).count() as i32;
                let enemies = spared.len() as i32 - friends;
                (near.len() as i32 - enemies) * 10 + friends * 15 - if friends_near { 15 } else { 0 }
            }
            Swing::Single => 9,
        })
    }

    fn spare_friends(&self, question: &Question) -> Option<Choice> {
        let about = question.about?;
        let friend = self.friends.iter().any(|(friend, _)| *friend == about);
        Some(if friend { Choice::Spare } else { Choice::Strike })
    }

    /// The best weapon; where its place is asked too, the best one for it.
    fn weapon_and_place(&self, question: &Question) -> Option<Choice> {
        let best =
            self.best_of(question, Armed::read, |play, armed| play.hitting_with(question.who, armed))?;
        // One that takes in its place is among others of the same weapon: its own place is the first of them, not the best.
        let Some(Joint { armed: Armed(item), .. }) = Joint::read(&best) else { return Some(best) };
        let name = item.and_then(|id| tables().item(self.kind(id)).blow_row).unwrap_or(RowId::CpNu);
        let part = self.best_part(question, name);
        Some(part.map_or(best, |part| Joint { armed: Armed(item), part }.into()))
    }

    fn best_part(&self, question: &Question, name: RowId) -> Option<Part> {
        let (who, target) = (question.who, question.about?);
        let (own, his) = (*self.figure(who), *self.figure(target));
        let (name, table) = row(name);
        let (from, there) = (spot_of(&own), spot_of(&his));
        let bonus = self.stat(who, table.stat)
            + self.sight.target_bonus(from, target, there, his.facing, his.stunned())
            + self.sight.own_bonus(who, name, own.prone);
        let strike = Strike { row: (name, table), bonus, aimed: true, sure: his.held_by.is_some() };
        let (_, part) = self.sight.worth(from, target, there, his.facing, strike)?;
        Some(part)
    }

    /// The row of the blow or throw under way: with the weapon the bot itself would have chosen.
    fn row_in_play(&self, who: Who) -> RowId {
        use crate::order::Blow;
        match self.order(who).r2 {
            R2::Throw => RowId::LanCanette,
            R2::Blow(Blow::CS) if self.sight.scene.wears(who, ItemKind::Santiags) => RowId::CsSantiags,
            R2::Blow(Blow::CS | Blow::CV) => RowId::CsBasket,
            R2::Blow(Blow::CB) if self.sight.scene.wears(who, ItemKind::Casque) => RowId::CbCasque,
            R2::Blow(Blow::CB) => RowId::CbNu,
            _ => {
                let best = self.sight.weapons(who).max_by_key(|kind| value_of(*kind));
                best.and_then(|kind| tables().item(kind).blow_row).unwrap_or(RowId::CpNu)
            }
        }
    }

    /// At people only, when the first one met is an enemy; nothing is thrown away.
    fn throwing(&self, who: Who, throwing: Throwing) -> i32 {
        let (item, to) = match throwing {
            Throwing::Throw { item, aggressive: true, to } => (item, to),
            // A weapon that is thrown to a point is thrown away.
            Throwing::Throw { item, aggressive: false, .. } => return -100 - value_of(self.kind(item)),
            Throwing::Nothing => return 0,
        };
        let kind = self.kind(item);
        let Some(name) = tables().item(kind).throw_row else { return -1 };
        let own = *self.figure(who);
        let Some((dir, distance)) = own.at.line_to(to) else { return -1 };
        let Some((target, at)) = self.meets(who, own.at, dir, distance) else { return -1 };
        let range = i32::from(tables().range(own.at.distance(at)));
        let worth = self.now(who, target, name, self.order(who).aims(), range);
        let price = if kind == ItemKind::Cran { 8 } else { 0 };
        // The end point is the target's own: a miss flies no further.
        if at == to { (worth - price) * 10 + 1 } else { -1 }
    }

    /// Returns the first enemy that a throw meets, unless a friend comes before it.
    fn meets(&self, who: Who, from: Point, dir: Dir, most: u8) -> Option<(Who, Point)> {
        let mut at = from;
        for _ in 0..most {
            at = at.step(dir);
            let here = self.sight.scene.figures_at(at).find(|other| *other != who);
            if let Some(other) = here {
                let friend = self.friends.iter().any(|(friend, _)| *friend == other);
                return (!friend).then_some((other, at));
            }
        }
        None
    }

    /// Worth of a CP with a thing that is about to be in hand.
    pub(super) fn blow_with(
        &self,
        who: Who,
        from: super::map::Spot,
        facing: Dir,
        n: usize,
        kind: ItemKind,
    ) -> i32 {
        let Some((name, table)) = tables().item(kind).blow_row.map(row) else { return 0 };
        let mut best = 0;
        for foe in &self.foes {
            let there = foe.spots[n];
            let near = from.at.dir_to(there.at).is_some_and(|dir| {
                matches!(facing.eighths_to(dir), 7 | 0 | 1)
                    && self.space().line_clear(from.at, dir, Passage::Blow)
            });
            if !near
                || self.sight.level(there) != self.sight.level(from)
                || self.space().is_under(self.figure(foe.who))
            {
                continue;
            }
            let bonus = self.stat(who, table.stat)
                + self.sight.target_bonus(from, foe.who, there, foe.facing[n], foe.stunned[n])
                + self.sight.own_bonus(who, name, false);
            let sure = self.figure(foe.who).held_by.is_some();
            let strike = Strike { row: (name, table), bonus, aimed: false, sure };
            let worth = self.sight.worth(from, foe.who, there, foe.facing[n], strike);
            best = best.max(worth.map_or(0, |(points, _)| points) * foe.sure[n] / 100);
        }
        best
    }
}

/// What an object is worth to keep.
fn value_of(kind: ItemKind) -> i32 {
    if kind == ItemKind::Caisse { 1_000 } else { i32::from(tables().item(kind).value) }
}
