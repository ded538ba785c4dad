//! What fighters may do at a moment, and the rule that says why they may not do something else.

mod attack;

pub(super) use attack::shoot;

use super::command::{Act, Blow, Call, Deed, Go, Goal, Minor, Order, Pace, Trick};
use super::ids::{Cry, Skill, Task, Weapon, Who, Whos};
use super::refusal::Illegal;
use super::scene::{Gear, Posture, Status, Survival};
use super::state::PublicState;
use super::tables::{Carry, Flag, WeaponRow, tables};
use bagarre_kit::hex::Hex;

type Judged = Result<(), Illegal>;

fn must(holds: bool, or: Illegal) -> Judged {
    if holds { Ok(()) } else { Err(or) }
}

/// The weapon of a blow: what is in hand, bare hands, or the shield (CEL-SPE-05).
pub(super) fn arm(public: PublicState<'_>, who: Who, blow: &Blow) -> &'static WeaponRow {
    let bare = tables().weapon(Weapon::MainsNues);
    if let Some(n) = blow.draw {
        return public.profile(who).weapon(Some(n));
    }
    if blow.fists || matches!(blow.trick, Some(Trick::Shield | Trick::Seize)) {
        return bare;
    }
    if public.of(who).gear.stuck == Some(blow.at) { public.weapon(who) } else { public.guard(who) }
}

/// The malus of drawing and using in one go (CEL-DEG-03).
pub(super) fn carry_malus(carry: Option<Carry>) -> i16 {
    let rows = &tables().double_action;
    match carry {
        Some(Carry::Belt) => rows.draw_belt_or_hip,
        Some(Carry::Sheath) => rows.draw_sheath_or_sleeve,
        Some(Carry::Pocket) | None => rows.draw_pocket,
    }
}

/// Whether a fighter has the weapon at a place.
pub(super) fn carries(public: PublicState<'_>, who: Who, n: u8) -> bool {
    usize::from(n) < public.profile(who).weapons.len() && public.of(who).gear.gone & Gear::bit(n) == 0
}

/// Whether a hand is free to seize (CEL-SPE-15).
pub(super) fn has_free_hand(public: PublicState<'_>, who: Who) -> bool {
    let fighter = public.of(who);
    let weapon = fighter.gear.hand.map_or(0, |n| public.profile(who).weapon(Some(n)).hands);
    let shield = u8::from(fighter.gear.shield) + u8::from(fighter.gear.standard);
    weapon + shield + u8::from(fighter.body.arm) + u8::from(fighter.body.shield_arm) < 2
}

/// Whether a fighter may seize at all: two hands at least are not useless, and it holds no other fighter.
pub(super) fn can_seize(public: PublicState<'_>, who: Who) -> bool {
    let fighter = public.of(who);
    let useless = fighter.body.arm && (fighter.body.shield_arm || fighter.gear.shield);
    fighter.ties.holds.is_none() && fighter.ties.held.is_none() && !useless && !fighter.gear.mounted
}

impl PublicState<'_> {
    /// Whether a fighter may make terror in a way (CEL-TER-10, CEL-CRI-02).
    pub(super) fn can_cry(self, who: Who, cry: Cry) -> bool {
        self.no_cry(who, cry).is_none()
    }

    /// The rule that says why a fighter may not make terror in a way.
    pub(super) fn no_cry(self, who: Who, cry: Cry) -> Option<&'static str> {
        let item = tables().cry(cry).needs_item.is_none() || self.profile(who).carnix;
        if !item || matches!(self.profile(who).foe, Some(super::ids::Foe::Chien)) {
            return Some("CEL-TER-10");
        }
        (cry == Cry::Cri && self.of(who).body.jaw).then_some("CEL-CRI-02")
    }
}

