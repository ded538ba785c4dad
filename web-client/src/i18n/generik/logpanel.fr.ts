export const fr = {
  blows: 'Coups et tirs',
  empty: 'Rien encore. La première balle s’écrira ici.',
  turn: 'Tour {turn}',
  phase: 'Phase {n}',
  phaseOf: 'Phase {n} · {band}',
  setup: 'Avant le combat',
  aftermath: 'Après la bataille',
  ao: 'AO',
  mostDown: 'Qui a le plus mordu la poussière',
  downs: '{n} {n|mauvais moment|mauvais moments}',
} as const;
