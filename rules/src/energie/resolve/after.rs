//! After a fight of a campaign (ENE-FIN-07, ENE-HEA-05).

use super::test::Try;
use super::{Flow, Script};
use crate::contract::Seat;
use crate::energie::command::{After, Trial};
use crate::energie::event::What;
use crate::energie::ids::{Who, Zone};
use crate::energie::refusal::Illegal;
use crate::energie::scene::{Stage, Status};
use crate::energie::state::Table;
use crate::energie::tables::tables;

/// Whether a place is calm: no able enemy of a side near, or as the referee says (ENE-HEA-05, ENE-MJ-06).
fn calm(table: Table<'_>, side: u8, zone: Zone) -> bool {
    let near = |it: &crate::energie::scene::Fighter| {
        it.side() != side
            && it.able()
            && it.zone.is_some_and(|at| table.within(at, zone, tables().healing.calm_zones))
    };
    table.scene.calm.unwrap_or_else(|| !table.scene.fighters.iter().any(near))
}

/// Whether a seat may take a step after the fight.
pub(in crate::energie) fn check_after(table: Table<'_>, seat: Seat, after: After) -> Result<(), Illegal> {
    let scene = table.scene;
    let After::Heal { by, who } = after else { return Ok(()) };
    let (Some(healer), Some(ill)) = (scene.fighters.get(by.n()), scene.fighters.get(who.n())) else {
        return Err(Illegal::Nobody);
    };
    let own = healer.sheet.seat == Some(seat) && healer.pe >= 1 && healer.status != Status::Surrendered;
    let wounded = ill.side() == healer.side() && by != who && ill.pe < ill.sheet.pe_max;
    let safe = ill.status == Status::Left || ill.zone.is_none_or(|zone| calm(table, ill.side(), zone));
    let fresh = !scene.treated.contains(&who);
    if own && wounded && safe && fresh { Ok(()) } else { Err(Illegal::Calm) }
}

impl Script<'_> {
    /// A step that was seen to be legal.
    pub(super) fn step_after(&mut self, seat: Seat, after: After) -> Flow {
        match after {
            After::Heal { by, who } => self.heal(by, who),
            After::Done => {
                let finished = self.scene.finished.with(seat);
                self.tell("ENE-FIN-07", What::Finished { finished });
                if finished.len() >= u32::from(self.state.fixed.setup.players()) {
                    self.tell("ENE-FIN-07", What::Stage { stage: Stage::Over });
                }
                Ok(())
            }
        }
    }

    /// A test of Mental heals a living being, or repairs a robot (ENE-HEA-05, ENE-HEA-06).
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
            self.draw_sequel(who)?;
        }
        Ok(())
    }
}
