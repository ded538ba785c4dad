//! `bagarre simulate`: bots against bots, as fast as the rules go.

#![allow(clippy::cast_precision_loss, reason = "means and rates for people to read")]

mod prompts;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use bagarre_rules::any::{RulesetId, Visit};
use bagarre_rules::contract::{
    self, Actor, Audience, Bot, Lang, Next, Outcome, Refuse, Seat, SubmitError, Verdict,
};
use bagarre_rules::deals::new_room;
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::{Gather, Terms};
use bagarre_rules::systems;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::failure::Failure;
use super::input::ruleset;
use prompts::{Count, Prompts};

/// Commands that one game may take before it is declared endless.
const MAX_COMMANDS: u64 = 100_000;
/// How often the progress line is written.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

/// Play bots against bots and print a summary as JSON. The same seed plays the same games; `--digest` tells whether it did.
#[derive(Clone, Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Args {
    /// The system of rules.
    #[arg(long, value_parser = ruleset)]
    ruleset: RulesetId,
    /// Id of the scenario; the first one of the ruleset otherwise.
    #[arg(long)]
    scenario: Option<String>,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Any text. Dice and bots draw from separate sources made of it.
    #[arg(long, default_value = "bagarre")]
    seed: String,
    /// Bots by name, dealt to the seats in turn; the best one everywhere otherwise.
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// How many seats; one for each bot otherwise, and two at least.
    #[arg(long)]
    seats: Option<u8>,
    /// Members of each band; what is usual for the scenario otherwise.
    #[arg(long, alias = "characters")]
    size: Option<u8>,
    /// What the system asks besides, as JSON, such as `{"era":"pirates"}`; what is usual otherwise.
    #[arg(long, value_parser = json)]
    more: Option<Value>,
    /// Deal the bots one seat further in each game, so that no one keeps the better side.
    #[arg(long)]
    swap: bool,
    /// Tell the SHA-256 over every event of every game, written as JSON. Slower: up to half as fast.
    #[arg(long)]
    digest: bool,
    /// Count how often a person in each seat would be stopped by a question, with the settings that a new room starts with: stops
    /// per seat and turn, by kind of question. Questions that a standing answer of the seat answers do not count; windows for
    /// reactions are counted apart.
    #[arg(long)]
    prompts: bool,
    /// What every seat says before its first answer: a command as JSON, such as `{"do":"stand","standing":{"lull":"threat"}}` at
    /// GeneriK.
    #[arg(long, value_parser = json)]
    say: Option<Value>,
    /// Write no progress on standard error.
    #[arg(long)]
    quiet: bool,
}

/// A value written as JSON.
fn json(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
}

/// What many games came to.
#[derive(Debug, Serialize)]
struct Summary {
    ruleset: &'static str,
    version: u16,
    scenario: String,
    seats: u8,
    size: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<Value>,
    seed: String,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    turns: Spread,
    winners: Winners,
    commands: u64,
    events: u64,
    refused: u64,
    /// SHA-256 over every event of every game, when it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// How often people were stopped, when it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    prompts: Option<Prompts>,
}

#[derive(Debug, Serialize)]
struct Spread {
    total: u64,
    mean: f64,
    min: u32,
    max: u32,
}

#[derive(Debug, Serialize)]
struct Winners {
    /// Games won by a side in which the bot held a seat, in the order given.
    bots: Vec<BotWins>,
    /// Games won by the side of a seat.
    seats: Vec<u64>,
    /// Games that one side won, or that a table of one side won or lost.
    decided: u64,
    /// Games that several sides won, or of several sides none.
    draws: u64,
    /// Games of a co-operative table, where all players are one side.
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<Together>,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Together {
    won: u64,
    lost: u64,
}

#[derive(Debug, Serialize)]
struct BotWins {
    bot: String,
    wins: u64,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let summary = systems::visit(args.ruleset, Simulation(args))?;
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &summary).map_err(Failure::fault)?;
    writeln!(out)?;
    Ok(())
}

struct Simulation<'a>(&'a Args);

impl Visit for Simulation<'_> {
    type Out = Result<Summary, Failure>;

    fn visit<R: Gather>(self) -> Self::Out {
        let args = self.0;
        let bots = bots::<R>(args)?;
        let terms = terms::<R>(args, bots.len())?;
        let bands = (0..terms.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
        let setup =
            R::gather(&terms, bands, Seat(0)).map_err(|illegal| Failure::input(illegal.say(Lang::En)))?;
        let mut tally = Tally::<R>::new(args, &terms, bots);
        let started = Instant::now();
        let mut told = started;
        for number in 0..args.games {
            tally.play(number, &setup)?;
            if !args.quiet && told.elapsed() >= PROGRESS_INTERVAL {
                told = Instant::now();
                let rate = (number + 1) as f64 / started.elapsed().as_secs_f64();
                eprintln!("simulate: {} of {} games, {rate:.0} games/s", number + 1, args.games);
            }
        }
        Ok(tally.summary(terms, started.elapsed()))
    }
}

