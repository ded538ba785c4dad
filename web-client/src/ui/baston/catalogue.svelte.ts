import { CatalogueStore } from '../common/catalogue.svelte';
import type { Catalogue } from './model/creation';

/** The catalogue of Baston. */
export const catalogue = new CatalogueStore<Catalogue>('baston');
