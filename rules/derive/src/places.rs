//! Where in a view the fields of `self` stand.

use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::{Error, Expr, Ident, Lit, LitStr, Meta, Path, Result, Token, punctuated::Punctuated};

use crate::ast::Seg;

/// What the attribute says.
pub(crate) struct Options {
    /// The static that is made.
    pub(crate) table: Ident,
    /// The enum of facts.
    pub(crate) what: Path,
    at: Vec<Seg>,
    places: Vec<(String, Vec<Seg>, Vec<Seg>)>,
}

impl Options {
    /// Reads what stands in the brackets of the attribute.
    pub(crate) fn read(options: TokenStream) -> Result<Self> {
        let list = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(options)?;
        let (mut table, mut what, mut at, mut places) = (None, None, Vec::new(), Vec::new());
        for meta in list {
            let name = meta.path().get_ident().map(Ident::to_string).unwrap_or_default();
            match (name.as_str(), &meta) {
                ("table", Meta::NameValue(it)) => table = Some(path_of(&it.value)?.require_ident()?.clone()),
                ("what", Meta::NameValue(it)) => what = Some(path_of(&it.value)?),
                ("at", Meta::NameValue(it)) => at = segs(&text(&it.value)?.value()),
                ("places", Meta::List(it)) => {
                    for place in it.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)? {
                        let place = place.require_name_value()?;
                        let to = text(&place.value)?;
                        let value = to.value();
                        let Some((before, after)) = value.split_once(".*") else {
                            return Err(Error::new_spanned(
                                to,
                                "a list that is spread over a view has a `*`, as `bands.*.score`",
                            ));
                        };
                        let after = after.strip_prefix('.').unwrap_or(after);
                        places.push((place.path.require_ident()?.to_string(), segs(before), segs(after)));
                    }
                }
                _ => return Err(Error::new_spanned(meta, "expected `table`, `what`, `at` or `places(…)`")),
            }
        }
        let missing = |what| Error::new(proc_macro2::Span::call_site(), format!("`{what} = …` is missing"));
        Ok(Self {
            table: table.ok_or_else(|| missing("table"))?,
            what: what.ok_or_else(|| missing("what"))?,
            at,
            places,
        })
    }

    /// Where a field of `self` stands; for a list that is spread over the view, what comes after the place in it.
    pub(crate) fn place(&self, field: &str) -> (Vec<Seg>, Vec<Seg>) {
        if let Some((_, before, after)) = self.places.iter().find(|(name, ..)| name == field) {
            return (before.clone(), after.clone());
        }
        let mut path = self.at.clone();
        path.push(Seg::Name(field.to_owned()));
        (path, Vec::new())
    }
}

fn path_of(value: &Expr) -> Result<Path> {
    match value {
        Expr::Path(path) => Ok(path.path.clone()),
        other => Err(Error::new_spanned(other, "expected a name")),
    }
}

fn text(value: &Expr) -> Result<LitStr> {
    match value {
        Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Ok(text.clone()),
        other => Err(Error::new_spanned(other, "expected a path in quotes")),
    }
}

fn segs(path: &str) -> Vec<Seg> {
    path.split('.').filter(|name| !name.is_empty()).map(|name| Seg::Name(name.to_owned())).collect()
}
