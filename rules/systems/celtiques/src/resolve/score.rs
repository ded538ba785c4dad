//! The end of a fight and its score (CEL-FIN, CEL-SCN).

use super::Script;
use crate::event::What;
use crate::ids::{Scenario, Team, Who};
use crate::scene::{Stage, Status};
use crate::state::PublicState;
use crate::tables::tables;
use bagarre_kit::contract::scores::{Countdown, ScorePart, Scoreboard, SideScore};
use bagarre_kit::contract::{Outcome, Seat, Seats};

/// How a fight is judged: the side that has won, if one has, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    winner: Option<Team>,
    reason: &'static str,
}

impl PublicState<'_> {
    /// Fighters of a side that are on the map, able, or off it by an exit (CEL-FIN-01).
    fn stays(self, side: Team) -> bool {
        self.whos()
            .filter(|who| self.side(*who) == side)
            .any(|who| matches!(self.of(who).body.status, Status::Able | Status::Exited))
    }

    fn count(self, side: Team, is: impl Fn(Who) -> bool) -> usize {
        self.whos().filter(|who| self.side(*who) == side && is(*who)).count()
    }

    /// The turn after which the score decides (CEL-FIN-03, and the scenarios).
    pub(crate) fn last_turn(self) -> u8 {
        let row = tables().scenario(self.fixed.setup.scenario);
        row.map_or(tables().time.turn_limit, |row| row.turn_limit)
    }

    /// Whether a fight is decided, and how. `end`: a turn is over.
    pub(crate) fn judged(self, end: bool) -> Option<Judged> {
        let won = |winner: Team, reason| Some(Judged { winner: Some(winner), reason });
        for side in Team::ALL {
            if self.scene.camp(side).conceded {
                return won(side.other(), "conceded");
            }
        }
        if let Some(side) = self.scene.rulings.agreed {
            return won(side, "objective");
        }
        let status = |who: Who| self.of(who).body.status;
        let boss = |who: Who| self.profile(who).tier == crate::tables::Tier::Boss;
        let down = |who: Who| matches!(status(who), Status::Out | Status::Fled | Status::Surrendered);
        match self.fixed.setup.scenario {
            // CEL-SCN-04, CEL-SCN-05, CEL-SCN-06, CEL-SCN-03.
            Scenario::HautRoi if self.count(Team::Second, |who| boss(who) && down(who)) > 0 => {
                return won(Team::First, "boss");
            }
            Scenario::Sanglier => {
                if self.count(Team::Second, |who| status(who) == Status::Exited) > 0 {
                    return won(Team::Second, "escaped");
                }
                if self.count(Team::Second, |who| boss(who) && !down(who)) == 0 {
                    return won(Team::First, "beast");
                }
            }
            Scenario::Etendard => {
                for side in Team::ALL {
                    if self.scene.camp(side).carried {
                        return won(side, "standard");
                    }
                }
            }
            Scenario::Chemin => {
                let on_map = self.count(Team::First, |who| status(who) == Status::Able);
                let over = end && self.scene.turn >= self.last_turn();
                if on_map == 0 || over {
                    let all = self.count(Team::First, |_| true);
                    let out = self.count(Team::First, |who| status(who) == Status::Exited);
                    let winner = if 2 * out > all { Team::First } else { Team::Second };
                    return won(winner, "exit");
                }
            }
            _ => {}
        }
        match (self.stays(Team::First), self.stays(Team::Second)) {
            (true, false) => return won(Team::First, "last_side"),
            (false, true) => return won(Team::Second, "last_side"),
            (false, false) => return Some(Judged { winner: self.ahead(), reason: "both" }),
            (true, true) => {}
        }
        if end && self.scene.turn >= self.last_turn() {
            let beast = self.fixed.setup.scenario == Scenario::Sanglier;
            let king = self.fixed.setup.scenario == Scenario::HautRoi;
            return if beast || king {
                won(Team::Second, "turns")
            } else {
                Some(Judged { winner: self.ahead(), reason: "turns" })
            };
        }
        None
    }

    /// The score of a side (CEL-FIN-04).
    pub(crate) fn score(self, side: Team) -> i32 {
        self.score_parts(side).iter().map(|part| part.n).sum()
    }

    /// The parts of the score of a side (CEL-FIN-04); those that give nothing are left out.
    pub(crate) fn score_parts(self, side: Team) -> Vec<ScorePart> {
        const SCORE: &str = "CEL-FIN-04";
        let rows = &tables().score;
        let number = |who: Who| u16::from(who.0);
        let worth = |who: Who| {
            let profile = self.profile(who);
            let chief =
                self.scene.camp(side.other()).chief == Some(who) && self.count(side.other(), |_| true) > 1;
            let boss = profile.tier == crate::tables::Tier::Boss;
            let body = &self.of(who).body;
            let (code, n) = match body.status {
                Status::Out | Status::Fainted if boss => ("boss_out", rows.chief_or_boss_out),
                Status::Out | Status::Fainted if chief => ("chief_out", rows.chief_or_boss_out),
                Status::Out | Status::Fainted if profile.is_extra() => ("extra_out", rows.figurant_out),
                Status::Out | Status::Fainted => ("enemy_out", rows.enemy_out),
                Status::Surrendered => ("enemy_surrendered", rows.enemy_fled),
                Status::Fled => ("enemy_fled", rows.enemy_fled),
                Status::Able if body.fleeing => ("enemy_fled", rows.enemy_fled),
                Status::Able | Status::Exited | Status::Waiting => return None,
            };
            Some(ScorePart::about(SCORE, code, number(who), n))
        };
        let mut parts: Vec<ScorePart> =
            self.whos().filter(|who| self.side(*who) != side).filter_map(worth).collect();
        let exits = tables().scenario(self.fixed.setup.scenario).map_or(0, |row| row.points_per_exit);
        parts.extend(self.whos().filter(|who| self.side(*who) == side).filter_map(|who| {
            match self.of(who).body.status {
                Status::Out | Status::Fled | Status::Surrendered => {
                    Some(ScorePart::about(SCORE, "own_out", number(who), rows.own_out))
                }
                Status::Exited => Some(ScorePart::about(SCORE, "exit", number(who), exits)),
                _ => None,
            }
        }));
        let camp = self.scene.camp(side);
        parts.push(ScorePart::new(SCORE, "heads", i32::from(camp.heads) * rows.head));
        parts.push(ScorePart::new("CEL-SCN-02", "scenario", camp.points));
        parts.retain(|part| part.n != 0);
        parts
    }

    /// The score of each side, and how the sides that are out of the fight left it.
    pub(crate) fn scoreboard(self) -> Scoreboard {
        let setup = &self.fixed.setup;
        let side = |side: Team| {
            let seats = (0..setup.players()).map(Seat).filter(|seat| setup.side(*seat) == side).collect();
            SideScore::new(seats, self.score_parts(side), self.how_out(side))
        };
        let over = matches!(self.scene.stage, Stage::Heads | Stage::Over);
        let last = !over && self.scene.turn > 0 && self.scene.turn >= self.last_turn();
        Scoreboard {
            sides: vec![side(Team::First), side(Team::Second)],
            countdown: last.then(|| Countdown::last_turn("CEL-FIN-03")),
        }
    }

    /// How a side left the fight, if it did (CEL-FIN-01).
    fn how_out(self, side: Team) -> Option<&'static str> {
        if self.scene.camp(side).conceded {
            return Some("conceded");
        }
        if self.scene.turn == 0 || self.stays(side) || self.count(side, |_| true) == 0 {
            return None;
        }
        let is = |status: Status| self.count(side, |who| self.of(who).body.status == status);
        let all = self.count(side, |_| true);
        Some(match (is(Status::Surrendered), is(Status::Fled)) {
            (surrendered, _) if surrendered == all => "surrendered",
            (_, fled) if fled == all => "fled",
            _ => "down",
        })
    }

    /// The side that is ahead; none where both are (CEL-FIN-04).
    fn ahead(self) -> Option<Team> {
        let levels = |side: Team| {
            let able = self.able().filter(|who| self.side(*who) == side);
            able.map(|who| {
                let body = &self.of(who).body;
                // CEL-CMD-12: lent levels count as lost.
                i32::from(body.blessure)
                    + i32::from(body.fatigue)
                    + i32::from(body.lent[0])
                    + i32::from(body.lent[1])
            })
            .sum::<i32>()
        };
        let mine = (self.score(Team::First), -levels(Team::First));
        let other = (self.score(Team::Second), -levels(Team::Second));
        match mine.cmp(&other) {
            std::cmp::Ordering::Greater => Some(Team::First),
            std::cmp::Ordering::Less => Some(Team::Second),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The end of the game.
    pub(crate) fn outcome(self, judged: Judged) -> Outcome {
        let setup = &self.fixed.setup;
        let players = || (0..setup.players()).map(Seat);
        let of = |side: Team| players().filter(|seat| setup.side(*seat) == side).collect::<Seats>();
        let winners = match judged.winner {
            Some(side) => of(side),
            None if setup.coop => Seats::NONE,
            None => players().collect(),
        };
        let mut scores: Vec<i32> = players().map(|seat| self.score(setup.side(seat))).collect();
        scores.extend(setup.master().map(|_| 0));
        let sides = if setup.coop { vec![of(Team::First)] } else { vec![of(Team::First), of(Team::Second)] };
        Outcome { winners, scores, reason: judged.reason.to_owned(), sides }
    }
}

impl Script<'_> {
    /// Whether the fight is decided; then heads are taken (CEL-FIN-01, CEL-TET-05).
    pub(super) fn decided(&mut self, end: bool) -> bool {
        self.leaves_ring();
        if self.public().judged(end).is_none() {
            return false;
        }
        self.tell("CEL-FIN-01", What::Stage { stage: Stage::Heads });
        true
    }

    /// Puts fighters out that have left the ring of spears (CEL-SCN-01).
    fn leaves_ring(&mut self) {
        let out = |who: &Who| self.fixed().board.is_outside(self.of(*who).pose.at);
        for who in self.public().able().filter(out).collect::<Vec<_>>() {
            self.inert(who, Status::Fled, None, "CEL-SCN-01");
        }
    }

    /// Points of the scenario at the end of a turn (CEL-SCN-02).
    pub(super) fn points(&mut self) {
        let Some(objective) = &self.fixed().board.arena.objective else { return };
        if self.fixed().setup.scenario != Scenario::Gue || self.scene.turn < objective.from_turn {
            return;
        }
        let on = |side: Team| {
            let board = &self.fixed().board;
            self.public()
                .standing(side)
                .iter()
                .any(|who| board.letter(self.of(who).pose.at) == objective.letter)
        };
        let alone = match (on(Team::First), on(Team::Second)) {
            (true, false) => Some(Team::First),
            (false, true) => Some(Team::Second),
            _ => None,
        };
        if let Some(side) = alone {
            self.tell("CEL-SCN-02", What::Score { side, points: objective.points });
            self.camp(side, "CEL-SCN-02", |camp| {
                camp.points = camp.points.saturating_add(objective.points).min(999);
            });
        }
    }

    /// The end is told.
    pub(super) fn finish(&mut self) {
        let draw = Judged { winner: None, reason: "turns" };
        let outcome = self.public().outcome(self.public().judged(true).unwrap_or(draw));
        for side in Team::ALL {
            let points = self.public().score(side);
            self.tell("CEL-FIN-04", What::Score { side, points });
        }
        self.tell("CEL-FIN-01", What::Ended { outcome });
        self.tell("CEL-FIN-01", What::Stage { stage: Stage::Over });
    }

    /// A seat gives up; with the last one of its side the side has lost (CEL-PLY-08).
    pub(crate) fn concedes(&mut self, seat: Seat) {
        let setup = &self.fixed().setup;
        let side = setup.side(seat);
        self.tell("CEL-PLY-08", What::Concedes { seat });
        let all: Seats = (0..setup.players()).map(Seat).filter(|it| setup.side(*it) == side).collect();
        // A position in the middle of work is run again from its start: nothing else of the camp may be said here.
        let seats = self.scene.camp(side).yielding.with(seat);
        self.tell("CEL-PLY-08", What::Yields { side, seats, all: seats == all });
        if self.scene.camp(side).conceded {
            self.finish();
        }
    }
}
