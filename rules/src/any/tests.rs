use super::{Accepted, AnyGame, Json, Moment, PlayError, Rest, RulesetId, Visit};
use crate::contract::{Actor, Audience, Lang, Pace, Rule, Seat, Seats, Verdict};
use crate::dice::{Dice, DiceError, Scripted, Seeded};
use crate::gather::{Gather, Terms, WorkKind};

const SETUP: &str = r#"{"seats":2,"turns":2}"#;

fn game() -> AnyGame {
    AnyGame::new(RulesetId::Toy, 3, SETUP).unwrap()
}

fn bid(game: &mut AnyGame, seat: u8, bid: u8, dice: &mut dyn Dice) -> (Accepted, Vec<Json>) {
    let mut events = Vec::new();
    let text = format!(r#"{{ "bid": {bid} }}"#);
    let accepted =
        game.submit(Actor::Seat(Seat(seat)), &text, dice, &mut |moment| events.push(moment.event())).unwrap();
    (accepted, events)
}

#[test]
fn a_name_finds_its_ruleset_and_an_unknown_one_lists_those_known() {
    assert_eq!(RulesetId::parse("toy").unwrap(), RulesetId::Toy);
    let refusal = RulesetId::parse("chess").unwrap_err();
    assert_eq!(refusal.code, "ruleset");
    assert!(refusal.en.contains("toy") && refusal.fr.contains("toy"));
}

#[test]
fn a_game_plays_from_text_to_its_outcome() {
    let (mut game, mut dice) = (game(), Scripted::parse("6:4 6:1").unwrap());
    assert_eq!(game.asking().len(), 2);
    let (accepted, events) = bid(&mut game, 0, 4, &mut dice);
    assert_eq!(accepted.command.get(), r#"{"bid":4}"#);
    assert!(accepted.sealed);
    assert_eq!(events.len(), 1);
    let (_, events) = bid(&mut game, 1, 2, &mut dice);
    let facts: serde_json::Value = serde_json::from_str(events[1].get()).unwrap();
    assert_eq!(facts["rolled"]["facts"][1]["total"], 1, "the seat that named the face");
    assert_eq!(game.turn(), 2);
    bid(&mut game, 0, 2, &mut dice);
    bid(&mut game, 1, 2, &mut dice);
    assert_eq!(dice.left(), 0);
    assert_eq!(game.outcome().unwrap().winners, Seats::one(Seat(0)));
    assert!(matches!(game.rest(), Rest::Over(_)));
    assert!(game.asking().is_empty());
}

#[test]
fn a_refused_command_changes_nothing_and_speaks_both_languages() {
    let mut game = game();
    let before = game.clone();
    for (text, code, rule) in [
        (r#"{"bid":7}"#, "toy.range", Some("TOY-BID-01")),
        (r#"{"bid":"x"}"#, "bad_json", None),
        ("\u{0}{", "bad_json", None),
        ("", "bad_json", None),
    ] {
        let mut dice = Scripted::default();
        let result =
            game.submit(Actor::Seat(Seat(0)), text, &mut dice, &mut |_| panic!("{text} made an event"));
        let Err(PlayError::Refused(refusal)) = result else { panic!("{text} was not refused: {result:?}") };
        assert_eq!((&*refusal.code, refusal.rule.as_ref().map(Rule::id)), (code, rule));
        assert_ne!(refusal.say(Lang::Fr), refusal.say(Lang::En));
        assert_eq!(game, before);
    }
}

#[test]
fn set_ups_of_another_version_or_shape_are_refused() {
    assert_eq!(AnyGame::new(RulesetId::Toy, 2, SETUP).unwrap_err().code, "version");
    assert_eq!(AnyGame::new(RulesetId::Toy, 3, "[]").unwrap_err().code, "bad_json");
    assert_eq!(AnyGame::new(RulesetId::Toy, 3, r#"{"seats":9,"turns":1}"#).unwrap_err().code, "toy.range");
}

#[test]
fn the_journal_folds_to_the_live_state() {
    let (mut live, mut folded) = (game(), game());
    let mut dice = Seeded::from_number(1);
    for turn in 0..2 {
        for seat in 0..2 {
            let (_, events) = bid(&mut live, seat, turn + seat + 1, &mut dice);
            for event in events {
                folded.apply(event.get(), &mut |_| {}).unwrap();
            }
        }
    }
    assert_eq!(folded, live);
    assert_eq!(folded.apply("{}", &mut |_| {}).unwrap_err().code, "bad_json");
}

#[test]
fn those_who_learn_the_same_share_one_text() {
    let (mut game, mut dice) = (game(), Scripted::parse("6:4").unwrap());
    let to = [Audience::Seat(Seat(0)), Audience::Spectator, Audience::Seat(Seat(1)), Audience::Omniscient];
    let (mut told, mut shared) = (0, 0);
    for seat in [0, 1] {
        let command = r#"{"bid":3}"#;
        let sink = &mut |moment: Moment<'_>| {
            let notices = moment.notices(&to);
            for (to, notice) in to.iter().zip(&notices) {
                let alone = moment.notice(*to);
                assert_eq!(notice.as_ref().map(|it| it.get()), alone.as_ref().map(|it| it.get()), "{to:?}");
                told += u32::from(alone.is_some());
            }
            for (n, one) in notices.iter().enumerate() {
                for two in notices[n + 1..].iter().flatten() {
                    let Some(one) = one else { continue };
                    assert_eq!(one.get() == two.get(), std::sync::Arc::ptr_eq(one, two));
                    shared += u32::from(std::sync::Arc::ptr_eq(one, two));
                }
            }
        };
        game.submit(Actor::Seat(Seat(seat)), command, &mut dice, sink).unwrap();
    }
    assert!(told > 4 && shared > 0, "{told} notices, {shared} pairs");
}

#[test]
fn views_and_notices_keep_what_is_sealed() {
    let mut game = game();
    let mut seen = Vec::new();
    let to = Audience::Spectator;
    game.submit(Actor::Seat(Seat(0)), r#"{"bid":5}"#, &mut Scripted::default(), &mut |moment| {
        seen.push(moment.notice(to).unwrap());
        seen.push(moment.view(to));
    })
    .unwrap();
    assert_eq!(seen[0].get(), r#"[["=","ready",[0]]]"#);
    assert!(seen.iter().all(|text| !text.get().contains('5')));
    assert!(game.view(Audience::Seat(Seat(0))).get().contains('5'));
    assert!(game.ask_for(Seat(0)).is_none());
    assert!(game.ask_for(Seat(1)).is_some());
}

#[test]
fn missing_dice_are_told_apart_from_refusals() {
    let mut game = game();
    bid(&mut game, 0, 1, &mut Scripted::default());
    let result = game.submit(Actor::Seat(Seat(1)), r#"{"bid":1}"#, &mut Scripted::default(), &mut |_| {});
    assert!(matches!(result, Err(PlayError::Dice(DiceError::Empty { .. }))));
}

#[test]
fn a_position_is_the_game_again() {
    let mut game = game();
    bid(&mut game, 1, 3, &mut Scripted::default());
    let again = AnyGame::from_position(RulesetId::Toy, game.position().get()).unwrap();
    assert_eq!(again, game);
    assert_eq!(AnyGame::from_position(RulesetId::Toy, "3").unwrap_err().code, "bad_json");
}

#[test]
fn options_defaults_and_bots_answer_legally() {
    let mut options = 0;
    game().options(Seat(1), &mut |command| {
        assert!(game().advise(Seat(1), command.get()).is_ok());
        options += 1;
    });
    assert_eq!(options, 6);
    let mut bot = RulesetId::Toy.bot(RulesetId::Toy.bots()[0]).unwrap();
    let mut dice = Seeded::from_number(7);
    for answer in [bot.answer(&game(), Seat(0), &mut dice).unwrap(), game().default_answer(Seat(0))] {
        game().submit(Actor::Clock(Seat(0)), answer.get(), &mut dice, &mut |_| {}).unwrap();
    }
    assert!(RulesetId::Toy.bot("nobody").is_none());
}

#[test]
fn every_bot_is_called_something_and_the_same_in_every_system() {
    let mut known = std::collections::BTreeMap::new();
    for system in RulesetId::EVERY {
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
    // Nobody goes by a name that another kind has.
    let mut people: Vec<&String> = known.values().flat_map(|card| &card.people).collect();
    let many = people.len();
    people.sort_unstable();
    people.dedup();
    assert_eq!(people.len(), many);
    assert!(known.values().all(|card| card.people.len() > 1));
}

#[test]
fn a_fight_at_once_can_be_played_in_every_system() {
    for system in RulesetId::EVERY {
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
        // In Celtiques the slower fighter announces first.
        if !game.asking().contains(Seat(0)) {
            let seat = game.asking().iter().next().unwrap();
            let answer = game.default_answer(seat);
            game.submit(Actor::Seat(seat), answer.get(), &mut dice, &mut |_| {}).unwrap();
        }
        assert!(game.asking().contains(Seat(0)), "{system} asks the person at once, or after one answer");
    }
}

#[test]
fn every_scenario_says_its_goal_and_length_and_no_two_share_a_name() {
    let mut names = std::collections::BTreeMap::new();
    for system in RulesetId::EVERY {
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
fn no_turn_is_told_after_the_last() {
    let (mut game, mut told) = (game(), String::new());
    let mut dice = Scripted::parse("6:4 6:1").unwrap();
    for seat in [0, 1, 0, 1] {
        let (_, events) = bid(&mut game, seat, 2, &mut dice);
        told.extend(events.iter().map(|event| event.get().to_owned()));
    }
    let view: serde_json::Value = serde_json::from_str(game.view(Audience::Spectator).get()).unwrap();
    assert_eq!((view["turn"].as_u64(), game.turn()), (Some(2), 2));
    assert!(told.contains(r#""turn":2"#) && !told.contains(r#""turn":3"#), "{told}");
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
    assert_eq!(RulesetId::Toy.visit(Name), "toy");
    assert_eq!(RulesetId::Toy.seconds(Pace::Quick), 30);
}

#[test]
fn a_game_is_gathered_from_terms_and_bands() {
    let toy = RulesetId::Toy;
    let terms = toy.usual(&toy.scenarios()[0], 2).unwrap();
    assert!(toy.usual("nowhere", 2).is_none());
    assert_eq!(toy.check_band(&terms, Seat(0), r#"{ "motto": "hop" }"#).unwrap().get(), r#"{"motto":"hop"}"#);
    assert_eq!(toy.check_band(&terms, Seat(0), r#"{"motto":""}"#).unwrap_err().code, "toy.range");
    assert_eq!(toy.check_band(&terms, Seat(0), "[]").unwrap_err().code, "bad_json");
    let setup = toy.gather(&terms, &[None, Some(r#"{"motto":"hop"}"#)], Seat(0), Lang::Fr).unwrap();
    assert_eq!(AnyGame::new(toy, 3, setup.get()).unwrap(), game());
    assert_eq!(toy.gather(&terms, &[None], Seat(0), Lang::Fr).unwrap_err().code, "toy.range");
}

#[test]
fn a_band_goes_from_game_to_game_of_a_campaign() {
    let toy = RulesetId::Toy;
    assert!(toy.has_campaigns());
    let band = toy.enlist(r#"{"motto":"hop"}"#).unwrap();
    assert_eq!(toy.enlist(band.get()).unwrap_err().code, "toy.range");
    let terms = toy.for_campaign(&toy.usual("short", 2).unwrap());
    toy.check_band(&terms, Seat(0), band.get()).unwrap();
    let setup = toy.gather(&terms, &[Some(band.get()), None], Seat(1), Lang::Fr).unwrap();
    let (mut game, mut dice) =
        (AnyGame::new(toy, 3, setup.get()).unwrap(), Scripted::parse("6:4 6:1").unwrap());
    for number in [4, 2] {
        for seat in 0..2 {
            bid(&mut game, seat, number + seat, &mut dice);
        }
    }
    assert_eq!((game.pace(Seat(0)), toy.seconds(Pace::Between)), (Pace::Between, 86_400));
    assert!(game.after(Seat(0)).is_none() && game.outcome().is_none());
    for (seat, command) in [(0, r#"{"go_on":true}"#), (1, r#"{"go_on":false}"#)] {
        game.submit(Actor::Seat(Seat(seat)), command, &mut dice, &mut |_| {}).unwrap();
    }
    assert!(game.outcome().is_some());
    let one = game.after(Seat(0)).unwrap();
    assert_eq!((one.record.won, one.record.points, one.record.lines[0].n), (Some(true), 1, 1));
    let roster = toy.roster(one.band.get()).unwrap();
    assert_eq!((&*roster.name, roster.disbanded, roster.worth[0].n), ("hop", false, 1));
    let two = game.after(Seat(1)).unwrap();
    assert!(toy.roster(two.band.get()).unwrap().disbanded);
}

#[test]
fn the_shelf_keeps_what_the_ruleset_can_read() {
    let toy = RulesetId::Toy;
    let band = toy.check_shelf(WorkKind::Band, r#"{ "motto": "hop", "more": 1 }"#).unwrap();
    assert_eq!(band.get(), r#"{"motto":"hop"}"#);
    assert_eq!(toy.check_shelf(WorkKind::Table, "{}").unwrap_err().code, "toy.range");
    assert_eq!(toy.check_shelf(WorkKind::Table, "[").unwrap_err().code, "bad_json");
}

#[test]
fn terms_that_are_too_long_are_refused() {
    let toy = RulesetId::Toy;
    let more = Some(serde_json::Value::from("x".repeat(Terms::MORE)));
    let terms = Terms { more, ..toy.usual("short", 2).unwrap() };
    assert_eq!(toy.check_terms(&terms).unwrap_err().code, "terms.size");
}

#[test]
fn positions_that_no_game_of_the_toy_comes_to_are_refused() {
    let sound = serde_json::json!({ "turns": 2, "turn": 1, "bids": [null, 3], "scores": [0, 1] });
    assert!(AnyGame::from_position(RulesetId::Toy, &sound.to_string()).is_ok());
    let last = u32::MAX;
    for (path, bent) in [
        ("/scores/0", serde_json::json!(i32::MAX)),
        ("/bids/1", serde_json::json!(113)),
        ("/turn", serde_json::json!(0)),
        ("/turn", serde_json::json!(last)),
        ("/turns", serde_json::json!(last)),
        // Nobody names a number when all turns are over.
        ("/turn", serde_json::json!(3)),
    ] {
        let mut position = sound.clone();
        *position.pointer_mut(path).unwrap() = bent;
        let refusal = AnyGame::from_position(RulesetId::Toy, &position.to_string()).unwrap_err();
        assert_eq!(refusal.code, "toy.range", "{path}");
    }
}

#[test]
fn a_game_master_speaks_unasked_and_wins_nothing_and_a_dummy_acts_by_doctrine() {
    let led = RulesetId::Toy.usual("led", 3).unwrap();
    assert!(RulesetId::Toy.usual("led", 2).is_none(), "nobody would play");
    let roles: Vec<_> = (0..3).map(|seat| RulesetId::Toy.role(&led, Seat(seat))).collect();
    assert_eq!((&roles[0], &roles[1]), (&None, &None));
    let role = roles[2].as_ref().unwrap();
    assert!(!role.wins && RulesetId::Toy.presentation().words.contains_key(&format!("role.{}", role.key)));
    let setup = RulesetId::Toy.gather(&led, &[None; 3], Seat(0), Lang::Fr).unwrap();
    let mut game = AnyGame::new(RulesetId::Toy, 3, setup.get()).unwrap();
    let mut dice = Scripted::parse("6:5 6:3 6:1").unwrap();
    let mut say = |game: &mut AnyGame, seat: u8, text: &str| {
        let mut told = Vec::new();
        let done = game.submit(Actor::Seat(Seat(seat)), text, &mut dice, &mut |moment: Moment<'_>| {
            told.push(moment.event().get().to_owned());
        });
        done.map(|_| told.concat())
    };
    let asked: Seats = [Seat(0), Seat(1)].into_iter().collect();
    for turn in 0..3 {
        assert_eq!(game.asking(), asked, "the master is not asked");
        assert!(say(&mut game, 2, r#"{"omen":4}"#).unwrap().contains("omen"), "and speaks all the same");
        assert!(say(&mut game, 0, r#"{"omen":4}"#).is_err() && say(&mut game, 2, r#"{"omen":7}"#).is_err());
        assert_eq!(game.asking(), asked);
        say(&mut game, 0, r#"{"bid":5}"#).unwrap();
        assert!(
            say(&mut game, 1, r#"{"bid":3}"#)
                .unwrap()
                .contains(r#"{"rule":"TOY-BID-01","t":"dummy","number""#)
        );
        assert_eq!((game.asking(), game.pace(Seat(2))), (Seats::one(Seat(2)), Pace::Window), "{turn}");
        assert_eq!(RulesetId::Toy.seconds(Pace::Window), 6);
        say(&mut game, 2, r#"{"worth":3}"#).unwrap();
    }
    let outcome = game.outcome().unwrap();
    // In the second turn the dummy says 3 too: nobody scores.
    assert_eq!((outcome.winners, &*outcome.scores), (Seats::one(Seat(0)), &[3, 0, 0][..]));
    let verdicts: Vec<Verdict> = (0..3).map(|seat| outcome.verdict(Seat(seat))).collect();
    assert_eq!(verdicts, [Verdict::Won, Verdict::Lost, Verdict::Aside]);
}

#[test]
fn a_question_about_threats_is_answered_and_not_kept() {
    let draft = r#"{"threats":{"who":0}}"#;
    for id in RulesetId::ALL {
        assert!(id.kept(draft).unwrap().is_none(), "{id:?}");
    }
    for there in [r#"{"threats":{"who":0,"at":3}}"#, r#"{"threats":{"who":0,"at":[4,5]}}"#] {
        assert!(RulesetId::ALL.iter().all(|id| id.kept(there).unwrap().is_none()));
    }
    // The toy tells of no threats.
    assert!(RulesetId::Toy.kept(draft).unwrap().is_none());
    assert_eq!(game().advise(Seat(0), draft).unwrap_err().code, "threats");
}

/// Bad input gets a refusal: no number of a character and no place stops a game.
#[test]
fn any_question_about_threats_is_answered_or_refused() {
    let places = [0, 1, 255].map(|zone| serde_json::json!(zone)).into_iter();
    let far = [i32::MIN, -1, 0, 5, 200, 12_000, 30_000, i32::MAX];
    let pairs = far.into_iter().flat_map(|a| far.map(|b| serde_json::json!([a, b])));
    let places: Vec<serde_json::Value> = places.chain(pairs).collect();
    for system in RulesetId::EVERY {
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
