//! Commands become events, or are refused.

use super::command::{Act, Ask, Command, Habit, Intention, Plan, Preset, Ruling, Seal, Standing};
use super::event::{Answer, Event};
use super::ids::{Cry, Dec, Scenario, Team, Who, Whos};
use super::legal;
use super::refusal::Illegal;
use super::resolve::Script;
use super::scene::{Stage, Status};
use super::state::{PublicState, Sealed, State};
use super::tables::{tables, within};
use super::{Celtiques, next};
use bagarre_kit::contract::{Actor, Hand, Seat};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::{self, Answered};
use bagarre_kit::refusal::Refusal;

/// The most standing orders of a seat: no seat has more fighters.
const HABITS: usize = super::ids::MOST;

/// Judges a command.
pub(super) fn decide(
    state: &State,
    by: Actor,
    command: &Command,
    hand: &mut Hand<'_, Celtiques>,
) -> Result<Event, Illegal> {
    let seat = procedure::admit::<Celtiques>(state, by)?;
    let by_clock = matches!(by, Actor::Clock(_));
    match command {
        Command::Stand { standing } => stand(state, seat, standing),
        Command::Concede => concede(state, seat),
        Command::Rule { ruling } => rule(state, seat, *ruling),
        Command::Withdraw { question } => withdraw(state, seat, *question),
        _ => answer(state, (seat, by_clock), command, hand),
    }
}

/// Takes back what a seat has sealed, as long as another seat has not sealed yet.
fn withdraw(state: &State, seat: Seat, question: u32) -> Result<Event, Illegal> {
    if procedure::open::<Celtiques>(state).map(|(_, ask)| ask.id()) != Some(question) {
        return Err(Refusal::Stale.into());
    }
    if !procedure::may_withdraw::<Celtiques>(state, seat) {
        return Err(Illegal::NotAsked { rule: "CEL-PLY-02" });
    }
    Ok(Event::Withdrawn { seat })
}

/// The rule that says who answers a question.
fn asks(ask: &Ask) -> &'static str {
    match ask {
        Ask::Plan { .. } => "CEL-DEC-01",
        Ask::Terror { .. } => "CEL-DEC-02",
        Ask::Orders { .. } => "CEL-PLY-04",
        Ask::Batch { .. } => "CEL-DEC-27",
        Ask::Act { .. } => "CEL-ALG-03",
        Ask::Choose(question) => question.dec.rule(),
    }
}

fn answer(
    state: &State,
    (seat, by_clock): (Seat, bool),
    command: &Command,
    hand: &mut Hand<'_, Celtiques>,
) -> Result<Event, Illegal> {
    let Some((seats, ask)) = procedure::open::<Celtiques>(state) else { return Err(Refusal::Stale.into()) };
    if ask.id() != command.number() {
        return Err(Refusal::Stale.into());
    }
    if !seats.contains(seat) {
        return Err(Illegal::NotAsked { rule: asks(&ask) });
    }
    let public = state.public();
    let sealed = |seal: Seal| Ok(Event::Sealed { seat, by_clock, silent: false, seal: Sealed(seal) });
    match (&*ask, command) {
        (Ask::Plan { .. }, Command::Plan { plan, .. }) => {
            plan_fits(public, seat, &plan.0)?;
            sealed(Seal::Plan(plan.0.clone()))
        }
        (Ask::Terror { .. }, Command::Cries { cries, .. }) => {
            cries_fit(public, seat, &cries.0)?;
            sealed(Seal::Cries(cries.0.clone()))
        }
        (Ask::Orders { .. }, Command::Orders { orders, quiet, .. }) => {
            once(orders.0.iter().map(|(who, _)| *who))?;
            for (who, order) in &orders.0 {
                owns(public, seat, *who)?;
                legal::order(public, *who, order)?;
            }
            sealed(Seal::Orders(orders.0.clone(), *quiet))
        }
        (Ask::Batch { whos, .. }, Command::Deeds { deeds, .. }) => {
            once(deeds.0.iter().map(|(who, _)| *who))?;
            for (who, deed) in &deeds.0 {
                owns(public, seat, *who)?;
                if !whos.contains(*who) {
                    return Err(Illegal::Who { rule: "CEL-ALG-03" });
                }
                if matches!(deed.act, Act::Yield(_)) {
                    return Err(Illegal::Yield);
                }
                legal::deed(public, *who, deed)?;
            }
            sealed(Seal::Deeds(deeds.0.clone()))
        }
        (Ask::Act { who, .. }, Command::Act { deed, .. }) => {
            legal::deed(public, *who, deed)?;
            on_the_tape(state, (seat, by_clock), Answer::Deed(*deed), hand)
        }
        (Ask::Choose(question), Command::Announce { actions, .. }) if question.dec == Dec::Announce => {
            announce(state, seat, question.who, &actions.0)
        }
        (Ask::Choose(question), Command::Choose { choice, .. }) => {
            if !question.options.contains(choice) {
                return Err(Refusal::ChoiceBy(question.dec.rule()).into());
            }
            on_the_tape(state, (seat, by_clock), Answer::Choice(*choice), hand)
        }
        _ => Err(Illegal::Other { rule: asks(&ask) }),
    }
}

