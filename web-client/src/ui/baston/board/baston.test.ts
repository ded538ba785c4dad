import { describe, expect, it } from 'vitest';
import { bastonFold } from '../../../store/testdata/folds';
import { beatsFromNotice, figureId, itemId, overlayFromMarks, sceneFromView, whoOf } from './baston';
import { setLang } from '../../../i18n/index.svelte';
import { beatLine, lineOf, pointLine } from './words';
import { BRAWL, OPENING } from './testdata/brawl';
import { STATES } from './testdata/states';
import { BOARD, fighter, HIT, notice, viewOf } from './testdata/view';

describe('a view as a scene', () => {
  const scene = sceneFromView(STATES);
  const figure = (who: number) => scene.figures.find((one) => one.id === figureId(who));

  it('shows people as they are', () => {
    expect(figure(0)).toMatchObject({ letter: 'A', seat: 0, at: { r: 6, c: 4 }, facing: 5, posture: 'standing', band: 'Les Habitués' });
    expect(figure(2)?.onTop).toBe(true);
    expect(figure(3)?.stunned).toBe(2);
    expect(figure(13)?.under).toBe(true);
    expect(figure(5)?.under).toBe(false);
    expect(figure(11)?.heldBy).toBe(figureId(12));
    expect(figure(12)?.holds).toBe(figureId(11));
    expect(figure(5)?.parts[2]).toEqual({ part: 'BD', left: 0, full: 5 });
  });

  it('leaves out who is not on the board, and keeps the knocked out', () => {
    const view = viewOf([fighter(0, 0, { fate: 'waiting' }), fighter(1, 0, { fate: 'left' }), fighter(2, 0, { fate: 'out' })]);
    expect(sceneFromView(view).figures.map((one) => [one.letter, one.out])).toEqual([['C', true]]);
  });

  it('puts a chair before a blade in the hand, and worn things on the body', () => {
    const view = viewOf(
      [fighter(0, 0, {})],
      [
        { kind: 'cran', place: { carried: 0 } },
        { kind: 'chaise', place: { carried: 0 } },
        { kind: 'casque', place: { worn: 0 } },
      ],
    );
    expect(sceneFromView(view).figures[0]).toMatchObject({ held: 'chaise', worn: ['casque'], carried: ['cran', 'chaise'] });
  });

  it('shows doors, windows, panels and phones in their state', () => {
    expect(scene.leaves).toMatchObject({
      'd_main:0': 'open',
      'd_main:1': 'shut',
      'd_service:0': 'destroyed',
      'd_wc2:0': 'bolted',
      'd_saloon:0': 'shut',
      'd_saloon:1': 'open',
    });
    expect(scene.windows).toMatchObject({ f_west_1: 'open', f_west_2: 'shut', f_square: 'destroyed' });
    expect(scene.broken).toEqual(['bp_e', 'ph_bar']);
  });

  it('hides what is carried, gone or trapped', () => {
    const view = viewOf([fighter(0, 0, {})]);
    const all = sceneFromView(view).loose.length;
    expect(all).toBe(BOARD.chairs.points.length + BOARD.bottles.whole.length);
    const places = [{ carried: 0 }, { worn: 0 }, 'gone' as const, { at: [[3, 3], { trapped: 0 }] as [[number, number], { trapped: number }] }];
    const changed = { ...view, items: view.items.map((item, i) => (i < 4 ? { ...item, place: places[i] ?? item.place } : item)) };
    expect(sceneFromView(changed).loose.map((one) => one.id)).not.toContain(itemId(0));
    expect(sceneFromView(changed).loose).toHaveLength(all - 4);
  });

  it('reads the plan of a board once', () => {
    expect(sceneFromView(STATES).plan).toBe(scene.plan);
  });
});

