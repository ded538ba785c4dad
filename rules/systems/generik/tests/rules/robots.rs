//! What the skirmisher does on given tables: charges, climbs, drags; and in the steps after a game.

use bagarre_generik::Generik;
use bagarre_generik::testkit::after::{After, Purchase};
use bagarre_generik::testkit::aftermath::{Verdict, judge, rolled, start, total_pay};
use bagarre_generik::testkit::command::{Act, Ask, Command};
use bagarre_generik::testkit::ids::{Era, Fig, Scenario, Skill, Weapon};
use bagarre_generik::testkit::scene::{Aftermath, Marker, Step};
use bagarre_generik::testkit::setup::{Band, Health, Options, Purse};
use bagarre_generik::testkit::state::State;
use bagarre_generik::testkit::survivors::living;
use bagarre_generik::testkit::tables::weapon;
use bagarre_kit::contract::{Actor, Audience, Next, Ruleset, Seat, Seats};
use bagarre_kit::dice::Seeded;
use bagarre_kit::plane::Pt;

use crate::bands::{band, chief, member};
use crate::harness::Case;

const WELL: Health = Health::Well;
const HURT: Health = Health::Wounded;
const OUT: Health = Health::Out;

/// What the skirmisher answers to what it is asked first.
fn answer(state: &State) -> Command {
    let Next::Ask { seats, .. } = Generik::next(state) else { panic!("nobody is asked") };
    let seat = seats.iter().next().unwrap();
    let (view, ask) = (Generik::view(state, Audience::Seat(seat)), Generik::ask_for(state, seat).unwrap());
    let mut bot = Generik::bot("skirmisher").unwrap();
    let command = bot.answer(&view, &ask, seat, &mut Seeded::from_number(1));
    Generik::decide(state, Actor::Seat(seat), &command).unwrap();
    command
}

/// Returns the figure that acts, and its act.
fn act(case: &Case) -> (Fig, Act) {
    match answer(&case.state()) {
        Command::Act { fig, what, .. } => (fig, what),
        other => panic!("no act: {other:?}"),
    }
}

fn pirates(figures: &str) -> Case {
    Case::new(figures).era(Era::Pirates).scenario(Scenario::BastonGenerale)
}

/// GEN-SKL-10: two friends with blades in their hands get at two enemies who hold none.
#[test]
fn a_charge_is_called_when_it_brings_friends_to_blows() {
    let case = pirates(
        "a1 6000,5000 chargez; a2 5700,5400 deux_mains; a3 6300,5400 epee; \
         b1 5700,6500; b2 6300,6500 couteau_de_lance charges=0",
    );
    let (fig, what) = act(&case);
    let Act::Charge { moves } = &what else { panic!("{fig:?} {what:?}") };
    assert_eq!((fig, moves.len()), (Fig(0), 2));
    for charger in moves {
        let from = case.state().scene.figure(charger.fig).at;
        assert!(charger.to.y > from.y, "towards the enemy: {charger:?}");
    }
}

/// A shot that all but ends an enemy is worth more than two friends a few cm nearer.
#[test]
fn no_charge_is_called_when_a_shot_is_better() {
    let case = pirates(
        "a1 6000,5000 chargez deux_pistolets; a2 5700,4000 couteau_de_lance; b1 6000,6000 wounded da=0; b2 9000,11000",
    );
    let (fig, what) = act(&case);
    assert!(matches!(what, Act::Shoot { .. }), "{fig:?} {what:?}");
}

/// A row of cabins, each touching the next.
const ROW: &str = "W-2 6000,6000 0; W-2 5000,6000 0; W-2 7000,6000 0; W-2 4000,6000 0; W-2 8000,6000 0";

/// GEN-ACT-35: a cabin hides the only enemy; its roof shows it.
#[test]
fn a_gunner_climbs_where_the_roof_shows_somebody() {
    // Cabins are 10 by 8 cm and 5 cm high.
    let case = Case::new("a1 6000,5465 winchester; b1 6000,7400 couteau da=0")
        .scenario(Scenario::BastonGenerale)
        .terrain(ROW);
    let (fig, what) = act(&case);
    let Act::Climb { to, .. } = what else { panic!("{fig:?} {what:?}") };
    assert!(to.y > 5600, "on the roof: {to:?}");
}

