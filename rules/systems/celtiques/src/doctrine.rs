//! What a fighter does that no player decides for (CEL-DOC), and what an absent player does (section E): from open
//! facts alone, without dice, ties by the lowest number.

use super::command::{Act, Blow, Call, Choice, Deed, Go, Goal, March, Minor, Order, Trick};
use super::figures::{Gait, Sort};
use super::ids::{Attr, Cry, Dec, Doctrine, Scenario, Skill, Who, Whos};
use super::legal;
use super::resolve::answers::Asked;
use super::scene::Prepared;
use super::state::PublicState;
use super::tables::{Tier, tables};

/// How a fighter makes terror (CEL-DEC-02): the best means of a chief, a cry of the others.
pub(super) fn cry(public: PublicState<'_>, who: Who) -> Option<Cry> {
    let level = public.profile(who).level(Skill::Fureur);
    let dice = i16::from(public.dice(who, Attr::Pr, Sort::Test, None, 0));
    // The mean of a die is 7/2.
    let mean = level + dice * 7 / 2;
    let worth = |cry: &Cry| {
        let row = tables().cry(*cry);
        let margin = mean - row.difficulty;
        if margin < 0 { 0 } else { super::figures::level(margin) * row.points_per_level }
    };
    let known = Cry::ALL.iter().copied().filter(|cry| public.can_cry(who, *cry) && level > 0);
    let chief = public.profile(who).doctrine == Doctrine::Chef
        || public.owner(who).is_some() && public.profile(who).carnix;
    if chief { known.max_by_key(|cry| (worth(cry), std::cmp::Reverse(*cry))) } else { known.min() }
}

/// How many actions an absent player announces for a fighter (CEL-DEC-03).
pub(super) fn usual_actions(public: PublicState<'_>, who: Who) -> u8 {
    let rules = &tables().doctrine;
    let hurt = public.pain(who) >= rules.hurt_dice || public.of(who).body.fear >= rules.hurt_dice;
    if hurt { rules.hurt_actions } else { rules.usual_actions }
}

/// How many actions a fighter announces that no player decides for (CEL-OPP-01, CEL-OPP-03, CEL-DOC-02).
pub(super) fn actions(public: PublicState<'_>, who: Who) -> u8 {
    let profile = public.profile(who);
    if profile.announces > 0 {
        return profile.announces;
    }
    let rules = &tables().doctrine;
    match profile.tier {
        Tier::Figurant => {
            let crowd = |enemy: Who| {
                let around = public.of(enemy).ties.engaged;
                around.iter().filter(|it| public.side(*it) == profile.side).count() >= rules.figurant_crowd
            };
            rules.figurant_actions + u8::from(public.of(who).ties.engaged.iter().any(crowd))
        }
        Tier::Boss => {
            let weak = |it: Who| public.defence(it, who, false) <= rules.boss_bold_defence;
            let bold = public.of(who).ties.engaged.iter().any(weak);
            if bold { rules.boss_bold_actions } else { rules.boss_actions }
        }
        Tier::Hero => usual_actions(public, who),
    }
}

/// The nearest enemy; a pack looks for the one that most of its side are engaged with (CEL-DOC-01).
fn prey(public: PublicState<'_>, who: Who) -> Option<Who> {
    let side = public.side(who);
    let pack = public.profile(who).doctrine == Doctrine::Meute;
    let mates =
        |it: Who| public.of(it).ties.engaged.iter().filter(|other| public.side(*other) == side).count();
    public.enemies(who).min_by_key(|it| {
        let mates = if pack { mates(*it) } else { 0 };
        (std::cmp::Reverse(mates), public.distance(who, *it), *it)
    })
}

/// Whether a beast still crosses the wood (CEL-SCN-05): not once it has lost so many levels.
fn crosses(public: PublicState<'_>, who: Who) -> bool {
    let row = tables().scenario(public.fixed.setup.scenario);
    let levels = row.map_or(0, |row| row.turns_on_hunters_at_levels);
    let body = &public.of(who).body;
    let beast =
        public.profile(who).doctrine == Doctrine::Bete && public.fixed.setup.scenario == Scenario::Sanglier;
    beast && body.blessure + body.fatigue < levels
}