describe('notices as beats', () => {
  const beats = (...facts: Record<string, unknown>[]) => beatsFromNotice(notice(...facts), OPENING);

  it('keeps the order of facts and leaves out bookkeeping', () => {
    const found = beats(
      { t: 'plays', who: 0, round: 1, order: 'M3' },
      { t: 'done', who: 0, done: true },
      { t: 'moved', who: 0, from: [8, 5], to: [8, 6], top: false, way: 'run' },
      { t: 'faced', who: 0, dir: 3 },
    );
    expect(found.map((beat) => beat.kind)).toEqual(['order', 'move', 'turn']);
    expect(found[0]?.order).toBe('M3');
    expect(found[1]).toMatchObject({
      gait: 'run',
      at: [
        { r: 8, c: 5 },
        { r: 8, c: 6 },
      ],
    });
  });

  it('shows the die of a blow, what is added, and what comes of it', () => {
    const [hit] = beats({ ...HIT, row: 'CP_CRAN', stat: 'DEX', value: 4, target_mod: 2, total: 23 });
    expect(hit).toMatchObject({ kind: 'blow', who: 'who0', target: 'who3', word: 'TCHAC !', wields: 'cran', force: 2 });
    expect(hit?.dice).toMatchObject({ sides: 20, face: 17, total: 23, ok: true });
    expect(hit?.dice?.adds?.map((add) => add.n)).toEqual([4, 2]);
    const [miss] = beats({ ...HIT, die: 2, total: 7, hit: false });
    expect(miss?.kind).toBe('miss');
  });

  it('gives no beat to a stun that only counts down', () => {
    expect(beats({ t: 'stunned', who: 0, stun: 1, fresh: false, gained: 0 })).toEqual([]);
    expect(beats({ t: 'stunned', who: 0, stun: 2, fresh: false, gained: 2 })[0]?.kind).toBe('stun');
  });

  it('still draws who goes off the board', () => {
    const [beat] = beats({ t: 'left_board', who: 4, from: [9, 8], by: null });
    expect(beat?.leaver).toMatchObject({ id: 'who4', at: { r: 9, c: 8 } });
  });

  it('throws the thing that was in the hand', () => {
    expect(
      beats({ t: 'throws', who: 1, id: OPENING.items.findIndex((item) => item.kind === 'cran'), from: [6, 7], to: [9, 10], aggressive: true })[0]?.flight,
    ).toEqual({ from: { r: 6, c: 7 }, to: { r: 9, c: 10 }, item: 'cran' });
  });

  it('plays a whole brawl: each notice is a beat, and the last scene is that of the last view', () => {
    let view = OPENING;
    for (const one of BRAWL) {
      expect(beatsFromNotice(one, view).length, JSON.stringify(one.facts[0])).toBe(1);
      view = bastonFold.fold(view, one);
    }
    const end = sceneFromView(view);
    expect(end.figures.find((figure) => figure.id === 'who0')?.out).toBe(true);
    expect(end.figures.some((figure) => figure.id === 'who4')).toBe(false);
    expect(end.glass).toEqual([{ r: 9, c: 8 }]);
  });
});

describe('words', () => {
  it('tell a beat and a figure to those who do not see them', () => {
    const told = notice(HIT);
    const scene = sceneFromView(OPENING);
    const [beat] = beatsFromNotice(told, OPENING);
    setLang('fr');
    expect(beat && beatLine(scene, beat)).toBe('Dédé la Banane frappe Gloria, 22, ≥ 13, PAF !');
    const who = sceneFromView(STATES).figures.find((figure) => figure.letter === 'F');
    expect(who && lineOf(sceneFromView(STATES), who)).toBe(
      'F, Bébert (Trottoir Sud), rangée 10, colonne 7, regarde l’ouest, à terre, tronc 3/9, bras droit 0/5',
    );
    setLang('en');
    expect(who && lineOf(sceneFromView(STATES), who)).toBe('F, Bébert (Trottoir Sud), row 10, column 7, facing west, on the floor, trunk 3/9, right arm 0/5');
    expect(pointLine(sceneFromView(STATES), { r: 7, c: 4 })).toBe('row 7, column 4, bar room, table, bottle');
  });
});

describe('marks of a panel', () => {
  it('become an overlay', () => {
    expect(overlayFromMarks({ points: [[3, 4]], chosen: [3, 4], targets: [2], selected: 0, wedges: { at: [5, 5], dirs: [1, 3], chosen: null } })).toEqual({
      reach: [{ r: 3, c: 4 }],
      chosen: { r: 3, c: 4 },
      targets: ['who2'],
      selected: 'who0',
      wedges: { at: { r: 5, c: 5 }, dirs: [1, 3] },
      ghosts: [],
    });
  });

  it('name people so that they can be found back', () => {
    expect(whoOf(figureId(12))).toBe(12);
    expect(whoOf('piece3')).toBeUndefined();
  });
});
