//! A room in its campaign: what comes out of a game, and who hears of it.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::SeatBand;
use bagarre_rules::any::{Json, RulesetId};
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Legacy;
use bagarre_rules::systems;
use uuid::Uuid;

use super::actor::Room;
use super::camp::{Camp, seat_band};
use super::settings::brings;
use super::state::Trouble;
use super::step::Step;
use crate::store::campaigns::{CampaignGameEnd, Return};
use crate::store::{RoomRecord, Write};

/// What the seats of a game take home. A seat out of which nothing came is a fault of the rules: the game cannot count for the others
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

/// What the seats of a game that ends with this step take home.
pub(super) fn game_ends(
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

impl Room {
    /// Reads the room's campaign again, if it belongs to one. What cannot be read stays as it was.
    pub(super) async fn refresh_camp(&mut self) {
        let Some(campaign) = &self.record.campaign else { return };
        let read = Camp::read(self.shared.store.as_ref(), campaign, self.record.game);
        match self.shared.asked(read).await {
            Ok(camp) => self.camp = camp,
            Err(why) => {
                tracing::warn!(room = %self.record.id, %why, "the campaign of a room could not be read");
            }
        }
    }

    /// A game began or ended here: reads the campaign again, and tells its other rooms.
    pub(super) async fn campaign_moved(&mut self) {
        self.refresh_camp().await;
        let Some(campaign) = &self.record.campaign else { return };
        let told = self.shared.campaign_changed(campaign, Some(&self.record.id));
        if let Err(why) = self.shared.asked(told).await {
            tracing::warn!(room = %self.record.id, %why, "the other rooms of a campaign were not told");
        }
    }

    /// The band of a seat in a campaign, as everybody sees it.
    pub(super) fn seat_band(&self, seat: Seat) -> Option<SeatBand> {
        let band = self.camp.as_ref()?.band_at(&self.record, seat)?;
        Some(seat_band(&self.record.settings.ruleset, band))
    }
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
