//! What the seats of a game take back to their campaign.

use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{Json, RulesetId};
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Legacy;
use bagarre_rules::systems;
use uuid::Uuid;

use super::settings::brings;
use super::step::Step;
use super::trouble::Trouble;
use crate::store::campaigns::{CampaignGameEnd, Return};
use crate::store::{RoomRecord, Write};

/// Returns what the seats of a game take home. A seat out of which nothing came is a fault of the rules: the game cannot count for the others
/// alone.
fn returns(
    seats: impl Iterator<Item = Seat>,
    ruleset: RulesetId,
    after: impl Fn(Seat) -> Option<Legacy<Json>>,
) -> Result<Vec<Return>, Trouble> {
    let of = |seat: Seat| {
        let legacy = after(seat)
            .ok_or_else(|| Trouble::Poisoned(format!("nothing came out of the game for seat {}", seat.0)))?;
        let roster = ruleset.roster(legacy.band.get()).map_err(|why| {
            Trouble::Poisoned(format!("the band of seat {} cannot be read back: {}", seat.0, why.code))
        })?;
        let (band, disbanded) = (Payload::from(legacy.band), roster.disbanded);
        Ok(Return { seat, band, disbanded, record: legacy.record })
    };
    seats.map(of).collect()
}

/// Returns what the seats of a game that ends with this step take home.
pub(super) fn game_end(
    room: &RoomRecord,
    step: &Step,
    game: Uuid,
    at: i64,
) -> Result<Option<Write>, Trouble> {
    let Some(campaign) = room.campaign.clone() else { return Ok(None) };
    let ruleset = systems::parse(&room.settings.ruleset)?;
    // A game master takes nothing home.
    let players = (0u8..).map(Seat).take(room.seats.len()).filter(|seat| brings(&room.settings, *seat));
    let seats = returns(players, ruleset, |seat| step.after(seat))?;
    Ok(Some(Write::CampaignGameEnd(CampaignGameEnd { campaign, game, at, seats })))
}

#[cfg(test)]
mod tests {
    use bagarre_rules::gather::Record;

    use super::*;

    #[test]
    fn a_game_out_of_which_nothing_comes_for_a_seat_does_not_count_for_the_others() {
        let toy = systems::parse("toy").unwrap();
        let band = toy.enlist(r#"{"motto":"hop"}"#).unwrap();
        let record = || Record { won: None, points: 0, lines: Vec::new(), worth: Vec::new() };
        let legacy = || Legacy { band: band.clone(), record: record() };
        let both = || [Seat(0), Seat(1)].into_iter();
        assert_eq!(returns(both(), toy, |_| Some(legacy())).ok().map(|seats| seats.len()), Some(2));
        let one_less = returns(both(), toy, |seat| (seat == Seat(0)).then(legacy));
        assert!(matches!(one_less, Err(Trouble::Poisoned(why)) if why.contains("seat 1")));
    }
}
