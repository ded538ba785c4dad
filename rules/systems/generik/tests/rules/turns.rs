//! Turns and phases (section 3), heroic actions (section 5), what a figure is (section 2).

use bagarre_generik::Generik;
use bagarre_generik::testkit::command::{Ask, Command};
use bagarre_generik::testkit::event::What;
use bagarre_generik::testkit::ids::Scenario;
use bagarre_generik::testkit::scene::Status;
use bagarre_generik::testkit::state::State;
use bagarre_kit::contract::{Actor, Pace, Ruleset, Seat, submit};
use bagarre_kit::dice::Scripted;

use crate::harness::Case;

/// Two bands far apart in the open: no figure sees a target worth a shot.
fn apart(a: &str, b: &str) -> Case {
    Case::new(&format!("a1 6000,1000 {a}; b1 6000,11000 {b}"))
}

/// GEN-TRN-01, GEN-TRN-06, GEN-TRN-08, R-026, R-027, R-029: A acts and ends; B passes; A passes; the turn ends and B has the first phase of the next.
#[test]
fn gen_trn_06_empty_phases_end_the_turn() {
    apart("", "")
        .act("a1 move 6000,1500")
        .act("end")
        .act("end")
        .act("end")
        .expect("turn 2; phase b; a1 da 2; b1 da 2; told GEN-TRN-06; told GEN-TRN-07")
        .check();
    // A pivot leaves a phase empty.
    apart("", "").act("a1 pivot >e").act("end").act("end").expect("turn 2; phase a; a1 faces e").check();
    // An act between two passes begins the count again.
    apart("", "")
        .act("end")
        .act("b1 move 6000,10500")
        .act("end")
        .act("end")
        .expect("turn 1; phase b")
        .check();
}

/// GEN-TRN-02, GEN-TRN-03, R-022: one goes from figure to figure and back, action by action; DA not spent stay.
#[test]
fn gen_trn_02_free_switching() {
    let case = || {
        Case::new("a1 6000,1000; a2 7000,1000; b1 6000,11000")
            .act("a1 move 6000,1500")
            .act("a2 move 7000,1500")
            .act("a1 move 6000,2000")
    };
    case().expect("a1 at 6000,2000; a1 da 0; a2 da 1; open").check();
    let played = case().options(|it| it.free_switching = false).play();
    assert!(played.problem().contains("generik.switch"), "{}", played.problem());
}

/// GEN-TRN-04 (a), 05, R-021, R-028: the phase ends when no own figure can act; a heroic try is still an act.
#[test]
fn gen_trn_05_nobody_can_act() {
    apart("da=1 tried", "").act("a1 move 6000,1500").expect("ended spent; phase b; told GEN-TRN-05").check();
    apart("da=1", "").act("a1 move 6000,1500").expect("open; phase a").check();
    // Down with Pois sauteur: standing up costs nothing.
    apart("da=1 tried pois_sauteur", "").act("a1 move 6000,1500").expect("ended spent").check();
    // A phase in which no figure can act is empty and ends at once: A plays again.
    apart("", "da=0 tried").act("a1 move 6000,1500").act("end").expect("phase a; turn 1").check();
}

/// GEN-TRN-07, GEN-STA-03, GEN-WND-04, GEN-SKL-21: refills of 2, 1 when wounded, 3 and 2 for Big Boss; states persist.
#[test]
fn gen_trn_07_refill() {
    Case::new(
        "a1 6000,1000 da=0 wounded; a2 7000,1000 da=0 big_boss; a3 9000,1000 da=0 down; b1 6000,11000 da=0 big_boss wounded",
    )
    .act("end")
    .act("end")
    .expect("turn 2; a1 da 1; a1 wounded; a2 da 3; a3 da 2; a3 down; b1 da 2")
    .check();
}

