import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** The behaviour of a proxy. It may be changed while the proxy runs. */
export interface Habits {
  /** The path under which it serves the game; other paths are answered with 404. */
  path: string;
  /** Whether sockets are passed on. Otherwise `Upgrade` is dropped and the rest of a handshake is passed on, as nginx does by default. */
  upgrade: boolean;
  /** The `Host` that the server receives in the place of the one of the browser; `null` keeps it. */
  host: string | null;
  /** Whether the server behind it is reachable. Otherwise the proxy answers 502 with a page of its own. */
  up: boolean;
}

/** A reverse proxy before a server. */
export class Proxy {
  readonly habits: Habits;
  private readonly target: string;
  private readonly server = createServer((asked, answer) => {
    const passed = this.pass(asked, { upgrade: undefined, connection: 'close' });
    if (!passed) {
      answer.writeHead(this.habits.up ? 404 : 502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return;
    }
    passed.on('response', (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });

  constructor(target: string, habits: Partial<Habits> = {}) {
    this.target = target;
    this.habits = { path: '/', upgrade: true, host: null, up: true, ...habits };
    this.server.on('upgrade', (asked: IncomingMessage, near: Duplex) => this.join(asked, near));
  }

  private pass(asked: IncomingMessage, changes: IncomingHttpHeaders) {
    const { path, host, up } = this.habits;
    if (!up || !asked.url?.startsWith(path)) return null;
    const headers = { ...asked.headers, ...changes, ...(host === null ? {} : { host }) };
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    return request(new URL(asked.url.slice(path.length - 1), this.target), { method: asked.method ?? 'GET', headers: given });
  }

  private join(asked: IncomingMessage, near: Duplex): void {
    const passed = this.pass(asked, this.habits.upgrade ? {} : { upgrade: undefined, connection: 'close' });
    near.on('error', () => passed?.destroy());
    if (!passed) {
      near.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const head = (got: IncomingMessage) => {
      const lines = got.rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${got.rawHeaders[n + 1] ?? ''}`] : []));
      return [`HTTP/1.1 ${got.statusCode ?? 502} ${got.statusMessage ?? ''}`, ...lines, '', ''].join('\r\n');
    };
    passed.on('upgrade', (got, far) => {
      near.write(head(got));
      far.on('error', () => near.destroy());
      far.on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      far.pipe(near).pipe(far);
    });
    passed.on('response', (got) => {
      near.end(head(got));
      got.resume();
    });
    passed.on('error', () => near.destroy());
    passed.end();
  }

  /** Starts to listen; returns its address. */
  async listen(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.habits.path}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
