//! Solutions found anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bagarre_rules::any::{Json, RulesetId};
use bagarre_rules::exercise::attempt::{Answered, Attempt};
use bagarre_rules::exercise::{self, Exercise, Judge, Progress};
use bagarre_rules::systems;
use serde::Serialize;

use crate::tries;

/// The most tries for one exercise.
const TRIES: u64 = 4_000;
/// Tries of which it is counted how many reach the goal.
const RATED: u64 = 200;

/// Whether the player reaches the goal by these answers.
fn holds(ruleset: RulesetId, exercise: &Exercise, answers: &[Json]) -> bool {
    let (mut judge, mut answers) = (Judge::new(exercise), answers.iter());
    let mut attempt = Attempt::new(ruleset, &exercise.start).unwrap();
    let mut answer = |_: &_| answers.next().cloned().map_or(Answered::Nothing, Answered::With);
    let played = attempt.play(&mut answer, &mut |event| {
        judge.hear(event);
        judge.progress() != Progress::Open
    });
    played.is_ok() && judge.progress() == Progress::Reached
}

fn found(ruleset: RulesetId, exercise: &Exercise) -> Option<Vec<Json>> {
    (0..TRIES).find_map(|number| {
        let mut judge = Judge::new(exercise);
        let tried = tries::one(ruleset, &exercise.start, number, &mut |fact| {
            judge.hear(&serde_json::json!({ "facts": [fact] }).to_string());
            judge.progress() != Progress::Open
        })?;
        (judge.progress() == Progress::Reached).then_some(tried.answers)
    })
}

/// Returns the exercises of a system as its files have them now, not as this program was built with them.
fn written(ruleset: RulesetId) -> Vec<Exercise> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems").join(ruleset.name()).join("data");
    let text = |name: &str| fs::read_to_string(data.join(name)).unwrap();
    exercise::read(&text("exercises.toml"), &text("exercises.json"))
}

/// How often an exercise is solved in so many tries, and whether it is by doing nothing.
pub(crate) fn rate(ruleset: RulesetId, exercise: &Exercise, tries: u64) -> (usize, Progress) {
    let reached = |number| {
        let mut judge = Judge::new(exercise);
        tries::one(ruleset, &exercise.start, number, &mut |fact| {
            judge.hear(&serde_json::json!({ "facts": [fact] }).to_string());
            judge.progress() != Progress::Open
        });
        judge.progress() == Progress::Reached
    };
    let mut judge = Judge::new(exercise);
    let mut attempt = Attempt::new(ruleset, &exercise.start).unwrap();
    let played = attempt.play(&mut |_| Answered::Absent, &mut |event| {
        judge.hear(event);
        judge.progress() != Progress::Open
    });
    played.unwrap();
    ((0..tries).filter(|number| reached(*number)).count(), judge.progress())
}

/// Systems that have exercises, offered or not; `only` one of them where it is named.
fn taught(only: Option<&str>) -> impl Iterator<Item = &'static RulesetId> {
    let data = |ruleset: &RulesetId| format!("systems/{ruleset}/data/exercises.toml");
    let taught = move |id: &RulesetId| Path::new(env!("CARGO_MANIFEST_DIR")).join(data(id)).exists();
    systems::EVERY.iter().filter(move |id| only.is_none_or(|name| name == id.name()) && taught(id))
}

/// Prints how hard each exercise is for who tries anything.
pub(crate) fn rates(only: Option<&str>) {
    for ruleset in taught(only) {
        for exercise in written(*ruleset) {
            let (reached, idle) = rate(*ruleset, &exercise, RATED);
            println!(
                "{ruleset} {} {}: {reached} of {RATED}, idle {idle:?}",
                exercise.card.level, exercise.card.id
            );
        }
    }
}

/// Where the solutions of a system lie.
pub(crate) fn file(ruleset: RulesetId) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("systems/{ruleset}/tests/exercises.json"))
}

/// The solutions that are written.
pub(crate) fn known(ruleset: RulesetId) -> BTreeMap<String, Vec<Json>> {
    let known = fs::read_to_string(file(ruleset)).unwrap_or_else(|_| "{}".to_owned());
    serde_json::from_str(&known).unwrap()
}

/// Writes a map with a line for each entry.
pub(crate) fn lines(file: &Path, map: &BTreeMap<String, impl Serialize>) {
    let line = |(id, it): (&String, _)| format!("\"{id}\": {}", serde_json::to_string(it).unwrap());
    let lines: Vec<String> = map.iter().map(line).collect();
    fs::write(file, format!("{{\n{}\n}}\n", lines.join(",\n"))).unwrap();
}

/// Writes the solutions of every system, or of one.
pub(crate) fn solve(only: Option<&str>) {
    for ruleset in taught(only) {
        let mut known = known(*ruleset);
        let mut solutions = BTreeMap::new();
        for exercise in &written(*ruleset) {
            let id = &exercise.card.id;
            let kept = known.remove(id).filter(|answers| holds(*ruleset, exercise, answers));
            let solution = kept.or_else(|| found(*ruleset, exercise));
            match solution {
                Some(answers) => drop(solutions.insert(id.clone(), answers)),
                None => eprintln!("{ruleset}: no solution of `{id}` in {TRIES} tries"),
            }
        }
        lines(&file(*ruleset), &solutions);
    }
}
