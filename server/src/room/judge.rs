//! Judging commands on a copy of the game, and the steps that come of it. Several can follow from each other, to be
//! written together.

use std::collections::BTreeMap;
use std::sync::Arc;

use bagarre_protocol::fair::{Author, Blind};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::AnyGame;
use bagarre_rules::contract::{Actor, Audience, Seat};
use uuid::Uuid;

use super::audience::{AudienceKey, audience};
use super::chain::tie;
use super::lapse::{self, is_lapse};
use super::play::Play;
use super::question::{Made, OpenQuestion, Turned, put};
use super::refuse;
use super::seals::{Opening, Spans};
use super::step::{Step, list, stumble};
use super::trouble::Trouble;
use crate::clock::Time;
use crate::fair::{Hash, Noted, canonical, seal};
use crate::store::JournalRow;

impl Step {
    fn base(&self) -> Base<'_> {
        Base {
            game: &self.game,
            entry: self.row.entry,
            at: self.row.at,
            drawn: self.row.drawn,
            head: self.row.link.as_ref().map(|link| &link.head),
            question: &self.question,
        }
    }
}

/// What an entry follows.
#[derive(Clone, Copy)]
struct Base<'a> {
    game: &'a AnyGame,
    entry: u32,
    at: i64,
    drawn: u64,
    head: Option<&'a Hash>,
    question: &'a OpenQuestion,
}

/// A command, who gives it, and how it came.
pub(super) struct Submission<'a> {
    pub(super) by: Actor,
    pub(super) author: Author,
    pub(super) id: Uuid,
    pub(super) command: &'a str,
    /// What was sealed blindly, and has come to this command.
    pub(super) blind: Option<Blind>,
    /// See [`Step::absent`].
    pub(super) absent: bool,
}

/// Names who opened what a seat had sealed, or the clock that answers for it.
pub(super) type NameMaker<'a> = &'a mut dyn FnMut(Seat, Option<&Opening>) -> Result<Author, Trouble>;

/// For whom an entry is told, and when it is made.
#[derive(Clone, Copy)]
pub(super) struct Occasion<'a> {
    pub(super) audiences: &'a [AudienceKey],
    pub(super) time: Time,
    /// How long new clocks wait for those who are shown what came before.
    pub(super) grace: i64,
    pub(super) spans: Spans,
}

/// Answers to one question that a seat may take back.
const MAX_WITHDRAWALS: u8 = 10;

/// Refuses to take an answer back once more: each time is written for ever.
fn may_withdraw(before: &OpenQuestion, after: &OpenQuestion, seat: Seat) -> Result<(), Trouble> {
    let (before, after) = (before.withdrawals(seat), after.withdrawals(seat));
    if after > MAX_WITHDRAWALS && after > before { Err(refuse::withdrawn().into()) } else { Ok(()) }
}

fn poisoned(why: impl std::fmt::Display) -> Trouble {
    Trouble::Poisoned(why.to_string())
}

