//! What fighters may do at a moment.

use super::command::{Act, Blow, Call, Deed, Go, Goal, Minor, Order, Pace, Trick};
use super::ids::{Cry, Skill, Task, Weapon, Who, Whos};
use super::refusal::Illegal;
use super::scene::{Gear, Posture, Prepared, Status, Survival};
use super::state::Table;
use super::tables::{Carry, Flag, WeaponRow, tables};

type Judged = Result<(), Illegal>;

fn must(holds: bool, or: Illegal) -> Judged {
    if holds { Ok(()) } else { Err(or) }
}

/// The weapon of a blow: what is in hand, bare hands, or the shield (CEL-SPE-05).
pub(super) fn arm(table: Table<'_>, who: Who, blow: &Blow) -> &'static WeaponRow {
    let bare = tables().weapon(Weapon::MainsNues);
    if let Some(n) = blow.draw {
        return table.profile(who).weapon(Some(n));
    }
    if blow.fists || matches!(blow.trick, Some(Trick::Shield | Trick::Seize)) {
        return bare;
    }
    if table.of(who).gear.stuck == Some(blow.at) { table.weapon(who) } else { table.guard(who) }
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
pub(super) fn carries(table: Table<'_>, who: Who, n: u8) -> bool {
    usize::from(n) < table.profile(who).weapons.len() && table.of(who).gear.gone & Gear::bit(n) == 0
}

/// Whether a hand is free to seize (CEL-SPE-15).
pub(super) fn has_free_hand(table: Table<'_>, who: Who) -> bool {
    let fighter = table.of(who);
    let weapon = fighter.gear.hand.map_or(0, |n| table.profile(who).weapon(Some(n)).hands);
    let shield = u8::from(fighter.gear.shield) + u8::from(fighter.gear.standard);
    weapon + shield + u8::from(fighter.body.arm) + u8::from(fighter.body.shield_arm) < 2
}

/// Whether a fighter may seize at all: two hands at least are not useless, and it holds nobody.
pub(super) fn can_seize(table: Table<'_>, who: Who) -> bool {
    let fighter = table.of(who);
    let useless = fighter.body.arm && (fighter.body.shield_arm || fighter.gear.shield);
    fighter.ties.holds.is_none() && fighter.ties.held.is_none() && !useless && !fighter.gear.mounted
}

impl Table<'_> {
    /// Whether a fighter may make terror in a way (CEL-TER-10, CEL-CRI-02).
    pub(super) fn can_cry(self, who: Who, cry: Cry) -> bool {
        let item = tables().cry(cry).needs_item.is_none() || self.profile(who).carnix;
        item && (cry != Cry::Cri || !self.of(who).body.jaw)
            && !matches!(self.profile(who).foe, Some(super::ids::Foe::Chien))
    }
}

/// Whether an order of S0 may be given (CEL-DEC-04).
pub(super) fn order(table: Table<'_>, who: Who, order: &Order) -> Judged {
    let fighter = table.of(who);
    must(fighter.able() && !fighter.body.fleeing && fighter.ties.duel.is_none(), Illegal::Who)?;
    if order.survive {
        must(fighter.turn.survival == Survival::No, Illegal::Survival)?;
    }
    let busy = fighter.busy();
    must(!busy || order.go.is_none() && order.minor.is_none() && order.dodge.is_none(), Illegal::Task)?;
    let stunned = fighter.mind.stunned && fighter.mind.lost > 0;
    if order.dodge.is_some() {
        must(!stunned && fighter.beat.dodge.is_none(), Illegal::Dodge)?;
    }
    if let Some(go) = order.go {
        let zigzag = matches!(go, Go::March(march) if march.pace == Pace::Zigzag);
        must(!zigzag || order.dodge.is_none(), Illegal::Dodge)?;
        must(!stunned || matches!(go, Go::March(march) if march.pace == Pace::Walk), Illegal::Move)?;
        self::go(table, who, &go)?;
    }
    if let Some(minor) = order.minor {
        self::minor(table, who, minor)?;
        must(order.go.is_none() || !matches!(minor, Minor::Rise), Illegal::Move)?;
    }
    Ok(())
}

/// Whether a move may be made (CEL-MOV, CEL-ENG).
pub(super) fn go(table: Table<'_>, who: Who, go: &Go) -> Judged {
    let fighter = table.of(who);
    let engaged = !fighter.ties.engaged.is_empty();
    match go {
        Go::Leave { to, .. } => {
            let held =
                fighter.ties.held.is_some() || fighter.ties.holds.is_some() || fighter.gear.stuck.is_some();
            must(engaged && !held && to.is_none_or(|to| table.fixed.board.cell(to).is_some()), Illegal::Leave)
        }
        Go::Jump { to, .. } => must(
            table.can_move(who) && !engaged && !fighter.lies() && table.fixed.board.stands(*to),
            Illegal::Move,
        ),
        Go::March(march) => {
            must(table.can_move(who), Illegal::Move)?;
            if let Goal::Who(at) = march.to {
                must(at.n() < table.scene.fighters.len() && at != who, Illegal::Who)?;
            }
            if let Goal::Hex(hex) = march.to {
                must(table.fixed.board.cell(hex).is_some(), Illegal::Move)?;
            }
            if engaged {
                let Goal::Hex(hex) = march.to else { return Err(Illegal::Shift) };
                return must(table.shifts(who).contains(&hex), Illegal::Shift);
            }
            must(march.pace == Pace::Walk || !fighter.body.leg && !fighter.lies(), Illegal::Move)
        }
    }
}

/// Whether a small act may be made (CEL-INN-03, CEL-UND-07).
pub(super) fn minor(table: Table<'_>, who: Who, minor: Minor) -> Judged {
    let fighter = table.of(who);
    let (gear, pose) = (&fighter.gear, &fighter.pose);
    let free = !fighter.beat.handled && fighter.able() && !fighter.busy();
    let holds = match minor {
        Minor::Draw(n) => {
            let row = table.profile(who).weapon(Some(n));
            let other = gear.hand != Some(n) && gear.drawing.is_none() && gear.stuck.is_none();
            carries(table, who, n) && other && row.hands > 0 && table.can_hold(who, row)
        }
        Minor::Drop => gear.hand.is_some_and(|n| table.profile(who).weapon(Some(n)).hands > 0),
        Minor::Crouch => {
            pose.posture == Posture::Standing && fighter.ties.engaged.is_empty() && !gear.mounted
        }
        Minor::Lie => !fighter.lies() && fighter.ties.engaged.is_empty() && !gear.mounted,
        Minor::Rise => {
            let low = pose.posture != Posture::Standing && pose.rising == 0 && !fighter.beat.moved;
            low && fighter.ties.engaged.is_empty() && fighter.ties.held.is_none()
        }
        Minor::Look(at) => {
            let known = at.n() < table.scene.fighters.len() && table.side(at) != table.side(who);
            let steps = tables().command.voice_range / tables().hex_rules.step_cm;
            known && !fighter.beat.looked && table.distance(who, at) <= steps && !table.sees(who, at)
        }
        Minor::Pick(n) => table
            .scene
            .things
            .get(usize::from(n))
            .is_some_and(|thing| free && thing.of == who && thing.at.distance(pose.at) <= 1),
        Minor::Standard => {
            let there = table.scene.standard.is_some_and(|at| at.distance(pose.at) <= 1);
            let hands =
                gear.hand.map_or(0, |n| table.profile(who).weapon(Some(n)).hands) + u8::from(gear.shield);
            free && there && hands < 2 && !fighter.body.arm
        }
        Minor::Shield => {
            let own = table.profile(who).shield.is_some() && !fighter.body.shield_arm;
            let two = gear.hand.is_some_and(|n| table.profile(who).weapon(Some(n)).hands >= 2);
            free && own && (gear.shield || !two && !gear.standard)
        }
        Minor::Release => fighter.ties.holds.is_some(),
        Minor::Mount => {
            free && table.profile(who).horse && !fighter.lies() && fighter.ties.engaged.is_empty()
        }
    };
    must(holds, Illegal::Minor)
}

/// Whether a fighter may do something at its slot (CEL-DEC-07).
pub(super) fn deed(table: Table<'_>, who: Who, deed: &Deed) -> Judged {
    let fighter = table.of(who);
    must(fighter.able() && fighter.slot(table.scene.segment), Illegal::Who)?;
    must(fighter.mind.lost == 0, Illegal::Lost)?;
    if let Some(minor) = deed.minor {
        self::minor(table, who, minor)?;
    }
    if let Some(go) = &deed.go {
        self::go(table, who, go)?;
        let zigzag = matches!(go, Go::March(march) if march.pace == Pace::Zigzag);
        must(!zigzag || matches!(deed.act, Act::Pass), Illegal::Move)?;
        must(!matches!(deed.minor, Some(Minor::Rise)), Illegal::Move)?;
    }
    act(table, who, deed)
}

fn known(table: Table<'_>, at: Who) -> Judged {
    must(at.n() < table.scene.fighters.len(), Illegal::Who)
}

fn enemy(table: Table<'_>, who: Who, at: Who) -> bool {
    table.of(at).able() && table.side(at) != table.side(who)
}

fn act(table: Table<'_>, who: Who, deed: &Deed) -> Judged {
    let fighter = table.of(who);
    let options = &table.fixed.setup.options;
    let engaged = !fighter.ties.engaged.is_empty();
    let alone = deed.go.is_none() && deed.minor.is_none();
    match &deed.act {
        Act::Pass | Act::Delay | Act::Surrender => Ok(()),
        Act::Yield(other) => {
            known(table, *other)?;
            let later = table.of(*other).able() && !table.of(*other).beat.done && *other != who;
            must(later && alone && fighter.beat.yields.is_none(), Illegal::Other)
        }
        Act::Strike(blow) => strike(table, who, blow, deed),
        Act::Shoot { at, with, draw } => {
            must(!engaged, Illegal::Engaged)?;
            must(!deed.after, Illegal::Other)?;
            shoot(table, who, *at, (*with, *draw))
        }
        Act::Aim(at) => {
            known(table, *at)?;
            let ready = fighter.gear.hand.is_some_and(|n| flies(table.profile(who).weapon(Some(n))));
            must(!engaged, Illegal::Engaged)?;
            must(deed.go.is_none(), Illegal::Move)?;
            must(
                ready && enemy(table, who, *at) && table.sees(who, *at) && !fighter.beat.moved,
                Illegal::Shot,
            )
        }
        Act::Force => {
            must(fighter.gear.stuck.is_none() && !table.weapon(who).is(Flag::Projectile), Illegal::Trick)
        }
        Act::Acrobatic(at) => {
            known(table, *at)?;
            let rows = &tables().special;
            let far = table.distance(who, *at) * tables().hex_rules.step_cm;
            let near = (rows.acrobatic_min..=rows.acrobatic_max).contains(&far);
            must(enemy(table, who, *at) && near && !engaged && table.sees(who, *at), Illegal::Trick)
        }
        Act::Escape { .. } => must(fighter.ties.held.is_some(), Illegal::Hold),
        Act::Tighten => must(fighter.ties.holds.is_some(), Illegal::Hold),
        Act::Hurl => {
            let held = fighter.ties.holds.map(|it| table.of(it).ties.entrave);
            must(held.is_some_and(|entrave| entrave >= tables().special.throw_min_entrave), Illegal::Hold)
        }
        Act::Pull => must(fighter.gear.stuck.is_some(), Illegal::Weapon),
        Act::Call(call, men) => self::call(table, who, *call, *men),
        Act::Sing => must(table.profile(who).level(Skill::Fureur) > 0 && !fighter.body.jaw, Illegal::Call),
        Act::Task(task, on) => {
            must(!engaged, Illegal::Engaged)?;
            must(alone, Illegal::Task)?;
            self::task(table, who, *task, *on)
        }
        Act::Trek(to) => {
            // CEL-LNG-03.
            must(options.longue_marche, Illegal::Switch { rule: "CEL-LNG-03" })?;
            let free = table.can_move(who) && !engaged && !fighter.lies() && !fighter.body.fleeing;
            let away = *to != fighter.pose.at;
            must(free && alone && away && table.fixed.board.stands(*to), Illegal::Task)
        }
        Act::Bay(at) => {
            must(options.respect, Illegal::Switch { rule: "CEL-RES-04" })?;
            known(table, *at)?;
            must(table.bays(who, *at), Illegal::Target)
        }
        Act::Duel(at) => {
            must(options.duel, Illegal::Switch { rule: "CEL-DUE-01" })?;
            known(table, *at)?;
            let armed = |it: Who| flies(table.weapon(it)) && table.of(it).ties.engaged.is_empty();
            must(enemy(table, who, *at) && armed(who) && armed(*at) && table.sees(who, *at), Illegal::Shot)
        }
    }
}

impl Table<'_> {
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

/// A blow (CEL-DEC-08, CEL-SPE-19).
fn strike(table: Table<'_>, who: Who, blow: &Blow, deed: &Deed) -> Judged {
    known(table, blow.at)?;
    let (fighter, other) = (table.of(who), table.of(blow.at));
    let status = matches!(other.body.status, Status::Able | Status::Fainted);
    must(status && table.side(blow.at) != table.side(who), Illegal::Target)?;
    must(table.strikes(who), Illegal::Weapon)?;
    if let Some(n) = blow.draw {
        let row = table.profile(who).weapon(Some(n));
        let fits = carries(table, who, n)
            && fighter.gear.hand != Some(n)
            && row.carry.is_some()
            && fighter.gear.stuck.is_none();
        must(fits && table.can_hold(who, row) && !row.is(Flag::Projectile), Illegal::Weapon)?;
        must(blow.second.is_none() && !blow.fists && blow.trick.is_none() && !blow.charge, Illegal::Trick)?;
    }
    let stuck = fighter.gear.stuck;
    must(stuck.is_none() || blow.fists || stuck == Some(blow.at), Illegal::Weapon)?;
    if blow.estoc {
        must(arm(table, who, blow).is(Flag::Estoc), Illegal::Weapon)?;
    }
    let moves_to = !deed.after && deed.go.is_some();
    if blow.charge {
        charge(table, who, blow, deed)?;
    } else if blow.trick != Some(Trick::Acrobatic) && !moves_to {
        must(table.reaches(who, blow.at, arm(table, who, blow)), Illegal::Target)?;
    }
    if let Some(trick) = blow.trick {
        self::trick(table, who, blow, trick)?;
    }
    // CEL-SPE-19: a coup de précision may be joined to a coup en force alone.
    must(blow.zone.is_none() || matches!(blow.trick, None | Some(Trick::Force)), Illegal::Trick)?;
    if let Some((n, at)) = blow.second {
        known(table, at)?;
        second(table, who, blow, (n, at))?;
    }
    Ok(())
}

/// A charge (CEL-SPE-04, CEL-HEX-07).
fn charge(table: Table<'_>, who: Who, blow: &Blow, deed: &Deed) -> Judged {
    let free = table.of(who).ties.engaged.is_empty() && table.can_move(who) && !table.of(who).lies();
    must(free && !deed.after && blow.zone.is_none(), Illegal::Charge)?;
    let Some(Go::March(march)) = deed.go else { return Err(Illegal::Charge) };
    let Goal::Hex(to) = march.to else { return Err(Illegal::Charge) };
    let way = table.charges(who, blow).into_iter().find(|way| way.last() == Some(&to));
    let Some(way) = way else { return Err(Illegal::Charge) };
    // At base speed it must be near enough; what a fast move brings is not known yet.
    let gait = table.gait(who, &march);
    let walked = table.walked(who, &way, gait, table.units(who)).0.len() == way.len();
    must((walked || march.pace == Pace::Run) && march.pace != Pace::Zigzag && !march.evasive, Illegal::Charge)
}

fn trick(table: Table<'_>, who: Who, blow: &Blow, trick: Trick) -> Judged {
    let fighter = table.of(who);
    let other = table.of(blow.at);
    let holds = match trick {
        Trick::Shield => fighter.gear.shield && blow.charge,
        Trick::Force => fighter.mind.prepared == Some(Prepared::Force) && !blow.charge,
        Trick::Acrobatic => {
            fighter.mind.prepared == Some(Prepared::Acrobatic)
                && !blow.charge
                && fighter.ties.engaged.is_empty()
        }
        Trick::Trip | Trick::Throw => !blow.charge && !other.lies() && other.able(),
        Trick::Seize => {
            can_seize(table, who)
                && other.able()
                && !blow.charge
                && other.ties.holds.is_none()
                && other.ties.held.is_none()
        }
    };
    must(holds && blow.second.is_none(), Illegal::Trick)
}

/// A second weapon (CEL-ACT-07): both one-handed, of length class 3 at most, no shield, no special blow.
fn second(table: Table<'_>, who: Who, blow: &Blow, (n, at): (u8, Who)) -> Judged {
    let fighter = table.of(who);
    let (main, off) = (table.weapon(who), table.profile(who).weapon(Some(n)));
    let short = |row: &WeaponRow| row.hands == 1 && row.length <= 3 && !row.is(Flag::Projectile);
    let hands =
        !fighter.gear.shield && !fighter.gear.standard && !fighter.body.arm && !fighter.body.shield_arm;
    let plain = blow.trick.is_none() && !blow.charge && blow.zone.is_none() && !blow.fists;
    let enemy = table.of(at).able() && table.side(at) != table.side(who);
    let both = carries(table, who, n)
        && fighter.gear.hand.is_some_and(|hand| hand != n)
        && fighter.gear.stuck.is_none();
    must(
        hands && plain && both && enemy && short(main) && short(off) && table.reaches(who, at, off),
        Illegal::Trick,
    )
}

/// A throw or a shot (CEL-TIR-02, CEL-HEX-06, CEL-DEG-04).
pub(super) fn shoot(table: Table<'_>, who: Who, at: Who, (with, draw): (u8, bool)) -> Judged {
    known(table, at)?;
    let fighter = table.of(who);
    let row = table.profile(who).weapon(Some(with));
    let enemy = table.side(at) != table.side(who) && matches!(table.of(at).body.status, Status::Able);
    let hand = if draw {
        carries(table, who, with)
            && fighter.gear.hand != Some(with)
            && matches!(row.carry, Some(Carry::Belt | Carry::Sheath | Carry::Pocket))
            && table.can_hold(who, row)
    } else {
        fighter.gear.hand == Some(with)
    };
    let ready = fighter.gear.reload == 0
        && (row.ammo == 0 || fighter.gear.shot < row.ammo)
        && fighter.gear.stuck.is_none();
    must(table.strikes(who) || row.throw.is_some(), Illegal::Weapon)?;
    let band = table.range(who, table.distance(who, at), row);
    let range = band.is_some_and(|band| !draw || band <= 1);
    let daring = !fighter.turn.scruples.contains(at);
    must(enemy && hand && ready && range && flies(row) && daring && table.sees(who, at), Illegal::Shot)?;
    must(fighter.ties.holds.is_none() && fighter.ties.held.is_none(), Illegal::Hold)?;
    must(!table.friend_in_front(who, at), Illegal::Shot)
}

impl Table<'_> {
    /// Whether a standing friend beside the shooter is on the line (CEL-HEX-06).
    pub(super) fn friend_in_front(self, who: Who, at: Who) -> bool {
        let (from, to) = (self.of(who).pose.at, self.of(at).pose.at);
        let next = bagarre_kit::hex::line(from, to).get(1).copied();
        next.filter(|hex| *hex != to).and_then(|hex| self.at(hex)).is_some_and(|friend| {
            self.side(friend) == self.side(who) && self.of(friend).pose.posture == Posture::Standing
        })
    }
}

