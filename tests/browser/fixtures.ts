import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test as base } from '@playwright/test';

const here = dirname(fileURLToPath(import.meta.url));

/** The server under test: a process on a free port, with a data folder of its own. */
export interface Server {
  /** Its address, such as `http://127.0.0.1:40123`. */
  url: string;
  /** Returns its log so far. */
  log(): string;
  /** Runs a command of the operator with `bagarre admin`. */
  admin(...asked: string[]): Promise<void>;
  /** Stops it, and starts it again with the same data and port. */
  restart(): Promise<void>;
  /** Makes a backup of its data. The returned function restarts the server with that backup, without the changes since. */
  keep(): Promise<() => Promise<void>>;
}

function binary(): string {
  const path = process.env.BAGARRE_BIN ?? join(here, '../../target/debug/bagarre');
  if (!existsSync(path)) {
    throw new Error(`no server at ${path}: run \`cargo build -p bagarre --features testkit\` or set BAGARRE_BIN`);
  }
  return path;
}

/**
 * Settings that only a build for tests knows (feature `testkit`): games have the same dice each time, also where a page is slow to give its
 * number for them, and the wait for a lost sheet is short.
 */
const TESTKIT = { BAGARRE_TEST_SEED: process.env.BAGARRE_TEST_SEED ?? '1', BAGARRE_TEST_OPENING: '8', BAGARRE_TEST_DRAW: '60' };

/** Returns a port that is free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A process of the server. */
export interface Running {
  child: ChildProcess;
  url: string;
}

/** Starts a server, on SQLite unless its settings name another database. */
export async function start(data: string, addr: string, log: string[], settings: Settings): Promise<Running> {
  const child = spawn(binary(), ['serve'], {
    env: {
      ...process.env,
      ...TESTKIT,
      DATABASE_URL: '',
      ...settings,
      BAGARRE_ADDR: addr,
      BAGARRE_DATA: data,
      BAGARRE_LOG: 'info',
      BAGARRE_ADMIN_ADDR: '127.0.0.1:0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(`${line}\n`);
      const found = /https?:\/\/[^\s/]+/.exec(line);
      if (found) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${log.join('')}`)));
    child.once('error', reject);
  });
  return { child, url };
}

/** Ends a process and waits until it has ended. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** Further environment variables of a server. */
export type Settings = Readonly<Record<string, string>>;

export const test = base.extend<{ baseURL: string; settings: Settings; server: Server }>({
  settings: [{}, { option: true }],
  // Each test has its own server, so that games of another test change neither dice nor lists.
  server: async ({ settings }, use, info) => {
    const data = await mkdtemp(join(tmpdir(), 'bagarre-browser-'));
    const log: string[] = [];
    // A server that sends mail needs its public address, and so its port, before it starts.
    const port = settings.BAGARRE_SMTP_URL ? await freePort() : 0;
    const told = port ? { BAGARRE_PUBLIC_URL: `http://127.0.0.1:${port}`, ...settings } : settings;
    let running = await start(data, `127.0.0.1:${port}`, log, told);
    await use({
      url: running.url,
      log: () => log.join(''),
      admin: async (...asked) => {
        // The last line counts: a restart changes the port.
        const addr = [...log.join('').matchAll(/For its operator: http:\/\/([^/\s]+)/g)].at(-1)?.[1];
        if (!addr) throw new Error(`the server told no address for its operator:\n${log.join('')}`);
        await promisify(execFile)(binary(), ['admin', '--admin-addr', addr, '--data', data, ...asked]);
      },
      restart: async () => {
        await stop(running.child);
        running = await start(data, new URL(running.url).host, log, told);
      },
      keep: async () => {
        const folder = await mkdtemp(join(tmpdir(), 'bagarre-backup-'));
        const file = join(folder, 'backup');
        await promisify(execFile)(binary(), ['backup', file, '--data', data]);
        return async () => {
          await stop(running.child);
          await promisify(execFile)(binary(), ['restore', file, '--force', '--data', data]);
          running = await start(data, new URL(running.url).host, log, told);
          await rm(folder, { recursive: true });
        };
      },
    });
    await stop(running.child);
    await rm(data, { recursive: true, force: true });
    if (info.status !== info.expectedStatus) console.log(`the server of "${info.title}" logged:\n${log.join('')}`);
  },
  baseURL: async ({ server }, use) => use(server.url),
});

export { expect } from '@playwright/test';
