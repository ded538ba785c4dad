//! Decisions before they are asked for: announcements together (CEL-PLY-10), intentions (CEL-PLY-11), standing orders
//! of new rooms (CEL-PLY-12).

use bagarre_celtiques::testkit::command::{
    Act, Ask, Choice, Command, Deed, Habit, Intention, Later, Preset, Standing,
};
use bagarre_celtiques::testkit::event::{Event, What};
use bagarre_celtiques::testkit::ids::Who;
use bagarre_celtiques::testkit::scene::{Posture, Scene, Stage, Status};
use bagarre_celtiques::testkit::setup::More;
use bagarre_celtiques::{Celtiques, Setup};
use bagarre_kit::contract::{Actor, Audience, Ruleset, Seat, Seats};
use bagarre_kit::gather::{Gather, Terms};
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, put};

const C: Who = Who(2);
const D: Who = Who(3);

/// Two warriors a side at the ford; `order` announce in this order.
fn announcing(order: [Who; 4]) -> Field {
    Field::made("gue", 2, &Value::Null, |_| {}).fighting(0, &[0; 4], |scene| {
        scene.stage = Stage::Announce;
        scene.order = order.to_vec();
        for who in order {
            edit(scene, who).turn.announced = None;
        }
    })
}

/// Returns the fighter that a seat is asked to announce for, and those of its own that come later.
fn asked(field: &Field, seat: u8) -> Option<(Who, Vec<(Who, bool)>)> {
    match Celtiques::ask_for(&field.state, Seat(seat))? {
        Ask::Choose(question) if question.dec.n() == 3 => {
            Some((question.who, question.later.iter().map(|it| (it.who, it.joint)).collect()))
        }
        ask => panic!("{ask:?}"),
    }
}

fn announce(field: &Field, actions: &[(Who, u8)]) -> Command {
    Command::Announce { question: field.ask().id(), actions: Sealed(actions.to_vec()) }
}

/// Returns the numbers of announced actions, with their fighters, in order.
fn announced(field: &Field) -> Vec<(Who, u8)> {
    let said = |what: &What| match what {
        What::Announced { who, actions } => Some((*who, *actions)),
        _ => None,
    };
    field.facts.iter().filter_map(|fact| said(&fact.what)).collect()
}

/// CEL-PLY-10, CEL-DEC-03: own fighters between which no other one announces.
#[test]
fn cel_ply_10_own_fighters_in_a_row_are_one_question() {
    let mut field = announcing([A, B, C, D]);
    assert_eq!(asked(&field, 0), Some((A, vec![(B, true)])));
    assert_eq!(asked(&field, 1), None);
    // Each of them is given the time of an announcement.
    let alone = announcing([A, C, B, D]);
    let time = |field: &Field| Celtiques::time(&field.state, Seat(0));
    assert_eq!(time(&field), 2 * time(&alone));
    // The public part of the question names no other fighter.
    assert!(matches!(field.ask(), Ask::Choose(question) if question.later.is_empty()));
    field.says(0, &announce(&field, &[(A, 2), (B, 1)]), "");
    assert_eq!(announced(&field), [(A, 2), (B, 1)]);
    assert_eq!(asked(&field, 1), Some((C, vec![(D, true)])));
    // One number answers for the one that is asked alone, as before.
    field.choose(1, Choice::Actions(3), "");
    assert_eq!((announced(&field), asked(&field, 1)), (vec![(C, 3)], Some((D, vec![]))));
    field.choose(1, Choice::Actions(0), "");
    assert_eq!(field.state.scene.stage, Stage::Orders);
}

/// CEL-PLY-10: who announces later may be preset; it is told at its place.
#[test]
fn cel_ply_10_a_later_announcement_may_be_preset_and_is_told_at_its_place() {
    let mut field = announcing([A, C, B, D]);
    assert_eq!(asked(&field, 0), Some((A, vec![(B, false)])));
    field.says(0, &announce(&field, &[(A, 2), (B, 3)]), "");
    assert_eq!(announced(&field), [(A, 2)], "the place of the second has not come");
    let mine = |seat| Celtiques::view(&field.state, Audience::Seat(Seat(seat))).mine.unwrap().standing;
    assert_eq!(mine(0).preset(B, 1), Some(3));
    assert_eq!(mine(1), Standing::default(), "the other side does not read it");
    // It may be changed until its place comes.
    let presets = vec![Preset { who: B, turn: 1, actions: 1 }];
    field.says(0, &Command::Stand { standing: Standing { presets, ..Standing::default() } }, "");
    assert_eq!(asked(&field, 1), Some((C, vec![(D, false)])));
    field.says(1, &announce(&field, &[(C, 2)]), "");
    assert_eq!(announced(&field), [(C, 2), (B, 1)]);
    // For the fighter that was preset no seat was asked; for the one that was left out a seat is.
    assert_eq!(asked(&field, 1), Some((D, vec![])));
}

