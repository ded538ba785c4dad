/**
 * A resolution cut into beats: small moments, one focus each. A beat leads from one scene of the table to the next:
 * figures glide along their paths, shots fly, bodies fall, and sounds and dice are added. Nothing here knows a rule.
 */
import { along, far, heading, minus } from '../../../surface/plane/geometry';
import { tokenById } from '../../../surface/plane/scene';
import type { XY } from '../../../surface/camera';
import type { Shown } from '../../../surface/animator.svelte';
import { type TableScene, type Token } from './model';
import { mm } from './plane';
import type { Pt } from './types';

/** How a figure gets to another place. */
export type Gait = 'walk' | 'run' | 'climb' | 'jump' | 'drag' | 'push' | 'fall' | 'drop';

export interface Beat extends Shown {
  kind: 'move' | 'turn' | 'shot' | 'blow' | 'miss' | 'hurt' | 'down' | 'up' | 'out' | 'dice' | 'tell' | 'place' | 'change';
  /** Who acts, and upon whom. */
  who?: string;
  target?: string;
  gait?: Gait;
  /** The points passed, from the old place to the new one. */
  path?: Pt[];
  /** Places the camera must show, besides the figures named. */
  at?: Pt[];
  /** What flies from the one to the other. */
  shot?: { from: Pt; to: Pt; kind: 'bullet' | 'burst' | 'arrow' | 'bomb' | 'blade' };
  /** Somebody who is no longer on the table afterwards. */
  leaver?: Token;
  /** The sound, such as PAN, and its strength, 1 to 3. */
  word?: string;
  force?: number;
  /** A few words on a tag beside the actor. */
  note?: string;
}

/** How far a figure is from where the scene puts it, in mm as drawn. */
export interface Pose {
  dx: number;
  dy: number;
  /** Facing for the moment, in degrees. */
  angle?: number;
  /** Lean of the body in degrees. */
  tilt?: number;
}

/** Share of a beat with dice that goes by before anybody moves: the die is read first. */
export const READ = 0.4;

const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
const out = (t: number): number => 1 - (1 - t) ** 3;
/** The nearest way round from one heading to another. */
const round = (from: number, to: number, t: number): number => from + (((((to - from) % 360) + 540) % 360) - 180) * t;

/** Where every figure that moves in a beat is, at a share `t` (0 to 1) of its length. */
export function posesOf(beat: Beat, before: TableScene, after: TableScene, t: number): Record<string, Pose> {
  const poses: Record<string, Pose> = {};
  for (const token of after.tokens) {
    const old = before.tokens.find((one) => one.id === token.id);
    if (!old) {
      if (beat.who === token.id) poses[token.id] = { dx: 0, dy: -90 * (1 - out(t)) };
      continue;
    }
    const pose = stepOf(beat, old, token, t);
    if (pose) poses[token.id] = pose;
  }
  if (beat.kind === 'blow' || beat.kind === 'miss') lunge(beat, after, beat.dice ? Math.max(0, (t - READ) / (1 - READ)) : t, poses);
  if (beat.kind === 'shot' && beat.who) recoil(beat, after, t, poses);
  if (beat.kind === 'hurt' && beat.who) add(poses, beat.who, { dx: Math.sin(t * 28) * 3 * (1 - t), dy: 0 });
  return poses;
}

function stepOf(beat: Beat, old: Token, now: Token, t: number): Pose | undefined {
  const gait = beat.gait ?? 'walk';
  const hurled = gait === 'push' || gait === 'fall';
  const share = hurled ? out(t) : gait === 'run' ? t : ease(t);
  const pose: Pose = { dx: 0, dy: 0 };
  let still = true;
  if (far(old.at, now.at) > 0) {
    still = false;
    const path = beat.who === now.id && beat.path && beat.path.length > 1 ? beat.path : [old.at, now.at];
    const at = along(path, share);
    const here = mm(at);
    const hop =
      gait === 'jump' || gait === 'fall'
        ? 26
        : gait === 'climb'
          ? 14
          : gait === 'walk'
            ? Math.abs(Math.sin(t * Math.PI * 5)) * 2.2
            : gait === 'run'
              ? Math.abs(Math.sin(t * Math.PI * 8)) * 3
              : 0;
    const lift = gait === 'jump' || gait === 'fall' || gait === 'climb' ? Math.sin(Math.PI * Math.min(1, t)) * hop : hop;
    pose.dx = here.x - now.place.x;
    pose.dy = here.y - now.place.y - lift;
    if (!hurled && gait !== 'drag' && beat.who === now.id) {
      const ahead = along(path, Math.min(1, share + 0.02));
      const [x, y] = minus(ahead, at);
      if (x !== 0 || y !== 0) pose.angle = heading([x, y]);
    }
  } else if (old.angle !== now.angle) {
    still = false;
    pose.angle = round(old.angle, now.angle, ease(t));
  }
  if (old.down !== now.down) {
    still = false;
    pose.tilt = now.down ? 82 * t * t : 82 * (1 - out(t));
  }
  return still ? undefined : pose;
}

function add(poses: Record<string, Pose>, id: string, more: Pose): void {
  const old = poses[id];
  poses[id] = old ? { ...old, ...more, dx: old.dx + more.dx, dy: old.dy + more.dy } : more;
}

/** The attacker goes out and back; who is hit recoils, who is missed leans away. */
function lunge(beat: Beat, scene: TableScene, t: number, poses: Record<string, Pose>): void {
  const who = tokenById(scene, beat.who);
  const target = tokenById(scene, beat.target);
  if (!who || !target) return;
  const dx = target.place.x - who.place.x;
  const dy = target.place.y - who.place.y;
  const length = Math.hypot(dx, dy) || 1;
  const ux = dx / length;
  const uy = dy / length;
  const reach = t < 0.35 ? -3 * Math.sin((t / 0.35) * Math.PI) + 11 * (t / 0.35) ** 3 : 11 * (1 - (t - 0.35) / 0.65) ** 2;
  add(poses, who.id, { dx: ux * reach, dy: uy * reach });
  if (t < 0.33) return;
  const back = Math.sin(((t - 0.33) / 0.67) * Math.PI);
  if (beat.kind === 'miss') add(poses, target.id, { dx: -uy * 6 * back, dy: ux * 4 * back });
  else add(poses, target.id, { dx: ux * 6 * back + Math.sin(t * 40) * 1.6 * (1 - t), dy: uy * 6 * back });
}

function recoil(beat: Beat, scene: TableScene, t: number, poses: Record<string, Pose>): void {
  const who = tokenById(scene, beat.who);
  if (!who || !beat.shot) return;
  const from = mm(beat.shot.from);
  const to = mm(beat.shot.to);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const back = t < 0.2 ? t / 0.2 : Math.max(0, 1 - (t - 0.2) / 0.3);
  add(poses, who.id, { dx: (-(to.x - from.x) / length) * 4 * back, dy: (-(to.y - from.y) / length) * 4 * back });
}

/** The places a beat wants in view. */
export function focusOf(beat: Beat, scene: TableScene): XY[] {
  const places = [...(beat.at ?? []), ...(beat.path ?? [])].map(mm);
  for (const id of [beat.who, beat.target]) {
    const token = tokenById(scene, id);
    if (token) places.push(token.place);
  }
  if (beat.leaver) places.push(beat.leaver.place);
  if (beat.shot) places.push(mm(beat.shot.from), mm(beat.shot.to));
  return places;
}
