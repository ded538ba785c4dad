//! How long each question may be thought about: the column of section E, question by question.

use bagarre_celtiques::testkit::command::{
    Act, Choice, Command, Deed, Go, Habit, Plan, Question, Standard, Standing,
};
use bagarre_celtiques::testkit::ids::Task;
use bagarre_celtiques::testkit::scene::{Labour, Scene, Stage, Status};
use bagarre_celtiques::{Ask, Celtiques};
use bagarre_kit::contract::{Actor, Pace, Refuse, Ruleset, Seat};
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, heroes, put};

/// Returns the number of the decision that is asked for, the seat, its kind of clock and its seconds.
fn asked(field: &Field) -> (u8, u8, Pace, u32) {
    let ask = field.ask();
    let seat = ask.seats().iter().next().unwrap();
    let dec = match ask {
        Ask::Plan { .. } => 1,
        Ask::Terror { .. } => 2,
        Ask::Orders { .. } => 4,
        Ask::Act { .. } => 7,
        Ask::Batch { .. } => 27,
        Ask::Choose(question) => {
            refuses_others(field, &question);
            question.dec.n()
        }
    };
    (dec, seat.0, Celtiques::pace(&field.state, seat), Celtiques::time(&field.state, seat))
}

/// A seat that is not asked, an answer to something else, and one that is not offered are refused by the rule that says who decides.
fn refuses_others(field: &Field, question: &Question) {
    let other = (0..field.state.fixed.setup.seats()).find(|seat| *seat != question.seat.0).unwrap();
    let no = |seat: u8, command| {
        let no = Celtiques::decide(&field.state, Actor::Seat(Seat(seat)), &command).unwrap_err();
        (no.code(), no.rule().map(|rule| rule.id().to_owned()))
    };
    let rule = Some(question.dec.rule().to_owned());
    let choose = Command::Choose { question: question.id, choice: question.options[0] };
    assert_eq!(no(other, choose), ("celtiques.not_asked", rule.clone()));
    let act = Command::Act { question: question.id, deed: Deed::of(Act::Pass) };
    assert_eq!(no(question.seat.0, act), ("celtiques.other", rule.clone()));
    let choose = Command::Choose { question: question.id, choice: Choice::Actions(200) };
    assert_eq!(no(question.seat.0, choose), ("celtiques.choice", rule));
}

#[track_caller]
fn takes(field: &Field, dec: u8, seconds: u32) -> Pace {
    let (number, _, pace, time) = asked(field);
    assert_eq!((number, time), (dec, seconds), "CEL-DEC-{dec:02}");
    pace
}

/// Two in reach of each other who have not met.
fn close(scene: &mut Scene) {
    put(scene, A, 6, 7);
    put(scene, B, 7, 7);
}

fn apart(scene: &mut Scene) {
    put(scene, A, 4, 7);
    put(scene, B, 9, 7);
}

/// A duel of two heroes of the table under a switch of the room.
fn under(switch: &str, pair: [usize; 2]) -> Field {
    Field::made("cercle", 2, &json!({ "options": { switch: true } }), |setup| {
        let rows = heroes();
        for (seat, n) in pair.into_iter().enumerate() {
            setup["bands"][seat]["heroes"][0] = json!(rows[n]);
        }
    })
}

/// CEL-DEC-01, CEL-DEC-02, CEL-DEC-03, CEL-DEC-04: before the slots.
#[test]
fn cel_dec_01_the_time_before_the_slots() {
    let mut field = Field::made("gue", 2, &Value::Null, |_| {});
    assert_eq!(takes(&field, 1, 90), Pace::Long(1));
    field.plan(0, Plan::default(), "");
    takes(&field, 1, 90);
    field.plan(1, Plan::default(), "");
    assert_eq!(takes(&field, 2, 15), Pace::Short);
    let field = Field::duel().fighting(3, &[1, 1], |scene| {
        (scene.stage, scene.segment, scene.order) = (Stage::Announce, 0, vec![B, A]);
        for who in [A, B] {
            edit(scene, who).turn.announced = None;
        }
    });
    assert_eq!(takes(&field, 3, 15), Pace::Quick);
    let field = Field::duel().fighting(3, &[1, 1], |scene| scene.stage = Stage::Orders);
    assert_eq!(takes(&field, 4, 10), Pace::Short);
}

