//! What scenarios watch for, and who wins (section 21, BAS-END-01).

use super::Script;
use crate::board::{Edge, Ground, Zone};
use crate::event::{TieBreak, Way, What};
use crate::ids::{ItemKind, PieceId, PieceKind, Who};
use crate::library;
use crate::scene::{Place, Plot, WindowState};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::grid::{Dir, Point};

const GOALS: &str = "BAS-END-01";

impl Script<'_> {
    fn plays(&self, scenario: &str) -> bool {
        self.state.setup.scenario == scenario
    }

    fn score(&mut self, seat: Seat, points: i32, reason: &str) {
        let total = self.scene.scores[usize::from(seat.0)] + points;
        self.tell(GOALS, What::Score { seat, points, total, reason: reason.to_owned() });
    }

    fn set_plot(&mut self, change: impl FnOnce(&mut Plot)) {
        let mut plot = self.scene.plot.clone();
        change(&mut plot);
        if plot != self.scene.plot {
            self.tell(GOALS, What::Plot { plot });
        }
    }

    /// Called after each fact, with its index: points and the scenario's memory follow from what happened.
    pub(crate) fn watch(&mut self, fact: usize) {
        if let What::Moved { who, .. } | What::LeftBoard { who, .. } | What::Released { victim: who, .. } =
            self.facts[fact].what
        {
            self.check_robberies(who);
        }
        match self.facts[fact].what {
            What::Out { who, by } => self.score_out(who, by),
            What::LeftBoard { who, by, .. } => self.score_left(who, by),
            What::Moved { who, from, to, way, .. } => self.watch_move(who, from, to, way),
            What::Piece { id, gone: true, .. } if self.plays("SCN-04") => self.watch_table(id),
            What::DoorDestroyed { .. } | What::Window { state: WindowState::Destroyed, .. }
                if self.plays("SCN-01") =>
            {
                self.score(Seat(0), -1, "destroyed");
            }
            What::PhoneDestroyed { .. }
                if self.plays("SCN-02") && self.scene.phones.iter().all(|destroyed| *destroyed) =>
            {
                self.score(Seat(1), 4, "phones");
            }
            _ => {}
        }
    }

    /// A knock-out pays the band whose act it was, never for one's own losses.
    fn score_out(&mut self, who: Who, by: Option<Who>) {
        let Some(by) = by.filter(|by| !self.friends(*by, who)) else { return };
        let points = match self.state.setup.scenario.as_str() {
            "SCN-00" | "SCN-01" | "SCN-05" => 3,
            "SCN-02" if who == Who(0) => 5,
            "SCN-02" | "SCN-04" => 2,
            _ => 1,
        };
        self.score(self.seat(by), points, "hs");
    }

    fn score_left(&mut self, who: Who, by: Option<Who>) {
        let enemy = by.filter(|by| !self.friends(*by, who));
        match (self.state.setup.scenario.as_str(), enemy) {
            ("SCN-00" | "SCN-01" | "SCN-05", Some(by)) => self.score(self.seat(by), 2, "off"),
            ("SCN-00" | "SCN-05", None) if by.is_none() => self.score(self.seat(who), -1, "left"),
            ("SCN-02", _) if self.seat(who) == Seat(1) && self.scene.plot.called.is_some() => {
                self.score(Seat(1), 1, "escaped");
            }
            _ => {}
        }
    }

    fn watch_move(&mut self, who: Who, from: Point, to: Point, way: Way) {
        match self.state.setup.scenario.as_str() {
            "SCN-01" if self.seat(who) == Seat(1) && self.is_inside(to) => self.enter_bar(who, from, to),
            "SCN-03" if self.scene.carried(who).any(|(_, kind)| kind == ItemKind::Caisse) => {
                let through = !self.is_inside(to) && self.through_wc_window(from, to);
                let out = through || (self.scene.plot.through_wc_window && !self.is_inside(to));
                self.set_plot(|plot| plot.through_wc_window = out);
            }
            "SCN-04" if way == Way::Fall && self.is_stage(from) && !self.is_stage(to) => {
                if let Some(by) = self.notes.actor.filter(|by| !self.friends(*by, who)) {
                    self.score(self.seat(by), 1, "edge");
                }
            }
            _ => {}
        }
    }

    fn enter_bar(&mut self, who: Who, from: Point, to: Point) {
        let first = !self.scene.plot.entered.contains(&who);
        let by_window = !self.scene.plot.by_window && self.window_between(from, to).is_some();
        if first {
            self.set_plot(|plot| plot.entered.push(who));
        }
        if by_window {
            self.set_plot(|plot| plot.by_window = true);
            self.score(Seat(1), 1, "window");
        }
    }

    /// A table pushed off the stage costs its pusher.
    fn watch_table(&mut self, id: PieceId) {
        let piece = *self.scene.piece(id);
        let near = |p: Point| self.is_stage(p) || Dir::ALL.iter().any(|dir| self.is_stage(p.step(*dir)));
        if piece.kind == PieceKind::Table
            && piece.cells.iter().any(near)
            && let Some(pusher) = self.notes.actor
        {
            self.score(self.seat(pusher), -1, "table");
        }
    }

    fn is_inside(&self, p: Point) -> bool {
        self.state.board.terrain(p).is_some_and(|terrain| terrain.zone == Zone::Inside)
    }

    fn ground(&self, p: Point) -> Option<Ground> {
        self.state.board.terrain(p).map(|terrain| terrain.name)
    }

    fn is_stage(&self, p: Point) -> bool {
        self.ground(p) == Some(Ground::Stage)
    }

    fn window_between(&self, from: Point, to: Point) -> Option<u8> {
        let dir = from.dir_to(to).filter(|dir| dir.is_orthogonal())?;
        match self.state.board.edge(from, dir) {
            Edge::Window(window) => Some(window),
            _ => None,
        }
    }

    fn through_wc_window(&self, from: Point, to: Point) -> bool {
        self.ground(from) == Some(Ground::Wc) && self.window_between(from, to).is_some()
    }

    /// Counts the cash box of a character that is about to leave the board with all that it carries (SCN-03).
    pub(super) fn plot_left(&mut self, who: Who) {
        if !self.scene.carried(who).any(|(_, kind)| kind == ItemKind::Caisse) {
            return;
        }
        let by_window = self.scene.plot.through_wc_window;
        self.set_plot(|plot| plot.carried_out = Some((who, by_window)));
        self.score(self.seat(who), 6, "box_out");
        if by_window {
            self.score(self.seat(who), 2, "box_window");
        }
    }

    /// The telephone call, sequence by sequence (SCN-02).
    pub(super) fn plot_sequence(&mut self) {
        let due = library::scenario(&self.state.setup.scenario).and_then(|scenario| scenario.call);
        let Some(due) = due.filter(|_| self.scene.plot.called.is_none()) else { return };
        let sequence = usize::from(self.scene.sequence.clamp(1, 3)) - 1;
        let calls = |who: &Who| {
            let figure = self.fig(*who);
            let phones = self.state.board.spec.phones.iter().zip(&self.scene.phones);
            let at_phone = phones
                .filter(|(_, destroyed)| !**destroyed)
                .any(|(phone, _)| phone.point == figure.at && phone.face == figure.facing);
            self.seat(*who) == Seat(0)
                && figure.stands()
                && !figure.top
                && !figure.stunned()
                && !figure.shaken
                && figure.held_by.is_none()
                && figure.orders[sequence].is_rest()
                && at_phone
        };
        let before = self.scene.plot.call;
        let callers: Vec<Who> = self.scene.by_rank().into_iter().filter(calls).collect();
        let caller = before.map(|(who, _)| who).filter(|who| callers.contains(who));
        let call = match (caller, callers.first()) {
            (Some(who), _) => before.map(|(_, n)| (who, n + 1)),
            (None, Some(who)) => Some((*who, 1)),
            (None, None) => None,
        };
        self.set_plot(|plot| plot.call = call);
        if call.is_some_and(|(_, n)| n >= due) {
            let turn = self.scene.turn;
            self.set_plot(|plot| {
                plot.called = Some(turn);
                plot.last_turn = Some(turn + 4);
                plot.call = None;
            });
            self.score(Seat(0), 5, "call");
        }
    }

    /// The stage, turn by turn (SCN-04).
    pub(super) fn plot_turn(&mut self) {
        if !self.plays("SCN-04") || self.scene.turn < 4 {
            return;
        }
        let there: Vec<Seat> = self
            .scene
            .whos()
            .filter(|who| {
                let figure = self.fig(*who);
                figure.stands() && !figure.stunned() && self.is_stage(figure.at)
            })
            .map(|who| self.seat(who))
            .collect();
        let Some(seat) = there.first().copied().filter(|seat| there.iter().all(|other| other == seat)) else {
            return;
        };
        self.score(seat, if there.len() >= 2 { 2 } else { 1 }, "stage");
    }

    /// The game ends: last points, then the winner (section 21).
    pub(super) fn finish(&mut self, rule: &'static str, reason: &str) {
        self.last_points();
        let seats = self.scene.scores.len() as u8;
        let worth = |seat: Seat| {
            let own = self.scene.whos().filter(|who| self.seat(*who) == seat);
            let playing: Vec<Who> = own.filter(|who| self.fig(*who).in_play()).collect();
            let left: u32 = playing.iter().flat_map(|who| self.fig(*who).left).map(u32::from).sum();
            (self.scene.scores[usize::from(seat.0)], playing.len(), left)
        };
        let fought: Seats = (0..seats).map(Seat).filter(|seat| !self.scene.gave_up.contains(seat)).collect();
        let best = fought.iter().map(worth).max();
        let winners: Seats = fought.iter().filter(|seat| Some(worth(*seat)) == best).collect();
        let points = |seat: &Seat| best.is_some_and(|best| worth(*seat).0 == best.0);
        let level: Seats = fought.iter().filter(points).collect();
        if level.len() > 1 {
            let standing = |seat: &Seat| best.is_some_and(|best| worth(*seat).1 == best.1);
            let by = if winners.len() > 1 {
                TieBreak::Nothing
            } else if level.iter().filter(standing).count() > 1 {
                TieBreak::PointsLeft
            } else {
                TieBreak::InPlay
            };
            self.tell(GOALS, What::Tied { seats: level, by });
        }
        let outcome = Outcome::alone(winners, self.scene.scores.clone(), reason);
        self.tell(rule, What::Over { outcome });
    }

    fn last_points(&mut self) {
        let in_play: Vec<Who> = self.scene.whos().filter(|who| self.fig(*who).in_play()).collect();
        match self.state.setup.scenario.as_str() {
            "SCN-00" | "SCN-05" => {
                for who in in_play {
                    self.score(self.seat(who), 1, "in_play");
                }
            }
            "SCN-01" => {
                let at_bar = |who: &Who| {
                    let figure = self.fig(*who);
                    let counter = figure.at.r == 6 && (3..=8).contains(&figure.at.c);
                    figure.stands() && (counter || self.ground(figure.at) == Some(Ground::BehindBar))
                };
                let bands: Seats =
                    in_play.iter().filter(|who| at_bar(who)).map(|who| self.seat(*who)).collect();
                if bands.len() == 1 {
                    for seat in bands.iter() {
                        self.score(seat, 2, "bar");
                    }
                }
                for who in self.scene.whos() {
                    if self.seat(who) == Seat(1) && !self.scene.plot.entered.contains(&who) {
                        self.score(Seat(1), -1, "never_entered");
                    }
                }
            }
            "SCN-02" if self.scene.plot.called.is_some() => {
                for who in in_play {
                    if self.seat(who) == Seat(1) {
                        self.score(Seat(0), 2, "trapped");
                    }
                }
            }
            "SCN-03" => {
                let holder = self.scene.items.iter().find_map(|item| match (item.kind, item.place) {
                    (ItemKind::Caisse, Place::Carried(who)) => Some(who),
                    _ => None,
                });
                if let Some(who) = holder.filter(|who| self.fig(*who).in_play()) {
                    self.score(self.seat(who), 3, "box_held");
                }
            }
            _ => {}
        }
    }
}
