//! Names of the fields of facts.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Result};

/// The name of a variant as serde's `snake_case` writes it.
pub(crate) fn snake(variant: &str) -> String {
    let mut name = String::new();
    for (at, letter) in variant.char_indices() {
        if letter.is_uppercase() && at > 0 {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

/// See the derive of that name.
pub(crate) fn rows(item: TokenStream) -> Result<TokenStream> {
    let item: DeriveInput = syn::parse2(item)?;
    let Data::Enum(data) = &item.data else {
        return Err(Error::new_spanned(&item, "facts are an enum"));
    };
    let told = item.attrs.iter().filter(|it| it.path().is_ident("serde"));
    let told: String =
        told.filter_map(|it| it.meta.require_list().ok()).map(|it| it.tokens.to_string()).collect();
    if !told.contains("\"snake_case\"") || !told.contains("tag") {
        return Err(Error::new_spanned(
            &item.ident,
            "write `#[serde(tag = \"t\", rename_all = \"snake_case\")]`",
        ));
    }
    let mut rows = Vec::new();
    for variant in &data.variants {
        plain(&variant.attrs)?;
        let names = match &variant.fields {
            Fields::Named(fields) => fields.named.iter().collect::<Vec<_>>(),
            Fields::Unit => Vec::new(),
            Fields::Unnamed(_) => return Err(Error::new_spanned(variant, "the values of a fact have names")),
        };
        names.iter().try_for_each(|field| plain(&field.attrs))?;
        let names = names.iter().filter_map(|field| field.ident.as_ref()).map(ToString::to_string);
        let kind = snake(&variant.ident.to_string());
        rows.push(quote!((#kind, &[#(#names),*])));
    }
    let what = &item.ident;
    Ok(quote! {
        impl ::bagarre_kit::fold::Rows for #what {
            const ROWS: &'static [(&'static str, &'static [&'static str])] = &[#(#rows),*];
        }
    })
}

/// A row holds every value under the name that the code gives it. What is left out in an old journal changes nothing of that.
fn plain(attrs: &[Attribute]) -> Result<()> {
    let only_read = |it: &Attribute| it.parse_args::<syn::Path>().is_ok_and(|it| it.is_ident("default"));
    match attrs.iter().find(|it| it.path().is_ident("serde") && !only_read(it)) {
        Some(it) => {
            Err(Error::new_spanned(it, "a row holds every field as it is: no attribute of serde here"))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_the_fields() {
        let made = rows(quote! {
            #[serde(tag = "t", rename_all = "snake_case")]
            enum What { LeftBoard { who: Who, #[serde(default)] by: Option<Who> }, Rest }
        });
        let made = made.map(|it| it.to_string()).unwrap_or_default();
        assert!(
            made.contains(r#"("left_board" , & ["who" , "by"])"#) && made.contains(r#"("rest" , & [])"#),
            "{made}"
        );
    }

    #[test]
    fn what_a_row_cannot_hold_is_no_fact() {
        for (bent, why) in [
            (
                quote!(
                    enum What {
                        A,
                    }
                ),
                "snake_case",
            ),
            (
                quote!(
                    #[serde(tag = "t", rename_all = "snake_case")]
                    enum What {
                        A(u8),
                    }
                ),
                "have names",
            ),
            (
                quote!(
                    #[serde(tag = "t", rename_all = "snake_case")]
                    enum What {
                        A {
                            #[serde(skip_serializing_if = "zero")]
                            n: u8,
                        },
                    }
                ),
                "no attribute",
            ),
            (
                quote!(
                    struct What;
                ),
                "an enum",
            ),
        ] {
            let told = rows(bent).err().map(|it| it.to_string()).unwrap_or_default();
            assert!(told.contains(why), "{told}");
        }
    }
}
