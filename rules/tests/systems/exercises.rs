//! Every exercise: its position is legal, its solution reaches the goal through the engine, and doing nothing does not.
//! Where a change of the rules breaks a solution, `cargo run --release -p bagarre-rules --features testkit --example exercises -- solve`
//! finds another; where it breaks a position that was thought up, `… -- pose RULESET ID` makes that anew first.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use bagarre_rules::any::{AnyGame, Json, RulesetId};
use bagarre_rules::contract::Lang;
use bagarre_rules::exercise::attempt::{Answered, Attempt};
use bagarre_rules::exercise::{Exercise, ExerciseKind, Judge, Progress};
use bagarre_rules::systems;

/// Systems that have exercises, offered or not: all that are offered do.
fn taught() -> impl Iterator<Item = &'static RulesetId> {
    let offered = |id: &RulesetId| systems::ALL.contains(id);
    systems::EVERY.iter().filter(move |id| offered(id) || !id.exercises().is_empty())
}

fn every() -> impl Iterator<Item = (RulesetId, &'static Exercise)> {
    taught().flat_map(|id| id.exercises().iter().map(move |exercise| (*id, exercise)))
}

fn solutions(ruleset: RulesetId) -> BTreeMap<String, Vec<Json>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("systems/{ruleset}/tests/exercises.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Returns how the exercise stands after such an answer.
fn tried(ruleset: RulesetId, exercise: &Exercise, answer: &mut dyn FnMut() -> Answered) -> Progress {
    let mut judge = Judge::new(exercise);
    let mut attempt = Attempt::new(ruleset, &exercise.start).unwrap();
    let played = attempt.play(&mut |_| answer(), &mut |event| {
        judge.hear(event);
        judge.progress() != Progress::Open
    });
    // A solution that the rules refuse by now is none.
    played.map_or(Progress::Failed, |()| judge.progress())
}

#[test]
fn every_exercise_can_be_solved_and_not_by_doing_nothing() {
    let mut wrong = Vec::new();
    for ruleset in taught() {
        let mut solutions = solutions(*ruleset);
        for exercise in ruleset.exercises() {
            let id = &exercise.card.id;
            let mut left = solutions.remove(id).unwrap_or_default().into_iter();
            let mut next = || left.next().map_or(Answered::Nothing, Answered::With);
            if tried(*ruleset, exercise, &mut next) != Progress::Reached {
                wrong.push(format!("{ruleset}: `{id}` is not solved"));
            }
            if tried(*ruleset, exercise, &mut || Answered::Absent) == Progress::Reached {
                wrong.push(format!("{ruleset}: `{id}` solves itself"));
            }
        }
        wrong.extend(solutions.keys().map(|id| format!("{ruleset}: `{id}` has a solution and no exercise")));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_exercise_begins_where_its_player_is_asked_in_both_languages() {
    for (ruleset, exercise) in every() {
        let (id, start) = (&exercise.card.id, &exercise.start);
        assert!(ruleset.check_terms(&start.terms).is_ok(), "{ruleset}: the terms of `{id}`");
        assert!(ruleset.bots().contains(&start.bot.as_str()), "{ruleset}: the bot of `{id}`");
        let begun = |lang| {
            let setup = serde_json::to_string(&exercise.setup(lang)).unwrap();
            AnyGame::new(ruleset, ruleset.version(), &setup).unwrap()
        };
        let [fr, en] = [Lang::Fr, Lang::En].map(begun);
        assert_eq!(fr.seats(), start.terms.seats, "{ruleset}: `{id}`");
        for game in [&fr, &en] {
            assert!(game.asking().contains(start.seat), "{ruleset}: `{id}` asks its player");
        }
        let position = AnyGame::from_position(ruleset, start.position.get()).unwrap();
        assert_eq!(fr, position, "{ruleset}: `{id}`");
        for name in start.names.keys() {
            let shown = en.position();
            let quoted = serde_json::to_string(name).unwrap();
            assert!(
                !shown.get().contains(&format!("\"name\":{quoted}")),
                "{ruleset}: `{id}` calls {name} so in English"
            );
        }
    }
}

#[test]
fn a_lesson_names_rules_of_the_book_and_a_puzzle_names_none() {
    for (ruleset, exercise) in every() {
        let card = &exercise.card;
        let lesson = card.kind == ExerciseKind::Lesson;
        assert_eq!(!card.rules.is_empty(), lesson, "{ruleset}: the rules of `{}`", card.id);
        let name = format!("../web-client/src/rulebook/{}.toml", ruleset.name());
        if lesson {
            let book = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
            let book: toml::Table = toml::from_str(&book).unwrap();
            let chapters = book["chapters"].as_array().unwrap();
            for rule in &card.rules {
                let told = chapters.iter().any(|chapter| chapter["rules"].get(rule).is_some());
                assert!(told, "{ruleset}: `{}` names {rule}", card.id);
            }
        }
    }
}

#[test]
fn there_are_twenty_of_each_system_that_rise_in_level_and_differ() {
    for ruleset in taught() {
        let exercises = ruleset.exercises();
        assert!(exercises.len() >= 20, "{ruleset}: {} exercises", exercises.len());
        let levels: Vec<u8> = exercises.iter().map(|one| one.card.level).collect();
        assert!(
            levels.is_sorted() && levels.iter().all(|level| (1..=5).contains(level)),
            "{ruleset}: {levels:?}"
        );
        let lessons = exercises.iter().take_while(|one| one.card.kind == ExerciseKind::Lesson).count();
        assert!(lessons >= 4, "{ruleset}: {lessons} lessons come first");
        let mut said = BTreeSet::new();
        for Exercise { card, .. } in exercises {
            assert!(
                card.kind != ExerciseKind::Lesson || card.hint.is_some(),
                "{ruleset}: `{}` has a hint",
                card.id
            );
            let texts = [&card.title, &card.text].into_iter().chain(&card.hint);
            for text in texts.flat_map(|words| [&words.fr, &words.en]) {
                assert!(text.chars().count() > 4, "{ruleset}: `{}`", card.id);
            }
            for once in [&card.id, &card.title.fr, &card.text.fr, &card.text.en] {
                assert!(said.insert(once.clone()), "{ruleset}: twice: {once}");
            }
        }
    }
}
