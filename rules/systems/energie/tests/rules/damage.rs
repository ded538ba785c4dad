//! Attacks, damage, damage over time and protections (C3, C9 to C12).

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Aim, Strike};
use bagarre_energie::testkit::event::{Circumstance, What};
use bagarre_energie::testkit::ids::{Domain, Kind, Protection, Scenario, Source, Weapon};

fn duel() -> Fight {
    Fight::duel(hero("A", 3, 2), hero("B", 3, 2))
}

fn at(arm: u8, who: bagarre_energie::testkit::ids::Who, strike: Strike) -> Act {
    Act::Attack { arm, at: Aim::Who(who), strike }
}

fn why(play: &Play) -> Vec<Circumstance> {
    match play.last(|what| matches!(what, What::Aims { .. })) {
        Some(What::Aims { why, .. }) => why.iter().map(|(why, _)| *why).collect(),
        _ => panic!("nobody aims"),
    }
}

/// ENE-ATT-01, ENE-ATT-02, ENE-ATT-05, ENE-DMG-01, ENE-DMG-04: a blow adds up.
#[test]
fn ene_att_01_a_blow_adds_up() {
    let strong = powered(hero("A", 3, 2), Domain::Contact);
    let mut play = Fight::duel(strong, worn(hero("B", 3, 2), &[Protection::Plaque])).play();
    play.act(blow(B), "5 5 4");
    // 3 + 1 + (3 - 1) - 2.
    assert_eq!((play.damage(), play.pe(B)), (Some(4), 8 - 4));
    assert_eq!(play.refused(at(0, A, Strike::Normal)), "energie.act.attack");
}

/// ENE-DMG-02, ENE-COR-10: an fp of another domain does not count.
#[test]
fn ene_dmg_02_an_fp_of_another_domain_does_not_count() {
    let strong = powered(hero("A", 3, 2), Domain::Tir);
    let mut play = Fight::duel(strong, hero("B", 3, 2)).play();
    play.act(blow(B), "5 2 3");
    assert_eq!(play.damage(), Some(3));
}

/// ENE-DMG-07, ENE-DMG-08: damage may be nothing and is still a hit.
#[test]
fn ene_dmg_07_damage_may_be_nothing_and_is_still_a_hit() {
    let fists = armed(hero("A", 3, 2), &[]);
    let mut play = Fight::duel(fists, worn(hero("B", 3, 2), &[Protection::Plaque])).play();
    play.act(blow(B), "5 2 3");
    assert_eq!((play.damage(), play.pe(B)), (Some(0), 8));
}

/// ENE-PRO-01, ENE-PRO-03, ENE-PRO-04: armour and shield add up with their fp.
#[test]
fn ene_pro_01_armour_and_shield_add_up_with_their_fp() {
    let mut knight = worn(hero("B", 3, 2), &[Protection::Maille, Protection::PetitBouclier]);
    knight = powered(knight, Domain::Armure);
    let mut play = Fight::duel(hero("A", 3, 2), knight).play();
    play.act(blow(B), "5 5 3");
    assert_eq!(play.damage(), Some(3 + 1 - 3));
    let shielded = worn(armed(hero("A", 3, 2), &[Weapon::Baton]), &[Protection::PetitBouclier]);
    let mut play = Fight::duel(shielded, hero("B", 3, 2)).play();
    assert_eq!(play.refused(blow(B)), "energie.act.hands", "ENE-R27");
}

/// ENE-ATT-03, ENE-MAP-04: far shots need more and farther ones are illegal.
#[test]
fn ene_att_03_far_shots_need_more_and_farther_ones_are_illegal() {
    let shooter = armed(hero("A", 3, 2), &[Weapon::Taser]);
    let mut play = Fight::duel(shooter.clone(), hero("B", 3, 2)).at(A, "portail").at(B, "rayonnages").play();
    play.act(blow(B), "5 5 5");
    assert!(why(&play).contains(&Circumstance::Far) && why(&play).contains(&Circumstance::Cover));
    assert_eq!(play.test().0, 3, "capped at two");
    let mut play = Fight::duel(shooter, hero("B", 3, 2)).at(A, "portail").at(B, "quai").play();
    assert_eq!(play.refused(blow(B)), "energie.act.sight");
}

