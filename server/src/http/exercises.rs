//! Exercises: the list, and a room for one.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::CookieJar;
use bagarre_protocol::http::{ChosenExercise, ExerciseInfo, Opened};

use super::error::HttpError;
use super::extract::{Body, MaybePerson};
use super::guests;
use super::lang::lang_of;
use crate::app::App;
use crate::error::AppError;
use crate::exercises::{self, Chosen};

/// The exercises of every system, from the easiest to the hardest.
pub(crate) async fn all() -> Json<Vec<ExerciseInfo>> {
    Json(exercises::all())
}

/// Opens a room for an exercise. A browser without a person comes in under the nickname given.
pub(crate) async fn open(
    State(app): State<App>,
    MaybePerson(known): MaybePerson,
    jar: CookieJar,
    headers: HeaderMap,
    Body(wanted): Body<ChosenExercise>,
) -> Result<(StatusCode, CookieJar, Json<Opened>), HttpError> {
    let chosen = Chosen::read(&wanted).map_err(AppError::from)?;
    let (host, jar) = match known {
        Some(host) => (host, jar),
        None => guests::come_in(&app, jar, &headers, &wanted.name.unwrap_or_default()).await?,
    };
    let (id, invite) = app.open_exercise(&host, &chosen, lang_of(&headers)).await?;
    Ok((StatusCode::CREATED, jar, Json(Opened { id, invite })))
}
