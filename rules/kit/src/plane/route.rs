//! Finding a way round what blocks the straight one: for bots, and for the path tool of the client. The result is only
//! a proposal: [`Space::walk`] decides.

use super::{
    Body, Fig, MAX_POINTS, Obstacle, Part, Plane, Poly, Pt, Sort, Space, Speed, isqrt, rdiv, seg_pt_lt,
};

/// Where a figure would like to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To a place where it may stand.
    Place(Pt),
    /// Into contact with a figure, or as near as that figure's centre is aimed at.
    Touch(Fig),
}

/// Obstacles that one search goes round at most.
const MOST_OBSTACLES: usize = 8;
/// Places that most searches do with.
const USUAL_NODES: usize = 24;
/// A place the way may turn at.
#[derive(Clone, Copy)]
struct Node {
    at: Pt,
    /// Length of the straight rest to the goal, rounded down.
    rest: i32,
    cost: i32,
    from: usize,
    done: bool,
}

const FAR: i32 = i32::MAX;

impl Node {
    /// A place that is not reached yet.
    fn open(at: Pt, end: Pt) -> Self {
        Self { at, rest: isqrt(at.dist2(end) as u64) as i32, cost: FAR, from: 0, done: false }
    }
}

/// A search under way.
struct Search<'a, P: Plane> {
    space: Space<'a, P>,
    speed: Speed,
    target: Option<Fig>,
    end: Pt,
    /// The level on which the figure goes.
    z: i32,
    /// Figures that bar the way, the target aside.
    bodies: Vec<(Fig, Pt)>,
    /// Standing enemies of which the way keeps clear.
    wards: Vec<(Fig, Pt)>,
    nodes: Vec<Node>,
    met: Vec<Obstacle>,
    /// What the best way found so far costs.
    best: i32,
    /// The known straight ways between the nodes: [`Search::pair`] numbers them. Those of one round are there in the next.
    known: Vec<Straight>,
}

/// The straight way between two nodes, in either direction.
#[derive(Clone, Copy)]
enum Straight {
    /// Not looked at yet.
    Unknown,
    /// It is barred; by what has been noted.
    Barred,
    /// It is free, at this cost.
    Free(i32),
}

impl<P: Plane> Space<'_, P> {
    /// A short way to a goal round pieces and figures, as way-points without the start; its length may go beyond any
    /// budget. `None` when none is found: the search goes round eight obstacles at most.
    pub fn route(self, fig: Fig, goal: Goal, speed: Speed) -> Option<Vec<Pt>> {
        let (end, target) = match goal {
            Goal::Place(at) => (at, None),
            Goal::Touch(other) => (self.figure(other).at(), Some(other)),
        };
        let mut search = Search::new(self, fig, speed, (end, target));
        loop {
            let known = search.met.len();
            if search.run() {
                if search.skirt() {
                    search.run();
                }
                return search.way();
            }
            if search.met.len() == known {
                return None;
            }
            search.widen(known);
        }
    }
}

impl<'a, P: Plane> Search<'a, P> {
    /// How far from a corner of a piece the way turns: a little more than a base.
    const CORNER: i32 = P::SCALE.base + 2;
    /// Standing enemies are passed at this distance of centres, so that no contact cuts the path.
    const BERTH: i32 = P::SCALE.touch() + 2;
    /// How far from the centre of a figure the way turns: eight points round it, far enough that the lines between them do
    /// not come nearer than the berth, which is their distance times the cosine of 22.5 degrees.
    const ROUND: i32 = (Self::BERTH * 12 + 10) / 11;

