//! Close combat (section 12) and the vectors of section 25.2 that fight. `a1` stands at the centre; bases touch at 250 u.

use bagarre_generik::testkit::event::{Throw, Verdict, What, Why};
use bagarre_generik::testkit::ids::{Dec, Era, Scenario, Weapon};

use crate::harness::{Case, Played};

/// `a1` and `b1` in contact, and what more there is. Where only the beginning of an attack matters the given dice end with it: the case is
/// played, not checked.
fn bout(a: &str, b: &str, more: &str) -> Case {
    Case::new(&format!("a1 6000,6000 {a}; b1 6000,6250 {b}; {more}"))
}

fn verdict(played: &Played) -> Verdict {
    let found = played.facts.iter().rev().find_map(|fact| match fact.what {
        What::Verdict { verdict, .. } => Some(verdict),
        _ => None,
    });
    found.expect("a verdict")
}

/// Weapons named in the attacks, in order.
fn weapons(played: &Played) -> Vec<Option<Weapon>> {
    let found = played.facts.iter().filter_map(|fact| match fact.what {
        What::Attack { weapon, .. } => Some(weapon),
        _ => None,
    });
    found.collect()
}

/// Sum of the modifiers of the last dice of a kind.
fn mods(played: &Played, wanted: Throw) -> i8 {
    let mut sum = 0;
    for fact in &played.facts {
        if let What::Rolled { throw, mods, .. } = &fact.what
            && *throw == wanted
        {
            sum = mods.iter().map(|it| it.n).sum();
        }
    }
    sum
}

/// T15, GEN-CC-14: the defender wins, the attacker is wounded and the phase ends.
#[test]
fn t15_the_defender_strikes_back() {
    let played = bout("", "da=0", "")
        .act("a1 attack b1")
        .dice("A3 D5 W4")
        .expect("a1 wounded; a1 up; a1 da 0; b1 up; ended hurt; phase b")
        .check();
    assert_eq!(verdict(&played), Verdict::Countered);
    bout("", "da=1", "")
        .act("a1 attack b1")
        .dice("A3 D2,5 W4")
        .answers(&["1"])
        .expect("a1 wounded; b1 da 0")
        .check();
}

/// T16: the sword of the attacker wins a tie (GEN-CC-07, GEN-WPN-P1, M1).
#[test]
fn t16_a_sword_wins_ties() {
    for era in [Era::Pirates, Era::Medieval] {
        let played = bout("epee", "da=0", "")
            .era(era)
            .act("a1 attack b1")
            .dice("A3 D3 W2")
            .defaults()
            .expect("b1 down; told GEN-CC-07")
            .check();
        assert_eq!(verdict(&played), Verdict::WonBySword);
        // So does the defender's.
        let played = bout("", "epee da=0", "")
            .era(era)
            .act("a1 attack b1")
            .dice("A3 D3 W4")
            .expect("a1 wounded; told GEN-CC-07; ended hurt")
            .check();
        assert_eq!(verdict(&played), Verdict::CounteredBySword);
    }
    // The example: against a hatchet and two dice.
    bout("epee", "armes_diverses", "")
        .era(Era::Pirates)
        .act("a1 attack b1")
        .dice("A4 D2,4 W4")
        .answers(&["1"])
        .expect("b1 wounded")
        .check();
}

/// T17, R-146: an enemy who merely carries a sword cancels it.
#[test]
fn t17_two_swords_are_a_plain_tie() {
    bout("epee", "epee da=0", "")
        .era(Era::Pirates)
        .act("a1 attack b1")
        .dice("A3 D3")
        .expect("b1 up; a1 up")
        .check();
    let played = bout("epee", "deux_mains epee da=0", "")
        .era(Era::Pirates)
        .act("a1 attack b1")
        .dice("A3 D3")
        .answers(&["0 w0"])
        .check();
    assert_eq!(verdict(&played), Verdict::Tie);
    // A pair of weapons is no sword.
    bout("deux_armes", "da=0", "")
        .era(Era::Pirates)
        .act("a1 attack b1")
        .dice("A3 D3")
        .expect("b1 up")
        .check();
}

