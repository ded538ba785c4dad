import type { Same } from '../index.svelte';
import type { fr } from './logpanel.fr';

export const en: Same<typeof fr> = {
  blows: 'Blows and shots',
  empty: 'Nothing yet. The first bullet will be written here.',
  turn: 'Turn {turn}',
  phase: 'Phase {n}',
  phaseOf: 'Phase {n} · {band}',
  setup: 'Before the fight',
  aftermath: 'After the battle',
  ao: 'OA',
  mostDown: 'Who bit the dust most',
  downs: '{n} bad {n|moment|moments}',
};