fn bots<R: Gather>(args: &Args) -> Result<Vec<String>, Failure> {
    if args.bots.is_empty() {
        return Ok(R::bots().last().map(|name| (*name).to_owned()).into_iter().collect());
    }
    for name in &args.bots {
        if R::bot(name).is_none() {
            return Err(Failure::input(format!("no bot \"{name}\"; there are: {}", R::bots().join(", "))));
        }
    }
    Ok(args.bots.clone())
}

fn terms<R: Gather>(args: &Args, bots: usize) -> Result<Terms, Failure> {
    let known = R::scenarios();
    let scenario = args.scenario.clone().or_else(|| known.first().cloned()).unwrap_or_default();
    if !known.contains(&scenario) {
        return Err(Failure::input(format!("no scenario \"{scenario}\"; there are: {}", known.join(", "))));
    }
    let seats = args.seats.unwrap_or_else(|| u8::try_from(bots).unwrap_or(u8::MAX).max(2));
    let usual = if args.prompts { new_room::<R>(&scenario, seats) } else { R::usual(&scenario, seats) };
    let mut terms = usual
        .ok_or_else(|| Failure::input(format!("scenario \"{scenario}\" does not take {seats} seats")))?;
    terms.size = args.size.unwrap_or(terms.size);
    terms.more = args.more.clone().or(terms.more);
    R::check_terms(&terms).map_err(|illegal| Failure::input(illegal.say(Lang::En)))?;
    Ok(terms)
}

/// Running totals of a simulation.
struct Tally<'a, R: Gather> {
    args: &'a Args,
    bots: Vec<String>,
    seats: u8,
    bot_wins: Vec<u64>,
    seat_wins: Vec<u64>,
    draws: u64,
    together: Option<Together>,
    turns: u64,
    shortest: u32,
    longest: u32,
    commands: u64,
    refused: u64,
    record: Record,
    prompts: Option<Count>,
    rules: std::marker::PhantomData<R>,
}

/// Events as they come.
#[derive(Default)]
struct Record {
    events: u64,
    digest: Option<Written>,
}

/// Events on their way into the digest.
#[derive(Default)]
struct Written {
    bytes: Vec<u8>,
    digest: Sha256,
    /// Why an event could not be written.
    fault: Option<serde_json::Error>,
}

impl Record {
    fn new(digest: bool) -> Self {
        Self { events: 0, digest: digest.then(Written::default) }
    }

    fn add<E: Serialize>(&mut self, event: &E) {
        self.events += 1;
        if let Some(written) = &mut self.digest
            && let Err(fault) = serde_json::to_writer(&mut written.bytes, event)
        {
            written.fault = Some(fault);
        }
    }

    /// Ends a game: what was written goes into the digest.
    fn close(&mut self) -> Result<(), Failure> {
        let Some(written) = &mut self.digest else { return Ok(()) };
        written.digest.update((written.bytes.len() as u64).to_le_bytes());
        written.digest.update(&written.bytes);
        written.bytes.clear();
        match written.fault.take() {
            Some(fault) => Err(Failure::fault(format!("an event cannot be written: {fault}"))),
            None => Ok(()),
        }
    }
}

impl<'a, R: Gather> Tally<'a, R> {
    fn new(args: &'a Args, terms: &Terms, bots: Vec<String>) -> Self {
        Self {
            args,
            seats: terms.seats,
            bot_wins: vec![0; bots.len()],
            bots,
            seat_wins: vec![0; usize::from(terms.seats)],
            draws: 0,
            together: None,
            turns: 0,
            shortest: u32::MAX,
            longest: 0,
            commands: 0,
            refused: 0,
            record: Record::new(args.digest),
            prompts: args.prompts.then(Count::default),
            rules: std::marker::PhantomData,
        }
    }

    /// Which bot holds a seat in a game.
    fn dealt(&self, seat: usize, number: u64) -> usize {
        let shift = if self.args.swap { number as usize % self.bots.len() } else { 0 };
        (seat + shift) % self.bots.len()
    }

    fn play(&mut self, number: u64, setup: &R::Setup) -> Result<(), Failure> {
        let mut state = R::new(setup).map_err(|illegal| Failure::input(illegal.say(Lang::En)))?;
        let mut dice = Seeded::new(seed("dice", &self.args.seed, number), 0);
        let mut chance = Seeded::new(seed("bots", &self.args.seed, number), 0);
        let mut players = (0..usize::from(self.seats))
            .filter_map(|seat| R::bot(&self.bots[self.dealt(seat, number)]))
            .collect::<Vec<_>>();
        let record = &mut self.record;
        contract::advance::<R>(&mut state, &mut dice, &mut |_, event| record.add(event))
            .map_err(|error| broken(number, &error))?;
        self.say(&mut state, &mut dice)?;
        for _ in 0..MAX_COMMANDS {
            let mut seats = (0..self.seats).map(Seat);
            if let Some((seat, ask)) = seats.find_map(|seat| Some((seat, R::ask_for(&state, seat)?))) {
                self.answer(number, &mut state, (seat, &ask), &mut players, &mut dice, &mut chance)?;
                continue;
            }
            if let Next::Over(outcome) = R::next(&state) {
                self.over(number, R::turn(&state), &outcome);
                return self.record.close();
            }
            break;
        }
        Err(Failure::fault(format!("game {number} of seed \"{}\" does not end", self.args.seed)))
    }

