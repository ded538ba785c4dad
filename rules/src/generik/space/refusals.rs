//! The words of what geometry refuses.

use super::{Halt, NoClimb, NoPiece, NoPlace, Obstacle};
use crate::contract::Lang;
use crate::illegal::Illegal;

/// Centimetres of a length in u, rounded up to a tenth.
fn cm(u: i32, comma: char) -> String {
    let tenths = (u + 9) / 10;
    if tenths % 10 == 0 {
        format!("{}", tenths / 10)
    } else {
        format!("{}{comma}{}", tenths / 10, tenths % 10)
    }
}

/// What may stand in the way, in French and in English.
const IN_THE_WAY: [(&str, &str); 4] = [
    ("une figurine barre le passage", "a figure is in the way"),
    ("un décor barre le passage", "a piece of terrain is in the way"),
    ("c’est hors de la table", "that is off the table"),
    ("le bord est là : il faut descendre ou sauter", "there is an edge: climb down or jump"),
];

/// Which of them it is.
fn kind(by: Obstacle) -> usize {
    match by {
        Obstacle::Figure(_) => 0,
        Obstacle::Piece(_) => 1,
        Obstacle::Table => 2,
        Obstacle::Level => 3,
    }
}

/// What stands in the way, in French and in English.
fn obstacle(by: Obstacle) -> (&'static str, &'static str) {
    IN_THE_WAY[kind(by)]
}

impl std::fmt::Display for Obstacle {
    /// In English: refusals that players read have words of their own.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(obstacle(*self).1)
    }
}

fn blocked([point, kind]: [i32; 2], lang: Lang) -> String {
    let (fr, en) = IN_THE_WAY[kind as usize];
    match lang {
        Lang::Fr => format!("Avant le point {point}, {fr} : contourne ou arrête-toi avant."),
        Lang::En => format!("Before point {point}, {en}: go round or stop short."),
    }
}

fn too_long([cost, budget]: [i32; 2], lang: Lang) -> String {
    match lang {
        Lang::Fr => format!(
            "Trop loin : le trajet coûte {} cm et il y en a {}. Arrête-toi plus tôt.",
            cm(cost, ','),
            cm(budget, ',')
        ),
        Lang::En => format!(
            "Too far: the path costs {} cm and there are {}. Stop earlier.",
            cm(cost, '.'),
            cm(budget, '.')
        ),
    }
}

fn too_long_in_armour(about: [i32; 2], lang: Lang) -> String {
    let plain = too_long(about, lang);
    match lang {
        Lang::Fr => format!("{plain} L’armure complète compte double."),
        Lang::En => format!("{plain} Full armour counts double."),
    }
}

/// The refusal of a path that costs too much, both in u, by the rule of what is walked for; `armour` when the walker's armour
/// made the ground dearer.
pub fn too_far(rule: &'static str, cost: i32, budget: i32, armour: bool) -> Illegal {
    let say = if armour { too_long_in_armour } else { too_long };
    Illegal::about("generik.path.long", rule, [cost, budget], say)
}

impl From<Halt> for Illegal {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Empty => Self::rule(
                "generik.path.empty",
                "GEN-ACT-32",
                "Ce trajet ne mène nulle part : donne un point ailleurs.",
                "This path leads nowhere: give a point elsewhere.",
            ),
            Halt::TooManyPoints(most) => Self::rule(
                "generik.path.points",
                "GEN-ACT-32",
                format!("Un tel trajet a au plus {most} point(s)."),
                format!("Such a path has at most {most} point(s)."),
            ),
            Halt::Blocked { point, by } => {
                let about = [i32::from(point) + 1, kind(by) as i32];
                Self::about("generik.path.blocked", "GEN-ACT-32", about, blocked)
            }
            Halt::Difficult { .. } => Self::rule(
                "generik.path.difficult",
                "GEN-SKL-10",
                "Une charge ne passe que par un terrain dégagé : arrête-toi avant l’autre.",
                "A charge goes over clear ground only: stop before the rest.",
            ),
            Halt::TooLong { cost, budget } => too_far("GEN-ACT-31", cost, budget, false),
            Halt::Marker(_) => on_marker("generik.path.marker", "GEN-SCN-32"),
        }
    }
}

fn on_marker(code: &'static str, rule: &'static str) -> Illegal {
    Illegal::rule(
        code,
        rule,
        "On ne s’arrête pas sur un objectif : arrête-toi à côté.",
        "Nobody stops on an objective: stop beside it.",
    )
}