/// T18: two more enemies add 2 to each die (GEN-CC-03, R-142).
#[test]
fn t18_three_against_one() {
    let three = "b2 6250,6000 da=0; b3 5750,6000 da=0";
    let played = bout("", "da=0", three)
        .act("a1 attack")
        .dice("A5 D3")
        .answers(&["b1"])
        .expect("asked 18; b1 up; told GEN-CC-03")
        .check();
    assert_eq!(verdict(&played), Verdict::Tie);
    assert_eq!(mods(&played, Throw::Defence), 2);
}

/// T19, GEN-CC-08, R-143: a down defender only parries; with the option it wounds.
#[test]
fn t19_a_down_defender_parries() {
    let played = bout("", "da=0 down", "").act("a1 attack b1").dice("A2 D5").expect("a1 well; open").check();
    assert_eq!(verdict(&played), Verdict::Parried);
    bout("", "da=0 down", "")
        .options(|options| options.down_defender_can_wound = true)
        .act("a1 attack b1")
        .dice("A2 D5 W4")
        .expect("a1 wounded")
        .check();
}

/// T20, GEN-SKL-08: powerful attacks, and those of an expert (GEN-CC-04, R-051).
#[test]
fn t20_an_expert_strikes_hard() {
    bout("expert_cc", "da=0", "")
        .act("a1 hard b1")
        .dice("A3 D4 W3")
        .defaults()
        .expect("b1 down; a1 da 0; told GEN-SKL-08")
        .check();
    bout("", "da=0", "").act("a1 hard b1").dice("A3 D4").expect("b1 up; told GEN-ACT-39").check();
    // A normal attack has no bonus; R-150: a powerful one that is countered gives nothing more.
    bout("expert_cc", "da=0", "").act("a1 attack b1").dice("A3 D3").expect("a1 da 1; b1 up").check();
    bout("", "da=0", "").act("a1 hard b1").dice("A3 D6 W3").answers(&["no"]).expect("a1 down").check();
}

/// T21, GEN-WPN-W1, R-281: the knife helps on both sides.
#[test]
fn t21_a_knife_on_either_side() {
    let played =
        bout("", "couteau da=0", "").act("a1 attack b1").dice("A4 D3").expect("b1 up; a1 up").check();
    assert_eq!(verdict(&played), Verdict::Tie);
    bout("couteau", "da=0", "").act("a1 attack b1").dice("A3 D3 W4").expect("b1 wounded").check();
    // on each die.
    bout("", "couteau da=1", "")
        .act("a1 attack b1")
        .dice("A6 D5,4")
        .answers(&["1"])
        .expect("b1 up; a1 up")
        .check();
}

/// T22, GEN-SKL-06, GEN-WND-06, GEN-DEC-25: a butcher needs no wound die, and no armour protects against it.
#[test]
fn t22_a_butcher() {
    bout("boucher", "da=0 down", "b2 11000,11000")
        .act("a1 attack b1")
        .dice("A4 D3")
        .defaults()
        .expect("b1 ooa; asked 25; told GEN-WND-06; told GEN-SKL-06")
        .check();
    bout("boucher", "da=0 down armure_complete meme_pas_mal", "b2 11000,11000")
        .era(Era::Medieval)
        .act("a1 attack b1")
        .dice("A4 D3")
        .answers(&["yes"])
        .expect("b1 ooa")
        .check();
    bout("boucher", "da=0 down", "")
        .act("a1 attack b1")
        .dice("A4 D3 W2")
        .answers(&["no", "no"])
        .expect("b1 on; b1 down; told GEN-WND-01")
        .check();
    // Standing enemies are safe from it.
    bout("boucher", "da=0", "").act("a1 attack b1").dice("A4 D3 W4").expect("unasked 25; b1 wounded").check();
}