/// What a fighter does in S0 that no player decides for: it gets up, breaks away if it shoots, and comes on where it
/// has no slot.
pub(super) fn order(public: PublicState<'_>, who: Who) -> Order {
    let fighter = public.of(who);
    if fighter.busy() || fighter.body.fleeing {
        return Order::default();
    }
    let rise = Order { minor: Some(Minor::Rise), ..Order::default() };
    if legal::order(public, who, &rise).is_ok() {
        return rise;
    }
    if fighter.slot(public.scene.segment) {
        return Order::default();
    }
    let go = if fighter.ties.engaged.is_empty() && stays_behind(public, who) {
        None
    } else if fighter.ties.engaged.is_empty() {
        let shooter = public.profile(who).doctrine == Doctrine::Tireur && missile(public, who).is_some();
        let goal = if crosses(public, who) { Some(Goal::Off) } else { prey(public, who).map(Goal::Who) };
        goal.filter(|_| !shooter || shots(public, who).is_empty()).map(|goal| Go::March(March::walk(goal)))
    } else if public.profile(who).doctrine == Doctrine::Tireur {
        Some(Go::Leave { acro: false, to: None })
    } else {
        None
    };
    let order = Order { go, ..Order::default() };
    if legal::order(public, who, &order).is_ok() { order } else { Order::default() }
}

/// The missile weapon in hand.
fn missile(public: PublicState<'_>, who: Who) -> Option<u8> {
    public.of(who).gear.hand.filter(|n| {
        let row = public.profile(who).weapon(Some(*n));
        row.is(super::tables::Flag::Projectile)
    })
}

/// Returns the targets that a shooter can shoot at in at most medium range, the nearest first.
fn shots(public: PublicState<'_>, who: Who) -> Vec<Who> {
    let Some(n) = missile(public, who) else { return Vec::new() };
    let row = public.profile(who).weapon(Some(n));
    let scruples = public.of(who).turn.scruples;
    let near = |at: &Who| {
        let band = public.range(who, public.distance(who, *at), row);
        band.is_some_and(|band| band <= 1) && public.sees(who, *at) && !scruples.contains(*at)
    };
    let mut found: Vec<Who> =
        public.enemies(who).filter(near).filter(|at| !public.friend_in_front(who, *at)).collect();
    found.sort_by_key(|at| (public.distance(who, *at), *at));
    found
}

/// What a fighter does at its slot without an answer (CEL-DEC-07, CEL-DOC): always something that it may do.
pub(super) fn deed(public: PublicState<'_>, who: Who) -> Deed {
    let pass = Deed::of(Act::Pass);
    candidates(public, who).into_iter().find(|deed| legal::deed(public, who, deed).is_ok()).unwrap_or(pass)
}

/// Returns its possible deeds, in order.
fn candidates(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let fighter = public.of(who);
    let mut list = Vec::new();
    // CEL-DEC-13, CEL-DEC-14, CEL-DEC-15.
    if fighter.ties.holds.is_some() {
        list.extend([Act::Hurl, Act::Tighten].map(Deed::of));
    }
    if fighter.ties.held.is_some() {
        list.push(Deed::of(Act::Escape { acro: false }));
    }
    if let Some(at) = fighter.gear.stuck {
        list.push(Deed::blow(at));
        list.push(Deed::of(Act::Pull));
    }
    list.extend(carried_out(public, who));
    if !fighter.ties.engaged.is_empty() {
        if public.owner(who).is_none() && public.profile(who).doctrine == Doctrine::Tireur {
            // CEL-DOC-01: it breaks away rather than fight hand to hand.
            list.push(Deed { go: Some(Go::Leave { acro: false, to: None }), ..Deed::of(Act::Pass) });
        }
        list.extend(in_melee(public, who));
        return list;
    }
    if public.whos().any(|at| public.of(at).ties.bay.contains(who)) {
        // CEL-DEC-16: it goes on holding.
        list.push(Deed::of(Act::Pass));
        return list;
    }
    list.push(Deed { minor: Some(Minor::Rise), ..Deed::of(Act::Pass) });
    list.extend(taking_over(public, who));
    list.extend(commanding(public, who));
    list.extend(shooting(public, who));
    if fighter.gear.hand.is_none() && fighter.gear.drawing.is_none() {
        // CEL-DEC-18.
        let own = 0..public.profile(who).weapons.len() as u8;
        list.extend(own.map(|n| Deed { minor: Some(Minor::Draw(n)), ..Deed::of(Act::Pass) }));
    }
    list.extend(coming(public, who));
    list
}

/// A prepared blow is carried out (CEL-DEC-12).
fn carried_out(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let Some(prepared) = public.of(who).mind.prepared else { return Vec::new() };
    let trick = match prepared {
        Prepared::Force => Trick::Force,
        Prepared::Acrobatic => Trick::Acrobatic,
    };
    let mut enemies: Vec<Who> = public.enemies(who).collect();
    enemies.sort_by_key(|at| (public.distance(who, *at), *at));
    let blow = |at: Who| Deed::of(Act::Strike(Blow { trick: Some(trick), ..Blow::at(at) }));
    enemies.into_iter().map(blow).collect()
}

