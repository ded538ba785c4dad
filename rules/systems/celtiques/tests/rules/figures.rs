//! Section B and the test vectors that are figures alone (CEL-COR, CEL-T01 to CEL-T43).

use bagarre_celtiques::testkit::figures::{Sort, Sum, band, level, nd, sum};
use bagarre_celtiques::testkit::ids::{Attr, Ground, Kind, Who};
use bagarre_celtiques::testkit::profile::split;
use bagarre_celtiques::testkit::scene::{Posture, Survival};
use bagarre_celtiques::testkit::tables::tables;
use bagarre_celtiques::testkit::{batches, melee_malus, movement, stray};
use bagarre_kit::hex::{Cube, Hex};

use super::harness::{A, B, Field, edit, engaged};

/// CEL-COR-03, CEL-COR-06: a roll is dice and level.
#[test]
fn cel_cor_03_a_roll_is_dice_and_level() {
    assert_eq!(sum(&[5, 3, 6, 2], 5, true), Sum { total: 21, critical: 0 });
    // CEL-T04, CEL-COR-06: 15 meets a difficulty of 15, with margin 0.
    assert_eq!(sum(&[5, 5], 5, true).over(15), Some(0));
    assert_eq!(sum(&[5, 4], 5, true).over(15), None);
}

/// CEL-COR-04, CEL-COR-20: dice have a floor.
#[test]
fn cel_cor_04_dice_have_a_floor() {
    // CEL-T01, CEL-T02, CEL-T35, CEL-T39.
    assert_eq!(nd(4, 0, 1, 1), 3);
    assert_eq!(nd(4, 0, 5, 2), 2);
    assert_eq!(nd(5, 0, 3, 1), 2);
    assert_eq!(nd(4, 0, 4, 1), 1);
    assert_eq!(nd(8, 12, 0, 1), 16, "sixteen dice at most");
    assert_eq!(nd(2, 0, 9, 4), 2, "the floor is never above what there is");
}

/// CEL-COR-07: levels go by fives.
#[test]
fn cel_cor_07_levels_go_by_fives() {
    assert_eq!([0, 4, 5, 12].map(level), [1, 1, 2, 3]);
    assert_eq!(sum(&[2, 4], 0, true).missed(10), 4);
}

/// CEL-COR-08, CEL-COR-09, CEL-COR-10: criticals.
#[test]
fn cel_cor_08_criticals() {
    assert_eq!(sum(&[2, 1], 9, true).critical, -1);
    assert_eq!(sum(&[2, 2], 9, true).critical, 0);
    assert_eq!(sum(&[6, 6], 4, true), Sum { total: 26, critical: 1 });
    assert_eq!(sum(&[6], 4, true).critical, 0, "two dice at least");
    assert_eq!(sum(&[6, 6], 4, false), Sum { total: 16, critical: 0 });
    assert_eq!(sum(&[1, 1], 30, true).over(5), None, "it fails whatever its total");
}

/// CEL-COR-12, CEL-COR-13: tracks take dice.
#[test]
fn cel_cor_12_tracks_take_dice() {
    let rows = tables();
    assert_eq!([1, 2, 3, 4, 9].map(|n| rows.blessure.penalty(n)), [0, 1, 2, 3, 3]);
    assert_eq!([1, 2, 3, 4, 9].map(|n| rows.fatigue.penalty(n)), [0, 0, 1, 1, 1]);
}

/// CEL-DCL-03, CEL-DCL-04: slots and dice of announcements.
#[test]
fn cel_dcl_03_slots_and_dice_of_announcements() {
    let rows = tables();
    let slots = |n: u8| (1..=5).filter(|slot| rows.slots(n) & (1 << slot) != 0).collect::<Vec<u8>>();
    assert_eq!([1, 2, 3].map(slots), [vec![3], vec![2, 4], vec![1, 3, 5]]);
    assert_eq!((slots(0), slots(4), slots(5)), (vec![], vec![1, 2, 4, 5], vec![1, 2, 3, 4, 5]));
    assert_eq!([0, 1, 2, 3, 4, 5].map(|n| rows.declared_penalty(n)), [0, 0, 1, 2, 3, 4]);
}

/// CEL-DOM-04: kinds split levels.
#[test]
fn cel_dom_04_kinds_split_levels() {
    // CEL-T12, CEL-T13: Blessure, Fatigue; the odd level to the kind named first (CEL-R43).
    assert_eq!(split(Kind::Contondante, 3), [1, 2]);
    assert_eq!(split(Kind::ContondanteDure, 3), [2, 1]);
    assert_eq!(split(Kind::MainPied, 3), [0, 3]);
    assert_eq!((split(Kind::Taille, 4), split(Kind::Estoc, 5)), ([4, 0], [5, 0]));
}

/// CEL-MOV-03: bonuses by the column of the result.
#[test]
fn cel_mov_03_bonuses_by_the_column_of_the_result() {
    let row = |ground| &tables().ground(ground).bonus;
    // CEL-T14, CEL-T15, CEL-T16, CEL-R12, CEL-R13, CEL-R15.
    assert_eq!(400 + band(row(Ground::Plat), 23), 800);
    assert_eq!(400 / 3 + band(row(Ground::Montee), 15), 233);
    assert_eq!(150 + band(row(Ground::Baisse), 15), 250);
    assert_eq!((band(row(Ground::Echelle), 11), band(row(Ground::Ramper), 20)), (75, 50));
    assert_eq!((band(row(Ground::Plat), 0), band(row(Ground::Plat), 99)), (0, 500));
}

