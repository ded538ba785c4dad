//! Corners of phases and of the end of a game: bands that leave, draws, giving up, windows
//! that a decided game leaves open (GEN-TRN-12), skill 17 that ends its phase.

use bagarre_generik::Generik;
use bagarre_generik::testkit::advise::Advice;
use bagarre_generik::testkit::command::{Command, Draft};
use bagarre_generik::testkit::ids::{Fig, Scenario};
use bagarre_generik::testkit::save::Position;
use bagarre_generik::testkit::scene::{Beaten, Stage};
use bagarre_generik::testkit::setup::Purse;
use bagarre_kit::contract::{Actor, Next, Ruleset, Seat};

use super::harness::Case;
use super::stage::{Play, RUNNER, fight, run, running, shoot, step};
use super::tabletop::pt;

const THREE: &str = "a1 6000,300 >n; b1 6000,11000 >s; c1 300,6000 >e";

fn three() -> Case {
    Case::new(THREE).scenario(Scenario::BastonGenerale)
}

/// R-345, GEN-TRN-06: seat a has passed; b flees instead of passing; c has not passed yet, so that the turn goes on.
#[test]
fn r_345_fleeing_is_not_passing() {
    three()
        .phase('b')
        .tweak(|position| position.scene.empty_run = 1)
        .act("rout")
        .expect("beaten b; turn 1; phase c; playing")
        .check();
    // c passes too: every seat left has passed in succession.
    three()
        .phase('b')
        .tweak(|position| position.scene.empty_run = 1)
        .act("rout")
        .act("end")
        .expect("turn 2; phase a")
        .check();
    // Both of the others have passed before c flees: no seat is left to ask.
    three()
        .phase('c')
        .tweak(|position| position.scene.empty_run = 2)
        .act("rout")
        .expect("beaten c; turn 2; phase a")
        .check();
}

fn say(play: &mut Play, seat: u8, command: &Command) {
    play.say_as(Actor::Seat(Seat(seat)), command, &[]).unwrap();
}

/// two of three have offered a draw; when the third one leaves the game is drawn.
#[test]
fn r_346_offers_stand() {
    let offered = || {
        let mut play = fight(THREE);
        say(&mut play, 1, &Command::Draw { offer: true });
        say(&mut play, 2, &Command::Draw { offer: true });
        play
    };
    let mut play = offered();
    let question = play.ask().id();
    say(&mut play, 0, &Command::Rout { question });
    let outcome = play.state.scene.outcome.as_ref().unwrap();
    assert_eq!((outcome.reason.as_str(), outcome.winners.is_empty()), ("agreed", true));
    let mut play = offered();
    say(&mut play, 2, &Command::Draw { offer: false });
    let question = play.ask().id();
    say(&mut play, 0, &Command::Rout { question });
    assert!(play.state.scene.outcome.is_none(), "one of them has taken it back");
}

/// a band that has given up routs in its next phase although no figure could act in it.
#[test]
fn r_349_giving_up_without_dice() {
    let mut play = fight("a1 6000,300 >n; b1 6000,11000 >s da=0 tried; c1 300,6000 >e");
    say(&mut play, 1, &Command::Concede);
    assert_eq!(play.state.scene.force(Seat(1)).beaten, None, "it waits for its phase");
    play.end(&[]);
    assert_eq!(play.state.scene.force(Seat(1)).beaten, Some(Beaten::Conceded));
    assert_eq!((play.phase(), play.state.scene.turn), (2, 1));
}

/// GEN-DEC-32, GEN-TRN-12: conceding and drawing in the middle of a window end the game there: nothing of the move or of
/// the answer is resolved.
#[test]
fn gen_dec_32_in_the_middle_of_a_window() {
    for quitter in [0, 1] {
        let mut play = running();
        let before = *play.fig(0);
        assert_eq!(play.window().seat, Seat(1));
        say(&mut play, quitter, &Command::Concede);
        let Next::Over(outcome) = Generik::next(&play.state) else { panic!("it goes on") };
        assert!(outcome.winners.contains(Seat(1 - quitter)));
        assert_eq!(play.fig(0).at, before.at);
        assert!(play.state.stack.is_empty());
    }
    let mut play = running();
    say(&mut play, 1, &Command::Draw { offer: true });
    assert_eq!(play.window().seat, Seat(1), "an offer changes nothing");
    say(&mut play, 0, &Command::Draw { offer: true });
    let Next::Over(outcome) = Generik::next(&play.state) else { panic!("it goes on") };
    assert!(outcome.winners.is_empty());
}

/// the free move of a1 draws a shot that strays into a2. The phase is over, so that the command is dropped and costs
/// nothing.
#[test]
fn r_348_the_free_move_ends_the_phase() {
    Case::new(
        "a1 6000,5000 >n pas_tres_fin; a2 6000,5852 >n; a3 11700,300;
         b1 9000,5352 >w colt; b2 6000,5600 >s down da=0; b3 11700,11700"
            .replace('\n', "")
            .as_str(),
    )
    .act("a1 move 6500,5000")
    .dice("X6 A6 D1 X1 W4")
    .answers(&["react b1 shoot at 3", "0", "a2"])
    .expect("a1 at 6000,5352; a1 da 2; a1 up; a2 wounded; ended hurt; phase b")
    .check();
}