    /// A search for a way to a place, into contact with a target if there is one.
    fn new(space: Space<'a, P>, fig: Fig, speed: Speed, (end, target): (Pt, Option<Fig>)) -> Self {
        let (at, z) = (space.figure(fig).at(), space.figure(fig).z());
        let counts = |(other, figure): &(Fig, &P::Body)| {
            *other != fig && Some(*other) != target && Space::<P>::level(figure.z(), z)
        };
        let bodies = space.fielded().filter(counts).map(|(other, figure)| (other, figure.at()));
        // The way does not keep clear of an enemy within whose berth it begins.
        let ward = |(_, enemy): &(Fig, &P::Body)| {
            !enemy.is_down() && at.dist2(enemy.at()) > i64::from(Self::BERTH) * i64::from(Self::BERTH)
        };
        let wards = space.enemies(fig).filter(counts).filter(ward).map(|(other, enemy)| (other, enemy.at()));
        let start = Node { cost: 0, ..Node::open(at, end) };
        let mut nodes = Vec::with_capacity(USUAL_NODES);
        nodes.extend([start, Node::open(end, end)]);
        let mut known = Vec::with_capacity(USUAL_NODES * (USUAL_NODES - 1) / 2);
        known.push(Straight::Unknown);
        Self {
            space,
            speed,
            target,
            end,
            z,
            bodies: bodies.collect(),
            wards: wards.collect(),
            nodes,
            met: Vec::with_capacity(MOST_OBSTACLES),
            best: FAR,
            known,
        }
    }

    /// Shortest way over the known nodes by cost; obstacles met on the way are noted. Whether the goal is reached.
    fn run(&mut self) -> bool {
        for (i, node) in self.nodes.iter_mut().enumerate() {
            (node.cost, node.done) = (if i == 0 { 0 } else { FAR }, false);
        }
        while let Some(here) = self.next() {
            if here == 1 {
                self.best = self.nodes[1].cost;
                return true;
            }
            self.nodes[here].done = true;
            for there in 1..self.nodes.len() {
                if !self.nodes[there].done {
                    self.relax(here, there);
                }
            }
        }
        false
    }

    /// The open node with the least cost, with the straight rest to the goal.
    fn next(&self) -> Option<usize> {
        let open = (0..self.nodes.len()).filter(|i| !self.nodes[*i].done && self.nodes[*i].cost < FAR);
        open.min_by_key(|i| {
            let node = &self.nodes[*i];
            (i64::from(node.cost) + i64::from(node.rest), *i)
        })
    }

    /// The number of a pair of nodes.
    const fn pair(one: usize, other: usize) -> usize {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        high * (high - 1) / 2 + low
    }

    fn relax(&mut self, here: usize, there: usize) {
        let (one, other) = (self.nodes[here], self.nodes[there]);
        let pair = Self::pair(here, there);
        let straight = match self.known[pair] {
            Straight::Unknown => {
                // The straight line bounds the cost from below, also that of the rest of the way: most pairs need no test of the
                // ground.
                let whole = self.best.min(self.nodes[1].cost);
                let room = i64::from(other.cost.min((whole - other.rest).saturating_add(1)) - one.cost);
                if room <= 0 || one.at.dist2(other.at) >= room * room {
                    return;
                }
                let found = self.straight(one.at, other.at);
                self.known[pair] = found;
                found
            }
            known => known,
        };
        if let Straight::Free(cost) = straight
            && one.cost + cost < other.cost
        {
            (self.nodes[there].cost, self.nodes[there].from) = (one.cost + cost, here);
        }
    }

    /// What a straight piece of way costs; what bars it is noted.
    fn straight(&mut self, a: Pt, b: Pt) -> Straight {
        match self.clear(a, b) {
            Ok(()) => Straight::Free(self.space.segment_cost(a, b, self.z, self.speed)),
            Err(by) => {
                self.meet(by);
                Straight::Barred
            }
        }
    }

    /// Whether a straight piece of way is free, the target aside, and keeps clear of other standing enemies.
    fn clear(&self, a: Pt, b: Pt) -> Result<(), Obstacle> {
        self.passes(a, b)?;
        let met = self.wards.iter().find(|(_, at)| seg_pt_lt(a, b, *at, Self::BERTH));
        met.map_or(Ok(()), |(other, _)| Err(Obstacle::Figure(*other)))
    }

    /// Whether a base passes on a straight piece of way, the target aside.
    fn passes(&self, a: Pt, b: Pt) -> Result<(), Obstacle> {
        if !P::SCALE.on_table(a) || !P::SCALE.on_table(b) {
            return Err(Obstacle::Table);
        }
        match self.bodies.iter().find(|(_, at)| seg_pt_lt(a, b, *at, Space::<P>::APART)) {
            Some((other, _)) => Err(Obstacle::Figure(*other)),
            None => self.space.terrain_eased((a, b), self.z, 0),
        }
    }

