//! The whole truth of a game.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Generik;
use super::ids::{Fig, Scenario, Skill, Weapon};
use super::scene::Scene;
use super::setup::{Member, Options, Setup};
use super::space::{Board, Space};
use super::view::{Known, known};
use bagarre_kit::contract::Seat;
use bagarre_kit::names;
use bagarre_kit::procedure::{self, Course};
pub use bagarre_kit::procedure::{Inherited, Sealed, Seals};
use bagarre_kit::shared::Shared;
use bagarre_kit::tally::Tally;

/// What never changes about a figure (GEN-STA-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Its player.
    pub seat: Seat,
    /// Its place in the band.
    pub member: u8,
    /// The chief.
    pub chief: bool,
    /// Weapons in the order carried, at most two.
    pub weapons: Vec<Weapon>,
    /// Armour.
    pub armour: Option<Weapon>,
    /// Bit `n` for skill `n` (GEN-SKL).
    skills: u32,
    /// The price (GEN-BND-06).
    pub cost: i32,
}

impl Profile {
    /// What a member of a band brings to the table.
    pub fn new(seat: Seat, index: u8, member: &Member) -> Self {
        Self {
            seat,
            member: index,
            chief: member.chief,
            weapons: member.weapons.clone(),
            armour: member.armour,
            skills: member.skills.iter().fold(0, |bits, skill| bits | 1 << skill.i()),
            cost: super::band::cost(member),
        }
    }

    /// Whether it has a skill.
    pub fn has(&self, skill: Skill) -> bool {
        self.skills & (1 << skill.i()) != 0
    }
}

/// What never changes in a game. All of it is public (GEN-SCA-07).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fixed {
    /// What the game started from.
    pub setup: Arc<Setup>,
    /// The public form of the set-up: figures that share a name have their letters behind it.
    pub shown: Arc<Setup>,
    /// Figures by number, in seat order then roster order.
    pub profiles: Vec<Profile>,
    /// Their public part, as views have it.
    pub known: Shared<Known>,
}

impl Fixed {
    /// Returns what follows from a set-up.
    pub fn new(setup: Arc<Setup>) -> Self {
        let profiles = profiles(&setup);
        Self { known: known(&profiles), profiles, shown: told_apart(&setup), setup }
    }

    /// Returns what follows from the public form of a set-up.
    pub fn of_shown(shown: Arc<Setup>) -> Self {
        let profiles = profiles(&shown);
        Self { known: known(&profiles), profiles, setup: Arc::clone(&shown), shown }
    }
}

/// Figures by number, in seat order then roster order.
fn profiles(setup: &Setup) -> Vec<Profile> {
    let bands = (0u8..).zip(&setup.bands);
    let profiles = bands.flat_map(|(seat, band)| {
        (0u8..).zip(&band.members).map(move |(n, member)| Profile::new(Seat(seat), n, member))
    });
    profiles.collect()
}

/// Returns a set-up in which no two figures have the same name.
fn told_apart(setup: &Arc<Setup>) -> Arc<Setup> {
    let members = || setup.bands.iter().flat_map(|band| &band.members);
    let names = names::told_apart(members().map(|it| it.name.as_str()));
    if members().map(|it| &it.name).eq(&names) {
        return Arc::clone(setup);
    }
    let mut shown = Setup::clone(setup);
    let named = shown.bands.iter_mut().flat_map(|band| &mut band.members).zip(names);
    named.for_each(|(member, name)| member.name = name);
    Arc::new(shown)
}

/// All that is public of a game: what never changes, the terrain as built, and what moves. The rules of actions read
/// nothing else, so that players' tools and bots can ask them from a view.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// What never changes.
    pub fixed: &'a Fixed,
    /// The terrain as built.
    pub board: &'a Board,
    /// The state that moves or changes.
    pub scene: &'a Scene,
}

impl<'a> Table<'a> {
    /// Geometry on the table.
    pub fn space(self) -> Space<'a> {
        Space { board: self.board, figures: &self.scene.figures, markers: &self.scene.markers }
    }

    /// What never changes about a figure.
    pub fn profile(self, fig: Fig) -> &'a Profile {
        &self.fixed.profiles[fig.i()]
    }

    /// Switchable rulings.
    pub fn options(self) -> &'a Options {
        &self.fixed.setup.options
    }

    /// Whether the scenario is this one.
    pub fn plays(self, scenario: Scenario) -> bool {
        self.scene.scenario == Some(scenario)
    }
}

/// Suspended work.
pub type Frame = procedure::Frame<Generik>;
/// A piece of work under way.
pub type Work = procedure::Work<Generik>;
/// An entry of its tape.
pub type Input = procedure::Input<Generik>;
/// The need of a piece of work that has stopped.
pub type Need = procedure::Need<Generik>;

/// A question between pieces of work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Wait {
    /// Terrain is placed in turn (GEN-SET-03); the seat whose turn it is.
    Terrain(Seat),
    /// Champions are named in secret (GEN-DEC-04): what each seat has sealed.
    Champions(Seals<Fig>),
    /// Objectives are placed in turn (GEN-SCN-60).
    Markers(Seat),
    /// Figures are deployed in turn (GEN-SET-08).
    Deployment(Seat),
    /// The phase of the active player is open.
    Phase,
    /// The steps after the game (section 16).
    After,
}

/// The whole truth of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What never changes.
    pub fixed: Arc<Fixed>,
    /// The terrain as built.
    pub board: Arc<Board>,
    /// Questions in a row that the clock answered, by seat.
    pub missed: Vec<u8>,
    /// The score with which the fight has ended.
    pub tally: Tally,
    /// The state that moves or changes, suspended work and standing answers.
    pub course: Course<Generik>,
}

impl Deref for State {
    type Target = Course<Generik>;

    fn deref(&self) -> &Course<Generik> {
        &self.course
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Course<Generik> {
        &mut self.course
    }
}

impl State {
    /// All that is public.
    pub fn table(&self) -> Table<'_> {
        Table { fixed: &self.fixed, board: &self.board, scene: &self.scene }
    }
}
