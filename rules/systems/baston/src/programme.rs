//! The rules of sheets: static refusals and the forms that offer the rest (chapter 4).

use std::sync::{Arc, LazyLock};

use super::command::{Bar, Code, Form, Head, Instructions, Lock, Sheet};
use super::ids::{OrderId, Who};
use super::order::{Blow, NotAnOrder, Pivot, R1, R2, RestAfter, Sequence};
use super::refusal::{Illegal, Named, OrderFault};
use super::scene::{Figure, Phase};
use super::state::State;
use super::tables::{OrderRow, tables};
use bagarre_kit::contract::{Rule, Seat};

/// First-round codes in the order a sheet offers them.
const HEADS: [OrderId; 13] = [
    OrderId::Rest,
    OrderId::Walk,
    OrderId::Crawl,
    OrderId::Jump,
    OrderId::Leap,
    OrderId::Run,
    OrderId::Rise,
    OrderId::LieDown,
    OrderId::Left,
    OrderId::Right,
    OrderId::Face,
    OrderId::Take,
    OrderId::Break,
];

/// What of a body decides which orders may be written.
#[derive(Clone, Copy)]
struct Body {
    legs: bool,
    arms: u8,
}

impl From<&Figure> for Body {
    fn from(figure: &Figure) -> Self {
        Self { legs: figure.left[4] > 0, arms: figure.arms() }
    }
}

/// An order barred for good to a character: legs or arms gone (BAS-PRG-08, BAS-WND-03, 05, 07).
fn barred(row: &OrderRow, body: Body) -> Option<OrderFault> {
    if !body.legs && (!row.legs_at_0 || row.standing_only()) {
        Some(OrderFault::Legs)
    } else if body.arms < row.arms {
        Some(OrderFault::Arms { left: body.arms > 0 })
    } else {
        None
    }
}

/// Whether a second-round order may follow a first-round one (BAS-PRG-02, 03, 06, BAS-PRG-07 for F).
fn may_follow(r1: R1, r2: R2) -> Result<(), OrderFault> {
    match r1 {
        R1::Take if !matches!(r2, R2::Throw | R2::Blow(Blow::CP) | R2::Break) => Err(OrderFault::Combination),
        R1::Break if r2 != R2::Blow(Blow::CP) => Err(OrderFault::Combination),
        R1::Leap(_) if r2 != R2::Rest => Err(OrderFault::Rest),
        _ if r2 == R2::Blow(Blow::CV) && r1 != R1::Rest => Err(OrderFault::LowBlow),
        _ => Ok(()),
    }
}

fn refusal(state: &State, who: Who, sequence: usize, fault: OrderFault) -> Illegal {
    Illegal::Order { name: Named(Arc::clone(&state.fighters), who), sequence: sequence + 1, fault }
}

/// The sequences of the turn that are locked to rest (BAS-PRG-07, BAS-PRG-09, BAS-RPG-01).
pub(super) fn locks(state: &State, who: Who) -> [Option<Lock>; 3] {
    let figure = state.scene.figure(who);
    let played = if state.scene.phase == Phase::Rewriting { usize::from(state.scene.sequence) } else { 0 };
    std::array::from_fn(|n| {
        if n < played {
            Some(Lock::Played)
        } else if n < played + usize::from(figure.stun) {
            Some(Lock::Stunned)
        } else if n == played && figure.owes {
            Some(Lock::Rest)
        } else {
            None
        }
    })
}

/// The refusal of the first order among sheets as text that the grammar does not know (BAS-PRG-12).
pub(super) fn ungrammatical(command: &str) -> Option<Illegal> {
    let command: serde_json::Value = serde_json::from_str(command).ok()?;
    let mut orders =
        command["sheets"].as_array()?.iter().filter_map(|sheet| sheet["orders"].as_array()).flatten();
    let NotAnOrder(text) = orders.find_map(|it| it.as_str()?.parse::<Sequence>().err())?;
    Some(Illegal::OrderGrammar { text })
}

