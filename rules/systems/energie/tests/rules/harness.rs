//! A moment of a fight, what is done in it, given dice, and what came of it.

use bagarre_energie::testkit::arena;
use bagarre_energie::testkit::command::{
    Act, Aim, Command, GuardWhen, Orders, ReactWhen, Second, Standing, Strike,
};
use bagarre_energie::testkit::event::{Fact, What};
use bagarre_energie::testkit::ids::{Kind, Link, Protection, Scenario, Skill, Weapon, Who, Zone};
use bagarre_energie::testkit::save::Position;
use bagarre_energie::testkit::scene::{Fighter, Scene, Stage, Turn};
use bagarre_energie::testkit::setup::{Band, Format, Fp, Hero, Options, Setup};
use bagarre_energie::testkit::state::{Frame, State, Wait};
use bagarre_energie::{Ask, Energie};
use bagarre_kit::contract::{Actor, Next, Outcome, Refuse, Ruleset, Seat, SubmitError, advance, submit};
use bagarre_kit::dice::Scripted;

/// Characters whose names do not matter.
pub const A: Who = Who(0);
pub const B: Who = Who(1);
pub const C: Who = Who(2);
pub const D: Who = Who(3);

/// A hero with these scores, a sword unless told otherwise.
pub fn hero(name: &str, physique: u8, mental: u8) -> Hero {
    Hero {
        id: 0,
        name: name.to_owned(),
        kind: Kind::Humain,
        physique,
        mental,
        pe_bonus: 0,
        weapons: vec![Weapon::Epee],
        protections: Vec::new(),
        skills: Vec::new(),
        fp: Vec::new(),
        vol: false,
        sequels: Vec::new(),
        lost: 0,
        look: 0,
    }
}

pub fn armed(mut hero: Hero, weapons: &[Weapon]) -> Hero {
    hero.weapons = weapons.to_vec();
    hero
}

pub fn worn(mut hero: Hero, protections: &[Protection]) -> Hero {
    hero.protections = protections.to_vec();
    hero
}

pub fn skilled(mut hero: Hero, skills: &[Skill]) -> Hero {
    hero.skills = skills.to_vec();
    hero
}

pub fn powered(mut hero: Hero, domain: bagarre_energie::testkit::ids::Domain) -> Hero {
    hero.fp = vec![Fp { domain, value: 1 }];
    hero
}

/// A set-up: one band for each list, in seat order.
pub fn setup(scenario: Scenario, format: &str, bands: &[Vec<Hero>]) -> Setup {
    let band = |(n, heroes): (usize, &Vec<Hero>)| {
        let heroes = (0u8..).zip(heroes).map(|(id, hero)| Hero { id, ..hero.clone() }).collect();
        Band { name: format!("Groupe {n}"), heroes, purse: None }
    };
    Setup {
        scenario,
        format: Format::parse(format).unwrap(),
        mj: false,
        free: None,
        map: None,
        options: Options::default(),
        campaign: false,
        bands: bands.iter().enumerate().map(band).collect(),
    }
}

/// The same with a referee on the last seat.
pub fn led(mut setup: Setup) -> Setup {
    setup.mj = true;
    setup.bands.push(Band { name: "MJ".to_owned(), heroes: Vec::new(), purse: None });
    setup
}

/// A moment of a fight.
pub struct Fight {
    pub position: Position,
    asking: bool,
}

impl Fight {
    /// Turn 1 of a fight of this set-up, all characters in zone 2 of the map; none acts yet.
    pub fn of(setup: &Setup) -> Self {
        let mut position = Energie::position(&Energie::new(setup).unwrap());
        let scene = &mut position.scene;
        scene.stage = Stage::Fight;
        scene.turn = 1;
        for fighter in &mut scene.fighters {
            fighter.zone = fighter.zone.or(Some(Zone(2)));
            fighter.marks.begun = true;
        }
        scene.order = (0..scene.fighters.len() as u8).map(Who).collect();
        position.stack = None;
        Self { position, asking: false }
    }

