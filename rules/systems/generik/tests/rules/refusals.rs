//! Refusals name the rule that says why: whose turn it is, and what is asked.

use super::stage::*;
use super::tabletop::pt;
use bagarre_generik::testkit::command::{Ask, Choice, Command};
use bagarre_generik::testkit::ids::Dec;
use bagarre_kit::contract::{Actor, Seat};

fn seat(seat: u8) -> Actor {
    Actor::Seat(Seat(seat))
}

/// GEN-TRN-01: in a phase its player acts, and answers nothing.
#[test]
fn gen_trn_01_in_the_phase_of_another() {
    let mut play = fight(RUNNER);
    let question = play.ask().id();
    let refused = |code: &str| Err(format!("generik.{code}"));
    assert_eq!(play.say_as(seat(1), &Command::End { question }, &[]), refused("not_asked GEN-TRN-01"));
    let passes = Command::React { question, reaction: None };
    assert_eq!(play.say(&passes, &[]), refused("other GEN-TRN-01"));
    assert_eq!(play.say(&Command::TakeBack { question }, &[]), refused("take_back GEN-ACT-02"));
    assert_eq!(play.say(&Command::Draw { offer: false }, &[]), refused("draw GEN-DEC-32"));
}

/// GEN-DEC-15, GEN-DEC-17: a question is answered by the seat that its decision names, with what it offers.
#[test]
fn gen_dec_15_in_the_question_of_another() {
    let mut play = fight("a1 6000,5000 >n; b1 6000,8000 >s colt");
    play.act(0, go(&[pt(6000, 6000)], false), &[]);
    let passes = Command::React { question: play.ask().id(), reaction: None };
    assert_eq!(play.say_as(seat(0), &passes, &[]), Err("generik.not_asked GEN-DEC-15".to_owned()));
    play.react(shoot(1, 9), &[4]);
    let Ask::Choose(asked) = play.ask() else { panic!("asked {:?}", play.ask()) };
    assert_eq!((asked.dec, asked.seat), (Dec::Defence, Seat(0)));
    let answer = |choice| Command::Choose { question: asked.id, choice };
    let usual = answer(asked.default_choice());
    assert_eq!(play.say_as(seat(1), &usual, &[]), Err("generik.not_asked GEN-DEC-17".to_owned()));
    assert_eq!(play.say(&answer(Choice::Yes), &[]), Err("generik.choice GEN-DEC-17".to_owned()));
    assert_eq!(
        play.say(&Command::End { question: asked.id }, &[]),
        Err("generik.other GEN-DEC-17".to_owned())
    );
}
