//! Blows, charges, special blows, throws and shots: which may be made, and the rule that says why another may not.

use super::{Judged, arm, carries, enemy, flies, known, must};
use crate::command::{Blow, Deed, Go, Goal, Pace, Trick};
use crate::ids::Who;
use crate::refusal::Illegal;
use crate::scene::{Posture, Prepared, Status};
use crate::state::PublicState;
use crate::tables::{Carry, Flag, WeaponRow, tables};

/// A blow (CEL-DEC-08, CEL-SPE-19).
pub(super) fn strike(public: PublicState<'_>, who: Who, blow: &Blow, deed: &Deed) -> Judged {
    known(public, blow.at)?;
    let (fighter, other) = (public.of(who), public.of(blow.at));
    let status = matches!(other.body.status, Status::Able | Status::Fainted);
    must(status && public.side(blow.at) != public.side(who), Illegal::Target { rule: "CEL-DEC-08" })?;
    must(public.strikes(who), Illegal::Weapon { rule: "CEL-CHV-03" })?;
    if let Some(n) = blow.draw {
        draws(public, who, blow, n)?;
    }
    let stuck = fighter.gear.stuck;
    let free = stuck.is_none() || blow.fists || stuck == Some(blow.at);
    must(free, Illegal::Weapon { rule: "CEL-EMP-05" })?;
    if blow.estoc {
        must(arm(public, who, blow).is(Flag::Estoc), Illegal::Weapon { rule: "CEL-EMP-01" })?;
    }
    let moves_to = !deed.after && deed.go.is_some();
    if blow.charge {
        charge(public, who, blow, deed)?;
    } else if blow.trick != Some(Trick::Acrobatic) && !moves_to {
        let reaches = public.reaches(who, blow.at, arm(public, who, blow));
        must(reaches, Illegal::Target { rule: "CEL-MEL-07" })?;
    }
    if let Some(trick) = blow.trick {
        self::trick(public, who, blow, trick)?;
    }
    // A coup de précision may be joined to a coup en force alone.
    let joined = blow.zone.is_none() || matches!(blow.trick, None | Some(Trick::Force));
    must(joined, Illegal::Trick { rule: "CEL-SPE-19" })?;
    if let Some((n, at)) = blow.second {
        known(public, at)?;
        second(public, who, blow, (n, at))?;
    }
    Ok(())
}

/// A weapon that is drawn and used in one go (CEL-DEG-02, CEL-DEG-03).
fn draws(public: PublicState<'_>, who: Who, blow: &Blow, n: u8) -> Judged {
    let row = public.profile(who).weapon(Some(n));
    let gear = &public.of(who).gear;
    must(carries(public, who, n) && gear.hand != Some(n), Illegal::Weapon { rule: "CEL-DEG-02" })?;
    must(row.carry.is_some(), Illegal::Weapon { rule: "CEL-DEG-03" })?;
    must(gear.stuck.is_none(), Illegal::Weapon { rule: "CEL-EMP-05" })?;
    must(public.can_hold(who, row), Illegal::Weapon { rule: "CEL-CRE-03" })?;
    must(!row.is(Flag::Projectile), Illegal::Weapon { rule: "CEL-DEG-02" })?;
    let plain = blow.second.is_none() && !blow.fists && blow.trick.is_none() && !blow.charge;
    must(plain, Illegal::Trick { rule: "CEL-DEG-02" })
}

/// A charge (CEL-SPE-04, CEL-HEX-07); its move has been judged as a move.
fn charge(public: PublicState<'_>, who: Who, blow: &Blow, deed: &Deed) -> Judged {
    let no = |rule| Illegal::Charge { rule };
    let (false, Some(Go::March(march))) = (deed.after, deed.go) else { return Err(no("CEL-SPE-04")) };
    let (Goal::Hex(to), false) = (march.to, march.evasive) else { return Err(no("CEL-SPE-04")) };
    must(public.of(who).ties.engaged.is_empty(), no("CEL-MOV-11"))?;
    must(!public.of(who).lies(), no("CEL-MOV-09"))?;
    must(blow.zone.is_none(), no("CEL-SPE-19"))?;
    let way = public.charges(who, blow).into_iter().find(|way| way.last() == Some(&to));
    let Some(way) = way else { return Err(no("CEL-HEX-07")) };
    // At base speed it must be near enough; what a fast move brings is not known yet.
    let gait = public.gait(who, &march);
    let walked = public.walked(who, &way, gait, public.units(who)).0.len() == way.len();
    must(walked || march.pace == Pace::Run, no("CEL-HEX-04"))
}

