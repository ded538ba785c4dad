//! The typed side of each method of [`super::AnyGame`]: text in, text out, one ruleset.

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::{RawValue, to_raw_value};

use super::refusal::{PlayError, Refusal};
use super::{Accepted, Json, Rest};
use crate::appraisal::Appraisal;
use crate::contract::{self, Actor, Audience, Bot, Next, Refuse, Ruleset, Seat, Seats};
use crate::dice::Dice;
use crate::gather::{Gather, Legacy, Terms, WorkKind};
use crate::notice::Notice;

/// Turns data of a ruleset into text.
pub(super) fn json<T: Serialize>(data: &T) -> Json {
    to_raw_value(data).expect("data of a ruleset has string keys only, so it always serialises")
}

pub(super) fn read<T: DeserializeOwned>(text: &str, fr: &str, en: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|why| Refusal::bad_json(fr, en, &why))
}

pub(super) fn read_command<R: Ruleset>(text: &str) -> Result<R::Command, Refusal> {
    read(text, "Ordre", "command")
}

pub(super) fn new<R: Ruleset>(version: u16, setup: &str) -> Result<R::State, Refusal> {
    if version != R::VERSION {
        return Err(Refusal::version(R::ID, R::VERSION, version));
    }
    let setup = read::<R::Setup>(setup, "Préparation", "set-up")?;
    R::new(&setup).map_err(illegal)
}

pub(super) fn from_position<R: Ruleset>(position: &str) -> Result<R::State, Refusal> {
    let position = read::<R::Position>(position, "Position", "position")?;
    R::from_position(&position).map_err(illegal)
}

pub(super) fn submit<R: Ruleset>(
    state: &mut R::State,
    by: Actor,
    command: &str,
    dice: &mut dyn Dice,
    sink: contract::Sink<'_, R>,
) -> Result<Accepted, PlayError> {
    let command = read_command::<R>(command)?;
    contract::submit::<R>(state, by, &command, dice, sink)?;
    Ok(Accepted { command: json(&command), sealed: R::sealed(&command) })
}

