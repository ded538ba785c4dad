//! Standing answers, and defaults of those who do not answer: GEN-DEC-10, 11, 13, 15, 16, R-255, R-311.

use bagarre_generik::Generik;
use bagarre_generik::testkit::band;
use bagarre_generik::testkit::command::{Act, Ask, Command, Stance, Standing, Watch};
use bagarre_generik::testkit::event::What;
use bagarre_generik::testkit::ids::{Dec, Era, Fig, Scenario};
use bagarre_generik::testkit::library::bands_of;
use bagarre_generik::testkit::scene::{Beaten, PhaseEnd, Step};
use bagarre_generik::testkit::setup::{Ground, Options, Setup};
use bagarre_generik::testkit::state::State;
use bagarre_kit::contract::{Actor, Lang, Next, Ruleset, Seat, advance, submit};
use bagarre_kit::dice::Seeded;

use super::stage::{Play, Start, fight};
use super::tabletop::pt;

const RUNNER: &str = "a1 6000,3000 >n; b1 6000,8000 >s colt; b2 6500,8000 >s colt";

fn run() -> Act {
    Act::Move { path: vec![pt(6000, 6000)], run: true, facing: None, exit: false }
}

fn watch(stance: Stance) -> Watch {
    Watch { fig: None, against: None, within: None, at_least: None, stance }
}

fn watches(watches: Vec<Watch>) -> Standing {
    Standing { watches, ..Standing::default() }
}

fn told_reaction(play: &Play) -> Option<(u8, u8)> {
    play.facts.iter().find_map(|fact| match &fact.what {
        What::Reacts { fig, reaction, .. } => Some((fig.0, reaction.at)),
        _ => None,
    })
}

/// "Shoot if an enemy comes within 20 cm": at the first checkpoint where it fits, by the first figure that can.
#[test]
fn gen_dec_15_watch() {
    let mut play = fight(RUNNER);
    let near = Watch { within: Some(2000), ..watch(Stance::Shoot) };
    play.stand(1, watches(vec![near]));
    // Attack 4, defence 4: missed. 20 cm edge to edge is y = 5750 for a runner at x = 6000: the checkpoint at y = 5800.
    play.act(0, run(), &[4, 4]);
    assert_eq!(told_reaction(&play), Some((1, 27)));
    assert!(matches!(play.ask(), Ask::Resume(_)), "the mover is asked as ever");
}

/// Without a distance: as soon as the weapon reaches, here 30 cm: y = 4750, the checkpoint at y = 4800.
#[test]
fn gen_dec_15_as_soon_as_possible() {
    let mut play = fight(RUNNER);
    play.stand(1, watches(vec![watch(Stance::Shoot)]));
    play.act(0, run(), &[4, 4]);
    assert_eq!(told_reaction(&play), Some((1, 17)));
}

/// A watch names its figure and its targets; what fits no watch is asked.
#[test]
fn gen_dec_15_who_and_whom() {
    let mut second = fight(RUNNER);
    second.stand(1, watches(vec![Watch { fig: Some(Fig(2)), ..watch(Stance::Shoot) }]));
    second.act(0, run(), &[4, 4]);
    assert_eq!(told_reaction(&second).map(|it| it.0), Some(2));
    let mut other = fight(RUNNER);
    other.stand(1, watches(vec![Watch { against: Some(Fig(2)), ..watch(Stance::Shoot) }]));
    other.act(0, run(), &[]);
    assert!(matches!(other.ask(), Ask::React(_)));
}

/// At each checkpoint watches are tried in their order: one that lets pass takes its figure out of the window.
#[test]
fn gen_dec_15_passing() {
    let mut play = fight(RUNNER);
    let calm = Watch { fig: Some(Fig(1)), ..watch(Stance::Pass) };
    play.stand(1, watches(vec![calm.clone(), watch(Stance::Shoot)]));
    play.act(0, run(), &[4, 4]);
    assert_eq!(told_reaction(&play).map(|it| it.0), Some(2));
    // Every figure is taken out: nothing is asked.
    let mut silent = fight(RUNNER);
    silent.stand(1, watches(vec![watch(Stance::Pass)]));
    silent.act(0, run(), &[]);
    assert_eq!((silent.phase(), silent.fig(0).at), (0, pt(6000, 6000)));
    // One is taken out, the other is asked; with `pass` it is not.
    let mut asked = fight(RUNNER);
    asked.stand(1, watches(vec![calm.clone()]));
    asked.act(0, run(), &[]);
    assert!(matches!(asked.ask(), Ask::React(_)));
    let mut passes = fight(RUNNER);
    passes.stand(1, Standing { watches: vec![calm], pass: true, ..Standing::default() });
    passes.act(0, run(), &[]);
    assert_eq!(passes.phase(), 0);
}

