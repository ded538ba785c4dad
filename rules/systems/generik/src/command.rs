//! What a seat can say, and what it is asked.

mod given;

use serde::{Deserialize, Serialize};

use super::after::After;
use super::ids::{Dec, Edge, Fig};
use super::setup::Placed;
use super::state::Sealed;
use bagarre_kit::contract::{Rule, Seat, Seats};
use bagarre_kit::plane::Pt;
use bagarre_kit::shared::Shared;

pub use given::{Lull, Post, Stance, Standing, Watch};

/// How a weapon is fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Fire {
    /// One normal shot (GEN-ACT-01).
    #[default]
    Normal,
    /// One powerful shot (GEN-ACT-08).
    Powerful,
    /// Several normal shots (GEN-ACT-13).
    Multi,
    /// Both powder pistols (GEN-ACT-15).
    Volley,
}

/// How a figure strikes in close combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Blow {
    /// One attack (GEN-ACT-05).
    #[default]
    Normal,
    /// One powerful attack (GEN-ACT-09).
    Powerful,
    /// Several attacks (GEN-ACT-14).
    Multi,
}

/// One figure's move in a charge (GEN-SKL-10): straight to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Charger {
    /// The figure.
    pub fig: Fig,
    /// To where.
    pub to: Pt,
    /// Facing at the end; that of the move when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Pt>,
}

