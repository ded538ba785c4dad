//! A fight played step by step, for what happens between two questions. Figures are written as in the harness, separated by
//! `;` or by lines.

use bagarre_generik::Generik;
use bagarre_generik::testkit::command::{
    Act, Ao, Ask, Choice, Command, Interrupted, Reaction, Resume, Standing, Window,
};
use bagarre_generik::testkit::event::{Event, Fact, What};
use bagarre_generik::testkit::ids::{Era, Fig, Scenario};
use bagarre_generik::testkit::scene::{Figure, Scene};
use bagarre_generik::testkit::setup::Options;
use bagarre_generik::testkit::state::State;
use bagarre_kit::contract::{Actor, Next, Refuse, Ruleset, Seat, SubmitError, submit};
use bagarre_kit::dice::Scripted;
use bagarre_kit::plane::Pt;

use super::harness::Case;
use super::tabletop::pt;

/// A moment to be touched up.
pub struct Start(Case);

/// A fight under way and all that it told since the last command.
pub struct Play {
    pub state: State,
    pub facts: Vec<Fact>,
}

/// A fight with these figures on a bare table.
pub fn fight(figures: &str) -> Play {
    Start::new(figures).play()
}

/// A move or a run along a path.
pub fn go(path: &[Pt], run: bool) -> Act {
    Act::Move { path: path.to_vec(), run, facing: None, exit: false }
}

/// A figure answers with a shot of its first weapon, at a checkpoint.
pub fn shoot(fig: u8, at: u8) -> Reaction {
    Reaction { fig: Fig(fig), at, ao: Ao::Shoot { weapon: 0 } }
}

/// A figure answers with a move to a point, at a checkpoint.
pub fn step(fig: u8, at: u8, to: Pt) -> Reaction {
    Reaction { fig: Fig(fig), at, ao: Ao::Move { path: vec![to], facing: None } }
}

/// An interrupted figure takes another path.
pub fn other(path: &[Pt]) -> Resume {
    Resume::Path { path: path.to_vec(), facing: None }
}

/// A runner on its way from (6000,3000) to (6000,6000), watched by a Colt at (6000,8000); the window is open.
pub fn running() -> Play {
    let mut play = fight(RUNNER);
    play.act(0, run(), &[]);
    play
}

/// See [`running`].
pub const RUNNER: &str = "a1 6000,3000 >n; b1 6000,8000 >s colt";

/// See [`running`].
pub fn run() -> Act {
    go(&[pt(6000, 6000)], true)
}

impl Start {
    /// Figures in the first phase of scenario 1.
    pub fn new(figures: &str) -> Self {
        Self(Case::new(&figures.replace('\n', "; ")).scenario(Scenario::BastonGenerale))
    }

    /// Terrain as in the harness.
    pub fn terrain(self, text: &str) -> Self {
        Self(self.0.terrain(text))
    }

    pub fn era(self, era: Era) -> Self {
        Self(self.0.era(era))
    }

    pub fn options(self, change: impl FnOnce(&mut Options)) -> Self {
        Self(self.0.options(change))
    }

    pub fn scenario(self, scenario: Scenario) -> Self {
        Self(self.0.scenario(scenario))
    }

    pub fn scene(self, change: impl Fn(&mut Scene) + 'static) -> Self {
        Self(self.0.tweak(move |position| change(&mut position.scene)))
    }

    /// Returns the play; every seat wants all questions that can be answered.
    pub fn play(self) -> Play {
        let mut state = self.0.state();
        for standing in &mut state.standing {
            standing.every = true;
        }
        Play { state, facts: Vec::new() }
    }

    /// Returns the play without standing answers.
    pub fn quiet(self) -> Play {
        Play { state: self.0.state(), facts: Vec::new() }
    }
}

impl Play {
    pub fn fig(&self, fig: u8) -> &Figure {
        self.state.scene.figure(Fig(fig))
    }

    /// The question that is open.
    #[track_caller]
    pub fn ask(&self) -> Ask {
        match Generik::next(&self.state) {
            Next::Ask { ask, .. } => ask,
            _ => panic!("nothing is asked"),
        }
    }

    /// The window that is open.
    #[track_caller]
    pub fn window(&self) -> Window {
        match self.ask() {
            Ask::React(window) => window,
            other => panic!("asked {other:?}"),
        }
    }

