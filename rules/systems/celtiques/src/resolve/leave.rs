//! Dégagement (CEL-ENG-04 to CEL-ENG-08, CEL-SPE-14, CEL-R16, CEL-R35).

use super::answers::{Asked, Reply};
use super::{Against, Cast, Flow, Script};
use crate::command::{Blow, Trick};
use crate::event::{Throw, Way, What, Why};
use crate::figures::{Gait, Sort};
use crate::ids::{Attr, Dec, Skill, Who, Whos};
use crate::legal;
use crate::scene::Posture;
use crate::tables::tables;
use bagarre_kit::hex::{Hex, ways};

impl Script<'_> {
    /// A dégagement: one roll against all who hold it back; each may answer (CEL-ENG-05, CEL-ENG-06, CEL-ENG-08).
    pub(super) fn leave(&mut self, who: Who, acro: bool, to: Option<Hex>, slot: bool) -> Flow {
        let fighter = self.of(who);
        let bound =
            fighter.ties.held.is_some() || fighter.ties.holds.is_some() || fighter.gear.stuck.is_some();
        let pinned = self.public().whos().any(|it| self.of(it).gear.stuck == Some(who));
        if fighter.ties.engaged.is_empty() || bound || pinned || fighter.beat.moved {
            return Ok(());
        }
        let sum = self.leaving_roll(who, acro)?;
        self.undeclared(who, slot, false);
        self.beat(who, "CEL-UND-06", |beat| (beat.rushed, beat.moved) = (true, true));
        if sum.1 {
            self.tell("CEL-ENG-08", What::Skipped { who, why: Why::Failed });
            return Ok(());
        }
        let (held, followers) = self.answers(who, sum.0)?;
        if held || !self.of(who).able() {
            self.tell("CEL-ENG-05", What::Skipped { who, why: Why::Held });
            return Ok(());
        }
        let up = self.of(who).lies();
        if up {
            // CEL-SPE-14.
            self.pose(who, "CEL-SPE-14", |pose| (pose.posture, pose.rising) = (Posture::Standing, 0));
            if to == Some(self.of(who).pose.at) {
                return Ok(());
            }
        }
        let left: Vec<Who> = self.of(who).ties.engaged.iter().filter(|it| !followers.contains(*it)).collect();
        for other in &left {
            self.disengage(who, *other, "CEL-ENG-04");
        }
        self.breaks_away(who, to, &left);
        for other in followers.iter() {
            self.follows(other, who);
        }
        Ok(())
    }

    /// The roll of a dégagement: its total, and whether it is an échec critique.
    fn leaving_roll(&mut self, who: Who, acro: bool) -> Flow<(i16, bool)> {
        let mut level = self.profile(who).level(Skill::Esquive);
        if acro {
            let difficulty = self.acrobatics(who, tables().dodge.acrobatic_difficulty);
            let cast = self.skill(who, Skill::Acrobatie, Throw::Acrobatics, "CEL-ENG-04");
            let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
            if sum.over(difficulty).is_some() {
                level += self.profile(who).level(Skill::Acrobatie);
            } else {
                self.unbalance(who, "CEL-ESQ-06");
            }
        }
        let cast = Cast::of(Throw::Disengage, "CEL-ENG-04", Attr::Ag, Sort::Action).level(level);
        let sum = self.cast(who, cast)?;
        Ok((sum.total, sum.critical < 0))
    }

    /// The answers of the enemies, in order of reaction: whether one of them held it back, and who follows.
    fn answers(&mut self, who: Who, total: i16) -> Flow<(bool, Whos)> {
        let mut enemies: Vec<Who> =
            self.of(who).ties.engaged.iter().filter(|it| self.of(*it).able()).collect();
        enemies.sort_by_key(|it| (std::cmp::Reverse(self.of(*it).turn.reaction), *it));
        let (mut held, mut followers) = (false, Whos::NONE);
        for enemy in enemies {
            if !self.of(enemy).able() || !self.of(who).able() {
                continue;
            }
            let choice = self.answer_of(enemy, who, total)?;
            match choice {
                Reply::Strike(trick) => {
                    let fists = trick == Some(Trick::Seize);
                    let blow = Blow { fists, trick, ..Blow::at(who) };
                    if let Some(landed) = self.answer_blow(enemy, &blow, total)? {
                        held = true;
                        self.effects(&landed)?;
                    }
                }
                Reply::Follow => {
                    let cast = self.skill(enemy, Skill::Esquive, Throw::Follow, "CEL-ENG-06");
                    let sum = self.cast(enemy, cast.against(Against::Difficulty(total)))?;
                    self.undeclared(enemy, false, false);
                    if sum.over(total).is_some() {
                        followers = followers.with(enemy);
                    }
                }
                Reply::No => {}
            }
        }
        Ok((held, followers))
    }

    /// What an enemy answers (CEL-DEC-11): a blow with the slot it has, else a try to follow.
    fn answer_of(&mut self, enemy: Who, who: Who, total: i16) -> Flow<Reply> {
        let public = self.public();
        let fighter = self.of(enemy);
        // One who sealed a deed in the same batch may do this instead.
        let free = !self.notes.answered.contains(enemy);
        let slot = fighter.slot(self.scene.segment) && fighter.mind.lost == 0 && free;
        let strikes = slot && public.strikes(enemy) && public.in_reach(enemy, who);
        let mut options = vec![Reply::No];
        if strikes {
            options.push(Reply::Strike(None));
            options.push(Reply::Strike(Some(Trick::Trip)));
            if legal::can_seize(public, enemy) && public.distance(enemy, who) <= 1 {
                options.push(Reply::Strike(Some(Trick::Seize)));
            }
        }
        let stunned = fighter.mind.stunned && fighter.mind.lost > 0;
        let moves = !fighter.busy() && !fighter.lies() && !fighter.beat.moved && !stunned;
        if (!slot || !strikes) && moves {
            options.push(Reply::Follow);
        }
        let usual = if strikes { Reply::Strike(None) } else { Reply::No };
        self.choose(
            "CEL-ENG-05",
            Asked { dec: Dec::Answer, who: enemy, about: Some(who), total, against: 0, options, usual },
        )
    }

    /// Moves a fighter that has broken away at once; it may be engaged again (CEL-ENG-07), by a way no step of which
    /// comes nearer to the fighters that were left (CEL-ENG-08).
    fn breaks_away(&mut self, who: Who, to: Option<Hex>, left: &[Who]) {
        let from = self.of(who).pose.at;
        let units = tables().hex_rules.segment_units;
        let public = self.public();
        let nearer = |a: Hex, b: Hex| {
            left.iter().any(|it| b.distance(public.of(*it).pose.at) < a.distance(public.of(*it).pose.at))
        };
        let known = ways(from, units, |a, b| {
            let free = public.free(who, b, false) && !nearer(a, b);
            if free { public.cost(who, (a, b), Gait::default()) } else { None }
        });
        let away = |hex: Hex| left.iter().map(|it| hex.distance(public.of(*it).pose.at)).min().unwrap_or(0);
        let ends = known.all().filter(|(hex, _)| *hex != from && public.free(who, *hex, true));
        let end = match to {
            Some(goal) => ends.min_by_key(|(hex, cost)| (hex.distance(goal), *cost, *hex)),
            None => ends.min_by_key(|(hex, cost)| (std::cmp::Reverse(away(*hex)), *cost, *hex)),
        };
        if let Some((end, _)) = end {
            let path = known.to(end);
            self.walks(who, &path, Way::Disengage, "CEL-ENG-08");
        }
        self.beat(who, "CEL-MEL-02", |beat| (beat.left, beat.moved) = (true, true));
    }

    /// A follower takes the nearest free hexagon in reach of who left (CEL-ENG-08).
    fn follows(&mut self, who: Who, after: Who) {
        let public = self.public();
        let (from, to) = (self.of(who).pose.at, self.of(after).pose.at);
        let reach = crate::state::PublicState::steps(public.guard(who))
            .max(crate::state::PublicState::steps(public.guard(after)));
        let near = |hex: &Hex| {
            let steps = hex.distance(to);
            steps <= reach && (steps <= 1 || self.fixed().board.sees(*hex, to))
        };
        let known = public.ways(who, Gait::default(), 3_000);
        let end = known
            .all()
            .filter(|(hex, _)| near(hex) && public.free(who, *hex, true))
            .min_by_key(|(hex, cost)| (*cost, from.distance(*hex), *hex));
        match end {
            Some((end, _)) if end != from => {
                let path = known.to(end);
                self.walks(who, &path, Way::Follow, "CEL-ENG-06");
                self.turn_to(who, after, "CEL-ENG-06");
            }
            Some(_) => {}
            None => self.disengage(who, after, "CEL-ENG-08"),
        }
    }
}
