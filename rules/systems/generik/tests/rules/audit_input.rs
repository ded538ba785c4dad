//! What comes from outside is refused, never played: moments written by hand, tables that leave no room, lengths
//! and counts without measure.

use bagarre_generik::Generik;
use bagarre_generik::testkit::command::{Act, Draft};
use bagarre_generik::testkit::command::{Ao, Charger, Choice, Command, Reaction, Stance, Standing, Watch};
use bagarre_generik::testkit::event::{Answer, Unit};
use bagarre_generik::testkit::ids::{Edge, Fig, Scenario, Terrain};
use bagarre_generik::testkit::save::Position;
use bagarre_generik::testkit::scene::{Marker, Stage};
use bagarre_generik::testkit::setup::{Placed, Purse};
use bagarre_generik::testkit::space::NoPiece;
use bagarre_generik::testkit::space::place::own_table;
use bagarre_generik::testkit::state::{Frame, Input, Sealed, Wait};
use bagarre_kit::contract::{Actor, Audience, Lang, Outcome, Refuse, Ruleset, Seat, Seats};
use bagarre_kit::dice::Faces;
use bagarre_kit::plane::Pt;

use super::harness::Case;
use super::stage::{fight, running};
use super::tabletop::pt;

fn refused(position: &Position) {
    let fault = Generik::from_position(position).expect_err("it is no moment of a game");
    assert_eq!(fault.code(), "generik.position");
}

fn answer(answer: Answer) -> Input {
    Input::Answer(answer)
}

/// Tapes that hold what was never asked: the work that waits is not run with them.
#[test]
fn tapes_are_judged() {
    let play = running();
    let written = Generik::position(&play.state);
    assert!(Generik::from_position(&written).is_ok());
    let forged = |input: Input| {
        let mut position = written.clone();
        let Some(Frame::Work(work)) = position.stack.as_mut().and_then(|stack| stack.last_mut()) else {
            panic!("a window is open")
        };
        work.tape.push(input);
        position
    };
    let shot = |fig: u8, at: u8, weapon: u8| Some(Reaction { fig: Fig(fig), at, ao: Ao::Shoot { weapon } });
    for input in [
        answer(Answer::React(shot(200, 0, 0))),
        answer(Answer::React(shot(1, 200, 0))),
        answer(Answer::React(shot(1, 0, 200))),
        answer(Answer::React(Some(Reaction {
            fig: Fig(1),
            at: 0,
            ao: Ao::Move { path: vec![pt(i32::MAX, i32::MIN)], facing: None },
        }))),
        answer(Answer::Choice(Choice::Figure(Fig(200)))),
        Input::Faces(Faces::new(&[250])),
        Input::Faces(Faces::new(&[])),
    ] {
        refused(&forged(input));
    }
    // A die that shows nothing.
    let mut position = written.clone();
    let Some(Frame::Work(work)) = position.stack.as_mut().and_then(|stack| stack.last_mut()) else {
        panic!("a window is open")
    };
    work.tape = vec![answer(Answer::React(shot(1, 29, 0))), Input::Faces(Faces::new(&[0]))];
    refused(&position);
}

/// Moments whose numbers no game can have.
#[test]
fn numbers_without_measure() {
    let sound = Case::new("a1 6000,6000; b1 6000,9000").position();
    let bent = |bend: &dyn Fn(&mut Position)| {
        let mut position = sound.clone();
        bend(&mut position);
        refused(&position);
    };
    bent(&|it| it.scene.empty_run = u8::MAX);
    bent(&|it| it.scene.idle_turns = u8::MAX);
    bent(&|it| it.scene.control = Some((Seat(0), u8::MAX)));
    bent(&|it| it.scene.phase.number = u32::MAX);
    bent(&|it| it.questions = u32::MAX);
    let over =
        Standing { defaults: vec![bagarre_generik::testkit::ids::Dec::Defence; 33], ..Standing::default() };
    bent(&|it| it.standing = vec![over.clone(), Standing::default()]);
    for (scores, winner) in [(vec![1], Seat(0)), (vec![1, 2], Seat(9))] {
        bent(&|it| {
            let winners = Seats::one(winner);
            it.scene.outcome = Some(Outcome::alone(winners, scores.clone(), "rout"));
            it.scene.stage = Stage::Over;
            it.stack = Some(Vec::new());
        });
    }
    bent(&|it| it.scene.markers = vec![Marker { at: pt(i32::MIN, i32::MAX), owner: None, sacked: false }]);
    bent(&|it| it.scene.figures[1].at = pt(i32::MIN, i32::MIN));
    bent(&|it| it.scene.figures[1].z = i32::MIN);
    bent(&|it| it.scene.figures[1].z = i32::MAX);
    bent(&|it| it.scene.figures[1].da = u8::MAX);
    bent(&|it| {
        (it.scene.stage, it.scene.scenario) = (Stage::Terrain, None);
        it.scene.order.clear();
        it.scene.attacker = None;
        it.stack = Some(vec![Frame::Wait(Wait::Terrain(Seat(0)))]);
    });
    bent(&|it| it.stack = Some(vec![Frame::Todo(Unit::Rout(Seat(9)))]));
    bent(&|it| it.stack = Some(vec![Frame::Todo(Unit::Rout(Seat(1)))]));
    bent(&|it| {
        it.scene.stage = Stage::Terrain;
        let piece = Placed { piece: Terrain::W1, at: pt(i32::MAX, i32::MIN), turn: 200 };
        it.stack = Some(vec![Frame::Todo(Unit::Place(Seat(0), piece))]);
    });
    bent(&|it| {
        it.scene.stage = Stage::Deployment;
        it.stack = Some(vec![Frame::Todo(Unit::Deploy(Seat(0), Fig(0), pt(i32::MAX, 0), Pt::default()))]);
    });
    bent(&|it| {
        it.scene.stage = Stage::Extras;
        it.stack = Some(vec![Frame::Todo(Unit::Mark(Seat(0), pt(i32::MIN, 0)))]);
    });
}

