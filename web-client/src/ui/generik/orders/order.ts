import type { Ask, View } from '../../../protocol/generik';
import type { Session } from '../session.svelte';

/** What the panel of one kind of question is given. */
export interface OrderProps<K extends Ask['ask']> {
  session: Session;
  view: View;
  ask: Extract<Ask, { ask: K }>;
}
