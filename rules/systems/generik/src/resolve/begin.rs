//! Setting a game up (section 17, GEN-SCN-40, 60).

use super::answers::Assent;
use super::{Decision, Flow, Script, Stake};
use crate::band;
use crate::event::{Throw, Way, What, Why};
use crate::ids::{Dec, Edge, Era, Fig, Scenario};
use crate::numbers::numbers;
use crate::placing;
use crate::scene::{Stage, Status};
use crate::setup::{Ground, Placed};
use crate::space::{Stance, place};
use crate::tables;
use crate::terrain;
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;

impl Script<'_> {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.state.seats()).map(Seat)
    }

    /// The scenario and the terrain (GEN-SET-01, 02).
    pub(super) fn begin(&mut self) -> Flow {
        if self.scene.scenario.is_none() {
            self.roll_scenario()?;
        }
        self.tell("GEN-SET-02", What::Stage { stage: Stage::Terrain });
        let laid = match &self.fixed().setup.ground {
            Ground::InTurn => {
                let face = self.plain_die(Throw::Terrain, "GEN-SET-02", self.fixed().setup.youngest, None)?;
                let pieces = face + numbers().setup.terrain_count_bonus;
                self.tell("GEN-SET-02", What::Due { pieces });
                return Ok(());
            }
            Ground::Ready => ready(self.fixed().setup.era, None),
            Ground::Named(id) => ready(self.fixed().setup.era, Some(id)),
            Ground::Own(pieces) => pieces.clone(),
        };
        self.tell("GEN-SETS-02", What::Due { pieces: laid.len() as u8 });
        for piece in laid {
            self.tell("GEN-SETS-02", What::Piece { seat: None, piece });
        }
        Ok(())
    }

    /// The player with the lower reputation rolls the scenario and may roll once more (GEN-SET-01, GEN-DEC-01, R-236).
    fn roll_scenario(&mut self) -> Flow {
        let reputation = |seat: &Seat| {
            self.fixed().setup.bands[usize::from(seat.0)].purse.as_ref().map_or(0, |it| it.reputation)
        };
        let least = self.seats().map(|seat| reputation(&seat)).min().unwrap_or(0);
        let mut lowest: Vec<Seat> = self.seats().filter(|seat| reputation(seat) == least).collect();
        while lowest.len() > 1 {
            let mut faces = Vec::new();
            for seat in &lowest {
                faces.push(self.plain_die(Throw::RollOff, "GEN-SET-01", *seat, None)?);
            }
            let low = faces.iter().min().copied().unwrap_or(1);
            lowest =
                lowest.iter().zip(&faces).filter(|(_, face)| **face == low).map(|(seat, _)| *seat).collect();
        }
        let seat = lowest.first().copied().unwrap_or_default();
        let mut face = self.plain_die(Throw::Scenario, "GEN-SET-01", seat, None)?;
        for _ in 0..numbers().setup.scenario_rerolls {
            let options = Assent::both();
            let die = Some(face as i8);
            let stake = Stake::Nothing;
            let question = Decision { seat, fig: None, about: None, die, options, default: 0, stake };
            if self.choose_by("GEN-SET-01", Dec::Scenario, question)? == Some(Assent::Yes) {
                face = self.plain_die(Throw::Scenario, "GEN-SET-01", seat, None)?;
            }
        }
        let number = usize::from(face.clamp(1, numbers().setup.scenario_die)) - 1;
        let scenario = Scenario::ALL.get(number).copied().unwrap_or(Scenario::BastonGenerale);
        self.tell("GEN-SET-01", What::Scenario { scenario });
        Ok(())
    }

    /// A piece of terrain lies on the table; without room for another one the step ends early (GEN-SET-03).
    pub(super) fn place_piece(&mut self, seat: Seat, piece: Placed) {
        self.tell("GEN-SET-03", What::Piece { seat: Some(seat), piece });
        let pieces = self.scene.pieces.len() as u8;
        let free = placing::centre_free(&self.scene);
        let room = pieces < self.scene.pieces_due
            && place::first_piece(&self.scene.pieces, self.fixed().setup.era, free).is_none();
        if room {
            self.tell("GEN-SET-03", What::Cut { why: Why::NoRoom });
            self.tell("GEN-SET-03", What::Due { pieces });
        }
    }

    /// Attacker, order of phases and edges (GEN-SET-05, 06), then what the scenario adds (GEN-SET-07).
    pub(super) fn edges(&mut self) -> Flow {
        self.tell("GEN-SET-05", What::Stage { stage: Stage::Edges });
        for seat in self.seats() {
            let band = &self.fixed().setup.bands[usize::from(seat.0)];
            let (count, value) = (band::fielded(band).count() as u8, band::value(band));
            self.tell("GEN-BND-08", What::Fielded { seat, count, value });
        }
        let close = self.fixed().setup.close;
        let order = if close { self.youngest_first() } else { self.attack_order()? };
        let attacker = order.first().copied().unwrap_or_default();
        let rule = if close { "GEN-SET-11" } else { "GEN-SET-05" };
        self.tell(rule, What::Attacker { seat: attacker, order: order.clone().into() });
        if close {
            for (seat, edge) in order.into_iter().zip(Edge::ALL) {
                self.tell("GEN-SET-11", What::Edge { seat, edge });
            }
        } else if let [first, second] = order[..] {
            let options = vec![Edge::S, Edge::N, Edge::E, Edge::W];
            let (die, stake) = (None, Stake::Nothing);
            let question = Decision { seat: first, fig: None, about: None, die, options, default: 0, stake };
            let edge = self.choose_by("GEN-SET-06", Dec::Edge, question)?;
            let Some(edge) = edge else { return Ok(()) };
            self.tell("GEN-SET-06", What::Edge { seat: first, edge });
            self.tell("GEN-SET-06", What::Edge { seat: second, edge: edge.opposite() });
        } else {
            // edges S, N, E, W in the order of phases.
            for (seat, edge) in order.into_iter().zip(Edge::ALL) {
                self.tell("GEN-SET-06", What::Edge { seat, edge });
            }
        }
        self.extras();
        Ok(())
    }

    /// Seats by their die, the highest first; ties roll again among themselves (GEN-SET-05, R-031).
    fn attack_order(&mut self) -> Flow<Vec<Seat>> {
        let mut groups = vec![self.seats().collect::<Vec<_>>()];
        while let Some(at) = groups.iter().position(|group| group.len() > 1) {
            let group = groups.remove(at);
            let mut rolled = Vec::new();
            for seat in group {
                rolled.push((self.plain_die(Throw::Attacker, "GEN-SET-05", seat, None)?, seat));
            }
            for face in 1..=6 {
                let same: Vec<Seat> =
                    rolled.iter().filter(|(it, _)| *it == face).map(|(_, seat)| *seat).collect();
                if !same.is_empty() {
                    groups.insert(at, same);
                }
            }
        }
        Ok(groups.concat())
    }

    /// Seats in order, the youngest player's first (GEN-SET-11).
    fn youngest_first(&self) -> Vec<Seat> {
        let (n, first) = (self.state.seats(), self.fixed().setup.youngest.0);
        (0..n).map(|seat| Seat((first + seat) % n)).collect()
    }

    /// Places every waiting figure face to face with the enemy (GEN-SET-11): about the place nearest to the middle of
    /// the table where all have bare ground under them and an enemy in sight, else each where it can be nearest to the
    /// middle.
    pub(super) fn close_up(&mut self) {
        let lines = self.lines();
        let found = place::close_places().find_map(|middle| self.drawn_up(&lines, middle));
        let drawn_up: Vec<(Fig, Pt, i32)> = found.unwrap_or_default();
        for (fig, edge, from_middle) in lines {
            let exact = drawn_up.iter().find(|(other, ..)| *other == fig).map(|(_, at, z)| (*at, *z));
            let place = exact
                .or_else(|| self.space().nearest_stand(fig, from_middle + place::MIDDLE))
                .or_else(|| self.space().first_deployment(fig, edge));
            if let Some((at, z)) = place {
                self.enter(fig, at, z, place::inward(edge), "GEN-SET-11");
            }
        }
    }

    /// Returns the figures that wait, with the edge of each and where it stands from the middle, in the order of phases.
    fn lines(&self) -> Vec<(Fig, Edge, Pt)> {
        let mut lines = Vec::new();
        for seat in &self.scene.order {
            let edge = self.scene.force(*seat).edge.unwrap_or(Edge::S);
            let waits = |fig: &Fig| self.fig(*fig).seat == *seat && self.fig(*fig).status == Status::Waiting;
            let waiting: Vec<Fig> = self.scene.figs().filter(waits).collect();
            let of = waiting.len() as i32;
            lines.extend((0..).zip(waiting).map(|(n, fig)| (fig, edge, place::from_middle(edge, n, of))));
        }
        lines
    }

    /// Returns where they stand about a place: on the ground, each with an enemy in sight; `None` where one of them cannot.
    fn drawn_up(&self, lines: &[(Fig, Edge, Pt)], middle: Pt) -> Option<Vec<(Fig, Pt, i32)>> {
        let space = self.space();
        let stances: Vec<(Fig, Stance)> = lines
            .iter()
            .map(|(fig, edge, from)| {
                let at = middle + *from;
                (*fig, Stance { at, z: 0, facing: place::inward(*edge), down: false })
            })
            .collect();
        let sees = |(viewer, eye): &(Fig, Stance)| {
            let enemies = stances.iter().filter(|(fig, _)| self.seat(*fig) != self.seat(*viewer));
            enemies.into_iter().any(|(fig, seen)| space.sees_as(*viewer, *eye, *fig, *seen, false))
        };
        let all = stances.iter().all(|one| space.may_stand(one.0, one.1.at) == Some(0) && sees(one));
        all.then(|| stances.iter().map(|(fig, it)| (*fig, it.at, it.z)).collect())
    }

    /// The marker of scenario 3 lies at the centre; champions and objectives are asked next (GEN-SET-07).
    fn extras(&mut self) {
        match self.scene.scenario {
            Some(Scenario::DuelDHonneur | Scenario::Saccage) => {
                self.tell("GEN-SET-07", What::Stage { stage: Stage::Extras });
            }
            Some(Scenario::Ravioli) => {
                if let Some(objective) = &tables::scenario(Scenario::Ravioli).objective {
                    let at = objective.at;
                    self.tell("GEN-SCN-30", What::Marker { n: 0, at, owner: None });
                }
                self.tell("GEN-SET-08", What::Stage { stage: Stage::Deployment });
            }
            _ => self.tell("GEN-SET-08", What::Stage { stage: Stage::Deployment }),
        }
    }

    /// Champions are revealed together and stand in contact at the centre, each on its owner's side (GEN-SCN-40, R-249).
    pub(super) fn champions(&mut self, figs: &[Fig]) {
        for (seat, fig) in self.seats().zip(figs) {
            self.tell("GEN-SCN-40", What::Champion { seat, fig: *fig });
        }
        for (seat, fig) in self.seats().zip(figs) {
            let edge = self.scene.force(seat).edge.unwrap_or(Edge::S);
            self.enter(*fig, place::centre_spot(edge), 0, place::inward(edge), "GEN-SCN-40");
        }
        self.tell("GEN-SET-08", What::Stage { stage: Stage::Deployment });
    }

    /// An objective marker lies on the table (GEN-SCN-60).
    pub(super) fn place_marker(&mut self, seat: Seat, at: Pt) {
        let n = self.scene.markers.len() as u8;
        self.tell("GEN-SCN-60", What::Marker { n, at, owner: Some(seat) });
        let each = tables::scenario(Scenario::Saccage).objectives_per_band;
        if self.scene.markers.len() == usize::from(each * self.state.seats()) {
            self.tell("GEN-SET-08", What::Stage { stage: Stage::Deployment });
        }
    }

    /// A figure stands on the table (GEN-SET-08, R-239).
    pub(super) fn deploy(&mut self, seat: Seat, fig: Fig, at: Pt, facing: Pt) {
        let edge = self.scene.force(seat).edge.unwrap_or(Edge::S);
        let z = self.space().may_deploy(fig, edge, at).unwrap_or(0);
        self.enter(fig, at, z, facing, "GEN-SET-08");
    }

    fn enter(&mut self, fig: Fig, at: Pt, z: i32, facing: Pt, rule: &'static str) {
        self.tell(rule, What::Moved { fig, path: vec![at], z, way: Way::Deployed });
        self.face(fig, facing, rule);
        self.tell(rule, What::Status { fig, status: Status::OnTable });
    }
}

/// What lies on a ready table.
fn ready(era: Era, id: Option<&str>) -> Vec<Placed> {
    terrain::layout(era, id).map_or_else(Vec::new, |layout| layout.pieces.clone())
}