/// CEL-PLY-10: what is preset for another turn answers nothing.
#[test]
fn cel_ply_10_a_preset_is_forgotten_with_its_turn() {
    let mut field = announcing([A, C, B, D]);
    field.says(0, &announce(&field, &[(A, 2), (B, 3)]), "");
    field.edit(|scene| {
        scene.turn = 2;
        scene.order = vec![B, C, A, D];
        for who in [A, B, C, D] {
            edit(scene, who).turn.announced = None;
        }
    });
    assert_eq!(asked(&field, 0), Some((B, vec![(A, false)])));
    field.says(0, &announce(&field, &[(B, 1)]), "");
    assert!(field.state.standing[0].presets.iter().all(|preset| preset.turn == 2));
    // Standing orders that still name the turn before are taken without it.
    let presets = vec![Preset { who: A, turn: 1, actions: 5 }];
    field.says(0, &Command::Stand { standing: Standing { presets, ..Standing::default() } }, "");
    assert!(field.state.standing[0].presets.is_empty());
}

/// CEL-PLY-10: an announcement is for the fighter asked for and own later ones, once each, and up to five.
#[test]
fn cel_ply_10_an_announcement_is_for_own_fighters_that_are_still_to_announce() {
    let mut field = announcing([A, C, B, D]);
    let refused =
        |field: &Field, seat: u8, actions: &[(Who, u8)]| field.refused(seat, &announce(field, actions));
    assert_eq!(refused(&field, 0, &[]), "celtiques.who");
    assert_eq!(refused(&field, 0, &[(B, 1)]), "celtiques.who", "not without the one that is asked for");
    assert_eq!(refused(&field, 0, &[(A, 1), (C, 1)]), "celtiques.who");
    assert_eq!(refused(&field, 0, &[(A, 6)]), "celtiques.who");
    assert_eq!(refused(&field, 0, &[(A, 1), (A, 2)]), "celtiques.twice");
    assert_eq!(refused(&field, 0, &[(A, 1), (Who(200), 2)]), "celtiques.twice");
    assert_eq!(refused(&field, 1, &[(C, 1)]), "celtiques.not_asked");
    let late = announce(&field, &[(A, 1)]);
    field.says(0, &late, "");
    assert_eq!(field.refused(0, &late), "celtiques.stale");
    let other = vec![Preset { who: C, turn: 1, actions: 1 }];
    let stand = |presets| Command::Stand { standing: Standing { presets, ..Standing::default() } };
    assert_eq!(field.refused(0, &stand(other)), "celtiques.standing");
    let twice = vec![Preset { who: B, turn: 1, actions: 1 }; 2];
    assert_eq!(field.refused(0, &stand(twice)), "celtiques.standing");
}

/// CEL-PLY-10: the new holder of a seat does not read what stands there, and it plays on.
#[test]
fn cel_ply_10_another_player_announces_without_reading_the_standing_orders() {
    let mut field = announcing([A, C, B, D]);
    let habits = vec![Habit { slot: true, ..Habit::none(A) }];
    let presets = vec![Preset { who: B, turn: 1, actions: 4 }];
    field.says(0, &Command::Stand { standing: Standing { habits, presets, ..Standing::default() } }, "");
    Celtiques::new_holder(&mut field.state, Seat(0));
    assert_eq!(asked(&field, 0), Some((A, vec![])), "only what belongs to the question is offered");
    assert_eq!(field.refused(0, &announce(&field, &[(A, 2), (B, 1)])), "celtiques.who");
    field.says(0, &announce(&field, &[(A, 2)]), "");
    let shown = Celtiques::view(&field.state, Audience::Seat(Seat(0))).mine.unwrap().standing;
    assert_eq!(shown, Standing::default());
    assert!(field.state.standing[0].habits[0].slot);
    field.choose(1, Choice::Actions(1), "");
    assert_eq!(announced(&field), [(C, 1), (B, 4)]);
}

/// Nothing of it is printed.
#[test]
fn an_announcement_that_is_preset_prints_nothing() {
    let field = announcing([A, C, B, D]);
    let command = announce(&field, &[(A, 2), (B, 4)]);
    let event = Celtiques::decide(&field.state, Actor::Seat(Seat(0)), &command).unwrap();
    for printed in [format!("{command:?}"), format!("{event:?}")] {
        assert!(printed.contains("sealed") && !printed.contains("actions: 4"), "{printed}");
    }
    assert!(matches!(event, Event::Preset { seat: Seat(0), .. }));
    assert_eq!(Celtiques::notice(&field.state, &event, Audience::Seat(Seat(1))), None);
    assert_eq!(Celtiques::notice(&field.state, &event, Audience::Spectator), None);
}