/// An order of a chief (CEL-CMD).
fn call(table: Table<'_>, who: Who, call: Call, men: Whos) -> Judged {
    let camp = table.scene.camp(table.side(who));
    let fighter = table.of(who);
    let range = tables().command.voice_range / tables().hex_rules.step_cm;
    let reach = |it: Who| {
        it.n() < table.scene.fighters.len()
            && it != who
            && table.of(it).able()
            && table.side(it) == table.side(who)
            && table.distance(it, who) <= range
    };
    let own = men.iter().all(reach) && !fighter.body.jaw;
    let chief = camp.chief == Some(who) && !camp.headless;
    let holds = match call {
        Call::TakeOver => camp.headless && camp.chief != Some(who) && !fighter.mind.tried,
        Call::Galvanise(_) => chief && !camp.galvanised && !men.is_empty(),
        Call::Tactics(_) => chief,
        Call::Rally | Call::Retake => chief && !men.is_empty(),
    };
    must(own && holds && table.profile(who).level(Skill::Commandement) > 0, Illegal::Call)
}

/// A long action (CEL-LNG-02, CEL-TET).
fn task(table: Table<'_>, who: Who, task: Task, on: Who) -> Judged {
    known(table, on)?;
    let other = table.of(on);
    let near = task == Task::Embaumer || table.distance(who, on) <= 1 && !table.gone(on);
    let skilled = table.profile(who).level(table.errand(task).skill) > 0;
    let out = other.body.status == Status::Out;
    let friend = table.side(on) == table.side(who) && on != who;
    let holds = match task {
        Task::PremiersSoins => {
            friend && (out && other.body.until > 0 || other.body.blessure > 0 && !other.body.dead)
        }
        Task::ArreterHemorragie => friend && out && other.body.until > 0,
        Task::EviterAmputation => friend && (other.body.arm || other.body.leg),
        Task::PrendreTete => {
            out && other.ties.beaten_by == Some(who) && !other.ties.beheaded && table.has_room(who)
        }
        // CEL-TET-03: the head of who was beaten in single combat by somebody of the side.
        Task::PreparerTete => {
            let winner = other.ties.beaten_by.filter(|it| table.side(*it) == table.side(who));
            out && !other.ties.beheaded && winner.is_some_and(|it| table.has_room(it))
        }
        Task::Embaumer => {
            let hangs = |it: Who| {
                table.side(it) == table.side(who)
                    && table.of(it).gear.trophies.iter().any(|head| head.of == on && head.days.is_some())
            };
            table.whos().any(hangs)
        }
        // Where the game master says that there is something to force.
        Task::ForcerPorte => table.scene.rulings.tasks.iter().any(|it| it.task == task),
    };
    must(near && skilled && holds, Illegal::Task)
}
