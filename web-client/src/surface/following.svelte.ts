/** Keeps an animator at the playhead while its board is shown. */
import { untrack } from 'svelte';
import { prefs } from '../store/prefs.svelte';
import type { Timeline } from '../store/timeline.svelte';
import type { Animator, Shown } from './animator.svelte';
import { follow, look, type Seen, type Telling } from './follow';

/** Follows a timeline until the component is destroyed. `lead` replaces {@link follow}. Called during the initialisation of a component. */
export function following<V, N, S, B extends Shown, P>(
  timeline: Timeline<V, N>,
  animator: Animator<S, B, P>,
  telling: Telling<V, N, S, B>,
  lead: (old: Seen<V, N>, now: Seen<V, N>) => void = (old, now) => follow(animator, telling, old, now),
): void {
  let seen = untrack(() => look(timeline));
  $effect(() => {
    animator.still = prefs.still;
  });
  $effect(() => {
    const now = look(timeline);
    untrack(() => lead(seen, now));
    seen = now;
  });
}
