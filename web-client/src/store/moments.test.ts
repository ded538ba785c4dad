import { describe, expect, it } from 'vitest';
import { momentOf, stepAt } from './moments';
import type { Step } from './timeline.svelte';

const steps = [1, 1, 1, 4, 4, 9].map((entry, n): Step<unknown> => ({ entry, at: 0, turn: 1, notice: n }));
const line = { steps };

describe('the address of a moment', () => {
  it('leads back to its step, for every step', () => {
    expect(steps.map((_, n) => stepAt(line, momentOf(line, n)))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(steps.map((_, n) => momentOf(line, n))).size).toBe(steps.length);
  });

  it('does not depend on the entries before it', () => {
    const live = { steps: steps.slice(3) };
    expect(momentOf(live, 1)).toBe(momentOf(line, 4));
  });

  it('leads to the last step before it where no step has it', () => {
    expect(stepAt(line, '4.7')).toBe(4);
    expect(stepAt(line, '5.0')).toBe(4);
    expect(stepAt(line, '99.0')).toBe(5);
  });

  it.each(['', 'x', '4', '4.', '-1.0', '4.0.1', '1e3.0', '9999999999.1'])('is not read from %j', (moment) => expect(stepAt(line, moment)).toBeNull());
});
