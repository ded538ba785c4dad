//! The questions between pieces of work, and the order of work. Both follow from the scene alone.

use super::Celtiques;
use super::command::{Ask, Deed, Go, Goal, Later, March, Order, Pace, Question, Seal};
use super::event::Unit;
use super::ids::{Dec, Who, Whos};
use super::scene::{Stage, Status};
use super::state::{Frame, Phase, PublicState, Sealed, State, Wait};
use super::tables::tables;
use super::{doctrine, legal};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::{Seals, System as _};

/// What comes after a piece of work.
pub(super) fn follow(state: &mut State) {
    if Celtiques::outcome(state).is_some() {
        state.course.stack.clear();
        return;
    }
    if let Some(frame) = due(state) {
        state.course.stack.push(frame);
    }
}

/// Called after each answer: a game that is decided stops the work under way.
pub(super) fn moved_on(state: &mut State) {
    if state.scene.stage == Stage::Over {
        state.course.stack.clear();
    }
}

/// What the scene calls for.
pub(super) fn due(state: &State) -> Option<Frame> {
    let public = state.public();
    let seats = state.fixed.setup.players();
    let wait = |phase| Frame::Wait(Wait { phase, seals: Seals::none(state.seats()) });
    let todo = Frame::Todo;
    Some(match public.scene.stage {
        Stage::Plan => {
            let wait = Wait { phase: Phase::Plan, seals: Seals::none(state.seats()) };
            if asked(public, Phase::Plan).is_empty() { todo(opened(state, &wait)) } else { Frame::Wait(wait) }
        }
        Stage::Terror => {
            if asked(public, Phase::Terror).is_empty() {
                todo(Unit::Terror((0..seats).map(|_| Seal::Cries(Vec::new())).collect()))
            } else {
                wait(Phase::Terror)
            }
        }
        Stage::Dawn => todo(Unit::Dawn),
        Stage::Announce => todo(announcer(public).map_or(Unit::Segment, Unit::Announce)),
        Stage::Orders => {
            if asked(public, Phase::Orders).is_empty() {
                todo(opened_orders(state, &Seals::none(state.seats())))
            } else {
                wait(Phase::Orders)
            }
        }
        Stage::Act => match batch(public) {
            Batch::None => todo(Unit::Close),
            Batch::One(who) => todo(Unit::Slot(who)),
            Batch::Many(whos) if asked_of(public, whos).is_empty() => todo(opened_batch(state, whos, None)),
            Batch::Many(_) => wait(Phase::Batch),
        },
        Stage::Dusk => todo(Unit::Dusk),
        Stage::Heads => todo(trophy(public).map_or(Unit::Finish, |(who, of)| Unit::Head(who, of))),
        Stage::Over => return None,
    })
}

/// Returns the fighter that announces next (CEL-DCL-02): none that flees, nor one that came back during the turn (CEL-DCL-07).
fn announcer(public: PublicState<'_>) -> Option<Who> {
    announcers(public).next()
}

