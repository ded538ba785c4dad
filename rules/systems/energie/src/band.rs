//! What heroes cost, and whether they may be built so (ENE-CRE).

use super::ids::{Domain, Kind, Protection, Skill, Weapon};
use super::refusal::Illegal;
use super::setup::{Band, Hero, Purse};
use super::tables::{SkillKind, Worn, protection, skill, tables, weapon};
use bagarre_kit::appraisal::Faults;

/// A line of what a hero costs.
pub(super) struct Line {
    pub(super) what: &'static str,
    pub(super) id: String,
    pub(super) price: i32,
    pub(super) rule: &'static str,
}

fn line(what: &'static str, id: &str, price: i32, rule: &'static str) -> Line {
    Line { what, id: id.to_owned(), price, rule }
}

/// Price of a score (ENE-CRE-01).
fn score(prices: &[i32], value: u8) -> i32 {
    let n = usize::from(value.max(1)).min(prices.len()) - 1;
    prices[n]
}

/// Price of a weapon by base and range alone (ENE-CRE-02).
fn range_price(id: Weapon) -> i32 {
    let (row, prices) = (weapon(id), &tables().creation);
    let n = usize::from(row.damage.max(1)).min(prices.weapon_cost_by_damage.len()) - 1;
    let range = match row.zones {
        0 => 0,
        1 | 2 => prices.range_surcharge_short,
        _ => prices.range_surcharge_long,
    };
    prices.weapon_cost_by_damage[n] + range
}

/// Price of a main weapon, or of one that is used once (ENE-CRE-02).
pub(super) fn weapon_price(id: Weapon) -> i32 {
    let prices = &tables().creation;
    if let Some(price) = prices.single_use_cost.get(&id) {
        return *price;
    }
    range_price(id) + if weapon(id).thrown > 0 { prices.thrown_surcharge } else { 0 }
}

/// The place of the main weapon: the dearest by base and range, of equals the first (ENE-CRE-02).
pub(super) fn main_weapon(weapons: &[Weapon]) -> Option<usize> {
    let own = weapons.iter().enumerate().filter(|(_, id)| !weapon(**id).single_use);
    own.max_by_key(|(n, id)| (range_price(**id), std::cmp::Reverse(*n))).map(|(n, _)| n)
}

/// Value of protections of a kind.
fn worn(hero: &Hero, kind: Worn) -> u8 {
    hero.protections
        .iter()
        .map(|id| protection(*id))
        .filter(|row| row.kind == kind)
        .map(|row| row.value)
        .sum()
}

/// What a hero costs, line by line (ENE-CRE-01 to 03).
pub(super) fn bill(hero: &Hero) -> Vec<Line> {
    let prices = &tables().creation;
    let mut bill = vec![
        line("physique", "", score(&prices.physique_cost, hero.physique), "ENE-CRE-01"),
        line("mental", "", score(&prices.mental_cost, hero.mental), "ENE-CRE-01"),
    ];
    let main = main_weapon(&hero.weapons);
    for (n, id) in hero.weapons.iter().enumerate() {
        let row = weapon(*id);
        let price = if row.single_use || Some(n) == main {
            weapon_price(*id)
        } else if row.damage <= 1 {
            0
        } else {
            prices.secondary_weapon_cost
        };
        bill.push(line("weapon", id.id(), price, "ENE-CRE-02"));
    }
    let mut paid = 0;
    let mut sum = 0;
    for id in &hero.protections {
        // The price is that of armour and shield together.
        sum += usize::from(protection(*id).value);
        let n = sum.min(prices.protection_cost.len());
        let price = if n == 0 { 0 } else { prices.protection_cost[n - 1] };
        bill.push(line("protection", id.id(), price - paid, "ENE-CRE-03"));
        paid = price;
    }
    if hero.pe_bonus > 0 {
        bill.push(line("pe", "", prices.pe_bonus_cost * i32::from(hero.pe_bonus), "ENE-CRE-03"));
    }
    for id in &hero.skills {
        let prodige = skill(*id).kind == SkillKind::Prodige;
        let price = if prodige { prices.prodige_cost } else { prices.maitrise_cost };
        bill.push(line("skill", id.id(), price, "ENE-CRE-03"));
    }
    for fp in &hero.fp {
        bill.push(line("fp", fp.domain.id(), prices.fp_cost, "ENE-CRE-03"));
    }
    if hero.kind == Kind::Robot {
        bill.push(line("kind", hero.kind.id(), prices.robot_cost, "ENE-CRE-03"));
    }
    if hero.vol {
        bill.push(line("vol", "", prices.flight_cost, "ENE-CRE-03"));
    }
    bill
}