/// T26, GEN-SKL-18, GEN-MOR-03, R-270: the attack is paid, then not made.
#[test]
fn t26_a_bad_reputation() {
    bout("da=2", "mauvaise_reputation da=0", "")
        .act("a1 attack b1")
        .dice("M1")
        .expect("a1 da 0; ended reputation; phase b; told GEN-SKL-18")
        .check();
    bout("da=2", "mauvaise_reputation da=0", "")
        .act("a1 attack b1")
        .dice("M2 A3 D3")
        .expect("a1 da 1; open")
        .check();
    // Sang froid helps.
    bout("da=2 sang_froid", "mauvaise_reputation da=0", "")
        .act("a1 attack b1")
        .dice("M1 M4 A3 D3")
        .answers(&["yes"])
        .expect("asked 24; told GEN-SKL-02; a1 da 1")
        .check();
    // Where an opponent designates, the test comes after the designation.
    bout("", "da=0", "b2 6250,6000 da=0 mauvaise_reputation")
        .act("a1 attack")
        .dice("M1")
        .answers(&["b2"])
        .expect("tells GEN-DEC-18 GEN-SKL-18")
        .check();
    bout("", "da=0", "b2 6250,6000 da=0 mauvaise_reputation")
        .act("a1 attack")
        .dice("A3 D2")
        .answers(&["b1"])
        .expect("untold GEN-SKL-18; b1 up")
        .check();
}

/// GEN-CC-01, R-151: which figures may attack which.
#[test]
fn gen_cc_01_who_may_attack() {
    let apart = Case::new("a1 6000,6000; b1 6000,6261");
    assert_eq!(apart.refused("a1 attack b1"), ("generik.attack.contact".into(), "GEN-ACT-05".into()));
    assert!(Case::new("a1 6000,6000; b1 6000,6260").allows("a1 attack b1"));
    assert_eq!(bout("down", "", "").refused("a1 attack b1").0, "generik.down");
    assert!(bout("", "down", "").allows("a1 attack b1"));
    let friend = Case::new("a1 6000,6000; a2 6000,6250; b1 6250,6000");
    assert_eq!(friend.refused("a1 attack a2").0, "generik.attack.target");
    // No target is named where only one can be meant.
    assert!(bout("", "", "").allows("a1 attack"));
    // Nothing happens by contact alone.
    bout("", "", "").act("end").expect("ended chosen").check();
}

/// GEN-CC-02: what attacks cost.
#[test]
fn gen_cc_02_costs() {
    bout("", "da=0", "").act("a1 attack b1").dice("A3 D3").expect("a1 da 1").check();
    bout("", "da=0", "").act("a1 hard b1").dice("A3 D4").expect("a1 da 0").check();
    assert_eq!(bout("da=1", "", "").refused("a1 hard b1").0, "generik.da");
    assert_eq!(bout("da=0", "", "").refused("a1 attack b1").0, "generik.da");
    assert_eq!(bout("", "", "").refused("a1 flurry b1"), ("generik.attack.multi".into(), "GEN-CC-10".into()));
}

/// GEN-CC-03, R-144: the opponent designates when one of several stands; the example with both, and with one down.
#[test]
fn gen_cc_03_the_opponent_designates() {
    let played =
        bout("", "da=0", "b2 6250,6000 da=0").act("a1 attack").dice("A4 D3").answers(&["b1"]).check();
    assert_eq!(verdict(&played), Verdict::Tie);
    let question = &played.questions[0];
    assert_eq!((question.seat.0, question.fig, question.about), (1, None, Some(played.fig("a1"))));
    // One down: designating the one who stands gives no bonus, the other +1.
    bout("", "da=0", "b2 6250,6000 da=0 down")
        .act("a1 attack")
        .dice("A4 D3 W4")
        .answers(&["b1"])
        .expect("b1 wounded")
        .check();
    bout("", "da=0", "b2 6250,6000 da=0 down")
        .act("a1 attack")
        .dice("A4 D3")
        .answers(&["b2"])
        .expect("b2 well")
        .check();
    // The attacker may name no target then, and has to when all are down.
    let case = bout("", "", "b2 6250,6000 down");
    assert_eq!(case.refused("a1 attack b1"), ("generik.attack.designate".into(), "GEN-CC-03".into()));
    let all_down = bout("", "down", "b2 6250,6000 down");
    assert_eq!(all_down.refused("a1 attack").0, "generik.attack.choose");
    assert!(all_down.allows("a1 attack b2"));
    // Also where only one of them can be paid for.
    let dear = bout("da=1", "down povre_ptite_chose", "b2 6250,6000 down");
    assert_eq!(dear.refused("a1 attack").0, "generik.attack.choose");
    assert_eq!(dear.refused("a1 attack b1").0, "generik.attack.target");
    assert!(dear.allows("a1 attack b2"));
    // Friends of the attacker change nothing.
    let played = bout("", "da=0", "a2 6000,6500").act("a1 attack b1").dice("A4 D3 W4").check();
    assert_eq!(mods(&played, Throw::Defence), 0);
}

