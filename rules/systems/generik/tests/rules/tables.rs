//! The data files say what is printed (sections 4, 18 and 19).

use bagarre_generik::testkit::ids::{ActKind, Era, Scenario, Skill, Weapon};
use bagarre_generik::testkit::numbers::{ActRow, Cure, Source, Window, act, era, numbers};
use bagarre_generik::testkit::tables::{Harm, Whim, scenario, skill, skills, weapons};

/// The printed costs of section 4, in the order of the actions; a climb is for each 5 cm.
#[test]
fn actions_cost_what_is_printed() {
    let printed = [1, 1, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 1, 0];
    assert_eq!(ActKind::ALL.iter().map(|id| act(*id).da).collect::<Vec<_>>(), printed);
    let chosen = |fits: fn(&ActRow) -> bool| {
        ActKind::ALL.iter().filter(|id| fits(act(**id))).map(|id| id.id()).collect::<Vec<_>>()
    };
    assert_eq!(chosen(|act| act.ao == Window::During), ["move", "run", "climb", "drag", "charge"]);
    assert_eq!(
        chosen(|act| act.ao == Window::After),
        ["shoot", "powerful_shot", "multi_shot", "pair_volley"]
    );
    let locked = ["cc_attack", "powerful_attack", "stand_up", "multi_attack", "hook"];
    assert_eq!(chosen(|act| act.locked), locked);
    assert_eq!(chosen(|act| act.down), ["stand_up"]);
    assert_eq!(chosen(|act| act.keeps_cover), ["take_cover", "reload", "pivot"]);
    assert_eq!(chosen(|act| act.attack_bonus == 1), ["powerful_shot", "powerful_attack"]);
    assert_eq!(act(ActKind::Reload).da_fast_weapons_only, 1);
}

/// The printed costs of section 19, in the order of the skills.
#[test]
fn skills_cost_what_is_printed() {
    let printed = [-5, 5, 5, 15, 10, 10, 15, 10, 5, 20, 10, 10, 5, 5, 5, -5, 0, 15, 10, 10, 20];
    assert_eq!(Skill::ALL.iter().map(|id| skill(*id).cost).collect::<Vec<_>>(), printed);
    for (number, id) in (1..).zip(Skill::ALL) {
        let ours = skill(*id);
        assert_eq!((ours.number, ours.rule.as_str()), (number, &*format!("GEN-SKL-{number:02}")));
        assert!([&ours.text_fr, &ours.text_en, &ours.fr, &ours.en].iter().all(|text| !text.is_empty()));
    }
    // The numbers that rules read, one by one.
    assert_eq!((skill(Skill::PiedsPlat).cost_clear, skill(Skill::CoureurDesBois).cost_difficult), (2, 1));
    assert_eq!(
        (skill(Skill::TirDElite).powerful_shot_bonus, skill(Skill::ExpertCc).powerful_attack_bonus),
        (2, 2)
    );
    assert_eq!((skill(Skill::Chargez).radius, skill(Skill::Chargez).distance), (2000, 1000));
    assert_eq!((skill(Skill::HerosOuFou).heroic_bonus, skill(Skill::MortVivant).wound_mod_against), (1, -1));
    assert_eq!((skill(Skill::TasDeMuscle).drag_budget, skill(Skill::Tremblote).long_range_mod), (1000, -2));
    assert_eq!((skill(Skill::ProposOrduriers).range, skill(Skill::ProposOrduriers).da_loss), (3000, 1));
    assert_eq!(skill(Skill::PovrePtiteChose).cc_attack_da_extra_while_down, 1);
    assert_eq!((skill(Skill::BigBoss).max_da, skill(Skill::BigBoss).max_da_wounded), (3, 2));
    let whims = skill(Skill::PasTresFin).activation_roll.unwrap();
    assert_eq!((whims[0], whims[3], whims[5]), (Whim::LoseAllDa, Whim::None, Whim::FreeMoveNearestEnemy));
}

/// GEN-WND-01: up to 3 knocked down, 4 and 5 wounded, from 6 out of action.
#[test]
fn wound_table() {
    let wound = &numbers().wound;
    assert_eq!((wound.wounded_min, wound.out_of_action_min), (4, 6));
}