impl From<NoClimb> for Illegal {
    fn from(no: NoClimb) -> Self {
        match no {
            NoClimb::NoWay => Self::rule(
                "generik.climb.way",
                "GEN-GEO-14",
                "Rien à grimper ni à sauter par là : marche.",
                "Nothing to climb or to jump that way: walk.",
            ),
            NoClimb::TooFar => Self::rule(
                "generik.climb.far",
                "GEN-GEO-14",
                "Trop loin : on grimpe contre le bord, on saute 5 cm au plus.",
                "Too far: one climbs right beside the edge and jumps 5 cm at most.",
            ),
            NoClimb::NotTouching => Self::rule(
                "generik.climb.touch",
                "GEN-ACT-35",
                "Il faut d’abord toucher ce qu’on grimpe ou qu’on franchit.",
                "Touch what you climb or vault first.",
            ),
            NoClimb::Blocked(by) => {
                let (fr, en) = obstacle(by);
                Self::rule(
                    "generik.climb.blocked",
                    "GEN-GEO-14",
                    format!("Impossible d’y arriver : {fr}."),
                    format!("There is no getting there: {en}."),
                )
            }
            NoClimb::Marker(_) => on_marker("generik.climb.marker", "GEN-SCN-32"),
        }
    }
}

impl From<NoPlace> for Illegal {
    fn from(no: NoPlace) -> Self {
        let (code, rule, fr, en) = match no {
            NoPlace::OffTable => (
                "generik.place.table",
                "GEN-SET-03",
                "Cela dépasse de la table.",
                "That is not wholly on the table.",
            ),
            NoPlace::Turn => (
                "generik.place.turn",
                "GEN-GEO-07",
                "Un décor se tourne par pas de 15°, de 0 à 23.",
                "A piece turns by steps of 15°, from 0 to 23.",
            ),
            NoPlace::TooNear(_) => (
                "generik.place.spacing",
                "GEN-SET-03",
                "Il faut 10 cm entre deux décors.",
                "Pieces keep 10 cm between them.",
            ),
            NoPlace::Overlap(_) => {
                ("generik.place.overlap", "GEN-SET-03", "Deux décors se chevauchent.", "Two pieces overlap.")
            }
            NoPlace::Centre => (
                "generik.place.centre",
                "GEN-SET-04",
                "Rien à moins de 10 cm du centre de la table dans ce scénario.",
                "Nothing within 10 cm of the centre of the table in this scenario.",
            ),
            NoPlace::Zone => (
                "generik.place.zone",
                "GEN-SET-08",
                "Il faut rester à 10 cm de son bord de table.",
                "Stay within 10 cm of your own table edge.",
            ),
            NoPlace::Blocked(by) => return blocked_place(by),
            NoPlace::Marker(_) => (
                "generik.place.marker",
                "GEN-SCN-60",
                "Trop près d’un marqueur d’objectif.",
                "Too near an objective marker.",
            ),
            NoPlace::Terrain(_) => (
                "generik.place.terrain",
                "GEN-SCN-60",
                "Un objectif se pose hors des décors.",
                "An objective lies off terrain.",
            ),
        };
        Self::rule(code, rule, fr, en)
    }
}

impl From<NoPiece> for Illegal {
    fn from(no: NoPiece) -> Self {
        let (code, rule, fr, en) = match no {
            NoPiece::Era => (
                "generik.place.era",
                "GEN-SET-03",
                "Ce décor est d’une autre époque.",
                "This piece belongs to another era.",
            ),
            NoPiece::NoCopy => (
                "generik.place.copies",
                "GEN-SET-03",
                "Il ne reste plus de décor de cette sorte.",
                "No piece of this kind is left.",
            ),
            NoPiece::TooMany => (
                "generik.place.many",
                "GEN-SET-02",
                "Trop de décors pour une table : 40 au plus.",
                "Too many pieces for one table: 40 at most.",
            ),
            NoPiece::NoRoom(_) => return no_room(),
            NoPiece::Place(no) => return no.into(),
        };
        Self::rule(code, rule, fr, en)
    }
}

fn no_room() -> Illegal {
    Illegal::rule(
        "generik.place.room",
        "GEN-SET-08",
        "Trop de décors le long d’un bord : une bande ne pourrait pas s’y placer. Dégage-le.",
        "Too much terrain along a table edge: a band could not be set up there. Clear it.",
    )
}

fn blocked_place(by: Obstacle) -> Illegal {
    let (fr, en) = obstacle(by);
    Illegal::rule(
        "generik.place.blocked",
        "GEN-SET-08",
        format!("Impossible de se placer là : {fr}."),
        format!("No place there: {en}."),
    )
}
