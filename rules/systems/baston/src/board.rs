//! The fixed part of a board, read from a data file (section 20, BRD-01 to BRD-08).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ids::{ItemKind, PieceKind};
use super::scene::Layer;
use bagarre_kit::grid::{Dir, Point};

/// What a point is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(missing_docs, reason = "the names of the data file")]
pub enum Ground {
    Sidewalk,
    Square,
    Hall,
    GamesRoom,
    BehindBar,
    Wc,
    Booth,
    Stairs,
    Stage,
    BarCounter,
}

/// Inside or outside the building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Zone {
    Street,
    Inside,
}

/// A kind of terrain of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Terrain {
    /// The ground.
    pub name: Ground,
    /// Level number, 0 to 2 (BAS-POS-06). The bar counter is written with the level of its top.
    pub level: u8,
    /// Inside or outside.
    pub zone: Zone,
}

/// A side of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    N,
    E,
    S,
    W,
}

impl Side {
    /// The direction out of the point through this side.
    pub const fn dir(self) -> Dir {
        match self {
            Self::N => Dir::N,
            Self::E => Dir::E,
            Self::S => Dir::S,
            Self::W => Dir::W,
        }
    }
}

/// An edge as the data file names it: a point and one of its sides, `[13, 5, "s"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct EdgeRef(pub u8, pub u8, pub Side);

impl EdgeRef {
    /// The point it is named from.
    pub const fn point(self) -> Point {
        Point::new(self.0, self.1)
    }

    /// The point across.
    pub const fn across(self) -> Point {
        self.point().step(self.2.dir())
    }
}

/// One leaf of a door (BRD-03).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct LeafSpec {
    /// The edge it shuts.
    pub edge: EdgeRef,
    /// The point it swings over: one of the two ends of the edge.
    pub swept: Point,
    /// The neighbour of `swept` on the hinge side.
    pub hinge: Point,
}

impl LeafSpec {
    /// The end of the edge on the far side of the swing.
    pub fn far(&self) -> Point {
        if self.edge.point() == self.swept { self.edge.across() } else { self.edge.point() }
    }
}

/// A door.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct DoorSpec {
    /// Its name in the data.
    pub id: String,
    /// Words for people.
    #[serde(default)]
    pub name: String,
    /// `closed` or `open` at the start.
    #[serde(default)]
    pub state: Option<String>,
    /// The only point from which the bolt can be used (BRD-04).
    #[serde(default)]
    pub lock_side: Option<Point>,
    /// One or two leaves.
    pub leaves: Vec<LeafSpec>,
}

/// A window.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct WindowSpec {
    /// Its name in the data.
    pub id: String,
    /// The edge it closes.
    pub edge: EdgeRef,
    /// The only point it is worked from (BAS-OUV-03).
    pub inside: Point,
    /// The point across.
    pub outside: Point,
}

/// One glass panel of a phone booth.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct PanelSpec {
    /// Its name in the data.
    pub id: String,
    /// The edge it closes.
    pub edge: EdgeRef,
}

/// A phone booth (BRD-05).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct BoothSpec {
    /// Its name in the data.
    pub id: String,
    /// Its point.
    pub point: Point,
    /// Its panels.
    pub panels: Vec<PanelSpec>,
}

/// A telephone: used or destroyed from `point`, facing `face`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct PhoneSpec {
    /// Its name in the data.
    pub id: String,
    /// Its point.
    pub point: Point,
    /// The direction to face.
    pub face: Dir,
}

/// A stair point with its axis (BAS-MOV-04).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct StairSpec {
    /// Its name in the data.
    pub id: String,
    /// The stair point, level 1.
    pub point: Point,
    /// The point below.
    pub bottom: Point,
    /// The point above.
    pub top: Point,
}

/// A piece of furniture at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct PieceSpec {
    /// Its name in the data.
    pub id: String,
    /// The kind of piece.
    pub kind: PieceKind,
    /// Its points: a full rectangle (BRD-06).
    pub cells: Vec<Point>,
}

/// Chairs at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct ChairsSpec {
    /// One point each.
    pub points: Vec<Point>,
}