/// The announcements of several own fighters (CEL-PLY-10): they are preset, and the one asked for is answered by its own at once.
fn announce(state: &State, seat: Seat, who: Who, actions: &[(Who, u8)]) -> Result<Event, Illegal> {
    once(actions.iter().map(|(it, _)| *it))?;
    let later = next::offered_later(state, seat, who);
    let fits = |(it, n): &(Who, u8)| {
        *n <= tables().most_actions() && (*it == who || later.iter().any(|later| later.who == *it))
    };
    if !actions.iter().all(fits) || actions.iter().all(|(it, _)| *it != who) {
        return Err(Illegal::Who { rule: "CEL-PLY-10" });
    }
    let turn = state.scene.turn;
    let before = state.standing.get(usize::from(seat.0)).map(|standing| standing.presets.as_slice());
    let kept = |preset: &&Preset| preset.turn == turn && actions.iter().all(|(it, _)| *it != preset.who);
    let mut presets: Vec<Preset> = before.unwrap_or_default().iter().filter(kept).copied().collect();
    presets.extend(actions.iter().map(|(who, actions)| Preset { who: *who, turn, actions: *actions }));
    presets.sort_unstable_by_key(|preset| preset.who);
    Ok(Event::Preset { seat, presets: Sealed(presets) })
}

fn on_the_tape(
    state: &State,
    (seat, by_clock): (Seat, bool),
    answer: Answer,
    hand: &mut Hand<'_, Celtiques>,
) -> Result<Event, Illegal> {
    let work = state.work().ok_or(Refusal::Stale)?;
    let answered = procedure::go_on(state, work, seat, answer, hand);
    Ok(Event::Answered(Answered { by_clock, ..answered }))
}

fn once(mut whos: impl Iterator<Item = Who>) -> Result<(), Illegal> {
    let mut seen = Whos::NONE;
    let fresh = whos.all(|who| {
        let new = !seen.contains(who) && who.n() < super::ids::MOST;
        seen = seen.with(who);
        new
    });
    if fresh { Ok(()) } else { Err(Illegal::Twice) }
}

fn owns(public: PublicState<'_>, seat: Seat, who: Who) -> Result<(), Illegal> {
    let own = who.n() < public.scene.fighters.len() && public.owner(who) == Some(seat);
    if own { Ok(()) } else { Err(Illegal::Who { rule: "CEL-PLY-01" }) }
}

/// Whether a fighter may begin in a hexagon (CEL-DEC-01): of the zone of its side.
pub(super) fn may_begin(public: PublicState<'_>, who: Who, hex: Hex) -> bool {
    let board = &public.fixed.board;
    let [c0, r0, c1, r1] = public.fixed.zone(public.side(who));
    let zone = (c0..=c1).contains(&hex.col) && (r0..=r1).contains(&hex.row);
    zone && board.stands(hex) && public.at(hex).is_none_or(|other| other == who)
}

/// Whether a plan may be made (CEL-DEC-01).
pub(super) fn plan_fits(public: PublicState<'_>, seat: Seat, plan: &Plan) -> Result<(), Illegal> {
    let side = public.fixed.setup.side(seat);
    let man =
        |who: Who| who.n() < public.scene.fighters.len() && public.side(who) == side && public.of(who).able();
    if !plan.chief.into_iter().chain(plan.successor).all(man)
        || plan.chief.is_some() && plan.chief == plan.successor
    {
        return Err(Illegal::Chief);
    }
    once(plan.places.iter().map(|(who, _)| *who))?;
    for (n, (who, hex)) in plan.places.iter().enumerate() {
        owns(public, seat, *who)?;
        let taken = plan.places[..n].iter().any(|(_, other)| other == hex);
        if taken || !may_begin(public, *who, *hex) {
            return Err(Illegal::Place);
        }
    }
    for who in plan.undressed.iter().chain(plan.paint.iter()) {
        owns(public, seat, who)?;
    }
    Ok(())
}

