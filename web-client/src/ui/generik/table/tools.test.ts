import { describe, expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import { knobOf, pathHand, placeHand, stepTowards, turnedFacing } from '../../../surface/plane/hand';
import { edgeAt, handleAt, neighbour, pickAt, tokenUnder } from '../../../surface/plane/hit';
import { keyAct } from '../../../surface/plane/keys';
import { followed, isWithin, measure, MOST_POINTS, type PathDraft, type Placing, rulerEnd, tenths, withMore } from '../../../surface/plane/tools';
import { cm, pathCost, pathLine, rulerLine } from '../../../surface/plane/words';
import { tableScene } from './model';
import { mm, SHEET } from './plane';
import { KINDS, sample } from './testdata/sample';
import type { Pt } from './types';
import { lineOf, pieceLines } from './words';

const scene = tableScene(sample('western'), KINDS);
const key = (name: string, more: object = {}) => ({ key: name, code: name, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

describe('the tape', () => {
  it('measures from edge of base to edge of base (GEN-GEO-04)', () => {
    expect(measure({ from: { at: [0, 0], fig: 0 }, to: { at: [1250, 0], fig: 1 } }, SHEET)).toEqual({ u: 1000, touching: false });
    expect(measure({ from: { at: [0, 0] }, to: { at: [1250, 0], fig: 1 } }, SHEET).u).toBe(1125);
    expect(measure({ from: { at: [0, 0], fig: 0 }, to: { at: [260, 0], fig: 1 } }, SHEET).touching).toBe(true);
    expect(measure({ from: { at: [0, 0], fig: 0 }, to: { at: [261, 0], fig: 1 } }, SHEET).touching).toBe(false);
  });

  it('never reads less than the rules would say', () => {
    const reach = (x: number) => ({ from: { at: [0, 0] as Pt, fig: 0 }, to: { at: [x, 0] as Pt, fig: 1 } });
    expect(tenths(measure(reach(2250), SHEET).u)).toBe(20);
    expect(isWithin(reach(2250), 2000, SHEET)).toBe(true);
    expect(tenths(measure(reach(2251), SHEET).u)).toBe(20.1);
    expect(isWithin(reach(2251), 2000, SHEET)).toBe(false);
  });

  it('has no sign where there is nothing to read', () => {
    expect(Object.is(tenths(0), 0)).toBe(true);
    expect(cm(0)).toBe('0,0');
  });

  it('stays on the figures it was laid on', () => {
    const token = scene.tokens.find((one) => one.fig === 5);
    const ruler = { from: rulerEnd(token, [0, 0]), to: { at: [10, 10] as Pt } };
    const moved = { ...scene, tokens: scene.tokens.map((one) => (one.fig === 5 ? { ...one, at: [1, 2] as Pt } : one)) };
    expect(followed(ruler, moved)?.from.at).toEqual([1, 2]);
    expect(followed(ruler, { ...scene, tokens: [] })).toBeUndefined();
  });
});

describe('what is under a hand', () => {
  it('finds figures, the higher one first, and the highest piece', () => {
    expect(tokenUnder(SHEET, scene, mm([6000, 2500]))?.fig).toBe(0);
    expect(tokenUnder(SHEET, scene, mm([6000, 2700]))).toBeUndefined();
    expect(pickAt(SHEET, scene, undefined, mm([8900, 8800]), 0)).toMatchObject({ fig: 5, piece: 1 });
    expect(pickAt(SHEET, scene, undefined, mm([8500, 8500]), 0)).toEqual({ at: [8500, 8500], piece: 1 });
  });

  it('prefers what is offered', () => {
    expect(pickAt(SHEET, scene, { targets: [6] }, mm([5330, 5600]), 10).fig).toBe(6);
    expect(pickAt(SHEET, scene, undefined, mm([5310, 5600]), 10).fig).toBe(3);
    expect(pickAt(SHEET, scene, { spots: [[1000, 1000]] }, mm([1050, 1000]), 0).spot).toEqual([1000, 1000]);
    expect(pickAt(SHEET, scene, { edges: [{ edge: 'w', choice: true }] }, mm([300, 6000]), 0).edge).toBe('w');
  });

  it('names the nearest edge', () => {
    expect([edgeAt(SHEET, [6000, 10]), edgeAt(SHEET, [6000, 11990]), edgeAt(SHEET, [10, 6000]), edgeAt(SHEET, [11990, 6000])]).toEqual(['s', 'n', 'w', 'e']);
  });

  it('goes from figure to figure in the direction of an arrow', () => {
    const from = scene.tokens.find((one) => one.fig === 0);
    expect(neighbour(scene, from, 0, 1)?.fig).toBe(2);
    expect(neighbour(scene, from, 0, -1)?.fig).toBe(1);
    expect(neighbour(scene, from, -1, 0)?.fig).toBe(6);
    expect(neighbour(scene, from, 1, 0)).toBeUndefined();
    expect(neighbour(scene, undefined, 1, 0)).toBe(scene.tokens[0]);
  });

  it('takes way-points first, then stretches', () => {
    const draft = {
      fig: 0,
      points: [
        [1000, 0],
        [1000, 1000],
      ] as Pt[],
    };
    expect(handleAt(draft, [0, 0], [1020, 10], 60)).toEqual({ point: 0 });
    expect(handleAt(draft, [0, 0], [500, 20], 60)).toEqual({ insert: 0 });
    expect(handleAt(draft, [0, 0], [1010, 500], 60)).toEqual({ insert: 1 });
    expect(handleAt(draft, [0, 0], [500, 500], 60)).toBeUndefined();
  });
});

describe('hands', () => {
  function drawing(points: Pt[] = []) {
    let draft: PathDraft = { fig: 4, points };
    return {
      hand: pathHand(
        SHEET,
        () => draft,
        (next) => (draft = next),
      ),
      now: () => draft,
    };
  }

  it('add, take away and drag way-points', () => {
    const { hand, now } = drawing();
    hand.tap({ at: [100, 100] });
    hand.tap({ at: [900, 13000] });
    expect(now()).toEqual({
      fig: 4,
      points: [
        [100, 100],
        [900, 12000],
      ],
    });
    hand.tap({ at: [930, 11960] });
    expect(now().points).toEqual([[100, 100]]);
    hand.tap({ at: [1000, 100] });
    const held = hand.grab?.([110, 100], 60, [0, 0]);
    held?.move([200, 300]);
    expect(now().points).toEqual([
      [200, 300],
      [1000, 100],
    ]);
    held?.drop(false);
    expect(now().points).toEqual([
      [100, 100],
      [1000, 100],
    ]);
    const bent = hand.grab?.([550, 110], 60, [0, 0]);
    bent?.move([550, 400]);
    expect(now().points).toEqual([
      [100, 100],
      [550, 400],
      [1000, 100],
    ]);
    hand.undo?.();
    expect(now().points).toHaveLength(2);
    expect(hand.grab?.([5000, 5000], 60, [0, 0])).toBeUndefined();
  });

  it('stop at the most points a path may have (GEN-ACT-32)', () => {
    let points: Pt[] = [];
    for (let i = 0; i < 20; i += 1) points = withMore(points, [i * 200, 0]);
    expect(points).toHaveLength(MOST_POINTS);
  });

  it('place, turn, push and confirm', () => {
    let placing: Placing | undefined = { kind: 'piece', piece: 'W-1', at: [3000, 3000], turn: 0, ok: true };
    let done = 0;
    const hand = placeHand({ sheet: SHEET, get: () => placing, set: (next) => (placing = next), confirm: () => (done += 1), kinds: () => KINDS });
    hand.turn?.(1);
    expect(placing).toMatchObject({ turn: 23 });
    hand.turn?.(-2);
    expect(placing).toMatchObject({ turn: 1 });
    hand.nudge?.(100, -100);
    expect(placing.at).toEqual([3100, 2900]);
    hand.tap({ at: [5004, 4950] });
    expect(placing.at).toEqual([5000, 4950]);
    expect(done).toBe(0);
    hand.tap({ at: [5010, 4950] });
    expect(done).toBe(1);
    const held = hand.grab?.([5100, 5000], 0, undefined);
    held?.move([7100, 7000]);
    expect(placing.at).toEqual([7000, 6950]);
    held?.drop(false);
    expect(placing.at).toEqual([5000, 4950]);
    expect(hand.grab?.([9000, 9000], 0, undefined)).toBeUndefined();
  });

  it('turn by the knob, pieces by 15 degrees and figures freely', () => {
    const piece: Placing = { kind: 'piece', piece: 'W-2', at: [3000, 3000], turn: 0, ok: true };
    let placing: Placing = piece;
    const hand = placeHand({ sheet: SHEET, get: () => placing, set: (next) => (placing = next), confirm: () => undefined, kinds: () => KINDS });
    const knob = knobOf(piece, KINDS);
    expect(knob?.[0]).toBe(3000);
    expect(knob?.[1]).toBeGreaterThan(3400);
    hand.grab?.(knob ?? [0, 0], 50, undefined)?.move([2000, 3000]);
    expect(placing).toMatchObject({ turn: 6, at: [3000, 3000] });
    expect([stepTowards([0, 1]), stepTowards([1, 0]), stepTowards([-1, 1])]).toEqual([0, 18, 3]);
    const token = scene.tokens[0] as (typeof scene.tokens)[0];
    placing = { kind: 'figure', fig: 0, token, at: [3000, 500], facing: [0, 1000], ok: true };
    hand.grab?.(knobOf(placing, KINDS, 50) ?? [0, 0], 50, undefined)?.move([3123, 600]);
    expect(placing).toMatchObject({ facing: [123, 100] });
    expect(knobOf({ kind: 'marker', owner: 0, at: [0, 0], ok: true }, KINDS)).toBeUndefined();
  });

  it('take up something else', () => {
    let placing: Placing | undefined;
    const hand = placeHand({
      sheet: SHEET,
      get: () => placing,
      set: (next) => (placing = next),
      confirm: () => undefined,
      kinds: () => KINDS,
      take: () => {
        placing = { kind: 'piece', piece: 'W-2', at: [5000, 5000], turn: 0, ok: true };
        return true;
      },
    });
    hand.grab?.([5100, 5000], 50, undefined)?.move([6100, 5000]);
    expect(placing?.at).toEqual([6000, 5000]);
  });

  it('turn a facing clockwise', () => {
    expect(turnedFacing([0, 1000], 6)).toEqual([1000, 0]);
    expect(turnedFacing([0, 1000], -6)).toEqual([-1000, 0]);
  });
});

describe('words', () => {
  const verdict = {
    ok: true,
    walked: [
      [0, 0],
      [1234, 0],
    ] as Pt[],
    length: 1234,
    cost: 1234,
    budget: 3000,
    da: 2,
  };
  const draft: PathDraft = { fig: 0, points: [[1234, 0]] };

  it('say what a path costs, or why it cannot be walked', () => {
    setLang('fr');
    expect(pathCost({ ...draft, verdict })).toBe('12,4 cm sur 30,0 · 2 DA');
    expect(pathCost({ ...draft, verdict: { ...verdict, budget: 0 } })).toBe('12,4 cm');
    expect(pathCost({ ...draft, verdict: { ...verdict, ok: false, why: 'Un mur' } })).toBe('Un mur');
    expect(pathCost(draft)).toBe('calcul…');
    expect(pathCost({ fig: 0, points: [] })).toBe('');
    setLang('en');
    expect(pathLine({ ...draft, verdict: { ...verdict, cut: [1234, 0], checkpoints: [{ at: [100, 0], watchers: [5] }] } }, scene)).toBe(
      '12.4 cm of 30.0 · 2 AD · contact: the move ends · Seen by Don Diego',
    );
  });

  it('describe every figure and every kind of terrain in both languages', () => {
    for (const lang of ['fr', 'en'] as const) {
      setLang(lang);
      for (const token of scene.tokens) expect(lineOf(token)).toContain(token.name);
      for (const kind of KINDS) expect(pieceLines(kind).length).toBeGreaterThan(0);
    }
    const token = scene.tokens.find((one) => one.fig === 3);
    expect(token && lineOf(token, () => 'Shotgun')).toContain('to reload: Shotgun');
    expect(rulerLine({ from: { at: [0, 0], fig: 0 }, to: { at: [250, 0], fig: 1 } }, SHEET)).toBe('in contact');
  });
});

describe('keys of the table', () => {
  it('go through figures when looking, and move a cursor otherwise', () => {
    expect(keyAct(key('v'), 'look')).toEqual({ act: 'views' });
    expect(keyAct(key('ArrowUp'), 'look')).toEqual({ act: 'figure', down: -1, right: 0 });
    expect(keyAct(key('ArrowUp'), 'path')).toEqual({ act: 'cursor', dx: 0, dy: 100 });
    expect(keyAct(key('ArrowRight', { altKey: true }), 'place')).toEqual({ act: 'cursor', dx: 10, dy: 0 });
    expect(keyAct(key('ArrowLeft', { shiftKey: true }), 'ruler')).toMatchObject({ act: 'pan' });
    expect(keyAct(key('ArrowLeft', { ctrlKey: true }), 'ruler')).toBeUndefined();
  });

  it('turn, undo, choose and leave', () => {
    expect(keyAct(key('r'), 'place')).toEqual({ act: 'turn', steps: 1 });
    expect(keyAct(key('R', { shiftKey: true }), 'place')).toEqual({ act: 'turn', steps: -1 });
    expect(keyAct(key('Backspace'), 'path')).toEqual({ act: 'undo' });
    expect(keyAct(key(' '), 'look')).toEqual({ act: 'pick' });
    expect(keyAct(key('0'), 'look')).toEqual({ act: 'fit' });
    expect(keyAct(key('x'), 'look')).toBeUndefined();
  });
});
