//! Heroes with what no ready-made hero has.

use crate::band;
use crate::ids::{Domain, Protection, Skill, Weapon};
use crate::setup::{Fp, Hero, Setup};

/// The same tables with other heroes: each has the next weapon of the lists, and as much of the next armour, skill and fp as it can pay.
pub(super) fn outfitted(mut setups: Vec<Setup>) -> Vec<Setup> {
    let mut number = 0;
    for setup in &mut setups {
        for band in &mut setup.bands {
            let heroes = band.heroes.len() as u8;
            for n in 0..band.heroes.len() {
                let usual = band.heroes[n].clone();
                let legal = outfits(&usual, number).into_iter().find(|hero| {
                    band.heroes[n] = hero.clone();
                    band::check(band, heroes, setup.campaign).is_ok()
                });
                band.heroes[n] = legal.unwrap_or(usual);
                number += 1;
            }
        }
    }
    setups
}

/// What a hero may bring, the most first.
fn outfits(usual: &Hero, number: usize) -> Vec<Hero> {
    let weapons = vec![nth(Weapon::ALL, number)];
    let protections = vec![nth(Protection::ALL, number)];
    let skills = vec![nth(Skill::ALL, number)];
    let fp = vec![Fp { domain: nth(Domain::ALL, number), value: 1 }];
    let bare = Hero {
        physique: 2,
        mental: 2,
        pe_bonus: 0,
        weapons,
        protections: Vec::new(),
        skills: Vec::new(),
        fp: Vec::new(),
        vol: false,
        ..usual.clone()
    };
    let skilled = Hero { skills, ..bare.clone() };
    let worn = Hero { protections, ..skilled.clone() };
    vec![Hero { fp: fp.clone(), ..worn.clone() }, worn, Hero { fp, ..skilled.clone() }, skilled, bare]
}

fn nth<T: Copy>(all: &[T], number: usize) -> T {
    all[number % all.len()]
}