/// An action of a figure in its player's phase (section 4). Weapons are numbered in the order carried. A facing left
/// out is that of the last segment of a path, or stays as it is (GEN-DEC-30).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Act {
    /// GEN-ACT-01, 08, 13, 15.
    Shoot {
        /// Which weapon, 0 or 1.
        weapon: u8,
        /// The target.
        target: Fig,
        /// How.
        #[serde(default)]
        fire: Fire,
    },
    /// GEN-ACT-02, 03, 22.
    Move {
        /// Way-points, the last one is the end.
        path: Vec<Pt>,
        /// Running: 2 DA, three times as far.
        #[serde(default)]
        run: bool,
        /// Facing at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
        /// Leaves the table by the enemy edge at the end (GEN-SCN-50).
        #[serde(default)]
        exit: bool,
    },
    /// GEN-ACT-04: climbs, descends, jumps or vaults to a point.
    Climb {
        /// Where to.
        to: Pt,
        /// Facing at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
    /// GEN-ACT-05, 09, 14.
    Attack {
        /// The target, where the attacker chooses (GEN-CC-03).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Fig>,
        /// With which close-combat weapon; the rule of section 21 chooses when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<u8>,
        /// How.
        #[serde(default)]
        blow: Blow,
    },
    /// GEN-ACT-06.
    Cover {
        /// Facing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
    /// GEN-ACT-07; GEN-DEC-31.
    Reload {
        /// Everything for 2 DA, or the weapons that reload for 1 DA.
        all: bool,
    },
    /// GEN-ACT-10.
    Drag {
        /// The friend who is down.
        friend: Fig,
        /// Where the dragger goes, straight.
        to: Pt,
        /// Facing at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
    /// GEN-ACT-11.
    StandUp {
        /// Facing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
    /// GEN-ACT-12.
    Sack {
        /// Number of the marker.
        marker: u8,
    },
    /// GEN-ACT-16: cards or parrot.
    Distract {
        /// The target.
        target: Fig,
    },
    /// GEN-ACT-17.
    Hook {
        /// The target.
        target: Fig,
    },
    /// GEN-ACT-18.
    Drink,
    /// GEN-ACT-19.
    Charge {
        /// The figures that move and where, in this order.
        moves: Vec<Charger>,
    },
    /// GEN-ACT-20.
    Insult {
        /// The target.
        target: Fig,
    },
    /// GEN-ACT-21: no action.
    Pivot {
        /// Facing.
        facing: Pt,
    },
    /// GEN-HER-01.
    Heroic,
    /// GEN-HER-05: reload with heroism.
    HeroicReload,
}

impl Act {
    /// The rule of the action (section 4).
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Shoot { fire: Fire::Normal, .. } => "GEN-ACT-01",
            Self::Shoot { fire: Fire::Powerful, .. } => "GEN-ACT-08",
            Self::Shoot { fire: Fire::Multi, .. } => "GEN-ACT-13",
            Self::Shoot { fire: Fire::Volley, .. } => "GEN-ACT-15",
            Self::Move { run: false, .. } => "GEN-ACT-02",
            Self::Move { run: true, .. } => "GEN-ACT-03",
            Self::Climb { .. } => "GEN-ACT-04",
            Self::Attack { blow: Blow::Normal, .. } => "GEN-ACT-05",
            Self::Attack { blow: Blow::Powerful, .. } => "GEN-ACT-09",
            Self::Attack { blow: Blow::Multi, .. } => "GEN-ACT-14",
            Self::Cover { .. } => "GEN-ACT-06",
            Self::Reload { .. } => "GEN-ACT-07",
            Self::Drag { .. } => "GEN-ACT-10",
            Self::StandUp { .. } => "GEN-ACT-11",
            Self::Sack { .. } => "GEN-ACT-12",
            Self::Distract { .. } => "GEN-ACT-16",
            Self::Hook { .. } => "GEN-ACT-17",
            Self::Drink => "GEN-ACT-18",
            Self::Charge { .. } => "GEN-ACT-19",
            Self::Insult { .. } => "GEN-ACT-20",
            Self::Pivot { .. } => "GEN-ACT-21",
            Self::Heroic => "GEN-HER-01",
            Self::HeroicReload => "GEN-HER-05",
        }
    }
}

/// What an opportunity action does (GEN-AO-05).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "ao", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Ao {
    /// Moves 10/5 cm.
    Move {
        /// Way-points.
        path: Vec<Pt>,
        /// Facing at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
    /// One normal shot at the acting figure.
    Shoot {
        /// Which weapon.
        weapon: u8,
    },
    /// Takes cover.
    Cover {
        /// Facing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
}

/// An opportunity action (GEN-DEC-15).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Reaction {
    /// The figure that reacts.
    pub fig: Fig,
    /// At which checkpoint of the window, by its number there; 0 after a shot.
    pub at: u8,
    /// The action.
    pub ao: Ao,
}

/// How an interrupted move goes on (GEN-DEC-16).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "way", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Resume {
    /// Along the declared path.
    Declared,
    /// Along another one, within what is left.
    Path {
        /// Way-points.
        path: Vec<Pt>,
        /// Facing at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
    /// Not at all.
    Stop,
}

/// An answer to a question that lists its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Choice {
    /// Keep, stay, stop, normal wound roll (GEN-DEC-01, 20, 21, 23 to 26, 28).
    No,
    /// Re-roll, out of action, follow (GEN-DEC-01, 20, 23 to 26).
    Yes,
    /// An edge (GEN-DEC-03).
    Edge(Edge),
    /// Extra defence dice and the close-combat weapon used (GEN-DEC-17).
    Defend {
        /// DA spent.
        extra: u8,
        /// Number of the weapon.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<u8>,
    },
    /// A figure (GEN-DEC-18, 19, 28).
    Figure(Fig),
    /// The shield (GEN-DEC-21).
    Shield,
    /// Veinard (GEN-DEC-21).
    Lucky,
}

/// A question that lists its options. Public.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Question {
    /// Number of the question in the game: an answer names it.
    pub id: u32,
    /// The seat that answers.
    pub seat: Seat,
    /// Which decision.
    pub dec: Dec,
    /// For which figure, if for one.
    pub fig: Option<Fig>,
    /// Another figure concerned.
    pub about: Option<Fig>,
    /// The die or total the decision is about.
    pub die: Option<i8>,
    /// All that may be answered.
    pub options: Vec<Choice>,
    /// Which of them counts when the time runs out.
    pub default: u8,
}

impl Question {
    /// The answer when the time runs out.
    pub fn default_choice(&self) -> Choice {
        self.options
            .get(usize::from(self.default))
            .or_else(|| self.options.first())
            .copied()
            .unwrap_or(Choice::No)
    }
}

/// Why an opportunity window is open (GEN-AO-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Cause {
    /// A move (GEN-AO-06).
    Move,
    /// A jump or climb: the figure has arrived (GEN-AO-11).
    Climb,
    /// A shot (GEN-AO-07).
    Shot,
}

/// What one figure may do in an opportunity window.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Reactor {
    /// The figure.
    pub fig: Fig,
    /// Checkpoints, by number, at which it sees the acting figure (GEN-AO-04).
    pub at: Vec<u8>,
}

