//! A player that does something legal, at random.

use super::random::Random;
use super::{Memory, below, pick};
use crate::Generik;
use crate::command::{Ask, Command, Resume};
use crate::ids::{Fig, Terrain};
use crate::legal;
use crate::placing;
use crate::scene::{Status, Step};
use crate::setup::Placed;
use crate::space::{TABLE, place};
use crate::state::{Sealed, Table};
use crate::terrain;
use crate::usual;
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;
use bagarre_kit::plane::Pt;

/// Answers at random among what it may do. It never routs and never gives up.
#[derive(Debug, Default)]
pub struct AnyBot {
    memory: Memory,
}

impl Bot<Generik> for AnyBot {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let table = self.memory.table(view);
        let question = ask.id();
        match ask {
            Ask::Phase { heroic, .. } => match (Random { table, seat, dice }).phase(*heroic) {
                Some((fig, what)) => Command::Act { question, fig, what },
                None => Command::End { question },
            },
            Ask::React(window) => {
                Command::React { question, reaction: (Random { table, seat, dice }).reaction(window) }
            }
            Ask::Resume(rest) => {
                let ways = [Resume::Declared, Resume::Stop].into_iter();
                let ways: Vec<Resume> =
                    ways.filter(|way| legal::rest(table, rest, way, None).is_ok()).collect();
                // On mostly.
                let last = ways.len() > 1 && below(dice, 6) == 0;
                let resume = ways.into_iter().nth(usize::from(last)).unwrap_or(Resume::Stop);
                Command::Resume { question, resume }
            }
            Ask::Choose(asked) => {
                let choice = pick(dice, &asked.options).unwrap_or_else(|| asked.default_choice());
                Command::Choose { question, choice }
            }
            Ask::After { .. } => after(view, seat, dice),
            Ask::Terrain { .. } | Ask::Champions { .. } | Ask::Marker { .. } | Ask::Deploy { .. } => {
                setting_up(table, seat, ask, dice)
            }
        }
    }
}

/// Tries at a random place before the default one is taken.
const PLACES: usize = 12;

/// Terrain, champions, markers and deployment.
pub(super) fn setting_up(table: Table<'_>, seat: Seat, ask: &Ask, dice: &mut dyn Dice) -> Command {
    let question = ask.id();
    match ask {
        Ask::Terrain { .. } => Command::Place { question, piece: piece(table, dice) },
        Ask::Marker { .. } => Command::Mark { question, at: marker(table, seat, dice) },
        Ask::Deploy { .. } => deploy(table, seat, question, dice),
        _ => {
            let fig = pick(dice, &waiting(table, seat)).unwrap_or_default();
            Command::Champion { question, fig: Sealed(fig) }
        }
    }
}

/// Figures of a seat that are not yet on the table.
pub(super) fn waiting(table: Table<'_>, seat: Seat) -> Vec<Fig> {
    let waits = |fig: &Fig| {
        let figure = table.scene.figure(*fig);
        figure.seat == seat && figure.status == Status::Waiting
    };
    table.scene.figs().filter(waits).collect()
}

fn piece(table: Table<'_>, dice: &mut dyn Dice) -> Placed {
    let (era, free) = (table.fixed.setup.era, placing::centre_free(table.scene));
    let set: Vec<Terrain> = terrain::set(era).collect();
    for _ in 0..PLACES {
        let piece = pick(dice, &set).unwrap_or(Terrain::ALL[0]);
        let at = Pt::new(random_length(dice, TABLE), random_length(dice, TABLE));
        let placed = Placed { piece, at, turn: below(dice, 24) as u8 };
        if placing::piece(table, placed).is_ok() {
            return placed;
        }
    }
    let unplaced = Placed { piece: Terrain::ALL[0], at: Pt::default(), turn: 0 };
    place::first_piece(&table.scene.pieces, era, free).unwrap_or(unplaced)
}

/// A number from 0 to a length in u, in tenths of a cm.
fn random_length(dice: &mut dyn Dice, most: i32) -> i32 {
    below(dice, (most / 10) as usize + 1) as i32 * 10
}

/// A random point of the zone of a seat (GEN-SET-08).
fn in_zone(table: Table<'_>, seat: Seat, dice: &mut dyn Dice) -> Pt {
    let (along, deep) = (random_length(dice, TABLE), 130 + random_length(dice, 740));
    place::spot(placing::edge(table.scene, seat), along, deep)
}

fn marker(table: Table<'_>, seat: Seat, dice: &mut dyn Dice) -> Pt {
    for _ in 0..PLACES {
        let at = in_zone(table, seat, dice);
        if placing::marker(table, seat, at).is_ok() {
            return at;
        }
    }
    table.space().first_marker(placing::edge(table.scene, seat)).unwrap_or_default()
}

fn deploy(table: Table<'_>, seat: Seat, question: u32, dice: &mut dyn Dice) -> Command {
    let fig = pick(dice, &waiting(table, seat)).unwrap_or_default();
    for _ in 0..PLACES {
        let at = in_zone(table, seat, dice);
        if placing::figure(table, seat, fig, at).is_ok() {
            return Command::Deploy { question, fig, at, facing: None };
        }
    }
    let spot = table.space().first_deployment(fig, placing::edge(table.scene, seat));
    Command::Deploy { question, fig, at: spot.map(|(at, _)| at).unwrap_or_default(), facing: None }
}

/// A step after the game.
pub(super) fn after(view: &View, seat: Seat, dice: &mut dyn Dice) -> Command {
    let Some(after) = view.scene.after.get(usize::from(seat.0)).filter(|it| it.step != Step::Done) else {
        return Command::Concede;
    };
    let (answered, mut all) = (after.answered, Vec::new());
    usual::choices(after, &view.setup.options, &mut |choice| all.push(choice));
    let at = below(dice, all.len());
    all.into_iter().nth(at).map_or(Command::Concede, |after| Command::After { answered, after })
}
