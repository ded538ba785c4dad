//! Opportunity actions: GEN-AO-01 to 12, GEN-HER-07, GEN-DEC-15, 16, R-080 to R-092.

use bagarre_rules::generik::command::{
    Act, Ao, Ask, Cause, Charger, Choice, Command, Fire, Reaction, Resume,
};
use bagarre_rules::generik::event::{What, Why};
use bagarre_rules::generik::ids::{Fig, Scenario};
use bagarre_rules::generik::scene::{Marker, PhaseEnd, Status};
use bagarre_rules::generik::setup::Quota;
use bagarre_rules::kit::plane::Pt;

use super::stage::{Play, Start, fight};
use super::table::pt;

fn go(path: &[Pt], run: bool) -> Act {
    Act::Move { path: path.to_vec(), run, facing: None, exit: false }
}

fn shoot(fig: u8, at: u8) -> Reaction {
    Reaction { fig: Fig(fig), at, ao: Ao::Shoot { weapon: 0 } }
}

fn step(fig: u8, at: u8, to: Pt) -> Reaction {
    Reaction { fig: Fig(fig), at, ao: Ao::Move { path: vec![to], facing: None } }
}

fn cover(fig: u8, at: u8) -> Reaction {
    Reaction { fig: Fig(fig), at, ao: Ao::Cover { facing: None } }
}

fn other(path: &[Pt]) -> Resume {
    Resume::Path { path: path.to_vec(), facing: None }
}

/// A runner from (6000,3000) to (6000,6000), watched by a Colt at (6000,8000).
const RUNNER: &str = "a1 6000,3000 >n; b1 6000,8000 >s colt";

fn run() -> Act {
    go(&[pt(6000, 6000)], true)
}

fn running() -> Play {
    let mut play = fight(RUNNER);
    play.act(0, run(), &[]);
    play
}

/// GEN-AO-01, GEN-AO-06, GEN-DEC-15: one question lists every checkpoint, from the first cm to the end, and
/// who may answer where. The mover has paid and still stands at its start.
#[test]
fn gen_ao_06_window() {
    let mut play = fight(RUNNER);
    play.act(0, go(&[pt(6000, 3050), pt(6000, 5850)], true), &[]);
    let window = play.window();
    assert_eq!((window.seat.0, window.actor, window.cause), (1, Fig(0), Cause::Move));
    let places: Vec<i32> = window.checkpoints.iter().map(|at| at.y).collect();
    let mut expected: Vec<i32> = (1..=28).map(|n| 3000 + n * 100).collect();
    expected.insert(0, 3050);
    expected.push(5850);
    assert_eq!(places, expected, "every cm, every way-point and the end");
    assert_eq!(window.reactors.len(), 1);
    assert_eq!((window.reactors[0].fig, window.reactors[0].at.len()), (Fig(1), 30));
    assert_eq!((play.fig(0).at, play.fig(0).da), (pt(6000, 3000), 0));
    // Declined: it goes all the way.
    play.pass();
    assert_eq!(play.fig(0).at, pt(6000, 5850));
    assert_eq!(play.phase(), 0);
}

/// GEN-AO-04: who is down, locked, without DA, looks away or sees nothing is not asked.
#[test]
fn gen_ao_04_reactors() {
    for idle in [">s down", ">s da=0", ">n", ">s"] {
        // The last one is held by a standing enemy.
        let mut play = fight(&format!("a1 6000,3000 >n; a2 2000,7750 >n; b1 2000,8000 {idle}"));
        play.act(0, run(), &[]);
        assert_eq!(play.phase(), 0, "{idle}");
    }
    let mut wall = Start::new(RUNNER).terrain("W-1 6000,7000").play();
    wall.act(0, run(), &[]);
    assert_eq!(wall.phase(), 0, "behind the saloon");
    // A reactor answers only where it sees the mover: here from behind a corner on.
    let mut corner = Start::new("a1 7500,4000 >w; b1 7500,8000 >s").terrain("W-1 6000,6000").play();
    corner.act(0, go(&[pt(4500, 4000)], true), &[]);
    let window = corner.window();
    let seen = &window.reactors[0].at;
    assert!(seen.len() < window.checkpoints.len() && !seen.is_empty(), "{seen:?}");
    let hidden = (0..30).find(|n| !seen.contains(n)).unwrap();
    let refused = corner.try_react(Some(step(1, hidden, pt(7500, 8300))), &[]);
    assert_eq!(refused, Err("generik.ao.reactor GEN-AO-04".into()));
    assert_eq!(
        corner.try_react(Some(step(0, seen[0], pt(7500, 8300))), &[]),
        Err("generik.ao.reactor GEN-AO-04".into())
    );
    assert_eq!(
        corner.try_react(Some(step(1, 200, pt(7500, 8300))), &[]),
        Err("generik.ao.reactor GEN-AO-04".into())
    );
}

