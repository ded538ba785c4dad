//! What names stand for.

use proc_macro2::TokenStream;
use syn::ExprPath;

use crate::ast::{Read, Seg};

/// What a name stands for.
#[derive(Clone)]
pub(crate) enum Sym {
    /// The fact as a whole.
    What,
    /// `self`.
    Scene,
    /// A list of `self` that is spread over the view: what comes before and after the place in it.
    Spread(Vec<Seg>, Vec<Seg>),
    /// A value, or a place of the view.
    Read(Read),
}

/// A name and what it stands for.
#[derive(Clone)]
pub(crate) struct Bound {
    pub(crate) name: String,
    pub(crate) sym: Sym,
    /// It is a copy of a place of the view: the table reads the place again each time, so it must not change meanwhile.
    pub(crate) copy: bool,
    /// For a field of the fact: the expression that tells what type it is.
    pub(crate) probe: Option<TokenStream>,
}

/// The names in sight, and how many loops are around.
#[derive(Clone, Default)]
pub(crate) struct Env {
    pub(crate) names: Vec<Bound>,
    pub(crate) loops: usize,
}

impl Env {
    pub(crate) fn find(&self, name: &str) -> Option<&Bound> {
        self.names.iter().rev().find(|it| it.name == name)
    }

    pub(crate) fn bind(&mut self, name: String, sym: Sym, copy: bool) {
        self.names.push(Bound { name, sym, copy, probe: None });
    }
}

/// The variable that a path is, if it is one.
pub(crate) fn variable(path: &ExprPath) -> Option<String> {
    let name = path.path.get_ident()?.to_string();
    name.starts_with(|ch: char| ch.is_lowercase() || ch == '_').then_some(name)
}