    /// The interrupted move that is asked about.
    #[track_caller]
    pub fn interrupted(&self) -> Interrupted {
        match self.ask() {
            Ask::Resume(interrupted) => interrupted,
            other => panic!("asked {other:?}"),
        }
    }

    /// Returns the seat of the open phase.
    #[track_caller]
    pub fn phase(&self) -> u8 {
        match self.ask() {
            Ask::Phase { seat, .. } => seat.0,
            other => panic!("asked {other:?}"),
        }
    }

    /// Says something as the seat that is asked; the faces are those of all dice thrown until the next question. `Err` is
    /// the code of the refusal and its rule.
    #[track_caller]
    pub fn say(&mut self, command: &Command, faces: &[u8]) -> Result<(), String> {
        let seat = self.ask().seats().iter().next().unwrap();
        self.say_as(Actor::Seat(seat), command, faces)
    }

    #[track_caller]
    pub fn say_as(&mut self, by: Actor, command: &Command, faces: &[u8]) -> Result<(), String> {
        let mut dice = Scripted::new(faces.iter().map(|face| (6, *face)));
        self.facts.clear();
        let told = &mut self.facts;
        let mut sink = |_: &State, event: &Event| told.extend_from_slice(event.facts());
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
        // Any moment survives being written down and read again.
        if !matches!(Generik::next(&self.state), Next::Over(_)) {
            let again = Generik::from_position(&Generik::position(&self.state));
            assert!(
                again.unwrap_or_else(|fault| panic!("{fault}")) == self.state,
                "positions keep everything"
            );
        }
        Ok(())
    }

    /// A figure acts, or the code of the refusal and its rule.
    #[track_caller]
    pub fn try_act(&mut self, fig: u8, what: Act, faces: &[u8]) -> Result<(), String> {
        let command = Command::Act { question: self.ask().id(), fig: Fig(fig), what };
        self.say(&command, faces)
    }

    #[track_caller]
    pub fn try_react(&mut self, reaction: Option<Reaction>, faces: &[u8]) -> Result<(), String> {
        let command = Command::React { question: self.ask().id(), reaction };
        self.say(&command, faces)
    }

    #[track_caller]
    pub fn try_resume(&mut self, resume: Resume, faces: &[u8]) -> Result<(), String> {
        let command = Command::Resume { question: self.ask().id(), resume };
        self.say(&command, faces)
    }

    /// A figure acts; panics when it is refused.
    #[track_caller]
    pub fn act(&mut self, fig: u8, what: Act, faces: &[u8]) {
        self.try_act(fig, what, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    #[track_caller]
    pub fn react(&mut self, reaction: Reaction, faces: &[u8]) {
        self.try_react(Some(reaction), faces).unwrap_or_else(|why| panic!("{why}"));
    }

    /// Lets the window pass.
    #[track_caller]
    pub fn pass(&mut self) {
        self.try_react(None, &[]).unwrap_or_else(|why| panic!("{why}"));
    }

    #[track_caller]
    pub fn resume(&mut self, resume: Resume, faces: &[u8]) {
        self.try_resume(resume, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    /// Takes the first option of the question that is open.
    #[track_caller]
    pub fn first(&mut self, faces: &[u8]) {
        let Ask::Choose(question) = self.ask() else { panic!("asked {:?}", self.ask()) };
        let choice: Choice = question.options[0];
        let command = Command::Choose { question: question.id, choice };
        self.say(&command, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    #[track_caller]
    pub fn end(&mut self, faces: &[u8]) {
        let command = Command::End { question: self.ask().id() };
        self.say(&command, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    /// A seat sets its standing answers.
    #[track_caller]
    pub fn stand(&mut self, seat: u8, standing: Standing) {
        let command = Command::Stand { standing };
        self.say_as(Actor::Seat(Seat(seat)), &command, &[]).unwrap_or_else(|why| panic!("{why}"));
    }

    /// The clock answers by default.
    #[track_caller]
    pub fn time_out(&mut self, faces: &[u8]) {
        let seat = self.ask().seats().iter().next().unwrap();
        let command = Generik::default_answer(&self.state, seat);
        self.say_as(Actor::Clock(seat), &command, faces).unwrap_or_else(|why| panic!("{why}"));
    }

    /// Whether a fact like this was told since the last command, by this rule.
    pub fn has_fact(&self, rule: &str, like: impl Fn(&What) -> bool) -> bool {
        self.facts.iter().any(|fact| fact.rule.id() == rule && like(&fact.what))
    }
}
