//! A seal is read by its author alone: two games that differ in a seal alone look the same to all others (CEL-PLY-02,
//! CEL-MJ-01).

use bagarre_celtiques::testkit::command::{Act, Command, Deed, Go, Goal, March, Order, Plan};
use bagarre_celtiques::testkit::ids::{Cry, Who, Whos};
use bagarre_celtiques::testkit::scene::{Intent, Stage};
use bagarre_celtiques::{Celtiques, State};
use bagarre_kit::contract::{Actor, Audience, Ruleset, Seat};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, put};

const C: Who = Who(2);

/// All that a seat gets to know, after a seal, of the game: its view, its notice, what it may say, what it is asked, what it would do.
fn known(state: &State, notice: &Value, seat: u8) -> Value {
    let mut offers = Vec::new();
    Celtiques::options(state, Seat(seat), &mut |command| offers.push(format!("{command:?}")));
    json!({
        "view": Celtiques::view(state, Audience::Seat(Seat(seat))),
        "notice": notice,
        "options": offers,
        "ask": format!("{:?}", Celtiques::ask_for(state, Seat(seat))),
        "default": format!("{:?}", Celtiques::default_answer(state, Seat(seat))),
        "turn": [Celtiques::turn(state), Celtiques::parts(state)],
    })
}

/// Lets a seat seal one of two things; returns the audiences that are told the difference.
fn told_apart(field: &Field, author: u8, seals: [Command; 2], seats: u8) -> Vec<String> {
    let after = seals.map(|command| {
        let event = Celtiques::decide(&field.state, Actor::Seat(Seat(author)), &command).unwrap();
        let mut state = field.state.clone();
        Celtiques::apply(&mut state, &event);
        let notice = |to: Audience| json!(Celtiques::notice(&state, &event, to));
        let mut all: Vec<(String, Value)> = (0..seats)
            .filter(|seat| *seat != author)
            .map(|seat| (format!("seat {seat}"), known(&state, &notice(Audience::Seat(Seat(seat))), seat)))
            .collect();
        let public = json!([Celtiques::view(&state, Audience::Spectator), notice(Audience::Spectator)]);
        all.push(("spectator".to_owned(), public));
        (state, all)
    });
    let [(one, first), (other, second)] = after;
    assert!(one != other, "the two seals are not the same");
    first.into_iter().zip(second).filter(|(a, b)| a != b).map(|((name, _), _)| name).collect()
}

/// Four at the ford with a game master.
fn ford(stage: Stage) -> Field {
    Field::led("gue", 2, &json!({}), |_| {}).fighting(3, &[1, 0, 1], |scene| {
        scene.stage = stage;
        put(scene, A, 6, 8);
        put(scene, C, 9, 8);
        (edit(scene, A).turn.reaction, edit(scene, C).turn.reaction) = (20, 18);
    })
}

fn walk(col: i16) -> Go {
    Go::March(March::walk(Goal::Hex(Hex::new(col, 8))))
}

/// CEL-MJ-01, CEL-PLY-02, CEL-DEC-01, CEL-DEC-02, CEL-DEC-04, CEL-DEC-27: plans, terror, orders and batches.
#[test]
fn cel_mj_01_the_master_reads_no_seal() {
    let none: Vec<String> = Vec::new();
    let field = Field::led("gue", 2, &json!({}), |_| {});
    let question = field.ask().id();
    let plan = |plan| Command::Plan { question, plan: Sealed(plan) };
    let plans = [
        plan(Plan::default()),
        plan(Plan { chief: Some(B), intent: Intent::Attack, paint: Whos::NONE.with(A), ..Plan::default() }),
    ];
    assert_eq!(told_apart(&field, 0, plans, 3), none);
    let mut field = Field::led("gue", 2, &json!({}), |_| {});
    field.edit(|scene| scene.stage = Stage::Terror);
    let question = field.ask().id();
    let cries = |cries| Command::Cries { question, cries: Sealed(cries) };
    assert_eq!(told_apart(&field, 0, [cries(vec![]), cries(vec![(A, Cry::Cri)])], 3), none);
    let field = ford(Stage::Orders);
    let question = field.ask().id();
    let orders = |go, survive, quiet| {
        let order = Order { go, survive, ..Order::default() };
        Command::Orders { question, orders: Sealed(vec![(A, order)]), quiet }
    };
    assert_eq!(
        told_apart(&field, 0, [orders(None, true, false), orders(Some(walk(5)), false, false)], 3),
        none
    );
    // "Rien d'autre" is public, once it is opened.
    assert_eq!(told_apart(&field, 0, [orders(None, true, false), orders(None, true, true)], 3), none);
    let field = ford(Stage::Act);
    let question = field.ask().id();
    let deeds = |deed| Command::Deeds { question, deeds: Sealed(vec![(A, deed)]) };
    let moves = Deed { go: Some(walk(7)), ..Deed::of(Act::Pass) };
    assert_eq!(told_apart(&field, 0, [deeds(Deed::of(Act::Pass)), deeds(moves)], 3), none);
}

