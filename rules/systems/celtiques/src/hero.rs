//! The price of heroes, and what may not be (CEL-CRE, CEL-TET-02).

use super::ids::{Armour, Attr, Item, Shield, Skill, Weapon};
use super::refusal::Illegal;
use super::setup::{Band, Hero};
use super::tables::{Character, tables};

/// Faults of a band, each with the member it is about.
pub(super) type Faults = Vec<(Option<u8>, Illegal)>;

/// The most games of a campaign that are counted.
pub(super) const MOST_GAMES: u16 = 10_000;
/// The most skill points a campaign gives (CEL-FIN-05).
pub(super) const MOST_WON: u8 = 200;

/// Points of attributes that a hero costs (CEL-CRE-01).
pub(super) fn attributes(hero: &Hero) -> i32 {
    Attr::ALL.iter().map(|attr| attribute(hero.attr(*attr))).sum()
}

/// Points that a value of an attribute costs.
pub(super) fn attribute(value: u8) -> i32 {
    let rows = &tables().creation;
    rows.attribute_step_cost.iter().take(usize::from(value.saturating_sub(rows.attribute_start))).sum()
}

/// Points that a level of a skill costs (CEL-CRE-02).
pub(super) fn skill(level: u8) -> i32 {
    tables().creation.skill_step_cost.iter().take(usize::from(level)).sum()
}

/// Skill points of a hero: skills, confiance, specialities (CEL-CRE-02).
pub(super) fn skills(hero: &Hero) -> i32 {
    let rows = &tables().creation;
    let known: i32 = Skill::ALL.iter().map(|it| skill(hero.skill(*it))).sum();
    let trust: i32 = rows.confiance_cost.iter().take(usize::from(hero.confiance)).sum();
    known + trust + rows.speciality_cost * hero.specialities.len() as i32
}

/// Points of equipment of a hero (CEL-CRE-03).
pub(super) fn equipment(hero: &Hero) -> i32 {
    let rows = tables();
    let weapons: i32 = hero.weapons.iter().map(|it| rows.weapon(*it).cost).sum();
    let shields: i32 = hero.shields.iter().map(|it| rows.shield(*it).cost).sum();
    let armours: i32 = hero.armours.iter().map(|it| rows.armour(*it).cost).sum();
    let items: i32 = hero.items.iter().map(|it| item(*it)).sum();
    weapons + shields + armours + items
}

/// The price of another thing.
pub(super) fn item(item: Item) -> i32 {
    tables().item.iter().find(|row| row.id == item).map_or(0, |row| row.cost)
}

/// The défense of a hero with its first melee weapon and its shield (CEL-CRE-04).
pub(super) fn defence(hero: &Hero) -> i16 {
    let rows = tables();
    let melee =
        hero.weapons.iter().map(|it| rows.weapon(*it)).find(|row| !row.is(super::tables::Flag::Projectile));
    let row = melee.unwrap_or_else(|| rows.weapon(Weapon::MainsNues));
    let shield = hero.shields.first().filter(|_| row.hands < 2).map_or(0, |it| rows.shield(*it).defence);
    i16::from(hero.skill(row.skill)) + i16::from(hero.skill(Skill::Esquive)) + row.defence + shield
}

/// Everything that is wrong with a band.
pub(super) fn faults(band: &Band, campaign: bool) -> Faults {
    let mut list = Vec::new();
    if !(1..=32).contains(&band.name.trim().chars().count()) {
        list.push((None, Illegal::Name));
    }
    if band.campaign.is_some() != campaign || band.campaign.is_some_and(|games| games > MOST_GAMES) {
        list.push((None, Illegal::Other { rule: "CEL-FIN-05" }));
    }
    if !(1..=3).contains(&band.heroes.len()) {
        list.push((None, Illegal::Size { n: band.heroes.len(), needs: 1 }));
    }
    for (n, hero) in (0u8..).zip(&band.heroes) {
        hero_faults(hero, campaign, &mut |fault| list.push((Some(n), fault)));
    }
    list
}

