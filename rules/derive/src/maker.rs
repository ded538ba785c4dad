//! What makes a table.

use std::cell::Cell;
use std::collections::BTreeMap;

use syn::ImplItemFn;

use crate::places::Options;

/// The options of the attribute, and the methods of the block it stands at.
pub(crate) struct Maker<'a> {
    pub(crate) options: &'a Options,
    pub(crate) methods: BTreeMap<String, &'a ImplItemFn>,
    /// How many calls of methods are around.
    pub(crate) depth: Cell<usize>,
}