/// Two who fight hand to hand, before the orders of the third segment; A acts before B.
fn melee(change: impl FnOnce(&mut Scene)) -> Field {
    Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        scene.stage = Stage::Orders;
        engaged(scene);
        change(scene);
    })
}

fn intends(field: &mut Field, seat: u8, who: Who, deed: Deed) {
    let intentions = vec![Intention::of(who, 1, 3, deed)];
    field.says(seat, &Command::Stand { standing: Standing { intentions, ..Standing::default() } }, "");
}

/// Sends empty orders; the dice of what follows.
fn silent(field: &mut Field, dice: &str) {
    field.orders(0, vec![], "");
    field.orders(1, vec![], dice);
}

fn blows(field: &Field) -> Vec<Who> {
    let who = |what: &What| match what {
        What::Strikes { who, .. } => Some(*who),
        _ => None,
    };
    field.facts.iter().filter_map(|fact| who(&fact.what)).collect()
}

/// CEL-PLY-11, CEL-DEC-07: an intention that holds answers at its slot.
#[test]
fn cel_ply_11_an_intention_that_holds_is_carried_out_without_a_question() {
    let mut field = melee(|_| {});
    intends(&mut field, 0, A, Deed::blow(B));
    silent(&mut field, "1 2 3 4");
    assert_eq!(blows(&field), [A]);
    assert!(matches!(field.ask(), Ask::Act { who, .. } if who == B), "the other had none");
}

/// A change of the scene.
type Loss = fn(&mut Scene);

/// CEL-PLY-11: what is lost since then makes it a question again.
#[test]
fn cel_ply_11_an_intention_asks_again_once_something_was_lost() {
    let kept = |_: &mut Scene| {};
    let losses: [(&str, Loss, bool); 7] = [
        ("nothing", kept, false),
        ("a die spent on a dodge", |scene| edit(scene, A).turn.undeclared = 1, false),
        ("a level of Blessure", |scene| edit(scene, A).body.blessure += 1, true),
        ("a level of Fatigue", |scene| edit(scene, A).body.fatigue += 1, true),
        ("its footing", |scene| edit(scene, A).pose.posture = Posture::Fallen, true),
        ("its weapon", |scene| edit(scene, A).gear.hand = None, true),
        ("its target out of reach", |scene| put(scene, B, 12, 7), true),
    ];
    for (what, lose, asks) in losses {
        let mut field = melee(kept);
        intends(&mut field, 0, A, Deed::blow(B));
        field.edit(lose);
        field.orders(0, vec![], "");
        let mut then = Field { state: field.state.clone(), facts: Vec::new() };
        if asks {
            then.orders(1, vec![], "");
            assert!(matches!(then.ask(), Ask::Act { who, .. } if who == A), "{what}");
            continue;
        }
        let dice = if what == "nothing" { "1 2 3 4" } else { "1 2 3" };
        then.orders(1, vec![], dice);
        assert_eq!(blows(&then), [A], "{what}");
    }
}

/// CEL-PLY-11: a target that is no longer able is no target.
#[test]
fn cel_ply_11_an_intention_asks_again_when_its_target_is_down() {
    let mut field = announcing([A, B, C, D]);
    let fight = |scene: &mut Scene| {
        (scene.stage, scene.segment) = (Stage::Orders, 3);
        for (who, col) in [(A, 6), (C, 7)] {
            put(scene, who, col, 8);
            let fighter = edit(scene, who);
            (fighter.turn.announced, fighter.turn.slots, fighter.turn.reaction) = (Some(1), 1 << 3, 30 - col);
        }
        for who in [B, D] {
            edit(scene, who).turn.announced = Some(0);
        }
        edit(scene, A).turn.reaction = 40;
    };
    field.edit(fight);
    intends(&mut field, 0, A, Deed::blow(C));
    field.edit(|scene| {
        let body = &mut edit(scene, C).body;
        (body.status, body.until) = (Status::Fainted, 4);
    });
    field.orders(0, vec![], "");
    field.orders(1, vec![], "");
    assert!(matches!(field.ask(), Ask::Act { who, .. } if who == A), "{:?}", field.ask());
}

/// CEL-PLY-11: the same intention said again after a loss is still the one from before.
#[test]
fn cel_ply_11_standing_orders_sent_again_renew_no_intention() {
    let mut field = melee(|_| {});
    intends(&mut field, 0, A, Deed::blow(B));
    field.edit(|scene| edit(scene, A).body.blessure += 1);
    intends(&mut field, 0, A, Deed::blow(B));
    silent(&mut field, "");
    assert!(matches!(field.ask(), Ask::Act { who, .. } if who == A));
    // Another deed is a new decision.
    let mut field = melee(|_| {});
    intends(&mut field, 0, A, Deed::of(Act::Force));
    field.edit(|scene| edit(scene, A).body.blessure += 1);
    intends(&mut field, 0, A, Deed::of(Act::Pass));
    silent(&mut field, "");
    assert!(matches!(field.ask(), Ask::Act { who, .. } if who == B));
}

