//! Rules by their ids.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The id of a rule, such as `BAS-MOV-03`, as found in `docs/rules/`; where a ruling settled what the rule leaves open, with the
/// ruling behind it: `BAS-MOV-05/RUL-99`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[bagarre_kit::wire(type = "string")]
pub struct Rule(pub Cow<'static, str>);

impl Rule {
    /// The rule of a given id.
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// The id as text, without ruling.
    pub fn id(&self) -> &str {
        self.0.split_once('/').map_or(&*self.0, |(rule, _)| rule)
    }

    /// The ruling beside it.
    pub fn ruling(&self) -> Option<&str> {
        self.0.split_once('/').map(|(_, ruling)| ruling)
    }

    /// Rule and ruling as they are written.
    pub fn cited(&self) -> &str {
        &self.0
    }
}
