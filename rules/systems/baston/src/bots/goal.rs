//! Where to go: the enemy, or what the scenario pays for (section 21).

use super::map::{FAR, Field, Spot, spot_of};
use super::mind::{Errand, Goals, Play};
use crate::board::{Ground, Zone};
use crate::ids::{ItemId, Who};
use crate::scene::Place;
use crate::space::Passage;
use bagarre_kit::contract::Seat;
use bagarre_kit::grid::{Dir, Point};

/// How much farther, in tenths of a sequence, an enemy who is not on the telephone seems.
const ASIDE: u16 = 30;
/// How much more a character at the telephone attracts the visitors than an enemy elsewhere does, in hundredths.
const RUSH: i32 = 200;
/// How far, in tenths of a sequence, a telephone is worth the way to break it.
const NEAR: u16 = 40;

/// Makes a field of distances from sources.
type Far<'a, 'm> = dyn Fn(&[(Spot, u16)]) -> Field<'m> + 'a;

impl<'m> Play<'m> {
    /// Sets the goals of the own band.
    pub(super) fn set_goals(&mut self) {
        let crowded: Vec<Spot> =
            self.view.fighters.iter().filter(|f| f.now.in_play()).map(|f| spot_of(&f.now)).collect();
        let sight = self.sight;
        let field = |sources: &[(Spot, u16)]| sight.map().field(sources, &crowded);
        let mut goals = Goals { fields: vec![field(&self.attack_spots(|_| 0))], errands: Vec::new() };
        let own: Vec<Who> = self.friends.iter().map(|(who, _)| *who).collect();
        match self.view.scenario.as_str() {
            "SCN-01" => {
                for who in own {
                    let outside = self.seat == Seat(1) && !self.view.plot.entered.contains(&who);
                    if outside {
                        goals.give(who, Errand::Go(200), field(&self.spots(|p| self.is_inside(p))));
                    } else if self.view.turn + 2 >= self.view.turns {
                        goals.give(who, Errand::Go(300), field(&self.spots(|p| self.is_bar_side(p))));
                    }
                }
            }
            "SCN-02" => self.phone_goals(&mut goals, &own, &field),
            "SCN-03" => self.box_goals(&mut goals, &own, &field),
            "SCN-04" => {
                let mut sources = self.spots(|p| self.ground(p) == Some(Ground::Stage));
                let fight = self.attack_spots(|_| 0);
                let contested = fight.iter().any(|(spot, _)| self.ground(spot.at) == Some(Ground::Stage));
                if contested {
                    for (spot, cost) in &mut sources {
                        *cost = if fight.iter().any(|(other, _)| other == spot) { 0 } else { 15 };
                    }
                }
                for who in own {
                    goals.give(who, Errand::Go(200), field(&sources));
                }
            }
            _ => {}
        }
        self.goals = goals;
    }

    /// Returns the spots from which an enemy can be hit; an enemy that is down or stunned counts as nearer than it is.
    fn attack_spots(&self, extra: impl Fn(Who) -> u16) -> Vec<(Spot, u16)> {
        let space = self.space();
        let mut list = Vec::new();
        for foe in &self.foes {
            let there = foe.spots[self.played.min(2)];
            let figure = self.figure(foe.who);
            let weak = figure.stunned() || figure.prone || figure.held_by.is_some();
            let cost = extra(foe.who) + if weak { 0 } else { 8 };
            for dir in Dir::ALL {
                let at = there.at.step(dir);
                if !space.board.contains(at) || !space.line_clear(there.at, dir, Passage::Blow) {
                    continue;
                }
                for top in [false, true] {
                    let spot = Spot { at, top };
                    let stands = if top { space.has_top(at) } else { !space.is_furnished(at) };
                    if stands && self.sight.level(spot) == self.sight.level(there) {
                        list.push((spot, cost));
                    }
                }
            }
        }
        list
    }

    /// Returns every spot on the ground where a character can stand and that `will_do` accepts.
    fn spots(&self, will_do: impl Fn(Point) -> bool) -> Vec<(Spot, u16)> {
        let space = self.space();
        let points = space.board.points().filter(|p| !space.is_furnished(*p) && will_do(*p));
        points.map(|at| (Spot { at, top: false }, 0)).collect()
    }

    fn ground(&self, p: Point) -> Option<Ground> {
        self.sight.board.terrain(p).map(|terrain| terrain.name)
    }

    fn is_inside(&self, p: Point) -> bool {
        self.sight.board.terrain(p).is_some_and(|terrain| terrain.zone == Zone::Inside)
    }

