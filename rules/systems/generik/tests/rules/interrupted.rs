//! Moves that are interrupted and how they go on: GEN-AO-08, 10, 11, GEN-DEC-16, R-086 to.

use bagarre_generik::Generik;
use bagarre_generik::testkit::command::{Act, Ao, Ask, Charger, Choice, Command, Reaction, Resume};
use bagarre_generik::testkit::event::{What, Why};
use bagarre_generik::testkit::ids::{Dec, Fig, Scenario};
use bagarre_generik::testkit::scene::{Marker, Status};
use bagarre_generik::testkit::setup::Quota;
use bagarre_kit::contract::{Ruleset, Seat};

use super::stage::{Play, RUNNER, Start, fight, go, other, run, running, shoot, step};
use super::tabletop::pt;

/// GEN-AO-08, GEN-DEC-16, R-086: the mover keeps its path, takes another one within what is left, or stops.
#[test]
fn gen_ao_08_rest_of_the_move() {
    let at_half = || {
        let mut play = running();
        play.react(step(1, 9, pt(6300, 8000)), &[]);
        assert_eq!(play.interrupted().budget, 2000);
        play
    };
    let mut keeps = at_half();
    keeps.resume(Resume::Declared, &[]);
    assert_eq!(keeps.fig(0).at, pt(6000, 6000));
    let mut turns = at_half();
    assert_eq!(turns.try_resume(other(&[pt(8001, 4000)]), &[]), Err("generik.path.long GEN-ACT-31".into()));
    turns.resume(other(&[pt(7000, 4000), pt(7000, 5000)]), &[]);
    assert_eq!(turns.fig(0).at, pt(7000, 5000));
    let facing = turns.fig(0).facing;
    assert!(facing.x == 0 && facing.y > 0);
    let mut stops = at_half();
    stops.resume(Resume::Stop, &[]);
    assert_eq!(stops.fig(0).at, pt(6000, 4000));
    assert!(stops.has_fact("GEN-AO-08", |it| matches!(it, What::Stopped { why: Why::Chosen, .. })));
    assert_eq!(stops.phase(), 0);
}

/// GEN-AO-08, GEN-GEO-13: a reactor that steps into the way cuts the declared path: the contact is computed anew.
#[test]
fn gen_ao_08_cut_anew() {
    let mut play = fight("a1 6000,3000 >n; b1 6300,5000 >s; b2 9000,9000 >n da=0");
    play.act(0, run(), &[]);
    play.react(step(1, 4, pt(6000, 5000)), &[]);
    assert!(play.interrupted().free, "a standing enemy cuts a path, it does not bar it");
    play.resume(Resume::Declared, &[]);
    assert_eq!((play.fig(0).at, play.fig(0).da), (pt(6000, 4740), 0));
}

/// GEN-AO-08, GEN-DEC-16: the declared path is offered only while it is free. Here the shot is redirected to a figure on
/// the ground, which is pushed into the way.
#[test]
fn gen_ao_08_barred() {
    let barred = || {
        let mut play = fight("a1 6000,3000 >n; b1 7248,1978 >n winchester; b2 6248,3978 >s down da=0");
        play.act(0, run(), &[]);
        // Attack 5 against 3, redirect 1.
        play.react(shoot(1, 8), &[5, 3, 1]);
        let Ask::Choose(question) = play.ask() else { panic!("asked {:?}", play.ask()) };
        assert_eq!(question.dec, Dec::Melee);
        let choice = Choice::Figure(Fig(2));
        play.say(&Command::Choose { question: question.id, choice }, &[1]).unwrap();
        assert_eq!((play.fig(0).at, play.fig(2).at), (pt(6000, 3900), pt(6024, 4425)));
        play
    };
    let mut play = barred();
    let rest = play.interrupted();
    assert_eq!((rest.free, rest.other, rest.budget), (false, true, 2100));
    assert_eq!(play.try_resume(Resume::Declared, &[]), Err("generik.rest.blocked GEN-AO-08".into()));
    play.resume(other(&[pt(5500, 4425), pt(5500, 5500)]), &[]);
    assert_eq!(play.fig(0).at, pt(5500, 5500));
    let mut silent = barred();
    silent.time_out(&[]);
    assert_eq!(silent.fig(0).at, pt(6000, 3900), "silence stops where the way is barred");
}