/// What a hero costs.
pub fn cost(hero: &Hero) -> i32 {
    bill(hero).iter().map(|line| line.price).sum()
}

/// Points of a hero of a band (ENE-CRE-01, ENE-FIN-07).
pub fn budget(purse: Option<Purse>) -> i32 {
    let earned = purse.map_or(0, |purse| purse.points);
    tables().creation.budget.saturating_add(earned).min(tables().score.campaign_points_max)
}

/// Everything that is wrong with a band of so many heroes.
pub(super) fn faults(band: &Band, heroes: u8, campaign: bool) -> Faults<Illegal> {
    let mut faults: Faults<Illegal> = Vec::new();
    if !named(&band.name) {
        faults.push((None, Illegal::Name));
    }
    if band.heroes.len() != usize::from(heroes) {
        faults.push((None, Illegal::Heroes { many: heroes }));
    }
    let sound = band.purse.is_none_or(|it| (0..=MOST_EARNED).contains(&it.points) && it.games <= MOST_GAMES);
    if band.purse.is_some() != campaign || !sound {
        faults.push((None, Illegal::Purse));
    }
    for (n, hero) in band.heroes.iter().enumerate().take(usize::from(u8::MAX)) {
        let own = hero_faults(hero, budget(band.purse), campaign);
        faults.extend(own.into_iter().map(|fault| (Some(n as u8), fault)));
        let twice = band.heroes[..n].iter().any(|it| it.name == hero.name || it.id == hero.id);
        if twice {
            faults.push((Some(n as u8), Illegal::HeroTwice { name: hero.name.clone() }));
        }
    }
    faults
}

/// The most PE that a hero may lack: fewer than the smallest total.
const MOST_LOST: i16 = 40;
/// Points and games of a campaign are counted so far.
const MOST_EARNED: i32 = 4000;
const MOST_GAMES: u16 = 1000;

/// Whether a band may play with so many heroes.
pub(super) fn check(band: &Band, heroes: u8, campaign: bool) -> Result<(), Illegal> {
    faults(band, heroes, campaign).into_iter().next().map_or(Ok(()), |(_, fault)| Err(fault))
}

fn named(name: &str) -> bool {
    let long = name.chars().count();
    (1..=32).contains(&long) && name.trim() == name
}

/// Everything that is wrong with a hero.
fn hero_faults(hero: &Hero, budget: i32, campaign: bool) -> Vec<Illegal> {
    let rules = &tables().creation;
    let name = || hero.name.clone();
    let mut faults = Vec::new();
    if !named(&hero.name) {
        faults.push(Illegal::Name);
    }
    let human = matches!(hero.kind, Kind::Humain | Kind::NonHumain);
    let most = |prices: &[i32]| if human { rules.human_score_max } else { prices.len() as u8 };
    let (physique, mental) = (most(&rules.physique_cost), most(&rules.mental_cost));
    if !(1..=physique).contains(&hero.physique) || !(1..=mental).contains(&hero.mental) {
        faults.push(Illegal::Scores { name: name(), most: physique });
    }
    let cost = cost(hero);
    if cost > budget {
        faults.push(Illegal::Budget { name: name(), cost, budget });
    }
    if hero.pe_bonus > rules.pe_bonus_max {
        faults.push(Illegal::PeBonus { name: name(), most: rules.pe_bonus_max });
    }
    if !armoury(hero) {
        faults.push(Illegal::Armoury { name: name() });
    }
    let prodige = hero.skills.iter().any(|id| skill(*id).kind == SkillKind::Prodige);
    let most = if prodige { rules.protection_total_max_with_prodige } else { rules.protection_total_max };
    let (armour, shield) = (worn(hero, Worn::Armure), worn(hero, Worn::Bouclier));
    let one_each =
        |kind: Worn| hero.protections.iter().filter(|id| protection(**id).kind == kind).count() <= 1;
    let plain =
        hero.protections.iter().all(|id| matches!(protection(*id).kind, Worn::Armure | Worn::Bouclier));
    if !plain || !one_each(Worn::Armure) || !one_each(Worn::Bouclier) || armour + shield > most {
        faults.push(Illegal::Protections { name: name(), most });
    }
    let twice = (1..hero.skills.len()).any(|n| hero.skills[..n].contains(&hero.skills[n]));
    if hero.skills.len() > rules.maitrises_max || twice {
        faults.push(Illegal::Skills { name: name(), most: rules.maitrises_max });
    }
    let bought = |domain: &Domain| rules.fp_domains.contains(domain);
    if hero.fp.len() > 1 || !hero.fp.iter().all(|fp| fp.value == rules.fp_max && bought(&fp.domain)) {
        faults.push(Illegal::FpBought { name: name() });
    }
    if !natural(hero) {
        faults.push(Illegal::Nature { name: name() });
    }
    let faces = hero.sequels.iter().all(|face| (1..=6).contains(face)) && hero.sequels.len() <= 6;
    let once = (1..hero.sequels.len()).all(|n| !hero.sequels[..n].contains(&hero.sequels[n]));
    let hurt = (0..MOST_LOST).contains(&hero.lost) && (campaign || hero.lost == 0);
    if !faces || !once || !hurt || (!campaign && !hero.sequels.is_empty()) {
        faults.push(Illegal::Sequels { name: name() });
    }
    faults
}

