//! What a blow or a throw promises as things stand, exactly: every face of its dice is counted (BAS-CBT-05 to 12).

use super::Script;
use super::answers::Armed;
use super::blow::Attack;
use super::strike::Harm;
use super::throw::throw_row;
use crate::Baston;
use crate::command::{Choice, Odds, Prospect, Question, Share};
use crate::ids::{Dec, ItemKind, Part, Stat, Who};
use crate::order::{Blow, R2};
use crate::space::Space;
use crate::state::{State, Work};
use crate::tables::{RowId, tables};
use bagarre_kit::grid::Point;
use bagarre_kit::procedure;

/// What a character is about to do to another one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stroke {
    /// A roll to hit.
    Attack(Attack),
    /// A CV: the legs, and a DEX test (BAS-CV-02).
    Low(Attack),
    /// A CJ (BAS-CJ-02).
    Trip(Who),
    /// A CT (BAS-CT-02).
    Seize {
        /// The character that seizes.
        who: Who,
        /// The target.
        victim: Who,
    },
}

/// Faces of the die that hits, of the one that finds the part, and of that of a test.
const HIT: u32 = 20;
const PART: u32 = 8;
const TEST: u32 = 8;

/// Returns the odds of each answer to a question; none when it is not about hitting a target.
pub(crate) fn odds(state: &State, work: &Work, question: &Question) -> Vec<Option<Odds>> {
    if !hits(question.dec) {
        return Vec::new();
    }
    // What the blow is stands nowhere but in the run that asked.
    let stroke = procedure::again::<Baston>(state, work).notes.stroke;
    let mut found = Vec::new();
    procedure::aside::<Baston>(state, |script| {
        found = question.options.iter().map(|choice| script.odds_of(question, choice, stroke)).collect();
        Ok(())
    });
    if found.iter().all(Option::is_none) { Vec::new() } else { found }
}

/// Whether a decision is about hitting a target.
const fn hits(dec: Dec) -> bool {
    match dec {
        Dec::Weapon | Dec::Chain | Dec::Miss | Dec::Location | Dec::Throw | Dec::Prone => true,
        Dec::Facing
        | Dec::Start
        | Dec::Leaf
        | Dec::Bolt
        | Dec::Take
        | Dec::Surplus
        | Dec::Chair
        | Dec::Destroy
        | Dec::Tool
        | Dec::Loot
        | Dec::Dress
        | Dec::Rewrite
        | Dec::Drop
        | Dec::Push
        | Dec::Victim => false,
    }
}

/// Returns what each blow of a character promises from where it stands.
pub(crate) fn prospects(state: &State, who: Who, sequence: u8) -> Vec<Prospect> {
    let mut found = Vec::new();
    procedure::aside::<Baston>(state, |script| {
        for blow in [Blow::CP, Blow::CB, Blow::CS, Blow::CV, Blow::CJ, Blow::CT] {
            let (weapon, strokes) = script.strokes(who, blow);
            let list: Vec<Odds> = strokes.iter().map(|(_, stroke)| script.promise(*stroke)).collect();
            if let Some(odds) = Odds::drawn(&list) {
                let targets = strokes.iter().map(|(target, _)| *target).collect();
                found.push(Prospect {
                    who,
                    sequence,
                    blow: R2::Blow(blow).code().into(),
                    weapon,
                    targets,
                    odds,
                });
            }
        }
        Ok(())
    });
    found
}

