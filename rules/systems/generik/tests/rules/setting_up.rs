//! From a set-up to the first phase: scenario, terrain, attacker, edges, extras, deployment (section 17).

use bagarre_generik::Generik;
use bagarre_generik::testkit::advise::Advice;
use bagarre_generik::testkit::band;
use bagarre_generik::testkit::command::{Ask, Choice, Command, Draft};
use bagarre_generik::testkit::event::What;
use bagarre_generik::testkit::ids::{Edge, Era, Fig, Scenario, Skill, Terrain};
use bagarre_generik::testkit::library::bands_of;
use bagarre_generik::testkit::refusal::Illegal;
use bagarre_generik::testkit::scene::{Stage, Status};
use bagarre_generik::testkit::setup::{Ground, Options, Placed, Setup};
use bagarre_generik::testkit::space::Skirmish as _;
use bagarre_generik::testkit::space::Space;
use bagarre_generik::testkit::state::{Sealed, State};
use bagarre_kit::contract::{
    Actor, Audience, Lang, Next, Refuse, Ruleset, Seat, SubmitError, advance, submit,
};
use bagarre_kit::dice::Scripted;
use bagarre_kit::gather::{Gather, Terms};
use bagarre_kit::plane::Pt;

/// A game on its way, with given dice.
struct Game {
    state: State,
    dice: Scripted,
    facts: Vec<(String, What)>,
}

/// Bands of an era, as many as seats.
fn setup(era: Era, scenario: Option<Scenario>, seats: usize) -> Setup {
    Setup {
        era,
        scenario,
        ground: Ground::Ready,
        options: Options::default(),
        campaign: false,
        close: false,
        youngest: Seat(0),
        bands: (0..seats)
            .filter_map(|seat| bands_of(era).nth(seat % 2))
            .map(|it| it.band(Lang::En))
            .collect(),
    }
}

impl Game {
    fn new(setup: &Setup, dice: &[u8]) -> Self {
        let state = Generik::new(setup).unwrap();
        let mut game = Self { state, dice: Scripted::new(dice.iter().map(|d| (6, *d))), facts: Vec::new() };
        let facts = &mut game.facts;
        advance::<Generik>(&mut game.state, &mut game.dice, &mut |_, event| collect(facts, event)).unwrap();
        game
    }

    fn ask(&self) -> Ask {
        match Generik::next(&self.state) {
            Next::Ask { ask, .. } => ask,
            _ => panic!("nothing is asked"),
        }
    }

    fn id(&self) -> u32 {
        self.ask().id()
    }

    fn seat(&self) -> Seat {
        self.ask().seats().iter().next().unwrap()
    }

    fn say(&mut self, seat: Seat, command: &Command) -> Result<(), Illegal> {
        let facts = &mut self.facts;
        submit::<Generik>(&mut self.state, Actor::Seat(seat), command, &mut self.dice, &mut |_, event| {
            collect(facts, event);
        })
        .map_err(|fault| match fault {
            SubmitError::Illegal(illegal) => illegal,
            other => panic!("{other}"),
        })
    }

    /// Returns the command of an absent player, for the seat that is asked.
    fn default(&mut self) -> Command {
        let seat = self.seat();
        let command = Generik::default_answer(&self.state, seat);
        self.say(seat, &command).unwrap();
        command
    }

    /// Takes defaults until the stage is reached.
    fn until(&mut self, stage: Stage) {
        while self.state.scene.stage < stage {
            self.default();
        }
    }

    fn count_facts(&self, rule: &str) -> usize {
        self.facts.iter().filter(|(it, _)| it == rule).count()
    }
}

fn collect(facts: &mut Vec<(String, What)>, event: &bagarre_generik::testkit::event::Event) {
    facts.extend(event.facts().iter().map(|fact| (fact.rule.id().to_owned(), fact.what.clone())));
}

fn refused(result: Result<(), Illegal>) -> String {
    result.expect_err("refused").rule().map_or_else(String::new, |rule| rule.id().to_owned())
}

