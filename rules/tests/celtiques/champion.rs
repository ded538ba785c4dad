//! The bot that plays to win, on the table of whatever one likes (CEL-SCN-07), and rolls of as many dice as there can be (CEL-COR-20).

use bagarre_rules::celtiques::command::Deed;
use bagarre_rules::celtiques::ids::Whos;
use bagarre_rules::celtiques::scene::Dodge;
use bagarre_rules::celtiques::{Celtiques, State};
use bagarre_rules::contract::{Actor, Audience, Bot, Next, Outcome, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::{Dice, Enumerating, Faces, MAX_DICE, Roll, Scripted, Seeded};
use bagarre_rules::gather::{Gather, Terms};
use serde_json::json;

use super::harness::{A, B, Field, edit, engaged};

fn played(terms: &Terms, seed: u64, bots: &[&str]) -> Outcome {
    // Both bring the same hero, another one in each pair of games.
    let hero = (seed / 2 % 6) as u8;
    let bands = bots.iter().map(|_| Celtiques::ready_band(terms, Seat(hero))).collect();
    let mut state: State = Celtiques::new(&Celtiques::gather(terms, bands, Seat(0)).unwrap()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
    let mut players: Vec<Box<dyn Bot<Celtiques>>> =
        bots.iter().map(|name| Celtiques::bot(name).unwrap()).collect();
    advance::<Celtiques>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let seat = match Celtiques::next(&state) {
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            Next::Over(outcome) => return outcome,
            _ => panic!("the game stopped on its way"),
        };
        let ask = Celtiques::ask_for(&state, seat).unwrap();
        let view = Celtiques::view(&state, Audience::Seat(seat));
        let command = players[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        submit::<Celtiques>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
}

/// CEL-SCN-07: on the free table too it beats chance in eighty games of a hundred, sides swapped.
#[test]
fn cel_scn_07_the_champion_beats_any_on_the_free_table() {
    let usual = Celtiques::usual("libre", 2).unwrap();
    let terms = Terms { more: Some(json!({ "versus": true })), ..usual };
    let won = |seed: &u64| {
        let own = (seed % 2) as usize;
        let bots = if own == 0 { ["champion", "any"] } else { ["any", "champion"] };
        let outcome = played(&terms, *seed, &bots);
        outcome.winners.len() == 1 && outcome.winners.contains(Seat(own as u8))
    };
    let won = (0..100).filter(won).count();
    assert!(won >= 80, "the champion won {won} games of 100");
}

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
fn cel_cor_20_and_cel_dom_02_damage_of_sixteen_dice() {
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