/// Static refusal of one sequence on its own.
fn check_sequence(state: &State, who: Who, order: Sequence) -> Result<(), OrderFault> {
    let figure = state.scene.figure(who);
    for id in [order.r1.id(), order.r2.id()] {
        if let Some(fault) = barred(tables().order(id), figure.into()) {
            return Err(fault);
        }
    }
    if let R1::Run(n, _) = order.r1
        && !(2..=state.fighters[who.i()].character.speed).contains(&n)
    {
        return Err(OrderFault::Run);
    }
    may_follow(order.r1, order.r2)
}

/// Static refusal of a whole sheet (BAS-PRG-02 to 09).
pub(super) fn check_sheet(state: &State, sheet: &Sheet) -> Result<(), Illegal> {
    let who = sheet.who;
    let locked = locks(state, who);
    for (n, order) in sheet.orders.iter().enumerate() {
        let fault = match locked[n] {
            Some(Lock::Played) => continue,
            Some(Lock::Stunned) if !order.is_rest() => {
                Err(OrderFault::LockedStun { rewriting: state.scene.phase == Phase::Rewriting })
            }
            Some(Lock::Rest) if !order.is_rest() => Err(OrderFault::LockedRest),
            Some(_) => Ok(()),
            None => check_sequence(state, who, *order),
        };
        fault.map_err(|fault| refusal(state, who, n, fault))?;
        if order.owes_next() && sheet.orders.get(n + 1).is_some_and(|next| !next.is_rest()) {
            return Err(refusal(state, who, n + 1, OrderFault::Rest));
        }
    }
    check_instructions(state, &sheet.instructions)
}

/// Instructions only name what there is (BAS-PRG-11).
pub(super) fn check_instructions(state: &State, list: &Instructions) -> Result<(), Illegal> {
    let sane = list.weapons.len() <= 16
        && list.spare.len() <= state.fighters.len()
        && list.spare.iter().all(|who| who.i() < state.fighters.len())
        && list.drops.len() <= 18
        && list.drops.iter().all(|plan| {
            (1..=3).contains(&plan.sequence) && usize::from(plan.item.0) < state.scene.items.len()
        });
    if sane {
        return Ok(());
    }
    Err(Illegal::Instructions)
}

/// Sheets of a seat: own characters in play, each at most once. Those left out rest, or keep their orders when
/// rewriting (BAS-PRG-10, DEC-18).
pub(super) fn check_sheets(
    state: &State,
    seat: Seat,
    sheets: &[Sheet],
    allowed: &[Who],
) -> Result<Vec<Sheet>, Illegal> {
    for (n, sheet) in sheets.iter().enumerate() {
        let twice = sheets[..n].iter().any(|other| other.who == sheet.who);
        if twice || !allowed.contains(&sheet.who) || state.seat_of(sheet.who) != seat {
            return Err(Illegal::ProgrammeWho);
        }
        check_sheet(state, sheet)?;
    }
    let full = allowed.iter().map(|who| {
        sheets.iter().find(|sheet| sheet.who == *who).cloned().unwrap_or_else(|| default_sheet(state, *who))
    });
    Ok(full.collect())
}

/// Returns the sheet of a character whose player writes nothing: rest, or when rewriting the orders it has; illegal
/// ones become rest (BAS-PRG-10, DEC-18).
pub(super) fn default_sheet(state: &State, who: Who) -> Sheet {
    let mut sheet = Sheet { who, orders: [Sequence::REST; 3], instructions: Instructions::default() };
    if state.scene.phase != Phase::Rewriting {
        return sheet;
    }
    if let Some(old) = &state.sheets[who.i()] {
        sheet = old.0.clone();
    }
    let locked = locks(state, who);
    for n in 0..3 {
        let rests = n > 0 && locked[n - 1] != Some(Lock::Played) && sheet.orders[n - 1].owes_next();
        let illegal = match locked[n] {
            Some(Lock::Played) => false,
            Some(_) => true,
            None => rests || check_sequence(state, who, sheet.orders[n]).is_err(),
        };
        if illegal {
            sheet.orders[n] = Sequence::REST;
        }
    }
    sheet
}

/// Returns the same sheet as the player of the character may know it: of what another player wrote, only what has been
/// revealed.
pub(super) fn known(state: &State, who: Who) -> Sheet {
    let mut sheet = default_sheet(state, who);
    if state.inherited.opened.contains(state.seat_of(who)) {
        sheet.orders = state.scene.figure(who).orders;
        sheet.instructions = Instructions::default();
    }
    sheet
}