/// GEN-SET-01, GEN-DEC-01, R-236: equal reputations roll off, repeated on ties, the lowest rolls the scenario and may
/// do it once more; the last result stands.
#[test]
fn gen_set_01_the_scenario_die() {
    let mut game = Game::new(&setup(Era::Western, None, 2), &[4, 4, 5, 2, 3, 6, 1, 6]);
    let Ask::Choose(question) = game.ask() else { panic!("a second throw is offered") };
    assert_eq!((question.seat, question.die), (Seat(1), Some(3)));
    assert_eq!(question.default_choice(), Choice::No);
    let question = game.id();
    game.say(Seat(1), &Command::Choose { question, choice: Choice::Yes }).unwrap();
    assert_eq!(game.state.scene.scenario, Some(Scenario::Saccage));
    assert_eq!(game.dice.left(), 0);

    let mut kept = Game::new(&setup(Era::Western, None, 2), &[1, 5, 2, 6, 1]);
    assert_eq!(kept.seat(), Seat(0));
    kept.default();
    assert_eq!(kept.state.scene.scenario, Some(Scenario::TeteDuChef));
}

/// GEN-SET-01: in a campaign the lower reputation rolls, without a roll-off.
#[test]
fn gen_set_01_the_lower_reputation_rolls() {
    let mut setup = setup(Era::Western, None, 2);
    setup.campaign = true;
    setup.bands = setup.bands.iter().map(|it| band::enlist(it).unwrap()).collect();
    setup.bands[0].purse.as_mut().unwrap().reputation = 3;
    let game = Game::new(&setup, &[5]);
    assert_eq!((game.seat(), game.dice.left()), (Seat(1), 0));
}

/// GEN-SET-02, 03, GEN-DEC-02, R-235, R-237: X = 3 makes seven pieces, placed in turn, the youngest player first, 10 cm
/// apart, of the era's set and its copies.
#[test]
fn gen_set_03_terrain_in_turn() {
    let mut setup = setup(Era::Western, Some(Scenario::BastonGenerale), 2);
    (setup.ground, setup.youngest) = (Ground::InTurn, Seat(1));
    let mut game = Game::new(&setup, &[3, 6, 1]);
    assert_eq!(game.state.scene.pieces_due, 7);
    assert_eq!(game.ask(), Ask::Terrain { id: 1, seat: Seat(1), left: 7 });
    let place = |game: &Game, piece: Terrain, x: i32, y: i32| Command::Place {
        question: game.id(),
        piece: Placed { piece, at: Pt::new(x, y), turn: 0 },
    };
    let first = place(&game, Terrain::W2, 3000, 3000);
    game.say(Seat(1), &first).unwrap();
    assert_eq!(game.seat(), Seat(0));
    // The cabin is 10 cm wide: at 5500 the next one is 15 cm away, at 4999 it is 9.99 cm.
    let near = place(&game, Terrain::W2, 4999, 3000);
    assert_eq!(refused(game.say(Seat(0), &near)), "GEN-SET-03");
    let off = place(&game, Terrain::W2, 300, 3000);
    assert_eq!(refused(game.say(Seat(0), &off)), "GEN-SET-03");
    let other_era = place(&game, Terrain::M2, 8000, 3000);
    assert!(game.say(Seat(0), &other_era).is_err());
    let apart = place(&game, Terrain::W2, 5000, 3000);
    game.say(Seat(0), &apart).unwrap();
    for left in (1..=5).rev() {
        let Ask::Terrain { left: shown, .. } = game.ask() else { panic!("more terrain") };
        assert_eq!(shown, left);
        game.default();
    }
    assert_eq!(game.state.scene.pieces.len(), 7);
    assert_eq!(game.state.scene.attacker, Some(Seat(0)));
}

/// GEN-DEC-02: where to begin from is told: the place asked about when it is legal, else the nearest that is, turned
/// as it was where there is room for it so; nothing is placed by asking.
#[test]
fn gen_dec_02_a_place_to_begin_from() {
    // Scenario 4: nothing within 10 cm of the centre (GEN-SET-04).
    let mut setup = setup(Era::Western, Some(Scenario::DuelDHonneur), 2);
    (setup.ground, setup.youngest) = (Ground::InTurn, Seat(1));
    let mut game = Game::new(&setup, &[3, 6, 1]);
    let near = |game: &Game, seat: Seat, at: Pt| {
        let command = Command::Place { question: 0, piece: Placed { piece: Terrain::W2, at, turn: 3 } };
        Generik::advise(&game.state, seat, &Draft::Near { command })
    };
    let placed = |advice| match advice {
        Ok(Advice::Near { command: Command::Place { piece, .. } }) => piece,
        other => panic!("{other:?}"),
    };
    let free = Pt::new(3010, 3020);
    assert_eq!(placed(near(&game, Seat(1), free)), Placed { piece: Terrain::W2, at: free, turn: 3 });
    assert_eq!(refused(near(&game, Seat(0), free).map(drop)), "GEN-DEC-02", "it is not asked");
    let centre = Pt::new(6000, 6000);
    let mut copies = 0;
    while let Ok(advice) = near(&game, game.seat(), centre) {
        let piece = placed(Ok(advice));
        assert_eq!(piece.turn, 3);
        let away = piece.at.dist2(centre);
        assert!((1_000 * 1_000..3_500 * 3_500).contains(&away), "{piece:?}");
        game.say(game.seat(), &Command::Place { question: game.id(), piece }).unwrap();
        copies += 1;
    }
    assert_eq!(copies, 3, "every copy of a cabin");
    assert_eq!(refused(near(&game, game.seat(), centre).map(drop)), "GEN-SET-03");
}

