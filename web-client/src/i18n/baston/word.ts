import { houseOf } from '../../ui/house/presented.svelte';

/** Returns the text of a key from the presentation of Baston, about something in a view; empty where there is none. */
export function word(key: string, about?: unknown, view?: unknown): string {
  const house = houseOf('baston');
  return house?.has(key) ? house.say(key, about, undefined, undefined, undefined, view) : '';
}
