/** Keeps a stage at the playhead of a timeline: one step further is played, a jump is shown. */
import type { Notice, View } from '../protocol/baston';
import { bastonFold } from '../store/baston';
import type { Timeline } from '../store/timeline.svelte';
import { beatsFromNotice, sceneFromView } from './baston';
import type { Stage } from './stage.svelte';

/** Where a timeline was when it was looked at. */
export interface Seen {
  line: Timeline<View, Notice>;
  view: View;
  cursor: number;
}

export const look = (line: Timeline<View, Notice>): Seen => ({ line, view: line.shown, cursor: line.cursor });

/** Leads the stage from what was seen last to what is to be seen now. */
export function follow(stage: Stage, old: Seen, now: Seen): void {
  if (now.cursor === old.cursor && now.view === old.view && now.line === old.line) return;
  // A die or an order changes nothing on the board, and is shown all the same.
  const scene = now.view === old.view ? stage.scene : sceneFromView(now.view);
  const steps = now.line === old.line ? now.line.steps.slice(old.cursor, now.cursor) : [];
  const last = steps.pop();
  const jumped = !last || steps.some((step) => bastonFold.beat(step.notice) > 0);
  const beat = jumped ? undefined : beatsFromNotice(last.notice, old.view)[0];
  if (last && beat) stage.play(scene, beat, bastonFold.beat(last.notice) / now.line.speed);
  else stage.show(scene);
}
