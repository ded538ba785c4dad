//! Resolution: every piece of work is one procedure, written in the order of the rules (see [`bagarre_kit::procedure`]).

mod act;
mod after;
mod answers;
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

use super::Generik;
use super::command::{Ask, Choice, Interrupted, Mod, Question, Reaction, Resume, Window};
use super::event::{Answer, Mark, Throw, Unit, What};
use super::ids::{Dec, Fig, Skill};
use super::legal::Judged;
use super::scene::Figure;
use super::space::Space;
use super::state::{Fixed, Profile, Table};
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;
use bagarre_kit::procedure;

pub(super) use after::check_after;
pub(super) use score::rule_of;
pub(super) use stake::Stake;
pub(super) use turn::{max_da, may_try};

/// The result of a step of work: a value, or a stop because the tape ended or the game is decided (GEN-TRN-12).
pub(super) type Flow<T = ()> = procedure::Flow<Generik, T>;

procedure::script! {
    /// One run of a piece of work.
    pub Script of Generik
}

/// A figure that went out of action and whose consequences are still to come (GEN-WND-08).
#[derive(Clone, Copy, Debug)]
struct Casualty {
    fig: Fig,
    at: Pt,
}

/// What procedures note for themselves.
#[derive(Default)]
pub struct Notes {
    casualties: Vec<Casualty>,
    /// What the judge of the act has found out, until something happens.
    judged: Option<Judged>,
    /// What hangs on the answer, if one is needed.
    pub(super) stake: Stake,
}

impl Notes {
    /// Notes on an act that was just found legal.
    pub(super) fn of(judged: Judged) -> Self {
        Self { judged: Some(judged), ..Self::default() }
    }
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

    /// Spends DA of a figure. The caller has checked that it has them.
    #[inline(always)]
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

    /// Throws `count` six-sided dice (GEN-SCA-04): one entry of the tape. Nothing is simultaneous: figures that have to
    /// roll do so one after the other (GEN-TRN-11, R-032).
    fn dice(&mut self, count: u8, throw: Throw, rule: &'static str) -> Flow<Vec<u8>> {
        Ok(self.roll(count, 6, rule, throw.label())?.to_vec())
    }

    /// Throws one die.
    fn die(&mut self, throw: Throw, rule: &'static str) -> Flow<u8> {
        Ok(self.roll(1, 6, rule, throw.label())?.first().copied().unwrap_or(1))
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

    /// Puts a decision that lists its options. A single option is no question (section 21); `None`: there is no option.
    fn choose<T: Copy>(&mut self, dec: Dec, question: Decision<T>) -> Flow<Option<T>>
    where
        Choice: From<T>,
    {
        self.choose_by(dec.id(), dec, question)
    }

    /// The same, told by another rule than the decision's own.
    fn choose_by<T: Copy>(&mut self, rule: &'static str, dec: Dec, question: Decision<T>) -> Flow<Option<T>>
    where
        Choice: From<T>,
    {
        let Decision { seat, fig, about, die, options, default, stake } = question;
        if options.len() <= 1 {
            return Ok(options.first().copied());
        }
        let listed = || options.iter().map(|option| Choice::from(*option)).collect();
        // An answer that is none of the options does not answer this question: it stays open.
        let answered = self.put(
            |id| Ask::Choose(Question { id, seat, dec, fig, about, die, options: listed(), default }),
            |answer| match answer {
                Answer::Choice(choice) => options.iter().copied().find(|it| Choice::from(*it) == *choice),
                Answer::React(_) | Answer::Resume(_) => None,
            },
        );
        let chosen = answered.inspect_err(|_| self.notes.stake = stake)?;
        self.tell(rule, What::Chose { seat, dec, fig, choice: chosen.into() });
        Ok(Some(chosen))
    }

    /// Opens an opportunity window to one seat (GEN-DEC-15). `make` gives the window with a number.
    fn ask_reaction(&mut self, make: impl FnOnce(u32) -> Window) -> Flow<Option<Reaction>> {
        self.put(
            |id| Ask::React(make(id)),
            |answer| if let Answer::React(reaction) = answer { Some(reaction.clone()) } else { None },
        )
    }

    /// Asks how an interrupted move goes on (GEN-DEC-16).
    fn ask_resume(&mut self, make: impl FnOnce(u32) -> Interrupted) -> Flow<Resume> {
        self.put(
            |id| Ask::Resume(make(id)),
            |answer| if let Answer::Resume(resume) = answer { Some(resume.clone()) } else { None },
        )
    }

    pub(super) fn play(&mut self, unit: &Unit) -> Flow {
        match unit {
            Unit::Begin => return self.begin(),
            Unit::Place(seat, piece) => self.place_piece(*seat, *piece),
            Unit::Edges => return self.edges(),
            Unit::Champions(figs) => self.champions(figs),
            Unit::Mark(seat, at) => self.place_marker(*seat, *at),
            Unit::Deploy(seat, fig, at, facing) => self.deploy(*seat, *fig, *at, *facing),
            Unit::Fight => return self.open_fight(),
            Unit::Act(fig, act) => {
                let before = self.before(*fig);
                self.act(*fig, act)?;
                self.keep(act, before);
                return self.after_act();
            }
            Unit::TakeBack => self.take_back(),
            Unit::End(why) => return self.end(*why),
            Unit::Rout(seat) => return self.rout_by_choice(*seat),
            Unit::After(seat, after) => return self.step_after(*seat, after),
        }
        Ok(())
    }
}

/// What a question is about. See [`Question`].
struct Decision<T> {
    seat: Seat,
    fig: Option<Fig>,
    about: Option<Fig>,
    die: Option<i8>,
    options: Vec<T>,
    default: u8,
    stake: Stake,
}

/// A face with its modifiers.
fn total(face: u8, mods: &[Mod]) -> i8 {
    mods.iter().fold(face as i8, |sum, m| sum.saturating_add(m.n))
}
