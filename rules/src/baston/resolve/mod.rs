//! Resolution: every piece of work is one procedure, written in the order of the rules.
//!
//! A [`Script`] runs a piece of work on a copy of the scene. Where it needs a die or an answer it takes the next
//! entry of its tape; where the tape ends it goes on with dice that are thrown at once, if it is given any, else it stops and
//! says what it needs. When the die has fallen or the answer has come, the work is run again from its start with the longer
//! tape. What a procedure tells is thus a function of the scene it began in and of its tape, so a game can stop at any
//! question, be stored, and go on years later; and event by event the same is told whether its dice were to hand or not.

mod bars;
mod blow;
mod chairs;
mod doors;
mod fall;
mod hold;
mod hurt;
mod items;
mod jostle;
mod jump;
mod long;
mod moves;
mod overturn;
mod place;
mod plot;
mod push;
mod rob;
mod run;
mod shove;
mod strike;
mod take;
mod throw;
pub(super) mod turn;

pub(super) use place::towards;

use super::command::{Choice, Question, Standing};
use super::event::{Circumstance, Draw, Event, Fact, Input, Need, Unit, What};
use super::ids::{Dec, Stat, Who};
use super::scene::{Figure, Scene};
use super::space::Space;
use super::state::{State, Work};
use crate::contract::{Roll, Rule, Seat, Throw};

/// The result of a step of work: a value, or a stop because the tape ended.
pub(super) type Flow<T = ()> = Result<T, Box<Need>>;

/// One run of a piece of work.
pub(super) struct Script<'a> {
    /// The game, for what does not change while the work runs: board, characters, options, sheets.
    pub(super) state: &'a State,
    /// The scene as it is at this point of the work.
    pub(super) scene: Scene,
    standing: &'a [Standing],
    tape: &'a [Input],
    at: usize,
    throw: Throw<'a>,
    thrown: Vec<Thrown>,
    question: u32,
    facts: Vec<Fact>,
    /// The character whose work this is: knock-outs of others are his doing (section 21).
    pub(super) actor: Option<Who>,
    /// Characters displaced by the event under way: nobody is displaced twice (BAS-BOU-07).
    pub(super) displaced: Vec<Who>,
}

/// A die that was thrown while the work ran on.
struct Thrown {
    /// How many facts had been told before.
    told: usize,
    roll: Roll,
    face: u8,
}

/// What a run came to.
pub(super) struct Outcome {
    /// All facts from the start of the work.
    pub(super) facts: Vec<Fact>,
    thrown: Vec<Thrown>,
    /// What it needs now.
    pub(super) need: Need,
}

impl Outcome {
    /// The new facts and the need of the event that ran the work, `told` being known already; an event is added for each die.
    pub(super) fn part(self, told: usize, rolled: &mut Vec<Event>) -> (Vec<Fact>, Need) {
        let Self { mut facts, mut need, thrown } = self;
        let first = rolled.len();
        for Thrown { told, roll, face } in thrown.into_iter().rev() {
            let then = std::mem::replace(&mut need, Need::Roll(roll));
            rolled.push(Event::Rolled { face, facts: facts.split_off(told), then });
        }
        rolled[first..].reverse();
        let told = told.min(facts.len());
        (if told > 0 { facts.split_off(told) } else { facts }, need)
    }
}

/// Runs a piece of work from the scene it begins in. `question` is the number the next unanswered question gets,
/// given how many are answered on the tape.
pub(super) fn run(
    state: &State,
    unit: Unit,
    base: &Scene,
    tape: &[Input],
    answered: u32,
    throw: Throw<'_>,
) -> Outcome {
    run_with((state, &state.standing), unit, base, tape, answered, throw)
}

/// Runs suspended work again with a longer tape, and with the standing answers it began with.
pub(super) fn rerun(state: &State, work: &Work, tape: &[Input], answered: u32, throw: Throw<'_>) -> Outcome {
    let standing = work.standing.as_ref().unwrap_or(&state.standing);
    run_with((state, standing), work.unit, &work.base, tape, answered, throw)
}

