//! The rules of what is legal. Only public state is read here, so that doctrines and bots may ask it of a view.

mod acts;
mod aim;
mod path;
mod shown;

pub(super) use acts::MOST_ARMS;
pub use acts::all;
pub use aim::{
    Reach, aim_ram, aura, damage, edges, feints, fp_of, natural, need, protection, reach, reach_mounted,
    targets, tokens,
};
pub use path::{Entered, entered, most_difficult, paths};
pub use shown::{
    Force, Shown, force, force_aboard, may_react, reacting, shown, shown_on_vehicle, shown_with, slot_to_come,
};

use super::command::{Act, Strike};
use super::ids::{Skill, Who};
use super::refusal::Illegal;
use super::scene::Turn;
use super::state::PublicState;

/// Why an act is not legal, if it is not.
pub type Legal = Result<(), Illegal>;

/// The talent that an act uses, and on which character; `None` for an act that needs none.
const fn talent(act: &Act) -> Option<(Skill, Option<Who>)> {
    match act {
        Act::Charge { at, .. } => Some((Skill::Charge, Some(*at))),
        Act::Wave { at } => Some((Skill::OndeMentale, Some(*at))),
        Act::Shield { at } => Some((Skill::BouclierPsychique, Some(*at))),
        Act::Bodyguard => Some((Skill::GardeDuCorps, None)),
        Act::Feint { at } => Some((Skill::Feinte, Some(*at))),
        Act::Rally { .. } => Some((Skill::Ralliement, None)),
        Act::FirstAid { at } => Some((Skill::PremiersSoins, Some(*at))),
        Act::Repair => Some((Skill::Autoreparation, None)),
        _ => None,
    }
}

/// Actions that an act takes (ENE-ACT-01); 0 for free ones (ENE-ACT-04). Standing up takes one (ENE-ACT-06), care both
/// (ENE-ACT-05).
pub fn price(public: PublicState<'_>, who: Who, act: &Act) -> u8 {
    use super::tables::{tables, weapon};
    let fighter = public.fighter(who);
    let sheet = &fighter.sheet;
    let tables = tables();
    if let Some((id, _)) = talent(act) {
        return sheet.cost(id);
    }
    match act {
        Act::Attack { strike: Strike::Disarm, .. } => sheet.cost(Skill::Desarmement),
        Act::Defend => tables.defence.simple_actions,
        Act::Total => tables.defence.total_actions,
        Act::Roll => tables.defence.roule_boule_actions,
        Act::Stand => tables.movement.stand_up_actions,
        Act::Care { .. } => tables.healing.stabilise_actions,
        Act::Load { arm } => match fighter.arms.get(usize::from(*arm)) {
            Some(it) => weapon(it.weapon).reload_actions.max(1),
            None => 1,
        },
        Act::Draw { .. }
        | Act::Drop
        | Act::Take { .. }
        | Act::Put { .. }
        | Act::Pass
        | Act::Surrender
        | Act::SurrenderSide => 0,
        _ => 1,
    }
}

/// Why an act takes the actions that it takes: the rule that asks for more than one, else that of the activation.
fn why_so_dear(act: &Act, need: u8) -> &'static str {
    match act {
        _ if need < 2 => "ENE-ACT-01",
        Act::Total => "ENE-DEF-02",
        Act::Care { .. } => "ENE-HEA-02",
        _ if talent(act).is_some() => "ENE-MAI-03",
        _ => "ENE-ACT-01",
    }
}

/// Why an act is the attack of the activation, of which there is one; `None` where it is no attack (ENE-ACT-02).
fn why_an_attack(act: &Act) -> Option<&'static str> {
    match act {
        Act::Charge { .. } => Some("ENE-MAI-02"),
        Act::Drive { ram: Some(_), .. } => Some("ENE-VEH-02"),
        Act::Attack { .. } | Act::Fire { .. } => Some("ENE-ACT-02"),
        _ => None,
    }
}

/// Whether an act is the attack of the activation (ENE-ACT-02, ENE-MAI-02).
pub fn attacks(act: &Act) -> bool {
    why_an_attack(act).is_some()
}

/// Returns the open activation of a character.
pub fn activation(public: PublicState<'_>, who: Who) -> Result<Turn, Illegal> {
    let act = public.scene.act.filter(|act| act.who == who && !act.done);
    act.filter(|_| public.fighter(who).able()).ok_or(Illegal::NotYours)
}

/// Whether a character may do an act now.
pub fn check(public: PublicState<'_>, who: Who, act: &Act) -> Legal {
    let turn = activation(public, who)?;
    let (need, left) = (price(public, who, act), turn.left);
    if need > left {
        return Err(Illegal::Actions { rule: why_so_dear(act, need), need, left });
    }
    if let Some(rule) = why_an_attack(act).filter(|_| turn.attacked) {
        return Err(Illegal::AttackedAlready { rule });
    }
    acts::check(public, who, act, turn)
}
