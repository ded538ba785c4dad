//! What a host may choose.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Clocks, Holder, LONGEST_SLOW, Settings};
use bagarre_rules::any::{Refusal, RulesetId};
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::{Role, Terms};
use bagarre_rules::systems;

use super::refuse;
use crate::config::Limits;
use crate::store::SeatRecord;
use crate::text;

/// The longest live clock, in seconds.
const MAX_LIVE_CLOCK_SECONDS: u32 = 3600;
/// The most that an answer adds to the reserve of its seat, in seconds.
const MAX_INCREMENT_SECONDS: u32 = 300;
/// The greatest delay of spectators, in turns.
const MAX_SPECTATOR_DELAY_TURNS: u8 = 10;
/// The longest name, in characters.
const MAX_NAME_LETTERS: usize = 60;

/// The terms of a game under these settings.
pub(crate) fn terms(settings: &Settings) -> Terms {
    Terms {
        scenario: settings.scenario.clone(),
        seats: settings.seats,
        size: settings.size,
        // A payload is JSON text, and JSON text is a value.
        more: settings.more.as_ref().and_then(|more| more.read().ok()),
    }
}

/// What a seat is there for in a game under these settings.
fn role(settings: &Settings, seat: Seat) -> Option<Role> {
    systems::parse(&settings.ruleset).ok()?.role(&terms(settings), seat)
}

/// Whether a seat plays with something: who cannot win brings nothing.
pub(super) fn brings(settings: &Settings, seat: Seat) -> bool {
    settings.exercise.is_none() && role(settings, seat).is_none_or(|role| role.wins)
}

/// Whether what a seat plays with outside of campaigns is there; a bot takes what is ready.
pub(super) fn is_ready(settings: &Settings, seat: Seat, held: &SeatRecord) -> bool {
    match held.holder {
        Holder::Bot { .. } => true,
        Holder::Guest { .. } => held.band.is_some() || !brings(settings, seat),
        Holder::Open => held.band.is_some(),
    }
}

/// What each seat is there for, in their order; empty where all play alike.
pub(crate) fn roles(settings: &Settings) -> Vec<Option<Role>> {
    let Ok(ruleset) = systems::parse(&settings.ruleset) else { return Vec::new() };
    let terms = terms(settings);
    let roles: Vec<_> = (0..settings.seats).map(|seat| ruleset.role(&terms, Seat(seat))).collect();
    if roles.iter().all(Option::is_none) { Vec::new() } else { roles }
}

/// The name of a room, a campaign or a work: 1 to 60 characters that can all be seen, blanks trimmed and joined.
pub(crate) fn name(given: &str) -> Option<String> {
    text::name(given, MAX_NAME_LETTERS)
}

/// What a system asks for beyond scenario, seats and size. Refused rather than left out where it cannot be written.
fn written(more: Option<serde_json::Value>) -> Result<Option<Payload>, Refusal> {
    more.map(|more| Payload::of(&more)).transpose().map_err(|why| {
        tracing::error!(kind = ?why.classify(), "the terms of a game could not be written");
        refuse::more_unwritable()
    })
}

/// The same settings for a game inside a campaign.
fn for_campaign(settings: Settings) -> Result<Settings, Refusal> {
    let Terms { scenario, seats, size, more } =
        systems::parse(&settings.ruleset)?.for_campaign(&terms(&settings));
    Ok(Settings { scenario, seats, size, more: written(more)?, ..settings })
}

/// Settings of a room that one person plays in at once, against bots and no clock; a name that is too long is cut.
pub(crate) fn at_once(
    named: &str,
    ruleset: RulesetId,
    terms: Terms,
    limits: &Limits,
) -> Result<Settings, Refusal> {
    let Terms { scenario, seats, size, more } = terms;
    let settings = Settings {
        name: named.chars().take(MAX_NAME_LETTERS).collect(),
        ruleset: ruleset.name().to_owned(),
        scenario,
        seats,
        size,
        more: written(more)?,
        clocks: Clocks::Untimed,
        spectators: true,
        spectator_delay: 0,
        listed: false,
        blind: false,
        exercise: None,
    };
    check(settings, false, limits)
}

/// Settings that can be played, or why not; in a room of a campaign, with what a game there needs.
pub(crate) fn check(settings: Settings, campaign: bool, limits: &Limits) -> Result<Settings, Refusal> {
    let mut settings = if campaign { for_campaign(settings)? } else { settings };
    if settings.exercise.is_some() {
        return Err(refuse::exercise_room());
    }
    settings.name = name(&settings.name).ok_or_else(refuse::room_name)?;
    if settings.spectator_delay > MAX_SPECTATOR_DELAY_TURNS {
        return Err(refuse::spectator_delay());
    }
    check_clocks(settings.clocks, limits)?;
    settings.more = settings.more.as_ref().map(text::checked).transpose()?;
    let ruleset = systems::parse(&settings.ruleset)?;
    let chosen = terms(&settings);
    // What a campaign game leaves behind is only kept by its campaign.
    if !campaign && ruleset.in_campaign(&chosen) {
        return Err(refuse::campaign_page());
    }
    ruleset.check_terms(&chosen)?;
    if settings.blind && !ruleset.seals(&chosen) {
        return Err(refuse::nothing_sealed());
    }
    Ok(settings)
}

fn check_clocks(clocks: Clocks, limits: &Limits) -> Result<(), Refusal> {
    let shortest = limits.shortest_clock;
    let smallest = 2 * shortest;
    let good = match clocks {
        Clocks::Rules | Clocks::Untimed => true,
        Clocks::Live { long, short, quick } => {
            [long, short, quick].iter().all(|seconds| (shortest..=MAX_LIVE_CLOCK_SECONDS).contains(seconds))
        }
        Clocks::Reserve { long, short, quick, bank, increment } => {
            [long, short, quick].iter().all(|seconds| (shortest..=MAX_LIVE_CLOCK_SECONDS).contains(seconds))
                && (smallest..=MAX_LIVE_CLOCK_SECONDS).contains(&bank)
                && increment <= MAX_INCREMENT_SECONDS
        }
        Clocks::Slow { long, quick } => [long, quick].iter().all(|hours| (1..=LONGEST_SLOW).contains(hours)),
    };
    if good {
        return Ok(());
    }
    Err(refuse::clocks(&shortest.to_string(), &smallest.to_string(), &MAX_INCREMENT_SECONDS.to_string()))
}