/// What audiences learn from an event. Those who learn the same share one text.
pub(super) fn notices<R: Ruleset>(
    after: &R::State,
    event: &R::Event,
    to: &[Audience],
) -> Vec<Option<Arc<RawValue>>> {
    let mut told: Vec<(Notice<'_, R::Fact>, Arc<RawValue>)> = Vec::new();
    let text = |to: &Audience| {
        let notice = R::notice(after, event, *to)?;
        if let Some((_, text)) = told.iter().find(|(known, _)| *known == notice) {
            return Some(Arc::clone(text));
        }
        let text = Arc::<RawValue>::from(json(&notice));
        told.push((notice, Arc::clone(&text)));
        Some(text)
    };
    to.iter().map(text).collect()
}

pub(super) fn apply<R: Ruleset>(
    state: &mut R::State,
    event: &str,
    sink: contract::Sink<'_, R>,
) -> Result<(), Refusal> {
    let event = read::<R::Event>(event, "Événement", "event")?;
    R::apply(state, &event);
    sink(state, &event);
    Ok(())
}

pub(super) fn rest<R: Ruleset>(state: &R::State) -> Rest {
    match R::next(state) {
        Next::Ask { seats, ask } => Rest::Ask { seats, ask: json(&ask) },
        Next::Over(outcome) => Rest::Over(outcome),
        Next::Do(_) | Next::Roll(_) => Rest::Moving,
    }
}

pub(super) fn asking<R: Ruleset>(state: &R::State) -> Seats {
    match R::next(state) {
        Next::Ask { seats, .. } => seats,
        Next::Over(_) | Next::Do(_) | Next::Roll(_) => Seats::NONE,
    }
}

pub(super) fn asks_sealed<R: Ruleset>(state: &R::State) -> bool {
    let asked = asking::<R>(state);
    !asked.is_empty() && asked.iter().all(|seat| R::sealed(&R::default_answer(state, seat)))
}

pub(super) fn advise<R: Ruleset>(state: &R::State, seat: Seat, draft: &str) -> Result<Json, Refusal> {
    let draft = read_draft::<R>(draft)?;
    R::advise(state, seat, &draft).map(|advice| json(&advice)).map_err(illegal)
}

fn read_draft<R: Ruleset>(text: &str) -> Result<R::Draft, Refusal> {
    read(text, "Brouillon", "draft")
}

pub(super) fn kept<R: Ruleset>(draft: &str) -> Result<Option<Json>, Refusal> {
    read_draft::<R>(draft).map(|draft| R::kept(&draft).map(|command| json(&command)))
}

pub(super) fn answer<R: Ruleset>(
    bot: &mut dyn Bot<R>,
    state: &R::State,
    seat: Seat,
    dice: &mut dyn Dice,
) -> Option<Json> {
    let ask = R::ask_for(state, seat)?;
    let view = R::view(state, Audience::Seat(seat));
    Some(json(&bot.answer(&view, &ask, seat, dice)))
}

#[allow(clippy::needless_pass_by_value, reason = "what `map_err` hands over")]
fn illegal<I: Refuse>(illegal: I) -> Refusal {
    Refusal::of(&illegal)
}

pub(super) fn check_terms<R: Gather>(terms: &Terms) -> Result<(), Refusal> {
    if terms.more.as_ref().is_some_and(|more| more.to_string().len() > Terms::MORE) {
        return Err(Refusal::plain(
            "terms.size",
            "Les options de la partie sont trop longues.",
            "The options of the game are too long.",
        ));
    }
    R::check_terms(terms).map_err(illegal)
}

pub(super) fn check_band<R: Gather>(terms: &Terms, seat: Seat, band: &str) -> Result<Json, Refusal> {
    let band = read_band::<R>(band)?;
    R::check_band(terms, seat, &band).map_err(illegal)?;
    Ok(json(&band))
}

pub(super) fn appraise<R: Gather>(
    terms: &Terms,
    seat: Seat,
    band: &str,
    open: Option<u8>,
) -> Result<Appraisal, Refusal> {
    R::appraise(terms, seat, &read_band::<R>(band)?, open).map_err(illegal)
}

pub(super) fn gather<R: Gather>(
    terms: &Terms,
    bands: &[Option<&str>],
    youngest: Seat,
) -> Result<Json, Refusal> {
    let bands = bands.iter().zip(0u8..).map(|(band, seat)| match band {
        Some(band) => read_band::<R>(band),
        None => Ok(R::ready_band(terms, Seat(seat))),
    });
    let setup = R::gather(terms, bands.collect::<Result<_, _>>()?, youngest).map_err(illegal)?;
    Ok(json(&setup))
}

pub(super) fn read_band<R: Gather>(text: &str) -> Result<R::Band, Refusal> {
    read(text, "Bande", "band")
}

pub(super) fn check_shelf<R: Gather>(kind: WorkKind, content: &str) -> Result<Json, Refusal> {
    let content = read(content, "Contenu", "content")?;
    R::check_shelf(kind, &content).map(|content| json(&content)).map_err(illegal)
}

/// A ready-made band tells: the bands of a system with campaigns can be enlisted.
pub(super) fn has_campaigns<R: Gather>() -> bool {
    let usual = R::scenarios().into_iter().find_map(|it| (1..=16).find_map(|seats| R::usual(&it, seats)));
    usual.is_some_and(|terms| !matches!(R::enlist(&R::ready_band(&terms, Seat(0))), Ok(None)))
}

pub(super) fn enlist<R: Gather>(band: &str) -> Result<Json, Refusal> {
    let band = read_band::<R>(band)?;
    let none =
        || Refusal::plain("campaign.none", "Ce jeu n’a pas de campagnes.", "This game has no campaigns.");
    R::enlist(&band).map_err(illegal)?.map(|band| json(&band)).ok_or_else(none)
}

pub(super) fn after<R: Gather>(state: &R::State, seat: Seat) -> Option<Legacy<Json>> {
    let Legacy { band, record } = R::after(state, seat)?;
    Some(Legacy { band: json(&band), record })
}
