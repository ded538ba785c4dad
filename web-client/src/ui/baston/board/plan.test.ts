import { describe, expect, it } from 'vitest';
import { fixtures } from './drawlist';
import { ledges, lights, patches } from './floor';
import { across, edgeEnds, edgeOf, footprint } from './geometry';
import { freeEnd, hanging } from './openings';
import { planOf } from './plan';
import { groundAt } from './scene';
import { BOARD } from './testdata/view';
import { wallRows } from './walls';

const plan = planOf(BOARD);

describe('a plan read from board data', () => {
  it('has the ground of the map', () => {
    expect(plan.ground).toHaveLength(20);
    expect(plan.ground.every((row) => row.length === 20)).toBe(true);
    expect(groundAt(plan, { r: 5, c: 3 })).toEqual({ terrain: 'bar_counter', level: 2, inside: true });
    expect(groundAt(plan, { r: 18, c: 4 })?.terrain).toBe('booth');
    expect(groundAt(plan, { r: 1, c: 1 })).toEqual({ terrain: 'sidewalk', level: 0, inside: false });
    expect(groundAt(plan, { r: 21, c: 1 })).toBeUndefined();
  });

  it('closes the building: every line between inside and street is a wall, a door or a window', () => {
    const shut = new Set(
      [...plan.walls, ...plan.doors.flatMap((door) => door.leaves.map((leaf) => leaf.edge)), ...plan.windows.map((window) => window.edge)].map(
        (edge) => `${edge.at.r},${edge.at.c},${edge.side}`,
      ),
    );
    let borders = 0;
    for (let r = 1; r <= 20; r += 1)
      for (let c = 1; c <= 20; c += 1)
        for (const side of ['e', 's'] as const) {
          const edge = { at: { r, c }, side };
          const other = groundAt(plan, across(edge));
          if (!other || other.inside === groundAt(plan, { r, c })?.inside) continue;
          borders += 1;
          expect(shut.has(`${r},${c},${side}`), `${r},${c},${side}`).toBe(true);
        }
    expect(borders).toBeGreaterThan(50);
  });

  it('writes every edge from its north or west point', () => {
    expect(edgeOf({ r: 3, c: 4 }, 'n')).toEqual({ at: { r: 2, c: 4 }, side: 's' });
    expect(edgeOf({ r: 8, c: 3 }, 'w')).toEqual({ at: { r: 8, c: 2 }, side: 'e' });
    expect(edgeEnds({ at: { r: 1, c: 1 }, side: 'e' })).toEqual([
      { x: 64, y: 0 },
      { x: 64, y: 64 },
    ]);
  });

  it('cuts walls into rows that cover them all, once', () => {
    const rows = wallRows(plan);
    const lengths = rows.reduce((sum, row) => sum + row.posts.length + row.runs.reduce((all, run) => all + (run.x1 - run.x0) / 64, 0), 0);
    expect(lengths).toBe(plan.walls.length);
    expect(rows.map((row) => row.row)).toEqual([...rows.map((row) => row.row)].sort((a, b) => a - b));
  });

  it('hangs door leaves on the vertex between their edge and their rest', () => {
    const main = plan.doors.find((door) => door.id === 'd_main');
    const [west, east] = main?.leaves.map(hanging) ?? [];
    expect(west?.pivot).toEqual({ x: 4 * 64, y: 13 * 64 });
    expect(east?.pivot).toEqual({ x: 6 * 64, y: 13 * 64 });
    expect(west?.open).toEqual({ x: 4 * 64, y: 12 * 64 });
    if (!west) throw new Error('the main door has two leaves');
    const half = freeEnd(west, 0.5);
    expect(Math.hypot(half.x - west.pivot.x, half.y - west.pivot.y)).toBeCloseTo(64);
    expect(half.y).toBeLessThan(west.pivot.y);
  });

  it('measures furniture by the points it covers', () => {
    expect(
      footprint([
        { r: 7, c: 4 },
        { r: 7, c: 5 },
      ]),
    ).toEqual({ x: 192, y: 384, w: 128, h: 64 });
  });
});

describe('another board', () => {
  const map = ['', ' s s s s', '  +-+-+', ' s|. .|s', '  +   +', ' s|. .Ds', '  +-+-+', ' s s s s', ''].join('\n');
  const other = planOf({
    ...BOARD,
    board: { id: 'cabane', rows: 4, cols: 4, map },
    stairs: [],
    windows: [],
    booths: [],
    phones: [],
    furniture: [],
    doors: [{ id: 'd', name: 'porte', state: null, lock_side: null, leaves: [{ edge: [3, 3, 'e'], swept: [3, 4], hinge: [2, 4] }] }],
  });

  it('is drawn from its own data', () => {
    expect(other.walls).toHaveLength(7);
    expect(patches(other).reduce((sum, patch) => sum + patch.w / 64, 0)).toBe(16);
    expect(
      fixtures(other)
        .map((d) => d.kind)
        .sort(),
    ).toEqual(['leaf', 'walls', 'walls', 'walls']);
    expect(lights(other)).toEqual([{ at: { x: 192, y: 160 }, side: 'e', door: true }]);
    expect(ledges(other)).toEqual([]);
  });
});
