/** Three servers on one PostgreSQL, with NATS between them and nginx before them, as in the profile `cluster` of docker-compose.yml. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { freePort, type Running, type Settings, start, stop, test as base } from './fixtures';

const configurations = join(dirname(fileURLToPath(import.meta.url)), '../../ops/cluster');
/** The servers by the names of the compose file. */
const SERVERS = ['bagarre', 'bagarre-2', 'bagarre-3'] as const;
const PASSWORD = 'hunter2';
const START_TIMEOUT_MS = 60_000;
/** The header in which nginx names the server that a socket has reached; only this test has it. */
const REACHED = 'x-reached';

const root = process.getuid?.() === 0;
const run = promisify(execFile);

/** Returns the path of a program; Debian keeps server programs off the path of users. */
function program(name: string): string {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = places.map((place) => join(place, name)).find(existsSync);
  if (!found) throw new Error(`${name} is missing: scripts/prepare installs it`);
  return found;
}

/** Starts a program that ends at the latest with this process. */
function launch(command: string, args: readonly string[], options: { env?: NodeJS.ProcessEnv; as?: 'postgres' } = {}): ChildProcess {
  const user = options.as && root ? [`--reuid=${options.as}`, `--regid=${options.as}`, '--clear-groups'] : [];
  return spawn('setpriv', ['--pdeathsig=INT', ...user, command, ...args], { env: { ...process.env, ...options.env }, stdio: 'ignore' });
}