/// Taking cover where it stands, turned to the mover if need be.
#[test]
fn gen_dec_15_cover() {
    let mut play = Start::new("a1 6000,3000 >n; b1 6000,8000 >s").terrain("W-4 6000,7765").play();
    play.stand(1, watches(vec![watch(Stance::Cover)]));
    play.act(0, run(), &[]);
    assert_eq!(told_reaction(&play), Some((1, 0)));
    assert!(play.fig(1).in_cover);
}

/// Listed decisions take their default at once; the own phase never does.
#[test]
fn gen_dec_16_defaults_at_once() {
    let mut play = fight(RUNNER);
    play.stand(0, Standing { defaults: vec![Dec::Rest, Dec::Phase], ..Standing::default() });
    play.stand(1, watches(vec![watch(Stance::Shoot)]));
    play.act(0, run(), &[4, 4]);
    assert_eq!((play.fig(0).at, play.phase()), (pt(6000, 6000), 0));
    let mut declines = fight(RUNNER);
    declines.stand(1, Standing { defaults: vec![Dec::Opportunity], ..Standing::default() });
    declines.act(0, run(), &[]);
    assert_eq!(declines.phase(), 0);
    // GEN-DEC-17: no further defence dice.
    let mut brave = fight("a1 6000,3000 >n winchester; b1 6000,8000 >s");
    brave.stand(1, Standing { defaults: vec![Dec::Defence, Dec::Opportunity], ..Standing::default() });
    let shot =
        Act::Shoot { weapon: 0, target: Fig(1), fire: bagarre_generik::testkit::command::Fire::Normal };
    brave.act(0, shot, &[4, 5]);
    assert_eq!((brave.fig(1).da, brave.phase()), (2, 0));
}

/// Standing answers are private and limited in number.
#[test]
fn standing_answers_are_private() {
    use bagarre_kit::contract::Audience;
    let mut play = fight(RUNNER);
    play.stand(1, watches(vec![watch(Stance::Shoot)]));
    let mine =
        |seat| Generik::view(&play.state, Audience::Seat(Seat(seat))).mine.unwrap().standing.watches.len();
    assert_eq!((mine(0), mine(1)), (0, 1));
    assert!(Generik::view(&play.state, Audience::Spectator).mine.is_none());
    let many = Command::Stand { standing: watches(vec![watch(Stance::Shoot); 33]) };
    assert_eq!(play.say_as(Actor::Seat(Seat(1)), &many, &[]), Err("generik.standing ".into()));
}

/// GEN-DEC-10: silence ends the phase.
#[test]
fn gen_dec_10_silence() {
    let mut play = fight(RUNNER);
    play.time_out(&[]);
    assert!(play.has_fact("GEN-TRN-04", |it| matches!(it, What::Ending { why: PhaseEnd::Chosen })));
    assert_eq!((play.phase(), play.state.missed[0]), (1, 1));
}

/// after three silences in a row the band routs at the start of its phase; an answer begins the count anew.
#[test]
fn r_311_three_silences() {
    let mut play = Start::new(RUNNER).play();
    play.state.missed = vec![2, 0];
    play.time_out(&[]);
    assert_eq!(play.phase(), 1);
    play.end(&[]);
    play.time_out(&[]);
    assert_eq!(play.state.scene.forces[0].beaten, Some(Beaten::Voluntary));
    assert_eq!(play.state.scene.outcome.as_ref().unwrap().winners, vec![Seat(1)].into());
    let mut back = Start::new(RUNNER).play();
    back.state.missed = vec![3, 0];
    back.act(0, Act::Move { path: vec![pt(6000, 2500)], run: false, facing: None, exit: false }, &[]);
    assert_eq!(back.state.missed[0], 0);
    // Having begun its phase, a silent band ends it.
    back.pass();
    back.state.missed = vec![3, 0];
    back.time_out(&[]);
    assert_eq!((back.phase(), back.state.scene.forces[0].beaten), (1, None));
}

