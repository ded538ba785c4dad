import { expect, it } from 'vitest';
import { findBarrier } from './reach';

type Said = { status: number; body: string } | Error;

/** Returns a `fetch` that answers the two requests as a server or a proxy does, and the list of requests. */
function answering(me: Said, change: Said) {
  const asked: string[] = [];
  const ask = ((path: string, request?: RequestInit) => {
    const method = request?.method ?? 'GET';
    asked.push(`${method} ${path}`);
    const said = method === 'GET' ? me : change;
    return said instanceof Error ? Promise.reject(said) : Promise.resolve(new Response(said.body, { status: said.status }));
  }) as typeof fetch;
  return { ask, asked };
}
const refusal = (status: number, words: string) => ({ status, body: JSON.stringify({ code: 'http.x', rule: null, words }) });
const known = { status: 200, body: '{"id":"1","name":"Zoé"}' };
const gone = new TypeError('Failed to fetch');

it.each([
  ['nothing answers', gone, gone, { is: 'silent' }],
  ['a proxy answers for a server that is away', { status: 502, body: '<html>Bad Gateway</html>' }, gone, { is: 'away', status: 502 }],
  ['another site answers with a page', { status: 200, body: '<!doctype html>' }, gone, { is: 'away', status: 200 }],
  ['a proxy answers with JSON of its own', { status: 503, body: '{"error":"no upstream"}' }, gone, { is: 'away', status: 503 }],
  ['the cookie was not kept', { status: 200, body: 'null' }, gone, { is: 'stranger' }],
  ['too much was asked', refusal(429, 'Wait a little.'), gone, { is: 'refused', words: 'Wait a little.' }],
  ['the page has another address', known, refusal(403, 'Open https://bagarre.example'), { is: 'refused', words: 'Open https://bagarre.example' }],
  ['a filter answers the change', known, { status: 403, body: 'Forbidden' }, { is: 'away', status: 403 }],
  ['the line drops in between', known, gone, { is: 'silent' }],
  ['only sockets do not get through', known, refusal(405, 'Not like that.'), { is: 'socket' }],
] as const)('%s', async (_, me, change, expected) => {
  const { ask } = answering(me, change);
  expect(await findBarrier(ask, true)).toEqual(expected);
});

it('sends no request without a network', async () => {
  const { ask, asked } = answering(known, known);
  expect(await findBarrier(ask, false)).toEqual({ is: 'offline' });
  expect(asked).toEqual([]);
});