/// Whether an order of S0 may be given (CEL-DEC-04).
pub(super) fn order(public: PublicState<'_>, who: Who, order: &Order) -> Judged {
    let fighter = public.of(who);
    must(fighter.able(), Illegal::Who { rule: "CEL-COR-17" })?;
    must(!fighter.body.fleeing, Illegal::Who { rule: "CEL-TER-11" })?;
    must(fighter.ties.duel.is_none(), Illegal::Who { rule: "CEL-R88" })?;
    if order.survive {
        must(fighter.turn.survival == Survival::No, Illegal::Survival)?;
    }
    let idle = order.go.is_none() && order.minor.is_none() && order.dodge.is_none();
    must(!fighter.busy() || idle, Illegal::Task { rule: "CEL-LNG-04" })?;
    let stunned = fighter.mind.stunned && fighter.mind.lost > 0;
    if order.dodge.is_some() {
        must(!stunned, Illegal::Dodge { rule: "CEL-COR-16" })?;
        must(fighter.beat.dodge.is_none(), Illegal::Dodge { rule: "CEL-UND-06" })?;
    }
    if let Some(go) = order.go {
        let zigzag = matches!(go, Go::March(march) if march.pace == Pace::Zigzag);
        must(!zigzag || order.dodge.is_none(), Illegal::Dodge { rule: "CEL-MOV-08" })?;
        let walks = matches!(go, Go::March(march) if march.pace == Pace::Walk);
        must(!stunned || walks, Illegal::Move { rule: "CEL-COR-16" })?;
        self::go(public, who, &go)?;
    }
    if let Some(minor) = order.minor {
        self::minor(public, who, minor)?;
        must(order.go.is_none() || !matches!(minor, Minor::Rise), Illegal::Move { rule: "CEL-MOV-09" })?;
    }
    Ok(())
}

/// Whether a move may be made (CEL-MOV, CEL-ENG).
pub(super) fn go(public: PublicState<'_>, who: Who, go: &Go) -> Judged {
    if let Go::Leave { to, .. } = go {
        return leave(public, who, *to);
    }
    if let Some(rule) = public.bound(who) {
        return Err(Illegal::Move { rule });
    }
    let fighter = public.of(who);
    let engaged = !fighter.ties.engaged.is_empty();
    let no = |rule| Illegal::Move { rule };
    match go {
        Go::Leave { .. } => Ok(()),
        Go::Jump { to, .. } => {
            must(!engaged, no("CEL-MOV-11"))?;
            must(!fighter.lies(), no("CEL-MOV-09"))?;
            must(public.fixed.board.stands(*to), no("CEL-HEX-05"))
        }
        Go::March(march) => {
            if let Goal::Who(at) = march.to {
                known(public, at)?;
                must(at != who, Illegal::Who { rule: "CEL-PLY-03" })?;
            }
            if let Goal::Hex(hex) = march.to {
                must(public.fixed.board.cell(hex).is_some(), no("CEL-HEX-01"))?;
            }
            if engaged {
                let Goal::Hex(hex) = march.to else { return Err(Illegal::Shift) };
                return must(public.shifts(who).contains(&hex), Illegal::Shift);
            }
            must(march.pace == Pace::Walk || !fighter.body.leg, no("CEL-CRI-02"))?;
            must(march.pace == Pace::Walk || !fighter.lies(), no("CEL-MOV-09"))
        }
    }
}

/// Whether a fighter may try to break away (CEL-ENG-04).
fn leave(public: PublicState<'_>, who: Who, to: Option<Hex>) -> Judged {
    let fighter = public.of(who);
    let no = |rule| Illegal::Leave { rule };
    must(!fighter.ties.engaged.is_empty(), no("CEL-ENG-04"))?;
    must(fighter.ties.held.is_none() && fighter.ties.holds.is_none(), no("CEL-SPE-17"))?;
    must(fighter.gear.stuck.is_none(), no("CEL-EMP-05"))?;
    must(to.is_none_or(|to| public.fixed.board.cell(to).is_some()), no("CEL-HEX-01"))
}

