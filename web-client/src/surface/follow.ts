/** Keeps an animator at the playhead of a timeline: a single step is played, a jump is shown at once. */
import type { Timeline } from '../store/timeline.svelte';
import type { Shown, Animator } from './animator.svelte';

/** A position of a timeline, as it was when it was read. */
export interface Seen<V, N> {
  line: Timeline<V, N>;
  view: V;
  cursor: number;
}

/** The functions that draw the views and notices of a system. */
export interface Telling<V, N, S, B> {
  scene: (view: V) => S;
  /** Returns the beats of a notice, in order; `before` is the view before it. */
  beats: (notice: N, before: V) => readonly B[];
}

export const look = <V, N>(line: Timeline<V, N>): Seen<V, N> => ({ line, view: line.shown, cursor: line.cursor });

/** Moves the animator from the position that was shown last to the current one. */
export function follow<V, N, S, B extends Shown, P>(animator: Animator<S, B, P>, telling: Telling<V, N, S, B>, old: Seen<V, N>, now: Seen<V, N>): void {
  if (now.cursor === old.cursor && now.view === old.view && now.line === old.line) return;
  // A die or an order is shown although it leaves the view unchanged.
  const scene = now.view === old.view ? animator.scene : telling.scene(now.view);
  const steps = now.line === old.line ? now.line.steps.slice(old.cursor, now.cursor) : [];
  const last = steps.pop();
  const jumped = !last || steps.some((_, n) => now.line.lasts(old.cursor + n) > 0);
  const beat = jumped ? undefined : telling.beats(last.notice, old.view)[0];
  if (last && beat) animator.play(scene, beat, now.line.lasts(now.cursor - 1));
  else animator.show(scene);
}
