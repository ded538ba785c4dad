//! Refusals that no rule of a game makes.

pub(crate) mod campaign;

/// Makes a function for each refusal: its code, its words in French and in English.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $fr:literal, $en:literal;)+) => {
        $($(#[$doc])* pub(crate) fn $name() -> bagarre_rules::any::Refusal {
            bagarre_rules::any::Refusal::plain($code, $fr, $en)
        })+
    };
}

pub(crate) use refusals;
