//! What questions and drafts promise of a blow: exactly, and only where a target can be hit.

use bagarre_baston::testkit::command::{Choice, Habit, Instructions, Odds, Share, Sheet, Standing, Usual};
use bagarre_baston::testkit::ids::{Dec, ItemKind, Part, Who};
use bagarre_baston::testkit::tables::{RowId, Sector, Stance, tables};
use bagarre_baston::{Ask, Baston, Command, State};
use bagarre_kit::contract::{Actor, Ruleset as _, Seat, submit};
use bagarre_kit::dice::Scripted;
use bagarre_kit::procedure::Sealed;

use super::harness::Case;

/// What the first seat is asked once both have written.
fn asked(mut case: Case, orders: &str) -> (State, Vec<Option<Odds>>) {
    case = case.orders("A -/-");
    let mut state = Baston::from_position(&case.position()).unwrap();
    let mut dice = Scripted::default();
    let orders = [orders, "-/-", "-/-"].map(|text| text.parse().unwrap());
    let sheet = Sheet { who: Who(0), orders, instructions: Instructions::default() };
    for (seat, sheets) in [(0, vec![sheet]), (1, Vec::new())] {
        let command = Command::Programme { turn: 1, sheets: Sealed(sheets) };
        submit::<Baston>(&mut state, Actor::Seat(Seat(seat)), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
    let Some(Ask::Decide(question)) = Baston::ask_for(&state, Seat(0)) else { panic!("no question") };
    assert!(state.question().unwrap().1.odds.is_empty(), "nothing of it is stored");
    (state, question.odds)
}

/// DEC-08, BAS-CBT-05 to 10: every face of the two dice, by the tables.
#[test]
fn dec_08_each_weapon_says_what_it_promises() {
    let (state, odds) = asked(Case::new("A B", "A 0 >3 FOR4 DEX4 [rasoir, canette]; B 1 >7"), "P3/CP");
    assert_eq!(odds.len(), 3);
    for (odds, row) in odds.iter().zip([RowId::CpNu, RowId::CpRasoir, RowId::CpCanette]) {
        let odds = odds.unwrap();
        let table = tables().blow(row);
        let value = state.fighters[0].stat(table.stat);
        let faces = tables().locations(Stance::Standing, table.class, Sector::Front).unwrap();
        let hits: Vec<u8> = (1..=20).map(|die| die + value).filter(|total| *total >= 13).collect();
        let wounds: u32 = hits
            .iter()
            .flat_map(|total| faces.iter().map(move |part| (part, *total)))
            .map(|(part, total)| {
                u32::from(table.wounds(*part, total).min(state.scene.figures[1].left[*part as usize]))
            })
            .sum();
        assert_eq!(odds.hit.n * 20, hits.len() as u32 * odds.hit.of, "{row:?}");
        assert_eq!(odds.wounds.n * 160, wounds * odds.wounds.of, "{row:?}");
        assert_eq!(odds.target, Some(Who(1)));
    }
    // A target that cannot be missed is not.
    let (_, odds) = asked(Case::new("A B C", "A 0 >3 [rasoir]; B 1 >7; C 0 >7 holds=B"), "P3/CP");
    assert_eq!(odds[0].unwrap().hit, Share { n: 1, of: 1 }, "BAS-CBT-11");
}

/// DEC-08: with no target in reach there is nothing to choose, and a chair stays in the hands.
#[test]
fn dec_08_with_what_is_asked_only_when_somebody_can_be_hit() {
    Case::new("A . B", "A 0 >3 [rasoir, canette]; B 1 >7")
        .orders("A P3/CP")
        .expect("unasked DEC-08; told BAS-CBT-02")
        .check();
    Case::new("A . B", "A 0 >3 [rasoir, chaise]; B 1 >7")
        .orders("A P3/CP")
        .expect("unasked DEC-08; A carries chaise; told BAS-CBT-02")
        .check();
    Case::new("A B", "A 0 >3 [rasoir]; B 1 >7")
        .orders("A P3/CP")
        .answers(&["fist"])
        .dice("8:4 20:1")
        .expect("asked DEC-08")
        .check();
}

/// DEC-11: every part that can be aimed at; the most wounds are not where the most faces are.
#[test]
fn dec_11_each_part_says_what_aiming_at_it_promises() {
    let (state, odds) = asked(Case::new("A B", "A 0 >3 FOR4 DEX4; B 1 >7 BD0"), "-/CS");
    let question = state.question().unwrap().1;
    let of = |part: Part| {
        let at = question.options.iter().position(|choice| *choice == Choice::Part(part));
        odds[at.unwrap()].unwrap()
    };
    assert_eq!(of(Part::Bd).wounds, Share::default(), "an arm at 0 has nothing to lose");
    assert!(of(Part::Tr).wounds.n > 0);
    assert_eq!(of(Part::Bd).hit, of(Part::Tr).hit);
}

/// DEC-12: the first one met; a throw to a point and no throw promise nothing.
#[test]
fn dec_12_a_throw_says_whom_it_meets() {
    let (state, odds) = asked(Case::new("A . B", "A 0 >3 DEX4 [canette]; B 1 >7"), "P3/LAN");
    let question = state.question().unwrap().1;
    for (choice, odds) in question.options.iter().zip(odds) {
        match choice {
            Choice::Throw { aggressive: true, to, .. } if to.c >= 3 && to.r == 1 => {
                assert_eq!(odds.unwrap().target, Some(Who(1)));
            }
            _ => assert!(odds.is_none(), "{choice:?}"),
        }
    }
}

/// A standing answer of one's own is given wherever it may be; elsewhere one is asked.
#[test]
fn a_habit_answers_in_silence_where_it_can() {
    let habit =
        |answer| Standing { answers: vec![Usual { dec: Dec::Weapon, answer }], ..Standing::default() };
    let case = || Case::new("A B", "A 0 >3 DEX4 FOR4 [rasoir, canette]; B 1 >7").orders("A P3/CP");
    case()
        .tweak(move |p| p.standing = vec![habit(Habit::Fist), Standing::default()])
        .dice("8:4 20:1")
        .expect("unasked DEC-08")
        .check();
    case()
        .tweak(move |p| p.standing = vec![habit(Habit::Item(ItemKind::Chaine)), Standing::default()])
        .answers(&["default"])
        .dice("8:4 20:1")
        .expect("asked DEC-08")
        .check();
}

/// A draft says what the blows of its second rounds promise; a sheet without a character asks it of all characters, and
/// is not kept.
#[test]
fn a_draft_says_what_blows_promise_and_how_far_runs_go() {
    let case = Case::new("A . .|. B", "A 0 >3 VIT4 FOR4; B 1 >7").orders("A -/-");
    let state = Baston::from_position(&case.position()).unwrap();
    let empty = Command::Programme { turn: 1, sheets: Sealed(Vec::new()) };
    assert!(Baston::draft_command(&empty).is_none());
    let advice = Baston::advise(&state, Seat(0), &empty).unwrap();
    assert!(advice.prospects.is_empty(), "nobody is in reach");
    // BAS-C-03: the wall ends it.
    let points: Vec<(i8, i8)> = advice.runs[0].points.iter().map(|p| (p.r as i8, p.c as i8)).collect();
    assert_eq!(points, [(1, 2), (1, 3)]);
    let near = Case::new("A B", "A 0 >3 FOR4; B 1 >7").orders("A -/-");
    let state = Baston::from_position(&near.position()).unwrap();
    let advice = Baston::advise(&state, Seat(0), &empty).unwrap();
    let blows: Vec<&str> =
        advice.prospects.iter().filter(|p| p.sequence == 1).map(|p| p.blow.as_ref()).collect();
    assert_eq!(blows, ["CP", "CB", "CS", "CV"], "nobody moves, and nobody has his back turned");
    assert!(advice.prospects.iter().all(|p| p.targets == [Who(1)] && p.odds.hit.n > 0));
}
