//! Acts one by one, besides what they cost.

use super::super::command::{Act, Aim, Strike};
use super::super::ids::{Skill, Source, Who};
use super::super::refusal::Illegal;
use super::super::scene::{Arm, Fighter, Turn};
use super::super::state::PublicState;
use super::super::tables::{skill, tables, weapon};
use super::aim::{hand_taken, natural, reach, reach_mounted};
use super::path::{entered, walkable};
use super::{Legal, price, talent};

/// The talents of the house.
const HOUSE_SKILLS: &str = "ENE-MAI-03";

fn ensure(so: bool, illegal: Illegal) -> Legal {
    if so { Ok(()) } else { Err(illegal) }
}

/// Whether an act is legal; what it costs has been seen.
pub(super) fn check(public: PublicState<'_>, who: Who, act: &Act, turn: Turn) -> Legal {
    let fighter = public.fighter(who);
    match act {
        Act::Attack { arm, at, strike } => reach(public, who, *arm, *at, *strike).map(drop),
        Act::Fire { at } => reach_mounted(public, who, *at).map(drop),
        Act::Prepare
        | Act::Defend
        | Act::Total
        | Act::Roll
        | Act::Pass
        | Act::Surrender
        | Act::SurrenderSide => Ok(()),
        Act::Move { path, leave } => {
            on_foot(public, who)?;
            walkable(public, who, path, *leave, None).map(drop)
        }
        Act::Stand => ensure(fighter.prone, Illegal::Standing),
        Act::Drop => {
            on_foot(public, who)?;
            ensure(!turn.dropped, Illegal::Again { rule: "ENE-ACT-04" })
        }
        Act::Help { who: ally, .. } => {
            known(public, *ally)?;
            let ally_able = public.scene.allies(who, *ally) && public.fighter(*ally).able();
            ensure(ally_able, Illegal::Ally { rule: "ENE-AID-03" })?;
            near(public, who, *ally, ("ENE-AID-03", tables().aid.range_zones))
        }
        Act::Hinder { who: enemy } => {
            known(public, *enemy)?;
            let enemy_able = public.scene.enemies(who, *enemy) && public.fighter(*enemy).able();
            ensure(enemy_able, Illegal::Target { rule: "ENE-AID-03" })?;
            near(public, who, *enemy, ("ENE-AID-03", tables().aid.range_zones))
        }
        Act::Care { who: patient } => care(public, who, *patient),
        Act::Clear { arm } => {
            let it = carried(fighter, *arm, "ENE-ACT-08")?;
            ensure(it.jammed && !it.broken, Illegal::NotJammed)
        }
        Act::Load { arm } => {
            let it = carried(fighter, *arm, "ENE-ACT-08")?;
            ensure(it.shots > 0, Illegal::Loaded)
        }
        Act::Draw { arm } => {
            let it = carried(fighter, *arm, "ENE-ACT-04")?;
            ensure(!natural(it.weapon) && !it.held && !weapon(it.weapon).triggered, Illegal::Held)?;
            ensure(!turn.drew, Illegal::DrewAlready)
        }
        Act::Take { .. } | Act::Put { .. } | Act::Gather { .. } | Act::Door { .. } | Act::Console { .. } => {
            handled(public, who, act, turn)
        }
        Act::Smother => {
            let burns = fighter.sources.iter().any(|it| matches!(it, Source::FeuTorche | Source::FeuCamp));
            ensure(fighter.prone && burns, Illegal::NoFire)
        }
        Act::Board { .. } | Act::Alight | Act::Drive { .. } => vehicles(public, who, act),
        Act::Charge { .. }
        | Act::Wave { .. }
        | Act::Shield { .. }
        | Act::Bodyguard
        | Act::Feint { .. }
        | Act::Rally { .. }
        | Act::FirstAid { .. }
        | Act::Repair => skills(public, who, act),
    }
}

