//! After a fight of a campaign (ENE-FIN-07, ENE-HEA-05).

use super::test::Try;
use super::{Flow, Script};
use crate::command::{After, Ask, Clause, Trial};
use crate::event::What;
use crate::ids::{Who, Zone};
use crate::refusal::Illegal;
use crate::scene::{Stage, Status};
use crate::state::PublicState;
use crate::tables::tables;
use bagarre_kit::contract::Seat;

/// Whether a place is calm: no able enemy of a side near, or as the referee says (ENE-HEA-05, ENE-MJ-06).
fn calm(public: PublicState<'_>, side: u8, zone: Zone) -> bool {
    let near = |it: &crate::scene::Fighter| {
        it.side() != side
            && it.able()
            && it.zone.is_some_and(|at| public.within(at, zone, tables().healing.calm_zones))
    };
    public.scene.calm.unwrap_or_else(|| !public.scene.fighters.iter().any(near))
}

/// Whether a seat may take a step after the fight.
pub(crate) fn check_after(public: PublicState<'_>, seat: Seat, after: After) -> Result<(), Illegal> {
    let scene = public.scene;
    let (by, who) = match after {
        After::Heal { by, who } => (by, who),
        After::Rest => {
            let gone = scene.rests.get(usize::from(seat.0)).copied().unwrap_or(u8::MAX);
            return if gone < tables().campaign.half_days { Ok(()) } else { Err(Illegal::HalfDays) };
        }
        After::Done => return Ok(()),
    };
    let (Some(healer), Some(ill)) = (scene.fighters.get(by.n()), scene.fighters.get(who.n())) else {
        return Err(Illegal::UnknownFighter);
    };
    let own = healer.sheet.seat == Some(seat) && healer.pe >= 1 && healer.status != Status::Surrendered;
    let wounded = ill.side() == healer.side() && by != who && ill.pe < ill.sheet.pe_max;
    let safe = ill.status == Status::Left || ill.zone.is_none_or(|zone| calm(public, ill.side(), zone));
    let fresh = !scene.treated.contains(&who) && !scene.dead.contains(&who) && !scene.dead.contains(&by);
    if own && wounded && safe && fresh { Ok(()) } else { Err(Illegal::Calm) }
}