/// CEL-PLY-11, CEL-DEC-27: in a batch of several a seat is asked only where one of its fighters has no intention that holds.
#[test]
fn cel_ply_11_intentions_answer_a_batch_of_several() {
    let together = |scene: &mut Scene| edit(scene, B).turn.reaction = 18;
    let mut field = melee(together);
    intends(&mut field, 0, A, Deed::blow(B));
    silent(&mut field, "");
    assert_eq!(field.ask().seats(), Seats::one(Seat(1)));
    let question = field.ask().id();
    let deeds = Command::Deeds { question, deeds: Sealed(vec![(B, Deed::blow(A))]) };
    field.says(1, &deeds, "1 2 3 4 2 2 3 4");
    assert_eq!(blows(&field), [A, B]);
    let mut field = melee(together);
    intends(&mut field, 0, A, Deed::blow(B));
    intends(&mut field, 1, B, Deed::blow(A));
    silent(&mut field, "1 2 3 4 2 2 3 4");
    assert_eq!(blows(&field), [A, B], "nobody was asked");
}

/// CEL-PLY-11: own fighters, slots of the turn, once each; what is decided at the slot is not decided before.
#[test]
fn cel_ply_11_an_intention_is_for_a_slot_to_come_of_an_own_fighter() {
    let field = melee(|_| {});
    let stand = |intentions| Command::Stand { standing: Standing { intentions, ..Standing::default() } };
    let pass = Deed::of(Act::Pass);
    for wrong in [
        vec![Intention::of(B, 1, 3, pass)],
        vec![Intention::of(Who(200), 1, 3, pass)],
        vec![Intention::of(A, 1, 3, pass), Intention::of(A, 1, 3, Deed::blow(B))],
        vec![Intention::of(A, 1, 6, pass)],
        vec![Intention::of(A, 1, 3, Deed::of(Act::Delay))],
        vec![Intention::of(A, 1, 3, Deed::of(Act::Yield(B)))],
        vec![Intention::of(A, 1, 3, Deed::of(Act::Surrender))],
    ] {
        assert_eq!(field.refused(0, &stand(wrong.clone())), "celtiques.standing", "{wrong:?}");
    }
    // Intentions for the past are left out, independent of what they say.
    let mut field = melee(|_| {});
    let past = vec![Intention::of(A, 1, 2, pass), Intention::of(A, 9, 3, pass), Intention::of(A, 1, 5, pass)];
    field.says(0, &stand(past), "");
    let kept: Vec<u8> = field.state.standing[0].intentions.iter().map(|it| it.segment).collect();
    assert_eq!(kept, [5]);
}

/// CEL-PLY-12: a new room starts with sensible standing orders; what stores no choice keeps them off.
#[test]
fn cel_ply_12_new_rooms_start_with_standing_orders_and_stored_games_keep_theirs() {
    let fresh = Celtiques::presentation().card.more.clone().unwrap();
    for scenario in Celtiques::scenarios() {
        let usual = (1..=8).find_map(|seats| Celtiques::usual(&scenario, seats)).unwrap();
        let mut more = fresh.clone();
        for (key, value) in usual.more.iter().filter_map(Value::as_object).flatten() {
            more[key] = value.clone();
        }
        let terms = Terms { more: Some(more), ..usual };
        Celtiques::check_terms(&terms).unwrap();
        let bands = (0..terms.seats).map(|seat| Celtiques::ready_band(&terms, Seat(seat))).collect();
        let setup = Celtiques::gather(&terms, bands, Seat(0)).unwrap();
        let state = Celtiques::new(&setup).unwrap();
        assert!(state.standing.iter().all(|standing| standing.quiet), "{scenario}");
        let mut stored = json!(setup);
        stored.as_object_mut().unwrap().remove("options");
        let stored: Setup = serde_json::from_value(stored).unwrap();
        let state = Celtiques::new(&stored).unwrap();
        assert!(state.standing.iter().all(|standing| *standing == Standing::default()), "{scenario}");
    }
    assert!(!serde_json::from_value::<More>(json!({})).unwrap().options.consignes);
}

/// A question of a recorded game holds nothing of this.
#[test]
fn what_is_written_of_a_question_is_as_it_was() {
    let field = announcing([A, B, C, D]);
    assert!(json!(field.ask())["choose"].get("later").is_none());
    assert_eq!(json!(Standing::default()), json!({ "habits": [] }));
    let told = json!(Celtiques::ask_for(&field.state, Seat(0)));
    assert_eq!(told["choose"]["later"], json!([Later { who: B, joint: true, usual: 2 }]));
}
