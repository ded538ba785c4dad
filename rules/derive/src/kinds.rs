//! From the kinds of facts to what each does.

use std::cell::Cell;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{
    Arm, Error, Expr, ExprMethodCall, FnArg, Ident, ImplItem, ImplItemFn, ItemImpl, Member, Pat, Result,
    Stmt, Type,
};

use crate::ast::{Op, Read, Seg};
use crate::maker::Maker;
use crate::names::{Bound, Env, Sym, variable};
use crate::places::Options;
use crate::rows::snake;

/// Calls of methods go so deep.
const DEEP: usize = 16;

/// See the attribute of that name.
pub(crate) fn fold(options: TokenStream, block: TokenStream) -> Result<TokenStream> {
    let options = Options::read(options)?;
    let block: ItemImpl = syn::parse2(block)?;
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(it) => Some((it.sig.ident.to_string(), it)),
        _ => None,
    });
    let maker = Maker { options: &options, methods: methods.collect(), depth: Cell::new(0) };
    let apply = maker.methods.get("apply").copied();
    let apply =
        apply.ok_or_else(|| Error::new_spanned(&block.self_ty, "facts are made true by a method `apply`"))?;
    let [FnArg::Receiver(_), FnArg::Typed(what)] = &apply.sig.inputs.iter().collect::<Vec<_>>()[..] else {
        return Err(Error::new_spanned(&apply.sig, "write `fn apply(&mut self, what: &What)`"));
    };
    let mut env = Env::default();
    env.bind(named(&what.pat)?, Sym::What, false);
    let mut kinds = Vec::new();
    maker.kinds(&env, apply, &mut kinds)?;
    let kinds = kinds.iter().map(|(kind, ops)| quote!((#kind.to_owned(), ::std::vec![#(#ops),*])));
    let table = &options.table;
    Ok(quote! {
        #block

        /// How clients fold facts over a view: made from the methods that make them true here.
        #[allow(unreachable_patterns)]
        pub(crate) static #table: ::std::sync::LazyLock<::bagarre_kit::fold::FoldTable> =
            ::std::sync::LazyLock::new(|| ::bagarre_kit::fold::FoldTable::of([#(#kinds),*]));
    })
}

impl<'a> Maker<'a> {
    /// The kinds that a method matches on, and what each does; those that are known are not asked again.
    fn kinds(&self, env: &Env, method: &ImplItemFn, found: &mut Vec<(String, Vec<Op>)>) -> Result<()> {
        let [Stmt::Expr(Expr::Match(it), None)] = &method.block.stmts[..] else {
            return Err(Error::new_spanned(
                &method.block,
                "one `match` over the kinds of facts, and nothing beside it",
            ));
        };
        if !matches!(self.sym(env, &it.expr)?, Sym::What) {
            return Err(Error::new_spanned(&it.expr, "the fact is what is matched here"));
        }
        let seen = found.len();
        for arm in &it.arms {
            if let Some((_, guard)) = &arm.guard {
                return Err(Error::new_spanned(guard, "write an `if` in the arm"));
            }
            if matches!(arm.pat, Pat::Wild(_)) {
                self.others(env, arm, found)?;
                continue;
            }
            for pat in alternatives(&arm.pat) {
                let (kind, env) = self.kind(env, pat)?;
                // The first arm counts, as in Rust.
                if !found[..seen].iter().any(|(known, _)| *known == kind) {
                    found.push((kind, self.statement(&env, &arm.body)?));
                }
            }
        }
        Ok(())
    }

    /// The last arm: nothing, or a method that goes on.
    fn others(&self, env: &Env, arm: &Arm, found: &mut Vec<(String, Vec<Op>)>) -> Result<()> {
        match &*arm.body {
            Expr::Block(it) if it.block.stmts.is_empty() => Ok(()),
            Expr::MethodCall(call) if matches!(self.sym(env, &call.receiver)?, Sym::Scene) => {
                let (method, env) = self.entered(env, call)?;
                self.kinds(&env, method, found)
            }
            other => Err(Error::new_spanned(
                other,
                "the other kinds do nothing (`{}`), or a method goes on with them",
            )),
        }
    }

    /// The name of a kind, and the names that its pattern gives.
    fn kind(&self, env: &Env, pat: &Pat) -> Result<(String, Env)> {
        let (path, fields) = match pat {
            Pat::Struct(it) => (&it.path, it.fields.iter().collect::<Vec<_>>()),
            Pat::Path(it) => (&it.path, Vec::new()),
            other => {
                return Err(Error::new_spanned(other, "write the kind with the fields it needs, or `_`"));
            }
        };
        let Some(variant) = path.segments.last() else {
            return Err(Error::new_spanned(path, "this is no kind"));
        };
        let (what, mut env) = (&self.options.what, env.clone());
        for field in fields {
            let Member::Named(name) = &field.member else {
                return Err(Error::new_spanned(field, "the values of a fact have names"));
            };
            if matches!(*field.pat, Pat::Wild(_)) {
                continue;
            }
            let probe = quote!(|what: &#what| match what {
                #path { #name: it, .. } => ::core::option::Option::Some(it),
                _ => ::core::option::Option::None,
            });
            let sym = Sym::Read(Read::Fact(vec![Seg::Name(name.to_string())]));
            env.names.push(Bound { name: named(&field.pat)?, sym, copy: false, probe: Some(probe) });
        }
        Ok((snake(&variant.ident.to_string()), env))
    }

    /// A method of the block, with the names that a call gives its parameters.
    pub(crate) fn entered(&self, env: &Env, call: &ExprMethodCall) -> Result<(&'a ImplItemFn, Env)> {
        let name = call.method.to_string();
        let Some(method) = self.methods.get(&name).copied() else {
            let why =
                "clients know only methods of this block: write it here, or let the fact state what results";
            return Err(Error::new_spanned(&call.method, why));
        };
        let mut inner = Env { names: Vec::new(), loops: env.loops };
        // What was copied outside must not change inside either.
        let copies = env.names.iter().filter(|it| it.copy);
        inner.names.extend(copies.map(|it| Bound { name: String::new(), ..it.clone() }));
        let parameters = method.sig.inputs.iter().filter_map(|it| match it {
            FnArg::Typed(it) => Some(it),
            FnArg::Receiver(_) => None,
        });
        for (parameter, given) in parameters.zip(&call.args) {
            let (name, sym) = (named(&parameter.pat)?, self.sym(env, given)?);
            let copy = !matches!(*parameter.ty, Type::Reference(_)) && reads_view(&sym);
            let probe = probe(env, given);
            inner.names.push(Bound { name, sym, copy, probe });
        }
        Ok((method, inner))
    }

    /// Does `work` one call deeper.
    pub(crate) fn deeper<T>(&self, at: &impl ToTokens, work: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.depth.get() >= DEEP {
            return Err(Error::new_spanned(at, "this calls itself"));
        }
        self.depth.set(self.depth.get() + 1);
        let done = work();
        self.depth.set(self.depth.get() - 1);
        done
    }

    /// What a method of the block gives: its body is one expression.
    pub(crate) fn inline_value(&self, env: &Env, call: &ExprMethodCall) -> Result<Sym> {
        let (method, inner) = self.entered(env, call)?;
        let [Stmt::Expr(body, None)] = &method.block.stmts[..] else {
            return Err(Error::new_spanned(&method.block, "a method that gives something is one expression"));
        };
        self.deeper(call, || self.sym(&inner, body))
    }

    /// Whether an expression lends a place rather than copying it.
    pub(crate) fn lends(&self, env: &Env, expr: &Expr) -> bool {
        match expr {
            Expr::Reference(_) => true,
            Expr::Paren(it) => self.lends(env, &it.expr),
            Expr::MethodCall(call) if matches!(self.sym(env, &call.receiver), Ok(Sym::Scene)) => {
                let method = self.methods.get(&call.method.to_string());
                method.is_some_and(|it| matches!(&it.sig.output, syn::ReturnType::Type(_, ty) if matches!(**ty, Type::Reference(_))))
            }
            _ => false,
        }
    }
}

/// Whether something read is, or depends on, a place of the view.
pub(crate) fn reads_view(sym: &Sym) -> bool {
    let mut found = false;
    match sym {
        Sym::Read(read) => read.views(&mut |_| found = true),
        Sym::Spread(..) => found = true,
        Sym::What | Sym::Scene => {}
    }
    found
}

/// The name that a pattern gives.
pub(crate) fn named(pat: &Pat) -> Result<String> {
    match pat {
        Pat::Ident(it) if it.subpat.is_none() => Ok(it.ident.to_string()),
        Pat::Type(it) => named(&it.pat),
        Pat::Reference(it) => named(&it.pat),
        other => Err(Error::new_spanned(other, "write a single name here")),
    }
}

/// The sides of `a | b`.
pub(crate) fn alternatives(pat: &Pat) -> Vec<&Pat> {
    match pat {
        Pat::Or(it) => it.cases.iter().flat_map(alternatives).collect(),
        Pat::Paren(it) => alternatives(&it.pat),
        other => vec![other],
    }
}

/// The name of an enum's variant as a client finds it.
pub(crate) fn tag(variant: &Ident) -> Seg {
    Seg::Name(snake(&format_ident!("{variant}").to_string()))
}

/// What tells the type of a field of the fact that is handed on.
fn probe(env: &Env, given: &Expr) -> Option<TokenStream> {
    match given {
        Expr::Reference(it) => probe(env, &it.expr),
        Expr::Unary(it) => probe(env, &it.expr),
        Expr::Path(path) => variable(path).and_then(|name| env.find(&name)?.probe.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    fn made(arms: &TokenStream, methods: &TokenStream) -> Result<String> {
        let options = quote!(table = FOLD, what = What, places(figures = "fighters.*.now"));
        let block = quote! {
            impl Scene {
                fn apply(&mut self, what: &What) {
                    match *what { #arms _ => {} }
                }
                #methods
            }
        };
        fold(options, block).map(|it| it.to_string().replace(' ', ""))
    }

    #[test]
    fn the_block_stays_and_the_table_says_the_same() {
        let fig = quote!(
            fn fig(&mut self, who: Who) -> &mut Figure {
                &mut self.figures[who.i()]
            }
        );
        let told = made(&quote!(What::LeftBoard { who, .. } => self.fig(who).prone = true,), &fig);
        let told = told.unwrap_or_else(|why| panic!("{why}"));
        assert!(told.contains("self.fig(who).prone=true"), "{told}");
        assert!(
            told.contains(r#""left_board""#) && told.contains(r#""fighters""#) && told.contains(r#""now""#),
            "{told}"
        );
    }

    #[test]
    fn what_clients_cannot_do_is_no_fold() {
        let none = TokenStream::new();
        for (arm, why) in [
            (quote!(What::A { n } => self.n += n,), "do not calculate"),
            (quote!(What::A { n } => self.n = n + 1,), "do not calculate"),
            (quote!(What::A { n } if n > 1 => self.n = n,), "an `if` in the arm"),
            (quote!(What::A { n } => self.list.sort(),), "clients know `push`"),
            (quote!(What::A { n } => self.list[n] = true,), "a place in a list is"),
            (quote!(What::A { n } => self.n = n.0,), "write `.i()`"),
            (quote!(What::A { n } => other(n),), "clients cannot do this"),
            (quote!(What::A { n } => self.elsewhere(n),), "methods of this block"),
            (quote!(What::A { n } => self.n = unknown,), "do not know this name"),
            (quote!(What::A { n } => { while n { } }), "clients cannot do this"),
            (quote!(What::A { n } => { for it in 0..n { } }), "for place in &mut list"),
            (
                quote!(What::A { n } => { let was = self.n; self.n = n; self.m = was; }),
                "is a copy of this place",
            ),
            (quote!(What::A { n } => { (self.n, self.m) = (n, self.n); }), "several statements"),
            (quote!(What::A { n } => self.figures = n,), "places of `self`"),
        ] {
            let told = made(&arm, &none).err().map(|it| it.to_string()).unwrap_or_default();
            assert!(told.contains(why), "{arm}: {told}");
        }
        let round = made(
            &quote!(What::A { n } => self.round(n),),
            &quote!(
                fn round(&mut self, n: u8) {
                    self.round(n);
                }
            ),
        );
        assert!(round.err().is_some_and(|it| it.to_string().contains("calls itself")));
    }
}