/// GEN-AO-02: close combat, cover, reload, standing up and pivots are not answered.
#[test]
fn gen_ao_02_no_trigger() {
    let figures = "a1 6000,3000 >n colt charges=0; a2 7000,3000 >n down; b1 6000,8000 >s colt";
    let mut play = Start::new(figures).terrain("W-4 6000,3235").play();
    play.act(0, Act::Cover { facing: None }, &[]);
    play.act(0, Act::Reload { all: false }, &[]);
    play.act(1, Act::StandUp { facing: None }, &[]);
    play.act(1, Act::Pivot { facing: pt(1, 1) }, &[]);
    assert_eq!(play.phase(), 0);
}

/// GEN-AO-12, first example: attack 4, one defence die 4: missed, the runner goes on. GEN-AO-01: the shot costs 1 DA.
#[test]
fn gen_ao_12_missed() {
    let mut play = running();
    play.react(shoot(1, 28), &[4, 4]);
    assert_eq!((play.fig(1).da, play.fig(1).charges[0]), (1, 1));
    let rest = play.interrupted();
    assert_eq!((rest.fig, rest.free, rest.other, rest.budget), (Fig(0), true, true, 100));
    assert_eq!(rest.rest, [pt(6000, 6000)]);
    play.resume(Resume::Declared, &[]);
    assert_eq!(play.fig(0).at, pt(6000, 6000));
    assert_eq!(play.phase(), 0);
}

/// GEN-AO-12, second example: attack 5, defence 3, wound 2: down at the checkpoint, pushed 5 cm away from the reactor; the
/// phase is over (GEN-AO-08, GEN-TRN-04).
#[test]
fn gen_ao_12_knocked_down() {
    let mut play = running();
    play.react(shoot(1, 28), &[5, 3, 2]);
    let runner = *play.fig(0);
    assert_eq!((runner.at, runner.down), (pt(6000, 5400), true), "stopped at y = 5900");
    assert!(play.told("GEN-AO-08", |it| matches!(it, What::Stopped { why: Why::Hurt, .. })));
    assert!(play.told("GEN-TRN-04", |it| matches!(it, What::Ending { why: PhaseEnd::Hurt })));
    assert_eq!(play.phase(), 1);
}

/// wounded but standing, the mover stops as well.
#[test]
fn r_087_wounded_mover_stops() {
    let mut play = running();
    play.react(shoot(1, 28), &[5, 3, 4]);
    assert_eq!((play.fig(0).at, play.fig(0).wounded, play.fig(0).down), (pt(6000, 5900), true, false));
    assert_eq!(play.phase(), 1);
}

/// GEN-AO-08: out of action, it is gone.
#[test]
fn gen_ao_08_out_of_action() {
    let mut play = fight("a1 6000,3000 >n; a2 2000,1000 >n; a3 9000,1000 >n; b1 6000,8000 >s colt");
    play.act(0, run(), &[]);
    // Attack 5 against 3, wound 6; the others are too far away for morale. He was the chief, but scenario 1 goes on.
    play.react(Reaction { fig: Fig(3), at: 28, ao: Ao::Shoot { weapon: 0 } }, &[5, 3, 6]);
    assert_eq!(play.fig(0).status, Status::Ooa);
    assert_eq!(play.phase(), 1);
}

