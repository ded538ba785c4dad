import type { Catalogue } from '../../protocol/celtiques';
import { CatalogueStore } from '../common/catalogue.svelte';

export const catalogue = new CatalogueStore<Catalogue>('celtiques');
