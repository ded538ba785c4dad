//! Expressions that are read.

use quote::quote;
use syn::visit::{self, Visit};
use syn::{BinOp, Error, Expr, ExprMethodCall, ExprPath, Lit, Member, Result, UnOp};

use crate::ast::{Read, Seg};
use crate::maker::Maker;
use crate::names::{Env, Sym, variable};

/// Whether an expression has no variable in it.
fn constant(expr: &Expr) -> bool {
    struct Variables(bool);
    impl<'a> Visit<'a> for Variables {
        fn visit_expr_path(&mut self, path: &'a ExprPath) {
            self.0 |= variable(path).is_some();
            visit::visit_expr_path(self, path);
        }
    }
    let mut found = Variables(false);
    found.visit_expr(expr);
    !found.0
}

fn is(expr: &Expr) -> Read {
    let none = matches!(expr, Expr::Path(path) if path.path.is_ident("None"));
    Read::Is(if none {
        quote!(::serde_json::Value::Null)
    } else {
        quote!(::bagarre_kit::fold::value(&(#expr)))
    })
}

impl Maker<'_> {
    /// What an expression stands for.
    pub(crate) fn sym(&self, env: &Env, expr: &Expr) -> Result<Sym> {
        match expr {
            Expr::Paren(it) => self.sym(env, &it.expr),
            Expr::Group(it) => self.sym(env, &it.expr),
            Expr::Reference(it) => self.sym(env, &it.expr),
            Expr::Unary(it) if matches!(it.op, UnOp::Deref(_)) => self.sym(env, &it.expr),
            Expr::Path(path) => match variable(path) {
                Some(name) if name == "self" => Ok(Sym::Scene),
                Some(name) => {
                    let bound = env.find(&name);
                    bound
                        .map(|it| it.sym.clone())
                        .ok_or_else(|| Error::new_spanned(path, "clients do not know this name"))
                }
                None => Ok(Sym::Read(is(expr))),
            },
            Expr::Field(field) => {
                let Member::Named(name) = &field.member else {
                    return Err(Error::new_spanned(
                        field,
                        "write `.i()` for the number of something, a name for a field",
                    ));
                };
                let name = name.to_string();
                match self.sym(env, &field.base)? {
                    Sym::Scene => {
                        let (path, after) = self.options.place(&name);
                        let spread = !after.is_empty();
                        Ok(if spread { Sym::Spread(path, after) } else { Sym::Read(Read::View(path)) })
                    }
                    Sym::Read(read) => deeper(read, Seg::Name(name), field).map(Sym::Read),
                    Sym::Spread(..) | Sym::What => {
                        Err(Error::new_spanned(field, "this has no field for clients"))
                    }
                }
            }
            Expr::Index(it) => {
                let at = Seg::Nth(rank(env, &it.index)?);
                match self.sym(env, &it.expr)? {
                    Sym::Spread(mut path, after) => {
                        path.push(at);
                        path.extend(after);
                        Ok(Sym::Read(Read::View(path)))
                    }
                    Sym::Read(read) => deeper(read, at, it).map(Sym::Read),
                    Sym::Scene | Sym::What => Err(Error::new_spanned(it, "this is no list")),
                }
            }
            Expr::MethodCall(call) => self.asked(env, call),
            _ => self.made(env, expr).map(Sym::Read),
        }
    }

    /// The value of an expression.
    pub(crate) fn read(&self, env: &Env, expr: &Expr) -> Result<Read> {
        match self.sym(env, expr)? {
            Sym::Read(read) => Ok(read),
            Sym::Spread(..) => {
                Err(Error::new_spanned(expr, "this list is spread over the view: take one place of it"))
            }
            Sym::Scene | Sym::What => Err(Error::new_spanned(expr, "only what is in it can be read")),
        }
    }

    /// Values that are made of others.
    fn made(&self, env: &Env, expr: &Expr) -> Result<Read> {
        if constant(expr) && !matches!(expr, Expr::Call(call) if is_some(&call.func)) {
            return match expr {
                Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Closure(_) => Err(odd(expr)),
                _ => Ok(is(expr)),
            };
        }
        match expr {
            Expr::Call(call) if is_some(&call.func) && call.args.len() == 1 => self.read(env, &call.args[0]),
            Expr::Unary(it) if matches!(it.op, UnOp::Not(_)) => {
                Ok(Read::Not(self.read(env, &it.expr)?.into()))
            }
            Expr::Binary(it) => {
                let (a, b) = (self.read(env, &it.left)?.into(), self.read(env, &it.right)?.into());
                match it.op {
                    BinOp::And(_) => Ok(Read::Both(a, b)),
                    BinOp::Or(_) => Ok(Read::Either(a, b)),
                    BinOp::Eq(_) => Ok(Read::Same(a, b)),
                    BinOp::Ne(_) => Ok(Read::Not(Read::Same(a, b).into())),
                    _ => {
                        Err(Error::new_spanned(it, "clients do not calculate: let the fact state the value"))
                    }
                }
            }
            Expr::Struct(it) => {
                let base = match &it.rest {
                    Some(rest) => self.read(env, rest)?,
                    None => Read::Is(quote!(::serde_json::json!({}))),
                };
                let mut fields = Vec::new();
                for field in &it.fields {
                    let Member::Named(name) = &field.member else {
                        return Err(Error::new_spanned(field, "fields have names"));
                    };
                    fields.push((name.to_string(), self.read(env, &field.expr)?));
                }
                Ok(Read::With(base.into(), fields))
            }
            Expr::Tuple(it) => {
                Ok(Read::List(it.elems.iter().map(|it| self.read(env, it)).collect::<Result<_>>()?))
            }
            Expr::Array(it) => {
                Ok(Read::List(it.elems.iter().map(|it| self.read(env, it)).collect::<Result<_>>()?))
            }
            _ => Err(odd(expr)),
        }
    }

    /// What a method gives.
    fn asked(&self, env: &Env, call: &ExprMethodCall) -> Result<Sym> {
        let receiver = self.sym(env, &call.receiver)?;
        let name = call.method.to_string();
        if matches!(receiver, Sym::Scene) {
            return self.inline_value(env, call);
        }
        let Sym::Read(read) = receiver else {
            return Err(Error::new_spanned(call, "take one place of the list first"));
        };
        Ok(Sym::Read(match (name.as_str(), call.args.len()) {
            ("clone", 0) => read,
            ("last", 0) => Read::Last(read.into()),
            ("is_some", 0) => Read::Some(read.into()),
            ("is_none", 0) => Read::Not(Read::Some(read.into()).into()),
            ("contains", 1) => Read::Has(read.into(), self.read(env, &call.args[0])?.into()),
            ("i", 0) => {
                return Err(Error::new_spanned(call, "a number in a list is only good for the place in one"));
            }
            _ => {
                let known = "`clone`, `last`, `is_some`, `is_none`, `contains`, or methods of this block";
                return Err(Error::new_spanned(&call.method, format!("clients know {known}")));
            }
        }))
    }
}

/// A place in a list: a number, or `.i()` of a field of the fact.
pub(crate) fn rank(env: &Env, expr: &Expr) -> Result<Read> {
    if let Expr::Lit(lit) = expr
        && matches!(lit.lit, Lit::Int(_))
    {
        return Ok(is(expr));
    }
    if let Expr::MethodCall(call) = expr
        && call.method == "i"
        && let Expr::Path(path) = &*call.receiver
        && let Some(bound) = variable(path).and_then(|name| env.find(&name).cloned())
        && let (Sym::Read(read), Some(probe)) = (&bound.sym, &bound.probe)
    {
        return Ok(Read::Rank(quote!(::bagarre_kit::fold::rank(#read, #probe))));
    }
    Err(Error::new_spanned(
        expr,
        "a place in a list is a number, or `.i()` of a field of the fact (see `kit::fold::Index`)",
    ))
}

fn is_some(func: &Expr) -> bool {
    matches!(func, Expr::Path(path) if path.path.is_ident("Some"))
}

/// What clients cannot do.
pub(crate) fn odd(expr: &Expr) -> Error {
    Error::new_spanned(
        expr,
        "clients cannot do this: write assignments, `if`, `for` over a list, `push`, `keep_sorted`, `drop_sorted`, `put`, \
         or let the fact state what results",
    )
}

fn deeper(read: Read, seg: Seg, at: &impl quote::ToTokens) -> Result<Read> {
    match read {
        Read::Fact(mut path) => {
            path.push(seg);
            Ok(Read::Fact(path))
        }
        Read::View(mut path) => {
            path.push(seg);
            Ok(Read::View(path))
        }
        _ => Err(Error::new_spanned(at, "only the fact and `self` have something in them")),
    }
}
