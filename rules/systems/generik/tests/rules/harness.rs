#![allow(dead_code, reason = "chapters use different parts of the harness")]
//! A moment of a fight as text, what is done in it, given dice, and what must come of it.
//!
//! ```text
//! Case::new("a1 6000,6000 colt; b1 6000,7250 da=0")
//!     .act("a1 shoot b1")
//!     .dice("A4 D3 W2")
//!     .expect("b1 down; b1 at 6000,7750; told GEN-KND-03")
//!     .check();
//! ```
//!
//! **Figures**, separated by `;`: a name (`a1`: seat `a`, first of its band; the first of each band is the chief), its
//! centre in u, then in any order: weapons and skills by their ids (the prefix of the era may be left out), a facing `>n`
//! or `>x,y` (bands face each other by default), `wounded`, `down`, `cover`, `da=1`, `charges=0` or `charges=1,0`, `z=600`,
//! `ooa`, `exited`, `tried` (a heroic action), and `shield_used`, `moustache_used`, `lucky_used`, `flask_used`, `dim_rolled`,
//! `distract_used`, `removed` (lost DA). A band left out has one bystander in a far corner. All have full DA and loads.
//! It is the first phase of the first turn, of seat `a`, in scenario 5, which no casualty decides.
//!
//! **Acts** (see [`acts`]): `a1 shoot b1 [w1]`, `powerful`, `multi`, `volley`; `a1 attack [b1] [w1]`, `hard`, `flurry`; `a1 move
//! 6000,6500 … [>n] [exit]`, `run`; `climb`, `cover`, `reload all|fast`, `drag a2 6000,6500`, `stand`, `sack 0`, `distract b1`, `hook b1`,
//! `drink`, `charge a2:6000,6500 …`, `insult b1`, `pivot >n`, `heroic`, `heroic_reload`; `end`, `rout`.
//!
//! **Dice** as in section 25: `A` attack, `D` defence (`D3,4` two dice), `W` wound, `H` heroic, `M` morale, `X` any other. Each
//! must be thrown for that purpose, in that order, and none may be left.
//!
//! **Answers**, in order: `no`, `yes`, `1` (extra dice), `1 w1` (and a weapon), `b1`, `shield`, `lucky`, `default`; opportunity windows let
//! everything pass unless the next answer is `react b1 shoot [w1] [at 3]`, `react b1 move 6000,6500 [>n] [at 3]`, `react b1 cover [>n]
//! [at 3]`, or `pass`; interrupted moves `go on`, `stop` or `path 6000,6500 …`.
//!
//! **Phrases**, see [`Played::verify`].

mod acts;
mod build;
mod play;
mod verify;

use bagarre_generik::testkit::ids::{Era, Scenario};
use bagarre_generik::testkit::save::Position;
use bagarre_generik::testkit::setup::Options;
use bagarre_kit::plane::Pt;

pub use acts::command;
pub use play::Played;

type Tweak = Box<dyn Fn(&mut Position)>;

/// A case: a moment, what is done, and what must come of it.
pub struct Case {
    era: Era,
    scenario: Scenario,
    figures: String,
    terrain: String,
    options: Options,
    phase: u8,
    acts: Vec<String>,
    dice: String,
    answers: Vec<String>,
    defaults: bool,
    defends: Option<u8>,
    expected: String,
    tweak: Vec<Tweak>,
}

impl Case {
    /// A western case with these figures.
    pub fn new(figures: &str) -> Self {
        Self {
            era: Era::Western,
            scenario: Scenario::Sortie,
            figures: figures.to_owned(),
            terrain: String::new(),
            options: Options::default(),
            phase: 0,
            acts: Vec::new(),
            dice: String::new(),
            answers: Vec::new(),
            defaults: false,
            defends: None,
            expected: String::new(),
            tweak: Vec::new(),
        }
    }

    /// Another era.
    pub fn era(mut self, era: Era) -> Self {
        self.era = era;
        self
    }

    /// Another scenario.
    pub fn scenario(mut self, scenario: Scenario) -> Self {
        self.scenario = scenario;
        self
    }

    /// Terrain: `W-2 6000,6400 15; …` (piece, place, degrees).
    pub fn terrain(mut self, text: &str) -> Self {
        text.clone_into(&mut self.terrain);
        self
    }

    /// Switches rulings.
    pub fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    /// It is the phase of this seat (`'b'`).
    pub fn phase(mut self, seat: char) -> Self {
        self.phase = build::seat(seat).0;
        self
    }

    /// Commands in the open phase, in order.
    pub fn act(mut self, text: &str) -> Self {
        self.acts.push(text.to_owned());
        self
    }

    /// Given dice, all of which must be used.
    pub fn dice(mut self, text: &str) -> Self {
        text.clone_into(&mut self.dice);
        self
    }

    /// Answers to questions, in order; all must be used.
    pub fn answers(mut self, answers: &[&str]) -> Self {
        self.answers = answers.iter().map(|it| (*it).to_owned()).collect();
        self
    }

    /// Questions beyond the given answers take their defaults.
    pub fn defaults(mut self) -> Self {
        self.defaults = true;
        self
    }

    /// Adds so many dice to the defence of an attacked figure, as far as the DA go; all else takes its default.
    pub fn defends(mut self, extra: u8) -> Self {
        (self.defends, self.defaults) = (Some(extra), true);
        self
    }

    /// What must be true in the end: phrases separated by `;`.
    pub fn expect(mut self, text: &str) -> Self {
        text.clone_into(&mut self.expected);
        self
    }

    /// A last touch on the position.
    pub fn tweak(mut self, touch: impl Fn(&mut Position) + 'static) -> Self {
        self.tweak.push(Box::new(touch));
        self
    }
}

/// A point written `x,y`.
#[track_caller]
pub fn point(text: &str) -> Pt {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("“{text}” is not x,y"));
    let number = |n: &str| n.trim().parse().unwrap_or_else(|_| panic!("“{text}” is not x,y"));
    Pt::new(number(x), number(y))
}

/// A facing written `n`, `e`, `s`, `w` or `x,y`.
pub fn facing(text: &str) -> Pt {
    match text {
        "n" => Pt::new(0, 1),
        "e" => Pt::new(1, 0),
        "s" => Pt::new(0, -1),
        "w" => Pt::new(-1, 0),
        _ => point(text),
    }
}
