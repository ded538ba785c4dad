//! A bot that weighs what it does: chances and expected levels of each blow, the cost of a dodge, where its scenario is won.

use super::measure::{announces, arms, far, shoots, tactics, threatened};
use super::{Memory, below, usual};
use crate::Celtiques;
use crate::command::{
    Act, Ask, Blow, Choice, Command, Deed, Go, Goal, March, Minor, Order, Pace, Plan, Question, Trick,
};
use crate::figures::Sort;
use crate::ids::{Attr, Cry, Dec, Scenario, Skill, Team, Who, Zone};
use crate::scene::Intent;
use crate::state::{PublicState, Sealed};
use crate::tables::tables;
use crate::view::View;
use crate::{doctrine, legal, odds};
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;

/// Weighs what it does.
#[derive(Debug, Default)]
pub struct Champion {
    memory: Memory,
}

impl Bot<Celtiques> for Champion {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let Some(public) = self.memory.public(view) else { return usual(ask) };
        match ask {
            // What a player is asked has `later`, what a bot is asked has not: `simulate --prompts` counts the questions of a player.
            Ask::Choose(asked) if !asked.later.is_empty() => {
                let own = asked.later.iter().map(|it| it.who);
                let actions = [asked.who].into_iter().chain(own).map(|who| (who, actions(public, who)));
                Command::Announce { question: asked.id, actions: Sealed(actions.collect()) }
            }
            _ => fights(public, ask, seat, dice, Ways { deed: |public, who, _| deed(public, who), choose }),
        }
    }
}

