import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import ts from 'typescript';

const NOISES = ['hit', 'miss', 'fall', 'dice', 'glass', 'door', 'out', 'bell'] as const;
/** Samples per second. */
const RATE = 44_100;
/** Bounds of the peak of a noise, as shares of full scale: the least and the largest one. */
const PEAK = [0.1, 0.9] as const;
/** The amplitude below which a sample is inaudible. */
const SILENCE = 0.003;
/** The longest duration of a noise, in seconds, so that it does not mask the next blow. */
const LONGEST = 1.5;

const source = fileURLToPath(new URL('../../../web-client/src/sound/sounds.ts', import.meta.url));

test('each noise is audible, does not clip, and ends before the next one', async ({ page }) => {
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
        // The noise is rendered into a buffer instead of played.
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