/// Care in the fight for a character that is down or carries a source (ENE-HEA-02, ENE-DOT-02).
fn care(public: PublicState<'_>, who: Who, patient: Who) -> Legal {
    known(public, patient)?;
    let ill = public.fighter(patient);
    ensure(
        !public.scene.enemies(who, patient) && who != patient && public.together(who, patient),
        Illegal::Patient { rule: "ENE-HEA-02" },
    )?;
    let down = ill.inert() && (ill.pe < 0 || !ill.marks.awake);
    let cared_for = ill.in_play() && (down || !ill.sources.is_empty());
    ensure(cared_for, Illegal::Patient { rule: "ENE-HEA-02" })
}

/// Things, weapons on the ground, doors and consoles (ENE-MAP-07, ENE-ACT-07).
fn handled(public: PublicState<'_>, who: Who, act: &Act, turn: Turn) -> Legal {
    let fighter = public.fighter(who);
    match act {
        Act::Take { item } => {
            on_foot(public, who)?;
            let lies = public
                .scene
                .items
                .get(usize::from(*item))
                .is_some_and(|it| it.zone.is_some() && it.zone == fighter.zone);
            ensure(lies, Illegal::NoItem)?;
            ensure(!turn.handled, Illegal::Again { rule: "ENE-ACT-04" })
        }
        Act::Put { item } => {
            ensure(fighter.items.contains(item), Illegal::NoItem)?;
            ensure(!turn.handled, Illegal::Again { rule: "ENE-ACT-04" })
        }
        Act::Gather { weapon } => {
            on_foot(public, who)?;
            let here = fighter.zone.is_some_and(|zone| public.scene.zones[zone.n()].weapons.contains(weapon));
            let hands = fighter.sheet.kind != super::super::ids::Kind::Animal;
            ensure(here && hands, Illegal::NoWeapon { rule: "ENE-ACT-07" })?;
            let room = fighter.arms.len() < MOST_ARMS
                || fighter.arms.iter().any(|it| it.gone && !natural(it.weapon));
            ensure(room, Illegal::NoWeapon { rule: "ENE-ACT-07" })
        }
        Act::Door { link } => {
            on_foot(public, who)?;
            let ends = public.map.ways.get(link.n()).map(|way| way.ends);
            let here = ends.is_some_and(|ends| fighter.zone.is_some_and(|zone| ends.contains(&zone)));
            ensure(here && public.scene.links[link.n()].door.is_some(), Illegal::NoDoor)
        }
        Act::Console { console } => {
            on_foot(public, who)?;
            let row = public.map.row.consoles.get(usize::from(*console)).ok_or(Illegal::NoConsole)?;
            let here = fighter.zone == Some(public.map.zone(&row.zone));
            let open = public.scene.consoles.get(usize::from(*console)).is_some_and(|done| !done);
            ensure(here && open && fighter.sheet.seat.is_some(), Illegal::NoConsole)
        }
        _ => Ok(()),
    }
}

/// The most weapons that a character carries, natural ones among them.
pub(crate) const MOST_ARMS: usize = 12;

fn known(public: PublicState<'_>, who: Who) -> Legal {
    ensure(who.n() < public.scene.fighters.len(), Illegal::UnknownFighter)
}

/// On one's feet, outside of any vehicle (ENE-MOV-09).
fn on_foot(public: PublicState<'_>, who: Who) -> Legal {
    ensure(public.fighter(who).aboard.is_none(), Illegal::Aboard)?;
    ensure(!public.fighter(who).prone, Illegal::Prone)
}

/// Within so many zones and in sight, as a rule asks for.
fn near(public: PublicState<'_>, who: Who, other: Who, (rule, zones): (&'static str, u8)) -> Legal {
    within(public, who, other, (rule, zones))?;
    let seen = public.zone(who).zip(public.zone(other)).is_some_and(|(a, b)| public.sees(a, b));
    ensure(seen, Illegal::Sight { rule })
}

fn within(public: PublicState<'_>, who: Who, other: Who, (rule, zones): (&'static str, u8)) -> Legal {
    let (Some(a), Some(b)) = (public.zone(who), public.zone(other)) else {
        return Err(Illegal::UnknownFighter);
    };
    ensure(public.within(a, b, zones), Illegal::Range { rule, zones })
}

