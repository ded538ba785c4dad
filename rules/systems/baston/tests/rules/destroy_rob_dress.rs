//! Chapter 15, DES, TAX and MET: destroying, robbing, dressing.

use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::save::Position;
use bagarre_baston::testkit::scene::{Fate, WindowState};
use serde_json::json;

use super::harness::Case;

/// A door to the north of `A`.
fn door(figures: &str) -> Case {
    Case::new(". . .\n- D -\n. A .", figures).door((2, 2, "n"), "1,2", "1,1")
}

fn window(figures: &str) -> Case {
    Case::new(". . .\n- F -\n. A .", figures)
        .with("windows", json!({ "id": "w", "edge": [2, 2, "n"], "inside": [2, 2], "outside": [1, 2] }))
}

/// A booth with a panel and a telephone to the north of `A`.
fn booth(figures: &str) -> Case {
    Case::new(". . .\n- P -\n. A .", figures)
        .with("booths", json!({ "id": "b", "point": [2, 2], "panels": [{ "id": "p", "edge": [2, 2, "n"] }] }))
        .with("phones", json!({ "id": "t", "point": [2, 2], "face": 1 }))
}

fn out(who: usize) -> impl Fn(&mut Position) {
    move |position| {
        position.scene.figures[who].fate = Fate::Out;
        position.scene.figures[who].prone = true;
    }
}

/// BAS-DES-01.
#[test]
fn bas_des_01_a_shut_door_faced_exactly() {
    door("A 0 >1 FOR6 [matraque]")
        .orders("A -/DES")
        .dice("8:6")
        .expect("door 0 destroyed; A carries matraque; told BAS-DES-03")
        .check();
    // From the other end of the edge as well.
    door("A 0 >5 FOR6 at=1,2 [matraque]").orders("A -/DES").dice("8:6").expect("door 0 destroyed").check();
    for figure in ["A 0 >2 FOR6 [matraque]", "A 0 >5 FOR6 [matraque]", "A 0 >1 FOR6 at=2,1 [matraque]"] {
        door(figure).orders("A -/DES").expect("leaf 0 shut; told BAS-DES-01").check();
    }
    // An open one cannot be destroyed.
    door("A 0 >1 FOR6 [matraque]")
        .tweak(|position| position.scene.doors[0].open[0] = true)
        .orders("A -/DES")
        .expect("leaf 0 open; told BAS-DES-01")
        .check();
}

/// BAS-DES-01.
#[test]
fn bas_des_01_windows_telephones_panels_chairs() {
    window("A 0 >1 FOR6 [matraque]").orders("A -/DES").dice("8:6").expect("window 0 destroyed").check();
    window("A 0 >1 FOR6 [matraque]")
        .tweak(|position| position.scene.windows[0] = WindowState::Open)
        .orders("A -/DES")
        .expect("window 0 open; told BAS-DES-01")
        .check();
    booth("A 0 >1 FOR6 [matraque]")
        .orders("A -/DES")
        .answers(&["phone 0"])
        .dice("8:6")
        .expect("phone 0 destroyed; asked DEC-14")
        .check();
    booth("A 0 >1 FOR6 [matraque]")
        .orders("A -/DES")
        .answers(&["panel 0"])
        .dice("8:6")
        .expect("panel 0 destroyed")
        .check();
    // A destroyed panel is no barrier any more.
    booth("A 0 >1 FOR6 [matraque]")
        .orders("A -/DES M1/-")
        .answers(&["panel 0"])
        .dice("8:6")
        .sequences(2)
        .expect("A at 1,2")
        .check();
    for (board, facing) in [("A h", 3), ("A .\n\n. h", 4)] {
        Case::new(board, &format!("A 0 >{facing} FOR6 [matraque]"))
            .orders("A -/DES")
            .dice("8:6")
            .expect("gone chaise; told BAS-DES-03")
            .check();
    }
    // Across a wall or a level there is no reaching it.
    for board in ["A|h", "A h_"] {
        Case::new(board, "A 0 >3 FOR6 [matraque]")
            .orders("A -/DES")
            .expect("lies chaise 1,2; told BAS-DES-01")
            .check();
    }
}

/// DEC-14.
#[test]
fn dec_14_the_default_target() {
    // Chair, phone, panel.
    booth("A 0 >1 FOR6 [matraque]")
        .orders("A -/DES")
        .defaults()
        .dice("8:1")
        .expect("phone 0 destroyed")
        .check();
    Case::new(". h .\n- + -\n. A .", "A 0 >1 FOR6 [matraque]")
        .with("phones", json!({ "id": "t", "point": [2, 2], "face": 1 }))
        .orders("A -/DES")
        .defaults()
        .dice("8:1")
        .expect("asked DEC-14; gone chaise")
        .check();
}