/// GEN-DEC-05, 06: figures and markers have a place to begin from too, in their own zone and apart from what is there.
#[test]
fn gen_dec_06_a_place_to_begin_from() {
    let mut game = Game::new(&setup(Era::Western, Some(Scenario::Saccage), 2), &[3, 6, 1]);
    game.until(Stage::Extras);
    let mut marked = Vec::new();
    while let Ask::Marker { id, .. } = game.ask() {
        let seat = game.seat();
        let draft = Draft::Near { command: Command::Mark { question: 0, at: Pt::new(6000, 6000) } };
        let Advice::Near { command } = Generik::advise(&game.state, seat, &draft).unwrap() else { panic!() };
        let Command::Mark { question, at } = command else { panic!("{command:?}") };
        assert_eq!(question, id);
        marked.push(at);
        game.say(seat, &command).unwrap();
    }
    assert_eq!(marked.len(), 4);
    assert!(marked.iter().all(|at| (at.y - 6000).abs() >= 5_000), "{marked:?}");
    game.until(Stage::Deployment);
    let seat = game.seat();
    let fig = game.state.scene.figs().find(|fig| game.state.scene.figure(*fig).seat == seat).unwrap();
    let deploy = |game: &Game, fig: Fig| {
        let command = Command::Deploy { question: 0, fig, at: marked[0], facing: None };
        Generik::advise(&game.state, seat, &Draft::Near { command })
    };
    let Ok(Advice::Near { command }) = deploy(&game, fig) else { panic!() };
    game.say(seat, &command).unwrap();
    assert!(game.state.scene.figure(fig).on_table());
    while game.seat() != seat {
        game.default();
    }
    assert_eq!(refused(deploy(&game, fig).map(drop)), "GEN-SET-08", "it stands on the table already");
    let nothing = Draft::Near { command: Command::End { question: 0 } };
    assert!(Generik::advise(&game.state, seat, &nothing).is_err());
}

/// GEN-SET-03: without room for another piece the step ends early.
#[test]
fn gen_set_03_no_room_is_left() {
    let mut setup = setup(Era::Medieval, Some(Scenario::BastonGenerale), 2);
    setup.ground = Ground::InTurn;
    let mut game = Game::new(&setup, &[6, 6, 1]);
    assert_eq!(game.state.scene.pieces_due, 10);
    game.until(Stage::Edges);
    // Ten pieces always find room by the defaults (GEN-SETS-01).
    assert_eq!(game.state.scene.pieces.len(), 10);
}

/// GEN-SET-04: scenarios 3 and 4 keep 10 cm free round the centre; a table of one's own too, as long as the dice may
/// choose them.
#[test]
fn gen_set_04_the_centre_stays_free() {
    let middle = Placed { piece: Terrain::W2, at: Pt::new(6000, 6000), turn: 0 };
    for (scenario, fine) in [
        (Some(Scenario::BastonGenerale), true),
        (Some(Scenario::Ravioli), false),
        (Some(Scenario::DuelDHonneur), false),
        (None, false),
    ] {
        let mut setup = setup(Era::Western, scenario, 2);
        setup.ground = Ground::Own(vec![middle]);
        assert_eq!(Generik::new(&setup).is_ok(), fine, "{scenario:?}");
    }
    let mut setup = setup(Era::Western, Some(Scenario::Ravioli), 2);
    setup.ground = Ground::InTurn;
    let mut game = Game::new(&setup, &[1]);
    let question = game.id();
    assert!(game.say(Seat(0), &Command::Place { question, piece: middle }).is_err());
}