/// GEN-AO-08, R-089: a reactor that moves into contact locks the mover, whose move ends there.
#[test]
fn r_089_caught() {
    let mut play = running();
    play.react(step(1, 27, pt(6000, 7000)), &[]);
    // The mover is at y = 5800; the reactor reaches y = 7000 without touching it.
    assert_eq!(play.interrupted().fig, Fig(0));
    let mut caught = fight("a1 6000,3000 >n; b1 6000,7000 >s");
    caught.act(0, run(), &[]);
    caught.react(step(1, 29, pt(6000, 6200)), &[]);
    assert_eq!(caught.fig(1).at, pt(6000, 6260));
    assert!(caught.has_fact("GEN-AO-08", |it| matches!(it, What::Stopped { why: Why::Locked, .. })));
    assert_eq!(caught.phase(), 0, "nobody is hurt");
    let away = go(&[pt(5000, 6000)], false);
    let mut early = fight("a1 6000,3000 >n; b1 6000,7000 >s");
    early.act(0, run(), &[]);
    early.react(step(1, 27, pt(6000, 6000)), &[]);
    assert_eq!(early.fig(0).at, pt(6000, 5800));
    assert_eq!(early.try_act(0, away, &[]), Err("generik.locked GEN-ACT-33".into()));
}

/// GEN-AO-10, R-090, R-342: opponents are asked in the order of phases, later ones from where the mover stands on.
#[test]
fn gen_ao_10_several_opponents() {
    let figures = "a1 6000,3000 >n; b1 6000,8000 >s; c1 9000,4000 >w; c2 9000,5000 >e";
    let mut play = fight(figures);
    play.act(0, run(), &[]);
    assert_eq!(play.window().seat.0, 1);
    play.react(step(1, 9, pt(6300, 8000)), &[]);
    // The mover decides before the next one is asked.
    play.resume(other(&[pt(7000, 4000)]), &[]);
    let window = play.window();
    assert_eq!((window.seat.0, window.checkpoints[0]), (2, pt(6000, 4000)));
    assert_eq!(window.checkpoints.last(), Some(&pt(7000, 4000)));
    assert_eq!(window.checkpoints.len(), 11);
    play.react(step(2, 0, pt(8500, 4000)), &[]);
    assert_eq!(play.fig(0).at, pt(6000, 4000));
    play.resume(Resume::Declared, &[]);
    assert_eq!(play.fig(0).at, pt(7000, 4000));
    // Each of them has answered this figure in this phase.
    assert_eq!(play.state.scene.phase.ledger.len(), 2);
    // A mover that has stopped can still be answered where it stands.
    let mut stopped = fight(figures);
    stopped.act(0, run(), &[]);
    stopped.react(step(1, 9, pt(6300, 8000)), &[]);
    stopped.resume(Resume::Stop, &[]);
    assert_eq!(*stopped.window().checkpoints, [pt(6000, 4000)]);
    stopped.pass();
    assert_eq!((stopped.fig(0).at, stopped.phase()), (pt(6000, 4000), 0));
}

/// GEN-AO-10: one who passes leaves the whole path to the next.
#[test]
fn gen_ao_10_passed_on() {
    let mut play = fight("a1 6000,3000 >n; b1 6000,8000 >s; c1 9000,4000 >w");
    play.act(0, run(), &[]);
    play.pass();
    let window = play.window();
    assert_eq!((window.seat.0, window.checkpoints.len()), (2, 30));
}

/// GEN-AO-11, GEN-SCN-50, R-341: who leaves by the edge can be answered before it is gone.
#[test]
fn gen_ao_11_exit() {
    let leaving = || {
        let mut play = Start::new("a1 6000,11000 >n; a2 2000,2000 >n; b1 9000,11500 >w winchester")
            .scenario(Scenario::Sortie)
            .play();
        let path = vec![pt(6000, 11875)];
        play.act(0, Act::Move { path, run: false, facing: None, exit: true }, &[]);
        play
    };
    let mut gone = leaving();
    assert_eq!(gone.fig(0).status, Status::OnTable);
    gone.pass();
    assert_eq!(gone.fig(0).status, Status::Exited);
    // At the last checkpoint: attack 2 + 0 against the DA it kept.
    let mut hit = leaving();
    let last = hit.window().checkpoints.len() as u8 - 1;
    hit.react(Reaction { fig: Fig(2), at: last, ao: Ao::Shoot { weapon: 0 } }, &[6]);
    hit.first(&[1, 4]);
    assert_eq!((hit.fig(0).status, hit.fig(0).wounded), (Status::OnTable, true));
    let mut missed = leaving();
    missed.react(step(2, last, pt(8500, 11500)), &[]);
    assert_eq!(missed.fig(0).status, Status::Exited, "nothing keeps it");
    let mut elsewhere = leaving();
    elsewhere.react(step(2, 2, pt(8500, 11500)), &[]);
    elsewhere.resume(other(&[pt(6300, 11300)]), &[]);
    assert_eq!(elsewhere.fig(0).status, Status::OnTable, "the exit lapses");
}

