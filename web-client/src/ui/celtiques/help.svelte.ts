/** What there is to read about Celtiques. */
import { reading } from '../common/help.svelte';

export const { book } = reading('celtiques');
