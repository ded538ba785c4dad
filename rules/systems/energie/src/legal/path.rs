//! Paths of links (ENE-MOV-08).

use super::super::ids::{Ground, Link, Who, Zone};
use super::super::refusal::Illegal;
use super::super::space::Step;
use super::super::state::PublicState;
use super::super::tables::tables;

/// A link of a path as it is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Which.
    pub link: Link,
    /// The zone behind it.
    pub to: Zone,
    /// The cost.
    pub step: Step,
    /// Metres that are still to walk.
    pub metres: u8,
}

/// Returns the links of a path as a character would enter them; refused where one does not join on, is barred, or leads
/// where no character may come. Where links are free, `only_free` (ENE-MAI-03).
pub fn entered(
    public: PublicState<'_>,
    who: Who,
    path: &[Link],
    only_free: bool,
) -> Result<Vec<Entered>, Illegal> {
    let fighter = public.fighter(who);
    let mut at = fighter.zone.ok_or(Illegal::NotYours)?;
    if path.len() > public.map.ways.len() {
        return Err(Illegal::Path { rule: "ENE-MOV-08" });
    }
    let mut entered = Vec::with_capacity(path.len());
    for (n, &link) in path.iter().enumerate() {
        if link.n() >= public.map.ways.len() {
            return Err(Illegal::Path { rule: "ENE-MOV-08" });
        }
        let to =
            public.map.zones.beyond(link.0, at.0).map(Zone).ok_or(Illegal::Path { rule: "ENE-MOV-08" })?;
        let step = public.step(who, link, at).ok_or(Illegal::Barred { rule: "ENE-MAP-02" })?;
        if only_free && !fighter.sheet.vol && public.ground(link) != Ground::Libre {
            return Err(Illegal::ChargeGround);
        }
        if public.full(to) {
            return Err(Illegal::Full { rule: "ENE-MOV-10" });
        }
        let done = fighter.en_route.filter(|it| n == 0 && it.link == link).map_or(0, |it| it.metres);
        entered.push(Entered { link, to, step, metres: public.map.way(link).metres.saturating_sub(done) });
        at = to;
    }
    Ok(entered)
}

/// Metres that a test can give at most on difficult ground (ENE-MOV-07).
pub fn most_difficult(step: Step, budget: u8) -> u8 {
    let movement = &tables().movement;
    let normal = if step.water { movement.water } else { movement.land };
    normal.min(budget / step.per_metre)
}

/// Whether a character can enter every link of a path by a metre, were all before it walked, and then leave by an exit.
pub(super) fn walkable(
    public: PublicState<'_>,
    who: Who,
    path: &[Link],
    leave: bool,
    most: Option<u8>,
) -> Result<Vec<Entered>, Illegal> {
    let links = entered(public, who, path, most.is_some())?;
    let rule = if most.is_some() { "ENE-MAI-03" } else { "ENE-MOV-08" };
    let water = links.first().is_some_and(|it| it.step.water);
    let mut left = most.unwrap_or_else(|| public.budget(who, water));
    let mut allowance = None;
    for (n, it) in links.iter().enumerate() {
        let mut reach = left / it.step.per_metre;
        if it.step.difficult {
            let most = *allowance.get_or_insert_with(|| most_difficult(it.step, left));
            reach = reach.min(most);
        }
        if reach == 0 {
            return Err(Illegal::TooFar { rule });
        }
        let last = n + 1 == links.len() && !leave && most.is_none();
        if it.metres > reach && !last {
            return Err(Illegal::TooFar { rule });
        }
        let walked = it.metres.min(reach);
        left -= walked * it.step.per_metre;
        if it.step.difficult {
            allowance = allowance.map(|most| most - walked);
        }
    }
    if leave {
        let zone = links.last().map(|it| it.to).or(public.zone(who)).ok_or(Illegal::NotYours)?;
        if public.map.place(zone).exit != Some(public.fighter(who).side()) {
            return Err(Illegal::NoExit);
        }
        if left == 0 {
            return Err(Illegal::TooFar { rule });
        }
    }
    if links.is_empty() && !leave {
        return Err(Illegal::Path { rule: "ENE-MOV-08" });
    }
    Ok(links)
}

/// The most paths that are looked at: more than any map of the tables has, and a bound for maps with many short links.
const MOST_PATHS: usize = 4_096;

/// Paths of an action of movement, each with the zone that it aims for, the shortest first; no zone twice on the way. Where there are more than
/// `MOST_PATHS`, the longest are left out.
pub fn paths(public: PublicState<'_>, who: Who, most: Option<u8>) -> Vec<(Vec<Link>, Zone)> {
    let Some(from) = public.zone(who) else { return Vec::new() };
    let mut found: Vec<(Vec<Link>, Zone)> = Vec::new();
    let mut edge = vec![(Vec::new(), vec![from])];
    while !edge.is_empty() {
        let mut next = Vec::new();
        for (path, seen) in edge {
            let Some(at) = seen.last().copied() else { continue };
            for (link, to) in public.around(at) {
                if seen.contains(&to) {
                    continue;
                }
                let mut longer: Vec<Link> = path.clone();
                longer.push(link);
                if walkable(public, who, &longer, false, most).is_ok() {
                    if found.len() == MOST_PATHS {
                        return found;
                    }
                    found.push((longer.clone(), to));
                    let mut seen = seen.clone();
                    seen.push(to);
                    next.push((longer, seen));
                }
            }
        }
        edge = next;
    }
    found
}
