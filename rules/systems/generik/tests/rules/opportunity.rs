//! Opportunity actions: GEN-AO-01 to 07, 12, GEN-HER-07, GEN-DEC-15, R-080 to R-092.

use bagarre_generik::testkit::command::{Act, Ao, Ask, Cause, Fire, Reaction, Resume};
use bagarre_generik::testkit::event::{What, Why};
use bagarre_generik::testkit::ids::{Dec, Fig};
use bagarre_generik::testkit::scene::{PhaseEnd, Status};
use bagarre_generik::testkit::setup::Quota;

use super::stage::{RUNNER, Start, fight, go, run, running, shoot, step};
use super::tabletop::pt;

fn cover(fig: u8, at: u8) -> Reaction {
    Reaction { fig: Fig(fig), at, ao: Ao::Cover { facing: None } }
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
    assert!(play.has_fact("GEN-AO-08", |it| matches!(it, What::Stopped { why: Why::Hurt, .. })));
    assert!(play.has_fact("GEN-TRN-04", |it| matches!(it, What::Ending { why: PhaseEnd::Hurt })));
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
    // Attack 5 against 3, wound 6; the others are too far away for morale. The victim was the chief, but scenario 1 goes on.
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
    assert!(matches!(walker.ask(), Ask::Choose(question) if question.dec == Dec::Defence));
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

/// GEN-AO-06, GEN-ACT-32: where the mover touches the reactor the reactor is locked and cannot answer.
#[test]
fn gen_ao_04_locked_at_the_end() {
    let mut play = fight("a1 6000,5000 >n; b1 6000,5960 >s");
    play.act(0, go(&[pt(6000, 6000)], false), &[]);
    let window = play.window();
    assert_eq!(window.checkpoints.last(), Some(&pt(6000, 5700)), "cut by contact");
    assert_eq!(*window.path, [pt(6000, 5700)]);
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

/// GEN-HER-07: a move won by a heroic die is answered like any other.
#[test]
fn gen_her_07_heroic_move() {
    let mut play = fight("a1 6000,3000 >n da=0; b1 6000,8000 >s");
    play.act(0, Act::Heroic, &[4]);
    play.act(0, go(&[pt(6000, 3500)], false), &[]);
    assert!(matches!(play.ask(), Ask::React(_)));
    play.react(step(1, 4, pt(6000, 8300)), &[]);
    assert_eq!(play.fig(1).da, 1);
    assert!(
        play.has_fact("GEN-AO-03", |it| matches!(it, What::Ledger { fig: Fig(0), .. })),
        "the same quota"
    );
}
