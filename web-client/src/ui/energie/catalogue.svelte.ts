import type { Catalogue } from '../../protocol/energie';
import { CatalogueStore } from '../common/catalogue.svelte';

export const catalogue = new CatalogueStore<Catalogue>('energie');
