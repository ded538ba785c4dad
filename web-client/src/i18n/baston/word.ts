import { houseOf } from '../../ui/house/presented.svelte';

/** A text of Baston by its key, as it presents itself, about something in a view; nothing where it has none. */
export function word(key: string, about?: unknown, view?: unknown): string {
  const house = houseOf('baston');
  return house?.has(key) ? house.say(key, about, undefined, undefined, undefined, view) : '';
}