impl Play {
    fn base(&self) -> Base<'_> {
        Base {
            game: &self.game,
            entry: self.entry,
            at: self.at,
            drawn: self.drawn,
            head: self.chain.last(),
            question: &self.question,
        }
    }

    /// Judges a command on a copy. Nothing changes before [`Play::swap`].
    pub(super) fn judge(&self, given: Submission<'_>, told: Occasion<'_>) -> Result<Step, Trouble> {
        self.judge_on(self.base(), given, told)
    }

    /// Judges a command upon steps that are not durable yet.
    pub(super) fn judge_after(
        &self,
        before: &[Step],
        given: Submission<'_>,
        told: Occasion<'_>,
    ) -> Result<Step, Trouble> {
        self.judge_on(before.last().map_or_else(|| self.base(), Step::base), given, told)
    }

    fn judge_on(&self, base: Base<'_>, given: Submission<'_>, told: Occasion<'_>) -> Result<Step, Trouble> {
        let Submission { by, author, id, command, blind, absent } = given;
        let mut game = base.game.clone();
        let mut dice = Noted::new(self.seed, base.drawn);
        let mut events = Vec::new();
        let mut notices: BTreeMap<AudienceKey, Vec<Payload>> =
            told.audiences.iter().map(|key| (*key, Vec::new())).collect();
        let audiences: Vec<Audience> = notices.keys().map(|key| audience(*key)).collect();
        let accepted = game
            .submit(by, command, &mut dice, &mut |moment| {
                events.push(moment.event());
                for (heard, notice) in notices.values_mut().zip(moment.notices(&audiences)) {
                    heard.extend(notice.map(Payload::from));
                }
            })
            .map_err(stumble)?;
        let blind = match blind {
            // As the rules write it, unless that is how it was sealed.
            Some(Blind::Opened { seal, salt, sheet: Some(sheet) }) => {
                let same =
                    canonical(&sheet).map_err(poisoned)? == canonical(&accepted.command).map_err(poisoned)?;
                Some(Blind::Opened { seal, salt, sheet: (!same).then_some(sheet) })
            }
            blind => blind,
        };
        let promised = matches!(blind, Some(Blind::Opened { .. }));
        let seal = if accepted.sealed && !promised {
            let salt = self.world.salt::<16>().map_err(poisoned)?;
            Some((seal(&salt, accepted.command.get()).map_err(poisoned)?, salt))
        } else {
            None
        };
        let (drawn, rolls) = dice.done();
        let mut row = JournalRow {
            game: self.id,
            entry: base.entry + 1,
            // The clock of the machine may go back, that of a game does not.
            at: told.time.wall.max(base.at),
            actor: Some(by),
            command_id: Some(id),
            command: Some(accepted.command.into()),
            events: list(&events)?,
            drawn,
            seal,
            blind,
            link: None,
        };
        let outcome = game.outcome();
        tie(&self.world, base.head, &mut row, outcome.as_ref(), Some(author), rolls)?;
        let mut question = base.question.clone();
        let made = Made {
            by: Some(by.seat()),
            by_clock: matches!(by, Actor::Clock(_)),
            entry: row.entry,
            at: row.at,
            now: told.time.table,
            grace: told.grace,
            spans: told.spans,
        };
        if let Some(blind) = &row.blind {
            question.note(made, blind);
        }
        let sealing = self.blind && game.asks_sealed();
        let turned = question.turn(made, game.asking(), sealing, put(&game, self.clocks));
        may_withdraw(base.question, &question, by.seat())?;
        let lapsed = is_lapse(&row).then(|| lapse::question(base.game)).flatten();
        let row = Arc::new(row);
        Ok(Step { game, row, question, turned, outcome, notices, lapsed, absent })
    }

    /// The entry with which a seat seals, or takes its seal back: the rules do not hear of it.
    pub(super) fn note(
        &self,
        (seat, author): (Seat, Author),
        id: Uuid,
        blind: Blind,
        told: Occasion<'_>,
    ) -> Result<Step, Trouble> {
        let base = self.base();
        let mut row = JournalRow {
            game: self.id,
            entry: base.entry + 1,
            at: told.time.wall.max(base.at),
            actor: Some(Actor::Seat(seat)),
            command_id: Some(id),
            command: None,
            events: list(&[])?,
            drawn: base.drawn,
            seal: None,
            blind: None,
            link: None,
        };
        let mut question = base.question.clone();
        let made = Made {
            by: Some(seat),
            by_clock: false,
            entry: row.entry,
            at: row.at,
            now: told.time.table,
            grace: told.grace,
            spans: told.spans,
        };
        question.note(made, &blind);
        may_withdraw(base.question, &question, seat)?;
        row.blind = Some(blind);
        tie(&self.world, base.head, &mut row, None, Some(author), Vec::new())?;
        let notices = told.audiences.iter().map(|key| (*key, Vec::new())).collect();
        let game = base.game.clone();
        Ok(Step {
            game,
            row: Arc::new(row),
            question,
            turned: Turned::Same,
            outcome: None,
            notices,
            lapsed: None,
            absent: false,
        })
    }

    /// Everything that was opened, in the order of seats; for the others, and where the rules refuse a sheet, the answer of
    /// the clock. `author` names who opened a sheet, or the clock.
    pub(super) fn reveal(&self, told: Occasion<'_>, author: NameMaker<'_>) -> Result<Vec<Step>, Trouble> {
        let mut steps: Vec<Step> = Vec::new();
        for seat in self.question.asked.iter() {
            let base = steps.last().map_or_else(|| self.base(), Step::base);
            let Some(held) = base.question.seals.held(seat) else { continue };
            let seal = held.entry;
            let blind = match self.question.seals.opening(seat) {
                Some(opening) => {
                    let (salt, sheet) = (Some(hex::encode(opening.salt)), Some(opening.sheet.clone()));
                    let given = Submission {
                        by: Actor::Seat(seat),
                        author: author(seat, Some(opening))?,
                        id: self.world.new_id(),
                        command: opening.sheet.text(),
                        blind: Some(Blind::Opened { seal, salt: salt.clone(), sheet: sheet.clone() }),
                        absent: false,
                    };
                    match self.judge_on(base, given, told) {
                        Ok(step) => {
                            steps.push(step);
                            continue;
                        }
                        Err(Trouble::Refused(_)) => Blind::Refused { seal, salt, sheet },
                        Err(trouble) => return Err(trouble),
                    }
                }
                None => Blind::Unopened { seal, wrong: self.question.seals.was_wrong(seat) },
            };
            let default = base.game.default_answer(seat);
            let given = Submission {
                by: Actor::Clock(seat),
                author: author(seat, None)?,
                id: self.world.new_id(),
                command: default.get(),
                absent: matches!(blind, Blind::Unopened { .. }),
                blind: Some(blind),
            };
            let step = self.judge_on(base, given, told).map_err(|trouble| match trouble {
                Trouble::Refused(refusal) => {
                    poisoned(format!("the default answer was refused: {}", refusal.code))
                }
                trouble => trouble,
            })?;
            steps.push(step);
        }
        Ok(steps)
    }
}
