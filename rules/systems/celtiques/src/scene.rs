//! The state that moves or changes, all of it public (CEL-PLY-02).

use serde::{Deserialize, Serialize};

use super::command::Order;
use super::ids::{Foe, Skill, Task, Team, Who, Whos};
use bagarre_kit::contract::{Outcome, Seats};
use bagarre_kit::hex::{Cube, Hex, Side};

/// Whether a value is what it is at the start: such values are not written.
pub(super) fn plain<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Declares data that is written without what is as at the start.
macro_rules! kept {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$about:meta])* $field:ident: $Type:ty),+ $(,)? })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            #[bagarre_kit::wire(export_to = "celtiques/")]
            #[allow(missing_docs, clippy::struct_excessive_bools, reason = "independent marks, whose names say it")]
            pub struct $Name {
                $($(#[$about])* #[serde(default, skip_serializing_if = "plain")] pub $field: $Type),+
            }
        )+
    };
}

/// Declares enums of words.
macro_rules! kinds {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$about:meta])* $Member:ident),+ $(,)? })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            #[bagarre_kit::wire(export_to = "celtiques/")]
            #[allow(missing_docs, reason = "the names say it")]
            pub enum $Name { $($(#[$about])* $Member),+ }
        )+
    };
}
pub(super) use kinds;

kinds! {
    /// A stage of a game (CEL-PLY-09).
    Stage {
        /// Chiefs, places, dress and plans are sealed.
        #[default]
        Plan,
        /// Terror (CEL-TER-10).
        Terror,
        /// A turn begins.
        Dawn,
        /// Actions are announced.
        Announce,
        /// Orders of a segment are sealed.
        Orders,
        /// A segment is played.
        Act,
        /// A turn ends.
        Dusk,
        /// Heads are taken.
        Heads,
        Over,
    }
    /// How a fighter is (CEL-COR-17).
    Status {
        #[default]
        Able,
        /// Waits to enter (CEL-MJ-05).
        Waiting,
        /// Fainted (CEL-TER-07).
        Fainted,
        /// Hors de combat.
        Out,
        /// Off the map otherwise than by an exit.
        Fled,
        /// Off the map by an exit.
        Exited,
        Surrendered,
    }
    /// How a fighter holds itself (CEL-COR-18).
    Posture {
        #[default]
        Standing,
        Crouched,
        /// Lying of its own will.
        Lying,
        /// Lying for any other cause (CEL-COR-19).
        Fallen,
    }
    /// Mode Survie (CEL-SUR).
    Survival {
        #[default]
        No,
        /// Tried in this turn, without effect yet.
        Tried,
        /// Takes effect in the next segment, which may be the first of the next turn.
        Coming,
        /// In effect.
        On,
    }
    /// A prepared blow (CEL-SPE-07, CEL-SPE-08).
    Prepared {
        #[default]
        Force,
        Acrobatic,
    }
    /// A plan chosen before the fight (CEL-CMD-08).
    Intent {
        #[default]
        None,
        Attack,
        Defence,
    }
}

