//! What a new room deals: its terms, and ready-made bands for the seats that brought none.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::contract::{Lang, Seat};
use crate::gather::{Gather, Terms};

/// Returns the terms with which a new room for so many seats starts: what is usual, with what its system proposes besides
/// ([`Card::more`](crate::presentation::Card::more)). `None` when the scenario does not take so many seats.
pub fn new_room<R: Gather>(scenario: &str, seats: u8) -> Option<Terms> {
    let usual = R::usual(scenario, seats)?;
    let terms = Terms { more: R::presentation().card.more.clone(), ..usual };
    R::check_terms(&terms).is_ok().then_some(terms)
}

/// Returns the bands of a game: what each seat brought, under names that differ, and for each seat that brought nothing the ready-made
/// band that it is dealt, named in a language.
pub fn deal<R: Gather>(terms: &Terms, mut bands: Vec<Option<R::Band>>, lang: Lang) -> Vec<R::Band> {
    // The last one gives way first, so that earlier seats keep their names.
    for at in (0..bands.len()).rev() {
        if let Some(band) = bands[at].take() {
            let others: Vec<R::Band> = bands.iter().flatten().cloned().collect();
            bands[at] = Some(R::renamed(band, lang, &others));
        }
    }
    for (at, seat) in (0..bands.len()).zip(0u8..).map(|(at, seat)| (at, Seat(seat))) {
        if bands[at].is_none() {
            let others: Vec<R::Band> = bands.iter().flatten().cloned().collect();
            bands[at] = Some(R::own_band(terms, seat, 0, lang, &others));
        }
    }
    bands.into_iter().flatten().collect()
}

/// Which of what is ready is dealt to each side, by scenario and format, so that neither side is ahead (`docs/balance.md`). Where nothing
/// is said, the list is dealt from its start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Deals(BTreeMap<String, BTreeMap<String, Vec<Vec<String>>>>);

impl Deals {
    /// Reads the deals of a system, which are part of the program.
    ///
    /// # Panics
    /// When the text holds no deals.
    pub fn read(text: &str) -> Self {
        toml::from_str(text).expect("the deals are part of the program and are tested")
    }

    /// Returns the ids that each side is dealt in a format of a scenario; no side where nothing is said.
    pub fn sides(&self, scenario: &str, format: &str) -> &[Vec<String>] {
        self.0.get(scenario).and_then(|formats| formats.get(format)).map_or(&[], Vec::as_slice)
    }

    /// Returns every scenario and format of which something is said, with its sides.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str, &[Vec<String>])> {
        self.0.iter().flat_map(|(scenario, formats)| {
            formats.iter().map(|(format, sides)| (scenario.as_str(), format.as_str(), sides.as_slice()))
        })
    }
}

/// Returns the places of a list, known by its ids, in the order in which they are dealt: those of `first`, then the others as listed.
pub fn dealt_order<'a>(listed: &[&str], first: impl IntoIterator<Item = &'a String>) -> Vec<usize> {
    let named = first.into_iter().filter_map(|id| listed.iter().position(|listed| listed == id));
    let mut order: Vec<usize> = Vec::with_capacity(listed.len());
    for place in named.chain(0..listed.len()) {
        if !order.contains(&place) {
            order.push(place);
        }
    }
    order
}
