//! What holds of every system behind JSON, and of the list of them.

use bagarre_rules::any::{AnyGame, Visit};
use bagarre_rules::contract::{Actor, Lang, Pace, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::Gather;
use bagarre_rules::systems;

#[test]
fn a_name_finds_its_ruleset_and_an_unknown_one_lists_those_known() {
    assert_eq!(systems::parse("toy").unwrap(), systems::TOY);
    let refusal = systems::parse("chess").unwrap_err();
    assert_eq!(refusal.code, "ruleset");
    assert!(refusal.en.contains("toy") && refusal.fr.contains("toy"));
}

#[test]
fn every_bot_is_called_something_and_the_same_in_every_system() {
    let mut known = std::collections::BTreeMap::new();
    for system in systems::EVERY {
        let called = &system.presentation().card.bots;
        let bots: std::collections::BTreeSet<&str> = system.bots().iter().copied().collect();
        assert_eq!(
            called.keys().map(String::as_str).collect::<std::collections::BTreeSet<_>>(),
            bots,
            "{system}"
        );
        for (bot, card) in called {
            assert_eq!(known.entry(bot).or_insert(card), &card, "{bot} of {system}");
        }
    }
    // No person goes by a name that another kind has.
    let mut people: Vec<&String> = known.values().flat_map(|card| &card.people).collect();
    let many = people.len();
    people.sort_unstable();
    people.dedup();
    assert_eq!(people.len(), many);
    assert!(known.values().all(|card| card.people.len() > 1));
}

#[test]
fn a_fight_at_once_can_be_played_in_every_system() {
    for system in systems::EVERY {
        let quick = system.presentation().card.quick.as_ref().unwrap();
        let terms = quick.terms();
        system.check_terms(&terms).unwrap();
        assert!(system.bots().contains(&quick.bot.as_str()));
        assert_eq!(system.presentation().card.bots[&quick.bot].level, 1, "{system}: a beginner first");
        let none = vec![None; usize::from(terms.seats)];
        let setup = system.gather(&terms, &none, Seat(0), Lang::En).unwrap();
        let mut game = AnyGame::new(*system, system.version(), setup.get()).unwrap();
        let mut dice = Seeded::from_number(5);
        game.advance(&mut dice, &mut |_| {}).unwrap();
        // In Celtiques the slower fighter announces first; at énergie the quicker one acts twice.
        for _ in 0..3 {
            if !game.asking().contains(Seat(0)) {
                let seat = game.asking().iter().next().unwrap();
                let answer = game.default_answer(seat);
                game.submit(Actor::Seat(seat), answer.get(), &mut dice, &mut |_| {}).unwrap();
            }
        }
        assert!(game.asking().contains(Seat(0)), "{system} asks the person at once, or after a few answers");
    }
}

#[test]
fn every_scenario_says_its_goal_and_length_and_no_two_share_a_name() {
    let mut names = std::collections::BTreeMap::new();
    for system in systems::EVERY {
        for scenario in system.scenarios() {
            let card = &system.presentation().card.scenarios[&scenario];
            let [least, most] = card.minutes;
            assert!((1..most).contains(&least), "{system}, {scenario}: {least} to {most} minutes");
            for text in [&card.goal.fr, &card.goal.en] {
                assert!(
                    text.ends_with('.') && (10..=90).contains(&text.chars().count()),
                    "{scenario}: {text}"
                );
            }
            for name in [&card.name.fr, &card.name.en] {
                let plain: String = name.to_lowercase().chars().filter(|it| it.is_alphanumeric()).collect();
                let here = (*system, scenario.clone());
                let other = names.insert(plain, here.clone());
                assert!(other.is_none_or(|it| it == here), "{system}: {name} is the name of two");
            }
        }
    }
}

#[test]
fn typed_work_reaches_the_ruleset() {
    struct Name;
    impl Visit for Name {
        type Out = &'static str;
        fn visit<R: Gather>(self) -> &'static str {
            R::ID
        }
    }
    assert_eq!(systems::visit(systems::TOY, Name), "toy");
    assert_eq!(systems::TOY.seconds(Pace::Quick), 30);
}

#[test]
fn a_question_about_threats_is_answered_and_not_kept() {
    let draft = r#"{"threats":{"who":0}}"#;
    for id in systems::ALL {
        assert!(id.kept(draft).unwrap().is_none(), "{id:?}");
    }
    for there in [r#"{"threats":{"who":0,"at":3}}"#, r#"{"threats":{"who":0,"at":[4,5]}}"#] {
        assert!(systems::ALL.iter().all(|id| id.kept(there).unwrap().is_none()));
    }
    // The toy tells of no threats.
    assert!(systems::TOY.kept(draft).unwrap().is_none());
    assert_eq!(
        AnyGame::new(systems::TOY, 3, r#"{"seats":2,"turns":2}"#)
            .unwrap()
            .advise(Seat(0), draft)
            .unwrap_err()
            .code,
        "threats"
    );
}

/// Bad input gets a refusal: no number of a character and no place stops a game.
#[test]
fn any_question_about_threats_is_answered_or_refused() {
    let places = [0, 1, 255].map(|zone| serde_json::json!(zone)).into_iter();
    let far = [i32::MIN, -1, 0, 5, 200, 12_000, 30_000, i32::MAX];
    let pairs = far.into_iter().flat_map(|a| far.map(|b| serde_json::json!([a, b])));
    let places: Vec<serde_json::Value> = places.chain(pairs).collect();
    for system in systems::EVERY {
        let terms = system.presentation().card.quick.as_ref().unwrap().terms();
        let none = vec![None; usize::from(terms.seats)];
        let setup = system.gather(&terms, &none, Seat(0), Lang::En).unwrap();
        let mut game = AnyGame::new(*system, system.version(), setup.get()).unwrap();
        game.advance(&mut Seeded::from_number(5), &mut |_| {}).unwrap();
        for who in [0, 1, 2, 200, 255] {
            for at in &places {
                let draft = serde_json::json!({ "threats": { "who": who, "at": at } }).to_string();
                if let Err(refusal) = game.advise(Seat(0), &draft) {
                    assert!(["threats", "threats.place"].contains(&&*refusal.code), "{system}: {refusal:?}");
                }
            }
        }
    }
}