/// The weapon at a place of the list, for something that a rule lets do with it.
fn carried<'a>(fighter: &'a Fighter, arm: u8, rule: &'static str) -> Result<&'a Arm, Illegal> {
    fighter.arms.get(usize::from(arm)).filter(|it| !it.gone).ok_or(Illegal::NoWeapon { rule })
}

fn vehicles(public: PublicState<'_>, who: Who, act: &Act) -> Legal {
    let fighter = public.fighter(who);
    match act {
        Act::Board { vehicle } => {
            on_foot(public, who)?;
            let it = public.scene.vehicles.get(usize::from(*vehicle)).ok_or(Illegal::NoVehicle)?;
            let crew = public.scene.fighters.iter().filter(|it| it.aboard == Some(*vehicle)).count();
            ensure(fighter.zone == Some(it.zone), Illegal::NoVehicle)?;
            ensure(crew < usize::from(it.places), Illegal::Full { rule: "ENE-VEH-01" })
        }
        Act::Alight => ensure(fighter.aboard.is_some(), Illegal::NotAboard),
        Act::Drive { path, ram } => {
            let n = fighter.aboard.ok_or(Illegal::NotAboard)?;
            let it = public.scene.vehicles.get(usize::from(n)).ok_or(Illegal::NotAboard)?;
            let rules = &tables().vehicle;
            let rule = "ENE-VEH-02";
            ensure(it.driver == Some(who) && !it.stuck && it.pe > 0, Illegal::NoVehicle)?;
            ensure(it.drives < rules.drives_per_turn, Illegal::Again { rule })?;
            ensure(!path.is_empty() && path.len() <= public.map.ways.len(), Illegal::Path { rule })?;
            let (mut at, mut metres) = (it.zone, 0u32);
            for link in path {
                let way = public.map.ways.get(link.n()).ok_or(Illegal::Path { rule })?;
                let to = public.map.zones.beyond(link.0, at.0).ok_or(Illegal::Path { rule })?;
                ensure(way.road && !public.shut(*link), Illegal::Barred { rule })?;
                ensure(!way.one_way || way.ends[0] == at, Illegal::Barred { rule })?;
                metres += u32::from(way.metres);
                at = super::super::ids::Zone(to);
            }
            ensure(metres <= u32::from(rules.drive_metres), Illegal::TooFar { rule })?;
            let Some(ram) = ram else { return Ok(()) };
            known(public, *ram)?;
            let struck = public.fighter(*ram);
            let afoot = struck.able() && struck.aboard.is_none() && struck.zone == Some(at);
            ensure(afoot && public.scene.enemies(who, *ram), Illegal::Target { rule })
        }
        _ => Ok(()),
    }
}

fn skills(public: PublicState<'_>, who: Who, act: &Act) -> Legal {
    let fighter = public.fighter(who);
    let Some((id, at)) = talent(act) else { return Ok(()) };
    ensure(public.has(who, id), Illegal::NoSkill)?;
    let row = skill(id);
    let rule = HOUSE_SKILLS;
    // ENE-MAI-03: a price may not bring the user to 0.
    ensure(row.pe_cost == 0 || fighter.pe > row.pe_cost, Illegal::TooWeak)?;
    if let Some(at) = at {
        known(public, at)?;
    }
    match act {
        Act::Charge { arm, at, path } => charge(public, who, *arm, *at, path),
        Act::Wave { at } => {
            let there = public.fighter(*at);
            ensure(public.scene.enemies(who, *at) && there.able(), Illegal::Target { rule })?;
            near(public, who, *at, (rule, row.zones))
        }
        Act::Shield { at } => {
            let own = *at == who || public.scene.allies(who, *at);
            ensure(own && public.fighter(*at).able(), Illegal::Ally { rule })?;
            within(public, who, *at, (rule, row.zones))
        }
        Act::Feint { at } => {
            let there = public.fighter(*at);
            ensure(
                public.scene.enemies(who, *at) && there.able() && public.together(who, *at),
                Illegal::Contact { rule },
            )
        }
        Act::Rally { at } => {
            let (first, second) = (at.first(), at.get(1));
            ensure(
                first.is_some() && at.len() <= row.max_targets && first != second,
                Illegal::Ally { rule },
            )?;
            for ally in at {
                known(public, *ally)?;
                ensure(
                    public.scene.allies(who, *ally) && public.fighter(*ally).able(),
                    Illegal::Ally { rule },
                )?;
                within(public, who, *ally, (rule, row.zones))?;
            }
            Ok(())
        }
        Act::FirstAid { at } => {
            let ill = public.fighter(*at);
            let own = *at == who || public.scene.allies(who, *at);
            let whole = ill.pe >= ill.sheet.pe_max && ill.sources.is_empty();
            let living = ill.in_play() && !ill.sheet.robot();
            ensure(own && living && public.together(who, *at), Illegal::Patient { rule })?;
            ensure(ill.pe >= 0 && !ill.marks.cared && !whole, Illegal::Patient { rule })
        }
        Act::Repair => {
            ensure(fighter.sheet.robot() && !fighter.marks.repaired, Illegal::Again { rule })?;
            ensure(fighter.pe < fighter.sheet.pe_max, Illegal::Patient { rule })
        }
        _ => Ok(()),
    }
}

