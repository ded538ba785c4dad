#![allow(dead_code, reason = "chapters use different parts of it")]
//! A fight under way, set down by hand: bands and where their figures stand, given dice, and what is told.
//!
//! A figure is written `seat x,y facing words`: `0 6000,6000 N da=1 [w_colt] {pieds_plat}`. Facing is a letter of the
//! compass. Words: `down`, `wounded`, `cover`, `empty`, `da=1`, `z=500`, `[weapon,weapon]`, `(armour)`, `{skill,skill}`.
//! Figures are listed by seat and numbered in that order; the first of each seat is its chief.

use bagarre_rules::contract::{Actor, Next, Refuse, Ruleset, Seat, SubmitError, advance, submit};
use bagarre_rules::dice::Scripted;
use bagarre_rules::generik::Generik;
use bagarre_rules::generik::command::{Act, Ask, Command, Reaction, Resume, Standing};
use bagarre_rules::generik::event::{Event, Fact, What};
use bagarre_rules::generik::ids::{Edge, Era, Fig, Scenario, Skill, Terrain, Weapon};
use bagarre_rules::generik::save::Position;
use bagarre_rules::generik::scene::{Figure, Force, PhaseNow, Scene, Stage, Status};
use bagarre_rules::generik::setup::{Band, Health, Member, Options, Placed, Setup};
use bagarre_rules::generik::state::State;
use bagarre_rules::generik::tables;
use bagarre_rules::kit::plane::Pt;

use super::table::pt;

/// A game under way and all that it told since the last command.
pub struct Play {
    pub state: State,
    pub facts: Vec<Fact>,
}

/// What a game starts from, to be touched up.
pub struct Start {
    pub position: Position,
}

fn named<T: Copy>(all: &[T], id: impl Fn(T) -> &'static str, name: &str) -> T {
    *all.iter().find(|it| id(**it) == name).unwrap_or_else(|| panic!("no {name}"))
}

fn between(word: &str, open: char, close: char) -> Option<impl Iterator<Item = &str>> {
    word.strip_prefix(open)?.strip_suffix(close).map(|list| list.split(','))
}

fn point(text: &str) -> Pt {
    let (x, y) = text.split_once(',').unwrap();
    pt(x.parse().unwrap(), y.parse().unwrap())
}

fn figure(line: &str) -> (Figure, Member) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut member = Member {
        id: 0,
        name: "Figurine".to_owned(),
        chief: false,
        weapons: Vec::new(),
        armour: None,
        skills: Vec::new(),
        look: 0,
        health: Health::Well,
        founder: false,
    };
    let facing = match words[2] {
        "N" => pt(0, 1),
        "S" => pt(0, -1),
        "E" => pt(1, 0),
        "W" => pt(-1, 0),
        other => panic!("no facing {other}"),
    };
    let (seat, at) = (Seat(words[0].parse().unwrap()), point(words[1]));
    let mut figure = Figure { seat, at, facing, status: Status::OnTable, da: 2, ..Figure::default() };
    for word in &words[3..] {
        if let Some(list) = between(word, '[', ']') {
            member.weapons = list.map(|name| named(Weapon::ALL, Weapon::id, name)).collect();
        } else if let Some(mut list) = between(word, '(', ')') {
            member.armour = list.next().map(|name| named(Weapon::ALL, Weapon::id, name));
        } else if let Some(list) = between(word, '{', '}') {
            member.skills = list.map(|name| named(Skill::ALL, Skill::id, name)).collect();
        }
    }
    for (charge, weapon) in figure.charges.iter_mut().zip(&member.weapons) {
        *charge = tables::weapon(*weapon).charges;
    }
    for word in &words[3..] {
        match word.split_once('=').unwrap_or((word, "")) {
            ("down", _) => figure.down = true,
            ("wounded", _) => figure.wounded = true,
            ("cover", _) => figure.in_cover = true,
            ("empty", _) => figure.charges = [0; 2],
            ("da", n) => figure.da = n.parse().unwrap(),
            ("z", n) => figure.z = n.parse().unwrap(),
            (other, _) if other.starts_with(['[', '(', '{']) => {}
            (other, _) => panic!("no word {other}"),
        }
    }
    (figure, member)
}

