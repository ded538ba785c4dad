import { describe, expect, it } from 'vitest';
import { focusOf, posesOf } from './beats';
import { tableFold } from './testdata/fold';
import { tableScene } from './model';
import { tableAnimator } from './animator';
import { beatOf } from './telling';
import { BRAWL, KINDS, sample } from './testdata/sample';
import type { Fact } from './types';

type Bare<T> = T extends unknown ? Omit<T, 'rule'> : never;
/** A fact of a rule that does not matter here. */
const told = (what: Bare<Fact>): Fact => ({ rule: 'GEN-ACT-01', ...what }) as Fact;

const view = sample('western');
const scene = tableScene(view, KINDS);

function moment(what: Bare<Fact>) {
  const fact = told(what);
  const beat = beatOf(fact, scene);
  if (!beat) throw new Error('no beat');
  return { beat, after: tableScene(tableFold.fold(view, { facts: [fact] }), KINDS) };
}

describe('facts as beats', () => {
  it('tell every moment of a brawl', () => {
    let now = view;
    for (const fact of BRAWL) {
      const beat = beatOf(fact, tableScene(now, KINDS));
      expect(beat, JSON.stringify(fact)).toBeDefined();
      now = tableFold.fold(now, { facts: [fact] });
    }
  });

  it('walk along the path, looking ahead', () => {
    const { beat, after } = moment({
      t: 'moved',
      fig: 0,
      path: [
        [6000, 3500],
        [7000, 3500],
      ],
      z: 0,
      way: 'run',
    });
    expect(beat.path).toEqual([
      [6000, 2500],
      [6000, 3500],
      [7000, 3500],
    ]);
    const start = posesOf(beat, scene, after, 0).fig0;
    expect([start?.dx, start?.dy]).toEqual([-100, 100]);
    const half = posesOf(beat, scene, after, 0.5).fig0;
    expect(half?.dx).toBeCloseTo(-100);
    expect(half?.angle).toBeCloseTo(90);
    expect(posesOf(beat, scene, after, 0.25).fig0?.angle).toBeCloseTo(0);
  });

  it('push without turning', () => {
    const { beat, after } = moment({ t: 'moved', fig: 0, path: [[6000, 2000]], z: 0, way: 'pushed' });
    expect(beat).toMatchObject({ gait: 'push', word: 'VLAN !' });
    expect(posesOf(beat, scene, after, 0.5).fig0?.angle).toBeUndefined();
  });

  it('lay somebody down and put him up again', () => {
    const { beat, after } = moment({ t: 'down', fig: 0, down: true });
    expect(posesOf(beat, scene, after, 0).fig0?.tilt).toBe(0);
    expect(posesOf(beat, scene, after, 1).fig0?.tilt).toBe(82);
    expect(posesOf({ kind: 'up', who: 'fig0' }, after, scene, 1).fig0?.tilt).toBe(0);
  });

  it('turn the nearest way round', () => {
    const { beat, after } = moment({ t: 'faced', fig: 0, facing: [-1000, -10] });
    const angle = posesOf(beat, scene, after, 0.5).fig0?.angle ?? 0;
    expect(angle).toBeCloseTo(-45.3, 0);
  });

  it('fire with the sound of the weapon, both ends in view', () => {
    const { beat, after } = moment({ t: 'attack', fig: 0, target: 6, weapon: 's_mitrailleuse_legere', distance: 2000, long: false });
    expect(beat).toMatchObject({ kind: 'shot', word: 'RATATATA !', shot: { kind: 'burst' } });
    expect(focusOf(beat, after).length).toBeGreaterThanOrEqual(4);
    expect(moment({ t: 'attack', fig: 0, target: 6, weapon: 'm_arc', distance: 2000, long: false }).beat.shot?.kind).toBe('arrow');
    expect(moment({ t: 'attack', fig: 3, target: 6, weapon: 'w_couteau', distance: 0, long: false }).beat.kind).toBe('tell');
  });

  it('strike out and come back', () => {
    const { beat, after } = moment({ t: 'verdict', fig: 3, target: 6, verdict: 'won' });
    expect(posesOf(beat, scene, after, 0.35).fig3?.dx).toBeGreaterThan(5);
    expect(Math.abs(posesOf(beat, scene, after, 1).fig3?.dx ?? 0)).toBeLessThan(0.1);
    const counter = moment({ t: 'verdict', fig: 3, target: 6, verdict: 'countered' }).beat;
    expect([counter.who, counter.target]).toEqual(['fig6', 'fig3']);
  });

  it('show all dice of a throw with what was needed', () => {
    const { beat } = moment({
      t: 'rolled',
      throw: 'defence',
      seat: 0,
      fig: 0,
      faces: [2, 6],
      mods: [{ rule: 'GEN-CC-03', n: 1 }],
      total: 7,
      need: 5,
      ok: true,
    });
    expect(beat.dice).toMatchObject({ sides: 6, faces: [2, 6], total: 7, goal: '≥ 5', ok: true, adds: [{ n: 1, what: 'GEN-CC-03' }] });
  });

  it('carry off who is out of action', () => {
    const { beat, after } = moment({ t: 'status', fig: 7, status: 'ooa' });
    expect(beat).toMatchObject({ kind: 'out', leaver: { fig: 7 }, word: 'K.O. !' });
    expect(after.tokens.some((token) => token.fig === 7)).toBe(false);
    expect(focusOf(beat, after)).toEqual([scene.tokens.find((token) => token.fig === 7)?.place]);
  });

  it('set a figure down when it is deployed', () => {
    const waiting = { ...view, figures: view.figures.map((figure, i) => (i === 0 ? { ...figure, status: 'waiting' as const } : figure)) };
    const before = tableScene(waiting, KINDS);
    const fact = told({ t: 'status', fig: 0, status: 'on_table' });
    const beat = beatOf(fact, before);
    expect(beat).toMatchObject({ kind: 'place', who: 'fig0' });
    const after = tableScene(tableFold.fold(waiting, { facts: [fact] }), KINDS);
    expect(beat && posesOf(beat, before, after, 0).fig0?.dy).toBe(-90);
    expect(beat && posesOf(beat, before, after, 1).fig0?.dy).toBeCloseTo(0);
  });

  it('keep books in silence', () => {
    expect(beatOf(told({ t: 'acts', fig: 0, act: { act: 'pivot', facing: [0, 1] }, cost: 0 }), scene)).toBeUndefined();
    expect(beatOf(told({ t: 'da', fig: 0, da: 1, taken: false }), scene)).toBeUndefined();
    expect(beatOf(told({ t: 'status', fig: 0, status: 'on_table' }), scene)).toBeUndefined();
  });

  it('change plainly for those who want no motion', () => {
    const { beat, after } = moment({ t: 'moved', fig: 0, path: [[6000, 3500]], z: 0, way: 'walk' });
    const animator = tableAnimator(scene);
    animator.still = true;
    animator.play(after, beat, 200);
    animator.tick(100);
    expect(animator.poses).toEqual({});
    expect(animator.scene).toBe(after);
  });
});
