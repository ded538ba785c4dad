//! Building a band (section 15, rulings ).

use bagarre_generik::Generik;
use bagarre_generik::testkit::band::{band_cost, check, cost, disbanded, enlist, skill_price, value};
use bagarre_generik::testkit::ids::{Era, Skill, Weapon};
use bagarre_generik::testkit::setup::{Band, Health, Member, Options};
use bagarre_kit::appraisal::Appraisal;
use bagarre_kit::contract::{Lang, Refuse, Seat};
use bagarre_kit::gather::Gather;

/// A member of a band under test.
pub fn member(id: u8, weapons: &[Weapon], skills: &[Skill]) -> Member {
    Member {
        id,
        name: format!("N° {id}"),
        chief: false,
        weapons: weapons.to_vec(),
        armour: None,
        skills: skills.to_vec(),
        look: 0,
        health: Health::Well,
        founder: false,
    }
}

/// A chief who founded the band.
pub fn chief(weapons: &[Weapon], skills: &[Skill]) -> Member {
    Member { chief: true, founder: true, ..member(0, weapons, skills) }
}

/// A band of one era.
pub fn band(era: Era, members: Vec<Member>) -> Band {
    Band { name: "Essai".to_owned(), era, members, purse: None }
}

fn western(members: Vec<Member>) -> Band {
    band(Era::Western, members)
}

/// The code and the rule of the refusal of a band; both languages say something.
fn refused(band: &Band) -> (&'static str, String) {
    refused_with(band, &Options::default(), false)
}

fn refused_with(band: &Band, options: &Options, campaign: bool) -> (&'static str, String) {
    let why = check(band, options, campaign).unwrap_err();
    assert!(!why.say(Lang::Fr).is_empty() && why.say(Lang::Fr) != why.say(Lang::En));
    (why.code(), why.rule().map(|rule| rule.0.into_owned()).unwrap_or_default())
}

fn legal(band: &Band) -> bool {
    check(band, &Options::default(), false).is_ok()
}

/// GEN-BND-01, R-195: 150 points, one chief at 20, members at 10.
#[test]
fn gen_bnd_01_budget_and_chief() {
    assert_eq!((cost(&chief(&[], &[])), cost(&member(1, &[], &[]))), (20, 10));
    assert_eq!(refused(&western(vec![member(0, &[], &[])])), ("generik.band.chief", "GEN-BND-01".to_owned()));
    let two = western(vec![chief(&[], &[]), Member { id: 1, ..chief(&[], &[]) }]);
    assert_eq!(refused(&two).0, "generik.band.chief");
    // 20 + 13 × 10 = 150 is legal, one weapon more is not.
    let mut full =
        western((0..14).map(|id| if id == 0 { chief(&[], &[]) } else { member(id, &[], &[]) }).collect());
    assert_eq!(band_cost(&full), 150);
    assert!(legal(&full));
    full.members[3].weapons.push(Weapon::WCouteau);
    assert_eq!(refused(&full), ("generik.band.budget", "GEN-BND-01".to_owned()));
}

/// GEN-BND-02, R-199: two weapons, armour besides, a shield among the weapons; nothing twice.
#[test]
fn gen_bnd_02_weapons_and_armour() {
    use Weapon::{
        MArc, MArmureComplete, MArmureLegere, MBouclier, MDeuxArmes, MEpee, WColt, WCouteau, WDerringer,
    };
    let knight = Member { armour: Some(MArmureComplete), ..chief(&[MEpee, MBouclier], &[]) };
    assert_eq!(cost(&knight), 50);
    assert!(legal(&band(Era::Medieval, vec![knight.clone()])));
    let three = western(vec![chief(&[WCouteau, WColt, WDerringer], &[])]);
    assert_eq!(refused(&three), ("generik.member.weapons", "GEN-BND-02".to_owned()));
    assert_eq!(refused(&western(vec![chief(&[WColt, WColt], &[])])).0, "generik.member.twice");
    // A pair counts as one weapon.
    assert!(legal(&band(Era::Medieval, vec![chief(&[MDeuxArmes, MArc], &[])])));
    // Armour in the hand, a sword on the back.
    let held = band(Era::Medieval, vec![chief(&[MArmureLegere], &[])]);
    assert_eq!(refused(&held), ("generik.member.slot", "GEN-BND-02".to_owned()));
    let worn = band(Era::Medieval, vec![Member { armour: Some(MEpee), ..chief(&[], &[]) }]);
    assert_eq!(refused(&worn).0, "generik.member.slot");
    // The other reading of R-199.
    let options = Options { armour_uses_weapon_slot: true, ..Options::default() };
    let (code, _) = refused_with(&band(Era::Medieval, vec![knight]), &options, false);
    assert_eq!(code, "generik.member.weapons");
}

