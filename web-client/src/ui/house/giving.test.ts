import { describe, expect, it } from 'vitest';
import { Giving } from './giving.svelte';

const taken = () => Promise.resolve(null);
const refused = () => Promise.resolve('Non.');

describe('an answer that is being sent', () => {
  it('is sent one at a time and keeps the reason of a refusal', async () => {
    const giving = new Giving();
    const first = giving.give(refused);
    expect(giving.busy).toBe(true);
    expect(await giving.give(taken)).toBe(false);
    expect(await first).toBe(false);
    expect([giving.busy, giving.refusal]).toEqual([false, 'Non.']);
    expect(await giving.give(taken)).toBe(true);
    expect([giving.busy, giving.refusal]).toEqual([false, null]);
  });

  it('stays busy once it is accepted, where it may be sent once only', async () => {
    const giving = new Giving(true);
    await giving.give(refused);
    expect(giving.busy).toBe(false);
    await giving.give(taken);
    expect(giving.busy).toBe(true);
  });
});
