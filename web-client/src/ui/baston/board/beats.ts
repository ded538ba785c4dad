/**
 * A resolution cut into beats: small moments, one focus each. A beat leads from one scene to the next: what has
 * changed glides from where it was to where it is, and sounds and dice are added. Nothing here knows a rule.
 */
import type { Shown } from '../../../surface/animator.svelte';
import { centre, figureXY, footprint, type XY } from './geometry';
import type { BoardScene, Figure, Pt } from './scene';

export type Gait = 'walk' | 'run' | 'crawl' | 'jump' | 'shove' | 'fall' | 'drag';

export interface Beat extends Shown {
  kind:
    | 'move'
    | 'turn'
    | 'posture'
    | 'blow'
    | 'miss'
    | 'hurt'
    | 'stun'
    | 'out'
    | 'throw'
    | 'break'
    | 'door'
    | 'slide'
    | 'hold'
    | 'dice'
    | 'bump'
    | 'order'
    | 'change';
  gait?: Gait;
  /** Who acts, and upon whom. */
  who?: string;
  target?: string;
  /** Points the camera must show, besides the figures named. */
  at?: Pt[];
  /** Flight of a thrown thing. */
  flight?: { from: Pt; to: Pt; item: string };
  /** Somebody who goes off the board during the beat. */
  leaver?: Figure;
  /** The sound, such as PAF. */
  word?: string;
  /** Strength of the burst, 1 to 3. */
  force?: number;
  /** What the actor has in hand during the beat. */
  wields?: string;
  /** A few words on a tag beside the actor, such as the points lost. */
  note?: string;
  /** A blow from afar: the attacker stays where he is. */
  thrown?: boolean;
  /** Code of the order that begins, shown over the actor. */
  order?: string;
}

/** How far something drawn is from where the scene puts it. */
export interface Pose {
  dx: number;
  dy: number;
  /** Lean of a body in degrees; none means what its posture says. */
  tilt?: number;
  /** Share by which a leaf or window is open. */
  swing?: number;
}

export type Poses = Record<string, Pose>;

/** What the shape of a burst is drawn from: the same beat is drawn the same, whether it names somebody or not. */
export const seedOf = ({ word, target, who }: Beat): number => (word?.length ?? 1) * 7 + (((target ?? who)?.codePointAt(0) ?? 0) % 11);

/** Share of a beat with dice that goes by before anybody moves: the die is read first. */
export const READ = 0.48;

const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
const out = (t: number): number => 1 - (1 - t) ** 3;

/** Where everything that moves in a beat is, at a share `t` (0 to 1) of its length. */
export function posesOf(beat: Beat, before: BoardScene, after: BoardScene, t: number): Poses {
  const poses: Poses = {};
  moved(beat, before, after, t, poses);
  if (beat.kind === 'posture' || beat.kind === 'out' || beat.gait === 'fall') leaning(before, after, t, poses);
  if (beat.kind === 'blow' || beat.kind === 'miss' || beat.kind === 'hold') lunge(beat, after, beat.dice ? Math.max(0, (t - READ) / (1 - READ)) : t, poses);
  if (beat.kind === 'bump' && beat.who) add(poses, beat.who, bump(beat, after, t));
  if ((beat.kind === 'hurt' || beat.kind === 'stun') && beat.who) add(poses, beat.who, { dx: Math.sin(t * 26) * 5 * (1 - t), dy: 0 });
  if (beat.kind === 'door') swings(before, after, t, poses);
  return poses;
}

function add(poses: Poses, id: string, more: Pose): void {
  const old = poses[id];
  poses[id] = old ? { ...old, ...more, dx: old.dx + more.dx, dy: old.dy + more.dy } : more;
}

/** Everything whose place differs glides from the old place to the new one. */
function moved(beat: Beat, before: BoardScene, after: BoardScene, t: number, poses: Poses): void {
  const gait = beat.gait ?? 'walk';
  const share = gait === 'run' ? t : gait === 'shove' || gait === 'fall' ? out(t) : ease(t);
  for (const figure of after.figures) {
    const old = before.figures.find((one) => one.id === figure.id);
    if (!old) {
      poses[figure.id] = { dx: 0, dy: -110 * (1 - out(t)) };
      continue;
    }
    const from = figureXY(before, old);
    const to = figureXY(after, figure);
    const dx = (from.x - to.x) * (1 - share);
    const dy = (from.y - from.lift - (to.y - to.lift)) * (1 - share);
    if (dx === 0 && dy === 0) continue;
    const hop = gait === 'jump' ? 34 : gait === 'walk' ? 7 : gait === 'run' ? 9 : gait === 'fall' ? 16 : 0;
    poses[figure.id] = { dx, dy: dy - Math.sin(Math.PI * Math.min(1, t)) * hop };
  }
  for (const piece of after.furniture) {
    const old = before.furniture.find((one) => one.id === piece.id);
    if (!old || old.cells === piece.cells) continue;
    const shift = offset(middle(old.cells), middle(piece.cells), 1 - out(t));
    if (shift) poses[piece.id] = shift;
  }
  for (const thing of after.loose) {
    const old = before.loose.find((one) => one.id === thing.id);
    if (!old || old === thing) continue;
    const shift = offset(centre(old.at), centre(thing.at), 1 - out(t));
    if (shift) poses[thing.id] = shift;
  }
}

