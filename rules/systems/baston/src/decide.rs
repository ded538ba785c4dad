//! Commands become events, or are refused.

use super::Baston;
use super::command::{Choice, Command, Sheet};
use super::event::{Answer, Event};
use super::ids::{Dec, ItemId, Who};
use super::programme;
use super::refusal::Illegal;
use super::resolve::turn::may_rewrite;
use super::scene::{Fate, Place, Scene};
use super::state::{Need, Sealed, Seals, State, Wait};
use bagarre_kit::contract::{Actor, Hand, Seat, Seats};
use bagarre_kit::procedure;
use bagarre_kit::refusal::Refusal;

fn stale() -> Illegal {
    Refusal::Stale.into()
}

fn not_asked(rule: &'static str) -> Illegal {
    Refusal::NotAskedBy(rule).into()
}

/// Judges a command.
pub(super) fn decide(
    state: &State,
    by: Actor,
    command: &Command,
    hand: &mut Hand<'_, Baston>,
) -> Result<Event, Illegal> {
    let seat = procedure::admit::<Baston>(state, by)?;
    let by_clock = matches!(by, Actor::Clock(_));
    match command {
        Command::Programme { turn, sheets } => programme(state, seat, *turn, &sheets.0, by_clock),
        Command::Withdraw { turn } => withdraw(state, seat, *turn),
        Command::Rewrite { turn, sequence, sheets } => {
            rewrite(state, seat, (*turn, *sequence), &sheets.0, by_clock)
        }
        Command::Answer { question, choice } => answer(state, seat, (*question, choice), hand),
        Command::Drop { who, item } => drop_item(state, seat, (*who, *item), hand),
        Command::Stand { standing } => {
            if standing.defaults.len().max(standing.answers.len()) > Dec::ALL.len() {
                return Err(Illegal::Standing);
            }
            Ok(Event::Stood { seat, standing: standing.clone() })
        }
        Command::Concede => concede(state, seat),
    }
}

/// Seats that have to write a programme: those with a character in play (BAS-PRG-10).
pub(super) fn writers(state: &State) -> Seats {
    state.seats_in_play()
}

/// Characters of a seat that write in the programming phase.
pub(super) fn writing(state: &State, seat: Seat) -> Vec<Who> {
    state.band(seat).filter(|who| state.scene.figure(*who).in_play()).collect()
}

/// Characters of a seat that may be rewritten now (BAS-RPG-01, 02).
pub(super) fn rewriting(state: &State, seat: Seat) -> Vec<Who> {
    let sequence = state.scene.sequence;
    state.band(seat).filter(|who| may_rewrite(state.scene.figure(*who), sequence)).collect()
}

/// Seats that may rewrite now.
pub(super) fn rewriters(state: &State) -> Seats {
    (0..state.seats()).map(Seat).filter(|seat| !rewriting(state, *seat).is_empty()).collect()
}

fn confirmed(seals: &Seals<Vec<Sheet>>, seat: Seat) -> Result<(), Illegal> {
    if !seals.has(seat) {
        return Ok(());
    }
    Err(Illegal::Confirmed)
}

fn programme(
    state: &State,
    seat: Seat,
    turn: u8,
    sheets: &[Sheet],
    by_clock: bool,
) -> Result<Event, Illegal> {
    let Some(Wait::Programming(seals)) = state.wait() else { return Err(stale()) };
    if turn != state.scene.turn {
        return Err(stale());
    }
    if !writers(state).contains(seat) {
        return Err(not_asked("BAS-PRG-10"));
    }
    confirmed(seals, seat)?;
    let sheets = programme::check_sheets(state, seat, sheets, &writing(state, seat))?;
    Ok(Event::Programmed { seat, by_clock, sheets: Sealed(sheets) })
}

fn withdraw(state: &State, seat: Seat, turn: u8) -> Result<Event, Illegal> {
    if turn != state.scene.turn || !state.has_sealed(seat) {
        return Err(stale());
    }
    if state.inherited.answer.contains(seat) {
        return Err(Illegal::Inherited);
    }
    Ok(Event::Withdrawn { seat })
}

