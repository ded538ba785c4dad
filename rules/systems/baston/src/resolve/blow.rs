//! Blows (chapters 9 and 13).

use super::answers::{Armed, Joint, Mercy, Swing};
use super::odds::Stroke;
use super::strike::part_options;
use super::{Flow, Script};
use crate::command::{Arm, Choice, Instructions};
use crate::event::{Answer, Circumstance, Draw, Waived, What, Why};
use crate::ids::{Dec, ItemId, ItemKind, Part, Stat, Who};
use crate::order::{Blow, R1};
use crate::scene::Place;
use crate::space::{Passage, Space};
use crate::state::Input;
use crate::tables::{RowId, tables};

/// A roll to hit a target that was chosen: a blow or an aggressive throw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    /// The character that strikes or throws.
    pub(super) who: Who,
    /// The target.
    pub(super) target: Who,
    /// Row of `blow_result`; it gives the characteristic and the class.
    pub(super) row: RowId,
    /// The first round was `-` (BAS-PRG-05): the part is chosen (DEC-11).
    pub(super) aimed: bool,
    /// Range modifier of a throw (BAS-LAN-05); `None` for a blow.
    pub(super) range: Option<i8>,
}

/// What a blow is given with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weapon {
    pub(super) row: RowId,
    pub(super) item: Option<(ItemId, ItemKind)>,
}

const FIST: Weapon = Weapon { row: RowId::CpNu, item: None };