    /// Every seat says what all were told to say.
    fn say(&mut self, state: &mut R::State, dice: &mut Seeded) -> Result<(), Failure> {
        let Some(said) = &self.args.say else { return Ok(()) };
        let command: R::Command = serde_json::from_value(said.clone())
            .map_err(|fault| Failure::input(format!("this is no command of {}: {fault}", R::ID)))?;
        let record = &mut self.record;
        for seat in (0..self.seats).map(Seat) {
            contract::submit::<R>(state, Actor::Seat(seat), &command, dice, &mut |_, event| {
                record.add(event);
            })
            .map_err(|error| Failure::input(error.to_string()))?;
        }
        Ok(())
    }

    fn answer(
        &mut self,
        number: u64,
        state: &mut R::State,
        (seat, ask): (Seat, &R::Ask),
        players: &mut [Box<dyn Bot<R>>],
        dice: &mut Seeded,
        chance: &mut Seeded,
    ) -> Result<(), Failure> {
        self.commands += 1;
        if let Some(prompts) = &mut self.prompts {
            prompts.stop::<R>(seat, R::turn(state), ask);
        }
        let record = &mut self.record;
        if let Some(bot) = players.get_mut(usize::from(seat.0)) {
            let command = bot.answer(&R::view(state, Audience::Seat(seat)), ask, seat, chance);
            match contract::submit::<R>(state, Actor::Seat(seat), &command, dice, &mut |_, event| {
                record.add(event);
            }) {
                Ok(()) => return Ok(()),
                Err(SubmitError::Illegal(_)) => self.refused += 1,
                Err(error) => return Err(broken(number, &error)),
            }
        }
        let default = R::default_answer(state, seat);
        contract::submit::<R>(state, Actor::Clock(seat), &default, dice, &mut |_, event| record.add(event))
            .map_err(|error| broken(number, &error))
    }

    fn over(&mut self, number: u64, turn: u32, outcome: &Outcome) {
        self.turns += u64::from(turn);
        if let Some(prompts) = &mut self.prompts {
            prompts.over(self.seats, turn);
        }
        self.shortest = self.shortest.min(turn);
        self.longest = self.longest.max(turn);
        let verdicts: Vec<Verdict> = (0..self.seats).map(|seat| outcome.verdict(Seat(seat))).collect();
        if outcome.sides.len() == 1 {
            let together = self.together.get_or_insert_default();
            let won = verdicts.contains(&Verdict::Won);
            *(if won { &mut together.won } else { &mut together.lost }) += 1;
        }
        if verdicts.contains(&Verdict::Shared) {
            self.draws += 1;
        }
        let mut winners = vec![false; self.bots.len()];
        for (seat, _) in verdicts.iter().enumerate().filter(|(_, verdict)| **verdict == Verdict::Won) {
            self.seat_wins[seat] += 1;
            winners[self.dealt(seat, number)] = true;
        }
        for (wins, won) in self.bot_wins.iter_mut().zip(winners) {
            *wins += u64::from(won);
        }
    }

    fn summary(self, terms: Terms, took: Duration) -> Summary {
        let (games, seconds) = (self.args.games, took.as_secs_f64());
        let bots = self.bots.into_iter().zip(self.bot_wins).map(|(bot, wins)| BotWins { bot, wins });
        Summary {
            ruleset: R::ID,
            version: R::VERSION,
            scenario: terms.scenario,
            seats: terms.seats,
            size: terms.size,
            more: terms.more,
            seed: self.args.seed.clone(),
            games,
            seconds,
            games_per_second: if seconds > 0.0 { games as f64 / seconds } else { 0.0 },
            turns: Spread {
                total: self.turns,
                mean: if games > 0 { self.turns as f64 / games as f64 } else { 0.0 },
                min: if games > 0 { self.shortest } else { 0 },
                max: self.longest,
            },
            winners: Winners {
                bots: bots.collect(),
                seats: self.seat_wins,
                decided: games - self.draws,
                draws: self.draws,
                together: self.together,
            },
            commands: self.commands,
            events: self.record.events,
            refused: self.refused,
            digest: self.record.digest.map(|written| hex::encode(written.digest.finalize())),
            prompts: self.prompts.map(Count::summary),
        }
    }
}

/// The seed of one source of chance of one game.
fn seed(source: &str, text: &str, number: u64) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"bagarre simulate/");
    hash.update(source.as_bytes());
    hash.update(number.to_le_bytes());
    hash.update(text.as_bytes());
    hash.finalize().into()
}

fn broken<I: Refuse>(number: u64, error: &SubmitError<I>) -> Failure {
    Failure::fault(format!("game {number}: {error}"))
}
