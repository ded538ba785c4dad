//! Actions that need neither a path nor a fight: cover, reload, standing up, gear and skills used on others (section 4).

use bagarre_generik::testkit::ids::{Era, Scenario};

use crate::harness::Case;

fn refused(case: &Case, code: &str) {
    let played = case.play();
    assert!(played.problem().contains(code), "{code} expected: {}", played.problem());
}

/// GEN-ACT-06, 37, GEN-COV-01, R-049: cover needs an element just in front, for the facing chosen.
#[test]
fn gen_act_37_take_cover() {
    let case = || Case::new("a1 6000,6000; b1 6000,11000").terrain("W-3 6000,6200 0");
    case().act("a1 cover").expect("a1 cover; a1 da 1; told GEN-ACT-37").check();
    case().act("a1 cover >n").expect("a1 cover; a1 faces n").check();
    refused(&case().act("a1 cover >s"), "generik.cover.none");
    refused(
        &Case::new("a1 6000,6000 cover; b1 6000,11000").terrain("W-3 6000,6200 0").act("a1 cover"),
        "generik.cover.already",
    );
}

/// GEN-COV-03, R-108: reloading keeps cover, moving ends it, a pivot ends it when the test fails.
#[test]
fn gen_cov_03_what_ends_cover() {
    let case = || Case::new("a1 6000,6000 colt cover charges=0; b1 6000,11000").terrain("W-3 6000,6200 0");
    case().act("a1 reload fast").expect("a1 cover; a1 charges 1").check();
    case().act("a1 move 6000,5500").expect("a1 bare").check();
    case().act("a1 pivot >1,9").expect("a1 cover").check();
    case().act("a1 pivot >s").expect("a1 bare; a1 da 2; told GEN-COV-03").check();
}

/// GEN-COV-04, R-111: inside scrub one is covered on all sides.
#[test]
fn gen_cov_04_inside_an_area() {
    Case::new("a1 6000,6000; b1 6000,11000")
        .terrain("W-7 6000,6000 0")
        .act("a1 cover >s")
        .expect("a1 cover; a1 faces s")
        .check();
}

/// GEN-ACT-07, 38, GEN-DEC-31, R-050: 1 DA for the weapons that allow it, 2 DA for all.
#[test]
fn gen_act_38_reload() {
    let case = || Case::new("a1 6000,6000 colt fusil_a_bison charges=0,0; b1 6000,11000");
    case().act("a1 reload fast").expect("a1 charges 1,0; a1 da 1").check();
    case().act("a1 reload all").expect("a1 charges 1,1; a1 da 0; told GEN-ACT-07").check();
    refused(&Case::new("a1 6000,6000 colt; b1 6000,11000").act("a1 reload all"), "generik.reload");
    refused(
        &Case::new("a1 6000,6000 fusil_a_bison charges=0; b1 6000,11000").act("a1 reload fast"),
        "generik.reload",
    );
    Case::new("a1 6000,6000 p_deux_pistolets charges=0; b1 6000,11000")
        .era(Era::Pirates)
        .act("a1 reload all")
        .expect("a1 charges 2")
        .check();
}

/// GEN-ACT-42, R-056: each weapon keeps its own loads; a throwing knife is never empty.
#[test]
fn gen_act_42_own_loads() {
    Case::new("a1 6000,6000 colt winchester charges=1,0; b1 6000,11000")
        .act("a1 reload fast")
        .expect("a1 charges 1,1; a1 da 1")
        .check();
}

/// GEN-ACT-11, 41, R-053, R-054: a figure that is down stands up first; that is legal in contact and locks it then.
#[test]
fn gen_act_41_stand_up() {
    let case = || Case::new("a1 6000,6000 down; b1 6000,11000");
    case().act("a1 stand >e").expect("a1 up; a1 da 1; a1 faces e").check();
    refused(&case().act("a1 move 6000,6500"), "generik.down");
    refused(&Case::new("a1 6000,6000; b1 6000,11000").act("a1 stand"), "generik.stands");
    refused(
        &Case::new("a1 6000,6000 colt down; b1 6000,6250").act("a1 stand").act("a1 move 6000,5500"),
        "generik.locked",
    );
}

/// GEN-SKL-05, R-263: Pois sauteur stands up for nothing, also without DA, and it counts as an act.
#[test]
fn gen_skl_05_pois_sauteur() {
    let played = Case::new("a1 6000,6000 down pois_sauteur da=0 tried; a2 7000,6000; b1 6000,11000")
        .act("a1 stand")
        .expect("a1 up; a1 da 0; open")
        .check();
    assert!(played.state.scene.phase.acted);
}

/// GEN-ACT-33, R-045: a locked figure only fights; with the option it may walk away.
#[test]
fn gen_act_33_locked() {
    let case = || Case::new("a1 6000,6000 colt; b1 6000,6250").terrain("W-3 5900,5800 0");
    refused(&case().act("a1 move 6000,5500"), "generik.locked");
    refused(&case().act("a1 shoot b1"), "generik.locked");
    refused(&case().act("a1 cover"), "generik.locked");
    refused(&case().act("a1 pivot >s"), "generik.locked");
    Case::new("a1 6000,6000; b1 6000,6250 da=0")
        .options(|it| it.allow_disengage = true)
        .act("a1 move 6000,5500")
        .expect("a1 at 6000,5500")
        .check();
}