impl Start {
    /// Figures, one a line; the phase of seat 0 is open in the first turn of scenario 1, everybody faces off from edges
    /// S, N, E, W.
    pub fn new(figures: &str) -> Self {
        let parsed: Vec<_> = figures.lines().map(str::trim).filter(|it| !it.is_empty()).map(figure).collect();
        let seats = parsed.iter().map(|(it, _)| it.seat.0 + 1).max().unwrap();
        let mut bands = Vec::new();
        for seat in 0..seats {
            let own = parsed.iter().filter(|(it, _)| it.seat.0 == seat).map(|(_, member)| member.clone());
            let members = own.enumerate().map(|(n, member)| Member {
                id: n as u8,
                name: format!("F{seat}{n}"),
                chief: n == 0,
                founder: n == 0,
                ..member
            });
            let members: Vec<Member> = members.collect();
            let mut gear = members.iter().flat_map(|it| it.weapons.iter().chain(&it.armour));
            let era = gear.next().map_or(Era::Western, |weapon| tables::weapon(*weapon).era);
            bands.push(Band { name: format!("Band {seat}"), era, members, purse: None });
        }
        let options = Options { mixed_eras: true, ..Options::default() };
        let setup = Setup {
            era: Era::Western,
            scenario: Some(Scenario::BastonGenerale),
            ground: bagarre_rules::generik::setup::Ground::Own(Vec::new()),
            options,
            campaign: false,
            youngest: Seat(0),
            bands,
        };
        let force = |seat: u8| Force {
            initial_count: parsed.iter().filter(|(it, _)| it.seat.0 == seat).count() as u8,
            edge: Some(Edge::ALL[usize::from(seat)]),
            ..Force::default()
        };
        let scene = Scene {
            stage: Stage::Fight,
            scenario: setup.scenario,
            pieces_due: 0,
            pieces: Vec::new(),
            attacker: Some(Seat(0)),
            order: (0..seats).map(Seat).collect(),
            turn: 1,
            phase: PhaseNow { number: 1, ..PhaseNow::default() },
            empty_run: 0,
            idle_turns: 0,
            turn_acted: false,
            figures: parsed.iter().map(|(it, _)| *it).collect(),
            forces: (0..seats).map(force).collect(),
            markers: Vec::new(),
            control: None,
            sealed: bagarre_rules::contract::Seats::NONE,
            after: Vec::new(),
            outcome: None,
        };
        let (standing, missed) = (Vec::new(), Vec::new());
        Self { position: Position { setup, scene, stack: None, standing, questions: 0, missed } }
    }

    /// Puts a piece of terrain down, turned by 90 degrees for each `quarter`.
    pub fn piece(mut self, id: &str, x: i32, y: i32, quarters: u8) -> Self {
        let piece = named(Terrain::ALL, Terrain::id, id);
        self.position.scene.pieces.push(Placed { piece, at: pt(x, y), turn: quarters * 6 });
        self
    }

    pub fn options(mut self, change: impl Fn(&mut Options)) -> Self {
        change(&mut self.position.setup.options);
        self
    }

    pub fn scenario(mut self, scenario: Scenario) -> Self {
        self.position.setup.scenario = Some(scenario);
        self.position.scene.scenario = Some(scenario);
        self
    }

    pub fn scene(mut self, change: impl Fn(&mut Scene)) -> Self {
        change(&mut self.position.scene);
        self
    }

    pub fn play(self) -> Play {
        let state = Generik::from_position(&self.position).unwrap_or_else(|fault| panic!("{fault}"));
        Play { state, facts: Vec::new() }
    }
}

/// A fight with these figures on a bare table.
pub fn fight(figures: &str) -> Play {
    Start::new(figures).play()
}

impl Play {
    pub fn fig(&self, fig: u8) -> &Figure {
        self.state.scene.figure(Fig(fig))
    }

    /// The question that is open.
    pub fn ask(&self) -> Ask {
        match Generik::next(&self.state) {
            Next::Ask { ask, .. } => ask,
            _ => panic!("nothing is asked"),
        }
    }

    fn number(&self) -> u32 {
        self.ask().id()
    }

    /// Says something as the seat that is asked; the faces are those of all dice thrown until the next question.
    pub fn say(&mut self, command: &Command, faces: &[u8]) -> Result<(), String> {
        let seat = self.ask().seats().iter().next().unwrap();
        self.say_as(Actor::Seat(seat), command, faces)
    }