/// In a melee: the engaged enemy of lowest défense (CEL-DEC-07); a beast goes for who wounded it (CEL-DOC-02).
fn in_melee(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let fighter = public.of(who);
    let revenge =
        |at: &Who| public.profile(who).doctrine == Doctrine::Bete && fighter.mind.hurt_by == Some(*at);
    let mut enemies: Vec<Who> = fighter.ties.engaged.iter().filter(|at| public.of(*at).able()).collect();
    enemies.sort_by_key(|at| (!revenge(at), public.defence(*at, who, false), *at));
    let mut list: Vec<Deed> = enemies.iter().map(|at| Deed::blow(*at)).collect();
    for at in &enemies {
        let near = |hex: &bagarre_kit::hex::Hex| {
            hex.distance(public.of(*at).pose.at) <= PublicState::steps(public.guard(who))
        };
        if let Some(to) = public.shifts(who).into_iter().find(near) {
            let go = Some(Go::March(March::walk(Goal::Hex(to))));
            list.push(Deed { go, ..Deed::blow(*at) });
        }
    }
    list.extend(enemies.iter().map(|at| Deed::of(Act::Strike(Blow { fists: true, ..Blow::at(*at) }))));
    list
}

/// The successor that was named takes over when the chief is lost (CEL-DEC-28).
fn taking_over(public: PublicState<'_>, who: Who) -> Option<Deed> {
    let camp = public.scene.camp(public.side(who));
    let takes = camp.headless && camp.successor == Some(who);
    takes.then(|| Deed::of(Act::Call(Call::TakeOver, within_voice(public, who))))
}

/// The friends who hear a fighter (CEL-CMD-01).
fn within_voice(public: PublicState<'_>, who: Who) -> Whos {
    let range = tables().hex_rules.steps(tables().command.voice_range);
    public.friends(who).filter(|it| public.distance(who, *it) <= range).collect()
}

/// The orders of a chief (CEL-DOC-02): courage if two of its men are afraid, else tactics while there is no bonus.
fn commanding(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    if public.owner(who).is_some() || public.profile(who).doctrine != Doctrine::Chef {
        return Vec::new();
    }
    let men = within_voice(public, who);
    let afraid: Whos = men.iter().filter(|it| public.of(*it).body.fear > 0).collect();
    let capacity = public.profile(who).level(Skill::Commandement).max(0) as usize;
    let few = |men: Whos| men.iter().take(capacity).collect::<Whos>();
    if afraid.len() >= tables().doctrine.afraid_men {
        return vec![Deed::of(Act::Call(Call::Rally, few(afraid)))];
    }
    if public.scene.camp(public.side(who)).bonus == 0 && !men.is_empty() {
        return vec![Deed::of(Act::Call(Call::Tactics(true), few(men)))];
    }
    Vec::new()
}

/// Shooting: at the nearest; aiming one segment when the chance is less than even (CEL-DOC-01).
fn shooting(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let Some(with) = missile(public, who) else { return Vec::new() };
    let row = public.profile(who).weapon(Some(with));
    let Some(at) = shots(public, who).first().copied() else { return Vec::new() };
    let skill = if row.skill == Skill::Tir { Skill::Tir } else { Skill::Jet };
    let dice = i16::from(public.dice(who, Attr::Pe, Sort::Offensive, None, 0));
    let mean = 2 * public.profile(who).level(skill) + 7 * dice;
    let hard = public.shot(who, at, row).is_some_and(|parts| mean < 2 * parts.total());
    let aimed = public.of(who).mind.aim.is_some_and(|aim| aim.at == at);
    let aims = hard && !aimed && public.owner(who).is_none();
    let shoot = Deed::of(Act::Shoot { at, with, draw: false });
    let list = if aims { vec![Deed::of(Act::Aim(at)), shoot] } else { vec![shoot] };
    // It keeps its place rather than walking into a melee.
    list.into_iter().chain([Deed::of(Act::Pass)]).collect()
}

/// Coming on: a charge where three straight steps are open, a blow where the way is short enough, else the way itself.
fn coming(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    if crosses(public, who) {
        return crossing(public, who);
    }
    if stays_behind(public, who) {
        return vec![Deed::of(Act::Pass)];
    }
    let Some(at) = prey(public, who) else { return Vec::new() };
    let mut list = Vec::new();
    if public.in_reach(who, at) {
        list.push(Deed::blow(at));
    }
    let units = public.units(who);
    let mut ways = public.charges(who, &Blow::at(at));
    ways.retain(|way| public.walked(who, way, Gait::default(), units).0.len() == way.len());
    if let Some(to) = ways.first().and_then(|way| way.last()).copied() {
        let go = Some(Go::March(March { charge: true, ..March::walk(Goal::Hex(to)) }));
        list.push(Deed { go, ..Deed::of(Act::Strike(Blow { charge: true, ..Blow::at(at) })) });
    }
    let to = by_the_back(public, who, at).map_or(Goal::Who(at), Goal::Hex);
    let way = public.way(who, to, Gait::default());
    let (walked, _) = public.walked(who, &way, Gait::default(), units);
    let end = walked.last().copied().unwrap_or(public.of(who).pose.at);
    let go = Some(Go::March(March::walk(to)));
    let there = end.distance(public.of(at).pose.at) <= PublicState::steps(public.guard(who));
    if there && !walked.is_empty() {
        list.push(Deed { go, ..Deed::blow(at) });
    }
    list.push(Deed { go, ..Deed::of(Act::Pass) });
    list
}