/// BAS-DES-02.
#[test]
fn bas_des_02_tools() {
    for (kit, works) in [
        ("matraque", true),
        ("santiags", true),
        ("santiags:carried", false),
        ("casque", true),
        ("casque:carried", true),
        ("chaise", true),
        ("rasoir", false),
        ("canette", false),
        ("", false),
    ] {
        let case =
            door(&format!("A 0 >1 FOR6 [{kit}]")).orders("A -/DES").dice(if works { "8:6" } else { "" });
        case.expect(if works { "door 0 destroyed" } else { "leaf 0 shut; told BAS-DES-02" }).check();
    }
    // A chair is destroyed independent of the roll; nothing else is.
    door("A 0 >1 FOR6 [chaise]").orders("A -/DES").dice("8:7").expect("leaf 0 shut; gone chaise").check();
    door("A 0 >1 FOR6 [matraque]")
        .orders("A -/DES")
        .dice("8:7")
        .expect("leaf 0 shut; A carries matraque")
        .check();
    // With a chair in hand only the chair.
    door("A 0 >1 FOR6 [chaise, matraque]")
        .orders("A -/DES")
        .dice("8:6")
        .expect("unasked DEC-15; gone chaise; A carries matraque; door 0 destroyed")
        .check();
}

/// DEC-15.
#[test]
fn dec_15_the_default_tool() {
    for (kit, tool) in [("casque, santiags, matraque", "matraque"), ("casque, santiags", "santiags")] {
        let played = door(&format!("A 0 >1 FOR6 [{kit}]"))
            .orders("A -/DES")
            .defaults()
            .dice("8:6")
            .expect("asked DEC-15; door 0 destroyed")
            .check();
        let chosen = played.facts.iter().find_map(|fact| match &fact.what {
            What::Chose { choice: bagarre_baston::testkit::command::Choice::Item(id), .. } => Some(*id),
            _ => None,
        });
        let kind = chosen.map(|id| played.state.scene.items[usize::from(id.0)].kind.id());
        assert_eq!(kind, Some(tool));
    }
}

/// BAS-DES-03.
#[test]
fn bas_des_03_a_door_loses_all_its_leaves() {
    let double = Case::new(". . .\n+ D D\n. A .", "A 0 >1 FOR6 [matraque]").with(
        "doors",
        json!({ "id": "dd", "leaves": [
            { "edge": [2, 2, "n"], "swept": [1, 2], "hinge": [1, 1] },
            { "edge": [2, 3, "n"], "swept": [1, 3], "hinge": [1, 2] },
        ] }),
    );
    double.orders("A -/DES M1/-").dice("8:6").sequences(2).expect("door 0 destroyed; A at 1,2").check();
}

/// BAS-DES-04.
#[test]
fn bas_des_04_through_a_destroyed_window() {
    let broken =
        |figures: &str| window(figures).tweak(|position| position.scene.windows[0] = WindowState::Destroyed);
    broken("A 0 >1").orders("A M1/-").expect("A at 1,2").check();
    broken("A 0 >1 DEX5").orders("A S1/-").dice("8:5").expect("A at 1,2; A stands").check();
    // Neither run nor crawled through.
    broken("A 0 >1 VIT4").orders("A C2/-").dice("8:1").expect("A at 2,2").check();
    broken("A 0 >1 prone").orders("A R1/-").dice("8:1").expect("A at 2,2").check();
}

#[test]
fn option_glass_from_windows() {
    for (on, phrase) in [(true, "glass 1,2; glass 2,2"), (false, "no glass 1,2; no glass 2,2")] {
        window("A 0 >1 FOR6 [matraque]")
            .options(move |options| options.glass_from_windows = on)
            .orders("A -/DES")
            .dice("8:6")
            .expect(phrase)
            .check();
        booth("A 0 >1 FOR6 [matraque]")
            .options(move |options| options.glass_from_windows = on)
            .orders("A -/DES")
            .answers(&["panel 0"])
            .dice("8:6")
            .expect(phrase)
            .check();
    }
}

