//! The start of a segment: orders are opened (CEL-ALG-03, S0).

use super::{Against, Cast, Flow, Script};
use crate::command::{Go, Minor, Order};
use crate::event::{Throw, What};
use crate::figures::Sort;
use crate::ids::{Attr, Skill, Who};
use crate::legal;
use crate::scene::{Gear, Posture, Stage, Survival, Thing};
use crate::tables::tables;
use bagarre_kit::contract::Seats;

impl Script<'_> {
    /// Orders are revealed together; then survivals and projectile dodges are rolled, in ascending order of numbers.
    pub(super) fn orders(&mut self, orders: &[(Who, Order)], quiet: Seats) -> Flow {
        self.tell("CEL-PLY-02", What::Sealed { seats: Seats::NONE });
        if quiet != self.scene.quiet {
            self.tell("CEL-PLY-04", What::Quiet { seats: quiet });
        }
        let legal: Vec<(Who, Order)> = orders
            .iter()
            .copied()
            .filter(|(who, order)| legal::order(self.public(), *who, order).is_ok())
            .collect();
        for (who, order) in &legal {
            self.tell("CEL-ALG-03", What::Ordered { who: *who, order: Box::new(*order) });
            self.beat(*who, "CEL-ALG-03", |beat| beat.order = Some(*order));
        }
        for (who, order) in &legal {
            if order.survive {
                self.survival(*who)?;
            }
        }
        for (who, order) in &legal {
            let jumps = matches!(order.go, Some(Go::Jump { dodge: true, .. }));
            if order.dodge.is_some() || jumps {
                // CEL-TIR-13, CEL-ESQ-02: at the cost of any dodge.
                self.dodge_roll(*who, order.dodge == Some(true), false)?;
            }
        }
        for (who, order) in &legal {
            if let Some(minor) = order.minor {
                self.minor(*who, minor)?;
            }
            if self.of(*who).body.fleeing {
                continue;
            }
            if let Some(Go::March(march)) = order.go {
                self.beat(*who, "CEL-MOV-06", |beat| beat.evasive = march.evasive);
            }
        }
        self.tell("CEL-ALG-03", What::Stage { stage: Stage::Act });
        Ok(())
    }

    /// A try of Mode Survie (CEL-SUR-01, CEL-SUR-02), of its player alone (CEL-SUR-04): one in a turn (CEL-R79).
    pub(super) fn survival(&mut self, who: Who) -> Flow {
        if self.of(who).turn.survival != Survival::No {
            return Ok(());
        }
        let core = &tables().core;
        let difficulty = self.scene.rulings.survival.unwrap_or(core.survival_difficulty);
        // CEL-PRI-06.
        let surprise = if self.of(who).beat.surprised { -core.initiative_gap } else { 0 };
        let cast = Cast::of(Throw::Survival, "CEL-SUR-01", Attr::Re, Sort::Test).bonus(surprise);
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_some() {
            self.survives(who);
            self.beat(who, "CEL-SUR-05", |beat| beat.done = false);
        } else {
            self.tell("CEL-SUR-02", What::Survives { who, now: false });
            self.count(who, "CEL-SUR-02", |count| count.survival = Survival::Coming);
        }
        Ok(())
    }

    /// A small act (CEL-ACT-03, CEL-INN-01, CEL-INN-03, CEL-UND-07): drawing costs nothing (CEL-R41).
    pub(super) fn minor(&mut self, who: Who, minor: Minor) -> Flow {
        if legal::minor(self.public(), who, minor).is_err() {
            return Ok(());
        }
        match minor {
            Minor::Draw(weapon) => self.gear(who, "CEL-DEG-01", |gear| gear.drawing = Some(weapon)),
            Minor::Drop => self.drop_weapon(who, "CEL-INN-03"),
            Minor::Crouch => self.pose(who, "CEL-MOV-09", |pose| pose.posture = Posture::Crouched),
            Minor::Lie => self.pose(who, "CEL-MOV-09", |pose| pose.posture = Posture::Lying),
            Minor::Rise => {
                let rows = &tables().movement;
                self.pose(who, "CEL-MOV-09", |pose| {
                    let crouched = pose.posture == Posture::Crouched;
                    pose.rising =
                        if crouched { rows.stand_crouched_segments } else { rows.stand_prone_segments };
                });
                self.beat(who, "CEL-MOV-09", |beat| beat.moved = true);
            }
            Minor::Look(at) => return self.look(who, at),
            Minor::Pick(n) => self.pick(who, n),
            Minor::Standard => {
                self.handled(who);
                self.tell("CEL-SCN-06", What::Standard { at: None });
                self.gear(who, "CEL-SCN-06", |gear| gear.standard = true);
            }
            Minor::Shield => {
                self.handled(who);
                self.gear(who, "CEL-UND-07", |gear| gear.shield = !gear.shield);
            }
            Minor::Release => {
                if let Some(held) = self.of(who).ties.holds {
                    self.release(held, "CEL-SPE-17");
                }
            }
            Minor::Mount => {
                self.handled(who);
                self.gear(who, "CEL-CHV-04", |gear| gear.mounted = !gear.mounted);
            }
        }
        Ok(())
    }

    /// An undeclared act of limited attention: one in a segment (CEL-UND-06, CEL-UND-07).
    fn handled(&mut self, who: Who) {
        self.beat(who, "CEL-UND-07", |beat| beat.handled = true);
        self.undeclared(who, false, false);
    }

    /// Looks for an enemy behind trees (CEL-INN-03).
    fn look(&mut self, who: Who, at: Who) -> Flow {
        let fighter = self.of(who);
        // CEL-INN-02.
        let busy = fighter.beat.rushed || fighter.beat.spent || fighter.beat.handled;
        let malus = if busy { self.scene.rulings.innate.unwrap_or(tables().core.level_step) } else { 0 };
        let difficulty = tables().core.survival_difficulty;
        let light = self.light(who, self.public().distance(who, at));
        let cast = Cast::of(Throw::Look, "CEL-INN-03", Attr::Pe, Sort::Test)
            .level(self.profile(who).level(Skill::Vigilance))
            .bonus(-malus)
            .against(Against::Difficulty(difficulty + light));
        let sum = self.cast(who, cast)?;
        let seen = sum.over(difficulty + light).is_some();
        self.beat(who, "CEL-INN-03", |beat| {
            beat.looked = true;
            if seen {
                beat.saw = beat.saw.with(at);
            }
        });
        Ok(())
    }

    /// Picks up a weapon: into the hand, if that is free.
    fn pick(&mut self, who: Who, n: u8) {
        let Some(thing) = self.scene.things.get(usize::from(n)).copied() else { return };
        self.handled(who);
        let things = self.scene.things.iter().copied().filter(|it| *it != thing).collect();
        self.tell("CEL-UND-07", What::Things { things });
        self.gear(who, "CEL-UND-07", |gear| {
            gear.gone &= !Gear::bit(thing.n);
            gear.hand = gear.hand.or(Some(thing.n));
        });
    }

    /// The weapon in hand falls into the hexagon of its bearer; nothing happens to bare hands and teeth.
    pub(super) fn drop_weapon(&mut self, who: Who, rule: &'static str) {
        let Some(n) = self.of(who).gear.hand else { return };
        if self.profile(who).weapon(Some(n)).hands == 0 {
            return;
        }
        self.tell(rule, What::Drops { who });
        let at = self.of(who).pose.at;
        self.lay(Thing { of: who, n, at }, rule);
        self.gear(who, rule, |gear| (gear.hand, gear.stuck) = (None, None));
    }

    /// A weapon lies somewhere from now on (CEL-TIR-15).
    pub(super) fn lay(&mut self, thing: Thing, rule: &'static str) {
        self.gear(thing.of, rule, |gear| {
            gear.gone |= Gear::bit(thing.n);
            gear.drawing = gear.drawing.filter(|it| *it != thing.n);
        });
        let mut things = self.scene.things.clone();
        things.push(thing);
        things.sort_unstable();
        things.dedup();
        self.tell(rule, What::Things { things });
    }

    /// The malus of darkness at a distance in steps (CEL-TIR-11).
    pub(super) fn light(&self, who: Who, steps: u16) -> i16 {
        let Some(light) = self.fixed().setup.options.lumiere else { return 0 };
        let row = tables().visibility.iter().find(|row| row.id == light);
        let sight = i16::from(self.profile(who).attr(Attr::Pe));
        row.map_or(0, |row| row.base + steps as i16 / (row.factor * sight).max(1))
    }
}