/// a band buys from one armoury.
#[test]
fn one_armoury() {
    let mixed = western(vec![chief(&[Weapon::PEpee], &[])]);
    assert_eq!(refused(&mixed), ("generik.member.era", "GEN-BND-02".to_owned()));
    let options = Options { mixed_eras: true, ..Options::default() };
    assert_eq!(refused_with(&mixed, &options, false).0, "generik.member.era", "bands mix, armouries never");
}

/// GEN-BND-03, R-196: the founding chief's first skill is free at any price, and a negative one gives nothing back.
#[test]
fn gen_bnd_03_first_skill() {
    assert_eq!(cost(&chief(&[], &[Skill::Chargez])), 20);
    assert_eq!(cost(&chief(&[], &[Skill::Tremblote])), 20);
    assert_eq!(cost(&member(1, &[], &[Skill::Chargez])), 30);
    assert_eq!(cost(&member(1, &[], &[Skill::Tremblote])), 5);
    // a successor pays for its first skill.
    let successor = Member { founder: false, ..chief(&[], &[Skill::Veinard]) };
    assert_eq!(cost(&successor), 25);
    let odd = western(vec![successor]);
    assert_eq!(refused(&odd), ("generik.band.founder", "GEN-BND-03".to_owned()));
    let usurper = western(vec![chief(&[], &[]), Member { founder: true, ..member(1, &[], &[]) }]);
    assert_eq!(refused(&usurper).0, "generik.band.founder");
}

/// GEN-BND-04, R-197: the second skill costs double, unless it is a drawback; there is no third.
#[test]
fn gen_bnd_04_second_skill() {
    assert_eq!(skill_price(Skill::Veinard, 1, true), 10);
    assert_eq!(skill_price(Skill::Veinard, 1, false), 10);
    assert_eq!(skill_price(Skill::PiedsPlat, 1, false), -5);
    assert_eq!(skill_price(Skill::PasTresFin, 1, false), 0);
    let three = western(vec![chief(&[], &[Skill::Veinard, Skill::Boucher, Skill::BigBoss])]);
    assert_eq!(refused(&three), ("generik.member.skills", "GEN-BND-04".to_owned()));
}

/// GEN-BND-05, R-198: a skill once in a band; Mort vivant for as many as like, once each.
#[test]
fn gen_bnd_05_unique_skills() {
    let twice = western(vec![chief(&[], &[Skill::Veinard]), member(1, &[], &[Skill::Veinard])]);
    assert_eq!(refused(&twice), ("generik.band.skill_twice", "GEN-BND-05".to_owned()));
    let undead = western(vec![chief(&[], &[Skill::MortVivant]), member(1, &[], &[Skill::MortVivant])]);
    assert!(legal(&undead));
    let both = western(vec![chief(&[], &[Skill::MortVivant, Skill::MortVivant])]);
    assert_eq!(refused(&both).0, "generik.band.skill_twice");
}

/// GEN-BND-06, with the examples of the catalogue.
#[test]
fn gen_bnd_06_cost() {
    let boss = chief(&[Weapon::WColt], &[Skill::BigBoss, Skill::Veinard]);
    assert_eq!(cost(&boss), 40);
    let gambler = member(1, &[Weapon::WDerringer], &[Skill::Tremblote]);
    assert_eq!(cost(&gambler), 10);
    assert_eq!(band_cost(&western(vec![boss, gambler])), 50);
}

