//! The four armouries, price by price (section 20).

use bagarre_generik::testkit::ids::{Era, Weapon};
use bagarre_generik::testkit::numbers::Source;
use bagarre_generik::testkit::tables::{WeaponRow, weapon, weapons};

/// Rule, weapon, short and long band in cm, cost.
type Printed = (&'static str, Weapon, i32, i32, i32);

const WESTERN: [Printed; 9] = [
    ("GEN-WPN-W1", Weapon::WCouteau, 0, 0, 5),
    ("GEN-WPN-W2", Weapon::WFusilDeChasse, 30, 0, 10),
    ("GEN-WPN-W3", Weapon::WWinchester, 30, 60, 15),
    ("GEN-WPN-W4", Weapon::WFusilABison, 40, 80, 15),
    ("GEN-WPN-W5", Weapon::WColt, 20, 30, 10),
    ("GEN-WPN-W6", Weapon::WDoubleColt, 20, 30, 15),
    ("GEN-WPN-W7", Weapon::WColtLong, 20, 40, 15),
    ("GEN-WPN-W8", Weapon::WDerringer, 20, 0, 5),
    ("GEN-WPN-W9", Weapon::WJeuDeCarte, 0, 0, 15),
];

const PIRATES: [Printed; 11] = [
    ("GEN-WPN-P1", Weapon::PEpee, 0, 0, 10),
    ("GEN-WPN-P2", Weapon::PDeuxMains, 0, 0, 15),
    ("GEN-WPN-P3", Weapon::PArmesDiverses, 0, 0, 5),
    ("GEN-WPN-P4", Weapon::PDeuxArmes, 0, 0, 15),
    ("GEN-WPN-P5", Weapon::PCrochet, 0, 0, 5),
    ("GEN-WPN-P6", Weapon::PTromblon, 20, 0, 15),
    ("GEN-WPN-P7", Weapon::PPistolet, 20, 40, 15),
    ("GEN-WPN-P8", Weapon::PDeuxPistolets, 20, 40, 20),
    ("GEN-WPN-P9", Weapon::PFusil, 20, 60, 20),
    ("GEN-WPN-P10", Weapon::PCouteauDeLance, 20, 0, 10),
    ("GEN-WPN-P11", Weapon::PPerroquet, 0, 0, 10),
];

/// Prices are ours.
const WW2: [Printed; 9] = [
    ("GEN-WPN-S1", Weapon::SBaionnette, 0, 0, 10),
    ("GEN-WPN-S2", Weapon::SFusil, 30, 60, 15),
    ("GEN-WPN-S3", Weapon::SPistoletMitrailleur, 20, 40, 20),
    ("GEN-WPN-S4", Weapon::SPistolet, 20, 30, 10),
    ("GEN-WPN-S5", Weapon::SGrenade, 20, 0, 15),
    ("GEN-WPN-S6", Weapon::SMitrailleuseLegere, 30, 60, 30),
    ("GEN-WPN-S7", Weapon::SMitrailleuseLourde, 40, 80, 40),
    ("GEN-WPN-S8", Weapon::SFusilDeSniper, 40, 100, 25),
    ("GEN-WPN-S9", Weapon::SMortierLeger, 40, 100, 25),
];

/// Prices are ours.
const MEDIEVAL: [Printed; 14] = [
    ("GEN-WPN-M1", Weapon::MEpee, 0, 0, 10),
    ("GEN-WPN-M2", Weapon::MDeuxMains, 0, 0, 15),
    ("GEN-WPN-M3", Weapon::MArmesDiverses, 0, 0, 5),
    ("GEN-WPN-M4", Weapon::MDeuxArmes, 0, 0, 15),
    ("GEN-WPN-M5", Weapon::MTromblon, 20, 0, 15),
    ("GEN-WPN-M6", Weapon::MPistolet, 20, 40, 15),
    ("GEN-WPN-M7", Weapon::MDeuxPistolets, 20, 40, 20),
    ("GEN-WPN-M8", Weapon::MFusil, 20, 60, 20),
    ("GEN-WPN-M9", Weapon::MCouteauDeLance, 20, 0, 10),
    ("GEN-WPN-M10", Weapon::MArbalete, 20, 40, 15),
    ("GEN-WPN-M11", Weapon::MArc, 20, 60, 15),
    ("GEN-WPN-M12", Weapon::MBouclier, 0, 0, 10),
    ("GEN-WPN-M13", Weapon::MArmureLegere, 0, 0, 5),
    ("GEN-WPN-M14", Weapon::MArmureComplete, 0, 0, 10),
];

fn armoury(era: Era, source: Source, printed: &[Printed]) {
    for (rule, id, short, long, cost) in printed {
        let row = weapon(*id);
        assert_eq!((row.id, row.rule.as_str(), row.era), (*id, *rule, era));
        assert_eq!((row.short, row.long, row.cost), (short * 100, long * 100, *cost), "{rule}");
        assert_eq!(row.cost_source, source, "{rule}");
        assert_eq!(row.ranged(), *short > 0, "{rule}");
        assert_eq!(row.reach(), short.max(long) * 100, "{rule}");
        for words in [&row.fr, &row.en, &row.text_fr, &row.text_en] {
            assert!(!words.is_empty(), "{rule}");
        }
    }
    assert_eq!(weapons().iter().filter(|row| row.era == era).count(), printed.len());
}

#[test]
fn every_price_and_range() {
    armoury(Era::Western, Source::Print, &WESTERN);
    armoury(Era::Pirates, Source::Print, &PIRATES);
    armoury(Era::Ww2, Source::Ours, &WW2);
    armoury(Era::Medieval, Source::Ours, &MEDIEVAL);
}

fn these(which: impl Fn(&WeaponRow) -> bool) -> Vec<Weapon> {
    weapons().iter().filter(|row| which(row)).map(|row| row.id).collect()
}

/// close-combat weapons, with and without a star in print; a pair is one, and no sword.
#[test]
fn close_combat_weapons_and_swords() {
    use Weapon::{
        MArmesDiverses, MDeuxArmes, MDeuxMains, MEpee, PArmesDiverses, PCrochet, PDeuxArmes, PDeuxMains,
        PEpee, SBaionnette, WCouteau,
    };
    let cc = [
        WCouteau,
        PEpee,
        PDeuxMains,
        PArmesDiverses,
        PDeuxArmes,
        PCrochet,
        SBaionnette,
        MEpee,
        MDeuxMains,
        MArmesDiverses,
        MDeuxArmes,
    ];
    assert_eq!(these(|row| row.cc), cc);
    assert_eq!(these(|row| row.sword), [PEpee, MEpee]);
    assert_eq!(these(|row| row.multi_attack == 3), [PDeuxArmes, MDeuxArmes]);
    assert!(
        weapons().iter().all(|row| !(row.cc && row.ranged())),
        "R-297: a throwing knife is no such weapon"
    );
}

/// GEN-SHT-07, R-050, R-126, R-297: what empties, what is reloaded alone, what is never empty.
#[test]
fn loads() {
    use Weapon::{
        MArbalete, MArc, MCouteauDeLance, MDeuxPistolets, MFusil, MPistolet, PCouteauDeLance, PDeuxPistolets,
        PFusil, PPistolet, SPistolet, WColt, WColtLong, WWinchester,
    };
    let empties = [PPistolet, PDeuxPistolets, PFusil, MPistolet, MDeuxPistolets, MFusil, MArbalete, MArc];
    assert_eq!(these(|row| row.empties), empties);
    assert_eq!(these(|row| row.reload_da == Some(1)), [WWinchester, WColt, WColtLong, SPistolet, MArc]);
    assert_eq!(these(|row| row.no_reload), [PCouteauDeLance, MCouteauDeLance]);
    assert_eq!(these(|row| row.charges == 2), [PDeuxPistolets, MDeuxPistolets]);
    assert!(weapons().iter().all(|row| (row.charges == 0) != row.ranged()), "GEN-STA-05: all start loaded");
}

/// Section 20: what changes a die, how many shots 2 DA give, and what else only some weapons do.
#[test]
fn dice_and_volleys() {
    use Weapon::{
        MArbalete, MArc, MArmesDiverses, MDeuxMains, MDeuxPistolets, PArmesDiverses, PCrochet, PDeuxMains,
        PDeuxPistolets, PPerroquet, SBaionnette, SFusil, SFusilDeSniper, SGrenade, SMitrailleuseLegere,
        SMitrailleuseLourde, SMortierLeger, SPistoletMitrailleur, WColtLong, WCouteau, WDerringer,
        WDoubleColt, WFusilABison, WJeuDeCarte,
    };
    let modified = |field: fn(&WeaponRow) -> i8| {
        let rows = weapons().iter().filter(|row| field(row) != 0);
        rows.map(|row| (row.id, field(row))).collect::<Vec<_>>()
    };
    assert_eq!(modified(|row| row.cc_die), [(WCouteau, 1)]);
    assert_eq!(modified(|row| row.cc_die_vs_no_cc_weapon), [(PArmesDiverses, 1), (MArmesDiverses, 1)]);
    assert_eq!(modified(|row| row.wound), [(WDerringer, -1), (SMitrailleuseLourde, 1)]);
    let short = [(WFusilABison, 1), (WColtLong, 1), (SMitrailleuseLegere, 1), (MArbalete, 1)];
    assert_eq!(modified(|row| row.wound_short), short);
    assert_eq!(modified(|row| row.wound_long), [(MArc, -1)]);
    assert_eq!(modified(|row| row.wound_cc), [(PDeuxMains, 1), (SBaionnette, 1), (MDeuxMains, 1)]);
    assert_eq!(modified(|row| row.hit_short), [(SFusil, 1)]);
    assert_eq!(modified(|row| row.powerful_extra), [(SFusilDeSniper, 1)]);
    let volleys = [WDoubleColt, SPistoletMitrailleur, SMitrailleuseLegere, SMitrailleuseLourde];
    assert_eq!(these(|row| row.multi_shot == 3), volleys);
    assert_eq!(these(|row| row.pair_volley), [PDeuxPistolets, MDeuxPistolets]);
    assert_eq!(these(|row| (row.blast_radius, row.blast_need) == (1000, 4)), [SGrenade, SMortierLeger]);
    assert_eq!(these(|row| row.no_short), [SMortierLeger]);
    let distracts = |row: &WeaponRow| (row.distract, row.distract_range) == (Some([0, 0, 1, 1, 2, 2]), 1000);
    assert_eq!(these(distracts), [WJeuDeCarte, PPerroquet]);
    assert_eq!(these(|row| row.hook_da_loss == 1), [PCrochet]);
}

/// GEN-KND-01: shotgun and blunderbuss push 10 cm, everything else 5. R-294: prices stay as printed.
#[test]
fn pushes() {
    use Weapon::{MTromblon, PTromblon, WFusilDeChasse};
    assert_eq!(these(|row| row.push == 1000), [WFusilDeChasse, PTromblon, MTromblon]);
    assert!(weapons().iter().all(|row| row.push == 500 || row.push == 1000));
    assert_eq!(weapon(PTromblon).cost - weapon(WFusilDeChasse).cost, 5);
}

/// armour has a slot of its own; a shield is carried as a weapon.
#[test]
fn armour_and_shield() {
    assert_eq!(these(WeaponRow::armour), [Weapon::MArmureLegere, Weapon::MArmureComplete]);
    assert_eq!(
        (weapon(Weapon::MArmureLegere).armour_save, weapon(Weapon::MArmureComplete).armour_save),
        (6, 5)
    );
    let full = weapon(Weapon::MArmureComplete);
    assert_eq!(
        (full.no_climb, full.cost_clear, full.cost_difficult),
        (true, Some(2), Some(2)),
        "R-261, R-290"
    );
    assert_eq!(weapon(Weapon::MBouclier).force_attack_reroll_per_turn, 1, "R-289");
}