/// A charge: by free ground from another zone into that of the target, then a blow at contact (ENE-MAI-03).
fn charge(public: PublicState<'_>, who: Who, arm: u8, at: Who, path: &[super::super::ids::Link]) -> Legal {
    on_foot(public, who)?;
    let row = skill(Skill::Charge);
    let rule = HOUSE_SKILLS;
    walkable(public, who, path, false, Some(row.metres))?;
    let links = entered(public, who, path, true)?;
    let there = public.fighter(at);
    let end = links.last().map(|it| it.to);
    ensure(end.is_some() && there.zone == end && !public.together(who, at), Illegal::Contact { rule })?;
    ensure(
        public.scene.enemies(who, at) && there.able() && there.aboard.is_none(),
        Illegal::Target { rule },
    )?;
    let held = carried(public.fighter(who), arm, rule)?;
    ensure(held.ready(), Illegal::WeaponUnready { rule: "ENE-ACT-08" })?;
    let blade = weapon(held.weapon);
    ensure(blade.zones == 0 && !blade.area && !blade.triggered, Illegal::Contact { rule })?;
    if let Some(rule) = hand_taken(public, who).filter(|_| blade.hands >= 2) {
        return Err(Illegal::TwoHands { rule });
    }
    ensure(held.held || !public.scene.act.is_some_and(|act| act.drew), Illegal::DrewAlready)
}

/// Calls `each` with every act that a character may do now.
pub fn all(public: PublicState<'_>, who: Who, each: &mut dyn FnMut(Act)) {
    let Ok(turn) = super::activation(public, who) else { return };
    let mut offer = |act: Act| {
        if super::check(public, who, &act).is_ok() {
            each(act);
        }
    };
    if turn.left == 0 {
        offer(Act::Pass);
        return;
    }
    if !turn.attacked {
        strikes(public, who, &mut offer);
    }
    for act in [Act::Prepare, Act::Defend, Act::Roll, Act::Total, Act::Stand, Act::Smother, Act::Alight] {
        offer(act);
    }
    moves(public, who, &mut offer);
    let everybody = || (0..public.scene.fighters.len() as u8).map(Who);
    for other in everybody() {
        offer(Act::Help { who: other, scope: super::super::ids::Scope::Tout });
        offer(Act::Hinder { who: other });
        offer(Act::Care { who: other });
    }
    if !public.fighter(who).sheet.skills.is_empty() {
        talents(public, who, &mut offer);
    }
    things(public, who, &mut offer);
    offer(Act::Drop);
    offer(Act::Pass);
}