/// Those who are still to announce, in order.
fn announcers(public: PublicState<'_>) -> impl Iterator<Item = Who> + use<'_> {
    let waits = move |who: &Who| {
        let fighter = public.of(*who);
        fighter.able() && fighter.turn.announced.is_none() && public.scene.segment == 0
    };
    public.scene.order.iter().copied().filter(waits)
}

/// The own fighters that announce after one (CEL-PLY-10). Those between which no other fighter announces belong to the
/// same question.
fn later(public: PublicState<'_>, who: Who) -> Vec<Later> {
    let owner = public.owner(who);
    let mut joint = true;
    let mut found = Vec::new();
    for other in announcers(public).skip_while(|it| *it != who).skip(1) {
        joint &= public.owner(other) == owner;
        let fighter = public.of(other);
        // A fighter that flees or is busy announces nothing, and is not asked.
        if public.owner(other) == owner && !fighter.body.fleeing && !fighter.busy() {
            found.push(Later { who: other, joint, usual: doctrine::usual_actions(public, other) });
        }
    }
    found
}

/// How many fighters a question is about: an announcement is about all that belong to it (CEL-PLY-10).
pub(super) fn together(public: PublicState<'_>, question: &Question) -> u32 {
    if question.dec != Dec::Announce {
        return 1;
    }
    1 + later(public, question.who).iter().filter(|it| it.joint).count() as u32
}

/// Those of [`later`] that a seat may announce for. The new holder of a seat may not read what is preset there for
/// fighters other than those of the question.
pub(super) fn offered_later(state: &State, seat: Seat, who: Who) -> Vec<Later> {
    let hidden = state.inherited.standing.contains(seat);
    let mut list = later(state.public(), who);
    list.retain(|it| it.joint || !hidden);
    list
}

/// Returns a question in the form for the seat that is asked.
pub(super) fn address(state: &State, seat: Seat, ask: Ask) -> Ask {
    match ask {
        Ask::Choose(question) if question.dec == Dec::Announce => {
            let later = offered_later(state, seat, question.who);
            Ask::Choose(Question { later, ..question })
        }
        ask => ask,
    }
}

/// What a fighter intends to do at its slot, if that still holds (CEL-PLY-11): its target is able, the deed may be done, and nothing
/// was lost since it was decided: no level, no action, no footing, no weapon.
pub(super) fn intended(state: &State, who: Who) -> Option<Deed> {
    let public = state.public();
    let seat = public.owner(who)?;
    let scene = public.scene;
    let standing = state.standing.get(usize::from(seat.0))?;
    let intention = standing.intention(who, scene.turn, scene.segment)?;
    let fighter = public.of(who);
    let whole = fighter.mind.lost == 0
        && !fighter.lies()
        && fighter.body.blessure <= intention.blessure
        && fighter.body.fatigue <= intention.fatigue
        && intention.hand.is_none_or(|hand| fighter.gear.hand == Some(hand));
    let there = intention.target().is_none_or(|at| at.n() < scene.fighters.len() && public.of(at).able());
    (whole && there && legal::deed(public, who, &intention.deed).is_ok()).then_some(intention.deed)
}

/// The deeds that a seat intends in a batch of several, if all of its fighters in it have one that still holds (CEL-PLY-11).
pub(super) fn intended_batch(state: &State, seat: Seat) -> Option<Vec<(Who, Deed)>> {
    let public = state.public();
    let Batch::Many(whos) = batch(public) else { return None };
    let own = whos.iter().filter(|who| public.owner(*who) == Some(seat));
    let chooses = own.filter(|who| public.of(*who).slot(public.scene.segment));
    let deeds: Option<Vec<_>> = chooses.map(|who| Some((who, intended(state, who)?))).collect();
    deeds.filter(|deeds| !deeds.is_empty())
}

/// A head that a fighter may still take (CEL-TET-05): of an enemy beaten in single combat.
fn trophy(public: PublicState<'_>) -> Option<(Who, Who)> {
    let free = |of: &Who| {
        let other = public.of(*of);
        other.body.status == Status::Out && !other.ties.beheaded
    };
    public.whos().filter(free).find_map(|of| {
        let by = public.of(of).ties.beaten_by?;
        (public.of(by).able() && public.owner(by).is_some()).then_some((by, of))
    })
}

/// Returns the seats that have to answer a phase.
pub(super) fn asked(public: PublicState<'_>, phase: Phase) -> Seats {
    let seats = (0..public.fixed.setup.seats()).map(Seat);
    let player = |seat: &Seat| seat.0 < public.fixed.setup.players();
    let owns = |seat: Seat| public.own(seat).any(|who| public.of(who).able());
    match phase {
        Phase::Plan => seats.filter(player).filter(|seat| plans(public, *seat)).collect(),
        Phase::Terror => seats.filter(player).filter(|seat| owns(*seat)).collect(),
        Phase::Orders => seats.filter(|seat| owns(*seat) && !public.scene.quiet.contains(*seat)).collect(),
        Phase::Batch => match batch(public) {
            Batch::Many(whos) => asked_of(public, whos),
            _ => Seats::NONE,
        },
    }
}

/// Whether a seat has something to plan (CEL-TER-13). Where the room left out the phase de terreur, dress and paint change nothing: a
/// fighter alone on its side, with one place to begin, is not asked.
fn plans(public: PublicState<'_>, seat: Seat) -> bool {
    let setup = &public.fixed.setup;
    let side = setup.side(seat);
    let [first_col, first_row, last_col, last_row] = public.fixed.zone(side);
    let elsewhere = |who: Who| {
        let mut zone =
            (first_row..=last_row).flat_map(|row| (first_col..=last_col).map(move |col| Hex { col, row }));
        zone.any(|hex| hex != public.of(who).pose.at && super::decide::may_begin(public, who, hex))
    };
    !setup.options.sans_terreur || public.standing(side).len() > 1 || public.own(seat).any(elsewhere)
}

/// Returns the seats whose deeds a batch of several asks for: of the fighters that have a slot.
fn asked_of(public: PublicState<'_>, whos: Whos) -> Seats {
    let chooses = |who: &Who| public.of(*who).slot(public.scene.segment);
    whos.iter().filter(chooses).filter_map(|who| public.owner(who)).collect()
}

/// The fighters that act next in a segment (CEL-ALG-03, S1 to S3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Batch {
    /// No fighter is left.
    None,
    /// One alone, or several of one player in turn (CEL-PLY-05, CEL-R91).
    One(Who),
    /// Several at once.
    Many(Whos),
}

