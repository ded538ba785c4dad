#![allow(dead_code, reason = "chapters use different parts of the harness")]
//! A moment of a game as text, given dice, and what must come of it.
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
//! The board: points at even columns of even lines, edges between them, as in the maps of the data files. Points:
//! `.` hall, `,` street, `=` stage, `#` bar counter, `^` stairs, `~` WC, `:` behind the bar; `T` table, `Q`
//! pinball, `Y` baby-foot, `V` video game (neighbours of one kind in a line of two are one piece); `h` chair, `o`
//! whole bottle, `x` glass; `A` to `G` figures on the hall. Whatever has `_` behind it stands on the stage.
//! Edges: `-` `|` wall, `D` door leaf, `F` window, `P` panel. A figure that the drawing cannot show says `at=r,c`.
//!
//! Figures: letter, seat, `>facing`, characteristics (`FOR5`; what is left of 16 goes to the others), `prone`,
//! `top`, `stun2`, `T3` `TR0` … points left, `holds=B`, `owes`, and `[equipment]` (clothing is worn unless
//! written `casque:carried`). Ranks follow the order of the list. With a single seat, a bystander `Z` of another one
//! stands behind a wall.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bagarre_rules::baston::Baston;
use bagarre_rules::baston::board::BoardSpec;
use bagarre_rules::baston::command::{Choice, Command, Instructions, Sheet, Standing};
use bagarre_rules::baston::event::{Event, Fact, Need, Unit, What};
use bagarre_rules::baston::ids::{Dec, ItemId, ItemKind, Part, Who};
use bagarre_rules::baston::order::Sequence;
use bagarre_rules::baston::save::Position;
use bagarre_rules::baston::scene::{Fate, Item, Layer, Phase, Place};
use bagarre_rules::baston::setup::{Band, Character, Options, Purchase, Setup};
use bagarre_rules::baston::state::{Frame, Sealed, State};
use bagarre_rules::contract::{Actor, Next, Ruleset, Seat};
use bagarre_rules::dice::{Dice, Scripted};
use bagarre_rules::kit::grid::{Dir, Point};
use serde_json::{Value, json};

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
    tweak: Vec<Box<dyn Fn(&mut Position)>>,
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

