//! The placeholders of a text, as `web-client/src/text/phrase.ts` reads them.

/// How a placeholder uses what it names.
pub(crate) enum Op {
    /// It is told, counted, or chosen by.
    Alone,
    /// It is asked whether there is any.
    There,
    /// It is compared with something else.
    Compared,
}

/// A placeholder.
pub(crate) struct Hole {
    pub(crate) head: String,
    pub(crate) op: Op,
    /// The value that it is compared with.
    pub(crate) other: String,
    pub(crate) branches: Vec<String>,
}

/// Where what begins at `from` ends: at a bar or a brace that belongs to no inner placeholder.
fn end_of(text: &str, from: usize) -> usize {
    let mut depth = 0u32;
    for (at, sign) in text.bytes().enumerate().skip(from) {
        match sign {
            b'|' | b'}' if depth == 0 => return at,
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The placeholders of a text, from left to right, without those inside of others.
pub(crate) fn holes(text: &str) -> Vec<Hole> {
    let mut all = Vec::new();
    let mut here = 0;
    while let Some(open) = text.get(here..).and_then(|rest| rest.find('{')) {
        let mut pieces = Vec::new();
        here += open;
        loop {
            let end = end_of(text, here + 1);
            pieces.push(text[here + 1..end].to_owned());
            here = end;
            if text.as_bytes().get(here) != Some(&b'|') {
                break;
            }
        }
        here += 1;
        all.push(hole(pieces));
    }
    all
}

fn hole(pieces: Vec<String>) -> Hole {
    let mut pieces = pieces.into_iter();
    let first = pieces.next().unwrap_or_default();
    let Some(ask) = first.find('?') else {
        return Hole { head: first, op: Op::Alone, other: String::new(), branches: pieces.collect() };
    };
    let there = first[ask + 1..].starts_with('?');
    let yes = first[ask + if there { 2 } else { 1 }..].to_owned();
    let branches = std::iter::once(yes).chain(pieces).collect();
    let compared = first[..ask].find(['=', '<', '>', '^']).filter(|_| !there);
    let Some(at) = compared else {
        let op = if there { Op::There } else { Op::Alone };
        return Hole { head: first[..ask].to_owned(), op, other: String::new(), branches };
    };
    let (head, other) = (first[..at].to_owned(), first[at + 1..ask].to_owned());
    Hole { head, op: Op::Compared, other, branches }
}

/// Before the first colon, and behind it.
pub(crate) fn cut(expression: &str) -> (&str, &str) {
    expression.split_once(':').unwrap_or(("", expression))
}