/// Everything that is wrong is told at once, in plain words: terrain, edges, markers, places, levels, dice, champions.
#[test]
fn all_faults_at_once() {
    let mut position = Case::new("a1 6000,6000; b1 6000,9000").position();
    let on = |piece, x| Placed { piece, at: pt(x, 3000), turn: 0 };
    position.scene.pieces =
        vec![on(Terrain::W1, 3000), on(Terrain::W1, 3100), on(Terrain::W1, 30_000)].into();
    position.scene.forces[1].edge = position.scene.forces[0].edge;
    position.scene.forces[0].champion = Some(Fig(1));
    let marker = Marker { at: pt(6000, 3000), owner: None, sacked: false };
    position.scene.markers = vec![marker, marker];
    position.scene.figures[0].da = 9;
    position.scene.figures[1].facing = Pt::default();
    let told = Generik::from_position(&position).expect_err("it is no moment of a game").say(Lang::En);
    for fault in [
        "scene.pieces[1]: ",
        "scene.pieces[2]: ",
        "GEN-SET-06",
        "GEN-SCN-40",
        "GEN-SCN-60",
        "GEN-STA-03",
        "GEN-GEO-06",
    ] {
        assert!(told.contains(fault), "{fault} is missing in:\n{told}");
    }
    let mut position = Case::new("a1 6000,6000; b1 6000,9000").position();
    position.scene.figures[1].at = position.scene.figures[0].at;
    let told = Generik::from_position(&position).expect_err("two on one point").say(Lang::En);
    assert!(told.contains("GEN-GEO-13") && told.contains("a figure is in the way"), "{told}");
    assert!(!told.contains("Figure(") && !told.contains("Fig("), "{told}");
}

/// Purses that no campaign fills: their steps would count without end.
#[test]
fn purses_without_measure() {
    let purse = |treasury: i32, reputation: i32, threshold: i32| {
        let mut position = Case::new("a1 6000,6000; b1 6000,9000").position();
        position.setup.campaign = true;
        for band in &mut position.setup.bands {
            let purse = Purse { treasury, reputation, threshold, games: 0, next_id: 9 };
            band.purse = Some(purse);
        }
        Generik::from_position(&position).map_err(|fault| fault.code())
    };
    assert!(purse(30, 4, 2).is_ok());
    for (treasury, reputation, threshold) in
        [(i32::MAX, 0, 0), (-1, 0, 0), (0, i32::MAX, 0), (0, -1, 0), (0, 0, i32::MAX), (0, 0, i32::MIN)]
    {
        assert_eq!(purse(treasury, reputation, threshold).unwrap_err(), "generik.band.purse");
    }
}

