//! A player that knows what it is after: the exit, the case, the blow that tells.

use super::plain;
use crate::Energie;
use crate::command::{Act, Aim, Ask, Command, Strike};
use crate::doctrine::{self, Mind};
use crate::ids::{Scenario, Skill, Who, Zone};
use crate::legal;
use crate::odds::{odds, threshold};
use crate::scene::{Feint, Fighter};
use crate::state::PublicState;
use crate::tables::{skill, tables, weapon};
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;

/// Goes for the goal of the scenario, aims where that pays, and guards itself when it has struck.
#[derive(Debug, Default)]
pub struct Daredevil;

/// Percent from which an attack is worth a reaction.
const DANGEROUS: u8 = 50;
/// Physique from which a roulé-boulé is worth more than a position.
const AGILE: u8 = 4;
/// PE below which a character fears to fall by one blow.
const FRAIL: i16 = 4;

impl Bot<Energie> for Daredevil {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let public = PublicState::new(&view.setup, &view.scene);
        let question = ask.id();
        match ask {
            Ask::Act { who, .. } => Command::Act { question, act: choose(public, *who) },
            Ask::React { who, percent, percent_total, .. } => {
                let own = public.fighter(*who);
                let saved = percent.saturating_sub(*percent_total);
                let frail = own.pe <= FRAIL && *percent >= DANGEROUS && saved >= DANGEROUS / 2;
                Command::Say { question, yes: frail && !own.marks.lost_last }
            }
            Ask::Guard { who, target, .. } => {
                let (own, friend) = (public.fighter(*who), public.fighter(*target));
                Command::Say { question, yes: own.pe > friend.pe + 2 }
            }
            Ask::Stabilise { .. } => Command::Say { question, yes: true },
            Ask::Vote { .. } => Command::Say { question, yes: false },
            _ => plain(view, ask, seat, dice),
        }
    }
}

/// Returns the next act of a character, which is always legal.
fn choose(public: PublicState<'_>, who: Who) -> Act {
    let mind = Mind { public, who };
    let wish = goal(&mind).or_else(|| mind.first_of_all()).or_else(|| fight(&mind));
    wish.filter(|act| mind.may(act)).unwrap_or_else(|| doctrine::act(public, who))
}

/// What the scenario asks of it, if it does of this one.
pub(super) fn goal(mind: &Mind<'_>) -> Option<Act> {
    let own = mind.fighter();
    if own.prone {
        return None;
    }
    let side = own.side();
    match mind.public.setup.scenario {
        Scenario::Embuscade if side == 0 => run(mind),
        Scenario::Poursuite if side == 1 => run(mind),
        Scenario::Epave => fetch(mind),
        Scenario::Colosse => work_console(mind),
        _ => None,
    }
}

/// Out by the exit, or as near as it goes.
fn run(mind: &Mind<'_>) -> Option<Act> {
    let side = mind.fighter().side();
    let exit = mind.public.map.all().find(|zone| mind.public.map.place(*zone).exit == Some(side))?;
    mind.leave_by(exit)
}

/// The case, and home with it (ENE-SCN-05).
fn fetch(mind: &Mind<'_>) -> Option<Act> {
    let public = mind.public;
    let side = mind.fighter().side();
    let home = public.map.all().find(|zone| public.map.place(*zone).exit == Some(side))?;
    if !mind.fighter().items.is_empty() {
        return walk(mind, home);
    }
    let (item, lies) = (0u8..).zip(&public.scene.items).find_map(|(n, it)| it.zone.map(|zone| (n, zone)))?;
    let take = Act::Take { item };
    if mind.may(&take) {
        return Some(take);
    }
    // One character of the side goes: the nearest one.
    let own = mind.ways(false).cost(lies.0)?;
    let nearer = |(who, it): (Who, &Fighter)| {
        let other = Mind { public, who };
        who != mind.who
            && it.able()
            && it.side() == side
            && other.ways(false).cost(lies.0).is_some_and(|cost| (cost, who) < (own, mind.who))
    };
    if public.scene.all().any(nearer) { None } else { walk(mind, lies) }
}

fn walk(mind: &Mind<'_>, to: Zone) -> Option<Act> {
    mind.toward(&mind.ways(false), to)
}

/// A console nearby is worked by a character with enough Mental (ENE-SCN-04).
fn work_console(mind: &Mind<'_>) -> Option<Act> {
    let public = mind.public;
    let able = mind.fighter().sheet.mental > tables().core.req_difficult;
    // A character at contact strikes, where that costs an enemy anything.
    if !able || !mind.at_contact().is_empty() && best_blow(mind).is_some() {
        return None;
    }
    let open = (0u8..).zip(&public.scene.consoles).filter(|(_, done)| !**done).map(|(n, _)| n);
    let ways = mind.ways(false);
    let zone = |n: &u8| public.map.zone(&public.map.row.consoles[usize::from(*n)].zone);
    let nearest = open.min_by_key(|n| (ways.cost(zone(n).0).unwrap_or(u32::MAX), *n))?;
    let work = Act::Console { console: nearest };
    if mind.may(&work) { Some(work) } else { mind.toward(&ways, zone(&nearest)) }
}

