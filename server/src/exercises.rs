//! Exercises: a room in which a person plays one position against bots, with dice that fall the same at each try.

use bagarre_protocol::http::{ChosenExercise, ExerciseInfo};
use bagarre_protocol::room::Holder;
use bagarre_rules::any::{Refusal, RulesetId};
use bagarre_rules::contract::Lang;
use bagarre_rules::exercise::Exercise;
use bagarre_rules::systems;

use crate::app::App;
use crate::error::AppError;
use crate::room::practice::exercise;
use crate::room::settings;
use crate::store::{Guest, SeatRecord};

/// All exercises of all systems, without what they begin with.
pub(crate) fn all() -> Vec<ExerciseInfo> {
    let of = |ruleset: &RulesetId| {
        let name = ruleset.name().to_owned();
        let info = move |exercise: &Exercise| ExerciseInfo {
            ruleset: name.clone(),
            scenario: exercise.start.terms.scenario.clone(),
            card: exercise.card.clone(),
        };
        ruleset.exercises().iter().map(info)
    };
    systems::ALL.iter().flat_map(of).collect()
}

/// An exercise that was chosen.
pub(crate) struct Chosen {
    ruleset: RulesetId,
    exercise: &'static Exercise,
}

impl Chosen {
    /// Reads what is wanted, before a person is made for it.
    pub(crate) fn read(wanted: &ChosenExercise) -> Result<Self, Refusal> {
        let ruleset = systems::parse(&wanted.ruleset)?;
        Ok(Self { ruleset, exercise: exercise(ruleset, &wanted.id)? })
    }
}

impl App {
    /// Opens a room for an exercise. It begins when its host starts it.
    pub(crate) async fn open_exercise(
        &self,
        host: &Guest,
        chosen: &Chosen,
        lang: Lang,
    ) -> Result<(String, String), AppError> {
        let Chosen { ruleset, exercise } = chosen;
        let start = &exercise.start;
        let title = &exercise.card.title;
        let title = if lang == Lang::Fr { &title.fr } else { &title.en };
        let mut settings = settings::at_once(title, *ruleset, start.terms.clone(), &self.config().limits)?;
        settings.exercise = Some(exercise.card.id.clone());
        let bot = SeatRecord { holder: Holder::Bot { bot: start.bot.clone() }, ..SeatRecord::empty() };
        let mut seats = vec![bot; usize::from(settings.seats)];
        if let Some(seat) = seats.get_mut(usize::from(start.seat.0)) {
            *seat = SeatRecord::of(host);
        }
        self.may_open_room(host).await?;
        self.rooms().open(host, settings, None, seats).await
    }
}