/// An opportunity window (GEN-AO-06, 07). Public.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Window {
    /// Number of the question.
    pub id: u32,
    /// The seat that is asked.
    pub seat: Seat,
    /// The acting figure.
    pub actor: Fig,
    /// Why.
    pub cause: Cause,
    /// Every place where the acting figure may be stopped, in the order of its way: one point after a shot or a jump.
    pub checkpoints: Shared<Pt>,
    /// Level of the acting figure there.
    pub z: i32,
    /// The rest of its declared path, up to the contact that cuts it; empty after a shot or a jump.
    pub path: Shared<Pt>,
    /// The friend that it drags along (GEN-ACT-40).
    pub drags: Option<Fig>,
    /// The figures that may react, and where.
    pub reactors: Shared<Reactor>,
}

/// What an interrupted figure is asked (GEN-DEC-16). Public.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Interrupted {
    /// Number of the question.
    pub id: u32,
    /// The seat that is asked.
    pub seat: Seat,
    /// The figure.
    pub fig: Fig,
    /// The rest of the declared path.
    pub rest: Vec<Pt>,
    /// Whether that rest is still free.
    pub free: bool,
    /// The rest of its budget, in u.
    pub budget: i32,
    /// Whether another path may be given (GEN-AO-08).
    pub other: bool,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Ask {
    /// A piece of terrain (GEN-DEC-02).
    Terrain {
        /// Number of the question.
        id: u32,
        /// The seat that places.
        seat: Seat,
        /// Pieces left, this one included.
        left: u8,
    },
    /// Champions, in secret (GEN-DEC-04).
    Champions {
        /// Number of the question.
        id: u32,
        /// The seats that have not chosen.
        seats: Seats,
    },
    /// An objective marker (GEN-DEC-05).
    Marker {
        /// Number of the question.
        id: u32,
        /// The seat that places.
        seat: Seat,
    },
    /// A figure to deploy (GEN-DEC-06).
    Deploy {
        /// Number of the question.
        id: u32,
        /// The seat that deploys.
        seat: Seat,
    },
    /// The phase of a player is open (GEN-DEC-10 to 14).
    Phase {
        /// Number of the question.
        id: u32,
        /// The seat of the phase.
        seat: Seat,
        /// Nothing was done yet: the band may rout (GEN-DEC-11).
        may_rout: bool,
        /// This figure has a heroic die to use now (GEN-DEC-13).
        heroic: Option<Fig>,
    },
    /// An opportunity window (GEN-DEC-15).
    React(Window),
    /// An interrupted move (GEN-DEC-16).
    Resume(Interrupted),
    /// A question that lists its options.
    Choose(Question),
    /// The steps after the game (GEN-DEC-40 to 46).
    After {
        /// The seats that are not done.
        seats: Seats,
    },
}

impl Ask {
    /// The number of the question; 0 where each seat counts its own answers.
    pub fn id(&self) -> u32 {
        match self {
            Self::Terrain { id, .. }
            | Self::Champions { id, .. }
            | Self::Marker { id, .. }
            | Self::Deploy { id, .. }
            | Self::Phase { id, .. } => *id,
            Self::React(window) => window.id,
            Self::Resume(interrupted) => interrupted.id,
            Self::Choose(question) => question.id,
            Self::After { .. } => 0,
        }
    }

    /// Returns the seats that are asked.
    pub fn seats(&self) -> Seats {
        match self {
            Self::Champions { seats, .. } | Self::After { seats } => *seats,
            Self::Terrain { seat, .. }
            | Self::Marker { seat, .. }
            | Self::Deploy { seat, .. }
            | Self::Phase { seat, .. } => Seats::one(*seat),
            Self::React(window) => Seats::one(window.seat),
            Self::Resume(interrupted) => Seats::one(interrupted.seat),
            Self::Choose(question) => Seats::one(question.seat),
        }
    }
}

