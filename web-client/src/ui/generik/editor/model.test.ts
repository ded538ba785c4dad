import { describe, expect, it } from 'vitest';
import { KINDS, sample } from '../table/testdata/sample';
import { ERAS, type Placed } from '../table/types';
import { fileOf, kindOf, left, readTable, remarks, roomFor, sound } from './model';

const at = (piece: Placed['piece'], x: number, y: number, turn = 0): Placed => ({ piece, at: [x, y], turn });

describe('what may be said of a table', () => {
  it('finds pieces over the edge, over one another, too many and too near', () => {
    expect(remarks([at('W-1', 700, 6000)], KINDS)).toEqual([{ fault: 'off' }]);
    expect(remarks([at('W-1', 800, 6000)], KINDS)).toEqual([undefined]);
    expect(remarks([at('W-1', 6000, 6000), at('W-2', 7000, 6000)], KINDS)).toEqual([
      { fault: 'overlap', other: 1 },
      { fault: 'overlap', other: 0 },
    ]);
    expect(remarks([at('W-1', 3000, 3000), at('W-1', 9000, 9000), at('W-1', 3000, 9000)], KINDS)).toEqual([undefined, undefined, { fault: 'copies' }]);
    expect(remarks([at('W-2', 3000, 3000), at('W-2', 4999, 3000)], KINDS)).toEqual([
      { fault: 'apart', other: 1 },
      { fault: 'apart', other: 0 },
    ]);
    expect(remarks([at('W-2', 3000, 3000), at('W-2', 5000, 3000)], KINDS)).toEqual([undefined, undefined]);
  });

  it('takes the turn of a piece into account', () => {
    expect(remarks([at('W-3', 740, 6000)], KINDS)[0]?.fault).toBe('off');
    expect(remarks([at('W-3', 740, 6000, 6)], KINDS)[0]).toBeUndefined();
  });

  it('calls a table sound when there are only hints', () => {
    expect(sound([undefined, { fault: 'apart', other: 0 }])).toBe(true);
    expect(sound([{ fault: 'overlap', other: 1 }])).toBe(false);
  });

  it('finds room for every piece of every set', () => {
    for (const era of ERAS) {
      const set = KINDS.filter((kind) => kind.era === era);
      const pieces: Placed[] = [];
      for (const kind of set) pieces.push(roomFor(kind, pieces, KINDS));
      expect(remarks(pieces, KINDS).filter(Boolean), era).toEqual([]);
    }
  });

  it('counts copies', () => {
    const cabin = kindOf(KINDS, 'W-2');
    if (!cabin) throw new Error('no cabin');
    expect(left(cabin, [])).toBe(6);
    expect(left(cabin, [at('W-2', 0, 0), at('W-1', 0, 0)])).toBe(5);
  });
});

describe('files', () => {
  it('come back as they went', () => {
    for (const era of ERAS) {
      const table = { era, pieces: sample(era).pieces.map((piece) => ({ ...piece })) };
      expect(readTable(JSON.parse(fileOf('La rue', table)), KINDS)).toEqual(table);
      expect(readTable(table, KINDS)).toEqual(table);
    }
  });

  it('that are no tables are refused', () => {
    const good = { era: 'western', pieces: [{ piece: 'W-1', at: [3000, 3000], turn: 0 }] };
    expect(readTable(good, KINDS)).toBeDefined();
    const bad: unknown[] = [
      null,
      'x',
      [],
      {},
      { era: 'stone', pieces: [] },
      { era: 'western', pieces: {} },
      { era: 'western', pieces: [null] },
      { era: 'western', pieces: [{ piece: 'M-1', at: [1, 1], turn: 0 }] },
      { era: 'western', pieces: [{ piece: 'W-1', at: [1, 1.5], turn: 0 }] },
      { era: 'western', pieces: [{ piece: 'W-1', at: [1, 1], turn: 24 }] },
      { era: 'western', pieces: [{ piece: 'W-1', at: [1], turn: 0 }] },
      { era: 'western', pieces: Array.from({ length: 41 }, () => good.pieces[0]) },
    ];
    for (const one of bad) expect(readTable(one, KINDS), JSON.stringify(one)).toBeUndefined();
  });
});
