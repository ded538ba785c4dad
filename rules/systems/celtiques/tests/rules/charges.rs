//! Charges: their straight way, two who charge each other, and the shield (CEL-SPE-03, CEL-SPE-04, CEL-SPE-05, CEL-HEX-07).

use bagarre_celtiques::testkit::command::{
    Act, Ask, Blow, Choice, Command, Deed, Go, Goal, March, Pace, Trick,
};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::ids::Who;
use bagarre_celtiques::{Celtiques, State};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;

use super::harness::{A, B, Field, edit, put};

/// A charge at a fighter that ends in a hexagon.
fn charge(at: Who, (col, row): (i16, i16), pace: Pace, trick: Option<Trick>) -> Deed {
    let march = March { charge: true, pace, ..March::walk(Goal::Hex(Hex::new(col, row))) };
    let blow = Blow { charge: true, trick, ..Blow::at(at) };
    Deed { go: Some(Go::March(march)), ..Deed::of(Act::Strike(blow)) }
}

/// Two swords so many steps apart, who act in one batch; the first is the faster.
fn apart(steps: i16) -> Field {
    Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        put(scene, A, 3, 7);
        put(scene, B, 3 + steps, 7);
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (18, 15);
    })
}

/// Seals the deeds of both, and plays them with these dice until the first question.
fn both(field: &mut Field, [mine, other]: [Deed; 2], dice: &str) {
    let Ask::Batch { id: question, .. } = field.ask() else { panic!() };
    let deeds = |who, deed| Command::Deeds { question, deeds: Sealed(vec![(who, deed)]) };
    field.says(0, &deeds(A, mine), "");
    field.says(1, &deeds(B, other), dice);
}

/// The totals of all damage rolls since then.
fn damage(field: &Field) -> Vec<(Who, i16)> {
    let rolls = field.facts.iter().filter_map(|fact| match &fact.what {
        What::Rolled { throw, who, faces, total, .. } if serde_json::json!(throw) == "damage" => {
            Some((*who, *total - faces.iter().map(|face| i16::from(*face)).sum::<i16>()))
        }
        _ => None,
    });
    rolls.collect()
}

/// CEL-SPE-03, CEL-SPE-04, CEL-HEX-07: two who charge each other meet on their straight ways, and both blows count as charges.
#[test]
fn cel_spe_03_two_who_charge_each_other_meet() {
    let mut field = apart(7);
    let deeds = [charge(B, (8, 7), Pace::Run, None), charge(A, (5, 7), Pace::Run, None)];
    // Both run: 9 and Athlétisme 2, three metres and a half more.
    both(&mut field, deeds, "3 3 3 3 3 3");
    assert_eq!((field.of(A).pose.at, field.of(B).pose.at), (Hex::new(6, 7), Hex::new(7, 7)));
    // Neither refuses to be engaged; both are hit.
    field.choose(1, Choice::No, "5 3 6 2");
    field.choose(1, Choice::No, "5 3 6 2");
    field.choose(0, Choice::No, "1 1 2 6 6 5 1 1 2 6 6 5");
    assert_eq!(damage(&field), [(A, 4 + 6), (B, 4 + 6)]);
}

/// CEL-SPE-04: a charger that the other leaves no straight way of three steps strikes without the bonus of a charge.
#[test]
fn cel_spe_04_a_charger_without_its_straight_way_gets_no_bonus() {
    let mut field = apart(5);
    let deeds = [charge(B, (6, 7), Pace::Walk, None), charge(A, (5, 7), Pace::Walk, None)];
    both(&mut field, deeds, "");
    // The faster has come into reach: the slower stays, and strikes from there.
    assert_eq!((field.of(A).pose.at, field.of(B).pose.at), (Hex::new(6, 7), Hex::new(8, 7)));
    field.choose(1, Choice::No, "5 3 6 2");
    field.choose(1, Choice::No, "5 3 6 2");
    field.choose(0, Choice::No, "1 1 2 6 6 5 1 1 2 6 6 5");
    assert_eq!(damage(&field), [(A, 4 + 4), (B, 4 + 2)]);
}

/// CEL-SPE-04: the half of the charged one counts for each of its blows at the charger in the segment, also after the charge was played.
#[test]
fn cel_spe_04_the_half_bonus_counts_in_the_whole_segment() {
    let mut field = apart(4).fighting(3, &[1, 1], |scene| {
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (25, 5);
    });
    field.act(0, charge(B, (6, 7), Pace::Walk, None), "");
    field.choose(1, Choice::No, "5 3 6 2");
    field.choose(1, Choice::No, "1 1 2 6 6 5");
    assert_eq!(damage(&field), [(A, 4 + 4)]);
    field.act(1, Deed::blow(A), "5 3 6 2");
    field.choose(0, Choice::No, "1 1 2 6 6 5");
    assert_eq!(damage(&field), [(B, 4 + 2)]);
}

/// CEL-SPE-05, CEL-HEX-03: the shield has length class 0; a charge with it ends beside its target, and a bash needs a charge.
#[test]
fn cel_spe_05_a_shield_reaches_one_step() {
    let field = apart(5).fighting(3, &[1, 0], |_| {});
    let shield = |col| charge(B, (col, 7), Pace::Walk, Some(Trick::Shield));
    assert_eq!(field.no_act(0, shield(6)), "celtiques.charge");
    let mut field = field;
    field.act(0, shield(7), "");
    assert_eq!(field.of(A).pose.at, Hex::new(7, 7));
}

/// CEL-PLY-06, CEL-SPE-05: what is shown before a choice counts the shield, with its charge.
#[test]
fn cel_ply_06_the_numbers_shown_count_the_shield() {
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
