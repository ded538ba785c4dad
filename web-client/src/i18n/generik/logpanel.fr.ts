export const fr = {
  blows: 'Coups et tirs',
  empty: 'Rien encore. La première balle s’écrira ici.',
  turn: 'Tour {turn}',
  phase: 'Phase {n}',
  phaseOf: 'Phase {n} · {band}',
  setup: 'Avant le combat',
  aftermath: 'Après la bataille',
  ao: 'AO',
} as const;
