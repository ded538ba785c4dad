//! What a character costs and how far it moves, for the referee of the house.

use bagarre_kit::contract::{Figure, Worth};

use super::band::cost;
use super::ids::Who;
use super::state::PublicState;
use super::tables::{opponent, tables};

/// Price and speed of every character, by number.
pub(super) fn worths(public: PublicState<'_>) -> Vec<Worth> {
    public.scene.all().map(|(who, _)| worth(public, who)).collect()
}

fn worth(public: PublicState<'_>, who: Who) -> Worth {
    let sheet = &public.fighter(who).sheet;
    let hero = sheet
        .seat
        .and_then(|seat| public.setup.bands.get(usize::from(seat.0))?.heroes.get(usize::from(sheet.member)));
    let bought = hero.map(|hero| Figure::of("points", cost(hero), "ENE-CRE-01"));
    let counted = sheet.opponent.map(|id| Figure::of("menace", opponent(id).menace, "ENE-OPP-01"));
    let name = sheet.opponent.map_or(sheet.name.as_str(), |id| id.id());
    Worth {
        who: who.0,
        name: name.to_owned(),
        price: bought.into_iter().chain(counted).collect(),
        speed: speed(public, who),
    }
}

/// Metres of an action of movement on free ground, with what is carried now.
fn speed(public: PublicState<'_>, who: Who) -> Vec<Figure> {
    let sheet = &public.fighter(who).sheet;
    let movement = &tables().movement;
    let [dry, wet] = [false, true].map(|water| public.budget(who, water));
    if sheet.water_only {
        return vec![Figure::of("eau", wet, "ENE-MOV-12")];
    }
    if sheet.vol {
        return vec![Figure::of("air", dry, "ENE-MOV-11")];
    }
    let swum = wet / (movement.land / movement.water);
    vec![Figure::of("libre", dry, "ENE-MOV-02"), Figure::of("eau", swum, "ENE-MOV-05")]
}
