//! Throwing (chapter 14, LAN).

use super::answers::{Mercy, Throwing};
use super::blow::Attack;
use super::odds::Stroke;
use super::{Flow, Script};
use crate::board::Edge;
use crate::event::{Circumstance, Draw, What, Why};
use crate::ids::{Dec, ItemId, ItemKind, Part, PieceKind, Stat, Who};
use crate::scene::{Layer, WindowState};
use crate::space::{Passage, Space};
use crate::tables::{RowId, tables};
use bagarre_kit::grid::{Dir, Point};

impl Script<'_> {
    /// `LAN` (BAS-LAN-01 to 08). `only` is the object just taken in PRE/LAN; `aimed` when the first round was `-`.
    pub(super) fn throw(&mut self, who: Who, only: Option<ItemId>, aimed: bool) -> Flow {
        if self.throwable(who, only).is_empty() {
            self.lost(who, 2, Why::NoItem, "BAS-LAN-02");
            return Ok(());
        }
        if !self.can_throw(who, only) {
            self.lost(who, 2, Why::Blocked, "BAS-LAN-03");
            return Ok(());
        }
        let throwing =
            self.ask(who, Dec::Throw, "BAS-LAN-01", None, |script| script.throw_options(who, only))?;
        let (item, aggressive, to) = match throwing {
            Some(Throwing::Throw { item, aggressive, to }) => (item, aggressive, to),
            Some(Throwing::Nothing) | None => {
                self.lost(who, 2, Why::Declined, "BAS-LAN-01");
                return Ok(());
            }
        };
        let from = self.fig(who).at;
        self.fresh_event();
        self.tell("BAS-LAN-01", What::Throws { who, id: item, from, to, aggressive });
        if aggressive {
            self.throw_at_people(who, item, to, aimed)
        } else {
            self.throw_to_point(who, item, to)
        }
    }

    /// Returns what the character can throw: carried objects; with a chair in hand the chair alone, standing and with
    /// both arms (BAS-LAN-02, BAS-OBJ-05).
    pub(super) fn throwable(&self, who: Who, only: Option<ItemId>) -> Vec<(ItemId, ItemKind)> {
        let figure = self.fig(who);
        let chair = self.scene.chair_of(who);
        self.scene
            .carried(who)
            .filter(|(id, kind)| {
                only.is_none_or(|only| only == *id)
                    && chair.is_none_or(|chair| chair == *id)
                    && (*kind != ItemKind::Chaise || (figure.stands() && figure.arms() == 2))
            })
            .collect()
    }

    /// There is something to throw, and at least one point to throw it to.
    fn can_throw(&self, who: Who, only: Option<ItemId>) -> bool {
        let figure = self.fig(who);
        self.throwable(who, only).iter().any(|(_, kind)| {
            let some_way = *kind != ItemKind::Chaise || tables().item(*kind).throw_row.is_some();
            some_way
                && Space::front(figure).into_iter().any(|dir| self.flies_on(*kind, figure.at, dir).is_some())
        })
    }

    /// Object, mode, end point, or no throw; the default (DEC-12, BAS-LAN-01).
    fn throw_options(&self, who: Who, only: Option<ItemId>) -> (Vec<Throwing>, usize) {
        let items = self.throwable(who, only);
        let mut options = Vec::new();
        for (item, kind) in &items {
            for dir in Space::front(self.fig(who)) {
                let path = self.flight(who, *kind, dir);
                if tables().item(*kind).throw_row.is_some() {
                    options.extend(path.iter().map(|to| Throwing::Throw {
                        item: *item,
                        aggressive: true,
                        to: *to,
                    }));
                }
                // BAS-LAN-02, RUL-64: a chair is never thrown to a point.
                if *kind != ItemKind::Chaise {
                    options.extend(path.into_iter().map(|to| Throwing::Throw {
                        item: *item,
                        aggressive: false,
                        to,
                    }));
                }
            }
        }
        options.push(Throwing::Nothing);
        let default = self.default_throw(who, &items).unwrap_or(Throwing::Nothing);
        let default = options.iter().position(|option| *option == default).unwrap_or(options.len() - 1);
        (options, default)
    }

    /// Returns the default throw: at the nearest enemy on a front line with no friend before it, with a chair, else a
    /// bottle, else a knife (DEC-12).
    fn default_throw(&self, who: Who, items: &[(ItemId, ItemKind)]) -> Option<Throwing> {
        let by_preference = [ItemKind::Chaise, ItemKind::Canette, ItemKind::Tesson, ItemKind::Cran];
        let (item, kind) =
            by_preference.into_iter().find_map(|kind| items.iter().find(|(_, k)| *k == kind))?;
        let from = self.fig(who).at;
        Space::front(self.fig(who))
            .into_iter()
            .filter_map(|dir| {
                let mut before = from;
                for to in self.flight(who, *kind, dir) {
                    let seen = std::mem::replace(&mut before, to);
                    if self.scene.figures_at(to).any(|other| self.friends(who, other)) {
                        return None;
                    }
                    if let Some(enemy) = self.met(who, seen, to) {
                        return Some((from.distance(to), self.fig(enemy).rank, to));
                    }
                }
                None
            })
            .min()
            .map(|(_, _, to)| Throwing::Throw { item: *item, aggressive: true, to })
    }

    /// The points an object can fly to in a direction (BAS-LAN-03): up to a barrier or a video game, never off the
    /// grid; a chair at most eight (BAS-LAN-02). Furniture, the bar and levels do not stop it.
    pub(super) fn flight(&self, who: Who, kind: ItemKind, dir: Dir) -> Vec<Point> {
        let most = if kind == ItemKind::Chaise { tables().chair_range() } else { u8::MAX };
        let mut path = Vec::new();
        let mut p = self.fig(who).at;
        while path.len() < usize::from(most)
            && let Some(q) = self.flies_on(kind, p, dir)
        {
            path.push(q);
            p = q;
        }
        path
    }

    /// The next point of a flight, `None` where it ends.
    fn flies_on(&self, kind: ItemKind, p: Point, dir: Dir) -> Option<Point> {
        let q = p.step(dir);
        let clear = self.space().line_clear(p, dir, Passage::Throw) || self.smashes(kind, p, dir).is_some();
        (clear && self.state.board.contains(q) && !self.is_video(q)).then_some(q)
    }

    fn is_video(&self, p: Point) -> bool {
        self.scene.upright_at(p).is_some_and(|id| self.scene.piece(id).kind == PieceKind::Video)
    }

    /// The shut window that a thrown chair or bottle would break on its way, with the option `thrown_breaks_window`
    /// (RUL-77).
    fn smashes(&self, kind: ItemKind, p: Point, dir: Dir) -> Option<u8> {
        let breaks = self.state.setup.options.thrown_breaks_window
            && (kind == ItemKind::Chaise || kind.is_bottle())
            && dir.is_orthogonal();
        match self.state.board.edge(p, dir) {
            Edge::Window(n) if breaks && self.scene.windows[usize::from(n)] == WindowState::Shut => Some(n),
            _ => None,
        }
    }

    /// Breaks the window between two points of a flight, if one is in the way (RUL-77).
    fn smash(&mut self, kind: ItemKind, p: Point, dir: Dir) {
        if let Some(window) = self.smashes(kind, p, dir) {
            self.break_window(window, "BAS-LAN-03/RUL-77");
        }
    }

    /// Returns the character that a throw meets on a point that it reaches from the point before (BAS-LAN-04): not
    /// those that lie sheltered behind or under furniture (BAS-POS-09).
    pub(super) fn met(&self, who: Who, before: Point, at: Point) -> Option<Who> {
        let space = self.space();
        let behind = before != self.fig(who).at && space.is_furnished(before);
        self.scene.figures_at(at).find(|other| {
            let figure = self.fig(*other);
            *other != who && !(figure.prone && (behind || space.is_under(figure)))
        })
    }

    /// An aggressive throw (BAS-LAN-04, 05, 06): it attacks the characters that it meets and flies on after a miss (RUL-82).
    fn throw_at_people(&mut self, who: Who, item: ItemId, end: Point, aimed: bool) -> Flow {
        let kind = self.scene.item(item).kind;
        let from = self.fig(who).at;
        let row = throw_row(kind);
        // In the air the item has no owner.
        self.remove("BAS-LAN-04", item);
        let Some((dir, distance)) = from.line_to(end) else { return Ok(()) };
        let mut at = from;
        for n in 1..=distance {
            let before = at;
            self.smash(kind, before, dir);
            at = before.step(dir);
            let Some(target) = self.met(who, before, at) else { continue };
            let range = Some(tables().range(n));
            let attack = Attack { who, target, row, aimed, range };
            if !self.attacks_prone(attack)? {
                self.tell("BAS-LAN-04", What::Spared { who, target });
                continue;
            }
            // BAS-LAN-05, BAS-LAN-08: the attack itself takes posture, level and range into account.
            if self.attack(attack)?.0 {
                break;
            }
        }
        if kind == ItemKind::Cran || kind.is_bottle() {
            self.come_to_rest("BAS-LAN-06", item, at, self.landing(at));
        }
        // BAS-LAN-06: a thrown chair is destroyed, and is gone already.
        Ok(())
    }

    /// Resolves a prone character on the flight line: it is ignored or attacked, as the thrower chooses (DEC-13).
    fn attacks_prone(&mut self, attack: Attack) -> Flow<bool> {
        let Attack { who, target, .. } = attack;
        if !self.fig(target).prone {
            return Ok(true);
        }
        self.notes.stroke = Some(Stroke::Attack(attack));
        let friend = usize::from(self.friends(who, target));
        let mercy = self.ask(who, Dec::Prone, "BAS-LAN-04", Some(target), |_| {
            (vec![Mercy::Strike, Mercy::Spare], friend)
        })?;
        Ok(match mercy {
            Some(Mercy::Strike) => true,
            Some(Mercy::Spare) | None => false,
        })
    }

    /// Where a thrown thing lies: under furniture or beside people, or on top of the bar (BAS-LAN-06, 07).
    fn landing(&self, p: Point) -> Layer {
        if self.state.board.is_bar(p) { Layer::Top } else { Layer::Ground }
    }

    /// A tactical throw (BAS-LAN-07).
    fn throw_to_point(&mut self, who: Who, item: ItemId, to: Point) -> Flow {
        let kind = self.scene.item(item).kind;
        let figure = *self.fig(who);
        let Some((dir, distance)) = figure.at.line_to(to) else { return Ok(()) };
        let mut p = figure.at;
        let mut crosses = false;
        for n in 1..=distance {
            self.smash(kind, p, dir);
            p = p.step(dir);
            crosses |= n < distance && self.scene.figures_at(p).any(|other| other != who);
        }
        let mut why = Vec::new();
        if crosses {
            why.push(Circumstance::Crossing);
        }
        if !figure.usable(Part::Bd) {
            // BAS-WND-06: +2 for the right arm.
            why.push(Circumstance::Arm);
        }
        let lands = if self.test_under(who, Stat::Dex, why, "BAS-LAN-07")? { to } else { self.stray(to)? };
        let layer = if self.state.board.contains(lands) { self.landing(lands) } else { Layer::Ground };
        self.come_to_rest("BAS-LAN-07", item, lands, layer);
        Ok(())
    }

    /// A random neighbour of the point aimed at: 1D8, rerolled while the line to it is barred or a video game stands
    /// there (BAS-LAN-07). The line it came by is open, so the rerolls end.
    fn stray(&mut self, to: Point) -> Flow<Point> {
        loop {
            let face = self.die(8, "BAS-LAN-07", "random direction")?;
            self.tell(
                "BAS-LAN-07",
                What::Drew { what: Draw::Direction, who: None, sides: 8, face, picked: None },
            );
            let Some(dir) = Dir::from_number(face) else { continue };
            let p = to.step(dir);
            if self.space().line_clear(to, dir, Passage::Throw) && !self.is_video(p) {
                return Ok(p);
            }
        }
    }
}

/// The row of a thrown weapon.
pub(super) const fn throw_row(kind: ItemKind) -> RowId {
    match kind {
        ItemKind::Cran => RowId::LanCran,
        ItemKind::Chaise => RowId::LanChaise,
        _ => RowId::LanCanette,
    }
}