/// GEN-ACT-34, GEN-ACT-21, R-006: pivots are free and no act; a targeted action turns the figure to its target.
#[test]
fn gen_act_34_facing() {
    let played = Case::new("a1 6000,6000; b1 6000,11000")
        .act("a1 pivot >w")
        .expect("a1 faces w; a1 da 2; open")
        .check();
    assert!(!played.state.scene.phase.acted);
    Case::new("a1 6000,6000 propos_orduriers >s; b1 6000,8000")
        .act("a1 insult b1")
        .expect("a1 faces 0,2000; b1 da 1; told GEN-SKL-20")
        .check();
}

/// GEN-ACT-43: nothing forces a figure to spend its DA.
#[test]
fn gen_act_43_da_may_stay() {
    Case::new("a1 6000,6000; b1 6000,11000").act("end").expect("phase b; a1 da 2; ended chosen").check();
}

/// GEN-ACT-20, GEN-SKL-20, R-272: within 30 cm and visible; again and again.
#[test]
fn gen_skl_20_insults() {
    Case::new("a1 6000,6000 propos_orduriers; b1 6000,9250")
        .act("a1 insult b1")
        .act("a1 insult b1")
        .expect("b1 da 0; a1 da 0")
        .check();
    refused(&Case::new("a1 6000,6000 propos_orduriers; b1 6000,9251").act("a1 insult b1"), "generik.reach");
    refused(&Case::new("a1 6000,6000; b1 6000,8000").act("a1 insult b1"), "generik.gear");
    refused(
        &Case::new("a1 6000,6000 propos_orduriers; b1 6000,8000")
            .terrain("W-2 6000,7000 0")
            .act("a1 insult b1"),
        "generik.reach",
    );
}

/// GEN-ACT-16, GEN-WPN-X1, T32, R-282: cards and parrot, once in each phase, within 10 cm: nothing, 1 DA or 2 DA.
#[test]
fn gen_act_16_distract() {
    for (face, left) in [(2, "2"), (3, "1"), (4, "1"), (5, "0")] {
        Case::new("a1 6000,6000 jeu_de_carte; b1 6000,7250")
            .act("a1 distract b1")
            .dice(&format!("X{face}"))
            .expect(&format!("b1 da {left}; a1 da 1; told GEN-WPN-X1"))
            .check();
    }
    Case::new("a1 6000,6000 jeu_de_carte; b1 6000,7000 da=1")
        .act("a1 distract b1")
        .dice("X6")
        .expect("b1 da 0")
        .check();
    refused(
        &Case::new("a1 6000,6000 jeu_de_carte; b1 6000,7000")
            .act("a1 distract b1")
            .act("a1 distract b1")
            .dice("X1"),
        "generik.distract.used",
    );
    refused(&Case::new("a1 6000,6000 jeu_de_carte; b1 6000,7251").act("a1 distract b1"), "generik.reach");
    Case::new("a1 6000,6000 p_perroquet; b1 6000,7000")
        .era(Era::Pirates)
        .act("a1 distract b1")
        .dice("X3")
        .expect("b1 da 1")
        .check();
}

/// GEN-ACT-17, GEN-CC-12, R-283: the hook takes 1 DA of a standing enemy in contact, without a die, again if wanted.
#[test]
fn gen_act_17_hook() {
    let case = |b: &str| Case::new(&format!("a1 6000,6000 p_crochet; b1 6000,6250 {b}")).era(Era::Pirates);
    case("").act("a1 hook b1").act("a1 hook b1").expect("b1 da 0; a1 da 0; told GEN-CC-12").check();
    refused(&case("down").act("a1 hook b1"), "generik.hook");
    refused(&Case::new("a1 6000,6000; b1 6000,6250").act("a1 hook b1"), "generik.gear");
}

/// GEN-ACT-18, GEN-SKL-03, R-262: one drink makes the bearer well; its DA of the turn stay as they are.
#[test]
fn gen_skl_03_flask() {
    Case::new("a1 6000,6000 sac_a_gnole wounded da=1 tried; b1 6000,11000 da=0 tried")
        .act("a1 drink")
        .expect("a1 well; turn 2; a1 da 2")
        .check();
    refused(&Case::new("a1 6000,6000 sac_a_gnole; b1 6000,11000").act("a1 drink"), "generik.drink");
    refused(
        &Case::new("a1 6000,6000 sac_a_gnole wounded da=1 flask_used; b1 6000,11000").act("a1 drink"),
        "generik.drink",
    );
}

