//! Everything on the table that moves or changes. All of it is public (GEN-SCA-07): sealed things live in
//! [`super::state`].

use serde::{Deserialize, Serialize};

use super::ids::{Edge, Fig, Scenario};
use super::setup::{Health, Placed, Purse};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::plane::Pt;
use bagarre_kit::shared::Shared;

/// Where a figure is in its game (GEN-STA-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Status {
    /// Not yet deployed.
    #[default]
    Waiting,
    /// On the table.
    OnTable,
    /// Out of action: removed.
    Ooa,
    /// Left by the enemy edge (GEN-SCN-50).
    Exited,
    /// Left with its routed band, with the state it had.
    Routed,
    /// Stayed at home: not fielded.
    Home,
}

/// A figure as it is now (GEN-STA-02 to GEN-STA-06), the markers that clients show among it (GEN-STA-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
#[allow(clippy::struct_excessive_bools, reason = "the markers of the rules")]
pub struct Figure {
    /// Its player.
    pub seat: Seat,
    /// Centre of the base, in u; the last position once it has left the table.
    pub at: Pt,
    /// Level of its floor, in u.
    pub z: i32,
    /// Facing: any vector but zero (GEN-GEO-06).
    pub facing: Pt,
    /// Where it is in its game.
    pub status: Status,
    /// Action dice left this turn (GEN-STA-03).
    pub da: u8,
    /// Wounded.
    pub wounded: bool,
    /// Knocked down.
    pub down: bool,
    /// In cover (GEN-COV-01).
    pub in_cover: bool,
    /// Loads of each weapon, in the order carried; 0 is empty (GEN-STA-05).
    pub charges: [u8; 2],
    /// Lost DA this turn that it did not spend.
    pub da_removed: bool,
    /// Tried a heroic action this turn (GEN-HER-04).
    pub heroic_tried: bool,
    /// Used its shield this turn.
    pub shield_used: bool,
    /// Rolled for skill 17 this turn.
    pub dim_rolled: bool,
    /// Used cards or parrot this phase.
    pub distract_used: bool,
    /// Used its flask this game (GEN-SKL-03).
    pub flask_used: bool,
    /// Used Veinard this game (GEN-SKL-09).
    pub lucky_used: bool,
    /// Used Grosse moustache this game (GEN-SKL-13).
    pub moustache_used: bool,
}

impl Figure {
    /// Whether it is on the table.
    pub fn on_table(&self) -> bool {
        self.status == Status::OnTable
    }

    /// How it comes out of the game (GEN-STA-04, R-185, R-229).
    pub fn health(&self) -> Health {
        match (self.status, self.wounded) {
            (Status::Ooa | Status::Home, _) => Health::Out,
            (_, true) => Health::Wounded,
            (_, false) => Health::Well,
        }
    }

    /// On the table and on its feet.
    pub fn stands(&self) -> bool {
        self.on_table() && !self.down
    }
}

/// Why a band is out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Beaten {
    /// The rout die (GEN-ROU-01).
    Rout,
    /// It routed of its own will (GEN-ROU-04).
    Voluntary,
    /// It conceded, or its player has not come back.
    Conceded,
    /// No figure is left (GEN-ROU-03, R-252).
    Eliminated,
    /// The condition of the scenario (GEN-SCN-10, 20).
    Scenario,
}

/// What a band is and has in this game (GEN-STA-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Force {
    /// Figures fielded.
    pub initial_count: u8,
    /// Sum of the costs of the figures fielded (GEN-BND-08).
    pub value: i32,
    /// Own table edge, once known.
    pub edge: Option<Edge>,
    /// No heroic try any more this turn (GEN-HER-02).
    pub heroic_locked: bool,
    /// Out of the game, and why.
    pub beaten: Option<Beaten>,
    /// Offers a draw (GEN-DEC-32).
    pub offers_draw: bool,
    /// Conceded; takes effect at the start of its next phase.
    pub conceding: bool,
    /// The champion, once revealed (GEN-SCN-40).
    pub champion: Option<Fig>,
}

/// An objective marker (GEN-SCN-30, 60).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Marker {
    /// Centre.
    pub at: Pt,
    /// Whose; `None` for the one of scenario 3.
    pub owner: Option<Seat>,
    /// Sacked: removed (GEN-ACT-12).
    pub sacked: bool,
}

/// Where the game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Stage {
    /// The scenario is being found (GEN-SET-01).
    #[default]
    Scenario,
    /// Terrain (GEN-SET-02 to 04).
    Terrain,
    /// Attacker and edges (GEN-SET-05, 06).
    Edges,
    /// Champions or objectives (GEN-SET-07).
    Extras,
    /// Deployment (GEN-SET-08).
    Deployment,
    /// The fight.
    Fight,
    /// The steps of a campaign after the game (section 16).
    After,
    /// Over.
    Over,
}

/// Why the phase ends once the action under way is resolved (GEN-TRN-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum PhaseEnd {
    /// No own figure can act any more.
    Spent,
    /// An own figure went down, was wounded or put out of action.
    Hurt,
    /// A heroic action failed.
    Heroic,
    /// Mauvaise réputation made an attack fail (GEN-SKL-18).
    Reputation,
    /// The player ended it.
    Chosen,
    /// The band left the game.
    Beaten,
}

