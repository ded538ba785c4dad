//! Data of a ruleset as text, and text as data.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::to_raw_value;

use super::place::path_of;
use super::{Json, Refusal};
use crate::contract::{Refuse, Threatened, ThreatsDraft};
use crate::gather::Gather;

/// Turns data of a ruleset into text.
pub(super) fn json<T: Serialize>(data: &T) -> Json {
    to_raw_value(data).expect("data of a ruleset has string keys only, so it always serialises")
}

pub(super) fn read<T: DeserializeOwned>(text: &str, fr: &str, en: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|why| Refusal::bad_json(fr, en, &path_of(text, &why), &why))
}

pub(super) fn read_command<R: Gather>(text: &str) -> Result<R::Command, Refusal> {
    read(text, "Ordre", "command").map_err(|refusal| R::misread(text).map_or(refusal, illegal))
}

pub(super) fn read_draft<R: Gather>(text: &str) -> Result<R::Draft, Refusal> {
    read(text, "Brouillon", "draft").map_err(|refusal| R::misread(text).map_or(refusal, illegal))
}

/// The character of a draft that asks who threatens it; `None` of any other draft.
pub(super) fn read_threats(text: &str) -> Option<Threatened> {
    serde_json::from_str(text).ok().map(|ThreatsDraft { threats }| threats)
}

pub(super) fn read_band<R: Gather>(text: &str) -> Result<R::Band, Refusal> {
    read(text, "Bande", "band")
}

#[allow(clippy::needless_pass_by_value, reason = "what `map_err` hands over")]
pub(super) fn illegal<I: Refuse>(illegal: I) -> Refusal {
    Refusal::of(&illegal)
}
