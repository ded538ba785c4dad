//! Moving, running, dragging, charging, stumbling, leaving: GEN-ACT-02, 03, 10, 19, 22, 31 to 34, 40, 44, GEN-SKL-01, 10,
//! 14, 15, 17, GEN-SCN-32, 50, GEN-DEC-29, 30.

use bagarre_generik::testkit::command::{Act, Charger, Command};
use bagarre_generik::testkit::event::{Way, What, Why};
use bagarre_generik::testkit::ids::{Era, Fig, Scenario};
use bagarre_generik::testkit::scene::{Marker, Status};
use bagarre_kit::plane::Pt;

use super::stage::{Play, Start, fight, go};
use super::tabletop::pt;

/// A figure far away that watches nothing.
const NOBODY: &str = "b1 6000,11500 >n da=0";

fn walk(path: &[Pt]) -> Act {
    go(path, false)
}

fn run(path: &[Pt]) -> Act {
    go(path, true)
}

fn alone(figure: &str) -> Play {
    fight(&format!("{figure}; {NOBODY}"))
}

fn drag(friend: u8, to: Pt) -> Act {
    Act::Drag { friend: Fig(friend), to, facing: None }
}

fn charge(moves: &[(u8, Pt)]) -> Act {
    let moves = moves.iter().map(|(fig, to)| Charger { fig: Fig(*fig), to: *to, facing: None });
    Act::Charge { moves: moves.collect() }
}

/// GEN-ACT-02, GEN-ACT-31: 1 DA for 10 cm, and not a tenth of a millimetre more; what is not used is lost.
#[test]
fn gen_act_02_move() {
    let mut play = alone("a1 6000,3000 >n");
    assert_eq!(play.try_act(0, walk(&[pt(6000, 4001)]), &[]), Err("generik.path.long GEN-ACT-31".into()));
    play.act(0, walk(&[pt(6000, 3300)]), &[]);
    assert_eq!((play.fig(0).at, play.fig(0).da), (pt(6000, 3300), 1));
    assert!(play.has_fact("GEN-ACT-02", |it| matches!(it, What::Moved { way: Way::Walk, .. })));
    assert_eq!(play.try_act(0, walk(&[pt(6000, 4301)]), &[]), Err("generik.path.long GEN-ACT-31".into()));
    play.act(0, walk(&[pt(6000, 4300)]), &[]);
    assert_eq!(play.try_act(0, walk(&[pt(6000, 4400)]), &[]), Err("generik.da GEN-ACT-02".into()));
}

/// GEN-ACT-03: 2 DA, one path of 30 cm, both paid at once.
#[test]
fn gen_act_03_run() {
    let mut play = alone("a1 6000,3000 >n");
    play.act(0, run(&[pt(6000, 4500), pt(7500, 4500)]), &[]);
    assert_eq!((play.fig(0).at, play.fig(0).da), (pt(7500, 4500), 0));
    assert!(play.has_fact("GEN-ACT-03", |it| matches!(it, What::Moved { way: Way::Run, path, .. }
        if *path == [pt(6000, 4500), pt(7500, 4500)])));
    let mut wounded = alone("a1 6000,3000 >n wounded da=1");
    assert_eq!(wounded.try_act(0, run(&[pt(6000, 3100)]), &[]), Err("generik.da GEN-ACT-03".into()));
}

/// GEN-ACT-31: 4 cm clear, then difficult ground: 3 cm more; a run of 10 cm clear and 10 cm difficult.
#[test]
fn gen_act_31_mixed_ground() {
    let scrub = || Start::new(&format!("a1 6000,3000 >n; {NOBODY}")).terrain("W-7 6000,4000").play();
    // The scrub lies from y = 3400 to 4600.
    assert_eq!(scrub().try_act(0, walk(&[pt(6000, 3701)]), &[]), Err("generik.path.long GEN-ACT-31".into()));
    scrub().act(0, walk(&[pt(6000, 3700)]), &[]);
    let mut play = Start::new(&format!("a1 6000,2400 >n; {NOBODY}")).terrain("W-7 6000,4000").play();
    play.act(0, run(&[pt(6000, 4400)]), &[]);
    assert_eq!(play.fig(0).at, pt(6000, 4400));
}

