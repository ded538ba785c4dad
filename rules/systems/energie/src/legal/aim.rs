//! What a weapon reaches, and what it needs to hit (ENE-ATT, ENE-MAP-04, ENE-MAP-05).

use super::super::command::{Aim, Strike};
use super::super::event::{Circumstance, Edge, Sum};
use super::super::ids::{Class, Domain, Link, Scope, Skill, Weapon, Who, Zone};
use super::super::refusal::Illegal;
use super::super::scene::{Fighter, Token, TokenKind};
use super::super::setup::Aggravation;
use super::super::state::PublicState;
use super::super::tables::{circumstance, skill, tables, weapon};

/// How a weapon reaches what it is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent traits of a blow")]
pub struct Reach {
    /// Which weapon.
    pub weapon: Weapon,
    /// Where it strikes.
    pub zone: Zone,
    /// From another zone.
    pub other: bool,
    /// A shot: from another zone, save by the reach of a long weapon (section A).
    pub shot: bool,
    /// Beyond the normal range.
    pub far: bool,
    /// Thrown.
    pub is_throw: bool,
    /// To disarm.
    pub disarm: bool,
    /// Its domain.
    pub domain: Domain,
}

/// What an attack needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// Why it needs more, one by one (ENE-ATT-03).
    pub why: Vec<(Circumstance, u8)>,
    /// Successes of the position of the target, which come on top of the cap (ENE-ATT-04).
    pub position: u8,
    /// Successes in all.
    pub total: u8,
}

/// The rule for what a weapon may be aimed at.
const AIM: &str = "ENE-ATT-01";

/// The zone that something is aimed at; robots are no vehicles (ENE-R43).
fn zone_of(public: PublicState<'_>, who: Who, aim: Aim) -> Result<Zone, Illegal> {
    match aim {
        Aim::Who(target) => {
            let there = public.scene.fighters.get(target.n()).ok_or(Illegal::UnknownFighter)?;
            let struck = there.able() || (public.options().finishing_blows && there.inert());
            if target == who || !public.scene.enemies(who, target) || !struck {
                return Err(Illegal::Target { rule: AIM });
            }
            there.zone.ok_or(Illegal::Target { rule: AIM })
        }
        Aim::Zone(zone) => {
            if zone.n() < public.map.places.len() {
                Ok(zone)
            } else {
                Err(Illegal::NoZone)
            }
        }
        Aim::Vehicle(n) => {
            let vehicle = public.scene.vehicles.get(usize::from(n)).ok_or(Illegal::NoVehicle)?;
            if vehicle.pe > 0 { Ok(vehicle.zone) } else { Err(Illegal::Target { rule: AIM }) }
        }
    }
}

