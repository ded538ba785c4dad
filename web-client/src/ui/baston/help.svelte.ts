/** What there is to read about Baston. */
import { reading } from '../common/help.svelte';

export const { hint, book } = reading('baston');