/// GEN-SKL-01: Pieds-plat pay double for clear ground: 5 cm a move, 15 a run.
#[test]
fn gen_skl_01_flat_feet() {
    let mut play = alone("a1 6000,3000 >n da=2 pieds_plat");
    assert!(play.try_act(0, walk(&[pt(6000, 3501)]), &[]).is_err());
    play.act(0, run(&[pt(6000, 4500)]), &[]);
}

/// GEN-SKL-15: Coureur des bois walks through difficult ground as if it were clear.
#[test]
fn gen_skl_15_woodsman() {
    let mut play =
        Start::new(&format!("a1 6000,3450 >n coureur_des_bois; {NOBODY}")).terrain("W-7 6000,4000").play();
    play.act(0, walk(&[pt(6000, 4450)]), &[]);
    assert_eq!(play.fig(0).at, pt(6000, 4450));
}

/// GEN-TER-09, R-261, R-290: full armour makes 5 and 15 cm on any ground, with all skills.
#[test]
fn gen_ter_09_full_armour() {
    let start = || {
        Start::new(&format!("a1 6000,3450 >n armure_complete coureur_des_bois; {NOBODY}")).era(Era::Medieval)
    };
    let mut clear = start().play();
    assert!(clear.try_act(0, walk(&[pt(6000, 3951)]), &[]).is_err());
    clear.act(0, run(&[pt(6000, 4950)]), &[]);
    let mut difficult = start().terrain("W-7 6000,4000").play();
    assert!(difficult.try_act(0, walk(&[pt(6000, 3951)]), &[]).is_err());
    difficult.act(0, walk(&[pt(6000, 3950)]), &[]);
}

/// GEN-ACT-32: a path has points and a length, and crosses no base, friend or foe, standing or down, nor the table edge.
#[test]
fn gen_act_32_paths() {
    let mut play =
        fight("a1 6000,3000 >n; a2 6000,3600 >n; b1 7000,3000 >n da=0 down; b2 6000,11500 >n da=0");
    assert_eq!(play.try_act(0, walk(&[]), &[]), Err("generik.path.empty GEN-ACT-32".into()));
    assert_eq!(play.try_act(0, walk(&[pt(6000, 3000)]), &[]), Err("generik.path.empty GEN-ACT-32".into()));
    assert_eq!(
        play.try_act(0, walk(&[pt(6000, 3010); 17]), &[]),
        Err("generik.path.points GEN-ACT-32".into())
    );
    assert_eq!(play.try_act(0, walk(&[pt(6000, 3900)]), &[]), Err("generik.path.blocked GEN-ACT-32".into()));
    assert_eq!(play.try_act(0, walk(&[pt(6900, 3000)]), &[]), Err("generik.path.blocked GEN-ACT-32".into()));
    let mut edge = alone("a1 6000,500 >n");
    assert_eq!(edge.try_act(0, walk(&[pt(6000, 124)]), &[]), Err("generik.path.blocked GEN-ACT-32".into()));
    edge.act(0, walk(&[pt(6000, 125)]), &[]);
}

/// GEN-ACT-32, 33: the path is cut where the figure first touches a standing enemy; then it can only fight.
#[test]
fn gen_act_33_contact_locks() {
    let mut play = fight("a1 6000,3000 >n; b1 6000,3900 >n da=0");
    play.act(0, walk(&[pt(6000, 4000)]), &[]);
    assert_eq!(play.fig(0).at, pt(6000, 3640), "260 u from centre to centre");
    assert_eq!(play.try_act(0, walk(&[pt(6000, 3000)]), &[]), Err("generik.locked GEN-ACT-33".into()));
    let pivot = Act::Pivot { facing: pt(1, 0) };
    assert_eq!(play.try_act(0, pivot, &[]), Err("generik.locked GEN-ACT-33".into()));
    // The cost counts up to the cut only: a path of 20 cm whose first 6.4 cm are walked.
    let mut far = fight("a1 6000,3000 >n; b1 6000,3900 >n da=0");
    far.act(0, walk(&[pt(6000, 5000)]), &[]);
    assert_eq!(far.fig(0).at, pt(6000, 3640));
}

