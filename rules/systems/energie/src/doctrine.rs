//! How a character acts that no player runs: by what is public, without dice (ENE-DOC).

use super::command::{Act, Aim, Strike};
use super::ids::{Doctrine, Ground, Kind, Link, Skill, Tier, Weapon, Who, Zone};
use super::legal::{self, Reach, check};
use super::odds::Odds;
use super::state::PublicState;
use super::tables::{skill, tables, weapon};
use bagarre_kit::zones::Ways;

/// What a metre of difficult ground counts in a path: a test gives half of what free ground does.
const DIFFICULT: u32 = 3;
/// What a shut door counts in a path: an action.
const SHUT: u32 = 10;
/// Farther than any path.
const FAR: u32 = u32::MAX;

/// A character that acts, and what its doctrine goes by.
pub(super) struct Mind<'a> {
    pub(super) public: PublicState<'a>,
    pub(super) who: Who,
}

/// Returns the next act of a character by its doctrine (ENE-DOC-01): always a legal one, at worst none.
pub fn act(public: PublicState<'_>, who: Who) -> Act {
    let mind = Mind { public, who };
    let wish = mind.first_of_all().or_else(|| mind.by(public.fighter(who).sheet.doctrine));
    wish.filter(|act| mind.may(act)).or_else(|| mind.defend()).unwrap_or(Act::Pass)
}

impl<'a> Mind<'a> {
    pub(super) fn may(&self, act: &Act) -> bool {
        check(self.public, self.who, act).is_ok()
    }

    fn left(&self) -> u8 {
        self.public.scene.act.map_or(0, |act| act.left)
    }

    pub(super) fn attacked(&self) -> bool {
        self.public.scene.act.is_some_and(|act| act.attacked)
    }

