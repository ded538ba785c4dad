//! Names to lend and deals of ready-made heroes, read once from `data/lent.toml` and `data/dealt.toml`.

use std::sync::LazyLock;

use bagarre_kit::deals::Deals;
use bagarre_kit::names::Lent;

/// Names to lend.
pub static LENT: LazyLock<Lent> = LazyLock::new(|| {
    toml::from_str(bagarre_kit::data!("lent.toml")).expect("the names are part of the program and are tested")
});

/// Which heroes a new room deals (CEL-R100).
pub static DEALS: LazyLock<Deals> = LazyLock::new(|| Deals::read(bagarre_kit::data!("dealt.toml")));