/// CEL-MJ-01: what the master seals for the opponents that it plays is sealed to the players.
#[test]
fn cel_mj_01_the_players_read_no_seal_of_the_master() {
    let field = Field::led("chemin", 2, &json!({}), |_| {}).fighting(3, &[0, 0, 0], |scene| {
        scene.stage = Stage::Orders;
        scene.rulings.plays = Whos::NONE.with(C);
    });
    let question = field.ask().id();
    assert!(field.ask().seats().contains(Seat(2)));
    let at = field.of(C).pose.at;
    let orders = |go: Option<Go>| {
        let orders = go.into_iter().map(|go| (C, Order { go: Some(go), ..Order::default() })).collect();
        Command::Orders { question, orders: Sealed(orders), quiet: false }
    };
    let step = Go::March(March::walk(Goal::Hex(Hex::new(at.col + 1, at.row))));
    assert_eq!(told_apart(&field, 2, [orders(None), orders(Some(step))], 3), Vec::<String>::new());
}

/// CEL-MJ-01, CEL-PLY-07: the other side and the master read no standing order.
#[test]
fn cel_mj_01_nor_any_standing_order() {
    use bagarre_celtiques::testkit::command::{Dodging, Habit, Standing};
    let field = ford(Stage::Orders);
    let stand = |dodge| {
        let habits = vec![Habit { dodge, ..Habit::none(A) }];
        Command::Stand { standing: Standing { habits, ..Standing::default() } }
    };
    let seals = [stand(Dodging::Never), stand(Dodging::While(1))];
    assert_eq!(told_apart(&field, 0, seals, 3), Vec::<String>::new());
}

/// CEL-PLY-10, CEL-PLY-11: announcements and deeds decided in advance are read by their own side alone.
#[test]
fn cel_ply_10_what_is_decided_in_advance_is_read_by_the_own_side_alone() {
    use bagarre_celtiques::testkit::command::{Intention, Preset, Standing};
    let field = Field::made("gue", 4, &Value::Null, |_| {}).fighting(3, &[1, 0, 1], |scene| {
        scene.stage = Stage::Orders;
    });
    let preset = |actions| {
        let presets = vec![Preset { who: A, turn: 1, actions }];
        Command::Stand { standing: Standing { presets, ..Standing::default() } }
    };
    assert_eq!(told_apart(&field, 0, [preset(1), preset(4)], 4), ["seat 2"]);
    let intends = |deed| {
        let intentions = vec![Intention::of(A, 1, 3, deed)];
        Command::Stand { standing: Standing { intentions, ..Standing::default() } }
    };
    assert_eq!(told_apart(&field, 0, [intends(Deed::blow(B)), intends(Deed::of(Act::Pass))], 4), ["seat 2"]);
    let field = ford(Stage::Act);
    assert_eq!(
        told_apart(&field, 1, [intends_of(C, Deed::blow(A)), intends_of(C, Deed::of(Act::Force))], 3),
        Vec::<String>::new()
    );
}

fn intends_of(who: Who, deed: Deed) -> Command {
    use bagarre_celtiques::testkit::command::{Intention, Standing};
    let intentions = vec![Intention::of(who, 1, 5, deed)];
    Command::Stand { standing: Standing { intentions, ..Standing::default() } }
}

/// CEL-PLY-02: standing and march orders are read by their own side alone.
#[test]
fn cel_ply_02_standing_orders_are_read_by_their_own_side_alone() {
    use bagarre_celtiques::testkit::command::{Dodging, Habit, Standing};
    let field = Field::made("gue", 4, &Value::Null, |_| {});
    let stand = |dodge| {
        let march = Some((March::walk(Goal::Hex(Hex::new(9, 8))), 0));
        let habits = vec![Habit { dodge, march, ..Habit::none(A) }];
        Command::Stand { standing: Standing { habits, ..Standing::default() } }
    };
    let seals = [stand(Dodging::Never), stand(Dodging::While(1))];
    assert_eq!(told_apart(&field, 0, seals.clone(), 4), ["seat 2"]);
    let event = Celtiques::decide(&field.state, Actor::Seat(Seat(0)), &seals[0]).unwrap();
    let mut state = field.state.clone();
    Celtiques::apply(&mut state, &event);
    let mates = Celtiques::view(&state, Audience::Seat(Seat(2))).mine.unwrap().mates;
    assert_eq!((mates[0].0, mates[0].1.habits[0].dodge), (Seat(0), Dodging::Never));
    // A new holder of the seat finds hidden what stood there; the other seat of the side does not.
    Celtiques::new_holder(&mut state, Seat(0));
    assert_eq!(Celtiques::view(&state, Audience::Seat(Seat(0))).mine.unwrap().standing, Standing::default());
    assert_eq!(Celtiques::view(&state, Audience::Seat(Seat(2))).mine.unwrap().mates, mates);
}