/// BAS-TAX-01.
#[test]
fn bas_tax_01_whom() {
    // On the robber's own point or a front point, HS, along a clear line, on the same level.
    for (board, figure, robbed) in [
        ("A B . C", "A 0 >3; B 1 >1 [rasoir]; C 1 >1", true),
        ("A . . C", "A 0 >3; B 1 >1 at=1,1 [rasoir]; C 1 >1", true),
        ("A B . C", "A 0 >7; B 1 >1 [rasoir]; C 1 >1", false),
        ("A|B . C", "A 0 >3; B 1 >1 [rasoir]; C 1 >1", false),
        ("A . B C", "A 0 >3; B 1 >1 [rasoir]; C 1 >1", false),
        ("A B_. C", "A 0 >3; B 1 >1 [rasoir]; C 1 >1", false),
        ("A B . C", "A 0 >3 prone; B 1 >1 [rasoir]; C 1 >1", true),
    ] {
        let case = Case::new(board, figure).tweak(out(1)).orders("A -/TAX").sequences(2);
        if robbed {
            case.expect("A carries rasoir; B lacks rasoir; told BAS-TAX-03").check();
        } else {
            case.expect("A lacks rasoir; B carries rasoir; told BAS-TAX-01; A idle").check();
        }
    }
    // A character in play that is not held cannot be robbed.
    Case::new("A B", "A 0 >3; B 1 >1 [rasoir]").orders("A -/TAX").expect("told BAS-TAX-01; A idle").check();
}

/// BAS-TAX-02.
#[test]
fn bas_tax_02_effective_at_the_end_of_the_next_sequence() {
    let case = || Case::new("A B . C", "A 0 >3; B 1 >1 [rasoir]; C 1 >1").tweak(out(1));
    // TAX in S2, untouched in S3.
    case()
        .orders("A -/- -/TAX")
        .sequences(2)
        .expect("A lacks rasoir; A working; A owes; told BAS-TAX-02")
        .check();
    case().orders("A -/- -/TAX").sequences(3).expect("A carries rasoir; A idle").check();
    // Lost for want of a victim, it owes nothing.
    Case::new("A . . C", "A 0 >3; C 1 >1")
        .orders("A -/TAX")
        .expect("told BAS-TAX-01; untold BAS-PRG-07")
        .check();
}

/// BAS-TAX-02.
#[test]
fn bas_tax_02_what_interrupts_it() {
    // A jostle displaces the robber.
    Case::new("C A . B", "A 0 >3 FOR2; B 1 >1 at=1,3 [rasoir]; C 1 >3 FOR6")
        .tweak(out(1))
        .orders("A -/TAX; C -/- M3/-")
        .sequences(2)
        .expect("A lacks rasoir; A idle; A at 1,3; told BAS-TAX-02")
        .check();
    // A stun.
    Case::new("C A B", "A 0 >3; B 1 >1 [rasoir]; C 1 >3 FOR5 DEX4")
        .tweak(out(1))
        .orders("A -/TAX; C -/- G/CP")
        .sequences(2)
        .dice("8:1 20:10")
        .expect("A lacks rasoir; A idle; told BAS-STN-06")
        .check();
}

/// BAS-TAX-02.
#[test]
fn bas_tax_02_a_held_victim() {
    let case = || {
        Case::new("A B C", "C 1 >7 holds=B; A 1 >3; B 0 >1 FOR4 DEX4 [rasoir]")
            .orders("C -/CT -/CT; A -/TAX")
            .sequences(2)
    };
    // B fails to break free twice: it is robbed of what it carries.
    case().dice("8:8 8:8").expect("A carries rasoir; B lacks rasoir").check();
    // B frees itself before the robbery is done.
    case().dice("8:8 8:1").expect("A lacks rasoir; A idle; B carries rasoir; told BAS-TAX-02").check();
}

/// BAS-TAX-03.
#[test]
fn bas_tax_03_which_object() {
    let out_of_play = || {
        Case::new("A B . C", "A 0 >3; B 1 >1 [rasoir, gilet]; C 1 >1")
            .tweak(out(1))
            .orders("A -/TAX")
            .sequences(2)
    };
    // DEC-16: the highest value; worn clothing of a victim HS too.
    out_of_play().defaults().expect("asked DEC-16; A carries rasoir; B wears gilet").check();
    out_of_play()
        .answers(&["gilet"])
        .expect("A carries gilet; A bare gilet; B bare gilet; B carries rasoir")
        .check();
    // From a victim that is held, carried objects only.
    Case::new("A B C", "C 1 >7 holds=B; A 1 >3; B 0 >1 FOR4 DEX4 [cran, blouson]")
        .orders("C -/CT -/CT; A -/TAX")
        .sequences(2)
        .dice("8:8 8:8")
        .expect("unasked DEC-16; A carries cran; B wears blouson")
        .check();
    // Nothing to take.
    Case::new("A B . C", "A 0 >3; B 1 >1; C 1 >1")
        .tweak(out(1))
        .orders("A -/TAX")
        .sequences(2)
        .expect("A idle; told BAS-TAX-03; unasked DEC-16")
        .check();
}

