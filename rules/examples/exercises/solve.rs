//! Solutions found anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bagarre_rules::any::{Json, RulesetId};
use bagarre_rules::exercise::attempt::{Answered, Attempt};
use bagarre_rules::exercise::{self, Exercise, Judge, Progress};

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

/// The exercises of a system as its files have them now, whatever this program was built with.
fn written(ruleset: RulesetId) -> Vec<Exercise> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(ruleset.name()).join("data");
    let text = |name: &str| fs::read_to_string(data.join(name)).unwrap();
    exercise::read(&text("exercises.toml"), &text("exercises.json"))
}

/// How often an exercise is solved in so many tries, and whether it is by doing nothing.
fn rate(ruleset: RulesetId, exercise: &Exercise, tries: u64) -> (usize, Progress) {
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

/// Systems that have exercises, offered or not.
fn taught() -> impl Iterator<Item = &'static RulesetId> {
    let data = |ruleset: &RulesetId| format!("src/{}/data/exercises.toml", ruleset.name());
    RulesetId::EVERY.iter().filter(move |id| Path::new(env!("CARGO_MANIFEST_DIR")).join(data(id)).exists())
}

/// Prints how hard each exercise is for who tries anything.
pub(crate) fn rates() {
    for ruleset in taught() {
        for exercise in written(*ruleset) {
            let (reached, idle) = rate(*ruleset, &exercise, RATED);
            println!(
                "{ruleset} {} {}: {reached} of {RATED}, idle {idle:?}",
                exercise.card.level, exercise.card.id
            );
        }
    }
}

/// Writes the solutions of every system.
pub(crate) fn solve() {
    for ruleset in taught() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/exercises/{}.json", ruleset.name()));
        let known = fs::read_to_string(&file).unwrap_or_else(|_| "{}".to_owned());
        let mut known: BTreeMap<String, Vec<Json>> = serde_json::from_str(&known).unwrap();
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
        let lines: Vec<String> = solutions
            .iter()
            .map(|(id, answers)| format!("\"{id}\": {}", serde_json::to_string(answers).unwrap()))
            .collect();
        fs::write(&file, format!("{{\n{}\n}}\n", lines.join(",\n"))).unwrap();
    }
}
