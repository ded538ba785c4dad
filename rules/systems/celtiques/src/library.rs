//! Names to lend, read once from `data/lent.toml`.

use std::sync::LazyLock;

use bagarre_kit::names::Lent;

/// Names to lend.
pub static LENT: LazyLock<Lent> = LazyLock::new(|| {
    toml::from_str(bagarre_kit::data!("lent.toml")).expect("the names are part of the program and are tested")
});
