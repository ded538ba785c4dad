//! How a fight ends, and what it is worth (ENE-FIN, ENE-SCN).

use super::{Flow, Script};
use crate::event::What;
use crate::ids::{Scenario, Tier};
use crate::scene::{Fighter, Scene, Stage, Status, down_points};
use crate::setup::Setup;
use crate::state::PublicState;
use crate::tables::{scenario, tables};
use bagarre_kit::contract::scores::ScorePart;
use bagarre_kit::contract::{Outcome, Seat, Seats};

/// An end that was come to.
enum End {
    /// These sides have won.
    Won(Vec<u8>, &'static str),
    /// No side has won, and none has lost.
    Draw(&'static str),
    /// The score decides.
    Score(&'static str),
}

/// Whether a fighter counts as out of action at the end (ENE-FIN-05).
fn down(fighter: &Fighter) -> bool {
    fighter.inert()
}

/// Points of each side (ENE-FIN-05, ENE-FIN-06, ENE-FIN-08).
pub(crate) fn side_scores(setup: &Setup, scene: &Scene) -> Vec<i32> {
    let beaten = |side: u8| beaten(setup, scene, side).iter().map(|part| part.n).sum::<i32>();
    (0u8..).zip(&scene.points).map(|(side, points)| points + beaten(side)).collect()
}

/// What a side is given for each enemy out of action (ENE-FIN-05, ENE-FIN-06, ENE-FIN-08).
pub(crate) fn beaten(setup: &Setup, scene: &Scene, side: u8) -> Vec<ScorePart> {
    let enemies = (0u16..).zip(&scene.fighters).filter(|(_, it)| it.side() != side);
    let parts = enemies.filter_map(|(who, fighter)| {
        if fighter.status == Status::Surrendered {
            return Some(ScorePart::about("ENE-FIN-06", "surrendered", who, tables().score.surrendered));
        }
        if !down(fighter) || (setup.format.ffa && fighter.hurt_by != Some(side)) {
            return None;
        }
        let rule = if setup.format.ffa { "ENE-FIN-08" } else { "ENE-FIN-05" };
        let code = match fighter.sheet.tier {
            Tier::Figurant => "down_figurant",
            Tier::Heros => "down",
            Tier::Boss => "down_boss",
        };
        Some(ScorePart::about(rule, code, who, down_points(fighter.sheet.tier)))
    });
    parts.collect()
}

impl Script<'_> {
    /// Whether the fight is decided at the end of a slot (ENE-FIN-03).
    pub(super) fn judge(&mut self) -> Flow {
        match self.decided() {
            Some(end) => self.finish(&end),
            None => Ok(()),
        }
    }

    /// The same at the end of a turn.
    pub(super) fn judge_turn(&mut self) -> Flow {
        self.judge()
    }

    /// The turn limit (ENE-FIN-04).
    pub(super) fn limit(&mut self) -> Flow {
        let setup = &self.state.fixed.setup;
        if self.scene.outcome.is_some() || self.scene.turn < scenario(setup.scenario).turn_limit {
            return Ok(());
        }
        let end = match setup.scenario {
            Scenario::Embuscade => self.escaped(true),
            Scenario::Colosse => Some(self.against(0, "turns")),
            Scenario::Epave if setup.format.coop() => Some(self.against(0, "turns")),
            // ENE-SCN-06: the runner is still there.
            Scenario::Poursuite => Some(End::Won(vec![0], "runner_held")),
            _ => None,
        };
        let end = end.unwrap_or(End::Score("turns"));
        self.finish(&end)
    }

    /// A side has not won: the others have.
    fn against(&self, side: u8, reason: &'static str) -> End {
        let sides = 0..self.scene.points.len() as u8;
        End::Won(sides.filter(|it| *it != side).collect(), reason)
    }

    /// What the conditions of the scenario come to, then the last side standing (ENE-FIN-03, ENE-SCN-01).
    fn decided(&self) -> Option<End> {
        let setup = &self.state.fixed.setup;
        match setup.scenario {
            Scenario::Embuscade => return self.escaped(false),
            Scenario::Colosse => return self.boss(),
            Scenario::Poursuite => return self.chase(),
            Scenario::Epave => {
                if let Some(end) = self.case() {
                    return Some(end);
                }
                if setup.format.coop() {
                    let none = !self.scene.able_sides().contains(&0);
                    return none.then(|| self.against(0, "nobody"));
                }
            }
            Scenario::Entrepot | Scenario::Docks | Scenario::Libre => {}
        }
        match &self.scene.able_sides()[..] {
            [] => Some(End::Score("nobody")),
            // ENE-FIN-08: the last standing adds points, and the score names the winner.
            [_] if setup.format.ffa => Some(End::Score("last_side")),
            [side] => Some(End::Won(vec![*side], "last_side")),
            _ => None,
        }
    }

    /// The ambush: who is out by the pass (ENE-SCN-03).
    fn escaped(&self, late: bool) -> Option<End> {
        let setup = &self.state.fixed.setup;
        let sides = self.scene.able_sides();
        let (heroes_left, free) = (sides.contains(&0), sides.iter().all(|side| *side == 0));
        if heroes_left && !free && !late {
            return None;
        }
        let out = |it: &&Fighter| it.side() == 0 && (it.status == Status::Left || (free && it.able()));
        let many = self.scene.fighters.iter().filter(out).count() as u8;
        let heroes = setup.format.sides[0];
        let won = if setup.format.coop() { many * 2 > heroes } else { many == heroes };
        Some(if won { End::Won(vec![0], "exit") } else { self.against(0, "exit") })
    }

    /// The end when the Colosse is down, or when no hero is left to fell it (ENE-SCN-04).
    fn boss(&self) -> Option<End> {
        let boss = self.scene.fighters.iter().find(|it| it.sheet.tier == Tier::Boss);
        if boss.is_none_or(|it| it.pe <= 0) {
            return Some(End::Won(vec![0], "boss"));
        }
        (!self.scene.able_sides().contains(&0)).then(|| self.against(0, "nobody"))
    }

    /// The case is in a boat (ENE-SCN-05).
    fn case(&self) -> Option<End> {
        let map = self.public().map;
        let home = |it: &Fighter| {
            let own = it.zone.is_some_and(|zone| map.place(zone).exit == Some(it.side()));
            !it.items.is_empty() && own && (it.able() || it.status == Status::Left)
        };
        let bearer = self.scene.fighters.iter().find(|it| home(it))?;
        Some(End::Won(vec![bearer.side()], "case"))
    }

    /// The runner is out, or down (ENE-SCN-06).
    fn chase(&self) -> Option<End> {
        let row = scenario(Scenario::Poursuite);
        let coop = self.state.fixed.setup.format.coop();
        let runs = |it: &&Fighter| if coop { it.sheet.runner } else { Some(it.side()) == row.runner_side };
        let runner = self.scene.fighters.iter().find(runs)?;
        match runner.status {
            Status::Left if runner.pe >= row.runner_pe_full => Some(End::Won(vec![1], "runner_out")),
            Status::Left => Some(End::Draw("runner_hurt")),
            Status::Surrendered => Some(End::Won(vec![0], "runner_down")),
            Status::In if runner.pe <= 0 => Some(End::Won(vec![0], "runner_down")),
            Status::In => None,
        }
    }

    /// The score names the winner (ENE-FIN-05, ENE-FIN-08).
    fn by_score(&self, scores: &[i32]) -> Vec<u8> {
        let setup = &self.state.fixed.setup;
        let worth = |side: u8| {
            let own = self.scene.fighters.iter().filter(|it| it.side() == side);
            let pe: i32 = own.clone().filter(|it| it.able()).map(|it| i32::from(it.pe)).sum();
            let last = own.map(|it| if it.able() { u32::MAX } else { it.fell }).max().unwrap_or(0);
            (scores[usize::from(side)], pe, if setup.format.ffa { last } else { 0 })
        };
        let best = (0..scores.len() as u8).map(worth).max();
        let winners: Vec<u8> = (0..scores.len() as u8).filter(|side| Some(worth(*side)) == best).collect();
        if winners.len() > 1 { Vec::new() } else { winners }
    }

    /// The fight is over: the outcome, and in a campaign the sequels (ENE-STA-06).
    fn finish(&mut self, end: &End) -> Flow {
        let setup = &self.state.fixed.setup;
        let standing = self.scene.able_sides();
        if let (true, [side]) = (setup.format.ffa, &standing[..]) {
            let points = scenario(setup.scenario).ffa_last_standing;
            if points > 0 {
                self.score("ENE-FIN-08", *side, points);
            }
        }
        let scores = side_scores(setup, &self.scene);
        let (winners, reason, draw) = match end {
            End::Won(sides, reason) => (sides.clone(), *reason, false),
            End::Draw(reason) => (Vec::new(), *reason, true),
            End::Score(reason) => {
                let winners = self.by_score(&scores);
                let draw = winners.is_empty();
                (winners, *reason, draw)
            }
        };
        let outcome = outcome(setup, &scores, &winners, reason, draw);
        self.tell("ENE-FIN-03", What::Ended { outcome });
        if !setup.campaign {
            self.tell("ENE-FIN-07", What::Stage { stage: Stage::Over });
            return Ok(());
        }
        self.tell("ENE-FIN-07", What::Stage { stage: Stage::After });
        self.aftermath()
    }
}

/// What an end says to each seat.
fn outcome(setup: &Setup, scores: &[i32], winners: &[u8], reason: &str, draw: bool) -> Outcome {
    let players = || (0..setup.players()).map(Seat);
    let of = |side: u8| -> Seats { players().filter(|seat| setup.side(*seat) == Some(side)).collect() };
    let mut sides: Vec<Seats> = (0..setup.format.sides.len() as u8).map(of).collect();
    if draw && sides.len() == 1 {
        // A table that stood together has drawn against the game.
        sides.push(Seats::NONE);
    }
    let won = players().filter(|seat| setup.side(*seat).is_some_and(|side| winners.contains(&side)));
    let points = |seat: u8| setup.side(Seat(seat)).map_or(0, |side| scores[usize::from(side)]);
    Outcome {
        winners: won.collect(),
        scores: (0..setup.bands.len() as u8).map(points).collect(),
        reason: reason.to_owned(),
        sides,
    }
}

impl PublicState<'_> {
    /// Points of each side as things stand.
    pub fn scores(self) -> Vec<i32> {
        side_scores(self.setup, self.scene)
    }
}

impl Script<'_> {
    /// The objective of a free table is met: the table has won, or where sides met the score decides (ENE-SCN-07).
    pub(super) fn objective_met(&mut self) -> Flow {
        let coop = self.state.fixed.setup.format.coop();
        let end = if coop { End::Won(vec![0], "objective") } else { End::Score("objective") };
        self.finish(&end)
    }
}