/// GEN-BND-07, R-200: what is not spent becomes the treasury in a campaign.
#[test]
fn gen_bnd_07_enlisting() {
    let mut built = western(vec![chief(&[Weapon::WColt], &[Skill::BigBoss]), member(7, &[], &[])]);
    let enlisted = enlist(&built).unwrap();
    let purse = enlisted.purse.clone().unwrap();
    assert_eq!(
        (purse.treasury, purse.reputation, purse.threshold, purse.games, purse.next_id),
        (110, 0, 0, 0, 2)
    );
    assert_eq!(enlisted.members.iter().map(|member| member.id).collect::<Vec<_>>(), [0, 1]);
    assert!(check(&enlisted, &Options::default(), true).is_ok());
    // It stays in its campaign, and no other band gets into one.
    assert_eq!(refused_with(&enlisted, &Options::default(), false).0, "generik.band.campaign");
    assert_eq!(refused_with(&built, &Options::default(), true).0, "generik.band.campaign");
    // A number that the next recruit would get too.
    let mut numbered = enlisted.clone();
    numbered.purse.as_mut().unwrap().next_id -= 1;
    assert_eq!(refused_with(&numbered, &Options::default(), true).0, "generik.member.number");
    // Changed before its first game it is enlisted again, and its treasury counted again; after a game no more.
    let mut again = enlisted.clone();
    again.purse.as_mut().unwrap().treasury = 500;
    assert_eq!(enlist(&again).unwrap(), enlisted);
    again.purse.as_mut().unwrap().games = 1;
    assert!(enlist(&again).is_err());
    built.members.clear();
    assert!(enlist(&built).is_err());
}

/// GEN-BND-08, R-204, R-229: the value of a band is that of those who come.
#[test]
fn gen_bnd_08_value() {
    let mut enlisted =
        enlist(&western(vec![chief(&[Weapon::WColt], &[]), member(1, &[Weapon::WDoubleColt], &[])])).unwrap();
    assert_eq!(value(&enlisted), 55);
    enlisted.members[1].health = Health::Wounded;
    assert_eq!(value(&enlisted), 55);
    enlisted.members[1].health = Health::Out;
    assert_eq!((value(&enlisted), band_cost(&enlisted)), (30, 55));
    assert!(check(&enlisted, &Options::default(), true).is_ok());
    // a band none of whose members can come plays no more.
    enlisted.members[0].health = Health::Out;
    assert!(disbanded(&enlisted));
    assert_eq!(refused_with(&enlisted, &Options::default(), true).0, "generik.band.disbanded");
}

/// GEN-BND-09, R-202: the chief alone will do; twenty is the most, which only a campaign can reach.
#[test]
fn gen_bnd_09_size() {
    assert!(legal(&western(vec![chief(&[], &[])])));
    let mut crowd = enlist(&western(vec![chief(&[], &[])])).unwrap();
    crowd.members.extend((1..20).map(|id| member(id, &[], &[])));
    crowd.purse.as_mut().unwrap().next_id = 21;
    assert!(check(&crowd, &Options::default(), true).is_ok());
    crowd.members.push(member(20, &[], &[]));
    assert_eq!(
        refused_with(&crowd, &Options::default(), true),
        ("generik.band.size", "GEN-BND-09".to_owned())
    );
}

/// Names, numbers and health, which no printed rule limits.
#[test]
fn names_numbers_health() {
    let plain = western(vec![chief(&[], &[]), member(1, &[], &[])]);
    for name in ["", "   ", "un nom beaucoup trop long pour une figurine", "a\u{7}b"] {
        let mut bad = plain.clone();
        bad.members[1].name = name.to_owned();
        assert_eq!(refused(&bad).0, "generik.member.name", "{name:?}");
        let bad = Band { name: name.repeat(2), ..plain.clone() };
        assert_eq!(refused(&bad).0, "generik.band.name", "{name:?}");
    }
    let mut bad = plain.clone();
    bad.members[1].id = 0;
    assert_eq!(refused(&bad).0, "generik.member.number");
    let mut bad = plain;
    bad.members[1].health = Health::Wounded;
    assert_eq!(refused(&bad).0, "generik.member.health");
}