/// The blow that takes most, aimed where that pays; else nearer, and on guard.
fn fight(mind: &Mind<'_>) -> Option<Act> {
    let public = mind.public;
    let act = public.scene.act?;
    if worn_down(mind) && mind.may(&Act::Repair) {
        return Some(Act::Repair);
    }
    let wave = mind.public.has(mind.who, Skill::OndeMentale).then(|| prodige(mind)).flatten();
    let best = best_blow(mind);
    if let Some((blow, worth, aimed)) = best {
        if wave.is_some() && worth < WAVE_WORTH {
            return wave;
        }
        // Two actions for one blow, where that is worth more than the guard that the second would be.
        let pays = |better: u32| act.left > 1 && better * 2 > worth * 3 + 20;
        let feint = feint(mind, &blow).filter(|(_, feinted)| pays(*feinted) && *feinted > aimed);
        let aims = mind.fighter().prepared == 0 && pays(aimed) && mind.may(&Act::Prepare);
        return feint.map(|(act, _)| act).or_else(|| aims.then_some(Act::Prepare)).or(Some(blow));
    }
    if wave.is_some() {
        return wave;
    }
    if mind.attacked() {
        return finish(mind);
    }
    let mut foes: Vec<Who> = mind.enemies().collect();
    foes.sort_by_key(|it| mind.rank(*it));
    let charge = mind.public.has(mind.who, Skill::Charge).then(|| mind.charge(&foes)).flatten();
    // Beside an enemy that no blow can hurt, a guard is worth more than a blow.
    let vain = || if mind.at_contact().is_empty() { None } else { guard(mind) };
    charge.or_else(|| mend(mind)).or_else(vain)
}

/// A feint before a blow at contact, and what the blow is worth then (ENE-MAI-03).
fn feint(mind: &Mind<'_>, blow: &Act) -> Option<(Act, u32)> {
    let Act::Attack { arm, at: Aim::Who(target), strike } = blow else { return None };
    let feint = Act::Feint { at: *target };
    if !mind.public.has(mind.who, Skill::Feinte) || mind.fighter().feint.is_some() || !mind.may(&feint) {
        return None;
    }
    let reach = legal::reach(mind.public, mind.who, *arm, Aim::Who(*target), *strike).ok()?;
    let mut scene = mind.public.scene.clone();
    scene.fighters[mind.who.n()].feint = Some(Feint { on: *target, left: 1 });
    let then = PublicState::new(mind.public.setup, &scene);
    Some((feint, legal::shown(then, mind.who, reach, *target, 0).odds.hundredths()))
}

/// Expected damage, in hundredths, of an Onde mentale against most.
const WAVE_WORTH: u32 = 200;

/// An Onde mentale at the weakest that it reaches, while there is strength for it.
fn prodige(mind: &Mind<'_>) -> Option<Act> {
    let own = mind.fighter();
    if own.pe <= FRAIL {
        return None;
    }
    let foes: Vec<Who> = mind.enemies().filter(|at| mind.may(&Act::Wave { at: *at })).collect();
    mind.weakest(&foes).map(|at| Act::Wave { at })
}

/// Half of its strength is gone, and a repair gives all that it can (ENE-MAI-03).
fn worn_down(mind: &Mind<'_>) -> bool {
    let own = mind.fighter();
    own.sheet.robot()
        && own.pe * 2 <= own.sheet.pe_max
        && own.pe + i16::from(own.sheet.physique) <= own.sheet.pe_max
}

/// A moment without a blow is one to mend oneself, or a friend (ENE-MAI-03).
fn mend(mind: &Mind<'_>) -> Option<Act> {
    let public = mind.public;
    let hurt = |it: &Fighter| it.sheet.pe_max - it.pe;
    let own = mind.fighter();
    if hurt(own) >= i16::from(own.sheet.physique) && mind.may(&Act::Repair) {
        return Some(Act::Repair);
    }
    if !public.has(mind.who, Skill::PremiersSoins) {
        return None;
    }
    let enough = i16::from(own.sheet.mental / 2);
    let ill = public.scene.all().filter(|(_, it)| it.side() == own.side() && hurt(it) >= enough);
    let ill = ill.map(|(at, it)| (it.pe, Act::FirstAid { at })).filter(|(_, act)| mind.may(act));
    ill.min_by_key(|(pe, _)| *pe).map(|(_, act)| act)
}

/// After the blow: out of sight is not to be had, so on guard.
fn finish(mind: &Mind<'_>) -> Option<Act> {
    let shield = Act::Shield { at: mind.who };
    let own = mind.fighter();
    let strong = own.pe > 2 * FRAIL && own.shielded.is_none();
    // Armour stops no wave (ENE-AUT-02).
    let waves = mind.enemies().any(|it| mind.public.has(it, Skill::OndeMentale));
    let helps = waves || legal::protection(own) < skill(Skill::BouclierPsychique).protection;
    if strong && helps && mind.may(&shield) { Some(shield) } else { guard(mind) }
}