impl Script<'_> {
    /// A step that was seen to be legal.
    pub(super) fn step_after(&mut self, seat: Seat, after: After) -> Flow {
        match after {
            After::Heal { by, who } => self.heal(by, who),
            After::Rest => {
                self.rest(seat);
                Ok(())
            }
            After::Done => {
                while self.scene.rests[usize::from(seat.0)] < tables().campaign.half_days {
                    self.rest(seat);
                }
                let finished = self.scene.finished.with(seat);
                self.tell("ENE-FIN-07", What::Finished { finished });
                if finished.len() >= self.state.fixed.setup.players() {
                    self.tell("ENE-FIN-07", What::Stage { stage: Stage::Over });
                }
                Ok(())
            }
        }
    }

    /// A test of Mental heals a living being, or repairs a robot (ENE-HEA-05, ENE-HEA-06, ENE-R22).
    fn heal(&mut self, by: Who, who: Who) -> Flow {
        let (good, bad) = self.common_edges(by, Trial::Heal);
        let (score, need) = (self.f(by).sheet.mental, tables().core.req_normal);
        let rule = "ENE-HEA-05";
        let test = Try { who: by, trial: Trial::Heal, against: Some(who), score, need, good, bad, rule };
        let thrown = self.test(test)?;
        let mut treated = self.scene.treated.clone();
        treated.push(who);
        self.tell(rule, What::Treated { treated });
        if thrown.net > 0 {
            let healing = &tables().healing;
            let times = if thrown.critical() { healing.critical_multiplier } else { 1 };
            let sheet = &self.f(who).sheet;
            let (rule, points) = if sheet.robot() {
                ("ENE-HEA-06", i16::from(sheet.physique) * healing.repair_pe_times_physique)
            } else {
                ("ENE-HEA-05", i16::from(thrown.net) * healing.care_pe_per_success)
            };
            self.gain(rule, who, points * times, Some(by));
        }
        if thrown.fumble {
            self.leave_sequel(who)?;
        }
        Ok(())
    }

    /// Half a day for the heroes of a seat: living beings win a PE, from critical state or nothing too, robots that are
    /// plugged in one an hour; all may be treated again (ENE-HEA-01, ENE-STA-03, ENE-R50).
    fn rest(&mut self, seat: Seat) {
        let mut rests = self.scene.rests.clone();
        rests[usize::from(seat.0)] += 1;
        self.tell("ENE-HEA-01", What::Rested { seat, rests });
        let own = self.scene.all().filter(|(_, it)| it.sheet.seat == Some(seat));
        let own: Vec<Who> = own.map(|(who, _)| who).collect();
        let healing = &tables().healing;
        for who in own.iter().copied() {
            if self.scene.dead.contains(&who) {
                continue;
            }
            let fighter = self.f(who);
            let hours = healing.natural_living_hours / healing.natural_robot_hours;
            let points = if fighter.sheet.robot() {
                healing.natural_robot_pe * hours as i16
            } else {
                healing.natural_living_pe
            };
            // A hero that was below 0 has come round by then (ENE-STA-05).
            let awake = (-fighter.pe).max(0);
            let rule = if fighter.pe > 0 { "ENE-HEA-01" } else { "ENE-STA-03" };
            self.gain(rule, who, awake + points, None);
        }
        let mut treated = self.scene.treated.clone();
        treated.retain(|who| !own.contains(who));
        if treated != self.scene.treated {
            self.tell("ENE-HEA-05", What::Treated { treated });
        }
    }

    /// Heroes who were in critical state without help: their deaths, else their sequels, by number (ENE-STA-06, ENE-STA-07).
    pub(super) fn aftermath(&mut self) -> Flow {
        let marked = self.scene.all().filter(|(_, it)| it.marks.sequel && it.sheet.seat.is_some());
        let marked: Vec<Who> = marked.map(|(who, _)| who).collect();
        for who in marked {
            if !self.dies(who)? {
                self.leave_sequel(who)?;
            }
        }
        Ok(())
    }

    /// Whether a hero dies that ends the fight in critical state: only if its player agrees, then the referee; without
    /// a referee the question is not asked (ENE-DEC-12, ENE-STA-11, ENE-R49).
    fn dies(&mut self, who: Who) -> Flow<bool> {
        let (Some(owner), Some(master)) = (self.player(who), self.state.fixed.setup.master()) else {
            return Ok(false);
        };
        if self.f(who).pe >= 0 {
            return Ok(false);
        }
        for seat in [owner, master] {
            let yes = self.ask(|id| Ask::Death { id, seat, who })?;
            self.tell("ENE-DEC-12", What::Voted { seat, yes });
            if !yes {
                return Ok(false);
            }
        }
        let mut dead = self.scene.dead.clone();
        dead.push(who);
        self.tell("ENE-STA-07", What::Died { who, dead });
        Ok(true)
    }

    /// The sequel that a hero keeps: the referee's choice, or none, or a die of the table (ENE-COR-12, ENE-MJ-06, ENE-R20).
    fn leave_sequel(&mut self, who: Who) -> Flow {
        let die = match self.ruled(Clause::Sequel { who })? {
            Some(0) => return Ok(()),
            Some(face) => face,
            None => self.roll(1, 6, "ENE-STA-06", "sequel")?.first().copied().unwrap_or(1),
        };
        let mut sequels = self.scene.sequels.clone();
        sequels.push((who, die));
        self.tell("ENE-STA-06", What::Sequel { who, die, sequels });
        Ok(())
    }
}
