//! What a player is told in the steps after a game: prices, what is left, what a die brings, and why not (section 16).

use bagarre_generik::testkit::advise::{Faces, StepAdvice, step};
use bagarre_generik::testkit::after::{After, Purchase};
use bagarre_generik::testkit::aftermath::{Verdict, judge, rolled, start};
use bagarre_generik::testkit::ids::{Era, Skill, Weapon};
use bagarre_generik::testkit::scene::{Aftermath, Step};
use bagarre_generik::testkit::setup::{Health, Member, Options, Purse};
use bagarre_generik::testkit::usual::default;
use bagarre_kit::appraisal::{Appraisal, Fault, Offer};

use crate::bands::{band, chief, member};

const ENDED: [Health; 4] = [Health::Well, Health::Well, Health::Wounded, Health::Out];

/// A founding chief, a member with a skill that only one may have, one wounded and one out of action.
fn after_fight(treasury: i32) -> Aftermath {
    let people = vec![
        chief(&[Weapon::WColt], &[]),
        member(1, &[], &[Skill::Veinard]),
        member(2, &[], &[]),
        member(3, &[Weapon::WDerringer], &[]),
    ];
    let mut gang = band(Era::Western, people);
    gang.purse = Some(Purse { treasury, reputation: 1, threshold: 0, games: 0, next_id: 4 });
    start(&gang, 0, 1, &ENDED, &Options::default())
}

/// Returns the next step after a choice, with the die that it needs.
#[allow(clippy::needless_pass_by_value, reason = "reads better where it is called")]
fn then(after: &Aftermath, choice: After) -> Aftermath {
    let options = Options::default();
    match judge(after, &options, &choice).unwrap() {
        Verdict::Settled(next) => next,
        Verdict::Roll => rolled(after, &options, &choice, 1),
    }
}

/// Returns the band in a step to which no member has gone anywhere, with this treasury.
fn at(wanted: Step, treasury: i32) -> Aftermath {
    let mut after = after_fight(treasury);
    while after.step != wanted {
        after = match after.step {
            Step::Money => then(&after, After::Money(Vec::new())),
            Step::Reputation => then(&after, After::Reputation(Vec::new())),
            Step::Care => then(&after, After::Care(None)),
            Step::Pay => then(&after, After::Pay { dismissed: Vec::new() }),
            Step::Purchases => then(&after, After::Buy(None)),
            Step::Skills | Step::Chief | Step::Done => panic!("{wanted:?} does not come"),
        };
    }
    after
}

fn step_advice(after: &Aftermath, choice: Option<&After>, open: Option<u8>) -> StepAdvice {
    step(after, &Options::default(), choice, open)
}

fn tally(of: &Appraisal, key: &str) -> i32 {
    of.tallies.iter().find(|it| it.key == key).unwrap_or_else(|| panic!("{key} is not told")).n
}

fn of_member(of: &Appraisal, at: usize, key: &str) -> Option<i32> {
    of.members[at].tallies.iter().find(|it| it.key == key).map(|it| it.n)
}

fn offer<'a>(told: &'a StepAdvice, place: &str, id: &str) -> &'a Offer {
    let found = told.appraisal.offers.iter().find(|it| it.place == place && it.id == id);
    found.unwrap_or_else(|| panic!("{place} {id} is not offered"))
}

/// The code and the rule of a fault, which is told in both languages.
fn cited(fault: Option<&Fault>) -> Option<(&str, &str)> {
    let fault = fault?;
    assert!(!fault.words.fr.is_empty() && fault.words.fr != fault.words.en);
    Some((&fault.code, fault.rule.as_ref().map_or("", |rule| rule.id())))
}

fn refusal<'a>(told: &'a StepAdvice, place: &str, id: &str) -> Option<(&'a str, &'a str)> {
    cited(offer(told, place, id).refused.as_ref())
}