/// GEN-AO-05: a shot is in range of its weapon and at the acting figure; no powerful shot, and DEC-17 is asked while the
/// mover has DA left.
#[test]
fn gen_ao_05_shot() {
    let mut play = running();
    assert_eq!(play.try_react(Some(shoot(1, 0)), &[]), Err("generik.shoot.range GEN-SHT-02".into()));
    let mut empty = fight("a1 6000,3000 >n; b1 6000,8000 >s colt charges=0");
    empty.act(0, run(), &[]);
    assert_eq!(empty.try_react(Some(shoot(1, 29)), &[]), Err("generik.shoot.empty GEN-SHT-01".into()));
    let mut walker = fight("a1 6000,5000 >n; b1 6000,8000 >s colt");
    walker.act(0, go(&[pt(6000, 6000)], false), &[]);
    walker.react(shoot(1, 9), &[4]);
    assert!(matches!(walker.ask(), Ask::Choose(question) if question.dec.0 == 17));
}

/// GEN-AO-05, GEN-AO-09: a move of 10 cm with the modifiers of the reactor, which loses its cover; cover needs its
/// geometry and keeps it.
#[test]
fn gen_ao_05_move_and_cover() {
    let start = |words: &str| {
        let figures = format!("a1 6000,3000 >n; b1 6000,8000 >s {words}");
        let mut play = Start::new(&figures).terrain("W-4 6000,7765").play();
        play.act(0, run(), &[]);
        play
    };
    let mut leaves = start("cover");
    assert_eq!(
        leaves.try_react(Some(step(1, 9, pt(7001, 8000))), &[]),
        Err("generik.path.long GEN-ACT-31".into())
    );
    leaves.react(step(1, 9, pt(7000, 8000)), &[]);
    assert_eq!((leaves.fig(1).at, leaves.fig(1).in_cover), (pt(7000, 8000), false));
    assert!(leaves.fig(1).facing.x > 0, "GEN-DEC-30");
    let mut slow = start("pieds_plat");
    assert_eq!(
        slow.try_react(Some(step(1, 9, pt(6501, 8000))), &[]),
        Err("generik.path.long GEN-ACT-31".into())
    );
    let mut hides = start("da=2");
    hides.react(cover(1, 9), &[]);
    assert!(hides.fig(1).in_cover && hides.fig(1).da == 1);
    assert_eq!(hides.fig(0).at, pt(6000, 4000), "the mover waits at the checkpoint");
    let mut bare = running();
    assert_eq!(bare.try_react(Some(cover(1, 9)), &[]), Err("generik.cover.none GEN-ACT-37".into()));
}

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
    assert!(stops.told("GEN-AO-08", |it| matches!(it, What::Stopped { why: Why::Chosen, .. })));
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
        assert_eq!(question.dec.0, 19);
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
    assert!(caught.told("GEN-AO-08", |it| matches!(it, What::Stopped { why: Why::Locked, .. })));
    assert_eq!(caught.phase(), 0, "nobody is hurt");
    let away = go(&[pt(5000, 6000)], false);
    let mut early = fight("a1 6000,3000 >n; b1 6000,7000 >s");
    early.act(0, run(), &[]);
    early.react(step(1, 27, pt(6000, 6000)), &[]);
    assert_eq!(early.fig(0).at, pt(6000, 5800));
    assert_eq!(early.try_act(0, away, &[]), Err("generik.locked GEN-ACT-33".into()));
}

/// GEN-AO-06, GEN-ACT-32: where the mover touches the reactor the reactor is locked and cannot answer.
#[test]
fn gen_ao_04_locked_at_the_end() {
    let mut play = fight("a1 6000,5000 >n; b1 6000,5960 >s");
    play.act(0, go(&[pt(6000, 6000)], false), &[]);
    let window = play.window();
    assert_eq!(window.checkpoints.last(), Some(&pt(6000, 5700)), "cut by contact");
    assert_eq!(window.path, [pt(6000, 5700)]);
    let last = window.checkpoints.len() as u8 - 1;
    assert!(!window.reactors[0].at.contains(&last));
    assert!(window.reactors[0].at.contains(&(last - 1)));
}