/// GEN-SET-05, GEN-SET-06, GEN-DEC-03: ties roll again, the higher attacks, chooses an edge, the defender has the opposite one.
#[test]
fn gen_set_05_attacker_and_edges() {
    let mut game = Game::new(&setup(Era::Western, Some(Scenario::BastonGenerale), 2), &[2, 2, 3, 5]);
    assert_eq!(game.state.scene.stage, Stage::Edges);
    let question = game.id();
    assert_eq!(game.seat(), Seat(1));
    let Ask::Choose(choice) = game.ask() else { panic!("an edge") };
    assert_eq!(choice.default_choice(), Choice::Edge(Edge::S));
    game.say(Seat(1), &Command::Choose { question, choice: Choice::Edge(Edge::E) }).unwrap();
    let scene = &game.state.scene;
    assert_eq!((scene.attacker, scene.order.to_vec()), (Some(Seat(1)), vec![Seat(1), Seat(0)]));
    assert_eq!((scene.forces[1].edge, scene.forces[0].edge), (Some(Edge::E), Some(Edge::W)));
    // GEN-STA-07, GEN-BND-08: what is fielded.
    assert_eq!((scene.forces[0].initial_count, scene.forces[0].value), (6, 150));
}

/// three bands take phases by their attack dice, ties re-rolled among themselves, on edges S, N, E; only in
/// scenario 1.
#[test]
fn gen_trn_01_three_bands() {
    let game = Game::new(&setup(Era::Western, Some(Scenario::BastonGenerale), 3), &[3, 6, 3, 2, 5]);
    let scene = &game.state.scene;
    assert_eq!(*scene.order, vec![Seat(1), Seat(2), Seat(0)]);
    let edges: Vec<_> = scene.order.iter().map(|seat| scene.force(*seat).edge.unwrap()).collect();
    assert_eq!(edges, vec![Edge::S, Edge::N, Edge::E]);
    assert!(Generik::new(&setup(Era::Western, Some(Scenario::Saccage), 3)).is_err());
    assert!(Generik::new(&setup(Era::Western, None, 3)).is_err());
    assert!(Generik::new(&setup(Era::Western, Some(Scenario::BastonGenerale), 1)).is_err());
    assert!(Generik::new(&setup(Era::Western, Some(Scenario::BastonGenerale), 5)).is_err());
}

/// GEN-SET-08, GEN-SET-09, GEN-DEC-06, R-239, R-240: one figure in turn, the attacker first, base wholly within 10 cm of the own
/// edge; the longer band places its rest; then the attacker takes the first phase with full DA and loaded weapons.
#[test]
fn gen_set_08_deployment() {
    let mut setup = setup(Era::Western, Some(Scenario::BastonGenerale), 2);
    setup.bands[1].members.truncate(2);
    let mut game = Game::new(&setup, &[1, 6]);
    game.default();
    assert_eq!(game.state.scene.stage, Stage::Deployment);
    let deploy = |game: &Game, fig: u8, x: i32, y: i32| Command::Deploy {
        question: game.id(),
        fig: Fig(fig),
        at: Pt::new(x, y),
        facing: None,
    };
    assert_eq!(game.seat(), Seat(1));
    let deep = deploy(&game, 6, 6000, 876);
    assert_eq!(refused(game.say(Seat(1), &deep)), "GEN-SET-08");
    let over_the_edge = deploy(&game, 6, 6000, 100);
    assert!(game.say(Seat(1), &over_the_edge).is_err());
    let not_his = deploy(&game, 0, 6000, 500);
    assert_eq!(refused(game.say(Seat(1), &not_his)), "GEN-SET-08");
    let fine = deploy(&game, 6, 6000, 875);
    game.say(Seat(1), &fine).unwrap();
    let figure = game.state.scene.figures[6];
    assert_eq!((figure.status, figure.facing), (Status::OnTable, Pt::new(0, 1)));
    let mut seats = Vec::new();
    while game.state.scene.stage == Stage::Deployment {
        seats.push(game.seat().0);
        game.default();
    }
    assert_eq!(seats, [0, 1, 0, 0, 0, 0, 0]);
    let scene = &game.state.scene;
    assert_eq!((scene.turn, scene.phase.seat, scene.phase.number), (1, Seat(1), 1));
    assert_eq!(scene.figures[0].da, 3, "Big Boss (GEN-SKL-21)");
    assert_eq!((scene.figures[1].da, scene.figures[1].charges[0]), (2, 1));
    assert!(matches!(game.ask(), Ask::Phase { may_rout: true, heroic: None, .. }));
}

