import { describe, expect, it } from 'vitest';
import { bastonFold } from '../../../store/testdata/folds';
import { beatsFromNotice, sceneFromView } from './baston';
import { focusOf, posesOf, seedOf, type Beat } from './beats';
import type { BoardScene } from './scene';
import { boardAnimator } from './animator';
import { OPENING } from './testdata/brawl';
import { HIT, notice } from './testdata/view';

function moment(fact: Record<string, unknown>): { before: BoardScene; after: BoardScene; beat: Beat } {
  const told = notice(fact);
  const [beat] = beatsFromNotice(told, OPENING);
  if (!beat) throw new Error('no beat');
  return { before: sceneFromView(OPENING), after: sceneFromView(bastonFold.fold(OPENING, told)), beat };
}

const WALK = { t: 'moved', who: 0, from: [8, 5], to: [8, 6], top: false, way: 'walk' };

describe('poses', () => {
  it('lead a walker from the old place to the new one', () => {
    const { before, after, beat } = moment(WALK);
    expect(posesOf(beat, before, after, 0).who0).toMatchObject({ dx: -64, dy: 0 });
    const half = posesOf(beat, before, after, 0.5).who0;
    expect(half?.dx).toBeCloseTo(-32);
    expect(half?.dy).toBeLessThan(0);
    expect(posesOf(beat, before, after, 1).who0).toBeUndefined();
  });

  it('lay somebody down and put him up again', () => {
    const { before, after, beat } = moment({ t: 'posture', who: 0, prone: true });
    expect(posesOf(beat, before, after, 0).who0?.tilt).toBe(0);
    expect(posesOf(beat, before, after, 1).who0?.tilt).toBe(82);
    const up = { ...beat };
    expect(posesOf(up, after, before, 1).who0?.tilt).toBe(0);
  });

  it('bring an attacker towards his target once the die is read, and back', () => {
    const { before, after, beat } = moment(HIT);
    expect(posesOf(beat, before, after, 0.2).who0?.dx ?? 0).toBeCloseTo(0);
    expect(posesOf(beat, before, after, 0.66).who0?.dx).toBeGreaterThan(10);
    expect(Math.abs(posesOf(beat, before, after, 1).who0?.dx ?? 0)).toBeLessThan(0.5);
    expect(posesOf(beat, before, after, 0.85).who3?.dx).not.toBe(0);
  });

  it('leave a thrower where he stands', () => {
    const { before, after, beat } = moment({ ...HIT, row: 'LAN_CRAN' });
    expect(posesOf(beat, before, after, 0.66).who0).toBeUndefined();
  });

  it('swing leaves and slide furniture', () => {
    const door = moment({ t: 'leaf', door: 0, leaf: 0, open: true });
    expect(posesOf(door.beat, door.before, door.after, 0.5)['d_main:0']?.swing).toBeCloseTo(0.5);
    const push = moment({
      t: 'piece',
      id: 0,
      cells: [
        [8, 4],
        [8, 5],
      ],
      overturned: false,
      gone: false,
    });
    expect(posesOf(push.beat, push.before, push.after, 0).piece0).toEqual({ dx: 0, dy: -64 });
  });

  it('want both ends of a flight and both fighters in view', () => {
    const { after, beat } = moment(HIT);
    expect(focusOf(beat, after)).toHaveLength(2);
    const { after: thrown, beat: flight } = moment({ t: 'throws', who: 1, id: 28, from: [6, 7], to: [9, 10], aggressive: true });
    expect(focusOf(flight, thrown)).toHaveLength(3);
  });
});

describe('animator', () => {
  it('plays a beat for its length and no longer', () => {
    const { before, after, beat } = moment(WALK);
    const animator = boardAnimator(before);
    animator.play(after, beat, 200);
    expect(animator.beat).toBe(beat);
    expect(animator.scene).toBe(after);
    expect(animator.tick(150)).toBe(true);
    expect(animator.t).toBeCloseTo(0.75);
    expect(animator.tick(60)).toBe(false);
    expect(animator.beat).toBeUndefined();
    expect(animator.poses).toEqual({});
    expect(animator.tick(10)).toBe(false);
  });

  it('ends a beat when the next one comes, and starts from where the last one led', () => {
    const { before, after, beat } = moment(WALK);
    const animator = boardAnimator(before);
    animator.play(after, beat, 200);
    animator.tick(20);
    animator.play(before, beat, 200);
    expect(animator.t).toBe(0);
    expect(animator.poses.who0?.dx).toBe(64);
  });

  it('shows a scene at once', () => {
    const { before, after, beat } = moment(WALK);
    const animator = boardAnimator(before);
    animator.play(after, beat, 200);
    animator.show(before);
    expect(animator.beat).toBeUndefined();
    expect(animator.scene).toBe(before);
    animator.play(after, beat, 0);
    expect(animator.beat).toBeUndefined();
    expect(animator.scene).toBe(after);
  });

  it('keeps everything in its place for those who want no motion, but still says what happens', () => {
    const { before, after, beat } = moment(HIT);
    const animator = boardAnimator(before);
    animator.still = true;
    animator.play(after, beat, 200);
    animator.tick(100);
    expect(animator.poses).toEqual({});
    expect(animator.beat?.word).toBe('PAF !');
  });
});

it('a burst has a shape whoever it names, and when it names nobody', () => {
  for (const beat of [
    { kind: 'break', word: 'CLING !' },
    { kind: 'door', word: 'CLAC !', who: '' },
    { kind: 'blow', target: 'who1' },
  ] as Beat[]) {
    expect(Number.isFinite(seedOf(beat))).toBe(true);
  }
});
