//! Resolution: every piece of work is one procedure, written in the order of the rules (see [`bagarre_kit::procedure`]).

pub(super) mod answers;
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
mod odds;
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

pub(super) use odds::{odds, prospects, run_reach, throws_at};
pub(super) use place::towards;

use super::Baston;
use super::command::{Choice, Question};
use super::event::{Answer, Circumstance, Draw, Unit, What};
use super::ids::{Dec, ItemId, Part, Stat, Who};
use super::scene::Figure;
use super::space::Space;
use bagarre_kit::contract::Seat;
use bagarre_kit::procedure;

/// The result of a step of work: a value, or a stop because the tape ended.
pub(super) type Flow<T = ()> = procedure::Flow<Baston, T>;

procedure::script! {
    /// One run of a piece of work.
    pub Script of Baston
}

/// What procedures note for themselves.
#[derive(Default)]
pub struct Notes {
    /// The character whose work this is: it is the author of knock-outs of others (section 21).
    actor: Option<Who>,
    /// Characters displaced by the event under way: none is displaced twice (BAS-BOU-07).
    displaced: Vec<Who>,
    /// The blow or throw that the question now put is about.
    stroke: Option<odds::Stroke>,
    /// Where the blow under way goes, where that was answered with its weapon (RUL-110).
    place: Option<Part>,
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

    /// One die of `sides`.
    pub(super) fn die(&mut self, sides: u8, rule: &'static str, what: &'static str) -> Flow<u8> {
        Ok(self.roll(1, sides, rule, what)?.first().copied().unwrap_or(1))
    }

    /// A random pick among `n` sorted candidates: one die with as many faces; none for a single one (RUL-03). The
    /// index from 0.
    pub(super) fn pick(&mut self, n: usize, rule: &'static str, what: Draw, who: Option<Who>) -> Flow<usize> {
        self.pick_among(n, rule, what, who, |_| None)
    }

    /// The same, with the fact that is told of the one that is drawn.
    pub(super) fn pick_among(
        &mut self,
        n: usize,
        rule: &'static str,
        what: Draw,
        who: Option<Who>,
        picked: impl Fn(usize) -> Option<Who>,
    ) -> Flow<usize> {
        if n <= 1 {
            return Ok(0);
        }
        let face = self.die(n as u8, rule, what.label())?;
        let picked = picked(usize::from(face) - 1);
        self.tell(rule, What::Drew { what, who, sides: n as u8, face, picked });
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

    /// Puts a decision to the owner of `who`, and tells what was chosen: the value for which the chosen option stands, so that what comes of it
    /// is matched on the type of that decision. `make` gives the options and the index of the default as things stand; it is asked
    /// again after an object was dropped meanwhile (DEC-19). A single option is no question; `None`: there is no option.
    pub(super) fn ask<T: Clone>(
        &mut self,
        who: Who,
        dec: Dec,
        rule: &'static str,
        about: Option<Who>,
        make: impl Fn(&Self) -> (Vec<T>, usize),
    ) -> Flow<Option<T>>
    where
        Choice: From<T>,
    {
        let Some((chosen, asked)) = self.ask_untold(who, dec, about, make)? else { return Ok(None) };
        if let Some(silent) = asked {
            self.tell(rule, What::Chose { who, dec, choice: chosen.clone().into(), silent });
        }
        Ok(Some(chosen))
    }

    /// The same without telling it. Beside the value: whether it was settled in advance; `None` where nothing was asked.
    fn ask_untold<T: Clone>(
        &mut self,
        who: Who,
        dec: Dec,
        about: Option<Who>,
        make: impl Fn(&Self) -> (Vec<T>, usize),
    ) -> Flow<Option<(T, Option<bool>)>>
    where
        Choice: From<T>,
    {
        let seat = self.seat(who);
        loop {
            let (mut values, default) = make(self);
            if values.len() <= 1 {
                return Ok(values.pop().map(|only| (only, None)));
            }
            let options: Vec<Choice> = values.iter().cloned().map(Choice::from).collect();
            let (default, odds) = (default as u16, Vec::new());
            // An answer that is none of the options does not answer this question: it stays open.
            let chosen = |choice: &Choice| options.iter().position(|option| option == choice);
            let given = self.put(
                |id| Question { id, seat, who, dec, about, options: options.clone(), default, odds },
                |answer| match answer {
                    Answer::Choice(choice) => Some(TapeAnswer::Option(chosen(choice)?, false)),
                    Answer::Standing(choice) => Some(TapeAnswer::Option(chosen(choice)?, true)),
                    Answer::Drop(dropper, item) => Some(TapeAnswer::Drop(*dropper, *item)),
                },
            )?;
            match given {
                TapeAnswer::Option(n, silent) => return Ok(Some((values.swap_remove(n), Some(silent)))),
                TapeAnswer::Drop(dropper, item) => self.drop_item(dropper, item)?,
            }
        }
    }

    /// Notes an answer that an instruction of the sheet gave (BAS-PRG-11).
    pub(super) fn instructed(&mut self, who: Who, dec: Dec, rule: &'static str, choice: impl Into<Choice>) {
        self.tell(rule, What::Chose { who, dec, choice: choice.into(), silent: true });
    }

    /// Begins a new event: every character may be displaced again.
    pub(super) fn fresh_event(&mut self) {
        self.notes.displaced.clear();
    }

    pub(super) fn play(&mut self, unit: Unit) -> Flow {
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

/// An answer to a question, as the tape has it: the option of that number, settled in advance or not, or an object that is dropped first (DEC-19).
enum TapeAnswer {
    Option(usize, bool),
    Drop(Who, ItemId),
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