/// with the option `allow_disengage` a figure walks out of a melee.
#[test]
fn r_045_disengage() {
    let mut play =
        Start::new("a1 6000,3000 >n; b1 6000,3250 >n da=0").options(|it| it.allow_disengage = true).play();
    play.act(0, walk(&[pt(6000, 2500)]), &[]);
    assert_eq!(play.fig(0).at, pt(6000, 2500));
}

/// GEN-ACT-34, GEN-DEC-30: a move ends with the facing chosen, else that of its last segment; a figure that is free may
/// pivot, which is no act.
#[test]
fn gen_act_34_facing() {
    let mut play = alone("a1 6000,3000 >n");
    play.act(0, walk(&[pt(6000, 3300), pt(6300, 3300)]), &[]);
    let facing = play.fig(0).facing;
    assert!(facing.x > 0 && facing.y == 0, "{facing:?}");
    let back = Act::Move { path: vec![pt(6300, 3400)], run: false, facing: Some(pt(0, -7)), exit: false };
    play.act(0, back, &[]);
    assert_eq!(play.fig(0).facing, pt(0, -7));
    play.act(0, Act::Pivot { facing: pt(3, 4) }, &[]);
    assert_eq!(play.fig(0).facing, pt(3, 4));
    let zero = Act::Pivot { facing: pt(0, 0) };
    assert_eq!(play.try_act(0, zero, &[]), Err("generik.facing GEN-GEO-06".into()));
}

/// GEN-ACT-44: what is 1 cm high at most is walked over as difficult ground; a fence is not.
#[test]
fn gen_act_44_low_obstacles() {
    let over = |piece: &str| {
        let mut play =
            Start::new(&format!("a1 6000,3000 >n; {NOBODY}")).terrain(&format!("{piece} 6000,3400")).play();
        play.try_act(0, walk(&[pt(6000, 3800)]), &[])
    };
    // The trough is 2 cm deep: 6 cm clear, 2 cm at double cost.
    assert_eq!(over("W-4"), Ok(()));
    assert_eq!(over("W-3"), Err("generik.path.blocked GEN-ACT-32".into()));
}

/// GEN-ACT-10, GEN-ACT-40: both go by the same vector, 5 cm at most; the friend stays down and keeps its facing.
#[test]
fn gen_act_40_drag() {
    let mut play = fight("a1 6000,3000 >n; a2 6000,3250 >n down da=0; b1 6000,11500 >n da=0");
    assert_eq!(play.try_act(0, drag(1, pt(6501, 3000)), &[]), Err("generik.path.long GEN-ACT-40".into()));
    play.act(0, drag(1, pt(6500, 3000)), &[]);
    assert_eq!((play.fig(0).at, play.fig(1).at), (pt(6500, 3000), pt(6500, 3250)));
    assert!(play.fig(1).down && play.fig(1).facing == pt(0, 1) && play.fig(0).da == 1);
    assert!(
        play.has_fact("GEN-ACT-40", |it| matches!(it, What::Moved { fig: Fig(1), way: Way::Dragged, .. }))
    );
    let mut apart = fight("a1 6000,3000 >n; a2 6000,3300 >n down da=0; b1 6000,11500 >n da=0");
    assert_eq!(apart.try_act(0, drag(1, pt(6500, 3000)), &[]), Err("generik.drag.friend GEN-ACT-40".into()));
    let mut up = fight("a1 6000,3000 >n; a2 6000,3250 >n; b1 6000,11500 >n da=0");
    assert_eq!(up.try_act(0, drag(1, pt(6500, 3000)), &[]), Err("generik.drag.friend GEN-ACT-40".into()));
}

