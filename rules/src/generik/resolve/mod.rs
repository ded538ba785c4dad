//! Resolution: every piece of work is one procedure, written in the order of the rules.
//!
//! A [`Script`] runs a piece of work on a copy of the scene. Where it needs dice or an answer it takes the next
//! entry of its tape; where the tape ends it goes on with dice that are thrown at once, if it is given any, else it stops and
//! says what it needs. When the dice have fallen or the answer has come, the work is run again from its start with the longer
//! tape. Either way the same is told, event by event.

mod act;
mod after;
mod attack;
mod begin;
mod fight;
mod hurt;
mod moves;
mod score;
mod shoot;
mod stake;
mod turn;
mod window;

use super::command::{Ask, Choice, Interrupted, Mod, Question, Reaction, Resume, Window};
use super::event::{Event, Fact, Input, Mark, Need, Throw, Unit, What};
use super::ids::{Dec, Fig, Skill};
use super::scene::{Figure, Scene};
use super::space::Space;
use super::state::{Fixed, Profile, State, Table};
use crate::contract::{Roll, Rule, Seat, Throw as Thrower};
use crate::kit::plane::Pt;

pub(super) use after::check_after;
pub(super) use stake::Stake;
pub(super) use turn::{max_da, may_try};

/// The result of a step of work: a value, or a stop because the tape ended or the game is decided (GEN-TRN-12).
pub(super) type Flow<T = ()> = Result<T, Box<Need>>;

/// A figure that went out of action and whose consequences are still to come (GEN-WND-08).
#[derive(Clone, Copy, Debug)]
struct Casualty {
    fig: Fig,
    at: Pt,
}

/// Facts that most pieces of work tell at most.
const FACTS: usize = 16;

/// One run of a piece of work.
pub(super) struct Script<'a> {
    state: &'a State,
    /// The scene as it is at this point of the work.
    scene: Scene,
    tape: &'a [Input],
    at: usize,
    throw: Thrower<'a>,
    thrown: Vec<Thrown>,
    question: u32,
    facts: Vec<Fact>,
    casualties: Vec<Casualty>,
    stake: Stake,
}

/// Dice that were thrown while the work ran on.
struct Thrown {
    /// How many facts had been told before.
    told: usize,
    roll: Roll,
    faces: Vec<u8>,
}

/// What a run came to.
pub(super) struct Outcome {
    /// All facts from the start of the work.
    pub(super) facts: Vec<Fact>,
    thrown: Vec<Thrown>,
    /// What it needs now.
    pub(super) need: Need,
    /// What hangs on the answer, if it needs one.
    pub(super) stake: Stake,
}

impl Outcome {
    /// The new facts and the need of the event that ran the work, `told` being known already; an event is added for each throw.
    pub(super) fn part(self, told: usize, rolled: &mut Vec<Event>) -> (Vec<Fact>, Need) {
        let Self { mut facts, mut need, thrown, .. } = self;
        let first = rolled.len();
        for Thrown { told, roll, faces } in thrown.into_iter().rev() {
            let then = std::mem::replace(&mut need, Need::Roll(roll));
            rolled.push(Event::Rolled { faces, facts: facts.split_off(told), then });
        }
        rolled[first..].reverse();
        let told = told.min(facts.len());
        (if told > 0 { facts.split_off(told) } else { facts }, need)
    }
}

/// Runs a piece of work from the scene it begins in. `answered` counts the questions answered in the game, those on
/// the tape included: the next one gets the number after.
pub(super) fn run(
    state: &State,
    unit: &Unit,
    base: &Scene,
    tape: &[Input],
    answered: u32,
    throw: Thrower<'_>,
) -> Outcome {
    let on_tape = tape.iter().filter(|input| !matches!(input, Input::Faces(_))).count() as u32;
    let mut script = Script {
        state,
        scene: base.clone(),
        tape,
        at: 0,
        throw,
        thrown: Vec::new(),
        question: answered.saturating_sub(on_tape) + 1,
        facts: Vec::with_capacity(FACTS),
        casualties: Vec::new(),
        stake: Stake::Nothing,
    };
    let need = match script.play(unit) {
        Ok(()) => Need::Done,
        Err(need) => *need,
    };
    Outcome { facts: script.facts, thrown: script.thrown, need, stake: script.stake }
}

