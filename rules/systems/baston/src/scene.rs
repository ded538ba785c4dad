//! Everything on the board that moves or changes. All of it is public (BAS-SET-08): sealed things live in
//! [`super::state`].

use serde::{Deserialize, Serialize};

use super::ids::{ItemId, ItemKind, Part, PieceId, PieceKind, Who};
use super::order::Sequence;
use bagarre_kit::contract::{Outcome, Seat};
use bagarre_kit::grid::{Dir, Point};
use bagarre_kit::shared::Shared;

/// Where something lies on a point. Under furniture is `Ground`; a character on the same layer stands beside it
/// (BAS-POS-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Layer {
    /// On the floor, under furniture if there is some.
    #[default]
    #[serde(alias = "floor")]
    Ground,
    /// On top of the furniture or the bar of that point.
    Top,
    /// Trapped under an overturned table (BAS-REN-02).
    Trapped(PieceId),
}

/// Where an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Place {
    /// Carried: it takes one of six slots (BAS-EQP-03).
    Carried(Who),
    /// Worn clothing.
    Worn(Who),
    /// On the board.
    At(Point, Layer),
    /// Out of the game: destroyed, or gone with its carrier.
    Gone,
}

/// An object: weapon, bottle, chair, clothing, cash box (BAS-OBJ-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Item {
    /// Its present kind: a whole bottle becomes a broken one.
    pub kind: ItemKind,
    /// Where it is.
    pub place: Place,
}

/// The points a piece of furniture covers: a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Point>"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/", as = "Vec<Point>"))]
pub struct Cells {
    /// The north-west point.
    pub at: Point,
    /// Rows covered.
    pub rows: u8,
    /// Columns covered.
    pub cols: u8,
}

impl Cells {
    /// The rectangle of a list of points; `None` unless they fill one of 1 to 6 points.
    pub fn from_points(points: &[Point]) -> Option<Self> {
        let (r0, c0) = (points.iter().map(|p| p.r).min()?, points.iter().map(|p| p.c).min()?);
        let (r1, c1) = (points.iter().map(|p| p.r).max()?, points.iter().map(|p| p.c).max()?);
        let cells = Self { at: Point::new(r0, c0), rows: r1 - r0 + 1, cols: c1 - c0 + 1 };
        let area = usize::from(cells.rows) * usize::from(cells.cols);
        (area == points.len() && area <= 6 && cells.iter().all(|p| points.contains(&p))).then_some(cells)
    }

    /// Its points, row by row.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        let Self { at, rows, cols } = self;
        (0..rows)
            .flat_map(move |r| (0..cols).map(move |c| Point::new(at.r.wrapping_add(r), at.c.wrapping_add(c))))
    }

    /// Whether it covers a point.
    pub const fn contains(self, p: Point) -> bool {
        p.r.wrapping_sub(self.at.r) < self.rows && p.c.wrapping_sub(self.at.c) < self.cols
    }

    /// The same rectangle one point further.
    pub const fn step(self, dir: Dir) -> Self {
        Self { at: self.at.step(dir), rows: self.rows, cols: self.cols }
    }
}

impl TryFrom<Vec<Point>> for Cells {
    type Error = String;
    fn try_from(points: Vec<Point>) -> Result<Self, String> {
        Self::from_points(&points)
            .ok_or_else(|| "furniture covers a full rectangle of 1 to 6 points".to_owned())
    }
}

impl From<Cells> for Vec<Point> {
    fn from(cells: Cells) -> Self {
        cells.iter().collect()
    }
}

/// A piece of furniture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Piece {
    /// Its kind.
    pub kind: PieceKind,
    /// Where it is.
    pub cells: Cells,
    /// Overturned: no obstacle, no shelter (BAS-REN-02).
    pub overturned: bool,
    /// Destroyed or pushed off the board.
    pub gone: bool,
}

impl Piece {
    /// Whether it stands on the board on its legs.
    pub const fn is_upright(self) -> bool {
        !self.gone && !self.overturned
    }
}

/// A door as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct DoorState {
    /// Which leaves are open (the second entry is unused for a single door).
    pub open: [bool; 2],
    /// All leaves gone.
    pub destroyed: bool,
    /// Bolted (BAS-OUV-07).
    pub bolted: bool,
}

/// A window as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum WindowState {
    #[default]
    Shut,
    Open,
    Destroyed,
}

/// Whether a character takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Fate {
    /// Not placed yet.
    #[default]
    Waiting,
    /// In play: on the board and not HS.
    In,
    /// HS: knocked out (BAS-WND-02).
    Out,
    /// Off the board (BAS-OFF-01).
    Left,
}