/// The orders that such a body may be given with such a speed.
#[derive(Clone)]
struct Orders {
    heads: Arc<[Head]>,
    thens: Arc<[Vec<Code>]>,
    resting: Arc<[Code]>,
    barred: Arc<[Bar]>,
}

/// The greatest VIT there is (BAS-SET-03).
const MOST_SPEED: u8 = 8;

/// The orders that may be written, with and without legs, with 0 to 2 arms, with a speed of 0 to 8: made once, for
/// every form is one of these.
static ORDERS: LazyLock<Vec<Orders>> = LazyLock::new(|| {
    let bodies = [false, true].into_iter().flat_map(|legs| (0..=2).map(move |arms| Body { legs, arms }));
    bodies.flat_map(|body| (0..=MOST_SPEED).map(move |speed| orders(body, speed))).collect()
});

fn orders(body: Body, speed: u8) -> Orders {
    let mut bars = Vec::new();
    let mut usable = |id: OrderId, round: u8| match barred(tables().order(id), body) {
        None => true,
        Some(fault) => {
            let (why, rule) = (fault.code().into(), Rule::new(fault.rule()));
            bars.push(Bar { code: id.id().into(), round, why, rule });
            false
        }
    };
    let seconds: Vec<R2> = R2::ALL.into_iter().filter(|order| usable(order.id(), 2)).collect();
    let (mut heads, mut thens) = (Vec::new(), Vec::new());
    for id in HEADS {
        let params: Vec<u8> = match id {
            OrderId::Walk | OrderId::Crawl | OrderId::Jump | OrderId::Face => (1..=8).collect(),
            OrderId::Run => (2..=speed).collect(),
            _ => Vec::new(),
        };
        // The longest run there is may be none: VIT 1.
        let Some(sample) = R1::of(id.id(), params.first().copied(), None) else { continue };
        if !usable(id, 1) {
            continue;
        }
        let then = seconds.iter().filter(|r2| may_follow(sample, **r2).is_ok());
        let then: Vec<Code> = then.map(|order| order.code().into()).collect();
        let place = thens.iter().position(|list| *list == then).unwrap_or(thens.len());
        if place == thens.len() {
            thens.push(then);
        }
        heads.push(Head {
            code: id.id().into(),
            params,
            pivot: tables().order(id).pivot,
            then: place as u8,
            rest_after: sample.rest_after(),
        });
    }
    let resting = seconds.iter().filter(|order| order.rest_after() == RestAfter::NextSequence);
    Orders {
        heads: heads.into(),
        thens: thens.into(),
        resting: resting.map(|order| order.code().into()).collect(),
        barred: bars.into(),
    }
}

/// Returns the choices for the sheet of a character: the client needs no rule.
pub(super) fn form(state: &State, who: Who) -> Form {
    let (body, speed) = (Body::from(state.scene.figure(who)), state.fighters[who.i()].character.speed);
    let known = (usize::from(body.legs) * 3 + usize::from(body.arms)) * (usize::from(MOST_SPEED) + 1);
    let known = ORDERS.get(known + usize::from(speed)).filter(|_| speed <= MOST_SPEED).cloned();
    let Orders { heads, thens, resting, barred } = known.unwrap_or_else(|| orders(body, speed));
    Form {
        who,
        locked: locks(state, who),
        orders: self::known(state, who).orders,
        heads,
        thens,
        resting,
        barred,
    }
}

/// Every first-round order a head stands for, with and without pivot.
pub(super) fn variants(head: &Head) -> Vec<R1> {
    let pivots = [None, Some(Pivot::Left), Some(Pivot::Right)];
    let pivots = if head.pivot { &pivots[..] } else { &pivots[..1] };
    let params: Vec<Option<u8>> =
        if head.params.is_empty() { vec![None] } else { head.params.iter().copied().map(Some).collect() };
    params
        .iter()
        .flat_map(|param| pivots.iter().filter_map(|pivot| R1::of(&head.code, *param, *pivot)))
        .collect()
}
