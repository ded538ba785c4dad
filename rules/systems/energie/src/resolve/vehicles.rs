//! Vehicles (ENE-VEH).

use super::attack::{Blow, MOUNTED};
use super::{Flow, Script};
use crate::command::Aim;
use crate::event::What;
use crate::ids::{Link, Who, Zone};
use crate::legal;
use crate::scene::Vehicle;

impl Script<'_> {
    /// Into a vehicle: the first who gets in drives (ENE-VEH-01).
    pub(super) fn board(&mut self, who: Who, n: u8) {
        let car = self.scene.vehicles[usize::from(n)];
        if self.f(who).en_route.is_some() {
            self.tell("ENE-MOV-08", What::EnRoute { who, en_route: None });
        }
        self.tell("ENE-VEH-01", What::Aboard { who, aboard: Some(n) });
        if car.driver.is_none() {
            self.tell("ENE-VEH-02", What::Vehicle { vehicle: n, now: Vehicle { driver: Some(who), ..car } });
        }
    }

    /// Out of it.
    pub(super) fn alight(&mut self, who: Who) {
        if let Some(n) = self.f(who).aboard {
            self.leave_seat(who, n);
        }
    }

    /// A seat of a vehicle is free; who is left inside drives, in the order of the numbers.
    pub(super) fn leave_seat(&mut self, who: Who, n: u8) {
        self.tell("ENE-VEH-01", What::Aboard { who, aboard: None });
        let car = self.scene.vehicles[usize::from(n)];
        if car.driver == Some(who) {
            let driver = self.scene.all().find(|(_, it)| it.aboard == Some(n)).map(|(next, _)| next);
            self.tell("ENE-VEH-02", What::Vehicle { vehicle: n, now: Vehicle { driver, ..car } });
        }
    }

    /// Moves a vehicle along the road, with all its occupants, and into a character (ENE-VEH-02).
    pub(super) fn drive(&mut self, who: Who, path: &[Link], ram: Option<Who>) -> Flow {
        let Some(n) = self.f(who).aboard else { return Ok(()) };
        let car = self.scene.vehicles[usize::from(n)];
        let mut at = car.zone;
        for link in path {
            at = self.public().map.zones.beyond(link.0, at.0).map_or(at, Zone);
        }
        let now = Vehicle { zone: at, drives: car.drives + 1, ..car };
        self.tell("ENE-VEH-02", What::Vehicle { vehicle: n, now });
        let crew: Vec<Who> =
            self.scene.all().filter(|(_, it)| it.aboard == Some(n)).map(|(who, _)| who).collect();
        for who in &crew {
            self.tell("ENE-VEH-02", What::Moved { who: *who, zone: at, path: path.to_vec() });
        }
        // ENE-R53.
        for who in &crew {
            self.trip(*who, at);
        }
        match ram {
            Some(target) if self.f(who).able() => {
                let fp = Some(car.fp);
                let blow = Blow { reach: legal::aim_ram(at), arm: None, charge: 0, fp, ram: true };
                self.strike(who, blow, Aim::Who(target))
            }
            _ => Ok(()),
        }
    }

    /// The mounted weapon, with the Physique of who fires it and the FP of the vehicle (ENE-VEH-03).
    pub(super) fn fire(&mut self, who: Who, at: Aim) -> Flow {
        let Ok(reach) = legal::reach_mounted(self.public(), who, at) else { return Ok(()) };
        let car = self.f(who).aboard.map(|n| self.scene.vehicles[usize::from(n)]);
        let own = self.f(who).sheet.fp(MOUNTED);
        let fp = Some(car.map_or(0, |it| it.fp).max(own));
        self.strike(who, Blow { reach, arm: None, charge: 0, fp, ram: false }, at)
    }
}