/// What a case came to.
pub struct Played {
    /// The state in the end.
    pub state: State,
    /// Everything told.
    pub facts: Vec<Fact>,
    /// Decisions that were asked, in order.
    pub asked: Vec<Dec>,
    letters: BTreeMap<char, Who>,
    dice_left: usize,
    problem: Option<String>,
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
    pub fn standing(mut self, decisions: &[u8]) -> Self {
        self.standing = decisions.iter().map(|n| Dec(*n)).collect();
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

    /// What must be true in the end: phrases separated by `;`. `A at 1,2`, `A faces 3`, `A prone`, `A stands`, `A top`,
    /// `A ground`, `A stun 2` (left in the end), `A gained 2` (received), `A TR 8`, `A out`, `A left`, `A in`, `A carries cran`, `A lacks cran`, `A wears casque`,
    /// `A holds B`, `A free`, `A owes`, `told BAS-…`, `tells BAS-… BAS-…` (in this order), `untold BAS-…`, `asked DEC-08`, `unasked DEC-08`, `glass 1,2`,
    /// `no glass 1,2`, `lies canette 1,2`, `none canette` (every one gone or carried), `piece 0 1,2 1,3`, `piece 0 gone`,
    /// `piece 0 overturned`, `leaf 0 open`, `leaf 0 shut`, `door 0 destroyed`, `window 0 open`, `score 0 3`.
    pub fn expect(mut self, text: &str) -> Self {
        self.expected.push_str(text);
        self.expected.push(';');
        self
    }

    fn draw(&mut self, text: &str) {
        let mut lines: Vec<Vec<char>> =
            text.trim_matches('\n').lines().map(|line| line.chars().collect()).collect();
        // Edge lines may start with spaces: the indent is that of the point lines.
        let indent =
            lines.iter().step_by(2).map(|line| line.iter().take_while(|ch| **ch == ' ').count()).min();
        for line in &mut lines {
            line.drain(..indent.unwrap_or(0).min(line.len()));
        }
        let width = lines.iter().map(Vec::len).max().unwrap_or(1).div_ceil(2);
        let height = lines.len().div_ceil(2);
        let alone = self.figures.iter().map(|fig| fig.seat).all(|seat| seat == self.figures[0].seat);
        if alone {
            self.figures.push(parse_figure(&format!(
                "Z {} >1 at={},1",
                1 - self.figures[0].seat.min(1),
                height + 1
            )));
        }
        let rows = if alone { height + 1 } else { height };
        let at = |y: usize, x: usize| lines.get(y).and_then(|line| line.get(x)).copied();
        let mut map = vec![vec![' '; 2 * width + 1]; 2 * rows + 1];
        let mut pieces: Vec<(&str, Vec<Point>, char)> = Vec::new();
        let mut chairs = Vec::new();
        for r in 0..rows {
            for c in 0..width {
                let p = Point::new(r as u8 + 1, c as u8 + 1);
                let ch = if r < height { at(2 * r, 2 * c).unwrap_or('.') } else { '.' };
                let stage = r < height && at(2 * r, 2 * c + 1) == Some('_');
                let ground = match ch {
                    _ if stage => 'E',
                    ',' => 's',
                    '=' => 'E',
                    '#' => 'B',
                    '^' => '^',
                    '~' => 'w',
                    ':' => 'b',
                    _ => '.',
                };
                match ch {
                    'T' | 'Q' | 'Y' | 'V' => self.add_cell(&mut pieces, ch, p),
                    'h' => chairs.push(json!([p.r, p.c])),
                    'o' => self.items.push((ItemKind::Canette, p, Layer::Ground)),
                    'x' => self.glass.push(p),
                    'A'..='G' => {
                        self.cells.insert(ch, p);
                    }
                    _ => {}
                }
                map[2 * r + 1][2 * c + 1] = ground;
                if r < height {
                    map[2 * r + 1][2 * c + 2] = edge(at(2 * r, 2 * c + 1));
                    map[2 * r + 2][2 * c + 1] = edge(at(2 * r + 1, 2 * c));
                }
                if alone && r + 1 == height {
                    map[2 * r + 2][2 * c + 1] = '-';
                }
            }
        }
        let map: Vec<String> = map.into_iter().map(|line| line.into_iter().collect()).collect();
        let furniture: Vec<Value> = pieces
            .iter()
            .enumerate()
            .map(|(n, (name, cells, _))| {
                let cells: Vec<_> = cells.iter().map(|p| json!([p.r, p.c])).collect();
                json!({ "id": format!("f{n}"), "kind": name, "cells": cells })
            })
            .collect();
        let ground =
            |name: &str, level: u8, zone: &str| json!({ "name": name, "level": level, "zone": zone });
        self.board = json!({
            "board": { "id": "test", "rows": rows, "cols": width, "map": map.join("\n") },
            "terrain": {
                ".": ground("hall", 0, "inside"), "s": ground("sidewalk", 0, "street"),
                "E": ground("stage", 2, "inside"), "B": ground("bar_counter", 2, "inside"),
                "^": ground("stairs", 1, "inside"), "w": ground("wc", 0, "inside"),
                "b": ground("behind_bar", 0, "inside"),
            },
            "furniture": furniture,
            "chairs": { "points": chairs },
        });
    }

    fn add_cell(&self, pieces: &mut Vec<(&str, Vec<Point>, char)>, ch: char, p: Point) {
        let name = match ch {
            'T' => "table",
            'Q' => "pinball",
            'Y' => "babyfoot",
            _ => "video",
        };
        let room = if ch == 'V' { 1 } else { 2 };
        let beside = pieces.iter_mut().find(|(_, cells, mark)| {
            let near = cells.iter().any(|q| q.distance(p) == 1 && (q.r == p.r || q.c == p.c));
            *mark == ch && cells.len() < room && near
        });
        match beside {
            Some((_, cells, _)) => cells.push(p),
            None => pieces.push((name, vec![p], ch)),
        }
    }

    fn setup(&self) -> Setup {
        let seats = self.figures.iter().map(|fig| fig.seat).max().unwrap_or(0) + 1;
        let bands = (0..seats)
            .map(|seat| Band {
                name: format!("seat {seat}"),
                characters: self.figures.iter().filter(|fig| fig.seat == seat).map(character).collect(),
            })
            .collect();
        let board: BoardSpec = serde_json::from_value(self.board.clone()).unwrap();
        Setup {
            scenario: self.scenario.clone(),
            board: Some(board),
            turns: None,
            options: self.options,
            bands,
        }
    }

    /// Characters are numbered by seat, then in the order of the list.
    fn letters(&self) -> BTreeMap<char, Who> {
        let mut order: Vec<&Fig> = self.figures.iter().collect();
        order.sort_by_key(|fig| fig.seat);
        order.iter().enumerate().map(|(n, fig)| (fig.letter, Who(n as u8))).collect()
    }

    /// The position before anything is played.
    pub fn position(&self) -> Position {
        let setup = self.setup();
        let mut position = Baston::position(&Baston::new(&setup).unwrap_or_else(|fault| panic!("{fault}")));
        position.stack = None;
        let letters = self.letters();
        let scene = &mut position.scene;
        (scene.turn, scene.phase) = (1, Phase::Programming);
        for (kind, at, layer) in &self.items {
            scene.items.push(Item { kind: *kind, place: Place::At(*at, *layer) });
        }
        scene.glass.clone_from(&self.glass);
        scene.glass.sort();
        for (rank, fig) in self.figures.iter().enumerate() {
            let who = letters[&fig.letter];
            for (kind, _) in fig.kit.iter().filter(|(kind, _)| found(*kind)) {
                scene.items.push(Item { kind: *kind, place: Place::Carried(who) });
            }
            let figure = &mut scene.figures[who.i()];
            figure.fate = Fate::In;
            figure.rank = rank as u8 + 1;
            figure.at = fig.at.or_else(|| self.cells.get(&fig.letter).copied()).unwrap_or_else(|| {
                panic!("{} is nowhere", fig.letter);
            });
            figure.facing = Dir::from_number(fig.facing).unwrap();
            for word in &fig.words {
                tune(figure, word, &letters);
            }
        }
        for fig in &self.figures {
            if let Some(held) = fig.words.iter().find_map(|word| word.strip_prefix("holds=")) {
                let (who, victim) = (letters[&fig.letter], letters[&held.chars().next().unwrap()]);
                position.scene.figures[who.i()].holding = Some(victim);
                position.scene.figures[victim.i()].held_by = Some(who);
            }
        }
        if !self.standing.is_empty() {
            position.standing[0] = Standing { defaults: self.standing.clone() };
        }
        for change in &self.tweak {
            change(&mut position);
        }
        position
    }

    /// Plays the case.
    pub fn play(&self) -> Played {
        let letters = self.letters();
        let mut state =
            Baston::from_position(&self.position()).unwrap_or_else(|fault| panic!("the position: {fault}"));
        let mut dice = Scripted::parse(&self.dice).expect("dice are written sides:face");
        let mut answers = self.answers.iter();
        let mut played = Played {
            state: state.clone(),
            facts: Vec::new(),
            asked: Vec::new(),
            letters: letters.clone(),
            dice_left: 0,
            problem: None,
        };
        loop {
            if self.finished(&state) {
                break;
            }
            let event = match Baston::next(&state) {
                Next::Over(_) => break,
                Next::Do(event) => event,
                Next::Roll(roll) => match dice.roll(&roll) {
                    Ok(faces) => Baston::rolled(&state, &roll, &faces),
                    Err(fault) => {
                        played.problem = Some(fault.to_string());
                        break;
                    }
                },
                Next::Ask { seats, .. } => {
                    let seat = seats.iter().next().expect("somebody is asked");
                    match self.command(&state, seat, &letters, &mut answers, &mut played) {
                        Ok(command) => match Baston::decide(&state, Actor::Seat(seat), &command) {
                            Ok(event) => event,
                            Err(refusal) => {
                                played.problem = Some(format!("refused: {refusal}"));
                                break;
                            }
                        },
                        Err(problem) => {
                            played.problem = Some(problem);
                            break;
                        }
                    }
                }
            };
            Baston::apply(&mut state, &event);
            match event {
                Event::Began { facts, .. }
                | Event::Rolled { facts, .. }
                | Event::Answered { facts, .. }
                | Event::Dropped { facts } => played.facts.extend(facts),
                _ => {}
            }
        }
        if played.problem.is_none() && answers.len() > 0 {
            played.problem = Some(format!("{} answers are left", answers.len()));
        }
        played.dice_left = dice.left();
        played.state = state;
        played
    }

    fn finished(&self, state: &State) -> bool {
        match state.stack.last() {
            Some(Frame::Todo(Unit::Sequence)) => state.scene.sequence >= self.sequences,
            Some(Frame::Rewriting(_)) => state.scene.sequence >= self.sequences,
            Some(Frame::Todo(Unit::EndTurn)) => !self.whole_turn,
            Some(Frame::Todo(Unit::Turn)) => true,
            _ => false,
        }
    }

    fn command(
        &self,
        state: &State,
        seat: Seat,
        letters: &BTreeMap<char, Who>,
        answers: &mut std::slice::Iter<'_, String>,
        played: &mut Played,
    ) -> Result<Command, String> {
        if let Some(Frame::Work(work)) = state.stack.last()
            && let Need::Ask(question) = &work.need
        {
            played.asked.push(question.dec);
            let choice = match answers.next() {
                Some(text) => choose(text, question.options.as_slice(), question.default, state, letters)
                    .ok_or_else(|| {
                        format!("“{text}” is not offered for {:?}: {:?}", question.dec, question.options)
                    })?,
                None if self.defaults => question.default_choice(),
                None => return Err(format!("unexpected question: {question:?}")),
            };
            return Ok(Command::Answer { question: question.id, choice });
        }
        if matches!(state.stack.last(), Some(Frame::Rewriting(_))) {
            return Ok(Baston::default_answer(state, seat));
        }
        Ok(self.programme(state, seat))
    }

    /// The programme of a seat: what the case orders.
    pub fn programme(&self, state: &State, seat: Seat) -> Command {
        let letters = self.letters();
        let sheets = letters
            .iter()
            .filter(|(_, who)| state.seat_of(**who) == seat && state.scene.figure(**who).in_play())
            .map(|(letter, who)| Sheet {
                who: *who,
                orders: self.orders.get(letter).copied().unwrap_or([Sequence::REST; 3]),
                instructions: self.instructions.get(letter).cloned().unwrap_or_default(),
            })
            .collect();
        Command::Programme { turn: state.scene.turn, sheets: Sealed(sheets) }
    }

    /// Plays the case and compares; leftover dice fail.
    #[track_caller]
    pub fn check(self) -> Played {
        let played = self.play();
        let mut faults: Vec<String> = played.problem.iter().cloned().collect();
        if played.dice_left > 0 {
            faults.push(format!("{} dice are left over", played.dice_left));
        }
        let phrases = self.expected.split(';').map(str::trim).filter(|phrase| !phrase.is_empty());
        faults.extend(phrases.filter_map(|phrase| played.verify(phrase).err()));
        assert!(faults.is_empty(), "\n{}\n\nWhat happened:\n{}", faults.join("\n"), played.story());
        played
    }
}

impl Played {
    /// A character by letter.
    pub fn who(&self, letter: char) -> Who {
        self.letters[&letter]
    }

