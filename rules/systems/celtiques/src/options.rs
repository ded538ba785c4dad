//! Everything a seat may say now, or a fair sample of it; and what it does when it is not there.

use super::command::{
    Act, Ask, Blow, Call, Choice, Command, Deed, Go, Goal, March, Minor, Order, Pace, Plan, Question, Ruling,
    Trick,
};
use super::doctrine;
use super::ids::{Cry, Dec, Foe, Task, Team, Who, Whos, Zone};
use super::scene::{Errand, Stage};
use super::state::{PublicState, Sealed, State};
use super::tables::{Flag, tables};
use super::{legal, odds, proposal};
use bagarre_kit::contract::{Ruleset as _, Seat};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::{self, System as _};

/// Calls `each` for what a seat may say.
pub(super) fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
    if let Some(ask) = super::Celtiques::ask_for(state, seat) {
        answers(state.public(), seat, &ask, each);
    }
    super::Celtiques::withdrawal(state, seat).into_iter().for_each(&mut *each);
    if state.fixed.setup.master() == Some(seat) && state.scene.stage < Stage::Heads {
        rulings(state.public(), &mut |ruling| {
            if super::decide::in_time(state, seat, ruling) {
                each(Command::Rule { ruling });
            }
        });
    }
}

/// The answers to a question.
pub(super) fn answers(public: PublicState<'_>, seat: Seat, ask: &Ask, each: &mut dyn FnMut(Command)) {
    let question = ask.id();
    match ask {
        Ask::Plan { .. } => {
            let usual = Plan::default();
            each(Command::Plan { question, plan: Sealed(usual.clone()) });
            for plan in plans(public, seat) {
                each(Command::Plan { question, plan: Sealed(plan) });
            }
        }
        Ask::Terror { .. } => {
            each(Command::Cries { question, cries: Sealed(usual_cries(public, seat)) });
            each(Command::Cries { question, cries: Sealed(Vec::new()) });
            for who in public.own(seat).filter(|who| public.of(*who).able()) {
                for cry in Cry::ALL.iter().filter(|cry| public.can_cry(who, **cry)) {
                    each(Command::Cries { question, cries: Sealed(vec![(who, *cry)]) });
                }
            }
        }
        Ask::Orders { .. } => {
            for quiet in [false, true] {
                each(Command::Orders { question, orders: Sealed(Vec::new()), quiet });
            }
            for who in public.own(seat).filter(|who| public.of(*who).able()) {
                for order in orders(public, who) {
                    each(Command::Orders { question, orders: Sealed(vec![(who, order)]), quiet: false });
                }
            }
        }
        Ask::Batch { whos, .. } => {
            each(Command::Deeds { question, deeds: Sealed(Vec::new()) });
            for who in whos.iter().filter(|who| public.owner(*who) == Some(seat)) {
                for deed in deeds(public, who).into_iter().filter(|deed| !matches!(deed.act, Act::Yield(_))) {
                    each(Command::Deeds { question, deeds: Sealed(vec![(who, deed)]) });
                }
            }
        }
        Ask::Act { who, .. } => {
            for deed in deeds(public, *who) {
                each(Command::Act { question, deed });
            }
        }
        Ask::Choose(asked) => {
            for choice in &asked.options {
                each(Command::Choose { question, choice: *choice });
            }
            announcements(asked, doctrine::usual_actions(public, asked.who), each);
        }
    }
}

/// Announcements of several fighters in one answer (CEL-PLY-10): the usual ones of those who belong to the question, and the same for all.
fn announcements(asked: &Question, usual: u8, each: &mut dyn FnMut(Command)) {
    let Question { id: question, who, later, .. } = asked;
    if later.is_empty() {
        return;
    }
    let joint = later.iter().filter(|it| it.joint).map(|it| (it.who, it.usual));
    let actions = Sealed([(*who, usual)].into_iter().chain(joint).collect());
    each(Command::Announce { question: *question, actions });
    for n in 0..=3 {
        let all = [*who].into_iter().chain(later.iter().map(|it| it.who));
        each(Command::Announce { question: *question, actions: Sealed(all.map(|who| (who, n)).collect()) });
    }
}

