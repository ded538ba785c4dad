#![allow(dead_code, reason = "chapters use different parts of the harness")]
//! A moment of a game as text, given dice, and the expected result.
//!
//! ```text
//! Case::new("A . T T h", "A 0 >3 FOR5 DEX4 [matraque]; B 1 >7 at=1,3 top")
//!     .orders("A M3/CP; B -/-")
//!     .dice("8:3 20:15")
//!     .answers(&["fist"])
//!     .expect("A at 1,2; B TR 8; told BAS-CBT-10")
//!     .check();
//! ```
//!
//! The board: points at even columns of even lines, edges between them, as in the maps of the data files. Points: `.`
//! hall, `,` street, `=` stage, `#` bar counter, `^` stairs, `~` WC, `:` behind the bar; `T` table, `Q` pinball, `Y`
//! baby-foot, `V` video game (neighbours of one kind in a line of two are one piece); `h` chair, `o` whole bottle, `x`
//! glass; `A` to `G` figures on the hall. A symbol with `_` behind it stands on the stage. Edges: `-` `|` wall, `D`
//! door leaf, `F` window, `P` panel. A figure that the drawing cannot show says `at=r,c`.
//!
//! Figures: letter, seat, `>facing`, characteristics (`FOR5`; what is left of 16 goes to the others), `prone`,
//! `top`, `stun2`, `T3` `TR0` … points left, `holds=B`, `owes`, and `[equipment]` (clothing is worn unless
//! written `casque:carried`). Ranks follow the order of the list. With a single seat, a bystander `Z` of another one
//! stands behind a wall.

mod draw;
mod play;
mod start;
mod verify;

use std::collections::BTreeMap;

use bagarre_baston::testkit::command::Instructions;
use bagarre_baston::testkit::ids::{Dec, ItemKind, Part};
use bagarre_baston::testkit::order::Sequence;
use bagarre_baston::testkit::save::Position;
use bagarre_baston::testkit::scene::{Item, Layer, Place};
use bagarre_baston::testkit::setup::Options;
use bagarre_kit::grid::Point;
use serde_json::{Value, json};

pub use play::Played;
use start::parse_figure;

type Tweak = Box<dyn Fn(&mut Position)>;

/// A case: a moment, what is done, and what must come of it.
pub struct Case {
    board: Value,
    cells: BTreeMap<char, Point>,
    figures: Vec<Fig>,
    orders: BTreeMap<char, [Sequence; 3]>,
    instructions: BTreeMap<char, Instructions>,
    items: Vec<(ItemKind, Point, Layer)>,
    glass: Vec<Point>,
    options: Options,
    standing: Vec<Dec>,
    dice: String,
    answers: Vec<String>,
    defaults: bool,
    sequences: u8,
    scenario: String,
    whole_turn: bool,
    expected: String,
    tweak: Vec<Tweak>,
}

#[derive(Clone, Debug)]
struct Fig {
    letter: char,
    seat: u8,
    facing: u8,
    at: Option<Point>,
    stats: BTreeMap<String, u8>,
    kit: Vec<(ItemKind, bool)>,
    words: Vec<String>,
}

/// An object kind by the name of the data files.
pub fn kind(name: &str) -> ItemKind {
    *ItemKind::ALL.iter().find(|kind| kind.id() == name).unwrap_or_else(|| panic!("no object {name}"))
}

/// A point written `r,c`.
pub fn point(text: &str) -> Point {
    let (r, c) = text.split_once(',').unwrap_or_else(|| panic!("{text} is not r,c"));
    Point::new(r.trim().parse().unwrap(), c.trim().parse().unwrap())
}

/// A board without edges: rows separated by ` / `.
pub fn grid(rows: &str) -> String {
    rows.replace(" / ", "\n+\n")
}

/// An object on the board, for a last touch on a position.
pub fn lying(name: &str, at: &str, layer: Layer) -> Item {
    Item { kind: kind(name), place: Place::At(point(at), layer) }
}

fn part_of(text: &str) -> Option<Part> {
    match text {
        "T" => Some(Part::T),
        "TR" => Some(Part::Tr),
        "BD" => Some(Part::Bd),
        "BG" => Some(Part::Bg),
        "J" => Some(Part::J),
        _ => None,
    }
}

impl Case {
    /// A board and the figures on it.
    pub fn new(board: &str, figures: &str) -> Self {
        let figures: Vec<Fig> =
            figures.split(';').map(str::trim).filter(|text| !text.is_empty()).map(parse_figure).collect();
        let mut case = Self {
            board: Value::Null,
            cells: BTreeMap::new(),
            figures,
            orders: BTreeMap::new(),
            instructions: BTreeMap::new(),
            items: Vec::new(),
            glass: Vec::new(),
            options: Options::default(),
            standing: Vec::new(),
            dice: String::new(),
            answers: Vec::new(),
            defaults: false,
            sequences: 1,
            scenario: "SCN-00".to_owned(),
            whole_turn: false,
            expected: String::new(),
            tweak: Vec::new(),
        };
        case.draw(board);
        case
    }

