//! The choices in the steps after a game (section 16), as judged by [`crate::aftermath`]: nothing here is a rule.

use serde::{Deserialize, Serialize};

use super::warn::warnings;
use crate::after::{After, Purchase};
use crate::aftermath::{
    Verdict, care, care_price, judge, patients, pay, pay_without, rolled, sent, threshold_after,
};
use crate::appraise::{self, Piece, arms, talents};
use crate::refusal::Illegal;
use crate::scene::{Aftermath, Step};
use crate::setup::{Health, Member, Options};
use crate::shop;
use crate::survivors::living;
use crate::usual::default;
use bagarre_kit::appraisal::{Appraisal, Fault, Offer, Tally, tally};
use bagarre_kit::contract::Rule;

/// The choices in the step after the game that is open, and the result of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct StepAdvice {
    /// Answers given when this was said: after another one it is out of date.
    pub answered: u16,
    /// The rule of the step.
    pub rule: Rule,
    /// The default (GEN-DEC-40 to 46); nothing once all is done.
    pub usual: Option<After>,
    /// Why the choice in the making cannot be made.
    pub refused: Option<Fault>,
    /// What would leave the band empty: the choice in the making, and, with the place of the member, caring for a member.
    pub warnings: Vec<Fault>,
    /// What the die of the choice brings, face by face; nothing where there is none.
    pub faces: Vec<Faces>,
    /// Tallies: `treasury`; `left`, at least, after the choice; `least` and `most` that are earned; `due`, the pay of those who stay,
    /// and what it is `short` of; `next`, the reputation that gives a skill. Members are those of the band, the gone too, then a
    /// recruit in the making, with their `cost`, `pay`, and, where they may be cared for, what is `left` then and how far that is
    /// `short` of the pay. Places of offers: `send`, `care`, `dismiss` (at its pay), `learn` and `chief`, each with the number of a
    /// member; `member`, a recruit with nothing; `weapon.N`, `armour` and `skill.N` for the member that is looked at.
    pub appraisal: Appraisal,
}

/// Faces of a die that bring the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Faces {
    /// What: `dead`, `wounded`, `healed`; `gained`, `same`.
    pub brings: String,
    /// The lowest of them.
    pub from: u8,
    /// The highest of them.
    pub to: u8,
}

/// A band in its step, with what its player thinks about.
struct Desk<'s> {
    after: &'s Aftermath,
    options: &'s Options,
    choice: Option<&'s After>,
    /// The member that is looked at.
    open: Option<u8>,
}

/// Returns the present choices, and the result of a choice.
pub fn step(after: &Aftermath, options: &Options, choice: Option<&After>, open: Option<u8>) -> StepAdvice {
    let usual = default(after);
    let desk = Desk { after, options, choice: choice.or(usual.as_ref()), open };
    let verdict = desk.choice.map(|choice| judge(after, options, choice));
    let refused = verdict.as_ref().and_then(|verdict| fault(verdict.as_ref().err()));
    let mut tallies = desk.numbers();
    tallies.extend(desk.outcome(verdict.and_then(Result::ok)));
    StepAdvice {
        answered: after.answered,
        rule: rule(after.step),
        refused,
        warnings: warnings(after, options, desk.choice),
        faces: desk.faces(),
        appraisal: Appraisal { tallies, members: desk.members(), faults: Vec::new(), offers: desk.offers() },
        usual,
    }
}

fn rule(step: Step) -> Rule {
    Rule::new(match step {
        Step::Money => "GEN-CMP-02",
        Step::Reputation => "GEN-CMP-03",
        Step::Care => "GEN-CMP-04",
        Step::Pay => "GEN-CMP-05",
        Step::Purchases => "GEN-CMP-06",
        Step::Skills => "GEN-CMP-07",
        Step::Chief | Step::Done => "GEN-CMP-08",
    })
}

fn fault(illegal: Option<&Illegal>) -> Option<Fault> {
    illegal.map(|illegal| Fault::of(None, illegal))
}