/// Whether a small act may be made (CEL-INN-03, CEL-UND-07).
pub(super) fn minor(public: PublicState<'_>, who: Who, minor: Minor) -> Judged {
    let fighter = public.of(who);
    let (gear, pose) = (&fighter.gear, &fighter.pose);
    let engaged = !fighter.ties.engaged.is_empty();
    let free = !fighter.beat.handled && fighter.able() && !fighter.busy();
    let (holds, rule) = match minor {
        Minor::Draw(n) => return draw(public, who, n),
        Minor::Drop => {
            (gear.hand.is_some_and(|n| public.profile(who).weapon(Some(n)).hands > 0), "CEL-INN-03")
        }
        Minor::Crouch => (pose.posture == Posture::Standing && !engaged && !gear.mounted, "CEL-INN-03"),
        Minor::Lie => (!fighter.lies() && !engaged && !gear.mounted, "CEL-INN-03"),
        Minor::Rise if engaged => (false, "CEL-SPE-14"),
        Minor::Rise if fighter.ties.held.is_some() => (false, "CEL-SPE-17"),
        Minor::Rise => {
            let low = pose.posture != Posture::Standing && pose.rising == 0 && !fighter.beat.moved;
            (low, "CEL-MOV-09")
        }
        Minor::Look(at) => {
            known(public, at)?;
            let steps = tables().command.voice_range / tables().hex_rules.step_cm;
            let hidden = public.side(at) != public.side(who) && !public.sees(who, at);
            (hidden && !fighter.beat.looked && public.distance(who, at) <= steps, "CEL-INN-03")
        }
        Minor::Pick(n) => {
            let thing = public.scene.things.get(usize::from(n));
            let near = thing.is_some_and(|thing| thing.of == who && thing.at.distance(pose.at) <= 1);
            (free && near, "CEL-UND-07")
        }
        Minor::Standard => {
            let there = public.scene.standard.is_some_and(|at| at.distance(pose.at) <= 1);
            let hands =
                gear.hand.map_or(0, |n| public.profile(who).weapon(Some(n)).hands) + u8::from(gear.shield);
            (free && there && hands < 2 && !fighter.body.arm, "CEL-SCN-06")
        }
        Minor::Shield => {
            let own = public.profile(who).shield.is_some() && !fighter.body.shield_arm;
            let two = gear.hand.is_some_and(|n| public.profile(who).weapon(Some(n)).hands >= 2);
            (free && own && (gear.shield || !two && !gear.standard), "CEL-UND-07")
        }
        Minor::Release => (fighter.ties.holds.is_some(), "CEL-SPE-17"),
        Minor::Mount => (free && public.profile(who).horse && !fighter.lies() && !engaged, "CEL-UND-07"),
    };
    must(holds, Illegal::Minor { rule })
}

/// Whether a weapon may be drawn (CEL-DEG-01).
fn draw(public: PublicState<'_>, who: Who, n: u8) -> Judged {
    let row = public.profile(who).weapon(Some(n));
    let gear = &public.of(who).gear;
    let other = gear.hand != Some(n) && gear.drawing.is_none();
    let no = |rule| Illegal::Minor { rule };
    must(carries(public, who, n) && other && row.hands > 0, no("CEL-DEG-01"))?;
    must(gear.stuck.is_none(), no("CEL-EMP-05"))?;
    must(public.can_hold(who, row), no("CEL-CRE-03"))
}

/// Whether a fighter may do something at its slot (CEL-DEC-07).
pub(super) fn deed(public: PublicState<'_>, who: Who, deed: &Deed) -> Judged {
    let fighter = public.of(who);
    must(fighter.able(), Illegal::Who { rule: "CEL-COR-17" })?;
    must(fighter.slot(public.scene.segment), Illegal::Who { rule: "CEL-DCL-04" })?;
    must(fighter.mind.lost == 0, Illegal::Lost)?;
    if let Some(minor) = deed.minor {
        self::minor(public, who, minor)?;
    }
    if let Some(go) = &deed.go {
        self::go(public, who, go)?;
        let zigzag = matches!(go, Go::March(march) if march.pace == Pace::Zigzag);
        must(!zigzag || matches!(deed.act, Act::Pass), Illegal::Move { rule: "CEL-MOV-08" })?;
        must(!matches!(deed.minor, Some(Minor::Rise)), Illegal::Move { rule: "CEL-MOV-09" })?;
    }
    act(public, who, deed)
}

fn known(public: PublicState<'_>, at: Who) -> Judged {
    must(at.n() < public.scene.fighters.len(), Illegal::Who { rule: "CEL-PLY-01" })
}

fn enemy(public: PublicState<'_>, who: Who, at: Who) -> bool {
    public.of(at).able() && public.side(at) != public.side(who)
}