/// GEN-ACT-40, GEN-AO-02: the dragger is answered; the friend waits with it.
#[test]
fn gen_act_40_interrupted_drag() {
    let mut play = fight("a1 6000,3000 >n; a2 6000,2750 >n down; b1 6000,8000 >s");
    play.act(0, Act::Drag { friend: Fig(1), to: pt(6500, 3000), facing: None }, &[]);
    assert_eq!((play.window().drags, play.window().checkpoints.len()), (Some(Fig(1)), 5));
    play.react(step(2, 1, pt(6300, 8000)), &[]);
    assert_eq!((play.fig(0).at, play.fig(1).at), (pt(6200, 3000), pt(6200, 2750)));
    assert_eq!(play.interrupted().budget, 300);
    assert_eq!(
        play.try_resume(other(&[pt(6200, 3100), pt(6300, 3100)]), &[]),
        Err("generik.path.points GEN-ACT-32".into())
    );
    play.resume(other(&[pt(6200, 3300)]), &[]);
    assert_eq!((play.fig(0).at, play.fig(1).at), (pt(6200, 3300), pt(6200, 3050)));
}

fn charge() -> Act {
    let to = |fig: u8, x: i32| Charger { fig: Fig(fig), to: pt(x, 6000), facing: None };
    Act::Charge { moves: vec![to(1, 6500), to(2, 5500)] }
}

/// GEN-SKL-10, R-266: each one that moves is an acting figure; who is hurt stops alone, the others still move.
#[test]
fn gen_skl_10_charge_answered() {
    let figures = "a1 6000,4000 >n chargez; a2 6500,5000 >n da=0; a3 5500,5000 >n da=0; b1 6500,8000 >s colt";
    let mut play = fight(figures);
    play.act(0, charge(), &[]);
    assert_eq!(play.window().actor, Fig(1));
    // Attack 5 against 3, wound 2: down at y = 5950, pushed back by 5 cm.
    play.react(shoot(3, 9), &[5, 3, 2]);
    assert_eq!((play.fig(1).at, play.fig(1).down), (pt(6500, 5500), true));
    let window = play.window();
    assert_eq!(window.actor, Fig(2), "the next one, in the same action");
    play.pass();
    assert_eq!(play.fig(2).at, pt(5500, 6000));
    assert_eq!(play.phase(), 1, "somebody was hurt");
    // GEN-AO-08: a new path keeps its limits: straight, over clear ground.
    let mut turned = fight(figures);
    turned.act(0, charge(), &[]);
    turned.react(step(3, 4, pt(6500, 8300)), &[]);
    let refused = turned.try_resume(other(&[pt(6500, 5600), pt(6600, 5600)]), &[]);
    assert_eq!(refused, Err("generik.path.points GEN-ACT-32".into()));
    turned.resume(other(&[pt(7000, 5500)]), &[]);
    assert_eq!(turned.fig(1).at, pt(7000, 5500));
}

/// GEN-AO-02, R-343: the forced move of skill 17 is answered; it goes on or stops, no other path is offered.
#[test]
fn gen_skl_17_stumble_answered() {
    let mut play = fight("a1 6000,3000 >n pas_tres_fin; b1 6000,8000 >s");
    play.act(0, go(&[pt(6000, 3500)], false), &[6]);
    assert_eq!(play.window().checkpoints.len(), 10);
    play.react(step(1, 4, pt(6300, 8000)), &[]);
    let rest = play.interrupted();
    assert!(rest.free && !rest.other);
    assert_eq!(play.try_resume(other(&[pt(6500, 3500)]), &[]), Err("generik.rest.other GEN-AO-08".into()));
    play.resume(Resume::Stop, &[]);
    // The command follows: it walks from y = 3500 to the same point, which leads nowhere, so it is dropped.
    assert_eq!((play.fig(0).at, play.fig(0).da), (pt(6000, 3500), 2));
}