/// A bottle at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct BottleSpec {
    /// Its point.
    pub point: Point,
    /// On the furniture, or on the ground (written `floor` or `ground`).
    pub layer: Layer,
}

/// Bottles at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct BottlesSpec {
    /// Whole bottles.
    pub whole: Vec<BottleSpec>,
}

/// A loose weapon that a scenario may switch on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct LooseSpec {
    /// What lies there.
    pub item: ItemKind,
    /// Its point.
    pub point: Point,
    /// Where on the point.
    pub layer: Layer,
}

/// A start zone (BRD-08).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct ZoneSpec {
    /// Words for people.
    #[serde(default)]
    pub name: String,
    /// Its points, in order.
    pub points: Vec<Point>,
}

/// The `[board]` table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct BoardHead {
    /// Its name.
    pub id: String,
    /// Rows of points.
    pub rows: u8,
    /// Columns of points.
    pub cols: u8,
    /// `2 rows + 1` lines of `2 cols + 1` characters: points at odd places, edges between them.
    pub map: String,
}

/// A board as data: what the TOML file holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub struct BoardSpec {
    /// Name, size and map.
    pub board: BoardHead,
    /// What each character of the map is.
    pub terrain: BTreeMap<char, Terrain>,
    /// Stair points.
    #[serde(default)]
    pub stairs: Vec<StairSpec>,
    /// Doors.
    #[serde(default)]
    pub doors: Vec<DoorSpec>,
    /// Windows.
    #[serde(default)]
    pub windows: Vec<WindowSpec>,
    /// Phone booths.
    #[serde(default)]
    pub booths: Vec<BoothSpec>,
    /// Telephones.
    #[serde(default)]
    pub phones: Vec<PhoneSpec>,
    /// Furniture.
    #[serde(default)]
    pub furniture: Vec<PieceSpec>,
    /// Chairs.
    #[serde(default)]
    pub chairs: ChairsSpec,
    /// Bottles.
    #[serde(default)]
    pub bottles: BottlesSpec,
    /// Loose weapons a scenario may switch on.
    #[serde(default)]
    pub optional_weapons: Vec<LooseSpec>,
    /// Start zones by letter.
    #[serde(default)]
    pub start_zones: BTreeMap<String, ZoneSpec>,
}

/// What lies between two orthogonal neighbours, as built. Doors move: see `super::space`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Nothing.
    Open,
    /// A wall.
    Wall,
    /// A leaf of a door: door number, leaf number.
    Door(u8, u8),
    /// A window, by number.
    Window(u8),
    /// A booth panel, by number over all booths.
    Panel(u8),
}

/// A board ready for use.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The data it was read from.
    pub spec: Arc<BoardSpec>,
    cells: Vec<Terrain>,
    east: Vec<Edge>,
    south: Vec<Edge>,
    panels: Vec<EdgeRef>,
    /// Points that an open leaf may rest beside (BRD-03).
    swept: Vec<bool>,
}

/// The largest board side, in points.
pub const MAX_SIDE: u8 = 40;

