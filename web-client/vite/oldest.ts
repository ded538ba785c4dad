import type { Plugin } from 'vite';

/** The oldest version of each browser that the client is built for and promises to run in. README.md names the same ones. */
export const OLDEST = { Chrome: '111', Edge: '111', Firefox: '115', Safari: '16' } as const;

/** What the compiler is told of them. Safari on iOS counts for itself. */
export const TARGET: string[] = [...Object.entries(OLDEST).map(([name, version]) => name.toLowerCase() + version), `ios${OLDEST.Safari}`];

/** The browsers in words: `Chrome 111, Edge 111, …`. */
export const BROWSERS = Object.entries(OLDEST)
  .map(([name, version]) => `${name} ${version}`)
  .join(', ');

/** Look-behind, as a literal or in a text that is made into an expression. Safari reads it from 16.4 on; before, the whole script fails. */
const LOOK_BEHIND = /\(\?<[=!]/;

/** Tells what a script holds that the oldest browsers cannot read. */
export function unreadable(script: string): string | null {
  const found = LOOK_BEHIND.exec(script);
  return found ? `look-behind in a regular expression: ${script.slice(Math.max(0, found.index - 60), found.index + 60)}` : null;
}

/** Names the oldest browsers in the page, and refuses a build that they cannot read. */
export function oldest(): Plugin {
  return {
    name: 'bagarre:oldest',
    transformIndexHtml: (html) => html.replaceAll('%BROWSERS%', BROWSERS),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const why = chunk.type === 'chunk' ? unreadable(chunk.code) : null;
        if (why) this.error(`${chunk.fileName} cannot be read by ${BROWSERS}: ${why}`);
      }
    },
  };
}
