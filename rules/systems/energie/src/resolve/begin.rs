//! The characters that take part, where they stand, and which side holds the pas (ENE-PLY-04).

use std::sync::Arc;

use super::{Flow, Script};
use crate::command::Places;
use crate::event::What;
use crate::ids::{Doctrine, Kind, Opponent, Scenario, Tier, Weapon, Who, Zone};
use crate::legal::natural;
use crate::scene::{Arm, Fighter, Marks, Sheet, Stage, Status};
use crate::setup::{Fp, Hero};
use crate::tables::{
    BringRow, OpponentRow, ProtectionRow, Worn, opponent, protection, scenario, tables, weapon,
};
use bagarre_kit::contract::Seat;

/// Characters of one game.
pub(crate) const MOST_FIGHTERS: usize = 48;

/// The sheet of a hero (ENE-COR-09, ENE-COR-12, ENE-R34): one armour and one shield (ENE-R27).
pub(crate) fn sheet_of_hero(hero: &Hero, seat: Seat, member: u8, side: u8, name: &str) -> Sheet {
    let tables = tables();
    let worn = |kind: Worn| worn(&hero.protections, kind);
    let sequel = |face: &u8| tables.sequels.iter().find(|row| row.die == *face);
    let sequels: Vec<_> = hero.sequels.iter().filter_map(sequel).collect();
    let weak = |what: &str| sequels.iter().any(|row| row.disadvantage.as_deref() == Some(what));
    let land = sequels.iter().map(|row| row.land).filter(|it| *it > 0).min().unwrap_or(tables.movement.land);
    let pe = tables.core.pe_max_base.heros + i16::from(hero.physique) + i16::from(hero.mental);
    let less: i16 = sequels.iter().map(|row| row.pe_max).sum();
    let main = main_weapon(&hero.weapons);
    Sheet {
        name: name.to_owned(),
        opponent: None,
        number: 0,
        seat: Some(seat),
        member,
        side,
        kind: hero.kind,
        tier: Tier::Heros,
        physique: hero.physique,
        mental: hero.mental,
        pe_max: pe + i16::from(hero.pe_bonus) + less,
        skills: hero.skills.clone(),
        fp: hero.fp.clone(),
        armour: worn(Worn::Armure),
        shield: worn(Worn::Bouclier),
        vol: hero.vol,
        water_only: false,
        land,
        weak_arm: weak("two_hands"),
        weak_eye: weak("other_zone"),
        // ENE-DEC-02: an absent player's hero follows the doctrine of its main weapon.
        doctrine: if main.is_some_and(|id| weapon(id).zones > 0) {
            Doctrine::Tireur
        } else {
            Doctrine::Assaut
        },
        wave_actions: 0,
        runner: false,
    }
}

/// The first of the weapons with the best base that is no single-use one.
fn main_weapon(weapons: &[Weapon]) -> Option<Weapon> {
    let own = weapons.iter().copied().filter(|id| !weapon(*id).single_use);
    own.reduce(|best, id| if weapon(id).damage > weapon(best).damage { id } else { best })
}

fn worn(protections: &[crate::ids::Protection], kind: Worn) -> u8 {
    let rows = protections.iter().map(|id| protection(*id));
    rows.filter(|row: &&ProtectionRow| row.kind == kind).map(|row| row.value).sum()
}

/// The sheet of an opponent, the `number`th of its like (ENE-OPP-01).
pub(crate) fn sheet_of_opponent(row: &OpponentRow, side: u8, number: u8) -> Sheet {
    let tables = tables();
    Sheet {
        name: String::new(),
        opponent: Some(row.id),
        number,
        seat: None,
        member: 0,
        side,
        kind: row.kind,
        tier: row.tier,
        physique: row.physique,
        mental: row.mental,
        pe_max: row.pe_max,
        skills: row.maitrises.clone(),
        fp: Vec::<Fp>::new(),
        armour: worn(&row.protections, Worn::Armure),
        shield: worn(&row.protections, Worn::Bouclier),
        vol: row.vol,
        water_only: row.water_only,
        land: tables.movement.land,
        weak_arm: false,
        weak_eye: false,
        doctrine: row.doctrine,
        wave_actions: row.onde_actions,
        runner: false,
    }
}

