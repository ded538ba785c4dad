//! Rolls of as many dice as there can be (CEL-COR-20).

use bagarre_celtiques::testkit::command::Deed;
use bagarre_celtiques::testkit::ids::Whos;
use bagarre_celtiques::testkit::scene::Dodge;
use bagarre_kit::dice::{Dice, Enumerating, Faces, MAX_DICE, Roll, Scripted, Seeded};
use serde_json::json;

use super::harness::{A, B, Field, edit, engaged};

fn roll(count: u8, sides: u8) -> Roll {
    serde_json::from_value(json!({ "count": count, "sides": sides, "rule": "CEL-COR-20", "what": "dice" }))
        .unwrap()
}

/// CEL-COR-20: sixteen dice of six or of ten faces are one roll, from every source; more are none.
#[test]
fn cel_cor_20_sixteen_dice_are_one_roll() {
    assert_eq!(MAX_DICE, 16);
    for sides in [6, 10] {
        let roll = roll(16, sides);
        let given = (0..16u8).map(|n| (sides, n % sides + 1));
        let mut scripted = Scripted::new(given.clone());
        let faces = scripted.roll(&roll).unwrap();
        assert_eq!((faces.len(), scripted.left()), (16, 0));
        assert!(faces.iter().zip(given).all(|(face, (_, wanted))| *face == wanted));
        let mut seeded = Seeded::from_number(1);
        let faces = seeded.roll(&roll).unwrap();
        assert_eq!((faces.len(), seeded.drawn()), (16, 16));
        assert!(faces.iter().all(|face| (1..=sides).contains(face)));
        assert_eq!(Enumerating::new().roll(&roll).unwrap()[..], [1; 16]);
    }
    let read = |n: usize| serde_json::from_value::<Faces>(json!(vec![6; n]));
    assert_eq!(read(16).unwrap()[..], [6; 16]);
    assert!(read(17).unwrap_err().to_string().contains("16"));
}

/// CEL-COR-20, CEL-DOM-02: however great the margin of a blow, its damage is of sixteen dice.
#[test]
fn cel_cor_20_damage_of_sixteen_dice() {
    let mut field = Field::pair(2, 2).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        (scene.camps[0].bonus, scene.camps[0].attack) = (60, true);
        scene.camps[0].to = Whos::NONE.with(A);
        edit(scene, B).beat.dodge = Some(Dodge { total: -60, failed: true });
    });
    // All sixes (CEL-COR-09): 28 and 6 and 60 against -60: FO 5 and twelve at most, that is seventeen.
    let sixteen = "1 ".repeat(16);
    field.act(0, Deed::blow(B), &format!("6 6 6 {sixteen} 6 6 6 6"));
    assert_eq!(field.rolled("damage").unwrap().0.len(), 16);
}
