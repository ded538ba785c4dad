//! Close combat (section 12).

use super::answers::{Assent, Next};
use super::hurt::Hurt;
use super::{Decision, Flow, Script, Stake, total};
use crate::command::Blow;
use crate::event::{Throw, Verdict, Waived, Way, What, Why, Wound};
use crate::ids::{Dec, Fig, Skill};
use crate::legal::{self, Hit, Prey};
use crate::odds::{self, Assault, Guard};
use crate::scene::PhaseEnd;
use crate::space::Skirmish as _;

/// What one attack action remembers from attack to attack.
struct Bout {
    blow: Blow,
    /// The weapon named in the command; chosen by the rule for each target when none was.
    weapon: Option<u8>,
    /// Figures that were down and defenceless and whose surcharge is paid (GEN-SKL-19).
    paid: Vec<Fig>,
    /// Mauvaise réputation has been faced (R-270: one test for each action).
    tested: bool,
}

impl Bout {
    fn how(&self) -> Assault {
        Assault::Strike { weapon: self.weapon, blow: self.blow }
    }

    /// Returns what hangs on the target that the next attack strikes.
    fn stake(&self, fig: Fig) -> Stake {
        Stake::Target { fig, how: self.how(), tested: self.tested }
    }
}

impl Script<'_> {
    /// An attack action (GEN-CC-06). It is paid, but for what a designated figure costs more.
    pub(super) fn attack(&mut self, fig: Fig, target: Option<Fig>, weapon: Option<u8>, blow: Blow) -> Flow {
        let multi = if blow == Blow::Multi { legal::multi_weapon(self.table(), fig) } else { None };
        let mut bout = Bout { blow, weapon: weapon.or(multi), paid: Vec::new(), tested: false };
        let row = legal::row_of(self.table(), fig, multi);
        let attacks = row.map_or(1, |row| row.multi_attack);
        let was_wounded = self.fig(fig).wounded;
        let mut last = None;
        for n in 0..attacks {
            let next = match (n, target) {
                (0, Some(target)) => {
                    self.note_paid(&mut bout, target);
                    Ok(target)
                }
                (0, None) => self.first_prey(fig, &mut bout)?,
                _ if !self.unhurt(fig, was_wounded) => Err(Why::Hurt),
                _ => self.next_prey(fig, last, &mut bout)?,
            };
            match next {
                Ok(target) => {
                    last = Some(target);
                    if !self.faces_reputation(fig, target, &mut bout)? {
                        return Ok(());
                    }
                    self.strike(fig, target, &bout)?;
                }
                Err(why) => {
                    self.tell("GEN-CC-10", What::Stopped { fig, why });
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The declared cost held what this figure costs more (GEN-SKL-19).
    fn note_paid(&self, bout: &mut Bout, target: Fig) {
        if legal::extra(self.table(), target) > 0 {
            bout.paid.push(target);
        }
    }

    /// Pays what a down and defenceless figure costs more, once an action (GEN-SKL-19).
    fn pay_extra(&mut self, fig: Fig, bout: &mut Bout, target: Fig) {
        let extra = legal::extra(self.table(), target);
        if extra > 0 && !bout.paid.contains(&target) {
            bout.paid.push(target);
            self.spend(fig, extra, "GEN-SKL-19");
        }
    }

    /// The first target, where the command named none.
    fn first_prey(&mut self, fig: Fig, bout: &mut Bout) -> Flow<Result<Fig, Why>> {
        if let Ok(Prey::Designated(..)) = legal::prey(self.table(), fig, 0, &[]) {
            let target = self.designate(fig, bout)?;
            if let Some(target) = target {
                self.pay_extra(fig, bout, target);
            }
            return Ok(target.ok_or(Why::NoTarget));
        }
        // The one there is was paid for at the declaration: the DA it costs more are gone from the figure.
        let only = self.space().touching_enemies(fig).next();
        if let Some(target) = only {
            self.note_paid(bout, target);
        }
        Ok(only.ok_or(Why::NoTarget))
    }

    /// GEN-DEC-18: an opponent designates the attacked figure (GEN-CC-03).
    fn designate(&mut self, fig: Fig, bout: &Bout) -> Flow<Option<Fig>> {
        let Ok(Prey::Designated(seat, list)) = legal::prey(self.table(), fig, 0, &bout.paid) else {
            return Ok(None);
        };
        let rank = |it: &Fig| {
            let figure = self.fig(*it);
            (figure.down, figure.wounded, std::cmp::Reverse(figure.da), *it)
        };
        let by_rule = list.iter().copied().min_by_key(rank);
        let default = list.iter().position(|it| Some(*it) == by_rule).unwrap_or(0) as u8;
        let (die, stake) = (None, bout.stake(fig));
        let question = Decision { seat, fig: None, about: Some(fig), die, options: list, default, stake };
        self.choose(Dec::Designated, question)
    }

    /// GEN-DEC-28: the next attack of several, or enough of it.
    fn next_prey(&mut self, fig: Fig, last: Option<Fig>, bout: &mut Bout) -> Flow<Result<Fig, Why>> {
        let Ok(prey) = legal::prey(self.table(), fig, 0, &bout.paid) else {
            return Ok(Err(Why::NoTarget));
        };
        let (options, default) = match &prey {
            Prey::Designated(..) => (vec![Next::Designated, Next::Enough], 0),
            Prey::Chosen(list) => {
                let by_rule = last
                    .filter(|last| list.contains(last))
                    .or_else(|| self.space().nearest(self.fig(fig).at, list.iter().copied()));
                let default = list.iter().position(|it| Some(*it) == by_rule).unwrap_or(0) as u8;
                (list.iter().map(|it| Next::Figure(*it)).chain([Next::Enough]).collect(), default)
            }
        };
        let (seat, die, stake) = (self.seat(fig), None, bout.stake(fig));
        let question = Decision { seat, fig: Some(fig), about: last, die, options, default, stake };
        let target = match self.choose(Dec::NextTarget, question)? {
            Some(Next::Figure(target)) => Some(target),
            Some(Next::Designated) => self.designate(fig, bout)?,
            Some(Next::Enough) | None => return Ok(Err(Why::Chosen)),
        };
        if let Some(target) = target {
            self.pay_extra(fig, bout, target);
        }
        Ok(target.ok_or(Why::NoTarget))
    }

    /// Mauvaise réputation: who attacks the bearer tests morale (GEN-SKL-18, GEN-MOR-03, R-270). Whether it attacks.
    fn faces_reputation(&mut self, fig: Fig, target: Fig, bout: &mut Bout) -> Flow<bool> {
        if !self.has(target, Skill::MauvaiseReputation) {
            return Ok(true);
        }
        if bout.tested {
            let what = What::NoTest { fig, throw: Throw::Morale, why: Waived::Tested };
            self.tell("GEN-SKL-18/R-270", what);
            return Ok(true);
        }
        bout.tested = true;
        if self.morale(fig, "GEN-SKL-18")? {
            return Ok(true);
        }
        let da = self.fig(fig).da;
        self.lose_da(fig, da, "GEN-SKL-18/R-270");
        if self.scene.phase.end.is_none() {
            self.tell("GEN-TRN-04", What::Ending { why: PhaseEnd::Reputation });
        }
        Ok(false)
    }

    /// One attack: steps 4 to 13 of GEN-CC-06.
    fn strike(&mut self, fig: Fig, target: Fig, bout: &Bout) -> Flow {
        self.face_figure(fig, target, "GEN-CC-11");
        let weapon = odds::striking(self.table(), (fig, target), bout.weapon, bout.blow);
        let row = legal::row_of(self.table(), fig, weapon);
        let named = row.map(|row| row.id);
        self.tell("GEN-CC-01", What::Attack { fig, target, weapon: named, distance: 0, long: false });
        let was_down = self.fig(target).down;
        let mods = legal::strike_mods(self.table(), fig, target, row, bout.blow);
        let (blind, how) = (self.table().options().defence_blind, bout.how());
        let mut guard = if blind { Some(self.guard((fig, target), None, how)?) } else { None };
        let face = self.attack_die("GEN-CC-06", (fig, target), &mods, how)?;
        let attack = total(face, &mods);
        if guard.is_none() {
            guard = Some(self.guard((fig, target), Some(attack), how)?);
        }
        let Guard { extra, weapon } = guard.unwrap_or_default();
        let own = legal::row_of(self.table(), target, weapon);
        let guard_mods = legal::guard_mods(self.table(), fig, target, own);
        let best = self.defence_dice("GEN-CC-06", target, extra, guard_mods, attack)?;
        let verdict = self.judge((fig, row, attack), (target, own, best));
        let rule = match verdict {
            Verdict::WonBySword | Verdict::CounteredBySword => "GEN-CC-07/R-146",
            Verdict::Parried => "GEN-CC-08/R-143",
            _ => "GEN-CC-06",
        };
        self.tell(rule, What::Verdict { fig, target, verdict });
        let (winner, loser, row, was_down) = match verdict {
            Verdict::Won | Verdict::WonBySword => (fig, target, row, was_down),
            Verdict::Countered | Verdict::CounteredBySword => (target, fig, own, false),
            _ => return Ok(()),
        };
        let hurt = self.wins(winner, loser, Hit::Strike(row), was_down)?;
        self.settle()?;
        self.follow_up(winner, loser, hurt)
    }

    /// Compares the totals (GEN-CC-06 step 9, GEN-CC-14, R-141), with the swords on a tie (GEN-CC-07, R-146) and the down defender
    /// who only parries (GEN-CC-08, R-143).
    fn judge(&self, (fig, row, attack): Side, (target, own, best): Side) -> Verdict {
        let harmless = self.fig(target).down && !self.table().options().down_defender_can_wound;
        match attack.cmp(&best) {
            std::cmp::Ordering::Greater => Verdict::Won,
            std::cmp::Ordering::Less if harmless => Verdict::Parried,
            std::cmp::Ordering::Less => Verdict::Countered,
            std::cmp::Ordering::Equal if legal::sword_wins(self.table(), row, target) => Verdict::WonBySword,
            std::cmp::Ordering::Equal if legal::sword_wins(self.table(), own, fig) => {
                if harmless {
                    Verdict::Parried
                } else {
                    Verdict::CounteredBySword
                }
            }
            std::cmp::Ordering::Equal => Verdict::Tie,
        }
    }

    /// The winner's wound roll, or the butcher's way with a figure on the ground (GEN-WND-06, GEN-DEC-25, R-264).
    fn wins(&mut self, winner: Fig, loser: Fig, hit: Hit, was_down: bool) -> Flow<Hurt> {
        if was_down && self.has(winner, Skill::Boucher) {
            let question = Decision {
                seat: self.seat(winner),
                fig: Some(winner),
                about: Some(loser),
                die: None,
                options: Assent::both(),
                default: 1,
                stake: Stake::Finish(hit),
            };
            if self.choose(Dec::Finish, question)? == Some(Assent::Yes) {
                self.tell("GEN-SKL-06", What::Skill { fig: winner, skill: Skill::Boucher });
                self.inflict(loser, Wound::OutOfAction, "GEN-WND-06");
                return Ok(Hurt { wound: Wound::OutOfAction, has_fallen: false });
            }
        }
        self.hit(winner, loser, hit, was_down)
    }

    /// The winner may step after a loser who was knocked away (GEN-CC-09, GEN-DEC-26, R-148).
    fn follow_up(&mut self, winner: Fig, loser: Fig, hurt: Hurt) -> Flow {
        let can = hurt.wound == Wound::KnockedDown
            && !hurt.has_fallen
            && self.fig(winner).stands()
            && self.fig(loser).on_table();
        let to = if can { self.space().follow_up(winner, loser) } else { None };
        let Some(to) = to else { return Ok(()) };
        let question = Decision {
            seat: self.seat(winner),
            fig: Some(winner),
            about: Some(loser),
            die: None,
            options: Assent::both(),
            default: u8::from(self.fig(winner).da > 0),
            stake: Stake::Nothing,
        };
        if self.choose(Dec::FollowUp, question)? == Some(Assent::Yes) {
            let z = self.fig(winner).z;
            self.tell("GEN-CC-09", What::Moved { fig: winner, path: vec![to], z, way: Way::FollowUp });
            self.uncover(winner, "GEN-COV-03");
        }
        Ok(())
    }
}

/// One side of a comparison: who, with which weapon, for what total.
type Side = (Fig, Option<&'static crate::tables::WeaponRow>, i8);
