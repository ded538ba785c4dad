//! What a figure costs and how far it walks, for the referee.

use bagarre_kit::contract::{Figure, Worth};

use super::legal::speed;
use super::numbers::numbers;
use super::state::{Fixed, Profile};

/// One centimetre, in u.
const CENTIMETRE: i32 = 100;

/// Price and speed of every figure, by number: centimetres of a move (GEN-ACT-02) on clear and on difficult ground.
pub(super) fn worths(fixed: &Fixed) -> Vec<Worth> {
    (0u8..).zip(&fixed.profiles).map(|(who, profile)| worth(fixed, who, profile)).collect()
}

fn worth(fixed: &Fixed, who: u8, profile: &Profile) -> Worth {
    let band = fixed.shown.bands.get(usize::from(profile.seat.0));
    let member = band.and_then(|band| band.members.get(usize::from(profile.member)));
    let (budget, speed) = (numbers().movement.move_budget, speed(profile));
    let walks = |ground: &str, cost: i32, rule| Figure::of(ground, budget / cost.max(1) / CENTIMETRE, rule);
    Worth {
        who,
        name: member.map(|member| member.name.clone()).unwrap_or_default(),
        price: vec![Figure::of("points", profile.cost, "GEN-BND-06")],
        speed: vec![
            walks("clear", speed.clear, "GEN-ACT-02"),
            walks("difficult", speed.difficult, "GEN-TER-09"),
        ],
    }
}