/// more than two only meet in the first.
#[test]
fn scenarios_are_for_as_many() {
    assert_eq!(
        Scenario::ALL.iter().map(|id| scenario(*id).most_seats).collect::<Vec<_>>(),
        [4, 2, 2, 2, 2, 2]
    );
}

/// The printed table of section 18: wounded, wounded chief, out of action, chief out of action, win, weaker, reputation.
#[test]
fn the_printed_table_of_scores() {
    let printed = [
        (5, 10, 10, 15, 15, 5, 2, -1),
        (0, 10, 10, 30, 10, 5, 1, 0),
        (0, 5, 5, 10, 15, 5, 1, -1),
        (0, 5, 5, 10, 15, 5, 2, -1),
        (0, 5, 5, 10, 15, 5, 1, 0),
        (0, 5, 5, 10, 15, 5, 2, 0),
    ];
    for (id, row) in Scenario::ALL.iter().zip(printed) {
        let s = scenario(*id);
        let ours = (
            s.worth(Harm::Wounded, false, false),
            s.worth(Harm::Wounded, true, false),
            s.worth(Harm::Ooa, false, false),
            s.worth(Harm::Ooa, true, false),
            s.score_win,
            s.score_weaker_band,
            s.reputation_win,
            s.reputation_lose,
        );
        assert_eq!(ours, row, "{}", id.id());
    }
    assert_eq!(scenario(Scenario::Ravioli).score_win_by_control_extra, 15);
    assert_eq!(scenario(Scenario::Sortie).score_per_exit, 10);
    assert_eq!(scenario(Scenario::Saccage).score_per_sack, 10);
}

/// GEN-SCN-41: a champion scores 5 wounded and 20 out of action; one who is chief too scores the higher value.
#[test]
fn gen_scn_41_champions_score_more() {
    let duel = scenario(Scenario::DuelDHonneur);
    assert_eq!((duel.worth(Harm::Wounded, false, true), duel.worth(Harm::Ooa, false, true)), (5, 20));
    assert_eq!((duel.worth(Harm::Wounded, true, true), duel.worth(Harm::Ooa, true, true)), (5, 20));
    // Elsewhere no figure is a champion.
    assert_eq!(scenario(Scenario::TeteDuChef).worth(Harm::Ooa, true, true), 30);
}

/// T34 and the examples of GEN-SCN-10 and GEN-SCN-20.
#[test]
fn scores_of_the_examples() {
    let first = scenario(Scenario::BastonGenerale);
    let points =
        first.worth(Harm::Wounded, true, false) + 3 * first.worth(Harm::Ooa, false, false) + first.score_win;
    assert_eq!(points, 55);
    let second = scenario(Scenario::TeteDuChef);
    assert_eq!(second.worth(Harm::Ooa, true, false) + second.score_win, 40);
}

#[test]
fn eras_have_words_and_an_armoury() {
    for id in Era::ALL {
        let ours = era(*id);
        assert!(
            !ours.fr.is_empty()
                && !ours.en.is_empty()
                && !ours.text_fr.is_empty()
                && !ours.text_en.is_empty()
        );
        assert!(weapons().iter().filter(|weapon| weapon.era == *id).count() >= 9);
    }
    assert_eq!((era(Era::Western).costs, era(Era::Ww2).costs), (Source::Print, Source::Ours));
}

/// GEN-CMP-04, T33: 1 and 2 dead, 3 and 4 wounded, 5 and 6 healed.
#[test]
fn the_table_of_care() {
    use Cure::{Dead, Healed, Wounded};
    assert_eq!(numbers().campaign.care_ooa_table, [Dead, Dead, Wounded, Wounded, Healed, Healed]);
}

#[test]
fn every_identifier_has_its_row() {
    assert_eq!(weapons().iter().map(|row| row.id).collect::<Vec<_>>(), Weapon::ALL);
    assert_eq!(skills().iter().map(|row| row.id).collect::<Vec<_>>(), Skill::ALL);
    assert_eq!(numbers().action.iter().map(|row| row.id).collect::<Vec<_>>(), ActKind::ALL);
    assert_eq!(numbers().era.iter().map(|row| row.id).collect::<Vec<_>>(), Era::ALL);
}