/// GEN-TRN-09, R-030: three turns in a row without an act, or twenty turns, are a draw; options change both.
#[test]
fn gen_trn_09_a_game_comes_to_an_end() {
    let idle = |turns: usize| (0..2 * turns).fold(apart("", ""), |case, _| case.act("end"));
    idle(2).expect("playing; turn 3").check();
    idle(3).expect("over; draw; reason idle; told GEN-TRN-09").check();
    idle(3).options(|it| it.idle_turns_draw = 4).expect("playing; turn 4").check();
    idle(1).tweak(|it| it.scene.turn = 20).expect("over; draw; reason turns").check();
    idle(1).tweak(|it| it.scene.turn = 20).options(|it| it.max_turns = 0).expect("playing; turn 21").check();
}

/// GEN-TRN-10, GEN-ROU-04, 05, GEN-DEC-11, R-184, R-185: a band routs before its first act, not after; its figures leave as
/// they are.
#[test]
fn gen_trn_10_voluntary_rout() {
    let played = Case::new("a1 6000,1000 wounded; a2 7000,1000; b1 6000,11000")
        .act("rout")
        .expect("over; winner b; reason voluntary; a1 routed; a2 routed; told GEN-ROU-04; told GEN-ROU-05")
        .check();
    assert!(played.figure("a1").wounded);
    let late = apart("", "").act("a1 move 6000,1500").act("rout").play();
    assert!(late.problem().contains("generik.rout"), "{}", late.problem());
    // A pivot is no act.
    apart("", "").act("a1 pivot >e").act("rout").expect("winner b").check();
}

/// GEN-HER-01 to 04, GEN-DEC-12, 13, T24: a try costs nothing, 3 fails, ends the phase and bars all others of the turn.
#[test]
fn gen_her_02_failure() {
    Case::new("a1 6000,1000 da=0; a2 7000,1000 da=0; b1 6000,11000")
        .act("a1 heroic")
        .dice("H3")
        .expect("ended heroic; barred a; phase b; told GEN-HER-02; told GEN-HER-04")
        .check();
    let barred = Case::new("a1 6000,1000 da=0; a2 7000,1000 da=0; a3 8000,1000; b1 6000,11000")
        .act("a1 heroic")
        .act("end")
        .act("a2 heroic")
        .dice("H1")
        .play();
    assert!(barred.problem().contains("generik.heroic.locked"), "{}", barred.problem());
}

/// GEN-HER-03, T25, GEN-SKL-11: success gives 1 DA for one action at once; any other command is refused meanwhile.
#[test]
fn gen_her_03_success() {
    let case = || Case::new("a1 6000,1000 da=0; a2 7000,1000; b1 6000,11000").act("a1 heroic").dice("H4");
    case().expect("heroic a1; a1 da 1; open").check();
    case().act("a1 move 6000,1500").expect("a1 at 6000,1500; a1 da 0; open").check();
    let run = case().act("a1 run 6000,1500").play();
    assert!(run.problem().contains("generik.heroic.one"), "{}", run.problem());
    let (code, rule) = Case::new("a1 6000,1000 colt da=1 charges=0; b1 6000,11000")
        .tweak(|it| it.scene.phase.heroic = Some(bagarre_generik::testkit::ids::Fig(0)))
        .refused("a1 reload all");
    assert_eq!((&*code, &*rule), ("generik.heroic.one", "GEN-HER-03"));
    for other in ["a2 move 7000,1500", "a1 pivot >e"] {
        let refused = case().act(other).play();
        assert!(refused.problem().contains("generik.heroic"), "{other}: {}", refused.problem());
    }
    // Given up: the DA is gone, the phase goes on.
    case().act("end").expect("a1 da 0; open; phase a").check();
    apart("da=0 heros_ou_fou", "").act("a1 heroic").dice("H3").expect("heroic a1; told GEN-SKL-11").check();
    // a figure that is down may try, and only stand up.
    apart("da=0 down", "").act("a1 heroic").act("a1 stand").dice("H5").expect("a1 up; a1 da 0").check();
    // GEN-HER-04: one try for each figure and turn.
    let again = Case::new("a1 6000,1000 da=0 tried; a2 7000,1000; b1 6000,11000").act("a1 heroic").play();
    assert!(again.problem().contains("generik.heroic.tried"), "{}", again.problem());
}