fn rewrite(
    state: &State,
    seat: Seat,
    (turn, sequence): (u8, u8),
    sheets: &[Sheet],
    by_clock: bool,
) -> Result<Event, Illegal> {
    let Some(Wait::Rewriting(seals)) = state.wait() else { return Err(stale()) };
    if (turn, sequence) != (state.scene.turn, state.scene.sequence) {
        return Err(stale());
    }
    let allowed = rewriting(state, seat);
    let own = |who: Who| who.i() < state.fighters.len() && state.seat_of(who) == seat;
    if sheets.iter().any(|sheet| own(sheet.who) && !allowed.contains(&sheet.who)) {
        return Err(Illegal::RewriteWho);
    }
    if allowed.is_empty() {
        return Err(not_asked("BAS-RPG-02"));
    }
    confirmed(seals, seat)?;
    let mut sheets = programme::check_sheets(state, seat, sheets, &allowed)?;
    for sheet in &mut sheets {
        // Orders that have been played stay as they were.
        let before = state.scene.figure(sheet.who).orders;
        let played = usize::from(sequence).min(3);
        sheet.orders[..played].copy_from_slice(&before[..played]);
    }
    Ok(Event::Rewrote { seat, by_clock, sheets: Sealed(sheets) })
}

/// Gives up (RUL-109): rolls no dice and asks nothing.
fn concede(state: &State, seat: Seat) -> Result<Event, Illegal> {
    let fights = |who: Who| matches!(state.scene.figure(who).fate, Fate::Waiting | Fate::In);
    if state.scene.gave_up.contains(&seat) || !state.band(seat).any(fights) {
        return Err(Illegal::Out);
    }
    let between = state.wait().is_some();
    let ran = procedure::aside::<Baston>(state, |script| {
        script.concede(seat, between);
        Ok(())
    });
    Ok(Event::Conceded { facts: ran.facts })
}

fn answer(
    state: &State,
    seat: Seat,
    (id, choice): (u32, &Choice),
    hand: &mut Hand<'_, Baston>,
) -> Result<Event, Illegal> {
    let Some((work, question)) = state.question() else { return Err(stale()) };
    if question.id != id {
        return Err(stale());
    }
    if question.seat != seat {
        return Err(not_asked(question.dec.id()));
    }
    if !question.options.contains(choice) {
        return Err(Refusal::ChoiceBy(question.dec.id()).into());
    }
    Ok(Event::Answered(procedure::go_on(state, work, seat, Answer::Choice(choice.clone()), hand)))
}

/// Whether a character of the seat carries the object and can let go of it.
pub(super) fn may_drop(state: &State, scene: &Scene, seat: Seat, who: Who, item: ItemId) -> bool {
    let own = who.i() < state.fighters.len() && state.seat_of(who) == seat && scene.figure(who).in_play();
    let item = scene.items.get(usize::from(item.0));
    own && item.is_some_and(|item| item.place == Place::Carried(who))
}

/// Drops a carried object while the game waits for this player (BAS-OBJ-02, DEC-19).
fn drop_item(
    state: &State,
    seat: Seat,
    (who, item): (Who, ItemId),
    hand: &mut Hand<'_, Baston>,
) -> Result<Event, Illegal> {
    if !may_drop(state, &state.scene, seat, who, item) {
        return Err(Illegal::Drop);
    }
    if let Some((work, question)) = state.question() {
        return if question.seat == seat {
            Ok(Event::Answered(procedure::go_on(state, work, seat, Answer::Drop(who, item), hand)))
        } else {
            Err(not_asked(Dec::Drop.id()))
        };
    }
    let writes = match state.wait() {
        Some(Wait::Programming(_)) => writers(state).contains(seat),
        Some(Wait::Rewriting(_)) => rewriters(state).contains(seat),
        None => false,
    };
    if !writes || state.has_sealed(seat) {
        return Err(not_asked(Dec::Drop.id()));
    }
    let ran = procedure::aside::<Baston>(state, |script| script.drop_item(who, item));
    if ran.need != Need::Done {
        // A surplus chair falls at random: it waits for a moment when dice can be rolled.
        return Err(Illegal::DropLater);
    }
    Ok(Event::Dropped { facts: ran.facts })
}