/// The same from a few steps away: it walks to the foot of the wall.
#[test]
fn a_gunner_goes_to_the_wall_that_it_means_to_climb() {
    let case = Case::new("a1 6000,5000 winchester; b1 6000,7400 couteau wounded da=0")
        .scenario(Scenario::BastonGenerale)
        .terrain(ROW);
    let (fig, what) = act(&case);
    let Act::Move { path, run: false, .. } = &what else { panic!("{fig:?} {what:?}") };
    let end = *path.last().unwrap();
    assert!((5450..=5480).contains(&end.y), "at the wall: {end:?}");
}

/// A figure that fights hand to hand goes up to an enemy on a roof: first to the wall, then up.
#[test]
fn a_fighter_climbs_to_an_enemy_on_a_roof() {
    let enemy = "b1 6000,6000 winchester charges=0 z=500 da=0";
    let below = Case::new(&format!("a1 6000,5465 couteau; {enemy}"))
        .scenario(Scenario::BastonGenerale)
        .terrain("W-2 6000,6000 0");
    let (fig, what) = act(&below);
    let Act::Climb { to, .. } = what else { panic!("{fig:?} {what:?}") };
    assert!(to.y > 5600, "on the roof: {to:?}");
    let far = Case::new(&format!("a1 6000,4800 couteau; {enemy}"))
        .scenario(Scenario::BastonGenerale)
        .terrain("W-2 6000,6000 0");
    let (fig, what) = act(&far);
    let Act::Move { path, .. } = &what else { panic!("{fig:?} {what:?}") };
    assert!((5450..=5480).contains(&path.last().unwrap().y), "at the wall: {path:?}");
}

/// Where a move ends.
fn end(what: &Act) -> Pt {
    match what {
        Act::Move { path, .. } => *path.last().unwrap(),
        other => panic!("no move: {other:?}"),
    }
}

/// GEN-GEO-10: three rifles look on, and there is one die for the way: not straight on, but to where the wagon stands between.
#[test]
fn who_is_shot_at_goes_behind_something() {
    let figures = "a1 6000,4800 couteau da=1; b1 6000,8200 winchester; b2 6400,8200 winchester; b3 5600,8200 winchester";
    let goes =
        |terrain: &str| end(&act(&Case::new(figures).scenario(Scenario::BastonGenerale).terrain(terrain)).1);
    let to = goes("W-5 7000,5600 0");
    assert!((6400..=7000).contains(&to.x) && (5150..=5300).contains(&to.y), "behind the wagon: {to:?}");
    let open = goes("W-5 9000,5600 0");
    assert!((open.x - 6000).abs() < 300 && open.y > 5600, "straight on where nothing covers: {open:?}");
}

/// GEN-COV-02: the enemy is in cover against attackers from the front, so a gunner comes round.
#[test]
fn a_gunner_goes_round_who_is_in_cover() {
    let from = |cover: &str| {
        let figures = format!("a1 6000,1000 colt; b1 6000,7700 couteau {cover} da=0");
        let (_, what) =
            act(&Case::new(&figures).scenario(Scenario::BastonGenerale).terrain("W-4 6000,7470 0"));
        (end(&what).x - 6000).abs()
    };
    assert!(from("cover") > 200, "round him: {}", from("cover"));
    assert!(from("") < 50, "straight at him: {}", from(""));
}

/// GEN-SCN-20: the chief whose head is the goal comes along behind the band instead of waiting at the edge.
#[test]
fn a_chief_follows_his_band() {
    let case =
        Case::new("a1 6000,400 da=3; a2 6000,6500 da=0; a3 6400,6500 da=0; b1 6000,11500; b2 6400,11500")
            .scenario(Scenario::TeteDuChef);
    let (fig, what) = act(&case);
    assert_eq!(fig, Fig(0));
    assert!(end(&what).y > 900, "after the others: {what:?}");
}