/// ENE-ATT-03: high ground prone targets and scrums.
#[test]
fn ene_att_03_high_ground_prone_targets_and_scrums() {
    let shooter = armed(hero("A", 3, 2), &[Weapon::FusilAssaut]);
    let fight = Fight::duel(shooter.clone(), hero("B", 3, 2)).at(A, "passerelle").at(B, "portail");
    let mut play = fight.who(B, |it| it.prone = true).play();
    play.act(blow(B), "5 5 5");
    assert_eq!(why(&play), [Circumstance::Prone]);
    let fight = Fight::pairs(shooter, hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let mut play = fight.at(A, "portail").play();
    play.act(blow(C), "5 5 5");
    assert_eq!((why(&play), play.test().0), (vec![Circumstance::Scrum], 2));
}

/// ENE-ATT-07, ENE-R14, ENE-R15: a fumble breaks jams or numbs.
#[test]
fn ene_att_07_a_fumble_breaks_jams_or_numbs() {
    let mut play = Fight::duel(armed(hero("A", 3, 2), &[Weapon::PistoletLeger]), hero("B", 3, 2)).play();
    play.act(blow(B), "1 1 2");
    assert!(play.f(A).arms[0].jammed && !play.f(A).arms[0].broken);
    let mut play = Fight::duel(armed(hero("A", 3, 2), &[]), hero("B", 3, 2)).play();
    play.act(blow(B), "1 1 2");
    assert_eq!(play.f(A).numb, 2);
    play.act(Act::Pass, "").act(Act::Pass, "").act(blow(B), "4 5 1");
    assert_eq!(play.test().1, 5, "until the end of the next activation");
    play.act(Act::Pass, "");
    assert_eq!(play.f(A).numb, 0);
}

/// ENE-ATT-09: a long weapon reaches across three metres and is no shot.
#[test]
fn ene_att_09_a_long_weapon_reaches_across_three_metres_and_is_no_shot() {
    let bands = [
        vec![armed(hero("A", 3, 2), &[Weapon::Lance]), hero("B", 3, 2)],
        vec![hero("C", 3, 2), hero("D", 3, 2)],
    ];
    let setup = setup(bagarre_energie::testkit::ids::Scenario::Docks, "2v2", &bands);
    let mut play = Fight::of(&setup).at(A, "quai_ouest").at(C, "peniche").acts(A).play();
    play.act(blow(C), "4 2 2");
    assert_eq!((why(&play), play.test().0), (vec![], 1), "no cover of the barge");
    let mut play = Fight::of(&setup).at(A, "quai_ouest").at(C, "quai_est").acts(A).play();
    assert_eq!(play.refused(blow(C)), "energie.act.contact");
}

/// ENE-ATT-08: an empty zone may be aimed at and nothing burns without a success.
#[test]
fn ene_att_08_an_empty_zone_may_be_aimed_at_and_nothing_burns_without_a_success() {
    let thrower = armed(hero("A", 3, 2), &[Weapon::Epee, Weapon::Molotov]);
    let mut play = Fight::duel(thrower, hero("B", 3, 2)).play();
    let zone = bagarre_energie::testkit::ids::Zone(0);
    play.act(Act::Attack { arm: 1, at: Aim::Zone(zone), strike: Strike::Normal }, "2 2 3");
    assert_eq!(play.state.scene.zones[0].fire_until, 0);
    assert!(play.f(A).arms[1].gone, "spent all the same");
}

/// ENE-ATT-10: a thrown weapon lies where it struck.
#[test]
fn ene_att_10_a_thrown_weapon_lies_where_it_struck() {
    let mut play =
        Fight::duel(armed(hero("A", 3, 2), &[Weapon::Couteau]), hero("B", 3, 2)).at(B, "portail").play();
    assert_eq!(play.refused(blow(B)), "energie.act.contact");
    play.act(at(0, B, Strike::Thrown), "5 2 3");
    assert_eq!(play.state.scene.zones[0].weapons, [Weapon::Couteau]);
    assert_eq!(play.damage(), Some(2));
}

/// ENE-DOT-01, ENE-DOT-03, ENE-R18: sources hurt at each slot, with and without protection.
#[test]
fn ene_dot_01_sources_hurt_at_each_slot_whatever_one_wears() {
    let armoured = worn(hero("B", 3, 2), &[Protection::Plaque]);
    let fight = Fight::duel(hero("A", 3, 2), armoured);
    let mut play = fight.who(B, |it| it.sources = vec![Source::FeuTorche, Source::Poison]).play();
    play.act(Act::Pass, "");
    assert_eq!(play.pe(B), 8 - 1 - 2);
}

/// ENE-DOT-03, ENE-FIN-02: the strongest danger counts and not twice.
#[test]
fn ene_dot_03_the_strongest_danger_counts_and_not_twice() {
    let dangers = vec![Source::FeuTorche, Source::FeuCamp];
    let fight = duel().at(B, "quai").with(|scene| scene.zones[6].dangers = dangers.clone());
    let mut play = fight.who(B, |it| it.sources = vec![Source::FeuCamp]).play();
    play.act(Act::Pass, "");
    assert_eq!(play.pe(B), 8 - 2);
}

/// ENE-DOT-04: lava leaves a burn and rolling puts it out.
#[test]
fn ene_dot_04_lava_leaves_a_burn_and_rolling_puts_it_out() {
    let fight = duel().at(B, "quai").with(|scene| scene.zones[6].dangers = vec![Source::Lave]);
    let mut play = fight.play();
    play.act(Act::Pass, "");
    assert_eq!((play.pe(B), play.f(B).sources.clone()), (5, vec![Source::FeuTorche]));
    assert_eq!(play.refused(Act::Smother), "energie.act.fire");
    play.act(Act::Drop, "").act(Act::Smother, "");
    assert!(play.f(B).sources.is_empty());
}

/// ENE-DOT-04: robots ignore what only the living suffer, carried or of the zone.
#[test]
fn ene_dot_04_robots_ignore_what_only_the_living_suffer() {
    use Source::{Asphyxie, FeuCamp, FeuTorche, JetAcide, Lave, Noyade, Poison, PoisonVirulent, Venin};
    let slot = |kind, carried: &[Source], dangers: &[Source]| {
        let mut patient = armed(hero("B", 3, 2), &[]);
        patient.kind = kind;
        let fight = Fight::duel(hero("A", 3, 2), patient).at(B, "quai");
        let fight = fight.with(|scene| scene.zones[6].dangers = dangers.to_vec());
        let mut play = fight.who(B, |it| it.sources = carried.to_vec()).play();
        play.act(Act::Pass, "");
        8 - play.pe(B)
    };
    for (id, rate) in [(Asphyxie, 1), (Noyade, 1), (Venin, 1), (Poison, 2), (PoisonVirulent, 3)] {
        assert_eq!(slot(Kind::Robot, &[id], &[]), 0, "{id:?} carried");
        assert_eq!(slot(Kind::Robot, &[], &[id]), 0, "{id:?} of the zone");
        assert_eq!(slot(Kind::Humain, &[], &[id]), rate, "{id:?}");
    }
    for (id, rate) in [(FeuTorche, 1), (FeuCamp, 2), (JetAcide, 2), (Lave, 3)] {
        assert_eq!((slot(Kind::Robot, &[id], &[]), slot(Kind::Robot, &[], &[id])), (rate, rate), "{id:?}");
    }
    // ENE-DOT-03: of the dangers of the zone only the strongest that affects the victim counts.
    let smoke = [FeuTorche, PoisonVirulent];
    assert_eq!((slot(Kind::Robot, &[], &smoke), slot(Kind::Humain, &[], &smoke)), (1, 3));
}

/// ENE-DOT-03, ENE-DOT-04: carried asphyxia and drowning are left behind with the zone, and count once inside.
#[test]
fn ene_dot_03_carried_asphyxia_and_drowning_are_left_behind_with_the_zone() {
    for id in [Source::Asphyxie, Source::Noyade] {
        let slot = |dangers: Vec<Source>| {
            let fight = duel().at(B, "quai").with(|scene| scene.zones[6].dangers = dangers);
            let mut play = fight.who(B, |it| it.sources = vec![id]).play();
            play.act(Act::Pass, "");
            (8 - play.pe(B), play.f(B).sources.clone())
        };
        assert_eq!(slot(vec![]), (0, vec![]), "{id:?}");
        assert_eq!(slot(vec![id]), (1, vec![id]), "{id:?}");
    }
}

/// ENE-DOT-04, ENE-MOV-12: a robot in plate does not drown.
#[test]
fn ene_dot_04_a_robot_in_plate_does_not_drown() {
    let lost = |kind| {
        let mut plated = worn(armed(hero("D", 3, 2), &[]), &[Protection::Plaque]);
        plated.kind = kind;
        let bands = [vec![hero("A", 3, 2), hero("B", 3, 2)], vec![hero("C", 3, 2), plated]];
        let fight = Fight::of(&setup(Scenario::Epave, "2v2", &bands)).at(D, "lagon_est").acts(C);
        let mut play = fight.play();
        play.act(Act::Pass, "");
        8 - play.pe(D)
    };
    assert_eq!((lost(Kind::Robot), lost(Kind::Humain)), (0, 1));
}

/// ENE-DOT-02, ENE-R47: care stops every source.
#[test]
fn ene_dot_02_care_stops_every_source() {
    let fight = Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let mut play = fight.who(B, |it| it.sources = vec![Source::Venin, Source::Poison]).play();
    play.act(Act::Care { who: B }, "");
    assert!(play.f(B).sources.is_empty() && play.pe(B) == 8);
    assert!(matches!(play.ask(), bagarre_energie::Ask::Act { who: B, .. }), "ENE-ACT-05: both actions");
}
