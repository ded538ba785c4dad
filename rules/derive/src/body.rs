//! Statements: what an arm does.

use syn::{
    BinOp, Block, Error, Expr, ExprForLoop, ExprIf, ExprMatch, ExprMethodCall, Pat, Result, Stmt, UnOp,
};

use crate::ast::{Op, Read, Seg, overlap};
use crate::kinds::{alternatives, named, reads_view, tag};
use crate::maker::Maker;
use crate::names::{Env, Sym};
use crate::reading::{odd, rank};

impl Maker<'_> {
    /// What statements do, one after the other.
    fn block(&self, env: &Env, block: &Block) -> Result<Vec<Op>> {
        let (mut env, mut ops) = (env.clone(), Vec::new());
        for stmt in &block.stmts {
            match stmt {
                Stmt::Local(local) => {
                    let init = local.init.as_ref().filter(|it| it.diverge.is_none());
                    let init = init.ok_or_else(|| Error::new_spanned(local, "write `let name = …;`"))?;
                    let sym = self.sym(&env, &init.expr)?;
                    let copy = !self.lends(&env, &init.expr) && reads_view(&sym);
                    env.bind(named(&local.pat)?, sym, copy);
                }
                Stmt::Expr(expr, _) => ops.extend(self.statement(&env, expr)?),
                other => {
                    return Err(Error::new_spanned(
                        other,
                        "clients know statements only, no macros or items",
                    ));
                }
            }
        }
        Ok(ops)
    }

    /// What an expression does.
    pub(crate) fn statement(&self, env: &Env, expr: &Expr) -> Result<Vec<Op>> {
        match expr {
            Expr::Block(it) => self.block(env, &it.block),
            Expr::Paren(it) => self.statement(env, &it.expr),
            Expr::Assign(it) => self.assigned(env, &it.left, &it.right),
            Expr::Binary(it) if matches!(it.op, BinOp::BitOrAssign(_)) => {
                let path = self.target(env, &it.left)?;
                let value = Read::Either(Read::View(path.clone()).into(), self.read(env, &it.right)?.into());
                Ok(vec![Op::Set(path, value)])
            }
            Expr::If(it) => self.branch(env, it),
            Expr::ForLoop(it) => self.each(env, it),
            Expr::Match(it) => self.switch(env, it),
            Expr::MethodCall(it) => self.called(env, it),
            Expr::Tuple(it) if it.elems.is_empty() => Ok(Vec::new()),
            Expr::Binary(it) => {
                Err(Error::new_spanned(it, "clients do not calculate: let the fact state the value"))
            }
            other => Err(odd(other)),
        }
    }

    /// A place that is written to.
    fn target(&self, env: &Env, expr: &Expr) -> Result<Vec<Seg>> {
        let Sym::Read(Read::View(path)) = self.sym(env, expr)? else {
            return Err(Error::new_spanned(expr, "only places of `self` can be written"));
        };
        let mut held = None;
        for copy in env.names.iter().filter(|it| it.copy) {
            if let Sym::Read(read) = &copy.sym {
                read.views(&mut |view| {
                    held = held.take().or(overlap(view, &path).then(|| copy.name.clone()));
                });
            }
        }
        match held {
            Some(name) => {
                let why = format!(
                    "`{name}` is a copy of this place, and clients read it again: write this after its last use, or before"
                );
                Err(Error::new_spanned(expr, why))
            }
            None => Ok(path),
        }
    }

    fn assigned(&self, env: &Env, left: &Expr, right: &Expr) -> Result<Vec<Op>> {
        let (Expr::Tuple(left), Expr::Tuple(right)) = (left, right) else {
            return Ok(vec![Op::Set(self.target(env, left)?, self.read(env, right)?)]);
        };
        let mut ops: Vec<(Vec<Seg>, Read)> = Vec::new();
        for (left, right) in left.elems.iter().zip(&right.elems) {
            let (path, value) = (self.target(env, left)?, self.read(env, right)?);
            let mut again = false;
            value.views(&mut |view| again |= ops.iter().any(|(written, _)| overlap(view, written)));
            if again {
                return Err(Error::new_spanned(
                    right,
                    "clients have written this place by now: assign in several statements",
                ));
            }
            ops.push((path, value));
        }
        Ok(ops.into_iter().map(|(path, value)| Op::Set(path, value)).collect())
    }

    fn branch(&self, env: &Env, it: &ExprIf) -> Result<Vec<Op>> {
        let mut ops = match &it.else_branch {
            Some((_, other)) => self.statement(env, other)?,
            None => Vec::new(),
        };
        for (when, inner) in self.cases(env, &it.cond)?.into_iter().rev() {
            ops = vec![Op::If(when, self.block(&inner, &it.then_branch)?, ops)];
        }
        Ok(ops)
    }

    /// The ways in which a condition holds, with the names that each gives.
    fn cases(&self, env: &Env, cond: &Expr) -> Result<Vec<(Read, Env)>> {
        match cond {
            Expr::Binary(it) if matches!(it.op, BinOp::And(_)) => {
                let mut all = Vec::new();
                for (left, env) in self.cases(env, &it.left)? {
                    let right = self.cases(&env, &it.right)?;
                    all.extend(
                        right
                            .into_iter()
                            .map(|(right, env)| (Read::Both(left.clone().into(), right.into()), env)),
                    );
                }
                Ok(all)
            }
            Expr::Let(it) => {
                let Pat::TupleStruct(some) = &*it.pat else {
                    return Err(Error::new_spanned(&it.pat, "write `if let Some(…) = …`"));
                };
                if !some.path.is_ident("Some") || some.elems.len() != 1 {
                    return Err(Error::new_spanned(&it.pat, "write `if let Some(…) = …`"));
                }
                let (value, lent) = (self.read(env, &it.expr)?, self.lends(env, &it.expr));
                let pats = alternatives(&some.elems[0]);
                pats.into_iter().map(|pat| case(env, pat, &value, lent)).collect()
            }
            other => Ok(vec![(self.read(env, other)?, env.clone())]),
        }
    }

    fn each(&self, env: &Env, it: &ExprForLoop) -> Result<Vec<Op>> {
        let how = "write `for place in &mut list`, or `for (place, value) in list.iter_mut().zip(values)`";
        let (list, beside) = match &*it.expr {
            Expr::Reference(list) if list.mutability.is_some() => (&*list.expr, None),
            Expr::MethodCall(call) if call.method == "iter_mut" => (&*call.receiver, None),
            Expr::MethodCall(zip) if zip.method == "zip" && zip.args.len() == 1 => match &*zip.receiver {
                Expr::MethodCall(call) if call.method == "iter_mut" => (&*call.receiver, Some(&zip.args[0])),
                other => return Err(Error::new_spanned(other, how)),
            },
            other => return Err(Error::new_spanned(other, how)),
        };
        let (path, after) = match self.sym(env, list)? {
            Sym::Spread(path, after) => (path, after),
            Sym::Read(Read::View(path)) => (path, Vec::new()),
            _ => return Err(Error::new_spanned(list, "only lists of `self` are gone through")),
        };
        let turn = Seg::Nth(Read::Turn(env.loops));
        let place = Sym::Read(Read::View([&path[..], std::slice::from_ref(&turn), &after[..]].concat()));
        let mut inner = env.clone();
        inner.loops += 1;
        let beside = match (&*it.pat, beside) {
            (Pat::Tuple(pats), Some(values)) if pats.elems.len() == 2 => {
                let Read::Fact(values) = self.read(env, values)? else {
                    return Err(Error::new_spanned(
                        values,
                        "only a list of the fact goes beside one of `self`",
                    ));
                };
                inner.bind(named(&pats.elems[0])?, place, false);
                let value = Read::Fact([&values[..], &[turn]].concat());
                inner.bind(named(&pats.elems[1])?, Sym::Read(value), false);
                Some(Read::Fact(values))
            }
            (pat, None) => {
                inner.bind(named(pat)?, place, false);
                None
            }
            (pat, Some(_)) => return Err(Error::new_spanned(pat, how)),
        };
        Ok(vec![Op::Each(path, beside, self.block(&inner, &it.body)?)])
    }

    /// A `match` over variants without fields, and numbers.
    fn switch(&self, env: &Env, it: &ExprMatch) -> Result<Vec<Op>> {
        let value = self.read(env, &it.expr)?;
        let mut ops = Vec::new();
        for arm in it.arms.iter().rev() {
            if let Some((_, guard)) = &arm.guard {
                return Err(Error::new_spanned(guard, "write an `if` in the arm"));
            }
            let body = self.statement(env, &arm.body)?;
            if matches!(arm.pat, Pat::Wild(_)) {
                ops = body;
                continue;
            }
            let mut when: Option<Read> = None;
            for pat in alternatives(&arm.pat) {
                let constant = match pat {
                    Pat::Path(it) => Expr::Path(it.clone()),
                    Pat::Lit(it) => Expr::Lit(it.clone()),
                    other => {
                        return Err(Error::new_spanned(
                            other,
                            "write a variant without fields, a number, or `_`",
                        ));
                    }
                };
                let same = Read::Same(value.clone().into(), self.read(env, &constant)?.into());
                when = Some(match when {
                    Some(before) => Read::Either(before.into(), same.into()),
                    None => same,
                });
            }
            if let Some(when) = when {
                ops = vec![Op::If(when, body, ops)];
            }
        }
        Ok(ops)
    }

    /// A method that does something.
    fn called(&self, env: &Env, call: &ExprMethodCall) -> Result<Vec<Op>> {
        if matches!(self.sym(env, strip(&call.receiver))?, Sym::Scene) {
            let (method, inner) = self.entered(env, call)?;
            return self.deeper(call, || self.block(&inner, &method.block));
        }
        let path = self.target(env, &call.receiver)?;
        let value = |n: usize| self.read(env, &call.args[n]);
        Ok(vec![match (call.method.to_string().as_str(), call.args.len()) {
            ("push", 1) => Op::Push(path, value(0)?),
            ("keep_sorted", 1) => Op::Add(path, value(0)?),
            ("drop_sorted", 1) => Op::Drop(path, value(0)?),
            ("put", 2) => Op::Put(path, rank(env, &call.args[0])?, value(1)?),
            _ => {
                return Err(Error::new_spanned(
                    &call.method,
                    "clients know `push`, `keep_sorted`, `drop_sorted` and `put`",
                ));
            }
        }])
    }
}

fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(it) => strip(&it.expr),
        Expr::Unary(it) if matches!(it.op, UnOp::Deref(_)) => strip(&it.expr),
        other => other,
    }
}

/// One pattern inside `Some(…)`.
fn case(env: &Env, pat: &Pat, value: &Read, lent: bool) -> Result<(Read, Env)> {
    let mut env = env.clone();
    let Pat::Struct(it) = pat else {
        let copy = !lent && reads_view(&Sym::Read(value.clone()));
        env.bind(named(pat)?, Sym::Read(value.clone()), copy);
        return Ok((Read::Some(value.clone().into()), env));
    };
    let (Read::View(path), Some(variant)) = (value, it.path.segments.last()) else {
        return Err(Error::new_spanned(pat, "write a single name here"));
    };
    let inside = [&path[..], &[tag(&variant.ident)]].concat();
    for field in &it.fields {
        let syn::Member::Named(name) = &field.member else {
            return Err(Error::new_spanned(field, "fields have names"));
        };
        let sym = Sym::Read(Read::View([&inside[..], &[Seg::Name(name.to_string())]].concat()));
        env.bind(named(&field.pat)?, sym, !lent);
    }
    Ok((Read::Some(Read::View(inside).into()), env))
}
