//! Opportunity windows, and moves that are interrupted (GEN-AO-03 to 12, GEN-DEC-15, 16).

use super::{Flow, Script};
use crate::command::{Ao, Ask, Cause, Interrupted, Reaction, Reactor, Resume, Window};
use crate::event::{Answer, Fact, Way, What, Why};
use crate::ids::Fig;
use crate::legal::{self, Going};
use crate::numbers::numbers;
use crate::setup::Quota;
use crate::space::Skirmish as _;
use crate::space::{Checkpoint, Gait, Halt, Trip, Walked};
use crate::state::Need;
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::{Pt, seglen};
use bagarre_kit::procedure::Recall;

/// An event that figures may answer.
pub(super) struct Occasion<'a> {
    /// The acting figure.
    pub(super) actor: Fig,
    /// The cause of the window.
    pub(super) cause: Cause,
    /// Where it may be stopped.
    pub(super) stops: &'a [Pt],
    /// The rest of its way.
    pub(super) path: &'a [Pt],
    /// The figure that it drags.
    pub(super) drags: Option<Fig>,
}

/// A move under way along a declared path.
#[allow(clippy::struct_excessive_bools, reason = "independent marks")]
pub(super) struct Journey {
    /// The figure that moves.
    pub(super) fig: Fig,
    /// Where it stood when the path was declared.
    pub(super) start: Pt,
    /// Its way-points.
    pub(super) path: Vec<Pt>,
    /// Its limits.
    pub(super) gait: Gait,
    /// Length of the path walked so far.
    pub(super) walked: i32,
    /// How it is told.
    pub(super) way: Way,
    /// By which rule it goes.
    pub(super) rule: &'static str,
    /// Facing at the end; that of the path when there is none.
    pub(super) facing: Option<Pt>,
    /// Leaves the table at the end (GEN-SCN-50).
    pub(super) exit: bool,
    /// Goes as far as it can instead of all the way (GEN-SKL-10, 17).
    pub(super) as_far: bool,
    /// Another path may be given once it is interrupted (GEN-AO-08).
    pub(super) other: bool,
    /// An opportunity action has hurt the mover.
    pub(super) hurt: bool,
}

impl Journey {
    /// A path from a start.
    pub(super) fn new(
        fig: Fig,
        start: Pt,
        path: &[Pt],
        gait: Gait,
        (way, rule): (Way, &'static str),
    ) -> Self {
        let path = path.to_vec();
        let (facing, exit, as_far, other) = (None, false, false, false);
        Self { fig, start, path, gait, walked: 0, way, rule, facing, exit, as_far, other, hurt: false }
    }

    fn trip(&self) -> Trip<'_> {
        Trip { fig: self.fig, start: self.start, path: &self.path, gait: self.gait, from: self.walked }
    }

    /// Way-points with the length at which each is reached and the segment that leads there.
    fn legs(&self) -> impl Iterator<Item = (i32, Pt, Pt)> + '_ {
        let starts = std::iter::once(&self.start).chain(&self.path);
        let mut reached = 0;
        starts.zip(&self.path).map(move |(a, b)| {
            reached += seglen(*a, *b);
            (reached, *a, *b)
        })
    }

    /// The points from where it is to `end` at length `to`: way-points in between, then `end`.
    fn points(&self, to: i32, end: Pt) -> Vec<Pt> {
        let between = self.legs().filter(|(s, ..)| *s > self.walked && *s < to).map(|(.., point)| point);
        between.chain([end]).collect()
    }

    /// Way-points that are still ahead.
    fn ahead(&self) -> Vec<Pt> {
        self.legs().filter(|(s, ..)| *s > self.walked).map(|(.., point)| point).collect()
    }

    /// The direction in which it went last.
    pub(super) fn heading(&self) -> Pt {
        let mut legs = self.legs().filter(|(_, a, b)| a != b);
        legs.find(|(s, ..)| *s >= self.walked).map_or(Pt::default(), |(_, a, b)| b - a)
    }
}