/// How a bot that fights decides what is its own way of fighting.
pub(super) struct Ways {
    pub(super) deed: fn(PublicState<'_>, Who, &mut dyn Dice) -> Deed,
    pub(super) choose: fn(PublicState<'_>, &Question, &mut dyn Dice) -> Choice,
}

/// The answer of a bot that fights: plan, terror and orders of the champion, deeds and short answers in its own way.
pub(super) fn fights(
    public: PublicState<'_>,
    ask: &Ask,
    seat: Seat,
    dice: &mut dyn Dice,
    Ways { deed, choose }: Ways,
) -> Command {
    let question = ask.id();
    let able = || public.own(seat).filter(|who| public.of(*who).able());
    match ask {
        Ask::Plan { .. } => {
            // A plan costs nothing, and makes the order of the chief easier (CEL-CMD-08).
            let plan = Plan { intent: Intent::Attack, ..Plan::default() };
            Command::Plan { question, plan: Sealed(plan) }
        }
        Ask::Terror { .. } => {
            let cries = able().filter_map(|who| best_cry(public, who).map(|cry| (who, cry)));
            Command::Cries { question, cries: Sealed(cries.collect()) }
        }
        Ask::Orders { .. } => {
            let orders = able().map(|who| (who, order(public, who)));
            let orders = orders.filter(|(_, it)| *it != Order::default()).collect();
            Command::Orders { question, orders: Sealed(orders), quiet: false }
        }
        Ask::Batch { whos, .. } => {
            let own = whos
                .iter()
                .filter(|who| public.owner(*who) == Some(seat) && public.of(*who).slot(public.scene.segment));
            let deeds = own.map(|who| (who, deed(public, who, dice))).collect();
            Command::Deeds { question, deeds: Sealed(deeds) }
        }
        Ask::Act { who, .. } => Command::Act { question, deed: deed(public, *who, dice) },
        Ask::Choose(asked) => {
            let choice = choose(public, asked, dice);
            let fits = asked.options.contains(&choice);
            Command::Choose { question, choice: if fits { choice } else { asked.default_choice() } }
        }
    }
}

/// The way to make terror that brings most on average.
fn best_cry(public: PublicState<'_>, who: Who) -> Option<Cry> {
    let profile = public.profile(who);
    let dice = public.dice(who, Attr::Pr, Sort::Test, None, 0);
    let worth = |cry: &Cry| {
        let row = tables().cry(*cry);
        let flat = profile.level(Skill::Fureur);
        // Twice the points: a level at the difficulty, another one five above.
        let levels = odds::beats(dice, flat, row.difficulty - 1)
            + odds::beats(dice, flat, row.difficulty + 4)
            + odds::beats(dice, flat, row.difficulty + 9);
        u64::from(levels) * row.points_per_level as u64
    };
    let known = Cry::ALL.iter().copied().filter(|cry| public.can_cry(who, *cry));
    known.max_by_key(|cry| (worth(cry), std::cmp::Reverse(*cry)))
}

/// Where a fighter goes when it has nothing else to do.
pub(super) fn goal(public: PublicState<'_>, who: Who) -> Option<Goal> {
    let scene = public.scene;
    let at = public.of(who).pose.at;
    match public.fixed.setup.scenario {
        _ if escapes(public, who) => return Some(Goal::Off),
        Scenario::Etendard => {
            if let Some(standard) = scene.standard {
                let mates = public
                    .friends(who)
                    .map(|it| public.of(it).pose.at.distance(standard))
                    .min()
                    .unwrap_or(u16::MAX);
                if at.distance(standard) <= mates {
                    return Some(Goal::Hex(standard));
                }
            }
        }
        Scenario::Gue => {
            let board = &public.fixed.board;
            let enemy = public.enemies(who).map(|it| public.distance(who, it)).min().unwrap_or(u16::MAX);
            if enemy > 6 && board.letter(at) != 'g' {
                let near = |hex: &bagarre_kit::hex::Hex| (at.distance(*hex), *hex);
                let ford = board
                    .all()
                    .filter(|hex| board.letter(*hex) == 'g' && public.free(who, *hex, true))
                    .min_by_key(near);
                if let Some(hex) = ford {
                    return Some(Goal::Hex(hex));
                }
            }
        }
        _ => {}
    }
    public.enemies(who).min_by_key(|it| (public.distance(who, *it), *it)).map(Goal::Who)
}

/// Whether a fighter wins by being gone: it avoids fights on its way.
pub(super) fn escapes(public: PublicState<'_>, who: Who) -> bool {
    match public.fixed.setup.scenario {
        Scenario::Chemin => public.side(who) == Team::First,
        Scenario::Etendard => public.of(who).gear.standard,
        _ => false,
    }
}

/// Orders of S0: getting up, breaking away from a melee it cannot win, marching where it has no slot.
fn order(public: PublicState<'_>, who: Who) -> Order {
    let fighter = public.of(who);
    let rise = Order { minor: Some(Minor::Rise), ..Order::default() };
    if legal::order(public, who, &rise).is_ok() {
        return rise;
    }
    let escapes = escapes(public, who);
    if escapes && !fighter.ties.engaged.is_empty() {
        let leave = |acro| Order { go: Some(Go::Leave { acro, to: None }), ..Order::default() };
        let way = [leave(false), leave(true)].into_iter().find(|it| legal::order(public, who, it).is_ok());
        return way.unwrap_or_default();
    }
    let arms = Some(Order { minor: arms(public, who), ..Order::default() });
    let arms = arms.filter(|it| legal::order(public, who, it).is_ok()).unwrap_or_default();
    if fighter.slot(public.scene.segment) || !fighter.ties.engaged.is_empty() {
        return arms;
    }
    let fetch = Order { minor: Some(Minor::Standard), ..Order::default() };
    if legal::order(public, who, &fetch).is_ok() {
        return fetch;
    }
    let near = far(public, who);
    if shoots(public, who) && near <= 20 {
        return arms;
    }
    let Some(to) = goal(public, who) else { return arms };
    let runs = matches!(to, Goal::Off | Goal::Hex(_)) || near > 12;
    // A die on every later roll is a high price for a few metres, but none where no enemy is near.
    let pace = if escapes || runs && near > 8 { Pace::Run } else { Pace::Walk };
    let order = Order { go: Some(Go::March(March { pace, ..March::walk(to) })), ..arms };
    if legal::order(public, who, &order).is_ok() { order } else { arms }
}

/// What a deed is worth, in hundredths of a level.
pub(super) fn worth(public: PublicState<'_>, who: Who, deed: &Deed) -> i32 {
    let Some(advice) = odds::weigh(public, who, deed) else { return 0 };
    let at = match &deed.act {
        Act::Strike(blow) => blow.at,
        Act::Shoot { at, .. } => *at,
        _ => return 0,
    };
    // Most are dodged by who can.
    let chance = (i32::from(advice.chance) + 2 * i32::from(advice.after_dodge)) / 3;
    let mean = i32::try_from(advice.levels).unwrap_or(i32::MAX / 20_000);
    let left = i32::from(public.profile(at).out[0].saturating_sub(public.of(at).body.blessure)).max(1);
    // A target that is nearly out is worth finishing.
    let finish = if mean >= left * 100 { 60 } else { 240 / left };
    let boss = if public.profile(at).tier == crate::tables::Tier::Boss { 25 } else { 0 };
    let tricked = match &deed.act {
        Act::Strike(Blow { trick: Some(Trick::Seize | Trick::Trip | Trick::Throw), .. }) => 40,
        Act::Strike(Blow { zone: Some(Zone::Tete | Zone::Gorge), .. }) => 20,
        _ => 0,
    };
    let levels = if tricked == 40 { 60 } else { mean + tricked };
    chance * (levels + finish + boss) / 10_000
}

/// The deed of a fighter: the best blow, else the best way to one.
fn deed(public: PublicState<'_>, who: Who) -> Deed {
    let usual = doctrine::deed(public, who);
    let fighter = public.of(who);
    if fighter.gear.stuck.is_some()
        || fighter.ties.holds.is_some()
        || fighter.ties.held.is_some()
        || fighter.mind.prepared.is_some()
    {
        return usual;
    }
    let fetch = Deed { minor: Some(Minor::Standard), ..Deed::of(Act::Pass) };
    if legal::deed(public, who, &fetch).is_ok() {
        return fetch;
    }
    if escapes(public, who) && fighter.ties.engaged.is_empty() {
        let run = |pace| Deed {
            go: Some(Go::March(March { pace, ..March::walk(Goal::Off) })),
            ..Deed::of(Act::Pass)
        };
        if let Some(deed) =
            [run(Pace::Run), run(Pace::Walk)].into_iter().find(|deed| legal::deed(public, who, deed).is_ok())
        {
            return deed;
        }
    }
    let engaged = !fighter.ties.engaged.is_empty();
    if !engaged
        && !threatened(public, who)
        && let Some(call) = tactics(public, who).map(Deed::of)
        && legal::deed(public, who, &call).is_ok()
    {
        return call;
    }
    let mut best = (worth(public, who, &usual), usual);
    for deed in attacks(public, who) {
        let value = worth(public, who, &deed);
        if value > best.0 && legal::deed(public, who, &deed).is_ok() {
            best = (value, deed);
        }
    }
    let force = Deed::of(Act::Force);
    if engaged && forces(public, who) > 2 * best.0 && legal::deed(public, who, &force).is_ok() {
        return force;
    }
    let fights = best.0 > 0;
    if !fights
        && let Some(to) = goal(public, who)
        && !matches!(usual.act, Act::Strike(_) | Act::Aim(_) | Act::Shoot { .. } | Act::Call(..))
        && usual.minor.is_none()
    {
        let deed = Deed { go: Some(Go::March(March::walk(to))), ..Deed::of(Act::Pass) };
        if (fighter.ties.engaged.is_empty() || !shoots(public, who))
            && legal::deed(public, who, &deed).is_ok()
        {
            return deed;
        }
    }
    best.1
}

/// What the best coup en force is worth: it takes two actions (CEL-SPE-07).
fn forces(public: PublicState<'_>, who: Who) -> i32 {
    let near = public.of(who).ties.engaged.iter().filter(|at| public.in_reach(who, *at));
    let blow = |at: Who| Deed::of(Act::Strike(Blow { trick: Some(Trick::Force), ..Blow::at(at) }));
    near.map(|at| worth(public, who, &blow(at))).max().unwrap_or(0)
}

/// Attacks worth looking at.
pub(super) fn attacks(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let mut list = Vec::new();
    for at in public.enemies(who) {
        if public.in_reach(who, at) {
            let plain = Blow::at(at);
            list.push(Deed::blow(at));
            list.extend(
                [Zone::Torse, Zone::Tete, Zone::Jambe]
                    .map(|zone| Deed::of(Act::Strike(Blow { zone: Some(zone), ..plain }))),
            );
            list.push(Deed::of(Act::Strike(Blow { fists: true, ..plain })));
        }
        for n in 0..public.profile(who).weapons.len() as u8 {
            list.push(Deed::of(Act::Shoot { at, with: n, draw: false }));
        }
        for way in public.charges(who, &Blow::at(at)).into_iter().take(1) {
            let Some(to) = way.last().copied() else { continue };
            let go = Some(Go::March(March { charge: true, ..March::walk(Goal::Hex(to)) }));
            list.push(Deed { go, ..Deed::of(Act::Strike(Blow { charge: true, ..Blow::at(at) })) });
        }
    }
    list
}

/// How many actions a fighter announces.
fn actions(public: PublicState<'_>, who: Who) -> u8 {
    if escapes(public, who) { 0 } else { announces(public, who) }
}

/// Short answers.
fn choose(public: PublicState<'_>, asked: &Question, dice: &mut dyn Dice) -> Choice {
    let who = asked.who;
    if who.n() >= public.scene.fighters.len() {
        return asked.default_choice();
    }
    let fighter = public.of(who);
    match asked.dec {
        Dec::Announce => Choice::Actions(actions(public, who)),
        Dec::Refuse if escapes(public, who) => Choice::Yes,
        Dec::Refuse | Dec::Duel => Choice::No,
        Dec::Dodge => {
            let margin = asked.total - asked.against;
            let plain = Choice::Dodge { acro: false, slot: false };
            let count = public.dice(who, Attr::Ag, Sort::Action, None, 0);
            let flat = public.profile(who).level(Skill::Esquive) + public.malus(who, true);
            let chance = odds::beats(count, flat, asked.total - 1);
            let acro = Choice::Dodge { acro: true, slot: false };
            let trained = public.profile(who).level(Skill::Acrobatie) >= 5;
            match () {
                () if chance < 800 && !trained => Choice::No,
                () if trained && asked.options.contains(&acro) && margin >= 3 => acro,
                () if fighter.turn.dodges == 0 || margin >= 5 => plain,
                () => Choice::No,
            }
        }
        Dec::Answer => {
            let strike = Choice::Strike(None);
            if asked.options.contains(&strike) {
                strike
            } else if asked.options.contains(&Choice::Follow) && below(dice, 2) == 0 {
                Choice::Follow
            } else {
                Choice::No
            }
        }
        Dec::Head => Choice::Yes,
        Dec::Survive | Dec::Bay | Dec::GoOn | Dec::Window | Dec::StrikeFirst | Dec::Agree => {
            asked.default_choice()
        }
    }
}
