//! A system of rules as a value.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::Rules;

/// A system of rules, chosen at run time. What it answers is told by [`Rules`]. Two are equal when their systems have the same name.
///
/// Points at a static of the crate of the system: code that names a system compiles none of its generics again.
#[derive(Clone, Copy)]
pub struct RulesetId(&'static &'static dyn Rules);

impl RulesetId {
    /// The system of these rules.
    pub const fn new(rules: &'static &'static dyn Rules) -> Self {
        Self(rules)
    }
}

impl PartialEq for RulesetId {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for RulesetId {}

impl Hash for RulesetId {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.name().hash(hasher);
    }
}

impl Deref for RulesetId {
    type Target = dyn Rules;

    fn deref(&self) -> &(dyn Rules + 'static) {
        *self.0
    }
}

impl fmt::Display for RulesetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for RulesetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