/// GEN-CMP-02, GEN-CMP-03: who may go, why the others may not, and what going brings.
#[test]
fn who_goes_for_what() {
    let after = after_fight(10);
    let money = step_advice(&after, None, None);
    assert_eq!((money.usual.as_ref(), money.rule.id()), (default(&after).as_ref(), "GEN-CMP-02"));
    assert_eq!((tally(&money.appraisal, "least"), tally(&money.appraisal, "most")), (5, 10));
    assert_eq!(tally(&money.appraisal, "next"), 5, "2 is reached with this game");
    assert_eq!(refusal(&money, "send", "1"), None);
    assert_eq!(refusal(&money, "send", "2"), Some(("generik.after.unfit", "GEN-CMP-02")));
    assert_eq!(refusal(&money, "send", "3"), Some(("generik.after.unfit", "GEN-CMP-02")));
    let words = |id| &offer(&money, "send", id).refused.as_ref().unwrap().words.en;
    assert_ne!(words("2").split_once(' ').unwrap().1, words("3").split_once(' ').unwrap().1, "each says why");
    let wrong = step_advice(&after, Some(&After::Money(vec![3])), None);
    assert_eq!(cited(wrong.refused.as_ref()), Some(("generik.after.unfit", "GEN-CMP-02")));

    let after = then(&after, After::Money(vec![0]));
    let talk = step_advice(&after, None, None);
    assert_eq!((talk.rule.id(), talk.usual.clone()), ("GEN-CMP-03", Some(After::Reputation(vec![1]))));
    assert_eq!(refusal(&talk, "send", "0"), Some(("generik.after.unfit", "GEN-CMP-03")));
    let faces = |brings: &str, from, to| Faces { brings: brings.to_owned(), from, to };
    assert_eq!(talk.faces, [faces("same", 1, 4), faces("gained", 5, 6)], "one alone needs a 5");
    assert!(step_advice(&after, Some(&After::Reputation(Vec::new())), None).faces.is_empty());
}

/// GEN-CMP-04: prices, the order of GEN-DEC-42, what is left for the pay, the faces of the die, and what cannot be paid.
#[test]
fn care_and_its_die() {
    let after = at(Step::Care, 25);
    let care = step_advice(&after, None, None);
    let places: Vec<_> = care.appraisal.offers.iter().map(|it| (it.id.as_str(), it.price)).collect();
    assert_eq!(places, [("2", 5), ("3", 10)]);
    assert_eq!(care.usual, Some(After::Care(Some(2))));
    let faces: Vec<_> = care.faces.iter().map(|it| (it.brings.as_str(), it.from, it.to)).collect();
    assert_eq!(faces, [("dead", 1, 2), ("wounded", 3, 4), ("healed", 5, 6)]);
    // The pay is 4 times 2, 2 weapons and a skill.
    assert_eq!(tally(&care.appraisal, "due"), 11);
    assert_eq!(
        (of_member(&care.appraisal, 3, "left"), of_member(&care.appraisal, 3, "short")),
        (Some(15), Some(0))
    );
    assert_eq!(of_member(&care.appraisal, 0, "left"), None, "nothing is the matter");
    let broke = step_advice(&at(Step::Care, 9), None, None);
    assert_eq!(refusal(&broke, "care", "3"), Some(("generik.after.treasury", "GEN-CMP-04")));
    assert_eq!(of_member(&broke.appraisal, 2, "short"), Some(7));
    let mut tried = after;
    tried.members[3].tried = true;
    assert_eq!(
        refusal(&step_advice(&tried, None, None), "care", "3"),
        Some(("generik.after.care", "GEN-CMP-04"))
    );
}