/// GEN-HER-01, R-070: DA that were taken away do for a try, unless the option says otherwise.
#[test]
fn gen_her_01_taken_away() {
    let case =
        || Case::new("a1 6000,1000 da=0 removed; a2 7000,1000; b1 6000,11000").act("a1 heroic").dice("H6");
    case().expect("heroic a1").check();
    let strict = case().options(|it| it.heroic_after_da_removed = false).play();
    assert!(strict.problem().contains("generik.heroic.da"), "{}", strict.problem());
}

/// GEN-HER-05, GEN-DEC-14, R-072: a wounded figure reloads with heroism.
#[test]
fn gen_her_05_reload_with_heroism() {
    let case = || apart("fusil_a_bison wounded da=1 charges=0", "").act("a1 heroic_reload");
    case().dice("H5").expect("a1 charges 1; a1 da 0; told GEN-HER-05").check();
    case().dice("H2").expect("a1 charges 0; a1 da 0; ended heroic; barred a").check();
    let well = apart("fusil_a_bison da=1 charges=0", "").act("a1 heroic_reload").play();
    assert!(well.problem().contains("generik.heroic.reload"), "{}", well.problem());
}

/// GEN-HER-06, R-073: no heroic try in the phase of an opponent.
#[test]
fn gen_her_06_not_in_another_phase() {
    let state = apart("", "da=0").state();
    let question = ask(&state).id();
    let what = bagarre_generik::testkit::command::Act::Heroic;
    let command = Command::Act { question, fig: bagarre_generik::testkit::ids::Fig(1), what };
    assert!(Generik::decide(&state, Actor::Seat(Seat(1)), &command).is_err());
}

fn ask(state: &State) -> Ask {
    match Generik::next(state) {
        bagarre_kit::contract::Next::Ask { ask, .. } => ask,
        _ => panic!("nothing is asked"),
    }
}

