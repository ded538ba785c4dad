//! The words that rooms ask for.

pub(crate) use crate::words::{campaign, refusals};
