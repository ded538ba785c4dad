export const fr = {
  blows: 'Coups',
  empty: 'Rien encore. La première baffe s’écrira ici.',
  turn: 'Tour {turn}',
  sequence: 'S{n}',
  sequenceLong: 'Séquence {n}',
  setup: 'Avant la partie',
  orders: 'Ordres',
} as const;