/// CEL-DEC-07, CEL-DEC-20, CEL-DEC-22, CEL-DEC-27: what a fighter does.
#[test]
fn cel_dec_07_the_time_of_an_action() {
    let field = Field::duel().fighting(3, &[1, 0], engaged);
    assert_eq!(takes(&field, 7, 20), Pace::Short);
    let field = Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        edit(scene, B).turn.reaction = 18;
    });
    assert_eq!(takes(&field, 27, 20), Pace::Short);
    let field = Field::duel().fighting(5, &[0, 0], |scene| {
        scene.stage = Stage::Dawn;
        edit(scene, A).mind.task = Some(Labour { task: Task::PremiersSoins, on: A, levels: 0 });
    });
    assert_eq!(takes(&field, 20, 5), Pace::Quick);
    let field = Field::duel().fighting(3, &[0, 0], |scene| {
        scene.stage = Stage::Heads;
        let beaten = edit(scene, B);
        (beaten.body.status, beaten.ties.beaten_by) = (Status::Out, Some(A));
    });
    assert_eq!(takes(&field, 22, 30), Pace::Long(1));
}

/// CEL-DEC-05, CEL-DEC-09, CEL-DEC-10, CEL-DEC-11, CEL-DEC-30: answers to what another does.
#[test]
fn cel_dec_05_the_time_of_an_answer() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], close);
    let habits = vec![Habit { survival: Standard::Ask, ..Habit::none(B) }];
    field.says(1, &Command::Stand { standing: Standing { habits, ..Standing::default() } }, "");
    field.act(0, Deed::blow(B), "");
    assert_eq!(takes(&field, 5, 5), Pace::Quick);
    field.choose(1, Choice::No, "");
    assert_eq!(takes(&field, 9, 5), Pace::Quick);
    field.choose(1, Choice::No, "5 5 5 5");
    assert_eq!(takes(&field, 10, 8), Pace::Quick);
    let mut field = Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        edit(scene, B).turn.reaction = 5;
    });
    let leave = Deed { go: Some(Go::Leave { acro: false, to: None }), ..Deed::of(Act::Pass) };
    field.act(0, leave, "3 4 4 3");
    assert_eq!(takes(&field, 11, 8), Pace::Quick);
    let mut field = Field::pair(4, 0).fighting(3, &[1, 1], |scene| {
        close(scene);
        edit(scene, A).gear.hand = Some(1);
        edit(scene, B).turn.reaction = 5;
    });
    field.act(0, Deed::blow(B), "");
    assert_eq!(takes(&field, 30, 8), Pace::Quick);
}

/// CEL-DEC-16, CEL-DEC-17: held at bay, and duels.
#[test]
fn cel_dec_16_the_time_of_a_threat() {
    let mut field = under("respect", [4, 0]).fighting(3, &[1, 1], apart);
    field.act(0, Deed::of(Act::Bay(B)), "");
    assert_eq!(takes(&field, 16, 8), Pace::Quick);
    let mut field = under("duel", [4, 4]).fighting(4, &[2, 2], |scene| {
        put(scene, A, 4, 7);
        put(scene, B, 10, 7);
    });
    field.act(0, Deed::of(Act::Duel(B)), "");
    takes(&field, 17, 8);
    field.choose(1, Choice::Yes, "4 4 4 2 2 2");
    assert_eq!(takes(&field, 17, 8), Pace::Quick, "each second");
}

/// CEL-DEC-29: the referee plays the opponents, and has a window.
#[test]
fn cel_dec_29_the_time_of_the_referee() {
    let led = |slots: &[u8]| {
        let more = json!({ "mj": true, "options": { "fenetre": true } });
        Field::made("chemin", 2, &more, |_| {}).fighting(3, slots, |scene| {
            engaged(scene);
            scene.rulings.plays = scene.rulings.plays.with(B);
        })
    };
    let mut field = led(&[1, 0]);
    field.act(0, Deed::blow(B), "");
    assert_eq!(takes(&field, 29, 6), Pace::Window);
    let field = led(&[0, 1]);
    assert_eq!((asked(&field).1, takes(&field, 7, 20)), (1, Pace::Short));
}

/// CEL-DEC-31: section E gives the assent of a free table no time of its own; it has that of a short answer.
#[test]
fn cel_dec_31_the_time_of_an_assent() {
    let field = Field::met();
    assert_eq!(takes(&field, 31, Celtiques::seconds(Pace::Quick)), Pace::Quick);
    assert_eq!(Celtiques::time(&field.state, Seat(0)), 8);
}
