//! Chapter 14, LAN: throwing.

use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::scene::Layer;
use serde_json::json;

use super::harness::{Case, Played};

/// What the thrower threw, and to which point.
fn first_throw(played: &Played) -> Option<(bool, (u8, u8))> {
    played.facts.iter().find_map(|fact| match fact.what {
        What::Throws { to, aggressive, .. } => Some((aggressive, (to.r, to.c))),
        _ => None,
    })
}

/// A line of `n` points with `A` at its west end and `B` at its east end, facing each other.
fn line(n: usize, figures: &str) -> Case {
    let mut board = vec!["."; n];
    board[0] = "A";
    board[n - 1] = "B";
    Case::new(&board.join(" "), figures)
}

/// BAS-LAN-01.
#[test]
fn bas_lan_01_along_the_three_front_lines() {
    let board = ". . .\n\n. A .\n\n. . .";
    for to in ["1,1", "1,2", "1,3"] {
        Case::new(board, "A 0 >1 DEX4 [cran]")
            .orders("A P1/LAN")
            .answers(&[&format!("throw cran t {to}")])
            .dice("8:4")
            .expect(&format!("lies cran {to}; told BAS-LAN-01; told BAS-LAN-07"))
            .check();
    }
    for to in ["2,1", "2,3", "3,1", "3,2", "3,3", "2,2"] {
        let played = Case::new(board, "A 0 >1 DEX4 [cran]")
            .orders("A P1/LAN")
            .answers(&[&format!("throw cran t {to}")])
            .play();
        assert!(first_throw(&played).is_none(), "{to} is on no front line");
    }
}

/// BAS-LAN-02.
#[test]
fn bas_lan_02_what_can_be_thrown() {
    // Not aggressive: a club; nothing at all: the order is lost.
    let club =
        Case::new("A B", "A 0 >3 [matraque]; B 1 >7").orders("A P3/LAN").answers(&["throw matraque a 1,2"]);
    assert!(first_throw(&club.play()).is_none());
    Case::new("A B", "A 0 >3; B 1 >7").orders("A P3/LAN").expect("told BAS-LAN-02; unasked DEC-12").check();
    // A chair: aggressive only, at most eight points, standing, both arms.
    let chair = |figure: &str, throw: &str| {
        let board = ["A", ".", ".", ".", ".", ".", ".", ".", ".", "."].join(" ");
        first_throw(&Case::new(&board, figure).orders("A P3/LAN").answers(&[throw]).play())
    };
    assert_eq!(chair("A 0 >3 [chaise]", "throw chaise a 1,9"), Some((true, (1, 9))));
    assert_eq!(chair("A 0 >3 [chaise]", "throw chaise a 1,10"), None);
    assert_eq!(chair("A 0 >3 [chaise]", "throw chaise t 1,3"), None);
    assert_eq!(chair("A 0 >3 BG0 [chaise]", "throw chaise a 1,3"), None);
    // With a chair in hand nothing else is thrown (BAS-OBJ-05).
    assert_eq!(chair("A 0 >3 [chaise, cran]", "throw cran a 1,3"), None);
}

/// BAS-LAN-03.
#[test]
fn bas_lan_03_where_the_flight_ends() {
    let reach = |board: &str| {
        let played =
            Case::new(board, "A 0 >3 [cran]").orders("A P3/LAN").answers(&["throw cran a 1,3"]).play();
        first_throw(&played).is_some()
    };
    // Furniture, the bar, the stage and open lines let it pass; walls and video games do not.
    for board in ["A . .", "A T T", "A # .", "A Q Q", "A =_=_"] {
        assert!(reach(board), "{board}");
    }
    for board in ["A|. .", "A V .", "A .|."] {
        assert!(!reach(board), "{board}");
    }
    // In a corner with walls all round there is no throw at all.
    Case::new("A|.\n- -\n. .", "A 0 >4 [cran]")
        .orders("A P4/LAN")
        .expect("told BAS-LAN-03; A carries cran")
        .check();
}