fn run_with(
    (state, standing): (&State, &[Standing]),
    unit: Unit,
    base: &Scene,
    tape: &[Input],
    answered: u32,
    throw: Throw<'_>,
) -> Outcome {
    let on_tape = tape.iter().filter(|input| matches!(input, Input::Choice(_))).count() as u32;
    let mut script = Script {
        state,
        scene: base.clone(),
        standing,
        tape,
        at: 0,
        throw,
        thrown: Vec::new(),
        question: answered - on_tape.min(answered) + 1,
        facts: Vec::new(),
        actor: None,
        displaced: Vec::new(),
    };
    let need = match script.play(unit) {
        Ok(()) => Need::Done,
        Err(need) => *need,
    };
    Outcome { facts: script.facts, thrown: script.thrown, need }
}

/// Drops objects between pieces of work (BAS-OBJ-02); the facts, or what it needs that cannot be had here.
pub(super) fn drop_now(state: &State, who: Who, item: super::ids::ItemId) -> Outcome {
    let mut script = Script {
        state,
        scene: state.scene.clone(),
        standing: &state.standing,
        tape: &[],
        at: 0,
        throw: &mut |_| None,
        thrown: Vec::new(),
        question: 0,
        facts: Vec::new(),
        actor: None,
        displaced: Vec::new(),
    };
    let need = match script.drop_item(who, item) {
        Ok(()) => Need::Done,
        Err(need) => *need,
    };
    Outcome { facts: script.facts, thrown: script.thrown, need }
}