    /// Adds the places to turn at round the obstacles met since; where no base may stand, what is in the way there is
    /// gone round too.
    fn widen(&mut self, known: usize) {
        let mut next = known;
        while let Some(by) = self.met.get(next).copied() {
            for at in self.turns(by) {
                match self.passes(at, at) {
                    Ok(()) => self.open(at),
                    Err(other) => self.meet(other),
                }
            }
            next += 1;
        }
    }

    /// Adds the corners of the difficult ground that the way found crosses, in case going round is cheaper. Whether there
    /// are any.
    fn skirt(&mut self) -> bool {
        if self.z > P::SCALE.step || self.speed.difficult <= self.speed.clear {
            return false;
        }
        let way = self.way().unwrap_or_default();
        let legs = || std::iter::once(&self.nodes[0].at).chain(&way).zip(&way);
        let crossed = |part: &&Part| {
            part.slows(P::SCALE.step) && legs().any(|(a, b)| part.poly.enters(*a, *b).is_some())
        };
        let parts = self.space.board.parts_of(Sort::Slow).filter(crossed);
        let places: Vec<Pt> = parts.flat_map(|part| corners(&part.poly, Self::CORNER)).collect();
        for at in &places {
            if self.passes(*at, *at).is_ok() {
                self.open(*at);
            }
        }
        !places.is_empty()
    }

    /// Adds a place to turn at.
    fn open(&mut self, at: Pt) {
        self.known.resize(self.known.len() + self.nodes.len(), Straight::Unknown);
        self.nodes.push(Node::open(at, self.end));
    }

    /// Notes an obstacle.
    fn meet(&mut self, by: Obstacle) {
        if !self.met.contains(&by) && self.met.len() < MOST_OBSTACLES {
            self.met.push(by);
        }
    }

    /// Places to turn at round an obstacle.
    fn turns(&self, by: Obstacle) -> Vec<Pt> {
        match by {
            Obstacle::Figure(other) => {
                let centre = self.space.figure(other).at();
                (0..8).map(|n| centre + Pt::new(Self::ROUND, 0).turned(n * 3)).collect()
            }
            Obstacle::Piece(piece) => {
                let walls = self.space.board.parts_of(Sort::Wall);
                let parts = walls.filter(|part| part.piece == piece && part.blocks(self.z, P::SCALE.step));
                parts.flat_map(|part| corners(&part.poly, Self::CORNER)).collect()
            }
            Obstacle::Table | Obstacle::Level => Vec::new(),
        }
    }

    /// The way found, from the start's first turn to the goal.
    fn way(&self) -> Option<Vec<Pt>> {
        let mut way = Vec::new();
        let mut here = 1;
        while here != 0 {
            way.push(self.nodes[here].at);
            here = self.nodes[here].from;
        }
        way.reverse();
        let start = self.nodes[0].at;
        let short =
            way.len() <= MAX_POINTS && (self.target.is_none() || start.dist2(self.end) > Space::<P>::TOUCH2);
        short.then_some(way)
    }
}

/// Places outside a polygon where both edges of each corner are passed at the same distance `by`.
fn corners(poly: &Poly, by: i32) -> Vec<Pt> {
    let points = poly.vertices();
    let edge = |i: usize| points[(i + 1) % points.len()] - points[i % points.len()];
    let corner = |i: usize| {
        // Outward normals of the edges before and after, of length 1000.
        let normal = |d: Pt| {
            let len = isqrt(d.norm2() as u64).max(1) as i64;
            Pt::new(rdiv(i64::from(d.y) * 1_000, len) as i32, rdiv(-i64::from(d.x) * 1_000, len) as i32)
        };
        let (one, two) = (normal(edge(i + points.len() - 1)), normal(edge(i)));
        let sum = one + two;
        let wide = (1_000_000 + one.dot(two)).max(1);
        let out = |n: i32| rdiv(i64::from(n) * i64::from(by) * 1_000, wide) as i32;
        points[i] + Pt::new(out(sum.x), out(sum.y))
    };
    (0..points.len()).map(corner).collect()
}