impl Script<'_> {
    fn odds_of(&self, question: &Question, choice: &Choice, stroke: Option<Stroke>) -> Option<Odds> {
        let who = question.who;
        let drawn = |armed: Armed| Odds::drawn(&self.row_odds(who, self.weapon_of(armed).row, &[]));
        match (question.dec, choice) {
            (Dec::Weapon, Choice::Fist) => drawn(Armed(None)),
            (Dec::Weapon, Choice::Item(id)) => drawn(Armed(Some(*id))),
            (Dec::Weapon, Choice::Blow { item, part }) => {
                let (row, target) = (self.weapon_of(Armed(*item)).row, question.about?);
                let attack = Attack { who, target, row, aimed: true, range: None };
                Some(self.tally(attack, &[*part], false))
            }
            (Dec::Chain, Choice::Single) => Odds::drawn(&self.row_odds(who, RowId::CpChaine, &[])),
            (Dec::Chain, Choice::Several(spared)) => Odds::all(&self.row_odds(who, RowId::CpChaine, spared)),
            (Dec::Miss | Dec::Prone, Choice::Strike) => stroke.map(|stroke| self.promise(stroke)),
            (Dec::Location, Choice::Part(part)) => match stroke {
                Some(Stroke::Attack(attack)) => Some(self.tally(attack, &[*part], false)),
                _ => None,
            },
            (Dec::Throw, Choice::Throw { item, aggressive: true, to }) => {
                self.throw_odds(who, self.scene.item(*item).kind, *to)
            }
            _ => None,
        }
    }

    fn row_odds(&self, who: Who, row: RowId, spared: &[Who]) -> Vec<Odds> {
        let aimed = self.aims(who);
        let targets = self.reached(who, row).into_iter().filter(|target| !spared.contains(target));
        targets.map(|target| self.attack_odds(Attack { who, target, row, aimed, range: None })).collect()
    }

    /// The first one met on the way (BAS-LAN-04).
    fn throw_odds(&self, who: Who, kind: ItemKind, end: Point) -> Option<Odds> {
        let from = self.fig(who).at;
        let (dir, distance) = from.line_to(end)?;
        let mut at = from;
        for n in 1..=distance {
            let before = at;
            at = before.step(dir);
            if let Some(target) = self.met(who, before, at) {
                let (row, range) = (throw_row(kind), Some(tables().range(n)));
                let odds = self.attack_odds(Attack { who, target, row, aimed: self.aims(who), range });
                return Some(Odds { target: Some(target), ..odds });
            }
        }
        None
    }

    /// Returns the targets of a blow from where the character stands, and the stroke against each; with the weapon of a CP.
    fn strokes(&self, who: Who, blow: Blow) -> (Option<ItemKind>, Vec<(Who, Stroke)>) {
        let with = |row: RowId, make: fn(Attack) -> Stroke, targets: Vec<Who>| {
            let aimed = self.aims(who) && blow != Blow::CV;
            let attack = move |target| Attack { who, target, row, aimed, range: None };
            targets.into_iter().map(|target| (target, make(attack(target)))).collect()
        };
        match blow {
            Blow::CP => {
                let weapon = self.usual_weapon(who);
                let targets = self.reached(who, weapon.row);
                (weapon.item.map(|(_, kind)| kind), with(weapon.row, Stroke::Attack, targets))
            }
            Blow::CB => {
                (None, with(self.butt_row(who), Stroke::Attack, self.reached(who, self.butt_row(who))))
            }
            Blow::CS => {
                (None, with(self.kick_row(who), Stroke::Attack, self.reached(who, self.kick_row(who))))
            }
            Blow::CV => (None, with(self.kick_row(who), Stroke::Low, self.low_candidates(who))),
            Blow::CJ => {
                let trip = |target| (target, Stroke::Trip(target));
                (None, self.trip_candidates(who).into_iter().map(trip).collect())
            }
            Blow::CT => {
                let seize = |victim| (victim, Stroke::Seize { who, victim });
                (None, self.seize_candidates(who).into_iter().map(seize).collect())
            }
        }
    }

    /// What a stroke promises.
    fn promise(&self, stroke: Stroke) -> Odds {
        match stroke {
            Stroke::Attack(attack) => self.attack_odds(attack),
            Stroke::Low(attack) => self.tally(attack, &[Part::J], true),
            Stroke::Trip(target) => Odds::bare(target, TEST - self.passes(target), TEST),
            Stroke::Seize { victim, .. } if self.fig(victim).stunned() => Odds::bare(victim, 1, 1),
            Stroke::Seize { who, victim } => {
                let row = tables().to_hit();
                let behind = i32::from(row.target.attacker_behind);
                let needed = i32::from(row.hit_from) - i32::from(self.stat(who, Stat::For)) - behind;
                Odds::bare(victim, (HIT as i32 + 1 - needed).clamp(0, HIT as i32) as u32, HIT)
            }
        }
    }

    /// Where a blow goes by itself: one face of the die for each part; aimed, the part that promises most.
    fn attack_odds(&self, attack: Attack) -> Odds {
        let Attack { who, target, row, aimed, range } = attack;
        if self.fig(who).prone && range.is_none() {
            return self.tally(attack, &[Part::J], false);
        }
        let parts = self.locations(who, target, row).map_or(&[][..], |parts| parts);
        if !aimed {
            return self.tally(attack, parts, false);
        }
        let each = parts.iter().map(|part| self.tally(attack, &[*part], false));
        // Of those that promise alike the first face counts.
        each.rev().max_by_key(|odds| (odds.wounds.cross(), odds.stuns.cross())).unwrap_or_default()
    }

    /// Counts every face of the die to hit for every part, each as likely as the next.
    fn tally(&self, attack: Attack, parts: &[Part], low: bool) -> Odds {
        let (mut wounds, mut stuns) = (0, 0);
        let bonus = if low { self.passes(attack.who) } else { 0 };
        let totals = (1..=HIT as u8).map(|die| self.total(attack, die));
        let hits: Vec<u8> = totals.filter(|total| *total >= tables().to_hit().hit_from).collect();
        for part in parts {
            let left = self.fig(attack.target).left[part.i()];
            let worn = self.protection(attack.target, *part);
            let harm = |total, bonus| Harm::of(attack.row, *part, total, bonus, worn);
            for total in &hits {
                let Harm { wounds: some, stuns: stars, .. } = harm(*total, 0);
                let Harm { stuns: more, .. } = harm(*total, 1);
                wounds += u32::from(some.min(left));
                stuns += u32::from(stars) * (TEST - bonus) + u32::from(more) * bonus;
            }
        }
        let faces = HIT * parts.len().max(1) as u32;
        Odds {
            target: Some(attack.target),
            hit: Share::of(hits.len() as u32, HIT),
            wounds: Share::of(wounds, faces),
            stuns: Share::of(stuns, faces * TEST),
        }
    }

    /// Returns the number of faces with which a character passes a DEX test (RUL-01, BAS-STN-07).
    fn passes(&self, who: Who) -> u32 {
        let malus = if self.fig(who).stunned() { 2 } else { 0 };
        u32::from(self.stat(who, Stat::Dex)).saturating_sub(malus).min(TEST)
    }
}

