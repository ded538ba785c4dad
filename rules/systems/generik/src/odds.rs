//! Exact odds of a shot or an attack, for the tools of players and for bots. Every decision that is asked during an
//! attack takes its default (section 21.1); the defender adds as many dice as the caller says.

use crate::space::Skirmish as _;
use serde::{Deserialize, Serialize};

use super::command::{Blow, Fire, Window};
use super::event::Wound;
use super::ids::{Fig, Skill};
use super::legal::{self, Hit};
use super::numbers::numbers;
use super::state::Table;
use super::tables;

/// A probability as an exact fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Chance {
    /// Numerator.
    pub n: u32,
    /// Denominator.
    pub d: u32,
}

impl Chance {
    /// Never.
    pub const NEVER: Self = Self { n: 0, d: 1 };

    fn new(n: u64, d: u64) -> Self {
        let (mut a, mut b) = (n, d);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let by = a.max(1);
        // The counts of this file stay below 2^31.
        Self { n: u32::try_from(n / by).unwrap_or(u32::MAX), d: u32::try_from(d / by).unwrap_or(u32::MAX) }
    }

    /// Whether it is so many percent or more.
    pub fn is_at_least(self, percent: u8) -> bool {
        u64::from(self.n) * 100 >= u64::from(self.d) * u64::from(percent)
    }

    /// In thousandths, rounded down.
    pub fn per_mille(self) -> u32 {
        (u64::from(self.n) * 1000 / u64::from(self.d.max(1))) as u32
    }
}

/// The possible fates of a figure; the chances add up to one. Wound rolls of falls and blasts are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Fate {
    /// Nothing.
    pub nothing: Chance,
    /// Knocked down.
    pub knocked_down: Chance,
    /// Wounded.
    pub wounded: Chance,
    /// Out of action.
    pub out_of_action: Chance,
}

/// The possible results of a shot or an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Odds {
    /// The shot hits, or the attacker wins (by the sword, too).
    pub win: Chance,
    /// Neither wins; never with a shot.
    pub tie: Chance,
    /// The shot misses, or the defender wins (by the sword, too).
    pub lose: Chance,
    /// The fate of the aimed figure.
    pub target: Fate,
    /// The fate of the attacker: a shot does nothing to it.
    pub own: Fate,
    /// Another figure that may be hit in a melee, and its fate (GEN-SHT-08).
    pub stray: Option<(Fig, Fate)>,
    /// An attack is not made at all because of a bad reputation (GEN-SKL-18); the other odds are those of one that is.
    pub balks: Chance,
}

/// Ways the final attack die may come to each face, of 6^4.
type Faces = [u64; 6];

/// Results by [`Wound`], of [`WOUND_WAYS`].
type Ways = [u64; 4];

const FACE_WAYS: u64 = 1296;
/// An armour die, a wound die and its re-roll.
const WOUND_WAYS: u64 = 216;

/// The possible changes of an attack die: the figures that may have it rolled again, each by the default of its
/// decision (GEN-DEC-20, 21, R-265).
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "independent chances")]
pub(super) struct AttackDie {
    /// The natural face that lies on the table; not rolled yet when left out.
    pub(super) face: Option<u8>,
    /// The attacker's moustache (GEN-SKL-13).
    pub(super) moustache: bool,
    /// The target's shield (GEN-WPN-M12).
    pub(super) shield: bool,
    /// The target's luck (GEN-SKL-09).
    pub(super) luck: bool,
}

impl AttackDie {
    /// A die that has not been rolled.
    pub(super) fn fresh(table: Table<'_>, fig: Fig, target: Fig) -> Self {
        Self {
            face: None,
            moustache: table.profile(fig).has(Skill::GrosseMoustache)
                && !table.scene.figure(fig).moustache_used,
            ..Self::parried(table, target)
        }
    }

