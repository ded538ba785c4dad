import { describe, expect, it } from 'vitest';
import type { Climb } from '../../../protocol/generik';
import { crossingsOf } from './climbs';

const vault = (to: [number, number], piece: number): Climb => ({ kind: 'vault', to, z: 0, cost: 1, piece });

describe('crossings', () => {
  it('are one for each piece and kind, with the shortest landing first and the nearest crossing first', () => {
    const found = crossingsOf(
      [vault([0, 400], 3), vault([100, 310], 3), vault([0, 305], 3), vault([-290, 0], 1), { kind: 'climb', to: [0, -270], z: 500, cost: 1, piece: 2 }],
      [0, 0],
    );
    expect(found.map((one) => [one.kind, one.piece, one.landings])).toEqual([
      ['climb', 2, [[0, -270]]],
      ['vault', 1, [[-290, 0]]],
      [
        'vault',
        3,
        [
          [0, 305],
          [100, 310],
          [0, 400],
        ],
      ],
    ]);
  });

  it('are apart when they cost or lead to different things', () => {
    const down = (to: [number, number], kind: Climb['kind'], z: number, cost: number): Climb => ({ kind, to, z, cost, piece: 0 });
    expect(crossingsOf([down([0, 260], 'descend', 0, 2), down([0, 300], 'jump_down', 0, 1), down([260, 0], 'descend', 250, 1)], [0, 0])).toHaveLength(3);
    expect(crossingsOf([], [0, 0])).toEqual([]);
  });
});