/// A concession or the acceptance of a draw, outside any piece of work: the facts.
pub(super) fn said(state: &State, play: impl FnOnce(&mut Script<'_>) -> Flow) -> Vec<Fact> {
    let mut script = Script {
        state,
        scene: state.scene.clone(),
        tape: &[],
        at: 0,
        throw: &mut |_| None,
        thrown: Vec::new(),
        question: 0,
        facts: Vec::new(),
        casualties: Vec::new(),
        stake: Stake::Nothing,
    };
    // Nothing that is said rolls dice or asks anything: a stop can only mean that the game is decided.
    let _ = play(&mut script);
    script.facts
}

impl<'a> Script<'a> {
    /// All that is public, at this point of the work.
    fn table(&self) -> Table<'_> {
        Table { fixed: &self.state.fixed, board: &self.state.board, scene: &self.scene }
    }

    /// What never changes.
    fn fixed(&self) -> &'a Fixed {
        &self.state.fixed
    }

    /// Geometry at this point of the work.
    fn space(&self) -> Space<'_> {
        self.table().space()
    }

    /// A figure at this point of the work.
    fn fig(&self, fig: Fig) -> &Figure {
        self.scene.figure(fig)
    }

    /// What never changes about a figure.
    fn profile(&self, fig: Fig) -> &'a Profile {
        &self.fixed().profiles[fig.i()]
    }

    /// Whether a figure has a skill.
    fn has(&self, fig: Fig, skill: Skill) -> bool {
        self.profile(fig).has(skill)
    }

    /// The player of a figure.
    fn seat(&self, fig: Fig) -> Seat {
        self.fig(fig).seat
    }

    /// Tells a fact: it becomes true at once.
    fn tell(&mut self, rule: &'static str, what: What) {
        self.scene.apply(&what);
        self.facts.push(Fact { rule: Rule::new(rule), what });
    }

    /// A figure spends DA. Whoever lets it act has seen that it has them.
    fn spend(&mut self, fig: Fig, n: u8, rule: &'static str) {
        if n > 0 {
            let da = self.fig(fig).da.saturating_sub(n);
            self.tell(rule, What::Da { fig, da, taken: false });
        }
    }

    /// Takes DA from a figure, as many as it has (GEN-STA-10, R-009).
    fn lose_da(&mut self, fig: Fig, n: u8, rule: &'static str) {
        let da = self.fig(fig).da;
        if da > 0 && n > 0 {
            self.tell(rule, What::Da { fig, da: da.saturating_sub(n), taken: true });
        }
    }

    /// A figure loses cover (GEN-COV-03).
    fn uncover(&mut self, fig: Fig, rule: &'static str) {
        if self.fig(fig).in_cover {
            self.tell(rule, What::Cover { fig, in_cover: false });
        }
    }

    /// Turns a figure to a vector; a zero vector changes nothing.
    fn face(&mut self, fig: Fig, facing: Pt, rule: &'static str) {
        if facing != Pt::default() && self.fig(fig).facing != facing {
            self.tell(rule, What::Faced { fig, facing });
        }
    }

    /// Turns a figure to another one (GEN-ACT-34).
    fn face_figure(&mut self, fig: Fig, target: Fig, rule: &'static str) {
        let (from, to) = (self.fig(fig).at, self.fig(target).at);
        self.face(fig, Pt::new(to.x - from.x, to.y - from.y), rule);
    }

    /// Notes that something was used.
    fn mark(&mut self, fig: Fig, mark: Mark, rule: &'static str) {
        self.tell(rule, What::Used { fig, mark });
    }

    /// Throws `count` six-sided dice (GEN-SCA-04): one entry of the tape. Nothing is simultaneous: whoever has to roll
    /// does so one after the other (GEN-TRN-11, R-032).
    fn dice(&mut self, count: u8, throw: Throw, rule: &'static str) -> Flow<Vec<u8>> {
        if let Some(Input::Faces(faces)) = self.tape.get(self.at)
            && faces.len() == usize::from(count)
        {
            self.at += 1;
            return Ok(faces.clone());
        }
        let roll = Roll { count, sides: 6, rule: Rule::new(rule), what: throw.label().into() };
        if self.at == self.tape.len()
            && let Some(faces) = (self.throw)(&roll)
        {
            let (told, faces) = (self.facts.len(), faces.to_vec());
            self.thrown.push(Thrown { told, roll, faces: faces.clone() });
            return Ok(faces);
        }
        Err(Box::new(Need::Roll(roll)))
    }

    /// Throws one die.
    fn die(&mut self, throw: Throw, rule: &'static str) -> Flow<u8> {
        Ok(self.dice(1, throw, rule)?.first().copied().unwrap_or(1))
    }

    /// Throws one die of a figure that has to reach `need` with its modifiers, and tells it. Whether it did.
    fn check_die(
        &mut self,
        throw: Throw,
        rule: &'static str,
        (seat, fig): (Seat, Option<Fig>),
        mods: Vec<Mod>,
        need: i8,
    ) -> Flow<(u8, bool)> {
        let face = self.die(throw, rule)?;
        let total = total(face, &mods);
        let ok = total >= need;
        self.tell(
            rule,
            What::Rolled { throw, seat, fig, faces: vec![face], mods, total, need: Some(need), ok: Some(ok) },
        );
        Ok((face, ok))
    }

    /// Throws one die whose face speaks for itself, and tells it.
    fn plain_die(&mut self, throw: Throw, rule: &'static str, seat: Seat, fig: Option<Fig>) -> Flow<u8> {
        let face = self.die(throw, rule)?;
        self.tell_die(throw, rule, (seat, fig), face);
        Ok(face)
    }

    fn tell_die(&mut self, throw: Throw, rule: &'static str, (seat, fig): (Seat, Option<Fig>), face: u8) {
        let faces = vec![face];
        let total = face as i8;
        self.tell(rule, What::Rolled { throw, seat, fig, faces, mods: vec![], total, need: None, ok: None });
    }

    fn next_id(&self) -> u32 {
        self.question
    }

    /// Puts a decision that lists its options. A single option is no question (section 21); none is [`Choice::No`].
    fn choose(&mut self, dec: u8, rule: &'static str, question: Decision) -> Flow<Choice> {
        let Decision { seat, fig, about, die, options, default, stake } = question;
        if options.len() <= 1 {
            return Ok(options.first().copied().unwrap_or(Choice::No));
        }
        let dec = Dec(dec);
        if let Some(Input::Choice(choice)) = self.tape.get(self.at) {
            (self.at, self.question) = (self.at + 1, self.question + 1);
            self.tell(rule, What::Chose { seat, dec, fig, choice: *choice });
            return Ok(*choice);
        }
        let id = self.next_id();
        self.stake = stake;
        Err(Box::new(Need::Ask(Box::new(Ask::Choose(Question {
            id,
            seat,
            dec,
            fig,
            about,
            die,
            options,
            default,
        })))))
    }

    /// Opens an opportunity window to one seat (GEN-DEC-15). `make` gives the window with a number.
    fn ask_reaction(&mut self, make: impl FnOnce(u32) -> Window) -> Flow<Option<Reaction>> {
        if let Some(Input::React(reaction)) = self.tape.get(self.at) {
            (self.at, self.question) = (self.at + 1, self.question + 1);
            return Ok(reaction.clone());
        }
        Err(Box::new(Need::Ask(Box::new(Ask::React(make(self.next_id()))))))
    }

    /// Asks how an interrupted move goes on (GEN-DEC-16).
    fn ask_resume(&mut self, make: impl FnOnce(u32) -> Interrupted) -> Flow<Resume> {
        if let Some(Input::Resume(resume)) = self.tape.get(self.at) {
            (self.at, self.question) = (self.at + 1, self.question + 1);
            return Ok(resume.clone());
        }
        Err(Box::new(Need::Ask(Box::new(Ask::Resume(make(self.next_id()))))))
    }

    fn play(&mut self, unit: &Unit) -> Flow {
        match unit {
            Unit::Begin => return self.begin(),
            Unit::Place(seat, piece) => self.place_piece(*seat, *piece),
            Unit::Edges => return self.edges(),
            Unit::Champions(figs) => self.champions(figs),
            Unit::Mark(seat, at) => self.place_marker(*seat, *at),
            Unit::Deploy(seat, fig, at, facing) => self.deploy(*seat, *fig, *at, *facing),
            Unit::Fight => return self.open_fight(),
            Unit::Act(fig, act) => {
                self.act(*fig, act)?;
                return self.after_act();
            }
            Unit::End(why) => return self.end(*why),
            Unit::Rout(seat) => return self.rout_by_choice(*seat),
            Unit::After(seat, after) => return self.step_after(*seat, after),
        }
        Ok(())
    }
}

/// What a question is about. See [`Question`].
struct Decision {
    seat: Seat,
    fig: Option<Fig>,
    about: Option<Fig>,
    die: Option<i8>,
    options: Vec<Choice>,
    default: u8,
    stake: Stake,
}

/// A face with its modifiers.
fn total(face: u8, mods: &[Mod]) -> i8 {
    mods.iter().fold(face as i8, |sum, m| sum.saturating_add(m.n))
}
