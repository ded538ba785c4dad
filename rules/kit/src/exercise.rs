//! Exercises: a position with one goal, for one seat, with dice that fall the same at each try.
//!
//! An exercise is data of its system. Whether its goal is reached is judged from public facts alone, as the journal
//! keeps them, by every way: see [`Judge`]. The other seats are bots whose chance hangs on the exercise and the
//! question ([`chance`]), so that the same answers always meet the same fight.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::any::{AnyGame, Json};
use crate::contract::{Lang, Seat};
use crate::dice::Seeded;
use crate::gather::Terms;
use crate::presentation::Words;

#[cfg(feature = "testkit")]
pub mod attempt;
pub mod start;

/// What an exercise is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum ExerciseKind {
    /// One idea of the rules, with a hint.
    Lesson,
    /// Something to find out.
    Puzzle,
}

/// An exercise as players read of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct ExerciseCard {
    /// Its id within its system.
    pub id: String,
    /// The kind of the exercise.
    pub kind: ExerciseKind,
    /// How hard it is, 1 to 5.
    pub level: u8,
    /// Ids of the rules that a lesson is about; empty for a puzzle, whose solution they would give away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub rules: Vec<String>,
    /// Its name.
    pub title: Words,
    /// Where one stands, and the goal.
    pub text: Words,
    /// A hint, on request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hint: Option<Words>,
}

/// What a fact has to say: fields by name, joined by dots where they lie in one another. A value stands for itself, a table for
/// bounds of a number or for several values: `{ least = 3 }`, `{ of = ["hit", "won"] }`.
type Pattern = BTreeMap<String, Value>;

/// Something that facts tell.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Condition {
    /// All of these hold.
    All {
        /// These.
        all: Vec<Condition>,
    },
    /// One of these holds.
    Any {
        /// These.
        any: Vec<Condition>,
    },
    /// Such facts were told.
    Told {
        /// What they say.
        told: Pattern,
        /// How many it takes.
        #[serde(default = "once")]
        times: u32,
        /// How many there were.
        #[serde(skip)]
        seen: u32,
    },
}

const fn once() -> u32 {
    1
}

impl Condition {
    fn hear(&mut self, fact: &Value) {
        match self {
            Self::All { all: list } | Self::Any { any: list } => list.iter_mut().for_each(|it| it.hear(fact)),
            Self::Told { told, seen, .. } => *seen += u32::from(says(fact, told)),
        }
    }

    fn holds(&self) -> bool {
        match self {
            Self::All { all } => all.iter().all(Self::holds),
            Self::Any { any } => any.iter().any(Self::holds),
            Self::Told { times, seen, .. } => seen >= times,
        }
    }
}

/// Whether a fact says all of a pattern.
fn says(fact: &Value, pattern: &Pattern) -> bool {
    pattern.iter().all(|(path, wanted)| {
        let value = path.split('.').try_fold(fact, |at, name| match at {
            Value::Array(list) => list.get(name.parse::<usize>().ok()?),
            _ => at.get(name),
        });
        value.is_some_and(|value| match wanted {
            Value::Object(bounds) => bounds.iter().all(|(bound, with)| within(value, bound, with)),
            plain => plain == value,
        })
    })
}

fn within(value: &Value, bound: &str, with: &Value) -> bool {
    let both = value.as_i64().zip(with.as_i64());
    match bound {
        "least" => both.is_some_and(|(value, least)| value >= least),
        "most" => both.is_some_and(|(value, most)| value <= most),
        "of" => with.as_array().is_some_and(|of| of.contains(value)),
        _ => false,
    }
}

/// An exercise: see the [module](self).
#[derive(Debug)]
pub struct Exercise {
    /// What players read of it.
    pub card: ExerciseCard,
    /// The moment it begins with.
    pub start: Start,
    /// The condition to reach.
    pub goal: Condition,
    /// With what it is lost, if the goal is not reached by then. The end of the game loses it too.
    pub lost: Condition,
}

/// The moment an exercise begins with.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The terms of the game it was taken from.
    pub terms: Terms,
    /// The seat to play.
    pub seat: Seat,
    /// The bot on the other seats.
    pub bot: String,
    /// The number the dice come from, as in [`Seeded::from_number`].
    pub dice: u32,
    /// What French names in the position are in English, where they differ.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    /// The moment, as the system writes positions.
    pub position: Json,
}