    /// A die that the target's shield and luck may still answer.
    pub(super) fn parried(table: Table<'_>, target: Fig) -> Self {
        Self {
            shield: legal::has_shield(table, target),
            luck: table.profile(target).has(Skill::Veinard) && !table.scene.figure(target).lucky_used,
            ..Self::default()
        }
    }

    /// The final face.
    fn faces(self) -> Faces {
        let mut ways = match self.face {
            Some(face) => [1, 2, 3, 4, 5, 6].map(|it| if it == face { FACE_WAYS } else { 0 }),
            None => [FACE_WAYS / 6; 6],
        };
        let mut again = |from: usize, to: usize| {
            let moved: u64 = ways[from..to].iter().sum();
            ways[from..to].fill(0);
            for it in &mut ways {
                *it += moved / 6;
            }
        };
        if self.moustache {
            again(0, 1);
        }
        if self.shield {
            again(3, 6);
        }
        if self.luck {
            again(4, 6);
        }
        ways
    }
}

/// The kind of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assault {
    /// With a ranged weapon, by number.
    Shot {
        /// Which weapon.
        weapon: u8,
        /// How.
        fire: Fire,
    },
    /// In close combat; a weapon left out is chosen by the rule (section 21.1).
    Strike {
        /// Which weapon.
        weapon: Option<u8>,
        /// How.
        blow: Blow,
    },
}

/// How the target of an attack answers it (GEN-DEC-17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Guard {
    /// DA spent on further dice.
    pub(super) extra: u8,
    /// Its weapon in close combat, by number.
    pub(super) weapon: Option<u8>,
}

impl Guard {
    /// So many dice, with the weapon that the rule chooses.
    pub(super) fn by_rule(table: Table<'_>, fig: Fig, target: Fig, extra: u8) -> Self {
        Self { extra, weapon: legal::best_weapon(table, target, fig) }
    }
}

/// Ways the best of some dice stays at most at a face, of 6^dice.
fn at_most(face: i16, dice: u32) -> u64 {
    (face.clamp(0, 6) as u64).pow(dice)
}

/// Win, tie and lose, of the whole that comes last.
fn compared(faces: Faces, attack: i16, defence: i16, dice: u32) -> [u64; 4] {
    let all = 6u64.pow(dice);
    let (mut win, mut tie) = (0, 0);
    let mut below = at_most(attack - defence, dice);
    for (face, ways) in (1i16..).zip(faces) {
        let up_to = at_most(face + attack - defence, dice);
        win += ways * below;
        tie += ways * (up_to - below);
        below = up_to;
    }
    let whole = FACE_WAYS * all;
    [win, tie, whole - win - tie, whole]
}

/// What a hit does to a figure, armour and Même pas mal included (GEN-WND-01 to 07, GEN-DEC-23).
fn wound_ways(table: Table<'_>, victim: Fig, hit: Hit, was_down: bool) -> Ways {
    let saved =
        legal::armour_save(table, victim).map_or(0, |save| u64::from(7u8.saturating_sub(save).min(6)));
    let add = legal::wound_bonus(table, victim, hit, was_down);
    let wounded = table.scene.figure(victim).wounded;
    let again = table.profile(victim).has(Skill::MemePasMal);
    let results =
        [1i8, 2, 3, 4, 5, 6].map(|face| legal::wound_of(face.saturating_add(add), wounded, hit.is_fall()).0);
    let mut ways = [saved * 36, 0, 0, 0];
    for result in results {
        if again && result == Wound::OutOfAction {
            for other in results {
                ways[other as usize] += 6 - saved;
            }
        } else {
            ways[result as usize] += 6 * (6 - saved);
        }
    }
    ways
}

/// The possible fates of a figure, counted: cases by [`Wound`], of all that there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cases {
    ways: Ways,
    whole: u64,
}

impl Cases {
    /// A hit in `hits` of `whole` cases.
    fn of_hits(ways: Ways, hits: u64, whole: u64) -> Self {
        let mut cases = ways.map(|it| it * hits);
        cases[0] += (whole - hits) * WOUND_WAYS;
        Self { ways: cases, whole: whole * WOUND_WAYS }
    }

