//! Resolution: every piece of work is one procedure, written in the order of the rules (see [`bagarre_kit::procedure`]).

pub(super) mod answers;
mod bay;
mod blow;
mod call;
mod charge;
mod dodge;
mod hold;
mod hurt;
mod leave;
mod master;
mod moves;
mod orders;
mod score;
mod shoot;
mod slot;
mod task;
mod terror;
mod turn;

use super::Celtiques;
use super::command::{Act, Ask, Choice, Deed, Question};
use super::event::{Answer, Throw, Unit, What};
use super::figures::{Sort, Sum, sum};
use super::ids::{Attr, Skill, Special, Team, Who, Whos};
use super::profile::Profile;
use super::scene::{Beat, Body, Camp, Fighter, Gear, Mind, Pose, Rulings, Ties, Turn};
use super::state::{Fixed, PublicState};
use super::tables::tables;
use answers::Asked;
use bagarre_kit::contract::Seat;
use bagarre_kit::procedure;

pub(crate) use blow::Landed;
pub use shoot::Parts;
#[cfg(feature = "testkit")]
pub use shoot::{bystander, falling, melee_malus, movement, stray};

/// The result of a step of work: a value, or a stop because the tape ended.
pub(super) type Flow<T = ()> = procedure::Flow<Celtiques, T>;

procedure::script! {
    /// One run of a piece of work.
    pub Script of Celtiques
}

/// What a batch of several notes for itself while it is played.
#[derive(Debug, Default)]
pub struct Notes {
    /// Fighters whose slot is sealed in it: it is no longer unused (CEL-ALG-04, CEL-R84).
    sealed: Whos,
    /// Those who do something else than what they sealed, or nothing: they answered a dégagement (CEL-ENG-05).
    answered: Whos,
    /// Dice that each had lost when it began: attacks are rolled on that state (CEL-ALG-03).
    before: Vec<(Who, u8)>,
}

impl Notes {
    fn of(script: &Script<'_>, order: &[(Who, Deed)]) -> Self {
        let uses = |deed: &Deed| !matches!(deed.act, Act::Pass | Act::Delay | Act::Yield(_));
        let lost = |who: Who| {
            let turn = &script.of(who).turn;
            turn.undeclared.saturating_add(turn.unbalanced)
        };
        Self {
            sealed: order.iter().filter(|(_, deed)| uses(deed)).map(|(who, _)| *who).collect(),
            answered: Whos::NONE,
            before: order.iter().map(|(who, _)| (*who, lost(*who))).collect(),
        }
    }

    /// Dice that a fighter has lost since the batch began.
    fn since(&self, who: Who, now: &Turn) -> u8 {
        let before = self.before.iter().find(|(it, _)| *it == who).map(|(_, dice)| *dice);
        before.map_or(0, |before| now.undeclared.saturating_add(now.unbalanced).saturating_sub(before))
    }
}

/// What dice are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// Nothing: the total counts.
    Nothing,
    /// A difficulty: as much or more.
    Difficulty(i16),
    /// A score: more.
    Score(i16),
}

/// A roll (CEL-COR-03).
#[derive(Clone, Copy, Debug)]
pub(super) struct Cast {
    throw: Throw,
    rule: &'static str,
    attr: Attr,
    sort: Sort,
    special: Option<Special>,
    /// Dice lost besides; negative: dice more.
    more: i8,
    level: i16,
    bonus: i16,
    against: Against,
    /// Criticals count (CEL-COR-10).
    critical: bool,
    /// What the game master has added already.
    shift: Option<i16>,
}

impl Cast {
    /// A roll of an attribute alone.
    const fn of(throw: Throw, rule: &'static str, attr: Attr, sort: Sort) -> Self {
        let (special, more, level, bonus) = (None, 0, 0, 0);
        Self {
            throw,
            rule,
            attr,
            sort,
            special,
            more,
            level,
            bonus,
            against: Against::Nothing,
            critical: true,
            shift: None,
        }
    }

    const fn level(self, level: i16) -> Self {
        Self { level, ..self }
    }

    const fn bonus(self, bonus: i16) -> Self {
        Self { bonus, ..self }
    }

    const fn against(self, against: Against) -> Self {
        Self { against, ..self }
    }

    const fn more(self, more: i8) -> Self {
        Self { more, ..self }
    }

    const fn plain(self) -> Self {
        Self { critical: false, ..self }
    }
}

/// Writes the methods that change a part of a fighter: the part is told whole, if it has changed.
macro_rules! parts {
    ($($name:ident, $part:ident: $Part:ident as $Kind:ident;)+) => {
        $(
            /// Changes a part of a fighter.
            fn $name(&mut self, who: Who, rule: &'static str, change: impl FnOnce(&mut $Part)) {
                let mut next = self.of(who).$part.clone();
                change(&mut next);
                if next != self.of(who).$part {
                    self.tell(rule, What::$Kind { who, $part: Box::new(next) });
                }
            }
        )+
    };
}

