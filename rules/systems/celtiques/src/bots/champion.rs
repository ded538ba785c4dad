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
use crate::state::{Sealed, Table};
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
        let Some(table) = self.memory.table(view) else { return usual(ask) };
        match ask {
            // What a player is asked has `later`, what a bot is asked has not: `simulate --prompts` counts the questions of a player.
            Ask::Choose(asked) if !asked.later.is_empty() => {
                let own = asked.later.iter().map(|it| it.who);
                let actions = [asked.who].into_iter().chain(own).map(|who| (who, actions(table, who)));
                Command::Announce { question: asked.id, actions: Sealed(actions.collect()) }
            }
            _ => fights(table, ask, seat, dice, Ways { deed: |table, who, _| deed(table, who), choose }),
        }
    }
}

/// How a bot that fights decides what is its own way of fighting.
pub(super) struct Ways {
    pub(super) deed: fn(Table<'_>, Who, &mut dyn Dice) -> Deed,
    pub(super) choose: fn(Table<'_>, &Question, &mut dyn Dice) -> Choice,
}

/// The answer of a bot that fights: plan, terror and orders of the champion, deeds and short answers in its own way.
pub(super) fn fights(
    table: Table<'_>,
    ask: &Ask,
    seat: Seat,
    dice: &mut dyn Dice,
    Ways { deed, choose }: Ways,
) -> Command {
    let question = ask.id();
    let able = || table.own(seat).filter(|who| table.of(*who).able());
    match ask {
        Ask::Plan { .. } => {
            // A plan costs nothing, and makes the order of the chief easier (CEL-CMD-08).
            let plan = Plan { intent: Intent::Attack, ..Plan::default() };
            Command::Plan { question, plan: Sealed(plan) }
        }
        Ask::Terror { .. } => {
            let cries = able().filter_map(|who| best_cry(table, who).map(|cry| (who, cry)));
            Command::Cries { question, cries: Sealed(cries.collect()) }
        }
        Ask::Orders { .. } => {
            let orders = able().map(|who| (who, order(table, who)));
            let orders = orders.filter(|(_, it)| *it != Order::default()).collect();
            Command::Orders { question, orders: Sealed(orders), quiet: false }
        }
        Ask::Batch { whos, .. } => {
            let own = whos
                .iter()
                .filter(|who| table.owner(*who) == Some(seat) && table.of(*who).slot(table.scene.segment));
            let deeds = own.map(|who| (who, deed(table, who, dice))).collect();
            Command::Deeds { question, deeds: Sealed(deeds) }
        }
        Ask::Act { who, .. } => Command::Act { question, deed: deed(table, *who, dice) },
        Ask::Choose(asked) => {
            let choice = choose(table, asked, dice);
            let fits = asked.options.contains(&choice);
            Command::Choose { question, choice: if fits { choice } else { asked.default_choice() } }
        }
    }
}

/// The way to make terror that brings most on average.
fn best_cry(table: Table<'_>, who: Who) -> Option<Cry> {
    let profile = table.profile(who);
    let dice = table.dice(who, Attr::Pr, Sort::Test, None, 0);
    let worth = |cry: &Cry| {
        let row = tables().cry(*cry);
        let flat = profile.level(Skill::Fureur);
        // Twice the points: a level at the difficulty, another one five above.
        let levels = odds::beats(dice, flat, row.difficulty - 1)
            + odds::beats(dice, flat, row.difficulty + 4)
            + odds::beats(dice, flat, row.difficulty + 9);
        u64::from(levels) * row.points_per_level as u64
    };
    let known = Cry::ALL.iter().copied().filter(|cry| table.can_cry(who, *cry));
    known.max_by_key(|cry| (worth(cry), std::cmp::Reverse(*cry)))
}

/// Where a fighter goes when it has nothing else to do.
pub(super) fn goal(table: Table<'_>, who: Who) -> Option<Goal> {
    let scene = table.scene;
    let at = table.of(who).pose.at;
    match table.fixed.setup.scenario {
        _ if escapes(table, who) => return Some(Goal::Off),
        Scenario::Etendard => {
            if let Some(standard) = scene.standard {
                let mates = table
                    .friends(who)
                    .map(|it| table.of(it).pose.at.distance(standard))
                    .min()
                    .unwrap_or(u16::MAX);
                if at.distance(standard) <= mates {
                    return Some(Goal::Hex(standard));
                }
            }
        }
        Scenario::Gue => {
            let board = &table.fixed.board;
            let enemy = table.enemies(who).map(|it| table.distance(who, it)).min().unwrap_or(u16::MAX);
            if enemy > 6 && board.letter(at) != 'g' {
                let near = |hex: &bagarre_kit::hex::Hex| (at.distance(*hex), *hex);
                let ford = board
                    .all()
                    .filter(|hex| board.letter(*hex) == 'g' && table.free(who, *hex, true))
                    .min_by_key(near);
                if let Some(hex) = ford {
                    return Some(Goal::Hex(hex));
                }
            }
        }
        _ => {}
    }
    table.enemies(who).min_by_key(|it| (table.distance(who, *it), *it)).map(Goal::Who)
}

/// Whether a fighter wins by being gone: it avoids fights on its way.
pub(super) fn escapes(table: Table<'_>, who: Who) -> bool {
    match table.fixed.setup.scenario {
        Scenario::Chemin => table.side(who) == Team::First,
        Scenario::Etendard => table.of(who).gear.standard,
        _ => false,
    }
}

/// Orders of S0: getting up, breaking away from a melee it cannot win, marching where it has no slot.
fn order(table: Table<'_>, who: Who) -> Order {
    let fighter = table.of(who);
    let rise = Order { minor: Some(Minor::Rise), ..Order::default() };
    if legal::order(table, who, &rise).is_ok() {
        return rise;
    }
    let escapes = escapes(table, who);
    if escapes && !fighter.ties.engaged.is_empty() {
        let leave = |acro| Order { go: Some(Go::Leave { acro, to: None }), ..Order::default() };
        let way = [leave(false), leave(true)].into_iter().find(|it| legal::order(table, who, it).is_ok());
        return way.unwrap_or_default();
    }
    let arms = Some(Order { minor: arms(table, who), ..Order::default() });
    let arms = arms.filter(|it| legal::order(table, who, it).is_ok()).unwrap_or_default();
    if fighter.slot(table.scene.segment) || !fighter.ties.engaged.is_empty() {
        return arms;
    }
    let fetch = Order { minor: Some(Minor::Standard), ..Order::default() };
    if legal::order(table, who, &fetch).is_ok() {
        return fetch;
    }
    let near = far(table, who);
    if shoots(table, who) && near <= 20 {
        return arms;
    }
    let Some(to) = goal(table, who) else { return arms };
    let runs = matches!(to, Goal::Off | Goal::Hex(_)) || near > 12;
    // A die on every later roll is a high price for a few metres, but none where no enemy is near.
    let pace = if escapes || runs && near > 8 { Pace::Run } else { Pace::Walk };
    let order = Order { go: Some(Go::March(March { pace, ..March::walk(to) })), ..arms };
    if legal::order(table, who, &order).is_ok() { order } else { arms }
}

/// What a deed is worth, in hundredths of a level.
pub(super) fn worth(table: Table<'_>, who: Who, deed: &Deed) -> i32 {
    let Some(advice) = odds::weigh(table, who, deed) else { return 0 };
    let at = match &deed.act {
        Act::Strike(blow) => blow.at,
        Act::Shoot { at, .. } => *at,
        _ => return 0,
    };
    // Most are dodged by who can.
    let chance = (i32::from(advice.chance) + 2 * i32::from(advice.after_dodge)) / 3;
    let mean = i32::try_from(advice.levels).unwrap_or(i32::MAX / 20_000);
    let left = i32::from(table.profile(at).out[0].saturating_sub(table.of(at).body.blessure)).max(1);
    // A target that is nearly out is worth finishing.
    let finish = if mean >= left * 100 { 60 } else { 240 / left };
    let boss = if table.profile(at).tier == crate::tables::Tier::Boss { 25 } else { 0 };
    let tricked = match &deed.act {
        Act::Strike(Blow { trick: Some(Trick::Seize | Trick::Trip | Trick::Throw), .. }) => 40,
        Act::Strike(Blow { zone: Some(Zone::Tete | Zone::Gorge), .. }) => 20,
        _ => 0,
    };
    let levels = if tricked == 40 { 60 } else { mean + tricked };
    chance * (levels + finish + boss) / 10_000
}

/// The deed of a fighter: the best blow, else the best way to one.
fn deed(table: Table<'_>, who: Who) -> Deed {
    let usual = doctrine::deed(table, who);
    let fighter = table.of(who);
    if fighter.gear.stuck.is_some()
        || fighter.ties.holds.is_some()
        || fighter.ties.held.is_some()
        || fighter.mind.prepared.is_some()
    {
        return usual;
    }
    let fetch = Deed { minor: Some(Minor::Standard), ..Deed::of(Act::Pass) };
    if legal::deed(table, who, &fetch).is_ok() {
        return fetch;
    }
    if escapes(table, who) && fighter.ties.engaged.is_empty() {
        let run = |pace| Deed {
            go: Some(Go::March(March { pace, ..March::walk(Goal::Off) })),
            ..Deed::of(Act::Pass)
        };
        if let Some(deed) =
            [run(Pace::Run), run(Pace::Walk)].into_iter().find(|deed| legal::deed(table, who, deed).is_ok())
        {
            return deed;
        }
    }
    let engaged = !fighter.ties.engaged.is_empty();
    if !engaged
        && !threatened(table, who)
        && let Some(call) = tactics(table, who).map(Deed::of)
        && legal::deed(table, who, &call).is_ok()
    {
        return call;
    }
    let mut best = (worth(table, who, &usual), usual);
    for deed in attacks(table, who) {
        let value = worth(table, who, &deed);
        if value > best.0 && legal::deed(table, who, &deed).is_ok() {
            best = (value, deed);
        }
    }
    let force = Deed::of(Act::Force);
    if engaged && forces(table, who) > 2 * best.0 && legal::deed(table, who, &force).is_ok() {
        return force;
    }
    let fights = best.0 > 0;
    if !fights
        && let Some(to) = goal(table, who)
        && !matches!(usual.act, Act::Strike(_) | Act::Aim(_) | Act::Shoot { .. } | Act::Call(..))
        && usual.minor.is_none()
    {
        let deed = Deed { go: Some(Go::March(March::walk(to))), ..Deed::of(Act::Pass) };
        if (fighter.ties.engaged.is_empty() || !shoots(table, who)) && legal::deed(table, who, &deed).is_ok()
        {
            return deed;
        }
    }
    best.1
}

/// What the best coup en force is worth: it takes two actions (CEL-SPE-07).
fn forces(table: Table<'_>, who: Who) -> i32 {
    let near = table.of(who).ties.engaged.iter().filter(|at| table.in_reach(who, *at));
    let blow = |at: Who| Deed::of(Act::Strike(Blow { trick: Some(Trick::Force), ..Blow::at(at) }));
    near.map(|at| worth(table, who, &blow(at))).max().unwrap_or(0)
}

/// Attacks worth looking at.
pub(super) fn attacks(table: Table<'_>, who: Who) -> Vec<Deed> {
    let mut list = Vec::new();
    for at in table.enemies(who) {
        if table.in_reach(who, at) {
            let plain = Blow::at(at);
            list.push(Deed::blow(at));
            list.extend(
                [Zone::Torse, Zone::Tete, Zone::Jambe]
                    .map(|zone| Deed::of(Act::Strike(Blow { zone: Some(zone), ..plain }))),
            );
            list.push(Deed::of(Act::Strike(Blow { fists: true, ..plain })));
        }
        for n in 0..table.profile(who).weapons.len() as u8 {
            list.push(Deed::of(Act::Shoot { at, with: n, draw: false }));
        }
        for way in table.charges(who, &Blow::at(at)).into_iter().take(1) {
            let Some(to) = way.last().copied() else { continue };
            let go = Some(Go::March(March { charge: true, ..March::walk(Goal::Hex(to)) }));
            list.push(Deed { go, ..Deed::of(Act::Strike(Blow { charge: true, ..Blow::at(at) })) });
        }
    }
    list
}

/// How many actions a fighter announces.
fn actions(table: Table<'_>, who: Who) -> u8 {
    if escapes(table, who) { 0 } else { announces(table, who) }
}

/// Short answers.
fn choose(table: Table<'_>, asked: &Question, dice: &mut dyn Dice) -> Choice {
    let who = asked.who;
    if who.n() >= table.scene.fighters.len() {
        return asked.default_choice();
    }
    let fighter = table.of(who);
    match asked.dec {
        Dec::Announce => Choice::Actions(actions(table, who)),
        Dec::Refuse if escapes(table, who) => Choice::Yes,
        Dec::Refuse | Dec::Duel => Choice::No,
        Dec::Dodge => {
            let margin = asked.total - asked.against;
            let plain = Choice::Dodge { acro: false, slot: false };
            let count = table.dice(who, Attr::Ag, Sort::Action, None, 0);
            let flat = table.profile(who).level(Skill::Esquive) + table.malus(who, true);
            let chance = odds::beats(count, flat, asked.total - 1);
            let acro = Choice::Dodge { acro: true, slot: false };
            let trained = table.profile(who).level(Skill::Acrobatie) >= 5;
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