/// GEN-SET-07, GEN-SCN-40, GEN-DEC-04, R-249: champions are named in secret, revealed together and stand in contact at
/// the centre, each on its owner's side, facing each other.
#[test]
fn gen_scn_40_champions() {
    let mut game = Game::new(&setup(Era::Western, Some(Scenario::DuelDHonneur), 2), &[6, 1]);
    game.default();
    let question = game.id();
    let Ask::Champions { seats, .. } = game.ask() else { panic!("champions") };
    assert_eq!(seats.len(), 2);
    let foreign = Command::Champion { question, fig: Sealed(Fig(7)) };
    assert_eq!(refused(game.say(Seat(0), &foreign)), "GEN-SCN-40");
    let own = Command::Champion { question, fig: Sealed(Fig(2)) };
    assert!(Generik::sealed(&own));
    game.say(Seat(0), &own).unwrap();
    // Nothing of it reaches the others: neither the view, nor a debug print of the state.
    let theirs = Generik::view(&game.state, Audience::Seat(Seat(1)));
    assert_eq!((theirs.scene.forces[0].champion, theirs.mine.unwrap().champion), (None, None));
    assert_eq!(Generik::view(&game.state, Audience::Seat(Seat(0))).mine.unwrap().champion, Some(Fig(2)));
    assert!(format!("{:?}", game.state.stack).contains("sealed"));
    assert!(
        matches!(game.ask(), Ask::Champions { seats, .. } if seats.len() == 1 && seats.contains(Seat(1)))
    );
    // GEN-DEC-04: the chief by default.
    let default = Generik::default_answer(&game.state, Seat(1));
    assert_eq!(default, Command::Champion { question, fig: Sealed(Fig(6)) });
    game.say(Seat(1), &default).unwrap();
    let scene = &game.state.scene;
    assert_eq!((scene.forces[0].champion, scene.forces[1].champion), (Some(Fig(2)), Some(Fig(6))));
    assert_eq!((scene.figures[2].at, scene.figures[6].at), (Pt::new(6000, 5875), Pt::new(6000, 6125)));
    assert_eq!((scene.figures[2].facing, scene.figures[6].facing), (Pt::new(0, 1), Pt::new(0, -1)));
    assert!(game.state.table().space().locked(Fig(2)));
    assert_eq!(scene.stage, Stage::Deployment);
    game.until(Stage::Fight);
}

/// GEN-SCN-60, GEN-DEC-05, R-251: two markers each, in turn, attacker first, in the own zone, 10 cm apart, off terrain.
#[test]
fn gen_scn_60_objectives_are_placed() {
    let mut game = Game::new(&setup(Era::Western, Some(Scenario::Saccage), 2), &[6, 1]);
    game.default();
    assert_eq!(game.state.scene.stage, Stage::Extras);
    let mark = |game: &Game, x: i32, y: i32| Command::Mark { question: game.id(), at: Pt::new(x, y) };
    let deep = mark(&game, 6000, 876);
    assert_eq!(refused(game.say(Seat(0), &deep)), "GEN-SET-08");
    let fine = mark(&game, 6000, 875);
    game.say(Seat(0), &fine).unwrap();
    assert_eq!(game.seat(), Seat(1));
    game.default();
    // Edge to edge 10 cm: centres 1250 apart.
    let near = mark(&game, 7249, 875);
    assert_eq!(refused(game.say(Seat(0), &near)), "GEN-SCN-60");
    let apart = mark(&game, 7250, 875);
    game.say(Seat(0), &apart).unwrap();
    game.default();
    let markers = &game.state.scene.markers;
    assert_eq!(markers.iter().map(|it| it.owner.unwrap().0).collect::<Vec<_>>(), [0, 1, 0, 1]);
    assert_eq!(markers[1].at, Pt::new(4000, 11_500), "a third of the edge, 5 cm deep");
    assert_eq!(game.state.scene.stage, Stage::Deployment);
    // GEN-SCN-32: a figure is not deployed on a marker.
    let question = game.id();
    let on_it = Command::Deploy { question, fig: Fig(0), at: Pt::new(6000, 800), facing: None };
    assert!(game.say(Seat(0), &on_it).is_err());
}

