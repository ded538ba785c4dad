//! What never changes about a fighter, and what follows from it alone.

use super::ids::{Armour, Attr, Doctrine, Foe, Kind, Shield, Size, Skill, Special, Team, Weapon, Zone};
use super::setup::Hero;
use super::tables::{Flag, Scale, Tier, WeaponRow, tables};
use bagarre_kit::contract::Seat;

/// What never changes about a fighter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, clippy::struct_excessive_bools, reason = "as in the tables")]
pub struct Profile {
    pub name: String,
    /// Its player; none for an opponent.
    pub seat: Option<Seat>,
    /// Its place in the band of its player.
    pub member: u8,
    pub side: Team,
    pub tier: Tier,
    pub foe: Option<Foe>,
    pub attrs: [u8; 8],
    pub skills: [u8; 17],
    pub confiance: u8,
    pub specialities: Vec<Special>,
    pub weapons: Vec<Weapon>,
    pub shield: Option<Shield>,
    pub armours: Vec<Armour>,
    pub carnix: bool,
    pub heads: u8,
    pub undressed: bool,
    /// Levels of Blessure and of Fatigue at which it is hors de combat (CEL-COR-12, CEL-OPP-01).
    pub out: [u8; 2],
    /// The level of Blessure at which it is dead.
    pub dead: u8,
    /// Levels of Blessure it comes with (CEL-FIN-05).
    pub wounds: u8,
    pub natural: i16,
    pub size: Size,
    /// Its charge counts as mounted (CEL-OPP-03).
    pub heavy: bool,
    /// How many actions it always announces; 0: its doctrine says.
    pub announces: u8,
    pub doctrine: Doctrine,
    pub reserve: u8,
    pub horse: bool,
    pub chariot: bool,
}

impl Profile {
    /// A hero.
    pub fn of_hero(hero: &Hero, seat: Seat, member: u8, side: Team) -> Self {
        let rows = tables();
        let shoots = hero.weapons.first().is_some_and(|weapon| rows.weapon(*weapon).is(Flag::Projectile));
        Self {
            name: hero.name.clone(),
            seat: Some(seat),
            member,
            side,
            tier: Tier::Hero,
            foe: None,
            attrs: std::array::from_fn(|n| hero.attr(Attr::ALL[n])),
            skills: std::array::from_fn(|n| hero.skill(Skill::ALL[n])),
            confiance: hero.confiance,
            specialities: hero.specialities.clone(),
            weapons: hero.weapons.clone(),
            shield: hero.shields.first().copied(),
            armours: hero.armours.clone(),
            carnix: hero.items.contains(&super::ids::Item::Carnix),
            heads: hero.heads(),
            undressed: hero.undressed,
            out: [rows.blessure.hors_de_combat, rows.fatigue.hors_de_combat],
            dead: rows.blessure.dead,
            wounds: hero.blessure,
            natural: 0,
            size: Size::Homme,
            heavy: false,
            announces: 0,
            doctrine: if shoots { Doctrine::Tireur } else { Doctrine::Guerrier },
            reserve: 0,
            horse: false,
            chariot: false,
        }
    }

    /// An opponent against so many heroes (CEL-OPP-02, CEL-OPP-03).
    pub fn of_foe(foe: Foe, heroes: u8, side: Team, member: u8) -> Self {
        let row = tables().foe(foe);
        let scale = row.scale.iter().find(|scale| scale.heroes == heroes);
        let or = |own: Option<u8>, row: u8| own.unwrap_or(row);
        let pick = |read: fn(&Scale) -> Option<u8>| scale.and_then(read);
        let attr = |attr: Attr| {
            let own = row.attributes.get(&attr).copied().unwrap_or(2);
            match attr {
                Attr::Ag => or(pick(|it| it.ag), own),
                Attr::Fo => or(pick(|it| it.fo), own),
                _ => own,
            }
        };
        let skill = |skill: Skill| {
            let own = row.skills.get(&skill).copied().unwrap_or(0);
            if skill == Skill::Esquive { or(pick(|it| it.esquive), own) } else { own }
        };
        let out_b = or(pick(|it| it.blessure), row.hors_de_combat.blessure);
        Self {
            name: row.name.clone(),
            seat: None,
            member,
            side,
            tier: row.tier,
            foe: Some(foe),
            attrs: std::array::from_fn(|n| attr(Attr::ALL[n])),
            skills: std::array::from_fn(|n| skill(Skill::ALL[n])),
            confiance: row.confiance,
            specialities: Vec::new(),
            weapons: row.weapons.clone(),
            shield: row.shields.first().copied(),
            armours: row.armours.clone(),
            carnix: false,
            heads: 0,
            undressed: false,
            out: [out_b, row.hors_de_combat.fatigue],
            dead: out_b + 2,
            wounds: 0,
            natural: row.natural_protection,
            size: row.size.unwrap_or(Size::Homme),
            heavy: row.charge_as_mounted,
            announces: or(pick(|it| it.announces), row.announces),
            doctrine: row.doctrine,
            reserve: row.reserve,
            horse: false,
            chariot: false,
        }
    }

    /// An attribute.
    pub fn attr(&self, attr: Attr) -> u8 {
        self.attrs[attr.i()]
    }

    /// The level of a skill; of a rider, no more than its Équitation in what it fights with (CEL-CHV-01, CEL-R75).
    pub fn level(&self, skill: Skill) -> i16 {
        let own = i16::from(self.skills[skill.i()]);
        let fights = [
            Skill::Lames,
            Skill::Hast,
            Skill::HachesMasses,
            Skill::Fureur,
            Skill::Jet,
            Skill::Tir,
            Skill::Esquive,
        ];
        if (self.horse || self.chariot) && fights.contains(&skill) {
            own.min(i16::from(self.skills[Skill::Equitation.i()]))
        } else {
            own
        }
    }

    /// The dice a speciality adds (CEL-SPE-01).
    pub fn bonus(&self, special: Option<Special>) -> u8 {
        u8::from(special.is_some_and(|it| self.specialities.contains(&it)))
    }

    /// Protection at a zone; the torso where none is aimed at (CEL-DOM-05, CEL-R29).
    pub fn protection(&self, zone: Option<Zone>) -> i16 {
        let zone = zone.unwrap_or(Zone::Torse);
        let worn = self.armours.iter().filter_map(|it| tables().armour(*it).zones.get(&zone).copied());
        worn.chain([self.natural]).max().unwrap_or(0)
    }

    /// A weapon by its place; bare hands where there is none.
    pub fn weapon(&self, n: Option<u8>) -> &'static WeaponRow {
        let id = n.and_then(|n| self.weapons.get(usize::from(n))).copied().unwrap_or(Weapon::MainsNues);
        tables().weapon(id)
    }

    /// Whether a fighter counts as a common opponent (CEL-OPP-01).
    pub fn is_extra(&self) -> bool {
        self.tier == Tier::Figurant
    }
}

/// How levels of damage fall on Blessure and Fatigue (CEL-DOM-04): the odd level goes to the kind that is named first (CEL-R43).
pub fn split(kind: Kind, levels: u8) -> [u8; 2] {
    let row = tables().kind(kind);
    let rest = u16::from(levels) * u16::from(100 - row.first_percent) / 100;
    let (first, second) = (levels - rest as u8, rest as u8);
    match row.first {
        super::tables::TrackName::Blessure => [first, second],
        super::tables::TrackName::Fatigue => [second, first],
    }
}
