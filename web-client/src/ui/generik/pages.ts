import type { OwnPages } from '../ruleset';

/** Pages of GeneriK beside its tables. */
const pages: OwnPages = { terrain: () => import('./editor/TerrainPage.svelte') };

export default pages;