/// GEN-ACT-40: the ground under the friend counts: 2.5 cm through scrub. GEN-SKL-14: Tas de muscle drags 10 cm over any
/// ground. R-340: other skills change nothing.
#[test]
fn gen_skl_14_dragging_muscle() {
    let start = |skill: &str| {
        let figures = format!("a1 6000,2900 >n {skill}; a2 6000,3150 >n down da=0; b1 6000,11500 >n da=0");
        // Scrub from y = 3150 on: the friend is dragged through it, the dragger walks on clear ground.
        Start::new(&figures).terrain("W-7 6000,3750").play()
    };
    let too_long = Err("generik.path.long GEN-ACT-40".into());
    assert_eq!(start("sang_froid").try_act(0, drag(1, pt(6251, 2900)), &[]), too_long);
    start("sang_froid").act(0, drag(1, pt(6250, 2900)), &[]);
    assert_eq!(start("coureur_des_bois").try_act(0, drag(1, pt(6251, 2900)), &[]), too_long);
    assert_eq!(start("tas_de_muscle").try_act(0, drag(1, pt(7001, 2900)), &[]), too_long);
    start("tas_de_muscle").act(0, drag(1, pt(7000, 2900)), &[]);
    let mut flat = fight("a1 6000,2900 >n pieds_plat; a2 6000,3150 >n down da=0; b1 6000,11500 >n da=0");
    flat.act(0, drag(1, pt(6500, 2900)), &[]);
}

/// GEN-ACT-19, GEN-SKL-10, GEN-DEC-29: friends within 20 cm move up to 10 cm straight over clear ground, each to its own
/// point, for the 2 DA of the bearer.
#[test]
fn gen_skl_10_charge() {
    let mut play = fight(
        "a1 6000,3000 >n chargez
         a2 6500,3000 >n da=0 pieds_plat
         a3 6800,3000 >n cover
         a4 6000,5251 >n
         b1 6500,3900 >n da=0",
    );
    let refused = |play: &mut Play, moves: &[(u8, Pt)], code: &str| {
        assert_eq!(play.try_act(0, charge(moves), &[]), Err(format!("generik.charge.{code} GEN-SKL-10")));
    };
    refused(&mut play, &[], "nobody");
    refused(&mut play, &[(0, pt(6000, 3500))], "friend");
    refused(&mut play, &[(4, pt(6500, 4500))], "friend");
    refused(&mut play, &[(3, pt(6000, 5500))], "far");
    refused(&mut play, &[(2, pt(6800, 3500)), (2, pt(6800, 3600))], "twice");
    assert_eq!(
        play.try_act(1, charge(&[(2, pt(6800, 3500))]), &[]),
        Err("generik.charge.skill GEN-SKL-10".into())
    );
    let long = charge(&[(2, pt(6800, 4001))]);
    assert_eq!(play.try_act(0, long, &[]), Err("generik.path.long GEN-SKL-10".into()));
    // The second one goes where the first one was; no modifier of speed, no DA, cover is lost.
    play.act(0, charge(&[(1, pt(6500, 4000)), (2, pt(6500, 3000))]), &[]);
    assert_eq!(play.fig(1).at, pt(6500, 3640), "stopped by contact");
    assert_eq!(play.fig(2).at, pt(6500, 3000));
    assert!(!play.fig(2).in_cover);
    assert_eq!((play.fig(0).da, play.fig(1).da, play.fig(2).da), (0, 0, 2));
}

/// GEN-SKL-10: clear ground only, and no figure that is down or locked.
#[test]
fn gen_skl_10_who_cannot() {
    let mut play = Start::new(
        "a1 6000,3000 >n chargez
         a2 6500,3000 >n
         a3 5500,3000 >n down
         a4 7000,3000 >n
         b1 7000,3250 >n da=0",
    )
    .terrain("W-7 6500,4200")
    .play();
    // The scrub begins at y = 3600.
    let scrub = charge(&[(1, pt(6500, 3700))]);
    assert_eq!(play.try_act(0, scrub, &[]), Err("generik.path.difficult GEN-SKL-10".into()));
    assert_eq!(play.try_act(0, charge(&[(2, pt(5500, 3500))]), &[]), Err("generik.down GEN-ACT-41".into()));
    assert_eq!(play.try_act(0, charge(&[(3, pt(7500, 3000))]), &[]), Err("generik.locked GEN-ACT-33".into()));
}

