//! A fight that is put up fighter by fighter, and given dice.

use bagarre_celtiques::testkit::command::{Ask, Choice, Command, Deed, Order, Plan, Ruling};
use bagarre_celtiques::testkit::event::{Fact, What};
use bagarre_celtiques::testkit::ids::{Team, Who};
use bagarre_celtiques::testkit::scene::{Fighter, Scene, Stage};
use bagarre_celtiques::testkit::setup::Hero;
use bagarre_celtiques::{Celtiques, Event, State};
use bagarre_kit::contract::{Actor, Next, Ruleset, Seat, advance, submit};
use bagarre_kit::dice::{Dice, Scripted, Seeded};
use bagarre_kit::gather::{Gather, Terms};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

pub const A: Who = Who(0);
pub const B: Who = Who(1);

/// The six heroes that the dice of these tests are written for, in the order of the table: the ready-made ones change as they are evened.
pub fn heroes() -> Vec<Hero> {
    serde_json::from_str(include_str!("heroes.json")).unwrap()
}

/// Puts those heroes, in their order, in the place of the ready-made ones that the seats are dealt.
fn as_written(setup: &mut Value) {
    let mut known = heroes().into_iter();
    for band in setup["bands"].as_array_mut().unwrap() {
        for hero in band["heroes"].as_array_mut().unwrap() {
            *hero = known.next().map_or(hero.take(), |known| json!(known));
        }
        if let Some(first) = band["heroes"].get(0) {
            band["name"] = first["name"].clone();
        }
    }
}

/// A fight under way.
pub struct Field {
    pub state: State,
    pub facts: Vec<Fact>,
}

impl Field {
    /// A fight on some terms, with ready-made heroes changed at will: JSON of the bands goes in, and comes out as it is to be.
    pub fn made(scenario: &str, seats: u8, more: &Value, change: impl FnOnce(&mut Value)) -> Self {
        let usual = Celtiques::usual(scenario, seats).unwrap();
        let more = if more.is_null() { usual.more.clone() } else { Some(more.clone()) };
        Self::on(&Terms { more, ..usual }, change)
    }

    /// A free table whose game master says that the objective is met: the assent is asked.
    pub fn met() -> Self {
        let more = json!({ "arena": "gue", "mj": true, "objectif": "Tenir le gué" });
        let mut field =
            Self::made("libre", 3, &more, |_| {}).fighting(3, &[0, 0], |scene| scene.stage = Stage::Orders);
        field.says(2, &Command::Rule { ruling: Ruling::Met(Team::Second) }, "");
        field.orders(0, vec![], "");
        field.orders(1, vec![], "");
        field
    }

    /// The same with a game master, whose seat comes after those of so many players.
    pub fn led(scenario: &str, players: u8, more: &Value, change: impl FnOnce(&mut Value)) -> Self {
        let usual = Celtiques::usual(scenario, players).unwrap();
        let mut more = more.clone();
        more["mj"] = json!(true);
        Self::on(&Terms { more: Some(more), seats: players + 1, ..usual }, change)
    }

    /// The same on terms that are not the usual ones.
    pub fn on(terms: &Terms, change: impl FnOnce(&mut Value)) -> Self {
        let bands = (0..terms.seats).map(|seat| Celtiques::ready_band(terms, Seat(seat))).collect();
        let setup = Celtiques::gather(terms, bands, Seat(0)).unwrap();
        let mut written = serde_json::to_value(&setup).unwrap();
        as_written(&mut written);
        change(&mut written);
        let setup = serde_json::from_value(written).unwrap();
        let mut state = Celtiques::new(&setup).unwrap();
        advance::<Celtiques>(&mut state, &mut Scripted::default(), &mut |_, _| {}).unwrap();
        Self { state, facts: Vec::new() }
    }

    /// A duel of Ambiomaros and Viridovix in the ring.
    pub fn duel() -> Self {
        Self::made("cercle", 2, &Value::Null, |_| {})
    }

    /// The same, with other heroes, by their places in the table of characters.
    pub fn pair(one: usize, other: usize) -> Self {
        Self::made("cercle", 2, &Value::Null, |setup| {
            let heroes = heroes();
            for (seat, n) in [one, other].into_iter().enumerate() {
                setup["bands"][seat]["heroes"][0] = json!(heroes[n]);
            }
        })
    }

    /// In the middle of a turn: a segment in which the fighters have the slots of so many actions each.
    pub fn fighting(mut self, segment: u8, actions: &[u8], change: impl FnOnce(&mut Scene)) -> Self {
        self.edit(|scene| {
            scene.stage = Stage::Act;
            (scene.turn, scene.segment) = (1, segment);
            let tables = bagarre_celtiques::testkit::tables::tables();
            let everybody = scene.whos().collect::<Vec<_>>();
            for who in everybody {
                let n = actions.get(usize::from(who.0)).copied().unwrap_or(0);
                let fighter = &mut scene.fighters[usize::from(who.0)];
                fighter.turn.announced = Some(n);
                fighter.turn.slots = tables.slots(n);
                fighter.turn.reaction = 20 - 6 * i16::from(who.0);
                fighter.beat.saw = (0..16).map(Who).filter(|other| *other != who && other.0 < 2).collect();
                fighter.ties.commanded = true;
            }
            change(scene);
        });
        self
    }

    /// Changes the scene, and goes on from there.
    pub fn edit(&mut self, change: impl FnOnce(&mut Scene)) {
        let mut position = Celtiques::position(&self.state);
        change(&mut position.scene);
        position.stack = None;
        self.state = Celtiques::from_position(&position).unwrap();
        self.facts.clear();
        let facts = &mut self.facts;
        let mut sink = |_: &State, event: &Event| facts.extend(event.facts().iter().cloned());
        advance::<Celtiques>(&mut self.state, &mut Scripted::default(), &mut sink).unwrap();
    }

