//! What an audience sees, built from nothing.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::BoardSpec;
use super::command::{Sheet, Standing};
use super::event::{Event, Fact};
use super::ids::{Part, Who};
use super::scene::{DoorState, Figure, Item, Phase, Piece, Plot, WindowState};
use super::setup::Options;
use super::state::{State, Wait};
use bagarre_kit::contract::{Audience, Outcome, Seat, Seats};
use bagarre_kit::grid::Point;
use bagarre_kit::names::told_apart;
use bagarre_kit::notice::{Notice, Set};

/// A character: the public part (BAS-SET-08).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct FighterView {
    /// The number of the character.
    pub who: Who,
    /// Its letter.
    pub letter: char,
    /// The name, with the letter where another character is called alike.
    pub name: String,
    /// The seat that plays it.
    pub seat: Seat,
    /// FOR, DEX, VIT, CON, COM.
    pub stats: [u8; 5],
    /// Points at the start in T, TR, BD, BG, J.
    pub points: [u8; 5],
    /// Look of the figure.
    pub look: u8,
    /// Its present state on the board.
    pub now: Figure,
}

/// A band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct BandView {
    /// Its player.
    pub seat: Seat,
    /// Its name, with the letter of its seat where another one is called alike.
    pub name: String,
    /// Points so far.
    pub score: i32,
    /// In the programming or rewriting phase: confirmed.
    pub ready: bool,
}

/// The private part of a seat's view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Mine {
    /// The programme confirmed for this turn, while it is sealed.
    pub sheets: Vec<Sheet>,
    /// A programme is confirmed that was written, if only in part, by the person who held the seat before: it shows at the
    /// reveal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub sealed: bool,
    /// Standing answers.
    pub standing: Standing,
}

/// What an audience sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct View {
    /// The scenario.
    pub scenario: String,
    /// House options.
    pub options: Options,
    /// Turns of the game.
    pub turns: u8,
    /// The board as built.
    pub board: Arc<BoardSpec>,
    /// Bands in seat order.
    pub bands: Vec<BandView>,
    /// Characters by number.
    pub fighters: Vec<FighterView>,
    /// Objects by number.
    pub items: Vec<Item>,
    /// Furniture by number.
    pub pieces: Vec<Piece>,
    /// Doors by number.
    pub doors: Vec<DoorState>,
    /// Windows by number.
    pub windows: Vec<WindowState>,
    /// Destroyed panels by number.
    pub panels: Vec<bool>,
    /// Destroyed telephones by number.
    pub phones: Vec<bool>,
    /// Points with glass debris.
    pub glass: Vec<Point>,
    /// Seats that have given up.
    pub gave_up: Vec<Seat>,
    /// Turn, 0 before the first.
    pub turn: u8,
    /// Sequence, 0 before the first.
    pub sequence: u8,
    /// Where the turn is.
    pub phase: Phase,
    /// The character that acts.
    pub active: Option<Who>,
    /// What the scenario remembers.
    pub plot: Plot,
    /// The end.
    pub outcome: Option<Outcome>,
    /// The private part of the seat that looks.
    pub mine: Option<Mine>,
    /// Body parts in the order of `points` and `left`.
    pub parts: [Part; 5],
}

/// A view built from nothing for one audience.
pub(super) fn view(state: &State, to: Audience) -> View {
    let scene = &state.scene;
    let names = told_apart(state.fighters.iter().map(|fighter| fighter.character.name.as_str()));
    let fighters = state.fighters.iter().zip(&scene.figures).zip(names).enumerate();
    let fighters = fighters.map(|(n, ((fighter, figure), name))| {
        let c = &fighter.character;
        FighterView {
            who: Who(n as u8),
            letter: fighter.letter,
            name,
            seat: fighter.seat,
            stats: [c.strength, c.dexterity, c.speed, c.constitution, fighter.com],
            points: fighter.points,
            look: c.look,
            now: *figure,
        }
    });
    let names = told_apart(state.setup.bands.iter().map(|band| band.name.as_str()));
    let bands = names.into_iter().zip(&scene.scores).zip(0u8..).map(|((name, score), n)| {
        let seat = Seat(n);
        BandView { seat, name, score: *score, ready: state.has_sealed(seat) }
    });
    View {
        scenario: state.setup.scenario.clone(),
        options: state.setup.options,
        turns: state.turns,
        board: Arc::clone(&state.board.spec),
        bands: bands.collect(),
        fighters: fighters.collect(),
        items: scene.items.to_vec(),
        pieces: scene.pieces.to_vec(),
        doors: scene.doors.to_vec(),
        windows: scene.windows.to_vec(),
        panels: scene.panels.to_vec(),
        phones: scene.phones.to_vec(),
        glass: scene.glass.to_vec(),
        gave_up: scene.gave_up.clone(),
        turn: scene.turn,
        sequence: scene.sequence,
        phase: scene.phase,
        active: scene.active,
        plot: scene.plot.clone(),
        outcome: scene.outcome.clone(),
        mine: mine(state, to),
        parts: Part::ALL,
    }
}

/// Returns what is private to the seat that looks; no other audience has any. With an audience that sees everything
/// there is no single seat to show: the referee reads positions instead.
fn mine(state: &State, to: Audience) -> Option<Mine> {
    let Audience::Seat(seat) = to else { return None };
    let standing = state.standing_shown(seat)?;
    let (sheets, found) = match state.wait() {
        Some(Wait::Programming(seals)) => (seals.of(seat), state.inherited.answer),
        // A rewriting that names one character holds the orders of the others too, also those that another player wrote.
        Some(Wait::Rewriting(seals)) => (seals.of(seat), state.inherited.opened),
        None => (None, Seats::NONE),
    };
    let sealed = sheets.is_some() && found.contains(seat);
    let sheets = sheets.filter(|_| !sealed).cloned();
    Some(Mine { sheets: sheets.unwrap_or_default(), sealed, standing })
}

/// What an audience learns from an event. Facts are public; who is ready is public; sheets are their author's.
pub(super) fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
    match event {
        Event::Programmed { seat, .. } | Event::Rewrote { seat, .. } | Event::Withdrawn { seat } => {
            Notice::set(written(after, *seat, to))
        }
        Event::Stood { seat, .. } => {
            let mine = mine(after, to).filter(|_| to == Audience::Seat(*seat))?;
            Notice::set(vec![Set::to("mine.standing", &mine.standing)])
        }
        Event::Dropped { .. }
        | Event::Conceded { .. }
        | Event::Began(_)
        | Event::Rolled(_)
        | Event::Answered(_) => Notice::facts(event.facts()),
    }
}

/// Returns the changes to the list of ready seats once a seat has confirmed, or taken back; and for the audience to
/// which it is private, to what it has confirmed. With the last one the phase ends, and with it all that was confirmed.
fn written(after: &State, seat: Seat, to: Audience) -> Vec<Set> {
    let open = after.wait().is_some();
    let mut set = vec![if open {
        Set::to(format!("bands.{}.ready", seat.0), &after.has_sealed(seat))
    } else {
        Set::to("bands.*.ready", &false)
    }];
    if let (Audience::Seat(own), Some(mine)) = (to, mine(after, to))
        && (own == seat || !open)
    {
        // The seat is told that a sheet is sealed only where another player has written it.
        let found = after.inherited.opened.contains(own);
        set.push(if found { Set::to("mine", &mine) } else { Set::to("mine.sheets", &mine.sheets) });
    }
    set
}
