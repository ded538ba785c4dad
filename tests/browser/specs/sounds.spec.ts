import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import ts from 'typescript';

const NOISES = ['hit', 'miss', 'fall', 'dice', 'glass', 'door', 'out', 'bell'] as const;
/** Samples a second. */
const RATE = 44_100;
/** Loudest and quietest that the loudest moment of a noise may be, of what a speaker can do. */
const PEAK = [0.1, 0.9] as const;
/** Below it nothing is heard. */
const SILENCE = 0.003;
/** Seconds that a noise may go on: the next blow shall not drown in it. */
const LONGEST = 1.5;

const source = fileURLToPath(new URL('../../../web-client/src/sound/sounds.ts', import.meta.url));

test('every noise is heard, none is cut off, and none goes on into the next', async ({ page }) => {
  const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  for (const noise of NOISES) {
    await page.goto('about:blank');
    await page.addScriptTag({ type: 'module', content: `${outputText}\nwindow.make = make;` });
    await page.waitForFunction(() => 'make' in window);
    const samples = await page.evaluate(
      async ({ noise, rate }) => {
        const { make } = window as unknown as { make: (noise: string) => void };
        const room = new OfflineAudioContext(1, 2 * rate, rate);
        // It is written down instead of played.
        const running = new Proxy(room, {
          get: (of, key) => {
            if (key === 'state') return 'running';
            const value = Reflect.get(of, key) as unknown;
            return typeof value === 'function' ? (value as () => unknown).bind(of) : value;
          },
        });
        Object.assign(window, {
          AudioContext: class {
            constructor() {
              return running;
            }
          },
        });
        make(noise);
        return [...(await room.startRendering()).getChannelData(0)];
      },
      { noise, rate: RATE },
    );
    const peak = Math.max(...samples.map(Math.abs));
    expect(peak, noise).toBeGreaterThan(PEAK[0]);
    expect(peak, noise).toBeLessThan(PEAK[1]);
    expect(samples.findLastIndex((sample) => Math.abs(sample) > SILENCE) / RATE, noise).toBeLessThan(LONGEST);
  }
});
