//! Wounds (section 13) and the order of what follows from them.

use bagarre_generik::testkit::event::{Throw, What, Wound};
use bagarre_generik::testkit::ids::{Era, Scenario};

use crate::harness::{Case, Played};

/// `a1` strikes `b1` in close combat and wins by 4 to 3; `b2` is far away, so that the band goes on.
fn struck(a: &str, b: &str) -> Case {
    Case::new(&format!("a1 6000,6000 {a}; b1 6000,6250 da=0 {b}; b2 11700,300")).act("a1 attack b1")
}

fn wounds(played: &Played) -> Vec<Wound> {
    let found = played.facts.iter().filter_map(|fact| match fact.what {
        What::Wound { wound, .. } => Some(wound),
        _ => None,
    });
    found.collect()
}

/// GEN-WND-01: every face of the table, R-160.
#[test]
fn gen_wnd_01_table() {
    for (face, wound) in [
        (1, Wound::KnockedDown),
        (2, Wound::KnockedDown),
        (3, Wound::KnockedDown),
        (4, Wound::Wounded),
        (5, Wound::Wounded),
        (6, Wound::OutOfAction),
    ] {
        let played = struck("", "").dice(&format!("A4 D3 W{face}")).defaults().check();
        assert_eq!(wounds(&played), [wound], "{face}");
        let b = played.figure("b1");
        assert_eq!((b.down, b.wounded, b.on_table()), (face < 4, (4..6).contains(&face), face < 6));
    }
}

/// GEN-WND-01, GEN-STA-10: all DA of the turn are lost, without a debt; R-163: a wound does not knock down and keeps cover.
#[test]
fn gen_wnd_01_da_are_lost() {
    Case::new("a1 6000,6000 colt; b1 6000,7250 cover >s; b2 11700,300")
        .act("a1 shoot b1")
        .dice("A6 D1 W4")
        .answers(&["0"])
        .expect("b1 da 0; b1 wounded; b1 up; b1 cover; b1 at 6000,7250")
        .check();
}

/// GEN-WND-02: modifiers add up; the examples of Mort vivant (GEN-SKL-12).
#[test]
fn gen_wnd_02_modifiers() {
    struck("", "down").dice("A4 D3 W5").expect("b1 ooa").check();
    struck("", "down mort_vivant")
        .dice("A4 D3 W6")
        .expect("b1 ooa; told GEN-SKL-12; told GEN-WND-02")
        .check();
    struck("", "mort_vivant").dice("A4 D3 W6").expect("b1 wounded").check();
    struck("deux_mains", "down mort_vivant").era(Era::Pirates).dice("A4 D3 W5").expect("b1 ooa").check();
}

/// only a figure that was down before the attack: not the victim that this very attack knocks down and pushes
/// off a roof.
#[test]
fn r_161_down_before_the_attack() {
    Case::new("a1 6000,6000 z=500; b1 6000,6250 z=500 da=0; b2 11700,300")
        .terrain("W-2 6000,6000")
        .act("a1 attack b1")
        .dice("A4 D3 W1 W5")
        .expect("b1 wounded; b1 down; b1 z 0")
        .check();
}

/// GEN-WND-03, 04: a second wound is one too many; the first lowers the DA of the next turn.
#[test]
fn gen_wnd_03_second_wound() {
    struck("", "wounded").dice("A4 D3 W4").expect("b1 ooa; told GEN-WND-03").check();
    struck("", "wounded").dice("A4 D3 W3").defaults().expect("b1 down; b1 wounded").check();
    // GEN-WND-04: both pass until the turn ends.
    struck("", "")
        .dice("A4 D3 W4")
        .act("end")
        .act("end")
        .act("end")
        .expect("turn 2; b1 da 1; b2 da 2; a1 da 2")
        .check();
}

/// GEN-WND-05, R-162: armour ends the whole effect, push and DA included, and stands before every wound roll.
#[test]
fn gen_wnd_05_armour() {
    Case::new("a1 6000,6000; b1 6000,6250 da=2 armure_complete; b2 11700,300")
        .era(Era::Medieval)
        .act("a1 attack b1")
        .dice("A6 D3 X5")
        .answers(&["0"])
        .expect("b1 up; b1 da 2; b1 at 6000,6250; unasked 26; untold GEN-WND-01")
        .check();
    struck("", "armure_legere").era(Era::Medieval).dice("A4 D3 X5 W4").expect("b1 wounded").check();
    // The attacker's own, against a counter-blow.
    Case::new("a1 6000,6000 armure_legere; b1 6000,6250 da=0")
        .era(Era::Medieval)
        .act("a1 attack b1")
        .dice("A3 D4 X6")
        .expect("a1 up; a1 well; open")
        .check();
    // Against a fall.
    Case::new("a1 6000,6000 z=1000; b1 6000,6250 z=1000 da=0 armure_complete; b2 11700,300")
        .era(Era::Medieval)
        .terrain("M-2 6000,6000")
        .act("a1 attack b1")
        .dice("A4 D3 X1 W1 X6")
        .expect("b1 z 0; b1 down; b1 well")
        .check();
}