/// The cries of terror without an answer (CEL-DEC-02).
pub(super) fn usual_cries(public: PublicState<'_>, seat: Seat) -> Vec<(Who, Cry)> {
    let able = public.own(seat).filter(|who| public.of(*who).able() && public.can_cry(*who, Cry::Cri));
    able.map(|who| (who, Cry::Cri)).collect()
}

/// Some plans: other chiefs, intents, dress and places.
fn plans(public: PublicState<'_>, seat: Seat) -> Vec<Plan> {
    let own: Vec<Who> = public.own(seat).collect();
    let mut list = Vec::new();
    for who in &own {
        list.push(Plan { chief: Some(*who), ..Plan::default() });
        list.push(Plan { paint: Whos::NONE.with(*who), undressed: Whos::NONE.with(*who), ..Plan::default() });
        let at = public.of(*who).pose.at;
        let free = at.around().into_iter().find(|hex| super::decide::may_begin(public, *who, *hex));
        if let Some(hex) = free {
            list.push(Plan { places: vec![(*who, hex)], ..Plan::default() });
        }
    }
    list.push(Plan { intent: super::scene::Intent::Attack, ..Plan::default() });
    list.push(Plan { intent: super::scene::Intent::Defence, ..Plan::default() });
    list
}

/// Orders of S0 of a fighter.
pub(super) fn orders(public: PublicState<'_>, who: Who) -> Vec<Order> {
    let mut list = thinkable_orders(public, who);
    list.retain(|order| legal::order(public, who, order).is_ok());
    list
}

/// Orders that a fighter may think of, legal or not.
fn thinkable_orders(public: PublicState<'_>, who: Who) -> Vec<Order> {
    let mut list = vec![
        Order { survive: true, ..Order::default() },
        Order { dodge: Some(false), ..Order::default() },
        Order { dodge: Some(true), ..Order::default() },
    ];
    list.extend(gos(public, who).into_iter().map(|go| Order { go: Some(go), ..Order::default() }));
    list.extend(all_minors(public, who).map(|minor| Order { minor: Some(minor), ..Order::default() }));
    list
}

/// Moves of a fighter: a fair sample.
pub(super) fn gos(public: PublicState<'_>, who: Who) -> Vec<Go> {
    let fighter = public.of(who);
    if !fighter.ties.engaged.is_empty() {
        let shifts = public.shifts(who).into_iter().map(|hex| Go::March(March::walk(Goal::Hex(hex))));
        return shifts.chain([false, true].map(|acro| Go::Leave { acro, to: None })).collect();
    }
    let at = fighter.pose.at;
    let mut goals: Vec<Goal> = public.enemies(who).map(Goal::Who).collect();
    goals.extend(at.around().into_iter().filter(|hex| public.free(who, *hex, true)).map(Goal::Hex));
    goals.extend(landmarks(public, who).into_iter().map(Goal::Hex));
    goals.push(Goal::Off);
    let mut list = Vec::new();
    for to in goals {
        let march = March::walk(to);
        list.push(Go::March(march));
        if !matches!(to, Goal::Hex(hex) if hex.distance(at) == 1) {
            list.push(Go::March(March { pace: Pace::Run, ..march }));
        }
        if matches!(to, Goal::Who(_)) {
            list.push(Go::March(March { pace: Pace::Zigzag, ..march }));
            list.push(Go::March(March { evasive: true, ..march }));
        }
    }
    if let Some(enemy) = public.enemies(who).next() {
        list.push(Go::Jump { to: public.of(enemy).pose.at, acro: false, dodge: false });
        list.push(Go::Jump { to: public.of(enemy).pose.at, acro: true, dodge: true });
    }
    list
}

/// Places of the map that matter: the standard, the ford.
fn landmarks(public: PublicState<'_>, who: Who) -> Vec<Hex> {
    let board = &public.fixed.board;
    let at = public.of(who).pose.at;
    let letter = board.arena.objective.as_ref().map(|it| it.letter);
    let ford = letter.and_then(|letter| {
        let near = |hex: &Hex| (at.distance(*hex), *hex);
        board
            .all()
            .filter(|hex| board.letter(*hex) == letter && public.free(who, *hex, true))
            .min_by_key(near)
    });
    public.scene.standard.into_iter().chain(ford).collect()
}

