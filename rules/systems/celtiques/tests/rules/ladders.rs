//! Ladders, crowds and bridges: no printed map has the first two, so they are tried on one that the set-up states (CEL-MOV-03, CEL-MOV-07,
//! CEL-HEX-05, CEL-TIR-10).

use bagarre_celtiques::testkit::command::{Act, Deed, Go, Goal, March, Pace};
use bagarre_celtiques::testkit::figures::Gait;
use bagarre_celtiques::testkit::ids::{Who, Whos};
use bagarre_celtiques::testkit::scene::{Posture, Scene};
use bagarre_kit::hex::Hex;
use serde_json::{Value, json};

use super::harness::{A, Field, edit, put};

/// A fighter of the other side.
const V: Who = Who(2);
/// Results of a fast move: none, and one of each column of the table.
const RESULTS: [Option<i16>; 6] = [None, Some(5), Some(15), Some(25), Some(35), Some(45)];

/// A hill fort: a ladder of three rungs in a cleft of the rock, a street of people, and a bridge.
fn fort() -> Value {
    json!({
        "id": "fort", "name": "Le fort", "width": 12, "height": 7,
        "rows": [
            "..X.X.......",
            "..XlX....c..",
            "..XlX.XX.c..",
            "..XlX.bb.C..",
            "..X.X.XX.C..",
            "............",
            "............",
        ],
        "deploy": [[0, 2, 1, 4], [10, 2, 11, 4]],
        "entrees": [[11, 3]],
    })
}

fn field(change: impl FnOnce(&mut Scene)) -> Field {
    Field::made("gue", 2, &Value::Null, |setup| setup["map"] = fort()).fighting(3, &[1, 0, 0, 0], change)
}

/// The speeds of a step with each result of a fast move.
fn speeds(field: &Field, from: (i16, i16), to: (i16, i16), evasive: bool) -> [Option<u32>; 6] {
    let step = (Hex::new(from.0, from.1), Hex::new(to.0, to.1));
    RESULTS.map(|fast| field.state.public().speed(A, step, Gait { fast, zigzag: false, evasive }))
}

/// CEL-MOV-03: each ground has its own row; a step is of the ground that it goes into.
#[test]
fn cel_mov_03_ladders_and_crowds_have_rows_of_their_own() {
    let field = field(|_| {});
    let told = |from, to| speeds(&field, from, to, false).map(Option::unwrap);
    assert_eq!(told((3, 4), (3, 3)), [100, 150, 175, 200, 225, 250], "ladder");
    assert_eq!(told((3, 2), (3, 3)), [100, 150, 175, 200, 225, 250], "ladder, down");
    assert_eq!(told((9, 0), (9, 1)), [200, 400, 450, 500, 550, 600], "crowd");
    assert_eq!(told((9, 5), (9, 4)), [100, 200, 250, 300, 350, 400], "dense crowd");
    assert_eq!(told((3, 3), (3, 4)), [400, 700, 750, 800, 850, 900], "off the ladder");
}

/// CEL-MOV-03: a fighter that lies crawls, on any ground.
#[test]
fn cel_mov_03_who_lies_crawls_through_a_crowd() {
    let field = field(|scene| edit(scene, A).pose.posture = Posture::Lying);
    let told = speeds(&field, (9, 0), (9, 1), false).map(Option::unwrap);
    assert_eq!(told, [100, 125, 150, 175, 200, 225]);
}

/// CEL-MOV-07: a combat move needs room sideways, which neither a ladder nor a bridge has, however fast; a crowd has it where
/// enough speed is left.
#[test]
fn cel_mov_07_nobody_moves_evasively_on_a_ladder() {
    let field = field(|_| {});
    assert_eq!(speeds(&field, (3, 4), (3, 3), true), [None; 6], "ladder");
    assert_eq!(speeds(&field, (5, 3), (6, 3), true), [None; 6], "bridge");
    let crowd = [100, 300, 350, 400, 450, 500].map(Some);
    assert_eq!(speeds(&field, (9, 0), (9, 1), true), crowd, "crowd");
    let dense = [None, Some(100), Some(150), Some(200), Some(250), Some(300)];
    assert_eq!(speeds(&field, (9, 5), (9, 4), true), dense, "dense crowd");
}

/// CEL-MOV-07: who announces a combat move up a ladder climbs it without one.
#[test]
fn cel_mov_07_an_evasive_run_up_a_ladder_is_a_plain_run() {
    let mut field = field(|scene| {
        put(scene, A, 3, 3);
        edit(scene, A).turn.fast = Some(45);
    });
    let march = March { pace: Pace::Run, evasive: true, ..March::walk(Goal::Hex(Hex::new(3, 1))) };
    field.act(0, Deed { go: Some(Go::March(march)), ..Deed::of(Act::Pass) }, "");
    // 250 cm a second, without the 100 that evasion costs: two rungs.
    assert_eq!(field.of(A).pose.at, Hex::new(3, 1));
}

/// CEL-TIR-10: a crowd is 5 and a dense one 10; it is where the target stands that counts.
#[test]
fn cel_tir_10_a_crowd_hides_who_stands_in_it() {
    let crowd = |at: (i16, i16)| {
        let field = Field::made("gue", 2, &Value::Null, |setup| {
            setup["map"] = fort();
            setup["bands"][0]["heroes"][0] = json!(super::harness::heroes()[4]);
        });
        let field = field.fighting(3, &[1, 0, 0, 0], |scene| {
            put(scene, A, 2, 5);
            put(scene, V, at.0, at.1);
            edit(scene, V).beat.saw = Whos::NONE.with(A);
        });
        let public = field.state.public();
        public.shot(A, V, public.weapon(A)).unwrap().crowd
    };
    assert_eq!([(9, 1), (9, 4), (8, 4), (9, 5)].map(crowd), [5, 10, 0, 0]);
}