/// BAS-LAN-03.
#[test]
fn bas_lan_03_doors_windows_and_diagonals() {
    let at_window = |shut: bool| {
        Case::new("AF. .", "A 0 >3 [cran]")
            .with("windows", json!({ "id": "w", "edge": [1, 1, "e"], "inside": [1, 1], "outside": [1, 2] }))
            .tweak(move |position| {
                if !shut {
                    position.scene.windows[0] = bagarre_baston::testkit::scene::WindowState::Open;
                }
            })
            .orders("A P3/LAN")
            .answers(&["throw cran a 1,3"])
    };
    assert!(first_throw(&at_window(true).play()).is_none());
    at_window(false).expect("lies cran 1,3").check();
    // A wall that ends at the crossing bars the diagonal.
    let diagonal = Case::new("A|.\n\n. .", "A 0 >4 [cran]").orders("A P4/LAN").answers(&["throw cran a 2,2"]);
    assert!(first_throw(&diagonal.play()).is_none());
}

/// BAS-LAN-04.
#[test]
fn bas_lan_04_the_first_met_is_attacked_and_a_miss_flies_on() {
    for (item, left) in [("cran", "lies cran 1,4"), ("canette", "glass 1,4"), ("chaise", "gone chaise")] {
        Case::new("A B C .", &format!("A 0 >3 DEX4 [{item}]; B 0 >7; C 1 >7"))
            .orders("A P3/LAN")
            .answers(&[&format!("throw {item} a 1,4")])
            // B, a friend, is met like any other character; both are missed.
            .dice("8:2 20:1 8:2 20:1")
            .expect(left)
            .expect("told BAS-LAN-04; told BAS-CBT-09")
            .check();
    }
    // It stops at the first hit.
    let played = Case::new("A B C .", "A 0 >3 DEX4 [chaise]; B 1 >7; C 1 >7")
        .orders("A P3/LAN")
        .answers(&["throw chaise a 1,4"])
        .dice("8:3 20:10")
        .expect("gone chaise; C gained 0")
        .check();
    assert!(played.has_fact(|what| matches!(what, What::ToHit { hit: true, range_mod: 2, .. })));
}

/// BAS-LAN-04.
#[test]
fn bas_lan_04_it_reaches_nobody_beyond_its_end() {
    Case::new("A . B", "A 0 >3 [cran]; B 1 >7")
        .orders("A P3/LAN")
        .answers(&["throw cran a 1,2"])
        .expect("lies cran 1,2; B gained 0")
        .check();
}

/// BAS-LAN-04, DEC-13.
#[test]
fn bas_lan_04_a_prone_character_on_the_way() {
    let case = |seat: u8| {
        Case::new("A B C", &format!("A 0 >3 DEX4 [cran]; B {seat} >7 prone; C 1 >7")).orders("A P3/LAN")
    };
    // An enemy is attacked, a friend let pass, unless the thrower says otherwise.
    case(1)
        .answers(&["throw cran a 1,3", "default"])
        .dice("8:3 20:12")
        .expect("asked DEC-13; lies cran 1,2; C gained 0")
        .check();
    case(1).answers(&["throw cran a 1,3", "spare"]).dice("8:2 20:1").expect("lies cran 1,3").check();
    case(0)
        .answers(&["throw cran a 1,3", "default"])
        .dice("8:2 20:1")
        .expect("B gained 0; lies cran 1,3")
        .check();
    case(0).answers(&["throw cran a 1,3", "strike"]).dice("8:3 20:12").expect("lies cran 1,2").check();
}

/// BAS-LAN-04.
#[test]
fn bas_lan_04_the_knocked_out_are_never_met() {
    Case::new("A B C", "A 0 >3 DEX4 [cran]; B 1 >7; C 1 >7")
        .tweak(|position| {
            position.scene.figures[1].fate = bagarre_baston::testkit::scene::Fate::Out;
            position.scene.figures[1].prone = true;
        })
        .orders("A P3/LAN")
        .answers(&["throw cran a 1,3"])
        .dice("8:2 20:1")
        .expect("lies cran 1,3; unasked DEC-13")
        .check();
}

