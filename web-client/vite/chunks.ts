import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** Pages of no system: what they share with one must not bring all of it in. */
const PAGES = [
  'ui/room/Lobby.svelte',
  'ui/room/PeoplePanel.svelte',
  'ui/common/SettingsDialog.svelte',
  'pages/NewRoom.svelte',
  'pages/Rules.svelte',
  'pages/Replay.svelte',
  'pages/CampaignPage.svelte',
];

/** Parts of a table of Baston that are shown now and then. */
const LATER = ['ui/baston/board/Effects.svelte', 'ui/baston/CharacterCard.svelte', 'ui/baston/sheet/Instructions.svelte'];

type Group = Rolldown.CodeSplittingGroup;
type Graph = Rolldown.ChunkingContext;

/**
 * How the modules are put together into scripts: what a page needs comes in a few large files, not in one for each set of
 * modules that some pages have in common.
 */
export function groups(root: string): Group[] {
  const at = (file: string) => resolve(root, 'src', file);
  let known: Map<string, string> | null = null;
  /** Every module goes to the first chunk that wants it. */
  const sort = (graph: Graph): Map<string, string> => {
    const sorted = new Map<string, string>();
    const take = (chunk: string, modules: Iterable<string>) => {
      for (const id of modules) if (!sorted.has(id)) sorted.set(id, chunk);
    };
    const all = (file: string) => closure(graph, at(file));
    const both = (one: Set<string>, other: Set<string>) => [...one].filter((id) => other.has(id));
    const [home, baston, generik] = [all('pages/Home.svelte'), all('ui/baston/index.ts'), all('ui/generik/index.ts')];
    const table = all('pages/RoomPage.svelte');
    take('app', all('main.ts'));
    take('app', both(home, new Set([...table, ...baston, ...generik])));
    take('home', home);
    // What every table needs: its frame, what the systems have in common, and what their dictionaries need of them, which are
    // fetched before the systems.
    take('table', table);
    take('table', both(baston, generik));
    for (const file of PAGES) for (const system of [baston, generik]) take('table', both(all(file), system));
    for (const of of ['fr', 'en']) take('table', both(all(`i18n/baston/${of}.ts`), baston));
    const sheet = all('ui/baston/SheetPanel.svelte');
    take('table', both(sheet, new Set([...generik, ...all('ui/common/SettingsDialog.svelte'), ...all('ui/room/PeoplePanel.svelte')])));
    for (const file of LATER) take('table', both(generik, all(file)));
    take('baston', baston);
    // The terrain editor wants the pieces of a table, and nothing of the fight.
    take('terrain', both(generik, all('ui/generik/editor/TerrainPage.svelte')));
    take('generik', generik);
    // What is fetched ahead once a table stands.
    take('settings', all('ui/common/SettingsDialog.svelte'));
    for (const file of ['PeoplePanel', 'Chat']) take('people', all(`ui/room/${file}.svelte`));
    for (const file of ['ui/room/EndPanel.svelte', 'ui/room/PausePanel.svelte', 'fair/FairPanel.svelte', 'fair/check.ts']) take('later', all(file));
    take('baston.sheet', sheet);
    for (const file of LATER) take('baston.later', all(file));
    // These come first, before the client does.
    for (const id of all('start.ts')) sorted.delete(id);
    return sorted;
  };
  return [
    { name: 'start', test: /\/(index\.html|src\/start\.ts|net\/early\.ts|store\/local\.ts)$|\0vite\//, priority: 2 },
    { name: (id, graph) => (known ??= sort(graph)).get(id) ?? null, debugName: 'pages', priority: 1, includeDependenciesRecursively: false },
    // Small drawings that several other pages share.
    { name: 'icons', test: /@lucide/, minShareCount: 2 },
  ];
}

/** A module with all that it brings in statically. */
function closure(graph: Graph, root: string): Set<string> {
  if (!graph.getModuleInfo(root)) throw new Error(`${root} is no module of the client`);
  const seen = new Set([root]);
  for (const id of seen) graph.getModuleInfo(id)?.importedIds.forEach((next) => seen.add(next));
  return seen;
}
