//! Destroying, robbing, dressing (chapter 15, DES, TAX, MET).

use super::items::{highest, worth};
use super::{Flow, Script};
use crate::board::Edge;
use crate::command::Choice;
use crate::event::{What, Why};
use crate::ids::{Dec, ItemId, ItemKind, Stat, Who};
use crate::scene::{Fate, Place, Task, WindowState};
use crate::space::{Passage, Space};
use bagarre_kit::grid::{Dir, Point};

/// Tools in the order of the default (DEC-15).
const TOOLS: [ItemKind; 4] = [ItemKind::Matraque, ItemKind::Santiags, ItemKind::Casque, ItemKind::Chaise];

/// A target that can be destroyed (BAS-DES-01).
#[derive(Clone, Copy, Debug)]
enum Target {
    Chair(ItemId),
    Phone(u8),
    Panel(u8),
    Window(u8),
    Door(u8),
}

impl From<Target> for Choice {
    fn from(target: Target) -> Self {
        match target {
            Target::Chair(chair) => Self::Item(chair),
            Target::Phone(phone) => Self::Phone(phone),
            Target::Panel(panel) => Self::Panel(panel),
            Target::Window(window) => Self::Window(window),
            Target::Door(door) => Self::Door(door),
        }
    }
}

/// An act on worn clothes (BAS-MET-01).
#[derive(Clone, Copy, Debug)]
enum Change {
    PutOn(ItemId),
    TakeOff(ItemId),
    None,
}

impl From<Change> for Choice {
    fn from(change: Change) -> Self {
        match change {
            Change::PutOn(item) => Self::PutOn(item),
            Change::TakeOff(item) => Self::TakeOff(item),
            Change::None => Self::No,
        }
    }
}