/// BAS-POS-09.
#[test]
fn bas_pos_09_shelter() {
    // Furniture or the bar just before the target on the line of flight, or above it.
    for (board, figures) in [
        ("A . # B", "B 1 >7 prone"),
        ("A . Q B\n\n. . Q .", "B 1 >7 prone"),
        ("A . Y B\n\n. . Y .", "B 1 >7 prone"),
        ("A . T B\n\n. . T .", "B 1 >7 prone"),
        ("A . . T\n\n. . . T", "B 1 >7 at=1,4 prone"),
    ] {
        Case::new(board, &format!("A 0 >3 [cran]; {figures}"))
            .orders("A P3/LAN")
            .answers(&["throw cran a 1,4"])
            .expect("unasked DEC-13; B gained 0; lies cran 1,4; untold BAS-CBT-09")
            .check();
    }
    // The thrower's own point never counts, nor does an overturned table.
    Case::new("T B\n\nT .", "A 0 >3 at=1,1 top DEX4 [cran]; B 1 >7 prone")
        .orders("A P3/LAN")
        .answers(&["throw cran a 1,2", "strike"])
        .dice("8:2 20:1")
        .expect("asked DEC-13; told BAS-CBT-09")
        .check();
    Case::new("A . T B\n\n. . T .", "A 0 >3 DEX4 [cran]; B 1 >7 prone")
        .tweak(|position| position.scene.pieces[0].overturned = true)
        .orders("A P3/LAN")
        .answers(&["throw cran a 1,4", "strike"])
        .dice("8:2 20:1")
        .expect("asked DEC-13")
        .check();
    // On one's feet behind a table there is no shelter.
    Case::new("A . T B\n\n. . T .", "A 0 >3 DEX4 [cran]; B 1 >7")
        .orders("A P3/LAN")
        .answers(&["throw cran a 1,4"])
        .dice("8:2 20:1")
        .expect("told BAS-CBT-09")
        .check();
}

/// BAS-LAN-05.
#[test]
fn bas_lan_05_a_knife_at_twelve_points() {
    line(13, "A 0 >3 DEX5 [cran]; B 1 >7 DEX4 FOR4 VIT4 CON4")
        .orders("A P3/LAN")
        .answers(&["throw cran a 1,13"])
        .dice("8:2 20:11")
        .expect("B TR 8; B gained 0; lies cran 1,13; told BAS-LAN-06")
        .check();
}

/// BAS-LAN-05.
#[test]
fn bas_lan_05_range() {
    for (distance, modifier) in
        [(1, 2), (2, 1), (3, 1), (4, 0), (8, 0), (9, -1), (14, -1), (15, -2), (20, -2)]
    {
        let played = line(distance + 1, "A 0 >3 DEX4 [cran]; B 1 >7")
            .orders("A P3/LAN")
            .answers(&[&format!("throw cran a 1,{}", distance + 1)])
            .dice("8:2 20:1")
            .check();
        let told =
            played.has_fact(|what| matches!(what, What::ToHit { range_mod, .. } if *range_mod == modifier));
        assert!(told, "{distance} points: {modifier}");
    }
}

/// BAS-LAN-05.
#[test]
fn bas_lan_05_aimed_and_across_levels() {
    // Aimed: `-` before the throw; the part is chosen, no D8.
    line(3, "A 0 >3 DEX4 [cran]; B 1 >7")
        .orders("A -/LAN")
        .answers(&["throw cran a 1,3", "T"])
        .dice("20:8")
        .expect("asked DEC-11; B T 7")
        .check();
    // From above, D8 3 is the head; on one level it is the trunk (CON 4: T 8, TR 9).
    let throw = |board: &str, figures: &str| {
        Case::new(board, figures).orders("A P3/LAN").answers(&["throw cran a 1,3"]).dice("8:3 20:8")
    };
    throw("A . B", "A 0 >3 DEX4 [cran]; B 1 >7").expect("B TR 8; B T 8").check();
    throw("A_. .", "A 0 >3 DEX4 [cran]; B 1 >7 at=1,3").expect("B T 7; B TR 9").check();
    // From below, D8 6 is the legs.
    Case::new("A . B_", "A 0 >3 DEX4 [cran]; B 1 >7")
        .orders("A P3/LAN")
        .answers(&["throw cran a 1,3"])
        .dice("8:6 20:8")
        .expect("B J 4")
        .check();
}