/// Whether terror may be made so (CEL-TER-10).
pub(super) fn cries_fit(public: PublicState<'_>, seat: Seat, cries: &[(Who, Cry)]) -> Result<(), Illegal> {
    once(cries.iter().map(|(who, _)| *who))?;
    for (who, cry) in cries {
        owns(public, seat, *who)?;
        let able = public.of(*who).able();
        let no = if able { public.no_cry(*who, *cry) } else { Some("CEL-COR-17") };
        if let Some(rule) = no {
            return Err(Illegal::Cry { rule });
        }
    }
    Ok(())
}

/// Standing orders (CEL-PLY-07); a march order holds while its fighter is not wounded more than now (CEL-PLY-03).
fn stand(state: &State, seat: Seat, standing: &Standing) -> Result<Event, Illegal> {
    let public = state.public();
    if standing.habits.len() > HABITS || once(standing.habits.iter().map(|habit| habit.who)).is_err() {
        return Err(Illegal::Standing { rule: "CEL-PLY-07" });
    }
    if !standing.habits.iter().all(|habit: &Habit| leads(public, seat, habit.who)) {
        return Err(Illegal::Standing { rule: "CEL-PLY-07" });
    }
    let mut standing = standing.clone();
    for habit in &mut standing.habits {
        if let Some((_, blessure)) = &mut habit.march {
            *blessure = public.of(habit.who).body.blessure;
        }
    }
    for_the_turn(state, seat, &mut standing)?;
    Ok(Event::Stood { seat, standing })
}

/// Whether a seat decides for a fighter, or may come to, as a game master for an opponent.
fn leads(public: PublicState<'_>, seat: Seat, who: Who) -> bool {
    let master = public.fixed.setup.master() == Some(seat);
    let profile = public.fixed.profiles.get(who.n());
    profile.is_some_and(|it| it.seat == Some(seat) || master && it.seat.is_none())
}

/// What standing orders say of the turn alone (CEL-PLY-10, CEL-PLY-11): what is past is left out, and an intention is marked with what
/// its fighter has to lose, unless it was decided before.
fn for_the_turn(state: &State, seat: Seat, standing: &mut Standing) -> Result<(), Illegal> {
    let public = state.public();
    let (turn, segment) = (public.scene.turn, public.scene.segment);
    standing.presets.retain(|preset| preset.turn == turn);
    standing.intentions.retain(|it| it.turn == turn && it.segment >= segment);
    let fighter = |who: Who| leads(public, seat, who);
    let mut slots: Vec<(Who, u8)> = standing.intentions.iter().map(|it| (it.who, it.segment)).collect();
    slots.sort_unstable();
    let twice = slots.windows(2).any(|pair| pair[0] == pair[1]);
    let presets = standing
        .presets
        .iter()
        .all(|preset| fighter(preset.who) && preset.actions <= tables().most_actions());
    if !presets || once(standing.presets.iter().map(|preset| preset.who)).is_err() {
        return Err(Illegal::Standing { rule: "CEL-PLY-10" });
    }
    if twice || !standing.intentions.iter().all(|it| fighter(it.who) && may_intend(it)) {
        return Err(Illegal::Standing { rule: "CEL-PLY-11" });
    }
    let before = state.standing.get(usize::from(seat.0));
    for it in &mut standing.intentions {
        let known = before.and_then(|before| before.intention(it.who, it.turn, it.segment));
        let fighter = public.of(it.who);
        (it.blessure, it.fatigue, it.hand) = match known.filter(|known| known.deed == it.deed) {
            Some(known) => (known.blessure, known.fatigue, known.hand),
            None => (fighter.body.blessure, fighter.body.fatigue, fighter.gear.hand),
        };
    }
    Ok(())
}

/// Whether a deed may be decided before its slot comes (CEL-PLY-11). To yield, to delay and to give up are decided at the slot.
pub(super) fn may_intend(intention: &Intention) -> bool {
    let open = matches!(intention.deed.act, Act::Yield(_) | Act::Delay | Act::Surrender | Act::Duel(_));
    (1..=tables().time.segments_per_turn).contains(&intention.segment) && !open
}

fn concede(state: &State, seat: Seat) -> Result<Event, Illegal> {
    let setup = &state.fixed.setup;
    let side = setup.side(seat);
    let over = state.scene.stage >= Stage::Heads || state.scene.camp(side).yielding.contains(seat);
    if over || setup.master() == Some(seat) {
        return Err(Illegal::Concede);
    }
    Ok(play_aside(state, seat, |script| script.concedes(seat)))
}

