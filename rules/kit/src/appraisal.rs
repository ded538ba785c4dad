//! What a band comes to, however unfinished: what it costs line by line, everything that is wrong with it at once, and what may
//! be added. Asked of the rules while a band is built, so that no client knows a price or a limit.

use serde::{Deserialize, Serialize};

use crate::contract::{Lang, Refuse, Rule};
use crate::presentation::Words;

/// A number with a name, such as a band's treasury. The catalogue tells it in both languages:
/// `campaign.words.KEY = { fr, en }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Tally {
    /// The key of its name.
    pub key: String,
    /// The number.
    pub n: i32,
}

/// What a band comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Appraisal {
    /// Numbers of the whole band, such as what it costs and what is left.
    pub tallies: Vec<Tally>,
    /// Its members, in its order.
    pub members: Vec<MemberAppraisal>,
    /// Everything that is wrong: nothing when the band may play.
    pub faults: Vec<Fault>,
    /// The choices for the member that was asked about, with their places.
    pub offers: Vec<Offer>,
}

/// What a member comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct MemberAppraisal {
    /// Its price, line by line.
    pub bill: Vec<BillLine>,
    /// Numbers that follow from what was chosen.
    pub tallies: Vec<Tally>,
}

/// A line of the bill of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct BillLine {
    /// What kind of thing it is, such as `weapon`.
    pub what: String,
    /// Which; empty for the member itself.
    pub id: String,
    /// Price of the list.
    pub list: i32,
    /// The price that is paid.
    pub paid: i32,
    /// Why the two differ or could have: a key of the system's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub note: Option<String>,
    /// The rule of the price.
    pub rule: Rule,
}

/// Something that may be put somewhere, or may not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Offer {
    /// Where, such as `weapon.0`.
    pub place: String,
    /// What.
    pub id: String,
    /// What would be paid for it there.
    pub price: i32,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub refused: Option<Fault>,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Fault {
    /// The member it is about, by place in the band; none for the whole band.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub member: Option<u8>,
    /// Stable dotted code, as in a refusal.
    pub code: String,
    /// The rule that is broken, if one is.
    pub rule: Option<Rule>,
    /// The fault, and what to do about it.
    pub words: Words,
}

impl Fault {
    /// A refusal about a member, or about the whole band.
    pub fn of<I: Refuse>(member: Option<u8>, illegal: &I) -> Self {
        Self {
            member,
            code: illegal.code().to_owned(),
            rule: illegal.rule(),
            words: Words::new(illegal.say(Lang::Fr), illegal.say(Lang::En)),
        }
    }
}

/// A number with its name.
pub fn tally(key: &str, n: impl Into<i32>) -> Tally {
    Tally { key: key.to_owned(), n: n.into() }
}

/// Faults of a band, each with the member it is about.
pub type Faults<I> = Vec<(Option<u8>, I)>;

/// The first fault that a change brings: one that was not there before, or one that a dearer band only makes worse. `None`: it may
/// be made.
pub fn first_new<I: Refuse + PartialEq>(
    before: &Faults<I>,
    after: &Faults<I>,
    dearer: bool,
) -> Option<Fault> {
    let count = |faults: &Faults<I>, (member, illegal): &(Option<u8>, I)| {
        faults.iter().filter(|known| known.0 == *member && known.1.code() == illegal.code()).count()
    };
    let fresh = |fault: &&(Option<u8>, I)| {
        count(after, fault) > count(before, fault) || (dearer && !before.contains(fault))
    };
    after.iter().find(fresh).map(|(member, illegal)| Fault::of(*member, illegal))
}