/// BAS-LAN-06.
#[test]
fn bas_lan_06_what_becomes_of_it() {
    for (item, left) in [
        ("canette", "glass 1,2; gone canette"),
        ("tesson", "glass 1,2; gone tesson"),
        ("chaise", "gone chaise; no glass 1,2"),
        ("cran", "lies cran 1,2"),
    ] {
        Case::new("A . .", &format!("A 0 >3 [{item}]"))
            .orders("A P3/LAN")
            .answers(&[&format!("throw {item} a 1,2")])
            .expect(left)
            .expect(&format!("A lacks {item}"))
            .check();
    }
    // A knife lies under furniture or on top of the bar; a bottle on the bar leaves nothing.
    for (board, layer) in [("A T T", Layer::Ground), ("A # .", Layer::Top)] {
        let played =
            Case::new(board, "A 0 >3 [cran]").orders("A P3/LAN").answers(&["throw cran a 1,2"]).check();
        let knife = played.state.scene.items.iter().find(|item| item.kind.id() == "cran").unwrap();
        assert_eq!(
            knife.place,
            bagarre_baston::testkit::scene::Place::At(super::harness::point("1,2"), layer)
        );
    }
    Case::new("A # .", "A 0 >3 [canette]")
        .orders("A P3/LAN")
        .answers(&["throw canette a 1,2"])
        .expect("no glass 1,2; gone canette")
        .check();
}

/// BAS-LAN-07.
#[test]
fn bas_lan_07_tactical_over_somebody() {
    Case::new("A B . .\n\n. . . .", "A 0 >3 DEX4 [cran]; B 1 >7")
        .orders("A P3/LAN")
        .answers(&["throw cran t 1,3"])
        .dice("8:3 8:5")
        .expect("lies cran 2,3; told BAS-LAN-07; B gained 0")
        .check();
    // No character crossed: 3 is enough.
    Case::new("A . . .\n\n. . . .", "A 0 >3 DEX4 [cran]; B 1 >7 at=1,3")
        .orders("A P3/LAN")
        .answers(&["throw cran t 1,3"])
        .dice("8:4")
        .expect("lies cran 1,3; B gained 0")
        .check();
    // The right arm gone: +2 (BAS-WND-06).
    Case::new("A . . .\n\n. . . .", "A 0 >3 DEX4 BD0 [cran]")
        .orders("A P3/LAN")
        .answers(&["throw cran t 1,3"])
        .dice("8:3 8:1")
        .expect("A lacks cran; gone cran; told BAS-OFF-02")
        .check();
}

/// BAS-LAN-07.
#[test]
fn bas_lan_07_a_stray_is_rolled_again_while_barred() {
    // North of the point is a video game, east a wall; south-west is free.
    Case::new(". . V .\n\nA . .|.\n\n. . . .", "A 0 >3 DEX4 [cran]")
        .orders("A P3/LAN")
        .answers(&["throw cran t 2,3"])
        .dice("8:5 8:1 8:3 8:6")
        .expect("lies cran 3,2")
        .check();
}

/// BAS-LAN-07.
#[test]
fn bas_lan_07_a_bottle_always_ends_as_debris() {
    Case::new("A . .", "A 0 >3 DEX4 [canette]")
        .orders("A P3/LAN")
        .answers(&["throw canette t 1,3"])
        .dice("8:1")
        .expect("glass 1,3; gone canette; told BAS-OBJ-07")
        .check();
}

/// BAS-LAN-08.
#[test]
fn bas_lan_08_from_the_ground() {
    let played = Case::new("A B", "A 0 >3 DEX5 prone [cran]; B 1 >7")
        .orders("A G/LAN")
        .answers(&["throw cran a 1,2"])
        // D8 2 is the trunk by the table, not the legs; 9 + 5 - 3 + 2 = 13.
        .dice("8:2 20:9")
        .expect("B TR 8; B J 5")
        .check();
    assert!(
        played.has_fact(|what| matches!(what, What::ToHit { attacker_mod: -3, total: 13, hit: true, .. }))
    );
    // No chair from the ground: it is not even held (BAS-POS-08).
    Case::new("A B", "A 0 >3 prone; B 1 >7").orders("A G/LAN").expect("told BAS-LAN-02").check();
}