/// Whether the weapons of a hero are bought so (ENE-CRE-02); of those that only this house has, every hero may have the
/// whip (ENE-R29).
fn armoury(hero: &Hero) -> bool {
    let rules = &tables().creation;
    let single = |id: &&Weapon| weapon(**id).single_use;
    let base = main_weapon(&hero.weapons).map_or(1, |n| weapon(hero.weapons[n]).damage);
    let plain: Vec<Weapon> = hero.weapons.iter().copied().filter(|id| !weapon(*id).single_use).collect();
    let once = (1..plain.len()).all(|n| !plain[..n].contains(&plain[n]));
    let free = [Weapon::Poing, Weapon::Pied];
    let animal = hero.kind == Kind::Animal;
    hero.weapons.len() <= 6
        && hero.weapons.iter().filter(single).count() <= rules.single_use_max
        && once
        && plain.iter().all(|id| {
            let row = weapon(*id);
            let own = !row.ruling || natural_to(*id, hero.kind) || *id == Weapon::Fouet;
            row.damage <= base
                && !row.mounted
                && usize::from(row.damage) <= rules.weapon_cost_by_damage.len()
                && own
        })
        && !(animal && hero.weapons.iter().any(|id| free.contains(id)))
        && !hero.weapons.contains(&Weapon::ExoPoing)
}

/// Whether a weapon of the house belongs to the body of a kind (ENE-CRE-04).
fn natural_to(id: Weapon, kind: Kind) -> bool {
    match id {
        Weapon::Griffes | Weapon::PetitesGriffes => matches!(kind, Kind::Animal | Kind::Autre),
        Weapon::LameBras => kind == Kind::Robot,
        _ => true,
    }
}

/// What its kind allows (ENE-CRE-04, ENE-CRE-03).
fn natural(hero: &Hero) -> bool {
    let flies = !hero.vol || matches!(hero.kind, Kind::Robot | Kind::Animal | Kind::Autre);
    let own = hero.protections.iter().all(|id| match id {
        Protection::BlindageRobot => hero.kind == Kind::Robot,
        Protection::ArmureVivante => matches!(hero.kind, Kind::NonHumain | Kind::Autre),
        _ => true,
    });
    let skills = |id: &Skill| !skill(*id).robot_only || hero.kind == Kind::Robot;
    let kind = match hero.kind {
        Kind::Animal => {
            let body = |id: &Weapon| matches!(id, Weapon::Griffes | Weapon::PetitesGriffes);
            hero.weapons.iter().all(body)
                && worn(hero, Worn::Armure) <= 1
                && worn(hero, Worn::Bouclier) == 0
                && hero.skills.iter().all(|id| matches!(id, Skill::Charge | Skill::EsquiveFeline))
        }
        Kind::Robot => !hero.skills.contains(&Skill::PremiersSoins),
        _ => true,
    };
    flies && own && kind && hero.skills.iter().all(skills)
}
