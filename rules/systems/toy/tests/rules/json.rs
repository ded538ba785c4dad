//! The toy behind JSON: what is generic over systems, seen on the smallest one.

use bagarre_kit::any::{Accepted, AnyGame, Json, Moment, PlayError, Rest, RulesetId};
use bagarre_kit::contract::{Actor, Audience, Lang, Pace, Rule, Seat, Seats, Verdict};
use bagarre_kit::dice::{Dice, DiceError, Scripted, Seeded};
use bagarre_kit::gather::{Terms, WorkKind};

const TOY: RulesetId = RulesetId::new(&bagarre_toy::RULES);

const SETUP: &str = r#"{"seats":2,"turns":2}"#;

fn game() -> AnyGame {
    AnyGame::new(TOY, 3, SETUP).unwrap()
}

fn bid(game: &mut AnyGame, seat: u8, bid: u8, dice: &mut dyn Dice) -> (Accepted, Vec<Json>) {
    let mut events = Vec::new();
    let text = format!(r#"{{ "bid": {bid} }}"#);
    let accepted =
        game.submit(Actor::Seat(Seat(seat)), &text, dice, &mut |moment| events.push(moment.event())).unwrap();
    (accepted, events)
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
    assert_eq!(AnyGame::new(TOY, 2, SETUP).unwrap_err().code, "version");
    assert_eq!(AnyGame::new(TOY, 3, "[]").unwrap_err().code, "bad_json");
    assert_eq!(AnyGame::new(TOY, 3, r#"{"seats":9,"turns":1}"#).unwrap_err().code, "toy.range");
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
    let again = AnyGame::from_position(TOY, game.position().get()).unwrap();
    assert_eq!(again, game);
    assert_eq!(AnyGame::from_position(TOY, "3").unwrap_err().code, "bad_json");
}

#[test]
fn options_defaults_and_bots_answer_legally() {
    let mut options = 0;
    game().options(Seat(1), &mut |command| {
        assert!(game().advise(Seat(1), command.get()).is_ok());
        options += 1;
    });
    assert_eq!(options, 6);
    let mut bot = TOY.bot(TOY.bots()[0]).unwrap();
    let mut dice = Seeded::from_number(7);
    for answer in [bot.answer(&game(), Seat(0), &mut dice).unwrap(), game().default_answer(Seat(0))] {
        game().submit(Actor::Clock(Seat(0)), answer.get(), &mut dice, &mut |_| {}).unwrap();
    }
    assert!(TOY.bot("nobody").is_none());
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
fn a_game_is_gathered_from_terms_and_bands() {
    let toy = TOY;
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
    let toy = TOY;
    assert!(toy.has_campaigns());
    let band = toy.enlist(r#"{"motto":"hop"}"#).unwrap();
    assert_eq!(toy.enlist(band.get()).unwrap().get(), band.get());
    let veteran = band.get().replace("\"games\":0", "\"games\":1");
    assert_eq!(toy.enlist(&veteran).unwrap_err().code, "toy.range");
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
    let toy = TOY;
    let band = toy.check_shelf(WorkKind::Band, r#"{ "motto": "hop", "more": 1 }"#).unwrap();
    assert_eq!(band.get(), r#"{"motto":"hop"}"#);
    assert_eq!(toy.check_shelf(WorkKind::Table, "{}").unwrap_err().code, "toy.range");
    assert_eq!(toy.check_shelf(WorkKind::Table, "[").unwrap_err().code, "bad_json");
}

#[test]
fn terms_that_are_too_long_are_refused() {
    let toy = TOY;
    let more = Some(serde_json::Value::from("x".repeat(Terms::MORE)));
    let terms = Terms { more, ..toy.usual("short", 2).unwrap() };
    assert_eq!(toy.check_terms(&terms).unwrap_err().code, "terms.size");
}

#[test]
fn positions_that_no_game_of_the_toy_comes_to_are_refused() {
    let sound = serde_json::json!({ "turns": 2, "turn": 1, "bids": [null, 3], "scores": [0, 1] });
    assert!(AnyGame::from_position(TOY, &sound.to_string()).is_ok());
    let last = u32::MAX;
    for (path, bent) in [
        ("/scores/0", serde_json::json!(i32::MAX)),
        ("/bids/1", serde_json::json!(113)),
        ("/turn", serde_json::json!(0)),
        ("/turn", serde_json::json!(last)),
        ("/turns", serde_json::json!(last)),
        // No seat names a number when all turns are over.
        ("/turn", serde_json::json!(3)),
    ] {
        let mut position = sound.clone();
        *position.pointer_mut(path).unwrap() = bent;
        let refusal = AnyGame::from_position(TOY, &position.to_string()).unwrap_err();
        assert_eq!(refusal.code, "toy.range", "{path}");
    }
}

#[test]
fn a_game_master_speaks_unasked_and_wins_nothing_and_a_dummy_acts_by_doctrine() {
    let led = TOY.usual("led", 3).unwrap();
    assert!(TOY.usual("led", 2).is_none(), "nobody would play");
    let roles: Vec<_> = (0..3).map(|seat| TOY.role(&led, Seat(seat))).collect();
    assert_eq!((&roles[0], &roles[1]), (&None, &None));
    let role = roles[2].as_ref().unwrap();
    assert!(!role.wins && TOY.presentation().words.contains_key(&format!("role.{}", role.key)));
    let setup = TOY.gather(&led, &[None; 3], Seat(0), Lang::Fr).unwrap();
    let mut game = AnyGame::new(TOY, 3, setup.get()).unwrap();
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
        assert_eq!(TOY.seconds(Pace::Window), 6);
        say(&mut game, 2, r#"{"worth":3}"#).unwrap();
    }
    let outcome = game.outcome().unwrap();
    // In the second turn the dummy says 3 too: no seat scores.
    assert_eq!((outcome.winners, &*outcome.scores), (Seats::one(Seat(0)), &[3, 0, 0][..]));
    let verdicts: Vec<Verdict> = (0..3).map(|seat| outcome.verdict(Seat(seat))).collect();
    assert_eq!(verdicts, [Verdict::Won, Verdict::Lost, Verdict::Aside]);
}
