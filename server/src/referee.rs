//! The referee: plays a script with given dice and no server.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write};

use bagarre_rules::any::{AnyGame, Json, Moment, PlayError, Refusal, Rest, path_of};
use bagarre_rules::contract::{Actor, Audience, Roll, Seat};
use bagarre_rules::dice::{Dice, DiceError, Faces, Scripted, Seeded};
use bagarre_rules::systems;
use serde::Serialize;
use serde_json::Value;

use crate::words::shelf;
use script::{
    Accepted, Asking, Chance, End, Ended, Offered, Offers, Refused, RefusedStep, Script, Seed, Step, Stop,
};

mod script;

/// Why a script could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// The script is bad.
    #[error("{0}")]
    Input(String),
    /// Given dice do not answer what is asked of them.
    #[error("{0}")]
    Dice(String),
    /// The rules did not come to rest.
    #[error("{0}")]
    Stuck(String),
    /// The output could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// A line for each accepted and each refused step, then the end.
    Everything,
    /// The position at the end alone; refused steps go to `refused`, one line each.
    Position,
}

enum Source {
    Given(Scripted),
    Seeded(Box<Seeded>),
}

impl Source {
    fn dice(&mut self) -> &mut dyn Dice {
        match self {
            Self::Given(dice) => dice,
            Self::Seeded(dice) => dice.as_mut(),
        }
    }

    fn left(&self) -> usize {
        match self {
            Self::Given(dice) => dice.left(),
            Self::Seeded(_) => 0,
        }
    }
}

/// What was left when a script had come to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Steps that were refused.
    pub refused: usize,
    /// Given dice that no rule asked for.
    pub dice_left: usize,
}

/// Plays a script as JSON text: `{"ruleset", "setup" or "position", "dice", "stop", "steps"}`. JSON lines go to `out`; with
/// [`Shows::Position`], lines about refused steps go to `refused`.
pub fn play(
    text: &str,
    shows: Shows,
    out: &mut impl Write,
    refused: &mut impl Write,
) -> Result<Played, Stopped> {
    let script: Script =
        serde_json::from_str(text).map_err(|why| Stopped::Input(unreadable("script", text, &why)))?;
    play_script(&script, shows == Shows::Position, out, refused)
}

fn play_script(
    script: &Script,
    position_only: bool,
    out: &mut impl Write,
    refused: &mut impl Write,
) -> Result<Played, Stopped> {
    let mut run = ScriptedRun {
        game: start(script)?,
        source: source(&script.dice)?,
        stop: script.stop,
        entry: 0,
        over: false,
    };
    let mut played = Played::default();
    let events = run.advance().map_err(|error| stopped("before the first step", &error))?;
    if !events.is_empty() && !position_only {
        line(out, &Accepted { entry: 0, events: &events })?;
    }
    for (step, number) in script.steps.iter().zip(1..) {
        if run.over {
            break;
        }
        if step.options {
            let commands = run.options(step.seat);
            if !position_only {
                line(out, &Offers { options: Offered { step: number, seat: step.seat, commands } })?;
            }
            continue;
        }
        match run.answer(step) {
            Ok(events) => {
                if !position_only {
                    line(out, &Accepted { entry: run.entry, events: &events })?;
                }
            }
            Err(PlayError::Refused(refusal)) => {
                played.refused += 1;
                if position_only {
                    writeln!(refused, "step {number} refused: {}", explain(&refusal))?;
                } else {
                    report(out, number, refusal)?;
                }
            }
            Err(error) => return Err(stopped(&format!("step {number}"), &error)),
        }
    }
    played.dice_left = run.source.left();
    if position_only {
        line(out, &run.game.position())?;
    } else {
        line(out, &Ended { end: end(&run.game, &run.source) })?;
    }
    Ok(played)
}

/// Returns the line about a JSON text that cannot be read, with the path of the value.
fn unreadable(what: &str, text: &str, why: &serde_json::Error) -> String {
    let path = path_of(text, why);
    if path.is_empty() { format!("{what}: {why}") } else { format!("{what}: {path}: {why}") }
}