    /// The chance of one end, in thousandths, rounded down.
    pub(super) fn per_mille(&self, wound: Wound) -> u32 {
        (self.ways[wound as usize] * 1000 / self.whole.max(1)) as u32
    }

    fn fate(&self) -> Fate {
        let [nothing, knocked_down, wounded, out_of_action] = self.ways.map(|n| Chance::new(n, self.whole));
        Fate { nothing, knocked_down, wounded, out_of_action }
    }
}

/// [`Odds`], counted: for bots, which weigh thousands and need no lowest terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    win: u64,
    tie: u64,
    lose: u64,
    whole: u64,
    /// The fate of the aimed figure.
    pub(super) target: Cases,
    /// The fate of the attacker.
    pub(super) own: Cases,
    /// Another figure that may be hit in a melee, and its cases (GEN-SHT-08).
    pub(super) stray: Option<(Fig, Cases)>,
}

impl Count {
    fn odds(&self) -> Odds {
        Odds {
            win: Chance::new(self.win, self.whole),
            tie: Chance::new(self.tie, self.whole),
            lose: Chance::new(self.lose, self.whole),
            target: self.target.fate(),
            own: self.own.fate(),
            stray: self.stray.map(|(fig, cases)| (fig, cases.fate())),
            balks: Chance::NEVER,
        }
    }
}

/// Returns the fate of a figure that is hit in `hits` of `whole` cases.
fn fate(ways: Ways, hits: u64, whole: u64) -> Fate {
    Cases::of_hits(ways, hits, whole).fate()
}

const UNHURT: Ways = [WOUND_WAYS, 0, 0, 0];

/// Returns the fate of a figure that takes a hit (GEN-SHT-08, GEN-WND-06).
pub(super) fn hit_fate(table: Table<'_>, victim: Fig, hit: Hit, was_down: bool) -> Fate {
    fate(wound_ways(table, victim, hit, was_down), 1, 1)
}

/// Returns the fate of a figure by a wound that is known.
pub(super) fn sure_fate(wound: Wound) -> Fate {
    let mut ways = [0; 4];
    ways[wound as usize] = WOUND_WAYS;
    fate(ways, 1, 1)
}

/// Returns the fate of a figure whose wound die is rolled once more, `add` on each face (GEN-SKL-04).
pub(super) fn rerolled_fate(wounded: bool, add: i8, fall: bool) -> Fate {
    let mut ways = [0; 4];
    for face in 1..=6i8 {
        ways[legal::wound_of(face.saturating_add(add), wounded, fall).0 as usize] += WOUND_WAYS / 6;
    }
    fate(ways, 1, 1)
}

/// The chance of a heroic die (GEN-HER-02, GEN-SKL-11).
pub(super) fn heroic(table: Table<'_>, fig: Fig) -> Chance {
    die_reaches(
        numbers().heroic.success_min,
        legal::heroic_mods(table.profile(fig)).iter().map(|it| it.n).sum(),
    )
}

/// The chance that cards or a parrot take DA from a figure (GEN-WPN-X1).
pub(super) fn distracts(table: Table<'_>, fig: Fig, target: Fig) -> Chance {
    let losses = table.profile(fig).weapons.iter().find_map(|weapon| tables::weapon(*weapon).distract);
    let da = table.scene.figure(target).da;
    let taken = losses.unwrap_or_default().into_iter().filter(|loss| da > 0 && *loss > 0).count();
    Chance::new(taken as u64, 6)
}

/// The chance that a die, with what is added to it, comes to `need`.
pub(super) fn die_reaches(need: i8, add: i8) -> Chance {
    let good = (1..=6i8).filter(|face| face.saturating_add(add) >= need).count();
    Chance::new(good as u64, 6)
}

