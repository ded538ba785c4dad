import { describe, expect, it } from 'vitest';
import catalogueJson from '../../../protocol/energie/catalogue.json';
import type { Catalogue } from '../../../protocol/energie';
import { PAGES } from './pages';
import { across, boxOf as laid, endOf, planOf, roomOf, standing, wayOf, type PageScene } from './scene';

const catalogue = catalogueJson as unknown as Catalogue;
const boxOf = (arena: Catalogue['arenas'][number], n: number) => laid(planOf(arena, arena.zones[n]!).box);

describe.each(catalogue.arenas.map((arena) => [arena.id, arena] as const))('the page of %s', (id, arena) => {
  it('has a panel for each zone, and no other', () => {
    expect(Object.keys(PAGES[id] ?? {}).sort()).toEqual(arena.zones.map((zone) => zone.id).sort());
  });

  it('lays no panel over another', () => {
    arena.zones.forEach((_, a) =>
      arena.zones.slice(a + 1).forEach((_, more) => {
        const [one, other] = [boxOf(arena, a), boxOf(arena, a + 1 + more)];
        const apart = one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y || other.y + other.h <= one.y;
        expect(apart, `${arena.zones[a]?.id} and ${arena.zones[a + 1 + more]?.id}`).toBe(true);
      }),
    );
  });

  it('draws no link across a third panel', () => {
    for (const { ends } of arena.links) {
      const way = across(boxOf(arena, ends[0]), boxOf(arena, ends[1]));
      const middle = { x: (way.from.x + way.to.x) / 2, y: (way.from.y + way.to.y) / 2 };
      const straight = way.vertical ? way.from.x === way.to.x : way.from.y === way.to.y;
      expect(straight, `${ends}`).toBe(true);
      arena.zones.forEach((zone, n) => {
        if (ends.includes(n)) return;
        const { x, y, w, h } = boxOf(arena, n);
        expect(middle.x > x && middle.x < x + w && middle.y > y && middle.y < y + h, `${ends} through ${zone.id}`).toBe(false);
      });
    }
  });
});

describe('a crowd in a panel', () => {
  const box = { x: 100, y: 100, w: 250, h: 300 };

  it.each([1, 3, 6, 9])('of %i stands inside, each figure at a place of its own', (count) => {
    const { places, size } = standing(box, count);
    expect(places).toHaveLength(count);
    expect(size).toBeGreaterThan(0.4);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThan(box.x);
      expect(x).toBeLessThan(box.x + box.w);
      expect(y).toBeLessThan(box.y + box.h);
      expect(y).toBeGreaterThan(box.y);
    }
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
  });
});

it('two figures of a narrow panel stand beside each other, not one before the other', () => {
  const { places, size } = standing({ x: 0, y: 0, w: 150, h: 300 }, 2);
  expect(places[0]?.y).toBe(places[1]?.y);
  expect(Math.abs((places[0]?.x ?? 0) - (places[1]?.x ?? 0))).toBeGreaterThan(40 * size);
});

it.each([2, 3, 4, 6])('the room of each of %i figures in a panel is not more than the distance of the next one', (count) => {
  const { places } = standing({ x: 0, y: 0, w: 250, h: 300 }, count);
  places.forEach((place, n) => {
    const beside = places.filter((one, i) => i !== n && Math.abs(one.y - place.y) < 10).map((one) => Math.abs(one.x - place.x));
    expect(roomOf(places, n)).toBeLessThanOrEqual(Math.min(Infinity, ...beside));
    expect(roomOf(places, n)).toBeGreaterThan(30);
  });
});

describe('a way', () => {
  const arena = catalogue.arenas.find((one) => one.id === 'docks')!;
  const scene = {
    panels: arena.zones.map((_, n) => ({ box: boxOf(arena, n) })),
    gutters: arena.links.map((kind) => ({ kind, ...across(boxOf(arena, kind.ends[0]), boxOf(arena, kind.ends[1])) })),
  } as unknown as PageScene;
  const link = (a: string, b: string) =>
    arena.links.findIndex(
      ({ ends }) =>
        ends
          .map((n) => arena.zones[n]?.id)
          .sort()
          .join() === [a, b].sort().join(),
    );
  const zone = (id: string) => arena.zones.findIndex((one) => one.id === id);

  it('leads from panel to panel, in either direction of a link', () => {
    const path = [link('bar', 'terrasse'), link('terrasse', 'quai_ouest'), link('quai_ouest', 'peniche')];
    expect(endOf(scene, path, zone('bar'))).toBe(zone('peniche'));
    expect(endOf(scene, [...path].reverse(), zone('peniche'))).toBe(zone('bar'));
    const points = wayOf(scene, { x: 1, y: 1 }, path, zone('bar'));
    expect(points).toHaveLength(1 + 2 * path.length + 1);
    expect(points[0]).toEqual({ x: 1, y: 1 });
  });
});