/// A robbery or a change of clothes that is under way (BAS-TAX-02, BAS-MET-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Task {
    /// Robbing a victim.
    Rob {
        /// The character that is robbed.
        victim: Who,
        /// Whether the rest sequence has begun.
        resting: bool,
    },
    /// Putting an item on, or taking it off.
    Dress {
        /// What.
        item: ItemId,
        /// On, or off.
        on: bool,
        /// Whether the rest sequence has begun.
        resting: bool,
    },
}

/// A character on the board, with what the rules remember of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(clippy::struct_excessive_bools, reason = "independent marks of the rules")]
pub struct Figure {
    /// Whether the character takes part.
    pub fate: Fate,
    /// Rank, from 1; 0 before ranks are drawn (BAS-RNK-01).
    pub rank: u8,
    /// Its point, exactly one (BAS-POS-01); the last one, once it has left.
    pub at: Point,
    /// The direction it faces: one of eight (BAS-POS-01).
    pub facing: Dir,
    /// On the ground (BAS-POS-08).
    pub prone: bool,
    /// Whether it is on top of the furniture or bar of its point (BAS-POS-04).
    pub top: bool,
    /// Points left in T, TR, BD, BG, J (BAS-WND-01).
    pub left: [u8; 5],
    /// Stunned sequences to come (BAS-STN-03).
    pub stun: u8,
    /// The stun starts with the next sequence (BAS-STN-03).
    pub fresh: bool,
    /// The character that it holds (BAS-CT-01).
    pub holding: Option<Who>,
    /// The character that holds it.
    pub held_by: Option<Who>,
    /// Revealed orders of the turn; rest where nothing is revealed.
    pub orders: [Sequence; 3],
    /// A forced rest is due in the next sequence (BAS-PRG-07).
    pub owes: bool,
    /// The current sequence is that rest.
    pub resting: bool,
    /// Whether it has finished its orders of the current sequence (BAS-STN-02).
    pub done: bool,
    /// Rounds of the current sequence that were cancelled (BAS-CJ-01).
    pub cancelled: [bool; 2],
    /// Whether it may rewrite at the end of this sequence: stunned or held in it (BAS-RPG-01).
    pub shaken: bool,
    /// A long action waits for the long phase (BAS-EXE-04).
    pub queued: bool,
    /// A robbery or change of clothes under way.
    pub task: Option<Task>,
    /// The character whose act put it out or off the board, when that was not its own (section 21).
    pub by: Option<Who>,
}

impl Figure {
    /// On the board and not HS.
    pub fn in_play(&self) -> bool {
        self.fate == Fate::In
    }

    /// Whether the character is in play and upright.
    pub fn stands(&self) -> bool {
        self.in_play() && !self.prone
    }

    /// Stunned now (RUL-41: the state is immediate).
    pub const fn stunned(&self) -> bool {
        self.stun > 0
    }

    /// Whether the part still has points.
    pub const fn usable(&self, part: Part) -> bool {
        self.left[part.i()] > 0
    }

    /// Returns how many arms the character can use (BAS-WND-05, 07).
    pub const fn arms(&self) -> u8 {
        self.usable(Part::Bd) as u8 + self.usable(Part::Bg) as u8
    }
}

/// Where the game is in its turn (BAS-EXE-00).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Phase {
    /// Characters are being placed, ranks drawn.
    #[default]
    Placement,
    /// All seats write.
    Programming,
    /// Characters act by rank.
    Rank,
    /// Long actions.
    Long,
    /// End of the sequence, before rewriting.
    Closing,
    /// Shaken characters are rewritten (DEC-18).
    Rewriting,
    /// The game is over.
    Over,
}

/// What a scenario remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Plot {
    /// SCN-02: the character on the phone, and how many sequences of the call are done.
    pub call: Option<(Who, u8)>,
    /// SCN-02: the turn in which the call was completed.
    pub called: Option<u8>,
    /// SCN-01: characters of the visiting band who have been inside.
    pub entered: Vec<Who>,
    /// SCN-01: the visiting band came in through a window.
    pub by_window: bool,
    /// SCN-03: who left the board with the cash box, and whether through the WC window.
    pub carried_out: Option<(Who, bool)>,
    /// SCN-03: the carrier has taken the box out of the building through the WC window.
    pub through_wc_window: bool,
    /// Last turn of the game when the plot shortened it.
    pub last_turn: Option<u8>,
}

