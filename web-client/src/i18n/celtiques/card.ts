import { texts } from '../index.svelte';

/** Texts of the card of a fighter. */
export const cardText = texts(
  { gear: 'Armes et parure', gone: 'perdue', engaged: 'Engagé avec {names}.', announced: '{n} {n|action annoncée|actions annoncées}, battements {at}.' },
  { gear: 'Weapons and dress', gone: 'lost', engaged: 'Engaged with {names}.', announced: '{n} {n|action|actions} announced, heartbeats {at}.' },
);