kept! {
    /// Where a fighter is and how it stands.
    Pose {
        /// Its hexagon.
        at: Hex,
        /// The side it faces (CEL-MEL-08).
        facing: Side,
        posture: Posture,
        /// Segments it still needs to stand up (CEL-MOV-09).
        rising: u8,
    }
    /// What happened to its body.
    Body {
        status: Status,
        /// Levels of Blessure and Fatigue (CEL-COR-12, CEL-COR-13).
        blessure: u8,
        fatigue: u8,
        /// Levels that were given back for the fight alone, of Blessure and Fatigue (CEL-CMD-12).
        lent: [u8; 2],
        /// Current points of confiance (CEL-COR-05).
        confiance: u8,
        /// Dice of fear (CEL-TER-06).
        fear: u8,
        /// Flees (CEL-TER-11).
        fleeing: bool,
        dead: bool,
        /// An eye is lost; the jaw; dodges cost 1d more (CEL-CRI-02).
        eye: bool,
        jaw: bool,
        slow_dodge: bool,
        /// The useless parts: the weapon arm, the shield arm, a leg.
        arm: bool,
        shield_arm: bool,
        leg: bool,
        /// The turn in which it wakes or dies: see the status.
        until: u8,
    }
    /// Its gear at hand.
    Gear {
        /// The weapon in hand, by its place.
        hand: Option<u8>,
        /// A weapon that is drawn and usable from the next segment (CEL-DEG-01).
        drawing: Option<u8>,
        /// Weapons it has no more, one bit for each place.
        gone: u16,
        /// The shield is on the arm.
        shield: bool,
        /// Missiles shot, and segments until the next one (CEL-TIR-15).
        shot: u8,
        reload: u8,
        /// The adversary its weapon is stuck in (CEL-EMP-01).
        stuck: Option<Who>,
        /// Carries the standard (CEL-SCN-06).
        standard: bool,
        /// Heads at the belt.
        heads: u8,
        /// Those of them that were taken in this fight (CEL-TET-05).
        trophies: Vec<Trophy>,
        /// Wears war paint (CEL-TER-09); fights undressed.
        paint: bool,
        undressed: bool,
        /// Rides (CEL-CHV).
        mounted: bool,
    }
    /// Its turn (CEL-ALG-02).
    Turn {
        /// The reaction roll that counts: that of the turn, or another one of this segment.
        reaction: i16,
        /// That of the turn, while another one counts (CEL-PRI-03).
        rolled: Option<i16>,
        /// Actions announced.
        announced: Option<u8>,
        /// Slots that are left, one bit for each segment.
        slots: u8,
        /// Undeclared actions that cost dice (CEL-UND-03), dice of déséquilibre and of double actions.
        undeclared: u8,
        unbalanced: u8,
        double: u8,
        survival: Survival,
        /// The fast move roll in force (CEL-MOV-05).
        fast: Option<i16>,
        /// Units kept for the next hexagon (CEL-HEX-04).
        kept: u16,
        /// Dodges made (CEL-DEC-10, CEL-OPP-01).
        dodges: u8,
        /// May not shoot into this melee any more (CEL-TIR-09).
        scruples: Whos,
        /// Sings for its side (CEL-TER-09).
        sings: bool,
    }
    /// Its segment.
    Beat {
        /// Its place in the order has come.
        done: bool,
        /// Its slot of the segment is used or lost.
        spent: bool,
        /// It has moved, made an undeclared movement, an undeclared act, looked round.
        moved: bool,
        rushed: bool,
        handled: bool,
        looked: bool,
        /// Its move of the segment.
        way: Cube,
        /// It zigzags, jumps, moves evasively.
        zigzag: bool,
        jumps: bool,
        evasive: bool,
        /// Its move was that of a dégagement (CEL-MEL-02).
        left: bool,
        /// The dodge of the segment (CEL-ESQ-04).
        dodge: Option<Dodge>,
        /// It could not react to a sudden event (CEL-UND-04).
        late: bool,
        /// Surprised (CEL-PRI-06).
        surprised: bool,
        /// Enemies in its sight at the start, one by one.
        saw: Whos,
        /// Its order, open since the end of S0.
        order: Option<Order>,
        /// It lets another fighter go first (CEL-PRI-05).
        yields: Option<Who>,
        /// Engaged at the start of the segment (CEL-ARM-03).
        held_off: Whos,
        /// Whether it was attacked (CEL-RES-01).
        attacked: bool,
        /// The fighter that it has charged (CEL-SPE-04).
        charge: Option<Who>,
        /// Falls from a height: the segment of the fall (CEL-TIR-06).
        falling: u8,
    }
    /// Its intentions from one segment to the next.
    Mind {
        /// Actions it loses (CEL-COR-15), and the first of the next turn.
        lost: u8,
        lost_next: u8,
        /// They are lost because it is sonné (CEL-COR-16).
        stunned: bool,
        /// The fighter that it aims at, and for how many segments (CEL-TIR-14).
        aim: Option<Aim>,
        /// A prepared blow.
        prepared: Option<Prepared>,
        /// A long action (CEL-LNG).
        task: Option<Labour>,
        /// A distance that it shortens, and where to (CEL-LNG-03).
        trek: Option<Hex>,
        /// A duel (CEL-DUE-01): the bonus won so far, and the seconds.
        nerve: i16,
        seconds: u8,
        /// Its move of the segment before (CEL-MEL-02).
        before: Cube,
        /// Orders that take more than one slot (CEL-CMD-04): men reached so far.
        ordering: u8,
        /// Has tried to take over (CEL-CMD-14).
        tried: bool,
        /// The fighter that wounded it last (CEL-DOC-02).
        hurt_by: Option<Who>,
    }
    /// The fighters that it is bound to.
    Ties {
        /// Engaged with (CEL-ENG-03).
        engaged: Whos,
        /// The fighters that attacked it since its first engagement (CEL-TET-05).
        attackers: Whos,
        /// Holds a fighter, with an entrave of so many dice (CEL-SPE-15).
        holds: Option<Who>,
        held: Option<Who>,
        entrave: u8,
        /// Held at bay by (CEL-RES-04).
        bay: Whos,
        /// In a duel with (CEL-DUE-01).
        duel: Option<Who>,
        /// Follows its chief (CEL-CMD-05).
        commanded: bool,
        /// A head of its own has been tried for (CEL-TET-06).
        beheaded: bool,
        /// The fighter that put it hors de combat in single combat.
        beaten_by: Option<Who>,
    }
    /// What a side knows and has.
    Camp {
        chief: Option<Who>,
        successor: Option<Who>,
        intent: Intent,
        /// Its tactical bonus (CEL-CMD-09): to attack or defence, its level, and the fighters that it is for.
        attack: bool,
        bonus: i16,
        to: Whos,
        galvanised: bool,
        /// Its chief was lost and no fighter has taken over (CEL-CMD-14).
        headless: bool,
        /// Points of the scenario.
        points: i32,
        /// It has carried the standard home (CEL-SCN-06).
        carried: bool,
        /// Heads taken in single combat.
        heads: u8,
        /// Seats that give up, and whether all of them do (CEL-PLY-08).
        yielding: Seats,
        conceded: bool,
    }
    /// What a game master set for what comes (CEL-MJ-02).
    Rulings {
        /// For the next roll of a fighter.
        next: Vec<(Who, i16)>,
        /// Difficulties that stand for the fight.
        sudden: Option<i16>,
        survival: Option<i16>,
        innate: Option<i16>,
        acrobatics: Option<i16>,
        bay: Option<i16>,
        courage_shot: Option<bool>,
        crowd: Option<i16>,
        tactics: i16,
        songs: i16,
        embalming: Option<i16>,
        /// Tasks that are other ones than those of the table (CEL-LNG-02).
        tasks: Vec<Errand>,
        /// A side has met the objective of the table, as the game master says; and once most seats say so too (CEL-SCN-07).
        met: Option<Team>,
        agreed: Option<Team>,
        /// The reaction rolls are made again in the next segment (CEL-PRI-03).
        reroll: bool,
        /// Sides whose bonus ends with the segment (CEL-CMD-09).
        ends: [bool; 2],
        /// Hexagons that are slower, in percent.
        slow: Vec<(Hex, u8)>,
        /// Points left to summon opponents (CEL-MJ-05).
        reserve: u8,
        /// Opponents that enter at the start of the next turn, and those that the game master plays.
        summoned: Vec<(Foe, Hex)>,
        plays: Whos,
        /// Interventions of the turn, for each side (CEL-MJ-06).
        used: [u8; 2],
    }
}