fn act(public: PublicState<'_>, who: Who, deed: &Deed) -> Judged {
    let fighter = public.of(who);
    let options = &public.fixed.setup.options;
    let engaged = !fighter.ties.engaged.is_empty();
    let alone = deed.go.is_none() && deed.minor.is_none();
    match &deed.act {
        Act::Pass | Act::Delay | Act::Surrender => Ok(()),
        Act::Yield(other) => {
            known(public, *other)?;
            let later = public.of(*other).able() && !public.of(*other).beat.done && *other != who;
            must(later && alone && fighter.beat.yields.is_none(), Illegal::Yield)
        }
        Act::Strike(blow) => attack::strike(public, who, blow, deed),
        Act::Shoot { at, with, draw } => {
            must(!engaged, Illegal::Engaged)?;
            must(!deed.after, Illegal::Move { rule: "CEL-MOV-11" })?;
            attack::shoot(public, who, *at, (*with, *draw))
        }
        Act::Aim(at) => aim(public, who, *at, deed),
        Act::Force => {
            must(fighter.gear.stuck.is_none(), Illegal::Trick { rule: "CEL-EMP-05" })?;
            must(!public.weapon(who).is(Flag::Projectile), Illegal::Trick { rule: "CEL-SPE-07" })
        }
        Act::Acrobatic(at) => {
            known(public, *at)?;
            let rows = &tables().special;
            let far = public.distance(who, *at) * tables().hex_rules.step_cm;
            let near = (rows.acrobatic_min..=rows.acrobatic_max).contains(&far);
            let free = enemy(public, who, *at) && near && !engaged && public.sees(who, *at);
            must(free, Illegal::Trick { rule: "CEL-SPE-08" })
        }
        Act::Escape { .. } => must(fighter.ties.held.is_some(), Illegal::Hold { rule: "CEL-SPE-16" }),
        Act::Tighten => must(fighter.ties.holds.is_some(), Illegal::Hold { rule: "CEL-SPE-15" }),
        Act::Hurl => {
            let held = fighter.ties.holds.map(|it| public.of(it).ties.entrave);
            let firm = held.is_some_and(|entrave| entrave >= tables().special.throw_min_entrave);
            must(firm, Illegal::Hold { rule: "CEL-SPE-18" })
        }
        Act::Pull => must(fighter.gear.stuck.is_some(), Illegal::Weapon { rule: "CEL-EMP-02" }),
        Act::Call(call, men) => self::call(public, who, *call, *men),
        Act::Sing => {
            must(!fighter.body.jaw, Illegal::Call { rule: "CEL-CRI-02" })?;
            must(public.profile(who).level(Skill::Fureur) > 0, Illegal::Call { rule: "CEL-TER-09" })
        }
        Act::Task(task, on) => {
            must(!engaged, Illegal::Engaged)?;
            must(alone, Illegal::Task { rule: "CEL-LNG-04" })?;
            self::task(public, who, *task, *on)
        }
        Act::Trek(to) => {
            // CEL-LNG-03.
            must(options.longue_marche, Illegal::Switch { rule: "CEL-LNG-03" })?;
            let free = public.can_move(who) && !engaged && !fighter.lies() && !fighter.body.fleeing;
            let away = *to != fighter.pose.at;
            let there = away && public.fixed.board.stands(*to);
            must(free && alone && there, Illegal::Task { rule: "CEL-LNG-03" })
        }
        Act::Bay(at) => {
            must(options.respect, Illegal::Switch { rule: "CEL-RES-04" })?;
            known(public, *at)?;
            must(public.bays(who, *at), Illegal::Target { rule: "CEL-RES-04" })
        }
        Act::Duel(at) => {
            must(options.duel, Illegal::Switch { rule: "CEL-DUE-01" })?;
            known(public, *at)?;
            let armed = |it: Who| flies(public.weapon(it)) && public.of(it).ties.engaged.is_empty();
            let facing = enemy(public, who, *at) && public.sees(who, *at);
            must(facing && armed(who) && armed(*at), Illegal::Shot { rule: "CEL-DUE-01" })
        }
    }
}

/// Whether a fighter may aim (CEL-TIR-14).
fn aim(public: PublicState<'_>, who: Who, at: Who, deed: &Deed) -> Judged {
    known(public, at)?;
    let fighter = public.of(who);
    let ready = fighter.gear.hand.is_some_and(|n| flies(public.profile(who).weapon(Some(n))));
    must(fighter.ties.engaged.is_empty(), Illegal::Engaged)?;
    must(deed.go.is_none(), Illegal::Move { rule: "CEL-TIR-14" })?;
    let clear = enemy(public, who, at) && public.sees(who, at) && !fighter.beat.moved;
    must(ready && clear, Illegal::Shot { rule: "CEL-TIR-14" })
}