/// GEN-SKL-17: on a 6 a free straight move at the nearest enemy, here 6 cm away, into contact; the command is then no longer
/// legal and is dropped free of charge.
#[test]
fn gen_skl_17_stumble_into_contact() {
    let mut play = fight("a1 6000,3000 >n pas_tres_fin; b1 6000,3850 >s da=0");
    play.act(0, walk(&[pt(6000, 2500)]), &[6]);
    assert_eq!((play.fig(0).at, play.fig(0).da), (pt(6000, 3590), 2));
    assert!(play.has_fact("GEN-SKL-17", |it| matches!(it, What::Moved { way: Way::Stumble, .. })));
    assert!(play.has_fact("GEN-SKL-17", |it| matches!(it, What::Stopped { why: Why::NoLongerLegal, .. })));
    assert!(play.state.scene.phase.acted, "R-269: it counts as an act");
    // One roll a turn: the next command rolls for the fight alone.
    assert_eq!(play.try_act(0, walk(&[pt(6000, 2500)]), &[]), Err("generik.locked GEN-ACT-33".into()));
}

/// GEN-SKL-17: 10 cm at most, difficult ground costs double, an obstacle stops it; 2 to 5 do nothing, 1 takes all DA.
#[test]
fn gen_skl_17_stumble_and_go_on() {
    let figures = "a1 6000,3000 >n pas_tres_fin; b1 6000,9000 >s da=0";
    let mut open = fight(figures);
    open.act(0, walk(&[pt(6300, 3700)]), &[6]);
    assert!(
        open.has_fact(
            "GEN-SKL-17",
            |it| matches!(it, What::Moved { path, .. } if path[..] == [pt(6000, 4000)])
        )
    );
    assert_eq!((open.fig(0).at, open.fig(0).da), (pt(6300, 3700), 1), "10 cm for nothing, then the command");
    let mut scrub = Start::new(figures).terrain("W-7 6000,4000").play();
    scrub.act(0, Act::Move { path: vec![pt(6000, 3600)], run: false, facing: None, exit: false }, &[6]);
    assert_eq!(scrub.fig(0).at, pt(6000, 3600), "4 cm clear, 3 cm of scrub to y = 3700, then back");
    let mut wall = Start::new(figures).terrain("W-5 6000,3800").play();
    wall.act(0, walk(&[pt(6500, 3400)]), &[6]);
    // The wagon begins at y = 3550: the base stops 1.23 cm before it.
    assert!(wall.has_fact("GEN-SKL-17", |it| matches!(it, What::Moved { path, .. } if path[0].y == 3427)));
    let mut nothing = fight(figures);
    nothing.act(0, walk(&[pt(6000, 3500)]), &[3]);
    assert_eq!((nothing.fig(0).at, nothing.fig(0).da), (pt(6000, 3500), 1));
    let mut dazed = fight(figures);
    dazed.act(0, walk(&[pt(6000, 3500)]), &[1]);
    assert_eq!((dazed.fig(0).at, dazed.fig(0).da), (pt(6000, 3000), 0));
}

/// GEN-SKL-17: a locked figure does not stumble; the command goes on.
#[test]
fn gen_skl_17_not_while_locked() {
    let mut play =
        Start::new("a1 6000,3000 >n pas_tres_fin crochet; b1 6000,3250 >s da=1; b2 6000,9000 >s da=0")
            .era(Era::Pirates)
            .play();
    play.act(0, Act::Hook { target: Fig(1) }, &[6]);
    assert_eq!((play.fig(0).at, play.fig(0).da, play.fig(1).da), (pt(6000, 3000), 1, 0));
}

fn at_marker(figures: &str) -> Start {
    Start::new(figures)
        .scenario(Scenario::Ravioli)
        .scene(|it| it.markers.push(Marker { at: pt(6000, 6000), owner: None, sacked: false }))
}