/// Declares data that is written in full: facts set its places one by one.
macro_rules! full {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$about:meta])* $field:ident: $Type:ty),+ $(,)? })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[bagarre_kit::wire(export_to = "celtiques/")]
            #[allow(missing_docs, reason = "the names say it")]
            pub struct $Name {
                $($(#[$about])* pub $field: $Type),+
            }
        )+
    };
}

full! {
    /// A fighter.
    Fighter {
        pose: Pose,
        body: Body,
        gear: Gear,
        turn: Turn,
        beat: Beat,
        mind: Mind,
        ties: Ties,
    }
    /// The state that moves or changes.
    Scene {
        stage: Stage,
        turn: u8,
        segment: u8,
        /// The fighters that announce, in order (CEL-DCL-02).
        order: Vec<Who>,
        fighters: Vec<Fighter>,
        camps: [Camp; 2],
        /// Seats that said "rien d'autre" (CEL-PLY-04).
        quiet: Seats,
        /// Seats that have sealed what is asked.
        sealed: Seats,
        things: Vec<Thing>,
        standard: Option<Hex>,
        rulings: Rulings,
        outcome: Option<Outcome>,
    }
}

/// A dodge of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Dodge {
    /// Its total.
    pub total: i16,
    /// An échec critique (CEL-ESQ-03).
    pub failed: bool,
}