impl<'a> Script<'a> {
    /// All that is public, at this point of the work.
    fn public(&self) -> PublicState<'_> {
        PublicState { fixed: &self.state.fixed, scene: &self.scene }
    }

    /// What never changes.
    fn fixed(&self) -> &'a Fixed {
        &self.state.fixed
    }

    /// A fighter at this point of the work.
    fn of(&self, who: Who) -> &Fighter {
        self.scene.of(who)
    }

    /// What never changes about a fighter.
    fn profile(&self, who: Who) -> &'a Profile {
        &self.fixed().profiles[who.n()]
    }

    parts! {
        pose, pose: Pose as Pose;
        body, body: Body as Body;
        gear, gear: Gear as Gear;
        beat, beat: Beat as Beat;
        mind, mind: Mind as Mind;
        ties, ties: Ties as Ties;
    }

    /// Changes what a fighter keeps for its turn.
    fn count(&mut self, who: Who, rule: &'static str, change: impl FnOnce(&mut Turn)) {
        let mut next = self.of(who).turn.clone();
        change(&mut next);
        if next != self.of(who).turn {
            self.tell(rule, What::Count { who, count: Box::new(next) });
        }
    }

    /// Changes what a side knows and has.
    fn camp(&mut self, side: Team, rule: &'static str, change: impl FnOnce(&mut Camp)) {
        let mut next = self.scene.camp(side).clone();
        change(&mut next);
        if next != *self.scene.camp(side) {
            self.tell(rule, What::Camp { side, camp: Box::new(next) });
        }
    }

    /// Changes what a game master has set.
    fn rulings(&mut self, rule: &'static str, change: impl FnOnce(&mut Rulings)) {
        let mut next = self.scene.rulings.clone();
        change(&mut next);
        if next != self.scene.rulings {
            self.tell(rule, What::Rulings { rulings: Box::new(next) });
        }
    }

    /// Throws dice that are told as they are: a d6 table, a stray, a faint.
    fn faces(&mut self, who: Who, count: u8, throw: Throw, rule: &'static str) -> Flow<Vec<u8>> {
        let faces = self.roll(count, tables().core.die_faces, rule, throw.label())?.to_vec();
        let total = faces.iter().map(|face| i16::from(*face)).sum();
        self.tell(
            rule,
            What::Rolled {
                throw,
                who,
                faces: faces.clone(),
                level: 0,
                bonus: 0,
                total,
                against: None,
                ok: None,
                critical: 0,
            },
        );
        Ok(faces)
    }

    /// Makes a roll and tells it (CEL-COR-03); of an action it keeps the dice of confiance (CEL-UND-05).
    fn cast(&mut self, who: Who, cast: Cast) -> Flow<Sum> {
        let shift = match cast.shift {
            Some(shift) => shift,
            None => self.shift(who, cast.throw, None)?,
        };
        let public = self.public();
        let attacks = matches!(cast.throw, Throw::Attack | Throw::Shot);
        let spared = if attacks { self.notes.since(who, &self.of(who).turn) } else { 0 };
        let more = cast.more.max(0) as u8;
        let dice = public.dice_spared(who, cast.attr, cast.sort, cast.special, (more, spared));
        let dice = (dice + cast.more.min(0).unsigned_abs()).min(16);
        let posture = if matches!(cast.sort, Sort::Action | Sort::Offensive) {
            let dodges = matches!(cast.throw, Throw::Dodge | Throw::Disengage | Throw::Follow);
            public.malus(who, dodges)
        } else {
            0
        };
        let bonus = cast.bonus + posture + shift;
        let faces = self.roll(dice, tables().core.die_faces, cast.rule, cast.throw.label())?;
        let sum = sum(&faces, cast.level + bonus, cast.critical);
        let (against, ok) = match cast.against {
            Against::Nothing => (None, None),
            Against::Difficulty(n) => (Some(n), Some(sum.over(n).is_some())),
            Against::Score(n) => (Some(n), Some(sum.critical >= 0 && sum.total > n)),
        };
        self.tell(
            cast.rule,
            What::Rolled {
                throw: cast.throw,
                who,
                faces: faces.to_vec(),
                level: cast.level,
                bonus,
                total: sum.total,
                against,
                ok,
                critical: sum.critical,
            },
        );
        Ok(sum)
    }

    /// An action roll of a skill with its attribute.
    fn skill(&self, who: Who, skill: Skill, throw: Throw, rule: &'static str) -> Cast {
        let attr = tables().skill(skill).attribute;
        Cast::of(throw, rule, attr, Sort::Action).level(self.profile(who).level(skill))
    }

    /// A test of courage (CEL-COR-21), with a level where one is named.
    fn courage(&mut self, who: Who, rule: &'static str, difficulty: i16, bonus: i16) -> Flow<Sum> {
        let cast = Cast::of(Throw::Courage, rule, Attr::Co, Sort::Test).bonus(bonus);
        self.cast(who, cast.against(Against::Difficulty(difficulty)))
    }

    /// An échec critique of a declared action takes the next one (CEL-COR-11).
    fn stumbles(&mut self, who: Who, sum: Sum) {
        if sum.critical < 0 {
            self.lose(who, 1, false, "CEL-COR-11");
        }
    }

    /// A fighter loses its next actions: declared slots (CEL-ACT-08, CEL-COR-15, CEL-COR-16).
    fn lose(&mut self, who: Who, actions: u8, stunned: bool, rule: &'static str) {
        if actions > 0 {
            self.tell(rule, What::Loses { who, actions, stunned });
            self.mind(who, "CEL-COR-15", |mind| {
                mind.lost = mind.lost.saturating_add(actions).min(20);
                mind.stunned |= stunned;
            });
        }
    }

    /// The 1d of a failed acrobatic, to the end of the turn (CEL-ESQ-06, CEL-SPE-08).
    fn unbalance(&mut self, who: Who, rule: &'static str) {
        self.count(who, rule, |turn| turn.unbalanced = turn.unbalanced.saturating_add(1).min(20));
    }

    /// Uses the slot of the segment (CEL-DCL-04).
    fn spend(&mut self, who: Who, rule: &'static str) {
        let segment = self.scene.segment;
        self.count(who, rule, |turn| turn.slots &= !Turn::bit(segment));
        self.beat(who, rule, |beat| beat.spent = true);
    }

    /// Whether the slot of the segment is there, and not sealed in a batch (CEL-ALG-04).
    fn unused(&self, who: Who) -> bool {
        self.of(who).slot(self.scene.segment) && !self.notes.sealed.contains(who)
    }

    /// The cost of an undeclared action (CEL-ACT-02, CEL-UND-01, CEL-UND-02): the slot of the segment, or a die from now on (CEL-ACT-06, CEL-UND-03, CEL-ALG-04, CEL-R07).
    fn undeclared(&mut self, who: Who, slot: bool, dodge: bool) {
        if slot && self.unused(who) {
            self.spend(who, "CEL-ACT-06");
            return;
        }
        let dice = 1 + u8::from(dodge && self.of(who).body.slow_dodge);
        self.count(who, "CEL-UND-03", |turn| turn.undeclared = turn.undeclared.saturating_add(dice).min(20));
    }

    /// The difficulty of acrobatics where a fighter is.
    fn acrobatics(&self, who: Who, usual: i16) -> i16 {
        self.public().acrobatics(who, usual)
    }

    /// Puts a question with a list of answers to the seat that decides for a fighter. A fighter without a player does what its
    /// doctrine says (CEL-MJ-01), and a single answer is no question.
    fn choose<T: Copy + PartialEq>(&mut self, rule: &'static str, asked: Asked<T>) -> Flow<T>
    where
        Choice: From<T>,
    {
        let Some(seat) = self.public().owner(asked.who) else {
            return Ok(super::doctrine::choice(self.public(), &asked));
        };
        if asked.options.len() <= 1 {
            return Ok(asked.usual);
        }
        self.choose_of(rule, seat, asked)
    }

    fn choose_of<T: Copy + PartialEq>(&mut self, rule: &'static str, seat: Seat, asked: Asked<T>) -> Flow<T>
    where
        Choice: From<T>,
    {
        let Asked { dec, who, about, total, against, options, usual } = asked;
        let default = options.iter().position(|option| *option == usual).unwrap_or(0) as u8;
        let later = Vec::new();
        let listed = options.iter().map(|option| Choice::from(*option)).collect();
        // An answer that is none of the options does not answer this question: it stays open.
        let chosen = self.put(
            |id| {
                Ask::Choose(Question {
                    id,
                    seat,
                    dec,
                    who,
                    about,
                    total,
                    against,
                    options: listed,
                    default,
                    later,
                })
            },
            |answer| match answer {
                Answer::Choice(choice) => options.iter().copied().find(|it| Choice::from(*it) == *choice),
                Answer::Deed(_) => None,
            },
        )?;
        self.tell(rule, What::Chose { seat, dec, who, choice: chosen.into() });
        Ok(chosen)
    }

    /// Asks for the deed of a fighter alone in its batch (CEL-DEC-07).
    fn ask_deed(&mut self, who: Who) -> Flow<Deed> {
        let Some(seat) = self.public().owner(who) else {
            return Ok(super::doctrine::deed(self.public(), who));
        };
        self.put(
            |id| Ask::Act { id, seat, who },
            |answer| if let Answer::Deed(deed) = answer { Some(*deed) } else { None },
        )
    }

    pub(super) fn play(&mut self, unit: &Unit) -> Flow {
        match unit {
            Unit::Begin => self.begin(),
            Unit::Plans(plans) => self.plans(plans),
            Unit::Terror(cries) => return self.terror(cries),
            Unit::Dawn => return self.dawn(),
            Unit::Announce(who) => return self.announce(*who),
            Unit::Segment => return self.open_segment(),
            Unit::Orders(orders, quiet) => return self.orders(orders, *quiet),
            Unit::Slot(who) => return self.slot(*who),
            Unit::Batch(deeds) => return self.batch(deeds),
            Unit::Close => return self.close(),
            Unit::Dusk => return self.dusk(),
            Unit::Head(who, of) => return self.head(*who, *of),
            Unit::Finish => self.finish(),
        }
        Ok(())
    }
}