/// The odds of one shot as if it were legal: the first one of several. `None` without such a ranged weapon.
pub fn shot_odds(
    table: Table<'_>,
    fig: Fig,
    weapon: u8,
    target: Fig,
    fire: Fire,
    extra_dice: u8,
) -> Option<Odds> {
    Some(Aimed::new(table, (fig, target), weapon)?.fresh(fire, extra_dice).odds())
}

/// The odds of a shot out of turn at a checkpoint of a window, as if it were legal, against a defence without further dice.
pub(super) fn snap_odds(table: Table<'_>, window: &Window, (fig, weapon): (Fig, u8), at: u8) -> Option<Odds> {
    let scene = legal::stopped_at(table, window, *window.checkpoints.get(usize::from(at))?);
    shot_odds(Table { scene: &scene, ..table }, fig, weapon, window.actor, Fire::Normal, 0)
}

/// The odds of one attack as if it were legal: the first one of several. The defender uses its best weapon.
#[cfg(feature = "testkit")]
pub fn strike_odds(
    table: Table<'_>,
    fig: Fig,
    target: Fig,
    weapon: Option<u8>,
    blow: Blow,
    extra_dice: u8,
) -> Odds {
    let count = count_strike(table, (fig, target), (weapon, blow), extra_dice);
    Odds { balks: balks(table, fig, target), ..count.odds() }
}

/// The same, counted; a bad reputation aside.
pub(super) fn count_strike(
    table: Table<'_>,
    (fig, target): (Fig, Fig),
    how: (Option<u8>, Blow),
    extra_dice: u8,
) -> Count {
    let guard = Guard::by_rule(table, fig, target, extra_dice);
    strike(table, (fig, target), how, AttackDie::fresh(table, fig, target), guard)
}

/// The odds of an attack whose die may have been rolled, against a defence that may have been chosen. It is made: whether a
/// bad reputation holds the attacker back is not counted. `None` for a shot without such a ranged weapon.
pub(super) fn odds(
    table: Table<'_>,
    (fig, target): (Fig, Fig),
    how: Assault,
    die: AttackDie,
    guard: Guard,
) -> Option<Odds> {
    match how {
        Assault::Shot { weapon, fire } => {
            shot(table, (fig, target), (weapon, fire), die, guard).map(|count| count.odds())
        }
        Assault::Strike { weapon, blow } => {
            Some(strike(table, (fig, target), (weapon, blow), die, guard).odds())
        }
    }
}

fn shot(
    table: Table<'_>,
    (fig, target): (Fig, Fig),
    (weapon, fire): (u8, Fire),
    die: AttackDie,
    guard: Guard,
) -> Option<Count> {
    Some(Aimed::new(table, (fig, target), weapon)?.count(fire, die.faces(), guard.extra))
}

/// A shot, however it is fired: what hangs on its target and its weapon is worked out once.
pub(super) struct Aimed<'a> {
    table: Table<'a>,
    fig: Fig,
    target: Fig,
    weapon: u8,
    /// The modifier of the die of a normal shot.
    normal: i16,
    /// What a hit does to the target.
    ways: Ways,
    /// Another figure that may be hit in a melee, and what a hit does to it.
    other: Option<(Fig, Ways)>,
}

impl<'a> Aimed<'a> {
    /// `None` without such a ranged weapon.
    pub(super) fn new(table: Table<'a>, (fig, target): (Fig, Fig), weapon: u8) -> Option<Self> {
        let (row, long, normal) = legal::attack(table, fig, weapon, target, Fire::Normal)?;
        let ways =
            |victim: Fig| wound_ways(table, victim, Hit::Shot { row, long }, table.scene.figure(victim).down);
        let other = if table.space().in_melee(target) { legal::stray(table, fig, target) } else { target };
        let chosen = !numbers().shooting.redirect_owner_chooses.is_empty();
        let other = (other != target && chosen).then(|| (other, ways(other)));
        Some(Self { table, fig, target, weapon, normal, ways: ways(target), other })
    }

