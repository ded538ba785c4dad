import { CatalogueStore } from '../common/catalogue.svelte';
import type { Catalogue } from './catalogue';

/** The catalogue of GeneriK. */
export const catalogue = new CatalogueStore<Catalogue>('generik');
