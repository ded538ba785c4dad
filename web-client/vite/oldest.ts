import type { Plugin } from 'vite';

/** The oldest version of each browser that the client is built for and promises to run in. README.md names the same ones. */
export const OLDEST = { Chrome: '111', Edge: '111', Firefox: '115', Safari: '16' } as const;

/** The targets of the compiler: these browsers. Safari on iOS is a target of its own. */
export const TARGET: string[] = [...Object.entries(OLDEST).map(([name, version]) => name.toLowerCase() + version), `ios${OLDEST.Safari}`];

/** The browsers as text: `Chrome 111, Edge 111, …`. */
export const BROWSERS = Object.entries(OLDEST)
  .map(([name, version]) => `${name} ${version}`)
  .join(', ');

/** Look-behind, in a literal or in the text of an expression. Safari supports it from 16.4 on; before, the whole script fails. */
const LOOK_BEHIND = /\(\?<[=!]/;

/** Returns the part of a script that the oldest browsers cannot parse; `null` where there is none. */
export function unreadable(script: string): string | null {
  const found = LOOK_BEHIND.exec(script);
  return found ? `look-behind in a regular expression: ${script.slice(Math.max(0, found.index - 60), found.index + 60)}` : null;
}

/** Writes the oldest browsers into the page, and fails a build that they cannot parse. */
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