/// GEN-DEC-18: by default a standing figure, unwounded first, then most DA, then the lowest number.
#[test]
fn gen_dec_18_default() {
    let designated = |more: &str| {
        let text = format!("a1 6000,6000; {more}");
        let played = Case::new(&text).act("a1 attack").dice("A1 D1").defaults().play();
        let target = played.facts.iter().find_map(|fact| match fact.what {
            What::Attack { target, .. } => Some(target),
            _ => None,
        });
        ["b1", "b2", "b3"].into_iter().find(|name| Some(played.fig(name)) == target).unwrap()
    };
    assert_eq!(designated("b1 6000,6250 down da=0; b2 6250,6000 wounded da=0; b3 5750,6000 da=0"), "b3");
    assert_eq!(designated("b1 6000,6250 da=0; b2 6250,6000 da=1; b3 5750,6000 da=1"), "b2");
    assert_eq!(designated("b1 6000,6250 down da=2; b2 6250,6000 wounded da=0; b3 11000,11000"), "b2");
}

/// GEN-CC-03 with three bands: the owner of most standing enemies designates, ties by the order of phases.
#[test]
fn gen_cc_03_several_opponents() {
    let asked = |figures: &str| {
        let played = Case::new(figures)
            .scenario(Scenario::BastonGenerale)
            .act("a1 attack")
            .dice("A1 D1")
            .defaults()
            .play();
        played.questions[0].seat.0
    };
    assert_eq!(asked("a1 6000,6000; b1 6000,6250 da=0; c1 6250,6000 da=0; c2 5750,6000 da=0"), 2);
    assert_eq!(asked("a1 6000,6000; b1 6000,6250 da=0; c1 6250,6000 da=0"), 1);
    assert_eq!(asked("a1 6000,6000; b1 6000,6250 da=0 down; c1 6250,6000 da=0"), 2);
}

/// GEN-CC-04, 05: one weapon a side; the rule that chooses when nothing is named (section 21.1), and those that are named.
#[test]
fn gen_cc_05_one_weapon_a_side() {
    let used = |a: &str, b: &str, act: &str| {
        let played = bout(a, b, "").era(Era::Pirates).act(act).dice("A1 D1").defaults().play();
        weapons(&played)[0]
    };
    // +1 on the dice comes first, if it counts now.
    assert_eq!(used("epee armes_diverses", "da=0", "a1 attack b1"), Some(Weapon::PArmesDiverses));
    assert_eq!(used("armes_diverses epee", "crochet da=0", "a1 attack b1"), Some(Weapon::PEpee));
    // A sword that counts, then the wound, then the first.
    assert_eq!(used("deux_mains epee", "crochet da=0", "a1 attack b1"), Some(Weapon::PEpee));
    assert_eq!(used("epee deux_mains", "epee da=0", "a1 attack b1"), Some(Weapon::PDeuxMains));
    assert_eq!(used("crochet deux_armes", "crochet da=0", "a1 attack b1"), Some(Weapon::PCrochet));
    assert_eq!(used("epee armes_diverses", "da=0", "a1 attack b1 w0"), Some(Weapon::PEpee));
    assert_eq!(used("pistolet", "da=0", "a1 attack b1"), None);
    let ranged = bout("colt", "", "");
    assert_eq!(ranged.refused("a1 attack b1 w0"), ("generik.attack.weapon".into(), "GEN-CC-05".into()));
    // GEN-DEC-17: the defender names its weapon, even without a DA.
    let played = bout("", "deux_mains crochet da=0", "")
        .era(Era::Pirates)
        .act("a1 attack b1")
        .dice("A2 D5 W3")
        .answers(&["0 w0"])
        .expect("a1 wounded; told GEN-WPN-P2")
        .check();
    assert_eq!(played.questions[0].options.len(), 2);
    assert_eq!(played.questions[0].default, 0);
}

