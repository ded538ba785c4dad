//! Hostile input: commands and positions bent out of shape.

use serde::Serialize;
use serde_json::{Number, Value};

use super::bytes::Bytes;
use super::go_on::go_on_from;
use super::{Game, below, options, pick, text};
use crate::contract::{Actor, Lang, Refuse, Ruleset, Seat, Seats, SubmitError, submit};
use crate::dice::Dice;

/// Commands that a game from a bent position is played on for.
const GO_ON: usize = 6;

/// A value bent out of shape as bytes say: the first tells how often.
pub fn bent(value: &Value, data: &[u8]) -> Value {
    let mut bytes = Bytes::new(data);
    let mut value = value.clone();
    let donor = value.clone();
    for _ in 0..bytes.die(4) {
        bend(&mut value, &donor, &mut bytes);
    }
    value
}

/// Leaves that inputs seldom hold.
fn odd(chance: &mut dyn Dice) -> Value {
    let numbers = [
        -1,
        0,
        1,
        2,
        3,
        7,
        8,
        15,
        16,
        40,
        99,
        127,
        128,
        249,
        250,
        255,
        256,
        65_535,
        65_536,
        i64::from(i32::MIN),
        i64::from(i32::MAX),
        i64::from(u32::MAX),
        i64::MAX,
    ];
    match chance.die(10) {
        1 => Value::Null,
        2 => Value::Bool(chance.die(2) == 1),
        3 => Value::from(1.5),
        4 => Value::String("x".repeat(usize::from(chance.die(200)) * 7)),
        5 => Value::Array(Vec::new()),
        6 => Value::Object(serde_json::Map::new()),
        _ => Value::from(pick(chance, &numbers).copied().unwrap_or(0)),
    }
}

/// How many nodes a value has.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(size).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// The node of a number, counted from the root.
fn node(value: &mut Value, mut n: usize) -> &mut Value {
    if n == 0 {
        return value;
    }
    n -= 1;
    let children: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(map) => map.values_mut().collect(),
        // A number beyond the last node: the last one will do.
        leaf => return leaf,
    };
    let last = children.len() - 1;
    for (at, child) in children.into_iter().enumerate() {
        let inside = size(child);
        if n < inside || at == last {
            return node(child, n);
        }
        n -= inside;
    }
    unreachable!("the last child is always taken")
}

/// Bends one node of a value; `donor` lends nodes of another.
pub(crate) fn bend(value: &mut Value, donor: &Value, chance: &mut dyn Dice) {
    let nodes = size(value);
    let target = node(value, below(chance, nodes));
    let roll = chance.die(10);
    match target {
        Value::Number(number) if roll <= 6 => {
            let near = number.as_i64().unwrap_or(0).wrapping_add(i64::from(chance.die(5)) - 3);
            *target = Value::Number(Number::from(near));
        }
        Value::Bool(bool) if roll <= 8 => *bool = !*bool,
        Value::Array(list) if roll <= 8 && !list.is_empty() => {
            let at = below(chance, list.len());
            match chance.die(3) {
                1 => drop(list.remove(at)),
                2 => list.push(list[at].clone()),
                _ => list.reverse(),
            }
        }
        Value::Object(map) if roll <= 5 && !map.is_empty() => {
            let at = below(chance, map.len());
            let key = map.keys().nth(at).cloned().unwrap_or_default();
            let gone = map.remove(&key).unwrap_or_default();
            if chance.die(2) == 1 {
                map.insert(format!("{key}_"), gone);
            }
        }
        _ if roll <= 8 => {
            let mut donor = donor.clone();
            let nodes = size(&donor);
            *target = node(&mut donor, below(chance, nodes)).clone();
        }
        _ => *target = odd(chance),
    }
}

