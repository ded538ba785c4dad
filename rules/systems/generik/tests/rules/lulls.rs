//! Windows that pass for longer than one phase, and phases that end when the dice are spent.

use bagarre_generik::testkit::command::{Act, Ask, Fire, Lull, Stance, Standing, Watch};
use bagarre_generik::testkit::ids::{Dec, Fig};
use bagarre_kit::plane::Pt;

use super::stage::{Play, RUNNER, Start, go, run};
use super::tabletop::pt;

fn lull(lull: Lull) -> Standing {
    Standing { lull: Some(lull), ..Standing::default() }
}

fn asked(play: &Play) -> bool {
    matches!(play.ask(), Ask::React(_))
}

/// The runner goes back to where it came from and runs again, in its next phase of a turn.
fn runs_again(play: &mut Play, turn: u8) {
    play.state.scene.phase.number += 2;
    play.state.scene.turn = turn;
    play.state.scene.figures[0].at = pt(6000, 3000);
    play.state.scene.figures[0].da = 2;
    play.act(0, run(), &[]);
}

/// The window that is open passes, and those after it, until the turn is over.
#[test]
fn r_361_windows_pass_until_the_end_of_the_turn() {
    let mut play = Start::new(RUNNER).quiet();
    play.act(0, run(), &[]);
    assert!(asked(&play));
    play.stand(1, lull(Lull::Turn(1)));
    assert_eq!((play.phase(), play.fig(0).at), (0, pt(6000, 6000)));
    runs_again(&mut play, 1);
    assert!(!asked(&play), "the same turn");
    runs_again(&mut play, 2);
    assert!(asked(&play), "the next turn");
}

/// Windows pass in one turn after the other, until the seat takes it back; a watch that was given before waits as long.
#[test]
fn r_361_windows_pass_until_it_is_taken_back() {
    let mut play = Start::new(RUNNER).quiet();
    let watch = Watch { fig: None, against: None, within: None, at_least: None, stance: Stance::Shoot };
    play.stand(1, Standing { watches: vec![watch], ..lull(Lull::Recalled) });
    play.act(0, run(), &[]);
    runs_again(&mut play, 2);
    assert!(!asked(&play) && play.fig(1).da == 2);
    play.stand(1, Standing::default());
    runs_again(&mut play, 3);
    assert!(asked(&play));
}

/// Whether `b1` is asked about a move of `a1` when it lets pass what does not threaten it; it would be asked without that.
fn threatens(actor: &str, to: Pt, run: bool) -> bool {
    let [plain, lulled] = [None, Some(Lull::Threat)].map(|lull| {
        let mut play = Start::new(&format!("a1 {actor}; b1 6000,8000 >s colt")).quiet();
        play.stand(1, Standing { lull, ..Standing::default() });
        play.act(0, go(&[to], run), &[]);
        asked(&play)
    });
    assert!(plain, "the move opens a window");
    lulled
}

/// A Colt reaches 30 cm; a move brings bare hands 10 cm nearer.
#[test]
fn r_361_an_enemy_that_comes_within_reach_is_asked_about() {
    assert!(!threatens("6000,3000 >n", pt(6000, 6000), true), "bare hands, 17.5 cm away");
    assert!(threatens("6000,6000 >n", pt(6000, 6800), false), "bare hands, one move away");
    assert!(!threatens("6000,6800 >n", pt(6200, 6850), false), "it was so before");
    assert!(threatens("6000,3000 >n colt", pt(6000, 6000), true), "a gun that did not reach");
    assert!(!threatens("6000,5500 >n colt", pt(6000, 6000), false), "a gun that reached before");
    assert!(threatens("6000,6000 >n colt", pt(6000, 6900), false), "a gun that reached, and now a fist, too");
    assert!(!threatens("6000,3000 >n colt charges=0", pt(6000, 6000), true), "an empty gun");
}

/// On its way in and out again an enemy is within reach at some checkpoint: that is asked about, and may be answered.
#[test]
fn r_361_to_pass_by_within_reach_is_enough() {
    let mut play = Start::new("a1 4500,6900 >e; b1 6000,8000 >s colt").quiet();
    play.stand(1, lull(Lull::Threat));
    play.act(0, go(&[pt(7400, 6900)], true), &[]);
    let window = play.window();
    assert!(window.reactors[0].at.len() > 20, "{:?}", window.reactors);
    play.pass();
    assert_eq!((play.phase(), play.fig(0).at), (0, pt(7400, 6900)));
}

fn shot(target: u8) -> Act {
    Act::Shoot { weapon: 0, target: Fig(target), fire: Fire::Normal }
}

/// The target of a shot is asked; a figure that sees another one shot at is not. The shot is a 1, which misses.
#[test]
fn r_361_who_is_shot_at_is_asked() {
    let figures = "a1 6000,6000 >n colt; b1 6000,8000 >s colt da=1; c1 7000,7000 >-1,-1 colt";
    let seats_asked = |lulled: u8| {
        let mut play = Start::new(figures).quiet();
        let defaults = vec![Dec::Defence];
        for seat in [1, 2] {
            let lull = (seat == lulled).then_some(Lull::Threat);
            play.stand(seat, Standing { lull, defaults: defaults.clone(), ..Standing::default() });
        }
        play.act(0, shot(1), &[1, 6]);
        let mut seats = Vec::new();
        while let Ask::React(window) = play.ask() {
            seats.push(window.seat.0);
            play.pass();
        }
        seats
    };
    assert_eq!(seats_asked(0), [1, 2], "no seat lets anything pass");
    assert_eq!(seats_asked(1), [1, 2], "b1 is the target");
    assert_eq!(seats_asked(2), [1], "c1 is not");
}

/// Where nothing but a heroic try is left a phase ends by itself, if its seat said so: not before, and not where a figure may stand up
/// for nothing.
#[test]
fn r_362_a_phase_ends_when_the_dice_are_spent() {
    let after_a_step = |figures: &str, spent: bool| {
        let mut play = Start::new(figures).quiet();
        play.stand(0, Standing { spent, ..Standing::default() });
        assert_eq!(play.phase(), 0, "a die is left");
        play.act(0, go(&[pt(1000, 1500)], false), &[]);
        play.phase()
    };
    let one = "a1 1000,1000 >n da=1; b1 6000,9000 >s";
    assert_eq!((after_a_step(one, false), after_a_step(one, true)), (0, 1));
    let two = "a1 1000,1000 >n da=1; a2 2000,1000 >n da=1; b1 6000,9000 >s";
    assert_eq!(after_a_step(two, true), 0, "a2 has a die");
    let up = "a1 1000,1000 >n da=1; a2 2000,1000 >n down da=0 pois_sauteur; b1 6000,9000 >s";
    assert_eq!(after_a_step(up, true), 0, "a2 stands up for nothing");
}

/// A heroic die that was won is played in spite of the standing answer.
#[test]
fn r_362_a_heroic_die_is_not_thrown_away() {
    let mut play = Start::new("a1 1000,1000 >n da=0; b1 6000,9000 >s").quiet();
    play.act(0, Act::Heroic, &[6]);
    play.stand(0, Standing { spent: true, ..Standing::default() });
    let Ask::Phase { heroic: Some(Fig(0)), .. } = play.ask() else { panic!("{:?}", play.ask()) };
    play.act(0, go(&[pt(1000, 1500)], false), &[]);
    assert_eq!(play.phase(), 1);
}