/// What a seat can say. A command names the question it answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Command {
    /// Has a figure act (GEN-DEC-10, 12 to 14, 29 to 31).
    Act {
        /// The question's number.
        question: u32,
        /// The figure that acts.
        fig: Fig,
        /// The action.
        what: Act,
    },
    /// Takes back the last move of the phase that no enemy could have answered.
    TakeBack {
        /// The question's number.
        question: u32,
    },
    /// Takes back what the seat has sealed, as long as another seat has not sealed yet.
    Withdraw {
        /// The question that it answered.
        question: u32,
    },
    /// Ends the phase, or gives up a heroic die (GEN-DEC-10, 13).
    End {
        /// The question's number.
        question: u32,
    },
    /// Routs (GEN-DEC-11).
    Rout {
        /// The question's number.
        question: u32,
    },
    /// Answers an opportunity window; `None` lets it pass (GEN-DEC-15).
    React {
        /// The question's number.
        question: u32,
        /// The reaction.
        reaction: Option<Reaction>,
    },
    /// Goes on after an interruption (GEN-DEC-16).
    Resume {
        /// The question's number.
        question: u32,
        /// How.
        resume: Resume,
    },
    /// Answers a question that lists its options.
    Choose {
        /// The question's number.
        question: u32,
        /// One of its options.
        choice: Choice,
    },
    /// Places a piece of terrain (GEN-DEC-02).
    Place {
        /// The question's number.
        question: u32,
        /// What and where.
        piece: Placed,
    },
    /// Places an objective marker (GEN-DEC-05).
    Mark {
        /// The question's number.
        question: u32,
        /// Where.
        at: Pt,
    },
    /// Deploys a figure (GEN-DEC-06).
    Deploy {
        /// The question's number.
        question: u32,
        /// The figure.
        fig: Fig,
        /// Where.
        at: Pt,
        /// Facing; the enemy edge when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
    /// Names a champion in secret (GEN-DEC-04).
    Champion {
        /// The question's number.
        question: u32,
        /// The figure.
        #[cfg_attr(feature = "ts", ts(as = "Fig"))]
        fig: Sealed<Fig>,
    },
    /// A step after the game (GEN-DEC-40 to 46).
    After {
        /// How many answers the seat has given before.
        answered: u16,
        /// The answer.
        after: After,
    },
    /// Sets the standing answers of the seat, at any time.
    Stand {
        /// The answers.
        standing: Standing,
    },
    /// Gives the game up, at any time (GEN-DEC-32).
    Concede,
    /// Offers a draw, accepts one, or takes the offer back, at any time (GEN-DEC-32).
    Draw {
        /// Whether the seat wants a draw.
        offer: bool,
    },
}

/// What a seat asks the engine about, without doing it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "draft", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Draft {
    /// What would come of a command.
    Try {
        /// The command; the number of its question is not looked at.
        command: Command,
    },
    /// How far the path of a command gets, whether it may be given or not: what is drawn is shown while it is drawn.
    Walk {
        /// A move, a run, a friend dragged, the move of an opportunity action, another path of an interrupted move; the
        /// number of its question is not looked at.
        command: Command,
    },
    /// What a figure can see, reach and do now.
    Look {
        /// The figure.
        fig: Fig,
        /// Running instead of moving, for the area it can reach.
        #[serde(default)]
        run: bool,
        /// Facing for the test of cover; as it faces when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Pt>,
    },
    /// What a figure would do about a place that is pointed at: the way there, as far as its dice pay.
    Go {
        /// The figure.
        fig: Fig,
        /// The place.
        to: Pt,
    },
    /// What a figure may do to an enemy that is pointed at.
    Against {
        /// The figure.
        fig: Fig,
        /// The enemy.
        target: Fig,
    },
    /// What hangs on each answer to the question that is open: exact odds.
    Weigh,
    /// What each of those who may react would best do in the window that is open: exact odds.
    Openings,
    /// The choices in the step after the game that is open, with their prices, and the result of a choice.
    Step {
        /// The choice in the making; what happens without an answer when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choice: Option<After>,
        /// The member that is looked at, by its number: what may be put into each of its slots is listed. A recruit in the
        /// making is looked at itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<u8>,
    },
    /// Where all who wait could be deployed: those named where they are put, or as near as may be, the others in line.
    Posts {
        /// Where each figure was put.
        posts: Vec<Post>,
    },
    /// Where something could be put down, nearest to where a command would put it: a piece, a marker, a figure.
    Near {
        /// The command; the number of its question is not looked at.
        command: Command,
    },
}

impl From<Command> for Draft {
    fn from(command: Command) -> Self {
        Self::Try { command }
    }
}

/// A number and the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Mod {
    /// The rule.
    pub rule: Rule,
    /// The number that it adds.
    pub n: i8,
}