/// What the file of exercises says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    exercise: Vec<Written>,
}

/// An exercise as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    kind: ExerciseKind,
    level: u8,
    #[serde(default)]
    rules: Vec<String>,
    title: Words,
    text: Words,
    hint: Option<Words>,
    goal: Condition,
    lost: Condition,
}

/// Reads the exercises of a system: `texts` is TOML with what people wrote, `starts` the file of the moment of each: see
/// [`start`].
///
/// # Panics
/// When they do not fit each other: both are part of the program, and tested.
pub fn read(texts: &str, starts: &str) -> Vec<Exercise> {
    let file: File = toml::from_str(texts).expect("the texts of the exercises are part of the program");
    let mut starts = start::read(starts);
    let exercises = file.exercise.into_iter().map(|written| {
        let Written { id, kind, level, rules, title, text, hint, goal, lost } = written;
        let start = starts.remove(&id).expect("each exercise has its start");
        Exercise { card: ExerciseCard { id, kind, level, rules, title, text, hint }, start, goal, lost }
    });
    let exercises = exercises.collect();
    assert!(starts.is_empty(), "each start has its exercise");
    exercises
}

/// The set-up of a game that begins in the middle: an exercise.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Staged {
    /// Which exercise.
    pub exercise: String,
    /// The number its dice come from.
    pub dice: u32,
    /// The moment.
    pub position: Json,
}

impl Staged {
    /// Reads a set-up; `None` when it is that of any other game.
    pub fn read(setup: &str) -> Option<Self> {
        serde_json::from_str(setup).ok()
    }

    /// The seed of its dice.
    pub fn seed(&self) -> [u8; 32] {
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&self.dice.to_le_bytes());
        seed
    }
}

impl Exercise {
    /// The set-up of a game of it, with names in a language.
    ///
    /// # Panics
    /// When the position is no JSON, which it is.
    pub fn setup(&self, lang: Lang) -> Staged {
        let Start { dice, position, names, .. } = &self.start;
        let mut position = position.clone();
        if lang == Lang::En && !names.is_empty() {
            let read = serde_json::from_str(position.get());
            let mut value: Value = read.expect("a position is JSON");
            rename(&mut value, names);
            position = serde_json::value::to_raw_value(&value).expect("JSON can be written");
        }
        Staged { exercise: self.card.id.clone(), dice: *dice, position }
    }
}

/// Puts other names in the place of some.
fn rename(value: &mut Value, names: &BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(name) if key == "name" => {
                        if let Some(other) = names.get(name) {
                            name.clone_from(other);
                        }
                    }
                    value => rename(value, names),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| rename(value, names)),
        _ => {}
    }
}

/// The chance of a bot in an exercise: it hangs on nothing but the exercise, the seat and what it is asked.
pub fn chance(dice: u32, game: &AnyGame, seat: Seat) -> Seeded {
    let ask = game.ask_for(seat);
    let ask = ask.as_ref().map_or("", |ask| ask.get());
    let bytes = dice.to_le_bytes().into_iter().chain([seat.0]).chain(ask.bytes());
    // FNV-1a.
    let number = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Seeded::from_number(number)
}

/// How far a person is with an exercise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Progress {
    /// The goal can still be reached.
    #[default]
    Open,
    /// It is reached.
    Reached,
    /// It can be reached no more.
    Failed,
}

/// Judges an exercise while it is played.
#[derive(Clone, Debug)]
pub struct Judge {
    goal: Condition,
    lost: Condition,
    progress: Progress,
}

impl Judge {
    /// Before the first event.
    pub fn new(exercise: &Exercise) -> Self {
        Self { goal: exercise.goal.clone(), lost: exercise.lost.clone(), progress: Progress::Open }
    }

    /// Returns the progress.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Hears an event as the journal keeps it; what it tells all audiences are its `facts`. What is settled stays settled.
    pub fn hear(&mut self, event: &str) {
        #[derive(Deserialize)]
        struct EventFacts {
            #[serde(default)]
            facts: Vec<Value>,
        }
        let Ok(EventFacts { facts }) = serde_json::from_str(event) else { return };
        for fact in facts {
            if self.progress != Progress::Open {
                return;
            }
            self.goal.hear(&fact);
            self.lost.hear(&fact);
            if self.goal.holds() {
                self.progress = Progress::Reached;
            } else if self.lost.holds() {
                self.progress = Progress::Failed;
            }
        }
    }

