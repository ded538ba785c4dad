//! Corners of phases and of the end of a game: bands that leave, draws, giving up, windows
//! that a decided game leaves open (GEN-TRN-12), skill 17 that ends its phase.

use bagarre_rules::contract::{Actor, Next, Ruleset, Seat};
use bagarre_rules::generik::Generik;
use bagarre_rules::generik::command::Command;
use bagarre_rules::generik::scene::Beaten;

use super::harness::Case;
use super::stage::{Play, fight, running};

const THREE: &str = "a1 6000,300 >n; b1 6000,11000 >s; c1 300,6000 >e";

fn three() -> Case {
    Case::new(THREE).scenario(bagarre_rules::generik::ids::Scenario::BastonGenerale)
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
    // c passes too: everybody left has passed in succession.
    three()
        .phase('b')
        .tweak(|position| position.scene.empty_run = 1)
        .act("rout")
        .act("end")
        .expect("turn 2; phase a")
        .check();
    // Both of the others have passed before c flees: nobody is left to ask.
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

/// a band that has given up routs in its next phase although nobody could act in it.
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