    /// Ids of the rules told, in order.
    pub fn rules(&self) -> Vec<&str> {
        self.facts.iter().map(|fact| fact.rule.id()).collect()
    }

    /// Fails if a rest was ever owed by a character.
    #[track_caller]
    pub fn never_owed(&self, letter: char) {
        let who = self.who(letter);
        let owed = self.told(|what| matches!(what, What::Owes { who: other, owes: true } if *other == who));
        assert!(!owed, "{letter} owed a rest:\n{}", self.story());
    }

    /// Everything told, a line each.
    pub fn story(&self) -> String {
        self.facts.iter().fold(String::new(), |mut text, fact| {
            let _ = writeln!(text, "  {:<12} {:?}", fact.rule.id(), fact.what);
            text
        })
    }

    /// Whether a fact was told.
    pub fn told(&self, test: impl Fn(&What) -> bool) -> bool {
        self.facts.iter().any(|fact| test(&fact.what))
    }

    fn verify(&self, phrase: &str) -> Result<(), String> {
        let words: Vec<&str> = phrase.split_whitespace().collect();
        let scene = &self.state.scene;
        let truth = match words.as_slice() {
            ["told", rule] => self.rules().contains(rule),
            ["untold", rule] => !self.rules().contains(rule),
            ["tells", rules @ ..] => {
                let mut told = self.facts.iter();
                rules.iter().all(|rule| told.any(|fact| fact.rule.id() == *rule))
            }
            ["asked", dec] => self.asked.iter().any(|asked| String::from(*asked) == *dec),
            ["unasked", dec] => !self.asked.iter().any(|asked| String::from(*asked) == *dec),
            ["glass", at] => scene.has_glass(point(at)),
            ["no", "glass", at] => !scene.has_glass(point(at)),
            ["lies", name, at] => scene.items.iter().any(|item| {
                item.kind == kind(name) && matches!(item.place, Place::At(p, _) if p == point(at))
            }),
            ["none", name] => {
                !scene.items.iter().any(|item| item.kind == kind(name) && matches!(item.place, Place::At(..)))
            }
            ["gone", name] => {
                scene.items.iter().any(|item| item.kind == kind(name) && item.place == Place::Gone)
            }
            ["piece", n, "gone"] => scene.pieces[n.parse::<usize>().unwrap()].gone,
            ["piece", n, "overturned"] => scene.pieces[n.parse::<usize>().unwrap()].overturned,
            ["piece", n, "upright"] => scene.pieces[n.parse::<usize>().unwrap()].is_upright(),
            ["piece", n, cells @ ..] => {
                let cells: Vec<Point> = cells.iter().map(|cell| point(cell)).collect();
                scene.pieces[n.parse::<usize>().unwrap()].cells.iter().collect::<Vec<_>>() == cells
            }
            ["leaf", n, state] => scene.doors[n.parse::<usize>().unwrap()].open[0] == (*state == "open"),
            ["door", n, "destroyed"] => scene.doors[n.parse::<usize>().unwrap()].destroyed,
            ["door", n, "bolted"] => scene.doors[n.parse::<usize>().unwrap()].bolted,
            ["window", n, state] => {
                format!("{:?}", scene.windows[n.parse::<usize>().unwrap()]).eq_ignore_ascii_case(state)
            }
            ["phone", n, "destroyed"] => scene.phones[n.parse::<usize>().unwrap()],
            ["panel", n, "destroyed"] => scene.panels[n.parse::<usize>().unwrap()],
            ["score", seat, points] => {
                scene.scores[seat.parse::<usize>().unwrap()] == points.parse::<i32>().unwrap()
            }
            [letter, rest @ ..] if letter.len() == 1 => {
                return self.verify_figure(phrase, letter.chars().next().unwrap(), rest);
            }
            _ => return Err(format!("“{phrase}” is not a phrase of the harness")),
        };
        if truth { Ok(()) } else { Err(format!("not so: {phrase}")) }
    }