/// Returns the batches of a list of reaction rolls: the highest, and all less than five below (CEL-PRI-02, CEL-PRI-04,
/// CEL-R02, CEL-R03).
pub fn batches(mut rolls: Vec<(i16, Who)>) -> Vec<Vec<Who>> {
    rolls.sort_unstable_by_key(|(roll, who)| (std::cmp::Reverse(*roll), *who));
    let mut found: Vec<Vec<Who>> = Vec::new();
    let mut top = i16::MIN;
    for (roll, who) in rolls {
        match found.last_mut() {
            Some(batch) if roll > top - tables().core.initiative_gap => batch.push(who),
            _ => {
                top = roll;
                found.push(vec![who]);
            }
        }
    }
    found
}

/// Returns the fighters that act next: those with a declared action before the others (CEL-PRI-01), of two tied the
/// lower number (CEL-PRI-07).
pub(super) fn batch(public: PublicState<'_>) -> Batch {
    let segment = public.scene.segment;
    let pending = |who: &Who| {
        let fighter = public.of(*who);
        let order = fighter.beat.order.is_some_and(|order| order.go.is_some());
        fighter.able()
            && !fighter.beat.done
            && !fighter.busy()
            && fighter.ties.duel.is_none()
            && (fighter.slot(segment) || order || fighter.body.fleeing)
    };
    let all: Vec<Who> = public.able().filter(pending).collect();
    // CEL-PRI-05: a fighter that let another go first comes just after it.
    let waits = |who: &Who| public.of(*who).beat.yields;
    let ready = |who: &&Who| waits(who).is_some_and(|other| !all.contains(&other));
    if let Some(who) = all.iter().find(ready) {
        return Batch::One(*who);
    }
    let first = |who: &&Who| public.of(**who).slot(segment) && !public.of(**who).beat.surprised;
    let mut list: Vec<Who> = all.iter().filter(first).copied().filter(|who| waits(who).is_none()).collect();
    if list.is_empty() {
        list = all.iter().copied().filter(|who| waits(who).is_none()).collect();
    }
    if list.is_empty() {
        // They wait for one another.
        return all.first().map_or(Batch::None, |who| Batch::One(*who));
    }
    let rolls = list.iter().map(|who| (public.of(*who).turn.reaction, *who)).collect();
    let Some(top) = batches(rolls).into_iter().next() else { return Batch::None };
    if let Some(lost) =
        top.iter().find(|who| public.of(**who).mind.lost > 0 && public.of(**who).slot(segment))
    {
        return Batch::One(*lost);
    }
    let owner = public.owner(top[0]);
    if top.iter().all(|who| public.owner(*who) == owner) {
        return Batch::One(top[0]);
    }
    Batch::Many(top.into_iter().collect())
}

/// Returns the question between pieces of work.
pub(super) fn waiting(state: &State, wait: &Wait) -> Ask {
    let id = state.questions + 1;
    let public = state.public();
    let seats = wait.seals.missing(asked(public, wait.phase));
    match wait.phase {
        Phase::Plan => Ask::Plan { id, seats },
        Phase::Terror => Ask::Terror { id, seats },
        Phase::Orders => Ask::Orders { id, seats },
        Phase::Batch => {
            let whos = match batch(public) {
                Batch::Many(whos) => whos,
                _ => Whos::NONE,
            };
            Ask::Batch { id, seats, whos }
        }
    }
}

/// A seat has sealed something; with the last one the work begins.
pub(super) fn set_apart(state: &mut State, seat: Seat, seal: Sealed<Seal>) {
    state.course.scene.sealed = state.course.scene.sealed.with(seat);
    let Some(wait) = state.course.wait_mut() else { return };
    wait.seals.set(seat, Some(seal));
    let Some(wait) = state.course.wait().cloned() else { return };
    if !wait.seals.missing(asked(state.public(), wait.phase)).is_empty() {
        return;
    }
    let unit = opened(state, &wait);
    state.course.questions += 1;
    state.course.inherited.answer = Seats::NONE;
    state.course.stack.pop();
    state.course.stack.push(Frame::Todo(unit));
}

