//! Charges: their straight way, two who charge each other, and the shield (CEL-SPE-03, CEL-SPE-04, CEL-SPE-05, CEL-HEX-07).

use bagarre_celtiques::testkit::command::{Act, Blow, Command, Deed, Go, Goal, March, Pace, Trick};
use bagarre_celtiques::testkit::ids::Who;
use bagarre_celtiques::{Celtiques, State};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::hex::Hex;

use super::harness::{A, B, Field, edit, put};

/// A charge at somebody that ends in a hexagon.
fn charge(at: Who, (col, row): (i16, i16), pace: Pace, trick: Option<Trick>) -> Deed {
    let march = March { charge: true, pace, ..March::walk(Goal::Hex(Hex::new(col, row))) };
    let blow = Blow { charge: true, trick, ..Blow::at(at) };
    Deed { go: Some(Go::March(march)), ..Deed::of(Act::Strike(blow)) }
}

/// Two swords so many steps apart.
fn apart(steps: i16) -> Field {
    Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        put(scene, A, 3, 7);
        put(scene, B, 3 + steps, 7);
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (18, 15);
    })
}

/// CEL-SPE-05, CEL-HEX-03: the shield has length class 0; a charge with it ends beside its target, and a bash needs a charge.
#[test]
fn cel_spe_05_and_cel_hex_03_a_shield_reaches_one_step() {
    let field = apart(5).fighting(3, &[1, 0], |_| {});
    let shield = |col| charge(B, (col, 7), Pace::Walk, Some(Trick::Shield));
    assert_eq!(field.no_act(0, shield(6)), "celtiques.charge");
    let mut field = field;
    field.act(0, shield(7), "");
    assert_eq!(field.of(A).pose.at, Hex::new(7, 7));
}

/// CEL-PLY-06, CEL-SPE-05: what is shown before a choice counts the shield, with its charge.
#[test]
fn cel_ply_06_and_cel_spe_05_the_numbers_shown_count_the_shield() {
    let levels = |shield: &str| {
        let field = Field::made("cercle", 2, &serde_json::Value::Null, |setup| {
            setup["bands"][0]["heroes"][0]["shields"] = serde_json::json!([shield]);
        });
        let field = field.fighting(3, &[1, 0], |scene| {
            put(scene, A, 3, 7);
            put(scene, B, 7, 7);
        });
        let question = field.ask().id();
        let deed = charge(B, (6, 7), Pace::Walk, Some(Trick::Shield));
        advised(&field.state, &Command::Act { question, deed })
    };
    let (small, large) = (levels("petit_bouclier"), levels("grand_bouclier"));
    assert!(small < large, "{small} levels with a small shield, {large} with a large one");
}

fn advised(state: &State, draft: &Command) -> u32 {
    Celtiques::advise(state, Seat(0), draft).unwrap().levels
}
