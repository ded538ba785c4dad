import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** Pages that belong to no system: what they share with one must not load all of it. */
const PAGES = [
  'ui/room/Lobby.svelte',
  'ui/room/PeoplePanel.svelte',
  'ui/common/SettingsDialog.svelte',
  'pages/NewRoom.svelte',
  'pages/Rules.svelte',
  'pages/Replay.svelte',
  'pages/CampaignPage.svelte',
];

type Group = Rolldown.CodeSplittingGroup;
type Graph = Rolldown.ChunkingContext;
type Modules = ReadonlySet<string>;

/** The modules of a system with a table of its own. */
interface System {
  id: string;
  table: Modules;
  /** The dictionaries, which are fetched before the table. */
  words: Modules;
  /** Pages of the system besides its tables. */
  pages: Modules;
  /** Modules that a table imports when they are needed. */
  later: Modules;
}

/**
 * Returns how the modules are grouped into scripts: what a page needs is in a few large files, not in one for each set of
 * modules that some pages share.
 */
export function groups(root: string): Group[] {
  const at = (file: string) => resolve(root, 'src', file);
  let known: Map<string, string> | null = null;
  /** Assigns every module to the first chunk that takes it. */
  const sort = (graph: Graph): Map<string, string> => {
    const sorted = new Map<string, string>();
    const take = (chunk: string, modules: Iterable<string>) => {
      for (const id of modules) if (!sorted.has(id)) sorted.set(id, chunk);
    };
    const all = (file: string) => closure(graph, [at(file)]);
    const home = all('pages/Home.svelte');
    const table = all('pages/RoomPage.svelte');
    const systems = systemsOf(graph, resolve(root, 'src'));
    take('app', all('main.ts'));
    take('app', both(home, union([table, ...systems.map((system) => system.table)])));
    // The page of a rulebook waits neither for the rest of the home page nor for a table.
    take('app', both(all('pages/Rules.svelte'), union([home, table, ...systems.map((system) => system.table)])));
    take('home', home);
    // Every table needs its frame, what systems share, and what their dictionaries need of it.
    take('table', table);
    const pages = PAGES.map(all);
    const panels = union([all('ui/common/SettingsDialog.svelte'), all('ui/room/PeoplePanel.svelte')]);
    // The picture of a scenario uses parts of the table of its system, for which no other table waits.
    const scenes = all('ui/common/ScenarioArt.svelte');
    for (const system of systems) {
      const others = union(systems.filter((one) => one !== system).flatMap((one) => [one.table, one.later]));
      take(
        `${system.id}.pages`,
        both(system.table, scenes).filter((id) => !others.has(id)),
      );
    }
    for (const system of systems) {
      const others = union(systems.filter((one) => one !== system).map((one) => one.table));
      take('table', both(system.table, union([others, system.words, ...pages])));
      take('table', both(system.later, union([others, panels])));
    }
    for (const system of systems) {
      // A page of a system needs the pieces of its table, but nothing of the fight.
      take(`${system.id}.pages`, both(system.table, system.pages));
      take(system.id, system.table);
    }
    // These chunks are prefetched once a table is shown.
    take('settings', all('ui/common/SettingsDialog.svelte'));
    for (const file of ['PeoplePanel', 'Chat']) take('people', all(`ui/room/${file}.svelte`));
    for (const file of ['ui/room/EndPanel.svelte', 'ui/room/PausePanel.svelte', 'fair/FairPanel.svelte', 'fair/check.ts']) take('later', all(file));
    for (const system of systems) take(`${system.id}.later`, system.later);
    // The modules of the first script are loaded before the client, so that they are in none of these chunks.
    for (const id of all('start.ts')) sorted.delete(id);
    return sorted;
  };
  return [
    { name: 'start', test: /\/(index\.html|src\/start\.ts|net\/early\.ts|store\/local\.ts)$|\0vite\//, priority: 2 },
    { name: (id, graph) => (known ??= sort(graph)).get(id) ?? null, debugName: 'pages', priority: 1, includeDependenciesRecursively: false },
    // Icons that several other pages share.
    { name: 'icons', test: /@lucide/, minShareCount: 2 },
  ];
}

const both = (one: Modules, other: Modules): string[] => [...one].filter((id) => other.has(id));
const union = (sets: readonly Modules[]): Set<string> => new Set(sets.flatMap((set) => [...set]));

/** Returns the systems with a folder of their own: see `src/ui/rulesets.ts`. */
function systemsOf(graph: Graph, src: string): System[] {
  const folders = readdirSync(join(src, 'ui')).filter((id) => existsSync(join(src, 'ui', id, 'index.ts')));
  return folders.sort().map((id) => {
    const folder = join(src, 'ui', id);
    const there = (files: string[]) => closure(graph, files.filter(existsSync));
    const table = there([join(folder, 'index.ts')]);
    const own = (from: Modules) => new Set(called(graph, from).filter((part) => part.startsWith(folder)));
    const parts = own(table);
    for (const part of parts) for (const next of own(closure(graph, [part]))) parts.add(next);
    return {
      id,
      table,
      words: there(['fr', 'en'].map((lang) => join(src, 'i18n', id, `${lang}.ts`))),
      pages: closure(graph, called(graph, there([join(folder, 'pages.ts')]))),
      later: closure(graph, parts),
    };
  });
}

/** Returns the modules that modules import dynamically. */
const called = (graph: Graph, from: Modules): string[] => [...from].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);

/** Returns modules with all that they import statically, directly or not. */
function closure(graph: Graph, roots: Iterable<string>): Set<string> {
  const seen = new Set(roots);
  for (const root of seen) if (!graph.getModuleInfo(root)) throw new Error(`${root} is no module of the client`);
  for (const id of seen) graph.getModuleInfo(id)?.importedIds.forEach((next) => seen.add(next));
  return seen;
}
