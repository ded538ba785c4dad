//! The data files say what the catalogue's tables say (sections 2 to 19).

use bagarre_generik::testkit::ids::{ActKind, Era, Scenario, Skill, Weapon};
use bagarre_generik::testkit::numbers::{Cure, Source, Window, act, era, numbers};
use bagarre_generik::testkit::setup::Options;
use bagarre_generik::testkit::space::{SCALE, THIN};
use bagarre_generik::testkit::tables::{CM, Harm, Whim, scenario, scenarios, skill, skills, weapons};
use serde_json::Value;

/// The tables of the catalogue, as they were handed to us.
pub fn catalogue() -> Value {
    let table: toml::Table =
        toml::from_str(include_str!("../../../../../docs/rules/generik-tables.toml")).unwrap();
    serde_json::to_value(table).unwrap()
}

/// Every key of `ours` that the catalogue's section has says the same there.
fn same(ours: &Value, theirs: &Value, what: &str) -> usize {
    let mut compared = 0;
    for (key, value) in ours.as_object().unwrap() {
        if let Some(other) = theirs.get(key) {
            assert_eq!(value, other, "{what}.{key}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn sections_say_what_the_catalogue_says() {
    let theirs = catalogue();
    let ours = serde_json::to_value(numbers()).unwrap();
    let sections = [
        ("figure", 2),
        ("movement", 5),
        ("heroic", 2),
        ("opportunity", 1),
        ("cover", 1),
        ("knockdown", 2),
        ("shooting", 4),
        ("close_combat", 2),
        ("wound", 1),
        ("morale", 3),
        ("band", 8),
        ("campaign", 10),
        ("setup", 7),
        ("decision_timeout", 4),
    ];
    for (section, keys) in sections {
        assert_eq!(same(&ours[section], &theirs[section], section), keys, "{section}");
    }
}

#[test]
fn actions_cost_what_the_catalogue_says() {
    let theirs = catalogue();
    let rows = theirs["action"].as_array().unwrap();
    assert_eq!(rows.len(), ActKind::ALL.len());
    for (row, id) in rows.iter().zip(ActKind::ALL) {
        let ours = act(*id);
        assert_eq!(row["id"], id.id());
        assert_eq!(row["rule"], ours.rule.as_str());
        let da = row.get("da").or_else(|| row.get("da_per_500u")).unwrap();
        assert_eq!(da, ours.da, "{}", ours.en);
        let window = match ours.ao {
            Window::None => "none",
            Window::During => "during",
            Window::After => "after",
        };
        assert_eq!(row["ao"], window, "{}", ours.en);
        assert_eq!(row["locked"], ours.locked, "{}", ours.en);
        assert_eq!(row.get("down").is_some_and(|down| down == true), ours.down, "{}", ours.en);
        assert_eq!(row.get("keeps_cover").is_some_and(|keeps| keeps == true), ours.keeps_cover);
        assert_eq!(
            row.get("attack_bonus").and_then(Value::as_i64).unwrap_or(0),
            i64::from(ours.attack_bonus)
        );
    }
    assert_eq!((act(ActKind::Reload).da, act(ActKind::Reload).da_fast_weapons_only), (2, 1));
}

/// The sizes of the table stand in the code, where the geometry is made for them (GEN-GEO-02): they are those of the catalogue and
/// those that players are told.
#[test]
fn gen_geo_02_sizes_are_those_of_the_catalogue() {
    let theirs = catalogue();
    let geometry = &theirs["geometry"];
    let printed = [
        ("base_radius", SCALE.base),
        ("contact_tolerance", SCALE.contact),
        ("overlap_slack", SCALE.slack),
        ("step", SCALE.step),
        ("eye", SCALE.eye),
        ("height_standing", SCALE.height[0]),
        ("height_down", SCALE.height[1]),
        ("cover_ray", SCALE.cover_reach),
        ("cover_rays_needed", SCALE.cover_needed as i32),
        ("cover_min_height", SCALE.cover_height),
        ("thin", THIN),
        ("jump", SCALE.jump),
        ("climb_per_da", SCALE.climb),
        ("climb_reach_extra", SCALE.climb_reach - 2 * SCALE.base),
        ("max_facing_component", SCALE.facing),
        ("checkpoint", SCALE.checkpoint),
        ("push_landing_search", SCALE.landing),
        ("marker_radius", SCALE.mark),
    ];
    for (key, ours) in printed {
        assert_eq!(geometry[key], ours, "{key}");
    }
    assert_eq!(geometry["sample_z_standing"], serde_json::json!(SCALE.seen_at));
    assert_eq!(geometry["sample_z_down"], serde_json::json!([SCALE.seen_down_at]));
    assert_eq!(theirs["units"]["table_w"], SCALE.side);
    assert_eq!(theirs["units"]["u_per_cm"], CM);
    let setup = &theirs["setup"];
    assert_eq!(
        (&setup["terrain_spacing"], &setup["centre_free_radius"]),
        (&SCALE.spacing.into(), &SCALE.spacing.into())
    );
    assert_eq!(
        (&setup["deployment_depth"], &setup["scan_step"]),
        (&SCALE.zone.into(), &SCALE.grids[0].into())
    );
    let scenario = |id: Scenario| {
        let rows = theirs["scenario"].as_array().unwrap();
        rows.iter().find(|row| row["id"] == id.id()).unwrap()
    };
    assert_eq!(scenario(Scenario::DuelDHonneur)["champion_offset"], SCALE.base);
    assert_eq!(scenario(Scenario::Saccage)["objective_spacing"], SCALE.spacing);
}

/// Rulings marked with a dagger are switches; their defaults are those of the catalogue (section 24).
#[test]
fn switches_stand_as_the_catalogue_says() {
    let ours = serde_json::to_value(Options::default()).unwrap();
    assert_eq!(ours, catalogue()["options"]);
}

#[test]
fn skills_say_what_the_catalogue_says() {
    let theirs = catalogue();
    let rows = theirs["skill"].as_array().unwrap();
    assert_eq!((rows.len(), skills().len()), (21, 21));
    for (row, id) in rows.iter().zip(Skill::ALL) {
        let ours = serde_json::to_value(skill(*id)).unwrap();
        assert_eq!(ours["id"], row["id"]);
        assert_eq!(ours["number"], row["number"]);
        assert_eq!(ours["cost"], row["cost"], "{}", id.id());
        assert_eq!(ours["rule"], format!("GEN-SKL-{:02}", id.i() + 1));
        for key in ["text_fr", "text_en", "fr", "en"] {
            assert!(!ours[key].as_str().unwrap().is_empty());
        }
        same(&ours, &row["effects"], id.id());
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
    let theirs = catalogue();
    let rows = theirs["wound"]["row"].as_array().unwrap();
    let wound = &numbers().wound;
    assert_eq!((&rows[1]["result"], &rows[1]["min"]), (&"wounded".into(), &wound.wounded_min.into()));
    assert_eq!(
        (&rows[2]["result"], &rows[2]["min"]),
        (&"out_of_action".into(), &wound.out_of_action_min.into())
    );
}

#[test]
fn scenarios_say_what_the_catalogue_says() {
    let theirs = catalogue();
    let rows = theirs["scenario"].as_array().unwrap();
    assert_eq!((rows.len(), scenarios().len()), (6, 6));
    for (row, id) in rows.iter().zip(Scenario::ALL) {
        let ours = serde_json::to_value(scenario(*id)).unwrap();
        let mut row = row.clone();
        if let Some(objective) = row.get_mut("objective") {
            *objective =
                serde_json::json!({ "at": [objective["x"], objective["y"]], "radius": objective["radius"] });
        }
        // How a scenario is won is in the code; distances are sizes of the table (GEN-GEO-02).
        let in_code = ["name", "victory", "champion_offset", "objective_spacing"];
        for (key, value) in
            row.as_object().unwrap().iter().filter(|(key, _)| !in_code.contains(&key.as_str()))
        {
            assert_eq!(&ours[key], value, "{}.{key}", id.id());
        }
    }
    // more than two only meet in the first.
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
    let theirs = catalogue();
    for (row, id) in theirs["era"].as_array().unwrap().iter().zip(Era::ALL) {
        let ours = era(*id);
        assert_eq!(
            (&row["id"], &row["costs"]),
            (&id.id().into(), &serde_json::to_value(ours.costs).unwrap())
        );
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
