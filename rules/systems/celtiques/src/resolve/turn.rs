//! A turn: reaction, announcements, its segments, its end (CEL-SEG, CEL-DCL, CEL-ALG-02).

use super::answers::{Actions, Asked, Assent};
use super::{Against, Cast, Flow, Script};
use crate::command::Seal;
use crate::doctrine;
use crate::event::{Throw, Way, What, Why};
use crate::figures::Sort;
use crate::ids::{Attr, Dec, Team, Who, Whos};
use crate::scene::{Beat, Mind, Posture, Stage, Status, Survival, Turn};
use crate::tables::tables;
use bagarre_kit::contract::Seats;

impl Script<'_> {
    /// The game begins (CEL-PLY-09).
    pub(super) fn begin(&mut self) {
        self.tell("CEL-ALG-01", What::Stage { stage: Stage::Plan });
    }

    /// Plans are opened: chiefs, places, dress (CEL-DEC-01).
    pub(super) fn plans(&mut self, plans: &[Seal]) {
        self.tell("CEL-PLY-02", What::Sealed { seats: Seats::NONE });
        for (seat, plan) in plans.iter().enumerate() {
            let Seal::Plan(plan) = plan else { continue };
            let side = self.fixed().setup.side(bagarre_kit::contract::Seat(seat as u8));
            for (who, at) in &plan.places {
                self.tell("CEL-DEC-01", What::Moved { who: *who, path: vec![*at], way: Way::Placed });
                self.pose(*who, "CEL-DEC-01", |pose| pose.at = *at);
            }
            for who in plan.undressed.iter() {
                self.gear(who, "CEL-TER-03", |gear| gear.undressed = true);
            }
            for who in plan.paint.iter() {
                self.gear(who, "CEL-TER-09", |gear| gear.paint = true);
            }
            // The first seat of a side that names a chief is heard.
            self.camp(side, "CEL-DEC-01", |camp| {
                camp.chief = camp.chief.or(plan.chief);
                camp.successor = camp.successor.or(plan.successor);
                if camp.intent == crate::scene::Intent::None {
                    camp.intent = plan.intent;
                }
            });
        }
        self.chiefs();
        let stage = if self.fixed().setup.has_terror() { Stage::Terror } else { Stage::Dawn };
        self.tell("CEL-PLY-09", What::Stage { stage });
    }

    /// Sets the chief where no seat named one: the highest Commandement, then the lowest number (CEL-DEC-01); all are
    /// commanded at the start (CEL-CMD-05).
    fn chiefs(&mut self) {
        for side in Team::ALL {
            let own: Vec<Who> = self.public().standing(side).iter().collect();
            let skill = crate::ids::Skill::Commandement;
            let best = own.iter().rev().copied().max_by_key(|who| self.profile(*who).level(skill));
            self.camp(side, "CEL-DEC-01", |camp| camp.chief = camp.chief.or(best));
            for who in own {
                self.ties(who, "CEL-CMD-05", |ties| ties.commanded = true);
            }
        }
    }

    /// Begins a turn: fear goes, sleepers wake, all roll, the wounded slower (CEL-ALG-02, 1 and 2, CEL-R04, CEL-R52).
    pub(super) fn dawn(&mut self) -> Flow {
        let turn = self.scene.turn + 1;
        self.enter();
        for who in self.scene.whos() {
            self.morning(who, turn)?;
        }
        let able: Vec<Who> = self.public().able().collect();
        let mut order = Vec::new();
        for who in able {
            let sum =
                self.cast(who, Cast::of(Throw::Reaction, "CEL-DCL-02", Attr::Re, Sort::Test).plain())?;
            self.count(who, "CEL-DCL-02", |count| count.reaction = sum.total);
            order.push((sum.total, self.profile(who).attr(Attr::Re), who));
        }
        order.sort_unstable();
        let order = order.into_iter().map(|(.., who)| who).collect();
        self.tell("CEL-DCL-02", What::Turn { turn, order });
        self.tell("CEL-SEG-01", What::Segment { segment: 0 });
        self.tell("CEL-PLY-04", What::Quiet { seats: Seats::NONE });
        self.tell("CEL-ALG-02", What::Stage { stage: Stage::Announce });
        Ok(())
    }

    /// What a fighter is at the start of a turn.
    fn morning(&mut self, who: Who, turn: u8) -> Flow {
        let survival = self.of(who).turn.survival == Survival::Coming;
        let fighter = self.of(who);
        if fighter.body.status == Status::Fainted && fighter.body.until <= turn {
            self.wake(who);
        }
        if !self.of(who).able() {
            return Ok(());
        }
        if turn > 1 {
            let decay = tables().terror_common.decay_per_turn;
            self.body(who, "CEL-TER-08", |body| body.fear = body.fear.saturating_sub(decay));
        }
        self.count(who, "CEL-ALG-02", |count| {
            *count = Turn { survival: if survival { Survival::On } else { Survival::No }, ..Turn::default() };
            if survival {
                // CEL-SUR-05: it takes effect at segment 1, and nothing is announced.
                count.slots = tables().slots(tables().core.survival_actions);
                count.announced = Some(tables().core.survival_actions);
            }
        });
        self.mind(who, "CEL-COR-15", |mind| {
            mind.lost = mind.lost.saturating_add(mind.lost_next).min(20);
            mind.lost_next = 0;
        });
        if self.of(who).busy() {
            // CEL-DEC-20, CEL-LNG-01.
            let goes_on = self.choose("CEL-LNG-01", Asked::yes_no(Dec::GoOn, who, None, true))?;
            if goes_on == Assent::No {
                self.mind(who, "CEL-LNG-01", |mind| (mind.task, mind.trek) = (None, None));
            }
        }
        Ok(())
    }

    /// A fainted fighter wakes: lying, unarmed, afraid (CEL-TER-07, CEL-TER-12).
    fn wake(&mut self, who: Who) {
        self.tell("CEL-TER-07", What::Status { who, status: Status::Able, by: None });
        self.body(who, "CEL-TER-12", |body| {
            body.status = Status::Able;
            body.until = 0;
            body.fear = body.fear.max(tables().terror_common.waking_fear);
        });
        let at = self.of(who).pose.at;
        if self.public().able().any(|other| other != who && self.of(other).pose.at == at) {
            let free = self.nearest_free(who, at);
            self.tell("CEL-HEX-01", What::Moved { who, path: vec![free], way: Way::Wakes });
            self.pose(who, "CEL-HEX-01", |pose| pose.at = free);
        }
        self.pose(who, "CEL-TER-12", |pose| (pose.posture, pose.rising) = (Posture::Fallen, 0));
        self.mind(who, "CEL-TER-07", |mind| *mind = Mind::default());
    }

    /// A fighter announces its actions (CEL-ACT-01, CEL-DCL-01, CEL-DEC-03); none is a number too (CEL-R05).
    pub(super) fn announce(&mut self, who: Who) -> Flow {
        let most = tables().most_actions();
        let fighter = self.of(who);
        let actions = if fighter.body.fleeing || fighter.busy() {
            0
        } else if self.public().owner(who).is_none() {
            doctrine::actions(self.public(), who)
        } else {
            let options = (0..=most).map(Actions).collect();
            let usual = Actions(doctrine::usual_actions(self.public(), who).min(most));
            let asked = Asked {
                dec: Dec::Announce,
                who,
                about: None,
                total: fighter.turn.reaction,
                against: 0,
                options,
                usual,
            };
            self.choose("CEL-DCL-01", asked)?.0
        };
        self.tell("CEL-DCL-04", What::Announced { who, actions });
        self.count(who, "CEL-DCL-03", |count| {
            count.announced = Some(actions);
            count.slots = tables().slots(actions);
        });
        Ok(())
    }

    /// Begins a segment: which fighters see each other, and which are surprised (CEL-PRI-06).
    pub(super) fn open_segment(&mut self) -> Flow {
        let segment = self.scene.segment + 1;
        self.tell("CEL-SEG-01", What::Segment { segment });
        if self.scene.rulings.reroll {
            // CEL-PRI-03.
            self.rulings("CEL-PRI-03", |rulings| rulings.reroll = false);
            for who in self.public().able().collect::<Vec<_>>() {
                let surprise = if self.of(who).beat.surprised { -tables().core.initiative_gap } else { 0 };
                let cast = Cast::of(Throw::Reaction, "CEL-PRI-03", Attr::Re, Sort::Test).plain();
                let sum = self.cast(who, cast.bonus(surprise))?;
                self.count(who, "CEL-PRI-03", |count| {
                    count.rolled = Some(count.reaction);
                    count.reaction = sum.total;
                });
            }
        }
        let begins = (self.scene.turn, segment) == (1, 1);
        let scenario = tables().scenario(self.fixed().setup.scenario).filter(|_| begins);
        for who in self.public().able().collect::<Vec<_>>() {
            let ambushed =
                scenario.is_some_and(|row| row.surprised.contains(&self.public().side(who).into()));
            let surprised = ambushed || self.of(who).beat.surprised;
            let saw: Whos =
                self.public().enemies(who).filter(|other| self.public().sees(who, *other)).collect();
            let held_off = self.of(who).ties.engaged;
            self.beat(who, "CEL-PRI-06", |beat| *beat = Beat { surprised, saw, held_off, ..Beat::default() });
            if self.of(who).turn.survival == Survival::Coming {
                self.survives(who);
            }
        }
        self.duels()?;
        self.tell("CEL-ALG-03", What::Stage { stage: Stage::Orders });
        Ok(())
    }

    /// Mode Survie takes effect from this segment on, to the end of the turn (CEL-SUR-03, CEL-SUR-06, CEL-R08, CEL-R09).
    pub(super) fn survives(&mut self, who: Who) {
        let (segment, core) = (self.scene.segment, &tables().core);
        let spent = self.of(who).beat.spent;
        self.tell("CEL-SUR-03", What::Survives { who, now: true });
        self.count(who, "CEL-SUR-03", |count| {
            let first = segment + u8::from(spent);
            count.survival = Survival::On;
            count.slots = (first..=tables().time.segments_per_turn).fold(0, |mask, slot| mask | 1 << slot);
            count.announced = Some(core.survival_actions);
        });
        self.mind(who, "CEL-LNG-04", |mind| (mind.task, mind.trek) = (None, None));
    }

    /// A segment ends (CEL-ALG-03, S4).
    pub(super) fn close(&mut self) -> Flow {
        let segments = tables().time.segments_per_turn;
        for who in self.scene.whos() {
            // CEL-PRI-03: another roll is for one segment.
            self.count(who, "CEL-PRI-03", |count| {
                count.reaction = count.rolled.take().unwrap_or(count.reaction);
            });
        }
        for who in self.public().able().collect::<Vec<_>>() {
            let before = if self.of(who).beat.left {
                bagarre_kit::hex::Cube::default()
            } else {
                self.of(who).beat.way
            };
            let ran = self.of(who).beat.rushed;
            let acted = self.of(who).beat.spent;
            let aims = self.of(who).mind.aim.is_some_and(|aim| aim.segments > 0);
            self.mind(who, "CEL-MEL-02", |mind| mind.before = before);
            if !ran {
                self.count(who, "CEL-MOV-05", |count| count.fast = None);
            }
            if !self.of(who).beat.moved {
                // CEL-HEX-04: lost by a fighter that does not go on.
                self.count(who, "CEL-HEX-04", |count| count.kept = 0);
            }
            self.gear(who, "CEL-DEG-01", |gear| {
                if let Some(weapon) = gear.drawing.take() {
                    gear.hand = Some(weapon);
                }
                if !acted {
                    gear.reload = gear.reload.saturating_sub(1);
                }
            });
            if aims && (self.of(who).beat.moved || self.of(who).beat.dodge.is_some()) {
                self.mind(who, "CEL-TIR-14", |mind| mind.aim = None);
            }
            if self.of(who).pose.rising > 0 {
                self.pose(who, "CEL-MOV-09", |pose| {
                    pose.rising -= 1;
                    if pose.rising == 0 {
                        pose.posture = Posture::Standing;
                    }
                });
            }
            let free = self.of(who).ties.held.is_some() && self.of(who).ties.entrave == 0;
            if free {
                self.release(who, "CEL-SPE-15");
            }
            self.beat(who, "CEL-ALG-03", |beat| *beat = Beat::default());
        }
        self.part();
        self.headquarters();
        self.objective()?;
        if self.decided(false) {
            return Ok(());
        }
        let stage = if self.scene.segment >= segments { Stage::Dusk } else { Stage::Act };
        if stage == Stage::Dusk {
            self.tell("CEL-ALG-02", What::Stage { stage });
        } else {
            self.tell("CEL-ALG-03", What::Stage { stage: Stage::Announce });
        }
        Ok(())
    }

    /// The game master says that a side has met the objective of the table: it counts if most seats of players
    /// say so too (CEL-SCN-07, CEL-DEC-31, CEL-R92).
    fn objective(&mut self) -> Flow {
        let Some(side) = self.scene.rulings.met else { return Ok(()) };
        let seats = self.fixed().setup.players();
        let mut assent = 0;
        for seat in (0..seats).map(bagarre_kit::contract::Seat) {
            let own = self.scene.whos().find(|who| self.profile(*who).seat == Some(seat));
            let Some(who) = own else { continue };
            let asked = Asked::yes_no(Dec::Agree, who, None, true);
            assent += u8::from(self.choose_of("CEL-SCN-07", seat, asked)? == Assent::Yes);
        }
        let agreed = (2 * assent > seats).then_some(side);
        self.rulings("CEL-SCN-07", |rulings| (rulings.met, rulings.agreed) = (None, agreed));
        Ok(())
    }

    /// Engagements end when both are more than 300 cm apart (CEL-ENG-03).
    fn part(&mut self) {
        let far = tables().hex_rules.steps(tables().engagement.parts_cm);
        let pairs: Vec<(Who, Who)> = self
            .scene
            .whos()
            .flat_map(|a| self.of(a).ties.engaged.iter().map(move |b| (a, b)))
            .filter(|(a, b)| a < b && self.public().distance(*a, *b) > far)
            .collect();
        for (a, b) in pairs {
            self.disengage(a, b, "CEL-ENG-03");
        }
    }

    /// A turn ends (CEL-ALG-02, 5): tasks, lost actions, breath, points.
    pub(super) fn dusk(&mut self) -> Flow {
        for who in self.public().able().collect::<Vec<_>>() {
            self.work_on(who)?;
            let idle = self.of(who).turn.announced == Some(0) || self.of(who).busy();
            if idle {
                self.mind(who, "CEL-COR-15", |mind| {
                    mind.lost = mind.lost.saturating_sub(1);
                    mind.stunned &= mind.lost > 0;
                });
            }
        }
        self.bleeding();
        self.breath()?;
        self.points();
        for who in self.scene.whos() {
            let coming = self.of(who).turn.survival == Survival::Coming;
            self.count(who, "CEL-ALG-02", |count| {
                *count = Turn {
                    survival: if coming { Survival::Coming } else { Survival::No },
                    ..Turn::default()
                };
            });
        }
        self.rulings("CEL-MJ-05", |rulings| {
            rulings.used = [0; 2];
            rulings.reserve = rulings.reserve.saturating_add(tables().reserve.per_turn).min(99);
        });
        if !self.decided(true) {
            self.tell("CEL-ALG-02", What::Stage { stage: Stage::Dawn });
        }
        Ok(())
    }

    /// Essoufflement (CEL-FIN-02, CEL-R66): if the last able of both sides would fall to the same breath, those who missed by least stay up.
    fn breath(&mut self) -> Flow {
        let breath = &tables().breath;
        let turn = self.scene.turn;
        if turn < breath.from_turn {
            return Ok(());
        }
        let difficulty = breath.difficulty + breath.step * i16::from(turn - breath.from_turn);
        let mut failed = Vec::new();
        for who in self.public().able().collect::<Vec<_>>() {
            let cast = Cast::of(Throw::Breath, "CEL-FIN-02", Attr::En, Sort::Test);
            let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
            if sum.over(difficulty).is_none() {
                failed.push((who, sum.missed(difficulty)));
            }
        }
        let falls = |script: &Self, who: Who| {
            let body = &script.of(who).body;
            body.fatigue + breath.fatigue >= script.profile(who).out[1]
        };
        let down: Vec<(Who, i16)> = failed.iter().copied().filter(|(who, _)| falls(self, *who)).collect();
        let up = |script: &Self, side: Team| {
            script.public().standing(side).iter().any(|who| down.iter().all(|(other, _)| *other != who))
        };
        let mut spared = Vec::new();
        if !up(self, Team::First) && !up(self, Team::Second) && !down.is_empty() {
            let least = down.iter().map(|(_, missed)| *missed).min().unwrap_or(0);
            let kept: Vec<Who> =
                down.iter().filter(|(_, missed)| *missed == least).map(|(who, _)| *who).collect();
            let sides: Vec<Team> = kept.iter().map(|who| self.public().side(*who)).collect();
            // Equal on both sides: the score decides.
            if sides.windows(2).all(|pair| pair[0] == pair[1]) {
                spared = kept;
            }
        }
        for (who, _) in failed {
            if !spared.contains(&who) {
                self.wound(who, None, [0, breath.fatigue], "CEL-FIN-02");
                self.settle(who, None)?;
            }
        }
        Ok(())
    }

    /// Kills fighters that were left to bleed (CEL-CRI-02, result 18).
    fn bleeding(&mut self) {
        let turn = self.scene.turn;
        for who in self.scene.whos() {
            let body = &self.of(who).body;
            if body.status == Status::Out && body.until > 0 && body.until <= turn && !body.dead {
                self.body(who, "CEL-CRI-02", |body| (body.dead, body.until) = (true, 0));
            }
        }
    }

    /// A slot that is lost is skipped (CEL-COR-15). Whether it was.
    pub(super) fn skips(&mut self, who: Who) -> bool {
        if self.of(who).mind.lost == 0 || !self.of(who).slot(self.scene.segment) {
            return false;
        }
        self.tell("CEL-COR-15", What::Skipped { who, why: Why::Lost });
        self.spend(who, "CEL-COR-15");
        self.mind(who, "CEL-COR-15", |mind| {
            mind.lost -= 1;
            mind.stunned &= mind.lost > 0;
            mind.prepared = None;
        });
        true
    }
}
