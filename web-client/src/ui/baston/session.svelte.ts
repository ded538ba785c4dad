import type { Who } from '../../protocol/baston';
import { Desk } from './desk.svelte';

/** What the panels of one table share. */
export class Session {
  readonly desk = new Desk();
  /** The character whose card is open. */
  looking = $state<Who | null>(null);
}
