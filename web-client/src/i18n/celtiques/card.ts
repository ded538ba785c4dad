import { texts } from '../index.svelte';

/** Texts of the card of a fighter. */
export const cardText = texts(
  {
    skills: 'Compétences',
    gear: 'Armes et parure',
    inHand: 'en main',
    gone: 'perdue',
    engaged: 'Engagé avec {names}.',
    announced: '{n} {n|action annoncée|actions annoncées}, battements {at}.',
  },
  {
    skills: 'Skills',
    gear: 'Arms and dress',
    inHand: 'in hand',
    gone: 'lost',
    engaged: 'Engaged with {names}.',
    announced: '{n} {n|action|actions} announced, heartbeats {at}.',
  },
);