    /// The first shot of a way to fire, against so many further dice, with a die that is not rolled yet.
    pub(super) fn fresh(&self, fire: Fire, extra_dice: u8) -> Count {
        let die = AttackDie::fresh(self.table, self.fig, self.target);
        self.count(fire, die.faces(), extra_dice)
    }

    fn count(&self, fire: Fire, faces: Faces, extra_dice: u8) -> Count {
        let other = || legal::attack(self.table, self.fig, self.weapon, self.target, fire);
        let attack = if fire == Fire::Normal { None } else { other() }.map_or(self.normal, |(.., it)| it);
        let dice = u32::from(numbers().shooting.defence_dice_base + extra_dice.min(3));
        let [win, tie, lose, whole] = compared(faces, attack, 0, dice);
        let strayed =
            if self.other.is_some() { numbers().shooting.redirect_owner_chooses.len() as u64 } else { 0 };
        Count {
            win,
            tie: 0,
            lose: lose + tie,
            whole,
            target: Cases::of_hits(self.ways, win * (6 - strayed), whole * 6),
            own: Cases::of_hits(UNHURT, 0, whole),
            stray: self.other.map(|(other, ways)| (other, Cases::of_hits(ways, win * strayed, whole * 6))),
        }
    }
}

fn strike(
    table: Table<'_>,
    (fig, target): (Fig, Fig),
    (weapon, blow): (Option<u8>, Blow),
    die: AttackDie,
    guard: Guard,
) -> Count {
    let row = legal::row_of(table, fig, striking(table, (fig, target), weapon, blow));
    let own = legal::row_of(table, target, guard.weapon);
    let sum = |mods: Vec<super::command::Mod>| mods.iter().map(|it| i16::from(it.n)).sum();
    let attack = sum(legal::strike_mods(table, fig, target, row, blow));
    let defence = sum(legal::guard_mods(table, fig, target, own));
    let dice = u32::from(numbers().close_combat.defence_dice_base + guard.extra.min(3));
    let [mut win, mut tie, mut lose, whole] = compared(die.faces(), attack, defence, dice);
    if legal::sword_wins(table, row, target) {
        win += std::mem::take(&mut tie);
    } else if legal::sword_wins(table, own, fig) {
        lose += std::mem::take(&mut tie);
    }
    let down = table.scene.figure(target).down;
    let struck = if down && table.profile(fig).has(Skill::Boucher) {
        [0, 0, 0, WOUND_WAYS]
    } else {
        wound_ways(table, target, Hit::Strike(row), down)
    };
    let countered = if down && !table.options().down_defender_can_wound { 0 } else { lose };
    Count {
        win,
        tie,
        lose,
        whole,
        target: Cases::of_hits(struck, win, whole),
        own: Cases::of_hits(wound_ways(table, fig, Hit::Strike(own), false), countered, whole),
        stray: None,
    }
}

/// The weapon an attacker strikes with, by number: the one named, that of a multi-attack, or the one the rule chooses.
pub(super) fn striking(
    table: Table<'_>,
    (fig, target): (Fig, Fig),
    weapon: Option<u8>,
    blow: Blow,
) -> Option<u8> {
    let multi = if blow == Blow::Multi { legal::multi_weapon(table, fig) } else { None };
    weapon.or(multi).or_else(|| legal::best_weapon(table, fig, target))
}

/// The chance that a bad reputation holds the attacker back (GEN-SKL-18), a cool head tried twice (GEN-DEC-24).
pub(super) fn balks(table: Table<'_>, fig: Fig, target: Fig) -> Chance {
    if !table.profile(target).has(Skill::MauvaiseReputation) {
        return Chance::NEVER;
    }
    let fails = numbers().morale.fail_natural.len() as u64;
    if table.profile(fig).has(Skill::SangFroid) {
        Chance::new(fails * fails, 36)
    } else {
        Chance::new(fails, 6)
    }
}