impl Script<'_> {
    /// Plays a blow of the second round; `only` narrows BRI/CP to the bottle just broken.
    pub(super) fn play_blow(&mut self, who: Who, blow: Blow, only: Option<ItemId>) -> Flow {
        if self.fig(who).holding.is_some() && blow == Blow::CT {
            // BAS-CT-04: the hold goes on, no new roll.
            return Ok(());
        }
        match blow {
            Blow::CP => self.punch(who, only),
            Blow::CB => self.simple_blow(who, self.butt_row(who)),
            Blow::CS => self.simple_blow(who, self.kick_row(who)),
            Blow::CV => self.low_blow(who),
            Blow::CJ => self.trip(who),
            Blow::CT => self.seize(who),
        }
    }

    pub(super) fn butt_row(&self, who: Who) -> RowId {
        if self.scene.wears(who, ItemKind::Casque) { RowId::CbCasque } else { RowId::CbNu }
    }

    pub(super) fn kick_row(&self, who: Who) -> RowId {
        if self.scene.wears(who, ItemKind::Santiags) { RowId::CsSantiags } else { RowId::CsBasket }
    }

    /// Aimed: the first round was `-` (BAS-PRG-05).
    pub(super) fn aims(&self, who: Who) -> bool {
        self.order_of(who).r1 == R1::Rest
    }

    /// Characters a blow can reach and affect, left-front, front, right-front, then by rank (BAS-CBT-01, 02).
    fn candidates(&self, who: Who, reach: impl Fn(&Self, Who) -> bool) -> Vec<Who> {
        let space = self.space();
        let at = self.fig(who).at;
        let mut found = Vec::new();
        for dir in Space::front(self.fig(who)) {
            if !space.line_clear(at, dir, Passage::Blow) {
                continue;
            }
            let mut here: Vec<Who> = self
                .scene
                .figures_at(at.step(dir))
                .filter(|other| *other != who && reach(self, *other))
                .collect();
            here.sort_by_key(|other| self.fig(*other).rank);
            found.extend(here);
        }
        found
    }

    /// Returns the targets that a blow of a row can hit.
    pub(super) fn reached(&self, who: Who, row: RowId) -> Vec<Who> {
        self.candidates(who, |script, other| script.reaches(who, other, row))
    }

    /// One target: a random pick, sorted by rank (BAS-CBT-03, RUL-03).
    fn pick_target(&mut self, who: Who, mut candidates: Vec<Who>) -> Flow<Option<Who>> {
        if candidates.is_empty() {
            self.lost(who, 2, Why::NoTarget, "BAS-CBT-02");
            return Ok(None);
        }
        candidates.sort_by_key(|other| (self.fig(*other).rank, *other));
        let named = |n: usize| candidates.get(n).copied();
        let n = self.pick_among(candidates.len(), "BAS-CBT-03", Draw::Target, Some(who), named)?;
        Ok(Some(candidates[n]))
    }

    /// Strike or miss on purpose (BAS-CBT-04, DEC-10): asked for friends and for those on the spare list only.
    fn strikes(&mut self, who: Who, target: Who, stroke: Stroke) -> Flow<bool> {
        self.tell("BAS-CBT-03", What::Targets { who, target });
        self.notes.stroke = Some(stroke);
        let friend = self.friends(who, target);
        let spared = self.instructions(who).is_some_and(|list| list.spare.contains(&target));
        let mercy = if spared {
            self.instructed(who, Dec::Miss, "BAS-PRG-11", Mercy::Spare);
            Some(Mercy::Spare)
        } else if friend {
            self.ask(who, Dec::Miss, "BAS-CBT-04", Some(target), |_| (vec![Mercy::Strike, Mercy::Spare], 1))?
        } else {
            Some(Mercy::Strike)
        };
        match mercy {
            Some(Mercy::Spare) => {
                self.tell("BAS-CBT-04", What::Spared { who, target });
                Ok(false)
            }
            Some(Mercy::Strike) | None => Ok(true),
        }
    }

    /// The instructions of a character's sheet (BAS-PRG-11).
    pub(super) fn instructions(&self, who: Who) -> Option<&Instructions> {
        self.state.sheets[who.i()].as_ref().map(|sheet| &sheet.0.instructions)
    }

    /// CB and CS: one target, one roll (BAS-CB-01, 02, BAS-CS-01).
    fn simple_blow(&mut self, who: Who, row: RowId) -> Flow {
        let aimed = self.aims(who);
        let candidates = self.reached(who, row);
        let Some(target) = self.pick_target(who, candidates)? else { return Ok(()) };
        let attack = Attack { who, target, row, aimed, range: None };
        if !self.strikes(who, target, Stroke::Attack(attack))? {
            return Ok(());
        }
        let (_, stuns) = self.attack(attack)?;
        // BAS-CB-02: a bare head pays for a good head-butt.
        if row == RowId::CbNu && stuns >= 2 {
            self.stun(who, 1, "BAS-CB-02")?;
        }
        Ok(())
    }

    /// CP with the weapon chosen now (BAS-CP-01 to 06, DEC-08).
    fn punch(&mut self, who: Who, only: Option<ItemId>) -> Flow {
        let carried = only.filter(|id| self.scene.item(*id).place == Place::Carried(who));
        let weapon = if let Some(id) = carried {
            let kind = self.scene.item(id).kind;
            Weapon { row: row_of(kind), item: Some((id, kind)) }
        } else {
            let Some(weapon) = self.choose_weapon(who)? else {
                self.lost(who, 2, Why::NoTarget, "BAS-CBT-02");
                return Ok(());
            };
            weapon
        };
        if weapon.item.is_none_or(|(_, kind)| kind != ItemKind::Chaise) {
            // BAS-CP-02: anything else than the chair in hand means dropping it first.
            self.drop_chair(who)?;
        }
        let row = weapon.row;
        let candidates = self.reached(who, row);
        if weapon.item.is_some_and(|(_, kind)| kind == ItemKind::Chaine)
            && candidates.len() > 1
            && !self.aims(who)
        {
            return self.chain(who, candidates);
        }
        let Some(target) = self.pick_target(who, candidates)? else { return Ok(()) };
        let attack = Attack { who, target, row, aimed: self.aims(who), range: None };
        if !self.strikes(who, target, Stroke::Attack(attack))? {
            return Ok(());
        }
        let (hit, _) = self.attack(attack)?;
        match weapon.item {
            Some((id, kind @ ItemKind::Chaise)) => {
                // BAS-CP-02: a chair used at a target is destroyed, hit or miss.
                self.tell("BAS-CP-02", What::Item { id, kind, place: Place::Gone });
            }
            Some((id, ItemKind::Canette)) if hit && self.scene.item(id).place == Place::Carried(who) => {
                // BAS-CP-03: the bottle breaks in the hand; a miss leaves it whole.
                let place = Place::Carried(who);
                self.tell("BAS-CP-03", What::Item { id, kind: ItemKind::Tesson, place });
            }
            // BAS-CP-04: a broken bottle serves again and again.
            _ => {}
        }
        Ok(())
    }

    /// Returns the weapon that is chosen; none when no target can be hit with any, and then nothing is asked (DEC-08).
    fn choose_weapon(&mut self, who: Who) -> Flow<Option<Weapon>> {
        let (options, _) = self.weapon_options(who);
        if options.iter().all(|armed| self.reached(who, self.weapon_of(*armed).row).is_empty()) {
            return Ok(None);
        }
        let armed = match self.preferred_weapon(who) {
            Some(armed) => {
                self.instructed(who, Dec::Weapon, "BAS-PRG-11", armed);
                Some(armed)
            }
            None => match self.joint(who) {
                Some(target) => self.ask_joint(who, target)?,
                None => self.ask(who, Dec::Weapon, "BAS-CP-01", None, |script| script.weapon_options(who))?,
            },
        };
        Ok(armed.map(|armed| self.weapon_of(armed)))
    }

    /// Returns the only target that an aimed blow can hit, with any weapon, where weapon and place are one question
    /// (RUL-110): an enemy that the sheet does not spare, of a sheet that names no place, where the player has settled
    /// neither of the two in advance.
    fn joint(&self, who: Who) -> Option<Who> {
        let (options, _) = self.weapon_options(who);
        if !self.state.setup.options.one_question
            || !self.aims(who)
            || self.fig(who).prone
            || options.len() < 2
        {
            return None;
        }
        let mut reached = options
            .iter()
            .flat_map(|armed| self.reached(who, self.weapon_of(*armed).row))
            .collect::<Vec<_>>();
        reached.sort_unstable();
        reached.dedup();
        let [target] = reached[..] else { return None };
        let named = self.instructions(who).is_some_and(|it| it.part.is_some() || it.spare.contains(&target));
        if named || self.friends(who, target) {
            return None;
        }
        // Once it is answered, the tape tells how it was asked; a decision that was settled since does not count.
        match self.peek() {
            Some(Input::Answer(Answer::Choice(choice) | Answer::Standing(choice))) => {
                matches!(choice, Choice::Blow { .. }).then_some(target)
            }
            _ => (!self.settled(who)).then_some(target),
        }
    }

    /// Whether the player of a character has answered DEC-08 or DEC-11 in advance.
    fn settled(&self, who: Who) -> bool {
        let standing = self.state.standing.get(usize::from(self.seat(who).0));
        standing.is_some_and(|it| {
            let mut decs = it.defaults.iter().copied().chain(it.answers.iter().map(|usual| usual.dec));
            decs.any(|dec| matches!(dec, Dec::Weapon | Dec::Location))
        })
    }

    /// Asks for the weapon and the place of a blow at once (RUL-110): its weapon, told as any other; the place is kept for the blow.
    fn ask_joint(&mut self, who: Who, target: Who) -> Flow<Option<Armed>> {
        let answer =
            self.ask_untold(who, Dec::Weapon, Some(target), |script| script.joint_options(who, target))?;
        let Some((Joint { armed, part }, asked)) = answer else { return Ok(None) };
        self.notes.place = Some(part);
        if let Some(silent) = asked {
            self.tell("BAS-CP-01", What::Chose { who, dec: Dec::Weapon, choice: armed.into(), silent });
        }
        Ok(Some(armed))
    }

    /// Returns every weapon that reaches the target with every place it can go to; the default is that of both decisions.
    fn joint_options(&self, who: Who, target: Who) -> (Vec<Joint>, usize) {
        let (weapons, usual) = self.weapon_options(who);
        let (mut options, mut default) = (Vec::new(), 0);
        for (n, armed) in weapons.into_iter().enumerate() {
            let row = self.weapon_of(armed).row;
            if !self.reached(who, row).contains(&target) {
                continue;
            }
            let Some((places, first)) = self.locations(who, target, row).map(|parts| part_options(*parts))
            else {
                continue;
            };
            if n == usual {
                default = options.len() + first;
            }
            options.extend(places.into_iter().map(|part| Joint { armed, part }));
        }
        (options, default)
    }

    /// Returns the first weapon at hand that the instructions of the sheet name (BAS-PRG-11).
    fn preferred_weapon(&self, who: Who) -> Option<Armed> {
        self.instructions(who)?.weapons.iter().find_map(|arm| match arm {
            Arm::Fist => Some(Armed(None)),
            Arm::Item(kind) => {
                let found = self.weapons(who).into_iter().find(|(_, carried)| carried == kind);
                found.map(|(id, _)| Armed(Some(id)))
            }
        })
    }

    /// Returns the weapon that a character hits with unless its player is asked and says otherwise.
    pub(super) fn usual_weapon(&self, who: Who) -> Weapon {
        let armed = self.preferred_weapon(who).or_else(|| {
            let (options, default) = self.weapon_options(who);
            options.into_iter().nth(default)
        });
        armed.map_or(FIST, |armed| self.weapon_of(armed))
    }

    /// The weapon of an answer to DEC-08.
    pub(super) fn weapon_of(&self, Armed(item): Armed) -> Weapon {
        item.map_or(FIST, |id| {
            let kind = self.scene.item(id).kind;
            Weapon { row: row_of(kind), item: Some((id, kind)) }
        })
    }

    /// Carried objects one can hit with (BAS-EQP-04, BAS-EQP-05).
    fn weapons(&self, who: Who) -> Vec<(ItemId, ItemKind)> {
        self.scene.carried(who).filter(|(_, kind)| tables().item(*kind).blow_row.is_some()).collect()
    }

    /// Fist or any carried weapon, one of each kind; the default is the chair in hand, else the highest value.
    fn weapon_options(&self, who: Who) -> (Vec<Armed>, usize) {
        let mut kinds = Vec::new();
        let mut options = vec![Armed(None)];
        let mut best = (0, 0);
        for (id, kind) in self.weapons(who) {
            if kinds.contains(&kind) {
                continue;
            }
            kinds.push(kind);
            options.push(Armed(Some(id)));
            let value = if kind == ItemKind::Chaise { u8::MAX } else { tables().item(kind).value };
            // Ties of value: the order of the table.
            let wins = value > best.0 || (value == best.0 && best.1 > 0 && kind < kinds[best.1 - 1]);
            if wins {
                best = (value, options.len() - 1);
            }
        }
        (options, best.1)
    }

    /// The chain on several candidates at once (BAS-CP-06, DEC-09).
    fn chain(&mut self, who: Who, candidates: Vec<Who>) -> Flow {
        let listed = candidates.clone();
        let spare: Vec<Who> = self.instructions(who).map(|list| list.spare.clone()).unwrap_or_default();
        let swing = self
            .ask(who, Dec::Chain, "BAS-CP-06", None, |script| script.chain_options(who, &listed, &spare))?;
        let spared = match swing {
            Some(Swing::Several(spared)) => spared,
            Some(Swing::Single) | None => {
                let Some(target) = self.pick_target(who, candidates)? else { return Ok(()) };
                let attack = Attack { who, target, row: RowId::CpChaine, aimed: false, range: None };
                if self.strikes(who, target, Stroke::Attack(attack))? {
                    self.attack(attack)?;
                }
                return Ok(());
            }
        };
        for target in candidates.into_iter().filter(|target| !spared.contains(target)) {
            if self.fig(target).in_play() {
                self.tell("BAS-CP-06", What::Targets { who, target });
                self.attack(Attack { who, target, row: RowId::CpChaine, aimed: false, range: None })?;
            }
        }
        Ok(())
    }

    /// One random target, or all but a spared few, at least two struck. Default: several when two enemies and no
    /// friend stand there.
    fn chain_options(&self, who: Who, candidates: &[Who], spare: &[Who]) -> (Vec<Swing>, usize) {
        let mut options = vec![Swing::Single];
        let n = candidates.len().min(6);
        for mask in 0_u32..(1 << n) {
            let spared: Vec<Who> = (0..n).filter(|k| mask & (1 << k) != 0).map(|k| candidates[k]).collect();
            if candidates.len() - spared.len() >= 2
                && spare.iter().all(|s| !candidates.contains(s) || spared.contains(s))
            {
                options.push(Swing::Several(spared));
            }
        }
        let enemies = candidates.iter().filter(|other| !self.friends(who, **other)).count();
        let default = usize::from(options.len() > 1 && enemies >= 2 && enemies == candidates.len());
        (options, default)
    }

    /// CV: a kick at the legs of a target that the character faces, after a rest (BAS-CV-01, 02).
    fn low_blow(&mut self, who: Who) -> Flow {
        let row = self.kick_row(who);
        let candidates = self.low_candidates(who);
        let Some(target) = self.pick_target(who, candidates)? else { return Ok(()) };
        let attack = Attack { who, target, row, aimed: false, range: None };
        if !self.strikes(who, target, Stroke::Low(attack))? {
            return Ok(());
        }
        self.tell("BAS-CV-01", What::Location { target, part: Part::J, die: None });
        self.strike_part(attack, Part::J, true)?;
        Ok(())
    }

    /// CJ: no roll to hit; the victim passes a DEX test or falls (BAS-CJ-01, 02).
    fn trip(&mut self, who: Who) -> Flow {
        let candidates = self.trip_candidates(who);
        let Some(target) = self.pick_target(who, candidates)? else { return Ok(()) };
        if self.strikes(who, target, Stroke::Trip(target))? && !self.test(target, Stat::Dex, "BAS-CJ-02")? {
            self.fall(target, true)?;
        }
        Ok(())
    }

    /// CT: from behind, both standing, both arms (BAS-CT-01 to 03).
    fn seize(&mut self, who: Who) -> Flow {
        self.drop_chair(who)?;
        let candidates = self.seize_candidates(who);
        let Some(victim) = self.pick_target(who, candidates)? else { return Ok(()) };
        if !self.strikes(who, victim, Stroke::Seize { who, victim })? {
            return Ok(());
        }
        if self.fig(victim).stunned() {
            self.tell("BAS-CT-02/RUL-53", What::NoTest { who, stat: Stat::For, why: Waived::Stunned });
        } else {
            let die = self.die(20, "BAS-CT-02", "grapple")?;
            let value = self.stat(who, Stat::For);
            let row = tables().to_hit();
            let total = (die + value).saturating_add_signed(row.target.attacker_behind);
            let hit = total >= row.hit_from;
            self.tell(
                "BAS-CT-02",
                What::ToHit {
                    who,
                    target: victim,
                    row: "CT".to_owned(),
                    die,
                    stat: Stat::For,
                    value,
                    target_mod: row.target.attacker_behind,
                    attacker_mod: 0,
                    range_mod: 0,
                    total,
                    hit,
                    why: vec![Circumstance::Behind],
                },
            );
            if !hit {
                return Ok(());
            }
        }
        // BAS-CT-07: a grappler that is grappled lets go.
        self.release_by("BAS-CT-07", victim);
        self.tell("BAS-CT-02", What::Seized { who, victim });
        self.cancel_rest_of_sequence(victim, Why::Held, "BAS-CT-03");
        self.interrupt("BAS-CT-03", victim);
        if !self.fig(victim).shaken {
            self.tell("BAS-RPG-01", What::Shaken { who: victim, shaken: true });
        }
        Ok(())
    }

    pub(super) fn low_candidates(&self, who: Who) -> Vec<Who> {
        let row = self.kick_row(who);
        self.candidates(who, |script, other| {
            let (own, his) = (script.fig(who), script.fig(other));
            let faced = his.at.dir_to(own.at).is_some_and(|dir| Space::front(his).contains(&dir));
            let legs = script.locations(who, other, row).is_some_and(|parts| parts.contains(&Part::J));
            faced && legs && script.reaches(who, other, row)
        })
    }

    pub(super) fn trip_candidates(&self, who: Who) -> Vec<Who> {
        let sequence = usize::from(self.scene.sequence.clamp(1, 3)) - 1;
        self.candidates(who, |script, other| {
            let his = script.fig(other);
            let moves = his.orders[sequence].r1.is_displacement() && !his.cancelled[0];
            his.stands() && moves && script.same_level(who, other)
        })
    }

    pub(super) fn seize_candidates(&self, who: Who) -> Vec<Who> {
        self.candidates(who, |script, other| {
            let (own, his) = (script.fig(who), script.fig(other));
            let behind = his.at.dir_to(own.at).is_some_and(|dir| Space::is_rear(his.facing, dir));
            his.stands() && his.held_by.is_none() && behind && script.same_level(who, other)
        })
    }

    fn same_level(&self, who: Who, other: Who) -> bool {
        self.space().level(who) == self.space().level(other)
    }
}

/// The row of a blow with an object.
fn row_of(kind: ItemKind) -> RowId {
    tables().item(kind).blow_row.unwrap_or(RowId::CpNu)
}