/// A game with its dice, which stops where the script says so.
struct ScriptedRun {
    game: AnyGame,
    source: Source,
    stop: Option<Stop>,
    /// Number of the last entry.
    entry: u32,
    /// The place to stop at was passed.
    over: bool,
}

impl ScriptedRun {
    /// Plays on to the next question, or to the place to stop at; what happened.
    fn advance(&mut self) -> Result<Vec<Json>, PlayError> {
        self.run(0, |game, dice, sink| game.advance(dice, sink))
    }

    /// Plays a step.
    fn answer(&mut self, step: &Step) -> Result<Vec<Json>, PlayError> {
        let by = if step.clock { Actor::Clock(step.seat) } else { Actor::Seat(step.seat) };
        let command = match step.command {
            Some(command) => opened(&self.game, step.seat, command.get())?,
            None if step.clock => self.game.default_answer(step.seat).get().to_owned(),
            None => return Err(shelf::no_command().into()),
        };
        self.run(self.entry + 1, |game, dice, sink| game.submit(by, &command, dice, sink).map(|_| ()))
    }

    /// Plays an entry; returns its events up to the place to stop at.
    fn run(
        &mut self,
        entry: u32,
        play: impl FnOnce(&mut AnyGame, &mut dyn Dice, &mut dyn FnMut(Moment<'_>)) -> Result<(), PlayError>,
    ) -> Result<Vec<Json>, PlayError> {
        let (mut events, mut last, stop) = (Vec::new(), None, self.stop);
        let mut number = 0;
        let held = Cell::new(false);
        let mut dice = Until { dice: self.source.dice(), held: &held };
        let played = play(&mut self.game, &mut dice, &mut |moment| {
            if held.get() {
                return;
            }
            events.push(moment.event());
            number += 1;
            if stop.is_some_and(|stop| stop.is_passed(moment.progress(), (entry, number))) {
                held.set(true);
                last = Some(moment.game());
            }
        });
        match last {
            // What the rules would do next is not played: that dice are refused to them is no fault.
            Some(game) => (self.game, self.over) = (game, true),
            None => played?,
        }
        self.entry = entry;
        Ok(events)
    }

    /// What a seat may answer now.
    fn options(&self, seat: Seat) -> Vec<Json> {
        let mut commands = Vec::new();
        if seat.0 < self.game.seats() {
            self.game.options(seat, &mut |command| commands.push(command));
        }
        commands
    }
}

/// Returns a command in which `"open"` is replaced by what the open question says there: its number as `question`, else its field of the
/// same name, as `turn` and `sequence`; also inside of the parts of a command. Refuses a command that says `"open"` where the seat is asked
/// nothing.
fn opened(game: &AnyGame, seat: Seat, command: &str) -> Result<String, Refusal> {
    if !command.contains(&format!("\"{OPEN}\"")) {
        return Ok(command.to_owned());
    }
    let Ok(mut filled) = serde_json::from_str::<Value>(command) else { return Ok(command.to_owned()) };
    match game.ask_for(seat).and_then(|ask| serde_json::from_str::<Value>(ask.get()).ok()) {
        Some(ask) => fill_in(&mut filled, fields_of(&ask)),
        None if says_open(&filled) => return Err(shelf::not_asked()),
        None => {}
    }
    Ok(filled.to_string())
}

/// Whether a field of a command, at any depth, is `"open"`.
fn says_open(part: &Value) -> bool {
    match part {
        Value::Object(fields) => fields.values().any(|value| value == OPEN || says_open(value)),
        Value::Array(parts) => parts.iter().any(says_open),
        _ => false,
    }
}

/// The fields of a question: those of its one part in a system whose questions are told apart by its name.
fn fields_of(ask: &Value) -> &Value {
    let part = ask.as_object().filter(|fields| fields.len() == 1).and_then(|fields| fields.values().next());
    part.filter(|part| part.is_object()).unwrap_or(ask)
}

/// Puts what a question says in the place of `"open"` in a part of a command. Its depth is bounded by the parser.
fn fill_in(part: &mut Value, ask: &Value) {
    match part {
        Value::Object(fields) => {
            for (name, value) in fields {
                let name = if name == "question" { "id" } else { name.as_str() };
                if value == OPEN && !ask[name].is_null() {
                    *value = ask[name].clone();
                } else {
                    fill_in(value, ask);
                }
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| fill_in(part, ask)),
        _ => {}
    }
}

/// What a script writes instead of the number of the open question.
const OPEN: &str = "open";

/// Dice until the place to stop at.
struct Until<'a> {
    dice: &'a mut dyn Dice,
    held: &'a Cell<bool>,
}

impl Dice for Until<'_> {
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError> {
        if !self.held.get() {
            return self.dice.roll(roll);
        }
        let (what, rule) = (roll.what.to_string(), roll.rule.id().to_owned());
        Err(DiceError::Empty { index: 0, what, rule, needs: roll.sides })
    }

    fn die(&mut self, sides: u8) -> u8 {
        self.dice.die(sides)
    }
}

fn start(script: &Script) -> Result<AnyGame, Stopped> {
    let ruleset = systems::parse(&script.ruleset).map_err(|refusal| Stopped::Input(refusal.en))?;
    let version = script.version.unwrap_or(ruleset.version());
    match (script.setup, script.position) {
        (Some(setup), None) => AnyGame::new(ruleset, version, setup.get()),
        (None, Some(position)) => AnyGame::from_position(ruleset, position.get()),
        _ => return Err(Stopped::Input("script: give either `setup` or `position`".to_owned())),
    }
    .map_err(|refusal| Stopped::Input(explain(&refusal)))
}

fn source(chance: &Chance) -> Result<Source, Stopped> {
    match chance {
        Chance::Given(dice) => {
            for (die, number) in dice.iter().zip(1..) {
                if !(1..=die.d).contains(&die.is) {
                    return Err(Stopped::Input(format!("die {number}: a d{} cannot show {}", die.d, die.is)));
                }
            }
            Ok(Source::Given(Scripted::new(dice.iter().map(|die| (die.d, die.is)))))
        }
        Chance::Seed(Seed { seed }) => {
            let mut bytes = [0; 32];
            let given =
                hex::decode(seed).ok().filter(|given| !given.is_empty() && given.len() <= bytes.len());
            let given = given.ok_or_else(|| {
                Stopped::Input("seed: give 2 to 64 hex digits, two for each byte".to_owned())
            })?;
            bytes[..given.len()].copy_from_slice(&given);
            Ok(Source::Seeded(Box::new(Seeded::new(bytes, 0))))
        }
    }
}

fn report(out: &mut impl Write, step: usize, refusal: Refusal) -> Result<(), Stopped> {
    let Refusal { code, rule, fr, en } = refusal;
    let refused = RefusedStep { step, code: code.into_owned(), rule, message: en, message_fr: fr };
    line(out, &Refused { refused })
}

fn end(game: &AnyGame, source: &Source) -> End {
    let mut views = BTreeMap::from([("spectator".to_owned(), game.view(Audience::Spectator))]);
    for seat in 0..game.seats() {
        views.insert(seat.to_string(), game.view(Audience::Seat(Seat(seat))));
    }
    let (asking, outcome) = match game.rest() {
        Rest::Ask { seats, ask } => (Some(Asking { seats, ask }), None),
        Rest::Over(outcome) => (None, Some(outcome)),
        Rest::Moving => (None, None),
    };
    End { views, asking, outcome, fighters: game.worths(), dice_left: source.left() }
}

fn explain(refusal: &Refusal) -> String {
    let rule = refusal.rule.as_ref().map(|rule| format!(" ({})", rule.id())).unwrap_or_default();
    format!("{}{rule}: {}", refusal.code, refusal.en)
}

fn stopped(at: &str, error: &PlayError) -> Stopped {
    match error {
        PlayError::Dice(dice) => Stopped::Dice(format!("{at}: {dice}")),
        PlayError::Refused(refusal) => Stopped::Input(format!("{at}: {}", explain(refusal))),
        PlayError::Stuck => Stopped::Stuck(format!("{at}: {error}")),
    }
}

fn line<T: Serialize>(out: &mut impl Write, data: &T) -> Result<(), Stopped> {
    serde_json::to_writer(&mut *out, data).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