    /// Orders: `A M3/CP -/- -/-; B CS…` (what is left out rests).
    pub fn orders(mut self, text: &str) -> Self {
        for entry in text.split(';').map(str::trim).filter(|entry| !entry.is_empty()) {
            let mut words = entry.split_whitespace();
            let letter = words.next().unwrap().chars().next().unwrap();
            let mut orders = [Sequence::REST; 3];
            for (order, word) in orders.iter_mut().zip(words) {
                *order = word.parse().unwrap_or_else(|fault| panic!("{fault}"));
            }
            self.orders.insert(letter, orders);
        }
        self
    }

    /// Dice in the order they are drawn, `sides:face`.
    pub fn dice(mut self, text: &str) -> Self {
        text.clone_into(&mut self.dice);
        self
    }

    /// Answers in the order they are asked: `no`, `yes`, `fist`, `single`, `strike`, `spare`, `element`, an object
    /// kind (the first carried or reachable one offered), a part (`TR`), `facing 3`, `victim B`, `puton casque`,
    /// `throw cran a 1,5` (`t` for tactical), or the JSON of a choice. `default` takes the default.
    pub fn answers(mut self, list: &[&str]) -> Self {
        self.answers = list.iter().map(|text| (*text).to_owned()).collect();
        self
    }

    /// Every question takes its default (after the given answers).
    pub fn defaults(mut self) -> Self {
        self.defaults = true;
        self
    }

    /// How many sequences are played: 1 unless said.
    pub fn sequences(mut self, n: u8) -> Self {
        self.sequences = n;
        self
    }

    /// An object lying somewhere.
    pub fn item(mut self, name: &str, at: &str, layer: Layer) -> Self {
        self.items.push((kind(name), point(at), layer));
        self
    }

    /// House options.
    pub fn options(mut self, change: impl Fn(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    /// Standing answers of seat 0.
    pub fn standing(mut self, decisions: &[Dec]) -> Self {
        self.standing = decisions.to_vec();
        self
    }

    /// Instructions on a sheet.
    pub fn instructions(mut self, letter: char, list: Instructions) -> Self {
        self.instructions.insert(letter, list);
        self
    }

    /// Another scenario.
    pub fn scenario(mut self, id: &str) -> Self {
        id.clone_into(&mut self.scenario);
        self
    }

    /// Doors, windows, booths, phones and stairs as in the data files, by table name.
    pub fn with(mut self, table: &str, value: Value) -> Self {
        match self.board[table].as_array_mut() {
            Some(list) => list.push(value),
            None => self.board[table] = json!([value]),
        }
        self
    }

    /// Start zones, for scenarios that place by zone.
    pub fn with_zones(mut self, zones: Value) -> Self {
        self.board["start_zones"] = zones;
        self
    }

    /// Plays the end of the turn too.
    pub fn whole_turn(mut self) -> Self {
        self.whole_turn = true;
        self
    }

    /// Glass debris where the drawing cannot show it.
    pub fn glass(mut self, at: &str) -> Self {
        self.glass.push(point(at));
        self
    }

    /// The axis of a stair point drawn `^`.
    pub fn stairs(self, at: &str, bottom: &str, top: &str) -> Self {
        let (at, bottom, top) = (point(at), point(bottom), point(top));
        self.with("stairs", json!({ "id": "st", "point": at, "bottom": bottom, "top": top }))
    }

    /// A window drawn `F`: edge `r,c,side`, the point it is worked from, the point across.
    pub fn window(self, edge: (u8, u8, &str), inside: &str, outside: &str) -> Self {
        let n = self.board["windows"].as_array().map_or(0, Vec::len);
        let (inside, outside) = (point(inside), point(outside));
        self.with(
            "windows",
            json!({ "id": format!("w{n}"), "edge": [edge.0, edge.1, edge.2], "inside": inside, "outside": outside }),
        )
    }

    /// A door of one leaf: edge `r,c,side`, the point it swings over, its hinge.
    pub fn door(self, edge: (u8, u8, &str), swept: &str, hinge: &str) -> Self {
        let n = self.board["doors"].as_array().map_or(0, Vec::len);
        let (swept, hinge) = (point(swept), point(hinge));
        self.with(
            "doors",
            json!({ "id": format!("d{n}"), "leaves": [{ "edge": [edge.0, edge.1, edge.2],
                "swept": [swept.r, swept.c], "hinge": [hinge.r, hinge.c] }] }),
        )
    }

    /// A last touch on the position.
    pub fn tweak(mut self, change: impl Fn(&mut Position) + 'static) -> Self {
        self.tweak.push(Box::new(change));
        self
    }

    /// What must be true in the end: phrases separated by `;`. `A at 1,2`, `A faces 3`, `A prone`, `A stands`,
    /// `A top`, `A ground`, `A stun 2` (left in the end), `A gained 2` (received), `A TR 8`, `A out`, `A left`,
    /// `A in`, `A carries cran`, `A lacks cran`, `A wears casque`, `A holds B`, `A free`, `A owes`, `told BAS-…`,
    /// `tells BAS-… BAS-…` (in this order), `untold BAS-…`, `asked DEC-08`, `unasked DEC-08`, `glass 1,2`,
    /// `no glass 1,2`, `lies canette 1,2`, `none canette` (every one gone or carried), `piece 0 1,2 1,3`,
    /// `piece 0 gone`, `piece 0 overturned`, `leaf 0 open`, `leaf 0 shut`, `door 0 destroyed`, `window 0 open`,
    /// `score 0 3`.
    pub fn expect(mut self, text: &str) -> Self {
        self.expected.push_str(text);
        self.expected.push(';');
        self
    }
}