/// a band that has given up in a game of three answers by default until its next phase, where it routs.
#[test]
fn r_255_conceding() {
    let mut play = fight("a1 6000,3000 >n; b1 6000,8000 >s colt; c1 9000,9000 >n");
    play.say_as(Actor::Seat(Seat(1)), &Command::Concede, &[]).unwrap();
    play.act(0, run(), &[]);
    assert_eq!(play.phase(), 0, "its window passed unasked");
    play.end(&[]);
    assert_eq!(play.state.scene.forces[1].beaten, Some(Beaten::Conceded));
    assert_eq!(play.phase(), 2);
}

/// GEN-DEC-13: with a heroic die in hand silence stands up, else strikes, else shoots, else gives it up.
#[test]
fn gen_dec_13_heroic_default() {
    let heroic = |figures: &str| {
        let mut play = fight(figures);
        play.act(0, Act::Heroic, &[4]);
        play
    };
    let default = |play: &Play| Generik::default_answer(&play.state, Seat(0));
    let up = heroic("a1 6000,3000 >n down da=0; b1 6000,8000 >n");
    assert!(matches!(default(&up), Command::Act { what: Act::StandUp { .. }, .. }));
    let near = heroic("a1 6000,3000 >n da=0 colt; b1 6000,3250 >n");
    assert!(matches!(default(&near), Command::Act { what: Act::Attack { .. }, .. }));
    let far = heroic("a1 6000,3000 >n da=0 colt; b1 6000,8000 >n; b2 6500,4000 >n");
    assert!(matches!(default(&far), Command::Act { what: Act::Shoot { target: Fig(2), .. }, .. }));
    let mut none = heroic("a1 6000,3000 >n da=0; b1 6000,8000 >n");
    assert!(matches!(default(&none), Command::End { .. }));
    none.time_out(&[]);
    assert_eq!((none.fig(0).da, none.state.scene.phase.heroic), (0, None));
}

/// Plays a game in which every answer is the default. Returns how many questions it took.
fn silent_game(setup: &Setup, seed: u64, actor: fn(Seat) -> Actor) -> (State, u32) {
    let mut state = Generik::new(setup).unwrap();
    let mut dice = Seeded::from_number(seed);
    advance::<Generik>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    let mut asked = 0;
    while let Next::Ask { seats, .. } = Generik::next(&state) {
        let seat = seats.iter().next().unwrap();
        let command = Generik::default_answer(&state, seat);
        let outcome = submit::<Generik>(&mut state, actor(seat), &command, &mut dice, &mut |_, _| {});
        outcome.unwrap_or_else(|fault| panic!("{command:?}: {fault}"));
        asked += 1;
        assert!(asked < 2000, "it never ends");
    }
    (state, asked)
}

/// every default is legal, from the terrain to the last purchase: GEN-DEC-01 to 06, 10, 11, 40 to 46.
#[test]
fn r_311_silent_games() {
    for (n, era) in (0u64..).zip(Era::ALL) {
        for scenario in Scenario::ALL.iter().map(|it| Some(*it)).chain([None]) {
            let bands = bands_of(*era).take(2).map(|ready| band::enlist(&ready.band(Lang::Fr)).unwrap());
            let setup = Setup {
                era: *era,
                scenario,
                ground: Ground::InTurn,
                options: Options::default(),
                campaign: true,
                close: false,
                youngest: Seat(1),
                bands: bands.collect(),
            };
            // No player is there: the first to miss three questions in a row routs.
            let (gone, _) = silent_game(&setup, n, Actor::Clock);
            assert!(gone.scene.forces.iter().any(|it| it.beaten == Some(Beaten::Voluntary)));
            assert!(gone.scene.after.iter().all(|it| it.step == Step::Done));
            // Both are there and pass: a draw after three idle turns (GEN-TRN-09).
            let (idle, asked) = silent_game(&setup, n, Actor::Seat);
            let outcome = idle.scene.outcome.as_ref().unwrap();
            assert_eq!((outcome.reason.as_str(), outcome.winners.is_empty()), ("idle", true), "{asked}");
        }
    }
}