/// A run under way in a campaign game, its window open.
fn campaign_run() -> Play {
    campaign_run_of(RUNNER)
}

fn campaign_run_of(figures: &str) -> Play {
    let campaign = |position: &mut Position| {
        position.setup.campaign = true;
        for band in &mut position.setup.bands {
            band.purse = Some(Purse { next_id: 9, reputation: 3, ..Purse::default() });
        }
    };
    let state = Case::new(figures).scenario(Scenario::TeteDuChef).tweak(campaign).state();
    let mut play = Play { state, facts: Vec::new() };
    play.act(0, run(), &[]);
    assert_eq!(play.window().seat, Seat(1));
    play
}

/// R-255 in a campaign: who gives up in the middle of a window answers by default until its next phase.
#[test]
fn r_255_giving_up_in_a_campaign() {
    // The one who watches: the window passes unasked, the run ends, and its own phase is a rout.
    let mut play = campaign_run();
    say(&mut play, 1, &Command::Concede);
    assert_eq!((play.fig(0).at, play.phase()), (pt(6000, 6000), 0));
    assert!(play.state.scene.outcome.is_none(), "no chief is saved in the middle of a blow");
    play.end(&[]);
    let outcome = play.state.scene.outcome.clone().unwrap();
    assert_eq!((outcome.reason.as_str(), outcome.winners.contains(Seat(0))), ("conceded", true));
    assert_eq!(play.state.scene.stage, Stage::After);

    // The one who runs: it is shot at, goes on by default, its phase ends, the next one is a rout.
    let mut play = campaign_run();
    say(&mut play, 0, &Command::Concede);
    play.react(shoot(1, 25), &[2, 5]);
    assert_eq!((play.fig(0).at, play.phase()), (pt(6000, 6000), 1));
    assert_eq!(
        play.say_as(Actor::Seat(Seat(0)), &Command::Concede, &[]),
        Err("generik.out GEN-DEC-32".into())
    );
    play.end(&[]);
    assert_eq!(play.state.scene.force(Seat(0)).beaten, Some(Beaten::Conceded));
    assert_eq!(play.state.scene.stage, Stage::After);
}

/// GEN-DEC-32, R-241, R-352: a draw agreed in the middle of a window leads to the steps after the game, without
/// reputation, when a figure was hurt; else there was no fight.
#[test]
fn gen_dec_32_drawn_in_a_campaign() {
    let mut play = campaign_run();
    say(&mut play, 0, &Command::Draw { offer: true });
    say(&mut play, 1, &Command::Draw { offer: true });
    assert_eq!((play.state.scene.stage, play.state.scene.after.len()), (Stage::Over, 0));

    let mut play = campaign_run_of(&format!("{RUNNER} wounded"));
    say(&mut play, 0, &Command::Draw { offer: true });
    say(&mut play, 1, &Command::Draw { offer: true });
    assert_eq!(play.state.scene.stage, Stage::After);
    assert!(play.state.scene.after.iter().all(|it| it.purse.reputation == 3), "nobody won");
    assert!(matches!(Generik::next(&play.state), Next::Ask { seats, .. } if seats.len() == 2));
}

/// GEN-SKL-17, GEN-HER-01: the first command of the turn may be a heroic try; a die that takes all DA takes none here, and
/// the try goes on. A free move into contact leaves only fighting to be done with the DA won.
#[test]
fn gen_skl_17_before_a_heroic_try() {
    let tries = |dice: &str| {
        Case::new("a1 6000,6000 >n pas_tres_fin da=0; b1 6000,6800 >s da=0; b2 11700,11700 da=0")
            .act("a1 heroic")
            .dice(dice)
    };
    tries("X1 H4").expect("heroic a1; a1 da 1").check();
    tries("X6 H4").expect("heroic a1; a1 da 1; a1 at 6000,6540").check();
    tries("X6 H4 A2 D2").act("a1 attack b1").expect("a1 da 0; ended spent").check();
    let walks = tries("X6 H4").act("a1 move 6000,6300").play();
    assert!(walks.problem().contains("generik.locked"), "{}", walks.problem());
}

/// GEN-AO-05, GEN-ACT-32: advice on a move in a window is given with the actor on the checkpoint, whose contact cuts the path
/// short there: what is legal has advice, and what is advised is what comes.
#[test]
fn gen_ao_05_advice_at_the_checkpoint() {
    let mut play = fight("a1 6000,3000 >n; b1 6000,6500 >s; b2 11700,11700");
    play.act(0, run(), &[]);
    // The runner stands in the way of a path of 15 cm, of which 340 u are left until it is met.
    let at = play.window().checkpoints.iter().position(|it| it.y == 5900).unwrap() as u8;
    let command = Command::React { question: play.ask().id(), reaction: Some(step(1, at, pt(6000, 5000))) };
    let advice = Generik::advise(&play.state, Seat(1), &Draft::Try { command: command.clone() }).unwrap();
    let Advice::Path(path) = advice else { panic!("{advice:?}") };
    assert_eq!((path.end, path.cut), (pt(6000, 6160), Some(Fig(0))));
    // No other seat gets advice on the window of a seat.
    assert!(Generik::advise(&play.state, Seat(0), &Draft::Try { command: command.clone() }).is_err());
    play.say(&command, &[]).unwrap();
    assert_eq!(play.fig(1).at, path.end);
}