/// BAS-TAX-03.
#[test]
fn bas_tax_03_six_slots() {
    let kit = "matraque, matraque, matraque, matraque, canette, canette";
    let case = || {
        Case::new("A B . C", &format!("A 0 >3 [{kit}]; B 1 >1 [rasoir]; C 1 >1"))
            .tweak(out(1))
            .orders("A -/TAX")
            .sequences(2)
    };
    case().defaults().expect("asked DEC-06; A carries rasoir; lies matraque 1,1").check();
    case().answers(&["no"]).expect("A lacks rasoir; B carries rasoir").check();
}

/// DEC-21.
#[test]
fn dec_21_several_victims() {
    // The nearest (the robber's own point), then the lowest rank number.
    let case = || {
        Case::new(". B .\n\n. A .\n\n. . C", "A 0 >1; B 1 >1 [rasoir]; D 1 >1 at=2,2 [cran]; C 1 >1")
            .tweak(out(1))
            .tweak(out(2))
            .orders("A -/TAX")
            .sequences(2)
    };
    case().defaults().expect("asked DEC-21; A carries cran").check();
    case().answers(&["victim B"]).expect("A carries rasoir").check();
    Case::new("B . D\n\n. A .\n\n. . C", "A 0 >1; D 1 >1 [cran]; B 1 >1 [rasoir]; C 1 >1")
        .tweak(out(1))
        .tweak(out(2))
        .orders("A -/TAX")
        .sequences(2)
        .defaults()
        .expect("asked DEC-21; A carries cran")
        .check();
}

/// BAS-MET-01.
#[test]
fn bas_met_01_on_and_off() {
    let case = || {
        Case::new("A .", "A 0 >3 [casque:carried, gilet:carried, santiags]").orders("A -/MET").sequences(2)
    };
    // DEC-17: the highest value is put on.
    case().defaults().expect("asked DEC-17; A wears casque; A carries gilet; told BAS-MET-01").check();
    case().answers(&["puton gilet"]).expect("A wears gilet; A carries casque").check();
    case().answers(&["takeoff santiags"]).expect("A carries santiags; A bare santiags").check();
    case().answers(&["no"]).expect("A carries casque; A idle; untold BAS-PRG-07").check();
    // Effective at the end of the next sequence.
    Case::new("A .", "A 0 >3 [casque:carried]")
        .orders("A -/MET")
        .defaults()
        .expect("A bare casque; A working; A owes")
        .check();
}

/// BAS-MET-01.
#[test]
fn bas_met_01_one_of_each_is_worn() {
    // With only something to take off, the default is to cancel.
    Case::new("A .", "A 0 >3 [gilet]")
        .orders("A -/MET")
        .defaults()
        .expect("A wears gilet; A idle; asked DEC-17")
        .check();
    // A second jacket cannot be put on.
    let played =
        Case::new("A .", "A 0 >3 [gilet, gilet:carried]").orders("A -/MET").answers(&["puton gilet"]).play();
    assert!(played.state.scene.figures[0].task.is_none());
    // Nothing at all: lost.
    Case::new("A .", "A 0 >3 [matraque]").orders("A -/MET").expect("told BAS-MET-01; unasked DEC-17").check();
}

/// BAS-MET-01.
#[test]
fn bas_met_01_taking_off_needs_a_slot() {
    let kit = "gilet, matraque, matraque, matraque, matraque, canette, canette";
    let case = |answers: &[&str]| {
        Case::new("A .", &format!("A 0 >3 [{kit}]")).orders("A -/MET").sequences(2).answers(answers)
    };
    case(&["takeoff gilet", "default"]).expect("asked DEC-06; A carries gilet; lies matraque 1,1").check();
    case(&["takeoff gilet", "no"]).expect("A wears gilet").check();
}

/// BAS-MET-01.
#[test]
fn bas_met_01_a_stun_interrupts() {
    Case::new("C A .", "A 0 >3 [casque:carried]; C 1 >3 FOR5 DEX4")
        .orders("A -/MET; C -/- G/CP")
        .sequences(2)
        .defaults()
        .dice("8:1 20:10")
        .expect("A bare casque; A carries casque; A idle; told BAS-STN-06")
        .check();
}