    fn verify_figure(&self, phrase: &str, letter: char, words: &[&str]) -> Result<(), String> {
        let who = self.who(letter);
        let scene = &self.state.scene;
        let figure = scene.figure(who);
        let truth = match words {
            ["at", at] => figure.at == point(at),
            ["faces", n] => figure.facing.number().to_string() == *n,
            ["prone"] => figure.prone,
            ["stands"] => !figure.prone,
            ["top"] => figure.top,
            ["ground"] => !figure.top,
            ["gained", n] => {
                let gained = self.facts.iter().map(|fact| match fact.what {
                    What::Stunned { who: own, gained, .. } if own == who => u32::from(gained),
                    _ => 0,
                });
                gained.sum::<u32>().to_string() == *n
            }
            ["stun", n] => figure.stun.to_string() == *n,
            ["out"] => figure.fate == Fate::Out,
            ["left"] => figure.fate == Fate::Left,
            ["in"] => figure.fate == Fate::In,
            ["owes"] => figure.owes,
            ["shaken"] => figure.shaken,
            ["working"] => figure.task.is_some(),
            ["idle"] => figure.task.is_none(),
            ["free"] => figure.held_by.is_none() && figure.holding.is_none(),
            ["holds", other] => figure.holding == Some(self.who(other.chars().next().unwrap())),
            ["carries", name] => scene.carried(who).any(|(_, carried)| carried == kind(name)),
            ["lacks", name] => !scene.carried(who).any(|(_, carried)| carried == kind(name)),
            ["wears", name] => scene.wears(who, kind(name)),
            ["bare", name] => !scene.wears(who, kind(name)),
            [part, n] if part_of(part).is_some() => {
                let left = figure.left[part_of(part).unwrap().i()];
                if left.to_string() != *n {
                    return Err(format!("not so: {phrase} (it is {left})"));
                }
                true
            }
            _ => return Err(format!("“{phrase}” is not a phrase of the harness")),
        };
        if truth { Ok(()) } else { Err(format!("not so: {phrase} ({figure:?})")) }
    }
}

fn edge(ch: Option<char>) -> char {
    match ch {
        Some(ch @ ('|' | '-' | 'D' | 'F' | 'P')) => ch,
        _ => ' ',
    }
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

fn parse_figure(text: &str) -> Fig {
    let (before, kit) = match text.split_once('[') {
        Some((before, kit)) => (before.to_owned(), kit.trim_end_matches(']').to_owned()),
        None => (text.to_owned(), String::new()),
    };
    let mut words = before.split_whitespace();
    let letter = words.next().unwrap().chars().next().unwrap();
    let seat = words.next().unwrap().parse().unwrap_or_else(|_| panic!("{text}: letter, then seat"));
    let mut fig =
        Fig { letter, seat, facing: 1, at: None, stats: BTreeMap::new(), kit: Vec::new(), words: Vec::new() };
    for word in words {
        if let Some(facing) = word.strip_prefix('>') {
            fig.facing = facing.parse().unwrap();
        } else if let Some(at) = word.strip_prefix("at=") {
            fig.at = Some(point(at));
        } else if let Some(stat) =
            ["FOR", "DEX", "VIT", "CON"].into_iter().find(|stat| word.starts_with(stat))
        {
            fig.stats.insert(stat.to_owned(), word[3..].parse().unwrap());
        } else {
            fig.words.push(word.to_owned());
        }
    }
    fig.kit = kit
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| match name.split_once(':') {
            Some((name, _)) => (kind(name), true),
            None => (kind(name), false),
        })
        .collect();
    fig
}

/// What is not for sale: the harness puts it into the hands after the set-up.
fn found(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Chaise | ItemKind::Canette | ItemKind::Tesson | ItemKind::Caisse)
}