    /// The game is over: what is not reached by now never is.
    pub fn over(&mut self) {
        if self.progress == Progress::Open {
            self.progress = Progress::Failed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(goal: &str, lost: &str) -> Judge {
        let read =
            |text: &str| toml::from_str::<BTreeMap<String, Condition>>(text).unwrap().remove("it").unwrap();
        Judge { goal: read(goal), lost: read(lost), progress: Progress::Open }
    }

    const TURN: &str = r#"it = { told = { t = "turn", turn = { least = 3 } } }"#;

    fn after(judge: &Judge, events: &[&str]) -> Progress {
        let mut judge = judge.clone();
        for event in events {
            judge.hear(event);
        }
        judge.progress()
    }

    #[test]
    fn the_goal_is_judged_from_facts_alone_and_stays_settled() {
        let judge = judge(r#"it = { told = { t = "out", who = 3 } }"#, TURN);
        let (out, other) =
            (r#"{"e":"x","facts":[{"t":"out","who":3}]}"#, r#"{"facts":[{"t":"out","who":2}]}"#);
        let turn = r#"{"facts":[{"t":"turn","turn":3}]}"#;
        assert_eq!(after(&judge, &[other]), Progress::Open);
        assert_eq!(after(&judge, &[out, turn]), Progress::Reached);
        assert_eq!(after(&judge, &[r#"{"facts":[{"t":"turn","turn":2}]}"#, turn, out]), Progress::Failed);
        assert_eq!(
            after(&judge, &[r#"{"e":"programmed"}"#, "{", "[]"]),
            Progress::Open,
            "no facts, no change"
        );
        let mut over = judge.clone();
        over.over();
        assert_eq!(over.progress(), Progress::Failed);
        over.hear(out);
        assert_eq!(over.progress(), Progress::Failed);
    }

    #[test]
    fn facts_of_one_event_count_in_their_order() {
        let judge = judge(r#"it = { told = { t = "out" } }"#, TURN);
        assert_eq!(after(&judge, &[r#"{"facts":[{"t":"turn","turn":3},{"t":"out"}]}"#]), Progress::Failed);
        assert_eq!(after(&judge, &[r#"{"facts":[{"t":"out"},{"t":"turn","turn":3}]}"#]), Progress::Reached);
    }

    #[test]
    fn conditions_are_counted_and_joined() {
        let goal = r#"it = { all = [
            { told = { t = "wounded", left = { most = 1 } }, times = 2 },
            { any = [{ told = { "at.0" = 7 } }, { told = { way = { of = ["fall", "jump"] } } }] },
        ] }"#;
        let judge = judge(goal, TURN);
        let wound = r#"{"facts":[{"t":"wounded","left":1}]}"#;
        let (at, way) = (r#"{"facts":[{"at":[7,2]}]}"#, r#"{"facts":[{"way":"jump"}]}"#);
        assert_eq!(after(&judge, &[wound, at]), Progress::Open);
        assert_eq!(after(&judge, &[wound, at, wound]), Progress::Reached);
        assert_eq!(after(&judge, &[wound, wound, way]), Progress::Reached);
        let others =
            [r#"{"facts":[{"at":[2,7]},{"way":"run"},{"t":"wounded","left":2},{"t":"wounded"}]}"#; 3];
        assert_eq!(after(&judge, &others), Progress::Open);
        assert_eq!(after(&judge, &[wound, wound, others[0]]), Progress::Open);
    }

    #[test]
    fn a_bound_that_is_unknown_never_holds() {
        let judge = judge(r"it = { told = { turn = { about = 3 } } }", TURN);
        assert_eq!(after(&judge, &[r#"{"facts":[{"turn":3}]}"#]), Progress::Open);
    }

    #[test]
    fn only_a_set_up_with_a_position_is_staged() {
        let staged = Staged::read(r#"{"exercise":"a","dice":258,"position":{"scene":[1]}}"#).unwrap();
        assert_eq!(
            (staged.seed()[..4].to_vec(), staged.position.get()),
            (vec![2, 1, 0, 0], r#"{"scene":[1]}"#)
        );
        assert_eq!(staged.seed(), {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&258_u64.to_le_bytes());
            seed
        });
        for other in ["{", "{}", r#"{"scenario":"a","position":{}}"#, r#"{"position":{}}"#] {
            assert!(Staged::read(other).is_none(), "{other}");
        }
    }
}
