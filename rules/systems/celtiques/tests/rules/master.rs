//! The game master: how far each ruling goes, what it changes, and who plays an opponent (CEL-MJ, the clauses of section E).

use bagarre_celtiques::testkit::command::{Act, Choice, Command, Deed, Go, Goal, March, Order, Ruling};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::ids::{Foe, Skill, Task, Team, Who, Whos};
use bagarre_celtiques::testkit::scene::{Dodge, Errand, Scene, Stage, Status};
use bagarre_celtiques::{Ask, Celtiques, State};
use bagarre_kit::contract::{Actor, Refuse, Ruleset, Seat};
use bagarre_kit::hex::Hex;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, put};

const C: Who = Who(2);

/// Returns the refusal that a game master gets for a ruling; none: it is accepted.
fn why(field: &Field, seat: u8, ruling: Ruling) -> Option<&'static str> {
    let said = Celtiques::decide(&field.state, Actor::Seat(Seat(seat)), &Command::Rule { ruling });
    said.err().map(|why| why.code())
}

/// At the announcements of the first turn, the first of them asked.
fn announcing(scene: &mut Scene) {
    (scene.stage, scene.segment) = (Stage::Announce, 0);
    scene.order = scene.whos().collect();
    for who in scene.whos() {
        (edit(scene, who).turn.announced, edit(scene, who).turn.slots) = (None, 0);
    }
}

/// Two heroes and a master before the high king, at the announcements.
fn led() -> Field {
    Field::led("haut_roi", 2, &json!({}), |_| {}).fighting(0, &[], announcing)
}

fn errand(task: Task, difficulty: i16, levels: u8) -> Ruling {
    Ruling::Task(Errand { task, skill: Skill::Soins, difficulty, levels })
}