    pub(super) fn fighter(&self) -> &'a super::scene::Fighter {
        self.public.fighter(self.who)
    }

    fn ok(&self, act: Act) -> Option<Act> {
        self.may(&act).then_some(act)
    }

    /// Able enemies, by number.
    pub(super) fn enemies(&self) -> impl Iterator<Item = Who> + use<'a> {
        let (public, who) = (self.public, self.who);
        public
            .scene
            .all()
            .filter(move |(it, foe)| foe.able() && public.scene.enemies(who, *it))
            .map(|(it, _)| it)
    }

    /// Able enemies of its zone.
    pub(super) fn at_contact(&self) -> Vec<Who> {
        self.enemies().filter(|it| self.public.together(self.who, *it)).collect()
    }

    /// Whether it sees another character.
    pub(super) fn sees(&self, at: Who) -> bool {
        let zones = self.fighter().zone.zip(self.public.zone(at));
        zones.is_some_and(|(from, to)| self.public.sees(from, to))
    }

    /// The order among equals: the lowest id (ENE-DOC-01); for the character of a player the one that comes next after
    /// it, in a circle, so that no character is the first choice of all by its number (ENE-R55).
    pub(super) fn rank(&self, it: Who) -> u8 {
        let all = self.public.scene.fighters.len() as u8;
        if self.fighter().sheet.seat.is_some() { (it.0 + all - self.who.0) % all } else { it.0 }
    }

    /// The weakest: lowest PE, then the first by rank (ENE-DOC-01).
    pub(super) fn weakest(&self, of: &[Who]) -> Option<Who> {
        of.iter().copied().min_by_key(|it| (self.public.fighter(*it).pe, self.rank(*it)))
    }

    /// Up, weapon in order, out of the fire, care of friends (ENE-DOC-06).
    pub(super) fn first_of_all(&self) -> Option<Act> {
        let fighter = self.fighter();
        if fighter.prone && fighter.aboard.is_none() {
            return self.ok(Act::Stand);
        }
        if let Some(arm) = self.main_arm() {
            let it = fighter.arms[usize::from(arm)];
            let mended = if it.jammed { self.ok(Act::Clear { arm }) } else { None };
            let mended = mended.or_else(|| if it.empty() { self.ok(Act::Load { arm }) } else { None });
            if mended.is_some() {
                return mended;
            }
        }
        self.flee_danger().or_else(|| self.tend())
    }

    /// The best weapon that is not broken: best base, first of the list.
    fn main_arm(&self) -> Option<u8> {
        let arms = (0u8..).zip(&self.fighter().arms);
        let own = arms.filter(|(_, it)| !it.gone && !it.broken && !weapon(it.weapon).single_use);
        own.max_by_key(|(n, it)| (weapon(it.weapon).damage, std::cmp::Reverse(*n))).map(|(n, _)| n)
    }

    /// Out of a dangerous zone, when a safe one is within two actions.
    fn flee_danger(&self) -> Option<Act> {
        let fighter = self.fighter();
        let zone = fighter.zone?;
        let stays = fighter.sheet.doctrine == Doctrine::Garde && fighter.sheet.seat.is_none();
        if stays || self.public.safe(self.who, zone) {
            return None;
        }
        let ways = self.ways(false);
        let reach = 2 * u32::from(self.public.budget(self.who, false));
        let safe =
            self.public.map.all().filter(|it| self.public.safe(self.who, *it) && !self.public.full(*it));
        let cost = |it: &Zone| ways.cost(it.0).unwrap_or(FAR);
        let nearest = safe.filter(|it| cost(it) <= reach).min_by_key(|it| (cost(it), *it))?;
        self.toward(&ways, nearest)
    }

    /// Lieutenants stabilise friends at contact, when no enemy is (ENE-DOC-06).
    fn tend(&self) -> Option<Act> {
        let sheet = &self.fighter().sheet;
        if sheet.tier != Tier::Heros || sheet.kind == Kind::Animal || !self.at_contact().is_empty() {
            return None;
        }
        let hurt = self.public.scene.all().filter(|(_, it)| it.inert()).map(|(who, _)| who);
        hurt.map(|who| Act::Care { who }).find(|act| self.may(act))
    }

    fn by(&self, doctrine: Doctrine) -> Option<Act> {
        match doctrine {
            Doctrine::Assaut => self.assault(),
            Doctrine::Tireur => self.shooter(true),
            Doctrine::Meute => self.pack(),
            Doctrine::Garde => self.shooter(false),
            Doctrine::Chef => self.chief(),
            Doctrine::Fuite => self.flight(),
        }
    }

    /// Simple position; with Esquive féline, roulé-boulé (ENE-DOC-02, ENE-DEC-09).
    pub(super) fn defend(&self) -> Option<Act> {
        let feline = self.public.has(self.who, Skill::EsquiveFeline);
        let wish = if feline { Act::Roll } else { Act::Defend };
        self.ok(wish).or_else(|| self.ok(Act::Defend))
    }

    /// The blow at a target with the best base that reaches it (ENE-DEC-04, ENE-DEC-11).
    pub(super) fn blow(&self, at: Who) -> Option<Act> {
        let arms = (0u8..).zip(&self.fighter().arms).filter(|(_, it)| !weapon(it.weapon).area);
        let blows = arms.map(|(arm, it)| (weapon(it.weapon).damage, arm));
        let mut blows: Vec<(u8, u8)> = blows.collect();
        blows.sort_by_key(|(base, arm)| (std::cmp::Reverse(*base), *arm));
        let strike =
            |(_, arm): &(u8, u8)| Act::Attack { arm: *arm, at: Aim::Who(at), strike: Strike::Normal };
        blows.iter().map(strike).find(|act| self.may(act))
    }

    /// `assaut` (ENE-DOC-02).
    fn assault(&self) -> Option<Act> {
        let near = self.at_contact();
        if !near.is_empty() {
            if self.attacked() {
                return self.defend();
            }
            return self.weakest(&near).and_then(|it| self.blow(it)).or_else(|| self.defend());
        }
        if self.attacked() {
            return self.defend();
        }
        self.approach().or_else(|| self.any_blow()).or_else(|| self.defend())
    }

    /// Toward the nearest enemy (ENE-DOC-01, ENE-DEC-07).
    pub(super) fn approach(&self) -> Option<Act> {
        for doors in [false, true] {
            let ways = self.ways(doors);
            let cost = |it: &Who| self.public.zone(*it).and_then(|zone| ways.cost(zone.0));
            let reached = self.enemies().filter(|it| cost(it).is_some());
            let nearest = reached.min_by_key(|it| (cost(it), self.public.fighter(*it).pe, self.rank(*it)));
            let step = nearest.and_then(|it| self.toward(&ways, self.public.zone(it)?));
            if step.is_some() {
                return step;
            }
        }
        None
    }

    /// A blow at whomever a weapon reaches, the weakest first.
    fn any_blow(&self) -> Option<Act> {
        let mut foes: Vec<Who> = self.enemies().collect();
        foes.sort_by_key(|it| (self.public.fighter(*it).pe, self.rank(*it)));
        foes.into_iter().find_map(|it| self.blow(it))
    }

    /// `meute` (ENE-DOC-04).
    fn pack(&self) -> Option<Act> {
        let near = self.at_contact();
        if near.is_empty() {
            return self.assault();
        }
        let hunted: Vec<Who> =
            near.iter().copied().filter(|it| self.public.fighter(*it).marks.attacked).collect();
        let prey = self.weakest(if hunted.is_empty() { &near } else { &hunted })?;
        if self.attacked() { self.ok(Act::Hinder { who: prey }) } else { self.blow(prey) }
    }

    /// `tireur`, and `garde` that never moves (ENE-DOC-03, ENE-DOC-05).
    fn shooter(&self, moves: bool) -> Option<Act> {
        if moves && !self.shoots() {
            return self.assault();
        }
        if self.attacked() {
            return self.defend();
        }
        if moves && self.left() > 1 && !self.at_contact().is_empty() {
            let back = self.step_back();
            if back.is_some() {
                return back;
            }
        }
        if let Some(shot) = self.best_shot(false) {
            return Some(self.aimed(shot));
        }
        if moves {
            let closer = self.closer();
            if closer.is_some() {
                return closer;
            }
            return self.best_shot(true).map(|shot| self.aimed(shot)).or_else(|| self.defend());
        }
        let far = self.best_shot(true).map(|shot| self.aimed(shot));
        far.or_else(|| self.ok(Act::Total)).or_else(|| self.defend())
    }

    pub(super) fn shoots(&self) -> bool {
        self.fighter().arms.iter().any(|it| !it.gone && !it.broken && ranged(it.weapon))
    }

    /// The best shot: best chance, then the weakest (ENE-DOC-03).
    pub(super) fn best_shot(&self, far: bool) -> Option<(Act, u8)> {
        type Worth = (u64, std::cmp::Reverse<(i16, u8)>);
        let mut best: Option<(Worth, Act, u8)> = None;
        for (arm, it) in (0u8..).zip(&self.fighter().arms) {
            if weapon(it.weapon).area || weapon(it.weapon).single_use {
                continue;
            }
            for (target, reach) in legal::targets(self.public, self.who, arm, Strike::Normal) {
                if reach.far && !far {
                    continue;
                }
                let act = Act::Attack { arm, at: Aim::Who(target), strike: Strike::Normal };
                if !self.may(&act) {
                    continue;
                }
                let (need, odds) = self.odds(reach, target);
                let worth = per_mille(odds) * 100 + u64::from(weapon(it.weapon).damage);
                let key = (worth, std::cmp::Reverse((self.public.fighter(target).pe, self.rank(target))));
                if best.as_ref().is_none_or(|(known, ..)| key > *known) {
                    best = Some((key, act, need));
                }
            }
        }
        best.map(|(_, act, need)| (act, need))
    }

    pub(super) fn odds(&self, reach: Reach, target: Who) -> (u8, Odds) {
        let shown = legal::shown(self.public, self.who, reach, target, 0);
        (shown.need.total, shown.odds)
    }

    /// Préparer first where the need is 2 or more and there is time (ENE-DOC-03).
    fn aimed(&self, (shot, need): (Act, u8)) -> Act {
        let aims = need >= tables().core.req_difficult && self.left() > 1 && self.fighter().prepared == 0;
        if aims && self.may(&Act::Prepare) { Act::Prepare } else { shot }
    }

    /// Away from enemies at contact: one action on free ground into a zone without any (ENE-DOC-03).
    pub(super) fn step_back(&self) -> Option<Act> {
        let zone = self.fighter().zone?;
        let quiet = |to: &Zone| {
            !self.public.full(*to)
                && self.public.safe(self.who, *to)
                && !self.enemies().any(|it| self.public.zone(it) == Some(*to))
        };
        let free = self.public.around(zone).filter(|(link, to)| {
            (self.public.ground(*link) == Ground::Libre || self.fighter().sheet.vol) && quiet(to)
        });
        let one = u32::from(self.public.budget(self.who, false));
        let near = free.filter(|(link, _)| u32::from(self.public.map.way(*link).metres) <= one);
        let mut near: Vec<(Link, Zone)> = near.collect();
        near.sort_by_key(|(_, to)| (std::cmp::Reverse(self.public.map.place(*to).cover), *to));
        near.into_iter().find_map(|(link, _)| self.ok(Act::Move { path: vec![link], leave: false }))
    }

    /// The way to the nearest zone from which a target would be in range, cover preferred (ENE-DOC-03).
    pub(super) fn closer(&self) -> Option<Act> {
        let normal = self.fighter().arms.iter().filter(|it| !it.gone && !it.broken);
        let normal = normal.map(|it| weapon(it.weapon).zones).max()?;
        for doors in [false, true] {
            let ways = self.ways(doors);
            let sees = |from: &Zone| {
                self.enemies()
                    .filter_map(|it| self.public.zone(it))
                    .any(|at| self.public.sees(*from, at) && self.public.within(*from, at, normal))
            };
            let open =
                self.public.map.all().filter(|it| Some(*it) != self.fighter().zone && !self.public.full(*it));
            let good = open.filter(|it| ways.cost(it.0).is_some()).filter(sees);
            let cover = |it: Zone| std::cmp::Reverse(self.public.map.place(it).cover);
            let nearest = good.min_by_key(|it| (ways.cost(it.0), cover(*it), *it));
            let step = nearest.and_then(|it| self.toward(&ways, it));
            if step.is_some() {
                return step;
            }
        }
        None
    }

    /// `chef`: the first maitrise that is legal and useful, on the weakest (ENE-DOC-05, ENE-DEC-14).
    fn chief(&self) -> Option<Act> {
        let fighter = self.fighter();
        let mut foes: Vec<Who> = self.enemies().collect();
        foes.sort_by_key(|it| (self.public.fighter(*it).pe, self.rank(*it)));
        for id in &fighter.sheet.skills {
            let dear = skill(*id).pe_cost > 0;
            if dear && fighter.pe * 2 <= fighter.sheet.pe_max {
                continue;
            }
            let wish = match id {
                Skill::OndeMentale => foes.iter().map(|at| Act::Wave { at: *at }).find(|act| self.may(act)),
                Skill::BouclierPsychique => {
                    let useful = self.left() == 1 && fighter.shielded.is_none();
                    self.ok(Act::Shield { at: self.who }).filter(|_| useful)
                }
                Skill::Charge => self.charge(&foes),
                Skill::Autoreparation => self
                    .ok(Act::Repair)
                    .filter(|_| fighter.pe + i16::from(fighter.sheet.physique) <= fighter.sheet.pe_max),
                _ => None,
            };
            if wish.is_some() {
                return wish;
            }
        }
        self.assault()
    }

    /// A charge at the first of a list that can be charged.
    pub(super) fn charge(&self, foes: &[Who]) -> Option<Act> {
        let paths = legal::paths(self.public, self.who, Some(skill(Skill::Charge).metres));
        let arms = self.fighter().arms.len() as u8;
        foes.iter().find_map(|at| {
            let there = paths.iter().filter(|(_, zone)| self.public.zone(*at) == Some(*zone));
            let charges = there
                .flat_map(|(path, _)| (0..arms).map(|arm| Act::Charge { arm, at: *at, path: path.clone() }));
            charges.into_iter().find(|act| self.may(act))
        })
    }

    /// `fuite` (ENE-DOC-07).
    fn flight(&self) -> Option<Act> {
        let side = self.fighter().side();
        let exit = self.public.map.all().find(|zone| self.public.map.place(*zone).exit == Some(side));
        let out = exit.and_then(|exit| self.leave_by(exit));
        out.or_else(|| self.any_blow().filter(|_| !self.attacked())).or_else(|| self.defend())
    }

    /// Toward an exit, and out by it.
    pub(super) fn leave_by(&self, exit: Zone) -> Option<Act> {
        for doors in [false, true] {
            let ways = self.ways(doors);
            if let Some(path) = ways.path(exit.0) {
                let path: Vec<Link> = path.into_iter().map(Link).collect();
                let out = self.ok(Act::Move { path, leave: true });
                let step = out.or_else(|| self.toward(&ways, exit));
                if step.is_some() {
                    return step;
                }
            }
        }
        None
    }

    /// Shortest ways for it, free ground preferred; with `doors`, through doors that are shut too (ENE-DOC-06).
    pub(super) fn ways(&self, doors: bool) -> Ways {
        let from = self.fighter().zone.unwrap_or_default();
        self.public.map.zones.ways(from.0, |link, near| {
            let link = Link(link);
            let metres = u32::from(self.public.map.way(link).metres);
            let begun = self.fighter().en_route.filter(|it| it.link == link && Zone(near) == from);
            let metres = metres - begun.map_or(0, |it| u32::from(it.metres).min(metres));
            let beyond = self.public.map.zones.beyond(link.0, near).map(Zone)?;
            if self.public.full(beyond) {
                return None;
            }
            match self.public.step(self.who, link, Zone(near)) {
                Some(step) => {
                    let weight = if step.difficult { DIFFICULT } else { 1 };
                    Some(metres * u32::from(step.per_metre) * weight)
                }
                None if doors && self.public.shut(link) => Some(metres + SHUT),
                None => None,
            }
        })
    }

    /// As far along a way as an action goes; a shut door at its beginning is opened.
    pub(super) fn toward(&self, ways: &Ways, zone: Zone) -> Option<Act> {
        let path: Vec<Link> = ways.path(zone.0)?.into_iter().map(Link).collect();
        let first = *path.first()?;
        if self.public.shut(first) {
            return self.ok(Act::Door { link: first });
        }
        let longest = (1..=path.len()).rev().map(|n| Act::Move { path: path[..n].to_vec(), leave: false });
        longest.into_iter().find(|act| self.may(act))
    }
}

/// Whether a weapon shoots.
fn ranged(id: Weapon) -> bool {
    let row = weapon(id);
    row.zones > 0 && !row.area && !row.mounted
}

fn per_mille(odds: Odds) -> u64 {
    u64::from(odds.hits) * 1000 / u64::from(odds.of.max(1))
}

/// Whether a character reacts with total defence by doctrine (ENE-PLY-09).
pub fn reacts(public: PublicState<'_>, who: Who, percent: u8) -> bool {
    let fighter = public.fighter(who);
    percent >= tables().referee.opponent_reaction_percent
        && fighter.pe * 2 <= fighter.sheet.pe_max
        && !fighter.marks.lost_last
}
