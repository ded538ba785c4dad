//! What every system refuses in the same words.

use crate::illegal::Illegal;

/// Codes of the refusals that every system has: made by the macro `refusals!`.
#[derive(Clone, Copy, Debug)]
pub struct Refusals {
    #[doc(hidden)]
    pub stale: &'static str,
    #[doc(hidden)]
    pub not_asked: &'static str,
    #[doc(hidden)]
    pub seat: &'static str,
    #[doc(hidden)]
    pub over: &'static str,
    #[doc(hidden)]
    pub choice: &'static str,
    #[doc(hidden)]
    pub position: &'static str,
}

/// The codes of a system, which begin with its name.
macro_rules! refusals {
    ($system:literal) => {
        $crate::kit::procedure::Refusals {
            stale: concat!($system, ".stale"),
            not_asked: concat!($system, ".not_asked"),
            seat: concat!($system, ".seat"),
            over: concat!($system, ".over"),
            choice: concat!($system, ".choice"),
            position: concat!($system, ".position"),
        }
    };
}
pub(crate) use refusals;

impl Refusals {
    /// The game has moved on since.
    pub(crate) fn stale(&self) -> Illegal {
        Illegal::plain(
            self.stale,
            "Trop tard : la partie a avancé depuis. Regarde la table et recommence si besoin.",
            "Too late: the game has moved on since. Look at the table and try again if need be.",
        )
    }

    /// Somebody else is asked, or nobody.
    pub(crate) fn not_asked(&self) -> Illegal {
        Illegal::plain(
            self.not_asked,
            "On ne te demande rien en ce moment.",
            "Nothing is asked of you at the moment.",
        )
    }

    /// No such seat.
    pub(crate) fn no_seat(&self) -> Illegal {
        Illegal::plain(self.seat, "Cette place n’existe pas.", "There is no such seat.")
    }

    /// The game is over.
    pub(crate) fn over(&self) -> Illegal {
        Illegal::plain(self.over, "La partie est finie.", "The game is over.")
    }

    /// Not one of the options of the question.
    pub(crate) fn choice(&self) -> Illegal {
        Illegal::plain(
            self.choice,
            "Cette réponse n’est pas parmi celles qui sont proposées.",
            "This answer is not among those that are offered.",
        )
    }

    /// A position with these faults.
    pub(crate) fn position(&self, faults: &[String]) -> Illegal {
        let list = faults.join("\n");
        Illegal::plain(
            self.position,
            format!("Cette position est impossible :\n{list}"),
            format!("This position is impossible:\n{list}"),
        )
    }
}
