/** Keeps an animator at the playhead of a timeline: one step further is played, a jump is shown. */
import type { Timeline } from '../store/timeline.svelte';
import type { Shown, Animator } from './animator.svelte';

/** Where a timeline was when it was looked at. */
export interface Seen<V, N> {
  line: Timeline<V, N>;
  view: V;
  cursor: number;
}

/** How views and notices of a system are drawn. */
export interface Telling<V, N, S, B> {
  scene: (view: V) => S;
  /** The beats of a notice, in order; `before` is the view it came upon. */
  beats: (notice: N, before: V) => readonly B[];
}

export const look = <V, N>(line: Timeline<V, N>): Seen<V, N> => ({ line, view: line.shown, cursor: line.cursor });

/** Leads the animator from what was seen last to what is to be seen now. */
export function follow<V, N, S, B extends Shown, P>(animator: Animator<S, B, P>, telling: Telling<V, N, S, B>, old: Seen<V, N>, now: Seen<V, N>): void {
  if (now.cursor === old.cursor && now.view === old.view && now.line === old.line) return;
  // A die or an order changes nothing that is drawn, and is shown all the same.
  const scene = now.view === old.view ? animator.scene : telling.scene(now.view);
  const steps = now.line === old.line ? now.line.steps.slice(old.cursor, now.cursor) : [];
  const last = steps.pop();
  const jumped = !last || steps.some((_, n) => now.line.lasts(old.cursor + n) > 0);
  const beat = jumped ? undefined : telling.beats(last.notice, old.view)[0];
  if (last && beat) animator.play(scene, beat, now.line.lasts(now.cursor - 1));
  else animator.show(scene);
}