/// CEL-TIR-05: movement is seen by its angle.
#[test]
fn cel_tir_05_movement_is_seen_by_its_angle() {
    let line = Hex::new(0, 4).to(Hex::new(18, 4));
    let way = |x: i16, y: i16, z: i16| Cube { x, y, z };
    // CEL-T21, CEL-T22, CEL-ALG-07, CEL-R38: five steps across, five in the axis.
    let across = way(-2, -3, 5);
    assert_eq!(15 + movement(across, line), 25);
    assert_eq!(15 + movement(way(5, -5, 0), line), 16);
    assert_eq!(movement(way(0, 0, 0), line), 0);
    assert_eq!(movement(way(0, -2, 2), line), 1, "under three steps");
    assert_eq!(movement(way(2, -5, 3), line), 3, "a run at an angle");
    assert_eq!(movement(way(5, -8, 3), line), 1);
}

/// CEL-TIR-08: melee and strays.
#[test]
fn cel_tir_08_melee_and_strays() {
    // CEL-R40.
    // CEL-T23: three in a melee.
    assert_eq!((melee_malus(3), melee_malus(1)), (9, 0));
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(|die| stray(die, 2)),
        [Some(0), Some(1), Some(0), Some(1), Some(0), Some(1)]
    );
    assert_eq!([1, 4, 5, 6].map(|die| stray(die, 4)), [Some(0), Some(3), None, None]);
    assert_eq!(stray(6, 9), Some(5), "the first six");
}

/// CEL-ALG-03: batches are five wide.
#[test]
fn cel_alg_03_batches_are_five_wide() {
    // CEL-T26, CEL-PRI-02, CEL-PRI-04, CEL-R02, CEL-R03.
    let rolls = vec![(14, Who(2)), (20, Who(0)), (17, Who(1))];
    assert_eq!(batches(rolls), [vec![Who(0), Who(1)], vec![Who(2)]]);
    assert_eq!(batches(vec![(12, Who(1)), (17, Who(0))]), [vec![Who(0)], vec![Who(1)]]);
    assert_eq!(batches(vec![(13, Who(1)), (17, Who(0))]).len(), 1);
}

/// CEL-HEX-02: cubes and distances.
#[test]
fn cel_hex_02_cubes_and_distances() {
    // CEL-T37.
    let (a, b) = (Hex::new(4, 4), Hex::new(7, 6));
    assert_eq!((a.cube(), b.cube()), (Cube { x: 2, y: -6, z: 4 }, Cube { x: 4, y: -10, z: 6 }));
    assert_eq!(a.distance(b), 4);
}

/// CEL-COR-14: what costs dice where.
#[test]
fn cel_cor_14_what_costs_dice_where() {
    let field = Field::duel().fighting(2, &[2, 2], |scene| {
        engaged(scene);
        let fighter = edit(scene, A);
        (fighter.body.blessure, fighter.body.fatigue, fighter.body.fear) = (2, 3, 1);
        (fighter.turn.undeclared, fighter.turn.unbalanced, fighter.turn.double) = (1, 1, 1);
        fighter.body.eye = true;
    });
    let public = field.state.public();
    assert_eq!(public.penalty(A, Sort::Raw), 0);
    assert_eq!(public.penalty(A, Sort::Test), 2, "wounds and fatigue (CEL-COR-21)");
    assert_eq!(public.penalty(A, Sort::Action), 2 + 1 + 1 + 1 + 1 + 1);
    assert_eq!(public.penalty(A, Sort::Offensive), 8, "fear too");
    // CEL-COR-05: Ambiomaros has a point of confiance, and so two dice at least.
    assert_eq!(public.dice(A, Attr::Ag, Sort::Offensive, None, 0), 2);
}

/// CEL-MEL-01: the defence of the lying and the helpless.
#[test]
fn cel_mel_01_the_defence_of_the_lying_and_the_helpless() {
    let mut field = Field::duel().fighting(2, &[2, 2], engaged);
    assert_eq!(field.state.public().defence(A, B, false), 15);
    field.edit(|scene| edit(scene, A).pose.posture = Posture::Fallen);
    // CEL-T36, CEL-SPE-12, CEL-R53, with a shield: 5 + 0 + 2 + 4.
    assert_eq!(field.state.public().defence(A, B, false), 11);
    // CEL-COR-18, CEL-COR-19, CEL-ESQ-05, CEL-TIR-04.
    assert_eq!((field.state.public().malus(A, false), field.state.public().malus(A, true)), (-5, -5));
    field.edit(|scene| edit(scene, A).pose.posture = Posture::Crouched);
    assert_eq!((field.state.public().malus(A, false), field.state.public().malus(A, true)), (0, -5));
    // CEL-EMP-04: the bonuses of weapon and shield halved.
    field.edit(|scene| edit(scene, A).pose.posture = Posture::Standing);
    assert_eq!(field.state.public().defence(A, B, true), 9 + 3);
    field.edit(|scene| {
        let fighter = edit(scene, A);
        fighter.ties.engaged = bagarre_celtiques::testkit::ids::Whos::NONE;
        fighter.beat.surprised = true;
        edit(scene, B).ties.engaged = bagarre_celtiques::testkit::ids::Whos::NONE;
    });
    // CEL-T08, CEL-MEL-02, CEL-R17.
    assert_eq!(field.state.public().defence(A, B, false), -10);
}

/// CEL-SUR-06: survival counts as five actions.
#[test]
fn cel_sur_06_survival_counts_as_five_actions() {
    let field = Field::duel().fighting(4, &[2, 2], |scene| {
        engaged(scene);
        edit(scene, A).turn.survival = Survival::On;
    });
    assert_eq!(field.state.public().announced(A), 5);
    assert_eq!(field.state.public().penalty(A, Sort::Action), 4);
}