    pub fn of(&self, who: Who) -> &Fighter {
        self.state.scene.of(who)
    }

    /// Returns the open question.
    pub fn ask(&self) -> Ask {
        match Celtiques::next(&self.state) {
            Next::Ask { ask, .. } => ask,
            _ => panic!("nothing is asked"),
        }
    }

    fn number(&self) -> u32 {
        self.ask().id()
    }

    /// A seat says something, with dice that must be used up.
    pub fn says(&mut self, seat: u8, command: &Command, dice: &str) -> &[Fact] {
        let given = dice.split_whitespace().map(|face| (6, face.parse().unwrap()));
        let mut dice = Scripted::new(given);
        self.facts.clear();
        let facts = &mut self.facts;
        let mut sink = |_: &State, event: &Event| facts.extend(event.facts().iter().cloned());
        let done =
            submit::<Celtiques>(&mut self.state, Actor::Seat(Seat(seat)), command, &mut dice, &mut sink);
        done.unwrap_or_else(|why| panic!("{why}\n{command:?}"));
        assert_eq!(
            dice.left(),
            0,
            "dice are left over: {:?}",
            self.facts.iter().map(|fact| &fact.what).collect::<Vec<_>>()
        );
        let again = Celtiques::position(&self.state);
        assert_eq!(Celtiques::from_position(&again).unwrap(), self.state);
        &self.facts
    }

    /// The code with which something is refused.
    pub fn refused(&self, seat: u8, command: &Command) -> &'static str {
        use bagarre_kit::contract::Refuse;
        Celtiques::decide(&self.state, Actor::Seat(Seat(seat)), command).unwrap_err().code()
    }

    pub fn act(&mut self, seat: u8, deed: Deed, dice: &str) -> &[Fact] {
        let question = self.number();
        self.says(seat, &Command::Act { question, deed }, dice)
    }

    pub fn no_act(&self, seat: u8, deed: Deed) -> &'static str {
        self.refused(seat, &Command::Act { question: self.number(), deed })
    }

    pub fn choose(&mut self, seat: u8, choice: Choice, dice: &str) -> &[Fact] {
        let question = self.number();
        self.says(seat, &Command::Choose { question, choice }, dice)
    }

    pub fn orders(&mut self, seat: u8, orders: Vec<(Who, Order)>, dice: &str) -> &[Fact] {
        let question = self.number();
        self.says(seat, &Command::Orders { question, orders: Sealed(orders), quiet: false }, dice)
    }

    pub fn plan(&mut self, seat: u8, plan: Plan, dice: &str) -> &[Fact] {
        let question = self.number();
        self.says(seat, &Command::Plan { question, plan: Sealed(plan) }, dice)
    }

    /// The total of the last roll of a kind, by its name.
    pub fn rolled(&self, throw: &str) -> Option<(Vec<u8>, i16, Option<bool>)> {
        self.facts.iter().rev().find_map(|fact| match &fact.what {
            What::Rolled { throw: it, faces, total, ok, .. } if json!(it) == throw => {
                Some((faces.clone(), *total, *ok))
            }
            _ => None,
        })
    }

    /// Whether a fact of a kind was told, by a rule.
    pub fn tells(&self, rule: &str, kind: &str) -> bool {
        self.facts.iter().any(|fact| fact.rule.id() == rule && json!(fact.what)["t"] == kind)
    }

    /// Plays on with chance until a stage.
    pub fn play_on(&mut self, until: impl Fn(&State) -> bool) {
        let mut dice = Seeded::from_number(5);
        let mut chance = Seeded::from_number(6);
        while !until(&self.state) {
            let Next::Ask { seats, .. } = Celtiques::next(&self.state) else { return };
            let all: Vec<Seat> = seats.iter().collect();
            let seat = all[usize::from(chance.die(all.len() as u8)) - 1];
            let command = Celtiques::default_answer(&self.state, seat);
            let facts = &mut self.facts;
            let mut sink = |_: &State, event: &Event| facts.extend(event.facts().iter().cloned());
            submit::<Celtiques>(&mut self.state, Actor::Seat(seat), &command, &mut dice, &mut sink).unwrap();
        }
    }
}

/// A hero with these skills and one weapon, without shield and armour: Force 3, agility 4, Endurance 3, Perception 2.
pub fn armed(weapon: &str, skills: &Value) -> Value {
    let mut hero = json!(heroes()[0]);
    hero["skills"] = skills.clone();
    hero["weapons"] = json!([weapon]);
    hero["shields"] = json!([]);
    hero["armours"] = json!([]);
    hero
}

/// Puts a fighter somewhere.
pub fn put(scene: &mut Scene, who: Who, col: i16, row: i16) {
    scene.fighters[usize::from(who.0)].pose.at = Hex::new(col, row);
}

/// Two fighters beside each other who face each other and are engaged.
pub fn engaged(scene: &mut Scene) {
    put(scene, A, 6, 7);
    put(scene, B, 7, 7);
    let pair = [(A, B), (B, A)];
    for (one, other) in pair {
        let fighter = &mut scene.fighters[usize::from(one.0)];
        fighter.ties.engaged = fighter.ties.engaged.with(other);
        fighter.beat.held_off = fighter.beat.held_off.with(other);
    }
}

/// The fighter itself, to be changed.
pub fn edit(scene: &mut Scene, who: Who) -> &mut Fighter {
    &mut scene.fighters[usize::from(who.0)]
}