/// GEN-CMP-05: what each is paid, what the whole comes to without those dismissed, and what is missing.
#[test]
fn pay_day() {
    let after = at(Step::Pay, 8);
    let usual = step_advice(&after, None, None);
    assert_eq!(usual.usual, default(&after));
    assert!(usual.refused.is_none());
    let all = step_advice(&after, Some(&After::Pay { dismissed: Vec::new() }), None);
    assert_eq!((tally(&all.appraisal, "due"), tally(&all.appraisal, "short")), (11, 3));
    assert_eq!(cited(all.refused.as_ref()), Some(("generik.after.treasury", "GEN-CMP-05")));
    let fewer = step_advice(&after, Some(&After::Pay { dismissed: vec![1] }), None);
    assert_eq!((tally(&fewer.appraisal, "due"), tally(&fewer.appraisal, "left")), (8, 0));
    let pay: Vec<_> = fewer.appraisal.offers.iter().map(|it| it.price).collect();
    assert_eq!(pay, [3, 3, 2, 3]);
}

/// GEN-CMP-06: gear for a member, slot by slot, and what a recruit in the making may have.
#[test]
fn shopping_and_hiring() {
    // 11 points of pay.
    let after = at(Step::Purchases, 11 + 14);
    let gear = step_advice(&after, None, Some(0));
    assert_eq!((gear.usual.clone(), gear.rule.id()), (Some(After::Buy(None)), "GEN-CMP-06"));
    let knife = offer(&gear, "weapon.1", "w_couteau");
    assert_eq!((knife.price, knife.refused.as_ref()), (5, None));
    assert_eq!(refusal(&gear, "weapon.1", "w_colt"), Some(("generik.member.twice", "GEN-BND-02")));
    assert_eq!(refusal(&gear, "weapon.0", "w_winchester"), Some(("generik.after.treasury", "GEN-CMP-06")));
    assert!(gear.appraisal.offers.iter().all(|it| it.id != "p_epee"), "another era");
    assert_eq!((offer(&gear, "member", "").price, refusal(&gear, "member", "")), (10, None));
    assert_eq!(of_member(&gear.appraisal, 0, "cost"), Some(30));

    let recruit = |weapons: &[Weapon], skills: &[Skill]| {
        After::Buy(Some(Purchase::Recruit(Member { name: "Zoé".to_owned(), ..member(4, weapons, skills) })))
    };
    let hiring = step_advice(&after, Some(&recruit(&[], &[])), None);
    assert_eq!((tally(&hiring.appraisal, "left"), hiring.appraisal.members.len()), (4, 5));
    assert_eq!(of_member(&hiring.appraisal, 4, "cost"), Some(10));
    assert_eq!(refusal(&hiring, "weapon.0", "w_couteau"), Some(("generik.after.treasury", "GEN-CMP-06")));
    assert_eq!(refusal(&hiring, "skill.0", "veinard"), Some(("generik.band.skill_twice", "GEN-BND-05")));
    let rich = step_advice(&at(Step::Purchases, 200), Some(&recruit(&[], &[Skill::Boucher])), None);
    assert_eq!(refusal(&rich, "skill.1", "sang_froid"), Some(("generik.after.recruit_skills", "GEN-CMP-06")));
    let dear = step_advice(&after, Some(&recruit(&[Weapon::WWinchester], &[])), None);
    assert_eq!(cited(dear.refused.as_ref()), Some(("generik.after.treasury", "GEN-CMP-06")));
    let poor = step_advice(&at(Step::Purchases, 11 + 9), None, None);
    assert_eq!(refusal(&poor, "member", ""), Some(("generik.after.treasury", "GEN-CMP-06")));
}