/// Each fault of a position, or of a map that is stated, begins with the path of a field that the position or set-up has, see [`crate::faults::Faults`].
pub(super) fn names_fields(illegal: &impl Refuse, position: &impl Serialize) {
    if ![".position", ".map"].iter().any(|end| illegal.code().ends_with(end)) {
        return;
    }
    let position = serde_json::to_value(position).unwrap_or_default();
    let said = illegal.say(Lang::En);
    for fault in said.lines().skip(1) {
        let path = fault.split(": ").next().unwrap_or_default();
        assert!(is_field(&position, path), "a fault that names no field: {fault}");
    }
}

/// Whether a value has a field at a path such as `scene.fighters[3].pe`. The last name may be one that is left out.
fn is_field(value: &Value, path: &str) -> bool {
    let mut here = value;
    let mut names = path.split(['.', '[']).peekable();
    while let Some(name) = names.next() {
        let next = match name.strip_suffix(']') {
            Some(number) => number.parse::<usize>().ok().and_then(|number| here.get(number)),
            None => here.get(name),
        };
        match next {
            Some(next) => here = next,
            None => return names.peek().is_none() && here.is_object(),
        }
    }
    true
}

impl<R: Ruleset> Game<R> {
    /// Commands bent out of shape are refused, or are legal ones after all; they never panic, and what they lead to
    /// is a legal moment.
    pub(super) fn bend_commands(&mut self, seats: Seats) {
        let mut sources = Vec::new();
        for seat in seats.iter() {
            let list = options::<R>(&self.state, seat);
            sources.extend(pick(&mut self.chance, &list).cloned());
            sources.push(R::default_answer(&self.state, seat));
        }
        sources.extend(self.last.iter().map(|(_, command)| command.clone()));
        let sources: Vec<Value> =
            sources.iter().filter_map(|command| serde_json::to_value(command).ok()).collect();
        for _ in 0..self.effort.commands {
            let (Some(mut value), Some(donor)) =
                (pick(&mut self.chance, &sources).cloned(), pick(&mut self.chance, &sources))
            else {
                return;
            };
            for _ in 0..self.chance.die(3) {
                bend(&mut value, donor, &mut self.chance);
            }
            let Ok(command) = serde_json::from_value::<R::Command>(value) else { continue };
            self.report.bent += 1;
            let seat = Seat(self.chance.die(R::seats(&self.state) + 1) - 1);
            self.try_command(seat, &command);
        }
    }

    fn try_command(&mut self, seat: Seat, command: &R::Command) {
        // Advice on nonsense is nonsense or a refusal, never a panic.
        let _ = R::advise(&self.state, seat, &R::Draft::from(command.clone()));
        let mut copy = self.state.clone();
        match submit::<R>(&mut copy, Actor::Seat(seat), command, &mut self.dice.clone(), &mut |_, _| {}) {
            Ok(()) => {
                if let Err(illegal) = R::from_position(&R::position(&copy)) {
                    panic!(
                        "seed {}: a command leads to an illegal moment: {illegal}\n{}",
                        self.seed,
                        text(command)
                    );
                }
            }
            Err(SubmitError::Illegal(illegal)) => {
                super::explained(&illegal);
                assert!(copy == self.state, "seed {}: a refused command changed the game", self.seed);
            }
            Err(why) => panic!("seed {}: {why}\n{}", self.seed, text(command)),
        }
    }

    /// Positions bent out of shape are refused, or are legal moments from which a game goes on.
    pub(super) fn bend_positions(&mut self) {
        let Ok(source) = serde_json::to_value(R::position(&self.state)) else { return };
        for _ in 0..self.effort.positions {
            let mut value = source.clone();
            for _ in 0..self.chance.die(2) {
                bend(&mut value, &source, &mut self.chance);
            }
            let Ok(position) = serde_json::from_value::<R::Position>(value) else { continue };
            self.report.bent_positions += 1;
            match R::from_position(&position) {
                Ok(state) => {
                    go_on_from::<R>(state, &position, GO_ON, &mut self.chance, &mut self.dice.clone());
                }
                Err(illegal) => names_fields(&illegal, &position),
            }
        }
    }
}