impl PublicState<'_> {
    /// Whether a fighter strikes at all: the crew of a chariot throws, and no more (CEL-CHV-03).
    pub(super) fn strikes(self, who: Who) -> bool {
        !self.profile(who).chariot || !self.of(who).gear.mounted
    }

    /// Whether a fighter may hold another at bay (CEL-RES-04).
    pub(super) fn bays(self, who: Who, at: Who) -> bool {
        let other = self.of(at);
        let free = other.able()
            && other.ties.engaged.is_empty()
            && !other.ties.bay.contains(who)
            && self.side(at) != self.side(who);
        let unready = self.guard(at).id == Weapon::MainsNues;
        let row = self.weapon(who);
        let near = self.range(who, self.distance(who, at), row) == Some(0) && flies(row);
        free && self.of(who).ties.engaged.is_empty()
            && self.sees(who, at)
            && (self.in_reach(who, at) && unready || self.behind(who, at) || near)
    }
}

/// Whether a weapon is thrown or shot.
pub(super) fn flies(row: &WeaponRow) -> bool {
    row.throw.is_some() || row.fixed_range.is_some()
}

/// An order of a chief (CEL-CMD).
fn call(public: PublicState<'_>, who: Who, call: Call, men: Whos) -> Judged {
    let camp = public.scene.camp(public.side(who));
    let fighter = public.of(who);
    let range = tables().command.voice_range / tables().hex_rules.step_cm;
    let reach = |it: Who| {
        it.n() < public.scene.fighters.len()
            && it != who
            && public.of(it).able()
            && public.side(it) == public.side(who)
            && public.distance(it, who) <= range
    };
    let no = |rule| Illegal::Call { rule };
    must(!fighter.body.jaw, no("CEL-CRI-02"))?;
    must(men.iter().all(reach), no("CEL-CMD-01"))?;
    must(public.profile(who).level(Skill::Commandement) > 0, no("CEL-CMD-02"))?;
    let chief = camp.chief == Some(who) && !camp.headless;
    if call == Call::TakeOver {
        let open = camp.headless && camp.chief != Some(who) && !fighter.mind.tried;
        return must(open, no("CEL-CMD-14"));
    }
    must(chief, no("CEL-CMD-04"))?;
    match call {
        Call::Galvanise(_) => must(!camp.galvanised && !men.is_empty(), no("CEL-CMD-12")),
        Call::Rally => must(!men.is_empty(), no("CEL-CMD-07")),
        Call::Retake => must(!men.is_empty(), no("CEL-CMD-11")),
        Call::Tactics(_) | Call::TakeOver => Ok(()),
    }
}

/// A long action (CEL-LNG-02, CEL-TET).
fn task(public: PublicState<'_>, who: Who, task: Task, on: Who) -> Judged {
    known(public, on)?;
    let other = public.of(on);
    let near = task == Task::Embaumer || public.distance(who, on) <= 1 && !public.gone(on);
    let skilled = public.profile(who).level(public.errand(task).skill) > 0;
    let out = other.body.status == Status::Out;
    let friend = public.side(on) == public.side(who) && on != who;
    must(near && skilled, Illegal::Task { rule: "CEL-LNG-02" })?;
    let (holds, rule) = match task {
        Task::PremiersSoins => {
            let hurt = out && other.body.until > 0 || other.body.blessure > 0 && !other.body.dead;
            (friend && hurt, "CEL-LNG-02")
        }
        Task::ArreterHemorragie => (friend && out && other.body.until > 0, "CEL-LNG-02"),
        Task::EviterAmputation => (friend && (other.body.arm || other.body.leg), "CEL-LNG-02"),
        Task::PrendreTete if !public.has_room(who) => (false, "CEL-TET-02"),
        Task::PrendreTete => (out && other.ties.beaten_by == Some(who) && !other.ties.beheaded, "CEL-TET-05"),
        // CEL-TET-03: the head of a fighter that was beaten in single combat by one of the side.
        Task::PreparerTete => {
            let winner = other.ties.beaten_by.filter(|it| public.side(*it) == public.side(who));
            let room = winner.is_some_and(|it| public.has_room(it));
            (out && !other.ties.beheaded && room, "CEL-TET-03")
        }
        Task::Embaumer => {
            let hangs = |it: Who| {
                public.side(it) == public.side(who)
                    && public.of(it).gear.trophies.iter().any(|head| head.of == on && head.days.is_some())
            };
            (public.whos().any(hangs), "CEL-TET-04")
        }
        // Where the game master says that there is something to force.
        Task::ForcerPorte => (public.scene.rulings.tasks.iter().any(|it| it.task == task), "CEL-LNG-02"),
    };
    must(holds, Illegal::Task { rule })
}