impl Share {
    /// In lowest terms.
    fn of(n: u32, of: u32) -> Self {
        let (mut a, mut b) = (n, of);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        n.checked_div(a).zip(of.checked_div(a)).map_or_else(Self::default, |(n, of)| Self { of, n })
    }

    /// A number that sorts shares of the same few dice.
    fn cross(self) -> u32 {
        // Every share here is a number of faces of a D20, two D8 and a draw.
        self.n * (HIT * PART * TEST / self.of.max(1))
    }

    fn sum(list: impl Iterator<Item = Self>) -> Self {
        list.fold(Self::default(), |a, b| Self::of(a.n * b.of + b.n * a.of, a.of * b.of))
    }
}

impl Odds {
    /// A try without wounds.
    fn bare(target: Who, n: u32, of: u32) -> Self {
        Self { target: Some(target), hit: Share::of(n, of), ..Self::default() }
    }

    /// Lots are drawn among several (BAS-CBT-03).
    fn drawn(list: &[Self]) -> Option<Self> {
        let mean = |each: fn(&Self) -> Share| {
            let sum = Share::sum(list.iter().map(each));
            Share::of(sum.n, sum.of * list.len() as u32)
        };
        match list {
            [] => None,
            [one] => Some(*one),
            _ => Some(Self {
                target: None,
                hit: mean(|odds| odds.hit),
                wounds: mean(|odds| odds.wounds),
                stuns: mean(|odds| odds.stuns),
            }),
        }
    }

    /// All are struck (BAS-CP-06): the chance that one of them is hit, and what all of them take together.
    fn all(list: &[Self]) -> Option<Self> {
        if list.is_empty() {
            return None;
        }
        let missed = list.iter().fold(Share { n: 1, of: 1 }, |missed, odds| {
            Share::of(missed.n * (odds.hit.of - odds.hit.n), missed.of * odds.hit.of)
        });
        Some(Self {
            target: None,
            hit: Share::of(missed.of - missed.n, missed.of),
            wounds: Share::sum(list.iter().map(|odds| odds.wounds)),
            stuns: Share::sum(list.iter().map(|odds| odds.stuns)),
        })
    }
}

/// Returns the points that a run of a character can come to.
pub(crate) fn run_reach(state: &State, who: Who, most: u8) -> Vec<Point> {
    let mut found = Vec::new();
    procedure::aside::<Baston>(state, |script| {
        found = script.run_reach(who, most);
        Ok(())
    });
    found
}

/// Returns the chances that what a character carries hits the target, thrown from where it stands over the three points
/// in front of it (BAS-LAN-03, BAS-LAN-04).
pub(crate) fn throws_at(state: &State, who: Who, target: Who) -> Vec<Share> {
    let mut found = Vec::new();
    procedure::aside::<Baston>(state, |script| {
        let items = script.throwable(who, None);
        let thrown = items.into_iter().filter(|(_, kind)| tables().item(*kind).throw_row.is_some());
        for (_, kind) in thrown {
            for dir in Space::front(script.fig(who)) {
                let end = script.flight(who, kind, dir).last().copied();
                let odds = end.and_then(|end| script.throw_odds(who, kind, end));
                found.extend(odds.filter(|odds| odds.target == Some(target)).map(|odds| odds.hit));
            }
        }
        Ok(())
    });
    found
}
