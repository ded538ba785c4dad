import type { Sheet, Who } from '../../protocol/baston';
import { Desk } from './desk.svelte';
import { Habits } from './model/habits';

/** What the panels of one table share. */
export class Session {
  readonly desk = new Desk();
  readonly habits = new Habits();
  /** The character whose card is open. */
  looking = $state<Who | null>(null);
  /** What is written on the sheet, as far as we are. */
  written = $state.raw<readonly Sheet[]>([]);
}