/// The phase under way (GEN-STA-08).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct PhaseNow {
    /// Number of the phase in the game, from 1; 0 before the first.
    pub number: u32,
    /// The seat of the phase.
    pub seat: Seat,
    /// An own figure acted: the phase is not empty (GEN-TRN-06).
    pub acted: bool,
    /// Why it is over, as soon as it is.
    pub end: Option<PhaseEnd>,
    /// The figure that won a heroic action die and must use it now (GEN-HER-03).
    pub heroic: Option<Fig>,
    /// The last figure that acted, for the option `free_switching`.
    pub last: Option<Fig>,
    /// Figures that have acted in this phase and may not be returned to without `free_switching`.
    pub left: Vec<Fig>,
    /// Opportunity actions taken: opponent, and the figure it answered (GEN-AO-03).
    pub ledger: Vec<(Seat, Fig)>,
    /// What its player may take back, the last one first to go.
    pub back: Vec<Back>,
}

/// How things were before a figure moved and no other one could have answered it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Back {
    /// The figure that moved.
    pub fig: Fig,
    /// Where it was.
    pub at: Pt,
    /// On which level.
    pub z: i32,
    /// How it faced.
    pub facing: Pt,
    /// The DA it had.
    pub da: u8,
    /// It was in cover.
    pub in_cover: bool,
    /// The figure that had acted last in the phase.
    pub last: Option<Fig>,
    /// The figures that had been left.
    pub left: Vec<Fig>,
    /// A figure had acted in the phase.
    pub acted: bool,
    /// A figure had acted in the turn.
    pub turn_acted: bool,
}

/// How far a band is in the steps after a game (GEN-CMP-01 to 08).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Step {
    /// Members go for money (GEN-DEC-40).
    #[default]
    Money,
    /// Members go for reputation (GEN-DEC-41).
    Reputation,
    /// Care, one at a time (GEN-DEC-42).
    Care,
    /// Pay: who is dismissed (GEN-DEC-43).
    Pay,
    /// Purchases (GEN-DEC-44).
    Purchases,
    /// Skills of thresholds (GEN-DEC-45).
    Skills,
    /// A new chief, when there is none (GEN-DEC-46).
    Chief,
    /// All done.
    Done,
}

/// A member after the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
#[allow(clippy::struct_excessive_bools, reason = "independent marks")]
pub struct Survivor {
    /// Its number in the band.
    pub id: u8,
    /// Its present health.
    pub health: Health,
    /// Unwounded when the steps began: may go for money or reputation (section 16).
    pub fit: bool,
    /// Went for money.
    pub for_money: bool,
    /// Its one paid try of care for a figure out of action is used.
    pub tried: bool,
    /// Dead, dismissed or gone: struck off (GEN-CMP-05, 08).
    pub gone: bool,
}

/// A band in the steps after a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Aftermath {
    /// How far it is.
    pub step: Step,
    /// Answers given so far: a command names it.
    pub answered: u16,
    /// Its purse.
    pub purse: Purse,
    /// Skills it may still buy (GEN-CMP-07).
    pub rights: u8,
    /// The band as it now is: gear, recruits and skills bought are in it at once; the gone are still listed.
    pub band: super::setup::Band,
    /// How each member is, in the order of the band.
    pub members: Vec<Survivor>,
}

/// Everything public that changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Scene {
    /// Where the game is.
    pub stage: Stage,
    /// The scenario, once known.
    pub scenario: Option<Scenario>,
    /// Pieces to place in all, once known (GEN-SET-02).
    pub pieces_due: u8,
    /// Terrain on the table.
    pub pieces: Shared<Placed>,
    /// The seat that attacks, once known (GEN-SET-05).
    pub attacker: Option<Seat>,
    /// Order of the phases: the attacker first (GEN-TRN-01).
    pub order: Shared<Seat>,
    /// Turn, from 1; 0 before the first.
    pub turn: u8,
    /// The phase under way.
    pub phase: PhaseNow,
    /// Empty phases in a row (GEN-TRN-06).
    pub empty_run: u8,
    /// Turns in a row without an act (GEN-TRN-09).
    pub idle_turns: u8,
    /// Whether a figure acted in this turn.
    pub turn_acted: bool,
    /// Figures by number.
    pub figures: Vec<Figure>,
    /// Bands by seat.
    pub forces: Shared<Force>,
    /// Objective markers.
    pub markers: Vec<Marker>,
    /// The seat that has controlled the objective, and at how many turn ends in a row (GEN-SCN-31).
    pub control: Option<(Seat, u8)>,
    /// Seats that have sealed a champion (GEN-SCN-40).
    pub sealed: Seats,
    /// Bands in the steps after the game, by seat; empty before.
    pub after: Vec<Aftermath>,
    /// How the fight ended; the game is over once the steps after it are done too.
    pub outcome: Option<Outcome>,
}

impl Scene {
    /// A figure.
    pub fn figure(&self, fig: Fig) -> &Figure {
        &self.figures[fig.i()]
    }

    /// Every figure by number.
    pub fn figs(&self) -> impl Iterator<Item = Fig> + use<> {
        (0..self.figures.len() as u8).map(Fig)
    }

    /// The force of a seat.
    pub fn force(&self, seat: Seat) -> &Force {
        &self.forces[usize::from(seat.0)]
    }

    /// Figures of a seat that are on the table.
    pub fn fielded(&self, seat: Seat) -> impl Iterator<Item = Fig> + use<'_> {
        self.figs().filter(move |fig| self.figure(*fig).seat == seat && self.figure(*fig).on_table())
    }

    /// Seats still in the game, in the order of phases once it is known.
    pub fn playing(&self) -> impl Iterator<Item = Seat> + use<'_> {
        let by_number = if self.order.is_empty() { self.forces.len() as u8 } else { 0 };
        let seats = self.order.iter().copied().chain((0..by_number).map(Seat));
        seats.filter(|seat| self.force(*seat).beaten.is_none())
    }
}
