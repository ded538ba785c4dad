//! Whether a figure of a position is sound, and stands where it can.

use crate::ids::Fig;
use crate::legal;
use crate::resolve::max_da;
use crate::state::State;
use crate::tables;
use bagarre_kit::faults::{Faults, FaultsOf};

/// Checks a figure of a state. `measured` says that terrain and figures lie well: only then is it told where it can stand.
pub(super) fn check(state: &State, fig: Fig, measured: bool, faults: &mut Faults) {
    check_as(state, fig, measured, &mut faults.of(format!("scene.figures[{}]", fig.0)));
}

/// Checks a figure of a state, whose faults are those of a part of the position.
pub(super) fn check_as(state: &State, fig: Fig, measured: bool, faults: &mut FaultsOf<'_>) {
    let figure = state.scene.figure(fig);
    let profile = &state.fixed.profiles[fig.i()];
    let seat = profile.seat.0;
    faults.ensure(figure.seat == profile.seat, "seat", format_args!("{seat}, as the set-up has it"));
    let facing = legal::facing_is_vector(Some(figure.facing)).is_ok();
    faults.ensure(facing, "facing", "a vector that is not zero, of 12000 at most (GEN-GEO-06)");
    // The heroic die comes on top (GEN-HER-03); a figure that was just wounded keeps what it had (GEN-WND-04).
    let mut healthy = *figure;
    healthy.wounded = false;
    let most = i64::from(max_da(profile, &healthy)) + 1;
    faults.ensure_within("da", figure.da, 0..=most, "GEN-STA-03");
    for (n, charge) in figure.charges.iter().enumerate() {
        let full = profile.weapons.get(n).map_or(0, |weapon| tables::weapon(*weapon).charges);
        let field = format!("charges[{n}]");
        faults.ensure_within(&field, *charge, 0..=i64::from(full), "GEN-STA-05");
    }
    if !figure.on_table() || !measured {
        return;
    }
    if let Err(by) = state.table().space().legal_point(fig, figure.at, figure.z) {
        faults.ensure(false, "at", format_args!("a point where it can stand (GEN-GEO-13): {by}"));
    }
    let floor = state.board.support(figure.at, figure.z);
    faults.ensure(
        floor == figure.z,
        "z",
        format_args!("{floor}, the level of what it stands on (GEN-TER-04)"),
    );
}
