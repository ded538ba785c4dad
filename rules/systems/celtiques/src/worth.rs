//! What a fighter costs and how fast it walks, for the referee.

use bagarre_kit::contract::{Figure, Worth};

use super::figures::Gait;
use super::hero;
use super::ids::{Ground, Who};
use super::state::PublicState;
use super::tables::tables;

/// Price and speed of every fighter, by number.
pub(super) fn worths(public: PublicState<'_>) -> Vec<Worth> {
    public.whos().map(|who| worth(public, who)).collect()
}

fn worth(public: PublicState<'_>, who: Who) -> Worth {
    let profile = public.profile(who);
    let own = profile.seat.and_then(|seat| {
        public.fixed.setup.bands.get(usize::from(seat.0))?.heroes.get(usize::from(profile.member))
    });
    let mut price = Vec::new();
    if let Some(own) = own {
        price.push(Figure::of("attributes", hero::attributes(own), "CEL-CRE-01"));
        price.push(Figure::of("skills", hero::skills(own), "CEL-CRE-02"));
        price.push(Figure::of("equipment", hero::equipment(own), "CEL-CRE-03"));
    }
    price.extend(profile.foe.map(|foe| Figure::of("reserve", tables().foe(foe).reserve, "CEL-MJ-05")));
    let paces = Ground::ALL.iter().filter_map(|ground| {
        let speed = public.speed_on(who, *ground, 100, Gait::default())?;
        Some(Figure::of(ground.id(), i32::try_from(speed).unwrap_or(i32::MAX), "CEL-MOV-03"))
    });
    Worth { who: who.0, name: profile.name.clone(), price, speed: paces.collect() }
}
