import { describe, expect, it } from 'vitest';
import { Steps } from './steps.svelte';

describe('steps', () => {
  it('undo and redo changes, with changes in a row of the same tag as one', () => {
    const steps = new Steps('');
    steps.set('a', 'name');
    steps.set('ab', 'name');
    steps.set('x');
    steps.undo();
    expect(steps.now).toBe('ab');
    steps.undo();
    expect([steps.now, steps.canUndo, steps.canRedo]).toEqual(['', false, true]);
    steps.redo();
    steps.redo();
    expect([steps.now, steps.canRedo]).toEqual(['x', false]);
    steps.undo();
    steps.set('b');
    expect(steps.canRedo).toBe(false);
  });
});