fn hero_faults(hero: &Hero, campaign: bool, fault: &mut dyn FnMut(Illegal)) {
    let rows = &tables().creation;
    let name = || hero.name.clone();
    if !(1..=32).contains(&hero.name.trim().chars().count()) {
        fault(Illegal::Name);
    }
    if Attr::ALL.iter().any(|attr| !(rows.attribute_start..=rows.attribute_max).contains(&hero.attr(*attr))) {
        fault(Illegal::Attribute { name: name() });
    }
    let (spent, points) = (attributes(hero), rows.attribute_points);
    if spent > points {
        fault(Illegal::Attributes { name: name(), spent, points });
    }
    if Skill::ALL.iter().any(|it| usize::from(hero.skill(*it)) > rows.skill_step_cost.len()) {
        fault(Illegal::SkillLevel { name: name() });
    }
    if usize::from(hero.confiance) > rows.confiance_cost.len() {
        fault(Illegal::Confiance { name: name() });
    }
    let twice = (1..hero.specialities.len()).any(|n| hero.specialities[..n].contains(&hero.specialities[n]));
    if twice || hero.specialities.len() > rows.speciality_max {
        fault(Illegal::Specialities { name: name() });
    }
    let (spent, points) = (skills(hero), rows.skill_points + i32::from(hero.won));
    if spent > points
        || hero.won > MOST_WON
        || !campaign && (hero.won > 0 || hero.blessure > 0 || !hero.trophies.is_empty())
    {
        fault(Illegal::Skills { name: name(), spent, points });
    }
    let (spent, points) = (equipment(hero), rows.equipment_points);
    if spent > points && !campaign {
        fault(Illegal::Equipment { name: name(), spent, points });
    }
    gear_faults(hero, fault);
}

/// Hands and pieces (CEL-CRE-03).
fn gear_faults(hero: &Hero, fault: &mut dyn FnMut(Illegal)) {
    let rows = tables();
    let name = || hero.name.clone();
    let two = hero.weapons.first().is_some_and(|it| rows.weapon(*it).hands >= 2);
    if two && !hero.shields.is_empty() {
        fault(Illegal::Hands { name: name() });
    }
    let javelins = hero.weapons.iter().filter(|it| **it == Weapon::Javelot).count();
    let natural = hero.weapons.iter().any(|it| rows.weapon(*it).hands == 0 || *it == Weapon::MainsNues);
    let worn = (1..hero.armours.len()).any(|n| hero.armours[..n].contains(&hero.armours[n]));
    let horns = hero.items.iter().filter(|it| **it == Item::Carnix).count();
    if hero.weapons.len() > rows.creation.most_weapons
        || javelins > rows.creation.most_javelins
        || natural
        || worn
        || horns > 1
        || hero.shields.len() > 1
        || hero.items.len() > 10
        || hero.trophies.len() > 9
        || hero.trophies.contains(&0)
        || hero.blessure >= rows.blessure.hors_de_combat
    {
        fault(Illegal::Gear { name: name() });
    }
    if hero.heads() > hero.attr(Attr::Pr) {
        fault(Illegal::Heads { name: name() });
    }
}

/// Whether a band may play.
pub(super) fn check(band: &Band, campaign: bool) -> Result<(), Illegal> {
    faults(band, campaign).into_iter().next().map_or(Ok(()), |(_, fault)| Err(fault))
}

impl Character {
    /// The ready-made character as a hero.
    pub fn hero(&self) -> Hero {
        Hero {
            name: self.name.clone(),
            attributes: self.attributes.clone(),
            confiance: self.confiance,
            skills: self.skills.clone(),
            specialities: Vec::new(),
            weapons: self.weapons.clone(),
            shields: self.shields.clone(),
            armours: self.armours.clone(),
            items: self.items.clone(),
            trophies: Vec::new(),
            undressed: self.undressed,
            blessure: 0,
            won: 0,
        }
    }
}

/// What the lists of equipment hold, for offers: heroes wear and carry what people make.
pub(super) fn wares() -> (Vec<Weapon>, &'static [Shield], &'static [Armour]) {
    let made = |it: &Weapon| tables().weapon(*it).hands > 0 && *it != Weapon::MainsNues;
    (Weapon::ALL.iter().copied().filter(made).collect(), Shield::ALL, Armour::ALL)
}
