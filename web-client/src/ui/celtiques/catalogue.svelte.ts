import type { Catalogue } from '../../protocol/celtiques';
import { CatalogueStore } from '../common/catalogue.svelte';

/** The catalogue of Celtiques. */
export const catalogue = new CatalogueStore<Catalogue>('celtiques');