    /// Reactions are asked for; else there are none.
    pub fn asking(mut self) -> Self {
        self.asking = true;
        self
    }

    /// A duel in the aisle of the warehouse.
    pub fn duel(a: Hero, b: Hero) -> Self {
        Self::of(&setup(Scenario::Entrepot, "1v1", &[vec![a], vec![b]])).acts(A)
    }

    /// Two against two in the aisle of the warehouse: A and C, B and D.
    pub fn pairs(a: Hero, b: Hero, c: Hero, d: Hero) -> Self {
        // Numbers go by seat: each side is one band.
        Self::of(&setup(Scenario::Entrepot, "2v2", &[vec![a, b], vec![c, d]])).acts(A)
    }

    pub fn with(mut self, change: impl FnOnce(&mut Scene)) -> Self {
        change(&mut self.position.scene);
        self
    }

    pub fn who(mut self, who: Who, change: impl FnOnce(&mut Fighter)) -> Self {
        change(&mut self.position.scene.fighters[who.n()]);
        self
    }

    /// In a zone by its id.
    pub fn at(self, who: Who, zone: &str) -> Self {
        let zone = arena::map(self.position.setup.arena()).zone(zone);
        self.who(who, |it| it.zone = Some(zone))
    }

    pub fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.position.setup.options);
        self
    }

    /// Opens the slot of a character, with two actions.
    pub fn acts(mut self, who: Who) -> Self {
        let scene = &mut self.position.scene;
        let at = scene.order.iter().position(|it| *it == who).unwrap();
        scene.slot = at as u8 + 1;
        scene.act = Some(Turn {
            who,
            left: 2,
            attacked: false,
            drew: false,
            handled: false,
            dropped: false,
            done: false,
        });
        self.position.stack = Some(vec![Frame::Wait(Wait::Act)]);
        self
    }

    #[track_caller]
    pub fn play(mut self) -> Play {
        let seats = self.position.setup.bands.len() as u8;
        if !self.asking {
            let scene = &self.position.scene;
            let own = |seat: u8| scene.all().filter(move |(_, it)| it.sheet.seat == Some(Seat(seat)));
            let calm = |who| Orders {
                who,
                react: ReactWhen::Never,
                guard: GuardWhen::default(),
                second: Second::default(),
            };
            let standing = |seat| Standing {
                orders: own(seat).map(|(who, _)| calm(who)).collect(),
                order: own(seat).map(|(who, _)| who).collect(),
            };
            self.position.standing = (0..seats).map(standing).collect();
        }
        let state = Energie::from_position(&self.position).unwrap_or_else(|why| panic!("{why}"));
        Play { state, facts: Vec::new() }
    }
}

/// A fight that goes on.
pub struct Play {
    pub state: State,
    pub facts: Vec<Fact>,
}

/// Dice written `4 6 1`.
pub fn dice(text: &str) -> Scripted {
    let written: Vec<String> = text.split_whitespace().map(|face| format!("6:{face}")).collect();
    Scripted::parse(&written.join(" ")).unwrap()
}

pub fn blow(at: Who) -> Act {
    Act::Attack { arm: 0, at: Aim::Who(at), strike: Strike::Normal }
}

pub fn walk(links: &[u8]) -> Act {
    Act::Move { path: links.iter().copied().map(Link).collect(), leave: false }
}

impl Play {
    /// The open question.
    #[track_caller]
    pub fn ask(&self) -> Ask {
        match Energie::next(&self.state) {
            Next::Ask { ask, .. } => ask,
            Next::Over(outcome) => panic!("over: {outcome:?}"),
            _ => panic!("on the way"),
        }
    }

    /// Plays a command of the seat that is asked; every die must be used.
    #[track_caller]
    pub fn say(&mut self, command: &Command, faces: &str) -> &mut Self {
        let seat = self.ask().seats().iter().next().unwrap();
        self.say_as(seat, command, faces)
    }

