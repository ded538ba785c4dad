import { describe, expect, it } from 'vitest';
import { Giving } from './giving.svelte';

const taken = () => Promise.resolve(null);
const refused = () => Promise.resolve('Non.');

describe('an answer on its way', () => {
  it('is given once at a time, and says why it was refused', async () => {
    const giving = new Giving();
    const first = giving.give(refused);
    expect(giving.busy).toBe(true);
    expect(await giving.give(taken)).toBe(false);
    expect(await first).toBe(false);
    expect([giving.busy, giving.refusal]).toEqual([false, 'Non.']);
    expect(await giving.give(taken)).toBe(true);
    expect([giving.busy, giving.refusal]).toEqual([false, null]);
  });

  it('is not given again where its question is over', async () => {
    const giving = new Giving(true);
    await giving.give(refused);
    expect(giving.busy).toBe(false);
    await giving.give(taken);
    expect(giving.busy).toBe(true);
  });
});
