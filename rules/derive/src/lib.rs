//! What clients need to know of a system's facts, made from the very text by which the rules apply them.
//!
//! [`macro@fold`] reads the methods that make facts true and writes the table that clients run; [`macro@Rows`] writes the names of
//! the fields of facts. What they write names `bagarre_kit::fold`. [`macro@wire`] describes types to clients.

mod ast;
mod body;
mod kinds;
mod maker;
mod names;
mod places;
mod reading;
mod rows;

use proc_macro::TokenStream;
use quote::quote;

/// Writes a table for clients from an `impl` block whose method `apply` makes facts true:
/// `#[fold(table = FOLD, what = What, at = "scene", places(figures = "fighters.*.now"))]`.
///
/// The block stays as it is. `table` names the static that is made, `what` the enum of facts, `at` where in a view the fields of
/// `self` stand (at its root, if left out), `places` those that stand elsewhere; the `*` is the place in the list.
///
/// `apply` is one `match` over the kinds of facts; its last arm may hand over to a method that goes on in the same way. Arms are
/// written in: assignments (`=`, `|=`, of tuples too), `if` with `if let Some(…)`, `for … in &mut list` (or
/// `list.iter_mut().zip(…)`), `match` over unit variants, `let` of a reference, methods of the same block, and `push`,
/// `keep_sorted`, `drop_sorted` and `put` on lists. Anything else is a compile error that says what to write instead.
#[proc_macro_attribute]
pub fn fold(options: TokenStream, block: TokenStream) -> TokenStream {
    kinds::fold(options.into(), block.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Describes a type that crosses the wire: it derives `schemars::JsonSchema` with the feature `schema` of the crate that has it, and
/// `ts_rs::TS` with the feature `ts`. Options are those of `ts`: `#[wire(export_to = "baston/")]`.
#[proc_macro_attribute]
pub fn wire(options: TokenStream, item: TokenStream) -> TokenStream {
    let (options, item) = (proc_macro2::TokenStream::from(options), proc_macro2::TokenStream::from(item));
    let ts = if options.is_empty() { quote!() } else { quote!(, ts(#options)) };
    quote! {
        #[cfg_attr(feature = "schema", derive(::schemars::JsonSchema))]
        #[cfg_attr(feature = "ts", derive(::ts_rs::TS) #ts)]
        #item
    }
    .into()
}

/// The names of the fields of each kind of fact, in the order in which rows hold their values.
#[proc_macro_derive(Rows)]
pub fn rows(item: TokenStream) -> TokenStream {
    rows::rows(item.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}
