//! Refusals name the rule that says why: each code of the list is provoked with each rule that it names.

use std::collections::BTreeSet;

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Choice, Command, Instructions, Sheet, Standing};
use bagarre_baston::testkit::ids::{Dec, ItemId, Who};
use bagarre_baston::testkit::library::troquet;
use bagarre_baston::testkit::order::Sequence;
use bagarre_baston::testkit::refusal::{Illegal, reasons};
use bagarre_baston::testkit::save::Position;
use bagarre_baston::testkit::scene::{Fate, Layer, Place};
use bagarre_baston::testkit::setup::{Character, Purchase, Setup};
use bagarre_baston::testkit::state::{Sealed, State};
use bagarre_kit::conformance::TestKit;
use bagarre_kit::contract::{Actor, Audience, Next, Refuse, Ruleset, Seat, advance, submit};
use bagarre_kit::dice::{Scripted, Seeded};
use bagarre_kit::gather::{Gather, Terms, WorkKind};
use serde_json::json;

use super::harness::{Case, kind};

/// A refusal: its code and the rule that it names, `-` for none.
type Why = (String, String);

fn reason(no: &Illegal) -> Why {
    (no.code().to_owned(), no.rule().map_or_else(|| "-".to_owned(), |rule| rule.id().to_owned()))
}

#[track_caller]
fn why(state: &State, seat: u8, command: &Command) -> Why {
    reason(&Baston::decide(state, Actor::Seat(Seat(seat)), command).expect_err("it is refused"))
}

fn terms(scenario: &str) -> Terms {
    Baston::usual(scenario, 2).unwrap()
}

/// A set-up of ready-made gangs, changed.
fn setup(scenario: &str, change: impl FnOnce(&mut Setup)) -> Setup {
    let terms = terms(scenario);
    let bands = (0..2).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
    let mut setup = Baston::gather(&terms, bands, Seat(0)).unwrap();
    change(&mut setup);
    setup
}

fn no_game(scenario: &str, change: impl FnOnce(&mut Setup)) -> Why {
    reason(&Baston::new(&setup(scenario, change)).expect_err("no game begins"))
}

/// The first character of a game, changed.
fn no_character(change: impl FnOnce(&mut Character)) -> Why {
    no_game("SCN-00", |setup| change(&mut setup.bands[0].characters[0]))
}

/// The first character of a game, with things bought.
fn no_kit(items: &[&str]) -> Why {
    no_character(|it| {
        it.kit = items.iter().map(|item| Purchase { item: kind(item), carried: false }).collect();
    })
}

fn set_ups() -> Vec<(Why, &'static str, &'static str)> {
    let unlike = |change: fn(&mut Terms)| {
        let mut terms = terms("SCN-00");
        change(&mut terms);
        reason(&Baston::check_terms(&terms).expect_err("no such game"))
    };
    let twins = || {
        let mut band = Baston::ready_band(&terms("SCN-00"), Seat(0));
        let first = band.characters[0].name.clone();
        band.characters[1].name = first;
        reason(&Baston::check_band(&terms("SCN-00"), Seat(0), &band).expect_err("two of one name"))
    };
    let shelf = |kind| reason(&Baston::check_shelf(kind, &json!({})).expect_err("it is not kept"));
    let board = |scenario: &str, change: fn(&mut serde_json::Value)| {
        let mut spec = serde_json::to_value(&troquet().spec).unwrap();
        change(&mut spec);
        no_game(scenario, |setup| setup.board = Some(serde_json::from_value(spec).unwrap()))
    };
    vec![
        (no_character(|it| it.name = String::new()), "baston.character.name", "BAS-SET-02"),
        (no_character(|it| it.strength = 9), "baston.character.range", "BAS-SET-02"),
        (
            no_character(|it| (it.strength, it.dexterity, it.speed, it.constitution) = (1, 1, 1, 1)),
            "baston.character.sum",
            "BAS-SET-02",
        ),
        (twins(), "baston.character.twin", "-"),
        (no_kit(&["canette"]), "baston.kit.not_for_sale", "BAS-EQP-05"),
        (no_kit(&["gilet", "gilet"]), "baston.kit.worn_twice", "BAS-EQP-03"),
        (no_kit(&["rasoir", "chaine"]), "baston.kit.budget", "BAS-EQP-01"),
        (no_kit(&["matraque"; 7]), "baston.kit.slots", "BAS-EQP-03"),
        (no_game("SCN-00", |it| it.bands[0].name = String::new()), "baston.band.name", "-"),
        (no_game("SCN-00", |it| it.bands[0].characters.clear()), "baston.band.size", "BAS-SET-01"),
        (unlike(|it| it.size = 9), "baston.band.size", "BAS-SET-01"),
        (no_game("SCN-00", |it| it.bands.truncate(1)), "baston.players", "BAS-SET-01"),
        (unlike(|it| it.seats = 9), "baston.players", "BAS-SET-01"),
        (no_game("SCN-00", |it| "SCN-99".clone_into(&mut it.scenario)), "baston.scenario", "-"),
        (unlike(|it| "SCN-99".clone_into(&mut it.scenario)), "baston.scenario", "-"),
        (unlike(|it| it.more = Some(json!({ "era": "western" }))), "baston.terms", "-"),
        (no_game("SCN-00", |it| it.turns = Some(0)), "baston.turns", "BAS-END-01"),
        (board("SCN-00", |spec| spec["board"]["map"] = "".into()), "baston.board", "-"),
        (board("SCN-01", |spec| spec["start_zones"] = json!({})), "baston.board.zone", "-"),
        (small_board(), "baston.board.small", "-"),
        (shelf(WorkKind::Band), "baston.band", "-"),
        (shelf(WorkKind::Table), "baston.table", "-"),
    ]
}

