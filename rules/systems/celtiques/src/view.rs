//! What an audience sees, built from nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::ExitData;
use super::command::Standing;
use super::event::{Event, Fact};
use super::ids::{Armour, Attr, Foe, Scenario, Shield, Skill, Team, Weapon, Who};
use super::scene::Scene;
use super::setup::Setup;
use super::state::{Fixed, State};
use super::tables::tables;
use bagarre_kit::contract::{Audience, Seat};
use bagarre_kit::hex::Hex;
use bagarre_kit::notice::{Notice, Set};

/// A fighter: its public part. Its present state stands in the scene, under the same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Known {
    /// Its number.
    pub who: Who,
    /// Its name.
    pub name: String,
    /// Its name without what comes after a comma.
    pub short: String,
    /// The letter it bears on the map.
    pub letter: String,
    /// Its player; none for an opponent.
    pub seat: Option<Seat>,
    /// Its side.
    pub side: Team,
    /// Levels of Blessure and Fatigue at which it is hors de combat.
    pub out: [u8; 2],
    /// Which opponent it is; none for a hero.
    pub foe: Option<Foe>,
    /// Its place in the band of its player.
    pub member: u8,
    /// Dice of its attributes.
    pub attributes: BTreeMap<Attr, u8>,
    /// Levels of its skills; those it does not have are left out.
    pub skills: BTreeMap<Skill, u8>,
    /// Weapons, by their place.
    pub weapons: Vec<Weapon>,
    /// Its shield.
    pub shield: Option<Shield>,
    /// Its armour.
    pub armours: Vec<Armour>,
    /// It carries a carnix.
    pub carnix: bool,
    /// It came with a horse.
    pub horse: bool,
    /// It came in a chariot.
    pub chariot: bool,
}

/// The map as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Map {
    /// Rows of letters (CEL-HEX-05).
    pub rows: Vec<String>,
    /// Letters that lie outside the fight (CEL-SCN-01).
    pub out: String,
    /// Where each side begins: columns and rows, from and to.
    pub deploy: [[i16; 4]; 2],
    /// Where each side leaves by the exit of the scenario, if it has one.
    pub exits: [Option<[i16; 4]>; 2],
    /// Where those of the reserve come in (CEL-MJ-05).
    pub entries: Vec<Hex>,
    /// The letter of the ground that is fought for, and the turn from which on.
    pub objective: Option<(String, u8)>,
}

/// The private part of a seat's view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Mine {
    /// Standing orders.
    pub standing: Standing,
    /// Those of the others of its side, by seat (CEL-PLY-02).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(Seat, Standing)>>"))]
    pub mates: Vec<(Seat, Standing)>,
}

/// What an audience sees. But for `mine` everything is public (CEL-PLY-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct View {
    /// What the game started from.
    pub setup: Arc<Setup>,
    /// The map.
    pub map: Map,
    /// Turns of the game.
    pub turns: u8,
    /// Fighters by number.
    pub known: Vec<Known>,
    /// The state that moves or changes.
    pub scene: Scene,
    /// The private part of the seat that looks.
    pub mine: Option<Mine>,
}

fn known(fixed: &Fixed) -> Vec<Known> {
    let named = bagarre_kit::names::told_apart(fixed.profiles.iter().map(|it| it.name.as_str()));
    let each = (0u8..).zip(&fixed.profiles).zip(named);
    each.map(|((n, it), name)| Known {
        who: Who(n),
        short: name.split(',').next().unwrap_or_default().to_owned(),
        name,
        letter: char::from(b'A' + n % 26).to_string(),
        seat: it.seat,
        side: it.side,
        out: it.out,
        foe: it.foe,
        member: it.member,
        attributes: Attr::ALL.iter().map(|attr| (*attr, it.attr(*attr))).collect(),
        skills: Skill::ALL
            .iter()
            .map(|skill| (*skill, it.skills[skill.i()]))
            .filter(|(_, level)| *level > 0)
            .collect(),
        weapons: it.weapons.clone(),
        shield: it.shield,
        armours: it.armours.clone(),
        carnix: it.carnix,
        horse: it.horse,
        chariot: it.chariot,
    })
    .collect()
}

fn map(fixed: &Fixed) -> Map {
    let arena = &fixed.board.arena;
    let exit =
        |exit: &Option<ExitData>| exit.as_ref().map(|it| [it.cols[0], it.rows[0], it.cols[1], it.rows[1]]);
    let exits = match fixed.setup.scenario {
        Scenario::Chemin => [exit(&arena.exit_side0), None],
        Scenario::Sanglier => [None, exit(&arena.exit_beast)],
        _ => [None, None],
    };
    Map {
        rows: arena.rows.clone(),
        out: arena.out_letters.clone(),
        deploy: Team::ALL.map(|side| fixed.zone(side)),
        exits,
        entries: arena.entrees.iter().map(|at| Hex::from(*at)).collect(),
        objective: arena
            .objective
            .as_ref()
            .filter(|_| fixed.setup.scenario == Scenario::Gue)
            .map(|it| (it.letter.to_string(), it.from_turn)),
    }
}

/// A view built from nothing for one audience.
pub(super) fn view(state: &State, to: Audience) -> View {
    let fixed = &state.fixed;
    let rows = tables();
    View {
        setup: Arc::clone(&fixed.setup),
        map: map(fixed),
        turns: rows.scenario(fixed.setup.scenario).map_or(rows.time.turn_limit, |row| row.turn_limit),
        known: known(fixed),
        scene: state.scene.clone(),
        mine: mine(state, to),
    }
}

fn mine(state: &State, to: Audience) -> Option<Mine> {
    let Audience::Seat(seat) = to else { return None };
    Some(Mine { standing: state.standing_shown(seat)?, mates: mates(state, seat) })
}

/// What the others of a side have set: a new holder of a seat finds hidden what stood there, the others do not.
fn mates(state: &State, seat: Seat) -> Vec<(Seat, Standing)> {
    let others = (0..state.fixed.setup.players()).map(Seat);
    let others = others.filter(|one| state.fixed.setup.are_mates(*one, seat));
    others.map(|one| (one, state.standing[usize::from(one.0)].clone())).collect()
}

/// What an audience learns from an event.
pub(super) fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
    match event {
        Event::Sealed { .. } | Event::Withdrawn { .. } => {
            Notice::set(vec![Set::to("scene.sealed", &after.scene.sealed)])
        }
        Event::Stood { seat, .. } | Event::Preset { seat, .. } => {
            let Audience::Seat(own) = to else { return None };
            let mine = mine(after, to)?;
            if own == *seat {
                return Notice::set(vec![Set::to("mine.standing", &mine.standing)]);
            }
            let told = after.fixed.setup.are_mates(*seat, own);
            told.then(|| Notice::set(vec![Set::to("mine.mates", &mine.mates)])).flatten()
        }
        Event::Began(_) | Event::Rolled(_) | Event::Answered(_) | Event::Said { .. } => {
            Notice::facts(event.facts())
        }
    }
}
