//! What a character does in its activation, act by act (ENE-ACT).

use super::test::Try;
use super::{Flow, Script};
use crate::command::{Act, Ask, Trial};
use crate::event::{Edge, What};
use crate::ids::{Door, Scope, Skill, Source, Weapon, Who};
use crate::legal;
use crate::scene::{Arm, Item, LinkNow, Motion, Token, TokenKind};
use crate::tables::{tables, weapon};
use bagarre_kit::contract::Seat;
use bagarre_kit::fold::Put as _;

impl Script<'_> {
    /// An act that was seen to be legal.
    pub(super) fn act(&mut self, who: Who, act: &Act) -> Flow {
        self.pay(who, act);
        match act {
            Act::Attack { arm, at, strike } => self.attack(who, *arm, *at, *strike, 0)?,
            Act::Fire { at } => self.fire(who, *at)?,
            Act::Move { path, leave } => self.travel(who, path, *leave)?,
            Act::Roll => self.roll_aside(who)?,
            Act::Door { link } => self.door(who, *link)?,
            Act::Console { console } => self.console(who, *console)?,
            Act::Drive { path, ram } => self.drive(who, path, *ram)?,
            Act::Charge { arm, at, path } => self.charge(who, *arm, *at, path)?,
            Act::FirstAid { at } => self.first_aid(who, *at)?,
            Act::SurrenderSide => self.surrender_side(who)?,
            Act::Wave { at } => self.wave(who, *at),
            Act::Shield { at } => self.shield(who, *at),
            Act::Bodyguard => self.tell("ENE-MAI-03", What::Guard { who, guard: true }),
            Act::Feint { at } => self.feint(who, *at),
            Act::Rally { at } => self.rally(who, at),
            Act::Repair => self.repair(who),
            Act::Board { vehicle } => self.board(who, *vehicle),
            Act::Alight => self.alight(who),
            Act::Prepare => self.tell("ENE-PRE-01", What::Prepared { who, prepared: 2 }),
            Act::Defend => self.defend(who),
            Act::Total => {
                let position = tables().defence.total_req_bonus;
                self.tell("ENE-DEF-02", What::Position { who, position });
            }
            Act::Stand => self.tell("ENE-MOV-04", What::Prone { who, prone: false }),
            Act::Drop => {
                self.knock_down("ENE-ACT-04", who);
                self.turn("ENE-ACT-04", |act| act.dropped = true);
            }
            Act::Help { who: target, scope } => self.help(who, *target, *scope),
            Act::Hinder { who: target } => self.hinder(who, *target),
            Act::Care { who: patient } => self.stabilise("ENE-HEA-02", *patient, who),
            Act::Clear { arm } => self.clear(who, *arm),
            Act::Load { arm } => self.load(who, *arm),
            Act::Draw { arm } => {
                self.draw(who, *arm);
                self.turn("ENE-ACT-04", |act| act.drew = true);
            }
            Act::Take { item } => self.take(who, *item),
            Act::Put { item } => self.put_down(who, *item),
            Act::Gather { weapon } => self.gather(who, *weapon),
            Act::Smother => self.smother(who),
            Act::Surrender => self.surrender(who),
            // The rest is forgone (ENE-ACT-03).
            Act::Pass => self.turn("ENE-ACT-03", |act| act.done = true),
        }
        if !self.f(who).able() {
            // Section D: a fighter who falls or leaves play in its own slot ends it.
            self.turn("ENE-TUR-01", |act| act.done = true);
        }
        Ok(())
    }

    /// Actions are spent, and an aim is lost unless an attack follows it, in this activation or the next (ENE-ACT-01, ENE-PRE-02,
    /// ENE-R09).
    fn pay(&mut self, who: Who, act: &Act) {
        let price = legal::price(self.public(), who, act);
        let attacks = legal::attacks(act);
        self.turn("ENE-ACT-01", |turn| {
            turn.left = turn.left.saturating_sub(price);
            turn.attacked |= attacks;
        });
        let keeps = price == 0 || *act == Act::Prepare || (attacks && !matches!(act, Act::Charge { .. }));
        if !keeps && self.f(who).prepared > 0 {
            self.tell("ENE-PRE-02", What::Prepared { who, prepared: 0 });
        }
    }

    /// A hindrance. A hold is told so too: there is no other (ENE-R35).
    fn hinder(&mut self, who: Who, target: Who) {
        self.tell("ENE-AID-01", What::Hindered { who, target });
        self.give("ENE-AID-02", target, Token { from: who, kind: TokenKind::Hinder });
    }

    /// A jammed weapon is cleared.
    fn clear(&mut self, who: Who, arm: u8) {
        let weapon = self.f(who).arms[usize::from(arm)].weapon;
        self.tell("ENE-ACT-08", What::Cleared { who, weapon });
        self.change_arm("ENE-ACT-08", who, arm, |it| it.jammed = false);
    }

    /// A weapon is loaded.
    fn load(&mut self, who: Who, arm: u8) {
        let weapon = self.f(who).arms[usize::from(arm)].weapon;
        self.tell("ENE-ACT-08", What::Loaded { who, weapon });
        self.change_arm("ENE-ACT-08", who, arm, |it| it.shots = 0);
    }

    /// Fire on a character is put out.
    fn smother(&mut self, who: Who) {
        let mut sources = self.f(who).sources.clone();
        sources.retain(|id| !matches!(id, Source::FeuTorche | Source::FeuCamp));
        self.tell("ENE-DOT-04", What::Sources { who, sources });
    }

    /// A position; two simple ones are a total one (ENE-DEF-01, ENE-DEF-07).
    fn defend(&mut self, who: Who) {
        let defence = &tables().defence;
        let own = self.f(who).position;
        let position =
            if own >= defence.simple_req_bonus { defence.total_req_bonus } else { defence.simple_req_bonus };
        let rule = if own > 0 { "ENE-DEF-07" } else { "ENE-DEF-01" };
        self.tell(rule, What::Position { who, position });
    }

    /// Roulé-boulé, the rolled form of defence: one action (ENE-DEF-08, ENE-EXA-01, ENE-R02, ENE-R04).
    fn roll_aside(&mut self, who: Who) -> Flow {
        let (mut good, bad) = self.common_edges(who, Trial::Roll);
        if self.public().has(who, Skill::EsquiveFeline) {
            good.push(Edge::Feline);
        }
        let score = self.f(who).sheet.physique;
        let need = tables().core.req_normal;
        let rule = "ENE-DEF-08";
        let thrown =
            self.test(Try { who, trial: Trial::Roll, against: None, score, need, good, bad, rule })?;
        if thrown.fumble {
            self.knock_down(rule, who);
        }
        let won = if thrown.critical() { thrown.net * 2 } else { thrown.net };
        if won > 0 {
            let pool = self.f(who).pool.saturating_add(won).min(MOST_POOL);
            self.tell(rule, What::Pool { who, pool });
        }
        Ok(())
    }

    /// A comrade gets an advantage, always ahead of the test (ENE-AID-01, ENE-DEC-08, ENE-R30).
    fn help(&mut self, who: Who, target: Who, scope: Scope) {
        self.tell("ENE-AID-01", What::Helped { who, target, scope });
        self.give("ENE-AID-04", target, Token { from: who, kind: TokenKind::Help(scope) });
    }

    /// Gives a token to a character (ENE-AID-03).
    pub(super) fn give(&mut self, rule: &'static str, who: Who, token: Token) {
        let mut tokens = self.f(who).tokens.clone();
        if tokens.len() < MOST_TOKENS {
            tokens.push(token);
            self.tell(rule, What::Tokens { who, tokens });
        }
    }

    fn change_arm(&mut self, rule: &'static str, who: Who, arm: u8, change: impl FnOnce(&mut Arm)) {
        let mut arms = self.f(who).arms.clone();
        change(&mut arms[usize::from(arm)]);
        self.tell(rule, What::Arms { who, arms });
    }

    /// A weapon is in hand; others are put away as far as hands go (ENE-ACT-04, ENE-PLY-05).
    pub(super) fn draw(&mut self, who: Who, arm: u8) {
        let hands = HANDS - u8::from(self.f(who).sheet.shield > 0);
        let mut arms = self.f(who).arms.clone();
        let id = arms[usize::from(arm)].weapon;
        arms[usize::from(arm)].held = true;
        let mut left = hands.saturating_sub(weapon(id).hands);
        for (n, it) in arms.iter_mut().enumerate() {
            if n == usize::from(arm) || !it.held || legal::natural(it.weapon) {
                continue;
            }
            let takes = weapon(it.weapon).hands;
            if takes <= left {
                left -= takes;
            } else {
                it.held = false;
            }
        }
        self.tell("ENE-ACT-04", What::Drew { who, weapon: id });
        self.tell("ENE-PLY-05", What::Arms { who, arms });
    }

    fn take(&mut self, who: Who, item: u8) {
        let mut items = self.f(who).items.clone();
        items.push(item);
        items.sort_unstable();
        let now = Item { zone: None, ..self.scene.items[usize::from(item)] };
        self.tell("ENE-MAP-07", What::Item { item, now });
        self.tell("ENE-MAP-07", What::Items { who, items });
        self.turn("ENE-ACT-04", |act| act.handled = true);
    }

    fn put_down(&mut self, who: Who, item: u8) {
        let mut items = self.f(who).items.clone();
        items.retain(|it| *it != item);
        let now = Item { zone: self.f(who).zone, ..self.scene.items[usize::from(item)] };
        self.tell("ENE-MAP-07", What::Items { who, items });
        self.tell("ENE-MAP-07", What::Item { item, now });
        self.turn("ENE-ACT-04", |act| act.handled = true);
    }

    /// A weapon on the ground is picked up (ENE-ACT-07).
    fn gather(&mut self, who: Who, id: Weapon) {
        let Some(zone) = self.f(who).zone else { return };
        let mut weapons = self.scene.zones[zone.n()].weapons.clone();
        if let Some(at) = weapons.iter().position(|it| *it == id) {
            weapons.remove(at);
        }
        self.tell("ENE-ACT-07", What::Gathered { who, weapon: id });
        self.tell("ENE-ACT-07", What::Litter { zone, weapons });
        let mut arms = self.f(who).arms.clone();
        let free = arms.iter().position(|it| it.gone && !legal::natural(it.weapon));
        let at = free.unwrap_or(arms.len());
        arms.put(at, Arm::new(id, false));
        self.tell("ENE-ACT-07", What::Arms { who, arms });
        self.draw(who, at as u8);
    }

    /// A door is opened or shut; one that is locked is forced (ENE-MAP-07).
    fn door(&mut self, who: Who, link: crate::ids::Link) -> Flow {
        let door = self.scene.links[link.n()].door;
        let next = match door {
            Some(Door::Ouverte) => Door::Fermee,
            Some(Door::Fermee) => Door::Ouverte,
            _ => {
                let (good, bad) = self.common_edges(who, Trial::Door);
                let (score, need) = (self.f(who).sheet.physique, tables().movement.door_force_req);
                let rule = "ENE-MAP-07";
                let forced = Try { who, trial: Trial::Door, against: None, score, need, good, bad, rule };
                if self.test(forced)?.net == 0 {
                    return Ok(());
                }
                Door::Ouverte
            }
        };
        self.tell("ENE-MAP-07", What::Door { link, who: Some(who), door: next });
        Ok(())
    }

    /// A console is worked (ENE-MAP-07, ENE-SCN-04).
    fn console(&mut self, who: Who, console: u8) -> Flow {
        let row = &self.map().row.consoles[usize::from(console)];
        let (good, bad) = self.common_edges(who, Trial::Console);
        let (score, need) = (self.f(who).sheet.mental, row.req);
        let rule = "ENE-MAP-07";
        let thrown =
            self.test(Try { who, trial: Trial::Console, against: None, score, need, good, bad, rule })?;
        let done = thrown.net > 0;
        self.tell("ENE-SCN-04", What::Console { console, who, done });
        if done {
            let bosses = self.scene.all().filter(|(_, it)| it.sheet.tier == crate::ids::Tier::Boss);
            let bosses: Vec<(Who, u8)> = bosses.map(|(who, it)| (who, it.worn)).collect();
            for (boss, worn) in bosses {
                let worn = worn.saturating_add_signed(row.value);
                self.tell("ENE-SCN-04", What::Worn { who: boss, worn });
            }
        }
        Ok(())
    }

    /// A character surrenders: out of play, PE kept (ENE-FIN-06).
    fn surrender(&mut self, who: Who) {
        self.tell("ENE-FIN-06", What::Surrendered { who });
        self.depart(who, false);
        self.turn("ENE-FIN-06", |act| act.done = true);
    }

    /// A side surrenders if all its other seats agree (ENE-DEC-13).
    fn surrender_side(&mut self, who: Who) -> Flow {
        let side = self.f(who).side();
        let own = self.player(who);
        let mut carried = true;
        for n in 0..self.state.fixed.setup.players() {
            let seat = Seat(n);
            if Some(seat) == own || self.state.fixed.setup.side(seat) != Some(side) {
                continue;
            }
            let yes = self.ask(|id| Ask::Vote { id, seat, motion: Motion::Surrender(side) })?;
            self.tell("ENE-DEC-13", What::Voted { seat, yes });
            carried &= yes;
        }
        self.tell("ENE-FIN-06", What::Motion { motion: Motion::Surrender(side), carried });
        if carried {
            let whole = self.scene.all().filter(|(_, it)| it.in_play() && it.side() == side);
            let whole: Vec<Who> = whole.map(|(who, _)| who).collect();
            for it in whole {
                self.surrender(it);
            }
        }
        Ok(())
    }

    /// What a link is now.
    pub(super) fn link_now(&self, link: crate::ids::Link) -> LinkNow {
        self.scene.links[link.n()]
    }
}

/// A pool holds no more.
pub(crate) const MOST_POOL: u8 = 60;
/// The hands of every character (ENE-PLY-05).
pub(crate) const HANDS: u8 = 2;
/// The most tokens on a character.
pub(crate) const MOST_TOKENS: usize = 16;