/// GEN-WPN-P3, M3: +1 against an enemy who carries no close-combat weapon, attacking or defending.
#[test]
fn gen_wpn_p3_against_the_unarmed() {
    for era in [Era::Pirates, Era::Medieval] {
        let rolled = |a: &str, b: &str| {
            let played = bout(a, b, "").era(era).act("a1 attack b1").dice("A1 D1").defaults().play();
            (mods(&played, Throw::Attack), mods(&played, Throw::Defence))
        };
        assert_eq!(rolled("armes_diverses", "da=0"), (1, 0));
        assert_eq!(rolled("armes_diverses", "epee da=0"), (0, 0));
        // A throwing knife is no close-combat weapon; a shield neither.
        assert_eq!(rolled("armes_diverses", "couteau_de_lance da=0"), (1, 0));
    }
    let played =
        bout("", "armes_diverses da=0", "").era(Era::Medieval).act("a1 attack b1").dice("A1 D1 W4").check();
    assert_eq!(mods(&played, Throw::Defence), 1);
}

/// GEN-WPN-P2, M2, S1: +1 to the wound, for the figure that wins with it.
#[test]
fn gen_wpn_p2_two_handed() {
    for (era, weapon) in
        [(Era::Pirates, "deux_mains"), (Era::Medieval, "deux_mains"), (Era::Ww2, "baionnette")]
    {
        bout(weapon, "da=0", "").era(era).act("a1 attack b1").dice("A5 D3 W3").expect("b1 wounded").check();
        bout("", &format!("{weapon} da=0"), "")
            .era(era)
            .act("a1 attack b1")
            .dice("A3 D5 W3")
            .expect("a1 wounded")
            .check();
    }
}

/// GEN-CC-06: the order of what happens; R-317: with the option no weapon helps on the ground.
#[test]
fn gen_cc_06_in_order() {
    bout("cover grosse_moustache", "mauvaise_reputation da=1 veinard", "")
        .act("a1 attack b1")
        .dice("M3 A1 A5 A4 D3,2 W2")
        .answers(&["yes", "lucky", "1", "yes"])
        .expect(
            "tells GEN-ACT-05 GEN-COV-03 GEN-SKL-18 GEN-CC-01 GEN-CC-06 GEN-DEC-20 GEN-SKL-13 GEN-DEC-21 GEN-SKL-09 GEN-DEC-17",
        )
        .check();
    for unarmed in [false, true] {
        let down = |it: &str| {
            bout("", &format!("{it} da=0 down"), "").options(|it| it.down_unarmed = true).act("a1 attack b1")
        };
        let armed = |it: &str| bout("", &format!("{it} da=0 down"), "").act("a1 attack b1");
        let case = |it: &str| if unarmed { down(it) } else { armed(it) };
        let played = case("epee").era(Era::Pirates).dice("A3 D3").check();
        assert_eq!(verdict(&played) == Verdict::Tie, unarmed);
        let played = case("couteau").dice("A3 D3").check();
        assert_eq!(mods(&played, Throw::Defence), i8::from(!unarmed));
    }
}

/// with the option the defender chooses before the die, in close combat too.
#[test]
fn r_120_blind_defence() {
    let played = bout("", "da=1", "")
        .options(|options| options.defence_blind = true)
        .act("a1 attack b1")
        .dice("A3 D3,2")
        .answers(&["1"])
        .check();
    assert_eq!(played.questions[0].die, None);
    // never skipped in close combat.
    bout("", "da=1", "").act("a1 hard b1").dice("A6 D6 W4").answers(&["0"]).check();
}

