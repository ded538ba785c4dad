//! The members that are left of a band in the steps after a game, and what its treasury can pay.

use super::refusal::Illegal;
use super::scene::{Aftermath, Survivor};
use super::setup::Member;

/// Living members with how they are (GEN-CMP-08: the gone are only struck off at the end).
pub fn living(after: &Aftermath) -> impl Iterator<Item = (&Member, &Survivor)> {
    after.band.members.iter().zip(&after.members).filter(|(_, survivor)| !survivor.gone)
}

/// A living member by its number.
pub(super) fn member(after: &Aftermath, id: u8) -> Result<(&Member, &Survivor), Illegal> {
    living(after).find(|(member, _)| member.id == id).ok_or(Illegal::AfterMember { id })
}

/// Refuses what the treasury cannot pay.
pub(super) fn afford(after: &Aftermath, price: i32, rule: &'static str) -> Result<(), Illegal> {
    let treasury = after.purse.treasury;
    if price <= treasury {
        return Ok(());
    }
    Err(Illegal::AfterTreasury { rule, price, treasury })
}
