//! What an aimed blow does beside the levels that it takes (CEL-SPE-02).

use bagarre_celtiques::testkit::command::{Act, Blow, Choice, Deed};
use bagarre_celtiques::testkit::ids::Zone;
use bagarre_celtiques::testkit::scene::Posture;
use serde_json::{Value, json};

use super::harness::{A, B, Field, armed, engaged};

/// Resistance of three dice to damage of 18, for one level and for two.
const ONE_LEVEL: &str = "5 5 4";
const TWO_LEVELS: &str = "4 4 3";

/// A sword, lames 5 and agility 4 against a knife in a hand without skills, whose défense is 0: a blow at a zone, with the dice of
/// what is taken and of what is tested after it.
fn struck(zone: Zone, taken: &str, tested: &str) -> Field {
    let mut field = Field::made("cercle", 2, &Value::Null, |setup| {
        setup["bands"][0]["heroes"][0] = armed("epee", &json!({ "lames": 5 }));
        setup["bands"][1]["heroes"][0] = armed("couteau", &json!({}));
    })
    .fighting(3, &[1, 0], engaged);
    assert_eq!(field.state.public().defence(B, A, false), 0);
    // Four dice and lames 5, less what aiming costs: less than ten more than the défense, so that damage has no further die.
    let attack = match zone {
        Zone::Torse => "3 2 2 2",
        Zone::Jambe | Zone::Bras => "3 3 3 3",
        Zone::Pied | Zone::Main | Zone::Tete | Zone::Gorge => "5 4 4 4",
        Zone::Oeil => "5 5 5 5",
    };
    field.act(0, Deed::of(Act::Strike(Blow { zone: Some(zone), ..Blow::at(B) })), attack);
    field.choose(1, Choice::No, &format!("5 5 4 {taken} {tested}"));
    field
}

/// What became of a fighter: actions lost, whether stunned, fallen, empty-handed, blind of an eye.
fn state(field: &Field) -> (u8, bool, bool, bool, bool) {
    let it = field.of(B);
    let fallen = it.pose.posture == Posture::Fallen;
    (it.mind.lost, it.mind.stunned, fallen, it.gear.hand.is_none(), it.body.eye)
}

/// CEL-SPE-02, CEL-R28: one level of Blessure does nothing more.
#[test]
fn cel_spe_02_one_level_has_no_effect() {
    for zone in Zone::ALL {
        let field = struck(*zone, ONE_LEVEL, "");
        assert_eq!(field.of(B).body.blessure, 1, "{zone:?}");
        assert_eq!(state(&field), (0, false, false, false, false), "{zone:?}");
    }
}

/// CEL-SPE-02, CEL-R28: two levels cost actions, stun, or an eye.
#[test]
fn cel_spe_02_two_levels_cost_actions_or_an_eye() {
    let cases = [
        (Zone::Torse, (1, false, false, false, false)),
        (Zone::Tete, (2, true, false, false, false)),
        (Zone::Gorge, (1, true, false, false, false)),
        (Zone::Oeil, (0, false, false, false, true)),
    ];
    for (zone, expected) in cases {
        let field = struck(zone, TWO_LEVELS, "");
        assert_eq!(field.of(B).body.blessure, 2, "{zone:?}");
        assert_eq!(state(&field), expected, "{zone:?}");
    }
}

/// CEL-SPE-02, CEL-R28: a leg or a foot falls, an arm or a hand drops what it holds, unless agility meets the difficulty; two levels take one
/// of its four dice.
#[test]
fn cel_spe_02_two_levels_are_tested_by_agility() {
    let (falls, drops) = ((0, false, true, false, false), (0, false, false, true, false));
    let cases = [
        (Zone::Jambe, "4 3 2", "4 3 3", falls),
        (Zone::Pied, "5 5 4", "5 5 5", falls),
        (Zone::Bras, "4 3 2", "4 3 3", drops),
        (Zone::Main, "4 3 2", "4 3 3", drops),
    ];
    for (zone, missed, met, expected) in cases {
        assert_eq!(state(&struck(zone, TWO_LEVELS, missed)), expected, "{zone:?}");
        assert_eq!(state(&struck(zone, TWO_LEVELS, met)), (0, false, false, false, false), "{zone:?}");
    }
}
