/**
 * Compares the fold of this client with the views of the rules: `node vite/law.mjs` reads lines of JSON and writes one.
 * `{system}`: the presentation of a system; `{game, view}`: a game begins for one audience, with its first view; `{notices, view}`: the
 * notices of an entry, and the view that must follow. The first view that does not follow ends the process with an error.
 */
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const input = fileURLToPath(new URL('../src/store/fold.ts', import.meta.url));
const bundle = await rolldown({ input });
const { output } = await bundle.generate({ format: 'esm' });
const { foldOf } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);

/** Returns the first places where two values differ, at most five. */
function differences(told, seen, path = '') {
  if (isDeepStrictEqual(told, seen)) return [];
  const open = (it) => typeof it === 'object' && it !== null;
  if (!open(told) || !open(seen)) return [`${path}: folded ${JSON.stringify(told)}, seen ${JSON.stringify(seen)}`];
  const keys = new Set([...Object.keys(told), ...Object.keys(seen)]);
  return [...keys].flatMap((key) => differences(told[key], seen[key], `${path}.${key}`)).slice(0, 5);
}

let rules = null;
let game = '';
let view = null;
let entries = 0;
const kinds = new Set();
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.system) rules = foldOf(told.system);
  else if (told.game) [game, view] = [told.game, told.view];
  else {
    for (const raw of told.notices) {
      for (const notice of rules.split(rules.read(raw))) {
        notice.facts.forEach((fact) => kinds.add(fact.t));
        view = rules.fold(view, notice);
      }
    }
    entries += 1;
    const wrong = differences(view, told.view);
    if (wrong.length > 0) {
      console.error(`${game}: what was told does not fold into what is seen\n${wrong.join('\n')}\n${JSON.stringify(told.notices).slice(0, 4000)}`);
      process.exit(1);
    }
  }
}
console.log(JSON.stringify({ entries, kinds: [...kinds].sort() }));
