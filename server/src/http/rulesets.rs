//! What can be played.

use std::sync::LazyLock;

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bagarre_protocol::http::{
    BotInfo, RulesetInfo, ScenarioInfo, ScenarioVariant, Seconds, Span, Unfinished,
};
use bagarre_rules::any::RulesetId;
use bagarre_rules::appraisal::Appraisal;
use bagarre_rules::contract::{Pace, Seat};
use bagarre_rules::gather::Terms;
use bagarre_rules::presentation::{Card, ScenarioCard, Words};
use bagarre_rules::systems;

use super::error::HttpError;
use super::extract::{Body, Id};

/// The same for every request as long as the server runs.
const CACHE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=60");

static LIST: LazyLock<Vec<RulesetInfo>> = LazyLock::new(|| offered().iter().copied().map(info).collect());

/// What players are offered. A build for tests also offers what they do not know, where `BAGARRE_OFFER_ALL` is set.
fn offered() -> &'static [RulesetId] {
    #[cfg(feature = "testkit")]
    if std::env::var_os("BAGARRE_OFFER_ALL").is_some() {
        return systems::EVERY;
    }
    systems::ALL
}

/// More seats than any system takes.
const MAX_SEATS: u8 = 16;

fn span(numbers: impl Iterator<Item = u8> + Clone) -> Span {
    Span { min: numbers.clone().min().unwrap_or(0), max: numbers.max().unwrap_or(0) }
}

fn scenario(id: RulesetId, scenario: String) -> ScenarioInfo {
    let variants = (1..=MAX_SEATS).filter_map(|seats| {
        let usual = id.usual(&scenario, seats)?;
        let legal = |size: &u8| id.check_terms(&Terms { size: *size, ..usual.clone() }).is_ok();
        let legal = (1..=MAX_SEATS).filter(legal).collect::<Vec<_>>();
        Some(ScenarioVariant { seats, usual: usual.size, size: span(legal.into_iter()) })
    });
    let variants = variants.collect::<Vec<_>>();
    let card = id.presentation().card.scenarios.get(&scenario).cloned().unwrap_or_else(|| ScenarioCard {
        name: Words::new(&*scenario, &*scenario),
        ..ScenarioCard::default()
    });
    let usual = variants.first().and_then(|it| id.usual(&scenario, it.seats));
    ScenarioInfo {
        name: card.name,
        goal: card.goal,
        turns: card.turns,
        minutes: card.minutes,
        about: card.about,
        seats: span(variants.iter().map(|it| it.seats)),
        size: span(variants.iter().flat_map(|it| [it.size.min, it.size.max])),
        // Only the scenario decides; other choices do not matter.
        seals: usual.as_ref().is_some_and(|terms| id.seals(terms)),
        led: usual.is_some_and(|terms| {
            (0..terms.seats).any(|seat| id.role(&terms, Seat(seat)).is_some_and(|role| !role.wins))
        }),
        variants,
        id: scenario,
    }
}

fn bot(card: &Card, id: &str) -> BotInfo {
    BotInfo { id: id.to_owned(), card: card.bots.get(id).cloned().unwrap_or_default() }
}

fn info(id: RulesetId) -> RulesetInfo {
    let card = &id.presentation().card;
    let mut scenarios: Vec<_> = id.scenarios().into_iter().map(|name| scenario(id, name)).collect();
    // A first game is best the one that can be had at once.
    scenarios.sort_by_key(|scenario| card.quick.as_ref().is_none_or(|quick| quick.scenario != scenario.id));
    let (bots, retired): (Vec<BotInfo>, Vec<BotInfo>) =
        id.bots().iter().map(|name| bot(card, name)).partition(|bot| bot.card.level > 0);
    let (one, two) = (id.seconds(Pace::Long(1)), id.seconds(Pace::Long(2)));
    RulesetInfo {
        id: id.name().to_owned(),
        name: card.name.clone(),
        about: card.about.clone(),
        version: id.version(),
        scenarios,
        quick: card.quick.clone(),
        more: card.more.clone(),
        bots,
        retired,
        seconds: Seconds {
            window: id.seconds(Pace::Window),
            quick: id.seconds(Pace::Quick),
            short: id.seconds(Pace::Short),
            long: one,
            long_more: two.saturating_sub(one),
            between: id.seconds(Pace::Between),
        },
        campaigns: id.has_campaigns(),
    }
}

/// Every ruleset with its scenarios, limits and bots.
pub(crate) async fn list() -> Response {
    ([CACHE], Json(&*LIST)).into_response()
}

/// Everything a client shows of one ruleset before a game: also boards, equipment, ready-made bands.
pub(crate) async fn one(Id(id): Id<RulesetId>) -> Result<Response, HttpError> {
    Ok(([CACHE], Json(id.catalogue())).into_response())
}

/// What the house shows of one ruleset where the client has no panel of its own.
pub(crate) async fn presentation(Id(id): Id<RulesetId>) -> Response {
    ([CACHE], Json(id.presentation())).into_response()
}

/// What a band comes to, however unfinished.
pub(crate) async fn appraise(
    Id(id): Id<RulesetId>,
    Body(unfinished): Body<Unfinished>,
) -> Result<Json<Appraisal>, HttpError> {
    let Unfinished { terms, seat, band, open } = unfinished;
    let appraisal = id.appraise(&terms, seat, band.text(), open)?;
    Ok(Json(appraisal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruleset_tells_what_can_be_played() {
        for id in systems::ALL.iter().copied() {
            let info = info(id);
            assert!(!info.bots.is_empty() && !info.scenarios.is_empty());
            let levels: Vec<u8> = info.bots.iter().map(|bot| bot.card.level).collect();
            assert!(levels[0] == 1 && levels.is_sorted(), "{id}: {levels:?}");
            let quick = info.quick.as_ref().map(|quick| &quick.scenario);
            assert_eq!(Some(&info.scenarios[0].id), quick, "{id} starts with its simplest scenario");
            assert!(info.retired.iter().all(|bot| bot.card.level == 0), "{id}");
            for scenario in info.scenarios {
                assert!(scenario.name.fr != scenario.id && scenario.name.en != scenario.id, "{scenario:?}");
                assert!(!scenario.about.fr.is_empty() && !scenario.about.en.is_empty(), "{scenario:?}");
                assert!(!scenario.variants.is_empty() && scenario.seats.min >= 1);
                for variant in scenario.variants {
                    assert!((variant.size.min..=variant.size.max).contains(&variant.usual));
                }
            }
        }
    }
}