/// GEN-CC-09, GEN-DEC-26, R-148, GEN-GEO-16: the winner may follow, attacker or defender.
#[test]
fn gen_cc_09_follow_up() {
    let won = |answer: &str| bout("", "da=0", "").act("a1 attack b1").dice("A4 D3 W1").answers(&[answer]);
    won("yes").expect("a1 at 6000,6490; b1 at 6000,6750; told GEN-CC-09; untold GEN-AO-01").check();
    won("no").expect("a1 at 6000,6000").check();
    // The defender who wins may follow too; the phase of the attacker is over.
    bout("", "da=1", "")
        .act("a1 attack b1")
        .dice("A3 D4 W1")
        .answers(&["0", "yes"])
        .expect("a1 down; a1 at 6000,5500; b1 at 6000,5760; ended hurt")
        .check();
    // By default one who has no DA left stays.
    bout("da=1", "da=0", "")
        .act("a1 attack b1")
        .dice("A4 D3 W1")
        .defaults()
        .expect("a1 at 6000,6000")
        .check();
    bout("da=2", "da=0", "")
        .act("a1 attack b1")
        .dice("A4 D3 W1")
        .defaults()
        .expect("a1 at 6000,6490")
        .check();
    // Not after a wound, nor while another enemy holds the winner.
    bout("", "da=0", "").act("a1 attack b1").dice("A4 D3 W4").expect("unasked 26").check();
    bout("", "da=0", "b2 6250,6000 da=0")
        .act("a1 attack")
        .dice("A6 D3 W1")
        .answers(&["b1"])
        .expect("unasked 26")
        .check();
}

/// GEN-CC-10, R-147, GEN-WPN-P4, M4: three attacks, each with its own target; it ends when the attacker is hurt or alone.
#[test]
fn gen_cc_10_multi_attack() {
    for era in [Era::Pirates, Era::Medieval] {
        let played = bout("deux_armes", "da=0", "")
            .era(era)
            .act("a1 flurry b1")
            .dice("A3 D3 A3 D3 A5 D3 W4")
            .defaults()
            .expect("a1 da 0; b1 wounded; asked 28")
            .check();
        assert_eq!(weapons(&played).len(), 3);
    }
    let stopped = |case: Case, why: Why| {
        let played = case.era(Era::Pirates).check();
        assert!(
            played.has_fact(|what| matches!(what, What::Stopped { why: told, .. } if *told == why)),
            "{}",
            played.story()
        );
    };
    // Hurt by a counter-blow.
    stopped(bout("deux_armes", "da=0", "").act("a1 flurry b1").dice("A3 D5 W4"), Why::Hurt);
    // The loser is pushed away and not followed.
    stopped(
        bout("deux_armes", "da=0", "").act("a1 flurry b1").dice("A4 D3 W1").answers(&["no"]),
        Why::NoTarget,
    );
    stopped(bout("deux_armes", "da=0", "").act("a1 flurry b1").dice("A3 D3").answers(&["no"]), Why::Chosen);
    // Followed, the victim is struck again on the ground.
    bout("deux_armes", "da=0", "")
        .era(Era::Pirates)
        .act("a1 flurry b1")
        .dice("A4 D3 W1 A3 D3 A3 D3")
        .answers(&["yes", "b1", "b1"])
        .expect("a1 at 6000,6490; b1 down")
        .check();
    // With several who stand each attack is designated.
    let played = bout("deux_armes", "da=0", "b2 6250,6000 da=0")
        .era(Era::Pirates)
        .act("a1 flurry")
        .dice("A3 D2 A3 D2 A3 D2")
        .answers(&["b1", "yes", "b2", "yes", "b1"])
        .check();
    let (whom, next) = (Dec::Designated, Dec::NextTarget);
    assert_eq!(played.asked, [whom, next, whom, next, whom]);
}

