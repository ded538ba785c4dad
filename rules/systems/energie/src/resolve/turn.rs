//! The start and the end of a turn (ENE-TUR-01, ENE-ORD, ENE-FIN).

use super::{Flow, Script};
use crate::command::Ask;
use crate::event::{Answer, What};
use crate::ids::{Opponent, Scenario, Who, Zone};
use crate::scene::ZoneNow;
use crate::tables::{BringRow, scenario, tables};
use bagarre_kit::contract::Seat;

impl Script<'_> {
    /// The order of the turn, frozen until its end (ENE-ORD-05, ENE-R31), with what players say of their equals (ENE-DEC-01).
    pub(super) fn open_turn(&mut self) -> Flow {
        let mut order: Vec<Who> =
            self.scene.all().filter(|(_, it)| it.in_play()).map(|(who, _)| who).collect();
        order.sort_by_key(|who| self.key(*who));
        let mut at = 0;
        while at < order.len() {
            let many =
                order[at..].iter().take_while(|who| self.key(**who).0 == self.key(order[at]).0).count();
            let tied = order[at..at + many].to_vec();
            if let Some(seat) = self.player(tied[0]).filter(|_| many > 1) {
                let chosen = self.ask_order(seat, &tied)?;
                order[at..at + many].copy_from_slice(&chosen);
            } else if many > 1 {
                // ENE-R44: the referee's order.
                let said =
                    self.state.fixed.setup.master().and_then(|it| self.state.standing.get(usize::from(it.0)));
                let said = said.map(|it| it.order.clone()).unwrap_or_default();
                let rank = |who: &Who| said.iter().position(|it| it == who).unwrap_or(usize::MAX);
                order[at..at + many].sort_by_key(|who| (rank(who), *who));
            }
            at += many;
        }
        let turn = self.scene.turn + 1;
        let meddled = vec![0; self.scene.points.len()];
        self.tell("ENE-ORD-05", What::Turn { turn, order, meddled });
        let referee = &tables().referee;
        if self.has_reserve() && turn >= referee.reserve_from_turn {
            let reserve =
                (self.scene.reserve + referee.reserve_per_turn).min(super::hurt::MOST_COUNTED as i32);
            self.tell("ENE-MJ-05", What::Reserve { reserve });
        }
        Ok(())
    }

    fn ask_order(&mut self, seat: Seat, tied: &[Who]) -> Flow<Vec<Who>> {
        let tied = tied.to_vec();
        self.put(
            |id| Ask::Order { id, seat, tied },
            |answer| if let Answer::Order(order) = answer { Some(order.clone()) } else { None },
        )
    }

    /// The key that sorts slots, and the number behind it: Physique, kind, players first (ENE-ORD-03, ENE-R24), Mental, the pas
    /// (ENE-ORD-04).
    fn key(&self, who: Who) -> ((i8, u8, bool, i8, u8, u8), Who) {
        let sheet = &self.f(who).sheet;
        let sides = self.state.fixed.setup.opponents_side().max(1);
        let pas = if sheet.seat.is_some() { (sheet.side + sides - self.scene.pas) % sides } else { 0 };
        let seat = sheet.seat.map_or(u8::MAX, |seat| seat.0);
        let rank = sheet.kind.i() as u8 + 1;
        ((-(sheet.physique as i8), rank, sheet.seat.is_none(), -(sheet.mental as i8), pas, seat), who)
    }

    /// A turn ends: fires, the danger, objectives, the conditions of the scenario, reinforcements (section D).
    pub(super) fn end_turn(&mut self) -> Flow {
        self.settle_changes();
        let turn = self.scene.turn;
        for zone in self.public().map.all() {
            let now = &self.scene.zones[zone.n()];
            if now.fire_until > 0 && now.fire_until <= turn {
                let now = ZoneNow { fire_until: 0, ..now.clone() };
                self.tell("ENE-MAP-08", What::Zone { zone, now });
            }
        }
        self.danger(turn);
        self.objectives(turn);
        self.judge_turn()?;
        self.reinforce(turn);
        Ok(())
    }

    /// Lines of the danger of this turn, so that every fight ends (ENE-FIN-01, ENE-R38).
    fn danger(&mut self, turn: u8) {
        let map = self.map();
        for (n, line) in (0u8..).zip(&map.danger) {
            let due = line.turn.saturating_add_signed(self.scene.shifts[usize::from(n)]);
            if turn < due || self.scene.burnt[usize::from(n)] {
                continue;
            }
            self.tell("ENE-FIN-01", What::Burns { line: n, zones: line.zones.clone(), source: line.source });
            for zone in &line.zones {
                let mut now = self.scene.zones[zone.n()].clone();
                if !now.dangers.contains(&line.source) {
                    now.dangers.push(line.source);
                    now.dangers.sort_unstable();
                    self.tell("ENE-FIN-02", What::Zone { zone: *zone, now });
                }
            }
        }
    }

    /// Points of zones that one side alone holds (ENE-SCN-02).
    fn objectives(&mut self, turn: u8) {
        if self.state.fixed.setup.scenario != Scenario::Docks {
            return;
        }
        let map = self.map();
        for row in &map.row.objectives {
            let zone = map.zone(&row.zone);
            let mut sides: Vec<u8> = self.public().able_in(zone).map(|who| self.f(who).side()).collect();
            sides.sort_unstable();
            sides.dedup();
            if let ([side], true) = (&sides[..], turn >= row.from_turn) {
                self.score("ENE-SCN-02", *side, row.points);
            }
        }
    }

    /// Reinforcements of the scenario, each at the next entry that is free (ENE-MJ-05).
    fn reinforce(&mut self, turn: u8) {
        let setup = &self.state.fixed.setup;
        let row = scenario(setup.scenario);
        let heroes = setup.heroes();
        let mut due: Vec<Opponent> = self.scene.late.clone();
        let mut lists: Vec<&BringRow> = Vec::new();
        if setup.format.coop() {
            lists.extend(row.reinforcements.iter().chain(&row.coop_reinforcements));
        }
        for it in lists.into_iter().filter(|it| it.turn == turn) {
            due.extend((0..it.many(heroes)).map(|_| it.id));
        }
        if due.is_empty() {
            return;
        }
        let mut late = Vec::new();
        for id in due {
            match self.free_entry() {
                Some((zone, next)) => {
                    self.join(id, zone, "ENE-MJ-05");
                    self.tell("ENE-MJ-05", What::Entry { entry: next, late: self.scene.late.clone() });
                }
                None => late.push(id),
            }
        }
        let entry = self.scene.entry;
        if late != self.scene.late {
            self.tell("ENE-MJ-05", What::Entry { entry, late });
        }
    }

    /// The next entry in turn that has no hero and is not full, and the place after it.
    fn free_entry(&self) -> Option<(Zone, u8)> {
        let entries = &self.public().map.entries;
        let many = entries.len();
        (0..many).map(|n| (usize::from(self.scene.entry) + n) % many.max(1)).find_map(|n| {
            let zone = entries[n];
            self.may_enter(zone).then(|| (zone, ((n + 1) % many) as u8))
        })
    }

    /// Whether opponents may come in by a zone (ENE-MJ-05).
    pub(super) fn may_enter(&self, zone: Zone) -> bool {
        let heroes = self.public().able_in(zone).any(|who| self.f(who).sheet.seat.is_some());
        !heroes && !self.public().full(zone) && self.scene.fighters.len() < super::begin::MOST_FIGHTERS
    }
}
