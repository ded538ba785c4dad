//! The referee: plays a script with given dice and no server.

use std::collections::BTreeMap;
use std::io::{self, Write};

use bagarre_rules::any::{AnyGame, Json, PlayError, Refusal, Rest, RulesetId};
use bagarre_rules::contract::{Actor, Audience, Outcome, Rule, Seat, Seats};
use bagarre_rules::dice::{Dice, Scripted, Seeded};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script<'a> {
    ruleset: String,
    version: Option<u16>,
    #[serde(borrow)]
    setup: Option<&'a RawValue>,
    #[serde(borrow)]
    position: Option<&'a RawValue>,
    #[serde(default = "no_dice")]
    dice: Chance,
    #[serde(default, borrow)]
    steps: Vec<Step<'a>>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "`dice` must be a list of {\"d\": sides, \"is\": face} or {\"seed\": \"hex\"}")]
enum Chance {
    Given(Vec<Die>),
    Seed(Seed),
}

fn no_dice() -> Chance {
    Chance::Given(Vec::new())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Die {
    d: u8,
    is: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seed {
    seed: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step<'a> {
    seat: Seat,
    /// The clock answers for the seat, as when its time runs out.
    #[serde(default)]
    clock: bool,
    /// Left out with `clock`: the default answer.
    #[serde(borrow)]
    command: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct Accepted<'a> {
    entry: u32,
    events: &'a [Json],
}

#[derive(Serialize)]
struct Refused {
    refused: RefusedStep,
}

#[derive(Serialize)]
struct RefusedStep {
    /// Number of the step, from 1.
    step: usize,
    code: String,
    rule: Option<Rule>,
    message: String,
    message_fr: String,
}

#[derive(Serialize)]
struct Ended {
    end: End,
}

#[derive(Serialize)]
struct End {
    views: BTreeMap<String, Json>,
    asking: Option<Asking>,
    outcome: Option<Outcome>,
    dice_left: usize,
}

#[derive(Serialize)]
struct Asking {
    seats: Seats,
    ask: Json,
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

/// Plays a script as JSON text: `{"ruleset", "setup" or "position", "dice", "steps"}`. JSON lines go to `out`; with
/// [`Shows::Position`], lines about refused steps go to `refused`.
pub fn play(text: &str, shows: Shows, out: &mut impl Write, refused: &mut impl Write) -> Result<(), Stopped> {
    let script: Script =
        serde_json::from_str(text).map_err(|why| Stopped::Input(format!("script: {why}")))?;
    play_script(&script, shows == Shows::Position, out, refused)
}

fn play_script(
    script: &Script,
    position_only: bool,
    out: &mut impl Write,
    refused: &mut impl Write,
) -> Result<(), Stopped> {
    let mut game = start(script)?;
    let mut source = source(&script.dice)?;
    let mut events = Vec::new();
    game.advance(source.dice(), &mut |moment| events.push(moment.event()))
        .map_err(|error| stopped("before the first step", &error))?;
    if !events.is_empty() && !position_only {
        line(out, &Accepted { entry: 0, events: &events })?;
    }
    let mut entry = 0;
    for (step, number) in script.steps.iter().zip(1..) {
        events.clear();
        match answer(&mut game, step, source.dice(), &mut events) {
            Ok(()) => {
                entry += 1;
                if !position_only {
                    line(out, &Accepted { entry, events: &events })?;
                }
            }
            Err(PlayError::Refused(refusal)) if position_only => {
                writeln!(refused, "step {number} refused: {}", explain(&refusal))?;
            }
            Err(PlayError::Refused(refusal)) => report(out, number, refusal)?,
            Err(error) => return Err(stopped(&format!("step {number}"), &error)),
        }
    }
    if position_only { line(out, &game.position()) } else { line(out, &Ended { end: end(&game, &source) }) }
}

fn start(script: &Script) -> Result<AnyGame, Stopped> {
    let ruleset = RulesetId::parse(&script.ruleset).map_err(|refusal| Stopped::Input(refusal.en))?;
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

fn answer(
    game: &mut AnyGame,
    step: &Step,
    dice: &mut dyn Dice,
    events: &mut Vec<Json>,
) -> Result<(), PlayError> {
    let by = if step.clock { Actor::Clock(step.seat) } else { Actor::Seat(step.seat) };
    let default;
    let command = match step.command {
        Some(command) => command.get(),
        None if step.clock => {
            default = game.default_answer(step.seat);
            default.get()
        }
        None => {
            let (fr, en) = ("Cette étape n'a pas d'ordre.", "This step has no command.");
            return Err(Refusal::plain("bad_json", fr, en).into());
        }
    };
    game.submit(by, command, dice, &mut |moment| events.push(moment.event())).map(|_| ())
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
    End { views, asking, outcome, dice_left: source.left() }
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