/// Characteristics that are not given share what is left of 16 points.
fn character(fig: &Fig) -> Character {
    let names = ["FOR", "DEX", "VIT", "CON"];
    let given: u8 = fig.stats.values().sum();
    let open: Vec<&str> = names.into_iter().filter(|name| !fig.stats.contains_key(*name)).collect();
    let mut left = 16_u8.checked_sub(given).unwrap_or_else(|| panic!("{}: more than 16 points", fig.letter));
    let mut stats = fig.stats.clone();
    for (n, name) in open.iter().enumerate() {
        let share = (left / (open.len() - n) as u8).clamp(1, 7);
        stats.insert((*name).to_owned(), share);
        left -= share.min(left);
    }
    let bought = fig.kit.iter().filter(|(kind, _)| !found(*kind));
    Character {
        name: fig.letter.to_string(),
        strength: stats["FOR"],
        dexterity: stats["DEX"],
        speed: stats["VIT"],
        constitution: stats["CON"],
        kit: bought.map(|(item, carried)| Purchase { item: *item, carried: *carried }).collect(),
        look: 0,
    }
}

fn tune(figure: &mut bagarre_rules::baston::scene::Figure, word: &str, _letters: &BTreeMap<char, Who>) {
    match word {
        "prone" => figure.prone = true,
        "top" => figure.top = true,
        "owes" => figure.owes = true,
        _ if word.starts_with("stun") => figure.stun = word[4..].parse().unwrap(),
        _ if word.starts_with("holds=") => {}
        _ => {
            let digits = word.find(|ch: char| ch.is_ascii_digit()).unwrap_or(word.len());
            let part =
                part_of(&word[..digits]).unwrap_or_else(|| panic!("{word} means nothing to the harness"));
            figure.left[part.i()] = word[digits..].parse().unwrap();
        }
    }
}