/// A character as it comes to the fight, with these weapons (ENE-PLY-05).
pub(crate) fn joiner(sheet: Sheet, weapons: &[Weapon], zone: Option<Zone>) -> Fighter {
    let mut hands = super::acts::HANDS - u8::from(sheet.shield > 0);
    let mut arms: Vec<Arm> = Vec::new();
    for id in weapons {
        let row = weapon(*id);
        let held = natural(*id) || (!row.triggered && row.hands <= hands);
        if held && !natural(*id) {
            hands -= row.hands;
        }
        // Mines are laid before the fight (ENE-DEC-16).
        arms.push(Arm { gone: row.triggered, ..Arm::new(*id, held) });
    }
    if sheet.kind != Kind::Animal {
        for id in [Weapon::Poing, Weapon::Pied] {
            if !weapons.contains(&id) {
                arms.push(Arm::new(id, true));
            }
        }
    }
    let worn = sheet.armour + sheet.shield;
    Fighter {
        pe: sheet.pe_max,
        zone,
        status: Status::In,
        prone: false,
        position: 0,
        pool: 0,
        debt: false,
        prepared: 0,
        numb: 0,
        en_route: None,
        arms: arms.into(),
        worn,
        tokens: Vec::new(),
        shielded: None,
        guard: false,
        feint: None,
        sources: Vec::new(),
        items: Vec::new(),
        aboard: None,
        slots_down: 0,
        hurt_by: None,
        fell: 0,
        left_alone: false,
        marks: Marks::default(),
        sheet: Arc::new(sheet),
    }
}

/// Opponents that a scenario starts with.
pub(crate) fn starting(scenario_id: Scenario, coop: bool) -> Vec<&'static BringRow> {
    let row = scenario(scenario_id);
    if coop { row.opponents.iter().chain(&row.coop_opponents).collect() } else { Vec::new() }
}

impl Script<'_> {
    /// The reserve of the referee (ENE-MJ-05).
    pub(super) fn begin(&mut self) {
        self.tell("ENE-PLY-04", What::Stage { stage: Stage::Deployment });
        if self.has_reserve() {
            let heroes = i32::from(self.state.fixed.setup.heroes());
            self.tell("ENE-MJ-05", What::Reserve { reserve: tables().referee.reserve_per_hero * heroes });
        }
    }

    /// Places are revealed together (ENE-DEC-16, ENE-PLY-03).
    pub(super) fn reveal(&mut self, places: &[Places]) {
        for (seat, places) in (0u8..).map(Seat).zip(places) {
            let own = self.scene.all().filter(|(_, it)| it.sheet.seat == Some(seat));
            let own: Vec<Who> = own.map(|(who, _)| who).collect();
            for (who, zone) in own.into_iter().zip(&places.zones) {
                self.tell("ENE-DEC-16", What::Placed { who, zone: *zone });
            }
        }
        self.tell("ENE-PLY-04", What::Stage { stage: Stage::Fight });
    }

    /// The pas, drawn once between sides of players, and the characters that are on guard without it (ENE-ORD-04,
    /// ENE-ORD-06, ENE-R05).
    pub(super) fn draw_pas(&mut self) -> Flow {
        let setup = &self.state.fixed.setup;
        let sides = setup.format.sides.len() as u8;
        if sides < 2 {
            self.tell("ENE-ORD-04", What::Pas { side: 0 });
            return Ok(());
        }
        let side = loop {
            let faces = self.roll(1, 6, "ENE-ORD-04", "the pas")?;
            let die = faces.first().copied().unwrap_or(1);
            let side = (die <= sides * (6 / sides)).then(|| (die - 1) % sides);
            self.tell("ENE-ORD-04", What::Lot { faces: faces.to_vec(), side });
            if let Some(side) = side {
                break side;
            }
        };
        self.tell("ENE-ORD-04", What::Pas { side });
        if !(0..sides).any(|side| setup.surprises(side)) {
            let position = tables().defence.total_req_bonus;
            let waiting = self.scene.all().filter(|(_, it)| it.sheet.seat.is_some() && it.side() != side);
            let waiting: Vec<Who> = waiting.map(|(who, _)| who).collect();
            for who in waiting {
                self.tell("ENE-ORD-06", What::OnGuard { who, position });
            }
        }
        Ok(())
    }

    /// An opponent comes into the fight (ENE-MJ-05).
    pub(super) fn join(&mut self, id: Opponent, zone: Zone, rule: &'static str) {
        let side = self.state.fixed.setup.opponents_side();
        let row = opponent(id);
        let like = self.scene.fighters.iter().filter(|it| it.sheet.opponent == Some(id)).count();
        let sheet = sheet_of_opponent(row, side, like as u8 + 1);
        let who = Who(self.scene.fighters.len() as u8);
        let fighter = Box::new(joiner(sheet, &row.weapons, Some(zone)));
        self.tell(rule, What::Joined { who, fighter });
    }
}