impl Board {
    /// Builds a board from its data. Every fault found is listed, one a line.
    pub fn new(spec: BoardSpec) -> Result<Self, String> {
        let (rows, cols) = (spec.board.rows, spec.board.cols);
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            return Err(format!("a board has 1 to {MAX_SIDE} rows and columns, not {rows} x {cols}"));
        }
        let mut faults = Vec::new();
        let map: Vec<Vec<char>> = spec.board.map.lines().map(|line| line.chars().collect()).collect();
        let at = |y: usize, x: usize| map.get(y).and_then(|line| line.get(x)).copied().unwrap_or(' ');
        let panels: Vec<EdgeRef> = spec.booths.iter().flat_map(|b| &b.panels).map(|p| p.edge).collect();
        let size = usize::from(rows) * usize::from(cols);
        let mut board = Self {
            cells: Vec::with_capacity(size),
            east: Vec::new(),
            south: Vec::new(),
            panels,
            swept: Vec::new(),
            spec: Arc::new(spec),
        };
        for r in 1..=rows {
            for c in 1..=cols {
                let (y, x) = (usize::from(r) * 2 - 1, usize::from(c) * 2 - 1);
                let p = Point::new(r, c);
                let terrain = board.spec.terrain.get(&at(y, x)).copied().unwrap_or_else(|| {
                    faults.push(format!("the map has no known terrain at [{r}, {c}]"));
                    Terrain { name: Ground::Hall, level: 0, zone: Zone::Inside }
                });
                board.cells.push(terrain);
                let east = board.read_edge(at(y, x + 1), p, Dir::E, &mut faults);
                let south = board.read_edge(at(y + 1, x), p, Dir::S, &mut faults);
                board.east.push(east);
                board.south.push(south);
            }
        }
        board.check(&mut faults);
        let leaves = || board.spec.doors.iter().flat_map(|door| &door.leaves);
        let swept = board.points().map(|p| leaves().any(|leaf| leaf.swept == p || leaf.hinge == p));
        board.swept = swept.collect();
        if faults.is_empty() { Ok(board) } else { Err(faults.join("\n")) }
    }

    fn read_edge(&self, ch: char, p: Point, dir: Dir, faults: &mut Vec<String>) -> Edge {
        let q = p.step(dir);
        let same = |edge: EdgeRef| {
            (edge.point() == p && edge.across() == q) || (edge.point() == q && edge.across() == p)
        };
        let found = match ch {
            '-' | '|' | '+' => Some(Edge::Wall),
            'D' => self.spec.doors.iter().enumerate().find_map(|(d, door)| {
                let leaf = door.leaves.iter().position(|leaf| same(leaf.edge))?;
                Some(Edge::Door(d as u8, leaf as u8))
            }),
            'F' => self.spec.windows.iter().position(|w| same(w.edge)).map(|w| Edge::Window(w as u8)),
            'P' => self.panels.iter().position(|edge| same(*edge)).map(|n| Edge::Panel(n as u8)),
            _ => Some(Edge::Open),
        };
        found.unwrap_or_else(|| {
            faults.push(format!("“{ch}” between [{}, {}] and [{}, {}] is not declared", p.r, p.c, q.r, q.c));
            Edge::Wall
        })
    }

    /// The faults of what the map does not show: things off the grid, doors without their edge, broken footprints.
    fn check(&self, faults: &mut Vec<String>) {
        let spec = &self.spec;
        let mut on_grid = |p: Point, what: &str| {
            if !self.contains(p) {
                faults.push(format!("{what} [{}, {}] is off the board", p.r, p.c));
            }
        };
        for (d, door) in spec.doors.iter().enumerate() {
            for (l, leaf) in door.leaves.iter().enumerate() {
                on_grid(leaf.swept, &door.id);
                on_grid(leaf.hinge, &door.id);
                let _ = (d, l);
            }
        }
        for point in &spec.chairs.points {
            on_grid(*point, "chair");
        }
        for bottle in &spec.bottles.whole {
            on_grid(bottle.point, "bottle");
        }
        for loose in &spec.optional_weapons {
            on_grid(loose.point, "weapon");
        }
        for phone in &spec.phones {
            on_grid(phone.point, &phone.id);
        }
        for (name, zone) in &spec.start_zones {
            for point in &zone.points {
                on_grid(*point, &format!("start zone {name}"));
            }
        }
        for stair in &spec.stairs {
            for point in [stair.point, stair.bottom, stair.top] {
                on_grid(point, &stair.id);
            }
        }
        for piece in &spec.furniture {
            for cell in &piece.cells {
                on_grid(*cell, &piece.id);
            }
        }
        for (d, door) in spec.doors.iter().enumerate() {
            if door.leaves.is_empty() || door.leaves.len() > 2 {
                faults.push(format!("{} has {} leaves, not 1 or 2", door.id, door.leaves.len()));
            }
            for (l, leaf) in door.leaves.iter().enumerate() {
                let dir = leaf.edge.2.dir();
                if self.edge(leaf.edge.point(), dir) != Edge::Door(d as u8, l as u8) {
                    faults.push(format!("the map has no “D” for leaf {l} of {}", door.id));
                }
                if leaf.swept != leaf.edge.point() && leaf.swept != leaf.edge.across() {
                    faults.push(format!("leaf {l} of {} does not swing over an end of its edge", door.id));
                }
                if leaf.swept.distance(leaf.hinge) != 1 {
                    faults.push(format!("leaf {l} of {}: the hinge is not beside the swept point", door.id));
                }
            }
        }
        for (w, window) in spec.windows.iter().enumerate() {
            if self.edge(window.edge.point(), window.edge.2.dir()) != Edge::Window(w as u8) {
                faults.push(format!("the map has no “F” for {}", window.id));
            }
        }
        for piece in &spec.furniture {
            if super::scene::Cells::from_points(&piece.cells).is_none() {
                faults.push(format!("{} does not fill a rectangle of 1 to 6 points", piece.id));
            }
        }
        if spec.furniture.len() > 120 || spec.chairs.points.len() + spec.bottles.whole.len() > 120 {
            faults.push("a board holds at most 120 pieces of furniture and 120 objects".to_owned());
        }
    }

    /// Rows of points.
    pub fn rows(&self) -> u8 {
        self.spec.board.rows
    }

    /// Columns of points.
    pub fn cols(&self) -> u8 {
        self.spec.board.cols
    }

    /// Whether the point is on the grid.
    pub fn contains(&self, p: Point) -> bool {
        (1..=self.rows()).contains(&p.r) && (1..=self.cols()).contains(&p.c)
    }

    /// Every point, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<'_> {
        (1..=self.rows()).flat_map(move |r| (1..=self.cols()).map(move |c| Point::new(r, c)))
    }

    /// A dense index of a point on the grid.
    pub fn index(&self, p: Point) -> usize {
        usize::from(p.r - 1) * usize::from(self.cols()) + usize::from(p.c - 1)
    }

    /// Whether some leaf, open, may rest on an edge of the point.
    pub fn is_swept(&self, p: Point) -> bool {
        self.contains(p) && self.swept[self.index(p)]
    }

    /// The terrain of a point; `None` off the grid.
    pub fn terrain(&self, p: Point) -> Option<Terrain> {
        self.contains(p).then(|| self.cells[self.index(p)])
    }

    /// The level of the ground of a point. The bar counter stands on level 0 (section 20.1); off the grid is 0.
    pub fn base(&self, p: Point) -> u8 {
        match self.terrain(p) {
            Some(t) if t.name == Ground::BarCounter => 0,
            Some(t) => t.level,
            None => 0,
        }
    }

    /// Whether the point is bar counter.
    pub fn is_bar(&self, p: Point) -> bool {
        self.terrain(p).is_some_and(|t| t.name == Ground::BarCounter)
    }

    /// The stair whose point this is.
    pub fn stair(&self, p: Point) -> Option<&StairSpec> {
        self.spec.stairs.iter().find(|stair| stair.point == p)
    }

    /// Whether two neighbours are joined by the axis of a stair (BAS-MOV-04).
    pub fn on_stair_axis(&self, p: Point, q: Point) -> bool {
        self.spec.stairs.iter().any(|s| {
            (s.point == p && (s.bottom == q || s.top == q)) || (s.point == q && (s.bottom == p || s.top == p))
        })
    }

    /// Returns what was built on the edge in an orthogonal direction; the border is open (BRD-07).
    pub fn edge(&self, p: Point, dir: Dir) -> Edge {
        let (from, list) = match dir {
            Dir::E => (p, &self.east),
            Dir::W => (p.step(Dir::W), &self.east),
            Dir::S => (p, &self.south),
            _ => (p.step(Dir::N), &self.south),
        };
        if !self.contains(from) || !self.contains(p) {
            return Edge::Open;
        }
        list[self.index(from)]
    }

    /// Every booth panel in order.
    pub fn panels(&self) -> &[EdgeRef] {
        &self.panels
    }

    /// The leaf of a door.
    pub fn leaf(&self, door: u8, leaf: u8) -> &LeafSpec {
        &self.spec.doors[door as usize].leaves[leaf as usize]
    }
}