    pub fn say_as(&mut self, by: Actor, command: &Command, faces: &[u8]) -> Result<(), String> {
        let mut dice = Scripted::new(faces.iter().map(|face| (6, *face)));
        self.facts.clear();
        let facts = &mut self.facts;
        let mut sink = |_: &State, event: &Event| facts.extend(facts_of(event).iter().cloned());
        let before = self.state.clone();
        match submit::<Generik>(&mut self.state, by, command, &mut dice, &mut sink) {
            Ok(()) => {}
            Err(SubmitError::Illegal(why)) => {
                assert!(self.state == before, "a refused command changes nothing (R-313)");
                let rule = why.rule().map(|rule| rule.id().to_owned()).unwrap_or_default();
                return Err(format!("{} {rule}", why.code()));
            }
            Err(other) => panic!("{other}"),
        }
        assert_eq!(dice.left(), 0, "every die given is thrown");
        self.round_trip();
        Ok(())
    }

    /// Any moment survives being written down and read again.
    fn round_trip(&self) {
        if !matches!(Generik::next(&self.state), Next::Over(_)) {
            let again = Generik::from_position(&Generik::position(&self.state));
            assert!(
                again.unwrap_or_else(|fault| panic!("{fault}")) == self.state,
                "positions keep everything"
            );
        }
    }

    /// A figure acts; panics when it is refused.
    pub fn act(&mut self, fig: u8, what: Act, faces: &[u8]) {
        self.try_act(fig, what, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    /// A figure acts, or the code of the refusal and its rule.
    pub fn try_act(&mut self, fig: u8, what: Act, faces: &[u8]) -> Result<(), String> {
        let command = Command::Act { question: self.number(), fig: Fig(fig), what };
        self.say(&command, faces)
    }

    pub fn react(&mut self, reaction: Reaction, faces: &[u8]) {
        self.try_react(Some(reaction), faces).unwrap_or_else(|why| panic!("{why}"));
    }

    pub fn pass(&mut self) {
        self.try_react(None, &[]).unwrap_or_else(|why| panic!("{why}"));
    }

    pub fn try_react(&mut self, reaction: Option<Reaction>, faces: &[u8]) -> Result<(), String> {
        let command = Command::React { question: self.number(), reaction };
        self.say(&command, faces)
    }

    pub fn resume(&mut self, resume: Resume, faces: &[u8]) {
        self.try_resume(resume, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    pub fn try_resume(&mut self, resume: Resume, faces: &[u8]) -> Result<(), String> {
        let command = Command::Resume { question: self.number(), resume };
        self.say(&command, faces)
    }

    pub fn end(&mut self, faces: &[u8]) {
        let command = Command::End { question: self.number() };
        self.say(&command, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    /// A seat sets its standing answers.
    pub fn stand(&mut self, seat: u8, standing: Standing) {
        let command = Command::Stand { standing };
        self.say_as(Actor::Seat(Seat(seat)), &command, &[]).unwrap_or_else(|why| panic!("{why}"));
    }

    /// The clock answers by default.
    pub fn time_out(&mut self, faces: &[u8]) {
        let seat = self.ask().seats().iter().next().unwrap();
        let command = Generik::default_answer(&self.state, seat);
        self.say_as(Actor::Clock(seat), &command, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    /// Plays on without a command, from a start that asks nothing yet.
    pub fn go(&mut self, faces: &[u8]) {
        let mut dice = Scripted::new(faces.iter().map(|face| (6, *face)));
        let facts = &mut self.facts;
        let mut sink = |_: &State, event: &Event| facts.extend(facts_of(event).iter().cloned());
        advance::<Generik>(&mut self.state, &mut dice, &mut sink).unwrap();
    }

    /// Whether a fact like this was told since the last command, by this rule.
    pub fn told(&self, rule: &str, like: impl Fn(&What) -> bool) -> bool {
        self.facts.iter().any(|fact| fact.rule.id() == rule && like(&fact.what))
    }

    /// The window that is open.
    pub fn window(&self) -> bagarre_rules::generik::command::Window {
        match self.ask() {
            Ask::React(window) => window,
            other => panic!("asked {other:?}"),
        }
    }

    /// The interrupted move that is asked about.
    pub fn interrupted(&self) -> bagarre_rules::generik::command::Interrupted {
        match self.ask() {
            Ask::Resume(interrupted) => interrupted,
            other => panic!("asked {other:?}"),
        }
    }

    /// Whose phase is open.
    pub fn phase(&self) -> u8 {
        match self.ask() {
            Ask::Phase { seat, .. } => seat.0,
            other => panic!("asked {other:?}"),
        }
    }
}

fn facts_of(event: &Event) -> &[Fact] {
    match event {
        Event::Commanded { facts, .. }
        | Event::Began { facts, .. }
        | Event::Rolled { facts, .. }
        | Event::Answered { facts, .. }
        | Event::Said { facts } => facts,
        Event::Championed { .. } | Event::Stood { .. } => &[],
    }
}
