import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../protocol';
import type { View } from '../../../protocol/baston';
import type { Notice } from '../telling';
import { bastonFold } from '../../../store/testdata/folds';
import { Timeline } from '../../../store/timeline.svelte';
import { beatsFromNotice, sceneFromView } from './baston';
import { follow, look } from '../../../surface/follow';
import { bastonTelling } from './follow';
import { boardStage } from './stage';
import { BRAWL, OPENING } from './testdata/brawl';
import { notice } from './testdata/view';

function table(notices: readonly Notice[]) {
  const timeline = new Timeline<View, Notice>(bastonFold, OPENING);
  notices.forEach((one, n) => timeline.add({ n, at: 0, turn: 1, notices: [one], seal: null, asking: null, outcome: null } as unknown as Entry));
  const stage = boardStage(sceneFromView(OPENING));
  let seen = look(timeline);
  const catchUp = () => {
    const now = look(timeline);
    follow(stage, bastonTelling(bastonFold.beat), seen, now);
    seen = now;
  };
  return { timeline, stage, catchUp };
}

describe('following a timeline', () => {
  it('plays every step, also those that change nothing on the board', () => {
    const { timeline, stage, catchUp } = table(BRAWL);
    let view = OPENING;
    for (const one of BRAWL) {
      const [wanted] = beatsFromNotice(one, view);
      timeline.step(1);
      catchUp();
      expect(stage.beat, JSON.stringify(one.facts[0])).toEqual(wanted);
      view = bastonFold.fold(view, one);
      expect(stage.scene).toEqual(sceneFromView(view));
    }
  });

  it('takes along what passes without a beat', () => {
    const { timeline, stage, catchUp } = table([notice({ t: 'done', who: 0, done: true }), notice({ t: 'plays', who: 1, round: 1, order: 'M3' })]);
    timeline.seek(2);
    catchUp();
    expect(stage.beat).toMatchObject({ kind: 'order', order: 'M3' });
  });

  it('shows a jump, forwards or back, at once', () => {
    const { timeline, stage, catchUp } = table(BRAWL);
    timeline.skip();
    catchUp();
    expect(stage.beat).toBeUndefined();
    expect(stage.scene).toEqual(sceneFromView(timeline.latest));
    timeline.step(-1);
    catchUp();
    expect(stage.beat).toBeUndefined();
    timeline.seek(0);
    catchUp();
    expect(stage.scene).toEqual(sceneFromView(OPENING));
  });

  it('leaves a beat alone while nothing moves', () => {
    const { timeline, stage, catchUp } = table(BRAWL);
    timeline.step(1);
    catchUp();
    const { beat } = stage;
    stage.tick(50);
    const { t } = stage;
    catchUp();
    expect(stage.beat).toBe(beat);
    expect(stage.t).toBe(t);
  });
});
