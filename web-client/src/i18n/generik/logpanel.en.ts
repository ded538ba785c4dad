import type { Same } from '../index.svelte';
import type { fr } from './logpanel.fr';

export const en: Same<typeof fr> = {
  title: 'What happened',
  all: 'All',
  blows: 'Blows and shots',
  mine: 'Mine',
  details: 'Details',
  who: 'Who',
  everybody: 'Everybody',
  earlier: 'Earlier ({n} {n|panel|panels})',
  newest: 'To the latest',
  empty: 'Nothing yet. The first bullet will be written here.',
  emptyFilter: 'Nothing of the kind so far.',
  turn: 'Turn {turn}',
  phase: 'Phase {n}',
  phaseOf: 'Phase {n} · {band}',
  setup: 'Before the fight',
  aftermath: 'After the battle',
  ao: 'AO',
  explain: 'Why?',
  reckoning: 'The sum',
  noBook: 'The text of the rule is on its way…',
  more: 'Read the rule',
  dice: '6-sided {n|die|dice}: {faces}',
};
