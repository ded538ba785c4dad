import { expect, it, vi } from 'vitest';
import { Memory } from './testdata/memory';

it('the speed of playback is remembered on this device', async () => {
  vi.stubGlobal('localStorage', new Memory());
  const first = await import('./prefs.svelte');
  expect(first.prefs.speed).toBe(1);
  first.prefs.speed = 'mine';
  vi.resetModules();
  const again = await import('./prefs.svelte');
  expect(again.prefs.speed).toBe('mine');
  vi.unstubAllGlobals();
});