/// The agile roll aside from a single enemy: their pool cancels more than a position does (ENE-DEF-08).
fn guard(mind: &Mind<'_>) -> Option<Act> {
    let own = mind.fighter();
    let agile = own.sheet.physique >= AGILE && !own.weakened();
    let one = mind.enemies().filter(|it| mind.sees(*it)).count() <= 1;
    if agile && one && mind.may(&Act::Roll) { Some(Act::Roll) } else { mind.defend() }
}

/// A blow that was weighed.
struct Weighed {
    act: Act,
    /// Its worth, with what speaks for its target.
    value: u32,
    /// Expected damage, in hundredths.
    worth: u32,
    /// The same with an aim.
    aimed: u32,
}

/// The blow with the highest expected damage, what falls by it first; and the same with an aim.
fn best_blow(mind: &Mind<'_>) -> Option<(Act, u32, u32)> {
    let mut best: Option<Weighed> = None;
    let mut weigh = |it: Weighed| {
        if best.as_ref().is_none_or(|known| it.value > known.value) && mind.may(&it.act) {
            best = Some(it);
        }
    };
    for (arm, it) in (0u8..).zip(&mind.fighter().arms) {
        if weapon(it.weapon).area {
            bursts(mind, arm, &mut weigh);
            continue;
        }
        weigh_arm(mind, arm, Strike::Normal, &mut weigh);
        if weapon(it.weapon).thrown > 0 && spare(mind, arm) {
            weigh_arm(mind, arm, Strike::Thrown, &mut weigh);
        }
    }
    best.map(|it| (it.act, it.worth, it.aimed))
}

/// Whether a character is still armed without one of its weapons.
fn spare(mind: &Mind<'_>, arm: u8) -> bool {
    let arms = &mind.fighter().arms;
    let own = weapon(arms[usize::from(arm)].weapon).damage;
    let others = (0u8..).zip(arms).filter(|(n, it)| *n != arm && it.ready() && !weapon(it.weapon).area);
    others.map(|(_, it)| weapon(it.weapon).damage + 1).any(|damage| damage >= own)
}

/// Weighs every target that a weapon reaches.
fn weigh_arm(mind: &Mind<'_>, arm: u8, strike: Strike, weigh: &mut dyn FnMut(Weighed)) {
    let public = mind.public;
    let own = mind.fighter();
    let base = u32::from(weapon(own.arms[usize::from(arm)].weapon).damage);
    let mut targets = legal::targets(public, mind.who, arm, strike);
    targets.sort_by_key(|(target, _)| mind.rank(*target));
    for (target, reach) in targets {
        let shown = legal::shown(public, mind.who, reach, target, 0);
        let (worth, foe) = (shown.odds.hundredths(), public.fighter(target));
        if worth == 0 {
            continue;
        }
        // A target that is nearly down is worth more, for a blow that fells it ends its blows; so is one that friends attack.
        let last = u32::from(foe.pe <= FRAIL) * worth / 2;
        let friends = u32::from(foe.marks.attacked) * worth / 5;
        let thrown = if strike == Strike::Thrown { worth / 4 } else { 0 };
        let sure = threshold(shown.good.len() + 1, shown.bad.len());
        let tells = |threshold: u8| {
            let hit = odds(own.sheet.physique, threshold, shown.need.total, foe.pool, |net, _| net);
            hit.hits * base * 100 / hit.of.max(1) + hit.hundredths()
        };
        let aimed = worth * tells(sure) / tells(shown.threshold).max(1);
        let act = Act::Attack { arm, at: Aim::Who(target), strike };
        weigh(Weighed { act, value: worth + last + friends - thrown, worth, aimed });
    }
}

/// A weapon of area, where it strikes enemies alone: the fire that it leaves counts too.
fn bursts(mind: &Mind<'_>, arm: u8, weigh: &mut dyn FnMut(Weighed)) {
    let public = mind.public;
    let id = mind.fighter().arms[usize::from(arm)].weapon;
    let fire = if weapon(id).leaves.is_some() { 100 } else { 0 };
    for zone in public.map.all() {
        let mut there = public.able_in(zone).peekable();
        let foes = there.peek().is_some() && there.all(|it| public.scene.enemies(mind.who, it));
        if !foes {
            continue;
        }
        let Ok(reach) = legal::reach(public, mind.who, arm, Aim::Zone(zone), Strike::Normal) else {
            continue;
        };
        let one = |it: Who| legal::shown(public, mind.who, reach, it, 0).odds.hundredths() + fire;
        let worth: u32 = public.able_in(zone).map(one).sum();
        let act = Act::Attack { arm, at: Aim::Zone(zone), strike: Strike::Normal };
        weigh(Weighed { act, value: worth, worth, aimed: worth });
    }
}
