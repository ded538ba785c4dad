//! What hangs on each answer to the question that is open, as exact odds. All that decides it is public: the scene, the
//! question, and the action it was put in.

use serde::{Deserialize, Serialize};

use super::blow::{BlowAdvice, Swing};
use crate::Generik;
use crate::command::{Ask, Choice, Question};
use crate::event::Wound;
use crate::ids::Fig;
use crate::legal::{self, Hit, Prey};
use crate::next::open;
use crate::numbers::numbers;
use crate::odds::{self, Assault, AttackDie, Chance, Fate, Guard};
use crate::refusal::Illegal;
use crate::resolve::Stake;
use crate::state::{State, Table};
use bagarre_kit::procedure;

/// The possible results of one answer. Later decisions take their defaults (section 21.1), but for the dice that a
/// defender may still add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "prospect", rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Prospect {
    /// No dice decide at once what comes of it.
    Sure,
    /// An attack; several where an opponent then says which figure it falls on.
    Attack {
        /// By target.
        blows: Vec<BlowAdvice>,
    },
    /// The fate of a figure.
    Wound {
        /// The figure.
        fig: Fig,
        /// Its possible fates.
        fate: Fate,
    },
    /// A test.
    Test {
        /// The chance to pass it.
        passes: Chance,
    },
}

/// What hangs on each answer to the question that is open, in the order of its options.
pub(super) fn weigh(state: &State) -> Result<(u32, Vec<Prospect>), Illegal> {
    let asked = open(state);
    let (Some(Ask::Choose(question)), Some(work)) = (asked.as_deref(), state.work()) else {
        return Err(Illegal::Weigh);
    };
    // Where the tape ends the script says what it knows of the attack under way.
    let stake = procedure::again::<Generik>(state, work).notes.stake;
    let table = state.table();
    let prospects = question.options.iter().map(|choice| prospect(table, question, stake, *choice));
    Ok((question.id, prospects.collect()))
}

fn prospect(table: Table<'_>, question: &Question, stake: Stake, choice: Choice) -> Prospect {
    match (stake, choice) {
        (Stake::Attack { fig, target, how }, _) => attack(table, question, (fig, target, how), choice),
        (Stake::Target { fig, how, tested }, Choice::Figure(target)) => {
            let swing = Swing { faced: tested, ..Swing::fresh(table, fig, target, how) };
            Prospect::Attack { blows: swing.advice(table, 0).into_iter().collect() }
        }
        // The opponent then designates a figure (GEN-CC-03).
        (Stake::Target { fig, how, tested }, Choice::Yes) => {
            let figs = match legal::prey(table, fig, 0, &[]) {
                Ok(Prey::Designated(_, figs) | Prey::Chosen(figs)) => figs,
                Err(_) => Vec::new(),
            };
            let swing = |target| Swing { faced: tested, ..Swing::fresh(table, fig, target, how) };
            Prospect::Attack {
                blows: figs.into_iter().filter_map(|fig| swing(fig).advice(table, 0)).collect(),
            }
        }
        (Stake::Victim(hit), Choice::Figure(fig)) => hit_on(table, fig, hit),
        (Stake::Wound { add, fall }, Choice::Yes | Choice::No) => {
            let Some(fig) = question.fig else { return Prospect::Sure };
            let wounded = table.scene.figure(fig).wounded;
            let fate = if choice == Choice::Yes {
                odds::rerolled_fate(wounded, add, fall)
            } else {
                odds::sure_fate(legal::wound_of(question.die.unwrap_or(0), wounded, fall).0)
            };
            Prospect::Wound { fig, fate }
        }
        (Stake::Morale, Choice::Yes) => {
            let need = numbers().morale.fail_natural.iter().max().map_or(1, |worst| *worst as i8 + 1);
            Prospect::Test { passes: odds::die_reaches(need, 0) }
        }
        (Stake::Morale, Choice::No) => Prospect::Test { passes: Chance::NEVER },
        (Stake::Finish(hit), Choice::Yes | Choice::No) => match question.about {
            Some(fig) if choice == Choice::Yes => {
                Prospect::Wound { fig, fate: odds::sure_fate(Wound::OutOfAction) }
            }
            Some(fig) => hit_on(table, fig, hit),
            None => Prospect::Sure,
        },
        (Stake::Nothing, _)
        | (Stake::Target { .. }, Choice::No)
        | (Stake::Victim(_), Choice::No | Choice::Yes)
        | (
            Stake::Target { .. } | Stake::Victim(_),
            Choice::Defend { .. } | Choice::Shield | Choice::Lucky | Choice::Edge(_),
        )
        | (
            Stake::Wound { .. } | Stake::Morale | Stake::Finish(_),
            Choice::Figure(_) | Choice::Defend { .. } | Choice::Shield | Choice::Lucky | Choice::Edge(_),
        ) => Prospect::Sure,
    }
}

fn hit_on(table: Table<'_>, fig: Fig, hit: Hit) -> Prospect {
    Prospect::Wound { fig, fate: odds::hit_fate(table, fig, hit, table.scene.figure(fig).down) }
}

/// An answer in the middle of an attack: the die again or not (GEN-DEC-20, 21), or the dice of the defender (GEN-DEC-17).
fn attack(
    table: Table<'_>,
    question: &Question,
    (fig, target, how): (Fig, Fig, Assault),
    choice: Choice,
) -> Prospect {
    let natural = question.die.and_then(|die| u8::try_from(die).ok());
    let moustache = question.fig == Some(fig);
    let die = match choice {
        Choice::Defend { .. } => shown(table, question, (fig, target, how)),
        Choice::No if moustache => AttackDie { face: natural, ..AttackDie::parried(table, target) },
        Choice::Yes => AttackDie::parried(table, target),
        Choice::Shield => AttackDie { shield: false, ..AttackDie::parried(table, target) },
        Choice::Lucky => AttackDie::default(),
        Choice::No | Choice::Figure(_) | Choice::Edge(_) => {
            AttackDie { face: natural, ..AttackDie::default() }
        }
    };
    let swing = Swing { fig, target, how, die, faced: true };
    let blow = match choice {
        Choice::Defend { extra, weapon } => swing.against(table, 0, &[Guard { extra, weapon }]),
        Choice::No | Choice::Yes | Choice::Figure(_) | Choice::Shield | Choice::Lucky | Choice::Edge(_) => {
            swing.advice(table, 0)
        }
    };
    Prospect::Attack { blows: blow.into_iter().collect() }
}

/// The attack die as the defender sees it when choosing the dice: final, or not rolled yet with the option of R-120.
fn shown(table: Table<'_>, question: &Question, (fig, target, how): (Fig, Fig, Assault)) -> AttackDie {
    let Some(total) = question.die else { return AttackDie::fresh(table, fig, target) };
    let mods = match how {
        Assault::Shot { weapon, fire } => {
            legal::measure(table, fig, weapon, target, fire).map(|shot| shot.mods).unwrap_or_default()
        }
        Assault::Strike { weapon, blow } => {
            let row = legal::row_of(table, fig, odds::striking(table, (fig, target), weapon, blow));
            legal::strike_mods(table, fig, target, row, blow)
        }
    };
    let added: i8 = mods.iter().map(|it| it.n).sum();
    AttackDie { face: u8::try_from(total.saturating_sub(added)).ok(), ..AttackDie::default() }
}