    fn is_bar_side(&self, p: Point) -> bool {
        (p.r == 6 && (3..=8).contains(&p.c)) || self.ground(p) == Some(Ground::BehindBar)
    }

    fn exits(&self) -> Vec<(Spot, u16)> {
        let (rows, cols) = (self.sight.board.rows(), self.sight.board.cols());
        self.spots(|p| p.r == 1 || p.c == 1 || p.r == rows || p.c == cols)
    }

    /// The one of the band who is nearest, by a field.
    fn nearest(&self, own: &[Who], field: &Field<'_>) -> Option<Who> {
        let far = |who: &Who| field.at(spot_of(self.figure(*who)));
        own.iter().copied().filter(|who| far(who) < FAR).min_by_key(|who| (far(who), *who))
    }

    /// The telephone call (SCN-02): one calls, the others keep the enemy off; the visitors break it up, and go once
    /// it is done.
    fn phone_goals(&self, goals: &mut Goals<'m>, own: &[Who], field: &Far<'_, 'm>) {
        if self.view.plot.called.is_some() {
            if self.seat == Seat(1) {
                for who in own {
                    goals.give(*who, Errand::Leave, field(&self.exits()));
                }
            }
            return;
        }
        if self.seat != Seat(0) {
            self.break_up(goals, own, field);
            return;
        }
        if let Some((who, face, there)) = self.nearest_phone(own, field, |_| true) {
            goals.give(who, Errand::Call(face), there);
        }
    }

    /// The visitors go for the character that telephones; while none does, one of them breaks a telephone that is near.
    fn break_up(&self, goals: &mut Goals<'m>, own: &[Who], field: &Far<'_, 'm>) {
        if let Some((caller, _)) = self.view.plot.call {
            for who in own {
                let there = field(&self.attack_spots(|foe| if foe == caller { 0 } else { ASIDE }));
                goals.give(*who, Errand::Go(RUSH), there);
            }
            return;
        }
        let armed: Vec<Who> = own.iter().copied().filter(|who| self.breaks(*who)).collect();
        let free = |p: Point| !self.foes.iter().any(|foe| self.figure(foe.who).at == p);
        if let Some((who, face, there)) = self.nearest_phone(&armed, field, free)
            && there.at(spot_of(self.figure(who))) <= NEAR
        {
            goals.give(who, Errand::Smash(face), there);
        }
    }

    /// The intact telephone that one of the band is nearest to, and who.
    fn nearest_phone(
        &self,
        own: &[Who],
        field: &Far<'_, 'm>,
        will_do: impl Fn(Point) -> bool,
    ) -> Option<(Who, Dir, Field<'m>)> {
        let phones = self.sight.board.spec.phones.iter().zip(&self.view.phones);
        let known = phones.filter(|(phone, destroyed)| !**destroyed && will_do(phone.point)).filter_map(
            |(phone, _)| {
                let there = field(&[(Spot { at: phone.point, top: false }, 0)]);
                let who = self.nearest(own, &there)?;
                Some((there.at(spot_of(self.figure(who))), who, phone.face, there))
            },
        );
        let (_, who, face, there) = known.min_by_key(|(far, who, ..)| (*far, *who))?;
        Some((who, face, there))
    }

    /// Returns the cash box and its carrier, or where it lies (SCN-03).
    pub(super) fn cash_box(&self) -> Option<(ItemId, Place)> {
        let n = self.cash_box?;
        Some((n, self.view.items[usize::from(n.0)].place))
    }

    /// The goals around the cash box (SCN-03): one character fetches it, the carrier runs, every other one pursues a
    /// carrier of the enemy.
    fn box_goals(&self, goals: &mut Goals<'m>, own: &[Who], field: &Far<'_, 'm>) {
        match self.cash_box() {
            Some((_, Place::At(p, _))) => {
                let there = field(&self.spots(|q| q == p));
                if let Some(who) = self.nearest(own, &there) {
                    goals.give(who, Errand::Fetch, there);
                }
            }
            Some((_, Place::Carried(who))) if own.contains(&who) => {
                goals.give(who, Errand::Leave, field(&self.exits()));
            }
            Some((_, Place::Carried(who))) if self.figure(who).in_play() => {
                goals.fields[0] = field(&self.attack_spots(|foe| if foe == who { 0 } else { 40 }));
            }
            Some((_, Place::Carried(body))) => {
                let beside = self.figure(body).at;
                let there = field(&self.spots(|q| q.distance(beside) <= 1));
                if let Some(who) = self.nearest(own, &there) {
                    goals.give(who, Errand::Fetch, there);
                }
            }
            _ => {}
        }
    }
}
