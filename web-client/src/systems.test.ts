/** Shared code names no system: the code of a system is in its own folders, and its name comes from the server. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
/** Systems with generated types, whether or not they have panels; the toy has none. */
const typed = readdirSync(join(root, 'src/protocol'), { withFileTypes: true })
  .filter((one) => one.isDirectory() && existsSync(join(root, 'src/protocol', one.name, 'catalogue.json')))
  .map(({ name }) => name);
const known = [...typed, 'toy'];

/** Folders and rulebooks of systems, and files that are only for tests. */
const own = new RegExp(`^src/(protocol/|(ui|i18n)/(${known.join('|')})/|rulebook/(${known.join('|')})\\.)|(^|/)testdata/|testdata\\.ts$|\\.test\\.ts$`);
const shared = ['src', 'vite', 'vite.config.ts', 'svelte.config.js']
  .flatMap((place) => (place.includes('.') ? [place] : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => join(place, file))))
  .filter((file) => /\.(ts|js|mjs|svelte|css)$/.test(file) && !own.test(file));

/** Names of systems, ids of their rules and scenarios, and of bots. */
const names = [...known, ...known.map((id) => `${id[0]?.toUpperCase() ?? ''}${id.slice(1)}`), 'GeneriK', 'SCN-\\d+', 'BAS-[A-Z]+', 'GEN-[A-Z]+'];
const named = new RegExp(`(['"\`/ ]|^)(${names.join('|')})(?=['"\`/., ]|$)|['"](brawler|skirmisher)['"]`);
/** Texts in which “baston” is the French word for a fight. */
const words = /'[^']*\b(une seule|la|de) baston\b[^']*'/g;

describe('what systems share', () => {
  it('is most of the client', () => {
    expect(known.length).toBeGreaterThan(2);
    expect(shared.length).toBeGreaterThan(100);
  });

  it.each(shared)('%s names no system', (file) => {
    const lines = readFileSync(join(root, file), 'utf8').replaceAll(words, '').split('\n');
    expect(lines.filter((line) => named.test(line))).toEqual([]);
  });
});