/// GEN-AO-03, R-081: one opportunity action against each acting figure in a phase; another figure may be answered again.
#[test]
fn gen_ao_03_quota() {
    let figures = "a1 6000,3000 >n; a2 5000,3000 >n; b1 6000,8000 >s da=2; b2 7000,8000 >s da=2";
    let moves = |quota: Quota| {
        let mut play = Start::new(figures).options(|it| it.ao_quota = quota).play();
        play.act(0, go(&[pt(6000, 3500)], false), &[]);
        play.react(step(2, 4, pt(6000, 8300)), &[]);
        play.act(0, go(&[pt(6000, 4000)], false), &[]);
        let again = matches!(play.ask(), Ask::React(_));
        if again {
            play.pass();
        }
        play.act(1, go(&[pt(5000, 3500)], false), &[]);
        (again, matches!(play.ask(), Ask::React(_)))
    };
    assert_eq!(moves(Quota::PerActor), (false, true));
    assert_eq!(moves(Quota::PerPhase), (false, false));
    assert_eq!(moves(Quota::PerAction), (true, true));
}

/// GEN-AO-03: a window that was let pass costs nothing: the next action is answered.
#[test]
fn gen_ao_03_declined() {
    let mut play = fight(RUNNER);
    play.act(0, go(&[pt(6000, 3500)], false), &[]);
    play.pass();
    play.act(0, go(&[pt(6000, 4000)], false), &[]);
    assert!(matches!(play.ask(), Ask::React(_)));
    assert!(play.state.scene.phase.ledger.is_empty());
}

/// GEN-AO-07: the window of a shot opens after all of it; the target that was missed shoots back. R-085: that shot is not
/// answered.
#[test]
fn gen_ao_07_shooting_back() {
    let mut play = fight("a1 6000,5000 >n winchester; b1 6000,7000 >s da=1 colt");
    let fire = Act::Shoot { weapon: 0, target: Fig(1), fire: Fire::Powerful };
    // Attack 1, plus 1: the target keeps its DA, defence 4.
    play.act(0, fire, &[1]);
    play.first(&[4]);
    let window = play.window();
    assert_eq!((window.cause, window.checkpoints.len()), (Cause::Shot, 1));
    play.react(shoot(1, 0), &[4, 4]);
    assert_eq!(play.fig(1).da, 0);
    assert_eq!(play.phase(), 0);
}

/// GEN-AO-07: a target that was knocked down or lost its DA does not react.
#[test]
fn gen_ao_07_knocked_down_target() {
    let mut play = fight("a1 6000,5000 >n colt; b1 6000,7000 >s da=0 colt; b2 2000,11000 >n");
    play.act(0, Act::Shoot { weapon: 0, target: Fig(1), fire: Fire::Normal }, &[5, 3, 2]);
    assert!(play.fig(1).down);
    assert_eq!(play.phase(), 0);
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
    assert_eq!(stopped.window().checkpoints, [pt(6000, 4000)]);
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

/// GEN-HER-07: a move won by a heroic die is answered like any other.
#[test]
fn gen_her_07_heroic_move() {
    let mut play = fight("a1 6000,3000 >n da=0; b1 6000,8000 >s");
    play.act(0, Act::Heroic, &[4]);
    play.act(0, go(&[pt(6000, 3500)], false), &[]);
    assert!(matches!(play.ask(), Ask::React(_)));
    play.react(step(1, 4, pt(6000, 8300)), &[]);
    assert_eq!(play.fig(1).da, 1);
    assert!(play.told("GEN-AO-03", |it| matches!(it, What::Ledger { fig: Fig(0), .. })), "the same quota");
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

/// GEN-SCN-32, R-344: nobody stops on a marker of his own will.
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