#[test]
fn bas_lan_right_arm_gone() {
    let played = Case::new("A . . . B", "A 0 >3 DEX5 BD0 [cran]; B 1 >7")
        .orders("A P3/LAN")
        .answers(&["throw cran a 1,5"])
        .dice("8:2 20:10")
        .check();
    assert!(played.has_fact(|what| matches!(what, What::ToHit { attacker_mod: -2, total: 13, .. })));
}

/// DEC-12.
#[test]
fn dec_12_the_default_throw() {
    // The nearest enemy on a front line, no friend before it; chair, else bottle, else knife.
    for (kit, object) in [
        ("cran, canette, chaise", "chaise"),
        ("cran, canette", "canette"),
        ("cran, tesson", "tesson"),
        ("rasoir", ""),
    ] {
        let played = Case::new("A . B . C", &format!("A 0 >3 DEX4 [{kit}]; B 1 >7; C 1 >7"))
            .orders("A P3/LAN")
            .dice(if object.is_empty() { "" } else { "8:3 20:10" })
            .defaults()
            .expect("asked DEC-12")
            .check();
        let id = played.facts.iter().find_map(|fact| match fact.what {
            What::Throws { id, aggressive: true, to, .. } => {
                assert_eq!((to.r, to.c), (1, 3));
                Some(id)
            }
            _ => None,
        });
        let name = id.map_or("", |id| {
            let kind = played.state.scene.items[usize::from(id.0)].kind;
            kind.id()
        });
        assert_eq!(name, object);
    }
    // A friend before the target: no throw. A chair beyond eight points: none.
    Case::new("A B C", "A 0 >3 [cran]; B 0 >7; C 1 >7")
        .orders("A P3/LAN")
        .defaults()
        .expect("asked DEC-12; A carries cran")
        .check();
    line(10, "A 0 >3 [chaise]; B 1 >7").orders("A P3/LAN").defaults().expect("A carries chaise").check();
    line(10, "A 0 >3 DEX4 [cran]; B 1 >7")
        .orders("A P3/LAN")
        .defaults()
        .dice("8:2 20:1")
        .expect("A lacks cran")
        .check();
}

/// DEC-12.
#[test]
fn dec_12_no_throw() {
    Case::new("A B", "A 0 >3 [cran]; B 1 >7")
        .orders("A P3/LAN")
        .answers(&["no"])
        .expect("A carries cran; told BAS-LAN-01")
        .check();
}

/// BAS-PRG-03.
#[test]
fn bas_prg_03_pre_lan_throws_what_was_taken() {
    Case::new("A o B", "A 0 >3 DEX4 [cran]; B 1 >7")
        .orders("A PRE/LAN")
        .answers(&["canette", "default"])
        .dice("8:3 20:1")
        .expect("A carries cran; A lacks canette; glass 1,3")
        .check();
}

/// BAS-PRG-03.
#[test]
fn bas_prg_03_a_chair_taken_and_thrown() {
    Case::new("A h B", "A 0 >3 DEX4; B 1 >7")
        .orders("A PRE/LAN")
        .defaults()
        .dice("8:3 20:1")
        .expect("gone chaise; A lacks chaise; B gained 0; asked DEC-05; asked DEC-12")
        .check();
}

#[test]
fn option_thrown_breaks_window() {
    let case = |item: &str, breaks: bool, mode: &str| {
        Case::new("AF. . .", &format!("A 0 >3 DEX4 [{item}]"))
            .with("windows", json!({ "id": "w", "edge": [1, 1, "e"], "inside": [1, 1], "outside": [1, 2] }))
            .options(move |options| {
                options.thrown_breaks_window = breaks;
                options.glass_from_windows = true;
            })
            .orders("A P3/LAN")
            .answers(&[&format!("throw {item} {mode} 1,3")])
    };
    assert!(first_throw(&case("canette", false, "a").play()).is_none());
    assert!(first_throw(&case("cran", true, "a").play()).is_none(), "a knife breaks no window");
    case("canette", true, "a")
        .expect("window 0 destroyed; glass 1,1; glass 1,2; glass 1,3; told BAS-LAN-03")
        .check();
    case("chaise", true, "a").expect("window 0 destroyed; gone chaise").check();
    case("canette", true, "t").dice("8:1").expect("window 0 destroyed; glass 1,3").check();
}
