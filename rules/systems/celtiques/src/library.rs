//! Names to lend, read once from `data/lent.toml`.

use std::sync::LazyLock;

use super::setup::Band;
use bagarre_kit::contract::Lang;
use bagarre_kit::names::{Lent, Renaming, Taken};

/// Names to lend.
pub static LENT: LazyLock<Lent> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/lent.toml"))
        .expect("the names are part of the program and are tested")
});

/// Every ready-made name.
static READY: LazyLock<Taken> = LazyLock::new(|| Taken::of(LENT.all()));

/// Returns the band with other names for those that are ready-made and that one of `others` bears.
pub(super) fn renamed(mut band: Band, lang: Lang, others: &[Band]) -> Band {
    let mut renaming = Renaming::new(&READY, band.names(), others.iter().flat_map(Band::names));
    for hero in &mut band.heroes {
        let lent = LENT.folk(&hero.name);
        renaming.apply(&mut hero.name, lent);
    }
    renaming.apply(&mut band.name, LENT.bands(lang));
    band
}
