//! The exercise that is played in a room.

use bagarre_protocol::room::{ExerciseState, Settings};
use bagarre_rules::any::{AnyGame, Json, Refusal, RulesetId};
use bagarre_rules::contract::{Lang, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_rules::exercise::{Exercise, Judge, Progress, Staged, chance};
use serde_json::value::{RawValue, to_raw_value};

use super::refuse;
use crate::store::{GameRecord, JournalRow};

/// The exercise of a ruleset that bears an id.
pub(crate) fn exercise(ruleset: RulesetId, id: &str) -> Result<&'static Exercise, Refusal> {
    ruleset.exercises().iter().find(|exercise| exercise.card.id == id).ok_or_else(refuse::no_such_exercise)
}

/// The set-up of a game in a room of an exercise; `None` in any other room.
pub(super) fn setup(ruleset: RulesetId, settings: &Settings, lang: Lang) -> Result<Option<Json>, Refusal> {
    let Some(id) = &settings.exercise else { return Ok(None) };
    let setup = to_raw_value(&exercise(ruleset, id)?.setup(lang));
    setup.map(Some).map_err(|_| refuse::no_such_exercise())
}

/// An exercise while it is played, judged from the journal.
pub(super) struct Practice {
    exercise: &'static Exercise,
    judge: Judge,
    /// The entry with which it was settled.
    settled: Option<u32>,
    /// What people were last told.
    told: Progress,
}

impl Practice {
    /// That of a game, if it is one of an exercise which this build has.
    pub(super) fn of(ruleset: RulesetId, record: &GameRecord) -> Option<Self> {
        let staged = Staged::read(record.setup.text())?;
        let exercise = exercise(ruleset, &staged.exercise).ok()?;
        Some(Self { exercise, judge: Judge::new(exercise), settled: None, told: Progress::Open })
    }

    /// An entry was made; with `over` it is the last one.
    pub(super) fn hear(&mut self, row: &JournalRow, over: bool) {
        // A row that cannot be read has not been folded either.
        for event in row.events.read::<Vec<&RawValue>>().unwrap_or_default() {
            self.judge.hear(event.get());
        }
        if over {
            self.judge.over();
        }
        if self.judge.progress() != Progress::Open {
            self.settled.get_or_insert(row.entry);
        }
    }

    /// Whether it stands otherwise than people were told.
    pub(super) fn news(&mut self) -> bool {
        std::mem::replace(&mut self.told, self.judge.progress()) != self.judge.progress()
    }

    /// The chance of a bot.
    pub(super) fn chance(&self, game: &AnyGame, seat: Seat) -> Seeded {
        chance(self.exercise.start.dice, game, seat)
    }

    /// How it stands.
    pub(super) fn shown(&self) -> ExerciseState {
        ExerciseState { seat: self.exercise.start.seat, progress: self.judge.progress(), entry: self.settled }
    }
}