/** Waits until a process listens at a port or at a Unix socket. */
async function listening(at: { port: number; host: string } | { path: string }, child: ChildProcess): Promise<void> {
  const tried = () =>
    new Promise<boolean>((answered) => {
      const socket = connect(at, () => answered(true)).on('error', () => answered(false));
      socket.unref().once('connect', () => socket.destroy());
    });
  await expect.poll(async () => child.exitCode !== null || (await tried()), { timeout: START_TIMEOUT_MS }).toBe(true);
  if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`);
}

/** Starts a PostgreSQL that listens at a Unix socket in its folder. */
async function startPostgres(folder: string): Promise<ChildProcess> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.sort((one, other) => Number(one) - Number(other)).at(-1);
  const bin = newest ? `/usr/lib/postgresql/${newest}/bin` : dirname(program('initdb'));
  // PostgreSQL refuses to run as root.
  if (root) await chown(folder, ...(['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres']))) as [number, number]));
  const data = join(folder, 'data');
  const made = ['--no-sync', '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '-D', data];
  const initdb = launch(join(bin, 'initdb'), made, { as: 'postgres' });
  await new Promise((ended) => initdb.once('exit', ended));
  const settings = ['listen_addresses=', 'max_connections=200', 'fsync=off', 'full_page_writes=off'].flatMap((setting) => ['-c', setting]);
  const postgres = launch(join(bin, 'postgres'), ['-D', data, '-k', folder, ...settings], { as: 'postgres' });
  await listening({ path: join(folder, '.s.PGSQL.5432') }, postgres);
  const ready = () =>
    run(join(bin, 'pg_isready'), ['-h', folder]).then(
      () => true,
      () => false,
    );
  await expect.poll(ready, { timeout: START_TIMEOUT_MS }).toBe(true);
  return postgres;
}

/** Starts NATS with the configuration of the cluster. */
async function startNats(port: number): Promise<ChildProcess> {
  const health = await freePort();
  const place = ['--addr', '127.0.0.1', '--port', `${port}`, '--http_port', `${health}`];
  const nats = launch(program('nats-server'), ['--config', join(configurations, 'nats.conf'), ...place], { env: { NATS_PASSWORD: `"${PASSWORD}"` } });
  await listening({ port, host: '127.0.0.1' }, nats);
  return nats;
}

/** Starts nginx with the configuration of the cluster, with these ports, and with `folder` in the place of the one of the container. */
async function startNginx(folder: string, port: number, servers: readonly number[]): Promise<ChildProcess> {
  let text = await readFile(join(configurations, 'nginx.conf'), 'utf8');
  const replace = (old: string, by: string) => {
    if (!text.includes(old)) throw new Error(`nginx.conf has no ${old}`);
    text = text.replaceAll(old, by);
  };
  replace('listen 8080;', `listen 127.0.0.1:${port}; add_header ${REACHED} $upstream_addr always;`);
  replace(' /tmp/', ` ${folder}/`);
  SERVERS.forEach((name, n) => replace(`server ${name}:8080 `, `server 127.0.0.1:${servers[n]} `));
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  // The image runs nginx as a user of its own.
  const nginx = launch(program('nginx'), ['-p', folder, '-c', file, '-e', 'stderr', '-g', `daemon off;${root ? ' user root;' : ''}`]);
  await listening({ port, host: '127.0.0.1' }, nginx);
  return nginx;
}

/** One of the servers; it keeps its port and data when it is killed and started again. */
class Node {
  readonly log: string[] = [];
  private running: Running | null = null;
  private starts = 0;

  constructor(
    private readonly number: number,
    readonly port: number,
    private readonly data: string,
    private readonly settings: Settings,
  ) {}

  /** Starts the server, and waits until it accepts sockets. */
  async start(): Promise<void> {
    this.starts += 1;
    // The same seed for several servers, or after a restart, would give the same id to different records. The port changes from run to run.
    const chance = { BAGARRE_TEST_SEED: `${this.number}${this.starts}` };
    this.running = await start(this.data, `127.0.0.1:${this.port}`, this.log, { ...this.settings, ...chance });
    const ready = async () => (await fetch(`${this.running?.url}/readyz`).catch(() => null))?.status;
    await expect.poll(ready, { timeout: START_TIMEOUT_MS }).toBe(200);
  }

  /** Kills the server, as a crash of its machine would. */
  async kill(): Promise<void> {
    if (this.running) await stop(this.running.child, 'SIGKILL');
    this.running = null;
  }

  /** Shuts the server down, as an operator does who replaces it, and waits until it has ended. */
  async stop(): Promise<void> {
    if (this.running) await stop(this.running.child);
    this.running = null;
  }
}

/** The servers with their PostgreSQL, NATS and nginx. */
export class Cluster {
  /** The address of nginx, which players open. */
  url = '';
  readonly servers: Node[] = [];
  private readonly folders: string[] = [];
  private readonly shared: ChildProcess[] = [];
  private readonly sockets = new Map<Page, string>();
  private database = '';

  private async folder(name: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), `bagarre-${name}-`));
    this.folders.push(folder);
    return folder;
  }

  async start(more: Settings): Promise<void> {
    this.database = await this.folder('pg');
    this.shared.push(await startPostgres(this.database));
    const nats = await freePort();
    this.shared.push(await startNats(nats));
    const ports: number[] = [];
    for (const name of SERVERS) {
      const port = await freePort();
      ports.push(port);
      const settings = {
        DATABASE_URL: `postgres://postgres@${encodeURIComponent(this.database)}/postgres`,
        BAGARRE_NATS_URL: `nats://bagarre:${PASSWORD}@127.0.0.1:${nats}`,
        BAGARRE_CLUSTER_KEY: 'a key that three servers have in common',
        BAGARRE_TRUST_PROXY: '1',
        ...more,
      };
      const server = new Node(ports.length, port, await this.folder(name), settings);
      this.servers.push(server);
      await server.start();
    }
    const port = await freePort();
    this.shared.push(await startNginx(await this.folder('nginx'), port, ports));
    this.url = `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await server.stop();
    // The processes are stopped in the reverse order of their start.
    for (const child of this.shared.reverse()) await stop(child, 'SIGINT');
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }

  /** Records from now on the server that the socket of a page has reached. */
  async follow(context: BrowserContext, page: Page): Promise<void> {
    const session = await context.newCDPSession(page);
    session.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
      // Where nginx has tried several servers, the last one has answered.
      const reached = Object.entries(response.headers).find(([name]) => name.toLowerCase() === REACHED)?.[1];
      if (reached) this.sockets.set(page, reached.split(', ').at(-1) ?? '');
    });
    await session.send('Network.enable');
  }

  /** Returns the server that carries the socket of a page. */
  carrier(page: Page): Node {
    return this.at(this.sockets.get(page) ?? '');
  }

  /** Returns the server that holds a room. */
  async holder(room: string): Promise<Node> {
    const asked = `SELECT address FROM rooms JOIN nodes ON nodes.id = rooms.node WHERE rooms.id = '${room}'`;
    const { stdout } = await run('psql', [
      '--no-psqlrc',
      '--tuples-only',
      '--no-align',
      '--username=postgres',
      '--host',
      this.database,
      '-c',
      asked,
      'postgres',
    ]);
    return this.at(stdout.trim());
  }

  private at(address: string): Node {
    const found = this.servers.find(({ port }) => new RegExp(`\\b${port}\\b`).test(address));
    if (!found) throw new Error(`no server is at "${address}"`);
    return found;
  }
}

export const test = base.extend<{ cluster: Cluster }>({
  cluster: async ({ settings }, use, info) => {
    const cluster = new Cluster();
    try {
      await cluster.start(settings);
      await use(cluster);
    } finally {
      await cluster.stop();
    }
    if (info.status === info.expectedStatus) return;
    cluster.servers.forEach(({ log }, n) => console.log(`${SERVERS[n]} of "${info.title}" logged:\n${log.join('')}`));
  },
  baseURL: async ({ cluster }, use) => use(cluster.url),
});

export { expect } from '@playwright/test';
