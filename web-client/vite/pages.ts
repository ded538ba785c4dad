import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** A variant of the page. The server chooses it by the address and the person: see `server/src/http/client.rs`. */
interface Page {
  /** Name of its file. */
  file: string;
  /** Modules that are loaded with `import()` and that this page needs at once. */
  wants: readonly string[];
  /** Metadata for `src/start.ts`: that the room expects the player, which system the room plays, and the system of a rulebook. */
  tells?: Readonly<Record<string, string>>;
}

const ROOM = ['main.ts', 'pages/RoomPage.svelte'];
const UI = join(import.meta.dirname, '../src/ui');
/** Systems whose rulebooks are in this client. */
const BOOKS = readdirSync(join(import.meta.dirname, '../src/rulebook')).flatMap((file) => /^(\w+)\.toml$/.exec(file)?.[1] ?? []);
/** Systems with a table of their own. */
const SYSTEMS = readdirSync(UI).filter((folder) => existsSync(join(UI, folder, 'index.ts')));
const PAGES: readonly Page[] = [
  { file: 'home.html', wants: ['main.ts', 'pages/Home.svelte'] },
  { file: 'room.html', wants: [...ROOM, 'ui/room/Invited.svelte'] },
  { file: 'room.lobby.html', wants: [...ROOM, 'ui/room/Lobby.svelte'], tells: { expected: 'yes' } },
  ...SYSTEMS.map((system) => ({ file: `room.${system}.html`, wants: [...ROOM, `ui/${system}/index.ts`], tells: { expected: 'yes', system } })),
  ...BOOKS.map((system) => ({ file: `rules.${system}.html`, wants: ['main.ts', 'pages/Rules.svelte'], tells: { book: system } })),
  { file: 'replay.html', wants: ['main.ts', 'pages/Replay.svelte'] },
  // The page of all other addresses.
  { file: 'index.html', wants: ['main.ts'] },
];
/** The head that a page shows before any script runs; the page of a table has none. */
const HEAD = /<div class="masthead">.*?<\/div>/;
/** The icon, which is small enough to be inlined. */
const ICON = 'favicon.svg';
/** The fonts that every page needs first. */
const FONTS = /atkinson-hyperlegible-latin-400-normal.*\.woff2$|bangers-latin-400-normal.*\.woff2$/;

/**
 * Writes a page for each kind of address, with links to all scripts and style sheets that it needs, so that the browser fetches them
 * at once instead of one after the other.
 */
export function pages(): Plugin {
  let root = '';
  return {
    name: 'bagarre:pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async writeBundle(options, bundle) {
      const out = options.dir ?? '';
      const icon = (await readFile(join(root, 'public', ICON))).toString('base64');
      const plain = (await readFile(join(out, 'index.html'), 'utf8')).replace(`href="/${ICON}"`, `href="data:image/svg+xml;base64,${icon}"`);
      for (const page of PAGES) {
        const html = page.tells?.system ? plain.replace(HEAD, '') : plain;
        await writeFile(join(out, page.file), withLinks(html, page, bundle, root));
      }
    },
  };
}

function withLinks(html: string, page: Page, bundle: Rolldown.OutputBundle, root: string): string {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const wanted = new Set<Rolldown.OutputChunk>();
  for (const module of page.wants) {
    const id = join(root, 'src', module);
    const chunk = chunks.find((one) => one.moduleIds.includes(id));
    if (!chunk) throw new Error(`${page.file} wants ${module}, which is in no script`);
    wanted.add(chunk);
  }
  for (const chunk of wanted) {
    for (const file of chunk.imports) {
      const next = chunks.find((one) => one.fileName === file);
      if (next && !next.isEntry) wanted.add(next);
    }
  }
  const styles = new Set([...wanted].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  const fonts = Object.keys(bundle).filter((file) => FONTS.test(file));
  // The page contains the entry already.
  const scripts = [...wanted].filter((chunk) => !html.includes(`/${chunk.fileName}"`));
  const tags = [
    ...Object.entries(page.tells ?? {}).map(([name, content]) => `<meta name="bagarre-${name}" content="${content}">`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    // The client is fetched before the scripts of its content, which have a low priority.
    ...scripts.map((chunk) => `<link rel="modulepreload" crossorigin${chunk.name === 'app' ? '' : ' fetchpriority="low"'} href="/${chunk.fileName}">`),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
  ];
  // Style sheets delay scripts that are not async. This one does not need them, and the client that it loads waits for them.
  const script = /<script type="module" crossorigin/;
  if (!script.test(html)) throw new Error('the page has no script');
  return html.replace(script, `${tags.join('\n    ')}\n    <script type="module" async crossorigin`);
}