/// GEN-ACT-36: over the fence to the enemy's marker, not round it.
#[test]
fn a_fence_is_vaulted_on_the_way_to_a_marker() {
    let case = Case::new("a1 6000,5510; b1 11000,11500")
        .scenario(Scenario::Saccage)
        .terrain("W-3 6000,5670 0; W-3 4500,5670 0; W-3 7500,5670 0")
        .tweak(|position| {
            let marker = |x, y, seat| Marker { at: Pt::new(x, y), owner: Some(Seat(seat)), sacked: false };
            position.scene.markers = vec![
                marker(2000, 500, 0),
                marker(9000, 500, 0),
                marker(6000, 6500, 1),
                marker(2000, 11500, 1),
            ];
        });
    let (fig, what) = act(&case);
    assert!(matches!(what, Act::Climb { .. }), "{fig:?} {what:?}");
}

/// GEN-ACT-10, GEN-SCN-20: the chief lies at the feet of an enemy, and its head decides the game.
#[test]
fn a_fallen_chief_is_dragged_away() {
    let case = Case::new("a1 6000,6000 down da=0; a2 6000,5750; b1 6000,6250 couteau; b2 11000,11500")
        .scenario(Scenario::TeteDuChef);
    let (fig, what) = act(&case);
    let Act::Drag { friend, .. } = what else { panic!("{fig:?} {what:?}") };
    assert_eq!((fig, friend), (Fig(1), Fig(0)));
    let far = Case::new("a1 6000,6000 down da=0; a2 6000,4500; b1 6000,6250 couteau; b2 11000,11500")
        .scenario(Scenario::TeteDuChef);
    let (fig, what) = act(&far);
    let Act::Move { path, .. } = &what else { panic!("{fig:?} {what:?}") };
    let end = *path.last().unwrap();
    assert!(end.y > 5000, "to his side: {end:?}");
}

/// A friend that no enemy threatens is not dragged.
#[test]
fn a_fallen_friend_out_of_reach_is_left_where_he_is() {
    let case = Case::new("a1 6000,6000 da=0; a2 6000,5750 down da=0; a3 5750,5750; b1 6000,11500")
        .scenario(Scenario::BastonGenerale);
    if let Command::Act { what, .. } = answer(&case.state()) {
        assert!(!matches!(what, Act::Drag { .. }), "{what:?}");
    }
}

/// A western band of a campaign: a chief with a Colt, one with a Winchester, one with a knife, one bare.
fn gang(treasury: i32, reputation: i32) -> Band {
    let mut gang = band(
        Era::Western,
        vec![
            chief(&[Weapon::WColt], &[]),
            member(1, &[Weapon::WWinchester], &[]),
            member(2, &[Weapon::WCouteau], &[]),
            member(3, &[], &[]),
        ],
    );
    gang.purse = Some(Purse { treasury, reputation, threshold: reputation, games: 0, next_id: 4 });
    gang
}

/// The steps of a band after a game as it comes out of it.
fn steps(gang: &Band, reputation: i32, ended: [Health; 4]) -> Aftermath {
    start(gang, 0, reputation, &ended, &Options::default())
}

/// What the skirmisher answers in a step after a game.
fn choice(after: &Aftermath) -> After {
    let state = Case::new("a1 6000,6000; b1 6000,9000").state();
    let mut view = Generik::view(&state, Audience::Seat(Seat(0)));
    view.scene.after = vec![after.clone()];
    let ask = Ask::After { seats: Seats::one(Seat(0)) };
    let mut bot = Generik::bot("skirmisher").unwrap();
    match bot.answer(&view, &ask, Seat(0), &mut Seeded::from_number(1)) {
        Command::After { answered, after: choice } => {
            assert_eq!(answered, after.answered);
            choice
        }
        other => panic!("no step: {other:?}"),
    }
}

/// All that the skirmisher does until it is done, every die showing this face, and what comes of it.
fn all_steps(mut after: Aftermath, face: u8) -> (Vec<After>, Aftermath) {
    let mut done = Vec::new();
    while after.step != Step::Done {
        let choice = choice(&after);
        after = match judge(&after, &Options::default(), &choice).unwrap() {
            Verdict::Settled(next) => next,
            Verdict::Roll => rolled(&after, &Options::default(), &choice, face),
        };
        done.push(choice);
        assert!(done.len() < 30, "shopping ends: {done:?}");
    }
    (done, after)
}