/// A seat has taken back what it had sealed.
pub(super) fn take_back(state: &mut State, seat: Seat) {
    state.course.scene.sealed = state.course.scene.sealed.without(seat);
    if let Some(wait) = state.course.wait_mut() {
        wait.seals.set(seat, None);
    }
}

/// The work that opens what was sealed.
fn opened(state: &State, wait: &Wait) -> Unit {
    let players = usize::from(state.fixed.setup.players());
    let all = |none: Seal| -> Vec<Seal> {
        wait.seals
            .iter()
            .take(players)
            .map(|(_, seal)| seal.cloned().unwrap_or_else(|| none.clone()))
            .collect()
    };
    match wait.phase {
        Phase::Plan => Unit::Plans(all(Seal::Plan(super::command::Plan::default()))),
        Phase::Terror => Unit::Terror(all(Seal::Cries(Vec::new()))),
        Phase::Orders => opened_orders(state, &wait.seals),
        Phase::Batch => match batch(state.public()) {
            Batch::Many(whos) => opened_batch(state, whos, Some(&wait.seals)),
            _ => Unit::Close,
        },
    }
}

/// The orders of all fighters: what was sealed, else the march order (CEL-PLY-03), else the doctrine where there is no player.
fn opened_orders(state: &State, seals: &Seals<Seal>) -> Unit {
    let public = state.public();
    let mut quiet = public.scene.quiet;
    let mut given: Vec<(Who, Order)> = Vec::new();
    for (seat, seal) in seals.iter() {
        if let Some(Seal::Orders(orders, silent)) = seal {
            given.extend(orders);
            quiet = if *silent { quiet.with(seat) } else { quiet };
        }
    }
    let order = |who: Who| match given.iter().find(|(it, _)| *it == who) {
        Some((_, order)) => *order,
        None if public.owner(who).is_none() => doctrine::order(public, who),
        None => marching(state, who),
    };
    let orders = public.able().map(|who| (who, order(who))).filter(|(_, order)| *order != Order::default());
    Unit::Orders(orders.collect(), quiet)
}

/// The order that follows from a march order, while it holds: until it is met, the fighter is engaged or wounded (CEL-PLY-03).
pub(super) fn marching(state: &State, who: Who) -> Order {
    let public = state.public();
    let fighter = public.of(who);
    let up = fighter.lies() && fighter.pose.rising == 0 && fighter.ties.engaged.is_empty();
    // CEL-DEC-21.
    let minor = (up && fighter.ties.held.is_none()).then_some(super::command::Minor::Rise);
    let go = public.owner(who).and_then(|seat| march_of(state, seat, who)).filter(|_| !up).map(Go::March);
    Order { go, minor, ..Order::default() }
}

fn march_of(state: &State, seat: Seat, who: Who) -> Option<March> {
    let public = state.public();
    let fighter = public.of(who);
    let (march, blessure) = state.standing.get(usize::from(seat.0))?.of(who)?.march?;
    let held =
        !fighter.ties.engaged.is_empty() || fighter.body.blessure > blessure || fighter.pose.rising > 0;
    let met = match march.to {
        Goal::Hex(hex) => fighter.pose.at == hex,
        Goal::Who(at) => {
            at.n() >= public.scene.fighters.len() || !public.of(at).able() || public.in_reach(who, at)
        }
        Goal::Off => false,
    };
    let walks = march.pace == Pace::Walk || !fighter.body.leg;
    (!held && !met && walks).then_some(march)
}

/// The deeds of a batch: what was sealed, else what was intended (CEL-PLY-11), else the deed without an answer.
fn opened_batch(state: &State, whos: Whos, seals: Option<&Seals<Seal>>) -> Unit {
    let public = state.public();
    let sealed = |who: Who| {
        let Some(Seal::Deeds(deeds)) = public.owner(who).and_then(|seat| seals?.of(seat)) else {
            return None;
        };
        deeds.iter().find(|(it, _)| *it == who).map(|(_, deed)| *deed)
    };
    let deed = |who: Who| {
        if public.of(who).slot(public.scene.segment) {
            sealed(who).or_else(|| intended(state, who)).unwrap_or_else(|| doctrine::deed(public, who))
        } else {
            Deed {
                go: public.of(who).beat.order.and_then(|order| order.go),
                ..Deed::of(super::command::Act::Pass)
            }
        }
    };
    Unit::Batch(whos.iter().map(|who| (who, deed(who))).collect())
}