fn choose(
    text: &str,
    options: &[Choice],
    default: u16,
    state: &State,
    letters: &BTreeMap<char, Who>,
) -> Option<Choice> {
    let items = &state.scene.items;
    let is = |id: &ItemId, name: &str| items[usize::from(id.0)].kind.id() == name;
    let words: Vec<&str> = text.split_whitespace().collect();
    let wanted = |choice: &Choice| match (words.as_slice(), choice) {
        (["no"], Choice::No)
        | (["yes"], Choice::Yes)
        | (["fist"], Choice::Fist)
        | (["single"], Choice::Single)
        | (["strike"], Choice::Strike)
        | (["spare"], Choice::Spare)
        | (["element"], Choice::Element) => true,
        (["several", spared @ ..], Choice::Several(list)) => {
            let spared: Vec<Who> = spared.iter().map(|l| letters[&l.chars().next().unwrap()]).collect();
            *list == spared
        }
        (["facing", n], Choice::Facing(dir)) => dir.number().to_string() == *n,
        (["at", p], Choice::At(at)) => *at == point(p),
        (["victim", letter], Choice::Victim(who)) => letters[&letter.chars().next().unwrap()] == *who,
        (["puton", name], Choice::PutOn(id)) | (["takeoff", name], Choice::TakeOff(id)) => is(id, name),
        (["throw", name, mode, p], Choice::Throw { item, aggressive, to }) => {
            is(item, name) && *aggressive == (*mode == "a") && *to == point(p)
        }
        (["window", n], Choice::Window(w)) => w.to_string() == *n,
        (["door", n], Choice::Door(d)) => d.to_string() == *n,
        (["leaf", d, l], Choice::Leaf(door, leaf)) => door.to_string() == *d && leaf.to_string() == *l,
        (["phone", n], Choice::Phone(phone)) => phone.to_string() == *n,
        (["panel", n], Choice::Panel(panel)) => panel.to_string() == *n,
        ([part], Choice::Part(p)) => part_of(part) == Some(*p),
        ([name], Choice::Item(id)) => is(id, name),
        _ => false,
    };
    if text == "default" {
        return options.get(usize::from(default)).cloned();
    }
    options.iter().find(|choice| wanted(choice)).cloned()
}
