import type { Catalogue } from '../../protocol/energie';
import { CatalogueStore } from '../common/catalogue.svelte';

/** The catalogue of énergie. */
export const catalogue = new CatalogueStore<Catalogue>('energie');