/// GEN-SCN-32, R-344: a figure does not stop on a marker by choice.
#[test]
fn gen_scn_32_stopping_on_a_marker() {
    let marker = Marker { at: pt(6000, 4000), owner: None, sacked: false };
    let mut play =
        Start::new(RUNNER).scenario(Scenario::Ravioli).scene(move |it| it.markers.push(marker)).play();
    play.act(0, run(), &[]);
    play.react(step(1, 9, pt(6300, 8000)), &[]);
    assert_eq!(play.try_resume(Resume::Stop, &[]), Err("generik.rest.marker GEN-SCN-32".into()));
    play.resume(other(&[pt(6000, 4300)]), &[]);
    assert_eq!(play.fig(0).at, pt(6000, 4300));
}

/// GEN-DEC-15, GEN-DEC-16: silence lets the window pass, and keeps the declared path.
#[test]
fn gen_dec_15_16_defaults() {
    let mut play = running();
    play.time_out(&[]);
    assert_eq!(play.fig(0).at, pt(6000, 6000));
    let mut again = running();
    again.react(step(1, 9, pt(6300, 8000)), &[]);
    again.time_out(&[]);
    assert_eq!(again.fig(0).at, pt(6000, 6000));
}

/// with one answer to each action, a whole charge is answered once.
#[test]
fn r_081_one_answer_to_a_charge() {
    let figures = "a1 6000,4000 >n chargez; a2 6500,5000 >n da=0; a3 5500,5000 >n da=0; b1 6500,8000 >s";
    let windows = |quota: Quota| {
        let mut play = Start::new(figures).options(move |it| it.ao_quota = quota).play();
        play.act(0, charge(), &[]);
        play.react(step(3, 4, pt(6500, 7700)), &[]);
        play.resume(Resume::Declared, &[]);
        matches!(play.ask(), Ask::React(_))
    };
    assert!(windows(Quota::PerActor), "the second one is another acting figure");
    assert!(!windows(Quota::PerPhase));
    assert!(!windows(Quota::PerAction));
}

/// GEN-AO-05, GEN-ACT-34: an opportunity action sets the facing that its player chooses.
#[test]
fn gen_ao_05_facing() {
    let mut play = running();
    let ao = Ao::Move { path: vec![pt(6500, 8000)], facing: Some(pt(0, -3)) };
    play.react(Reaction { fig: Fig(1), at: 9, ao }, &[]);
    assert_eq!(play.fig(1).facing, pt(0, -3));
    let mut zero = running();
    let ao = Ao::Move { path: vec![pt(6500, 8000)], facing: Some(pt(0, 0)) };
    let refused = zero.try_react(Some(Reaction { fig: Fig(1), at: 9, ao }), &[]);
    assert_eq!(refused, Err("generik.facing GEN-GEO-06".into()));
    // An interrupted mover faces along its way; a new path may end with another facing.
    assert_eq!(play.fig(0).facing, pt(0, 3000));
    play.resume(Resume::Path { path: vec![pt(6000, 4500)], facing: Some(pt(-1, 0)) }, &[]);
    assert_eq!(play.fig(0).facing, pt(-1, 0));
}

/// GEN-AO-06, GEN-AO-10: which windows were opened is kept with the move under way. A move that was read from a position does not
/// have it, finds them again, and comes to the same.
#[test]
fn gen_ao_06_a_move_that_was_read_finds_its_windows_again() {
    let figures = "a1 6000,3000 >n; b1 6000,8000 >s colt; c1 7000,8000 >s colt";
    let reread = |play: &mut Play, read: bool| {
        if read {
            let text = serde_json::to_string(&Generik::position(&play.state)).unwrap();
            play.state = Generik::from_position(&serde_json::from_str(&text).unwrap()).unwrap();
        }
    };
    let played = |read: bool| {
        let mut play = fight(figures);
        play.act(0, run(), &[]);
        reread(&mut play, read);
        assert_eq!(play.state.work().unwrap().met().map(<[_]>::len), Some(0));
        play.pass();
        assert_eq!(play.state.work().unwrap().met().map(<[_]>::len), Some(1));
        reread(&mut play, read);
        assert_eq!((play.window().seat, play.state.work().unwrap().met().is_some()), (Seat(2), !read));
        play.react(step(2, 9, pt(7300, 8000)), &[]);
        play
    };
    let (kept, read) = (played(false), played(true));
    assert_eq!((kept.state == read.state, kept.facts == read.facts), (true, true));
}