function middle(cells: readonly Pt[]): XY {
  const box = footprint(cells);
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

function offset(from: XY, to: XY, left: number): Pose | undefined {
  const dx = (from.x - to.x) * left;
  const dy = (from.y - to.y) * left;
  return dx === 0 && dy === 0 ? undefined : { dx, dy };
}

function leaning(before: BoardScene, after: BoardScene, t: number, poses: Poses): void {
  for (const figure of after.figures) {
    const old = before.figures.find((one) => one.id === figure.id);
    const lay = (one: typeof figure) => (one.posture === 'prone' || one.out ? 82 : 0);
    if (!old || lay(old) === lay(figure)) continue;
    const share = lay(figure) > 0 ? t * t : out(t);
    add(poses, figure.id, { dx: 0, dy: 0, tilt: lay(old) + (lay(figure) - lay(old)) * share });
  }
}

/** The attacker goes out and back; who is hit recoils, who is missed leans away. */
function lunge(beat: Beat, scene: BoardScene, t: number, poses: Poses): void {
  const who = scene.figures.find((figure) => figure.id === beat.who);
  const target = scene.figures.find((figure) => figure.id === beat.target);
  if (!who || !target) return;
  const a = figureXY(scene, who);
  const b = figureXY(scene, target);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const ux = (b.x - a.x) / length;
  const uy = (b.y - a.y) / length;
  if (!beat.thrown) {
    const reach = (t < 0.35 ? -6 * Math.sin((t / 0.35) * Math.PI) + 26 * (t / 0.35) ** 3 : 26 * (1 - (t - 0.35) / 0.65) ** 2) * Math.min(1, length / 64);
    add(poses, who.id, { dx: ux * reach, dy: uy * reach });
  }
  if (t < 0.33) return;
  const back = Math.sin(((t - 0.33) / 0.67) * Math.PI);
  if (beat.kind === 'miss') add(poses, target.id, { dx: -uy * 13 * back, dy: ux * 6 * back });
  else add(poses, target.id, { dx: ux * 12 * back + Math.sin(t * 40) * 3 * (1 - t), dy: uy * 10 * back });
}

/** Runs into something: a short step forward, and back. */
function bump(beat: Beat, scene: BoardScene, t: number): Pose {
  const who = scene.figures.find((figure) => figure.id === beat.who);
  const to = beat.at?.[0];
  if (!who || !to) return { dx: Math.sin(t * 20) * 4 * (1 - t), dy: 0 };
  const a = centre(who.at);
  const b = centre(to);
  const far = Math.sin(Math.PI * Math.min(1, t * 1.4)) * 0.32;
  return t * 1.4 > 1 ? { dx: 0, dy: 0 } : { dx: (b.x - a.x) * far, dy: (b.y - a.y) * far };
}

function swings(before: BoardScene, after: BoardScene, t: number, poses: Poses): void {
  for (const states of [
    { old: before.leaves, now: after.leaves },
    { old: before.windows, now: after.windows },
  ] as { old: Record<string, string>; now: Record<string, string> }[]) {
    for (const [id, now] of Object.entries(states.now)) {
      const old = states.old[id];
      if (old === now || now === 'destroyed' || old === undefined) continue;
      const from = old === 'open' ? 1 : 0;
      const to = now === 'open' ? 1 : 0;
      if (from !== to) poses[id] = { dx: 0, dy: 0, swing: from + (to - from) * ease(t) };
    }
  }
}

/** The places a beat wants in view. */
export function focusOf(beat: Beat, scene: BoardScene): XY[] {
  const places = (beat.at ?? []).map(centre);
  for (const id of [beat.who, beat.target]) {
    const figure = id === undefined ? undefined : scene.figures.find((one) => one.id === id);
    if (figure) {
      const { x, y, lift } = figureXY(scene, figure);
      places.push({ x, y: y - lift - 24 });
    }
  }
  if (beat.flight) places.push(centre(beat.flight.from), centre(beat.flight.to));
  return places;
}