fn minors(public: PublicState<'_>, who: Who) -> impl Iterator<Item = Minor> + use<'_> {
    all_minors(public, who).filter(move |minor| legal::minor(public, who, *minor).is_ok())
}

/// Small acts that a fighter may think of, possible or not.
fn all_minors(public: PublicState<'_>, who: Who) -> impl Iterator<Item = Minor> + use<'_> {
    let own = (0..public.profile(who).weapons.len() as u8).map(Minor::Draw);
    let things = (0..public.scene.things.len() as u8).map(Minor::Pick);
    let fixed = [
        Minor::Drop,
        Minor::Crouch,
        Minor::Lie,
        Minor::Rise,
        Minor::Standard,
        Minor::Shield,
        Minor::Release,
        Minor::Mount,
    ];
    let looks = public.enemies(who).map(Minor::Look);
    own.chain(things).chain(fixed).chain(looks)
}

/// Deeds of a fighter at its slot: what it would do by itself first.
pub(super) fn deeds(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let mut list = thinkable(public, who);
    list.retain(|deed| legal::deed(public, who, deed).is_ok());
    list.insert(0, doctrine::deed(public, who));
    list
}

/// Deeds that a fighter may think of at its slot, legal or not.
fn thinkable(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let mut list = vec![Act::Pass, Act::Delay].into_iter().map(Deed::of).collect::<Vec<_>>();
    list.extend(public.whos().map(|other| Deed::of(Act::Yield(other))));
    for at in public.enemies(who) {
        list.extend(blows(public, who, at).into_iter().map(|blow| Deed::of(Act::Strike(blow))));
        let charges = [None, Some(Trick::Shield)].map(|trick| {
            let blow = Blow { charge: true, trick, ..Blow::at(at) };
            (blow, public.charges(who, &blow))
        });
        for (n, pace) in [(0, Pace::Walk), (0, Pace::Run), (1, Pace::Walk), (1, Pace::Run)] {
            for (blow, ways) in &charges {
                let Some(to) = ways.get(n).and_then(|way| way.last()).copied() else { continue };
                let go = Some(Go::March(March { pace, charge: true, ..March::walk(Goal::Hex(to)) }));
                list.push(Deed { go, ..Deed::of(Act::Strike(*blow)) });
            }
        }
        let weapons = 0..public.profile(who).weapons.len() as u8;
        for with in weapons {
            list.extend([false, true].map(|draw| Deed::of(Act::Shoot { at, with, draw })));
        }
        list.extend([Act::Aim(at), Act::Acrobatic(at), Act::Bay(at), Act::Duel(at)].map(Deed::of));
    }
    list.push(Deed::of(Act::Force));
    list.extend(
        [
            Act::Escape { acro: false },
            Act::Escape { acro: true },
            Act::Tighten,
            Act::Hurl,
            Act::Pull,
            Act::Sing,
        ]
        .map(Deed::of),
    );
    let men: Whos = public.friends(who).collect();
    let calls = [
        Call::Rally,
        Call::Tactics(true),
        Call::Tactics(false),
        Call::Retake,
        Call::Galvanise(false),
        Call::Galvanise(true),
        Call::TakeOver,
    ];
    list.extend(calls.map(|call| Deed::of(Act::Call(call, men))));
    for on in public.whos().filter(|on| *on != who && public.distance(who, *on) <= 1) {
        list.extend(Task::ALL.iter().map(|task| Deed::of(Act::Task(*task, on))));
    }
    list.extend(gos(public, who).into_iter().map(|go| Deed { go: Some(go), ..Deed::of(Act::Pass) }));
    list.extend(minors(public, who).map(|minor| Deed { minor: Some(minor), ..Deed::of(Act::Pass) }));
    if public.fixed.setup.options.longue_marche {
        list.extend(landmarks(public, who).into_iter().map(|to| Deed::of(Act::Trek(to))));
        list.extend(public.enemies(who).map(|at| Deed::of(Act::Trek(public.of(at).pose.at))));
    }
    list
}

/// One of the answers to a question, by chance: what may be thought of is drawn until something may be done, which costs less than to
/// judge everything first. `below` draws a number below another.
pub(super) fn by_chance(
    public: PublicState<'_>,
    seat: Seat,
    ask: &Ask,
    below: &mut dyn FnMut(usize) -> usize,
) -> Option<Command> {
    let question = ask.id();
    match ask {
        Ask::Orders { .. } => {
            let own = public.own(seat).filter(|who| public.of(*who).able());
            let all: Vec<(Who, Order)> = own
                .flat_map(|who| thinkable_orders(public, who).into_iter().map(move |it| (who, it)))
                .collect();
            let drawn = draw(all.len() + 2, below, |n| {
                all.get(n).is_none_or(|(who, order)| legal::order(public, *who, order).is_ok())
            });
            let orders = drawn.and_then(|n| all.get(n)).copied().into_iter().collect();
            let quiet = drawn == Some(all.len() + 1);
            Some(Command::Orders { question, orders: Sealed(orders), quiet })
        }
        Ask::Batch { whos, .. } => {
            let own = whos.iter().filter(|who| public.owner(*who) == Some(seat));
            let who = own.filter(|who| public.of(*who).slot(public.scene.segment)).last()?;
            let deed = deed_by_chance(public, who, below).filter(|deed| !matches!(deed.act, Act::Yield(_)));
            let deeds = deed.map(|deed| (who, deed)).into_iter().collect();
            Some(Command::Deeds { question, deeds: Sealed(deeds) })
        }
        Ask::Act { who, .. } => {
            let deed = deed_by_chance(public, *who, below)?;
            Some(Command::Act { question, deed })
        }
        Ask::Choose(asked) => {
            let choice = asked.options.get(below(asked.options.len())).copied()?;
            Some(Command::Choose { question, choice })
        }
        Ask::Plan { .. } | Ask::Terror { .. } => {
            let mut list = Vec::new();
            answers(public, seat, ask, &mut |command| list.push(command));
            let n = below(list.len());
            list.into_iter().nth(n)
        }
    }
}

/// A deed that may be done: the usual one as often as any other.
fn deed_by_chance(public: PublicState<'_>, who: Who, below: &mut dyn FnMut(usize) -> usize) -> Option<Deed> {
    let all = thinkable(public, who);
    let fits = |n: usize| all.get(n).is_none_or(|deed| legal::deed(public, who, deed).is_ok());
    let n = draw(all.len() + 1, below, fits)?;
    Some(all.get(n).copied().unwrap_or_else(|| doctrine::deed(public, who)))
}

/// A number that fits, drawn until one does.
fn draw(all: usize, below: &mut dyn FnMut(usize) -> usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let mut left: Vec<usize> = (0..all).collect();
    while !left.is_empty() {
        let n = left.swap_remove(below(left.len()));
        if fits(n) {
            return Some(n);
        }
    }
    None
}

/// Returns the blows at a target.
fn blows(public: PublicState<'_>, who: Who, at: Who) -> Vec<Blow> {
    let plain = Blow::at(at);
    let mut list = vec![plain, Blow { fists: true, ..plain }];
    let row = public.weapon(who);
    if row.is(Flag::Estoc) && row.is(Flag::Taille) {
        list.push(Blow { estoc: true, ..plain });
    }
    list.extend(Zone::ALL.iter().map(|zone| Blow { zone: Some(*zone), ..plain }));
    let tricks = [Trick::Force, Trick::Acrobatic, Trick::Trip, Trick::Throw, Trick::Seize];
    list.extend(tricks.map(|trick| Blow { trick: Some(trick), ..plain }));
    for n in 0..public.profile(who).weapons.len() as u8 {
        list.push(Blow { second: Some((n, at)), ..plain });
        list.push(Blow { draw: Some(n), ..plain });
    }
    list
}

/// What a game master may say: a fair sample.
fn rulings(public: PublicState<'_>, each: &mut dyn FnMut(Ruling)) {
    let mut give = |ruling: Ruling| {
        if super::decide::ruling(public, ruling).is_ok() {
            each(ruling);
        }
    };
    for who in public.whos() {
        for n in [-2, 2] {
            give(Ruling::Next(who, n));
        }
        give(Ruling::Surprise(who, !public.of(who).beat.surprised));
        give(Ruling::Play(who, !public.scene.rulings.plays.contains(who)));
    }
    for ruling in [
        Ruling::Sudden(0),
        Ruling::Sudden(20),
        Ruling::Survival(20),
        Ruling::Innate(0),
        Ruling::Acrobatics(20),
        Ruling::Bay(20),
        Ruling::Scruples(true),
        Ruling::Scruples(false),
        Ruling::Crowd(7),
        Ruling::Tactics(2),
        Ruling::Songs(1),
        Ruling::Embalming(20),
        Ruling::EndBonus(Team::First),
        Ruling::EndBonus(Team::Second),
        Ruling::Reroll,
    ] {
        give(ruling);
    }
    for task in Task::ALL {
        let row = tables().task(*task);
        let difficulty = (row.difficulty - 5).max(5);
        give(Ruling::Task(Errand { task: *task, skill: row.skill, difficulty, levels: row.levels }));
    }
    give(Ruling::Met(Team::First));
    for at in public.fixed.board.arena.entrees.iter().map(|at| Hex::from(*at)) {
        for foe in Foe::ALL {
            give(Ruling::Summon(*foe, at));
        }
        give(Ruling::Slow(at, 50));
    }
}

/// What an absent player does (section E).
pub(super) fn default_answer(state: &State, seat: Seat) -> Command {
    let open = procedure::open::<super::Celtiques>(state);
    let Some((_, ask)) = open else {
        return Command::Choose { question: 0, choice: Choice::No };
    };
    let question = ask.id();
    match &*ask {
        Ask::Plan { .. } => Command::Plan { question, plan: Sealed(Plan::default()) },
        Ask::Terror { .. } => Command::Cries { question, cries: Sealed(usual_cries(state.public(), seat)) },
        Ask::Orders { .. } => Command::Orders { question, orders: Sealed(Vec::new()), quiet: false },
        Ask::Batch { whos, .. } => {
            let own = whos.iter().filter(|who| state.public().owner(*who) == Some(seat));
            let aims = own.filter_map(|who| Some((who, aims(state, seat, who)?)));
            Command::Deeds { question, deeds: Sealed(aims.collect()) }
        }
        Ask::Act { who, .. } => {
            let deed = aims(state, seat, *who).unwrap_or_else(|| doctrine::deed(state.public(), *who));
            Command::Act { question, deed }
        }
        Ask::Choose(asked) => {
            // A seat that has given up plays on as it always did, so that recorded games go as they went.
            let plays = !super::Celtiques::has_given_up(state, seat);
            let spared = plays && hopeless(state.public(), asked);
            let choice = if spared { Choice::No } else { asked.default_choice() };
            Command::Choose { question, choice }
        }
    }
}

/// Whether what counts without an answer is a dodge that escapes nothing: it has a price, so the blow is taken instead (CEL-DEC-10).
pub(super) fn hopeless(public: PublicState<'_>, asked: &Question) -> bool {
    match asked.default_choice() {
        Choice::Dodge { acro, .. } if asked.dec == Dec::Dodge => {
            let chance = odds::escape(public, asked.who, acro, asked.total).chance;
            proposal::percent(chance) == 0
        }
        Choice::No
        | Choice::Yes
        | Choice::Actions(_)
        | Choice::Dodge { .. }
        | Choice::Strike(_)
        | Choice::Follow
        | Choice::Shift(_)
        | Choice::Surprise(_) => false,
    }
}

/// The standing order to aim (CEL-PLY-07, CEL-DEC-24): a fighter that would shoot aims first, as long as that helps.
fn aims(state: &State, seat: Seat, who: Who) -> Option<Deed> {
    let public = state.public();
    state.standing.get(usize::from(seat.0))?.of(who).filter(|habit| habit.aim)?;
    let Act::Shoot { at, draw, .. } = doctrine::deed(public, who).act else { return None };
    let aim = Deed::of(Act::Aim(at));
    let helps = public.aimed_bonus(who, at, draw) < tables().melee_shot.aim_max;
    (helps && legal::deed(public, who, &aim).is_ok()).then_some(aim)
}