impl Script<'_> {
    /// The board with what stands on it at this point of the work.
    pub(super) fn space(&self) -> Space<'_> {
        Space::new(&self.state.board, &self.scene)
    }

    /// A character at this point of the work.
    pub(super) fn fig(&self, who: Who) -> &Figure {
        self.scene.figure(who)
    }

    /// The player of a character.
    pub(super) fn seat(&self, who: Who) -> Seat {
        self.state.seat_of(who)
    }

    /// Whether two characters are of one band.
    pub(super) fn friends(&self, a: Who, b: Who) -> bool {
        self.seat(a) == self.seat(b)
    }

    /// The value of a characteristic.
    pub(super) fn stat(&self, who: Who, stat: Stat) -> u8 {
        self.state.fighters[who.i()].stat(stat)
    }

    /// Tells a fact: it becomes true at once.
    pub(super) fn tell(&mut self, rule: &'static str, what: What) {
        self.scene.apply(&what);
        self.facts.push(Fact { rule: Rule::new(rule), what });
        self.watch(self.facts.len() - 1);
    }

    /// One die of `sides`.
    pub(super) fn die(&mut self, sides: u8, rule: &'static str, what: &'static str) -> Flow<u8> {
        if let Some(Input::Face(face)) = self.tape.get(self.at) {
            self.at += 1;
            return Ok(*face);
        }
        let roll = Roll { count: 1, sides, rule: Rule::new(rule), what: what.into() };
        if self.at == self.tape.len()
            && let Some(faces) = (self.throw)(&roll)
        {
            let face = faces.first().copied().unwrap_or(1);
            self.thrown.push(Thrown { told: self.facts.len(), roll, face });
            return Ok(face);
        }
        Err(Box::new(Need::Roll(roll)))
    }

    /// A random pick among `n` sorted candidates: one die with as many faces; none for a single one (RUL-03). The
    /// index from 0.
    pub(super) fn pick(&mut self, n: usize, rule: &'static str, what: Draw, who: Option<Who>) -> Flow<usize> {
        if n <= 1 {
            return Ok(0);
        }
        let face = self.die(n as u8, rule, what.label())?;
        self.tell(rule, What::Drew { what, who, sides: n as u8, face });
        Ok(usize::from(face) - 1)
    }

    /// A characteristic test: 1D8 + maluses at most the value; stunned +2 (RUL-01, RUL-02, BAS-STN-07).
    pub(super) fn test(&mut self, who: Who, stat: Stat, rule: &'static str) -> Flow<bool> {
        self.test_under(who, stat, Vec::new(), rule)
    }

    /// The same, made harder by 2 for each circumstance.
    pub(super) fn test_under(
        &mut self,
        who: Who,
        stat: Stat,
        mut why: Vec<Circumstance>,
        rule: &'static str,
    ) -> Flow<bool> {
        let die = self.die(8, rule, stat.test_label())?;
        if self.fig(who).stunned() {
            why.push(Circumstance::Stunned);
        }
        let malus = 2 * why.len() as u8;
        let value = self.stat(who, stat);
        let ok = die + malus <= value;
        self.tell(rule, What::Test { who, stat, value, die, malus, ok, why });
        Ok(ok)
    }

    /// Puts a decision to the owner of `who`. `make` gives the options and the index of the default as things stand;
    /// it is asked again after an object was dropped meanwhile (DEC-19). A single option is no question; a
    /// standing answer takes the default in silence; no option is [`Choice::No`].
    pub(super) fn ask(
        &mut self,
        who: Who,
        dec: u8,
        rule: &'static str,
        about: Option<Who>,
        make: impl Fn(&Self) -> (Vec<Choice>, usize),
    ) -> Flow<Choice> {
        let dec = Dec(dec);
        let seat = self.seat(who);
        loop {
            let (options, default) = make(self);
            if options.len() <= 1 {
                return Ok(options.into_iter().next().unwrap_or(Choice::No));
            }
            if self.standing.get(usize::from(seat.0)).is_some_and(|it| it.defaults.contains(&dec)) {
                let choice = options[default.min(options.len() - 1)].clone();
                self.tell(rule, What::Chose { who, dec, choice: choice.clone(), silent: true });
                return Ok(choice);
            }
            match self.tape.get(self.at) {
                Some(Input::Choice(choice)) => {
                    self.at += 1;
                    self.question += 1;
                    self.tell(rule, What::Chose { who, dec, choice: choice.clone(), silent: false });
                    return Ok(choice.clone());
                }
                Some(Input::Drop(dropper, item)) => {
                    self.at += 1;
                    self.drop_item(*dropper, *item)?;
                }
                Some(Input::Face(_)) | None => {
                    let default = default as u16;
                    let id = self.question;
                    return Err(Box::new(Need::Ask(Question {
                        id,
                        seat,
                        who,
                        dec,
                        about,
                        options,
                        default,
                    })));
                }
            }
        }
    }

    /// Notes an answer that an instruction of the sheet gave (BAS-PRG-11).
    pub(super) fn instructed(&mut self, who: Who, dec: u8, rule: &'static str, choice: Choice) {
        self.tell(rule, What::Chose { who, dec: Dec(dec), choice, silent: true });
    }

    /// A new event: everybody may be displaced again.
    pub(super) fn fresh_event(&mut self) {
        self.displaced.clear();
    }

    fn play(&mut self, unit: Unit) -> Flow {
        match unit {
            Unit::Place(who) => return self.place(who),
            Unit::Ranks => return self.draw_ranks(),
            Unit::Activate(who) => return self.activate(who),
            Unit::Round(who, round) => return self.round(who, round),
            Unit::Push(who) => return self.push_group(who),
            Unit::LongAction(who) => return self.long_action(who),
            Unit::Complete(who) => return self.complete_task(who),
            Unit::Turn => self.open_turn(),
            Unit::Reveal => self.reveal(),
            Unit::Sequence => self.open_sequence(),
            Unit::Long => self.open_long(),
            Unit::Closing => self.open_closing(),
            Unit::Close => self.close_sequence(),
            Unit::Rewritten => self.rewritten(),
            Unit::EndTurn => self.end_turn(),
        }
        Ok(())
    }
}

impl Draw {
    const fn label(self) -> &'static str {
        match self {
            Self::Row => "start row",
            Self::Column => "start column",
            Self::Rank => "rank tie",
            Self::Target => "random target",
            Self::Direction => "random direction",
            Self::Point => "random point",
            Self::Facing => "random facing",
            Self::StrengthTie => "strength tie",
        }
    }
}

impl Stat {
    const fn test_label(self) -> &'static str {
        match self {
            Self::For => "FOR test",
            Self::Dex => "DEX test",
            Self::Vit => "VIT test",
            Self::Con => "CON test",
            Self::Com => "COM test",
        }
    }
}
