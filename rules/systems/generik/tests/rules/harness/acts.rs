//! Commands and answers written as text.

use bagarre_generik::testkit::command::{Act, Ao, Blow, Charger, Choice, Command, Fire, Reaction, Resume};
use bagarre_generik::testkit::ids::Fig;
use bagarre_kit::plane::Pt;

use super::build::fig;
use super::{facing, point};

/// Words of a command, those of one kind apart.
struct Words<'a> {
    names: &'a [String],
    plain: Vec<&'a str>,
    points: Vec<Pt>,
    facing: Option<Pt>,
    weapon: Option<u8>,
    at: u8,
}

impl<'a> Words<'a> {
    fn new(names: &'a [String], text: &'a str) -> Self {
        let mut words =
            Self { names, plain: Vec::new(), points: Vec::new(), facing: None, weapon: None, at: 0 };
        let mut list = text.split_whitespace();
        while let Some(word) = list.next() {
            if let Some(to) = word.strip_prefix('>') {
                words.facing = Some(facing(to));
            } else if word == "at" {
                words.at = list.next().expect("at which checkpoint").parse().unwrap();
            } else if let Some(n) = word.strip_prefix('w').and_then(|n| n.parse().ok()) {
                words.weapon = Some(n);
            } else if word.contains(',') && !word.contains(':') {
                words.points.push(point(word));
            } else {
                words.plain.push(word);
            }
        }
        words
    }

    #[track_caller]
    fn fig(&self, n: usize) -> Fig {
        fig(
            self.names,
            self.plain.get(n).unwrap_or_else(|| panic!("a figure is missing in {:?}", self.plain)),
        )
    }

    fn maybe_fig(&self, n: usize) -> Option<Fig> {
        self.plain.get(n).map(|name| fig(self.names, name))
    }

    fn to(&self) -> Pt {
        *self.points.first().expect("a point is missing")
    }

    fn shoot(&self, fire: Fire) -> Act {
        Act::Shoot { weapon: self.weapon.unwrap_or(0), target: self.fig(2), fire }
    }

    fn attack(&self, blow: Blow) -> Act {
        Act::Attack { target: self.maybe_fig(2), weapon: self.weapon, blow }
    }

    fn walk(&self, run: bool) -> Act {
        let exit = self.plain.contains(&"exit");
        Act::Move { path: self.points.clone(), run, facing: self.facing, exit }
    }

    fn charger(&self, word: &str) -> Charger {
        let (name, to) = word.split_once(':').expect("a charger is written a2:x,y");
        Charger { fig: fig(self.names, name), to: point(to), facing: None }
    }

    fn act(&self) -> Act {
        let (facing, named) = (self.facing, |n: usize| self.plain[n].parse().unwrap());
        match self.plain[1] {
            "shoot" => self.shoot(Fire::Normal),
            "powerful" => self.shoot(Fire::Powerful),
            "multi" => self.shoot(Fire::Multi),
            "volley" => self.shoot(Fire::Volley),
            "attack" => self.attack(Blow::Normal),
            "hard" => self.attack(Blow::Powerful),
            "flurry" => self.attack(Blow::Multi),
            "move" => self.walk(false),
            "run" => self.walk(true),
            "climb" => Act::Climb { to: self.to(), facing },
            "cover" => Act::Cover { facing },
            "reload" => Act::Reload { all: self.plain[2] == "all" },
            "drag" => Act::Drag { friend: self.fig(2), to: self.to(), facing },
            "stand" => Act::StandUp { facing },
            "sack" => Act::Sack { marker: named(2) },
            "distract" => Act::Distract { target: self.fig(2) },
            "hook" => Act::Hook { target: self.fig(2) },
            "drink" => Act::Drink,
            "charge" => Act::Charge { moves: self.plain[2..].iter().map(|it| self.charger(it)).collect() },
            "insult" => Act::Insult { target: self.fig(2) },
            "pivot" => Act::Pivot { facing: facing.expect("pivot >n") },
            "heroic" => Act::Heroic,
            "heroic_reload" => Act::HeroicReload,
            other => panic!("“{other}” is no act"),
        }
    }
}

/// A command in an open phase.
pub fn command(names: &[String], text: &str, question: u32) -> Command {
    match text {
        "end" => return Command::End { question },
        "rout" => return Command::Rout { question },
        _ => {}
    }
    let words = Words::new(names, text);
    Command::Act { question, fig: words.fig(0), what: words.act() }
}

/// `react b1 shoot …`, or `pass`.
pub fn reaction(names: &[String], text: &str) -> Option<Reaction> {
    let words = Words::new(names, text);
    if text == "pass" {
        return None;
    }
    assert_eq!(words.plain[0], "react", "“{text}” is no reaction");
    let ao = match words.plain[2] {
        "shoot" => Ao::Shoot { weapon: words.weapon.unwrap_or(0) },
        "move" => Ao::Move { path: words.points.clone(), facing: words.facing },
        "cover" => Ao::Cover { facing: words.facing },
        other => panic!("“{other}” is no opportunity action"),
    };
    Some(Reaction { fig: words.fig(1), at: words.at, ao })
}

/// `go on`, `stop` or `path x,y …`.
pub fn resume(names: &[String], text: &str) -> Resume {
    let words = Words::new(names, text);
    match words.plain[..] {
        ["go", "on"] => Resume::Declared,
        ["stop"] => Resume::Stop,
        ["path"] => Resume::Path { path: words.points, facing: words.facing },
        _ => panic!("“{text}” does not say how the move goes on"),
    }
}

/// An answer among options.
pub fn choice(names: &[String], text: &str, options: &[Choice]) -> Option<Choice> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let fits = |option: &&Choice| match (words.as_slice(), option) {
        (["no"], Choice::No)
        | (["yes"], Choice::Yes)
        | (["shield"], Choice::Shield)
        | (["lucky"], Choice::Lucky) => true,
        ([n], Choice::Defend { extra, .. }) => n.parse() == Ok(*extra),
        ([n, w], Choice::Defend { extra, weapon }) => {
            n.parse() == Ok(*extra) && weapon.map(|it| format!("w{it}")).as_deref() == Some(*w)
        }
        ([name], Choice::Figure(who)) => names[who.i()] == *name,
        _ => false,
    };
    options.iter().find(fits).copied()
}
