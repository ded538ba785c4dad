import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type LaunchOptions } from '@playwright/test';

const found = (names: readonly string[]): string | undefined => names.map((name) => `/usr/bin/${name}`).find(existsSync);
const whole = found(['chromium', 'chromium-browser', 'google-chrome']);
// Without windows it takes a fifth less of the processors.
const chromium = found(['chromium-headless-shell']) ?? whole;

/** How a browser is started. */
const launch = (path: string | undefined): LaunchOptions => ({
  ...(path ? { executablePath: path } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** Every test runs against real servers: see fixtures.ts. */
export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: Math.min(4, availableParallelism()),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'fr-FR',
    // What a page asks for through the worker no test can hold back: `pwa.spec.ts` alone lets it in.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // Every moment is kept only when asked for, `npx playwright test --trace on`: it takes a sixth of the processors.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    launchOptions: launch(chromium),
  },
  projects: [
    { name: 'pages', testIgnore: '**/pwa.spec.ts' },
    // Only a browser that has windows shows what is pushed.
    { name: 'installed', testMatch: '**/pwa.spec.ts', use: { launchOptions: launch(whole) } },
  ],
});