fn cared(done: &[After]) -> Vec<u8> {
    done.iter().filter_map(|it| if let After::Care(who) = it { *who } else { None }).collect()
}

fn dismissed(done: &[After]) -> Vec<u8> {
    let mut pays =
        done.iter().filter_map(|it| if let After::Pay { dismissed } = it { Some(dismissed) } else { None });
    pays.next().unwrap().clone()
}

/// GEN-CMP-02 to 06: with money in hand one works and the other looks after the reputation, both patients are cared for, all are
/// paid, and who has no gun gets one.
#[test]
fn a_rich_band_heals_pays_and_arms_its_people() {
    let (done, after) = all_steps(steps(&gang(60, 2), 0, [WELL, HURT, OUT, WELL]), 5);
    assert_eq!(done[..2], [After::Money(vec![0]), After::Reputation(vec![3])]);
    assert_eq!(cared(&done), [1, 2], "the wounded first");
    assert_eq!(dismissed(&done), [0_u8; 0]);
    let armed = |id: u8| {
        living(&after)
            .any(|(member, _)| member.id == id && member.weapons.iter().any(|it| weapon(*it).ranged()))
    };
    assert!(armed(2) && armed(3), "{:?}", after.band);
    assert!(after.purse.treasury >= 10, "something is left for the next patients");
}

/// A band that is rich enough hires, and each recruit has a gun.
#[test]
fn a_rich_band_hires_people_with_guns() {
    let (done, _) = all_steps(steps(&gang(120, 0), 0, [WELL; 4]), 3);
    let recruits: Vec<_> = done
        .iter()
        .filter_map(
            |it| if let After::Buy(Some(Purchase::Recruit(recruit))) = it { Some(recruit) } else { None },
        )
        .collect();
    assert!(!recruits.is_empty(), "{done:?}");
    assert!(recruits.iter().all(|recruit| recruit.weapons.iter().any(|it| weapon(*it).ranged())));
}

/// GEN-CMP-05: no member leaves that could have stayed.
#[test]
fn a_poor_band_lets_as_few_go_as_it_can() {
    // The pay is 11; without the one with the knife (3) it is 8. The bare one alone (2) would not do.
    let broke = Aftermath { step: Step::Pay, ..steps(&gang(8, 0), 0, [WELL; 4]) };
    assert_eq!(total_pay(&broke), 11);
    assert_eq!(choice(&broke), After::Pay { dismissed: vec![2] });
    // All members work when there is not enough.
    assert_eq!(choice(&steps(&gang(0, 0), 0, [WELL, HURT, WELL, WELL])), After::Money(vec![0, 2, 3]));
}

/// GEN-CMP-07: who shoots learns what makes a marksman, who fights what makes a fighter, by what the purse can pay.
#[test]
fn skills_go_by_the_use_of_the_figure() {
    let learner = |gang: Band| {
        let after = steps(&gang, 1, [OUT, WELL, WELL, OUT]);
        assert_eq!(after.rights, 1);
        choice(&Aftermath { step: Step::Skills, ..after })
    };
    let mut shooters = gang(15, 1);
    shooters.purse.as_mut().unwrap().threshold = 0;
    shooters.members[0].skills = vec![Skill::BigBoss, Skill::MemePasMal];
    assert_eq!(learner(shooters.clone()), After::Skill(Some((1, Skill::TirDElite))));
    shooters.members[1].weapons = vec![Weapon::WCouteau];
    shooters.members[1].armour = None;
    assert_eq!(learner(shooters), After::Skill(Some((1, Skill::ExpertCc))));
}

/// GEN-DEC-46, R-223: the new chief can come to the next game.
#[test]
fn the_heir_is_fit() {
    let (done, after) = all_steps(steps(&gang(22, 0), 0, [OUT, OUT, WELL, WELL]), 1);
    assert!(living(&after).all(|(member, _)| member.id != 0), "the chief has died: {done:?}");
    let chief = living(&after).find(|(member, _)| member.chief).unwrap();
    assert_eq!(chief.1.health, WELL, "{done:?}");
}
