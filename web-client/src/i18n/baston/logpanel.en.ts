import type { Same } from '../index.svelte';
import type { fr } from './logpanel.fr';

export const en: Same<typeof fr> = {
  title: 'What happened',
  all: 'All',
  blows: 'Blows',
  mine: 'Mine',
  details: 'Details',
  who: 'Who',
  everybody: 'Everybody',
  earlier: 'Earlier ({n} {n|panel|panels})',
  newest: 'To the latest',
  empty: 'Nothing yet. The first slap will be written here.',
  emptyFilter: 'Nothing of the kind so far.',
  turn: 'Turn {turn}',
  sequence: 'S{n}',
  sequenceLong: 'Sequence {n}',
  setup: 'Before the game',
  explain: 'Why?',
  rule: 'Rule {rule}',
  reckoning: 'The sum',
  noBook: 'The text of the rule is on its way…',
  more: 'Read the rule',
  orders: 'Orders',
  die: '{sides}-sided die: {face}',
};
