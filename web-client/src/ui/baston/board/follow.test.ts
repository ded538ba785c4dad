import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../protocol';
import type { View } from '../../../protocol/baston';
import type { Notice } from '../telling';
import { bastonFold } from '../../../store/testdata/folds';
import { Timeline } from '../../../store/timeline.svelte';
import { beatsFromNotice, sceneFromView } from './baston';
import { follow, look } from '../../../surface/follow';
import { bastonTelling } from './follow';
import { boardAnimator } from './animator';
import { BRAWL, OPENING } from './testdata/brawl';
import { notice } from './testdata/view';

function table(notices: readonly Notice[]) {
  const timeline = new Timeline<View, Notice>(bastonFold, OPENING);
  notices.forEach((one, n) => timeline.add({ n, at: 0, turn: 1, notices: [one], seal: null, asking: null, outcome: null } as unknown as Entry));
  const animator = boardAnimator(sceneFromView(OPENING));
  let seen = look(timeline);
  const catchUp = () => {
    const now = look(timeline);
    follow(animator, bastonTelling, seen, now);
    seen = now;
  };
  return { timeline, animator, catchUp };
}

describe('following a timeline', () => {
  it('plays every step, also those that change nothing on the board', () => {
    const { timeline, animator, catchUp } = table(BRAWL);
    let view = OPENING;
    for (const one of BRAWL) {
      const [wanted] = beatsFromNotice(one, view);
      timeline.step(1);
      catchUp();
      expect(animator.beat, JSON.stringify(one.facts[0])).toEqual(wanted);
      view = bastonFold.fold(view, one);
      expect(animator.scene).toEqual(sceneFromView(view));
    }
  });

  it('takes along what passes without a beat', () => {
    const { timeline, animator, catchUp } = table([notice({ t: 'done', who: 0, done: true }), notice({ t: 'plays', who: 1, round: 1, order: 'M3' })]);
    timeline.seek(2);
    catchUp();
    expect(animator.beat).toMatchObject({ kind: 'order', order: 'M3' });
  });

  it('shows a jump, forwards or back, at once', () => {
    const { timeline, animator, catchUp } = table(BRAWL);
    timeline.skip();
    catchUp();
    expect(animator.beat).toBeUndefined();
    expect(animator.scene).toEqual(sceneFromView(timeline.latest));
    timeline.step(-1);
    catchUp();
    expect(animator.beat).toBeUndefined();
    timeline.seek(0);
    catchUp();
    expect(animator.scene).toEqual(sceneFromView(OPENING));
  });

  it('leaves a beat alone while nothing moves', () => {
    const { timeline, animator, catchUp } = table(BRAWL);
    timeline.step(1);
    catchUp();
    const { beat } = animator;
    animator.tick(50);
    const { t } = animator;
    catchUp();
    expect(animator.beat).toBe(beat);
    expect(animator.t).toBe(t);
  });
});