/// GEN-SCN-32: no path ends on a marker, yet paths cross it and contact may leave a base on it.
#[test]
fn gen_scn_32_markers() {
    let mut play = at_marker(&format!("a1 6000,5500 >n; {NOBODY}")).play();
    assert_eq!(play.try_act(0, walk(&[pt(6000, 5753)]), &[]), Err("generik.path.marker GEN-SCN-32".into()));
    play.act(0, walk(&[pt(6000, 5752)]), &[]);
    play.act(0, walk(&[pt(6000, 6300)]), &[]);
    let mut contact = at_marker("a1 6000,5500 >n; b1 6000,6200 >n da=0").play();
    contact.act(0, walk(&[pt(6000, 6300)]), &[]);
    assert_eq!(contact.fig(0).at, pt(6000, 5940));
}

fn leave(path: &[Pt], run: bool) -> Act {
    Act::Move { path: path.to_vec(), run, facing: None, exit: true }
}

/// GEN-ACT-22, GEN-SCN-50: a figure whose path ends at the enemy edge may leave; the second one of a band wins.
#[test]
fn gen_scn_50_exit() {
    let start = || {
        Start::new("a1 6000,11000 >n; a2 5000,11000 >n; a3 4000,6000 >n; b1 9000,3000 >n da=0")
            .scenario(Scenario::Sortie)
    };
    let mut play = start().play();
    let short = leave(&[pt(6000, 11864)], false);
    assert_eq!(play.try_act(0, short, &[]), Err("generik.exit.edge GEN-SCN-50".into()));
    assert_eq!(
        play.try_act(0, leave(&[pt(125, 11000)], true), &[]).map_err(|it| it[..12].to_owned()),
        Err("generik.path".into())
    );
    play.act(0, leave(&[pt(6000, 11865)], false), &[]);
    assert_eq!(play.fig(0).status, Status::Exited);
    assert!(play.has_fact("GEN-ACT-02", |it| matches!(it, What::Moved { way: Way::Exit, .. })));
    assert_eq!(play.phase(), 0);
    play.act(1, leave(&[pt(5000, 11875)], false), &[]);
    let outcome = play.state.scene.outcome.as_ref().unwrap();
    assert_eq!(
        (outcome.winners, outcome.reason.as_str()),
        (vec![bagarre_kit::contract::Seat(0)].into(), "exit")
    );
    let mut other = start().scenario(Scenario::BastonGenerale).play();
    let anywhere = leave(&[pt(6000, 11875)], false);
    assert_eq!(other.try_act(0, anywhere, &[]), Err("generik.exit.scenario GEN-SCN-50".into()));
}

/// GEN-SCN-50: a figure that is caught on the way does not leave; R-252: the last figure that leaves without a second
/// one loses.
#[test]
fn gen_scn_50_caught_or_alone() {
    let mut caught = Start::new("a1 6000,11000 >n; b1 6000,11700 >s da=0").scenario(Scenario::Sortie).play();
    let path = leave(&[pt(6000, 11875)], false);
    assert_eq!(caught.try_act(0, path, &[]), Err("generik.exit.contact GEN-SCN-50".into()));
    let mut alone = Start::new("a1 6000,11000 >n; b1 9000,3000 >n da=0").scenario(Scenario::Sortie).play();
    alone.act(0, leave(&[pt(6000, 11875)], false), &[]);
    let outcome = alone.state.scene.outcome.as_ref().unwrap();
    assert_eq!(outcome.winners, vec![bagarre_kit::contract::Seat(1)].into());
    assert_eq!(outcome.reason, "eliminated");
}

/// GEN-ACT-02, GEN-ACT-41: down figures do not move; R-313: nor do those of others.
#[test]
fn gen_act_41_down_figures_stay() {
    let mut play = fight("a1 6000,3000 >n down; b1 6000,9000 >n da=0");
    assert_eq!(play.try_act(0, walk(&[pt(6000, 3500)]), &[]), Err("generik.down GEN-ACT-41".into()));
    assert_eq!(play.try_act(1, walk(&[pt(6000, 9500)]), &[]), Err("generik.figure GEN-TRN-02".into()));
    let end = Command::End { question: 1 };
    play.say(&end, &[]).unwrap();
    assert_eq!(play.phase(), 1);
}