/// The rule by which a fighter has one hand only for a weapon, if it has: a shield, or what it carries.
pub(super) fn hand_taken(public: PublicState<'_>, who: Who) -> Option<&'static str> {
    let fighter = public.fighter(who);
    if fighter.sheet.shield > 0 {
        return Some("ENE-PRO-04");
    }
    public.loaded(fighter).then_some("ENE-MAP-07")
}

/// The rule by which a weapon takes more hands than a fighter has, if it does; swimmers have one.
fn too_many_hands(public: PublicState<'_>, who: Who, id: Weapon) -> Option<&'static str> {
    let swims = || public.swims(who).then_some("ENE-MOV-12");
    (weapon(id).hands >= 2).then(|| hand_taken(public, who).or_else(swims)).flatten()
}

/// How the weapon at a place of the list reaches something (ENE-ATT-01).
pub fn reach(public: PublicState<'_>, who: Who, arm: u8, aim: Aim, strike: Strike) -> Result<Reach, Illegal> {
    let fighter = public.fighter(who);
    let own = fighter.arms.get(usize::from(arm)).filter(|it| !it.gone);
    let held = own.ok_or(Illegal::NoWeapon { rule: "ENE-ATT-01" })?;
    let row = weapon(held.weapon);
    let unready = [(!held.ready(), "ENE-ACT-08"), (row.triggered, "ENE-MAP-08"), (row.mounted, "ENE-VEH-03")];
    if let Some((_, rule)) = unready.into_iter().find(|(so, _)| *so) {
        return Err(Illegal::WeaponUnready { rule });
    }
    if let Some(rule) = too_many_hands(public, who, held.weapon) {
        return Err(Illegal::TwoHands { rule });
    }
    if !held.held && public.scene.act.is_some_and(|act| act.drew) {
        return Err(Illegal::DrewAlready);
    }
    let thrown = strike == Strike::Thrown;
    if thrown && row.thrown == 0 {
        return Err(Illegal::NotThrown);
    }
    let zone = zone_of(public, who, aim)?;
    let contact = row.zones == 0 && !thrown && !row.area;
    let reached = measure(
        public,
        who,
        aim,
        zone,
        &Measure {
            weapon: held.weapon,
            normal: if thrown { row.thrown } else { row.zones },
            contact,
            is_throw: thrown,
        },
    )?;
    let disarm = strike == Strike::Disarm;
    if disarm {
        if !public.has(who, Skill::Desarmement) {
            return Err(Illegal::NoSkill);
        }
        if reached.other || !matches!(aim, Aim::Who(_)) {
            return Err(Illegal::Contact { rule: "ENE-MAI-03" });
        }
    }
    Ok(Reach { disarm, ..reached })
}

struct Measure {
    weapon: Weapon,
    normal: u8,
    contact: bool,
    is_throw: bool,
}

/// Range and sight of a weapon (ENE-ATT-09, ENE-MAP-04).
fn measure(public: PublicState<'_>, who: Who, aim: Aim, zone: Zone, how: &Measure) -> Result<Reach, Illegal> {
    let from = public.zone(who).ok_or(Illegal::NotYours)?;
    let row = weapon(how.weapon);
    if row.area != matches!(aim, Aim::Zone(_)) {
        return Err(Illegal::AreaAim);
    }
    if !public.sees(from, zone) {
        return Err(Illegal::Sight { rule: "ENE-MAP-05" });
    }
    let other = from != zone;
    let inside = public.fighter(who).aboard.is_some();
    let target_inside = matches!(aim, Aim::Who(it) if public.fighter(it).aboard.is_some());
    if how.contact && (inside || target_inside) {
        return Err(Illegal::Aboard);
    }
    let domain = if how.is_throw { Domain::Lancer } else { row.domain };
    let reach = Reach {
        weapon: how.weapon,
        zone,
        other,
        shot: other && !how.contact,
        far: false,
        is_throw: how.is_throw,
        disarm: false,
        domain,
    };
    if how.contact {
        if other && !(row.long && within_reach(public, from, zone)) {
            return Err(Illegal::Contact { rule: "ENE-ATT-09" });
        }
        return Ok(reach);
    }
    let far = Illegal::Range { rule: "ENE-MAP-04", zones: how.normal };
    let Some(range) = public.range(from, zone).filter(|range| *range <= how.normal.saturating_mul(2)) else {
        return Err(far);
    };
    Ok(Reach { far: range > how.normal, ..reach })
}

/// Whether a long weapon strikes from one zone into another (ENE-ATT-09).
fn within_reach(public: PublicState<'_>, from: Zone, to: Zone) -> bool {
    let link = public.map.zones.link(from.0, to.0).map(Link);
    link.is_some_and(|link| {
        !public.shut(link) && public.map.way(link).metres <= tables().movement.long_reach_link
    })
}

/// How the mounted weapon of a vehicle reaches something (ENE-VEH-03).
pub fn reach_mounted(public: PublicState<'_>, who: Who, aim: Aim) -> Result<Reach, Illegal> {
    let aboard = public.fighter(who).aboard.ok_or(Illegal::NotAboard)?;
    let vehicle = public.scene.vehicles.get(usize::from(aboard)).ok_or(Illegal::NotAboard)?;
    let id = vehicle.weapon.filter(|_| vehicle.pe > 0).ok_or(Illegal::NoWeapon { rule: "ENE-VEH-03" })?;
    let row = weapon(id);
    let zone = zone_of(public, who, aim)?;
    if aim == Aim::Vehicle(aboard) {
        return Err(Illegal::Target { rule: "ENE-VEH-03" });
    }
    if row.water_only && !public.map.place(zone).water {
        return Err(Illegal::Range { rule: "ENE-ATT-01", zones: row.zones });
    }
    let normal = row.zones;
    measure(public, who, aim, zone, &Measure { weapon: id, normal, contact: false, is_throw: false })
}

/// A vehicle that runs a character over: no circumstances (ENE-VEH-02).
pub fn aim_ram(zone: Zone) -> Reach {
    Reach {
        weapon: Weapon::Improvisee,
        zone,
        other: false,
        shot: false,
        far: false,
        is_throw: false,
        disarm: false,
        domain: Domain::Lourd,
    }
}

/// The cover that a shot meets (ENE-ATT-03, ENE-VEH-01).
fn cover(
    public: PublicState<'_>,
    who: Who,
    reach: Reach,
    target: Option<&Fighter>,
) -> Option<(Circumstance, u8)> {
    let from = public.zone(who)?;
    let less = u8::from(public.map.place(from).high);
    let zone = match public.map.place(reach.zone).cover {
        0 => 0,
        1 => circumstance("cover_partial"),
        _ => circumstance("cover_near_total"),
    };
    let zone = zone.saturating_sub(less);
    let crew = if target.is_some_and(|it| it.aboard.is_some()) { tables().vehicle.crew_cover } else { 0 };
    let (why, req) = if crew > zone { (Circumstance::Crew, crew) } else { (Circumstance::Cover, zone) };
    (req > 0).then_some((why, req))
}

/// What an attack needs as things stand, without what a referee adds (ENE-ATT-02 to 04). `struck`: the target that an
/// area weapon looks at.
pub fn need(public: PublicState<'_>, who: Who, reach: Reach, target: Option<Who>, ram: bool) -> Need {
    let fighter = public.fighter(who);
    let struck = target.map(|it| public.fighter(it));
    let mut why = Vec::new();
    if !ram {
        if reach.shot {
            why.extend(cover(public, who, reach, struck));
            if target.is_some_and(|it| public.swims(it)) {
                why.push((Circumstance::Swims, circumstance("target_swims")));
            }
        }
        if reach.far {
            why.push((Circumstance::Far, circumstance("beyond_normal_range")));
        }
        if public.dark(reach.zone) || fighter.zone.is_some_and(|zone| public.dark(zone)) {
            why.push((Circumstance::Dark, circumstance("dark")));
        }
        if reach.other && struck.is_some_and(|it| it.prone) {
            why.push((Circumstance::Prone, circumstance("target_prone_far")));
        }
        let area = weapon(reach.weapon).area;
        if reach.shot && !area && public.able_in(reach.zone).any(|it| public.scene.allies(who, it)) {
            why.push((Circumstance::Scrum, circumstance("target_in_scrum")));
        }
    }
    let sum: u8 = why.iter().map(|(_, req)| req).sum();
    let mut capped = sum.min(tables().cap);
    if sum > capped {
        why.push((Circumstance::Cap, sum - capped));
    }
    let marksman = reach.domain == Domain::Tir && fighter.prepared > 0 && public.has(who, Skill::TireurElite);
    let less = skill(Skill::TireurElite).req_reduction.min(capped);
    if marksman && less > 0 {
        capped -= less;
        why.push((Circumstance::Marksman, less));
    }
    let feinted = target.is_some_and(|it| feints(fighter, it));
    let position = struck.map_or(0, |it| {
        if feinted && it.position == tables().defence.simple_req_bonus { 0 } else { it.position }
    });
    Need { why, position, total: tables().core.req_normal + capped + position }
}

/// Whether a fighter has feinted the target (ENE-MAI-03).
pub fn feints(fighter: &Fighter, target: Who) -> bool {
    fighter.feint.is_some_and(|feint| feint.on == target)
}

/// Tokens that a test with this scope would spend, as edges (ENE-AID-04).
pub fn tokens(fighter: &Fighter, scope: Option<Scope>) -> (Vec<Edge>, Vec<Edge>) {
    let helps = |token: &&Token| match token.kind {
        TokenKind::Help(Scope::Tout) => true,
        TokenKind::Help(own) => Some(own) == scope,
        TokenKind::Hinder => false,
    };
    let good = fighter.tokens.iter().filter(helps).map(|_| Edge::Help).collect();
    let hinders = fighter.tokens.iter().filter(|it| it.kind == TokenKind::Hinder);
    (good, hinders.map(|_| Edge::Hinder).collect())
}

/// Advantages and disadvantages of an attack (section D, attack 5); an aim counts once (ENE-R10).
pub fn edges(public: PublicState<'_>, who: Who, reach: Reach) -> (Vec<Edge>, Vec<Edge>) {
    let fighter = public.fighter(who);
    let (mut good, mut bad) = tokens(fighter, Some(Scope::Attaque));
    if fighter.prepared > 0 {
        good.push(Edge::Prepared);
    }
    let more = [
        (fighter.weakened(), Edge::Weakened),
        (fighter.prone, Edge::Prone),
        (fighter.numb > 0, Edge::Numb),
        (fighter.sheet.weak_arm && weapon(reach.weapon).hands >= 2, Edge::WeakArm),
        (fighter.sheet.weak_eye && reach.other, Edge::WeakEye),
    ];
    bad.extend(more.into_iter().filter(|(so, _)| *so).map(|(_, edge)| edge));
    (good, bad)
}

/// Protection of a fighter against physical damage (ENE-PRO-01, ENE-PRO-03, ENE-PRO-04); what is supernatural stops
/// both (ENE-R28).
pub fn protection(fighter: &Fighter) -> u8 {
    (fighter.worn + fighter.sheet.fp(Domain::Armure)).max(aura(fighter))
}

/// Supernatural protection (ENE-PRO-04, ENE-R61).
pub fn aura(fighter: &Fighter) -> u8 {
    if fighter.shielded.is_some() { skill(Skill::BouclierPsychique).protection } else { 0 }
}

/// Damage of a hit (ENE-DMG-04).
pub fn damage(public: PublicState<'_>, parts: Sum, net: u8) -> Sum {
    let more = match public.options().aggravation {
        Aggravation::Texte => net.saturating_sub(1),
        Aggravation::Exemple => net,
    };
    let all = parts.base + parts.fp + more + parts.charge;
    Sum { more, damage: all.saturating_sub(parts.protection), ..parts }
}

/// FP of an attack with a weapon (ENE-DMG-02).
pub fn fp_of(fighter: &Fighter, domain: Domain) -> u8 {
    fighter.sheet.fp(domain)
}

/// Returns all targets that the weapon of a character reaches now, in the order of their numbers.
pub fn targets(public: PublicState<'_>, who: Who, arm: u8, strike: Strike) -> Vec<(Who, Reach)> {
    let enemies = public.scene.all().map(|(it, _)| it).filter(|it| public.scene.enemies(who, *it));
    enemies
        .filter_map(|it| reach(public, who, arm, Aim::Who(it), strike).ok().map(|reach| (it, reach)))
        .collect()
}

/// Whether a weapon is one of the body, which is always in hand and never lost.
pub fn natural(id: Weapon) -> bool {
    weapon(id).class == Class::Naturel
}
