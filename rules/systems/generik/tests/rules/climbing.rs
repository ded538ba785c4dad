//! Climbing, descending, jumping, vaulting: GEN-ACT-04, 35, 36, GEN-AO-11, GEN-GEO-14.

use bagarre_generik::testkit::command::{Act, Ao, Cause, Reaction};
use bagarre_generik::testkit::event::{Way, What};
use bagarre_generik::testkit::ids::{Era, Fig};
use bagarre_generik::testkit::scene::Marker;

use super::stage::{Play, Start};
use super::tabletop::pt;

/// A figure far away that watches nothing.
const NOBODY: &str = "b1 6000,11500 >n da=0";

fn climb(x: i32, y: i32) -> Act {
    Act::Climb { to: pt(x, y), facing: None }
}

/// A figure and one piece of terrain at (6000,6000): a cabin is 10 × 8 cm and 5 cm high, a saloon 16 × 12 and 10 high, a
/// fence 15 × 0.6 and 1.5 high.
fn beside(piece: &str, figure: &str) -> Play {
    Start::new(&format!("{figure}; {NOBODY}")).terrain(&format!("{piece} 6000,6000")).play()
}

/// GEN-ACT-35: 1 DA for each 5 cm begun, paid at once; a wounded figure does not get up 10 cm.
#[test]
fn gen_act_35_climb() {
    let mut cabin = beside("W-2", "a1 6000,5475 >n");
    cabin.act(0, climb(6000, 5700), &[]);
    assert_eq!((cabin.fig(0).at, cabin.fig(0).z, cabin.fig(0).da), (pt(6000, 5700), 500, 1));
    assert!(cabin.has_fact("GEN-ACT-35", |it| matches!(it, What::Moved { way: Way::Climb, z: 500, .. })));
    let mut saloon = beside("W-1", "a1 6000,5275 >n");
    saloon.act(0, climb(6000, 5500), &[]);
    assert_eq!((saloon.fig(0).z, saloon.fig(0).da), (1000, 0));
    let mut wounded = beside("W-1", "a1 6000,5275 >n wounded da=1");
    assert_eq!(wounded.try_act(0, climb(6000, 5500), &[]), Err("generik.da GEN-ACT-35".into()));
}

/// GEN-ACT-35: it starts in touch with the side and ends near it; down again the same way.
#[test]
fn gen_act_35_reach_and_descend() {
    let mut far = beside("W-2", "a1 6000,5460 >n");
    assert_eq!(far.try_act(0, climb(6000, 5700), &[]), Err("generik.climb.touch GEN-ACT-35".into()));
    let mut deep = beside("W-2", "a1 6000,5475 >n");
    assert_eq!(deep.try_act(0, climb(6000, 5746), &[]), Err("generik.climb.far GEN-GEO-14".into()));
    let mut down = beside("W-1", "a1 6000,5500 >n z=1000");
    down.act(0, climb(6000, 5270), &[]);
    assert_eq!((down.fig(0).z, down.fig(0).da), (0, 0), "10 cm: 2 DA");
}

/// GEN-ACT-36: (a) across a gap of 5 cm between two tops; (b) down 5 cm, up to 5 cm away; (c) over a fence.
#[test]
fn gen_act_36_jumps() {
    let roofs = |figure: &str| {
        Start::new(&format!("{figure}; {NOBODY}")).terrain("W-2 6000,6000; W-2 6000,7300").play()
    };
    let mut gap = roofs("a1 6000,6300 >n z=500");
    assert_eq!(gap.try_act(0, climb(6000, 7051), &[]), Err("generik.climb.far GEN-GEO-14".into()));
    gap.act(0, climb(6000, 7050), &[]);
    assert_eq!((gap.fig(0).at, gap.fig(0).z, gap.fig(0).da), (pt(6000, 7050), 500, 1));
    assert!(gap.has_fact("GEN-ACT-36", |it| matches!(it, What::Moved { way: Way::Jump, .. })));
    let mut down = beside("W-2", "a1 6000,5700 >n z=500");
    down.act(0, climb(6000, 4950), &[]);
    assert_eq!((down.fig(0).at, down.fig(0).z, down.fig(0).da), (pt(6000, 4950), 0, 1));
    let mut too_deep = beside("W-1", "a1 6000,5500 >n z=1000");
    assert_eq!(too_deep.try_act(0, climb(6000, 4900), &[]), Err("generik.climb.far GEN-GEO-14".into()));
    let mut fence = beside("W-3", "a1 6000,5845 >n");
    fence.act(0, climb(6000, 6155), &[]);
    assert_eq!((fence.fig(0).at, fence.fig(0).da), (pt(6000, 6155), 1));
    assert!(fence.has_fact("GEN-ACT-36", |it| matches!(it, What::Moved { way: Way::Vault, .. })));
    let mut wall = beside("W-5", "a1 6000,5625 >n");
    assert_eq!(wall.try_act(0, climb(6000, 6375), &[]), Err("generik.climb.way GEN-GEO-14".into()));
}

