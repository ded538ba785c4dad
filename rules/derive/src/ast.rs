//! What a table says, and how it is written as code of `kit::fold`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// A step into a value.
#[derive(Clone)]
pub(crate) enum Seg {
    /// A field.
    Name(String),
    /// A place of a list.
    Nth(Read),
}

/// Something that is read.
#[derive(Clone)]
pub(crate) enum Read {
    /// A constant: an expression without a variable.
    Is(TokenStream),
    /// A field of the fact, and what is in it.
    Fact(Vec<Seg>),
    /// A place of the view.
    View(Vec<Seg>),
    /// The turn of a loop, counted from the outermost.
    Turn(usize),
    /// A field of the fact as a place of a list; the expression makes it.
    Rank(TokenStream),
    Last(Box<Read>),
    Has(Box<Read>, Box<Read>),
    Some(Box<Read>),
    Not(Box<Read>),
    Both(Box<Read>, Box<Read>),
    Either(Box<Read>, Box<Read>),
    Same(Box<Read>, Box<Read>),
    With(Box<Read>, Vec<(String, Read)>),
    List(Vec<Read>),
}

/// Something that is done.
#[derive(Clone)]
pub(crate) enum Op {
    Set(Vec<Seg>, Read),
    Push(Vec<Seg>, Read),
    Add(Vec<Seg>, Read),
    Drop(Vec<Seg>, Read),
    Put(Vec<Seg>, Read, Read),
    If(Read, Vec<Op>, Vec<Op>),
    Each(Vec<Seg>, Option<Read>, Vec<Op>),
}

impl Read {
    /// Calls `each` with every place of the view that is read.
    pub(crate) fn views(&self, each: &mut dyn FnMut(&[Seg])) {
        match self {
            Self::Is(_) | Self::Fact(_) | Self::Turn(_) | Self::Rank(_) => {}
            Self::View(path) => each(path),
            Self::Last(one) | Self::Some(one) | Self::Not(one) => one.views(each),
            Self::Has(a, b) | Self::Both(a, b) | Self::Either(a, b) | Self::Same(a, b) => {
                a.views(each);
                b.views(each);
            }
            Self::With(base, fields) => {
                base.views(each);
                for (_, value) in fields {
                    value.views(each);
                }
            }
            Self::List(list) => {
                for value in list {
                    value.views(each);
                }
            }
        }
    }
}

/// Whether one of two places may hold the other.
pub(crate) fn overlap(a: &[Seg], b: &[Seg]) -> bool {
    a.iter().zip(b).all(|pair| match pair {
        (Seg::Name(a), Seg::Name(b)) => a == b,
        _ => true,
    })
}

fn path(path: &[Seg]) -> TokenStream {
    quote!(::std::vec![#(#path),*])
}

impl ToTokens for Seg {
    fn to_tokens(&self, to: &mut TokenStream) {
        to.extend(match self {
            Self::Name(name) => quote!(::bagarre_kit::fold::Seg::Name(#name.to_owned())),
            Self::Nth(read) => quote!(::bagarre_kit::fold::Seg::Nth(#read)),
        });
    }
}

impl ToTokens for Read {
    fn to_tokens(&self, to: &mut TokenStream) {
        let read = quote!(::bagarre_kit::fold::Read);
        let one = |name: TokenStream, a: &Self| quote!(#read::#name(::std::boxed::Box::new(#a)));
        let two = |name: TokenStream, a: &Self, b: &Self| quote!(#read::#name(::std::boxed::Box::new(#a), ::std::boxed::Box::new(#b)));
        to.extend(match self {
            Self::Is(value) => quote!(#read::Is(#value)),
            Self::Fact(segs) => {
                let segs = path(segs);
                quote!(#read::Fact(#segs))
            }
            Self::View(segs) => {
                let segs = path(segs);
                quote!(#read::View(#segs))
            }
            Self::Turn(depth) => quote!(#read::Turn(#depth)),
            Self::Rank(made) => made.clone(),
            Self::Last(a) => one(quote!(Last), a),
            Self::Some(a) => one(quote!(Some), a),
            Self::Not(a) => one(quote!(Not), a),
            Self::Has(a, b) => two(quote!(Has), a, b),
            Self::Both(a, b) => two(quote!(Both), a, b),
            Self::Either(a, b) => two(quote!(Either), a, b),
            Self::Same(a, b) => two(quote!(Same), a, b),
            Self::With(base, fields) => {
                let fields = fields.iter().map(|(name, value)| quote!((#name.to_owned(), #value)));
                quote!(#read::with(#base, ::std::vec![#(#fields),*]))
            }
            Self::List(list) => quote!(#read::List(::std::vec![#(#list),*])),
        });
    }
}

impl ToTokens for Op {
    fn to_tokens(&self, to: &mut TokenStream) {
        let op = quote!(::bagarre_kit::fold::Op);
        let two = |name: TokenStream, segs: &[Seg], value: &Read| {
            let segs = path(segs);
            quote!(#op::#name(#segs, #value))
        };
        to.extend(match self {
            Self::Set(segs, value) => two(quote!(Set), segs, value),
            Self::Push(segs, value) => two(quote!(Push), segs, value),
            Self::Add(segs, value) => two(quote!(Add), segs, value),
            Self::Drop(segs, value) => two(quote!(Drop), segs, value),
            Self::Put(segs, at, value) => {
                let segs = path(segs);
                quote!(#op::Put(#segs, #at, #value))
            }
            Self::If(when, then, other) => {
                quote!(#op::If(#when, ::std::vec![#(#then),*], ::std::vec![#(#other),*]))
            }
            Self::Each(segs, beside, ops) => {
                let segs = path(segs);
                let beside = if let Some(read) = beside {
                    quote!(::core::option::Option::Some(#read))
                } else {
                    quote!(::core::option::Option::None)
                };
                quote!(#op::Each(#segs, #beside, ::std::vec![#(#ops),*]))
            }
        });
    }
}