/// A beast that crosses the wood (CEL-SCN-05): it strikes what is in reach, charges what stands on its path, and goes on.
fn crossing(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let mut list: Vec<Deed> =
        public.enemies(who).filter(|at| public.in_reach(who, *at)).map(Deed::blow).collect();
    let way = public.way(who, Goal::Off, Gait::default());
    let path = public.walked(who, &way, Gait::default(), public.units(who)).0;
    let on_path = |at: &Who| path.iter().any(|hex| hex.distance(public.of(*at).pose.at) <= 1);
    for at in public.enemies(who).filter(on_path) {
        if let Some(to) = public.charges(who, &Blow::at(at)).first().and_then(|way| way.last()).copied() {
            let go = Some(Go::March(March { charge: true, ..March::walk(Goal::Hex(to)) }));
            list.push(Deed { go, ..Deed::of(Act::Strike(Blow { charge: true, ..Blow::at(at) })) });
        }
    }
    list.push(Deed { go: Some(Go::March(March::walk(Goal::Off))), ..Deed::of(Act::Pass) });
    list
}

/// Whether a chief lets its men go first (CEL-DOC-02): while none of them is nearer to an enemy than the chief is, and
/// none of them fights.
fn stays_behind(public: PublicState<'_>, who: Who) -> bool {
    if public.owner(who).is_some() || public.profile(who).doctrine != Doctrine::Chef {
        return false;
    }
    let near = |it: Who| public.enemies(it).map(|at| public.distance(it, at)).min().unwrap_or(u16::MAX);
    let own = near(who);
    let men: Vec<Who> = public.friends(who).collect();
    let reach = PublicState::steps(public.guard(who));
    let ahead = men.iter().any(|it| near(*it) < own || !public.of(*it).ties.engaged.is_empty());
    !men.is_empty() && !ahead && own > reach + tables().doctrine.chief_distance
}

/// The free hexagon behind a target where one of a pack goes (CEL-DOC-01): the back before the front, the nearest first.
fn by_the_back(public: PublicState<'_>, who: Who, at: Who) -> Option<bagarre_kit::hex::Hex> {
    if public.owner(who).is_some() || public.profile(who).doctrine != Doctrine::Meute {
        return None;
    }
    let pose = &public.of(at).pose;
    let from = public.of(who).pose.at;
    let back =
        |hex: &bagarre_kit::hex::Hex| pose.at.is_behind(pose.facing, *hex) && public.free(who, *hex, true);
    pose.at.around().into_iter().filter(back).min_by_key(|hex| (from.distance(*hex), *hex))
}

/// The short answer of a fighter without a player (CEL-OPP-01, CEL-DOC): where the doctrine has one that may be given, else
/// the usual one.
pub(super) fn choice<T: Copy>(public: PublicState<'_>, asked: &Asked<T>) -> T
where
    Choice: From<T>,
{
    let option = |wanted: Choice| asked.options.iter().copied().find(|it| Choice::from(*it) == wanted);
    preferred(public, asked).and_then(option).unwrap_or(asked.usual)
}

/// What a doctrine answers.
fn preferred<T>(public: PublicState<'_>, asked: &Asked<T>) -> Option<Choice> {
    let profile = public.profile(asked.who);
    match asked.dec {
        Dec::Dodge if profile.doctrine == Doctrine::Bete => Some(Choice::No),
        Dec::Dodge if profile.is_extra() => {
            let wide = asked.total - asked.against >= tables().core.level_step;
            let dodges = wide && public.of(asked.who).turn.dodges == 0;
            Some(if dodges { Choice::Dodge { acro: false, slot: false } } else { Choice::No })
        }
        Dec::Refuse => Some(if profile.doctrine == Doctrine::Tireur { Choice::Yes } else { Choice::No }),
        Dec::Announce
        | Dec::Survive
        | Dec::Dodge
        | Dec::Answer
        | Dec::Bay
        | Dec::Duel
        | Dec::GoOn
        | Dec::Head
        | Dec::Window
        | Dec::StrikeFirst
        | Dec::Agree => None,
    }
}