/// GEN-SKL-18, R-270: one test for the whole action.
#[test]
fn r_270_one_test_an_action() {
    bout("deux_armes", "da=0 mauvaise_reputation", "")
        .era(Era::Pirates)
        .act("a1 flurry b1")
        .dice("M2 A3 D3 A3 D3 A3 D3")
        .defaults()
        .expect("tells GEN-SKL-18 GEN-SKL-18 GEN-SKL-18")
        .check();
}

/// GEN-CC-11, R-140: the attacker turns, the defender does not, and no side is weaker.
#[test]
fn gen_cc_11_facing() {
    bout(">s", "da=0 >n", "")
        .act("a1 attack b1")
        .dice("A3 D3")
        .expect("a1 faces 0,250; b1 faces n; told GEN-CC-11")
        .check();
}

/// GEN-CC-12, R-283, GEN-WPN-P5: the hook takes a DA without a roll, designation or test.
#[test]
fn gen_cc_12_hook() {
    bout("crochet", "da=2 mauvaise_reputation", "b2 6250,6000")
        .era(Era::Pirates)
        .act("a1 hook b1")
        .act("a1 hook b1")
        .expect("b1 da 0; a1 da 0; told GEN-CC-12; unasked 18")
        .check();
    assert_eq!(bout("crochet", "down", "").era(Era::Pirates).refused("a1 hook b1").1, "GEN-CC-12");
}

/// GEN-CC-13, R-203: bare hands fight without penalty.
#[test]
fn gen_cc_13_bare_hands() {
    let played = bout("", "da=0", "").act("a1 attack b1").dice("A4 D3 W4").expect("b1 wounded").check();
    assert_eq!((mods(&played, Throw::Attack), mods(&played, Throw::Wound)), (0, 0));
}

/// GEN-SKL-19, R-271: a down and defenceless figure costs 1 DA more, at the declaration or at the designation.
#[test]
fn gen_skl_19_defenceless() {
    bout("", "down da=0 povre_ptite_chose", "").act("a1 attack b1").dice("A3 D3").expect("a1 da 0").check();
    // On its feet it costs nothing more.
    bout("", "da=0 povre_ptite_chose", "").act("a1 attack b1").dice("A3 D3").expect("a1 da 1").check();
    let poor = bout("da=1", "down povre_ptite_chose", "");
    assert_eq!(poor.refused("a1 attack b1"), ("generik.attack.defenceless".into(), "GEN-SKL-19".into()));
    assert_eq!(bout("", "down povre_ptite_chose", "").refused("a1 hard b1").1, "GEN-SKL-19");
    bout("big_boss", "down da=0 povre_ptite_chose", "")
        .act("a1 hard b1")
        .dice("A3 D4")
        .expect("a1 da 0")
        .check();
    // Designated: the extra DA is taken then; who cannot pay it is not offered it.
    bout("", "da=0", "b2 6250,6000 down da=0 povre_ptite_chose")
        .act("a1 attack")
        .dice("A4 D3")
        .answers(&["b2"])
        .expect("a1 da 0; told GEN-SKL-19")
        .check();
    bout("da=1", "da=0", "b2 6250,6000 down da=0 povre_ptite_chose")
        .act("a1 attack")
        .dice("A3 D3")
        .expect("unasked 18; a1 da 0")
        .check();
    // Several attacks: once, when the first of them strikes it down; without the DA it is safe.
    bout("deux_armes big_boss", "da=0 povre_ptite_chose", "")
        .era(Era::Pirates)
        .act("a1 flurry b1")
        .dice("A4 D3 W1 A3 D3 A3 D3")
        .answers(&["yes", "b1", "b1"])
        .expect("a1 da 0; told GEN-SKL-19")
        .check();
    bout("deux_armes", "da=0 povre_ptite_chose", "")
        .era(Era::Pirates)
        .act("a1 flurry b1")
        .dice("A4 D3 W1")
        .answers(&["yes"])
        .expect("b1 down; untold GEN-SKL-19")
        .check();
}
