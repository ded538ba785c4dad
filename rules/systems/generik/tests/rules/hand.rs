//! The hand on the table: ways to where a player points, what can be done to an enemy, moves taken back, a whole band deployed.

use bagarre_generik::testkit::advise::{Against, Aim, WayThere};
use bagarre_generik::testkit::command::{Act, Ask, Command, Draft, Fire, Post, Standing};
use bagarre_generik::testkit::event::What;
use bagarre_generik::testkit::ids::Fig;
use bagarre_generik::testkit::scene::{Stage, Status};
use bagarre_generik::testkit::space::ClimbKind;
use bagarre_generik::{Advice, Generik};
use bagarre_kit::contract::{Actor, Audience, Lang, Refuse, Ruleset, Seat};
use bagarre_kit::plane::Pt;

use super::stage::{Play, Start, go};
use super::tabletop::pt;

fn say(play: &Play, seat: u8, draft: &Draft) -> Result<Advice, String> {
    Generik::advise(&play.state, Seat(seat), draft).map_err(|why| why.code().to_owned())
}

#[track_caller]
fn ways(play: &Play, to: Pt) -> Vec<WayThere> {
    match say(play, 0, &Draft::Go { fig: Fig(0), to }).unwrap() {
        Advice::Go { ways, .. } => {
            // Every one of them is a command that may be given as it is.
            for way in &ways {
                let act = Command::Act { question: play.ask().id(), fig: Fig(0), what: way.act.clone() };
                Generik::decide(&play.state, Actor::Seat(Seat(0)), &act).unwrap();
            }
            ways
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn against(play: &Play, target: u8) -> (Vec<Against>, Vec<WayThere>) {
    match say(play, 0, &Draft::Against { fig: Fig(0), target: Fig(target) }).unwrap() {
        Advice::Against { attacks, ways, .. } => (attacks, ways),
        other => panic!("{other:?}"),
    }
}

fn runs(way: &WayThere) -> bool {
    matches!(way.act, Act::Move { run: true, .. })
}

/// Near places are walked to, farther ones run to, and what the dice do not pay is cut off.
#[test]
fn gen_act_02_03_as_far_as_the_dice_pay() {
    let play = Start::new("a1 6000,3000 >n; b1 6000,11000 >s").quiet();
    let near = ways(&play, pt(6000, 3900));
    assert_eq!((near.len(), near[0].da, near[0].end, near[0].whole), (1, 1, pt(6000, 3900), true));
    let far = ways(&play, pt(6000, 5500));
    assert!(runs(&far[0]) && far[0].whole && !runs(&far[1]) && !far[1].whole);
    assert_eq!((far[0].end, far[1].end), (pt(6000, 5500), pt(6000, 4000)));
    let cut = ways(&play, pt(6000, 9000));
    assert_eq!((cut[0].end, cut[0].whole), (pt(6000, 6000), false));
    let one = Start::new("a1 6000,3000 >n da=1; b1 6000,11000 >s").quiet();
    assert_eq!(ways(&one, pt(6000, 9000)).iter().map(|way| way.end).collect::<Vec<_>>(), [pt(6000, 4000)]);
    let none = Start::new("a1 6000,3000 >n da=0; a2 1000,1000; b1 6000,11000 >s").quiet();
    let refused = say(&none, 0, &Draft::Go { fig: Fig(0), to: pt(6000, 4000) });
    assert_eq!(refused, Err("generik.da".into()));
    assert_eq!(say(&play, 1, &Draft::Go { fig: Fig(0), to: pt(6000, 4000) }), Err("generik.figure".into()));
}

/// Round what is in the way; off the table means its edge.
#[test]
fn gen_act_31_round_obstacles() {
    let play = Start::new("a1 6000,5000 >n; b1 1000,11000 >s").terrain("W-2 6000,6000").quiet();
    let round = &ways(&play, pt(6000, 7000))[0];
    let Act::Move { path, .. } = &round.act else { panic!("{round:?}") };
    assert!(round.whole && path.len() > 1 && round.end == pt(6000, 7000), "{round:?}");
    let edge = Start::new("a1 6000,300 >n; b1 1000,11000 >s").quiet();
    assert_eq!(ways(&edge, pt(6000, -500))[0].end.y, 125);
}

/// A finger on or beside an enemy means contact with it.
#[test]
fn gen_act_32_into_contact() {
    let play = Start::new("a1 6000,3000 >n; b1 6000,5000 >s da=0").quiet();
    for to in [pt(6000, 5000), pt(6150, 4700)] {
        let way = &ways(&play, to)[0];
        assert_eq!((way.aim, way.whole), (Some(Aim::Contact(Fig(1))), true));
        let mut then = Play { state: play.state.clone(), facts: Vec::new() };
        then.act(0, way.act.clone(), &[]);
        assert!(then.state.table().space().contact(Fig(0), Fig(1)));
    }
}

/// Climbing takes no pixel: a finger on the roof leads to the foot of the walls, and from there up; a finger on the ground
/// leads down again; a finger on a fence over it.
#[test]
fn gen_act_04_up_and_down_without_aiming() {
    let mut play = Start::new("a1 6000,4500 >n; b1 1000,11000 >s").terrain("W-2 6000,6000").quiet();
    let roof = pt(6130, 6170);
    let foot = ways(&play, roof)[0].clone();
    assert_eq!((foot.aim, foot.whole), (Some(Aim::Foot(0)), true));
    play.act(0, foot.act, &[]);
    play.state.scene.figures[0].da = 2;
    let up = ways(&play, roof)[0].clone();
    let climb = up.climb.unwrap();
    assert_eq!((climb.kind, climb.z > 0), (ClimbKind::Climb, true));
    play.act(0, up.act, &[]);
    assert!(play.fig(0).z > 0);
    play.state.scene.figures[0].da = 2;
    let down = ways(&play, pt(6000, 3000))[0].clone();
    play.act(0, down.act, &[]);
    assert_eq!(play.fig(0).z, 0);
    let fence = Start::new("a1 6000,4860 >n; b1 1000,11000 >s").terrain("W-4 6000,5000").quiet();
    let over = ways(&fence, pt(6000, 5000))[0].clone();
    assert_eq!(over.climb.map(|climb| climb.kind), Some(ClimbKind::Vault), "{over:?}");
}

/// A finger near cover means the place where it can be taken.
#[test]
fn gen_cov_01_to_cover() {
    let play = Start::new("a1 6000,4000 >n; b1 6000,9000 >s").terrain("W-4 6000,5000").quiet();
    let way = &ways(&play, pt(6000, 4600))[0];
    assert_eq!((way.aim, way.whole), (Some(Aim::Cover), true), "{way:?}");
    let space = play.state.table().space();
    assert!(space.cover_facing(way.end, 0, pt(6000, 9000)).is_some());
    assert!(space.cover_facing(pt(6000, 4600), 0, pt(6000, 9000)).is_none(), "the place itself is none");
}

/// Every attack with its exact odds, what promises most for its dice first; the way into contact beside it.
#[test]
fn every_attack_at_a_finger() {
    let play = Start::new("a1 6000,3000 >n winchester colt; b1 6000,4800 >s").quiet();
    let (attacks, ways) = against(&play, 1);
    assert!(ways[0].aim == Some(Aim::Contact(Fig(1))) && ways[0].whole);
    let shots: Vec<(u8, Fire, u8)> = attacks
        .iter()
        .filter_map(|it| match it.act {
            Act::Shoot { weapon, fire, .. } => Some((weapon, fire, it.da)),
            _ => None,
        })
        .collect();
    assert_eq!(shots.len(), attacks.len(), "no blow at a distance");
    assert!(shots.contains(&(0, Fire::Normal, 1)) && shots.contains(&(1, Fire::Powerful, 2)), "{shots:?}");
    assert_eq!(shots[0].2, 1, "a careful shot hits more often, but not twice as often");
    for it in &attacks {
        let what = it.act.clone();
        let draft = Draft::Try { command: Command::Act { question: 0, fig: Fig(0), what } };
        assert_eq!(say(&play, 0, &draft), Ok(Advice::Blow { blows: it.blows.clone() }));
    }
    let near = Start::new("a1 6000,3000 >n colt; b1 6000,3250 >s").quiet();
    let (blows, none) = against(&near, 1);
    assert!(none.is_empty() && blows.iter().all(|it| matches!(it.act, Act::Attack { .. })), "{blows:?}");
    // A figure that can do nothing at all is told why.
    let idle = Start::new("a1 6000,3000 >n da=0 colt; a2 1000,1000; b1 6000,4800 >s").quiet();
    assert_eq!(say(&idle, 0, &Draft::Against { fig: Fig(0), target: Fig(2) }), Err("generik.da".into()));
    let friend = say(&idle, 0, &Draft::Against { fig: Fig(0), target: Fig(1) });
    assert_eq!(friend, Err("generik.shoot.target".into()));
}

fn back(play: &mut Play) -> Result<(), String> {
    let question = play.ask().id();
    play.say(&Command::TakeBack { question }, &[])
}

/// a move that no enemy could have answered is taken back, and the one before it, and everything is as it was.
#[test]
fn r_354_moves_are_taken_back() {
    let mut play = Start::new("a1 6000,1000 >n; a2 7000,1000 >e; b1 6000,11000 >n")
        .scene(|it| it.phase.acted = false)
        .quiet();
    let before = play.state.scene.clone();
    play.act(0, go(&[pt(6000, 2000)], false), &[]);
    play.act(1, go(&[pt(7000, 4000)], true), &[]);
    assert_eq!(play.state.scene.phase.back.len(), 2);
    back(&mut play).unwrap();
    assert!(matches!(play.facts[..], [ref it] if matches!(it.what, What::TakenBack { fig: Fig(1), .. })));
    assert_eq!((play.fig(1).at, play.fig(1).da, play.fig(0).at), (pt(7000, 1000), 2, pt(6000, 2000)));
    back(&mut play).unwrap();
    assert_eq!(play.state.scene, before);
    assert!(matches!(play.ask(), Ask::Phase { may_rout: true, .. }));
    assert_eq!(back(&mut play), Err("generik.take_back GEN-ACT-02".into()));
}

/// not when an enemy who could react saw it, asked or not; not after dice, nor after anything else; not in the next phase.
#[test]
fn r_354_what_was_seen_or_rolled_stands() {
    let seen = |standing: Option<Standing>| {
        let mut play = Start::new("a1 6000,1000 >n; b1 6000,5000 >s").quiet();
        if let Some(standing) = standing {
            play.stand(1, standing);
        }
        play.act(0, go(&[pt(6000, 2000)], false), &[]);
        back(&mut play)
    };
    let no = || Err("generik.take_back GEN-ACT-02".into());
    assert_eq!(seen(None), no());
    assert_eq!(seen(Some(Standing { pass: true, ..Standing::default() })), no());
    let mut shot = Start::new("a1 6000,1000 >n colt; a2 1000,1000 >n; b1 6000,2500 >n da=0").quiet();
    shot.act(1, go(&[pt(1000, 2000)], false), &[]);
    assert_eq!(shot.state.scene.phase.back.len(), 1);
    shot.act(0, Act::Shoot { weapon: 0, target: Fig(2), fire: Fire::Normal }, &[1, 6]);
    assert!(shot.facts.iter().any(|it| it.what == What::Settled));
    assert_eq!(back(&mut shot), no());
    let mut over = Start::new("a1 6000,1000 >n; b1 6000,9000 >n; b2 1000,9000 >n").quiet();
    over.act(0, go(&[pt(6000, 2000)], false), &[]);
    let question = over.ask().id();
    over.say(&Command::End { question }, &[]).unwrap();
    assert!(over.state.scene.phase.back.is_empty());
}

/// A moment in which moves may be taken back is written and read like any other, and one bent out of shape is refused.
#[test]
fn r_354_positions_hold_what_may_be_taken_back() {
    let mut play = Start::new("a1 6000,1000 >n; b1 6000,11000 >n").quiet();
    play.act(0, go(&[pt(6000, 2000)], false), &[]);
    let good = Generik::position(&play.state);
    assert!(Generik::from_position(&good).unwrap() == play.state);
    for bend in [
        |back: &mut bagarre_generik::testkit::scene::Back| back.fig = Fig(9),
        |back: &mut bagarre_generik::testkit::scene::Back| back.at = pt(0, 0),
        |back: &mut bagarre_generik::testkit::scene::Back| back.da = 99,
        |back: &mut bagarre_generik::testkit::scene::Back| back.facing = pt(0, 0),
        |back: &mut bagarre_generik::testkit::scene::Back| back.fig = Fig(1),
    ] {
        let mut bent = good.clone();
        bend(&mut bent.scene.phase.back[0]);
        assert!(Generik::from_position(&bent).is_err());
    }
}

fn deploying() -> Play {
    let mut play = Start::new("a1 6000,1000; a2 7000,1000; a3 8000,1000; b1 6000,11000").quiet();
    play.state.scene.stage = Stage::Deployment;
    for figure in &mut play.state.scene.figures {
        figure.status = Status::Waiting;
    }
    play.state.stack = vec![bagarre_generik::testkit::state::Frame::Wait(
        bagarre_generik::testkit::state::Wait::Deployment(Seat(0)),
    )];
    play
}

#[track_caller]
fn posts(play: &Play, seat: u8, posts: Vec<Post>) -> Vec<Post> {
    match say(play, seat, &Draft::Posts { posts }).unwrap() {
        Advice::Posts { posts } => posts,
        other => panic!("{other:?}"),
    }
}

/// GEN-DEC-06: the whole band at once: the server proposes a line, what is moved keeps clear of the others, and each takes its
/// post when its turn comes, without a question; only its own seat knows.
#[test]
fn gen_dec_06_all_at_once() {
    let mut play = deploying();
    let line = posts(&play, 0, Vec::new());
    assert_eq!(line.len(), 3);
    let crowd = Post { at: line[0].at, ..line[1] };
    let moved = posts(&play, 0, vec![line[0], crowd, line[2]]);
    assert!(moved[0] == line[0] && moved[1].at != line[0].at, "nobody stands on another one");
    // Before its turn too.
    assert_eq!(posts(&play, 1, Vec::new()).len(), 1);
    let view = |play: &Play, to| serde_json::to_value(Generik::view(&play.state, to)).unwrap();
    let before = view(&play, Audience::Seat(Seat(1)));
    let theirs = posts(&play, 1, Vec::new());
    play.stand(1, Standing { posts: theirs.clone(), ..Standing::default() });
    assert_eq!(view(&play, Audience::Seat(Seat(0)))["mine"]["standing"]["posts"], serde_json::Value::Null);
    assert_ne!(view(&play, Audience::Seat(Seat(1))), before);
    play.stand(0, Standing { posts: moved.clone(), ..Standing::default() });
    assert_eq!(play.state.scene.stage, Stage::Fight);
    for post in moved.iter().chain(&theirs) {
        assert_eq!(play.state.scene.figure(post.fig).at, post.at);
    }
}

/// A post that cannot be taken is asked about as ever.
#[test]
fn gen_dec_06_a_post_that_is_not_free() {
    let mut play = deploying();
    let far = Post { fig: Fig(0), at: pt(6000, 6000), facing: None };
    play.stand(0, Standing { posts: vec![far], ..Standing::default() });
    assert!(matches!(play.ask(), Ask::Deploy { seat: Seat(0), .. }));
    let refused = Generik::advise(
        &Start::new("a1 6000,1000; b1 6000,11000").quiet().state,
        Seat(0),
        &Draft::Posts { posts: Vec::new() },
    );
    assert!(refused.is_err_and(|why| !why.say(Lang::Fr).is_empty()));
}