fn appraised(band: &Band, open: Option<u8>) -> Appraisal {
    let terms = Generik::usual("baston_generale", 2).unwrap();
    let appraisal = Generik::appraise(&terms, Seat(0), band, open).unwrap();
    assert_eq!(appraisal.faults.is_empty(), Generik::check_band(&terms, Seat(0), band).is_ok());
    appraisal
}

/// A price stands line by line, with the rule of each (GEN-BND-01 to 06).
#[test]
fn a_bill_explains_what_a_figure_costs() {
    let pair = [Skill::Veinard, Skill::Boucher];
    let band = western(vec![chief(&[Weapon::WColt], &pair), member(1, &[], &pair[..1])]);
    let told = appraised(&band, None);
    for (member, appraisal) in band.members.iter().zip(&told.members) {
        let paid: i32 = appraisal.bill.iter().map(|line| line.paid).sum();
        assert_eq!(paid, cost(member));
    }
    let lines: Vec<_> =
        told.members[0].bill.iter().map(|it| (it.what.as_str(), it.note.as_deref())).collect();
    assert_eq!(
        lines,
        [("chief", None), ("weapon", None), ("skill", Some("free")), ("skill", Some("double"))]
    );
    let total = told.tallies.iter().map(|tally| (tally.key.as_str(), tally.n)).collect::<Vec<_>>();
    assert_eq!(total, [("total", band_cost(&band)), ("budget", 150), ("left", 150 - band_cost(&band))]);
}

/// Offers are what the rules would take in their places; a refusal names its rule.
#[test]
fn offers_are_what_the_rules_take() {
    let mut band = western(vec![chief(&[Weapon::WColt], &[]), member(1, &[], &[Skill::Veinard])]);
    let told = appraised(&band, Some(0));
    let offer = |place: &str, id: &str| {
        told.offers.iter().find(|it| (it.place.as_str(), it.id.as_str()) == (place, id)).unwrap()
    };
    let rule = |place: &str, id: &str| {
        offer(place, id).refused.as_ref().map(|why| why.rule.as_ref().unwrap().id().to_owned())
    };
    assert_eq!(rule("weapon.1", "w_colt"), Some("GEN-BND-02".to_owned()), "not twice");
    assert_eq!(rule("weapon.0", "w_colt"), None, "it is there");
    assert_eq!(rule("weapon.1", "w_couteau"), None);
    assert_eq!(rule("skill.0", Skill::Veinard.id()), Some("GEN-BND-05".to_owned()), "another has it");
    assert_eq!(offer("skill.0", Skill::Boucher.id()).price, 0, "the first of a founder is free");
    assert!(told.offers.iter().all(|it| !it.id.starts_with("m_")), "another era sells elsewhere");
    assert_eq!((offer("member", "").price, offer("twin", "").price), (10, 20), "a twin is no chief");
    let spare = appraised(&western(Vec::new()), None);
    assert_eq!(spare.offers[0].price, 20, "whoever comes first is the chief");
    let undead = western(vec![chief(&[], &[Skill::MortVivant, Skill::Veinard])]);
    let price = skill_price(Skill::MortVivant, 0, false);
    assert_eq!(
        appraised(&undead, Some(0)).offers[1].price,
        10 + price,
        "what only one may have stays behind"
    );
    // With too few points left nothing that costs more is sold, and what is wrong already refuses nothing else.
    band.members.extend((2..).map(|n| member(n, &[], &[])).take(12));
    while band_cost(&band) <= 150 {
        let n = band.members.len() as u8;
        band.members.push(member(n, &[], &[]));
    }
    let told = appraised(&band, Some(0));
    let refused = |id: &str| told.offers.iter().find(|it| it.place == "weapon.1" && it.id == id).unwrap();
    let why = refused("w_couteau").refused.as_ref().unwrap();
    assert_eq!((why.code.as_str(), why.member), ("generik.band.budget", None));
    assert!(why.words.fr.starts_with("Il faudrait 5 points ; il en reste 0 sur"), "{}", why.words.fr);
}