/// CEL-MJ-02, CEL-MJ-03, CEL-MJ-04: the limits of section E: below and above is refused, the lowest and the highest are heard.
#[test]
fn cel_mj_02_how_far_each_ruling_goes() {
    type Row = (&'static str, fn(i16) -> Ruling, i16, i16);
    let rows: &[Row] = &[
        ("next", |n| Ruling::Next(A, n), -5, 5),
        ("sudden", Ruling::Sudden, 5, 25),
        ("survival", Ruling::Survival, 15, 25),
        ("innate", Ruling::Innate, 0, 10),
        ("acrobatics", Ruling::Acrobatics, 10, 25),
        ("bay", Ruling::Bay, 10, 25),
        ("crowd", Ruling::Crowd, 5, 10),
        ("tactics", Ruling::Tactics, -5, 5),
        ("songs", Ruling::Songs, -3, 3),
        ("embalming", Ruling::Embalming, 15, 25),
        ("task, its difficulty", |n| errand(Task::PremiersSoins, n, 1), 5, 30),
        ("task, its levels", |n| errand(Task::PremiersSoins, 15, n as u8), 1, 10),
    ];
    let field = led();
    for (name, ruling, least, most) in rows {
        let found = [least - 1, *least, *most, most + 1].map(|n| why(&field, 2, ruling(n)));
        let no = Some("celtiques.master");
        assert_eq!(found, [no, None, None, no], "{name}");
        assert_eq!(why(&field, 0, ruling(*least)), no, "{name}: it is the master's to say");
    }
    // CEL-UND-04: a sudden event may be waived. A modifier of nothing is none.
    assert_eq!(
        (why(&field, 2, Ruling::Sudden(0)), why(&field, 2, Ruling::Next(A, 0))),
        (None, Some("celtiques.master"))
    );
}

/// CEL-MJ-02, CEL-MOV-04, CEL-MJ-01, CEL-SCN-07: rulings that name a fighter, a place or a side.
#[test]
fn cel_mj_02_what_a_ruling_may_name() {
    let nobody = Who(15);
    let ground = Hex::new(5, 8);
    let mut field = led();
    field.edit(|scene| scene.camps[1].bonus = 2);
    for (ruling, heard) in [
        (Ruling::Surprise(A, true), true),
        (Ruling::Surprise(A, false), false),
        (Ruling::Surprise(nobody, true), false),
        (Ruling::Next(nobody, 1), false),
        (Ruling::Scruples(true), true),
        (Ruling::Scruples(false), true),
        // CEL-MOV-04: the three speeds that a hexagon can have, where a fighter can stand.
        (Ruling::Slow(ground, 50), true),
        (Ruling::Slow(ground, 75), true),
        (Ruling::Slow(ground, 100), true),
        (Ruling::Slow(ground, 49), false),
        (Ruling::Slow(ground, 60), false),
        (Ruling::Slow(ground, 101), false),
        (Ruling::Slow(Hex::new(15, 99), 50), false),
        // CEL-CMD-09: a bonus that there is.
        (Ruling::EndBonus(Team::Second), true),
        (Ruling::EndBonus(Team::First), false),
        (Ruling::Reroll, true),
        // CEL-MJ-01: opponents, and not those that the master does not play yet.
        (Ruling::Play(C, true), true),
        (Ruling::Play(C, false), false),
        (Ruling::Play(A, true), false),
        (Ruling::Play(nobody, true), false),
        // CEL-SCN-07: the objective of the free table alone.
        (Ruling::Met(Team::First), false),
    ] {
        assert_eq!(why(&field, 2, ruling).is_none(), heard, "{ruling:?}");
    }
    // Once is enough.
    field.says(2, &Command::Rule { ruling: Ruling::Reroll }, "");
    assert_eq!(why(&field, 2, Ruling::Reroll), Some("celtiques.master"));
    field.says(2, &Command::Rule { ruling: Ruling::Next(A, 3) }, "");
    assert_eq!(why(&field, 2, Ruling::Next(A, 1)), Some("celtiques.master"));
    let free = Field::led("libre", 2, &json!({ "arena": "gue" }), |_| {}).fighting(0, &[], announcing);
    assert_eq!(Team::ALL.map(|side| why(&free, 2, Ruling::Met(side)).is_none()), [true, true]);
}

/// CEL-MJ-02: before the dice, never after: what changes the segment under way comes too late in it.
#[test]
fn cel_mj_02_some_rulings_have_their_time() {
    let field = Field::led("haut_roi", 2, &json!({}), |_| {}).fighting(3, &[1], |_| {});
    for ruling in [Ruling::Surprise(A, true), Ruling::Play(C, true), Ruling::Slow(Hex::new(5, 8), 50)] {
        assert_eq!(why(&field, 2, ruling), Some("celtiques.late"), "{ruling:?}");
    }
    assert_eq!(why(&field, 2, Ruling::Sudden(20)), None);
}

/// CEL-MJ-05: the reserve: two for each hero, one more at each end of turn; opponents at their price, at an entry, out of sight.
#[test]
fn cel_mj_05_the_reserve_and_its_prices() {
    let summon = |foe| Ruling::Summon(foe, Hex::new(30, 8));
    let mut field = led();
    assert_eq!(field.state.scene.rulings.reserve, 4);
    assert_eq!(why(&field, 2, Ruling::Summon(Foe::Levee, Hex::new(29, 8))), Some("celtiques.reserve"));
    for (foe, price) in
        [(Foe::Levee, 1), (Foe::Guerrier, 2), (Foe::Archer, 2), (Foe::Frondeur, 2), (Foe::Chien, 2)]
    {
        let reserve = |n: u8| {
            let mut field = led();
            field.edit(|scene| scene.rulings.reserve = n);
            why(&field, 2, summon(foe))
        };
        assert_eq!((reserve(price), reserve(price - 1)), (None, Some("celtiques.reserve")), "{foe:?}");
    }
    // The opponent enters at the start of the next turn.
    field.says(2, &Command::Rule { ruling: summon(Foe::Guerrier) }, "");
    let guard =
        field.state.scene.whos().find(|who| field.state.fixed.profiles[who.n()].foe == Some(Foe::Guerrier));
    let guard = guard.unwrap();
    assert_eq!((field.state.scene.rulings.reserve, field.of(guard).body.status), (2, Status::Waiting));
    field.edit(|scene| (scene.stage, scene.segment) = (Stage::Orders, 5));
    field.play_on(|state| state.scene.turn == 2);
    assert_eq!((field.state.scene.rulings.reserve, field.of(guard).body.status), (3, Status::Able));
    // No reserve on a map without an entry.
    let wood = Field::led("sanglier", 2, &json!({}), |_| {}).fighting(0, &[], announcing);
    assert_eq!(why(&wood, 2, Ruling::Summon(Foe::Levee, Hex::new(0, 8))), Some("celtiques.reserve"));
}

/// Four at the ford, of two sides of players, with a master; the first of each side are at each other.
fn versus(window: bool) -> Field {
    let more = json!({ "options": { "fenetre": window } });
    Field::led("gue", 2, &more, |_| {}).fighting(3, &[1, 0, 1], |scene| {
        put(scene, A, 6, 8);
        put(scene, C, 7, 8);
        for (one, other) in [(A, C), (C, A)] {
            edit(scene, one).ties.engaged = Whos::NONE.with(other);
            edit(scene, one).beat.held_off = Whos::NONE.with(other);
        }
        edit(scene, C).turn.reaction = 5;
        edit(scene, C).beat.saw = Whos::NONE.with(A);
        edit(scene, A).beat.saw = Whos::NONE.with(C);
        for who in [A, C] {
            edit(scene, who).beat.dodge = Some(Dodge { total: 0, failed: false });
        }
    })
}

/// CEL-MJ-06: between two sides of players the master has no reserve, two points at most, once a turn and side.
#[test]
fn cel_mj_06_between_two_sides_of_players() {
    let mut field = versus(false);
    let next = |who, n| Ruling::Next(who, n);
    let limits = [-3, -2, 2, 3].map(|n| why(&field, 2, next(A, n)).is_none());
    assert_eq!(limits, [false, true, true, false]);
    assert_eq!(why(&field, 2, Ruling::Summon(Foe::Levee, Hex::new(0, 8))), Some("celtiques.reserve"));
    field.says(2, &Command::Rule { ruling: next(A, 2) }, "");
    // That was the word of the turn for their side, not for the other.
    assert_eq!(why(&field, 2, next(B, 1)), Some("celtiques.master"));
    assert_eq!(why(&field, 2, next(C, -2)), None);
    // It is in the dice: AG 4, Lames 5 and 2.
    field.act(0, Deed::blow(C), "1 1 1 2");
    assert_eq!(field.rolled("attack").unwrap().1, 5 + 5 + 2);
    assert!(field.state.scene.rulings.next.is_empty(), "for one roll");
    field.play_on(|state| state.scene.turn == 2);
    assert_eq!(why(&field, 2, next(B, 1)), None, "a turn later");
}

/// CEL-MJ-06, CEL-MJ-03: so it is with the window: five answers and surprise, and none to the next roll of that side.
#[test]
fn cel_mj_06_the_window_between_two_sides() {
    let shifts = |field: &Field| match field.ask() {
        Ask::Choose(asked) if asked.dec.n() == 29 => asked.options,
        _ => Vec::new(),
    };
    let mut field = versus(true);
    field.act(0, Deed::blow(C), "");
    let wanted: Vec<Choice> = (-2..=2).map(Choice::Shift).chain([Choice::Surprise(true)]).collect();
    assert_eq!(shifts(&field), wanted);
    field.choose(2, Choice::Shift(-2), "1 1 2 3");
    assert_eq!(field.rolled("attack").unwrap().1, 7 + 5 - 2);
    // The other side has its own.
    field.act(1, Deed::blow(A), "");
    assert_eq!(shifts(&field), wanted);
    field.choose(2, Choice::Shift(0), "1 1 3");
    // Nothing was said for it, and so it may still be said; the first side has had its word.
    field.edit(|scene| {
        (scene.stage, scene.segment) = (Stage::Act, 4);
        for who in [A, C] {
            (edit(scene, who).turn.slots, edit(scene, who).turn.announced) = (1 << 4, Some(1));
            let beat = &mut edit(scene, who).beat;
            (beat.done, beat.spent) = (false, false);
            (beat.saw, beat.dodge) = (Whos::NONE.with(if who == A { C } else { A }), beat.dodge);
        }
        (edit(scene, A).turn.reaction, edit(scene, C).turn.reaction) = (20, 5);
    });
    field.act(0, Deed::blow(C), "1 1 1 2");
    field.act(1, Deed::blow(A), "");
    assert_eq!(shifts(&field), wanted);
}

/// CEL-MJ-03, CEL-DEC-29: without the switch of the room there is no window, and the dice come at once.
#[test]
fn cel_dec_29_no_window_where_none_is_wanted() {
    let struck = |options: Value| {
        let mut field =
            Field::led("chemin", 1, &json!({ "options": options }), |_| {}).fighting(3, &[1, 0, 0], engaged);
        field.act(0, Deed::blow(B), "1 1 1 2");
        assert_eq!(field.rolled("attack").unwrap().1, 10);
        !field.facts.iter().any(|fact| matches!(fact.what, What::Chose { .. }))
    };
    assert!(struck(json!({ "fenetre": false })) && struck(json!({})));
    // Nor where there is no master.
    let mut field = Field::made("chemin", 1, &json!({ "options": { "fenetre": true } }), |_| {}).fighting(
        3,
        &[1, 0, 0],
        engaged,
    );
    field.act(0, Deed::blow(B), "1 1 1 2");
    assert_eq!(field.rolled("attack").unwrap().1, 10);
}

/// CEL-MJ-01: the master plays an opponent in place of its doctrine, and leaves it to that again.
#[test]
fn cel_mj_01_he_plays_an_opponent() {
    let mut field = Field::led("chemin", 1, &json!({}), |_| {}).fighting(0, &[], |scene| {
        announcing(scene);
        put(scene, A, 6, 7);
        put(scene, B, 9, 7);
    });
    field.says(1, &Command::Rule { ruling: Ruling::Play(B, true) }, "");
    assert!(field.state.scene.rulings.plays.contains(B));
    field.choose(0, Choice::Actions(0), "");
    // The levée is asked of the master, the warrior of no seat.
    assert!(
        matches!(field.ask(), Ask::Choose(asked) if (asked.dec.n(), asked.seat, asked.who) == (3, Seat(1), B))
    );
    field.choose(1, Choice::Actions(1), "");
    for segment in 1..3 {
        assert_eq!((field.state.scene.stage, field.state.scene.segment), (Stage::Orders, segment));
        field.orders(0, vec![], "");
        // The opponent stays where the master leaves it: doctrine would come on.
        field.orders(1, vec![], "");
        assert_eq!(field.of(B).pose.at, Hex::new(9, 7));
    }
    // CEL-DCL-04: its slot; what is not the master's is refused.
    field.orders(0, vec![], "");
    assert_eq!(
        field.refused(
            1,
            &Command::Orders {
                question: field.ask().id(),
                orders: bagarre_kit::procedure::Sealed(vec![(A, Order::default())]),
                quiet: false,
            }
        ),
        "celtiques.who"
    );
    field.orders(1, vec![], "");
    assert!(matches!(field.ask(), Ask::Act { seat: Seat(1), who, .. } if who == B));
    let go = Some(Go::March(March::walk(Goal::Hex(Hex::new(10, 7)))));
    field.act(1, Deed { go, ..Deed::of(Act::Pass) }, "");
    assert_eq!(field.of(B).pose.at, Hex::new(10, 7));
    // From the next turn on, its doctrine again.
    let turn = |state: &State| {
        let asks =
            matches!(state.question(), Some((_, Ask::Choose(asked))) if (asked.dec.n(), asked.who) == (3, A));
        state.scene.turn == 2 && asks
    };
    field.play_on(turn);
    field.says(1, &Command::Rule { ruling: Ruling::Play(B, false) }, "");
    field.choose(0, Choice::Actions(0), "");
    assert!(field.ask().seats().iter().all(|seat| seat == Seat(0)));
}

/// CEL-PLY-01, CEL-CMD-09, CEL-SCN-07: a side that no game has is refused, and is never taken for another one.
#[test]
fn cel_ply_01_there_are_two_sides() {
    let read = |text: &str| serde_json::from_str::<Command>(text).map_err(|why| why.to_string());
    for side in [2, 3, 254, 255] {
        for word in ["end_bonus", "met"] {
            let why = read(&format!(r#"{{"rule":{{"ruling":{{"{word}":{side}}}}}}}"#)).unwrap_err();
            assert!(why.contains(&format!("there is no side {side}")), "{why}");
        }
    }
    assert_eq!(
        read(r#"{"rule":{"ruling":{"met":1}}}"#),
        Ok(Command::Rule { ruling: Ruling::Met(Team::Second) })
    );
}

/// CEL-DEG-01, CEL-DCL-04: a place that no weapon has, or a segment that no turn has, is not taken for the last one.
#[test]
fn cel_deg_01_masks_take_no_other_place() {
    let mut field = Field::duel().fighting(5, &[5, 0], |_| {});
    field.edit(|scene| edit(scene, A).turn.slots = 1 << 5);
    assert!(field.of(A).slot(5));
    for segment in [6, 7, 8, 13, 255] {
        assert!(!field.of(A).slot(segment), "{segment}");
    }
    let position = Celtiques::position(&field.state);
    for gone in [1u16 << 6, 1 << 15] {
        let mut wrong = position.clone();
        edit(&mut wrong.scene, A).gear.gone = gone;
        assert!(Celtiques::from_position(&wrong).is_err(), "{gone}");
    }
}