/// An aim (CEL-TIR-14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Aim {
    /// The target.
    pub at: Who,
    /// Segments.
    pub segments: u8,
}

/// A long action (CEL-LNG-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Labour {
    /// The task.
    pub task: Task,
    /// The fighter that it is done on.
    pub on: Who,
    /// Levels so far.
    pub levels: u8,
}

/// A head that was taken (CEL-TET-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Trophy {
    /// The fighter that it belonged to.
    pub of: Who,
    /// Days that it keeps; none: it was embalmed, and lasts (CEL-TET-04).
    pub days: Option<u8>,
}

/// What a game master asks of a task (CEL-LNG-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Errand {
    /// Which.
    pub task: Task,
    /// With what it is rolled.
    pub skill: Skill,
    /// Its difficulty.
    pub difficulty: i16,
    /// Levels that it needs.
    pub levels: u8,
}

/// A weapon on the ground (CEL-TIR-15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Thing {
    /// The fighter that it belonged to.
    pub of: Who,
    /// Its place among the weapons of that fighter.
    pub n: u8,
    /// Where it lies.
    pub at: Hex,
}

impl Scene {
    /// A fighter.
    pub fn of(&self, who: Who) -> &Fighter {
        &self.fighters[who.n()]
    }

    /// Every fighter.
    pub fn whos(&self) -> impl Iterator<Item = Who> + use<> {
        (0..self.fighters.len() as u8).map(Who)
    }

    /// The camp of a side.
    pub fn camp(&self, side: Team) -> &Camp {
        &self.camps[side.n()]
    }
}

impl Turn {
    /// The bit of the slot of a segment; none for a number that no slot has.
    pub fn bit(segment: u8) -> u8 {
        1u8.checked_shl(segment.into()).unwrap_or(0)
    }
}

impl Gear {
    /// The bit of a weapon by its place; none for a place that no weapon has.
    pub fn bit(place: u8) -> u16 {
        1u16.checked_shl(place.into()).unwrap_or(0)
    }
}

impl Fighter {
    /// Whether it can act: neither hors de combat, fled, surrendered nor fainted.
    pub fn able(&self) -> bool {
        self.body.status == Status::Able
    }

    /// Whether it lies.
    pub fn lies(&self) -> bool {
        matches!(self.pose.posture, Posture::Lying | Posture::Fallen)
    }

    /// Whether its slot of a segment is there and unused.
    pub fn slot(&self, segment: u8) -> bool {
        self.turn.slots & Turn::bit(segment) != 0 && !self.beat.spent
    }

    /// Whether it is at a long action (CEL-LNG-04).
    pub fn busy(&self) -> bool {
        self.mind.task.is_some() || self.mind.trek.is_some()
    }

    /// Whether it has lost a level of Blessure.
    pub fn wounded(&self) -> bool {
        self.body.blessure > 0
    }
}