/// Offers the maitrises and prodiges of a character that has any.
fn talents(public: PublicState<'_>, who: Who, offer: &mut dyn FnMut(Act)) {
    let everybody = || (0..public.scene.fighters.len() as u8).map(Who);
    for other in everybody() {
        offer(Act::FirstAid { at: other });
        offer(Act::Wave { at: other });
        offer(Act::Shield { at: other });
        offer(Act::Feint { at: other });
    }
    if public.has(who, Skill::Ralliement) {
        for other in everybody() {
            offer(Act::Rally { at: vec![other] });
            for third in everybody().filter(|it| *it > other) {
                offer(Act::Rally { at: vec![other, third] });
            }
        }
    }
    for act in [Act::Bodyguard, Act::Repair] {
        offer(act);
    }
}

fn strikes(public: PublicState<'_>, who: Who, offer: &mut dyn FnMut(Act)) {
    let arms = public.fighter(who).arms.len() as u8;
    let enemies: Vec<Who> =
        public.scene.all().map(|(it, _)| it).filter(|it| public.scene.enemies(who, *it)).collect();
    let cars = (0..public.scene.vehicles.len() as u8).map(Aim::Vehicle);
    let aims: Vec<Aim> = enemies.iter().copied().map(Aim::Who).chain(cars).collect();
    let disarms = public.has(who, Skill::Desarmement);
    for arm in 0..arms {
        let it = public.fighter(who).arms[usize::from(arm)];
        if !it.ready() {
            continue;
        }
        let row = weapon(it.weapon);
        if row.area {
            public
                .map
                .all()
                .for_each(|zone| offer(Act::Attack { arm, at: Aim::Zone(zone), strike: Strike::Normal }));
            continue;
        }
        for at in &aims {
            offer(Act::Attack { arm, at: *at, strike: Strike::Normal });
            if row.thrown > 0 {
                offer(Act::Attack { arm, at: *at, strike: Strike::Thrown });
            }
            if disarms {
                offer(Act::Attack { arm, at: *at, strike: Strike::Disarm });
            }
        }
    }
    let zones = public.map.all().map(Aim::Zone);
    if public.fighter(who).aboard.is_some() {
        aims.iter().copied().chain(zones).for_each(|at| offer(Act::Fire { at }));
    }
}

fn moves(public: PublicState<'_>, who: Who, offer: &mut dyn FnMut(Act)) {
    if on_foot(public, who).is_err() {
        if let Some(zone) = public.fighter(who).aboard.and(public.zone(who)) {
            for (link, _) in public.around(zone) {
                offer(Act::Drive { path: vec![link], ram: None });
                for (enemy, _) in public.scene.all() {
                    offer(Act::Drive { path: vec![link], ram: Some(enemy) });
                }
            }
        }
        return;
    }
    offer(Act::Move { path: Vec::new(), leave: true });
    for (path, _) in super::path::paths(public, who, None) {
        offer(Act::Move { path: path.clone(), leave: true });
        offer(Act::Move { path, leave: false });
    }
    if public.has(who, Skill::Charge)
        && price(public, who, &Act::Charge { arm: 0, at: who, path: Vec::new() }) > 0
    {
        for (path, zone) in super::path::paths(public, who, Some(skill(Skill::Charge).metres)) {
            for at in public.able_in(zone) {
                for arm in 0..public.fighter(who).arms.len() as u8 {
                    offer(Act::Charge { arm, at, path: path.clone() });
                }
            }
        }
    }
}

fn things(public: PublicState<'_>, who: Who, offer: &mut dyn FnMut(Act)) {
    let fighter = public.fighter(who);
    for arm in 0..fighter.arms.len() as u8 {
        offer(Act::Clear { arm });
        offer(Act::Load { arm });
        offer(Act::Draw { arm });
    }
    for item in 0..public.scene.items.len() as u8 {
        offer(Act::Take { item });
        offer(Act::Put { item });
    }
    let Some(zone) = fighter.zone else { return };
    let mut ground = public.scene.zones[zone.n()].weapons.clone();
    ground.dedup();
    for weapon in ground {
        offer(Act::Gather { weapon });
    }
    public.around(zone).for_each(|(link, _)| offer(Act::Door { link }));
    (0..public.scene.consoles.len() as u8).for_each(|console| offer(Act::Console { console }));
    (0..public.scene.vehicles.len() as u8).for_each(|vehicle| offer(Act::Board { vehicle }));
}
