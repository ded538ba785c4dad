import { describe, expect, it } from 'vitest';
import type { View } from '../../../protocol/celtiques';
import { view } from '../testdata/view';
import { again, intendable, intentionOf, presetOf, slotsAhead, stood, withIntention, withIntentions, withPreset } from './ahead';

const blow = { act: { strike: { at: 1 } } };
const standing = (made: View, change: object): View => ({ ...made, mine: { standing: { habits: [], ...change } } });

describe('decisions before the question', () => {
  it('keeps the other standing orders when one of them changes', () => {
    const habits = [{ who: 0, dodge: 'ask', slot: true, survival: 'no', survive_at: null, refuse: 'ask', aim: false, march: null }] as const;
    const presets = [{ who: 0, turn: 2, actions: 3 }];
    const made = standing(view(), { habits: [...habits], quiet: true, presets });
    expect(stood(made, { intentions: [] })).toEqual({ habits: [...habits], quiet: true, presets });
    expect(stood(made, { quiet: false, presets: [] })).toEqual({ habits: [...habits] });
    expect(stood({ ...view(), mine: null }, {})).toEqual({ habits: [] });
  });

  it('presets an announcement until the fighter has announced', () => {
    const made = view(({ scene }) => {
      scene.stage = 'announce';
      scene.segment = 0;
      for (const one of scene.fighters) delete (one.turn as { announced?: number }).announced;
    });
    const preset = standing(made, withPreset(made, 0, 3));
    expect(presetOf(preset, 0)).toBe(3);
    expect(presetOf(standing(preset, withPreset(preset, 0, null)), 0)).toBeNull();
    preset.scene.fighters[0]!.turn.announced = 3;
    expect(presetOf(preset, 0)).toBeUndefined();
  });

  it('offers the heartbeats to come, the blow at each enemy, and the intention that is set', () => {
    const made = view(({ scene }) => {
      scene.segment = 2;
      scene.fighters[0]!.turn.slots = (1 << 1) | (1 << 2) | (1 << 4);
    });
    expect(slotsAhead(made, 0)).toEqual([2, 4]);
    expect(intendable(made, 0, 4)).toEqual([null, blow]);
    const head = { act: { strike: { at: 1, zone: 'tete' as const } } };
    const intends = standing(made, withIntention(made, 0, 4, head));
    expect(intentionOf(intends, 0, 4)?.deed).toEqual(head);
    expect(intendable(intends, 0, 4)).toEqual([null, blow, head]);
    expect(withIntention(intends, 0, 4, null)).toEqual({ intentions: [] });
  });

  it('keeps the earlier intentions when several fighters are given one at once', () => {
    const made = standing(view(), withIntention(view(), 0, 4, blow));
    const next = { act: { strike: { at: 0 } } };
    const both = standing(
      made,
      withIntentions(made, [
        [1, 4, next],
        [0, 5, blow],
      ]),
    );
    expect([intentionOf(both, 0, 4)?.deed, intentionOf(both, 1, 4)?.deed, intentionOf(both, 0, 5)?.deed]).toEqual([blow, next, blow]);
    expect(withIntentions(made, [])).toEqual({});
  });

  it('repeats the blow or the shot, not the way to it', () => {
    expect(again({ act: { strike: { at: 1, charge: true } }, go: 'any' as never })).toEqual(blow);
    expect(again({ act: { strike: { at: 1, zone: 'tete', second: [1, 1] } } })).toEqual({ act: { strike: { at: 1, zone: 'tete' } } });
    expect(again({ act: { shoot: { at: 1, with: 2, draw: true } } })).toEqual({ act: { shoot: { at: 1, with: 2 } } });
    expect(again({ act: 'pass' })).toBeNull();
    expect(again({ act: { aim: 1 } })).toBeNull();
  });
});