/// GEN-WND-07, GEN-SKL-04, GEN-DEC-23, R-173: each wound die once, at the choice of the victim's owner.
#[test]
fn gen_wnd_07_meme_pas_mal() {
    struck("", "meme_pas_mal")
        .dice("A4 D3 W6 W4")
        .answers(&["yes"])
        .expect("b1 wounded; told GEN-SKL-04")
        .check();
    struck("", "meme_pas_mal").dice("A4 D3 W6").answers(&["no"]).expect("b1 ooa").check();
    // The new one stands.
    struck("", "meme_pas_mal").dice("A4 D3 W4 W6").answers(&["yes"]).expect("b1 ooa").check();
    // By default what puts out of action is rolled again, a second wound too; nothing else.
    struck("", "meme_pas_mal").dice("A4 D3 W6 W5").defaults().expect("b1 wounded").check();
    struck("", "meme_pas_mal wounded").dice("A4 D3 W4 W3").defaults().expect("b1 down").check();
    struck("", "meme_pas_mal").dice("A4 D3 W4").defaults().expect("b1 wounded; asked 23").check();
    // The die of a fall is another one.
    Case::new("a1 6000,6000 z=500; b1 6000,6250 z=500 da=0 meme_pas_mal; b2 11700,300")
        .terrain("W-2 6000,6000")
        .act("a1 attack b1")
        .dice("A4 D3 W6 W2 W6 W4")
        .defaults()
        .expect("b1 wounded; b1 down")
        .check();
}

/// GEN-WND-08, R-172: state, push with its chain and fall, blast, casualties in order of occurrence, follow-up, phase.
#[test]
fn gen_wnd_08_order() {
    // A grenade puts b1 out of action; b2 is pushed off a roof and dies of it; both casualties are settled after the fall.
    Case::new(
        "a1 6000,3000 grenade; b1 6000,4500 da=0; b2 6000,5450 z=500 da=0; b3 7500,4500; b4 8500,4500; b5 11700,300; b6 11700,11700",
    )
    .era(Era::Ww2)
    .terrain("W-2 6000,5100")
    .act("a1 shoot b1")
    .dice("A5 D1 W6 X4 W6 M2 M1 M3 M1")
    .expect("b1 ooa; b2 ooa; b3 da 2; b4 da 0; tells GEN-WND-01 GEN-SHT-12 GEN-KND-06 GEN-KND-07 GEN-MOR-01 GEN-MOR-01")
    .check();
    // Close combat: the casualty is settled before the phase ends.
    Case::new("a1 6000,6000 da=1; a2 6000,5000 da=2; b1 6000,6250 da=0; b2 11700,300")
        .act("a1 attack b1")
        .dice("A1 D5 W6 M1")
        .expect("a1 ooa; a2 da 1; tells GEN-WND-01 GEN-TRN-04 GEN-MOR-01 GEN-TRN-06; ended hurt")
        .check();
}

/// GEN-WND-09: the place of a figure that is out of action is free at once.
#[test]
fn gen_wnd_09_the_place_is_free() {
    // b1 is put out of action, then b2, behind it, is pushed back over its place by the next attack.
    Case::new("a1 6000,6000 deux_armes; b1 6000,6250 da=0; b2 6000,5750 da=0; b3 11700,300")
        .era(Era::Pirates)
        .act("a1 flurry")
        .dice("A6 D1 W6 M2 A5 D1 W1")
        .answers(&["b1", "b2", "no"])
        .expect("b1 ooa; b2 at 6000,5250")
        .check();
}

/// GEN-TRN-04 b, R-024: whose figures end the phase, and what does not: another push of one that lies already.
#[test]
fn gen_trn_04_hurt_ends_the_phase() {
    // Own figure toppled by the chain of an enemy's push.
    Case::new("a1 6000,6000; a2 6000,6600; b1 6000,6250 da=0; b2 11700,300")
        .act("a1 attack b1")
        .dice("A4 D3 W1")
        .answers(&["no"])
        .expect("a2 down; ended hurt")
        .check();
    // It lay already: the phase goes on.
    Case::new("a1 6000,6000; a2 6000,6600 down; b1 6000,6250 da=0; b2 11700,300")
        .act("a1 attack b1")
        .dice("A4 D3 W1")
        .answers(&["no"])
        .expect("open")
        .check();
    // A stray shot that pushes an own figure which is down does not end the phase; one that wounds it does.
    let stray = "a1 6000,5000 colt; a2 6250,7250 down; b1 6000,7250 da=0; b2 11700,300";
    Case::new(stray).act("a1 shoot b1").dice("A6 D2 X1 W1").answers(&["a2"]).expect("open; a2 down").check();
    Case::new(stray)
        .act("a1 shoot b1")
        .dice("A6 D2 X1 W3")
        .answers(&["a2"])
        .expect("ended hurt; a2 wounded")
        .check();
}

/// GEN-TRN-12, R-033: what decides the game stops everything: no morale of the other band, no follow-up, no further shot.
#[test]
fn gen_trn_12_the_end_is_the_end() {
    Case::new("a1 6000,6000 double_colt; b1 6000,7250 da=0; b2 6000,8000 da=0")
        .scenario(Scenario::TeteDuChef)
        .act("a1 multi b1")
        .dice("A6 D1 W6 M4")
        .expect("b1 ooa; over; winner a; reason scenario; unasked 28; told GEN-SCN-20")
        .check();
}

/// The dice of a wound are told with what was added, so that the log explains itself.
#[test]
fn gen_wnd_02_told() {
    let played = struck("", "down mort_vivant").dice("A4 D3 W2").defaults().check();
    assert!(played.has_fact(|what| matches!(
        what,
        What::Rolled { throw: Throw::Wound, total: 2, mods, .. } if mods.len() == 2
    )));
}