/// no climbing and no jumping in full armour.
#[test]
fn r_290_full_armour() {
    let start = Start::new(&format!("a1 6000,5845 >n armure_complete; {NOBODY}")).terrain("W-3 6000,6000");
    let mut play = start.era(Era::Medieval).play();
    assert_eq!(play.try_act(0, climb(6000, 6155), &[]), Err("generik.climb.armour GEN-WPN-M14".into()));
}

/// GEN-DEC-30: the facing is the one chosen, else that of the climb; GEN-COV-03: cover is lost.
#[test]
fn gen_dec_30_facing_after_a_climb() {
    let mut play = beside("W-3", "a1 6000,5845 >w cover");
    play.act(0, climb(6000, 6155), &[]);
    assert_eq!(play.fig(0).facing, pt(0, 310));
    assert!(!play.fig(0).in_cover);
    play.act(0, Act::Climb { to: pt(6000, 5845), facing: Some(pt(1, 0)) }, &[]);
    assert_eq!(play.fig(0).facing, pt(1, 0));
}

/// GEN-ACT-33: a figure that is locked or down does not climb; GEN-SCN-32: none jumps onto a marker.
#[test]
fn gen_act_33_no_climb() {
    let fence = |figures: &str| Start::new(figures).terrain("W-3 6000,6000");
    let mut locked = fence("a1 6000,5845 >n; b1 6000,5595 >n da=0").play();
    assert_eq!(locked.try_act(0, climb(6000, 6155), &[]), Err("generik.locked GEN-ACT-33".into()));
    let mut down = fence("a1 6000,5845 >n down; b1 6000,11500 >n da=0").play();
    assert_eq!(down.try_act(0, climb(6000, 6155), &[]), Err("generik.down GEN-ACT-41".into()));
    let marker = Marker { at: pt(6000, 6300), owner: None, sacked: false };
    let start = fence("a1 6000,5845 >n; b1 6000,11500 >n da=0").scene(move |it| it.markers.push(marker));
    let refused = start.play().try_act(0, climb(6000, 6155), &[]);
    assert_eq!(refused, Err("generik.climb.marker GEN-SCN-32".into()));
}

/// GEN-AO-11: a climb is answered where it arrives, and nothing of it is left to go on with.
#[test]
fn gen_ao_11_answered_on_arrival() {
    let mut play = Start::new("a1 6000,5845 >n; b1 6000,9000 >s").terrain("W-3 6000,6000").play();
    play.act(0, climb(6000, 6155), &[]);
    let window = play.window();
    assert_eq!((window.cause, window.checkpoints.to_vec()), (Cause::Climb, vec![pt(6000, 6155)]));
    assert_eq!(play.fig(0).at, pt(6000, 6155));
    let ao = Ao::Move { path: vec![pt(6000, 8500)], facing: None };
    play.react(Reaction { fig: Fig(1), at: 0, ao }, &[]);
    assert_eq!((play.fig(1).at, play.fig(1).da), (pt(6000, 8500), 1));
    assert_eq!(play.phase(), 0);
    // From the roof of a cabin no figure sees the one that climbs behind the wall: no window.
    let mut hidden = Start::new("a1 6000,5475 >n; b1 6000,9000 >n").terrain("W-2 6000,6000").play();
    hidden.act(0, climb(6000, 5700), &[]);
    assert_eq!(hidden.phase(), 0, "the other one looks away");
}
