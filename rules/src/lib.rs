//! The rules of every Bagarre system: what they are made of comes from `bagarre-kit`, each system has a crate of its own, and this one
//! lists them in [`systems`].
//!
//! Pure: no input or output, no clock, no thread, no float, no hash order, no global. A ruleset answers the
//! questions of [`contract::Ruleset`]; everything else (rooms, journal, sockets, referee) lives elsewhere.

pub use bagarre_kit as kit;
pub use bagarre_kit::{
    any, appraisal, contract, deals, dice, exercise, gather, notice, presentation, row, text,
};

#[cfg(feature = "testkit")]
pub mod conformance;
mod registry;

registry::systems! { $
    offered {
        BASTON = bagarre_baston as baston, Baston;
        GENERIK = bagarre_generik as generik, Generik;
        ENERGIE = bagarre_energie as energie, Energie;
        CELTIQUES = bagarre_celtiques as celtiques, Celtiques;
    }
    // Played by builds for tests alone.
    tested {
        TOY = bagarre_toy as toy, Toy;
    }
}
