import type { Same } from '../index.svelte';
import type { fr } from './logpanel.fr';

export const en: Same<typeof fr> = {
  blows: 'Blows',
  empty: 'Nothing yet. The first slap will be written here.',
  turn: 'Turn {turn}',
  sequence: 'S{n}',
  sequenceLong: 'Sequence {n}',
  setup: 'Before the game',
  orders: 'Orders',
};