fn clock(state: &mut State, seat: Seat) {
    let command = Generik::default_answer(state, seat);
    let mut dice = Scripted::new([]);
    submit::<Generik>(state, Actor::Clock(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
}

/// GEN-DEC-10, R-311: silence ends the phase; after three in a row the next phase that is missed is a rout.
#[test]
fn gen_dec_10_silence() {
    let mut state = apart("", "").options(|it| it.idle_turns_draw = 20).state();
    assert_eq!(Generik::pace(&state, Seat(0)), Pace::Long(1));
    for _ in 0..3 {
        assert!(matches!(Generik::default_answer(&state, Seat(0)), Command::End { .. }));
        clock(&mut state, Seat(0));
        let question = ask(&state).id();
        let end = Command::End { question };
        submit::<Generik>(&mut state, Actor::Seat(Seat(1)), &end, &mut Scripted::new([]), &mut |_, _| {})
            .unwrap();
    }
    assert!(matches!(Generik::default_answer(&state, Seat(0)), Command::Rout { .. }));
    // A player who is there has not missed anything.
    let mut back = state.clone();
    let question = ask(&back).id();
    let end = Command::End { question };
    submit::<Generik>(&mut back, Actor::Seat(Seat(0)), &end, &mut Scripted::new([]), &mut |_, _| {}).unwrap();
    assert_eq!(back.missed, [0, 0]);
    clock(&mut state, Seat(0));
    assert_eq!(state.scene.outcome.as_ref().unwrap().winners.iter().collect::<Vec<_>>(), [Seat(1)]);
}

/// GEN-DEC-32, R-255: conceding ends a single game at once, wherever it stands; a draw needs both.
#[test]
fn gen_dec_32_concessions_and_draws() {
    let say = |state: &mut State, seat: u8, command: Command| {
        submit::<Generik>(state, Actor::Seat(Seat(seat)), &command, &mut Scripted::new([]), &mut |_, _| {})
    };
    let mut state = apart("", "").state();
    say(&mut state, 1, Command::Concede).unwrap();
    assert_eq!(state.scene.outcome.as_ref().unwrap().reason, "conceded");
    let mut state = apart("", "").state();
    say(&mut state, 1, Command::Draw { offer: true }).unwrap();
    assert!(state.scene.outcome.is_none());
    assert!(say(&mut state, 1, Command::Draw { offer: true }).is_err());
    say(&mut state, 0, Command::Draw { offer: true }).unwrap();
    let outcome = state.scene.outcome.as_ref().unwrap();
    assert!(outcome.winners.is_empty());
    assert_eq!(outcome.reason, "agreed");
}

/// GEN-STA-04, GEN-STA-08: who is out of action has left the table at once; the phase remembers who acted.
#[test]
fn gen_sta_04_and_08() {
    let played = apart("", "").act("a1 move 6000,1500").expect("open").check();
    let phase = &played.state.scene.phase;
    assert!(phase.acted);
    assert_eq!((phase.last, phase.number), (Some(played.fig("a1")), 1));
    let gone = Case::new("a1 6000,1000; a2 6000,1250 ooa; b1 6000,11000").state();
    assert_eq!(gone.scene.figures[1].status, Status::Ooa);
    assert!(gone.table().space().touching_friends(bagarre_generik::testkit::ids::Fig(0)).next().is_none());
}

/// GEN-STA-10, R-009: a loss never makes DA negative.
#[test]
fn gen_sta_10_no_debt() {
    Case::new("a1 6000,6000 jeu_de_carte; b1 6000,6800 da=0")
        .act("a1 distract b1")
        .dice("X6")
        .expect("b1 da 0; a1 da 1")
        .check();
}

/// GEN-STA-02, GEN-STA-06, GEN-STA-07, GEN-STA-11, GEN-TRN-07: marks of a turn go with the turn, those of a game stay.
#[test]
fn gen_sta_06_marks() {
    let played = Case::new(
        "a1 6000,1000 da=0 tried shield_used dim_rolled moustache_used lucky_used flask_used removed; b1 6000,11000 da=0 tried",
    )
    .act("end")
    .expect("turn 2")
    .check();
    let figure = played.figure("a1");
    assert!(!(figure.heroic_tried || figure.shield_used || figure.dim_rolled || figure.da_removed));
    assert!(figure.moustache_used && figure.lucky_used && figure.flask_used);
}

/// GEN-SCA-04, GEN-TRN-11, R-310: one six-sided die at a time of need, in the order of the rules, each told with its purpose.
#[test]
fn gen_sca_04_every_die_is_told() {
    let played = apart("da=0", "").act("a1 heroic").dice("H4").check();
    assert!(played.has_fact(
        |what| matches!(what, What::Rolled { faces, total: 4, ok: Some(true), .. } if *faces == [4])
    ));
}

/// GEN-SCA-01, 03, 05, GEN-SCA-06: the table is 12000 u square, a base 250 u across, north is up the y axis.
#[test]
fn gen_sca_03_the_table() {
    use bagarre_generik::testkit::space::{R, TABLE};
    assert_eq!((TABLE, 2 * R), (12_000, 250));
    let edge = apart("", "").act("a1 move 6000,125").play();
    edge.holds("a1 at 6000,125");
    let beyond = apart("", "").act("a1 move 6000,124").play();
    assert!(beyond.problem().contains("generik.path"), "{}", beyond.problem());
}

/// GEN-SCA-07, R-010: but for champions, pending answers and standing answers, all audiences see the same.
#[test]
fn gen_sca_07_all_is_public() {
    use bagarre_kit::contract::Audience;
    let state = apart("winchester", "").scenario(Scenario::BastonGenerale).state();
    let spectator = Generik::view(&state, Audience::Spectator);
    let player = Generik::view(&state, Audience::Seat(Seat(1)));
    assert_eq!(spectator.scene, player.scene);
    assert!(spectator.mine.is_none() && player.mine.is_some());
}