/// GEN-CMP-07, GEN-BND-03, R-223: only who founded the band and leads it has a first skill for nothing.
#[test]
fn lessons_and_their_prices() {
    let after = at(Step::Skills, 11 + 5);
    let boss = step_advice(&after, None, Some(0));
    let first = offer(&boss, "skill.0", "boucher");
    assert_eq!((first.price, first.refused.as_ref()), (0, None));
    assert_eq!(refusal(&boss, "skill.0", "veinard"), Some(("generik.band.skill_twice", "GEN-BND-05")));
    let fourth = step_advice(&after, None, Some(3));
    assert_eq!(offer(&fourth, "skill.0", "boucher").price, 10);
    assert_eq!(refusal(&fourth, "skill.0", "boucher"), Some(("generik.after.treasury", "GEN-CMP-07")));
    assert_eq!(
        offer(&step_advice(&after, None, Some(1)), "skill.1", "boucher").price,
        20,
        "the second is double"
    );
    let mut full = after.clone();
    full.band.members[1].skills.push(Skill::Boucher);
    assert_eq!(
        refusal(&step_advice(&full, None, None), "learn", "1"),
        Some(("generik.member.skills", "GEN-BND-04"))
    );
    let mut deposed = after;
    deposed.band.members[0].chief = false;
    assert_eq!(offer(&step_advice(&deposed, None, Some(0)), "skill.0", "boucher").price, 10);
}

/// GEN-CMP-08: who may lead; once all is done nothing is asked any more.
#[test]
fn a_new_chief() {
    let mut headless = after_fight(50);
    headless.members[0].gone = true;
    headless.step = Step::Chief;
    let chief = step_advice(&headless, None, None);
    assert_eq!(chief.usual, default(&headless));
    let heirs: Vec<_> = chief.appraisal.offers.iter().map(|it| (it.place.as_str(), it.id.as_str())).collect();
    assert_eq!(heirs, [("chief", "1"), ("chief", "2"), ("chief", "3")]);
    let gone = step_advice(&headless, Some(&After::Chief(0)), None);
    assert_eq!(cited(gone.refused.as_ref()), Some(("generik.after.member", "")));
    headless.step = Step::Done;
    let done = step_advice(&headless, None, None);
    assert!(done.usual.is_none() && done.refused.is_none() && done.appraisal.offers.is_empty());
}

/// The codes of the warnings, with their members.
fn warned(told: &StepAdvice) -> Vec<(Option<u8>, &str)> {
    told.warnings.iter().map(|it| (it.member, cited(Some(it)).unwrap().0)).collect()
}

/// a choice that leaves no member is warned of before it is made.
#[test]
fn a_choice_that_empties_the_band_is_warned_of() {
    let after = at(Step::Pay, 60);
    let all = After::Pay { dismissed: vec![0, 1, 2, 3] };
    assert_eq!(warned(&step_advice(&after, Some(&all), None)), [(None, "generik.after.empties")]);
    let but_one = After::Pay { dismissed: vec![1, 2, 3] };
    assert_eq!(warned(&step_advice(&after, Some(&but_one), None)), []);
    assert_eq!(warned(&step_advice(&after, None, None)), []);
}

/// No member goes for money, and then none can be paid: the warning comes before, not after.
#[test]
fn a_choice_after_which_nobody_can_be_paid_is_warned_of() {
    let poor = after_fight(0);
    assert_eq!(poor.step, Step::Money);
    assert_eq!(
        warned(&step_advice(&poor, Some(&After::Money(Vec::new())), None)),
        [(None, "generik.after.empties")]
    );
    assert_eq!(warned(&step_advice(&after_fight(60), Some(&After::Money(Vec::new())), None)), []);
}

/// GEN-CMP-04: the only one left is out of action, and the die may kill it.
#[test]
fn a_cure_that_may_leave_nobody_is_warned_of() {
    let mut gang = band(Era::Western, vec![chief(&[Weapon::WColt], &[])]);
    gang.purse = Some(Purse { treasury: 60, reputation: 0, threshold: 0, games: 0, next_id: 1 });
    let alone = start(&gang, 0, 0, &[Health::Out], &Options::default());
    assert_eq!(alone.step, Step::Care);
    let advice = step_advice(&alone, Some(&After::Care(None)), None);
    assert_eq!(warned(&advice), [(Some(0), "generik.after.may_empty")]);
    // With another member in the band there is nothing to fear.
    assert_eq!(warned(&step(&at(Step::Care, 60), &Options::default(), Some(&After::Care(None)), None)), []);
}
