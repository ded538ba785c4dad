//! Ready-made bands (section 23.2) and putting a game together.

use bagarre_rules::contract::Lang;
use bagarre_rules::generik::band::{band_cost, check, cost, enlist};
use bagarre_rules::generik::ids::{Era, Skill, Weapon};
use bagarre_rules::generik::library::{bands, bands_of};
use bagarre_rules::generik::setup::Options;

use crate::tables::catalogue;

/// The four bands of section 23.2, figure by figure.
#[test]
fn the_bands_of_the_catalogue() {
    let theirs = catalogue();
    for row in theirs["band_example"].as_array().unwrap() {
        let era: Era = serde_json::from_value(row["era"].clone()).unwrap();
        let ready = bands_of(era).next().unwrap();
        let band = ready.band(Lang::En);
        assert_eq!(band_cost(&band), 150);
        assert_eq!(row["total"], 150);
        let figures = row["figures"].as_array().unwrap();
        assert_eq!(figures.len(), band.members.len(), "{}", ready.id);
        for (figure, member) in figures.iter().zip(&band.members) {
            assert_eq!(figure["chief"], member.chief);
            assert_eq!(figure["cost"], cost(member), "{} of {}", member.name, ready.id);
            let skills: Vec<Skill> = serde_json::from_value(figure["skills"].clone()).unwrap();
            assert_eq!(skills, member.skills);
            let gear: Vec<Weapon> = serde_json::from_value(figure["weapons"].clone()).unwrap();
            let ours: Vec<Weapon> = member.weapons.iter().chain(&member.armour).copied().collect();
            assert_eq!(gear, ours);
        }
    }
}

/// Every ready-made band is legal in both languages, spends all its points, and differs from all others.
#[test]
fn every_ready_made_band_is_legal() {
    for ready in bands() {
        for lang in [Lang::Fr, Lang::En] {
            let band = ready.band(lang);
            check(&band, &Options::default(), false).unwrap_or_else(|why| panic!("{}: {why}", ready.id));
            assert_eq!(band_cost(&band), 150, "{}", ready.id);
            assert_eq!(enlist(&band).unwrap().purse.unwrap().treasury, 0);
            for (n, member) in band.members.iter().enumerate() {
                assert!(band.members[..n].iter().all(|other| other.name != member.name), "{}", member.name);
            }
        }
        assert!(!ready.pitch_fr.is_empty() && ready.pitch_fr != ready.pitch_en);
        assert_eq!(bands().iter().filter(|other| other.id == ready.id || other.fr == ready.fr).count(), 1);
    }
    for era in Era::ALL {
        assert_eq!(bands_of(*era).count(), 4, "one for each seat of the largest game (R-031)");
    }
}