impl Desk<'_> {
    fn numbers(&self) -> Vec<Tally> {
        let purse = &self.after.purse;
        let dismissed: &[u8] = match self.choice {
            Some(After::Pay { dismissed }) => dismissed,
            _ => &[],
        };
        let due = pay_without(self.after, dismissed);
        let mut tallies = vec![
            tally("treasury", purse.treasury),
            tally("due", due),
            tally("short", (due - purse.treasury).max(0)),
        ];
        tallies.extend(threshold_after(purse.threshold).map(|next| tally("next", next)));
        tallies
    }

    /// What the choice leaves, at least; what it earns.
    fn outcome(&self, verdict: Option<Verdict>) -> Vec<Tally> {
        let treasury = self.after.purse.treasury;
        match (verdict, self.choice) {
            (Some(Verdict::Settled(next)), _) => vec![tally("left", next.purse.treasury)],
            (Some(Verdict::Roll), Some(choice)) => {
                let then = |face| rolled(self.after, self.options, choice, face).purse.treasury;
                let (least, most) = (then(1), then(6));
                let mut tallies = vec![tally("left", least)];
                if matches!(choice, After::Money(_)) {
                    tallies.extend([tally("least", least - treasury), tally("most", most - treasury)]);
                }
                tallies
            }
            _ => vec![tally("left", treasury)],
        }
    }

    /// Returns what the faces of the die bring that the choice calls for; in the step of care, the die of each member
    /// that is out of action and may be tried.
    fn faces(&self) -> Vec<Faces> {
        let tried = patients(self.after).into_iter().find(|(_, it)| it.health == Health::Out && !it.tried);
        let choice = match (self.after.step, self.choice) {
            (Step::Reputation, Some(After::Reputation(ids))) if !ids.is_empty() => self.choice.cloned(),
            (Step::Care, _) => tried.map(|(member, _)| After::Care(Some(member.id))),
            _ => None,
        };
        let mut faces: Vec<Faces> = Vec::new();
        let Some(choice) = choice else { return faces };
        for face in 1..=6 {
            let brings = self.brings(&choice, &rolled(self.after, self.options, &choice, face));
            match faces.last_mut().filter(|last| last.brings == brings) {
                Some(last) => last.to = face,
                None => faces.push(Faces { brings: brings.to_owned(), from: face, to: face }),
            }
        }
        faces
    }

    fn brings(&self, choice: &After, next: &Aftermath) -> &'static str {
        let After::Care(Some(id)) = choice else {
            let gained = next.purse.reputation > self.after.purse.reputation;
            return if gained { "gained" } else { "same" };
        };
        match next.members.iter().find(|survivor| survivor.id == *id) {
            Some(survivor) if survivor.gone => "dead",
            Some(survivor) if survivor.health == Health::Wounded => "wounded",
            _ => "healed",
        }
    }

    fn recruit(&self) -> Option<&Member> {
        match self.choice {
            Some(After::Buy(Some(Purchase::Recruit(recruit)))) => Some(recruit),
            _ => None,
        }
    }

    fn members(&self) -> Vec<bagarre_kit::appraisal::MemberAppraisal> {
        let treasury = self.after.purse.treasury;
        let due = pay_without(self.after, &[]);
        let served = self.after.band.members.iter().zip(&self.after.members).map(|(member, survivor)| {
            let mut told = appraise::member(member);
            told.tallies.push(tally("pay", pay(member)));
            if let Some(price) = care_price(*survivor).filter(|_| self.after.step == Step::Care) {
                let left = treasury - price;
                told.tallies.extend([tally("left", left), tally("short", (due - left).max(0))]);
            }
            told
        });
        served.chain(self.recruit().map(appraise::member)).collect()
    }

    fn offers(&self) -> Vec<Offer> {
        let after = self.after;
        let each = |place: &str, member: &Member, price: i32, refused: Option<Fault>| Offer {
            place: place.to_owned(),
            id: member.id.to_string(),
            price,
            refused,
        };
        let rule = if after.step == Step::Money { "GEN-CMP-02" } else { "GEN-CMP-03" };
        let people = living(after).map(|(member, _)| member);
        match after.step {
            Step::Money | Step::Reputation => people
                .map(|it| each("send", it, 0, fault(sent(after, &[it.id], rule).err().as_ref())))
                .collect(),
            Step::Care => patients(after)
                .into_iter()
                .map(|(member, survivor)| {
                    let refused = care(&mut after.clone(), member.id).err();
                    each("care", member, care_price(*survivor).unwrap_or(0), fault(refused.as_ref()))
                })
                .collect(),
            Step::Pay => people.map(|it| each("dismiss", it, pay(it), None)).collect(),
            Step::Purchases => self.wares(),
            Step::Skills => {
                let learners =
                    people.map(|it| each("learn", it, 0, fault(shop::teachable(it).err().as_ref())));
                learners.chain(self.lessons()).collect()
            }
            Step::Chief => people.map(|it| each("chief", it, 0, None)).collect(),
            Step::Done => Vec::new(),
        }
    }

    fn looked_at(&self) -> Option<&Member> {
        living(self.after).map(|(member, _)| member).find(|member| Some(member.id) == self.open)
    }

    /// A recruit, and everything for the slots of who is looked at.
    fn wares(&self) -> Vec<Offer> {
        let bare = shop::recruit(self.after.purse.next_id);
        let price = crate::band::cost(&bare);
        let refused = fault(self.hire(&bare).err().as_ref());
        let mut offers = vec![Offer { place: "member".to_owned(), id: String::new(), price, refused }];
        if let Some(recruit) = self.recruit() {
            // Its name is judged with the whole.
            let own = Member { name: bare.name, ..recruit.clone() };
            let pieces = arms(&own, self.after.band.era).into_iter().chain(talents(&own));
            offers.extend(
                pieces.map(|piece| piece.offer(&own, fault(self.hire(&piece.on(&own)).err().as_ref()))),
            );
        } else if let Some(own) = self.looked_at() {
            let pieces = arms(own, self.after.band.era).into_iter();
            offers.extend(pieces.map(|piece| piece.offer(own, self.serve(own, piece))));
        }
        offers
    }

    fn hire(&self, recruit: &Member) -> Result<(), Illegal> {
        shop::hire(&mut self.after.clone(), self.options, recruit)
    }

    /// Returns why a piece cannot be bought for a member that serves: what is in its slot is thrown away.
    fn serve(&self, own: &Member, piece: Piece) -> Option<Fault> {
        let mut after = self.after.clone();
        let bought = match piece {
            Piece::Arm(slot, weapon) => {
                let replaces = own.weapons.get(slot).copied();
                shop::buy(&mut after, self.options, &Purchase::Arm { member: own.id, weapon, replaces })
            }
            Piece::Armour(armour) => {
                shop::buy(&mut after, self.options, &Purchase::Armour { member: own.id, armour })
            }
            Piece::Talent(_, skill) => shop::learn(&mut after, own.id, skill),
        };
        fault(bought.err().as_ref())
    }

    /// One skill more for who is looked at (GEN-CMP-07).
    fn lessons(&self) -> Vec<Offer> {
        let Some(own) = self.looked_at() else { return Vec::new() };
        let next = |piece: &Piece| matches!(piece, Piece::Talent(place, _) if *place == own.skills.len());
        talents(own).filter(next).map(|piece| piece.offer(own, self.serve(own, piece))).collect()
    }
}