fn rule(state: &State, seat: Seat, ruling: Ruling) -> Result<Event, Illegal> {
    if state.fixed.setup.master() != Some(seat) || state.scene.stage >= Stage::Heads {
        return Err(Illegal::Master { rule: "CEL-MJ-02" });
    }
    if !calm(state, ruling) {
        return Err(Illegal::Late);
    }
    self::ruling(state.public(), ruling)?;
    let event = play_aside(state, seat, |script| script.ruled(seat, ruling));
    if as_asked(state, &event) { Ok(event) } else { Err(Illegal::Late) }
}

/// Whether the work under way, with what is said now, still comes to the question that it stands at: else the question hangs on
/// what is said, and it comes too late (CEL-MJ-02). Where a deed is asked for, nothing of it has been looked at yet.
fn as_asked(state: &State, event: &Event) -> bool {
    if !matches!(state.question(), Some((_, Ask::Choose(_)))) {
        return true;
    }
    let mut then = state.clone();
    then.apply(event);
    then.work().is_none_or(|work| procedure::replays::<Celtiques>(&then, work))
}

/// Whether the game master may say something at this moment, which fits the table.
pub(super) fn in_time(state: &State, seat: Seat, ruling: Ruling) -> bool {
    calm(state, ruling) && as_asked(state, &play_aside(state, seat, |script| script.ruled(seat, ruling)))
}

/// Whether a ruling of the game master still comes before the dice (CEL-MJ-02): nothing of the work under way has been
/// played, and the open question does not depend on the ruling.
fn calm(state: &State, ruling: Ruling) -> bool {
    let fresh = state.work().is_none_or(|work| work.tape.is_empty() && work.told == 0);
    let unit = state.work().map(|work| &work.unit);
    fresh
        && match ruling {
            Ruling::Surprise(..) => matches!(state.scene.stage, Stage::Announce | Stage::Orders),
            Ruling::Play(who, _) => match state.scene.stage {
                Stage::Plan | Stage::Terror => true,
                Stage::Announce => unit != Some(&super::event::Unit::Announce(who)),
                _ => false,
            },
            Ruling::Met(_) => state.scene.stage > Stage::Terror,
            // CEL-MOV-04: announced at the start of a turn.
            Ruling::Slow(..) => matches!(state.scene.stage, Stage::Plan | Stage::Terror | Stage::Announce),
            _ => true,
        }
}

