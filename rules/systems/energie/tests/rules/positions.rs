//! Positions: what a moment may state, and what its faults say.

use std::sync::Arc;

use super::harness::*;
use bagarre_energie::Energie;
use bagarre_energie::testkit::ids::{Skill, Who};
use bagarre_energie::testkit::scene::{Fighter, Sheet};
use bagarre_kit::contract::{Lang, Refuse, Ruleset};

fn pairs() -> Fight {
    Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2))
}

/// A change of a position.
type Change = fn(&mut Fighter);

fn sheet(fighter: &mut Fighter, change: impl FnOnce(&mut Sheet)) {
    change(Arc::make_mut(&mut fighter.sheet));
}

/// A position may state what its characters are able to, though the set-up makes them otherwise: it is played as it stands.
#[test]
fn sheets_may_be_any_that_the_rules_can_play() {
    let stated = |fighter: &mut Fighter| {
        sheet(fighter, |sheet| {
            (sheet.physique, sheet.mental, sheet.pe_max, sheet.armour) = (6, 5, 40, 4);
            sheet.skills = vec![Skill::PremiersSoins];
        });
        fighter.pe = 37;
    };
    let fight = pairs().who(B, stated);
    let state = Energie::from_position(&fight.position).unwrap();
    let loaded = state.scene.fighter(B);
    assert_eq!((loaded.sheet.physique, loaded.sheet.pe_max, loaded.pe), (6, 40, 37));
    assert_eq!(Energie::from_position(&Energie::position(&state)).unwrap(), state);
    let mut play = pairs().who(C, |it| sheet(it, |sheet| sheet.pe_max = 40)).who(C, |it| it.pe = 40).play();
    play.act(blow(C), "4 5 5");
    assert!((20..40).contains(&play.pe(C)), "a blow takes of what was stated: {}", play.pe(C));
}

/// Each fault names the field that is wrong.
#[test]
fn faults_name_their_fields() {
    let said = |who: Who, change: Change| {
        let fight = pairs().who(who, change);
        Energie::from_position(&fight.position).expect_err("it is no moment of a game").say(Lang::En)
    };
    let cases: [(&str, Change); 8] = [
        ("scene.fighters[0].sheet.name: \"A\"", |it| sheet(it, |sheet| sheet.name = "Z".to_owned())),
        ("scene.fighters[0].sheet.side: 0", |it| sheet(it, |sheet| sheet.side = 1)),
        ("scene.fighters[0].sheet.physique: 40, where it is 0 to 9", |it| {
            sheet(it, |sheet| sheet.physique = 40);
        }),
        ("scene.fighters[0].sheet.skills[1]: ", |it| {
            sheet(it, |sheet| sheet.skills = vec![Skill::PremiersSoins; 2]);
        }),
        ("scene.fighters[0].pe: 90, where", |it| it.pe = 90),
        ("scene.fighters[0].hurt_by: ", |it| it.hurt_by = Some(9)),
        ("scene.fighters[0].shielded: ", |it| it.shielded = Some(Who(40))),
        ("scene.fighters[0].worn: 10, where", |it| it.worn = 10),
    ];
    for (fault, change) in cases {
        let said = said(A, change);
        assert!(said.lines().any(|line| line.starts_with(fault)), "{fault} is missing in:\n{said}");
    }
}