/// Everything on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// Turn number, 0 before the first.
    pub turn: u8,
    /// Sequence of the turn, 1 to 3; 0 before the first.
    pub sequence: u8,
    /// Where the turn is.
    pub phase: Phase,
    /// The character acting, in the rank or long phase.
    pub active: Option<Who>,
    /// Characters, by number.
    pub figures: Vec<Figure>,
    /// Objects, by number.
    pub items: Shared<Item>,
    /// Furniture, by number.
    pub pieces: Shared<Piece>,
    /// Doors, by number.
    pub doors: Shared<DoorState>,
    /// Windows, by number.
    pub windows: Shared<WindowState>,
    /// Booth panels that are destroyed, by number.
    pub panels: Shared<bool>,
    /// Telephones that are destroyed, by number.
    pub phones: Shared<bool>,
    /// Points with broken glass, sorted (BAS-FAL-08).
    pub glass: Shared<Point>,
    /// Points of each seat.
    pub scores: Vec<i32>,
    /// Seats that have given up, sorted (RUL-109).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gave_up: Vec<Seat>,
    /// What the scenario remembers.
    pub plot: Plot,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

impl Scene {
    /// A character.
    pub fn figure(&self, who: Who) -> &Figure {
        &self.figures[who.i()]
    }

    /// An object.
    pub fn item(&self, id: ItemId) -> &Item {
        &self.items[usize::from(id.0)]
    }

    /// A piece of furniture.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[usize::from(id.0)]
    }

    /// Every character by number.
    pub fn whos(&self) -> impl Iterator<Item = Who> + use<> {
        (0..self.figures.len() as u8).map(Who)
    }

    /// Characters in play, by rank.
    pub fn by_rank(&self) -> Vec<Who> {
        let mut list: Vec<Who> = self.whos().filter(|who| self.figure(*who).in_play()).collect();
        list.sort_by_key(|who| (self.figure(*who).rank, *who));
        list
    }

    /// Objects in a place, by number.
    pub fn items_in(&self, place: Place) -> impl Iterator<Item = (ItemId, ItemKind)> + use<'_> {
        self.items
            .iter()
            .enumerate()
            .filter(move |(_, item)| item.place == place)
            .map(|(n, item)| (ItemId(n as u8), item.kind))
    }

    /// What a character carries, by number.
    pub fn carried(&self, who: Who) -> impl Iterator<Item = (ItemId, ItemKind)> + use<'_> {
        self.items_in(Place::Carried(who))
    }

    /// Whether a character wears a kind of clothing.
    pub fn wears(&self, who: Who, kind: ItemKind) -> bool {
        self.items_in(Place::Worn(who)).any(|(_, worn)| worn == kind)
    }

    /// The chair in a character's hands (BAS-OBJ-05).
    pub fn chair_of(&self, who: Who) -> Option<ItemId> {
        self.carried(who).find(|(_, kind)| *kind == ItemKind::Chaise).map(|(id, _)| id)
    }

    /// The chair on a point (BAS-OBJ-03: at most one).
    pub fn chair_at(&self, p: Point) -> Option<ItemId> {
        self.items
            .iter()
            .position(|item| item.kind == ItemKind::Chaise && matches!(item.place, Place::At(q, _) if q == p))
            .map(|n| ItemId(n as u8))
    }

    /// The piece of furniture on a point, upright or overturned.
    pub fn piece_at(&self, p: Point) -> Option<PieceId> {
        self.pieces.iter().position(|piece| !piece.gone && piece.cells.contains(p)).map(|n| PieceId(n as u8))
    }

    /// The upright piece of furniture on a point.
    pub fn upright_at(&self, p: Point) -> Option<PieceId> {
        self.piece_at(p).filter(|id| self.piece(*id).is_upright())
    }

    /// The character in play on a layer of a point: `top` on the furniture or bar, else on the ground or under.
    pub fn figure_at(&self, p: Point, top: bool) -> Option<Who> {
        self.whos().find(|who| {
            let figure = self.figure(*who);
            figure.in_play() && figure.at == p && figure.top == top
        })
    }

    /// Every character in play on a point, by number.
    pub fn figures_at(&self, p: Point) -> impl Iterator<Item = Who> + use<'_> {
        self.whos().filter(move |who| {
            let figure = self.figure(*who);
            figure.in_play() && figure.at == p
        })
    }

    /// Whether a point has glass debris.
    pub fn has_glass(&self, p: Point) -> bool {
        self.glass.binary_search(&p).is_ok()
    }

    /// Whether at most one band has a character in play (BAS-END-02). `seat_of` gives the band of a character.
    pub fn bands_in_play(&self, seat_of: impl Fn(Who) -> Seat) -> u8 {
        let seats: bagarre_kit::contract::Seats =
            self.whos().filter(|who| self.figure(*who).in_play()).map(seat_of).collect();
        seats.len()
    }
}