/// GEN-ACT-12, GEN-SCN-60, R-251: a standing figure in contact sacks; both markers of the enemy win.
#[test]
fn gen_act_12_sack() {
    let case = || {
        Case::new("a1 6000,11000; b1 2000,2000").scenario(Scenario::Saccage).tweak(|it| {
            let marker = |x: i32, owner: u8| bagarre_generik::testkit::scene::Marker {
                at: bagarre_kit::plane::Pt::new(x, 11_250),
                owner: Some(bagarre_kit::contract::Seat(owner)),
                sacked: false,
            };
            it.scene.markers = vec![marker(6000, 1), marker(5500, 1), marker(6500, 0)];
        })
    };
    case().act("a1 sack 0").expect("playing; a1 da 1; told GEN-ACT-12").check();
    refused(&case().act("a1 sack 1"), "generik.sack");
    refused(&case().act("a1 sack 2"), "generik.sack");
    refused(&case().act("a1 sack 0").act("a1 sack 0"), "generik.sack");
    case()
        .tweak(|it| it.scene.markers[1].sacked = true)
        .act("a1 sack 0")
        .expect("over; winner a; reason sacked; told GEN-SCN-60")
        .check();
}

/// GEN-SKL-17, R-023, R-269: the first command of a turn rolls: 1 loses everything, 2 to 5 nothing.
#[test]
fn gen_skl_17_wits() {
    let case = || Case::new("a1 6000,6000 pas_tres_fin; a2 9000,9000; b1 6000,11000");
    case()
        .act("a1 move 6000,6500")
        .act("a1 move 6000,7000")
        .dice("X3")
        .expect("a1 at 6000,7000; a1 da 0")
        .check();
    case()
        .act("a1 move 6000,6500")
        .dice("X1")
        .expect("a1 at 6000,6000; a1 da 0; told GEN-SKL-17; open")
        .check();
    let phase = case().act("a1 pivot >s").play();
    assert!(!phase.state.scene.figures[0].dim_rolled, "a pivot is no command");
    assert!(!phase.state.scene.phase.acted);
}

/// GEN-ACT-08, GEN-ACT-09, GEN-ACT-13, GEN-ACT-14, GEN-ACT-15, GEN-ACT-30, R-040: what shots and attacks cost.
#[test]
fn gen_act_30_what_blows_cost() {
    let refused_with = |era: Era, figures: &str, act: &str, da: &str| {
        let played = Case::new(figures).era(era).act(act).play();
        assert!(played.problem().contains(&format!("This takes {da} AD")), "{act}: {}", played.problem());
    };
    refused_with(Era::Western, "a1 6000,6000 colt da=0; b1 6000,7000", "a1 shoot b1", "1");
    refused_with(Era::Western, "a1 6000,6000 colt da=1; b1 6000,7000", "a1 powerful b1", "2");
    refused_with(Era::Western, "a1 6000,6000 double_colt da=1; b1 6000,7000", "a1 multi b1", "2");
    refused_with(Era::Pirates, "a1 6000,6000 p_deux_pistolets da=1; b1 6000,7000", "a1 volley b1", "2");
    refused_with(Era::Western, "a1 6000,6000 da=0; b1 6000,6250", "a1 attack b1", "1");
    refused_with(Era::Western, "a1 6000,6000 da=1; b1 6000,6250", "a1 hard b1", "2");
    refused_with(Era::Pirates, "a1 6000,6000 p_deux_armes da=1; b1 6000,6250", "a1 flurry b1", "2");
}

/// GEN-ACT-01 to 20, 35, 36: a lack of DA is refused by the rule of the act.
#[test]
fn gen_act_07_a_lack_of_da_cites_the_act() {
    let code = |case: Case, act: &str, rule: &str| {
        let (code, cited) = case.refused(act);
        assert_eq!((&*code, &*cited), ("generik.da", rule), "{act}");
    };
    let apart = |what: &str| Case::new(&format!("a1 6000,6000 {what} da=1; b1 6000,8000 da=0"));
    code(apart("colt charges=0"), "a1 reload all", "GEN-ACT-07");
    code(apart("colt"), "a1 powerful b1", "GEN-ACT-08");
    code(apart(""), "a1 run 6000,5000", "GEN-ACT-03");
    let touching = Case::new("a1 6000,6000 da=1; b1 6000,6250 da=0");
    code(touching, "a1 hard b1", "GEN-ACT-09");
    code(Case::new("a1 6000,6000 da=0; a2 9000,9000; b1 6000,11000"), "a1 move 6000,5500", "GEN-ACT-02");
}

/// GEN-ACT-31, GEN-WPN-M14: the player of a figure in full armour is told why the way is too long.
#[test]
fn gen_act_31_armour_doubles_the_way() {
    let say = |what: &str| {
        let case = Case::new(&format!("a1 6000,6000 {what}; b1 6000,11000")).era(Era::Medieval);
        case.act("a1 move 6000,7200").play().problem().to_owned()
    };
    assert!(say("armure_complete").contains("Full armour counts double"), "{}", say("armure_complete"));
    assert!(say("").contains("generik.path.long") && !say("").contains("armour"), "{}", say(""));
}