fn play_aside(state: &State, seat: Seat, play: impl FnOnce(&mut Script<'_>)) -> Event {
    let ran = procedure::aside::<Celtiques>(state, |script| {
        play(script);
        Ok(())
    });
    Event::Said { seat, facts: ran.facts }
}

/// Whether a game master may say something (CEL-MJ-02 to CEL-MJ-06, and the clauses of section E).
pub(super) fn ruling(public: PublicState<'_>, ruling: Ruling) -> Result<(), Illegal> {
    let known = |who: Who| who.n() < public.scene.fighters.len();
    let rows = &public.scene.rulings;
    let limits = &tables().referee;
    let (fits, rule) = match ruling {
        Ruling::Next(who, n) => return next_roll(public, who, n),
        Ruling::Surprise(who, on) => {
            (known(who) && public.of(who).able() && public.of(who).beat.surprised != on, "CEL-PRI-06")
        }
        Ruling::Sudden(n) => (n == 0 || within(n, limits.sudden), "CEL-UND-04"),
        // Never below what the rules say.
        Ruling::Survival(n) => (within(n, limits.survival), "CEL-MJ-04"),
        Ruling::Embalming(n) => (within(n, limits.embalming), "CEL-TET-04"),
        Ruling::Innate(n) => (within(n, limits.innate), "CEL-INN-02"),
        Ruling::Acrobatics(n) => (within(n, limits.acrobatics), "CEL-ESQ-06"),
        Ruling::Bay(n) => (within(n, limits.bay), "CEL-RES-01"),
        Ruling::Scruples(_) => return Ok(()),
        Ruling::Crowd(n) => (within(n, limits.crowd), "CEL-TIR-10"),
        Ruling::Tactics(n) => (within(n, limits.tactics), "CEL-CMD-08"),
        Ruling::Songs(n) => (within(n, limits.songs), "CEL-TER-09"),
        Ruling::EndBonus(side) => (public.scene.camp(side).bonus > 0 && !rows.ends[side.n()], "CEL-CMD-09"),
        Ruling::Reroll => (!rows.reroll && public.scene.stage > Stage::Terror, "CEL-PRI-03"),
        Ruling::Slow(hex, percent) => {
            let slower = limits.slow_percent.contains(&percent) && rows.slow.len() < limits.slow_places;
            (public.fixed.board.stands(hex) && slower, "CEL-MOV-04")
        }
        // Any triple.
        Ruling::Task(errand) => (limits.has_task(errand), "CEL-LNG-02"),
        Ruling::Met(_) => {
            (rows.met.is_none() && public.fixed.setup.scenario == Scenario::Libre, "CEL-SCN-07")
        }
        Ruling::Summon(foe, at) => return summon(public, foe, at),
        Ruling::Play(who, on) => {
            let opponent = known(who) && public.profile(who).seat.is_none();
            (opponent && rows.plays.contains(who) != on, "CEL-MJ-01")
        }
    };
    if fits { Ok(()) } else { Err(Illegal::Master { rule }) }
}

/// Whether a game master may change the next roll of a fighter (CEL-MJ-03): once a turn and side, and by less, between two sides of
/// players (CEL-MJ-06).
fn next_roll(public: PublicState<'_>, who: Who, n: i16) -> Result<(), Illegal> {
    let rows = &public.scene.rulings;
    let coop = public.fixed.setup.coop;
    let known = who.n() < public.scene.fighters.len();
    let most = tables().referee.most(coop);
    let free = rows.next.len() < super::ids::MOST && rows.next.iter().all(|(it, _)| *it != who);
    if !known || n == 0 || !free || n.abs() > tables().referee.result {
        return Err(Illegal::Master { rule: "CEL-MJ-03" });
    }
    let used = !coop && rows.used[public.side(who).n()] > 0;
    if used || n.abs() > most { Err(Illegal::Master { rule: "CEL-MJ-06" }) } else { Ok(()) }
}

/// Checks an opponent of the reserve (CEL-MJ-05): none between two sides of players, nor where it cannot come in.
fn summon(public: PublicState<'_>, foe: super::ids::Foe, at: Hex) -> Result<(), Illegal> {
    let rows = &public.scene.rulings;
    let entries = &public.fixed.board.arena.entrees;
    let entry = entries.iter().any(|it| Hex::from(*it) == at);
    let waits =
        |who: &Who| public.profile(*who).foe == Some(foe) && public.of(*who).body.status == Status::Waiting;
    let waiting = public.whos().filter(waits).count();
    let called = rows.summoned.iter().filter(|(it, _)| *it == foe).count();
    // Out of sight of heroes, if one of the entries is.
    let seen = |hex: Hex| {
        public.able().any(|who| {
            public.side(who) == Team::First && public.fixed.board.sees(public.of(who).pose.at, hex)
        })
    };
    let hidden = entries.iter().any(|it| !seen(Hex::from(*it)));
    let fits = public.fixed.setup.coop
        && entry
        && waiting > called
        && rows.reserve >= tables().foe(foe).reserve
        && (!hidden || !seen(at));
    if fits { Ok(()) } else { Err(Illegal::Reserve) }
}

/// Whether a seal of a position is one that could be sealed there.
pub(super) fn seal_fits(state: &State, seat: Seat, phase: super::state::Phase, seal: &Seal) -> bool {
    use super::state::Phase;
    let public = state.public();
    let deeds = match (phase, seal) {
        (Phase::Plan, Seal::Plan(plan)) => return plan_fits(public, seat, plan).is_ok(),
        (Phase::Terror, Seal::Cries(cries)) => return cries_fit(public, seat, cries).is_ok(),
        (Phase::Orders, Seal::Orders(orders, _)) => {
            return once(orders.iter().map(|(who, _)| *who)).is_ok()
                && orders.iter().all(|(who, order)| {
                    owns(public, seat, *who).is_ok() && legal::order(public, *who, order).is_ok()
                });
        }
        (Phase::Batch, Seal::Deeds(deeds)) => deeds,
        _ => return false,
    };
    let next::Batch::Many(whos) = next::batch(public) else { return false };
    once(deeds.iter().map(|(who, _)| *who)).is_ok()
        && deeds.iter().all(|(who, deed)| {
            owns(public, seat, *who).is_ok()
                && whos.contains(*who)
                && !matches!(deed.act, super::command::Act::Yield(_))
                && legal::deed(public, *who, deed).is_ok()
        })
}