impl Script<'_> {
    /// `DES` (BAS-DES-01 to 04).
    pub(super) fn destroy(&mut self, who: Who) -> Flow {
        if self.targets_to_destroy(who).is_empty() {
            self.lost(who, 2, Why::NoTarget, "BAS-DES-01");
            return Ok(());
        }
        if self.tools(who).is_empty() {
            self.lost(who, 2, Why::NoTool, "BAS-DES-02");
            return Ok(());
        }
        let target =
            self.ask(who, Dec::Destroy, "BAS-DES-01", None, |script| (script.targets_to_destroy(who), 0))?;
        let Some(tool) = self.ask(who, Dec::Tool, "BAS-DES-02", None, |script| (script.tools(who), 0))?
        else {
            // The tools were dropped while the question was open.
            self.lost(who, 2, Why::NoTool, "BAS-DES-02");
            return Ok(());
        };
        let chair = self.scene.item(tool).kind == ItemKind::Chaise;
        let done = self.test(who, Stat::For, "BAS-DES-03")?;
        if chair {
            // BAS-DES-02, RUL-69: the tool is lost, independent of the roll.
            self.remove("BAS-DES-02/RUL-69", tool);
        }
        if let Some(target) = target.filter(|_| done) {
            self.wreck(who, target);
        }
        Ok(())
    }

    /// Returns what the character faces exactly and can destroy, in the order of the default (BAS-DES-01, DEC-14).
    fn targets_to_destroy(&self, who: Who) -> Vec<Target> {
        let figure = self.fig(who);
        let (at, dir) = (figure.at, figure.facing);
        let space = self.space();
        let mut targets = Vec::new();
        let ahead = at.step(dir);
        if let Some(chair) = self.scene.chair_at(ahead)
            && space.line_clear(at, dir, Passage::Blow)
            && space.level_at(ahead, false) == space.level(who)
        {
            targets.push(Target::Chair(chair));
        }
        let phones = self.state.board.spec.phones.iter().zip(&self.scene.phones).enumerate();
        for (n, (phone, destroyed)) in phones {
            if phone.point == at && phone.face == dir && !destroyed {
                targets.push(Target::Phone(n as u8));
            }
        }
        if dir.is_orthogonal() {
            match self.state.board.edge(at, dir) {
                Edge::Panel(n) if !self.scene.panels[usize::from(n)] => targets.push(Target::Panel(n)),
                Edge::Window(n) if self.scene.windows[usize::from(n)] == WindowState::Shut => {
                    targets.push(Target::Window(n));
                }
                Edge::Door(n, leaf) => {
                    let door = &self.scene.doors[usize::from(n)];
                    if !door.destroyed && !door.open[usize::from(leaf)] {
                        targets.push(Target::Door(n));
                    }
                }
                _ => {}
            }
        }
        targets
    }

    /// Tools at hand, one of each kind, in the order of the default (BAS-DES-02, DEC-15): a helmet worn or carried,
    /// boots worn, a club, or the chair in hand and then only it.
    fn tools(&self, who: Who) -> Vec<ItemId> {
        if let Some(chair) = self.scene.chair_of(who) {
            return vec![chair];
        }
        let worn = |kind| self.scene.items_in(Place::Worn(who)).find(|(_, k)| *k == kind).map(|(id, _)| id);
        let carried = |kind| self.scene.carried(who).find(|(_, k)| *k == kind).map(|(id, _)| id);
        TOOLS
            .into_iter()
            .filter_map(|kind| match kind {
                ItemKind::Santiags => worn(kind),
                ItemKind::Casque => worn(kind).or_else(|| carried(kind)),
                _ => carried(kind),
            })
            .collect()
    }

    /// The target is destroyed (BAS-DES-03).
    fn wreck(&mut self, who: Who, target: Target) {
        let rule = "BAS-DES-03";
        match target {
            Target::Chair(chair) => self.remove(rule, chair),
            Target::Phone(phone) => self.tell(rule, What::PhoneDestroyed { phone }),
            // A door loses all its leaves.
            Target::Door(door) => self.tell(rule, What::DoorDestroyed { door }),
            Target::Panel(panel) => {
                self.tell(rule, What::PanelDestroyed { panel });
                self.glass_on_both_sides(self.fig(who).at, self.fig(who).facing);
            }
            Target::Window(window) => self.break_window(window, "BAS-DES-04"),
        }
    }

    /// A window is destroyed: it can be walked and jumped through from now on, not run or crawled (BAS-DES-04,
    /// BRD-02).
    pub(super) fn break_window(&mut self, window: u8, rule: &'static str) {
        self.tell(rule, What::Window { window, state: WindowState::Destroyed });
        let edge = self.state.board.spec.windows[usize::from(window)].edge;
        self.glass_on_both_sides(edge.point(), edge.2.dir());
    }

    /// With the option `glass_from_windows`, debris on both sides of a destroyed window or panel.
    fn glass_on_both_sides(&mut self, p: Point, dir: Dir) {
        if self.state.setup.options.glass_from_windows {
            self.shatter(p, "BAS-DES-03");
            self.shatter(p.step(dir), "BAS-DES-03");
        }
    }

    /// `TAX` when it is played: chooses the victim and starts the work (BAS-TAX-01, 02).
    pub(super) fn rob(&mut self, who: Who) -> Flow {
        let victim = self.ask(who, Dec::Victim, "BAS-TAX-01", None, |script| (script.victims(who), 0))?;
        let Some(victim) = victim else {
            self.lost(who, 2, Why::NoTarget, "BAS-TAX-01");
            return Ok(());
        };
        self.start(who, Task::Rob { victim, resting: false }, "BAS-TAX-02");
        Ok(())
    }

    /// A task begins: effective at the end of the next sequence, which is rest (BAS-TAX-02, BAS-MET-01, BAS-PRG-07).
    fn start(&mut self, who: Who, task: Task, rule: &'static str) {
        self.tell(rule, What::Working { who, task: Some(task) });
        self.tell("BAS-PRG-07", What::Owes { who, owes: true });
    }

    /// Returns the victims that can be robbed, nearest first, then by rank (BAS-TAX-01, DEC-21).
    fn victims(&self, who: Who) -> Vec<Who> {
        let mut list: Vec<Who> = self.scene.whos().filter(|other| self.can_rob(who, *other)).collect();
        let at = self.fig(who).at;
        list.sort_by_key(|other| (self.fig(*other).at.distance(at), self.fig(*other).rank, *other));
        list
    }

    /// Whether the victim can be robbed: HS or grappled, on the robber's own point or a front point along a clear line,
    /// on the same level (BAS-TAX-01).
    fn can_rob(&self, who: Who, victim: Who) -> bool {
        let (figure, other) = (self.fig(who), self.fig(victim));
        let helpless = other.fate == Fate::Out || (other.in_play() && other.held_by.is_some());
        let space = self.space();
        let reached = figure.at == other.at
            || Space::front(figure).into_iter().any(|dir| {
                figure.at.step(dir) == other.at && space.line_clear(figure.at, dir, Passage::Blow)
            });
        who != victim && helpless && reached && space.level(who) == space.level(victim)
    }

    /// Ends the robberies of a victim that freed itself or is out of reach now (BAS-TAX-02).
    pub(super) fn check_robberies(&mut self, victim: Who) {
        for who in self.scene.whos() {
            let robs = matches!(self.fig(who).task, Some(Task::Rob { victim: v, .. }) if v == victim);
            if robs && !self.can_rob(who, victim) {
                self.interrupt("BAS-TAX-02", who);
            }
        }
    }

    /// `MET` when it is played: chooses the item and starts the work (BAS-MET-01).
    pub(super) fn dress(&mut self, who: Who) -> Flow {
        if self.dress_options(who).0.len() == 1 {
            self.lost(who, 2, Why::NoItem, "BAS-MET-01");
            return Ok(());
        }
        let change = self.ask(who, Dec::Dress, "BAS-MET-01", None, |script| script.dress_options(who))?;
        let (item, on) = match change {
            Some(Change::PutOn(item)) => (item, true),
            Some(Change::TakeOff(item)) => (item, false),
            Some(Change::None) | None => {
                self.lost(who, 2, Why::Declined, "BAS-MET-01");
                return Ok(());
            }
        };
        self.start(who, Task::Dress { item, on, resting: false }, "BAS-MET-01");
        Ok(())
    }

    /// Returns the clothing that the character carries and can put on (one of each kind is worn, BAS-EQP-03), then what
    /// it can take off, then cancel; with the default (DEC-17).
    fn dress_options(&self, who: Who) -> (Vec<Change>, usize) {
        let on: Vec<(ItemId, ItemKind)> = self
            .scene
            .carried(who)
            .filter(|(_, kind)| kind.is_clothing() && !self.scene.wears(who, *kind))
            .collect();
        let mut options: Vec<Change> = on.iter().map(|(id, _)| Change::PutOn(*id)).collect();
        options.extend(self.scene.items_in(Place::Worn(who)).map(|(id, _)| Change::TakeOff(id)));
        options.push(Change::None);
        let default = highest(&on).unwrap_or(options.len() - 1);
        (options, default)
    }

    /// TAX or MET whose rest sequence has just ended (BAS-EXE-05, BAS-TAX-03, BAS-MET-01).
    pub(super) fn complete_task(&mut self, who: Who) -> Flow {
        let Some(task) = self.fig(who).task else { return Ok(()) };
        self.notes.actor = Some(who);
        match task {
            Task::Rob { victim, .. } => {
                self.tell("BAS-TAX-02", What::Working { who, task: None });
                self.complete_robbery(who, victim)
            }
            Task::Dress { item, on, .. } => {
                self.tell("BAS-MET-01", What::Working { who, task: None });
                self.complete_dressing(who, item, on)
            }
        }
    }

    fn complete_robbery(&mut self, who: Who, victim: Who) -> Flow {
        if !self.can_rob(who, victim) {
            self.lost(who, 2, Why::Interrupted, "BAS-TAX-02");
            return Ok(());
        }
        let taken = self.ask(who, Dec::Loot, "BAS-TAX-03", Some(victim), |script| {
            let loot = script.loot(who, victim);
            let default = highest(&loot).unwrap_or(0);
            (loot.into_iter().map(|(id, _)| id).collect(), default)
        })?;
        let Some(id) = taken else {
            self.lost(who, 2, Why::NoItem, "BAS-TAX-03");
            return Ok(());
        };
        if !self.make_room(who)? {
            self.lost(who, 2, Why::Full, "BAS-TAX-03");
            return Ok(());
        }
        // The victim may have dropped it while the robber's player was asked (DEC-19).
        if !self.loot(who, victim).iter().any(|(there, _)| *there == id) {
            self.lost(who, 2, Why::NoItem, "BAS-TAX-03");
            return Ok(());
        }
        let kind = self.scene.item(id).kind;
        self.tell("BAS-TAX-03", What::Item { id, kind, place: Place::Carried(who) });
        Ok(())
    }

    /// Returns what can be taken: carried objects, from a victim HS worn ones too (BAS-TAX-03, RUL-70). A chair as for
    /// PRE (BAS-PRE-03). The highest value comes first, so that the first row of a sheet is the most valuable one.
    fn loot(&self, who: Who, victim: Who) -> Vec<(ItemId, ItemKind)> {
        let figure = self.fig(who);
        let chair_fits = figure.stands() && figure.arms() == 2 && self.scene.chair_of(who).is_none();
        let out = self.fig(victim).fate == Fate::Out;
        let mut loot: Vec<(ItemId, ItemKind)> = self
            .scene
            .carried(victim)
            .filter(|(_, kind)| *kind != ItemKind::Chaise || chair_fits)
            .chain(self.scene.items_in(Place::Worn(victim)).filter(|_| out))
            .collect();
        loot.sort_by_key(|(id, kind)| (std::cmp::Reverse(worth(*kind)), *id));
        loot
    }

    fn complete_dressing(&mut self, who: Who, id: ItemId, on: bool) -> Flow {
        let item = *self.scene.item(id);
        let (from, to) = if on {
            (Place::Carried(who), Place::Worn(who))
        } else {
            (Place::Worn(who), Place::Carried(who))
        };
        if item.place != from || (on && self.scene.wears(who, item.kind)) {
            self.lost(who, 2, Why::NoItem, "BAS-MET-01");
            return Ok(());
        }
        if !on && !self.make_room(who)? {
            self.lost(who, 2, Why::Full, "BAS-MET-01");
            return Ok(());
        }
        self.tell("BAS-MET-01", What::Item { id, kind: item.kind, place: to });
        Ok(())
    }
}