    #[track_caller]
    pub fn say_as(&mut self, seat: Seat, command: &Command, faces: &str) -> &mut Self {
        let mut scripted = dice(faces);
        let facts = &mut self.facts;
        let done =
            submit::<Energie>(&mut self.state, Actor::Seat(seat), command, &mut scripted, &mut |_, event| {
                facts.extend(event.facts().iter().cloned());
            });
        done.unwrap_or_else(|why| panic!("{command:?}: {why}"));
        assert_eq!(scripted.left(), 0, "dice are left over");
        self
    }

    /// Plays an act of the character whose slot it is.
    #[track_caller]
    pub fn act(&mut self, act: Act, faces: &str) -> &mut Self {
        let question = self.ask().id();
        self.say(&Command::Act { question, act }, faces)
    }

    #[track_caller]
    pub fn yes(&mut self, yes: bool, faces: &str) -> &mut Self {
        let question = self.ask().id();
        self.say(&Command::Say { question, yes }, faces)
    }

    /// The code of the refusal of an act.
    #[track_caller]
    pub fn refused(&mut self, act: Act) -> &'static str {
        self.why_not(act).0
    }

    /// The code of the refusal of an act, and the rule that says why.
    #[track_caller]
    pub fn why_not(&mut self, act: Act) -> (&'static str, String) {
        let ask = self.ask();
        let (question, seat) = (ask.id(), ask.seats().iter().next().unwrap());
        self.why_not_said(seat, &Command::Act { question, act })
    }

    /// The same of any command of a seat.
    #[track_caller]
    pub fn why_not_said(&mut self, seat: Seat, command: &Command) -> (&'static str, String) {
        let before = self.state.clone();
        let done =
            submit::<Energie>(&mut self.state, Actor::Seat(seat), command, &mut dice(""), &mut |_, _| {});
        let Err(SubmitError::Illegal(illegal)) = done else { panic!("{command:?} is accepted") };
        assert_eq!(self.state, before);
        (illegal.code(), illegal.rule().map_or_else(String::new, |rule| rule.cited().to_owned()))
    }

    /// Plays what is no player's choice, up to the next question.
    #[track_caller]
    pub fn go_on(&mut self, faces: &str) -> &mut Self {
        let mut scripted = dice(faces);
        let facts = &mut self.facts;
        advance::<Energie>(&mut self.state, &mut scripted, &mut |_, event| {
            facts.extend(event.facts().iter().cloned());
        })
        .unwrap();
        assert_eq!(scripted.left(), 0, "dice are left over");
        self
    }

    pub fn f(&self, who: Who) -> &Fighter {
        self.state.scene.fighter(who)
    }

    pub fn pe(&self, who: Who) -> i16 {
        self.f(who).pe
    }

    /// Whether a rule was cited.
    pub fn has_rule(&self, rule: &str) -> bool {
        self.facts.iter().any(|fact| fact.rule.id() == rule)
    }

    /// The last fact of a kind.
    pub fn last(&self, kind: impl Fn(&What) -> bool) -> Option<&What> {
        self.facts.iter().rev().map(|fact| &fact.what).find(|what| kind(what))
    }

    /// Need, threshold and successes of the last test.
    #[track_caller]
    pub fn test(&self) -> (u8, u8, u8) {
        match self.last(|what| matches!(what, What::Test { .. })) {
            Some(What::Test { need, threshold, successes, .. }) => (*need, *threshold, *successes),
            _ => panic!("no test"),
        }
    }

    /// Damage of the last blow; `None`: it missed.
    #[track_caller]
    pub fn damage(&self) -> Option<u8> {
        use bagarre_energie::testkit::event::Verdict;
        match self.last(|what| matches!(what, What::Struck { .. })) {
            Some(What::Struck { verdict: Verdict::Hit, sum, .. }) => Some(sum.damage),
            Some(What::Struck { .. }) | None => None,
            Some(_) => unreachable!("a blow"),
        }
    }

    pub fn outcome(&self) -> Option<&Outcome> {
        self.state.scene.outcome.as_ref()
    }
}
