import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type LaunchOptions } from '@playwright/test';

const found = (names: readonly string[]): string | undefined => names.map((name) => `/usr/bin/${name}`).find(existsSync);
const whole = found(['chromium', 'chromium-browser', 'google-chrome']);
// The headless shell takes a fifth less of the processors.
const chromium = found(['chromium-headless-shell']) ?? whole;

/** Returns the launch options of a browser. */
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

/** All tests run against real servers: see fixtures.ts. */
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
    // A test cannot intercept requests that go through the service worker; only `pwa.spec.ts` allows it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // A trace takes a sixth of the processors: it is recorded only with `npx playwright test --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    launchOptions: launch(chromium),
  },
  projects: [
    { name: 'pages', testIgnore: '**/pwa.spec.ts' },
    // Only a browser with windows shows push notifications.
    { name: 'installed', testMatch: '**/pwa.spec.ts', use: { launchOptions: launch(whole) } },
  ],
});