impl Script<'_> {
    /// Moves a figure along its path. Each opponent in seat order may answer it once, at one of the checkpoints that are
    /// left (GEN-AO-06, 10, R-090, R-342); then the mover goes on, changes its path or stays (GEN-AO-08).
    pub(super) fn travel(&mut self, mut journey: Journey) -> Flow {
        let fig = journey.fig;
        let judged = self.notes.judged.take().and_then(|it| it.walked);
        debug_assert!(
            judged.is_none_or(|it| Ok(it) == self.measure(&journey)),
            "the judge found another way"
        );
        let Ok(mut walked) = judged.map_or_else(|| self.measure(&journey), Ok) else {
            self.tell(journey.rule, What::Stopped { fig, why: Why::Blocked });
            return Ok(());
        };
        // Once it was interrupted the place where it stands is a checkpoint too (GEN-AO-10).
        let (mut interrupted, mut over) = (false, false);
        for seat in legal::opponents(self.table(), self.seat(fig)) {
            if !self.may_answer(seat, fig, Cause::Move) || self.declined(seat, fig, Cause::Move) {
                continue;
            }
            let stops = self.stops(&journey, &walked, interrupted, over);
            let Some((reaction, stop)) = self.answered(seat, &journey, &walked, &stops, over)? else {
                continue;
            };
            self.tell("GEN-AO-06", What::Interrupted { fig });
            if !over {
                self.advance(&mut journey, stop.s, stop.at);
                self.face(fig, journey.heading(), "GEN-DEC-30");
            }
            let before = *self.fig(fig);
            let held = self.space().locked(fig);
            self.react(&reaction, fig)?;
            if !self.fig(fig).on_table() {
                return Ok(());
            }
            interrupted = true;
            let now = self.fig(fig);
            journey.hurt = journey.hurt || now.down || (now.wounded && !before.wounded);
            over = over || !self.goes_on(&mut journey, &mut walked, held)?;
        }
        if !over {
            if journey.exit && self.leaves_from(fig, walked.end) {
                journey.way = Way::Exit;
            }
            self.advance(&mut journey, walked.length, walked.end);
        }
        if journey.hurt { Ok(()) } else { self.arrive(&journey) }
    }

    fn measure(&self, journey: &Journey) -> Result<Walked, Halt> {
        let space = self.space();
        if journey.as_far { space.walk_as_far(&journey.trip()) } else { space.walk(&journey.trip()) }
    }

    fn stops(&self, journey: &Journey, walked: &Walked, here: bool, over: bool) -> Vec<Checkpoint> {
        let mut stops = if over { Vec::new() } else { self.space().checkpoints(&journey.trip(), walked) };
        if here {
            stops.insert(0, Checkpoint { s: journey.walked, at: self.fig(journey.fig).at });
        }
        stops
    }

    /// Whether this window was opened and its opponent let it pass, so that its places are not worked out again.
    fn declined(&mut self, seat: Seat, actor: Fig, cause: Cause) -> bool {
        let pass = |answer: &Answer| matches!(answer, Answer::React(None)).then_some(());
        self.opened(seat, actor, cause) == Some(true) && self.take_answer(pass).is_some()
    }

    /// Whether a window was opened here, as the work under way keeps it; `None` where it is to be found out: where the tape ends,
    /// and in work that was read from a position.
    fn opened(&self, seat: Seat, actor: Fig, cause: Cause) -> Option<bool> {
        let this = |window: &Window| (window.seat, window.actor, window.cause) == (seat, actor, cause);
        match self.recall() {
            Recall::Unknown => None,
            Recall::Here(Need::Ask(question)) => {
                Some(matches!(&**question, Ask::React(window) if this(window)))
            }
            Recall::Here(Need::Roll(_) | Need::Done) | Recall::Later => Some(false),
        }
    }

    /// What an opponent answers to a move, and where.
    fn answered(
        &mut self,
        seat: Seat,
        journey: &Journey,
        walked: &Walked,
        stops: &[Checkpoint],
        over: bool,
    ) -> Flow<Option<(Reaction, Checkpoint)>> {
        let places: Vec<Pt> = stops.iter().map(|stop| stop.at).collect();
        let path = if over { Vec::new() } else { journey.points(walked.length, walked.end) };
        let (actor, drags) = (journey.fig, journey.gait.drags);
        let occasion = Occasion { actor, cause: Cause::Move, stops: &places, path: &path, drags };
        let reaction = self.window(seat, &occasion)?;
        Ok(reaction.and_then(|it| stops.get(usize::from(it.at)).map(|stop| (it, *stop))))
    }

    /// The mover goes to a place of its path, with the friend it drags.
    fn advance(&mut self, journey: &mut Journey, to: i32, end: Pt) {
        if to <= journey.walked {
            return;
        }
        let (fig, way) = (journey.fig, journey.way);
        let path = journey.points(to, end);
        let dragged = journey.gait.drags.map(|friend| (friend, self.fig(friend).at - self.fig(fig).at));
        journey.walked = to;
        let z = self.fig(fig).z;
        let friends_path: Vec<Pt> =
            dragged.iter().flat_map(|(_, shift)| path.iter().map(|point| *point + *shift)).collect();
        self.tell(journey.rule, What::Moved { fig, path, z, way });
        if let Some((friend, _)) = dragged {
            let z = self.fig(friend).z;
            self.tell(journey.rule, What::Moved { fig: friend, path: friends_path, z, way: Way::Dragged });
        }
    }

    /// After an opportunity action in a move: whether the mover goes on (GEN-AO-08, GEN-DEC-16). It does not when it was
    /// hurt or caught, nor when its player stops it.
    fn goes_on(&mut self, journey: &mut Journey, walked: &mut Walked, held: bool) -> Flow<bool> {
        let fig = journey.fig;
        if journey.hurt {
            self.tell("GEN-AO-08/R-087", What::Stopped { fig, why: Why::Hurt });
            return Ok(false);
        }
        if self.space().locked(fig) && !held {
            self.tell("GEN-AO-08/R-089", What::Stopped { fig, why: Why::Locked });
            return Ok(false);
        }
        if journey.walked >= walked.length {
            return Ok(false);
        }
        if journey.gait.drags.is_some_and(|friend| !self.still_dragged(fig, friend)) {
            self.tell("GEN-ACT-40", What::Stopped { fig, why: Why::Blocked });
            return Ok(false);
        }
        self.choose_rest(journey, walked)
    }

    /// Whether the friend is still there to be dragged.
    fn still_dragged(&self, fig: Fig, friend: Fig) -> bool {
        self.fig(friend).on_table() && self.fig(friend).down && self.space().contact(fig, friend)
    }

    /// The player keeps the declared path, gives another one or stops (GEN-DEC-16, R-086); a single way is not asked.
    fn choose_rest(&mut self, journey: &mut Journey, walked: &mut Walked) -> Flow<bool> {
        let (fig, seat) = (journey.fig, self.seat(journey.fig));
        let declared = self.measure(journey);
        let budget = journey.gait.budget - self.space().cost_to(&journey.trip(), journey.walked);
        let (free, other) = (declared.is_ok(), journey.other && budget > 0);
        let resume = if free || other {
            let rest = journey.ahead();
            self.ask_resume(|id| Interrupted { id, seat, fig, rest, free, budget, other })?
        } else {
            Resume::Stop
        };
        match resume {
            Resume::Declared => {}
            Resume::Path { path, facing } => {
                journey.start = self.fig(fig).at;
                (journey.path, journey.facing, journey.walked) = (path, facing, 0);
                journey.gait.budget = budget;
            }
            Resume::Stop => {
                let why = if free || other { Why::Chosen } else { Why::Blocked };
                self.tell("GEN-AO-08", What::Stopped { fig, why });
                return Ok(false);
            }
        }
        let Ok(anew) = self.measure(journey) else {
            self.tell("GEN-AO-08", What::Stopped { fig, why: Why::Blocked });
            return Ok(false);
        };
        *walked = anew;
        Ok(true)
    }

    /// Whether a window to an opponent is worth looking at: it was opened, or there is an opportunity action and a figure for it.
    fn may_answer(&self, seat: Seat, actor: Fig, cause: Cause) -> bool {
        self.opened(seat, actor, cause).unwrap_or_else(|| {
            self.quota_left(seat, actor) && legal::somebody_ready(self.table(), seat, actor)
        })
    }

    /// Opens a window to one opponent, if any of its figures can answer: what it answers (GEN-AO-03, 04, GEN-DEC-15).
    pub(super) fn window(&mut self, seat: Seat, occasion: &Occasion<'_>) -> Flow<Option<Reaction>> {
        let (actor, stops) = (occasion.actor, occasion.stops);
        match self.opened(seat, actor, occasion.cause) {
            Some(false) => return Ok(None),
            // Its answer is on the tape: the seat that could have given it is not looked for again.
            Some(true) => return self.ask_reaction(|id| window_of(id, seat, occasion, 0, Vec::new())),
            None => {}
        }
        if !self.quota_left(seat, actor) {
            return Ok(None);
        }
        let reactors = legal::reactors(self.table(), seat, actor, stops);
        if reactors.is_empty() {
            return Ok(None);
        }
        let z = self.fig(actor).z;
        self.ask_reaction(|id| window_of(id, seat, occasion, z, reactors))
    }

    /// Whether an opponent still has an opportunity action against a figure (GEN-AO-03).
    fn quota_left(&self, seat: Seat, actor: Fig) -> bool {
        // A piece of work is one action.
        let taken = |fact: &Fact| matches!(fact.what, What::Ledger { seat: by, .. } if by == seat);
        let once = self.table().options().ao_quota == Quota::PerAction;
        legal::quota_left(self.table(), seat, actor) && !(once && self.facts.iter().any(taken))
    }

    /// An opportunity action is carried out in full (GEN-AO-01, 05, 09, 12). It was found legal when it was answered.
    pub(super) fn react(&mut self, reaction: &Reaction, actor: Fig) -> Flow {
        let fig = reaction.fig;
        self.tell("GEN-AO-01", What::Reacts { fig, actor, reaction: reaction.clone() });
        self.tell("GEN-AO-03", What::Ledger { seat: self.seat(fig), fig: actor });
        self.spend(fig, numbers().opportunity.da, "GEN-AO-01");
        match &reaction.ao {
            Ao::Move { path, facing } => {
                self.uncover(fig, "GEN-AO-09");
                self.step_aside(fig, path, *facing);
                Ok(())
            }
            Ao::Shoot { weapon } => {
                self.uncover(fig, "GEN-AO-09");
                self.ao_shot(fig, *weapon, actor)
            }
            Ao::Cover { facing } => {
                self.take_cover(fig, *facing, "GEN-AO-05");
                Ok(())
            }
        }
    }

    /// The move of an opportunity action; it cannot be answered.
    fn step_aside(&mut self, fig: Fig, path: &[Pt], facing: Option<Pt>) {
        let gait = legal::gait(self.profile(fig), Going::Ao);
        let way = (Way::Walk, "GEN-AO-05");
        let mut journey = Journey { facing, ..Journey::new(fig, self.fig(fig).at, path, gait, way) };
        if let Ok(walked) = self.measure(&journey) {
            self.advance(&mut journey, walked.length, walked.end);
            self.face(fig, facing.unwrap_or_else(|| journey.heading()), "GEN-DEC-30");
        }
    }
}

fn window_of(id: u32, seat: Seat, occasion: &Occasion<'_>, z: i32, reactors: Vec<Reactor>) -> Window {
    Window {
        id,
        seat,
        actor: occasion.actor,
        cause: occasion.cause,
        checkpoints: occasion.stops.to_vec().into(),
        z,
        path: occasion.path.to_vec().into(),
        drags: occasion.drags,
        reactors: reactors.into(),
    }
}