/// GEN-SCN-30, R-247: the marker of scenario 3 lies at the centre.
#[test]
fn gen_scn_30_the_objective_lies_at_the_centre() {
    let mut game = Game::new(&setup(Era::Pirates, Some(Scenario::Ravioli), 2), &[6, 1]);
    game.until(Stage::Fight);
    assert_eq!(game.state.scene.markers.len(), 1);
    assert_eq!(
        (game.state.scene.markers[0].at, game.state.scene.markers[0].owner),
        (Pt::new(6000, 6000), None)
    );
}

/// GEN-SETS-01, 02: every era has a ready layout, on which all figures find a place.
#[test]
fn gen_sets_02_ready_layouts() {
    for era in Era::ALL {
        let mut game = Game::new(&setup(*era, Some(Scenario::BastonGenerale), 2), &[6, 1]);
        let pieces = game.state.scene.pieces.len();
        assert!(pieces >= 15 && game.count_facts("GEN-SETS-02") >= pieces, "{pieces} pieces");
        game.until(Stage::Fight);
        assert!(game.state.scene.figures.iter().all(|figure| figure.status == Status::OnTable));
    }
}

/// GEN-BND-02, R-201: a band of another era is refused unless the host mixes eras.
#[test]
fn gen_bnd_02_eras_do_not_mix() {
    let mut setup = setup(Era::Western, Some(Scenario::BastonGenerale), 2);
    setup.bands[1] = bands_of(Era::Pirates).next().unwrap().band(Lang::En);
    assert!(Generik::new(&setup).is_err());
    setup.options.mixed_eras = true;
    assert!(Generik::new(&setup).is_ok());
}

/// GEN-STA-01, GEN-SCA-02: figures are numbered in seat order then roster order, and what a figure is never changes.
#[test]
fn gen_sta_01_numbers_and_profiles() {
    let state = Generik::new(&setup(Era::Western, Some(Scenario::BastonGenerale), 2)).unwrap();
    let profiles = &state.fixed.profiles;
    assert_eq!((profiles[5].seat, profiles[6].seat), (Seat(0), Seat(1)));
    assert!(profiles[0].chief && profiles[0].has(Skill::BigBoss) && !profiles[1].chief);
    assert_eq!(profiles[0].weapons.len(), 1);
}

/// GEN-SET-11: no die and no question before the first phase, which is the youngest player's; every figure has an enemy
/// in sight.
#[test]
fn gen_set_11_bands_start_face_to_face() {
    for era in Era::ALL {
        let terms = Terms {
            more: Some(serde_json::json!({ "era": era, "close": true })),
            ..Generik::usual("baston_generale", 2).unwrap()
        };
        let bands: Vec<_> = (0..2).map(|seat| Generik::ready_band(&terms, Seat(seat))).collect();
        assert!(bands.iter().all(|band| band.members.len() == 2));
        let game = Game::new(&Generik::gather(&terms, bands, Seat(1)).unwrap(), &[]);
        let Next::Ask { seats, ask } = Generik::next(&game.state) else { panic!("nothing is asked") };
        assert!(matches!(ask, Ask::Phase { .. }) && seats.contains(Seat(1)), "{era:?}: {ask:?}");
        let scene = &game.state.scene;
        let space = Space::new(&game.state.board, scene);
        for fig in scene.figs() {
            assert_eq!(scene.figure(fig).status, Status::OnTable);
            let foes = scene.figs().filter(|other| scene.figure(*other).seat != scene.figure(fig).seat);
            assert!(foes.into_iter().any(|foe| space.sees(fig, foe, false)), "{era:?}: {fig:?} sees nobody");
        }
    }
}

/// A figure that shares its name with another has its letter behind the name, for every audience.
#[test]
fn twins_are_told_apart() {
    let mut setup = setup(Era::Western, Some(Scenario::BastonGenerale), 2);
    setup.bands[1] = setup.bands[0].clone();
    let game = Game::new(&setup, &[4, 2]);
    let view = Generik::view(&game.state, Audience::Spectator);
    let names: Vec<&str> = view.setup.bands.iter().map(|band| band.members[0].name.as_str()).collect();
    assert_eq!(names, ["The Boss (A)", "The Boss (G)"]);
    assert_eq!(game.state.fixed.setup.bands[0].members[0].name, "The Boss", "in the record he keeps his own");
}