/// Commands and drafts with wild ids and coordinates are refused and change nothing.
#[test]
fn wild_commands() {
    let far =
        [pt(i32::MAX, i32::MAX), pt(i32::MIN, i32::MIN), pt(i32::MIN, i32::MAX), pt(-1, 0), pt(12_001, 0)];
    let mut play =
        fight("a1 6000,3000 >n colt chargez; a2 6000,3300 down; a3 6500,3000; b1 6000,8000 >s colt");
    let mut acts = vec![
        Act::Shoot { weapon: 255, target: Fig(3), fire: bagarre_generik::testkit::command::Fire::Normal },
        Act::Shoot { weapon: 0, target: Fig(255), fire: bagarre_generik::testkit::command::Fire::Volley },
        Act::Attack {
            target: Some(Fig(255)),
            weapon: Some(255),
            blow: bagarre_generik::testkit::command::Blow::Multi,
        },
        Act::Sack { marker: 255 },
        Act::Distract { target: Fig(255) },
        Act::Hook { target: Fig(255) },
        Act::Insult { target: Fig(255) },
        Act::Charge { moves: Vec::new() },
        Act::Charge { moves: vec![Charger { fig: Fig(255), to: pt(0, 0), facing: None }; 1000] },
        Act::Move { path: vec![pt(6000, 3100); 10_000], run: true, facing: None, exit: true },
        Act::Move { path: Vec::new(), run: true, facing: None, exit: true },
        Act::Pivot { facing: pt(0, 0) },
    ];
    for to in far {
        acts.extend([
            Act::Move { path: vec![to], run: true, facing: None, exit: true },
            Act::Climb { to, facing: None },
            Act::Drag { friend: Fig(1), to, facing: None },
            Act::Charge { moves: vec![Charger { fig: Fig(2), to, facing: None }] },
        ]);
    }
    for facing in &far[..3] {
        acts.push(Act::Pivot { facing: *facing });
        acts.push(Act::Cover { facing: Some(*facing) });
    }
    for what in acts {
        for fig in [0, 255] {
            let question = play.ask().id();
            let command = Command::Act { question, fig: Fig(fig), what: what.clone() };
            let _ = Generik::advise(&play.state, Seat(0), &Draft::Try { command: command.clone() });
            let _ = Generik::advise(&play.state, Seat(0), &Draft::Walk { command: command.clone() });
            assert!(play.say(&command, &[]).is_err(), "{what:?}");
        }
    }
    let _ = Generik::advise(&play.state, Seat(0), &Draft::Look { fig: Fig(255), run: true, facing: None });
    let over =
        Standing { defaults: vec![bagarre_generik::testkit::ids::Dec::Defence; 33], ..Standing::default() };
    assert!(play.say_as(Actor::Seat(Seat(1)), &Command::Stand { standing: over }, &[]).is_err());
}

/// R-347, GEN-SET-08, GEN-SCN-60: a table that leaves no room along an edge is refused: no figure could be set up there.
#[test]
fn r_347_room_along_the_edges() {
    // Wagons of 10 × 5 cm wheel to wheel along the south edge, two deep.
    let row =
        |y: i32| (0..12).map(move |n| Placed { piece: Terrain::W5, at: pt(500 + 1000 * n, y), turn: 0 });
    let walled: Vec<Placed> = row(250).chain(row(750)).collect();
    for scenario in [None, Some(Scenario::BastonGenerale), Some(Scenario::Saccage)] {
        assert_eq!(own_table(&walled, scenario), Err(NoPiece::NoRoom(Edge::S)), "{scenario:?}");
    }
    // One row against the edge leaves a lane of 5 cm, which is room for two bands of 20; not for four and their neighbours.
    let lane: Vec<Placed> = row(750).collect();
    assert_eq!(own_table(&lane, Some(Scenario::TeteDuChef)), Ok(()));
    assert_eq!(own_table(&lane, Some(Scenario::BastonGenerale)), Err(NoPiece::NoRoom(Edge::S)));
    // A wood takes figures but no markers.
    let wood = |n: i32| Placed { piece: Terrain::W7, at: pt(700 + 1400 * n, 600), turn: 0 };
    let woods: Vec<Placed> =
        (0..8).map(wood).chain([Placed { piece: Terrain::W5, at: pt(11_500, 500), turn: 6 }]).collect();
    assert_eq!(own_table(&woods, Some(Scenario::TeteDuChef)), Ok(()));
    assert_eq!(own_table(&woods, Some(Scenario::Saccage)), Err(NoPiece::NoRoom(Edge::S)));
    assert_eq!(own_table(&[], None), Ok(()));
}

/// R-010, GEN-SCA-07: neither standing answers nor a sealed champion are in what a log line could hold: commands, events,
/// states, moments, refusals.
#[test]
fn secrets_print_nothing() {
    let mut play = running();
    let watch = Watch {
        fig: None,
        against: Some(Fig(77)),
        within: Some(7_777),
        at_least: None,
        stance: Stance::Shoot,
    };
    let standing = Standing { watches: vec![watch], ..Standing::default() };
    let said = Command::Stand { standing };
    let printed = |what: &dyn std::fmt::Debug| format!("{what:?}{what:#?}");
    let event = Generik::decide(&play.state, Actor::Seat(Seat(1)), &said).unwrap();
    play.say_as(Actor::Seat(Seat(1)), &said, &[]).unwrap();
    for text in [
        printed(&said),
        printed(&event),
        printed(&play.state),
        printed(&Generik::position(&play.state)),
        printed(&Generik::view(&play.state, Audience::Seat(Seat(0)))),
    ] {
        assert!(!text.contains("7777") && !text.contains("7_777"));
    }
    assert!(Generik::notice(&play.state, &event, Audience::Seat(Seat(0))).is_none());
    let named = Command::Champion { question: 1, fig: Sealed(Fig(77)) };
    assert!(!printed(&named).contains("77"));
    let refusal = Generik::decide(&play.state, Actor::Seat(Seat(0)), &named).unwrap_err();
    assert!(!printed(&refusal).contains("77") && !refusal.to_string().contains("77"));
}