fn trick(public: PublicState<'_>, who: Who, blow: &Blow, trick: Trick) -> Judged {
    let fighter = public.of(who);
    let other = public.of(blow.at);
    let no = |rule| Illegal::Trick { rule };
    must(blow.second.is_none(), no("CEL-ACT-07"))?;
    // A charge is a special blow itself; the shield is one of a charge.
    must(!blow.charge || trick == Trick::Shield, no("CEL-SPE-19"))?;
    match trick {
        Trick::Shield => must(fighter.gear.shield && blow.charge, no("CEL-SPE-05")),
        Trick::Force => must(fighter.mind.prepared == Some(Prepared::Force), no("CEL-SPE-07")),
        Trick::Acrobatic => {
            let ready = fighter.mind.prepared == Some(Prepared::Acrobatic);
            must(ready && fighter.ties.engaged.is_empty(), no("CEL-SPE-08"))
        }
        Trick::Trip | Trick::Throw => must(!other.lies() && other.able(), no("CEL-SPE-09")),
        Trick::Seize => {
            let bound = |it: Who| public.of(it).ties.holds.is_some() || public.of(it).ties.held.is_some();
            must(!bound(who) && !bound(blow.at), no("CEL-SPE-17"))?;
            must(super::can_seize(public, who) && other.able(), no("CEL-SPE-15"))
        }
    }
}

/// A second weapon (CEL-ACT-07): both one-handed, of length class 3 at most, no shield, no special blow.
fn second(public: PublicState<'_>, who: Who, blow: &Blow, (n, at): (u8, Who)) -> Judged {
    let fighter = public.of(who);
    let (main, off) = (public.weapon(who), public.profile(who).weapon(Some(n)));
    let longest = tables().double_action.two_weapons_length;
    let short = |row: &WeaponRow| row.hands == 1 && row.length <= longest && !row.is(Flag::Projectile);
    let hands =
        !fighter.gear.shield && !fighter.gear.standard && !fighter.body.arm && !fighter.body.shield_arm;
    let plain = blow.trick.is_none() && !blow.charge && blow.zone.is_none() && !blow.fists;
    let both = carries(public, who, n)
        && fighter.gear.hand.is_some_and(|hand| hand != n)
        && fighter.gear.stuck.is_none();
    let near = enemy(public, who, at) && public.reaches(who, at, off);
    must(hands && plain && both && short(main) && short(off) && near, Illegal::Trick { rule: "CEL-ACT-07" })
}

/// A throw or a shot (CEL-TIR-02, CEL-HEX-06, CEL-DEG-04).
pub(crate) fn shoot(public: PublicState<'_>, who: Who, at: Who, (with, draw): (u8, bool)) -> Judged {
    known(public, at)?;
    let fighter = public.of(who);
    let row = public.profile(who).weapon(Some(with));
    let no = |rule| Illegal::Shot { rule };
    must(public.strikes(who) || row.throw.is_some(), Illegal::Weapon { rule: "CEL-CHV-03" })?;
    must(enemy(public, who, at), no("CEL-DEC-24"))?;
    if draw {
        let there = carries(public, who, with) && fighter.gear.hand != Some(with);
        must(there && public.can_hold(who, row), no("CEL-DEG-02"))?;
        let near = matches!(row.carry, Some(Carry::Belt | Carry::Sheath | Carry::Pocket));
        must(near, no("CEL-DEG-03"))?;
    } else {
        must(fighter.gear.hand == Some(with), no("CEL-DEG-01"))?;
    }
    must(fighter.gear.stuck.is_none(), no("CEL-EMP-05"))?;
    let loaded = fighter.gear.reload == 0 && (row.ammo == 0 || fighter.gear.shot < row.ammo);
    must(loaded, no("CEL-TIR-15"))?;
    let band = public.range(who, public.distance(who, at), row).filter(|_| flies(row));
    must(band.is_some(), no("CEL-TIR-02"))?;
    must(!draw || band.is_some_and(|band| band <= 1), no("CEL-DEG-04"))?;
    must(!fighter.turn.scruples.contains(at), no("CEL-TIR-09"))?;
    must(public.sees(who, at), no("CEL-HEX-06"))?;
    let bound = fighter.ties.holds.is_some() || fighter.ties.held.is_some();
    must(!bound, Illegal::Hold { rule: "CEL-SPE-17" })?;
    must(!public.friend_in_front(who, at), no("CEL-HEX-06"))
}

impl PublicState<'_> {
    /// Whether a standing friend beside the shooter is on the line (CEL-HEX-06).
    pub(crate) fn friend_in_front(self, who: Who, at: Who) -> bool {
        let (from, to) = (self.of(who).pose.at, self.of(at).pose.at);
        let next = bagarre_kit::hex::line(from, to).get(1).copied();
        next.filter(|hex| *hex != to).and_then(|hex| self.at(hex)).is_some_and(|friend| {
            self.side(friend) == self.side(who) && self.of(friend).pose.posture == Posture::Standing
        })
    }
}