/// The phone call on a board on which the landlord has no place.
fn small_board() -> Why {
    let zones =
        json!({ "A": { "points": [[1, 1]] }, "B": { "points": [[1, 2]] }, "C": { "points": [[1, 2]] } });
    let position = Case::new("A B", "A 0 >3; B 1 >7").with_zones(zones).position();
    no_game("SCN-02", |setup| setup.board = position.setup.board)
}

fn state(figures: &str) -> State {
    Baston::from_position(&Case::new("A B . .\n       \n. . . .", figures).position()).unwrap()
}

fn sheet(who: u8, orders: &str) -> Sheet {
    let mut list = [Sequence::REST; 3];
    for (order, word) in list.iter_mut().zip(orders.split_whitespace()) {
        *order = word.parse().unwrap();
    }
    Sheet { who: Who(who), orders: list, instructions: Instructions::default() }
}

fn programme(sheets: Vec<Sheet>) -> Command {
    Command::Programme { turn: 1, sheets: Sealed(sheets) }
}

/// A sheet of the first character, whose figure is told.
fn written(figure: &str, orders: &str) -> Why {
    why(&state(&format!("{figure}; B 1 >7")), 0, &programme(vec![sheet(0, orders)]))
}

fn sheets() -> Vec<(Why, &'static str, &'static str)> {
    let free = state("A 0 >3; B 1 >7");
    let owing = state("A 0 >3 owes; B 1 >7");
    let misread = Baston::misread(r#"{"sheets":[{"orders":["CP/M1"]}]}"#).unwrap();
    let bad = Sheet {
        instructions: Instructions { spare: vec![Who(77)], ..Instructions::default() },
        ..sheet(0, "")
    };
    // B is shaken by a blow in the first sequence, and stunned for the second.
    let shaken = |figure: &str, orders: &str| {
        let figures = format!("A 0 >3 FOR7 DEX7 VIT1 CON1; B 1 {figure}");
        let case = Case::new("A B . .\n       \n. . . .", &figures).orders(orders);
        case.dice("8:1 20:9").check().state
    };
    let rewriting = shaken(">7", "A P3/CP; B P1/CP P1/CP P1/CP");
    let stunned = shaken(">7 stun1", "A P3/CP -/- -/-; B -/- P1/CP P1/CP");
    let rewrite = |sheets| Command::Rewrite { turn: 1, sequence: 1, sheets: Sealed(sheets) };
    vec![
        (reason(&misread), "baston.order.grammar", "BAS-PRG-12"),
        (written("A 0 >3 J0 prone", "M1/-"), "baston.order.legs", "BAS-WND-03"),
        (written("A 0 >3 BD0", "-/CT"), "baston.order.arms", "BAS-WND-05"),
        (written("A 0 >3 BD0 BG0", "-/CP"), "baston.order.arms", "BAS-WND-07"),
        (written("A 0 >3", "PRE/CS"), "baston.order.combination", "BAS-PRG-03"),
        (written("A 0 >3", "M1/CV"), "baston.order.low_blow", "BAS-PRG-06"),
        (written("A 0 >3", "C3/CP M1/-"), "baston.order.rest", "BAS-PRG-07"),
        (written("A 0 >3", "C1/-"), "baston.order.run", "BAS-PRG-08"),
        (written("A 0 >3 stun1", "M1/-"), "baston.order.locked_stun", "BAS-PRG-09"),
        (
            why(&stunned, 1, &rewrite(vec![sheet(1, "-/- M1/- -/-")])),
            "baston.order.locked_stun",
            "BAS-RPG-01",
        ),
        (why(&owing, 0, &programme(vec![sheet(0, "M1/-")])), "baston.order.locked_rest", "BAS-PRG-07"),
        (why(&free, 0, &programme(vec![bad])), "baston.instructions", "BAS-PRG-11"),
        (why(&free, 0, &programme(vec![sheet(1, "")])), "baston.programme.who", "BAS-PRG-01"),
        (why(&rewriting, 0, &rewrite(vec![sheet(0, "")])), "baston.rewrite.who", "BAS-RPG-02"),
        (why(&rewriting, 0, &rewrite(Vec::new())), "baston.not_asked", "BAS-RPG-02"),
    ]
}

fn commands() -> Vec<(Why, &'static str, &'static str)> {
    let free = state("A 0 >3; B 1 >7");
    let sealed = |mut state: State, seat: u8| {
        let event = Baston::decide(&state, Actor::Seat(Seat(seat)), &programme(Vec::new())).unwrap();
        Baston::apply(&mut state, &event);
        state
    };
    let with = |board: &str, figures: &str, change: fn(&mut Case)| {
        let mut case = Case::new(board, figures);
        change(&mut case);
        case
    };
    let gone = with("A B . .", "A 0 >3; B 1 >7; C 2 >7 at=1,4", |_| {})
        .tweak(|position| position.scene.figures[2].fate = Fate::Out);
    let gone = Baston::from_position(&gone.position()).unwrap();
    let over = Case::new("A B", "A 0 >3; B 1 >7");
    let mut over = Baston::from_position(&over.position()).unwrap();
    submit::<Baston>(
        &mut over,
        Actor::Seat(Seat(0)),
        &Command::Concede,
        &mut Scripted::default(),
        &mut |_, _| {},
    )
    .unwrap();
    let mut held = sealed(state("A 0 >3; B 1 >7"), 0);
    Baston::new_holder(&mut held, Seat(0));
    let armed = state("A 0 >3 [matraque]; B 1 >7");
    let drop = Command::Drop { who: Who(0), item: ItemId(0) };
    // There is a chair on the point, and free points around it: where this one falls is rolled.
    let chairs = Case::new("A .\n\n. .", "A 0 >3 [chaise]").item("chaise", "1,1", Layer::Ground);
    let chairs = Baston::from_position(&chairs.position()).unwrap();
    let chair = chairs.scene.items.iter().position(|item| item.place == Place::Carried(Who(0))).unwrap();
    let chair = Command::Drop { who: Who(0), item: ItemId(chair as u8) };
    let bad = {
        let mut position = Case::new("A B", "A 0 >3; B 1 >7").position();
        position.scene.turn = 0;
        position.scene.figures.clear();
        reason(&Baston::from_position(&position).expect_err("it is no moment of a game"))
    };
    let many = Standing { defaults: vec![Dec::Facing; 22], ..Standing::default() };
    vec![
        (why(&sealed(free.clone(), 0), 0, &programme(Vec::new())), "baston.confirmed", "-"),
        (why(&held, 0, &Command::Withdraw { turn: 1 }), "baston.inherited", "-"),
        (why(&free, 0, &Command::Withdraw { turn: 1 }), "baston.stale", "-"),
        (why(&free, 9, &programme(Vec::new())), "baston.seat", "-"),
        (why(&over, 1, &programme(Vec::new())), "baston.over", "-"),
        (bad, "baston.position", "-"),
        (why(&free, 0, &Command::Stand { standing: many }), "baston.standing", "-"),
        (why(&gone, 2, &programme(Vec::new())), "baston.not_asked", "BAS-PRG-10"),
        (why(&gone, 2, &Command::Concede), "baston.out", "RUL-109"),
        (why(&free, 0, &drop), "baston.drop", "BAS-OBJ-02"),
        (why(&sealed(armed, 0), 0, &drop), "baston.not_asked", "DEC-19"),
        (why(&chairs, 0, &chair), "baston.drop.later", "BAS-OBJ-03"),
    ]
}

/// Answers the question that is open wrongly: the other seat, and with what is not offered.
fn answer_wrongly(state: &State, seen: &mut BTreeSet<Why>) {
    let (_, question) = state.question().expect("a question is open");
    let answer = |choice| Command::Answer { question: question.id, choice };
    let other = (question.seat.0 + 1) % Baston::seats(state);
    seen.insert(why(state, other, &answer(question.default_choice())));
    let wrong = [Choice::Item(ItemId(250)), Choice::Strike];
    let wrong = wrong.into_iter().find(|it| !question.options.contains(it)).unwrap();
    seen.insert(why(state, question.seat.0, &answer(wrong)));
}

/// Positions that ask what games of bots seldom ask, and what each asks.
fn rare() -> Vec<(Dec, Case)> {
    let out = |position: &mut Position| {
        (position.scene.figures[1].fate, position.scene.figures[1].prone) = (Fate::Out, true);
    };
    let full = "A 0 >3 [matraque, matraque, matraque, matraque, canette, tesson]";
    let robbed =
        |board: &str, figures: &str| Case::new(board, figures).tweak(out).orders("A -/TAX").sequences(2);
    let phone = json!({ "id": "t", "point": [2, 2], "face": 1 });
    let door = Case::new("A h .\n- D -\n. . .", "A 0 >3").door((2, 2, "n"), "1,2", "1,1");
    let door = door.tweak(|position| position.scene.doors[0].open[0] = true);
    let two = robbed(". B .\n\n. A .\n\n. . C", "A 0 >1; B 1 >1 [rasoir]; D 1 >1 at=2,2 [cran]; C 1 >1");
    let two = two.tweak(|position| {
        (position.scene.figures[2].fate, position.scene.figures[2].prone) = (Fate::Out, true);
    });
    let thrown = Case::new("A B C", "A 0 >3 DEX4 [cran]; B 1 >7 prone; C 1 >7").orders("A P3/LAN");
    vec![
        (Dec::Prone, thrown.answers(&["throw cran a 1,3"])),
        (
            Dec::Surplus,
            Case::new("A .", full)
                .item("rasoir", "1,2", Layer::Ground)
                .orders("A -/PRE")
                .answers(&["rasoir"]),
        ),
        (
            Dec::Chain,
            Case::new("B .\n   \n. A\n   \n. .", "A 0 >7 FOR4 DEX4 [chaine]; B 1 >4; C 1 >2 at=3,1")
                .orders("A P7/CP")
                .answers(&["chaine"]),
        ),
        (
            Dec::Destroy,
            Case::new(". h .\n- + -\n. A .", "A 0 >1 FOR6 [matraque]")
                .with("phones", phone)
                .orders("A -/DES"),
        ),
        (Dec::Loot, robbed("A B . C", "A 0 >3; B 1 >1 [rasoir, gilet]; C 1 >1")),
        (Dec::Push, door.orders("A -/POU")),
        (Dec::Victim, two),
    ]
}

/// Answers questions wrongly: of positions that seldom come, and of games of bots.
fn questions(seen: &mut BTreeSet<Why>) {
    let asked = Dec::ALL.iter().filter(|dec| !matches!(dec, Dec::Rewrite | Dec::Drop));
    let mut left: BTreeSet<&str> = asked.map(|dec| dec.id()).collect();
    for (dec, case) in rare() {
        let state = case.play().state;
        assert_eq!(state.question().map(|(_, question)| question.dec), Some(dec));
        answer_wrongly(&state, seen);
        left.remove(dec.id());
    }
    for number in 0..100_u64 {
        let setups = Baston::setups();
        let mut setup = setups[number as usize % setups.len()].clone();
        setup.options.one_question = number % 2 == 0;
        let mut state = Baston::new(&setup).unwrap();
        let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
        let mut bot = Baston::bot("any").unwrap();
        advance::<Baston>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        while let Next::Ask { seats, .. } = Baston::next(&state) {
            let seat = seats.iter().next().unwrap();
            if state.question().is_some_and(|(_, question)| left.remove(question.dec.id())) {
                answer_wrongly(&state, seen);
            }
            let view = Baston::view(&state, Audience::Seat(seat));
            let ask = Baston::ask_bot(&state, seat).unwrap();
            let command = bot.answer(&view, &ask, seat, &mut chance);
            submit::<Baston>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
        if left.is_empty() {
            return;
        }
    }
    panic!("no bot was asked {left:?}");
}

#[test]
fn each_refusal_is_provoked_and_names_the_rule_that_says_why() {
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for ((code, rule), wanted, reason) in [set_ups(), sheets(), commands()].concat() {
        if (code.as_str(), rule.as_str()) != (wanted, reason) {
            wrong.push(format!("{code} by {rule}, not {wanted} by {reason}"));
        }
        seen.insert((code, rule));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    questions(&mut seen);
    let mut missing = Vec::new();
    for line in include_str!("../refusals.txt").lines() {
        let [code, rule] = [0, 1].map(|n| line.split('\t').nth(n).unwrap());
        let rules = if rule == "*" { reasons(code) } else { vec![rule] };
        assert!(!rules.is_empty(), "{code} has its reasons");
        missing.extend(
            rules
                .into_iter()
                .filter(|rule| !seen.contains(&(code.to_owned(), (*rule).to_owned())))
                .map(|rule| format!("{code} by {rule}")),
        );
    }
    assert!(missing.is_empty(), "nothing provokes {missing:#?}");
}
