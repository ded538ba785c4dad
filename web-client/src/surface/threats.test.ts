import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLang } from '../i18n/index.svelte';
import { Memory } from '../store/testdata/memory';
import { boxAt, shared } from './marks';
import { between, hitSpots, threatLine } from './threatened';
import { Threats, type Exposed, type Spot, type Threatenable } from './threats.svelte';

const figure = (who: number, seat: number): Threatenable => ({ who, seat, name: `F${who}`, place: { x: who * 10, y: 0 } });
const figures = [figure(0, 1), figure(1, 0), figure(2, 0)];

const exposed = (selected: number | null, goal: Spot | null = null): Exposed => ({ figures, selected, goal, spotAt: () => null });

/** Returns the threats of a table, and its questions, which the test answers. */
function table(seat: number | null = 0) {
  const asked: { draft: unknown; answer: (advice: unknown) => void }[] = [];
  const consult = (draft: unknown) => new Promise<{ advice: unknown }>((settle) => asked.push({ draft, answer: (advice) => settle({ advice }) }));
  const threats = new Threats({ id: 'room', consult }, () => seat);
  threats.exposed = exposed(null);
  return { asked, threats };
}

describe('threats', () => {
  beforeEach(() => vi.stubGlobal('localStorage', new Memory()));

  it('the question is about the tapped figure, else the selected one, else the first of the viewer', () => {
    const { threats } = table();
    expect(threats.about?.who).toBe(1);
    threats.exposed = exposed(2);
    expect(threats.about?.who).toBe(2);
    threats.touched = 0;
    expect(threats.about?.who).toBe(0);
  });

  it('no request is sent while the overlay is off, and none for a spectator', async () => {
    const { asked, threats } = table();
    await threats.ask();
    const onlooker = table(null);
    onlooker.threats.toggle();
    await onlooker.threats.ask();
    expect([asked.length, onlooker.asked.length]).toEqual([0, 0]);
    expect(onlooker.threats.offered).toBe(false);
  });

  it('each opponent has a line, and a late answer is dropped', async () => {
    const { asked, threats } = table();
    threats.toggle();
    const late = threats.ask();
    const newest = threats.ask();
    expect(asked.map(({ draft }) => draft)).toEqual([{ threats: { who: 1 } }, { threats: { who: 1 } }]);
    asked[1]?.answer({ foes: [{ who: 0, reach: true, shoot: true, hit: 45 }] });
    await newest;
    asked[0]?.answer({ foes: [] });
    await late;
    expect(threats.lines).toEqual([
      { who: 0, reach: true, shoot: true, hit: 45, name: 'F0', from: { x: 0, y: 0 }, to: { x: 10, y: 0 }, bodies: { from: undefined, to: undefined } },
    ]);
    threats.touched = 2;
    expect(threats.lines).toBeNull();
  });

  it('the question is about the place pointed at, else the goal of the figure, once the pointer rests', async () => {
    vi.useFakeTimers();
    const spot = (x: number, y: number): Spot => ({ at: [x, y], place: { x, y } });
    const { asked, threats } = table();
    threats.toggle();
    threats.exposed = exposed(0, spot(5, 5));
    // A question about a place is about a figure of the viewer, not about the opponent that is selected.
    expect([threats.about?.who, threats.spot?.at]).toEqual([1, [5, 5]]);
    for (const x of [6, 7, 8]) {
      threats.hovered = spot(x, 6);
      void threats.ask();
    }
    await vi.runAllTimersAsync();
    expect(asked.map(({ draft }) => draft)).toEqual([{ threats: { who: 1, at: [8, 6] } }]);
    asked[0]?.answer({ foes: [{ who: 0, reach: true, shoot: false }] });
    await vi.runAllTimersAsync();
    expect(threats.lines).toMatchObject([{ who: 0, from: { x: 0, y: 0 }, to: { x: 8, y: 6 } }]);
    // The place of a long press counts until it is released.
    threats.hovered = null;
    threats.pressed = spot(3, 3);
    expect([threats.spot?.at, threats.lines]).toEqual([[3, 3], null]);
    threats.release();
    expect(threats.spot?.at).toEqual([5, 5]);
    threats.exposed = exposed(0);
    expect([threats.about?.who, threats.spot]).toEqual([0, null]);
    vi.useRealTimers();
  });

  it('a place where no figure can stand has no lines', async () => {
    vi.useFakeTimers();
    const { asked, threats } = table();
    threats.toggle();
    threats.pressed = { at: 4, place: { x: 1, y: 1 } };
    void threats.ask();
    await vi.runAllTimersAsync();
    asked[0]?.answer(null);
    await vi.runAllTimersAsync();
    expect(threats.lines).toBeNull();
    vi.useRealTimers();
  });

  it('an answer that arrives after forget() is dropped', async () => {
    const { asked, threats } = table();
    threats.toggle();
    const first = threats.ask();
    threats.forget();
    asked[0]?.answer({ foes: [] });
    await first;
    expect(threats.lines).toBeNull();
  });

  it('the overlay stays on for its table', () => {
    table().threats.toggle();
    expect(table().threats.on).toBe(true);
    table().threats.toggle();
    expect(table().threats.on).toBe(false);
  });

  it('a threat is written in both languages', async () => {
    const foe = { who: 0, name: 'Ana', reach: true, shoot: true, hit: 45 };
    await setLang('en');
    expect(threatLine(foe)).toBe('Ana can come to blows and can shoot (45%)');
    await setLang('fr');
    expect(threatLine({ who: 0, name: 'Ana', reach: false, shoot: true })).toBe('Ana peut tirer');
  });

  it('a line keeps clear of the bodies and of the other line', () => {
    const line = between({ x: 0, y: 0 }, { x: 100, y: 0 }, 10, 5);
    expect(line).toEqual({ from: { x: 10, y: -5 }, to: { x: 90, y: -5 }, angle: 0 });
    const touching = between({ x: 0, y: 0 }, { x: 10, y: 0 }, 20);
    expect(touching.to.x).toBeGreaterThan(touching.from.x);
    // A line from the north ends above the head of a standing body, not on its face.
    const tall = between({ x: 0, y: 0 }, { x: 0, y: 300 }, 22, 0, { to: { w: 36, h: 66 } });
    expect(tall).toMatchObject({ from: { x: 0, y: 22 } });
    expect(tall.to.y).toBeLessThan(300 - 33);
  });

  it('the odds of shots from two close figures do not hide each other', () => {
    const size = { w: 46, h: 26 };
    const to = { x: 0, y: 100 };
    const spots = hitSpots([
      { from: { x: 0, y: 20 }, to, size },
      { from: { x: 36, y: 20 }, to, size },
    ]);
    const [one, other] = spots.map((spot) => boxAt(spot, size));
    expect(spots[0]).toEqual({ x: 0, y: 60 });
    expect(one && other && shared(one, other)).toBe(0);
  });
});
